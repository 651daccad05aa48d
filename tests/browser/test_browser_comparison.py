"""The page of a comparison in a real browser: the Japanese runs, read, filtered, printed and looked at."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from ragtriage import compare, evaluate
from ragtriage.comparison.compare import compare_all
from ragtriage.evaluation.evaluation import Evaluation
from ragtriage.reports.html.comparison import Compared, comparison_page
from ragtriage.reports.html.comparison_cases import changed_ids
from ragtriage.reports.html.messages import Language

WIDTHS = ("phone", "tablet", "desk")
SCHEMES = ("light", "dark")


def write(path: Path, *compared: Compared, language: Language = Language.EN) -> Path:
    path.write_bytes(b"".join(comparison_page(compared, language)))
    return path


def unfold(page) -> None:
    for summary in page.locator("section > details > summary").all():
        summary.click()


@pytest.fixture(scope="module")
def runs(shared, tmp_path_factory):
    """The two Japanese runs, in folders."""
    folder = tmp_path_factory.mktemp("runs")
    for name in ("A", "B"):
        evaluation = evaluate(shared / "data" / "rag_runs" / f"jsquad_ja_run{name}.jsonl", k=3)
        evaluation.save(folder / name)
    return folder


@pytest.fixture(scope="module")
def compared(runs):
    sides = [Evaluation.load(runs / name) for name in ("A", "B")]
    return Compared(compare(*sides), *sides)


@pytest.fixture(scope="module")
def pages(compared, tmp_path_factory):
    folder = tmp_path_factory.mktemp("pages")
    return {
        language: write(folder / f"{language}.html", compared, language=language) for language in Language
    }


@pytest.mark.parametrize(
    "look",
    [f"en-{width}-{scheme}" for width in WIDTHS for scheme in SCHEMES] + ["ja-phone-dark", "ja-desk-light"],
)
def test_nothing_is_wider_than_the_page(opened, photograph, pages, look):
    language, width, scheme = look.split("-")
    page = opened(pages[language], width=width, scheme=scheme)
    page.get_by_role("searchbox").fill("梅雨の")
    page.locator(".list > details > summary").nth(1).click()
    page.locator(".both").wait_for()
    unfold(page)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert page.locator("svg.chart:visible").count() == 2
    photograph(page, f"comparison-{look}")


@pytest.mark.parametrize(("width", "scheme"), [("desk", "light"), ("phone", "dark")])
def test_nothing_keeps_anybody_out(opened, serious_faults, pages, width, scheme):
    page = opened(pages[Language.EN], width=width, scheme=scheme)
    page.get_by_role("searchbox").fill("梅雨の")
    page.locator(".list > details > summary").nth(1).click()
    page.locator(".both").wait_for()
    unfold(page)
    assert serious_faults(page) == []


def test_a_number_of_the_matrix_shows_its_cases_and_a_second_click_shows_all(opened, pages, compared):
    page = opened(pages[Language.EN])
    group = next(group for group in compared.comparison.moved if 1 < group.count <= 50)
    button = page.locator(f'td[data-move="{group.baseline} {group.candidate}"] button')
    button.click()
    assert button.get_attribute("aria-pressed") == "true"
    assert page.locator(".list > details").count() == group.count
    shown = page.locator(".list .id").all_inner_texts()
    assert sorted(shown) == sorted(group.ids)
    button.click()
    total = len(changed_ids(compared.comparison))
    assert page.locator(".count").inner_text().startswith(f"{total} of {total}")


def test_what_matters_is_shown_and_the_rest_is_a_click_away(opened, pages, compared):
    page = opened(pages[Language.EN])
    comparison = compared.comparison
    names = page.locator("svg.chart:visible text")
    assert {row.name for row in comparison.telling} <= set(names.all_text_contents())
    assert "precision@1" not in names.all_text_contents()
    assert page.get_by_text(re.compile(r"^In \d+ more rows no difference is shown")).is_visible()
    folded = len(comparison.known) - len(comparison.telling)
    rest = page.locator("details.folded", has_text=f"{folded} rows without a shown difference")
    rest.locator("summary").click()
    assert "precision@1" in rest.locator("svg.chart:visible text").all_text_contents()
    assert page.locator(".list > details").count() == 10
    page.get_by_role("button", name="Show 50 more").click()
    total = len(changed_ids(comparison))
    assert 60 < total <= 110
    page.get_by_role("button", name=f"Show {total - 60} more").click()
    assert page.locator(".list > details").count() == total
    assert page.get_by_text("the same", exact=True).first.is_hidden()
    page.get_by_text("The first eight digits of SHA-256").click()
    assert page.get_by_text("the same", exact=True).first.is_visible()


def test_filters_narrow_down_and_can_be_taken_back(opened, pages, compared):
    page = opened(pages[Language.EN])
    page.get_by_label("What became of them").select_option("broken")
    broken = compared.comparison.flips["passed"].broken_count
    total = len(changed_ids(compared.comparison))
    assert page.locator(".list > details").count() == broken
    page.get_by_label("Text or id").fill("梅雨")
    assert 0 < page.locator(".list > details").count() < broken
    page.get_by_label("Text or id").fill("no such words")
    assert page.locator(".count").inner_text() == f"0 of {total} cases shown"
    page.get_by_role("button", name="Show all").click()
    assert page.locator(".count").inner_text() == f"{total} of {total} cases shown"
    assert page.get_by_label("Text or id").evaluate("element => element === document.activeElement")


def test_a_link_opens_its_case_with_both_sides(opened, pages, compared):
    [identifier] = compared.comparison.flips["retrieval"].broken
    page = opened(pages[Language.EN], fragment=f"case={identifier}")
    case = page.locator(".list > details[open]")
    case.locator(".both").wait_for()
    assert case.locator(".id").inner_text() == identifier
    assert case.locator(".both > div").count() == 2
    assert case.locator(".tag.went").count() > 0
    assert case.locator(".tag.gold").count() > 0
    assert "did not come back" in case.inner_text()
    assert case.locator("summary").evaluate("element => element === document.activeElement")


def test_a_case_is_opened_by_the_keyboard_alone(opened, pages):
    page = opened(pages[Language.EN])
    page.get_by_label("Text or id").focus()
    for _ in range(2):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.tagName") == "SUMMARY":
            break
    assert page.evaluate("document.activeElement.tagName") == "SUMMARY"
    page.keyboard.press("Enter")
    page.locator(".list > details[open] .both").wait_for()


def test_a_japanese_page_is_japanese_and_its_texts_are_set_as_such(opened, pages):
    page = opened(pages[Language.JA])
    assert page.locator("html").get_attribute("lang") == "ja"
    assert "差の原因として言えること" in page.inner_text("main")
    page.locator(".list > details > summary").first.click()
    page.locator(".both").wait_for()
    assert page.locator('.entry[lang="ja"]').count() > 0
    assert page.locator(".reason").count() > 0
    assert page.locator('.reason[lang="en"]').count() == 0
    assert page.locator('.entry[dir="auto"]').count() == page.locator(".entry").count()


def test_without_a_script_the_numbers_are_there_and_the_page_says_what_is_not(opened, pages):
    page = opened(pages[Language.EN], java_script_enabled=False)
    assert "which is switched off here" in page.inner_text("main")
    assert page.locator("svg.chart:visible").count() == 1


def test_what_is_printed_has_no_filters_and_fits_the_paper(opened, pages, tmp_path):
    page = opened(pages[Language.EN], scheme="dark")
    page.emulate_media(media="print")
    assert page.locator(".filters").is_hidden()
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
    assert len(page.pdf(path=tmp_path / "page.pdf", format="A4")) > 10_000


def test_with_forced_colours_everything_is_told_by_words_too(opened, pages):
    page = opened(pages[Language.EN], forced_colors="active")
    page.locator(".list > details > summary").first.click()
    assert "worse: evidence" in page.inner_text(".lead")


def test_several_comparisons_on_a_page_filter_each_its_own_cases(
    opened, serious_faults, shared, runs, tmp_path
):
    third = evaluate(shared / "data" / "rag_runs" / "jsquad_ja_runA.jsonl", k=3, answer_rule="stated")
    sides = [Evaluation.load(runs / "A"), Evaluation.load(runs / "B")]
    [one] = compare_all(sides)
    page = opened(write(tmp_path / "two.html", Compared(one, *sides), Compared(one, *sides)))
    assert len(third) == 160
    first, second = page.locator("article").all()
    second.get_by_label("Text or id").fill("no such words")
    assert second.locator(".list > details").count() == 0
    assert first.locator(".list > details").count() == 10
    assert serious_faults(page) == []


@pytest.mark.parametrize("what", ["nothing changed", "few and long"])
def test_odd_comparisons_hold_their_shape(opened, photograph, serious_faults, what, tmp_path):
    long = "w" * 300

    def rows(answer: str):
        return [
            {
                "id": f"{long}{i}",
                "question": long if i else "مرحبا بالعالم، متى الموعد؟",
                "expected": "5 days",
                "gold_ids": [long],
                "retrieved": [{"document_id": long, "chunk_id": f"{long}#1", "text": f"5 days {long}"}],
                "answer": answer,
            }
            for i in range(3)
        ]

    one, other = evaluate(rows("5 days")), evaluate(rows("5 days" if what == "nothing changed" else long))
    page = opened(write(tmp_path / "odd.html", Compared(compare(one, other), one, other)), width="phone")
    if what != "nothing changed":
        page.locator(".list > details > summary").first.click()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    photograph(page, f"comparison-{what.replace(' ', '-')}")
    assert serious_faults(page) == []


ROW = {
    "expected": "5 days",
    "gold_ids": ["p"],
    "evidence": ["due in 5 days"],
    "retrieved": [{"document_id": "p", "text": "It is due in 5 days."}],
    "answer": "It is due in ５ days.",
}

# Written as they are into an address; `%zz` is no escape.
PLAIN_IDS = ("C++", "100%", "50%zz", "a b")


@pytest.fixture
def plain(tmp_path):
    """Write a comparison in which every case but `same` breaks; `refused` is one that declines."""
    refused = {"question": "How high?", "answerable": False, "retrieved": [], "id": "refused"}
    rows = [{**ROW, "id": name, "question": f"When is {name} due?"} for name in (*PLAIN_IDS, "same")]
    one = evaluate([*rows, {**refused, "answer": "I don't know."}])
    broken = [
        row if row["id"] == "same" else {**row, "answer": "In 9 days.", "retrieved": []} for row in rows
    ]
    other = evaluate([*broken, {**refused, "answer": "9 metres."}])
    return write(tmp_path / "page.html", Compared(compare(one, other), one, other))


@pytest.mark.parametrize("name", PLAIN_IDS)
def test_a_link_written_by_hand_opens_its_case(opened, plain, name):
    page = opened(plain, fragment=f"case={name}")
    page.locator(".list > details[open] .both").wait_for()
    assert page.locator(".list > details[open] .id").inner_text() == name


def test_a_link_to_a_case_that_is_not_there_says_so(opened, plain):
    page = opened(plain, fragment="case=same")
    page.get_by_text("same: no case of this id stands here; it did not change, or is left out.").wait_for()
    page.evaluate("location.hash = '#case=refused'")
    page.locator(".list > details[open] .both").wait_for()
    assert page.locator(".missing").is_hidden()
    # what does not apply is not called unknown, as in the page of an evaluation
    support = page.locator(".list > details[open] .verdicts tr", has_text="retrieval")
    assert support.locator(".outcome").all_inner_texts() == ["n/a", "n/a"]


def test_words_are_found_whatever_their_width_case_and_order(opened, plain):
    page = opened(plain)
    page.get_by_label("Text or id").fill("ＤＵＥ c++")
    assert page.locator(".count").inner_text() == "1 of 5 cases shown"
    page.get_by_label("Text or id").fill("answer 5 days")
    assert page.locator(".count").inner_text() == "0 of 5 cases shown"
