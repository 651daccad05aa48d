"""Documents as the evaluators see them: four attributes, and the value by which two of them are the same."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from typing import Any, Final, Protocol, TypeAlias, cast

from ragtriage.errors import ConfigError, DataError
from ragtriage.model import Metadata

__all__ = ["ComparisonField", "Document", "DocumentLike", "Key", "comparison"]

# A field name, or several that together tell documents apart.
ComparisonField: TypeAlias = str | Sequence[str]

# The value by which a document is compared, hashable; None when the document does not have one.
Key: TypeAlias = object

_META: Final = "meta."


class DocumentLike(Protocol):
    """Anything with these four attributes, such as a document of Haystack or of `ragtriage`."""

    @property
    def content(self) -> object:
        """The text."""
        ...

    @property
    def id(self) -> object:
        """The id."""
        ...

    @property
    def meta(self) -> Metadata:
        """Anything else, possibly nested."""
        ...

    @property
    def score(self) -> float | None:
        """For a gold document, its relevance grade."""
        ...


@dataclass(slots=True, kw_only=True)
class Document:
    """A document for the evaluators, where Haystack's is not at hand.

    Example:
        >>> Document(content="Berlin", meta={"page": 3})
        Document(content='Berlin', id='', meta={'page': 3}, score=None)
    """

    content: str | None = None
    id: str = ""
    meta: Metadata = field(default_factory=dict[str, Any])
    score: float | None = None


def comparison(by: ComparisonField, *, ignore_empty: bool) -> Callable[[Sequence[DocumentLike]], list[Key]]:
    """Return the function from documents to the values they are compared by.

    Two documents are the same when their values are equal, lists and dicts by what they hold. A document
    whose value is missing or None is the same as no other; with several fields, one that is missing is
    enough.

    Args:
        by: `content`, `id`, or `meta.` and a key of the metadata, nested keys separated by dots; or
            several of these.
        ignore_empty: Whether an empty string is as good as missing.

    Raises:
        ConfigError: A field is none of these, or none is named.

    Example:
        >>> keys = comparison(["meta.file.name", "meta.page"], ignore_empty=False)
        >>> keys([Document(meta={"file": {"name": "a.pdf"}, "page": 3})])
        [('a.pdf', 3)]
    """
    if isinstance(by, str):
        return _keys(_field(by), ignore_empty=ignore_empty)
    if not by:
        raise ConfigError("document_comparison_field names no field")
    columns = [_keys(_field(name), ignore_empty=ignore_empty) for name in by]

    def keys(documents: Sequence[DocumentLike]) -> list[Key]:
        rows = zip(*(column(documents) for column in columns), strict=True)
        return [None if None in row else row for row in rows]

    return keys


def _keys(
    values_of: Callable[[Sequence[DocumentLike]], list[object]], *, ignore_empty: bool
) -> Callable[[Sequence[DocumentLike]], list[Key]]:
    """Return the function from documents to their values, in a form that can be hashed."""

    def keys(documents: Sequence[DocumentLike]) -> list[Key]:
        values = values_of(documents)
        try:
            hash(tuple(values))
        except TypeError:
            values = [_hashable(value) for value in values]
        return [None if value == "" else value for value in values] if ignore_empty else values

    return keys


def _field(name: str) -> Callable[[Sequence[DocumentLike]], list[object]]:
    """Return the function from documents to one of their fields.

    Raises:
        ConfigError: There is no such field.
    """
    if name == "content":
        return lambda documents: [document.content for document in documents]
    if name == "id":
        return lambda documents: [document.id for document in documents]
    if name.startswith(_META) and name != _META:
        parts = name.removeprefix(_META).split(".")
        return lambda documents: [_at(document.meta, parts) for document in documents]
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
