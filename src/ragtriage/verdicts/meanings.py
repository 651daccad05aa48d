"""What a diagnosis says of a case, in a sentence that states nothing that nobody judged."""

from __future__ import annotations

from typing import Final

from ragtriage.model import Diagnosed, Diagnosis, Outcome, Verdicts

__all__ = ["BRIEFLY", "MEANINGS", "meaning", "meaning_key"]

_D = Diagnosis

# By diagnosis where everything that its name speaks of was judged, else by diagnosis and what is open.
MEANINGS: Final[dict[str, str]] = {
    _D.PASSED: "Right answer (or right refusal) with the evidence in place.",
    f"{_D.PASSED}.evidence_open": "Right answer with the right documents; whether the evidence was in the "
    "text was not judged.",
    f"{_D.PASSED}.unlabelled": "Right answer, backed by the text; neither gold nor evidence is labelled.",
    f"{_D.PASSED}.declined": "The question cannot be answered from the corpus, and the system declined.",
    _D.UNGROUNDED_CORRECT: "The answer is right but the retrieved text does not back it, so the match proves "
    "nothing about retrieval.",
    f"{_D.UNGROUNDED_CORRECT}.support_open": "The answer is right but the needed passage was not found in "
    "the text, so the match proves nothing about retrieval; whether the text backs it was not judged.",
    f"{_D.UNGROUNDED_CORRECT}.unlabelled": "The answer is right but states things that the text does not "
    "back; neither gold nor evidence is labelled.",
    f"{_D.UNGROUNDED_CORRECT}.evidence_open": "The answer is right although the needed documents did not "
    "come back, so the match proves nothing about retrieval.",
    _D.RETRIEVAL_MISS: "The needed documents were not within the cutoff and no right answer came out.",
    f"{_D.RETRIEVAL_MISS}.answer_open": "The needed documents were not within the cutoff; whether the answer "
    "is right all the same was not judged.",
    f"{_D.RETRIEVAL_MISS}.unlabelled": "The needed passage is not in the text that came back; which "
    "documents hold it is not labelled.",
    _D.EVIDENCE_GAP: "The right documents came back, but their chunks lack the needed passage (splitting, "
    "truncation, context assembly).",
    _D.NOT_EXTRACTED: "The evidence was there, yet the answer is not an expected one, and it was not shown "
    "to be made up.",
    f"{_D.NOT_EXTRACTED}.evidence_open": "The answer is not an expected one; whether the evidence was there "
    "was not judged.",
    _D.HALLUCINATION: "The evidence was there, yet the answer states things the context does not back.",
    f"{_D.HALLUCINATION}.evidence_open": "The answer states things the context does not back; whether the "
    "evidence was there was not judged.",
    _D.OVER_ABSTENTION: "The evidence was there, yet the system declined.",
    f"{_D.OVER_ABSTENTION}.evidence_open": "The system declined; whether the evidence was there was not "
    "judged.",
    _D.ABSTENTION_FAILURE: "The question cannot be answered from the corpus, yet the system answered.",
    f"{_D.ABSTENTION_FAILURE}.no_sign": "The question cannot be answered from the corpus, and nothing in the "
    "answer is known to decline.",
    _D.LABEL_CONFLICT: "The verdicts contradict each other: check gold ids, evidence, expected answer or "
    "judge first.",
    _D.UNDETERMINED: "Too little was judged to name a stage.",
}

# Each diagnosis in a line that fits beside its count on a terminal of 80 columns; none says what may not
# have been judged.
BRIEFLY: Final[dict[Diagnosis, str]] = {
    _D.RETRIEVAL_MISS: "what was needed did not come back",
    _D.EVIDENCE_GAP: "right documents, needed passage missing",
    _D.NOT_EXTRACTED: "the answer is not an expected one",
    _D.HALLUCINATION: "the answer says what the text does not back",
    _D.OVER_ABSTENTION: "it could be answered, the system declined",
    _D.ABSTENTION_FAILURE: "no answer exists, the system gave one",
    _D.UNGROUNDED_CORRECT: "right answer, but a stage before it broke",
    _D.LABEL_CONFLICT: "the verdicts contradict each other",
    _D.UNDETERMINED: "too little was judged to name a stage",
    _D.PASSED: "right, as far as it was judged",
}

# Those of which the name says whether the evidence was there.
_OF_EVIDENCE: Final = frozenset(
    {_D.PASSED, _D.UNGROUNDED_CORRECT, _D.NOT_EXTRACTED, _D.HALLUCINATION, _D.OVER_ABSTENTION}
)


def meaning_key(diagnosed: Diagnosed, verdicts: Verdicts, *, answerable: bool) -> str:
    """Return the key of the sentence: the diagnosis, and what its name speaks of and nobody judged.

    Args:
        diagnosed: What the table says.
        verdicts: The four judgements that it read.
        answerable: Whether the corpus holds an answer.
    """
    diagnosis = diagnosed.diagnosis
    retrieval, evidence, answer, support = (
        verdict.outcome is Outcome.UNKNOWN
        for verdict in (verdicts.retrieval, verdicts.evidence, verdicts.answer, verdicts.support)
    )
    kind = ""
    if not answerable:
        declined = diagnosis is _D.PASSED
        kind = "declined" if declined else "" if diagnosed.certain else "no_sign"
    elif evidence and diagnosis in _OF_EVIDENCE:
        kind = "unlabelled" if retrieval else "evidence_open"
    elif diagnosis is _D.UNGROUNDED_CORRECT and support:
        kind = "support_open"
    elif diagnosis is _D.RETRIEVAL_MISS and (retrieval or answer):
        kind = "unlabelled" if retrieval else "answer_open"
    key = f"{diagnosis}.{kind}" if kind else diagnosis.value
    if key not in MEANINGS and kind == "unlabelled":
        key = f"{diagnosis}.evidence_open"
    return key if key in MEANINGS else diagnosis.value


def meaning(diagnosed: Diagnosed, verdicts: Verdicts, *, answerable: bool) -> str:
    """Return the sentence in English; arguments as `meaning_key`.

    Example:
        >>> import ragtriage
        >>> [result] = ragtriage.evaluate([{"question": "?", "expected": "5 days", "gold_ids": ["a"],
        ...                                 "retrieved": ["a"], "answer": "3 days"}])
        >>> meaning(result.diagnosed, result.verdicts, answerable=True)
        'The answer is not an expected one; whether the evidence was there was not judged.'
    """
    return MEANINGS[meaning_key(diagnosed, verdicts, answerable=answerable)]
