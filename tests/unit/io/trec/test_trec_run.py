"""Runs and judgements in TREC files, in every shape they come in."""

from __future__ import annotations

import random
from contextlib import closing

import pytest

from ragtriage.errors import DataError, SchemaError
from ragtriage.io.files import open_source
from ragtriage.io.trec import RankedRun, read_qrels, read_run
from ragtriage.io.trec import run as run_module
from ragtriage.model import Hits, RankedDocument

QRELS = {"q1": {"a": 2, "b": 0, "c": -1}, "q2": {"a": 1}, "q3": {"z": 1}}


def qrels_of(path, text: str | bytes):
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    with closing(open_source(path)) as source:
        return read_qrels(source)


def run_of(path, text: str | bytes, qrels=QRELS) -> RankedRun:
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    with closing(open_source(path)) as source:
        return read_run(source, qrels)


@pytest.fixture
def file(tmp_path):
    return tmp_path / "file.txt"


class TestQrels:
    def test_trec_judgements_are_read_in_order(self, file):
        qrels = qrels_of(file, "q2 0 b 1\nq1\t0\ta\t-1\r\n\n  q2 0 a 0  \n")
        assert qrels == {"q2": {"b": 1, "a": 0}, "q1": {"a": -1}}
        assert list(qrels) == ["q2", "q1"]

    @pytest.mark.parametrize("heading", ["query-id\tcorpus-id\tscore\n", ""])
    def test_beir_judgements_are_read_with_or_without_their_heading(self, file, heading):
        assert qrels_of(file, f"{heading}q1\td1\t1\nq1\td2\t0.5\n") == {"q1": {"d1": 1, "d2": 0.5}}

    @pytest.mark.parametrize("space", [" ", "\t", "  ", " \t "])
    @pytest.mark.parametrize("end", ["\n", "\r\n", " \n", "\n\n"])
    def test_judgements_are_read_whatever_white_space_stands_between(self, file, space, end):
        text = "".join(
            space.join(line.split(" ")) + end for line in ("q1 0 a 1", "q1 0 é\u3000 0.5", "q2 0 b\u00a0c -1")
        )
        expected = {"q1": {"a": 1, "é\u3000": 0.5}, "q2": {"b\u00a0c": -1}}
        assert qrels_of(file, text) == expected

    def test_a_byte_order_mark_is_no_part_of_the_first_id(self, file):
        assert list(qrels_of(file, "\ufeffq1 0 a 1\n")) == ["q1"]

    @pytest.mark.parametrize(
        ("text", "message"),
        [
            ("q0 0 a 1\nq1 0 a 1\nq1 0 a 2\n", r"line 3: document 'a' is judged 2 for query 'q1', and 1"),
            ("q0 0 a 1\n\nq1 0 a 1\nq1 0 b x\n", r"line 4: a grade must be a number, found 'x'"),
            ("q0 0 a 1\nq1 0 a b 1\nq2 0 1\n", r"line 2: expected 4 columns as above, found 5 columns"),
            ("q1 0 a\nq2 0 b 1\n", r"line 2: expected 3 columns as above, found 4"),
            ("q1 0 a 1\nq1 0 b\n", r"file.txt, line 2: expected 4 columns as above, found 3 columns"),
            ("q1 Q0 a 1 0.5 tag\n", r"line 1: expected query, iteration, document and grade .*, found 6"),
            ("q1 0 a high\n", r"line 1: a grade must be a number, found 'high'"),
            ("q1 0 a 1\nq1 0 b nan\n", r"line 2: a grade must be a number, found 'nan'"),
            ("q1 0 a inf\n", r"line 1: a grade must be a number, found 'inf'"),
            ("q1 0 a 1_0\n", r"line 1: a grade must be a number, found '1_0'"),
            ("q1 0 a 1\nq1 0 a 2\n", r"line 2: document 'a' is judged 2 for query 'q1', and 1 further up"),
            ("query-id\tcorpus-id\tscore\n", r"holds no judgement"),
            ("\n\n", r"holds no judgement"),
            (
                b"q1 0 a 1\nq1 0 \xff\xfe 1\n",
                r"line 2: is not UTF-8 \(byte 6 is 0xff\); save the file as UTF-8",
            ),
        ],
    )
    def test_what_is_no_judgement_is_refused(self, file, text, message):
        with pytest.raises(SchemaError, match=message):
            qrels_of(file, text)


class TestRuns:
    def test_judged_documents_are_given_with_their_ranks_in_the_order_of_the_qrels(self, file):
        run = run_of(
            file, "q2 Q0 a 1 0.5 t\nq1 Q0 x 9 3 t\nq1 Q0 b 8 1.5 t\nq1 Q0 a 7 2.5 t\nq2 Q0 y 1 0.25 t\n"
        )
        first, second, third = run
        assert (first.id, second.id, third.id) == ("q1", "q2", "q3")
        assert first.documents == (
            RankedDocument(document_id="a", rank=2, score=2.5),
            RankedDocument(document_id="b", rank=3, score=1.5),
        )
        assert first.hits == Hits(ranks=(2,), gains=(2,), ideal=(2,), judged=(2, 3), retrieved=3)
        assert first.grades == QRELS["q1"]
        assert second.hits == Hits(ranks=(1,), gains=(1,), ideal=(1,), judged=(1,), retrieved=2)
        assert third.hits == Hits(ranks=(), gains=(), ideal=(1,), judged=(), retrieved=0)
        assert third.documents == ()
        assert (len(run), run.missing, run.unjudged) == (3, 1, 0)

    def test_a_run_can_be_walked_twice(self, file):
        run = run_of(file, "q1 Q0 a 1 1 t\n")
        assert list(run) == list(run)

    def test_queries_that_were_not_judged_are_counted_and_ignored(self, file):
        run = run_of(file, "q9 Q0 a 1 1 t\nq1 Q0 a 1 1 t\nq8 Q0 a 1 1 t\nq9 Q0 b 1 1 t\n")
        assert run.unjudged == 2
        assert [query.retrieved for query in run] == [1, 0, 0]

    def test_ties_go_by_document_id_last_first_however_long_the_ids(self, file):
        prefix = "https://example.org/a/long/common/prefix/"
        ids = [f"{prefix}{one}" for one in ("b", "ba", "bz", "é", "a" * 20)]
        run = run_of(
            file,
            "".join(f"q Q0 {one} 1 1.0 t\n" for one in ids),
            {"q": dict.fromkeys([*ids, "elsewhere"], 1)},
        )
        (query,) = run
        assert [one.document_id for one in query.documents] == sorted(ids, reverse=True)
        assert query.hits.ranks == (1, 2, 3, 4, 5)

    def test_an_id_that_begins_another_is_not_that_other(self, file):
        run = run_of(
            file,
            "".join(f"q Q0 common/{one} 1 1 t\n" for one in ("aa", "aaa", "abc" * 9)),
            {"q": {"common/a": 1, "common/aaaa": 1, "common": 1, "common/aa": 1}},
        )
        (query,) = run
        assert [one.document_id for one in query.documents] == ["common/aa"]

    @pytest.mark.parametrize(
        "line",
        [
            "q1 Q0 a 1 2.5 t\n",
            "q1\tQ0\ta\t1\t2.5\tt\n",
            "  q1  Q0\t a 1   2.5 t  \r\n",
            "\n\nq1 Q0 a 1 2.5 t\n \n",
            "q1 Q0 a 1 2.5 tag and junk at the end\n",
            "q1 Q0 a 1 2.5 t",
            "\ufeffq1 Q0 a 1 2.5 t\n",
            "q1 Q0 a 1 +2.5 t\n",
            "q1 Q0 a 1 25e-1 t\n",
            "q1 Q0 a 1 2.50000000000000000000000 t\n",
            "q1 Q0 a x 2.5 t\n",
        ],
    )
    def test_a_line_is_read_in_any_of_its_shapes(self, file, line):
        first, *_ = run_of(file, line)
        assert first.documents == (RankedDocument(document_id="a", rank=1, score=2.5),)

    @pytest.mark.parametrize(
        ("text", "message"),
        [
            ("q1 Q0 a 1 1 t\nq1 Q0 a 1\n", r"file.txt, line 2: expected six columns .*, found 4"),
            ("q1 Q0 a 1 1 t\n\nq1 Q0 b 1 1\n", r"line 3: expected six columns .*, found 5"),
            ("q1 Q0 a 1 1 t\n\nq1 Q0 b 1 high t\n", r"line 3: a score must be a finite number, found 'high'"),
            ("q1 Q0 a 1 nan t\n", r"line 1: a score must be a finite number, found 'nan'"),
            ("q1 Q0 a 1 -inf t\n", r"line 1: a score must be a finite number, found '-inf'"),
            ("q1 Q0 a 1 1e999 t\n", r"line 1: a score must be a finite number, found '1e999'"),
            ("q1 Q0 a 1 1_0 t\n", r"line 1: a score must be a finite number, found '1_0'"),
            ("q1 Q0 a 1 . t\n", r"line 1: a score must be a finite number, found '\.'"),
            ("q1 Q0 a 1 1.2.3 t\n", r"line 1: a score must be a finite number, found '1\.2\.3'"),
            ("q1 Q0 a 1 -- t\n", r"line 1: a score must be a finite number, found '--'"),
            ("q1 Q0 a\x01 1 1 t\n", r"line 1: holds the control character 0x01"),
            (b"q1 Q0 a 1 1 t\nq1 Q0 \xe3\x81 1 1 t\n", r"line 2: is not UTF-8 \(byte 7 is 0xe3\)"),
            (f"q1 Q0 {'a' * 600} 1 1 t\n", r"line 1: a document id of 600 bytes; at most 512 are read"),
            (f"q1 Q0 b 1 1 t\n{'q' * 600} Q0 a 1 1 t\n", r"line 2: a query id of 600 bytes"),
            ("\n \n", r"holds no line of a run"),
        ],
    )
    def test_what_is_no_run_is_refused(self, file, text, message):
        with pytest.raises(SchemaError, match=message):
            run_of(file, text)

    def test_an_empty_file_and_a_binary_one_are_refused(self, file):
        with pytest.raises(DataError, match="is empty"):
            run_of(file, "")
        with pytest.raises(DataError, match="binary"):
            run_of(file, b"\x00\x01\x02" * 100)

    def test_a_document_twice_for_one_query_is_refused_by_name(self, file):
        run = run_of(file, "q1 Q0 doc-1 1 1 t\nq2 Q0 doc-1 1 1 t\nq1 Q0 doc-2 1 1 t\nq1 Q0 doc-1 2 0.5 u\n")
        with pytest.raises(SchemaError, match=r"document 'doc-1' stands twice in the results of query 'q1'"):
            list(run)

    def test_a_document_twice_for_a_query_that_was_not_judged_does_not_matter(self, file):
        assert len(list(run_of(file, "q9 Q0 a 1 1 t\nq9 Q0 a 1 1 t\nq1 Q0 a 1 1 t\n"))) == 3


def test_blocks_and_parts_do_not_show(file, monkeypatch):
    rng = random.Random(5)  # noqa: S311 - test data
    lines: list[str] = []
    qrels: dict[str, dict[str, int]] = {}
    expected: dict[str, list[tuple[str, int]]] = {}
    for number in range(300):
        query = f"query-{number}" if number % 2 else f"q{number}"
        scheme = rng.choice(("d{:05d}", "a-much-longer-scheme/of/ids/{:05d}", "{}", "文書{}"))
        ids = [scheme.format(one) for one in rng.sample(range(20_000), rng.randint(1, 60))]
        scores = {one: rng.randrange(8) / 4 for one in ids}
        lines += [f"{query} Q0 {one} 0 {score} t\n" for one, score in scores.items()]
        qrels[query] = dict.fromkeys(rng.sample(ids, min(3, len(ids))), 1)
        best_first = sorted(sorted(ids, reverse=True), key=lambda one: -scores[one])
        expected[query] = [(one, best_first.index(one) + 1) for one in best_first if one in qrels[query]]
    rng.shuffle(lines)

    def found():
        return {
            query.id: [(one.document_id, one.rank) for one in query.documents]
            for query in run_of(file, "".join(lines), qrels)
        }

    assert found() == expected
    monkeypatch.setattr("ragtriage.io.trec.lines._BLOCK_BYTES", 1_000)
    monkeypatch.setattr(run_module, "_PART_BYTES", 20_000)
    assert found() == expected
    monkeypatch.setattr(run_module, "_MOST_QUERIES", 7)
    assert found() == expected
    monkeypatch.setattr("ragtriage.io.trec.parts._HELD_BYTES", 30_000)  # the rest waits in a file
    assert found() == expected
