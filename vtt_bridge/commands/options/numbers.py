"""Numbers within bounds, which help texts and refusals give in words: 1 to 100, at least 1."""

from math import isnan
from typing import Any

import click


class Whole(click.IntRange):
    """A whole number, at least the first and at most the second."""

    name = "whole number"

    def get_metavar(self, param: click.Parameter, ctx: click.Context) -> str:
        del param, ctx
        return "NUMBER"

    def _describe_range(self) -> str:
        return _in_words(self.min, self.max)


class Measure(click.FloatRange):
    """Any number, at least the first and at most the second."""

    name = "number"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        number = super().convert(value, param, ctx)
        if isnan(number):
            self.fail(f"{value!r} is not a number.", param, ctx)
        return number

    def _describe_range(self) -> str:
        return _in_words(self.min, self.max)


def _in_words(least: float | None, most: float | None) -> str:
    return f"at least {least}" if most is None else f"{least} to {most}"


SEED = Whole(0, 2**64 - 1)
"""The seed of dice."""
