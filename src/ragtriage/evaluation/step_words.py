"""What the next steps are called: a sentence each, in English and Japanese."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import Final

from ragtriage.model import NextStep
from ragtriage.model.message import Message

__all__ = ["is_named", "step_parts", "step_text"]


_MESSAGES: Final[dict[str, Message]] = {
    "judge.answer": Message(
        "{command}: a model compares {answers} with the expected ones (about {asked}, "
        "{prompt_tokens} tokens in and {completion_tokens} out); it could settle {n} cases",
        "{command}: モデルが{calls}件の回答を期待回答と比べます(約{calls}回の呼び出し、"
        "入力約{prompt_tokens}、出力約{completion_tokens}トークン)。{n}件が確定する可能性があります",
        one="{command}: a model compares {answers} with the expected ones (about {asked}, "
        "{prompt_tokens} tokens in and {completion_tokens} out); it could settle 1 case",
    ),
    "judge.support": Message(
        "{command}: a model checks whether the text backs the answer; it could settle {n} cases "
        "(--dry-run says the price)",
        "{command}: モデルが、文章が回答を裏付けるかを確かめます。{n}件が確定する可能性があります"
        "(費用は--dry-runで分かります)",
        one="{command}: a model checks whether the text backs the answer; it could settle 1 case "
        "(--dry-run says the price)",
    ),
    "judge.evidence": Message(
        "{command}: a model says whether the texts hold what the question needs; it could settle {n} cases "
        "(--dry-run says the price)",
        "{command}: モデルが、質問に必要な内容が文章にあるかを判定します。{n}件が確定する可能性があります"
        "(費用は--dry-runで分かります)",
        one="{command}: a model says whether the texts hold what the question needs; it could settle 1 case "
        "(--dry-run says the price)",
    ),
    "review": Message(
        "{command}: decide yourself, in a table or on the page; {n} cases are open by their answer",
        "{command}: 表またはページで自分で判定します。回答が未判定のものは{n}件です",
        one="{command}: decide yourself, in a table or on the page; 1 case is open by its answer",
    ),
    "declined": Message(
        "{n} answers may be refusals: look at them, or give the words in which they decline with "
        "--abstention-patterns FILE",
        "{n}件は回答を控えた可能性があります。確かめるか、その言い回しを--abstention-patterns FILEで"
        "与えてください",
        one="1 answer may be a refusal: look at it, or give the words in which it declines with "
        "--abstention-patterns FILE",
    ),
    "texts.not_recorded": Message(
        "record the texts of {n} cases: `text` in `retrieved`, `context`, or --corpus FILE by id",
        "{n}件の文章を記録してください(`retrieved`の`text`、`context`、またはIDから引く--corpus FILE)",
        one="record the texts of 1 case: `text` in `retrieved`, `context`, or --corpus FILE by id",
    ),
    "retrieval.not_recorded": Message(
        "record what was retrieved, as `retrieved`, in {n} cases",
        "{n}件の検索結果を`retrieved`に記録してください",
        one="record what was retrieved, as `retrieved`, in 1 case",
    ),
    "answer.not_recorded": Message(
        "record the answer, as `answer`, in {n} cases",
        "{n}件の回答を`answer`に記録してください",
        one="record the answer, as `answer`, in 1 case",
    ),
    "evidence.not_labelled": Message(
        "label `evidence` (the passage that an answer must rest on) in {n} cases",
        "{n}件に`evidence`(回答が基づくべき箇所)のラベルを付けてください",
        one="label `evidence` (the passage that an answer must rest on) in 1 case",
    ),
    "evidence.asked": Message(
        "label `evidence` (the passage that an answer must rest on) in {n} cases, or add {command}: a model "
        "says whether the texts hold what the question needs (--dry-run says the price)",
        "{n}件に`evidence`(回答が基づくべき箇所)のラベルを付けるか、{command}を加えてください。質問に必要な"
        "内容が文章にあるかどうかをモデルが判定します(費用は--dry-runで分かります)",
        one="label `evidence` (the passage that an answer must rest on) in 1 case, or add {command}: a model "
        "says whether the texts hold what the question needs (--dry-run says the price)",
    ),
    "unread": Message(
        "{command}: reads the column `{subject}`, which was not read, as `{field}` in {n} cases",
        "{command}: 読まれなかった列`{subject}`を`{field}`として読みます({n}件)",
        one="{command}: reads the column `{subject}`, which was not read, as `{field}` in 1 case",
    ),
    "answer.not_labelled": Message(
        "label `expected_answers` in {n} cases",
        "{n}件に`expected_answers`(期待回答)のラベルを付けてください",
        one="label `expected_answers` in 1 case",
    ),
    "retrieval.not_labelled": Message(
        "label `gold_documents` in {n} cases",
        "{n}件に`gold_documents`(正解文書)のラベルを付けてください",
        one="label `gold_documents` in 1 case",
    ),
    # of cases without any label, the column that tells most; what it may settle, or else leave less open
    "column.expected_answers": Message(
        "label one column, `expected_answers`: the answers can be judged then, and what they rest on be "
        "looked for in the texts; that could settle {n} cases",
        "1列だけラベルを付けるなら`expected_answers`(期待回答)です。回答を判定し、その根拠を文章から"
        "探せるようになり、{n}件が確定する可能性があります",
        one="label one column, `expected_answers`: the answer can be judged then, and what it rests on be "
        "looked for in the texts; that could settle 1 case",
    ),
    "column.expected_answers.answer": Message(
        "label one column, `expected_answers`: the answers can be judged then; that could settle {n} cases",
        "1列だけラベルを付けるなら`expected_answers`(期待回答)です。回答を判定できるようになり、"
        "{n}件が確定する可能性があります",
        one="label one column, `expected_answers`: the answer can be judged then; that could settle 1 case",
    ),
    "column.expected_answers.answer.narrows": Message(
        "label one column, `expected_answers`: the answers can be judged then; that could rule stages out "
        "in {n} cases",
        "1列だけラベルを付けるなら`expected_answers`(期待回答)です。回答を判定できるようになり、"
        "{n}件で失敗した段階を絞り込める可能性があります",
        one="label one column, `expected_answers`: the answer can be judged then; that could rule stages out "
        "in 1 case",
    ),
    "column.expected_answers.evidence": Message(
        "label one column, `expected_answers`: they can be looked for in the texts then; that could settle "
        "{n} cases",
        "1列だけラベルを付けるなら`expected_answers`(期待回答)です。それを文章から探せるようになり、"
        "{n}件が確定する可能性があります",
        one="label one column, `expected_answers`: they can be looked for in the text then; that could "
        "settle 1 case",
    ),
    "column.gold_documents": Message(
        "label one column, `gold_documents`: it can be judged then what was retrieved; that could settle "
        "{n} cases",
        "1列だけラベルを付けるなら`gold_documents`(正解文書)です。検索結果を判定できるようになり、"
        "{n}件が確定する可能性があります",
        one="label one column, `gold_documents`: it can be judged then what was retrieved; that could "
        "settle 1 case",
    ),
    "answer.judge_failed": Message(
        "run again: the judge failed on {n} answers, and what it did answer is kept",
        "もう一度実行してください。判定器が{n}件の回答で失敗しました(得られた返答は残っています)",
        one="run again: the judge failed on 1 answer, and what it did answer is kept",
    ),
}


def is_named(key: str) -> bool:
    """Whether there is a sentence for a step."""
    return key in _MESSAGES


def step_text(step: NextStep, *, folder: Path | None = None, language: str = "en") -> str:
    """Return a step in a line.

    Args:
        step: What to do.
        folder: Where the evaluation stands, for commands that name it.
        language: `en` or `ja`.
    """
    values: dict[str, str | int] = {
        "n": step.cases,
        "calls": step.calls or 0,
        "prompt_tokens": step.prompt_tokens or 0,
        "completion_tokens": step.completion_tokens or 0,
        "answers": "1 answer" if step.calls == 1 else f"{step.calls or 0:,} answers",
        "asked": "1 call" if step.calls == 1 else f"{step.calls or 0:,} calls",
        "subject": step.subject or "",
        "field": step.field or "",
        "command": _command(step, folder),
    }
    if not is_named(step.key):  # of a report that another version wrote
        return _command(step, folder) or step.key
    return _MESSAGES[step.key].said(language, values)


def step_parts(step: NextStep, *, folder: Path | None = None, language: str = "en") -> tuple[str, str]:
    """Return a step as a command that can be pasted, empty where it is none, and what it does.

    Arguments as `step_text`.
    """
    text = step_text(step, folder=folder, language=language)
    command = _command(step, folder)
    return (
        (command, text.removeprefix(f"{command}: ")) if command and text.startswith(command) else ("", text)
    )


def _command(step: NextStep, folder: Path | None) -> str:
    return (step.command or "").replace("{folder}", "DIR" if folder is None else shlex.quote(str(folder)))
