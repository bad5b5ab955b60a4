"""The fine print: halves of rules, and figures that matter only where they are not what one meets every day."""

from dataclasses import replace
from math import inf, nan

import pytest

from rules.errors import BadInput
from rules.ground.table.inches import Spot
from rules.ground.table.terrain import TableTerrain as T
from rules.kampfgruppe_normandy.book.action_kinds import ActionKind as K
from rules.kampfgruppe_normandy.book.terrain_chart import CHART
from rules.kampfgruppe_normandy.declarations.aircraft.bombing import DropBombs
from rules.kampfgruppe_normandy.declarations.aircraft.flying import Fly
from rules.kampfgruppe_normandy.declarations.fire import Fire
from rules.kampfgruppe_normandy.declarations.movement import Move
from rules.kampfgruppe_normandy.effects.casualties import special_weapons_left
from rules.kampfgruppe_normandy.questions.ranges import Range
from tests.proving import proves
from tests.rules.kampfgruppe_normandy.support import support_tables
from tests.rules.kampfgruppe_normandy.support.support_tables import game, play_on, told_to
from tests.rules.kampfgruppe_normandy.support.support_tables import unit as unit_of
from tests.rules.kampfgruppe_normandy.tables import (
    UK,
    activated,
    line,
    opened,
    position,
    ready,
    refusal,
    status,
    table,
    unit,
    with_status,
)

BRITISH = support_tables.UK


@proves("KN-PRIN-11")
@pytest.mark.parametrize(("nearest_in", "within"), [(23.9, True), (24.0, True), (24.1, False)])
def test_one_model_at_the_very_limit_is_within_range(nearest_in: float, within: bool) -> None:
    assert Range(most_in=26.0, nearest_in=nearest_in).is_within(24.0) is within


@proves("KN-SUPP-04")
@pytest.mark.parametrize(("men", "may"), [(2, False), (3, True), (4, True)])
def test_firepower_3_is_enough_to_suppress(men: int, may: bool) -> None:
    """Engineers with rifles alone: one of firepower for each man."""
    state = ready(table(), unit("a", "uk.piat", (10, 24), 90), unit("b", "de.squad", (25, 24), 270))
    now = status(state, "a")
    state = with_status(state, "a", replace(now, men=men, offsets=()))
    state = activated(state, "a", K.SUPPRESS_SMALL_ARMS, K.MOVE)
    assert ("less than 3" in refusal(state, Fire(UK, "a", "b", K.SUPPRESS_SMALL_ARMS))) is not may


@proves("KN-ENG-12b")
def test_the_gap_that_a_bulldozer_leaves_is_as_wide_as_a_vehicle() -> None:
    state = game(
        unit_of("dozer", "us.dozer", (30, 33), side=BRITISH),
        unit_of("foe", "de.squad", (80, 60)),
        pieces=[line(T.HEDGE, (10, 30), (60, 30), width_in=0.5)],
    )
    state = told_to(state, "dozer", K.MOVE, K.MOVE)
    after = play_on(state, Move(BRITISH, "dozer", (Spot(30, 33), Spot(30, 26))), 1)
    gap = next(piece for piece in position(after).table.pieces if piece.terrain is T.GAP)
    west, _, east, _ = gap.area.bounds
    assert east - west >= position(after).type(after.unit("dozer")).width_in
    assert west < 30 < east


@proves("KN-AIR-21", "KN-AIR-22")
@pytest.mark.parametrize(("bombs", "may"), [(0, False), (1, True), (2, True), (3, False)])
def test_no_more_bombs_fall_than_hang_under_the_wings(bombs: int, may: bool) -> None:
    state = game(
        unit_of("plane", "uk.typhoon_bomber", (40, 33.5)),
        unit_of("eye", "uk.air_controller", (44, 40)),
        unit_of("foe", "de.squad", (40, 9)),
    )
    state = told_to(state, "plane", K.MOVE, K.AIR_ATTACK, done=1)
    drop = DropBombs(BRITISH, "plane", "eye", Spot(40, 20), "medium bombs", bombs)
    assert ("medium bombs left" not in refusal(state, drop)) is may


@proves("KN-AIR-11")
@pytest.mark.parametrize(("facing_deg", "may"), [(0.0, True), (359.9, True), (nan, False), (inf, False)])
def test_an_aircraft_flies_by_a_bearing_in_degrees(facing_deg: float, may: bool) -> None:
    state = game(unit_of("plane", "uk.typhoon", (40, 60)), unit_of("foe", "de.squad", (40, 9)))
    assert (refusal(state, Fly(BRITISH, "plane", Spot(9, 9), facing_deg)) == "") is may


@proves("KN-SPEC-02", "KN-KIT-02")
@pytest.mark.parametrize(
    ("type", "rounds", "fits"),
    [
        ("uk.sherman", {"ap": 0, "he": 9}, True),
        ("uk.sherman", {"ap": 9, "he": 0}, True),
        ("uk.sherman", {"ap": -1, "he": 9}, False),
        ("uk.sherman", {"ap": 10, "he": 0}, False),
    ],
)
def test_the_rounds_of_a_tank_are_within_its_ammunition(
    type: str, rounds: dict[str, int], fits: bool
) -> None:
    """A Sherman V carries nine."""
    units = (unit("a", type, (10, 24), 90), unit("b", "de.squad", (60, 24)))
    if not fits:
        with pytest.raises(BadInput, match=r"rounds"):
            opened(table(), *units, rounds={"a": rounds})
        return
    assert dict(status(opened(table(), *units, rounds={"a": rounds}), "a").rounds) == rounds


@proves("KN-DFSA-56")
def test_a_squad_has_the_special_weapons_that_it_has_not_lost() -> None:
    state = opened(table(), unit("a", "uk.squad", (10, 24)), unit("b", "de.squad", (60, 24)))
    assert special_weapons_left(position(state), state.unit("a")) == ["Bren"]
    state = with_status(state, "a", replace(status(state, "a"), lost_weapons=("Bren",)))
    assert special_weapons_left(position(state), state.unit("a")) == []


@proves("KN-MOVE-11")
@pytest.mark.parametrize(
    ("ground", "costs"),
    [
        (T.HEDGE, True), (T.WALL, True), (T.RUBBLE, True), (T.WOODS, True), (T.MARSH, True), (T.RUINED_BUILDING, True),
        (T.DITCH, True), (T.GATE, False), (T.BRIDGE, False), (T.GOOD_ROAD, False), (T.CROPS, False),
    ],
)  # fmt: skip
def test_what_is_difficult_ground(ground: T, costs: bool) -> None:
    assert CHART[ground].costs_die is costs


@proves("KN-DFHE-01", "KN-WPN-15")
@pytest.mark.parametrize(
    ("round", "said"), [("", ""), ("HEAT", "has no HEAT rounds"), ("flame", "has no flame rounds")]
)
def test_a_tank_gun_fires_no_rounds_that_it_does_not_have(round: str, said: str) -> None:
    state = ready(table(), unit("a", "uk.sherman", (10, 24), 90), unit("b", "de.pz4h", (30, 24), 270))
    state = activated(state, "a", K.DIRECT_AT, K.MOVE)
    why = refusal(state, Fire(UK, "a", "b", K.DIRECT_AT, "75mm", round))
    assert said in why
    assert bool(why) is bool(said)
