"""What carries requests: the proxy of the environment, whom to trust, and what is sent."""

from __future__ import annotations

import ssl

import pytest

from ragtriage.llm.headers import with_headers
from ragtriage.llm.proxies import proxy_of
from ragtriage.llm.transport import _trust, chat_url, fixed_headers


@pytest.fixture(autouse=True)
def no_proxies(monkeypatch):
    for name in ("http_proxy", "https_proxy", "all_proxy", "no_proxy"):
        monkeypatch.delenv(name, raising=False)
        monkeypatch.delenv(name.upper(), raising=False)


def test_without_a_proxy_there_is_none():
    assert proxy_of("https://api.openai.com/v1/chat/completions") is None


def test_the_proxy_of_the_environment_is_used_but_not_where_it_is_not_to_be(monkeypatch):
    monkeypatch.setenv("HTTPS_PROXY", "http://proxy:3128")
    monkeypatch.setenv("NO_PROXY", "localhost,.internal")
    assert proxy_of("https://api.openai.com/v1/chat/completions") == "http://proxy:3128"
    assert proxy_of("https://llm.internal/v1/chat/completions") is None
    assert proxy_of("http://api.openai.com/v1/chat/completions") is None


def test_certificates_are_checked(monkeypatch):
    monkeypatch.delenv("SSL_CERT_FILE", raising=False)
    context = _trust()
    assert context.verify_mode is ssl.CERT_REQUIRED
    assert context.check_hostname


@pytest.mark.parametrize(
    ("base_url", "url"),
    [
        ("http://there/v1", "http://there/v1/chat/completions"),
        ("http://there/v1/", "http://there/v1/chat/completions"),
        ("https://there/openai/v1?api-version=1", "https://there/openai/v1/chat/completions?api-version=1"),
    ],
)
def test_the_path_is_added_before_a_query(base_url, url):
    assert chat_url(base_url) == url


def test_a_header_of_ones_own_stands_in_the_place_of_the_keys():
    headers = with_headers(fixed_headers("k"), {"authorization": "Basic x"})
    assert headers["authorization"] == "Basic x"
    assert "Authorization" not in headers
    assert headers["Content-Type"] == "application/json"
