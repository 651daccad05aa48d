"""English values, by hand: what is equal in `values` mode and what is not."""

from __future__ import annotations

import pytest

from ragtriage.model import MatchMode
from ragtriage.text.matching import equal

EQUAL = (
    # number words to 99
    ("five days", "5 days"),
    ("twenty-one people", "21 people"),
    ("Ninety-nine", "99"),
    ("within ten business days", "within 10 business days"),
    ("one", "1"),
    ("one day", "1 day"),
    ("two hundred and five pages", "205 pages"),
    ("three thousand employees", "3,000 employees"),
    ("5 day", "5 days"),
    ("5-day", "5 days"),
    ("the 5-day period", "five-day period"),
    ("20-year-old", "20 years old"),
    ("three working days", "3 business days"),
    # dates
    ("May 1, 2024", "2024-05-01"),
    ("1 May 2024", "2024-05-01"),
    ("May 1st, 2024", "2024/05/01"),
    ("the 1st of May 2024", "May 1, 2024"),
    ("1st of May, 2024", "May 1, 2024"),
    ("Sept. 9, 2021", "September 9, 2021"),
    ("Sep 9 2021", "9 September 2021"),
    ("13/05/2024", "2024-05-13"),
    ("05/13/2024", "May 13, 2024"),
    ("2024/5/1", "2024-05-01"),
    ("01-May-2024", "1 May 2024"),
    ("on 4 July 1776.", "on July 4, 1776"),
    ("February 29, 2024", "2024-02-29"),
    ("Jan 5", "5 January"),
    ("the twenty-first of June", "June 21"),
    # times
    ("5 pm", "17:00"),
    ("5 p.m.", "17:00"),
    ("5:30 PM", "17:30"),
    ("12 am", "00:00"),
    ("12 p.m.", "noon"),
    ("9 a.m.", "09:00"),
    ("11:59 pm", "23:59"),
    ("five pm", "5 pm"),
    ("five o'clock", "5 o'clock"),
    # percent
    ("25 percent", "25%"),
    ("25 per cent", "25 %"),
    ("twenty-five percent", "25%"),
    ("2.50 percent", "2.5%"),
    # money
    ("$5", "5 dollars"),
    ("US$ 1,000", "1000 USD"),
    ("$1.5 million", "1,500,000 dollars"),
    ("$5.00", "$5"),
    ("35,000 yen", "¥35,000"),
    ("JPY 35,000", "35,000 JPY"),
    ("€20", "twenty euros"),
    ("EUR 20", "20 €"),
    ("£3 billion", "GBP 3,000,000,000"),
    ("2 billion yuan", "CNY 2,000,000,000"),
    # length, mass, hours
    ("1.5 km", "1500 m"),
    ("1,500 metres", "1.5 kilometers"),
    ("2.50 kg", "2500 g"),
    ("180 cm", "1.8 m"),
    ("90 minutes", "1.5 hours"),
    ("1 hour 30 minutes", "90 min"),
    ("1h30m", "90 minutes"),
    ("2 hours and 15 minutes", "135 minutes"),
    ("one hour", "60 minutes"),
    ("thirty seconds", "30 sec"),
    ("five and a half kg", "5.5 kg"),
    ("500 ml", "0.5 liters"),
    # ordinals, relative days
    ("the third floor", "3rd floor"),
    ("the twenty-first century", "21st century"),
    ("second edition", "2nd edition"),
    ("the first quarter", "1st quarter"),
    ("the 5th of the following month", "the fifth day of the following month"),
    ("2 million", "2,000,000"),
    ("minus 5 degrees", "-5 degrees"),
    ("three and a half hours", "3.5 hours"),
)

DIFFERENT = (
    ("5 business days", "5 days"),
    ("5 weeks", "35 days"),
    ("1 month", "30 days"),
    ("12 months", "1 year"),
    ("01/05/2024", "2024-05-01"),
    ("01/05/2024", "2024-01-05"),
    ("5 pm", "5:00"),
    ("5 pm", "5 am"),
    ("60%", "60"),
    ("5 percentage points", "5 percent"),
    ("5 percent", "5 percentages"),
    ("-5", "5"),
    ("about 5 days", "5 days"),
    ("at least 5 days", "5 days"),
    ("less than 25%", "25%"),
    ("$5", "€5"),
    ("$5", "C$5"),
    ("$5", "5"),
    ("5 pounds", "£5"),
    ("5 km", "5 m"),
    ("5 miles", "5 km"),
    ("5 GB", "5000 MB"),
    ("may", "5"),
    ("second", "2nd"),
    ("a second", "2"),
    ("first", "1"),
    ("one of them", "1st of them"),
    ("May 1, 2024", "May 2, 2024"),
    ("May 1, 2024", "May 1, 2023"),
    ("May 2024", "2024-05-01"),
    ("February 30, 2024", "2024-02-30"),
    ("version 3.10", "version 3.1"),
    ("3.4.1", "3.41"),
    ("007", "7"),
    ("twenty", "20th"),
    ("fifteen", "50"),
    ("one third", "1 3rd"),
    ("two thirds", "2 3rd"),
    ("a couple of days", "2 days"),
    ("a dozen", "12"),
    ("two dozen", "2 dozen"),
    ("30-odd people", "30 people"),
    ("hundreds of people", "100 people"),
    ("5-6 days", "5 days"),
    ("5 or 6 days", "5 days"),
    ("1990s", "1990 sec"),
    ("next month 5", "following month 5"),
    ("the 5th of the following month", "the 5th of the next month"),
    ("100 km/h", "100 km"),
    ("every two days", "every second day"),
    ("50 million", "50 billion"),
    ("3 hours", "3 minutes"),
    ("the 2nd", "the 3rd"),
)


@pytest.mark.parametrize(("a", "b"), EQUAL)
def test_english_notations_of_one_value_are_equal(a: str, b: str):
    assert equal(a, b, MatchMode.VALUES)


@pytest.mark.parametrize(("a", "b"), DIFFERENT)
def test_english_values_that_differ_stay_different(a: str, b: str):
    assert not equal(a, b, MatchMode.VALUES)
