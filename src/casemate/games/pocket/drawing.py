"""What is drawn once and used again: tiles, features, counters, dice, and the style. Everything lies around 0 0."""

from collections.abc import Mapping
from functools import cache
from math import sqrt

from casemate.svg import Markup, circle, element, group, join, path, rect, text, use

SIDE = 64  # of a hexagon, which stands on a corner
HALF = SIDE * sqrt(3) / 2  # from its middle to the middle of an edge
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


def width_at(y: float, margin: float = 7) -> float:
    """How far a hexagon reaches to the side at a height."""
    return min(HALF, (SIDE - abs(y)) * sqrt(3)) - margin


def waves() -> str:
    """Lines of waves from edge to edge."""
    lines = []
    for y in (-44, -28, -12, 4, 20, 36):
        steps = int(2 * width_at(y) // 20)
        lines.append(f"M{-10 * steps} {y}" + "".join(("q5-6 10 0t10 0") for _ in range(steps)))
    return "".join(lines)


def bricks() -> str:
    """Courses of stones."""
    lines = []
    rows = range(-48, 64, 16)
    for n, y in enumerate(rows):
        if -60 < y < 60:
            side = width_at(y, 1)
            lines.append(f"M{-side:.1f} {y}H{side:.1f}")
        shift = 0 if n % 2 else 16
        for x in range(-64 + shift, 65, 32):
            top = max(y - 16, -SIDE + abs(x) / sqrt(3) + 1)
            bottom = min(y, SIDE - abs(x) / sqrt(3) - 1)
            if bottom - top > 3 and abs(x) < HALF - 2:
                lines.append(f"M{x} {top:.1f}V{bottom:.1f}")
    return "".join(lines)


TUFTS = ((-30, -24), (4, -42), (32, -18), (-40, 12), (40, 20), (-20, 38), (18, 44), (-4, -6))
PATTERNS: Mapping[str, str] = {
    "Plains": "".join(f"M{x - 5} {y - 5}l3 7M{x} {y - 8}v10M{x + 5} {y - 5}l-3 7" for x, y in TUFTS),
    "Water": waves(),
    "Marsh": "".join(
        f"M{x - 12} {y}h24M{x - 4} {y - 4}v-9M{x + 2} {y - 4}v-14M{x + 8} {y - 4}v-7M{x - 6} {y + 5}h12"
        for x, y in ((-26, -20), (22, -30), (30, 14), (-30, 24), (0, 42), (0, -48), (-2, 0))
    ),
    "Ice": "M-52-10L-20-20L-8-52M-20-20L-4 6L-30 26L-52 22M-30 26L-22 48M-4 6L30-6L52-24M30-6L26-40M30-6L38 24L16 50M38 24L54 22",
    "Stonework": bricks(),
    "Barrow": "".join(
        f"M{x - 20} {y}a20 18 0 0 1 40 0zM{x - 4} {y}v-7h8v7" for x, y in ((-24, -14), (24, -24), (26, 24), (-20, 36))
    )
    + "M-46 8h16M-6 6h14M-8 52h16",
}


def draw_tile(terrain: str) -> Markup:
    return group(
        path(HEX, class_="ground"),
        path(HEX, class_=f"tone {terrain.lower()}"),
        path(PATTERNS[terrain], class_="pattern"),
        path(HEX, class_="edge"),
        id=f"pocket-{terrain}",
        class_="pocket-tile",
    )


# Features: they stand in the upper half of the tile, so that a counter leaves them to be seen.


def conifer(x: float, y: float, size: float = 1) -> str:
    return (
        f"M{x} {y - 30 * size:g}l{9 * size:g} {13 * size:g}h{-4 * size:g}l{7 * size:g} {11 * size:g}h{-9 * size:g}v{6 * size:g}"
        f"h{-6 * size:g}v{-6 * size:g}h{-9 * size:g}l{7 * size:g} {-11 * size:g}h{-4 * size:g}z"
    )


def house(x: float, y: float, w: float, h: float, roof: float) -> str:
    return f"M{x - w / 2:g} {y}v{-h}l{-4} 0l{w / 2 + 4:g} {-roof}l{w / 2 + 4:g} {roof}h-4v{h}z"


FEATURES: Mapping[str, tuple[str, str]] = {  # what is solid, and the lines on it
    "Forest": (
        "".join(conifer(x, y, size) for x, y, size in ((-36, -8, 1), (-12, -22, 1.1), (14, -24, 1.15), (37, -6, 1))),
        "",
    ),
    "Highland": (
        "M-50-6L-22-44L-6-22L12-54L50-6z",
        "M-29-34l6 6 5-4 5 7M4-42l7 9 6-6 6 10M-34-6l8-12M22-8l-8-14",
    ),
    "Village": (
        house(-26, -10, 28, 14, 16) + house(24, -8, 32, 16, 18) + house(-2, -28, 22, 12, 13),
        "M-30-10v-8h8v8M20-8v-9h8v9M-4-28v-7h6v7",
    ),
    "Township": (
        "M-46-6v-24h22v-8l12-13 12 13v14h10v-26h7v10h5v-10h7v26h17v18z",
        "M-38-22h6M-38-14h6M-17-28v-6a5 5 0 0 1 10 0v6zM8-6v-9h10v9M30-18h8M-22-6v-10M-2-6v-10",
    ),
    "Fortress": (
        "M-46-6v-34h8v6h7v-6h8v14h10v-26h7v6h12v-6h7v26h10v-14h8v6h7v-6h8v34z",
        "M-7-6v-9a7 7 0 0 1 14 0v9M-36-24v8M36-24v8M-5-32h10",
    ),
    "Ruins": (
        "M-44-6v-36h12v36zM-24-6v-22l6-6 6 4v24zM12-6v-40h12v40zM32-6v-16l8 4v12zM-50-6h100v5h-100zM-48-46h20v4h-20zM8-50h34v5h-34z",
        "M-38-40v32M18-44v36M-18-28v20",
    ),
}


def draw_feature(name: str) -> Markup:
    solid, lines = FEATURES[name]
    return group(
        path(solid, class_="solid"),
        path(lines, class_="lines") if lines else "",
        id=f"pocket-{name}",
        class_="pocket-feature",
    )


# Counters: the first player's are round and pale, the second's eight-sided and dark. Each card has an emblem.

EYES = "M-6-2a2.6 2.6 0 1 0 .01 0zM6-2a2.6 2.6 0 1 0 .01 0z"
EMBLEMS: Mapping[str, tuple[str, str]] = {  # solid, lines
    "Guild Hand": ("", "M-9 11L3-1M4-13a7.5 7.5 0 1 0 9 9l-6 1-4-4z"),
    "Brass Trooper": ("M-10-8h20v15h-20zM-7-4v5h5v-5zM2-4v5h5v-5zM-5 9h10v4h-10z", "M0-8v-5"),
    "Boiler Rifle": ("M-11 3a6 6 0 1 0 12 0a6 6 0 1 0-12 0zM-14 8l5-3 3 5-5 3z", "M-4 1L13-9M3 3l3 5"),
    "Rivet Hound": ("M-14-5l4 3h12l3-4v-7l4 4h5v4l-4 2-2 5v10h-4l-1-7h-7l-2 7h-4v-9l-3-4z", ""),
    "Forge Adept": ("M-13-9h18c5 0 8-1 8-1v5c-4 1-8 3-8 6l-2 3v2h6v5h-18v-5h6v-2c-6-1-9-6-10-13z", ""),
    "Brass Colossus": ("M-5-14h10v7h9v13h-4v-7h-3v15h-5v-8h-4v8h-5v-15h-3v7h-4v-13h9z", ""),
    "Gyro Scout": ("M-8 5a8 6.5 0 1 0 16 0a8 6.5 0 1 0-16 0zM8 3l6-4v7z", "M-13-9h26M0-9v8"),
    "Siege Mortar": ("M-6 5L3-13l9 4L4 10zM-13 9h26v4h-26zM-11-8a4 4 0 1 0 8 0a4 4 0 1 0-8 0z", ""),
    "Bramble Imp": ("M-8-3l-4-10 7 5h10l7-5-4 10c0 9-4 15-8 15s-8-6-8-15z" + EYES, ""),
    "Antler Guard": (
        "M-8 0h16v6c0 5-5 7-8 9-3-2-8-4-8-9z",
        "M-3 0c-6-2-9-7-8-13M-10-7l-4-1M-9-4l5-5M3 0c6-2 9-7 8-13M10-7l4-1M9-4l-5-5",
    ),
    "Thorn Archer": ("M7-5l7 5-7 5z", "M-5-13c12 6 12 20 0 26zM-13 0h21"),
    "Mire Wolf": ("M-11-13l7 5h8l7-5v11l-5 6-6 10-6-10-5-6zM-6-3l5 3-4 1zM6-3l-5 3 4 1z", ""),
    "Root Speaker": (
        "M0-14c6 2 8 7 5 11h-10c-3-4-1-9 5-11z",
        "M0-4V2M0 2c-2 5-7 5-11 11M0 2c2 5 7 5 11 11M0 2v11",
    ),
    "Elder Oak": ("M-13-1a7 7 0 0 1 4-11a9 7 0 0 1 18 0a7 7 0 0 1 4 11c-2 4-6 3-8 2l-1 6 4 7h-16l4-7-1-6c-2 1-6 2-8-2z", ""),
    "Reed Stalker": ("M-9-9h4v10h-4zM-2-14h4v10h-4zM5-7h4v10h-4z", "M-7 0v13M0-5v18M7 2v11M0 9l-12-6M0 9l12-4"),
    "Stag Rider": (
        "M-5-2l5-2 5 2 4-2-3 6-2 2-1 6-3 4-3-4-1-6-2-2-3-6z",
        "M-3-3c-6-1-9-4-9-11M-11-8l5-1M3-3c6-1 9-4 9-11M11-8l-5-1",
    ),
    "Bone Thrall": ("M-11-3a11 11 0 0 1 22 0c0 4-2 6-4 7v8h-14v-8c-2-1-4-3-4-7z" + EYES + "M0 3l2 4h-4z", ""),
    "Barrow Guard": ("", "M-11-12L9 9M11-12L-9 9M-12 6l6 6M12 6l-6 6M9 9l4 4M-9 9l-4 4"),
    "Crypt Slinger": ("M5-9a5 5 0 1 0 10 0a5 5 0 1 0-10 0z", "M-11 13C-4 4-1-6 6-9M-11 13C0 10 8 4 12-5"),
    "Night Duke": ("M-13-9l6 7 7-11 7 11 6-7-2 17h-22zM-11 10h22v4h-22z", ""),
    "Gravecaller": ("M0-13c8 0 9 7 9 12l4 7h-26l4-7c0-5 1-12 9-12zM-4 9a4 4 0 1 0 8 0z", "M0-13v-1"),
    "Wailing Shade": ("M-10 13v-15a10 11 0 0 1 20 0v15l-5-4-5 4-5-4z" + EYES + "M0 3a2 3 0 1 0 .01 0z", ""),
    "Carrion Bat": (
        "M0-5l3-5 2 5c4-2 8-2 10-5 0 9-2 13-5 15-2-3-4-3-6-1l-4 7-4-7c-2-2-4-2-6 1-3-2-5-6-5-15 2 3 6 3 10 5l2-5z",
        "",
    ),
    "Bone Giant": (
        "M-7-11a4 4 0 1 0-4 7a4 4 0 0 0 3 1L3 8a4 4 0 1 0 8 3a4 4 0 1 0-1-8L-2-8a4 4 0 0 0-5-3z",
        "M9-11a4 4 0 1 1 2 6L-6 9a4 4 0 1 1-3-4z",
    ),
    "Crag Runner": ("M2-11a3.5 3.5 0 1 0 7 0a3.5 3.5 0 1 0-7 0z", "M3-5L-1 3l6 4-1 7M-1 3l-4 5h-7M3-5l-8 0-4 5M3-5l4 5h6"),
    "Pass Warden": ("M-11-13h22v14c0 7-6 10-11 13-5-3-11-6-11-13zM-2-9v6h-5v4h5v9h4v-9h5v-4h-5v-6z", ""),
    "Crag Crossbow": ("M0-14l4 6h-8z", "M0 13V-9M-13-1c4-6 9-7 13-7s9 1 13 7M-13-1L0 5L13-1"),
    "Gryphon Rider": ("M-14-11c9 0 15 3 19 9l9-4c-1 6-4 9-8 10 0 6-5 10-10 10 2-2 3-5 2-7-7-1-11-9-12-18z", ""),
    "Storm Sage": ("M4-15l-13 17h8l-4 13 14-18h-8z", ""),
    "Banner Captain": ("M-8-13h20l-6 7 6 7h-20z", "M-9-14v28"),
    "Frost Drake": (
        "",
        "M0-14v28M-12-7l24 14M-12 7l24-14M-4-12l4 4 4-4M-4 12l4-4 4 4M-12-2l5-2-1-5M12-2l-5-2 1-5M-12 2l5 2-1 5M12 2l-5 2 1 5",
    ),
    "War Mammoth": ("M-14 12v-13c0-7 5-11 12-11 8 0 12 4 12 12 0 5 1 7 4 7v4c-6 0-8-3-8-8h-2v9h-5v-6h-7v6z", "M7 3c0 4 2 5 5 3"),
}


def emblem_id(card: str) -> str:
    return "pocket-" + card.replace(" ", "-")


def draw_emblem(card: str) -> Markup:
    solid, lines = EMBLEMS[card]
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
    rect(-34, -34, 68, 68, rx=14, id="pocket-mark-die"),
)


@cache
def draw_backdrop() -> Markup:
    """Everything that is used again; the ground itself grows with the map and is a part of the layer."""
    return element(
        "defs",
        *(draw_tile(terrain) for terrain in PATTERNS),
        *(draw_feature(name) for name in FEATURES),
        *(draw_emblem(card) for card in EMBLEMS),
        *(draw_counter_base(player) for player in (0, 1)),
        *(draw_die(kind, face) for kind in "OD" for face in range(7)),
        draw_marked(),
        *MARKS,
    )


@cache
def draw_counter(name: str, card: str, off: int, defence: int) -> Markup:
    """4.1 A unit: its emblem and name, its red dice at the left and its blue ones at the right."""
    player = "AB".index(name[0])
    reds = [rect(-24.5, y - 3.5, 7, 7, rx=1.5, class_="off") for y in column(off)]
    blues = [path(f"M20.5 {y - 4.8:g}l4.8 4.8-4.8 4.8-4.8-4.8z", class_="def") for y in column(defence)]
    return join(
        [
            use(f"pocket-counter{player}"),
            use(emblem_id(card), transform="translate(0 -6) scale(.86)", class_="emblem"),
            *reds,
            *blues,
            text(name, 0, 23, class_="number"),
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
.pocket-tile .pattern{fill:none;stroke:var(--faded);stroke-opacity:.62;stroke-width:1.8;stroke-linecap:round;stroke-linejoin:round}
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
.casemate .pocket-places text{paint-order:stroke;stroke:var(--sheet);stroke-width:4;stroke-opacity:.75;font-size:13px;fill:var(--faded);text-anchor:middle;font-weight:600}
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
.casemate .pocket-small{font-size:17px;fill:var(--faded)}
.casemate .pocket-die-name{font-size:15px;fill:var(--faded);text-anchor:middle;font-weight:600}
.casemate .pocket-end{text-anchor:end}
.casemate .pocket-mid{text-anchor:middle}
.pocket-chip{fill:var(--sheet);stroke-width:2.5}
.pocket-chip-O{stroke:#b3261e}
.pocket-chip-D{stroke:#3f7fb8}
.pocket-chip-R{stroke:var(--mark)}
.casemate .pocket-chips text{font-size:16px;font-weight:700;text-anchor:middle}
.pocket-decides{fill:none;stroke:var(--mark);stroke-width:3}
.pocket-panel{fill:var(--sheet);stroke:var(--line);stroke-width:2}
.pocket-trail{fill:none;stroke:var(--trail);stroke-width:5;stroke-linecap:round;stroke-linejoin:round;stroke-dasharray:1 11}
.pocket-trail-end{fill:none;stroke:var(--trail);stroke-width:4}
.pocket-aim{fill:none;stroke:var(--trail);stroke-width:6;stroke-dasharray:12 7}
.pocket-aim-rim{fill:none;stroke:var(--sheet);stroke-width:11;stroke-opacity:.85}
.pocket-aim-head{fill:var(--trail);stroke:var(--sheet);stroke-width:2}
.pocket-flag0{fill:var(--pale);stroke:var(--pale-edge);stroke-width:2}
.pocket-flag1{fill:var(--dark);stroke:var(--dark-edge);stroke-width:2}
.pocket-mark{fill:none;stroke:var(--mark);stroke-width:4}
.ends .pocket-mark{fill:var(--mark);fill-opacity:.25;stroke-width:6}
"""
