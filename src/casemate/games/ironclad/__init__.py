"""Ironclad, by Frank Lantz: robots on the squares, an argument in stones on the crossings."""

from pathlib import Path

from casemate.game import Game, Option
from casemate.games.ironclad import board, bot, drawing, notation, scene, turn, view, why

GAME = Game(
    name="ironclad",
    title="Ironclad",
    designer="Frank Lantz",
    summary="Robots fight on the squares, stones argue on the crossings, and your opponent plays half of your turn",
    players=notation.PLAYERS,
    folder=Path(__file__).parent,
    state=board.STATE,
    set_up=board.set_up,
    turn=turn.turn,
    outcome=bot.outcome,
    worth=bot.worth,
    ending=notation.ending,
    options=(
        Option("setup", "two_row", ("two_row", "one_row"), "2.3", "where the robots start: on two rows, or on one"),
        Option("second_hand", "opponent", ("opponent", "owner"), "3.2", "who makes the action of the second half"),
        Option("links", "orthogonal", ("orthogonal", "eight"), "8.2", "whether diagonal neighbours are linked too"),
        Option("slides", "orthogonal", ("orthogonal", "eight"), "9.5", "whether slides run along diagonals too"),
        Option(
            "last_robot",
            "play_on",
            ("play_on", "loses"),
            "7.4",
            "what happens to a player whose last robot is destroyed",
        ),
        Option("quiet_limit", 40, range(20, board.LIMIT + 1), "11.4", "how many quiet turns make a draw"),
        Option("repetition", 3, (3, 0, 2), "11.3", "how many occurrences of a position make a draw; 0: none do"),
    ),
    words=notation.WORDS,
    write_answer=lambda state, code: notation.write_answer(code),
    write_position=notation.write_position,
    read_position=notation.read_position,
    why_not=why.why_not,
    write_turn=notation.write_turn,
    read_turn=notation.read_turn,
    frame=lambda state: (0, 0, drawing.WIDTH, drawing.HEIGHT),
    style=drawing.STYLE,
    backdrop=lambda options, viewer: drawing.draw_backdrop(viewer),
    layer=view.layer,
    marks=view.marks,
    spots=scene.spots,
    say=view.say,
    describe=view.describe,
    labels=view.labels,
    text_board=view.text_board,
    is_turn_start=lambda s: s.due == board.EITHER,
    resign_rule="11.2",
    agree_rule="11.5",
)
