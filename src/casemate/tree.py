"""A table that answers from a search tree, then at random: a whole Monte-Carlo tree search is rules played at it.

The table is a sheet, the nodes of the tree and the position being played. Chance has nodes of its own. Secret choices
are made by each player from what that player knows: in a run of them the player asked second chooses by tallies kept
apart, where the run began, whatever the first chose.
"""

import math
from typing import Any

import numpy as np

from casemate.bits import lowest
from casemate.loops import outcome, turn, worth
from casemate.table import (
    CHANCE,
    any_card,
    any_choice,
    any_hits,
    below,
    choose,
    choose_secretly,
    clear,
    draw,
    fall,
    menu_size,
    next_answer,
    no_note,
    note,
    offer,
    offer_all,
    offers,
    put,
    put_all,
    roll,
    roll_over,
    seed,
)

NODE = np.dtype(
    [
        ("code", "i8"),
        ("value", "f8"),  # shares won by `player`, added up
        ("visits", "i4"),
        ("first", "i4"),  # the children stand in a row; 0: none yet
        ("count", "i4"),
        ("tallies", "i4"),  # where the other player's secret choice is tallied; 0: nowhere
        ("player", "i4"),  # who chose this node
    ]
)
PATIENCE = 2  # visits before a node gets children


def tree_offer(t: Any, code: int) -> None:
    put(t[0], code)


def tree_offer_all(t: Any, code: int, places: int) -> None:
    put_all(t[0], code, places)


def tree_offers(t: Any) -> int:
    return menu_size(t[0])


# --- growing ------------------------------------------------------------------------------------------------------


def grow(sheet: Any, nodes: Any, player: int) -> int:
    """A row of new nodes, one for every option on the menu; 0 where there is no room for it."""
    first = sheet.used
    if first + sheet.count > len(nodes):
        return 0
    at = first
    for entry in range(sheet.entries):
        places = sheet.places[entry]
        if places == 0:
            plant(nodes[at], sheet.codes[entry], player)
            at += 1
        while places != 0:
            plant(nodes[at], sheet.codes[entry] + lowest(places), player)
            places &= places - 1
            at += 1
    sheet.used = at
    return first


def plant(node: Any, code: int, player: int) -> None:
    node.code, node.player = code, player
    node.value = 0.0
    node.visits = node.first = node.count = node.tallies = 0


def has_children(sheet: Any, nodes: Any, player: int) -> bool:
    """Whether the node under the walk has children, which it is given once it has been visited often enough."""
    node = nodes[sheet.node]
    if node.first == 0 and node.visits >= PATIENCE:
        node.first = grow(sheet, nodes, player)
        node.count = sheet.count
    return node.first != 0


def step(sheet: Any, nodes: Any, child: int) -> None:
    sheet.node = child
    remember(sheet, child)


def remember(sheet: Any, node: int) -> None:
    if sheet.depth < len(sheet.path):
        sheet.path[sheet.depth] = node
        sheet.depth += 1
    else:
        sheet.in_tree = 0


def most_promising(sheet: Any, nodes: Any, first: int, count: int) -> int:
    """Which of a row of nodes to try: the highest upper confidence bound; a new one begins above the average."""
    visits, value = 0, 0.0
    for at in range(first, first + count):
        visits += nodes[at].visits
        value += nodes[at].value
    log = math.log(visits + 1.0)
    fresh = (value / visits if visits > 0 else 0.5) + sheet.urgency
    start = below(sheet, count)
    best, top = 0, -1.0
    for i in range(count):
        node = nodes[first + (start + i) % count]
        bound = fresh if node.visits == 0 else node.value / node.visits + sheet.curiosity * math.sqrt(log / node.visits)
        if bound > top:
            best, top = (start + i) % count, bound
    return best


# --- answering ----------------------------------------------------------------------------------------------------


def tree_choose(t: Any, player: int) -> int:
    sheet = t[0]
    if sheet.head < sheet.length:
        return next_answer(sheet)
    sheet.run = 0
    return promising(sheet, t[1], player)


def promising(sheet: Any, nodes: Any, player: int) -> int:
    """The most promising answer as far as the tree reaches, then any."""
    if sheet.in_tree and has_children(sheet, nodes, player):
        node = nodes[sheet.node]
        return take(sheet, nodes, node.first + most_promising(sheet, nodes, node.first, node.count))
    sheet.in_tree = 0
    return any_choice(sheet)


def take(sheet: Any, nodes: Any, child: int) -> int:
    step(sheet, nodes, child)
    sheet.decisions += 1
    clear(sheet)
    return nodes[child].code


def tree_choose_secretly(t: Any, player: int) -> int:
    sheet, nodes = t[0], t[1]
    if sheet.head < sheet.length:
        return next_answer(sheet)
    if sheet.run == 0:
        sheet.run, sheet.apart, sheet.recalled = player + 1, sheet.node, 0
    if player == sheet.knower and sheet.recalled < sheet.knows:
        return recall(sheet, nodes, player)
    return promising(sheet, nodes, player) if sheet.run == player + 1 else apart(sheet, nodes, player)


def apart(sheet: Any, nodes: Any, player: int) -> int:
    """Chosen by tallies that do not know the other player's choices."""
    if is_tallied(sheet, nodes, player):
        node = nodes[sheet.node]
        tallies = nodes[sheet.apart].tallies
        return both(sheet, nodes, most_promising(sheet, nodes, tallies, node.count))
    sheet.in_tree = 0
    return any_choice(sheet)


def is_tallied(sheet: Any, nodes: Any, player: int) -> bool:
    """Whether the tree has room for the tallies of this choice and reaches that far."""
    if not sheet.in_tree or not has_children(sheet, nodes, player):
        return False
    group = nodes[sheet.apart]
    if group.tallies == 0:
        group.tallies = grow(sheet, nodes, player)
    return group.tallies != 0


def both(sheet: Any, nodes: Any, choice: int) -> int:
    """Step on in the tree, and in the tallies kept apart."""
    tally = nodes[sheet.apart].tallies + choice
    remember(sheet, tally)
    sheet.apart = tally
    return take(sheet, nodes, nodes[sheet.node].first + choice)


def recall(sheet: Any, nodes: Any, player: int) -> int:
    """A choice of this run that whoever searches has made already."""
    code = sheet.known[sheet.recalled]
    sheet.recalled += 1
    is_first = sheet.run == player + 1
    if has_children(sheet, nodes, player) if sheet.in_tree and is_first else is_tallied(sheet, nodes, player):
        choice = 0
        while nodes[nodes[sheet.node].first + choice].code != code:
            choice += 1
        return take(sheet, nodes, nodes[sheet.node].first + choice) if is_first else both(sheet, nodes, choice)
    sheet.in_tree = 0
    clear(sheet)
    return code


def descend(sheet: Any, nodes: Any, choice: int) -> None:
    """Follow what chance decided, as far as the tree reaches; the menu holds what could have been."""
    sheet.run = 0
    if sheet.in_tree and has_children(sheet, nodes, CHANCE):
        step(sheet, nodes, nodes[sheet.node].first + choice)
    else:
        sheet.in_tree = 0
    clear(sheet)


def tree_roll_over(t: Any, dice: int, need: int) -> int:
    sheet, nodes = t[0], t[1]
    if sheet.head < sheet.length:
        return next_answer(sheet)
    hits = any_hits(sheet, dice, need)
    if sheet.in_tree:
        for k in range(dice + 1):
            put(sheet, k)
        descend(sheet, nodes, hits)
    return hits


def tree_roll(t: Any, faces: int) -> int:
    sheet, nodes = t[0], t[1]
    if sheet.head < sheet.length:
        return next_answer(sheet)
    face = below(sheet, faces) + 1
    if sheet.in_tree:
        for k in range(1, faces + 1):
            put(sheet, k)
        descend(sheet, nodes, face - 1)
    return face


def tree_draw(t: Any, deck: Any) -> int:
    kind = tree_fall(t, deck)
    deck[kind] -= 1
    return kind


def tree_fall(t: Any, weights: Any) -> int:
    sheet, nodes = t[0], t[1]
    if sheet.head < sheet.length:
        return next_answer(sheet)
    kind = any_card(sheet, weights)
    if sheet.in_tree:
        for k in range(len(weights)):
            put(sheet, k)
        descend(sheet, nodes, kind)
    return kind


# --- searching ----------------------------------------------------------------------------------------------------


def search(states: Any, sheets: Any, nodes: Any, playouts: int, horizon: int) -> None:
    """Playouts from states[0] and the answers on the tape, guided by the tree they grow.

    Beyond the tree the play is random for `horizon` turns, and then judged by the game's `worth`; with a horizon of
    none, a turn that the tree does not reach yet is judged before it is played.
    """
    sheet = sheets[0]
    t = (sheet, nodes)
    for _ in range(playouts):
        states[1] = states[0]
        s = states[1]
        sheet.node = sheet.depth = sheet.head = sheet.run = 0
        sheet.in_tree = 1
        clear(sheet)
        left = horizon
        while outcome(s) < 0 and (left > 0 or (sheet.in_tree and goes_on(nodes[sheet.node]))):
            turn(s, t)
            if not sheet.in_tree:
                left -= 1
        share = outcome(s)
        back_up(sheet, nodes, share if share >= 0 else worth(s))


def goes_on(node: Any) -> bool:
    """Whether the tree has, or is about to have, answers from here on."""
    return node.first != 0 or node.visits >= PATIENCE


def back_up(sheet: Any, nodes: Any, share: float) -> None:
    nodes[0].visits += 1
    for at in range(sheet.depth):
        node = nodes[sheet.path[at]]
        node.visits += 1
        node.value += 1.0 - share if node.player == 1 else share


def plant_root(sheets: Any, nodes: Any, first: int, curiosity: float, urgency: float) -> None:
    """Begin a new tree: how much a rarely tried answer is favoured, how much better than the others a new one is."""
    sheets[0].curiosity, sheets[0].urgency = curiosity, urgency
    plant(nodes[0], 0, CHANCE)
    sheets[0].used = 1
    seed(sheets[0], first, 0)


TREE = {
    offer: tree_offer,
    offer_all: tree_offer_all,
    offers: tree_offers,
    choose: tree_choose,
    choose_secretly: tree_choose_secretly,
    roll_over: tree_roll_over,
    roll: tree_roll,
    draw: tree_draw,
    fall: tree_fall,
    note: no_note,
}
