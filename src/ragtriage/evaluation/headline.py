"""The first sentence: which stage to mend first, how well that is known, and what could change it.

It is made of what is shown and what is likely; what is open is said beside it, with the stage that it could
make first. Everything that shows an evaluation takes the sentence from here.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Final, NamedTuple

from ragtriage.evaluation.findings import finding_text, is_unlabelled, shown_findings
from ragtriage.model import (
    Cause,
    Diagnosis,
    EvidenceFromAnswer,
    Finding,
    Fix,
    Judging,
    OpenGroup,
    Settings,
    Stage,
    Summary,
)
from ragtriage.model.message import Message

__all__ = [
    "Headline",
    "StageCount",
    "from_answer",
    "headline",
    "headline_sentences",
    "read_headline",
    "ungrounded",
]

_NAMEABLE: Final = (Fix.RETRIEVAL, Fix.CHUNKING, Fix.GENERATION, Fix.LABELS)
_FINDINGS_SAID: Final = 4  # what was seen without labels; the rest stands in its own block
_GROUPS_SAID: Final = 2  # kinds of open cases that the sentence names; the others are counted together


class StageCount(NamedTuple):
    """How many cases a stage is to be mended for."""

    fix: Fix
    shown: int
    likely: int

    @property
    def total(self) -> int:
        """Both together."""
        return self.shown + self.likely


class Headline(NamedTuple):
    """What the first sentence is made of.

    Args:
        n: How many cases were judged.
        stages: What is to be mended in any case, most cases first; of equals the stage further left.
        passed: The cases in which nothing is to be mended.
        groups: The open cases, by what could settle them.
        overtaking: The stages of which open cases could bring any before the first one, most cases first.
    """

    n: int
    stages: tuple[StageCount, ...]
    passed: StageCount
    groups: tuple[OpenGroup, ...]
    overtaking: tuple[Fix, ...]

    @property
    def open(self) -> int:
        """How many cases are open."""
        return sum(group.cases for group in self.groups)


def read_headline(summary: Summary) -> Headline:
    """Return what the first sentence says of a summary.

    Example:
        >>> import ragtriage
        >>> rows = [{"question": "?", "expected": "the fifth", "gold_ids": ["a"], "retrieved": ["b"],
        ...          "answer": "on day five"}]
        >>> read_headline(ragtriage.evaluate(rows).summary).stages
        (StageCount(fix=<Fix.RETRIEVAL: 'retrieval'>, shown=0, likely=1),)
    """
    counts = {fix: StageCount(fix, summary.shown.get(fix, 0), summary.likely.get(fix, 0)) for fix in Fix}
    named = sorted((counts[fix] for fix in _NAMEABLE), key=lambda count: -count.total)
    stages = tuple(count for count in named if count.total)
    return Headline(
        n=summary.n,
        stages=stages,
        passed=counts[Fix.NONE],
        groups=summary.open,
        overtaking=_overtaking(stages, summary.open),
    )


def _overtaking(stages: Sequence[StageCount], groups: Sequence[OpenGroup]) -> tuple[Fix, ...]:
    """Return the stages that would come first if all open cases that may be their own were."""
    first = stages[0] if stages else None
    known = {count.fix: count.total for count in stages}
    most = {
        fix: known.get(fix, 0) + sum(group.could.get(fix, 0) for group in groups)
        for fix in _NAMEABLE
        if first is None or fix is not first.fix
    }
    could = [fix for fix in most if most[fix] > (0 if first is None else first.total)]
    return tuple(sorted(could, key=lambda fix: -most[fix]))


def headline(
    summary: Summary,
    judging: Mapping[str, Judging] = MappingProxyType({}),
    findings: Sequence[Finding] = (),
    *,
    language: str = "en",
) -> str:
    """Return the first sentence, and those that belong to it, as one paragraph.

    Args:
        summary: All cases together.
        judging: What was asked of models, by stage: where one could not be reached, that comes first.
        findings: What was seen without labels: where there is no label at all, that is what can be said.
        language: `en` or `ja`.

    Example:
        >>> import ragtriage
        >>> rows = [{"question": "?", "expected": "the fifth", "gold_ids": ["a"], "retrieved": ["a"],
        ...          "contexts": ["Due on the fifth."], "evidence": ["Due on the fifth."],
        ...          "answer": "on day five"}]
        >>> print(headline(ragtriage.evaluate(rows).summary))
        No stage is shown or likely to have failed. 1 open (1 by an answer that lacks the expected words
        and was not judged): what is to be mended there may be generation.
    """
    return _Words(language).paragraph(headline_sentences(summary, judging, findings, language=language))


def headline_sentences(
    summary: Summary,
    judging: Mapping[str, Judging] = MappingProxyType({}),
    findings: Sequence[Finding] = (),
    *,
    language: str = "en",
) -> list[str]:
    """Return the sentences of `headline`, which takes the same arguments, one by one."""
    say = _Words(language)
    read = read_headline(summary)
    if read.n == 0:
        return [say("empty")]
    told = [*_unreachable(judging, say)]
    if read.passed.total == read.n:
        return [*told, say("all_passed", known=say.known(read.passed))]
    if read.stages:
        first, *others = read.stages
        told.append(
            say(
                "first",
                stage=say.stage(first.fix, capital=True),
                level=say.level(first, others),
                n=first.total,
                total=read.n,
                known=say.known(first),
            )
        )
        if others:
            told.append(say("others", list=say.listed(others)))
    elif not is_unlabelled(findings):
        told.append(say("none_named"))
    told += _unlabelled(read, findings, say) if is_unlabelled(findings) else _open(read, say)
    if read.passed.total:
        told.append(say("passed", n=read.passed.total, known=say.known(read.passed)))
    return told if language == "ja" else [sentence[:1].upper() + sentence[1:] for sentence in told]


def ungrounded(summary: Summary, *, language: str = "en") -> str:
    """Return the sentence about right answers that nothing retrieved backs; empty where there are none."""
    n = summary.diagnoses.get(Diagnosis.UNGROUNDED_CORRECT, 0)
    return _Words(language)("ungrounded", n=n) if n else ""


def from_answer(summary: Summary, settings: Settings, *, language: str = "en") -> str:
    """Return the line that says that evidence was looked for by itself, and how that is turned off."""
    n = summary.from_answer
    is_by_itself = settings.evidence_from_answer is EvidenceFromAnswer.AUTO
    return _Words(language)("from_answer", n=n) if n and is_by_itself else ""


def _open(read: Headline, say: _Words) -> list[str]:
    """Say how many cases are open and why, and what they could change."""
    if not read.groups:
        return []
    named = [say.group(group) for group in read.groups[:_GROUPS_SAID]]
    rest = sum(group.cases for group in read.groups[_GROUPS_SAID:])
    if rest:
        named.append(say("rest", n=rest))
    if not read.stages and read.overtaking:
        then = say("may_be", stages=say.alternatives(read.groups))
    elif read.overtaking:
        then = say("overtakes", n=read.open, stage=say.either(read.overtaking))
    elif read.stages:
        then = say("stays", n=read.open, stage=say.stage(read.stages[0].fix))
    else:
        then = say("names_nothing", n=read.open)
    return [say("open", n=read.open, groups=say("and").join(named), then=then)]


def _unlabelled(read: Headline, findings: Sequence[Finding], say: _Words) -> list[str]:
    """Say that nothing is labelled, and what was found all the same."""
    shown = shown_findings(findings)
    texts = [finding_text(finding, language=say.language) for finding in shown[:_FINDINGS_SAID]]
    if len(shown) > _FINDINGS_SAID:
        texts.append(say("more_findings", n=len(shown) - _FINDINGS_SAID))
    found = say("found", list=say("findings_and").join(texts)) if texts else say("found_nothing")
    if not read.stages:
        return [say("unlabelled", n=read.n, found=found)]
    return [say("unlabelled_others", n=read.open, found=found)] if read.open else []


def _unreachable(judging: Mapping[str, Judging], say: _Words) -> list[str]:
    """Say which judges could not be reached at all, failed on everything, or were stopped half-way."""
    told: list[str] = []
    for stage, each in judging.items():
        why = getattr(each, "unreachable", None)
        if why:
            told.append(say("unreachable", stage=say.judge(stage), why=why, n=each.failed))
        elif each.to_judge and each.failed == each.to_judge:
            told.append(say("failed", stage=say.judge(stage), n=each.failed))
        elif each.stopped and each.not_asked:
            told.append(say("stopped", stage=say.judge(stage), n=each.not_asked))
    return told


_MESSAGES: Final[dict[str, Message]] = {
    "empty": Message("No case was judged.", "判定されたケースはありません。"),
    "all_passed": Message(
        "Every case passed{known}: nothing is to be mended, as far as it was judged.",
        "すべて合格です{known}。判定した範囲では、直すところはありません。",
    ),
    "first": Message(
        "{stage} first{level}: {n} of {total}{known}.",
        "最初に直すべき段階は{stage}{level}: {total}件中{n}件{known}。",
    ),
    "level": Message(" (level with {stages})", "({stages}と同数)"),
    "others": Message("{list}.", "ほかに{list}。"),
    "none_named": Message(
        "No stage is shown or likely to have failed.", "失敗したと確定または推定できる段階はありません。"
    ),
    "unlabelled": Message(
        "Nothing is labelled in any of {n} cases, so no stage can be named; {found}.",
        "{n}件のいずれにもラベルがないため、段階を特定できません。{found}。",
        one="Nothing is labelled in the 1 case, so no stage can be named; {found}.",
    ),
    "unlabelled_others": Message(
        "Nothing is labelled, so no stage can be named in the other {n} cases; {found}.",
        "ラベルがないため、ほかの{n}件では段階を特定できません。{found}。",
        one="Nothing is labelled, so no stage can be named in the other case; {found}.",
    ),
    "found": Message("without labels this was found: {list}", "ラベルなしで分かったこと: {list}"),
    "found_nothing": Message(
        "what can be seen without labels was looked for, and nothing was found",
        "ラベルなしで分かることを調べましたが、該当するものはありません",
    ),
    "more_findings": Message("{n} more kinds of findings", "ほか{n}種類", one="1 more kind of finding"),
    "passed": Message("{n} passed{known}.", "合格{n}件{known}。"),
    "open": Message("{n} open ({groups}): {then}.", "未確定{n}件({groups})。{then}。"),
    "and": Message(", ", "、"),
    "findings_and": Message("; ", "。"),
    "rest": Message("{n} otherwise", "そのほか{n}件"),
    "overtakes": Message(
        "they could make {stage} first",
        "判定すると、最初に直すべき段階が{stage}に変わる可能性があります",
        one="it could make {stage} first",
    ),
    "may_be": Message(
        "what is to be mended there may be {stages}", "直すべき段階は{stages}の可能性があります"
    ),
    "stays": Message(
        "{stage} stays first, or level, whichever way they turn out",
        "どう判定されても、{stage}が最多(または同数)のままです",
        one="{stage} stays first, or level, whichever way it turns out",
    ),
    "names_nothing": Message(
        "none of them can name a stage", "いずれも段階を特定できません", one="it cannot name a stage"
    ),
    "ungrounded": Message(
        "{n} right answers lack what they should rest on, or some of it, as far as that was judged.",
        "正答のうち{n}件は、判定した範囲では、基づくべき文書や箇所(の一部)がありません。",
        one="1 right answer lacks what it should rest on, or some of it, as far as that was judged.",
    ),
    "from_answer": Message(
        "In {n} cases without gold and evidence the expected answer was looked for in the texts instead "
        "(--no-evidence-from-answer turns that off).",
        "正解文書も根拠もない{n}件では、代わりに期待回答を文章から探しました"
        "(--no-evidence-from-answerで止められます)。",
        one="In 1 case without gold and evidence the expected answer was looked for in the texts instead "
        "(--no-evidence-from-answer turns that off).",
    ),
    "unreachable": Message(
        "The judge of {stage} could not be reached ({why}): its {n} cases are open.",
        "{stage}の判定器に接続できませんでした({why})。その{n}件は未確定です。",
        one="The judge of {stage} could not be reached ({why}): its 1 case is open.",
    ),
    "failed": Message(
        "The judge of {stage} failed on all of its {n} cases: they are open.",
        "{stage}の判定器は{n}件すべてで失敗しました。これらは未確定です。",
        one="The judge of {stage} failed on its 1 case: it is open.",
    ),
    "stopped": Message(
        "The judge of {stage} failed too often in a row and was asked no more: {n} judgements are missing.",
        "{stage}の判定器は失敗が続いたため、途中で問い合わせを止めました。{n}件が未判定です。",
        one="The judge of {stage} failed too often in a row and was asked no more: 1 judgement is missing.",
    ),
    "shown": Message("{n} shown", "確定{n}件"),
    "likely": Message("{n} likely", "推定{n}件"),
    # why cases are open, by the verdict that could settle them and its cause
    "answer.not_judged": Message(
        "{n} by an answer that lacks the expected words and was not judged",
        "回答に期待回答の語句がなく正誤が未判定のもの{n}件",
    ),
    "declined": Message("{n} by an answer that may be a refusal", "回答を控えた可能性があるもの{n}件"),
    "answer.not_recorded": Message("{n} without a recorded answer", "回答の記録がないもの{n}件"),
    "answer.not_labelled": Message("{n} without an expected answer", "期待回答のないもの{n}件"),
    "answer.judge_failed": Message(
        "{n} by an answer on which the judge failed", "回答の判定に失敗したもの{n}件"
    ),
    "evidence.not_judged": Message(
        "{n} by texts that may or may not hold what is needed",
        "必要な内容が文章にあるかどうかが未判定のもの{n}件",
    ),
    "evidence.not_recorded": Message("{n} without recorded texts", "文章の記録がないもの{n}件"),
    "evidence.not_labelled": Message("{n} without labelled evidence", "根拠のラベルがないもの{n}件"),
    "evidence.judge_failed": Message(
        "{n} by evidence on which the judge failed", "根拠の判定に失敗したもの{n}件"
    ),
    "retrieval.not_recorded": Message(
        "{n} without a record of what was retrieved", "検索結果の記録がないもの{n}件"
    ),
    "retrieval.not_labelled": Message("{n} without gold documents", "正解文書のラベルがないもの{n}件"),
    "support.not_judged": Message(
        "{n} by an answer that the texts may or may not back", "文章が回答を裏付けるかが未判定のもの{n}件"
    ),
    "support.not_recorded": Message("{n} without recorded texts", "文章の記録がないもの{n}件"),
    "support.judge_failed": Message(
        "{n} by support on which the judge failed", "裏付けの判定に失敗したもの{n}件"
    ),
    "other": Message("{n} otherwise", "そのほか{n}件"),
    # what is to be mended, and what a judge judges
    f"fix.{Fix.RETRIEVAL}": Message("retrieval", "検索"),
    f"fix.{Fix.CHUNKING}": Message("chunking", "チャンク分割"),
    f"fix.{Fix.GENERATION}": Message("generation", "生成"),
    f"fix.{Fix.LABELS}": Message("labels", "ラベル"),
    f"fix.{Fix.UNKNOWN}": Message("unknown", "不明"),
    f"fix.{Fix.NONE}": Message("nothing", "修正不要"),
    f"judge.{Stage.RETRIEVAL}": Message("retrieval", "検索"),
    f"judge.{Stage.EVIDENCE}": Message("evidence", "根拠"),
    f"judge.{Stage.ANSWER}": Message("answers", "回答"),
    f"judge.{Stage.SUPPORT}": Message("support", "裏付け"),
}


class _Words:
    """The messages in one language."""

    def __init__(self, language: str) -> None:
        self.language = language
        self._is_japanese = language == "ja"

    def __call__(self, key: str, **values: str | int) -> str:
        return _MESSAGES[key].said(self.language, values)

    def stage(self, fix: Fix, *, capital: bool = False) -> str:
        name = self(f"fix.{fix}")
        return name[:1].upper() + name[1:] if capital else name

    def judge(self, stage: str) -> str:
        return self(f"judge.{stage}") if f"judge.{stage}" in _MESSAGES else stage

    def known(self, count: StageCount) -> str:
        """Say in brackets how many are shown and how many likely."""
        parts = [self("shown", n=count.shown)] if count.shown or not count.likely else []
        parts += [self("likely", n=count.likely)] if count.likely else []
        return f"({'、'.join(parts)})" if self._is_japanese else f" ({', '.join(parts)})"

    def level(self, first: StageCount, others: Sequence[StageCount]) -> str:
        """Say which stages have as many cases as the first."""
        names = [self.stage(count.fix) for count in others if count.total == first.total]
        if not names:
            return ""
        both = "、".join(names) if self._is_japanese else " and ".join(names)
        return self("level", stages=both)

    def listed(self, counts: Sequence[StageCount]) -> str:
        if self._is_japanese:
            return "、".join(
                f"{self.stage(count.fix)}{count.total:,}件{self.known(count)}" for count in counts
            )
        return ", ".join(
            f"{self.stage(count.fix, capital=not place)} {count.total:,}{self.known(count)}"
            for place, count in enumerate(counts)
        )

    def alternatives(self, groups: Sequence[OpenGroup]) -> str:
        """Name the stages that may be to mend in open cases."""
        fixes = [fix for fix in _NAMEABLE if any(group.could.get(fix) for group in groups)]
        return "、".join(map(self.stage, fixes)) if self._is_japanese else self.either(fixes)

    def either(self, fixes: Sequence[Fix]) -> str:
        """Name stages of which it is one."""
        names = [self.stage(fix) for fix in fixes]
        if self._is_japanese:
            return "または".join(names)
        return " or ".join(filter(None, [", ".join(names[:-1]), names[-1]]))

    def group(self, group: OpenGroup) -> str:
        if group.declined:
            return self("declined", n=group.cases)
        key = f"{group.stage}.{group.cause}"
        if group.cause is Cause.NOT_APPLICABLE or key not in _MESSAGES:
            key = "other"
        return self(key, n=group.cases)

    def paragraph(self, sentences: Sequence[str]) -> str:
        return ("" if self._is_japanese else " ").join(sentences)
