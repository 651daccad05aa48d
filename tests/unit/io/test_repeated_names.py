"""Names that stand twice in one object are told, wherever the object stands."""

from __future__ import annotations

import gzip

import pytest

from ragtriage.io.input_path import InputPath
from ragtriage.io.repeated_names import repeated_names

TWICE = '{"question": "q", "answer": "a", "answer": "b"}'
INSIDE = '{"question": "q", "retrieved": [{"id": "x"}, {"id": "x", "id": "y"}]}'
ONCE = '{"question": "q", "retrieved": [{"id": "x"}, {"id": "y"}], "answer": "a"}'


def test_lines_are_counted_and_the_first_is_named(tmp_path) -> None:
    path = tmp_path / "a.jsonl"
    path.write_text(f"{ONCE}\n{INSIDE}\nnot json\n{TWICE}\n", encoding="utf-8")
    assert repeated_names(str(path)) == (
        f"{path}: in 2 rows a name stands twice in one object, such as `id` (line 2); "
        "the last of them was read"
    )


@pytest.mark.parametrize(("text", "is_told"), [(f"[{ONCE}, {TWICE}]", True), (f"[{ONCE}, {ONCE}]", False)])
def test_a_list_is_looked_through_as_well(tmp_path, text, is_told) -> None:
    path = tmp_path / "a.json"
    path.write_text(text, encoding="utf-8")
    assert (repeated_names(str(path)) is not None) is is_told


def test_packed_and_encoded_files_are_looked_through_and_tables_have_no_objects(tmp_path) -> None:
    packed = tmp_path / "a.jsonl.gz"
    packed.write_bytes(gzip.compress(f"{ONCE}\n{TWICE}\n".encode("cp932")))
    assert "`answer` (line 2)" in repeated_names(InputPath(str(packed), encoding="cp932"))
    table = tmp_path / "a.csv"
    table.write_text("question,answer\nq,a\n")
    assert repeated_names(str(table)) is None
