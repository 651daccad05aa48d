"""English: number words, months, units; "one", "second" and "may" only where they can be nothing else."""

from __future__ import annotations

from typing import Final

from ragtriage.text.values.tables.language import Currency, Language, Unit

__all__ = ["ENGLISH", "MONTHS", "ORDINALS", "RELATIVE_MONTHS", "SCALES", "WORDS"]

# five days = 5 days
WORDS: Final = {
    "zero": 0,
    "one": 1,
    "two": 2,
    "three": 3,
    "four": 4,
    "five": 5,
    "six": 6,
    "seven": 7,
    "eight": 8,
    "nine": 9,
    "ten": 10,
    "eleven": 11,
    "twelve": 12,
    "thirteen": 13,
    "fourteen": 14,
    "fifteen": 15,
    "sixteen": 16,
    "seventeen": 17,
    "eighteen": 18,
    "nineteen": 19,
    "twenty": 20,
    "thirty": 30,
    "forty": 40,
    "fifty": 50,
    "sixty": 60,
    "seventy": 70,
    "eighty": 80,
    "ninety": 90,
}

# $1.5 million = $1,500,000
SCALES: Final = {
    "hundred": 100,
    "thousand": 1_000,
    "million": 1_000_000,
    "billion": 1_000_000_000,
    "trillion": 1_000_000_000_000,
}

# fourth floor = 4th floor; "first" and "second" only before a noun of ORDERED
ORDINALS: Final = {
    "first": 1,
    "second": 2,
    "third": 3,
    "fourth": 4,
    "fifth": 5,
    "sixth": 6,
    "seventh": 7,
    "eighth": 8,
    "ninth": 9,
    "tenth": 10,
    "eleventh": 11,
    "twelfth": 12,
    "thirteenth": 13,
    "fourteenth": 14,
    "fifteenth": 15,
    "sixteenth": 16,
    "seventeenth": 17,
    "eighteenth": 18,
    "nineteenth": 19,
    "twentieth": 20,
    "thirtieth": 30,
    "fortieth": 40,
    "fiftieth": 50,
    "sixtieth": 60,
    "seventieth": 70,
    "eightieth": 80,
    "ninetieth": 90,
}

ORDERED: Final = (
    "amendment anniversary century chapter class day edition floor generation grade half month "
    "place quarter round season section term week world year"
)

# May 1, 2024 = 1 May 2024 = 2024-05-01
MONTHS: Final = {
    "january": 1,
    "february": 2,
    "march": 3,
    "april": 4,
    "may": 5,
    "june": 6,
    "july": 7,
    "august": 8,
    "september": 9,
    "october": 10,
    "november": 11,
    "december": 12,
    "jan": 1,
    "feb": 2,
    "mar": 3,
    "apr": 4,
    "jun": 6,
    "jul": 7,
    "aug": 8,
    "sep": 9,
    "sept": 9,
    "oct": 10,
    "nov": 11,
    "dec": 12,
}

# the 5th of the following month = the fifth day of the following month
RELATIVE_MONTHS: Final = ("next", "following", "same", "current", "previous", "last", "each", "every")

ENGLISH: Final = Language(
    units=(
        Unit("day", "duration", ("day", "days"), group="day"),
        Unit("calendarday", "duration", ("calendar day", "calendar days", "calendarday"), group="day"),
        Unit(
            "businessday",
            "duration",
            ("business day", "business days", "working day", "working days", "businessday"),
            group="business day",
        ),
        Unit("week", "duration", ("week", "weeks"), group="week"),
        Unit("month", "duration", ("month", "months"), group="month"),
        Unit("quarter", "duration", ("quarter", "quarters")),
        Unit("year", "duration", ("year", "years", "yr", "yrs"), group="year"),
        Unit("decade", "duration", ("decade", "decades")),
        Unit("century", "duration", ("century", "centuries")),
        Unit("yearold", "quantity", ("year old", "years old", "yearold"), group="age"),
        Unit("sec", "duration", ("hour", "hours", "hr", "hrs"), factor="3600"),
        Unit("sec", "duration", ("minute", "minutes", "mins"), factor="60"),
        Unit("sec", "duration", ("second", "seconds", "secs")),
        Unit("sec", "duration", ("millisecond", "milliseconds"), factor="0.001"),
        Unit("m", "quantity", ("kilometer", "kilometers", "kilometre", "kilometres"), factor="1000"),
        Unit("m", "quantity", ("meter", "meters", "metre", "metres")),
        Unit("m", "quantity", ("centimeter", "centimeters", "centimetre", "centimetres"), factor="0.01"),
        Unit("m", "quantity", ("millimeter", "millimeters", "millimetre", "millimetres"), factor="0.001"),
        Unit("g", "quantity", ("tonne", "tonnes", "metric tons"), factor="1000000"),
        Unit("g", "quantity", ("kilogram", "kilograms", "kilogramme", "kilogrammes", "kgs"), factor="1000"),
        Unit("g", "quantity", ("gram", "grams", "gramme", "grammes")),
        Unit("g", "quantity", ("milligram", "milligrams"), factor="0.001"),
        Unit("l", "quantity", ("liter", "liters", "litre", "litres")),
        Unit("l", "quantity", ("milliliter", "milliliters", "millilitre", "millilitres"), factor="0.001"),
        Unit("mile", "quantity", ("mile", "miles")),
        Unit("foot", "quantity", ("foot", "feet", "ft")),
        Unit("inch", "quantity", ("inch", "inches")),
        Unit("yard", "quantity", ("yard", "yards")),
        Unit("pound", "quantity", ("pound", "pounds", "lb", "lbs")),  # mass or money: left alone
        Unit("ounce", "quantity", ("ounce", "ounces", "oz")),
        Unit("ton", "quantity", ("ton", "tons")),  # short, long or metric: left alone
        Unit("acre", "quantity", ("acre", "acres")),
        Unit("cent", "quantity", ("cent", "cents")),
        Unit("degree", "quantity", ("degree", "degrees")),
        Unit("°c", "quantity", ("degrees celsius", "degree celsius", "degrees c", "degrees centigrade")),
        Unit("°f", "quantity", ("degrees fahrenheit", "degree fahrenheit", "degrees f")),
        Unit(
            "percentagepoint",
            "quantity",
            ("percentage point", "percentage points", "percentagepoint"),
            group="%p",
        ),
        Unit("bp", "quantity", ("basis point", "basis points"), group="bp"),
        Unit("week", "duration", ("fortnight", "fortnights"), factor="2", group="week"),
        Unit("night", "duration", ("night", "nights")),
        Unit("m^2", "quantity", ("square metre", "square metres", "square meter", "square meters")),
        Unit("square foot", "quantity", ("square foot", "square feet", "sq ft")),
        Unit("person", "quantity", ("person", "persons", "people"), group="person"),
        Unit("employee", "quantity", ("employee", "employees")),
        Unit("time", "quantity", ("time", "times")),
        Unit("page", "quantity", ("page", "pages")),
        Unit("point", "quantity", ("point", "points")),
        Unit("item", "quantity", ("item", "items")),
        Unit("copy", "quantity", ("copy", "copies")),
        Unit("floor", "quantity", ("floors",)),
    ),
    currencies=(
        Currency("jpy", after=("yen", "japanese yen")),
        Currency("krw", after=("korean won", "south korean won")),
        Currency("cny", after=("yuan", "renminbi")),
        Currency("usd", after=("dollar", "dollars", "us dollar", "us dollars")),
        Currency("eur", after=("euro", "euros")),
        Currency("gbp", after=("pounds sterling",)),
    ),
    percent=("percent", "per cent", "pct"),
    minus=("minus ",),
    noon=("noon",),
    same_months=(("following", "next"), ("current", "same"), ("previous", "last"), ("each", "every")),
    not_numerals=("one another", "one by one", "ten commandments"),
)
