"""Two companies of Last Hundred Yards in sight of each other, as a busy moment of that book."""

from collections.abc import Iterator
from dataclasses import replace

from maps.library import scenario
from rules.game.chance.dice import ScriptedDice
from rules.game.engine.carrying_out import carry_out
from rules.game.state import GameState
from rules.game.units import Unit
from rules.ground.hex.hexes import Hex
from rules.last_hundred_yards.declarations.turn.activation import (
    Activate,
    CallForReaction,
    Coordinate,
    SelectCompany,
)
from rules.last_hundred_yards.declarations.turn.initiative import RollInitiative
from rules.last_hundred_yards.play.play import PLAY
from rules.last_hundred_yards.ruleset import RULESET
from rules.last_hundred_yards.state.events.maneuver_events import UnitActed
from rules.last_hundred_yards.state.progress import ActionKind

GROUND = "lhy-mill-heights"
AMERICANS = {
    "able.1": "F3 F4 G4", "able.2": "G5 G6 H6", "able.3": "F7 G8 F9", "mg": "F4 G5 H6 G8",
    "gun57": "E6", "latw": "G4 G8", "able-tank.1": "E3 E4 F5 F6 E8",
}  # fmt: skip
GERMANS = {
    "1kp.1": "K3 L3 K4", "1kp.2": "L5 K6 L6", "1kp.3": "L8 K8 L9", "mg": "L4 L5 K7 L9",
    "ig75": "M6", "latw": "K4 K8", "stug": "M3 M5 M8 N6",
}  # fmt: skip
"""The hexes of each platoon's squads (its leader is with the first) and of the other units."""


def companies() -> GameState:
    """Two companies with tanks, machine guns and a gun in sight of each other, before the initiative."""
    chosen = scenario(GROUND)
    units = {unit.id: unit for side in (("us", AMERICANS), ("ge", GERMANS)) for unit in _company(*side)}
    tubes = [
        {"id": f"{side}-{kind}", "side": side, "kind": kind}
        for side in ("us", "ge")
        for kind in ("60mm", "81mm")
    ]
    options = {
        **chosen.opening_options(),
        "mortars": tubes,
        "aboard": {},
        "edition": "series-3.1",
        "attacker": "us",
    }
    return RULESET.opening(replace(chosen.state(), units=units), options)


def _company(side: str, places: dict[str, str]) -> Iterator[Unit]:
    for name, labels in places.items():
        is_infantry = name.split(".")[0] in ("able", "1kp")
        stem = f"{side}.{name}.squad" if is_infantry else f"{side}.{name}"
        for number, label in enumerate(labels.split(), 1):
            yield Unit(f"{stem}.{number}", f"{stem}.{number}", side, Hex.named(label))
        if is_infantry:
            leader = f"{side}.{name}.leader"
            yield Unit(leader, leader, side, Hex.named(labels.split()[0]))


def infantry_and_tanks(state: GameState) -> GameState:
    """The American first platoon and the tanks are activated together."""
    for action, dice in (
        (RollInitiative("us"), (9, 2)),
        (SelectCompany("us", "able"), ()),
        (Coordinate("us"), (10,)),
        (Activate("us", ("able.1", "able-tank.1")), ()),
    ):
        state = carry_out(PLAY, state, action, ScriptedDice(dice))[1]
    return state


def whole_company_reacting(state: GameState) -> GameState:
    """The Germans may react to all nine units of the two platoons, which fired from where they stand."""
    for unit in state.units.values():
        if unit.id.startswith(("us.able.1", "us.able-tank.1")):
            assert isinstance(unit.at, Hex)
            state = UnitActed(unit.id, ActionKind.FIRE, (unit.at,)).on(state)
    return carry_out(PLAY, state, CallForReaction("us"), ScriptedDice(()))[1]
