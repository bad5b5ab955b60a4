"""How every command ends: with an exit status, and on bad input one line on standard error."""

import os
import re
import sys
from collections.abc import Sequence
from io import TextIOWrapper
from typing import Any, NoReturn

import click

from rules.errors import RulesError

ANSWERED, RULES_SAY_NO, BAD_INPUT, INTERRUPTED = 0, 1, 2, 130
AT_PROMPT = "at the prompt of a game"
"""The context object of a command run at the prompt of a game, where help is a word."""


class UmpireGroup(click.Group):
    """A group of commands that never shows a traceback for what a user typed."""

    def main(
        self,
        args: Sequence[str] | None = None,
        prog_name: str | None = None,
        complete_var: str | None = None,
        standalone_mode: bool = True,
        **extra: Any,
    ) -> NoReturn:
        """Run the command that was typed, and exit: 0 answered, 1 the rules say no, 2 bad input."""
        del standalone_mode
        if sys.stdout is not None and isinstance(sys.stdout, TextIOWrapper):
            sys.stdout.reconfigure(errors="replace")
        try:
            status = super().main(args, prog_name, complete_var, standalone_mode=False, **extra)
        except (click.Abort, KeyboardInterrupt):
            status = INTERRUPTED
        except click.exceptions.NoArgsIsHelpError as error:
            click.echo(error.format_message())
            status = ANSWERED
        except click.UsageError as error:
            status = _refused(_with_way_out(error))
        except click.ClickException as error:
            status = _refused(error.format_message())
        except RulesError as error:
            status = _refused(str(error))
        sys.exit(status if isinstance(status, int) else ANSWERED)

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command and flush its output; a closed pipe is no error."""
        try:
            answer = super().invoke(ctx)
            if sys.stdout is not None:
                sys.stdout.flush()
        except RulesError:
            raise
        except BrokenPipeError:
            _write_no_more()
            return ANSWERED
        except OSError as error:
            _write_no_more()
            raise click.ClickException(f"the answer cannot be written ({error.strerror or error})") from None
        return answer


def shown(text: str) -> str:
    """The text with control characters replaced: a name from a foreign table must not control the terminal."""
    return "".join(
        letter if letter.isprintable() or letter == "\n" else "\N{REPLACEMENT CHARACTER}" for letter in text
    )


def _write_no_more() -> None:
    """Discard the output still buffered, so that Python reports no error about it at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _with_way_out(error: click.UsageError) -> str:
    """An error of a command line in plain words, with the command that shows the right usage."""
    sentence = error.format_message()
    for theirs, ours in _PLAIN.items():
        sentence = sentence.replace(theirs, ours)
    if error.ctx is None or "Did you mean" in sentence:
        return sentence
    if too_many := _TOO_MANY.match(sentence):
        number = too_many[1].replace(".", "").isdecimal()
        hint = (
            "A place in inches is one word, such as 60,20"
            if number
            else "What has spaces in it stands in quotes"
        )
        sentence = f"{sentence.rstrip('.')}. {hint}"
    at_prompt = error.ctx.obj == AT_PROMPT
    way = f"help {error.ctx.info_name}" if at_prompt else f"{error.ctx.command_path} --help"
    return f"{sentence.rstrip('.')}. {way} shows how it is used."


_TOO_MANY = re.compile(r"Got unexpected extra arguments? \(([^\s)]+)")
"""Matches the first of too many arguments: probably one value was written as several words."""

_PLAIN = {
    "a valid whole number": "a whole number",
    "a valid integer": "a whole number",
    "a valid float": "a number",
    "a valid number": "a number",
}


def _refused(sentence: str) -> int:
    click.echo(f"blindhex: {shown(' '.join(sentence.split()))}", err=True)
    return BAD_INPUT
