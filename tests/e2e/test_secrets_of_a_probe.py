"""The same of a probe, which posts to an address of one's own."""

from __future__ import annotations

import base64
import json
import sys
from pathlib import Path
from urllib.parse import quote

import pytest

from ragtriage.cli import main

KEY = "sk-Proj-AbCdEf/0123+4567=89"
WORD = "PPASS-word/77"
IN_PATH = "s3cr3tPathToken0123"
CASE = {
    "id": "q",
    "question": "How much?",
    "expected": "30 euros",
    "answer": "You pay 30 euros.",
    "contexts": ["One has to pay 30 euros."],
    "evidence": ["One has to pay 30 euros."],
}
PROXIES = ("http_proxy", "https_proxy", "all_proxy", "no_proxy")


@pytest.fixture(scope="module")
def secrecy(module_of):
    return module_of("secrecy")


@pytest.fixture
def probe(tmp_path, monkeypatch, capsys, secrecy):
    """Run `ragtriage probe` on an address; return what was printed and written."""
    monkeypatch.chdir(tmp_path)
    for name in (*PROXIES, *map(str.upper, PROXIES), "OPENAI_BASE_URL", "OPENAI_CUSTOM_HEADERS"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("KEY", KEY)

    def run(address, *options, code):
        Path("cases.jsonl").write_text(json.dumps(CASE), "utf-8")
        arguments = ["ragtriage", "probe", "cases.jsonl", "--generator", address, "--out", "out"]
        arguments += ["--no-color", "--cache", "cache", "--timeout", "5", *options]
        monkeypatch.setattr(sys, "argv", arguments)
        with pytest.raises(SystemExit) as stopped:
            main()
        printed = capsys.readouterr()
        assert stopped.value.code == code, printed
        return printed.out + printed.err + secrecy.everything(tmp_path)

    return run


FORMS = ["as it is", "solidus", "the first by its number", "all by number", "by number, escaped twice"]
FORMS += ["in capitals", "in an address", "in a page", "packed", "JSON within JSON", "cut"]


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("status", [200, 401])
def test_a_key_that_an_address_repeats_is_nowhere(serve, scripted, probe, secrecy, form, status):  # noqa: PLR0917
    body = f'{{"said": "no such key: {secrecy.ERRORS[form](KEY)}"}}'
    server = serve(lambda *_: scripted.Answer(status=status, body=body.encode()))
    written = probe(server.base_url, "--api-key-env", "KEY", code=3)
    assert server.received[0].headers["authorization"] == f"Bearer {KEY}"
    assert secrecy.found(KEY, secrecy.decoded(written)) == []


@pytest.mark.parametrize("form", FORMS[:-2])
def test_a_key_in_an_answer_is_nowhere(serve, scripted, probe, secrecy, form):
    body = f'{{"answer": "30 euros, {secrecy.ESCAPES[form](KEY)}"}}'
    server = serve(lambda *_: scripted.Answer(body=body.encode()))
    written = probe(server.base_url, "--api-key-env", "KEY", code=0)
    assert secrecy.found(KEY, secrecy.decoded(written)) == []


@pytest.mark.parametrize("status", [401, 200, 302])
def test_a_key_in_a_path_is_nowhere(serve, scripted, probe, secrecy, status):

    def script(received, _):
        headers = {"location": f"http://elsewhere.test{received.path}"} if status == 302 else {}
        return scripted.Answer(
            status=status, headers=headers, body=f'{{"said": "no {received.path}"}}'.encode()
        )

    server = serve(script)
    written = probe(f"{server.base_url}/{IN_PATH}/answer", code=3)
    assert server.received[0].path.endswith(f"/{IN_PATH}/answer")
    assert f"{server.base_url}/…/answer" in written
    assert secrecy.found(IN_PATH, secrecy.decoded(written)) == []


@pytest.mark.parametrize("packing", [KEY, "x" * 30 + KEY, KEY.upper()])
def test_a_key_as_a_packing_is_nowhere(serve, scripted, probe, secrecy, packing):
    server = serve(lambda *_: scripted.Answer(headers={"content-encoding": packing}, body=b"{}"))
    written = probe(server.base_url, "--api-key-env", "KEY", code=3)
    assert secrecy.found(KEY, secrecy.decoded(written)) == []


AMBIGUOUS = [
    "http://{named}?user=x@{other}",
    "http://{named}#@{other}/v1",
    "http://{named}\\@{other}/v1",
    "http://{named}/v1?user=x@{other}",
    "http://{named}/@{other}/v1",
    "http://{named}/\\@{other}",
    "http://me@{other}:word@{named}/v1",
]


@pytest.mark.parametrize("address", AMBIGUOUS)
def test_an_at_sign_sends_no_texts_to_another_host(serve, scripted, nobody, probe, address):
    server = serve(lambda *_: scripted.Answer(body=b'{"answer": "30 euros"}'))
    named, other = (each.base_url.split("/")[2] for each in (server, nobody))
    is_refused = any(each in address for each in "#\\")
    probe(address.format(named=named, other=other), code=2 if is_refused else 0)
    assert nobody.received == []
    assert bool(server.received) != is_refused


@pytest.mark.parametrize(
    "proxy", ["socks5://u:PPASS@127.0.0.1:1", "ftp://u:PPASS@there", "http://u:PPASS@[::1"]
)
@pytest.mark.parametrize("name", ["http_proxy", "ALL_PROXY"])
def test_a_proxy_that_cannot_be_asked_ends_it_in_one_line(nobody, probe, monkeypatch, name, proxy):
    monkeypatch.setenv(name, proxy)
    written = probe(nobody.base_url, code=2)
    assert "names no proxy that can be asked" in written
    assert "Traceback" not in written
    assert "PPASS" not in written
    assert nobody.received == []


@pytest.mark.parametrize("status", [407, 200])
@pytest.mark.parametrize("scheme", ["http://", ""])
@pytest.mark.parametrize("name", ["http_proxy", "all_proxy"])
def test_a_password_of_a_proxy_is_nowhere(  # noqa: PLR0917 - fixtures
    serve, scripted, probe, monkeypatch, name, scheme, status
):
    def script(received, _):
        said = f"{received.headers['proxy-authorization']} of someuser with {WORD}"
        return scripted.Answer(status=status, body=said.encode())

    server = serve(script)
    host = server.base_url.split("/")[2]
    monkeypatch.setenv(name, f"{scheme}someuser:{quote(WORD, safe='')}@{host}")
    written = probe("http://nowhere.test/ask", code=3)
    sent = base64.b64encode(f"someuser:{WORD}".encode()).decode()
    assert server.received[0].headers["proxy-authorization"] == f"Basic {sent}"
    assert not any(secret in written for secret in (WORD, sent, "someuser"))


@pytest.mark.parametrize("key", ["ключ", "sk-é12345678"])
def test_a_key_that_can_be_no_header_ends_it_in_one_line(nobody, probe, monkeypatch, key):
    monkeypatch.setenv("ODD", key)
    written = probe(nobody.base_url, "--api-key-env", "ODD", code=2)
    assert "holds a line break or another character that no key has" in written
    assert key not in written
    assert nobody.received == []
