"""What is drawn once and used again: tiles, features, counters, dice, and the style. Everything lies around 0 0."""

from functools import cache

from casemate.games.pocket.art import (
    EMBLEMS,
    FEATURES,
    HALF,
    PATTERNS,
    SIDE,
    STAR,
    STONE,
    UNKNOWN_PATTERN,
)
from casemate.games.pocket.cards import CARDS
from casemate.games.pocket.ground import GROUNDS
from casemate.svg import Markup, circle, element, group, join, path, rect, text, use

DIE = 56
HEX = f"M0-{SIDE}L{HALF:.2f}-{SIDE / 2:g}V{SIDE / 2:g}L0 {SIDE}L-{HALF:.2f} {SIDE / 2:g}V-{SIDE / 2:g}z"
OCTAGON = "M-12.5-30h25l17.5 17.5v25l-17.5 17.5h-25l-17.5-17.5v-25z"
KINDS = ("pocket-a", "pocket-b")
Place = tuple[int, int]


@cache
def spot_at(place: Place) -> tuple[float, float]:
    """1.2 Where a place lies on the picture: q to the right, r down and half a tile to the right."""
    q, r = place
    return round(2 * HALF * (q + r / 2), 2), 1.5 * SIDE * r


def at(x: float, y: float) -> str:
    return f"translate({x:g} {y:g})"


# Terrain: a tone, and a pattern for those who do not see tones.


def ground_id(name: str) -> str:
    return "pocket-" + name.replace(" ", "-")


def draw_tile(terrain: str) -> Markup:
    return group(
        path(HEX, class_="ground"),
        path(HEX, class_=f"tone {terrain.lower()}"),
        path(PATTERNS.get(terrain, UNKNOWN_PATTERN), class_="pattern"),
        path(HEX, class_="edge"),
        id=ground_id(terrain),
        class_="pocket-tile",
    )


# Features: they stand in the upper half of the tile, so that a counter leaves them to be seen.


def draw_feature(name: str) -> Markup:
    solid, lines = FEATURES.get(name, STONE)
    return group(
        path(solid, class_="solid"),
        path(lines, class_="lines") if lines else "",
        id=ground_id(name),
        class_="pocket-feature",
    )


# Counters: the first player's are round and pale, the second's eight-sided and dark. Each card has an emblem.


def emblem_id(card: str) -> str:
    return "pocket-" + card.replace(" ", "-")


def draw_emblem(card: str) -> Markup:
    solid, lines = EMBLEMS.get(card, STAR)
    return group(
        path(solid, class_="full", fill_rule="evenodd") if solid else "",
        path(lines, class_="thin") if lines else "",
        id=emblem_id(card),
        class_="pocket-emblem",
    )


def draw_counter_base(player: int) -> Markup:
    if player == 0:
        shape = (circle(0, 4, 30, class_="shade"), circle(0, 0, 30, class_="top"), circle(0, 0, 26, class_="rim"))
    else:
        shape = (
            path(OCTAGON, class_="shade", transform="translate(0 4)"),
            path(OCTAGON, class_="top"),
            path(OCTAGON, class_="rim", transform="scale(.88)"),
        )
    return group(*shape, id=f"pocket-counter{player}", class_=KINDS[player])


def draw_marked() -> Markup:
    """The sign of a Slow reload: an hourglass."""
    return group(
        circle(0, 0, 10, class_="plate"),
        path("M-4-6h8M-4 6h8M-3-6c0 4 6 8 6 12M3-6c0 4-6 8-6 12", class_="glass"),
        id="pocket-reload",
        class_="pocket-reload",
    )


# Dice: red ones with round pips attack, blue ones with cut corners and square pips defend.

PIPS = {
    1: ((0, 0),),
    2: ((-1, 1), (1, -1)),
    3: ((-1, 1), (0, 0), (1, -1)),
    4: ((-1, -1), (-1, 1), (1, -1), (1, 1)),
    5: ((-1, -1), (-1, 1), (1, -1), (1, 1), (0, 0)),
    6: ((-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)),
}
CUT = "M-17-28h34l11 11v34l-11 11h-34l-11-11v-34z"


def draw_die(kind: str, face: int) -> Markup:
    """Face 0 is a die that is still rolling."""
    spots = [(15 * x, 15 * y) for x, y in PIPS.get(face, ())]
    if kind == "O":
        body = rect(-28, -28, DIE, DIE, rx=11, class_="body")
        pips = [circle(x, y, 5.6, class_="pip") for x, y in spots]
    else:
        body = path(CUT, class_="body")
        pips = [path(f"M{x} {y - 7}l7 7-7 7-7-7z", class_="pip") for x, y in spots]
    if face == 0:
        pips = [path("M-8-7a8 8 0 1 1 11 8q-3 2-3 6M0 14v.1", class_="rolling")]
    return group(body, *pips, id=f"pocket-{kind}{face}", class_=f"pocket-die-{kind}")


# Marks.

MARKS = (
    path(HEX, id="pocket-mark-place", transform="scale(.9)"),
    circle(0, 2, 36, id="pocket-mark-unit"),
    rect(-31, -31, 62, 62, rx=13, id="pocket-mark-die"),
)


@cache
def draw_backdrop() -> Markup:
    """Everything that is used again; the ground itself grows with the map and is a part of the layer."""
    return element(
        "defs",
        *(draw_tile(ground.name) for ground in GROUNDS.terrains),
        *(draw_feature(ground.name) for ground in GROUNDS.features),
        *(draw_emblem(card.name) for card in CARDS),
        *(draw_counter_base(player) for player in (0, 1)),
        *(draw_die(kind, face) for kind in "OD" for face in range(7)),
        draw_marked(),
        *MARKS,
    )


@cache
def draw_counter(name: str, card: str, off: int, defence: int, words: str = "") -> Markup:
    """4.1 A unit: its emblem and name, its red dice at the left and its blue ones at the right."""
    player = "AB".index(name[:1])
    reds = [rect(-24.5, y - 3.5, 7, 7, rx=1.5, class_="off") for y in column(off)]
    blues = [path(f"M20.5 {y - 4.8:g}l4.8 4.8-4.8 4.8-4.8-4.8z", class_="def") for y in column(defence)]
    return join(
        [
            use(f"pocket-counter{player}"),
            use(emblem_id(card), transform="translate(0 -6) scale(.86)", class_="emblem"),
            *reds,
            *blues,
            text(name or words, 0, 23, class_="number"),
        ]
    )


def column(count: int) -> list[float]:
    return [-4 + 10 * (n - (count - 1) / 2) for n in range(count)]


STYLE = """
.pocket-paper{fill:var(--paper)}
.pocket-table{fill:var(--sheet);fill-opacity:.45;stroke:var(--line);stroke-opacity:.5;stroke-width:2}
.pocket-tile .ground{fill:var(--sheet)}
.pocket-tile .tone{fill-opacity:.26}
.pocket-tile .edge{fill:none;stroke:var(--rim);stroke-width:3;stroke-linejoin:round}
.pocket-tile .pattern{fill:none;stroke:var(--faded);stroke-opacity:.62;stroke-width:1.8;stroke-linecap:round}
.pocket-tile .plains{fill:#b7a55c;fill-opacity:.16}
.pocket-tile .water{fill:#3f82ad;fill-opacity:.42}
.pocket-tile .marsh{fill:#5f7d43;fill-opacity:.4}
.pocket-tile .ice{fill:#9fd3e6;fill-opacity:.34}
.pocket-tile .stonework{fill:#7c766c;fill-opacity:.3}
.pocket-tile .barrow{fill:#77568a;fill-opacity:.28}
.pocket-site{fill:var(--sheet);fill-opacity:.72}
.pocket-site-edge{fill:none;stroke:var(--rim);stroke-width:4.5;stroke-linejoin:round}
.pocket-feature .solid{fill:var(--faded);stroke:var(--faded);stroke-width:1.5;stroke-linejoin:round}
.pocket-feature .lines{fill:none;stroke:var(--sheet);stroke-width:2.6;stroke-linecap:round;stroke-linejoin:round}
.casemate .pocket-places text{font-size:13px;fill:var(--faded);text-anchor:middle;font-weight:600}
.pocket-places text{paint-order:stroke;stroke:var(--sheet);stroke-width:4;stroke-opacity:.75}
.pocket-empty{fill:none;stroke:var(--line);stroke-width:2;stroke-dasharray:7 7}
.pocket-a .top{fill:var(--pale)}
.pocket-a .shade{fill:var(--pale-shade);stroke:var(--pale-edge);stroke-width:2}
.pocket-a .top{stroke:var(--pale-edge);stroke-width:2}
.pocket-a .rim{fill:none;stroke:var(--pale-shade);stroke-width:1.5}
.casemate .pocket-a .number{fill:var(--pale-edge)}
.pocket-b .top{fill:var(--dark);stroke:var(--dark-edge);stroke-width:2}
.pocket-b .shade{fill:var(--dark-shade);stroke:var(--dark-edge);stroke-width:2}
.pocket-b .rim{fill:none;stroke:var(--dark-mark);stroke-opacity:.45;stroke-width:1.5}
.casemate .pocket-b .number{fill:var(--dark-mark)}
.pocket-emblem .full{stroke:none}
.pocket-emblem .thin{fill:none;stroke-width:3;stroke-linecap:round;stroke-linejoin:round}
.pocket-a .emblem{fill:var(--pale-edge);stroke:var(--pale-edge)}
.pocket-b .emblem{fill:var(--dark-mark);stroke:var(--dark-mark)}
.casemate .number{font-size:15px;font-weight:700;text-anchor:middle}
.pocket-a .off{fill:#b3261e}
.pocket-a .def{fill:#1f5f99}
.pocket-b .off{fill:#ff8a73}
.pocket-b .def{fill:#82c0f5}
.pocket-reload .plate{fill:var(--sheet);stroke:var(--trail);stroke-width:2}
.pocket-reload .glass{fill:none;stroke:var(--trail);stroke-width:2;stroke-linecap:round}
.pocket-die-O .body{fill:#a8322a;stroke:#5d1512;stroke-width:2}
.pocket-die-D .body{fill:#2b5f92;stroke:#12304d;stroke-width:2}
.pocket-die-O .pip,.pocket-die-D .pip{fill:#fffdf6}
.pocket-die-O .rolling,.pocket-die-D .rolling{fill:none;stroke:#fffdf6;stroke-width:5.5;stroke-linecap:round}
.pocket-strip{fill:var(--iron);stroke:var(--rim);stroke-width:2}
.pocket-strip-turn{fill:none;stroke:var(--trail);stroke-width:4}
.casemate .pocket-head{font-size:21px;font-weight:700;fill:var(--engraved)}
.casemate .pocket-tray{font-size:15px;fill:var(--engraved);fill-opacity:.85}
.casemate .pocket-names{font-size:12px;fill:var(--engraved);text-anchor:middle}
.pocket-divide{stroke:var(--engraved);stroke-opacity:.35;stroke-width:2}
.pocket-held{fill:var(--engraved);stroke:var(--engraved);stroke-width:2;stroke-linejoin:round}
.pocket-unheld{fill:none;stroke:var(--engraved);stroke-opacity:.5;stroke-width:2;stroke-linejoin:round}
.casemate .pocket-key{font-size:13.5px}
.casemate .pocket-key .name{font-weight:700}
.casemate .pocket-key .effect{fill:var(--faded)}
.pocket-pole{stroke:var(--rim);stroke-width:3;stroke-linecap:round}
.casemate .pocket-status{font-size:23px;font-weight:700}
.casemate .pocket-task{font-size:19px;fill:var(--ink)}
.casemate .pocket-die-name{font-size:15px;fill:var(--faded);text-anchor:middle;font-weight:600}
.pocket-chip{fill:var(--sheet);stroke-width:2.5}
.pocket-chip-O{stroke:#b3261e}
.pocket-chip-D{stroke:#3f7fb8}
.pocket-chip-R{stroke:var(--mark)}
.casemate .pocket-chips text{font-size:16px;font-weight:700;text-anchor:middle}
.pocket-panel{fill:var(--sheet);stroke:var(--line);stroke-width:2}
.pocket-trail{fill:none;stroke:var(--trail);stroke-width:5;stroke-linecap:round;stroke-dasharray:1 11}
.pocket-trail-end{fill:none;stroke:var(--trail);stroke-width:4}
.pocket-aim{fill:none;stroke:var(--trail);stroke-width:6;stroke-dasharray:12 7}
.pocket-aim-rim{fill:none;stroke:var(--sheet);stroke-width:11;stroke-opacity:.85}
.pocket-aim-head{fill:var(--trail);stroke:var(--sheet);stroke-width:2}
.pocket-flag0{fill:var(--pale);stroke:var(--pale-edge);stroke-width:2}
.pocket-flag1{fill:var(--dark);stroke:var(--dark-edge);stroke-width:2}
.casemate .pocket-card{font-size:12px;text-anchor:middle}
.pocket-ring{fill:none;stroke:var(--mark);stroke-width:5;visibility:hidden}
.next+.pocket-ring{visibility:visible;stroke-opacity:.4}
[aria-label$="can be touched"]+.pocket-ring{visibility:visible;stroke-opacity:1}
.held+.pocket-ring{visibility:visible;stroke-opacity:1;stroke-width:6}
.pocket-mark{fill:none;stroke:var(--mark);stroke-width:4}
.ends .casemate .pocket-card{font-size:12px;text-anchor:middle}
.pocket-ring{fill:none;stroke:var(--mark);stroke-width:5;visibility:hidden}
.next+.pocket-ring{visibility:visible;stroke-opacity:.4}
[aria-label$="can be touched"]+.pocket-ring{visibility:visible;stroke-opacity:1}
.held+.pocket-ring{visibility:visible;stroke-opacity:1;stroke-width:6}
.pocket-mark{fill:var(--mark);fill-opacity:.25;stroke-width:6}
"""
