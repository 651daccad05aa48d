"""Files of other tools, damaged in every way: a clear error or a right reading, and no row lost in silence.

`RAGTRIAGE_FUZZ` sets how often each file's layout is tried; the damage is the same in every run, and another
one under another `RAGTRIAGE_FUZZ_SEED`.
"""

from __future__ import annotations

import csv
import gzip
import io
import json
import os
import random
from contextlib import closing
from pathlib import Path

import msgspec
import pytest

from ragtriage.errors import RagtriageError
from ragtriage.importers import reading
from ragtriage.importers.reading import read, recognise
from ragtriage.importers.table import IMPORTERS
from ragtriage.io.files import open_source
from ragtriage.io.input_path import InputPath
from ragtriage.io.rows import Format, read_rows
from ragtriage.io.survey import Survey

TIMES = int(os.environ.get("RAGTRIAGE_FUZZ", "500"))
SEED = os.environ.get("RAGTRIAGE_FUZZ_SEED", "")
MOST_SECONDS = 20

# Small files, or the beginning of large ones, so that many a mutant is read in a second.
SAMPLES = {
    "exports/autorag_qa.parquet": 10,
    "exports/autorag_corpus.parquet": 55,
    "exports/azure_rag_baseline.jsonl": 4,
    "exports/azure_rag_prompt_nomarkdownmention.jsonl": 4,
    "exports/cookbook_basic_per_question.csv": 8,
    "exports/cookbook_reranked_per_question.csv": 8,
    "exports/cookbook_docs_eval.json": 4,
    "exports/deepeval_goldens.csv": 15,
    "exports/deepeval_goldens.json": 15,
    "exports/deepeval_test_cases.csv": 3,
    "exports/deepeval_test_cases.json": 3,
    "exports/haystack/detailed_squad_all-MiniLM-L6-v2__top_k1__chunk_size5.csv": 5,
    "exports/haystack/detailed_squad_all-mpnet-base-v2__top_k3__chunk_size15.csv": 5,
    "exports/haystack/score_report_squad_all-MiniLM-L6-v2__top_k1__chunk_size5.csv": 5,
    "exports/haystack/score_report_squad_all-mpnet-base-v2__top_k3__chunk_size15.csv": 5,
    "exports/haystack_detailed_ja.csv": 5,
    "exports/haystack_detailed_ja.json": 20,
    "exports/haystack_aggregated_ja.csv": 4,
    "exports/langsmith_webqa_correct.json": 5,
    "exports/langsmith_webqa_incorrect.json": 5,
    "exports/llamaindex_rag_dataset.json": 3,
    "exports/llamaindex_rag_predictions.json": 3,
    "exports/promptflow_groundedness_data.jsonl": 1,
    "exports/promptfoo_retrieval_results.json": 4,
    "exports/ragas_dataset.csv": 3,
    "exports/ragas_dataset.jsonl": 3,
    "exports/ragas_hf_doc_qa_eval.csv": 8,
    "exports/ragchecker_checking_inputs.json": 2,
    "exports/ragchecker_checking_outputs.json": 2,
    "exports/trulens_retrieval_span.json": 1,
    "qa/clapnq_dev_a.jsonl": 3,
    "qa/cmrc2018_trial_cut.json": 2,
    "qa/hotpotqa_distractor50.jsonl": 2,
    "qa/jsquad_valid_cut.json": 1,
    "qa/squad2_dev_cut.json": 1,
    "qa/strategyqa_dev_cut.json": 3,
    "qa/xquad_zh_cut.json": 1,
    "qa/xquad_en_cut.json": 1,
    "normalisation/squad2_predictions.json": 160,
    "ir/trec_eval/qrels.test": 30,
    "ir/trec_eval/results.test": 30,
    "spans": 0,
    "spans with outputs": 0,
    "otlp": 0,
    "mlflow": 0,
    "mlflow results": 0,
    "ranx": 0,
    "ranx run": 0,
    "topics": 0,
    "embedding": 0,
    "langchain": 0,
    "own": 0,
}

# Layouts without a file in the shared data, as their makers document them.
MADE = {
    "spans": (
        ".jsonl",
        "\n".join(
            json.dumps(
                {
                    "name": name,
                    "context": {"trace_id": f"t{i}", "span_id": f"{i}{name}"},
                    "parent_id": None if name == "query" else f"{i}query",
                    "start_time": f"2025-01-01T00:00:0{j}Z",
                    "attributes": attributes,
                },
                ensure_ascii=False,
            )
            for i in range(3)
            for j, (name, attributes) in enumerate(
                [
                    ("query", {"input.value": f"問い{i}", "output.value": "答え"}),
                    (
                        "retrieve",
                        {
                            "openinference.span.kind": "RETRIEVER",
                            "retrieval.documents.0.document.id": "a",
                            "retrieval.documents.0.document.content": "本文",
                            "retrieval.documents.0.document.score": 0.5,
                            "retrieval.documents.1.document.id": "b",
                        },
                    ),
                ]
            )
        ),
    ),
    "spans with outputs": (
        ".jsonl",
        "\n".join(
            json.dumps(
                {
                    "name": "retrieve",
                    "context": {"trace_id": f"t{i}", "span_id": f"{i}"},
                    "attributes": {
                        "openinference.span.kind": "RETRIEVER",
                        "input.value": "問い",
                        "output.value": json.dumps({"documents": documents}, ensure_ascii=False),
                    },
                },
                ensure_ascii=False,
            )
            for i, documents in enumerate(
                [
                    [{"page_content": "本文", "metadata": {"page": 1}}],
                    [{"node": {"id_": "n", "text": "本文"}, "score": 0.5}],
                    [[{"id": "a", "content": "本文"}, 0.5]],
                    ["窓口は九時に開きます。"],
                ]
            )
        ),
    ),
    "mlflow": (
        ".jsonl",
        "\n".join(
            json.dumps(row, ensure_ascii=False)
            for row in [
                {
                    "dataset_record_id": "1",
                    "inputs": {"question": "問い"},
                    "outputs": {
                        "response": "答え",
                        "retrieved_context": [{"doc_uri": "a", "content": "本文"}],
                    },
                    "expectations": {"expected_facts": ["答え"], "guidelines": ["短く"]},
                },
                {
                    "dataset_record_id": "2",
                    "inputs": {"messages": [{"role": "user", "content": "問い"}]},
                    "outputs": {"choices": [{"message": {"role": "assistant", "content": "答え"}}]},
                    "expectations": {
                        "expected_response": "答え",
                        "expected_retrieved_context": [{"doc_uri": "a"}],
                    },
                },
            ]
        ),
    ),
    "mlflow results": (
        ".json",
        json.dumps(
            {
                "columns": ["inputs", "ground_truth", "outputs", "toxicity/v1/score"],
                "data": [["問い", "答え", "答え", 0.1], ["問い2", "答え2", "答え", 0.2]],
            },
            ensure_ascii=False,
        ),
    ),
    "otlp": (
        ".json",
        json.dumps(
            {
                "resourceSpans": [
                    {
                        "scopeSpans": [
                            {
                                "spans": [
                                    {
                                        "traceId": f"{i:032x}",
                                        "spanId": f"{i:016x}",
                                        "name": "retrieve",
                                        "startTimeUnixNano": str(10**18 + i),
                                        "attributes": [
                                            {"key": "input.value", "value": {"stringValue": "q"}},
                                            {
                                                "key": "retrieval.documents.0.document.id",
                                                "value": {"stringValue": "a"},
                                            },
                                            {
                                                "key": "retrieval.documents.0.document.score",
                                                "value": {"doubleValue": 0.5},
                                            },
                                        ],
                                    }
                                    for i in range(4)
                                ]
                            }
                        ]
                    }
                ]
            }
        ),
    ),
    "ranx": (".json", json.dumps({f"q{i}": {"d1": 1, "d2": 2} for i in range(6)})),
    "ranx run": (".json", json.dumps({f"q{i}": {"d1": 0.5, "d2": 0.25} for i in range(6)})),
    "topics": (
        ".txt",
        "".join(
            f"<top>\n<num> Number: {i}\n<title> airbus subsidies\n<desc> Description:\nWhat?\n</top>\n"
            for i in range(301, 306)
        ),
    ),
    "langchain": (
        ".jsonl",
        "\n".join(
            json.dumps(
                {
                    "input": f"問い{i}",
                    "context": [{"id": None, "page_content": "本文", "metadata": {"source": "a.pdf"}}],
                    "answer": "答え",
                },
                ensure_ascii=False,
            )
            for i in range(3)
        ),
    ),
    "own": (
        ".csv",
        "id,question,expected,gold_ids,retrieved,answer,\n"
        + "".join(f'{i},問い{i},はい,"[""a""]","[""a"", ""b""]",はい,備考\n' for i in range(4)),
    ),
    "embedding": (
        ".json",
        json.dumps(
            {
                "queries": {f"q{i}": f"what {i}" for i in range(4)},
                "corpus": {f"n{i}": f"text {i}" for i in range(4)},
                "relevant_docs": {f"q{i}": [f"n{i}"] for i in range(4)},
            }
        ),
    ),
}


def sample(shared: Path, name: str) -> tuple[str, bytes]:
    """Return the beginning of a file, whole in its own way, and the ending of its name."""
    if name in MADE:
        suffix, text = MADE[name]
        return suffix, text.encode()
    path, rows = shared / "data" / name, SAMPLES[name]
    if path.suffix == ".parquet":
        return path.suffix, path.read_bytes()
    text = path.read_text("utf-8")
    if path.suffix == ".csv":
        table = list(csv.reader(io.StringIO(text, newline="")))[: rows + 1]
        cut = io.StringIO(newline="")
        csv.writer(cut).writerows(table)
        return path.suffix, cut.getvalue().encode()
    if path.suffix != ".json":
        return path.suffix, "\n".join(text.split("\n")[:rows]).encode()
    return path.suffix, json.dumps(_cut(json.loads(text), rows), ensure_ascii=False).encode()


def _cut(value, rows: int, depth: int = 0):
    """Return a document with no more than some items in the lists near its top."""
    if isinstance(value, list) and depth <= 2:
        return [_cut(item, rows, depth + 1) for item in value[:rows]]
    if isinstance(value, dict):
        return {
            key: _cut(item, rows, depth + 1) for key, item in value.items() if key not in {"table", "config"}
        }
    return value


@pytest.fixture
def counted(monkeypatch):
    """Count the rows that go in, whatever the layout makes of them."""
    rows = []
    entry_of = reading._entry

    def counting(raw, *rest):
        rows.append(raw)
        return entry_of(raw, *rest)

    monkeypatch.setattr(reading, "_entry", counting)
    return rows


@pytest.mark.parametrize("name", SAMPLES)
def test_a_damaged_file_is_read_rightly_or_refused_clearly(shared, tmp_path, counted, damage, name) -> None:
    suffix, data = sample(shared, name)
    path = tmp_path / f"file{suffix}"
    path.write_bytes(data)
    layout = recognise(str(path)).name
    outcomes = {"read": 0, "set aside": 0}
    refused: list[str] = []
    share = -(-TIMES // sum(_layout_of(other) == _layout_of(name) for other in SAMPLES))
    for turn in range(share):
        chance = random.Random(f"{SEED}{name}{turn}")  # noqa: S311 - damage, and the same in every run
        path.write_bytes(damage.damaged(data, suffix, chance))
        counted.clear()
        bad: list[Exception] = []
        # as it is recognised, or held to be what it was
        asked = layout if layout in IMPORTERS and chance.random() < 0.7 else None
        # in some encoding that is named, rightly or wrongly
        is_named = chance.random() < 0.1
        named = InputPath(str(path), encoding=chance.choice(damage.ENCODINGS)) if is_named else str(path)
        try:
            with damage.in_time(MOST_SECONDS):
                found = recognise(named) if asked is None else None
                if found is not None and found.is_native:
                    rows = _read_own(named, counted, bad)
                else:
                    rows = list(read(named, asked, on_bad=bad.append))
        except RagtriageError as error:
            refused.append(str(error))
            continue
        except Exception as error:
            error.add_note(f"{name}, turn {turn}, as {asked}")
            raise
        outcomes["set aside" if bad else "read"] += 1
        assert len(rows) + len(bad) == len(counted), (name, turn)
        is_own = found is not None and found.is_native
        wanted = None if is_own or is_named else _rows_in(path, name)
        assert wanted is None or len(counted) == wanted, (name, turn)
        assert all(str(path) in str(error) and len(str(error)) < 2000 for error in bad), (name, turn)
        for case, trace in rows:
            assert case.id or case.question or is_own
            assert trace is None or trace.id == case.id
            msgspec.json.encode((case, trace))
    assert sum(outcomes.values()) + len(refused) == share
    assert all(0 < len(message) < 2000 for message in refused)
    assert refused or outcomes["set aside"], "no damage was noticed"


def _read_own(path: str, counted: list, bad: list):
    """Read a file that is taken for one of our own, counting its rows."""
    with closing(open_source(path)) as source:
        survey = Survey(source.name)
        rows = [(row.case, row.trace) for row in read_rows(source, Format.AUTO, survey, bad.append)]
    counted.extend([None] * survey.rows)
    return rows


def _rows_in(path: Path, name: str) -> int | None:
    """Count the rows of a file in another way than the readers do; None where rows are joined or made."""
    data = path.read_bytes()
    data = gzip.decompress(data) if data.startswith(b"\x1f\x8b") else data
    if name in MADE or "trulens" in name or path.suffix not in {".jsonl", ".csv", ".json"}:
        return None
    if path.suffix == ".jsonl" and not data.lstrip().startswith(b"["):
        return sum(bool(line.strip()) for line in data.split(b"\n"))
    if path.suffix == ".csv":
        return sum(map(bool, csv.reader(io.StringIO(data.decode("utf-8-sig"), newline="")))) - 1
    try:
        found = json.loads(data.decode("utf-8-sig"))
    except ValueError:
        return None
    for key in ("examples", "predictions", "results"):
        found = found.get(key) if isinstance(found, dict) and key in found else found
    return len(found) if isinstance(found, list) else None


def _layout_of(name: str) -> str:
    """Return a file's layout, as far as its name says it."""
    return next((each for each in IMPORTERS if each.split("-")[0] in name), name)
