"""What lets somebody in is nowhere printed, reported or cached, and goes to nobody else."""

from __future__ import annotations

import base64
import json
from urllib.parse import quote, unquote

import pytest

pytest.importorskip("aiohttp")

KEY = "sk-Proj-AbCdEf/0123+4567=89"
WORD = "PPASS-word/77"
IN_PATH = "s3cr3tPathToken0123"
CASES = [
    {
        "id": "q",
        "question": "How much?",
        "expected": "30 euros",
        "answer": "You pay 30 euros.",
        "contexts": ["One has to pay 30 euros."],
    }
]
PROXIES = ("http_proxy", "https_proxy", "all_proxy", "no_proxy")
VARIABLES = [
    "OPENAI_BASE_URL",
    "OPENAI_CUSTOM_HEADERS",
    "OPENAI_ORG_ID",
    "OPENAI_PROJECT_ID",
    "SSL_CERT_FILE",
    "SSL_CERT_DIR",
    *PROXIES,
    *map(str.upper, PROXIES),
]
OUTPUTS = ["--html", "--junit", "j.xml", "--judge-timeout", "5"]


@pytest.fixture(autouse=True)
def environment(monkeypatch):
    for name in VARIABLES:
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("KEY", KEY)


@pytest.fixture(scope="module")
def secrecy(module_of):
    return module_of("secrecy")


FORMS = ["as it is", "solidus", "the first by its number", "all by number", "by number, escaped twice"]
FORMS += ["in capitals", "in an address", "in a page", "packed"]


class Address:
    """An address, in the place of a server."""

    def __init__(self, base_url):
        self.base_url = base_url


@pytest.fixture
def is_nowhere(secrecy, evaluate):
    """Check that a secret is neither written nor printed, in any form."""

    def check(secret, printed):
        text = secrecy.decoded(secrecy.everything(evaluate.folder) + printed.stdout + printed.stderr)
        return secrecy.found(secret, text) == []

    return check


@pytest.fixture
def good(serve, scripted, judging):
    """A server that judges well."""
    return serve(lambda received, _: scripted.completion(json.dumps(judging.reply(received))))


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("verdict", ["supported", "perhaps"])
def test_a_key_in_a_models_reply_is_nowhere(  # noqa: PLR0917 - fixtures
    serve, scripted, judging, evaluate, secrecy, is_nowhere, form, verdict
):
    def script(received, _):
        said = json.dumps(judging.reply(received))
        assert '"reason": "' in said
        said = said.replace('"reason": "', f'"reason": "your key is {secrecy.ESCAPES[form](KEY)} ')
        return scripted.completion(said.replace('"supported"', f'"{verdict}"'))

    server = serve(script)
    code = 0 if verdict == "supported" else 3
    _, printed = evaluate(CASES, server, "--api-key-env", "KEY", *OUTPUTS, code=code)
    assert server.received[0].headers["authorization"] == f"Bearer {KEY}"
    assert is_nowhere(KEY, printed)


@pytest.mark.parametrize("form", [*FORMS, "JSON within JSON", "cut"])
def test_a_key_in_an_error_is_nowhere(serve, scripted, evaluate, secrecy, is_nowhere, form):  # noqa: PLR0917
    body = f'{{"error": {{"message": "no such key: {secrecy.ERRORS[form](KEY)}"}}}}'
    server = serve(lambda *_: scripted.Answer(status=401, body=body.encode()))
    _, printed = evaluate(CASES, server, "--api-key-env", "KEY", *OUTPUTS, code=3)
    assert "***" in printed.stdout + printed.stderr
    assert is_nowhere(KEY, printed)


HEADS = [
    {"content-encoding": KEY},
    {"content-encoding": "x" * 30 + KEY},
    {"content-encoding": "x" * 190 + KEY},
    {"location": f"http://elsewhere.test/{KEY}"},
    {"x-key": KEY * 500},
    {"x-key": "x" * 80 + KEY * 500},
]


@pytest.mark.parametrize("headers", HEADS, ids=range(len(HEADS)))
def test_a_key_in_a_head_is_nowhere(serve, scripted, evaluate, is_nowhere, headers):
    status = 302 if "location" in headers else 401
    server = serve(lambda *_: scripted.Answer(status=status, headers=headers, body=b"{}"))
    _, printed = evaluate(CASES, server, "--api-key-env", "KEY", *OUTPUTS, code=3)
    assert is_nowhere(KEY, printed)


HEADERS = "Authorization: Bearer of-the-environment-1\nX-Tenant-Key: t3nant-secret\nX-Place: production"
OTHERS = {
    "x-tenant-key": "t3nant-secret",
    "x-place": "production",
    "openai-organization": "org-8dk3Lq0",
    "openai-project": "proj-77aa88bb",
}


def own_headers(received):
    return {name: received.headers[name] for name in ("authorization", *OTHERS) if name in received.headers}


@pytest.fixture
def with_headers(monkeypatch):
    monkeypatch.setenv("OPENAI_CUSTOM_HEADERS", HEADERS)
    monkeypatch.setenv("OPENAI_ORG_ID", "org-8dk3Lq0")
    monkeypatch.setenv("OPENAI_PROJECT_ID", "proj-77aa88bb")
    monkeypatch.setenv("OPENAI_ADMIN_KEY", "sk-admin-0123456")


@pytest.mark.usefixtures("with_headers")
def test_headers_of_the_environment_go_to_no_other_endpoint(good, evaluate):
    evaluate(CASES, good, "--api-key-env", "KEY")
    assert own_headers(good.received[0]) == {"authorization": f"Bearer {KEY}"}
    evaluate(CASES, good, "--no-cache")
    assert own_headers(good.received[1]) == {"authorization": "Bearer none"}
    assert not any("sk-admin" in value for each in good.received for value in each.headers.values())
    assert {each.headers["content-type"] for each in good.received} == {"application/json"}


@pytest.mark.usefixtures("with_headers")
def test_they_go_to_that_of_the_environment_and_not_over_a_key_that_is_named(good, evaluate, monkeypatch):
    monkeypatch.setenv("OPENAI_BASE_URL", good.base_url)
    evaluate(CASES, None, "--no-cache")
    assert own_headers(good.received[0]) == {"authorization": "Bearer of-the-environment-1"} | OTHERS
    evaluate(CASES, good, "--no-cache", "--api-key-env", "KEY")
    assert own_headers(good.received[1]) == {"authorization": f"Bearer {KEY}"} | OTHERS


@pytest.mark.usefixtures("with_headers")
def test_headers_that_are_sent_are_nowhere_else(serve, scripted, evaluate, is_nowhere, monkeypatch):
    server = serve(lambda received, _: scripted.error(401, f"bad: {json.dumps(own_headers(received))}"))
    monkeypatch.setenv("OPENAI_BASE_URL", server.base_url)
    _, printed = evaluate(CASES, None, *OUTPUTS, code=3)
    for secret in ("of-the-environment-1", "t3nant-secret", "org-8dk3Lq0", "proj-77aa88bb"):
        assert is_nowhere(secret, printed)


@pytest.mark.usefixtures("with_headers")
@pytest.mark.parametrize("header", ["X-A: ключ", "X A: b", ": b", "X-A: b\x07"])
def test_a_header_that_cannot_be_sent_is_refused(nobody, evaluate, monkeypatch, header):
    monkeypatch.setenv("OPENAI_BASE_URL", nobody.base_url)
    monkeypatch.setenv("OPENAI_CUSTOM_HEADERS", header)
    _, printed = evaluate(CASES, None, code=2)
    assert printed.stderr.endswith("Error: OPENAI_CUSTOM_HEADERS holds a header that cannot be sent\n")
    assert nobody.received == []


@pytest.mark.parametrize("status", [407, 200])
@pytest.mark.parametrize("scheme", ["http://", ""])
@pytest.mark.parametrize("name", ["http_proxy", "HTTP_PROXY", "all_proxy"])
def test_a_password_of_a_proxy_is_nowhere(  # noqa: PLR0917 - fixtures
    serve, scripted, evaluate, is_nowhere, monkeypatch, scheme, name, status
):
    def script(received, _):
        said = f"{received.headers.get('proxy-authorization')} of someuser with {WORD}"
        packing = {"content-encoding": said} if status == 200 else {}
        return scripted.Answer(status=status, headers=packing, body=said.encode())

    server = serve(script)
    host = server.base_url.split("/")[2]
    monkeypatch.setenv(name, f"{scheme}someuser:{quote(WORD, safe='')}@{host}")
    options = ["--api-key-env", "KEY", *OUTPUTS]
    _, printed = evaluate(CASES, Address("http://nowhere.test/v1"), *options, code=3)
    sent = base64.b64encode(f"someuser:{WORD}".encode()).decode()
    assert server.received[0].headers["proxy-authorization"] == f"Basic {sent}"
    assert server.received[0].path.startswith("http://nowhere.test/v1/")
    assert is_nowhere(WORD, printed)
    assert is_nowhere(f"someuser:{WORD}", printed)
    assert "someuser" not in printed.stdout + printed.stderr


REFUSED = [
    ("all_proxy", "socks5://u:PPASS@127.0.0.1:1080"),
    ("ALL_PROXY", "socks5h://127.0.0.1:1080"),
    ("http_proxy", "ftp://u:PPASS@127.0.0.1:21"),
    ("HTTP_PROXY", "http://u:PPASS@[::1"),
    ("http_proxy", "http://u:PPASS@127.0.0.1:port"),
    ("http_proxy", "u:PPASS@127.0.0.1:99999"),
    ("http_proxy", "http://u:PPASS@"),
    ("http_proxy", "://"),
]


@pytest.mark.parametrize(("name", "proxy"), REFUSED)
def test_a_proxy_that_cannot_be_asked_is_refused_in_one_line(nobody, evaluate, monkeypatch, name, proxy):
    monkeypatch.setenv(name, proxy)
    _, printed = evaluate(CASES, nobody, "--api-key-env", "KEY", code=2)
    small = name.lower()
    last = printed.stderr.splitlines()[-1]
    assert last.startswith(f"Error: {small} (or {small.upper()}) names no proxy that can be asked")
    assert "Traceback" not in printed.stderr
    assert "PPASS" not in printed.stderr
    assert nobody.received == []


@pytest.mark.parametrize(("name", "proxy"), REFUSED)
def test_it_does_not_matter_where_no_proxy_is_asked(good, evaluate, monkeypatch, name, proxy):
    monkeypatch.setenv(name, proxy)
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    evaluate(CASES, good, "--api-key-env", "KEY")
    assert len(good.received) == 1


AMBIGUOUS = [
    "http://{named}?user=x@{other}",
    "http://{named}#@{other}/v1",
    "http://{named}\\@{other}/v1",
    "http://{named}/v1?user=x@{other}",
    "http://{named}/v1#x@{other}",
    "http://{named}/@{other}/v1",
    "http://{named}?@{other}/v1",
    "http://{named}/\\@{other}",
    "http://{named}\t@{other}/v1",
    "http://me@{other}:word@{named}/v1",
]


@pytest.mark.parametrize("address", AMBIGUOUS)
def test_an_at_sign_sends_nothing_to_another_host(good, nobody, evaluate, address):
    named, other = (each.base_url.split("/")[2] for each in (good, nobody))
    is_refused = any(each in address for each in "#\\\t")
    given = Address(address.format(named=named, other=other))
    evaluate(CASES, given, "--api-key-env", "KEY", code=2 if is_refused else 0)
    assert nobody.received == []
    assert len(good.received) == (0 if is_refused else 1)


@pytest.mark.parametrize("query", ["key=QSECRET", "api-version=2024-10-21&sig=Q%2FSECRET12", "QSECRET99"])
def test_a_value_of_a_query_is_nowhere(serve, scripted, evaluate, is_nowhere, query):
    value = query.rpartition("=")[2].replace("%2F", "/")
    server = serve(lambda *_: scripted.error(401, f"{value}, {quote(value, safe='')} and {value.lower()}"))
    _, printed = evaluate(CASES, Address(f"{server.base_url}?{query}"), *OUTPUTS, code=3)
    assert unquote(query) in unquote(server.received[0].path)
    assert is_nowhere(value, printed)


@pytest.mark.parametrize("status", [401, 200, 302, 500])
def test_a_key_in_a_path_is_nowhere(serve, scripted, evaluate, is_nowhere, status):

    def script(received, _):
        headers = {"location": f"http://elsewhere.test{received.path}"} if status == 302 else {}
        return scripted.Answer(
            status=status, headers=headers, body=f'{{"error": "no {received.path}"}}'.encode()
        )

    server = serve(script)
    address = f"{server.base_url}/{IN_PATH}/chat"
    _, printed = evaluate(CASES, Address(address), "--api-key-env", "KEY", *OUTPUTS, code=3)
    assert f"/{IN_PATH}/chat/" in server.received[0].path
    assert f"{server.base_url}/…/chat" in printed.stdout + printed.stderr
    assert is_nowhere(IN_PATH, printed)


def test_a_key_in_the_path_of_an_address_that_nobody_answers_is_nowhere(evaluate, is_nowhere):
    address = Address("http://127.0.0.1:1/v1/" + IN_PATH + "/chat")
    _, printed = evaluate(CASES, address, "--api-key-env", "KEY", *OUTPUTS, code=3)
    assert "http://127.0.0.1:1/v1/…/chat cannot be reached" in printed.stdout + printed.stderr
    assert is_nowhere(IN_PATH, printed)


def test_a_date_in_a_query_stays_in_a_models_reply(good, evaluate):
    row = CASES[0] | {
        "answer": "It is due on 2024-10-21.",
        "contexts": ["By the handbook it is due since 2024-10-21."],
    }
    address = Address(f"{good.base_url}?api-version=2024-10-21&collection=handbook")
    report, _ = evaluate([row], address)
    assert report["judging"]["support"]["failed"] == 0


@pytest.mark.parametrize("variable", ["SSL_CERT_FILE", "SSL_CERT_DIR"])
@pytest.mark.parametrize("name", ["nowhere.pem", "none.pem"])
def test_certificates_that_are_none_are_refused_where_they_are_needed(  # noqa: PLR0917 - fixtures
    good, evaluate, monkeypatch, tmp_path, variable, name
):
    (tmp_path / "none.pem").write_text("no certificate")
    monkeypatch.setenv(variable, str(tmp_path / name))
    _, printed = evaluate(CASES, Address("https://127.0.0.1:9/v1"), code=2)
    assert printed.stderr.splitlines()[-1].startswith(f"Error: {variable} names no ")
    evaluate(CASES, good)
    assert len(good.received) == 1


@pytest.mark.parametrize("key", ["ключ", "sk-é12345678", "sk-1\n2", "sk-\x7f1"])
@pytest.mark.parametrize("options", [["--api-key-env", "ODD"], []])
def test_a_key_that_can_be_no_header_is_refused(nobody, evaluate, monkeypatch, key, options):
    monkeypatch.setenv("ODD" if options else "OPENAI_API_KEY", key)
    monkeypatch.setenv("OPENAI_BASE_URL", nobody.base_url)
    _, printed = evaluate(CASES, None, *options, code=2)
    assert "holds a line break or another character that no key has" in printed.stderr
    assert key not in printed.stderr
    assert nobody.received == []
