"""Words of English: which say nothing by themselves, which are one word, which are opposites."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ragtriage.languages.load import Section, Words, merged

__all__ = [
    "FUNCTION_WORDS",
    "MONTHS",
    "NEGATIONS",
    "NICKNAMES",
    "NUMBER_WORDS",
    "OPPOSITES",
    "PARTICLES",
    "PEOPLES",
    "SAME",
]


class _Words(Section, frozen=True):
    """The section `paraphrase`; pairs of words have an equals sign between."""

    function_words: Words = Words()  # may differ without the sense doing so
    particles: Words = Words()  # stand between the parts of a name
    negations: Words = Words()
    months: Words = Words()
    cardinals: Words = Words()  # from zero on
    ordinals: Words = Words()  # from first on
    tens: Words = Words()  # from thirty on
    romans: Words = Words()  # from two on
    numbers: Words = Words()  # others, with their digits
    same: Words = Words()  # a word and what it is held for
    peoples: Words = Words()  # a people, language or faith, and the word it shares the stem with
    nicknames: Words = Words()  # a short form of a first name, and the name it shares the stem with
    opposites: Words = Words()  # whoever says one of two where the other is expected says something else


_WORDS: Final = merged("paraphrase", _Words)

FUNCTION_WORDS: Final = frozenset(_WORDS.function_words)
PARTICLES: Final = frozenset(_WORDS.particles)
NEGATIONS: Final = frozenset(_WORDS.negations)
MONTHS: Final = frozenset(_WORDS.months)


def _pairs(words: Words) -> Iterator[tuple[str, str]]:
    for pair in words:
        one, _, other = pair.partition("=")
        yield one, other


NUMBER_WORDS: Final = {
    **{word: str(number) for number, word in enumerate(_WORDS.cardinals)},
    **{word: str(number) for number, word in enumerate(_WORDS.ordinals, 1)},
    **{word: str(10 * number) for number, word in enumerate(_WORDS.tens, 3)},
    **{word: str(number) for number, word in enumerate(_WORDS.romans, 2)},
    **dict(_pairs(_WORDS.numbers)),
}
SAME: Final = dict(_pairs(_WORDS.same))
PEOPLES: Final = dict(_pairs(_WORDS.peoples))
NICKNAMES: Final = dict(_pairs(_WORDS.nicknames))


def _opposites() -> dict[str, frozenset[str]]:
    found: dict[str, set[str]] = {}
    for one, other in _pairs(_WORDS.opposites):
        found.setdefault(one, set()).add(other)
        found.setdefault(other, set()).add(one)
    return {word: frozenset(others) for word, others in found.items()}


OPPOSITES: Final = _opposites()
