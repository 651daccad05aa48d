"""The flow: how all cases went from retrieval through evidence, answer and support to their diagnoses.

Ribbons between bars, as in parallel sets: the height of a ribbon is a number of cases, and its colour is what
became of them, so that a colour can be followed from the right to the stage where it leaves the others.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

from ragtriage.model import Diagnosis, Stage
from ragtriage.reports.html.charts import Spec, colour, draw
from ragtriage.reports.html.palette import CASE_COLOURS
from ragtriage.reports.html.survey import NOT_APPLICABLE, Course

if TYPE_CHECKING:
    from markupsafe import Markup

    from ragtriage.reports.html.messages import Messages

__all__ = ["MEDIUM", "NARROW", "WIDE", "Frame", "draw_flow"]

_OUTCOMES: Final = ("pass", "unknown", NOT_APPLICABLE, "fail")
_SIGNS: Final = {"pass": "✓", "unknown": "?", NOT_APPLICABLE: "–", "fail": "✗"}

# From above to below as the ribbons arrive: what passed retrieval stands above what did not.
_DIAGNOSES: Final = (
    Diagnosis.PASSED,
    Diagnosis.UNGROUNDED_CORRECT,
    Diagnosis.NOT_EXTRACTED,
    Diagnosis.HALLUCINATION,
    Diagnosis.OVER_ABSTENTION,
    Diagnosis.UNDETERMINED,
    Diagnosis.ABSTENTION_FAILURE,
    Diagnosis.EVIDENCE_GAP,
    Diagnosis.RETRIEVAL_MISS,
    Diagnosis.LABEL_CONFLICT,
)

_ORDER: Final[dict[str, int]] = {name: place for place, name in enumerate((*_OUTCOMES, *_DIAGNOSES))}


class Frame(NamedTuple):
    """How large the picture is, in CSS pixels."""

    name: str
    width: int
    cases_height: int  # of all cases together
    labels_width: int  # to the right of the last bars
    font: float
    has_words: bool  # outcomes are written out, or shown as signs


WIDE: Final = Frame("flow-wide", 1060, 270, 200, 12.5, has_words=True)
MEDIUM: Final = Frame("flow-medium", 740, 270, 190, 12.5, has_words=True)
NARROW: Final = Frame("flow-narrow", 350, 300, 152, 11, has_words=False)

_HEAD: Final = 26  # above the bars, for the names of the stages
_BAR: Final = 6
_GAP: Final = 6
_LEAST_SLOT: Final = 15  # a line of text must fit beside a bar
_LEAST_RIBBON: Final = 0.75

# A ribbon leaves and arrives level.
_RIBBON: Final = (
    "'M'+datum.x0+','+datum.y0+'C'+datum.xm+','+datum.y0+' '+datum.xm+','+datum.y1+' '+datum.x1+','+datum.y1"
    "+'v'+datum.h+'C'+datum.xm+','+(datum.y1+datum.h)+' '+datum.xm+','+(datum.y0+datum.h)+' '"
    "+datum.x0+','+(datum.y0+datum.h)+'z'"
)


class _Bar(NamedTuple):
    column: int
    name: str
    n: int
    x: float
    y: float
    height: float


def draw_flow(courses: Counter[Course], t: Messages, frame: Frame) -> Markup:
    """Draw the flow of at least one case."""
    bars = _bars(courses, frame)
    height = _HEAD + max(bar.y + max(bar.height, _LEAST_SLOT) for bar in bars) + 4
    spec: Spec = {
        "$schema": "https://vega.github.io/schema/vega/v6.json",
        "width": frame.width,
        "height": round(height),
        "padding": 0,
        "data": [
            {
                "name": "ribbons",
                "values": _ribbons(courses, bars, frame),
                "transform": [{"type": "formula", "as": "path", "expr": _RIBBON}],
            },
            {"name": "bars", "values": [_bar_data(bar, bars, t, frame) for bar in bars]},
            {"name": "heads", "values": _heads(t, frame)},
        ],
        "marks": _marks(frame, _digits(bars, frame)),
    }
    return draw(spec, name=frame.name, title=t("flow.title"), description=_description(bars, t))


def _columns(course: Course) -> tuple[str, ...]:
    """Return the bars that a case goes through, from left to right."""
    return course[:5]


def _x(column: int, frame: Frame) -> float:
    return column * (frame.width - frame.labels_width - _BAR) / 4


def _bars(courses: Counter[Course], frame: Frame) -> list[_Bar]:
    """Place the bars of each column one below another, tall enough for a line of text each."""
    unit = frame.cases_height / courses.total()
    bars: list[_Bar] = []
    for column in range(5):
        counts: Counter[str] = Counter()
        for course, count in courses.items():
            counts[_columns(course)[column]] += count
        y = 0.0
        for name in sorted(counts, key=_ORDER.__getitem__):
            height = counts[name] * unit
            slot = max(height, _LEAST_SLOT)
            bars.append(_Bar(column, name, counts[name], _x(column, frame), y + (slot - height) / 2, height))
            y += slot + _GAP
    return bars


def _ribbons(courses: Counter[Course], bars: Sequence[_Bar], frame: Frame) -> list[Spec]:
    """Return the ribbons between neighbouring columns; at a bar they lie in the order of the other ends."""
    unit = frame.cases_height / courses.total()
    places = {(bar.column, bar.name): bar for bar in bars}
    ribbons: list[Spec] = []
    for column in range(4):
        counts: Counter[tuple[str, str, str]] = Counter()
        for course, count in courses.items():
            source, target = _columns(course)[column : column + 2]
            counts[source, target, course.colour] += count
        leaves = _stacked(counts, 0, {name: bar.y for (c, name), bar in places.items() if c == column}, unit)
        arrives = _stacked(
            counts, 1, {name: bar.y for (c, name), bar in places.items() if c == column + 1}, unit
        )
        x0, x1 = _x(column, frame) + _BAR, _x(column + 1, frame)
        for key, count in counts.items():
            ribbons.append(
                {
                    "x0": x0,
                    "x1": x1,
                    "xm": (x0 + x1) / 2,
                    "y0": _HEAD + leaves[key],
                    "y1": _HEAD + arrives[key],
                    "h": max(_LEAST_RIBBON, count * unit),
                    "colour": colour(key[2]),
                }
            )
    return ribbons


def _stacked(
    counts: Counter[tuple[str, str, str]], end: int, tops: dict[str, float], unit: float
) -> dict[tuple[str, str, str], float]:
    """Return where each ribbon begins at one of its ends: 0 the bar on the left, 1 that on the right."""
    used = dict(tops)
    where: dict[tuple[str, str, str], float] = {}
    for key in sorted(counts, key=lambda key: (_ORDER[key[1 - end]], CASE_COLOURS.index(key[2]))):
        where[key] = used[key[end]]
        used[key[end]] += counts[key] * unit
    return where


def _digits(bars: Sequence[_Bar], frame: Frame) -> float:
    """Return how wide the numbers beside the last bars are."""
    return 0.65 * frame.font * max(len(f"{bar.n:,}") for bar in bars if bar.column == 4)


def _name(bar: _Bar, t: Messages) -> str:
    """Return what the last bars are called; what is open counts as undetermined."""
    return t("case.open") if bar.name == Diagnosis.UNDETERMINED else t(f"diagnosis.{bar.name}")


def _bar_data(bar: _Bar, bars: Sequence[_Bar], t: Messages, frame: Frame) -> Spec:
    is_last = bar.column == 4
    if is_last:
        label = _name(bar, t)
    else:
        word = t(f"outcome.{bar.name}") if frame.has_words else _SIGNS[bar.name]
        label = f"{word} {bar.n:,}"
    return {
        "x": bar.x,
        "y": _HEAD + bar.y,
        "h": max(1, bar.height),
        "middle": _HEAD + bar.y + bar.height / 2,
        "label": label,
        "count": f"{bar.n:,}" if is_last else "",
        "offset": _BAR + (_digits(bars, frame) + 12 if bar.column == 4 else 5),
    }


def _heads(t: Messages, frame: Frame) -> list[Spec]:
    heads = [t(f"stage.{stage}") for stage in Stage] + [t("flow.diagnosis")]
    return [{"x": _x(column, frame), "text": text} for column, text in enumerate(heads)]


def _marks(frame: Frame, digits: float) -> list[Spec]:
    def text(data: str, field: str, x: Spec, y: Spec, **more: Spec) -> Spec:
        enter: Spec = {
            "x": x,
            "y": y,
            "text": {"field": field},
            "fontSize": {"value": frame.font},
            "baseline": {"value": "middle"},
            "fill": {"value": colour("ink")},
            **more,
        }
        return {"type": "text", "from": {"data": data}, "encode": {"enter": enter}}

    beside: Spec = {"field": "x", "offset": {"field": "offset"}}
    middle: Spec = {"field": "middle"}
    halo: dict[str, Spec] = {
        "stroke": {"value": colour("paper")},
        "strokeWidth": {"value": 3},
        "strokeJoin": {"value": "round"},
        "opacity": {"value": 0.8},
    }
    return [
        {
            "type": "path",
            "from": {"data": "ribbons"},
            "encode": {
                "enter": {
                    "path": {"field": "path"},
                    "fill": {"field": "colour"},
                    "fillOpacity": {"value": 0.55},
                }
            },
        },
        {
            "type": "rect",
            "from": {"data": "bars"},
            "encode": {
                "enter": {
                    "x": {"field": "x"},
                    "width": {"value": _BAR},
                    "y": {"field": "y"},
                    "height": {"field": "h"},
                    "fill": {"value": colour("ink")},
                }
            },
        },
        text("bars", "label", beside, middle, **halo),
        text("bars", "label", beside, middle),
        text(
            "bars",
            "count",
            {"field": "x", "offset": _BAR + 5 + digits},
            middle,
            align={"value": "right"},
            fontWeight={"value": "bold"},
        ),
        text("heads", "text", {"field": "x"}, {"value": 8}, fill={"value": colour("faint")}),
    ]


def _description(bars: Sequence[_Bar], t: Messages) -> str:
    """Say in words what the picture shows."""
    columns = [
        f"{t(f'stage.{stage}')}: "
        + ", ".join(f"{t(f'outcome.{bar.name}')} {bar.n:,}" for bar in bars if bar.column == column)
        for column, stage in enumerate(Stage)
    ]
    last = ", ".join(f"{_name(bar, t)} {bar.n:,}" for bar in bars if bar.column == 4)
    return "; ".join((*columns, f"{t('flow.diagnosis')}: {last}")) + "."
