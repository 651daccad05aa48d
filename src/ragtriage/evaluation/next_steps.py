"""The next step: what would settle most of the open cases, as a command or an edit."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from ragtriage.evaluation.missing_labels import Column, ColumnGain
from ragtriage.evaluation.step_words import is_named
from ragtriage.model import (
    Case,
    CaseResult,
    Cause,
    NextStep,
    Outcome,
    Stage,
    Summary,
    Trace,
    UnreadField,
    Verdict,
)

__all__ = ["Askable", "next_steps"]

_MOST: Final = 3
_STRUCTURE: Final = 70  # tokens of the blocks around question, expected answers and answer
_REPLY: Final = 100  # tokens of a reply

_TEXTS: Final = "texts"
_NO_EVIDENCE: Final = f"{Stage.EVIDENCE}.{Cause.NOT_LABELLED}"


class Askable:
    """What a model could be asked about, and about how many tokens that takes."""

    def __init__(self) -> None:
        self.cases: dict[Stage, int] = dict.fromkeys((Stage.EVIDENCE, Stage.ANSWER, Stage.SUPPORT), 0)
        self.answer_tokens = 0  # of questions, expected answers and answers

    def add(self, results: Sequence[CaseResult]) -> None:
        """Take in cases."""
        for result in results:
            verdicts = result.verdicts
            for stage, verdict in (
                (Stage.EVIDENCE, verdicts.evidence),
                (Stage.ANSWER, verdicts.answer),
                (Stage.SUPPORT, verdicts.support),
            ):
                if is_askable(verdict):
                    self.cases[stage] += 1
                    if stage is Stage.ANSWER:
                        self.answer_tokens += _tokens(result.case, result.trace)

    def absorb(self, later: Askable) -> None:
        """Take in what was counted of the cases that follow."""
        for stage, n in later.cases.items():
            self.cases[stage] += n
        self.answer_tokens += later.answer_tokens


def is_askable(verdict: Verdict) -> bool:
    """Whether strings left a verdict to a model: open for want of a judge, or likely."""
    if verdict.outcome is Outcome.UNKNOWN:
        return verdict.cause is Cause.NOT_JUDGED
    return not verdict.certain


def _tokens(case: Case, trace: object) -> int:
    from ragtriage.llm.spending import estimated_tokens  # noqa: PLC0415 - a run of ids needs none of it

    answer = trace.answer if isinstance(trace, Trace) and isinstance(trace.answer, str) else ""
    expected = [each if isinstance(each, str) else "; ".join(each) for each in case.expected_answers or ()]
    return sum(map(estimated_tokens, (case.question, answer, *expected))) + _STRUCTURE


class _Gain(NamedTuple):
    """How many open cases one thing could settle."""

    key: str
    cases: int


def next_steps(
    summary: Summary,
    askable: Askable,
    judged_by_model: Mapping[str, object],
    column: ColumnGain | None = None,
    unread: Sequence[UnreadField] = (),
    *,
    with_texts: bool = True,
) -> tuple[NextStep, ...]:
    """Return at most three things to do, the largest gain first.

    Args:
        summary: All cases together.
        askable: What a model could be asked about.
        judged_by_model: The stages that a model judged already, by name.
        column: Of cases without any label, the one column that would tell most; it is said in place of every
            label that is missing.
        unread: What of the input was not read.
        with_texts: Whether the rows keep the texts, without which nobody can review them.
    """
    gains = sorted(_gains(summary), key=lambda gain: -gain.cases)
    steps = [] if column is None else [_column(column)]
    for key, cases in gains:
        stage = key.partition(".")[0]
        if key.endswith(f".{Cause.NOT_JUDGED}"):
            if stage in judged_by_model:
                continue
            steps.append(_judge(Stage(stage), cases, askable))
            if stage == Stage.ANSWER and with_texts:
                steps.append(NextStep(key="review", cases=cases, command="ragtriage review {folder}"))
        elif key == _NO_EVIDENCE and column is None and Stage.EVIDENCE not in judged_by_model:
            steps.append(NextStep(key="evidence.asked", cases=cases, command="--judge evidence=openai:MODEL"))
        elif is_named(key) and (column is None or not _is_told(key)):
            steps.append(NextStep(key=key, cases=cases))
    return tuple([*_unread(unread, summary), *steps][:_MOST])


def _unread(unread: Sequence[UnreadField], summary: Summary) -> Iterator[NextStep]:
    """Yield the columns that were not read and would be, with what reads them; that costs least of all."""
    for each in unread:
        if summary.open and each.fix is not None and each.suggestion is not None:
            yield NextStep(
                key="unread", cases=each.rows, command=each.fix, subject=each.name, field=each.suggestion
            )


def _gains(summary: Summary) -> Iterator[_Gain]:
    """Yield by what could settle them how many open cases there are."""
    counts: dict[str, int] = {}
    for group in summary.open:
        cause = group.cause
        if group.declined:
            key = "declined"
        elif cause is Cause.NOT_RECORDED and group.stage in {Stage.EVIDENCE, Stage.SUPPORT}:
            key = f"{_TEXTS}.{cause}"
        else:
            key = f"{group.stage}.{cause}"
        counts[key] = counts.get(key, 0) + group.cases
    for key, cases in counts.items():
        yield _Gain(key, cases)


def _is_told(key: str) -> bool:
    """Whether the one column, or what was seen without labels, says it already."""
    return key == "declined" or key.endswith(f".{Cause.NOT_LABELLED}")


def _column(gain: ColumnGain) -> NextStep:
    key = f"column.{gain.column}"
    if gain.column is Column.EXPECTED_ANSWERS and len(gain.judged) == 1:
        key += f".{next(iter(gain.judged))}"
    if not gain.may_settle:
        return NextStep(key=f"{key}.narrows", cases=gain.narrows)
    return NextStep(key=key, cases=gain.may_settle)


def _judge(stage: Stage, cases: int, askable: Askable) -> NextStep:
    option = f"--judge {stage}=openai:MODEL"
    n = askable.cases[stage]
    if stage is not Stage.ANSWER:
        return NextStep(key=f"judge.{stage}", cases=cases, command=option, calls=n)
    from ragtriage.llm.prompts import load_prompt  # noqa: PLC0415 - read where something is open
    from ragtriage.llm.spending import estimated_tokens  # noqa: PLC0415 - as above

    tokens = askable.answer_tokens + n * estimated_tokens(load_prompt(Stage.ANSWER).text)
    return NextStep(
        key="judge.answer",
        cases=cases,
        command=option,
        calls=n,
        prompt_tokens=tokens,
        completion_tokens=_REPLY * n,
    )
