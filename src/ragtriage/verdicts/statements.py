"""What the statements of an answer give together, each held against the text without a model."""

from __future__ import annotations

from typing import Final

from ragtriage.model import Cause, Outcome, SupportDetail, Trace, Verdict
from ragtriage.text.support import NOT_MENTIONED, SUPPORTED, Context, Judged
from ragtriage.verdicts.amount import too_much
from ragtriage.verdicts.seen import Seen
from ragtriage.verdicts.support import WORD_FOR_WORD

__all__ = ["cited_ids", "judge_statements"]

# How much of a statement a reason shows.
_SHOWN: Final = 80
_STATEMENT: Final = 20  # characters of one, at the least

_NO_STATEMENT: Final = Verdict(
    outcome=Outcome.UNKNOWN,
    method=WORD_FOR_WORD,
    reason="no statement was found in the answer",
    cause=Cause.NOT_JUDGED,
    detail=SupportDetail(),
)


def judge_statements(question: str, trace: Trace, given: Seen, *, fold_chinese: bool) -> Verdict:
    """Return whether every statement of an answer is backed by texts that hold something."""
    answer = trace.answer or ""
    excess = too_much(WORD_FOR_WORD, len(answer) // _STATEMENT, "statements", len(given.texts))
    if excess is not None:
        return excess
    context = Context(given.chunks(), question, cited_ids(trace), fold_chinese)
    # None and "" are abstentions, so that what is left is text
    statements = context.judge(answer)
    return _together(statements, given) if statements else _NO_STATEMENT


def cited_ids(trace: Trace) -> frozenset[str]:
    """Return the ids that an answer may cite."""
    entries = trace.retrieved or ()
    ids = {entry if isinstance(entry, str) else entry.document_id for entry in entries}
    ids.update([entry.chunk_id for entry in entries if not isinstance(entry, str)])
    return frozenset([name for name in ids if name is not None])


def _together(judged: tuple[Judged, ...], given: Seen) -> Verdict:
    """Say what the statements give together: what is shown counts before what is likely."""
    statements = [statement for statement, _ in judged]
    detail = SupportDetail(statements=tuple(statements))
    languages = sorted({likely for _, likely in judged if likely is not None})
    rule = f"statements likely ({', '.join(languages)})"
    open_statements = [statement for statement in statements if statement.outcome != SUPPORTED]
    if not open_statements:
        is_shown = not languages
        return Verdict(
            outcome=Outcome.PASS, certain=is_shown, method=WORD_FOR_WORD if is_shown else rule, detail=detail
        )
    shown = [each for each, language in judged if language is None and each.outcome == NOT_MENTIONED]
    # what is likely absent may stand in a text that was not recorded: then it is as open as the rest
    likely = [] if given.unrecorded else [each for each in statements if each.outcome == NOT_MENTIONED]
    unbacked = shown or likely
    first = (unbacked or open_statements)[0]
    text = first.text if len(first.text) <= _SHOWN else f"{first.text[:_SHOWN]}…"
    told = f"{len(unbacked or open_statements)} of {len(statements)} statements"
    why = f"{text!r}: {first.reason}"
    if unbacked and not given.unrecorded:
        return Verdict(
            outcome=Outcome.FAIL,
            certain=bool(shown),
            method=WORD_FOR_WORD if shown else rule,
            reason=f"{told} {'not backed' if shown else 'likely not backed'}: {why}",
            detail=detail,
        )
    if unbacked:
        cause = Cause.NOT_RECORDED
        reason = f"{told} could not be judged, as some texts were not recorded: {why}"
    else:
        cause = Cause.NOT_JUDGED
        reason = f"{told} could not be judged without a model: {why}"
    return Verdict(outcome=Outcome.UNKNOWN, method=WORD_FOR_WORD, reason=reason, cause=cause, detail=detail)
