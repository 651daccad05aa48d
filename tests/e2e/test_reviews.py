"""What a person said, from the table to the verdict: `ragtriage review`, `--reviews`, `--accept-wordings`."""

from __future__ import annotations

import csv
import io
import json
import shutil
import sys

import pandas as pd
import pytest

from ragtriage import Evaluation
from ragtriage.cli import main
from ragtriage.evaluation.reviews import review_hashes
from ragtriage.model import Settings, Stage

QUESTIONS = {  # id → what is expected, what was answered
    "when": ("by the fifth of the month", "until day 5 of each month"),
    "who": ("the head of finance", "whoever leads the finance team"),
    "how much": ("5 days", "6 days"),  # strings know: another number
    "上限": ("一泊一万円まで", "1万円を超えない範囲"),
    "001": ("with the company card", "using the card of the firm"),
    "right": ("at the front desk", "at the front desk"),
}


def case(name, *, expected=None, answer=None, **more):
    known, given = QUESTIONS[name]
    return {
        "id": name,
        "question": f"What of {name}?",
        "expected_answers": [known if expected is None else expected],
        "gold_documents": ["policy"],
        "evidence": ["Claims are due by the fifth."],
        "retrieved": [
            {"document_id": "policy", "text": "Claims are due by the fifth. The rest is in the annex."},
            {"document_id": "guide", "text": "Receipts are kept."},
        ],
        "answer": given if answer is None else answer,
        **more,
    }


CASES = [case(name) for name in QUESTIONS]


class Here:
    """A folder in which commands run."""

    def __init__(self, folder, monkeypatch, capsys):
        self.folder = folder
        self._monkeypatch = monkeypatch
        self._capsys = capsys

    def __call__(self, *arguments, code=0):
        self._monkeypatch.setattr(sys, "argv", ["ragtriage", *map(str, arguments)])
        with pytest.raises(SystemExit) as stopped:
            main()
        printed = self._capsys.readouterr()
        assert stopped.value.code == code, printed
        return printed.err if code else printed.out + printed.err

    def write(self, name, cases):
        text = "".join(json.dumps(each, ensure_ascii=False) + "\n" for each in cases)
        (self.folder / name).write_text(text, "utf-8")
        return name

    def rows(self, out):
        lines = (self.folder / out / "cases.jsonl").read_bytes().splitlines()
        return {json.loads(line)["id"]: line for line in lines}

    def verdict(self, out, name, stage="answer"):
        return json.loads(self.rows(out)[name])["verdicts"][stage]

    def report(self, out):
        return json.loads((self.folder / out / "report.json").read_bytes())

    def sheet(self, name="review.csv"):
        text = (self.folder / name).read_bytes().decode("utf-8-sig")
        return list(csv.DictReader(io.StringIO(text, newline="")))

    def fill(self, verdicts, *, target="review.csv", encoding="utf-8-sig", notes=None, **how):
        """Fill the table in as a spreadsheet would, which knows nothing of ids."""
        table = pd.read_csv(self.folder / "review.csv", dtype={"verdict": object, "note": object})
        for place, key in enumerate(table["key"]):
            name = json.loads(key)["id"]
            table.loc[place, "verdict"] = verdicts.get(name)
            table.loc[place, "note"] = (notes or {}).get(name)
        table.to_csv(
            self.folder / target,
            index=False,
            encoding=encoding,
            errors="replace",
            lineterminator="\r\n",
            **how,
        )
        return target

    def reviews(self, *lines, name="reviews.jsonl"):
        return self.write(name, lines)


@pytest.fixture
def here(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    made = Here(tmp_path, monkeypatch, capsys)
    made.write("cases.jsonl", CASES)
    return made


@pytest.fixture
def prepared(here):
    """The cases, evaluated, with the table to fill in."""
    here("evaluate", "cases.jsonl", "--out", "before", "--quiet")
    here("review", "before")
    return here


def line(here, name, verdict, stage="answer", **more):
    """A line as the page saves it."""
    keys = [json.loads(row["key"]) for row in here.sheet()]
    key = next(key for key in keys if (key["id"], key["stage"]) == (name, stage))
    return {**key, "verdict": verdict, **more}


def unasked(here, out, verdict):
    """A review of the first answer, whether or not there is need for one."""
    result = next(iter(Evaluation.load(here.folder / out)))
    hashes = review_hashes(result.case, result.trace, Stage.ANSWER, Settings())
    return {"id": result.case.id, "stage": "answer", "verdict": verdict, "hashes": hashes}


def test_the_table_holds_what_strings_leave_open_and_nothing_that_they_know(prepared):
    assert {row["key"] and json.loads(row["key"])["id"] for row in prepared.sheet()} == {
        "when",
        "who",
        "上限",
        "001",
    }
    row = next(row for row in prepared.sheet() if row["id"] == "when")
    assert row["question"] == "What of when?"
    assert row["expected_answers"] == "by the fifth of the month"
    assert row["answer"] == "until day 5 of each month"
    assert row["texts"].startswith("[1] Claims are due by the fifth.")
    assert row["verdict"] == row["note"] == ""
    assert (prepared.folder / "review.csv").read_bytes().startswith(b"\xef\xbb\xbfid,")


def test_what_a_person_says_is_the_verdict_and_every_other_row_keeps_its_bytes(prepared):
    prepared.fill({"when": "accept", "who": "reject", "001": "skip"}, notes={"when": "the same day"})
    said = prepared("evaluate", "cases.jsonl", "--reviews", "review.csv", "--out", "after")
    assert "Reviews: 2 of 3 used" in said
    assert ", 1 skipped (review.csv)" in said
    accepted, rejected = prepared.verdict("after", "when"), prepared.verdict("after", "who")
    assert (accepted["outcome"], accepted["certain"], accepted["method"]) == ("pass", True, "person")
    assert accepted["reason"] == "the same day"
    assert (rejected["outcome"], rejected["certain"], rejected["method"]) == ("fail", True, "person")
    assert rejected["reason"] == "a person rejected it"
    before, after = prepared.rows("before"), prepared.rows("after")
    assert {name for name in before if before[name] != after[name]} == {"when", "who"}
    counts = prepared.report("after")["manifest"]["reviews"]
    assert (counts["read"], counts["used"], counts["skipped"], counts["stale"]) == (3, 2, 1, 0)
    assert "person" in prepared("explain", "after", "when", "--no-color")
    assert "reviews" not in prepared.report("before")["manifest"]


@pytest.mark.parametrize(
    ("accepts", "rejects"),
    [
        ("accept", "reject"),
        ("可", "否"),
        ("〇", "×"),
        ("y", "n"),
        ("OK", "NG"),
        ("ＯＫ", "ｎｇ"),
        ("Yes", "No"),
    ],
)
def test_people_write_a_verdict_in_their_own_words(prepared, accepts, rejects):
    prepared.fill({"when": accepts, "who": rejects})
    prepared("rescore", "before", "--reviews", "review.csv", "--out", "after")
    assert prepared.verdict("after", "when")["outcome"] == "pass"
    assert prepared.verdict("after", "who")["outcome"] == "fail"


@pytest.mark.parametrize(
    ("encoding", "how"),
    [
        ("cp932", {}),
        ("utf-16", {"sep": "\t"}),
        ("utf-8", {"sep": ";"}),
        ("utf-8-sig", {"quoting": csv.QUOTE_ALL}),
    ],
)
def test_a_table_is_read_as_the_spreadsheet_of_any_country_saves_it(prepared, encoding, how):
    name = prepared.fill(
        {"when": "可", "上限": "否", "001": "〇"}, target="saved.csv", encoding=encoding, **how
    )
    prepared("evaluate", "cases.jsonl", "--reviews", name, "--out", "after", "--quiet")
    outcomes = {name: prepared.verdict("after", name)["outcome"] for name in ("when", "上限", "001")}
    assert outcomes == {"when": "pass", "上限": "fail", "001": "pass"}


def test_japanese_text_around_it_does_not_hide_that_a_single_kanji_is_a_verdict(prepared):
    text = (prepared.folder / "review.csv").read_bytes().decode("utf-8-sig")
    kept = [each for each in text.splitlines(keepends=True) if "上限" not in each]
    data = "".join(kept).replace(',,,"{""id"":""when""', ',可,,"{""id"":""when""')
    (prepared.folder / "review.csv").write_bytes(data.encode("cp932"))
    prepared("evaluate", "cases.jsonl", "--reviews", "review.csv", "--out", "after", "--quiet")
    assert prepared.verdict("after", "when")["outcome"] == "pass"


def test_more_processes_write_the_same_bytes(prepared):
    prepared.fill({"when": "accept", "who": "reject", "上限": "可"})
    for workers in ("1", "2"):
        prepared(
            "evaluate",
            "cases.jsonl",
            "--reviews",
            "review.csv",
            "--workers",
            workers,
            "--out",
            f"by-{workers}",
        )
    for name in ("cases.jsonl", "report.json"):
        one, two = ((prepared.folder / f"by-{n}" / name).read_bytes() for n in (1, 2))
        assert one == two


def test_another_k_or_matcher_voids_no_review_of_an_answer(prepared):
    prepared.fill({"when": "accept"})
    prepared(
        *("evaluate", "cases.jsonl", "--reviews", "review.csv", "--out", "after"),
        *("--k", "1", "--match", "values", "--answer-rule", "equals"),
    )
    assert prepared.verdict("after", "when")["method"] == "person"


@pytest.mark.parametrize(
    ("changed", "told", "parts"),
    [
        ({"answer": "on the 9th"}, "the answer has changed", ["answer"]),
        ({"expected": "by the 9th"}, "the expected answers have changed", ["expected_answers"]),
        ({"question": "What now?"}, "the question has changed", ["question"]),
        ({"gold_documents": ["policy", "guide"]}, "the gold documents have changed", ["gold"]),
    ],
)
def test_a_review_of_what_has_changed_since_is_listed_and_not_used(prepared, changed, told, parts):
    prepared.fill({"when": "accept", "who": "accept"})
    prepared.write("cases.jsonl", [case("when", **changed), *CASES[1:]])
    said = prepared("evaluate", "cases.jsonl", "--reviews", "review.csv", "--out", "after", "--quiet")
    assert "1 review not used, since what was reviewed has changed" in said
    assert f"answer of 'when': {told}" in said
    assert prepared.verdict("after", "when")["method"] != "person"
    assert prepared.verdict("after", "who")["method"] == "person"
    report = prepared.report("after")
    stale = [each for each in report["reviews"] if each["kind"] == "stale"]
    assert [(each["id"], each["changed"]) for each in stale] == [("when", parts)]
    assert report["manifest"]["reviews"]["stale"] == 1


def test_reviews_of_other_questions_are_listed_with_line_and_id(prepared):
    prepared.reviews(line(prepared, "when", "accept"), line(prepared, "who", "accept") | {"id": "gone"})
    said = prepared("evaluate", "cases.jsonl", "--reviews", "reviews.jsonl", "--out", "after", "--quiet")
    assert "1 review of cases that are not there: line 2, answer of 'gone'" in said
    assert prepared.report("after")["manifest"]["reviews"]["unknown_id"] == 1


def test_the_same_verdict_reviewed_twice_must_say_the_same(prepared):
    once = line(prepared, "when", "accept")
    prepared.reviews(once, line(prepared, "who", "reject"), once | {"note": "again"})
    said = prepared("evaluate", "cases.jsonl", "--reviews", "reviews.jsonl", "--out", "after")
    assert "Reviews: 2 of 2 used" in said
    prepared.reviews(once, line(prepared, "who", "reject"), once | {"verdict": "reject"})
    said = prepared("evaluate", "cases.jsonl", "--reviews", "reviews.jsonl", "--out", "other", code=2)
    assert "reviews.jsonl, line 1 and line 3: answer of 'when' is once accept and once reject" in said
    assert not (prepared.folder / "other").exists()


def test_of_two_answers_each_with_its_review_the_one_that_fits_counts(prepared):
    old = line(prepared, "when", "reject")
    prepared.write("cases.jsonl", [case("when", answer="day five"), *CASES[1:]])
    prepared("evaluate", "cases.jsonl", "--out", "before", "--quiet")
    prepared("review", "before", "--force")
    prepared.reviews(old, line(prepared, "when", "accept"))
    prepared("evaluate", "cases.jsonl", "--reviews", "reviews.jsonl", "--out", "after", "--quiet")
    assert prepared.verdict("after", "when")["outcome"] == "pass"
    assert prepared.report("after")["manifest"]["reviews"]["stale"] == 1


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"verdict": "maybe"}, "field `verdict`: expected accept, reject or skip"),
        ({"verdict": None}, "field `verdict`: expected accept, reject or skip"),
        (
            {"stage": "retrieval"},
            "field `stage`: expected one of evidence, answer, support, found 'retrieval'",
        ),
        ({"id": 5}, "field `id`: expected a text, found 5"),
        ({"hashes": {}}, "field `hashes`: expected 16 hexadecimal digits under `question`, found None"),
        ({"hashes": None}, "field `hashes`"),
        ({"note": 1}, "field `note`: expected a text, found 1"),
        ({"sure": True}, "field `sure`: is none of a review"),
        ({"said": {"outcome": "good"}}, "field `said`"),
    ],
)
def test_a_line_that_is_no_review_is_named_with_its_field(prepared, change, told):
    prepared.reviews(line(prepared, "who", "accept"), line(prepared, "when", "accept") | change)
    said = prepared("evaluate", "cases.jsonl", "--reviews", "reviews.jsonl", "--out", "after", code=2)
    assert said.startswith(f"Error: reviews.jsonl, line 2, {told}")
    assert not (prepared.folder / "after").exists()


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ('{"id": "when",\n', "line 1: is not valid JSON"),
        ("", "is empty"),
        ('[{"id":"when","verdict":"accept"}]\n', "line 1: expected a review per line, found a JSON list"),
        ("id,verdict\nwhen,accept\n", "line 1: has no column `key`"),
        ("id,key\nwhen,{}\n", "line 1: has no column `verdict`"),
        (
            "verdict,key\naccept,1.2E+05\n",
            "line 2, field `key`: expected what `ragtriage review` wrote there",
        ),
        ('verdict,key\nperhaps,"{""id"":""a"",""stage"":""answer""}"\n', "line 2, field `verdict`"),
    ],
)
def test_a_file_that_is_none_of_reviews_is_refused_with_its_line(here, text, told):
    (here.folder / "bad").write_text(text, "utf-8")
    assert told in here("evaluate", "cases.jsonl", "--reviews", "bad", "--out", "after", code=2)


def test_a_file_that_is_not_there_is_said(here):
    said = here("evaluate", "cases.jsonl", "--reviews", "none.csv", "--out", "after", code=2)
    assert said == "Error: none.csv: no such file\n"


def test_where_strings_know_better_the_person_counts_and_it_is_listed(prepared):
    key = line(prepared, "when", "accept")
    prepared.write("one.jsonl", [case("how much")])
    prepared("evaluate", "one.jsonl", "--out", "one", "--quiet")
    prepared.reviews(key, unasked(prepared, "one", "accept"))
    said = prepared("evaluate", "cases.jsonl", "--reviews", "reviews.jsonl", "--out", "after", "--quiet")
    assert "against what strings or a judge say; the person counts" in said
    assert "line 2, answer of 'how much': stated(standard) says fail" in said
    assert prepared.verdict("after", "how much")["outcome"] == "pass"
    clashes = [each["id"] for each in prepared.report("after")["reviews"] if each["kind"] == "clash"]
    assert "how much" in clashes


def test_where_a_judge_said_otherwise_when_the_person_looked_it_is_listed(prepared):
    judged = {"outcome": "pass", "certain": True, "method": "openai:m"}
    prepared.reviews(line(prepared, "when", "reject") | {"said": judged})
    said = prepared("rescore", "before", "--reviews", "reviews.jsonl", "--out", "after")
    assert "openai:m says pass, a person fail" in said


def test_evidence_and_support_are_reviewed_as_answers_are_and_hold_for_their_texts(here):
    here.write("cases.jsonl", [case("when") | {"evidence": None}, case("right")])
    here("evaluate", "cases.jsonl", "--out", "before", "--quiet")
    here("review", "before", "--stage", "evidence", "--stage", "support")
    assert {(row["id"], row["stage"]) for row in here.sheet()} >= {("when", "evidence"), ("when", "support")}
    here.reviews(line(here, "when", "accept", "evidence"), line(here, "when", "reject", "support"))
    here("evaluate", "cases.jsonl", "--reviews", "reviews.jsonl", "--out", "after", "--quiet")
    assert here.verdict("after", "when", "evidence")["outcome"] == "pass"
    assert here.verdict("after", "when", "support")["outcome"] == "fail"
    said = here(
        "evaluate", "cases.jsonl", "--reviews", "reviews.jsonl", "--k", "1", "--out", "less", "--quiet"
    )
    assert "evidence of 'when': the texts have changed" in said
    assert "support of 'when': the texts have changed" in said


def test_whoever_accepts_the_answer_to_a_question_without_one_says_that_it_declines(here):
    unanswerable = {"answerable": False, "expected_answers": [], "gold_documents": [], "evidence": []}
    answer = "There is no such date, as far as the records go."
    here.write("cases.jsonl", [case("when", answer=answer) | unanswerable])
    here("evaluate", "cases.jsonl", "--out", "before", "--quiet")
    here("review", "before")
    assert [row["expected_answers"] for row in here.sheet()] == ["(to decline: the corpus holds no answer)"]
    for verdict, diagnosis in (("accept", "passed"), ("reject", "abstention_failure")):
        here.reviews(unasked(here, "before", verdict))
        here("rescore", "before", "--reviews", "reviews.jsonl", "--out", verdict)
        row = json.loads(here.rows(verdict)["when"])
        assert (row["diagnosis"], row["certain"]) == (diagnosis, True)


@pytest.fixture
def own_judge(prepared):
    """Cases judged by a judge of one's own, which accepts everything but one answer; return its options."""
    (prepared.folder / "own_judge.py").write_text(
        "from ragtriage.model import Outcome, Stage, Verdict\n"
        "class Judge:\n"
        "    stage = Stage.ANSWER\n"
        "    async def __call__(self, batch):\n"
        "        return [Verdict(outcome=Outcome('fail' if case.id == 'who' else 'pass'), method='own',\n"
        "                        reason='so') for case in batch.cases]\n",
        "utf-8",
    )
    return ("--judge", "answer=own_judge:Judge", "--quiet")


def test_calibrate_takes_the_same_file(prepared, own_judge):
    prepared.fill({"when": "accept", "who": "reject", "001": "skip"})
    prepared("evaluate", "cases.jsonl", *own_judge, "--out", "judged")
    prepared("calibrate", "judged", "review.csv", "--stage", "answer", "--json", "c.json")
    found = json.loads((prepared.folder / "c.json").read_bytes())
    assert (found["n"], found["both_pass"], found["both_fail"], found["remarks"]) == (2, 1, 1, [])


def test_calibrate_holds_no_person_against_the_same_person(prepared, own_judge):
    prepared.fill({"when": "accept", "who": "reject"})
    prepared("evaluate", "cases.jsonl", *own_judge, "--reviews", "review.csv", "--out", "reviewed")
    said = prepared("calibrate", "reviewed", "review.csv", "--stage", "answer", code=2)
    assert "nothing to hold the labels against" in said


def test_calibrate_leaves_out_and_lists_reviews_of_other_answers(prepared, own_judge):
    prepared.fill({"when": "accept", "who": "reject"})
    prepared.write("cases.jsonl", [case("when", answer="by the fifth of the month"), *CASES[1:]])
    prepared("evaluate", "cases.jsonl", *own_judge, "--out", "changed")
    said = prepared("calibrate", "changed", "review.csv", "--stage", "answer", "--json", "c.json")
    assert "answer of 'when': the answer has changed" in said
    assert json.loads((prepared.folder / "c.json").read_bytes())["n"] == 1


def test_accepted_answers_become_expected_ones_of_new_cases_in_which_nothing_else_changes(prepared):
    odd = '{"id": "when", "extra": [1.0, {"b": 2, "a": 1e5}], "expected": "by the fifth of the month", '
    rest = json.dumps(
        {name: value for name, value in case("when").items() if name not in {"id", "expected_answers"}}
    )
    others = "".join(json.dumps(each, ensure_ascii=False) + "\n" for each in CASES[1:])
    (prepared.folder / "cases.jsonl").write_text(odd + rest[1:] + "\n" + others, "utf-8")
    prepared.fill({"when": "accept", "who": "reject", "上限": "accept", "001": "skip"})
    before = (prepared.folder / "cases.jsonl").read_bytes()
    said = prepared(
        *("review", "before", "--accept-wordings", "review.csv"),
        *("--cases", "cases.jsonl", "--out", "new.jsonl"),
    )
    assert "when: expected too: until day 5 of each month\n" in said
    assert "上限: expected too: 1万円を超えない範囲\n" in said
    assert "new.jsonl: 6 cases, 2 of them with one more expected answer" in said
    assert (prepared.folder / "cases.jsonl").read_bytes() == before
    old, new = before.splitlines(), (prepared.folder / "new.jsonl").read_bytes().splitlines()
    assert [i for i, (one, two) in enumerate(zip(old, new, strict=True)) if one != two] == [0, 3]
    assert b'"extra":[1.0, {"b": 2, "a": 1e5}]' in new[0]
    first, was = json.loads(new[0]), json.loads(old[0])
    assert list(first) == list(was)
    assert first.pop("expected") == [was.pop("expected"), "until day 5 of each month"]
    assert first == was
    # the accepted answers are right by strings now, and no review is said to be out of date
    said = prepared("evaluate", "new.jsonl", "--reviews", "review.csv", "--out", "again", "--quiet")
    assert "not used" not in said
    assert prepared.verdict("again", "when")["outcome"] == "pass"


def test_accepted_answers_go_into_other_layouts_as_convert_writes_them(prepared):
    prepared.fill({"when": "accept"})
    prepared("convert", "cases.jsonl", "cases.csv")
    prepared(
        *("review", "before", "--accept-wordings", "review.csv", "--cases", "cases.csv"),
        *("--out", "new.csv"),
    )
    row = next(row for row in table_rows(prepared.folder / "new.csv") if row["id"] == "when")
    assert json.loads(row["expected_answers"]) == ["by the fifth of the month", "until day 5 of each month"]


def table_rows(path):
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("--out", "cases.jsonl", "--force"), "is not written over; name another place"),
        (("--out", "review.csv", "--force"), "is not written over; name another place"),
        (("--out", "link.jsonl", "--force"), "is not written over; name another place"),
        (("--out", "there.jsonl"), "there.jsonl: is there already"),
        ((), "name the file with --out"),
    ],
)
def test_no_input_is_written_over(prepared, arguments, told):
    (prepared.folder / "there.jsonl").write_text("mine", "utf-8")
    (prepared.folder / "link.jsonl").symlink_to(prepared.folder / "cases.jsonl")
    prepared.fill({"when": "accept"})
    before = (prepared.folder / "cases.jsonl").read_bytes()
    said = prepared(
        "review", "before", "--accept-wordings", "review.csv", "--cases", "cases.jsonl", *arguments, code=2
    )
    assert told in said
    assert (prepared.folder / "cases.jsonl").read_bytes() == before


def test_a_table_that_may_have_been_filled_in_is_not_written_over(prepared):
    prepared.fill({"when": "accept"})
    assert "review.csv: is there already" in prepared("review", "before", code=2)
    assert prepared.sheet()[0]["key"]


def test_the_most_useful_come_first_and_a_limit_keeps_them(prepared):
    # where retrieval failed, no answer changes what is to be fixed
    missed = [case("when") | {"retrieved": [{"document_id": "x", "text": "Nothing."}]}, *CASES[1:]]
    prepared.write("cases.jsonl", missed)
    prepared("evaluate", "cases.jsonl", "--out", "before", "--quiet")
    said = prepared("review", "before", "--force", "--limit", "3")
    assert "the most useful of 4" in said
    assert "when" not in [row["id"] for row in prepared.sheet()]


def test_where_nothing_is_open_no_table_is_written(here):
    here.write("cases.jsonl", [case("right")])
    here("evaluate", "cases.jsonl", "--out", "before", "--quiet")
    assert "nothing is open or likely here" in here("review", "before")
    assert not (here.folder / "review.csv").exists()


def test_without_texts_there_is_nothing_to_review(here):
    here("evaluate", "cases.jsonl", "--no-texts", "--out", "before", "--quiet")
    assert "was written without its texts" in here("review", "before", code=2)


def test_a_run_has_nothing_to_review(here):
    (here.folder / "qrels").write_text("q1 0 a 1\n", "utf-8")
    (here.folder / "run").write_text("q1 Q0 a 1 1.0 x\n", "utf-8")
    here("evaluate", "--qrels", "qrels", "--run", "run", "--out", "before", "--quiet")
    assert "is of a run, which holds ids alone" in here("review", "before", code=2)
    here.reviews()
    (here.folder / "r.jsonl").write_text("{}\n", "utf-8")
    said = here("evaluate", "--qrels", "qrels", "--run", "run", "--reviews", "r.jsonl", code=2)
    assert "there is nothing that --reviews could be of" in said


def test_no_text_of_a_case_is_a_formula_in_the_table(here, hostile_texts, hostile_row):
    rows = [
        hostile_row(
            text, id=f"q{i}", question=f"{text}?", answer=f"{text} or so", expected_answers=["certainly not"]
        )
        for i, text in enumerate(hostile_texts.values())
    ]
    here.write("cases.jsonl", rows)
    here("evaluate", "cases.jsonl", "--out", "before", "--quiet", "--allow-disjoint-ids")
    here("review", "before", "--stage", "answer", "--stage", "evidence", "--stage", "support")
    sheet = here.sheet()
    assert len(sheet) > 10
    for row in sheet:
        for cell in row.values():
            assert cell[:1] not in set("=+-@＝＋－＠\t\r")
            assert not {"\x00", "\x1b", "\u202e"} & set(cell)
            assert len(cell) < 32_767
    name = json.loads(sheet[0]["key"])["id"]
    here.fill({name: "accept"})
    said = here(
        *("evaluate", "cases.jsonl", "--reviews", "review.csv", "--out", "after", "--allow-disjoint-ids"),
        "--no-color",
    )
    assert "Reviews:" in said


def test_a_long_text_is_cut_and_says_how_to_see_all_of_it(here):
    here.write("cases.jsonl", [case("when", answer="word " * 20_000)])
    here("evaluate", "cases.jsonl", "--out", "before", "--quiet")
    here("review", "before")
    (row,) = here.sheet()
    assert row["answer"].endswith('characters more: ragtriage explain before "when"]')
    assert len(row["answer"]) < 5_000
    here.fill({"when": "reject"})
    here("rescore", "before", "--reviews", "review.csv", "--out", "after")
    assert here.verdict("after", "when")["method"] == "person"


def test_a_comparison_says_where_people_settled_one_side_alone(prepared):
    prepared.fill({"when": "accept"})
    prepared("rescore", "before", "--reviews", "review.csv", "--out", "after")
    said = prepared("compare", "before", "after", "--no-color")
    assert "verdicts by people (--reviews): 0 and 1" in " ".join(said.split())


def test_no_model_is_asked_about_what_a_person_has_said(evaluate, serve, scripted, capsys, monkeypatch):
    pytest.importorskip("aiohttp")
    reply = {"reason": "It says the same.", "expected": 1, "stretch": "finance", "verdict": "equivalent"}
    server = serve(lambda *_: scripted.completion(json.dumps(reply)))
    cases = [case("when"), case("who")]
    folder = evaluate.folder
    here = Here(folder, monkeypatch, capsys)
    here.write("cases.jsonl", cases)
    here("evaluate", "cases.jsonl", "--out", "before", "--quiet")
    here("review", "before")
    here.reviews(line(here, "when", "reject"))
    shutil.rmtree(folder / "out", ignore_errors=True)
    report, _ = evaluate(cases, server, "--reviews", "reviews.jsonl", "--no-cache", judge="answer=openai:m")
    asked = [json.dumps(received.body) for received in server.received]
    assert len(asked) == 1
    assert "What of who?" in asked[0]
    by_id = {each["id"]: each["verdicts"]["answer"] for each in report["cases"]}
    assert (by_id["when"]["outcome"], by_id["when"]["method"]) == ("fail", "person")
    assert by_id["who"]["outcome"] == "pass"
    assert report["judging"]["answer"]["to_judge"] == 1
    here.reviews(line(here, "when", "reject"), line(here, "who", "accept"))
    evaluate(cases, server, "--reviews", "reviews.jsonl", "--no-cache", judge="answer=openai:m")
    assert len(server.received) == 1  # nobody was asked again
    said = here(
        *("evaluate", "cases.jsonl", "--judge", "answer=openai:m", "--base-url", server.base_url),
        *("--reviews", "reviews.jsonl", "--dry-run", "--no-cache"),
    )
    assert "about 0 calls" in said
