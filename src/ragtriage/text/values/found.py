"""What the reader finds: a value in the folded text, or a numeral that it cannot read."""

from __future__ import annotations

from decimal import Decimal
from typing import NamedTuple

from ragtriage.text.values.value import ValueKind

__all__ = ["Amount", "Found"]


class Found(NamedTuple):
    """A stretch of the folded text that holds a value, or (kind None) a numeral without a sure reading."""

    kind: ValueKind | None
    canonical: str
    unit: str
    amount: Decimal | None
    start: int
    end: int
    indefinite: bool = False
    rewritten: bool = True  # False: `values` mode leaves the text as it is
    rate: str = ""  # what the amount is told of: "hour", "person", "kg"
    number: Decimal | None = None  # as it is written, where the unit has a factor


class Amount(NamedTuple):
    """A numeral: its value, where it ends, and whether it is in plain digits."""

    value: Decimal
    end: int
    in_digits: bool = False
    is_one: bool = False  # the word for one, which is as often an article
