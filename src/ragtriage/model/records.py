"""Cases and traces: what is known about a question, and what the system did with it."""

from __future__ import annotations

from typing import Any, NamedTuple, TypeAlias, TypeGuard

import msgspec
from msgspec import UNSET, UnsetType

__all__ = [
    "UNSET",
    "Case",
    "Gold",
    "Hits",
    "Metadata",
    "RankedDocument",
    "RankedTrace",
    "Record",
    "Retrieved",
    "Trace",
    "Unset",
    "are_ids",
    "is_relevant",
]

Unset: TypeAlias = UnsetType

# The one place for values that ragtriage keeps as they are and never looks into.
Metadata: TypeAlias = dict[str, Any]


class Record(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, gc=False):
    """What crosses a file: immutable, named fields only, unknown fields refused.

    A record is never part of a reference cycle, so the garbage collector need not look at millions of them.
    """


class Gold(Record, frozen=True, kw_only=True):
    """The documents (or chunks) known to hold the answer.

    `grades` is by id, in the order given; an id is relevant when its grade is above 0. Where `groups`
    are given, one member of each is needed, and every member has grade 1.
    """

    grades: dict[str, int | float]
    groups: tuple[tuple[str, ...], ...] = ()


def is_relevant(grade: float, level: int) -> bool:
    """Tell whether a grade counts as relevant at a level; as in trec_eval, level 1 takes every grade above 0.

    Example:
        >>> is_relevant(0.5, 1), is_relevant(1.5, 2), is_relevant(2, 2), is_relevant(-1, 1)
        (True, False, True, False)
    """
    return grade > 0 and (level == 1 or grade >= level)


class Case(Record, frozen=True, kw_only=True):
    """One question, and what is known to be right about it.

    Args:
        id: Unlike any other case's.
        question: As it was put to the system.
        expected_answers: Acceptable answers, any of them; an inner tuple is one answer whose items are
            all needed. None or empty: unlabelled.
        gold_documents: The documents or chunks that hold the answer. None or without grades: unlabelled.
        evidence: Texts the answer must rest on, all of them. None or empty: unlabelled.
        answerable: False when the corpus holds no answer, so that declining is right.
        language: A hint for matching, such as `ja`.
        cluster: Cases of one cluster are not independent of one another.
        tags: Slices to report on.
        metadata: Anything else, kept as it is.
    """

    id: str
    question: str = ""
    expected_answers: tuple[str | tuple[str, ...], ...] | None = None
    gold_documents: Gold | None = None
    evidence: tuple[str, ...] | None = None
    answerable: bool = True
    language: str | None = None
    cluster: str | None = None
    tags: tuple[str, ...] = ()
    metadata: Metadata | None = None


class Retrieved(Record, frozen=True, kw_only=True):
    """One entry of a ranked list: a chunk of a document, or whatever of it was recorded."""

    document_id: str | None = None
    chunk_id: str | None = None
    text: str | None = None
    score: float | None = None
    metadata: Metadata | None = None


class Trace(Record, frozen=True, kw_only=True):
    """What the system did with one case. A field that is None (or UNSET) was not recorded.

    Args:
        id: The id of its case.
        retrieved: Best first: all of them ids, or all of them records. Empty: nothing was retrieved.
        context: The texts that went into the prompt, where that is not what was retrieved.
        answer: UNSET when it was not recorded; None or empty when the system gave none.
        metadata: Anything else, kept as it is.
    """

    id: str
    retrieved: tuple[str, ...] | tuple[Retrieved, ...] | None = None
    context: tuple[str, ...] | None = None
    answer: str | UnsetType | None = UNSET
    metadata: Metadata | None = None


def are_ids(retrieved: tuple[str, ...] | tuple[Retrieved, ...]) -> TypeGuard[tuple[str, ...]]:
    """Tell whether a list that is not empty holds ids alone; the reader lets no list hold both."""
    return isinstance(retrieved[0], str)


class RankedDocument(Record, frozen=True, kw_only=True):
    """A judged document of a TREC run that came back."""

    document_id: str
    rank: int  # 1-based, in trec_eval's order
    score: float


class RankedTrace(Record, frozen=True, kw_only=True):
    """The trace of one query of a TREC run: of its documents only those that were judged are kept."""

    id: str
    hits: tuple[RankedDocument, ...]
    retrieved_count: int


class Hits(NamedTuple):
    """Where the judged documents of one case came back; what a ranking metric needs, and no more.

    An item is a gold document (or chunk), or a group of them at the rank of its first member.
    """

    ranks: tuple[int, ...]  # ranks of the relevant items that came back, ascending, 1-based
    gains: tuple[float, ...]  # their grades, in the same order, all above 0
    ideal: tuple[float, ...]  # grades of all relevant items, descending
    judged: tuple[int, ...]  # ranks of all judged items that came back, grade 0 and below too, ascending
    retrieved: int  # length of the list as retrieved
