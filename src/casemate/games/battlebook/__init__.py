"""Battle Book, by Zachtronics: ironclads on ruled paper, whose weapons all go off at once."""

from pathlib import Path

from casemate.game import Game, Option, Search, TextOption
from casemate.games.battlebook import bot, drawing, grid, notation, patterns, position, scene, turn, view, why

GAME = Game(
    name="battlebook",
    title="Battle Book",
    designer="Zachtronics",
    summary="Deploy ironclads and mark what their weapons sweep; when all is spent, every weapon fires at once",
    players=grid.PLAYERS,
    folder=Path(__file__).parent,
    state=grid.STATE,
    set_up=turn.set_up,
    turn=turn.turn,
    outcome=turn.outcome,
    worth=bot.worth,
    ending=turn.ending,
    options=(
        Option("grid", "5x9", grid.GRIDS, "1.1", "rows and columns of the grid", grid.FORM),
        Option("passing", "off", ("off", "on"), "4.8", "whether a player may pass and give up all AP left"),
        Option("choice", "secret", ("secret", "open", "random"), "3.4", "how the five actions are chosen"),
        Option("starter", "behind", ("behind", "alternate", "north", "coin"), "4.3", "who starts a round"),
        Option(
            "tiebreak", "draw", ("draw", "extra"), "2.5", "whether level totals are a draw or ask for a fourth round"
        ),
        Option("friendly_fire", "on", ("on", "off"), "6.8", "whether the X's of a player's own weapons count"),
        TextOption(
            "patterns",
            patterns.STANDARD,
            patterns.EXAMPLES,
            "6.9",
            "other patterns for Light Cannon, Revolver and Cavalry Saber",
            patterns.FORM,
            patterns.read_patterns,
        ),
    ),
    words=notation.WORDS,
    write_answer=lambda state, answer: notation.write_answer(answer),
    write_chance=notation.write_chance,
    write_position=position.write_position,
    read_position=position.read_position,
    why_not=why.why_not,
    write_turn=notation.write_turn,
    read_turn=notation.read_turn,
    frame=view.frame,
    style=drawing.STYLE,
    backdrop=view.backdrop,
    layer=view.layer,
    marks=view.marks,
    spots=scene.spots,
    name_answer=lambda answer: "Pass, and give up the AP left" if answer == "pass" else "",
    say=view.say,
    describe=view.describe,
    labels=view.labels,
    text_board=view.text_board,
    search=Search(horizon=0, curiosity=0.03, urgency=0.1, rest=turn.rest, exactly=5),
    is_open=False,
    resign_rule="2.8",
)
