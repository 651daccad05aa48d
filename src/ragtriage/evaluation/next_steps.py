"""The next step: what would settle most of the open cases, as a command or an edit."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final, NamedTuple

from ragtriage.evaluation.missing_labels import Column, ColumnGain
from ragtriage.model import Case, CaseResult, Cause, NextStep, Outcome, Stage, Summary, Trace, Verdict

__all__ = ["Askable", "next_steps", "step_text"]

_MOST: Final = 3
_STRUCTURE: Final = 70  # tokens of the blocks around question, expected answers and answer
_REPLY: Final = 100  # tokens of a reply

_TEXTS: Final = "texts"


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
) -> tuple[NextStep, ...]:
    """Return at most three things to do, the largest gain first.

    Args:
        summary: All cases together.
        askable: What a model could be asked about.
        judged_by_model: The stages that a model judged already, by name.
        column: Of cases without any label, the one column that would tell most; it is said in place of every
            label that is missing.
    """
    gains = sorted(_gains(summary), key=lambda gain: -gain.cases)
    steps = [] if column is None else [_column(column)]
    for key, cases in gains:
        stage = key.partition(".")[0]
        if key.endswith(f".{Cause.NOT_JUDGED}"):
            if stage in judged_by_model:
                continue
            steps.append(_judge(Stage(stage), cases, askable))
            if stage == Stage.ANSWER:
                steps.append(NextStep(key="review", cases=cases, command="ragtriage review {folder}"))
        elif key in _MESSAGES and (column is None or not _is_told(key)):
            steps.append(NextStep(key=key, cases=cases))
    return tuple(steps[:_MOST])


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


class _Message(NamedTuple):
    en: str
    ja: str
    one: str = ""


_MESSAGES: Final[dict[str, _Message]] = {
    "judge.answer": _Message(
        "{command}: a model compares {calls} answers with the expected ones (about {calls} calls, "
        "{prompt_tokens} tokens in and {completion_tokens} out); it could settle {n} cases",
        "{command}: モデルが{calls}件の回答を期待回答と比べます(約{calls}回の呼び出し、"
        "入力約{prompt_tokens}、出力約{completion_tokens}トークン)。{n}件が確定する可能性があります",
        one="{command}: a model compares {calls} answers with the expected ones (about {calls} calls, "
        "{prompt_tokens} tokens in and {completion_tokens} out); it could settle 1 case",
    ),
    "judge.support": _Message(
        "{command}: a model checks whether the text backs the answer; it could settle {n} cases "
        "(--dry-run says the price)",
        "{command}: モデルが、文章が回答を裏付けるかを確かめます。{n}件が確定する可能性があります"
        "(費用は--dry-runで分かります)",
        one="{command}: a model checks whether the text backs the answer; it could settle 1 case "
        "(--dry-run says the price)",
    ),
    "judge.evidence": _Message(
        "{command}: a model looks for the needed passage in other words; it could settle {n} cases "
        "(--dry-run says the price)",
        "{command}: モデルが、必要な箇所を別の表現でも探します。{n}件が確定する可能性があります"
        "(費用は--dry-runで分かります)",
        one="{command}: a model looks for the needed passage in other words; it could settle 1 case "
        "(--dry-run says the price)",
    ),
    "review": _Message(
        "{command}: decide yourself, in a table or on the page; {n} cases are open by their answer",
        "{command}: 表またはページで自分で判定します。回答が未判定のものは{n}件です",
        one="{command}: decide yourself, in a table or on the page; 1 case is open by its answer",
    ),
    "declined": _Message(
        "{n} answers may be refusals: look at them, or give the words in which they decline with "
        "--abstention-patterns FILE",
        "{n}件は回答を控えた可能性があります。確かめるか、その言い回しを--abstention-patterns FILEで"
        "与えてください",
        one="1 answer may be a refusal: look at it, or give the words in which it declines with "
        "--abstention-patterns FILE",
    ),
    "texts.not_recorded": _Message(
        "record the texts of {n} cases: `text` in `retrieved`, `context`, or --corpus FILE by id",
        "{n}件の文章を記録してください(`retrieved`の`text`、`context`、またはIDから引く--corpus FILE)",
        one="record the texts of 1 case: `text` in `retrieved`, `context`, or --corpus FILE by id",
    ),
    "retrieval.not_recorded": _Message(
        "record what was retrieved, as `retrieved`, in {n} cases",
        "{n}件の検索結果を`retrieved`に記録してください",
        one="record what was retrieved, as `retrieved`, in 1 case",
    ),
    "answer.not_recorded": _Message(
        "record the answer, as `answer`, in {n} cases",
        "{n}件の回答を`answer`に記録してください",
        one="record the answer, as `answer`, in 1 case",
    ),
    "evidence.not_labelled": _Message(
        "label `evidence` (the passage that an answer must rest on) in {n} cases, or add "
        "--evidence-from-answer, which looks for the expected answer instead",
        "{n}件に`evidence`(回答が基づくべき箇所)のラベルを付けるか、代わりに期待回答を探す"
        "--evidence-from-answerを加えてください",
        one="label `evidence` (the passage that an answer must rest on) in 1 case, or add "
        "--evidence-from-answer, which looks for the expected answer instead",
    ),
    "answer.not_labelled": _Message(
        "label `expected_answers` in {n} cases",
        "{n}件に`expected_answers`(期待回答)のラベルを付けてください",
        one="label `expected_answers` in 1 case",
    ),
    "retrieval.not_labelled": _Message(
        "label `gold_documents` in {n} cases",
        "{n}件に`gold_documents`(正解文書)のラベルを付けてください",
        one="label `gold_documents` in 1 case",
    ),
    # of cases without any label, the column that tells most; what it may settle, or else leave less open
    "column.expected_answers": _Message(
        "label one column, `expected_answers`: the answers can be judged then, and what they rest on be "
        "looked for in the texts; that could settle {n} cases",
        "1列だけラベルを付けるなら`expected_answers`(期待回答)です。回答を判定し、その根拠を文章から"
        "探せるようになり、{n}件が確定する可能性があります",
        one="label one column, `expected_answers`: the answer can be judged then, and what it rests on be "
        "looked for in the texts; that could settle 1 case",
    ),
    "column.expected_answers.answer": _Message(
        "label one column, `expected_answers`: the answers can be judged then; that could settle {n} cases",
        "1列だけラベルを付けるなら`expected_answers`(期待回答)です。回答を判定できるようになり、"
        "{n}件が確定する可能性があります",
        one="label one column, `expected_answers`: the answer can be judged then; that could settle 1 case",
    ),
    "column.expected_answers.answer.narrows": _Message(
        "label one column, `expected_answers`: the answers can be judged then; that could rule stages out "
        "in {n} cases",
        "1列だけラベルを付けるなら`expected_answers`(期待回答)です。回答を判定できるようになり、"
        "{n}件で失敗した段階を絞り込める可能性があります",
        one="label one column, `expected_answers`: the answer can be judged then; that could rule stages out "
        "in 1 case",
    ),
    "column.expected_answers.evidence": _Message(
        "label one column, `expected_answers`: they can be looked for in the texts then; that could settle "
        "{n} cases",
        "1列だけラベルを付けるなら`expected_answers`(期待回答)です。それを文章から探せるようになり、"
        "{n}件が確定する可能性があります",
        one="label one column, `expected_answers`: they can be looked for in the text then; that could "
        "settle 1 case",
    ),
    "column.gold_documents": _Message(
        "label one column, `gold_documents`: it can be judged then what was retrieved; that could settle "
        "{n} cases",
        "1列だけラベルを付けるなら`gold_documents`(正解文書)です。検索結果を判定できるようになり、"
        "{n}件が確定する可能性があります",
        one="label one column, `gold_documents`: it can be judged then what was retrieved; that could "
        "settle 1 case",
    ),
    "answer.judge_failed": _Message(
        "run again: the judge failed on {n} answers, and what it did answer is kept",
        "もう一度実行してください。判定器が{n}件の回答で失敗しました(得られた返答は残っています)",
        one="run again: the judge failed on 1 answer, and what it did answer is kept",
    ),
}


def step_text(step: NextStep, *, folder: Path | None = None, language: str = "en") -> str:
    """Return a step in a line.

    Args:
        step: What to do.
        folder: Where the evaluation stands, for commands that name it.
        language: `en` or `ja`.
    """
    message = _MESSAGES[step.key]
    text = message.one if message.one and step.cases == 1 else message.en
    values: dict[str, str] = {"n": f"{step.cases:,}"}
    for name in ("calls", "prompt_tokens", "completion_tokens"):
        values[name] = f"{getattr(step, name) or 0:,}"
    values["command"] = (step.command or "").replace("{folder}", "DIR" if folder is None else str(folder))
    return (message.ja if language == "ja" else text).format_map(values)
