"""The page of one evaluation: the overview first, then every case, or of very many a selection.

All cases are read twice: once to count, and to see how long the texts may be that fit into the file; then to
write them, a block at a time.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from ragtriage.evaluation.evaluation import Evaluation
from ragtriage.evaluation.report_view import ReportView, passed_cases
from ragtriage.evaluation.wording import mean_span
from ragtriage.fingerprint import plain_canonical, sha256
from ragtriage.io.outputs import PAGE
from ragtriage.io.whole_file import whole_file
from ragtriage.model import CaseResult, Cause, Diagnosis, Fix, Settings, Stage
from ragtriage.model.probing import ProbeReport
from ragtriage.reports.html import overview
from ragtriage.reports.html.curves import SHOWN, draw_curve, draw_first_gold, over_cutoffs
from ragtriage.reports.html.detail import detail_of
from ragtriage.reports.html.documents import Documents
from ragtriage.reports.html.embedding import embedded, island, island_of, joined, packed, packed_island
from ragtriage.reports.html.flow import MEDIUM, NARROW, WIDE, draw_flow
from ragtriage.reports.html.listing import Listing
from ragtriage.reports.html.messages import Language, Messages
from ragtriage.reports.html.page import render
from ragtriage.reports.html.palette import CASE_COLOURS, colour_of
from ragtriage.reports.html.probe import probe_part
from ragtriage.reports.html.selection import MOST_CASES, Selection
from ragtriage.reports.html.state import STATES
from ragtriage.reports.html.survey import Survey
from ragtriage.reports.inert import inert

if TYPE_CHECKING:
    from markupsafe import Markup

__all__ = ["evaluation_page", "write_evaluation_page"]

_STYLES: Final = ("look.css", "evaluation.css")
_SCRIPTS: Final = ("dom.js", "texts.js", "case.js", "review.js", "list.js")

# What a mail server lets through; the overview, styles and scripts are within what is left of 25 MB.
_MOST_BYTES: Final = 23_500_000
_LEAST_CASE: Final = 600  # bytes; a case is never cut below its verdicts
_LEAST_TEXT: Final = 40  # characters
_CAUTION: Final = 0.95  # blocks do not all shrink alike

# The flow is drawn for desks, for tablets and paper, and for phones; the style shows one of them.
_FRAMES: Final = {"wide": WIDE, "medium": MEDIUM, "narrow": NARROW}

_BLOCK: Final = 50  # cases that are decoded together when one of them is opened
_SLICES_SHOWN: Final = 50
_PARTS: Final = (
    *("questions", "gold", "corpus", "chunking", "retriever", "retrieval_results", "context"),
    *("generator", "answers", "evaluator"),
)


class _Counted(NamedTuple):
    """What the first pass found."""

    survey: Survey
    listing: Listing
    documents: Documents
    rows: list[str]  # embedded
    allowance: int  # bytes a case may take
    is_packed: bool


def write_evaluation_page(
    evaluation: Evaluation,
    path: Path,
    language: Language = Language.EN,
    probe: ProbeReport | None = None,
    *,
    force: bool = False,
) -> None:
    """Write an evaluation as one HTML file, whole or not at all; with what came of a probe, if there was one.

    Args:
        evaluation: What was judged.
        path: Where the page goes.
        language: Of the interface; texts of cases stay as they are.
        probe: What came of asking its generator again; None where nobody did.
        force: Replace whatever file stands there, not an older page alone.

    Raises:
        ConfigError: It cannot be written, or something else stands there.
        DataError: The cases cannot be read back.
    """
    with whole_file(path, PAGE, force=force) as file:
        file.writelines(evaluation_page(evaluation, language, probe=probe))


def evaluation_page(
    evaluation: Evaluation,
    language: Language = Language.EN,
    *,
    most_cases: int = MOST_CASES,
    most_bytes: int = _MOST_BYTES,
    probe: ProbeReport | None = None,
) -> Iterator[bytes]:
    """Yield an evaluation as one HTML file, piece by piece.

    Args:
        evaluation: What was judged.
        language: Of the interface; texts of cases stay as they are.
        most_cases: How many cases the page holds; of more those that failed come first.
        most_bytes: How much room the cases have; texts are cut where they need more.
        probe: What came of asking its generator again; None where nobody did.

    Raises:
        DataError: The cases cannot be read back.
    """
    t = Messages(language)
    summary, manifest = evaluation.summary, evaluation.manifest
    selection = Selection.of(summary.n, passed_cases(summary), most_cases)
    counted = _counted(evaluation, selection, most_bytes, language)
    survey, settings = counted.survey, manifest.settings
    view = ReportView(evaluation.report, language=language)
    curves = {metric: means for metric in SHOWN if (means := over_cutoffs(view.rankings, metric))}
    square = overview.square(survey)
    return render(
        "evaluation.html",
        t,
        styles=_STYLES,
        scripts=_SCRIPTS,
        name=inert(view.name),
        version=inert(manifest.version),
        headline=view.sentences[0],
        told=overview.told(view),
        steps=overview.steps(view),
        summary=summary,
        survey=survey,
        settings_line=_settings_line(settings, t),
        warnings=[inert(warning) for warning in evaluation.warnings],
        fixes=overview.fix_lines(view, survey),
        square=square,
        square_columns=_occurring(square, 0),
        square_rows=_occurring(square, 1),
        square_beside=summary.n - sum(cell.n for cell in square.values()),
        flows=[
            (size, draw_flow(survey.courses, t, frame), frame.has_words)
            for size, frame in _FRAMES.items()
            if survey.courses
        ],
        legend=_legend(survey),
        diagnoses=overview.diagnosis_lines(view),
        rates=view.stages,
        failed={stage: survey.causes[stage, Cause.JUDGE_FAILED] for stage in Stage},
        unknowns=overview.unknown_lines(survey),
        causes=[cause for cause in Cause if cause is not Cause.NOT_APPLICABLE],
        asked=evaluation.report.judging,
        curves=[(metric, draw_curve(metric, means, t)) for metric, means in curves.items()],
        first_gold=draw_first_gold(survey.first_gold, settings.k, t) if survey.first_gold else "",
        metric_columns=view.metric_columns,
        metric_lines=view.metric_rows,
        scores=[(name, mean, mean_span(mean)) for name, mean in view.scores.items()],
        slices=[(by, rows[:_SLICES_SHOWN], len(rows[_SLICES_SHOWN:])) for by, rows in view.slices.items()],
        slice_fixes=[fix for fix in Fix if fix is not Fix.NONE],
        selection=selection,
        documents=counted.documents.lines(),
        documents_count=len(counted.documents),
        states=STATES,
        probe=None if probe is None else probe_part(probe, t),
        prints=[(part, manifest.fingerprints.get(part)) for part in _PARTS],
        facts=_facts(evaluation),
        islands=_islands(evaluation, view, counted, t),
        blocks=_blocks(evaluation, selection, counted, language),
    )


def _counted(evaluation: Evaluation, selection: Selection, most_bytes: int, language: Language) -> _Counted:
    """Read all cases once."""
    settings = evaluation.manifest.settings
    survey, listing, documents = Survey(), Listing(settings), Documents()
    rows: list[str] = []
    sizes = array("Q")
    block: list[str] = []
    plain = shrunk = 0  # bytes of every eighth block, and of the same when packed

    def surveyed() -> Iterator[CaseResult]:
        for result in evaluation:
            survey.add(result)
            yield result

    for result in selection.pick(surveyed()):
        documents.add(result, settings)
        rows.append(embedded(listing.row(result)))
        block.append(embedded(detail_of(result, settings, language=language)))
        sizes.append(_size(block[-1]))
        if len(block) == _BLOCK:
            if len(sizes) % (8 * _BLOCK) == 0:
                plain += sum(map(_size, block))
                shrunk += len(packed(joined(block)))
            block.clear()
    room = most_bytes - sum(map(_size, rows))
    is_packed = sum(sizes) > room and shrunk > 0
    if is_packed:
        room = int(room * plain / shrunk * _CAUTION)
    return _Counted(survey, listing, documents, rows, _allowance(sizes, room), is_packed=is_packed)


def _size(text: str) -> int:
    return len(text) if text.isascii() else len(text.encode())


def _allowance(sizes: Sequence[int], room: int) -> int:
    """Return how many bytes a case may take so that all fit: those that are shorter leave room to the others.

    Example:
        >>> _allowance([10, 2000, 5000], 5000), _allowance([10, 2000], 5000)
        (2990, 5000)
    """
    left = room
    waiting = len(sizes)
    for size in sorted(sizes):
        if size * waiting > left:
            return max(_LEAST_CASE, left // waiting)
        left -= size
        waiting -= 1
    return room


def _blocks(
    evaluation: Evaluation, selection: Selection, counted: _Counted, language: Language
) -> Iterator[Markup]:
    """Yield the cases again, some at a time, none larger than is allowed."""
    settings = evaluation.manifest.settings
    cases = (_fitted(result, settings, counted.allowance, language) for result in selection.pick(evaluation))
    for number, block in enumerate(iter(lambda: list(islice(cases, _BLOCK)), [])):
        name = f"block-{number}"
        yield packed_island(name, joined(block)) if counted.is_packed else island_of(name, block)


def _fitted(result: CaseResult, settings: Settings, allowance: int, language: Language) -> str:
    """Return a case as embedded data, its texts cut as far as it must be."""
    data = embedded(detail_of(result, settings, language=language))
    size, limit = _size(data), 20_000
    while size > allowance and limit > _LEAST_TEXT:
        # texts that are short already give nothing, so that a few rounds may be needed
        limit = max(_LEAST_TEXT, min(int(limit * allowance / size), limit * 3 // 4))
        data = embedded(detail_of(result, settings, limit=limit, language=language))
        size = _size(data)
    return data


def _islands(evaluation: Evaluation, view: ReportView, counted: _Counted, t: Messages) -> Markup:
    """Return what the script needs beside the cases."""
    settings = evaluation.manifest.settings
    facts = {
        "block": _BLOCK,
        "evaluation": _identity(evaluation),
        "order": [fix.value for fix in view.order],
        "states": STATES,
        "k": settings.k,
        "diagnoses": list(Diagnosis),
        "fixes": list(Fix),
        "colours": {diagnosis: {fix: colour_of(diagnosis, fix) for fix in Fix} for diagnosis in Diagnosis},
        "tags": list(counted.listing.tags),
        "languages": list(counted.listing.languages),
        "metrics": list(evaluation.summary.metrics),
        "documents": list(counted.listing.documents),
    }
    prefixes = (
        "case",
        "review.",
        "state.",
        "text.",
        "stage.",
        "asks.",
        "outcome.",
        "cause.",
        "fix.",
        "diagnosis.",
        "meaning.",
    )
    return (
        island("messages", t.for_scripts(*prefixes))
        + island("facts", facts)
        + island_of("rows", counted.rows)
    )


def _identity(evaluation: Evaluation) -> str:
    """Return what tells this evaluation from others, for what a browser keeps of it."""
    prints = evaluation.manifest.fingerprints
    return sha256(plain_canonical([prints.get(part) for part in _PARTS]))[:32]


def _occurring(square: dict[tuple[str, str], overview.SquareCell], side: int) -> list[str]:
    """Return pass, fail, and what else occurs on one side of the square: 0 retrieval, 1 answer."""
    occurring = {key[side] for key, cell in square.items() if cell.n}
    return [name for name in ("pass", "fail", "unknown") if name in {"pass", "fail"} | occurring]


def _legend(survey: Survey) -> list[str]:
    occurring = {course.colour for course in survey.courses}
    return [name for name in CASE_COLOURS if name in occurring]


def _settings_line(settings: Settings, t: Messages) -> str:
    cutoff = t("head.uncut") if settings.k is None else t("head.cutoff", k=settings.k)
    unit = t(f"head.unit.{settings.unit}")
    return f"{cutoff} · {unit}"


def _facts(evaluation: Evaluation) -> list[tuple[str, list[str]]]:
    """Return what was held fixed, who judged, and with which versions."""
    manifest = evaluation.manifest
    settings = manifest.settings
    rules = [f"{name} = {_plain(getattr(settings, name))}" for name in Settings.__struct_fields__]
    versions = [f"ragtriage {manifest.version}", f"Python {manifest.python}", f"Unicode {manifest.unicode}"]
    return [
        ("inputs", [inert(name) for name in manifest.inputs]),
        ("settings", list(map(inert, rules))),
        ("judges", [f"{stage}: {inert(judge)}" for stage, judge in manifest.judges.items()]),
        ("versions", list(map(inert, versions))),
    ]


def _plain(value: bool | int | str | tuple[str, ...] | None) -> str:  # noqa: FBT001 - a setting, not a switch
    if isinstance(value, tuple):
        return ", ".join(value) or "–"
    return "–" if value is None else str(value)
