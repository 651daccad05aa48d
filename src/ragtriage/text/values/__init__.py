"""Typed values: dates, times, amounts and counts, however they are written."""

from __future__ import annotations

from ragtriage.text.values.canonical import canonical
from ragtriage.text.values.equality import base_unit, differ_in_unit, measure, same_measure, same_value
from ragtriage.text.values.reader import has_unreadable_numeral, is_in_digits, read
from ragtriage.text.values.value import AMOUNTS, Value, ValueKind, same_type

__all__ = [
    "AMOUNTS",
    "Value",
    "ValueKind",
    "base_unit",
    "canonical",
    "differ_in_unit",
    "has_unreadable_numeral",
    "is_in_digits",
    "measure",
    "read",
    "same_measure",
    "same_type",
    "same_value",
]
