"""The part of an evaluation's page that tells of a probe: three levels, what there is to win, each case."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple
from urllib.parse import urlencode

from ragtriage.evaluation.wording import percent, span
from ragtriage.model import Diagnosis, Fix, Rate
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
from ragtriage.reports.html.charts import colour, element, line, picture, width_of, words
from ragtriage.reports.html.messages import Messages
from ragtriage.reports.html.palette import colour_of
from ragtriage.reports.html.scales import Scale
from ragtriage.reports.inert import inert

if TYPE_CHECKING:
    from markupsafe import Markup

__all__ = ["ProbePart", "probe_part"]

_LEVELS: Final = {Arm.CLOSED_BOOK: "ungrounded", Arm.RETRIEVED: "generation", Arm.GOLD: "none"}
_CASES_SHOWN: Final = 200
_WIDTH: Final = 400
_ROW: Final = 44  # a bar with its numbers


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
    names = {arm: t(f"probe.arm.{arm}") for arm in known}
    x = Scale(0, 1, start=max(width_of(name, 11) for name in names.values()) + 8, end=_WIDTH - 1)
    told = "; ".join(
        f"{names[arm]}: {_level(rate)} ({span(rate.low, rate.high)})" for arm, rate in known.items()
    )
    return picture(
        *_axis(x, len(known) * _ROW),
        *(
            drawn
            for place, (arm, rate) in enumerate(known.items())
            for drawn in _bar(names[arm], rate, _LEVELS[arm], x, place * _ROW)
        ),
        width=_WIDTH,
        height=len(known) * _ROW + 24,
        name="probe-levels",
        title=t("probe.levels"),
        description=f"{told}.",
    )


def _level(rate: Rate) -> str:
    return f"{percent(rate.rate)}  {rate.passed:,}/{rate.passed + rate.fail:,}"


def _axis(x: Scale, height: float) -> Iterator[Markup]:
    for value, anchor in ((0, "start"), (0.5, "middle"), (1, "end")):
        yield line(x(value), 0, x(value), height, stroke="rule")
        yield words(f"{value:.0%}", x(value), height + 13, fill="faint", text_anchor=anchor)
    yield line(x(0), height, x(1), height, stroke="rule")


def _bar(name: str, rate: Rate, fill: str, x: Scale, top: float) -> Iterator[Markup]:
    """Yield a bar with its interval, the name before it and the numbers above it."""
    middle = top + 28
    yield words(name, x.start - 8, middle, fill="faint", text_anchor="end")
    yield words(_level(rate), x.start + 2, top + 10)
    width = x(rate.rate or 0) - x.start
    yield element("rect", x=x.start, y=middle - 8, width=width, height=16, fill=colour(fill))
    if rate.low is not None and rate.high is not None:
        yield line(x(rate.low), middle, x(rate.high), middle, stroke="ink", stroke_width=1.5)
