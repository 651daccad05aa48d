"""The command `ragtriage`: its commands, and how errors end it."""

from __future__ import annotations

import io
import os
import sys
from importlib import import_module
from typing import Final, NoReturn

import click

from ragtriage import __version__
from ragtriage.errors import RagtriageError

__all__ = ["cli", "main"]

BAD_INPUT: Final = 2
INTERRUPTED: Final = 130

# Command → where it is; a module is imported when its command is asked for, or its help.
_COMMANDS: Final = {
    "calibrate": "ragtriage.cli.calibrate",
    "compare": "ragtriage.cli.compare",
    "evaluate": "ragtriage.cli.evaluate",
    "explain": "ragtriage.cli.explain",
    "fingerprint": "ragtriage.cli.fingerprint",
    "formats": "ragtriage.cli.formats",
    "rescore": "ragtriage.cli.rescore",
}


class _Commands(click.Group):
    """Imports a command when it is named."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 - click's signature
        return sorted(_COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        if cmd_name not in _COMMANDS:
            return None
        command: click.Command = getattr(import_module(_COMMANDS[cmd_name]), cmd_name)
        return command


@click.command(
    cls=_Commands, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100}
)
@click.version_option(__version__, prog_name="ragtriage")
def cli() -> None:
    """Tell which stage of a RAG system failed, for every question put to it."""


def main() -> NoReturn:
    """Run the command line; exit with 0, 1, 2, 3 or 130."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            # a terminal that cannot show a character is told its number, instead of ending the run
            stream.reconfigure(errors="backslashreplace")
    try:
        code = cli.main(standalone_mode=False)
        sys.stdout.flush()
    except click.exceptions.Exit as stop:
        _end(stop.exit_code)
    except click.ClickException as error:
        error.show()
        _end(error.exit_code)
    except RagtriageError as error:
        click.echo(f"Error: {_inert(str(error))}", err=True)
        _end(BAD_INPUT)
    except (click.Abort, KeyboardInterrupt):
        click.echo("interrupted; nothing was written", err=True)
        _end(INTERRUPTED)
    except BrokenPipeError:
        # whoever read our output has seen enough; Python would complain once more while it exits
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        _end(0)
    _end(code if isinstance(code, int) else 0)


def _end(code: int) -> NoReturn:
    sys.exit(code)


def _inert(message: str) -> str:
    from ragtriage.reports.inert import inert  # noqa: PLC0415 - only messages need it

    return inert(message, one_line=False)
