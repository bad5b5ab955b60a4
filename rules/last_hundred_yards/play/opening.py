"""The state before the first decision of a mission, from its options: mines are laid, and a first game leaves
out its vehicles. Chapters 2.4, 16.1 and 17.

A question that is asked outside a game has a plain mission.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from rules.errors import BadInput
from rules.game.rule_ids import implements
from rules.game.state import GameState
from rules.game.units import Marker
from rules.last_hundred_yards.book.house_figures import PRINTED_NOWHERE
from rules.last_hundred_yards.book.options import Options
from rules.last_hundred_yards.book.roster import ROSTER
from rules.last_hundred_yards.book.unit_types import Nation, UnitKind
from rules.last_hundred_yards.effects.marker_sync import sync_markers
from rules.last_hundred_yards.play.book_ground import BookGround
from rules.last_hundred_yards.questions.mission.landing_plan import check_landings
from rules.last_hundred_yards.questions.mission.player_choice import players_to_name
from rules.last_hundred_yards.questions.mission.set_up import (
    check_aboard,
    check_entering,
    check_forces,
    check_markers,
    check_unit,
    setting_up,
)
from rules.last_hundred_yards.state.arrival_order import starting_order
from rules.last_hundred_yards.state.markers import MINES
from rules.last_hundred_yards.state.mission.map_parts import Edge
from rules.last_hundred_yards.state.mission.mission import Mission, MissionSide, MortarAsset, read_mission
from rules.last_hundred_yards.state.position import Position, hex_board
from rules.last_hundred_yards.state.progress import MortarPlace, MortarState, Phase, Progress, with_progress
from rules.last_hundred_yards.state.standing import dug_by_dummies


@implements("LHY-17.2a", "LHY-17.7f.2", "LHY-17.7g", "LHY-22.0e", "LHY-2.4.5")
def opening(state: GameState, options: Mapping[str, Any], own: Options) -> GameState:
    """The state before the first decision.

    Raises:
        BadInput: if an option is missing or wrong; the message names it.
        Unknown: if an option names a unit that is not there.
    """
    if own.edition_name:
        options = {**options, "edition": own.edition_name}
    mission = _as_chosen(read_mission(options, state.sides, hex_board(state)), own)
    for unit in state.units.values():
        check_unit(unit)
    if mission.edition.foot_and_mortars_only:
        state, mission = without_vehicles(state, mission)
    check_markers(state)
    check_forces(state, mission)
    in_the_air = check_landings(state, mission)
    course = Progress(
        mission,
        aboard=mission.aboard,
        off_map=check_entering(state, mission),
        in_the_air=frozenset(in_the_air & state.units.keys()),
        arrivals=starting_order(state, (mission.enemy(mission.attacker), mission.attacker)),
        last_initiative=mission.attacker,
        mortars=tuple(_at_first(mortar, in_the_air) for mortar in mission.mortars),
        control=mission.first_control(),
    )
    state = sync_markers(replace(lay_mines(state, mission), course=course))
    check_aboard(Position(state, BookGround(own)))
    if setting_up(state) is None:
        return with_progress(state, decisions=players_to_name(state), dug_by_dummies=dug_by_dummies(state))
    return replace(state, course=replace(course, phase=Phase.SETUP))


def _as_chosen(mission: Mission, own: Options) -> Mission:
    """A mission with the edition and the house figures that its players chose, or its own where they chose none."""
    house = mission.house if own.house == PRINTED_NOWHERE else own.house
    return replace(mission, edition=own.chosen(mission.edition), house=house)


@implements("LHY-17.7g", "LHY-22.1.1f")
def _at_first(mortar: MortarAsset, in_the_air: frozenset[str]) -> MortarState:
    """A mortar as the game begins: available, unless it is to land."""
    place = MortarPlace.IN_THE_AIR if mortar.id in in_the_air else MortarPlace.AVAILABLE
    return MortarState(mortar.id, mortar.side, mortar.kind, mortar.company, place)


@implements("LHY-16.1.0a", "LHY-16.1.0d")
def lay_mines(state: GameState, mission: Mission) -> GameState:
    """The state with mines known only to the side that laid them, if one did.

    Mines that name no side belong to the one side in whose set-up area they lie; in no area, or in both, they belong to no
    side: both know of them, and they harm both (reading 151).

    Raises:
        BadInput: if a side laid mines outside its set-up area.
    """
    markers = (_laid(marker, mission) if marker.kind == MINES else marker for marker in state.markers)
    return replace(state, markers=tuple(markers))


@implements("LHY-16.1.0a", "LHY-16.1.0d")
def _laid(mines: Marker, mission: Mission) -> Marker:
    areas = {side.id: side.setup_area for side in mission.sides}
    if mines.side and areas[mines.side] and mines.at not in areas[mines.side]:
        raise BadInput("markers.mines", str(mines.at), f"a hex of {mines.side}'s set-up area (LHY 16.1)")
    within = [side for side, area in areas.items() if mines.at in area]
    side = mines.side or (within[0] if len(within) == 1 else "")
    return replace(mines, side=side, hidden=bool(side))


@implements("LHY-2.4.5")
def without_vehicles(state: GameState, mission: Mission) -> tuple[GameState, Mission]:
    """The start of a mission without its vehicles and the guns that they tow; men who would begin aboard go
    on foot (reading 154)."""
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
    """A side without its vehicles: units that would have come on aboard come on by themselves."""
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


_EDGES = {Nation.US: Edge.WEST, Nation.GERMAN: Edge.EAST}


def with_plain_mission(state: GameState, nations: Mapping[str, Nation], options: Options) -> GameState:
    """The state with a record of play: that of its game, or else of a plain mission of these two sides.

    In a plain mission tokens that the book does not know are left out.
    """
    if isinstance(state.course, Progress):
        return state
    one, other = (MissionSide(side, nation, _EDGES[nation]) for side, nation in nations.items())
    mission = Mission(one.id, (one, other), options.edition, options.house, 0, ())
    known = {unit.id: unit for unit in state.units.values() if unit.type in ROSTER}
    return replace(state, course=Progress(mission), units=known)
