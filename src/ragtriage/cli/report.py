"""`ragtriage report`: say again what an evaluation found, on the terminal or as a page for the browser."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from ragtriage.cli.options import lang_option, no_color_option
from ragtriage.cli.paths import FileCommand, InPath, OutFile, Params, force_option
from ragtriage.io.outputs import PAGE, STANDARD_OUTPUT

if TYPE_CHECKING:
    from ragtriage.evaluation.evaluation import Evaluation
    from ragtriage.model import CaseResult

__all__ = ["report"]

_PAGE: Final = "report.html"


def _page_in(options: Params) -> Path | None:
    return options["directory"] / _PAGE if options["html"] else None


@click.command(
    cls=FileCommand,
    short_help="Show an evaluation again; make its page.",
    epilog="""\b
Examples:
  ragtriage report ragtriage-report
  ragtriage report ragtriage-report --html
  ragtriage report ragtriage-report --html --lang ja --out report-ja.html
""",
)
@click.argument("directory", metavar="DIR", type=InPath(path_type=Path))
@click.option(
    "--html",
    is_flag=True,
    help="Write a page for the browser: one file, which opens offline and asks nobody.",
)
@lang_option("the page")
@click.option(
    "--out",
    type=OutFile(PAGE, default=_page_in),
    metavar="FILE",
    help="Where the page goes; - prints it.  [default: report.html in DIR]",
)
@force_option("what stands where the page goes")
@no_color_option
def report(directory: Path, *, html: bool, lang: str, out: Path | None, force: bool, no_color: bool) -> None:
    """Show what an evaluation found, without judging anything again.

    DIR is the folder that `ragtriage evaluate` wrote.
    """
    from ragtriage.evaluation.evaluation import Evaluation  # noqa: PLC0415 - --help must start fast

    if out is not None and not html:
        raise click.UsageError("--out is where the page goes; ask for one with --html")
    evaluation = Evaluation.load(directory)
    if not html:
        _print(evaluation, directory, no_color=no_color)
        return
    from ragtriage.probing.probe import Probe  # noqa: PLC0415
    from ragtriage.reports.html.evaluation import write_evaluation_page  # noqa: PLC0415
    from ragtriage.reports.html.messages import Language  # noqa: PLC0415
    from ragtriage.reports.inert import inert  # noqa: PLC0415

    target = directory / _PAGE if out is None else out
    probe = Probe.of(directory)
    told = None if probe is None else probe.report
    write_evaluation_page(evaluation, target, Language(lang), told, force=force)
    if target != STANDARD_OUTPUT:
        click.echo(inert(str(target)))


def _print(evaluation: Evaluation, directory: Path, *, no_color: bool) -> None:
    from ragtriage.cli.console import stdout_console  # noqa: PLC0415
    from ragtriage.reports.terminal import print_summary  # noqa: PLC0415

    console, failing = stdout_console(no_color=no_color), _first_failing(evaluation)
    print_summary(console, evaluation.report, failing=failing, out=directory, is_written=False)


def _first_failing(evaluation: Evaluation) -> tuple[CaseResult, ...]:
    """Return the first cases to look at."""
    from ragtriage.evaluation.first_cases import FirstCases  # noqa: PLC0415 - --help starts fast

    first = FirstCases()
    first.add(evaluation)
    return first.chosen(evaluation.summary)
