"""The pipeline: batches are judged, diagnosed, written and forgotten, one after the other."""

from __future__ import annotations

import contextlib
import gc
import platform
import unicodedata
from collections.abc import Callable, Coroutine, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Final

from ragtriage import __version__
from ragtriage.evaluation.batches import Noted, Watch
from ragtriage.evaluation.evaluation import Evaluation, Report
from ragtriage.evaluation.findings import Findings
from ragtriage.evaluation.first_cases import FirstCases
from ragtriage.evaluation.judging import Judged, Judges, Names, judge_batch
from ragtriage.evaluation.missing_labels import Unlabelled
from ragtriage.evaluation.next_steps import Askable, next_steps
from ragtriage.evaluation.reviews import Reviewed, Reviews
from ragtriage.evaluation.rows import Digests, encode_rows
from ragtriage.evaluation.scores import ANSWER_SCORES
from ragtriage.evaluation.seen_ids import SeenIds
from ragtriage.evaluation.store import RowStore
from ragtriage.evaluation.tally import RateInterval, Tally
from ragtriage.fingerprint import PARTS, Total, plain_canonical, sha256
from ragtriage.llm.concurrency import blocking, in_turn
from ragtriage.metrics.intervals import wilson
from ragtriage.metrics.names import default_metrics, parse
from ragtriage.metrics.rankings import Floats
from ragtriage.model import (
    RELEVANCE,
    UNSET,
    CaseResult,
    EvidenceFromAnswer,
    Manifest,
    Metadata,
    Settings,
    Slice,
    Stage,
    UnreadField,
)

__all__ = ["Gathered", "Plan", "conclude", "gather", "run"]

Progress = Callable[[int], None]  # is told how many cases are done

# Evaluators that judge as they did before there were three ways keep their fingerprint.
_AS_BEFORE: Final[Mapping[object, bool]] = {EvidenceFromAnswer.ALWAYS: True, EvidenceFromAnswer.NEVER: False}


@dataclass(frozen=True, slots=True)
class Plan:
    """What is to be done, beside the batches themselves."""

    settings: Settings
    judges: Judges
    inputs: tuple[str, ...]
    by: tuple[str, ...] = ()  # `tags`, `language`
    with_texts: bool = True
    corpus_fingerprint: str | None = None
    patterns: tuple[str, ...] = ()  # of refusals, beside those that are built in
    system: Mapping[str, str] = field(default_factory=dict[str, str])  # SHA-256 of its parts
    configuration: Metadata | None = None  # of the system, as it was given
    closed_book: Mapping[str, str | None] | None = None  # id → the answer without any context
    reviews: Reviews | None = None  # what people said
    interval: RateInterval = wilson
    set_aside: Sequence[str] = ()  # filled by the reader as it goes
    progress: Progress = lambda _: None
    closing: Callable[[], Iterable[str]] = tuple  # looks at the input as a whole; raises or warns
    unread: Callable[[], tuple[UnreadField, ...]] = tuple  # what of the input was not read

    @property
    def metrics(self) -> Names:
        """The names of the metrics and scores, as they are reported."""
        named = self.settings.metrics or default_metrics(self.settings.k)
        scores = self.settings.metrics or tuple(ANSWER_SCORES)
        return Names(
            tuple(dict.fromkeys(str(parse(name)) for name in named if name not in ANSWER_SCORES)),
            tuple(dict.fromkeys(name for name in scores if name in ANSWER_SCORES)),
            () if self.judges.relevance is None else (RELEVANCE,),
        )


def run(batches: Iterable[Noted], plan: Plan, watch: Watch, store: RowStore) -> Evaluation:
    """Judge every batch and return the evaluation; its rows are in the store.

    Raises:
        AlignmentError: Two cases have the same id, or the ids of gold and run do not meet.
        ConfigError: A judge gave verdicts for other cases than it was handed.
    """
    gathered = Gathered(plan)
    gather(batches, plan, gathered, store)
    store.close()
    return conclude(plan, watch, gathered, store)


def gather(batches: Iterable[Noted], plan: Plan, gathered: Gathered, store: RowStore) -> None:
    """Judge every batch: rows go to the store, and what is kept of them all is gathered."""
    work = _judge_all(batches, plan, gathered, store)
    if plan.judges.never_wait:
        _finish(work)
    else:
        blocking(work)


def conclude(plan: Plan, watch: Watch, gathered: Gathered, store: RowStore) -> Evaluation:
    """Return the evaluation whose cases were all gathered, and whose rows are in the store.

    Raises:
        AlignmentError: Two cases have the same id, or the ids of gold and run do not meet.
    """
    reviews = [] if plan.reviews is None else plan.reviews.warnings(gathered.reviewed)
    warnings = [*plan.closing(), *_warnings(plan, watch, gathered), *reviews]
    gathered.ids.check(store, plan.inputs[0])
    report = _report(plan, gathered, warnings)
    return Evaluation(report, store, gathered.first_cases.chosen(report.summary))


def _finish(work: Coroutine[None, None, None]) -> None:
    """Run a coroutine that never waits; an event loop would cost a tenth of a short run.

    Judging by strings makes many objects and no reference cycles, so that a garbage collector would look
    at all of them again and again and find nothing: it rests meanwhile.
    """
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        with contextlib.suppress(StopIteration):
            work.send(None)
    finally:
        if was_enabled:
            gc.enable()


async def _judge_all(batches: Iterable[Noted], plan: Plan, gathered: Gathered, store: RowStore) -> None:
    def take(judged: Judged) -> None:
        gathered.add(judged)
        rows = encode_rows(judged.results, with_texts=plan.with_texts)
        gathered.hash(rows.digests)
        store.write(rows.lines)
        if store.table is not None:
            store.table.add(judged.results, judged.metrics, with_texts=plan.with_texts)
        plan.progress(gathered.tally.n)

    metrics = plan.metrics
    async with plan.judges.at_work():
        begun = (
            judge_batch(noted, plan.judges, metrics, plan.closed_book, plan.reviews) for noted in batches
        )
        if plan.judges.never_wait:
            for work in begun:
                take(await work)
        else:
            await in_turn(begun, take)


class Gathered:
    """What is kept of all batches, or of a part of them.

    Args:
        plan: What is done.
        hashed: Makes 64 bits of an id; `stable_hash` where several processes gather.
    """

    def __init__(self, plan: Plan, hashed: Callable[[str], int] = hash) -> None:
        self._by = plan.by
        self._new_tally = partial(
            Tally, plan.metrics.all, tells_both_failed=plan.settings.both_failed, interval=plan.interval
        )
        self.tally = self._new_tally()
        self.slices: dict[tuple[str, str], Tally] = {}
        self.totals = {name: Total() for name in Digests.__struct_fields__}
        self.ids = SeenIds(hashed)
        self.first_cases = FirstCases()
        self.askable = Askable()
        self.reviewed = Reviewed()
        self.findings = Findings(plan.settings.k, with_texts=plan.with_texts)
        self.unlabelled = Unlabelled()

    def add(self, judged: Judged) -> None:
        """Take in a batch."""
        self.tally.add(judged.results, judged.metrics)
        self.ids.add([result.case.id for result in judged.results])
        self.first_cases.add(judged.results)
        self.askable.add(judged.results)
        if judged.reviewed is not None:
            self.reviewed.absorb(judged.reviewed)
        self.findings.add(judged.results)
        self.unlabelled.add(judged.results)
        for by in self._by:
            self._slice(by, judged)

    def hash(self, digests: Sequence[Digests]) -> None:
        """Add the hashes of a batch to those of all."""
        for name, total in self.totals.items():
            total.add([getattr(each, name) for each in digests])

    def absorb(self, later: Gathered) -> None:
        """Take in what was gathered, by the same plan, of the cases that follow."""
        self.tally.absorb(later.tally)
        for key, tally in later.slices.items():
            self.slices.setdefault(key, self._new_tally()).absorb(tally)
        for name, total in self.totals.items():
            total.absorb(later.totals[name])
        self.ids.absorb(later.ids)
        self.first_cases.absorb(later.first_cases)
        self.askable.absorb(later.askable)
        self.reviewed.absorb(later.reviewed)
        self.findings.absorb(later.findings)
        self.unlabelled.absorb(later.unlabelled)

    def _slice(self, by: str, judged: Judged) -> None:
        members: dict[str, list[int]] = {}
        for i, result in enumerate(judged.results):
            for name in _slice_names(result, by):
                members.setdefault(name, []).append(i)
        for name, places in members.items():
            tally = self.slices.get((by, name))
            if tally is None:
                tally = self.slices[by, name] = self._new_tally()
            part: Mapping[str, Floats] = {metric: values[places] for metric, values in judged.metrics.items()}
            tally.add([judged.results[i] for i in places], part)


def _slice_names(result: CaseResult, by: str) -> Sequence[str]:
    if by == "tags":
        return tuple(dict.fromkeys(result.case.tags)) or ("",)
    return (result.case.language or "",)


def _warnings(plan: Plan, watch: Watch, gathered: Gathered) -> list[str]:
    """Say once, with a count, what would otherwise be noticed case by case."""
    n = gathered.tally.n
    told = [watch.meeting.check(), *watch.near.warnings()]
    if watch.unlabelled:
        told.append(
            f"{_of(watch.unlabelled, n)} with empty gold or empty expected answers: taken as not labelled "
            "(say `answerable: false`, or --empty-gold unanswerable)"
        )
    if watch.repeated:
        told.append(
            f"{_of(watch.repeated, n)} in which something was retrieved more than once; it counts once"
        )
    if watch.repeated_gold:
        told.append(
            f"{_of(watch.repeated_gold, n)} in which a gold id is given more than once; it counts once"
        )
    if watch.missing:
        told.append(f"{_of(watch.missing, n)} without a trace; taken as ones in which nothing came back")
    if watch.shallow:
        told.append(
            f"{_of(watch.shallow, n)} with more texts in the recorded context than k: texts past k count "
            "as context, but not as retrieved"
        )
    if watch.compared > 1 and watch.alike == watch.compared:
        told.append(
            "what was retrieved is the gold and nothing else in every case: the system may be evaluated "
            "against itself"
        )
    told.extend(watch.oddities.warnings(plan.inputs, n, plan.settings))
    return [warning for warning in told if warning is not None]


def _of(count: int, n: int) -> str:
    return f"{count} of {n} cases"


def _report(plan: Plan, gathered: Gathered, warnings: Sequence[str]) -> Report:
    settings = plan.settings
    summary = gathered.tally.summary(set_aside=len(plan.set_aside))
    failed, judged = gathered.tally.judgements()
    by_people = gathered.reviewed.used
    judging = plan.judges.told(failed, {name: n - by_people.get(name, 0) for name, n in judged.items()})
    slices = tuple(
        Slice(by=by, name=name, summary=tally.summary())
        for (by, name), tally in sorted(gathered.slices.items())
    )
    unread = plan.unread()
    return Report(
        k=settings.k,
        mean_recall=gathered.tally.mean_recall(),
        answer_accuracy=summary.verdicts[Stage.ANSWER].rate,
        summary=summary,
        slices=slices,
        manifest=_manifest(plan, gathered),
        warnings=tuple(warnings),
        set_aside=tuple(plan.set_aside),
        unread=unread,
        judging=judging,
        reviews=UNSET if plan.reviews is None else plan.reviews.remarks(gathered.reviewed),
        next_steps=next_steps(
            summary, gathered.askable, judging, gathered.unlabelled.best(), unread, with_texts=plan.with_texts
        ),
        findings=gathered.findings.found(),
    )


def _manifest(plan: Plan, gathered: Gathered) -> Manifest:
    fingerprints: dict[str, str | None] = dict.fromkeys(PARTS)
    fingerprints |= {name: total.hexadecimal() for name, total in gathered.totals.items()}
    fingerprints |= plan.system
    if plan.corpus_fingerprint is not None:
        # the texts themselves say more than what a configuration says of them
        fingerprints["corpus"] = plan.corpus_fingerprint
    judges = plan.judges.identities()
    fingerprints["evaluator"] = sha256(plain_canonical(_evaluator(plan, judges)))
    return Manifest(
        version=__version__,
        python=platform.python_version(),
        unicode=unicodedata.unidata_version,
        inputs=plan.inputs,
        settings=plan.settings,
        judges=judges,
        fingerprints=fingerprints,
        system=plan.configuration,
        reviews=UNSET if plan.reviews is None else plan.reviews.counts(gathered.reviewed),
    )


def _evaluator(plan: Plan, judges: Mapping[str, str]) -> dict[str, object]:
    """Return what judged: strings, whole numbers and claims, so that the quick canonical form will do."""
    settings = plan.settings
    return {
        "version": __version__,
        "unicode": unicodedata.unidata_version,
        "metrics": list(plan.metrics.all),
        "k": settings.k,
        "unit": settings.unit,
        "condition": settings.condition,
        "mode": settings.match,
        "answer_rule": settings.answer_rule,
        "level": settings.level,
        "fold_chinese": settings.fold_chinese,
        **({"tolerance": settings.tolerance} if settings.tolerance else {}),
        "evidence_from_answer": _AS_BEFORE.get(settings.evidence_from_answer, EvidenceFromAnswer.AUTO),
        "empty_gold": settings.empty_gold,
        "abstention_patterns": list(plan.patterns),
        "judges": dict(judges),
        # evaluators that leave nothing out keep their fingerprint
        **({"ignore_identical_ids": True} if settings.ignore_identical_ids else {}),
    }
