"""`kill -9` under load: nothing acknowledged may be lost, nothing played twice, and everybody carries on by themselves.

The players keep notes of every answer they sent and of when they saw it in their own picture: from then on it is
acknowledged. Between kills and at the end the notes are held to what the server has of each game, answer by answer.
"""

import asyncio
import os
import signal
from dataclasses import dataclass, field
from random import Random
from time import perf_counter

import msgspec

import wire
from run import Report, cores, say
from sites import Casemate, Place
from tables import Move, Table, Tally, open_tables, settle, until

SEED = 1
WARM_UP = 2.0  # seconds of load before the first kill
BETWEEN = (1.0, 3.0)  # seconds of load before the next one
BACK_WITHIN = 2.0
PATIENCE = 30.0


@dataclass
class Outcome:
    """What the kills did."""

    answering: list[float] = field(default_factory=list)  # seconds from a kill to the first answer
    carrying_on: list[float] = field(default_factory=list)  # until a new move was acknowledged at every table
    on_their_way: list[int] = field(default_factory=list)  # moves sent and not acknowledged when it was killed
    said_again: int = 0
    wrong: list[str] = field(default_factory=list)


async def run(site: Casemate, games: int, rate: float, times: int) -> Report:
    outcome, random = Outcome(), Random(SEED)
    site.start(cores())
    try:
        await site.answers()
        tables, tally = await open_tables(site, games, SEED, games / rate)
        for table in tables:
            table.begin()
        await asyncio.sleep(WARM_UP)
        for number in range(1, times + 1):
            await asyncio.sleep(random.uniform(*BETWEEN))
            await kill(site, tables, tally, outcome)
            say(
                f"  kill {number} of {times}: it answers after {outcome.answering[-1]:.2f} s,"
                f" all carry on after {outcome.carrying_on[-1]:.2f} s"
            )
        await asyncio.sleep(BETWEEN[0])
        await settle(tables, tally)
        outcome.said_again = sum(move.said - 1 for move in tally.moves)
        await compare(site, tables, outcome)
        return report(site, tally, outcome, games, rate)
    finally:
        site.running.stop()


async def kill(site: Casemate, tables: list[Table], tally: Tally, outcome: Outcome) -> None:
    """Kill it, start it on what it left on disk, and wait until every table has gone on."""
    outcome.on_their_way.append(sum(line.own is not None for table in tables for line in table.lines))
    killed = perf_counter()
    os.kill(site.running.process.pid, signal.SIGKILL)
    site.running.process.wait(15)
    site.start(cores())
    await site.answers()
    back = perf_counter()
    outcome.answering.append(back - killed)
    if not await until(lambda: all(has_gone_on(table, killed) for table in tables), PATIENCE):
        stuck = sum(not has_gone_on(table, killed) for table in tables)
        outcome.wrong.append(f"{stuck} tables did not go on within {PATIENCE:.0f} s of a kill")
    outcome.carrying_on.append(perf_counter() - killed)


def has_gone_on(table: Table, since: float) -> bool:
    """A move that was sent after the kill is acknowledged, or the game was over and a new one has begun."""
    return any(move.sent > since and move.acknowledged for move in reversed(table.moves))


# --- the players' notes against the server's ------------------------------------------------------------------------


async def compare(site: Casemate, tables: list[Table], outcome: Outcome) -> None:
    for table in tables:
        for place, moves in table.games:
            outcome.wrong += differences(place, moves, await answers_of(site, place))


async def answers_of(site: Casemate, place: Place) -> dict[int, tuple[int, str]]:
    """What the server has of a game: who gave which answer, by how many had been given before; dice left out."""
    headers = {"Authorization": place.proofs[0]}
    _, answer = await wire.ask(site.port, "GET", f"/api/games/{place.id}", None, headers)
    log = msgspec.json.decode(answer)["log"]
    if [line["at"] for line in log] != list(range(1, len(log) + 1)):
        return {}
    return {line["at"] - 1: (line["player"], line["text"]) for line in log if line["player"] in (0, 1)}


def differences(place: Place, moves: list[Move], kept: dict[int, tuple[int, str]]) -> list[str]:
    """Everything in which the players' notes of a game and the server's differ."""
    wrong = []
    noted: dict[int, list[Move]] = {}
    for move in moves:
        noted.setdefault(move.at, []).append(move)
    for at, notes in noted.items():
        if len(notes) > 1:
            wrong.append(f"{place.id}: answer {at} was asked for {len(notes)} times")
        if notes[-1].acknowledged and kept.get(at) != (notes[-1].seat, notes[-1].answer):
            wrong.append(f"{place.id}: answer {at}, {notes[-1].answer}, was acknowledged; kept is {kept.get(at)}")
    for at, (seat, answer) in kept.items():
        if (seat, answer) not in [(move.seat, move.answer) for move in noted.get(at, ())]:
            wrong.append(f"{place.id}: answer {at}, {answer}, is kept and nobody gave it")
    return wrong


# --- the report -----------------------------------------------------------------------------------------------------


def report(site: Casemate, tally: Tally, outcome: Outcome, games: int, rate: float) -> Report:
    acknowledged = sum(move.acknowledged is not None for move in tally.moves)
    found = Report([f"Casemate killed {len(outcome.answering)} times: {games} games, {rate:,.0f} moves per second"])
    found.speed("moves acknowledged", acknowledged)
    found.speed("connections lost and made again", tally.lost)
    found.speed("moves on their way when it was killed", sum(outcome.on_their_way))
    found.speed("moves said again, or made while it was away", outcome.said_again)
    found.head("What is demanded")
    found.demand("acknowledged and lost, or played twice", len(outcome.wrong), 0, "", at_least=False)
    found.demand("refused, or in trouble", len(tally.refusals) + len(tally.troubles), 0, "", at_least=False)
    found.demand("from kill to first answer, longest", max(outcome.answering), BACK_WITHIN, " s", at_least=False)
    found.demand("until every table had moved again, longest", max(outcome.carrying_on), 5.0, " s", at_least=False)
    if outcome.wrong or tally.refusals or tally.troubles:
        say(f"What the server said last:\n{site.running.last_words()}")
    problems = [*outcome.wrong, *sorted(set(tally.refusals)), *sorted(set(tally.troubles))]
    found.lines += [f"  {problem}" for problem in problems[:10]]
    return found
