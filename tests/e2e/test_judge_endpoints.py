"""Servers that speak OpenAI's interface, each as it is documented to: what they refuse, add and leave out.

Scripted, over real sockets: the shapes are those of their documentation. The real one is in test_real_model.
"""

from __future__ import annotations

import json

import pytest

pytest.importorskip("aiohttp")

ROWS = [
    {
        "id": f"q{i}",
        "question": f"How much is pass {i}?",
        "expected": "30 euros",
        "answer": f"One pays 30 euros for pass {i}.",
        "contexts": [f"Pass {i} is sold for 30 euros."],
    }
    for i in range(2)
]


def openai(body, reply, refuse):
    """Refuse, as reasoning models do, `max_tokens` and a temperature."""
    if "max_tokens" in body:
        told = "Unsupported parameter: 'max_tokens' is not supported with this model. "
        return refuse(
            400, {"error": {"message": told + "Use 'max_completion_tokens' instead.", "param": "max_tokens"}}
        )
    if "temperature" in body:
        told = "Unsupported value: 'temperature' does not support 0 with this model."
        return refuse(
            400, {"error": {"message": told, "type": "invalid_request_error", "param": "temperature"}}
        )
    return (
        reply()
        if body["max_completion_tokens"] and body["response_format"]["type"] == "json_schema"
        else None
    )


def vllm(body, reply, refuse):
    """Count the longest reply as a part of the context; give the thoughts in a field of their own."""
    if "max_tokens" in body:
        told = "This model's maximum context length is 4096 tokens. However, you requested 4600 tokens "
        told += "(504 in the messages, 4096 in the completion). Please reduce the length of the messages."
        return refuse(
            400, {"object": "error", "message": told, "type": "BadRequestError", "param": None, "code": 400}
        )
    return reply(reasoning_content='{"verdicts": []}', tool_calls=[], refusal=None)


def ollama(body, reply, refuse):  # noqa: ARG001 - as the others
    """Take every parameter, think in a field of its own, and put the object between fences all the same."""
    return reply(fenced=True, reasoning='{"verdicts": []}')


def llama_cpp(body, reply, refuse):
    """Refuse a schema of which no grammar is made, in an error with a number for its code."""
    if body.get("response_format", {}).get("type") == "json_schema":
        told = "Failed to parse grammar"
        return refuse(400, {"error": {"code": 400, "message": told, "type": "invalid_request_error"}})
    return reply(reasoning_content="hm")


def lm_studio(body, reply, refuse):
    """Know no `json_object`; an error is a string alone."""
    form = body.get("response_format", {}).get("type")
    if form == "json_object":
        return refuse(400, {"error": "'response_format.type' must be 'json_schema' or 'text'"})
    return (
        refuse(400, {"error": "json_schema is not supported for this model"}) if form else reply(usage=None)
    )


def azure(body, reply, refuse):  # noqa: ARG001 - as the others
    """Add what the filters found."""
    return reply(prompt_filter_results=[{"prompt_index": 0, "content_filter_results": {}}])


SERVERS = {
    "openai": (openai, 4),
    "vllm": (vllm, 3),
    "ollama": (ollama, 2),
    "llama.cpp": (llama_cpp, 3),
    "lm studio": (lm_studio, 4),
    "azure": (azure, 2),
}


@pytest.mark.parametrize("name", SERVERS)
def test_each_kind_of_server_is_found_out_once_and_believed(evaluate, serve, scripted, judging, name):
    answer, requests = SERVERS[name]

    def script(received, _):
        def reply(*, fenced=False, usage=True, prompt_filter_results=None, **more):
            said = json.dumps(judging.reply(received))
            made = json.loads(scripted.completion(f"```json\n{said}\n```" if fenced else said).body)
            made["choices"][0]["message"] |= more
            made |= {} if prompt_filter_results is None else {"prompt_filter_results": prompt_filter_results}
            if not usage:
                del made["usage"]
            return scripted.Answer(body=json.dumps(made).encode())

        def refuse(status, body):
            return scripted.Answer(status=status, body=json.dumps(body).encode())

        return answer(received.body, reply, refuse)

    server = serve(script)
    report, _ = evaluate(ROWS, server, "--concurrency", "1")
    assert [case["verdicts"]["support"]["outcome"] for case in report["cases"]] == ["pass", "pass"]
    assert report["judging"]["support"]["prompt_tokens"] > 0
    assert len(server.received) == requests
    later = [row | {"question": row["question"] + " Today?"} for row in ROWS]
    evaluate(later, server)
    assert len(server.received) == requests + 2  # what it takes is remembered


@pytest.mark.parametrize("end", ["", "/", "?api-version=preview", "/?api-version=preview"])
def test_azure_is_asked_at_its_path_with_its_version_and_key(  # noqa: PLR0917 - fixtures are arguments
    evaluate, serve, scripted, judging, monkeypatch, end
):
    server = serve(lambda received, _: scripted.completion(json.dumps(judging.reply(received))))
    monkeypatch.setenv("OPENAI_BASE_URL", server.base_url.replace("/v1", f"/openai/v1{end}"))
    report, _ = evaluate(ROWS[:1], None)
    (received,) = server.received
    assert received.path == "/openai/v1/chat/completions" + end.removeprefix("/")
    assert received.headers["authorization"] == "Bearer sk-of-the-environment"
    assert "api-version" not in report["judging"]["support"]["endpoint"]


FAILURES = [
    (
        404,
        {"error": {"message": 'model "m" not found, try pulling it first', "type": "api_error"}},
        "try pulling",
    ),
    (404, {"error": {"message": "No models loaded.", "code": "model_not_found"}}, "No models loaded"),
    (
        400,
        {"error": {"code": 400, "message": "exceeds the available context size", "n_ctx": 8192}},
        "context size",
    ),
    (400, {"error": {"code": "content_filter", "message": "The response was filtered"}}, "was filtered"),
    (
        401,
        {"error": {"code": "401", "message": "Access denied due to invalid subscription key"}},
        "Access denied",
    ),
]


@pytest.mark.parametrize(("status", "body", "told"), FAILURES)
def test_what_a_server_says_is_the_reason_of_a_failed_judgement(  # noqa: PLR0917 - fixtures are arguments
    evaluate, serve, scripted, status, body, told
):
    server = serve(lambda *_: scripted.Answer(status=status, body=json.dumps(body).encode()))
    report, _ = evaluate(ROWS[:1], server, code=3)
    found = report["cases"][0]["verdicts"]["support"]
    assert (found["outcome"], found["cause"]) == ("unknown", "judge_failed")
    assert told in found["reason"]
    assert len(server.received) == 1


def test_a_model_that_is_being_loaded_is_waited_for(evaluate, serve, scripted, judging):
    body = {"error": {"code": 503, "message": "Loading model", "type": "unavailable_error"}}

    def script(received, number):
        if number == 0:
            return scripted.Answer(status=503, body=json.dumps(body).encode())
        return scripted.completion(json.dumps(judging.reply(received)))

    report, _ = evaluate(ROWS, serve(script))
    assert [case["verdicts"]["support"]["outcome"] for case in report["cases"]] == ["pass", "pass"]
