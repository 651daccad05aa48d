"""Texts that mean harm, in every field of a case, in a real browser: they are read, and do nothing."""

from __future__ import annotations

from urllib.parse import quote

import pytest

from ragtriage import compare, evaluate
from ragtriage.comparison.gates import GateResult
from ragtriage.reports.html.comparison import Compared, comparison_page
from ragtriage.reports.html.evaluation import evaluation_page
from ragtriage.reports.html.messages import Language

# What a page may consist of once its script has run; SVG is drawn by us, and holds no script and no link.
ELEMENTS = {
    *("html", "head", "meta", "title", "link", "style", "script", "body", "main", "header", "footer", "nav"),
    *("article", "section", "aside", "div", "figure", "figcaption", "dialog", "details", "summary"),
    *("h1", "h2", "h3", "h4", "p", "ul", "ol", "li", "dl", "dt", "dd", "a", "span", "b", "strong", "small"),
    *("em", "code", "mark", "bdi", "table", "thead", "tbody", "tfoot", "tr", "th", "td", "button", "input"),
    *("select", "option", "label", "noscript", "meter", "caption", "fieldset", "legend", "blockquote", "i"),
    *("svg", "g", "path", "line", "rect", "circle", "text", "tspan", "defs", "clippath", "desc", "time", "q"),
    *("hr", "output", "kbd", "form", "sup"),
}

# In the page as it is: what our own markup never has, and what a text would need to do anything.
INJECTED = """() => {
  const odd = [];
  for (const element of document.querySelectorAll("*")) {
    const name = element.localName.toLowerCase();
    odd.push("element " + name);
    for (const attribute of element.attributes) {
      if (/^on|^style$|^srcdoc$|^formaction$|^src$|^action$|^ping$/i.test(attribute.name)) {
        odd.push("attribute " + attribute.name);
      }
      if (/^(xlink:)?href$/i.test(attribute.name) && !/^#|^data:,$/.test(attribute.value)) {
        odd.push("link " + attribute.value);
      }
    }
    if (name === "meta" && /refresh/i.test(element.httpEquiv)) odd.push("refresh");
    if (element.id === "injected") odd.push("injected");
  }
  for (const key of ["polluted", "7*7"]) if (key in {}) odd.push("prototype " + key);
  return [...new Set(odd)];
}"""

# Characters that steer, hide or turn, anywhere in what is read or said.
STEERING = r"""() => {
  const bad = new RegExp("[\u0000-\u0008\u000b-\u001f\u007f-\u009f"
    + "\u200b\u200e\u200f\u061c\u202a-\u202e\u2060-\u206f\ufeff]");
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const found = [];
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (["SCRIPT", "STYLE"].includes(node.parentElement.tagName)) continue;
    if (bad.test(node.data)) found.push(node.data);
  }
  for (const element of document.querySelectorAll("[title],[aria-label]")) {
    if (bad.test(element.title + (element.getAttribute("aria-label") || ""))) found.push(element.outerHTML);
  }
  return found;
}"""


def check(page) -> None:
    found = page.evaluate(INJECTED)
    assert {each for each in found if each.startswith("element ")} <= {f"element {name}" for name in ELEMENTS}
    assert [each for each in found if not each.startswith("element ")] == []
    assert page.evaluate(STEERING) == []


@pytest.fixture(scope="module")
def rows(hostile_texts, hostile_row):
    """A case for each text, and one with all of them."""
    every = "\n".join(hostile_texts.values())
    return [hostile_row(text, context=[text, f"{text} again"]) for text in [*hostile_texts.values(), every]]


@pytest.fixture(scope="module")
def judged(rows, repeating_judge, hostile_texts):
    """The evaluation of these cases by a judge whose replies are as bad, once usable and once not."""
    every = "".join(hostile_texts.values())
    return [
        evaluate(rows, judges=[repeating_judge(every, is_usable=is_usable)], by=["tags", "language"])
        for is_usable in (True, False)
    ]


@pytest.mark.parametrize("language", Language)
def test_the_report_of_hostile_cases_reads_them_and_does_nothing(opened, judged, rows, tmp_path, language):
    path = tmp_path / "report.html"
    path.write_bytes(b"".join(evaluation_page(judged[language is Language.JA], language)))
    page = opened(path)
    page.wait_for_timeout(50)
    check(page)
    for row in rows:
        page.evaluate("hash => { location.hash = hash }", f"case={quote(row['id'])}")
        page.wait_for_timeout(20)
        page.wait_for_function("() => document.getElementById('case').open")
        check(page)


def test_the_report_of_a_file_with_a_hostile_name_does_nothing(opened, rows, tmp_path):
    name = "<img src=x onerror=alert(1)>\u202e${7*7}{{7*7}}'\".jsonl"
    source = tmp_path / name
    import json  # noqa: PLC0415

    source.write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
    path = tmp_path / "report.html"
    path.write_bytes(b"".join(evaluation_page(evaluate(source), Language.EN)))
    page = opened(path)
    check(page)
    assert "<img src=x onerror=alert(1)>" in page.title()
    assert "\u202e" not in page.title()


@pytest.mark.parametrize("language", Language)
def test_the_comparison_of_hostile_cases_reads_them_and_does_nothing(
    opened, judged, rows, tmp_path, language
):
    every = rows[-1]["id"]
    # on the other side all gold came back, so that every case changed
    found = [
        [{**entry, "document_id": f"{row['id']}{n}"} for n, entry in enumerate(row["retrieved"], 1)]
        for row in rows
    ]
    other = evaluate(
        [{**row, "retrieved": each, "answer": row["id"]} for row, each in zip(rows, found, strict=True)],
        allow_disjoint_ids=True,
    )
    compared = compare(judged[0], other)
    gates = (GateResult(requirement=every, value=None, worst=None, is_met=False, reason=every),)
    path = tmp_path / "compare.html"
    path.write_bytes(b"".join(comparison_page([Compared(compared, judged[0], other, gates)], language)))
    page = opened(path)
    check(page)
    page.locator("button.moreover").click()
    summaries = page.locator(".list > details > summary")
    assert summaries.count() > 20
    for place in range(summaries.count()):
        summaries.nth(place).evaluate("summary => summary.click()")
    page.wait_for_function(
        "n => document.querySelectorAll('.list .both').length === n", arg=summaries.count()
    )
    check(page)
    for row in rows:
        page.evaluate("hash => { location.hash = hash }", f"case={quote(row['id'])}")
    check(page)


def test_scores_of_columns_with_hostile_names_do_nothing(opened, hostile_texts, tmp_path):
    import csv  # noqa: PLC0415

    from ragtriage.comparison.scores import compare_scores  # noqa: PLC0415

    names = [text for text in hostile_texts.values() if text.isprintable()]
    for side, score in (("a", "0"), ("b", "1")):
        with (tmp_path / f"{side}.csv").open("w", encoding="utf-8", newline="") as file:
            csv.writer(file).writerows([["id", *names], *[[f"{i}", *[score] * len(names)] for i in range(8)]])
    compared = compare_scores(tmp_path / "a.csv", tmp_path / "b.csv", id="id")
    path = tmp_path / "scores.html"
    path.write_bytes(b"".join(comparison_page([Compared(compared)], Language.EN)))
    page = opened(path)
    check(page)
    assert "<svg/onload=alert(1)>" in page.inner_text("main")


def test_an_element_that_was_let_in_would_be_noticed(opened, watches, tmp_path):
    path = tmp_path / "page.html"
    path.write_text(
        "<!doctype html><title>t</title><p><img alt='' src='data:,'><b style='x:y'>\u202e</b>", "utf-8"
    )
    page = opened(path)
    with pytest.raises(AssertionError):
        check(page)
    found = page.evaluate(INJECTED)
    assert {"element img", "attribute src", "attribute style"} <= set(found)
    assert page.evaluate(STEERING)
    watches.clear()


@pytest.mark.parametrize(
    "kept",
    [
        '[["q0",null]]',
        '[["q0",5]]',
        '["q0"]',
        '{"q0":1}',
        "null",
        "<img src=x onerror=alert(1)>",
        '[[{"toString":null},{"verdict":"accept","hashes":{}}]]',
        *(
            f'[["q0",{{"verdict":{word},"hashes":{{}}}}]]'
            for word in ('"constructor"', '"n"', '{"toString":null}')
        ),
        '[["q0",{"verdict":"accept"}]]',
    ],
)
def test_what_another_page_left_in_the_browser_is_no_review(opened, tmp_path, kept):
    case = {
        "id": "q0",
        "question": "When?",
        "expected": "within one working week",
        "answer": "Seven days or so.",
    }
    path = tmp_path / "report.html"
    path.write_bytes(b"".join(evaluation_page(evaluate([case]), Language.EN)))
    page = opened(path)
    page.evaluate(
        """kept => {
          const facts = JSON.parse(document.getElementById("facts").textContent);
          localStorage.setItem("ragtriage-reviews-" + facts.evaluation, kept);
        }""",
        kept,
    )
    page.reload()
    assert page.locator(".reviews .counts b").inner_text().startswith("0 of 1")
    page.evaluate("() => { location.hash = 'case=q0' }")
    page.wait_for_function("() => document.getElementById('case').open")


@pytest.mark.parametrize(
    "name", ["tag", "language", "gold", "missed", "case", "q", "sort", "state", "review"]
)
def test_what_a_link_names_steers_nothing(opened, tmp_path, hostile_row, name):
    path = tmp_path / "report.html"
    path.write_bytes(b"".join(evaluation_page(evaluate([hostile_row("a")], by=["tags"]), Language.EN)))
    for value in ("\u202epass\u200b<img src=x onerror=alert(1)>", "__proto__", "constructor", "toString"):
        page = opened(path, fragment=f"{name}={quote(value)}")
        page.wait_for_timeout(20)
        check(page)
        page.context.close()


def test_an_id_that_begins_with_a_dash_is_no_option_of_the_command_that_is_shown(opened, tmp_path):
    path = tmp_path / "report.html"
    path.write_bytes(
        b"".join(evaluation_page(evaluate([{"id": "-x", "question": "When?", "answer": ""}]), Language.EN))
    )
    page = opened(path, fragment="case=-x")
    page.wait_for_function("() => document.getElementById('case').open")
    assert page.get_by_text("ragtriage explain DIR -- -x").count() == 1
