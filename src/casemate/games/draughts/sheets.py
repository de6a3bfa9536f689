"""The record sheets (chapter 2) as a player would keep them, and the catalogue of types while squadrons are placed."""

from casemate.games.draughts.ships import ARCS, TYPES

from casemate.games.draughts.cards import draw_card
from casemate.games.draughts.drawing import GAP, SHEET, SHEET_HEIGHT, rose_id, sheet_at, sheets_transform, tell_mount
from casemate.games.draughts.hulls import hull_id
from casemate.games.draughts.scene import Scene, Vessel, kept
from casemate.svg import Markup, group, path, rect, text, use

BOX, MOUNT = 26, 50  # how far apart flotation boxes and mounts are
CHIP_HEIGHT = 78


@kept
def draw_sheet(vessel: Vessel, is_active: bool, bears: int, dice: int, size: int, side: int) -> str:
    """Everything on one record sheet."""
    x, y = sheet_at(vessel.number, side)
    parts = [draw_head(vessel)]
    if vessel.type >= 0:
        parts += [draw_flotation(vessel), draw_mounts(vessel, bears), draw_damage(vessel)]
    if vessel.order:
        parts.append(draw_card(vessel.order, SHEET - 30, 36))
    if dice:
        parts.append(draw_dice_at(dice))
    drawn = [group(*parts, class_="draughts-gone" if vessel.fate else None), *draw_stamp(vessel)]
    if is_active:
        drawn.append(rect(2, 2, SHEET - 4, SHEET_HEIGHT - 4, rx=5, class_="draughts-due"))
    where = f"{sheets_transform(size)} translate({x:g} {y:g})"
    return str(group(*drawn, transform=where))


def draw_dice_at(dice: int) -> Markup:
    x, y = SHEET - 74, 30
    return group(
        rect(x - 17, y - 17, 34, 34, rx=7, class_="draughts-die"),
        text(str(dice), x, y + 9, class_="draughts-dice"),
    )


def draw_head(vessel: Vessel) -> Markup:
    """The number and the type."""
    side = vessel.side
    plate = (
        rect(14, 14, 30, 30, rx=3, class_="draughts-plate1")
        if side
        else path("M13 29a16 16 0 0 1 32 0a16 16 0 0 1-32 0z", class_="draughts-plate0")
    )
    number = text(str(vessel.number % 3 + 1), 29, 37, class_=f"draughts-number{side}")
    title = vessel.title if vessel.type >= 0 else "not placed yet"
    return group(plate, number, text(title, 56, 39, class_="draughts-title" if vessel.type >= 0 else "draughts-small"))


def draw_flotation(vessel: Vessel) -> Markup:
    """A box for each flotation point; those lost are crossed out."""
    left, lost, crosses = [], [], []
    for n in range(vessel.full):
        x = 14 + BOX * n
        if n < vessel.fp:
            left.append(f"M{x} 58h20v22h-20z")
        else:
            lost.append(f"M{x} 58h20v22h-20z")
            crosses.append(f"M{x + 4} 62l12 14m0-14l-12 14")
    parts = [path("".join(left), class_="draughts-box")] if left else []
    if lost:
        parts += [path("".join(lost), class_="draughts-box-lost"), path("".join(crosses), class_="draughts-cross")]
    leg = (
        "▲" if (vessel.side == 0) != vessel.is_homebound else "▼",
        "homebound" if vessel.is_homebound else "outbound",
    )
    words = text(f"{vessel.fp}", 14 + BOX * vessel.full + 6, 78, class_="draughts-title")
    return group(*parts, words, text(leg[1], SHEET - 14, 178, class_="draughts-small", text_anchor="end"))


def draw_mounts(vessel: Vessel, bears: int) -> Markup:
    """2.2 Each mount: the quarters it bears on, guns and calibre; those that bear on a target stand out."""
    drawn = []
    for n, mount in enumerate(TYPES[vessel.type].mounts):
        turned = use(rose_id(mount.arcs), 34 + MOUNT * n, 112)
        told = text(tell_mount(mount), 34 + MOUNT * n, 152)
        drawn.append(group(turned, told, class_="draughts-mount bears" if bears >> n & 1 else "draughts-mount"))
    return group(*drawn)


def draw_damage(vessel: Vessel) -> Markup:
    """6.1 The damage cards in force, the latest on top."""
    many = len(vessel.damage)
    room = SHEET - 60 - MOUNT * len(TYPES[vessel.type].mounts)
    apart = min(44, max(room - 40, 10) / max(many - 1, 1))
    cards = [draw_card(card, SHEET - 32 - apart * (many - 1 - n), 122) for n, card in enumerate(vessel.damage)]
    return group(*cards)


def draw_stamp(vessel: Vessel) -> list[Markup]:
    """What has become of a ship, stamped across its sheet."""
    if not vessel.fate:
        return []
    long = 32 * len(vessel.fate) + 30
    return [
        group(
            rect(-long / 2, -34, long, 52, rx=8, class_=f"draughts-stamp {vessel.fate}"),
            text(vessel.fate.upper(), 0, 6, class_=f"draughts-stamped {vessel.fate}"),
            transform=f"translate({SHEET / 2} {SHEET_HEIGHT / 2 + 14}) rotate(-8)",
        )
    ]


# The catalogue.


def chip_at(n: int) -> tuple[float, float, float, float]:
    """Where a type lies in the catalogue: two columns."""
    return GAP + (n % 2) * (SHEET + GAP), 6 + (n // 2) * (CHIP_HEIGHT + 6), SHEET, CHIP_HEIGHT


def draw_catalogue(scene: Scene, side: int) -> str:
    """3.6 What may be placed on the square that is asked for."""
    owner = scene.to_move or 0
    chips = [draw_chip(n, type, owner) for n, type in enumerate(scene.menu)]
    return str(group(*chips, transform=sheets_transform(scene.size)))


@kept
def draw_chip(n: int, type: int, owner: int) -> Markup:
    x, y, across, down = chip_at(n)
    ship = TYPES[type]
    arcs = "  ".join(f"{arc} {ship.dice(arc)}" for arc in ARCS)
    return group(
        rect(x, y, across, down, rx=6, class_="draughts-chip"),
        use(hull_id(type, owner), transform=f"translate({x + 50:g} {y + down / 2:g}) rotate(90) scale(.9)"),
        text(ship.title, x + 104, y + 33, class_="draughts-title"),
        text(f"{ship.value} · FP {ship.fp} · {arcs}", x + 104, y + 63, class_="draughts-small"),
        rect(x, y, across, down, rx=6, data_spot=ship.name),
    )
