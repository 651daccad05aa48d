"""Parts of an evaluation: in any order they give the whole, and what is odd about one is named."""

from __future__ import annotations

import errno
import json
from itertools import pairwise

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ragtriage.backends.work import Failure, LostError
from ragtriage.batch import Meeting
from ragtriage.errors import AlignmentError, ConfigError, DataError
from ragtriage.evaluation.batches import Watch
from ragtriage.evaluation.distributed.jobs import Job, judging
from ragtriage.evaluation.distributed.merging import Merging
from ragtriage.evaluation.distributed.parted_rows import PartedRows, pack_parquet
from ragtriage.evaluation.distributed.parts import Lines, Read, Reader, Stretch, edges
from ragtriage.evaluation.inputs import Reading, evaluate_files
from ragtriage.evaluation.judging import Judges
from ragtriage.evaluation.pipeline import Gathered, Plan, conclude
from ragtriage.evaluation.seen_ids import stable_hash
from ragtriage.evaluation.store import RowStore
from ragtriage.io.survey import Survey
from ragtriage.model import Settings, Unit

ROWS = [
    {
        "id": f"q{i}",
        "question": f"When is {i} due?",
        "expected": f"{i % 5 + 1} days",
        "gold_ids": [f"d{i % 9}", "d1"],
        "retrieved": [f"d{i % 4}", "d1", "x"][: i % 4],
        "answer": f"{i % 3 + 1} days" if i % 6 else "",
        "tags": ["even"] if i % 2 == 0 else ["odd", "third"],
    }
    for i in range(90)
]
LINES = [json.dumps(row).encode() + b"\n" for row in ROWS]
PLAN = Plan(settings=Settings(k=2), judges=Judges.of(), inputs=("cases.jsonl",), by=("tags",))


@pytest.fixture(scope="module")
def path(tmp_path_factory):
    path = tmp_path_factory.mktemp("cases") / "cases.jsonl"
    path.write_bytes(b"".join(LINES))
    return path


@pytest.fixture(scope="module")
def whole(path):
    reading = Reading(by=("tags",))
    return evaluate_files(str(path), None, Settings(k=2), reading, judges=Judges.of(), store=RowStore())


def merging():
    watch = Watch(Meeting(Unit.DOCUMENT, is_allowed=False))
    return Merging(Gathered(PLAN, stable_hash), watch, Read(survey=Survey("cases.jsonl")), "cases.jsonl")


def parts_of(path, cuts):
    ends = [0]
    for line in LINES:
        ends.append(ends[-1] + len(line))
    places = sorted({0, len(LINES), *cuts})
    return [
        Lines(number, "cases.jsonl", Stretch(path, ends[first], ends[last]))
        for number, (first, last) in enumerate(pairwise(places))
    ]


@settings(deadline=None, max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(cuts=st.lists(st.integers(0, len(LINES)), max_size=8), data=st.data())
def test_any_partitioning_in_any_order_of_arrival_gives_the_whole(tmp_path, path, whole, cuts, data):
    parts = parts_of(path, cuts)
    judge = judging(Job(settings=Settings(k=2), folder=tmp_path, by=("tags",)))
    outcomes = data.draw(st.permutations([judge(part) for part in parts]))
    merged = merging()
    for outcome in outcomes:
        merged.take(outcome)
    assert merged.count == len(parts)
    rows = PartedRows([tmp_path / f"part-{part.number:05d}.jsonl" for part in parts])
    evaluation = conclude(PLAN, merged.watch, merged.gathered, rows)
    assert evaluation.report.summary == whole.report.summary
    assert evaluation.report.slices == whole.report.slices
    assert evaluation.report.mean_recall == whole.report.mean_recall
    assert evaluation.manifest.fingerprints == whole.manifest.fingerprints
    assert evaluation.warnings == whole.warnings
    assert evaluation.failing == whole.failing
    assert list(evaluation) == list(whole)
    assert b"".join(rows.lines()) == b"".join(whole.rows.lines())


def test_rows_packed_as_parquet_are_read_back_as_they_were(tmp_path, path, whole):
    judge = judging(
        Job(settings=Settings(k=2), folder=tmp_path, pack=pack_parquet, suffix=".parquet", by=("tags",))
    )
    outcomes = [judge(part) for part in parts_of(path, [30, 31, 60])]
    rows = PartedRows([outcome.rows for outcome in outcomes])
    with rows.open() as stream:
        assert stream.read() == b"".join(whole.rows.lines())


def test_the_same_id_in_two_parts_is_found(tmp_path, path):
    parts = parts_of(path, [40])
    again = [parts[0], Lines(1, "cases.jsonl", parts[0].data)]
    judge = judging(Job(settings=Settings(k=2), folder=tmp_path))
    merged = merging()
    outcomes = [judge(part) for part in again]
    for outcome in outcomes:
        merged.take(outcome)
    rows = PartedRows([outcome.rows for outcome in outcomes])
    with pytest.raises(AlignmentError, match="cases 1 and 41 have the same id 'q0'"):
        conclude(PLAN, merged.watch, merged.gathered, rows)


def test_the_first_part_that_failed_is_told_though_a_later_one_came_sooner(tmp_path, path):
    first = parts_of(path, [30, 60])[0]
    judge = judging(Job(settings=Settings(k=2), folder=tmp_path))
    merged = merging()
    merged.take(Failure(2, DataError("the third")))
    merged.take(Failure(1, DataError("the second")))
    assert merged.count == 0
    with pytest.raises(DataError, match="the second"):
        merged.take(judge(first))


def test_a_part_with_which_four_workers_were_lost_is_named_or_set_aside(tmp_path, path):
    part = parts_of(path, [30, 60])[1]
    for attempt in range(4):
        (tmp_path / f".part-00001-{attempt}").touch()
    job = Job(settings=Settings(k=2), folder=tmp_path)
    with pytest.raises(LostError, match=r"^cases.jsonl, lines 31 to 60: 4 workers were lost"):
        judging(job)(part)
    aside = Job(settings=Settings(k=2), folder=tmp_path, skips_bad_parts=True)
    outcome = judging(aside)(part)
    assert outcome.gathered.tally.n == 0
    assert outcome.read.aside == [
        "cases.jsonl, lines 31 to 60: set aside as a whole: 4 workers were lost while they judged it"
    ]


def test_a_part_with_which_three_were_lost_is_judged_once_more(tmp_path, path):
    part = parts_of(path, [30, 60])[1]
    for attempt in range(3):
        (tmp_path / f".part-00001-{attempt}").touch()
    assert judging(Job(settings=Settings(k=2), folder=tmp_path))(part).gathered.tally.n == 30


def test_rows_that_are_set_aside_are_numbered_as_in_the_file(tmp_path):
    path = tmp_path / "cases.jsonl"
    path.write_bytes(b"\n" + b"".join(LINES[:20]) + b"[]\n" + b"".join(LINES[20:40]))
    size = path.stat().st_size
    job = Job(settings=Settings(k=2), folder=tmp_path, reader=Reader(skips_bad_rows=True))
    with path.open("rb") as file:
        cut = list(edges(file, size, size // 2 - 50))
    merged = merging()
    for number, (start, stop) in enumerate(cut):
        merged.take(judging(job)(Lines(number, "cases.jsonl", Stretch(path, start, stop))))
    assert [said.partition(":")[0] for said in merged.read.aside] == ["cases.jsonl, line 22"]


@given(st.lists(st.integers(0, 30), max_size=30), st.integers(1, 40))
def test_stretches_are_whole_lines_and_together_the_file(lengths, step):
    import io  # noqa: PLC0415

    data = b"\n".join(b"x" * length for length in lengths)
    cut = list(edges(io.BytesIO(data), len(data), step))
    assert b"".join(data[start:stop] for start, stop in cut) == data
    assert all(data[stop - 1 : stop] == b"\n" for _, stop in cut[:-1])
    assert all(stop > start for start, stop in cut)


def test_the_stable_hash_differs_from_id_to_id_and_not_from_process_to_process():
    assert stable_hash("q1") == 7530267129497158631  # printf q1 | b2sum -l 64, the lowest byte first
    assert len({stable_hash(f"q{i}") for i in range(10_000)}) == 10_000
    assert isinstance(stable_hash("\ud800"), int)


def test_a_disk_that_is_full_and_a_file_that_is_gone_are_told_and_no_crash_of_the_worker(path, tmp_path):
    def full(*_):
        raise OSError(errno.ENOSPC, "No space left on device")

    whole_file = Lines(0, "cases.jsonl", Stretch(path, 0, path.stat().st_size))
    with pytest.raises(ConfigError, match=r"rows of a part of cases\.jsonl cannot be written: No space left"):
        judging(Job(settings=Settings(), folder=tmp_path, pack=full))(whole_file)
    gone = Lines(0, "cases.jsonl", Stretch(path / "gone", 0, 9))
    with pytest.raises(DataError, match=r"cases\.jsonl: cannot be read: Not a directory"):
        judging(Job(settings=Settings(), folder=tmp_path))(gone)
