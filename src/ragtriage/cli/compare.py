"""`ragtriage compare`: what differs between two evaluations, and what may be concluded from it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click

from ragtriage.cli.console import say
from ragtriage.cli.markdown import append_to_summary, write_markdown
from ragtriage.cli.paths import FileCommand, InPath, OutFile, force_option
from ragtriage.cli.values import LANGUAGES, SUMMARY_VARIABLE, Whole, split_columns, split_names
from ragtriage.io.outputs import COMPARISON, MARKDOWN, PAGE, STANDARD_OUTPUT

if TYPE_CHECKING:
    from ragtriage.comparison.gates import GateResult
    from ragtriage.comparison.records import Comparison

__all__ = ["compare"]

_UNMET: Final = 1


@click.command(
    cls=FileCommand,
    short_help="Say what differs between evaluations, and what may be concluded.",
    epilog="""\b
Examples:
  ragtriage compare reports/monday reports/tuesday
  ragtriage compare reports/a reports/b --metrics retrieval,answer,recall@5
  ragtriage compare reports/main reports/branch --no-regression --require "recall@5 drop <= 0.02"
  ragtriage compare a.csv b.csv --id question --scores recall,correct
""",
)
@click.argument("evaluations", metavar="BASELINE CANDIDATE...", nargs=-1, required=True, type=InPath())
@click.option("--common-only", is_flag=True, help="Compare the cases whose question and gold are equal.")
@click.option(
    "--allow",
    multiple=True,
    callback=split_names,
    metavar="corpus",
    help="Compare retrieval and evidence although the corpora differ.",
)
@click.option(
    "--metrics",
    multiple=True,
    callback=split_names,
    metavar="NAMES",
    help="Rows named beforehand, stages too; without it all, and p is adjusted for all.",
)
@click.option("--independent", is_flag=True, help="Take cases that share gold or a cluster for independent.")
@click.option(
    "--require",
    "requirements",
    multiple=True,
    metavar="TEXT",
    help="Such as 'recall@5 drop <= 0.02'; exit 1 when it is not met.",
)
@click.option("--no-regression", is_flag=True, help="Exit 1 when a case that passed now fails.")
@click.option("--significant", is_flag=True, help="With --no-regression: only beyond chance.")
@click.option("--id", "key", metavar="COLUMN", help="Compare two tables of scores, paired by this column.")
@click.option(
    "--scores",
    multiple=True,
    callback=split_columns,
    metavar="COLUMN",
    help="With --id: columns to compare; without it all that hold scores.",
)
@click.option(
    "--json", "json_file", type=OutFile(COMPARISON), metavar="FILE", help="Write JSON too; - prints it."
)
@click.option("--markdown", type=OutFile(MARKDOWN), metavar="FILE", help="Write Markdown too; - prints it.")
@click.option(
    "--html",
    "html_file",
    type=OutFile(PAGE),
    metavar="FILE",
    help="Write a page for the browser too: one file, which asks nobody.",
)
@click.option(
    "--lang",
    type=click.Choice(LANGUAGES),
    default=LANGUAGES[0],
    show_default=True,
    help="Of the page's interface; texts of cases stay as they are.",
)
@force_option("the files of --json, --markdown and --html")
@click.option("--github", is_flag=True, help=f"Append the Markdown to ${SUMMARY_VARIABLE}.")
@click.option(
    "--seed",
    type=Whole(min=0),
    default=0,
    show_default=True,
    help="Of drawn flips and of resampling.",
)
@click.option("--all", "is_whole", is_flag=True, help="Print every row, what the cases could show, more ids.")
@click.option("--quiet", is_flag=True, help="Print nothing but what is not met.")
@click.option("--no-color", is_flag=True, help="Print without colour.")
def compare(**options: Any) -> int:  # noqa: ANN401 - click hands over what the options above declare
    """Say what differs between evaluations of the same questions, and what may be concluded.

    BASELINE and CANDIDATE are folders that `ragtriage evaluate` wrote; more candidates are compared with the
    same baseline, and repeats of one configuration are averaged first. With --id they are two tables of
    scores from anywhere (CSV, JSON lines, Parquet), about which nothing is said of stages.
    """
    import msgspec  # noqa: PLC0415 - --help must start fast

    from ragtriage.io.whole_file import write_whole  # noqa: PLC0415

    if options["significant"] and not options["no_regression"]:
        raise click.UsageError("--significant goes with --no-regression")
    if options["scores"] and options["key"] is None:
        raise click.UsageError("--scores goes with --id, which names the column of ids")
    comparisons = _compared(options)
    gates = [_gates(comparison, options) for comparison in comparisons]
    if options["json_file"] is not None:
        told: object = comparisons[0] if len(comparisons) == 1 else {"comparisons": comparisons}
        write_whole(
            options["json_file"],
            msgspec.json.format(msgspec.json.encode(told), indent=2) + b"\n",
            COMPARISON,
            force=options["force"],
        )
    _write_markdown(comparisons, gates, options)
    if options["html_file"] is not None:
        _write_html(options["html_file"], comparisons, gates, options)
    printed = (options["json_file"], options["markdown"], options["html_file"])
    if not options["quiet"] and STANDARD_OUTPUT not in printed:
        _print(comparisons, is_whole=options["is_whole"], no_color=options["no_color"])
    unmet = [gate for each in gates for gate in each if not gate.is_met]
    for gate in unmet:
        say(gate.reason, err=True)
    return _UNMET if unmet else 0


def _compared(options: dict[str, Any]) -> list[Comparison]:
    evaluations: tuple[str, ...] = options["evaluations"]
    if len(evaluations) < 2:
        raise click.UsageError("name a baseline and at least one candidate")
    if options["key"] is None:
        from ragtriage.comparison.compare import compare_all  # noqa: PLC0415

        return compare_all(
            evaluations,
            common_only=options["common_only"],
            allow=options["allow"],
            metrics=options["metrics"],
            are_independent=options["independent"],
            seed=options["seed"],
        )
    from ragtriage.comparison.scores import compare_scores  # noqa: PLC0415

    for name in ("allow", "metrics", "independent"):
        if options[name]:
            raise click.UsageError(f"--{name} is for evaluations, not for tables of scores")
    if len(evaluations) > 2:
        raise click.UsageError("--id compares two tables")
    return [
        compare_scores(
            evaluations[0],
            evaluations[1],
            id=options["key"],
            scores=options["scores"],
            common_only=options["common_only"],
            seed=options["seed"],
        )
    ]


def _gates(comparison: Comparison, options: dict[str, Any]) -> list[GateResult]:
    from ragtriage.comparison.gates import Requirement, check_comparison, check_regression  # noqa: PLC0415

    columns = [row.name for row in comparison.rows] if options["key"] is not None else []
    requirements = [Requirement.parse(text, columns) for text in options["requirements"]]
    results = check_comparison(requirements, comparison)
    if options["no_regression"]:
        results.append(check_regression(comparison, significant=options["significant"]))
    return results


def _write_markdown(
    comparisons: list[Comparison], gates: list[list[GateResult]], options: dict[str, Any]
) -> None:
    target: Path | None = options["markdown"]
    if target is None and not options["github"]:
        return
    from ragtriage.reports.comparison_markdown import comparison_markdown  # noqa: PLC0415

    text = "\n".join(comparison_markdown(*pair) for pair in zip(comparisons, gates, strict=True))
    if target is not None:
        write_markdown(text, target, force=options["force"])
    if options["github"]:
        append_to_summary(text)


def _write_html(
    target: Path, comparisons: list[Comparison], gates: list[list[GateResult]], options: dict[str, Any]
) -> None:
    from ragtriage.evaluation.evaluation import Evaluation  # noqa: PLC0415
    from ragtriage.io.whole_file import whole_file  # noqa: PLC0415
    from ragtriage.reports.html.comparison import Compared, comparison_page  # noqa: PLC0415
    from ragtriage.reports.html.messages import Language  # noqa: PLC0415

    folders = {} if options["key"] is not None else {str(Path(name)): name for name in options["evaluations"]}
    compared: list[Compared] = []
    for comparison, results in zip(comparisons, gates, strict=True):
        # a side that is the mean of repeats has no cases of its own, nor has a table of scores
        sides = [
            Evaluation.load(folders[name]) if name in folders and comparison.flips else None
            for name in (comparison.baseline, comparison.candidate)
        ]
        compared.append(Compared(comparison, sides[0], sides[1], tuple(results)))
    with whole_file(target, PAGE, force=options["force"]) as file:
        file.writelines(comparison_page(compared, Language(options["lang"])))


def _print(comparisons: list[Comparison], *, is_whole: bool, no_color: bool) -> None:
    from ragtriage.cli.console import stdout_console  # noqa: PLC0415
    from ragtriage.reports.comparison import print_comparison  # noqa: PLC0415

    console = stdout_console(no_color=no_color)
    for place, comparison in enumerate(comparisons):
        if place:
            console.print()
        print_comparison(console, comparison, is_whole=is_whole)
