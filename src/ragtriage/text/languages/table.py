"""What a table of one language holds: words and patterns that a native speaker can correct.

Every pattern comes with a text in which it is found and one, as near as possible, in which it is not;
both are tests. Patterns are written for folded text: lower case, straight quotes, single spaces.
They use bounded gaps only (`.{0,40}`), so that no text makes them slow.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

__all__ = ["Language", "Pattern", "words"]


class Pattern(NamedTuple):
    """A regular expression, a text in which it is found, and one in which it is not."""

    expression: str
    example: str
    near_miss: str


@dataclass(frozen=True, slots=True)
class Language:
    """The table of one language.

    A match is the place where an expected answer stands in an answer; a clause is the stretch around it
    between two stops or commas.
    """

    code: str  # ISO 639-1
    refusals: tuple[Pattern, ...]  # a sentence that declines to answer
    preambles: tuple[Pattern, ...]  # a sentence that says nothing by itself and may come before a refusal
    contrasts: tuple[Pattern, ...]  # what turns from a refusal to an answer
    denials: tuple[Pattern, ...]  # anything that denies, wherever it stands
    turns: tuple[Pattern, ...]  # ends what a denial before it governs: not Lyon but Paris
    reach: str  # what may stand between a denial and what it denies, in full
    reach_near: str  # the same where it surely denies it
    links: tuple[Pattern, ...]  # right after a match they end its predicate: it was asserted
    negations_before: tuple[Pattern, ...]  # stands at most three words before what it denies
    negations_after: tuple[Pattern, ...]  # in the predicate of what it denies
    hedges_before: tuple[Pattern, ...]  # as the negations, of what is only thought possible
    hedges_after: tuple[Pattern, ...]
    no_negations: tuple[Pattern, ...]  # look like one of the above and are none; blanked out first
    retractions: tuple[Pattern, ...]  # a sentence that takes back the one before it
    past: tuple[Pattern, ...]  # a clause about how things were
    former: tuple[Pattern, ...]  # says of a match, here <>, that it was so once
    past_questions: tuple[Pattern, ...]  # asks how things were, so that what was so once is an answer
    prohibiting: tuple[Pattern, ...]  # forbids or excludes, wherever it stands
    concessions: tuple[Pattern, ...]  # says of a match, here <>, that what is stated holds in spite of it
    relatives: tuple[Pattern, ...]  # makes another's name of a match, here <>: the son of <>
    shifts: tuple[Pattern, ...]  # makes another time or thing of a match, here <>: the day before <>
    alternatives: tuple[Pattern, ...]  # joins two answers of which only one can hold
    conjunctions: tuple[Pattern, ...]  # joins two items of one answer
    modifiers: tuple[str, ...]  # right after a value they change it
    comparisons: tuple[str, ...]  # right before a value they change it
    may_precede: tuple[str, ...]  # function words that may touch a match from the left
    may_follow: tuple[str, ...]  # function words, particles and copulas that may touch it from the right
    yes: tuple[str, ...]
    no: tuple[str, ...]


def words(*lines: str) -> tuple[str, ...]:
    """Return the words of a list that is written with spaces between them.

    Example:
        >>> words("은 는", "이 가")
        ('은', '는', '이', '가')
    """
    return tuple(" ".join(lines).split())
