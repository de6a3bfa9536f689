"""Forces to choose: the page to build one on, its sheet to print, and the same for programs.

A force is nowhere kept here: its list stands in the address, so a link is all that is needed to share or to save it.
"""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Annotated, Any
from urllib.parse import quote, urlencode

import markupsafe
import msgspec
from litestar import Response, Router, get, post
from litestar.exceptions import NotFoundException
from litestar.params import FromPath, FromQuery, JSONBody
from litestar.response import Redirect

import casemate
from casemate import army
from casemate.army import Builder, Options, Section
from casemate.errors import BadNotation, BadOption
from casemate.game import Game
from casemate.server.api import Ask, guest_of, limit, told_game
from casemate.server.pages import load, page
from casemate.server.tables import Refused

LONGEST_ID = 40
MOST_CHANGES = 200
OWN = ("list", "name", "table", "sheet", "add", "drop", "lift", "take")  # all else in an address is an option
Text = Annotated[str, msgspec.Meta(max_length=army.LONGEST_FILE)]


class Change(msgspec.Struct, forbid_unknown_fields=True):
    """`add` or `drop` one of them; `lift` the one at this place by one."""

    do: Annotated[str, msgspec.Meta(max_length=10)]
    section: Annotated[int, msgspec.Meta(ge=0, le=100)]
    what: Annotated[str, msgspec.Meta(max_length=200)]


class Draft(msgspec.Struct, forbid_unknown_fields=True):
    """A list as text (or a file of one), and changes to be made to it."""

    text: Text = msgspec.field(name="list", default="")
    options: dict[str, str | int] = {}
    changes: Annotated[list[Change], msgspec.Meta(max_length=MOST_CHANGES)] = []
    name: Annotated[str, msgspec.Meta(max_length=400)] = ""
    sheet: bool = False


def builder_of(game: Game) -> Builder:
    if game.builder is None:
        raise NotFoundException(f"in {game.title} there is nothing to choose before the game")
    return game.builder


# --- a list and what can be said of it --------------------------------------------------------------------------------


class Chosen:
    """A list with the options it is chosen for."""

    def __init__(self, game: Game, text: str, told: Mapping[str, object], name: str = "") -> None:
        self.game, self.builder = game, builder_of(game)
        kept = army.read_file(text)
        if kept.game not in ("", game.name, game.title):
            raise BadNotation(f"this is a list for {kept.game:.60}, not for {game.title}")
        own = {key: value for key, value in kept.options.items() if key not in told}
        self.options: Options = game.settle({**own, **told})
        self.name = army.clean(name) or kept.name
        self.sections = self.builder.sections(self.options)
        self.army = army.read(self.builder, kept.text, self.options)

    def change(self, change: Change) -> None:
        """One step of building; nothing is forbidden but what has no name."""
        if change.section >= len(self.sections):
            raise Refused(f"`section` is a number from 0 to {len(self.sections) - 1}")
        section, picks = self.sections[change.section], self.army.picks[change.section]
        if change.do == "lift" and change.what.isascii() and change.what.isdigit() and len(change.what) < 4:
            self.army = army.lift(self.army, change.section, int(change.what))
            return
        item = section.find(change.what)
        if item is None:
            raise BadNotation(army.unknown(change.what, section, self.sections))
        if change.do == "add" and len(picks) < army.MOST:
            self.army = army.add(self.army, change.section, item.name)
        elif change.do == "drop":
            self.army = army.drop(self.army, change.section, item.name)
        else:
            raise Refused(f"`do` is add, drop or lift (by its place), and a list has room for {army.MOST}")

    @property
    def text(self) -> str:
        return army.write(self.builder, self.army, self.options)

    @property
    def answer(self) -> str:
        return self.builder.answer(self.army, self.options)

    @property
    def chosen_options(self) -> dict[str, str | int]:
        """Those that bear on the list and are not as usual."""
        usual = {option.name: option.default for option in self.game.options}
        return {name: self.options[name] for name in self.builder.options if self.options[name] != usual[name]}

    def address(self, place: str = "", **more: str) -> str:
        """Where the page with this list is; spaces and strokes stay legible."""
        told = {"list": self.text, "name": self.name} | {key: str(value) for key, value in self.chosen_options.items()}
        query = urlencode({key: value for key, value in (told | more).items() if value}, safe="/,", quote_via=quote)
        return f"/army/{self.game.name}{place}" + (f"?{query.replace('%20', '+')}" if query else "")

    def told(self) -> dict[str, Any]:
        wrong = self.builder.check(self.army, self.options)
        return {
            "game": self.game.name,
            "options": {name: self.options[name] for name in self.builder.options},
            "name": self.name,
            "list": self.text,
            "answer": self.answer,
            "legal": not wrong,
            "warnings": [{"text": why.text, "rules": list(why.rules)} for why in wrong],
            "sections": [
                told_section(section, picks) for section, picks in zip(self.sections, self.army.picks, strict=True)
            ],
            "page": self.address(),
        }

    def ready(self, **more: str) -> list[dict[str, str]]:
        """The lists to begin with."""
        made = self.builder.ready(self.options).items()
        lists = [Chosen(self.game, text, self.options, name) for name, text in made]
        return [
            {"name": each.name, "list": each.text, "answer": each.answer, "page": each.address(**more)}
            for each in lists
        ]

    def pages(self) -> list[str]:
        return list(army.sheet(self.builder, self.army, self.options, self.game.title, self.name))


def told_section(section: Section, picks: tuple[str, ...]) -> dict[str, Any]:
    counts, costs = Counter(picks), {item.name: item.cost for item in section.items}
    return {
        "title": section.title,
        "rule": section.rule,
        "unit": section.unit,
        "total": army.total(section, picks),
        "limit": section.limit,
        "exact": section.is_exact,
        "counted": section.is_counted,
        "picks": [{"name": name, "cost": costs[name]} for name in picks],
        "items": [
            {
                "name": item.name,
                "cost": item.cost,
                "most": item.most,
                "number": counts[item.name],
                "facts": list(item.facts),
                "words": item.words,
                "group": item.group,
            }
            for item in section.items
        ],
    }


def asked_options(request: Ask) -> dict[str, object]:
    return {key: value for key, value in request.query_params.items() if key not in OWN}


# --- for programs -----------------------------------------------------------------------------------------------------


@get("/{name:str}")
async def look(
    request: Ask,
    name: FromPath[str],
    list: FromQuery[str] = "",
    sheet: FromQuery[bool] = False,
) -> dict[str, Any]:
    """What there is to choose in a game, and what is to be said of a list: totals, warnings with rules, its answer.

    Options stand in the address by their names. `sheet` adds the pages to print, as SVG.
    """
    limit(request, 0.2 + sheet)
    chosen = Chosen(casemate.load(name), list, asked_options(request))
    return told(chosen, sheet)


def told(chosen: Chosen, with_sheet: bool) -> dict[str, Any]:
    return chosen.told() | {"ready": chosen.ready()} | ({"sheet": chosen.pages()} if with_sheet else {})


@post("/{name:str}", status_code=200)
async def build(request: Ask, name: FromPath[str], data: JSONBody[Draft]) -> dict[str, Any]:
    """Change a list step by step, and hear the same of what it has become. Nothing is kept and nothing is forbidden:
    warnings say what is wrong. Only names that there are not are refused, with those that come near.
    """
    limit(request, 0.2 + data.sheet + len(data.changes) / 100)
    chosen = Chosen(casemate.load(name), data.text, data.options, data.name)
    for change in data.changes:
        chosen.change(change)
    return told(chosen, data.sheet)


# --- for people -------------------------------------------------------------------------------------------------------


@get("/army/{name:str}", include_in_schema=False)
async def builder_page(request: Ask, name: FromPath[str]) -> Response[Any]:
    """The builder. Without the script every button is a step to another address."""
    limit(request, 0.2)
    game, asked, refusal = load(name), dict(request.query_params), ""
    text, force, table, steps = asked.get("list", ""), asked.get("name", ""), table_of(asked), list[Change]()
    try:
        chosen = Chosen(game, text, asked_options(request), force)
    except (BadNotation, BadOption) as fault:
        refusal = str(fault)
        chosen = Chosen(game, "", {} if isinstance(fault, BadOption) else asked_options(request), force)
    try:
        steps = [read_step(do, asked[do], chosen.sections) for do in ("add", "drop", "lift") if do in asked]
        for step in steps:
            chosen.change(step)
    except (BadNotation, Refused) as fault:
        refusal = refusal or str(fault)
    if not refusal and (steps or "take" in asked or army.read_file(text).text != text):
        return Redirect(chosen.address(table=table), status_code=303)
    return page(
        "army.html",
        await guest_of(request),
        status=400 if refusal else 200,
        title=f"Build {chosen.builder.a_noun}: {game.title}",
        game=told_game(game),
        noun=chosen.builder.noun,
        told=chosen.told(),
        chosen=[option for option in told_game(game)["options"] if option["name"] in chosen.builder.options],
        refusal=refusal,
        text=chosen.text or text,
        force=chosen.name,
        sheet=chosen.address("/sheet"),
        file=chosen.address("/file"),
        kept_options=chosen.chosen_options,
        table=table,
        ready=chosen.ready(table=table),
    )


def read_step(do: str, words: str, sections: Sequence[Section]) -> Change:
    """`0 Archer`: a section by its number, and what; a name alone stands for itself."""
    number, _, what = words.partition(" ")
    if number.isascii() and number.isdigit() and len(number) < 3:
        return Change(do, int(number), what)
    return Change(do, next((at for at, section in enumerate(sections) if section.find(words)), 0), words)


def table_of(asked: Mapping[str, str]) -> str:
    """The table one came from, to go back to."""
    id = asked.get("table", "")
    return id if id.isascii() and id.isalnum() and len(id) <= LONGEST_ID else ""


@get("/army/{name:str}/sheet", include_in_schema=False)
async def sheet_page(request: Ask, name: FromPath[str]) -> Response[str]:
    """The force on paper: to print, or to save."""
    limit(request, 1)
    chosen = chosen_in(request, name)
    return page(
        "sheet.html",
        await guest_of(request),
        title=f"{chosen.name or chosen.builder.noun.capitalize()}: {chosen.game.title}",
        game=told_game(chosen.game),
        noun=chosen.builder.noun,
        pages=[markupsafe.Markup(each) for each in chosen.pages()],
        drawings=[chosen.address(f"/sheet/{n}") for n in range(1, len(chosen.pages()) + 1)],
        told=chosen.told(),
    )


@get("/army/{name:str}/sheet/{n:int}", include_in_schema=False)
async def drawing(request: Ask, name: FromPath[str], n: FromPath[int]) -> Response[str]:
    """One page of the sheet as a file."""
    limit(request, 1)
    chosen = chosen_in(request, name)
    pages = chosen.pages()
    if not 1 <= n <= len(pages):
        raise NotFoundException(f"this sheet has the pages 1 to {len(pages)}")
    return Response(pages[n - 1], media_type="image/svg+xml", headers=attached(chosen, f"-{n}.svg"))


@get("/army/{name:str}/file", include_in_schema=False)
async def file(request: Ask, name: FromPath[str]) -> Response[str]:
    """The list as a file, to be read again here or at the terminal."""
    limit(request, 0.2)
    chosen = chosen_in(request, name)
    options = {key: str(value) for key, value in chosen.chosen_options.items()}
    text = army.write_file(army.Kept(chosen.text, chosen.game.title, chosen.name, options))
    return Response(text, media_type="text/plain; charset=utf-8", headers=attached(chosen, ".txt"))


def chosen_in(request: Ask, name: str) -> Chosen:
    """The list in the address."""
    asked = request.query_params
    return Chosen(load(name), asked.get("list", ""), asked_options(request), asked.get("name", ""))


def attached(chosen: Chosen, end: str) -> dict[str, str]:
    name = "-".join(re.findall("[a-z0-9]+", chosen.name.lower()))
    return {"content-disposition": f'attachment; filename="{chosen.game.name}-{name or chosen.builder.noun}{end}"'}


def router() -> Router:
    return Router("/api/armies", route_handlers=[look, build], tags=["armies"])


HANDLERS = [builder_page, sheet_page, drawing, file]
