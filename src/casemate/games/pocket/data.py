"""Tables of data as text: cells separated by tabs, one row a line. What is wrong is named by its file and line."""

import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple, NoReturn

FOLDER = Path(__file__).parent
NOTHING = ("", "–", "-", "none")


class BadLine(ValueError):
    """A line of a data file that cannot be used: `file, line 4: why`."""


class Row(NamedTuple):
    file: str
    line: int
    cells: tuple[str, ...]

    def refuse(self, why: str) -> NoReturn:
        raise BadLine(f"{self.file}, line {self.line}: {why}")


def rows(file: str, text: str) -> Iterator[Row]:
    """The rows of a file; lines that are blank or begin with # are for people."""
    for line, written in enumerate(text.split("\n"), 1):
        if written.strip() and not written.startswith("#"):
            yield Row(file, line, tuple(cell.strip() for cell in written.rstrip("\t\r").split("\t")))


def table(head: Sequence[str], found: Sequence[Row], file: str) -> list[Row]:
    """The rows under a head that names the columns, each as wide as the head; cells left out at the end are empty."""
    if not found or found[0].cells != tuple(head):
        at = found[0] if found else Row(file, 1, ())
        at.refuse(f"the head of the table is {', '.join(head)}, separated by tabs")
    for row in found[1:]:
        if not 2 <= len(row.cells) <= len(head):
            row.refuse(f"a row has {len(head)} cells separated by tabs, not {len(row.cells)}")
    return [row._replace(cells=row.cells + ("",) * (len(head) - len(row.cells))) for row in found[1:]]


def listed(cell: str) -> tuple[str, ...]:
    """A list separated by commas; a dash is an empty one."""
    return () if cell in NOTHING else tuple(word.strip() for word in cell.split(","))


def whole_number(text: str) -> int | None:
    """A whole number, its minus a hyphen or a proper minus sign."""
    return int(text.replace("−", "-")) if re.fullmatch("[-−]?[0-9]{1,3}", text) else None


def refuse_names(found: Sequence[Row], taken: Sequence[str] = ()) -> None:
    """A name is letters, and stands once."""
    names = list(taken)
    for row in found:
        name = row.cells[0]
        if not re.fullmatch(r"[^\W\d_]+(?:[ '’-][^\W\d_]+)*", name):
            row.refuse(f"{name!r} is no name: words of letters")
        if name in names:
            row.refuse(f"there is a {name} already")
        names.append(name)


def read_file(name: str) -> str:
    return (FOLDER / name).read_text(encoding="utf-8")
