"""When two documents are the same: they have the same value, in a field or in several."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from functools import partial
from operator import attrgetter
from typing import Final, TypeAlias, cast

from ragtriage.errors import ConfigError, DataError
from ragtriage.evaluators.documents import DocumentLike

__all__ = ["Comparison", "ComparisonField", "Found", "Key"]

# A field name, or several that together tell documents apart.
ComparisonField: TypeAlias = str | Sequence[str]

# The value by which a document is compared, hashable; None when the document does not have one.
Key: TypeAlias = object

_META: Final = "meta."


@dataclass(frozen=True, slots=True)
class Found:
    """What came back of q questions' graded values, and all grades there are; question after question."""

    ranks: list[int]  # (h,) 1-based
    gains: list[float]  # (h,) the grades of what came back
    counts: list[int]  # (q,) how much came back
    grades: list[float]  # of every graded value
    graded: list[int]  # (q,) how many graded values there are


@dataclass(frozen=True, slots=True)
class Comparison:
    """Compares documents by a field, or by several that must all agree.

    Two documents are the same when their values are equal, lists and dicts by what they hold. A document
    whose value is missing or None is the same as no other; with several fields, one that is missing is
    enough.
    """

    values: Callable[[Iterable[DocumentLike]], Iterator[object]]
    is_composite: bool
    ignores_empty: bool  # whether an empty string is as good as missing

    @classmethod
    def by(cls, fields: ComparisonField, *, ignore_empty: bool) -> Comparison:
        """Return the comparison by these fields.

        Args:
            fields: `content`, `id`, or `meta.` and a key of the metadata, nested keys separated by dots; or
                several of these.
            ignore_empty: Whether an empty string is as good as missing.

        Raises:
            ConfigError: A field is none of these, or none is named.
        """
        if isinstance(fields, str):
            return cls(_field(fields), is_composite=False, ignores_empty=ignore_empty)
        columns = tuple(map(_field, _names(fields)))
        if not columns:
            raise ConfigError("document_comparison_field names no field")
        return cls(_Rows(columns), is_composite=True, ignores_empty=ignore_empty)

    def keys(self, documents: Iterable[DocumentLike]) -> list[Key]:
        """Return the value of each document, None for one that is the same as no other.

        Raises:
            DataError: A value can neither be hashed nor taken apart.

        Example:
            >>> from ragtriage.evaluators import Document
            >>> comparison = Comparison.by(["meta.file.name", "meta.page"], ignore_empty=False)
            >>> comparison.keys([Document(meta={"file": {"name": "a.pdf"}, "page": 3}), Document()])
            [('a.pdf', 3), None]
        """
        values = list(self.values(documents))
        try:
            hash(tuple(values))
        except TypeError:
            values = [_hashable(value) for value in values]
        if self.is_composite or self.ignores_empty:
            return [self._known(value) for value in values]
        return values

    def graded(self, lists: Sequence[Sequence[DocumentLike]]) -> Iterator[dict[Key, float]]:
        """Yield for each list of documents a grade of 1 for the value of each that has one.

        Raises:
            DataError: A value can neither be hashed nor taken apart.
        """
        values = self.values
        has_unknown = self.is_composite or self.ignores_empty
        for documents in lists:
            try:
                grades = dict.fromkeys(values(documents), 1.0)
            except TypeError:  # one cannot be hashed, and is brought into a form that can
                grades = dict.fromkeys(self.keys(documents), 1.0)
            if has_unknown:
                yield {key: grade for key, grade in grades.items() if self._known(key) is not None}
                continue
            if None in grades:
                del grades[None]
            yield grades

    def found(
        self,
        graded: Iterable[dict[Key, float]],
        lists: Iterable[Sequence[DocumentLike]],
        most: int | None = None,
    ) -> Found:
        """Return where the graded values of each question first come back.

        Args:
            graded: Grades by value, one dict a question; those that are found are taken out.
            lists: What came back, best first, one list a question.
            most: How many are enough for a question, at least 1; None for all.

        Raises:
            DataError: A value can neither be hashed nor taken apart.
        """
        ranks: list[int] = []
        gains: list[float] = []
        counts: list[int] = []
        all_grades: list[float] = []
        graded_counts: list[int] = []
        # One loop over everything, and plain steps: most of the time of a metric is spent here.
        values = self.values
        for grades, documents in zip(graded, lists, strict=True):
            all_grades += grades.values()
            graded_counts.append(len(grades))
            if not grades:
                counts.append(0)
                continue
            before = len(ranks)
            missing = most or len(grades)
            rank = 0
            for value in values(documents):
                rank += 1  # noqa: SIM113 - enumerate takes a twentieth longer
                try:
                    is_judged = value in grades
                except TypeError:  # it cannot be hashed, and is brought into a form that can
                    value = _hashable(value)  # noqa: PLW2901 - so that both ways go on alike
                    is_judged = value in grades
                if is_judged:
                    ranks.append(rank)
                    gains.append(grades.pop(value))
                    missing -= 1
                    if not (missing and grades):
                        break
            counts.append(len(ranks) - before)
        return Found(ranks, gains, counts, all_grades, graded_counts)

    def _known(self, value: Key) -> Key:
        """Return the value, None when it or a part of it is missing."""
        parts = cast("tuple[object, ...]", value) if self.is_composite else (value,)
        is_missing = any(part is None or (self.ignores_empty and part == "") for part in parts)
        return None if is_missing else value


# What gives the values is an object and no closure, so that an evaluator can be pickled.


@dataclass(frozen=True, slots=True)
class _Meta:
    """Gives a value of each document's metadata."""

    parts: tuple[str, ...]

    def __call__(self, documents: Iterable[DocumentLike]) -> Iterator[object]:
        return (_at(document.meta, self.parts) for document in documents)


@dataclass(frozen=True, slots=True)
class _Rows:
    """Gives several values of each document, as a tuple."""

    columns: tuple[Callable[[Iterable[DocumentLike]], Iterator[object]], ...]

    def __call__(self, documents: Iterable[DocumentLike]) -> Iterator[object]:
        listed = list(documents)
        return zip(*(column(listed) for column in self.columns), strict=True)


def _names(fields: object) -> Iterable[object]:
    """Return what are said to be names of fields; a single thing that is no name is refused as one."""
    return cast("Iterable[object]", fields) if isinstance(fields, Iterable) else (fields,)


def _field(name: object) -> Callable[[Iterable[DocumentLike]], Iterator[object]]:
    """Return the function from documents to one of their fields.

    Raises:
        ConfigError: There is no such field.
    """
    if isinstance(name, str) and name in {"content", "id"}:
        return partial(map, attrgetter(name))
    if isinstance(name, str) and name.startswith(_META) and name != _META:
        return _Meta(tuple(name.removeprefix(_META).split(".")))
    raise ConfigError(
        f"Unsupported document_comparison_field: {name!r}. "
        "Use 'content', 'id' or 'meta.<key>', or a list of these."
    )


def _at(meta: object, parts: Sequence[str]) -> object:
    """Return the value at a path of keys, None where there is none.

    A key may hold dots itself: where the nested path leads nowhere, longer keys are tried.
    """
    value = meta
    for part in parts:
        if not isinstance(value, dict) or part not in value:
            return _at_dotted(meta, parts) if len(parts) > 1 else None
        value = cast("dict[object, object]", value)[part]
    return value


def _at_dotted(meta: object, parts: Sequence[str]) -> object:
    """Return the value at a path some of whose keys hold dots, the shorter keys first."""
    if not isinstance(meta, dict):
        return None
    level = cast("dict[object, object]", meta)
    for length in range(1, len(parts)):
        inner = level.get(".".join(parts[:length]))
        if (found := _at_dotted(inner, parts[length:])) is not None:
            return found
    return level.get(".".join(parts))


class _List(tuple[object, ...]):
    """A list that can be hashed, and that no tuple of somebody else's equals."""

    __slots__ = ()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _List) and tuple(self) == tuple(other)

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __hash__(self) -> int:
        return hash((_List, tuple(self)))


class _Dict(frozenset[tuple[object, object]]):
    """A dict that can be hashed, and that no set of somebody else's equals."""

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Dict) and frozenset(self) == frozenset(other)

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __hash__(self) -> int:
        return hash((_Dict, frozenset(self)))


def _hashable(value: object) -> object:
    """Return the value, or what stands for it where it cannot be hashed; equal where values are equal.

    Raises:
        DataError: It can neither be hashed nor taken apart.
    """
    try:
        hash(value)
    except TypeError:
        pass
    else:
        return value
    if isinstance(value, list):
        return _List(map(_hashable, cast("list[object]", value)))
    if isinstance(value, tuple):
        return tuple(map(_hashable, cast("tuple[object, ...]", value)))
    if isinstance(value, dict):
        held = cast("dict[object, object]", value)
        return _Dict((name, _hashable(inner)) for name, inner in held.items())
    if isinstance(value, AbstractSet):
        return frozenset(cast("AbstractSet[object]", value))
    raise DataError(f"documents cannot be compared by a value of type {type(value).__name__}")
