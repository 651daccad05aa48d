"""What the generator saw: the texts over which evidence and support are judged."""

from __future__ import annotations

from typing import NamedTuple

from ragtriage.model import RankedTrace, Trace, are_ids
from ragtriage.text.chunks import Chunk
from ragtriage.text.written import is_blank

__all__ = ["Seen", "seen"]


class Seen(NamedTuple):
    """The context if it was recorded, else the texts of what was retrieved, up to the cutoff."""

    texts: tuple[str | None, ...]  # None where an entry's text was not recorded
    trace: Trace | None  # None where no text was recorded at all

    @property
    def unrecorded(self) -> int:
        """How many entries have no text."""
        return self.texts.count(None)

    @property
    def is_blank(self) -> bool:
        """Whether every text was recorded, and none holds anything."""
        return all(text is not None and is_blank(text) for text in self.texts)

    def chunks(self) -> tuple[Chunk, ...]:
        """Return the texts that are recorded, with the ids by which their order is known.

        A context is a list of texts alone; one that was also retrieved has the ids it had there.
        """
        trace = self.trace
        entries = () if trace is None or trace.retrieved is None else trace.retrieved
        records = [entry for entry in entries if not isinstance(entry, str)]
        if trace is None or trace.context is None:
            return tuple(
                [
                    Chunk(position, text, record.document_id, record.chunk_id)
                    for position, (text, record) in enumerate(
                        zip(self.texts, records[: len(self.texts)], strict=True)
                    )
                    if text is not None
                ]
            )
        by_text = {record.text: record for record in records}
        found = [(text, by_text.get(text)) for text in self.texts]
        return tuple(
            Chunk(position, text)
            if record is None
            else Chunk(position, text, record.document_id, record.chunk_id)
            for position, (text, record) in enumerate(found)
            if text is not None
        )


_NOTHING = Seen((), None)


def seen(trace: Trace | RankedTrace, k: int | None) -> Seen:
    """Return what the generator saw; `trace` is None in the result where no text was recorded.

    A context is taken whole; of what was retrieved, the first k.

    >>> from ragtriage.model import Retrieved
    >>> seen(Trace(id="q1", retrieved=(Retrieved(document_id="a", text="Due on the 5th."),)), None).texts
    ('Due on the 5th.',)
    >>> seen(Trace(id="q1", retrieved=("a", "b")), None).trace is None
    True
    """
    if isinstance(trace, RankedTrace):
        return _NOTHING
    if trace.context is not None:
        return Seen(trace.context, trace)
    if trace.retrieved is None or (trace.retrieved and are_ids(trace.retrieved)):
        return _NOTHING
    entries = trace.retrieved if k is None else trace.retrieved[:k]
    texts = tuple([None if isinstance(entry, str) else entry.text for entry in entries])
    is_unrecorded = bool(texts) and texts[0] is None and texts.count(None) == len(texts)
    return _NOTHING if is_unrecorded else Seen(texts, trace)
