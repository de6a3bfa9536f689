"""The record sheets (chapter 2) as a player would keep them, and the catalogue of types while squadrons are placed."""

from casemate.games.draughts.cards import draw_card
from casemate.games.draughts.drawing import GAP, SHEET, SHEET_HEIGHT, rose_id, sheet_at, sheets_transform, tell_mount
from casemate.games.draughts.hulls import hull_id
from casemate.games.draughts.scene import Scene, Vessel, kept
from casemate.games.draughts.ships import ARCS, TYPES
from casemate.svg import Markup, group, path, rect, text, use

BOX, MOUNT = 25, 59  # how far apart flotation boxes and mounts are
CHIP_HEIGHT = 78


@kept
def draw_sheet(
    vessel: Vessel, is_active: bool, bears: int, dice: int, size: int, side: int, is_spot: bool = True
) -> str:
    """Everything on one record sheet."""
    x, y = sheet_at(vessel.number, side)
    parts = [draw_head(vessel)]
    if vessel.type >= 0:
        hull = "translate(44 171) rotate(90) scale(.68 .6)"
        parts += [draw_mounts(vessel, bears), use(hull_id(vessel.type, vessel.side), transform=hull)]
        parts += [draw_damage(vessel), draw_leg(vessel)] if not vessel.fate else []
        parts += [draw_flotation(vessel)] if vessel.fate != "withdrawn" else []
    if vessel.order:
        parts.append(draw_card(vessel.order, SHEET - 30, 36))
    if dice:
        parts.append(draw_dice_at(dice))
    drawn = [group(*parts, class_="draughts-gone" if vessel.fate else None), *draw_stamp(vessel)]
    if is_active:
        drawn.append(rect(2, 2, SHEET - 4, SHEET_HEIGHT - 4, rx=5, class_="draughts-due"))
    if is_spot:
        drawn.append(rect(0, 0, SHEET, SHEET_HEIGHT, rx=6, data_spot=vessel.name))
    where = f"{sheets_transform(size)} translate({x:g} {y:g})"
    return str(group(*drawn, transform=where))


def draw_dice_at(dice: int) -> Markup:
    """12.9 Between the flotation and the order card: the damage cards lie below."""
    x, y = SHEET - 68, 66
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
    return group(*parts, text(str(vessel.fp), 20 + BOX * vessel.full, 78, class_="draughts-title"))


def draw_leg(vessel: Vessel) -> Markup:
    """9.1, and 10.4 whether it can move at all."""
    leg = "homebound" if vessel.is_homebound else "outbound"
    told = f"{leg}, stopped" if vessel.is_stopped else f"{leg}, still has way" if vessel.has_way else leg
    return text(told, SHEET - 14, 177, class_="draughts-small", text_anchor="end")


def draw_mounts(vessel: Vessel, bears: int) -> Markup:
    """2.2 Each mount: the quarters it bears on, guns and calibre; those that bear on a target stand out."""
    drawn = []
    for n, mount in enumerate(TYPES[vessel.type].mounts):
        turned = use(rose_id(mount.arcs), 38 + MOUNT * n, 112)
        told = text(tell_mount(mount), 38 + MOUNT * n, 152)
        drawn.append(group(turned, told, class_="draughts-mount bears" if bears >> n & 1 else "draughts-mount"))
    return group(*drawn)


def draw_damage(vessel: Vessel) -> Markup:
    """6.1 The damage cards in force, the latest on top."""
    many = len(vessel.damage)
    room = SHEET - 22 - MOUNT * len(TYPES[vessel.type].mounts)
    grown = 1 if 44 * many <= room else 0.74
    apart = min(44 * grown, (room - 44 * grown) / max(many - 1, 1))
    cards = [
        draw_card(card, SHEET - 12 - 20 * grown - apart * (many - 1 - n), 124, grown)
        for n, card in enumerate(vessel.damage)
    ]
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
    """3.6 The types there are to place; for the one who places, those that may not be placed now are faint."""
    owner = scene.to_move or 0
    may = scene.allowed or scene.menu
    chips = [draw_chip(n, type, owner, type in may) for n, type in enumerate(scene.menu)]
    return str(group(*chips, transform=sheets_transform(scene.size)))


@kept
def draw_chip(n: int, type: int, owner: int, is_allowed: bool) -> Markup:
    x, y, across, down = chip_at(n)
    ship = TYPES[type]
    arcs = "  ".join(f"{arc} {ship.dice(arc)}" for arc in ARCS)
    told = group(
        use(hull_id(type, owner), transform=f"translate({x + 50:g} {y + down / 2:g}) rotate(90) scale(.9)"),
        text(ship.title, x + 104, y + 33, class_="draughts-title"),
        text(f"value {ship.value}  FP {ship.fp}  {arcs}", x + 104, y + 63, class_="draughts-small"),
        class_=None if is_allowed else "draughts-gone",
    )
    return group(
        rect(x + 5, y + 5, across - 10, down - 10, rx=6, class_="draughts-chip"),
        told,
        rect(x, y, across, down, rx=6, data_spot=ship.name),
    )
