"""Scales: what stands behind digits and multiplies them, in words, in letters and as a power of ten."""

from __future__ import annotations

from decimal import Decimal
from typing import Final

from ragtriage.text.values.tables.english import SCALES

__all__ = ["SCALE_LETTERS", "SCALE_WORDS", "SPACED_MYRIADS"]

# 5 million = 5 mn = 5 Mio.; 2 crore = 20 million. A period may follow the short ones.
SCALE_WORDS: Final = {
    **{word: Decimal(value) for word, value in SCALES.items()},
    **{f"{word}s": Decimal(SCALES[word]) for word in ("thousand", "million", "billion", "trillion")},
    **dict.fromkeys(("mn", "mln", "mio", "millionen"), Decimal(10**6)),
    **dict.fromkeys(("bn", "bln", "mrd", "mia", "milliarden"), Decimal(10**9)),
    **dict.fromkeys(("tn", "trn", "trln"), Decimal(10**12)),
    **dict.fromkeys(("lakh", "lakhs", "lac"), Decimal(10**5)),
    **dict.fromkeys(("crore", "crores"), Decimal(10**7)),
    "dozen": Decimal(12),
}

# $5M and 1.5B; without a currency only close behind the digits, and m and b only as capitals.
SCALE_LETTERS: Final = {"k": Decimal(10**3), "m": Decimal(10**6), "b": Decimal(10**9), "t": Decimal(10**12)}

# 5 億円 with a space between, as tables of figures have it
SPACED_MYRIADS: Final = {
    **dict.fromkeys("万萬만", Decimal(10**4)),
    **dict.fromkeys("億亿억", Decimal(10**8)),
    "兆": Decimal(10**12),
}
