"""Stretches of a text, marked so that they can be seen with colours and without."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Final

from ragtriage.reports.inert import inert

if TYPE_CHECKING:
    from rich.text import Text

__all__ = ["LEFT", "RIGHT", "highlighted"]

LEFT: Final = "⟦"
RIGHT: Final = "⟧"

# Of a longer stretch without a mark, this much is shown on either side of what is left out.
_KEPT: Final = 240


def highlighted(text: str, spans: Iterable[tuple[int, int]] = (), *, style: str = "bold green") -> Text:
    """Return the text with each span between brackets; long stretches outside are shortened, and say so.

    Args:
        text: As it was recorded.
        spans: Start and end of each span, in characters of the text; they may overlap.
        style: What the spans look like where there are colours.

    Example:
        >>> str(highlighted("Claims are due on the 5th.", [(18, 25)]))
        'Claims are due on ⟦the 5th⟧.'
    """
    from rich.text import Text  # noqa: PLC0415 - the command line starts without rich

    shown = Text()
    done = 0
    for start, end in _merged(spans):
        shown.append(_shortened(text[done:start]))
        shown.append(LEFT + inert(text[start:end], one_line=False) + RIGHT, style=style)
        done = end
    shown.append(_shortened(text[done:]))
    return shown


def _merged(spans: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    """Return the spans in order, those that overlap or touch as one."""
    merged: list[tuple[int, int]] = []
    for start, end in sorted(spans):
        if merged and start <= merged[-1][1]:
            merged[-1] = merged[-1][0], max(end, merged[-1][1])
        else:
            merged.append((start, end))
    return merged


def _shortened(stretch: str) -> str:
    left_out = len(stretch) - 2 * _KEPT
    if left_out <= _KEPT:
        return inert(stretch, one_line=False)
    head, tail = stretch[:_KEPT], stretch[-_KEPT:]
    return f"{inert(head, one_line=False)} … ({left_out:,} characters) … {inert(tail, one_line=False)}"
