"""What judges that ask a model would send for a case of placeholders: every message, word for word."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, Final

from msgspec.json import encode

from ragtriage.evaluation.inputs import evaluate
from ragtriage.llm.asking import Asker
from ragtriage.llm.dialect import Dialect
from ragtriage.llm.endpoint import Endpoint
from ragtriage.llm.messages import Request
from ragtriage.llm.prompts import load_prompt
from ragtriage.llm.questions import Answered
from ragtriage.llm.spending import Spent
from ragtriage.model import Case, Retrieved, Trace
from ragtriage.reports.inert import inert
from ragtriage.verdicts.asked import answer, evidence, relevance, support
from ragtriage.verdicts.asked.making import Workshop
from ragtriage.verdicts.asked.panel import Form

__all__ = ["prompt_lines"]

_MODEL: Final = "MODEL"
_FORMS: Final[dict[str, tuple[Form, ...]]] = {
    "relevance": relevance.FORMS,
    "evidence": evidence.FORMS,
    "answer": answer.FORMS,
    "support": support.FORMS,
}

# Strings leave every stage of it to the model; it has two sentences, so that the answer is split.
_TRACE: Final = Trace(
    id="<id>",
    retrieved=(
        Retrieved(document_id="1", text="<first text>"),
        Retrieved(document_id="2", text="<second text>"),
    ),
    answer="<first sentence>. <second sentence>.",
)

_MARKER: Final = re.compile(r"^BEGIN \w+ (?P<marker>[0-9a-f]+)$", re.MULTILINE)
_DIGEST: Final = 12  # digits of a hash, as many as a manifest has


class _Listener(Asker):
    """Asks nothing, and remembers what it would have asked."""

    def __post_init__(self) -> None:
        super().__post_init__()
        self.requests: list[Request] = []

    async def ask(self, question: Any, spent: Spent) -> Answered[Any]:  # noqa: ANN401 - of whatever is asked
        self.requests.append(question.request)
        return await super().ask(question, spent)


def prompt_lines(stage: str, language: str, directory: str | None = None) -> Iterator[str]:
    """Yield what the judge of a stage sends: who it is, then each of its requests.

    Args:
        stage: `relevance`, `evidence`, `answer` or `support`.
        language: Of the case; the model is to give its reasons in it.
        directory: Where prompts of one's own are.

    Raises:
        ConfigError: A prompt cannot be read.
    """
    asker = _Listener(Endpoint(model=_MODEL), is_dry=True)
    workshop = Workshop(prompt_directory=directory, is_dry=True, askers={_MODEL: asker})
    judge = workshop.any_judge(f"{stage}=openai:{_MODEL}")
    case = Case(id=_TRACE.id, question="<question>", expected_answers=("<right answer>",), language=language)
    evaluation = evaluate([(case, _TRACE)], judges=[judge])
    yield f"{stage}: {inert(evaluation.report.judging[stage].judge)}"
    for form, request in zip(_FORMS[stage], asker.requests, strict=True):
        yield from _told(form, request, directory)


def _told(form: Form, request: Request, directory: str | None) -> Iterator[str]:
    prompt = load_prompt(form.prompt, directory)
    named = f"{inert(prompt.version)} ({prompt.digest[:_DIGEST]})"
    enclosed = _MARKER.search(request.messages[-1].content)
    for message in request.messages:
        content = message.content
        if enclosed is not None:
            content = content.replace(enclosed["marker"], "<marker>")
        yield f"\n--- {named}, {message.role} ---"
        yield inert(content, one_line=False)
    body = Dialect().payload(request, _MODEL)
    yield f"\n--- {named}, beside the messages ---"
    yield encode({name: value for name, value in body.items() if name not in {"model", "messages"}}).decode()
