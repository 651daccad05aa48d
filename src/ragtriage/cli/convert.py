"""`ragtriage convert`: write the cases of a file in another layout."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ragtriage.cli.console import say
from ragtriage.cli.paths import FileCommand, InPath, OutCases, Params, force_option
from ragtriage.cli.sources import SourceFile, reading_options
from ragtriage.io.outputs import STANDARD_OUTPUT
from ragtriage.model import Unit

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ragtriage.evaluation.gold_retrieved import GoldRetrieved
    from ragtriage.model import Case, Trace

__all__ = ["convert"]

_LAYOUTS = ("jsonl", "csv", "tsv", "parquet", "trec", "beir", "ragas", "haystack")
_FOLDERS = ("trec", "beir")


def _is_folder(options: Params) -> bool:
    return options["layout"] in _FOLDERS


@click.command(
    cls=FileCommand,
    short_help="Write cases in another layout.",
    epilog="""\b
Examples:
  ragtriage convert ragas.csv cases.jsonl
  ragtriage convert cases.jsonl cases.parquet
  ragtriage convert runs/monday.jsonl trec-files --to trec
  ragtriage convert rag_dataset.json cases.jsonl --traces predictions.json
  ragtriage convert table.csv cases.jsonl --map question=user_input,answer=out.text
""",
)
@click.argument("source", metavar="SRC", type=InPath())
@click.argument("target", metavar="DST", type=OutCases(_is_folder))
@click.option("--to", "layout", type=click.Choice(_LAYOUTS), help="Layout of DST; without it its name tells.")
@click.option(
    "--traces", type=InPath(), metavar="FILE", help="The traces, where they come apart from the cases."
)
@reading_options
@click.option(
    "--unit",
    type=click.Choice([each.value for each in Unit]),
    default=Unit.DOCUMENT.value,
    show_default=True,
    help="Which ids are written where the layout of DST has one kind.",
)
@force_option("DST")
@click.option("--quiet", is_flag=True, help="Print warnings only.")
def convert(**options: Any) -> None:  # noqa: ANN401 - click hands over what the options above declare
    """Write the cases and traces in SRC to DST, in another layout; nothing is judged.

    What the layout of DST cannot hold is named on standard error, with the number of cases. DST is written
    whole or not at all; - is standard output.
    """
    from ragtriage.evaluation.gold_retrieved import GoldRetrieved  # noqa: PLC0415 - --help starts fast
    from ragtriage.io.files import name_of  # noqa: PLC0415
    from ragtriage.reports.writers.layouts import layout_of, write_cases  # noqa: PLC0415

    if options["source"] == options["traces"] == "-":
        raise click.UsageError("standard input can be read once: SRC or --traces is -, not both")
    target: Path = options["target"]
    is_printed = target == STANDARD_OUTPUT
    layout = options["layout"] or layout_of(target)
    is_pair = options["traces"] is not None
    cases = SourceFile(options["source"], options, is_second=False if is_pair else None)
    traces = SourceFile(options["traces"], options, is_second=True) if is_pair else None
    unit = Unit(options["unit"])
    count = _Count(cases.read() if traces is None else cases.joined(traces), GoldRetrieved(unit))
    losses = list(write_cases(count, target, layout, unit=unit, force=options["force"]))
    sources = [each for each in (cases, traces) if each is not None]
    if not options["quiet"]:
        for said in (said for each in sources for said in each.said):
            say(said, err=True)
        place = "standard output" if is_printed else target
        cases_told = f"{count.cases:,} case{'' if count.cases == 1 else 's'}"
        say(f"{cases_told} written to {place} as {layout}", err=is_printed)
    for each in sources:
        each.warn()
    same = count.watch.warning()
    if same is not None:
        say(f"Warning: {name_of(cases.path)}: {same}", err=True)
    if losses:
        named = ", ".join(f"`{loss.field}` ({loss.cases:,})" for loss in losses)
        say(f"Warning: {layout} cannot hold all of these fields (in so many cases): {named}", err=True)


class _Count:
    """Counts the cases that go by, and looks whether they are what they should be held against."""

    def __init__(self, pairs: Iterator[tuple[Case, Trace | None]], watch: GoldRetrieved) -> None:
        self._pairs = pairs
        self.watch = watch
        self.cases = 0

    def __iter__(self) -> Iterator[tuple[Case, Trace | None]]:
        for pair in self._pairs:
            self.cases += 1
            self.watch.see(*pair)
            yield pair
