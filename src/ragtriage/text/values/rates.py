"""Rates: an amount with what it is told of, as one value: 5 euros a month, 5 mg/kg, 週3日, 하루 3번."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from decimal import Decimal
from functools import cache
from typing import Final

from ragtriage.languages.load import Section, Words, filled, joined, merged
from ragtriage.text.values.found import Found
from ragtriage.text.values.numerals import EXACT, written
from ragtriage.text.values.tables import ADVERBS, PERIODS, RATES
from ragtriage.text.values.value import AMOUNTS, ValueKind

__all__ = ["noun_stem", "rated"]


class _Words(Section, frozen=True):
    """The section `sums`: shorter times that are told of a longer one as a sum, and what misses an amount."""

    of_year: str = ""
    of_month: str = ""
    of_night: str = ""
    beyond: str = ""
    begins_behind: Words = Words()


_WORDS: Final = merged("sums", _Words)

# So far before an amount its rate is looked for.
_REACH: Final = 20

# What a length an hour is called by itself.
_SPEEDS: Final = {
    ("m", "hour"): ("km/h", "0.001"),
    ("m", "second"): ("m/s", "1"),
    ("mile", "hour"): ("mph", "1"),
}

# 1年3か月 is a sum, 1泊2日 neither: only a shorter time is told of a longer one without a word between.
_SUMS: Final = {
    "year": _WORDS.of_year,
    "month": _WORDS.of_month,
    "night": _WORDS.of_night,
    "hour": "sec",
    "minute": "sec",
}


def rated(text: str, values: Iterable[Found]) -> Iterator[Found]:
    """Yield the same values, those that are rates with what they are told of.

    Args:
        text: The folded text.
        values: What stands in it, in order.
    """
    pending: Found | None = None
    for found in values:
        if found.kind not in AMOUNTS:
            if pending is not None:
                yield pending
            pending = None
            yield found
            continue
        with_rate = _with_rate(text, found)
        if pending is not None and pending.end > with_rate.start:
            # the 1日 of 1日3回 is no value of its own; what reaches further back is
            if pending.start < with_rate.start:
                yield pending
        elif pending is not None:
            yield pending
        pending = with_rate
    if pending is not None:
        yield pending


def _with_rate(text: str, found: Found) -> Found:
    behind = _behind(text, found)
    while behind is not None:  # 1,000 yen per person per night
        found, behind = behind, _behind(text, behind)
    if found.rate:
        return found
    if not _is_beyond_ascii(text, found.start):
        return found
    before = _before().search(text, max(0, found.start - _REACH), found.start)
    if before is None or _beyond().search(before[0]):
        return found
    group = next(name for name, value in before.groupdict().items() if value is not None)
    name = _named(before[group])
    is_joined = before.end() == found.start and group in ("per_g", "per_h", "per_i", "per_m", "per_p")
    if is_joined and found.unit in _SUMS.get(name, "").split():
        return found
    if is_joined and found.kind is ValueKind.NUMBER:
        return found
    return _told(found, name)._replace(start=before.start())


def _is_beyond_ascii(text: str, start: int) -> bool:
    """Whether a word of Han, kana or Hangul ends before an amount: no other has its rate before it."""
    before = text[max(0, start - 2) : start].rstrip(" ")
    return bool(before) and not before[-1].isascii()


@cache
def _beyond() -> re.Pattern[str]:
    """Match what says that the amount is passed or missed: 每天可以多于四杯 tells of no four cups."""
    return re.compile(_WORDS.beyond)


@cache
def _before() -> re.Pattern[str]:
    each = "|".join(filled(one, counters=table.counters) for table in RATES for one in table.each_before)
    close = "|".join(one for table in RATES for one in table.before)
    between = joined(*(table.between for table in RATES))
    explicit = rf"(?:{each})[^0-9\s,.:;!?()、。，：；！？（）「」]{{0,6}} ?"
    return re.compile(rf"(?:{explicit}|(?:{close})(?:{between}){{0,4}})\Z")


def _behind(text: str, found: Found) -> Found | None:
    """The value with the rate behind it, if one is there."""
    end, noun = found.end, ""
    following = text[end : end + 1]
    if following not in _BEGINS_BEHIND:
        return None
    rate = _rate().match(text, end)
    if rate is None and found.kind is ValueKind.NUMBER and following == " ":
        counted = _noun().match(text, end)
        rate = None if counted is None else _rate().match(text, counted.end())
        noun = "" if counted is None else counted["symbol"] or noun_stem(counted["noun"])
    if rate is None:
        return None
    word = rate["slash"] or rate["per"] or rate["articled"] or rate["every"] or rate["adverb"]
    name = ADVERBS.get(word) or _named(word)
    if rate["power"]:
        name += "^2" if rate["power"] == "square " else "^3"
    named = found._replace(unit=noun, canonical=found.canonical + noun) if noun else found
    return _told(named, name)._replace(end=rate.end())


_BEGINS_BEHIND: Final = frozenset("".join(_WORDS.begins_behind) + " ")


@cache
def _rate() -> re.Pattern[str]:
    articled = "|".join(word for table in RATES for word in table.articled)
    periods = "|".join(
        sorted((name for name in PERIODS if name.isascii() and len(name) > 2), key=len, reverse=True)
    )
    others = "|".join(sorted((name for name in PERIODS if not name.isascii()), key=len, reverse=True))
    adverbs = "|".join(ADVERBS)
    return re.compile(
        rf" ?/ ?(?P<slash>(?:[a-z]{{1,14}}(?:\^?[23](?![0-9]))?)(?![a-z0-9])|{others})"
        r"| per (?:calendar |working |business |academic )?(?P<power>square |cubic )?(?P<per>[a-z]{1,20}\b)"
        rf"| an? (?P<articled>{articled})(?![a-z])"
        rf"| (?:each|every|for each|for every) (?P<every>{periods})(?![a-z])(?!{_AS_SUBJECT})"
        rf"| ?(?P<adverb>{adverbs})(?![a-z])"
    )


# Above 20 kg each kilo costs 2 euros: what stands behind is told of each kilo.
_AS_SUBJECT: Final = (
    " (?:costs?|is|are|was|were|has|have|gets?|must|will|may|can|needs?|pays?|takes?|adds?)(?![a-z])"
)


@cache
def _noun() -> re.Pattern[str]:
    """One or two words between a number and its rate: 600 API requests per minute."""
    word = "(?!(?:per|an?|each|every|and|or|to|in|of|at|for|from|by|is|are|was|were)\\b)[a-z]{2,20}"
    return re.compile(rf" (?:{word} )?(?P<noun>{word})(?![a-z])| (?P<symbol>[a-z]{{1,3}})(?=/[a-z])")


def noun_stem(noun: str) -> str:
    """The singular of an English noun, near enough to tell two nouns apart.

    >>> noun_stem("requests"), noun_stem("entries"), noun_stem("class"), noun_stem("boxes")
    ('request', 'entry', 'class', 'box')
    """
    if noun.endswith("ies") and len(noun) > len("ties"):
        return noun[:-3] + "y"
    if noun.endswith(("ches", "shes", "sses", "xes", "zes")):
        return noun[:-2]
    return noun[:-1] if noun.endswith("s") and not noun.endswith("ss") else noun


def _named(word: str) -> str:
    return PERIODS.get(word) or PERIODS.get(noun_stem(word)) or noun_stem(word)


def _told(found: Found, name: str) -> Found:
    """The value as one of so much an hour, a person or the like."""
    speed = _SPEEDS.get((found.unit, name))
    if speed is not None and found.amount is not None:
        unit, factor = speed
        amount = EXACT.multiply(found.amount, Decimal(factor))
        return found._replace(canonical=f"{written(amount)}{unit}", unit=unit, amount=amount)
    return found._replace(canonical=f"{found.canonical}/{name}", unit=f"{found.unit}/{name}", rate=name)
