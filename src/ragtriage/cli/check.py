"""`ragtriage check`: look at the labels before any system is judged."""

from __future__ import annotations

from typing import Any, Final

import click

from ragtriage.cli.console import say
from ragtriage.cli.options import choice_option
from ragtriage.cli.paths import FileCommand, InPath, OutFile, force_option
from ragtriage.cli.sources import SourceFile, reading_options
from ragtriage.io.outputs import LABELS, STANDARD_OUTPUT
from ragtriage.model import MatchMode, Unit

__all__ = ["check"]

_FOUND: Final = 1  # the exit code of --strict when there is something to look at


@click.command(
    cls=FileCommand,
    short_help="Look for faults in the labels before judging.",
    epilog="""\b
Examples:
  ragtriage check cases.jsonl
  ragtriage check cases.jsonl --corpus corpus.jsonl --strict
  ragtriage check squad.json --all
""",
)
@click.argument("source", metavar="FILE", type=InPath())
@click.option(
    "--corpus",
    type=InPath(),
    metavar="FILE",
    help="Texts by id: are the gold ids there, and the evidence?",
)
@reading_options
@choice_option("--unit", Unit, "What gold ids name.", default=Unit.DOCUMENT)
@choice_option(
    "--match", MatchMode, "How far texts may differ and still be the same.", default=MatchMode.STANDARD
)
@click.option("--all", "shows_all", is_flag=True, help="Print every finding, not the first five of a kind.")
@click.option(
    "--json", "json_file", type=OutFile(LABELS), metavar="FILE", help="Write them as JSON too; - prints it."
)
@force_option("the file of --json")
@click.option("--strict", is_flag=True, help="Exit with 1 when there is something to look at.")
def check(**options: Any) -> int:  # noqa: ANN401 - click hands over what the options above declare
    """Look for faults in the labels of FILE: what would make every later number wrong. Nothing is judged.

    Looked for are ids that stand twice, gold ids in no document of the corpus, evidence that does not stand
    in its gold document, questions that stand twice or nearly, expected answers that are the question or one
    another, answerable questions without an expected answer, and gold that is what was retrieved everywhere.
    """
    from ragtriage.evaluation.labels import check_labels  # noqa: PLC0415 - --help must start fast
    from ragtriage.io.corpus import read_corpus  # noqa: PLC0415
    from ragtriage.io.files import name_of  # noqa: PLC0415
    from ragtriage.reports.labels import label_lines  # noqa: PLC0415

    source = SourceFile(options["source"], options)
    report = check_labels(
        source.read(),
        None if options["corpus"] is None else read_corpus(options["corpus"]),
        unit=Unit(options["unit"]),
        match=MatchMode(options["match"]),
    )
    if options["json_file"] is not None:
        import msgspec  # noqa: PLC0415

        from ragtriage.io.whole_file import write_whole  # noqa: PLC0415

        write_whole(
            options["json_file"],
            msgspec.json.format(msgspec.json.encode(report), indent=2) + b"\n",
            LABELS,
            force=options["force"],
        )
    for said in source.said:
        say(said, err=True)
    source.warn()
    if options["json_file"] != STANDARD_OUTPUT:
        for line in label_lines(report, name_of(source.path), most=None if options["shows_all"] else 5):
            say(line)
    return _FOUND if options["strict"] and report.findings else 0
