"""Guesses: words by which an answer gives something after all, though it begins like a refusal.

"The article gives no date; my best guess would be 1986." answers. Such an answer looks as much like a refusal
as a refusal does, but for these words.
"""

from __future__ import annotations

import re
from functools import cache
from typing import Final

from ragtriage.languages.load import Section, merged

__all__ = ["LESS", "gives_a_guess"]


class _Words(Section, frozen=True):
    """The section `guesses`: words by which an answer is a guess, or is taken from somewhere."""

    guesses: str = ""


_WORDS: Final = merged("guesses", _Words)

# So much less like a refusal an answer is that holds one of them.
LESS: Final = 3.0


def gives_a_guess(text: str) -> bool:
    """Whether an answer holds words by which it gives something after all, or is a quotation and no more.

    Args:
        text: The answer, folded.

    Example:
        >>> gives_a_guess("the passage does not say; judging by the map, it is north of the river")
        True
        >>> gives_a_guess("the passage does not say where it is")
        False
    """
    return _words().search(text) is not None or _quoted().fullmatch(text.strip()) is not None


@cache
def _quoted() -> re.Pattern[str]:
    """Match what only quotes: what stands on a form is an answer."""
    return re.compile(r"\"[^\"]{1,200}\"\.?|「[^「」]{1,200}」。?|'[^']{1,200}'\.?|“[^“”]{1,200}”[.。]?")


@cache
def _words() -> re.Pattern[str]:
    return re.compile(_WORDS.guesses)
