"""Day, twilight and night: how light it is at each minute of a mission, and how far units are seen. Chapter 21."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from rules.errors import BadInput
from rules.game.option_reader import OptionReader
from rules.game.rule_ids import implements


class Light(StrEnum):
    """How light it is (17.0 in v3.1)."""

    DAY = "day"
    TWILIGHT = "twilight"
    NIGHT = "night"


TWILIGHT_MINUTES = 10
"""How long twilight lasts, unless the mission says otherwise."""

SIGHT_HEXES = {Light.TWILIGHT: (4, 8), Light.NIGHT: (2, 2)}
"""How far men, and second how far vehicles, are seen; by day there is no limit."""

RULE_IDS = {"SIGHT_HEXES": ("LHY-21.3a", "LHY-21.3b"), "TWILIGHT_MINUTES": ("LHY-21.1.0",)}


@dataclass(frozen=True, slots=True)
class LightSpan:
    """How light it is up to a minute of the mission, or to its end if `until` is None."""

    light: Light
    until: int | None = None


@implements("LHY-21.1.0")
def light_at(spans: tuple[LightSpan, ...], minute: int) -> Light:
    """How light it is at a minute; it is day after the last span."""
    for span in spans:
        if span.until is None or minute < span.until:
            return span.light
    return Light.DAY


@implements("LHY-21.1.0")
def read_light(given: OptionReader) -> tuple[LightSpan, ...]:
    """The light of a mission: night throughout, or spans that follow each other, each for a number of minutes.

    Raises:
        BadInput: if the mission gives both, or a span other than the last has no minutes.
    """
    spans = tuple(_spans(given))
    if not given.flag("night", False):
        return spans
    if spans:
        raise BadInput(given.field("light"), given.values["light"], "left out where night is true")
    return (LightSpan(Light.NIGHT),)


def _spans(given: OptionReader) -> Iterator[LightSpan]:
    until: int | None = 0
    for span in given.rows("light"):
        if until is None:
            raise BadInput(
                given.field("light"),
                given.values["light"],
                "a list in which every span but the last has minutes",
            )
        light = span.choice("is", Light)
        minutes = span.whole("minutes", 1, default=TWILIGHT_MINUTES if light is Light.TWILIGHT else None)
        until = None if minutes is None else until + minutes
        span.nothing_else()
        yield LightSpan(light, until)
