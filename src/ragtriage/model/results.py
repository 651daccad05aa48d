"""Results: what is known of a case once it is judged, and of all cases together."""

from __future__ import annotations

from typing import Annotated

import msgspec

from ragtriage.model.diagnosis import Diagnosed, Status
from ragtriage.model.records import UNSET, Case, Metadata, RankedTrace, Record, Trace, Unset
from ragtriage.model.relevance import Relevance
from ragtriage.model.review import ReviewCounts
from ragtriage.model.settings import Settings
from ragtriage.model.verdict import Cause, Stage, Verdicts
from ragtriage.model.words import Word

__all__ = [
    "CaseResult",
    "ClosedBook",
    "Finding",
    "FindingKind",
    "Judging",
    "Manifest",
    "Mean",
    "NextStep",
    "OpenGroup",
    "Rate",
    "Slice",
    "Summary",
    "UnreadField",
]


class CaseResult(Record, frozen=True, kw_only=True):
    """One case, judged.

    Args:
        case: The question and what is known to be right about it.
        trace: What the system did with it.
        verdicts: The four judgements.
        diagnosed: What the table says of them.
        status: The coarse view, from retrieval and answer alone.
        abstained: Whether the system declined to answer.
        metrics: Ranking metrics by name, such as `recall@5`; None where undefined.
        notes: What a reader should know about this case, such as a document retrieved twice.
        fingerprints: SHA-256 of each part that goes by question, in hexadecimal; None: not recorded.
        known_without_retrieval: Whether the same generator was right without any context; None where that
            was not asked or not judged.
        relevance: Which of the retrieved texts matter; None where nobody was to say.
    """

    case: Case
    trace: Trace | RankedTrace
    verdicts: Verdicts
    diagnosed: Diagnosed
    status: Status
    abstained: bool
    metrics: dict[str, float | None]
    notes: tuple[str, ...] = ()
    fingerprints: dict[str, str | None] = msgspec.field(default_factory=dict[str, str | None])
    known_without_retrieval: bool | None = None
    relevance: Relevance | None = None


class Rate(Record, frozen=True, kw_only=True):
    """How many of the judged cases passed one stage.

    `rate` is passed / (passed + failed), with its interval in `low` and `high`; all three are None when
    nothing was judged. Of what passed and failed, `likely_pass` and `likely_fail` are not shown, but likely.
    `worst` counts everything that is not shown as a fail, `best` as a pass. Cases to which the stage does
    not apply are in none of these numbers but `not_applicable`.
    """

    passed: int = msgspec.field(name="pass")
    fail: int
    unknown: int
    not_applicable: int
    rate: float | None
    low: float | None
    high: float | None
    worst: float | None
    best: float | None
    likely_pass: int = 0
    likely_fail: int = 0


class OpenGroup(Record, frozen=True, kw_only=True):
    """Open cases that one and the same thing could settle.

    Args:
        stage: The verdict that is unknown, and could settle them.
        cause: Why it is unknown.
        cases: How many they are.
        could: How many of them may turn out to be each stage's to fix, by its name.
        declined: Whether these are answers that may be refusals.
    """

    stage: Stage
    cause: Cause
    cases: int
    could: dict[str, int]
    declined: bool = False


class NextStep(Record, frozen=True, kw_only=True):
    """What to do next, and how many open cases that could settle.

    Args:
        key: Of the sentence, such as `judge.answer` or `texts.not_recorded`.
        cases: How many open cases it could settle.
        command: The option or command; `{folder}` stands for the evaluation's folder. None for an edit.
        calls: About how many times a model would be asked; None where that is not known.
        prompt_tokens: About how many that takes; None where that is not known.
        completion_tokens: Likewise, of the replies.
        subject: The column of the input that it is about, if it is about one.
        field: Our field that this column is.
    """

    key: str
    cases: int
    command: str | None = None
    calls: int | None = None
    prompt_tokens: int | None = None
    completion_tokens: int | None = None
    subject: str | None = None
    field: str | None = None


class FindingKind(Word):
    """What can be seen in cases without any label, in the order in which it is said."""

    UNLABELLED = "unlabelled"
    NOTHING_RETRIEVED = "nothing_retrieved"
    ANSWERED_WITHOUT_TEXT = "answered_without_text"
    UNBACKED_FIGURES = "unbacked_figures"
    JUDGED_UNBACKED = "judged_unbacked"
    LIKELY_UNBACKED = "likely_unbacked"
    SAME_CHUNK = "same_chunk"
    REPEATED_TEXT = "repeated_text"
    EMPTY_ANSWER = "empty_answer"
    DECLINED = "declined"
    SAME_ANSWER = "same_answer"
    COPIED = "copied"
    JUDGED_BACKED = "judged_backed"
    LIKELY_BACKED = "likely_backed"
    DENIES = "denies"


class Finding(Record, frozen=True, kw_only=True):
    """What was seen in cases without any label.

    Args:
        kind: What it is.
        cases: In how many cases it was seen.
        of: In how many it could be seen: what it needs is recorded there.
        ids: The first few of the cases in which it was seen, in the order of the input; none where the same
            chunk came back for nearly all, and not for the very first ones.
        what: The id or the beginning of what came back for all of them; None of other kinds.
    """

    kind: FindingKind
    cases: int
    of: int
    ids: tuple[str, ...]
    what: str | None = None


class Mean(Record, frozen=True, kw_only=True):
    """The mean of a metric over the n cases where it is defined, with its 95 % interval."""

    mean: float | None
    n: int
    low: float | None
    high: float | None


class ClosedBook(Record, frozen=True, kw_only=True):
    """What the same generator answered without any context.

    Args:
        answer: How many of those answers are right.
        passed: Cases that passed and whose closed-book answer was judged.
        passed_known: Of these, those that were right closed-book too: their passing shows little.
    """

    answer: Rate
    passed: int
    passed_known: int


class Summary(Record, frozen=True, kw_only=True):
    """All cases together.

    Args:
        n: How many cases were judged.
        diagnoses: Cases by diagnosis; every name is there, also those with 0.
        stages: Cases by what the table says is to fix first, open ones too; every name is there.
        certain: Of these, the cases whose diagnosis no reading of the unknowns would change.
        shown: Of these, the cases of which that is shown to be to fix.
        likely: Of these, the cases of which it is likely.
        open: The other cases, in groups by what could settle them, the largest group first.
        from_answer: Cases in which an expected answer was looked for in the place of evidence.
        open_called: By diagnosis, the open cases that the table calls so.
        open_possible: By diagnosis, the open cases that may turn out to be so.
        status: Cases by status; every name that can occur is there.
        metrics: Means by metric name.
        verdicts: Rates by stage name.
        set_aside: Rows that were not judged because they could not be read.
        closed_book: What was answered without any context; None when that was not recorded.
    """

    n: int
    diagnoses: dict[str, int]
    stages: dict[str, int]
    status: dict[str, int]
    metrics: dict[str, Mean]
    verdicts: dict[str, Rate]
    set_aside: int = 0
    closed_book: ClosedBook | None = None
    certain: dict[str, int] = msgspec.field(default_factory=dict[str, int])
    shown: dict[str, int] = msgspec.field(default_factory=dict[str, int])
    likely: dict[str, int] = msgspec.field(default_factory=dict[str, int])
    open: tuple[OpenGroup, ...] = ()
    from_answer: int = 0
    open_called: dict[str, int] = msgspec.field(default_factory=dict[str, int])
    open_possible: dict[str, int] = msgspec.field(default_factory=dict[str, int])

    @property
    def open_cases(self) -> int:
        """How many cases are open: their stage is neither shown nor likely."""
        return self.n - sum(self.shown.values()) - sum(self.likely.values())

    def bounds(self, fix: str) -> tuple[int, int]:
        """Return in how many cases something is to fix: at least, as is shown, and at most, as may be."""
        shown, likely = self.shown.get(fix, 0), self.likely.get(fix, 0)
        return shown, shown + likely + sum(group.could.get(fix, 0) for group in self.open)


class Slice(Record, frozen=True, kw_only=True):
    """The summary of the cases that share a tag or a language; `name` is empty for those without one."""

    by: Annotated[str, msgspec.Meta(pattern="^(?:tags|language)$")]
    name: str
    summary: Summary


class Judging(Record, frozen=True, kw_only=True):
    """What one judge that asks somebody judged, and what that took.

    Tokens are those of all judgements that are in the evaluation, whether they were paid for in this run or
    came from the cache: an evaluation that was interrupted says the same as one that was not.

    Args:
        judge: The model, its prompts, its schemas and its votes.
        endpoint: Where it is, without a user or a password; None for a judge of one's own.
        to_judge: Cases that strings could not decide.
        failed: Of those, the ones on which the judge failed.
        not_asked: Judgements that a limit forbade.
        split: Cases on which the votes differed; None for a single vote.
        calls: Replies, those that did not fit among them, and requests that went out and brought no whole
            reply: they may have to be paid for too. One that was answered with an error costs nothing.
        prompt_tokens: Of all of them together, as the endpoint counts; about so many where it does not.
        completion_tokens: Of all of them together.
        cost: By the prices that were given; None without them.
        unreachable: Why the endpoint did not answer anything, in words without secrets, such as `connection
            refused at http://localhost:8000/v1`; None where it answered, or nothing was asked.
        stopped: That nothing more was asked after too many failures in a row; None where that was not so.
    """

    judge: str
    endpoint: str | None = None
    to_judge: int
    failed: int
    not_asked: int = 0
    split: int | None = None
    calls: int = 0
    prompt_tokens: int = 0
    completion_tokens: int = 0
    cost: float | None = None
    unreachable: str | None = None
    stopped: str | None = None


class Manifest(Record, frozen=True, kw_only=True):
    """What an evaluation rests on.

    Args:
        version: Of ragtriage.
        python: Its version.
        unicode: The version of the Unicode data that texts were compared with.
        inputs: What was read, as it was named.
        settings: What was held fixed.
        judges: Of each stage, what judged it.
        fingerprints: SHA-256 of each part, in hexadecimal; None: not recorded.
        system: The configuration of the system that was evaluated, as it was given.
        reviews: What became of the reviews of people; UNSET where none were given.
    """

    version: str
    python: str
    unicode: str
    inputs: tuple[str, ...]
    settings: Settings
    judges: dict[str, str]
    fingerprints: dict[str, str | None]
    system: Metadata | None = None
    reviews: ReviewCounts | Unset = UNSET


class UnreadField(Record, frozen=True, kw_only=True):
    """A field or column of the input that was not read; what stands under it is in the metadata.

    Args:
        input: The file as it was named; `cases` or `traces` in memory.
        name: As it stands there.
        rows: How many rows hold something under it.
        suggestion: Our field that is probably meant; None: none is.
        fix: The options that read it, as they are pasted, tried on a value of the input, or None.
    """

    input: str
    name: str
    rows: int
    suggestion: str | None = None
    fix: str | None = None
