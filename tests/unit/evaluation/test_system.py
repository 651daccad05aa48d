from __future__ import annotations

import hashlib

import pytest

from ragtriage.errors import ConfigError
from ragtriage.evaluation.system import system_fingerprints

SYSTEM = """
[retriever]
model = "bm25"
k1 = 1.5
fields = ["title", "text"]

[chunking]
size = 512
overlap = 64
"""


@pytest.fixture
def write(tmp_path):
    def to_file(text: str):
        path = tmp_path / "system.toml"
        path.write_text(text, encoding="utf-8")
        return path

    return to_file


def test_each_part_is_the_hash_of_its_canonical_json(write):
    # written out by hand, keys in order
    expected = {
        "retriever": '{"fields":["title","text"],"k1":1.5,"model":"bm25"}',
        "chunking": '{"overlap":64,"size":512}',
    }
    assert system_fingerprints(write(SYSTEM)) == {
        part: hashlib.sha256(text.encode()).hexdigest() for part, text in expected.items()
    }


def test_only_what_changed_changes_its_hash(write):
    before = system_fingerprints(write(SYSTEM))
    after = system_fingerprints(write(SYSTEM.replace("512", "256")))
    assert before["retriever"] == after["retriever"]
    assert before["chunking"] != after["chunking"]


def test_order_comments_and_spelling_of_numbers_do_not_matter(write):
    before = system_fingerprints(write(SYSTEM))
    text = """
    # the same, written otherwise
    [chunking]
    overlap = 6_4
    size = 0x200
    [retriever]
    fields = ["title", "text"]
    k1 = 15e-1
    model = 'bm25'
    """
    assert system_fingerprints(write(text)) == before


def test_dates_and_nested_tables_are_part_of_a_part(write):
    one = system_fingerprints(write("[corpus]\nday = 2024-05-01\n[corpus.index]\nshards = 3\n"))
    other = system_fingerprints(write("[corpus]\nday = 2024-05-02\n[corpus.index]\nshards = 3\n"))
    assert one != other


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[retreiver]\nk = 1\n", "unknown part 'retreiver'; did you mean 'retriever'"),
        ("retriever = 'bm25'\n", "retriever must be a table"),
        ("[retriever]\n", "retriever must be a table that holds something"),
        ("", "holds none of the parts"),
        ("[retriever\n", "is no TOML"),
        ("[retriever]\nk1 = inf\n", "retriever.k1: a number must be finite"),
        ("[retriever]\nseed = 9007199254740993\n", "write it as a string"),
    ],
)
def test_what_is_no_system_is_an_error(write, text, message):
    with pytest.raises(ConfigError, match=message):
        system_fingerprints(write(text))


def test_a_missing_file_is_an_error(tmp_path):
    with pytest.raises(ConfigError, match="no such file"):
        system_fingerprints(tmp_path / "none.toml")
