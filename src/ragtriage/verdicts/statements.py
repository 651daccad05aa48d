"""What the statements of an answer give together, each held against the text without a model."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from itertools import islice
from typing import Final

from msgspec import structs

from ragtriage.model import Case, Cause, Outcome, Settings, SupportDetail, Trace, Verdict
from ragtriage.text.mending import mended
from ragtriage.text.sentences import sentences
from ragtriage.text.support import NOT_MENTIONED, SUPPORTED, UNCLEAR, Context, Judged, is_shown
from ragtriage.text.written import Written, is_normal
from ragtriage.verdicts.amount import too_much
from ragtriage.verdicts.normal_form import led_back, normal_form
from ragtriage.verdicts.seen import Seen, seen
from ragtriage.verdicts.support import WORD_FOR_WORD

__all__ = ["cited_ids", "judge_statements"]

# How much of a statement a reason shows.
_SHOWN: Final = 80
_STATEMENT: Final = 20  # characters of one, at the least

# An answer with more statements than this is no answer: each of them would be a part of the row.
_MOST: Final = 10_000

_TOO_MANY: Final = Verdict(
    outcome=Outcome.UNKNOWN,
    method=WORD_FOR_WORD,
    reason=f"the answer has more than {_MOST:,} statements, too many to judge",
    cause=Cause.NOT_JUDGED,
    detail=SupportDetail(),
)
_NO_STATEMENT: Final = Verdict(
    outcome=Outcome.UNKNOWN,
    method=WORD_FOR_WORD,
    reason="no statement was found in the answer",
    cause=Cause.NOT_JUDGED,
    detail=SupportDetail(),
)


def judge_statements(case: Case, trace: Trace, given: Seen, settings: Settings) -> Verdict:
    """Return whether every statement of an answer is backed by texts that hold something."""
    answer = trace.answer or ""  # None and "" are abstentions, so that what is left is text
    if len(answer) > _MOST and next(islice(sentences(answer), _MOST, None), None) is not None:
        return _TOO_MANY
    excess = too_much(WORD_FOR_WORD, len(answer) // _STATEMENT, "statements", len(given.texts))
    if excess is not None:
        return excess
    context = _context(case.question, trace, given, settings)
    shown = context.at_a_glance(answer) if is_normal(answer) else None  # which is all that most answers need
    if shown is not None:
        return _together(shown, given)
    labels = Case(id=case.id, question=case.question, expected_answers=case.expected_answers)
    form = normal_form(labels, trace, texts=given.texts)
    if form.case is not labels or form.trace is not trace:
        given = seen(form.trace, settings.k)
        context = _context(form.case.question, trace, given, settings)
    judged = context.judge(form.answer_text)
    if not all(is_shown(statement) for statement, _ in judged):
        judged = _as_mended(judged, context, form.answer_text)
    return form.restored(_together(judged, given)) if judged else _NO_STATEMENT


def _context(question: str, trace: Trace, given: Seen, settings: Settings) -> Context:
    return Context(given.chunks(), question, cited_ids(trace), settings.fold_chinese)


def _as_mended(judged: tuple[Judged, ...], context: Context, answer: str) -> tuple[Judged, ...]:
    """Look again at statements, the answer and the texts as they stood before lines were made of them.

    Whether a line's end cut a word or a number cannot always be told: a statement is backed that is so by
    either reading, and unbacked that is so by both.
    """
    forms = {
        chunk.position: mended(Written(chunk.text, chunk.text), has_pages=True) for chunk in context.chunks
    }
    said = mended(Written(answer, answer)).text
    if said == answer and not any(form.changes for form in forms.values()):
        return judged
    chunks = tuple(chunk._replace(text=forms[chunk.position].text) for chunk in context.chunks)
    again = [_led_back(each, forms) for each in replace(context, chunks=chunks).judge(said)]
    if said == answer:
        return tuple(map(_either, judged, again))
    outcomes = [{statement.outcome for statement, _ in each} for each in (judged, again)]
    is_kept = NOT_MENTIONED in outcomes[1] and NOT_MENTIONED not in outcomes[0]
    return judged if is_kept else tuple(again)


def _led_back(judged: Judged, forms: Mapping[int, Written]) -> Judged:
    place = judged.statement.place
    form = None if place is None else forms[place.chunk]
    if place is None or form is None or not form.changes:
        return judged
    quote = form.quoted(place.start, place.end) if judged.statement.quote else None
    return judged._replace(
        statement=structs.replace(judged.statement, place=led_back(place, form), quote=quote)
    )


def _either(plain: Judged, again: Judged) -> Judged:
    """Return what two readings of the texts give of one statement."""
    for each in (plain, again):
        if is_shown(each.statement):
            return each
    for outcome in (SUPPORTED, UNCLEAR):
        for each in (plain, again):
            if each.statement.outcome == outcome:
                return each
    return again if again.likely is not None else plain


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
