"""Whatever stands in a field of a case, the JSON files are JSON, a line a case, and have it as it was."""

from __future__ import annotations

import json

import msgspec

from ragtriage import compare, evaluate
from ragtriage.comparison.records import Comparison
from ragtriage.evaluation.evaluation import Evaluation
from ragtriage.reports.html.embedding import embedded


def has_controls(data: bytes) -> bool:
    """Tell whether a terminal that prints the file is steered by a byte of C0."""
    return any(byte < 0x20 and byte != 0x0A for byte in data)


def test_an_evaluation_is_written_and_read_back_as_it_was(hostile, hostile_row, repeating_judge, tmp_path):
    row = hostile_row(hostile, context=[hostile])
    evaluation = evaluate([row], judges=[repeating_judge(hostile)], by=["tags"])
    evaluation.save(tmp_path / "out")
    data = (tmp_path / "out" / "cases.jsonl").read_bytes()
    assert data.count(b"\n") == 1
    assert not has_controls(data)
    report = (tmp_path / "out" / "report.json").read_bytes()
    assert json.loads(data)["question"] == hostile
    assert json.loads(report)["cases"][0]["id"] == hostile
    assert not has_controls(report)
    [back] = Evaluation.load(tmp_path / "out")
    [known] = evaluation
    assert back == known
    assert Evaluation.load(tmp_path / "out").find(hostile) == known


def test_a_comparison_is_json(hostile, hostile_row):
    one, other = evaluate([hostile_row(hostile)]), evaluate([hostile_row(hostile, answer="", retrieved=[])])
    data = msgspec.json.encode(compare(one, other))
    assert not has_controls(data)
    assert json.loads(data)["n"] == 1
    assert msgspec.json.decode(data, type=Comparison) == compare(one, other)


def test_data_within_a_page_close_no_element_and_open_none(hostile, hostile_row):
    text = embedded(hostile_row(hostile))
    assert not {"<", ">", "&", "\u2028", "\u2029"} & set(text)
    assert json.loads(text) == json.loads(json.dumps(hostile_row(hostile)))
