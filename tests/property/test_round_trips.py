"""Native, to each layout that is written, and back: equal, but for the fields that are said to be lost."""

from __future__ import annotations

import tempfile
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ragtriage.cli.sources import SourceFile
from ragtriage.importers.reading import read
from ragtriage.io.composed_ids import composed
from ragtriage.io.corpus import read_corpus
from ragtriage.model import UNSET, Case, Gold, Retrieved, Trace
from ragtriage.reports.writers.layouts import write_cases
from ragtriage.reports.writers.losses import differences

TEXTS = st.one_of(
    st.sampled_from(
        [
            "=1+1", "-5", "+x", "@a", "'=1", "''-", "'tis", "＝1", "\t=1", "\r", "x | y", "a\nb", "a\r\nb",
            "a\rb", 'say "no"', "a,b;c", "期限は翌月5日", " 5 ", "\u2028", "\ufeffx", "5", "true", "[x",
        ]
    ),
    st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0[]{}"), min_size=1, max_size=6),
).filter(lambda text: bool(text.strip()))  # fmt: skip
IDS = st.one_of(
    st.sampled_from(["d1", "d2", "-3", "=d", "規程", "a|b", "a,b", "7"]),
    st.text(st.characters(categories=["L", "N", "P"], exclude_characters="[]{}"), min_size=1, max_size=3),
).map(composed)  # as ids are read
VALUES = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-9, 9),
    st.floats(-9, 9),
    TEXTS,
    st.lists(st.integers(0, 3), max_size=2),
)
METADATA = st.one_of(st.none(), st.dictionaries(TEXTS, VALUES, min_size=1, max_size=2))
GOLD = st.one_of(
    st.none(),
    st.lists(IDS, max_size=3, unique=True).map(lambda ids: Gold(grades=dict.fromkeys(ids, 1))),
    st.dictionaries(IDS, st.integers(-1, 3), max_size=3).map(lambda grades: Gold(grades=grades)),
    st.lists(
        st.lists(IDS, min_size=1, max_size=2, unique=True).map(tuple), min_size=1, max_size=2, unique=True
    ).map(
        lambda groups: Gold(
            grades=dict.fromkeys((one for group in groups for one in group), 1), groups=tuple(groups)
        )
    ),
)
ENTRIES = st.builds(
    Retrieved,
    document_id=st.one_of(st.none(), IDS),
    chunk_id=st.one_of(st.none(), IDS),
    text=st.one_of(st.none(), TEXTS, st.just("")),
    score=st.one_of(st.none(), st.floats(-9, 9)),
    metadata=METADATA,
)
# Lists of entries that are alike, as most are, and of others.
ALIKE = st.lists(st.tuples(IDS, TEXTS), max_size=4).map(
    lambda items: tuple(
        Retrieved(document_id=one, text=text, score=float(len(items) - i))
        for i, (one, text) in enumerate(items)
    )
)
LISTS = st.one_of(st.lists(IDS, max_size=4).map(tuple), st.lists(ENTRIES, max_size=4).map(tuple), ALIKE)


def texts(most=3):
    return st.one_of(st.none(), st.lists(TEXTS, max_size=most).map(tuple))


@st.composite
def cases(draw, *, lists=None, answers=None):
    """Some cases, each with an id and a question of its own; answers and lists all recorded, or none."""
    count = draw(st.integers(1, 4))
    has_traces = draw(st.booleans())
    answer = draw(st.sampled_from(["none", "all"])) if answers is None else answers
    every_list = draw(st.booleans()) if lists is None else lists
    pairs = []
    for i in range(count):
        answered = st.one_of(st.none(), st.just(""), TEXTS)
        if answer == "some":
            answered = st.one_of(answered, st.just(UNSET))
        retrieved = draw(LISTS if every_list else st.one_of(st.none(), LISTS))
        trace = Trace(
            id=f"c{i}",
            retrieved=retrieved,
            context=draw(texts()),
            answer=UNSET if answer == "none" else draw(answered),
            metadata=draw(METADATA),
        )
        if trace.retrieved is None and trace.context is None and trace.answer is UNSET:
            trace = Trace(id=trace.id, retrieved=(), context=(), metadata=trace.metadata)
        items = st.lists(TEXTS, min_size=1, max_size=2).map(tuple)
        case = Case(
            id=f"c{i}",
            question=f"{i}{draw(TEXTS)}",
            expected_answers=draw(
                st.one_of(st.none(), st.lists(st.one_of(TEXTS, items), max_size=2).map(tuple))
            ),
            gold_documents=draw(GOLD),
            evidence=draw(texts()),
            answerable=draw(st.booleans()),
            language=draw(st.sampled_from([None, "ja", ""])),
            cluster=draw(st.one_of(st.none(), TEXTS)),
            tags=draw(texts(2)) or (),
            metadata=draw(METADATA),
        )
        pairs.append((case, trace if has_traces or answer == "all" else None))
    return pairs


def lost(pairs, found):
    assert len(found) == len(pairs)
    return Counter(
        name for before, after in zip(pairs, found, strict=True) for name in differences(before, after)
    )


def round_trip(pairs, layout, reader):
    """Return the fields that came back otherwise, and those that were said to: in how many cases each."""
    with tempfile.TemporaryDirectory() as folder:
        target = Path(folder) / "written"
        said = Counter({loss.field: loss.cases for loss in write_cases(pairs, target, layout)})
        return lost(pairs, reader(target, pairs)), said


def as_rows(layout):
    form = "csv" if layout == "tsv" else layout
    options = {"form": form, "pairs": (), "document_key": (), "encoding": None, "on_error": "stop"}
    options |= {"split": (), "sheet": None}

    def reader(path, _pairs):
        return list(SourceFile(str(path), options).read())

    return reader


EXAMPLES = settings(max_examples=120, deadline=None, suppress_health_check=[HealthCheck.too_slow])


@EXAMPLES
@given(cases(answers="some"))
def test_json_lines_hold_everything(pairs) -> None:
    found, said = round_trip(pairs, "jsonl", as_rows("jsonl"))
    assert found == said == Counter()


@pytest.mark.parametrize("layout", ["csv", "tsv"])
def test_csv_holds_everything_but_empty_names(layout) -> None:
    @EXAMPLES
    @given(cases())
    def holds(pairs) -> None:
        found, said = round_trip(pairs, layout, as_rows(layout))
        assert found == said
        assert set(said) <= {"language"}
        assert said["language"] == sum(case.language == "" for case, _ in pairs)

    holds()


@EXAMPLES
@given(cases())
def test_parquet_holds_everything(pairs) -> None:
    found, said = round_trip(pairs, "parquet", as_rows("parquet"))
    assert found == said == Counter()


def imported(layout):
    def reader(path, _pairs):
        return list(read(str(path), layout, tell=lambda _said: None))

    return reader


@EXAMPLES
@given(cases(answers="some", lists=False))
def test_ragas_holds_what_it_is_not_said_to_lose(pairs) -> None:
    found, said = round_trip(pairs, "ragas", imported("ragas"))
    assert found == said
    assert not set(said) & {"id", "question", "evidence", "answer"}


@EXAMPLES
@given(cases(answers="some", lists=False))
def test_haystack_holds_what_it_is_not_said_to_lose(pairs) -> None:
    found, said = round_trip(pairs, "haystack", imported("haystack"))
    assert found == said
    assert not set(said) & {
        "question",
        "answer",
        "retrieved.document_id",
        "retrieved.text",
        "retrieved.score",
    }


def run_in(path):
    """Return the run by id: nothing where no list was recorded, an empty file where all of them are empty."""
    if not path.is_file():
        return None
    return by_id(path, "trec-run") if path.stat().st_size else {}


def by_id(path, layout):
    return {case.id: (case, trace) for case, trace in read(str(path), layout, tell=lambda _said: None)}


def joined(pairs, cases_by_id, gold_by_id, run, corpus):
    """Put what stands in several files together, by id."""
    found = []
    for before, _ in pairs:
        case = cases_by_id[before.id][0]
        gold = gold_by_id[before.id][0].gold_documents if before.id in gold_by_id else None
        trace = None
        if run is not None:
            trace = run[before.id][1] if before.id in run else Trace(id=before.id, retrieved=())
            items = tuple(
                Retrieved(document_id=item.document_id, score=item.score, text=corpus.get(item.document_id))
                for item in trace.retrieved
            )
            trace = Trace(id=before.id, retrieved=items)
        found.append((Case(id=case.id, question=case.question, gold_documents=gold), trace))
    return found


def without_made_up_scores(pairs, found):
    """Take scores off where the list had none, for a run must have some."""
    for i, ((_, before), (case, after)) in enumerate(zip(pairs, found, strict=True)):
        if (
            after is not None
            and before is not None
            and "retrieved.score" in differences((case, before), (case, after))
        ):
            bare = tuple(Retrieved(document_id=item.document_id, text=item.text) for item in after.retrieved)
            found[i] = case, Trace(id=after.id, retrieved=bare)
    return found


def trec(folder, pairs):
    run = run_in(folder / "run.txt")
    gold = by_id(folder / "qrels.txt", "trec-qrels") if (folder / "qrels.txt").is_file() else {}
    found = joined(pairs, by_id(folder / "topics.tsv", "trec-topics"), gold, run, {})
    return without_made_up_scores(pairs, found)


@EXAMPLES
@given(cases(lists=True))
def test_trec_files_hold_what_they_are_not_said_to_lose(pairs) -> None:
    found, said = round_trip(pairs, "trec", trec)
    assert found == said
    assert "id" not in said
    assert said["gold_documents"] == sum(
        case.gold_documents is not None
        and (not case.gold_documents.grades or bool(case.gold_documents.groups))
        for case, _ in pairs
    )


def beir(folder, pairs):
    run = run_in(folder / "run.trec")
    judged = by_id(folder, "beir")
    corpus_file = folder / "corpus.jsonl"
    corpus = read_corpus(str(corpus_file)) if corpus_file.stat().st_size else {}
    return without_made_up_scores(pairs, joined(pairs, judged, judged, run, corpus))


@EXAMPLES
@given(cases(lists=True))
def test_a_beir_folder_holds_what_it_is_not_said_to_lose(pairs) -> None:
    judged = [pair for pair in pairs if pair[0].gold_documents is not None and pair[0].gold_documents.grades]
    if not judged:
        return
    found, said = round_trip(judged, "beir", beir)
    assert found == said
    assert not set(said) & {"id", "question"}
