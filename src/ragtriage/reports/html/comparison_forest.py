"""The forest plot of a comparison: each difference with its interval, beside the line of no difference."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from ragtriage.comparison.records import Finding, Row
from ragtriage.reports.html.charts import Json, Spec, colour, draw
from ragtriage.reports.signed import signed

if TYPE_CHECKING:
    from markupsafe import Markup

    from ragtriage.reports.html.messages import Messages

__all__ = ["MOST_DRAWN", "draw_forest"]

MOST_DRAWN: Final = 40  # rows; all of them stand in the table

_SCHEMA: Final = "https://vega.github.io/schema/vega-lite/v5.json"
_STEP: Final = 24
_NAME_CELLS: Final = 40

# Shape and colour say the same, and the words stand beside them.
_LOOKS: Final[dict[Finding, tuple[str, str]]] = {
    Finding.BETTER: ("triangle-up", "none"),
    Finding.WORSE: ("triangle-down", "ungrounded"),
    Finding.NOT_SHOWN: ("circle", "faint"),
}


def draw_forest(rows: Sequence[tuple[str, Row]], t: Messages, *, name: str, is_narrow: bool) -> Markup:
    """Draw the rows from the top down.

    Args:
        rows: What each is called, and the row; all have a difference.
        t: The words of the page.
        name: Of the chart in its page.
        is_narrow: For a phone: without the numbers beside the plot.
    """
    values: list[Spec] = []
    for place, (called, row) in enumerate(rows):
        shape, fill = _LOOKS[row.finding]
        values.append(
            {
                "row": f"{place}",
                "name": called if len(called) <= _NAME_CELLS else f"{called[: _NAME_CELLS - 1]}…",
                "difference": row.difference,
                "low": row.difference if row.low is None else row.low,
                "high": row.difference if row.high is None else row.high,
                "label": _told(row),
                "finding": "" if row.finding is Finding.NOT_SHOWN else t(f"compare.{row.finding}"),
                "shape": shape,
                "fill": colour(fill),
            }
        )
    ends = [0.0, *(end for row in values for end in (row["low"], row["high"]) if isinstance(end, float))]
    spec: Spec = {
        "$schema": _SCHEMA,
        "data": {"values": values},
        "spacing": 12,
        "hconcat": [
            _words("name", "ink", 84 if is_narrow else 110),
            _plot(min(ends), max(ends), 210 if is_narrow else 440),
            *([] if is_narrow else [_words("label", "ink", 150), _words("finding", "fill", 60)]),
        ],
        "config": {"concat": {"spacing": 10}},
    }
    told = "; ".join(f"{called} {_told(row)} {t(f'compare.{row.finding}')}" for called, row in rows)
    return draw(spec, name=name, title=t("compare.forest"), description=f"{told}.")


def _told(row: Row) -> str:
    interval = "" if row.low is None else f" [{signed(row.low)}, {signed(row.high)}]"
    return f"{signed(row.difference)}{interval}"


_Y: Final[Spec] = {"field": "row", "type": "ordinal", "sort": None, "axis": None}


def _words(field: str, fill: str, width: int) -> Spec:
    """Return a column of words; each in the colour of its row where `fill` is `fill`."""
    coloured: dict[str, Json] = (
        {"color": {"field": "fill", "type": "nominal", "scale": None}} if fill == "fill" else {}
    )
    mark: dict[str, Json] = {"type": "text", "align": "left", "x": 0, "baseline": "middle", "fontSize": 12}
    if not coloured:
        mark["color"] = colour(fill)
    return {
        "width": width,
        "height": {"step": _STEP},
        "mark": mark,
        "encoding": {"y": _Y, "text": {"field": field}, **coloured},
    }


def _plot(low: float, high: float, width: int) -> Spec:
    room = 0.06 * ((high - low) or 1.0)
    x: Spec = {
        "type": "quantitative",
        "scale": {"domain": [low - room, high + room], "nice": False, "zero": False},
        "axis": {"title": None, "format": ".2~f", "tickCount": 5, "orient": "bottom"},
    }
    by_row: Spec = {"color": {"field": "fill", "type": "nominal", "scale": None}}
    return {
        "width": width,
        "height": {"step": _STEP},
        "encoding": {"y": _Y},
        "layer": [
            {
                "data": {"values": [{"zero": 0}]},
                "mark": {"type": "rule", "color": colour("ink"), "strokeWidth": 1},
                "encoding": {"x": {**x, "field": "zero"}, "y": {"value": 0}, "y2": {"value": "height"}},
            },
            {
                "mark": {"type": "rule", "strokeWidth": 2},
                "encoding": {"x": {**x, "field": "low"}, "x2": {"field": "high"}, **by_row},
            },
            {
                "mark": {"type": "point", "filled": True, "size": 90, "opacity": 1},
                "encoding": {
                    "x": {**x, "field": "difference"},
                    "shape": {"field": "shape", "type": "nominal", "scale": None},
                    **by_row,
                },
            },
        ],
    }
