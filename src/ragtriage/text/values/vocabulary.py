"""The languages' tables as the look-ups the reader needs, built when the first text is read."""

from __future__ import annotations

from functools import cache
from typing import Final, NamedTuple

from msgspec.structs import replace

from ragtriage.text.values.tables import VALUES, Currency, Unit

__all__ = [
    "Written",
    "after_space",
    "currencies_before",
    "group",
    "minus_words",
    "not_numerals",
    "relative_months",
    "unit_at",
    "words",
]

_MOST_SPACES: Final = 4


class Written(NamedTuple):
    """A unit, currency or percent sign as it stands in a text."""

    meaning: Unit | Currency | None  # None for percent
    unless_before: tuple[str, ...]


@cache
def _written() -> dict[str, Written]:
    table: dict[str, Written] = {}
    for language in VALUES.values():
        for unit in language.units:
            _add(table, unit, surfaces=unit.surfaces, unless_before=unit.unless_before)
        for currency in language.currencies:
            _add(table, currency, surfaces=currency.after, unless_before=currency.unless_before)
        _add(table, None, surfaces=language.percent, unless_before="")
    for unit in (unit for language in VALUES.values() for unit in language.units):
        table.setdefault(
            unit.name, Written(replace(unit, factor="1", plus="0"), ())
        )  # a token is read as what it says
    return table


def _add(
    table: dict[str, Written],
    meaning: Unit | Currency | None,
    *,
    surfaces: tuple[str, ...],
    unless_before: str,
) -> None:
    words = tuple(unless_before.split())
    unspaced = [
        surface.replace(" ", "") for surface in surfaces if not surface.isascii()
    ]  # as `standard` has it
    for surface in dict.fromkeys((*surfaces, *unspaced)):
        known = table.get(surface)
        if known is None:
            table[surface] = Written(meaning, words)
        else:
            table[surface] = known._replace(unless_before=(*known.unless_before, *words))


@cache
def _lengths() -> dict[str, tuple[int, ...]]:
    """The lengths of the surfaces that begin with a character, longest first."""
    lengths: dict[str, set[int]] = {}
    for surface in _written():
        lengths.setdefault(surface[0], set()).add(len(surface))
    return {first: tuple(sorted(found, reverse=True)) for first, found in lengths.items()}


def unit_at(text: str, start: int) -> tuple[Written, int] | None:
    """The longest unit, currency or percent sign that begins at `start`, and where it ends."""
    table = _written()
    for length in _lengths().get(text[start : start + 1], ()):
        end = start + length
        found = table.get(text[start:end]) if end <= len(text) else None
        if not found or text.startswith(found.unless_before, end):
            continue
        if not _runs_on(text, end) or _is_compound(found, text[end]):
            return found, end
    return None


def after_space(text: str, end: int) -> int:
    """Where a unit may begin after a number: past a space or a few, or past the hyphen of 5-day."""
    following = text[end : end + 2]
    if following == "  ":
        return end + len(text[end : end + _MOST_SPACES]) - len(text[end : end + _MOST_SPACES].lstrip(" "))
    if following[:1] == " " or (following[:1] == "-" and following[1:].isalpha()):
        return end + 1
    return end


def _runs_on(text: str, end: int) -> bool:
    """Whether a Latin word or a power goes on here, so that the unit would be cut."""
    if end >= len(text):
        return False
    following = text[end]
    if text[end - 1].isascii():
        if text[end - 1].isalnum():
            return following.isascii() and (following.isalnum() or following in "^_")
        return following.isdigit() and following.isascii()
    return False


def _is_compound(found: Written, following: str) -> bool:
    """Whether digits go on a duration: 1h30m."""
    return following.isdigit() and isinstance(found.meaning, Unit) and found.meaning.name == "sec"


@cache
def _groups() -> dict[str, str]:
    groups = {
        unit.name: unit.group
        for language in reversed(VALUES.values())
        for unit in language.units
        if unit.group
    }
    for language in VALUES.values():
        for names in language.same_months:
            shared = groups.get(names[-1], names[0])
            groups.update(dict.fromkeys(names, shared))
    return groups


def group(unit: str) -> str:
    """The name shared by the units (or relative months) that can be compared with this one."""
    known = _groups().get(unit)
    if known is not None or "/" not in unit:
        return known or unit
    base, _, rate = unit.partition("/")  # 回/day and 번/day: the rate is a part of the unit
    return f"{_groups().get(base, base)}/{rate}"


@cache
def currencies_before() -> dict[str, str]:
    """Codes by what is written before an amount."""
    return {
        sign: currency.code
        for language in VALUES.values()
        for currency in language.currencies
        for sign in currency.before
    }


@cache
def relative_months() -> dict[str, str]:
    """Canonical names of relative months, as they are written."""
    return {
        word: name
        for language in VALUES.values()
        for name, words in language.relative_months.items()
        for word in words
    }


@cache
def not_numerals() -> tuple[str, ...]:
    """Words in which a numeral is none, longest first."""
    found = {word for language in VALUES.values() for word in language.not_numerals}
    return tuple(sorted(found, key=len, reverse=True))


@cache
def minus_words() -> tuple[str, ...]:
    """Patterns of the words that are the sign of the digits after them."""
    found = dict.fromkeys(word for language in VALUES.values() for word in language.minus)
    return tuple(f"{'(?<![a-z])' if word.isascii() else ''}{word}(?=[0-9])" for word in found)


class Words(NamedTuple):
    """Words about the hour of the day."""

    forenoon: frozenset[str]
    afternoon: frozenset[str]
    noon: frozenset[str]


@cache
def words() -> Words:
    """The words about the hour of the day, of all languages."""
    return Words(
        frozenset(word for language in VALUES.values() for word in language.forenoon),
        frozenset(word for language in VALUES.values() for word in language.afternoon),
        frozenset(word for language in VALUES.values() for word in language.noon),
    )
