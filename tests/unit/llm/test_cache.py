"""The cache of replies: what it keeps, what it refuses, and that nothing of it is loaded without a judge."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
import time

import pytest

from ragtriage.errors import ConfigError
from ragtriage.llm.asking import Asker
from ragtriage.llm.cache import Kept, ReplyCache
from ragtriage.llm.concurrency import blocking, each
from ragtriage.llm.dialect import Dialect, Form
from ragtriage.llm.endpoint import Endpoint
from ragtriage.llm.messages import Message, Reply, Request
from ragtriage.llm.questions import Prose
from ragtriage.llm.spending import Spent


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
        "assert not {'aiohttp', 'asyncio', 'sqlite3'} & set(sys.modules)\n"
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


def filled(folder, n=2_000):
    with ReplyCache(folder) as cache:
        cache.put_all({f"{i}".encode(): Kept(text=f"reply {i} " * 20, prompt_tokens=1) for i in range(n)})
        cache.put_judgements({f"{i}".encode(): b"1" * 200 for i in range(n)})
    return folder / "replies.sqlite3"


def bytes_of(folder):
    return {path.name: (path.read_bytes(), path.stat().st_mtime_ns) for path in folder.iterdir()}


@pytest.mark.parametrize("where", [0, 1, 2, 3, 5, 20, 100, -1])
@pytest.mark.parametrize("is_read_only", [True, False])
def test_a_damaged_file_ends_in_a_message_that_names_it(tmp_path, where, is_read_only):
    path = filled(tmp_path)
    data = bytearray(path.read_bytes())
    pages = len(data) // 4096
    start = (where % pages) * 4096
    data[start : start + 4096] = b"\xff" * 4096
    path.write_bytes(data)
    said = []
    for use in (
        lambda cache: [cache.find(f"{i}".encode()) for i in range(2_000)],
        lambda cache: cache.find_judgements([f"{i}".encode() for i in range(2_000)]),
        lambda cache: cache.find_dialect(b"d"),
        lambda cache: cache.stats(),
        lambda cache: None if is_read_only else cache.prune(older_than_days=0),
    ):
        try:
            with ReplyCache(tmp_path, is_read_only=is_read_only) as cache:
                use(cache)
        except ConfigError as error:
            said.append(str(error))
    assert said
    assert all("replies.sqlite3: cannot be used as a cache of replies" in each for each in said)


@pytest.mark.parametrize(
    "script",
    [
        "CREATE TABLE notes (a); INSERT INTO notes VALUES (1)",
        "CREATE TABLE replies (id INTEGER PRIMARY KEY, body TEXT); INSERT INTO replies VALUES (1, 'x')",
        "CREATE TABLE replies (key BLOB PRIMARY KEY, kept BLOB, put INTEGER); CREATE TABLE other (a)",
        "CREATE TABLE judgements (kept, put, key)",
        "CREATE VIEW replies AS SELECT 1 AS key, 2 AS kept",
        "CREATE TABLE a (b); PRAGMA user_version = 1",
    ],
)
@pytest.mark.parametrize("is_read_only", [True, False])
def test_a_database_of_something_else_is_refused_and_stays_as_it_is(tmp_path, script, is_read_only):
    connection = sqlite3.connect(tmp_path / "replies.sqlite3")
    connection.executescript(script)
    connection.close()
    before = bytes_of(tmp_path)
    with pytest.raises(ConfigError, match="something else"):
        ReplyCache(tmp_path, is_read_only=is_read_only)
    assert {name: data for name, (data, _) in bytes_of(tmp_path).items()} == {
        name: data for name, (data, _) in before.items()
    }


def test_who_only_looks_changes_nothing(tmp_path):
    filled(tmp_path, 10)
    before = bytes_of(tmp_path)
    with ReplyCache(tmp_path, is_read_only=True) as cache:
        assert cache.stats().replies == 10
        assert cache.find(b"3") is not None
        assert cache.find_judgements([b"3"]) == {b"3": b"1" * 200}
        assert cache.find_dialect(b"3") is None
        with pytest.raises(sqlite3.OperationalError, match="readonly"):
            cache.put(b"k", Kept(text="x"))
    assert bytes_of(tmp_path) == before


def test_who_only_looks_sees_what_another_is_writing(tmp_path):
    with ReplyCache(tmp_path) as writer:
        writer.put(b"k", Kept(text="x"))
        with ReplyCache(tmp_path, is_read_only=True) as cache:
            assert cache.find(b"k") == Kept(text="x")
            writer.put(b"l", Kept(text="y"))
            assert cache.stats().replies == 2


def test_an_empty_file_holds_nothing_yet(tmp_path):
    (tmp_path / "replies.sqlite3").touch()
    with ReplyCache(tmp_path, is_read_only=True) as cache:
        assert cache.stats().replies == 0
        assert cache.find(b"k") is None
        assert cache.find_judgements([b"k"]) == {}
    assert (tmp_path / "replies.sqlite3").read_bytes() == b""
    with pytest.raises(ConfigError, match="cannot be used"):
        ReplyCache(tmp_path / "nothing", is_read_only=True)
    assert not (tmp_path / "nothing").exists()


@pytest.mark.parametrize("days", [float("inf"), float("nan"), 1e300, 1e12])
def test_more_days_than_there_were_forget_nothing(tmp_path, days):
    filled(tmp_path, 3)
    with ReplyCache(tmp_path) as cache:
        assert cache.prune(older_than_days=days) == 0
        assert cache.stats().replies == 3


def test_times_of_no_calendar_are_not_told(tmp_path):
    filled(tmp_path, 2)
    with ReplyCache(tmp_path) as cache:
        cache._connection.execute("INSERT INTO replies VALUES (?, ?, ?)", (b"k", b"{}", 2**62))
        cache._connection.execute("INSERT INTO replies VALUES (?, ?, ?)", (b"l", b"{}", "soon"))
        told = cache.stats()
    assert told.replies == 4
    assert told.newest is not None
    assert told.newest < 2**40


def test_a_damaged_cache_ends_an_asking_run_in_one_message(tmp_path):
    class Nobody:
        async def __aenter__(self):
            return self

        async def __aexit__(self, *_):
            return None

        async def ask(self, _):
            return Reply(text="x")

    path = filled(tmp_path)
    size = path.stat().st_size
    asker = Asker(Endpoint(base_url="python:"), cache=tmp_path, connect=Nobody)

    async def run():
        async with asker:
            with path.open("r+b") as file:
                file.seek(4096)
                file.write(b"\xff" * (size - 4096))
            request = Request(messages=(Message.user("?"),))
            await each(range(5), lambda vote: asker.ask(Prose(request, vote=vote), Spent()), limit=5)

    with pytest.raises(ConfigError, match="cannot be used as a cache"):
        blocking(run())
