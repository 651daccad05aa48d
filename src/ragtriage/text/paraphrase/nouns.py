"""Nouns: common ones, which no capital makes a proper name."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from ragtriage.languages.load import Section, Words, merged

__all__ = ["is_common"]


class _Words(Section, frozen=True):
    """The section `common_nouns`."""

    nouns: Words = Words()
    endings: Words = Words()


_WORDS: Final = merged("common_nouns", _Words)

# Whoever writes "Human Resources" or "Service Desk" capitalises a thing that has other names. What stands in
# the handbooks of companies: who, where, which part of the house, which document, what a product does; and
# titles, days, parts of a year, and halves of names that are said otherwise (United States: America).
_COMMON: Final = frozenset(_WORDS.nouns)
_ENDINGS: Final = _WORDS.endings  # most nouns in these are common


@lru_cache(maxsize=4096)
def is_common(form: str) -> bool:
    """Whether a word is a common noun, with a capital or without.

    Example:
        >>> [is_common(form) for form in ("officers", "helpdesk", "procurement", "weber")]
        [True, True, True, False]
    """
    return (
        form in _COMMON
        or form.removesuffix("s") in _COMMON
        or form.endswith(_ENDINGS)
        or any(form[:at] in _COMMON and form[at:] in _COMMON for at in range(3, len(form) - 2))
    )
