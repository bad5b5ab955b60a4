"""Deploying a squad into two sections, and choosing which of them continues first. Chapter 10.3.2."""

from collections.abc import Iterator
from dataclasses import dataclass

from rules.game.engine.procedure import Procedure
from rules.game.rule_ids import implements
from rules.game.ruling import Reason
from rules.game.units import UnitId
from rules.last_hundred_yards.book.conditions import DISRUPTED, HEROIC, REGROUPING
from rules.last_hundred_yards.book.rulebook import cite, our
from rules.last_hundred_yards.book.unit_types import UnitKind
from rules.last_hundred_yards.effects.activation_rights import record_activation
from rules.last_hundred_yards.effects.deployment import split_squad
from rules.last_hundred_yards.effects.harm import sections_in_pool
from rules.last_hundred_yards.effects.resolution import Resolution
from rules.last_hundred_yards.questions.activation.pinned import is_pinned
from rules.last_hundred_yards.questions.activation.rights import Right, lacks_right, own_unit, ready_units
from rules.last_hundred_yards.state.events.maneuver_events import ManeuverWentOn, SectionWaits
from rules.last_hundred_yards.state.position import Position, row_of
from rules.last_hundred_yards.state.progress import MANEUVERS, UNDER_WAY, Moving


@dataclass(frozen=True, slots=True)
class Deploy:
    """A squad splits into two sections (10.3.2)."""

    side: str
    unit: UnitId

    def __str__(self) -> str:
        return f"{self.unit} deploys"


@dataclass(frozen=True, slots=True)
class GoFirst:
    """The other section of a squad that has just deployed continues first (10.3.2)."""

    side: str
    unit: UnitId

    def __str__(self) -> str:
        return f"{self.unit} goes on first"


def deploy_candidates(position: Position, side: str) -> Iterator[Deploy]:
    """Squads that might split."""
    moving = position.course.moving
    if moving is not None:
        yield from (
            Deploy(side, unit) for unit in moving.units if row_of(position.unit(unit)).kind is UnitKind.SQUAD
        )
    else:
        for unit in ready_units(position, side, Right.MANEUVER):
            if row_of(unit).kind is UnitKind.SQUAD:
                yield Deploy(side, unit.id)


@implements("LHY-10.3.2.1", "LHY-10.3.2.2", "LHY-10.3.2.3", "LHY-10.3.2.4", "LHY-13.3.1d.1")
def forbids_deploy(position: Position, action: Deploy) -> Iterator[Reason]:
    """Why a squad may not split."""
    squad = own_unit(position, action.side, action.unit)
    if isinstance(squad, Reason):
        yield squad
        return
    row, moving = row_of(squad), position.course.moving
    if moving is None:
        yield from lacks_right(position, squad, Right.MANEUVER, "deploy")
    elif squad.id not in moving.units:
        yield Reason(f"{squad} is not maneuvering", cite("10.3.2"))
    if row.kind is not UnitKind.SQUAD:
        yield Reason("only squads deploy", cite("10.3.2"))
        return
    if squad.has(DISRUPTED) or squad.has(REGROUPING) or squad.has(HEROIC):
        yield Reason(f"{squad} is in no condition to deploy", cite("10.3.2"))
    if row.platoon_key in position.course.deployed:
        yield Reason("its platoon has already deployed a squad", cite("10.3.2"))
    place = position.place(squad)
    for holds, how, section in (
        (is_pinned(position, squad), "pinned in a primary impact hex", "11.4.8"),
        (position.course.is_aboard(squad.id), "aboard a vehicle", "10.4.6"),
        (position.is_marked_assault(place), "in an assault", "13.3.1"),
    ):
        if holds:
            words = f"{squad} is {how} and does not maneuver, and a squad deploys as it maneuvers"
            yield Reason(words, cite(section).together_with(cite("10.3.2")), (place,))
    if len(sections_in_pool(position, row)) < 2:
        yield Reason("fewer than two sections of its platoon are out of play", cite("10.3.2"))


@implements("LHY-10.3.2.4", "LHY-10.3.2.5", "LHY-7.2b.2", "LHY-8.3b.1")
def deploy(resolution: Resolution, action: Deploy) -> None:
    """Replace the squad by two random sections, one of each kind if they differ; both act by what let the squad act."""
    squad = resolution.state.unit(action.unit)
    if resolution.course.moving is None:
        record_activation(resolution, squad, led=True)
    split_squad(resolution, squad)


def first_candidates(position: Position, side: str) -> Iterator[GoFirst]:
    """The section that waits, if it may still go first."""
    if (waiting := _section_waiting(position)) is not None:
        yield GoFirst(side, waiting.units[0])


def _section_waiting(position: Position) -> Moving | None:
    """The maneuver of a section that waits behind the other of its squad, while that one has not moved; else None."""
    course = position.course
    alike = (
        waiting
        for waiting in course.going_on
        if course.moving is not None and waiting.may_go_first and waiting.path == course.moving.path
    )
    return next(alike, None)


@implements("LHY-10.3.2.1")
def forbids_first(position: Position, action: GoFirst) -> Iterator[Reason]:
    """Why a section may not go on before the other."""
    waiting = _section_waiting(position)
    if waiting is None or waiting.units != (action.unit,):
        yield Reason(
            f"{action.unit} does not wait behind a section that has yet to go on",
            cite("10.3.2").together_with(our(164)),
        )


@implements("LHY-10.3.2.1")
def go_first(resolution: Resolution, _: GoFirst) -> None:
    """The two sections swap their turns, once (reading 164)."""
    moving, waiting = resolution.course.moving, _section_waiting(resolution.position)
    assert moving is not None
    assert waiting is not None
    resolution.happen(ManeuverWentOn(waiting), SectionWaits(moving))


DEPLOY = Procedure(Deploy, MANEUVERS, deploy_candidates, forbids_deploy, deploy)


GO_FIRST = Procedure(GoFirst, (UNDER_WAY,), first_candidates, forbids_first, go_first)
