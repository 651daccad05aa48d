"""Parts of the input that are judged apart: lines of a file, a file, or cases that were read already."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from typing import Final, NamedTuple, Protocol, Self

from ragtriage.batch import Pair, Row, identified, pair
from ragtriage.errors import SchemaError
from ragtriage.io.files import MAX_LINE_BYTES, Source
from ragtriage.io.mapping import FieldMap
from ragtriage.io.rows import Format, read_rows
from ragtriage.io.survey import OnBad, Survey

__all__ = [
    "Bytes",
    "Counted",
    "Lines",
    "Pairs",
    "Part",
    "Read",
    "Reader",
    "Stretch",
    "blocks",
    "edges",
    "grouped",
    "paired",
    "read_pairs",
    "step_of",
    "stretches",
]

_LEAST_BYTES: Final = 1 << 20  # of a stretch; a smaller one costs more to hand out than it saves
_MOST_BYTES: Final = 1 << 24  # is held by whoever judges it
_A_WORKER: Final = 8  # stretches at least, so that all workers end at about the same time
_GROUP: Final = 2_048  # cases that were read already


@dataclass(frozen=True, slots=True, kw_only=True)
class Reader:
    """How the rows of a part are read.

    Args:
        field_map: Where the fields stand.
        missing_as_empty: A case without a trace gets one in which nothing came back.
        skips_bad_rows: Set rows aside that cannot be read.
    """

    field_map: FieldMap | None = None
    missing_as_empty: bool = False
    skips_bad_rows: bool = False

    def on_bad(self, read: Read) -> OnBad:
        """Return what becomes of a row that cannot be read."""
        return read.set_aside if self.skips_bad_rows else _refuse


@dataclass(slots=True)
class Read:
    """What was seen of one part while it was read; nothing, where its cases had been read already."""

    survey: Survey | None = None
    field_map: FieldMap | None = None
    aside: list[str] = field(default_factory=list[str])  # why rows were set aside
    has_ids: bool | None = None
    named: int = 0  # cases whose question is their id

    def first_told(self, rows: Iterable[Row]) -> Iterator[Row]:
        """Yield the rows as they come, and note whether the first has an id."""
        for row in rows:
            if self.has_ids is None:
                self.has_ids = bool(row.case.id)
            yield row

    def left_as_ids(self) -> Iterator[str]:
        """Warn that leaving out the texts does not leave out questions that are ids."""
        if self.named:
            yield (
                f"the texts are left out, but {self.named} questions are still there as ids; "
                "give every case an `id`"
            )

    def set_aside(self, error: SchemaError) -> None:
        """Note a row that cannot be read."""
        self.aside.append(str(error))


class Part(Protocol):
    """Cases with their traces, wherever they are; it can be pickled."""

    @property
    def number(self) -> int:
        """Its place among the parts, from 0."""
        ...

    @property
    def name(self) -> str:
        """The input, for messages."""
        ...

    @property
    def where(self) -> str:
        """Where it stands in the input."""
        ...

    @property
    def share(self) -> float | None:
        """Which share of the input ends with it, if that is known."""
        ...

    @property
    def closed_book(self) -> Mapping[str, str | None] | None:
        """What was answered to its cases without any context, by id; None where nobody asked."""
        ...

    def pairs(self, reader: Reader, read: Read, *, is_exact: bool) -> Iterator[Pair]:
        """Yield the cases, and note what is seen of them.

        Args:
            reader: How to read.
            read: Is told what is seen.
            is_exact: Number the rows as in the whole file, which may take reading what comes before.

        Raises:
            DataError: They cannot be read.
        """
        ...


class Counted(NamedTuple):
    """What comes before a part in its file."""

    lines: int
    rows: int  # lines that are not blank

    @classmethod
    def of(cls, file: io.BufferedIOBase, end: int) -> Self:
        """Count what stands before a place of a file."""
        lines = rows = at = 0
        while at < end and (line := file.readline()):
            at += len(line)
            lines += 1
            rows += not line.isspace()
        return cls(lines, rows)


class Bytes(Protocol):
    """Whole lines of a file, wherever they are."""

    def read(self) -> bytes:
        """Return them."""
        ...

    def before(self) -> Counted:
        """Count what comes before them in the file; only messages need it."""
        ...


@dataclass(frozen=True, slots=True)
class Stretch:
    """The bytes of a file of this machine from one place to another."""

    path: Path
    start: int
    stop: int

    def read(self) -> bytes:
        """Return them."""
        with self.path.open("rb") as file:
            file.seek(self.start)
            return file.read(self.stop - self.start)

    def before(self) -> Counted:
        """Count what comes before them."""
        with self.path.open("rb") as file:
            return Counted.of(file, self.start)


@dataclass(frozen=True, slots=True)
class _Block:
    """Lines that were read already."""

    data: bytes
    counted: Counted

    def read(self) -> bytes:
        return self.data

    def before(self) -> Counted:
        return self.counted


@dataclass(frozen=True, slots=True)
class Lines:
    """Lines of a file of JSON lines, each a case with its trace.

    Args:
        number: Its place among the parts.
        name: Of the file, for messages.
        data: Where the lines are.
        share: Which share of the input ends with it, if that is known.
    """

    number: int
    name: str
    data: Bytes
    share: float | None = None

    @property
    def closed_book(self) -> None:
        """Nothing: answers without any context come with cases that were read already."""

    @property
    def where(self) -> str:
        """The file and its lines."""
        first = self.data.before().lines + 1
        data = self.data.read()
        last = first + data.count(b"\n") - data.endswith(b"\n")
        return f"{self.name}, lines {first} to {last}"

    def pairs(self, reader: Reader, read: Read, *, is_exact: bool) -> Iterator[Pair]:
        """Yield the cases, and note what is seen of them.

        Raises:
            DataError: They cannot be read.
        """
        data = self.data.read()
        before = self.data.before() if is_exact else Counted(0, 0)
        read.survey = Survey.of_part(self.name)
        if not data or data.isspace():
            return
        with closing(Source.of_lines(self.name, data, before.lines)) as source:
            yield from read_pairs(source, Format.JSONL, reader, read, before.rows)


def read_pairs(
    source: Source, form: Format, reader: Reader, read: Read, rows_before: int = 0
) -> Iterator[Pair]:
    """Yield the rows of a source as cases with their traces, and note what is seen of them.

    Raises:
        DataError: They cannot be read.
    """
    survey = read.survey = Survey.of_part(source.name)
    field_map = read.field_map = None if reader.field_map is None else reader.field_map.anew()
    rows = read.first_told(read_rows(source, form, survey, reader.on_bad(read), field_map))
    yield from paired(rows, source.name, reader, read, rows_before)


def paired(
    rows: Iterator[Row], name: str, reader: Reader, read: Read, rows_before: int = 0
) -> Iterator[Pair]:
    """Yield rows as cases with their traces, and note those whose question is their id."""
    each = identified(rows, name, rows_before=rows_before)
    for one in pair(each, None, names=(name, name), missing_as_empty=reader.missing_as_empty):
        read.named += one.case.id == one.case.question
        yield one


def _refuse(error: SchemaError) -> None:
    raise error


@dataclass(frozen=True, slots=True)
class Pairs:
    """Cases with their traces, read and paired already.

    Args:
        number: Its place among the parts.
        name: Of the input, for messages.
        held: The cases and their traces.
        first: The number of the first case.
        closed_book: What was answered to them without any context, by id; None where nobody asked.
        share: Which share of the input ends with it, if that is known.
    """

    number: int
    name: str
    held: list[Pair]
    first: int
    closed_book: Mapping[str, str | None] | None = None
    share: float | None = None

    @property
    def where(self) -> str:
        """The input and its cases."""
        return f"{self.name}, cases {self.first} to {self.first + len(self.held) - 1}"

    def pairs(self, reader: Reader, read: Read, *, is_exact: bool) -> Iterator[Pair]:  # noqa: ARG002 - as Part
        """Yield the cases."""
        yield from self.held


def stretches(source: Source, path: Path, workers: int) -> Iterator[Lines]:
    """Cut a file of JSON lines at line breaks, near places that are equally far apart.

    Args:
        source: The file, opened, and not compressed.
        path: Where it is.
        workers: How many will judge.
    """
    size = path.stat().st_size
    step = step_of(size, workers)
    with path.open("rb") as file:
        for number, (start, stop) in enumerate(edges(file, size, step)):
            yield Lines(number, source.name, Stretch(path, start, stop), stop / size)


def step_of(size: int, workers: int) -> int:
    """Return about how many bytes of a file a part is to have."""
    return min(_MOST_BYTES, max(_LEAST_BYTES, size // (workers * _A_WORKER)))


def edges(file: io.BufferedIOBase, size: int, step: int) -> Iterator[tuple[int, int]]:
    """Yield where stretches of whole lines begin and end, each about `step` bytes long."""
    start = 0
    while start < size:
        file.seek(min(start + step, size))
        file.readline(MAX_LINE_BYTES)
        stop = min(file.tell(), size)
        yield start, stop
        start = stop


def blocks(source: Source) -> Iterator[Lines]:
    """Read a file of JSON lines, compressed or from standard input, in blocks of whole lines.

    Raises:
        DataError: It cannot be read to its end.
    """
    before = Counted(0, 0)
    for number, block in enumerate(source.blocks(_LEAST_BYTES)):
        yield Lines(number, source.name, _Block(block, before), source.fraction)
        here = Counted.of(io.BytesIO(block), len(block))
        before = Counted(before.lines + here.lines, before.rows + here.rows)


def grouped(
    pairs: Iterable[Pair],
    name: str,
    closed_book: Mapping[str, str | None] | None,
    share: Callable[[], float | None],
) -> Iterator[Pairs]:
    """Yield cases that are read here in groups to be judged elsewhere.

    Args:
        pairs: The cases and their traces.
        name: Of the input, for messages.
        closed_book: What was answered without any context, by id.
        share: Tells which share of the input has been read.
    """
    each = iter(pairs)
    number, first = 0, 1
    while held := list(islice(each, _GROUP)):
        known = None
        if closed_book is not None:
            ids = [one.case.id for one in held]
            known = {identifier: closed_book[identifier] for identifier in ids if identifier in closed_book}
        yield Pairs(number, name, held, first, known, share())
        number, first = number + 1, first + len(held)
