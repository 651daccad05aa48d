"""A probe from Python: what is asked how often, what is kept, and what cannot be used."""

from __future__ import annotations

import asyncio
import json
import threading

import msgspec
import pytest

import ragtriage
from ragtriage.errors import ConfigError, DataError
from ragtriage.model import UNSET, Outcome
from ragtriage.model.probing import Arm, Conclusion, Reading, Sample, Standing
from ragtriage.probing.arms import prepare
from ragtriage.probing.findings import read_case
from ragtriage.probing.generators.functions import called
from ragtriage.probing.generators.naming import GeneratorOptions, named_generator
from ragtriage.probing.probe import Probe

CASES = [
    {
        "id": f"q{i}",
        "question": f"How much is pass {i}?",
        "expected": f"{i}5 euros",
        "gold_ids": [f"pass-{i}"],
        "evidence": [f"Pass {i} costs {i}5 euros."],
        "answer": "I don't know.",
        "retrieved": [{"document_id": "other", "text": "Children travel free."}],
        "tags": ["pass"],
        "language": "en",
    }
    for i in range(1, 5)
]


def reader(question, contexts):
    number = question.split()[-1].rstrip("?")
    found = next((text for text in contexts if text.startswith(f"Pass {number} ")), None)
    return "I don't know." if found is None else found.rpartition("costs ")[2].rstrip(".")


class Counted:
    """Counts what it is asked."""

    def __init__(self):
        self.asked = []
        self.threads = set()

    def __call__(self, question, contexts):
        self.asked.append((question, tuple(contexts)))
        self.threads.add(threading.current_thread().name)
        return reader(question, contexts)


def test_the_same_texts_are_asked_with_once():
    counted = Counted()
    probe = ragtriage.probe(CASES, counted)
    assert len(counted.asked) == len(set(counted.asked)) == probe.summary.asked
    (case, *_) = probe
    assert case.arms[Arm.WITHOUT_GOLD].same_as is Arm.RETRIEVED
    assert case.arms[Arm.WITHOUT_GOLD].samples == ()
    assert {each.conclusion for each in probe} == {Conclusion.RETRIEVAL_AT_FAULT}
    assert {each.standing for each in probe} == {Standing.CONFIRMED}


def test_a_condition_that_cannot_be_built_costs_nothing():
    counted = Counted()
    probe = ragtriage.probe([CASES[0]], counted, conditions=["gold_first"])
    assert len(counted.asked) == 1  # the baseline
    assert probe.report.cases[0].arms[Arm.GOLD_FIRST].not_built
    assert probe.summary.not_built == {Arm.GOLD_FIRST: {"nothing that came back is gold": 1}}


def test_every_sample_is_asked_for():
    counted = Counted()
    ragtriage.probe([CASES[0]], counted, samples=3, conditions=["closed_book"])
    assert len(counted.asked) == 6


def test_an_asynchronous_function_is_awaited_at_once_with_others():
    under_way = most = 0

    async def slow(question, contexts):
        nonlocal under_way, most
        under_way += 1
        most = max(most, under_way)
        await asyncio.sleep(0.01)
        under_way -= 1
        return reader(question, contexts)

    probe = ragtriage.probe(CASES, slow)
    assert 2 <= most <= 8
    assert {case.conclusion for case in probe} == {Conclusion.RETRIEVAL_AT_FAULT}


def test_an_object_that_is_called_asynchronously_is_awaited():
    class Answers:
        async def __call__(self, question, contexts):
            await asyncio.sleep(0)
            return reader(question, contexts)

    assert {case.baseline for case in ragtriage.probe(CASES, Answers())} == {Reading.WRONG}


def test_a_function_that_blocks_runs_in_threads():
    counted = Counted()
    ragtriage.probe(CASES, counted)
    assert all(name.startswith("ragtriage-generator") for name in counted.threads)


def test_nothing_that_was_answered_is_asked_again(tmp_path):
    counted = Counted()
    first = ragtriage.probe(CASES, counted, cache=tmp_path)
    asked = len(counted.asked)
    second = ragtriage.probe(CASES, counted, cache=tmp_path)
    assert len(counted.asked) == asked
    assert first.report == second.report


def test_a_limit_stops_and_what_is_left_is_unknown_until_it_is_run_again(tmp_path):
    counted = Counted()
    probe = ragtriage.probe(CASES, counted, cache=tmp_path, max_calls=5)
    assert len(counted.asked) == 5
    [refusal] = probe.refusals
    assert refusal.endswith(": the limit of 5 calls is reached")
    assert probe.summary.not_asked == probe.summary.failed > 0
    assert any(case.conclusion is Conclusion.NOTHING_CONCLUDED for case in probe)
    assert any("not asked for" in warning for warning in probe.warnings)
    again = ragtriage.probe(CASES, counted, cache=tmp_path)
    assert {case.conclusion for case in again} == {Conclusion.RETRIEVAL_AT_FAULT}
    assert len(counted.asked) == again.summary.asked


def test_what_a_function_raises_is_a_missing_answer_and_ends_nothing():
    def fails(question, contexts):
        if "1" in question:
            raise ValueError("no such pass")
        return reader(question, contexts)

    probe = ragtriage.probe(CASES, fails)
    broken, *others = probe
    assert broken.conclusion is Conclusion.NOTHING_CONCLUDED
    assert "ValueError: no such pass" in broken.arms[Arm.CLOSED_BOOK].samples[0].reason
    assert {case.conclusion for case in others} == {Conclusion.RETRIEVAL_AT_FAULT}


def test_what_is_no_text_is_a_missing_answer():
    probe = ragtriage.probe(CASES[:1], lambda question, contexts: {"answer": question, "of": contexts})
    (case,) = probe
    assert "returned dict" in case.arms[Arm.RETRIEVED].samples[0].reason


def test_no_answer_at_all_is_a_refusal():
    (case,) = ragtriage.probe(
        CASES[:1], lambda question, contexts: reader(question, contexts) if contexts else None
    )
    assert case.arms[Arm.CLOSED_BOOK].reading is Reading.WRONG
    assert case.arms[Arm.CLOSED_BOOK].samples[0].certain


def test_of_an_unanswerable_question_declining_is_right():
    row = {
        "id": "q",
        "question": "Who invented the pass?",
        "answerable": False,
        "answer": "Ann Smith.",
        "retrieved": [{"document_id": "a", "text": "Ask Ann Smith."}],
    }

    def misled(_question, contexts):
        return "Ann Smith." if contexts else "I don't know."

    (case,) = ragtriage.probe([row], misled)
    assert (case.conclusion, case.row, case.standing) == (Conclusion.DISTRACTED, 4, Standing.CONFIRMED)
    (case,) = ragtriage.probe([row], lambda *_: "Ann Smith.")
    assert (case.conclusion, case.row, case.standing) == (
        Conclusion.GENERATION_AT_FAULT,
        5,
        Standing.CONFIRMED,
    )
    assert case.arms[Arm.GOLD].not_built


def test_none_is_an_answer_where_the_question_asks_for_it_as_in_the_evaluation():
    case = {
        **CASES[0],
        "question": "How many passes were lost?",
        "expected": "none",
        "answer": "None.",
    }
    probe = ragtriage.probe([case], lambda _question, _contexts: "None.", cases="all")
    (found,) = probe
    assert found.baseline is Reading.RIGHT
    assert not [warning for warning in probe.warnings if "refusal" in warning]


def test_leaving_out_each_text_shows_which_one_is_drawn_from():
    row = CASES[0] | {
        "retrieved": [
            {"document_id": "other", "text": "Children travel free."},
            {"document_id": "pass-1", "text": "Pass 1 costs 15 euros."},
        ],
        "answer": "15 euros",
    }
    (case,) = ragtriage.probe([row], reader, conditions=["leave_one_out"])
    assert [(each.position, each.is_gold, each.result.reading) for each in case.left_out] == [
        (1, False, Reading.RIGHT),
        (2, True, Reading.WRONG),
    ]


def test_failed_cases_are_those_with_something_to_fix():
    rows = [
        CASES[0],
        CASES[1]
        | {"retrieved": [{"document_id": "pass-2", "text": "Pass 2 costs 25 euros."}], "answer": "25 euros"},
    ]
    probe = ragtriage.probe(rows, reader, cases="failed")
    assert [case.id for case in probe] == ["q1"]
    assert (probe.summary.n, probe.summary.of) == (1, 2)
    assert any("not of the whole set" in warning for warning in probe.warnings)


def test_cases_are_chosen_by_id_in_the_order_of_the_evaluation():
    assert [case.id for case in ragtriage.probe(CASES, reader, cases=["q3", "q1"])] == ["q1", "q3"]
    with pytest.raises(DataError, match="no case has the id 'q9'"):
        ragtriage.probe(CASES, reader, cases=["q9"])


def test_a_probe_is_added_to_its_evaluation_and_read_back(tmp_path):
    evaluation = ragtriage.evaluate(CASES)
    evaluation.save(tmp_path / "out")
    before = {path.name: path.read_bytes() for path in (tmp_path / "out").iterdir()}
    probe = ragtriage.probe(tmp_path / "out", reader)
    probe.save(tmp_path / "out")
    assert Probe.load(tmp_path / "out").report == probe.report
    after = (tmp_path / "out" / "report.json").read_bytes()
    assert (tmp_path / "out" / "cases.jsonl").read_bytes() == before["cases.jsonl"]
    assert json.loads(after)["probe"] == msgspec.json.decode(msgspec.json.encode(probe.summary))
    # what else the report holds stays to the byte
    start, end = after.index(b'\n  "probe": {'), after.index(b'\n  "cases": [')
    assert after[:start] + after[end:] == before["report.json"]
    probe.save(tmp_path / "out")
    assert (tmp_path / "out" / "report.json").read_bytes() == after
    assert ragtriage.Evaluation.load(tmp_path / "out").report == evaluation.report
    evaluation.save(tmp_path / "out")  # replaces the folder, and what was probed of the old one
    assert Probe.of(tmp_path / "out") is None


def test_a_probe_is_added_to_nothing_but_an_evaluation(tmp_path):
    probe = ragtriage.probe(CASES[:1], reader)
    with pytest.raises(DataError, match="holds no evaluation"):
        probe.save(tmp_path)


def test_a_file_that_is_no_probe_is_an_error(tmp_path):
    (tmp_path / "probe.json").write_text("{}", "utf-8")
    with pytest.raises(DataError, match="is no report of a probe"):
        Probe.load(tmp_path)


def test_a_trec_run_cannot_be_probed(tmp_path):
    from ragtriage.evaluation.inputs import Reading as Input  # noqa: PLC0415 - of this test alone
    from ragtriage.evaluation.rankings import evaluate_trec  # noqa: PLC0415 - as above
    from ragtriage.evaluation.store import RowStore  # noqa: PLC0415 - as above
    from ragtriage.model import Settings  # noqa: PLC0415 - as above

    (tmp_path / "qrels").write_text("q1 0 a 1\n", "utf-8")
    (tmp_path / "run").write_text("q1 Q0 a 1 0.5 r\n", "utf-8")
    evaluation = evaluate_trec(
        str(tmp_path / "qrels"), str(tmp_path / "run"), Settings(), Input(), store=RowStore()
    )
    with pytest.raises(DataError, match="ids alone"):
        ragtriage.probe(evaluation, reader)


def test_an_answer_that_was_not_recorded_is_not_made_up():
    row = {name: value for name, value in CASES[0].items() if name != "answer"}
    evaluation = ragtriage.evaluate([row])
    assert next(iter(evaluation)).trace.answer is UNSET
    (case,) = ragtriage.probe(evaluation, reader)
    assert case.recorded is Reading.UNKNOWN
    assert case.is_reproduced is None
    # nothing recorded to hold it against: nothing is confirmed, however often it is asked
    assert case.standing is Standing.OPEN
    (case,) = ragtriage.probe(evaluation, reader, samples=5)
    assert case.conclusion is Conclusion.RETRIEVAL_AT_FAULT
    assert case.certain
    assert case.standing is Standing.OPEN
    assert "no recorded answer was judged" in case.why


def test_knowing_the_answer_contradicts_no_miss_where_the_gold_could_not_be_tried():
    row = {name: value for name, value in CASES[0].items() if name != "evidence"}

    def misled(_question, contexts):
        return "I don't know." if contexts else "15 euros"

    (case,) = ragtriage.probe([row], misled)
    assert case.diagnosis == "retrieval_miss"
    assert case.arms[Arm.GOLD].not_built is not None
    assert (case.conclusion, case.second) == (Conclusion.KNOWN_WITHOUT_RETRIEVAL, Conclusion.DISTRACTED)
    assert case.certain
    assert case.standing is Standing.OPEN


@pytest.mark.parametrize(
    ("named", "said"),
    [
        ("gpt", "openai:MODEL"),
        ("openai:", "openai:MODEL"),
        ("nowhere.at.all:answer", "cannot be imported"),
        ("os.path:sep", "cannot be called"),
    ],
)
def test_a_generator_that_cannot_be_made_is_an_error(named, said):
    with pytest.raises(ConfigError, match=said):
        named_generator(named)


def test_an_option_of_another_kind_of_generator_is_an_error():
    with pytest.raises(ConfigError, match="--prompt means nothing"):
        named_generator("os.path:join", GeneratorOptions(prompt="x"))
    with pytest.raises(ConfigError, match="--body means nothing"):
        named_generator("openai:m", GeneratorOptions(body="{}"))
    with pytest.raises(ConfigError, match="must say"):
        named_generator("http://localhost", GeneratorOptions(body='{"q": 1}'))


def test_a_function_is_known_by_the_file_it_stands_in():
    assert called(reader).identity.startswith(f"{reader.__module__}:reader (code ")


def test_samples_must_be_positive():
    with pytest.raises(ConfigError, match="samples"):
        ragtriage.probe(CASES, reader, samples=0)


def test_what_is_written_can_be_read_by_anything():
    probe = ragtriage.probe(CASES, reader)
    found = msgspec.json.decode(msgspec.json.encode(probe.report))
    assert set(found) == {"schema_version", "manifest", "summary", "warnings", "cases"}
    assert found["summary"]["headroom"]["retrieval"]["count"] == 4
    assert found["cases"][0]["conditions"]["gold"]["reading"] == "right"
    assert {each["by"] for each in found["summary"]["slices"]} == {"tags", "language"}


def test_a_call_that_never_returns_is_a_missing_answer_and_keeps_nobody_waiting():
    def stuck(_question, _contexts):
        threading.Event().wait()

    generator = called(stuck, timeout_seconds=0.1)
    (case,) = ragtriage.probe(CASES[:1], generator, conditions=["closed_book"])
    assert "did not answer within 0.1 s" in case.arms[Arm.RETRIEVED].samples[0].reason
    assert all(thread.daemon for thread in threading.enumerate() if thread.name == "ragtriage-generator")


def test_evidence_that_may_have_been_there_in_other_words_makes_a_conclusion_uncertain():
    row = CASES[0] | {
        "question": "Who guards pass 1?",
        "expected": "Tom Arden",
        "evidence": None,
        "gold_ids": ["pass-1"],
        "retrieved": [{"document_id": "pass-1", "text": "The smith guards the first pass."}],
    }
    corpus = {"pass-1": "Pass 1 costs 15 euros; Tom Arden guards it."}
    for looked_for, certain in ((False, True), (True, False)):
        evaluation = ragtriage.evaluate([row], evidence_from_answer=looked_for)
        (result,) = evaluation
        prepared = prepare(result, result.trace, evaluation.manifest.settings, corpus=corpus)
        answers = {
            built.texts: [
                Sample(outcome=Outcome.PASS if "Pass 1 costs" in "".join(built.texts) else Outcome.FAIL)
            ]
            for built in prepared.arms.values()
            if built.texts is not None
        }
        case = read_case(prepared, answers, Sample(outcome=Outcome.FAIL))
        assert case.conclusion is Conclusion.CHUNKING_AT_FAULT
        assert case.certain is certain
