"""What is made of an evaluation in its folder: each by itself, so that one that fails loses no other."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Generator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click

from ragtriage.cli.console import say
from ragtriage.cli.judging import INTERRUPTED
from ragtriage.cli.markdown import append_to_summary, write_markdown
from ragtriage.cli.values import SUMMARY_VARIABLE
from ragtriage.errors import RagtriageError
from ragtriage.io.outputs import JUNIT, STANDARD_OUTPUT

if TYPE_CHECKING:
    from ragtriage.comparison.gates import GateResult
    from ragtriage.evaluation.evaluation import Evaluation

__all__ = ["UNWRITTEN", "Made"]

UNWRITTEN: Final = 2  # the exit code when something that was asked for could not be written


class Made:
    """Files that are made of an evaluation, and those that could not be.

    Args:
        evaluation: What was judged.
        folder: Where it stands.
    """

    def __init__(self, evaluation: Evaluation, folder: Path) -> None:
        self._evaluation = evaluation
        self._folder = folder
        self._missing: list[str] = []

    def write_files(self, options: dict[str, Any], gates: Sequence[GateResult]) -> None:
        """Write what the options name beside the folder."""
        junit_file, markdown_file, force = options["junit"], options["markdown"], options["force"]
        if junit_file is not None:
            from ragtriage.io.whole_file import write_whole  # noqa: PLC0415 - few runs need it
            from ragtriage.reports.junit import junit  # noqa: PLC0415 - as above

            with self._trying(junit_file, "--junit", junit_file):
                write_whole(junit_file, junit(self._evaluation), JUNIT, force=force)
        if markdown_file is None and not options["github"]:
            return
        from ragtriage.reports.markdown import summary_markdown  # noqa: PLC0415 - as above

        text = summary_markdown(self._evaluation.report, self._evaluation.failing, gates)
        if markdown_file is not None:
            with self._trying(markdown_file, "--markdown", markdown_file):
                write_markdown(text, markdown_file, force=force)
        if options["github"]:
            with self._trying(Path(f"${SUMMARY_VARIABLE}"), "--markdown", STANDARD_OUTPUT):
                append_to_summary(text)

    def draw_page(self, language: str) -> None:
        """Draw report.html into the folder."""
        from ragtriage.reports.html.evaluation import write_evaluation_page  # noqa: PLC0415 - as above
        from ragtriage.reports.html.messages import Language  # noqa: PLC0415 - as above

        for stream in (sys.stdout, sys.stderr):
            # what was said must not go with a process that is ended; who does not read it is seen later
            with suppress(OSError):
                if stream is not None:
                    stream.flush()
        page = self._folder / "report.html"
        with self._trying(page, "--html", "--lang", language):
            write_evaluation_page(self._evaluation, page, Language(language))

    @contextmanager
    def _trying(self, target: Path, *how: str | Path) -> Generator[None]:
        """Note what cannot be made, and how it is made from the folder once that is possible."""
        try:
            yield
        except (RagtriageError, MemoryError) as error:
            command = shlex.join(["ragtriage", "report", str(self._folder), *map(str, how)])
            told = f"{target}: needs more memory" if isinstance(error, MemoryError) else str(error)
            self._missing.append(f"{told}; all else is written, and this is made from it by: {command}")

    def say_missing(self) -> bool:
        """Say what could not be made, and whether that is anything."""
        for told in self._missing:
            say(f"Error: {told}", err=True)
        return bool(self._missing)

    @contextmanager
    def explained(self) -> Generator[None]:
        """Say, when making is interrupted, that the evaluation is written.

        Raises:
            Exit: It was interrupted.
        """
        try:
            yield
        except KeyboardInterrupt:
            self.say_missing()
            command = shlex.join(["ragtriage", "report", str(self._folder)])
            say(f"interrupted; the evaluation is written, and shown by: {command}", err=True)
            raise click.exceptions.Exit(INTERRUPTED) from None
