"""What came back and what went into the prompt, text by text, with gold named and evidence marked."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Final

from ragtriage.model import (
    Case,
    CaseResult,
    EvidenceDetail,
    RankedTrace,
    Retrieved,
    Settings,
    Unit,
    is_relevant,
)
from ragtriage.reports.highlight import LEFT, RIGHT, highlighted
from ragtriage.reports.inert import inert
from ragtriage.reports.layout import heading, indented, table
from ragtriage.reports.line_breaking import WrappedText

if TYPE_CHECKING:
    from rich.console import RenderableType
    from rich.text import Text

__all__ = ["context", "retrieved"]

# Spans of a text, by its place among the texts that the generator saw.
_Spans = Mapping[int, list[tuple[int, int]]]

_NO_SPANS: Final[_Spans] = {}


def retrieved(result: CaseResult, settings: Settings) -> Iterator[RenderableType]:
    """Yield the ranked list, with gold named and evidence between brackets."""
    trace = result.trace
    if isinstance(trace, RankedTrace):
        yield heading("Retrieved", f"{trace.retrieved_count:,} documents; those that are judged:")
        yield indented(_hits(trace, result.case))
        return
    if trace.retrieved is None:
        yield heading("Retrieved", "not recorded")
        return
    entries: tuple[str | Retrieved, ...] = trace.retrieved
    count = len(entries)
    notes = [f"{count} {'entry' if count == 1 else 'entries'}"]
    spans = _spans(result) if trace.context is None else _NO_SPANS
    if spans:
        notes.append(f"{LEFT}…{RIGHT} is evidence")
    yield heading("Retrieved", "; ".join(notes))
    for index, entry in enumerate(entries):
        if index == settings.k:
            yield indented(f"— k = {settings.k}: what follows was not judged —")
        yield indented(_entry(index, entry, result.case, settings))
        if isinstance(entry, Retrieved) and entry.text is not None:
            yield indented(_body(entry.text, index, spans), by=6)


def _hits(trace: RankedTrace, case: Case) -> Text:
    from rich.text import Text  # noqa: PLC0415

    grades = {} if case.gold_documents is None else case.gold_documents.grades
    return Text("\n").join(
        Text(
            f"{hit.rank:>6}  {inert(hit.document_id)}  score {hit.score:g}, "
            f"grade {grades.get(hit.document_id, 0):g}"
        )
        for hit in trace.hits
    )


def _entry(index: int, entry: str | Retrieved, case: Case, settings: Settings) -> Text:
    """Return the line above a retrieved text: rank, gold or not, ids, score."""
    from rich.text import Text  # noqa: PLC0415

    by_document = settings.unit is Unit.DOCUMENT
    if isinstance(entry, str):
        entry = Retrieved(document_id=entry) if by_document else Retrieved(chunk_id=entry)
    judged_id = entry.document_id if by_document else entry.chunk_id
    ids = [name for name in (entry.document_id, entry.chunk_id) if name is not None]
    grades = {} if case.gold_documents is None else case.gold_documents.grades
    is_gold = judged_id is not None and is_relevant(grades.get(judged_id, 0), settings.level)
    return Text.assemble(
        f"{index + 1:>2}  ",
        ("gold  ", "bold green") if is_gold else "      ",
        " · ".join(map(inert, ids)) or "no id",
        ("" if entry.score is None else f"  score {entry.score:g}", "dim"),
    )


def context(result: CaseResult) -> Iterator[RenderableType]:
    """Yield what went into the prompt, where that was recorded by itself."""
    if isinstance(result.trace, RankedTrace) or result.trace.context is None:
        return
    spans = _spans(result)
    yield heading("Context", "what the generator saw" + (f"; {LEFT}…{RIGHT} is evidence" if spans else ""))
    rows = table("", " ", right=("",), wide=(" ",))
    for index, text in enumerate(result.trace.context):
        rows.add_row(f"{index + 1:>2}", WrappedText(_body(text, index, spans)))
    yield indented(rows)


def _body(text: str, index: int, spans: _Spans) -> Text:
    return highlighted(text if text.strip() else "(blank)", spans.get(index, ()))


def _spans(result: CaseResult) -> _Spans:
    """Return where the evidence stands, by the text it stands in."""
    spans: dict[int, list[tuple[int, int]]] = defaultdict(list)
    detail = result.verdicts.evidence.detail
    if isinstance(detail, EvidenceDetail):
        for places in detail.places:
            for place in places:
                spans[place.chunk].append((place.start, place.end))
    return spans
