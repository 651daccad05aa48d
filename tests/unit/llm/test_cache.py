"""The cache of replies: what it keeps, what it refuses, and that nothing of it is loaded without a judge."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
import time

import pytest

from ragtriage.errors import ConfigError
from ragtriage.llm.cache import Kept, ReplyCache
from ragtriage.llm.dialect import Dialect, Form


def test_what_is_put_is_found_by_another_that_is_open_at_once(tmp_path):
    with ReplyCache(tmp_path) as one, ReplyCache(tmp_path) as other:
        one.put(b"k", Kept(text="yes", refused=("no",), calls=2, prompt_tokens=5, completion_tokens=3))
        assert other.find(b"k") == Kept(
            text="yes", refused=("no",), calls=2, prompt_tokens=5, completion_tokens=3
        )
        assert other.find(b"another") is None


def test_the_file_is_for_its_owner_alone(tmp_path):
    ReplyCache(tmp_path).close()
    assert (tmp_path / "replies.sqlite3").stat().st_mode & 0o077 == 0


def test_a_file_of_another_version_or_kind_is_refused_and_named(tmp_path):
    with sqlite3.connect(tmp_path / "replies.sqlite3") as connection:
        connection.execute("PRAGMA user_version = 99")
    with pytest.raises(ConfigError, match="another version"):
        ReplyCache(tmp_path)
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "replies.sqlite3").write_bytes(b"no database at all, " * 100)
    with pytest.raises(ConfigError, match="cannot be used as a cache"):
        ReplyCache(tmp_path / "other")


def test_what_cannot_be_read_is_as_if_it_were_not_there(tmp_path):
    with ReplyCache(tmp_path) as cache:
        cache._connection.execute("INSERT INTO replies VALUES (?, ?, 0)", (b"k", b"{"))
        assert cache.find(b"k") is None
        assert cache.stats().replies == 1


def test_an_offline_run_loads_no_client_no_loop_and_no_database():
    code = (
        "import sys, ragtriage\n"
        "ragtriage.evaluate([{'question': 'q', 'expected': 'a', 'answer': 'b', 'contexts': ['c']}])\n"
        "assert not {'openai', 'asyncio', 'sqlite3', 'httpx'} & set(sys.modules)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=False
    )
    assert done.returncode == 0, done.stderr


def test_judgements_are_found_by_their_keys_however_many_are_asked_for(tmp_path):
    keys = [number.to_bytes(4, "big") for number in range(2_500)]
    with ReplyCache(tmp_path) as cache:
        cache.put_judgements({key: key * 2 for key in keys[::2]})
        assert cache.find_judgements(keys) == {key: key * 2 for key in keys[::2]}
        assert cache.find_judgements([]) == {}


def test_what_an_endpoint_takes_is_forgotten_after_a_week(tmp_path, monkeypatch):
    dialect = Dialect(form=Form.JSON_OBJECT, refused=frozenset({"seed", "temperature"}))
    with ReplyCache(tmp_path) as cache:
        cache.put_dialect(b"k", dialect)
        assert cache.find_dialect(b"k") == dialect
        assert cache.find_dialect(b"another") is None
        later = time.time() + 8 * 86_400
        monkeypatch.setattr(time, "time", lambda: later)
        assert cache.find_dialect(b"k") is None


def test_pruning_forgets_judgements_and_dialects_too(tmp_path):
    with ReplyCache(tmp_path) as cache:
        cache.put(b"r", Kept(text="{}"))
        cache.put_judgements({b"j": b"1"})
        cache.put_dialect(b"d", Dialect())
        assert cache.prune(older_than_days=0) == 1
        assert cache.find_judgements([b"j"]) == {}
        assert cache.find_dialect(b"d") is None


def test_a_dialect_that_cannot_be_read_is_none(tmp_path):
    with ReplyCache(tmp_path) as cache:
        cache._connection.execute("INSERT INTO dialects VALUES (?, ?, ?)", (b"d", b"?", int(time.time())))
        assert cache.find_dialect(b"d") is None
