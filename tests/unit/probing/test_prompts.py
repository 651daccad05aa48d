"""The prompt sandbox: a template fills in a question and some texts, and reaches nothing else."""

from __future__ import annotations

import time

import pytest

from ragtriage.errors import ConfigError
from ragtriage.probing.generators.prompts import compiled, default_template, read_template

REFUSED = {
    "a class": "{{ question.__class__ }}",
    "a class of a list": "{{ question }}{{ contexts.__class__.__mro__ }}",
    "a class by index": '{{ question["__class__"] }}',
    "an attribute by filter": '{{ question|attr("__class__") }}',
    "a format": '{{ "{0.__class__}".format(question) }}',
    "the environment": "{{ self._TemplateReference__context }}{{ question }}",
    "a global": "{{ range(10) }}{{ question }}",
    "a cycler": "{{ cycler.__init__.__globals__ }}{{ question }}",
    "lipsum": "{{ lipsum.__globals__ }}{{ question }}",
    "an include": '{% include "/etc/passwd" %}{{ question }}',
    "an import": '{% import "/etc/passwd" as p %}{{ question }}',
    "an import from": '{% from "/etc/passwd" import p %}{{ question }}',
    "an extension": '{% extends "/etc/passwd" %}{{ question }}',
    "a call": "{{ question() }}",
    "a loop over a number": "{% for a in 1000000000 %}x{% endfor %}{{ question }}",
    "a recursive loop": "{% for a in contexts recursive %}{{ loop(contexts) }}{% endfor %}{{ question }}",
    "what a loop hides": "{% for a in contexts %}{{ loop.__class__ }}{% endfor %}{{ question }}",
    "a join by attribute": '{{ contexts|join(", ", attribute="__class__") }}{{ question }}',
    "another filter": "{{ question|xmlattr }}",
    "another name": "{{ config }}{{ question }}",
    "a debug extension": "{% debug %}{{ question }}",
    "no question": "{{ contexts|join }}",
    "an unclosed block": "{% if question %}",
    "another syntax": "{{ question",
}


@pytest.mark.parametrize("text", REFUSED.values(), ids=REFUSED)
def test_a_template_that_tries_is_refused(text):
    started = time.process_time()
    with pytest.raises(ConfigError, match="prompt"):
        compiled(text)
    assert time.process_time() - started < 1


def test_a_refusal_says_what_is_not_known():
    with pytest.raises(ConfigError, match=r"prompt: `config` is not known; a prompt may fill in `question`"):
        compiled("{{ question }}\n{{ config }}")
    with pytest.raises(ConfigError, match="prompt, line 2: No filter named 'shout'"):
        compiled("{{ question }}\n{{ question|shout }}")


@pytest.mark.parametrize(
    ("text", "filled"),
    [
        ("{{ question }}", "Why?"),
        ("{% if contexts %}A{% else %}B{% endif %} {{ question }}", "A Why?"),
        ("{{ contexts|join('; ') }} {{ question }}", "one; two Why?"),
        ("{{ contexts|length }} {{ contexts[0] }} {{ contexts[-1] }} {{ question }}", "2 one two Why?"),
        ("{% for text in contexts[:1] %}{{ text }}{% endfor %} {{ question }}", "one Why?"),
        ("{% for t in contexts %}{{ loop.index }}{{ t }}{% endfor %}{{ question }}", "1one2twoWhy?"),
        ("{% for t in contexts %}{% if loop.last %}{{ t }}{% endif %}{% endfor %}{{ question }}", "twoWhy?"),
        ("{{ question|upper|trim }}", "WHY?"),
        ("{% set q = question.upper() %}{% if q is string %}{{ q }}{% endif %}", "WHY?"),
        ("{% macro m(t) %}<{{ t }}>{% endmacro %}{{ m(question) }}{{ m(contexts|first) }}", "<Why?><one>"),
        ("{{ question ~ contexts|map('length')|sum }}", "Why?6"),
        ("{{ contexts|tojson|length }} {{ question }}", "14 Why?"),
        ("{{ contexts|tojson }}{{ question }}", '["one", "two"]Why?'),
    ],
)
def test_whatever_the_sandbox_allows_is_filled_in(text, filled):
    assert compiled(text).filled("Why?", ["one", "two"]) == filled


def test_what_a_text_holds_is_never_read_as_a_template():
    planted = "{{ 7 * 7 }}{% include '/etc/passwd' %}"
    assert compiled("{{ question }}|{{ contexts|join }}").filled(planted, [planted]) == f"{planted}|{planted}"


def test_a_prompt_that_becomes_too_long_is_an_error():
    with pytest.raises(ConfigError, match="becomes longer"):
        compiled("{{ question }}").filled("x" * 9_000_000, [])


def test_a_template_that_is_too_long_is_refused():
    with pytest.raises(ConfigError, match="at most"):
        compiled("{{ question }}" + "x" * 70_000)


def test_deep_nesting_is_refused():
    with pytest.raises(ConfigError):
        compiled("{% if question %}" * 3_000 + "{% endif %}" * 3_000)


def test_our_own_prompt_says_nothing_of_texts_where_there_are_none():
    closed = default_template().filled("When?", [])
    given = default_template().filled("When?", ["On the 5th."])
    assert "text" not in closed.lower().replace("context", "")
    assert closed.splitlines()[-2:] == ["Question: When?", "Answer:"]
    assert "Text 1:\nOn the 5th.\n" in given


def test_a_prompt_is_known_by_its_hash(tmp_path):
    path = tmp_path / "prompt.jinja"
    path.write_text("{{ question }}", "utf-8")
    first = read_template(str(path))
    path.write_text("{{ question }}?", "utf-8")
    assert len(first.digest) == 64
    assert read_template(str(path)).digest != first.digest


def test_a_prompt_that_is_not_there_is_an_error(tmp_path):
    with pytest.raises(ConfigError, match="a prompt cannot be read"):
        read_template(str(tmp_path / "none"))
