"""10.3.1.1 of the series rules: the order of hexes in a withdrawal, off the sides of the map too, and which
enemies count at its end."""

import pytest

from rules.game.state import GameState
from rules.game.units import Unit
from rules.last_hundred_yards.book.conditions import DISRUPTED, REGROUPING, SHOCKED
from rules.last_hundred_yards.declarations.maneuver.vehicle_motion import EndManeuver
from rules.last_hundred_yards.declarations.withdrawal import Withdraw
from rules.last_hundred_yards.state.events.assault_events import ArrowPlaced
from rules.last_hundred_yards.state.events.fire_events import FirePlaced
from rules.last_hundred_yards.state.markers import Arrow, FireKind, FireMarker
from tests.drawing import board
from tests.proving import proves
from tests.rules.last_hundred_yards.playing import activated, at, done, legal, refusal, unit

SQUAD, LEADER, FOE, OTHER = "us.able.1.squad.1", "us.able.1.leader", "ge.1kp.1.squad.1", "us.able.1.squad.2"
TANK = "us.able-tank.1.1"
WEST = {"us": {"edge": "west"}, "ge": {"edge": "east"}}


def withdrawing(
    place: str, *others: Unit, edge: str = "south", drawn: str = "", edition: str = "series-3.1"
) -> GameState:
    """An American squad in a hex, his leader far off, by the series rules; the own edge is in the south or in the west."""
    ground = board(drawn or "\n".join([". . . . . . . ."] * 10))
    units = (unit(SQUAD, place), unit(LEADER, "H9"), unit("ge.1kp.2.leader", "H1"), *others)
    sides = WEST if edge == "west" else None
    return activated(*units, ground=ground, far=(), edition=edition, sides=sides)


def ways(state: GameState) -> set[str]:
    return {str(action.to) for action in legal(state, Withdraw) if action.units == (SQUAD,)}


@proves("LHY-10.3.1.1.later")
@pytest.mark.parametrize(
    ("others", "edition", "expected"),
    [
        ((), "series-3.1", {"D3", "D4", "E3", "E5"}),
        ((), "2019", {"D3", "D4"}),
        ((unit(FOE, "C4"),), "series-3.1", {"E3", "E5"}),  # next to D3 and D4
        ((unit(FOE, "C4"), unit("ge.1kp.1.squad.2", "F2")), "series-3.1", {"E5"}),
        ((unit(FOE, "C4"), unit("ge.1kp.1.squad.2", "F5")), "series-3.1", {"E3"}),
        ((unit(FOE, "C4"), unit(OTHER, "D4")), "series-3.1", {"D4", "E3", "E5"}),  # a steady friend
        ((unit(FOE, "C4"), unit(OTHER, "D4", DISRUPTED)), "series-3.1", {"E3", "E5"}),
    ],
)
def test_10_3_1_1b_lateral_hexes_rank_with_hexes_toward_the_edge_and_those_away_from_enemies_first(
    others: tuple[Unit, ...], edition: str, expected: set[str]
) -> None:
    assert ways(withdrawing("E4", *others, edge="west", edition=edition)) == expected


@proves("LHY-10.3.1.1.later")
def test_10_3_1_1b_no_two_hexes_in_a_row_are_lateral() -> None:
    state = done(withdrawing("E4", edge="west"), Withdraw("us", (SQUAD,), at("E3")))
    assert "E2" not in ways(state)
    state = done(state, Withdraw("us", (SQUAD,), at("D2")))
    assert {"D1"} <= ways(state)


@proves("LHY-10.3.1.1.later")
@pytest.mark.parametrize("primary", [True, False])
def test_10_3_1_1_enemies_in_a_primary_impact_hex_are_ignored(primary: bool) -> None:
    """The Germans in A4 are next to B4, which leads back from C4 as C5 and D4 do."""
    state = withdrawing("C4", unit(FOE, "A4"))
    state = FirePlaced(FireMarker(1, FireKind.MDRM, at("A4"), 0, primary=primary, tubes=0)).on(state)
    assert ("B4" in ways(state)) is primary


@proves("LHY-10.3.1.1.barrier.later", "LHY-10.2.2")
@pytest.mark.parametrize(("edition", "leaves"), [("series-3.1", True), ("2019", False)])
def test_10_3_1_1_where_no_hex_leads_back_men_withdraw_off_the_side_of_the_map_by_a_die(
    edition: str, leaves: bool
) -> None:
    """Enemies hold both hexes that lead back from A5."""
    held = (unit(FOE, "A6"), unit("ge.1kp.1.squad.2", "B5"))
    off = Withdraw("us", (SQUAD,), None)
    state = withdrawing("A5", *held, edition=edition)
    assert (refusal(state, off) == "") is leaves
    if leaves:
        assert ways(state) == {"None", "A4"}
        assert done(state, off, 7).unit(SQUAD).at is None
    told = refusal(withdrawing("A5", edition=edition), off)
    assert "only over the friendly edge" in told
    assert ("or a side where no hex leads back (LHY 10.3.1, OUR 55)" in told) is leaves


@proves("LHY-10.3.1.1.barrier.later")
def test_10_3_1_1_where_ground_is_barred_men_withdraw_along_it_and_farther_from_where_they_began() -> None:
    """No unit goes between houses without a gap: from C5 to the south edge men go sideways along the houses."""
    town = [". . . . . . . ."] * 4 + [". . u . . . . ."] + [". u u u . . . ."] + [". . . . . . . ."] * 4
    assert ways(withdrawing("C5", drawn="\n".join(town))) == {"B5", "D5"}


@proves("LHY-10.3.1.2.later")
@pytest.mark.parametrize(("edition", "marked"), [("series-3.1", True), ("2019", False)])
def test_10_3_1_2_enemies_who_wait_to_assault_count_in_the_later_edition(edition: str, marked: bool) -> None:
    """The Germans in B5 wait to assault C6."""
    state = withdrawing("A4", unit(FOE, "B5"), unit(OTHER, "C6"), edition=edition)
    state = ArrowPlaced(Arrow(FOE, "ge", at("C6"))).on(state)
    state = done(state, Withdraw("us", (SQUAD,), at("A5")), EndManeuver("us"))
    assert state.unit(SQUAD).has(REGROUPING) is marked


@proves("LHY-10.3.1.2.later")
@pytest.mark.parametrize(("marks", "marked"), [((), False), ((SHOCKED,), True)])
def test_10_3_1_2_in_the_later_edition_a_shocked_tank_does_not_spare_a_withdrawing_unit(
    marks: tuple[str, ...], marked: bool
) -> None:
    state = withdrawing("A4", unit(FOE, "B5"), unit(TANK, "A5", *marks))
    state = done(state, Withdraw("us", (SQUAD,), at("A5")), EndManeuver("us"))
    assert state.unit(SQUAD).has(REGROUPING) is marked
