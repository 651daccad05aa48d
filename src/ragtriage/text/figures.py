"""Figures: the dates, amounts and counts of a statement that a text neither holds nor gives.

Only what is certain is called missing. A figure is not missing when the text holds it, in its digits or in
words, in its unit or in one that may mean the same; when it is 2 or less or counts what the answer lists;
when the answer denies it, or tells it as a bound that the text's amounts keep to; or when it follows from
the text's figures: as a sum or difference of two (or the sum of all) of its unit, as a product, as a share
or twelve months of an amount, as a rounded amount, as a ratio for a percentage, or by conversion (weeks and
days, quarters and months, 割 and %, 12 and 24 hours, years and centuries).
"""

from __future__ import annotations

import re
from functools import cache, lru_cache
from typing import Final

from ragtriage.languages.load import Section, merged
from ragtriage.text.characters import HAN, HANGUL, KANA_BLOCK
from ragtriage.text.figure_claims import claims
from ragtriage.text.figure_words import RECKONING
from ragtriage.text.known_figures import Figures, Standing
from ragtriage.text.values import AMOUNTS, Value, ValueKind, read, same_measure
from ragtriage.text.values.bounds import Bound, Bounded, bound_of, is_strict
from ragtriage.text.values.nouns import counted

__all__ = ["Figures", "missing_figures"]


class _OfLanguages(Section, frozen=True):
    """The section `figures`: what stands behind a date that is none."""

    around_a_date: str = ""


_OF_LANGUAGES: Final = merged("figures", _OfLanguages)


def missing_figures(statement: str, known: Figures) -> tuple[Value, ...]:
    """Return the figures of a statement that neither stand in what is known nor follow from it.

    >>> known = Figures(("It is due on the 5th; 3 men and 5 women came.",), "When in 2024?")
    >>> [value.text for value in missing_figures("8 people came by 12 May 2024, 45% late.", known)]
    ['12 May 2024', '45%']
    >>> [value.text for value in missing_figures("5 business days", Figures(("It takes 5 days.",)))]
    ['5 business days']
    """
    return tuple(claims(statement, lambda value: _is_missing(statement, value, known), known))


def _is_missing(statement: str, value: Value, known: Figures) -> bool:
    """Whether a figure is neither there nor follows."""
    bounded = bound_of(statement, value)
    bound = None if bounded is None else bounded.bound
    if bound is None and known.stands(value.text):
        return False  # the values of the texts need not be read
    counting = counted(statement, value)
    before, after = (
        statement[max(0, value.start - _BESIDE) : value.start],
        statement[value.end : value.end + _BESIDE],
    )
    told = f"{before} {after} {known.question}".lower()
    standing = known.standing(value, told)
    match standing:
        case Standing.HELD:
            return bounded is not None and _is_told_otherwise(statement, value, bounded, known)
        case Standing.IN_ANOTHER_UNIT:
            return not known.gives(value, is_itself_other=True)
        case Standing.ABSENT:
            if bound is Bound.ABOUT or (value.kind not in AMOUNTS and _is_before_or_after(statement, value)):
                return False
            if bound is not None and value.kind in AMOUNTS and known.keeps_to(counting, bound):
                return False
            return not known.gives(value) or _is_of_another_text(statement, value, known)


# So many characters to each side of a figure are read for its rate.
_BESIDE: Final = 1000


def _is_told_otherwise(statement: str, value: Value, bounded: Bounded, known: Figures) -> bool:
    if bounded.bound is Bound.ABOUT or value.kind not in AMOUNTS:
        return False
    leaves_out = is_strict(statement[bounded.start : bounded.end])
    return known.is_told_otherwise(counted(statement, value), bounded.bound, leaves_out=leaves_out)


def _is_of_another_text(statement: str, value: Value, known: Figures) -> bool:
    """Whether a price comes out of the prices of a text that speaks of other things than the statement.

    1,500 and 600 in another text make no 900, unless the statement says that it reckons.
    """
    if value.kind is not ValueKind.MONEY or len(known.context) == 1 or _reckons(statement):
        return False
    priced = [text for text in known.context if any(same_measure(value, other) for other in read(text))]
    nearness = {text: _shared(statement, text) for text in priced}
    nearest = max(priced, key=nearness.__getitem__, default="")
    if len(priced) == 1 or any(
        2 * near > nearness[nearest] for text, near in nearness.items() if text != nearest
    ):
        return False
    return bool(priced) and not Figures((nearest,), known.question).gives(value)


@lru_cache(maxsize=64)
def _shared(statement: str, text: str) -> int:
    """How many words, or pairs of characters, of a statement stand in a text."""
    words = {found[1] or found[0] for found in _WORDS.finditer(statement.lower())}
    folded = text.lower()
    return sum(word in folded for word in words)


_WORDS: Final = re.compile(f"[a-z]{{3,}}|(?=([{KANA_BLOCK}{HAN}{HANGUL}]{{2}}))")


@lru_cache(maxsize=16)  # many figures may stand in one long statement
def _reckons(statement: str) -> bool:
    return _reckoning().search(statement.lower()) is not None


@cache
def _reckoning() -> re.Pattern[str]:
    return re.compile("|".join(RECKONING))


def _is_before_or_after(statement: str, value: Value) -> bool:
    """Whether a date is only what something comes before or after: it need not stand anywhere."""
    return _around_a_date().match(statement, value.end) is not None


@cache
def _around_a_date() -> re.Pattern[str]:
    return re.compile(rf"\s*(?:{_OF_LANGUAGES.around_a_date})")
