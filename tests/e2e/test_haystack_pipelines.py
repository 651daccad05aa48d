"""The evaluators inside Haystack: sockets, pipelines, saving and loading, its generators and its tracer."""

from __future__ import annotations

import asyncio
import json
import math
import os
from contextlib import contextmanager
from typing import Any

import pytest

os.environ["HAYSTACK_TELEMETRY_ENABLED"] = "False"

haystack = pytest.importorskip("haystack")

from haystack import Document, Pipeline, component, tracing  # noqa: E402 - told first to send nothing
from haystack.components.builders import ChatPromptBuilder  # noqa: E402
from haystack.components.converters import OutputAdapter  # noqa: E402
from haystack.components.evaluators import (  # noqa: E402
    AnswerExactMatchEvaluator as TheirExactMatch,
)
from haystack.components.evaluators import ContextRelevanceEvaluator as TheirRelevance  # noqa: E402
from haystack.components.evaluators import DocumentMAPEvaluator as TheirMAP  # noqa: E402
from haystack.components.evaluators import DocumentMRREvaluator as TheirMRR  # noqa: E402
from haystack.components.evaluators import DocumentNDCGEvaluator as TheirNDCG  # noqa: E402
from haystack.components.evaluators import DocumentRecallEvaluator as TheirRecall  # noqa: E402
from haystack.components.evaluators import FaithfulnessEvaluator as TheirFaithfulness  # noqa: E402
from haystack.components.evaluators import LLMEvaluator as TheirLLM  # noqa: E402
from haystack.components.evaluators import SASEvaluator as TheirSAS  # noqa: E402
from haystack.components.generators.chat import OpenAIChatGenerator  # noqa: E402
from haystack.components.retrievers import InMemoryBM25Retriever  # noqa: E402
from haystack.core.errors import DeserializationError  # noqa: E402
from haystack.dataclasses import ChatMessage  # noqa: E402
from haystack.document_stores.in_memory import InMemoryDocumentStore  # noqa: E402
from haystack.evaluation import EvaluationRunResult  # noqa: E402
from haystack.utils.auth import Secret  # noqa: E402

from ragtriage.evaluators import (  # noqa: E402
    AnswerExactMatchEvaluator,
    ContextRelevanceEvaluator,
    DocumentMAPEvaluator,
    DocumentMRREvaluator,
    DocumentNDCGEvaluator,
    DocumentRecallEvaluator,
    Endpoint,
    FaithfulnessEvaluator,
    LLMEvaluator,
    SASEvaluator,
)

LLM = {
    "instructions": "Is it polite?",
    "inputs": [("answers", list[str])],
    "outputs": ["score"],
    "examples": [{"inputs": {"answers": "Get lost."}, "outputs": {"score": 0}}],
}

PAIRS = [
    (TheirExactMatch, AnswerExactMatchEvaluator, {}),
    (TheirRecall, DocumentRecallEvaluator, {"mode": "multi_hit", "document_comparison_field": "meta.a"}),
    (TheirMRR, DocumentMRREvaluator, {}),
    (TheirMAP, DocumentMAPEvaluator, {"document_comparison_field": "id"}),
    (TheirNDCG, DocumentNDCGEvaluator, {}),
    (TheirSAS, SASEvaluator, {}),
    (TheirLLM, LLMEvaluator, LLM),
    (TheirRelevance, ContextRelevanceEvaluator, {"raise_on_failure": False}),
    (TheirFaithfulness, FaithfulnessEvaluator, {"progress_bar": False}),
]

FACT = "Expenses are paid back on the 5th of the following month."


@component
class Judge:
    """A chat generator that finds everything supported."""

    @component.output_types(replies=list[ChatMessage])
    def run(self, messages: list[ChatMessage]) -> dict[str, Any]:
        assert len(messages) == 1
        reply = {"statements": ["It is the 5th."], "statement_scores": [1], "relevant_statements": [FACT]}
        return {"replies": [ChatMessage.from_assistant(json.dumps(reply), meta={"model": "judge"})]}


@component
class Answerer:
    """A chat generator that answers from memory."""

    @component.output_types(replies=list[ChatMessage])
    def run(self, messages: list[ChatMessage]) -> dict[str, Any]:
        assert len(messages) == 1
        return {"replies": [ChatMessage.from_assistant("On the 5th.")]}


def ids(pair) -> str:
    return pair.__name__ if isinstance(pair, type) else ""


@pytest.fixture(autouse=True)
def key(monkeypatch):
    monkeypatch.setenv("OPENAI_API_KEY", "sk-test")


@pytest.mark.parametrize(("theirs", "mine", "arguments"), PAIRS, ids=ids)
def test_sockets_are_those_of_haystack(theirs, mine, arguments):
    expected, actual = theirs(**arguments), mine(**arguments)
    assert actual.__haystack_input__._sockets_dict == expected.__haystack_input__._sockets_dict
    assert actual.__haystack_output__._sockets_dict == expected.__haystack_output__._sockets_dict
    assert actual.__haystack_supports_async__ == expected.__haystack_supports_async__


@pytest.mark.parametrize(("theirs", "mine", "arguments"), PAIRS, ids=ids)
def test_what_is_saved_is_what_haystack_saves_and_comes_back(theirs, mine, arguments):
    expected = theirs(**arguments).to_dict()["init_parameters"] if hasattr(theirs, "to_dict") else {}
    saved = mine(**arguments).to_dict()
    assert saved["type"] == f"{mine.__module__}.{mine.__name__}"
    own = {"examples"} if "instructions" not in arguments else set()
    assert saved["init_parameters"].keys() == expected.keys()
    for name in expected.keys() - own:
        assert saved["init_parameters"][name] == expected[name]
    before = json.dumps(saved)
    again = mine.from_dict(saved)
    assert json.dumps(saved) == before
    assert again.to_dict() == saved


@pytest.mark.parametrize(("mine", "arguments"), [pair[1:] for pair in PAIRS], ids=ids)
def test_a_saved_pipeline_loads_where_the_module_is_allowed_and_only_there(mine, arguments):
    pipeline = Pipeline()
    pipeline.add_component("evaluator", mine(**arguments))
    saved = pipeline.dumps()
    with pytest.raises(DeserializationError, match="allow"):
        Pipeline.loads(saved)
    loaded = Pipeline.loads(saved, allowed_modules=["ragtriage.evaluators"])
    assert loaded.get_component("evaluator").to_dict() == mine(**arguments).to_dict()


@pytest.mark.parametrize(("theirs", "mine", "arguments"), PAIRS, ids=ids)
def test_a_pipeline_saved_with_haystacks_own_loads_as_ours(theirs, mine, arguments):
    pipeline = Pipeline()
    pipeline.add_component("evaluator", theirs(**arguments))
    saved = pipeline.dumps().replace("haystack.components.evaluators.", "ragtriage.evaluators.")
    loaded = Pipeline.loads(saved, allowed_modules=["ragtriage.evaluators"]).get_component("evaluator")
    assert isinstance(loaded, mine)
    for name, value in arguments.items():
        assert getattr(loaded, name) == value or str(getattr(loaded, name)) == value


def test_arguments_of_our_own_are_saved_too():
    evaluators = [
        AnswerExactMatchEvaluator(normalization="values", interval=True),
        DocumentRecallEvaluator(cutoff=5, ignore_empty_content=False, interval=True),
        DocumentNDCGEvaluator(document_comparison_field=["meta.file", "meta.page"]),
        FaithfulnessEvaluator(max_concurrency=1, max_retries=0, zero_shot=True, interval=True),
        ContextRelevanceEvaluator(verify_statements=True, proportion=True, interval=True),
        ContextRelevanceEvaluator(chat_generator=Endpoint(model="m", base_url="http://localhost/v1")),
        SASEvaluator(interval=True),
    ]
    for evaluator in evaluators:
        pipeline = Pipeline()
        pipeline.add_component("evaluator", evaluator)
        loaded = Pipeline.loads(pipeline.dumps(), allowed_modules=["ragtriage.*"])
        again = loaded.get_component("evaluator")
        assert again.to_dict() == evaluator.to_dict()
        assert repr(again.__haystack_output__) == repr(evaluator.__haystack_output__)


def test_a_subclass_may_declare_outputs_of_its_own():
    @component
    class Counted(DocumentMRREvaluator):
        @component.output_types(score=float, individual_scores=list[float], questions=int)
        def run(
            self, ground_truth_documents: list[list[Document]], retrieved_documents: list[list[Document]]
        ) -> dict[str, Any]:
            outputs = DocumentMRREvaluator.run(self, ground_truth_documents, retrieved_documents)
            return {**outputs, "questions": len(retrieved_documents)}

    pipeline = Pipeline()
    pipeline.add_component("mrr", Counted())
    inputs = {"ground_truth_documents": [[], []], "retrieved_documents": [[], []]}
    assert pipeline.run({"mrr": inputs})["mrr"] == {
        "score": 0.0,
        "individual_scores": [0.0, 0.0],
        "questions": 2,
    }


def test_mrr_and_recall_run_in_one_pipeline():
    pipeline = Pipeline()
    pipeline.add_component("mrr", DocumentMRREvaluator())
    pipeline.add_component("recall", DocumentRecallEvaluator())
    golds = [[Document(content="France")], [Document(content="9th century"), Document(content="9th")]]
    found = [
        [Document(content="France")],
        [Document(content="10th century"), Document(content="9th century"), Document(content="9th")],
    ]
    inputs = {"ground_truth_documents": golds, "retrieved_documents": found}
    result = pipeline.run({"mrr": inputs, "recall": inputs})
    assert result == {
        "mrr": {"individual_scores": [1.0, 0.5], "score": 0.75},
        "recall": {"individual_scores": [1.0, 1.0], "score": 1.0},
    }
    assert asyncio.run(pipeline.run_async({"mrr": inputs, "recall": inputs})) == result
    report = EvaluationRunResult("run", {"question": ["Where?", "When?"]}, result)
    assert report.aggregated_report() == {"metrics": ["mrr", "recall"], "score": [0.75, 1.0]}
    assert report.detailed_report()["mrr"] == [1.0, 0.5]


def rag_pipeline(judge) -> Pipeline:
    store = InMemoryDocumentStore()
    store.write_documents([Document(content=FACT), Document(content="Parking is free on Sundays.")])
    pipeline = Pipeline()
    pipeline.add_component("retriever", InMemoryBM25Retriever(store, top_k=1))
    prompt = "{% for document in documents %}{{ document.content }}{% endfor %} {{ question }}"
    pipeline.add_component(
        "prompt", ChatPromptBuilder([ChatMessage.from_user(prompt)], required_variables="*")
    )
    pipeline.add_component("generator", Answerer())
    pipeline.add_component(
        "contexts", OutputAdapter("{{ [documents | map(attribute='content') | list] }}", list[list[str]])
    )
    pipeline.add_component(
        "answers", OutputAdapter("{{ replies | map(attribute='text') | list }}", list[str])
    )
    pipeline.add_component("recall", DocumentRecallEvaluator())
    pipeline.add_component("faithfulness", FaithfulnessEvaluator(chat_generator=judge))
    pipeline.connect("retriever.documents", "prompt.documents")
    pipeline.connect("prompt.prompt", "generator.messages")
    pipeline.connect("retriever.documents", "recall.retrieved_documents")
    pipeline.connect("retriever.documents", "contexts.documents")
    pipeline.connect("generator.replies", "answers.replies")
    pipeline.connect("contexts.output", "faithfulness.contexts")
    pipeline.connect("answers.output", "faithfulness.predicted_answers")
    return pipeline


def test_a_retriever_and_a_generator_are_judged_in_the_same_pipeline():
    question = "When are expenses paid back?"
    inputs = {
        "retriever": {"query": question},
        "prompt": {"question": question},
        "recall": {"ground_truth_documents": [[Document(content=FACT)]]},
        "faithfulness": {"questions": [question]},
    }
    pipeline = rag_pipeline(Judge())
    result = pipeline.run(inputs)
    assert result["recall"] == {"score": 1.0, "individual_scores": [1.0]}
    assert result["faithfulness"]["score"] == 1.0
    assert result["faithfulness"]["meta"] == [{"model": "judge"}]
    assert asyncio.run(rag_pipeline(Judge()).run_async(inputs)) == result
    EvaluationRunResult("run", {"question": [question]}, result)


def test_the_default_generator_asks_openai_for_json_with_a_fixed_seed(serve, scripted, monkeypatch):
    server = serve(lambda *_: scripted.completion('{"score": 1}'))
    monkeypatch.setenv("OPENAI_BASE_URL", server.base_url)
    evaluator = LLMEvaluator(**LLM)
    assert isinstance(evaluator._chat_generator, OpenAIChatGenerator)
    for _ in range(2):
        assert evaluator.run(answers=["a", "b"])["results"] == [{"score": 1}] * 2
    evaluator.close()
    for received in server.received:
        assert received.body["response_format"] == {"type": "json_object"}
        assert received.body["seed"] == 42


def test_the_default_generator_needs_a_key_as_in_haystack(monkeypatch):
    monkeypatch.delenv("OPENAI_API_KEY")
    with pytest.raises(ValueError, match=r"None of the .* environment variables are set"):
        FaithfulnessEvaluator().run(questions=["?"], contexts=[["c"]], predicted_answers=["a"])


def test_meta_says_of_each_row_what_its_reply_took(serve, scripted):
    def script(received, _):
        return scripted.completion("nothing" if "bad row" in received.prompt else '{"score": 1}')

    server = serve(script)
    generator = OpenAIChatGenerator(api_key=Secret.from_token("k"), api_base_url=server.base_url)
    evaluator = LLMEvaluator(**LLM, raise_on_failure=False, chat_generator=generator)
    result = evaluator.run(answers=["a", "bad row", "c"])
    evaluator.close()
    assert [found and found["score"] for found in result["results"]] == [1, None, 1]
    assert [meta["usage"]["total_tokens"] for meta in result["meta"]] == [10, 10, 10]


def test_an_asynchronous_generator_is_awaited_in_its_own_loop(serve, scripted):
    def script(received, _):
        body = scripted.completion(json.dumps({"score": int("yes" in received.prompt)})).body
        return scripted.Answer(body=body, delay_seconds=0.1)

    server = serve(script)
    generator = OpenAIChatGenerator(api_key=Secret.from_token("k"), api_base_url=server.base_url)
    evaluator = LLMEvaluator(**LLM, chat_generator=generator, max_concurrency=10)

    async def run():
        first = await evaluator.run_async(answers=["yes", "no"] * 10)
        second = await evaluator.run_async(answers=["yes"])
        await evaluator.close_async()
        return first["results"] + second["results"]

    results = asyncio.run(run())
    assert results == [{"score": 1}, {"score": 0}] * 10 + [{"score": 1}]
    assert 2 < server.most_at_once <= 10


class Recorder(tracing.Tracer):
    """Keeps the spans that it is told of."""

    def __init__(self) -> None:
        self.spans: list[Any] = []

    def trace(self, operation_name, tags=None, parent_span=None):
        assert parent_span is None

        class Span(tracing.Span):
            def __init__(self) -> None:
                self.name = operation_name
                self.tags = dict(tags or {})

            def set_tag(self, key, value):
                self.tags[key] = value

        @contextmanager
        def opened():
            span = Span()
            self.spans.append(span)
            yield span

        return opened()

    def current_span(self):
        return None


@pytest.mark.parametrize("is_async", [False, True])
def test_calls_are_traced_as_haystack_traces_them(is_async, monkeypatch):
    found = []
    for evaluator_class in (TheirLLM, LLMEvaluator):
        recorder = Recorder()
        monkeypatch.setattr(tracing.tracer, "is_content_tracing_enabled", True)
        tracing.enable_tracing(recorder)
        try:
            evaluator = evaluator_class(
                instructions="?",
                inputs=[("answers", list[str])],
                outputs=["statements"],
                examples=[],
                chat_generator=Judge(),
                progress_bar=False,
            )
            if is_async:
                asyncio.run(evaluator.run_async(answers=["a", "b"]))
            else:
                evaluator.run(answers=["a", "b"])
        finally:
            tracing.disable_tracing()
        found.append(
            [(span.name, sorted(span.tags), span.tags["haystack.component.type"]) for span in recorder.spans]
        )
    theirs, mine = found
    assert len(mine) == 2
    assert mine == theirs


def test_a_failed_row_is_left_out_of_the_mean_and_counted(caplog):
    @component
    class Half:
        @component.output_types(replies=list[ChatMessage])
        def run(self, messages: list[ChatMessage]) -> dict[str, Any]:
            if "good" not in messages[0].text:
                raise LookupError("no such row")
            return Judge().run(messages)

    evaluator = FaithfulnessEvaluator(chat_generator=Half(), raise_on_failure=False)
    result = evaluator.run(
        questions=["good?", "bad?"], contexts=[["c"], ["c"]], predicted_answers=["good", "bad"]
    )
    assert result["score"] == 1.0
    assert result["individual_scores"][0] == 1.0
    assert math.isnan(result["individual_scores"][1])
    assert [row["status"] for row in result["results"]] == ["evaluated", "error"]
    assert "1 query(s) failed and were excluded from the score." in caplog.text
    EvaluationRunResult("run", {"q": ["a", "b"]}, {"faithfulness": result})
