"""Equality of units: what converts exactly, and which units are of one family.

Units are named as the languages' tables name them, or as the groups of those.
"""

from __future__ import annotations

from typing import Final

__all__ = ["EXACT_UNITS", "FAMILIES"]

# What one of a unit is in another, exactly. A month is no number of days.
EXACT_UNITS: Final[dict[str, tuple[str, str]]] = {
    "sec": ("time", "1"),
    "day": ("time", "86400"),
    "week": ("time", "604800"),
    "month": ("months", "1"),
    "か月": ("months", "1"),
    **dict.fromkeys(("quarter", "四半期", "季度"), ("months", "3")),
    "year": ("months", "12"),
    "개년": ("months", "12"),
    "decade": ("months", "120"),
    "century": ("months", "1200"),
    **dict.fromkeys(("割", "할", "成"), ("%", "10")),
    "bp": ("%p", "0.01"),
    **dict.fromkeys(("degree", "度", "도", "摄氏度", "°c"), ("°c", "1")),
    "mg/dl": ("mg/dl", "1"),
}

# Counters of these families are never said of one another's things.
FAMILIES: Final[dict[str, str]] = {
    **dict.fromkeys(
        (
            "sec",
            "day",
            "calendarday",
            "business day",
            "week",
            "month",
            "quarter",
            "year",
            "decade",
            "century",
        ),
        "time",
    ),
    **dict.fromkeys(("泊", "박", "晚", "平日", "四半期", "분기", "季度"), "time"),
    **dict.fromkeys(("m", "mile", "yard", "foot", "inch"), "length"),
    **dict.fromkeys(("g", "ounce"), "mass"),
    "l": "volume",
    **dict.fromkeys(("m^2", "km^2", "ha", "acre", "평", "亩", "公顷"), "area"),
    "m^3": "volume",
    **dict.fromkeys(("km/h", "m/s", "mph"), "speed"),
    **dict.fromkeys(("°c", "°f"), "temperature"),
    **dict.fromkeys(
        ("w", "kw", "mw", "gw", "v", "kv", "kwh", "wh", "hz", "khz", "mhz", "ghz"), "electricity"
    ),
    **dict.fromkeys(("kb", "mb", "gb", "tb", "bps", "kbps", "mbps", "gbps"), "information"),
    **dict.fromkeys(("person", "人次"), "people"),
    "age": "age",
    **dict.fromkeys(("割", "할", "成", "%p", "bp", "‰"), "percent"),
}
