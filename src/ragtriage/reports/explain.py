"""All about one case on a terminal: what was asked and given, how each stage was judged, and why."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Final

from ragtriage.batch import nearest, retrieved_ids
from ragtriage.evaluation.cutoffs import grid, is_score
from ragtriage.evaluation.wording import FIXES
from ragtriage.model import (
    UNSET,
    AnswerDetail,
    Case,
    CaseResult,
    Diagnosis,
    EvidenceDetail,
    Fix,
    RankedTrace,
    RetrievalDetail,
    Settings,
    Stage,
    State,
    Trace,
    Unit,
    Verdict,
)
from ragtriage.reports.grounds import grounds
from ragtriage.reports.highlight import highlighted
from ragtriage.reports.inert import inert
from ragtriage.reports.judging import relevance
from ragtriage.reports.layout import FIX_STYLES, OUTCOME_STYLES, heading, indented, show, table
from ragtriage.reports.line_breaking import WrappedText
from ragtriage.reports.listing import context, retrieved
from ragtriage.reports.probed_case import probed
from ragtriage.verdicts.diagnosis import TABLE
from ragtriage.verdicts.meanings import meaning

if TYPE_CHECKING:
    from rich.console import Console, RenderableType
    from rich.text import Text

    from ragtriage.model.probing import CaseProbe

__all__ = ["print_explanation"]

_NOT_RECORDED: Final = "not recorded"


def print_explanation(
    console: Console, result: CaseResult, settings: Settings, probe: CaseProbe | None = None
) -> None:
    """Print all that is known of one case.

    Args:
        console: Where to; its width, colours and encoding are kept to.
        result: The case, judged.
        settings: What was held fixed while it was judged.
        probe: What came of asking its generator again; None where nobody did.
    """
    blocks = (
        _title(result),
        _case(result, settings),
        retrieved(result, settings),
        context(result),
        _verdicts(result),
        relevance(result),
        _diagnosis(result),
        probed(probe),
        _metrics(result),
        _notes(result),
    )
    show(console, blocks)


def _title(result: CaseResult) -> Iterator[RenderableType]:
    """Yield the id, the diagnosis and what it means."""
    from rich.text import Text  # noqa: PLC0415 - the command line starts without rich

    diagnosed = result.diagnosed
    stages = diagnosed.possible_stages if diagnosed.state is State.OPEN else (diagnosed.stage,)
    named = " or ".join(FIXES[each] for each in stages)
    fix = named if stages[0] is Fix.NONE else f"to fix: {named}"
    second = "" if diagnosed.second_stage is None else f", then {FIXES[diagnosed.second_stage]}"
    title = Text.assemble(
        (f"{inert(result.case.id)}: ", "bold"),
        (f"{fix}{second} ({diagnosed.state})", f"bold {FIX_STYLES[diagnosed.stage]}"),
        f" · {diagnosed.diagnosis}",
    )
    yield WrappedText(title)
    said = meaning(diagnosed, result.verdicts, answerable=result.case.answerable)
    yield WrappedText(Text(said, style="dim"))


def _case(result: CaseResult, settings: Settings) -> Iterator[RenderableType]:
    """Yield the question, what is known to be right about it, and the answer."""
    from rich.text import Text  # noqa: PLC0415

    rows = table("", " ", wide=(" ",))
    for label, lines in (
        ("question", [highlighted(result.case.question or _NOT_RECORDED)]),
        ("expected", _expected(result.case)),
        ("answer", [_answer(result)]),
        ("gold", _gold(result, settings)),
        ("evidence", _evidence(result)),
    ):
        rows.add_row(Text(label, style="dim"), WrappedText(Text("\n").join(lines)))
    yield Text("")
    yield indented(rows)


def _expected(case: Case) -> list[Text]:
    from rich.text import Text  # noqa: PLC0415

    if not case.answerable:
        return [Text("to decline: the corpus holds no answer")]
    if not case.expected_answers:
        return [Text("not labelled")]
    return [
        highlighted(expected if isinstance(expected, str) else " and ".join(expected))
        for expected in case.expected_answers
    ]


def _answer(result: CaseResult) -> Text:
    """Return the answer; where it states an expected one, that is marked."""
    from rich.text import Text  # noqa: PLC0415

    trace = result.trace
    if isinstance(trace, RankedTrace) or trace.answer is UNSET:
        return Text(_NOT_RECORDED)
    if trace.answer is None or not trace.answer.strip():
        return Text("none was given: the system declined")
    detail = result.verdicts.answer.detail
    place = detail.place if isinstance(detail, AnswerDetail) else None
    shown = highlighted(trace.answer, [] if place is None else [(place.start, place.end)])
    return shown.append("  (declined)", style="dim") if result.abstained else shown


def _gold(result: CaseResult, settings: Settings) -> list[Text]:
    """Return each gold id with where it came back; of a group, one is needed."""
    from rich.text import Text  # noqa: PLC0415

    gold = result.case.gold_documents
    if gold is None or not gold.grades:
        return [Text("not labelled")]
    detail = result.verdicts.retrieval.detail
    ranks = detail.ranks if isinstance(detail, RetrievalDetail) else None
    k = settings.k
    meant = (
        {}
        if ranks is None
        else _meant(result, [each for each in gold.grades if each not in ranks], settings.unit)
    )
    where = {
        document_id: _where(document_id, ranks, k) + meant.get(document_id, "") for document_id in gold.grades
    }
    if gold.groups:
        return [
            Text("one of ") + Text(", ").join(Text(inert(member) + where[member]) for member in group)
            for group in gold.groups
        ]
    return [
        Text(f"{inert(document_id)}{'' if grade == 1 else f' (grade {grade:g})'}{where[document_id]}")
        for document_id, grade in gold.grades.items()
    ]


def _meant(result: CaseResult, missing: Sequence[str], unit: Unit) -> dict[str, str]:
    """Say of gold ids that did not come back which retrieved one differs only in how it is written."""
    ids = retrieved_ids(result.trace, unit) if isinstance(result.trace, Trace) else None
    return {
        near.gold: f"; did you mean {inert(near.retrieved)}, rank {near.rank}?"
        for near in nearest(missing, ids or ())
    }


def _where(document_id: str, ranks: Mapping[str, int] | None, k: int | None) -> str:
    if ranks is None:
        return ""
    rank = ranks.get(document_id)
    if rank is None:
        return ": did not come back"
    return f": rank {rank}" if k is None or rank <= k else f": rank {rank}, past the cutoff"


def _evidence(result: CaseResult) -> list[Text]:
    """Return each evidence passage with where it was found."""
    from rich.text import Text  # noqa: PLC0415

    passages = result.case.evidence
    if not passages:
        return [Text("not labelled")]
    detail = result.verdicts.evidence.detail
    if not isinstance(detail, EvidenceDetail):
        return [highlighted(passage) for passage in passages]
    lines: list[Text] = []
    for index, passage in enumerate(passages):
        places = detail.places[index] if index < len(detail.places) else ()
        texts = ", ".join(str(chunk + 1) for chunk in sorted({place.chunk for place in places}))
        found = f"  (in text {texts})" if places else "  (not found)"
        lines.append(highlighted(passage).append(found, style="dim"))
    return lines


def _verdicts(result: CaseResult) -> Iterator[RenderableType]:
    """Yield the four judgements: how each was reached, and why it is not a pass."""
    from rich.text import Text  # noqa: PLC0415

    yield heading("Verdicts")
    rows = table("", " ", "  ", wide=("  ",))
    for stage in Stage:
        verdict: Verdict = getattr(result.verdicts, stage)
        rows.add_row(
            stage,
            Text(_outcome(verdict), style=OUTCOME_STYLES[verdict.outcome]),
            WrappedText(Text("\n").join(grounds(verdict, result.case))),
        )
    yield indented(rows)


def _outcome(verdict: Verdict) -> str:
    """Return the outcome; an uncertain one with a question mark."""
    return f"{verdict.outcome}{'' if verdict.certain else '?'}"


def _diagnosis(result: CaseResult) -> Iterator[RenderableType]:
    """Yield the row of the table that applied above what was found, and what else is possible."""
    from rich.text import Text  # noqa: PLC0415

    diagnosed, verdicts = result.diagnosed, result.verdicts
    row = TABLE[diagnosed.row - 1]
    yield heading(
        "Diagnosis", f"row {row.number} of the table; F? is fail or unknown, P? pass or unknown, · any"
    )
    rows = table("", "answerable", "abstained", *Stage)
    rows.add_row(
        Text("the row", style="dim"),
        *(row.answerable, row.abstained, row.retrieval, row.evidence, row.answer, row.support),
    )
    rows.add_row(
        Text("this case", style="dim"),
        "yes" if result.case.answerable else "no",
        "yes" if result.abstained else "no",
        *(_outcome(getattr(verdicts, stage)) for stage in Stage),
    )
    yield indented(rows)
    is_conflict = Fix.LABELS in diagnosed.possible_stages
    others = [
        other
        for other in diagnosed.possible
        if other is not diagnosed.diagnosis and (is_conflict or other is not Diagnosis.LABEL_CONFLICT)
    ]
    if others:
        yield indented(f"Also possible: {', '.join(others)}.")
    elif not diagnosed.certain:
        yield indented("The same diagnosis, but perhaps at another stage.")


def _metrics(result: CaseResult) -> Iterator[RenderableType]:
    """Yield the ranking metrics that are defined for this case."""
    defined = {name: value for name, value in result.metrics.items() if value is not None}
    if not defined:
        return
    scores = {name: value for name, value in defined.items() if is_score(name)}
    laid_out = grid(name for name in defined if name not in scores)
    yield heading("Metrics", f"{laid_out.left_out} more cutoffs in cases.jsonl" if laid_out.left_out else "")
    rows = table("metric", *laid_out.columns, right=laid_out.columns)
    for metric, names in laid_out.rows.items():
        rows.add_row(metric, *(f"{defined[name]:.3f}" if name else "" for name in names))
    if laid_out.rows:
        yield indented(rows)
    if scores:
        yield indented(" · ".join(f"{name} {value:.3f}" for name, value in scores.items()))
    if result.known_without_retrieval is not None:
        known = "right" if result.known_without_retrieval else "wrong"
        yield indented(f"without any context the same generator is {known}")


def _notes(result: CaseResult) -> Iterator[RenderableType]:
    if result.notes:
        yield heading("Notes")
        for note in result.notes:
            yield indented(highlighted(note))
