"""Prompt templates: Jinja2 in its sandbox, which fill in a question and some texts.

The sandbox keeps a template from files, from Python's inside and from any other name. How long it takes is
the user's business, whose own it is; how long a prompt becomes is bounded.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Final

from ragtriage.errors import ConfigError
from ragtriage.io.opening import read_configuration

if TYPE_CHECKING:
    import jinja2
    from jinja2.sandbox import SandboxedEnvironment

__all__ = ["PromptTemplate", "default_template", "read_template"]

_DEFAULT: Final = Path(__file__).parents[1] / "prompts" / "answer.jinja"
_LARGEST: Final = 64 * 1024  # characters of a template
_LONGEST: Final = 8 * 1024 * 1024  # characters of what comes of it

_TRIED: Final = 16  # texts with which a template is filled in before it is used

# What a template may come to by what it does with numbers, texts and lists.
_OF_PYTHON: Final = (
    *(TypeError, ValueError, ArithmeticError, LookupError, AttributeError),
    *(RecursionError, MemoryError),
)

_NAMES: Final = frozenset({"question", "contexts"})


@dataclass(frozen=True)
class PromptTemplate:
    """A template that can be filled in."""

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
        except (TemplateError, *_OF_PYTHON) as error:
            raise ConfigError(f"{self.name}: cannot be filled in: {error}") from None
        return "".join(parts)


def read_template(path: str) -> PromptTemplate:
    """Read a template from a file.

    Raises:
        ConfigError: It cannot be read, or used.
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
    """Make a template ready, and fill it in once: what it may not do is said before anything is asked.

    Raises:
        ConfigError: It is none, is too long, reaches for what the sandbox forbids, names something else than
            question and contexts, or never says the question.

    Example:
        >>> compiled("{{ question.__class__ }}")
        Traceback (most recent call last):
        ...
        ragtriage.errors.ConfigError: prompt: cannot be filled in: access to attribute '__class__' ...
    """
    from jinja2 import TemplateSyntaxError  # noqa: PLC0415 - only probes need it
    from jinja2.meta import find_undeclared_variables  # noqa: PLC0415 - as above

    if len(text) > _LARGEST:
        raise ConfigError(f"{name}: has {len(text):,} characters; at most {_LARGEST:,} are read")
    environment = _environment()
    try:
        names = find_undeclared_variables(environment.parse(text))
        template = environment.from_string(text)
    except TemplateSyntaxError as error:
        raise ConfigError(f"{name}, line {error.lineno}: {error.message}") from None
    except (RecursionError, SyntaxError, MemoryError):  # Python's own limits on what Jinja2 makes of it
        raise ConfigError(f"{name}: is nested too deeply") from None
    except ValueError:  # Python reads numbers of some thousand digits only
        raise ConfigError(f"{name}: holds a number of too many digits") from None
    if names - _NAMES:
        unknown = min(names - _NAMES)
        raise ConfigError(f"{name}: `{unknown}` is not known; a prompt may fill in `question` and `contexts`")
    if "question" not in names:
        raise ConfigError(f"{name}: a prompt must say {{{{ question }}}} somewhere")
    made = PromptTemplate(name, sha256(text.encode("utf-8", "surrogatepass")).hexdigest(), template)
    made.filled("What?", ["A text."] * _TRIED)
    return made


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
