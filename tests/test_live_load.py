"""The load of bench/live.py, made small: every picture reaches everybody, and `kill -9` loses and repeats nothing."""

import subprocess
import sys
from pathlib import Path

import pytest

HOUSE = Path(__file__).parents[1]
pytestmark = [pytest.mark.slow, pytest.mark.skipif(sys.platform != "linux", reason="reads the kernel's books in /proc")]


def live(*arguments: str) -> dict[str, str]:
    """The lines of its report by their first words."""
    command = [sys.executable, str(HOUSE / "bench" / "live.py"), *arguments]
    done = subprocess.run(command, capture_output=True, text=True, timeout=240)
    lines = [line.strip() for line in done.stdout.splitlines()]
    assert lines, done.stderr
    print(done.stdout, done.stderr)
    return {line.split("  ")[0]: line for line in lines if line}


def test_everybody_sees_every_move() -> None:
    told = live("--games", "20", "--rate", "60", "--seconds", "4", "--warm-up", "1", "--only", "ours")
    assert told["pictures that never arrived"].endswith(" met")


def test_nothing_acknowledged_is_lost_and_nothing_is_played_twice() -> None:
    told = live("--games", "20", "--rate", "60", "--kill", "2")
    assert told["acknowledged and lost, or played twice"].endswith(" met")
    assert told["refused, or in trouble"].endswith(" met")
    assert told["connections lost and made again"].split()[-1] == "120"
