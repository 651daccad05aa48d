"""Judges that quote a value in another unit, or in words: converted or open after one call, never failed."""

from __future__ import annotations

import json

import pytest

pytest.importorskip("aiohttp")

HOLD = {
    "id": "q",
    "question": "How long is a parcel held?",
    "expected": "72 hours",
    "answer": "Your parcel waits three days for you.",
    "contexts": ["The parcel hold lasts 72 hours after receipt."],
}
MAIL = {
    "id": "q",
    "question": "How soon are mails answered?",
    "expected": "within 2 hours",
    "answer": "You hear from them within a couple of hours, always.",
    "contexts": ["Mails are answered within 2 hours of arrival."],
}
KEPT = HOLD | {"expected": "three days, all told", "answer": "They keep it 72 hours."}


def reply(judging, received, quote):
    """Say yes to whatever is asked, by one quote."""
    match judging.kind(received):
        case "answer":
            return {"reason": "The same.", "expected": 1, "stretch": quote, "verdict": "equivalent"}
        case "evidence":
            quotes = [{"chunk": 1, "quote": quote}]
            return {"reason": "It says so.", "quotes": quotes, "verdict": "contained"}
        case "relevance":
            return {"chunks": [{"chunk": 1, "reason": "", "quote": quote, "relevant": True}]}
        case _:
            return judging.reply(received, quote=quote)


@pytest.fixture
def judged(evaluate, serve, scripted, judging):
    """Evaluate one case with a judge that keeps to one quote; a failure of it ends with the code 3."""

    def run(stage, case, quote, code=0):
        server = serve(lambda received, _: scripted.completion(json.dumps(reply(judging, received, quote))))
        options = ("--max-unknown", "0")
        report, _ = evaluate([case], server, *options, judge=f"{stage}=openai:m", code=code)
        return report, len(server.received)

    return run


@pytest.mark.parametrize(
    ("stage", "case", "quote"),
    [
        ("support", HOLD, "The parcel hold lasts 3 days after receipt"),
        ("evidence", HOLD | {"expected": "three days"}, "The parcel hold lasts 3 days after receipt"),
        ("answer", KEPT, "They keep it 3 days"),
    ],
)
def test_a_quote_with_a_value_that_is_converted_is_believed_after_one_call(judged, stage, case, quote):
    report, calls = judged(stage, case, quote)
    assert report["cases"][0]["verdicts"][stage]["outcome"] == "pass"
    assert (calls, report["judging"][stage]["failed"]) == (1, 0)


@pytest.mark.parametrize(
    ("stage", "quote"),
    [
        ("support", "answered within a couple of hours of arrival"),
        ("evidence", "answered within a couple of hours of arrival"),
        ("answer", "hear from them within 2 hours"),
    ],
)
def test_a_quote_with_a_value_that_is_not_read_leaves_the_case_open_after_one_call(judged, stage, quote):
    report, calls = judged(stage, MAIL, quote)
    verdict = report["cases"][0]["verdicts"][stage]
    assert (verdict["outcome"], verdict["cause"]) == ("unknown", "not_judged")
    assert "stands there but for a value, which may be the same in another form" in verdict["reason"]
    assert (calls, report["judging"][stage]["failed"]) == (1, 0)  # nor does --max-unknown count it


@pytest.mark.parametrize(
    ("stage", "case", "quote"),
    [
        ("support", HOLD, "The parcel hold lasts 4 days after receipt"),
        ("evidence", HOLD | {"expected": "three days"}, "The parcel hold lasts 4 days after receipt"),
        ("answer", KEPT, "They keep it 4 days"),
    ],
)
def test_a_quote_with_another_value_is_asked_for_once_more_and_is_then_a_failure(judged, stage, case, quote):
    report, calls = judged(stage, case, quote, code=3)
    verdict = report["cases"][0]["verdicts"][stage]
    assert (verdict["outcome"], verdict["cause"]) == ("unknown", "judge_failed")
    assert (calls, report["judging"][stage]["failed"]) == (2, 1)


def test_a_text_whose_quote_may_stand_there_is_neither_relevant_nor_a_failure(judged):
    report, calls = judged("relevance", MAIL, "answered within a couple of hours of arrival")
    assert (calls, report["judging"]["relevance"]["failed"]) == (1, 0)
    assert report["summary"]["metrics"]["relevance"]["n"] == 0
