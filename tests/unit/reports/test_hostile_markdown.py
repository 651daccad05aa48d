"""Whatever stands in a field of a case, Markdown shows it as text: no link, picture, code or markup."""

from __future__ import annotations

import re
import unicodedata

from markdown_it import MarkdownIt

from ragtriage import compare, evaluate
from ragtriage.comparison.gates import GateResult
from ragtriage.comparison.scores import compare_scores
from ragtriage.model import Diagnosis
from ragtriage.reports.comparison_markdown import comparison_markdown
from ragtriage.reports.markdown import markdown_text, summary_markdown

# What our own Markdown consists of.
ALLOWED = {
    *("heading", "paragraph", "inline", "text", "softbreak", "strong", "bullet_list", "list_item"),
    *("table", "thead", "tbody", "tr", "th", "td", "code_inline", "html_block", "text_special"),
}
OUR_HTML = {"<details><summary>Cases that changed</summary>", "</details>"}
OUR_CODE = {str(diagnosis) for diagnosis in Diagnosis}

READER = MarkdownIt("commonmark", {"html": True}).enable(["table", "strikethrough"])


def tokens(markdown: str):
    for token in READER.parse(markdown):
        yield token
        yield from token.children or ()


def check(markdown: str) -> str:
    """Hold that nothing but our own markup is in it; return the text that a reader sees."""
    text = ""
    for token in tokens(markdown):
        kind = re.sub("_(open|close)$", "", token.type)
        assert kind in ALLOWED, (token.type, token.content)
        if kind == "html_block":
            assert token.content.strip() in OUR_HTML
        if kind == "code_inline":
            assert token.content in OUR_CODE
        if kind in {"text", "text_special"}:
            text += token.content
    # what GitHub makes links of without being asked
    assert not re.search(r"(?:https?|ftp|javascript)://|www\.", markdown)
    odd = {letter for letter in markdown if unicodedata.category(letter) in {"Cc", "Cf", "Cs"}} - {"\n"}
    assert odd == set()
    return text


def widths(markdown: str) -> set[int]:
    """Return how many cells the rows of each table have more or fewer than its head."""
    differences: set[int] = set()
    head = cells = 0
    for token in tokens(markdown):
        if token.type == "table_open":
            head = 0
        elif token.type == "tr_open":
            cells = 0
        elif token.type in {"th_open", "td_open"}:
            cells += 1
        elif token.type == "tr_close":
            head = head or cells
            differences.add(cells - head)
    return differences


def gate(text: str) -> GateResult:
    return GateResult(requirement=text, value=None, worst=None, is_met=False, reason=text)


def test_an_evaluation_is_text(hostile, hostile_row):
    evaluation = evaluate([hostile_row(hostile)])
    markdown = summary_markdown(evaluation.report, evaluation.failing, [gate(hostile)])
    check(markdown)
    assert widths(markdown) <= {0}


def test_a_comparison_is_text(hostile, hostile_row):
    one, other = evaluate([hostile_row(hostile)]), evaluate([hostile_row(hostile, answer="", retrieved=[])])
    markdown = comparison_markdown(compare(one, other), [gate(hostile)])
    check(markdown)
    assert widths(markdown) <= {0}


def test_columns_of_tables_of_scores_are_text(hostile, tmp_path):
    import csv  # noqa: PLC0415

    name = hostile.replace("\0", "").strip() or "x"
    paths = [tmp_path / f"{side}.csv" for side in "ab"]
    for path, score in zip(paths, ("0", "1"), strict=True):
        with path.open("w", encoding="utf-8", newline="") as file:
            csv.writer(file).writerows([["id", name], *[[f"{name}{i}", score] for i in range(8)]])
    compared = compare_scores(paths[0], paths[1], id="id")
    markdown = comparison_markdown(compared)
    check(markdown)
    assert widths(markdown) <= {0}


def test_a_text_reads_as_it_was_written(hostile):
    shown = check(f"before {markdown_text(hostile)} after\n")
    for word in (
        "[x](javascript:alert(1))",
        "<img src=x onerror=",
        "`c`",
        "{{7*7}}",
        "https://example.org",
        "~~s~~",
    ):
        assert word in shown or word not in hostile
