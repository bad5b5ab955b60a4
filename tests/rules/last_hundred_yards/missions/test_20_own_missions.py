"""Chapter 20: missions of the players' own, for which they bid."""

import json
from typing import Any

import pytest

from maps.library import bundled_board
from maps.scenario_codec import scenario_from
from rules.errors import BadInput
from rules.game.chance.dice import ScriptedDice
from rules.game.engine.play import Goal, Result
from rules.game.state import GameState
from rules.ground.hex.hexes import Hex
from rules.last_hundred_yards.effects.winning import check_end
from rules.last_hundred_yards.play.play import PLAY
from rules.last_hundred_yards.ruleset import RULESET
from rules.last_hundred_yards.state.mission.mission import VictoryBand
from rules.last_hundred_yards.state.progress import Phase, progress_of, with_progress
from tests.drawing import open_ground
from tests.proving import ROOT, proves
from tests.rules.last_hundred_yards.playing import by_chance, course, opened, unit

ROOM = open_ground(8, 12)
SIDES: dict[str, Any] = {
    "us": {"nation": "us", "edge": "south", "forces": [{"platoons": 1}, {"units": 1, "of": "us.mg"}]},
    "ge": {"nation": "ge", "edge": "north", "forces": [{"platoons": 1}, {"units": 1, "of": "ge.mg"}]},
}


def bid(us: int, ge: int, *units: Any, **options: Any) -> GameState:
    """A mission of the players' own for which the two sides bid these minutes."""
    state = GameState(ROOM, {one.id: one for one in units}, (), ("us", "ge"))
    given = {"minutes": 60, "sides": SIDES, "bids": {"us": us, "ge": ge}, **options}
    return RULESET.opening(state, given)


@proves("LHY-20.2a")
@pytest.mark.parametrize(("us", "ge", "attacker"), [(30, 35, "us"), (35, 30, "ge")])
def test_20_2_the_lower_bid_attacks(us: int, ge: int, attacker: str) -> None:
    assert course(bid(us, ge)).mission.attacker == attacker


@proves("LHY-20.2a")
@pytest.mark.parametrize("attacker", ["us", "ge"])
def test_20_2_a_mission_without_bids_says_which_side_attacks(attacker: str) -> None:
    assert course(opened(ROOM, [], attacker=attacker)).mission.attacker == attacker


@proves("LHY-20.2b")
@pytest.mark.parametrize(
    ("minutes", "winner"), [(25, "us"), (30, "us"), (31, None), (40, None), (41, "ge"), (60, "ge")]
)
def test_20_2_the_attacker_wins_at_his_bid_and_loses_above_ten_more(minutes: int, winner: str | None) -> None:
    units = [unit("us.mg.1", "A12"), unit("ge.mg.1", "A1")]
    state = bid(30, 35, *units, minutes=minutes, sides={
        side: {key: value for key, value in told.items() if key != "forces"} for side, told in SIDES.items()
    })  # fmt: skip
    resolution = PLAY.resolution(with_progress(state, minutes=minutes), ScriptedDice([]))
    assert check_end(resolution)
    ended = progress_of(resolution.state).ended
    assert ended is not None
    assert ended[0] == winner


@proves("LHY-20.2b")
def test_20_2_play_goes_on_while_the_clock_has_not_passed_the_draw() -> None:
    units = [unit("us.mg.1", "A12"), unit("ge.mg.1", "A1")]
    bare = {side: {"nation": side, "edge": told["edge"]} for side, told in SIDES.items()}
    state = bid(30, 35, *units, sides=bare)
    assert not check_end(PLAY.resolution(with_progress(state, minutes=40), ScriptedDice([])))
    assert check_end(PLAY.resolution(with_progress(state, minutes=41), ScriptedDice([])))
    assert course(state).mission.bands == (
        VictoryBand(30, "us"),
        VictoryBand(40, None),
        VictoryBand(None, "ge"),
    )


@proves("LHY-20.3a")
def test_20_3_the_usual_initiative_is_2_for_the_attacker_unless_the_mission_says_its_own() -> None:
    mission = course(bid(35, 30)).mission
    assert (mission.side("ge").initiative_drm, mission.side("us").initiative_drm) == (2, 0)
    own = {**SIDES, "ge": {**SIDES["ge"], "initiative_drm": 1}}
    assert course(bid(35, 30, sides=own)).mission.side("ge").initiative_drm == 1


@proves("LHY-20.3b")
def test_20_3_the_defender_sets_up_more_than_four_hexes_from_the_enemy_edge() -> None:
    mission = course(bid(30, 35)).mission
    area = mission.side("ge").setup_area
    grid = ROOM.grid
    assert area == tuple(place for place in grid if place.row < 7)
    assert not mission.side("ge").entry_hexes
    other = course(bid(35, 30)).mission
    assert other.side("us").setup_area == tuple(place for place in grid if place.row > 4)


@proves("LHY-20.3c", "LHY-17.7h.2")
def test_20_3_the_attacker_enters_along_his_own_edge() -> None:
    tank = unit("us.able-tank.1.1", None)
    state = bid(30, 35, tank)
    mission = course(state).mission
    assert {str(place) for place in mission.side("us").entry_hexes} == {
        f"{column}12" for column in "ABCDEFGH"
    }
    assert mission.side("us").setup_area == ()
    assert course(state).off_map == {tank.id}, "all that stands nowhere is to enter"
    named = {**SIDES, "us": {**SIDES["us"], "entry_hexes": ["C12"]}}
    assert [str(place) for place in course(bid(30, 35, sides=named)).mission.side("us").entry_hexes] == [
        "C12"
    ]


@proves("LHY-20.3b")
def test_20_3_a_set_up_area_named_by_the_mission_is_kept() -> None:
    named = {
        **SIDES,
        "ge": {**SIDES["ge"], "setup_area": ["C9"]},
        "us": {**SIDES["us"], "setup_area": ["A12"]},
    }
    mission = course(bid(30, 35, sides=named)).mission
    assert [str(place) for place in mission.side("ge").setup_area] == ["C9"]
    assert mission.side("us").entry_hexes == ()


@proves("LHY-20.2a", "LHY-20.3c", "LHY-17.6.1")
@pytest.mark.parametrize("edition", ["2019", "series-3.1"])
@pytest.mark.parametrize(("us", "ge"), [(25, 30), (30, 25)])
def test_a_mission_of_the_players_own_is_played_to_its_end(us: int, ge: int, edition: str) -> None:
    state = bid(us, ge, edition=edition)
    assert course(state).phase is Phase.SETUP
    after, record = by_chance(state, 20)
    assert PLAY.result(after) is not None
    assert sum("comes into play" in line for line in record) >= 5
    assert any("moves to" in line for line in record)
    assert PLAY.position(after).mission.attacker == ("us" if us < ge else "ge")


@proves("LHY-20.2a", "LHY-20.3c")
@pytest.mark.parametrize("bids", [{"us": 32, "ge": 28}, {"us": 25, "ge": 28}])
def test_the_mission_in_the_documentation_is_played_whoever_attacks(bids: dict[str, int]) -> None:
    told = (ROOT / "docs" / "last_hundred_yards_missions.md").read_text(encoding="utf-8")
    found = scenario_from(json.loads(told.split("```json")[1].split("```")[0]), bundled_board)
    after, _ = by_chance(RULESET.opening(found.state(), {**found.opening_options(), "bids": bids}), 3)
    assert PLAY.result(after) is not None
    assert course(after).mission.attacker == min(bids, key=bids.__getitem__)


@proves("LHY-20.2a")
@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"bids": {"us": 30, "ge": 30}}, "options.bids: .* two bids that differ"),
        ({"bids": {"us": 30}}, "options.bids.ge is missing"),
        ({"bids": {"us": 30, "ge": "low"}}, "options.bids.ge: 'low' is not a whole number"),
        ({"bids": {"us": 30, "ge": 31, "uk": 3}}, "options.bids.uk"),
        ({"attacker": "us"}, "options.attacker: 'us' is not left out"),
        ({"victory": [{"winner": "us"}]}, "options.victory: .* is not left out"),
    ],
)
def test_wrong_bids_are_named(options: dict[str, Any], message: str) -> None:
    with pytest.raises(BadInput, match=message):
        bid(30, 35, **options)


HALVES = {"near": ["A7", "H12"], "far": ["A1", "H7"]}


@proves("LHY-20.1b")
@pytest.mark.parametrize(
    ("defenders", "clear"),
    [
        ((unit("ge.1kp.1.squad.1", "A1"),), False),
        ((unit("ge.1kp.1.squad.1", "A7"),), False),
        ((unit("ge.1kp.1.squad.1", "A1", "hidden"),), False),
        ((unit("ge.1kp.1.squad.1", "A8"),), True),
        ((unit("ge.1kp.1.squad.1", "A1", "disrupted"),), True),
        ((unit("ge.stug.1", "A1", "shocked"),), True),
        ((unit("ge.stug.1", "A1"),), False),
        ((unit("ge.1kp.1.leader", "A1"), unit("ge.dummy.1", "A2", "concealed")), True),
    ],
    ids=[
        "far in it",
        "on its edge",
        "hidden",
        "next door",
        "disrupted",
        "shocked",
        "a gun",
        "no combat unit",
    ],
)
def test_20_1_an_advance_mission_ends_once_its_sectors_are_clear(
    defenders: tuple[Any, ...], clear: bool
) -> None:
    bare = {side: {"nation": side, "edge": told["edge"]} for side, told in SIDES.items()}
    state = bid(30, 35, unit("us.mg.1", "A12"), *defenders, sides=bare, sectors=HALVES, clear=["far"])
    resolution = PLAY.resolution(with_progress(state, minutes=12), ScriptedDice([]))
    assert check_end(resolution) is clear
    if clear:
        assert PLAY.result(resolution.state) == Result(
            "us", "sector far is clear of ge; final score 12: us wins"
        )


@proves("LHY-20.1b")
def test_20_1_clearing_the_sector_too_late_does_not_win() -> None:
    """Attackers in the sector do not matter, and a mission that names no sector has none to clear."""
    bare = {side: {"nation": side, "edge": told["edge"]} for side, told in SIDES.items()}
    units = unit("us.mg.1", "A2"), unit("ge.mg.1", "A12")
    for clear, ends in ((["far"], True), ([], False)):
        state = bid(30, 35, *units, sides=bare, sectors=HALVES, clear=clear)
        resolution = PLAY.resolution(with_progress(state, minutes=35), ScriptedDice([]))
        assert check_end(resolution) is ends
        assert resolution.course.ended == (
            (None, "sector far is clear of ge; final score 35: a draw") if ends else None
        )


@proves("LHY-20.1b")
def test_20_1_the_sector_to_be_cleared_is_told_and_must_exist() -> None:
    told = "\n".join(PLAY.victory(bid(30, 35, sectors=HALVES, clear=["near", "far"])))
    assert (
        "The game ends with a turn after which sectors near and far are clear: no combat unit of the Germans is there "
        "that is neither disrupted nor shocked; the final score says who has won (LHY 20.1b, from Series Rules v3.1)."
    ) in told
    assert "clear" not in "\n".join(PLAY.victory(bid(30, 35)))
    with pytest.raises(BadInput, match=r"options\.clear: 'middle' is not one of near, far"):
        bid(30, 35, sectors=HALVES, clear=["middle"])


@pytest.mark.parametrize(("foe", "holder"), [("A1", "ge"), ("A12", "us")])
def test_20_1_players_make_for_the_middle_of_a_sector_to_be_cleared(foe: str, holder: str) -> None:
    """The sector is no objective; the defender holds it as long as any of his units is there."""
    bare = {side: {"nation": side, "edge": told["edge"]} for side, told in SIDES.items()}
    units = unit("us.mg.1", "A11"), unit("ge.mg.1", foe)
    state = bid(30, 35, *units, sides=bare, sectors=HALVES, clear=["far"])
    assert PLAY.aims(state) == (Goal("far", (Hex.named("D4"),), 1, holder),)
    assert PLAY.goals(state) == ()
