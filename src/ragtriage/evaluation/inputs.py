"""Evaluating what a caller has: a file, two files, rows in memory, or a single case."""

from __future__ import annotations

import operator
import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from contextlib import ExitStack, closing
from dataclasses import dataclass
from enum import StrEnum
from functools import partial
from itertools import chain
from typing import Any, Final, NamedTuple, Protocol, SupportsIndex, TypeVar, cast, runtime_checkable

import msgspec

from ragtriage.batch import Meeting, Pair, Row, identified, pair
from ragtriage.errors import AlignmentError, ConfigError, DataError, SchemaError
from ragtriage.evaluation.batches import Watch, batches
from ragtriage.evaluation.distributed.parts import Part, Read, Reader, blocks, grouped, stretches
from ragtriage.evaluation.evaluation import Evaluation
from ragtriage.evaluation.judging import Judges, judge_batch
from ragtriage.evaluation.oddities import UNJUDGED
from ragtriage.evaluation.pipeline import Plan, run
from ragtriage.evaluation.reviews import load_reviews
from ragtriage.evaluation.rows import encode_head
from ragtriage.evaluation.store import RowStore
from ragtriage.evaluation.tally import RateInterval
from ragtriage.evaluation.texts import Corpus
from ragtriage.io.files import Source, open_source
from ragtriage.io.frames import in_memory
from ragtriage.io.input_path import InputPath
from ragtriage.io.mapping import FieldMap, Pairs, field_map_of
from ragtriage.io.rows import Format, detect, read_rows
from ragtriage.io.spellings import FIELDS
from ragtriage.io.survey import OF_CASES, OF_TRACES, OnBad, Survey
from ragtriage.io.unread import unread_warning
from ragtriage.llm.concurrency import blocking
from ragtriage.metrics.intervals import wilson
from ragtriage.model import (
    UNSET,
    AnswerRule,
    Case,
    Condition,
    EmptyGold,
    EvidenceFromAnswer,
    MatchMode,
    Metadata,
    Settings,
    Trace,
    Unit,
    UnreadField,
    checked_tolerance,
)
from ragtriage.text.abstention import load_patterns
from ragtriage.verdicts.judge import AnyJudge

T = TypeVar("T", bound=StrEnum)

__all__ = ["Reading", "RowReader", "System", "as_input", "evaluate", "evaluate_case", "evaluate_files"]


class System(NamedTuple):
    """The system that was evaluated, as far as a user describes it."""

    fingerprints: Mapping[str, str] = {}  # part → SHA-256
    configuration: Metadata | None = None


_NO_SYSTEM: Final = System()


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """How the input is read.

    Args:
        form: The format of the files.
        field_map: Where the fields stand in files, when that is not under one of their names.
        corpus: A file of texts by id, for runs that hold ids only.
        patterns: A file of more patterns of refusals.
        missing_as_empty: A case without a trace gets one in which nothing came back.
        allow_disjoint_ids: Insist although gold ids and retrieved ids never meet.
        skip_bad_rows: Set rows aside that cannot be read, instead of stopping at the first.
        by: `tags` or `language`: report on these slices too.
        with_texts: Keep the texts in the rows.
        closed_book: A file of what the same generator answers without any context, by id.
        reviews: A file of what people said of single verdicts.
        system: SHA-256 of parts of the system, by part, and its configuration as it was given.
        interval: Of a rate, from how many passed and how many were judged.
        workers: How many processes share the cases out between them.
        progress: Is told how many cases are done, and the share of the input that was read, if known.
    """

    form: Format = Format.AUTO
    field_map: FieldMap | None = None
    corpus: str | None = None
    patterns: str | None = None
    missing_as_empty: bool = False
    allow_disjoint_ids: bool = False
    skip_bad_rows: bool = False
    by: tuple[str, ...] = ()
    with_texts: bool = True
    closed_book: str | None = None
    reviews: str | os.PathLike[str] | None = None
    system: System = _NO_SYSTEM
    interval: RateInterval = wilson
    workers: int = 1
    progress: Callable[[int, float | None], None] = lambda _done, _share: None


def evaluate(
    cases: object,
    traces: object = None,
    *,
    k: int | None = None,
    unit: Unit | str = Unit.DOCUMENT,
    condition: Condition | str = Condition.ALL,
    match: MatchMode | str = MatchMode.STANDARD,
    answer_rule: AnswerRule | str = AnswerRule.STATED,
    metrics: Sequence[str] | str = (),
    judges: Sequence[AnyJudge] = (),
    by: Sequence[str] = (),
    corpus: str | os.PathLike[str] | None = None,
    both_failed: bool = False,
    evidence_from_answer: bool | None = None,
    empty_gold: EmptyGold | str = EmptyGold.UNLABELLED,
    missing_as_empty: bool = False,
    allow_disjoint_ids: bool = False,
    ignore_identical_ids: bool = False,
    skip_bad_rows: bool = False,
    fold_chinese: bool = False,
    tolerance: str = "",
    abstention_patterns: str | os.PathLike[str] | None = None,
    reviews: str | os.PathLike[str] | None = None,
    map: Pairs | None = None,  # noqa: A002 - as the command line calls it
    document_key: Iterable[str] | str = (),
    split: Pairs = (),
    encoding: str | None = None,
    sheet: str | None = None,
    workers: int = 1,
) -> Evaluation:
    """Judge every case and say which stage failed.

    Args:
        cases: A path, dictionaries, `Case` records, pairs of `Case` and `Trace`, or a table of pandas,
            Polars or Arrow. Each row may hold the case and its trace. `ragtriage.evaluate` takes files, rows
            and objects of other tools too (see `ragtriage formats`).
        traces: The traces, in any of these forms, when they come apart from the cases.
        k: The deepest rank judged, 1 or more; None for the whole list.
        unit: What gold ids name: `document` or `chunk`.
        condition: When retrieval passes: `all` gold ids, `any`, or one of each of the `groups`.
        match: How texts are compared: `strict`, `whitespace`, `standard` or `values`.
        answer_rule: Whether an answer must equal an expected one (`equals`) or state it (`stated`).
        metrics: Names such as `recall@20`; empty for the usual ones.
        judges: One's own, each in the place of the one that judges its stage.
        by: `tags`, `language` or both: summaries of slices.
        corpus: A file of texts by id, for runs that hold ids only.
        both_failed: Tell apart the cases in which retrieval and answer failed.
        evidence_from_answer: Look for short expected answers in the texts where a case has no evidence; None:
            where it has no gold documents either.
        empty_gold: What empty gold without expected answers means: `unlabelled` or `unanswerable`.
        missing_as_empty: A case without a trace gets one in which nothing came back.
        allow_disjoint_ids: Insist although gold ids and retrieved ids never meet.
        ignore_identical_ids: Leave a document of the query's own id out of its ranked list, as BEIR does.
        skip_bad_rows: Set rows aside that cannot be read; they are counted and listed.
        fold_chinese: Hold Traditional and Simplified characters for equal (extra `chinese`).
        tolerance: How far an amount of an answer may be from the expected one, such as `1%`; dates, times,
            years and versions must be the same.
        abstention_patterns: A file of more patterns of refusals, one a line.
        reviews: A file of what people said of single verdicts, which counts before any judge.
        map: Where fields stand under other names: `{"question": "質問", "retrieved": "hits[*].id"}`.
        document_key: The fields of a retrieved entry that together name its document.
        split: Fields whose texts hold several entries: `"gold_documents"`, or `{"gold_documents": ";"}` with
            what stands between two.
        encoding: Of files that are not UTF-8, such as `cp932`.
        sheet: Of a workbook; None for its first.
        workers: How many processes share the cases out between them.

    Raises:
        DataError: The data cannot be evaluated; the message names file, row and field.
        ConfigError: A setting cannot be used.

    Example:
        >>> evaluation = evaluate(
        ...     [
        ...         {"question": "期限は？", "expected": "翌月5日", "gold_ids": ["policy"],
        ...          "retrieved": ["policy"], "answer": "翌月5日"},
        ...         {"question": "上限は？", "expected": "1万円", "gold_ids": ["travel"],
        ...          "retrieved": ["guide"], "answer": "2万円"},
        ...     ],
        ...     k=2,
        ... )
        >>> evaluation.summary.stages["retrieval"], evaluation.report.mean_recall
        (1, 0.5)
    """
    settings = Settings(
        k=_cutoff(k),
        unit=_choice(Unit, unit, "unit"),
        condition=_choice(Condition, condition, "condition"),
        match=_choice(MatchMode, match, "match"),
        answer_rule=_choice(AnswerRule, answer_rule, "answer rule"),
        metrics=_metric_names(metrics),
        both_failed=both_failed,
        evidence_from_answer=EvidenceFromAnswer.AUTO
        if evidence_from_answer is None
        else evidence_from_answer,
        empty_gold=_choice(EmptyGold, empty_gold, "empty gold"),
        fold_chinese=fold_chinese,
        ignore_identical_ids=ignore_identical_ids,
        tolerance=checked_tolerance(tolerance),
    )
    reading = Reading(
        field_map=field_map_of(map, document_key, split),
        corpus=None if corpus is None else os.fspath(corpus),
        patterns=None if abstention_patterns is None else os.fspath(abstention_patterns),
        missing_as_empty=missing_as_empty,
        allow_disjoint_ids=allow_disjoint_ids,
        skip_bad_rows=skip_bad_rows,
        by=_slices(by),
        reviews=reviews,
        workers=workers,
    )
    cases, traces = (as_input(each, encoding=encoding, sheet=sheet) for each in (cases, traces))
    return evaluate_files(cases, traces, settings, reading, judges=Judges.of(judges), store=RowStore())


def as_input(data: object, *, encoding: str | None, sheet: str | None) -> object:
    """Return a path with what must be known beside it to open the file; other data as they are.

    Raises:
        ConfigError: There is no such encoding of text.
    """
    if not isinstance(data, str | os.PathLike) or isinstance(data, InputPath):
        return data
    if encoding is None and sheet is None:
        return cast("object", data)
    return InputPath(os.fspath(cast("str", data)), encoding=encoding, sheet=sheet)


def evaluate_files(
    cases: object, traces: object, settings: Settings, reading: Reading, *, judges: Judges, store: RowStore
) -> Evaluation:
    """Judge every case of the input, its rows going to the store; see `evaluate`."""
    aside: list[str] = []
    with ExitStack() as stack:
        case_input = _Input(stack, cases, "cases", reading, aside)
        trace_input = None if traces is None else _Input(stack, traces, "traces", reading, aside)
        inputs = [each for each in (case_input, trace_input) if each is not None]
        unjudged: list[int] = []
        names = (inputs[0].name, inputs[-1].name)
        pairs = pair(
            case_input.rows(),
            None if trace_input is None else trace_input.rows(),
            names=names,
            missing_as_empty=reading.missing_as_empty,
            advice=lambda: _fixes(inputs),
            on_unjudged=unjudged.append if getattr(traces, "is_run", False) else None,
        )
        read = Read(survey=case_input.survey, field_map=reading.field_map, aside=aside)
        pairs = _counted(pairs, read)
        corpus = None if reading.corpus is None else Corpus.read(reading.corpus)
        if corpus is not None:
            pairs = corpus.fill(pairs, settings.unit)
        closed_book = None if reading.closed_book is None else _answers(reading.closed_book)
        unused = set(closed_book or ())
        pairs = _crossed_off(pairs, unused) if unused else pairs
        watch = Watch(Meeting(settings.unit, is_allowed=reading.allow_disjoint_ids))
        patterns = () if reading.patterns is None else load_patterns(reading.patterns)
        plan = Plan(
            settings=settings,
            judges=judges,
            inputs=tuple(each.name for each in inputs),
            by=reading.by,
            with_texts=reading.with_texts,
            corpus_fingerprint=None if corpus is None else corpus.fingerprint,
            patterns=tuple(pattern.expression for pattern in patterns),
            system=reading.system.fingerprints,
            configuration=reading.system.configuration,
            closed_book=closed_book,
            reviews=None if reading.reviews is None else load_reviews(reading.reviews),
            interval=reading.interval,
            set_aside=aside,
            progress=lambda done: reading.progress(done, case_input.fraction),
            closing=lambda: chain(
                _closing(reading.field_map, inputs, corpus, unused, aside),
                (UNJUDGED.format(n) for n in unjudged if n),
                () if reading.with_texts else read.left_as_ids(),
            ),
            unread=lambda: _unread_fields(inputs),
        )
        if reading.workers == 1:
            evaluation = run(batches(pairs, settings, watch, patterns), plan, watch, store)
        else:
            from ragtriage.evaluation.distributed.sharing import share_out  # noqa: PLC0415 - one process needs none of it

            is_alone = len(inputs) == 1 and corpus is None and closed_book is None
            parts = case_input.parts() if is_alone else None
            evaluation = share_out(
                grouped(pairs, names[0], closed_book, lambda: case_input.fraction)
                if parts is None
                else parts,
                plan,
                watch,
                read,
                store,
                reader=Reader(
                    field_map=reading.field_map,
                    missing_as_empty=reading.missing_as_empty,
                    skips_bad_rows=reading.skip_bad_rows,
                ),
                patterns=patterns,
                workers=reading.workers,
                progress=reading.progress,
            )
    if not len(evaluation):
        told = f"; rows set aside: {len(aside)}, the first: {aside[0]}" if aside else ""
        raise DataError(f"{names[0]}: holds no rows that can be judged{told}")
    return evaluation


def evaluate_case(
    case: Case | dict[str, Any],
    trace: Trace | None = None,
    *,
    k: int | None = None,
    match: MatchMode | str = MatchMode.WHITESPACE,
    answer_rule: AnswerRule | str = AnswerRule.EQUALS,
) -> dict[str, Any]:
    """Judge one case and return what `report.json` says of it, for use in a unit test.

    Args:
        case: A dictionary with the fields of a case and its trace, or a `Case`.
        trace: Its trace, where the case is a `Case`.
        k: The deepest rank judged; None for the whole list.
        match: How texts are compared; unlike `evaluate`, white space alone may differ.
        answer_rule: Unlike in `evaluate`, the answer must equal an expected one.

    Raises:
        DataError: The case cannot be judged; the message names the field.
        ConfigError: A setting cannot be used.

    Example:
        >>> result = evaluate_case(
        ...     {"question": "経費精算の期限は？", "expected": "翌月5日", "gold_ids": ["expense-policy"],
        ...      "retrieved": ["general-guide"], "actual": "翌月5日"},
        ...     k=2,
        ... )
        >>> result["recall_at_k"], result["answer_match"], result["status"]
        (0.0, True, 'retrieval_failure')
    """
    settings = Settings(
        k=_cutoff(k),
        match=_choice(MatchMode, match, "match"),
        answer_rule=_choice(AnswerRule, answer_rule, "answer rule"),
    )
    survey = Survey("case", is_file=False, pairs=None)
    rows = identified(in_memory([case if trace is None else (case, trace)], survey, _refuse), "case")
    pairs = pair(rows, None, names=("case", "case"), missing_as_empty=False)
    watch = Watch(Meeting(settings.unit, is_allowed=True))
    plan = Plan(settings=settings, judges=Judges.of(), inputs=("case",))
    noted = next(batches(pairs, settings, watch))
    survey.check_spelling()
    judged = blocking(judge_batch(noted, plan.judges, plan.metrics))
    return cast("dict[str, Any]", msgspec.json.decode(encode_head(judged.results[0])))


def _answers(path: str) -> dict[str, str | None]:
    """Read closed-book answers by id."""
    answers: dict[str, str | None] = {}
    with closing(open_source(path)) as source:
        survey = Survey(source.name)
        rows = identified(read_rows(source, Format.AUTO, survey, _refuse), source.name)
        for row in rows:
            answer = UNSET if row.trace is None else row.trace.answer
            if answer is UNSET:
                raise SchemaError(f"{source.name}: the row of {row.case.id!r} has no `answer`")
            if row.case.id in answers:
                raise AlignmentError(
                    f"{source.name}: two answers have the id {row.case.id!r}; ids must differ"
                )
            answers[row.case.id] = answer
        survey.check_spelling()
    return answers


def _counted(pairs: Iterator[Pair], read: Read) -> Iterator[Pair]:
    """Yield the pairs as they come, and count those whose question is their id."""
    for each in pairs:
        read.named += each.case.id == each.case.question
        yield each


@runtime_checkable
class RowReader(Protocol):
    """What reads a file of another layout."""

    @property
    def name(self) -> str:
        """The file, as the user wrote it."""
        ...

    @property
    def survey(self) -> Survey:
        """What was seen of its rows so far."""
        ...

    def rows(self, on_bad: OnBad) -> Iterator[Row]:
        """Yield its rows, each with its id; `on_bad` is given the error of one that cannot be read."""
        ...


class _Input:
    """One side of the input: a file that is opened, or rows in memory."""

    def __init__(self, stack: ExitStack, data: object, kind: str, reading: Reading, aside: list[str]) -> None:
        self._data = data
        self._reading = reading
        self._source: Source | None = None
        if isinstance(data, str | os.PathLike):
            self._source = open_source(cast("str", data))
            stack.callback(self._source.close)
        self.name = self._source.name if self._source else kind
        if isinstance(data, RowReader):
            self.name = data.name
        self.survey = (
            data.survey
            if isinstance(data, RowReader)
            else Survey(self.name, is_file=self._source is not None)
        )
        self._on_bad: OnBad = partial(_set_aside, aside) if reading.skip_bad_rows else _refuse

    @property
    def fraction(self) -> float | None:
        """How much of it has been read, if that is known."""
        return self._source.fraction if self._source else None

    def parts(self) -> Iterator[Part] | None:
        """Cut it into parts if it is a file of JSON lines, or of Parquet on this machine; None else."""
        source, form, workers = self._source, self._reading.form, self._reading.workers
        if source is None:
            return None
        form = detect(source) if form is Format.AUTO else form
        is_as_it_stands = source.is_plain and not isinstance(self._data, InputPath)
        path = source.path if is_as_it_stands and source.size is not None else None
        if form is Format.PARQUET and path is not None:
            from ragtriage.evaluation.distributed.table_parts import table_stretches  # noqa: PLC0415 - as below

            return table_stretches(source, path, workers)
        if form is not Format.JSONL:
            return None
        return blocks(source) if path is None else stretches(source, path, workers)

    def rows(self) -> Iterator[Row]:
        """Yield its rows, each with its id."""
        if isinstance(self._data, RowReader):
            return identified(self._data.rows(self._on_bad), self.name)
        rows = (
            read_rows(self._source, self._reading.form, self.survey, self._on_bad, self._reading.field_map)
            if self._source
            else in_memory(self._data, self.survey, self._on_bad, self._reading.field_map)
        )
        return identified(rows, self.name)


def _crossed_off(pairs: Iterable[Pair], ids: set[str]) -> Iterator[Pair]:
    """Yield the pairs, taking the id of each out of `ids`."""
    for each in pairs:
        ids.discard(each.case.id)
        yield each


def _closing(
    field_map: FieldMap | None,
    inputs: Sequence[_Input],
    corpus: Corpus | None,
    unused: AbstractSet[str],
    aside: Sequence[str],
) -> Iterator[str]:
    """Look at the input as a whole: refuse a misspelt field, yield what a reader should know."""
    for each in inputs:
        each.survey.check_spelling()
    if field_map is not None:
        field_map.check(", ".join(each.name for each in inputs))
    for each in inputs:
        yield from each.survey.warnings()
    for each in inputs:
        yield from each.survey.notes
    yield from filter(None, map(unread_warning, _unread_by_input(inputs)))
    yield from _unread(inputs)
    if aside:
        yield f"rows set aside, because they could not be read: {len(aside)}; the first: {aside[0]}"
    if corpus is not None and (warning := corpus.warning()) is not None:
        yield warning
    if unused:
        yield f"{len(unused)} closed-book answers have no case, such as that of {min(unused)!r}"


def _unread_by_input(inputs: Sequence[_Input]) -> list[tuple[UnreadField, ...]]:
    """Return what was not read of each input; of two, each gives what is read from it alone."""
    if len(inputs) == 1:
        return [inputs[0].survey.unread_fields()]
    cases, traces = (each.survey for each in inputs)
    return [cases.unread_fields(OF_CASES), traces.unread_fields(OF_TRACES)]


def _unread_fields(inputs: Sequence[_Input]) -> tuple[UnreadField, ...]:
    return tuple(chain.from_iterable(_unread_by_input(inputs)))


def _fixes(inputs: Sequence[_Input]) -> tuple[str, ...]:
    """Return the options that would read what was not read so far."""
    return tuple(one.fix for one in _unread_fields(inputs) if one.fix is not None)


# What is told of, where it stands on the side on which nobody reads it; an id may stand on both.
_OF_CASES: Final = ("expected_answers", "gold_documents", "evidence", "answerable", "tags", "cluster")
_OF_TRACES: Final = ("retrieved", "retrieved_texts", "context", "answer")


def _unread(inputs: Sequence[_Input]) -> Iterator[str]:
    """Name the fields of one side that stand on the other, where nobody reads them."""
    if len(inputs) < 2:
        return
    cases, traces = inputs
    for here, other, fields in ((cases, traces, _OF_TRACES), (traces, cases, _OF_CASES)):
        found = [FIELDS[name][0] for name in fields if name in here.survey.fields]
        if found:
            yield f"{here.name}: {', '.join(found)} not read from there, but from {other.name} alone"


def _refuse(error: SchemaError) -> None:
    raise error


def _set_aside(aside: list[str], error: SchemaError) -> None:
    aside.append(str(error))


def _cutoff(k: object) -> int | None:
    if k is None:
        return None
    # a whole number of numpy is one too, and True is none
    cutoff = operator.index(k) if isinstance(k, SupportsIndex) and not isinstance(k, bool) else 0
    if cutoff < 1:
        raise ConfigError(f"k must be a positive integer, or None for the whole list: {k!r}")
    return cutoff


def _metric_names(names: Sequence[object] | str) -> tuple[str, ...]:
    metrics = (names,) if isinstance(names, str) else tuple(names)
    for name in metrics:
        if not isinstance(name, str):
            raise ConfigError(f"a metric is named by a string such as 'recall@5', found {name!r}")
    return cast("tuple[str, ...]", metrics)


def _choice(kind: type[T], value: T | str, what: str) -> T:
    try:
        return kind(value)
    except ValueError:
        known = ", ".join(member.value for member in kind)
        raise ConfigError(f"unknown {what} {value!r}; known: {known}") from None


def _slices(by: Sequence[str]) -> tuple[str, ...]:
    names = (by,) if isinstance(by, str) else tuple(by)
    for name in names:
        if name not in {"tags", "language"}:
            raise ConfigError(f"cannot slice by {name!r}; known: language, tags")
    return names
