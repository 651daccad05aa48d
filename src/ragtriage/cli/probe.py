"""`ragtriage probe`: ask the generator again with the context changed, and see which stage was at fault."""

from __future__ import annotations

from collections.abc import Generator as Generating
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ragtriage.cli.console import say
from ragtriage.cli.judging import FAILED, INTERRUPTED, RESUME, limits_of, named_key
from ragtriage.cli.options import asking_options, choice_option, no_color_option
from ragtriage.cli.paths import FileCommand, InPath, InText, OutFolder, Params
from ragtriage.cli.progress import ProgressBar
from ragtriage.cli.values import MOST_SECONDS, Number, Seed, Whole, split_names
from ragtriage.errors import ConfigError
from ragtriage.io.input_path import names_folder
from ragtriage.model import AnswerRule, MatchMode, Unit

if TYPE_CHECKING:
    from ragtriage.evaluation.evaluation import Evaluation
    from ragtriage.llm.spending import Limits
    from ragtriage.probing.generators.generator import Generator
    from ragtriage.probing.options import Options
    from ragtriage.probing.probe import Probe
    from ragtriage.probing.running import Estimate
    from ragtriage.verdicts.judge import Judge

__all__ = ["probe"]


def _folder(options: Params) -> list[Path]:
    return [] if names_folder(options["source"]) else [options["out"]]


@click.command(
    cls=FileCommand,
    short_help="Ask again with the context changed.",
    epilog="""\b
Examples:
  ragtriage probe ragtriage-report --generator openai:gpt-5-mini --prompt prompt.jinja --dry-run
  ragtriage probe ragtriage-report --generator app:answer --cases failed --samples 5
  ragtriage probe cases.jsonl --generator http://localhost:8000/answer --answer-path data.answer
""",
)
@click.argument("source", metavar="DIR|CASES", type=InPath())
@click.option(
    "--generator",
    "named",
    required=True,
    metavar="SPEC",
    help="Who answers: openai:MODEL, module:callable (question, contexts), or an http(s) address.",
)
@click.option(
    "--prompt",
    type=InPath(),
    metavar="FILE",
    help="A Jinja2 template with `question` and `contexts`, for a model; give that of your system.",
)
@click.option(
    "--body",
    type=InText(),
    metavar="JSON|FILE",
    help="What is posted to an address: JSON with {{question}} and {{contexts}} in it.",
)
@click.option("--answer-path", metavar="PATH", help="Where the answer stands in a reply, such as a.b[0].c.")
@click.option("--temperature", type=Number(min=0), help="Of a model; without it the server's own.")
@click.option(
    "--max-tokens",
    type=Whole(min=1),
    default=512,
    show_default=True,
    help="Longest answer of a model.",
)
@click.option("--seed", type=Seed(), default=0, show_default=True, help="Of the first sample of a model.")
@click.option(
    "--conditions",
    multiple=True,
    callback=split_names,
    metavar="NAMES",
    help="Such as closed_book,gold; without it all but leave_one_out.",
)
@click.option(
    "--samples",
    type=Whole(min=1, max=1_000),
    default=1,
    show_default=True,
    help="Answers to each prompt; five show whether the generator holds still.",
)
@click.option(
    "--cases",
    "chosen",
    default="all",
    show_default=True,
    metavar="failed|all|ID,...",
    help="Which cases: those with something to fix, all, or some.",
)
@click.option("--corpus", type=InPath(), metavar="FILE", help="Texts by id, for gold elsewhere.")
@click.option("--judge", "judged", metavar="answer=WHAT", help="Who judges answers, as in `evaluate`.")
@click.option(
    "--judge-base-url", metavar="URL", help="The judge's endpoint; without it $OPENAI_BASE_URL, or OpenAI's."
)
@click.option("--judge-api-key-env", metavar="NAME", help="The variable with the key for --judge-base-url.")
@click.option("--base-url", metavar="URL", help="Of a model; without it $OPENAI_BASE_URL, or OpenAI's.")
@click.option(
    "--api-key-env",
    metavar="NAME",
    help="The variable with the key for --base-url, or for an address; it is sent there alone.",
)
@click.option(
    "--timeout",
    type=Number(min=0, min_open=True, max=MOST_SECONDS),
    default=60.0,
    show_default=True,
    metavar="SECONDS",
    help="How long one answer may take.",
)
@asking_options
@click.option(
    "--max-unknown",
    type=Number(min=0, max=1),
    default=0.05,
    show_default=True,
    help="Exit with 3 when a larger share of the answers is missing.",
)
@click.option(
    "--abstention-patterns", type=InPath(), metavar="FILE", help="More patterns of refusals, one a line."
)
@click.option("--k", type=Whole(min=1), help="Of CASES: deepest rank judged.")
@choice_option("--unit", Unit, "Of CASES: what gold names.")
@choice_option("--match", MatchMode, "Of CASES: how texts match.")
@choice_option(
    "--answer-rule", AnswerRule, "Of CASES: whether an answer must equal an expected one, or state it."
)
@click.option(
    "--out",
    type=OutFolder(_folder),
    default=Path("ragtriage-report"),
    show_default=True,
    help="Of CASES: folder to write.",
)
@click.option("--no-texts", is_flag=True, help="Keep no answers in what is written.")
@click.option("--quiet", is_flag=True, help="Print warnings only.")
@no_color_option
def probe(**options: Any) -> int:  # noqa: ANN401 - click hands over what the options above declare
    """Ask the generator again with the context changed, and tell which stage was at fault.

    DIR is the folder that `ragtriage evaluate` wrote; CASES are evaluated first. Each question is asked
    without any text, with the texts as retrieved, with the gold alone, and so on; what mends an answer was
    missing. The outcome is added to the folder as probe.json, beside the diagnoses, which stay as they are.
    """
    from ragtriage.evaluation.evaluation import Evaluation  # noqa: PLC0415 - --help must start fast
    from ragtriage.probing.probe import try_place  # noqa: PLC0415 - as above
    from ragtriage.probing.running import estimated, run_probe  # noqa: PLC0415 - as above

    limits = limits_of(options)
    generator = _generator(options)
    source: str = options["source"]
    is_folder = names_folder(source)
    folder = Path(source) if is_folder else options["out"]
    _refuse_for_a_folder(options, is_folder=is_folder)
    with ProgressBar() as bar:
        chosen = _options(options, limits, bar)
        evaluation = Evaluation.load(source) if is_folder else _evaluated(options)
        estimate = estimated(evaluation, generator, chosen)
        if not options["quiet"]:
            _print_estimate(estimate, generator, limits, options)
        if options["dry_run"]:
            click.echo("Nothing was asked and nothing was written (--dry-run).")
            return 0
        try_place(folder, is_new=not is_folder)
        with _keeping(chosen):
            probed = run_probe(evaluation, generator, chosen)
    if not is_folder:
        evaluation.save(folder)
    probed.save(folder)
    _print(probed, folder, is_quiet=options["quiet"], no_color=options["no_color"])
    reasons = _stopped(probed, options["max_unknown"])
    for reason in reasons:
        say(reason, err=True)
    return FAILED if reasons else 0


def _generator(options: dict[str, Any]) -> Generator:
    from ragtriage.llm.endpoint import Endpoint  # noqa: PLC0415 - --help must start fast
    from ragtriage.probing.generators.naming import GeneratorOptions, named_generator  # noqa: PLC0415

    key = named_key(options["api_key_env"])
    is_model = options["named"].startswith("openai:")
    if options["base_url"] is not None and not is_model:
        raise click.UsageError("--base-url is for openai:MODEL; an address is named by --generator itself")
    return named_generator(
        options["named"],
        GeneratorOptions(
            endpoint=Endpoint(
                base_url=options["base_url"],
                api_key=key if is_model else None,
                max_concurrency=options["concurrency"],
                timeout_seconds=options["timeout"],
                max_reply_bytes=options["max_reply"],
            ),
            prompt=options["prompt"],
            body=options["body"],
            answer_path=options["answer_path"],
            temperature=options["temperature"],
            max_tokens=options["max_tokens"],
            seed=options["seed"],
            key=None if is_model else key,
        ),
    )


def _options(options: dict[str, Any], limits: Limits, bar: ProgressBar) -> Options:
    from ragtriage.llm.cache import default_directory  # noqa: PLC0415 - --help must start fast
    from ragtriage.probing import options as probing  # noqa: PLC0415 - as above

    cache = Path(options["cache"]) if options["cache"] is not None else default_directory()
    named: str = options["chosen"]
    ids = tuple(dict.fromkeys(each.strip() for each in named.split(",") if each.strip()))
    if not ids:
        raise click.UsageError("--cases names no case")
    kept = None if options["no_cache"] else cache
    return probing.Options(
        arms=probing.arms_named(options["conditions"]),
        samples=options["samples"],
        cases=named if named in {probing.ALL, probing.FAILED} else ids,
        corpus=options["corpus"],
        judges=_judges(options, kept, limits, bar),
        patterns=options["abstention_patterns"],
        with_texts=not options["no_texts"],
        cache=kept,
        limits=limits,
        watch=bar.watch,
    )


def _judges(options: dict[str, Any], cache: Path | None, limits: Limits, bar: ProgressBar) -> list[Judge]:
    from ragtriage.evaluation.judging import Judges  # noqa: PLC0415 - --help must start fast
    from ragtriage.llm.endpoint import Endpoint  # noqa: PLC0415 - as above
    from ragtriage.verdicts.asked.making import Workshop  # noqa: PLC0415 - as above

    named: str | None = options["judged"]
    if named is None:
        return []
    if not named.startswith("answer="):
        raise ConfigError(f"a probe judges answers alone: --judge answer=WHAT, not {named!r}")
    workshop = Workshop(
        endpoint=Endpoint(
            base_url=options["judge_base_url"],
            api_key=named_key(options["judge_api_key_env"]),
            max_concurrency=options["concurrency"],
            timeout_seconds=options["timeout"],
            max_reply_bytes=options["max_reply"],
        ),
        cache=cache,
        limits=limits,
        is_dry=options["dry_run"],
        watch=bar.watch,
    )
    return [Judges.of([workshop.judge(named)]).answer]


def _refuse_for_a_folder(options: dict[str, Any], *, is_folder: bool) -> None:
    """Refuse rules of judging for what was judged already.

    Raises:
        UsageError: One is given.
    """
    given = [name for name in ("k", "unit", "match", "answer_rule") if options[name] is not None]
    if is_folder and given:
        raise click.UsageError(
            f"--{given[0].replace('_', '-')} is for CASES; a folder was judged already (`ragtriage rescore`)"
        )


def _evaluated(options: dict[str, Any]) -> Evaluation:
    from ragtriage.evaluation.inputs import evaluate  # noqa: PLC0415 - --help must start fast

    rules = {name: options[name] for name in ("k", "unit", "match", "answer_rule")}
    given: dict[str, Any] = {name: value for name, value in rules.items() if value is not None}
    return evaluate(options["source"], corpus=options["corpus"], by=("tags", "language"), **given)


@contextmanager
def _keeping(options: Options) -> Generating[None, None, None]:
    """Say, when it is interrupted, that what was answered is kept.

    Raises:
        Exit: It was interrupted.
    """
    try:
        yield
    except KeyboardInterrupt:
        if options.cache is None:
            raise
        click.echo(
            f"interrupted; nothing was written, but all replies of this run are kept in {options.cache}: run "
            "again to go on",
            err=True,
        )
        raise click.exceptions.Exit(INTERRUPTED) from None


def _print_estimate(
    estimate: Estimate, generator: Generator, limits: Limits, options: dict[str, Any]
) -> None:
    """Say what will be asked, before it is."""
    samples: int = options["samples"]
    told = f"{estimate.prompts:,} prompts of {estimate.cases:,} cases, {samples} each: "
    told += f"about {estimate.calls:,} calls"
    if generator.counts_tokens:
        told += f", {estimate.prompt_tokens:,} tokens in and {estimate.completion_tokens:,} out"
    click.echo(f"{told}, beside what the cache has", err=True)
    if limits.price is not None:
        cost = limits.price.of(estimate.prompt_tokens, estimate.completion_tokens)
        click.echo(f"about {cost:,.4f} at the price given", err=True)
    if options["judged"] is not None:
        most = estimate.prompts * samples + estimate.cases
        click.echo(f"{options['judged']} then judges up to {most:,} answers, where strings cannot", err=True)
    for arm, count in estimate.not_built.items():
        click.echo(f"{arm}: cannot be built for {count:,} of {estimate.cases:,} cases", err=True)


def _print(probed: Probe, folder: Path, *, is_quiet: bool, no_color: bool) -> None:
    from ragtriage.cli.console import stdout_console  # noqa: PLC0415 - --help must start fast
    from ragtriage.reports.probe import print_probe  # noqa: PLC0415 - as above

    if is_quiet:
        for warning in probed.warnings:
            say(f"Warning: {warning}", err=True)
        return
    print_probe(stdout_console(no_color=no_color), probed.report, str(folder))
    if (folder / "report.html").is_file():
        click.echo(
            "report.html is from before; `ragtriage report DIR --html` draws the probe into it", err=True
        )


def _stopped(probed: Probe, most_unknown: float) -> list[str]:
    """Return why the probe is not to be relied on, if it is not: a limit, or too many missing answers."""
    summary = probed.summary
    asked = summary.asked * probed.report.manifest.samples
    reasons = [f"{refusal}; run again with a higher one to go on from here" for refusal in probed.refusals]
    reasons += [
        f"{stopped}; {summary.not_asked:,} answers were not asked for: {RESUME}" for stopped in probed.stopped
    ]
    failed = summary.failed - summary.not_asked
    if failed > most_unknown * asked:
        reasons.append(
            f"the generator failed on {failed} of {asked} answers, more than --max-unknown {most_unknown:g}"
            f"{_why(probed.generator_failure)}"
        )
    judging = summary.judging
    if judging is not None and judging.failed > most_unknown * judging.to_judge:
        reasons.append(
            f"the judge failed on {judging.failed} of {judging.to_judge} answers, more than --max-unknown "
            f"{most_unknown:g}{_why(probed.judge_failure)}"
        )
    return reasons


def _why(failure: str | None) -> str:
    """Say of one failure why it came about: most often the others have the same reason."""
    return "" if failure is None else f"; {failure}"
