"""Digits joined by signs: a number, a date, a time, a range or a list; or an id, which is none of them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date
from decimal import Decimal
from functools import cache
from typing import Final

from ragtriage.languages.load import Section, Words, merged
from ragtriage.text.values import amounts, clock, measures, numerals, ordinals, ranges
from ragtriage.text.values.found import Amount, Found
from ragtriage.text.values.value import ValueKind

__all__ = ["hour_in_words", "may_bear_sign", "read_cluster"]


class _Words(Section, frozen=True):
    """The section `clusters`: what a dash behind it makes a range of."""

    before_dash: Words = Words()


_WORDS: Final = merged("clusters", _Words)

_PART_OF_ID_BEFORE: Final = frozenset("/\\@._^⁄")  # ½ is 1⁄2
_PART_OF_ID_AFTER: Final = frozenset("\\@_^⁄")

# After one of these a dash joins two ends: 216年-219年, (1)-3, 5%-10%.
_BEFORE_DASH: Final = frozenset("".join(_WORDS.before_dash))
_LONGEST_ORDINAL: Final = 6  # digits


@cache
def _half_day() -> re.Pattern[str]:
    return re.compile(r"[0-9] ?[ap]\.?m\.?\Z")


@cache
def _cluster() -> re.Pattern[str]:
    return re.compile(r"[+-]?[0-9]++(?:[.,:/-][0-9]++)*+")


@cache
def _forms() -> re.Pattern[str]:
    """What a cluster may be as a whole."""
    number = r"(?:[0-9]{1,3}(?:,[0-9]{3})++|[0-9]++)(?:\.[0-9]++)?"
    return re.compile(
        rf"(?P<number>[+-]?{number})"
        r"|(?P<year>[0-9]{4})(?P<by>[-/])(?P<month>[0-9]{1,2})(?P=by)(?P<day>[0-9]{1,2})"
        r"|(?P<first>[0-9]{1,2})(?P<between>[-/.])(?P<second>[0-9]{1,2})(?P=between)(?P<last>[0-9]{4})"
        r"|(?P<face>[0-9]{1,2}:[0-9]{2}(?::[0-9]{2})?)(?:-(?P<until>[0-9]{1,2}:[0-9]{2}))?"
        rf"|(?P<from>(?:[1-9][0-9]*+|0)(?:\.[0-9]++)?)-(?P<to>(?:[1-9][0-9]*+|0)(?:\.[0-9]++)?)"
        r"|(?P<version>(?!(?:19|20)[0-9]{2}\.)[0-9]{1,4}\.[0-9]{1,4}\.[0-9]{1,4})"
        r"|(?P<decimal>[0-9]{1,3},[0-9]{1,2})"
        r"|(?P<list>[0-9]++(?:,(?:[0-9]{1,2}|[0-9]{4,9})(?![0-9]))++)"
        r"|(?P<doubtful>[0-9]++/[0-9]++|[0-9]++(?:,[0-9]++)++(?:\.[0-9]++)?|(?:19|20)[0-9]{2}\.[0-9]{1,2}\.[0-9]{1,2})"
    )


def read_cluster(text: str, cased: str, start: int) -> Iterator[Found]:
    """Read the digits that begin at `start` (or at the sign there)."""
    end = _cluster().match(text, start).end()  # type: ignore[union-attr] # the lead is a digit
    before = text[start - 1 : start]
    signed = not text[start].isdigit()
    if signed and _half_day().search(text, max(0, start - 6), start):
        start, before, signed = start + 1, "-", False  # 9am-5pm
    if before in numerals.KANJI and before:
        yield _unread(start, end, doubtful=True)  # 一万3千 mixes two scripts
        return
    if _is_id(before, signed=signed) or (text[end : end + 1] in _PART_OF_ID_AFTER and end < len(text)):
        yield _release(text, start, end) or _unread(start, end, doubtful=False)
        return
    if signed and before in _BEFORE_DASH:
        start += 1
    yield from _formed(text, cased, start, end)


def _formed(text: str, cased: str, start: int, end: int) -> Iterator[Found]:
    """Digits that are no id, by the form of the whole."""
    form = _forms().fullmatch(text, start, end)
    if form is None:
        yield _unread(start, end, doubtful=False)
    elif form["number"]:
        yield from _number(text, cased, start, end)
    elif form["decimal"]:
        yield _unread(start, end, doubtful=True)  # 2,5 is two and a half, or two numbers
    elif form["list"]:
        yield from _listed(text, cased, start, end)
    elif form["version"]:
        yield _version(text, start, end)
    elif form["from"]:
        yield from _range(text, cased, start, form)
    else:
        yield from _whole(text, form)


def _release(text: str, start: int, end: int) -> Found | None:
    """The version of v3.4.1."""
    form = _forms().fullmatch(text, start, end)
    is_after_v = _version_letter().search(text, max(0, start - 2), start) is not None
    return _version(text, start, end) if is_after_v and form and form["version"] else None


@cache
def _version_letter() -> re.Pattern[str]:
    return re.compile(r"(?<![^ (])v\Z")


def may_bear_sign(before: str) -> bool:
    """Whether a dash behind this character is sure to be the sign of the number after it."""
    return before in ("", " ") or (before > "\u2e80" and before not in _BEFORE_DASH)


def _is_id(before: str, *, signed: bool) -> bool:
    """Whether what stands before makes the digits a part of an id (doc-5, v3, /2024)."""
    if before in _PART_OF_ID_BEFORE:
        return before != ""
    return (before.isalpha() and before < "\u0e00") or (signed and before.isdigit())


def _unread(start: int, end: int, *, doubtful: bool) -> Found:
    """Digits without a reading; doubtful ones may be a value, the others are an id."""
    return Found(None, "", "" if doubtful else "skip", None, start, end)


def _version(text: str, start: int, end: int) -> Found:
    """7.1.3, of a release or of a section: equal only where it is written alike."""
    following = text[end : end + 2]
    if not following[:1].isascii() or not following:
        following = ""
    if following[:1].isalnum() or (following[:1] in ("-", "+") and following[1:].isalnum()):
        return _unread(start, end, doubtful=False)
    return Found(ValueKind.VERSION, text[start:end], "", None, start, end, rewritten=False)


def _whole(text: str, form: re.Match[str]) -> Iterator[Found]:
    """A date or a time that fills its cluster."""
    start, end = form.span()
    if text[end : end + 1].isascii() and text[end : end + 1].isalpha() and not form["face"]:
        yield _unread(start, end, doubtful=False)
    elif form["year"]:
        yield _dated(int(form["year"]), int(form["month"]), int(form["day"]), start=start, end=end)
    elif form["first"]:
        first, second, year = int(form["first"]), int(form["second"]), int(form["last"])
        yield _sure_order(first, second, year, start=start, end=end)
    elif form["face"]:
        yield from _faces(text, form)
    else:
        yield _unread(start, end, doubtful=True)


def _dated(year: int, month: int, day: int, *, start: int, end: int) -> Found:
    try:
        whole = date(year, month, day)
    except ValueError:
        return _unread(start, end, doubtful=True)
    return Found(ValueKind.DATE, whole.isoformat(), "day", Decimal(whole.toordinal()), start, end)


def _sure_order(first: int, second: int, year: int, *, start: int, end: int) -> Found:
    """13/05/2024 can only be one day; 01/05/2024 is one of two."""
    if first > 12 or first == second:
        return _dated(year, second, first, start=start, end=end)
    if second > 12:
        return _dated(year, first, second, start=start, end=end)
    return _unread(start, end, doubtful=True)


@cache
def _meridiem() -> re.Pattern[str]:
    return re.compile(r" ?(?P<half>[ap])(?:\.m\.?|m\b)(?![a-z])|(?P<clock> ?o'?clock)(?![a-z])")


def _faces(text: str, form: re.Match[str]) -> Iterator[Found]:
    """17:00, 5:00 pm, 9:00-18:00."""
    end = form.end("face")
    if form["until"]:
        for group in ("face", "until"):
            yield _face(form[group], None, start=form.start(group), end=form.end(group))
        return
    after = _meridiem().match(text, end)
    half = after["half"] if after and after["half"] else None
    following = text[end : end + 1]
    if half is None and following.isascii() and following.isalpha():
        yield _unread(form.start(), end, doubtful=False)
        return
    yield _face(form["face"], half, start=form.start(), end=after.end() if after and half else end)


def _face(face: str, half: str | None, *, start: int, end: int) -> Found:
    """A time in digits; without morning or afternoon, 5:00 stays open and 05:00 does not."""
    hour, minute, second = (*map(int, face.split(":")), 0)[:3]
    if hour > 24 or minute > 59 or second > 59:
        return _unread(start, end, doubtful=True)
    if half:
        return _twelve(hour, minute, second, half=half, start=start, end=end)
    if 0 < hour < 10 and face[0] != "0":
        amount = Decimal(60 * hour + minute) + Decimal(second) / 60
        canonical = f"{hour}:{minute:02}" + (f":{second:02}" if second else "")
        return Found(ValueKind.TIME, canonical, "open", amount, start, end)
    return clock.clock_face(hour, minute, second, start=start, end=end) or _unread(start, end, doubtful=True)


def _twelve(hour: int, minute: int, second: int, *, half: str, start: int, end: int) -> Found:
    """5 pm; 12 pm is noon, as clocks and style guides have it."""
    if not 1 <= hour <= 12:
        return _unread(start, end, doubtful=True)
    hour = hour % 12 + (12 if half == "p" else 0)
    return clock.clock_face(hour, minute, second, start=start, end=end) or _unread(start, end, doubtful=True)


def hour_in_words(text: str, start: int, amount: Amount) -> Found | None:
    """5 pm and five o'clock."""
    after = _meridiem().match(text, amount.end)
    if after is None or amount.value != int(amount.value) or not 0 < amount.value < 13:
        return None
    hour = int(amount.value)
    if after["half"]:
        return _twelve(hour, 0, 0, half=after["half"], start=start, end=after.end())
    return Found(ValueKind.TIME, f"{hour}:00", "open", Decimal(60 * hour), start, after.end())


@cache
def _ordinal_suffix() -> re.Pattern[str]:
    return re.compile(r"(?:st|nd|rd|th)(?![a-z0-9])")


@cache
def _dotted_time() -> re.Pattern[str]:
    """6.45 p.m., as some write it."""
    return re.compile(r"([0-9]{1,2})\.([0-5][0-9]) ?(?P<half>[ap])(?:\.m\.?|m\b)(?![a-z])")


def _number(text: str, cased: str, start: int, end: int) -> Iterator[Found]:
    """A number, with whatever belongs to it."""
    dated = _dated_number(text, start, end) if text[start].isdigit() else None
    amount = None if dated else amounts.amount_in_digits(text, start, end, cased=cased)
    if dated:
        yield dated
    elif amount is None:
        yield _unread(start, end, doubtful=False)
    elif text[amount.end : amount.end + 1] == "~":
        yield from _wave(text, cased, start, amount)
    else:
        yield _counted(text, cased, start, amount)


def _dated_number(text: str, start: int, end: int) -> Found | None:
    """A day, a time or an ordinal that begins with a number."""
    for reading in (clock.calendar_day, clock.time_of_day, clock.day_of):
        found = reading(text, start)
        if found:
            return found
    value = numerals.plain(text[start:end])
    if value is None or end - start > _LONGEST_ORDINAL:
        return None
    dotted = _dotted_time().match(text, start)
    if dotted:
        return _twelve(int(dotted[1]), int(dotted[2]), 0, half=dotted["half"], start=start, end=dotted.end())
    suffix = _ordinal_suffix().match(text, end)
    if suffix:
        return ordinals.english_ordinal(int(value), start, suffix.end())
    return hour_in_words(text, start, Amount(value, end))


def _counted(text: str, cased: str, start: int, amount: Amount) -> Found:
    """A number with its unit, or alone; 2、3日 and the end of 1 000 km are not what they seem."""
    if _is_two_or_three(text, start, amount.end):
        return _unread(start, amount.end, doubtful=True)
    measured = measures.measured(text, cased, start, amount)
    if measured is None:
        return _bare(text, start, amount)
    if measured.unit != "%" and text[start] == "0" and text[start + 1].isdigit():
        return _unread(start, amount.end, doubtful=True)
    return measured


def _is_two_or_three(text: str, start: int, end: int) -> bool:
    """Whether this is the second of two neighbours: 2、3日 is about that many."""
    return (
        start > 1
        and end == start + 1
        and text[start - 1] == "、"
        and text[start - 2] in "12345678"
        and not text[max(0, start - 3) : start - 2].isdigit()
        and int(text[start]) == int(text[start - 2]) + 1
    )


def _bare(text: str, start: int, amount: Amount) -> Found:
    """A number without a unit, as it is written but for the commas."""
    end = amount.end
    following = text[end : end + 1]
    joined = following == "-" and text[end + 1 : end + 2].isalnum()
    if (following.isascii() and following.isalnum()) or joined or following == "#":
        return _unread(start, end, doubtful=False)
    if following == "+":
        return _unread(start, end, doubtful=True)  # 30+ is more than 30
    if not amount.in_digits:
        return Found(ValueKind.NUMBER, numerals.written(amount.value), "", amount.value, start, end)
    canonical = text[start:end].replace(",", "")
    return Found(ValueKind.NUMBER, canonical, "", amount.value, start, end, rewritten=False)


def _wave(text: str, cased: str, start: int, first: Amount) -> Iterator[Found]:
    """5〜6日."""
    at = first.end + 1
    digits = _cluster().match(text, at)
    second = amounts.amount_in_digits(text, at, digits.end(), cased=cased) if digits else None
    if second is None:
        yield _bare(text, start, first)
    else:
        yield from _ends(text, cased, start, first, at=at, second=second)


def _range(text: str, cased: str, start: int, form: re.Match[str]) -> Iterator[Found]:
    """5-6 days, where the second is the greater; otherwise it is an id."""
    lower, upper = numerals.plain(form["from"]), numerals.plain(form["to"])
    at, end = form.span("to")
    second = amounts.amount_in_digits(text, at, end, cased=cased)
    if lower is None or upper is None or second is None or lower >= upper:
        yield _unread(start, end, doubtful=False)
    else:
        first = Amount(lower, form.end("from"), in_digits=True)
        yield from _ends(text, cased, start, first, at=at, second=second)


def _ends(text: str, cased: str, start: int, first: Amount, *, at: int, second: Amount) -> Iterator[Found]:
    """Both ends of a range, with their unit or bare."""
    measured = ranges.both_ends(text, cased, start, first, at=at, second=second)
    if measured:
        yield from measured
        return
    last = _bare(text, at, second)
    if last.kind is None:
        yield _unread(start, last.end, doubtful=False)
        return
    canonical = numerals.written(first.value)
    if first.in_digits:
        canonical = text[start : first.end].replace(",", "")
    yield Found(ValueKind.NUMBER, canonical, "", first.value, start, first.end, rewritten=False)
    yield last._replace(rewritten=False)


def _listed(text: str, cased: str, start: int, end: int) -> Iterator[Found]:
    """1,2,3 or 2018,2019: numbers side by side, of which the last may have a unit."""
    at = start
    for number in text[start:end].split(","):
        behind = at + len(number)
        value = numerals.plain(number)
        if value is None:
            yield _unread(at, behind, doubtful=False)
        elif behind < end:
            yield Found(ValueKind.NUMBER, number, "", value, at, behind, rewritten=False)
        else:
            yield from _number(text, cased, at, end)
        at = behind + 1
