"""The forest plot of a comparison: each difference with its interval, beside the line of no difference."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

from ragtriage.comparison.records import Finding, Row
from ragtriage.reports.html.charts import colour, element, fitted, line, picture, width_of, words
from ragtriage.reports.html.scales import Scale, ticks
from ragtriage.reports.signed import signed

if TYPE_CHECKING:
    from markupsafe import Markup

    from ragtriage.reports.html.messages import Messages

__all__ = ["MOST_DRAWN", "draw_forest"]

MOST_DRAWN: Final = 40  # rows; all of them stand in the table

_ROW: Final = 24
_AXIS: Final = 26  # below the rows
_GAP: Final = 14
_SIZE: Final = 12  # of words
_NAME_LETTERS: Final = 40
_HALF: Final = 5  # of a shape
_NUMBERS: Final = 166  # beside the plot
_TICK: Final = 55  # room for a number of the axis, on average
_NO_WIDTH: Final = 1e-12  # differences that are as good as none

# Shape and colour say the same, and the words stand beside them.
_FILLS: Final[dict[Finding, str]] = {
    Finding.BETTER: "none",
    Finding.WORSE: "ungrounded",
    Finding.NOT_SHOWN: "faint",
}


class _Frame(NamedTuple):
    """How wide the parts are, in CSS pixels."""

    names: tuple[float, float]  # at least and at most
    plot: float
    words: float  # numbers and finding beside the plot; 0 for none


_WIDE: Final = _Frame((110, 270), 440, 240)
_NARROW: Final = _Frame((84, 130), 210, 0)


def draw_forest(rows: Sequence[tuple[str, Row]], t: Messages, *, name: str, is_narrow: bool) -> Markup:
    """Draw the rows from the top down.

    Args:
        rows: What each is called, and the row; all have a difference.
        t: The words of the page.
        name: Of the chart in its page.
        is_narrow: For a phone: without the numbers beside the plot.
    """
    frame = _NARROW if is_narrow else _WIDE
    least, most = frame.names
    names = [
        called if len(called) <= _NAME_LETTERS else f"{called[: _NAME_LETTERS - 1]}…" for called, _ in rows
    ]
    left = min(most, max(least, *(width_of(each, _SIZE) for each in names))) + _GAP
    x = _scale([row for _, row in rows], left, left + frame.plot)
    height = len(rows) * _ROW
    told = "; ".join(f"{called} {_told(row)} {t(f'compare.{row.finding}')}" for called, row in rows)
    drawn: list[Markup] = list(_axis(x, height))
    for place, (called, (_, row)) in enumerate(zip(names, rows, strict=True)):
        middle = (place + 0.5) * _ROW
        drawn.append(words(fitted(called, _SIZE, most), 0, middle, font_size=_SIZE))
        drawn += _difference(row, x, middle)
        if frame.words:
            drawn += _beside(row, x.end + _GAP, middle, t)
    return picture(
        *drawn,
        width=left + frame.plot + (_GAP + frame.words if frame.words else 0),
        height=height + _AXIS,
        name=name,
        title=t("compare.forest"),
        description=f"{told}.",
    )


def _told(row: Row) -> str:
    interval = "" if row.low is None else f" [{signed(row.low)}, {signed(row.high)}]"
    return f"{signed(row.difference)}{interval}"


def _ends(row: Row) -> tuple[float, float, float]:
    """Return where the interval begins, the difference, and where the interval ends."""
    difference = row.difference or 0.0
    return (
        difference if row.low is None else row.low,
        difference,
        difference if row.high is None else row.high,
    )


def _scale(rows: Sequence[Row], start: float, end: float) -> Scale:
    """Return a scale that holds all intervals and zero, with room for the shapes at both ends."""
    places = [0.0, *(place for row in rows for place in _ends(row))]
    low, high = min(places), max(places)
    if high - low < _NO_WIDTH:
        low, high = -0.5, 0.5
    room = 0.06 * (high - low)
    return Scale(low - room, high + room, start=start, end=end)


def _axis(x: Scale, height: float) -> Iterator[Markup]:
    """Yield the rules at round numbers, and the line of no difference."""
    for value, label in ticks(x.low, x.high, most=round((x.end - x.start) / _TICK)):
        yield line(x(value), 0, x(value), height, stroke="rule")
        yield words(label, x(value), height + 14, fill="faint", text_anchor="middle")
    yield line(x.start, height, x.end, height, stroke="rule")
    yield line(x(0), 0, x(0), height, stroke="ink")


def _difference(row: Row, x: Scale, middle: float) -> Iterator[Markup]:
    """Yield the interval, and on it what was found: a triangle up or down, or a circle."""
    low, difference, high = (x(place) for place in _ends(row))
    fill = _FILLS[row.finding]
    if high > low:
        yield line(low, middle, high, middle, stroke=fill, stroke_width=2)
    if row.finding is Finding.NOT_SHOWN:
        yield element("circle", cx=difference, cy=middle, r=_HALF, fill=colour(fill))
        return
    up = -1 if row.finding is Finding.BETTER else 1
    path = f"M{difference:.1f},{middle + up * _HALF:.1f} l{_HALF + 1},{-up * 2 * _HALF} h{-2 * (_HALF + 1)}z"
    yield element("path", d=path, fill=colour(fill))


def _beside(row: Row, x: float, middle: float, t: Messages) -> Iterator[Markup]:
    """Yield the numbers and, where something is shown, the word for it."""
    yield words(_told(row), x, middle, font_size=_SIZE)
    if row.finding is not Finding.NOT_SHOWN:
        said = t(f"compare.{row.finding}")
        yield words(said, x + _NUMBERS, middle, fill=_FILLS[row.finding], font_size=_SIZE)
