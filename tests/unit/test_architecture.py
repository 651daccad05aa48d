"""The house: what is public, what may be missing, and what starting loads."""

from __future__ import annotations

import ast
import io
import subprocess
import sys
import tokenize
import unicodedata
from pathlib import Path

import pytest

import ragtriage

SOURCE = Path(ragtriage.__file__).parent
MODULES = sorted(
    ".".join(path.relative_to(SOURCE.parent).with_suffix("").parts).removesuffix(".__init__")
    for path in SOURCE.rglob("*.py")
    # the one is run, the other is the door to a package and is opened only where that is installed
    if path.name not in {"__main__.py", "_haystack.py"}
)
OPTIONAL = ("haystack", "openai", "aiohttp", "sentence_transformers", "fsspec", "ray", "opencc", "openpyxl")


def run(code: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-W", "error", "-c", code], capture_output=True, text=True, timeout=120, check=False
    )


def test_the_public_names_are_sorted_and_each_can_be_imported() -> None:
    assert ragtriage.__all__ == sorted(ragtriage.__all__)
    assert set(ragtriage.__all__) == set(ragtriage._HOMES)
    for name in ragtriage.__all__:
        assert getattr(ragtriage, name) is not None
    assert set(ragtriage.__all__) <= set(dir(ragtriage))


def test_an_unknown_public_name_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="has no attribute 'evalute'"):
        _ = ragtriage.evalute


def test_every_module_can_be_imported_without_any_optional_package() -> None:
    code = (
        "import importlib, sys\n"
        f"for name in {OPTIONAL!r}:\n    sys.modules[name] = None\n"
        f"for name in {MODULES!r}:\n    importlib.import_module(name)\n"
    )
    done = run(code)
    assert done.returncode == 0, done.stderr


def test_importing_the_package_loads_nothing_that_costs() -> None:
    code = (
        "import sys, ragtriage\n"
        "heavy = {'numpy', 'polars', 'scipy', 'msgspec', 'click', 'rich', 'regex'} & set(sys.modules)\n"
        "assert not heavy, heavy\n"
    )
    done = run(code)
    assert done.returncode == 0, done.stderr


def test_no_module_is_named_after_nothing_in_particular() -> None:
    vague = {"utils", "util", "helpers", "helper", "common", "base", "misc"}
    assert not {path.stem for path in SOURCE.rglob("*") if path.stem in vague}


def test_the_package_says_that_it_is_typed() -> None:
    assert (SOURCE / "py.typed").is_file()


# Messages, which wait for their catalogue, and the names of the scripts: a number that only falls, to five.
FILES_WITH_WORDS = 12
SCRIPTS = ("CJK", "HIRAGANA", "KATAKANA", "HANGUL", "HALFWIDTH KATAKANA", "HALFWIDTH HANGUL")


def is_of_a_word(character: str) -> bool:
    return unicodedata.category(character) == "Lo" and unicodedata.name(character, "").startswith(SCRIPTS)


def lines_of_docstrings(tree: ast.Module) -> set[int]:
    bodies = [body for node in ast.walk(tree) if isinstance(body := getattr(node, "body", None), list)]
    told = [line for body in bodies for line in body if isinstance(line, ast.Expr)]
    return {
        number
        for line in told
        if isinstance(line.value, ast.Constant)
        for number in range(line.lineno, (line.end_lineno or line.lineno) + 1)
    }


def holds_a_word(path: Path) -> bool:
    text = path.read_text("utf-8")
    docstrings = lines_of_docstrings(ast.parse(text))
    return any(
        token.type == tokenize.STRING
        and token.start[0] not in docstrings
        and any(map(is_of_a_word, token.string))
        for token in tokenize.generate_tokens(io.StringIO(text).readline)
    )


def test_words_of_languages_stand_in_their_files_and_in_no_python() -> None:
    found = [str(path.relative_to(SOURCE)) for path in sorted(SOURCE.rglob("*.py")) if holds_a_word(path)]
    assert len(found) <= FILES_WITH_WORDS, found
    assert [path for path in found if path.startswith("text/")] == [
        "text/characters.py",
        "text/stating/reading.py",
    ]
