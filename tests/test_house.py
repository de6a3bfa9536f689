"""How the house is built: which room may know of which, and what no committed file may hold."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import casemate

HOUSE = Path(__file__).parents[1]
SOURCE = HOUSE / "src" / "casemate"
SET_UP = {".git", ".venv", ".venv-peer", "__pycache__", "build", "dist"}
SET_UP |= {".pytest_cache", ".mypy_cache", ".ruff_cache", ".hypothesis"}
GAMES_MAY_IMPORT = {"army", "bits", "errors", "game", "sheet", "svg", "table", "words"}
ADDRESS = re.compile(r"https?://([\w.-]+)")
MAY_BE_LINKED = {  # the SVG format; nobody, twice; the machine itself, whichever it is
    "www.w3.org",
    "example.org",
    "evil.example",
    "127.0.0.1",
}
MACHINE = re.compile(r"""(?:^|[\s"'`(=:])/(?:home|root|Users|work|tmp|opt|mnt|srv|var)/""")


def files(*suffixes: str) -> Iterator[Path]:
    """The house's own text files; all of them when no suffix is named."""
    waiting = [HOUSE]
    while waiting:
        for found in sorted(waiting.pop().iterdir()):
            if found.name in SET_UP or found.is_symlink():
                continue
            if found.is_dir():
                waiting.append(found)
            elif (found.suffix in suffixes) if suffixes else is_text(found):
                yield found


def is_text(path: Path) -> bool:
    return b"\0" not in path.read_bytes()[:8000]


def named(path: Path) -> str:
    return str(path.relative_to(HOUSE))


def imports(path: Path) -> set[str]:
    """The modules a file imports, `from a import b` as both a and a.b."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{named(path)}: imports are written in full"
            module = node.module or ""
            found |= {module} | {f"{module}.{alias.name}" for alias in node.names}
    return found


def test_games_are_found_by_looking() -> None:
    folders = sorted(found.parent.name for found in (SOURCE / "games").glob("*/__init__.py"))
    assert [casemate.games(), casemate.games()] == [folders, folders]


@pytest.mark.parametrize("game", casemate.games())
def test_nothing_outside_its_folder_names_a_game(game: str) -> None:
    name = re.compile(rf"\b{re.escape(game)}\b|\b{re.escape(casemate.load(game).title)}\b", re.IGNORECASE)
    home = SOURCE / "games" / game
    public = SOURCE / "__init__.py"  # its docstring shows people a game being played
    elsewhere = [*SOURCE.rglob("*.py"), *(HOUSE / "tests").rglob("*.py"), *(HOUSE / "bench").rglob("*.py")]
    titles = [casemate.load(other).title for other in casemate.games() if other != game]
    longer = re.compile("|".join(re.escape(title) for title in titles if name.search(title)) or "(?!)", re.IGNORECASE)
    rooms = (path for path in elsewhere if path != public and not path.is_relative_to(home))
    assert [named(path) for path in rooms if name.search(longer.sub("", path.read_text(encoding="utf-8")))] == []


@pytest.mark.parametrize("game", casemate.games())
def test_a_game_imports_the_table_and_itself(game: str) -> None:
    own = f"casemate.games.{game}"
    wrong = [
        f"{named(path)} imports {module}"
        for path in (SOURCE / "games" / game).rglob("*.py")
        if "tests" not in path.parts
        for module in imports(path)
        if module.startswith("casemate.") and not f"{module}.".startswith(f"{own}.")
        if module != "casemate.games" and module.split(".")[1] not in GAMES_MAY_IMPORT
    ]
    assert wrong == []


def test_the_house_imports_no_game() -> None:
    wrong = [
        f"{named(path)} imports {module}"
        for path in SOURCE.rglob("*.py")
        if not path.is_relative_to(SOURCE / "games")
        for module in imports(path)
        if module.startswith("casemate.games.")
    ]
    assert wrong == []


def test_rules_come_to_no_clock_and_no_chance_of_their_own() -> None:
    banned = {"random", "secrets", "time", "datetime", "os", "threading"}
    wrong = [
        f"{named(path)} imports {module}"
        for path in (SOURCE / "games").rglob("*.py")
        if "tests" not in path.parts
        for module in imports(path)
        if module.split(".")[0] in banned
    ]
    assert wrong == []


def test_files_name_no_machine_and_no_host() -> None:
    wrong = []
    for path in files():
        text = path.read_text(encoding="utf-8")
        wrong += [f"{named(path)}: {host}" for host in ADDRESS.findall(text) if host not in MAY_BE_LINKED]
        if path != Path(__file__):
            wrong += [f"{named(path)}: {place.strip()}" for place in MACHINE.findall(text)]
    assert wrong == []


def test_text_is_plain() -> None:
    """UTF-8, spaces (but for make), no blanks at a line's end, a newline at the file's."""
    wrong = []
    for path in files(".py", ".md", ".toml", ".record", ".tsv"):
        text = path.read_text(encoding="utf-8")
        for number, line in enumerate(text.split("\n"), 1):
            if ("\t" in line and path.suffix != ".tsv") or line != line.rstrip(" \r"):
                wrong.append(f"{named(path)}:{number}")
        if text and not text.endswith("\n"):
            wrong.append(f"{named(path)}: no newline at the end")
    assert wrong == []
