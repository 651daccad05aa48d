"""Evaluating runs: TREC files and BEIR folders, in which retrieval is all that was recorded."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, closing
from dataclasses import dataclass
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Final

from ragtriage.batch import QUERIES, Batch, Meeting, NearIds
from ragtriage.errors import AlignmentError
from ragtriage.evaluation.batches import BATCH_SIZE, Noted, Watch
from ragtriage.evaluation.evaluation import Evaluation
from ragtriage.evaluation.inputs import Reading
from ragtriage.evaluation.judging import Judges
from ragtriage.evaluation.oddities import JUDGED, OWN_LEFT_OUT, UNJUDGED, Oddities
from ragtriage.evaluation.pipeline import Plan, run
from ragtriage.evaluation.store import RowStore
from ragtriage.io.beir import beir_qrels, beir_questions
from ragtriage.io.files import name_of, open_source
from ragtriage.io.trec import RankedQuery, RankedRun, read_qrels, read_run
from ragtriage.model import Case, Gold, RankedTrace, Settings

__all__ = ["evaluate_beir", "evaluate_trec"]

# From this many queries on, documents that never meet are an error and no coincidence.
_ENOUGH: Final = 20


def evaluate_beir(
    folder: Path, run_path: str, settings: Settings, reading: Reading, *, qrels: str | None, store: RowStore
) -> Evaluation:
    """Judge a run over a BEIR folder; `qrels` names other judgements than `qrels/test.tsv`.

    Raises:
        DataError: The folder or the run cannot be read.
    """
    questions = beir_questions(folder)
    path = qrels or str(beir_qrels(folder))
    return _evaluate(path, run_path, settings, reading, questions=questions, store=store)


def evaluate_trec(
    qrels: str, run_path: str, settings: Settings, reading: Reading, *, store: RowStore
) -> Evaluation:
    """Judge a TREC run; a judged query without results counts as an empty ranking.

    Raises:
        DataError: A file cannot be read, or the two do not meet.
    """
    return _evaluate(qrels, run_path, settings, reading, questions={}, store=store)


def _evaluate(
    qrels_path: str,
    run_path: str,
    settings: Settings,
    reading: Reading,
    *,
    questions: Mapping[str, str],
    store: RowStore,
) -> Evaluation:
    notes: list[str] = []
    with closing(open_source(qrels_path)) as source:
        qrels = read_qrels(source, notes)
    with ExitStack() as stack:
        run_source = open_source(run_path)
        stack.callback(run_source.close)
        ranked = read_run(run_source, qrels, ignore_identical_ids=settings.ignore_identical_ids)
        near_queries = NearIds(QUERIES)
        near_queries.watch(ranked.named_missing, ranked.named_unjudged)
        if ranked.missing == len(ranked):
            raise AlignmentError(
                f"no query of {run_path} is judged in {qrels_path}; judged queries are like "
                f"{next(iter(qrels))!r}{_nearly(near_queries)}"
            )
        watch = Watch(Meeting(settings.unit, is_allowed=True))
        watch.oddities.of = JUDGED
        seen = _Seen(NearIds(), near_queries)
        plan = Plan(
            settings=settings,
            judges=Judges.of(),
            inputs=(name_of(qrels_path), name_of(run_path)),
            by=reading.by,
            with_texts=reading.with_texts,
            system=reading.system.fingerprints,
            configuration=reading.system.configuration,
            interval=reading.interval,
            closing=partial(_closing, ranked, seen, reading, notes),
            progress=_share_of(reading.progress, len(ranked)),
        )
        return run(_batches(ranked, settings, questions, seen, watch.oddities), plan, watch, store)


def _share_of(progress: Callable[[int, float | None], None], n: int) -> Callable[[int], None]:
    return lambda done: progress(done, done / n)


@dataclass(slots=True)
class _Seen:
    """What was seen of all queries."""

    near: NearIds  # documents
    near_queries: NearIds
    any_hit: bool = False  # whether any judged document came back at all
    looked_at: int = 0  # queries with results of which all ids were looked at
    answered: int = 0  # queries with results

    def see(self, query: RankedQuery) -> None:
        """Look at a query, and at all ids that came back for it where they are listed."""
        self.any_hit = self.any_hit or bool(query.documents)
        self.answered += query.retrieved > 0
        if query.listed is None:
            return
        self.looked_at += 1
        found = {document.document_id for document in query.documents}
        self.near.watch([one for one in query.grades if one not in found], query.listed)

    def warnings(self) -> Iterator[str]:
        """Name the ids that nearly meet."""
        is_part = self.looked_at < self.answered
        yield from self.near.warnings(
            f"{self.looked_at:,} of {self.answered:,} queries were looked at: " if is_part else ""
        )
        yield from self.near_queries.warnings()


def _nearly(near: NearIds) -> str:
    """Return the first ids that nearly meet, to add to a message."""
    first = near.first
    if first is None:
        return ""
    return f"; {first.gold!r} and {first.retrieved!r} differ only in {first.difference}"


def _batches(
    ranked: RankedRun, settings: Settings, questions: Mapping[str, str], seen: _Seen, oddities: Oddities
) -> Iterator[Noted]:
    queries = iter(ranked)
    while chunk := list(islice(queries, BATCH_SIZE)):
        for query in chunk:
            seen.see(query)
        batch = Batch(
            cases=[
                Case(
                    id=query.id,
                    question=questions.get(query.id, ""),
                    gold_documents=Gold(grades=query.grades),
                )
                for query in chunk
            ],
            traces=[
                RankedTrace(id=query.id, hits=query.documents, retrieved_count=query.retrieved)
                for query in chunk
            ],
            ranks=[{document.document_id: document.rank for document in query.documents} for query in chunk],
            hits=[query.hits for query in chunk],
            abstained=[False] * len(chunk),
            settings=settings,
        )
        for case, query in zip(batch.cases, chunk, strict=True):
            oddities.see_grades(case, query.hits.ideal, settings.level)
            if query.has_own:
                oddities.see_own(case, settings.level)
            if query.is_tied:
                oddities.tied.add(repr(query.id))
        is_left_out = settings.ignore_identical_ids
        yield Noted(batch, [_notes(query, is_left_out=is_left_out and query.has_own) for query in chunk])


def _notes(query: RankedQuery, *, is_left_out: bool) -> tuple[str, ...]:
    if is_left_out:
        return (OWN_LEFT_OUT,)
    return (
        () if query.retrieved else ("the run has no results for this query; it counts as an empty ranking",)
    )


def _closing(ranked: RankedRun, seen: _Seen, reading: Reading, notes: Sequence[str]) -> Iterable[str]:
    """Look at the run as a whole: refuse ids of two kinds, yield what a reader should know."""
    yield from notes
    if not seen.any_hit:
        judged = next(iter(next(iter(ranked.qrels.values()))))
        problem = (
            f"the ids do not meet: no judged document is among the results of any of {len(ranked)} queries; "
            f"judged documents are like {judged!r}"
        )
        if len(ranked) >= _ENOUGH and not reading.allow_disjoint_ids:
            raise AlignmentError(f"{problem}{_nearly(seen.near)} (--allow-disjoint-ids insists)")
        yield problem
    yield from seen.warnings()
    if ranked.missing:
        yield f"{ranked.missing} of {len(ranked)} judged queries have no results; they count as empty"
    if ranked.unjudged:
        yield UNJUDGED.format(ranked.unjudged)
    unused = {
        "--corpus": reading.corpus,
        "--abstention-patterns": reading.patterns,
        "--on-error skip": reading.skip_bad_rows,
    }
    for option in [name for name, value in unused.items() if value]:
        yield f"{option} has no effect on a run of rankings, in which documents are ids and no answer stands"
