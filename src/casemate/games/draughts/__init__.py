"""Ironclad Draughts: two squadrons of ironclads break through each other's line and come home."""

from pathlib import Path

from casemate.game import Game, Option
from casemate.games.draughts import board, bot, notation, odds, placing, turn, view, why

GAME = Game(
    name="draughts",
    title="Ironclad Draughts",
    designer="a designer not named in print",
    summary="Two squadrons of ironclads steam through each other and come home, by cards, dice and the ram",
    players=notation.PLAYERS,
    folder=Path(__file__).parent,
    state=board.STATE,
    set_up=placing.set_up,
    turn=turn.turn,
    outcome=turn.outcome,
    worth=bot.worth,
    ending=notation.ending,
    options=(
        Option("board", 8, (8, 10, 12), "1.1", "how many squares a side of the board has"),
        Option(
            "squadrons",
            "channel",
            placing.FORCES,
            "3.4",
            "the forces: a ready-made squadron for both sides, or one for each; chosen ship by ship; or by lot",
            f"choose, random, {', '.join(placing.NAMES)}, or two of these names as levant,pacific (White, Black)",
        ),
        Option("course", "kept", ("kept", "free"), "9.5", "whether free ships must keep their course"),
        Option(
            "split_fire", "off", ("off", "on"), "12.1", "whether a ship may fire at several enemies, salvo by salvo"
        ),
        Option("jokers", 2, (2, 0, 1, 3), "4.2", "how many Jokers the damage pack has"),
        Option("reshuffle", "every_turn", ("every_turn", "when_empty"), "4.5", "when the damage pack is shuffled"),
        Option("turn_limit", 30, range(15, 61), "14.2", "the last turn"),
        Option("pass_through", "off", ("off", "on"), "8.5", "whether two-square steps may cross an occupied square"),
    ),
    words=notation.WORDS,
    write_answer=lambda state, code: notation.write_answer(code),
    write_chance=notation.write_chance,
    write_position=notation.write_position,
    read_position=notation.read_position,
    prospects=odds.tables,
    name_answer=view.name_answer,
    why_not=why.why_not,
    write_turn=notation.write_turn,
    read_turn=notation.read_turn,
    frame=view.frame,
    style=view.STYLE,
    backdrop=view.draw_backdrop,
    layer=view.layer,
    marks=view.marks,
    spots=view.spots,
    say=view.say,
    describe=view.describe,
    labels=view.labels,
    text_board=view.text_board,
    is_open=False,
    resign_rule="14.9",
)
