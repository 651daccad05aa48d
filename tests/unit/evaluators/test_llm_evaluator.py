"""LLMEvaluator: prompts, replies, failures, concurrency and the life of its generator."""

from __future__ import annotations

import asyncio
import copy
import logging
import sys
import threading
import time
from types import SimpleNamespace

import pytest

from ragtriage.errors import ConfigError, DataError
from ragtriage.evaluators import Document, Endpoint, LLMEvaluator, RowsFailedError
from ragtriage.llm.backoff import Backoff


class Scripted:
    """A chat generator that replies what a function of the prompt returns, or raises."""

    def __init__(self, reply):
        self.reply = reply
        self.conversations: list[list[str]] = []

    def run(self, messages):
        self.conversations.append([message.text for message in messages])
        said = self.reply(messages[0].text, len(messages))
        return {"replies": [SimpleNamespace(text=said, meta={})]} if isinstance(said, str) else said


def always(reply):
    return Scripted(lambda *_: reply)


def evaluator(generator, **arguments) -> LLMEvaluator:
    made = LLMEvaluator(
        instructions="Is it polite?",
        inputs=[("answers", list[str])],
        outputs=["score"],
        examples=[{"inputs": {"answers": "Get lost."}, "outputs": {"score": 0}}],
        chat_generator=generator,
        **arguments,
    )
    made._backoff = Backoff(retries=made.max_retries, first_seconds=0.0)
    return made


class TestPrompt:
    def test_the_template_is_the_documented_skeleton(self):
        assert evaluator(always("")).prepare_template() == (
            "Instructions:\nIs it polite?\n\n"
            "Generate the response in JSON format with the following keys:\n"
            '["score"]\n'
            "Consider the instructions and the examples below to determine those values.\n\n"
            "Examples:\n"
            'Inputs:\n{"answers": "Get lost."}\nOutputs:\n{"score": 0}\n\n'
            'Inputs:\n{"answers": {{ answers }}}\nOutputs:\n'
        )

    def test_without_examples_nothing_is_said_of_any(self):
        template = evaluator(always(""), zero_shot=True).prepare_template()
        assert "xamples" not in template
        assert "Get lost" not in template

    def test_inputs_are_sent_as_json_and_never_as_template_code(self):
        generator = always('{"score": 1}')
        hostile = ['{{ 7 * 7 }} {% for x in y %} "quoted"', "翌月5日\n\nOutputs:\n", "{# gone? #}"]
        evaluator(generator, max_concurrency=1).run(answers=hostile)
        prompts = [said[0] for said in generator.conversations]
        assert '{"answers": "{{ 7 * 7 }} {% for x in y %} \\"quoted\\""}' in prompts[0]
        assert '{"answers": "翌月5日\\n\\nOutputs:\\n"}' in prompts[1]
        assert "{# gone? #}" in prompts[2]

    def test_braces_in_instructions_and_examples_are_text(self):
        generator = always('{"score": 1}')
        made = LLMEvaluator(
            "Reply {{like this}} {% raw %}",
            [("answers", list[str])],
            ["score"],
            [{"inputs": {"answers": "{{ a }}"}, "outputs": {"score": "{% b %}"}}],
            chat_generator=generator,
        )
        made.run(answers=["x"])
        prompt = generator.conversations[0][0]
        for text in ("{{like this}} {% raw %}", '"{{ a }}"', '"{% b %}"'):
            assert text in prompt

    def test_a_subclass_may_have_a_template_of_its_own(self):
        class Own(LLMEvaluator):
            def prepare_template(self):
                return "Say {{ question }} and {{answer}}, {not this} {{ nor this }}."

        asked = always('{"score": 1}')
        inputs = [("question", list[str]), ("answer", list[str])]
        made = Own("unused", inputs, ["score"], [], chat_generator=asked)
        made.run(question=["{{ answer }}"], answer=[["a", 1]])
        assert asked.conversations == [
            ['Say "{{ answer }}" and ["a", 1], {not this} {{ nor this }}.'],
        ]

    def test_documents_and_messages_are_sent_as_their_text(self):
        generator = always('{"score": 1}')
        message = SimpleNamespace(text="spoken")
        evaluator(generator, max_concurrency=1).run(answers=[[Document(content="written")], message])
        assert '{"answers": ["written"]}' in generator.conversations[0][0]
        assert '{"answers": "spoken"}' in generator.conversations[1][0]

    def test_whatever_the_inputs_hold_can_be_sent(self):
        cyclic: list[object] = []
        cyclic.append(cyclic)
        generator = always('{"score": 1}')
        rows = ["\ud83d", float("nan"), {1, 2}, {("a", 1): 2}, cyclic, b"bytes"]
        assert evaluator(generator).run(answers=rows)["results"] == [{"score": 1}] * 6
        for said in generator.conversations:
            assert said[0].encode()


class TestReplies:
    @pytest.mark.parametrize(
        "reply",
        [
            '{"score": 1}',
            '```json\n{"score": 1}\n```',
            '\ufeff{"score": 1}',
            'Sure! {"score": 1} I hope this helps.',
            '<think>perhaps {"score": 0}</think>{"score": 1}',
        ],
    )
    def test_an_object_in_any_wrapping_is_read(self, reply):
        assert evaluator(always(reply)).run(answers=["a"]) == {"results": [{"score": 1}], "meta": None}

    def test_further_keys_are_kept(self):
        result = evaluator(always('{"score": 1, "why": "it is"}')).run(answers=["a"])
        assert result["results"] == [{"score": 1, "why": "it is"}]

    def test_a_reply_may_be_a_plain_text(self):
        assert evaluator(always({"replies": ['{"score": 1}']})).run(answers=["a"])["results"] == [
            {"score": 1}
        ]

    @pytest.mark.parametrize(
        "reply",
        [
            "",
            "yes",
            "[]",
            '{"other": 1}',
            '{"score": 1',
            {"replies": []},
            {"replies": None},
            {"replies": [SimpleNamespace(text=None, meta={})]},
            {"replies": [None]},
            {"replies": [SimpleNamespace()]},
            {},
            None,
            "null",
            '{"score": NaN}',
        ],
    )
    def test_a_reply_that_cannot_be_used_fails_its_own_row_alone(self, reply, caplog):
        good = '{"score": 1}'
        generator = Scripted(lambda prompt, _: reply if "bad row" in prompt else good)
        result = evaluator(generator, raise_on_failure=False).run(answers=["a", "bad row", "c"])
        assert result["results"] == [{"score": 1}, None, {"score": 1}]
        assert "failed for 1 out of 3 inputs" in caplog.text

    def test_a_bad_reply_is_asked_for_once_more_with_the_reason(self):
        generator = Scripted(lambda _, said: '{"score": 1}' if said == 3 else '{"scores": 1}')
        assert evaluator(generator).run(answers=["a"])["results"] == [{"score": 1}]
        first, second = generator.conversations
        assert len(first) == 1
        assert second[:2] == [first[0], '{"scores": 1}']
        assert "Missing expected keys in JSON: ['score']" in second[2]

    def test_a_truncated_reply_says_so(self):
        cut = SimpleNamespace(text='{"score": ', meta={"finish_reason": "length"})
        with pytest.raises(RowsFailedError, match="truncated by the token limit"):
            evaluator(always({"replies": [cut]})).run(answers=["a"])

    def test_keys_can_be_checked_by_hand(self, caplog):
        strict, lenient = evaluator(always("")), evaluator(always(""), raise_on_failure=False)
        assert strict.is_valid_json_and_has_expected_keys(["score"], '{"score": 1}')
        with pytest.raises(ValueError, match="Missing expected keys"):
            strict.is_valid_json_and_has_expected_keys(["score", "why"], '{"score": 1}')
        assert not lenient.is_valid_json_and_has_expected_keys(["score"], "nonsense")
        assert "cannot be used" in caplog.text


class TestFailures:
    def test_a_call_that_fails_is_made_again(self):
        calls = []

        def reply(*_):
            calls.append(1)
            if len(calls) < 3:
                raise ConnectionError("busy")
            return '{"score": 1}'

        assert evaluator(Scripted(reply)).run(answers=["a"])["results"] == [{"score": 1}]
        assert len(calls) == 3

    @pytest.mark.parametrize("retries", [0, 1])
    def test_it_is_made_again_as_often_as_told(self, retries):
        def reply(*_):
            raise RuntimeError("always")

        generator = Scripted(reply)
        with pytest.raises(ValueError, match="RuntimeError: always"):
            evaluator(generator, max_retries=retries).run(answers=["a"])
        assert len(generator.conversations) == retries + 1

    @pytest.mark.parametrize("status", [400, 401, 404, 422])
    def test_a_refusal_is_final(self, status):
        class RefusedError(Exception):
            status_code = status

        def reply(*_):
            raise RefusedError

        generator = Scripted(reply)
        with pytest.raises(RowsFailedError):
            evaluator(generator).run(answers=["a"])
        assert len(generator.conversations) == 1

    def test_the_exception_carries_what_was_paid_for(self):
        def reply(prompt, _):
            if "bad row" in prompt:
                raise LookupError("no")
            return '{"score": 1}'

        rows = [*["good"] * 3, "bad row", *["good"] * 3]
        with pytest.raises(RowsFailedError, match="failed for row 3") as raised:
            evaluator(Scripted(reply), max_concurrency=1).run(answers=rows)
        assert raised.value.results == [{"score": 1}] * 3 + [None] * 4
        assert isinstance(raised.value, ValueError)
        assert isinstance(raised.value.__cause__.__cause__, LookupError)

    def test_rows_that_are_under_way_are_finished_and_no_further_ones_begun(self):
        all_there = threading.Barrier(3)

        def reply(prompt, _):
            if "late" not in prompt:
                all_there.wait(10)
            if "bad row" in prompt:
                raise LookupError("no")
            time.sleep(0.05)
            return '{"score": 1}'

        generator = Scripted(reply)
        with pytest.raises(RowsFailedError) as raised:
            evaluator(generator, max_concurrency=3).run(answers=["a", "bad row", "c", *["late"] * 20])
        assert raised.value.results[:3] == [{"score": 1}, None, {"score": 1}]
        assert len(generator.conversations) < 6

    @pytest.mark.parametrize("is_async", [False, True])
    def test_an_interrupt_is_no_failure(self, is_async):
        class Stopped(BaseException):
            pass

        class Generator:
            def run(self, messages):
                raise Stopped(messages)

        made = evaluator(Generator(), raise_on_failure=False)
        with pytest.raises(BaseException) as raised:  # noqa: PT011 - a group of it, or itself
            asyncio.run(made.run_async(answers=["a"])) if is_async else made.run(answers=["a"])
        assert not isinstance(raised.value, Exception)


class TestConcurrency:
    @pytest.mark.parametrize("is_async", [False, True])
    def test_rows_are_judged_at_once_up_to_the_limit_and_stay_in_order(self, is_async):
        lock, running, most = threading.Lock(), 0, 0

        def reply(prompt, _):
            nonlocal running, most
            with lock:
                running += 1
                most = max(most, running)
            time.sleep(0.02 if '"0"' in prompt else 0.01)
            with lock:
                running -= 1
            number = prompt.rsplit('{"answers": "', 1)[1].split('"')[0]
            return f'{{"score": {number}}}'

        made = evaluator(Scripted(reply), max_concurrency=5)
        rows = [str(number) for number in range(30)]
        result = asyncio.run(made.run_async(answers=rows)) if is_async else made.run(answers=rows)
        assert [row["score"] for row in result["results"]] == list(range(30))
        assert 2 <= most <= 5

    def test_a_generator_is_awaited_where_it_can_be(self):
        class Generator:
            def run(self, messages):
                raise AssertionError(messages)

            async def run_async(self, messages):
                await asyncio.sleep(0)
                assert len(messages) == 1
                return {"replies": ['{"score": 1}']}

        made = evaluator(Generator())
        assert asyncio.run(made.run_async(answers=["a"]))["results"] == [{"score": 1}]

    def test_it_runs_where_an_event_loop_runs_already_and_twice_in_a_row(self):
        made = evaluator(always('{"score": 1}'))

        async def notebook():
            return made.run(answers=["a"]), made.run(answers=["b"])

        assert [result["results"] for result in asyncio.run(notebook())] == [[{"score": 1}]] * 2

    def test_a_progress_bar_is_drawn_on_a_terminal_alone(self, monkeypatch, capsys):
        made = evaluator(always('{"score": 1}'))
        made.run(answers=["a"])
        assert capsys.readouterr().err == ""
        monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
        made.run(answers=["a"])
        assert "judging" in capsys.readouterr().err
        made.progress_bar = False
        made.run(answers=["a"])
        assert capsys.readouterr().err == ""


class TestArguments:
    GOOD = ([("answers", list[str])], ["score"], [{"inputs": {"answers": "a"}, "outputs": {"score": 0}}])

    @pytest.mark.parametrize(
        "inputs",
        [
            {("answers", list[str])},
            [(list[str], "answers")],
            [list[str]],
            [("answers", list)],
            [("answers",)],
            [()],
            [("answers", list[str], 1)],
            "answers",
        ],
    )
    def test_inputs_are_names_and_list_types(self, inputs):
        with pytest.raises(ValueError, match="expects inputs to be a list of tuples"):
            LLMEvaluator("?", inputs, self.GOOD[1], self.GOOD[2], chat_generator=always(""))

    @pytest.mark.parametrize("outputs", ["score", [["score"]], {"score"}, [1]])
    def test_outputs_are_names(self, outputs):
        with pytest.raises(ValueError, match="expects outputs to be a list of str"):
            LLMEvaluator("?", self.GOOD[0], outputs, self.GOOD[2], chat_generator=always(""))

    @pytest.mark.parametrize(
        "examples",
        [
            {"inputs": {}, "outputs": {}},
            [[{"inputs": {}, "outputs": {}}]],
            [{"wrong": {}, "outputs": {}}],
            [{"inputs": {}}],
            [{"inputs": [{}], "outputs": [{}]}],
            [{"inputs": {1: "a"}, "outputs": {}}],
            [{"inputs": {}, "outputs": {}, "more": {}}],
        ],
    )
    def test_examples_are_inputs_and_outputs_by_name(self, examples):
        with pytest.raises(ValueError, match="LLM evaluator expects e"):
            LLMEvaluator("?", self.GOOD[0], self.GOOD[1], examples, chat_generator=always(""))

    @pytest.mark.parametrize("arguments", [{"max_concurrency": 0}, {"max_retries": -1}])
    def test_limits_are_sensible(self, arguments):
        with pytest.raises(ConfigError):
            evaluator(always(""), **arguments)

    def test_what_cannot_be_asked_is_refused(self):
        with pytest.raises(ConfigError, match="no run method: str"):
            evaluator("gpt-5")

    def test_a_missing_input_is_named(self):
        with pytest.raises(ValueError, match="expected input parameter 'answers'"):
            evaluator(always("")).run(questions=["a"])

    @pytest.mark.parametrize("value", ["a", ("a",), None])
    def test_inputs_of_a_run_are_lists(self, value):
        with pytest.raises(DataError, match="expects all input values to be lists"):
            evaluator(always("")).run(answers=value)

    def test_inputs_of_a_run_are_equally_long(self):
        made = LLMEvaluator(
            "?", [("a", list[str]), ("b", list[str])], ["score"], [], chat_generator=always("")
        )
        with pytest.raises(ValueError, match="to have the same length"):
            made.run(a=["1"], b=["1", "2"])

    def test_no_row_needs_no_model(self):
        generator = always("")
        assert evaluator(generator).run(answers=[]) == {"results": [], "meta": None}
        assert generator.conversations == []

    def test_examples_are_the_evaluators_own(self):
        examples = copy.deepcopy(self.GOOD[2])
        made = LLMEvaluator("?", self.GOOD[0], self.GOOD[1], examples, chat_generator=always(""))
        examples[0]["inputs"]["answers"] = "changed"
        assert made.examples == self.GOOD[2]


class TestLife:
    def test_the_generator_is_warmed_up_before_a_run_and_closed_on_request(self):
        called = []

        class Generator(Scripted):
            def warm_up(self):
                called.append("warm_up")

            def close(self):
                called.append("close")

        made = evaluator(Generator(lambda *_: '{"score": 1}'))
        made.run(answers=["a"])
        made.close()
        asyncio.run(made.run_async(answers=["a"]))
        asyncio.run(made.close_async())
        assert called == ["warm_up", "close", "warm_up", "close"]

    def test_the_asynchronous_forms_are_preferred(self):
        called = []

        class Generator(Scripted):
            async def warm_up_async(self):
                called.append("warm_up_async")

            async def close_async(self):
                called.append("close_async")

        async def live():
            made = evaluator(Generator(lambda *_: '{"score": 1}'))
            await made.run_async(answers=["a"])
            await made.close_async()

        asyncio.run(live())
        assert called == ["warm_up_async", "close_async"]

    def test_an_endpoint_needs_nothing_but_a_key(self, monkeypatch):
        monkeypatch.delenv("OPENAI_API_KEY", raising=False)
        monkeypatch.delenv("OPENAI_BASE_URL", raising=False)
        made = evaluator(Endpoint())
        with pytest.raises(ValueError, match="OPENAI_API_KEY"):
            made.run(answers=["a"])
        evaluator(Endpoint(base_url="http://localhost/v1")).warm_up()
        made.close()

    def test_what_is_saved_makes_it_again_and_is_not_changed_by_it(self):
        made = evaluator(Endpoint(model="m"), max_concurrency=3, raise_on_failure=False)
        saved = made.to_dict()
        before = copy.deepcopy(saved)
        again = LLMEvaluator.from_dict(saved)
        assert saved == before
        assert again.to_dict() == saved
        assert again.inputs == [("answers", list[str])]
        assert saved["init_parameters"]["inputs"] == [["answers", "list[str]"]]
        assert saved["init_parameters"]["max_concurrency"] == 3
        assert "max_retries" not in saved["init_parameters"]


def test_failures_are_logged_and_never_printed(capsys, caplog):
    caplog.set_level(logging.DEBUG, "ragtriage")
    evaluator(always("no"), raise_on_failure=False).run(answers=["a"])
    assert capsys.readouterr() == ("", "")
    assert [record.levelname for record in caplog.records if record.name.startswith("ragtriage")] == [
        "WARNING"
    ]


class TestOddGenerators:
    """What somebody else's generator may do, beyond what it was asked for."""

    @pytest.mark.parametrize("is_async", [False, True])
    @pytest.mark.parametrize("error", [StopIteration("used up"), asyncio.CancelledError("not by us")])
    def test_errors_that_mean_something_to_an_event_loop_fail_their_row_like_any_other(self, error, is_async):
        class Odd:
            def run(self, **_):
                raise error

        class OddAsync(Odd):
            async def run_async(self, **_):
                raise error

        def run(made):
            if is_async:
                return asyncio.run(made.run_async(answers=["a", "b"]))
            return made.run(answers=["a", "b"])

        for generator in (Odd(), OddAsync()):
            with pytest.raises(RowsFailedError, match=type(error).__name__):
                run(evaluator(generator, max_retries=0))

    def test_a_cancelled_run_does_not_wait_for_calls_that_are_under_way(self):
        release = threading.Event()

        class Stuck:
            def run(self, **_):
                release.wait(10)
                return {"replies": ['{"score": 1}']}

        async def cancelled():
            with pytest.raises(TimeoutError):
                await asyncio.wait_for(evaluator(Stuck()).run_async(answers=["a"] * 20), 0.05)
            assert not release.is_set()
            release.set()

        started = time.monotonic()
        asyncio.run(cancelled())
        assert time.monotonic() - started < 5

    def test_an_input_that_cannot_be_written_fails_its_own_row_alone(self):
        deep: list[object] = []
        for _ in range(100_000):
            deep = [deep]
        made = evaluator(always('{"score": 1}'), raise_on_failure=False)
        assert made.run(answers=[deep, "fine"])["results"] == [None, {"score": 1}]
