"""A secret is found in every form in which a server may quote it, and nothing else is hidden."""

from __future__ import annotations

import html
import json
from base64 import b64encode, urlsafe_b64encode
from time import process_time
from urllib.parse import quote

import pytest

from ragtriage.llm.redaction import Redaction

KEY = "sk-Proj/AbC+0123=45_6789"
OTHER = 'p&ss"w<rd\\é 1'


def every(character, form):
    return lambda secret: "".join(
        form(each) if character is None or each in character else each for each in secret
    )


# How a secret may be written by whoever quotes it.
FORMS = {
    "as it is": str,
    "in capitals": str.upper,
    "in small letters": str.lower,
    "in JSON": lambda secret: json.dumps(secret)[1:-1],
    "in JSON within JSON": lambda secret: json.dumps(json.dumps(secret)[1:-1])[1:-1],
    "with solidus escaped": lambda secret: json.dumps(secret)[1:-1].replace("/", "\\/"),
    "with solidus escaped twice": lambda secret: json.dumps(json.dumps(secret)[1:-1].replace("/", "\\/"))[
        1:-1
    ],
    "each character by its number": every(None, lambda each: f"\\u{ord(each):04x}"),
    "by its number in capitals": every(None, lambda each: f"\\u{ord(each):04X}"),
    "by its number, escaped twice": every(None, lambda each: f"\\\\u{ord(each):04x}"),
    "the first by its number": lambda secret: f"\\u{ord(secret[0]):04x}{json.dumps(secret[1:])[1:-1]}",
    "as Python writes it": lambda secret: repr(secret)[1:-1],
    "by bytes": every(None, lambda each: f"\\x{ord(each):02x}"),
    "by octal numbers": every(None, lambda each: f"\\{ord(each):03o}"),
    "as eight figures": every(None, lambda each: f"\\U{ord(each):08x}"),
    "in braces": every(None, lambda each: f"\\u{{{ord(each):x}}}"),
    "in an address": lambda secret: quote(secret, safe=""),
    "in an address, small": lambda secret: quote(secret, safe="").lower(),
    "in an address within one": lambda secret: quote(quote(secret, safe=""), safe=""),
    "all of it in an address": every(None, lambda each: "".join(f"%{octet:02x}" for octet in each.encode())),
    "in a page": html.escape,
    "in a page within one": lambda secret: html.escape(html.escape(secret)),
    "in a page by numbers": every(None, lambda each: f"&#{ord(each)};"),
    "in a page by sixteens": every(None, lambda each: f"&#x{ord(each):04X};"),
    "in a page by names": lambda secret: (
        secret.replace("&", "&amp;").replace("/", "&sol;").replace("+", "&plus;")
    ),
    "packed": lambda secret: b64encode(secret.encode()).decode(),
    "packed with its scheme": lambda secret: b64encode(f"Bearer {secret}".encode()).decode(),
    "packed behind a character": lambda secret: b64encode(f"x{secret}yz".encode()).decode(),
    "packed behind two": lambda secret: b64encode(f"xx{secret}y".encode()).decode(),
    "packed for an address": lambda secret: urlsafe_b64encode(f"Bearer {secret}".encode()).decode(),
    "packed and in an address": lambda secret: quote(b64encode(secret.encode()).decode(), safe=""),
    "packed and small": lambda secret: b64encode(secret.encode()).decode().lower(),
    "in hexadecimal": lambda secret: secret.encode().hex(),
}


@pytest.mark.parametrize("secret", [KEY, OTHER])
@pytest.mark.parametrize("form", FORMS.values(), ids=FORMS)
@pytest.mark.parametrize("around", ['{"reason": "it is %s.", "n": 1}', "said %s", "%s", "C:\\\\%s\\n"])
def test_a_secret_is_found_in_every_form(secret, form, around):
    redaction, written = Redaction([secret]), form(secret)
    for shown in (redaction.message(around % written), redaction.reply(around % written)):
        assert "***" in shown
        left = shown.replace("***", "")
        assert not any(written[n : n + 10] in left for n in range(len(written) - 9))
    if around.startswith("{") and "\\u{" not in written and "\\x" not in written:
        assert "***" in redaction.reply(around % json.dumps(written)[1:-1])


@pytest.mark.parametrize(
    "form", [str, FORMS["in JSON"], FORMS["with solidus escaped"], FORMS["by its number, escaped twice"]]
)
def test_what_is_left_is_still_json(form):
    said = json.dumps({"reason": f"it is {form(KEY)}\\{form(KEY)}", "more": "\\"})
    assert json.loads(Redaction([KEY]).reply(said)) == {"reason": "it is ******", "more": "\\"}


@pytest.mark.parametrize("n", range(10, len(KEY)))
@pytest.mark.parametrize("form", [str, FORMS["each character by its number"], str.upper])
def test_the_beginning_of_a_secret_is_found_in_a_message(n, form):
    assert Redaction([KEY]).message(f"b'Bearer {form(KEY[:n])}...'") == "b'Bearer ***...'"
    assert Redaction([KEY, KEY[:8] + "another"]).message(f"{form(KEY[:n])}: no") == "***: no"


@pytest.mark.parametrize(
    "text",
    [
        '{"quote": "One has to pay 30 euros\\u3002", "path": "C:\\\\temp\\\\new"}',
        '{"quote": "환불은 30일 이내에 가능합니다.\\n"}',
        '{"quote": "返金は30日以内です。100%返金"}',
        '{"quote": "退款须在30天内 &amp; 附收据"}',
        "sk-Proj/ is how keys begin",
        "sk-Proj/AbC+0123=45_678",
        "\\x41\\x42 %41%42 &#65;&#66;",
        "a\\/b and %2F and &sol;",
        "production, alice, handbook, 2024-10-21",
        "",
    ],
)
def test_a_reply_without_a_secret_stays_as_it_is(text):
    redaction = Redaction([KEY, "k", "ollama"[:5]], ["production", "alice", "handbook", "2024-10-21"])
    assert redaction.reply(text) == text


def test_hints_are_taken_out_of_messages_and_random_ones_out_of_replies():
    redaction = Redaction([], ["alice", "org-8dk3Lq0", "abc"])
    assert redaction.message("alice of org-8dk3Lq0: abc") == "*** of ***: abc"
    assert redaction.reply("alice of ORG-8dk3lq0: abc") == "alice of ***: abc"


def test_a_short_secret_is_hidden_in_a_message_where_it_is_a_word():
    assert Redaction(["k"]).message("key k is not known, nor 'k'") == "key *** is not known, nor '***'"


@pytest.mark.parametrize(
    "piece", ["\\", "%25", "&amp;", "\\u0073", "sk-Proj/", "\\\\/", "&#", "s", "\\n text ", KEY[:-1], "%"]
)
def test_it_takes_time_in_proportion_to_the_text(piece):
    redaction = Redaction([KEY, OTHER])

    def seconds(size):
        text = piece * (size // len(piece)) + "\\u0041"
        began = process_time()
        redaction.reply(text)
        redaction.message(text)
        return process_time() - began

    seconds(1_000)
    assert seconds(400_000) < 40 * seconds(40_000) + 0.2
