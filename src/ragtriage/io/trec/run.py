"""A TREC run against judgements: for every judged query, where its judged documents came back.

Runs are read without an object a line. Of each line are kept: its query as a number, its score, and its
document id, cut to the bytes in which ids differ. Queries may be interleaved in any way: they are divided
into parts, and a part at a time is put in order.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from itertools import chain, islice, pairwise
from pathlib import Path
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from ragtriage.errors import SchemaError
from ragtriage.io.files import Source, open_source
from ragtriage.io.places import ScoredLists, are_tied, count_above
from ragtriage.io.trec.keys import Keys
from ragtriage.io.trec.lines import read_blocks
from ragtriage.io.trec.parts import Lines, Parts
from ragtriage.io.trec.qrels import Qrels
from ragtriage.io.trec.table import TokenTable
from ragtriage.io.trec.tokens import Ints, Words, are_equal, come_after, hashed
from ragtriage.model import Hits, RankedDocument

__all__ = ["RankedQuery", "RankedRun", "read_run"]

_PART_BYTES: Final = 2**23  # of the file; what is ordered at a time
_PARTS_UNKNOWN: Final = 16  # where the size of the file says nothing
_MOST_PARTS: Final = 256
_MOST_QUERIES: Final = 2**16  # a part, so that a query is a 16-bit number, which sorts fast
_SLOTS_A_LINE: Final = 4
_MARKS: Final = 18  # bits of a hash; most documents that were not judged are told by these
_LISTED_LINES: Final = 2**13  # of queries spread evenly, and as many of those without a hit
_NAMED_QUERIES: Final = 1000


class RankedQuery(NamedTuple):
    """One judged query, and where its judged documents came back."""

    id: str
    grades: dict[str, int | float]  # by document, as judged
    hits: Hits
    documents: tuple[RankedDocument, ...]  # the judged documents that came back, best first
    retrieved: int  # lines of the run
    is_tied: bool = False  # there are two or more, and all score the same
    has_own: bool = False  # a document of the query's own id came back, be it left out or not
    listed: Sequence[str] | None = None  # all that came back, in no order; of a few queries, to look at them


@dataclass(frozen=True, slots=True)
class RankedRun:
    """A run beside the judgements; iterating gives every judged query, in the order of the qrels."""

    name: str  # of the file
    qrels: Qrels
    missing: int  # judged queries without results: they are given with an empty ranking
    unjudged: int  # queries with results that were not judged: ignored
    span: int  # queries a part
    parts: Parts
    path: Path | None = None  # of the file, where it can be read again
    own: frozenset[str] = frozenset()  # judged queries for which a document of their own id came back
    lines: int = 0  # of judged queries
    named_missing: Sequence[str] = ()  # of the judged queries without results, the first ones
    named_unjudged: Sequence[str] = ()  # of the queries that were not judged, the first ones

    def __len__(self) -> int:
        """Return how many queries are judged."""
        return len(self.qrels)

    def __iter__(self) -> Iterator[RankedQuery]:
        """Yield the judged queries.

        Raises:
            SchemaError: A document stands twice in the results of one query.
        """
        queries = list(self.qrels.items())
        looks = _Looks(every=-(-self.lines // _LISTED_LINES))
        for part in range(-(-len(queries) // self.span)):
            some = queries[part * self.span : (part + 1) * self.span]
            for query in _ranked(self, some, self.parts.lines(part), looks):
                yield query._replace(has_own=True) if query.id in self.own else query


@dataclass(slots=True)
class _Looks:
    """Chooses the queries of which all that came back is listed, so that it costs little in any run."""

    every: int  # so many queries one is chosen
    left: int = _LISTED_LINES  # lines of those beside, in which nothing judged came back
    place: int = 0

    def choose(self, retrieved: int, *, has_judged: bool) -> bool:
        """Whether the next query is one."""
        self.place += 1
        if not 0 < retrieved <= _LISTED_LINES:
            return False
        if self.place % self.every == 0:
            return True
        is_chosen = not has_judged and retrieved <= self.left
        self.left -= retrieved * is_chosen
        return is_chosen


def read_run(source: Source, qrels: Qrels, *, ignore_identical_ids: bool = False) -> RankedRun:
    """Read a run, keeping what is needed of the judged queries.

    The order is trec_eval's: by score, highest first, then by document id, last first; the rank column is
    ignored. (trec_eval holds scores as 32-bit floats; here they are 64-bit floats.)

    Args:
        source: The run; its queries may come in any order, interleaved too.
        qrels: What is judged.
        ignore_identical_ids: Leave out a document that has the id of its query.

    Raises:
        SchemaError: A line is not that of a run, a score is no finite number, or the file holds no line.
    """
    queries = list(qrels)
    table = TokenTable.of(queries)
    count = _part_count(source, len(queries))
    span = -(-len(queries) // count)
    is_seen = np.zeros(len(queries), dtype=np.bool_)
    unjudged: set[int] = set()
    named: list[str] = []
    count_lines = 0
    own: set[int] = set()
    parts = Parts(count)
    prefix = b""
    for block in read_blocks(source):
        query = table.find(block.query)
        score, documents, is_own = block.score, block.document, block.is_own
        is_judged = query >= 0
        if not is_judged.all():
            _note_unjudged(block.query[~is_judged], unjudged, named)
            query, score, documents = query[is_judged], score[is_judged], documents[is_judged]
            is_own = is_own[is_judged]
        is_seen[query] = True
        count_lines += len(query)
        if is_own.any():
            own.update(query[is_own].tolist())
            if ignore_identical_ids:
                query, score, documents = query[~is_own], score[~is_own], documents[~is_own]
        document = Keys.of(block.text, documents, guess=prefix)
        prefix = document.prefix
        part = query // span
        lines = Lines((query - part * span).astype(np.uint16), score, document)
        for one, some in _split(part.astype(np.uint16), count, lines):
            parts.add(one, some)
    missing: list[int] = np.flatnonzero(~is_seen).tolist()
    return RankedRun(
        name=source.name,
        qrels=qrels,
        missing=len(missing),
        unjudged=len(unjudged),
        span=span,
        parts=parts,
        path=source.path,
        own=frozenset(queries[place] for place in own),
        lines=count_lines,
        named_missing=[queries[place] for place in missing[:_NAMED_QUERIES]],
        named_unjudged=named,
    )


def _note_unjudged(query: Words, unjudged: set[int], named: list[str]) -> None:
    """Take note of the queries of some lines that are not judged, and of the names of the first ones."""
    found, places = np.unique(hashed(query), return_index=True)
    if len(named) < _NAMED_QUERIES:
        new = [at for one, at in zip(found.tolist(), places.tolist(), strict=True) if one not in unjudged]
        named += Keys(b"", query[sorted(new)[: _NAMED_QUERIES - len(named)]]).texts()
    unjudged.update(found.tolist())


def _part_count(source: Source, queries: int) -> int:
    """Return into how many parts the queries are divided, so that one part at a time is put in order."""
    is_plain = (
        source.size is not None and source.path is not None and source.path.suffix not in {".gz", ".zst"}
    )
    wanted = (source.size or 0) // _PART_BYTES if is_plain else _PARTS_UNKNOWN
    return min(queries, max(1, min(_MOST_PARTS, wanted), -(-queries // _MOST_QUERIES)))


def _split(part: npt.NDArray[np.uint16], count: int, lines: Lines) -> Iterator[tuple[int, Lines]]:
    """Yield the lines of each part that has any."""
    if count > 1:
        order = np.argsort(part, kind="stable")
        part, lines = part[order], lines[order]
    bounds = np.searchsorted(part, np.arange(count + 1)).tolist()
    for one, (start, stop) in enumerate(pairwise(bounds)):
        if start < stop:
            yield one, lines[start:stop]


def _ranked(
    run: RankedRun,
    queries: Sequence[tuple[str, dict[str, int | float]]],
    lines: Lines | None,
    looks: _Looks,
) -> Iterator[RankedQuery]:
    """Rank the judged documents of some queries among their lines."""
    if lines is None:
        for one, grades in queries:
            yield _query(one, grades, (), 0, is_tied=False)
        return
    order = np.argsort(lines.query, kind="stable")
    query, score, document = lines.query[order].astype(np.int64), lines.score[order], lines.document[order]
    pair = _paired(document.rest, query)
    _check_repeated(run, [one for one, _ in queries], query, document, pair)
    judgement, line = _matches(queries, query, document, pair)
    lengths = np.bincount(query, minlength=len(queries))
    lists = ScoredLists(score, np.cumsum(lengths) - lengths, lengths)
    places = count_above(lists, query[line], score[line])
    is_above = come_after(document.rest[places.equal], document.rest[line[places.tied]])
    rank = places.above + 1 + np.bincount(places.tied[is_above], minlength=len(line))
    best_first = np.lexsort((rank, query[line]))
    ids = list(chain.from_iterable(grades for _, grades in queries))
    found = map(
        _document,
        map(ids.__getitem__, judgement[best_first].tolist()),
        rank[best_first].tolist(),
        score[line[best_first]].tolist(),
    )
    counts = np.bincount(query[line], minlength=len(queries)).tolist()
    sizes, tied = lengths.tolist(), are_tied(lists).tolist()
    end = 0
    for (one, grades), count, retrieved, is_tied in zip(queries, counts, sizes, tied, strict=True):
        end += retrieved
        ranked = _query(one, grades, tuple(islice(found, count)), retrieved, is_tied=is_tied)
        if looks.choose(retrieved, has_judged=count > 0):
            ranked = ranked._replace(listed=document[end - retrieved : end].texts())
        yield ranked


def _document(document_id: str, rank: int, score: float) -> RankedDocument:
    return RankedDocument(document_id=document_id, rank=rank, score=score)


def _query(
    query: str,
    grades: dict[str, int | float],
    documents: tuple[RankedDocument, ...],
    retrieved: int,
    *,
    is_tied: bool,
) -> RankedQuery:
    """Gather what came back for one query; the documents best first."""
    relevant = [(one.rank, grades[one.document_id]) for one in documents if grades[one.document_id] > 0]
    hits = Hits(
        ranks=tuple([rank for rank, _ in relevant]),
        gains=tuple([grade for _, grade in relevant]),
        ideal=tuple(sorted([grade for grade in grades.values() if grade > 0], reverse=True)),
        judged=tuple([one.rank for one in documents]),
        retrieved=retrieved,
    )
    return RankedQuery(query, grades, hits, documents, retrieved, is_tied)


def _paired(document: Words, query: Ints) -> npt.NDArray[np.uint64]:
    """Return a hash of document and query together, (n,)."""
    return hashed(document) ^ hashed(query.astype(np.uint64)[:, None] + np.uint64(1))


def _check_repeated(
    run: RankedRun, queries: Sequence[str], query: Ints, document: Keys, pair: npt.NDArray[np.uint64]
) -> None:
    """Make sure that no document stands twice in the results of one query.

    Raises:
        SchemaError: One does.
    """
    # A count by some bits of the hash clears most lines; the rest is put in order.
    bits = (_SLOTS_A_LINE * len(pair)).bit_length()
    slot = (pair >> np.uint64(64 - bits)).astype(np.int64)
    ordered = np.sort(pair[np.bincount(slot)[slot] > 1])
    alike = ordered[1:][ordered[1:] == ordered[:-1]]
    if not len(alike):
        return
    seen: dict[tuple[int, str], int] = {}
    for line in np.flatnonzero(np.isin(pair, alike)).tolist():
        one = int(query[line]), document.text(line)
        before = seen.setdefault(one, line)
        if before != line:
            first = int(np.searchsorted(query, one[0])) - 1  # in the order of the file
            raise _twice(run, queries[one[0]], one[1], (before - first, line - first))


def _twice(run: RankedRun, query: str, document: str, nths: tuple[int, int]) -> SchemaError:
    """Say where a document stands a second time; which of the query's own lines, where all else is gone."""
    told = f"document {document!r} stands twice in the results of query {query!r}"
    if run.path is not None and run.path.is_file():
        with closing(open_source(run.path)) as source:
            wanted = query.encode(), document.encode()
            lines = (number for number, line in source.lines() if tuple(line.split(None, 3)[:3:2]) == wanted)
            first, second = islice(lines, 2)
        return SchemaError(
            f"{run.name}, line {second}: {told}, first in line {first}; keep the line that counts"
        )
    return SchemaError(
        f"{run.name}: {told}: in lines {nths[0]} and {nths[1]} of those of the query; keep the line that "
        "counts"
    )


def _matches(
    queries: Sequence[tuple[str, dict[str, int | float]]],
    query: Ints,
    document: Keys,
    pair: npt.NDArray[np.uint64],
) -> tuple[Ints, Ints]:
    """Return which judgements (counted over all queries) have a line, and which line."""
    sizes = np.fromiter((len(grades) for _, grades in queries), dtype=np.int64, count=len(queries))
    fits, wanted = document.find(list(chain.from_iterable(grades for _, grades in queries)))
    judgement = np.flatnonzero(fits)
    of_query = np.repeat(np.arange(len(queries)), sizes)[judgement]
    wanted_pair = _paired(wanted, of_query)
    order = np.argsort(wanted_pair)
    ordered = wanted_pair[order]
    # Nearly all lines are of documents that nobody judged: a few bits of the hash tell most of them.
    is_marked = np.zeros(2**_MARKS, dtype=np.bool_)
    is_marked[ordered >> np.uint64(64 - _MARKS)] = True
    line = np.flatnonzero(is_marked[pair >> np.uint64(64 - _MARKS)])
    if not len(line):
        return np.empty(0, dtype=np.int64), np.empty(0, dtype=np.int64)
    place = order[np.minimum(np.searchsorted(ordered, pair[line]), len(order) - 1)]
    is_same = (of_query[place] == query[line]) & are_equal(wanted[place], document.rest[line])
    return judgement[place[is_same]], line[is_same]
