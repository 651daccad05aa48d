"""The page as a work list, in a real browser: where cases begin, what a row shows, how one is reviewed."""

from __future__ import annotations

import json
import subprocess
import sys
from collections import Counter
from itertools import pairwise
from pathlib import Path

import pytest
from playwright.sync_api import expect

from ragtriage import evaluate
from ragtriage.evaluation.evaluation import Evaluation
from ragtriage.model import Fix, Outcome
from ragtriage.reports.html.evaluation import evaluation_page
from ragtriage.reports.html.messages import Language
from ragtriage.reports.html.state import STATES, counted

EXAMPLE = Path(__file__).parents[2] / "examples" / "expenses.jsonl"

# Of what nobody labelled as right, only what strings say of it is known.
DUE = {
    "question": "When is it due?",
    "expected": "within one working week",
    "gold_ids": ["policy"],
    "evidence": ["due within one working week"],
    "retrieved": [
        {"document_id": "desk", "text": "Ask the desk."},
        {"document_id": "policy", "text": "It is due within one working week."},
    ],
    "answer": "You have seven days or so.",
}


@pytest.fixture(scope="module")
def evaluations(shared):
    runs = shared / "data" / "rag_runs"
    return {
        "example": evaluate(EXAMPLE, by=["tags", "language"]),
        "japanese": evaluate(runs / "jsquad_ja_runA.jsonl", k=5),
        "english": evaluate(runs / "squad2_en_run.jsonl", k=5),
        "waiting": evaluate([{**DUE, "id": f"q{n}", "answer": f"{DUE['answer']} {n}"} for n in range(3)]),
    }


@pytest.fixture(scope="module")
def pages(evaluations, tmp_path_factory):
    folder = tmp_path_factory.mktemp("pages")
    for name, evaluation in evaluations.items():
        for language in Language:
            page = b"".join(evaluation_page(evaluation, language))
            (folder / f"{name}-{language}.html").write_bytes(page)
    return folder


def listed(page):
    return page.locator(".list tbody th.id").all_inner_texts()


@pytest.mark.parametrize(
    "name", [f"{name}-{language}" for name in ("example", "japanese", "english") for language in Language]
)
@pytest.mark.parametrize(("width", "screens"), [("desk", 2), ("phone", 3)])
def test_the_cases_begin_on_the_second_screen_of_a_desk_and_by_the_third_of_a_phone(
    opened, pages, name, width, screens
):
    page = opened(pages / f"{name}.html", width=width)
    if width == "desk":
        page.set_viewport_size({"width": 1400, "height": 900})
    top = page.locator(".list tbody tr").first.evaluate("row => row.getBoundingClientRect().top + scrollY")
    assert top < screens * page.viewport_size["height"]
    order = page.evaluate(
        "[...document.querySelectorAll('main > section, .pair')].map(e => e.id || e.className)"
    )
    assert order[:2] == ["pair", "cases"]


def test_a_row_shows_what_was_expected_and_answered_whatever_they_hold(opened, tmp_path):
    row = {
        **DUE,
        "id": "q",
        "expected": "<b>5</b> days",
        "answer": "<img src=x onerror=alert(1)> \u202eno" + "x" * 900,
    }
    path = tmp_path / "page.html"
    path.write_bytes(b"".join(evaluation_page(evaluate([row]))))
    page = opened(path)
    told = page.locator(".list dd").all_inner_texts()
    assert told[0] == "<b>5</b> days"
    assert told[1].startswith("<img src=x onerror=alert(1)> <U+202E>no")
    assert len(told[1]) < 200
    assert page.locator(".list img, .list b").count() == 0


def test_the_stage_of_the_headline_comes_first_and_in_it_what_is_shown_then_what_is_likely_then_what_is_open(
    opened, pages, evaluations
):
    for name in ("example", "english"):
        results = {result.case.id: result for result in evaluations[name]}
        page = opened(pages / f"{name}-en.html")
        stages = []
        while True:
            ids = listed(page)
            stages += [(counted(results[each]).fix, results[each].diagnosed.state) for each in ids]
            later = page.get_by_role("button", name="Later")
            if not later.is_visible() or later.is_disabled():
                break
            later.click()
        assert len(stages) == len(results)
        runs = list(dict.fromkeys(stages))
        # each stage and state stands together
        assert sum(one != other for one, other in pairwise(stages)) == len(runs) - 1
        assert page.locator("h1").inner_text().lower().startswith(f"{runs[0][0]} first")
        order = list(dict.fromkeys(fix for fix, _ in runs))
        assert order[-2:] == [Fix.UNKNOWN, Fix.NONE]
        assert runs == sorted(runs, key=lambda run: (order.index(run[0]), STATES.index(run[1])))


@pytest.mark.parametrize("state", STATES)
def test_the_three_states_are_filters_with_their_counts(opened, pages, evaluations, state):
    page = opened(pages / "example-en.html")
    held = {result.case.id for result in evaluations["example"] if result.diagnosed.state == state}
    button = page.locator(f".segments button[value={state}]")
    assert button.inner_text() == f"{state} {len(held)}"
    button.click()
    assert set(listed(page)) == held
    assert button.get_attribute("aria-pressed") == "true"
    assert page.evaluate("location.hash") == f"#state={state}"
    page.locator(".segments button").first.click()
    assert len(listed(page)) == 18


def test_documents_are_found_by_their_ids_gold_or_retrieved(opened, pages, evaluations):
    page = opened(pages / "example-en.html")
    for name, of in (("MILEAGE-policy", "gold"), ("general-guide", "retrieved")):
        page.get_by_role("searchbox").fill(name)
        wanted = {
            result.case.id
            for result in evaluations["example"]
            if name.lower() in {*(result.case.gold_documents.grades if result.case.gold_documents else ())}
            or any(name.lower() == each.document_id for each in result.trace.retrieved or ())
        }
        assert wanted, of
        assert set(listed(page)) == wanted


def test_each_gold_document_says_how_often_it_was_asked_for_and_where_it_was_not_found(
    opened, pages, evaluations
):
    page = opened(pages / "example-en.html")
    asked, missed = Counter(), {}
    for result in evaluations["example"]:
        if result.case.gold_documents is None:
            continue
        came = {each.document_id for each in result.trace.retrieved}
        for name in result.case.gold_documents.grades:
            asked[name] += 1
            if name not in came:
                missed.setdefault(name, []).append(result.case.id)
    rows = page.locator("#documents tbody tr")
    told = {
        row.locator("th").text_content(): (
            *(cell.text_content() for cell in row.locator("td.number").all()),
            row.locator("td.in a").all_text_contents(),
        )
        for row in rows.all()
    }
    assert told == {
        name: (
            str(n),
            str(n - len(missed.get(name, []))),
            str(len(missed.get(name, []))),
            missed.get(name, []),
        )
        for name, n in asked.items()
    }
    name, cases = next(iter(sorted(missed.items())))
    line = page.locator("#documents tbody tr", has_text=name)
    line.locator("td.number a").click()
    expect(page.locator(".chip")).to_contain_text(f"Not found: {name}")
    assert set(listed(page)) == set(cases)
    page.locator(".chip").click()
    assert len(listed(page)) == 18
    line.locator("td.in a").first.click()
    page.locator("#case-title", has_text=cases[0]).wait_for()


def doubled(page):
    return page.evaluate(
        "() => { const ids = [...document.querySelectorAll('[id]')].map(e => e.id);"
        " return ids.filter((id, place) => ids.indexOf(id) !== place); }"
    )


def test_no_id_stands_twice_in_the_page_whatever_is_open(opened, pages):
    for name in ("example-en", "english-en"):
        page = opened(pages / f"{name}.html")
        assert doubled(page) == []
        page.locator(".list tbody a").first.click()
        page.get_by_role("dialog").wait_for()
        for _ in range(min(18, len(listed(page))) - 1):
            assert doubled(page) == []
            page.keyboard.press("ArrowRight")


def test_a_mark_that_is_cut_into_pieces_is_jumped_to_once(opened, tmp_path):
    quoted = "It is due within one working week."
    row = {**DUE, "id": "q", "answer": f"{quoted} {quoted}"}
    path = tmp_path / "page.html"
    path.write_bytes(b"".join(evaluation_page(evaluate([row]))))
    page = opened(path, fragment="case=q")
    page.locator("#case .statements").wait_for()
    assert doubled(page) == []
    assert page.locator("[id^=mark-q-]").count() > 0


def test_a_statement_keeps_its_mark_where_a_citation_stands_before_its_full_stop(opened, tmp_path):
    row = {**DUE, "id": "q", "answer": "It costs 40 euros [2]. It is due within one working week [1]."}
    path = tmp_path / "page.html"
    path.write_bytes(b"".join(evaluation_page(evaluate([row]))))
    page = opened(path, fragment="case=q")
    dialog = page.locator("#case")
    dialog.locator(".verdicts").wait_for()
    assert dialog.locator(".about div.text mark.u").inner_text() == "It costs 40 euros [2].1"
    assert dialog.locator(".about div.text mark.a").inner_text().startswith("within one working week")


def test_what_states_the_expected_answer_is_green_where_nobody_could_judge_the_statement(opened, tmp_path):
    row = {**DUE, "id": "q", "answer": "Hand it in within one working week, please."}
    path = tmp_path / "page.html"
    path.write_bytes(b"".join(evaluation_page(evaluate([row]))))
    page = opened(path, fragment="case=q")
    mark = page.locator("#case .about div.text mark.a")
    mark.wait_for()
    assert "o" in mark.get_attribute("class").split()
    look = mark.evaluate(
        "one => [getComputedStyle(one).borderBottomColor, getComputedStyle(one).borderBottomStyle]"
    )
    green = page.evaluate("getComputedStyle(document.documentElement).getPropertyValue('--none')")
    assert look == ["rgb(26, 156, 96)", "solid"]
    assert green == "#1a9c60"


def test_dots_and_marks_are_printed_in_their_colours(opened, pages):
    page = opened(pages / "example-en.html")
    page.emulate_media(media="print")
    for selector, pseudo in ((".dot", "::before"), (".chart", None), ("meter", None)):
        adjusted = page.locator(selector).first.evaluate(
            "(one, pseudo) => getComputedStyle(one, pseudo).printColorAdjust", pseudo
        )
        assert adjusted == "exact", selector


@pytest.mark.parametrize("language", ["en", "ja"])
def test_reasons_are_words_and_the_rules_behind_them_are_folded(opened, pages, language):
    page = opened(pages / f"example-{language}.html", fragment="case=receipt-years")
    dialog = page.locator("#case")
    dialog.locator(".verdicts").wait_for()
    told = dialog.locator(".verdicts").inner_text()
    assert "recall" not in told
    assert "(standard)" not in told
    assert {"en": "the gold came back at rank 1", "ja": "正解が1位に返りました"}[language] in told
    how = dialog.locator(".how")
    assert not how.get_by_text("recall >= 1").is_visible()
    how.locator("summary").click()
    assert how.get_by_text("recall >= 1").is_visible()
    assert how.get_by_text("stated(standard)").is_visible()


@pytest.fixture
def waiting(opened, pages):
    page = opened(pages / "waiting-en.html", accept_downloads=True)
    page.get_by_role("button", name="Review answers").click()
    page.locator("#case-title", has_text="q0").wait_for()
    return page


def saved(page, path):
    with page.expect_download() as started:
        page.locator(".reviews .doing button").nth(1).click()
    started.value.save_as(path)
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


def test_answers_are_reviewed_by_key_and_button_one_after_another_and_saved(waiting, tmp_path):
    page = waiting
    page.keyboard.press("a")
    page.locator("#case-title", has_text="q1").wait_for()
    assert page.locator("#case [role=status]").inner_text() == "q0: accepted."
    page.locator("#case").get_by_role("button", name="Reject").click()
    page.locator("#case-title", has_text="q2").wait_for()
    page.keyboard.press("s")
    expect(page.locator("#case .reviewing")).to_contain_text("3 of 3 reviewed")
    assert page.locator("#case-title").inner_text() == "q2"
    assert "All of these are reviewed." in page.locator("#case [role=status]").inner_text()
    page.keyboard.press("Escape")
    assert "3 of 3 reviewed" in page.locator(".reviews").inner_text()
    assert "1 accepted, 1 rejected, 1 skipped" in page.locator(".reviews").inner_text()
    lines = saved(page, tmp_path / "reviews.jsonl")
    assert [(line["id"], line["stage"], line["verdict"]) for line in lines] == [
        ("q0", "answer", "accept"),
        ("q1", "answer", "reject"),
        ("q2", "answer", "skip"),
    ]
    for line in lines:
        assert set(line) == {"id", "stage", "verdict", "at", "said", "hashes"}
        assert set(line["hashes"]) == {"question", "expected_answers", "answer", "gold"}
        assert all(len(digits) == 16 for digits in line["hashes"].values())
        assert set(line["said"]) == {"outcome", "certain", "method"}
        assert line["at"].endswith("Z")
    page.locator("select[name=review]").select_option("reject")
    assert listed(page) == ["q1"]
    assert page.locator(".list small.said").inner_text() == "rejected"


def test_a_review_is_taken_back_and_said_anew(waiting):
    page = waiting
    page.keyboard.press("r")
    page.locator("#case-title", has_text="q1").wait_for()
    page.keyboard.press("u")
    page.locator("#case-title", has_text="q0").wait_for()
    assert "0 of 3 reviewed" in page.locator("#case .reviewing").inner_text()
    page.keyboard.press("a")
    page.locator("#case-title", has_text="q1").wait_for()
    page.keyboard.press("ArrowLeft")
    page.locator("#case-title", has_text="q0").wait_for()
    accept = page.locator("#case").get_by_role("button", name="Accept")
    assert accept.get_attribute("aria-pressed") == "true"


def test_the_browser_keeps_reviews_and_a_saved_file_goes_on_elsewhere(opened, waiting, pages, tmp_path):
    page = waiting
    page.keyboard.press("a")
    page.locator("#case-title", has_text="q1").wait_for()
    page.keyboard.press("Escape")
    page.wait_for_function("!location.hash")  # the dialog lets go of its address once it is closed
    page.reload()
    assert "1 of 3 reviewed" in page.locator(".reviews").inner_text()
    file = tmp_path / "reviews.jsonl"
    before = saved(page, file)
    other = opened(pages / "waiting-ja.html", accept_downloads=True)
    other.locator("input[type=file]").set_input_files(file)
    expect(other.locator(".reviews")).to_contain_text("3件中1件を確認")
    assert saved(other, tmp_path / "again.jsonl") == before


def test_reviews_of_other_cases_and_of_other_texts_are_left_and_named(opened, pages, tmp_path, waiting):
    page = waiting
    page.keyboard.press("a")
    page.keyboard.press("Escape")
    (line,) = saved(page, tmp_path / "reviews.jsonl")
    hashes = {**line["hashes"], "answer": "0" * 16}
    other = opened(pages / "waiting-en.html")

    def load(*lines):
        file = tmp_path / "given.jsonl"
        file.write_text("".join(f"{each if isinstance(each, str) else json.dumps(each)}\n" for each in lines))
        other.locator("input[type=file]").set_input_files(file)
        expect(other.locator(".reviews .told")).not_to_be_empty()
        other.wait_for_timeout(100)
        return other.locator(".reviews .told").inner_text()

    told = load(line, {**line, "id": "q1", "hashes": hashes}, {**line, "id": "no such"})
    assert told == "Reviews read: 1. Of other cases, or of texts that have changed: 2 (q1, no such)."
    assert load(line, "no JSON") == "Line 2 of given.jsonl is no review; nothing was read."
    assert "Line 2 of given.jsonl says otherwise" in load(line, {**line, "verdict": "reject"})
    assert "1 of 3 reviewed" in other.locator(".reviews").inner_text()


def test_letters_that_are_typed_review_nothing(opened, pages):
    page = opened(pages / "waiting-en.html")
    page.get_by_role("searchbox").press_sequentially("arsu")
    page.get_by_role("searchbox").fill("")
    assert "0 of 3 reviewed" in page.locator(".reviews").inner_text()
    page.locator(".list tbody a").first.focus()
    page.keyboard.press("a")
    assert "0 of 3 reviewed" in page.locator(".reviews").inner_text()
    page.locator(".list tbody a").first.click()
    page.get_by_role("dialog").wait_for()
    page.keyboard.press("Control+a")
    assert "0 of 3 reviewed" in page.locator("#case .reviewing").inner_text()


def test_where_nothing_can_be_kept_the_page_says_so_and_saves_all_the_same(opened, pages, tmp_path):
    page = opened(pages / "waiting-en.html", accept_downloads=True)
    page.add_init_script(
        "Object.defineProperty(window, 'localStorage', {get() { throw new DOMException('no'); }})"
    )
    page.reload()
    assert "This browser keeps nothing for this page" in page.locator(".reviews").inner_text()
    page.get_by_role("button", name="Review answers").click()
    page.get_by_role("dialog").wait_for()
    page.keyboard.press("a")
    page.keyboard.press("Escape")
    assert len(saved(page, tmp_path / "reviews.jsonl")) == 1


def test_what_is_shown_is_not_asked_about(opened, pages):
    page = opened(pages / "example-en.html", fragment="case=receipt-years")
    page.get_by_role("dialog").wait_for()
    assert page.locator("#case .reviewing").count() == 0


@pytest.mark.parametrize("look", ["en-desk-light", "en-phone-dark", "ja-desk-dark", "ja-phone-light"])
def test_reviewing_keeps_nobody_out(opened, pages, serious_faults, photograph, look):
    language, width, scheme = look.split("-")
    page = opened(pages / f"waiting-{language}.html", width=width, scheme=scheme)
    assert serious_faults(page) == []
    page.locator(".reviews button").first.click()
    page.get_by_role("dialog").wait_for()
    page.keyboard.press("a")
    page.locator("#case-title", has_text="q1").wait_for()
    assert serious_faults(page) == []
    dialog = page.get_by_role("dialog")
    assert dialog.evaluate("element => element.scrollWidth <= element.clientWidth")
    photograph(page, f"review-{look}", whole=False)


def test_what_the_page_saves_is_what_the_command_reads(opened, pages, tmp_path, evaluations):
    evaluations["waiting"].save(tmp_path / "DIR")
    page = opened(pages / "waiting-en.html", accept_downloads=True)
    page.get_by_role("button", name="Review answers").click()
    for key, case in (("a", "q0"), ("r", "q1")):
        page.locator("#case-title", has_text=case).wait_for()
        page.keyboard.press(key)
    page.locator("#case-title", has_text="q2").wait_for()
    page.keyboard.press("Escape")
    saved(page, tmp_path / "reviews.jsonl")
    command = [
        sys.executable,
        "-m",
        "ragtriage",
        "rescore",
        "DIR",
        "--reviews",
        "reviews.jsonl",
        "--out",
        "AGAIN",
    ]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    again = Evaluation.load(tmp_path / "AGAIN")
    answers = {result.case.id: result.verdicts.answer for result in again}
    assert [(answers[name].outcome, answers[name].method) for name in ("q0", "q1")] == [
        (Outcome.PASS, "person"),
        (Outcome.FAIL, "person"),
    ]
    assert answers["q2"].method != "person"
    path = tmp_path / "again.html"
    path.write_bytes(b"".join(evaluation_page(again)))
    page = opened(path, fragment="case=q0")
    page.locator("#case .reviewing", has_text="by a person").wait_for()
    assert "by a person" in page.locator("#case .verdicts").inner_text()
