"""Options as they were typed: whether one was, and that one which was says something."""

import click
from click.core import ParameterSource

from rules.errors import BadInput


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
