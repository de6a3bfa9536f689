"""Chapters 2, 4 and 9: the battle, its rounds, and the deploy phase turn by turn."""

from typing import Any

from casemate.games.battlebook.actions import (
    AT_RANDOM,
    PASS,
    ROUND_AP,
    START,
    choose_actions,
)
from casemate.games.battlebook.attack import score, tell_attack, tell_score
from casemate.games.battlebook.grid import NOBODY, NORTH, SOUTH
from casemate.games.battlebook.units import can_act, offer_actions, play_action
from casemate.table import choose, note, offer, roll
from casemate.words import Reason

ROUNDS = 3
BEHIND, ALTERNATE, ALWAYS_NORTH, COIN = range(4)  # option `starter`
GIVEN, TOSSED, CHOSEN = range(3)

TOSS = Reason("4.1", "The coin falls for {a:player}, who starts round {b}")
TOSS_OF_LEVEL = Reason("4.3", "The totals are level, and the coin falls for {a:player}, who starts round {b}")
TOSS_OF_EXTRA = Reason("2.5 11.1", "The coin falls for {a:player}, who starts the extra round")
TOSS_EACH_ROUND = Reason("11.1", "The coin falls for {a:player}, who starts round {b}: it is tossed each round")
CHOICE = Reason("4.3", "{a:player} starts round {b}")
OTHER = Reason("4.2", "{a:player} starts round {b}")
BY_OPTION = Reason("11.1", "{a:player} starts round {b}")
SKIPPED = Reason("4.9", "{a:player} has no legal action and is skipped")
GIVES_UP = Reason("4.8", "{a:player} passes and gives up {b} AP")
ROUND_OVER = Reason("4.10 7.1", "Neither player has a legal action: all weapons fire")
ROUND_SCORE = Reason("2.4 8.5", "Round {a} is over: North {b}, South {c}")
EXTRA_ROUND = Reason("2.5", "The totals are level at {a}: one more round")
WON = Reason("2.4 9.1", "{a:player} wins by {b} to {c}")
DRAWN = Reason("2.5 9.1", "The totals are level at {a}: the battle is a draw")


def set_up(s: Any) -> None:
    """2.1-2.3 Before round one: an empty grid and 9 AP each."""
    s.round, s.to_act = 1, NOBODY
    s.ap[NORTH] = s.ap[SOUTH] = ROUND_AP


def turn(s: Any, t: Any) -> None:
    """2.1 The choice of actions, then each round: who starts it, and the deploy phase turn by turn."""
    if s.kept[SOUTH] == 0:
        choose_actions(s, t)
    elif s.started < s.round:
        start_round(s, t)
    else:
        deploy_turn(s, t)


# --- who starts -----------------------------------------------------------------------------------------------------


def start_round(s: Any, t: Any) -> None:
    """4.1-4.3 The starter is tossed for, given by the rules, or chosen by the player behind."""
    number, how = s.round, way_to_start(s)
    if how == TOSSED:
        starter = roll(t, 2) - 1
        note(t, which_toss(s), starter, number)
    elif how == CHOSEN:
        offer(t, START + NORTH)
        offer(t, START + SOUTH)
        starter = choose(t, player_behind(s)) - START
        note(t, CHOICE, starter, number)
    else:
        starter = given_starter(s)
        note(t, OTHER if is_as_printed(s) else BY_OPTION, starter, number)
    s.starters |= starter << (number - 1)
    s.started = number
    s.to_act = starter


def way_to_start(s: Any) -> int:
    """4.1-4.3, and the options `starter` and `tiebreak`."""
    if s.options.starter == ALWAYS_NORTH:
        return GIVEN
    if s.options.starter == COIN or s.round == 1 or s.round > ROUNDS:
        return TOSSED
    if s.round == 2 or s.options.starter == ALTERNATE:
        return GIVEN
    return TOSSED if player_behind(s) == NOBODY else CHOSEN


def which_toss(s: Any) -> int:
    """4.1, 4.3, 2.5 What the coin is tossed for."""
    if s.round > ROUNDS:
        return TOSS_OF_EXTRA
    if s.round == 1:
        return TOSS
    return TOSS_EACH_ROUND if s.options.starter == COIN else TOSS_OF_LEVEL


def is_as_printed(s: Any) -> bool:
    """4.2 Whether a starter who is given is round two's, by the rule and not by the option `starter`."""
    return s.round == 2 and s.options.starter != ALWAYS_NORTH


def given_starter(s: Any) -> int:
    """4.2 The other player starts round two; in the option `alternate` they go on taking turns."""
    if s.options.starter == ALWAYS_NORTH:
        return NORTH
    return 1 - (s.starters >> (s.round - 2) & 1)


def starter_of(s: Any) -> int:
    """Who started the present round."""
    return s.starters >> (s.round - 1) & 1


def player_behind(s: Any) -> int:
    """4.3 Who has fewer points so far."""
    north, south = s.totals[NORTH], s.totals[SOUTH]
    return NOBODY if north == south else NORTH if north < south else SOUTH


# --- deploying ------------------------------------------------------------------------------------------------------


def deploy_turn(s: Any, t: Any) -> None:
    """4.4-4.8 One action of the player to act, or a pass where the option allows it."""
    player = s.to_act
    offer_actions(s, t, player)
    if s.options.passing:
        offer(t, PASS)
    answer = choose(t, player)
    if answer == PASS:
        note(t, GIVES_UP, player, s.ap[player])
        s.ap[player] = 0
    else:
        play_action(s, t, player, answer >> 7, answer & 127)
    next_turn(s, t, player)


def next_turn(s: Any, t: Any, player: int) -> None:
    """4.4, 4.9-4.10 The other player; the same if the other has no legal action; nobody if neither has."""
    rival = 1 - player
    if can_act(s, rival):
        s.to_act = rival
    elif can_act(s, player):
        note(t, SKIPPED, rival)
    else:
        end_round(s, t)


# --- the end of a round ---------------------------------------------------------------------------------------------


def end_round(s: Any, t: Any) -> None:
    """2.1 The attack phase and the score phase; 10.6 the next round follows at once."""
    note(t, ROUND_OVER)
    tell_attack(s, t)
    tell_score(s, t)
    north, south = score(s, NORTH), score(s, SOUTH)
    note(t, ROUND_SCORE, s.round, north, south)
    s.totals[NORTH] += north
    s.totals[SOUTH] += south
    s.to_act = NOBODY
    if is_last_round(s):
        s.over = 1
        return
    if s.round == ROUNDS:
        note(t, EXTRA_ROUND, s.totals[NORTH])
    clear_grid(s)
    s.round += 1


def is_last_round(s: Any) -> bool:
    """2.5, 9.1 Three rounds, and one more if the option `tiebreak` says so."""
    if s.round < ROUNDS:
        return False
    return s.round > ROUNDS or s.options.tiebreak == 0 or s.totals[NORTH] != s.totals[SOUTH]


def clear_grid(s: Any) -> None:
    """2.2-2.3 No unit, weapon or X is carried over; 9 AP each."""
    for player in range(2):
        s.ap[player] = ROUND_AP
        for half in range(2):
            s.units[player, half] = s.heavy[player, half] = s.saboteurs[player, half] = s.unarmed[player, half] = 0
            s.ones[player, half] = s.twos[player, half] = s.fours[player, half] = 0
    for weapon in range(5):
        s.armed[weapon, 0] = s.armed[weapon, 1] = 0


def outcome(s: Any) -> float:
    """2.4-2.5 North's share of a finished battle; -1 while it goes on."""
    if s.over == 0:
        return -1.0
    behind = player_behind(s)
    return 0.5 if behind == NOBODY else 1.0 * behind


def ending(s: Any) -> tuple[int, ...]:
    """9.1 How the battle ended."""
    behind = player_behind(s)
    if behind == NOBODY:
        return (DRAWN, s.totals[NORTH])
    return (WON, 1 - behind, max(s.totals), min(s.totals))


def asks_chance(s: Any) -> bool:
    """2.6 Whether chance decides next."""
    if s.kept[SOUTH] == 0:
        return s.options.choice == AT_RANDOM
    return s.over == 0 and s.started < s.round and way_to_start(s) == TOSSED


def rest(s: Any) -> int:
    """4.7 How many actions are left in the round at most: each costs an AP."""
    if s.over or s.started < s.round:
        return 0
    return s.ap[NORTH] + s.ap[SOUTH]
