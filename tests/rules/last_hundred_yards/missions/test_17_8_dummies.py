"""17.8.3, an option: in Clean Up dummies may change place, and the enemy does not learn which side has any left."""

from collections import Counter
from itertools import product

import pytest

from rules.game.chance.dice import ScriptedDice
from rules.game.state import GameState
from rules.game.units import Marker, Unit
from rules.last_hundred_yards.book.conditions import CONCEALED, HIDDEN
from rules.last_hundred_yards.book.roster import ROSTER
from rules.last_hundred_yards.book.unit_types import Nation
from rules.last_hundred_yards.declarations.assault.declaration import Assault
from rules.last_hundred_yards.declarations.fire.anti_tank import FireAntiTank
from rules.last_hundred_yards.declarations.fire.small_arms import FireSmallArms
from rules.last_hundred_yards.declarations.maneuver.maneuver import Maneuver
from rules.last_hundred_yards.declarations.maneuver.vehicle_motion import ChangeMotion
from rules.last_hundred_yards.declarations.recovery import Recover
from rules.last_hundred_yards.declarations.turn.clean_up import LapseTime
from rules.last_hundred_yards.declarations.turn.dummies import MoveDummy
from rules.last_hundred_yards.declarations.turn.initiative import RollInitiative
from rules.last_hundred_yards.declarations.turn.pending_decisions import Pass
from rules.last_hundred_yards.effects.concealment import strip_hex_concealment
from rules.last_hundred_yards.effects.view import state_seen_by
from rules.last_hundred_yards.play.play import PLAY
from rules.last_hundred_yards.state.events.maneuver_events import UnitActed
from rules.last_hundred_yards.state.events.order_events import PhaseBegan
from rules.last_hundred_yards.state.events.unit_events import UnitGone, UnitMoved
from rules.last_hundred_yards.state.progress import ActionKind, Phase, with_progress
from tests.proving import proves
from tests.rules.last_hundred_yards.concealment.unseen import activated_unseen
from tests.rules.last_hundred_yards.playing import (
    FAR,
    FIELD,
    activated,
    at,
    chance_steps,
    course,
    done,
    legal,
    opened,
    refusal,
    start_of,
    unit,
)

SQUAD, LEADER, FOE = "us.able.1.squad.1", "us.able.1.leader", "ge.1kp.1.squad.1"
DUMMY = "ge.dummy.1"
OPTION = {"dummies_move_in_clean_up": True}


def clean_up(*units: Unit, switches: dict[str, bool] | None = None) -> GameState:
    """The first Clean Up, the Germans concealed in C2 and E2 at the back of the woods."""
    ge = (unit(FOE, "C2", CONCEALED), unit("ge.mg.1", "E2", CONCEALED))
    state = opened(FIELD, [*ge, *units, *FAR], switches=switches or {})
    state = PhaseBegan(Phase.TIME).on(done(state, RollInitiative("us"), 9, 2))
    return done(state, LapseTime("us"), 3)


@proves("LHY-17.8.3", "LHY-5.0.VII.4")
def test_17_8_3_a_dummy_goes_to_any_hex_with_concealed_friends_once() -> None:
    state = clean_up(unit(DUMMY, "G2", CONCEALED), switches=OPTION)
    assert PLAY.to_act(state) == "ge"
    assert legal(state, MoveDummy) == [MoveDummy("ge", DUMMY, at("C2")), MoveDummy("ge", DUMMY, at("E2"))]
    assert "no other concealed combat unit" in refusal(state, MoveDummy("ge", DUMMY, at("D5")))
    assert "no other concealed combat unit" in refusal(state, MoveDummy("ge", DUMMY, at("G2")))
    assert "is not a dummy" in refusal(state, MoveDummy("ge", FOE, at("E2")))
    assert "ge has no unit" in refusal(state, MoveDummy("ge", "us.dummy.1", at("E2")))
    after = done(state, MoveDummy("ge", DUMMY, at("E2")))
    assert after.unit(DUMMY).at == at("E2")
    assert "has changed place" in refusal(after, MoveDummy("ge", DUMMY, at("C2")))
    assert PLAY.legal_actions(after) == (Pass("ge"),)
    assert course(done(after, Pass("ge"))).turn == 2


@proves("LHY-17.8.3", "LHY-17.8.1.5")
def test_17_8_3_a_hidden_dummy_is_put_among_the_concealed_as_one_of_them() -> None:
    units = unit("ge.mg.2", "G2", HIDDEN), unit(DUMMY, "G2", HIDDEN)
    state = clean_up(*units, switches=OPTION)
    before = state_seen_by(state, "us")
    after = done(state, MoveDummy("ge", DUMMY, at("E2")))
    assert after.unit(DUMMY).conditions == {CONCEALED}
    assert state_seen_by(after, "us") == before, "nor does the enemy learn of it"


@proves("LHY-4.3.2", "LHY-17.8.1.2")
@pytest.mark.parametrize(("watcher", "concealed"), [((CONCEALED,), False), ((HIDDEN,), True)])
def test_4_3_2_a_dummy_in_sight_keeps_units_from_concealment_as_any_concealed_counter_does(
    watcher: tuple[str, ...], concealed: bool
) -> None:
    """Otherwise the umpire would give away which counter is a dummy (reading 46)."""
    for name in (DUMMY, "ge.mg.2"):
        leaders = unit("ge.1kp.3.leader", "G1", HIDDEN), unit("us.able.1.leader", "H10")
        state = opened(FIELD, [unit(name, "G2", *watcher), *leaders, unit(SQUAD, "G6")])
        state = done(state, RollInitiative("us"), 9, 2)
        after = done(PhaseBegan(Phase.TIME).on(state), LapseTime("us"), 3)
        assert after.unit(SQUAD).has(CONCEALED) is concealed


@proves("LHY-17.8.1.1", "LHY-17.8.1.2")
def test_17_8_1_three_dummies_on_foot_and_three_of_vehicles_a_side_without_values() -> None:
    dummies = [row for row in ROSTER.values() if row.is_dummy]
    assert Counter((row.nation, row.is_vehicle) for row in dummies) == dict.fromkeys(
        product(Nation, (False, True)), 3
    )
    for row in dummies:
        assert (row.sav, row.atv, row.av, row.aev, row.cohesion) == (None,) * 5
        assert (row.assault, row.steps) == (0, 0)


@proves("LHY-17.8.1.3", "LHY-17.8.1.4")
@pytest.mark.parametrize("dummy", ["us.dummy.1", "us.vehicle-dummy.1"])
def test_17_8_1_dummies_may_only_maneuver(dummy: str) -> None:
    state = activated(unit(dummy, "C5", CONCEALED), unit("us.able.1.leader", "A8"), unit(FOE, "C3"))
    declared = {type(action) for action in PLAY.legal_actions(state) if getattr(action, "unit", "") == dummy}
    assert declared == ({Maneuver, ChangeMotion} if "vehicle" in dummy else {Maneuver})
    assert not refusal(state, Maneuver("us", dummy, at("D5")))
    for wrong in (
        FireSmallArms("us", dummy, (at("C3"),)),
        FireAntiTank("us", dummy, (FOE,)),
        Recover("us", dummy),
        Assault("us", (dummy,), at("C3")),
    ):
        assert refusal(state, wrong)


@proves("LHY-17.8.3")
def test_17_8_3_moving_dummies_in_clean_up_is_an_option_of_the_mission() -> None:
    assert course(clean_up(unit(DUMMY, "G2", CONCEALED))).turn == 2


@proves("LHY-17.8.3")
def test_17_8_3_a_side_without_dummies_is_asked_too_so_the_enemy_sees_no_difference() -> None:
    views = []
    for third in (DUMMY, "ge.mg.2"):
        state = clean_up(unit(third, "G2", CONCEALED), switches=OPTION)
        assert PLAY.to_act(state) == "ge"
        views.append(state_seen_by(state, "us"))
    assert views[0] == views[1]
    assert "G2 holds no" in refusal(state, MoveDummy("ge", "ge.mg.2", at("G2")))


@proves("LHY-17.8.3")
def test_17_8_3_a_dummy_goes_to_no_hex_with_only_leaders_or_dummies() -> None:
    others = (unit("ge.1kp.1.leader", "G2", CONCEALED), unit("ge.dummy.2", "A2", CONCEALED))
    state = clean_up(unit(DUMMY, "D5", CONCEALED), *others, switches=OPTION)
    assert {action.to for action in legal(state, MoveDummy)} == {at("C2"), at("E2")}
    assert "no other concealed combat unit" in refusal(state, MoveDummy("ge", DUMMY, at("A2")))


@proves("LHY-17.8.3.back")
def test_17_8_3_a_dummy_that_was_removed_comes_back_and_the_enemy_learns_nothing() -> None:
    state = UnitGone(DUMMY, "was a dummy").on(clean_up(unit(DUMMY, "G2", CONCEALED), switches=OPTION))
    before = state_seen_by(state, "us")
    after = done(state, MoveDummy("ge", DUMMY, at("C2")))
    assert after.unit(DUMMY).at == at("C2")
    assert after.unit(DUMMY).conditions == {CONCEALED}
    assert state_seen_by(after, "us") == before
    assert "has changed place" in refusal(after, MoveDummy("ge", DUMMY, at("E2")))
    assert not legal(clean_up(switches=OPTION), MoveDummy)


@proves("LHY-17.8.3.back")
@pytest.mark.parametrize("where", ["off_map", "exited"])
def test_17_8_3_a_dummy_yet_to_enter_or_off_the_map_is_not_put_back(where: str) -> None:
    gone = UnitGone(DUMMY, "was a dummy").on(clean_up(unit(DUMMY, "G2", CONCEALED), switches=OPTION))
    state = with_progress(gone, **{where: frozenset({DUMMY})})
    assert not legal(state, MoveDummy)
    assert "is not on the map" in refusal(state, MoveDummy("ge", DUMMY, at("C2")))


@proves("LHY-17.8.3")
def test_17_8_3_a_side_without_concealed_units_is_not_asked() -> None:
    units = [unit(DUMMY, "C2", HIDDEN), unit(FOE, "C2", HIDDEN), *FAR]
    state = done(opened(FIELD, units, switches=OPTION), RollInitiative("us"), 9, 2)
    assert course(done(PhaseBegan(Phase.TIME).on(state), LapseTime("us"), 3)).turn == 2


@proves("LHY-17.8.3")
def test_17_8_3_a_dummy_that_moved_this_turn_may_change_place_too() -> None:
    units = [unit(DUMMY, "G2", CONCEALED), unit(FOE, "C2", CONCEALED), *FAR]
    state = done(opened(FIELD, units, switches=OPTION), RollInitiative("us"), 9, 2)
    state = PhaseBegan(Phase.TIME).on(UnitActed(DUMMY, ActionKind.MANEUVER, (at("G2"),)).on(state))
    assert legal(done(state, LapseTime("us"), 3), MoveDummy) == [MoveDummy("ge", DUMMY, at("C2"))]


@pytest.mark.parametrize("mission", ["lhy-market-quarter"])
def test_a_mission_is_played_with_the_option(mission: str) -> None:
    state = start_of(mission, switches=OPTION)
    moved = [action for action, _, _ in chance_steps(state, 11, 900) if isinstance(action, MoveDummy)]
    assert moved


@proves("LHY-17.8.2b")
def test_17_8_2_a_dummy_is_removed_when_seen_or_entered() -> None:
    units = [unit(SQUAD, "C12"), unit(LEADER, "A14"), unit("ge.dummy.1", "C11", CONCEALED), unit(FOE, "H3")]
    state = activated_unseen(*units)
    after = done(state, Assault("us", (SQUAD,), at("C11")))
    assert after.unit("ge.dummy.1").at is None
    assert not course(after).assaults
    assert after.unit(SQUAD).at == at("C11")


@proves("LHY-17.8.2a", "LHY-17.8.2c")
@pytest.mark.parametrize(
    ("beside", "left"),
    [
        ((), False),
        ((unit("ge.1kp.1.leader", "C11", CONCEALED),), False),
        ((unit("ge.mg.1", "C11", HIDDEN),), True),
    ],
)
def test_17_8_2_all_dummies_of_a_hex_go_with_the_ip_in_which_no_combat_unit_began(
    beside: tuple[Unit, ...], left: bool
) -> None:
    dug_in = [Marker("improved_position", at("C11")), Marker("improved_position", at("H3"))]
    dummies = [unit(f"ge.{kind}.1", "C11", CONCEALED) for kind in ("dummy", "vehicle-dummy")]
    elsewhere = unit("ge.dummy.2", "H3", CONCEALED)
    resolution = PLAY.resolution(
        activated_unseen(unit(LEADER, "A14"), *dummies, elsewhere, *beside, markers=dug_in), ScriptedDice([])
    )
    strip_hex_concealment(resolution, at("C11"), "ge")
    gone = {one.id for one in (*dummies, elsewhere) if resolution.state.unit(one.id).at is None}
    assert gone == {"ge.dummy.1", "ge.vehicle-dummy.1"}
    dug = {str(marker.at) for marker in resolution.state.markers if marker.kind == "improved_position"}
    assert dug == ({"C11", "H3"} if left else {"H3"})


@proves("LHY-17.8.2c")
def test_17_8_2_an_ip_that_men_left_to_dummies_stays_and_the_enemy_knows_of_none() -> None:
    dug_in = [Marker("improved_position", at(label)) for label in ("C11", "H3")]
    men = unit("ge.mg.1", "C11", CONCEALED)
    dummies = [unit(f"ge.dummy.{k}", label, CONCEALED) for k, label in ((1, "C11"), (2, "H3"), (3, "F3"))]
    state = activated_unseen(unit(LEADER, "A14"), men, *dummies, markers=dug_in)
    assert course(state).dug_by_dummies == (("ge", at("H3")),)
    assert not course(state_seen_by(state, "us")).dug_by_dummies
    resolution = PLAY.resolution(UnitMoved(men.id, at("C11"), at("C10")).on(state), ScriptedDice([]))
    strip_hex_concealment(resolution, at("C11"), "ge")
    assert resolution.position.is_marked("improved_position", at("C11"))


@proves("LHY-17.8.2a")
def test_17_8_2_hidden_dummies_are_removed_as_their_hex_is_revealed() -> None:
    resolution = PLAY.resolution(
        activated_unseen(unit(LEADER, "A14"), unit("ge.dummy.1", "C11", HIDDEN)), ScriptedDice([])
    )
    strip_hex_concealment(resolution, at("C11"), "ge")
    assert resolution.state.unit("ge.dummy.1").at is None
