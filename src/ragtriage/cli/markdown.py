"""Where Markdown goes: a file, standard output, the summary of a GitHub step."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final

import click

from ragtriage.cli.values import SUMMARY_VARIABLE
from ragtriage.errors import ConfigError
from ragtriage.io.outputs import MARKDOWN, STANDARD_OUTPUT
from ragtriage.io.whole_file import write_whole

__all__ = ["append_to_summary", "write_markdown"]

_MARK: Final = "<!-- ragtriage -->\n"  # tells a file that may be replaced by the next


def write_markdown(text: str, target: Path, *, force: bool) -> None:
    """Write Markdown to the target; `-` is standard output.

    Raises:
        ConfigError: It cannot be written.
    """
    mark = "" if target == STANDARD_OUTPUT else _MARK
    write_whole(target, f"{mark}{text}".encode(), MARKDOWN, force=force)


def append_to_summary(text: str) -> None:
    """Append Markdown to the summary of a GitHub step.

    Outside of such a step nothing is appended, and a warning says so: the same options serve at a desk.

    Raises:
        ConfigError: It cannot be written.
    """
    summary = os.environ.get(SUMMARY_VARIABLE)
    if not summary:
        click.echo(f"Warning: ${SUMMARY_VARIABLE} is not set, so that --github appends nothing", err=True)
        return
    try:
        with open(summary, "a", encoding="utf-8", opener=_at_once) as file:
            file.write(text)
    except OSError as error:
        raise ConfigError(f"{summary}: cannot be written: {error.strerror}") from None


def _at_once(path: str, flags: int) -> int:
    """Open a file without waiting for somebody to read what goes into a pipe."""
    descriptor = os.open(path, flags | getattr(os, "O_NONBLOCK", 0), 0o666)
    os.set_blocking(descriptor, True)
    return descriptor
