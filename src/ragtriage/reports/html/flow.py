"""The flow: how all cases went from retrieval through evidence, answer and support to their diagnoses.

Ribbons between bars, as in parallel sets: the height of a ribbon is a number of cases, and its colour is what
became of them, so that a colour can be followed from the right to the stage where it leaves the others.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

from ragtriage.model import Diagnosis, Stage
from ragtriage.reports.html.charts import colour, element, picture, words
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
_BESIDE: Final = _BAR + 5  # from a bar to its words
_GAP: Final = 6
_LEAST_SLOT: Final = 15  # a line of text must fit beside a bar
_LEAST_RIBBON: Final = 0.75
_RIM: Final[dict[str, str | float]] = {
    "stroke": colour("paper"),
    "stroke_width": 3,
    "stroke_linejoin": "round",
    "stroke_opacity": 0.8,
    "paint_order": "stroke",
}


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
    return picture(
        element("g", *_ribbons(courses, bars, frame), fill_opacity=0.55),
        element("g", *_drawn_bars(bars), fill=colour("ink")),
        element("g", *_outcomes(bars, t, frame), font_size=frame.font, **_RIM),
        element("g", *_diagnoses(bars, t, frame), *_heads(t, frame), font_size=frame.font),
        width=frame.width,
        height=round(_HEAD + max(bar.y + max(bar.height, _LEAST_SLOT) for bar in bars) + 4),
        name=frame.name,
        title=t("flow.title"),
        description=_description(bars, t),
    )


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


def _ribbons(courses: Counter[Course], bars: Sequence[_Bar], frame: Frame) -> Iterator[Markup]:
    """Yield the ribbons between neighbouring columns; at a bar they lie in the order of the other ends."""
    unit = frame.cases_height / courses.total()
    for column in range(4):
        counts: Counter[tuple[str, str, str]] = Counter()
        for course, count in courses.items():
            source, target = _columns(course)[column : column + 2]
            counts[source, target, course.colour] += count
        leaves, arrives = (
            _stacked(counts, end, {bar.name: bar.y for bar in bars if bar.column == column + end}, unit)
            for end in (0, 1)
        )
        x0, x1 = _x(column, frame) + _BAR, _x(column + 1, frame)
        for key, count in counts.items():
            height = max(_LEAST_RIBBON, count * unit)
            path = _ribbon(x0, _HEAD + leaves[key], x1, _HEAD + arrives[key], height)
            yield element("path", d=path, fill=colour(key[2]))


def _ribbon(x0: float, y0: float, x1: float, y1: float, height: float) -> str:
    """Return the outline of a ribbon, which leaves and arrives level."""
    half = (x0 + x1) / 2
    points = (
        *((x0, y0), (half, y0), (half, y1), (x1, y1), (x1, y1 + height)),
        *((half, y1 + height), (half, y0 + height), (x0, y0 + height)),
    )
    return "M{} C{} {} {} L{} C{} {} {}z".format(*(f"{x:.1f},{y:.1f}" for x, y in points))


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


def _name(bar: _Bar, t: Messages) -> str:
    """Return what the last bars are called; what is open counts as undetermined."""
    return t("case.open") if bar.name == Diagnosis.UNDETERMINED else t(f"diagnosis.{bar.name}")


def _drawn_bars(bars: Sequence[_Bar]) -> Iterator[Markup]:
    for bar in bars:
        yield element("rect", x=bar.x, y=_HEAD + bar.y, width=_BAR, height=max(1, bar.height))


def _outcomes(bars: Sequence[_Bar], t: Messages, frame: Frame) -> Iterator[Markup]:
    """Yield what stands beside the bars of the stages, over the ribbons."""
    for bar in bars:
        if bar.column < 4:
            word = t(f"outcome.{bar.name}") if frame.has_words else _SIGNS[bar.name]
            yield words(f"{word} {bar.n:,}", bar.x + _BESIDE, _middle(bar))


def _diagnoses(bars: Sequence[_Bar], t: Messages, frame: Frame) -> Iterator[Markup]:
    """Yield the counts and names beside the last bars."""
    last = [bar for bar in bars if bar.column == 4]
    digits = 0.65 * frame.font * max(len(f"{bar.n:,}") for bar in last)
    for bar in last:
        x = bar.x + _BESIDE + digits
        yield words(f"{bar.n:,}", x, _middle(bar), text_anchor="end", font_weight="bold")
        yield words(_name(bar, t), x + 7, _middle(bar))


def _middle(bar: _Bar) -> float:
    return _HEAD + bar.y + bar.height / 2


def _heads(t: Messages, frame: Frame) -> Iterator[Markup]:
    heads = [t(f"stage.{stage}") for stage in Stage] + [t("flow.diagnosis")]
    for column, head in enumerate(heads):
        yield words(head, _x(column, frame), 8, fill="faint")


def _description(bars: Sequence[_Bar], t: Messages) -> str:
    """Say in words what the picture shows."""
    columns = [
        f"{t(f'stage.{stage}')}: "
        + ", ".join(f"{t(f'outcome.{bar.name}')} {bar.n:,}" for bar in bars if bar.column == column)
        for column, stage in enumerate(Stage)
    ]
    last = ", ".join(f"{_name(bar, t)} {bar.n:,}" for bar in bars if bar.column == 4)
    return "; ".join((*columns, f"{t('flow.diagnosis')}: {last}")) + "."
