"""Looking back on a game: chances at every place, what was luck and what was decided, and where it turned.

One evaluator judges everything, so luck and decisions add up to what became of the game. At a decision the chances
are those a search gives whoever must answer; where dice or cards answer they are the exact mean over all that could
fall, or the mean of a search where that is too much to look at; at the end they are the result. What changes from one
place to the next was luck, or somebody's decision.

    Search(playouts).weigh(state)    the evaluator; anything that weighs answers will do
    review(state, evaluator)         the whole game, as data that can be kept
    tell(review, game)               the ledger in lines that visibly add up
    draw_graph(review, players)      the chances as a picture
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from fractions import Fraction
from math import floor, fsum
from typing import Any, NamedTuple, Protocol

from casemate.bots import Thinker
from casemate.game import NOBODY, Game, State, Step
from casemate.record import shortened
from casemate.svg import Markup, element, group, path, rect, text
from casemate.table import CHANCE, SECRET

PLAYOUTS = 50_000  # for each question at most, where the rules are compiled
ALL_PLAYOUTS = 3_000_000  # for all places together, or a long game would keep people waiting
PLAIN_PLAYOUTS = 300  # and where they are not
LUCK, DECISION, MET, OTHER = "luck", "decision", "secret", "other"
CLASSES = (("blunder", 0.2), ("mistake", 0.1), ("slip", 0.05))  # by what was given away
ROOM = 12  # what could fall is looked at one by one up to so many
FEWEST, MOST = 3, 7  # turning points
NOTABLE, NOISE = 0.1, 0.02  # what makes a turning point; what a search cannot tell from nothing

Players = Sequence[str]


class Stopped(Exception):
    """Nobody wants this review any more."""


class Evaluator(Protocol):
    """Weighs the answers to a question; the same question must always get the same numbers."""

    name: str

    def weigh(self, state: State) -> Sequence[tuple[str, float]]:
        """Answers with the chances of the player who gives them, the best one first."""

    def mean(self, state: State) -> float:
        """The first player's chances where more could fall than can be looked at one by one."""


class Search:
    """The strongest bot with a fixed budget, each question searched as if it were the first."""

    def __init__(self, playouts: int = PLAYOUTS, seed: int = 1) -> None:
        self.name = f"tree search, {playouts:,} playouts a question"
        self.thinker = Thinker(playouts=playouts, seed=seed)

    def weigh(self, state: State) -> list[tuple[str, float]]:
        self.thinker.thoughts = 0
        return [(answer, branch.win) for answer, branch in self.thinker.weigh(state)]

    def mean(self, state: State) -> float:
        self.thinker.thoughts = 0
        return self.thinker.mean(state)


def strongest(state: State) -> Search:
    """The search a game is reviewed with; compiles the rules first where it can."""
    return Search(min(PLAYOUTS, ALL_PLAYOUTS // len(state.moments)) if state.game.compile() else PLAIN_PLAYOUTS)


# --- what a review says -------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Outcome:
    """What could fall, how likely, and the first player's chances after it."""

    text: str
    chance: str  # an exact fraction
    value: float


@dataclass(frozen=True)
class Change:
    """One step of the game and what it changed."""

    at: int  # the place it leads to; it begins from the one before
    turn: int
    kind: str  # luck; decision; secret: a choice made at once with the other's; other: given up, out of time, agreed
    player: int  # who answered, or gave up; CHANCE for luck, NOBODY for an agreed draw
    text: str
    told: str  # what came of it
    value: float  # the first player's chances after it
    by: float  # and how much they changed
    best: str = ""  # of a decision: the best answer; the one played where none was better
    kept: float = 0.0  # the player's chances after the best answer; of a resignation: before it
    loss: float = 0.0  # what was given away of them
    outcomes: tuple[Outcome, ...] = ()  # of luck: all that could fall; only what fell where that is too much

    @property
    def size(self) -> float:
        """How much it turned the game."""
        return self.loss if self.kind == DECISION else 0.0 if self.kind == MET else abs(self.by)

    @property
    def mistake(self) -> str:
        """What an answer is called that gave so much away; "" for a good one."""
        return next((name for name, least in CLASSES if self.kind == DECISION and self.loss >= least), "")

    @property
    def chance(self) -> str:
        """How likely the roll was."""
        return next((outcome.chance for outcome in self.outcomes if outcome.text == self.text), "")


@dataclass(frozen=True)
class Ledger:
    """The first player's chances at both ends, and what changed them: luck + decisions + agreed = final - initial."""

    initial: float
    luck: float
    decisions: tuple[float, float]
    agreed: float  # an agreed draw is neither's decision
    final: float


@dataclass(frozen=True)
class Review:
    """A game looked back on."""

    evaluator: str
    is_over: bool
    values: tuple[float, ...]  # the first player's chances at every place
    changes: tuple[Change, ...]  # between them

    @property
    def ledger(self) -> Ledger:
        def total(*kinds: str, player: int | None = None) -> float:
            return fsum(c.by for c in self.changes if c.kind in kinds and player in (None, c.player))

        met = total(MET) / 2  # what came of two secret choices is half of each
        return Ledger(
            initial=self.values[0],
            luck=total(LUCK),
            decisions=(total(DECISION, OTHER, player=0) + met, total(DECISION, OTHER, player=1) + met),
            agreed=total(OTHER, player=NOBODY),
            final=self.values[-1],
        )

    @property
    def turning_points(self) -> tuple[Change, ...]:
        """The few biggest mistakes and rolls, the biggest first."""
        largest = sorted(self.changes, key=lambda change: -change.size)[:MOST]
        return tuple(c for n, c in enumerate(largest) if c.size >= (NOISE if n < FEWEST else NOTABLE))

    def to_data(self) -> dict[str, Any]:
        """Plain data for JSON."""
        return asdict(self)

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> "Review":
        changes = (
            Change(**{**each, "outcomes": tuple(Outcome(**outcome) for outcome in each["outcomes"])})
            for each in data["changes"]
        )
        return cls(data["evaluator"], data["is_over"], tuple(data["values"]), tuple(changes))


# --- looking back -------------------------------------------------------------------------------------------------


def review(
    state: State,
    evaluator: Evaluator,
    progress: Callable[[int, int], None] | None = None,
    is_wanted: Callable[[], bool] | None = None,
) -> Review:
    """The game judged place by place, from its end to its start; `progress` hears how many places of how many.

    It shows the best answers: until a game is over nobody who plays in it, and nobody who can talk to them, may see
    one. Whoever serves reviews must see to that. Raises Stopped when `is_wanted` says no.
    """
    eye, met = Eye(evaluator, is_wanted), secret_meetings(state)
    places = len(state.moments)
    values, changes = [eye.value(state)], list[Change]()
    for at in range(places - 1, 0, -1):
        if progress is not None:
            progress(places - at, places)
        value, change = eye.look_back(shortened(state, at - 1), state.steps[at - 1], values[-1], at in met)
        values.append(value)
        changes.append(change)
    if progress is not None:
        progress(places, places)
    return Review(evaluator.name, state.result is not None, tuple(reversed(values)), tuple(reversed(changes)))


class Eye:
    """What looks at positions through an evaluator, at each but once."""

    def __init__(self, evaluator: Evaluator, is_wanted: Callable[[], bool] | None) -> None:
        self.evaluator, self.is_wanted = evaluator, is_wanted
        self.weighed: dict[tuple[str, ...], Sequence[tuple[str, float]]] = {}

    def value(self, state: State, room: int = ROOM) -> float:
        """The first player's chances. An answer that is forced changes nothing; nor does one nobody has seen."""
        while state.result is None and is_forced(state):
            state = played(state, state.moves()[0])
        if state.result is not None:
            return state.result[0]
        if state.to_move == CHANCE:
            return mean(self.outcomes(state, room)) if len(state.moves()) <= room else self.weigh(state)[0][1]
        return firsts(self.weigh(shown(state))[0][1], shown(state).to_move)

    def weigh(self, state: State) -> Sequence[tuple[str, float]]:
        place = tuple(step.text for step in state.steps)
        if place not in self.weighed:
            if self.is_wanted is not None and not self.is_wanted():
                raise Stopped
            is_chance = state.to_move == CHANCE
            self.weighed[place] = [("", self.evaluator.mean(state))] if is_chance else self.evaluator.weigh(state)
        return self.weighed[place]

    def outcomes(self, state: State, room: int, fell: str = "", after: float = 0.0) -> tuple[Outcome, ...]:
        """All that dice or cards could say; what follows the one that fell is known already."""
        chances = state.chances()
        return tuple(
            Outcome(text, str(chance), after if text == fell else self.value(played(state, text), room // len(chances)))
            for text, chance in chances.items()
        )

    def look_back(self, state: State, step: Step, after: float, is_met: bool) -> tuple[float, Change]:
        """The chances before a step, and what it changed."""

        def change(kind: str, value: float, player: int = step.player, **more: Any) -> tuple[float, Change]:
            told = step.events[0].text if step.events else ""
            at = len(state.moments)
            return value, Change(at, step.turn, kind, player, step.text, told, after, after - value, **more)

        if step.player == NOBODY:
            value, loser = self.value(state), {1.0: 1, 0.0: 0}.get(after, NOBODY)
            kept = 0.0 if loser == NOBODY else firsts(value, loser)
            return change(OTHER, value, loser, kept=kept, loss=kept)
        if step.player == CHANCE:
            chances = state.chances()
            if len(chances) > ROOM:
                fell = (Outcome(step.text, str(chances[step.text]), after),)
                return change(LUCK, self.value(state), outcomes=fell)
            outcomes = self.outcomes(state, ROOM, step.text, after)
            return change(LUCK, mean(outcomes), outcomes=outcomes)
        if is_met:
            return change(MET, self.value(state))
        if is_forced(state):
            return change(DECISION, after, best=step.text, kept=firsts(after, step.player))
        best, kept = self.best(state, step, firsts(after, step.player))
        loss = kept - firsts(after, step.player)
        return change(DECISION, self.value(state), best=best, kept=kept, loss=loss)

    def best(self, state: State, step: Step, kept: float) -> tuple[str, float]:
        """The best answer and what it keeps: what the search would play, unless what was played keeps as much."""
        answer = self.weigh(state)[0][0]
        if answer == step.text:
            return answer, kept
        keeps = firsts(self.value(played(state, answer)), step.player)
        return (answer, keeps) if keeps > kept else (step.text, kept)


def firsts(win: float, player: int | None) -> float:
    """A player's chances as the first player's, and back."""
    return 1.0 - win if player == 1 else win


def mean(outcomes: Sequence[Outcome]) -> float:
    """The exact mean over what could fall."""
    return fsum(float(Fraction(outcome.chance)) * outcome.value for outcome in outcomes)


def played(state: State, answer: str) -> State:
    ahead = state.copy()
    ahead.play(answer)
    return ahead


def is_forced(state: State) -> bool:
    """Whether a player must answer, openly, and can only say one thing."""
    question = state.now.question
    return question is not None and state.to_move != CHANCE and not is_secret(state) and len(question.codes) == 1


def is_secret(state: State) -> bool:
    return state.now.question is not None and state.now.question.form == SECRET


def shown(state: State) -> State:
    """The game without the secret choices that are not yet revealed."""
    return shortened(state, len(state.moments) - 1 - state.now.hidden)


def secret_meetings(state: State) -> set[int]:
    """The places behind secret choices that both players made at once: what comes of them is neither's alone."""
    found: set[int] = set()
    for at, moment in enumerate(state.moments[:-1]):
        made = [m.step.player for m in state.moments[at + 1 - moment.hidden : at + 2] if m.step]
        if {0, 1} <= set(made) and moment.hidden:
            found |= set(range(at + 1 - moment.hidden, at + 2))
    return found


# --- in words -----------------------------------------------------------------------------------------------------


class Row(NamedTuple):
    """A line of the ledger: the amounts of all lines but the last have the last as their sum."""

    words: str
    amount: str
    note: str


def tell(review: Review, game: Game) -> list[Row]:
    """The ledger in points of the first player's chances, rounded so that it adds up as it stands."""
    first, second = game.players
    ledger = review.ledger
    rows = [
        (f"{first}'s chances at the start", ledger.initial),
        ("Luck", ledger.luck),
        (f"{first}'s decisions", ledger.decisions[0]),
        (f"{second}'s decisions", ledger.decisions[1]),
        ("The draw agreed on", ledger.agreed),
    ]
    if not any(change.player == NOBODY for change in review.changes):
        rows.pop()
    tenths = add_up([1000 * part for _, part in rows], round(1000 * ledger.final))
    notes = ["", told_rolls(review), *(told_decisions(review, player, tenths[2 + player]) for player in (0, 1)), ""]
    amounts = [f"{tenths[0] / 10:.1f}%", *map(points, tenths[1:])]
    end = f"{first}'s share at the end" if review.is_over else f"{first}'s chances now"
    told = [Row(words, amount, note) for (words, _), amount, note in zip(rows, amounts, notes, strict=False)]
    return [*told, Row(end, f"{sum(tenths) / 10:.1f}%", "")]


def add_up(parts: Sequence[float], total: int) -> list[int]:
    """Whole numbers beside the parts with this sum, which is theirs but for rounding."""
    whole = [floor(part) for part in parts]
    nearest_above = sorted(range(len(parts)), key=lambda at: whole[at] - parts[at])
    for at in nearest_above[: total - sum(whole)]:
        whole[at] += 1
    return whole


def points(tenths: int) -> str:
    return f"{'−' if tenths < 0 else '+' if tenths else ''}{abs(tenths) / 10:.1f}"


def told_rolls(review: Review) -> str:
    rolls = sum(change.kind == LUCK for change in review.changes)
    return counted(rolls, "roll") if rolls else "nothing was left to chance"


def told_decisions(review: Review, player: int, tenths: int) -> str:
    """`−22.7 given away (1 mistake), −22.4 seen only later`: the search itself had not seen the rest coming."""
    changes = [change for change in review.changes if change.player == player]
    names = [change.mistake for change in changes]
    kinds = [counted(names.count(name), name) for name, _ in reversed(CLASSES) if name in names] or ["no mistakes"]
    given = fsum(change.loss for change in changes) * (1000 if player else -1000)
    lost, later = add_up([given, tenths - given], tenths)
    return f"{points(lost)} given away ({', '.join(kinds)}), {points(later)} seen only later"


def counted(number: int, what: str) -> str:
    return f"{number} {what}{'' if number == 1 else 's'}"


def percent(chances: float) -> str:
    """Whole percents; never as if decided while it is not."""
    if 0 < chances < 0.005:
        return "<1%"
    return ">99%" if 0.995 < chances < 1 else f"{chances:.0%}"


def say(change: Change, players: Players) -> str:
    """What happened, and what it meant."""
    told = say_decision if change.kind == DECISION else say_other
    return f"Turn {change.turn}: {told(change, players)}"


def say_decision(change: Change, players: Players) -> str:
    """`White plays xc5 where +D4 would have kept 61% (38%): a blunder`."""
    now = percent(firsts(change.value, change.player))
    answer = f"{players[change.player]} plays {change.text}"
    if change.best == change.text:
        return f"{answer} ({now})"
    name = f": a {change.mistake}" if change.mistake else ""
    return f"{answer} where {change.best} would have kept {percent(change.kept)} ({now}){name}"


def say_other(change: Change, players: Players) -> str:
    """`2 of 3 shots hit (2/3, a chance of 3/8): Black's chances rise from 39% to 62%`."""
    gains = 0 if change.by >= 0 else 1
    before, now = (percent(firsts(value, gains)) for value in (change.value - change.by, change.value))
    told = change.told or change.text
    rolled = f" ({change.text}, a chance of {change.chance})" if change.kind == LUCK else ""
    meant = f"rise from {before} to {now}" if before != now else f"stay at {now}"
    return f"{told}{rolled}: {players[gains]}'s chances {meant}"


# --- as a picture -------------------------------------------------------------------------------------------------

HEIGHT, TOP, DEEP = 264, 62, 154  # of the picture, of its chances of 100 %, and from there to 0 %
FIELD = TOP + DEEP + 12
TAGS, BESIDE = (42, 17), 3.6  # two rows for the numbers of turning points, and how far apart in hundredths of the width
TICKS = 8
SHAPES = {LUCK: "M0-7 7 0 0 7-7 0Z", DECISION: "M-7-5H7L0 7Z", OTHER: "M-5-5H5V5H-5Z"}
MEANING = {LUCK: "a roll", DECISION: "a mistake", OTHER: "given up or agreed"}

GRAPH_STYLE = f"""
.graph{{display:block;width:100%;height:{HEIGHT}px;font-size:13px}}
.graph .field{{fill:var(--dark)}}
.graph .area{{fill:var(--pale)}}
.graph .level{{stroke:var(--line);stroke-width:1;stroke-dasharray:1 4}}
.graph .decided,.graph .fell{{fill:none;stroke:var(--line);stroke-width:2;vector-effect:non-scaling-stroke}}
.graph .fell{{stroke:var(--mark);stroke-width:3;stroke-dasharray:4 3}}
.graph .leader{{stroke:var(--line);stroke-width:1}}
.graph .luck path{{fill:var(--mark)}}
.graph .decision path{{fill:var(--trail)}}
.graph .other path{{fill:var(--ink)}}
.graph .luck path,.graph .decision path,.graph .other path{{stroke:var(--sheet);stroke-width:1.5}}
.graph .tag circle{{fill:var(--sheet);stroke:var(--line)}}
.graph .tag text{{font-weight:600;text-anchor:middle}}
.graph .scale{{paint-order:stroke;stroke:var(--sheet);stroke-width:4px;stroke-linejoin:round}}
.graph .first{{fill:var(--pale-edge);stroke:var(--pale)}}
.graph .second{{fill:var(--dark-mark);stroke:var(--dark)}}
.graph .turn{{text-anchor:middle;fill:var(--faded)}}
.graph .place{{fill:transparent}}
.graph .place:hover,.graph .place.here{{fill:var(--mark);fill-opacity:.35}}
"""


def draw_graph(review: Review, players: Players) -> Markup:
    """The first player's chances over the game, as wide as there is room; each place has its `data-at`."""
    tagged = {change.at: number for number, change in enumerate(review.turning_points, 1)}
    return element(
        "svg",
        element("desc", told_graph(review, players)),
        draw_chances(review),
        draw_scale(review, players),
        *draw_tags(review, tagged),
        *(draw_sign(review, change) for change in review.changes if is_signed(change, tagged)),
        *draw_legend({change.kind for change in review.changes if is_signed(change, tagged)}),
        group(*draw_places(review, players), class_="places"),
        xmlns="http://www.w3.org/2000/svg",
        class_="casemate graph",
        width="100%",
        height=HEIGHT,
        role="img",
        aria_label=f"{players[0]}'s chances over the game",
    )


def told_graph(review: Review, players: Players) -> str:
    """What the picture shows, for those who do not see it."""
    ledger = review.ledger
    ends = f"{players[0]}'s chances go from {percent(ledger.initial)} to {percent(ledger.final)}."
    return " ".join([ends, *(f"{say(change, players)}." for change in review.turning_points)])


def across(review: Review, at: float) -> float:
    """Where a place is, in hundredths of the width."""
    return 2 + 96 * at / max(1, len(review.changes))


def down(value: float) -> float:
    return TOP + DEEP * (1 - value)


def hundredths(x: float) -> str:
    return f"{x:.2f}%"


def draw_chances(review: Review) -> Markup:
    """The first player's part of the field, and its edge: solid where answers changed it, broken where rolls did."""
    spots = [f"{across(review, at):.2f} {down(value):.1f}" for at, value in enumerate(review.values)]
    spots = [f"0 {spots[0].split()[1]}", *spots, f"100 {spots[-1].split()[1]}"]
    steps = [(change.kind, f"M{spots[change.at]}L{spots[change.at + 1]}") for change in review.changes]
    return element(
        "svg",
        rect(0, 0, 100, FIELD, class_="field"),
        path(f"M0 {FIELD}L{'L'.join(spots)}L100 {FIELD}Z", class_="area"),
        path("".join(d for kind, d in steps if kind != LUCK), class_="decided"),
        path("".join(d for kind, d in steps if kind == LUCK), class_="fell"),
        viewBox=f"0 0 100 {FIELD}",
        preserveAspectRatio="none",
        width="100%",
        height=FIELD,
    )


def draw_scale(review: Review, players: Players) -> Markup:
    """Who wins at the top and at the bottom, even chances in the middle, the turns below."""
    levels = (
        element("line", x1="0", x2="100%", y1=down(value), y2=down(value), class_="level") for value in (0, 0.5, 1)
    )
    return group(
        *levels,
        text(f"{players[0]} 100%", 6, down(1) + 15, class_="scale second"),
        text("50%", 6, down(0.5) - 5, class_="scale"),
        text(f"{players[1]} 100%", 6, down(0) - 5, class_="scale first"),
        *(
            element("text", words, x=hundredths(across(review, at)), y=FIELD + 15, class_="turn")
            for at, words in turn_ticks(review)
        ),
    )


def turn_ticks(review: Review) -> Iterator[tuple[int, str]]:
    """The first place of every so many turns."""
    begins: dict[int, int] = {}
    for change in review.changes:
        begins.setdefault(change.turn, change.at - 1)
    last = max(begins, default=0)
    apart = next(step for step in (1, 2, 5, 10, 20, 50, 100, 1000, 100_000) if last <= step * TICKS)
    for turn, at in begins.items():
        if turn % apart == 0:
            yield at, str(turn) if turn > apart else f"turn {turn}"


def is_signed(change: Change, tagged: Mapping[int, int]) -> bool:
    return change.kind in (LUCK, OTHER) or bool(change.mistake) or change.at in tagged


def draw_sign(review: Review, change: Change) -> Markup:
    """What a step was, by its shape."""
    return element(
        "svg",
        path(SHAPES.get(change.kind, SHAPES[DECISION])),
        x=hundredths(across(review, change.at)),
        y=down(change.value),
        overflow="visible",
        class_=f"{change.kind} {change.mistake}".strip(),
    )


def draw_tags(review: Review, tagged: Mapping[int, int]) -> Iterator[Markup]:
    """The turning points' numbers above, each led to its place."""
    places = sorted(tagged)
    stands = list(zip(places, in_rows(kept_apart([across(review, at) for at in places])), strict=True))
    for at, (x, y) in stands:
        there = hundredths(across(review, at))
        yield element("line", x1=hundredths(x), y1=y, x2=there, y2=down(review.values[at]), class_="leader")
    for at, (x, y) in stands:
        number = element("text", str(tagged[at]), x=hundredths(x), y=y + 4.5)
        yield group(element("circle", cx=hundredths(x), cy=y, r=11), number, class_="tag")


def in_rows(places: Sequence[float]) -> Iterator[tuple[float, float]]:
    """All in the lower row, but every other one of those that stand close."""
    last = -100.0
    for x in places:
        is_close = x - last < 1.99 * BESIDE
        last = last if is_close else x
        yield x, TAGS[is_close]


def kept_apart(places: Sequence[float]) -> list[float]:
    """The places moved as little as it takes for a number to stand at each."""
    moved = list(places)
    for at in range(1, len(moved)):
        moved[at] = max(moved[at], moved[at - 1] + BESIDE)
    room = 100.0 - BESIDE
    for at in reversed(range(len(moved))):
        moved[at] = room = min(moved[at], room)
        room -= BESIDE
    return moved


def draw_legend(kinds: set[str]) -> Iterator[Markup]:
    x = 12.0
    for kind, meaning in MEANING.items():
        if kind in kinds:
            yield element("svg", path(SHAPES[kind]), x=x, y=HEIGHT - 7, overflow="visible", class_=kind)
            yield text(meaning, x + 12, HEIGHT - 3)
            x += 34 + 7 * len(meaning)


def draw_places(review: Review, players: Players) -> Iterator[Markup]:
    """Each place as a column to be touched, with what happened in words."""
    told = [f"Start: {players[0]} {percent(review.values[0])}"]
    told += [f"{say(change, players)}. {players[0]} {percent(change.value)}" for change in review.changes]
    for at, words in enumerate(told):
        left, right = (across(review, at + side) for side in (-0.5, 0.5))
        yield element(
            "rect",
            element("title", words),
            x=hundredths(max(0.0, left)),
            width=hundredths(min(100.0, right) - max(0.0, left)),
            y=0,
            height=FIELD,
            class_="place",
            data_at=str(at),
        )
