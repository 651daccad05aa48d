"""The page of a comparison: what may be said, the numbers, the moves, and the cases that changed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, NamedTuple

from ragtriage.comparison.gates import GateResult
from ragtriage.comparison.names import OUTCOMES
from ragtriage.comparison.records import Bounds, Comparison, Finding, Row, Unsteadiness
from ragtriage.evaluation.evaluation import Evaluation
from ragtriage.evaluation.wording import percent
from ragtriage.fingerprint import PARTS
from ragtriage.model import Diagnosis, Stage
from ragtriage.reports.html.comparison_cases import changed_cases, changed_ids, first_cases
from ragtriage.reports.html.comparison_forest import MOST_DRAWN, draw_forest
from ragtriage.reports.html.embedding import island
from ragtriage.reports.html.messages import Language, Messages
from ragtriage.reports.html.page import render
from ragtriage.reports.html.words.comparison_prose import japanese
from ragtriage.reports.inert import inert
from ragtriage.reports.signed import number, signed, small

if TYPE_CHECKING:
    from markupsafe import Markup

__all__ = ["Compared", "comparison_page"]

_STYLES: Final = ("look.css", "comparison.css")
_SCRIPTS: Final = ("dom.js", "texts.js", "comparison.js")
_FOR_SCRIPTS: Final = ("compare.", "diagnosis.", "stage.", "outcome.", "text.", "cases")
_FEW: Final = 8  # rows that are shown at once, whatever they say
_HEATS: Final = 4  # shades of the matrix


@dataclass(frozen=True, slots=True)
class Compared:
    """A comparison with what it was made from; None where cases cannot be shown side by side."""

    comparison: Comparison
    baseline: Evaluation | None = None
    candidate: Evaluation | None = None
    gates: tuple[GateResult, ...] = ()


class Sentence(NamedTuple):
    """What the comparison says, and in which language."""

    text: str
    lang: str


class Number(NamedTuple):
    """A row of the table, as it is shown."""

    name: str
    row: Row
    cells: tuple[str, ...]
    unknown: str
    bounds: str
    finding: str


class Cell(NamedTuple):
    """A number of the matrix."""

    cases: int
    heat: int  # 0: none, up to 4
    candidate: Diagnosis
    stays: bool


class MatrixRow(NamedTuple):
    """A row of the matrix."""

    baseline: Diagnosis
    cells: tuple[Cell, ...]
    total: int


class Part(NamedTuple):
    """What both sides rest on in one part."""

    name: str
    baseline: str
    candidate: str
    state: str


class Forest(NamedTuple):
    """Rows drawn with their intervals, for a wide and a narrow page."""

    wide: Markup
    narrow: Markup
    rows: int


@dataclass(frozen=True, slots=True)
class View:
    """One comparison, made ready for the template."""

    place: int  # 1-based; part of ids in the page
    comparison: Comparison
    baseline: str
    candidate: str
    better: tuple[str, ...]
    worse: tuple[str, ...]
    rest: int
    tiles: tuple[tuple[str, str, str], ...]  # message, figure, note
    gates: tuple[GateResult, ...]
    conclusions: tuple[tuple[str, Sentence], ...]
    differs: tuple[tuple[str, str], ...]
    unverified: tuple[str, ...]
    withheld: tuple[tuple[str, Sentence], ...]
    warnings: tuple[Sentence, ...]
    numbers: tuple[Number, ...]
    not_known: tuple[str, ...]
    forest: Forest | None
    forest_rest: Forest | None  # of the rows that are folded
    forest_more: int
    steady: tuple[Unsteadiness, ...]
    steady_rest: tuple[Unsteadiness, ...]  # likewise
    matrix: tuple[MatrixRow, ...]
    matrix_totals: tuple[int, ...]
    parts: tuple[Part, ...]
    sources: tuple[tuple[str, str, str], ...]  # side, inputs, version
    has_cases: bool
    changed: int
    cases_left_out: int
    data: Markup


def comparison_page(compared: Sequence[Compared], language: Language = Language.EN) -> Iterator[bytes]:
    """Yield the page, one file for all the comparisons with one baseline.

    Args:
        compared: At least one.
        language: Of the interface; texts of cases stay as they are.

    Raises:
        DataError: The rows of an evaluation cannot be read.
    """
    t = Messages(language)
    views = [_view(place, each, t) for place, each in enumerate(compared, 1)]
    first = views[0]
    title = (
        t("compare.title", baseline=first.baseline, candidate=first.candidate)
        if len(views) == 1
        else t("compare.title.many", n=len(views), baseline=first.baseline)
    )
    yield from render(
        "comparison.html",
        t,
        styles=_STYLES,
        scripts=_SCRIPTS,
        title=title,
        views=views,
        words=island("messages", t.for_scripts(*_FOR_SCRIPTS)),
        number=number,
    )


def _view(place: int, compared: Compared, t: Messages) -> View:
    comparison = compared.comparison
    known = comparison.known
    named = {
        finding: tuple(_called(row.name, t) for row in known if row.finding is finding) for finding in Finding
    }
    drawn = [row for row in known if row.difference is not None][:MOST_DRAWN]
    first = [row for row in drawn if row in comparison.telling] or drawn
    rest = [row for row in drawn if row not in first]
    steady, steady_rest = _steady(comparison)
    both = None
    if compared.baseline is not None and compared.candidate is not None:
        both = compared.baseline, compared.candidate
    cases = [] if both is None else changed_cases(comparison, *both, language=t.language)
    shown = first_cases(cases)
    changed = max(_changed_count(comparison), len(cases))
    withheld = {stage for each in comparison.withheld for stage in each.stages}
    order, rows = _matrix(comparison)
    return View(
        place=place,
        comparison=comparison,
        baseline=inert(comparison.baseline),
        candidate=inert(comparison.candidate),
        better=named[Finding.BETTER],
        worse=named[Finding.WORSE],
        rest=len(named[Finding.NOT_SHOWN]),
        tiles=_tiles(comparison),
        gates=compared.gates,
        conclusions=tuple(
            (" · ".join(t(f"stage.{stage}") for stage in each.stages), _sentence(each.text, t))
            for each in comparison.conclusions
        ),
        differs=tuple((_part(part, t), _changed_in(part, comparison, t)) for part in comparison.differs),
        unverified=tuple(_part(part, t) for part in comparison.unverified),
        withheld=tuple(
            (" · ".join(t(f"stage.{stage}") for stage in each.stages), _sentence(each.reason, t))
            for each in comparison.withheld
        ),
        warnings=tuple(
            _sentence(warning, t)
            for warning in comparison.warnings
            if not warning.startswith("unverified: ")  # these parts stand by themselves
        ),
        numbers=tuple(_number(row, t) for row in known),
        not_known=tuple(_called(row.name, t) for row in comparison.rows if not row.n),
        forest=_forest(first, t, f"forest-{place}"),
        forest_rest=_forest(rest, t, f"rest-{place}"),
        forest_more=len(known) - len(drawn),
        steady=steady,
        steady_rest=steady_rest,
        matrix=rows,
        matrix_totals=tuple(
            sum(comparison.diagnoses.get(one, {}).get(name, 0) for one in order) for name in order
        ),
        parts=() if both is None else _parts(*both, comparison),
        sources=() if both is None else _sources(*both, t),
        has_cases=both is not None,
        changed=changed,
        cases_left_out=changed - len(shown),
        data=island(
            f"cases-{place}",
            {"cases": shown, "stages": [stage for stage in Stage if stage not in withheld]},
        ),
    )


def _forest(rows: Sequence[Row], t: Messages, name: str) -> Forest | None:
    if not rows:
        return None
    named = [(_called(row.name, t), row) for row in rows]
    wide, narrow = (
        draw_forest(named, t, name=f"{name}-{width}", is_narrow=width == "narrow")
        for width in ("wide", "narrow")
    )
    return Forest(wide, narrow, len(rows))


def _steady(comparison: Comparison) -> tuple[tuple[Unsteadiness, ...], tuple[Unsteadiness, ...]]:
    """Return what repeats say of the outcomes, and of the rest; all of it together where it is little."""
    known = tuple(each for each in comparison.repeats if each.questions)
    first = tuple(each for each in known if each.name in OUTCOMES)
    if not first or len(known) <= _FEW:
        return known, ()
    return first, tuple(each for each in known if each.name not in OUTCOMES)


def _called(name: str, t: Messages) -> str:
    return t(f"stage.{name}") if name in OUTCOMES else inert(name)


def _part(part: str, t: Messages) -> str:
    return t(f"part.{part}") if part in PARTS else inert(part)


def _sentence(text: str, t: Messages) -> Sentence:
    """Return a sentence of the comparison in the page's language, if it is known in it."""
    if t.language is Language.JA:
        known = japanese(text)
        return Sentence(inert(text), "en") if known is None else Sentence(inert(known), "")
    return Sentence(inert(text), "")


def _changed_in(part: str, comparison: Comparison, t: Messages) -> str:
    count = comparison.changed.get(part)
    return "" if count is None else t("compare.differs.count", n=count, all=comparison.n)


def _changed_count(comparison: Comparison) -> int:
    """Return in how many cases something changed, as far as the record tells: its ids end at a thousand."""
    moved = sum(group.count for group in comparison.moved)
    most = max(
        (flips.fixed_count + flips.broken_count + flips.lost_count for flips in comparison.flips.values()),
        default=0,
    )
    return max(moved, most, len(changed_ids(comparison)))


def _tiles(comparison: Comparison) -> tuple[tuple[str, str, str], ...]:
    """Return the figures that stand beside the first sentence."""
    passed = next((row for row in comparison.rows if row.name == "passed" and row.n), None)
    flips = comparison.flips.get("passed")
    tiles: list[tuple[str, str, str]] = []
    if passed is not None:
        share = f"{percent(passed.baseline)} → {percent(passed.candidate)}"
        tiles.append(("compare.tile.passed", share, ""))
    if flips is not None:
        tiles += [
            ("compare.tile.broken", f"{flips.broken_count:,}", "broken"),
            ("compare.tile.fixed", f"{flips.fixed_count:,}", "fixed"),
            ("compare.tile.lost", f"{flips.lost_count:,}", "lost"),
        ]
    return tuple(tiles)


def _number(row: Row, t: Messages) -> Number:
    bounds: Bounds | None = row.bounds
    return Number(
        name=_called(row.name, t),
        row=row,
        cells=(
            f"{row.n:,}",
            number(row.baseline),
            number(row.candidate),
            signed(row.difference),
            "" if row.low is None else f"{signed(row.low)} … {signed(row.high)}",
            f"{row.wins} / {row.ties} / {row.losses}",
            small(row.p),
            small(row.p_adjusted),
            small(row.smallest_p),
            number(row.detectable),
        ),
        unknown="" if bounds is None else f"{bounds.baseline} · {bounds.candidate}",
        bounds=""
        if bounds is None or bounds.worst is None
        else f"{signed(bounds.worst)} … {signed(bounds.best)}",
        finding=t(f"compare.{row.finding}"),
    )


def _matrix(comparison: Comparison) -> tuple[list[Diagnosis], tuple[MatrixRow, ...]]:
    """Return the diagnoses that occur, in the order of their table, and the counts."""
    crossed = comparison.diagnoses
    occurring = {*crossed, *(name for row in crossed.values() for name in row)}
    order = [name for name in Diagnosis if name in occurring]
    most = max(
        (count for one, row in crossed.items() for other, count in row.items() if one != other), default=1
    )
    rows = tuple(
        MatrixRow(
            baseline=one,
            cells=tuple(
                Cell(
                    cases=count,
                    heat=0 if not count or one is other else -(-_HEATS * count // most),
                    candidate=other,
                    stays=one is other,
                )
                for other in order
                for count in [crossed.get(one, {}).get(other, 0)]
            ),
            total=sum(crossed.get(one, {}).values()),
        )
        for one in order
    )
    return order, rows


def _parts(baseline: Evaluation, candidate: Evaluation, comparison: Comparison) -> tuple[Part, ...]:
    one, other = baseline.manifest.fingerprints, candidate.manifest.fingerprints
    parts: list[Part] = []
    for part in PARTS:
        a, b = one.get(part), other.get(part)
        state = "unverified" if a is None or b is None else "same" if a == b else "differs"
        if state == "differs" and part in {"questions", "gold"} and comparison.left_out:
            state = "same"  # among the cases that are compared
        parts.append(Part(f"part.{part}", inert((a or "")[:8]) or "–", inert((b or "")[:8]) or "–", state))
    return tuple(parts)


def _sources(baseline: Evaluation, candidate: Evaluation, t: Messages) -> tuple[tuple[str, str, str], ...]:
    return tuple(
        (
            t(f"compare.{side}"),
            inert(", ".join(evaluation.manifest.inputs)),
            t("compare.version", version=inert(evaluation.manifest.version)),
        )
        for side, evaluation in (("baseline", baseline), ("candidate", candidate))
    )
