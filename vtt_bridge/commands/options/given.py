"""Options as they were typed: whether one was, that one which was says something, that -o names a fitting file, and --a1 a pixel."""

from math import isfinite
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


def a1_pixel(words: str) -> tuple[float, float] | None:
    """The pixel that `--a1` names; None without one.

    Raises:
        BadInput: if it names none.
    """
    if not words:
        return None
    wanted = "a pixel such as 58,100"
    try:
        x, y = map(float, words.split(","))
    except ValueError:
        raise BadInput("--a1", words, wanted) from None
    if not (isfinite(x) and isfinite(y)):
        raise BadInput("--a1", words, wanted)
    return x, y
