"""Replies that were paid for, kept on disk: nothing that was answered is asked again.

Beside them stands what was made of them, so that a case that was judged need not be read again, and what each
endpoint takes, so that it is not found out anew.

One SQLite file in WAL mode, so that several processes may read and write it at once and a killed one loses
nothing that was put. Its keys are hashes of everything that was sent; of the questions themselves nothing
is kept, nor of the endpoint's key.
"""

from __future__ import annotations

import time
from collections.abc import Generator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Final, Self

import msgspec

from ragtriage.errors import ConfigError
from ragtriage.llm.dialect import Dialect
from ragtriage.model import Record

if TYPE_CHECKING:
    import sqlite3

__all__ = ["CacheStats", "Kept", "ReplyCache", "default_directory", "has_replies"]

_NAME: Final = "replies.sqlite3"
_VERSION: Final = 1  # of the table below
_PATIENCE_SECONDS: Final = 30.0  # for another process that writes
_PAUSE_SECONDS: Final = 0.02  # before it is tried again to make a file that another process is making
_SECONDS_A_DAY: Final = 86_400

_TABLE: Final = """
    CREATE TABLE IF NOT EXISTS {} (key BLOB PRIMARY KEY, kept BLOB NOT NULL, put INTEGER NOT NULL)
    WITHOUT ROWID
"""
_TABLES: Final = ("replies", "judgements", "dialects")
_COLUMNS: Final = ["key", "kept", "put"]
_LAST_TIME: Final = 253_402_300_799  # the end of the year 9999, in Unix time

# How long it is remembered what an endpoint takes; a server may have learnt more meanwhile.
_DIALECT_DAYS: Final = 7

# SQLite takes no more of them in one statement, where it is old.
_MOST_PARAMETERS: Final = 900


class Kept(Record, frozen=True, kw_only=True):
    """A reply that answered a question, and what it took to get it.

    Args:
        text: The reply, which fitted.
        refused: The replies before it, which did not.
        calls: How many calls that makes, the last one included, and those that brought no usable reply.
        prompt_tokens: Of all of them together.
        completion_tokens: Of all of them together.
    """

    text: str
    refused: tuple[str, ...] = ()
    calls: int = 1
    prompt_tokens: int = 0
    completion_tokens: int = 0


class CacheStats(Record, frozen=True, kw_only=True):
    """What a cache holds."""

    path: str
    replies: int
    size_bytes: int
    oldest: int | None  # Unix time; None: nothing is there
    newest: int | None
    prompt_tokens: int
    completion_tokens: int


class ReplyCache:
    """The replies of one folder; open until `close`, and used from the thread that opened it.

    Args:
        directory: Where the file is, or will be made; readable for its owner alone.
        is_read_only: Whether it is only looked at: the file must be there, and stays as it is to the byte.

    Raises:
        ConfigError: The file cannot be opened or read, was written by another version, or is a database of
            something else.

    Example:
        >>> import tempfile
        >>> with tempfile.TemporaryDirectory() as directory, ReplyCache(Path(directory)) as cache:
        ...     cache.put(b"key", Kept(text='{"verdict": "supported"}'))
        ...     print(cache.find(b"key").text, cache.find(b"other key"))
        {"verdict": "supported"} None
    """

    def __init__(self, directory: Path, *, is_read_only: bool = False) -> None:
        import sqlite3  # noqa: PLC0415 - runs that ask no model need no database

        self._path = directory / _NAME
        self._decode = msgspec.json.Decoder(Kept).decode
        self._encode = msgspec.json.Encoder().encode
        try:
            if not is_read_only:
                directory.mkdir(parents=True, exist_ok=True, mode=0o700)
                self._path.touch(mode=0o600)
            self._connection = self._opened(is_read_only=is_read_only)
        except (OSError, sqlite3.Error) as error:
            raise self._unusable(error) from None
        try:
            if is_read_only:
                self._look()
            else:
                self._prepare_in_turn()
        except sqlite3.Error as error:
            self._connection.close()
            raise self._unusable(error) from None
        except ConfigError:
            self._connection.close()
            raise

    def _unusable(self, error: Exception) -> ConfigError:
        return ConfigError(
            f"{self._path}: cannot be used as a cache of replies: {error}; move it away, or name another "
            "folder: --cache"
        )

    def _opened(self, *, is_read_only: bool) -> sqlite3.Connection:
        import sqlite3  # noqa: PLC0415 - as above

        place = self._path.absolute().as_uri()
        if is_read_only:
            # where nobody writes there is no journal, and one would be made and left by whoever only looks
            is_still = not self._path.with_name(f"{_NAME}-wal").exists()
            place += "?mode=ro&immutable=1" if is_still else "?mode=ro"
        return sqlite3.connect(place, uri=True, timeout=_PATIENCE_SECONDS, isolation_level=None)

    @contextmanager
    def _reading(self) -> Generator[None]:
        """Say in a reader's words that the file is damaged; what it held was paid for and is not overwritten.

        Raises:
            ConfigError: It is.
        """
        import sqlite3  # noqa: PLC0415 - as above

        try:
            yield
        except sqlite3.Error as error:
            raise self._unusable(error) from None

    def _look(self) -> None:
        """See what is there; a table that is not there yet is an empty one.

        Raises:
            ConfigError: It is of another version, or of something else.
        """
        self._refuse_others()
        for table in _TABLES:
            if not self._columns(table):
                self._connection.execute(_TABLE.format(f"temp.{table}"))

    def _refuse_others(self) -> None:
        """Refuse what another version wrote, or something else did.

        Raises:
            ConfigError: It is one of them.
        """
        (version,) = self._connection.execute("PRAGMA user_version").fetchone()
        if version not in (0, _VERSION):
            raise ConfigError(
                f"{self._path}: was written by another version of ragtriage; name another folder"
            )
        names = {name for (name,) in self._connection.execute("SELECT tbl_name FROM sqlite_master")}
        names = {name for name in names if not name.startswith("sqlite_")}
        if not names <= set(_TABLES) or any(self._columns(name) != _COLUMNS for name in names):
            raise ConfigError(f"{self._path}: is a database of something else; name another folder: --cache")

    def _columns(self, table: str) -> list[str]:
        return [row[1] for row in self._connection.execute(f"PRAGMA table_info({table})")]

    def _prepare_in_turn(self) -> None:
        """Make the table, after whoever makes it too: SQLite does not wait where a file first becomes WAL.

        Raises:
            ConfigError: There is one of another version, or of something else.
        """
        import sqlite3  # noqa: PLC0415 - as above

        last = time.monotonic() + _PATIENCE_SECONDS
        while True:
            try:
                self._prepare()
            except sqlite3.OperationalError as error:
                if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY or time.monotonic() > last:
                    raise
                time.sleep(_PAUSE_SECONDS)
            else:
                return

    def _prepare(self) -> None:
        """Make the table.

        Raises:
            ConfigError: There is one of another version, or of something else.
        """
        self._refuse_others()
        self._connection.execute("PRAGMA journal_mode = WAL")
        # A killed process loses nothing; a machine that loses power may lose the last replies, no more.
        self._connection.execute("PRAGMA synchronous = NORMAL")
        for table in _TABLES:
            self._connection.execute(_TABLE.format(table))
        self._connection.execute(f"PRAGMA user_version = {_VERSION}")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def find(self, key: bytes) -> Kept | None:
        """Return what is kept under a key; None when nothing is, or nothing that can be read.

        Raises:
            ConfigError: The file is damaged.
        """
        with self._reading():
            row: tuple[bytes] | None = self._connection.execute(
                "SELECT kept FROM replies WHERE key = ?", (key,)
            ).fetchone()
        if row is None:
            return None
        try:
            return self._decode(row[0])
        except msgspec.DecodeError:
            return None

    def put(self, key: bytes, kept: Kept) -> None:
        """Keep a reply; once this returns, a killed process has it still."""
        self.put_all({key: kept})

    def put_all(self, replies: Mapping[bytes, Kept]) -> None:
        """Keep replies, all or none; once this returns, a killed process has them still."""
        self._put("replies", {key: self._encode(kept) for key, kept in replies.items()})

    def find_judgements(self, keys: Sequence[bytes]) -> dict[bytes, bytes]:
        """Return by its key what is kept of each judgement; nothing of those that are not there.

        Raises:
            ConfigError: The file is damaged.
        """
        found: dict[bytes, bytes] = {}
        for start in range(0, len(keys), _MOST_PARAMETERS):
            some = keys[start : start + _MOST_PARAMETERS]
            marks = ",".join("?" * len(some))
            with self._reading():
                found.update(
                    self._connection.execute(
                        f"SELECT key, kept FROM judgements WHERE key IN ({marks})",  # noqa: S608 - question marks
                        some,
                    )
                )
        return found

    def put_judgements(self, judged: Mapping[bytes, bytes]) -> None:
        """Keep judgements, all or none."""
        self._put("judgements", judged)

    def _put(self, table: str, kept: Mapping[bytes, bytes]) -> None:
        """Keep what is encoded, in one transaction."""
        now = int(time.time())
        rows = [(key, data, now) for key, data in kept.items()]
        insertion = f"INSERT OR REPLACE INTO {table} VALUES (?, ?, ?)"  # noqa: S608 - our own names
        if len(rows) == 1:  # a transaction by itself
            self._connection.execute(insertion, rows[0])
            return
        self._connection.execute("BEGIN IMMEDIATE")
        with self._connection:
            self._connection.executemany(insertion, rows)

    def find_dialect(self, key: bytes) -> Dialect | None:
        """Return what an endpoint takes, if that was found out in the last days.

        Raises:
            ConfigError: The file is damaged.
        """
        with self._reading():
            row: tuple[bytes] | None = self._connection.execute(
                "SELECT kept FROM dialects WHERE key = ? AND put > ?",
                (key, int(time.time()) - _DIALECT_DAYS * _SECONDS_A_DAY),
            ).fetchone()
        if row is None:
            return None
        try:
            return msgspec.json.decode(row[0], type=Dialect)
        except msgspec.DecodeError:
            return None

    def put_dialect(self, key: bytes, dialect: Dialect) -> None:
        """Keep what an endpoint takes."""
        self._connection.execute(
            "INSERT OR REPLACE INTO dialects VALUES (?, ?, ?)", (key, self._encode(dialect), int(time.time()))
        )

    def stats(self) -> CacheStats:
        """Return what is kept.

        Raises:
            ConfigError: The file is damaged.
        """
        prompt_tokens = completion_tokens = 0
        with self._reading():
            for (kept,) in self._connection.execute("SELECT kept FROM replies"):
                try:
                    reply = self._decode(kept)
                except msgspec.DecodeError:
                    continue
                prompt_tokens += reply.prompt_tokens
                completion_tokens += reply.completion_tokens
            (count,) = self._connection.execute("SELECT count(*) FROM replies").fetchone()
            oldest, newest = self._connection.execute(
                "SELECT min(put), max(put) FROM replies WHERE put BETWEEN 0 AND ?", (_LAST_TIME,)
            ).fetchone()
        return CacheStats(
            path=str(self._path),
            replies=count,
            size_bytes=self._size(),
            oldest=oldest,
            newest=newest,
            prompt_tokens=prompt_tokens,
            completion_tokens=completion_tokens,
        )

    def prune(self, *, older_than_days: float) -> int:
        """Forget replies, and all else, that were put longer ago; return how many replies.

        Raises:
            ConfigError: The file is damaged.
        """
        # nothing was put before the first second; no file takes every number either
        before = int(max(0.0, time.time() - older_than_days * _SECONDS_A_DAY))
        with self._reading():
            for table in ("judgements", "dialects"):
                self._connection.execute(f"DELETE FROM {table} WHERE put <= ?", (before,))  # noqa: S608 - our own names
            forgotten = self._connection.execute("DELETE FROM replies WHERE put <= ?", (before,)).rowcount
            self._connection.execute("VACUUM")
            self._connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        return forgotten

    def close(self) -> None:
        """Close the file."""
        self._connection.close()

    def _size(self) -> int:
        """Return how many bytes the file and its journal have."""
        beside = (self._path, self._path.with_name(f"{_NAME}-wal"))
        return sum(path.stat().st_size for path in beside if path.exists())


def has_replies(directory: Path) -> bool:
    """Tell whether a folder is a cache: its file is there, whatever is in it."""
    return (directory / _NAME).is_file()


def default_directory() -> Path:
    """Return the folder in which replies are kept unless another is named: the user's own cache."""
    import os  # noqa: PLC0415 - asked for once

    named = os.environ.get("RAGTRIAGE_CACHE")
    if named:
        return Path(named)
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "ragtriage"
