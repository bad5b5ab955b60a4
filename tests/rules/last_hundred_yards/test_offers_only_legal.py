"""Declarations listed by field values equal all combinations that no refusal forbids."""

from collections.abc import Iterator
from itertools import combinations, combinations_with_replacement
from typing import Any

import pytest

from rules.last_hundred_yards.declarations.fire.anti_tank import FireAntiTank
from rules.last_hundred_yards.declarations.fire.anti_tank_targets import known_targets
from rules.last_hundred_yards.declarations.fire.owed_fire import ANTI_TANK, SMALL_ARMS
from rules.last_hundred_yards.declarations.fire.small_arms import FireSmallArms
from rules.last_hundred_yards.declarations.maneuver.maneuver import MANEUVER, Maneuver
from rules.last_hundred_yards.declarations.missions.setup import PLACE, PlaceUnit
from rules.last_hundred_yards.declarations.mortars.mortar_fire import CALL, CallMortar
from rules.last_hundred_yards.declarations.withdrawal import WITHDRAW, Withdraw
from rules.last_hundred_yards.play.play import PLAY
from rules.last_hundred_yards.questions.fire.aiming import known_enemy_hexes
from rules.last_hundred_yards.questions.fire.modifiers import HALT_AND_FIRE, SHOOT_AND_SCOOT
from rules.last_hundred_yards.state.position import Position, row_of
from tests.rules.last_hundred_yards.playing import chance_steps, start_of
from tests.rules.last_hundred_yards.small_boards import SMALL


def _maneuvers(position: Position, side: str) -> Iterator[Maneuver]:
    """Maneuvers of any one or two units to any one hex."""
    for unit in position.of(side):
        for to in (*position.board.grid.within(position.place(unit), 1), None):
            for mode in ("forward", "reverse"):
                yield Maneuver(side, unit.id, to, mode)
                for other in position.of(side):
                    if unit.id < other.id:
                        yield Maneuver(side, unit.id, to, mode, (other.id,))


def _withdrawals(position: Position, side: str) -> Iterator[Withdraw]:
    """Withdrawals of any one, two or three units to any one hex."""
    for place in position.by_hex:
        names = [unit.id for unit in position.friends_at(place, side)]
        for number in (1, 2, 3):
            for group in combinations(names, number):
                for to in (*position.board.grid.within(place, 1), None):
                    yield Withdraw(side, group, to)


def _small_arms(position: Position, side: str) -> Iterator[FireSmallArms]:
    """Small arms fire of any unit at one or two hexes, in every kind of motion."""
    places = known_enemy_hexes(position, side)
    for unit in position.of(side):
        for motion in ("", SHOOT_AND_SCOOT, HALT_AND_FIRE):
            for to in (*position.board.grid.neighbours(position.place(unit)), None):
                for mode in ("forward", "reverse"):
                    for at in places:
                        yield FireSmallArms(side, unit.id, (at,), motion, to, mode)
        for both in combinations(places, 2):
            yield FireSmallArms(side, unit.id, both)


def _anti_tank(position: Position, side: str) -> Iterator[FireAntiTank]:
    """Anti-tank fire of any unit at one or two targets, in every kind of motion, and at any hex passed by an action."""
    names = known_targets(position, side)
    some = [*((name,) for name in names), *combinations_with_replacement(names, 2)]
    passed = {at for deed in position.course.deeds for at in deed.hexes}
    for unit in position.of(side):
        for motion in ("", SHOOT_AND_SCOOT, HALT_AND_FIRE):
            for to in (*position.board.grid.neighbours(position.place(unit)), None):
                for mode in ("forward", "reverse"):
                    for targets in some:
                        for through in (None, *passed):
                            yield FireAntiTank(side, unit.id, targets, motion, to, through, mode)


def _calls(position: Position, side: str) -> Iterator[CallMortar]:
    """Calls of every mortar by any unit on every hex with known enemies."""
    for mortar in position.course.mortars:
        for unit in position.of(side):
            for at in known_enemy_hexes(position, side):
                for smoke in (False, True):
                    yield CallMortar(side, mortar.id, unit.id, at, smoke)


def _said(action: Any) -> object:
    """A declaration in a form that ignores the order of units withdrawing together."""
    return (frozenset(action.units), action.to) if isinstance(action, Withdraw) else action


@pytest.mark.parametrize("edition", ["2019", "series-3.1"])
@pytest.mark.parametrize("name", SMALL)
def test_all_legal_maneuvers_withdrawals_and_fires_are_listed(name: str, edition: str) -> None:
    found: set[type] = set()
    for _, _, state in chance_steps(SMALL[name].opened(edition), 3, 60):
        side = PLAY.to_act(state)
        for procedure, said in (
            (MANEUVER, _maneuvers),
            (WITHDRAW, _withdrawals),
            (SMALL_ARMS, _small_arms),
            (ANTI_TANK, _anti_tank),
            (CALL, _calls),
        ):
            if side is not None and PLAY.stage(state) in procedure.stages:
                position = PLAY.known(state, side)
                allowed = {
                    _said(one) for one in said(position, side) if not any(procedure.forbids(position, one))
                }
                listed = list(procedure.offers(position, side))
                assert allowed <= set(map(_said, listed))
                assert not any(reason for one in listed for reason in procedure.forbids(position, one))
                found |= {type(action) for action in listed}
    assert found >= {Maneuver, FireSmallArms}


def test_every_legal_set_up_is_listed() -> None:
    checked = 0
    for number, (_, _, state) in enumerate(chance_steps(start_of("lhy-ridge-road"), 5, 60)):
        side = PLAY.to_act(state)
        if side is None or PLAY.stage(state) not in PLACE.stages or number % 12:
            continue
        position = PLAY.known(state, side)
        vehicles = [unit.id for unit in position.of(side) if row_of(unit).is_vehicle][:2]
        waiting = [unit.id for unit in state.units.values() if unit.side == side and unit.at is None]
        ways: list[dict[str, Any]] = [
            {}, {"hidden": True}, {"deployed": True}, {"in_motion": True}, *({"aboard": vehicle} for vehicle in vehicles)
        ]  # fmt: skip
        for name in waiting[::5]:
            for at in position.mission.side(side).setup_area[::3]:
                for way in ways:
                    action = PlaceUnit(side, name, at, **way)
                    is_allowed = next(PLACE.forbids(position, action), None) is None
                    assert (action in PLAY.legal_actions(state)) is is_allowed, action
                    checked += is_allowed
    assert checked
