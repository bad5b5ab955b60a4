"""Checks of options: whether one was typed, that it is not empty, that -o has a fitting ending, that --a1 is a pixel."""

from math import isfinite
from pathlib import Path

import click
from click.core import ParameterSource

from rules.errors import BadInput, either


def typed(context: click.Context, option: click.Parameter) -> bool:
    """Whether an option was given on the command line."""
    return context.get_parameter_source(option.name or "") is ParameterSource.COMMANDLINE


def not_empty(context: click.Context, option: click.Parameter, value: str) -> str:
    """The value of an option that may be left out but not be empty.

    Raises:
        BadInput: if it was typed with an empty value, as by an unset shell variable.
    """
    if not value and typed(context, option):
        raise BadInput(option.opts[0], value, f"a value; leave {option.opts[0]} out if none is meant")
    return value


def file_ending_in(out: str, *endings: str) -> Path:
    """The file that -o names, after checking that its ending is one of these.

    Raises:
        BadInput: if it has another ending.
    """
    path = Path(out)
    if path.suffix.lower() not in endings:
        raise BadInput("-o", out, f"a file name that ends in {either(endings)}")
    return path


def a1_pixel(words: str) -> tuple[float, float] | None:
    """The pixel that `--a1` names; None if it is empty.

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
