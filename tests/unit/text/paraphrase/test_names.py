"""Names that have no other, and answers that offer one."""

from __future__ import annotations

import pytest

from ragtriage.text.paraphrase.names import names_in, offers_name, shares_initials
from ragtriage.text.paraphrase.standing import Answer, Expected


@pytest.mark.parametrize(
    "text",
    [
        "Anna Weber",
        "lyrics by Xavier Atencio",
        "Charlotte of Mecklenburg-Strelitz",
        "P. V. Sindhu",
        "New York Yankees",
    ],
)
def test_two_words_with_a_capital_that_are_no_common_nouns_are_a_name(text):
    assert names_in(Expected.of(text)) > 1


@pytest.mark.parametrize(
    "text",
    [
        *(
            "Helpdesk",
            "Finance",
            "Annual leave",
            "Human Resources",
            "Internal Communications",
            "Legal Department",
        ),
        *(
            "Chief Financial Officer",
            "Spendwell",
            "Plan B",
            "Eastbrook Clinic",
            "Dental Hygienist",
            "May 2002",
        ),
        *("the branch manager", "United States", "Two-Factor Authentication", "Monday Morning", "HR"),
    ],
)
def test_roles_departments_places_of_work_and_single_words_are_none(text):
    assert names_in(Expected.of(text)) < 2


@pytest.mark.parametrize(
    ("text", "question"),
    [
        ("Leo Brandt", ""),
        ("TripLedger", ""),
        ("The report was written by Brandt in the winter of that year.", ""),
        ("Brandt wrote it, and so did many others. Leo Brandt himself says so.", ""),
    ],
)
def test_a_capital_within_a_sentence_and_a_bare_name_offer_a_name(text, question):
    assert offers_name(Answer(text, question))


@pytest.mark.parametrize(
    ("text", "question"),
    [
        ("the support team", ""),
        ("Ask HR.", ""),
        ("The Legal Department keeps them all in the large room. Sometimes they are lent.", ""),
        ("It was Leo Brandt who asked this, but nobody has told him to this day.", "what did Leo Brandt ask"),
        ("Helpdesk", ""),
    ],
)
def test_common_nouns_abbreviations_and_what_was_asked_offer_none(text, question):
    assert not offers_name(Answer(text, question))


@pytest.mark.parametrize(
    ("answer", "expected"),
    [("HR does.", "Human Resources"), ("the U.S.", "United States of America"), ("A. W.", "Anna Weber")],
)
def test_initials_are_seen_with_stops_and_without(answer, expected):
    assert shares_initials(Answer(answer, ""), Expected.of(expected))


def test_an_expected_abbreviation_is_none_of_an_answer_in_full():
    assert not shares_initials(Answer("the Legal Department", ""), Expected.of("Anna Weber"))
