"""The comparison of evaluations: hold the rules, pair the cases, measure, and say what may be said."""

from __future__ import annotations

import os
from collections.abc import Collection, Sequence
from pathlib import Path
from typing import Final, NamedTuple

from msgspec.structs import replace

from ragtriage.comparison.changes import Changes
from ragtriage.comparison.conclusions import Situation, conclude
from ragtriage.comparison.differences import adjusted
from ragtriage.comparison.joining.pairing import OUTPUTS, Joined, Paired
from ragtriage.comparison.joining.stored_sides import StoredSide, part_count
from ragtriage.comparison.paired_numbers import PairedNumbers, common_names, unknown_warnings
from ragtriage.comparison.records import Comparison, Finding, Kind
from ragtriage.comparison.repeated import Steadiness, are_repeats, averaged
from ragtriage.comparison.rules import SYSTEM_PARTS, Held, hold
from ragtriage.comparison.sides import Side
from ragtriage.comparison.sizes import few_cases, left_out
from ragtriage.errors import ConfigError
from ragtriage.evaluation.evaluation import Evaluation
from ragtriage.fingerprint import PARTS

__all__ = ["Source", "compare", "compare_all"]

Source = Evaluation | str | os.PathLike[str]

_NO_DIFFERENCE: Final = frozenset({"metrics", "both_failed"})  # what is reported, and under which names


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
    joined = Joined(_stored(sources, options), common_only=options.common_only)
    baseline, *candidates = joined.sides
    names = common_names([side.names for side in joined.sides], options.metrics)
    helds = [hold(baseline.manifest, side.manifest, allow=options.allow) for side in candidates]
    groups = _groups(joined, options)
    if len(groups) == 1:
        repeated = _Repeated(joined, helds[0], names, options)
        for block in joined.blocks():
            repeated.add(block)
        return [repeated.comparison()]
    systems = [
        _Systems(joined, (groups[0], group), helds[group[0] - 1], names, options) for group in groups[1:]
    ]
    for block in joined.blocks():
        for each in systems:
            each.add(block)
    return _adjusted([each.comparison() for each in systems])


def _stored(sources: Sequence[Source], options: _Options) -> list[StoredSide]:
    loaded: list[tuple[Evaluation, str]] = [
        (source, ", ".join(source.manifest.inputs) or "an evaluation")
        if isinstance(source, Evaluation)
        else (Evaluation.load(source), str(Path(source)))
        for source in sources
    ]
    parts = part_count([evaluation for evaluation, _ in loaded])
    # Only the baseline's clusters count, and only where cases are not taken for independent.
    return [
        StoredSide(evaluation, name, parts, with_clusters=not (place or options.are_independent))
        for place, (evaluation, name) in enumerate(loaded)
    ]


def _groups(joined: Joined, options: _Options) -> list[list[int]]:
    """Put the sides together that repeat one configuration: nothing differs but what comes out.

    Raises:
        ComparisonError: A side is not over the same data, or may not be compared.
    """
    groups: list[list[int]] = [[0]]
    for place, side in enumerate(joined.sides[1:], 1):
        for group in groups:
            first = joined.sides[group[0]]
            held = hold(first.manifest, side.manifest, allow=options.allow)
            is_same = set(held.differs) <= _NO_DIFFERENCE
            if is_same:
                joined.check(place)
            if is_same and are_repeats(
                first.manifest, side.manifest, outputs_differ=joined.outputs_differ(group[0], place)
            ):
                group.append(place)
                break
        else:
            groups.append([place])
    for place in range(1, len(joined.sides)):
        joined.check(place)
    return groups


def _adjusted(comparisons: Sequence[Comparison]) -> list[Comparison]:
    """Adjust the rows of all comparisons as one family."""
    rows = iter(adjusted([row for comparison in comparisons for row in comparison.rows]))
    return [replace(each, rows=tuple(next(rows) for _ in each.rows)) for each in comparisons]


class _Systems:
    """Two systems, each evaluated once or more often, compared some cases at a time."""

    def __init__(
        self,
        joined: Joined,
        groups: tuple[Sequence[int], Sequence[int]],
        held: Held,
        names: Sequence[str],
        options: _Options,
    ) -> None:
        self._names = tuple(joined.sides[group[0]].name for group in groups)
        self._gone = joined.left_out
        self._groups = groups
        self._held = held
        self._options = options
        self._withheld = {stage for each in held.withheld for stage in each.stages}
        self._numbers = PairedNumbers(names, self._withheld, joined.sides[0].clusters)
        shown = self._numbers.names
        self._steadiness = {
            place: Steadiness(name, len(group), shown)
            for place, (group, name) in enumerate(zip(groups, self._names, strict=True))
            if len(group) > 1
        }

    def add(self, block: Sequence[Side]) -> None:
        """Take in some cases, the same of every evaluation."""
        groups = [[block[place] for place in group] for group in self._groups]
        self._numbers.add(Paired(*map(averaged, groups)))
        for place, steadiness in self._steadiness.items():
            steadiness.add(groups[place], block[0].places)

    def comparison(self) -> Comparison:
        """Say what differs and what may be concluded; p is not adjusted yet."""
        held, numbers, seed = self._held, self._numbers, self._options.seed
        changes, rows = numbers.changes, numbers.rows(seed=seed)
        found = {*held.differs, *(part for part, count in changes.counts.items() if count)}
        # What goes by case means nothing for averages.
        is_averaged = bool(self._steadiness)
        return Comparison(
            kind=Kind.SYSTEMS,
            baseline=self._names[0],
            candidate=self._names[1],
            n=numbers.n,
            left_out=self._gone,
            differs=tuple(dict.fromkeys([*(part for part in PARTS if part in found), *held.differs])),
            unverified=held.unverified,
            changed={part: count for part, count in changes.counts.items() if count},
            withheld=held.withheld,
            warnings=(*held.warnings, *left_out(self._gone), *unknown_warnings(rows), *few_cases(numbers.n)),
            conclusions=tuple(
                replace(conclusion, stages=stages)
                for conclusion in conclude(_situation(held, changes))
                if (stages := tuple(each for each in conclusion.stages if each not in self._withheld))
            ),
            rows=tuple(rows),
            flips={} if is_averaged else numbers.flips(),
            diagnoses={} if is_averaged or self._withheld else numbers.moves.crossed(),
            moved=() if is_averaged or self._withheld else tuple(numbers.moves.moved()),
            regression=None if is_averaged else numbers.regressing.found(seed=seed),
            repeats=tuple(
                each
                for steadiness in self._steadiness.values()
                for each in steadiness.unsteadiness(seed=seed)
            ),
        )


def _situation(held: Held, changes: Changes) -> Situation:
    return Situation(
        differs=frozenset(held.differs) & frozenset(SYSTEM_PARTS),
        unverified=frozenset(held.unverified),
        lists_differ=changes.changes("retrieval_results"),
        contexts_differ=changes.changes_what_was_seen(),
        answers_differ=changes.changes("answers"),
        recorded=frozenset(part for part in OUTPUTS if changes.is_recorded(part)),
    )


class _Repeated:
    """Evaluations of one configuration; of two the rows are there too, but none can be better or worse."""

    def __init__(self, joined: Joined, held: Held, names: Sequence[str], options: _Options) -> None:
        self._names = tuple(side.name for side in joined.sides)
        self._gone = joined.left_out
        self._held = held
        self._options = options
        is_pair = len(joined.sides) == 2
        self._changes = Changes()
        self._numbers = PairedNumbers(names, (), joined.sides[0].clusters) if is_pair else None
        self._steadiness = Steadiness(self._names[0], len(self._names), names)
        self._n = 0

    def add(self, block: Sequence[Side]) -> None:
        """Take in some cases, the same of every evaluation."""
        paired = Paired(block[0], block[1])
        self._n += len(block[0])
        self._changes.add(paired)
        self._steadiness.add(block, block[0].places)
        if self._numbers is not None:
            self._numbers.add(paired)

    def comparison(self) -> Comparison:
        """Say how steady they are."""
        held, numbers, seed = self._held, self._numbers, self._options.seed
        rows = [] if numbers is None else adjusted(numbers.rows(seed=seed))
        changed = {part: count for part, count in self._changes.counts.items() if count}
        return Comparison(
            kind=Kind.REPEATS,
            baseline=self._names[0],
            candidate=", ".join(self._names[1:]),
            n=self._n,
            left_out=self._gone,
            differs=tuple(changed),
            unverified=held.unverified,
            changed=changed,
            withheld=(),
            warnings=(*held.warnings, *left_out(self._gone)),
            conclusions=(),
            rows=tuple(replace(row, finding=Finding.NOT_SHOWN) for row in rows),
            flips={} if numbers is None else numbers.flips(),
            diagnoses={} if numbers is None else numbers.moves.crossed(),
            moved=() if numbers is None else tuple(numbers.moves.moved()),
            regression=None if numbers is None else numbers.regressing.found(seed=seed),
            repeats=tuple(self._steadiness.unsteadiness(seed=seed)),
        )
