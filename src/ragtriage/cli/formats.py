"""`ragtriage formats`: which files are read, and how fields may be spelled in them."""

from __future__ import annotations

import click

from ragtriage.io.spellings import FIELDS, ITEM_FIELDS

__all__ = ["formats"]

_LAYOUTS = {
    "jsonl": "JSON lines: one case a line, with its trace or without (.jsonl, .ndjson)",
    "json": "a JSON list of cases, or an object with the list `cases` (.json)",
    "csv": "CSV or TSV with a header; lists in cells as JSON or Python literals (.csv, .tsv)",
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
    epilog="""\b
Examples:
  ragtriage formats
  ragtriage formats | grep answer
"""
)
def formats() -> None:
    """List the layouts that are read, and the names that fields may have."""
    click.echo("Layouts (--format; without it the name and the first bytes tell):\n")
    for name, what in _LAYOUTS.items():
        click.echo(f"  {name:<8} {what}")
    click.echo("\nAll are read plain, gzipped (.gz) or Zstandard-compressed (.zst); - is standard input.")
    click.echo("\nFields of a case and its trace:\n")
    for field, names in FIELDS.items():
        click.echo(f"  {', '.join(names)}\n      {_FORMS[field]}")
    click.echo("\nFields of one retrieved entry (any but one may be missing):\n")
    for field, names in ITEM_FIELDS.items():
        click.echo(f"  {field:<12} {', '.join(names)}")
    click.echo(
        "\nA field that is absent or null was not recorded, and what needs it is unknown; an empty list"
    )
    click.echo("of retrieved entries was recorded, and is empty.")
