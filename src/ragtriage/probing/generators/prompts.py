"""Prompt templates: Jinja2 in a sandbox, and of its language only what fills in a question and some texts.

A template is looked at before it is used: every construct that is not in a short list is refused, and with it
attributes, calls, files and loops within loops.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from ragtriage.errors import ConfigError
from ragtriage.io.opening import read_configuration

if TYPE_CHECKING:
    import jinja2
    from jinja2 import nodes
    from jinja2.sandbox import SandboxedEnvironment

__all__ = ["PromptTemplate", "default_template", "read_template"]

_DEFAULT: Final = Path(__file__).parents[1] / "prompts" / "answer.jinja"
_LARGEST: Final = 64 * 1024  # characters of a template
_LONGEST: Final = 8 * 1024 * 1024  # characters of what comes of it

_NAMES: Final = frozenset({"question", "contexts"})

# Constructs that only lay out what they are given.
_CONSTRUCTS: Final = frozenset(
    {
        *("Template", "Output", "TemplateData", "Name", "Const", "If", "For", "Filter", "Test"),
        *("Compare", "Operand", "And", "Or", "Not", "CondExpr", "Getattr", "Getitem", "Slice", "Neg"),
    }
)
_FILTERS: Final = frozenset({"length", "count", "trim", "upper", "lower", "join", "tojson", "first", "last"})
_TESTS: Final = frozenset({"defined", "undefined", "none", "odd", "even"})
_OF_LOOP: Final = frozenset({"index", "index0", "first", "last", "length", "revindex", "revindex0"})


@dataclass(frozen=True)
class PromptTemplate:
    """A template that was found to be harmless."""

    name: str
    digest: str  # SHA-256 of its text, in hexadecimal
    _template: jinja2.Template

    def filled(self, question: str, contexts: Sequence[str]) -> str:
        """Return the prompt for a question and some texts.

        Raises:
            ConfigError: It cannot be filled in, or becomes too long.

        Example:
            >>> template = compiled("{{ question }}{% for text in contexts %} [{{ text }}]{% endfor %}")
            >>> template.filled("When?", ["On the 5th.", "{{ never read }}"])
            'When? [On the 5th.] [{{ never read }}]'
        """
        from jinja2 import TemplateError  # noqa: PLC0415 - loaded already

        parts: list[str] = []
        length = 0
        try:
            for part in self._template.generate(question=question, contexts=list(contexts)):
                length += len(part)
                if length > _LONGEST:
                    raise ConfigError(f"{self.name}: becomes longer than {_LONGEST:,} characters")
                parts.append(part)
        except (TemplateError, TypeError) as error:
            raise ConfigError(f"{self.name}: cannot be filled in: {error}") from None
        return "".join(parts)


def read_template(path: str) -> PromptTemplate:
    """Read a template from a file.

    Raises:
        ConfigError: It cannot be read, or holds what is not allowed.
    """
    try:
        text = read_configuration(path, path)
    except ConfigError as error:
        raise ConfigError(f"a prompt cannot be read: {error}") from None
    return compiled(text, path)


@cache
def default_template() -> PromptTemplate:
    """Return our own, for whoever has none."""
    return compiled(_DEFAULT.read_text("utf-8"), "the prompt of ragtriage")


def compiled(text: str, name: str = "prompt") -> PromptTemplate:
    """Look at a template and make it ready.

    Raises:
        ConfigError: It is none, is too long, holds what is not allowed, or never says the question.

    Example:
        >>> compiled("{{ question.__class__ }}")
        Traceback (most recent call last):
        ...
        ragtriage.errors.ConfigError: prompt, line 1: `.__class__` is not allowed; ...
    """
    from jinja2 import TemplateSyntaxError  # noqa: PLC0415 - only probes need it

    if len(text) > _LARGEST:
        raise ConfigError(f"{name}: has {len(text):,} characters; at most {_LARGEST:,} are read")
    environment = _environment()
    try:
        tree = environment.parse(text)
        _check(tree, name)
        template = environment.from_string(text)
    except TemplateSyntaxError as error:
        raise ConfigError(f"{name}, line {error.lineno}: {error.message}") from None
    except RecursionError:
        raise ConfigError(f"{name}: is nested too deeply") from None
    except ConfigError:
        raise
    except ValueError:  # Python reads numbers of some thousand digits only
        raise ConfigError(f"{name}: holds a number of too many digits") from None
    return PromptTemplate(name, sha256(text.encode("utf-8", "surrogatepass")).hexdigest(), template)


@cache
def _environment() -> SandboxedEnvironment:
    """Return the sandbox: no loader, so that there are no files, and no global names."""
    from jinja2 import StrictUndefined  # noqa: PLC0415 - only probes need it
    from jinja2.sandbox import ImmutableSandboxedEnvironment  # noqa: PLC0415 - as above

    environment = ImmutableSandboxedEnvironment(
        undefined=StrictUndefined, autoescape=False, keep_trailing_newline=False, trim_blocks=True
    )
    environment.globals.clear()
    return environment


def _check(tree: nodes.Template, name: str) -> None:
    """Refuse whatever is not in the lists above.

    Raises:
        ConfigError: There is something else.
    """
    from jinja2 import nodes  # noqa: PLC0415 - loaded already

    loops = list(tree.find_all(nodes.For))
    known = {*_NAMES, "loop", *(loop.target.name for loop in loops if isinstance(loop.target, nodes.Name))}
    for node in tree.find_all(nodes.Node):
        kind = type(node).__name__
        if kind not in _CONSTRUCTS:
            _refuse(node, name, f"`{kind.lower()}`")
        if isinstance(node, nodes.Name) and node.name not in known:
            _refuse(node, name, f"the name `{node.name}`")
        if isinstance(node, nodes.Test) and node.name not in _TESTS:
            _refuse(node, name, f"the test `{node.name}`")
        if isinstance(node, nodes.Getattr):
            _check_attribute(node, name)
        if isinstance(node, nodes.Getitem):
            _check_item(node, name)
        if isinstance(node, nodes.Filter):
            _check_filter(node, name)
    for loop in loops:
        _check_loop(loop, name)
    if not any(each.name == "question" for each in tree.find_all(nodes.Name)):
        raise ConfigError(f"{name}: a prompt must say {{{{ question }}}} somewhere")


def _check_attribute(node: nodes.Getattr, name: str) -> None:
    """Allow what a loop tells of itself."""
    from jinja2 import nodes  # noqa: PLC0415 - loaded already

    is_of_loop = isinstance(node.node, nodes.Name) and node.node.name == "loop"
    if not is_of_loop or node.attr not in _OF_LOOP:
        _refuse(node, name, f"`.{node.attr}`")


def _check_loop(loop: nodes.For, name: str) -> None:
    """Allow one loop over the texts, and none within it: the prompt then grows no faster than they do."""
    from jinja2 import nodes  # noqa: PLC0415 - loaded already

    is_over_texts = isinstance(loop.iter, nodes.Name) and loop.iter.name == "contexts"
    if not is_over_texts or not isinstance(loop.target, nodes.Name) or loop.target.name in {*_NAMES, "loop"}:
        _refuse(loop, name, "a loop over anything but `contexts`")
    if loop.recursive or next(loop.find_all(nodes.For), None) is not None:
        _refuse(loop, name, "a loop within a loop")


def _check_item(node: nodes.Getitem, name: str) -> None:
    """Allow a text by its number, or a stretch of them."""
    from jinja2 import nodes  # noqa: PLC0415 - loaded already

    at: Any = node.arg
    if isinstance(at, nodes.Neg):
        at = at.node
    is_number = isinstance(at, nodes.Const) and isinstance(at.value, int)
    if not (is_number or isinstance(at, nodes.Slice)):
        _refuse(node, name, "an index that is no number")


def _check_filter(node: nodes.Filter, name: str) -> None:
    """Allow filters that make a text no longer, or only so many times as long; none of these within another.

    Joined by one another, or written as JSON again and again, a few lines would outgrow any memory.
    """
    from jinja2 import nodes  # noqa: PLC0415 - loaded already

    if node.name not in _FILTERS:
        _refuse(node, name, f"the filter `{node.name}`")
    if node.name == "join" and not (isinstance(node.node, nodes.Name) and node.node.name == "contexts"):
        _refuse(node, name, "`join` of anything but `contexts`")
    is_plain = all(isinstance(each, nodes.Const) for each in node.args) and len(node.args) <= 1
    if node.name == "join" and (node.kwargs or node.dyn_args or node.dyn_kwargs or not is_plain):
        _refuse(node, name, "`join` with anything but one text between quotes")
    if node.name == "tojson" and any(each.name == "tojson" for each in _filters_of(node.node)):
        _refuse(node, name, "`tojson` of what is JSON already")


def _filters_of(node: nodes.Node | None) -> Iterator[nodes.Filter]:
    """Yield the filters that a value goes through, itself among them."""
    from jinja2 import nodes  # noqa: PLC0415 - loaded already

    if isinstance(node, nodes.Filter):
        yield node
    if node is not None:
        yield from node.find_all(nodes.Filter)


def _refuse(node: nodes.Node, name: str, what: str) -> None:
    raise ConfigError(
        f"{name}, line {node.lineno}: {what} is not allowed; a prompt may only fill in `question` and "
        "`contexts`, with `if`, one loop over `contexts`, and "
        f"the filters {', '.join(sorted(_FILTERS))}"
    )
