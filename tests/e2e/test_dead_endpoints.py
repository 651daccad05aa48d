"""Endpoints that are dead, or die: after ten failures in a row a run stops with what it has."""

from __future__ import annotations

import json
import re
import socket
from contextlib import ExitStack
from time import monotonic

import pytest

import ragtriage
from ragtriage.llm.asking import Asker
from ragtriage.llm.backoff import Backoff
from ragtriage.llm.endpoint import Endpoint
from ragtriage.llm.spending import Limits
from ragtriage.verdicts.asked.panel import Panel
from ragtriage.verdicts.asked.support import FORMS, SupportAsked

pytest.importorskip("aiohttp")

MESSAGE = "nothing more was asked after 10 failures in a row"


class Nobody:
    """An address at which nobody listens."""

    def __init__(self):
        with socket.socket() as line:
            line.bind(("127.0.0.1", 0))
            self.base_url = f"http://127.0.0.1:{line.getsockname()[1]}/v1"


def cases(n):
    return [
        {
            "id": f"q{i}",
            "question": f"How much is pass {i}?",
            "answer": f"You pay 30 euros for pass {i}.",
            "contexts": [f"For pass {i} one has to pay 30 euros."],
        }
        for i in range(n)
    ]


def place(received):
    """Return which case is asked about."""
    return int(re.search(r"pass (\d+)", received.prompt)[1])


def told(report):
    return report["judging"]["support"]


def causes(report):
    return [case["verdicts"]["support"]["cause"] for case in report["cases"]]


def test_where_nobody_listens_each_is_asked_for_once_and_the_run_stops(evaluate):
    report, printed = evaluate(cases(60), Nobody(), "--concurrency", "4", code=3)
    failed = told(report)["failed"]
    assert failed == 10
    assert told(report)["not_asked"] == 60 - failed
    assert causes(report) == ["judge_failed"] * failed + ["not_judged"] * (60 - failed)
    assert told(report)["stopped"] == MESSAGE
    assert f"m: {MESSAGE} (the last: http://127.0.0.1:" in printed.stderr
    assert (
        f"0 judgements were made, which the cache has, and {60 - failed} were not asked for" in printed.stderr
    )
    assert "run again to go on from here, or with --keep-going" in printed.stderr


def test_with_keep_going_all_are_asked_for(evaluate):
    report, printed = evaluate(cases(30), Nobody(), "--keep-going", code=3)
    assert (told(report)["failed"], told(report)["not_asked"]) == (30, 0)
    assert MESSAGE not in printed.stderr
    assert "the judge of support failed on 30 of 30 cases" in printed.stderr


def test_a_configuration_file_may_say_so_too(evaluate):
    path = evaluate.folder / "ragtriage.toml"
    path.write_text('keep-going = true\nmax-reply = "2 MiB"\n', "utf-8")
    report, _ = evaluate(cases(20), Nobody(), code=3)
    assert told(report)["failed"] == 20
    path.write_text('max-reply = "a lot"\n', "utf-8")
    _, printed = evaluate(cases(1), Nobody(), code=2)
    assert "a size is a number of bytes, with a unit such as KiB or MiB: not 'a lot'" in printed.stderr


@pytest.mark.parametrize("given", ["0", "-1MiB", "1 furlong", "MiB", "", "1e9", "0.1"])
def test_what_is_no_size_is_refused(evaluate, given):
    _, printed = evaluate(cases(1), Nobody(), "--max-reply", given, code=2)
    assert "a size is a number of bytes" in printed.stderr


def test_a_longer_reply_is_read_where_that_is_asked_for(evaluate, serve, scripted, judging):
    def script(received, _):
        return scripted.Answer(
            body=scripted.completion(json.dumps(judging.reply(received))).body.ljust(2**20 + 9)
        )

    server = serve(script)
    report, printed = evaluate(cases(1), server, code=3)
    assert causes(report) == ["judge_failed"]
    assert "answered with more than 1 MiB; --max-reply takes more" in printed.stderr
    assert len(server.received) == 1
    report, _ = evaluate(cases(1), server, "--max-reply", "1.5MiB")
    assert causes(report) == [None]


def test_one_that_dies_leaves_what_it_answered_and_the_next_run_asks_the_rest(
    evaluate, serve, scripted, judging
):
    def script(received, _):
        if is_dead and place(received) >= 7:
            return scripted.error(400, "gone")
        return scripted.completion(json.dumps(judging.reply(received)))

    is_dead, server = True, serve(script)
    report, printed = evaluate(cases(40), server, "--concurrency", "1", code=3)
    assert causes(report) == [None] * 7 + ["judge_failed"] * 10 + ["not_judged"] * 23
    assert "7 judgements were made, which the cache has, and 23 were not asked for" in printed.stderr
    assert len(server.received) == 17
    is_dead = False
    report, printed = evaluate(cases(40), server, "--concurrency", "1")
    assert causes(report) == [None] * 40
    assert len(server.received) == 17 + 33
    assert told(report)["stopped"] is None


def test_failures_that_are_not_in_a_row_stop_nothing(evaluate, serve, scripted, judging):
    def script(received, _):
        if place(received) % 10:
            return scripted.error(400, "no")
        return scripted.completion(json.dumps(judging.reply(received)))

    report, printed = evaluate(cases(60), serve(script), "--concurrency", "1", code=3)
    assert (told(report)["failed"], told(report)["not_asked"]) == (54, 0)
    assert MESSAGE not in printed.stderr


def test_a_judge_that_answers_in_form_and_is_not_believed_is_asked_on(evaluate, serve, scripted, judging):
    def script(received, _):
        return scripted.completion(json.dumps(judging.reply(received, quote="made up")))

    report, printed = evaluate(cases(15), serve(script), code=3)
    assert (told(report)["failed"], told(report)["not_asked"]) == (15, 0)
    assert MESSAGE not in printed.stderr


def test_nor_does_one_whose_verdicts_are_too_many_stop_anything(evaluate, serve, scripted):
    reply = json.dumps({"verdicts": [{"statement": 1}] * 3})
    report, printed = evaluate(cases(15), serve(lambda *_: scripted.completion(reply)), code=3)
    assert (told(report)["failed"], told(report)["not_asked"]) == (15, 0)
    assert MESSAGE not in printed.stderr


@pytest.mark.parametrize("said", ["I believe so.", "", "{}", "<think>hm", '{"verdict": "supported"}'])
def test_a_judge_that_never_answers_in_form_is_not_asked_on(evaluate, serve, scripted, said):
    report, printed = evaluate(
        cases(30), serve(lambda *_: scripted.completion(said)), "--concurrency", "2", code=3
    )
    assert told(report)["failed"] == 10
    assert MESSAGE in printed.stderr


DEAD = [
    ("an error of the server", 500, {}),
    ("a gateway without a server", 503, {}),
    ("a connection that is closed", 200, {"sent_bytes": 0}),
    ("half a reply", 200, {"sent_bytes": 20}),
]


def judged(server, n, **limits):
    backoff = Backoff(retries=5, first_seconds=0.01, longest_seconds=0.02)
    endpoint = Endpoint(model="m", base_url=server.base_url, api_key="k", backoff=backoff)
    judge = SupportAsked(Panel(Asker(endpoint, limits=Limits(**limits)), FORMS))
    return ragtriage.evaluate(cases(n), judges=[judge]).report.judging["support"]


@pytest.mark.parametrize(("status", "more"), [row[1:] for row in DEAD], ids=[row[0] for row in DEAD])
def test_a_dead_endpoint_is_tried_again_by_one_for_all(serve, scripted, status, more):
    body = scripted.completion("{}").body
    server = serve(lambda *_: scripted.Answer(status=status, body=body, **more))
    found = judged(server, 12)
    assert (found.failed, found.not_asked) == (10, 2)
    # eight at once, five times again, and two more once each: it were 72
    assert len(server.received) == 8 + 5 + 2


@pytest.mark.parametrize(("status", "more"), [row[1:] for row in DEAD], ids=[row[0] for row in DEAD])
def test_also_where_it_is_asked_to_the_end(serve, scripted, status, more):
    body = scripted.completion("{}").body
    server = serve(lambda *_: scripted.Answer(status=status, body=body, **more))
    assert judged(server, 50, failures=None).failed == 50
    assert len(server.received) <= 50 + 5


def test_one_that_comes_back_is_asked_by_all_again(serve, scripted, judging):
    def script(received, number):
        if 5 <= number < 10:
            return scripted.error(500, "restarting")
        return scripted.completion(json.dumps(judging.reply(received)))

    server = serve(script)
    assert judged(server, 40).failed == 0
    assert len(server.received) == 40 + 5


def test_the_failures_of_one_run_do_not_count_in_the_next(serve, scripted, judging):
    server = serve(lambda *_: scripted.error(400, "no"))
    endpoint = Endpoint(model="m", base_url=server.base_url, api_key="k")
    judge = SupportAsked(Panel(Asker(endpoint), FORMS))
    assert ragtriage.evaluate(cases(20), judges=[judge]).report.judging["support"].stopped == MESSAGE
    server.script = lambda received, _: scripted.completion(json.dumps(judging.reply(received)))
    found = ragtriage.evaluate(cases(20), judges=[judge]).report.judging["support"]
    assert (found.failed, found.not_asked, found.stopped) == (0, 0, None)


def test_where_nobody_accepts_the_time_is_kept():
    with ExitStack() as stack:
        listening = stack.enter_context(socket.socket())
        listening.bind(("127.0.0.1", 0))
        listening.listen(0)
        for _ in range(4):  # whoever comes after these waits before the door
            line = stack.enter_context(socket.socket())
            line.setblocking(False)  # noqa: FBT003 - as the library has it
            line.connect_ex(listening.getsockname())
        began = monotonic()
        endpoint = Endpoint(
            model="m",
            base_url=f"http://127.0.0.1:{listening.getsockname()[1]}/v1",
            api_key="k",
            timeout_seconds=0.5,
            backoff=Backoff(first_seconds=0.01),
        )
        judge = SupportAsked(Panel(Asker(endpoint), FORMS))
        found = ragtriage.evaluate(cases(1), judges=[judge]).report.judging["support"]
        assert found.failed == 1
        assert "at http://127.0.0.1:" in (found.unreachable or "")
        assert monotonic() - began < 10


def test_encryption_with_whoever_never_speaks_is_one_failure(serve, scripted):
    server = serve(lambda *_: scripted.completion("{}"))
    address = server.base_url.replace("http:", "https:")
    endpoint = Endpoint(model="m", base_url=address, api_key="k", timeout_seconds=1)
    judge = SupportAsked(Panel(Asker(endpoint), FORMS))
    found = ragtriage.evaluate(cases(1), judges=[judge]).report.judging["support"]
    assert (found.failed, server.received) == (1, [])
    assert found.unreachable == f"no connection in time at {address}"
