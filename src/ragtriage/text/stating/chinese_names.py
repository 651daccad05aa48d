"""Chinese names: whether a person's name stands in a sentence that sets nothing apart.

Where it is asked who did something, three characters that begin with a surname are a name, whatever stands
before them. What may not stand behind them makes the name of a street, a house or a relative.
"""

from __future__ import annotations

from functools import cache
from typing import Final

import regex

from ragtriage.languages.load import Section, Words, merged

__all__ = ["is_name", "is_named_alone"]


class _Words(Section, frozen=True):
    """The section `person_names`: surnames, and what stands beside a name."""

    surnames: Words = Words()
    compound: Words = Words()
    who: str = ""
    suffix: str = ""
    prefix: str = ""


_WORDS: Final = merged("person_names", _Words)

# The hundred most frequent surnames and some more, in both scripts; of two characters the last ones.
_SURNAMES: Final = frozenset("".join(_WORDS.surnames))
_COMPOUND: Final = _WORDS.compound


def is_name(item: str, question: str) -> bool:
    """Whether an expected answer is a person's name, and a person was asked for.

    Example:
        >>> is_name("陆明远", "壁画是谁画的？"), is_name("陆明远", "壁画是什么？")
        (True, False)
        >>> is_name("部门经理", "谁批准？")
        False
    """
    is_long = len(item) == _CHARACTERS and item[0] in _SURNAMES
    is_compound = len(item) in (_CHARACTERS, _CHARACTERS + 1) and item.startswith(_COMPOUND)
    return (
        (is_long or is_compound)
        and _han().fullmatch(item) is not None
        and _who().search(question) is not None
    )


def is_named_alone(text: str, start: int, end: int) -> bool:
    """Whether a name stands for the person: no part of a longer name, and not behind 非 or 老.

    Example:
        >>> is_named_alone("由船工之子陆明远绘成", 5, 8), is_named_alone("陆明远路", 0, 3)
        (True, False)
    """
    return _suffix().match(text, end) is None and _prefix().search(text[max(0, start - 2) : start]) is None


_CHARACTERS: Final = 3


@cache
def _han() -> regex.Pattern[str]:
    return regex.compile(r"\p{Han}+")


@cache
def _who() -> regex.Pattern[str]:
    return regex.compile(_WORDS.who)


@cache
def _suffix() -> regex.Pattern[str]:
    """Match what makes another thing of a name: its street, its house, the like."""
    return regex.compile(_WORDS.suffix)


@cache
def _prefix() -> regex.Pattern[str]:
    return regex.compile(_WORDS.prefix)
