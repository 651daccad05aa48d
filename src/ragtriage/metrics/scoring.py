"""Scores of a run against qrels, both as dictionaries: what IR people have in memory."""

from __future__ import annotations

import struct
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import repeat
from math import isnan
from operator import gt
from typing import Final, TypeAlias

import numpy as np

from ragtriage.errors import ConfigError, DataError
from ragtriage.io.places import Places, ScoredLists, are_tied, count_above
from ragtriage.metrics.names import measure, parse
from ragtriage.metrics.rankings import Floats, Ints, Ranked, Rankings

__all__ = ["Qrels", "RankingScores", "Run", "score_rankings"]

Grades: TypeAlias = Mapping[str, int | float]
Scores: TypeAlias = Mapping[str, int | float]
Ranking: TypeAlias = Scores | Sequence[str]
Qrels: TypeAlias = Mapping[str, Grades]
Run: TypeAlias = Mapping[str, Ranking]

_NO_NUMBER: Final = (struct.error, TypeError, OverflowError)  # what packing raises
_DOCUMENTS_HELD: Final = 2**19  # at a time, so that memory does not grow with the run
_NEVER: Final = repeat(float("nan"))
_NOTHING: Final[tuple[str, ...]] = ()


@dataclass(frozen=True, slots=True)
class RankingScores:
    """Metrics of a run, a query at a time and as means."""

    queries: tuple[str, ...]  # (q,) every judged query, in the order of the qrels
    values: dict[str, Floats]  # (q,) by metric, under the names asked for; NaN where undefined
    mean: dict[str, float]  # by metric, over the queries where it is defined; NaN where there is none
    n: dict[str, int]  # by metric, how many queries its mean is over
    missing: int  # judged queries without results: their rankings are empty, and count as 0
    unjudged: int  # queries with results that were not judged: ignored
    undefined: int  # judged queries without a relevant document: NaN, in no mean
    repeated: int  # entries of ranked lists whose document stands higher up as well: ignored
    tied: int  # judged queries whose documents, two or more, all have the same score
    identical: int  # judged queries for which a document of their own id came back, be it ignored or not

    @property
    def per_query(self) -> dict[str, dict[str, float]]:
        """The values of each query, by metric."""
        rows = zip(*(column.tolist() for column in self.values.values()), strict=True)
        records = map(dict, map(zip, repeat(tuple(self.values)), rows))
        return dict(zip(self.queries, records, strict=bool(self.values)))


def score_rankings(
    qrels: Qrels,
    run: Run,
    metrics: Iterable[str],
    *,
    level: int = 1,
    ignore_identical_ids: bool = False,
) -> RankingScores:
    """Score a run against relevance judgements.

    A dictionary of scores is ranked as trec_eval does: by score, highest first, then by document id, last
    first. (trec_eval holds scores as 32-bit floats; here two scores are equal when they are equal as
    given.) A list is taken as it stands, best first; a document that comes back again counts once, at its
    first place, and the places below are not renumbered.

    Every judged query counts: without results it scores 0. Queries that were not judged are ignored. A
    query without a relevant document is undefined, and in no mean.

    Args:
        qrels: Grades by query and document. Above 0 is relevant; 0 and below is judged, not relevant.
        run: By query, the scores by document, or the documents best first.
        metrics: Names such as `recall@5`, `ndcg@10`, `map`.
        level: The lowest grade that counts as relevant; nDCG takes every grade above 0.
        ignore_identical_ids: Leave a document of the query's own id out of its ranking, as BEIR does; where
            it was judged, it did not come back.

    Raises:
        ConfigError: A metric is unknown, its cutoff is no positive integer, or the level is below 1.
        DataError: A score or a grade is no number, or a ranking is neither a mapping nor a list.

    Example:
        >>> qrels = {"q1": {"a": 1, "b": 1}, "q2": {"a": 1}}
        >>> run = {"q1": {"a": 0.9, "x": 0.8, "b": 0.7}, "q2": ["x", "a"]}
        >>> scores = score_rankings(qrels, run, ["recall@2", "mrr"])
        >>> scores.mean
        {'recall@2': 0.75, 'mrr': 0.75}
        >>> scores.per_query["q2"]
        {'recall@2': 1.0, 'mrr': 0.5}
    """
    names = list(metrics)
    is_judged_asked = any(parse(name).metric == "judged" for name in names)
    if level < 1:
        raise ConfigError(f"level must be at least 1: {level}")
    measured: dict[str, list[Floats]] = {name: [np.empty(0)] for name in names}
    undefined = repeated = tied = identical = 0
    for batch in _batches(qrels, run, ignore_identical_ids=ignore_identical_ids):
        lists = _lists(batch)
        rankings = _rankings(batch, lists, level=level, only_relevant=not is_judged_asked)
        undefined += int(np.count_nonzero(np.isnan(rankings.relevant)))
        repeated += sum(batch.retrieved) - len(batch.documents)
        tied += int(np.count_nonzero(are_tied(lists)))
        identical += batch.identical
        for name, values in measure(rankings, names).items():
            measured[name].append(values)
    columns = {name: np.concatenate(parts) for name, parts in measured.items()}
    n = {name: int(np.count_nonzero(~np.isnan(column))) for name, column in columns.items()}
    return RankingScores(
        queries=tuple(qrels),
        values=columns,
        mean={
            name: float(np.nansum(column)) / n[name] if n[name] else float("nan")
            for name, column in columns.items()
        },
        n=n,
        missing=len(qrels.keys() - run.keys()),
        unjudged=len(run.keys() - qrels.keys()),
        undefined=undefined,
        repeated=repeated,
        tied=tied,
        identical=identical,
    )


@dataclass(slots=True)
class _Batch:
    """Some queries, q of them, with n judgements and m retrieved documents, one query after another."""

    queries: list[str] = field(default_factory=list[str])  # (q,)
    grades_of: list[Grades] = field(default_factory=list[Grades])  # (q,) by document
    score_of: list[Scores] = field(default_factory=list[Scores])  # (q,) by document
    retrieved: list[int] = field(default_factory=list[int])  # (q,) entries, also those that came back again
    is_list: list[bool] = field(default_factory=list[bool])  # (q,) whether a score is a rank below 0
    judged: list[str] = field(default_factory=list[str])  # (n,) documents
    grades: list[int | float] = field(default_factory=list[int | float])  # (n,)
    found: list[int | float] = field(default_factory=list[int | float])  # (n,) scores; NaN: did not come back
    documents: list[str] = field(default_factory=list[str])  # (m,) each once a query
    scores: list[bytes] = field(default_factory=list[bytes])  # (q,) packed, m in all
    identical: int = 0  # queries for which a document of their own id came back


def _batches(qrels: Qrels, run: Run, *, ignore_identical_ids: bool) -> Iterator[_Batch]:
    """Yield the judged queries, some ten thousands of documents at a time.

    Raises:
        DataError: A ranking is neither a mapping nor a list, or a score is no number.
    """
    batch = _Batch()
    for query, grades in qrels.items():
        ranking = run.get(query, _NOTHING)
        score_of = _score_of(query, ranking)
        if query in score_of:
            batch.identical += 1
            if ignore_identical_ids:
                ranking = _without(query, ranking)
                score_of = _score_of(query, ranking)
        batch.queries.append(query)
        batch.grades_of.append(grades)
        batch.score_of.append(score_of)
        batch.retrieved.append(len(ranking))
        batch.is_list.append(score_of is not ranking)
        # All that is needed of one query is taken out of its dictionaries before the next one's push them
        # out of the processor's cache.
        try:
            batch.scores.append(_packed(score_of.values()))
        except _NO_NUMBER:
            raise _no_number("score", [query], [score_of]) from None
        batch.documents += score_of
        batch.judged += grades
        batch.grades += grades.values()
        batch.found += map(score_of.get, grades, _NEVER)
        if len(batch.documents) + len(batch.grades) > _DOCUMENTS_HELD:
            yield batch
            batch = _Batch()
    if batch.queries:
        yield batch


def _score_of(query: str, ranking: Ranking) -> Scores:
    """Return a ranking as scores; a list scores -1, -2 and so on.

    Raises:
        DataError: The ranking is neither a mapping nor a list.
    """
    if isinstance(ranking, (dict, Mapping)):  # a dict is told at once, any other mapping slowly
        return ranking
    if isinstance(ranking, (list, tuple)):
        # From the last to the first, so that a repeated document keeps its first place.
        return dict(zip(reversed(ranking), range(-len(ranking), 0), strict=True))
    raise DataError(
        f"query {query!r}: expected scores by document, or a list of documents best first; "
        f"found {type(ranking).__name__}"
    )


def _without(query: str, ranking: Ranking) -> Ranking:
    """Return a ranking without the document of the query's own id."""
    if isinstance(ranking, Mapping):
        return {document: score for document, score in ranking.items() if document != query}
    return [document for document in ranking if document != query]


def _lists(batch: _Batch) -> ScoredLists:
    """Return the scores of the queries, one after another."""
    lengths = np.fromiter(map(len, batch.score_of), dtype=np.int64, count=len(batch.queries))
    scores = np.frombuffer(b"".join(batch.scores), dtype=np.float64)
    return ScoredLists(scores, np.cumsum(lengths) - lengths, lengths)


def _rankings(batch: _Batch, lists: ScoredLists, *, level: int, only_relevant: bool) -> Rankings:
    """Rank the judged documents among what came back.

    Args:
        batch: The queries.
        lists: Their scores.
        level: The lowest grade that counts as relevant.
        only_relevant: Leave out where judged documents of grade 0 and below stand.

    Raises:
        DataError: A score or a grade is no number.
    """
    q = len(batch.queries)
    if np.isnan(lists.scores).any():
        raise _no_number("score", batch.queries, batch.score_of)
    try:
        grade = np.frombuffer(_packed(batch.grades), dtype=np.float64)
    except _NO_NUMBER:
        raise _no_number("grade", batch.queries, batch.grades_of) from None
    if np.isnan(grade).any():
        raise _no_number("grade", batch.queries, batch.grades_of)
    judgements = np.fromiter(map(len, batch.grades_of), dtype=np.int64, count=q)
    query = np.repeat(np.arange(q), judgements)
    score = np.frombuffer(_packed(batch.found), dtype=np.float64)
    is_hit = ~np.isnan(score)
    if only_relevant:
        is_hit &= grade > 0
    hits = np.flatnonzero(is_hit)
    query_of_hit, score_of_hit = query[hits], score[hits]
    places = count_above(lists, query_of_hit, score_of_hit)
    is_list = np.array(batch.is_list)[query_of_hit]
    rank = np.where(is_list, -score_of_hit, places.above + 1 + _tied_above(batch, hits, places)).astype(
        np.int64
    )
    came_back = _by_rank(Ranked(q, query_of_hit, rank, grade[hits]))
    is_relevant = grade > 0
    return Rankings.of(
        graded=came_back if only_relevant else came_back.where(came_back.gain > 0),
        ideal=_best_first(q, query[is_relevant], grade[is_relevant]),
        judged=came_back,
        retrieved=np.array(batch.retrieved, dtype=np.float64),
        level=level,
    )


def _tied_above(batch: _Batch, hits: Ints, places: Places) -> Ints:
    """Return how many documents stand above each hit although they score the same, (h,).

    trec_eval puts the document whose id sorts last first.
    """
    own = map(batch.judged.__getitem__, hits[places.tied].tolist())
    others = map(batch.documents.__getitem__, places.equal.tolist())
    is_above = np.fromiter(map(gt, others, own), dtype=np.bool_, count=len(places.tied))
    return np.bincount(places.tied[is_above], minlength=len(hits))


def _by_rank(items: Ranked) -> Ranked:
    """Return the items by query, then rank."""
    order = np.lexsort((items.rank, items.query))
    return Ranked(items.q, items.query[order], items.rank[order], items.gain[order])


def _best_first(q: int, query: Ints, gain: Floats) -> Ranked:
    """Return items by query, then gain, highest first, at the ranks that this gives them."""
    order = np.lexsort((-gain, query))
    sizes = np.bincount(query, minlength=q)
    rank = np.arange(1, len(query) + 1) - np.repeat(np.cumsum(sizes) - sizes, sizes)
    return Ranked(q, query[order], rank, gain[order])


def _packed(values: Collection[int | float]) -> bytes:
    """Return the values as 64-bit floats; half again as fast as any way that numpy has to take in objects."""
    return struct.pack(f"{len(values)}d", *values)


def _no_number(what: str, queries: Sequence[str], groups: Sequence[Scores]) -> DataError:
    """Return an error that names the first value that is no number; `groups` are those of the queries."""
    query, document, value = next(
        (query, document, value)
        for query, group in zip(queries, groups, strict=True)
        for document, value in group.items()
        if not _is_number(value)
    )
    return DataError(f"query {query!r}, document {document!r}: a {what} must be a number, found {value!r}")


def _is_number(value: object) -> bool:
    """Tell whether a value can be compared as a 64-bit float."""
    try:
        (number,) = struct.unpack("d", struct.pack("d", value))
    except _NO_NUMBER:
        return False
    return not isnan(number)
