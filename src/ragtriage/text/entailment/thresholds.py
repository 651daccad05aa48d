"""Thresholds of the rules of entailment, by language, as benchmarks/make_entailment.py makes them."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Final

import msgspec

__all__ = ["FILE", "AbsentBounds", "Bounds", "ShortenedBounds", "bounds"]

FILE: Final = Path(__file__).with_name("thresholds.json")


class ShortenedBounds(msgspec.Struct, frozen=True):
    """When a shortened sentence is likely backed."""

    fewest_pieces: int  # of the statement
    least_kept: float  # pieces of the statement, as a share of those of the sentence


class AbsentBounds(msgspec.Struct, frozen=True):
    """When a statement is likely not mentioned."""

    fewest_terms: int  # of the statement
    most_share: float  # of them that stand in the texts


class Bounds(msgspec.Struct, frozen=True):
    """The thresholds of a language; None where no rule was borne out."""

    shortened: ShortenedBounds | None = None
    absent: AbsentBounds | None = None


@cache
def bounds() -> dict[str, Bounds]:
    """Return the thresholds by language."""
    return msgspec.json.decode(FILE.read_bytes(), type=dict[str, Bounds])
