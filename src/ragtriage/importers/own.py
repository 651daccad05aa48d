"""A reader of one's own: whatever reads a path as cases with their traces, named `package.module:name`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import TypeAlias, cast

from ragtriage.errors import ConfigError
from ragtriage.io.entries import Entry
from ragtriage.io.frames import in_memory
from ragtriage.io.survey import OnBad, Survey
from ragtriage.registry import find_own

__all__ = ["OwnReader"]

Read: TypeAlias = Callable[[str], object]  # path → pairs of Case and Trace, or dictionaries of our fields


@dataclass(frozen=True, slots=True)
class OwnReader:
    """A file, and what somebody wrote to read it; its rows are held to the same types as any others.

    Args:
        path: Of the file or folder, as the user wrote it.
        read: Is called with the path.
        survey: What was seen of the rows.
    """

    path: str
    read: Read
    survey: Survey = field(default_factory=lambda: Survey("cases", pairs=None))

    @classmethod
    def named(cls, path: str, named: str) -> OwnReader:
        """Find the reader of a file by its name; this imports its module.

        Raises:
            ConfigError: There is none of that name, or it cannot be called.
        """
        module, _, attribute = named.partition(":")
        found = find_own(module, attribute)
        if not callable(found):
            raise ConfigError(f"{named} is no reader: it cannot be called with a path")
        return cls(path, cast("Read", found), Survey(path, pairs=None))

    @property
    def name(self) -> str:
        """The file, as the user wrote it."""
        return self.path

    def rows(self, on_bad: OnBad) -> Iterator[Entry]:
        """Yield its rows; `on_bad` is given the error of one that cannot be read.

        Raises:
            ConfigError: What was called gives no rows.
            DataError: A row is of no kind that is read.
        """
        rows = self.read(self.path)
        if not isinstance(rows, Iterable):
            raise ConfigError(
                f"{self.path}: its reader gave {type(rows).__name__}, and not pairs of a Case and a Trace"
            )
        yield from in_memory(cast("Iterable[object]", rows), self.survey, on_bad)
        self.survey.check_spelling()
