"""Charts of retrieval: means over the cutoff with their intervals, and where the first gold came back."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Final, NamedTuple

from ragtriage.evaluation.wording import mean_span
from ragtriage.metrics.names import parse
from ragtriage.model import Mean
from ragtriage.reports.html.charts import colour, element, fitted, line, picture, width_of, words
from ragtriage.reports.html.scales import Scale

if TYPE_CHECKING:
    from markupsafe import Markup

    from ragtriage.reports.html.messages import Messages

__all__ = ["SHOWN", "draw_curve", "draw_first_gold", "over_cutoffs"]

# The metrics that are drawn; all others stand in the table.
SHOWN: Final = ("recall", "hit", "ndcg")

_WIDTH: Final = 268
_HEIGHT: Final = 192  # of a curve
_LEFT: Final = 26  # of the curve, for the numbers of its axis
_RIGHT: Final = 250  # beyond it is room for what stands beside the last point
_BOTTOM: Final = 154
_LABEL: Final = 26  # how wide 0.68 is
_NAMES: Final = 120  # the widest that names of bars may be
_STEP: Final = 18  # from one bar to the next

# Where some came back later than at rank 10, ranks are taken together up to each of these.
_ENDS: Final = (10, 20, 50, 100, 1000)


class _Point(NamedTuple):
    """The mean at one cutoff, and where it stands."""

    x: float
    cutoff: str
    mean: Mean

    @property
    def value(self) -> float:
        """The mean, which is defined."""
        return self.mean.mean or 0.0


def over_cutoffs(rankings: Mapping[str, Mean], metric: str) -> dict[int | None, Mean]:
    """Return the means of one metric by cutoff, the deepest last; None is uncut.

    Args:
        rankings: Defined means of ranking metrics.
        metric: As the table of metrics calls it.
    """
    found = {named.cutoff: mean for name, mean in rankings.items() if (named := parse(name)).metric == metric}
    return dict(sorted(found.items(), key=lambda item: item[0] or float("inf")))


def draw_curve(metric: str, means: Mapping[int | None, Mean], t: Messages) -> Markup:
    """Draw the means of a metric, with their 95 % intervals where there are any."""
    y = Scale(0, 1.08, start=_BOTTOM, end=2)
    step = (_RIGHT - _LEFT) / len(means)
    points = [
        _Point(_LEFT + (place + 0.5) * step, t("curve.uncut") if cutoff is None else f"{cutoff}", mean)
        for place, (cutoff, mean) in enumerate(means.items())
    ]
    path = "M" + " L".join(f"{point.x:.1f},{y(point.value):.1f}" for point in points)
    told = "; ".join(
        f"{metric}{'' if cutoff is None else f'@{cutoff}'} {mean.mean:.3f}"
        + (f" ({interval})" if (interval := mean_span(mean)) else "")
        for cutoff, mean in means.items()
    )
    return picture(
        *_curve_axes(points, step, y, t),
        *_intervals(points, y),
        element("path", d=path, fill="none", stroke=colour("ink"), stroke_width=1.5),
        *(element("circle", cx=point.x, cy=y(point.value), r=3, fill=colour("ink")) for point in points),
        *_values(points, step, y),
        width=_WIDTH,
        height=_HEIGHT,
        name=f"curve-{metric}",
        title=t(f"curve.{metric}"),
        description=f"{told}.",
    )


def _curve_axes(points: Sequence[_Point], step: float, y: Scale, t: Messages) -> Iterator[Markup]:
    """Yield the rules, and the cutoffs below, as many as have room; the deepest is one of them."""
    for value in (0.0, 0.5, 1.0):
        yield line(_LEFT, y(value), _RIGHT, y(value), stroke="rule")
        yield words(f"{value:.1f}", _LEFT - 6, y(value), fill="faint", text_anchor="end")
    widest = max(width_of(point.cutoff, 11) for point in points)
    for place in _with_room(len(points), widest + 6, step):
        point = points[place]
        yield words(point.cutoff, point.x, _BOTTOM + 13, fill="faint", text_anchor="middle")
    middle = (_LEFT + _RIGHT) / 2
    yield words(t("curve.cutoff"), middle, _BOTTOM + 30, fill="faint", text_anchor="middle")


def _intervals(points: Sequence[_Point], y: Scale) -> Iterator[Markup]:
    for x, _, mean in points:
        if mean.low is not None and mean.high is not None:
            yield line(x, y(mean.low), x, y(mean.high), stroke="faint", stroke_width=5, stroke_opacity=0.35)


def _values(points: Sequence[_Point], step: float, y: Scale) -> Iterator[Markup]:
    """Yield the means beside their points: below, unless the axis is there or the curve falls."""
    for place in _with_room(len(points), _LABEL + 4, step):
        x, value = points[place].x, points[place].value
        falls = place + 1 < len(points) and points[place + 1].value < value - 0.03
        is_above = falls or value < 0.2
        # the last one must not leave the picture
        yield words(f"{value:.2f}", min(x + 6, _WIDTH - _LABEL), y(value) + (-9 if is_above else 9))


def _with_room(points: int, width: float, step: float) -> range:
    """Return which of the points can have something so wide below them; the last one can."""
    every = math.ceil(width / step)
    return range((points - 1) % every, points, every)


def draw_first_gold(ranks: Counter[int | None], k: int | None, t: Messages) -> Markup:
    """Draw how many cases had their first gold document at each rank; past the cutoff in another colour."""
    bins = [(name or t("first.none"), count, fill) for name, count, fill in _bins(ranks, k)]
    left = min(_NAMES, max(width_of(name, 11) for name, _, _ in bins)) + 7
    counts = max(width_of(f"{count:,}", 11) for _, count, _ in bins) + 6
    x = Scale(0, max(count for _, count, _ in bins), start=left, end=_WIDTH - counts)
    told = "; ".join(f"{name}: {count:,}" for name, count, _ in bins)
    return picture(
        *(
            drawn
            for place, (name, count, fill) in enumerate(bins)
            for drawn in _bar(fitted(name, 11, _NAMES), count, fill, x, (place + 0.5) * _STEP)
        ),
        width=_WIDTH,
        height=len(bins) * _STEP,
        name="first-gold",
        title=t("first.title"),
        description=f"{told}.",
    )


def _bar(name: str, count: int, fill: str, x: Scale, middle: float) -> Iterator[Markup]:
    """Yield a bar between its name and its count."""
    yield words(name, x.start - 7, middle, fill="faint", text_anchor="end")
    width = x(count) - x.start
    yield element("rect", x=x.start, y=middle - 6, width=width, height=12, fill=colour(fill))
    yield words(f"{count:,}", x(count) + 5, middle)


def _bins(ranks: Counter[int | None], k: int | None) -> list[tuple[str, int, str]]:
    """Return the name, the count and the colour of each bar; the nameless one did not come back.

    No bar holds ranks on both sides of the cutoff.
    """
    came = [rank for rank in ranks if rank is not None]
    deepest = max(came, default=0)
    singles = deepest if deepest <= 10 else 5
    ends = {*range(1, singles + 1), *(end for end in _ENDS if singles < end < deepest), deepest}
    if k is not None and k < deepest:
        ends.add(k)
    shown: list[tuple[str, int, str]] = []
    for low, high in pairwise((0, *sorted(ends - {0}))):
        name = f"{high}" if high == low + 1 else f"{low + 1}–{high}"
        count = sum(ranks[rank] for rank in came if low < rank <= high)
        shown.append((name, count, "retrieval" if k is not None and low >= k else "none"))
    return [*shown, ("", ranks[None], "retrieval")]
