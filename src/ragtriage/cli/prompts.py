"""`ragtriage prompts`: what judges that ask a model send, word for word, without sending it."""

from __future__ import annotations

from typing import Final

import click

from ragtriage.cli.paths import FileCommand, InPath

__all__ = ["prompts"]

_STAGES: Final = ("relevance", "evidence", "answer", "support")  # gold ids alone judge retrieval


@click.command(
    cls=FileCommand,
    short_help="Print what judges send to a model; send nothing.",
    epilog="""\b
Examples:
  ragtriage prompts
  ragtriage prompts support --lang ja
  ragtriage prompts answer --prompt-dir prompts
""",
)
@click.argument("stage", required=False, type=click.Choice(_STAGES))
@click.option(
    "--lang",
    default="<language>",
    metavar="en|ja|ko|zh",
    help="Of the case: the model is to give its reasons in it.  [default: a placeholder]",
)
@click.option("--prompt-dir", type=InPath(), metavar="DIR", help="Prompts in the place of our own.")
def prompts(stage: str | None, *, lang: str, prompt_dir: str | None) -> None:
    """Print what the judge of STAGE sends, with <placeholders> for what comes from a case.

    Without STAGE every judge is told. Above the messages stands what an evaluation's manifest says of the
    judge: versions and hashes of its prompts and schemas. A case that strings decide is not asked about; a
    reply that cannot be used is asked for once more, with what is wrong with it.
    """
    from ragtriage.llm.prompts import check_prompts  # noqa: PLC0415 - --help must start fast
    from ragtriage.reports.prompts import prompt_lines  # noqa: PLC0415 - as above

    if prompt_dir is not None:
        check_prompts(prompt_dir)
    for each in _STAGES if stage is None else (stage,):
        for line in prompt_lines(each, lang, prompt_dir):
            click.echo(line)
        click.echo()
