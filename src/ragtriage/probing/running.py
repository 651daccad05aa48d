"""Probing from beginning to end: cases are chosen, conditions built, answers asked for, judged and read."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple, cast

from ragtriage.evaluation.evaluation import Evaluation
from ragtriage.evaluation.inputs import evaluate
from ragtriage.evaluation.judging import Judges
from ragtriage.llm.asking import Asker
from ragtriage.llm.cache import has_replies
from ragtriage.llm.concurrency import blocking
from ragtriage.llm.spending import Limits, Spent
from ragtriage.model import UNSET, Outcome, Trace
from ragtriage.model.probing import Arm, CaseProbe, Sample
from ragtriage.probing.arms import Prepared
from ragtriage.probing.asking import Answers, Given, ask_all, prompts
from ragtriage.probing.choosing import prepared
from ragtriage.probing.findings import read_case
from ragtriage.probing.generators.functions import called
from ragtriage.probing.generators.generator import Generator
from ragtriage.probing.generators.naming import named_generator
from ragtriage.probing.judging import ToJudge, judge_samples
from ragtriage.probing.options import ALL, Options, arms_named
from ragtriage.probing.probe import Probe
from ragtriage.probing.reporting import report
from ragtriage.verdicts.judge import Judge

__all__ = ["Estimate", "estimated", "probe", "run_probe"]


class Estimate(NamedTuple):
    """What a probe would take, beside what the cache has."""

    cases: int
    prompts: int
    calls: int
    prompt_tokens: int
    completion_tokens: int
    not_built: dict[Arm, int]


def probe(
    evaluation: object,
    generator: str | Generator | Callable[..., object],
    *,
    corpus: str | os.PathLike[str] | None = None,
    conditions: Sequence[str] = (),
    samples: int = 1,
    cases: str | Sequence[str] = ALL,
    judges: Sequence[Judge] = (),
    abstention_patterns: str | os.PathLike[str] | None = None,
    cache: str | os.PathLike[str] | None = None,
    max_calls: int | None = None,
    keep_going: bool = False,
) -> Probe:
    """Ask the generator again with the context changed, and tell which stage was at fault.

    Args:
        evaluation: An evaluation, its folder, or cases in any form that `evaluate` takes.
        generator: A function of question and texts, asynchronous or not; `openai:MODEL`, `module:callable` or
            an address; or what `ragtriage.probing.generators` makes.
        corpus: A file of texts by id, for gold that did not come back.
        conditions: Such as `gold`; without any, all but `leave_one_out`.
        samples: Answers to each prompt; five show whether the generator holds still.
        cases: `all`, `failed` (those with something to fix), or ids.
        judges: A judge of answers, where strings are not to decide alone.
        abstention_patterns: A file of more patterns of refusals, one a line.
        cache: The folder in which replies are kept, so that nothing is asked twice; None for none.
        max_calls: Ask no more often.
        keep_going: Ask on after ten failures in a row.

    Raises:
        DataError: The evaluation cannot be probed, or holds no case of a named id.
        ConfigError: The generator cannot be made, or a setting cannot be used.

    Example:
        >>> import ragtriage
        >>> cases = [
        ...     {"id": "capital", "question": "What is the capital of France?", "expected": "Paris",
        ...      "gold_ids": ["fr"], "evidence": ["Paris is the capital of France."], "answer": "Paris",
        ...      "retrieved": [{"id": "de", "text": "Berlin is the capital of Germany."}]},
        ... ]
        >>> ragtriage.probe(cases, lambda question, contexts: "Paris").report.cases[0].conclusion.value
        'known_without_retrieval'
    """
    options = Options(
        arms=arms_named(conditions),
        samples=samples,
        cases=cases if isinstance(cases, str) else tuple(cases),
        corpus=None if corpus is None else os.fspath(corpus),
        judges=judges,
        patterns=None if abstention_patterns is None else os.fspath(abstention_patterns),
        cache=None if cache is None else Path(cache),
        limits=Limits(calls=max_calls, failures=None) if keep_going else Limits(calls=max_calls),
    )
    if isinstance(generator, str):
        made = named_generator(generator)
    else:
        made = generator if isinstance(generator, Generator) else called(generator)
    return run_probe(_evaluated(evaluation), made, options)


def estimated(evaluation: Evaluation, generator: Generator, options: Options) -> Estimate:
    """Return what a probe would take; nothing is asked."""
    work = prepared(evaluation, options)
    asker = _asker(generator, options, is_dry=True)
    wanted = prompts(work.cases)
    # where nothing can be kept, one sample of a prompt takes what another does
    is_kept = options.cache is not None and has_replies(options.cache)
    samples = options.samples if is_kept else 1

    async def count() -> None:
        async with asker:
            await ask_all(wanted, work.cases, generator, asker=asker, samples=samples, spent=Spent())

    blocking(count())
    times = options.samples // samples
    built = [each for case in work.cases for each in case.arms.items()]
    return Estimate(
        cases=len(work.cases),
        prompts=len(wanted),
        calls=asker.spent.calls * times,
        prompt_tokens=asker.spent.prompt_tokens * times,
        completion_tokens=asker.spent.completion_tokens * times,
        not_built={arm: n for arm in Arm if (n := sum(a is arm and b.texts is None for a, b in built))},
    )


def run_probe(evaluation: Evaluation, generator: Generator, options: Options) -> Probe:
    """Ask, judge and read; see `probe`."""
    work = prepared(evaluation, options)
    asker = _asker(generator, options, is_dry=False)
    judges = Judges.of(options.judges)
    spent = Spent()

    async def ask() -> tuple[Answers, dict[ToJudge, Sample]]:
        async with judges.at_work(), asker:
            answers = await ask_all(
                prompts(work.cases), work.cases, generator, asker=asker, samples=options.samples, spent=spent
            )
            judged = await judge_samples(
                _to_judge(work.cases, answers),
                [(case.result.case, case.trace) for case in work.cases],
                work.settings,
                judge=judges.answer,
                patterns=work.patterns,
            )
        return answers, judged

    answers, judged = blocking(ask())
    cases = _read(work.cases, answers, judged, options)
    made = report(
        evaluation, generator, options, work, cases=cases, answers=answers, judges=judges, spent=spent
    )
    judging = [(judge.panel.name, judge.panel.asker) for judge in judges.asking().values()]
    askers = [(generator.identity, asker), *judging]
    return Probe(
        made,
        refusals=tuple(f"{name}: {one.refusal}" for name, one in askers if one.refusal is not None),
        stopped=tuple(
            f"{name}: {one.stopped} (the last: {one.last_failure})"
            for name, one in askers
            if one.stopped is not None
        ),
        generator_failure=_first_failure(work.cases, answers),
        judge_failure=next((one.last_failure for _, one in judging if one.last_failure is not None), None),
    )


def _first_failure(cases: Sequence[Prepared], answers: Answers) -> str | None:
    """Say of the first answer that was asked for in vain whose it is, and why there is none."""
    for prompt, given in answers.items():
        failed = next((each for each in given if each.answer is None and each.is_asked), None)
        if failed is not None:
            return f"case {cases[prompt.case].result.case.id!r}: {failed.reason}"
    return None


def _evaluated(evaluation: object) -> Evaluation:
    """Return an evaluation, read from its folder or made of cases."""
    if isinstance(evaluation, Evaluation):
        return evaluation
    if isinstance(evaluation, str | os.PathLike):
        path = Path(cast("str", evaluation))
        return Evaluation.load(path) if path.is_dir() else evaluate(str(path))
    return evaluate(evaluation)


def _asker(generator: Generator, options: Options, *, is_dry: bool) -> Asker:
    return Asker(
        generator.endpoint,
        cache=options.cache,
        limits=options.limits,
        is_dry=is_dry,
        watch=options.watch,
        connect=generator.connect,
    )


def _recorded(trace: Trace) -> str | None:
    """Return the answer that was recorded, empty where the system gave none; None where none was recorded."""
    return None if trace.answer is UNSET else trace.answer or ""


def _to_judge(cases: Sequence[Prepared], answers: Answers) -> Iterator[ToJudge]:
    for place, case in enumerate(cases):
        recorded = _recorded(case.trace)
        if recorded is not None:
            yield ToJudge(place, recorded)
    for prompt, given in answers.items():
        yield from (ToJudge(prompt.case, each.answer) for each in given if each.answer is not None)


def _read(
    cases: Sequence[Prepared], answers: Answers, judged: dict[ToJudge, Sample], options: Options
) -> list[CaseProbe]:
    by_case: list[dict[tuple[str, ...], list[Sample]]] = [{} for _ in cases]
    for prompt, given in answers.items():
        by_case[prompt.case][prompt.texts] = [_sample(judged, prompt.case, each) for each in given]
    read: list[CaseProbe] = []
    for place, case in enumerate(cases):
        recorded = _recorded(case.trace)
        sample = None if recorded is None else judged[ToJudge(place, recorded)]
        read.append(read_case(case, by_case[place], sample, with_texts=options.with_texts))
    return read


def _sample(judged: dict[ToJudge, Sample], case: int, given: Given) -> Sample:
    """Return the judgement of one answer; of none it is unknown."""
    if given.answer is None:
        return Sample(outcome=Outcome.UNKNOWN, certain=False, reason=given.reason)
    return judged[ToJudge(case, given.answer)]
