"""What the frozen commands read: the shared data, the examples, and cases made of the tables of the tests."""

from __future__ import annotations

import csv
import gzip
import hashlib
import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

Row = dict[str, Any]

PARTS = 4  # of a long set: commands run two at a time


def make(folder: Path, *, root: Path, shared: Path) -> None:
    """Fill a folder with the inputs: links to what lies elsewhere, and files of cases."""
    (folder / "data").symlink_to(shared / "data")
    (folder / "examples").symlink_to(root / "examples")
    for name, rows in _sets(root, shared):
        _write(folder / f"{name}.jsonl", rows)


def digest(root: Path, shared: Path) -> str:
    """Return a hash of what is made for the commands: what was recorded of other inputs holds no more."""
    whole = hashlib.sha256()
    for name, rows in _sets(root, shared):
        whole.update(name.encode())
        whole.update(json.dumps(list(rows)).encode())
    return whole.hexdigest()[:12]


def _sets(root: Path, shared: Path) -> Iterator[tuple[str, Iterable[Row]]]:
    golden, labels = root / "tests" / "golden", shared / "data" / "human_labels"
    yield "tries", _tries(golden / "tries")
    yield "stated", _stated(golden / "stated.tsv")
    yield "judged", _judged(golden / "judged_answers.tsv")
    yield "amounts", _amounts(golden / "amounts.tsv")
    yield "wordings", _wordings(golden / "paraphrases.tsv")
    yield "matching", _matching(shared / "cases" / "matching.tsv")
    yield "refusals", _refusals(golden / "refusals", root / "benchmarks" / "refusals")
    yield "written", _lines(golden / "written_cases.jsonl")
    yield "stages", _lines(root / "benchmarks" / "stages" / "cases.jsonl")
    evouna = list(_answers(_lines(labels / "evouna_nq_a.jsonl.gz"), "answer"))
    for part in range(PARTS):
        yield f"evouna{part}", evouna[part::PARTS]
    yield "nq301", _answers(_lines(labels / "openqa_nq301.jsonl"), "answer")
    mkqa = shared / "data" / "normalisation" / "mkqa_parallel_predictions.jsonl"
    yield "mkqa", _answers(_lines(mkqa), "prediction", expected="answers")
    yield "variants", _variants(labels / "jsquad_answer_variants.jsonl")
    yield "claims", _claims(labels / "expertqa_claims.jsonl")
    for name in ("jnli_valid400.jsonl", "klue_nli.jsonl", "jsick_a.jsonl.gz", "ocnli_a.jsonl.gz"):
        yield name.partition("_")[0] + "_pairs", _pairs(labels / name)
    for language in ("en", "ja", "ko", "zh"):
        path = shared / "data" / "outputs" / f"nomiracl_{language}.jsonl.gz"
        yield f"nomiracl_{language}", _outputs(path)


def _tries(folder: Path) -> Iterator[Row]:
    for path in sorted(folder.glob("*.jsonl")):
        for line in _lines(path):
            case = line["case"]
            yield {
                "id": line["id"],
                "question": case["question"],
                "expected_answers": case.get("expected") or [],
                "gold_ids": case.get("gold_ids") or [],
                "evidence": case.get("evidence") or [],
                "retrieved": case.get("retrieved") or [],
                "answer": case.get("answer"),
            }


def _stated(path: Path) -> Iterator[Row]:
    for number, row in enumerate(_table(path)):
        yield _answer(f"stated-{number}", row["question"], row["expected"].split(" || "), row["answer"])


def _judged(path: Path) -> Iterator[Row]:
    for number, row in enumerate(_table(path)):
        case = _answer(f"judged-{number}", row["question"], row["expected"].split(" || "), row["answer"])
        yield {**case, "evidence": [row["evidence"]] if row["evidence"] else []}


def _amounts(path: Path) -> Iterator[Row]:
    for number, row in enumerate(_table(path)):
        name, given, said = f"{row['stage']}-{number}", row["given"], row["said"]
        if row["stage"] == "support":
            yield {**_answer(name, row["question"] or "?", [], said), "retrieved": [_text(given)]}
        elif row["stage"] == "evidence":
            case = _answer(name, row["question"] or "?", [given], given)
            yield {**case, "evidence": [given], "retrieved": [_text(said)]}
        else:
            yield _answer(name, row["question"] or "?", [given], said)


def _wordings(path: Path) -> Iterator[Row]:
    for number, row in enumerate(_table(path)):
        yield _answer(f"wording-{number}", row["question"], row["expected"].split(" || "), row["answer"])


def _matching(path: Path) -> Iterator[Row]:
    for row in _table(path):
        one, other = (
            row[side].encode("latin-1", "backslashreplace").decode("unicode_escape") for side in ("a", "b")
        )
        yield _answer(row["id"], "?", [one], other)


def _refusals(*folders: Path) -> Iterator[Row]:
    paths = [path for folder in folders for path in sorted(folder.rglob("*.tsv"))]
    for path in paths:
        for number, row in enumerate(_table(path)):
            yield _answer(
                f"{path.parent.name}-{path.stem}-{number}", row.get("question") or "?", [], row["text"]
            )


def _answers(rows: Iterable[Row], answer: str, expected: str = "expected_answers") -> Iterator[Row]:
    for number, row in enumerate(rows):
        yield _answer(f"row-{number}", row["question"], row[expected], row[answer])


def _variants(path: Path) -> Iterator[Row]:
    for row in _lines(path):
        first, *others = row["variants"]
        for number, other in enumerate(others):
            yield _answer(f"{row['question_id']}-{number}", row["question"], [first], other)


def _claims(path: Path) -> Iterator[Row]:
    for number, row in enumerate(_lines(path)):
        case = _answer(f"claim-{number}", row["question"], [], row["claim"])
        yield {**case, "retrieved": [_text(text, place) for place, text in enumerate(row["evidence"])]}


def _pairs(path: Path) -> Iterator[Row]:
    for number, row in enumerate(_lines(path)):
        given = row.get("sentence1") or row.get("premise") or row.get("sentence_A_Ja")
        said = row.get("sentence2") or row.get("hypothesis") or row.get("sentence_B_Ja")
        yield {**_answer(f"pair-{number}", "?", [], said), "retrieved": [_text(given)]}


def _outputs(path: Path) -> Iterator[Row]:
    for row in _lines(path):
        for model, text in row["outputs"].items():
            yield _answer(f"{row['id']}-{model}", row["question"], [], text)


def _answer(name: str, question: str, expected: Iterable[str], answer: str) -> Row:
    return {"id": name, "question": question, "expected_answers": list(expected), "answer": answer}


def _text(text: str, place: int = 0) -> Row:
    return {"document_id": f"d{place}", "text": text}


def _table(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))
    return [{name: (cell or "").replace("\\n", "\n") for name, cell in row.items() if name} for row in rows]


def _lines(path: Path) -> Iterator[Row]:
    opened = gzip.open if path.suffix == ".gz" else Path.open
    with opened(path, "rt", encoding="utf-8") as file:
        yield from map(json.loads, file)


def _write(path: Path, rows: Iterable[Row]) -> None:
    with path.open("w", encoding="utf-8") as file:
        for row in rows:
            file.write(json.dumps(row, ensure_ascii=False) + "\n")
