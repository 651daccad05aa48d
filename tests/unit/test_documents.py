"""The documents say what the code says."""

from __future__ import annotations

import json
import re
import tomllib
from pathlib import Path

import pytest

from ragtriage.model import Diagnosis
from ragtriage.verdicts.diagnosis import TABLE
from ragtriage.verdicts.meanings import BRIEFLY, MEANINGS

ROOT = Path(__file__).parents[2]
PAGES = sorted(f"docs/{page.name}" for page in (ROOT / "docs").glob("*.md"))


def cells(line):
    return [cell.strip().replace("`", "") for cell in line.strip().strip("|").split("|")]


def canonical(package):
    return re.sub(r"[-_.]+", "-", package).lower()


def rows_of(path):
    return [cells(line) for line in (ROOT / path).read_text("utf-8").splitlines() if line.startswith("|")]


def test_the_decision_table_in_the_documents_is_the_one_in_the_code():
    written = {row[0]: row for row in rows_of("docs/diagnosis.md") if row[0].isdigit()}
    coded = {
        str(row.number): [*map(str, row[:-1]), f"generation if {row.second}" if row.second else ""]
        for row in TABLE
    }
    assert written == coded


@pytest.mark.parametrize("path", ["docs/diagnosis.md", "README.md"])
def test_every_diagnosis_is_explained_in_the_words_of_the_code(path):
    written = {row[0]: row[2] for row in rows_of(path) if row[0] in list(Diagnosis)}
    assert written == {name.value: MEANINGS[name] for name in Diagnosis}


@pytest.mark.parametrize("path", ["README.md", "CONTRIBUTING.md", "CHANGELOG.md", *PAGES])
def test_every_link_within_the_checkout_leads_somewhere(path):
    page = ROOT / path
    for link in re.findall(r"\]\(([^)\s]+)\)", page.read_text("utf-8")):
        if not re.match(r"https?:|#", link):
            assert (page.parent / link.partition("#")[0]).is_file(), link


def test_every_page_is_in_the_list_of_pages():
    listed = re.findall(r"\]\((\w[\w-]*\.md)\)", (ROOT / "docs" / "index.md").read_text("utf-8"))
    assert sorted(listed) == sorted(Path(page).name for page in PAGES if page != "docs/index.md")


def test_every_diagnosis_has_a_line_that_fits_beside_its_count():
    assert set(BRIEFLY) == set(Diagnosis)
    assert max(map(len, BRIEFLY.values())) <= 44


def test_every_dependency_is_pinned_exactly_with_hashes():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    wanted = {
        "core": project["project"]["dependencies"],
        "test": [item for item in project["dependency-groups"]["test"] if isinstance(item, str)],
        "bench": [item for item in project["dependency-groups"]["bench"] if isinstance(item, str)],
    }
    for name, requirements in wanted.items():
        text = (ROOT / "requirements" / f"{name}.txt").read_text("utf-8")
        pinned = set(re.findall(r"^([a-z0-9._-]+)==\S+(?: ;.*)? \\\n    --hash=sha256:", text, re.MULTILINE))
        assert {canonical(re.match(r"[\w.-]+", item)[0]) for item in requirements} <= pinned
        assert len(pinned) > 10
        assert not re.search(r"https?://|^-|nvidia|cuda", text, re.MULTILINE)


def test_the_examples_hold_at_least_a_dozen_cases_in_four_languages_with_the_first_of_the_article():
    lines = (ROOT / "examples" / "expenses.jsonl").read_text("utf-8").splitlines()
    cases = [json.loads(line) for line in lines]
    assert len(cases) >= 12
    assert {case["language"] for case in cases} == {"en", "ja", "ko", "zh"}
    (seed,) = [case for case in cases if case["question"] == "経費精算の期限は？"]
    assert seed["expected_answers"] == [seed["answer"]] == ["翌月5日"]
    assert seed["gold_documents"] == ["expense-policy"]
    assert [entry["document_id"] for entry in seed["retrieved"]] == ["general-guide", "general-guide"]
