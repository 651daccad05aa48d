"""The judges of other tools over the rows of `judges.py`, at the same endpoint; each needs its own package.

Started by `judges.py` as a process of its own, by whatever Python has the package.
"""

from __future__ import annotations

import asyncio
import json
import os
import sys
import time

LOOP = asyncio.new_event_loop()  # their clients belong to one
CONTEXT = "For pass {} one has to pay 30 euros."


def rows(n):
    """Return questions, texts and answers."""
    return (
        [f"How much is pass {i}?" for i in range(n)],
        [[CONTEXT.format(i), "Children travel free of charge."] for i in range(n)],
        [f"You pay 30 euros for pass {i}." for i in range(n)],
    )


def haystack(base_url, _):
    """Judge by Haystack's FaithfulnessEvaluator, which asks about one row after another."""
    from haystack.components.evaluators import FaithfulnessEvaluator  # noqa: PLC0415
    from haystack.components.generators.chat import OpenAIChatGenerator  # noqa: PLC0415
    from haystack.utils import Secret  # noqa: PLC0415

    generator = OpenAIChatGenerator(
        api_key=Secret.from_token("k"), model="m", api_base_url=base_url, generation_kwargs={"seed": 0}
    )
    evaluator = FaithfulnessEvaluator(chat_generator=generator, progress_bar=False)

    def run(count):
        questions, contexts, answers = rows(count)
        return evaluator.run(questions=questions, contexts=contexts, predicted_answers=answers)[
            "individual_scores"
        ]

    return run


def ragas(base_url, concurrency):
    """Judge by ragas' Faithfulness: two calls a row."""
    from openai import AsyncOpenAI  # noqa: PLC0415
    from ragas.llms import llm_factory  # noqa: PLC0415
    from ragas.metrics.collections import Faithfulness  # noqa: PLC0415

    def run(count):
        questions, contexts, answers = rows(count)

        async def all_of_them():
            client = AsyncOpenAI(api_key="k", base_url=base_url)
            metric = Faithfulness(llm=llm_factory("m", client=client))
            room = asyncio.Semaphore(concurrency)

            async def one(i):
                async with room:
                    found = await metric.ascore(
                        user_input=questions[i], response=answers[i], retrieved_contexts=contexts[i]
                    )
                    return found.value

            return await asyncio.gather(*[one(i) for i in range(count)])

        return LOOP.run_until_complete(all_of_them())

    return run


def deepeval(base_url, concurrency):
    """Judge by deepeval's FaithfulnessMetric: three or four calls a row."""
    os.environ["DEEPEVAL_TELEMETRY_OPT_OUT"] = "YES"
    from deepeval.metrics import FaithfulnessMetric  # noqa: PLC0415
    from deepeval.models import GPTModel  # noqa: PLC0415
    from deepeval.test_case import LLMTestCase  # noqa: PLC0415

    def run(count):
        questions, contexts, answers = rows(count)
        model = GPTModel(model="gpt-4o-mini", base_url=base_url, api_key="k")

        async def all_of_them():
            room = asyncio.Semaphore(concurrency)

            async def one(i):
                async with room:
                    metric = FaithfulnessMetric(model=model, include_reason=False)
                    case = LLMTestCase(
                        input=questions[i], actual_output=answers[i], retrieval_context=contexts[i]
                    )
                    return await metric.a_measure(case, _show_indicator=False)

            return await asyncio.gather(*[one(i) for i in range(count)])

        return LOOP.run_until_complete(all_of_them())

    return run


JUDGES = {"Haystack": haystack, "ragas": ragas, "deepeval": deepeval}


def main():
    """Judge, and print what it took."""
    name, n, base_url, concurrency = sys.argv[1], int(sys.argv[2]), sys.argv[3], int(sys.argv[4])
    run = JUDGES[name](base_url, concurrency)
    run(2)  # what is imported and built once
    started, spent = time.perf_counter(), time.process_time()
    scores = run(n)
    wall, processor = time.perf_counter() - started, time.process_time() - spent
    if len(scores) != n or any(score != 1 for score in scores):
        raise SystemExit(f"{name}: not every judgement passed: {scores[:5]}")
    print(json.dumps({"wall": wall, "processor": processor}))
