"""`ragtriage explain`: all about one case."""

from __future__ import annotations

from pathlib import Path

import click

from ragtriage.cli.options import no_color_option
from ragtriage.cli.paths import FileCommand, InPath

__all__ = ["explain"]


@click.command(
    cls=FileCommand,
    short_help="Show one case and how it was judged.",
    epilog="""\b
Examples:
  ragtriage explain ragtriage-report q17
  ragtriage explain ragtriage-report "経費精算の期限は？"
""",
)
@click.argument("directory", metavar="DIR", type=InPath(path_type=Path))
@click.argument("identifier", metavar="ID")
@no_color_option
def explain(directory: Path, identifier: str, *, no_color: bool) -> None:
    """Show one case of an evaluation: what was asked, came back and was answered, and how it was judged.

    DIR is the folder that `ragtriage evaluate` wrote, ID the id of a case (its question, when it has none).
    """
    from ragtriage.cli.console import stdout_console  # noqa: PLC0415 - --help must start fast
    from ragtriage.evaluation.evaluation import Evaluation  # noqa: PLC0415
    from ragtriage.probing.probe import Probe  # noqa: PLC0415
    from ragtriage.reports.explain import print_explanation  # noqa: PLC0415

    evaluation = Evaluation.load(directory)
    result = evaluation.find(identifier)
    probe = Probe.of(directory)
    console = stdout_console(no_color=no_color)
    print_explanation(
        console, result, evaluation.manifest.settings, None if probe is None else probe.find(result.case.id)
    )
