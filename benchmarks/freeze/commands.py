"""The commands whose outcome is frozen, by name: arguments of `python -m ragtriage` in a folder of inputs."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from inputs import PARTS

Command = tuple[str, tuple[str, ...], tuple[str, ...]]  # a name, the arguments, the names that come before it

RUNS = (
    "jsquad_ja_runA",
    "jsquad_ja_runB",
    "squad2_en_run",
    "cmrc_zh_run",
    "hotpotqa_en_run",
    "autorag_ko_run",
)
OWN = ("tries", "stated", "judged", "amounts", "wordings", "refusals", "written", "stages", "nq301", "mkqa")
SHARED = ("variants", "claims", "jnli_pairs", "klue_pairs", "jsick_pairs", "ocnli_pairs")
LANGUAGES = ("en", "ja", "ko", "zh")
BEIR = "data/ir/beir_mini_clapnq_a"
TREC = "data/ir/trec_eval"


def commands(folder: Path) -> Iterator[Command]:
    """Name what is run, in a folder that `inputs.make` filled."""
    sets = [*OWN, *SHARED, *(f"evouna{part}" for part in range(PARTS))]
    sets += [f"nomiracl_{language}" for language in LANGUAGES]
    yield from (_evaluated(name, f"{name}.jsonl") for name in sets)
    for mode in ("strict", "whitespace", "standard", "values"):
        for rule in ("equals", "stated"):
            options = ("--match", mode, "--answer-rule", rule)
            yield _evaluated(f"matching-{mode}-{rule}", "matching.jsonl", *options)
            yield _evaluated(
                f"mkqa-{mode}-{rule}", "mkqa.jsonl", *options, "--fold-chinese", "--tolerance", "1%"
            )
    yield _evaluated("expenses", "examples/expenses.jsonl", "--html", "--parquet", "--markdown", "m.md")
    yield from _runs()
    yield from _rankings()
    yield from _files(folder)
    yield from _folders()
    yield "formats", ("formats",), ()
    yield "help", ("--help",), ()
    for command in ("evaluate", "compare", "convert", "probe", "report", "rescore", "review", "check"):
        yield f"help-{command}", (command, "--help"), ()


def _evaluated(name: str, *arguments: str) -> Command:
    return name, ("evaluate", *arguments, "--out", f"out/{name}"), ()


def _runs() -> Iterator[Command]:
    for run in RUNS:
        path = f"data/rag_runs/{run}.jsonl"
        yield _evaluated(run, path, "--html", "--metrics", "map,recall@3,ndcg@10,rr")
        yield _evaluated(f"{run}-k3", path, "--k", "3", "--condition", "any", "--by", "language")
        yield _evaluated(
            f"{run}-chunk", path, "--unit", "chunk", "--allow-disjoint-ids", "--lang", "ja", "--html"
        )
        yield _evaluated(f"{run}-equals", path, "--answer-rule", "equals", "--no-texts", "--both-failed")
        yield f"{run}-check", ("check", path), ()
        for layout in ("jsonl", "csv", "trec", "ragas", "haystack", "beir", "parquet"):
            suffix = {"trec": "", "beir": "", "ragas": ".jsonl", "haystack": ".json"}.get(
                layout, f".{layout}"
            )
            target = f"out/{run}-to-{layout}/to{suffix}"
            yield f"{run}-to-{layout}", ("convert", path, target, "--to", layout), ()


def _rankings() -> Iterator[Command]:
    metrics = "map,rr,ndcg@10,recall@5,recall@100,precision@5,r_precision,bpref"
    for qrels, run in (("test", "test"), ("test", "trunc"), ("rel_level", "test")):
        files = ("--qrels", f"{TREC}/qrels.{qrels}", "--run", f"{TREC}/results.{run}")
        yield _evaluated(f"trec-{qrels}-{run}", *files, "--metrics", metrics)
        yield _evaluated(f"trec-{qrels}-{run}-2", *files, "--level", "2", "--missing-as-empty")
    yield _evaluated("beir", BEIR, "--run", f"{BEIR}/run.bm25.trec", "--metrics", "map,rr,ndcg@10,recall@10")
    for run in ("bm25", "dense", "fused", "bm25_reranked", "fused_reranked"):
        files = ("--qrels", "data/steps/jqara/qrels.trec.gz", "--run", f"data/steps/jqara/{run}.trec.gz")
        yield _evaluated(f"jqara-{run}", *files, "--metrics", "ndcg@10,rr")


def _files(folder: Path) -> Iterator[Command]:
    paths = [path for part in ("exports", "qa") for path in sorted((folder / "data" / part).rglob("*"))]
    for path in paths:
        if path.is_file():
            given, name = str(path.relative_to(folder)), path.stem.replace(":", "_")
            suffix = path.suffix.removeprefix(".")
            yield f"detect-{name}-{suffix}", ("formats", "--detect", given), ()
            yield _evaluated(f"file-{name}-{suffix}", given, "--allow-disjoint-ids")
            yield f"check-{name}-{suffix}", ("check", given), ()
            target = f"out/convert-{name}-{suffix}/to.jsonl"
            yield f"convert-{name}-{suffix}", ("convert", given, target), ()
    for path in sorted((folder / "data" / "conversations").glob("*.jsonl.gz")):
        given = str(path.relative_to(folder))
        yield _evaluated(f"talk-{path.name.partition('.')[0]}", given)


def _folders() -> Iterator[Command]:
    runs = ("jsquad_ja_runA", "jsquad_ja_runB")
    outputs = ("--json", "c.json", "--markdown", "c.md", "--html", "c.html", "--all")
    for name, extra in (("compare", ()), ("compare-ja", ("--lang", "ja", "--independent"))):
        paths = tuple(f"out/{name}/{part}" if part.startswith("c.") else part for part in outputs)
        yield name, ("compare", *(f"out/{run}" for run in runs), *paths, *extra), runs
    other = ("trec-test-test", "trec-test-trunc")
    yield "compare-trec", ("compare", *(f"out/{run}" for run in other), "--common-only", "--all"), other
    ladder = ("jqara-bm25", "jqara-bm25_reranked")
    yield "compare-jqara", ("compare", *(f"out/{run}" for run in ladder), "--all"), ladder
    cookbook = (f"data/exports/cookbook_{name}_per_question.csv" for name in ("basic", "reranked"))
    yield "compare-scores", ("compare", *cookbook, "--id", "question", "--all"), ()
    for name in ("expenses", *RUNS, "stages", "written"):
        yield (
            f"report-{name}",
            ("report", f"out/{name}", "--html", "--out", f"out/report-{name}/r.html"),
            (name,),
        )
        target = f"out/report-ja-{name}/r.html"
        yield (
            f"report-ja-{name}",
            ("report", f"out/{name}", "--html", "--lang", "ja", "--out", target),
            (name,),
        )
        yield f"fingerprint-{name}", ("fingerprint", f"out/{name}"), (name,)
        yield f"review-{name}", ("review", f"out/{name}", "--out", f"out/review-{name}/r.csv"), (name,)
    for name in ("deadline-ja", "deadline-en"):
        yield f"explain-{name}", ("explain", "out/expenses", name), ("expenses",)
    for row in range(1, 40, 3):
        yield f"explain-ja-{row:02}", ("explain", "out/stages", f"ja-{row:02}"), ("stages",)
    probed = (
        "probe",
        "examples/expenses.jsonl",
        "--generator",
        "examples.extractive:answer",
        "--out",
        "out/probe",
    )
    yield "probe", probed, ()
    rules = ("--k", "2", "--match", "values", "--answer-rule", "equals", "--out", "out/rescored")
    yield "rescored", ("rescore", "out/jsquad_ja_runA", *rules), ("jsquad_ja_runA",)
