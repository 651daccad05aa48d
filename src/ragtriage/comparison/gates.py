"""Gates: what a number must be, written as `recall@5 >= 0.8`, and whether it is."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from functools import cache
from operator import ge, gt, le, lt
from typing import Final, NamedTuple

from ragtriage.comparison.differences import SIGNIFICANT
from ragtriage.comparison.names import canonical_name, stage_of
from ragtriage.comparison.pairing import listed
from ragtriage.comparison.records import Comparison, Row
from ragtriage.errors import ComparisonError, ConfigError
from ragtriage.evaluation.scores import PLAIN_NAMES
from ragtriage.metrics.names import display_name
from ragtriage.model import Diagnosis, Record, Stage, Summary
from ragtriage.registry import suggestion

__all__ = ["GateResult", "Requirement", "check_comparison", "check_regression", "check_summary"]

_OPERATORS: Final[dict[str, Callable[[float, float], bool]]] = {">=": ge, "<=": le, ">": gt, "<": lt}
_AT_LEAST: Final = frozenset({">=", ">"})
_DROP: Final = "drop"


class Requirement(NamedTuple):
    """What a number must be."""

    name: str  # a metric, a stage (its pass rate) or a diagnosis (its share of the cases)
    is_drop: bool  # of a comparison: how far the candidate may lie below the baseline
    operator: str
    bound: float
    text: str  # as it was written

    @classmethod
    def parse(cls, text: str, columns: Collection[str] = ()) -> Requirement:
        """Read a requirement: a name, perhaps `drop`, one of >= <= > <, and a number or a percentage.

        Args:
            text: What was written.
            columns: Of score tables, whose names and scales are their own.

        Raises:
            ConfigError: It is none, names nothing that is reported, or asks for what no share or mean is.

        >>> Requirement.parse("mrr >= 80%")[:4]
        ('rr', False, '>=', 0.8)
        >>> Requirement.parse("recall@5 drop <= 0.02")[:4]
        ('recall@5', True, '<=', 0.02)
        """
        match = _pattern().fullmatch(text)
        if match is None:
            raise ConfigError(
                f"not a requirement: {text!r}; write a name, >= or <=, and a number, such as "
                "'recall@5 >= 0.8', 'hallucination <= 0' or, of a comparison, 'recall@5 drop <= 0.02'"
            )
        name, is_drop, operator = match["name"], match["drop"] is not None, match["operator"]
        bound = float(match["number"]) / (100 if match["percent"] else 1)
        if name in columns:
            return cls(name, is_drop, operator, bound, text.strip())
        least = -1.0 if is_drop else 0.0
        if not least <= bound <= 1:
            raise ConfigError(
                f"{text.strip()}: {match['name']}{' drop' if is_drop else ''} lies between {least:g} and 1; "
                "write a share such as 0.9, or a percentage such as 90%"
            )
        return cls(_name(name), is_drop, operator, bound, text.strip())

    def is_met(self, value: float) -> bool:
        """Say whether a number is as required."""
        return _OPERATORS[self.operator](value, self.bound)


class GateResult(Record, frozen=True, kw_only=True):
    """Whether a requirement is met.

    Args:
        requirement: As it was written.
        value: The number over what is known; None when nothing is.
        worst: The same with every unknown against it; this is what is held against the bound.
        is_met: Whether it is as required.
        reason: In a sentence, for standard error.
    """

    requirement: str
    value: float | None
    worst: float | None
    is_met: bool
    reason: str


@cache
def _pattern() -> re.Pattern[str]:
    return re.compile(
        r"\s*(?P<name>[\w@.-]+)\s*(?P<drop>\s" + _DROP + r"\s*)?(?P<operator>>=|<=|>|<)\s*"
        r"(?P<number>[+-]?(?:\d+\.?\d*|\.\d+))\s*(?P<percent>%)?\s*"
    )


def _name(text: str) -> str:
    if text in _fixed_names():
        return text
    try:
        return canonical_name(text)
    except ConfigError as error:
        if "@" in text:
            raise
        raise ConfigError(
            f"nothing is called {text!r}: {suggestion(text, _fixed_names())}; or a metric, such as recall@5"
        ) from error


@cache
def _fixed_names() -> frozenset[str]:
    return frozenset([*(stage.value for stage in Stage), *(diagnosis.value for diagnosis in Diagnosis)])


class _Ends(NamedTuple):
    """A number over what is known, and between what every reading of the unknowns makes of it."""

    value: float | None
    low: float
    high: float
    of: str  # where it comes from, such as 8/9
    likely: int = 0  # cases of it that are likely, and read both ways
    open: int = 0  # cases of it that are open, likewise


def check_summary(requirements: Sequence[Requirement], summary: Summary) -> list[GateResult]:
    """Hold the numbers of an evaluation against requirements; unknowns count against the number.

    Raises:
        ConfigError: A metric was not measured, or a requirement is about a drop.
    """
    return [_checked(requirement, _ends(requirement, summary)) for requirement in requirements]


def _ends(requirement: Requirement, summary: Summary) -> _Ends | None:
    name = requirement.name
    if requirement.is_drop:
        raise ConfigError(f"a drop needs two evaluations: {requirement.text!r} is for `ragtriage compare`")
    if name in summary.verdicts:
        rate = summary.verdicts[name]
        if rate.worst is None or rate.best is None:
            return None
        counts = f"{rate.passed}/{rate.passed + rate.fail}"
        likely = rate.likely_pass + rate.likely_fail
        return _Ends(rate.rate, rate.worst, rate.best, counts, likely=likely, open=rate.unknown)
    if name in summary.diagnoses:
        return _diagnosed(name, summary)
    if name not in summary.metrics:
        raise ConfigError(
            f"{_shown(name)} was not measured; {suggestion(_shown(name), [*map(_shown, summary.metrics)])} "
            f"(--metrics {name} measures it)"
        )
    mean = summary.metrics[name]
    # A metric is unknown where its stage applies and gave none.
    unknown = max(0, summary.n - summary.verdicts[stage_of(name)].not_applicable - mean.n)
    if mean.n + unknown == 0:
        return None
    total = 0.0 if mean.mean is None else mean.mean * mean.n
    n = mean.n + unknown
    return _Ends(mean.mean, total / n, (total + unknown) / n, f"mean of {mean.n}")


def _shown(name: str) -> str:
    return name if name in PLAIN_NAMES else display_name(name)


def _diagnosed(name: str, summary: Summary) -> _Ends | None:
    if summary.n == 0:
        return None
    count = summary.diagnoses[name]
    undetermined = 0 if name == Diagnosis.UNDETERMINED else summary.diagnoses[Diagnosis.UNDETERMINED]
    known = summary.n - undetermined
    value = count / known if known else None
    # an evaluation of before does not tell what is open
    called = summary.open_called.get(name, 0) if name != Diagnosis.UNDETERMINED else 0
    unknown = summary.open_possible.get(name, undetermined) if name != Diagnosis.UNDETERMINED else 0
    least, most = (count - called) / summary.n, (count - called + unknown) / summary.n
    return _Ends(value, least, most, f"{count}/{known}", open=unknown)


def _checked(requirement: Requirement, ends: _Ends | None) -> GateResult:
    """Hold the end that is worse for the requirement against its bound; what is not known at all is unmet."""
    if ends is None:
        reason = f"{requirement.text}: not met, {requirement.name} is not known for any case"
        return GateResult(requirement=requirement.text, value=None, worst=None, is_met=False, reason=reason)
    worst = ends.low if requirement.operator in _AT_LEAST else ends.high
    is_met = requirement.is_met(worst)
    shown = "unknown" if ends.value is None else f"{ends.value:.4g}"
    counts = [f"{n} {name}" for n, name in ((ends.likely, "likely"), (ends.open, "open")) if n]
    unknowns = f" ({', '.join(counts)})" if counts else ""
    at_worst = "" if worst == ends.value else f", {worst:.4g} with every unknown against it{unknowns}"
    verdict = "met" if is_met else "not met"
    return GateResult(
        requirement=requirement.text,
        value=ends.value,
        worst=worst,
        is_met=is_met,
        reason=f"{requirement.text}: {verdict}, it is {shown} ({ends.of}){at_worst}",
    )


def check_comparison(requirements: Sequence[Requirement], comparison: Comparison) -> list[GateResult]:
    """Hold a comparison against requirements: a drop, or a number of the candidate over the pairs.

    Raises:
        ComparisonError: A requirement is about something that was not compared.
        ConfigError: A requirement names no row.
    """
    rows: Mapping[str, Row] = {row.name: row for row in comparison.rows}
    results: list[GateResult] = []
    for requirement in requirements:
        if requirement.name not in rows:
            raise _not_compared(requirement, comparison)
        results.append(_checked(requirement, _row_ends(requirement, rows[requirement.name])))
    return results


def _not_compared(requirement: Requirement, comparison: Comparison) -> ComparisonError | ConfigError:
    if comparison.withheld:
        why = "; ".join(withheld.reason for withheld in comparison.withheld)
        return ComparisonError(f"{requirement.text}: {requirement.name} was not compared: {why}")
    known = suggestion(requirement.name, [row.name for row in comparison.rows])
    return ConfigError(f"{requirement.text}: the comparison has no {requirement.name}; {known}")


def _row_ends(requirement: Requirement, row: Row) -> _Ends | None:
    if row.difference is None or row.candidate is None:
        return None
    if requirement.is_drop:
        worst, best = (
            (row.difference, row.difference)
            if row.bounds is None or row.bounds.worst is None or row.bounds.best is None
            else (row.bounds.worst, row.bounds.best)
        )
        drop = -row.difference
        return _Ends(drop, min(-best, drop), max(-worst, drop), f"over {row.n} pairs")
    if row.bounds is None:
        return _Ends(row.candidate, row.candidate, row.candidate, f"over {row.n} pairs")
    n = row.n + row.bounds.candidate
    total = row.candidate * row.n
    low, high = total / n, (total + row.bounds.candidate) / n
    return _Ends(row.candidate, low, high, f"over {row.n} pairs")


def check_regression(comparison: Comparison, *, significant: bool = False) -> GateResult:
    """Say whether a case that passed now fails, or, if `significant`, whether more do than chance explains.

    A case passed when it was diagnosed as passed; where it was not diagnosed, when its retrieval passed.
    What passed and is unknown now counts as failing: the worse bound, under `significant` too, where more
    cases must be lost than mended at p <= 0.05, unadjusted, since one question is asked.

    Raises:
        ComparisonError: Nothing was compared case by case.
    """
    text = "no regression beyond chance" if significant else "no regression"
    regression = comparison.regression
    if regression is None:
        raise ComparisonError(f"{text}: neither diagnoses nor retrieval were compared case by case")
    worst = regression.broken_count + regression.lost_count
    is_luck = worst <= regression.fixed_count or regression.p > SIGNIFICANT
    is_met = worst == 0 or (significant and is_luck)
    broken = f"{regression.broken_count} of {regression.passed_count} cases that passed now fail"
    parts = [f"{broken}{_some(regression.broken)}"]
    if regression.lost_count:
        parts.append(f"{regression.lost_count} are now unknown{_some(regression.lost)}")
    if significant:
        parts.append(f"{regression.fixed_count} failed and now pass, p = {regression.p:.4g}")
    return GateResult(
        requirement=text,
        value=float(regression.broken_count),
        worst=float(worst),
        is_met=is_met,
        reason=f"{text}: {'met' if is_met else 'not met'}, {', '.join(parts)}",
    )


def _some(ids: Sequence[str]) -> str:
    return f" ({listed(ids, len(ids))})" if ids else ""
