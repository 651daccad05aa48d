"""Where the fields of a case stand in rows of any other table, as a user says it: `question=user_input`.

A path is a name, then any of `.name`, `[0]` and `[*]` (of every item): `results[*].document.id`. A column
whose whole name is the path, dots and all, comes first.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, TypeAlias, cast

from ragtriage.errors import ConfigError, SchemaError
from ragtriage.io.entries import BadFieldError, shown
from ragtriage.io.spellings import FIELDS, ITEM_FIELDS, ITEM_SPELLINGS, SPELLINGS
from ragtriage.io.splitting import NO_SPLITS, Splits

__all__ = ["DocumentKey", "FieldMap", "Pairs", "Path", "field_map_of"]

_EVERY: Final = "*"
_STEP: Final = re.compile(r"\.?(?P<name>[^.\[\]]+)|\[(?P<index>-?\d+|\*)\]")

# Between the values of a key of several fields; in a value it stands behind a backslash.
_SEPARATOR: Final = "#"
_ESCAPED: Final = re.compile(r"(\\*)(#|$)")

# Names under which a record of another tool keeps whatever it has no field for.
_METADATA: Final = ("metadata", "meta")

# The names of a document's id in an entry; `id` may be that of a chunk beside a key, and stays.
_DOCUMENT_IDS: Final = ("document_id", "doc_id", "docid")

# One of these a row must have, or nothing else in it can be told from another row's.
_NAMING: Final = frozenset({"id", "question"})

_MOST_NAMES: Final = 1000
_SHOWN: Final = 20


class _Nothing:
    """What stands where a path leads nowhere; None is something."""


_NOTHING: Final = _Nothing()
Step: TypeAlias = str | int

# What Python says of fields: `{"question": "質問"}`, `["question=質問"]` or `"question=質問"`.
Pairs: TypeAlias = Mapping[str, str] | Mapping[str, str | None] | Iterable[str] | str


@dataclass(frozen=True, slots=True)
class Path:
    """Where a value stands in a row."""

    text: str
    steps: tuple[Step, ...]

    @classmethod
    def parse(cls, text: str) -> Path:
        """Read a path.

        Raises:
            ConfigError: It is none.

        Example:
            >>> Path.parse("hits[*].document.id").steps
            ('hits', '*', 'document', 'id')
        """
        steps: list[Step] = []
        at = 0
        while at < len(text):
            match = _STEP.match(text, at)
            if match is None or (at == 0 and (match["name"] is None or text.startswith("."))):
                raise ConfigError(f"{text!r} is no path; write one such as a.b[0].c or hits[*].id")
            index = match["index"]
            steps.append(match["name"] if index is None else index if index == _EVERY else int(index))
            at = match.end()
        if not steps:
            raise ConfigError("a path is empty; write one such as a.b[0].c or hits[*].id")
        return cls(text, tuple(steps))

    @property
    def root(self) -> str:
        """The column it begins in."""
        return str(self.steps[0])

    def find(self, row: Mapping[str, object]) -> object:
        """Return what stands there; `_NOTHING` where it leads nowhere."""
        return row[self.text] if self.text in row else _followed(row, self.steps)


def _followed(value: object, steps: Sequence[Step]) -> object:
    for i, step in enumerate(steps):
        if isinstance(value, Mapping) and isinstance(step, str):
            value = cast("Mapping[str, object]", value).get(step, _NOTHING)
        elif isinstance(value, list | tuple) and step == _EVERY:
            found = [_followed(item, steps[i + 1 :]) for item in cast("Sequence[object]", value)]
            return [None if item is _NOTHING else item for item in found]
        elif isinstance(value, list | tuple) and isinstance(step, int):
            items = cast("Sequence[object]", value)
            value = items[step] if -len(items) <= step < len(items) else _NOTHING
        else:
            return _NOTHING
    return value


@dataclass(frozen=True, slots=True)
class DocumentKey:
    """The fields of a retrieved entry that together name its document."""

    paths: tuple[Path, ...]

    @classmethod
    def parse(cls, names: Iterable[str]) -> DocumentKey:
        """Read the paths, such as `metadata.file` and `metadata.page`.

        Raises:
            ConfigError: One of them is no path.
        """
        return cls(tuple(map(Path.parse, names)))

    def of(self, item: Mapping[str, object], where: str) -> str:
        r"""Return the id of an entry: the value of the one field, or those of several with `#` between.

        A field is looked for in the entry and in its metadata, whichever the path says, and the text and the
        id of a document under any of their names.

        Raises:
            BadFieldError: The entry lacks one of the fields.

        Example:
            >>> key = DocumentKey.parse(["metadata.file", "metadata.page"])
            >>> key.of({"text": "…", "metadata": {"file": "a.pdf", "page": 3}}, "retrieved[0]")
            'a.pdf#3'
            >>> key.of({"file": "a#b", "page": 3}, "retrieved[0]")
            'a\\#b#3'
        """
        parts = [self._part(item, path, where) for path in self.paths]
        if len(parts) == 1:
            return parts[0]
        # of backslashes only those are doubled that would be taken for one that escapes
        return _SEPARATOR.join(_ESCAPED.sub(_escape, part) for part in parts)

    def _part(self, item: Mapping[str, object], path: Path, where: str) -> str:
        value = _in_entry(item, path)
        if isinstance(value, float) and value.is_integer():
            value = int(value)  # a page in a table that knows floats alone
        if isinstance(value, str | int) and not isinstance(value, bool):
            return str(value)
        if value is _NOTHING or value is None:
            raise BadFieldError(where, f"has no `{path.text}`, which the document key names")
        raise BadFieldError(where, f"`{path.text}` is no string or whole number: {shown(value)}")

    def apply(self, row: Mapping[str, object]) -> dict[str, object]:
        """Return a row in which every retrieved entry, and gold that is given as objects, has its id.

        Raises:
            BadFieldError: An entry lacks one of the fields.
        """
        keyed = dict(row)
        for name, value in row.items():
            match SPELLINGS.get(name):
                case "gold_documents":
                    keyed[name] = self._gold(value, name)
                case "retrieved":
                    items = cast("Sequence[object]", value) if isinstance(value, list | tuple) else ()
                    if items:
                        keyed[name] = [self._entry(item, f"{name}[{i}]") for i, item in enumerate(items)]
                case "retrieved_texts" if self._is_text:
                    texts = cast("Sequence[object]", value) if isinstance(value, list | tuple) else (value,)
                    keyed["retrieved"] = [{"document_id": text, "text": text} for text in texts]
                    del keyed[name]
                case _:
                    pass
        return keyed

    @property
    def _is_text(self) -> bool:
        return len(self.paths) == 1 and ITEM_SPELLINGS.get(self.paths[0].text) == "text"

    def _entry(self, item: object, where: str) -> dict[str, object]:
        if not isinstance(item, Mapping):
            raise BadFieldError(
                where, f"is no object, and the document key names fields of one: {shown(item)}"
            )
        found = cast("Mapping[str, object]", item)
        entry: dict[str, object] = {"document_id": self.of(found, where)}
        entry |= {name: value for name, value in found.items() if name not in _DOCUMENT_IDS}
        given = {name: found[name] for name in _DOCUMENT_IDS if found.get(name) is not None}
        if given:
            entry["metadata"] = {**given, **_mapping(found.get("metadata"))}
        return entry

    def _gold(self, value: object, where: str) -> object:
        if isinstance(value, list | tuple):
            items = cast("Sequence[object]", value)
            return [self._gold(item, f"{where}[{i}]") for i, item in enumerate(items)]
        item = _mapping(value)
        if item and ("[" in where or all(_in_entry(item, path) is not _NOTHING for path in self.paths)):
            return self.of(item, where)
        return item or value  # ids that are keys already, or grades by id


def _escape(found: re.Match[str]) -> str:
    slashes, end = found.groups()
    return rf"{slashes}{slashes}\#" if end else slashes + slashes


def _in_entry(item: Mapping[str, object], path: Path) -> object:
    value = path.find(item)
    if value is not _NOTHING:
        return value
    field = ITEM_SPELLINGS.get(path.text)
    if field in {"document_id", "text"}:
        return next((item[name] for name in ITEM_FIELDS[field] if item.get(name) is not None), _NOTHING)
    if path.root in _METADATA:
        return _followed(item, path.steps[1:]) if len(path.steps) > 1 else _NOTHING
    inside = (_followed(_mapping(item.get(name)), path.steps) for name in _METADATA)
    return next((found for found in inside if found is not _NOTHING), _NOTHING)


def _mapping(value: object) -> Mapping[str, object]:
    return cast("Mapping[str, object]", value) if isinstance(value, Mapping) else {}


@dataclass(slots=True)
class FieldMap:
    """Where each field stands, what names a document, and which texts are taken apart.

    It remembers which paths led nowhere so far.
    """

    paths: Mapping[str, Path] = field(default_factory=dict[str, Path])
    document_key: DocumentKey | None = None
    splits: Splits = NO_SPLITS
    _unmet: dict[str, Path] = field(default_factory=dict[str, Path], repr=False)
    _names: dict[str, None] = field(default_factory=dict[str, None], repr=False)

    @classmethod
    def parse(
        cls, pairs: Iterable[str], document_key: Iterable[str] = (), split: Iterable[str] = ()
    ) -> FieldMap:
        """Read pairs such as `question=user_input`, the paths of a document key, and what is split.

        Raises:
            ConfigError: A pair has no `=`, names a field that is not known or one a second time, a path
                is none, or a field cannot be split.

        Example:
            >>> FieldMap.parse(["question=user_input"]).apply({"user_input": "?", "note": 1})
            {'question': '?', 'note': 1}
        """
        paths: dict[str, Path] = {}
        for pair in pairs:
            name, is_given, path = pair.partition("=")
            if not is_given:
                raise ConfigError(f"{pair!r} names no field; write FIELD=PATH, such as question=user_input")
            known = name if name in FIELDS else SPELLINGS.get(name)
            if known is None:
                raise ConfigError(f"unknown field {name!r}; known: {', '.join(FIELDS)}")
            if known in paths:
                raise ConfigError(f"field {name!r} is mapped a second time: {pair!r}")
            paths[known] = Path.parse(path)
        keys = tuple(document_key)
        return cls(paths, DocumentKey.parse(keys) if keys else None, Splits.parse(split), dict(paths))

    @property
    def spellings(self) -> Mapping[str, str]:
        """Which field a column holds; one in which a path goes on may hold an object or a list."""
        roots = {path.root: "metadata" for path in self.paths.values()}
        return {**SPELLINGS, **roots, **{path.text: field for field, path in self.paths.items()}}

    @property
    def columns(self) -> Mapping[str, str]:
        """How each mapped field is called in the input."""
        return {field: path.text for field, path in self.paths.items()}

    def apply(self, row: Mapping[str, object]) -> dict[str, object]:
        """Return a row in which each mapped field stands under its own name.

        What stood under that name, or another one of the same field, goes to the metadata.

        Raises:
            BadFieldError: An entry lacks a field of the document key.
        """
        if len(self._names) < _MOST_NAMES:
            self._names.update(dict.fromkeys(row))
        found = {field: path.find(row) for field, path in self.paths.items()}
        taken = {path.text for path in self.paths.values()}
        mapped: dict[str, object] = {}
        for name, value in found.items():
            if value is not _NOTHING:
                mapped[FIELDS[name][0]] = value
                self._unmet.pop(name, None)
        replaced: dict[str, object] = {}
        for name, value in row.items():
            if name in taken:
                continue
            if SPELLINGS.get(name) in self.paths:
                replaced[name] = value
            else:
                mapped[name] = value
        if not any(SPELLINGS.get(name) in _NAMING for name in mapped):
            for name in _NAMING & found.keys():
                raise BadFieldError(name, f"nothing stands at `{self.paths[name].text}`; {_names(row)}")
        if replaced:
            mapped["metadata"] = {**_mapping(mapped.get("metadata")), **replaced}
        mapped = self.splits.apply(mapped)
        return mapped if self.document_key is None else self.document_key.apply(mapped)

    def unread(self, row: Mapping[str, object]) -> dict[str, object]:
        """Return what a row holds under other names than those that are read."""
        read = {path.text for path in self.paths.values()} | {path.root for path in self.paths.values()}
        return {
            name: value
            for name, value in row.items()
            if name not in read and (name not in SPELLINGS or SPELLINGS[name] in self.paths)
        }

    def anew(self) -> FieldMap:
        """Return the same map with nothing remembered."""
        return FieldMap(self.paths, self.document_key, self.splits, dict(self.paths))

    def absorb(self, later: FieldMap) -> None:
        """Remember what the same map remembers of other rows."""
        for name in self._unmet.keys() - later._unmet.keys():
            del self._unmet[name]
        if len(self._names) < _MOST_NAMES:
            self._names.update(later._names)

    def check(self, name: str) -> None:
        """Make sure that every path led somewhere in some row.

        Args:
            name: Of the file, for the message.

        Raises:
            SchemaError: One did not.
        """
        for known, path in self._unmet.items():
            raise SchemaError(
                f"{name}: no row has `{path.text}`, which is to be `{known}`; {_names(self._names)}"
            )


def field_map_of(
    pairs: Pairs | None, document_key: Iterable[str] | str = (), split: Pairs = ()
) -> FieldMap | None:
    """Return where fields stand as Python says it: by a dictionary, or as on the command line.

    Raises:
        ConfigError: It is no such map.

    Example:
        >>> found = field_map_of({"question": "質問"}, "metadata.file", split="gold_documents")
        >>> found.paths["question"].text, found.splits.separators
        ('質問', {'gold_documents': None})
        >>> field_map_of(None)
    """
    mapped = _pairs(pairs or (), separator=",")
    key = document_key.split(",") if isinstance(document_key, str) else list(document_key)
    parted = _pairs(split, separator=None)
    if not (mapped or key or parted):
        return None
    return FieldMap.parse(mapped, [path.strip() for path in key], parted)


def _pairs(given: Pairs, *, separator: str | None) -> list[str]:
    if isinstance(given, str):
        return [pair.strip() for pair in given.split(separator)] if separator else [given]
    if isinstance(given, Mapping):
        items = cast("Mapping[str, str | None]", given).items()
        return [name if value is None else f"{name}={value}" for name, value in items]
    return list(given)


def _names(names: Iterable[str]) -> str:
    return f"the names there are: {', '.join(list(names)[:_SHOWN])}"
