"""Casemate's command line, its main thread profiled from SIGUSR1 to SIGUSR2: profiled.py FILE ARGUMENTS

What it counts is processor time, so that whatever else the machine does is not in it.
"""

import cProfile
import signal
import sys
import time

from casemate.cli import main

if __name__ == "__main__":
    profile = cProfile.Profile(time.thread_time)
    file = sys.argv.pop(1)

    def begin(*_: object) -> None:
        profile.enable()

    def end(*_: object) -> None:
        profile.disable()
        profile.dump_stats(file)

    signal.signal(signal.SIGUSR1, begin)
    signal.signal(signal.SIGUSR2, end)
    main()
