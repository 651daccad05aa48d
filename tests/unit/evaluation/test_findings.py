"""Findings: what is said of cases without any label, each kind with counts and cases written by hand."""

from __future__ import annotations

import itertools
import random

import pytest

from ragtriage import evaluate
from ragtriage.evaluation import recurring
from ragtriage.evaluation.evaluation import Evaluation
from ragtriage.evaluation.findings import Findings, finding_text, is_unlabelled, shown_findings
from ragtriage.evaluation.headline import headline
from ragtriage.evaluation.notebook import evaluation_html
from ragtriage.evaluation.step_words import step_text
from ragtriage.model import Finding, FindingKind, Outcome, Verdict
from ragtriage.reports.markdown import summary_markdown

FARE = "The rail pass costs 30 euros and is valid for five days in a row."
LEAVE = "Leave is booked with the team lead before the end of March."


def row(name, answer, *texts, **more):
    retrieved = [{"document_id": f"{name}-{place}", "text": text} for place, text in enumerate(texts)]
    return {"id": name, "question": f"{name}?", "retrieved": retrieved, "answer": answer, **more}


def found(rows, **settings):
    return {each.kind.value: each for each in evaluate(rows, **settings).report.findings}


def seen(finding):
    return finding.cases, finding.of, finding.ids


ROWS = [
    row("copied", FARE, FARE, LEAVE),
    row("figure", "The rail pass costs 50 euros.", FARE, LEAVE),
    row("other words", "You pay for the pass at the counter.", FARE, LEAVE),
    row("declined", "I don't know.", FARE),
    row("denial", "A second passenger is not carried by the pass.", FARE),
    row("empty", "  ", FARE),
    row("none", None, FARE),
    row("nothing", "The pass costs 30 euros."),
    row("blank", "The pass costs 30 euros.", "", " \n"),
    row("twice", "See the guide for passengers.", LEAVE, FARE, LEAVE),
]


def test_what_is_seen_without_labels_is_counted_with_its_cases():
    assert {kind: seen(finding) for kind, finding in found(ROWS).items()} == {
        "unlabelled": (10, 10, ("copied", "figure", "other words", "declined", "denial")),
        "nothing_retrieved": (2, 10, ("nothing", "blank")),
        "answered_without_text": (2, 7, ("nothing", "blank")),
        "unbacked_figures": (1, 7, ("figure",)),
        "repeated_text": (1, 5, ("twice",)),
        "empty_answer": (2, 10, ("empty", "none")),
        "declined": (1, 10, ("declined",)),
        "copied": (1, 7, ("copied",)),
    }


def test_labels_change_nothing_of_what_is_seen_beside_them():
    labelled = [{**each, "gold_ids": [f"{each['id']}-0"]} for each in ROWS]
    without = found(ROWS)
    del without["unlabelled"]
    assert found(labelled) == without


def test_nothing_is_said_to_be_missing_that_was_not_recorded():
    assert set(found([{"id": "1", "question": "?", "answer": "30 euros"}])) == {"unlabelled"}
    assert set(found([{"id": "1", "question": "?", "retrieved": ["a", "b"], "answer": "30 euros"}])) == {
        "unlabelled"
    }


def test_texts_past_the_cutoff_reached_nobody():
    rows = [row("1", "30 euros", "", FARE)]
    assert "nothing_retrieved" not in found(rows)
    assert seen(found(rows, k=1)["nothing_retrieved"]) == (1, 1, ("1",))


def test_a_context_that_is_blank_counts_although_something_was_retrieved():
    rows = [{"id": "1", "question": "?", "retrieved": ["a"], "context": [" "], "answer": "30 euros"}]
    assert seen(found(rows)["nothing_retrieved"]) == (1, 1, ("1",))


def test_a_chunk_is_repeated_by_its_text_or_where_there_is_none_by_its_id():
    def repeated(*retrieved):
        return "repeated_text" in found([{"id": "1", "question": "?", "retrieved": list(retrieved)}])

    assert repeated({"document_id": "a", "text": FARE}, {"document_id": "b", "text": FARE})
    assert not repeated({"document_id": "a", "text": FARE}, {"document_id": "a", "text": LEAVE})
    assert repeated("a", "b", "a")
    assert not repeated("a", "b")
    assert not repeated({"document_id": "a", "text": "x" * 9}, {"document_id": "b", "text": "y" * 9})
    assert not repeated({"document_id": "a", "text": ""}, {"document_id": "b", "text": ""})


def lists(n, extra=("everywhere",)):
    return [
        {"id": f"q{i}", "question": f"{i}?", "retrieved": [f"d{i}", f"e{i}", *(extra if i != 3 else [])]}
        for i in range(n)
    ]


def test_the_same_chunk_for_every_question_is_found_from_five_cases_on():
    assert "same_chunk" not in found([each for each in lists(5) if each["id"] != "q3"])
    rows = [each for each in lists(6) if each["id"] != "q3"]
    assert seen(found(rows)["same_chunk"]) == (5, 5, ("q0", "q1", "q2", "q4", "q5"))
    assert found(rows)["same_chunk"].what == "everywhere"


def test_the_same_chunk_is_found_in_more_than_nine_cases_of_ten_and_not_in_nine_of_ten():
    assert "same_chunk" not in found(lists(10))
    finding = found(lists(11))["same_chunk"]
    assert seen(finding) == (10, 11, ("q0", "q1", "q2", "q4", "q5"))
    assert finding_text(finding) == ("the same chunk is among the first 10 retrieved for 10 of 11 questions")


def test_a_chunk_that_the_first_cases_lack_is_found_without_naming_any():
    rows = [{"id": f"q{i}", "question": "?", "retrieved": ["rare" if i < 9 else "all"]} for i in range(100)]
    assert seen(found(rows)["same_chunk"]) == (91, 100, ())


def test_a_chunk_is_the_same_by_its_text_whatever_its_id_and_only_among_the_first_ten():
    texts = [row(f"q{i}", "?", f"Text {i}.", FARE) for i in range(5)]
    assert found(texts)["same_chunk"].what == FARE
    deep = [
        {"id": f"q{i}", "question": "?", "retrieved": [*(f"d{i}-{j}" for j in range(10)), "last"]}
        for i in range(5)
    ]
    assert "same_chunk" not in found(deep)


def test_cases_in_which_nothing_came_back_do_not_hide_a_chunk_that_comes_back_for_all_others():
    rows = [*lists(3), {"id": "none", "question": "?", "retrieved": []}, *lists(9)[4:]]
    assert seen(found(rows)["same_chunk"])[:2] == (8, 8)


def test_among_very_many_chunks_only_what_came_back_in_every_case_is_found(monkeypatch):
    monkeypatch.setattr(recurring, "_DIFFERENT", 4)
    every = [each for each in lists(9) if each["id"] != "q3"]
    assert seen(found(every)["same_chunk"])[:2] == (8, 8)
    assert "same_chunk" not in found(lists(12))


def test_texts_are_not_shown_where_they_are_not_to_be_kept():
    texts = [row(f"q{i}", "?", f"Text {i}.", FARE) for i in range(5)]
    findings = Findings(with_texts=False)
    findings.add(list(evaluate(texts)))
    assert [each.what for each in findings.found() if each.kind is FindingKind.SAME_CHUNK] == [None]


def test_one_answer_to_different_questions_is_found_if_it_is_long_and_no_refusal():
    same = "You find all about that in the guide for passengers."
    rows = [
        {"id": "1", "question": "When?", "answer": same},
        {"id": "2", "question": "Where?", "answer": same},
        {"id": "3", "question": "Who?", "answer": "The team lead."},
        {"id": "4", "question": "Who then?", "answer": "The team lead."},
        {
            "id": "5",
            "question": "Why?",
            "answer": "I'm sorry, but the documents do not say anything on that.",
        },
        {
            "id": "6",
            "question": "How?",
            "answer": "I'm sorry, but the documents do not say anything on that.",
        },
        {"id": "7", "question": "What?", "answer": "The same words for the same question, twice."},
        {"id": "8", "question": "What?", "answer": "The same words for the same question, twice."},
    ]
    assert seen(found(rows)["same_answer"]) == (2, 4, ("1", "2"))


def test_support_that_a_rule_or_a_judge_told_is_counted_apart_from_what_strings_show():
    def judged(outcome, *, certain):
        verdict = Verdict(outcome=outcome, certain=certain, method="a judge", reason="it said so")
        (result,) = evaluate([row("1", "You pay at the counter.", FARE)])
        findings = Findings()
        changed = result.__class__(
            **{name: getattr(result, name) for name in result.__struct_fields__}
            | {
                "verdicts": result.verdicts.__class__(
                    retrieval=result.verdicts.retrieval,
                    evidence=result.verdicts.evidence,
                    answer=result.verdicts.answer,
                    support=verdict,
                )
            }
        )
        findings.add([changed])
        return [each.kind.value for each in findings.found() if each.kind is not FindingKind.UNLABELLED]

    assert judged(Outcome.PASS, certain=True) == ["judged_backed"]
    assert judged(Outcome.FAIL, certain=True) == ["judged_unbacked"]
    assert judged(Outcome.PASS, certain=False) == ["likely_backed"]
    assert judged(Outcome.FAIL, certain=False) == ["likely_unbacked"]


@pytest.mark.parametrize("limit", [5000, 6])
def test_parts_add_up_to_the_whole_however_they_are_cut(monkeypatch, limit):
    monkeypatch.setattr(recurring, "_DIFFERENT", limit)
    rng = random.Random(7)  # noqa: S311 - it cuts lists
    answers = [f"This is the answer of which there are {i} in all." for i in range(9)]
    results = list(
        evaluate(
            [
                *ROWS,
                *(row(f"r{i}", rng.choice(answers), f"Text {rng.randrange(5)}.", FARE) for i in range(40)),
            ]
        )
    )
    whole = Findings()
    whole.add(results)
    for _ in range(30):
        cuts = sorted(rng.sample(range(len(results) + 1), 3))
        merged = Findings()
        for start, stop in itertools.pairwise([0, *cuts, len(results)]):
            part = Findings()
            for at in range(start, stop, 7):
                part.add(results[at : min(stop, at + 7)])
            merged.absorb(part)
        assert merged.found() == whole.found()


def test_findings_are_read_back_as_they_were_written(tmp_path):
    evaluation = evaluate(ROWS)
    evaluation.save(tmp_path / "out")
    assert Evaluation.load(tmp_path / "out").report.findings == evaluation.report.findings


def test_the_first_sentence_of_cases_without_labels_says_what_was_found():
    rows = [
        row("figure", "The rail pass costs 50 euros.", FARE),
        row("declined", "I don't know.", FARE),
        row("open", "You pay at the counter.", FARE),
    ]
    report = evaluate(rows).report
    assert headline(report.summary, findings=report.findings) == (
        "Nothing is labelled in any of 3 cases, so no stage can be named; without labels this was found: "
        "1 answer gives figures that stand in no text; the system declined once."
    )
    assert headline(report.summary, findings=report.findings, language="ja") == (
        "3件のいずれにもラベルがないため、段階を特定できません。ラベルなしで分かったこと: "
        "1件の回答に、どの文章にもない数値があります。1件では回答を控えています。"
    )


def test_the_first_sentence_says_so_where_nothing_was_found():
    report = evaluate([row("open", "You pay at the counter.", FARE)]).report
    assert headline(report.summary, findings=report.findings) == (
        "Nothing is labelled in the 1 case, so no stage can be named; what can be seen without labels was "
        "looked for, and nothing was found."
    )


def test_a_stage_that_needs_no_label_is_named_first():
    report = evaluate([row("nothing", "30 euros"), row("open", "You pay at the counter.", FARE)]).report
    assert headline(report.summary, findings=report.findings) == (
        "Retrieval first: 1 of 2 (1 likely). Nothing is labelled, so no stage can be named in the other case"
        "; without labels this was found: for 1 question nothing was retrieved, or every text was empty; "
        "1 answer was given although there was no text to rest on."
    )


def test_of_labelled_cases_only_what_nothing_else_tells_is_said_if_it_is_a_fifth_of_them():
    labelled = {"expected": "30 euros"}
    rows = [row(f"q{i}", "I don't know.", f"Text {i}.", **labelled) for i in range(4)]
    assert shown_findings(evaluate(rows).report.findings) == ()
    rows.append(row("twice", "30 euros", FARE, FARE, **labelled))
    one_of_six = [row(f"r{i}", "?", f"Text {i}.", f"Another text {i}.", **labelled) for i in range(5)]
    assert [each.kind for each in shown_findings(evaluate(rows).report.findings)] == ["repeated_text"]
    assert shown_findings(evaluate([*rows, *one_of_six]).report.findings) == ()


def test_every_finding_has_its_words_in_both_languages():
    for kind, cases in itertools.product(FindingKind, (1, 2, 9)):
        finding = Finding(kind=kind, cases=cases, of=9, ids=("1",))
        english, japanese = finding_text(finding), finding_text(finding, language="ja")
        assert "{" not in english + japanese
        assert english.isascii()
        assert not japanese.isascii()


HOSTILE = "<script>alert(1)</script>\x1b[31m|`x`"


def test_ids_and_texts_of_findings_are_inert_in_markdown_and_in_a_notebook():
    rows = [{"id": f"{HOSTILE}{i}", "question": "?", "retrieved": [HOSTILE]} for i in range(5)]
    report = evaluate(rows).report
    assert is_unlabelled(report.findings)
    for text in (summary_markdown(report), evaluation_html(report)):
        assert "for every one of 5 questions" in text
        assert "<script>" not in text
        assert "\x1b" not in text


def column(rows):
    report = evaluate(rows).report
    steps = [step for step in report.next_steps if step.key.startswith("column.")]
    assert report.next_steps[: len(steps)] == tuple(steps)
    assert not any(step.key.endswith("not_labelled") for step in report.next_steps if steps)
    return [(step.key, step.cases) for step in steps]


def test_with_texts_expected_answers_would_tell_most():
    rows = [row(f"q{i}", "You pay at the counter.", FARE) for i in range(3)]
    assert column(rows) == [("column.expected_answers", 3)]


def test_with_ids_alone_gold_documents_would_tell_most():
    rows = [
        {"id": f"q{i}", "question": "?", "retrieved": ["a"], "answer": "At the counter."} for i in range(3)
    ]
    assert column(rows) == [("column.gold_documents", 3)]


def test_with_answers_alone_expected_answers_would_rule_stages_out():
    rows = [{"id": f"q{i}", "question": "?", "answer": "At the counter."} for i in range(3)]
    assert column(rows) == [("column.expected_answers.answer.narrows", 3)]


def test_with_texts_and_no_answers_expected_ones_could_be_looked_for():
    rows = [{"id": "q", "question": "?", "retrieved": [{"text": FARE}]}]
    assert column(rows) == [("column.expected_answers.evidence", 1)]


def test_what_is_known_without_labels_needs_no_column():
    rows = [row("nothing", "30 euros"), row("open", "You pay at the counter.", FARE)]
    assert column(rows) == [("column.expected_answers", 1)]


def test_one_labelled_case_is_enough_for_the_usual_steps():
    rows = [row(f"q{i}", "You pay at the counter.", FARE) for i in range(3)]
    rows.append(row("labelled", "At the counter.", FARE, expected="At the counter."))
    assert column(rows) == []


@pytest.mark.parametrize("language", ["en", "ja"])
def test_a_column_is_said_in_both_languages(language):
    rows = [row("1", "You pay at the counter.", FARE)]
    (step, *_) = evaluate(rows).report.next_steps
    assert "`expected_answers`" in step_text(step, language=language)


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        # every question was answered from its own pages; none declines (read one by one)
        ("azure_rag_baseline.jsonl", {"copied": 4, "denies": 17}),
        ("azure_rag_prompt_nomarkdownmention.jsonl", {"copied": 3, "denies": 20}),
        # its two refusals are 分かりません。 and three answers are sentences of their contexts
        ("haystack_detailed_ja.json", {"declined": 2, "copied": 3}),
        ("haystack_detailed_ja.csv", {"declined": 2, "copied": 3}),
        ("ragas_dataset.jsonl", {"declined": 2, "copied": 3}),
        # "send" and "reports" look like an offer and a source
        ("langsmith_webqa_correct.json", {"denies": 2}),
        ("langsmith_webqa_incorrect.json", {}),
        # the one answer asks back
        ("promptflow_groundedness_data.jsonl", {"unlabelled": 1, "denies": 1}),
    ],
)
def test_of_real_exports_is_said_what_was_found_by_hand(shared, name, expected):
    report = evaluate(str(shared / "data" / "exports" / name)).report
    assert {each.kind.value: each.cases for each in report.findings} == expected
