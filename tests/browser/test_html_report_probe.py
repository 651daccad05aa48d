"""What the page of an evaluation tells of a probe, in a real browser."""

from __future__ import annotations

from pathlib import Path

import pytest

import ragtriage
from ragtriage.reports.html.evaluation import evaluation_page
from ragtriage.reports.html.messages import Language

EXAMPLE = Path(__file__).parents[2] / "examples" / "expenses.jsonl"


def first_sentence(_question, contexts):
    """Answer with the first text; it is no matter here whether that is right."""
    return contexts[0] if contexts else "I don't know."


@pytest.fixture(scope="module")
def pages(tmp_path_factory):
    """The example, probed, in both languages."""
    evaluation = ragtriage.evaluate(EXAMPLE, by=["tags", "language"])
    report = ragtriage.probe(evaluation, first_sentence).report
    folder = tmp_path_factory.mktemp("probed")
    for language in Language:
        page = b"".join(evaluation_page(evaluation, language, probe=report))
        (folder / f"{language}.html").write_bytes(page)
    return {language: folder / f"{language}.html" for language in Language}


@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_part_about_the_probe_has_no_serious_fault(opened, pages, serious_faults, language, scheme):
    page = opened(pages[language], scheme=scheme)
    page.locator("#probe details").evaluate("each => { each.open = true }")
    assert page.locator("#probe svg.chart").is_visible()
    assert serious_faults(page) == []


def test_a_case_of_the_probe_opens_in_the_page(opened, pages):
    page = opened(pages[Language.EN])
    page.locator("#probe details").evaluate("each => { each.open = true }")
    link = page.locator("#probe tbody a[href^='#case=']").first
    name = link.inner_text()
    link.click()
    page.locator("dialog#case[open]").wait_for()
    assert name in page.locator("dialog#case").inner_text()


def test_on_a_phone_tables_scroll_within_themselves(opened, pages):
    page = opened(pages[Language.EN], width="phone")
    page.locator("#probe details").evaluate("each => { each.open = true }")
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")


@pytest.mark.parametrize("language", Language)
def test_on_a_phone_meanings_have_room_to_be_read_and_tables_end_where_the_page_does(opened, pages, language):
    page = opened(pages[language], width="phone")
    meanings = page.locator("#probe td.meaning")
    assert meanings.count() > 0
    assert all(meaning.bounding_box()["width"] >= 16 * 15 for meaning in meanings.all())
    end = page.locator("#probe").bounding_box()["x"] + page.locator("#probe").bounding_box()["width"]
    for table in page.locator("#probe table:not(.scroll table)").all():
        assert table.bounding_box()["x"] + table.bounding_box()["width"] <= end + 1
