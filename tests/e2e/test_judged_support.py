"""Support judged by a model, from the command line, against a scripted server."""

from __future__ import annotations

import base64
import json
import subprocess
import sys

import pytest

pytest.importorskip("aiohttp")

ROW = {
    "question": "How much is the pass?",
    "expected": "30 euros",
    "gold_ids": ["d"],
    "answer": "You pay 30 euros for it.",
    "retrieved": [{"document_id": "d", "text": "The rail pass costs 30 euros in full."}],
}


def rows(n):
    return [
        ROW
        | {
            "id": f"q{i}",
            "question": f"How much is pass {i}?",
            "retrieved": [{"document_id": "d", "text": f"The rail pass {i} costs 30 euros in full."}],
        }
        for i in range(n)
    ]


def support(report, i=0):
    return report["cases"][i]["verdicts"]["support"]


def details(evaluate, i=0):
    lines = (evaluate.folder / "out" / "cases.jsonl").read_text("utf-8").splitlines()
    return json.loads(lines[i])["details"]["support"]


def test_a_supported_statement_with_its_quote_passes(evaluate, serve, scripted, judging):
    server = serve(lambda received, _: scripted.completion(json.dumps(judging.reply(received))))
    report, _ = evaluate([ROW], server)
    assert support(report)["outcome"] == "pass"
    assert details(evaluate)["statements"][0]["place"] == {"chunk": 0, "start": 0, "end": 37}
    told = report["judging"]["support"]
    assert (told["to_judge"], told["failed"], told["calls"]) == (1, 0, 1)
    assert (told["prompt_tokens"], told["completion_tokens"]) == (7, 3)
    assert report["manifest"]["judges"]["support"].startswith("openai:m (prompts statements 1 ")


def test_a_judge_never_sees_the_expected_answer(evaluate, serve, scripted, judging):
    case = ROW | {"expected": "thirty of the common currency, precisely"}
    server = serve(lambda received, _: scripted.completion(json.dumps(judging.reply(received))))
    evaluate([case], server)
    assert "common currency" not in json.dumps([received.body for received in server.received])


@pytest.mark.parametrize(
    ("answer", "contexts", "outcome"),
    [
        ("The rail pass costs 30 euros.", ["The rail pass costs 30 euros."], "pass"),
        ("It costs 50 euros a month for all.", ["The rail pass costs 30 euros."], "fail"),
        ("You pay 30 euros for it.", ["", "  "], "fail"),
        ("You pay 30 euros for it.", [], "fail"),
        ("I do not know.", ["The rail pass costs 30 euros."], "unknown"),
        ("", ["The rail pass costs 30 euros."], "unknown"),
        ("!!!", ["The rail pass costs 30 euros."], "unknown"),
    ],
)
def test_what_strings_decide_costs_no_call(evaluate, nobody, answer, contexts, outcome):
    case = {"question": "How much?", "expected": "30 euros", "answer": answer, "contexts": contexts}
    report, _ = evaluate([case], nobody)
    assert support(report)["outcome"] == outcome
    assert nobody.received == []


def test_a_quote_that_does_not_stand_in_the_text_is_asked_for_once_more_and_then_unknown(
    evaluate, serve, scripted, judging
):
    server = serve(
        lambda received, _: scripted.completion(
            json.dumps(judging.reply(received, quote="It is 30 euros now"))
        )
    )
    report, done = evaluate([ROW], server, code=3)
    verdict = support(report)
    assert (verdict["outcome"], verdict["cause"]) == ("unknown", "judge_failed")
    assert "does not stand in the text" in verdict["reason"]
    assert len(server.received) == 2
    assert "does not stand in the text" in server.received[1].body["messages"][-1]["content"]
    assert len(details(evaluate)["raw_replies"]) == 2
    assert "the judge of support failed on 1 of 1 cases" in done.stderr


def test_a_quote_in_a_second_reply_is_believed(evaluate, serve, scripted, judging):
    def script(received, number):
        quote = "nowhere to be found" if number == 0 else None
        return scripted.completion(json.dumps(judging.reply(received, quote=quote)))

    server = serve(script)
    report, _ = evaluate([ROW], server)
    assert support(report)["outcome"] == "pass"
    assert report["judging"]["support"]["calls"] == 2


@pytest.mark.parametrize("quote", ["The rail pass costs", "rail pass", "in full"])
def test_a_number_that_is_not_in_the_quote_is_not_backed_by_it(evaluate, serve, scripted, judging, quote):
    server = serve(lambda received, _: scripted.completion(json.dumps(judging.reply(received, quote=quote))))
    report, _ = evaluate([ROW], server, code=3)
    assert support(report)["outcome"] == "unknown"
    assert "does not hold '30 euros'" in support(report)["reason"]


OTHER = {
    "question": "Who pays?",
    "answer": "Dogs ride free of charge.",
    "contexts": ["No fare is asked for pets. The bar opens at noon, and closes at night."],
}


def test_a_quote_of_something_else_is_doubted_once_and_then_leaves_the_statement_open(
    evaluate, serve, scripted, judging
):
    server = serve(
        lambda received, _: scripted.completion(
            json.dumps(judging.reply(received, quote="The bar opens at noon"))
        )
    )
    report, _ = evaluate([OTHER], server)
    assert (support(report)["outcome"], support(report)["cause"]) == ("unknown", "not_judged")
    assert "shares no word with the statement" in support(report)["reason"]
    assert "shares no word with" in server.received[1].body["messages"][-1]["content"]
    told = report["judging"]["support"]
    assert (told["calls"], told["failed"]) == (len(server.received), 0) == (2, 0)
    again, _ = evaluate([OTHER], server)
    assert (len(server.received), again) == (2, report)  # the doubt is kept with the reply that left it


def test_a_doubt_that_the_second_reply_clears_up_is_gone(evaluate, serve, scripted, judging):
    def script(received, number):
        quote = "The bar opens at noon" if number == 0 else "No fare is asked for dogs"
        return scripted.completion(json.dumps(judging.reply(received, quote=quote)))

    case = OTHER | {"contexts": [OTHER["contexts"][0].replace("pets", "dogs")]}
    report, _ = evaluate([case], serve(script))
    assert support(report)["outcome"] == "pass"
    assert report["judging"]["support"]["calls"] == 2


def test_a_second_reply_that_is_none_after_a_doubt_is_a_failure(evaluate, serve, scripted, judging):
    def script(received, number):
        good = json.dumps(judging.reply(received, quote="The bar opens at noon"))
        return scripted.completion(good if number == 0 else "I cannot say.")

    report, _ = evaluate([OTHER], serve(script), code=3)
    assert support(report)["cause"] == "judge_failed"


def test_a_value_in_another_unit_passes_and_one_that_cannot_be_read_is_open_at_the_price_of_one_call(
    evaluate, serve, scripted, judging
):
    said = {"q1": "72 hours", "q2": "90 minutes"}
    cases = [
        {
            "id": name,
            "question": f"How long, {name}?",
            "answer": f"The stay may take up to {value}, and no longer.",
            "contexts": ["The stay may take three days at most. The ride takes an hour and a half of it."],
        }
        for name, value in said.items()
    ]

    def script(received, _):
        quote = "may take three days" if "q1?" in received.prompt else "takes an hour and a half"
        return scripted.completion(json.dumps(judging.reply(received, quote=quote)))

    server = serve(script)
    report, _ = evaluate(cases, server)
    assert support(report, 0)["outcome"] == "pass"
    # converted, or open: whoever reads more values may know more of them
    assert (support(report, 1)["outcome"], support(report, 1).get("cause")) in {
        ("unknown", "not_judged"),
        ("pass", None),
        ("fail", None),
    }
    told = report["judging"]["support"]
    assert (told["failed"], told["calls"]) == (0, len(server.received))
    assert len(server.received) <= 2


def test_an_endpoint_that_is_not_there_is_said_in_the_report(evaluate, serve, scripted):
    server = serve(lambda *_: scripted.error(503, "no model", retry_after="3600"))
    report, _ = evaluate([ROW], server, code=3)
    told = report["judging"]["support"]
    assert told["unreachable"] == f"status 503 at {server.base_url}"
    assert (told["failed"], told["calls"]) == (1, 0)


def test_a_contradicted_statement_fails_and_says_why(evaluate, serve, scripted, judging):
    server = serve(
        lambda received, _: scripted.completion(json.dumps(judging.reply(received, verdict="contradicted")))
    )
    report, _ = evaluate([ROW], server)
    assert support(report)["outcome"] == "fail"
    assert support(report)["score"] == 0.0


def test_a_model_that_cannot_tell_has_not_failed(evaluate, serve, scripted, judging):
    server = serve(
        lambda received, _: scripted.completion(json.dumps(judging.reply(received, verdict="unclear")))
    )
    report, _ = evaluate([ROW], server)
    assert (support(report)["outcome"], support(report)["cause"]) == ("unknown", "not_judged")


def test_a_second_run_asks_nothing_and_says_the_same(evaluate, serve, scripted, judging):
    server = serve(lambda received, _: scripted.completion(json.dumps(judging.reply(received))))
    evaluate(rows(5), server)
    first = (evaluate.folder / "out" / "report.json").read_bytes()
    assert len(server.received) == 5
    evaluate(rows(5), server)
    assert len(server.received) == 5
    assert (evaluate.folder / "out" / "report.json").read_bytes() == first


def test_a_failure_is_asked_again_in_the_next_run(evaluate, serve, scripted, judging):
    is_up = False

    def script(received, _):
        return scripted.completion(json.dumps(judging.reply(received)) if is_up else "no verdict")

    server = serve(script)
    evaluate([ROW], server, code=3)
    is_up = True
    report, _ = evaluate([ROW], server)
    assert support(report)["outcome"] == "pass"


def test_a_dry_run_says_what_it_would_take_and_asks_nothing(evaluate, nobody):
    report, done = evaluate(rows(3), nobody, "--dry-run", "--price", "1,2")
    assert report is None
    assert nobody.received == []
    assert "3 of 3 cases to judge" in done.stdout
    assert "about 3 calls" in done.stdout
    assert "at the price given" in done.stdout
    assert [path.name for path in evaluate.folder.iterdir()] == ["cases.jsonl"]


def test_a_limit_of_calls_stops_cleanly_and_a_higher_one_goes_on(evaluate, serve, scripted, judging):
    server = serve(lambda received, _: scripted.completion(json.dumps(judging.reply(received))))
    report, done = evaluate(rows(6), server, "--max-calls", "4", "--concurrency", "1", code=3)
    assert len(server.received) == 4
    assert [support(report, i)["outcome"] for i in range(6)] == ["pass"] * 4 + ["unknown"] * 2
    assert support(report, 5)["cause"] == "not_judged"
    assert report["judging"]["support"]["not_asked"] == 2
    assert "the limit of 4 calls is reached" in done.stderr
    report, _ = evaluate(rows(6), server, "--max-calls", "4", "--concurrency", "1")
    assert len(server.received) == 6
    assert report["judging"]["support"]["calls"] == 6


def test_a_limit_of_cost_stops_before_it_is_passed(evaluate, serve, scripted, judging):
    server = serve(lambda received, _: scripted.completion(json.dumps(judging.reply(received))))
    # each reply takes 7 tokens in and 3 out: 0.00001 at these prices
    report, done = evaluate(
        rows(6), server, "--max-cost", "0.000031", "--price", "1,1", "--concurrency", "1", code=3
    )
    assert len(server.received) == 3
    assert report["judging"]["support"]["cost"] == pytest.approx(0.00003)
    assert "the limit of 3.1e-05 for the cost is reached" in done.stderr


def test_a_server_that_counts_no_tokens_is_paid_too(evaluate, serve, scripted, judging):
    def script(received, _):
        answer = scripted.completion(json.dumps(judging.reply(received)))
        uncounted = {name: value for name, value in json.loads(answer.body).items() if name != "usage"}
        return scripted.Answer(body=json.dumps(uncounted).encode())

    server = serve(script)
    # about 450 tokens in and 40 out each: half a thousandth at these prices
    options = ("--max-cost", "0.0012", "--price", "1,1", "--concurrency", "1")
    report, _ = evaluate(rows(6), server, *options, code=3)
    told = report["judging"]["support"]
    assert len(server.received) == told["calls"] == 2
    assert 600 < told["prompt_tokens"] < 1_200
    assert 40 < told["completion_tokens"] < 160
    assert 0.0007 < told["cost"] < 0.0012


def test_a_key_and_a_password_are_nowhere_in_what_is_written(evaluate, serve, scripted, judging, monkeypatch):
    server = serve(lambda received, _: scripted.completion(json.dumps(judging.reply(received))))
    address = server.base_url.replace("http://", "http://someone:hunter2@")
    monkeypatch.setenv("MINE", "sk-very-secret")
    _, done = evaluate([ROW], None, "--base-url", address, "--api-key-env", "MINE")
    written = done.stdout + done.stderr
    for path in evaluate.folder.rglob("*"):
        if path.is_file():
            written += path.read_bytes().decode("latin-1")
    assert server.received
    for secret in ("hunter2", "sk-very-secret", "sk-of-the-environment"):
        assert secret not in written


def test_what_a_server_repeats_of_its_credentials_is_not_written(evaluate, serve, scripted, monkeypatch):
    def script(received, _):
        sent = received.headers["authorization"]
        user = base64.b64decode(sent.split()[1]).decode() if sent.startswith("Basic") else ""
        return scripted.error(400, f"no: {sent} {user}")

    server = serve(script)
    monkeypatch.setenv("MINE", "sk-very-secret")
    address = server.base_url.replace("http://", "http://someone:hunter2@")
    for options in (("--base-url", server.base_url, "--api-key-env", "MINE"), ("--base-url", address)):
        _, done = evaluate([ROW], None, *options, code=3)
        written = done.stdout + done.stderr
        for path in evaluate.folder.rglob("*"):
            if path.is_file():
                written += path.read_bytes().decode("latin-1")
        assert "***" in written
        sent = server.received[-1].headers["authorization"].split()[1]
        for secret in (sent, "hunter2", "sk-very-secret"):
            assert secret not in written


def test_the_key_of_the_environment_goes_to_no_other_endpoint(evaluate, serve, scripted, judging):
    server = serve(lambda received, _: scripted.completion(json.dumps(judging.reply(received))))
    evaluate([ROW], server)
    assert server.received[0].headers["authorization"] == "Bearer none"


def test_a_judge_of_ones_own_is_imported_from_the_working_directory(evaluate):
    (evaluate.folder / "mine.py").write_text(
        "from ragtriage.model import Outcome, Stage, Verdict\n"
        "class Strict:\n"
        "    stage = Stage.SUPPORT\n"
        "    async def __call__(self, batch):\n"
        "        return [Verdict(outcome=Outcome.FAIL, method='mine', reason='no') for _ in batch.cases]\n",
        "utf-8",
    )
    report, _ = evaluate([ROW], None, judge="support=mine:Strict")
    assert (support(report)["outcome"], support(report)["method"]) == ("fail", "mine")
    assert report["judging"]["support"]["to_judge"] == 1


@pytest.mark.parametrize(
    ("judge", "said"),
    [
        ("support", "STAGE=openai:MODEL"),
        ("suport=openai:m", "did you mean 'support'?"),
        ("support=openai:", "STAGE=openai:MODEL"),
        ("support=nothing_of_that_name:judge", "cannot be imported"),
        ("support=json:dumps", "is no judge of support"),
    ],
)
def test_a_judge_that_does_not_exist_is_refused(evaluate, judge, said):
    _, done = evaluate([ROW], None, judge=judge, code=2)
    assert said in done.stderr


@pytest.mark.parametrize("line", ['judge = "support=openai:m"', 'base-url = "http://evil"', 'cache = "here"'])
def test_a_file_may_choose_no_judge_no_endpoint_and_no_cache(evaluate, line):
    (evaluate.folder / "ragtriage.toml").write_text(line, "utf-8")
    _, done = evaluate([ROW], None, judge=None, code=2)
    assert "may not stand in a file" in done.stderr


def test_what_is_kept_can_be_looked_at_and_forgotten(evaluate, serve, scripted, judging):
    server = serve(lambda received, _: scripted.completion(json.dumps(judging.reply(received))))
    evaluate(rows(3), server)

    def cache(*arguments):
        command = [
            sys.executable,
            "-m",
            "ragtriage",
            "cache",
            *arguments,
            "--cache",
            str(evaluate.folder / "cache"),
        ]
        return subprocess.run(command, capture_output=True, text=True, timeout=60, check=True).stdout

    assert "3 replies in" in cache("stats")
    assert "21 tokens in and 9 out" in cache("stats")
    assert cache("prune", "--older-than", "1") == "0 replies forgotten\n"
    assert cache("prune", "--older-than", "0") == "3 replies forgotten\n"
    assert "0 replies in" in cache("stats")
