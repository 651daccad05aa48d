"""Units that may stand apart from their number: 5 kg is 5kg.

Words are left out on purpose: 5 days stays two words, because a counter that is a word is also part of a
sentence. Counters in Han, kana and Hangul need no list, since a space beside them is dropped anyway.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Final

from msgspec.structs import asdict

from ragtriage.languages.load import Section, Words, merged

__all__ = ["UNITS", "any_of"]


class _Symbols(Section, frozen=True):
    """The section `unit_symbols`, as they look after case folding and NFKC: ℃ is °c, ㎏ is kg, µ is μ."""

    share: Words = Words()
    angle_and_temperature: Words = Words()
    length: Words = Words()
    area_and_volume: Words = Words()
    mass: Words = Words()
    time: Words = Words()
    frequency: Words = Words()
    electricity_and_energy: Words = Words()
    pressure: Words = Words()
    information: Words = Words()
    speed: Words = Words()
    image: Words = Words()
    money: Words = Words()


UNITS: Final[dict[str, Words]] = asdict(merged("unit_symbols", _Symbols))


def any_of(groups: Mapping[str, Iterable[str]]) -> str:
    """Write a pattern that matches any of some words, the longest first, and looks at each character once.

    Example:
        >>> any_of({"mass": ("g", "kg"), "length": ("km", "m")})
        '(?:g|k(?:g|m)|m)'
    """
    return _branches(sorted({word for words in groups.values() for word in words}))


def _branches(words: list[str]) -> str:
    starts = sorted({word[0] for word in words if word})
    rests = {start: [word[1:] for word in words if word[:1] == start] for start in starts}
    branches = [re.escape(start) + ("" if rest == [""] else _branches(rest)) for start, rest in rests.items()]
    return f"(?:{'|'.join(branches)}){'?' if '' in words else ''}"
