"""Generators that break: modules that cannot be imported, and answers that are no text."""

from __future__ import annotations

import json
import sys

import pytest

import ragtriage
from ragtriage.errors import ConfigError
from ragtriage.probing.generators.naming import named_generator

CASE = {
    "id": "q1",
    "question": "How much is the pass?",
    "expected": "25 euros",
    "gold_ids": ["pass"],
    "evidence": ["The pass costs 25 euros."],
    "answer": "12 euros",
    "retrieved": [{"document_id": "other", "text": "Children travel free."}],
}


@pytest.fixture
def module(tmp_path, monkeypatch):
    """Write a module and return its name; it is forgotten again."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [*sys.path, str(tmp_path)])

    def write(name, text):
        (tmp_path / f"{name}.py").write_text(text, "utf-8")
        return name

    before = set(sys.modules)
    yield write
    for name in set(sys.modules) - before:
        del sys.modules[name]


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("raising_app", 'x = 1\nraise RuntimeError("no database")', "RuntimeError: no database"),
        ("leaving_app", "import sys\nsys.exit(9)", "SystemExit: 9"),
        ("broken_app", "def answer(:\n", "SyntaxError"),
    ],
)
def test_a_module_that_fails_when_it_is_imported_is_an_error_that_says_where(module, name, text, said):
    with pytest.raises(ConfigError, match=f"^{name}:answer cannot be imported: {said}") as raised:
        named_generator(f"{module(name, text)}:answer")
    assert f"{name}.py, line " in str(raised.value)


def test_an_interrupt_while_a_module_is_imported_stays_one(module):
    named = module("interrupted_app", "raise KeyboardInterrupt")
    with pytest.raises(KeyboardInterrupt):
        named_generator(f"{named}:answer")


def test_a_function_that_ends_the_process_is_a_missing_answer():
    def leaves(_question, _contexts):
        sys.exit(3)

    (case,) = ragtriage.probe([CASE], leaves)
    assert "leaves failed: SystemExit: 3" in case.arms["closed_book"].samples[0].reason


@pytest.mark.parametrize("cached", [True, False])
def test_half_of_a_character_is_a_missing_answer_and_what_is_written_is_text(tmp_path, cached):
    evaluation = ragtriage.evaluate([CASE])
    evaluation.save(tmp_path / "out")
    probe = ragtriage.probe(evaluation, lambda *_: "25 \udc80", cache=tmp_path / "cache" if cached else None)
    probe.save(tmp_path / "out")
    assert json.loads((tmp_path / "out" / "probe.json").read_bytes())["summary"]["failed"] == 4
    assert "lone surrogate (U+DC80)" in probe.report.cases[0].arms["gold"].samples[0].reason


@pytest.mark.parametrize("address", ["http://", "https:///answer", "http://[x", "http://?q=1"])
def test_an_address_without_a_host_is_refused_before_anything_is_asked(address):
    with pytest.raises(ConfigError, match="is no address"):
        named_generator(address)
