"""The comparison of evaluations: hold the rules, pair the cases, measure, and say what may be said."""

from __future__ import annotations

import os
from collections.abc import Collection, Iterator, Sequence
from pathlib import Path
from typing import Final, NamedTuple

from msgspec.structs import replace

from ragtriage.comparison.cautions import few_cases, left_out, many_unknowns
from ragtriage.comparison.changes import Changes
from ragtriage.comparison.columns import Columns, check_size, read_columns
from ragtriage.comparison.conclusions import Situation, conclude
from ragtriage.comparison.differences import adjusted, differences
from ragtriage.comparison.flips import crossed, flips, moved
from ragtriage.comparison.names import OUTCOMES, canonical_name, common_names, is_withheld
from ragtriage.comparison.pairing import Paired, Pairing
from ragtriage.comparison.records import Comparison, Finding, Flips, Kind, Row
from ragtriage.comparison.regression import regression
from ragtriage.comparison.repeats import are_repeats, unsteadiness
from ragtriage.comparison.rules import Held, hold
from ragtriage.comparison.unknowns import Column
from ragtriage.errors import ConfigError
from ragtriage.evaluation.evaluation import Evaluation
from ragtriage.evaluation.system import SYSTEM_PARTS
from ragtriage.fingerprint import PARTS

__all__ = ["Source", "compare", "compare_all"]

Source = Evaluation | str | os.PathLike[str]

_NO_DIFFERENCE: Final = frozenset({"metrics", "both_failed"})  # what is reported, and under which names
_ENDS: Final = (0.0, 1.0)  # of pass rates and of every metric


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
        ConfigError: A metric is unknown or not in both, `allow` names what cannot be allowed, or their
            columns take more than 2 GB of memory.
        DataError: A folder holds no evaluation.
    """
    options = _Options(common_only, allow, metrics, are_independent, seed)
    return _compared([baseline, candidate], options)[0]


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
    return _compared(evaluations, options)


def _compared(sources: Sequence[Source], options: _Options) -> list[Comparison]:
    wanted = list(dict.fromkeys(map(canonical_name, options.metrics)))
    evaluations = _read(sources, wanted, options)
    pairing = Pairing(evaluations, common_only=options.common_only)
    names = common_names([each.names for each in evaluations], wanted)
    baseline, *candidates = evaluations
    helds = [hold(baseline.manifest, each.manifest, allow=options.allow) for each in candidates]
    groups = _groups(evaluations, pairing, options)
    if len(groups) == 1:
        return [_repeated(pairing, [each.name for each in evaluations], helds[0], names, options.seed)]
    first = pairing.side(groups[0])
    comparisons = [
        _systems(
            Paired(first, pairing.side(group)), helds[group[0] - 1], names, pairing.left_out, options.seed
        )
        for group in groups[1:]
    ]
    rows = iter(adjusted([row for comparison in comparisons for row in comparison.rows]))
    return [replace(each, rows=tuple(next(rows) for _ in each.rows)) for each in comparisons]


def _read(sources: Sequence[Source], wanted: Sequence[str], options: _Options) -> list[Columns]:
    loaded: list[tuple[Evaluation, str]] = [
        (source, ", ".join(source.manifest.inputs) or "an evaluation")
        if isinstance(source, Evaluation)
        else (Evaluation.load(source), str(Path(source)))
        for source in sources
    ]
    check_size([evaluation for evaluation, _ in loaded], wanted)
    # Only the baseline's clusters count, and only where cases are not taken for independent.
    return [
        read_columns(evaluation, name, metrics=wanted, with_clusters=not (place or options.are_independent))
        for place, (evaluation, name) in enumerate(loaded)
    ]


def _groups(evaluations: Sequence[Columns], pairing: Pairing, options: _Options) -> list[list[int]]:
    """Put the evaluations together that repeat one configuration: nothing differs but what comes out.

    Raises:
        ComparisonError: One is not over the same data, or may not be compared.
    """
    groups: list[list[int]] = [[0]]
    for place, evaluation in enumerate(evaluations[1:], 1):
        for group in groups:
            first = evaluations[group[0]].manifest
            held = hold(first, evaluation.manifest, allow=options.allow)
            if not set(held.differs) <= _NO_DIFFERENCE:
                continue
            pairing.check(place)
            differ = pairing.outputs_differ(group[0], place)
            if are_repeats(first, evaluation.manifest, outputs_differ=differ):
                group.append(place)
                break
        else:
            groups.append([place])
    for place in range(1, len(evaluations)):
        pairing.check(place)
    return groups


def _systems(paired: Paired, held: Held, names: Sequence[str], gone: int, seed: int) -> Comparison:
    """Say what differs between two systems and what may be concluded; p is not adjusted yet."""
    withheld = {stage for each in held.withheld for stage in each.stages}
    shown = [name for name in names if not is_withheld(name, withheld)]
    rows = differences(_columns(paired, shown), paired.baseline.clusters, seed=seed)
    changes = Changes(paired)
    differing = {*held.differs, *changes.counts}
    # What goes by case means nothing for averages.
    is_averaged = max(side.repeats for side in paired) > 1
    return Comparison(
        kind=Kind.SYSTEMS,
        baseline=paired.baseline.name,
        candidate=paired.candidate.name,
        n=len(paired.baseline),
        left_out=gone,
        differs=tuple(dict.fromkeys([*(part for part in PARTS if part in differing), *held.differs])),
        unverified=held.unverified,
        changed=changes.counts,
        withheld=held.withheld,
        warnings=(
            *held.warnings,
            *left_out(gone),
            *many_unknowns(rows),
            *few_cases(len(paired.baseline)),
        ),
        conclusions=tuple(
            replace(conclusion, stages=stages)
            for conclusion in conclude(_situation(held, changes))
            if (stages := tuple(each for each in conclusion.stages if each not in withheld))
        ),
        rows=tuple(rows),
        flips={} if is_averaged else _flips(paired, withheld),
        diagnoses={} if is_averaged or withheld else crossed(paired),
        moved=() if is_averaged or withheld else tuple(moved(paired)),
        regression=None if is_averaged else regression(paired, withheld, seed=seed),
        repeats=tuple(
            each for side in paired if side.repeats > 1 for each in unsteadiness(side, shown, seed=seed)
        ),
    )


def _situation(held: Held, changes: Changes) -> Situation:
    return Situation(
        differs=frozenset(held.differs) & frozenset(SYSTEM_PARTS),
        unverified=frozenset(held.unverified),
        lists_differ=changes.differ["retrieval_results"],
        contexts_differ=changes.contexts_differ,
        answers_differ=changes.differ["answers"],
        recorded=changes.recorded,
    )


def _repeated(
    pairing: Pairing, sides: Sequence[str], held: Held, names: Sequence[str], seed: int
) -> Comparison:
    """Say how steady repeats are; of two the rows are there too, but none can be better or worse."""
    paired = Paired(pairing.side([0]), pairing.side([1]))
    is_pair = len(sides) == 2
    rows: list[Row] = []
    if is_pair:
        rows = adjusted(differences(_columns(paired, names), paired.baseline.clusters, seed=seed))
    changed = Changes(paired).counts
    return Comparison(
        kind=Kind.REPEATS,
        baseline=sides[0],
        candidate=", ".join(sides[1:]),
        n=len(paired.baseline),
        left_out=pairing.left_out,
        differs=tuple(changed),
        unverified=held.unverified,
        changed=changed,
        withheld=(),
        warnings=(*held.warnings, *left_out(pairing.left_out)),
        conclusions=(),
        rows=tuple(replace(row, finding=Finding.NOT_SHOWN) for row in rows),
        flips=_flips(paired, ()) if is_pair else {},
        diagnoses=crossed(paired) if is_pair else {},
        moved=tuple(moved(paired)) if is_pair else (),
        regression=regression(paired, (), seed=seed) if is_pair else None,
        repeats=tuple(unsteadiness(pairing.side(range(len(sides))), names, seed=seed)),
    )


def _columns(paired: Paired, names: Sequence[str]) -> Iterator[Column]:
    one, other = paired
    for name in names:
        yield Column(
            name=name,
            baseline=one.values(name),
            candidate=other.values(name),
            unknown_baseline=one.is_unknown(name),
            unknown_candidate=other.is_unknown(name),
            ends=_ENDS,
        )


def _flips(paired: Paired, withheld: Collection[str]) -> dict[str, Flips]:
    """Return the cases that flipped, by the name of the outcome."""
    one, other = paired
    return {
        name: flips(one.ids, one.values(name), other.values(name), other.is_unknown(name))
        for name in OUTCOMES
        if not is_withheld(name, withheld)
    }
