"""Evidence and answers judged by a model, and several votes, against a scripted server."""

from __future__ import annotations

import json

import pytest

pytest.importorskip("aiohttp")

CASE = {
    "id": "q",
    "question": "How long may one stay?",
    "expected": "90 days",
    "gold_ids": ["d"],
    "answer": "Up to 90 days, counted from entry.",
    "retrieved": [
        {"document_id": "x", "text": "A visa is free of charge."},
        {"document_id": "d", "text": "Visitors can remain for 90 days after they arrive."},
    ],
}


def verdict(report, stage):
    return report["cases"][0]["verdicts"][stage]


def contained(chunk=2, quote="remain for 90 days", named="contained"):
    return {"reason": "It says so.", "quotes": [{"chunk": chunk, "quote": quote}], "verdict": named}


def equivalent(expected=1, stretch="Paris", named="equivalent", reason="Same city."):
    return {"reason": reason, "expected": expected, "stretch": stretch, "verdict": named}


@pytest.fixture
def judged(evaluate, serve, scripted):
    """Evaluate one case with a judge that always gives the same reply, or the replies in turn."""

    def run(stage, case, *replies, options=(), code=0):
        def script(_, number):
            return scripted.completion(json.dumps(replies[number % len(replies)]))

        server = serve(script)
        report, _ = evaluate([case], server, *options, judge=f"{stage}=openai:m", code=code)
        return verdict(report, stage), server, report

    return run


def test_evidence_that_nobody_labelled_is_found_by_its_quote(judged, evaluate):
    found, server, _ = judged("evidence", CASE, contained())
    assert found["outcome"] == "pass"
    detail = json.loads((evaluate.folder / "out" / "cases.jsonl").read_text("utf-8"))["details"]["evidence"]
    assert detail["places"] == [[{"chunk": 1, "start": 13, "end": 31}]]
    assert "Up to 90 days, counted" not in json.dumps(server.received[0].body)  # not the system's answer


@pytest.mark.parametrize(
    "reply",
    [
        contained(quote="remain for 30 days"),  # stands nowhere
        contained(chunk=1, quote="A visa is free of charge"),  # without the value
        contained(chunk=3),
        contained() | {"quotes": []},
        contained() | {"verdict": "yes"},
        contained() | {"reason": "The texts do not mention it."},
        {"verdict": "contained"},
    ],
)
def test_evidence_is_not_believed_without_its_quote_and_its_value(judged, evaluate, reply):
    found, server, _ = judged("evidence", CASE, reply, code=3)
    assert (found["outcome"], found["cause"]) == ("unknown", "judge_failed")
    assert len(server.received) == 2
    detail = json.loads((evaluate.folder / "out" / "cases.jsonl").read_text("utf-8"))["details"]["evidence"]
    assert detail == {"type": "unusable", "raw_replies": [json.dumps(reply)] * 2}


def test_missing_evidence_fails(judged):
    found, _, report = judged("evidence", CASE, contained(named="missing") | {"quotes": []})
    assert (found["outcome"], found["certain"]) == ("fail", True)
    assert report["cases"][0]["diagnosis"] == "evidence_gap"
    assert report["cases"][0]["stage"] == "chunking"


@pytest.mark.parametrize(
    "case",
    [
        CASE | {"evidence": ["remain for 90 days"]},
        CASE | {"evidence": ["remain for 10 days"], "expected": "10 days"},
        CASE | {"retrieved": [{"document_id": "d", "text": " "}]},
        CASE | {"answerable": False},
        {key: value for key, value in CASE.items() if key != "retrieved"},
    ],
)
def test_evidence_that_strings_decide_costs_no_call(evaluate, nobody, case):
    evaluate([case], nobody, judge="evidence=openai:m")
    assert nobody.received == []


@pytest.mark.parametrize(
    "case",
    [
        CASE | {"evidence": ["It is fixed that one may remain for three months."]},  # open: it may be narrow
        CASE | {"gold_ids": None},  # open: the answer stands there
        CASE | {"gold_ids": None, "question": "How long can visitors remain after they arrive?"},  # likely
    ],
)
def test_evidence_that_is_likely_or_open_is_asked(judged, case):
    found, server, _ = judged("evidence", case, contained())
    assert (found["outcome"], found.get("certain", True)) == ("pass", True)
    assert len(server.received) == 1


PARAPHRASE = {"question": "Where is the Eiffel Tower?", "expected": ["the French capital", "Paris, France"]}


def test_a_paraphrase_passes_when_its_words_are_pointed_at(judged, evaluate):
    case = PARAPHRASE | {"answer": "It stands in Paris on the Seine."}
    found, server, _ = judged("answer", case, equivalent())
    assert found["outcome"] == "pass"
    detail = json.loads((evaluate.folder / "out" / "cases.jsonl").read_text("utf-8"))["details"]["answer"]
    assert detail["expected"] == "the French capital"
    assert detail["place"] == {"chunk": 0, "start": 13, "end": 18}
    assert len(server.received) == 1


@pytest.mark.parametrize(
    "reply",
    [
        equivalent(stretch="London"),
        equivalent(expected=0),
        equivalent(expected=3),
        equivalent(reason="The answer is not equivalent."),
        equivalent(named="correct"),
        equivalent(stretch=""),
    ],
)
def test_an_answer_is_not_believed_without_the_words_that_say_it(judged, reply):
    case = PARAPHRASE | {"answer": "It stands in Paris on the Seine."}
    found, _, _ = judged("answer", case, reply, code=3)
    assert (found["outcome"], found["cause"]) == ("unknown", "judge_failed")


def test_a_different_answer_fails_for_certain(judged):
    case = PARAPHRASE | {"answer": "It stands in London on the Thames."}
    found, _, _ = judged(
        "answer", case, equivalent(expected=0, stretch="", named="different", reason="Other.")
    )
    assert (found["outcome"], found["certain"]) == ("fail", True)


@pytest.mark.parametrize(
    ("expected", "answer"),
    [("90 days", "90 days"), ("90 days", "30 days"), ("yes", "No."), ("90 days", "I do not know.")],
)
def test_an_answer_that_strings_decide_costs_no_call(evaluate, nobody, expected, answer):
    case = {"question": "How long?", "expected": expected, "answer": answer}
    evaluate([case], nobody, judge="answer=openai:m")
    assert nobody.received == []


def test_a_value_of_the_right_answer_that_cannot_be_read_in_the_words_pointed_at_leaves_it_open(judged):
    case = {
        "question": "How long?",
        "expected": "about 90 days in all",
        "answer": "Roughly a quarter of a year.",
    }
    found, server, report = judged("answer", case, equivalent(stretch="a quarter of a year"))
    assert (found["outcome"], found["cause"]) == ("unknown", "not_judged")
    assert "'90 days', which the right answer gives, cannot be read" in found["reason"]
    assert len(server.received) == 1
    assert report["judging"]["answer"]["failed"] == 0


def test_most_votes_decide_and_what_they_differ_on_is_counted(judged):
    case = PARAPHRASE | {"answer": "It stands in Paris on the Seine."}
    no = equivalent(expected=0, stretch="", named="different", reason="Other.")
    # the texts of a vote are in its own order: point at whichever number holds the answer
    found, server, report = judged("answer", case, equivalent(), no, equivalent(), options=["--votes", "3"])
    assert found["outcome"] == "pass"
    assert found["method"].endswith("3 votes (2 pass, 1 fail)")
    assert report["judging"]["answer"]["split"] == 1
    assert len({received.body["seed"] for received in server.received}) == 3
    assert len(server.received) == 3


def test_without_a_majority_it_is_unknown(judged):
    case = PARAPHRASE | {"answer": "It stands in Paris on the Seine."}
    no = equivalent(expected=0, stretch="", named="different", reason="Other.")
    found, _, _ = judged("answer", case, equivalent(), no, options=["--votes", "2"])
    assert (found["outcome"], found["cause"]) == ("unknown", "not_judged")
    assert found["reason"] == "no majority: 1 pass, 1 fail"


def test_votes_have_keys_of_their_own_and_another_order_of_the_texts(evaluate, serve, scripted, judging):
    texts = [{"document_id": str(i), "text": f"Text number {i}: the stay is 90 days."} for i in range(6)]

    def script(received, _):
        shown = judging.shown(received)["texts"]["texts"]
        return scripted.completion(json.dumps(contained(1, shown[0]["text"])))

    server = serve(script)
    for _ in range(2):
        evaluate([CASE | {"retrieved": texts}], server, "--votes", "3", judge="evidence=openai:m")
    assert len(server.received) == 3  # and none in the second run
    orders = {json.dumps(judging.shown(received)["texts"]) for received in server.received}
    assert len(orders) == 3


def test_stages_share_one_client_and_one_limit(evaluate, serve, scripted, judging):
    def script(received, _):
        kind = judging.kind(received)
        said = contained() if kind == "evidence" else judging.reply(received, chunk=2)
        return scripted.completion(json.dumps(said))

    server = serve(script)
    case = CASE | {"answer": "Visitors can be there for 90 days."}
    report, _ = evaluate(
        [case], server, "--judge", "evidence=openai:m", "--max-calls", "1", "--concurrency", "1", code=3
    )
    assert len(server.received) == 1
    report, _ = evaluate([case], server, "--judge", "evidence=openai:m")
    assert [verdict(report, stage)["outcome"] for stage in ("evidence", "support")] == ["pass", "pass"]
    assert report["cases"][0]["diagnosis"] == "passed"


def test_a_model_judges_no_retrieval(evaluate):
    _, done = evaluate([CASE], None, judge="retrieval=openai:m", code=2)
    assert "gold ids decide it" in done.stderr
