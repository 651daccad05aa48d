"""Files of any layout as cases with their traces: the options that say how, and what reads a file by them."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass, field
from io import BufferedReader
from typing import TYPE_CHECKING, Any, Final, TypeVar

import click

from ragtriage.cli.console import say
from ragtriage.cli.values import split_columns
from ragtriage.errors import SchemaError
from ragtriage.io.input_path import names_folder

if TYPE_CHECKING:
    from ragtriage.batch import Row
    from ragtriage.importers.own import OwnReader
    from ragtriage.importers.reading import ForeignFile
    from ragtriage.io.mapping import FieldMap
    from ragtriage.io.survey import Survey
    from ragtriage.model import Case, Trace

__all__ = ["OWN", "SourceFile", "field_map", "reading_options", "source"]

F = TypeVar("F", bound=Callable[..., Any])

OWN: Final = (
    "auto",
    "jsonl",
    "json",
    "csv",
    "xlsx",
    "parquet",
    "trec",
    "beir",
)  # layouts that need no importer

_OPTIONS: Final = (
    click.option(
        "--format",
        "form",
        default="auto",
        show_default=True,
        metavar="LAYOUT",
        help="Layout of the input; `ragtriage formats` lists them. One's own reader is package.module:name.",
    ),
    click.option(
        "--map",
        "pairs",
        multiple=True,
        callback=split_columns,
        metavar="FIELD=PATH,...",
        help="Where fields stand under other names: question=user_input,retrieved=hits[*].id.",
    ),
    click.option(
        "--document-key",
        multiple=True,
        callback=split_columns,
        metavar="PATH,...",
        help="Fields of a retrieved entry that together name its document.",
    ),
    click.option(
        "--split",
        multiple=True,
        metavar="FIELD[=SEPARATOR]",
        help="A field whose text holds several entries: ids at line breaks and 、 , ; | or at SEPARATOR.",
    ),
    click.option("--sheet", metavar="NAME", help="Of a workbook (.xlsx); without it the first."),
    click.option(
        "--encoding",
        metavar="NAME",
        help="Of input that is not UTF-8, such as cp932 (Shift_JIS), euc-kr, gb18030, utf-16.",
    ),
    click.option(
        "--on-error",
        type=click.Choice(["stop", "skip"]),
        default="stop",
        show_default=True,
        help="Set rows aside that cannot be read; they are counted.",
    ),
)


def reading_options(command: F) -> F:
    """Give a command the options that say how its input is read."""
    for option in reversed(_OPTIONS):
        command = option(command)
    return command


def field_map(options: dict[str, Any]) -> FieldMap | None:
    """Return where fields stand in a table, as far as the options say so.

    Raises:
        ConfigError: One of them is none.
    """
    from ragtriage.io.mapping import FieldMap  # noqa: PLC0415 - --help must start fast

    if not options["pairs"] and not options["document_key"] and not options["split"]:
        return None
    return FieldMap.parse(options["pairs"], options["document_key"], options["split"])


def source(
    path: str, options: dict[str, Any], tell: Callable[[str], None], *, is_second: bool | None = None
) -> str | ForeignFile | OwnReader:
    """Return a file to be read as one of our own, or what reads it as another tool's.

    Args:
        path: The file or folder; `-` is standard input.
        options: Those that `reading_options` added.
        tell: Is told what was taken for what.
        is_second: Whether it holds the traces of the cases in another file; None where there is one file.

    Raises:
        DataError: There is no such file, or a folder is of no known layout.
        ConfigError: There is no such layout or encoding.
        click.UsageError: Options contradict each other.
    """
    form: str = options["form"]
    if ":" in form:
        return _own_reader(path, options)
    if _streams(path, options):
        return path
    path = _input(path, options)
    if (form in OWN and form != "auto") or (form == "auto" and options["pairs"]):
        return path
    from ragtriage.importers.glance import is_ours  # noqa: PLC0415 - --help must start fast

    if form == "auto" and is_ours(path):
        return path
    from ragtriage.importers.layouts.ranx import layout_of_place  # noqa: PLC0415 - few files need it
    from ragtriage.importers.reading import (  # noqa: PLC0415 - as above
        ForeignFile,
        UnknownFolderError,
        recognise,
    )
    from ragtriage.importers.table import IMPORTERS  # noqa: PLC0415
    from ragtriage.io.mapping import DocumentKey  # noqa: PLC0415
    from ragtriage.io.splitting import Splits  # noqa: PLC0415
    from ragtriage.registry import find  # noqa: PLC0415

    if form == "auto":
        try:
            found = recognise(path)
        except UnknownFolderError:
            raise click.UsageError(
                f"{path}: is a directory of no known layout; name a file of cases, or for a BEIR folder its "
                "run: --run FILE"
            ) from None
        if found.is_native:
            return path
        form = found.name
    find({**IMPORTERS, **dict.fromkeys(OWN)}, form, "layout")
    form = layout_of_place(form, path, is_run=is_second)
    if options["pairs"]:
        raise click.UsageError(f"--map is for tables of any names; the fields of {form} are known")
    return ForeignFile(
        path=path,
        layout=form,
        tell=tell,
        document_key=DocumentKey.parse(options["document_key"]) if options["document_key"] else None,
        splits=Splits.parse(options["split"]),
    )


def _input(path: str, options: dict[str, Any]) -> str:
    """Return a path that can be opened as often as it takes; standard input is held in a file."""
    from ragtriage.io.input_path import InputPath  # noqa: PLC0415 - --help must start fast

    if path != "-" or isinstance(path, InputPath):
        if options["encoding"] is None and options["sheet"] is None:
            return path
        held = path.held if isinstance(path, InputPath) else None
        return InputPath(path, encoding=options["encoding"], sheet=options["sheet"], held=held)
    from ragtriage.io.spooling import STANDARD_INPUT, spooled, standard_input  # noqa: PLC0415 - as above

    held = click.get_current_context().with_resource(spooled(standard_input(), STANDARD_INPUT))
    return InputPath(path, encoding=options["encoding"], sheet=options["sheet"], held=held)


def _streams(path: str, options: dict[str, Any]) -> bool:
    """Tell whether standard input can be read as it comes: rows of our own, as far as can be seen."""
    from ragtriage.importers.glance import are_ours  # noqa: PLC0415 - as above

    if path != "-" or options["encoding"] is not None or sys.stdin is None:
        return False
    form: str = options["form"]
    if form in {"jsonl", "csv"} or (form == "auto" and options["pairs"]):
        return True
    buffer: object = sys.stdin.buffer
    return form == "auto" and isinstance(buffer, BufferedReader) and are_ours(buffer.peek(1))


def _own_reader(path: str, options: dict[str, Any]) -> OwnReader:
    from ragtriage.importers.own import OwnReader  # noqa: PLC0415 - few files need it

    if any(options[name] for name in ("pairs", "document_key", "split", "encoding", "sheet")):
        raise click.UsageError("a reader of one's own is given the path alone; the other options are its own")
    return OwnReader.named(path, options["form"])


@dataclass(slots=True)
class SourceFile:
    """A file, how it is to be read, and what a reader should know once it was.

    Args:
        path: The file; `-` is standard input.
        options: Those that `reading_options` added.
        is_second: Whether it holds the traces of the cases in another file; None where there is one file.
    """

    path: str
    options: dict[str, Any]
    is_second: bool | None = None
    said: list[str] = field(default_factory=list[str])  # what was taken for what
    warnings: list[str] = field(default_factory=list[str])
    aside: list[str] = field(default_factory=list[str])  # why rows were set aside

    def read(self) -> Iterator[tuple[Case, Trace | None]]:
        """Yield its cases, with their traces where it has them.

        Raises:
            DataError: It cannot be read.
            ConfigError: There is no such layout or encoding.
            click.UsageError: Options contradict each other.
        """
        for row in self.rows():
            yield row.case, row.trace

    def joined(self, traces: SourceFile) -> Iterator[tuple[Case, Trace | None]]:
        """Yield its cases with their traces from another file.

        Raises:
            DataError: One of the two cannot be read, or they do not pair up.
            ConfigError: There is no such layout or encoding.
            click.UsageError: Options contradict each other.
        """
        from ragtriage.batch import identified, pair  # noqa: PLC0415 - --help must start fast
        from ragtriage.io.files import name_of  # noqa: PLC0415 - as above

        first, second = name_of(self.path), name_of(traces.path)
        sides = identified(self.rows(), first), identified(traces.rows(), second)
        for found in pair(*sides, names=(first, second), missing_as_empty=None):
            yield found.case, found.trace

    def rows(self) -> Iterator[Row]:
        """Yield its rows as they are read; see `read`."""
        found = source(self.path, self.options, self.said.append, is_second=self.is_second)
        if isinstance(found, str):
            yield from self._own_rows(found)
            self._look_for_repeated_names(found)
            return
        yield from found.rows(self._on_bad)
        self._tell_unread(found.survey)
        if ":" not in self.options["form"]:
            self._look_for_repeated_names(found.path)

    def _own_rows(self, path: str) -> Iterator[Row]:
        from ragtriage.io.files import open_source  # noqa: PLC0415
        from ragtriage.io.rows import Format, read_rows  # noqa: PLC0415
        from ragtriage.io.survey import Survey  # noqa: PLC0415

        mapped = field_map(self.options)
        with closing(open_source(path)) as opened:
            survey = Survey(opened.name)
            for row in read_rows(opened, Format(self.options["form"]), survey, self._on_bad, mapped):
                self.warnings.extend(f"{row.case.id or row.case.question!r}: {note}" for note in row.notes)
                yield row
            survey.check_spelling()
            self._tell_unread(survey)
            if mapped is not None:
                mapped.check(opened.name)

    def _tell_unread(self, survey: Survey) -> None:
        """Say what was not read; it is kept, and a warning only where it is probably one of our fields."""
        from ragtriage.io.unread import unread_warning  # noqa: PLC0415 - as above

        self.warnings.extend(survey.warnings())
        self.warnings.extend(survey.notes)
        unread = survey.unread_fields()
        told = unread_warning(unread)
        if told is not None:
            is_ours = any(one.suggestion is not None for one in unread)
            (self.warnings if is_ours else self.said).append(told)

    def _look_for_repeated_names(self, path: str) -> None:
        """Say where a decoder has passed over a name: whoever converts or checks a file should know."""
        from ragtriage.io.input_path import InputPath  # noqa: PLC0415 - as above
        from ragtriage.io.repeated_names import repeated_names  # noqa: PLC0415 - as above

        is_gone = path == "-" and not isinstance(path, InputPath)  # standard input that was not held
        repeated = None if is_gone or names_folder(path) else repeated_names(path)
        if repeated is not None:
            self.warnings.append(repeated)

    def warn(self) -> None:
        """Print what a reader should be wary of, once the file was read."""
        for warning in self.warnings:
            say(f"Warning: {warning}", err=True)
        if self.aside:
            say(f"Warning: rows set aside: {len(self.aside)}, the first: {self.aside[0]}", err=True)

    def _on_bad(self, error: SchemaError) -> None:
        if self.options["on_error"] != "skip":
            raise error
        self.aside.append(str(error))
