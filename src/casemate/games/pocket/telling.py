"""Units, ground and positions in words."""

from functools import cache

from casemate.games.pocket.cards import CARDS, Card
from casemate.games.pocket.ground import BALKS, DICE, GROUNDS, NO_HAZARD, Ground
from casemate.games.pocket.scene import CAPTURES, RESERVES, Piece, Scene, Side, Tile

PLAYERS = "AB"
CARD = {card.name: card for card in CARDS}
GROUND = {ground.name: ground for ground in GROUNDS.all}


# --- what is printed ------------------------------------------------------------------------------------------------


@cache
def tell_hazard(name: str) -> str:
    """15 What happens to those who move there, in a few words."""
    ground = GROUND[name]
    told = []
    if ground.must_stop:
        told.append("must stop")
    if ground.failure != NO_HAZARD:
        told.append(f"DV {ground.dv} or {'balk' if ground.failure == BALKS else 'defeat'}")
    who = f"{' or '.join(ground.only)}: " if ground.only else ""
    return who + ", ".join(told)


@cache
def tell_effect(name: str) -> str:
    """2.2, 3.3 What else the ground does, in a few words."""
    ground = GROUND[name]
    told = [tell_bump(ground)] if ground.bump else []
    if ground.musters:
        told.append(f"musters {'/'.join(ground.musters)}")
    for is_so, words in (
        (ground.is_plundered, "plunder"),
        (ground.cuts_support, "no support for its foe"),
        (ground.is_dark, "no daylight tests"),
    ):
        if is_so:
            told.append(words)
    return "; ".join(told)


def tell_bump(ground: Ground) -> str:
    words = f"{DICE[ground.bump_of]} +{ground.bump}"
    if ground.bump_for:
        words += f" for {', '.join(ground.bump_for)}"
    if ground.bump_from > 1:
        words += f" at distance {ground.bump_from}+"
    if ground.bump_not_against:
        words += f" if the foe is on no {ground.bump_not_against}"
    return words


@cache
def tell_card(name: str) -> str:
    """4.1 What is on a unit's card, in a line."""
    card: Card = CARD[name]
    dice = [
        f"{kind} {count}{''.join(f'(+{bump})' for bump in bumps)}"
        for kind, count, bumps in (("OFF", card.off, card.off_bumps), ("DEF", card.defence, card.def_bumps))
    ]
    numbers = [f"{word} {number}" for word, number in card.numbers.items()]
    favoured = [f"favours {card.favoured}"] if card.favoured else []
    return ", ".join(
        [f"{name} ({', '.join(card.types)})" if card.types else name, *dice, *numbers, *card.abilities, *favoured]
    )


# --- the position ---------------------------------------------------------------------------------------------------


def write_place(place: tuple[int, int]) -> str:
    return f"{place[0]},{place[1]}"


def describe(scene: Scene) -> str:
    """The position as one would tell it to somebody who cannot see it."""
    told = [f"{scene.status}. {scene.task}."]
    if scene.tiles:
        told.append("Tiles: " + ", ".join(map(tell_tile, scene.tiles)) + ".")
    for player in (0, 1):
        told += tell_player(scene, player)
    told += [tell_side(side) for side in scene.sides]
    return "\n".join(told)


def tell_tile(tile: Tile) -> str:
    return f"{write_place(tile.place)} {tile.feature or tile.terrain}"


def tell_player(scene: Scene, player: int) -> list[str]:
    """4.6 On the map, in the reserves, captured."""
    name = PLAYERS[player]
    mine = [piece for piece in scene.pieces if piece.player == player]
    if not mine:
        return [f"{name}'s force is hidden or not yet chosen."]
    here = [f"{tell_piece(each)} on {write_place(each.where)}" for each in mine if not isinstance(each.where, str)]
    reserves = [tell_piece(each) for each in mine if each.where == RESERVES]
    lost = [tell_piece(each) for each in mine if each.where == CAPTURES]
    held = [tell_tile(tile) for tile in scene.tiles if scene.holder(tile) == player]
    return [
        f"{name} on the map: {', '.join(here) or 'nobody'}. In reserve: {', '.join(reserves) or 'nobody'}.",
        f"Captured by {PLAYERS[1 - player]}: {', '.join(lost) or 'nobody'}.",
        f"{name} controls {', '.join(held) or 'no feature'}.",
    ]


def tell_piece(piece: Piece) -> str:
    return f"{piece.name} {piece.card}{' (reloading)' if piece.reloads else ''}"


def tell_side(side: Side) -> str:
    """The dice of a side, and what it may still use."""
    told = []
    for kind, dice, bumps in (("OFF", side.off, side.off_bumps), ("DEF", side.defence, side.def_bumps)):
        if dice or bumps:
            faces = " ".join(str(face or "?") for face in dice) or "no dice"
            told.append(f"{kind} {faces}" + (f" with {tell_bumps(bumps)}" if bumps else ""))
    if side.rerolls:
        told.append(f"{side.rerolls} re-roll{'s' if side.rerolls > 1 else ''}")
    return f"{side.name or PLAYERS[side.player]}: {', '.join(told) or 'no dice yet'}."


def tell_bumps(bumps: tuple[int, ...]) -> str:
    return "bump" + ("s " if len(bumps) > 1 else " ") + ", ".join(f"+{bump}" for bump in bumps)


def label(scene: Scene) -> dict[str, str]:
    """What is to be said of each spot."""
    labels = {card.name: tell_card(card.name) for card in CARDS} if scene.is_choosing else {}
    for tile in scene.tiles:
        name = tile.feature or tile.terrain
        piece = scene.unit_at(tile.place)
        words = [name, tell_hazard(name), tell_effect(name), f"here stands {piece.name}" if piece else ""]
        labels[write_place(tile.place)] = "; ".join(word for word in words if word)
    for place in scene.sites:
        labels[write_place(place)] = f"empty: the {scene.drawn} tile can be laid here"
    for piece in scene.pieces:
        labels[piece.name] = f"{tell_card(piece.card)}; {tell_where(piece)}"
    for side in scene.sides:
        if side.decides:
            for kind, dice in (("O", side.off), ("D", side.defence)):
                for n, face in enumerate(dice, 1):
                    labels[f"{kind}{n}"] = f"{side.name}'s {'OFF' if kind == 'O' else 'DEF'} die, showing {face}"
    return labels


def tell_where(piece: Piece) -> str:
    if not isinstance(piece.where, str):
        return f"on {write_place(piece.where)}{', may not assault: slow reload' if piece.reloads else ''}"
    return "in reserve" if piece.where == RESERVES else f"captured by {PLAYERS[1 - piece.player]}"
