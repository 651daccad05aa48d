"""The house: what is public, what may be missing, and what starting loads."""

from __future__ import annotations

import subprocess
import sys
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
