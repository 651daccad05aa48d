"""`ragtriage report`: say again what an evaluation found, on the terminal or as a page for the browser."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click

from ragtriage.cli.console import say
from ragtriage.cli.markdown import write_markdown
from ragtriage.cli.options import lang_option, no_color_option
from ragtriage.cli.paths import FileCommand, InPath, OutFile, Params, force_option
from ragtriage.io.outputs import JUNIT, MARKDOWN, PAGE, STANDARD_OUTPUT

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
  ragtriage report ragtriage-report --junit junit.xml
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
@click.option("--junit", type=OutFile(JUNIT), metavar="FILE", help="Write JUnit XML; - prints it.")
@click.option("--markdown", type=OutFile(MARKDOWN), metavar="FILE", help="Write Markdown; - prints it.")
@force_option("what stands where files go")
@no_color_option
def report(directory: Path, **options: Any) -> None:  # noqa: ANN401 - click hands over what the options above declare
    """Show what an evaluation found, without judging anything again.

    DIR is the folder that `ragtriage evaluate` wrote.
    """
    from ragtriage.evaluation.evaluation import Evaluation  # noqa: PLC0415 - --help must start fast

    html: bool = options["html"]
    out: Path | None = options["out"]
    if out is not None and not html:
        raise click.UsageError("--out is where the page goes; ask for one with --html")
    evaluation = Evaluation.load(directory)
    targets = _write_texts(evaluation, options)
    if html:
        target = directory / _PAGE if out is None else out
        _write_page(evaluation, directory, target, options)
        targets.append(target)
    if not targets:
        _print(evaluation, directory, no_color=options["no_color"])
    elif STANDARD_OUTPUT not in targets:
        for target in targets:
            say(str(target))


def _write_texts(evaluation: Evaluation, options: Params) -> list[Path]:
    """Write what `evaluate` would have written beside the folder, and return where it is."""
    junit_file, markdown_file, force = options["junit"], options["markdown"], options["force"]
    if junit_file is not None:
        from ragtriage.io.whole_file import write_whole  # noqa: PLC0415 - --help must start fast
        from ragtriage.reports.junit import junit  # noqa: PLC0415 - as above

        write_whole(junit_file, junit(evaluation), JUNIT, force=force)
    if markdown_file is not None:
        from ragtriage.reports.markdown import summary_markdown  # noqa: PLC0415 - as above

        text = summary_markdown(evaluation.report, _first_failing(evaluation))
        write_markdown(text, markdown_file, force=force)
    return [each for each in (junit_file, markdown_file) if each is not None]


def _write_page(evaluation: Evaluation, directory: Path, target: Path, options: Params) -> None:
    from ragtriage.probing.probe import Probe  # noqa: PLC0415 - as above
    from ragtriage.reports.html.evaluation import write_evaluation_page  # noqa: PLC0415 - as above
    from ragtriage.reports.html.messages import Language  # noqa: PLC0415 - as above

    probe = Probe.of(directory)
    told = None if probe is None else probe.report
    write_evaluation_page(evaluation, target, Language(options["lang"]), told, force=options["force"])


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
