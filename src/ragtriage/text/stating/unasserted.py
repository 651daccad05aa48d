"""Words around an expected answer by which its sentence may not assert it: exceptions, withdrawals, doubts.

"Any manager, with the exception of grade 4, may sign." holds grade 4 and answers otherwise. A grammar of
such sentences has no end, but the words that make them can be listed: the sections `unasserted`
were written by language models that saw neither these rules nor what they are measured by, but for six rows
that were added for what had deceived all the same. One of these words that stands in neither question nor
evidence does not make an answer wrong; it makes it less than certain. Short answers are read whole by the
rules of denials, bounds and asides; in longer ones stands more grammar than those know. There the *strong*
words count, and in the longest the *weak* ones too, such as while and other.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Final, NamedTuple

import regex

from ragtriage.languages.load import Section, Table, section
from ragtriage.languages.statements import Language
from ragtriage.text.stating.surroundings import Surroundings

__all__ = ["Found", "Word", "table", "unasserted"]

_PLACE: Final = " _ "  # where the expected answer stood


class Word(NamedTuple):
    """A word or a phrase of a table."""

    kind: str
    is_strong: bool
    needles: tuple[str, ...]  # one of these stands wherever the pattern is found
    pattern: str
    example: str  # a sentence in which the value X stands, and is not what is asserted


# In an answer of so many characters strong words count, and in one of so many weak ones.
_LONG: Final = {"en": (70, 150), "ja": (36, 60), "ko": (34, 60), "zh": (26, 45)}


class Found(NamedTuple):
    """A word of a table as it stands in an answer."""

    text: str
    kind: str
    is_strong: bool


def unasserted(
    around: Surroundings, tables: Sequence[Language], known: Sequence[str], length: int
) -> Found | None:
    """Return the first word by which an expected answer's sentence, or the two after it, may not assert it.

    Args:
        around: What stands around the expected answer.
        tables: Of the languages of the answer.
        known: Question, expected answers and evidence: a word of theirs is what was asked about.
        length: Of the answer, in characters.

    Example:
        >>> from ragtriage.languages.statements import languages
        >>> from ragtriage.text.sentences import split
        >>> from ragtriage.text.stating.surroundings import surroundings
        >>> text = "Any manager, with the exception of grade 4, may sign for such orders by herself."
        >>> around = surroundings(text, 35, 42, split(text), [languages()["en"]])
        >>> unasserted(around, [languages()["en"]], ["Who may sign?"], len(text))
        Found(text='with the exception of', kind='exception', is_strong=True)
    """
    own = _PLACE.join((around.sentence_before, around.sentence_after)).lower()
    later = around.later.lower()
    asked = "\n".join(known).lower()
    for language in tables:
        long, longest = _LONG.get(language.code, (0, 0))
        for place, word in enumerate(table(language.code)) if length >= long else ():
            if not word.is_strong and length < longest:
                continue
            for text in (own, later) if word.is_strong and word.kind in _TAKING_BACK else (own,):
                if not any(needle in text for needle in word.needles):
                    continue
                for found in _pattern(language.code, place).finditer(text):
                    if found[0].strip() not in asked:
                        return Found(found[0].strip(), word.kind, word.is_strong)
    return None


# A later sentence may take back what was said by words of these kinds.
_TAKING_BACK: Final = frozenset(("withdrawal", "error", "negation"))


class _Unasserted(Section, frozen=True):
    """The section `unasserted`: the words, a row each."""

    rows: Table = Table()


@cache
def table(code: str) -> tuple[Word, ...]:
    """Return the words of a language; none of one that has no table."""
    rows = section(code, "unasserted", _Unasserted).rows
    return tuple(
        Word(kind, strength == "strong", tuple(needles.split("|")), pattern, example)
        for kind, strength, needles, pattern, example in rows
    )


@cache
def _pattern(code: str, place: int) -> regex.Pattern[str]:
    pattern = table(code)[place].pattern
    return regex.compile(rf"(?<![a-z])(?:{pattern})(?![a-z])" if code == "en" else pattern)
