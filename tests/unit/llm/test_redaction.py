"""What an endpoint says is shown without secrets, in one line, and redirects lead nowhere else."""

from __future__ import annotations

import base64

import pytest

from ragtriage.llm.endpoint import Endpoint
from ragtriage.llm.redirects import followed, led_away

KEY = "sk-proj/0123+4567=89"

FORMS = [
    KEY,
    f"Bearer {KEY}",
    f"?key={KEY.replace('/', '%2F').replace('+', '%2B').replace('=', '%3D')}",
    f"{'x' * 1_995}{KEY}",
    f"{KEY}{KEY}",
    f"\x1b[31m{KEY}\x1b[0m",
]


@pytest.mark.parametrize("said", FORMS)
def test_a_key_is_taken_out_wherever_a_message_is_cut(said):
    shown = Endpoint(base_url="http://there/v1").redaction(KEY).message(said)
    assert "***" in shown or len(shown) == 2_000
    assert not any(KEY[: n + 1] in shown for n in range(5, len(KEY)))


def test_a_password_and_a_query_are_taken_out_in_each_form():
    endpoint = Endpoint(base_url="https://someone:hunt%40er2@there/v1?token=abcdef-ghi")
    basic = base64.b64encode(b"someone:hunt@er2").decode()
    shown = endpoint.redaction(None).message(
        f"{endpoint.address} | hunt@er2 | hunt%40er2 | Basic {basic} | /v1/chat/completions?token=abcdef-ghi"
    )
    assert shown == "https://there/v1 | *** | *** | Basic *** | /v1/chat/completions?***"


def test_a_short_key_stays_in_a_reply_that_may_hold_it_by_chance():
    redaction = Endpoint(base_url="http://there/v1").redaction("k")
    assert redaction.reply("a token is a key") == "a token is a key"
    assert Endpoint(base_url="http://there/v1").redaction(KEY).reply(f"it is {KEY}") == "it is ***"


@pytest.mark.parametrize(
    ("said", "shown"),
    [
        ("\x1b]0;owned\x07\x1b[2Jgone", "]0;owned [2Jgone"),
        ("a\r\nb\tc", "a b c"),
        ("価格\u202eは\u200b高い", "価格 は 高い"),
        ("a\x9b31mb\u2028c", "a 31mb c"),
        ("가격 é ü", "가격 é ü"),
        ("\ud800", ""),
    ],
)
def test_what_steers_a_terminal_is_a_space(said, shown):
    assert Endpoint(base_url="http://there/v1").redaction(None).message(said) == shown


HERE = "http://there:8000/v1/chat/completions"


@pytest.mark.parametrize(
    ("location", "target"),
    [
        ("/v2/chat", "http://there:8000/v2/chat"),
        ("http://there:8000/v2", "http://there:8000/v2"),
        ("http://THERE:8000/v2", "http://THERE:8000/v2"),
        ("?x=1", "http://there:8000/v1/chat/completions?x=1"),
        (" /v2 ", "http://there:8000/v2"),
    ],
)
@pytest.mark.parametrize("status", [307, 308])
def test_another_path_is_followed(status, location, target):
    assert followed(HERE, status, location) == target
    assert all(followed(HERE, other, location) is None for other in (300, 301, 302, 303, 304, 305))


AWAY = [
    "http://there:8001/v1",
    "http://there/v1",
    "https://there:8000/v1",
    "http://there.org:8000/v1",
    "//elsewhere/v1",
    "http://there:8000@elsewhere/v1",
    "http://me:pw@there:8000/v1",
    "http://127.0.0.1:8000/v1",
    "ftp://there:8000/v1",
    "file:///etc/hostname",
    "data:text/plain,a",
    "javascript:alert(1)",
    "http://[::1",
    "http://there:99999/v1",
    "http://there:8000/é",
    "h\tttp://elsewhere/v1",
    "",
    None,
]


@pytest.mark.parametrize("location", AWAY)
@pytest.mark.parametrize("status", [307, 308])
def test_nothing_else_is(status, location):
    assert followed(HERE, status, location) is None
    said = led_away("http://there:8000/v1", HERE, status, location)
    assert said.startswith(f"http://there:8000/v1 answered {status}, a redirect to ")
    assert "pw" not in said
