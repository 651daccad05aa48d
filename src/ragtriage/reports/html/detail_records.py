"""What the page of a case is made of, as it is embedded: what is not given is left out."""

from __future__ import annotations

from typing import TypeAlias

import msgspec

from ragtriage.reports.html.texts import Run

__all__ = [
    "CaseDetail",
    "ContextText",
    "Entry",
    "GoldLine",
    "Judged",
    "Passage",
    "RelevanceLine",
    "Runs",
    "StatementLine",
]

Runs: TypeAlias = list[Run]


class GoldLine(msgspec.Struct, omit_defaults=True):
    """A gold document (or chunk), and where it came back."""

    id: str
    rank: int | None = None  # None: it did not come back
    grade: float = 1
    group: int | None = None  # one of each group is needed
    is_past: bool = False  # past the cutoff


class Passage(msgspec.Struct, omit_defaults=True):
    """A passage of evidence, and where it stands."""

    text: Runs
    found: tuple[int, ...] = ()  # 1-based numbers of the texts in which it stands


class Entry(msgspec.Struct, omit_defaults=True):
    """A retrieved text."""

    ids: tuple[str, ...]
    rank: int
    text: Runs | None = None  # None: not recorded
    lang: str = ""
    score: float | None = None
    is_gold: bool = False
    is_past: bool = False
    matters: bool | None = None  # None: nobody was to say
    why: Runs = []


class ContextText(msgspec.Struct, omit_defaults=True):
    """A text that went into the prompt."""

    text: Runs
    lang: str = ""


class Judged(msgspec.Struct, omit_defaults=True):
    """A verdict."""

    letter: str
    method: str
    score: float | None = None
    cause: str = ""
    reason: Runs = []
    is_translated: bool = False  # the reason, from English into the language of the page
    note: str = ""  # a key of the messages
    replies: tuple[Runs, ...] = ()


class StatementLine(msgspec.Struct, omit_defaults=True):
    """A statement of the answer."""

    text: Runs
    outcome: str
    quote: Runs = []
    reason: Runs = []
    chunk: int | None = None  # 0-based, of the texts that the generator saw; where the quote stands
    is_marked: bool = False  # in the answer


class RelevanceLine(msgspec.Struct, omit_defaults=True):
    """Which of the retrieved texts matter, as a score."""

    method: str
    score: float | None = None
    cause: str = ""
    reason: Runs = []
    is_translated: bool = False  # as of a verdict
    replies: tuple[Runs, ...] = ()


class CaseDetail(msgspec.Struct, omit_defaults=True):
    """What a case's own page is made of, beside its row in the list."""

    question: Runs
    expected: list[Runs]
    answer: Runs | None  # None: see answer_note
    gold: list[GoldLine]
    evidence: list[Passage]
    verdicts: list[Judged]  # one a stage
    metrics: list[float | None]  # in the order of the evaluation; to as many places as are shown
    answer_note: str = ""  # a key of the messages
    answerable: bool = True
    abstained: bool = False
    retrieved: list[Entry] | None = None  # None: not recorded
    retrieved_count: int = 0
    context: list[ContextText] | None = None  # None: what was retrieved
    statements: list[StatementLine] = []
    second: str = ""
    diagnosis: str = ""  # as the table reads it
    meaning: str = ""  # a key of the messages
    could: tuple[str, ...] = ()  # of an open case, what may be to fix
    row: int = 0
    cluster: str = ""
    metadata: Runs = []
    notes: list[Runs] = []
    known_without_retrieval: bool | None = None
    relevance: RelevanceLine | None = None
    review: dict[str, str] = {}  # what a review of the answer names; empty: there is nothing to review
    is_cut: bool = False
