"""Dates and times of day: full dates to ISO 8601, times to the 24-hour clock where that is sure."""

from __future__ import annotations

import re
from datetime import date
from decimal import Decimal
from functools import cache
from typing import Final

from ragtriage.languages.load import Section, Words, filled, merged
from ragtriage.text.values import numerals
from ragtriage.text.values.found import Found
from ragtriage.text.values.tables import ERAS, MONTHS, ORDINALS, RELATIVE_MONTHS
from ragtriage.text.values.value import ValueKind
from ragtriage.text.values.vocabulary import relative_months, words

__all__ = [
    "PART_OF",
    "calendar_day",
    "clock_face",
    "day_of",
    "era",
    "month_end",
    "month_first",
    "part_of",
    "relative_day",
    "time_of_day",
]


class _Words(Section, frozen=True):
    """The section `clock`: dates and times; ⟨…⟩ is filled by code."""

    halves: Words = Words()  # of an hour
    quarters: Words = Words()  # one of them, and three
    korean_hour: str = ""
    korean_signs: Words = Words()  # of minutes and seconds
    han_signs: Words = Words()

    small: str = ""
    year_number: str = ""
    month: str = ""
    day: str = ""
    korean_months: Words = Words()
    korean_june: str = ""
    korean_digits: str = ""
    calendar: str = ""
    month_and_day: str = ""
    korean_day: str = ""
    han_day: str = ""
    era: str = ""
    first_year: str = ""
    fiscal: str = ""
    month_end_words: str = ""
    each_month_end: str = ""
    each_month: str = ""
    relative: str = ""
    every_month: Words = Words()
    korean_end: str = ""
    korean_last_day: str = ""
    han_last_day: str = ""
    time: str = ""
    points: Words = Words()
    korean_afternoon: str = ""
    evening: str = ""


_WORDS: Final = merged("clock", _Words)

# A small number in digits, kanji or Hangul, as it stands in a date or a time.
_SMALL: Final = filled(_WORDS.small, kanji=numerals.KANJI)
_YEAR: Final = _WORDS.year_number
_MONTH: Final = filled(_WORDS.month, small=_SMALL)
_DAY: Final = filled(_WORDS.day, small=_SMALL)
_MONTH_NAME: Final = "(?:" + "|".join(sorted(MONTHS, key=len, reverse=True)) + r")(?![a-z])"
_ORDINAL_WORD: Final = "(?:(?:twenty|thirty)[ -])?(?:" + "|".join(ORDINALS) + ")"
_MONTH_NAMES: Final = tuple(name for name in MONTHS if len(name) > 3 or name == "may")


def _small(text: str) -> int | None:
    """The value of a small number in a date or a time."""
    if text.isascii():
        return int(text)
    if text in _WORDS.korean_months:  # 유월, 시월
        return 6 if text == _WORDS.korean_june else 10
    value = numerals.kanji(text) if text[0] in numerals.KANJI else None
    if value is None:
        value = numerals.native_korean(text)
    if value is None and all(character in _WORDS.korean_digits for character in text):
        value = numerals.sino_korean(text)
    return None if value is None else int(value)


def _day(year: int, month: int | None, day: int | None) -> date | None:
    """The calendar day, when there is one."""
    if month is None or day is None:
        return None
    try:
        return date(year, month, day)
    except ValueError:
        return None


def _dated(day: date, start: int, end: int) -> Found:
    return Found(ValueKind.DATE, day.isoformat(), "day", Decimal(day.toordinal()), start, end)


@cache
def _calendar() -> re.Pattern[str]:
    return re.compile(filled(_WORDS.calendar, year=_YEAR, month=_MONTH, day=_DAY))


@cache
def _month_and_day() -> re.Pattern[str]:
    return re.compile(filled(_WORDS.month_and_day, month=_MONTH, day=_DAY))


def calendar_day(text: str, start: int) -> Found | None:
    """2024年5月1日, 2024년 5월 1일 and 二〇二四年五月一日; a part of a date stays a part, in digits."""
    found = _calendar().match(text, start)
    if found:
        year = _year(found["year"])
        return None if year is None else _of_year(year, found, start)
    found = _month_and_day().match(text, start)
    month = _small(found["month"]) if found else None
    if found is None or month is None or not 1 <= month <= 12:
        return None
    return _of_month(month, found, start)


def _of_month(month: int, found: re.Match[str], start: int) -> Found:
    """A month, with its day or its end where they are given."""
    end, name = found.end(), f"{month}{found['m']}"
    if found["end"]:
        return Found(ValueKind.DATE, name + found["end"], "month-day", None, start, end)
    if found["day"] is None:
        return Found(ValueKind.DATE, name, "month-of-year", Decimal(month), start, end)
    day = _small(found["day"])
    if day is None or _day(2000, month, day) is None:
        return Found(None, "", "", None, start, end)
    canonical = f"{name}{day}{_day_sign(found['d'])}"
    return Found(ValueKind.DATE, canonical, "month-day", Decimal(100 * month + day), start, end)


def _day_sign(sign: str) -> str:
    """5月1号 and 5月1日 are one day."""
    return sign if sign == _WORDS.korean_day else _WORDS.han_day


def _year(text: str) -> int | None:
    if text.isascii():
        return int(text)
    value = numerals.kanji(text)
    return int(value) if value is not None and 1000 <= value <= 2999 else None


def _of_year(year: int, found: re.Match[str], start: int) -> Found | None:
    """A year, with its month and day where they are given."""
    end = found.end()
    if found["month"] is None:
        return Found(ValueKind.DATE, f"{year}{found['y']}", "year", Decimal(year), start, end)
    month = _small(found["month"])
    if found["day"] is None:
        if month is None or not 1 <= month <= 12:
            return None
        canonical = f"{year}{found['y']}{month}{found['m']}"
        return Found(ValueKind.DATE, canonical, "month", Decimal(100 * year + month), start, end)
    day = _day(year, month, _small(found["day"]))
    return Found(None, "", "", None, start, end) if day is None else _dated(day, start, end)


@cache
def _era() -> re.Pattern[str]:
    return re.compile(filled(_WORDS.era, eras="|".join(ERAS), kanji=numerals.KANJI, month=_MONTH, day=_DAY))


def era(text: str, start: int) -> Found | None:
    """令和6年5月1日 and 令和元年, within the days of the era."""
    found = _era().match(text, start)
    if found is None:
        return None
    first_year, first, last = ERAS[found["era"]]
    count = 1 if found["year"] == _WORDS.first_year else _small(found["year"])
    read = None
    if count and first.year <= first_year + count - 1 <= last.year:
        read = _of_era(first_year + count - 1, found, start)
    if read and read.unit == "day" and read.amount is not None:
        read = read if first.toordinal() <= read.amount <= last.toordinal() else None
    return read or Found(None, "", "", None, start, found.end())


def _of_era(year: int, found: re.Match[str], start: int) -> Found | None:
    """A date, or a fiscal year (令和6年度)."""
    if not found["fiscal"]:
        return _of_year(year, found, start)
    if found["month"]:
        return None
    return Found(
        ValueKind.DURATION, f"{year}{_WORDS.fiscal}", _WORDS.fiscal, Decimal(year), start, found.end()
    )


@cache
def _day_first() -> re.Pattern[str]:
    return re.compile(
        rf"(?P<day>[0-9]{{1,2}}|{_ORDINAL_WORD})(?:st|nd|rd|th)?(?: day)?(?:[ -]| of )"
        rf"(?P<month>{_MONTH_NAME})\.?(?:(?: ?, ?| |-)(?P<year>[0-9]{{4}})(?![0-9]|[.:/,-][0-9]))?"
    )


@cache
def _month_first() -> re.Pattern[str]:
    return re.compile(
        rf"(?P<month>{_MONTH_NAME})\.? ?(?:the )?(?P<day>[0-9]{{1,2}})(?![0-9]|[.:/-][0-9])"
        r"(?:st|nd|rd|th)?(?![a-z])(?:(?: ?, ?| )(?P<year>[0-9]{4})(?![0-9]|[.:/,-][0-9]))?"
    )


def month_first(text: str, start: int) -> Found | None:
    """May 1, 2024 and May 1."""
    found = _month_first().match(text, start)
    return None if found is None else _english(found, start)


def day_of(text: str, start: int) -> Found | None:
    """1 May 2024, the 1st of May, the 5th of the following month."""
    found = _day_first().match(text, start)
    if found:
        read = _english(found, start)
        if read:
            return read
    found = _relative_english().match(text, start)
    if found is None:
        return None
    day = _ordinal(found["day"])
    if day is None or not 1 <= day <= 31:
        return None
    canonical = f"{day}{_suffix(day)} of {found['month']} month"
    return Found(ValueKind.RELATIVE_DAY, canonical, found["month"], Decimal(day), start, found.end())


@cache
def _relative_english() -> re.Pattern[str]:
    return re.compile(
        rf"(?P<day>[0-9]{{1,2}}(?:st|nd|rd|th)|{_ORDINAL_WORD})(?: day)? of (?:the )?"
        rf"(?P<month>{'|'.join(RELATIVE_MONTHS)}) month(?![a-z])"
    )


def _ordinal(text: str) -> int | None:
    """The number of 5, 5th or "twenty-first"."""
    digits = re.match("[0-9]+", text)
    if digits:
        return int(digits.group())
    first, _, last = text.replace("-", " ").rpartition(" ")
    unit = ORDINALS[last]
    if not first:
        return unit
    return {"twenty": 20, "thirty": 30}[first] + unit if unit < 10 else None


def _suffix(number: int) -> str:
    """The letters after an English ordinal."""
    if number % 100 in (11, 12, 13):
        return "th"
    return {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")


def _english(found: re.Match[str], start: int) -> Found | None:
    month = MONTHS[found["month"]]
    day = _ordinal(found["day"])
    if found["year"] is None:
        if _day(2000, month, day) is None or day is None:
            return None
        name = next(name for name in _MONTH_NAMES if MONTHS[name] == month)
        end = found.end("day") if found.start("day") > found.start("month") else found.end("month")
        end = _past_suffix(found.string, end)
        return Found(ValueKind.DATE, f"{name} {day}", "month-day", Decimal(100 * month + day), start, end)
    whole = _day(int(found["year"]), month, day)
    return None if whole is None else _dated(whole, start, found.end("year"))


def _past_suffix(text: str, end: int) -> int:
    return end + 2 if text[end - 1].isdigit() and text[end : end + 2] in ("st", "nd", "rd", "th") else end


# What is a time or a day by itself, though no numeral stands in it.
PART_OF: Final = (
    "(?:an? )?(?:hour|day|week|month|year|minute) and a half|half an hour|(?:a |three )?quarters? of an hour"
    "|(?:once|twice|thrice)(?= (?:an?|per|each|every|daily|weekly|monthly|yearly|annually) ?)"
    "|(?:the )?(?:end|last day) of (?:the|each|every) month|month[ -]end"
)
_TIMES: Final = {"once": 1, "twice": 2, "thrice": 3}
_LONG: Final = {"minute": 60, "hour": 3600}


def part_of(text: str, start: int) -> Found | None:
    """Half an hour, an hour and a half, the end of the month."""
    found = _part_of().match(text, start)
    if found is None:
        return None
    words, end = found.group(), found.end()
    if words in _TIMES:
        times = Decimal(_TIMES[words])
        return Found(ValueKind.QUANTITY, f"{times}time", "time", times, start, end, rewritten=False)
    if "month" in words and "half" not in words:
        return _month_end(start, end)
    if words.endswith("of an hour"):
        return _lasting("hour", Decimal("0.75" if words.startswith("three") else "0.25"), start, end)
    if words == "half an hour":
        return _lasting("hour", Decimal("0.5"), start, end)
    unit = words.removesuffix(" and a half").rpartition(" ")[2]
    return _lasting(unit, Decimal("1.5"), start, end)


@cache
def _part_of() -> re.Pattern[str]:
    return re.compile(PART_OF)


def _lasting(unit: str, number: Decimal, start: int, end: int) -> Found:
    amount = number * _LONG.get(unit, 1)
    name = "sec" if unit in _LONG else unit
    return Found(ValueKind.DURATION, f"{numerals.written(amount)}{name}", name, amount, start, end)


def month_end(text: str, start: int) -> Found | None:
    """月末, 월말 and 月底, of each month."""
    found = _month_end_words().match(text, start)
    return None if found is None else _month_end(start, found.end())


@cache
def _month_end_words() -> re.Pattern[str]:
    return re.compile(_WORDS.month_end_words)


def _month_end(start: int, end: int) -> Found:
    return Found(
        ValueKind.RELATIVE_DAY, _WORDS.each_month_end, _WORDS.each_month, None, start, end, rewritten=False
    )


@cache
def _relative() -> re.Pattern[str]:
    names = "|".join(sorted(map(re.escape, relative_months()), key=len, reverse=True))
    return re.compile(filled(_WORDS.relative, names=names, day=_DAY))


def relative_day(text: str, start: int) -> Found | None:
    """翌月5日 = 翌月の5日, 다음 달 5일, 次月5日."""
    found = _relative().match(text, start)
    if found is None:
        return None
    name = relative_months()[found["month"]]
    if found["end"]:
        if name in _WORDS.every_month:
            return _month_end(start, found.end())
        end = _WORDS.korean_last_day if found["end"].startswith(_WORDS.korean_end) else _WORDS.han_last_day
        return Found(ValueKind.RELATIVE_DAY, name + end, name, None, start, found.end())
    day = _small(found["day"])
    if day is None or not 1 <= day <= 31:
        return Found(None, "", "", None, start, found.end())
    canonical = f"{name}{day}{_day_sign(found['d'])}"
    return Found(ValueKind.RELATIVE_DAY, canonical, name, Decimal(day), start, found.end())


_PARTS: Final = {  # of an hour, in minutes
    **dict.fromkeys(_WORDS.halves, 30),
    **{quarters: at * 15 for at, quarters in zip((1, 3), _WORDS.quarters, strict=False)},
}


@cache
def _time() -> re.Pattern[str]:
    known = words()
    parts = "|".join(sorted((*known.forenoon, *known.afternoon), key=len, reverse=True))
    return re.compile(filled(_WORDS.time, parts=parts, small=_SMALL))


def time_of_day(text: str, start: int) -> Found | None:
    """午後5時30分, 오후 5시, 下午5点半, 17時, 17:00 after such a word; 5時 alone stays open."""
    found = _time().match(text, start)
    if found is None or (found["part"] is None and found["h"] is None):
        return None
    hour = _small(found["hour"])
    part_of_hour = found["half"] or found["quarter"]
    minute = _PARTS.get(part_of_hour or "") or _small(found["minute"] or found["face"] or "0")
    second = _small(found["second"] or found["tick"] or "0")
    if hour is None or minute is None or second is None or hour > 24 or minute > 59 or second > 59:
        return None
    if found["h"] in _WORDS.points and found["part"] is None and found["minute"] is None and not part_of_hour:
        return None  # five o'clock or five points
    marked = _marked(hour, part=found["part"])
    if marked is not None:
        return clock_face(marked, minute, second, start=start, end=found.end())
    if found["part"]:
        return Found(None, "", "", None, start, found.end())
    signs = _WORDS.korean_signs if found["h"] == _WORDS.korean_hour else _WORDS.han_signs
    tail = "" if found["minute"] is None and not part_of_hour else f"{minute}{signs[0]}"
    if found["second"]:
        tail += f"{second}{signs[1]}"
    amount = Decimal(60 * hour + minute) + Decimal(second) / 60
    return Found(ValueKind.TIME, f"{hour}{found['h']}{tail}", "open", amount, start, found.end())


def _marked(hour: int, *, part: str | None) -> int | None:
    """The hour of the 24-hour clock, or None where it is not sure."""
    if part is None:
        return hour if hour == 0 or hour > 12 else None
    if part in words().forenoon:
        return hour if hour < 12 else None
    if hour == 12:
        return 12 if part == _WORDS.korean_afternoon else None  # 午後12時 and 下午12点 are taken both ways
    if hour > 12:
        return hour if hour < 24 else None
    return hour + 12 if part != _WORDS.evening or hour > 4 else None


def clock_face(hour: int, minute: int, second: int, *, start: int, end: int) -> Found | None:
    """A time on the 24-hour clock."""
    if hour == 24 and (minute or second):
        return None
    canonical = f"{hour:02}:{minute:02}" + (f":{second:02}" if second else "")
    amount = Decimal(60 * hour + minute) + Decimal(second) / 60
    return Found(ValueKind.TIME, canonical, "", amount, start, end)
