"""4.1.8 and 4.1.9.1 of the later editions: crossing tree lines, their cover, and airburst in them."""

import pytest

from rules.game.state import GameState
from rules.ground.hex.board import HexBoard
from rules.last_hundred_yards.book.conditions import IN_MOTION
from rules.last_hundred_yards.declarations.fire.small_arms import FireSmallArms
from rules.last_hundred_yards.declarations.maneuver.maneuver import Maneuver
from rules.last_hundred_yards.declarations.maneuver.vehicle_motion import EndManeuver
from rules.last_hundred_yards.declarations.mortars.mortar_fire import CallMortar
from rules.last_hundred_yards.declarations.turn.activation import CallForReaction
from rules.last_hundred_yards.play.play import PLAY
from rules.last_hundred_yards.questions.terrain.cover import is_open
from rules.last_hundred_yards.ruleset import RULESET
from tests.drawing import board
from tests.proving import proves
from tests.rules.last_hundred_yards.playing import (
    activated,
    at,
    course,
    done,
    opened,
    position_seen_by,
    refusal,
    unit,
)

LEADER, SQUAD, OTHER, TANK = "us.able.1.leader", "us.able.1.squad.1", "us.able.1.squad.2", "us.able-tank.1.1"
HALFTRACK, TRUCK, FOE = "us.m3.2", "us.truck.1", "ge.1kp.1.squad.1"
MM60 = {"id": "60mm", "side": "us", "kind": "60mm", "company": "able"}
LATER = "series-3.1"
OPEN = "\n".join([". . . . . . . ."] * 10)
ROAD = "C10 C9 C8 C7 C6 C5 C4 C3 C2 C1"
LINE = board(OPEN, tree_lines="C5-C6")
"""A tree line between C5 and C6."""

LANE = board(OPEN, roads=ROAD, tree_lines="C6-B6 C6-D5")
"""A road with a tree line on either side at C6, and gaps beside them."""


def driving(mover: str, start: str, ground: HexBoard, edition: str) -> GameState:
    platoon = "able-tank.1" if mover == TANK else "able.1"
    men = () if mover in (TANK, SQUAD) else (unit(SQUAD, start),)
    conditions = () if mover == SQUAD else (IN_MOTION,)
    leader = unit(LEADER, "A10")
    return activated(
        unit(mover, start, *conditions), *men, leader, ground=ground, platoon=platoon, edition=edition
    )


@proves("LHY-T-MP.afv", "LHY-T-MP.carrier")
@pytest.mark.parametrize(
    ("mover", "in_2019", "later"), [(SQUAD, 1, 1), (TANK, 1, 2), (HALFTRACK, 1, None), (TRUCK, 2, None)]
)
def test_4_1_8_the_only_vehicles_to_cross_a_tree_line_are_afvs_for_1_mp_more(
    mover: str, in_2019: int, later: int | None
) -> None:
    for edition, price in (("2019", in_2019), (LATER, later)):
        state = driving(mover, "C6", LINE, edition)
        step = Maneuver("us", mover, at("C5"))
        reached = RULESET.reach(state, state.unit(mover)).verdict.cost
        if price is None:
            assert "AFVs are the only vehicles that may cross a tree line (LHY 4.1.8, OUR 35" in refusal(
                state, step
            )
            assert reached[at("C5")] > 1, "the way round"
            continue
        moving = course(done(state, step)).moving
        assert moving is not None
        assert moving.spent == price == reached[at("C5")]
        assert RULESET.path(state, state.unit(mover), at("C5")).verdict.cost == price


@proves("LHY-10.0.2")
def test_4_1_8_an_afv_barred_from_what_lies_beyond_a_tree_line_is_not_told_that_the_line_bars_it() -> None:
    """Vehicles enter urban buildings only by road."""
    rows = OPEN.splitlines()
    rows[4] = ". . u . . . . ."
    state = driving(TANK, "C6", board("\n".join(rows), tree_lines="C5-C6"), LATER)
    assert f"{TANK} cannot enter C5 from C6 (LHY 10.0)" in refusal(state, Maneuver("us", TANK, at("C5")))


def test_4_1_8_the_mp_cost_of_a_tree_line_is_a_house_value() -> None:
    state = opened(LINE, [unit(TANK, "C6", IN_MOTION)], edition=LATER, house={"afv_tree_line_mp": 0.5})
    assert RULESET.reach(state, state.unit(TANK)).verdict.cost[at("C5")] == 1.5


@proves("LHY-4.1.8.forest")
@pytest.mark.parametrize(
    ("mover", "to", "may_go"),
    [(TRUCK, "C5", True), (TRUCK, "D6", False), (TRUCK, "B5", False), (TANK, "D6", True)],
)
def test_4_1_8_carriers_keep_to_a_road_between_tree_lines(mover: str, to: str, may_go: bool) -> None:
    """D6 and B5 are beyond gaps in the tree lines of C6."""
    state = driving(mover, "C6", LANE, LATER)
    why = refusal(state, Maneuver("us", mover, at(to)))
    assert (not why) is may_go, why
    assert may_go or "only AFVs leave or enter a road in forest or between tree lines off the road" in why
    assert (RULESET.path(state, state.unit(mover), at(to)).verdict.cost == 1) is may_go
    assert not refusal(driving(mover, "C6", LANE, "2019"), Maneuver("us", mover, at(to)))


def cover(state: GameState, firer: str, target: str) -> str:
    """The reason for the tree line's modifier in this fire, with its value; empty if it does not count."""
    action = FireSmallArms(state.unit(firer).side, firer, (at(target),))
    told = [
        reason.text
        for reason in PLAY.chances(state, action).reasons
        if "tree-line" in reason.text.replace(" ", "-")
    ]
    assert len(told) <= 1
    return told[0] if told else ""


@proves("LHY-T-TEM.small")
def test_4_1_8_a_tree_line_covers_men_against_fire_across_it() -> None:
    units = [unit(SQUAD, "C7"), unit(OTHER, "C4"), unit(LEADER, "A10"), unit(FOE, "C5")]
    later = activated(*units, ground=LINE, edition=LATER)
    assert cover(later, SQUAD, "C5") == "-1 tree line"
    assert cover(later, OTHER, "C5") == ""
    assert cover(activated(*units, ground=LINE), SQUAD, "C5") == ""


@proves("LHY-4.1.7.2")
def test_4_1_8_the_side_that_comes_second_to_a_tree_line_has_no_cover_from_it() -> None:
    state = activated(unit(SQUAD, "C7"), unit(LEADER, "A10"), unit(FOE, "C5"), ground=LINE, edition=LATER)
    state = done(state, Maneuver("us", SQUAD, at("C6")), EndManeuver("us"), CallForReaction("us"))
    assert cover(state, FOE, "C6") == "+0 tree line that ge came to first"


@proves("LHY-T-TEM.small")
def test_4_1_9_1b_a_road_between_tree_lines_covers_men_against_all_fire() -> None:
    units = [unit(SQUAD, "C7"), unit(OTHER, "B7"), unit(LEADER, "A10"), unit(FOE, "C6")]
    state = activated(*units, ground=LANE, edition=LATER)
    assert cover(state, SQUAD, "C6") == cover(state, OTHER, "C6") == "-1 tree-lined road"
    assert cover(activated(*units, ground=LANE), SQUAD, "C6") == ""


@proves("LHY-11.4.6a", "LHY-T-TEM.mortar")
@pytest.mark.parametrize(("edition", "value"), [("2019", 0), (LATER, 1)])
def test_11_4_6a_mortar_fire_bursts_in_tree_lines(edition: str, value: int) -> None:
    """A section of 60 mm has value 0 in the named hex; the second marker falls there too."""
    units = [unit(SQUAD, "C9"), unit(LEADER, "C9"), unit(FOE, "C6")]
    for ground in (LINE, LANE):
        state = activated(*units, ground=ground, mortars=[MM60], edition=edition)
        fires = course(done(state, CallMortar("us", "60mm", LEADER, at("C6")), 9)).fires
        assert [fire.value for fire in fires] == [value, value]


@proves("LHY-4.0a.later")
def test_4_0a_a_hex_with_a_tree_line_is_not_open_in_the_later_editions() -> None:
    found = {
        edition: [
            is_open(position_seen_by(opened(LINE, [], edition=edition), "us"), at(label))
            for label in ("C5", "C6", "C7")
        ]
        for edition in ("2019", LATER)
    }
    assert found == {"2019": [True, True, True], LATER: [False, False, True]}
