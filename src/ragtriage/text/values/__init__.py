"""Typed values: dates, times, amounts and counts, however they are written."""

from __future__ import annotations

from ragtriage.text.values.canonical import canonical
from ragtriage.text.values.reader import has_unreadable_numeral, is_in_digits, read
from ragtriage.text.values.value import Value, ValueKind, same_type

__all__ = [
    "Value",
    "ValueKind",
    "canonical",
    "has_unreadable_numeral",
    "is_in_digits",
    "read",
    "same_type",
]
