"""What of an address's path is shown: names of models and places, and nothing that looks like a key."""

from __future__ import annotations

from time import process_time
from urllib.parse import quote

import pytest

from ragtriage.errors import ConfigError
from ragtriage.llm.addresses import Address, shown_path
from ragtriage.llm.asking import Asker
from ragtriage.llm.endpoint import Endpoint
from ragtriage.llm.messages import Message, Request
from ragtriage.llm.redirects import led_away

SECRETS = [
    "0b1c2d3e4f5a6b7c8d9e",
    "sk-live-abcd1234efgh5678",
    "sk-live-abcd1234",
    "sk-proj-AbCdEf0123456789",
    "550e8400-e29b-41d4-a716-446655440000",
    "550E8400-E29B-41D4-A716-446655440000",
    "12345678-1234-1234-1234-abcdefabcdef",
    "xoxb-123456789012-abcdefghijkl",
    "ghp_16C7e42F292c6912E7710c838347Ae178B4a",
    "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl",
    "AKIAIOSFODNN7EXAMPLE",
    "T0000000A-B0000000C-XXXXXXXXXXXXXXXX1",
    "s3cr3tpathtoken99x",
    "token=s3cr3tpathtoken99x",
    "dGhpcyBpcyBhIHNlY3JldCBrZXkx",
    "a1b2c3d4e5f6a7b8",
    "0123456789abcdef0123456789abcdef",
    "秘密abcdef0123456789",
    "AbCdEf%2F0123%2B4567%3D89",
    "account.0a1b2c3d4e5f.tokyo",
    "internal_9f8e7d6c5b4a",
]
NAMES = [
    "v1",
    "openai",
    "chat",
    "completions",
    "gpt-4o-mini-2024-07-18",
    "claude-3-5-sonnet-20241022",
    "Meta-Llama-3.1-70B-Instruct",
    "text-embedding-3-large",
    "multilingual-e5-large-instruct",
    "Qwen2.5-7B-Instruct-AWQ",
    "deployments",
    "my-team.westeurope-2",
    "generativelanguage",
    "v1beta1",
    "us-central1-prod-2",
    "compatible-mode",
    "api-2024-10-01-preview",
    "handbook_2024_travel",
    "%E8%A6%8F%E7%A8%8B-2024-%E6%97%85%E8%B2%BB-tokyo",
    "short1key",
    "internationalisation",
    "123456789012345678",
]


@pytest.mark.parametrize("secret", SECRETS)
def test_a_part_that_looks_like_a_key_is_not_shown(secret):
    address = Address.parse(f"https://there:8443/v1/{secret}/chat?key=k")
    assert address.place == "https://there:8443/v1/…/chat"
    assert address.route == f"https://there:8443/v1/{secret}/chat"
    assert address.bare == f"https://there:8443/v1/{secret}/chat?key=k"
    assert secret in address.secrets()
    assert secret not in repr(address)
    assert Address.parse(f"https://there/{secret}").place == "https://there/…"
    assert Address.parse(f"https://there/{secret}/v1/").place == "https://there/…/v1/"


@pytest.mark.parametrize("name", NAMES)
def test_a_name_is_shown(name):
    assert shown_path(f"/v1/{name}/chat") == f"/v1/{name}/chat"


@pytest.mark.parametrize("secret", SECRETS)
def test_no_message_repeats_it(secret):
    address = f"https://there/v1/{secret}/chat"
    endpoint = Endpoint(model="m", base_url=address, api_key="k")
    redaction = endpoint.redaction("k")
    assert (
        redaction.message(f"no route {address}/completions") == "no route https://there/v1/…/chat/completions"
    )
    for quoted in (secret, quote(secret, safe=""), secret.upper()):
        assert quoted not in redaction.message(f"nothing at /v1/{quoted}/chat")
    assert secret not in led_away(endpoint.place, address, 302, f"https://elsewhere/{secret}")
    assert "https://elsewhere/…:" in led_away(endpoint.place, address, 302, f"https://elsewhere/{secret}")
    assert secret not in repr(endpoint)


def test_two_accounts_share_no_reply():
    def key(secret):
        endpoint = Endpoint(model="m", base_url=f"https://there/{secret}/v1", api_key="k")
        return Asker(endpoint)._key(Request(messages=(Message.user("?"),)), 0)

    one, other = SECRETS[:2]
    assert (
        Endpoint(base_url=f"https://there/{one}").place == Endpoint(base_url=f"https://there/{other}").place
    )
    assert key(one) != key(other)
    assert key(one) == key(one)


def test_what_is_saved_holds_no_key_and_is_not_asked_as_it_is():
    saved = Endpoint(model="m", base_url=f"https://there/{SECRETS[0]}/v1", api_key="k").to_dict()
    assert saved["init_parameters"]["base_url"] == "https://there/…/v1"
    with pytest.raises(ConfigError, match="the base URL has … for a part that is not shown; name the whole"):
        Endpoint.from_dict(saved)


def test_a_long_path_takes_time_in_proportion():
    began = process_time()
    for path in ("/" + "a1-" * 100_000, "/" + "a" * 200_000 + "1", "/a1b2c3d4e5f6a7b8" * 20_000):
        shown_path(path)
    assert process_time() - began < 5
