"""Units that may stand apart from their number: 5 kg is 5kg.

Words are left out on purpose: 5 days stays two words, because a counter that is a word is also part of a
sentence. Counters in Han, kana and Hangul need no list, since a space beside them is dropped anyway.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Final

__all__ = ["UNITS", "any_of"]

# As they look after case folding and NFKC: ℃ is °c, ㎏ is kg, µ is μ.
UNITS: Final = {
    "share": ("%", "‰", "‱", "٪"),
    "angle and temperature": ("°", "°c", "°f"),
    "length": ("nm", "μm", "um", "mm", "cm", "m", "km", "ft", "yd", "mi"),
    "area and volume": ("m^2", "km^2", "cm^2", "m^3", "cm^3", "ha", "ml", "dl", "l"),
    "mass": ("μg", "ug", "mg", "g", "kg", "lb", "lbs", "oz"),
    "time": ("ns", "μs", "us", "ms", "s", "sec", "min", "h", "hr", "hrs", "am", "pm"),
    "frequency": ("hz", "khz", "mhz", "ghz", "rpm"),
    "electricity and energy": (
        "v",
        "kv",
        "mv",
        "ma",
        "mah",
        "w",
        "kw",
        "mw",
        "gw",
        "kwh",
        "j",
        "kj",
        "kcal",
        "cal",
    ),
    "pressure": ("pa", "hpa", "kpa", "mpa", "psi"),
    "information": ("kb", "mb", "gb", "tb", "pb", "kib", "mib", "gib", "tib", "bps", "kbps", "mbps", "gbps"),
    "speed": ("mph", "kph", "kmh"),
    "image": ("px", "dpi", "fps"),
    "money": ("usd", "eur", "jpy", "krw", "cny", "gbp", "€", "£", "¥", "₩", "$"),
}


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
