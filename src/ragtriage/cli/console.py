"""Where commands print: standard output and standard error, with colours only where somebody can see them."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

import click

from ragtriage.reports.inert import inert, uncommanded

if TYPE_CHECKING:
    from rich.console import Console

__all__ = ["say", "stdout_console"]


def say(text: str, *, err: bool = False) -> None:
    """Print a line in which names of files, ids or messages stand: none steers a terminal or a CI runner."""
    click.echo(uncommanded(inert(text, one_line=False)), err=err)


def stdout_console(*, no_color: bool) -> Console:
    """Return the console of standard output.

    With `--no-color`, or with NO_COLOR set to anything, nothing but text is printed: no bold and no dim
    either, since these too are escapes that somebody has to take out again.
    """
    from rich.console import Console  # noqa: PLC0415 - --help must start fast

    is_plain = no_color or bool(os.environ.get("NO_COLOR"))
    return Console(file=sys.stdout, color_system=None if is_plain else "auto")
