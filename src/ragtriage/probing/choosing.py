"""Choosing the cases of an evaluation that are probed, and building their conditions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ragtriage.errors import DataError
from ragtriage.evaluation.evaluation import Evaluation
from ragtriage.fingerprint import Total, plain_canonical, sha256
from ragtriage.io.corpus import read_corpus
from ragtriage.model import UNSET, CaseResult, Fix, RankedTrace, Settings, Trace
from ragtriage.probing.arms import Prepared, prepare
from ragtriage.probing.options import ALL, FAILED, Options
from ragtriage.text.abstention import Abstention, OwnPattern, abstains, load_patterns

__all__ = ["Work", "prepared"]


class Work(NamedTuple):
    """What is to be done."""

    cases: list[Prepared]
    settings: Settings
    patterns: Sequence[OwnPattern]
    corpus: str | None  # its fingerprint
    read_otherwise: int  # recorded answers that are refusals in the evaluation and not here, or the other way


def prepared(evaluation: Evaluation, options: Options) -> Work:
    """Choose the cases and build their conditions.

    Raises:
        DataError: There are no texts, or no such cases.
    """
    settings = evaluation.manifest.settings
    texts = None if options.corpus is None else read_corpus(options.corpus)
    patterns = () if options.patterns is None else load_patterns(options.patterns)
    cases = [
        prepare(result, trace, settings, corpus=texts, arms=options.arms)
        for result, trace in _chosen(evaluation, options.cases)
    ]
    if not cases:
        raise DataError("no case is left to probe: nothing has to be fixed in this evaluation")
    total = Total()
    total.add(sha256(plain_canonical({"id": key, "text": text})) for key, text in (texts or {}).items())
    return Work(
        cases,
        settings,
        patterns,
        corpus=None if texts is None else total.hexadecimal(),
        read_otherwise=sum(_is_read_otherwise(each, patterns) for each in cases),
    )


def _is_read_otherwise(case: Prepared, patterns: Sequence[OwnPattern]) -> bool:
    answer = case.trace.answer
    if answer is UNSET:
        return False
    declined = abstains(answer or "", patterns, question=case.result.case.question) is Abstention.YES
    return case.result.abstained is not declined


def _chosen(evaluation: Evaluation, cases: str | tuple[str, ...]) -> Iterator[tuple[CaseResult, Trace]]:
    """Yield the chosen cases with their traces, in the order of the evaluation.

    Raises:
        DataError: A case has no texts, or no case has an id.
    """
    named = (cases,) if isinstance(cases, str) else cases
    wanted = set[str]() if cases in {ALL, FAILED} else set(named)
    missing = set(wanted)
    for result in evaluation:
        missing.discard(result.case.id)
        if wanted and result.case.id not in wanted:
            continue
        if cases == FAILED and result.diagnosed.stage is Fix.NONE:
            continue
        trace = result.trace
        if isinstance(trace, RankedTrace):
            raise DataError("a TREC run holds ids alone: there are no questions and texts to ask with")
        recorded = result.fingerprints
        if not result.case.question or (recorded.get("answers") is not None and trace.answer is UNSET):
            raise DataError(
                f"case {result.case.id!r} has no question or no answer: was the evaluation written without "
                "its texts (--no-texts)? Evaluate the system's output anew"
            )
        yield result, trace
    if missing:
        raise DataError(f"no case has the id {min(missing)!r}")
