"""Findings: what is seen in cases without any label, such as figures that stand in no text.

They are gathered a batch at a time: a count and a few ids of each kind, whatever the number of cases.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from ragtriage.evaluation.recurring import (
    DEPTH,
    Chunk,
    Recurring,
    RecurringAnswers,
    RecurringChunks,
)
from ragtriage.model import (
    UNSET,
    AnswerDetail,
    Case,
    CaseResult,
    Cause,
    Finding,
    FindingKind,
    Outcome,
    RankedTrace,
    Retrieved,
    Trace,
    Verdict,
    are_ids,
)
from ragtriage.model.message import Message
from ragtriage.verdicts.support import RECORDED_TEXTS, WORD_FOR_WORD

__all__ = ["Findings", "finding_text", "is_labelled", "is_unlabelled", "shown_findings"]

_K = FindingKind
_IDS: Final = 5
_LONG: Final = 32  # characters; a shorter answer may be right for several questions
_SHOWN: Final = 80  # characters of a text

# Of these nothing else that is shown tells, so that they are worth a word where cases are labelled, too,
_HIDDEN: Final = frozenset((_K.NOTHING_RETRIEVED, _K.REPEATED_TEXT, _K.SAME_CHUNK))
_MANY: Final = 20  # per cent, if this many of the cases are concerned


class _Could(NamedTuple):
    """In how many cases something could be seen."""

    kinds: tuple[FindingKind, ...]
    cases: int


class Findings:
    """Gathers what is seen without labels.

    Args:
        k: How much of a retrieved list the generator saw; None: all of it.
        with_texts: Whether texts may be shown.
    """

    def __init__(self, k: int | None = None, *, with_texts: bool = True) -> None:
        self._k = k
        self._with_texts = with_texts
        self._cases: dict[FindingKind, int] = dict.fromkeys(FindingKind, 0)
        self._ids: dict[FindingKind, list[str]] = {kind: [] for kind in FindingKind}
        self._n = 0
        self._recorded = 0  # cases of which it is recorded what was retrieved, or the texts
        self._lists = 0  # cases in which two or more were retrieved
        self._answers = 0  # cases with a recorded answer, even an empty one
        self._answered = 0  # cases with an answer that was held against texts
        self._chunks = RecurringChunks()
        self._given = RecurringAnswers()

    def add(self, results: Sequence[CaseResult]) -> None:
        """Take in a batch."""
        self._n += len(results)
        lists: list[tuple[str, Sequence[Chunk]]] = []
        answers: list[tuple[str, str, str]] = []
        for result in results:
            case, trace = result.case, result.trace
            if not is_labelled(case):
                self._see(_K.UNLABELLED, case)
            if isinstance(trace, RankedTrace):
                self._recorded += 1
                if not trace.retrieved_count:
                    self._see(_K.NOTHING_RETRIEVED, case)
                continue
            self._see_retrieved(result, trace, lists)
            if trace.answer is not UNSET:
                self._see_answer(result, trace.answer, answers)
        self._chunks.add(lists)
        self._given.add(answers)

    def absorb(self, later: Findings) -> None:
        """Take in what was gathered of the cases that follow; `later` is used up."""
        for kind, cases in later._cases.items():
            self._cases[kind] += cases
            ids = self._ids[kind]
            ids += later._ids[kind][: _IDS - len(ids)]
        self._n += later._n
        self._recorded += later._recorded
        self._lists += later._lists
        self._answers += later._answers
        self._answered += later._answered
        self._chunks.absorb(later._chunks)
        self._given.absorb(later._given)

    def found(self) -> tuple[Finding, ...]:
        """Return what was seen, in the order in which it is said."""
        could = {kind: group.cases for group in self._could() for kind in group.kinds}
        seen = {
            kind: Finding(kind=kind, cases=cases, of=could[kind], ids=tuple(self._ids[kind]))
            for kind, cases in self._cases.items()
            if cases
        }
        chunk, answer = self._chunks.found(), self._given.found()
        if chunk is not None:
            seen[_K.SAME_CHUNK] = self._recurring(_K.SAME_CHUNK, chunk)
        if answer is not None:
            seen[_K.SAME_ANSWER] = self._recurring(_K.SAME_ANSWER, answer)
        return tuple(seen[kind] for kind in FindingKind if kind in seen)

    def _could(self) -> tuple[_Could, ...]:
        return (
            _Could((_K.UNLABELLED,), self._n),
            _Could((_K.NOTHING_RETRIEVED,), self._recorded),
            _Could((_K.REPEATED_TEXT,), self._lists),
            _Could((_K.EMPTY_ANSWER, _K.DECLINED, _K.DENIES), self._answers),
            _Could(_OF_SUPPORT, self._answered),
        )

    def _recurring(self, kind: FindingKind, again: Recurring) -> Finding:
        what = again.what if self._with_texts else None
        return Finding(
            kind=kind,
            cases=again.cases,
            of=again.of,
            ids=again.ids,
            what=None if what is None else _shortened(what),
        )

    def _see(self, kind: FindingKind, case: Case) -> None:
        self._cases[kind] += 1
        ids = self._ids[kind]
        if len(ids) < _IDS:
            ids.append(case.id)

    def _see_retrieved(
        self, result: CaseResult, trace: Trace, lists: list[tuple[str, Sequence[Chunk]]]
    ) -> None:
        items, case = trace.retrieved, result.case
        if items is None and trace.context is None:
            return
        self._recorded += 1
        if _is_nothing(trace, self._k):
            self._see(_K.NOTHING_RETRIEVED, case)
        if not items:
            return
        self._lists += len(items) > 1
        chunks: Sequence[Chunk]
        if are_ids(items):
            chunks = items
            # whoever reads a list of ids notes those that it holds twice
            is_repeated = bool(result.notes) and len(set(items)) < len(items)
        else:
            chunks = [chunk for item in items if (chunk := _chunk(item)) != _UNNAMED]
            # texts of different lengths differ, and their lengths are sooner compared
            is_repeated = len(set(map(len, chunks))) < len(chunks) and len(set(chunks)) < len(chunks)
        first = chunks[:DEPTH]
        if is_repeated:
            self._see(_K.REPEATED_TEXT, case)
            first = list(dict.fromkeys(first))
        if first:
            lists.append((case.id, first))

    def _see_answer(
        self, result: CaseResult, answer: str | None, answers: list[tuple[str, str, str]]
    ) -> None:
        case, verdicts = result.case, result.verdicts
        self._answers += 1
        if not answer or answer.isspace():
            self._see(_K.EMPTY_ANSWER, case)
            return
        if result.abstained:
            self._see(_K.DECLINED, case)
            return
        if len(answer) >= _LONG:
            answers.append((answer, case.id, case.question))
        support, said = verdicts.support, None
        if support.outcome is not Outcome.UNKNOWN:
            self._answered += 1
            said = _of_support(support)
            self._see(said, case)
        elif support.cause is Cause.NOT_JUDGED or support.cause is Cause.JUDGE_FAILED:
            self._answered += 1
        detail = verdicts.answer.detail
        # what the texts say in the same words is no refusal
        if said is not _K.COPIED and isinstance(detail, AnswerDetail) and detail.is_possibly_abstained:
            self._see(_K.DENIES, case)


def is_labelled(case: Case) -> bool:
    """Whether anything is known to be right about a case.

    Example:
        >>> is_labelled(Case(id="1", question="?")), is_labelled(Case(id="1", answerable=False))
        (False, True)
    """
    gold = case.gold_documents
    return bool(
        case.expected_answers or (gold is not None and gold.grades) or case.evidence or not case.answerable
    )


def is_unlabelled(findings: Sequence[Finding]) -> bool:
    """Whether no case has any label."""
    return any(finding.kind is _K.UNLABELLED and finding.cases == finding.of for finding in findings)


def shown_findings(findings: Sequence[Finding]) -> tuple[Finding, ...]:
    """Return those that are worth a word: all where nothing is labelled, else what nothing else tells.

    Example:
        >>> repeated = Finding(kind=FindingKind.REPEATED_TEXT, cases=3, of=9, ids=("a", "b", "c"))
        >>> empty = Finding(kind=FindingKind.EMPTY_ANSWER, cases=3, of=9, ids=("a", "b", "c"))
        >>> [str(finding.kind) for finding in shown_findings([repeated, empty])]
        ['repeated_text']
    """
    if is_unlabelled(findings):
        return tuple(finding for finding in findings if finding.kind is not _K.UNLABELLED)
    return tuple(
        finding
        for finding in findings
        if finding.kind in _HIDDEN and finding.cases * 100 >= finding.of * _MANY
    )


_OF_SUPPORT: Final = (
    _K.ANSWERED_WITHOUT_TEXT,
    _K.UNBACKED_FIGURES,
    _K.JUDGED_UNBACKED,
    _K.LIKELY_UNBACKED,
    _K.COPIED,
    _K.JUDGED_BACKED,
    _K.LIKELY_BACKED,
)


def _of_support(verdict: Verdict) -> FindingKind:
    """Return what a verdict on support that was reached says."""
    is_backed = verdict.outcome is Outcome.PASS
    if not verdict.certain:
        return _K.LIKELY_BACKED if is_backed else _K.LIKELY_UNBACKED
    if verdict.method == WORD_FOR_WORD:
        return _K.COPIED if is_backed else _K.UNBACKED_FIGURES
    if verdict.method == RECORDED_TEXTS:
        return _K.ANSWERED_WITHOUT_TEXT
    return _K.JUDGED_BACKED if is_backed else _K.JUDGED_UNBACKED


def _is_nothing(trace: Trace, k: int | None) -> bool:
    """Whether nothing was retrieved, or every text that the generator saw is blank."""
    items, texts = trace.retrieved, trace.context
    if items is not None and not items:
        return True
    if texts is not None:
        return all(map(_is_blank, texts))
    return all(not isinstance(item, str) and _is_blank(item.text) for item in (items or ())[:k])


def _is_blank(text: str | None) -> bool:
    """Whether a text is recorded and holds nothing."""
    return text is not None and (not text or text.isspace())


_UNNAMED: Final = (None, None)


def _chunk(item: str | Retrieved) -> Chunk:
    if isinstance(item, str):
        return item
    text = item.text
    return (item.document_id, item.chunk_id) if not text or text.isspace() else text


def _shortened(chunk: Chunk) -> str:
    shown = chunk if isinstance(chunk, str) else chunk[1] or chunk[0] or ""
    return shown if len(shown) <= _SHOWN else f"{shown[: _SHOWN - 1]}…"


_EVERY: Final = "every"  # behind a kind: of what was seen wherever it could be

_MESSAGES: Final[dict[str, Message]] = {
    _K.UNLABELLED: Message(
        "{n} cases have no label", "{n}件にはラベルがありません", one="1 case has no label"
    ),
    _K.NOTHING_RETRIEVED: Message(
        "for {n} questions nothing was retrieved, or every text was empty",
        "{n}件の質問では、検索結果がないか、文章がすべて空です",
        one="for 1 question nothing was retrieved, or every text was empty",
    ),
    _K.ANSWERED_WITHOUT_TEXT: Message(
        "{n} answers were given although there was no text to rest on",
        "{n}件では、基づくべき文章がないのに回答しています",
        one="1 answer was given although there was no text to rest on",
    ),
    _K.UNBACKED_FIGURES: Message(
        "{n} answers give figures that stand in no text",
        "{n}件の回答に、どの文章にもない数値があります",
        one="1 answer gives figures that stand in no text",
    ),
    _K.JUDGED_UNBACKED: Message(
        "{n} answers say what the texts do not back, as it was judged",
        "{n}件の回答は、文章に裏付けられていないと判定されました",
        one="1 answer says what the texts do not back, as it was judged",
    ),
    _K.LIKELY_UNBACKED: Message(
        "{n} answers are likely not backed by the texts",
        "{n}件の回答は、文章に裏付けられていないと推定されます",
        one="1 answer is likely not backed by the texts",
    ),
    f"{_K.SAME_CHUNK}.{_EVERY}": Message(
        f"the same chunk is among the first {DEPTH} retrieved for every one of {{n}} questions",
        f"{{n}}件すべての質問で、同じチャンクが検索上位{DEPTH}件に入っています",
    ),
    _K.SAME_CHUNK: Message(
        f"the same chunk is among the first {DEPTH} retrieved for {{n}} of {{of}} questions",
        f"{{of}}件中{{n}}件の質問で、同じチャンクが検索上位{DEPTH}件に入っています",
    ),
    _K.REPEATED_TEXT: Message(
        "for {n} questions the same text or id was retrieved more than once",
        "{n}件の質問で、同じ文章またはIDが2回以上検索されています",
        one="for 1 question the same text or id was retrieved more than once",
    ),
    _K.EMPTY_ANSWER: Message("{n} answers are empty", "{n}件は回答が空です", one="1 answer is empty"),
    _K.DECLINED: Message(
        "the system declined {n} times", "{n}件では回答を控えています", one="the system declined once"
    ),
    _K.SAME_ANSWER: Message(
        "{n} answers are, word for word, also the answer to another question",
        "{n}件の回答は、別の質問への回答と一字一句同じです",
    ),
    _K.COPIED: Message(
        "{n} answers stand word for word in the texts",
        "{n}件の回答は、文章に一字一句そのままあります",
        one="1 answer stands word for word in the texts",
    ),
    _K.JUDGED_BACKED: Message(
        "{n} answers are backed by the texts, as it was judged",
        "{n}件の回答は、文章に裏付けられていると判定されました",
        one="1 answer is backed by the texts, as it was judged",
    ),
    _K.LIKELY_BACKED: Message(
        "{n} answers are likely backed by the texts",
        "{n}件の回答は、文章に裏付けられていると推定されます",
        one="1 answer is likely backed by the texts",
    ),
    _K.DENIES: Message(
        "{n} answers hold a denial, which may be a refusal or the answer itself",
        "{n}件の回答には否定があり、回答を控えたものか、否定が答えなのかは分かりません",
        one="1 answer holds a denial, which may be a refusal or the answer itself",
    ),
}


def finding_text(finding: Finding, *, language: str = "en") -> str:
    """Return a finding in a few words, as part of a sentence or as a line.

    Args:
        finding: What was seen.
        language: `en` or `ja`.

    Example:
        >>> finding_text(Finding(kind=FindingKind.DECLINED, cases=5, of=40, ids=()))
        'the system declined 5 times'
    """
    key = f"{finding.kind}.{_EVERY}" if finding.cases == finding.of else finding.kind
    message = _MESSAGES.get(key) or _MESSAGES[finding.kind]
    return message.said(language, {"n": finding.cases, "of": finding.of})
