"""What a typed value is, and when one value rivals another."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum
from typing import Final

from ragtriage.text.values.vocabulary import group

__all__ = ["AMOUNTS", "Value", "ValueKind", "same_type"]


class ValueKind(StrEnum):
    """What a value measures."""

    NUMBER = "number"
    PERCENT = "percent"
    MONEY = "money"
    DATE = "date"
    TIME = "time"
    DURATION = "duration"
    RELATIVE_DAY = "relative_day"
    ORDINAL = "ordinal"
    FRACTION = "fraction"
    QUANTITY = "quantity"
    VERSION = "version"


AMOUNTS: Final = frozenset(
    (ValueKind.NUMBER, ValueKind.PERCENT, ValueKind.MONEY, ValueKind.DURATION, ValueKind.QUANTITY)
)
"""The kinds that say how much: they have bounds and rates."""


@dataclass(frozen=True, slots=True)
class Value:
    """One typed value that stands in a text.

    Two values are equal exactly when their canonical forms are. The canonical unit is a name of the
    tables, such as `日`, `m` or `jpy`; for a date it is its precision (`day`, `month`, `year`,
    `month-day`, `month-of-year`).
    """

    kind: ValueKind
    canonical: str
    unit: str  # "" for a bare number
    amount: Decimal | None  # in the canonical unit; minutes since midnight for a time
    start: int  # characters of the text as it was given
    end: int
    text: str
    indefinite: bool = False  # "one day", 一人, 한 명: as often an article as a number
    rate: str = ""  # what the amount is told of, which ends the unit too: "eur/month"
    number: Decimal | None = None  # what the numeral says, before a unit's factor; None: the amount itself


_HALF_DAY: Final = 720  # minutes


def same_type(a: Value, b: Value) -> bool:
    """Whether the two say the same sort of thing, so that one rules the other out where they differ.

    Values whose amounts agree and that differ in wording alone (5日 and 5日間, 1.5 and 1.50) are no rivals;
    neither is an indefinite one (the "one day" of "one day, he left"), nor a time without morning or
    afternoon and one that agrees with it on the clock's face.
    """
    if a.canonical == b.canonical or a.kind is not b.kind or a.indefinite or b.indefinite:
        return a.canonical == b.canonical and a.kind is b.kind
    match a.kind:
        case ValueKind.TIME:
            return not _may_agree(a, b)
        case ValueKind.FRACTION | ValueKind.VERSION:
            return True
        case ValueKind.RELATIVE_DAY:
            return a.amount != b.amount or group(a.unit) != group(b.unit)
        case _:
            return a.amount != b.amount and group(a.unit) == group(b.unit)


def _may_agree(a: Value, b: Value) -> bool:
    """Whether two times are one if the one without morning or afternoon is taken so."""
    if a.amount is None or b.amount is None:
        return False
    either_open = "open" in (a.unit, b.unit)
    return a.amount == b.amount or (either_open and a.amount % _HALF_DAY == b.amount % _HALF_DAY)
