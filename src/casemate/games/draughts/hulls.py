"""The ships as seen from above, drawn once around 0 0 with the bow up, and the other small pictures of the chart.

White is pale, Black dark with a pale edge. A type that has no drawing of its own sails as a plain steamer.
"""

from casemate.games.draughts.ships import TYPES
from casemate.svg import Markup, circle, element, group, path, rect

KINDS = ("draughts-white", "draughts-black")

RAM_BOW = (
    "M0-45C3-38 5-36 8-29C14-16 16-4 16 8C16 24 12 34 7 40"
    "Q0 45-7 40C-12 34-16 24-16 8C-16-4-14-16-8-29C-5-36-3-38 0-45z"
)
BROAD = (
    "M0-43C4-36 8-31 12-24C18-13 19-2 19 8C19 24 14 34 9 39"
    "Q0 44-9 39C-14 34-19 24-19 8C-19-2-18-13-12-24C-8-31-4-36 0-43z"
)
SLIM = "M0-44C8-32 12-16 12 2C12 20 9 32 6 40Q0 43-6 40C-9 32-12 20-12 2C-12-16-8-32 0-44z"
LOW = "M0-42C9-32 15-18 15 0S9 32 0 42C-9 32-15 18-15 0S-9-32 0-42z"
ROUND = "M0-40C10-36 17-22 17-6V22C17 34 12 40 0 40S-17 34-17 22V-6C-17-22-10-36 0-40z"


def turret(y: float, x: float = 0, guns: int = 2, r: float = 8.5) -> list[Markup]:
    """A closed turret, its barrels ahead."""
    barrels = f"M{x - 3:g} {y - r + 2:g}v-9M{x + 3:g} {y - r + 2:g}v-9" if guns == 2 else f"M{x:g} {y - r + 2:g}v-9"
    return [path(barrels, class_="gun"), circle(x, y, r, class_="top"), circle(x, y, r / 3, class_="dim")]


def barbette(y: float, x: float = 0, turned: float = 0, r: float = 6) -> list[Markup]:
    """An open ring with the gun in it."""
    where = f"translate({x:g} {y:g}) rotate({turned:g})"
    return [group(circle(0, 0, r, class_="deck"), path("M0 3v-13", class_="gun"), transform=where)]


def funnel(y: float, x: float = 0) -> list[Markup]:
    return [element("ellipse", cx=x or None, cy=y, rx=4.2, ry=5.6, class_="dim")]


def mast(y: float, width: float = 0) -> list[Markup]:
    """With its yard across where sails are set."""
    yard = [path(f"M{-width:g} {y + 2:g}Q0 {y - 4:g} {width:g} {y + 2:g}", class_="yard")] if width else []
    return [*yard, circle(0, y, 2.6, class_="dim")]


def broadside(y: float, many: int, apart: float, half: float) -> list[Markup]:
    """Guns that look out of both sides."""
    rows = "".join(f"M{half - 2:g} {y + n * apart:g}h8M{2 - half:g} {y + n * apart:g}h-8" for n in range(many))
    return [path(rows, class_="gun")]


def block(x: float, y: float, width: float, height: float, rx: float = 3) -> list[Markup]:
    """A breastwork, a citadel or a casemate."""
    return [rect(x, y, width, height, rx=rx, class_="deck")]


DRAWN: dict[str, tuple[str, list[Markup]]] = {
    "breastwork_turret_ship": (BROAD, [*block(-10, -25, 20, 54, 9), *turret(-13), *turret(20), *funnel(3), *mast(10)]),
    "citadel_ship": (
        BROAD,
        [*block(-15, -14, 30, 32, 4), *funnel(-20), *funnel(25), *turret(-3, -7, r=8), *turret(9, 7, r=8)],
    ),
    "central_battery_ship": (
        RAM_BOW,
        [
            path("M-9-13h18l6 6v17l-6 6H-9l-6-6v-17z", class_="deck"),
            *broadside(-4, 3, 5.5, 15),
            path("M-7-12l-4-9M7-12l4-9M-4 16v8M4 16v8", class_="gun"),
            *mast(-24, 15),
            *funnel(-2),
            *mast(9, 17),
            *mast(30, 13),
        ],
    ),
    "broadside_ironclad": (
        RAM_BOW,
        [*broadside(-14, 5, 8.5, 15), *mast(-25, 15), *funnel(-9), *mast(5, 18), *mast(28, 14)],
    ),
    "barbette_ship": (
        BROAD,
        [
            *barbette(-27),
            *barbette(-5, -13, -60),
            *barbette(-5, 13, 60),
            *funnel(-2),
            *barbette(17, -12, -90),
            *barbette(17, 12, 90),
            *mast(14, 12),
            *barbette(30, 0, 180),
        ],
    ),
    "masted_turret_ship": (
        SLIM,
        [*mast(-29, 14), *turret(-16, r=7.5), *funnel(-2), *mast(5, 16), *turret(17, r=7.5), *mast(32, 13)],
    ),
    "turret_ram": (
        "M0-48L3-38C10-26 14-12 14 6C14 22 10 34 6 40Q0 44-6 40C-10 34-14 22-14 6C-14-12-10-26-3-38z",
        [*turret(-19, guns=1, r=7.5), *mast(0, 8), *funnel(8), *turret(25, guns=1, r=7.5)],
    ),
    "sortie_corvette": (
        BROAD,
        [
            *barbette(-21, r=8.5),
            *block(-11, 10, 22, 22),
            *funnel(-5, -5),
            *funnel(-5, 5),
            *funnel(5, -5),
            *funnel(5, 5),
            path("M-9 28l-6 9M9 28l6 9M-9 14l-9-6M9 14l9-6", class_="gun"),
        ],
    ),
    "casemate_ship": (
        RAM_BOW,
        [
            *block(-13, -16, 26, 36, 5),
            path("M-9-15l-5-8M9-15l5-8M-12 2h-8M12 2h8M-9 19l-5 8M9 19l5 8", class_="gun"),
            *mast(-26, 13),
            *funnel(0),
            *mast(11, 15),
            *mast(31, 11),
        ],
    ),
    "small_turret_ship": (SLIM, [*mast(-28, 9), *turret(-9, r=8), *funnel(8), *mast(20, 12), *block(-6, 26, 12, 8)]),
    "monitor": (LOW, [*turret(-6, r=10.5), *funnel(13), path("M0 24v10", class_="yard")]),
    "casemate_ram": (
        "M0-46L4-36C11-24 14-10 14 8C14 24 10 34 6 39Q0 42-6 39C-10 34-14 24-14 8C-14-10-11-24-4-36z",
        [
            *broadside(-5, 2, 13, 12),
            path("M0-19v-9M0 24v9", class_="gun"),
            path("M-7-20H7l6 6v32l-6 6H-7l-6-6v-32z", class_="top"),
            path("M-5-15H5l3 4v25l-3 4H-5l-3-4v-25z", class_="deck"),
            *funnel(-2),
        ],
    ),
    "corvette": (
        SLIM,
        [
            *block(-9, -12, 18, 26, 3),
            path("M-7-11l-6-8M7-11l6-8M-7 12l-6 8M7 12l6 8", class_="gun"),
            *mast(-26, 13),
            *funnel(-1),
            *mast(8, 14),
            *mast(29, 10),
        ],
    ),
    "wooden_line_ship": (
        ROUND,
        [
            path("M-7-30V34M0-36V38M7-30V34", class_="plank"),
            *broadside(-12, 4, 9.5, 17),
            path("M0-38v-9", class_="yard"),
            *mast(-22, 19),
            *mast(2, 21),
            *mast(25, 17),
        ],
    ),
}
STEAMER = (RAM_BOW, [*block(-9, -12, 18, 30, 5), *mast(-24, 12), *funnel(0), *mast(26, 11)])


def hull_id(type: int, side: int) -> str:
    return f"draughts-hull{type}-{side}"


def draw_hulls() -> list[Markup]:
    return [draw_hull(type, side) for type in range(len(TYPES)) for side in (0, 1)]


def draw_hull(type: int, side: int) -> Markup:
    """White's and Black's ships are told apart by shade, and Black's by the pale line along their bulwarks."""
    outline, deck = DRAWN.get(TYPES[type].name, STEAMER)
    inner = path(outline, class_="bulwark", transform="scale(.86)")
    return group(path(outline, class_="hull"), inner, *deck, id=hull_id(type, side), class_=KINDS[side])


# Suits, and small signs.

SUIT_SHAPES = {
    "H": "M0 9C-12 0-9-9-4-9C-1-9 0-6 0-5C0-6 1-9 4-9C9-9 12 0 0 9z",
    "D": "M0-10L7 0L0 10L-7 0z",
    "S": "M0-10C11-1 9 6 4 6C2 6 1 4 0.6 3L3 10H-3L-0.6 3C-1 4-2 6-4 6C-9 6-11-1 0-10z",
    "C": "M0-10a4.4 4.4 0 0 1 3.6 7a4.4 4.4 0 1 1-2.4 6.4L3 10H-3L-1.2 3.4A4.4 4.4 0 1 1-3.6-3A4.4 4.4 0 0 1 0-10z",
    "*": "M0-11L3-3.5L11-3L5 2L7 10L0 5.5L-7 10L-5 2L-11-3L-3-3.5z",
}
SIGNS = (
    *(path(shape, id=f"draughts-suit{'J' if suit == '*' else suit}") for suit, shape in SUIT_SHAPES.items()),
    path("M0-17C9-8 12-1 12 5A12 12 0 0 1-12 5C-12 0-9-3-8-7C-5-5-4-3-4 0C0-4 1-10 0-17z", id="draughts-flame"),
    path("M-41 0a41 41 0 0 1 82 0a41 41 0 0 1-82 0h15M0-41v15M41 0h-15M0 41v-15", id="draughts-sight"),
    path(
        "M0-16a4.5 4.5 0 0 1 0 9a4.5 4.5 0 0 1 0-9M0-7V14M-8-2H8M-13 4C-12 11-7 15 0 15S12 11 13 4",
        id="draughts-anchor",
    ),
)
