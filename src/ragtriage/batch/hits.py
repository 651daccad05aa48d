"""Where the gold of a case came back: found by look-ups, never by walking the whole run."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Final, cast

from ragtriage.model import Gold, Hits, Retrieved, Trace, Unit, are_ids

__all__ = ["gold_ranks", "has_own", "hits", "repeated", "retrieved_ids", "without_own"]

# From this many gold ids on, one dictionary of the list is cheaper than a search for each.
_FEW: Final = 4
_ONES: Final = frozenset({1})


def retrieved_ids(trace: Trace, unit: Unit) -> Sequence[str | None] | None:
    """Return the ids of what was retrieved, best first; None when they were not recorded.

    A list of texts alone says nothing of which documents came back, so that it is no list without hits.

    >>> retrieved_ids(Trace(id="q", retrieved=(Retrieved(text="Due on the 5th."),)), Unit.DOCUMENT) is None
    True
    """
    items = trace.retrieved
    if not items:
        return None if items is None else ()
    if are_ids(items):
        return items
    chunks = cast("tuple[Retrieved, ...]", items)
    if chunks[0].document_id is None and all(
        item.document_id is None and item.chunk_id is None for item in chunks
    ):
        return None
    if unit is Unit.CHUNK:
        return [item.chunk_id for item in chunks]
    return [item.document_id for item in chunks]


def has_own(trace: Trace, unique: Collection[str | None], unit: Unit, identifier: str) -> bool:
    """Tell whether a document of the query's own id came back; of chunks, one that is of such a document.

    Args:
        trace: What was retrieved.
        unique: The ids of the unit among it.
        unit: What these are ids of.
        identifier: Of the query.
    """
    if identifier in unique:
        return True
    return unit is Unit.CHUNK and any(_is_own(item, identifier) for item in trace.retrieved or ())


def without_own(trace: Trace, ids: Sequence[str | None], identifier: str) -> list[str | None]:
    """Return the ids of what was retrieved without what is of the query's own id; the rest moves up.

    Example:
        >>> without_own(Trace(id="q", retrieved=("a", "q", "b")), ["a", "q", "b"], "q")
        ['a', 'b']
    """
    items = cast("tuple[str | Retrieved, ...]", trace.retrieved or ())
    return [
        one
        for one, item in zip(ids, items, strict=True)
        if one != identifier and not _is_own(item, identifier)
    ]


def _is_own(item: str | Retrieved, identifier: str) -> bool:
    return not isinstance(item, str) and item.document_id == identifier


def gold_ranks(
    gold: Gold, ids: Sequence[str | None], unique: Collection[str | None] | None = None
) -> dict[str, int]:
    """Return the 1-based rank of every gold id that came back, at its first place in the list.

    Args:
        gold: The gold ids.
        ids: What was retrieved, best first.
        unique: The set of `ids`, where the caller has it: what did not come back is then told at once.

    Example:
        >>> gold_ranks(Gold(grades={"a": 1, "b": 1}), ["x", "b", "b"])
        {'b': 2}
    """
    if len(gold.grades) > _FEW:
        places = dict(zip(reversed(ids), range(len(ids), 0, -1), strict=True))
        return {item: places[item] for item in gold.grades if item in places}
    among = ids if unique is None else unique
    return {item: ids.index(item) + 1 for item in gold.grades if item in among}


def hits(gold: Gold, ranks: Mapping[str, int], *, retrieved: int) -> Hits:
    """Turn the ranks of gold ids into what ranking metrics need.

    A group counts as one item, at the rank of its first member that came back. A document that is in two
    groups counts for the second of them one place later, as if it stood there twice: two items at one
    rank would make nDCG, average precision and precision exceed 1.

    Example:
        >>> hits(Gold(grades={"a": 3, "b": 0}), {"b": 1, "a": 2}, retrieved=5)
        Hits(ranks=(2,), gains=(3,), ideal=(3,), judged=(1, 2), retrieved=5)
    """
    grades = gold.grades
    if gold.groups:
        first = [min((ranks[item] for item in group if item in ranks), default=0) for group in gold.groups]
        places: list[int] = []
        for rank in sorted(rank for rank in first if rank):
            places.append(max(rank, places[-1] + 1) if places else rank)
        ones = (1,) * len(gold.groups)
        return Hits(tuple(places), ones[: len(places)], ones, tuple(sorted(ranks.values())), retrieved)
    if _ONES.issuperset(grades.values()):
        judged = tuple(sorted(ranks.values())) if len(ranks) > 1 else tuple(ranks.values())
        return Hits(judged, (1,) * len(judged), (1,) * len(grades), judged, retrieved)
    found = sorted([(rank, grades[item]) for item, rank in ranks.items()])
    relevant = [(rank, grade) for rank, grade in found if grade > 0]
    return Hits(
        tuple([rank for rank, _ in relevant]),
        tuple([grade for _, grade in relevant]),
        tuple(sorted([grade for grade in grades.values() if grade > 0], reverse=True)),
        tuple([rank for rank, _ in found]),
        retrieved,
    )


def repeated(trace: Trace) -> tuple[str, ...]:
    """Say what was retrieved more than once; several chunks of one document are no repetition."""
    items = trace.retrieved or ()
    keys = [
        (item, None) if isinstance(item, str) else (item.chunk_id or item.document_id, item.text)
        for item in items
    ]
    times: dict[tuple[str | None, str | None], int] = {}
    for key in keys:
        times[key] = times.get(key, 0) + 1
    return tuple(
        f"{key[0]!r} was retrieved {n} times; it counts once, at its first place"
        for key, n in times.items()
        if n > 1 and key[0] is not None
    )
