"""Landings from the air: Americans over an open field of 16 by 16 hexes, Germans in its corners."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from rules.game.state import GameState
from rules.game.units import Unit
from rules.ground.hex.board import HexBoard
from rules.ground.hex.hexes import Hex
from rules.ground.hex.terrain import Terrain
from rules.last_hundred_yards.declarations.missions.landing import Land
from rules.last_hundred_yards.declarations.missions.landing_plan import AssembleAt, PlanGlider, PlanStick
from rules.last_hundred_yards.declarations.turn.initiative import RollInitiative
from rules.last_hundred_yards.state.progress import DecisionKind
from tests.drawing import board
from tests.rules.last_hundred_yards.playing import at, course, done, legal, opened, unit

SQUADS = tuple(f"us.able.1.squad.{number}" for number in (1, 2, 3))
LEADER, OTHER_SQUAD, OTHER_LEADER = "us.able.1.leader", "us.able.2.squad.1", "us.able.2.leader"
MG = tuple(f"us.mg.{number}" for number in (1, 2, 3, 4, 5))
THIRD_LEADER = "us.able.3.leader"
LATW, GUN, JEEP = "us.latw.1", "us.gun57.1", "us.jeep.1"
FOE = "ge.1kp.1.squad.1"
CORNERS = (unit("ge.1kp.1.leader", "P1"),)
_KINDS = {
    "w": Terrain.WOODS,
    "f": Terrain.FOREST,
    "s": Terrain.STONE_BUILDING,
    "b": Terrain.BRIDGE,
}


def field(drawn: str = "") -> HexBoard:
    """The field, with hexes of woods, forest, houses, bridges or hills, a river from hex to hex, and walls: w
    H5 H6, s C3, r D1 D2, v A1-A2."""
    hexes: dict[str, set[Terrain]] = {}
    rows = [["."] * 16 for _ in range(16)]
    river = walls = ""
    for part in filter(None, map(str.strip, drawn.split(","))):
        letter, *labels = part.split()
        if letter == "r":
            river = " ".join(labels)
        elif letter == "v":
            walls = " ".join(labels)
        elif letter == "h":
            for hill in map(at, labels):
                rows[hill.row][hill.column] = "h"
        else:
            hexes |= {label: {_KINDS[letter]} for label in labels}
    return board("\n".join(map(" ".join, rows)), hexes=hexes, rivers=river, walls=walls)


def in_the_air(
    jump: Sequence[str],
    *,
    gliders: Sequence[str] = (),
    units: Iterable[Unit] = (),
    ground: str = "",
    us: Mapping[str, Any] | None = None,
    **options: Any,
) -> GameState:
    """A mission before its first initiative in which Americans land; one of their leaders is in the air."""
    if not any(name.endswith("leader") for name in (*jump, *gliders)) and us is None:
        jump = (*jump, THIRD_LEADER)
    named = {key: list(names) for key, names in (("parachutes", jump), ("gliders", gliders)) if names}
    tubes = {tube["id"] for tube in options.get("mortars", ())}
    flying = (unit(name, None) for name in (*jump, *gliders) if name not in tubes)
    return opened(
        field(ground), [*flying, *units, *CORNERS], sides={"us": {**named, **(us or {})}}, **options
    )


def flying(jump: Sequence[str], **options: Any) -> GameState:
    """The Americans have the initiative and no unit on the ground: they may land."""
    return done(in_the_air(jump, **options), RollInitiative("us"), 9, 2)


def due(state: GameState) -> DecisionKind:
    return course(state).due.kind


def landed(
    names: tuple[str, ...],
    zone: str,
    dice: Sequence[int],
    assembly: str = "",
    sector: str = "",
    **options: Any,
) -> GameState:
    """The state after one stick jumped with these dice; its platoon assembles at some legal hex."""
    state = done(flying(names, **options), PlanStick("us", names, at(zone), sector))
    for action in legal(state, AssembleAt)[:1]:
        state = done(state, AssembleAt("us", action.platoon, at(assembly) if assembly else action.at))
    return done(state, Land("us"), *dice)


def glided(
    loads: Mapping[str, tuple[str, ...]], dice: Sequence[int], heading: int = 4, **options: Any
) -> GameState:
    """The state after gliders landed with these dice, each in its hex."""
    names = [name for load in loads.values() for name in load]
    state = flying((), gliders=names, **options)
    for label, load in loads.items():
        state = done(state, PlanGlider("us", load, at(label), heading))
    return done(state, Land("us"), *dice)


def hex_of(state: GameState, name: str) -> Hex | None:
    """The hex of a unit; None if it is not on the map."""
    found = state.unit(name).at
    return found if isinstance(found, Hex) else None
