"""Options as they were typed: whether one was, that one which was says something, and that -o names a fitting file."""

from pathlib import Path

import click
from click.core import ParameterSource

from rules.errors import BadInput, either


def typed(context: click.Context, option: click.Parameter) -> bool:
    """Whether an option stands on the command line."""
    return context.get_parameter_source(option.name or "") is ParameterSource.COMMANDLINE


def not_empty(context: click.Context, option: click.Parameter, value: str) -> str:
    """The value of an option that may be left out, but says something if it is typed.

    Raises:
        BadInput: if it was typed with nothing, as by a variable of the shell that is not set.
    """
    if not value and typed(context, option):
        raise BadInput(option.opts[0], value, f"a value; leave {option.opts[0]} out if none is meant")
    return value


def file_ending_in(out: str, *endings: str) -> Path:
    """The file that -o names, whose ending is one of these.

    Raises:
        BadInput: if it has another.
    """
    path = Path(out)
    if path.suffix.lower() not in endings:
        raise BadInput("-o", out, f"a file name that ends in {either(endings)}")
    return path
