"""Players: random, greedy, tree search, and named levels made of them.

A bot is given a state and sees what the player to move may see: the position, the rules and the odds, never a die
that is still to fall or a choice that is still secret.
"""

from casemate.bots.levels import LEVELS, bot, bots
from casemate.bots.simple import Greedy, Random
from casemate.bots.thinker import Bot, Line, Thinker

__all__ = ["LEVELS", "Bot", "Greedy", "Line", "Random", "Thinker", "bot", "bots"]
