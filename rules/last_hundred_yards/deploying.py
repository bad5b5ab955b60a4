"""A squad splits into two sections. Chapter 10.3.2."""

from collections.abc import Iterator
from dataclasses import replace

from rules.game.rule_ids import implements
from rules.game.ruling import Reason
from rules.game.units import Unit
from rules.last_hundred_yards.acting import Right
from rules.last_hundred_yards.conditions import (
    DISRUPTED,
    HEROIC,
    LAID_OUT,
    REGROUPING,
)
from rules.last_hundred_yards.course import ActionKind, Phase
from rules.last_hundred_yards.harm import sections_in_pool
from rules.last_hundred_yards.maneuver_actions import Deploy
from rules.last_hundred_yards.maneuver_points import WITHDRAWAL
from rules.last_hundred_yards.position import Position, row_of
from rules.last_hundred_yards.procedures import Procedure, is_pinned, lacks_right, own_unit, ready_units
from rules.last_hundred_yards.rulebook import cite
from rules.last_hundred_yards.telling import Telling
from rules.last_hundred_yards.unit_events import (
    ManeuverWentOn,
    SquadDeployed,
    UnitActed,
    UnitGone,
    UnitPlaced,
)
from rules.last_hundred_yards.unit_types import LhyUnitType, UnitKind


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


@implements("LHY-10.3.2.1", "LHY-10.3.2.2", "LHY-10.3.2.3")
def forbids_deploy(position: Position, action: Deploy) -> Iterator[Reason]:
    """Why a squad may not split."""
    found = own_unit(position, action.side, action.unit)
    if isinstance(found, Reason):
        yield found
        return
    row, moving = row_of(found), position.course.moving
    if moving is None:
        yield from lacks_right(position, found, Right.MANEUVER, "deploy")
    elif found.id not in moving.units:
        yield Reason(f"{found} is not maneuvering", cite("10.3.2"))
    if row.kind is not UnitKind.SQUAD:
        yield Reason("only squads deploy", cite("10.3.2"))
        return
    if found.has(DISRUPTED) or found.has(REGROUPING) or found.has(HEROIC):
        yield Reason(f"{found} is in no state to deploy", cite("10.3.2"))
    if row.platoon_key in position.course.deployed:
        yield Reason("its platoon has deployed a squad", cite("10.3.2"))
    if is_pinned(position, found) or position.course.is_aboard(found.id):
        yield Reason(f"{found} cannot maneuver", cite("10.3.2"))
    if len(sections_in_pool(position, row)) < 2:
        yield Reason("fewer than two sections of its platoon are out of play", cite("10.3.2"))


@implements("LHY-10.3.2.4", "LHY-10.3.2.5")
def deploy(telling: Telling, action: Deploy) -> None:
    """Two random sections take the squad's place, one of each kind if they differ."""
    split(telling, telling.state.unit(action.unit))


def split(telling: Telling, squad: Unit) -> None:
    """Two sections in the place of a squad, in its conditions; one goes on with its maneuver, both withdraw."""
    place, row = telling.position.place(squad), row_of(squad)
    moving, had_acted = telling.course.moving, squad.id in telling.course.acted
    drawn = draw_sections(telling, row)
    in_play = telling.course.phase is not Phase.SETUP
    sections = tuple(section.id for section in drawn) if in_play else ()
    telling.put(SquadDeployed(row.platoon_key, squad.id, sections))
    telling.put(UnitGone(squad.id, "deploys"))
    for section in drawn:
        telling.put(
            UnitPlaced(
                section.id,
                section.id,
                squad.side,
                place,
                tuple(sorted(squad.conditions - LAID_OUT)),
                had_acted,
            )
        )
    if moving is not None:
        goes_on = drawn if moving.mode == WITHDRAWAL else drawn[:1]
        names = (*(one for one in moving.units if one != squad.id), *(section.id for section in goes_on))
        telling.put(ManeuverWentOn(replace(moving, units=names)))
        for section in drawn:
            telling.put(UnitActed(section.id, ActionKind.MANEUVER, (place,)))


def draw_sections(telling: Telling, row: LhyUnitType) -> tuple[LhyUnitType, LhyUnitType]:
    """Two sections of a platoon, drawn at random; one of each kind where kinds differ."""
    pool = sections_in_pool(telling.position, row)
    kinds = sorted({section.sav or 0 for section in pool}, reverse=True)
    if len(kinds) > 1:
        one, other = ([section for section in pool if (section.sav or 0) == kind] for kind in kinds[:2])
        return one[telling.dice.pick(len(one))], other[telling.dice.pick(len(other))]
    first = pool.pop(telling.dice.pick(len(pool)))
    return first, pool[telling.dice.pick(len(pool))]


DEPLOY = Procedure(deploy_candidates, forbids_deploy, deploy)
