"""The share of retrieved texts that matter, judged by a model, against a scripted server."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

pytest.importorskip("aiohttp")

JUDGE = "relevance=openai:m"
TEXTS = [
    "A visa is free of charge.",
    "Visitors can remain for 90 days after they arrive.",
    "The stay cannot be made longer than 90 days.",
]
CASE = {
    "id": "q",
    "question": "How long may one stay?",
    "expected": "90 days",
    "gold_ids": ["b"],
    "answer": "90 days",
    "retrieved": [{"document_id": name, "text": text} for name, text in zip("abc", TEXTS, strict=True)],
}


def entry(number, quote):
    return {"chunk": number, "reason": "It says so.", "quote": quote, "relevant": bool(quote)}


def matters(judging, received, *words):
    """Reply that the texts which hold one of the words matter, quoting it with what stands beside it."""
    texts = judging.shown(received)["texts"]["texts"]
    found = [entry(each["chunk"], next((w for w in words if w in each["text"]), "")) for each in texts]
    return {"chunks": found}


@pytest.fixture
def helpful(serve, scripted, judging):
    """A judge for whom texts about the length of the stay matter."""

    def script(received, _):
        assert judging.kind(received) == "relevance"
        return scripted.completion(json.dumps(matters(judging, received, "remain for 90 days", "The stay")))

    return serve(script)


def row(evaluate, i=0):
    return json.loads((evaluate.folder / "out" / "cases.jsonl").read_text("utf-8").splitlines()[i])


def ragtriage(folder, *arguments):
    command = [sys.executable, "-m", "ragtriage", *arguments]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=60, check=False)


def test_the_share_is_a_score_in_every_report_and_no_verdict(evaluate, helpful):
    report, done = evaluate([CASE], helpful, judge=JUDGE)
    assert report["cases"][0]["metrics"]["relevance"] == pytest.approx(2 / 3)
    assert report["summary"]["metrics"]["relevance"]["mean"] == pytest.approx(2 / 3)
    assert report["summary"]["metrics"]["relevance"]["n"] == 1
    assert set(report["cases"][0]["verdicts"]) == {"retrieval", "evidence", "answer", "support"}
    told = report["judging"]["relevance"]
    assert (told["to_judge"], told["failed"], told["calls"], told["prompt_tokens"]) == (1, 0, 1, 7)
    assert report["manifest"]["judges"]["relevance"].startswith("openai:m (prompts relevance 2 ")
    texts = row(evaluate)["details"]["relevance"]["texts"]
    assert [each["matters"] for each in texts] == [False, True, True]
    assert texts[1]["place"] == {"chunk": 1, "start": 13, "end": 31}
    assert "relevance" in done.stdout
    assert "0.667" in done.stdout


def test_the_right_answer_is_not_shown_nor_is_that_of_the_system(evaluate, helpful):
    case = CASE | {"expected": "a quarter of a year", "answer": "three months in a row"}
    evaluate([case], helpful, judge=JUDGE)
    sent = json.dumps([received.body for received in helpful.received])
    assert "quarter of a year" not in sent
    assert "three months" not in sent


def test_explain_says_which_texts_matter_and_why(evaluate, helpful):
    evaluate([CASE], helpful, judge=JUDGE)
    done = ragtriage(evaluate.folder, "explain", "out", "q", "--no-color")
    assert "Relevance" in done.stdout, done.stderr
    assert "0.667: 2 of 3 texts matter" in done.stdout
    assert "text 1 does not matter: It says so." in done.stdout
    assert "text 2 matters: It says so." in done.stdout


def test_a_gate_may_ask_for_it(evaluate, helpful):
    evaluate([CASE], helpful, "--require", "relevance >= 0.6", judge=JUDGE)
    evaluate([CASE], helpful, "--require", "relevance >= 0.7", judge=JUDGE, code=1)


def test_two_evaluations_are_compared_by_it(evaluate, helpful):
    evaluate([CASE], helpful, judge=JUDGE)
    other = CASE | {"retrieved": CASE["retrieved"][1:]}
    (evaluate.folder / "out").rename(evaluate.folder / "before")
    evaluate([other], helpful, judge=JUDGE)
    done = ragtriage(evaluate.folder, "compare", "before", "out", "--json", "compared.json")
    assert (evaluate.folder / "compared.json").exists(), done.stderr
    rows = {one["name"]: one for one in json.loads((evaluate.folder / "compared.json").read_bytes())["rows"]}
    assert rows["relevance"]["difference"] == pytest.approx(1 / 3)


def test_a_blank_text_does_not_matter_and_is_not_shown(evaluate, helpful, judging):
    case = CASE | {"retrieved": [*CASE["retrieved"], {"document_id": "d", "text": " \n"}]}
    report, _ = evaluate([case], helpful, judge=JUDGE)
    assert report["cases"][0]["metrics"]["relevance"] == 0.5
    assert len(judging.shown(helpful.received[0])["texts"]["texts"]) == 3


NO_CALL = [
    ("all blank", {"retrieved": [{"document_id": "a", "text": ""}, {"document_id": "b", "text": " "}]}, 0.0),
    ("nothing came back", {"retrieved": []}, None),
    ("ids alone", {"retrieved": ["a", "b"]}, None),
    ("unanswerable", {"answerable": False, "expected": []}, None),
]


@pytest.mark.parametrize(("change", "score"), [(c, s) for _, c, s in NO_CALL], ids=[n for n, _, _ in NO_CALL])
def test_what_needs_no_model_costs_no_call(evaluate, nobody, change, score):
    report, _ = evaluate([CASE | change], nobody, judge=JUDGE)
    assert report["cases"][0]["metrics"]["relevance"] == score
    assert nobody.received == []
    assert report["judging"]["relevance"]["to_judge"] == 0


def test_texts_past_the_cutoff_are_not_judged(evaluate, helpful, judging):
    report, _ = evaluate([CASE], helpful, "--k", "2", judge=JUDGE)
    assert report["cases"][0]["metrics"]["relevance"] == 0.5
    assert len(judging.shown(helpful.received[0])["texts"]["texts"]) == 2


def test_texts_that_were_not_recorded_are_in_neither_number_and_said(evaluate, helpful):
    case = CASE | {"retrieved": [*CASE["retrieved"][:2], {"document_id": "c"}]}
    report, _ = evaluate([case], helpful, judge=JUDGE)
    assert report["cases"][0]["metrics"]["relevance"] == 0.5
    assert row(evaluate)["details"]["relevance"]["reason"] == "1 of the texts were not recorded"


@pytest.mark.parametrize(
    "reply",
    [
        {"chunks": [entry(1, ""), entry(2, "remain for 90 days")]},  # of three texts
        {"chunks": [entry(1, ""), entry(3, ""), entry(2, "")]},
        {"chunks": [entry(1, "free of rent"), entry(2, ""), entry(3, "")]},  # stands nowhere
        {"chunks": [entry(1, ""), entry(2, "remain for 90 days") | {"relevant": "yes"}, entry(3, "")]},
        {"chunks": [entry(1, ""), entry(2, "") | {"relevant": True}, entry(3, "")]},
        {
            "chunks": [
                entry(1, ""),
                entry(2, "remain for 90 days") | {"reason": "It does not mention it."},
                entry(3, ""),
            ]
        },
        "0.8",
    ],
)
def test_a_reply_that_cannot_be_believed_is_no_score(evaluate, serve, scripted, reply):
    server = serve(lambda *_: scripted.completion(json.dumps(reply)))
    report, done = evaluate([CASE], server, judge=JUDGE, code=3)
    assert report["cases"][0]["metrics"]["relevance"] is None
    assert report["summary"]["metrics"]["relevance"] == {"mean": None, "n": 0, "low": None, "high": None}
    assert report["judging"]["relevance"]["failed"] == 1
    assert len(server.received) == 2
    assert row(evaluate)["details"]["relevance"]["raw_replies"] == [json.dumps(reply)] * 2
    assert "the judge of relevance failed on 1 of 1 cases" in done.stderr


def test_a_second_run_asks_nothing_and_says_the_same(evaluate, helpful):
    cases = [CASE | {"id": f"q{i}", "question": f"How long may visitor {i} stay?"} for i in range(4)]
    evaluate(cases, helpful, judge=JUDGE)
    first = (evaluate.folder / "out" / "report.json").read_bytes()
    evaluate(cases, helpful, judge=JUDGE)
    assert len(helpful.received) == 4
    assert (evaluate.folder / "out" / "report.json").read_bytes() == first


def test_a_dry_run_says_what_it_would_take(evaluate, nobody):
    report, done = evaluate([CASE], nobody, "--dry-run", judge=JUDGE)
    assert report is None
    assert "relevance  1 of 1 cases to judge" in done.stdout
    assert nobody.received == []


def test_a_limit_leaves_the_rest_unknown(evaluate, helpful):
    cases = [CASE | {"id": f"q{i}", "question": f"How long may visitor {i} stay?"} for i in range(3)]
    report, _ = evaluate(cases, helpful, "--max-calls", "2", "--concurrency", "1", judge=JUDGE, code=3)
    assert [case["metrics"]["relevance"] is None for case in report["cases"]] == [False, False, True]
    assert report["judging"]["relevance"]["not_asked"] == 1


@pytest.mark.parametrize(("ayes", "score"), [((True, True, False), 2 / 3), ((True, False), None)])
def test_most_votes_decide_on_each_text(  # noqa: PLR0917 - fixtures are arguments
    evaluate, serve, scripted, judging, ayes, score
):
    def script(received, number):
        words = ("remain for 90 days", *(("The stay",) if ayes[number] else ()))
        return scripted.completion(json.dumps(matters(judging, received, *words)))

    server = serve(script)
    options = ("--votes", str(len(ayes)), "--concurrency", "1")
    report, _ = evaluate([CASE], server, *options, judge=JUDGE)
    assert report["cases"][0]["metrics"]["relevance"] == (None if score is None else pytest.approx(score))
    assert report["judging"]["relevance"]["split"] == 1
    if score is None:
        assert row(evaluate)["details"]["relevance"]["reason"] == "it is not known of text 3: no majority"


def test_without_texts_no_reason_and_no_reply_is_written(evaluate, helpful):
    evaluate([CASE], helpful, "--no-texts", judge=JUDGE)
    written = (evaluate.folder / "out" / "cases.jsonl").read_text("utf-8")
    assert "It says so" not in written
    assert [each["matters"] for each in row(evaluate)["details"]["relevance"]["texts"]] == [False, True, True]


def test_a_judge_of_ones_own_says_it_too(evaluate):
    (evaluate.folder / "halves.py").write_text(
        "from ragtriage.model import Relevance\n"
        "class Half:\n"
        "    stage = 'relevance'\n"
        "    async def __call__(self, batch):\n"
        "        return [Relevance(score=0.5, method='mine') for _ in batch.cases]\n",
        "utf-8",
    )
    report, _ = evaluate([CASE], None, judge="relevance=halves:Half")
    assert report["cases"][0]["metrics"]["relevance"] == 0.5


def test_a_judge_of_ones_own_that_fails_counts_for_max_unknown(evaluate):
    (evaluate.folder / "moody.py").write_text(
        "from ragtriage.model import Cause, Relevance\n"
        "class Moody:\n"
        "    stage = 'relevance'\n"
        "    async def __call__(self, batch):\n"
        "        failed = Relevance(score=None, method='mine', reason='no', cause=Cause.JUDGE_FAILED)\n"
        "        absent = Relevance(score=None, method='mine', reason='no', cause=Cause.NOT_APPLICABLE)\n"
        "        made = [failed, absent, Relevance(score=0.5, method='mine')]\n"
        "        return [made[min(i, 2)] for i in range(len(batch.cases))]\n",
        "utf-8",
    )
    cases = [CASE | {"id": f"q{i}"} for i in range(4)]
    report, done = evaluate(cases, None, judge="relevance=moody:Moody", code=3)
    told = report["judging"]["relevance"]
    assert (told["judge"], told["to_judge"], told["failed"]) == ("Moody", 3, 1)
    assert "the judge of relevance failed on 1 of 3 cases" in done.stderr
    evaluate(cases, None, "--max-unknown", "0.4", judge="relevance=moody:Moody")


@pytest.mark.parametrize("judge", ["relevance=similarity:m@0.5", "relevance=json:dumps", "relevance=openai"])
def test_what_cannot_judge_it_is_refused(evaluate, judge):
    evaluate([CASE], None, judge=judge, code=2)


def test_keys_and_passwords_are_nowhere_in_what_is_written(evaluate, helpful, monkeypatch):
    address = helpful.base_url.replace("http://", "http://someone:hunter2@")
    monkeypatch.setenv("MINE", "sk-very-secret")
    _, done = evaluate([CASE], None, "--base-url", address, "--api-key-env", "MINE", judge=JUDGE)
    written = done.stdout + done.stderr
    for path in evaluate.folder.rglob("*"):
        if path.is_file():
            written += path.read_bytes().decode("latin-1")
    assert helpful.received
    for secret in ("hunter2", "sk-very-secret", "sk-of-the-environment"):
        assert secret not in written
