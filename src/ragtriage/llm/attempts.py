"""Attempts: what the replies to one question give together, and how it is asked again."""

from __future__ import annotations

from typing import Final, NamedTuple

from msgspec.structs import replace

from ragtriage.llm.cache import Kept
from ragtriage.llm.messages import Message, Reply, Request
from ragtriage.llm.spending import Spent, estimated_tokens

__all__ = ["Outcome", "again", "counted", "cut", "truncated", "unfit", "with_lost", "with_reply"]

# How much of a reply that did not fit is sent back.
_SHOWN: Final = 4_000

# How much of one is kept for whoever looks into it: more than the longest that is asked for.
_MOST_KEPT: Final = 65_536


class Outcome(NamedTuple):
    """What came of the replies to one request, as it may be cached."""

    kept: Kept | None  # None where there was no reply at all
    is_fit: bool
    error: str | None
    is_asked: bool = True
    is_readable: bool = True  # whether it was in the agreed form, and whole
    is_answer: bool = False  # whether it has the fields that were asked for, though it does not fit
    accepted: tuple[object, object] | None = None  # a question, and what its reply means to it
    lost: Spent | None = None  # by calls that brought no usable reply, where there is nothing to keep


def counted(reply: Reply, request: Request) -> Reply:
    """Return the reply with about how many tokens it took, where the server does not count them."""
    sent, received = reply.prompt_tokens, reply.completion_tokens
    if sent is None:
        sent = estimated_tokens("".join(message.content for message in request.messages))
    if received is None:
        received = estimated_tokens(reply.text or "")
    return replace(reply, prompt_tokens=sent, completion_tokens=received)


def with_reply(kept: Kept | None, reply: Reply) -> Kept:
    """Add a reply to those before it."""
    before = Kept(text="", calls=0) if kept is None else kept
    return Kept(
        text=reply.text or "",
        refused=before.refused if kept is None else (*before.refused, before.text),
        calls=before.calls + 1,
        prompt_tokens=before.prompt_tokens + (reply.prompt_tokens or 0),
        completion_tokens=before.completion_tokens + (reply.completion_tokens or 0),
    )


def with_lost(kept: Kept, lost: Spent) -> Kept:
    """Add the calls that brought no usable reply to those that did."""
    return replace(
        kept,
        calls=kept.calls + lost.calls,
        prompt_tokens=kept.prompt_tokens + lost.prompt_tokens,
        completion_tokens=kept.completion_tokens + lost.completion_tokens,
    )


def unfit(usable: Kept | None, last: Kept | None, error: str, *, is_asked: bool = True) -> Outcome:
    """Return what comes of replies of which none fits.

    Args:
        usable: The last one in the agreed form, and whole: it is read, even where one after it is not so.
        last: The last one.
        error: What was wrong.
        is_asked: Whether there was any.
    """
    kept = last
    if usable is not None and last is not None and usable is not last:
        kept = replace(
            usable,
            refused=(last.text,),
            calls=last.calls,
            prompt_tokens=last.prompt_tokens,
            completion_tokens=last.completion_tokens,
        )
    return Outcome(kept, is_fit=False, error=error, is_asked=is_asked, is_readable=usable is not None)


def again(request: Request, reply: Reply, said: str) -> Request:
    """Return the request to answer once more, with what was wrong."""
    wrong = Message.user(f"That cannot be used: {said}. Answer again, in the form that was asked for.")
    shown = (reply.text or "")[:_SHOWN]
    # Servers refuse an empty message, and one that was cut off says nothing that a model should go on from.
    before = () if reply.is_truncated or not shown.strip() else (Message.assistant(shown),)
    return replace(request, messages=(*request.messages, *before, wrong))


def cut(text: str) -> str:
    """Return the beginning of a reply that did not fit, for whoever looks into what went wrong."""
    more = len(text) - _MOST_KEPT
    return text if more <= 0 else f"{text[:_MOST_KEPT]}… ({more:,} characters more)"


def truncated(reply: Reply) -> str | None:
    """Return what is wrong with a reply that was cut off; None where it was not."""
    return "the reply is truncated: it became too long" if reply.is_truncated else None
