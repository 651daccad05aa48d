"""The form of a language's table: what a native speaker may correct without reading the reader."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

__all__ = ["Currency", "Language", "Unit"]


@dataclass(frozen=True, slots=True)
class Unit:
    """A unit or counter, and how it is written.

    The canonical form of an amount is the amount times `factor`, then `name`. Units of one `group` can
    be compared with one another (日 and 日間); by default a unit is alone in its group.
    """

    name: str
    kind: str  # a ValueKind
    surfaces: tuple[str, ...]  # lower case; spaces as in running text
    factor: str = "1"  # how many of `name` one of this is, as an exact decimal
    plus: str = "0"  # what it adds to the amount before it: 三个半小时 is 3.5 小时
    group: str = ""
    unless_before: str = ""  # words, separated by spaces: before one of them this is no unit (3分野)


@dataclass(frozen=True, slots=True)
class Currency:
    """A currency, and how it is written before and after an amount."""

    code: str  # ISO 4217, lower case
    before: tuple[str, ...] = ()
    after: tuple[str, ...] = ()
    unless_before: str = ""  # words, separated by spaces: before one of them `after` is no currency


@dataclass(frozen=True, slots=True)
class Language:
    """Everything the reader knows about one language."""

    units: tuple[Unit, ...]
    currencies: tuple[Currency, ...] = ()
    percent: tuple[str, ...] = ()  # words after the number
    forenoon: tuple[str, ...] = ()  # words before the hour
    afternoon: tuple[str, ...] = ()
    minus: tuple[str, ...] = ()  # words before a number that are its sign
    noon: tuple[str, ...] = ()  # words that are 12:00 by themselves
    relative_months: Mapping[str, str] = field(default_factory=dict[str, str])  # as written, canonical
    same_months: tuple[tuple[str, ...], ...] = ()  # canonical names that may mean one month
    not_numerals: tuple[str, ...] = ()  # words in which a numeral is none
