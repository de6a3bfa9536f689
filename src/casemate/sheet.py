"""Sheets of paper as SVG: A4 in millimetres, ink on white, drawn with attributes alone so that any reader shows them.

There is no style sheet to ask how wide words are; they are measured by the usual widths of their letters, generously.
"""

from collections.abc import Iterable, Sequence

from casemate.svg import Markup, element, number, text

WIDTH, HEIGHT, MARGIN = 210.0, 297.0, 12.0  # A4
INNER = WIDTH - 2 * MARGIN
INK, FADED, HAIR, TINT = "#1d2022", "#595347", "#b9b09c", "#f3efe6"
SANS = "Avenir Next, Segoe UI, Roboto, Helvetica, Arial, sans-serif"
BOOK = "Iowan Old Style, Palatino Linotype, Palatino, URW Palladio L, Georgia, serif"
POINT = 25.4 / 72  # millimetres
NARROW, WIDE = frozenset("iljtfrI.,:;'!|()[]/ -–·"), frozenset("mwMW@%—×")
Line = tuple[str, str, Sequence[str]]  # what, its number, and what to know of it


def width(words: str, size: float, is_bold: bool = False) -> float:
    """How wide words are, or a little less."""
    letters = sum(
        0.34 if each in NARROW else 0.88 if each in WIDE else 0.68 if each.isupper() else 0.56 for each in words
    )
    return letters * size * (1.06 if is_bold else 1.0)


def wrap(words: str, space: float, size: float) -> list[str]:
    """Words in lines no wider than the space; what is longer alone is cut."""
    lines, line = [], ""
    for word in words.split():
        while width(word, size) > space and len(word) > 1:
            word = word[: max(1, int(len(word) * space / width(word, size)) - 1)] + "…"
        longer = f"{line} {word}".strip()
        if line and width(longer, size) > space:
            lines.append(line)
            longer = word
        line = longer
    return [*lines, line] if line else lines


def say(
    words: str,
    x: float,
    y: float,
    size: float,
    bold: bool = False,
    fill: str = INK,
    anchor: str | None = None,
    font: str = SANS,
    italic: bool = False,
) -> Markup:
    """Words on the line at y."""
    return text(
        words,
        x,
        y,
        font_size=size,
        font_family=font,
        font_weight="bold" if bold else None,
        font_style="italic" if italic else None,
        fill=fill,
        text_anchor=anchor,
    )


def paragraph(
    words: str, x: float, y: float, space: float, size: float, lead: str = "", fill: str = INK, leading: float = 1.3
) -> tuple[Markup, float]:
    """Words in lines from y on, with a bold beginning; and where the next line would be."""
    lines = wrap(f"{lead} {words}".strip(), space, size * (1.03 if lead else 1.0))
    drawn, begun = [], len(lead)
    for line in lines:
        bold, plain = line[: max(0, begun)], line[max(0, begun) :]
        begun -= len(line) + 1
        parts = [element("tspan", bold, font_weight="bold")] if bold else []
        drawn.append(
            element("text", *parts, plain, x=number(x), y=number(y), font_size=size, font_family=SANS, fill=fill)
        )
        y += size * leading
    return Markup("".join(drawn)), y


def page(parts: Iterable[str], title: str, words: str) -> str:
    """A page of its own; `words` tell it to those who cannot see it."""
    return element(
        "svg",
        element("title", title),
        element("desc", words),
        element("rect", width=WIDTH, height=HEIGHT, fill="#fff"),
        Markup("".join(parts)),
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {number(WIDTH)} {number(HEIGHT)}",
        width=f"{number(WIDTH)}mm",
        height=f"{number(HEIGHT)}mm",
        role="img",
    )


def head(name: str, below: str, right: str, n: int, pages: int) -> list[str]:
    """The head of a sheet and the number of its page."""
    rule = element("path", d=f"M{number(MARGIN)} {number(MARGIN + 13)}h{number(INNER)}", stroke=INK, stroke_width=0.5)
    size = min(7.0, 7.0 * (INNER - width(right, 5.5, True) - 8) / max(1.0, width(name, 7, True)))
    return [
        say(name, MARGIN, MARGIN + 6, size, bold=True, font=BOOK),
        say(below, MARGIN, MARGIN + 11, 3.4, fill=FADED),
        say(right, WIDTH - MARGIN, MARGIN + 6, 5.5, bold=True, anchor="end"),
        rule,
        *([say(f"{n} / {pages}", WIDTH - MARGIN, HEIGHT - 7, 3, fill=FADED, anchor="end")] if pages > 1 else []),
    ]


def draw_list(name: str, title: str, lines: Sequence[Line]) -> tuple[str, ...]:
    """A plain list on as many pages as it takes; a line that nothing is told of heads those that follow."""
    size, pages, y = 3.6, [list[str]()], MARGIN + 22
    for what, amount, told in lines:
        drawn, after = draw_line(what, amount, told, y, size)
        if after > HEIGHT - MARGIN - 4:
            pages.append([])
            drawn, after = draw_line(what, amount, told, MARGIN + 22, size)
        pages[-1] += drawn
        y = after
    words = "; ".join(f"{what}: {amount}" for what, amount, _ in lines)
    return tuple(
        page([*head(name, title if title != name else "", "", n, len(pages)), *parts], f"{title}: {name}", words)
        for n, parts in enumerate(pages, 1)
    )


def draw_line(what: str, amount: str, told: Sequence[str], y: float, size: float) -> tuple[list[str], float]:
    is_heading = not told
    big = 4.6 if is_heading else size * 1.1
    y += 4 if is_heading else 0
    parts: list[str] = [
        say(what, MARGIN, y, big, bold=True, font=BOOK if is_heading else SANS),
        say(amount, WIDTH - MARGIN, y, big, bold=True, anchor="end"),
    ]
    y += big * 1.3
    for words in filter(None, told):
        drawn, y = paragraph(words, MARGIN + 4, y, INNER - 24, size * 0.94, fill=FADED)
        parts.append(drawn)
    return parts, y + 1.8
