"""A process that thinks: one job a line comes in, and what came of it goes out, a line each, as JSON.

{"do": "choose", ...}   the computer's answer            {"do": "hint", ...}    the best answers and why
{"do": "weigh", ...}    the chances of who must answer   {"do": "review", ...}  a whole game looked back at
{"do": "compile"}       get the rules ready
"""

import contextlib
import os
import sys
from typing import Any

import msgspec

import casemate
from casemate import review as looking_back
from casemate.bots import LEVELS
from casemate.game import State

STRONGEST = LEVELS[-1].name
HINTS = 3  # answers in a hint


def main() -> None:
    """Answer jobs until the input ends."""
    out, sys.stdout = sys.stdout.buffer, sys.stderr  # what anybody prints is no answer
    with contextlib.suppress(OSError):
        os.nice(10)  # people's moves come first

    def say(message: dict[str, Any]) -> None:
        try:
            out.write(msgspec.json.encode(message) + b"\n")
            out.flush()
        except BrokenPipeError:  # the site is gone: nobody waits for this any more
            os._exit(0)

    for line in sys.stdin.buffer:
        job = msgspec.json.decode(line)
        say({"done": JOBS[job["do"]](job, say)})


def state_of(job: dict[str, Any]) -> State:
    """The game as it stands, played again from its record; by the compiled rules once they are in the cache."""
    game = casemate.load(job["game"])
    if job["is_compiled"] or job["do"] == "review":
        game.compile()
    state = game.read(job["start"], **job["options"]) if job["start"] else game.start(**job["options"])
    for kind, text in job["steps"]:
        if kind == "answer":
            state.play(text)
        elif kind == "agreed":
            state.agree_draw()
        else:
            (state.resign if kind == "resigned" else state.run_out)(int(text))
    return state


def choose(job: dict[str, Any], say: Any) -> str:
    return bot_of(job).choose(state_of(job))


def hint(job: dict[str, Any], say: Any) -> list[dict[str, Any]]:
    lines = bot_of(job).analyse(state_of(job))
    return [{"answer": line.answer, "win": line.win, "why": line.why} for line in lines[:HINTS]]


def weigh(job: dict[str, Any], say: Any) -> float:
    return float(bot_of(job).analyse(state_of(job))[0].win)


def bot_of(job: dict[str, Any]) -> Any:
    """The bot of a level, within the time the site gives it."""
    bot = casemate.bot(job["level"], seed=job["seed"])
    if hasattr(bot, "seconds"):
        bot.seconds = min(bot.seconds or job["seconds"], job["seconds"])
    return bot


def compile_rules(job: dict[str, Any], say: Any) -> bool:
    return casemate.load(job["game"]).compile()


def review(job: dict[str, Any], say: Any) -> dict[str, Any]:
    state = state_of(job)
    looked = looking_back.review(state, looking_back.strongest(state), lambda done, of: say({"progress": [done, of]}))
    return looked.to_data()


JOBS = {"choose": choose, "hint": hint, "weigh": weigh, "compile": compile_rules, "review": review}

if __name__ == "__main__":
    main()
