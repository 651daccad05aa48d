"""Files that other tools wrote, read with the counts and the values that their makers give."""

from __future__ import annotations

import csv
import json
import re
from collections import Counter
from pathlib import Path
from statistics import fmean

import polars as pl
import pytest

from ragtriage import evaluate
from ragtriage.errors import AlignmentError, DataError
from ragtriage.evaluation.inputs import Reading, evaluate_files
from ragtriage.evaluation.judging import Judges
from ragtriage.evaluation.store import RowStore
from ragtriage.importers.reading import read, recognise
from ragtriage.io.files import open_source
from ragtriage.io.rows import Format, read_rows
from ragtriage.io.survey import Survey
from ragtriage.model import UNSET, Settings

# Every file of the two folders: the layout it is taken for, and how many rows it holds.
FILES = {
    "exports/autorag_corpus.parquet": ("autorag-corpus", None),
    "exports/autorag_qa.parquet": ("autorag", 10),
    "exports/azure_rag_baseline.jsonl": ("azure", 60),
    "exports/azure_rag_prompt_nomarkdownmention.jsonl": ("azure", 60),
    "exports/cookbook_basic_per_question.csv": ("cookbook", 50),
    "exports/cookbook_docs_eval.json": ("cookbook", 50),
    "exports/cookbook_reranked_per_question.csv": ("cookbook", 50),
    "exports/deepeval_goldens.csv": ("deepeval", 15),
    "exports/deepeval_goldens.json": ("deepeval", 15),
    "exports/deepeval_test_cases.csv": ("deepeval", 20),
    "exports/deepeval_test_cases.json": ("deepeval", 20),
    "exports/haystack/detailed_squad_all-MiniLM-L6-v2__top_k1__chunk_size5.csv": ("haystack", 100),
    "exports/haystack/detailed_squad_all-mpnet-base-v2__top_k3__chunk_size15.csv": ("haystack", 100),
    "exports/haystack/score_report_squad_all-MiniLM-L6-v2__top_k1__chunk_size5.csv": (
        "haystack-scores",
        None,
    ),
    "exports/haystack/score_report_squad_all-mpnet-base-v2__top_k3__chunk_size15.csv": (
        "haystack-scores",
        None,
    ),
    "exports/haystack_aggregated_ja.csv": ("haystack-scores", None),
    "exports/haystack_detailed_ja.csv": ("haystack", 20),
    "exports/haystack_detailed_ja.json": ("haystack", 20),
    "exports/langsmith_webqa_correct.json": ("langsmith", 50),
    "exports/langsmith_webqa_incorrect.json": ("langsmith", 50),
    "exports/llamaindex_rag_dataset.json": ("llamaindex", 20),
    "exports/llamaindex_rag_predictions.json": ("llamaindex-predictions", 20),
    "exports/promptflow_groundedness_data.jsonl": ("azure", 1),
    "exports/promptfoo_retrieval_results.json": ("promptfoo", 120),
    "exports/ragas_dataset.csv": ("ragas", 20),
    "exports/ragas_dataset.jsonl": ("ragas", 20),
    "exports/ragas_hf_doc_qa_eval.csv": ("csv", 66),
    "exports/ragchecker_checking_inputs.json": ("ragchecker", 2),
    "exports/ragchecker_checking_outputs.json": ("ragchecker", 2),
    "exports/trulens_retrieval_span.json": ("trulens", 1),
    "qa/clapnq_dev_a.jsonl": ("clapnq", 210),
    "qa/cmrc2018_trial_cut.json": ("squad", 464),
    "qa/hotpotqa_distractor50.jsonl": ("hotpotqa", 50),
    "qa/jsquad_valid_cut.json": ("squad", 1792),
    "qa/squad2_dev_cut.json": ("squad", 696),
    "qa/strategyqa_dev_cut.json": ("strategyqa", 80),
    "qa/xquad_en_cut.json": ("squad", 322),
    "qa/xquad_zh_cut.json": ("squad", 322),
}


def pairs(path: Path, **options):
    return list(read(str(path), **options))


def native(path: Path):
    source = open_source(path)
    try:
        return [(row.case, row.trace) for row in read_rows(source, Format.AUTO, Survey(str(path)), _refuse)]
    finally:
        source.close()


def _refuse(error):
    raise error


def texts(trace):
    return [item.text for item in trace.retrieved]


def metadata(path: Path, name: str):
    return [case.metadata[name] for case, _ in pairs(path)]


def evaluated(cases, traces=None):
    settings = Settings(metrics=("rr", "recall", "precision@3"))
    return evaluate_files(cases, traces, settings, Reading(), judges=Judges.of(), store=RowStore())


def test_the_table_names_every_file_of_the_two_folders(shared) -> None:
    found = {
        str(path.relative_to(shared / "data"))
        for folder in ("exports", "qa")
        for path in (shared / "data" / folder).rglob("*")
        if path.is_file()
    }
    assert found == set(FILES)


@pytest.mark.parametrize("name", FILES)
def test_every_file_is_recognised_and_read_row_for_row(shared, name) -> None:
    path = shared / "data" / name
    layout, rows = FILES[name]
    found = recognise(str(path))
    assert (found.name, found.is_native) == (layout, layout == "csv")
    assert found.why
    if found.is_native:
        assert len(native(path)) == rows
    elif rows is None:
        with pytest.raises(DataError, match="holds no questions"):
            pairs(path)
    else:
        cases = [case for case, _ in pairs(path)]
        assert len(cases) == rows
        assert all(case.id and (case.question or layout == "llamaindex-predictions") for case in cases)
        assert len({case.id for case in cases}) == rows


def test_no_file_of_our_own_is_taken_for_another_tools(shared) -> None:
    for path in sorted((shared / "data" / "rag_runs").glob("*.jsonl")):
        assert recognise(str(path)).is_native, path


def test_ragas_rows_are_the_same_from_csv_and_from_json_lines(shared) -> None:
    exports = shared / "data" / "exports"
    assert pairs(exports / "ragas_dataset.csv") == pairs(exports / "ragas_dataset.jsonl")


@pytest.mark.parametrize(
    "name",
    [
        "ragas_dataset.jsonl",
        "deepeval_test_cases.json",
        "deepeval_test_cases.csv",
        "haystack_detailed_ja.csv",
        "haystack_detailed_ja.json",
    ],
)
def test_what_four_tools_wrote_of_one_run_is_read_as_that_run(shared, name) -> None:
    run = native(shared / "data" / "rag_runs" / "jsquad_ja_runA.jsonl")[:20]
    for (case, trace), (wanted, wanted_trace) in zip(
        pairs(shared / "data" / "exports" / name), run, strict=True
    ):
        assert case.question == wanted.question
        assert case.expected_answers == wanted.expected_answers[:1]
        assert trace.answer == wanted_trace.answer
        assert texts(trace) == texts(wanted_trace)
        if not name.startswith("haystack"):
            assert case.evidence == wanted.evidence


def test_the_llamaindex_pair_is_joined_by_position_into_the_same_run(shared) -> None:
    exports = shared / "data" / "exports"
    dataset, predictions = (
        exports / "llamaindex_rag_dataset.json",
        exports / "llamaindex_rag_predictions.json",
    )
    evaluation = evaluated(read(str(dataset)), read(str(predictions)))
    run = native(shared / "data" / "rag_runs" / "jsquad_ja_runA.jsonl")[:20]
    assert evaluation.summary.n == 20
    for (case, _), (_, trace), (wanted, wanted_trace) in zip(
        pairs(dataset), pairs(predictions), run, strict=True
    ):
        assert case.id == trace.id
        assert (case.question, case.evidence) == (wanted.question, wanted.evidence)
        assert (trace.answer, texts(trace)) == (wanted_trace.answer, texts(wanted_trace))


def test_predictions_that_are_fewer_than_the_examples_are_refused(shared, tmp_path) -> None:
    exports = shared / "data" / "exports"
    found = json.loads((exports / "llamaindex_rag_predictions.json").read_text())
    fewer = tmp_path / "predictions.json"
    fewer.write_text(json.dumps({"predictions": found["predictions"][:-1]}))
    with pytest.raises(AlignmentError, match="'20' has no trace"):
        evaluated(read(str(exports / "llamaindex_rag_dataset.json")), read(str(fewer)))


def test_a_promptfoo_output_holds_40_tests_with_3_providers(shared) -> None:
    found = pairs(shared / "data" / "exports" / "promptfoo_retrieval_results.json")
    providers = Counter(case.tags for case, _ in found)
    assert len(found) == 120
    assert set(providers.values()) == {40}
    assert len(providers) == 3
    assert Counter(case.cluster for case, _ in found) == {str(n): 3 for n in range(1, 41)}
    assert [case.metadata["error"][:5] for case, trace in found if trace is None] == ["Error"]


def test_ranks_in_a_promptfoo_output_give_the_values_that_it_recorded(shared) -> None:
    found = [
        each
        for each in pairs(shared / "data" / "exports" / "promptfoo_retrieval_results.json")
        if each[1] is not None
    ]
    evaluation = evaluated(found)
    recorded = [
        {
            name: float(value)
            for name, value in re.findall(
                r"(Recall|MRR): ([\d.]+)", case.metadata["gradingResult"]["componentResults"][0]["reason"]
            )
        }
        for case, _ in found
    ]
    ours = [(row.metrics["recall"], row.metrics["rr"]) for row in evaluation]
    assert ours == [(pytest.approx(each["Recall"]), pytest.approx(each["MRR"])) for each in recorded]
    assert len({rr for _, rr in ours}) > 2  # values that differ, so that agreement says something
    assert ours != [(each["MRR"], each["Recall"]) for each in recorded]


@pytest.mark.parametrize(
    ("name", "means", "correct"),
    [("basic", [0.4333, 0.6733, 0.72], 36), ("reranked", [0.44, 0.7033, 0.88], 42)],
)
def test_scores_of_the_cookbook_by_question_have_its_means(shared, name, means, correct) -> None:
    path = shared / "data" / "exports" / f"cookbook_{name}_per_question.csv"
    found = [fmean(metadata(path, f"retrieval_{each}")) for each in ("precision", "recall", "mrr")]
    assert found == pytest.approx(means, abs=5e-5)
    assert metadata(path, "e2e_correct").count(True) == correct


def test_the_cookbooks_gold_chunks_are_those_in_its_file(shared) -> None:
    path = shared / "data" / "exports" / "cookbook_docs_eval.json"
    rows = json.loads(path.read_text())
    for (case, trace), row in zip(pairs(path), rows, strict=True):
        assert trace is None
        assert list(case.gold_documents.grades) == list(dict.fromkeys(row["correct_chunks"]))
        assert case.expected_answers == (row["correct_answer"],)


def test_a_chunk_of_autorags_corpus_comes_with_its_text_and_the_place_it_has_in_its_file(
    shared, tmp_path
) -> None:
    corpus = shared / "data" / "exports" / "autorag_corpus.parquet"
    rows = pl.read_parquet(corpus)
    known = {row["doc_id"]: row for row in rows.to_dicts()}
    ids = rows["doc_id"].to_list()[:3]
    path = tmp_path / "cases.jsonl"
    path.write_text(json.dumps({"question": "q", "gold_ids": ids[:1], "retrieved": ids}), encoding="utf-8")
    (result,) = evaluate(path, corpus=corpus)
    assert [(item.text, item.metadata) for item in result.trace.retrieved] == [
        (known[one]["contents"], {name: known[one][name] for name in ("path", "start_end_idx")})
        for one in ids
    ]


def test_groups_of_autorag_are_all_of_the_outer_list_and_any_of_each_inner_one(shared) -> None:
    path = shared / "data" / "exports" / "autorag_qa.parquet"
    table = pl.read_parquet(path)
    for (case, _), row in zip(pairs(path), table.iter_rows(named=True), strict=True):
        assert case.id == row["qid"]
        assert case.gold_documents.groups == tuple(map(tuple, row["retrieval_gt"]))
        assert case.expected_answers == tuple(row["generation_gt"])
    corpus = set(pl.read_parquet(path.with_name("autorag_corpus.parquet"))["doc_id"])
    assert all(corpus.issuperset(case.gold_documents.grades) for case, _ in pairs(path))


def test_ragchecker_inputs_are_the_outputs_without_their_claims_and_scores(shared) -> None:
    exports = shared / "data" / "exports"
    inputs = pairs(exports / "ragchecker_checking_inputs.json")
    outputs = pairs(exports / "ragchecker_checking_outputs.json")
    for (case, trace), (judged, judged_trace) in zip(inputs, outputs, strict=True):
        assert trace == judged_trace
        assert case.metadata is None
        assert (case.id, case.question, case.expected_answers) == (
            judged.id,
            judged.question,
            judged.expected_answers,
        )
    assert [item.document_id for item in inputs[0][1].retrieved] == ["000", "001", "002", "003"]
    overall = json.loads((exports / "ragchecker_checking_outputs.json").read_text())["metrics"]["overall"]
    precision = fmean(case.metadata["metrics"]["precision"] for case, _ in outputs)
    assert 100 * precision == pytest.approx(overall["precision"], abs=0.06)


@pytest.mark.parametrize(
    ("name", "mrr"),
    [("all-MiniLM-L6-v2__top_k1__chunk_size5", 0.75), ("all-mpnet-base-v2__top_k3__chunk_size15", 0.80)],
)
def test_detailed_reports_of_haystack_have_the_means_of_its_score_reports(shared, name, mrr) -> None:
    folder = shared / "data" / "exports" / "haystack"
    detailed = folder / f"detailed_squad_{name}.csv"
    with (folder / f"score_report_squad_{name}.csv").open(newline="") as file:
        means = {row["metrics"]: float(row["score"]) for row in csv.DictReader(file)}
    assert fmean(metadata(detailed, "doc_mrr")) == pytest.approx(mrr)
    for metric, mean in means.items():
        assert fmean(metadata(detailed, metric)) == pytest.approx(mean)
    for case, trace in pairs(detailed):
        (document,) = trace.retrieved
        assert re.fullmatch("[0-9a-f]{64}", document.document_id)
        assert document.text is None  # what was printed is cut, and no text to judge by
        assert document.score > 0
        assert {"name", "source_id", "beginning"} <= document.metadata.keys()
        assert case.gold_documents is None


def test_the_japanese_report_of_haystack_has_its_means_in_json_and_in_csv(shared) -> None:
    exports = shared / "data" / "exports"
    assert pairs(exports / "haystack_detailed_ja.csv") == pairs(exports / "haystack_detailed_ja.json")
    for metric, mean in (("doc_mrr", 0.9041666666666666), ("doc_recall", 1.0), ("exact_match", 0.2)):
        assert fmean(metadata(exports / "haystack_detailed_ja.json", metric)) == pytest.approx(mean)


def test_azure_rows_keep_their_ratings_and_name_their_sources(shared) -> None:
    exports = shared / "data" / "exports"
    for name, mean in (("baseline", 4.8667), ("prompt_nomarkdownmention", 4.9333)):
        path = exports / f"azure_rag_{name}.jsonl"
        assert fmean(metadata(path, "gpt_groundedness")) == pytest.approx(mean, abs=5e-5)
        rows = [json.loads(line) for line in path.read_text().splitlines()]
        for (_, trace), row in zip(pairs(path), rows, strict=True):
            lines = [f"{item.document_id}: {item.text}" for item in trace.retrieved]
            assert lines == [line for line in row["context"].split("\n") if line.strip()]
    ((_, trace),) = pairs(exports / "promptflow_groundedness_data.jsonl")
    assert len(trace.context) > 0


def test_langsmith_examples_keep_their_labels(shared) -> None:
    exports = shared / "data" / "exports"
    for name, label in (("correct", 1), ("incorrect", 0)):
        found = pairs(exports / f"langsmith_webqa_{name}.json")
        assert {case.metadata["outputs"]["output_correctness_score"] for case, _ in found} == {label}
        assert all(isinstance(trace.answer, str) for _, trace in found)
    assert found[0][0].expected_answers == ("Woman at Wedding",)
    assert found[0][1].answer == "Hollywood Cemetery"


def test_a_trulens_span_is_a_question_with_what_was_retrieved_for_it(shared) -> None:
    ((case, trace),) = pairs(shared / "data" / "exports" / "trulens_retrieval_span.json")
    assert case.question == "What is the best coffee?"
    assert len(trace.retrieved) == 4
    assert trace.answer is UNSET
    assert case.metadata["spans"][0]["trace"]["trace_id"] == "38285552113882235753580066402372722435"


def test_deepeval_goldens_are_the_same_from_json_and_from_csv_but_for_tools(shared) -> None:
    exports = shared / "data" / "exports"
    for (a, trace_a), (b, trace_b) in zip(
        pairs(exports / "deepeval_goldens.json"), pairs(exports / "deepeval_goldens.csv"), strict=True
    ):
        assert (a.id, a.question, a.expected_answers, a.evidence) == (
            b.id,
            b.question,
            b.expected_answers,
            b.evidence,
        )
        assert trace_a == trace_b


def test_squad_questions_without_an_answer_are_not_answerable(shared) -> None:
    found = pairs(shared / "data" / "qa" / "squad2_dev_cut.json")
    declined = [case for case, _ in found if not case.answerable]
    assert len(declined) == 352
    assert all(case.expected_answers is None and case.evidence is None for case in declined)
    assert all("plausible_answers" in case.metadata for case in declined)
    answered = [case for case, _ in found if case.answerable]
    assert all(any(answer in case.evidence[0] for answer in case.expected_answers) for case in answered)


def test_the_evidence_of_jsquad_is_its_paragraph_without_the_title(shared) -> None:
    found = {case.id: case for case, _ in pairs(shared / "data" / "qa" / "jsquad_valid_cut.json")}
    run = native(shared / "data" / "rag_runs" / "jsquad_ja_runA.jsonl")
    assert len({case.evidence for case in found.values()}) == 618
    both = [(wanted, found[wanted.id]) for wanted, _ in run if wanted.id in found]
    assert len(both) > 100
    for wanted, case in both:
        assert case.expected_answers == wanted.expected_answers
        assert wanted.evidence[0].strip() in case.evidence[0]
        assert "[SEP]" not in case.evidence[0]


def test_squad_predictions_are_joined_to_their_questions(shared) -> None:
    folder = shared / "data" / "normalisation"
    gold, predictions = folder / "squad2_gold.json", folder / "squad2_predictions.json"
    evaluation = evaluated(read(str(gold)), read(str(predictions)))
    answers = json.loads(predictions.read_text())
    assert evaluation.summary.n == 160
    assert sum(row.abstained for row in evaluation) >= sum(not answer for answer in answers.values()) > 0


def test_questions_of_hotpotqa_have_the_evidence_of_the_run_made_of_them(shared) -> None:
    found = pairs(shared / "data" / "qa" / "hotpotqa_distractor50.jsonl")
    run = {case.id: case for case, _ in native(shared / "data" / "rag_runs" / "hotpotqa_en_run.jsonl")}
    assert Counter(case.metadata["type"] for case, _ in found) == {"bridge": 41, "comparison": 9}
    for case, _ in found:
        assert len(case.gold_documents.grades) == 2
        assert [text.strip() for text in run[case.id].evidence] == list(case.evidence)
        assert case.expected_answers == run[case.id].expected_answers


def test_clapnq_has_60_questions_without_an_answer(shared) -> None:
    found = pairs(shared / "data" / "qa" / "clapnq_dev_a.jsonl")
    assert sum(not case.answerable for case, _ in found) == 60
    for case, _ in found:
        passages = " ".join(passage["text"] for passage in case.metadata["passages"])
        assert all(sentence in passages for sentence in case.evidence or ())


def test_steps_of_strategyqa_are_groups_of_paragraphs_that_any_annotator_names(shared) -> None:
    found = pairs(shared / "data" / "qa" / "strategyqa_dev_cut.json")
    case = found[0][0]
    assert case.expected_answers == ("no", "false")
    assert case.gold_documents.groups == (
        ("Albany, Georgia-1", "Albany, Georgia-35"),
        ("Albany, New York-2",),
    )
    rows = json.loads((shared / "data" / "qa" / "strategyqa_dev_cut.json").read_text())
    answers = ["yes" if row["answer"] else "no" for row in rows]
    assert [case.expected_answers[0] for case, _ in found] == answers


def test_parallel_questions_of_xquad_have_the_same_ids(shared) -> None:
    english, chinese = (pairs(shared / "data" / "qa" / f"xquad_{name}_cut.json") for name in ("en", "zh"))
    assert [case.id for case, _ in english] == [case.id for case, _ in chinese]
    assert all(a.question != b.question for (a, _), (b, _) in zip(english, chinese, strict=True))


def test_a_run_in_a_file_of_trec_has_the_values_of_trec_eval(shared) -> None:
    folder = shared / "data" / "ir" / "beir_mini_clapnq_a"
    expected = json.loads((folder / "expected.json").read_text())["mean"]
    evaluation = evaluate(list(read(str(folder))), list(read(str(folder / "run.bm25.trec"))), metrics=["rr"])
    assert evaluation.summary.metrics["rr"].mean == pytest.approx(expected["recip_rank"], abs=1e-6)
