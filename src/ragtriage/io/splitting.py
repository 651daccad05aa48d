"""Texts that hold several entries, such as a cell with an id a line, taken apart as a user asks for it.

Ids and tags are parted at line breaks and at the signs that people write between them. A comma also stands
in sentences and in numbers, so that texts are parted at line breaks alone.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from ragtriage.errors import ConfigError
from ragtriage.io.spellings import FIELDS, SPELLINGS

__all__ = ["ID_SIGNS", "NO_SPLITS", "SPLIT_FIELDS", "Splits", "parts_of"]

# Fields that hold lists; of a question or an answer there is one.
SPLIT_FIELDS: Final = (
    *("gold_documents", "retrieved", "expected_answers", "evidence", "tags", "retrieved_texts", "context"),
)

_NAMES: Final = frozenset({"gold_documents", "retrieved", "tags"})
ID_SIGNS: Final = "\r\n,;|、，；"  # between ids
_SIGNS: Final = re.compile(f"[{ID_SIGNS}]")
_LINES: Final = re.compile(r"[\r\n]")
_ESCAPES: Final = {r"\n": "\n", r"\t": "\t"}  # as they are written on a command line


@dataclass(frozen=True, slots=True)
class Splits:
    """Which fields are taken apart, and at what."""

    separators: Mapping[str, str | None]  # by our field; None: what is usual in such a field

    @classmethod
    def parse(cls, given: Iterable[str]) -> Splits:
        r"""Read what was asked for, such as `gold_documents` or `tags=/`.

        Raises:
            ConfigError: A field is none that holds a list, is named twice, or nothing stands behind its `=`.

        Example:
            >>> Splits.parse(["gold_documents", r"evidence=\n"]).separators
            {'gold_documents': None, 'evidence': '\n'}
        """
        separators: dict[str, str | None] = {}
        for each in given:
            name, is_given, separator = each.partition("=")
            known = name.strip() if name.strip() in FIELDS else SPELLINGS.get(name.strip())
            if known not in SPLIT_FIELDS:
                lists = ", ".join(FIELDS[field][0] for field in SPLIT_FIELDS)
                raise ConfigError(f"{name.strip()!r} is no field that can be split; such are: {lists}")
            if known in separators:
                raise ConfigError(f"field {name.strip()!r} is split a second time: {each!r}")
            if is_given and not separator:
                raise ConfigError(
                    f"{each!r} names no separator; write one, such as {name}=';', or {name} alone for what "
                    "is usual: line breaks, and between ids 、 , ; | too"
                )
            separators[known] = _ESCAPES.get(separator, separator) if is_given else None
        return cls(separators)

    def apply(self, row: Mapping[str, object]) -> dict[str, object]:
        """Return a row under our names in which each text of these fields is a list of its parts.

        Example:
            >>> Splits.parse(["gold_documents"]).apply({"gold_ids": "a、b; c", "answer": "a, b"})
            {'gold_ids': ['a', 'b', 'c'], 'answer': 'a, b'}
        """
        if not self.separators:
            return dict(row)
        return {
            name: parts_of(value, known, self.separators[known])
            if isinstance(value, str) and (known := SPELLINGS.get(name, "")) in self.separators
            else value
            for name, value in row.items()
        }


NO_SPLITS: Final = Splits({})


def parts_of(text: str, field: str, separator: str | None = None) -> list[str]:
    """Return the parts of a text that are not blank.

    Args:
        text: What stands in a field.
        field: The field, under our own name.
        separator: What stands between two parts; None: what is usual there.

    Example:
        >>> parts_of("a, b", "gold_documents"), parts_of("a, b", "evidence"), parts_of("a/b", "tags", "/")
        (['a', 'b'], ['a, b'], ['a', 'b'])
    """
    usual = _SIGNS if field in _NAMES else _LINES
    found = usual.split(text) if separator is None else text.split(separator)
    return [part.strip() for part in found if part.strip()]
