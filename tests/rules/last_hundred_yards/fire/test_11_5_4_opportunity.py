"""Chapter 11.5.4g: opportunity fire at a vehicle that drove through open hexes and is now out of sight."""

import pytest

from rules.game.state import GameState
from rules.game.units import Marker, Unit
from rules.ground.hex.board import HexBoard
from rules.last_hundred_yards.book.conditions import IN_MOTION
from rules.last_hundred_yards.declarations.fire.anti_tank import FireAntiTank
from rules.last_hundred_yards.declarations.maneuver.maneuver import Maneuver
from rules.last_hundred_yards.declarations.maneuver.vehicle_motion import EndManeuver
from rules.last_hundred_yards.declarations.turn.activation import CallForReaction
from rules.last_hundred_yards.play.play import PLAY
from rules.last_hundred_yards.questions.fire.fronts import front_of
from rules.last_hundred_yards.questions.terrain.directions import hexsides_toward
from rules.last_hundred_yards.ruleset import RULESET
from tests.drawing import board
from tests.proving import proves
from tests.rules.last_hundred_yards.playing import (
    activated,
    at,
    course,
    done,
    legal,
    position_seen_by,
    refusal,
    unit,
)

TANK, GUN = "us.able-tank.1.1", "ge.pak40.3"
ROWS = [". . . . . . . . . ."] * 4
FOREST = board("\n".join([*ROWS, ". . . . . . f . . .", *ROWS]))
"""The forest of G5 hides H6 from D1, and nothing of row 6 before it."""


def drove(
    *path: str,
    start: str = "D6",
    ground: HexBoard = FOREST,
    more: tuple[Unit, ...] = (),
    edition: str = "2019",
    markers: tuple[Marker, ...] = (),
    mode: str = "forward",
    gun: Unit | None = None,
) -> GameState:
    """A tank in motion has driven along these hexes in front of a gun in D1, which may react."""
    units = [unit(TANK, start, IN_MOTION), gun or unit(GUN, "D1"), *more]
    state = activated(*units, ground=ground, platoon="able-tank.1", markers=markers, edition=edition)
    for label in path:
        state = done(state, Maneuver("us", TANK, at(label), mode))
    if course(state).moving is not None:
        state = done(state, EndManeuver("us"))
    return done(state, CallForReaction("us"))


def through(label: str, target: str = TANK) -> FireAntiTank:
    return FireAntiTank("ge", GUN, (target,), through=at(label))


PATH = ("E6", "F6", "G6", "H6")


@proves("LHY-11.5.4g", "LHY-11.1.2")
@pytest.mark.parametrize("edition", ["2019", "series-3.1"])
def test_11_5_4g_three_open_hexes_in_los_are_enough_and_the_marker_goes_to_the_last_hex(edition: str) -> None:
    state = drove(*PATH, edition=edition)
    assert "no LOS to H6" in refusal(state, FireAntiTank("ge", GUN, (TANK,)))
    assert legal(state, FireAntiTank) == [through("E6"), through("F6"), through("G6")]
    after = done(state, through("E6"))
    fire = course(after).fires[-1]
    assert (fire.at, fire.target, fire.value) == (at("H6"), TANK, 4), "ATV 5, less 1 for a target in motion"
    fired = position_seen_by(after, "ge")
    assert front_of(fired, fired.unit(GUN)) == hexsides_toward(fired.board.grid, at("D1"), at("E6"))
    assert hexsides_toward(fired.board.grid, at("D1"), at("E6")) != hexsides_toward(
        fired.board.grid, at("D1"), at("H6")
    )
    assert str(through("E6")) == f"{GUN} fires anti-tank at {TANK} as it passed E6"


@proves("LHY-11.5.4g")
def test_11_5_4g_the_chosen_hex_sets_the_modifiers_and_whether_front_or_rear_is_hit() -> None:
    # In F6 the tank had come in from E6 and showed D1 its rear; smoke in D3 lies before E6 alone.
    state = drove(*PATH, markers=(Marker("smoke", at("D3")),))
    told = {action.through: PLAY.chances(state, action).verdict for action in legal(state, FireAntiTank)}
    assert told == {at("E6"): "ATDRM +3", at("F6"): "ATDRM +4 E", at("G6"): "ATDRM +4"}
    assert [course(done(state, through(label))).fires[-1].rear for label in ("F6", "G6")] == [True, False]


@proves("LHY-11.5.4g")
def test_11_5_4g_no_opportunity_fire_after_fewer_open_hexes_in_a_row() -> None:
    two = drove("F6", "G6", "H6", start="E6")
    assert not legal(two, FireAntiTank)
    assert "did not enter 3 open hexes in a row, F6 among them" in refusal(two, through("F6"))
    rows = [". . . . . . . . . ."] * 3
    wooded = board(
        "\n".join([*ROWS, ". . . . . . f . . .", ". . . . . w . . . .", *rows]), roads="D6 E6 F6 G6 H6"
    )
    broken = drove(*PATH, ground=wooded)
    assert not legal(broken, FireAntiTank), "the woods of F6 part the open hexes, road or not"
    assert "did not enter 3 open hexes in a row" in refusal(broken, through("E6"))


@proves("LHY-11.5.4g")
def test_11_5_4g_no_opportunity_fire_at_a_vehicle_still_in_sight() -> None:
    state = drove(*PATH[:3])
    assert legal(state, FireAntiTank) == [FireAntiTank("ge", GUN, (TANK,))]
    assert f"{TANK} can be seen where it is (LHY 11.5.4g" in refusal(state, through("E6"))


@proves("LHY-11.5.4g")
def test_11_5_4g_only_in_reaction_at_one_known_vehicle_within_range() -> None:
    units = [unit(TANK, "H6"), unit("ge.pz4.2.1", "D6", IN_MOTION)]
    active = activated(*units, ground=FOREST, platoon="able-tank.1")
    shot = FireAntiTank("us", TANK, ("ge.pz4.2.1",), through=at("E6"))
    assert "only in reaction (LHY 11.5.4g" in refusal(active, shot)
    squad = unit("us.able.1.squad.1", "A9")
    state = drove(*PATH, more=(squad,))
    assert "only a known vehicle" in refusal(state, through("E6", squad.id))
    assert "no AFV is known to lie concealed in H6" in refusal(state, through("E6", "afv@H6"))
    two = FireAntiTank("ge", GUN, (TANK, "us.able-tank.1.2"), through=at("E6"))
    assert "cannot be split" in refusal(state, two)
    near = drove(*PATH, gun=unit("ge.latw.1", "D1"))
    assert "E6 is 5 hexes away" in refusal(near, FireAntiTank("ge", "ge.latw.1", (TANK,), through=at("E6")))
    assert not legal(near, FireAntiTank)


@proves("LHY-11.5.4g")
def test_11_5_4g_only_the_targets_own_path_counts_and_not_that_of_earlier_vehicles() -> None:
    other = "us.able-tank.1.2"
    units = [unit(TANK, "D6", IN_MOTION), unit(other, "A9", IN_MOTION), unit(GUN, "D1")]
    state = activated(*units, ground=FOREST, platoon="able-tank.1")
    state = done(state, Maneuver("us", other, at("A8")), EndManeuver("us"))
    for label in PATH:
        state = done(state, Maneuver("us", TANK, at(label)))
    state = done(state, EndManeuver("us"), CallForReaction("us"))
    assert not refusal(state, through("F6"))


@proves("LHY-11.5.4g")
def test_11_5_4g_no_opportunity_fire_at_men_who_took_the_same_path() -> None:
    road = board("\n".join([*ROWS, ". . . . . . f . . .", *ROWS]), roads="D6 E6 F6 G6 H6")
    squad = unit("us.able.1.squad.1", "D6")
    state = activated(squad, unit("us.able.1.leader", "D6"), unit(GUN, "D1"), ground=road)
    for label in PATH:
        state = done(state, Maneuver("us", squad.id, at(label)))
    state = done(state, CallForReaction("us"))
    ruling = RULESET.fire(state, state.unit(GUN), state.unit(squad.id), "anti-tank")
    assert [str(reason) for reason in ruling.reasons] == ["forest at G5 blocks (LHY 4.2.1a)"]


@proves("LHY-11.5.4g", "LHY-10.4.3")
@pytest.mark.parametrize(("start", "to", "saw"), [("E1", "D1", True), ("D1", "E1", False)])
def test_11_5_4g_a_tank_that_halts_to_fire_must_have_seen_the_target_from_its_firing_hex(
    start: str, to: str, saw: bool
) -> None:
    # The forest of G5 hides G6 from E1, so that two open hexes are left in view.
    panzer = "ge.pz4.2.1"
    state = drove(*PATH, gun=unit(panzer, start, IN_MOTION))
    why = refusal(state, FireAntiTank("ge", panzer, (TANK,), "halt_and_fire", at(to), at("F6")))
    assert ("did not enter 3 open hexes in a row" not in why) is saw
    assert (why == "") is saw


@proves("LHY-11.5.4g", "LHY-11.1.3.1")
def test_11_5_4g_a_tank_that_backed_through_showed_its_front_to_where_it_came_from() -> None:
    # Backing in from E6 it had its front there, and D1 lies on that side.
    state = drove("E6", "F6", "G6", mode="reverse")
    state = done(state, FireAntiTank("ge", GUN, (TANK,)))
    assert not course(state).fires[-1].rear
    rows = [". . . . . . . . . ."] * 4
    hides_g6 = board("\n".join([*rows, ". . . . . f . . . .", *rows]))
    backed = drove("E6", "F6", "G6", mode="reverse", ground=hides_g6)
    assert not [action for action in legal(backed, FireAntiTank) if action.through]


@proves("LHY-11.5.4g")
def test_11_5_4g_the_fire_question_uses_the_best_hex_that_the_target_passed() -> None:
    state = drove(*PATH, markers=(Marker("smoke", at("D3")),))
    ruling = RULESET.fire(state, state.unit(GUN), state.unit(TANK))
    assert ruling.verdict.worth == "ATDRM +4 E"
    assert ruling.odds is not None
    assert any("passed F6" in str(reason) and "11.5.4g" in str(reason) for reason in ruling.reasons)
    near = drove(*PATH[:3])
    seen_now = RULESET.fire(near, near.unit(GUN), near.unit(TANK))
    assert not any("passed" in str(reason) for reason in seen_now.reasons), "it is fired at where it is"


@proves("LHY-11.5.4g", "LHY-4.1.9c.1")
def test_11_5_4g_the_road_of_a_street_is_open_ground() -> None:
    """The tank comes up the street of column D before the gun, and turns off behind the forest."""
    rows = [". . . . . . . ."] * 2 + [". . . . f . . ."] * 2 + [". . . u . . . ."] * 3
    street = board("\n".join([*rows, *[". . . . . . . ."] * 3]), roads="D8 D7 D6 D5 D4, D5 E5")
    state = drove("D7", "D6", "D5", "E5", start="D8", ground=street)
    assert legal(state, FireAntiTank) == [through("D7"), through("D6"), through("D5")]
