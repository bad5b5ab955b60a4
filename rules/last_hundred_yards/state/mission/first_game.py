"""A first game, an option: vehicles and anti-tank fire are left out. Chapter 2.4."""

from dataclasses import replace

from rules.game.rule_ids import implements
from rules.game.state import GameState
from rules.last_hundred_yards.book.roster import ROSTER
from rules.last_hundred_yards.book.unit_types import UnitKind
from rules.last_hundred_yards.state.mission.mission import Mission, MissionSide


@implements("LHY-2.4.5")
def without_vehicles(state: GameState, mission: Mission) -> tuple[GameState, Mission]:
    """The start of a mission without its vehicles and the guns that they tow; men who would begin aboard go on foot (reading 154)."""
    rows = {unit.id: ROSTER[unit.type] for unit in state.units.values()}
    aboard = dict(mission.aboard)
    left_out = {
        name for name, row in rows.items()
        if (row.is_vehicle and not row.is_dummy) or (row.kind is UnitKind.GUN and name in aboard)
    }  # fmt: skip
    units = {unit.id: unit for unit in state.units.values() if unit.id not in left_out}
    one, other = (_on_foot(side, aboard, left_out) for side in mission.sides)
    edition = replace(mission.edition, trucks_inherent=False)
    return replace(state, units=units), replace(mission, aboard=(), sides=(one, other), edition=edition)


def _on_foot(side: MissionSide, aboard: dict[str, str], left_out: set[str]) -> MissionSide:
    """A side whose units come on by themselves, those included that would have come on aboard."""
    carried = (load for load, vehicle in aboard.items() if vehicle in side.entering)
    coming = dict.fromkeys((*side.entering, *carried))
    flying = side.landings
    return replace(
        side,
        entering=tuple(name for name in coming if name not in left_out),
        landings=replace(
            flying,
            parachutes=tuple(name for name in flying.parachutes if name not in left_out),
            gliders=tuple(name for name in flying.gliders if name not in left_out),
        ),
    )
