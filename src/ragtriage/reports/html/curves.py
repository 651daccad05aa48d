"""Charts of retrieval: means over the cutoff with their intervals, and where the first gold came back."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from itertools import pairwise
from typing import TYPE_CHECKING, Final

from ragtriage.metrics.names import parse
from ragtriage.model import Mean
from ragtriage.reports.cutoffs import is_score
from ragtriage.reports.html.charts import Spec, colour, draw

if TYPE_CHECKING:
    from markupsafe import Markup

    from ragtriage.reports.html.messages import Messages

__all__ = ["SHOWN", "draw_curve", "draw_first_gold", "over_cutoffs"]

# The metrics that are drawn; all others stand in the table.
SHOWN: Final = ("recall", "hit", "ndcg")

_SCHEMA: Final = "https://vega.github.io/schema/vega-lite/v5.json"
_WIDTH: Final = 232
_HEIGHT: Final = 150

# Where some came back later than at rank 10, ranks are taken together up to each of these.
_ENDS: Final = (10, 20, 50, 100, 1000)


def over_cutoffs(metrics: Mapping[str, Mean], metric: str) -> dict[int | None, Mean]:
    """Return the defined means of one metric by cutoff, the deepest last; None is uncut."""
    found = {
        named.cutoff: mean
        for name, mean in metrics.items()
        if not is_score(name) and mean.mean is not None and (named := parse(name)).metric == metric
    }
    return dict(sorted(found.items(), key=lambda item: item[0] or float("inf")))


def draw_curve(metric: str, means: Mapping[int | None, Mean], t: Messages) -> Markup:
    """Draw the means of a metric, with their 95 % intervals where there are any."""
    values: list[Spec] = [
        {
            "k": t("curve.uncut") if cutoff is None else f"{cutoff}",
            "mean": mean.mean,
            "low": mean.low,
            "high": mean.high,
            "label": f"{mean.mean:.2f}",
        }
        for cutoff, mean in means.items()
    ]
    x: Spec = {
        "field": "k",
        "type": "ordinal",
        "sort": None,
        "axis": {"title": t("curve.cutoff"), "labelAngle": 0, "grid": False},
    }
    y: Spec = {
        "field": "mean",
        "type": "quantitative",
        "scale": {"domain": [0, 1.08]},
        "axis": {"title": None, "values": [0, 0.5, 1], "format": ".1f", "domain": False, "ticks": False},
    }
    has_interval: Spec = {"filter": "datum.low !== null"}
    spec: Spec = {
        "$schema": _SCHEMA,
        "width": _WIDTH,
        "height": _HEIGHT,
        "data": {"values": values},
        "encoding": {"x": x},
        "layer": [
            {
                "transform": [has_interval],
                "mark": {"type": "rule", "strokeWidth": 5, "color": colour("faint"), "opacity": 0.35},
                "encoding": {"y": {**y, "field": "low"}, "y2": {"field": "high"}},
            },
            {"mark": {"type": "line", "strokeWidth": 1.5, "color": colour("ink")}, "encoding": {"y": y}},
            {
                "mark": {"type": "point", "filled": True, "size": 36, "opacity": 1, "color": colour("ink")},
                "encoding": {"y": y},
            },
            {
                "mark": {
                    "type": "text",
                    "align": "left",
                    "dx": 6,
                    # below the point, unless the axis is there
                    "dy": {"expr": "datum.mean < 0.2 ? -8 : 9"},
                    "color": colour("ink"),
                },
                "encoding": {"y": y, "text": {"field": "label"}},
            },
        ],
    }
    told = "; ".join(
        f"{metric}{'' if cutoff is None else f'@{cutoff}'} {mean.mean:.3f}"
        + ("" if mean.low is None or mean.high is None else f" ({mean.low:.3f}–{mean.high:.3f})")
        for cutoff, mean in means.items()
    )
    return draw(spec, name=f"curve-{metric}", title=t(f"curve.{metric}"), description=f"{told}.")


def draw_first_gold(ranks: Counter[int | None], k: int | None, t: Messages) -> Markup:
    """Draw how many cases had their first gold document at each rank; past the cutoff in another colour."""
    bins = [(name or t("first.none"), count, fill) for name, count, fill in _bins(ranks, k)]
    top = max(count for _, count, _ in bins)
    y: Spec = {
        "field": "rank",
        "type": "ordinal",
        "sort": None,
        "axis": {"title": None, "domain": False, "ticks": False, "labelLimit": 120, "labelPadding": 6},
        "scale": {"paddingInner": 0.3, "paddingOuter": 0.1},
    }
    spec: Spec = {
        "$schema": _SCHEMA,
        "width": _WIDTH - 60,
        "height": {"step": 16},
        "data": {
            "values": [
                {"rank": name, "n": count, "label": f"{count:,}", "fill": colour(fill)}
                for name, count, fill in bins
            ]
        },
        "encoding": {
            "y": y,
            "x": {
                "field": "n",
                "type": "quantitative",
                "axis": None,
                "scale": {"domain": [0, top * 1.2]},
            },
        },
        "layer": [
            {
                "mark": "bar",
                "encoding": {"color": {"field": "fill", "type": "nominal", "scale": None}},
            },
            {
                "mark": {"type": "text", "align": "left", "dx": 5, "color": colour("ink")},
                "encoding": {"text": {"field": "label"}},
            },
        ],
    }
    told = "; ".join(f"{name}: {count:,}" for name, count, _ in bins)
    return draw(spec, name="first-gold", title=t("first.title"), description=f"{told}.")


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
