"""A case and its trace in the normal form of what is written there, and the way back of what is found so.

The stages that compare strings read texts here, so that none of them depends on how a letter or a space was
written. What they give is led back: reports show texts as they were recorded.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple, TypeAlias, cast

from msgspec.structs import replace

from ragtriage.model import (
    AnswerDetail,
    Case,
    EvidenceDetail,
    Place,
    Retrieved,
    Statement,
    SupportDetail,
    Trace,
    Verdict,
    are_ids,
)
from ragtriage.text.mending import mended
from ragtriage.text.written import Written, is_about_escapes, is_normal, written

__all__ = ["NormalForm", "led_back", "normal_form"]

_Expected: TypeAlias = str | tuple[str, ...]


class NormalForm(NamedTuple):
    """A case and its trace as they are read."""

    case: Case
    trace: Trace
    answer: Written | None = None  # None where it is as it was recorded
    texts: Sequence[Written | None] = ()  # those that the generator saw; empty where all are as recorded
    recorded: Mapping[_Expected, _Expected] = {}  # expected answers and passages that were changed

    @property
    def answer_text(self) -> str:
        """The answer, empty where there is none."""
        return self.trace.answer if isinstance(self.trace.answer, str) else ""

    def restored(self, verdict: Verdict) -> Verdict:
        """Lead what a verdict points at back to what was recorded."""
        detail = verdict.detail
        if isinstance(detail, AnswerDetail) and (self.answer is not None or self.recorded):
            expected = detail.expected
            detail = replace(
                detail,
                expected=expected if expected is None else self.recorded.get(expected, expected),
                place=self._in_answer(detail.place),
            )
        elif isinstance(detail, EvidenceDetail) and (self.texts or self.recorded):
            places = tuple(tuple(map(self.place, each)) for each in detail.places)
            detail = replace(detail, places=places, missing=tuple(map(self._passage, detail.missing)))
        elif isinstance(detail, SupportDetail) and (self.answer is not None or self.texts):
            detail = replace(detail, statements=tuple(self._statements(detail.statements)))
        else:
            return verdict
        return replace(verdict, detail=detail)

    def place(self, place: Place) -> Place:
        """Lead a place in a text back to the text as it was recorded."""
        form = self.texts[place.chunk] if self.texts else None
        return place if form is None else led_back(place, form)

    def mended(self) -> NormalForm | None:
        """Return the same with question, labels and answer mended; None where none of them is damaged."""
        labels = _Labels(_mended)
        case = labels.of(self.case)
        answer = self.trace.answer
        form = mended(self.answer or Written(answer, answer)) if isinstance(answer, str) else None
        if case is self.case and (form is None or form.text == answer):
            return None
        before = {form: self.recorded.get(own, own) for form, own in labels.before.items()}
        trace = self.trace if form is None else replace(self.trace, answer=form.text)
        return NormalForm(case, trace, form, self.texts, {**self.recorded, **before})

    def _in_answer(self, place: Place | None) -> Place | None:
        return place if place is None or self.answer is None else led_back(place, self.answer)

    def _passage(self, text: str) -> str:
        """Return a missing passage, or a sentence of one, as it was recorded."""
        whole = self.recorded.get(text)
        return whole if isinstance(whole, str) else text

    def _statements(self, statements: Iterable[Statement]) -> Iterator[Statement]:
        """Yield the statements of the answer with words and places as they were recorded."""
        done = 0
        for statement in statements:
            words = statement.text
            if self.answer is not None:
                at = self.answer.text.find(words, done)
                at = self.answer.text.find(words) if at < 0 else at
                if at >= 0:
                    done = at + len(words)
                    words = self.answer.quoted(at, done)
            place, quote = statement.place, statement.quote
            form = None if place is None or not self.texts else self.texts[place.chunk]
            if place is not None and form is not None:
                quote = form.quoted(place.start, place.end) if quote else quote
                place = led_back(place, form)
            yield replace(statement, text=words, place=place, quote=quote)


def led_back(place: Place, form: Written) -> Place:
    """Lead a place in a text in another form back to the text."""
    start, end = form.origin(place.start, place.end)
    return Place(chunk=place.chunk, start=start, end=end)


def normal_form(case: Case, trace: Trace, *, texts: Sequence[str | None] = ()) -> NormalForm:
    """Return a case and its trace as they are read; the same objects where they are written so.

    Args:
        case: The question, and what is known to be right.
        trace: What the system did with it.
        texts: Those that the generator saw, if they are to be read; as many of the trace's first.

    Example:
        >>> form = normal_form(Case(id="1", expected_answers=("３ ㎏",)), Trace(id="1", answer="No.\u00a0３"))
        >>> form.case.expected_answers, form.trace.answer
        (('3 ㎏',), 'No. 3')
    """
    recorded = (*_labels(case), *(case.evidence or ()), trace.answer or "", *texts)
    if all(text is None or is_normal(text) for text in recorded):
        return NormalForm(case, trace)
    has_escapes = any(text is not None and "&" in text for text in recorded)
    return _read(case, trace, texts, with_escapes=has_escapes and not is_about_escapes(_labels(case)))


def _read(case: Case, trace: Trace, texts: Sequence[str | None], *, with_escapes: bool) -> NormalForm:
    labels = _Labels(lambda text: written(text, with_escapes=with_escapes).text)
    normal = labels.of(case)
    answer = written(trace.answer, with_escapes=with_escapes) if isinstance(trace.answer, str) else None
    if answer is not None and answer.changes:
        trace = replace(trace, answer=answer.text)
    else:
        answer = None
    forms: Sequence[Written | None] = [
        None if text is None else written(text, with_escapes=with_escapes) for text in texts
    ]
    if any(form is not None and form.changes for form in forms):
        trace = _with_texts(trace, forms)
    else:
        forms = ()
    return NormalForm(normal, trace, answer, forms, labels.before)


def _mended(text: str) -> str:
    return mended(Written(text, text)).text


def _labels(case: Case) -> Iterator[str]:
    yield case.question
    for expected in case.expected_answers or ():
        yield from (expected,) if isinstance(expected, str) else expected


class _Labels:
    """Brings what is known of a case to another form, and remembers what each part was before."""

    def __init__(self, form: Callable[[str], str]) -> None:
        self._form = form
        self.before: dict[_Expected, _Expected] = {}

    def of(self, case: Case) -> Case:
        """Return the case in the other form; itself where it has that already."""
        question = self._form(case.question)
        expected = tuple(map(self._expected, case.expected_answers or ()))
        evidence = tuple(map(self._text, case.evidence or ()))
        if not self.before and question == case.question:
            return case
        return replace(
            case,
            question=question,
            expected_answers=expected if case.expected_answers else case.expected_answers,
            evidence=evidence if case.evidence else case.evidence,
        )

    def _expected(self, answer: _Expected) -> _Expected:
        return self._text(answer) if isinstance(answer, str) else self._items(answer)

    def _items(self, answer: tuple[str, ...]) -> tuple[str, ...]:
        form = tuple(map(self._form, answer))
        if form != answer:
            self.before[form] = answer
        return form

    def _text(self, text: str) -> str:
        form = self._form(text)
        if form != text:
            self.before[form] = text
        return form


def _with_texts(trace: Trace, forms: Sequence[Written | None]) -> Trace:
    """Return the trace with the texts that the generator saw in another form.

    Entries past those are left out of what is read; by their texts those of a context are known.
    """
    texts = [None if form is None else form.text for form in forms]
    if trace.context is not None:
        known = {form.source: form.text for form in forms if form is not None}
        trace = replace(trace, context=tuple([text or "" for text in texts]))
        return _with_entries(trace, [known.get(text or "", text) for text in _entry_texts(trace)])
    return _with_entries(trace, texts)


def _entry_texts(trace: Trace) -> list[str | None]:
    return [None if isinstance(entry, str) else entry.text for entry in trace.retrieved or ()]


def _with_entries(trace: Trace, texts: Sequence[str | None]) -> Trace:
    if not trace.retrieved or are_ids(trace.retrieved):
        return trace
    records = cast("tuple[Retrieved, ...]", trace.retrieved)
    changed = [replace(record, text=text) for record, text in zip(records, texts, strict=False)]
    return replace(trace, retrieved=tuple(changed))
