"""The languages' files: how they are written, and what a language that has little, or is new, comes to."""

from __future__ import annotations

import shutil
from pathlib import Path

import msgspec
import pytest

import ragtriage
from ragtriage.languages import load, statements
from ragtriage.languages.load import OTHER, Pattern, Section, Table, Words, codes, merged, section
from ragtriage.languages.statements import language, tables_for

SOURCE = Path(ragtriage.__file__).parent
FILES = sorted((SOURCE / "languages").glob("*.toml"))


class Part(Section, frozen=True):
    expression: str = ""
    others: tuple[str, ...] = ()
    listed: Words = Words()
    rows: Table = Table()
    patterns: tuple[Pattern, ...] = ()


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A copy of the files, in place of them, to which a test may add."""
    for path in FILES:
        shutil.copy(path, tmp_path)
    caches = (load.codes, load._sources, load._fragments, load._section, language)
    monkeypatch.setattr(load, "_FOLDER", tmp_path)
    for cache in caches:
        cache.cache_clear()
    statements_caches()
    yield tmp_path
    monkeypatch.undo()
    for cache in caches:
        cache.cache_clear()
    statements_caches()


def statements_caches():
    for cache in (statements._ordered, statements._scripts, statements._han_alone):
        cache.cache_clear()


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_section_of_a_file_is_read_by_some_module(path):
    code = "\n".join(source.read_text("utf-8") for source in SOURCE.rglob("*.py"))
    assert not [name for name in load._sources(path.stem) if f'"{name}"' not in code and name != "fragments"]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_section_of_a_file_is_explained_in_the_documents(path):
    told = (Path(__file__).parents[3] / "docs" / "extending.md").read_text("utf-8")
    assert not [
        name for name in load._sources(path.stem) if f"`{name}`" not in told and f"[{name}]" not in told
    ]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_fragment_is_used(path):
    text = path.read_text("utf-8")
    assert not [name for name in load._fragments(path.stem) if f"⟨{name}⟩" not in text]


def test_expressions_words_and_tables_are_read_as_they_are_written(folder):
    (folder / "xx.toml").write_text(
        "[fragments]\n"
        "one = 'a|b'\n"
        "two = '(?:⟨one⟩|c)'\n"
        "[part]\n"
        "expression = '''\n  x⟨two⟩\n  |\\d ⟨filled_by_code⟩'''\n"
        "others = ['[y]', '⟨one⟩']\n"
        'listed = ["at_least of", "so"]\n'
        "rows = '''\n1\tone\n2\ttwo words'''\n"
        "patterns = [\n  { finds = \"it's x\", not = 'y', pattern = '''\n      x\n      |z''' },\n]\n",
        encoding="utf-8",
    )
    assert section("xx", "part", Part) == Part(
        expression=r"x(?:a|b|c)|\d ⟨filled_by_code⟩",
        others=("[y]", "a|b"),
        listed=Words(("at least", "of", "so")),
        rows=Table((("1", "one"), ("2", "two words"))),
        patterns=(Pattern("x|z", "it's x", "y"),),
    )


def test_what_no_record_knows_is_refused(folder):
    (folder / "xx.toml").write_text("[part]\nexpresion = 'x'\n", encoding="utf-8")
    with pytest.raises(msgspec.ValidationError, match="expresion"):
        section("xx", "part", Part)


def test_what_all_files_say_is_one_record(folder):
    (folder / "other.toml").write_text("[part]\nexpression = ','\nlisted = ';'\n", encoding="utf-8")
    (folder / "en.toml").write_text("[part]\nexpression = 'and|or'\n", encoding="utf-8")
    (folder / "xx.toml").write_text("[part]\nexpression = 'et'\nlisted = 'ou'\n", encoding="utf-8")
    assert merged("part", Part) == Part(expression=",|and|or|et", listed=Words((";", "ou")))


def test_a_new_language_is_one_file_and_what_it_lacks_is_empty(folder):
    (folder / "xx.toml").write_text(
        "[script]\nshows = '\\p{Latin}'\n"
        "[statements]\nyes = 'oc'\n"
        "refusals = [{ finds = 'sabi pas', not = 'sabi', pattern = 'sabi pas' }]\n",
        encoding="utf-8",
    )
    assert codes() == ("en", "ja", "ko", "xx", "zh")
    assert [table.code for table in tables_for("sabi pas")] == ["en", "xx"]
    assert [table.code for table in tables_for("sabi pas", "xx")] == ["xx"]
    assert [table.code for table in tables_for("sabi pas", "en-GB")] == ["en"]
    assert language("xx").yes == ("oc",)
    assert language("xx").negations_before == ()


def test_what_belongs_to_no_language_is_no_language():
    assert OTHER not in codes()
    assert (SOURCE / "languages" / f"{OTHER}.toml").is_file()
