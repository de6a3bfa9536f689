"""The README's Python runs as it stands, and prints what stands below it."""

import contextlib
import io
import re
from pathlib import Path

HOUSE = Path(__file__).parents[1]
README = (HOUSE / "README.md").read_text(encoding="utf-8")


def test_the_lines_of_python_print_what_the_readme_says() -> None:
    found = re.search(r"```python\n(.*?)```.*?```text\n(.*?)```", README, re.DOTALL)
    assert found, "the README shows Python, and below it what that prints"
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(compile(found[1], "README.md", "exec"), {"__name__": "__main__"})
    assert printed.getvalue() == found[2]


def test_files_shown_and_linked_are_there() -> None:
    for page in HOUSE.glob("*.md"):
        for target in re.findall(r"\]\(([^)#:]+)\)", page.read_text(encoding="utf-8")):
            assert (HOUSE / target).exists(), f"{page.name} links to {target}"


def test_every_command_of_the_readme_is_one() -> None:
    makefile = (HOUSE / "Makefile").read_text(encoding="utf-8")
    for target in re.findall(r"\bmake ([a-z]+)\b", README):
        assert re.search(rf"^{target}:", makefile, re.MULTILINE), f"make {target}"
