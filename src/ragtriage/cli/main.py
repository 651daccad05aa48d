"""The command `ragtriage`: its commands, and how errors end it."""

from __future__ import annotations

import io
import os
import re
import sys
from importlib import import_module
from pathlib import Path
from typing import Final, NoReturn

import click

from ragtriage import __version__
from ragtriage.cli.configuration import find_configuration
from ragtriage.errors import RagtriageError

__all__ = ["cli", "main"]

BAD_INPUT: Final = 2
INTERRUPTED: Final = 130
_MOST_MESSAGE: Final = 2000  # characters
_MOST_READ: Final = 1_000_000

# Command → where it is; a module is imported when its command is asked for, or its help.
_COMMANDS: Final = {
    "cache": "ragtriage.cli.cache",
    "calibrate": "ragtriage.cli.calibrate",
    "check": "ragtriage.cli.check",
    "compare": "ragtriage.cli.compare",
    "config": "ragtriage.cli.config",
    "convert": "ragtriage.cli.convert",
    "evaluate": "ragtriage.cli.evaluate",
    "explain": "ragtriage.cli.explain",
    "fingerprint": "ragtriage.cli.fingerprint",
    "formats": "ragtriage.cli.formats",
    "report": "ragtriage.cli.report",
    "probe": "ragtriage.cli.probe",
    "prompts": "ragtriage.cli.prompts",
    "rescore": "ragtriage.cli.rescore",
    "review": "ragtriage.cli.review",
}


class _Commands(click.Group):
    """Imports a command when it is named."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 - click's signature
        return sorted(_COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        return _command(cmd_name) if cmd_name in _COMMANDS else None


def _command(name: str) -> click.Command:
    command: click.Command = getattr(import_module(_COMMANDS[name]), name)
    return command


@click.command(
    cls=_Commands, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100}
)
@click.version_option(__version__, prog_name="ragtriage")
@click.pass_context
def cli(context: click.Context) -> None:
    """Tell which stage of a RAG system failed, for every question put to it."""
    name = context.invoked_subcommand
    if name is None or name == "config" or name not in _COMMANDS:
        return
    configuration = find_configuration(Path.cwd(), frozenset(_COMMANDS))
    context.obj = configuration
    if configuration.path is not None:
        context.default_map = {name: configuration.defaults(_command(name))}


def main() -> NoReturn:
    """Run the command line; exit with 0, 1, 2, 3 or 130."""
    # numpy's linear algebra wakes a thread a core as it is imported, which costs a third of a short run, and
    # nothing here multiplies matrices large enough to gain by them
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            # a terminal that cannot show a character is told its number, instead of ending the run
            stream.reconfigure(errors="backslashreplace")
    try:
        code = cli.main(standalone_mode=False)
        if sys.stdout is not None:  # it is None where the caller closed it
            sys.stdout.flush()
    except click.exceptions.Exit as stop:
        _end(stop.exit_code)
    except click.ClickException as error:
        told = io.StringIO()
        error.show(told)
        click.echo(_shortened(_without_secrets(told.getvalue())), nl=False, err=True)
        _end(error.exit_code)
    except RagtriageError as error:
        click.echo(f"Error: {_inert(str(error))}", err=True)
        _end(BAD_INPUT)
    except (click.Abort, KeyboardInterrupt):
        click.echo("interrupted; nothing was written", err=True)
        sys.stderr.flush()
        # An interrupt that fell into an import may be remembered by Python as unhandled, and then ends the
        # process by the signal instead of with the code.
        os._exit(INTERRUPTED)
    except BrokenPipeError:
        _forget_output()  # whoever read it has seen enough
        _end(0)
    except OSError as error:
        # files have messages of their own; what is left is output that goes to a full disk
        _forget_output()
        what = "the output cannot be written" if error.filename is None else os.fsdecode(error.filename)
        click.echo(f"Error: {_inert(what)}: {error.strerror or error}", err=True)
        _end(BAD_INPUT)
    _end(code if isinstance(code, int) else 0)


def _forget_output() -> None:
    """Send what is still to be printed nowhere; Python would complain of it once more while it exits."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _end(code: int) -> NoReturn:
    sys.exit(code)


def _inert(message: str) -> str:
    from ragtriage.reports.inert import inert, uncommanded  # noqa: PLC0415 - only messages need it

    return _shortened(uncommanded(inert(_without_secrets(message)[:_MOST_READ], one_line=False)))


def _shortened(message: str) -> str:
    """Return a message without its middle where it is too long to be read; what it quotes may be a file."""
    if len(message) <= _MOST_MESSAGE:
        return message
    return f"{message[: _MOST_MESSAGE * 3 // 4]} […] {message[-_MOST_MESSAGE // 4 :]}"


def _without_secrets(message: str) -> str:
    """Return a message without passwords and signatures of the command line's URLs, taken for paths too."""
    shown: dict[str, str] = {}
    for argument in sys.argv[1:]:
        if "://" in argument:
            from ragtriage.io.storage import shown_url  # noqa: PLC0415 - as above

            shown[argument] = shown[str(Path(argument))] = shown_url(argument)
    if not shown:
        return message
    # longest first and all at once: one of them may stand in another, or in what it is replaced by
    written = "|".join(map(re.escape, sorted(shown, key=len, reverse=True)))
    return re.sub(rf"(?:{written})", lambda found: shown[found[0]], message)
