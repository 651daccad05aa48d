"""All probed cases together: levels of accuracy, what there is to win between them, and paired tests."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ragtriage.metrics.intervals import Interval, wilson
from ragtriage.metrics.rankings import Floats, Ints
from ragtriage.metrics.statistics.clusters import cluster_count, cluster_interval, connected
from ragtriage.metrics.statistics.effects import balance
from ragtriage.metrics.statistics.multiplicity import holm
from ragtriage.metrics.statistics.paired_shares import tango
from ragtriage.metrics.statistics.paired_tests import PairedTests
from ragtriage.model import Case, Rate
from ragtriage.model.probing import (
    Arm,
    CaseProbe,
    Conclusion,
    Headroom,
    PairedTest,
    ProbeSlice,
    Reading,
    Share,
)

__all__ = ["Picture", "conclusions", "not_built", "picture", "share", "slices"]

_NAN: Final = float("nan")
_VALUES: Final = {Reading.RIGHT: 1.0, Reading.WRONG: 0.0}

# Which conditions are tested against which; the rest of them are held against what was retrieved.
_TESTED: Final = (
    (Arm.CLOSED_BOOK, Arm.RETRIEVED),
    (Arm.RETRIEVED, Arm.GOLD),
    (Arm.CLOSED_BOOK, Arm.GOLD),
    (Arm.RETRIEVED, Arm.GOLD_ADDED),
    (Arm.RETRIEVED, Arm.GOLD_ONLY_OF_RETRIEVED),
    (Arm.RETRIEVED, Arm.GOLD_FIRST),
    (Arm.RETRIEVED, Arm.WITHOUT_GOLD),
)


class Picture(NamedTuple):
    """What a team plans by."""

    levels: dict[Arm, Rate]
    headroom: Headroom
    tests: tuple[PairedTest, ...]


@dataclass(frozen=True, slots=True)
class _Columns:
    """The answerable cases as columns."""

    values: Mapping[Arm, Floats]  # (n,) 1 right, 0 wrong, NaN neither or not known
    unknown: Mapping[Arm, NDArray[np.bool_]]  # (n,) asked, and neither right nor wrong
    clusters: Ints  # (n,) equal numbers for cases that hang together

    def groups(self, known: NDArray[np.bool_]) -> Ints | None:
        """Return the clusters of some cases; None where every one stands alone."""
        groups = self.clusters[known]
        return groups if len(groups) and np.bincount(groups).max() > 1 else None

    def of(self, arm: Arm) -> Floats:
        """Return a condition's values; NaN throughout where nobody asked for it."""
        return self.values.get(arm, np.full(len(self.clusters), _NAN))


def picture(cases: Sequence[Case], probes: Sequence[CaseProbe]) -> Picture:
    """Return levels, headroom and tests over the cases that have an answer.

    A case counts once, however many samples it has: right or wrong is what most of them are. Cases that share
    a gold document or a cluster are not independent, and intervals and tests take them together.
    """
    columns = _columns(cases, probes)
    return Picture(_levels(columns), _headroom(columns), _tests(columns))


def slices(cases: Sequence[Case], probes: Sequence[CaseProbe]) -> tuple[ProbeSlice, ...]:
    """Return the picture of each tag and each language, where any case has them."""
    made: list[ProbeSlice] = []
    for by, names in (("tags", _tags), ("language", _language)):
        members: dict[str, list[int]] = {}
        for place, case in enumerate(cases):
            for name in names(case):
                members.setdefault(name, []).append(place)
        if not members.keys() - {""}:
            continue
        for name, places in sorted(members.items()):
            own = [probes[place] for place in places]
            columns = _columns([cases[place] for place in places], own)
            made.append(
                ProbeSlice(
                    by=by,
                    name=name,
                    n=len(places),
                    levels=_levels(columns),
                    headroom=_headroom(columns),
                    conclusions=conclusions(own),
                )
            )
    return tuple(made)


def conclusions(probes: Iterable[CaseProbe]) -> dict[Conclusion, int]:
    """Count the cases by conclusion; every name is there."""
    counts = Counter(probe.conclusion for probe in probes)
    return {conclusion: counts[conclusion] for conclusion in Conclusion}


def not_built(probes: Iterable[CaseProbe]) -> dict[Arm, dict[str, int]]:
    """Count by condition how often it could not be built, by cause."""
    counts: dict[Arm, Counter[str]] = {}
    for probe in probes:
        for arm, result in probe.arms.items():
            if result.not_built is not None:
                counts.setdefault(arm, Counter())[result.not_built.partition(":")[0]] += 1
    return {arm: dict(causes.most_common()) for arm, causes in counts.items()}


def share(count: int, n: int, interval: Interval | None = None) -> Share:
    """Return a count among n with its interval: Wilson's, unless another is given."""
    found = wilson(count, n) if interval is None else interval
    return Share(
        count=count,
        n=n,
        share=count / n if n else None,
        low=None if found is None else found.low,
        high=None if found is None else found.high,
    )


def _tags(case: Case) -> Sequence[str]:
    return tuple(dict.fromkeys(case.tags)) or ("",)


def _language(case: Case) -> Sequence[str]:
    return (case.language or "",)


def _columns(cases: Sequence[Case], probes: Sequence[CaseProbe]) -> _Columns:
    kept = [(case, probe) for case, probe in zip(cases, probes, strict=True) if case.answerable]
    arms = [arm for arm in Arm if any(arm in probe.arms for _, probe in kept)]
    values = {arm: np.array([_value(probe, arm) for _, probe in kept], np.float64) for arm in arms}
    unknown = {
        arm: np.isnan(values[arm]) & np.array([_is_asked(probe, arm) for _, probe in kept], np.bool_)
        for arm in arms
    }
    return _Columns(values, unknown, _clusters([case for case, _ in kept]))


def _value(probe: CaseProbe, arm: Arm) -> float:
    result = probe.arms.get(arm)
    return _NAN if result is None else _VALUES.get(result.reading, _NAN)


def _is_asked(probe: CaseProbe, arm: Arm) -> bool:
    result = probe.arms.get(arm)
    return result is not None and result.not_built is None


def _clusters(cases: Sequence[Case]) -> Ints:
    """Number the clusters: cases that share a gold document or a `cluster`, directly or through others."""
    numbers: dict[tuple[str, str], int] = {}
    places: list[int] = []
    labels: list[int] = []
    for place, case in enumerate(cases):
        gold = {} if case.gold_documents is None else case.gold_documents.grades
        named = [("gold", document) for document, grade in gold.items() if grade > 0]
        named += [] if case.cluster is None else [("cluster", case.cluster)]
        for label in named:
            places.append(place)
            labels.append(numbers.setdefault(label, len(numbers)))
    return connected(len(cases), np.array(places, np.int64), np.array(labels, np.int64))


def _levels(columns: _Columns) -> dict[Arm, Rate]:
    levels: dict[Arm, Rate] = {}
    for arm, values in columns.values.items():
        known = ~np.isnan(values)
        passed, judged = int(np.nansum(values)), int(known.sum())
        unknown = int(columns.unknown[arm].sum())
        interval = _interval(values[known], columns.groups(known))
        levels[arm] = Rate(
            passed=passed,
            fail=judged - passed,
            unknown=unknown,
            not_applicable=len(values) - judged - unknown,
            rate=passed / judged if judged else None,
            low=None if interval is None else interval.low,
            high=None if interval is None else interval.high,
            worst=passed / (judged + unknown) if judged + unknown else None,
            best=(passed + unknown) / (judged + unknown) if judged + unknown else None,
        )
    return levels


def _interval(values: Floats, groups: Ints | None) -> Interval | None:
    """Return the interval of a share: Wilson's, or that of clusters where cases hang together."""
    if groups is not None:
        found = cluster_interval(values, groups)
        if found is not None:
            return Interval(max(0.0, found.low), min(1.0, found.high))
    return wilson(int(values.sum()), len(values))


def _headroom(columns: _Columns) -> Headroom:
    now, gold, closed = (columns.of(arm) for arm in (Arm.RETRIEVED, Arm.GOLD, Arm.CLOSED_BOOK))
    both = ~np.isnan(now) & ~np.isnan(gold)
    right = (now == 1) & ~np.isnan(closed)

    def part(is_so: NDArray[np.bool_], among: NDArray[np.bool_]) -> Share:
        values = is_so[among].astype(np.float64)
        return share(int(values.sum()), len(values), _interval(values, columns.groups(among)))

    return Headroom(
        n=int(both.sum()),
        now=part(now == 1, both),
        retrieval=part((now == 0) & (gold == 1), both),
        generation=part((now == 0) & (gold == 0), both),
        lost_with_gold=part((now == 1) & (gold == 0), both),
        known=part(closed == 1, right),
        due=part(closed == 0, right),
    )


def _tests(columns: _Columns) -> tuple[PairedTest, ...]:
    """Test the conditions against one another; Holm over all that can be tested."""
    tests = PairedTests(columns.clusters)
    pairs: list[tuple[Arm, Arm, Floats]] = []
    for first, second in _TESTED:
        differences = columns.of(second) - columns.of(first)
        if not np.isnan(differences).all():
            tests.add(differences, of_outcomes=True)
            pairs.append((first, second, differences))
    found = tests.results()
    adjusted = holm([each.p for each in found]) if found else []
    return tuple(
        _tested(
            first, second, differences, columns, p=each.p, adjusted=p, least=each.smallest_p, test=each.method
        )
        for (first, second, differences), each, p in zip(pairs, found, adjusted, strict=True)
    )


def _tested(
    first: Arm,
    second: Arm,
    differences: Floats,
    columns: _Columns,
    *,
    p: float,
    adjusted: float,
    least: float,
    test: str,
) -> PairedTest:
    known = ~np.isnan(differences)
    counts, groups = balance(differences), columns.groups(known)
    n = int(known.sum())
    interval = (
        tango(counts.wins, counts.losses, n)
        if groups is None
        else cluster_interval(differences[known], groups)
    )
    return PairedTest(
        first=first,
        second=second,
        n=n,
        wins=counts.wins,
        losses=counts.losses,
        ties=counts.ties,
        difference=(counts.wins - counts.losses) / n,
        low=None if interval is None else max(-1.0, interval.low),
        high=None if interval is None else min(1.0, interval.high),
        p=p,
        p_adjusted=adjusted,
        smallest_p=least,
        test=test,
        clusters=None if groups is None else cluster_count(groups),
    )
