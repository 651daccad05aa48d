"""The report of a probe: what it rests on, all cases together, and what a reader should know first."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from ragtriage import __version__
from ragtriage.evaluation.evaluation import Evaluation
from ragtriage.evaluation.judging import Judges
from ragtriage.llm.spending import Spent
from ragtriage.model import Judging, Stage
from ragtriage.model.probing import (
    Arm,
    CaseProbe,
    ProbeManifest,
    ProbeReport,
    ProbeSummary,
    Reading,
    Standing,
)
from ragtriage.probing.asking import Answers
from ragtriage.probing.choosing import Work
from ragtriage.probing.findings import not_still
from ragtriage.probing.generators.generator import Generator
from ragtriage.probing.options import ALL, Options
from ragtriage.probing.readings import STILL_FROM
from ragtriage.probing.summary import conclusions, not_built, picture, share, slices

__all__ = ["report"]

# Below these shares of reproduced answers nothing is confirmed: a generator that does not say again what the
# system said is another one, or does not hold still. Few samples do not show by themselves that it does.
_REPRODUCED: Final = 0.95
_REPRODUCED_OF_MANY: Final = 0.75


def _reproduced(cases: Iterable[CaseProbe]) -> tuple[int, int]:
    known = [case.is_reproduced for case in cases if case.is_reproduced is not None]
    return sum(known), len(known)


def _is_still(cases: Sequence[CaseProbe], samples: int) -> bool:
    """Tell whether anything may be confirmed.

    A coin that falls the same way in every sample of the conditions that decide is rare from five samples on;
    with fewer, nearly all recorded answers have to be reproduced, and with five most of them.
    """
    reproduced, of = _reproduced(cases)
    if samples >= STILL_FROM:
        return reproduced >= _REPRODUCED_OF_MANY * of
    return of > 0 and reproduced >= _REPRODUCED * of


def report(
    evaluation: Evaluation,
    generator: Generator,
    options: Options,
    work: Work,
    *,
    cases: Sequence[CaseProbe],
    answers: Answers,
    judges: Judges,
    spent: Spent,
) -> ProbeReport:
    """Return the report of some cases that were read.

    Args:
        evaluation: Whose cases they are.
        generator: What was asked.
        options: How.
        work: What was to be done.
        cases: What came of it.
        answers: What the generator said.
        judges: What judged it.
        spent: What all answers took, now or when they were given.
    """
    is_still = _is_still(cases, options.samples)
    stood = cases if is_still else [not_still(case) for case in cases]
    manifest = _manifest(evaluation, generator, options, work, judges)
    asking = judges.asking().get(Stage.ANSWER.value)
    summary = _summary(
        work,
        stood,
        answers,
        spent=spent,
        options=options,
        of=len(evaluation),
        judging=None if asking is None else asking.panel.told(),
        is_still=is_still,
    )
    return ProbeReport(
        manifest=manifest,
        summary=summary,
        warnings=tuple(_warnings(manifest, summary, stood, read_otherwise=work.read_otherwise)),
        cases=tuple(stood),
    )


def _manifest(
    evaluation: Evaluation, generator: Generator, options: Options, work: Work, judges: Judges
) -> ProbeManifest:
    manifest = evaluation.manifest
    chosen = options.cases
    return ProbeManifest(
        version=__version__,
        generator=generator.identity,
        endpoint=generator.place,
        parameters=generator.parameters,
        samples=options.samples,
        arms=options.arms,
        cases=chosen if isinstance(chosen, str) else f"{len(chosen)} ids",
        corpus=work.corpus,
        judge=judges.identities()[Stage.ANSWER],
        evaluated_by=manifest.judges[Stage.ANSWER],
        settings=work.settings,
        fingerprints=manifest.fingerprints,
    )


def _summary(
    work: Work,
    cases: Sequence[CaseProbe],
    answers: Answers,
    *,
    spent: Spent,
    options: Options,
    of: int,
    judging: Judging | None,
    is_still: bool,
) -> ProbeSummary:
    asked = [prepared.result.case for prepared in work.cases]
    levels, headroom, tests = picture(asked, cases)
    given = [each for several in answers.values() for each in several]
    price = options.limits.price
    standings = [case.standing for case in cases]
    return ProbeSummary(
        n=len(cases),
        of=of,
        unanswerable=sum(not case.answerable for case in asked),
        levels=levels,
        headroom=headroom,
        tests=tests,
        conclusions=conclusions(cases),
        standings={each: standings.count(each) for each in Standing},
        reproduced=share(*_reproduced(cases)),
        is_still=is_still,
        not_built=not_built(cases),
        asked=len(answers),
        failed=sum(each.answer is None for each in given),
        not_asked=sum(not each.is_asked for each in given),
        calls=spent.calls,
        prompt_tokens=spent.prompt_tokens,
        completion_tokens=spent.completion_tokens,
        cost=None if price is None else price.of(spent.prompt_tokens, spent.completion_tokens),
        judging=judging,
        slices=slices(asked, cases),
    )


def _warnings(
    manifest: ProbeManifest, summary: ProbeSummary, cases: Sequence[CaseProbe], *, read_otherwise: int
) -> Iterator[str]:
    """Say what keeps the numbers from meaning what they seem to."""
    if manifest.judge != manifest.evaluated_by:
        yield (
            f"answers were judged by {manifest.judge}, and by {manifest.evaluated_by} in the evaluation: "
            "they need not agree (--judge answer=…)"
        )
    if read_otherwise:
        are = (
            "1 recorded answer is a refusal"
            if read_otherwise == 1
            else f"{read_otherwise} recorded answers are refusals"
        )
        yield (
            f"{are} in the evaluation and not here, or the other way round: give the patterns that it was "
            "given (--abstention-patterns)"
        )
    if manifest.cases != ALL:
        yield (
            f"{summary.n} of {summary.of} cases were probed ({manifest.cases}): levels and headroom are "
            "those of the probed cases, not of the whole set"
        )
    if not summary.is_still:
        least = _REPRODUCED_OF_MANY if manifest.samples >= STILL_FROM else _REPRODUCED
        yield (
            f"{summary.reproduced.count} of {summary.reproduced.n} recorded answers are reproduced: with "
            f"{'1 sample' if manifest.samples == 1 else f'{manifest.samples} samples'} nothing is confirmed "
            f"unless {least:.0%} are"
        )
    unsure = sum(
        case.baseline is Reading.UNKNOWN and case.arms[Arm.RETRIEVED].not_built is None for case in cases
    )
    if unsure:
        yield f"{unsure} of {summary.n} cases could not be judged as retrieved: nothing is concluded of them"
    if summary.failed:
        yield (
            f"{summary.failed} answers are missing ({summary.not_asked} of them were not asked for): they "
            "count as unknown"
        )
