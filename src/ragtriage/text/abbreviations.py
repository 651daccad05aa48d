"""Words whose period does not end a sentence.

Written without their last period and in lower case; inner periods stay (`e.g`). Read by `text/sentences.py`.
"""

from __future__ import annotations

from typing import Final

from ragtriage.languages.load import Section, Words, merged

__all__ = ["ALWAYS", "BEFORE_NUMBERS", "MONTHS", "STARTERS", "UNLESS_STARTER"]


class _Abbreviations(Section, frozen=True):
    """The section `abbreviations`."""

    always: Words = Words()
    before_numbers: Words = Words()
    unless_starter: Words = Words()
    starters: Words = Words()
    months: Words = Words()


_WORDS: Final = merged("abbreviations", _Abbreviations)

ALWAYS: Final = frozenset(_WORDS.always)
"""The sentence goes on, whatever comes next: titles, "that is", "Saint"."""

BEFORE_NUMBERS: Final = frozenset(_WORDS.before_numbers)
"""The sentence goes on where a number comes next: "No. 5", "Fig. 2", but "He said no."."""

UNLESS_STARTER: Final = frozenset(_WORDS.unless_starter)
"""The sentence goes on unless one of `STARTERS` comes next: "Acme Inc. was", "Acme Inc. It was"."""

STARTERS: Final = frozenset(_WORDS.starters)
"""Words with which a new sentence begins; inside one they seldom have a capital letter."""

MONTHS: Final = frozenset(_WORDS.months)
"""A number's period before these ends no sentence: "am 3. Oktober"."""
