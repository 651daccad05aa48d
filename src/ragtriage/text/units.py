"""Units that may stand apart from their number: 5 kg is 5kg.

Words are left out on purpose: 5 days stays two words, because a counter that is a word is also part of a
sentence. Counters in Han, kana and Hangul need no list, since a space beside them is dropped anyway.
"""

from __future__ import annotations

from typing import Final

__all__ = ["UNITS"]

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
