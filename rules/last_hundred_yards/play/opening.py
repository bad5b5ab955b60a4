"""The state before the first decision of a mission, from its options. Chapter 17."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from rules.game.rule_ids import implements
from rules.game.state import GameState
from rules.last_hundred_yards.book.house_figures import PRINTED_NOWHERE
from rules.last_hundred_yards.book.options import Options
from rules.last_hundred_yards.effects.marker_sync import sync_markers
from rules.last_hundred_yards.play.book_ground import BookGround
from rules.last_hundred_yards.questions.mission.landing_plan import check_landings
from rules.last_hundred_yards.questions.mission.players import players_to_name
from rules.last_hundred_yards.questions.mission.set_up import (
    check_aboard,
    check_entering,
    check_forces,
    check_markers,
    check_unit,
    setting_up,
)
from rules.last_hundred_yards.state.arrival_order import starting_order
from rules.last_hundred_yards.state.mission.first_game import without_vehicles
from rules.last_hundred_yards.state.mission.mines import lay_mines
from rules.last_hundred_yards.state.mission.mission import Mission, MortarAsset, read_mission
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
    """A mission by the edition and the figures that its players chose; where they have none of their own, by those that it brings."""
    house = mission.house if own.house == PRINTED_NOWHERE else own.house
    return replace(mission, edition=own.chosen(mission.edition), house=house)


@implements("LHY-17.7g", "LHY-22.1.1f")
def _at_first(mortar: MortarAsset, in_the_air: frozenset[str]) -> MortarState:
    """A mortar as the game begins: available, unless it is to land."""
    place = MortarPlace.IN_THE_AIR if mortar.id in in_the_air else MortarPlace.AVAILABLE
    return MortarState(mortar.id, mortar.side, mortar.kind, mortar.company, place)
