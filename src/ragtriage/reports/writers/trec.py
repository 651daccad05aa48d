"""TREC and BEIR: judgements, a run and the questions, in a folder."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final, NamedTuple

import msgspec
from msgspec.structs import replace

from ragtriage.errors import DataError
from ragtriage.model import Case, Gold, Retrieved, Trace, Unit
from ragtriage.reports.writers.ids import check_lists, identified, named_by
from ragtriage.reports.writers.losses import Pair

__all__ = ["BEIR_FILES", "TREC_FILES", "kept_in_beir", "kept_in_trec", "write_beir", "write_trec"]

TREC_FILES: Final = ("topics.tsv", "qrels.txt", "run.txt")
BEIR_FILES: Final = ("queries.jsonl", "corpus.jsonl", "qrels/test.tsv", "run.trec")

_TAG: Final = "ragtriage"


def kept_in_trec(pairs: Iterable[Pair], unit: Unit) -> Iterator[Pair]:
    """Yield what judgements, a run and topics hold: grades by id, and ranked ids with their scores.

    A document stands in a list once, at its first place, and an entry without an id not at all. Scores are
    kept where they give the order of the list; trec_eval knows no other order.
    """
    for pair in pairs:
        case, trace = identified(pair)
        gold = case.gold_documents
        entries = named_by(trace, unit)
        ranked = None if entries is None else _ranked(entries)
        yield (
            Case(
                id=case.id,
                question=" ".join(case.question.split()),
                gold_documents=None if gold is None or not gold.grades else Gold(grades=gold.grades),
            ),
            None if ranked is None else Trace(id=case.id, retrieved=ranked),
        )


def _ranked(entries: Sequence[Retrieved]) -> tuple[Retrieved, ...]:
    first = {item.document_id: item for item in reversed(entries) if item.document_id is not None}
    ids = dict.fromkeys(item.document_id for item in entries if item.document_id is not None)
    kept = [first[identifier] for identifier in ids]
    has_scores = _give_the_order(kept)
    return tuple(
        Retrieved(document_id=item.document_id, score=item.score if has_scores else None) for item in kept
    )


def _give_the_order(entries: Sequence[Retrieved]) -> bool:
    """Tell whether trec_eval would rank the entries as they stand: by score, then by id, last first."""
    keys = [(item.score, item.document_id) for item in entries if item.score is not None]
    return len(keys) == len(entries) and keys == sorted(keys, reverse=True)


def kept_in_beir(pairs: Iterable[Pair], unit: Unit) -> Iterator[Pair]:
    """Yield what a BEIR folder holds: what TREC files do, the question as it is, and one text a document."""
    held = list(pairs)
    texts = _corpus(held, unit)
    for (case, _), (kept, trace) in zip(held, kept_in_trec(held, unit), strict=True):
        if trace is not None and trace.retrieved is not None:
            items = (item for item in trace.retrieved if isinstance(item, Retrieved))
            trace = replace(  # noqa: PLW2901 - with its texts
                trace,
                retrieved=tuple(replace(item, text=texts.get(item.document_id or "")) for item in items),
            )
        yield replace(kept, question=case.question), trace


def _corpus(pairs: Sequence[Pair], unit: Unit) -> dict[str, str]:
    """Return the text of every document that has one; of several chunks, one after another."""
    texts: dict[str, dict[str, None]] = {}
    for _, trace in pairs:
        for item in named_by(trace, unit) or ():
            if item.document_id is not None and item.text is not None:
                texts.setdefault(item.document_id, {})[item.text] = None
    return {identifier: "\n".join(parts) for identifier, parts in texts.items()}


def write_trec(pairs: Sequence[Pair], folder: Path) -> None:
    """Write `topics.tsv` and, as far as they are known, `qrels.txt` and `run.txt`.

    Raises:
        DataError: An id has white space in it, two cases have the same id, or the list of some cases was not
            recorded.
    """
    parts = _parts(pairs, "TREC")
    topics = (f"{case.id}\t{case.question}\n" for case, _ in pairs)
    _write(folder / "topics.tsv", topics)
    if parts.judgements:
        _write(
            folder / "qrels.txt", (f"{query} 0 {item} {grade}\n" for query, item, grade in parts.judgements)
        )
    if parts.has_run:
        _write(folder / "run.txt", _run(pairs))


def write_beir(pairs: Sequence[Pair], folder: Path) -> None:
    """Write queries, corpus and judgements, and beside them the run, which BEIR has no place for.

    Raises:
        DataError: As for `write_trec`; or no case has a gold id.
    """
    parts = _parts(pairs, "BEIR")
    if not parts.judgements:
        raise DataError("no case has a gold id, and a BEIR folder is its judgements; write another layout")
    _write(folder / "queries.jsonl", (_line({"_id": case.id, "text": case.question}) for case, _ in pairs))
    texts: dict[str, str] = {}
    for _, trace in pairs:
        for item in (trace.retrieved if trace is not None else None) or ():
            if isinstance(item, Retrieved) and item.document_id is not None and item.text is not None:
                texts[item.document_id] = item.text
    corpus = (_line({"_id": one, "title": "", "text": text}) for one, text in texts.items())
    _write(folder / "corpus.jsonl", corpus)
    (folder / "qrels").mkdir()
    lines = (f"{query}\t{item}\t{grade}\n" for query, item, grade in parts.judgements)
    _write(folder / "qrels" / "test.tsv", ["query-id\tcorpus-id\tscore\n", *lines])
    if parts.has_run:
        _write(folder / "run.trec", _run(pairs))


class _Parts(NamedTuple):
    judgements: list[tuple[str, str, int | float]]  # query, document, grade
    has_run: bool


def _parts(pairs: Sequence[Pair], layout: str) -> _Parts:
    seen: set[str] = set()
    judgements: list[tuple[str, str, int | float]] = []
    for case, trace in pairs:
        _check_id(case.id, layout, "a case")
        if case.id in seen:
            raise DataError(f"two cases have the id {case.id!r}; in {layout} files ids must differ")
        seen.add(case.id)
        if case.gold_documents is not None:
            for document, grade in case.gold_documents.grades.items():
                _check_id(document, layout, "a gold document")
                judgements.append((case.id, document, grade))
        for item in (trace.retrieved if trace is not None else None) or ():
            _check_id(item if isinstance(item, str) else item.document_id or "", layout, "a document")
    return _Parts(judgements, check_lists(pairs, layout))


def _check_id(identifier: str, layout: str, what: str) -> None:
    if identifier.split() != [identifier]:
        raise DataError(
            f"the id {identifier!r} of {what} is empty or has white space in it, which {layout} files "
            "cannot hold; give it another, or write another layout"
        )


def _run(pairs: Sequence[Pair]) -> Iterator[str]:
    for case, trace in pairs:
        entries = [
            item
            for item in (trace.retrieved if trace is not None else None) or ()
            if isinstance(item, Retrieved)
        ]
        for place, item in enumerate(entries):
            score = item.score if item.score is not None else len(entries) - place
            yield f"{case.id} Q0 {item.document_id} {place + 1} {score!r} {_TAG}\n"


def _line(row: Mapping[str, str]) -> str:
    return msgspec.json.encode(row).decode() + "\n"


def _write(path: Path, lines: Iterable[str]) -> None:
    with path.open("w", encoding="utf-8", newline="\n") as file:
        file.writelines(lines)
