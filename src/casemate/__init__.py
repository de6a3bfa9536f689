"""Casemate: five tabletop battle games at one table. This page is the whole public API.

game = casemate.load("ironclad")          # casemate.games() lists them
state = game.start(setup="one_row")
state.play("c2-c3")
bot = casemate.bot("captain", seed=7)     # casemate.bots() lists them
state.play(bot.choose(state))
"""

from casemate.bots import Bot, Line, bot, bots
from casemate.errors import BadNotation, BadOption, BadRecord, CasemateError, IllegalMove, UnknownName
from casemate.game import Game, Option, Playouts, State, Step, games, load
from casemate.table import CHANCE
from casemate.words import Event, Why

__version__ = "0.3.0"
__all__ = [
    "CHANCE",
    "BadNotation",
    "BadOption",
    "BadRecord",
    "Bot",
    "CasemateError",
    "Event",
    "Game",
    "IllegalMove",
    "Line",
    "Option",
    "Playouts",
    "State",
    "Step",
    "UnknownName",
    "Why",
    "bot",
    "bots",
    "games",
    "load",
]
