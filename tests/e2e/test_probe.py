"""`ragtriage probe` over files and real sockets: the price first, limits, resuming, keys, endpoints."""

from __future__ import annotations

import json
import os
import signal
import sqlite3
import subprocess
import sys
import threading
from pathlib import Path
from typing import NamedTuple

import pytest

from ragtriage.cli import main

pytest.importorskip("aiohttp")

CASES = [
    {
        "id": f"q{i}",
        "question": f"How much is pass {i}?",
        "expected": f"{i}5 euros",
        "gold_ids": [f"pass-{i}"],
        "evidence": [f"Pass {i} costs {i}5 euros."],
        "answer": f"{i}5 euros" if i % 2 else "I don't know.",
        "retrieved": [
            {"document_id": "free", "text": "Children travel free."},
            *([{"document_id": f"pass-{i}", "text": f"Pass {i} costs {i}5 euros."}] if i % 2 else []),
        ],
        "tags": ["odd" if i % 2 else "even"],
    }
    for i in range(1, 9)
]
PROMPTS = 36  # odd: no text, retrieved, gold, gold on top, without it; even: all of these but the last


def reader(prompt):
    """Answer as somebody does who reads: what the pass of the question costs, if the texts say so."""
    number = prompt.split("How much is pass ")[1].split("?")[0]
    start = f"Pass {number} costs "
    return prompt.split(start)[1].split(".")[0] if start in prompt else "I don't know."


class Done(NamedTuple):
    """What a command did."""

    stdout: str
    stderr: str


@pytest.fixture
def run(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("OPENAI_API_KEY", "sk-of-the-environment")
    monkeypatch.delenv("OPENAI_BASE_URL", raising=False)
    monkeypatch.delenv("NO_COLOR", raising=False)
    (tmp_path / "cases.jsonl").write_text("".join(json.dumps(case) + "\n" for case in CASES), "utf-8")

    def command(*arguments, code=0):
        monkeypatch.setattr(sys, "argv", ["ragtriage", *arguments])
        with pytest.raises(SystemExit) as stopped:
            main()
        done = Done(*capsys.readouterr())
        assert stopped.value.code == code, done
        return done

    command("evaluate", "cases.jsonl", "--out", "out", "--quiet")
    return command


@pytest.fixture
def model(serve, scripted):
    return serve(lambda received, _: scripted.completion(reader(received.prompt)))


def asking(server, *more):
    return (
        "probe",
        "out",
        "--generator",
        "openai:m",
        "--base-url",
        server.base_url,
        "--cache",
        "cache",
        *more,
    )


def probed(folder="out"):
    with open(f"{folder}/probe.json", encoding="utf-8") as file:  # noqa: PTH123 - the working directory is the test's
        return json.load(file)


def test_the_picture_and_each_case_are_told(run, model):
    done = run(*asking(model, "--no-color"))
    assert len(model.received) == PROMPTS
    assert "36 prompts of 8 cases, 1 each: about 36 calls" in done.stderr
    assert "gold_first: cannot be built for 4 of 8 cases" in done.stderr
    told = [line.split()[:4] for line in done.stdout.splitlines()]
    assert ["closed_book", "0/8", "0.0", "%"] in told
    assert ["retrieved", "4/8", "50.0", "%"] in told
    assert ["gold", "8/8", "100.0", "%"] in told
    assert "perfect retrieval could win at most" in done.stdout
    report = probed()
    assert report["summary"]["conclusions"]["retrieval_at_fault"] == 4
    assert report["summary"]["conclusions"]["drawn_from_gold"] == 4
    assert report["summary"]["standings"] == {"confirmed": 8, "contradicted": 0, "open": 0}
    assert report["summary"]["headroom"]["retrieval"]["count"] == 4
    assert [each["name"] for each in report["summary"]["slices"]] == ["even", "odd"]
    shown = run("explain", "out", "q2", "--no-color").stdout
    assert "Asked again" in shown
    assert "retrieval_at_fault" in shown
    assert "25 euros" in shown
    assert "the same texts as retrieved" in shown
    assert "Asked again" not in run("explain", "out", "q2", "--no-color").stderr


def test_a_model_is_asked_with_the_prompt_that_is_given(run, model, tmp_path):
    (tmp_path / "prompt.jinja").write_text("{{ contexts|join('|') }} -> {{ question }}", "utf-8")
    run(*asking(model, "--prompt", "prompt.jinja", "--temperature", "0.7", "--seed", "5", "--samples", "2"))
    assert len(model.received) == 2 * PROMPTS
    texts = {received.prompt for received in model.received}
    assert "Children travel free. -> How much is pass 2?" in texts
    assert {received.body["temperature"] for received in model.received} == {0.7}
    assert {received.body["seed"] for received in model.received} == {5, 6}
    manifest = probed()["manifest"]
    assert "prompt.jinja" in manifest["generator"]
    assert manifest["parameters"] == {"temperature": 0.7, "max_tokens": 512, "seed": 5}


def test_a_prompt_that_reaches_for_more_is_refused_before_anything_is_asked(run, nobody, tmp_path):
    for text in ("{{ question.__class__ }}", "{% include 'cases.jsonl' %}{{ question }}"):
        (tmp_path / "prompt.jinja").write_text(text, "utf-8")
        done = run(*asking(nobody, "--prompt", "prompt.jinja"), code=2)
        assert "prompt.jinja: cannot be filled in: " in done.stderr
    assert nobody.received == []


def test_a_dry_run_says_the_price_and_asks_and_writes_nothing(run, nobody, tmp_path):
    done = run(*asking(nobody, "--dry-run", "--price", "1000,2000", "--samples", "5"))
    assert f"{PROMPTS} prompts of 8 cases, 5 each: about {5 * PROMPTS} calls" in done.stderr
    assert "tokens in" in done.stderr
    assert "at the price given" in done.stderr
    assert "Nothing was asked and nothing was written" in done.stdout
    assert nobody.received == []
    assert not (tmp_path / "out" / "probe.json").exists()


def test_nothing_that_was_answered_is_paid_for_again(run, model):
    run(*asking(model))
    first = probed()
    done = run(*asking(model))
    assert len(model.received) == PROMPTS
    assert "about 0 calls" in done.stderr
    assert probed() == first
    run(*asking(model, "--samples", "2"))  # of each prompt one sample is there already
    assert len(model.received) == 2 * PROMPTS


def test_a_limit_of_calls_stops_it_and_a_higher_one_goes_on(run, model):
    done = run(*asking(model, "--max-calls", "10", "--concurrency", "1"), code=3)
    assert len(model.received) == 10
    assert "the limit of 10 calls is reached; run again with a higher one" in done.stderr
    stopped = probed()
    assert stopped["summary"]["not_asked"] == PROMPTS - 10
    assert stopped["summary"]["conclusions"]["nothing_concluded"] > 0
    run(*asking(model, "--max-calls", "100"))
    assert len(model.received) == PROMPTS
    assert probed()["summary"]["not_asked"] == 0


def test_a_limit_of_cost_stops_it(run, model):
    # each reply takes 7 tokens in and 3 out: 0.01 at 1,000 a million
    done = run(*asking(model, "--max-cost", "0.1", "--price", "1000,1000", "--concurrency", "1"), code=3)
    assert "the limit of 0.1 for the cost is reached" in done.stderr
    assert len(model.received) == 10
    assert probed()["summary"]["cost"] == pytest.approx(0.1)


def test_too_many_missing_answers_end_with_3_and_count_as_unknown(run, serve, scripted):
    broken = serve(lambda *_: scripted.error(400, "no such model"))
    done = run(*asking(broken), "--keep-going", code=3)
    assert "the generator failed on 36 of 36 answers, more than --max-unknown" in done.stderr
    assert "; case 'q1': " in done.stderr
    assert "answered 400: " in done.stderr
    assert "no such model" in done.stderr
    report = probed()
    assert report["summary"]["conclusions"]["nothing_concluded"] == 8
    assert report["summary"]["levels"]["gold"]["unknown"] == 8
    assert report["summary"]["levels"]["gold"]["rate"] is None


def test_the_keys_stand_nowhere(run, serve, scripted, tmp_path, monkeypatch):
    monkeypatch.setenv("GENERATOR_KEY", "sk-very-secret")
    server = serve(lambda *_: scripted.error(401, "bad key sk-very-secret"))
    done = run(*asking(server, "--api-key-env", "GENERATOR_KEY"), code=3)
    assert {received.headers["authorization"] for received in server.received} == {"Bearer sk-very-secret"}
    written = b"".join(path.read_bytes() for path in tmp_path.rglob("*") if path.is_file())
    for secret in ("sk-very-secret", "sk-of-the-environment"):
        assert secret not in done.stdout + done.stderr
        assert secret.encode() not in written


def test_the_password_of_an_address_stands_nowhere(run, serve, scripted, tmp_path):
    server = serve(lambda received, _: scripted.error(400, f"no {received.path} for user:hush"))
    address = server.base_url.replace("//", "//user:hush@").replace("/v1", "/answer?key=hush-too")
    done = run("probe", "out", "--generator", address, "--cache", "cache", code=3)
    assert {received.headers["authorization"] for received in server.received} == {"Basic dXNlcjpodXNo"}
    assert {received.path for received in server.received} == {"/answer?key=hush-too"}
    assert "hush@" not in done.stdout + done.stderr
    written = (tmp_path / "out" / "probe.json").read_text("utf-8")
    assert "hush@" not in written
    assert probed()["manifest"]["endpoint"] == server.base_url.replace("/v1", "/answer")


def test_the_key_of_the_environment_goes_to_no_endpoint_that_is_named(run, model):
    run(*asking(model))
    assert {received.headers["authorization"] for received in model.received} == {"Bearer none"}


@pytest.mark.parametrize("option", ["generator", "prompt", "body", "answer-path", "base-url", "cache"])
def test_no_configuration_file_names_a_generator(run, tmp_path, option):
    (tmp_path / "ragtriage.toml").write_text(f'[probe]\n{option} = "app:answer"\n', "utf-8")
    done = run("probe", "out", "--generator", "app:answer", code=2)
    assert f"`{option}` may not stand in a file" in done.stderr


def test_a_configuration_file_may_say_how_often(run, model, tmp_path):
    (tmp_path / "ragtriage.toml").write_text("[probe]\nsamples = 2\n", "utf-8")
    run(*asking(model))
    assert len(model.received) == 2 * PROMPTS


def test_a_function_of_the_working_directory_is_called(run, tmp_path):
    (tmp_path / "app_of_probe.py").write_text(
        "def answer(question, contexts):\n"
        "    number = question.split()[-1].rstrip('?')\n"
        "    found = [t for t in contexts if t.startswith(f'Pass {number} ')]\n"
        "    return found[0].split('costs ')[1].rstrip('.') if found else \"I don't know.\"\n"
        "async def later(question, contexts):\n"
        "    return answer(question, contexts)\n",
        "utf-8",
    )
    for name in ("answer", "later"):
        run("probe", "out", "--generator", f"app_of_probe:{name}", "--no-cache", "--quiet")
        assert probed()["summary"]["conclusions"]["retrieval_at_fault"] == 4
        assert probed()["manifest"]["endpoint"] is None
    assert run("probe", "out", "--generator", "app_of_probe:nothing", code=2).stderr.startswith(
        "Error: app_of"
    )


def test_the_example_answers_without_a_model(run, monkeypatch, tmp_path):
    root = Path(__file__).parents[2]
    monkeypatch.syspath_prepend(str(root))
    (tmp_path / "cases.jsonl").write_bytes((root / "examples" / "expenses.jsonl").read_bytes())
    options = ("--generator", "examples.extractive:answer", "--no-cache", "--out", "new")
    done = run("probe", "cases.jsonl", *options, "--no-color")
    summary = probed("new")["summary"]
    assert summary["levels"]["closed_book"]["pass"] == 0  # it knows nothing
    assert summary["levels"]["gold"]["pass"] > summary["levels"]["retrieved"]["pass"] > 0
    # it is not the system whose answers were recorded, and so nothing is confirmed
    assert not summary["is_still"]
    assert summary["standings"]["open"] == summary["n"]
    assert "nothing is confirmed unless 95%" in " ".join(done.stdout.split())


def own(scripted, reply):
    """Return a script that answers in a form of its own."""

    def script(received, _):
        said = " ".join([*received.body["input"]["texts"], received.body["input"]["q"]])
        return scripted.Answer(body=json.dumps(reply(reader(said))).encode())

    return script


def test_an_endpoint_of_ones_own_is_posted_to(run, serve, scripted, monkeypatch):
    monkeypatch.setenv("OWN_KEY", "own-secret")
    server = serve(own(scripted, lambda said: {"data": [{"said": {"text": said}}]}))
    address = server.base_url.replace("/v1", "/answer?collection=a")
    body = '{"input": {"q": "{{question}}", "texts": "{{contexts}}"}, "top": 3}'
    options = (
        "--body",
        body,
        "--answer-path",
        "data[0].said.text",
        "--api-key-env",
        "OWN_KEY",
        "--cache",
        "cache",
    )
    run("probe", "out", "--generator", address, *options)
    assert probed()["summary"]["conclusions"]["retrieval_at_fault"] == 4
    assert len(server.received) == PROMPTS
    assert {received.path for received in server.received} == {"/answer?collection=a"}
    assert {received.headers["authorization"] for received in server.received} == {"Bearer own-secret"}
    bodies = [received.body for received in server.received]
    assert {"input": {"q": "How much is pass 1?", "texts": []}, "top": 3} in bodies
    run("probe", "out", "--generator", address, *options)
    assert len(server.received) == PROMPTS  # cached
    run("probe", "out", "--generator", address.replace("=a", "=b"), *options)
    assert len(server.received) == 2 * PROMPTS  # another collection is another generator
    assert "own-secret" not in json.dumps(probed())
    assert "collection" not in json.dumps(probed())


def test_a_body_stands_in_a_file_and_its_texts_in_one_string(run, serve, scripted, tmp_path):
    (tmp_path / "body.json").write_text('{"prompt": "Texts: {{ contexts }} Q: {{question}}"}', "utf-8")
    server = serve(
        lambda received, _: scripted.Answer(
            body=json.dumps({"answer": reader(received.body["prompt"])}).encode()
        )
    )
    address = server.base_url.replace("/v1", "/")
    run("probe", "out", "--generator", address, "--body", "body.json", "--no-cache")
    assert "Texts: Children travel free. Q: How much is pass 2?" in {
        received.body["prompt"] for received in server.received
    }


def test_what_a_question_holds_is_never_read_as_a_place_for_texts(tmp_path, serve, scripted, run):
    case = CASES[1] | {"question": "What is {{contexts}}?"}
    (tmp_path / "one.jsonl").write_text(json.dumps(case), "utf-8")
    server = serve(lambda *_: scripted.Answer(body=b'{"answer": "25 euros"}'))
    run("probe", "one.jsonl", "--generator", server.base_url, "--no-cache", "--out", "new")
    assert {received.body["question"] for received in server.received} == {"What is {{contexts}}?"}
    assert probed("new")["summary"]["n"] == 1


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        ({"body": b'{"other": 1}'}, "no text stands at answer (--answer-path)"),
        ({"body": b'{"answer": 5}'}, "no text stands at answer"),
        ({"body": b"<html>"}, "something else than JSON"),
        ({"body": b'{"answer": "25 \\udc80"}'}, "lone surrogate"),
        ({"status": 404, "body": b"nobody"}, "answered 404: nobody"),
        ({"status": 302, "headers": {"location": "http://127.0.0.1:1/"}, "body": b""}, "answered 302"),
    ],
)
def test_a_reply_without_an_answer_is_a_missing_one(run, serve, scripted, answer, said):
    server = serve(lambda *_: scripted.Answer(**answer))
    done = run(
        *("probe", "out", "--generator", server.base_url, "--no-cache", "--conditions", "closed_book"),
        *("--cases", "q1"),
        code=3,
    )
    assert "the generator failed on 2 of 2" in done.stderr
    assert "; case 'q1': " in done.stderr
    assert said in done.stderr
    (case,) = probed()["cases"]
    assert said in case["conditions"]["closed_book"]["samples"][0]["reason"]
    assert len(server.received) == 2  # not tried again, and nobody followed anywhere


def test_neither_password_nor_query_that_an_endpoint_repeats_is_shown(run, serve, scripted):
    def script(received, _):
        said = f"{received.headers['authorization']} {received.path}"
        return scripted.Answer(status=401, body=said.encode())

    address = serve(script).base_url.replace("//", "//user:hush@").replace("/v1", "/answer?token=hush-too")
    run("probe", "out", "--generator", address, "--no-cache", "--cases", "q1", code=3)
    reason = probed()["cases"][0]["conditions"]["gold"]["samples"][0]["reason"]
    assert reason.endswith("answered 401: Basic *** /answer?***")


def test_an_endpoint_that_is_busy_is_asked_again(run, serve, scripted):
    def script(received, number):
        if number == 0:
            return scripted.Answer(status=429, headers={"retry-after": "0"}, body=b"{}")
        said = " ".join([*received.body["contexts"], received.body["question"]])
        return scripted.Answer(body=json.dumps({"answer": reader(said)}).encode())

    server = serve(script)
    chosen = ("--conditions", "gold", "--cases", "q2", "--concurrency", "1", "--no-cache")
    run("probe", "out", "--generator", server.base_url, *chosen)
    assert len(server.received) == 3
    assert probed()["cases"][0]["conclusion"] == "retrieval_at_fault"


def test_cases_are_evaluated_first_and_written_with_the_probe(run, model, tmp_path):
    endpoint = ("--generator", "openai:m", "--base-url", model.base_url, "--no-cache")
    run("probe", "cases.jsonl", *endpoint, "--out", "new", "--k", "1")
    written = {path.name for path in (tmp_path / "new").iterdir()}
    assert written == {"cases.jsonl", "report.json", "probe.json"}
    assert probed("new")["manifest"]["settings"]["k"] == 1


def test_what_cannot_be_written_is_refused_before_anything_is_asked(run, nobody, tmp_path):
    (tmp_path / "own").mkdir()
    (tmp_path / "own" / "notes.txt").write_text("mine", "utf-8")
    done = run("probe", "cases.jsonl", *asking(nobody)[2:], "--out", "own", code=2)
    assert "holds 'notes.txt'" in done.stderr
    assert [path.name for path in (tmp_path / "own").iterdir()] == ["notes.txt"]
    (tmp_path / "out" / "probe.json").mkdir()
    assert "is a directory" in run(*asking(nobody), code=2).stderr
    assert not nobody.received
    assert sorted(path.name for path in (tmp_path / "out").iterdir()) == [
        "cases.jsonl",
        "probe.json",
        "report.json",
    ]


def test_a_case_that_is_named_twice_is_one(run, model):
    done = run(*asking(model, "--cases", "q1, q1,q2"))
    assert "2 of 8 cases were probed (2 ids)" in " ".join(done.stdout.split())


def test_refusals_that_the_evaluation_knew_by_patterns_of_its_own_are_asked_for(run, tmp_path):
    (tmp_path / "patterns.txt").write_text("weiß ich nicht\n", "utf-8")
    cases = [
        {"id": "q", "question": "Wer unterschreibt?", "answerable": False, "answer": "Das weiß ich nicht."}
        | {"retrieved": [{"document_id": "free", "text": "Kinder fahren frei."}]},
    ]
    (tmp_path / "german.jsonl").write_text("".join(json.dumps(case) for case in cases), "utf-8")
    (tmp_path / "app_in_german.py").write_text("def answer(*_):\n    return 'Das weiß ich nicht.'\n", "utf-8")
    own = ("--abstention-patterns", "patterns.txt")
    run("evaluate", "german.jsonl", "--out", "german", "--quiet", *own)
    ask = ("probe", "german", "--generator", "app_in_german:answer", "--no-cache", "--quiet")
    assert "1 recorded answer is a refusal in the evaluation" in run(*ask).stderr
    assert "refusal" not in run(*ask, *own).stderr


def test_a_folder_keeps_its_rules(run, nobody):
    done = run(*asking(nobody, "--k", "3"), code=2)
    assert "--k is for CASES" in done.stderr


def test_answers_are_left_out_with_the_texts(run, model):
    run(*asking(model, "--no-texts"))
    assert "euros" not in json.dumps(probed())
    assert probed()["cases"][1]["conclusion"] == "retrieval_at_fault"


def test_a_judge_reads_what_strings_cannot(run, serve, scripted, judging, tmp_path):
    case = CASES[1] | {
        "expected": "the head of department",
        "answer": "someone",
        "evidence": ["Her boss signs."],
    }
    (tmp_path / "one.jsonl").write_text(json.dumps(case), "utf-8")

    def script(received, _):
        if "BEGIN answer" not in json.dumps(received.body):
            return scripted.completion("her boss" if "Her boss" in received.prompt else "someone")
        said = judging.shown(received)["answer"]["answer"]
        is_right = said == "her boss"
        reply = {
            "reason": "They say the same." if is_right else "They say different things.",
            "expected": 1 if is_right else 0,
            "stretch": said if is_right else "",
            "verdict": "equivalent" if is_right else "different",
        }
        return scripted.completion(json.dumps(reply))

    server = serve(script)
    options = ("--generator", "openai:m", "--base-url", server.base_url, "--no-cache", "--out", "new")
    run("probe", "one.jsonl", *options)
    (case,) = probed("new")["cases"]
    assert (case["certain"], case["standing"]) == (False, "open")
    done = run(
        *("probe", "one.jsonl", *options, "--judge", "answer=openai:j", "--judge-base-url", server.base_url)
    )
    (case,) = probed("new")["cases"]
    assert case["conclusion"] == "retrieval_at_fault"
    assert case["certain"] is True
    assert "answers were judged by openai:j" in done.stdout.replace("\n", " ")
    run("probe", "one.jsonl", *options, "--judge", "support=openai:j", code=2)


class Run:
    """One run of the command, in a process that can be stopped."""

    def __init__(self, folder, server, *more):
        command = [sys.executable, "-m", "ragtriage", *asking(server, "--quiet", "--concurrency", "4", *more)]
        self.process = subprocess.Popen(
            command,
            cwd=folder,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env=os.environ | {"OPENAI_API_KEY": "k"},
        )

    def wait(self):
        _, error = self.process.communicate(timeout=120)
        return self.process.returncode, error


def kept(folder):
    with sqlite3.connect(folder / "cache" / "replies.sqlite3") as connection:
        return connection.execute("SELECT count(*) FROM replies").fetchone()[0]


@pytest.fixture
def slow_model(serve, scripted):
    is_enough = threading.Event()

    def script(received, number):
        if number >= 10:
            is_enough.set()
        answer = scripted.completion(reader(received.prompt))
        return scripted.Answer(body=answer.body, delay_seconds=0.1 if number >= 8 else 0.0)

    server = serve(script)
    server.is_enough = is_enough
    return server


@pytest.mark.usefixtures("run")
def test_an_interrupt_keeps_what_was_answered_and_running_again_goes_on(slow_model, tmp_path):
    stopped = Run(tmp_path, slow_model)
    assert slow_model.is_enough.wait(60)
    stopped.process.send_signal(signal.SIGINT)
    code, error = stopped.wait()
    assert code == 130
    assert "all replies of this run are kept in cache: run again" in error
    assert "Traceback" not in error
    assert kept(tmp_path) == len(slow_model.received) < PROMPTS  # each was paid for
    assert not (tmp_path / "out" / "probe.json").exists()
    assert Run(tmp_path, slow_model).wait()[0] == 0
    assert len(slow_model.received) == PROMPTS


@pytest.mark.usefixtures("run")
def test_killed_it_asks_only_what_was_not_answered(slow_model, tmp_path):
    killed = Run(tmp_path, slow_model)
    assert slow_model.is_enough.wait(60)
    killed.process.kill()
    killed.wait()
    answered, received = kept(tmp_path), len(slow_model.received)
    assert 0 <= received - answered <= 4
    assert not (tmp_path / "out" / "probe.json").exists()
    assert Run(tmp_path, slow_model).wait()[0] == 0
    assert len(slow_model.received) == PROMPTS + received - answered
    resumed = (tmp_path / "out" / "probe.json").read_bytes()
    (tmp_path / "out" / "probe.json").unlink()
    assert Run(tmp_path, slow_model, "--cache", "other").wait()[0] == 0
    assert (tmp_path / "out" / "probe.json").read_bytes() == resumed
