"""Files of any layout as cases with their traces: what `convert` and `check` read."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, TypeVar

import click

from ragtriage.cli.values import split_columns
from ragtriage.errors import SchemaError

if TYPE_CHECKING:
    from ragtriage.io.mapping import FieldMap
    from ragtriage.model import Case, Trace

__all__ = ["SourceFile", "reading_options"]

F = TypeVar("F", bound=Callable[..., Any])

_ROWS = ("jsonl", "json", "csv", "parquet")


def reading_options(command: F) -> F:
    """Add the options that say how a file is read."""
    options = (
        click.option(
            "--format",
            "form",
            default="auto",
            show_default=True,
            metavar="LAYOUT",
            help="Layout of FILE; `ragtriage formats` lists them.",
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
            "--on-error",
            type=click.Choice(["stop", "skip"]),
            default="stop",
            show_default=True,
            help="Set rows aside that cannot be read; they are counted.",
        ),
    )
    for option in reversed(options):
        command = option(command)
    return command


@dataclass(slots=True)
class SourceFile:
    """A file, how it is to be read, and what a reader should know once it was.

    Args:
        path: The file; `-` is standard input.
        form: Its layout; `auto` looks.
        pairs: Where its fields stand, `FIELD=PATH`.
        document_key: The fields that name a document.
        skips: Set rows aside that cannot be read.
    """

    path: str
    form: str = "auto"
    pairs: tuple[str, ...] = ()
    document_key: tuple[str, ...] = ()
    skips: bool = False
    said: list[str] = field(default_factory=list[str])  # what was taken for what
    warnings: list[str] = field(default_factory=list[str])
    aside: list[str] = field(default_factory=list[str])  # why rows were set aside

    @classmethod
    def of(cls, path: str, options: dict[str, Any]) -> SourceFile:
        """Take the options that `reading_options` added."""
        return cls(
            path=path,
            form=options["form"],
            pairs=options["pairs"],
            document_key=options["document_key"],
            skips=options["on_error"] == "skip",
        )

    def read(self) -> Iterator[tuple[Case, Trace | None]]:
        """Yield its cases, with their traces where it has them.

        Raises:
            DataError: It cannot be read.
            ConfigError: There is no such layout, or the options contradict each other.
        """
        from ragtriage.importers.reading import read, recognise  # noqa: PLC0415 - --help must start fast
        from ragtriage.io.mapping import DocumentKey, FieldMap  # noqa: PLC0415

        form, is_native = self.form, self.form in {"auto", *_ROWS}
        if form == "auto" and not self.pairs:
            recognised = recognise(self.path)
            form, is_native = recognised.name, recognised.is_native
        if is_native:
            has_map = bool(self.pairs or self.document_key)
            yield from self._rows(form, FieldMap.parse(self.pairs, self.document_key) if has_map else None)
            return
        if self.pairs:
            raise click.UsageError(f"--map is for tables of any names; the fields of {form} are known")
        yield from read(
            self.path,
            form,
            on_bad=self._on_bad,
            tell=self.said.append,
            document_key=DocumentKey.parse(self.document_key) if self.document_key else None,
        )

    def _rows(self, form: str, field_map: FieldMap | None) -> Iterator[tuple[Case, Trace | None]]:
        from ragtriage.io.files import open_source  # noqa: PLC0415
        from ragtriage.io.rows import Format, read_rows  # noqa: PLC0415
        from ragtriage.io.survey import Survey  # noqa: PLC0415

        with closing(open_source(self.path)) as source:
            survey = Survey(source.name)
            for row in read_rows(source, Format(form), survey, self._on_bad, field_map):
                self.warnings.extend(f"{row.case.id or row.case.question!r}: {note}" for note in row.notes)
                yield row.case, row.trace
            survey.check_spelling()
            if field_map is not None:
                field_map.check(source.name)
            warning = survey.warning()
            if warning is not None:
                self.warnings.append(warning)

    def _on_bad(self, error: SchemaError) -> None:
        if not self.skips:
            raise error
        self.aside.append(str(error))
