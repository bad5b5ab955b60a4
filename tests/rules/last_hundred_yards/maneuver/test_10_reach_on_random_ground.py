"""10.0: on random ground, reach has the costs and die rolls that play charges when a unit walks hex by hex."""

from random import Random

import pytest

from rules.game.state import GameState
from rules.ground.hex.terrain import Terrain
from rules.last_hundred_yards.book.conditions import HEROIC
from rules.last_hundred_yards.declarations.maneuver.maneuver import Maneuver
from rules.last_hundred_yards.ruleset import RULESET
from rules.planning.routes import plan
from tests.drawing import board
from tests.proving import proves
from tests.rules.last_hundred_yards.maneuver.walking import LEADER, SQUAD, agrees, random_case, under_way
from tests.rules.last_hundred_yards.playing import activated, at, course, done, refusal, unit

LATER = "series-3.1"
OPEN = "\n".join([". . . . . . . ."] * 8)
FORD = board(OPEN, rivers="A4 B4 C5 D4 E5 F4 G5 H4", hexes={"D4": {Terrain.FORD}})
RIVER = board(OPEN, rivers="A4 B4 C5 D4 E5 F4 G5 H4")
OTHER = "us.able.1.squad.2"


@proves("LHY-4.1.10.enter.1", "LHY-4.1.10.enter.2", "LHY-4.1.10.3", "LHY-10.0a", "LHY-10.1.1a", "LHY-4.1.4.5")
@pytest.mark.parametrize("edition", ["2019", LATER])
@pytest.mark.parametrize("seed", range(12))
def test_10_0_reach_agrees_with_walking_hex_by_hex_on_random_ground(edition: str, seed: int) -> None:
    rng = Random(f"reach on random ground {seed} {edition}")
    case = random_case(rng, edition)
    if case is not None:
        agrees(*case)
        agrees(under_way(rng, *case), case[1])


@proves("LHY-4.1.10.enter.1", "LHY-4.1.10.enter.2")
@pytest.mark.parametrize("conditions", [(), (HEROIC,)])
def test_4_1_10_in_the_later_edition_men_go_on_from_a_ford_into_the_river(
    conditions: tuple[str, ...],
) -> None:
    """From the ford in D4 to E5 for 1.5 MP, and out on either bank without a roll (OUR 83)."""
    state = activated(
        unit(SQUAD, "D4", *conditions),
        unit(LEADER, "A8"),
        ground=FORD,
        far=(),
        edition=LATER,
    )
    waded = done(state, Maneuver("us", SQUAD, at("E5")))
    moving = course(waded).moving
    assert moving is not None
    assert moving.spent == 1.5
    assert done(waded, Maneuver("us", SQUAD, at("E6"))).unit(SQUAD).at == at("E6")
    found = RULESET.reach(state, state.unit(SQUAD)).verdict
    assert found.cost[at("F5")] == 2.5
    assert at("F5") not in found.provisos
    agrees(state, SQUAD)


@proves("LHY-4.1.10.enter.1", "LHY-4.1.10.enter.2")
def test_4_1_10_in_the_later_edition_a_wading_hero_stops_in_reach_as_in_play() -> None:
    state = activated(
        unit(SQUAD, "C6", HEROIC),
        unit(LEADER, "A8"),
        unit("ge.1kp.1.squad.1", "C2"),
        ground=RIVER,
        far=(),
        edition=LATER,
    )
    assert course(done(state, Maneuver("us", SQUAD, at("C5")))).moving is None
    assert at("C4") not in RULESET.reach(state, state.unit(SQUAD)).verdict.cost


def straggler() -> GameState:
    """A squad at D8 with its leader at D2, more than three hexes away, and another squad beside the leader."""
    return activated(
        unit(SQUAD, "D8"),
        unit(OTHER, "D2"),
        unit(LEADER, "D2"),
        ground=board(OPEN),
        far=(unit("ge.1kp.2.leader", "H1"),),
        switches={"command_and_control": True},
    )


@proves("LHY-19.1b")
def test_19_1_a_squad_out_of_command_has_only_its_shortest_way_back_in_reach() -> None:
    state = straggler()
    found = RULESET.reach(state, state.unit(SQUAD))
    assert "a unit out of command comes back by the shortest way (LHY 19.1" in str(found)
    entered = {place for place in found.verdict.cost if place != at("D8")}
    assert entered == {at("D7"), at("D6"), at("D5"), at("C7"), at("E7")} & entered
    assert at("D7") in entered
    assert at("C8") not in entered
    for near in FORD.grid.neighbours(at("D8")):
        assert (near in entered) is not bool(refusal(state, Maneuver("us", SQUAD, near)))
    assert RULESET.path(state, state.unit(SQUAD), at("C8")).verdict.places == ()


@proves("LHY-19.1b")
def test_19_1_a_plan_for_a_squad_out_of_command_begins_with_its_way_back() -> None:
    """The plan to B8 beside it must first lead back into command: in this turn and the next no other path is allowed."""
    state = straggler()
    routes = plan(RULESET, state, state.unit(SQUAD), at("D4")).verdict.routes
    assert [str(place) for place in routes[0].legs[0].places][:2] == ["D8", "D7"]
    assert not plan(RULESET, state, state.unit(SQUAD), at("C8")).verdict.routes


@proves("LHY-19.1a")
def test_19_1_a_squad_in_command_moves_freely() -> None:
    state = straggler()
    assert at("D5") in RULESET.reach(state, state.unit(OTHER)).verdict.cost
    assert "out of command" not in str(RULESET.reach(state, state.unit(OTHER)))
