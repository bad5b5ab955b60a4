"""Targets that an observer sees well enough to mark: buildings, vehicles and wrecks."""

from dataclasses import replace

import pytest

from rules.game.state import GameState
from rules.ground.table.inches import Spot
from rules.ground.table.tabletop import Piece
from rules.ground.table.terrain import TableTerrain as T
from rules.kampfgruppe_normandy.book.action_kinds import ActionKind as K
from rules.kampfgruppe_normandy.declarations.indirect_fire.requesting import RequestMission
from rules.kampfgruppe_normandy.state.progress import Loss, Status, progress_of, with_progress
from tests.proving import proves
from tests.rules.kampfgruppe_normandy.tables import DE, UK, area, game, legal, refusal, told_to, unit

HQ = unit("hq", "uk.hq", (40, 40))


def church(*pieces: Piece) -> GameState:
    """An observer's headquarters south of a church that an enemy squad holds, and a mortar behind it."""
    state = game(
        HQ, unit("m", "uk.3in_mortar", (40, 60)), unit("foe", "de.squad", (40, 13)),
        pieces=[area(T.STONE_BUILDING, 36, 9, 44, 17), *pieces], status={"foe": Status(men=8, inside="stone_building")},
    )  # fmt: skip
    return told_to(state, "hq", K.REQUEST)


@proves("KN-IND-06", "KN-BLDG-02a")
def test_a_held_building_that_the_observer_sees_can_be_shelled() -> None:
    request = RequestMission(UK, "hq", ("m",), Spot(40, 13))
    assert refusal(church(), request) == ""
    assert request in legal(church())


@proves("KN-IND-06", "KN-BLDG-02a")
def test_a_building_of_which_the_corners_alone_are_seen_can_be_shelled() -> None:
    """OUR 181: a shed hides the place that is nearest to the observer."""
    shed = area(T.WOODEN_BUILDING, 38, 22, 42, 24)
    assert refusal(church(shed), RequestMission(UK, "hq", ("m",), Spot(40, 13))) == ""


@proves("KN-IND-06")
def test_a_building_behind_another_is_out_of_the_observers_sight() -> None:
    barn = area(T.WOODEN_BUILDING, 20, 22, 60, 24)
    refused = refusal(church(barn), RequestMission(UK, "hq", ("m",), Spot(40, 13)))
    assert "hq does not see stone building stone_building" in refused
    assert "wooden building wooden_building hides it" in refused


def with_vehicle_to_shell(target: str, *pieces: Piece, wreck: bool = False) -> GameState:
    """A headquarters 28 inches south of a vehicle, or of its wreck, that faces it, and a mortar behind."""
    standing = [] if wreck else [unit("foe", target, (40, 12), facing_deg=180.0)]
    state = game(
        HQ, unit("m", "uk.3in_mortar", (40, 60)), *standing, unit("far", "de.squad", (90, 5)), pieces=pieces
    )
    lost = (Loss("foe", target, DE, "destroyed", Spot(40, 12), 180.0),) if wreck else ()
    state = with_progress(state, replace(progress_of(state), wrecks=lost))
    return told_to(state, "hq", K.REQUEST)


@proves("KN-IND-06")
@pytest.mark.parametrize("target", ["de.pz4h", "de.sdkfz251", "de.opel"])
def test_a_vehicle_in_sight_can_be_shelled_though_its_hull_hides_the_ground_under_it(target: str) -> None:
    """OUR 181; so can its wreck. A farm house hides both."""
    request = RequestMission(UK, "hq", ("m",), Spot(40, 12))
    assert request in legal(with_vehicle_to_shell(target))
    assert refusal(with_vehicle_to_shell(target, wreck=True), request) == ""
    house = area(T.BRICK_BUILDING, 30, 22, 50, 26)
    assert "hq does not see foe: brick building" in refusal(with_vehicle_to_shell(target, house), request)
    hidden = refusal(with_vehicle_to_shell(target, house, wreck=True), request)
    assert "hq does not see the wrecked " in hidden
    assert "brick building" in hidden


@proves("KN-IND-06")
def test_a_wreck_that_is_drawn_on_the_table_can_be_shelled_where_it_lies() -> None:
    """OUR 181: it is in sight as the wrecks of the game are, and a farm house hides it."""
    drawn, house = area(T.WRECK, 39, 10, 41, 14), area(T.BRICK_BUILDING, 30, 22, 50, 26)
    request = RequestMission(UK, "hq", ("m",), Spot(40, 12))
    own = unit("foe", "de.squad", (70, 12))
    assert refusal(with_vehicle_to_shell("de.squad", drawn).with_unit(own), request) == ""
    refused = refusal(with_vehicle_to_shell("de.squad", drawn, house).with_unit(own), request)
    assert "hq does not see wreck wreck" in refused
    assert "brick building brick_building hides it" in refused


@proves("KN-IND-06")
@pytest.mark.parametrize(("before", "hides"), [("uk.sherman", True), ("de.squad", False)])
def test_a_vehicle_behind_another_is_hidden_by_it(before: str, hides: bool) -> None:
    """A jeep stands close behind a tank that turns its side to the headquarters, or behind a squad."""
    state = with_vehicle_to_shell("de.kubelwagen").with_unit(
        unit("before", before, (40, 16), facing_deg=90.0)
    )
    refused = refusal(state, RequestMission(UK, "hq", ("m",), Spot(40, 12)))
    assert ("hq does not see foe: before" in refused) is hides
