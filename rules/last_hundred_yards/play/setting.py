"""What a mission lays down beside its sides and its end, in sentences with their rules: the light, and landings. Chapters 21 and 22."""

from collections.abc import Iterator
from itertools import pairwise

from rules.game.rule_ids import implements
from rules.game.side_names import people
from rules.last_hundred_yards.book.rulebook import cite_later
from rules.last_hundred_yards.state.mission.landings import Landings
from rules.last_hundred_yards.state.mission.light import Light, LightSpan
from rules.last_hundred_yards.state.mission.mission import Mission


@implements("LHY-21.1.0", "LHY-21.4.0", "LHY-22.0b")
def setting(mission: Mission) -> Iterator[str]:
    """How light it is and for how long, who may ask for illumination, and who lands from the air."""
    if mission.lights:
        yield f"It is {', then '.join(_spans(mission.lights))} ({cite_later('21.1')})."
    for side in mission.sides:
        if told := _landing(side.landings):
            yield f"The {people(side.id)} land {told}, in a turn of theirs once all others have been activated ({cite_later('22.0')})."
        if side.id in mission.illumination:
            yield f"The {people(side.id)} may ask for illumination once in a night turn ({cite_later('21.4')})."


def _landing(landings: Landings) -> str:
    kinds = ((len(landings.parachutes), "parachute"), (len(landings.gliders), "glider"))
    return " and ".join(f"{count} unit{'' if count == 1 else 's'} by {how}" for count, how in kinds if count)


def _spans(spans: tuple[LightSpan, ...]) -> Iterator[str]:
    for before, span in pairwise((LightSpan(Light.DAY, 0), *spans)):
        if span.until is None:
            yield f"{span.light}{'' if before.until else ' from beginning to end'}"
        else:
            yield f"{span.light} for {span.until - (before.until or 0)} minutes"
    if spans[-1].until is not None:
        yield "day"
