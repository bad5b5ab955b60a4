"""11.4: which units may call a mortar and observe for it, and its recovery and extension afterwards."""

from dataclasses import replace

import pytest

from rules.game.state import GameState
from rules.game.units import Unit
from rules.last_hundred_yards.book.conditions import (
    CONCEALED,
    DISRUPTED,
    HEROIC,
    HIDDEN,
    IN_MOTION,
    REGROUPING,
)
from rules.last_hundred_yards.declarations.fire.small_arms import FireSmallArms
from rules.last_hundred_yards.declarations.mortars.mortar_adjustment import AdjustMortars, ExtendMortar
from rules.last_hundred_yards.declarations.mortars.mortar_fire import CallMortar
from rules.last_hundred_yards.play.play import PLAY
from rules.last_hundred_yards.state.events.assault_events import AssaultEntered
from rules.last_hundred_yards.state.events.fire_events import FirePlaced
from rules.last_hundred_yards.state.events.marker_events import MortarChanged
from rules.last_hundred_yards.state.events.order_events import PhaseBegan
from rules.last_hundred_yards.state.events.unit_events import UnitChanged, UnitGone, UnitMoved
from rules.last_hundred_yards.state.markers import FireKind, FireMarker
from rules.last_hundred_yards.state.progress import MortarPlace, MortarState, Phase
from tests.drawing import board, open_ground
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

SQUAD, LEADER, FOE = "us.able.1.squad.1", "us.able.1.leader", "ge.1kp.1.squad.1"
MM60 = {"id": "60mm", "side": "us", "kind": "60mm", "company": "able"}
PLATOON = {"id": "platoon", "side": "us", "kind": "platoon"}


def with_mortar(*units: Unit, mortar: dict[str, str] = MM60) -> GameState:
    return activated(*units, unit(FOE, "C4"), mortars=[mortar])


def standing(place: MortarPlace, *, failed: bool = False, mortar: dict[str, str] = MM60) -> GameState:
    """The Mortar Fire Adjustment Phase with the mortar's markers in place; its observer, if any, is in C8."""
    state = with_mortar(unit(SQUAD, "C8"), unit(LEADER, "C8"), mortar=mortar)
    on_map = place in (MortarPlace.INITIAL, MortarPlace.FINAL)
    changed = replace(
        course(state).mortars[0], place=place, failed_extension=failed,
        observer_at=at("C8") if on_map else None, impact=at("C4") if on_map else None,
    )  # fmt: skip
    return PhaseBegan(Phase.MORTARS).on(MortarChanged(changed).on(state))


def mortar_place(state: GameState) -> MortarPlace:
    return course(state).mortars[0].place


@proves("LHY-11.4.4.1")
@pytest.mark.parametrize("condition", [HEROIC, REGROUPING])
def test_11_4_4_1_heroes_and_regrouping_units_do_not_call_mortars(condition: str) -> None:
    state = with_mortar(unit(SQUAD, "C8", condition), unit(LEADER, "A10"))
    assert "is in no condition to ask (LHY 11.4.4.1" in refusal(
        state, CallMortar("us", "60mm", SQUAD, at("C4"))
    )


@proves("LHY-11.4.4.1")
def test_11_4_4_1_no_unit_calls_mortars_from_a_primary_impact_hex() -> None:
    shell = FireMarker(1, FireKind.MDRM, at("C8"), 0, primary=True, tubes=0)
    state = FirePlaced(shell).on(with_mortar(unit(SQUAD, "C8"), unit(LEADER, "C8")))
    for asker in (SQUAD, LEADER):
        assert "is in a primary impact hex" in refusal(state, CallMortar("us", "60mm", asker, at("C4")))


@proves("LHY-11.4.4.1", "LHY-13.3.1c")
def test_11_4_4_1_from_an_assault_hex_only_a_leader_calls_mortars_and_only_on_that_hex() -> None:
    men = (unit(SQUAD, "C8"), unit(LEADER, "C8"), unit("ge.mg.1", "C8"), unit("ge.mg.2", "C4"))
    state = AssaultEntered("ge.mg.1", "ge", at("C8"), at("C7")).on(with_mortar(*men))
    for asker in (SQUAD, LEADER):
        why = refusal(state, CallMortar("us", "60mm", asker, at("C4")))
        assert f"{asker} is in an assault hex" in why
        assert "LHY 11.4.4.1" in why
    assert "only a leader" in refusal(state, CallMortar("us", "60mm", SQUAD, at("C8")))
    assert not refusal(state, CallMortar("us", "60mm", LEADER, at("C8")))
    assert {(call.unit, call.at) for call in legal(state, CallMortar)} == {(LEADER, at("C8"))}


@proves("LHY-11.4.9")
@pytest.mark.parametrize(
    ("mortar", "die", "back"), [(MM60, 4, True), (MM60, 5, False), (PLATOON, 3, True), (PLATOON, 4, False)]
)
def test_11_4_9_a_section_recovers_on_4_a_platoon_on_3(mortar: dict[str, str], die: int, back: bool) -> None:
    after = done(standing(MortarPlace.PENDING, mortar=mortar), AdjustMortars("us"), die)
    assert mortar_place(after) is (MortarPlace.AVAILABLE if back else MortarPlace.PENDING)


@proves("LHY-11.4.10.2")
@pytest.mark.parametrize(("mortar", "most"), [(MM60, 4), (PLATOON, 3)])
def test_11_4_10_2_an_extension_needs_what_recovery_needs(mortar: dict[str, str], most: int) -> None:
    state = done(standing(MortarPlace.INITIAL, mortar=mortar), AdjustMortars("us"))
    action = ExtendMortar("us", mortar["id"], at("C4"))
    assert mortar_place(done(state, action, most + 1)) is MortarPlace.PENDING
    markers = 1 if mortar is MM60 else 3
    assert mortar_place(done(state, action, most, *[8] * markers)) is MortarPlace.FINAL


@proves("LHY-11.4.10.2", "LHY-11.4.5.2")
def test_11_4_10_2_an_extension_may_be_smoke_as_a_call_may() -> None:
    state = done(standing(MortarPlace.INITIAL), AdjustMortars("us"))
    action = ExtendMortar("us", "60mm", at("C4"), smoke=True)
    assert {one.smoke for one in legal(state, ExtendMortar) if one.at == at("C4")} == {False, True}
    after = done(state, action, 4, 8, 8)
    assert not course(after).fires
    assert [marker.value for marker in after.markers_at(at("C4"), "smoke")] == [3]
    assert str(action) == "60mm extends its fire with smoke to C4"


@proves("LHY-11.4.10.3.wait")
def test_11_4_10_3_after_a_failed_extension_it_recovers_a_turn_later() -> None:
    waited = done(standing(MortarPlace.PENDING, failed=True), AdjustMortars("us"))
    assert mortar_place(waited) is MortarPlace.PENDING, "no die is thrown for it now"
    again = done(PhaseBegan(Phase.MORTARS).on(waited), AdjustMortars("us"), 4)
    assert mortar_place(again) is MortarPlace.AVAILABLE


@proves("LHY-11.4.10.1", "LHY-5.0.V.3")
def test_11_4_10_1_fire_is_extended_once_and_only_while_spotting_holds() -> None:
    after = done(standing(MortarPlace.FINAL), AdjustMortars("us"))
    assert not legal(after, ExtendMortar), "its Final side is up"
    assert mortar_place(after) is MortarPlace.PENDING
    gone = standing(MortarPlace.INITIAL)
    for one in (SQUAD, LEADER):
        gone = UnitMoved(one, at("C8"), at("A8")).on(gone)
    after = done(gone, AdjustMortars("us"))
    assert not legal(after, ExtendMortar), "nobody is with the observer"
    assert mortar_place(after) is MortarPlace.PENDING


@proves("LHY-11.4.10.1")
@pytest.mark.parametrize(
    ("beside", "kept"),
    [
        (unit(SQUAD, "C8"), True),
        (unit(SQUAD, "C8", DISRUPTED), False),
        (unit("us.able-tank.1.1", "C8"), False),
        (unit("us.baker.1.squad.1", "C8"), False),
    ],
)
def test_11_4_10_1_an_extension_needs_a_unit_able_to_call_with_the_observer(beside: Unit, kept: bool) -> None:
    """Reading 213."""
    gone = standing(MortarPlace.INITIAL)
    for one in (SQUAD, LEADER):
        gone = UnitMoved(one, at("C8"), at("A8")).on(gone)
    after = done(gone.with_unit(beside), AdjustMortars("us"))
    assert bool(legal(after, ExtendMortar)) is kept
    assert mortar_place(after) is (MortarPlace.INITIAL if kept else MortarPlace.PENDING)


@proves("LHY-8.0c", "LHY-11.4.4.0")
def test_11_4_4_only_units_of_the_activated_platoon_call_mortars() -> None:
    second = "us.able.2.squad.1"
    state = with_mortar(
        unit(SQUAD, "C8"), unit(LEADER, "C8"), unit(second, "D8"), unit("us.able.2.leader", "D8")
    )
    assert not refusal(state, CallMortar("us", "60mm", SQUAD, at("C4")))
    assert f"{second} is neither activated nor reacting" in refusal(
        state, CallMortar("us", "60mm", second, at("C4"))
    )


MORTAR = [{"id": "60mm", "side": "us", "kind": "60mm", "company": "able"}]


@proves("LHY-11.4.4.1", "LHY-T-UCT.2")
@pytest.mark.parametrize(
    ("who", "may"),
    [
        (LEADER, True), (SQUAD, True), ("us.able.1.section.a", True), ("us.mg.1", True), ("us.gun57.1", True),
        ("us.latw.1", False), ("us.m3.2", False), ("us.truck.1", False),
    ],
)  # fmt: skip
def test_11_4_4_1_leaders_and_combat_units_on_foot_ask_for_mortar_fire(who: str, may: bool) -> None:
    units = [unit(one, "C8") for one in sorted({who, SQUAD, LEADER})]
    state = activated(*units, unit(FOE, "C4"), mortars=MORTAR)
    told = refusal(state, CallMortar("us", "60mm", who, at("C4")))
    assert ("may ask for neither mortar fire nor illumination" in told) is not may
    assert (not told) is may


@proves("LHY-11.4.4.0")
def test_11_4_4_a_unit_asks_for_mortar_fire_before_it_acts() -> None:
    state = activated(unit(SQUAD, "C8"), unit(LEADER, "C8"), unit(FOE, "C4"), mortars=MORTAR)
    call = CallMortar("us", "60mm", SQUAD, at("C4"))
    assert not refusal(state, call)
    assert "must ask before it acts" in refusal(done(state, FireSmallArms("us", SQUAD, (at("C4"),))), call)
    assert not refusal(done(state, call, 7), FireSmallArms("us", SQUAD, (at("C4"),))), "asking is no action"


@proves("LHY-11.4.4.2", "LHY-11.4.0.1")
def test_11_4_4_2_a_leader_calls_fire_once_on_his_own_hex() -> None:
    state = activated(unit(SQUAD, "C7"), unit(LEADER, "C8"), mortars=MORTAR, edition="series-3.1")
    assert "mortars that may be called: 60mm" in PLAY.resources_left(state)
    state = done(state, CallMortar("us", "60mm", LEADER, at("C8")), 8)
    assert not course(state).fires
    assert not any(words.startswith("mortars") for words in PLAY.resources_left(state))
    assert "OUR 131" in refusal(state, CallMortar("us", "60mm", LEADER, at("C8")))


@proves("LHY-11.4.4.1")
@pytest.mark.parametrize(("conditions", "refused"), [((), False), ((IN_MOTION,), True)])
def test_11_4_4_1_no_unit_calls_mortars_from_a_vehicle_in_motion(
    conditions: tuple[str, ...], refused: bool
) -> None:
    units = [unit(SQUAD, "C8"), unit(LEADER, "A9"), unit("us.m3.2", "C8", *conditions), unit(FOE, "C4")]
    state = activated(*units, mortars=MORTAR, aboard={SQUAD: "us.m3.2"})
    assert (
        "aboard a vehicle in motion" in refusal(state, CallMortar("us", "60mm", SQUAD, at("C4")))
    ) is refused


BEHIND_WOODS = open_ground(8, 12, {"D6": "f", "E6": "f"})


def to_extend(*units: Unit) -> GameState:
    """The mortar fired at C6, called by the leader in C11, and may be extended; D6 and E6 are forest."""
    state = activated(
        unit(SQUAD, "C11"),
        unit(LEADER, "C11"),
        unit(FOE, "C6"),
        *units,
        ground=BEHIND_WOODS,
        mortars=[MM60],
    )
    state = done(state, CallMortar("us", "60mm", LEADER, at("C6")), 7)
    return done(PhaseBegan(Phase.MORTARS).on(state), AdjustMortars("us"))


@proves("LHY-11.4.10.1")
def test_11_4_10_only_the_mortar_whose_turn_it_is_extends() -> None:
    assert "81mm cannot be extended now" in refusal(to_extend(), ExtendMortar("us", "81mm", at("C6")))


@proves("LHY-11.4.10.1")
def test_11_4_10_the_observer_must_see_the_hex_the_fire_shifts_to() -> None:
    state = to_extend()
    assert "the observer has no LOS to E5 (LHY 11.4.10," in refusal(
        state, ExtendMortar("us", "60mm", at("E5"))
    )
    assert "E5" not in {str(action.at) for action in legal(state, ExtendMortar)}
    assert not refusal(state, ExtendMortar("us", "60mm", at("C5")))


@proves("LHY-11.4.10.1")
def test_11_4_10_fire_does_not_shift_onto_friends_on_foot() -> None:
    state = to_extend(unit("us.able.2.squad.1", "C7"), unit("us.able-tank.1.1", "C5"))
    assert "C7 holds friendly foot units" in refusal(state, ExtendMortar("us", "60mm", at("C7")))
    assert not refusal(state, ExtendMortar("us", "60mm", at("C5")))


WOODS = board("\n".join([". . . . . . . ."] * 6 + [". . w w . . . ."] * 4))


def called_by(*conditions: str) -> GameState:
    """A leader in the woods of C7 has called fire on the Germans in C4."""
    units = [unit(LEADER, "C7", *conditions), unit(SQUAD, "D7"), unit(FOE, "C4")]
    state = activated(*units, ground=WOODS, mortars=[MM60])
    return done(state, CallMortar("us", "60mm", LEADER, at("C4")), 7)


def mortar(state: GameState, side: str) -> MortarState:
    return position_seen_by(state, side).course.mortars[0]


@proves("LHY-11.4.5.1b")
def test_11_4_5_the_observer_of_a_hidden_caller_is_placed_once_the_caller_is_revealed() -> None:
    state = called_by(HIDDEN)
    own, other = mortar(state, "us"), mortar(state, "ge")
    assert (own.observer_at, own.asker) == (at("C7"), LEADER)
    assert (other.observer_at, other.asker) == (None, "")
    assert (other.place, other.impact) == (MortarPlace.INITIAL, at("C4")), "the impact hex lies open"
    revealed = UnitChanged(LEADER, gained=(CONCEALED,), lost=(HIDDEN,)).on(state)
    assert (mortar(revealed, "ge").observer_at, mortar(revealed, "ge").asker) == (at("C7"), "concealed@C7")


@proves("LHY-11.4.5.1", "LHY-11.4.5.1b")
@pytest.mark.parametrize("conditions", [(), (CONCEALED,)])
def test_11_4_5_the_observer_of_any_other_caller_is_placed_in_its_hex(conditions: tuple[str, ...]) -> None:
    assert mortar(called_by(*conditions), "ge").observer_at == at("C7")


@proves("LHY-11.4.5.1b")
def test_11_4_5_a_known_caller_stays_known_though_others_of_its_side_are_concealed() -> None:
    other = mortar(UnitChanged(SQUAD, gained=(CONCEALED,)).on(called_by()), "ge")
    assert (other.observer_at, other.asker) == (at("C7"), LEADER)


@proves("LHY-11.4.5.1b")
def test_11_4_5_a_lost_caller_leaves_its_observer_where_it_was() -> None:
    assert mortar(UnitGone(LEADER, "is lost").on(called_by()), "ge").observer_at == at("C7")


@proves("LHY-11.4.5.1b")
def test_11_4_5_calling_mortars_does_not_reveal_the_caller() -> None:
    state = called_by(HIDDEN)
    assert state.unit(LEADER).has(HIDDEN)
    assert LEADER not in course(state).acted
    assert LEADER not in repr(position_seen_by(state, "ge").state), "nowhere in what the other side knows"
