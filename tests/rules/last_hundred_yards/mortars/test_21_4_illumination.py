"""Chapter 21.4 (17.4 in v3.1): illumination: which units request it, where it falls, and its effect at night."""

from typing import Any

import pytest

from rules.game.state import GameState
from rules.game.units import Marker, Unit
from rules.ground.hex.hexes import Hex
from rules.last_hundred_yards.book.conditions import CONCEALED, DISRUPTED, HIDDEN, IN_MOTION
from rules.last_hundred_yards.declarations.fire.small_arms import FireSmallArms
from rules.last_hundred_yards.declarations.maneuver.maneuver import Maneuver
from rules.last_hundred_yards.declarations.maneuver.vehicle_motion import EndManeuver
from rules.last_hundred_yards.declarations.mortars.illumination import Illuminate
from rules.last_hundred_yards.declarations.mortars.mortar_adjustment import AdjustMortars
from rules.last_hundred_yards.declarations.turn.activation import CallForReaction
from rules.last_hundred_yards.declarations.withdrawal import Withdraw
from rules.last_hundred_yards.play.play import PLAY
from rules.last_hundred_yards.ruleset import RULESET
from rules.last_hundred_yards.state.events.assault_events import AssaultEntered
from rules.last_hundred_yards.state.events.order_events import PhaseBegan, TurnBegan
from rules.last_hundred_yards.state.progress import Phase
from tests.drawing import board, open_ground
from tests.proving import proves
from tests.rules.last_hundred_yards.maneuver.test_10_reach_agrees_with_the_game import agree
from tests.rules.last_hundred_yards.playing import activated, at, course, done, legal, refusal, unit

SQUAD, LEADER, TANK = "us.able.1.squad.1", "us.able.1.leader", "us.able-tank.1.1"
FOE, OTHER_FOE = "ge.1kp.1.squad.1", "ge.1kp.1.squad.2"
GROUND = open_ground(12, 10)
WOODED = board("\n".join([". w . . . . . . . . . ."] * 10))
FAR = (unit("us.able.3.leader", "L10"), unit("ge.1kp.2.leader", "L1"))
ASK = Illuminate("us", SQUAD, at("D5"))


def night(*units: Unit, far: tuple[Unit, ...] = FAR, **options: Any) -> GameState:
    """A night game in which both sides may request illumination; a platoon is activated."""
    given: dict[str, Any] = {"night": True, "illumination": ["us", "ge"], "ground": GROUND, **options}
    return activated(*units, far=far, **given)


def lit(state: GameState, label: str = "D5") -> GameState:
    return state.changed(markers=(*state.markers, Marker("illumination", at(label))))


def lit_hexes(state: GameState) -> list[str]:
    return [str(marker.at) for marker in state.markers if marker.kind == "illumination"]


MEN = (unit(SQUAD, "A5"), unit(LEADER, "L9"), unit(FOE, "D5"))


@proves("LHY-21.4.0", "LHY-21.4.1a", "LHY-21.4.1b")
@pytest.mark.parametrize(
    ("dice", "where"),
    [((6,), []), ((5, 7), ["D5"]), ((1, 10), ["D5"]), ((5, 1), ["D3"]), ((5, 4), ["D7"])],
)
def test_21_4_1_illumination_comes_on_5_and_is_accurate_on_7_or_two_hexes_off(
    dice: tuple[int, ...], where: list[str]
) -> None:
    state = done(night(*MEN), ASK, *dice)
    assert lit_hexes(state) == where
    assert "us has asked for illumination in this turn" in refusal(state, ASK)
    assert not legal(state, Illuminate)
    assert SQUAD not in course(state).acted, "it is no action"
    assert not refusal(state, Maneuver("us", SQUAD, at("A4")))
    next_turn = TurnBegan(2).on(state)
    assert course(next_turn).asked_for_light == frozenset()


@proves("LHY-21.4.0")
def test_21_4_no_illumination_is_requested_beyond_the_map_even_with_an_enemy_at_its_edge() -> None:
    state = night(unit(SQUAD, "J5"), unit(LEADER, "A9"), unit(FOE, "L5"))
    assert not refusal(state, Illuminate("us", SQUAD, at("L5")))
    assert "M5 is not on the map" in refusal(state, Illuminate("us", SQUAD, at("M5")))


@proves("LHY-21.4.1b")
def test_21_4_1_illumination_that_falls_beyond_the_map_lights_nothing() -> None:
    state = night(unit(SQUAD, "A2"), unit(LEADER, "L9"), unit(FOE, "D2"))
    assert lit_hexes(done(state, Illuminate("us", SQUAD, at("D2")), 5, 1)) == []


@proves("LHY-21.4.0", "LHY-21.4.0a", "LHY-21.4.0b")
@pytest.mark.parametrize(
    ("units", "options", "asked", "told"),
    [
        (
            MEN,
            {"illumination": ["ge"]},
            ASK,
            "the mission gives us no illumination (LHY 21.4, from Series Rules v3.1)",
        ),
        (MEN, {"night": False}, ASK, "illumination is for the night"),
        (MEN, {}, Illuminate("us", SQUAD, at("F5")), "F5 is more than 4 hexes from"),
        (MEN, {}, Illuminate("us", SQUAD, at("B5")), "no enemy is known in B5 or next to it"),
        (MEN, {}, Illuminate("us", SQUAD, at("E5")), ""),
        ((*MEN[1:], unit(SQUAD, "A5", DISRUPTED)), {}, ASK, "is in no condition to ask"),
        ((*MEN[:2], unit(FOE, "D5", HIDDEN)), {}, ASK, "no enemy is known in D5 or next to it"),
        (MEN, {"ground": WOODED}, ASK, ""),
    ],
)
def test_21_4_which_units_may_request_illumination_and_for_which_hex(
    units: tuple[Unit, ...], options: dict[str, Any], asked: Illuminate, told: str
) -> None:
    found = refusal(night(*units, **options), asked)
    assert told in found
    assert bool(found) is bool(told)


@proves("LHY-21.4.0a")
def test_21_4_no_unit_in_an_assault_hex_requests_illumination() -> None:
    state = AssaultEntered(FOE, "ge", at("A5"), at("A4")).on(night(*MEN[:2], unit(FOE, "A5")))
    assert f"{SQUAD} is in an assault hex" in refusal(state, Illuminate("us", SQUAD, at("A5")))


@proves("LHY-21.4.0a", "LHY-21.4.0c")
def test_21_4_illumination_is_requested_before_the_action_and_in_reaction_to_unseen_actions() -> None:
    state = done(night(*MEN), Maneuver("us", SQUAD, at("A4")), EndManeuver("us"))
    assert "has already acted" in refusal(state, ASK)
    state = done(state, CallForReaction("us"))
    asked = Illuminate("ge", FOE, at("A4"))
    assert asked in legal(state, Illuminate)
    assert "may not fire now (LHY 8.1)" in refusal(state, FireSmallArms("ge", FOE, (at("A4"),)))
    state = done(state, asked, 1, 8)
    assert not refusal(state, FireSmallArms("ge", FOE, (at("A4"),))), "the light shows who came there"
    assert not course(state).passes


@proves("LHY-21.4.1c")
def test_21_4_1_illumination_is_removed_with_the_mortar_markers() -> None:
    state = PhaseBegan(Phase.MORTARS).on(lit(night(*MEN)))
    assert lit_hexes(done(state, AdjustMortars(PLAY.to_act(state) or ""))) == []


@proves("LHY-21.4.2a", "LHY-21.4.2c", "LHY-21.4.2d")
def test_21_4_2_lit_units_and_units_within_two_hexes_of_light_see_each_other() -> None:
    state = lit(night(unit(SQUAD, "A5"), unit(LEADER, "L9"), unit(FOE, "F5")), "D5")
    position = PLAY.position(state)
    # D5 lights B5 to F5: H5 sees into all of it, I5 does not, and A5 and H5 do not see each other across it.
    for one, other, seen in (
        ("H5", "F5", True),
        ("H5", "B5", True),
        ("I5", "F5", False),
        ("A5", "H5", False),
    ):
        assert position.sees(at(one), at(other)) is seen
        assert position.sees(at(other), at(one)) is seen
    twice = PLAY.position(lit(lit(state, "B2"), "L8"))
    assert not twice.sees(at("B2"), at("L8")), "nobody sees from one light into another far off"


@proves("LHY-21.4.2b", "LHY-21.4.2c", "LHY-21.4.2d", "LHY-11.3.3n")
@pytest.mark.parametrize(("light", "firer", "target", "drm"), [
    ("D5", "A5", "B5", False), ("D5", "B5", "A5", True), ("K5", "B5", "A5", True),
])  # fmt: skip
def test_21_4_2_only_fire_at_unlit_targets_has_the_night_drm(
    light: str, firer: str, target: str, drm: bool
) -> None:
    state = lit(night(unit(SQUAD, firer), unit(LEADER, "L9"), unit(FOE, target)), light)
    found = PLAY.chances(state, FireSmallArms("us", SQUAD, (at(target),)))
    assert any("night" in str(reason) for reason in found.reasons) is drm


@proves("LHY-21.4.2b")
def test_21_4_2_units_maneuvering_in_light_lose_concealment_and_find_hidden_men_as_by_day() -> None:
    units = (unit(SQUAD, "E5", CONCEALED), unit(LEADER, "L9"), unit(FOE, "A5"), unit(OTHER_FOE, "F3", HIDDEN))
    for state, kept in ((night(*units), True), (lit(night(*units), "E4"), False)):
        moved = done(state, Maneuver("us", SQUAD, at("D5")), EndManeuver("us"))
        assert moved.unit(SQUAD).has(CONCEALED) is kept
        assert done(moved, CallForReaction("us")).unit(OTHER_FOE).has(HIDDEN) is kept


@proves("LHY-21.4.2e")
@pytest.mark.parametrize(
    ("start", "mover", "rows"),
    [("D6", SQUAD, 3), ("D8", SQUAD, 3), ("D9", SQUAD, 2), ("D6", TANK, 3), ("D8", TANK, 5), ("D9", TANK, 3)],
)
def test_21_4_2_a_maneuver_only_through_lit_hexes_goes_as_far_as_by_day(
    start: str, mover: str, rows: int
) -> None:
    """D5 lights D3 to D7, D8 is next to them: these are the rows men go north, and through a dark hex no more than at night."""
    men = () if mover == TANK else (unit(LEADER, "L9"),)
    words = (IN_MOTION,) if mover == TANK else ()
    platoon = "able-tank.1" if mover == TANK else "able.1"
    state = lit(night(unit(mover, start, *words), *men, platoon=platoon))
    agree(state, mover)
    told = RULESET.reach(state, state.unit(mover))
    assert any("through illuminated hexes alone (LHY 21.4" in str(reason) for reason in told.reasons) is (
        start != "D9"
    )
    reached = told.verdict.cost
    assert min(place.row for place in reached if isinstance(place, Hex)) == at(start).row - rows
    goal = at(f"D{int(start[1:]) - rows}")
    assert len(RULESET.path(state, state.unit(mover), goal).verdict.places) == rows + 1


@proves("LHY-21.4.2e")
@pytest.mark.parametrize(("light", "refused"), [("D5", False), ("D8", True)])
def test_21_4_2_a_withdrawal_only_through_lit_hexes_goes_as_far_as_by_day(light: str, refused: bool) -> None:
    """D5 lights D3 to D7: from D3 they fall back south four hexes, of which the night allows three (10.3.1d)."""
    men = (unit(SQUAD, "D3"), unit(LEADER, "L9"), unit(FOE, "D1"))
    state = lit(night(*men, edition="series-3.1"), light)
    for label in ("D4", "D5", "D6"):
        state = done(state, Withdraw("us", (SQUAD,), at(label)))
    assert bool(refusal(state, Withdraw("us", (SQUAD,), at("D7")))) is refused
