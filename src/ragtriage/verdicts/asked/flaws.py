"""Flaws: what keeps a reply from being believed, and what follows from it.

A judge that is right is not to be called failed. Where it breaks the agreed form it has failed; where a
second look may help it is asked for one; where nothing but our own reading falls short the case stays open.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum, auto
from typing import Final, NamedTuple

from ragtriage.verdicts.asked.quotes import may_stand, unconfirmed

__all__ = ["UNRELATED", "Flaw", "Weight", "complaints", "doubts", "not_found", "value_flaw"]


class Weight(Enum):
    """What follows from a flaw."""

    FAILURE = auto()  # asked once more; then the judge has failed
    DOUBT = auto()  # asked once more; then the case is open
    OPEN = auto()  # the case is open: asking once more would bring the same


class Flaw(NamedTuple):
    """What is wrong with a reply, fit to be told to the model, and what follows from it."""

    told: str
    weight: Weight = Weight.FAILURE


UNRELATED: Final = Flaw(
    "the quote shares no word with the statement, so that it backs nothing of it", Weight.DOUBT
)


def complaints(flaws: Iterable[Flaw]) -> tuple[str, ...]:
    """Return what a judge that keeps to it has failed by."""
    return tuple(flaw.told for flaw in flaws if flaw.weight is Weight.FAILURE)


def doubts(flaws: Iterable[Flaw]) -> tuple[str, ...]:
    """Return what a judge may keep to, and the case is open."""
    return tuple(flaw.told for flaw in flaws if flaw.weight is Weight.DOUBT)


def not_found(told: str, quote: str, text: str, *, may_be_short: bool = False) -> Flaw:
    """Return why words that were pointed at are not believed, where they do not stand in a text.

    Where a value is all that keeps them from standing there, and it may be the same in another form, the
    judge may be right.

    Args:
        told: What is wrong if they surely do not stand there.
        quote: The words.
        text: In which they should stand.
        may_be_short: Whether one word is enough.

    Example:
        >>> text = "Leave within 30 minutes."
        >>> not_found("not there", "within half an hour", text).weight.name
        'OPEN'
        >>> not_found("not there", "within 40 minutes", text)
        Flaw(told="not there: 'within 40 minutes'", weight=<Weight.FAILURE: 1>)
    """
    if not may_stand(quote, text, may_be_short=may_be_short):
        return Flaw(f"{told}: {quote[:_SHOWN]!r}")
    told = f"{quote[:_SHOWN]!r} stands there but for a value, which may be the same in another form"
    return Flaw(told, Weight.OPEN)


# How much of a quote is told.
_SHOWN: Final = 80


def value_flaw(
    statement: str, quotes: Iterable[str], around: Iterable[str], *, pointed_at: str, giver: str
) -> Flaw | None:
    """Return why words that were pointed at do not show the values that they should, if they do not.

    A quote that leaves a value out which stands beside it is too short. A value that nobody can find there
    may stand there in a form that is not read, so that the judge may be right.

    Args:
        statement: What gives the values.
        quotes: The words that were pointed at.
        around: The texts that they were taken from.
        pointed_at: What those words are called.
        giver: What gives the values is called so.

    Example:
        >>> texts = ["The stay is half a week."]
        >>> value_flaw("3 days", ["half a week"], texts, pointed_at="quote", giver="statement").weight.name
        'OPEN'
    """
    lack = unconfirmed(statement, quotes, around)
    if lack is None:
        return None
    if lack.is_elsewhere:
        return Flaw(f"the {pointed_at} does not hold {lack.value!r}, which the {giver} gives")
    if lack.rival is not None:
        told = f"the {pointed_at} holds {lack.rival!r}, where the {giver} gives {lack.value!r}"
        return Flaw(told, Weight.DOUBT)
    told = (
        f"{lack.value!r}, which the {giver} gives, cannot be read in the {pointed_at}, which may say it in "
    )
    return Flaw(told + "another form", Weight.OPEN)
