"""Documents as the evaluators see them: anything with four attributes."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Protocol

from ragtriage.model import Metadata

__all__ = ["Document", "DocumentLike"]


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
