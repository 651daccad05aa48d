"""The comparison of evaluations: hold the rules, pair the cases, measure, and say what may be said."""

from __future__ import annotations

import os
from collections.abc import Collection, Sequence
from pathlib import Path
from typing import Final, NamedTuple

from msgspec.structs import replace

from ragtriage.comparison.conclusions import Situation, conclude
from ragtriage.comparison.differences import adjusted
from ragtriage.comparison.flips import crossed, moved
from ragtriage.comparison.paired_numbers import (
    common_names,
    flips_of,
    is_withheld,
    rows_of,
    unknown_warnings,
)
from ragtriage.comparison.pairing import Paired, pair_sides
from ragtriage.comparison.records import Comparison, Finding, Kind
from ragtriage.comparison.regression import regression
from ragtriage.comparison.repeated import are_repeats, averaged, unsteadiness
from ragtriage.comparison.rules import SYSTEM_PARTS, Held, hold
from ragtriage.comparison.sides import OUTCOMES, Side, read_side
from ragtriage.comparison.sizes import few_cases, left_out
from ragtriage.errors import ConfigError
from ragtriage.evaluation.evaluation import Evaluation
from ragtriage.fingerprint import PARTS

__all__ = ["Source", "compare", "compare_all"]

Source = Evaluation | str | os.PathLike[str]

_NO_DIFFERENCE: Final = frozenset({"metrics", "both_failed"})  # what is reported, and under which names
_OUTPUTS: Final = ("retrieval_results", "context", "answers")


class _Options(NamedTuple):
    common_only: bool
    allow: Collection[str]
    metrics: Sequence[str]
    are_independent: bool
    seed: int


def compare(
    baseline: Source,
    candidate: Source,
    *,
    common_only: bool = False,
    allow: Collection[str] = (),
    metrics: Sequence[str] = (),
    are_independent: bool = False,
    seed: int = 0,
) -> Comparison:
    """Say what differs between two evaluations of the same questions, and what may be concluded.

    Args:
        baseline: An evaluation or its folder.
        candidate: Likewise.
        common_only: Compare the cases whose question and gold are equal, instead of refusing.
        allow: `corpus`: compare retrieval and evidence although the corpora differ.
        metrics: The rows wanted, stages and `passed` among them; all of them when empty. The fewer are
            named beforehand, the less p must be adjusted.
        are_independent: Take cases that share a gold document or a cluster for independent all the same.
        seed: Of the flips and of the resampling; the same seed gives the same numbers.

    Raises:
        ComparisonError: They differ in something that must be equal; the message names it.
        ConfigError: A metric is unknown or not in both, or `allow` names what cannot be allowed.
        DataError: A folder holds no evaluation.
    """
    options = _Options(common_only, allow, metrics, are_independent, seed)
    return _compare_sides([_read(baseline), _read(candidate)], options)[0]


def compare_all(
    evaluations: Sequence[Source],
    *,
    common_only: bool = False,
    allow: Collection[str] = (),
    metrics: Sequence[str] = (),
    are_independent: bool = False,
    seed: int = 0,
) -> list[Comparison]:
    """Compare each evaluation with the first; p is adjusted over all rows of all comparisons.

    Those that repeat one configuration are averaged question by question first; when all of them do, the
    one comparison returned says how steady they are. Arguments and errors as `compare`.

    Raises:
        ConfigError: There are fewer than two.
    """
    if len(evaluations) < 2:
        raise ConfigError("a comparison needs two evaluations or more")
    options = _Options(common_only, allow, metrics, are_independent, seed)
    return _compare_sides([_read(each) for each in evaluations], options)


def _read(source: Source) -> Side:
    if isinstance(source, Evaluation):
        name = ", ".join(source.manifest.inputs) or "an evaluation"
        return read_side(source, name)
    return read_side(Evaluation.load(source), str(Path(source)))


def _compare_sides(given: Sequence[Side], options: _Options) -> list[Comparison]:
    sides = _in_common(given) if options.common_only else given
    gone = len({i for side in given for i in side.ids}) - len(sides[0]) if options.common_only else 0
    baseline = sides[0]
    names = common_names(sides, options.metrics)
    helds = [hold(baseline.manifest, side.manifest, allow=options.allow) for side in sides[1:]]
    groups: list[list[Side]] = [[baseline]]
    for side in sides[1:]:
        for group in groups:
            if _is_repeat(group[0], side, options):
                group.append(side)
                break
        else:
            groups.append([side])
    if len(groups) == 1:
        return [_repeated(sides, helds[0], names, gone, options)]
    first = averaged(groups[0]) if len(groups[0]) > 1 else groups[0][0]
    comparisons: list[Comparison] = []
    for group in groups[1:]:
        held = helds[next(i for i, side in enumerate(sides[1:]) if side is group[0])]
        candidate = averaged(group) if len(group) > 1 else group[0]
        compared = _compared(pair_sides(first, candidate), held, names, gone, options)
        if len(group) > 1 or len(groups[0]) > 1:
            compared = _of_averages(compared, [each for each in (groups[0], group) if len(each) > 1], options)
        comparisons.append(compared)
    return _adjusted(comparisons)


def _is_repeat(first: Side, other: Side, options: _Options) -> bool:
    """Say whether nothing differs but what comes out: neither the system nor whoever judged it."""
    held = hold(first.manifest, other.manifest, allow=options.allow)
    return set(held.differs) <= _NO_DIFFERENCE and are_repeats(pair_sides(first, other))


def _adjusted(comparisons: Sequence[Comparison]) -> list[Comparison]:
    """Adjust the rows of all comparisons as one family."""
    rows = iter(adjusted([row for comparison in comparisons for row in comparison.rows]))
    return [replace(each, rows=tuple(next(rows) for _ in each.rows)) for each in comparisons]


def _in_common(sides: Sequence[Side]) -> list[Side]:
    """Cut all sides down to the cases whose question and gold are the same on every one of them."""
    first = sides[0]
    for side in sides[1:]:
        first = pair_sides(first, side, common_only=True).baseline
    return [first, *(pair_sides(first, side, common_only=True).candidate for side in sides[1:])]


def _compared(paired: Paired, held: Held, names: Sequence[str], gone: int, options: _Options) -> Comparison:
    withheld = {stage for each in held.withheld for stage in each.stages}
    changed = {part: int(paired.differs(part).sum()) for part in _OUTPUTS}
    shown = [name for name in names if not is_withheld(name, withheld)]
    rows = rows_of(paired, shown, are_independent=options.are_independent, seed=options.seed)
    situation = Situation(
        differs=frozenset(held.differs) & frozenset(SYSTEM_PARTS),
        unverified=frozenset(held.unverified),
        lists_differ=paired.changes("retrieval_results"),
        contexts_differ=paired.changes_what_was_seen(),
        answers_differ=paired.changes("answers"),
        recorded=frozenset(part for part in _OUTPUTS if paired.is_recorded(part)),
    )
    conclusions = [
        replace(conclusion, stages=stages)
        for conclusion in conclude(situation)
        if (stages := tuple(stage for stage in conclusion.stages if stage not in withheld))
    ]
    found = {*held.differs, *(part for part, count in changed.items() if count)}
    return Comparison(
        kind=Kind.SYSTEMS,
        baseline=paired.baseline.name,
        candidate=paired.candidate.name,
        n=len(paired.baseline),
        left_out=gone,
        differs=tuple(dict.fromkeys([*(part for part in PARTS if part in found), *held.differs])),
        unverified=held.unverified,
        changed={part: count for part, count in changed.items() if count},
        withheld=held.withheld,
        warnings=(*held.warnings, *left_out(gone), *unknown_warnings(rows), *few_cases(len(paired.baseline))),
        conclusions=tuple(conclusions),
        rows=tuple(rows),
        flips=flips_of(paired, [name for name in OUTCOMES if not is_withheld(name, withheld)]),
        diagnoses={} if withheld else crossed(paired),
        moved=() if withheld else tuple(moved(paired)),
        regression=regression(
            paired, withheld=withheld, are_independent=options.are_independent, seed=options.seed
        ),
        repeats=(),
    )


def _repeated(
    sides: Sequence[Side], held: Held, names: Sequence[str], gone: int, options: _Options
) -> Comparison:
    """Say how steady repeats are; of two the rows are there too, but nothing can be better or worse."""
    paired = pair_sides(sides[0], sides[1])
    is_pair = len(sides) == 2
    rows = (
        adjusted(rows_of(paired, names, are_independent=options.are_independent, seed=options.seed))
        if is_pair
        else []
    )
    changed = {part: count for part in _OUTPUTS if (count := int(paired.differs(part).sum()))}
    return Comparison(
        kind=Kind.REPEATS,
        baseline=sides[0].name,
        candidate=", ".join(side.name for side in sides[1:]),
        n=len(paired.baseline),
        left_out=gone,
        differs=tuple(changed),
        unverified=held.unverified,
        changed=changed,
        withheld=(),
        warnings=(*held.warnings, *left_out(gone)),
        conclusions=(),
        rows=tuple(replace(row, finding=Finding.NOT_SHOWN) for row in rows),
        flips=flips_of(paired, OUTCOMES) if is_pair else {},
        diagnoses=crossed(paired) if is_pair else {},
        moved=tuple(moved(paired)) if is_pair else (),
        regression=regression(paired, withheld=(), are_independent=options.are_independent, seed=options.seed)
        if is_pair
        else None,
        repeats=tuple(unsteadiness(sides, names, seed=options.seed)),
    )


def _of_averages(compared: Comparison, groups: Sequence[Sequence[Side]], options: _Options) -> Comparison:
    """Leave out what means nothing for averages, and add how steady each repeated side is."""
    names = [row.name for row in compared.rows]
    return replace(
        compared,
        flips={},
        diagnoses={},
        moved=(),
        regression=None,
        repeats=tuple(each for group in groups for each in unsteadiness(group, names, seed=options.seed)),
    )
