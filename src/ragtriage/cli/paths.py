"""Paths on the command line: each option says whether it is read or written, and one place looks at all."""

from __future__ import annotations

import os
import stat
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, Final, TypeAlias

import click

from ragtriage.cli.configuration import Configuration
from ragtriage.cli.console import say
from ragtriage.cli.values import SUMMARY_VARIABLE
from ragtriage.errors import ConfigError, DataError
from ragtriage.io.files import name_of
from ragtriage.io.outputs import (
    CASES,
    MARKDOWN,
    PROBE,
    STANDARD_OUTPUT,
    Output,
    named_place,
    refuse_foreign,
    refuse_inputs,
    refuse_overlaps,
)
from ragtriage.io.spooling import sweep_spooled
from ragtriage.io.targets import A_FILE, A_FOLDER, refuse_url
from ragtriage.io.urls import local_file
from ragtriage.io.whole_file import try_place

__all__ = [
    "STANDARD_STREAM",
    "Cache",
    "FileCommand",
    "InPath",
    "InText",
    "OutCases",
    "OutFile",
    "OutFolder",
    "OutPath",
    "Params",
    "force_option",
]

_STDIN: Final = 0
_JSON_BEGINS: Final = ("{", "[")

STANDARD_STREAM: Final = "-"

# What was given to a command, by the names of its parameters.
Params: TypeAlias = Mapping[str, Any]


class _Named(click.Path):
    """A path, which must be one that a file can have."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:  # noqa: ANN401 - click's signature
        name = str(value)
        problem = named_place(name) if self._is_name(name) else None
        if problem is not None:
            self.fail(f"{name[:80]!r} {problem}.", param, ctx)
        return super().convert(value, param, ctx)

    def _is_name(self, value: str) -> bool:  # noqa: ARG002 - one kind of path looks
        return True


class InPath(_Named):
    """A file or folder that is read; `-` is standard input."""


class InText(InPath):
    """A file that is read, or what would stand in it: JSON."""

    def _is_name(self, value: str) -> bool:
        return not value.lstrip().startswith(_JSON_BEGINS)


class OutPath(_Named):
    """A path at which something is written; `-` is standard output, where that is a file."""

    instead = A_FILE  # of a URL

    def __init__(self) -> None:
        super().__init__(path_type=Path)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:  # noqa: ANN401 - click's signature
        """Return the path.

        Raises:
            ConfigError: It is a URL.
        """
        path: Path = super().convert(value, param, ctx)
        refuse_url(path, self.instead)
        # a file of that name has another spelling
        return path.absolute() if path == STANDARD_OUTPUT and str(value) != STANDARD_STREAM else path

    def files(self, value: Path | None, params: Params) -> Iterator[tuple[Path, Output]]:  # noqa: ARG002 - some have none
        """Yield the files that are written, each with what it will be."""
        yield from ()

    def folders(self, value: Path | None, params: Params) -> Iterator[Path]:  # noqa: ARG002 - as above
        """Yield the folders that are replaced as a whole."""
        yield from ()


class OutFile(OutPath):
    """A file that is written.

    Args:
        kind: What it will be.
        default: Where it goes where the option is not given; None: nowhere.
    """

    def __init__(self, kind: Output, default: Callable[[Params], Path | None] = lambda _: None) -> None:
        super().__init__()
        self.kind = kind
        self._default = default

    def files(self, value: Path | None, params: Params) -> Iterator[tuple[Path, Output]]:
        """Yield it, or the one that the other options name."""
        place = self._default(params) if value is None else value
        if place is not None:
            yield place, self.kind


class OutFolder(OutPath):
    """A folder that is replaced as a whole; it must be empty, or one that was written before.

    Args:
        places: Which, where the option is not all that says so.
    """

    instead = A_FOLDER

    def __init__(self, places: Callable[[Params], Iterable[Path]] | None = None) -> None:
        super().__init__()
        self._places = places

    def folders(self, value: Path | None, params: Params) -> Iterator[Path]:
        """Yield it, or those that the options name together."""
        if self._places is not None:
            yield from self._places(params)
        elif value is not None:
            yield value


class OutCases(OutPath):
    """A file of cases, or a folder where the layout is one.

    Args:
        is_folder: Tells it from the options.
    """

    def __init__(self, is_folder: Callable[[Params], bool]) -> None:
        super().__init__()
        self._is_folder = is_folder

    def files(self, value: Path | None, params: Params) -> Iterator[tuple[Path, Output]]:
        """Yield it where it is a file."""
        if value is not None and not self._is_folder(params):
            yield value, CASES

    def folders(self, value: Path | None, params: Params) -> Iterator[Path]:
        """Yield it where it is a folder."""
        if value is not None and self._is_folder(params):
            yield value


class Cache(_Named):
    """A folder in which a database is kept that is both read and written."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:  # noqa: ANN401 - click's signature
        """Return the path.

        Raises:
            ConfigError: It is a URL, or standard output.
        """
        refuse_url(Path(value), "a folder on this machine")
        _refuse_stream(Path(value))
        return super().convert(value, param, ctx)


class FileCommand(click.Command):
    """A command that does nothing where it would write over what it reads, or over what others wrote."""

    def invoke(self, ctx: click.Context) -> Any:  # noqa: ANN401 - click's signature
        """Look at the files of the command, and run it.

        Raises:
            ConfigError: A file may not be written.
        """
        params = ctx.params
        files, folders = list(self._files(params)), list(self._folders(params))
        for folder in folders:
            _refuse_stream(folder)
        standing = [each for each in files if each[0] != STANDARD_OUTPUT]
        if len(standing) < len(files) - 1:
            raise ConfigError("-: is named for two things that are written; name another place")
        sweep_spooled()
        self._hold_pipes(ctx)
        appended = list(_appended(params))
        refuse_inputs(self._inputs(ctx), [*standing, *appended], folders)
        written = [path for path, _ in (*standing, *appended)]
        refuse_overlaps(written, folders)
        _refuse_lost_replies(written, folders, self._caches(params))
        for path, kind in standing:
            refuse_foreign(path, kind, force=params.get("force", False))
        if not params.get("dry_run"):
            _try_places([*(path for path, _ in standing), *folders], [path for path, _ in appended])
            _say_what_goes(folders)
        return super().invoke(ctx)

    def _hold_pipes(self, ctx: click.Context) -> None:
        """Put files in the place of pipes that are read, since a pipe can be read once."""
        for parameter in self.params:
            value = ctx.params.get(parameter.name or "")
            if isinstance(parameter.type, InPath) and value is not None:
                held = tuple(_held(each, ctx) if isinstance(each, str) else each for each in _values(value))
                ctx.params[parameter.name or ""] = held if isinstance(value, tuple) else held[0]

    def _caches(self, params: Params) -> Iterator[Path]:
        """Yield where replies are kept: what --cache names, and what is usual where somebody is asked."""
        for parameter in self.params:
            if not isinstance(parameter.type, Cache) or params.get("no_cache"):
                continue
            value = params.get(parameter.name or "")
            if value is not None:
                yield Path(value)
            elif params.get("judges", True):
                from ragtriage.llm.cache import default_directory  # noqa: PLC0415 - few commands ask

                yield default_directory()

    def _inputs(self, ctx: click.Context) -> Iterator[str | os.PathLike[str] | int]:
        for parameter in self.params:
            if isinstance(parameter.type, InPath):
                for value in _values(ctx.params.get(parameter.name or "")):
                    yield _STDIN if value == STANDARD_STREAM else value
        configuration = ctx.find_root().obj
        if isinstance(configuration, Configuration) and configuration.path is not None:
            yield configuration.path

    def _files(self, params: Params) -> Iterator[tuple[Path, Output]]:
        for parameter in self.params:
            if isinstance(parameter.type, OutPath):
                yield from parameter.type.files(params.get(parameter.name or ""), params)

    def _folders(self, params: Params) -> Iterator[Path]:
        for parameter in self.params:
            if isinstance(parameter.type, OutPath):
                yield from parameter.type.folders(params.get(parameter.name or ""), params)


def force_option(what: str) -> Callable[[Any], Any]:
    """Return the option that lets files be replaced.

    Args:
        what: Which, in the help.
    """
    return click.option("--force", is_flag=True, help=f"Replace {what}, whatever stands there.")


def _try_places(places: Iterable[Path], appended: Iterable[Path]) -> None:
    """Try whether all can be written, before anything is read or paid for.

    Args:
        places: Of files and folders that are replaced.
        appended: Of files that are written on.

    Raises:
        ConfigError: One cannot be.
    """
    for path in appended:
        if path.is_file():  # who reads a pipe would take this for its end
            try:
                path.open("ab").close()
            except OSError as error:
                raise ConfigError(f"{path}: cannot be written: {error.strerror}") from None
        elif not path.exists():
            try_place(path)
    for path in places:
        try_place(path)


def _refuse_lost_replies(files: Iterable[Path], folders: Iterable[Path], caches: Iterable[Path]) -> None:
    """Refuse a cache in a folder that is replaced: it would go, or keep the folder from being replaced.

    Raises:
        ConfigError: It is in one, or where a file goes.
    """
    try:
        refuse_overlaps(files, folders, caches)
    except ConfigError as error:
        raise ConfigError(
            f"{error} for the replies that are kept, which --cache or $RAGTRIAGE_CACHE names"
        ) from None


def _say_what_goes(folders: Iterable[Path]) -> None:
    """Warn of a probe that goes with the evaluation that it is of: its answers may have been paid for."""
    for folder in folders:
        probed = folder / "probe.json"
        if probed.is_file() and PROBE.wrote(probed):
            say(
                f"Warning: {probed}: is of the evaluation that stands there, and goes when the new one takes "
                "its place; move it elsewhere first to keep it",
                err=True,
            )


def _refuse_stream(folder: Path) -> None:
    if folder == STANDARD_OUTPUT:
        raise ConfigError("-: is standard output, and a folder is written; name a folder")


def _held(path: str, ctx: click.Context) -> str:
    """Return a path that can be opened as often as it takes.

    Raises:
        DataError: It is a pipe to which nobody writes, or nobody is let in where it is.
    """
    place = local_file(path) or path
    try:
        is_pipe = stat.S_ISFIFO(os.stat(place).st_mode)  # noqa: PTH116 - only of what is there
    except PermissionError:
        raise DataError(f"{name_of(path)}: cannot be read: permission denied") from None
    except (OSError, ValueError):
        return path
    if not is_pipe:
        return path
    from ragtriage.io.input_path import InputPath  # noqa: PLC0415 - few inputs need to be held
    from ragtriage.io.opening import open_file  # noqa: PLC0415 - as above
    from ragtriage.io.spooling import spooled  # noqa: PLC0415 - as above

    with open_file(place, path) as stream:
        held = ctx.with_resource(spooled(stream, name_of(path)))
    return InputPath(path, held=held)


def _appended(params: Params) -> Iterator[tuple[Path, Output]]:
    """Yield the summary of a step of GitHub, if the command appends to it.

    Raises:
        ConfigError: It is a directory.
    """
    summary = os.environ.get(SUMMARY_VARIABLE)
    if params.get("github") and summary:
        if Path(summary).is_dir():
            raise ConfigError(
                f"{summary}: cannot be written: is a directory; ${SUMMARY_VARIABLE} names a file"
            )
        yield Path(summary), MARKDOWN


def _values(value: object) -> Iterator[Any]:
    if isinstance(value, tuple):
        yield from value
    elif value is not None:
        yield value
