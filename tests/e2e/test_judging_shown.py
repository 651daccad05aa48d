"""What a run with a judge shows: progress on a terminal, tokens and cost, votes that differ."""

from __future__ import annotations

import json
import os
import pty
import re
import select
import subprocess
import sys
import time

import pytest

pytest.importorskip("aiohttp")


def rows(n):
    return [
        {
            "id": f"q{i}",
            "question": f"How much is pass {i}?",
            "expected": "30 euros",
            "answer": f"You pay 30 euros for pass {i}.",
            "contexts": [f"For pass {i} one has to pay 30 euros.", f"Pass {i} is sold at every station."],
        }
        for i in range(n)
    ]


def on_a_terminal(command, folder):
    """Run a command whose standard error is a terminal; return what was drawn there, and the exit code."""
    main, terminal = pty.openpty()
    environment = os.environ | {"OPENAI_API_KEY": "k", "COLUMNS": "140", "TERM": "xterm"}
    process = subprocess.Popen(
        command, cwd=folder, stdout=subprocess.PIPE, stderr=terminal, env=environment, text=True
    )
    os.close(terminal)
    drawn, until = b"", time.monotonic() + 60
    while time.monotonic() < until:
        if select.select([main], [], [], 0.1)[0]:
            try:
                block = os.read(main, 65_536)
            except OSError:  # Linux says so when the other end is closed
                break
            if not block:
                break
            drawn += block
        elif process.poll() is not None:
            break
    process.communicate(timeout=60)
    os.close(main)
    return drawn.decode("utf-8", "replace"), process.returncode


def test_a_terminal_shows_rate_failures_and_tokens_while_it_judges(tmp_path, serve, scripted, judging):
    def script(received, _):
        text = "no verdict" if "pass 1?" in received.prompt else json.dumps(judging.reply(received))
        return scripted.Answer(body=scripted.completion(text).body, delay_seconds=0.1)

    server = serve(script)
    (tmp_path / "cases.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows(40)), "utf-8")
    command = [sys.executable, "-m", "ragtriage", "evaluate", "cases.jsonl", "--judge", "support=openai:m"]
    command += ["--base-url", server.base_url, "--no-cache", "--concurrency", "2"]
    drawn, code = on_a_terminal(command, tmp_path)
    assert code == 0, drawn
    shown = re.findall(r"([\d,]+) replies \(([\d.]+)/s\)(, 1 failed)?, ([\d,]+) tokens", drawn)
    assert shown, drawn
    counts = [int(count.replace(",", "")) for count, _, _, _ in shown]
    assert counts == sorted(counts)
    assert counts[-1] > counts[0]
    assert any(failed for _, _, failed, _ in shown)
    assert all(
        int(tokens.replace(",", "")) == 10 * int(count.replace(",", "")) for count, _, _, tokens in shown
    )
    assert all(float(rate) > 0 for _, rate, _, _ in shown[1:])


def test_nothing_is_drawn_where_no_terminal_is(evaluate, serve, scripted, judging):
    server = serve(lambda received, _: scripted.completion(json.dumps(judging.reply(received))))
    _, done = evaluate(rows(3), server, "--quiet")
    assert done.stderr == ""


def test_the_price_is_said_before_it_is_paid(evaluate, serve, scripted, judging):
    server = serve(lambda received, _: scripted.completion(json.dumps(judging.reply(received))))
    _, done = evaluate(rows(3), server, "--price", "1000,2000")
    assert "support    3 of 3 cases to judge" in done.stderr
    assert "m          about 3 calls" in done.stderr
    assert "at the price given" in done.stderr
    assert len(server.received) == 3
    _, done = evaluate(rows(3), server)
    assert done.stderr == ""  # all of it was paid for
    _, done = evaluate(rows(4), server, "--judge", "answer=mine:judge", "--dry-run", "--max-calls", "0")
    assert "about 1 calls" in done.stdout  # what is one's own is not run, nor even looked for
    assert len(server.received) == 3


def words(text):
    return " ".join(text.split())


def test_the_summary_says_what_judging_took(evaluate, serve, scripted, judging):
    server = serve(lambda received, _: scripted.completion(json.dumps(judging.reply(received))))
    _, done = evaluate(rows(4), server, "--price", "1000,2000")
    # four calls of 7 tokens in and 3 out, at 1,000 and 2,000 a million
    assert "support 4 openai:m, 4 calls, 28 tokens in, 12 out, cost 0.0520" in words(done.stdout)
    _, done = evaluate(rows(4), None, judge=None)
    assert "openai:m" not in done.stdout


def test_the_summary_names_failures_and_what_was_not_asked(evaluate, serve, scripted, judging):
    server = serve(
        lambda received, _: scripted.completion(
            "no" if "pass 0?" in received.prompt else json.dumps(judging.reply(received))
        )
    )
    _, done = evaluate(rows(4), server, "--max-calls", "3", "--concurrency", "1", code=3)
    assert "support 4 openai:m, 1 failed, 2 not asked, 3 calls" in words(done.stdout)


def voting(scripted, judging, verdicts):
    """Return a judge whose votes come in turn: each pass or fail is that of one vote."""

    def script(received, number):
        data = judging.shown(received)
        chunk = next(t["chunk"] for t in data["texts"]["texts"] if "one has to pay" in t["text"])
        verdict = verdicts[number % len(verdicts)]
        return scripted.completion(json.dumps(judging.reply(received, verdict=verdict, chunk=chunk)))

    return script


MAJORITIES = [
    (("supported", "contradicted", "supported"), "pass", None, "3 votes (2 pass, 1 fail)"),
    (("contradicted", "supported", "not_mentioned"), "fail", None, "3 votes (1 pass, 2 fail)"),
    (("supported", "contradicted"), "unknown", "not_judged", "2 votes (1 pass, 1 fail)"),
    (
        ("supported", "contradicted", "unclear"),
        "unknown",
        "not_judged",
        "3 votes (1 pass, 1 fail, 1 unknown)",
    ),
]


@pytest.mark.parametrize(("verdicts", "outcome", "cause", "told"), MAJORITIES)
def test_most_votes_on_support_decide_and_none_is_unknown(  # noqa: PLR0917 - fixtures are arguments
    evaluate, serve, scripted, judging, verdicts, outcome, cause, told
):
    server = serve(voting(scripted, judging, verdicts))
    report, _ = evaluate(rows(1), server, "--votes", str(len(verdicts)), "--concurrency", "1")
    verdict = report["cases"][0]["verdicts"]["support"]
    assert (verdict["outcome"], verdict["cause"]) == (outcome, cause)
    assert verdict["method"].endswith(told)
    if outcome == "unknown":
        assert verdict["reason"].startswith("no majority: ")


def test_how_often_votes_differ_is_published(evaluate, serve, scripted, judging):
    # the votes on every second case differ
    def script(received, _):
        is_odd = int(re.search(r"pass (\d+)\?", received.prompt)[1]) % 2
        is_last = received.body["seed"] == 2
        data = judging.shown(received)
        chunk = next(t["chunk"] for t in data["texts"]["texts"] if "one has to pay" in t["text"])
        verdict = "contradicted" if is_odd and is_last else "supported"
        return scripted.completion(json.dumps(judging.reply(received, verdict=verdict, chunk=chunk)))

    server = serve(script)
    for _ in range(2):  # asked, and then from the cache
        report, done = evaluate(rows(6), server, "--votes", "3")
        assert report["judging"]["support"]["split"] == 3
        assert "support 6 openai:m, votes differ on 3/6, 18 calls" in words(done.stdout)
    assert len(server.received) == 18


def refusing(scripted, judging):
    """Return a server that takes neither JSON schemas, nor a seed."""

    def script(received, _):
        if received.body.get("response_format", {}).get("type") == "json_schema":
            return scripted.error(400, "response_format of type json_schema is not supported")
        if "seed" in received.body:
            return scripted.error(400, "Unsupported parameter: 'seed'")
        return scripted.completion(json.dumps(judging.reply(received)))

    return script


def test_what_an_endpoint_takes_is_remembered_from_run_to_run(evaluate, serve, scripted, judging):
    server = serve(refusing(scripted, judging))
    evaluate(rows(2), server, "--concurrency", "1")
    assert len(server.received) == 4  # two refusals
    evaluate(rows(5), server, "--concurrency", "1")
    assert len(server.received) == 7  # none
    assert server.received[-1].body["response_format"] == {"type": "json_object"}
    evaluate(rows(6), server, "--concurrency", "1", judge="support=openai:another")
    assert len(server.received) == 15  # of another model nothing is known
    evaluate(rows(7), server, "--concurrency", "1", "--cache", "elsewhere")
    assert len(server.received) == 24  # nor in another cache


def test_the_address_under_which_it_is_remembered_holds_no_secret(evaluate, serve, scripted, judging):
    server = serve(refusing(scripted, judging))
    with_password = server.base_url.replace("http://", "http://someone:hunter2@")
    evaluate(rows(1), None, "--base-url", with_password, "--concurrency", "1")
    assert b"hunter2" not in (evaluate.folder / "cache" / "replies.sqlite3").read_bytes()
    received = len(server.received)
    evaluate(rows(2), server, "--concurrency", "1")  # the same endpoint, whoever asks
    assert len(server.received) == received + 1
