"""What the reader of values knows of the languages: their units, numbers, months, eras, rates and bounds.

Each record is a section of the languages' files; a native speaker corrects it there.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import date
from decimal import Decimal
from typing import Final

from msgspec import field

from ragtriage.languages.load import Section, Table, Words, every

__all__ = [
    "ADVERBS",
    "AMOUNT_BOUNDS",
    "DURATIONS",
    "ERAS",
    "EXACT_UNITS",
    "FAMILIES",
    "MONTHS",
    "NATIVE_ALONE",
    "NATIVE_COUNTERS",
    "NATIVE_TENS",
    "NATIVE_UNITS",
    "NUMERALS",
    "ORDERED",
    "ORDINALS",
    "PERIODS",
    "RATES",
    "RELATIVE_MONTHS",
    "SCALES",
    "SCALE_WORDS",
    "SINO_COUNTERS",
    "SPACED_MYRIADS",
    "VALUES",
    "WORDS",
    "Currency",
    "Lasting",
    "Unit",
    "Values",
]


class Unit(Section, frozen=True, rename={"surfaces": "written"}):
    """A unit or counter, and how it is written.

    The canonical form of an amount is the amount times `factor`, then `name`. Units of one `group` can
    be compared with one another (日 and 日間); by default a unit is alone in its group.
    """

    name: str
    kind: str = "quantity"  # a ValueKind
    surfaces: Words = Words()  # lower case; spaces as in running text
    factor: str = "1"  # how many of `name` one of this is, as an exact decimal
    plus: str = "0"  # what it adds to the amount before it: 三个半小时 is 3.5 小时
    group: str = ""
    unless_before: str = ""  # words, separated by spaces: before one of them this is no unit (3分野)


class Currency(Section, frozen=True):
    """A currency, and how it is written before and after an amount."""

    code: str  # ISO 4217, lower case
    before: Words = Words()
    after: Words = Words()
    unless_before: str = ""  # words, separated by spaces: before one of them `after` is no currency


class Values(Section, frozen=True):
    """The section `values`: units, and words that an amount is read by."""

    units: tuple[Unit, ...] = ()
    currencies: tuple[Currency, ...] = ()
    percent: Words = Words()  # words after the number
    forenoon: Words = Words()  # words before the hour
    afternoon: Words = Words()
    minus: Words = Words()  # words before a number that are its sign
    noon: Words = Words()  # words that are 12:00 by themselves
    same_months: tuple[Words, ...] = ()  # canonical names of relative months that may mean one month
    not_numerals: Words = Words()  # words in which a numeral is none
    relative_months: Mapping[str, Words] = field(default_factory=dict[str, Words])  # as written, by name


class _Scale(Section, frozen=True):
    """Words for a power of ten, or a dozen."""

    value: int
    words: Words


class _Numbers(Section, frozen=True):
    """The section `numbers`: numbers in words, with blanks or hyphens between."""

    below_twenty: Words = Words()  # from zero on
    tens: Words = Words()  # from twenty on
    ordinals_below_twenty: Words = Words()  # from first on
    ordinal_tens: Words = Words()  # from twentieth on
    ordered: Words = Words()  # nouns before which "first" and "second" are ordinals
    scales: tuple[_Scale, ...] = ()
    scales_behind_digits: tuple[_Scale, ...] = ()


class _Months(Section, frozen=True):
    """The section `months`: what each is called, and what may stand before the word for month."""

    names: tuple[Words, ...] = ()
    relative: Words = Words()


class _Native(Section, frozen=True):
    """The section `native_numbers`: numbers beside those of the numerals, and what is counted with them."""

    tens: tuple[Words, ...] = ()  # from ten on
    units: tuple[Words, ...] = ()  # from one on, before a counter
    alone: tuple[Words, ...] = ()  # from one on, without
    counters: Words = Words()
    sino_counters: Words = Words()  # before which one numeral can be nothing but a number


class _Numerals(Section, frozen=True):
    """The section `numerals`: the characters of each digit from 0 on, of 10, 100, 1000, 10⁴, 10⁸, 10¹²."""

    digits: Words = Words()
    not_alone: str = ""  # digits only among others
    small: Words = Words()
    large: Words = Words()


class _Era(Section, frozen=True):
    """An era: its first year, and its first and last day."""

    name: str
    first_year: int
    begins: date
    ends: date = date.max


class _Eras(Section, frozen=True):
    """The section `eras`."""

    eras: tuple[_Era, ...] = ()


class _Power(Section, frozen=True):
    """Characters for a power of ten."""

    power: int
    words: Words


class _Myriads(Section, frozen=True):
    """The section `spaced_myriads`: what may stand behind digits and a blank."""

    powers: tuple[_Power, ...] = ()


class _Rates(Section, frozen=True):
    """The section `rates`: what an amount is told of, behind it (a month) or before it (毎日)."""

    articled: Words = Words()  # behind an article: 5 euros a month
    counters: str = ""
    each_before: tuple[str, ...] = ()  # before an amount, with the name of the period in a group `per_…`
    before: tuple[str, ...] = ()  # the same of words that must stand close to the amount
    between: str = ""  # what may stand between such a word and its amount
    periods: Mapping[str, Words] = field(default_factory=dict[str, Words])  # what each is called
    adverbs: Mapping[str, Words] = field(default_factory=dict[str, Words])


class _AmountBounds(Section, frozen=True):
    """The section `amount_bounds`: words beside an amount that make it the least, most, or about so much."""

    least_before: str = ""
    most_before: str = ""
    least_after: str = ""
    most_after: str = ""
    about_before: str = ""
    about_after: str = ""


class Lasting(Section, frozen=True):
    """Words for a duration, and how much of which unit they are."""

    words: str  # a pattern
    number: str
    unit: str


class _Durations(Section, frozen=True):
    """The section `lasting`: durations that are told without a numeral: half a year, 半年, 일주일, 이틀."""

    before_article: Words = Words()  # a week, as a duration, stands behind one of these words
    articled: str = ""
    durations: tuple[Lasting, ...] = ()


class _Conversions(Section, frozen=True):
    """The section `conversions`: what converts exactly, and which units are of one family."""

    exact: Table = Table()  # one of a unit, or of a group of units, in another
    families: Mapping[str, Words] = field(default_factory=dict[str, Words])  # of units for like things


def _by_word(lists: Iterable[Mapping[str, Words]]) -> dict[str, str]:
    return {word: name for names in lists for name, words in names.items() for word in words}


def _counted(words: Iterable[Words]) -> dict[str, int]:
    """Number lists of words that say the same, from one on."""
    return {word: at for at, same in enumerate(words, start=1) for word in same}


VALUES: Final = every("values", Values)

_NUMBERS: Final = tuple(every("numbers", _Numbers).values())
WORDS: Final = {word: at for table in _NUMBERS for at, word in enumerate(table.below_twenty)} | {
    word: at * 10 for table in _NUMBERS for at, word in enumerate(table.tens, start=2)
}
ORDINALS: Final = {
    word: at for table in _NUMBERS for at, word in enumerate(table.ordinals_below_twenty, start=1)
} | {word: at * 10 for table in _NUMBERS for at, word in enumerate(table.ordinal_tens, start=2)}
ORDERED: Final = tuple(word for table in _NUMBERS for word in table.ordered)
SCALES: Final = {word: scale.value for table in _NUMBERS for scale in table.scales for word in scale.words}
SCALE_WORDS: Final = {
    word: Decimal(scale.value)
    for table in _NUMBERS
    for scale in (*table.scales, *table.scales_behind_digits)
    for word in scale.words
}
SPACED_MYRIADS: Final = {
    character: Decimal(10**myriad.power)
    for table in every("spaced_myriads", _Myriads).values()
    for myriad in table.powers
    for character in myriad.words
}
NUMERALS: Final = every("numerals", _Numerals)

_MONTHS: Final = tuple(every("months", _Months).values())
MONTHS: Final = {
    **{names[0]: at for table in _MONTHS for at, names in enumerate(table.names, start=1)},
    **{name: at for table in _MONTHS for at, names in enumerate(table.names, start=1) for name in names[1:]},
}
RELATIVE_MONTHS: Final = tuple(word for table in _MONTHS for word in table.relative)
ERAS: Final = {
    era.name: (era.first_year, era.begins, era.ends)
    for table in every("eras", _Eras).values()
    for era in table.eras
}

_NATIVE: Final = tuple(every("native_numbers", _Native).values())
NATIVE_TENS: Final = {word: 10 * at for table in _NATIVE for word, at in _counted(table.tens).items()}
NATIVE_UNITS: Final = {word: at for table in _NATIVE for word, at in _counted(table.units).items()}
NATIVE_ALONE: Final = {word: at for table in _NATIVE for word, at in _counted(table.alone).items()}
NATIVE_COUNTERS: Final = tuple(word for table in _NATIVE for word in table.counters)
SINO_COUNTERS: Final = tuple(word for table in _NATIVE for word in table.sino_counters)

RATES: Final = tuple(every("rates", _Rates).values())
PERIODS: Final = _by_word(table.periods for table in RATES)
ADVERBS: Final = _by_word(table.adverbs for table in RATES)

AMOUNT_BOUNDS: Final = tuple(every("amount_bounds", _AmountBounds).values())
DURATIONS: Final = tuple(every("lasting", _Durations).values())

_CONVERSIONS: Final = tuple(every("conversions", _Conversions).values())
EXACT_UNITS: Final = {unit: (other, factor) for table in _CONVERSIONS for unit, other, factor in table.exact}
FAMILIES: Final = _by_word(table.families for table in _CONVERSIONS)
