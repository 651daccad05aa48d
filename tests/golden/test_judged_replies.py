"""What is believed of a judge's reply: a table of quotes, right and wrong, that a person can check by hand.

`given` is the text, or the right answer; `said` the statement, or the system's answer. A reply is believed,
leaves the case open, is doubted (asked for once more, then open), or refused (asked for once more, then a
failure of the judge). For evidence the right answer is given, and the text is one that holds the quote in
another form.
"""

from __future__ import annotations

import unicodedata
from pathlib import Path

import pytest

from ragtriage.errors import ReplyError
from ragtriage.text.chunks import Chunk
from ragtriage.verdicts.asked import answer, evidence, support
from ragtriage.verdicts.asked.decomposition import Part

LINES = Path(__file__).with_name("judged_replies.tsv").read_text("utf-8").splitlines()
ROWS = [line.replace("\\n", "\n").split("\t") for line in LINES[1:]]
EVIDENCE = (
    "Notes are kept for 3 days. The hall is open for half a year. Leave within half an hour. "
    "Mind “the rail pass”: “The Rail Pass” costs 30 euros."
)


def supported(text, statement, quote):
    entry = {"statement": 1, "reason": "", "chunk": 1, "quote": quote, "verdict": "supported"}
    accepted = support._statements({"verdicts": [entry]}, [Part(0, statement)], [Chunk(0, text)])
    return accepted, accepted.value[0].outcome == "supported"


def equivalent(expected, said, quote):
    reply = {"reason": "", "expected": 1, "stretch": quote, "verdict": "equivalent"}
    accepted = answer._read(reply, [(expected,)], said)
    return accepted, accepted.value.verdict == "equivalent"


def contained(expected, _, quote):
    reply = {"reason": "", "quotes": [{"chunk": 1, "quote": quote}], "verdict": "contained"}
    accepted = evidence._read(reply, [(expected,)], [Chunk(0, EVIDENCE)])
    return accepted, accepted.value.verdict == "contained"


READ = {"support": supported, "answer": equivalent, "evidence": contained}


def outcome(stage, given, said, quote):
    try:
        accepted, is_believed = READ[stage](given, said, quote)
    except ReplyError:
        return "refused"
    if accepted.complaints:
        return "refused"
    if accepted.doubts:
        assert not is_believed
        return "doubted"
    return "believed" if is_believed else "open"


@pytest.mark.parametrize(
    ("stage", "right", "given", "said", "quote"), [row[:5] for row in ROWS], ids=[row[5] for row in ROWS]
)
def test_a_reply_is_believed_as_far_as_it_shows_what_it_says(stage, right, given, said, quote):
    assert outcome(stage, given, said, quote) == right
    if "NFD" in next(row[5] for row in ROWS if row[:5] == [stage, right, given, said, quote]):
        assert outcome(stage, unicodedata.normalize("NFD", given), said, quote) == right


def test_the_table_is_large_enough_and_has_both_kinds():
    assert len(ROWS) >= 60
    assert {row[1] for row in ROWS} == {"believed", "open", "doubted", "refused"}
    assert len({row[5] for row in ROWS if row[0] == "support"}) > 50
