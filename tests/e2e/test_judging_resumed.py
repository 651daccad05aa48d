"""Killed or interrupted at any moment, and run again: nothing that was answered is asked again."""

from __future__ import annotations

import json
import multiprocessing
import os
import random
import signal
import sqlite3
import subprocess
import sys
import threading
import time

import pytest

from ragtriage.cli import main

pytest.importorskip("aiohttp")

KILLS = 20
ROWS = 300
CONCURRENCY = 8


def rows(n):
    return [
        {
            "id": f"q{i}",
            "question": f"How much is pass {i}?",
            "expected": "30 euros",
            "answer": f"You pay 30 euros for pass {i}.",
            "contexts": [f"For pass {i} one has to pay 30 euros."],
        }
        for i in range(n)
    ]


class Run:
    """One run of the command, in a process that can be killed."""

    def __init__(self, folder, server, out):
        command = [
            sys.executable,
            "-m",
            "ragtriage",
            "evaluate",
            "cases.jsonl",
            "--judge",
            "support=openai:m",
        ]
        command += ["--base-url", server.base_url, "--cache", "cache", "--out", out, "--quiet"]
        self.process = subprocess.Popen(
            [*command, "--concurrency", str(CONCURRENCY)],
            cwd=folder,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env=os.environ | {"OPENAI_API_KEY": "k"},
        )

    def wait(self):
        _, error = self.process.communicate(timeout=120)
        return self.process.returncode, error


@pytest.fixture
def forked(tmp_path, monkeypatch):
    """Start a run as a process of its own that has imported already what costs seconds."""
    monkeypatch.chdir(tmp_path)
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(["aiohttp", "ragtriage.evaluation.inputs"])

    def start(server):
        # a child has its parent's arguments
        command = ["ragtriage", "evaluate", "cases.jsonl", "--judge", "support=openai:m", "--quiet"]
        command += ["--base-url", server.base_url, "--cache", "cache", "--out", "out"]
        monkeypatch.setattr(sys, "argv", [*command, "--concurrency", str(CONCURRENCY)])
        process = context.Process(target=main)
        process.start()
        return process

    return start


def kept(folder):
    path = folder / "cache" / "replies.sqlite3"
    if not path.exists():
        return 0
    with sqlite3.connect(path) as connection:
        try:
            return connection.execute("SELECT count(*) FROM replies").fetchone()[0]
        except sqlite3.OperationalError:  # killed before the table was made
            return 0


@pytest.fixture
def slow_judge(serve, scripted, judging):
    def script(received, _):
        text = json.dumps(judging.reply(received))
        return scripted.Answer(body=scripted.completion(text).body, delay_seconds=0.02)

    return serve(script)


@pytest.mark.timeout(240)
def test_killed_at_random_moments_it_asks_only_what_was_not_answered(tmp_path, slow_judge, forked):
    (tmp_path / "cases.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows(ROWS)), "utf-8")
    draw = random.Random(20261130)  # noqa: S311 - moments, no secrets
    asked_again = 0
    interruptions = 0
    while interruptions < KILLS:
        before, received = kept(tmp_path), len(slow_judge.received)
        assert before < ROWS, "all was answered before it could be killed often enough"
        run = forked(slow_judge)
        wanted = received + draw.randint(1, ROWS // KILLS - 2)
        while len(slow_judge.received) < wanted and run.is_alive():
            time.sleep(0.002)
        run.kill()
        run.join(60)
        time.sleep(0.05)  # what had been sent may still arrive
        interruptions += 1
        lost = len(slow_judge.received) - received - (kept(tmp_path) - before)
        assert 0 <= lost <= CONCURRENCY
        asked_again += lost
    assert not (tmp_path / "out").exists()
    assert Run(tmp_path, slow_judge, "out").wait() == (0, "")
    assert len(slow_judge.received) == ROWS + asked_again
    whole = tmp_path / "whole"
    whole.mkdir()
    (whole / "cases.jsonl").write_bytes((tmp_path / "cases.jsonl").read_bytes())
    assert Run(whole, slow_judge, "out").wait() == (0, "")
    for name in ("report.json", "cases.jsonl"):
        assert (tmp_path / "out" / name).read_bytes() == (whole / "out" / name).read_bytes()


def test_an_interrupt_finishes_and_keeps_what_is_under_way(tmp_path, serve, scripted, judging):
    is_enough = threading.Event()

    def script(received, number):
        if number >= 20:
            is_enough.set()
        text = json.dumps(judging.reply(received))
        return scripted.Answer(
            body=scripted.completion(text).body, delay_seconds=0.3 if number >= 12 else 0.0
        )

    server = serve(script)
    (tmp_path / "cases.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows(40)), "utf-8")
    run = Run(tmp_path, server, "out")
    assert is_enough.wait(60)
    run.process.send_signal(signal.SIGINT)
    code, error = run.wait()
    assert code == 130
    assert "replies of this run are kept in" in error
    assert "Traceback" not in error
    assert kept(tmp_path) == len(server.received)  # each was paid for
    assert not (tmp_path / "out").exists()


def test_two_processes_share_a_cache(tmp_path, slow_judge):
    (tmp_path / "cases.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows(100)), "utf-8")
    both = [Run(tmp_path, slow_judge, out) for out in ("one", "two")]
    assert [run.wait() for run in both] == [(0, ""), (0, "")]
    assert kept(tmp_path) == 100
    first, second = ((tmp_path / out / "report.json").read_bytes() for out in ("one", "two"))
    assert first == second
