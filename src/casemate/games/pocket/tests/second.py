"""Pocket-Tactics once more, by brute force from the rulebook alone: an oracle to play in lockstep with the real rules.

A turn is a generator: it yields a question (`Ask`), and is sent the answer's text. A position is the text at the start
of a turn and the answers since, so a position is read by giving the answers again.
"""

import re
from collections.abc import Callable, Generator
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import combinations_with_replacement
from math import factorial
from typing import Any, NamedTuple

A, B, CHANCE = 0, 1, -1
PLAYERS = "AB"
RESERVES, CAPTURES = "res", "cap"
Place = tuple[int, int]
Asking = Generator["Ask", str, Any]

TERRAINS = ("Plains", "Water", "Marsh", "Ice", "Stonework", "Barrow")
FEATURES = ("Forest", "Highland", "Village", "Township", "Fortress", "Ruins")

# 5.1, 5.2, section 6
PRICES = {
    "OFF dice": (0, 1, 2, 4),
    "DEF dice": (0, 2, 4, 5),
    "Swift": (0, 1, 2, 3),
    "Flying": (0, 3, 5, 7),
    "Ranged": (0, 2, 4, 6),
    "Daylight": (0, -1, -2, -3),
    "Summoning": (0, -1, -2, -3),
}
ABILITIES = {
    "Brace": 1,
    "Charge": 2,
    "Command": 1,
    "Dread": 2,
    "Gloom": 2,
    "Grave-bound": 1,
    "Heavy": -1,
    "Hex": 2,
    "Last gasp": 1,
    "Lob": 1,
    "Outrider": 1,
    "Pack": 1,
    "Plate": 3,
    "Reap": 2,
    "Repair": 1,
    "Rootwalk": 1,
    "Salvage": 1,
    "Skirmish": 1,
    "Slip": 1,
    "Slow reload": -1,
    "Surefoot": 1,
    "Tool-bearer": 1,
}

# 7: | Unit | Pts | OFF | DEF | Movement, range | Favoured | Types | Abilities |
ROSTER = """
Guild: 3 Plains, 2 Stonework, 1 Water / Fortress
| Guild Hand | 5 | 1 | 1 | – | Fortress | Human, Minion, Living | Tool-bearer |
| Brass Trooper | 8 | 2 | 2 | – | Stonework | Robot, Construct, Soldier | Brace |
| Boiler Rifle | 7 | 2(+1) | 1 | Ranged 1 | Stonework | Robot, Construct, Soldier | Slow reload |
| Rivet Hound | 8 | 2 | 1 | Swift 2 | Plains | Robot, Mechanical, Scout | Pack |
| Forge Adept | 8 | 1 | 2(+1) | – | Township | Human, Living, Engineer, Mage | Repair |
| Brass Colossus | 14 | 3(+1) | 3 | – | Stonework | Robot, Construct, Mechanical | Plate, Salvage, Heavy |
| Gyro Scout | 9 | 1 | 1 | Flying 2 | Plains | Robot, Mechanical, Scout | – |
| Siege Mortar | 11 | 2(+1) | 2 | Ranged 2 | Stonework | Construct, Mechanical | Lob, Slow reload, Heavy |
Clans: 3 Plains, 2 Marsh, 1 Water / Forest
| Bramble Imp | 5 | 1 | 1 | – | Forest | Sylvan, Minion, Living | Slip |
| Antler Guard | 9 | 2 | 3(+1) | – | Forest | Sylvan, Soldier, Living | – |
| Thorn Archer | 9 | 2(+1) | 1 | Ranged 1 | Forest | Sylvan, Scout, Living | Skirmish |
| Mire Wolf | 9 | 2 | 2 | Swift 1 | Marsh | Beast, Living | Pack |
| Root Speaker | 8 | 2 | 2 | – | Forest | Sylvan, Mage, Living | Rootwalk |
| Elder Oak | 10 | 3(+1) | 3(+1) | Summoning 2 | Forest | Sylvan, Arcane | – |
| Reed Stalker | 6 | 2 | 1 | – | Marsh | Sylvan, Scout, Living | Outrider |
| Stag Rider | 12 | 3 | 2 | Swift 1 | Plains | Sylvan, Beast, Knight, Living | Charge |
Court: 2 Plains, 2 Barrow, 1 Marsh, 1 Water / Ruins
| Bone Thrall | 4 | 1 | 1 | Daylight 1 | Barrow | Undead, Minion | Grave-bound |
| Barrow Guard | 8 | 2(+1) | 2(+1) | Daylight 1 | Barrow | Undead, Soldier | – |
| Crypt Slinger | 7 | 2(+1) | 1 | Ranged 1, Daylight 1 | Ruins | Undead, Scout | – |
| Night Duke | 13 | 3(+1) | 3(+1) | Swift 2, Daylight 3 | Ruins | Undead, Knight, Noble | Reap |
| Gravecaller | 9 | 2 | 2 | – | Ruins | Human, Mage, Living | Gloom |
| Wailing Shade | 9 | 2 | 2 | Flying 2, Daylight 2, Summoning 3 | Barrow | Undead, Spirit, Arcane | Dread |
| Carrion Bat | 8 | 1 | 1 | Flying 2, Daylight 1 | Highland | Undead, Beast | – |
| Bone Giant | 9 | 3(+1) | 3 | Daylight 1, Summoning 2 | Barrow | Undead, Construct | Last gasp |
Eyrie: 3 Plains, 2 Ice, 1 Water / Highland
| Crag Runner | 5 | 1 | 1 | – | Ice | Human, Minion, Scout, Living | Surefoot |
| Pass Warden | 9 | 2 | 3 | – | Highland | Human, Soldier, Living | Brace |
| Crag Crossbow | 8 | 2(+1) | 1 | Ranged 1 | Highland | Human, Soldier, Living | – |
| Gryphon Rider | 12 | 3 | 2 | Flying 1 | Highland | Human, Beast, Knight, Living | – |
| Storm Sage | 9 | 2 | 2 | – | Highland | Human, Mage, Living | Hex |
| Banner Captain | 7 | 1 | 2 | – | Highland | Human, Noble, Soldier, Living | Command |
| Frost Drake | 13 | 3(+1) | 3 | Flying 2, Summoning 3 | Ice | Beast, Arcane | – |
| War Mammoth | 11 | 3(+1) | 3(+1) | – | Plains | Beast, Living | Heavy |
"""

OPTIONS: dict[str, tuple[str | int, ...]] = {
    "points": (50, *range(30, 151)),
    "forces": ("free", "one_faction", "core", "quick", "random"),
    "copies": (2, 1, 3, 4),
    "tiles": (6, 4, 5, 7, 8, 9),
    "centre": ("random", *FEATURES),
    "tally": ("first_difference", "pairs"),
    "flyers": ("landing", "every_tile"),
    "muster": ("on", "off"),
    "limit": (120, 0, *range(40, 401)),
    "declining": ("returns", "final"),
}


@dataclass(frozen=True)
class Card:
    """4.1 What is printed on a unit's card."""

    name: str
    faction: str
    points: int
    off: int
    defence: int
    off_bumps: tuple[int, ...]
    def_bumps: tuple[int, ...]
    numbers: dict[str, int]
    favoured: str
    types: tuple[str, ...]
    abilities: tuple[str, ...]

    def is_a(self, *types: str) -> bool:
        return any(each in self.types for each in types)

    def can(self, ability: str) -> bool:
        assert ability in ABILITIES
        return ability in self.abilities

    def number(self, name: str) -> int:
        return self.numbers.get(name, 0)

    @property
    def is_summoned(self) -> bool:
        return "Summoning" in self.numbers

    def price(self) -> int:
        """5.1, 5.2"""
        total = 1 + PRICES["OFF dice"][self.off] + PRICES["DEF dice"][self.defence]
        total += sum(PRICES[name][number] for name, number in self.numbers.items())
        return total + sum(self.off_bumps + self.def_bumps) + sum(ABILITIES[ability] for ability in self.abilities)


class Faction(NamedTuple):
    tiles: str
    feature: str
    core: list[str]


def read_words(cell: str) -> tuple[str, ...]:
    return () if cell == "–" else tuple(cell.split(", "))


def read_roster() -> tuple[dict[str, Card], dict[str, Faction]]:
    """7.1 The first six of each faction are its core."""
    cards: dict[str, Card] = {}
    factions: dict[str, Faction] = {}
    faction = ""
    for line in ROSTER.strip().splitlines():
        if not line.startswith("|"):
            faction, home = line.split(": ")
            factions[faction] = Faction(*home.split(" / "), [])
            continue
        name, points, off, defence, numbers, favoured, types, abilities = line.strip("| ").split(" | ")
        cards[name] = Card(
            name,
            faction,
            int(points),
            int(off[0]),
            int(defence[0]),
            tuple(int(bump) for bump in re.findall(r"\+(\d)", off)),
            tuple(int(bump) for bump in re.findall(r"\+(\d)", defence)),
            {word.split()[0]: int(word.split()[1]) for word in read_words(numbers)},
            favoured,
            read_words(types),
            read_words(abilities),
        )
        if len(factions[faction].core) < 6:
            factions[faction].core.append(name)
    return cards, factions


CARDS, FACTIONS = read_roster()


@dataclass(eq=False)
class Unit:
    """4.6 A unit and where it is: on a tile, in the reserves, or in the opponent's captures."""

    owner: int
    number: int
    card: Card
    place: Place | str = RESERVES
    has_shot: bool = False  # Slow reload: it initiated an assault in its owner's last turn

    @property
    def name(self) -> str:
        return PLAYERS[self.owner] + str(self.number)

    @property
    def enemy(self) -> int:
        return 1 - self.owner

    @property
    def is_here(self) -> bool:
        return isinstance(self.place, tuple)

    @property
    def at(self) -> Place:
        assert isinstance(self.place, tuple)
        return self.place

    def can(self, ability: str) -> bool:
        return self.card.can(ability)


class Ask(NamedTuple):
    """Who must answer, and what: the answers with their chances (0 where a player decides).

    Answers is None where there are too many to list.
    """

    player: int
    answers: dict[str, Fraction] | None


class Over(Exception):
    """The game has ended: the result, and what ended it."""

    def __init__(self, result: tuple[float, float], ending: str) -> None:
        super().__init__(ending)
        self.result, self.ending = result, ending


@dataclass
class Fighter:
    """One side of an assault."""

    unit: Unit
    player: int  # who decides for it
    place: Place
    off: list[int] = field(default_factory=list)
    defence: list[int] = field(default_factory=list)
    off_bumps: list[int] = field(default_factory=list)
    def_bumps: list[int] = field(default_factory=list)
    rerolls: int = 0
    is_out: bool = False

    def dice(self, kind: str) -> list[int]:
        return self.off if kind == "O" else self.defence

    def bumps(self, kind: str) -> list[int]:
        return self.off_bumps if kind == "O" else self.def_bumps

    def bump_answers(self, kinds: str) -> list[str]:
        """17.6 A die that shows 6 cannot be bumped."""
        found = [
            f"b {kind}{n}+{value}"
            for kind in kinds
            for value in sorted(set(self.bumps(kind)))
            for n, die in enumerate(self.dice(kind), 1)
            if die < 6
        ]
        return found

    def bump(self, answer: str) -> None:
        kind, n, value = answer[2], int(answer[3]), int(answer[5:])
        self.bumps(kind).remove(value)
        dice = self.dice(kind)
        dice[n - 1] = min(6, dice[n - 1] + value)

    def reroll_answers(self, kinds: str) -> list[str]:
        if self.rerolls == 0:
            return []
        return [f"rr {kind}{n}" for kind in kinds for n in range(1, len(self.dice(kind)) + 1)]


class Second:
    """A game: the options, the position at the start of the turn, and the answers since."""

    def __init__(self, position: str | None = None, **options: str | int) -> None:
        self.options: dict[str, str | int] = {name: values[0] for name, values in OPTIONS.items()} | options
        self.result: tuple[float, float] | None = None
        self.ending: str | None = None
        self.terrain: dict[Place, str] = {}
        self.features: dict[Place, str] = {}
        self.centre: Place = (0, 0)
        self.homes: list[Place] = []
        self.units: list[Unit] = []
        self.mover = B
        self.turn = 0
        self.shooters: list[Unit] = []
        self.occurrences: dict[str, int] = {}
        self.start = "setup"
        self.answers: list[str] = []
        self.ask: Ask | None = None
        position = position or "setup"
        answers: list[str] = []
        if position.startswith("setup"):
            if position != "setup":
                answers = position[len("setup | ") :].split("; ")
            self.rules = self.whole_game()
        else:
            start, _, since = position.partition(" || ")
            answers = since.split("; ") if since else []
            self.read(start)
            self.rules = self.turns()
        self.advance(None)
        for answer in answers:
            self.play(answer)

    # --- the outside --------------------------------------------------------------------------------------------

    def advance(self, answer: str | None) -> None:
        try:
            self.ask = next(self.rules) if answer is None else self.rules.send(answer)
        except Over as over:
            self.ask = None
            self.result, self.ending = over.result, over.ending

    @property
    def to_move(self) -> int | None:
        return None if self.ask is None else self.ask.player

    def moves(self) -> list[str] | None:
        """Every legal answer; None where there are too many to list (27.2 `choose`)."""
        if self.ask is None:
            return []
        return None if self.ask.answers is None else list(self.ask.answers)

    def chances(self) -> dict[str, Fraction]:
        return dict(self.ask.answers or {}) if self.ask is not None and self.ask.player == CHANCE else {}

    def play(self, answer: str) -> None:
        assert self.ask is not None
        if self.ask.answers is None:
            assert self.is_force(answer), answer
        else:
            assert answer in self.ask.answers, (answer, self.position, list(self.ask.answers)[:20])
        self.answers.append(answer)
        self.advance(answer)

    @property
    def position(self) -> str:
        """27.7"""
        if not self.answers:
            return self.start
        return self.start + (" | " if self.start == "setup" else " || ") + "; ".join(self.answers)

    # --- 1 the map ----------------------------------------------------------------------------------------------

    def neighbours(self, place: Place) -> list[Place]:
        """1.3, 1.6 Adjacent tiles; a gap is none."""
        return [near for near in around(place) if near in self.terrain]

    def ways(self, start: Place) -> dict[Place, int]:
        """1.5 The least number of steps over existing tiles."""
        way = {start: 0}
        reached = [start]
        for place in reached:
            for near in self.neighbours(place):
                if near not in way:
                    way[near] = way[place] + 1
                    reached.append(near)
        return way

    def counts_as(self, place: Place) -> str:
        """2.1 A tile with a feature counts as that feature and not as its terrain."""
        return self.features.get(place, self.terrain[place])

    def unit_at(self, place: Place) -> Unit | None:
        found = [unit for unit in self.units if unit.place == place]
        assert len(found) <= 1
        return found[0] if found else None

    def is_free(self, place: Place) -> bool:
        return place in self.terrain and self.unit_at(place) is None

    def unit(self, name: str) -> Unit:
        return next(unit for unit in self.units if unit.name == name)

    def on_map(self, player: int) -> list[Unit]:
        return [unit for unit in self.units if unit.owner == player and unit.is_here]

    def reserves(self, player: int) -> list[Unit]:
        return [unit for unit in self.units if unit.owner == player and unit.place == RESERVES]

    def captured(self, player: int) -> list[Unit]:
        """The player's own units among the opponent's captures."""
        return [unit for unit in self.units if unit.owner == player and unit.place == CAPTURES]

    def allies_near(self, unit: Unit) -> list[Unit]:
        return self.units_near(unit.at, unit.owner, unit)

    def units_near(self, place: Place, player: int, but: Unit | None = None) -> list[Unit]:
        return [each for each in self.on_map(player) if each is not but and each.at in around(place)]

    # --- 3 features ---------------------------------------------------------------------------------------------

    def controlled(self, player: int) -> list[Place]:
        """3.2 In the order of their places (21.4)."""
        return [
            place
            for place in sorted(self.features)
            if (unit := self.unit_at(place)) is not None and unit.owner == player
        ]

    def judge_control(self) -> None:
        """24.1 All three features: at once."""
        for player in (A, B):
            if len(self.controlled(player)) == 3:
                raise Over(win(player), "24.1")

    # --- 8 choosing ---------------------------------------------------------------------------------------------

    def is_force(self, answer: str) -> bool:
        """8.1-8.5"""
        read = re.fullmatch(r"choose (.+) / (.+) / (\w+)", answer)
        if read is None:
            return False
        names, tiles, feature = read[1].split(", "), read_tiles(read[2]), read[3]
        if any(name not in CARDS for name in names) or feature not in FEATURES or tiles is None:
            return False
        cards = [CARDS[name] for name in names]
        if sum(card.points for card in cards) > int(self.options["points"]):
            return False
        if any(names.count(name) > int(self.options["copies"]) for name in names):
            return False
        if all(card.is_summoned for card in cards):
            return False
        if self.options["forces"] == "one_faction" and len({card.faction for card in cards}) > 1:
            return False
        return sum(tiles.values()) == self.options["tiles"] and all(
            number <= 2 for terrain, number in tiles.items() if terrain != "Plains"
        )

    def choosing(self) -> Asking:
        """8.7 Secretly, revealed together; 26.2 or by chance."""
        chosen = []
        cores = [write_core(faction) for faction in FACTIONS.values()]
        for player in (A, B):
            if self.options["forces"] in ("quick", "random"):
                left = [core for core in cores if core not in chosen]
                answer = yield Ask(CHANCE, {core: Fraction(1, len(left)) for core in left})
            elif self.options["forces"] == "core":
                answer = yield Ask(player, dict.fromkeys(cores, Fraction(0)))
            else:
                answer = yield Ask(player, None)
            chosen.append(answer)
        return chosen

    def whole_game(self) -> Asking:
        """8-11, 26, then turn by turn."""
        chosen = yield from self.choosing()
        bag = dict.fromkeys(TERRAINS, 0)
        home_features = []
        for player, answer in enumerate(chosen):
            names, tiles, feature = answer[len("choose ") :].split(" / ")
            for number, name in enumerate(names.split(", "), 1):
                self.units.append(Unit(player, number, CARDS[name]))
            for terrain, number in (read_tiles(tiles) or {}).items():
                bag[terrain] += number
            home_features.append(feature)
        by_chance = self.options["forces"] in ("quick", "random")
        centre = self.options["centre"]
        if centre == "random":
            centre = (yield Ask(CHANCE, {f"centre {each}": Fraction(1, 6) for each in FEATURES})).split()[1]
        yield from self.building(bag, str(centre), by_chance)
        yield from self.placing_features(home_features, by_chance)
        yield from self.placing_units()
        yield from self.turns()

    # --- 9 building the map -------------------------------------------------------------------------------------

    def drawing(self, bag: dict[str, int]) -> Asking:
        total = sum(bag.values())
        answer = yield Ask(CHANCE, {f"draw {each}": Fraction(n, total) for each, n in bag.items() if n > 0})
        bag[answer.split()[1]] -= 1
        return answer.split()[1]

    def building(self, bag: dict[str, int], centre: str, by_chance: bool) -> Asking:
        """9.2-9.5, 26.4"""
        self.terrain[0, 0] = yield from self.drawing(bag)
        self.features[0, 0] = centre
        player = A
        while sum(bag.values()) > 0:
            drawn = yield from self.drawing(bag)
            empty = {near for place in self.terrain for near in around(place)} - set(self.terrain)
            if by_chance:
                two = {place for place in empty if len(self.neighbours(place)) >= 2}
                empty = two or empty
            answers = [f"tile {drawn} {write_place(place)}" for place in sorted(empty)]
            answer = yield self.by_chance_or(player, by_chance, answers)
            self.terrain[read_place(answer.split()[2])] = drawn
            player = 1 - player

    def by_chance_or(self, player: int, by_chance: bool, answers: list[str]) -> Ask:
        if by_chance:
            return Ask(CHANCE, {answer: Fraction(answers.count(answer), len(answers)) for answer in answers})
        return Ask(player, dict.fromkeys(answers, Fraction(0)))

    # --- 10 home features ---------------------------------------------------------------------------------------

    def best_pairs(self) -> list[tuple[Place, Place]]:
        """10.1"""
        from_centre = self.ways(self.centre)
        best: dict[tuple[int, int], list[tuple[Place, Place]]] = {}
        for x in self.terrain:
            ways = self.ways(x)
            for y in self.terrain:
                if x != y and self.centre not in (x, y):
                    three = (from_centre[x], from_centre[y], ways[y])
                    best.setdefault((min(three), sum(three)), []).append((x, y))
        return sorted(best[max(best)])

    def placing_features(self, kinds: list[str], by_chance: bool) -> Asking:
        """10.2, 10.3, 26.5"""
        pairs = self.best_pairs()
        answer = yield self.by_chance_or(A, by_chance, [f"feature {write_place(x)}" for x, y in pairs])
        chosen = read_place(answer.split()[1])
        answer = yield self.by_chance_or(B, by_chance, [f"feature {write_place(y)}" for x, y in pairs if x == chosen])
        self.homes = [chosen, read_place(answer.split()[1])]
        for home, kind in zip(self.homes, kinds, strict=True):
            self.features[home] = kind

    # --- 11 first units -----------------------------------------------------------------------------------------

    def placing_units(self) -> Asking:
        """11.1-11.5, 26.6"""
        for player in (A, B):
            for _ in range(3):
                home = self.homes[player]
                room = [home, *(place for place in self.neighbours(home) if place not in self.features)]
                answers = [
                    f"place {unit.name} {write_place(place)}"
                    for unit in self.reserves(player)
                    if not unit.card.is_summoned
                    for place in room
                    if self.is_free(place)
                ]
                if not answers:
                    break
                answer = yield self.by_chance_or(player, self.options["forces"] == "random", answers)
                self.unit(answer.split()[1]).place = read_place(answer.split()[2])

    # --- 12 the turn --------------------------------------------------------------------------------------------

    def turns(self) -> Asking:
        """11.6 B takes the first turn."""
        if self.turn == 0:
            self.mover, self.turn = B, 1
        while True:
            self.start = self.write()
            self.answers = []
            self.judge_start()
            yield from self.one_turn()
            self.judge_end()
            self.mover, self.turn = 1 - self.mover, self.turn + 1

    def judge_start(self) -> None:
        """25.1, then 24.4"""
        here = self.start.rsplit(" ", 1)[0]
        self.occurrences[here] = self.occurrences.get(here, 0) + 1
        if self.occurrences[here] == 3:
            raise Over((0.5, 0.5), "25.1")
        if not self.actions():
            raise Over(win(1 - self.mover), "24.4")

    def judge_end(self) -> None:
        """24.2, 24.3, then 25.2: still in the turn that ends (27.7)."""
        out = [not self.on_map(player) and not self.deployments(player) for player in (A, B)]
        if all(out):
            raise Over((0.5, 0.5), "24.3")
        for player in (A, B):
            if out[player]:
                raise Over(win(1 - player), "24.2")
        if self.options["limit"] and self.turn >= int(self.options["limit"]):
            captures = [sum(unit.card.points for unit in self.captured(1 - player)) for player in (A, B)]
            features = [len(self.controlled(player)) for player in (A, B)]
            for mine, theirs in (captures, features):
                if mine != theirs:
                    raise Over(win(A if mine > theirs else B), "25.2")
            raise Over((0.5, 0.5), "25.2")

    def actions(self) -> list[str]:
        """12.1 Exactly one of these."""
        found: list[str] = []
        for unit in self.on_map(self.mover):
            found += self.paths(unit) + self.rootwalks(unit) + self.assaults(unit)
            found += self.returns(unit) + self.summonings(unit) + self.hexes(unit) + self.repairs(unit)
        return found + self.deployments(self.mover)

    def one_turn(self) -> Asking:
        """12.3-12.5"""
        self.shooters = []
        mover = self.mover
        action = yield Ask(mover, dict.fromkeys(self.actions(), Fraction(0)))
        kind, name, *words = action.split()
        unit = self.unit(name)
        if kind == "d":
            self.put(unit, read_place(words[0]))
        else:
            yield from self.activate(unit, kind, words)
        yield from self.muster(mover)
        for each in self.units:
            if each.owner == mover:
                each.has_shot = each.is_here and each in self.shooters

    def activate(self, unit: Unit, kind: str, words: list[str]) -> Asking:
        """12.4 An activation begins with the daylight test."""
        survives = yield from self.daylight(unit)
        if not survives:
            return None
        if kind == "m":
            yield from self.move_along(unit, [read_place(word) for word in words])
        elif kind == "root":
            self.put(unit, read_place(words[0]))
            yield from self.command(unit)
        elif kind == "x":
            yield from self.assault(unit, self.unit(words[0]))
        elif kind == "r":
            self.leave(unit, RESERVES)
        elif kind == "s":
            yield from self.summon(unit, self.unit(words[0]), read_place(words[1]))
        elif kind == "hex":
            yield from self.hex(self.unit(words[0]))
        elif kind == "repair":
            yield from self.repair(unit, self.unit(words[0]))
        return None

    def put(self, unit: Unit, place: Place) -> None:
        """24.1 at whatever moment this comes about."""
        assert self.is_free(place)
        unit.place = place
        self.judge_control()

    def leave(self, unit: Unit, to: str) -> None:
        """6 Slow reload: and has not left the map since."""
        unit.place = to
        self.shooters = [each for each in self.shooters if each is not unit]
        unit.has_shot = False

    # --- 13, 14 moving ------------------------------------------------------------------------------------------

    def single_moves(self, unit: Unit, start: Place) -> list[Place]:
        """13.2, 13.3 A step, or a hop; the unit itself stands on `start`, wherever it began."""
        found = [near for near in self.neighbours(start) if self.is_open(near, unit)]
        if not unit.can("Heavy"):
            for over in self.neighbours(start):
                other = self.unit_at(over)
                if other is None or other is unit or other.can("Heavy"):
                    continue
                if other.owner != unit.owner and not (unit.card.number("Flying") or unit.can("Slip")):
                    continue
                found += [end for end in self.neighbours(over) if end != start and self.is_open(end, unit)]
        return sorted(set(found))

    def is_open(self, place: Place, mover: Unit) -> bool:
        return self.unit_at(place) in (None, mover)

    def paths(self, unit: Unit) -> list[str]:
        """14.1-14.4 The whole path at once, not beyond a tile where the unit must stop."""
        most = 1 + unit.card.number("Swift") + unit.card.number("Flying")
        found: list[list[Place]] = []
        growing: list[list[Place]] = [[]]
        for _ in range(most):
            longer = []
            for path in growing:
                if path and self.must_stop(unit, path[-1]):
                    continue
                start = path[-1] if path else unit.at
                longer += [[*path, end] for end in self.single_moves(unit, start) if end != start]
            found += longer
            growing = longer
        return [" ".join(["m", unit.name, *map(write_place, path)]) for path in found]

    def ignores(self, unit: Unit, place: Place) -> bool:
        """15.5, 6 Surefoot"""
        return unit.can("Surefoot") or unit.card.favoured == self.counts_as(place)

    def must_stop(self, unit: Unit, place: Place) -> bool:
        """15.2; 15.6 flyers pass over; with `every_tile` they face every hazard, except the Forest's."""
        if self.ignores(unit, place):
            return False
        ground = self.counts_as(place)
        if unit.card.number("Flying"):
            return self.options["flyers"] == "every_tile" and ground in ("Marsh", "Fortress")
        return ground in ("Marsh", "Forest", "Fortress")

    def move_along(self, unit: Unit, path: list[Place]) -> Asking:
        """15.1, 15.6, 24.1"""
        skips = unit.card.number("Flying") and self.options["flyers"] == "landing"
        for n, place in enumerate(path, 1):
            if skips and n < len(path):
                unit.place = place
                continue
            ended = yield from self.enter(unit, place, unit.at)
            if ended:
                return None
        if len(path) >= 2:
            yield from self.charge(unit)
        if unit.is_here:
            yield from self.command(unit)
        return None

    def enter(self, unit: Unit, place: Place, came_from: Place) -> Asking:
        """15 The hazard of one tile; whether the activation ends."""
        unit.place = place
        ground = self.counts_as(place)
        if not self.ignores(unit, place):
            need, fate = {
                "Water": (5, "defeated"),
                "Ice": (3, "balks"),
                "Highland": (5, "balks"),
                "Ruins": (3, "balks"),
            }.get(ground, (0, ""))
            if ground == "Ruins" and not unit.card.is_a("Living"):
                need = 0
            if need:
                passed = yield from self.test(unit, "D", need)
                if not passed and fate == "defeated":
                    yield from self.defeat(unit)
                    return True
                if not passed:
                    unit.place = came_from
                    self.judge_control()
                    return True
        self.judge_control()
        return False

    # --- 6 move abilities ---------------------------------------------------------------------------------------

    def charge(self, unit: Unit) -> Asking:
        targets = self.units_near(unit.at, unit.enemy)
        if unit.can("Charge") and unit.card.off > 0 and targets and self.is_loaded(unit):
            answers = [f"charge {each.name}" for each in targets] + ["-"]
            answer = yield self.by_chance_or(unit.owner, False, answers)
            if answer != "-":
                yield from self.assault(unit, self.unit(answer.split()[1]), is_charge=True)
        return None

    def command(self, unit: Unit) -> Asking:
        if not unit.can("Command"):
            return None
        answers = [
            f"command {ally.name} {write_place(end)}"
            for ally in self.allies_near(unit)
            for end in self.single_moves(ally, ally.at)
        ]
        if answers:
            answer = yield self.by_chance_or(unit.owner, False, [*answers, "-"])
            if answer != "-":
                ally = self.unit(answer.split()[1])
                yield from self.enter(ally, read_place(answer.split()[2]), ally.at)
        return None

    def rootwalks(self, unit: Unit) -> list[str]:
        if not unit.can("Rootwalk") or not self.is_at_forest(unit.at):
            return []
        return [
            f"root {unit.name} {write_place(place)}"
            for place in self.terrain
            if self.is_free(place) and self.is_at_forest(place)
        ]

    def is_at_forest(self, place: Place) -> bool:
        return any(self.features.get(near) == "Forest" for near in (place, *around(place)))

    def hexes(self, unit: Unit) -> list[str]:
        if not unit.can("Hex"):
            return []
        return [
            f"hex {unit.name} {each.name}" for each in self.on_map(unit.enemy) if distance(unit.at, each.at) in (1, 2)
        ]

    def hex(self, target: Unit) -> Asking:
        passed = yield from self.test(target, "D", 3)
        if not passed:
            yield from self.defeat(target)
        return None

    def repairs(self, unit: Unit) -> list[str]:
        if not unit.can("Repair"):
            return []
        return [
            f"repair {unit.name} {each.name}"
            for each in self.captured(unit.owner)
            if each.card.is_a("Construct", "Mechanical")
        ]

    def repair(self, unit: Unit, captured: Unit) -> Asking:
        passed = yield from self.test(unit, "O", 5)
        if passed:
            captured.place = RESERVES
        return None

    # --- 16 tests -----------------------------------------------------------------------------------------------

    def roll_pool(self, kind: str, dice: int) -> Asking:
        """27.4 The dice of one kind, in falling order; a pool without dice is left out."""
        if dice == 0:
            return []
        answers = {}
        for faces in combinations_with_replacement("654321", dice):
            ways = factorial(dice)
            for face in set(faces):
                ways //= factorial(faces.count(face))
            answers[kind + ",".join(faces)] = Fraction(ways, 6**dice)
        answer = yield Ask(CHANCE, answers)
        return [int(face) for face in answer[len(kind) :].split(",")]

    def test(self, unit: Unit, kind: str, need: int) -> Asking:
        """16.1, 16.3"""
        side = self.tested(unit, kind)
        dice = yield from self.roll_pool(kind, unit.card.off if kind == "O" else unit.card.defence)
        side.dice(kind).extend(dice)
        passed = yield from self.improve(side, kind, lambda: any(die >= need for die in side.dice(kind)))
        return passed

    def tested(self, unit: Unit, kind: str) -> Fighter:
        """16.3 The printed bumps of that kind."""
        side = Fighter(unit, unit.owner, unit.at)
        if kind == "O":
            side.off_bumps = list(unit.card.off_bumps)
        else:
            side.def_bumps = list(unit.card.def_bumps)
        return side

    def improve(self, side: Fighter, kind: str, is_passed: Callable[[], bool]) -> Asking:
        """16.3, 16.4, 16.6: bumps one at a time, then re-rolls; declining ends the bumps, then the re-rolls."""
        while not is_passed() and side.bump_answers(kind):
            answer = yield self.by_chance_or(side.player, False, [*side.bump_answers(kind), "-"])
            if answer == "-":
                break
            side.bump(answer)
        while not is_passed() and side.reroll_answers(kind):
            answer = yield self.by_chance_or(side.player, False, [*side.reroll_answers(kind), "-"])
            if answer == "-":
                break
            yield from self.reroll(side, answer)
        return is_passed()

    def reroll(self, side: Fighter, answer: str) -> Asking:
        """17.11, 27.5"""
        face = yield Ask(CHANCE, {str(face): Fraction(1, 6) for face in range(1, 7)})
        side.dice(answer[3])[int(answer[4]) - 1] = int(face)
        side.rerolls -= 1
        return None

    # --- 17 assaults --------------------------------------------------------------------------------------------

    def is_loaded(self, unit: Unit) -> bool:
        return not (unit.can("Slow reload") and unit.has_shot)

    def assaults(self, unit: Unit) -> list[str]:
        """17.1, 17.2, 18.1, 18.2"""
        if unit.card.off == 0 or not self.is_loaded(unit):
            return []
        return [f"x {unit.name} {each.name}" for each in self.on_map(unit.enemy) if self.is_in_reach(unit, each)]

    def is_in_reach(self, unit: Unit, target: Unit) -> bool:
        far = distance(unit.at, target.at)
        if far == 1:
            return True
        return far <= 1 + unit.card.number("Ranged") and self.is_in_sight(unit, target)

    def is_in_sight(self, unit: Unit, target: Unit) -> bool:
        """18.2-18.4"""
        steps = distance(unit.at, target.at)
        sees_all = unit.card.number("Flying") or target.card.number("Flying") or unit.can("Lob")
        reached = [unit.at]
        for step in range(1, steps + 1):
            reached = [
                near
                for place in reached
                for near in self.neighbours(place)
                if (step == steps and near == target.at)
                or (step < steps and (sees_all or not self.is_blocking(near, unit)))
            ]
        return target.at in reached

    def is_blocking(self, place: Place, unit: Unit) -> bool:
        other = self.unit_at(place)
        return place in self.features or (other is not None and other.owner != unit.owner)

    def assault(self, unit: Unit, target: Unit, is_charge: bool = False, intended: Place | None = None) -> Asking:
        """17; a backlash (23.7) has an intended tile."""
        here = intended or unit.at
        first = Fighter(unit, unit.enemy if intended else unit.owner, here)
        second = Fighter(target, target.owner, target.at)
        if not intended:
            self.shooters.append(unit)
        far = distance(here, second.place)
        self.prepare(first, second, True, far)
        self.prepare(second, first, False, far)
        off = 0 if far > 1 + target.card.number("Ranged") else target.card.off
        first.off = yield from self.roll_pool("O", unit.card.off)
        first.defence = yield from self.roll_pool("D", max(0, unit.card.defence - is_charge))
        second.off = yield from self.roll_pool("O", off)
        second.defence = yield from self.roll_pool("D", target.card.defence)
        yield from self.bump_phase(first, second)
        yield from self.reroll_phase(first, second)
        target_falls = self.is_defeated(first, second)
        unit_falls = self.is_defeated(second, first) and intended is None
        yield from self.aftermath(first, second, unit_falls, target_falls, far, intended is not None)
        return None

    def prepare(self, side: Fighter, other: Fighter, is_initiator: bool, far: int) -> None:
        """17.5, 17.10 Bumps and re-rolls, fixed at the start of the assault."""
        card = side.unit.card
        ground = self.counts_as(side.place)
        side.off_bumps, side.def_bumps = list(card.off_bumps), list(card.def_bumps)
        if ground == "Stonework" and card.is_a("Construct", "Mechanical"):
            side.def_bumps.append(1)
        if ground == "Forest" and far >= 2:
            side.def_bumps.append(2)
        if ground == "Highland" and self.counts_as(other.place) != "Highland":
            side.off_bumps.append(2)
        if ground == "Village":
            side.def_bumps.append(1)
        if ground == "Township":
            side.def_bumps.append(2)
        if ground == "Ruins" and card.is_a("Undead", "Mage", "Arcane"):
            side.def_bumps.append(2)
        if card.can("Brace") and not is_initiator:
            side.def_bumps.append(1)
        if card.can("Pack") and is_initiator and self.units_near(other.place, side.player, side.unit):
            side.off_bumps.append(1)
        side.rerolls = 1 if card.favoured == ground else 0
        is_cowed = other.unit.can("Dread") or (far == 1 and self.counts_as(other.place) == "Fortress")
        if not is_cowed:
            side.rerolls += self.support(side.unit, side.place, side.player)

    def support(self, unit: Unit, place: Place, player: int) -> int:
        """17.10, 6 Tool-bearer"""
        helped = unit.card.is_a("Construct", "Mechanical")
        return sum(2 if helped and ally.can("Tool-bearer") else 1 for ally in self.units_near(place, player, unit))

    def bump_phase(self, first: Fighter, second: Fighter) -> Asking:
        """17.4, 17.8"""
        side, declined = first, 0
        first.is_out = second.is_out = False
        while declined < 2:
            answers = [] if side.is_out else side.bump_answers("OD")
            answer = "-"
            if answers:
                answer = yield self.by_chance_or(side.player, False, [*answers, "-"])
            if answer == "-":
                declined += 1
                side.is_out = self.options["declining"] == "final"
            else:
                declined = 0
                side.bump(answer)
            side = second if side is first else first
        return None

    def reroll_phase(self, first: Fighter, second: Fighter) -> Asking:
        """17.9"""
        side, declined = first, 0
        first.is_out = second.is_out = False
        while declined < 2:
            answers = [] if side.is_out else side.reroll_answers("OD")
            answer = "-"
            if answers:
                answer = yield self.by_chance_or(side.player, False, [*answers, "-"])
            if answer == "-":
                declined += 1
                side.is_out = self.options["declining"] == "final"
            else:
                declined = 0
                yield from self.reroll(side, answer)
            side = second if side is first else first
        return None

    def is_defeated(self, by: Fighter, side: Fighter) -> bool:
        """17.12, 6 Plate"""
        off = sorted(by.off, reverse=True)
        if side.unit.can("Plate") and off:
            off[0] = max(1, off[0] - 1)
        return self.beats(off, side.defence)

    def beats(self, off: list[int], defence: list[int]) -> bool:
        """17.12, 28 `tally`"""
        off, defence = sorted(off, reverse=True), sorted(defence, reverse=True)
        pairs = list(zip(off, defence, strict=False))
        if self.options["tally"] == "pairs":
            return any(o > d for o, d in pairs) or len(off) > len(defence)
        for o, d in pairs:
            if o != d:
                return o > d
        return len(off) > len(defence)

    # --- 19 defeat ----------------------------------------------------------------------------------------------

    def defeat(self, unit: Unit, salvaged: bool | None = None) -> Asking:
        """19.1, 19.2"""
        if salvaged is None:
            salvaged = self.is_salvaged(unit)
        self.leave(unit, CAPTURES)
        if unit.can("Grave-bound"):
            answer = yield Ask(CHANCE, {f"grave {face}": Fraction(1, 6) for face in range(1, 7)})
            if answer == "grave 6":
                unit.place = RESERVES
                return None
        if salvaged:
            unit.place = RESERVES
        return None

    def is_salvaged(self, unit: Unit) -> bool:
        return unit.can("Salvage") and any(ally.card.is_a("Engineer") for ally in self.allies_near(unit))

    def aftermath(
        self, first: Fighter, second: Fighter, first_falls: bool, second_falls: bool, far: int, is_backlash: bool
    ) -> Asking:
        """19.3 Both leave; Last gasp; Reap; Plunder; Skirmish."""
        fallen = [(first, second), (second, first)]
        fallen = [(side, by) for (side, by), falls in zip(fallen, (first_falls, second_falls), strict=True) if falls]
        villages = [self.features.get(side.place) == "Village" for side, _ in fallen]
        salvaged = [self.is_salvaged(side.unit) for side, _ in fallen]
        for (side, _), is_salvaged in zip(fallen, salvaged, strict=True):
            yield from self.defeat(side.unit, is_salvaged)
        if len(fallen) == 1 and not is_backlash:
            (side, by) = fallen[0]
            if side.unit.can("Last gasp") and far == 1:
                passed = yield from self.test(by.unit, "D", 3)
                if not passed:
                    yield from self.defeat(by.unit)
            if by.unit.can("Reap") and by.unit.is_here:
                undead = [unit for unit in self.captured(by.player) if unit.card.is_a("Undead")]
                yield from self.give_back("reap", by.player, undead)
        for (_, by), is_village in sorted(
            zip(fallen, villages, strict=True), key=lambda each: each[0][1].player != first.player
        ):
            if is_village:
                yield from self.give_back("plunder", by.player, self.captured(by.player))
        if first.unit.can("Skirmish") and first.unit.is_here and not is_backlash:
            ends = self.single_moves(first.unit, first.unit.at)
            if ends:
                answers = [f"skirmish {write_place(end)}" for end in ends]
                answer = yield self.by_chance_or(first.player, False, [*answers, "-"])
                if answer != "-":
                    yield from self.enter(first.unit, read_place(answer.split()[1]), first.unit.at)
        return None

    def give_back(self, word: str, player: int, captured: list[Unit]) -> Asking:
        if captured:
            answers = [f"{word} {unit.name}" for unit in captured]
            answer = yield self.by_chance_or(player, False, [*answers, "-"])
            if answer != "-":
                self.unit(answer.split()[1]).place = RESERVES
        return None

    # --- 20 deploying and returning ------------------------------------------------------------------------------

    def deployments(self, player: int) -> list[str]:
        """20.2, 20.4, 6 Outrider"""
        found = []
        for unit in self.reserves(player):
            if unit.card.is_summoned:
                continue
            features = self.controlled(player)
            if unit.can("Outrider"):
                features = [place for place in self.features if place not in self.controlled(1 - player)]
            ends = {near for feature in features for near in self.neighbours(feature) if self.is_free(near)}
            found += [f"d {unit.name} {write_place(end)}" for end in sorted(ends)]
        return found

    def returns(self, unit: Unit) -> list[str]:
        """20.5"""
        own = [place for place in self.controlled(unit.owner) if place in (unit.at, *around(unit.at))]
        return [f"r {unit.name}"] if own else []

    # --- 21 muster ----------------------------------------------------------------------------------------------

    def muster(self, player: int) -> Asking:
        """21.1-21.4"""
        if self.options["muster"] == "off":
            return None
        for feature in self.controlled(player):
            types = {"Village": ("Minion",), "Township": ("Construct", "Mechanical")}.get(self.features[feature], ())
            answers = [
                f"muster {unit.name} {write_place(end)}"
                for unit in self.reserves(player)
                if unit.card.is_a(*types) and not unit.card.is_summoned
                for end in self.neighbours(feature)
                if self.is_free(end)
            ]
            if answers:
                answer = yield self.by_chance_or(player, False, [*answers, "-"])
                if answer != "-":
                    self.put(self.unit(answer.split()[1]), read_place(answer.split()[2]))
        return None

    # --- 22 daylight --------------------------------------------------------------------------------------------

    def daylight(self, unit: Unit) -> Asking:
        """22.1-22.4 Whether the unit survives."""
        red = unit.card.number("Daylight")
        gloom = unit.can("Gloom") or any(ally.can("Gloom") for ally in self.allies_near(unit))
        if red == 0 or unit.at in self.features or self.terrain[unit.at] == "Barrow" or gloom:
            return True
        side = self.tested(unit, "D")
        side.defence = yield from self.roll_pool("D", unit.card.defence)
        reds = yield from self.roll_pool("", red)
        side.rerolls = self.support(unit, unit.at, unit.owner)
        passed = yield from self.improve(side, "D", lambda: not self.beats(reds, side.defence))
        if not passed:
            yield from self.defeat(unit)
        return passed

    # --- 23 summoning -------------------------------------------------------------------------------------------

    def summonings(self, unit: Unit) -> list[str]:
        """23.1, 23.2"""
        if not unit.card.is_a("Mage", "Arcane"):
            return []
        return [
            f"s {unit.name} {each.name} {write_place(end)}"
            for each in self.reserves(unit.owner)
            if each.card.is_summoned
            for end in self.neighbours(unit.at)
            if self.is_free(end)
        ]

    def summon(self, summoner: Unit, unit: Unit, place: Place) -> Asking:
        """23.3-23.9"""
        side = self.tested(summoner, "O")
        side.off = yield from self.roll_pool("O", summoner.card.off)
        blue = yield from self.roll_pool("", unit.card.number("Summoning"))
        mages = [ally for ally in self.on_map(summoner.owner) if ally.card.is_a("Mage", "Arcane")]
        side.rerolls = len(mages) - 1 + (self.counts_as(summoner.at) == "Ruins")
        passed = yield from self.improve(side, "O", lambda: self.beats(side.off, blue))
        if passed:
            self.put(unit, place)
        elif blue.count(6) > side.off.count(6) and unit.card.off > 0:
            answer = yield self.by_chance_or(summoner.enemy, False, ["backlash", "-"])
            if answer == "backlash":
                yield from self.assault(unit, summoner, intended=place)
        return None

    # --- 27 notation --------------------------------------------------------------------------------------------

    def write(self) -> str:
        """27.7 A position at the start of a turn."""
        tiles = " ".join(
            f"{write_place(place)}:{self.terrain[place]}"
            + (f"+{self.features[place]}" if place in self.features else "")
            for place in sorted(self.terrain)
        )
        units = "; ".join(f"{unit.name} {unit.card.name} {self.write_state(unit)}" for unit in self.units)
        return f"{tiles} | {units} | {PLAYERS[self.mover]} {self.turn}"

    def write_state(self, unit: Unit) -> str:
        if not isinstance(unit.place, tuple):
            return unit.place
        return write_place(unit.place) + ("*" if unit.has_shot and unit.can("Slow reload") else "")

    def read(self, position: str) -> None:
        tiles, units, turn = position.split(" | ")
        for tile in tiles.split(" "):
            place, ground = tile.split(":")
            terrain, _, feature = ground.partition("+")
            self.terrain[read_place(place)] = terrain
            if feature:
                self.features[read_place(place)] = feature
        for words in units.split("; "):
            name, rest = words.split(" ", 1)
            card, place = rest.rsplit(" ", 1)
            unit = Unit(PLAYERS.index(name[0]), int(name[1:]), CARDS[card])
            unit.has_shot = place.endswith("*")
            unit.place = place if place in (RESERVES, CAPTURES) else read_place(place.rstrip("*"))
            self.units.append(unit)
        self.mover, self.turn = PLAYERS.index(turn[0]), int(turn[2:])


def around(place: Place) -> list[Place]:
    """1.2"""
    q, r = place
    return [(q + 1, r), (q, r + 1), (q - 1, r + 1), (q - 1, r), (q, r - 1), (q + 1, r - 1)]


def distance(one: Place, other: Place) -> int:
    """1.4"""
    dq, dr = one[0] - other[0], one[1] - other[1]
    return max(abs(dq), abs(dr), abs(dq + dr))


def write_place(place: Place) -> str:
    return f"{place[0]},{place[1]}"


def read_place(text: str) -> Place:
    q, r = text.split(",")
    return int(q), int(r)


def write_core(faction: Faction) -> str:
    return f"choose {', '.join(faction.core)} / {faction.tiles} / {faction.feature}"


def read_tiles(text: str) -> dict[str, int] | None:
    tiles: dict[str, int] = {}
    for part in text.split(", "):
        read = re.fullmatch(r"([1-9]) (\w+)", part)
        if read is None or read[2] not in TERRAINS or read[2] in tiles:
            return None
        tiles[read[2]] = int(read[1])
    return tiles


def win(player: int) -> tuple[float, float]:
    return (1.0, 0.0) if player == A else (0.0, 1.0)
