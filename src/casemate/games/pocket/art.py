"""What the ground, the features and the units look like: paths around 0 0, what is solid and the lines on it."""

from collections.abc import Mapping
from math import sqrt

SIDE = 64  # of a hexagon, which stands on a corner
HALF = SIDE * sqrt(3) / 2  # from its middle to the middle of an edge

# Terrain: a pattern for those who do not see tones.


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
    "Ice": "M-52-10L-20-20L-8-52M-20-20L-4 6L-30 26L-52 22M-30 26L-22 48"
    "M-4 6L30-6L52-24M30-6L26-40M30-6L38 24L16 50M38 24L54 22",
    "Stonework": bricks(),
    "Barrow": "".join(
        f"M{x - 20} {y}a20 18 0 0 1 40 0zM{x - 4} {y}v-7h8v7" for x, y in ((-24, -14), (24, -24), (26, 24), (-20, 36))
    )
    + "M-46 8h16M-6 6h14M-8 52h16",
}


UNKNOWN_PATTERN = "".join(f"M{x} {y}h.1" for x in range(-45, 46, 15) for y in (-24, -8, 8, 24))  # of other terrains


# Features: they stand in the upper half of the tile, so that a counter leaves them to be seen.


def conifer(x: float, y: float, size: float = 1) -> str:
    steps = ((9, 13), (-4, 0), (7, 11), (-9, 0), (0, 6), (-6, 0), (0, -6), (-9, 0), (7, -11), (-4, 0))
    return f"M{x} {y - 30 * size:g}" + "".join(f"l{i * size:g} {j * size:g}" for i, j in steps) + "z"


def house(x: float, y: float, w: float, h: float, roof: float) -> str:
    return f"M{x - w / 2:g} {y}v{-h}l{-4} 0l{w / 2 + 4:g} {-roof}l{w / 2 + 4:g} {roof}h-4v{h}z"


RUBBLE = "M-50-6h99v5h-99zM-48-46h20v4h-20zM8-50h34v5H8z"
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
        "M-44-6v-36h12v36zM-24-6v-22l6-6 6 4v24zM12-6v-40h12v40zM32-6v-16l8 4v12z" + RUBBLE,
        "M-38-40v32M18-44v36M-18-28v20",
    ),
}


STONE = ("M-22-6l4-40 14-10 18 8 6 42z", "M-6-44l-4 22 8 12")  # other features


# Units: each card has an emblem.

BARBS = "M-4-12l4 4 4-4M-4 12l4-4 4 4M-12-2l5-2-1-5M12-2l-5-2 1-5M-12 2l5 2-1 5M12 2l-5 2 1 5"
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
    "Elder Oak": (
        "M-13-1a7 7 0 0 1 4-11a9 7 0 0 1 18 0a7 7 0 0 1 4 11c-2 4-6 3-8 2l-1 6 4 7h-16l4-7-1-6c-2 1-6 2-8-2z",
        "",
    ),
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
    "Crag Runner": (
        "M2-11a3.5 3.5 0 1 0 7 0a3.5 3.5 0 1 0-7 0z",
        "M3-5L-1 3l6 4-1 7M-1 3l-4 5h-7M3-5l-8 0-4 5M3-5l4 5h6",
    ),
    "Pass Warden": ("M-11-13h22v14c0 7-6 10-11 13-5-3-11-6-11-13zM-2-9v6h-5v4h5v9h4v-9h5v-4h-5v-6z", ""),
    "Crag Crossbow": ("M0-14l4 6h-8z", "M0 13V-9M-13-1c4-6 9-7 13-7s9 1 13 7M-13-1L0 5L13-1"),
    "Gryphon Rider": ("M-14-11c9 0 15 3 19 9l9-4c-1 6-4 9-8 10 0 6-5 10-10 10 2-2 3-5 2-7-7-1-11-9-12-18z", ""),
    "Storm Sage": ("M4-15l-13 17h8l-4 13 14-18h-8z", ""),
    "Banner Captain": ("M-8-13h20l-6 7 6 7h-20z", "M-9-14v28"),
    "Frost Drake": (
        "",
        "M0-14v28M-12-7l24 14M-12 7l24-14" + BARBS,
    ),
    "War Mammoth": (
        "M-14 12v-13c0-7 5-11 12-11 8 0 12 4 12 12 0 5 1 7 4 7v4c-6 0-8-3-8-8h-2v9h-5v-6h-7v6z",
        "M7 3c0 4 2 5 5 3",
    ),
}


STAR = ("M0-14l4 9 10 1-8 7 3 10-9-6-9 6 3-10-8-7 10-1z", "")  # other cards
