"""Reasons that speak against their verdict: such a reply is not believed.

A model that writes "the text does not mention it" and then `supported` has made a mistake in one of the two,
and nobody can know in which.
"""

from __future__ import annotations

from functools import cache
from typing import Final

import regex

from ragtriage.languages.load import Section, merged

__all__ = ["speaks_against"]


class _Words(Section, frozen=True):
    """The section `reasons`: what a reason says of its verdict."""

    denies: tuple[str, ...] = ()
    affirms: tuple[str, ...] = ()


_WORDS: Final = merged("reasons", _Words)

# What a reason says that denies the verdict `supported` (or the like), a language a line.
_DENIES: Final = _WORDS.denies

# What a reason says that affirms it.
_AFFIRMS: Final = _WORDS.affirms


def speaks_against(reason: str, *, is_positive: bool) -> bool:
    """Whether a reason says the opposite of its verdict.

    Args:
        reason: In prose, in any of the four languages.
        is_positive: Whether the verdict is `supported`, `contained` or `equivalent`.

    Example:
        >>> speaks_against("The text does not mention a fee.", is_positive=True)
        True
        >>> speaks_against("The text says so; nothing contradicts it.", is_positive=True)
        False
    """
    denies = _any_of(_DENIES).search(reason) is not None
    affirms = _any_of(_AFFIRMS).search(reason) is not None
    # a reason that says both weighs one statement against another: that is no contradiction
    return denies and not affirms if is_positive else affirms and not denies


@cache
def _any_of(patterns: tuple[str, ...]) -> regex.Pattern[str]:
    return regex.compile("|".join(f"(?:{pattern})" for pattern in patterns), regex.IGNORECASE)
