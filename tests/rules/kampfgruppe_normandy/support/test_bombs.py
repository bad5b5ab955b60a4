"""Bombs: which units direct them, where they fall, and their sizes."""

from dataclasses import replace
from typing import Any

import pytest

from rules.game.state import GameState
from rules.ground.table.inches import Spot
from rules.ground.table.terrain import TableTerrain as T
from rules.kampfgruppe_normandy.book.action_kinds import ActionKind as K
from rules.kampfgruppe_normandy.book.conditions import FIRED, SUPPRESSED
from rules.kampfgruppe_normandy.book.house.aircraft import BOMB_SHELLS
from rules.kampfgruppe_normandy.declarations.aircraft.bombing import DropBombs
from rules.kampfgruppe_normandy.state.fire_missions import fire_support
from rules.kampfgruppe_normandy.state.progress import Status, progress_of
from tests.proving import proves
from tests.rules.kampfgruppe_normandy.all_arms import BOMBER, HQ, SQUAD
from tests.rules.kampfgruppe_normandy.support.planes import ATTACK, told_to_attack
from tests.rules.kampfgruppe_normandy.support.shelling import FOE, MARK
from tests.rules.kampfgruppe_normandy.tables import (
    GAME,
    UK,
    act,
    area,
    game,
    legal,
    record_of,
    refusal,
    told_to,
    unit,
)


@proves("KN-AIR-21", "KN-SUPP-27")
def test_an_air_controller_who_is_suppressed_places_the_marker_and_a_passenger_does_not() -> None:
    """OUR 209, 211."""
    for aboard, conditions, why in (
        (None, (SUPPRESSED,), ""),
        ("jeep", (), "fac is aboard jeep, and spots for no aircraft there (KGN Aircraft, OUR 211"),
    ):
        there = None if aboard else (44, 40)
        state = game(
            unit("plane", "uk.typhoon_bomber", (40, 33.5)), unit("foe", "de.squad", (40, 20)),
            unit("jeep", "uk.jeep", (50, 40)), unit("fac", "uk.air_controller", there, 0, *conditions),
            status={"fac": Status(men=2, aboard=aboard)},
        )  # fmt: skip
        state = told_to(state, "plane", K.MOVE, K.AIR_ATTACK, done=1)
        refused = refusal(state, DropBombs(UK, "plane", "fac", Spot(40, 20), "medium bombs"))
        assert (why in refused, refused == "") == (True, not why)


@proves("KN-AIR-21", "KN-AIR-22", "KN-AIR-23", "KN-SPEC-09")
def test_bombs_fall_on_a_marker_of_the_controller() -> None:
    state = told_to_attack(
        "de.squad",
        "uk.typhoon_bomber",
        unit("fac", "uk.air_controller", (44, 40)),
        unit("squad", "uk.squad", (60, 60)),
    )
    drop = DropBombs(UK, "plane", "fac", Spot(40, 20), "medium bombs", 2)
    assert drop in legal(state)
    assert str(drop) == "plane drops 2 of its medium bombs at (40, 20), spotted by fac"
    assert "neither" in refusal(state, replace(drop, spotter="squad"))
    unheard = act(state, drop, 2)
    assert progress_of(unheard).of("plane").shots("medium bombs") == 0
    assert any("no radio contact" in line for line in record_of(state, drop, 2))
    assert progress_of(unheard).activation is None, "that was its action"
    after = act(state, drop, 3, 6, 6, 1, 1, 1, 6, 1, 2, 2, 2, 2, 1, 1, 6, 6, 6, 5, 6)
    assert progress_of(after).of("plane").shots("medium bombs") == 2
    assert [after.unit("plane").has(FIRED), unheard.unit("plane").has(FIRED)] == [True, False]
    assert progress_of(after).of("foe").men == 7
    assert progress_of(after).activation is None
    again = told_to(after, "plane", K.MOVE, ATTACK, done=1)
    assert "no medium bombs" in refusal(again, drop)


@proves("KN-AIR-21", "KN-SPEC-13", "KN-KIT-07")
def test_signals_have_the_radio_check_to_an_aircraft_thrown_again_once_a_turn() -> None:
    """OUR 121: a 2 fails, and the 3 of the second throw gets through; a 2 stands if no signals unit is named,
    or once it has helped."""
    state = told_to_attack(
        "de.squad",
        "uk.typhoon_bomber",
        unit("fac", "uk.air_controller", (44, 40)),
        unit("sig", "uk.signals", (60, 60)),
    )
    alone = DropBombs(UK, "plane", "fac", Spot(40, 20), "medium bombs", 1)
    drop = replace(alone, signals="sig")
    assert {one.signals for one in legal(state) if isinstance(one, DropBombs)} == {"sig", ""}
    assert "sig has it thrown again" in str(GAME.chances(state, drop))
    assert "thrown again" not in str(GAME.chances(state, alone))
    assert fire_support(progress_of(act(state, alone, 2))).signals_used == ()
    assert "plane is not a signals unit" in refusal(state, replace(alone, signals="plane"))
    heard = act(state, drop, 2, 3, 6, 6, 1, 1, 1, 1)
    assert fire_support(progress_of(heard)).signals_used == ("sig",)
    assert progress_of(heard).of("plane").shots("medium bombs") == 1
    unheard = act(state, drop, 2, 2)
    assert progress_of(unheard).of("plane").shots("medium bombs") == 0
    later = told_to(unheard, "plane", K.MOVE, ATTACK, done=1)
    assert "can still help" in refusal(later, drop)
    assert progress_of(act(later, alone, 2)).of("plane").shots("medium bombs") == 0


@proves("KN-AIR-24", "KN-AIR-25", "KN-AIR-26")
def test_the_sizes_of_bombs_as_printed() -> None:
    printed = {"small": ("heavy 6", 8), "medium": ("very heavy 6", 12), "large": ("very heavy 9", 16)}
    assert {size: (str(he), he.penetration) for size, he in BOMB_SHELLS.items()} == printed


def bomber(spotter: str) -> GameState:
    state = game(unit("plane", "uk.typhoon_bomber", (40, 33.5)), unit("eye", spotter, (44, 40)), FOE)
    return told_to(state, "plane", K.MOVE, K.AIR_ATTACK, done=1)


@proves("KN-AIR-21")
@pytest.mark.parametrize(
    ("spotter", "may"),
    [("uk.hq", True), ("uk.air_controller", True), ("uk.platoon_hq", False), ("uk.observer", False)],
)
def test_bombs_are_spotted_by_the_controller_or_the_commander(spotter: str, may: bool) -> None:
    state = bomber(spotter)
    drop = DropBombs(UK, "plane", "eye", MARK, "medium bombs", 1)
    assert ("neither an air controller" not in refusal(state, drop)) is may


@proves("KN-AIR-22")
def test_bombs_drift_as_shells_do() -> None:
    drop = DropBombs(UK, "plane", "eye", MARK, "medium bombs", 1)
    first_attack, radio, own, enemy, west, direct_hit = 14, 3, (1, 1), (6, 6, 2), 13, 6
    state = bomber("uk.air_controller")
    drifted = act(state, drop, radio, first_attack, *own, *enemy, west, direct_hit)
    assert progress_of(drifted).of("foe").men == 8


@proves("KN-AIR-21", "KN-AIR-22")
@pytest.mark.parametrize(("bombs", "may"), [(0, False), (1, True), (2, True), (3, False)])
def test_no_more_bombs_fall_than_hang_under_the_wings(bombs: int, may: bool) -> None:
    state = game(
        unit("plane", "uk.typhoon_bomber", (40, 33.5)),
        unit("eye", "uk.air_controller", (44, 40)),
        unit("foe", "de.squad", (40, 9)),
    )
    state = told_to(state, "plane", K.MOVE, K.AIR_ATTACK, done=1)
    drop = DropBombs(UK, "plane", "eye", Spot(40, 20), "medium bombs", bombs)
    assert ("medium bombs left" not in refusal(state, drop)) is may


@proves("KN-AIR-21", "KN-AIR-22")
@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({}, ""),
        ({"weapon": "rockets"}, "bomber has no rockets left"),
        ({"count": 3}, "3 of the 2 medium bombs left"),
        ({"weapon": "20mm cannon"}, "bomber has no 20mm cannon left"),
        ({"spotter": "squad"}, "squad is neither an air controller nor the commander"),
        ({"spotter": "foe"}, "foe is neither an air controller nor the commander"),
        ({"at": Spot(30, 32)}, "hq does not see"),
    ],
)
def test_refusals_of_bombs(change: dict[str, Any], said: str) -> None:
    state = told_to(game(BOMBER, HQ, SQUAD, FOE, pieces=[area(T.STONE_BUILDING, 27, 34, 37, 38)]), "bomber", K.AIR_ATTACK)  # fmt: skip
    told = {"spotter": "hq", "at": Spot(40, 10), "weapon": "medium bombs", "count": 1, **change}
    refused = refusal(state, DropBombs(UK, "bomber", **told))
    assert said in refused
    assert (refused == "") is (said == "")
