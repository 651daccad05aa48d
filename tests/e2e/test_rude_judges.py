"""A hundred rude endpoints: each is a failed judgement in bounded time and memory, or a good reply."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("aiohttp")

SERVERS = Path(__file__).parent / "servers"
MOST_BYTES = 150 * 2**20  # for two dozen at once
MOST_SECONDS = 90.0  # for all of them; a third of that where nobody else needs the machine


@pytest.fixture(scope="module")
def rude(module_of):
    return module_of("rude")


@pytest.fixture(scope="module")
def asked(rude):
    """Ask every server once, and return what came of it, with what the servers saw."""
    with rude.RudeServer() as server:
        alone = [name for name, *_ in rude.REPLIES]
        names = [*(name for group in rude.CARRIED for name, *_ in group), *alone]
        given = {
            "addresses": {name: server.base_url(name) for name in names},
            "alone": alone,
            "key": rude.SECRET,
            "seconds": rude.SECONDS,
            "retries": rude.RETRIES,
        }
        done = subprocess.run(
            [sys.executable, str(SERVERS / "asked.py")],
            input=json.dumps(given),
            capture_output=True,
            text=True,
            timeout=300,
            check=False,
            env=os.environ | {"PYTHONWARNINGS": "default"},
        )
        assert done.returncode == 0, done.stderr
        return json.loads(done.stdout) | {"server": server, "stderr": done.stderr, "written": done.stdout}


def test_all_of_them_take_little_time_and_memory(asked):
    assert asked["bytes"] < MOST_BYTES
    assert asked["seconds"] < MOST_SECONDS


def test_nobody_who_was_not_named_is_sent_anything(asked):
    assert asked["server"].led_away == []


def test_the_key_stands_nowhere(asked, rude):
    assert rude.SECRET not in asked["written"] + asked["stderr"]
    assert rude.SECRET[:20] not in asked["written"] + asked["stderr"]


def test_each_is_one_failed_judgement_or_a_good_one(asked, rude):
    """All rows in one test: they were asked at once; what is wrong is told of each."""
    wrong = {}
    for name, found in asked["found"].items():
        row = rude.TABLE[name]
        # that one is asked to begin with, and another leads to it
        requests = asked["server"].received.get(name, 0) - 2 * (name == "good")
        is_good = found.get("outcome") == "pass" and found["failed"] == 0
        is_failed = (found.get("outcome"), found.get("cause"), found.get("failed")) == (
            "unknown",
            "judge_failed",
            1,
        )
        is_as_told = is_good if row.is_good else is_failed and row.word in found["reason"]
        if not is_as_told or requests > row.requests or not (found["reason"] or "").isprintable():
            wrong[name] = {"requests": requests, **found}
    assert wrong == {}
    assert len(asked["found"]) > 100
