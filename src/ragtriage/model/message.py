"""One sentence in each language that reports are written in."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

__all__ = ["Message", "filled"]


class Message(NamedTuple):
    """What a report says; `{name}` stands for a value, and `one` is the English for exactly one."""

    en: str
    ja: str
    one: str = ""

    def said(self, language: str, values: Mapping[str, str | float]) -> str:
        """Return the sentence with its values; whole numbers in groups of three digits.

        Where `n` is 1, the singular is taken.

        Args:
            language: `en` or `ja`.
            values: By the names that stand in the sentence.

        Example:
            >>> message = Message("{n} cases", "{n}件", one="{n} case")
            >>> message.said("en", {"n": 1}), message.said("en", {"n": 1200}), message.said("ja", {"n": 1200})
            ('1 case', '1,200 cases', '1,200件')
        """
        english = self.one if self.one and values.get("n") == 1 else self.en
        text = self.ja if language == "ja" else english
        return filled(text, values)


def filled(text: str, values: Mapping[str, str | float]) -> str:
    """Return a text with its values; whole numbers in groups of three digits.

    Without values it stays as it is, whatever stands in braces.

    Example:
        >>> filled("{n} of {name}", {"n": 1200, "name": "a.jsonl"})
        '1,200 of a.jsonl'
    """
    if not values:
        return text
    shown = {name: f"{value:,}" if isinstance(value, int) else str(value) for name, value in values.items()}
    return text.format_map(shown)
