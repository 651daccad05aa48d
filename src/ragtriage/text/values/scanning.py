"""Finds values and unreadable numerals in folded text, longest first, in one pass and in linear time.

A lead (a digit, a numeral, a currency sign, a month's name) says which readings are tried at its place; each
looks a bounded way ahead or consumes what it looked at, and the search goes on behind it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from decimal import Decimal
from functools import cache
from typing import Final, NamedTuple

from ragtriage.languages.load import Section, Words, filled, merged
from ragtriage.text.characters import is_han, is_hangul
from ragtriage.text.values import (
    amounts,
    clock,
    clusters,
    lasting,
    measures,
    numerals,
    ordinals,
    ranges,
)
from ragtriage.text.values.found import Amount, Found
from ragtriage.text.values.tables import (
    ERAS,
    MONTHS,
    NATIVE_ALONE,
    NATIVE_TENS,
    NATIVE_UNITS,
    ORDINALS,
    SCALES,
    VALUES,
    WORDS,
)
from ragtriage.text.values.value import ValueKind
from ragtriage.text.values.vocabulary import (
    currencies_before,
    minus_words,
    not_numerals,
    relative_months,
    words,
)

__all__ = ["scan"]


class _Words(Section, frozen=True):
    """The section `scanning`: where a value may begin; ⟨…⟩ is filled by code."""

    lead: str = ""
    some: Words = Words()
    korean_two_or_three: Words = Words()
    korean_multipliers: Words = Words()
    ones: Words = Words()
    myriads: str = ""
    some_korean: str = ""
    before_vague: str = ""
    before_numeral: str = ""
    hangul_digits: str = ""
    after_words: str = ""
    korean_ordinal: str = ""


_WORDS: Final = merged("scanning", _Words)

_LONGEST_ALONE: Final = 20


class Place(NamedTuple):
    """Where a lead stands."""

    text: str
    cased: str  # the same length, as before lower case
    start: int
    end: int
    spaced: bool  # whether the spaces of Korean are still there


def scan(text: str, cased: str, *, spaced: bool) -> Iterator[Found]:
    """Yield what stands in the text, in order.

    `spaced` is false for text of `standard` mode, where Korean has lost its spaces and a numeral may
    begin within what looks like a word.
    """
    alone = _alone(text)
    if alone:
        yield alone
        return
    search, position = _lead().search, 0
    while lead := search(text, position):
        place = Place(text, cased, lead.start(), lead.end(), spaced)
        position = place.end
        for found in _READERS[lead.lastgroup or ""](place):
            position = max(position, found.end)
            if found.unit != "skip" and not (spaced and _is_verb(found, cased)):
                yield found


@cache
def _verbs() -> re.Pattern[str]:
    return re.compile(r"(?<![A-Za-z])(?:may|march)(?![A-Za-z])")


def _is_verb(found: Found, cased: str) -> bool:
    """Whether the month of a day without a year is written small, so that it may be a verb: you may 5."""
    return found.unit == "month-day" and bool(_verbs().search(cased, found.start, found.end))


@cache
def _alone_pattern() -> re.Pattern[str]:
    return re.compile(
        rf"\s*(?:(?P<kanji>[{numerals.KANJI}]{{1,16}}+)|(?P<one>one)|(?P<native>{'|'.join(NATIVE_ALONE)}))\s*"
    )


def _alone(text: str) -> Found | None:
    """A numeral that is the whole text, and so needs no counter."""
    if len(text) > _LONGEST_ALONE:
        return None
    found = _alone_pattern().fullmatch(text)
    if found is None or text.strip() in not_numerals():
        return None
    kind = found.lastgroup or ""
    match kind:
        case "kanji":
            value = numerals.kanji(found[kind])
        case "one":
            value = Decimal(1)
        case _:
            value = Decimal(NATIVE_ALONE[found[kind]])
    if value is None:
        return None
    return Found(ValueKind.NUMBER, numerals.written(value), "", value, found.start(kind), found.end(kind))


@cache
def _lead() -> re.Pattern[str]:
    """Where a value, or a word that looks like one, may begin."""
    latin = sorted({*WORDS, *MONTHS, *ORDINALS, *words().noon} - set(SCALES), key=len, reverse=True)
    ascii_stops = [word for word in not_numerals() if word.isascii()]
    other_stops = [word for word in not_numerals() if not word.isascii()]
    signs = sorted(map(re.escape, currencies_before()), key=len, reverse=True)
    ascii_signs = [sign for sign in signs if sign[0].isalpha()]
    other_signs = [sign for sign in signs if not sign[0].isalpha()]
    part = [*words().forenoon, *words().afternoon]
    noon = [word for word in words().noon if not word.isascii()]
    months = sorted(relative_months(), key=len, reverse=True)
    native = "".join(sorted({word[0] for word in (*NATIVE_TENS, *NATIVE_UNITS)}))
    first = "".join(sorted({word[0] for word in (*other_stops, *part, *noon, *ERAS, *relative_months())}))
    minus = "".join(word[0] for language in VALUES.values() for word in language.minus)
    sign = "".join(re.escape(sign[0]) for sign in currencies_before() if not sign[0].isalpha())
    return re.compile(
        filled(
            _WORDS.lead,
            minus_first=minus,
            sign_first=sign,
            lasting_first=lasting.FIRST,
            minus="|".join(minus_words()),
            lasting=lasting.WORDS,
            ascii_stops="|".join(ascii_stops),
            part_of=clock.PART_OF,
            ascii_signs="|".join(ascii_signs),
            latin="|".join(latin),
            other_signs="|".join(other_signs),
            first=first,
            other_stops="|".join(other_stops),
            eras="|".join(ERAS),
            part="|".join(part),
            noon="|".join(noon),
            months="|".join(months),
            kanji=numerals.KANJI,
            hangul=f"{native}{_WORDS.hangul_digits}",
        )
    )


def _skip(place: Place, end: int) -> Found:
    """Nothing, up to `end`."""
    return Found(None, "", "skip", None, place.start, end)


def _nothing(_: Place) -> Iterator[Found]:
    return iter(())


def _digits(place: Place) -> Iterator[Found]:
    yield from clusters.read_cluster(place.text, place.cased, place.start)


_MEASURES: Final = frozenset((ValueKind.NUMBER, ValueKind.PERCENT, ValueKind.QUANTITY))


def _minus(place: Place) -> Iterator[Found]:
    """零下5度, minus 5 degrees: the word is the sign."""
    first, *others = clusters.read_cluster(place.text, place.cased, place.end)
    if first.kind in _MEASURES and first.amount:
        first = first._replace(
            canonical=f"-{first.canonical}",
            amount=-first.amount,
            start=place.start,
            rewritten=clusters.may_bear_sign(place.text[place.start - 1 : place.start]),
        )
    yield first
    yield from others


_SOME: Final = frozenset("".join(_WORDS.some))  # 数十人, 何百人, 几千年; but 任何一个 is one
_KOREAN_TWO_OR_THREE: Final = frozenset("".join(_WORDS.korean_two_or_three))  # 두세 명, 한두 번, 서너 개
_KOREAN_MULTIPLIERS: Final = frozenset("".join(_WORDS.korean_multipliers))
_BEFORE_VAGUE: Final = frozenset(_WORDS.before_vague)
_DIGITS: Final = frozenset("0123456789")
_ONES: Final = frozenset("".join(_WORDS.ones))


def _is_two_or_three(text: str, start: int) -> bool:
    """Whether a numeral is the second of two neighbours: 二、三日 is about that many."""
    if start < 2 or text[start - 1] != "、" or text[start - 2] not in numerals.KANJI:
        return False
    first, second = numerals.kanji(text[start - 2]), numerals.kanji(text[start])
    return first is not None and second == first + 1


def _kanji(place: Place) -> Iterator[Found]:
    text, start = place.text, place.start
    for reading in (measures.percent_of_hundred, clock.calendar_day, clock.time_of_day):
        found = reading(text, start)
        if found:
            yield found
            return
    amount, end = amounts.amount_in_kanji(text, start)
    before = text[start - 1 : start]
    vague = before in _SOME and text[start] not in _ONES
    if before in _DIGITS or vague or _is_two_or_three(text, start):
        yield Found(None, "", "", None, start, end)
    elif amount is None:
        counted = measures.measured(text, place.cased, start, Amount(Decimal(0), end))
        yield _skip(place, end) if counted is None else Found(None, "", "", None, start, end)
    elif text[end : end + 1] == "~" and text[end + 1 : end + 2] in numerals.KANJI and end + 1 < len(text):
        yield from _kanji_range(place, amount)
    else:
        yield measures.measured(text, place.cased, start, amount) or _large(place, amount)


def _large(place: Place, amount: Amount) -> Found:
    """三十万 or 五億 by itself: no word looks so."""
    text, start, end = place.text, place.start, amount.end
    is_numeral = end - start > 1 and text[end - 1] in _WORDS.myriads and not _in_word(text, start, end)
    if not is_numeral:
        return _skip(place, end)
    return Found(ValueKind.NUMBER, numerals.written(amount.value), "", amount.value, start, end)


def _in_word(text: str, start: int, end: int) -> bool:
    return any(is_han(neighbour) for neighbour in (text[start - 1 : start], text[end : end + 1]))


def _kanji_range(place: Place, first: Amount) -> Iterator[Found]:
    """五〜六日."""
    at = first.end + 1
    second, end = amounts.amount_in_kanji(place.text, at)
    ends = second and ranges.both_ends(place.text, place.cased, place.start, first, at=at, second=second)
    if ends:
        yield from ends
    else:
        yield _skip(place, end)


@cache
def _some_korean() -> re.Pattern[str]:
    """What makes a multiplier vague: 몇십 명, 수 억 원; but 점수만 is only the score."""
    return re.compile(_WORDS.some_korean)


def _hangul(place: Place) -> Iterator[Found]:
    text, start = place.text, place.start
    before = text[start - 1 : start]
    vague = (
        before in _BEFORE_VAGUE
        and text[start] in _KOREAN_MULTIPLIERS
        and _some_korean().search(text, max(0, start - 3), start)
    )
    # 다 begins 다섯 and ends most sentences: only where a numeral stands is it one of two or three
    is_open = before in _KOREAN_TWO_OR_THREE and bool(amounts.amount_in_korean(text, start))
    if is_open or vague:
        yield Found(None, "", "", None, start, place.end)
        return
    if place.spaced and is_hangul(before) and before not in _WORDS.before_numeral:
        return
    found = clock.time_of_day(text, start)
    if found is None:
        amount = amounts.amount_in_korean(text, start)
        if amount:
            found = measures.measured(text, place.cased, start, amount)
    if found is not None:
        yield found


def _stop(place: Place) -> Iterator[Found]:
    """A word in which a numeral is none, unless a longer value begins with it (一時 in 一時間)."""
    first = place.text[place.start]
    reading = _kanji if first in numerals.KANJI else _hangul if is_hangul(first) else None
    longer = [found for found in reading(place) if found.end > place.end] if reading else []
    if longer and longer[-1].kind is not None:
        yield from longer


@cache
def _after_words() -> re.Pattern[str]:
    """What makes number words something else: thirds and fifths, and more digits."""
    ordinals = "|".join(sorted(set(ORDINALS) - {"second"}, key=len, reverse=True))
    return re.compile(filled(_WORDS.after_words, ordinals=ordinals, kanji=numerals.KANJI))


def _latin(place: Place) -> Iterator[Found]:
    text, start = place.text, place.start
    word = text[start : place.end]
    if word in words().noon:
        yield from _noon(place)
        return
    for reading in (clock.day_of, ordinals.ordinal_in_english, clock.month_first):
        found = reading(text, start)
        if found:
            yield found
            return
    if word not in WORDS:
        return
    amount, end = amounts.amount_in_english(text, start)
    part = None if amount is None else measures.part_in_english(text, start, amount)
    if part is not None:
        yield part
        return
    other = _after_words().match(text, end)
    if amount is None or other:
        yield Found(None, "", "", None, start, other.end() if other else end)
        return
    yield (
        clusters.hour_in_words(text, start, amount)
        or measures.measured(text, place.cased, start, amount)
        or _bare(place, amount)
    )


def _bare(place: Place, amount: Amount) -> Found:
    """Number words without a unit; "one" by itself is no number."""
    if amount.is_one:
        return _skip(place, amount.end)
    canonical = numerals.written(amount.value)
    return Found(ValueKind.NUMBER, canonical, "", amount.value, place.start, amount.end)


def _noon(place: Place) -> Iterator[Found]:
    noon = clock.clock_face(12, 0, 0, start=place.start, end=place.end)
    if noon:
        yield noon


def _read_by(reading: Callable[[str, int], Found | None]) -> Callable[[Place], Iterator[Found]]:
    def read(place: Place) -> Iterator[Found]:
        found = reading(place.text, place.start)
        if found is not None:
            yield found

    return read


def _lasting(place: Place) -> Iterator[Found]:
    """A week, 半年, 이틀; where they are none, whatever a numeral at their beginning may be."""
    found = lasting.lasting(place.text, place.start)
    if found is not None:
        yield found
    elif is_hangul(place.text[place.start]):
        yield from _hangul(place._replace(end=place.start + 1))


def _ordinal(place: Place) -> Iterator[Found]:
    before = place.text[place.start - 1 : place.start]
    within_word = place.text[place.start] == _WORDS.korean_ordinal and is_hangul(before)
    found = None if within_word else ordinals.numbered(place.text, place.start)
    if found is not None:
        yield found


_READERS: Final[Mapping[str, Callable[[Place], Iterator[Found]]]] = {
    "url": _nothing,
    "minus": _minus,
    "digits": _digits,
    "latin_stop": _nothing,
    "latin": _latin,
    "code": _read_by(measures.money_after_sign),
    "sign": _read_by(measures.money_after_sign),
    "stop": _stop,
    "era": _read_by(clock.era),
    "part": _read_by(clock.time_of_day),
    "noon": _noon,
    "lasting": _lasting,
    "part_of": _read_by(clock.part_of),
    "month_end": _read_by(clock.month_end),
    "relative": _read_by(clock.relative_day),
    "kanji": _kanji,
    "ordinal": _ordinal,
    "hangul": _hangul,
}
