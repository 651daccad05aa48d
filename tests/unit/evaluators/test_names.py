"""The names: those of Haystack, in the package and in a module each, and what importing them costs."""

from __future__ import annotations

import subprocess
import sys
from importlib import import_module

import pytest

import ragtriage.evaluators

MODULES = {
    "answer_exact_match": ["AnswerExactMatchEvaluator"],
    "context_relevance": ["ContextRelevanceEvaluator"],
    "document_map": ["DocumentMAPEvaluator"],
    "document_mrr": ["DocumentMRREvaluator"],
    "document_ndcg": ["DocumentNDCGEvaluator"],
    "document_recall": ["DocumentRecallEvaluator", "RecallMode"],
    "faithfulness": ["FaithfulnessEvaluator"],
    "llm_evaluator": ["LLMEvaluator"],
    "sas_evaluator": ["SASEvaluator"],
}

NAMES = [(module, name) for module, names in MODULES.items() for name in names]


@pytest.mark.parametrize(("module", "name"), NAMES)
def test_every_name_is_in_the_package_and_in_its_module(module, name):
    home = import_module(f"ragtriage.evaluators.{module}")
    assert getattr(home, name) is getattr(ragtriage.evaluators, name)
    assert name in home.__all__


def test_the_list_of_names_is_sorted_and_complete():
    names = ragtriage.evaluators.__all__
    assert names == sorted(names)
    assert set(names) == set(ragtriage.evaluators._HOMES)
    assert set(names) <= set(dir(ragtriage.evaluators))


def test_an_unknown_name_is_no_attribute():
    with pytest.raises(AttributeError, match="DocumentF1Evaluator"):
        _ = ragtriage.evaluators.DocumentF1Evaluator


@pytest.mark.parametrize(
    ("code", "absent"),
    [
        ("import ragtriage", ["haystack", "numpy", "torch", "openai"]),
        ("import ragtriage.evaluators", ["haystack", "numpy", "torch", "openai"]),
        (
            "import sys; sys.modules['haystack'] = None; from ragtriage.evaluators import *",
            ["torch", "openai", "transformers", "asyncio", "scipy", "polars", "regex", "rich"],
        ),
    ],
)
def test_importing_loads_nothing_heavy(code, absent):
    """Haystack itself imports torch where it is installed; the evaluators never do."""
    code = f"{code}\nimport sys; print([name for name in {absent} if sys.modules.get(name)])"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert (run.stdout, run.stderr) == ("[]\n", "")


def test_a_haystack_that_cannot_be_imported_is_reported():
    code = (
        "import sys; sys.modules['haystack.core'] = None\n"
        "from ragtriage.evaluators import DocumentMRREvaluator\n"
        "print(DocumentMRREvaluator().to_dict()['init_parameters'])"
    )
    pytest.importorskip("haystack")
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout == "{'document_comparison_field': 'content'}\n"
    assert "evaluators are plain" in run.stderr


def test_what_stands_in_for_haystack_has_the_same_names():
    pytest.importorskip("haystack")
    home = import_module("ragtriage.evaluators._component")
    for name in ("_haystack", "_plain"):
        module = import_module(f"ragtriage.evaluators.{name}")
        assert set(home.__all__) <= set(module.__all__)
        assert all(hasattr(module, each) for each in home.__all__)
