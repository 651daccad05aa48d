"""Conclusions: which stage a difference may be put down to, and no more than that."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

from ragtriage.comparison.records import Conclusion
from ragtriage.model import Stage

__all__ = ["Situation", "conclude"]

_UPSTREAM: Final = ("chunking", "retriever", "corpus")
_FOUND: Final = (Stage.RETRIEVAL, Stage.EVIDENCE)
_SAID: Final = (Stage.ANSWER, Stage.SUPPORT)
_CALLED: Final = {"chunking": "chunking", "retriever": "retrieval", "corpus": "the corpus"}


class Situation(NamedTuple):
    """What is known to differ, to be equal, or not known."""

    differs: frozenset[str]  # parts of the system that were recorded and differ
    unverified: frozenset[str]  # parts of the system that were not recorded on both sides
    lists_differ: bool | None  # whether what was retrieved differs for any case; None: not recorded
    contexts_differ: bool | None  # whether what the generator saw does; None: not recorded
    answers_differ: bool | None  # whether the answers do; None: not recorded
    recorded: frozenset[str]  # parts that go by question and were recorded for some case on both sides

    @property
    def upstream_differs(self) -> bool:
        """Whether anything before the generator is known to differ."""
        return bool(self.differs & set(_UPSTREAM))

    @property
    def upstream_unverified(self) -> bool:
        """Whether anything before the generator is not known to be equal."""
        return bool(self.unverified & set(_UPSTREAM))

    @property
    def generator_may_differ(self) -> bool:
        """Whether the generator differs or nobody knows."""
        return "generator" in self.differs | self.unverified


def conclude(situation: Situation) -> list[Conclusion]:
    """Say what a difference in each pair of stages may be put down to; the first rule that holds."""
    return [
        Conclusion(stages=stages, text=text(situation))
        for stages, rules in ((_FOUND, _ABOUT_FOUND), (_SAID, _ABOUT_SAID))
        for text in [next(text for holds, text in rules if holds(situation))]
    ]


def _causes(situation: Situation) -> str:
    """Name what stands before the generator and differs, or might."""
    parts = situation.differs & set(_UPSTREAM) or {"chunking", "retriever"}
    if "chunking" in parts:
        parts |= {"retriever"}  # other chunks are other things to search
    named = [_CALLED[part] for part in _UPSTREAM if part in parts]
    return " and ".join(named)


def _unverified(situation: Situation, parts: tuple[str, ...]) -> str:
    unknown = [part for part in parts if part in situation.unverified]
    return f" (unverified: {', '.join(unknown)})" if unknown else ""


def _found_causes(situation: Situation) -> str:
    return f"{_causes(situation)}{_unverified(situation, _UPSTREAM)}"


def _through_retrieval(situation: Situation) -> str:
    return (
        "retrieval changed retrieval and evidence, and the system's answer through it"
        f"{_unverified(situation, _UPSTREAM)}"
    )


def _generation(situation: Situation) -> str:
    return (
        f"generation changed answer and support, over equal contexts{_unverified(situation, ('generator',))}"
    )


def _systems(situation: Situation) -> str:
    held = "were not held equal" if situation.contexts_differ else "were not recorded on both sides"
    return f"a difference of systems, contexts {held}{_unverified(situation, ('generator',))}"


def _confounded(situation: Situation) -> str:
    return (
        f"a difference of systems: {_causes(situation)} and the generator both changed, so the stages are "
        "confounded. Two runs would tell them apart: the baseline's retrieval with the candidate's "
        "generator, and the candidate's retrieval with the baseline's generator"
    )


_Rules = tuple[tuple[Callable[[Situation], bool], Callable[[Situation], str]], ...]

_ABOUT_FOUND: Final[_Rules] = (
    (
        lambda s: not s.recorded & {"retrieval_results", "context"},
        lambda _: "what was retrieved was not recorded on both sides: nothing can be said",
    ),
    (
        lambda s: s.lists_differ is False and s.contexts_differ is True,
        lambda _: (
            "the same was retrieved for every case, so retrieval cannot differ; what of it reached the "
            "generator does, and evidence through that"
        ),
    ),
    (
        lambda s: s.lists_differ is False,
        lambda _: "the same was retrieved for every case: there is no difference to put down to anything",
    ),
    (
        lambda s: not s.upstream_differs and not s.upstream_unverified,
        lambda _: "nothing before the generator changed: what differs is the retriever's own unsteadiness",
    ),
    (lambda _: True, _found_causes),
)

_ABOUT_SAID: Final[_Rules] = (
    (
        lambda s: "answers" not in s.recorded,
        lambda _: "answers were not recorded on both sides: nothing can be said",
    ),
    (
        lambda s: s.answers_differ is False,
        lambda _: (
            "the same was answered in every case, so answer cannot differ, and support only by what the "
            "generator saw"
        ),
    ),
    (
        lambda s: s.contexts_differ is False and s.generator_may_differ,
        _generation,
    ),
    (
        lambda s: s.contexts_differ is False,
        lambda _: "generator and contexts are equal: what differs is the generator's own unsteadiness",
    ),
    (lambda s: s.upstream_differs and "generator" in s.differs, _confounded),
    (
        lambda s: (
            s.differs == frozenset({"retriever"})
            and not s.generator_may_differ
            and not s.unverified
            & {"chunking", "retriever"}  # a corpus often is not recorded; the text says so
        ),
        _through_retrieval,
    ),
    (lambda _: True, _systems),
)
