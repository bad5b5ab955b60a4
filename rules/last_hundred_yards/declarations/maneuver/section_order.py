"""Which section of a squad that deployed on its way goes on first. Chapter 10.3.2."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from rules.game.engine.procedure import Procedure
from rules.game.rule_ids import implements
from rules.game.ruling import Reason
from rules.last_hundred_yards.book.rulebook import our
from rules.last_hundred_yards.effects.resolution import Resolution
from rules.last_hundred_yards.state.events.unit_events import ManeuverWentOn, SectionWaits
from rules.last_hundred_yards.state.position import Position
from rules.last_hundred_yards.state.progress import UNDER_WAY, Moving


@dataclass(frozen=True, slots=True)
class GoOnFirst:
    """The section that waits goes on before the one that was drawn first (10.3.2)."""

    side: str
    unit: str

    def __str__(self) -> str:
        return f"{self.unit} goes on first"


_HERE = our(164)


def _waiting(position: Position) -> Moving | None:
    """The maneuver of the section that waits where the one under way stands, neither having moved since they were one squad."""
    moving, going_on = position.course.moving, position.course.going_on
    if moving is None or not going_on or len(moving.units) > 1 or going_on[0].gave_way:
        return None
    return going_on[0] if replace(going_on[0], units=moving.units) == moving else None


def offered(position: Position, side: str) -> Iterator[GoOnFirst]:
    """The section that waits, if it may."""
    if waiting := _waiting(position):
        yield GoOnFirst(side, waiting.units[0])


@implements("LHY-10.3.2.1")
def forbids_first(position: Position, action: GoOnFirst) -> Iterator[Reason]:
    """Why a section may not go on before the other."""
    waiting = _waiting(position)
    if waiting is None or waiting.units != (action.unit,):
        yield Reason(f"{action.unit} waits for no other section of its squad that has yet to move", _HERE)


@implements("LHY-10.3.2.1")
def go_on_first(resolution: Resolution, _: GoOnFirst) -> None:
    """They change places: the one drawn first waits."""
    moving, waiting = resolution.course.moving, _waiting(resolution.position)
    assert moving is not None
    resolution.happen(ManeuverWentOn(waiting))
    resolution.happen(SectionWaits(replace(moving, gave_way=True)))


GO_ON_FIRST = Procedure(
    GoOnFirst, (UNDER_WAY,), offered, forbids_first, go_on_first, offers_only_legal=True, word="go on first"
)
