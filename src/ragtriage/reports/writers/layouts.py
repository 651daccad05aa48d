"""The layouts that cases can be written in, and writing them whole or not at all."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO, Final, TypeAlias

from ragtriage.errors import ConfigError
from ragtriage.io.folders import whole_folder
from ragtriage.io.outputs import CASES, STANDARD_OUTPUT
from ragtriage.io.whole_file import whole_file
from ragtriage.model import Unit
from ragtriage.registry import find
from ragtriage.reports.writers.haystack import kept_in_haystack, write_haystack
from ragtriage.reports.writers.losses import Losses, Pair
from ragtriage.reports.writers.native import kept_as_row, write_json_lines
from ragtriage.reports.writers.ragas import kept_in_ragas, write_ragas
from ragtriage.reports.writers.tables import kept_as_cells, write_csv, write_parquet, write_tsv
from ragtriage.reports.writers.trec import (
    BEIR_FILES,
    TREC_FILES,
    kept_in_beir,
    kept_in_trec,
    write_beir,
    write_trec,
)

__all__ = ["WRITERS", "Writer", "layout_of", "write_cases"]

Kept: TypeAlias = Callable[[Iterable[Pair], Unit], Iterator[Pair]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Writer:
    """One layout.

    Args:
        what: In a line, what it is.
        kept: Yields what the layout can hold of each case; that and no more is written.
        write: Writes it to a file, where the layout is one.
        write_folder: Writes it into a new folder, where the layout is one.
        files: What such a folder may hold; the first is always there.
    """

    what: str
    kept: Kept
    write: Callable[[Iterable[Pair], BinaryIO], None] | None = None
    write_folder: Callable[[Sequence[Pair], Path], None] | None = None
    files: tuple[str, ...] = ()


def _rows(pairs: Iterable[Pair], _unit: Unit) -> Iterator[Pair]:
    return map(kept_as_row, pairs)


def _cells(pairs: Iterable[Pair], _unit: Unit) -> Iterator[Pair]:
    return map(kept_as_cells, pairs)


WRITERS: Final[dict[str, Writer]] = {
    "jsonl": Writer(what="JSON lines: one case a line, holds everything", kept=_rows, write=write_json_lines),
    "csv": Writer(what="CSV: lists as JSON in their cells", kept=_cells, write=write_csv),
    "tsv": Writer(what="TSV: as CSV, with tabs", kept=_cells, write=write_tsv),
    "parquet": Writer(what="Parquet: lists as list columns", kept=_rows, write=write_parquet),
    "trec": Writer(
        what="a folder of TREC files: qrels.txt, run.txt and topics.tsv",
        kept=kept_in_trec,
        write_folder=write_trec,
        files=TREC_FILES,
    ),
    "beir": Writer(
        what="a BEIR folder, with run.trec",
        kept=kept_in_beir,
        write_folder=write_beir,
        files=BEIR_FILES,
    ),
    "ragas": Writer(what="a ragas data set as JSON lines", kept=kept_in_ragas, write=write_ragas),
    "haystack": Writer(
        what="the inputs of a Haystack EvaluationRunResult as JSON",
        kept=kept_in_haystack,
        write=write_haystack,
    ),
}

_SUFFIXES: Final = {
    ".jsonl": "jsonl",
    ".ndjson": "jsonl",
    ".csv": "csv",
    ".tsv": "tsv",
    ".parquet": "parquet",
}


def layout_of(target: Path) -> str:
    """Return the layout that the name of a file asks for.

    Raises:
        ConfigError: It asks for none.

    Example:
        >>> layout_of(Path("cases.parquet"))
        'parquet'
    """
    layout = _SUFFIXES.get(target.suffix.lower())
    if layout is None:
        raise ConfigError(
            f"{target}: its name tells no layout ({', '.join(_SUFFIXES)}); name one: --to {'|'.join(WRITERS)}"
        )
    return layout


def write_cases(
    pairs: Iterable[Pair],
    target: Path,
    layout: str,
    *,
    unit: Unit = Unit.DOCUMENT,
    force: bool = False,
) -> Losses:
    """Write cases in a layout, and return what it could not hold of them.

    Args:
        pairs: The cases with their traces.
        target: The file, or the folder, to write; `-` is standard output, where it is a file.
        layout: A row of WRITERS.
        unit: Which ids are written where a layout knows one kind.
        force: Replace a file that stands there, or a folder of this layout with nothing else in it.

    Raises:
        ConfigError: There is no such layout, or the target stands there already or cannot be written.
        DataError: The layout would turn what was not recorded into something else.
    """
    writer = find(WRITERS, layout, "layout")
    if not force and target != STANDARD_OUTPUT and (target.exists() or target.is_symlink()):
        raise ConfigError(f"{target}: is there already; name another place, or replace it: --force")
    losses = Losses()
    kept = _noted(pairs, writer, unit, losses)
    if writer.write is not None:
        with whole_file(target, CASES, force=force) as file:
            writer.write(kept, file)
    elif writer.write_folder is not None:
        held = list(kept)
        known = dict.fromkeys(writer.files)
        with whole_folder(target, known, writer.files[0], kind=f"a folder of {layout}") as folder:
            writer.write_folder(held, folder)
    return losses


def _noted(pairs: Iterable[Pair], writer: Writer, unit: Unit, losses: Losses) -> Iterator[Pair]:
    """Yield what the layout holds of each case, and take note of what it does not."""
    waiting: deque[Pair] = deque()

    def handed_over() -> Iterator[Pair]:
        for pair in pairs:
            waiting.append(pair)
            yield pair

    for kept in writer.kept(handed_over(), unit):
        losses.note(waiting.popleft(), kept)
        yield kept
