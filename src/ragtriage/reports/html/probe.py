"""The part of an evaluation's page that tells of a probe: three levels, what there is to win, each case."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple
from urllib.parse import urlencode

from ragtriage.model import Diagnosis, Fix
from ragtriage.model.probing import (
    Arm,
    ArmResult,
    CaseProbe,
    Conclusion,
    Headroom,
    ProbeReport,
    ProbeSummary,
    Share,
    Standing,
)
from ragtriage.reports.html.charts import Spec, colour, draw
from ragtriage.reports.html.messages import Messages
from ragtriage.reports.html.palette import colour_of
from ragtriage.reports.inert import inert
from ragtriage.reports.wording import percent, span

if TYPE_CHECKING:
    from markupsafe import Markup

__all__ = ["ProbePart", "probe_part"]

_LEVELS: Final = {Arm.CLOSED_BOOK: "ungrounded", Arm.RETRIEVED: "generation", Arm.GOLD: "none"}
_CASES_SHOWN: Final = 200
_WIDTH: Final = 340


class ConclusionLine(NamedTuple):
    """One conclusion, and how often it was reached."""

    conclusion: Conclusion
    n: int
    certain: int
    confirmed: int
    contradicted: int


class HeadroomLine(NamedTuple):
    """One part of what there is to win."""

    name: str
    n: str
    share: str
    interval: str


class CaseLine(NamedTuple):
    """One case: what it was diagnosed as, each condition, and what they show."""

    id: str
    link: str
    diagnosis: Diagnosis
    colour: str
    cells: tuple[str, ...]  # as many as there are columns
    conclusion: Conclusion
    standing: Standing


class ProbePart(NamedTuple):
    """All that the template needs."""

    summary: ProbeSummary
    generator: str
    samples: int
    levels: Markup | str
    headroom: list[HeadroomLine]
    conclusions: list[ConclusionLine]
    arms: tuple[Arm, ...]
    cases: list[CaseLine]
    left_out: int
    warnings: list[str]


def probe_part(report: ProbeReport, t: Messages) -> ProbePart:
    """Make ready what a page says of a probe; of very many cases those that say most come first."""
    summary, cases = report.summary, report.cases
    arms = tuple(arm for arm in Arm if any(arm in case.arms for case in cases))
    order = {Standing.CONTRADICTED: 0, Standing.CONFIRMED: 1, Standing.OPEN: 2}
    shown = sorted(cases, key=lambda case: order[case.standing])[:_CASES_SHOWN]
    return ProbePart(
        summary=summary,
        generator=inert(report.manifest.generator),
        samples=report.manifest.samples,
        levels=_drawn(summary, t),
        headroom=list(_headroom(summary.headroom)),
        conclusions=_conclusions(cases),
        arms=arms,
        cases=[_line(case, arms, t) for case in shown],
        left_out=len(cases) - len(shown),
        warnings=[inert(warning) for warning in report.warnings],
    )


def _headroom(headroom: Headroom) -> Iterator[HeadroomLine]:
    for name in Headroom.__struct_fields__:
        part: Share | int = getattr(headroom, name)
        if isinstance(part, Share) and part.n:
            yield HeadroomLine(
                name, f"{part.count:,}/{part.n:,}", percent(part.share), span(part.low, part.high)
            )


def _conclusions(cases: Sequence[CaseProbe]) -> list[ConclusionLine]:
    lines: list[ConclusionLine] = []
    for conclusion in Conclusion:
        own = [case for case in cases if case.conclusion is conclusion]
        standings = [case.standing for case in own]
        if own:
            lines.append(
                ConclusionLine(
                    conclusion=conclusion,
                    n=len(own),
                    certain=sum(case.certain for case in own),
                    confirmed=standings.count(Standing.CONFIRMED),
                    contradicted=standings.count(Standing.CONTRADICTED),
                )
            )
    return lines


def _line(case: CaseProbe, arms: Sequence[Arm], t: Messages) -> CaseLine:
    return CaseLine(
        id=inert(case.id),
        link=f"#{urlencode({'case': case.id})}",
        diagnosis=case.diagnosis,
        colour=colour_of(case.diagnosis, Fix(case.stage)),
        cells=tuple(_cell(case.arms.get(arm), t) for arm in arms),
        conclusion=case.conclusion,
        standing=case.standing,
    )


def _cell(result: ArmResult | None, t: Messages) -> str:
    if result is None or result.not_built is not None:
        return "–"
    return f"{t(f'probe.reading.{result.reading}')} {result.right}/{result.n}"


def _drawn(summary: ProbeSummary, t: Messages) -> Markup | str:
    """Draw how many answers are right without any text, as retrieved, and with gold."""
    known = {arm: rate for arm in _LEVELS if (rate := summary.levels.get(arm)) and rate.rate is not None}
    if not known:
        return ""
    rows = [
        {
            "name": t(f"probe.arm.{arm}"),
            "rate": rate.rate,
            "low": rate.low,
            "high": rate.high,
            "label": f"{percent(rate.rate)}  {rate.passed:,}/{rate.passed + rate.fail:,}",
            "fill": colour(_LEVELS[arm]),
        }
        for arm, rate in known.items()
    ]
    x: Spec = {
        "field": "rate",
        "type": "quantitative",
        "axis": {"title": None, "format": "%", "values": [0, 0.5, 1], "grid": True},
        "scale": {"domain": [0, 1]},
    }
    spec: Spec = {
        "$schema": "https://vega.github.io/schema/vega-lite/v5.json",
        "width": _WIDTH,
        "height": {"step": 44},
        "data": {"values": rows},
        "encoding": {
            "y": {
                "field": "name",
                "type": "ordinal",
                "sort": None,
                "axis": {"title": None, "domain": False, "ticks": False, "labelPadding": 6},
                "scale": {"paddingInner": 0.55, "paddingOuter": 0.35},
            }
        },
        "layer": [
            {
                "mark": "bar",
                "encoding": {"x": x, "color": {"field": "fill", "type": "nominal", "scale": None}},
            },
            {
                "mark": {"type": "rule", "strokeWidth": 1.5, "color": colour("ink")},
                "encoding": {"x": {**x, "field": "low"}, "x2": {"field": "high"}},
            },
            {
                "mark": {
                    "type": "text",
                    "align": "left",
                    "baseline": "bottom",
                    "dy": -12,
                    "color": colour("ink"),
                },
                "encoding": {"x": {"datum": 0}, "text": {"field": "label"}},
            },
        ],
    }
    told = "; ".join(
        f"{row['name']}: {row['label']} ({span(rate.low, rate.high)})"
        for row, rate in zip(rows, known.values(), strict=True)
    )
    return draw(spec, name="probe-levels", title=t("probe.levels"), description=f"{told}.")
