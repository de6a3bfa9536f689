"""What of a position is drawn and told: plain tuples that know no state."""

from typing import NamedTuple

from casemate.games.pocket.drawing import Place

RESERVES, CAPTURES = "res", "cap"


class Tile(NamedTuple):
    """2.1 A tile, and the feature on it, if any."""

    place: Place
    terrain: str
    feature: str


class Piece(NamedTuple):
    """4.6 A unit and where it is: a place, the reserves, or the opponent's captures."""

    name: str
    card: str
    off: int
    defence: int
    where: Place | str
    reloads: bool = False

    @property
    def player(self) -> int:
        return "AB".index(self.name[0])


class Side(NamedTuple):
    """One side's dice in an assault or a test; 0 is a die still rolling."""

    name: str  # of the unit; empty for dice that the opponent rolls in a test
    card: str
    player: int
    off: tuple[int, ...] = ()
    defence: tuple[int, ...] = ()
    off_bumps: tuple[int, ...] = ()
    def_bumps: tuple[int, ...] = ()
    rerolls: int = 0
    decides: bool = False


class Scene(NamedTuple):
    """A position as people see it."""

    tiles: tuple[Tile, ...] = ()
    sites: tuple[Place, ...] = ()  # the empty places where the drawn tile can be laid
    drawn: str = ""  # the terrain of that tile
    pieces: tuple[Piece, ...] = ()
    units: int = 12  # in both forces together, as far as all may know
    sides: tuple[Side, ...] = ()
    ghost: tuple[str, Place] | None = None  # 23.7 a unit that fights as if it stood on a place
    hand: int | None = None  # who acts now; None when nobody does
    status: str = ""
    task: str = ""
    is_choosing: bool = False
    trail: tuple[Place, ...] = ()  # the way of the last unit that moved, or where something was put

    def unit_at(self, place: Place) -> Piece | None:
        return next((piece for piece in self.pieces if piece.where == place), None)

    def piece(self, name: str) -> Piece:
        return next(piece for piece in self.pieces if piece.name == name)

    def controlled(self, player: int) -> int:
        """3.2 How many features a player's units stand on."""
        return sum(self.holder(tile) == player for tile in self.tiles)

    def holder(self, tile: Tile) -> int | None:
        piece = self.unit_at(tile.place) if tile.feature else None
        return None if piece is None else piece.player
