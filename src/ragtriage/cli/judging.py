"""Options of judges: who judges, whom to ask, how often, and what it may cost."""

from __future__ import annotations

import os
from collections.abc import Callable, Generator
from contextlib import contextmanager, redirect_stderr
from dataclasses import replace
from io import StringIO
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeVar

import click

from ragtriage.cli.console import say
from ragtriage.cli.options import asking_options
from ragtriage.cli.paths import InPath
from ragtriage.cli.values import MOST_SECONDS, Number, Seed, Whole
from ragtriage.errors import ConfigError
from ragtriage.model import Cause

if TYPE_CHECKING:
    from ragtriage.evaluation.evaluation import Evaluation
    from ragtriage.evaluation.judging import Judges
    from ragtriage.llm.asking import Asker
    from ragtriage.llm.spending import Limits
    from ragtriage.verdicts.asked.making import Workshop

__all__ = [
    "FAILED",
    "INTERRUPTED",
    "RESUME",
    "judging_options",
    "keeping",
    "limits_of",
    "make_judges",
    "named_key",
    "refuse_without_judge",
    "say_price",
    "stopped",
]

F = TypeVar("F", bound=Callable[..., Any])

INTERRUPTED: Final = 130
_ASKS: Final = "=openai:"  # of judges that ask a model, and cost something
# What to do where nothing more was asked after too many failures.
RESUME: Final = "run again to go on from here, or with --keep-going to ask on whatever fails"
FAILED: Final = 3  # the exit code when a judge failed too often, or a limit stopped it

_OPTIONS: Final = (
    click.option(
        "--judge",
        "judges",
        multiple=True,
        metavar="STAGE=WHAT",
        help="Who judges a stage: support=openai:MODEL, answer=similarity:MODEL@0.8, STAGE=module:attribute; "
        "relevance=openai:MODEL adds the share of retrieved texts that matter.",
    ),
    click.option("--base-url", metavar="URL", help="The endpoint; without it $OPENAI_BASE_URL, or OpenAI's."),
    click.option(
        "--api-key-env",
        metavar="NAME",
        help="The variable with the key for --base-url; $OPENAI_API_KEY goes to $OPENAI_BASE_URL alone.",
    ),
    click.option(
        "--judge-timeout",
        type=Number(min=0, min_open=True, max=MOST_SECONDS),
        default=60.0,
        show_default=True,
        metavar="SECONDS",
        help="How long one request may take.",
    ),
    click.option(
        "--votes",
        type=Whole(min=1, max=1_000),
        default=1,
        show_default=True,
        help="Judgements of each case; the majority counts.",
    ),
    click.option(
        "--judge-seed",
        type=Seed(),
        default=0,
        show_default=True,
        help="Of requests, and of the chunks' order.",
    ),
    click.option("--prompt-dir", type=InPath(), metavar="DIR", help="Prompts in the place of our own."),
    asking_options,
    click.option(
        "--max-unknown",
        type=Number(min=0, max=1),
        default=0.05,
        show_default=True,
        help="Exit with 3 when a judge fails on a larger share of what it was to judge.",
    ),
)


def judging_options(command: F) -> F:
    """Give a command the options of judges."""
    for option in reversed(_OPTIONS):
        command = option(command)
    return command


def make_judges(options: dict[str, Any], watch: Callable[[Asker], None]) -> tuple[Judges, Workshop | None]:
    """Return the judges that the options name, and what made them if any was named.

    Raises:
        ConfigError: An option cannot be used.
        MissingExtraError: A package is not installed.
    """
    from ragtriage.evaluation.judging import Judges  # noqa: PLC0415 - --help starts fast

    if not options["judges"]:
        refuse_without_judge(options)
        return Judges.of(), None
    from ragtriage.llm.cache import default_directory  # noqa: PLC0415 - as above
    from ragtriage.llm.endpoint import Endpoint  # noqa: PLC0415 - as above
    from ragtriage.llm.prompts import check_prompts  # noqa: PLC0415 - as above
    from ragtriage.verdicts.asked.making import Workshop  # noqa: PLC0415 - as above

    if options["prompt_dir"] is not None:
        check_prompts(options["prompt_dir"])
    cache = Path(options["cache"]) if options["cache"] is not None else default_directory()
    workshop = Workshop(
        endpoint=Endpoint(
            base_url=options["base_url"],
            api_key=named_key(options["api_key_env"]),
            max_concurrency=options["concurrency"],
            timeout_seconds=options["judge_timeout"],
            max_reply_bytes=options["max_reply"],
        ),
        cache=None if options["no_cache"] else cache,
        limits=limits_of(options),
        votes=options["votes"],
        seed=options["judge_seed"],
        prompt_directory=options["prompt_dir"],
        is_dry=options["dry_run"],
        watch=watch,
    )
    return Judges.of([workshop.any_judge(named) for named in options["judges"]]), workshop


@contextmanager
def keeping(workshop: Workshop | None) -> Generator[None, None, None]:
    """Say, when it is interrupted, that what was paid for is kept.

    Raises:
        Exit: It was interrupted.
    """
    try:
        yield
    except KeyboardInterrupt:
        if workshop is None or workshop.cache is None:
            raise
        calls = sum(asker.spent.calls for asker in workshop.askers.values())
        say(
            f"interrupted; nothing was written, but all {calls} replies of this run are kept in "
            f"{workshop.cache}: run again to go on",
            err=True,
        )
        raise click.exceptions.Exit(INTERRUPTED) from None


def refuse_without_judge(options: dict[str, Any]) -> None:
    """Refuse options that mean nothing where no judge is named.

    Raises:
        UsageError: One is given.
    """
    named = {"dry_run": "--dry-run", "max_cost": "--max-cost", "max_calls": "--max-calls", "price": "--price"}
    for name, option in named.items():
        if options[name] not in {None, False}:
            raise click.UsageError(f"{option} needs a --judge that asks")


def named_key(name: str | None) -> str | None:
    """Return the key that a variable of the environment holds; None where none is named.

    Raises:
        ConfigError: It holds none.
    """
    if name is None:
        return None
    key = os.environ.get(name, "").strip()
    if not key:
        raise ConfigError(f"the variable {name} holds no key (--api-key-env)")
    return key


def limits_of(options: dict[str, Any]) -> Limits:
    """Return the limits that the options name.

    Raises:
        ConfigError: The price is none, or one is missing.
    """
    from ragtriage.llm.spending import Limits, Price  # noqa: PLC0415 - --help starts fast

    given: tuple[float, float] | None = options["price"]
    price = None if given is None else Price(prompt=given[0], completion=given[1])
    limits = Limits(calls=options["max_calls"], cost=options["max_cost"], price=price)
    return replace(limits, failures=None) if options["keep_going"] else limits


def say_price(options: dict[str, Any], evaluate: Callable[[Judges], Evaluation]) -> None:
    """Say what judging will take before it is paid: on standard output in a dry run, else on standard error.

    The cases are gone through once without asking. It is not said with --quiet, nor of standard input,
    which can be read only once.

    Args:
        options: Of the command.
        evaluate: Goes through the cases with the judges it is handed.
    """
    asking = tuple(named for named in options["judges"] if _ASKS in named)
    is_dry: bool = options["dry_run"]
    if not is_dry and (not asking or options["quiet"] or "-" in (options["cases"], options["traces"])):
        return
    judges, workshop = make_judges(
        {**options, "dry_run": True, "judges": asking or options["judges"]}, lambda _: None
    )
    if workshop is None:
        return
    with redirect_stderr(StringIO()):  # what is told of the input is told when it is judged
        evaluation = evaluate(judges)
    if is_dry:
        _print_price(evaluation, workshop, is_error=False)
        click.echo("Nothing was asked and nothing was written (--dry-run).")
    elif any(asker.spent.calls for asker in workshop.askers.values()):
        _print_price(evaluation, workshop, is_error=True)


def _print_price(evaluation: Evaluation, workshop: Workshop, *, is_error: bool) -> None:
    """Print how much there is to judge, and about what that takes."""
    n = len(evaluation)
    for name, judging in evaluation.report.judging.items():
        if judging.endpoint is not None:
            click.echo(f"{name:<10} {judging.to_judge:,} of {n:,} cases to judge", err=is_error)
    price = workshop.limits.price
    for model, asker in workshop.askers.items():
        spent = asker.spent
        click.echo(
            f"{model:<10} about {spent.calls:,} calls, {spent.prompt_tokens:,} tokens in and "
            f"{spent.completion_tokens:,} out, beside what the cache has",
            err=is_error,
        )
        if price is not None:
            cost = price.of(spent.prompt_tokens, spent.completion_tokens)
            click.echo(f"{'':<10} about {cost:,.4f} at the price given", err=is_error)


def stopped(evaluation: Evaluation, workshop: Workshop | None, most_unknown: float) -> list[str]:
    """Return why the judging is not to be relied on, if it is not: a limit, or too many failures."""
    askers: dict[str, Asker] = {} if workshop is None else workshop.askers
    reasons = [
        f"{asker.endpoint.model}: {asker.refusal}; run again with a higher one to go on from here"
        for asker in askers.values()
        if asker.refusal is not None
    ]
    reasons += [_told_of(asker) for asker in askers.values() if asker.stopped is not None]
    reasons += [
        f"the judge of {name} failed on {judging.failed} of {judging.to_judge} cases, "
        f"more than --max-unknown {most_unknown:g}{_first_failure(evaluation, name)}"
        for name, judging in evaluation.report.judging.items()
        if judging.failed > most_unknown * judging.to_judge
    ]
    return reasons


def _told_of(asker: Asker) -> str:
    """Say that no more was asked after too many failures, what there is, and how to go on."""
    kept = "" if asker.cache is None else ", which the cache has"
    return (
        f"{asker.endpoint.model}: {asker.stopped} (the last: {asker.last_failure}); {asker.answers:,} "
        f"judgements were made{kept}, and {asker.unasked:,} were not asked for: {RESUME}"
    )


def _first_failure(evaluation: Evaluation, stage: str) -> str:
    """Say of one case why the judge failed: most often the others failed for the same reason."""
    for result in evaluation:
        found = result.relevance if stage == "relevance" else getattr(result.verdicts, stage)
        if found is not None and found.cause is Cause.JUDGE_FAILED:
            return f"; case {result.case.id!r}: {found.reason}"
    return ""
