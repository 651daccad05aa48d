"""The page of an evaluation at its extremes, in a real browser: many cases, hardly any, odd ids and texts."""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import dataclass
from itertools import cycle, islice
from pathlib import Path
from urllib.parse import quote

import pytest
from msgspec.structs import replace

from ragtriage import evaluate
from ragtriage.evaluation.evaluation import Evaluation
from ragtriage.evaluation.store import RowStore
from ragtriage.model import Cause, Outcome, Place, Stage, Statement, SupportDetail, Verdict
from ragtriage.reports.html.evaluation import evaluation_page
from ragtriage.reports.html.messages import Language

EXAMPLE = Path(__file__).parents[2] / "examples" / "expenses.jsonl"

PASSING = {
    "question": "When is it due?",
    "expected": "5 days",
    "gold_ids": ["p"],
    "evidence": ["due in 5 days"],
    "retrieved": [{"document_id": "p", "text": "It is due in 5 days."}],
    "answer": "It is due in 5 days.",
}

# Ids that look alike, or that an address, a shell or markup would take apart.
ODD_IDS = (
    "dup",
    "dup ",
    "du\u200bp",
    "DUP",
    "a&b=c#d?e%41+f",
    'it\'s "x" $(y) `z` \\',
    "</script><b>",
    "\u202etxt.exe",
    "i" * 199 + "1",
    "i" * 199 + "2",
    "期限は？",
)


def write(path, evaluation, **options):
    path.write_bytes(b"".join(evaluation_page(evaluation, **options)))
    return path


@pytest.fixture(scope="module")
def many(shared, tmp_path_factory):
    """Ten thousand cases with their texts: real questions in four languages, over and over."""
    folder = tmp_path_factory.mktemp("many")
    runs = [
        json.loads(line)
        for name in ("jsquad_ja_runA", "squad2_en_run", "cmrc_zh_run", "autorag_ko_run")
        for line in (shared / "data" / "rag_runs" / f"{name}.jsonl").read_bytes().splitlines()
    ]
    rows = [
        {**row, "question_id": f"{row['question_id']}-{number}", "tags": [f"part-{number % 7}"]}
        for number, row in enumerate(islice(cycle(runs), 10_000))
    ]
    evaluation = evaluate(rows, k=5)
    return write(folder / "many.html", evaluation), evaluation


def test_ten_thousand_cases_are_painted_filtered_and_opened(opened, many, capsys):
    path, evaluation = many
    assert path.stat().st_size < 25_000_000
    page = opened(path)
    page.locator(".list tbody tr").first.wait_for()
    painted = page.evaluate("performance.getEntriesByName('first-contentful-paint')[0].startTime")
    page.wait_for_timeout(300)
    filtered = page.evaluate(
        """() => ["の", "and", "期限", "part", ""].map((words) => {
            const search = document.querySelector("input[type=search]");
            const start = performance.now();
            search.value = words;
            search.dispatchEvent(new Event("input"));
            document.body.offsetHeight;
            return Math.round(performance.now() - start);
        })"""
    )
    with capsys.disabled():  # for somebody to read; how fast a machine is, is no property of the code
        size = path.stat().st_size / 1e6
        sys.stdout.write(
            f"\n10,000 cases: {size:.1f} MB, painted in {painted:.0f} ms, filtered in {filtered}\n"
        )
    assert page.get_by_role("status").inner_text() == "10,000 of 10,000 cases"
    page.locator("select[name=tag]").select_option("part-3")
    expected = [result.case.id for result in evaluation if result.case.tags == ("part-3",)]
    assert page.get_by_role("status").inner_text() == f"{len(expected):,} of 10,000 cases"
    page.get_by_role("button", name="Later").click()
    listed = page.locator(".list tbody th.id").all_inner_texts()
    assert len(listed) == 25
    assert set(listed) < set(expected)
    # the texts of this one come out of a packed block, whole
    page.locator(".list tbody a").nth(7).click()
    page.get_by_role("dialog").wait_for()
    opened_case = evaluation.find(listed[7])
    shown = page.locator("#case .retrieved .text").first
    # less the numbers of statements
    text = shown.evaluate(
        "one => { one.querySelectorAll('sup').forEach(sup => sup.remove()); return one.textContent; }"
    )
    assert text == opened_case.trace.retrieved[0].text
    assert not page.locator("#case .left-out").count()


def test_of_too_many_cases_those_that_failed_are_shown_with_a_sample_and_the_page_says_so(
    opened, tmp_path, photograph
):
    failing = {**PASSING, "answer": "It is due in 9 days."}
    rows = [{**(failing if n % 10 == 0 else PASSING), "id": f"q{n}"} for n in range(600)]
    page = opened(write(tmp_path / "page.html", evaluate(rows), most_cases=200))
    assert page.get_by_role("status").inner_text() == "200 of 200 cases"
    told = page.locator(".sample").inner_text()
    assert "holds 200 of 600 cases: 60 of the 60 that did not pass, and 140 of the 540 that did" in told
    assert page.locator("h1").inner_text().startswith("Generation first: 60 of 600")
    photograph(page, "report-sample")


def test_texts_that_need_more_room_than_there_is_are_cut_around_what_is_marked(opened, tmp_path):
    filler = "Nothing about it here. " * 200
    row = {**PASSING, "retrieved": [{"document_id": "p", "text": filler + PASSING["answer"] + filler}] * 2}
    rows = [{**row, "id": f"q{n}"} for n in range(100)]
    path = write(tmp_path / "page.html", evaluate(rows), most_bytes=250_000)
    assert path.stat().st_size < 450_000
    page = opened(path, fragment="case=q7")
    dialog = page.get_by_role("dialog")
    dialog.wait_for()
    assert dialog.locator(".retrieved mark.e").first.inner_text().startswith("due in 5 days")
    assert "characters left out" in dialog.locator(".retrieved .left-out").first.inner_text()
    assert "All of it: ragtriage explain DIR q7" in dialog.inner_text()


def test_the_command_for_a_case_finds_it_whatever_its_id_is(opened, tmp_path):
    evaluation = evaluate([{**PASSING, "id": name} for name in ODD_IDS])
    evaluation.save(tmp_path / "DIR")
    page = opened(write(tmp_path / "page.html", evaluation))
    for number, name in enumerate(ODD_IDS):
        page.locator(".list tbody a").nth(number).click()
        told = page.locator("#case .case > .note code").inner_text()
        page.keyboard.press("Escape")
        assert told.isprintable()
        command_line = told.replace("ragtriage", f"'{sys.executable}' -m ragtriage", 1)
        done = subprocess.run(  # a shell is what somebody copies it into
            ["bash", "-c", command_line],  # noqa: S607
            cwd=tmp_path,
            capture_output=True,
            text=True,
            check=False,
        )
        assert (done.returncode, done.stderr) == (0, ""), name


def test_every_id_opens_its_own_case_however_odd_it_is(opened, tmp_path):
    rows = [{**PASSING, "id": name, "question": f"Question {n}"} for n, name in enumerate(ODD_IDS)]
    path = write(tmp_path / "page.html", evaluate(rows))
    page = opened(path)
    for number in range(len(ODD_IDS)):
        page.locator(".list tbody a").nth(number).click()
        page.locator("#case .asked", has_text=f"Question {number}").wait_for()
        page.keyboard.press("Escape")
        page.get_by_role("dialog").wait_for(state="hidden")
    for number, name in enumerate(ODD_IDS):
        linked = opened(path, fragment=f"case={quote(name)}")
        linked.locator("#case .asked", has_text=f"Question {number}").wait_for()


@pytest.mark.parametrize("name", ["C++", "100%", "a&b=c", "50%zz"])
def test_a_link_written_by_hand_opens_its_case(opened, tmp_path, name):
    rows = [{**PASSING, "id": name}, {**PASSING, "id": "C"}]
    page = opened(write(tmp_path / "page.html", evaluate(rows)), fragment=f"case={name}")
    page.locator("#case .verdicts").wait_for()
    assert page.locator("#case-title").inner_text() == name


def test_scores_are_shown_whatever_their_size(opened, tmp_path):
    scores = [1e308, 28.5959, 0.1234567, 0, 3.2e-7, -1e-9]
    retrieved = [
        {"document_id": f"d{n}", "text": "Nothing.", "score": score} for n, score in enumerate(scores)
    ]
    path = write(tmp_path / "page.html", evaluate([{**PASSING, "id": "q", "retrieved": retrieved}]))
    page = opened(path, fragment="case=q")
    page.locator("#case .retrieved").wait_for()
    shown = page.locator("#case .retrieved .entry .faint").all_inner_texts()
    assert [float(text.removeprefix("score ")) for text in shown] == pytest.approx(scores, rel=1e-5, abs=0)


def test_an_empty_tag_is_no_choice(opened, tmp_path):
    rows = [
        {**PASSING, "id": "q", "tags": ["", "constructor", "__proto__"]},
        {**PASSING, "id": "r", "tags": [""]},
    ]
    page = opened(write(tmp_path / "page.html", evaluate(rows, by=["tags"])))
    options = page.locator("select[name=tag] option")
    assert options.evaluate_all("all => all.map((one) => one.value)") == ["", "constructor", "__proto__"]
    page.locator("select[name=tag]").select_option("__proto__")
    assert page.locator(".list tbody th.id").all_inner_texts() == ["q"]


def test_on_a_phone_how_many_are_certain_stands_beside_the_bar_not_under_it(opened, shared, tmp_path):
    evaluation = evaluate(shared / "data" / "rag_runs" / "jsquad_ja_runA.jsonl", k=5)
    page = opened(write(tmp_path / "page.html", evaluation, language=Language.JA), width="phone")
    rows = page.locator(".fixes tbody tr")
    for row in rows.all():
        certain = row.locator("td small").first
        end = certain.evaluate(
            "one => { const range = document.createRange(); range.selectNodeContents(one);"
            " return range.getBoundingClientRect().right; }"
        )
        assert end <= row.locator(".share").bounding_box()["x"]
    # sentences of Japanese stand without a blank between them
    assert "。 " not in page.locator(".gain").inner_text()


@pytest.mark.parametrize("width", ["phone", "desk"])
def test_words_and_ids_that_never_end_stay_on_the_page(opened, tmp_path, photograph, serious_faults, width):
    row = {
        "id": "i" * 200,
        "question": "x" * 1000,
        "expected": "あ" * 500,
        "answer": "y" * 1000,
        "tags": ["t" * 150],
        "language": "l" * 90,
        "cluster": "c" * 300,
        "gold_ids": ["g" * 300],
        "retrieved": [
            {"document_id": "d" * 300, "chunk_id": "c" * 300, "text": "z" * 5000, "score": 0.123456}
        ],
        "note": {"deep": ["n" * 500]},
    }
    evaluation = evaluate([row, {**PASSING, "id": "other"}], by=["tags", "language"])
    page = opened(write(tmp_path / "page.html", evaluation), width=width)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    photograph(page, f"report-endless-{width}")
    page.locator(".list tbody a").first.click()
    dialog = page.get_by_role("dialog")
    dialog.wait_for()
    assert dialog.evaluate("element => element.scrollWidth <= element.clientWidth")
    assert serious_faults(page) == []
    photograph(page, f"report-endless-{width}-case", whole=False)


def test_text_from_right_to_left_runs_so_and_chinese_and_korean_get_their_own_glyphs(
    opened, tmp_path, photograph
):
    questions = {
        "ar": "ما هو الموعد النهائي لتقديم المصاريف؟",
        "he": "מתי המועד האחרון?",
        "ko": "기한은 언제입니까?",
        "zh": "期限是什么时候？",
        "zh-TW": "期限是什麼時候？",
    }
    rows = [{**PASSING, "id": code, "question": text, "language": code} for code, text in questions.items()]
    page = opened(write(tmp_path / "page.html", evaluate(rows)))
    cells = page.locator(".list .asks")
    directions = cells.evaluate_all("cells => cells.map((cell) => getComputedStyle(cell).direction)")
    assert directions == ["rtl", "rtl", "ltr", "ltr", "ltr"]
    assert cells.evaluate_all("cells => cells.map((cell) => cell.lang)") == list(questions)
    fonts = cells.evaluate_all("cells => cells.map((cell) => getComputedStyle(cell).fontFamily)")
    assert "CJK KR" in fonts[2]
    assert "CJK SC" in fonts[3]
    assert "CJK TC" in fonts[4]
    photograph(page, "report-scripts")


FEW = {
    "passed": ([PASSING], "Every case passed (1 shown)"),
    "ids": ([{"question": "q", "retrieved": ["a"], "gold_ids": ["b"]}], "Retrieval first: 1 of 1"),
    "unlabelled": (
        [{"question": "q", "answer": "x", "retrieved": ["a"]}],
        "Nothing is labelled in the 1 case",
    ),
    "declined": (
        [{**PASSING, "answer": None}, {**PASSING, "retrieved": [], "answer": ""}],
        "Retrieval first (level with generation): 1 of 2",
    ),
}


@pytest.mark.parametrize("name", FEW)
def test_hardly_any_cases_or_labels_are_a_page_too(opened, tmp_path, photograph, serious_faults, name):
    rows, headline = FEW[name]
    rows = [{"id": f"q{n}", **row} for n, row in enumerate(rows)]
    page = opened(write(tmp_path / "page.html", evaluate(rows)))
    assert page.locator("h1").inner_text().startswith(headline)
    assert serious_faults(page) == []
    photograph(page, f"report-few-{name}")
    page.locator(".list tbody a").first.click()
    page.get_by_role("dialog").wait_for()
    assert serious_faults(page) == []


def command(*arguments):
    done = subprocess.run(
        [sys.executable, "-m", "ragtriage", *map(str, arguments)], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr


def test_an_evaluation_without_texts_says_that_they_are_not_there(opened, tmp_path, photograph):
    command("evaluate", EXAMPLE, "--no-texts", "--html", "--quiet", "--out", tmp_path / "out")
    page = opened(tmp_path / "out" / "report.html", fragment="case=receipt-years")
    dialog = page.get_by_role("dialog")
    dialog.wait_for()
    told = dialog.inner_text()
    assert "receipts-guide" in told
    assert "left out with the texts (--no-texts)" in told
    assert "領収書" not in page.content()
    photograph(page, "report-no-texts", whole=False)


def test_a_run_of_ids_alone_is_a_page_of_ranks(opened, shared, tmp_path, photograph, serious_faults):
    trec = shared / "data" / "ir" / "trec_eval"
    command(
        *("evaluate", "--qrels", trec / "qrels.test", "--run", trec / "results.test", "--k", 10, "--html"),
        *("--quiet", "--out", tmp_path / "out"),
    )
    page = opened(tmp_path / "out" / "report.html")
    assert page.locator("h1").inner_text().startswith("Retrieval first")
    assert serious_faults(page) == []
    photograph(page, "report-run")
    page.locator(".list tbody a").first.click()
    dialog = page.get_by_role("dialog")
    dialog.wait_for()
    assert "500 documents were retrieved; those that are judged:" in dialog.inner_text()
    assert dialog.get_by_text("k = 10: what follows was not judged").is_visible()


@dataclass(frozen=True)
class _Support:
    """Finds fault with the second sentence, and fails on the case `broken`."""

    stage: Stage = Stage.SUPPORT

    async def __call__(self, batch):
        return [
            self._judged(case.id, trace.answer) for case, trace in zip(batch.cases, batch.traces, strict=True)
        ]

    def _judged(self, identifier, answer):
        if identifier == "broken":
            return Verdict(
                outcome=Outcome.UNKNOWN,
                method="by the book",
                reason="the reply was no JSON",
                cause=Cause.JUDGE_FAILED,
                detail=SupportDetail(raw_replies=("<think>Hm.</think> Yes?",)),
            )
        first, second = answer.split(" And ")
        return Verdict(
            outcome=Outcome.FAIL,
            method="by the book",
            score=0.5,
            reason="1 of 2 statements not backed",
            detail=SupportDetail(
                statements=(
                    Statement(
                        text=first,
                        outcome="supported",
                        place=Place(chunk=1, start=0, end=20),
                        quote="It is due in 5 days.",
                        reason="The text says so.",
                    ),
                    Statement(text=second, outcome="contradicted", reason="It costs 9 euros."),
                )
            ),
        )


def test_what_a_judge_quoted_leads_to_its_place_and_what_it_could_not_say_is_shown(
    opened, tmp_path, photograph
):
    row = {
        **PASSING,
        "answer": "It is due in 5 days. And it is free.",
        "retrieved": [{"document_id": "q", "text": "It costs 9 euros."}, *PASSING["retrieved"]],
    }
    evaluation = evaluate([{**row, "id": name} for name in ("judged", "broken")], judges=[_Support()])
    page = opened(write(tmp_path / "page.html", evaluation), fragment="case=judged")
    dialog = page.get_by_role("dialog")
    dialog.wait_for()
    assert dialog.locator(".about mark.u").first.inner_text() == "it is free.2"
    page.get_by_role("button", name="quote in text 2").click()
    place = page.evaluate(
        "[document.activeElement, document.activeElement.parentElement].map(e => e.textContent)"
    )
    assert place == ["It is ", "It is due in 5 days.1"]  # the evidence stands in the midst of it
    photograph(page, "report-judged", whole=False)
    page.get_by_role("button", name="Next").click()
    page.locator("#case-title", has_text="broken").wait_for()
    assert "the judge failed" in dialog.inner_text()
    dialog.get_by_text("What the judge replied").click()
    assert dialog.get_by_text("<think>Hm.</think> Yes?").is_visible()
    page.keyboard.press("Escape")
    assert "Failed judgements: 1." in page.locator(".lead").inner_text()
    page.locator("select[name=support]").select_option("failed")
    assert page.locator(".list tbody th.id").all_inner_texts() == ["broken"]


def test_no_cases_at_all_are_a_page_that_says_so(opened, tmp_path, serious_faults):
    evaluation = evaluate([PASSING])
    n = dict.fromkeys
    summary = evaluation.summary
    nothing = replace(
        summary,
        n=0,
        diagnoses=n(summary.diagnoses, 0),
        stages=n(summary.stages, 0),
        certain=n(summary.certain, 0),
        metrics={},
    )
    report = replace(evaluation.report, summary=nothing, warnings=())
    page = opened(write(tmp_path / "page.html", Evaluation(report, RowStore())))
    assert page.locator("h1").inner_text() == "No case was judged."
    assert serious_faults(page) == []
