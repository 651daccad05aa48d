"""Reading replies: whatever is around the object is tolerated, nothing is about the object itself."""

from __future__ import annotations

import json
from time import process_time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ragtriage.errors import ReplyError
from ragtriage.llm.replies import read_object

OBJECT = {"statements": ["a {b} [c]", "“d”"], "scores": [1, 0.5, None, True], "nested": {"score": 0}}
TEXT = json.dumps(OBJECT)


def any_object(found):
    return found


def with_score(found):
    if "score" not in found:
        raise ReplyError("no score")
    return found["score"]


@pytest.mark.parametrize(
    "reply",
    [
        TEXT,
        f"  \n{TEXT}\n ",
        f"\ufeff{TEXT}",
        f"```json\n{TEXT}\n```",
        f"```\n{TEXT}```\nI hope this helps.",
        f"Here is the object you asked for [1]: {TEXT} (as {{discussed}}).",
        f'<think>Is it {{0}} or 1? Perhaps {{"score": 5}}.</think>\n{TEXT}',
        f"\ufeff<think>\n</think>\n\n```json\n{TEXT}\n```",
        f'<THINKING>hm {{"</THINKING>{TEXT}',
        f'the opening tag is missing {{"score": 5}} </think> {TEXT}',
        f'an unfinished thought {{"score": </think> {TEXT}',
        f"<reasoning>a</reasoning>text<think>b</think>{TEXT}",
        f'{{"other": "object"}} and then {TEXT}',
        f"{{'python': 'dict'}} {TEXT}",
        json.dumps(OBJECT, indent=2),
    ],
)
def test_what_stands_around_the_object_does_not_matter(reply):
    assert read_object(reply, any_object) == OBJECT


def test_the_last_object_that_fits_is_taken():
    assert read_object('{"score": 0} {"score": 1} {"other": 2}', with_score) == 1


def test_an_object_that_was_only_thought_of_is_not_an_answer():
    with pytest.raises(ReplyError, match="no JSON object"):
        read_object('My answer: <think>{"score": 1}</think> I am done.', with_score)


def test_tags_inside_a_string_are_text():
    reply = json.dumps({"score": "<think>the answer says {</think>"})
    assert read_object(reply, with_score) == "<think>the answer says {</think>"


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=8,
)
PROSE = st.text(st.characters(exclude_characters='{}[]<>"'), max_size=30)


@given(
    found=st.dictionaries(st.text(), VALUES, max_size=4), before=PROSE, after=PROSE, is_ascii=st.booleans()
)
def test_any_object_in_any_prose_is_read_as_it_is(found, before, after, is_ascii):
    assert read_object(f"{before}{json.dumps(found, ensure_ascii=is_ascii)}{after}", any_object) == found


@given(st.text('{}[]",:\\ a1\n<think>/') | st.text())
def test_no_text_whatever_does_more_than_fail(text):
    try:
        found = read_object(text, any_object)
    except ReplyError:
        return
    assert isinstance(found, dict)


@given(found=st.dictionaries(st.text(), VALUES, min_size=1, max_size=4), data=st.data())
def test_an_object_that_is_cut_off_anywhere_is_no_answer(found, data):
    text = json.dumps(found)
    cut = data.draw(st.integers(1, len(text) - 1))
    with pytest.raises(ReplyError):
        read_object(text[:cut], any_object)


@pytest.mark.parametrize("reply", [r'{"reason": "\ud83d"}', r'{"\uDEAD": 1}', '{"a": [["\udcff"]]}'])
def test_half_of_a_surrogate_pair_is_refused_and_a_whole_one_is_not(reply):
    with pytest.raises(ReplyError, match="half of a surrogate pair"):
        read_object(reply, any_object)
    assert read_object(r'{"reason": "\ud83d\ude82", "\u00e9": "é"}', any_object) == {"reason": "🚂", "é": "é"}


@pytest.mark.parametrize("reply", [None, "", "   ", "\n\t"])
def test_nothing_is_empty(reply):
    with pytest.raises(ReplyError, match="empty"):
        read_object(reply, any_object)


@pytest.mark.parametrize(
    "reply",
    [
        "I cannot judge that.",
        "Rating: 5",
        "5",
        "null",
        '["score"]',
        '[{"score": 1}, {"score": 0}]',
        '[[{"score": 1}]]',
        '[{"score": 1}, "and more"]',
        "{score: 1}",
        "{'score': nan}",
        "{'score': 1, 'score': 0}",
        "{'score': (1,)}",
        "{'score': b'1'}",
        "{'score': __import__('os').getpid()}",
        "{'score': 'It's 1'}",
        '{"score": 1, "score": 0,}',
        '{"score": ,}',
        '{"score": 1,,}',
        '{"a": [1,,], "score": 1}',
        '{"score": TRUE}',
        '{"score": 1 /* of 2 */}',
        "{'score': 'a' 'b'}",
        '{"score": NaN}',
        '{"score": -Infinity}',
        '{"score": 1, "score": 0}',
        '{"outer": {"score": 1}, broken}',
        "{“score”: 1}",
    ],
)
def test_what_is_no_json_object_is_no_answer(reply):
    with pytest.raises(ReplyError, match="no JSON object"):
        read_object(reply, with_score)


@pytest.mark.parametrize(
    "reply",
    [
        '{"statements": [{"score": 1}, {"score": 0}, {"sco',
        '{"statements": ["unfinished',
        '{"score": 1} and finally {"score": 0, "why": "it',
        "{'score': 1} and finally {'score': 0, 'why': 'it",
        "[{'score': 1}, {'sco",
        "{'score': 1,",
        '[{"score": 1}, {"score"',
        '```json\n{"score": 1, "why": "a \\" b',
        "<think>I wonder whether",
        '<think>I wonder {"score": 1}',
    ],
)
def test_what_is_cut_off_is_no_answer_and_says_so(reply):
    with pytest.raises(ReplyError, match="truncated"):
        read_object(reply, with_score)


@pytest.mark.parametrize(
    "reply",
    [
        '{"example": {"score": 1}}',
        '{"arguments": {"score": 1}, "verdict": 2}',
        '{"name": "f", "arguments": {"arguments": {"score": 1}}}',
        '{"name": "f", "arguments": "score: 1"}',
        '{"name": "f", "arguments": [{"score": 1}]}',
    ],
)
def test_an_object_inside_another_is_not_the_answer(reply):
    with pytest.raises(ReplyError, match="no score"):
        read_object(reply, with_score)


TOLERATED = [
    ('{"score": 1,}', 1),
    ('{"score": [1, 2, ], }', [1, 2]),
    ('[{"score": 1}]', 1),
    ('[{"score": 1},]', 1),
    ('[ {"score": 1} ]\n', 1),
    ('```json\n[{"score": 1,}]\n```', 1),
    ("{'score': 1}", 1),
    ("[{'score': 1}]", 1),
    ("Sure: {'score': True, 'why': None}", True),
    ('{\'score\': False, "why": "a"}', False),
    ("{'score': \"It's {1}\"}", "It's {1}"),
    ("{'score': 'It\\'s \"1\"'}", 'It\'s "1"'),
    ("{'score': 'a\\xa0b\\n'}", "a\xa0b\n"),
    ("{'score': 'a\\\\x41'}", "a\\x41"),
    ("{'score': 'True, None]'}", "True, None]"),
    ('{"score": "True, ]",}', "True, ]"),
    ('{"score": "It\\\'s"}', "It's"),
    ('{"score": "two\nlines"}', "two\nlines"),
    ('{"name": "reply", "arguments": {"score": 1}}', 1),
    ('{"name": "reply", "parameters": {"score": 1}}', 1),
    ('<tool_call>{"name": "reply", "arguments": "{\\"score\\": 1}"}</tool_call>', 1),
    ("{'a': 'It's'} {\"score\": 1}", 1),
    ("{'score': 0} {\"score\": 1}", 1),
    ("<think>{'score': 0}</think>{'score': 1}", 1),
]


@pytest.mark.parametrize(("reply", "score"), TOLERATED)
def test_a_notation_that_can_be_read_in_one_way_is_read(reply, score):
    found = read_object(reply, with_score)
    assert (found, type(found)) == (score, type(score))


@given(st.dictionaries(st.text(), VALUES, min_size=1, max_size=4))
def test_any_object_as_python_prints_it_is_read_as_it_is(found):
    assert read_object(f"My answer: {found!r}.", any_object) == found


def test_the_reason_of_the_last_object_is_given():
    with pytest.raises(ReplyError, match="no score"):
        read_object('{"a": 1} {"b": 2}', with_score)


@pytest.mark.parametrize(
    "reply",
    ["{'" * 100_000, "{'a': '" + "\\" * 100_000, "{'a'} " * 50_000, "{'a': {" * 50_000, '{"a": 1,' * 50_000,
     "{'a'" + ", " * 100_000 + "}",
     "{" * 200_000, "[" * 200_000, '{"a":' * 50_000, '[{"a":' * 50_000, '{"a" ' * 50_000, "<think>" * 50_000,
     "[1 " * 50_000, "{ " * 100_000, '{"} ' * 50_000,
     '"' * 200_000 + "{", '{"' + "\\" * 200_000, "{} " * 50_000, "{'a':1,}" * 50_000,
     '{"a":1,"a":2}' * 50_000, "[" * 900 + "0," * 200_000, "<think></think>" * 50_000],
)  # fmt: skip
def test_no_reply_takes_long_to_refuse(reply):
    started = process_time()
    with pytest.raises(ReplyError):
        read_object(reply, with_score)
    assert process_time() - started < 5


@pytest.mark.parametrize("more", [0, 1])
def test_an_object_that_is_longer_than_any_that_was_asked_for_is_none(more):
    said = '{"score": 1, "why": "' + "a" * (65_536 - 23 + more) + '"}'
    assert len(said) == 65_536 + more
    if more:
        with pytest.raises(ReplyError, match="the reply is too long: more than 65,536 characters"):
            read_object(said, with_score)
    else:
        assert read_object(f"<think>{'hm ' * 90_000}</think>{said}", with_score) == 1
