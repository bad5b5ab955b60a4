"""What a mission lays down beside its sides and its end, in sentences with their rules: the light. Chapter 21."""

from collections.abc import Iterator
from itertools import pairwise

from rules.game.citation import Provenance
from rules.game.rule_ids import implements
from rules.game.side_names import people
from rules.last_hundred_yards.book.rulebook import cite
from rules.last_hundred_yards.state.mission.light import Light, LightSpan
from rules.last_hundred_yards.state.mission.mission import Mission

_LATER = Provenance.LATER_EDITION


@implements("LHY-21.1.0", "LHY-21.4.0")
def setting(mission: Mission) -> Iterator[str]:
    """How light it is and for how long, and who may ask for illumination."""
    if mission.lights:
        yield f"It is {', then '.join(_spans(mission.lights))} ({cite('21.1', _LATER)})."
    for side in mission.sides:
        if side.id in mission.illumination:
            yield f"The {people(side.id)} may ask for illumination once in a night turn ({cite('21.4', _LATER)})."


def _spans(spans: tuple[LightSpan, ...]) -> Iterator[str]:
    for before, span in pairwise((LightSpan(Light.DAY, 0), *spans)):
        if span.until is None:
            yield f"{span.light}{'' if before.until else ' from beginning to end'}"
        else:
            yield f"{span.light} for {span.until - (before.until or 0)} minutes"
    if spans[-1].until is not None:
        yield "day"
