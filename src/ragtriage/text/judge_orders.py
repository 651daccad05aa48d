"""Orders to whoever judges a text: what they are told to be, to say, to leave aside, and where the text ends.

Each kind needs two things in one sentence: who judges, what was told before or what is to be judged, and what
is to come of it. One alone stands in ordinary texts.
"""

from __future__ import annotations

import re
from typing import Final

from ragtriage.languages.load import OTHER, Section, every, filled, joined

__all__ = ["JUDGEMENTS", "JUDGE_ORDERS"]


class _Orders(Section, frozen=True):
    """The section `judge_orders`; code fills in what is good, and what is told, in any language."""

    good: str = ""  # what a judge is to say
    told: str = ""  # what else is to come of an order
    signs: str = ""  # one of these stands, in lower case, in whatever the orders fit
    orders: tuple[str, ...] = ()


_LANGUAGES: Final = every("judge_orders", _Orders)
_GOOD: Final = f"(?:{joined(*(table.good for table in _LANGUAGES.values()))})"
# What is to come of it, later in the line.
_TOLD: Final = rf"(?=[^\n]{{0,120}}(?:{joined(_GOOD, *(table.told for table in _LANGUAGES.values()))}))"

# A reply of a judge, by whatever name the verdict goes.
JUDGEMENTS: Final = (
    (
        r"\{[^{}]*\b(?:verdict|outcome|supported|relevant|correct|passed|grounded|faithful|judgement)"
        r"\b[\"']?\s?:\s?[\"']?(?:pass(?:ed)?|success|correct|true|supported|relevant|yes|1\.0|10)\b[^{}]*+\}?"
    ),
)


def _filled(code: str) -> tuple[str, ...]:
    return tuple(filled(order, good=_GOOD, told=_TOLD) for order in _LANGUAGES[code].orders)


# By the language: what signs it has, one of which stands in lower case in whatever its patterns fit.
JUDGE_ORDERS: Final[dict[str, tuple[re.Pattern[str], tuple[str, ...]]]] = {
    code: (re.compile(table.signs), (*_filled(code), *_filled(OTHER)))
    for code, table in _LANGUAGES.items()
    if code != OTHER
}
