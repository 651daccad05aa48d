"""promptfoo: the output of an evaluation, every test with every provider."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Final, cast

import msgspec

from ragtriage.errors import SchemaError
from ragtriage.importers.glimpse import Glimpse
from ragtriage.importers.importer import Importer, Native, as_mapping, renamed
from ragtriage.importers.shapes import Raw, rows_or_items
from ragtriage.io.entries import plain

__all__ = ["PROMPTFOO"]

# What a test's variables mean, by the names that people give them; other variables go to the metadata.
_VARIABLES: Final = {
    "question": "question",
    "query": "question",
    "input": "question",
    "user_input": "question",
    "correct_chunks": "gold_documents",
    "gold_ids": "gold_documents",
    "gold_documents": "gold_documents",
    "expected_ids": "gold_documents",
    "expected": "expected_answers",
    "expected_answer": "expected_answers",
    "correct_answer": "expected_answers",
    "reference": "expected_answers",
    "reference_answer": "expected_answers",
    "ground_truth": "expected_answers",
    "context": "context",
}
# What the output of a provider means where it is an object.
_OUTPUT: Final = {
    "answer": "answer",
    "output": "answer",
    "response": "answer",
    "retrieved": "retrieved",
    "retrieved_ids": "retrieved",
    "contexts": "contexts",
    "retrieved_contexts": "contexts",
    "context": "context",
}


# Beside what a result holds itself: the number of its test, and its id; a repeated result has its turn in it.
_TEST: Final = "\0test"
_NAME: Final = "\0id"


def _recognises(seen: Glimpse) -> str | None:
    for names in (("results", "results"), ("results",)):
        first = seen.item(*names)
        if "vars" in first and ("provider" in first or "response" in first):
            return f"has `{'.'.join(names)}`, each with `vars` and a `provider`"
    if seen.has("vars") and seen.any_of("provider", "response") and isinstance(seen.row.get("vars"), Mapping):
        return "has the fields `vars` and `provider`"
    return None


def _rows(path: str) -> Iterator[Raw]:
    """Yield the results, each with the number of its test: results of the same variables share one."""
    tests: dict[bytes, int] = {}
    times: Counter[str] = Counter()
    for where, row in rows_or_items(path, "results", inside="results"):
        if isinstance(row, SchemaError):
            yield Raw(where, row)
            continue
        key = msgspec.json.encode(plain(row.get("vars")), order="deterministic")
        test = tests.setdefault(key, len(tests) + 1)
        name = _name(row, test)
        times[name] += 1
        again = f" ({times[name]})" if times[name] > 1 else ""
        yield Raw(where, {**row, _TEST: test, _NAME: name + again})


def _adopt(row: Mapping[str, object]) -> Native:
    variables = as_mapping(row.get("vars"), "vars")
    native = renamed(variables, _VARIABLES)
    unknown = native.pop("metadata", {})
    native |= _output(row)
    native["id"] = row[_NAME]
    native["cluster"] = str(row[_TEST])
    native["tags"] = [_provider(row)]
    metadata = {name: value for name, value in row.items() if name not in {"vars", _TEST, _NAME}}
    return native | {"metadata": metadata | ({"vars": unknown} if unknown else {})}


def _name(row: Mapping[str, object], test: int) -> str:
    """Return what tells a result from others: its test, its provider and its prompt."""
    prompt = row.get("promptIdx")
    name = f"{test}@{_provider(row)}"
    return name if prompt is None else f"{name}#{prompt}"


def _provider(row: Mapping[str, object]) -> str:
    provider = row.get("provider")
    if isinstance(provider, Mapping):
        found = cast("Mapping[str, object]", provider)
        return str(found.get("label") or found.get("id") or "unknown")
    return str(provider or "unknown")


def _output(row: Mapping[str, object]) -> Native:
    """Return what a provider gave: a list is what was retrieved, a text the answer, an object both."""
    response = row.get("response")
    if not isinstance(response, Mapping):
        return {}
    output = cast("Mapping[str, object]", response).get("output")
    if isinstance(output, list):
        return {"retrieved": cast("list[object]", output)}
    if isinstance(output, Mapping):
        found = renamed(cast("Mapping[str, object]", output), _OUTPUT)
        found.pop("metadata", None)
        return found
    return {} if output is None else {"answer": output}


PROMPTFOO: Final = Importer(
    what="promptfoo output JSON: a case for every test and provider, the provider as its tag",
    recognises=_recognises,
    fields=_VARIABLES,
    adopt=_adopt,
    kept=frozenset({"provider", "response", "error"}),
    rows=_rows,
    says=(
        "an output that is a list is what was retrieved, a text is the answer",
        "a result without a response (an error) has no trace; one that is repeated has its turn in its id",
    ),
    places=(("results", "results"),),
)
