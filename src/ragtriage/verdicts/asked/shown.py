"""What a model is shown of a case: its texts, numbered, and the language in which to answer."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ragtriage.languages.statements import tables_for
from ragtriage.llm.blocks import Data
from ragtriage.model import Case
from ragtriage.text.chunks import Chunk

__all__ = ["expected_items", "language_of", "numbered", "texts"]

_NAMES: Final = {"en": "English", "ja": "Japanese", "ko": "Korean", "zh": "Chinese"}


def language_of(case: Case, text: str) -> str:
    """Return the name of the language in which a case is written: as it says, else by its script.

    Example:
        >>> language_of(Case(id="1", language="ja"), ""), language_of(Case(id="1"), "기한은?")
        ('Japanese', 'Korean')
    """
    if case.language:
        return _NAMES.get(case.language[:2].lower(), case.language)
    tables = tables_for(text)
    # beside another script Latin letters are names and units
    return _NAMES[tables[-1].code] if tables else "the language of the question"


def expected_items(case: Case) -> list[tuple[str, ...]]:
    """Return the answers that are known to be right, each as the items that are all needed.

    Example:
        >>> expected_items(Case(id="1", expected_answers=("5 days", ("red", "blue"))))
        [('5 days',), ('red', 'blue')]
    """
    return [(answer,) if isinstance(answer, str) else answer for answer in case.expected_answers or ()]


def texts(chunks: Sequence[Chunk]) -> Data:
    """Return the texts, numbered from 1 in their order.

    Example:
        >>> texts([Chunk(4, "Due on the 5th.")])
        {'texts': [{'chunk': 1, 'text': 'Due on the 5th.'}]}
    """
    return {"texts": numbered([chunk.text for chunk in chunks], "chunk", "text")}


def numbered(items: Sequence[str], number: str, name: str) -> list[dict[str, str | int]]:
    """Return the items, each with its number from 1."""
    return [{number: i, name: item} for i, item in enumerate(items, 1)]
