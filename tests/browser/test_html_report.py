"""The page of an evaluation in a real browser: read, filtered, opened, printed and looked at."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path
from urllib.parse import quote

import pytest
from playwright.sync_api import expect

from ragtriage import evaluate
from ragtriage.evaluation.headline import headline_sentences
from ragtriage.evaluation.step_words import step_text
from ragtriage.model import Fix, Outcome
from ragtriage.reports.html.evaluation import evaluation_page
from ragtriage.reports.html.messages import Language

EXAMPLE = Path(__file__).parents[2] / "examples" / "expenses.jsonl"
WIDTHS = ("phone", "tablet", "desk")
SCHEMES = ("light", "dark")


@pytest.fixture(scope="module")
def evaluations(shared):
    """The example, and the Japanese run."""
    run = shared / "data" / "rag_runs" / "jsquad_ja_runA.jsonl"
    return {"example": evaluate(EXAMPLE, by=["tags", "language"]), "japanese": evaluate(run, k=5)}


@pytest.fixture(scope="module")
def pages(evaluations, tmp_path_factory):
    """The example in English, and the Japanese run in Japanese."""
    folder = tmp_path_factory.mktemp("pages")
    languages = {"example": Language.EN, "japanese": Language.JA}
    for name, evaluation in evaluations.items():
        (folder / f"{name}.html").write_bytes(b"".join(evaluation_page(evaluation, languages[name])))
    return {name: folder / f"{name}.html" for name in evaluations}


@pytest.fixture
def example(opened, pages):
    return opened(pages["example"])


def listed(page):
    """Return the ids in the list, in its order."""
    return page.locator(".list tbody th.id").all_inner_texts()


def choose(page, name, value):
    page.locator(f"select[name={name}]").select_option(value)


@pytest.mark.parametrize(
    "look",
    [
        f"{name}-{width}-{scheme}"
        for name in ("example", "japanese")
        for width in WIDTHS
        for scheme in SCHEMES
    ],
)
def test_nothing_is_wider_than_the_page(opened, photograph, pages, look):
    name, width, scheme = look.split("-")
    page = opened(pages[name], width=width, scheme=scheme)
    assert page.locator(".list tbody tr").count() > 0
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    photograph(page, f"report-{look}")
    page.locator(".list tbody a").nth(3).click()
    dialog = page.get_by_role("dialog")
    dialog.wait_for()
    assert dialog.evaluate("element => element.scrollWidth <= element.clientWidth")
    photograph(page, f"report-{look}-case", whole=False)


@pytest.mark.parametrize(("width", "scheme"), [("desk", "light"), ("desk", "dark"), ("phone", "light")])
def test_nothing_keeps_anybody_out(opened, serious_faults, pages, width, scheme):
    page = opened(pages["example"], width=width, scheme=scheme)
    assert serious_faults(page) == []
    page.locator(".list tbody a").get_by_text("receipt-years").click()
    page.get_by_role("dialog").wait_for()
    assert serious_faults(page) == []


@pytest.mark.parametrize(("name", "language"), [("example", "en"), ("japanese", "ja")])
def test_the_first_screen_says_what_to_fix_and_what_to_do_next(opened, pages, evaluations, name, language):
    page, evaluation = opened(pages[name]), evaluations[name]
    summary = evaluation.summary
    lead = page.locator(".lead")
    told = f"{page.locator('h1').inner_text()}\n{lead.locator('.gain').inner_text()}"
    for sentence in headline_sentences(summary, evaluation.report.judging, language=language):
        assert sentence in told
    assert page.locator("h1").inner_text() == headline_sentences(summary, language=language)[0]
    steps = [step_text(step, language=language).replace("`", "") for step in evaluation.report.next_steps]
    assert steps
    assert lead.locator(".steps li").all_inner_texts() == steps
    assert "--judge answer=openai:MODEL" in lead.locator(".steps code").all_inner_texts()


def test_the_table_of_stages_counts_what_is_shown_and_likely_and_what_is_open_beside_it(example, evaluations):
    summary = evaluations["example"].summary
    told = dict(
        zip(
            example.locator(".fixes tbody th a").all_inner_texts(),
            example.locator(".fixes tbody td b").all_inner_texts(),
            strict=True,
        )
    )
    names = {Fix.NONE: "passed", Fix.UNKNOWN: "open"}
    counts = {fix: summary.shown.get(fix, 0) + summary.likely.get(fix, 0) for fix in Fix}
    counts[Fix.UNKNOWN] = summary.open_cases
    assert told == {names.get(fix, fix.value): f"{count}" for fix, count in counts.items()}
    for place, fix in enumerate(example.locator(".fixes tbody th a").all()):
        count = int(example.locator(".fixes tbody td b").nth(place).inner_text())
        fix.click()
        expect(example.locator(".list tbody th.id")).to_have_count(count)


def test_unknowns_and_failed_judgements_are_in_plain_sight(example):
    assert "Unknown verdicts: 12. Failed judgements: 0." in example.locator(".lead").inner_text()


def test_every_number_of_the_square_opens_the_cases_it_counts(example, evaluations):
    counted = Counter(
        (result.verdicts.retrieval.outcome, result.verdicts.answer.outcome)
        for result in evaluations["example"]
        if result.case.answerable
    )
    links = example.locator(".square td a")
    for place in range(links.count()):
        link = links.nth(place)
        count = int(link.locator("b").inner_text())
        link.click()
        expect(example.locator(".list tbody th.id")).to_have_count(
            count
        )  # the address is followed a bit later
        ids = listed(example) if count else []
        held = [result for result in evaluations["example"] if result.case.id in ids]
        kinds = {(result.verdicts.retrieval.outcome, result.verdicts.answer.outcome) for result in held}
        assert len(ids) == count == (counted[next(iter(kinds))] if kinds else 0)
        assert len(kinds) == (1 if count else 0)


def test_right_for_the_wrong_reason_has_a_colour_of_its_own(example):
    colours = example.locator(".square td a").evaluate_all(
        "links => links.map(link => getComputedStyle(link).borderTopColor)"
    )
    wrong_reason = example.locator(".square td.ungrounded a").evaluate(
        "link => getComputedStyle(link).borderTopColor"
    )
    assert colours.count(wrong_reason) == 1


def test_the_flow_says_in_words_what_it_shows(example):
    flow = example.locator("figure.wide svg")
    assert flow.get_attribute("role") == "img"
    told = flow.locator("desc").text_content()
    assert "retrieval: pass 9, unknown 1, n/a 3, fail 5" in told
    assert "Open 2" in told


@pytest.mark.parametrize(
    ("name", "value", "fits"),
    [
        ("diagnosis", "hallucination", lambda r: r.diagnosed.diagnosis == "hallucination"),
        ("fix", "chunking", lambda r: r.diagnosed.stage is Fix.CHUNKING),
        ("evidence", "fail", lambda r: r.verdicts.evidence.outcome is Outcome.FAIL),
        ("support", "not_applicable", lambda r: r.verdicts.support.cause == "not_applicable"),
        ("tag", "travel", lambda r: "travel" in r.case.tags),
        ("language", "ja", lambda r: r.case.language == "ja"),
    ],
)
def test_a_filter_keeps_the_cases_that_fit_and_says_how_many(example, evaluations, name, value, fits):
    choose(example, name, value)
    kept = {result.case.id for result in evaluations["example"] if fits(result)}
    assert kept
    assert set(listed(example)) == kept
    assert example.get_by_role("status").inner_text() == f"{len(kept)} of 18 cases"
    example.get_by_role("button", name="Clear filters").click()
    assert len(listed(example)) == 18


def test_filters_together_keep_what_fits_all_of_them_and_nothing_is_said_so(example):
    choose(example, "diagnosis", "hallucination")
    choose(example, "retrieval", "fail")
    assert example.get_by_text("No case fits these filters.").is_visible()
    assert not example.locator("table.list").is_visible()


@pytest.mark.parametrize(
    ("words", "ids"),
    [
        ("GYM", ["gym"]),
        ("領収書", ["receipt-years"]),
        ("１０年間", ["receipt-years"]),  # its answer, in full-width digits
        ("conference abroad", ["conference"]),
        ("<img", []),
    ],
)
def test_words_are_found_in_ids_questions_and_answers_whatever_their_width_and_case(example, words, ids):
    example.get_by_role("searchbox").fill(words)
    assert (listed(example) if ids else []) == ids
    assert example.get_by_role("status").inner_text().startswith(f"{len(ids)} of 18")


def test_the_list_is_sorted_up_down_and_back(example):
    before = listed(example)
    head = example.get_by_role("button", name="Sort by id")
    head.click()
    assert listed(example) == sorted(before)
    assert example.locator("th.id[aria-sort=ascending]").count() == 1
    head.click()
    assert listed(example) == sorted(before, reverse=True)
    head.click()
    assert listed(example) == before


def test_what_was_chosen_stands_in_the_address_and_comes_back_with_it(opened, pages, example):
    choose(example, "fix", "generation")
    example.get_by_role("searchbox").fill("are")
    example.get_by_role("button", name="Sort by id").click()
    fragment = example.evaluate("location.hash").removeprefix("#")
    again = opened(pages["example"], fragment=fragment)
    assert listed(again) == listed(example)
    assert again.locator("select[name=fix]").input_value() == "generation"
    assert again.get_by_role("searchbox").input_value() == "are"


def test_going_to_a_part_of_the_page_leaves_the_list_as_it_is(example):
    choose(example, "fix", "generation")
    before = listed(example)
    example.get_by_role("link", name="Flow").click()
    assert listed(example) == before
    assert example.locator("select[name=fix]").input_value() == "generation"


def test_a_case_is_opened_read_through_and_closed_with_the_keyboard_alone(example):
    first = example.locator(".list tbody a").first
    first.focus()
    example.keyboard.press("ArrowDown")
    example.keyboard.press("Enter")
    dialog = example.get_by_role("dialog")
    dialog.wait_for()
    assert example.locator("#case-title").inner_text() == "receipt-years"
    assert example.evaluate("document.activeElement.id") == "case-title"
    example.keyboard.press("ArrowRight")
    example.locator("#case-title", has_text="taxi").wait_for()
    assert example.evaluate("location.hash") == "#case=taxi"
    example.keyboard.press("Escape")
    dialog.wait_for(state="hidden")
    assert example.evaluate("document.activeElement.textContent") == "taxi"
    assert example.evaluate("location.hash") == ""


def test_back_closes_a_case_and_leaves_the_list_where_it_was(example):
    choose(example, "fix", "chunking")
    example.locator(".list tbody a").first.click()
    example.get_by_role("dialog").wait_for()
    example.go_back()
    example.get_by_role("dialog").wait_for(state="hidden")
    assert example.locator("select[name=fix]").input_value() == "chunking"


def test_a_case_shows_what_was_asked_came_back_and_was_answered(opened, pages):
    page = opened(pages["example"], fragment="case=receipt-years")
    dialog = page.get_by_role("dialog")
    dialog.wait_for()
    told = dialog.inner_text()
    for text in (
        "領収書は何年間保存しますか？",
        "7年間",
        "receipts-guide",
        "the answer states “10年間”, not “7年間”",
    ):
        assert text in told
    assert dialog.locator(".about mark.u").first.inner_text().startswith("10年間")
    assert dialog.locator(".retrieved mark.e").first.inner_text() == "領収書は7年間保存します。"
    assert dialog.locator(".retrieved li").first.locator(".gold").inner_text() == "gold"
    assert dialog.locator(".asked").get_attribute("lang") == "ja"
    assert [row.split("\t")[0] for row in dialog.locator(".verdicts td.outcome").all_inner_texts()] == [
        "pass",
        "pass",
        "fail",
        "fail",
    ]


def test_a_quote_leads_to_its_place(opened, pages, evaluations):
    quoting = next(
        result
        for result in evaluations["example"]
        if any(statement.place for statement in getattr(result.verdicts.support.detail, "statements", ()))
    )
    page = opened(pages["example"], fragment=f"case={quoting.case.id}")
    page.get_by_role("dialog").wait_for()
    page.locator(".statements button").first.click()
    focused = page.evaluate("[document.activeElement.tagName, document.activeElement.id]")
    assert focused == ["MARK", "mark-q-0"]
    assert page.evaluate("document.activeElement.closest('.retrieved') !== null")


def test_an_id_that_is_not_here_says_where_to_look(opened, pages):
    page = opened(pages["example"], fragment=f"case={quote('no $(such) one')}")
    dialog = page.get_by_role("dialog")
    dialog.wait_for()
    assert "ragtriage explain DIR 'no $(such) one'" in dialog.inner_text()


def test_the_japanese_page_is_japanese_and_every_text_says_its_language(opened, pages):
    page = opened(pages["japanese"])
    assert page.evaluate("document.documentElement.lang") == "ja"
    assert page.locator("h1").inner_text().startswith("最初に直すべき段階は生成: 160件中")
    assert set(page.locator(".list .clamped").evaluate_all("all => all.map(one => one.lang)")) == {"ja"}
    visible = page.locator("main").inner_text()
    assert not re.search(r"\b(unknown|passed|cases|did not)\b", visible.replace("passed\t", ""))
    page.locator(".list tbody a").first.click()
    page.get_by_role("dialog").wait_for()
    assert page.locator("#case .retrieved .text").first.get_attribute("lang") == "ja"


def test_without_javascript_the_overview_is_there_and_says_how_to_see_a_case(opened, pages):
    page = opened(pages["example"], java_script_enabled=False)
    assert page.locator("h1").is_visible()
    assert page.locator("figure.wide svg").is_visible()
    assert "ragtriage explain DIR ID" in page.locator("noscript").inner_text()


def test_on_paper_there_is_the_report_or_the_case_that_is_open(opened, pages):
    page = opened(pages["example"])
    page.emulate_media(media="print")
    assert page.locator("figure.medium svg").is_visible()
    assert page.locator("table.list").is_visible()
    assert not page.locator(".filters").is_visible()
    page.emulate_media(media="screen")
    page.locator(".list tbody a").first.click()
    page.get_by_role("dialog").wait_for()
    page.emulate_media(media="print")
    assert page.locator("#case .verdicts").is_visible()
    assert not page.locator("h1").is_visible()
    assert not page.locator("#case .bar").is_visible()


def test_the_page_forbids_itself_everything_but_its_own_style_and_script(pages):
    text = pages["example"].read_text(encoding="utf-8")
    policy = re.search(r'Content-Security-Policy" content="([^"]+)"', text)[1].replace("&#39;", "'")
    assert policy.startswith("default-src 'none'; script-src 'sha256-")
    assert "unsafe" not in policy
    assert "http" not in policy
    assert not re.search(r'\s(style|on\w+)="', text.split('<script type="application/json"')[0])
