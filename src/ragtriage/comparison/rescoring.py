"""Judging a stored evaluation again under another evaluator, without running the system."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import groupby, islice
from operator import attrgetter
from typing import Final

from ragtriage.batch import Batch, Meeting, Pair, hits, repeated
from ragtriage.errors import ConfigError, DataError
from ragtriage.evaluation.batches import BATCH_SIZE, Noted, Watch, batches
from ragtriage.evaluation.evaluation import Evaluation
from ragtriage.evaluation.judging import Judges
from ragtriage.evaluation.oddities import JUDGED, OWN_LEFT_OUT
from ragtriage.evaluation.pipeline import Plan, run
from ragtriage.evaluation.reviews import load_reviews
from ragtriage.evaluation.store import RowStore
from ragtriage.evaluation.system import SYSTEM_PARTS
from ragtriage.io.unread import unread_warning
from ragtriage.model import UNSET, CaseResult, Gold, RankedTrace, Settings, Trace
from ragtriage.text.abstention import load_patterns
from ragtriage.verdicts.judge import AnyJudge

__all__ = ["rescore"]

_TEXTS: Final = (
    "{name}: was written without its texts (--no-texts), so that its answers cannot be judged again; "
    "evaluate the system's output anew"
)


def rescore(
    evaluation: Evaluation | str | os.PathLike[str],
    settings: Settings,
    *,
    judges: Sequence[AnyJudge] = (),
    abstention_patterns: str | os.PathLike[str] | None = None,
    reviews: str | os.PathLike[str] | None = None,
    with_texts: bool = True,
    store: RowStore | None = None,
) -> Evaluation:
    """Judge the cases and traces of an evaluation again.

    What the evaluation rests on (questions, gold, what was retrieved and answered, the system) keeps its
    fingerprints, so that two evaluations rescored alike can be compared.

    Args:
        evaluation: An evaluation or its folder.
        settings: What to hold fixed this time; `evaluation.manifest.settings` is what was.
        judges: One's own, each in the place of the one that judges its stage.
        abstention_patterns: A file of more patterns of refusals, one a line. Those of the first time are
            not kept with an evaluation.
        reviews: A file of what people said of single verdicts, which counts before any judge. Those of the
            first time are not kept with an evaluation either.
        with_texts: Keep the texts in the rows.
        store: Where the rows go; in memory, or a temporary file when they are many, if none is given.

    Raises:
        DataError: The folder holds no evaluation, or one without the texts that were judged.
        ConfigError: A setting cannot be used.

    Example:
        >>> import ragtriage
        >>> from msgspec.structs import replace
        >>> rows = [{"question": "?", "gold_ids": ["a"], "retrieved": ["b", "a"]}]
        >>> evaluation = ragtriage.evaluate(rows, k=1)
        >>> again = rescore(evaluation, replace(evaluation.manifest.settings, k=2))
        >>> evaluation.report.mean_recall, again.report.mean_recall
        (0.0, 1.0)
    """
    stored = evaluation if isinstance(evaluation, Evaluation) else Evaluation.load(evaluation)
    manifest = stored.manifest
    patterns = () if abstention_patterns is None else load_patterns(os.fspath(abstention_patterns))
    own = Judges.of(judges)
    plan = Plan(
        settings=settings,
        judges=own,
        inputs=manifest.inputs,
        by=tuple(dict.fromkeys(part.by for part in stored.report.slices)),
        with_texts=with_texts,
        patterns=tuple(pattern.expression for pattern in patterns),
        system={
            part: digest for part in SYSTEM_PARTS if (digest := manifest.fingerprints.get(part)) is not None
        },
        configuration=manifest.system,
        reviews=None if reviews is None else load_reviews(reviews),
        set_aside=stored.report.set_aside,
        unread=lambda: stored.report.unread,
        closing=partial(_closing, stored, own, has_reviews=reviews is not None),
    )
    # That ids do not meet was told, or insisted on, the first time.
    watch = Watch(Meeting(settings.unit, is_allowed=True))
    name = ", ".join(manifest.inputs)
    first = next(iter(stored), None)
    is_run = first is not None and isinstance(first.trace, RankedTrace)
    if is_run and settings.ignore_identical_ids is not manifest.settings.ignore_identical_ids:
        raise ConfigError(
            f"{name}: of a run only judged documents are kept, so that ignore_identical_ids cannot be "
            "changed; evaluate the run again"
        )
    made = (
        _ranked_batches(stored, settings, watch)
        if is_run
        else batches(_pairs(stored, name), settings, watch, patterns)
    )
    return run(made, plan, watch, RowStore() if store is None else store)


def _closing(stored: Evaluation, judges: Judges, *, has_reviews: bool) -> Iterator[str]:
    counts = stored.manifest.reviews
    if counts is not UNSET and counts.used and not has_reviews:
        yield (
            f"{counts.used} verdicts were a person's and are judged again by strings: give the file once "
            "more with --reviews"
        )
    for _, fields in groupby(stored.report.unread, key=attrgetter("input")):
        warning = unread_warning(tuple(fields))
        if warning is not None:
            yield warning
    for stage, identity in judges.identities().items():
        before = stored.manifest.judges.get(stage)
        if before is not None and before != identity:
            yield f"{stage} was judged by {before}, and now by {identity}: they need not agree"
    if stored.summary.closed_book is not None:
        yield "closed-book answers are not kept with an evaluation, so that they were not judged again"


def _pairs(evaluation: Evaluation, name: str) -> Iterator[Pair]:
    for result in evaluation:
        trace = result.trace
        if isinstance(trace, RankedTrace) or _lacks_texts(result, trace):
            raise DataError(_TEXTS.format(name=name))
        yield Pair(result.case, trace, more_notes=_kept_notes(result, trace))


def _lacks_texts(result: CaseResult, trace: Trace) -> bool:
    """Say whether something was recorded, as its hash shows, that the row does not hold."""
    recorded = result.fingerprints
    return (recorded.get("answers") is not None and trace.answer is UNSET) or (
        recorded.get("context") is not None and trace.context is None
    )


def _kept_notes(result: CaseResult, trace: Trace) -> tuple[str, ...]:
    """Return the notes that reading made; those of judging are made again."""
    again = {*repeated(trace), OWN_LEFT_OUT}
    return tuple(note for note in result.notes if note not in again)


def _ranked_batches(evaluation: Evaluation, settings: Settings, watch: Watch) -> Iterator[Noted]:
    """Yield the queries of a TREC run in batches; what came back of the gold is in their rows."""
    watch.oddities.of = JUDGED
    results = iter(evaluation)
    while chunk := list(islice(results, BATCH_SIZE)):
        ranks = [_ranks(result) for result in chunk]
        golds = [result.case.gold_documents or Gold(grades={}) for result in chunk]
        gold_hits = [
            hits(gold, own, retrieved=_retrieved(result))
            for gold, own, result in zip(golds, ranks, chunk, strict=True)
        ]
        for result, each in zip(chunk, gold_hits, strict=True):
            watch.oddities.see_grades(result.case, each.ideal, settings.level)
        batch = Batch(
            cases=[result.case for result in chunk],
            traces=[result.trace for result in chunk],
            ranks=ranks,
            hits=gold_hits,
            abstained=[result.abstained for result in chunk],
            settings=settings,
        )
        yield Noted(batch, [result.notes for result in chunk])


def _ranks(result: CaseResult) -> dict[str, int]:
    trace = result.trace
    return {hit.document_id: hit.rank for hit in trace.hits} if isinstance(trace, RankedTrace) else {}


def _retrieved(result: CaseResult) -> int:
    return result.trace.retrieved_count if isinstance(result.trace, RankedTrace) else 0
