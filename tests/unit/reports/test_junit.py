from __future__ import annotations

from xml.etree import ElementTree as ET

import pytest

from ragtriage import evaluate
from ragtriage.reports.junit import junit


def suite_of(*rows):
    return ET.fromstring(junit(evaluate(list(rows))))  # noqa: S314 - our own text


def test_an_answer_that_nothing_backs_is_a_failure_although_no_stage_is_known():
    suite = suite_of(
        {
            "id": "a",
            "question": "How long is the bridge?",
            "expected": "42 km",
            "answer": "The bridge is 42 km long and cost 9300 dollars.",
            "context": ["Nothing about it."],
        }
    )
    assert (suite.get("failures"), suite.get("skipped")) == ("1", "0")
    [failure] = suite[0]
    assert (failure.tag, failure.get("type")) == ("failure", "ungrounded_correct")
    assert failure.get("message") == (
        "ungrounded_correct: open, fix retrieval or fix chunking or fix generation"
    )


def test_a_case_of_which_too_little_was_judged_is_skipped():
    suite = suite_of({"id": "a", "question": "?", "expected": "x", "answer": "y"})
    assert (suite.get("failures"), suite.get("skipped")) == ("0", "1")
    assert suite[0][0].tag == "skipped"


@pytest.mark.parametrize("letter", ["\x00", "\x1b", "\ufffe", "\uffff", "]]>", "<&>\"'"])
def test_any_text_makes_xml_that_can_be_read(letter):
    suite = suite_of({"id": f"i{letter}", "question": f"{letter}?", "expected": "x", "answer": f"y{letter}"})
    assert suite.get("tests") == "1"
