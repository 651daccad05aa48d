"""`ragtriage review`: what is open or likely, for a person to settle; accepted answers as expected ones."""

from __future__ import annotations

from contextlib import closing
from functools import partial
from heapq import nsmallest
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click

from ragtriage.cli.console import say
from ragtriage.cli.paths import FileCommand, InPath, OutFile, Params, force_option
from ragtriage.cli.sources import SourceFile, reading_options, source
from ragtriage.cli.values import Whole
from ragtriage.errors import DataError
from ragtriage.io.outputs import CASES, SHEET, STANDARD_OUTPUT

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from ragtriage.evaluation.evaluation import Evaluation
    from ragtriage.model import Case
    from ragtriage.reports.review_sheet import ToReview

__all__ = ["review"]

_STAGES: Final = ("answer", "evidence", "support")
_SHEET: Final = Path("review.csv")
_NO_TEXTS: Final = (
    "{directory}: was written without its texts (--no-texts), so that there is nothing to read; evaluate "
    "again without it"
)


def _sheet(options: Params) -> Path | None:
    return _SHEET if options["accept_wordings"] is None else None


@click.command(
    cls=FileCommand,
    short_help="Prepare what is open or likely for a person to settle.",
    epilog="""\b
Examples:
  ragtriage review ragtriage-report
  ragtriage review ragtriage-report --only likely --limit 20 --out first.csv
  ragtriage evaluate cases.jsonl --reviews review.csv
  ragtriage review ragtriage-report --accept-wordings review.csv --cases cases.jsonl --out more.jsonl
""",
)
@click.argument("directory", metavar="DIR", type=InPath(path_type=Path))
@click.option(
    "--stage",
    "stages",
    multiple=True,
    type=click.Choice(_STAGES),
    default=("answer",),
    show_default=True,
    help="Which verdicts; more than one may be named.",
)
@click.option(
    "--only",
    type=click.Choice(["open", "likely", "both"]),
    default="both",
    show_default=True,
    help="Those of which nothing is said yet, or those that are likely.",
)
@click.option("--limit", type=Whole(min=1), metavar="N", help="So many, the most useful ones.")
@click.option(
    "--accept-wordings",
    type=InPath(),
    metavar="FILE",
    help="Write the accepted answers of a file of reviews into the expected ones of --cases, to --out.",
)
@click.option("--cases", type=InPath(), metavar="FILE", help="The cases, with --accept-wordings.")
@reading_options
@click.option(
    "--out",
    type=OutFile(SHEET, default=_sheet),
    metavar="FILE",
    help="Where to write; - prints it.  [default: review.csv]",
)
@force_option("what stands at --out")
def review(**options: Any) -> None:  # noqa: ANN401 - click hands over what the options above declare
    """Write what is open or likely in an evaluation to a table that a person fills in.

    DIR is the folder that `ragtriage evaluate` wrote. Fill the column `verdict` with accept or reject (yes or
    no, ok or ng, 可 or 否, 〇 or ×), leave empty or skip what you do not know, and hand the file to
    `evaluate` or `rescore` as --reviews. The page of `ragtriage report DIR --html` has buttons for the same.
    """
    from ragtriage.evaluation.evaluation import Evaluation  # noqa: PLC0415 - --help must start fast

    if (options["accept_wordings"] is None) is not (options["cases"] is None):
        raise click.UsageError("--accept-wordings FILE and --cases FILE go together")
    evaluation = Evaluation.load(options["directory"])
    _refuse_without_texts(evaluation, options["directory"])
    if options["accept_wordings"] is None:
        _prepare(evaluation, options)
    else:
        _accept(evaluation, options)


def _refuse_without_texts(evaluation: Evaluation, directory: Path) -> None:
    """Refuse an evaluation that holds nothing to read.

    Raises:
        DataError: It was written without its texts, or is of a run, which has none.
    """
    from ragtriage.model import UNSET, RankedTrace  # noqa: PLC0415 - as above

    first = next(iter(evaluation), None)
    if first is None:
        return
    if isinstance(first.trace, RankedTrace):
        raise DataError(f"{directory}: is of a run, which holds ids alone: there is nothing to read")
    if not first.case.question and first.fingerprints.get("answers") and first.trace.answer is UNSET:
        raise DataError(_NO_TEXTS.format(directory=directory))


def _prepare(evaluation: Evaluation, options: dict[str, Any]) -> None:
    """Write the table, and say what to do with it."""
    from ragtriage.io.whole_file import write_whole  # noqa: PLC0415 - as above
    from ragtriage.reports.review_sheet import review_sheet  # noqa: PLC0415 - as above

    target: Path = options["out"] or _SHEET
    tell = _teller(target)
    directory: Path = options["directory"]
    settings = evaluation.manifest.settings
    rows, n = _chosen(evaluation, options)
    if not rows:
        tell(f"{directory}: nothing is open or likely here that a person could settle; nothing was written")
        return
    write_whole(target, review_sheet(rows, settings, str(directory)), SHEET, force=options["force"])
    is_open = sum(row.is_open for row in rows)
    left = f", the most useful of {n:,}" if n > len(rows) else ", the most useful first"
    tell(
        f"{_told(target)}: {len(rows):,} verdict{'' if len(rows) == 1 else 's'} to look at "
        f"({is_open:,} open, {len(rows) - is_open:,} likely){left}"
    )
    if target == STANDARD_OUTPUT:
        return
    say(
        "Fill its column `verdict` with accept, reject or skip (yes/no, ok/ng, 可/否, 〇/×), and save as CSV."
    )
    if evaluation.report.judging:  # rescoring would leave the judges out
        say(f"Then the same `ragtriage evaluate` again, with --reviews {target}: replies come from the cache")
    else:
        say(f"Then: ragtriage rescore {directory} --reviews {target}")
    say(f"With buttons instead of a table: ragtriage report {directory} --html")


def _teller(target: Path) -> Callable[[str], None]:
    """Return what says a line: on standard error where the file itself is printed."""
    return partial(say, err=target == STANDARD_OUTPUT)


def _told(target: Path) -> str:
    return "standard output" if target == STANDARD_OUTPUT else str(target)


def _chosen(evaluation: Evaluation, options: dict[str, Any]) -> tuple[list[ToReview], int]:
    """Return what is to be looked at, most useful first, and how many there are in all."""
    from ragtriage.model import Stage  # noqa: PLC0415 - as above
    from ragtriage.reports.review_sheet import to_review  # noqa: PLC0415 - as above

    n = 0

    def wanted() -> Iterator[tuple[tuple[bool, bool, int], ToReview]]:
        nonlocal n
        stages = [Stage(name) for name in dict.fromkeys(options["stages"])]
        for row in to_review(evaluation, evaluation.manifest.settings, stages):
            if options["only"] in {"both", "open" if row.is_open else "likely"}:
                n += 1
                yield (not row.is_decisive, not row.is_open, n), row

    limit: int | None = options["limit"]
    ordered = nsmallest(limit, wanted(), key=_order) if limit else sorted(wanted(), key=_order)
    return [row for _, row in ordered], n


def _order(ranked: tuple[tuple[bool, bool, int], ToReview]) -> tuple[bool, bool, int]:
    return ranked[0]


def _accept(evaluation: Evaluation, options: dict[str, Any]) -> None:
    """Write the accepted answers into the expected ones of new cases, and say each."""
    target: Path | None = options["out"]
    if target is None:
        raise click.UsageError("--accept-wordings writes new cases: name the file with --out")
    file = SourceFile(options["cases"], options)
    cases = [case for case, _ in file.read()]
    tell = _teller(target)
    wordings = _wordings(evaluation, options["accept_wordings"], {_id(case): case for case in cases}, tell)
    _write(file, cases, wordings, target, options)
    for case in cases:
        if _id(case) in wordings:
            tell(f"{_id(case)}: expected too: {wordings[_id(case)]}")
    n = len(wordings)
    tell(f"{_told(target)}: {len(cases):,} cases, {n:,} of them with one more expected answer")
    file.warn()


def _id(case: Case) -> str:
    return case.id or case.question


def _wordings(
    evaluation: Evaluation, path: str, cases: dict[str, Case], tell: Callable[[str], None]
) -> dict[str, str]:
    """Return the accepted answers by id, and say of each that is not written why."""
    from ragtriage.batch import with_meaning  # noqa: PLC0415 - as above
    from ragtriage.evaluation.reviews import changed_parts  # noqa: PLC0415 - as above
    from ragtriage.io.reviews import read_reviews  # noqa: PLC0415 - as above
    from ragtriage.model import Decision, Stage  # noqa: PLC0415 - as above

    name, reviews = read_reviews(path)
    accepted = [
        written
        for written in reviews
        if written.review.stage is Stage.ANSWER and written.review.verdict is Decision.ACCEPT
    ]
    settings = evaluation.manifest.settings
    wordings: dict[str, str] = {}
    ids = {written.review.id for written in accepted}
    results = {result.case.id: result for result in evaluation if result.case.id in ids}
    for written in accepted:
        identifier = written.review.id
        result, case = results.get(identifier), cases.get(identifier)
        where = f"{name}, line {written.line}: {identifier!r} is left as it was: "
        if result is None or case is None:
            tell(f"{where}{'the evaluation' if result is None else 'the file of cases'} has none of that id")
            continue
        changed = changed_parts(written.review, with_meaning(case, settings), result.trace, settings)
        answer = getattr(result.trace, "answer", None)
        if changed:
            tell(f"{where}changed since the review: {', '.join(changed)}")
        elif not case.answerable or result.abstained or not isinstance(answer, str) or not answer.strip():
            tell(f"{where}what was accepted declines to answer")
        elif answer.strip() not in (case.expected_answers or ()):
            wordings[identifier] = answer.strip()
    return wordings


def _write(
    file: SourceFile, cases: list[Case], wordings: dict[str, str], target: Path, options: dict[str, Any]
) -> None:
    """Write the cases: JSON lines as they stand but for what is new, other layouts as `convert` does."""
    from ragtriage.io.files import open_source  # noqa: PLC0415 - as above
    from ragtriage.io.rows import Format, detect  # noqa: PLC0415 - as above
    from ragtriage.io.whole_file import whole_file  # noqa: PLC0415 - as above
    from ragtriage.reports.writers.layouts import layout_of, write_cases  # noqa: PLC0415 - as above
    from ragtriage.reports.writers.wordings import with_wordings, wordings_in_lines  # noqa: PLC0415 - as above

    layout = "jsonl" if target == STANDARD_OUTPUT else layout_of(target)
    is_ours = isinstance(source(options["cases"], options, lambda _: None), str)
    is_as_it_stands = is_ours and not options["pairs"] and options["encoding"] is None and not file.aside
    if layout == "jsonl" and is_as_it_stands:
        with closing(open_source(options["cases"])) as opened:
            if detect(opened) is Format.JSONL:
                lines = (line.text for line in opened.lines())
                with whole_file(target, CASES, force=options["force"]) as stream:
                    stream.writelines(wordings_in_lines(lines, cases, wordings))
                return
    again = SourceFile(options["cases"], options)
    losses = list(write_cases(with_wordings(again.read(), wordings), target, layout, force=options["force"]))
    if losses:
        named = ", ".join(f"`{loss.field}` ({loss.cases:,})" for loss in losses)
        say(f"Warning: {layout} cannot hold all of these fields (in so many cases): {named}", err=True)
