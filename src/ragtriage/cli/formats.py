"""`ragtriage formats`: which files are read, and how fields may be spelled in them."""

from __future__ import annotations

from collections.abc import Mapping
from textwrap import fill, wrap
from typing import Final, NamedTuple

import click

from ragtriage.cli.console import say
from ragtriage.cli.paths import FileCommand, InPath
from ragtriage.io.input_path import names_folder
from ragtriage.io.spellings import FIELDS, ITEM_FIELDS

__all__ = ["formats"]

_COLUMNS: Final = 80

_LAYOUTS = {
    "jsonl": "JSON lines: one case a line, with its trace or without (.jsonl, .ndjson)",
    "json": "a JSON list of cases, or an object with the list `cases` (.json)",
    "csv": "CSV or TSV with a header; lists in cells as JSON or Python literals (.csv, .tsv)",
    "xlsx": "an Excel workbook, its first sheet or --sheet NAME; as if saved as CSV (.xlsx)",
    "parquet": "Parquet, lists as list columns (.parquet)",
    "trec": "TREC judgements and a run: --qrels FILE --run FILE",
    "beir": "a BEIR folder (corpus.jsonl, queries.jsonl, qrels/*.tsv) with --run FILE",
}

_FORMS = {
    "id": "string; when no row has one, the question is its own id",
    "question": "string",
    "expected_answers": "list, any of them is right; an inner list is one answer whose items are all needed",
    "gold_documents": "list of ids, object of grades by id, or list of lists (one of each is needed)",
    "evidence": "list of passages the answer must rest on",
    "answerable": "true or false; false: the corpus holds no answer, and declining is right",
    "language": "a hint for matching: en, ja, ko, zh",
    "cluster": "cases of one cluster are not independent of one another",
    "tags": "list of strings, for --by tags",
    "retrieved": "ranked list of ids, or of objects (below)",
    "retrieved_texts": "ranked list of texts, beside the ids or alone",
    "context": "list of texts that went into the prompt, when that is not what was retrieved",
    "answer": "string; null or empty: the system gave none",
    "metadata": "object, kept as it is; so is every field of another name",
}


@click.command(
    cls=FileCommand,
    short_help="List layouts and field names; detect a file's.",
    epilog="""\b
Examples:
  ragtriage formats
  ragtriage formats --detect export.json
  ragtriage formats --detect cases.csv --encoding cp932
  ragtriage formats --schema > cases.schema.json
""",
)
@click.option("--detect", type=InPath(), metavar="FILE", help="Say what FILE is taken for, and why.")
@click.option("--encoding", metavar="NAME", help="Of FILE, where it is not UTF-8, such as cp932 (Shift_JIS).")
@click.option("--sheet", metavar="NAME", help="Of FILE, where it is a workbook; without it the first.")
@click.option("--schema", is_flag=True, help="Print the JSON Schema of a row of our own layout.")
def formats(*, detect: str | None, encoding: str | None, sheet: str | None, schema: bool) -> None:
    """List the layouts that are read and written, and the names that fields may have."""
    if detect is not None and schema:
        raise click.UsageError("--detect and --schema exclude each other")
    if detect is None and (encoding is not None or sheet is not None):
        raise click.UsageError("--encoding and --sheet say how a file is read: --detect FILE")
    if schema:
        _print_schema()
    elif detect is not None:
        _print_recognised(detect, encoding, sheet)
    else:
        _print_layouts()
        _print_fields()


def _print_schema() -> None:
    import msgspec  # noqa: PLC0415 - --help must start fast

    from ragtriage.io.schema import native_schema  # noqa: PLC0415

    click.echo(msgspec.json.format(msgspec.json.encode(native_schema()), indent=2).decode())


def _print_recognised(path: str, encoding: str | None, sheet: str | None) -> None:
    from ragtriage.importers.glimpse import first_rows  # noqa: PLC0415 - as above
    from ragtriage.importers.reading import recognise  # noqa: PLC0415
    from ragtriage.importers.table import IMPORTERS  # noqa: PLC0415
    from ragtriage.io.input_path import InputPath  # noqa: PLC0415
    from ragtriage.io.map_advice import FIRST_ROWS, map_advice  # noqa: PLC0415
    from ragtriage.reports.inert import inert  # noqa: PLC0415

    held = path.held if isinstance(path, InputPath) else None
    path = InputPath(path, encoding=encoding, sheet=sheet, held=held)
    proposal = None if encoding is not None else _proposed_encoding(path)
    if proposal is not None and proposal.codec:
        path = InputPath(path, encoding=proposal.codec, sheet=sheet, held=held)
    found = recognise(path)
    what = _LAYOUTS.get(found.name, found.name) if found.is_native else IMPORTERS[found.name].what
    say(f"{inert(path)}: {found.name}")
    click.echo(f"  what  {what}")
    say(f"  why   {inert(found.why)}")
    if proposal is not None:
        click.echo(f"  text  is not valid UTF-8; {proposal.advice}")
    rows = first_rows(path, FIRST_ROWS) if found.is_native else []
    advice = map_advice(rows[0], rows) if rows else None
    if advice is not None:
        say(f"  map   {inert(advice)}")
    if not found.is_native:
        click.echo("  of such files these fields are read:")
        for field, meaning in IMPORTERS[found.name].fields.items():
            click.echo(f"    {inert(field)} → {meaning.replace('_', ' ')}")


class _Encoding(NamedTuple):
    """What is to be said of a file that is not UTF-8."""

    codec: str | None  # in which it probably is
    advice: str


def _proposed_encoding(path: str) -> _Encoding | None:
    """Look whether a file of text is UTF-8, and if not, what it may be; None where it is."""
    from contextlib import closing  # noqa: PLC0415 - as above

    from ragtriage.io.encodings import how_to_save, is_utf8, likely_encoding  # noqa: PLC0415
    from ragtriage.io.files import open_source  # noqa: PLC0415
    from ragtriage.io.rows import Format, detect  # noqa: PLC0415

    if path == "-" or names_folder(path):
        return None
    with closing(open_source(path)) as source:
        first = source.peek()
        if detect(source) in {Format.XLSX, Format.PARQUET} or is_utf8(first):
            return None
    likely = likely_encoding(first)
    return _Encoding(None if likely is None else likely.codec, how_to_save(first))


def _print_layouts() -> None:
    from ragtriage.importers.table import IMPORTERS  # noqa: PLC0415
    from ragtriage.reports.writers.layouts import WRITERS  # noqa: PLC0415

    click.echo("Our own layouts (--format; without it the name and the first bytes tell):\n")
    _print_table(_LAYOUTS)
    _print_paragraph(
        "All are read plain, gzipped (.gz) or Zstandard-compressed (.zst); - is standard input. "
        "Text that is not UTF-8 is read with --encoding NAME (cp932, euc-kr, gb18030, utf-16, …). "
        "A cell of several ids is taken apart by --split FIELD, at line breaks and 、 , ; | or at what "
        "--split FIELD=SEPARATOR names; texts are taken apart at line breaks alone."
    )
    click.echo("\nLayouts of other tools, told by their fields:\n")
    _print_table({name: importer.what for name, importer in IMPORTERS.items()})
    _print_paragraph(
        "Any other table is read with --map FIELD=PATH,... (question=user_input,retrieved=hits[*].id), "
        "and any other file by a reader of one's own: --format package.module:function."
    )
    click.echo("\nLayouts that `ragtriage convert` writes (--to; without it the name tells):\n")
    _print_table({name: writer.what for name, writer in WRITERS.items()})


def _print_table(rows: Mapping[str, str]) -> None:
    width = max(map(len, rows))
    for name, what in rows.items():
        first, *rest = wrap(what, _COLUMNS - width - 4)
        click.echo(f"  {name:<{width}}  {first}")
        for line in rest:
            click.echo(f"{'':{width + 4}}{line}")


def _print_paragraph(text: str) -> None:
    click.echo("\n" + fill(text, _COLUMNS, break_on_hyphens=False))


def _print_fields() -> None:
    click.echo("\nFields of a case and its trace:\n")
    for field, names in FIELDS.items():
        click.echo(fill(", ".join(names), _COLUMNS, initial_indent="  ", subsequent_indent="  "))
        click.echo(fill(_FORMS[field], _COLUMNS, initial_indent=" " * 6, subsequent_indent=" " * 6))
    click.echo("\nFields of one retrieved entry (any but one may be missing):\n")
    for field, names in ITEM_FIELDS.items():
        click.echo(
            fill(", ".join(names), _COLUMNS, initial_indent=f"  {field:<12} ", subsequent_indent=" " * 15)
        )
    _print_paragraph(
        "A field that is absent or null was not recorded, and what needs it is unknown; an empty list of "
        "retrieved entries was recorded, and is empty. Any other name is kept as metadata and told as an "
        "unread column; one that is close to a field in meaning or spelling is told with the --map that "
        "reads it, and read by nothing else, for it may mean something else in your table."
    )
