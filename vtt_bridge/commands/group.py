"""How every command ends: an exit status, and on bad input one line on standard error."""

import os
import sys
from collections.abc import Sequence
from typing import Any, NoReturn

import click

from rules.errors import RulesError

ANSWERED, RULES_SAY_NO, BAD_INPUT, INTERRUPTED = 0, 1, 2, 130


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
        try:
            status = super().main(args, prog_name, complete_var, standalone_mode=False, **extra)
            sys.stdout.flush()
        except BrokenPipeError:
            # Whoever read our output has seen enough; nothing more can be written, not even at exit.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            status = ANSWERED
        except (click.Abort, KeyboardInterrupt):
            status = INTERRUPTED
        except click.ClickException as error:
            status = _refused(error.format_message())
        except RulesError as error:
            status = _refused(str(error))
        sys.exit(status if isinstance(status, int) else ANSWERED)


def shown(text: str) -> str:
    """The text as it may be shown: a name from a foreign table must not steer the terminal."""
    return "".join(
        letter if letter.isprintable() or letter == "\n" else "\N{REPLACEMENT CHARACTER}" for letter in text
    )


def _refused(sentence: str) -> int:
    click.echo(f"blindhex: {shown(' '.join(sentence.split()))}", err=True)
    return BAD_INPUT
