"""`ragtriage prompts`: what it prints is what judges send."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

CASE = {
    "id": "1",
    "question": "<question>",
    "expected": "<right answer>",
    "language": "<language>",
    "retrieved": [
        {"document_id": "1", "text": "<first text>"},
        {"document_id": "2", "text": "<second text>"},
    ],
    "answer": "<first sentence>. <second sentence>.",
}


def prompts(*arguments: object, cwd: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "ragtriage", "prompts", *map(str, arguments)],
        cwd=cwd,
        capture_output=True,
        encoding="utf-8",
        timeout=60,
        check=False,
        env={},  # no key, and no address to ask
    )


@pytest.mark.parametrize("stage", ["relevance", "evidence", "answer", "support"])
def test_what_is_printed_is_what_a_server_receives(evaluate, serve, scripted, judging, stage) -> None:
    requests = 2 if stage == "support" else 1  # an answer is split into its statements first

    def reply(received, _number):
        kind = judging.kind(received)
        data = judging.shown(received)
        made = judging.whole_sentences(data) if kind == "statements" else {"unclear": True}
        return scripted.completion(json.dumps(made))

    server = serve(reply)
    report, _ = evaluate([CASE], server, judge=f"{stage}=openai:m", code=3)
    printed = prompts(stage, cwd=evaluate.folder).stdout
    first = [each.body for each in server.received if len(each.body["messages"]) == 2]
    assert len(first) == requests
    for body in first:
        user = body["messages"][1]["content"]
        marker = user.split("\n", 1)[0].rsplit(" ", 1)[1]
        for message in body["messages"]:
            told = message["content"].replace(marker, "<marker>")
            assert f", {message['role']} ---\n{told}\n" in printed
        assert json.dumps(body["response_format"]["json_schema"], separators=(",", ":")) in printed
        assert f'"seed":{body["seed"]}' in printed
        assert f'"max_tokens":{body["max_tokens"]}' in printed
    assert printed.count(" ---\nBEGIN ") == requests
    judge = report["judging"][stage]["judge"]
    assert printed.startswith(f"{stage}: {judge.replace('openai:m ', 'openai:MODEL ')}\n")


def test_without_a_stage_every_judge_is_told_and_nothing_is_written(tmp_path) -> None:
    done = prompts(cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    told = [line.partition(":")[0] for line in done.stdout.splitlines() if ": openai:MODEL (prompts " in line]
    assert told == ["relevance", "evidence", "answer", "support"]
    assert list(tmp_path.iterdir()) == []


def test_the_language_of_the_reasons_and_prompts_of_ones_own_are_those_that_are_sent(tmp_path) -> None:
    assert "Write the reason in Japanese." in prompts("answer", "--lang", "ja", cwd=tmp_path).stdout
    (tmp_path / "own").mkdir()
    (tmp_path / "own" / "answer.txt").write_text("# mine 3\nSay {language} {marker}\n", encoding="utf-8")
    done = prompts("answer", "--lang", "ko", "--prompt-dir", "own", cwd=tmp_path)
    assert "--- mine 3 (" in done.stdout
    assert "system ---\nSay Korean <marker>\n" in done.stdout


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["retrieval"], "'retrieval' is not one of 'relevance', 'evidence', 'answer', 'support'"),
        (["--prompt-dir", "none"], "none: is no folder of prompts"),
    ],
)
def test_what_no_judge_is_asked_is_refused(tmp_path, arguments, message) -> None:
    done = prompts(*arguments, cwd=tmp_path)
    assert done.returncode == 2
    assert message in done.stderr
