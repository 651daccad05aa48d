"""Pictures: SVG written as text, in the colours of the page, so that one serves light and dark.

Fonts are left to the page too, so that how wide words are is an estimate.
"""

from __future__ import annotations

import unicodedata
from typing import Final

from markupsafe import Markup, escape

from ragtriage.reports.html.palette import COLOURS

__all__ = ["colour", "element", "fitted", "line", "picture", "width_of", "words"]

# Parts of the font's size. Letters of most fonts for screens are narrower on average.
_LETTER: Final = 0.55
_WIDE_LETTER: Final = 1.0

_ATTRIBUTES: Final = {"view_box": "viewBox", "css": "class"}


def colour(name: str) -> str:
    """Return a colour of the palette as a custom property; pictures taken out of their page are light.

    Example:
        >>> colour("retrieval")
        'var(--retrieval,#5e1470)'
    """
    return f"var(--{name},{COLOURS[name].light})"


def element(tag: str, *inner: str, **attributes: str | float) -> Markup:
    """Return an element; what is put into it is escaped, unless it is markup.

    Args:
        tag: Its name.
        inner: Elements and text.
        attributes: With `_` for `-`; numbers are written with two decimals at most.

    Example:
        >>> print(element("text", "a < b", x=1 / 3, font_size=11))
        <text x="0.33" font-size="11">a &lt; b</text>
    """
    named = "".join(
        f' {_ATTRIBUTES.get(name, name.replace("_", "-"))}="{escape(_written(value))}"'
        for name, value in attributes.items()
    )
    held = "".join(map(escape, inner))
    # tags and names of attributes are our own, and all else is escaped
    return Markup(f"<{tag}{named}>{held}</{tag}>" if held else f"<{tag}{named}/>")  # noqa: S704


def words(text: str, x: float, y: float, *, fill: str = "ink", **attributes: str | float) -> Markup:
    """Return one line of text, its middle at the height of `y`, in a colour of the palette."""
    return element("text", text, x=x, y=y, dy="0.35em", fill=colour(fill), **attributes)


def line(x1: float, y1: float, x2: float, y2: float, *, stroke: str, **attributes: str | float) -> Markup:
    """Return a line in a colour of the palette."""
    return element("line", x1=x1, y1=y1, x2=x2, y2=y2, stroke=colour(stroke), **attributes)


def picture(*inner: str, width: float, height: float, name: str, title: str, description: str) -> Markup:
    """Return a picture to be put into a page, which shrinks where there is no room for it.

    Args:
        inner: What is drawn.
        width: In CSS pixels.
        height: Likewise.
        name: Of the picture in its page: letters, digits and `-`.
        title: Read out instead of the picture.
        description: Read out after the title: what the picture says, in words and numbers.

    Example:
        >>> str(picture(width=10, height=10, name="recall", title="Recall", description="0.5 at 1."))[:44]
        '<svg class="chart" role="img" aria-labelledb'
    """
    return element(
        "svg",
        element("title", title, id=f"{name}-title"),
        element("desc", description, id=f"{name}-desc"),
        *inner,
        css="chart",
        role="img",
        aria_labelledby=f"{name}-title {name}-desc",
        view_box=f"0 0 {_written(width)} {_written(height)}",
        width=width,
        height=height,
        font_size=11,
    )


def width_of(text: str, size: float) -> float:
    """Return about how wide a line of text is in a font of this size, in CSS pixels.

    Example:
        >>> width_of("ab", 10), width_of("検索", 10)
        (11.0, 20.0)
    """
    return size * sum(_WIDE_LETTER if _is_wide(letter) else _LETTER for letter in text)


def fitted(text: str, size: float, width: float) -> str:
    """Return as much of a line of text as there is room for; what is cut ends in an ellipsis.

    Example:
        >>> fitted("did not come back", 11, 60), fitted("recall", 11, 60)
        ('did not…', 'recall')
    """
    if width_of(text, size) <= width:
        return text
    kept = text
    while kept and width_of(kept, size) + size > width:
        kept = kept[:-1]
    return f"{kept.rstrip()}…"


def _is_wide(letter: str) -> bool:
    return unicodedata.east_asian_width(letter) in {"W", "F"}


def _written(value: str | float) -> str:
    if isinstance(value, str):
        return value
    number = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if number == "-0" else number
