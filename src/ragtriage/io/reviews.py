"""Files of reviews: JSON lines as the page saves them, and the table as a spreadsheet leaves it."""

from __future__ import annotations

import io
import os
import re
import unicodedata
from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple, cast

import msgspec

from ragtriage.errors import DataError, SchemaError
from ragtriage.io.cells import unguarded
from ragtriage.io.delimited import column_names, delimited
from ragtriage.io.encodings import how_to_save, likely_encoding
from ragtriage.io.entries import shown
from ragtriage.io.files import Source, open_source, source_of
from ragtriage.io.input_path import InputPath
from ragtriage.io.json_faults import json_fault
from ragtriage.io.opening import open_file
from ragtriage.model import REVIEWED_PARTS, Decision, Outcome, Review, Said, Stage

__all__ = ["KEY", "NOTE", "VERDICT", "ReviewFile", "Written", "are_reviews", "read_reviews"]

# Columns of the table that are read; the others are there for who fills it in.
VERDICT: Final = "verdict"
NOTE: Final = "note"
KEY: Final = "key"  # id, stage and hashes as JSON in ASCII: neither an encoding nor a spreadsheet changes it

_FIELDS: Final = Review.__struct_fields__
_HASH: Final = re.compile("[0-9a-f]{16}")
_UTF16: Final = (b"\xff\xfe", b"\xfe\xff")
_CODECS: Final = ("cp932", "cp949", "gb18030", "big5")

# How people say it, case and width aside. No x: it rejects in Japan, and ticks a box elsewhere.
_WORDS: Final = {
    Decision.ACCEPT: "accept accepted a yes y ok pass true correct right "
    "可 良 正 合格 正解 〇 ○ ◯ ✓ ✔ はい 예 네 맞음 是 对 正确",
    Decision.REJECT: "reject rejected r no n ng fail false incorrect wrong "
    "否 不可 誤 不合格 不正解 × ✕ ✖ ✗ ✘ いいえ 아니요 아니오 틀림 错 错误",
    Decision.SKIP: "skip skipped s - ? 保留 スキップ △ 건너뜀 跳过",
}
_DECISIONS: Final = {
    unicodedata.normalize("NFKC", word).casefold(): decision
    for decision, words in _WORDS.items()
    for word in words.split()
}
_EXPECTED: Final = "accept, reject or skip (yes or no, ok or ng, 可 or 否, 〇 or ×)"


class Written(NamedTuple):
    """A review, and the line on which it stands, or ends."""

    line: int
    review: Review


class ReviewFile(NamedTuple):
    """What a file of reviews says, each thing once."""

    name: str
    reviews: tuple[Written, ...]


def are_reviews(path: str | os.PathLike[str]) -> bool:
    """Tell a file of reviews from another table, by its first line.

    Raises:
        DataError: It cannot be opened.
    """
    source = _opened(path)
    try:
        first = source.peek().split(b"\n", 1)[0].strip()
    finally:
        source.close()
    if not first.startswith(b"{"):
        names = {name.strip("\"' \t") for name in re.split("[,;\t|]", first.decode(errors="replace"))}
        return {VERDICT, KEY} <= names
    try:
        found: object = msgspec.json.decode(first)
    except (msgspec.DecodeError, RecursionError):
        return False
    return isinstance(found, dict) and {VERDICT, "stage", "hashes"} <= found.keys()


def read_reviews(path: str | os.PathLike[str]) -> ReviewFile:
    """Read a file of reviews; a row of a table whose verdict is empty is none.

    Raises:
        DataError: The file cannot be read.
        SchemaError: A line is no review, or two of them contradict each other; the message names both.
    """
    source = _opened(path)
    name = source.name
    try:
        start = source.peek().lstrip()[:1]
        if start == b"[":
            raise SchemaError(
                f"{name}, line 1: expected a review per line, found a JSON list; write each object of it on "
                "a line of its own"
            )
        if start == b"{":
            return ReviewFile(name, _once(_of_lines(source), name))
        data = source.read()
    finally:
        source.close()
    return ReviewFile(name, _of_table(data, name))


def _opened(path: str | os.PathLike[str]) -> Source:
    """Open a file; text in UTF-16, as spreadsheets write it, is read as what it is."""
    try:
        is_utf16 = False
        if os.path.isfile(path):  # noqa: PTH113 - a path of any kind; a pipe is opened once
            with open_file(path, os.fspath(path)) as file:
                is_utf16 = file.read(2) in _UTF16
    except (DataError, OSError):
        is_utf16 = False  # whoever opens it says what is wrong
    return open_source(InputPath(os.fspath(path), encoding="utf-16") if is_utf16 else path)


def _of_lines(source: Source) -> Iterator[Written]:
    for number, line in source.lines():
        where = f"{source.name}, line {number}"
        try:
            found: object = msgspec.json.decode(line)
        except (msgspec.DecodeError, RecursionError) as error:
            raise SchemaError(f"{where}: {json_fault(line, error)}") from None
        if not isinstance(found, dict):
            raise SchemaError(f"{where}: expected a review as an object, found {shown(found)}")
        yield Written(number, _review(cast("dict[str, object]", found), where))


def _of_table(data: bytes, name: str) -> tuple[Written, ...]:
    """Read a table, in the first encoding in which every verdict is one.

    Spreadsheets write what their country writes. A single 可 reads as a letter in many encodings; as a
    verdict in one.
    """
    texts = list(_decoded(data))
    if not texts:
        raise SchemaError(f"{name}: is not valid UTF-8; {how_to_save(data)}")
    first: SchemaError | None = None
    for text in texts:
        source = source_of(name, io.BytesIO(text.encode()))
        try:
            return _once(_rows(source), name)
        except SchemaError as error:
            first = first or error
    raise cast("SchemaError", first)


def _decoded(data: bytes) -> Iterator[str]:
    try:
        yield data.decode("utf-8-sig")
    except UnicodeDecodeError:
        found = likely_encoding(data)
        likely = None if found is None else found.codec
        for codec in sorted(_CODECS, key=lambda each: each != likely):
            try:
                yield data.decode(codec)
            except UnicodeDecodeError:
                continue


def _rows(source: Source) -> Iterator[Written]:
    """Yield the rows with a verdict."""
    rows = delimited(source)
    first = next(rows, None)
    if first is None:
        raise SchemaError(f"{source.name}: is empty; name a file that `ragtriage review` or the page wrote")
    where = f"{source.name}, line {first.line}"
    header = column_names(first.cells, where)
    for column in (VERDICT, KEY):
        if column not in header:
            raise SchemaError(
                f"{where}: has no column `{column}`; keep the columns that `ragtriage review` wrote"
            )
    for line, cells in rows:
        where = f"{source.name}, line {line}"
        if len(cells) > len(header):
            raise SchemaError(f"{where}: {len(cells)} cells under {len(header)} columns")
        row = {column: unguarded(cell) for column, cell in zip(header, cells, strict=False)}
        said = row.get(VERDICT, "").strip()
        if said:
            found = {VERDICT: said, NOTE: row.get(NOTE, "").strip() or None}
            yield Written(line, _review(_key(row.get(KEY, ""), where) | found, where))


def _key(cell: str, where: str) -> dict[str, object]:
    """Read what names the verdict that a row is of."""
    try:
        return msgspec.json.decode(cell, type=dict[str, object])
    except (msgspec.DecodeError, RecursionError):
        raise SchemaError(
            f"{where}, field `{KEY}`: expected what `ragtriage review` wrote there, which tells what was "
            f"reviewed, found {shown(cell)}"
        ) from None


def _review(found: Mapping[str, object], where: str) -> Review:
    """Return a review, once each of its fields is what it should be."""
    for field in found:
        if field not in _FIELDS:
            raise SchemaError(f"{where}, field `{field}`: is none of a review; they are {', '.join(_FIELDS)}")
    stage = _stage(found.get("stage"), where)
    return Review(
        id=_text(found, "id", where),
        stage=stage,
        verdict=_decision(found.get(VERDICT), where),
        hashes=_hashes(found.get("hashes"), stage, where),
        note=None if found.get(NOTE) is None else _text(found, NOTE, where),
        at=None if found.get("at") is None else _text(found, "at", where),
        said=None if found.get("said") is None else _said(found["said"], where),
    )


def _text(found: Mapping[str, object], field: str, where: str) -> str:
    value = found.get(field)
    if not isinstance(value, str):
        raise SchemaError(f"{where}, field `{field}`: expected a text, found {shown(value)}")
    return value


def _stage(value: object, where: str) -> Stage:
    if value not in list(REVIEWED_PARTS):
        known = ", ".join(REVIEWED_PARTS)
        raise SchemaError(f"{where}, field `stage`: expected one of {known}, found {shown(value)}")
    return Stage(cast("str", value))


def _decision(value: object, where: str) -> Decision:
    word = unicodedata.normalize("NFKC", value).strip().casefold() if isinstance(value, str) else ""
    if word not in _DECISIONS:
        raise SchemaError(f"{where}, field `{VERDICT}`: expected {_EXPECTED}, found {shown(value)}")
    return _DECISIONS[word]


def _hashes(value: object, stage: Stage, where: str) -> dict[str, str]:
    """Return the hashes of what a stage rests on."""
    given = cast("dict[str, object]", value) if isinstance(value, dict) else {}
    hashes: dict[str, str] = {}
    for part in REVIEWED_PARTS[stage]:
        digest = given.get(part)
        if not isinstance(digest, str) or not _HASH.fullmatch(digest):
            raise SchemaError(
                f"{where}, field `hashes`: expected 16 hexadecimal digits under `{part}`, found "
                f"{shown(digest)}; keep what the page or `ragtriage review` wrote: it tells what was reviewed"
            )
        hashes[part] = digest
    return hashes


def _said(value: object, where: str) -> Said:
    try:
        return msgspec.convert(value, Said)
    except msgspec.ValidationError as error:
        outcomes = ", ".join(Outcome)
        raise SchemaError(
            f"{where}, field `said`: expected an `outcome` ({outcomes}) with `certain` and `method`: {error}"
        ) from None


def _once(written: Iterator[Written], name: str) -> tuple[Written, ...]:
    """Return each review once.

    Two of them contradict each other where they say different things of the same texts; of an answer that has
    changed in between, both may be right, and one of them fits.

    Raises:
        SchemaError: Two contradict each other.
    """
    kept: dict[tuple[str, Stage, tuple[str, ...]], Written] = {}
    for each in written:
        review = each.review
        key = (review.id, review.stage, tuple(review.hashes[part] for part in REVIEWED_PARTS[review.stage]))
        before = kept.get(key)
        if before is None or before.review.verdict is Decision.SKIP:
            kept[key] = each
        elif review.verdict not in {before.review.verdict, Decision.SKIP}:
            raise SchemaError(
                f"{name}, line {before.line} and line {each.line}: {review.stage} of {review.id!r} is once "
                f"{before.review.verdict} and once {review.verdict}; keep one of the two"
            )
    return tuple(kept.values())
