"""Choices that are words."""

from __future__ import annotations

from enum import StrEnum

__all__ = ["Word"]


class Word(StrEnum):
    """A choice among words; hashes as its string does.

    Enum's own hash is a function in Python, and words are keys of tables that are asked for every case.
    """

    __hash__ = str.__hash__
