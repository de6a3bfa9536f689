"""The drawing kit: SVG elements, one palette in light and dark, and pictures of a still backdrop and a moving layer."""

import re
from collections.abc import Iterable, Mapping
from functools import cache
from html import escape

Attribute = str | float | None
NOT_XML = re.compile(r"[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
NOT_PLAIN = re.compile(r"[^ !#-%(-;=?-~]")  # what may need to be escaped


class Markup(str):
    """Text that is SVG already; every other text is escaped when it becomes part of an element."""

    __slots__ = ()


LIGHT: Mapping[str, str] = {
    "paper": "#ece5d6",  # the ground everything lies on
    "sheet": "#f8f4ea",  # the playing surface, and its second tone
    "tint": "#efe8d9",
    "line": "#8f8672",
    "ink": "#26292b",  # words
    "faded": "#665f50",
    "iron": "#4b5358",  # frames, their edges and what is written on them
    "rim": "#30363a",
    "engraved": "#f4efe3",
    "pale": "#fffdf6",  # the first player's pieces
    "pale-side": "#e3dac6",
    "pale-shade": "#bfb49b",
    "pale-edge": "#2f3234",
    "dark": "#5d686f",  # the second player's pieces
    "dark-side": "#3c444a",
    "dark-shade": "#272d31",
    "dark-edge": "#0f1214",
    "dark-mark": "#e8e2d2",
    "mark": "#12706b",  # what may be touched: verdigris
    "trail": "#b4481a",  # what was done last: rust
}
DARK: Mapping[str, str] = {
    "paper": "#15171a",
    "sheet": "#2b3034",
    "tint": "#31373c",
    "line": "#6d767c",
    "ink": "#ece6d9",
    "faded": "#aaa497",
    "iron": "#1d2124",
    "rim": "#4a5257",
    "engraved": "#d8d1c2",
    "pale": "#f3ecdc",
    "pale-side": "#cfc5b0",
    "pale-shade": "#a1977f",
    "pale-edge": "#131517",
    "dark": "#1c2124",
    "dark-side": "#101315",
    "dark-shade": "#060708",
    "dark-edge": "#8f9aa1",
    "dark-mark": "#d9d2c2",
    "mark": "#6fd0c4",
    "trail": "#ff9d66",
}

_light, _dark = (";".join(f"--{name}:{colour}" for name, colour in palette.items()) for palette in (LIGHT, DARK))
STYLE = f"""
:where(.casemate){{max-height:100vh}}
.casemate{{{_light};forced-color-adjust:none;touch-action:manipulation;user-select:none}}
@media (prefers-color-scheme:dark){{.casemate{{{_dark}}}}}
[data-theme=light] .casemate,svg.casemate[data-theme=light]{{{_light}}}
[data-theme=dark] .casemate,svg.casemate[data-theme=dark]{{{_dark}}}
.casemate text{{fill:var(--ink);font-family:"Avenir Next","Segoe UI",Roboto,system-ui,sans-serif}}
.casemate [data-spot]{{fill:transparent;outline:none}}
.casemate [data-spot]:focus-visible{{stroke:var(--ink);stroke-width:5}}
.casemate .layer{{pointer-events:none}}
.casemate .layer [data-spot]{{pointer-events:all}}
"""


def number(value: float) -> str:
    """A coordinate in as few characters as two decimals allow."""
    digits = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if digits == "-0" else digits


def element(name: str, *children: str, **attributes: Attribute) -> Markup:
    """`element("circle", cx=5, data_spot="c4")`: None is left out, `_` reads `-`, a last `_` is dropped."""
    words = [name]
    for key, value in attributes.items():
        if value is not None:
            told = value if isinstance(value, str) else number(value)
            words.append(f'{_name(key)}="{_safe(told)}"')
    inner = join(children)
    return Markup(f"<{' '.join(words)}>{inner}</{name}>" if inner else f"<{' '.join(words)}/>")


def join(parts: Iterable[str]) -> Markup:
    """The parts one after the other, escaped where they are not yet SVG."""
    return Markup("".join(part if isinstance(part, Markup) else _safe(part) for part in parts))


def group(*children: str, **attributes: Attribute) -> Markup:
    return element("g", *children, **attributes)


def path(d: str, **attributes: Attribute) -> Markup:
    return element("path", d=d, **attributes)


def rect(x: float, y: float, width: float, height: float, **attributes: Attribute) -> Markup:
    return element("rect", x=x, y=y, width=width, height=height, **attributes)


def circle(x: float, y: float, r: float, **attributes: Attribute) -> Markup:
    return element("circle", cx=x or None, cy=y or None, r=r, **attributes)


def text(words: str, x: float, y: float, **attributes: Attribute) -> Markup:
    return element("text", words, x=x, y=y, **attributes)


def use(symbol: str, x: float = 0, y: float = 0, **attributes: Attribute) -> Markup:
    """One more of something drawn once under an id."""
    return element("use", href=f"#{symbol}", x=x or None, y=y or None, **attributes)


def picture(frame: tuple[float, ...], backdrop: str, layer: str, title: str, words: str, style: str = "") -> str:
    """The whole drawing of two parts that are SVG already; `words` tell it to those who cannot see it."""
    return element(
        "svg",
        element("title", title),
        element("desc", words),
        element("style", Markup(STYLE + style)),
        group(Markup(backdrop), class_="backdrop"),
        group(Markup(layer), class_="layer"),
        xmlns="http://www.w3.org/2000/svg",
        viewBox=" ".join(map(number, frame)),
        class_="casemate",
        role="img",
    )


def flat(drawing: str, palette: Mapping[str, str] = LIGHT) -> str:
    """The drawing in one palette, for print and for readers that do not know CSS custom properties."""
    return re.sub(r"var\(--([a-z-]+)\)", lambda name: palette[name[1]], drawing)


@cache
def _name(key: str) -> str:
    return key.rstrip("_").replace("_", "-")


def _safe(words: str) -> str:
    """Escaped, and without the characters XML does not allow."""
    return escape(NOT_XML.sub("\ufffd", words)) if NOT_PLAIN.search(words) else words
