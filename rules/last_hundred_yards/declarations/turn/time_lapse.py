"""The Time Lapse Phase: the die for the minutes that passed. Chapter 5.0 VI."""

from dataclasses import dataclass

from rules.game.engine.procedure import Factors, at_will
from rules.game.rule_ids import implements
from rules.game.ruling import Reason
from rules.last_hundred_yards.book.rulebook import cite, figure_citation
from rules.last_hundred_yards.effects.resolution import D10, Resolution
from rules.last_hundred_yards.state.events.order_events import PhaseBegan, TimeLapsed
from rules.last_hundred_yards.state.position import Position
from rules.last_hundred_yards.state.progress import Phase


@dataclass(frozen=True, slots=True)
class LapseTime:
    """Roll for the minutes that passed (5.0 VI)."""

    side: str

    def __str__(self) -> str:
        return "roll for the time lapse"


@implements("LHY-5.0.VI", "LHY-0.9")
def lapse(resolution: Resolution, action: LapseTime) -> None:
    """Two to five minutes go by."""
    del action
    minutes = resolution.position.mission.house.time_lapse_minutes
    resolution.happen(TimeLapsed(resolution.decide("time lapse", D10, lambda die: minutes[die - 1])))
    resolution.happen(PhaseBegan(Phase.CLEAN_UP))


def time_factors(position: Position, action: LapseTime) -> Factors:
    """The table that the die is read on."""
    del action
    minutes = position.mission.house.time_lapse_minutes
    rows = (
        f"{minutes.index(lapsed) + 1} to {len(minutes) - minutes[::-1].index(lapsed)}: {lapsed} minutes"
        for lapsed in sorted(set(minutes))
    )
    table = cite("5.0 VI").together_with(figure_citation("time_lapse_minutes"))
    return Factors("by the time lapse table", (Reason(", ".join(rows), table),))


TIME = at_will(LapseTime, (Phase.TIME,), lapse, time_factors)
