"""What a unit's state bars is offered by no declaration: games by chance among units in every state, in both editions.

The table below says what each state allows; each chapter of declarations keeps to it by reasons of its own."""

from collections import Counter
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import pytest

from rules.game.state import GameState
from rules.game.units import Marker, Unit
from rules.ground.hex.hexes import Hex
from rules.last_hundred_yards.book.conditions import (
    CONCEALED,
    DISRUPTED,
    HEROIC,
    HIDDEN,
    IN_MOTION,
    REGROUPING,
    SHOCKED,
)
from rules.last_hundred_yards.book.unit_types import UnitKind
from rules.last_hundred_yards.play.play import PLAY
from rules.last_hundred_yards.state.events.unit_events import Mounted, UnitChanged
from rules.last_hundred_yards.state.position import Position, row_of
from tests.drawing import board
from tests.rules.last_hundred_yards.playing import at, chance_steps, opened, unit

GROUND = board(
    """
    .  .  w  .  .  .  b  .  .  .
    .  .  .  .  .  .  .  .  .  .
    .  w  .  .  s  .  .  w  w  .
    .  .  .  .  .  u  u  .  .  .
    .  .  .  w  .  .  .  .  .  .
    b  .  .  .  .  .  .  .  s  .
    .  .  .  .  .  w  .  .  .  .
    .  .  w  .  .  .  .  .  .  .
    """,
    walls="E6-E7 F5-F6",
    roads="B1 B2 B3 B4 B5 B6 B7, H1 H2 H3 H4 H5 H6",
)
MARKERS = (
    Marker("mines", at("F6"), 1, "ge", hidden=True),
    Marker("wire", at("D5")),
    Marker("improved_position", at("C6")),
)
MORTARS = (
    {"id": "81mm", "side": "us", "kind": "81mm", "company": "able"},
    {"id": "8cm", "side": "ge", "kind": "8cm", "company": "1kp"},
)
UNITS = (
    *(unit(f"us.able.1.squad.{number}", place) for number, place in ((1, "C6"), (2, "D6"), (3, "F7"))),
    *(unit(f"us.able.2.squad.{number}", place) for number, place in ((1, "E8"), (2, "F8"), (3, "H6"))),
    unit("us.able.1.leader", "D6"), unit("us.able.2.leader", "F8"), unit("us.mg.1", "G8"),
    unit("us.latw.1", "H6"), unit("us.latw.2", "G7", HIDDEN), unit("us.gun57.1", "A6"), unit("us.truck.1", "A6"),
    unit("us.gun57.2", "I8", HIDDEN), unit("us.able-tank.1.1", "B7"), unit("us.able-tank.1.2", "H6"), unit("us.m3.2", "G8"),
    *(unit(f"ge.1kp.1.squad.{number}", place) for number, place in ((1, "C4"), (2, "D4"), (3, "E5"))),
    *(unit(f"ge.1kp.2.squad.{number}", place) for number, place in ((1, "G4"), (2, "H3"), (3, "F4"))),
    unit("ge.1kp.1.leader", "D4"), unit("ge.1kp.2.leader", "H3"), unit("ge.mg.1", "E3"), unit("ge.latw.1", "G4"),
    unit("ge.fp.1", "J3"), unit("ge.pz4.2.1", "C2"), unit("ge.stug.1", "I2"), unit("ge.pak40.3", "H1"),
    unit("ge.pak40.4", "I4", HIDDEN), unit("ge.latw.2", "B4", HIDDEN),
)  # fmt: skip
ABOARD = {"us.able.2.squad.3": "us.able-tank.1.2", "us.mg.1": "us.m3.2", "us.gun57.1": "us.truck.1"}
SEEDS, DECLARATIONS = 12, 300

UNDER_WAY = {"EndManeuver", "GoFirst", "DivideMarkers", "GiveFront"}
AFTER_AN_ASSAULT = {
    "DestroyVehicle",
    "Retreat",
    "Advance",
    "Recombine",
    "RemoveExcess",
    "EnterAssault",
    "Feint",
}
MAY: dict[str, set[str]] = {
    "disrupted": {"Recover", "Withdraw", "Maneuver"},
    "regrouping": {"Recover", "Withdraw", "FireSmallArms", "Enfilade"},
    "shocked": {"Recover"},
    "pinned": {"Withdraw"},
    "aboard": {"Unload", "Recover", "CallMortar"},
    "a gun in wire or mines": {"Load", "Unload", "Limber", "CallMortar", "Recover", "Withdraw", "Maneuver", "Assault"},
    "in an assault, 2019": {"CallMortar", "Maneuver", "ChangeMotion"},
}  # fmt: skip
"""What a unit may declare in each state, besides going on with what is under way and what an assault asks of it."""


def among_states(edition: str, seed: int) -> GameState:
    """Two companies with tanks, guns and carriers close together, many of them disrupted, in motion or aboard."""
    state, chance = (
        opened(GROUND, UNITS, edition=edition, mortars=MORTARS, markers=MARKERS, minutes=24),
        Random(seed),
    )
    for load, vehicle in ABOARD.items():
        if chance.random() < 0.7:
            state = state.with_unit(state.unit(load).moved(state.unit(vehicle).at))
            state = Mounted(load, vehicle, from_the_start=True).on(state)
    free = [one for one in UNITS if one.id not in ABOARD and one.id not in ABOARD.values()]
    for one in free:
        row = row_of(one)
        marks = (
            (DISRUPTED, REGROUPING, HEROIC)
            if row.is_infantry
            else (IN_MOTION, SHOCKED)
            if row.is_tracked
            else ()
        )
        mark = chance.choice((*marks, "", "", "", ""))
        if mark and not (mark == SHOCKED and row.kind is not UnitKind.AFV):
            state = UnitChanged(one.id, gained=(mark,), lost=(CONCEALED,)).on(state)
    return state


def states_of(position: Position, one: Unit) -> Iterator[str]:
    """The states of a unit that bar it from something, by the names of the table."""
    course, place, row = position.course, position.place(one), row_of(one)
    is_on_foot = not row.is_vehicle and row.kind is not UnitKind.FP
    holds: dict[str, Callable[[], bool]] = {
        "disrupted": lambda: one.has(DISRUPTED),
        "regrouping": lambda: one.has(REGROUPING) and not one.has(DISRUPTED),
        "shocked": lambda: one.has(SHOCKED),
        "pinned": lambda: is_on_foot and position.is_primary_impact(place),
        "aboard": lambda: course.is_aboard(one.id),
        "a gun in wire or mines": lambda: row.kind in (UnitKind.GUN, UnitKind.MG) and any(
            marker.at == place and marker.side != one.side and marker.kind in ("wire", "mines")
            for marker in position.state.markers
        ),
        "in an assault, 2019": lambda: position.is_marked_assault(place) and not course.mission.edition.assault_hex_reactions,
    }  # fmt: skip
    return (name for name, held in holds.items() if held())


def named(action: Any) -> set[str]:
    """The units that a declaration names as those who act."""
    several = (*getattr(action, "units", ()), *getattr(action, "along", ()), *getattr(action, "firers", ()))
    return {*several, getattr(action, "unit", ""), getattr(action, "leader", "")}


@pytest.mark.parametrize("seed", range(SEEDS))
@pytest.mark.parametrize("edition", ["2019", "series-3.1"])
def test_no_declaration_is_offered_that_the_state_of_a_unit_bars(edition: str, seed: int) -> None:
    state, met = among_states(edition, seed), Counter[str]()
    for _, _, after in chance_steps(state, seed, DECLARATIONS):
        position, side = PLAY.position(state), PLAY.to_act(state)
        for action in PLAY.legal_actions(state):
            kind = type(action).__name__
            for name in named(action) & state.units.keys():
                one = state.unit(name)
                if one.side != side or not isinstance(one.at, Hex) or kind in UNDER_WAY | AFTER_AN_ASSAULT:
                    continue
                for held in states_of(position, one):
                    met[held] += 1
                    assert kind in MAY[held], f"{one} is {held}: {action}"
        state = after
    assert met
