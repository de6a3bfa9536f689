"""What a salvo or a ram may lead to, exactly: tables for people, from the cards that are left in the damage pack."""

from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache
from math import comb
from typing import Any, NamedTuple

from casemate.game import State
from casemate.games.draughts.answers import FIRE, RAM, kind, mounts_of, target_of, to_square
from casemate.games.draughts.board import JOKER, KINDS, MOVE, TARGET, ship_on
from casemate.games.draughts.firing import bearing
from casemate.games.draughts.notation import discards, read_answer
from casemate.games.draughts.packs import ACE, JACK, KING, QUEEN, RANKS, TEN, rank
from casemate.games.draughts.ramming import BLOWS, stays
from casemate.games.draughts.ships import SALVO

DAMAGE = (ACE, JACK, QUEEN, KING)  # in the order of 7.2
Cards = tuple[int, ...]  # how many there are of each kind


class Salvo(NamedTuple):
    """12.9-12.12 What may come of firing at a ship."""

    dice: int
    hits: tuple[Fraction, ...]  # the chance of 0, 1, 2 ... hits
    loss: Fraction  # the flotation points lost on average
    damage: dict[str, Fraction]  # the chance of at least one A, J, Q, K
    sunk: Fraction


class Blow(NamedTuple):
    """11.3 What a ram leaves of a ship: its FP, 0 if it sinks, and A, Q or K if one came into force."""

    fp: int
    damage: str


class Ram(NamedTuple):
    """11.3 What may come of a ram: the ramming ship's blow and the rammed ship's, with their chance."""

    outcomes: dict[tuple[Blow, Blow], Fraction]

    def chance(self, ramming_sinks: bool, rammed_sinks: bool) -> Fraction:
        """The chance that just these ships sink."""
        sinks = (ramming_sinks, rammed_sinks)
        return sum((p for (a, b), p in self.outcomes.items() if (a.fp == 0, b.fp == 0) == sinks), Fraction(0))


def prospects(state: State, move: str) -> Salvo | Ram | None:
    """What a legal salvo or ram may lead to; None for any other answer."""
    if state.to_move not in (0, 1) or move not in state.moves():
        return None
    s, answer = state.here, read_answer(move)
    if s.asking == TARGET and kind(answer) == FIRE:
        return salvo(s, target_of(answer), mounts_of(answer))
    if s.asking == MOVE and kind(answer) == RAM:
        return ram(s, ship_on(s, to_square(answer)))
    return None


HITS = {"A": "Conning Tower Hit", "J": "On Fire", "Q": "Steering Hit", "K": "Engine Hit"}  # 6.1


def tables(state: State, move: str) -> dict[str, dict[str, Fraction]]:
    """The prospects as people read them before they commit: of a salvo each by itself, of a ram for both ships."""
    found = prospects(state, move)
    if isinstance(found, Salvo):
        told = {"a hit at least": 1 - found.hits[0]} | {HITS[rank]: chance for rank, chance in found.damage.items()}
        return {"What it may do": {words: chance for words, chance in (told | {"sunk": found.sunk}).items() if chance}}
    if found is None:
        return {}
    sides: tuple[dict[str, Fraction], dict[str, Fraction]] = ({}, {})
    for blows, chance in sorted(found.outcomes.items(), key=lambda each: (each[0][0].fp, each[0][1].fp, each[0])):
        for side, blow in zip(sides, blows, strict=True):
            side[left(blow)] = side.get(left(blow), Fraction(0)) + chance
    titles = ("The ramming ship", "The rammed ship")
    by_fp = [sorted(side.items(), key=lambda each: fp_in(each[0])) for side in sides]
    return {title: dict(side) for title, side in zip(titles, by_fp, strict=True)}


def left(blow: Blow) -> str:
    """What is left of a ship."""
    return "sinks" if blow.fp == 0 else f"{blow.fp} FP left{f', {HITS[blow.damage]}' if blow.damage else ''}"


def fp_in(words: str) -> int:
    return 0 if words == "sinks" else int(words.split()[0])


# --- salvos -----------------------------------------------------------------------------------------------------------


def salvo(s: Any, target: int, mounts: int) -> Salvo:
    """12.10-12.12"""
    dice = SALVO[s.ships[s.subject].type][mounts or bearing(s, s.subject, target)]
    hits = tuple(Fraction(comb(dice, k) * 5 ** (dice - k), 6**dice) for k in range(dice + 1))
    fp, (pack, gone) = s.ships[target].fp, packs(s, in_force_by)
    loss, sunk, damage = Fraction(0), Fraction(0), dict.fromkeys((RANKS[kind] for kind in DAMAGE), Fraction(0))
    for number, chance in enumerate(hits):
        for (lost, seen), share in drawn(number, pack, gone, fp).items():
            loss += chance * share * lost
            sunk += chance * share * (lost == fp)
            for place, kind_of in enumerate(DAMAGE):
                damage[RANKS[kind_of]] += chance * share * (seen >> place & 1)
    return Salvo(dice, hits, loss, damage, sunk)


def in_force_by(card: int) -> int:
    """6.1-6.4 The kind of a card in gunfire: A, J, Q, K; a 10; or no effect."""
    if card != JOKER and rank(card) in DAMAGE:
        return DAMAGE.index(rank(card))
    return 4 if rank(card) == TEN else 5


@lru_cache(maxsize=20_000)
def drawn(hits: int, pack: Cards, gone: Cards, fp: int) -> dict[tuple[int, int], Fraction]:
    """12.11, 12.12 The chances of the FP lost and the kinds of damage seen, card after card until the ship sinks."""
    if hits == 0 or fp == 0:
        return {(0, 0): Fraction(1)}
    found: dict[tuple[int, int], Fraction] = {}
    for kind_of, chance, left, out in draws(pack, gone):
        stays_in_force = kind_of < 4
        after = out if stays_in_force else add(out, kind_of)
        hole = int(kind_of == 4)
        for (lost, seen), share in drawn(hits - 1, left, after, fp - hole).items():
            told = (lost + hole, seen | (1 << kind_of if stays_in_force else 0))
            found[told] = found.get(told, Fraction(0)) + chance * share
    return found


# --- rams -------------------------------------------------------------------------------------------------------------


def ram(s: Any, other: int) -> Ram:
    """11.3 Both cards."""
    outcomes: dict[tuple[Blow, Blow], Fraction] = {}
    pack, gone = packs(s, rank)
    for first, chance, left, out in draws(pack, gone):
        for second, share, _, _ in draws(left, out if stays(4 * first) else add(out, first)):
            both = blow(s.ships[s.subject].fp, first, 0), blow(s.ships[other].fp, second, 1)
            outcomes[both] = outcomes.get(both, Fraction(0)) + chance * share
    return Ram(outcomes)


def blow(fp: int, card_rank: int, is_rammed: int) -> Blow:
    left = fp - BLOWS[is_rammed][card_rank]
    return Blow(max(0, left), RANKS[card_rank] if left > 0 and stays(4 * card_rank) else "")


# --- packs ------------------------------------------------------------------------------------------------------------


def packs(s: Any, kind_of: Any) -> tuple[Cards, Cards]:
    """How many cards of each kind are in the damage pack and among its discards."""
    pack, gone = [0] * 14, [0] * 14
    for card in range(KINDS):
        pack[kind_of(card)] += s.pack[card]
    for card in discards(s):
        gone[kind_of(card)] += 1
    return tuple(pack), tuple(gone)


def draws(pack: Cards, gone: Cards) -> Iterator[tuple[int, Fraction, Cards, Cards]]:
    """4.4, 4.7 Each kind that may be drawn, its chance, and what is then in the pack and among the discards."""
    if not any(pack):
        pack, gone = gone, (0,) * len(gone)
    total = sum(pack)
    for kind_of, count in enumerate(pack):
        if count:
            yield kind_of, Fraction(count, total), add(pack, kind_of, -1), gone


def add(cards: Cards, kind_of: int, many: int = 1) -> Cards:
    return (*cards[:kind_of], cards[kind_of] + many, *cards[kind_of + 1 :])
