from __future__ import annotations

from ragtriage.evaluation.labels import FAULTS, Fault, check_labels
from ragtriage.importers.reading import read
from ragtriage.io.corpus import read_corpus
from ragtriage.model import Case, Gold, Retrieved, Trace, Unit
from ragtriage.reports.labels import label_lines

CORPUS = {
    "a": "The report is due on the 5th.",
    "a2": "Late reports are refused.",
    "b": "経費は翌月5日までに精算する。",
}


def gold(*ids):
    return Gold(grades=dict.fromkeys(ids, 1))


def case(identifier="1", **fields):
    return Case(
        id=identifier, **{"question": f"question {identifier}?", "expected_answers": ("x",), **fields}
    )


def found(*cases, traces=None, corpus=None, unit=Unit.DOCUMENT):
    pairs = list(zip(cases, traces or [None] * len(cases), strict=True))
    return [(one.fault, one.ids) for one in check_labels(pairs, corpus, unit=unit).findings]


def test_labels_without_fault_give_nothing() -> None:
    good = case(gold_documents=gold("a"), evidence=("The report is due",))
    assert found(good, case("2", question="Something else altogether"), corpus=CORPUS) == []


def test_every_fault_has_a_meaning() -> None:
    assert set(FAULTS) == set(Fault)


def test_an_id_that_stands_twice_is_found() -> None:
    assert found(case("1"), case("1", question="other words")) == [(Fault.REPEATED_ID, ("1",))]


def test_a_gold_id_in_no_document_of_the_corpus_is_found() -> None:
    assert found(case(gold_documents=gold("a", "zz")), corpus=CORPUS) == [(Fault.GOLD_NOT_IN_CORPUS, ("1",))]


def test_without_a_corpus_gold_is_not_looked_up_and_the_report_says_so() -> None:
    report = check_labels([(case(gold_documents=gold("zz")), None)])
    assert report.findings == ()
    assert set(report.unchecked) == {Fault.GOLD_NOT_IN_CORPUS, Fault.EVIDENCE_NOT_IN_GOLD}


def test_evidence_that_stands_in_none_of_its_gold_documents_is_found() -> None:
    fault = [(Fault.EVIDENCE_NOT_IN_GOLD, ("1",))]
    assert found(case(gold_documents=gold("a"), evidence=("Late reports",)), corpus=CORPUS) == fault
    assert found(case(gold_documents=gold("a", "a2"), evidence=("Late reports",)), corpus=CORPUS) == []
    # the 15th is not the 5th
    assert found(case(gold_documents=gold("a"), evidence=("due on the 15th",)), corpus=CORPUS) == fault


def test_evidence_may_differ_in_width_and_case_and_of_a_long_passage_every_sentence_must_stand_there() -> (
    None
):
    assert found(case(gold_documents=gold("b"), evidence=("経費は翌月５日までに",)), corpus=CORPUS) == []
    passage = ("The report is due on the 5th. It is due in May.",)
    assert found(case(gold_documents=gold("a"), evidence=passage), corpus=CORPUS) == [
        (Fault.EVIDENCE_NOT_IN_GOLD, ("1",))
    ]


def test_evidence_is_not_looked_for_where_a_gold_document_is_missing() -> None:
    lost = case(gold_documents=gold("a", "zz"), evidence=("not there",))
    assert found(lost, corpus=CORPUS) == [(Fault.GOLD_NOT_IN_CORPUS, ("1",))]


def test_the_same_question_under_two_ids_is_found_whatever_its_width_or_case() -> None:
    pair = case("1", question="経費精算の期限は？"), case("2", question="経費精算の期限は?")
    assert found(*pair) == [(Fault.DUPLICATE_QUESTION, ("1", "2"))]


def test_nearly_the_same_question_is_found() -> None:
    pair = (
        case("1", question="2013年のラオスのGDPはいくら？"),
        case("2", question="2013年のラオスのGDPはいくらか。"),
    )
    assert found(*pair) == [(Fault.NEAR_DUPLICATE_QUESTION, ("1", "2"))]
    assert found(pair[0], case("2", question="2014年のラオスのGDPはいくらか。")) == []


def test_an_expected_answer_that_is_the_question_is_found() -> None:
    assert found(case(question="Who?", expected_answers=("who",))) == [(Fault.ANSWER_IS_QUESTION, ("1",))]


def test_expected_answers_that_are_one_another_are_found() -> None:
    assert found(case(expected_answers=("5日", "５日", "6日"))) == [(Fault.REPEATED_ANSWER, ("1",))]
    assert found(case(expected_answers=(("a", "b"), ("b", "a")))) == []


def test_an_answerable_question_without_an_expected_answer_is_found() -> None:
    for nothing in (None, ()):
        assert found(case(expected_answers=nothing)) == [(Fault.NO_EXPECTED_ANSWER, ("1",))]
        assert found(case(expected_answers=nothing, answerable=False)) == []


def test_gold_that_is_what_was_retrieved_in_every_case_is_found() -> None:
    cases = (
        case("1", question="one", gold_documents=gold("a")),
        case("2", question="two", gold_documents=gold("b")),
    )
    same = [Trace(id="1", retrieved=("a",)), Trace(id="2", retrieved=("b",))]
    assert found(*cases, traces=same) == [(Fault.GOLD_IS_RETRIEVED, ())]
    assert found(*cases, traces=[same[0], Trace(id="2", retrieved=("b", "c"))]) == []
    assert found(*cases, traces=[same[0], None]) == []
    chunks = [
        Trace(id=str(i), retrieved=(Retrieved(document_id="x", chunk_id=one),))
        for i, one in ((1, "a"), (2, "b"))
    ]
    assert found(*cases, traces=chunks) == []
    assert found(*cases, traces=chunks, unit=Unit.CHUNK) == [(Fault.GOLD_IS_RETRIEVED, ())]


def test_a_report_shows_the_first_of_many_and_how_many_more() -> None:
    report = check_labels([(case(str(i), question=f"q{i}", expected_answers=()), None) for i in range(8)])
    lines = list(label_lines(report, "f\x1b.jsonl", most=3))
    assert lines[0] == "f<U+001B>.jsonl: 8 cases, 8 to look at"
    assert lines[2].startswith("no_expected_answer: 8 (")
    assert lines[6] == "  and 5 more (--all)"
    assert lines[-1].startswith("not looked for: gold_not_in_corpus, evidence_not_in_gold: no corpus")
    assert len(list(label_lines(report, "f", most=None))) == len(lines) + 4


def test_the_official_labels_of_a_real_set_are_in_its_corpus_and_one_that_is_moved_is_not(shared) -> None:
    exports = shared / "data" / "exports"
    corpus = read_corpus(str(exports / "autorag_corpus.parquet"))
    pairs = list(read(str(exports / "autorag_qa.parquet"), "autorag"))
    assert check_labels(pairs, corpus).of(Fault.GOLD_NOT_IN_CORPUS) == ()
    first = next(iter(pairs[0][0].gold_documents.grades))
    del corpus[first]
    lost = check_labels(pairs, corpus).of(Fault.GOLD_NOT_IN_CORPUS)
    assert {one.ids for one in lost} == {
        (each.id,) for each, _ in pairs if first in each.gold_documents.grades
    }


def test_evidence_of_a_real_run_stands_in_the_paragraph_it_was_taken_from(shared) -> None:
    pairs = list(read(str(shared / "data/qa/jsquad_valid_cut.json"), "squad"))
    texts = {each.id: each.evidence[0] for each, _ in pairs if each.evidence}
    labelled = [
        (
            Case(
                id=each.id,
                question=each.question,
                expected_answers=("x",),
                evidence=each.evidence,
                gold_documents=gold(each.id),
            ),
            None,
        )
        for each, _ in pairs
        if each.evidence
    ]
    assert check_labels(labelled, texts).of(Fault.EVIDENCE_NOT_IN_GOLD) == ()
    swapped = {one: texts[other] for one, other in zip(texts, reversed(texts), strict=True)}
    wrong = check_labels(labelled, swapped).of(Fault.EVIDENCE_NOT_IN_GOLD)
    # only questions on one paragraph, at the middle of the list, keep their text
    assert len(wrong) == sum(swapped[one] != texts[one] for one in texts)


def test_gold_that_is_nearly_what_was_retrieved_is_told():
    pairs = [(case(gold_documents=gold("Network-JA")), Trace(id="1", retrieved=("x", "network-ja")))]
    (finding,) = check_labels(pairs).of(Fault.GOLD_NEARLY_RETRIEVED)
    assert "did you mean 'network-ja', rank 2? They differ in upper and lower case" in finding.message


def test_gold_that_is_nearly_in_the_corpus_is_told():
    pairs = [(case(gold_documents=gold("docs/A.txt")), None)]
    (finding,) = check_labels(pairs, {"b": "x", "a.txt": "y"}).of(Fault.GOLD_NOT_IN_CORPUS)
    assert finding.message.endswith("is in no document of the corpus; did you mean 'a.txt'?")


def test_evidence_is_found_in_a_gold_text_however_that_was_written():
    text = "The lear\u00adners of AT&amp;T form inde-\npendent assess\u00adments of 1,\n250 pages."
    labelled = case(gold_documents=gold("a"), evidence=("AT&T form independent assessments of 1,250 pages",))
    assert check_labels([(labelled, None)], {"a": text}).of(Fault.EVIDENCE_NOT_IN_GOLD) == ()
