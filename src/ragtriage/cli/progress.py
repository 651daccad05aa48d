"""A progress bar on standard error, for work that takes long, and only on a terminal."""

from __future__ import annotations

import sys
import time
from types import TracebackType
from typing import TYPE_CHECKING, Final, Self

if TYPE_CHECKING:
    from rich.progress import Progress, TaskID

    from ragtriage.llm.asking import Asker

__all__ = ["ProgressBar"]

_PATIENCE_SECONDS: Final = 1.0  # shorter work needs no bar


class ProgressBar:
    """Shows how many cases are done, once it has taken long enough to wonder."""

    def __init__(self) -> None:
        self._start = time.monotonic()
        self._done = 0
        self._share: float | None = None
        self._asked = ""
        self._bar: Progress | None = None
        self._task: TaskID | None = None

    def __enter__(self) -> Self:
        """Begin to count the time."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        """Take the bar away."""
        if self._bar is not None:
            self._bar.stop()

    def show(self, done: int, share: float | None) -> None:
        """Show that so many cases are done, and which share of the input was read, if that is known."""
        self._done, self._share = done, share
        if self._bar is None:
            if not sys.stderr.isatty() or time.monotonic() - self._start < _PATIENCE_SECONDS:
                return
            self._begin()
        if self._bar is not None and self._task is not None:
            total = None if share is None else 1.0
            self._bar.update(
                self._task, completed=share or 0.0, total=total, cases=f"{done:,} cases{self._asked}"
            )

    def watch(self, asker: Asker) -> None:
        """Show how many replies came, how fast, how many questions failed, and the tokens so far."""
        spent = asker.spent
        rate = spent.calls / max(time.monotonic() - self._start, 0.001)
        tokens = spent.prompt_tokens + spent.completion_tokens
        failed = f", {asker.failures:,} failed" if asker.failures else ""
        self._asked = f", {spent.calls:,} replies ({rate:.1f}/s){failed}, {tokens:,} tokens"
        self.show(self._done, self._share)

    def _begin(self) -> None:
        from rich.console import Console  # noqa: PLC0415 - only long work needs it
        from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn  # noqa: PLC0415

        self._bar = Progress(
            BarColumn(),
            TextColumn("{task.fields[cases]}"),
            TimeRemainingColumn(),
            console=Console(stderr=True),
            transient=True,
        )
        self._task = self._bar.add_task("judging", total=None, cases="")
        self._bar.start()
