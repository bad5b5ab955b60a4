"""What a unit may be told or asked to do, and why not where it may not: guns without a mission, empty guns, held houses."""

from dataclasses import replace

import pytest

from rules.game.state import GameState
from rules.ground.table.inches import Spot
from rules.ground.table.tabletop import Piece
from rules.ground.table.terrain import TableTerrain as T
from rules.kampfgruppe_normandy.book.action_kinds import ActionKind as K
from rules.kampfgruppe_normandy.book.conditions import IMMOBILISED
from rules.kampfgruppe_normandy.declarations.indirect_fire.requesting import RequestMission
from rules.kampfgruppe_normandy.declarations.turn.activation import Activate
from rules.kampfgruppe_normandy.state.progress import Loss, Status, progress_of, with_progress
from tests.proving import proves
from tests.rules.kampfgruppe_normandy.tables import DE, UK, area, game, legal, refusal, told_to, unit

HQ = unit("hq", "uk.hq", (40, 40))
FOE = unit("foe", "de.squad", (40, 10), facing_deg=180.0)


@proves("KN-ACT-06", "KN-TURN-22")
def test_a_gun_that_no_mission_waits_for_is_told_so() -> None:
    state = game(HQ, unit("gun", "uk.25pdr", (40, 60)), FOE)
    assert refusal(state, Activate(UK, "gun", (K.SUPPRESS_INDIRECT, K.SUPPRESS_INDIRECT))) == (
        "no fire mission waits for gun: an observer must ask for one first (KGN Fire for effect)"
    )


@proves("KN-IND-13", "KN-ACT-06", "KN-ACT-15")
@pytest.mark.parametrize(
    ("name", "type_id", "kind", "why"),
    [
        (
            "b",
            "uk.25pdr_battery",
            K.SUPPRESS_INDIRECT,
            "is off the table and fires for effect with its battery",
        ),
        ("tank", "uk.sherman", K.MOVE, "tank is immobilised"),
        ("mg", "uk.vickers", K.SUPPRESS_AIRCRAFT, "no enemy aircraft is over the table"),
        ("hq", "uk.hq", K.REQUEST, "there are no guns that hq may ask for"),
        ("lorry", "uk.bedford", K.WITHDRAW, "lorry has a load aboard"),
        ("tank", "uk.sherman", K.RE_SUPPLY, "tank cannot take the action re-supply"),
        ("hq", "uk.hq", K.ENGINEER, "hq cannot take the action engineer"),
        ("squad", "uk.squad", K.REQUEST, "squad cannot take the action request"),
        (
            "mortar",
            "uk.3in_mortar",
            K.DIRECT_HE,
            '3" mortar fires indirectly only',
        ),
        (
            "crewless",
            "uk.3in_mortar",
            K.SUPPRESS_INDIRECT,
            '3" mortar needs a crew of 2',
        ),
        ("lorry", "uk.bedford", K.ENGINEER, "lorry cannot take the action engineer"),
        ("tank", "uk.sherman", K.WITHDRAW, "tank is not a soft-skin"),
        ("stuck", "uk.bedford", K.WITHDRAW, "stuck is immobilised"),
    ],
)
def test_each_action_refused_says_what_is_lacking(name: str, type_id: str, kind: K, why: str) -> None:
    off_table = type_id.endswith("battery")
    one = unit(
        name,
        type_id,
        None if off_table else (30, 40),
        0,
        *([IMMOBILISED] if name in ("tank", "stuck") else []),
    )
    load = [unit("load", "uk.squad")] if name == "lorry" else []
    aboard = {squad.id: Status(men=8, aboard=name) for squad in load}
    state = game(one, *load, FOE, status={**aboard, "crewless": Status(men=1)})
    kinds = (kind,) if kind.takes_both else (kind, kind)
    assert why in refusal(state, Activate(UK, name, kinds))


def launcher(*lost: str) -> GameState:
    """A headquarters may ask a rocket launcher for fire, which has lost these weapons to want of ammunition."""
    state = game(
        unit("hq", "de.hq", (40, 40)), unit("nebel", "de.nebelwerfer", (40, 60)), unit("foe", "uk.squad", (40, 10)),
        acting=DE, status={"nebel": Status(men=3, lost_weapons=lost)},
    )  # fmt: skip
    return told_to(state, "hq", K.REQUEST)


@proves("KN-SPEC-24a.3", "KN-IND-03", "KN-IND-43")
def test_an_empty_launcher_is_neither_asked_for_fire_nor_told_to_fire() -> None:
    request = RequestMission(DE, "hq", ("nebel",), Spot(40, 10))
    assert request in legal(launcher())
    assert "nebel is out of ammunition" in refusal(launcher("150mm Nebelwerfer"), request)
    assert not [one for one in legal(launcher("150mm Nebelwerfer")) if isinstance(one, RequestMission)]


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


def shelled(target: str, *pieces: Piece, wreck: bool = False) -> GameState:
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
    assert request in legal(shelled(target))
    assert refusal(shelled(target, wreck=True), request) == ""
    house = area(T.BRICK_BUILDING, 30, 22, 50, 26)
    assert "hq does not see foe: brick building" in refusal(shelled(target, house), request)
    hidden = refusal(shelled(target, house, wreck=True), request)
    assert "hq does not see the wrecked " in hidden
    assert "brick building" in hidden


@proves("KN-IND-06")
def test_a_wreck_that_is_drawn_on_the_table_can_be_shelled_where_it_lies() -> None:
    """OUR 181: it is in sight as the wrecks of the game are, and a farm house hides it."""
    drawn, house = area(T.WRECK, 39, 10, 41, 14), area(T.BRICK_BUILDING, 30, 22, 50, 26)
    request = RequestMission(UK, "hq", ("m",), Spot(40, 12))
    own = unit("foe", "de.squad", (70, 12))
    assert refusal(shelled("de.squad", drawn).with_unit(own), request) == ""
    refused = refusal(shelled("de.squad", drawn, house).with_unit(own), request)
    assert "hq does not see wreck wreck" in refused
    assert "brick building brick_building hides it" in refused


@proves("KN-IND-06")
@pytest.mark.parametrize(("before", "hides"), [("uk.sherman", True), ("de.squad", False)])
def test_a_vehicle_behind_another_is_hidden_by_it(before: str, hides: bool) -> None:
    """A jeep stands close behind a tank that turns its side to the headquarters, or behind a squad."""
    state = shelled("de.kubelwagen").with_unit(unit("before", before, (40, 16), facing_deg=90.0))
    refused = refusal(state, RequestMission(UK, "hq", ("m",), Spot(40, 12)))
    assert ("hq does not see foe: before" in refused) is hides
