"""`ragtriage evaluate`: judge every case of a file and say which stage failed."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click

from ragtriage.cli.clusters import check_backend, limit_reached, on_cluster
from ragtriage.cli.console import say
from ragtriage.cli.judging import FAILED, judging_options, keeping, make_judges, say_price, stopped
from ragtriage.cli.made import UNWRITTEN, Made
from ragtriage.cli.options import choice_option, lang_option, no_color_option, reviews_option
from ragtriage.cli.paths import FileCommand, InPath, OutFile, OutFolder, force_option
from ragtriage.cli.progress import ProgressBar
from ragtriage.cli.reviewed import say_reviews
from ragtriage.cli.sources import OWN, field_map, reading_options, source
from ragtriage.cli.values import SUMMARY_VARIABLE, Whole, split_names
from ragtriage.io.outputs import JUNIT, MARKDOWN, STANDARD_OUTPUT
from ragtriage.model import (
    AnswerRule,
    Condition,
    EmptyGold,
    EvidenceFromAnswer,
    MatchMode,
    Settings,
    Unit,
    checked_tolerance,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from ragtriage.comparison.gates import GateResult
    from ragtriage.evaluation.evaluation import Evaluation
    from ragtriage.evaluation.inputs import Reading, System
    from ragtriage.evaluation.judging import Judges
    from ragtriage.evaluation.store import RowStore
    from ragtriage.evaluation.tally import RateInterval
    from ragtriage.model import Summary
    from ragtriage.verdicts.asked.making import Workshop

__all__ = ["UNMET", "evaluate"]

UNMET: Final = 1  # the exit code when a requirement is not met


@click.command(
    cls=FileCommand,
    short_help="Judge every case: which stage failed?",
    epilog="""\b
Examples:
  ragtriage evaluate cases.jsonl --k 5
  ragtriage evaluate cases.jsonl traces.jsonl --unit chunk --by tags
  ragtriage evaluate --qrels qrels.txt --run run.txt --metrics ndcg@10,map
  ragtriage evaluate beir-folder --run run.txt
  cat cases.jsonl | ragtriage evaluate - --out reports/monday
""",
)
@click.argument("cases", required=False, type=InPath())
@click.argument("traces", required=False, type=InPath())
@click.option("--k", type=Whole(min=1), help="Deepest rank judged; without it the whole list.")
@choice_option("--unit", Unit, "What gold ids name.", default=Unit.DOCUMENT)
@choice_option(
    "--condition",
    Condition,
    "When retrieval passes: every gold id, any of them, or one of each group.",
    default=Condition.ALL,
)
@choice_option(
    "--match", MatchMode, "How far texts may differ and still be equal.", default=MatchMode.STANDARD
)
@choice_option(
    "--answer-rule",
    AnswerRule,
    "Whether an answer must equal an expected one, or state it.",
    default=AnswerRule.STATED,
)
@click.option(
    "--metrics", multiple=True, callback=split_names, metavar="NAMES", help="Such as recall@20,ndcg@10,map."
)
@click.option(
    "--by", multiple=True, callback=split_names, metavar="tags|language", help="Report on these slices too."
)
@click.option("--corpus", type=InPath(), metavar="FILE", help="Texts by id, for runs that hold ids only.")
@click.option("--both-failed", is_flag=True, help="Status tells apart where retrieval and answer failed.")
@click.option(
    "--evidence-from-answer/--no-evidence-from-answer",
    default=None,
    help="Look for short expected answers in the texts where a case has no evidence; unless said, "
    "where it has no gold documents either.",
)
@choice_option(
    "--empty-gold",
    EmptyGold,
    "What empty gold without expected answers means.",
    default=EmptyGold.UNLABELLED,
)
@click.option("--missing-as-empty", is_flag=True, help="A case without a trace: nothing came back.")
@click.option("--allow-disjoint-ids", is_flag=True, help="Go on though gold and retrieved ids never meet.")
@click.option(
    "--ignore-identical-ids",
    is_flag=True,
    help="Leave a document of the query's own id out of its ranked list, as BEIR does.",
)
@click.option("--fold-chinese", is_flag=True, help="Hold Traditional and Simplified characters for equal.")
@click.option(
    "--tolerance",
    default="",
    metavar="SHARE",
    help="How far amounts may be from the expected ones, such as 1%.",
)
@click.option(
    "--abstention-patterns", type=InPath(), metavar="FILE", help="More patterns of refusals, one a line."
)
@click.option("--qrels", type=InPath(), metavar="FILE", help="TREC judgements, with --run.")
@click.option(
    "--run", "run_file", type=InPath(), metavar="FILE", help="A TREC run, with --qrels or a BEIR folder."
)
@click.option(
    "--level", type=Whole(min=1), default=1, show_default=True, help="Lowest grade that is relevant."
)
@reading_options
@click.option(
    "--out",
    type=OutFolder(),
    default=Path("ragtriage-report"),
    show_default=True,
    help="Folder to write; an evaluation that stands there is replaced.",
)
@click.option(
    "--closed-book",
    type=InPath(),
    metavar="FILE",
    help="Answers of the same generator without any context, by id: what was known without retrieval.",
)
@click.option(
    "--system",
    type=InPath(),
    metavar="FILE",
    help="TOML with [retriever], [chunking], [generator], [corpus]: hashed by part and kept.",
)
@click.option(
    "--interval",
    type=click.Choice(["wilson", "exact"]),
    default="wilson",
    show_default=True,
    help="Of rates: Wilson's, or Clopper and Pearson's.",
)
@click.option(
    "--require",
    "requirements",
    multiple=True,
    metavar="RULE",
    help="Such as 'recall@5 >= 0.8' or 'hallucination <= 0'; exit with 1 when it is not met.",
)
@judging_options
@reviews_option
@click.option("--junit", type=OutFile(JUNIT), metavar="FILE", help="Write JUnit XML too; - prints it.")
@click.option("--markdown", type=OutFile(MARKDOWN), metavar="FILE", help="Write Markdown too; - prints it.")
@force_option("the files of --junit and --markdown")
@click.option("--github", is_flag=True, help=f"Append the Markdown to ${SUMMARY_VARIABLE}.")
@click.option("--no-texts", is_flag=True, help="Keep ids and numbers alone in what is written.")
@click.option("--parquet", is_flag=True, help="Write cases.parquet too.")
@click.option(
    "--html", is_flag=True, help="Write report.html too: one file, which opens offline and asks nobody."
)
@lang_option("report.html")
@click.option(
    "--workers",
    type=Whole(min=1, max=10_000),
    default=1,
    show_default=True,
    help="Processes that share the cases out between them; with --backend ray: actors that hold the judges.",
)
@click.option("--backend", type=click.Choice(["ray"]), help="Where the work runs, if not here.")
@click.option(
    "--address",
    metavar="HOST:PORT",
    help="Of a Ray cluster; without it $RAY_ADDRESS, or one of this machine.",
)
@click.option("--quiet", is_flag=True, help="Print warnings only.")
@no_color_option
def evaluate(**options: Any) -> int:  # noqa: ANN401 - click hands over what the options above declare
    """Judge every case in CASES and say which stage failed.

    CASES holds a question a row with what is known to be right and, in the same row or in TRACES, what the
    system retrieved and answered: JSON lines, a JSON list, CSV or Parquet, plain, .gz or .zst, here or at a
    URL such as s3://bucket/cases.jsonl; - is standard input. `ragtriage formats` lists the names that fields
    may have.
    """
    from ragtriage.evaluation.store import RowStore  # noqa: PLC0415
    from ragtriage.evaluation.writing import write_evaluation  # noqa: PLC0415

    if options["cases"] == options["traces"] == "-":
        raise click.UsageError("standard input can be read once: CASES or TRACES is -, not both")
    check = _gates(options["requirements"])
    check_backend(options)
    out: Path = options["out"]
    with ProgressBar() as bar:
        if options["backend"] is not None:
            evaluation = on_cluster(options, _settings(options), _reading(options, bar))
            return _conclude(evaluation, check(evaluation.summary), options, None)
        alone = {**options, "workers": 1}
        say_price(options, lambda judges: _evaluate(alone, RowStore(), ProgressBar(), judges))
        if options["dry_run"]:
            return 0
        judges, workshop = make_judges(options, bar.watch)
        with keeping(workshop):
            evaluation = write_evaluation(
                out,
                lambda store: _evaluate(options, store, bar, judges),
                parquet=options["parquet"],
            )
    return _conclude(evaluation, check(evaluation.summary), options, workshop)


def _conclude(
    evaluation: Evaluation,
    gates: Sequence[GateResult],
    options: dict[str, Any],
    workshop: Workshop | None,
) -> int:
    """Print and write what is to be seen of an evaluation, and return the exit code.

    Whatever goes wrong here, the folder is written; the page, which takes longest, comes last.
    """
    made = Made(evaluation, options["out"])
    with made.explained():
        try:
            made.write_files(options, gates)
            code = _say(evaluation, gates, options, workshop)
        finally:  # also where nobody reads what is said
            if options["html"]:
                made.draw_page(options["lang"])
    return UNWRITTEN if made.say_missing() else code


def _say(
    evaluation: Evaluation,
    gates: Sequence[GateResult],
    options: dict[str, Any],
    workshop: Workshop | None,
) -> int:
    """Print what came of an evaluation, and return the exit code that goes with it."""
    if options["quiet"] or STANDARD_OUTPUT in (options["junit"], options["markdown"]):
        for warning in evaluation.warnings:
            say(f"Warning: {warning}", err=True)
    else:
        _print(evaluation, options["out"], no_color=options["no_color"])
        say_reviews(evaluation.manifest)
    unmet = [gate for gate in gates if not gate.is_met]
    for gate in unmet:
        say(gate.reason, err=True)
    reasons = limit_reached(evaluation) if options["backend"] is not None else []
    reasons += stopped(evaluation, workshop, options["max_unknown"])
    for reason in reasons:
        say(reason, err=True)
    return FAILED if reasons else UNMET if unmet else 0


def _gates(texts: Sequence[str]) -> Callable[[Summary], list[GateResult]]:
    """Read the requirements before anything is judged, and return what holds a summary against them."""
    if not texts:
        return lambda _summary: []
    from ragtriage.comparison.gates import Requirement, check_summary  # noqa: PLC0415 - few runs need it

    return partial(check_summary, [Requirement.parse(text) for text in texts])


def _evaluate(options: dict[str, Any], store: RowStore, bar: ProgressBar, judges: Judges) -> Evaluation:
    from ragtriage.evaluation.inputs import evaluate_files  # noqa: PLC0415

    settings, reading = _settings(options), _reading(options, bar)
    cases, traces = options["cases"], options["traces"]
    if options["run_file"] or options["qrels"] or options["form"] in {"trec", "beir"}:
        if options["judges"]:
            raise click.UsageError("a run holds ids alone: there is nothing for a --judge to read")
        if options["reviews"] is not None:
            raise click.UsageError("a run holds ids alone: there is nothing that --reviews could be of")
        if options["workers"] > 1:
            raise click.UsageError("a run is read as a whole, and judged sooner than --workers could begin")
        return _evaluate_run(options, settings, reading, store)
    if cases is None:
        raise click.UsageError("name a file of cases, or --qrels and --run")
    is_second = None if traces is None else False
    read = source(cases, options, _tell, is_second=is_second)
    if traces is not None:
        traces = source(traces, options, _tell, is_second=True)
    return evaluate_files(read, traces, settings, reading, judges=judges, store=store)


def _settings(options: dict[str, Any]) -> Settings:
    return Settings(
        k=options["k"],
        unit=Unit(options["unit"]),
        condition=Condition(options["condition"]),
        match=MatchMode(options["match"]),
        answer_rule=AnswerRule(options["answer_rule"]),
        metrics=options["metrics"],
        both_failed=options["both_failed"],
        evidence_from_answer=EvidenceFromAnswer.AUTO
        if options["evidence_from_answer"] is None
        else options["evidence_from_answer"],
        empty_gold=EmptyGold(options["empty_gold"]),
        level=options["level"],
        fold_chinese=options["fold_chinese"],
        ignore_identical_ids=options["ignore_identical_ids"],
        tolerance=checked_tolerance(options["tolerance"]),
    )


def _reading(options: dict[str, Any], bar: ProgressBar) -> Reading:
    from ragtriage.evaluation.inputs import Reading  # noqa: PLC0415
    from ragtriage.io.rows import Format  # noqa: PLC0415

    return Reading(
        form=Format(options["form"]) if options["form"] in OWN else Format.AUTO,
        field_map=field_map(options),
        corpus=options["corpus"],
        patterns=options["abstention_patterns"],
        missing_as_empty=options["missing_as_empty"],
        allow_disjoint_ids=options["allow_disjoint_ids"],
        skip_bad_rows=options["on_error"] == "skip",
        by=_checked_slices(options["by"]),
        with_texts=not options["no_texts"],
        closed_book=options["closed_book"],
        reviews=options["reviews"],
        system=_system(options["system"]),
        interval=_interval(options["interval"]),
        workers=options["workers"],
        progress=bar.show,
    )


def _tell(said: str) -> None:
    say(said, err=True)


def _evaluate_run(
    options: dict[str, Any], settings: Settings, reading: Reading, store: RowStore
) -> Evaluation:
    from ragtriage.evaluation.rankings import evaluate_beir, evaluate_trec  # noqa: PLC0415

    cases, traces, qrels, run = (options[name] for name in ("cases", "traces", "qrels", "run_file"))
    if options["form"] == "trec" and qrels is None and run is None:
        qrels, run, cases, traces = cases, traces, None, None
    if traces is not None:
        raise click.UsageError("a run holds the traces; TRACES is not read beside --run")
    if run is None:
        raise click.UsageError("--qrels holds judgements only; name the run too: --run FILE")
    if cases is not None:
        return evaluate_beir(Path(cases), run, settings, reading, qrels=qrels, store=store)
    if qrels is None:
        raise click.UsageError("name the judgements of the run: --qrels FILE, or a BEIR folder")
    return evaluate_trec(qrels, run, settings, reading, store=store)


def _system(path: str | None) -> System:
    from ragtriage.evaluation.inputs import System  # noqa: PLC0415

    if path is None:
        return System()
    from ragtriage.evaluation.system import system_configuration, system_fingerprints  # noqa: PLC0415

    return System(system_fingerprints(path), system_configuration(path))


def _interval(name: str) -> RateInterval:
    if name == "exact":
        from ragtriage.metrics.statistics.proportions import clopper_pearson  # noqa: PLC0415

        return clopper_pearson
    from ragtriage.metrics.intervals import wilson  # noqa: PLC0415

    return wilson


def _checked_slices(names: tuple[str, ...]) -> tuple[str, ...]:
    for name in names:
        if name not in {"tags", "language"}:
            raise click.BadParameter(f"{name!r} is neither `tags` nor `language`", param_hint="--by")
    return names


def _print(evaluation: Evaluation, out: Path, *, no_color: bool) -> None:
    from ragtriage.cli.console import stdout_console  # noqa: PLC0415
    from ragtriage.reports.terminal import print_summary  # noqa: PLC0415

    console = stdout_console(no_color=no_color)
    print_summary(console, evaluation.report, failing=evaluation.failing, out=out)
