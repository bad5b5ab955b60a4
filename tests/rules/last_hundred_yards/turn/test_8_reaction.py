"""8: which units react to actions they saw, and which may react without having seen any."""

from dataclasses import replace

import pytest

from rules.game.chance.dice import ScriptedDice
from rules.game.state import GameState
from rules.game.units import Marker, Unit
from rules.last_hundred_yards.book.conditions import CONCEALED, DISRUPTED, ELITE, IN_MOTION, SHOCKED
from rules.last_hundred_yards.declarations.assault.declaration import Assault
from rules.last_hundred_yards.declarations.assault.reinforcing import Reinforce
from rules.last_hundred_yards.declarations.fire.anti_tank import FireAntiTank
from rules.last_hundred_yards.declarations.fire.small_arms import FireSmallArms
from rules.last_hundred_yards.declarations.maneuver.deploy import Deploy
from rules.last_hundred_yards.declarations.maneuver.maneuver import Maneuver
from rules.last_hundred_yards.declarations.maneuver.vehicle_motion import ChangeMotion, EndManeuver
from rules.last_hundred_yards.declarations.mortars.mortar_fire import CallMortar
from rules.last_hundred_yards.declarations.recovery import Recover
from rules.last_hundred_yards.declarations.turn.activation import CallForReaction
from rules.last_hundred_yards.declarations.withdrawal import Withdraw
from rules.last_hundred_yards.play.play import PLAY
from rules.last_hundred_yards.state.events.assault_events import ArrowPlaced
from rules.last_hundred_yards.state.events.fire_events import FirePlaced
from rules.last_hundred_yards.state.events.unit_events import WITHDRAWS, UnitGone
from rules.last_hundred_yards.state.markers import Arrow, FireKind, FireMarker
from rules.last_hundred_yards.state.progress import Step
from tests.drawing import board, open_ground
from tests.proving import proves
from tests.rules.last_hundred_yards.maneuver.came_near import came_near
from tests.rules.last_hundred_yards.playing import (
    SMALL_FIELD,
    activated,
    at,
    course,
    done,
    legal,
    opened,
    position_seen_by,
    refusal,
    unit,
)
from tests.rules.last_hundred_yards.turn.two_platoons import GE, US, active, walked

SQUAD, LEADER, TANK, FOE = "us.able.1.squad.1", "us.able.1.leader", "us.able-tank.1.1", "ge.1kp.1.squad.1"


@proves("LHY-8.3b.1")
def test_8_3b_a_unit_recovering_with_its_leader_in_reaction_uses_the_leaders_reaction() -> None:
    """The Germans saw nothing of the Americans' action; a leader who helps his squad has reacted."""
    chief = "ge.1kp.1.leader"
    wood = board("\n".join([". . . . ."] * 3 + ["w w w w w"] * 2 + [". . . . ."] * 4))
    units = [unit(SQUAD, "C8"), unit(LEADER, "C8"), unit(FOE, "C2", "disrupted"), unit(chief, "C2")]
    state = done(activated(*units, ground=wood, far=()), Maneuver("us", SQUAD, at("C7")), EndManeuver("us"))
    state = done(state, CallForReaction("us"))
    after = done(state, Recover("ge", FOE, chief), 3)
    assert chief in course(after).reacted_leaders


@proves("LHY-8.3b.1", "LHY-8.3b.2")
@pytest.mark.parametrize("chief_at", ["C2", "E2"])
def test_8_3b_a_gun_with_a_leader_recovers_in_reaction_to_what_it_has_not_seen(chief_at: str) -> None:
    chief, gun = "ge.1kp.1.leader", "ge.pak40.3"
    wood = board("\n".join([". . . . ."] * 3 + ["w w w w w"] * 2 + [". . . . ."] * 4))
    units = [unit(SQUAD, "C8"), unit(LEADER, "C8"), unit(gun, "C2", "disrupted"), unit(chief, chief_at)]
    state = done(activated(*units, ground=wood, far=()), Maneuver("us", SQUAD, at("C7")), EndManeuver("us"))
    state = done(state, CallForReaction("us"))
    attempt = Recover("ge", gun)
    if chief_at == "E2":
        assert "may not recover now (LHY 8.1)" in refusal(state, attempt)
        return
    assert attempt in legal(state, Recover)
    after = done(state, attempt, 3)
    assert chief in course(after).reacted_leaders
    assert not after.unit(gun).has("disrupted")


@proves("LHY-8.1.1", "LHY-11.4.8a", "LHY-8.0.1")
@pytest.mark.parametrize(("primary", "reacts"), [(False, True), (True, False)])
def test_11_4_8a_men_in_a_primary_impact_hex_see_no_action(primary: bool, reacts: bool) -> None:
    state = came_near((SQUAD, "C7"))
    state = FirePlaced(FireMarker(1, FireKind.MDRM, at("C5"), 0, primary=primary, tubes=0)).on(state)
    why = refusal(state, FireSmallArms("ge", FOE, (at("C7"),)))
    assert (f"{FOE} may not fire now" not in why) is reacts


@proves("LHY-11.4.8a", "LHY-9.1.1b", "LHY-9.1.1d")
@pytest.mark.parametrize(("primary", "must_act"), [(False, True), (True, False)])
@pytest.mark.parametrize(
    ("who", "conditions", "platoon"), [(SQUAD, (DISRUPTED,), "able.1"), (TANK, (), "able-tank.1")]
)
def test_11_4_8a_guns_under_mortar_fire_oblige_no_enemy_to_act(
    who: str, conditions: tuple[str, ...], platoon: str, primary: bool, must_act: bool
) -> None:
    shell = FireMarker(1, FireKind.MDRM, at("C4"), 0, primary=primary, tubes=0)
    units = [unit(who, "C8", *conditions), unit(LEADER, "A9"), unit("ge.pak40.3", "C4")]
    state = activated(*units, far=(), platoon=platoon, fires=[shell])
    assert ("must act" in refusal(state, CallForReaction("us"))) is must_act


HILLS = board("""
    . . . . . . .
    . . . h3 . . .
    . . . h3 . . .
    . . . h3 . . .
    . . . h3 . . .
""")


@proves("LHY-8.0.1", "LHY-8.0a", "LHY-8.1.1", "LHY-8.1.2", "LHY-8.1.4", "LHY-8.0b", "LHY-6.0.II.2a")
def test_8_0_example_only_units_that_saw_the_move_react_to_it() -> None:
    # EX-LHY-8.0-1 and -2: the American 1st Squad moves; only German units with LOS to a hex it entered react.
    units = [unit("us.able.1.squad.1", "A4"), unit("us.able.1.leader", "A4"), unit("us.able.1.squad.2", "A3")]
    units += [unit("ge.mg.3", "C2"), unit("ge.1kp.1.squad.1", "G4"), unit("ge.1kp.1.leader", "G1")]
    state = active(opened(HILLS, units))
    state = done(state, Maneuver("us", "us.able.1.squad.1", at("B3")), EndManeuver("us"))
    state = done(state, CallForReaction("us"))
    fire = FireSmallArms("ge", "ge.mg.3", (at("B3"),))
    assert not refusal(state, fire)
    assert "no unit in A3 has just acted" in refusal(state, FireSmallArms("ge", "ge.mg.3", (at("A3"),)))
    assert "LHY 8.1" in refusal(state, Maneuver("ge", "ge.1kp.1.squad.1", at("F3")))
    assert not refusal(state, Withdraw("ge", ("ge.1kp.1.squad.1",), at("G3")))
    # EX-LHY-8.0-3: after the German call nobody reacts to that move any more.
    state = done(state, fire, CallForReaction("ge"), CallForReaction("us"))
    assert course(state).step is not Step.REACTION or not legal(state, FireSmallArms)


@proves("LHY-8.0.2", "LHY-8.0a")
def test_8_0_example_a_unit_that_ignored_an_action_does_not_react_to_it_after_a_later_one() -> None:
    """Both MGs see the 1st Squad in B3. One fires and the Germans call; the other may react only to the 2nd Squad's action."""
    men = [unit("us.able.1.squad.1", "A4"), unit("us.able.1.leader", "A4"), unit("us.able.1.squad.2", "A2")]
    state = active(
        opened(HILLS, [*men, unit("ge.mg.3", "C2"), unit("ge.mg.1", "C1"), unit("ge.1kp.1.leader", "G1")])
    )
    state = done(
        state, Maneuver("us", "us.able.1.squad.1", at("B3")), EndManeuver("us"), CallForReaction("us")
    )
    at_first, at_second = (FireSmallArms("ge", "ge.mg.1", (at(place),)) for place in ("B3", "A1"))
    assert not refusal(state, at_first)
    state = done(state, FireSmallArms("ge", "ge.mg.3", (at("B3"),)), CallForReaction("ge"))
    state = done(
        state, Maneuver("us", "us.able.1.squad.2", at("A1")), EndManeuver("us"), CallForReaction("us")
    )
    assert not refusal(state, at_second)
    assert "no unit in B3 has just acted (LHY 8.0b" in refusal(state, at_first)


@proves("LHY-8.3a", "LHY-8.3.1", "LHY-8.3.2")
def test_8_3a_foot_units_that_saw_nothing_may_withdraw_but_not_fire() -> None:
    units = [unit("us.able.1.squad.1", "A4"), unit("us.able.1.leader", "A4"), unit("ge.1kp.1.squad.1", "G4")]
    state = done(active(opened(HILLS, [*units, unit("ge.1kp.1.leader", "G1")])), CallForReaction("us"))
    kinds = {type(action).__name__ for action in PLAY.legal_actions(state)}
    assert kinds == {"Withdraw", "CallForReaction", "Maneuver"}
    assert {action.unit for action in legal(state, Maneuver)} == {"ge.1kp.1.leader"}, (
        "a leader reacts with himself"
    )


@proves("LHY-2.2.5.2", "LHY-8.3b.1", "LHY-8.3b.2", "LHY-8.3b.3")
def test_8_3b_units_with_their_leader_react_without_having_seen_anything() -> None:
    units = [unit("us.able.1.leader", "A4"), unit("ge.1kp.1.squad.1", "G4"), unit("ge.1kp.1.leader", "G3")]
    units += [unit("us.able.1.squad.1", "A4"), unit("ge.1kp.1.squad.2", "E1")]
    state = done(active(opened(HILLS, units)), CallForReaction("us"))
    assert {action.unit for action in legal(state, Maneuver)} == {"ge.1kp.1.leader", "ge.1kp.1.squad.1"}


@proves("LHY-8.3c", "LHY-8.3d")
def test_8_3_vehicles_that_saw_nothing_start_or_if_in_motion_drive() -> None:
    units = [unit("us.able.1.leader", "A4"), unit("us.able.1.squad.1", "A4")]
    units += [unit("ge.stug.1", "G4"), unit("ge.stug.2", "G3", IN_MOTION)]
    state = done(active(opened(HILLS, units)), CallForReaction("us"))
    assert {action.unit for action in legal(state, Maneuver)} == {"ge.stug.2"}
    assert {action.unit for action in legal(state, ChangeMotion)} == {"ge.stug.1", "ge.stug.2"}


@proves("LHY-8.0c")
def test_8_0c_units_do_not_react_to_mortar_fire() -> None:
    units = [
        unit(one, place) for one, place in zip(US + GE, ("B7", "B7", "F7", "F7", "D2", "D2"), strict=True)
    ]
    state = active(opened(SMALL_FIELD, units, mortars=[{"id": "60mm", "side": "us", "kind": "60mm"}]))
    state = done(state, CallMortar("us", "60mm", "us.able.1.leader", at("D2")), 1, CallForReaction("us"))
    assert course(state).deeds == ()
    assert not [action for action in legal(state, FireSmallArms) if action.unit == "ge.1kp.1.squad.1"]


WOODED = board("""
    . . . . . . . .
    . . . . . . . .
    . . . w . . . .
    . . . . . . . .
    . . . . . . . .
    . . . . . . . .
    . . . . . . . .
    . . . . . . . .
""")


@proves("LHY-8.3e", "LHY-8.0b")
def test_8_3e_a_latw_that_saw_nothing_comes_up_and_fires_at_a_vehicle_that_acted() -> None:
    units = [unit("us.able-tank.1.1", "D5"), unit("us.able-tank.1.2", "D4"), unit("ge.latw.1", "D2")]
    state = active(opened(WOODED, [*units, unit("ge.1kp.1.leader", "H1")]), ("able-tank.1",))
    state = done(state, Maneuver("us", "us.able-tank.1.1", at("D4")), EndManeuver("us"))
    state = done(state, CallForReaction("us"))
    in_woods = FireAntiTank("ge", "ge.latw.1", ("us.able-tank.1.1",), to=at("D3"))
    assert "no LOS" in refusal(state, replace(in_woods, to=None))
    assert not refusal(state, in_woods)
    assert "LHY 8.0b" in refusal(state, replace(in_woods, targets=("us.able-tank.1.2",)))
    assert "LHY 8.1" in refusal(state, Maneuver("ge", "ge.latw.1", at("D3")))


@proves("LHY-8.3e", "LHY-11.5.2.2-2019")
@pytest.mark.parametrize(("place", "refused"), [("D2", True), ("C3", False)])
def test_8_3e_a_latw_fires_at_a_gun_only_if_it_saw_it_act(place: str, refused: bool) -> None:
    gun, leader = unit("us.gun57.1", "D4"), unit("us.able.1.leader", "D5")
    foes = [unit("ge.latw.1", place), unit("ge.stug.1", "G4"), unit("ge.1kp.1.leader", "H1")]
    state = active(opened(WOODED, [gun, leader, *foes]))
    state = done(state, FireAntiTank("us", gun.id, ("ge.stug.1",)), CallForReaction("us"))
    in_woods = FireAntiTank("ge", "ge.latw.1", (gun.id,), to=at("D3"))
    assert ("LATWs fire at vehicles only (LHY 8.3e" in refusal(state, in_woods)) is refused
    assert bool(refusal(state, in_woods)) is refused


@proves("LHY-8.0b")
def test_8_0b_the_refusal_for_a_hex_without_action_names_only_the_hex() -> None:
    units = [unit("us.able-tank.1.1", "D7"), unit("us.able-tank.2.1", "E6"), unit("ge.pak40.3", "D2")]
    state = active(opened(SMALL_FIELD, [*units, unit("ge.1kp.1.leader", "H1")]), ("able-tank.1",))
    state = done(state, Maneuver("us", "us.able-tank.1.1", at("D6")), EndManeuver("us"))
    state = done(state, CallForReaction("us"))
    assert not refusal(state, FireAntiTank("ge", "ge.pak40.3", ("us.able-tank.1.1",)))
    (why,) = PLAY.why_not(state, FireAntiTank("ge", "ge.pak40.3", ("us.able-tank.2.1",)))
    assert str(why).startswith("no unit in E6 has just acted")


@proves("LHY-8.3c", "LHY-10.4.3")
def test_8_3c_a_tank_in_motion_that_saw_nothing_comes_up_and_halts_to_fire() -> None:
    foe = "ge.pz4.2.1"
    units = [unit("us.able-tank.1.1", "D5"), unit(foe, "D2", IN_MOTION), unit("ge.1kp.1.leader", "H1")]
    state = active(opened(WOODED, units), ("able-tank.1",))
    state = done(state, Maneuver("us", "us.able-tank.1.1", at("D4")), EndManeuver("us"))
    state = done(state, CallForReaction("us"))
    halt = FireAntiTank("ge", foe, ("us.able-tank.1.1",), "halt_and_fire", at("C3"))
    assert not refusal(state, halt)
    assert "LHY 8.1" in refusal(state, replace(halt, motion="shoot_and_scoot"))


GERMAN_LEADER = "ge.1kp.1.leader"


@proves("LHY-8.0b")
def test_8_0b_anti_tank_fire_is_at_the_vehicle_that_acted_not_at_one_beside_it() -> None:
    idle = "us.able-tank.1.2"
    near = activated(
        unit(SQUAD, "C7"), unit(LEADER, "A9"), unit(idle, "C6"), unit("ge.pak40.3", "C2", CONCEALED),
    )  # fmt: skip
    state = done(walked(near, SQUAD, "C6"), CallForReaction("us"))
    assert f"{idle} has not just acted (LHY 8.0b)" in refusal(
        state, FireAntiTank("ge", "ge.pak40.3", (idle,))
    )
    assert not refusal(state, FireSmallArms("ge", "ge.pak40.3", (at("C6"),)))


RIDGE = board(
    """
    . . . h3 . . .
    . . . h3 . . .
    . . . h3 . . .
    . . . h3 . . .
    . . . h3 . . .
    """
)
"""A ridge between columns A to C and E to G blocks every line across it."""


def unseen(*germans: Unit, edition: str = "2019") -> GameState:
    """An American squad moves west of the ridge; the Germans east of it may react, and saw nothing."""
    men = (unit(SQUAD, "A4"), unit(LEADER, "A5"))
    state = activated(*men, *germans, ground=RIDGE, far=(), edition=edition)
    return done(walked(state, SQUAD, "A3"), CallForReaction("us"))


@proves("LHY-8.3b.1", "LHY-8.3b.2", "LHY-8.3c", "LHY-8.3d")
@pytest.mark.parametrize("carrier", ["ge.spw251.1", "ge.truck.1"])
@pytest.mark.parametrize(
    ("chief_at", "marks", "drives", "led"),
    [("E2", (), True, True), ("G5", (), False, False), ("E2", (IN_MOTION,), True, False)],
)
def test_8_3b_a_carrier_drives_off_unseeing_with_the_leader_that_it_supports(
    carrier: str, chief_at: str, marks: tuple[str, ...], drives: bool, led: bool
) -> None:
    """Reading 250; one in motion drives without him (8.3c), and one without him only goes into motion (8.3d)."""
    chief = "ge.1kp.1.leader"
    state = unseen(unit(carrier, "E2", *marks), unit(chief, chief_at))
    drive = Maneuver("ge", carrier, at("E1"))
    assert (drive in legal(state, Maneuver)) is drives
    assert not refusal(state, ChangeMotion("ge", carrier, stop=IN_MOTION in marks))
    if drives:
        assert (chief in course(done(state, drive)).reacted_leaders) is led


@proves("LHY-8.3b.1", "LHY-8.3a")
def test_8_3b_two_leaders_a_cycle_react_unseeing_and_withdrawals_need_no_leader() -> None:
    places = {"1kp.1": "E2", "1kp.2": "F3", "1kp.3": "G5"}
    state = unseen(
        *(unit(f"ge.{one}.{who}", place) for one, place in places.items() for who in ("leader", "squad.1"))
    )
    for platoon, to in (("1kp.1", "E1"), ("1kp.2", "F2")):
        state = done(state, Withdraw("ge", (f"ge.{platoon}.squad.1",), at(to)), EndManeuver("ge"))
    assert not course(state).reacted_leaders
    for platoon, to in (("1kp.1", "F2"), ("1kp.2", "G4")):
        state = walked(state, f"ge.{platoon}.leader", to)
    assert "LHY 8.1" in refusal(state, Maneuver("ge", "ge.1kp.3.squad.1", at("G4")))
    assert not refusal(state, Withdraw("ge", ("ge.1kp.3.squad.1",), at("G4")))


@proves("LHY-8.3.1", "LHY-8.3f")
def test_8_3_units_that_may_still_react_have_a_legal_action() -> None:
    """The leader may withdraw; the gun saw nothing and has no carrier to mount."""
    gun, leader = unit("ge.pak40.3", "F3"), unit("ge.1kp.1.leader", "G5")
    assert PLAY.resources_left(unseen(gun))[0] == "no units may still react"
    assert PLAY.resources_left(unseen(gun, leader))[0] == "1 unit may still react"
    assert PLAY.resources_left(unseen(gun, unit("ge.truck.1", "F3"), leader))[0] == "3 units may still react"


@proves("LHY-8.3b.1")
def test_8_3b_men_who_react_with_one_leader_use_up_that_one_leader() -> None:
    """Two squads and their leader react unseeing; another leader may still do so, a third may not."""
    men = [f"ge.1kp.1.{who}" for who in ("leader", "squad.1", "squad.2")]
    others = [("1kp.2", "F3"), ("1kp.3", "G5")]
    leaders = [unit(f"ge.{platoon}.leader", place) for platoon, place in others]
    state = unseen(*(unit(name, "E2") for name in men), *leaders)
    for name in men[1:]:
        state = walked(state, name, "E1")
    assert course(state).reacted_leaders == (men[0],)
    state = walked(state, "ge.1kp.2.leader", "F2")
    assert "LHY 8.1" in refusal(state, Maneuver("ge", "ge.1kp.3.leader", at("G4")))


@proves("LHY-8.3a.later")
def test_8_3a_in_the_later_edition_a_third_leader_reacts_unseeing_too() -> None:
    places = (("1", "E2", "E1"), ("2", "F3", "F2"), ("3", "G5", "G4"))
    leaders = [unit(f"ge.1kp.{number}.leader", place) for number, place, _ in places]
    state = unseen(*leaders, edition="series-3.1")
    for number, _, to in places:
        state = walked(state, f"ge.1kp.{number}.leader", to)


@proves("LHY-8.3i.later")
@pytest.mark.parametrize(
    ("edition", "words", "may"),
    [("series-3.1", (ELITE,), True), ("series-3.1", (), False), ("2019", (ELITE,), False)],
)
def test_8_3i_elite_units_recover_unseeing_in_the_later_edition(
    edition: str, words: tuple[str, ...], may: bool
) -> None:
    state = unseen(unit("ge.1kp.1.squad.1", "F3", DISRUPTED, *words), edition=edition)
    assert (not refusal(state, Recover("ge", "ge.1kp.1.squad.1"))) is may


@proves("LHY-8.3e.later")
@pytest.mark.parametrize(("edition", "may"), [("series-3.1", True), ("2019", False)])
def test_8_3e_a_shocked_tank_that_has_yet_to_be_activated_recovers_unseeing_in_the_later_edition(
    edition: str, may: bool
) -> None:
    """The Americans have activated infantry and react in their turn; nothing has happened that the tank could have seen."""
    tank = "us.able-tank.1.1"
    state = activated(unit("us.able.1.squad.1", "C5"), unit(tank, "E6", SHOCKED), edition=edition)
    state = done(state, CallForReaction("us"), CallForReaction("ge"))
    assert (not refusal(state, Recover("us", tank))) is may


@proves("LHY-8.3f.later")
@pytest.mark.parametrize(("edition", "may"), [("series-3.1", True), ("2019", False)])
def test_8_3f_a_latw_maneuvers_unseeing_in_the_later_edition(edition: str, may: bool) -> None:
    state = unseen(unit("ge.latw.1", "F3"), edition=edition)
    assert (not refusal(state, Maneuver("ge", "ge.latw.1", at("F2")))) is may


@proves("LHY-8.3h.later")
@pytest.mark.parametrize(("edition", "may"), [("series-3.1", True), ("2019", False)])
def test_8_3h_in_the_later_edition_units_that_saw_nothing_reinforce_adjacent_friends(
    edition: str, may: bool
) -> None:
    friend, helper = "ge.1kp.1.squad.1", "ge.1kp.1.squad.2"
    state = unseen(unit(friend, "F3"), unit(helper, "F2"), edition=edition)
    assaulter = next(deed.unit for deed in course(state).deeds)
    state = ArrowPlaced(Arrow(assaulter, "us", at("F3"))).on(state)
    assert (not refusal(state, Reinforce("ge", helper, at("F3")))) is may
    assert "LHY 8.1" in refusal(state, Maneuver("ge", helper, at("E1")))


@proves("LHY-8.3b.1", "LHY-8.3b.2", "LHY-8.3b.3")
def test_8_3b_units_with_the_leader_are_those_at_the_call_for_reaction() -> None:
    """The leader goes first, from his men in E2 to F3, next to a squad of his in G4 (reading 186)."""
    with_him, near_then = ("ge.1kp.1.squad.1", "ge.mg.1"), Maneuver("ge", "ge.1kp.1.squad.2", at("G5"))
    state = unseen(*(unit(name, "E2") for name in (GERMAN_LEADER, *with_him)), unit(near_then.unit, "G4"))
    state = walked(state, GERMAN_LEADER, "F2", "F3")
    assert not any(refusal(state, Maneuver("ge", name, at("E1"))) for name in with_him)
    assert "LHY 8.1" in refusal(state, near_then)
    state = done(state, CallForReaction("ge"), CallForReaction("us"))
    assert not refusal(state, near_then), "at the next call he is next to him"
    assert "LHY 8.1" in refusal(state, Maneuver("ge", with_him[0], at("E1")))


@proves("LHY-8.3b.1")
@pytest.mark.parametrize(("place", "may"), [("E1", True), ("F2", False)])
def test_8_3b_men_of_a_leader_who_left_the_map_in_this_reaction_still_react(place: str, may: bool) -> None:
    """The leader in E1 leaves the map before his squad, which was with him or was not (reading 186)."""
    squad = "ge.1kp.1.squad.1"
    state = unseen(unit(GERMAN_LEADER, "E1"), unit(squad, place), unit("ge.1kp.2.leader", "G5"))
    state = done(state, Maneuver("ge", GERMAN_LEADER, None))
    assert state.unit(GERMAN_LEADER).at is None
    assert (not refusal(state, Maneuver("ge", squad, at("F1")))) is may


@proves("LHY-8.3b.1")
@pytest.mark.parametrize("moved", [False, True])
def test_8_3b_no_unit_reacts_with_a_leader_that_the_umpire_took_off_the_map(moved: bool) -> None:
    """The leader counts as never having been there: a correction is no move (reading 186)."""
    squad = "ge.1kp.1.squad.1"
    state = unseen(unit(GERMAN_LEADER, "E1"), unit(squad, "E1"), unit("ge.1kp.2.leader", "G5"))
    state = walked(state, GERMAN_LEADER, "F1") if moved else state
    state = PLAY.correct(state, replace(state.unit(GERMAN_LEADER), at=None), ScriptedDice([]))[1]
    assert "LHY 8.1" in refusal(state, Maneuver("ge", squad, at("F1")))


@proves("LHY-8.3b.1")
@pytest.mark.parametrize(("marks", "may"), [((), True), ((DISRUPTED,), False)])
def test_8_3b_a_disrupted_leader_who_left_the_map_leads_no_unit(marks: tuple[str, ...], may: bool) -> None:
    squad = "ge.1kp.1.squad.1"
    state = unseen(unit(GERMAN_LEADER, "E1", *marks), unit(squad, "E1"), unit("ge.1kp.2.leader", "G5"))
    state = UnitGone(GERMAN_LEADER, WITHDRAWS).on(state)
    assert (not refusal(state, Maneuver("ge", squad, at("F1")))) is may


@proves("LHY-8.3b.1")
def test_8_3b_men_who_saw_nothing_and_assault_react_with_their_leader() -> None:
    """Nobody has acted as the Germans are called: their squad beside the enemy goes in with its leader."""
    near = unit("us.able.2.squad.1", "C5")
    state = activated(unit(SQUAD, "A8"), unit(LEADER, "A8"), near, unit(FOE, "C4"), unit(GERMAN_LEADER, "C4"))
    state = done(state, CallForReaction("us"), Assault("ge", (FOE,), at("C5")))
    assert course(state).reacted_leaders == (GERMAN_LEADER,)


@proves("LHY-8.3b.1")
def test_8_3b_each_side_has_two_leaders_a_cycle() -> None:
    """Two German leaders have reacted unseeing; the American one of a platoon held back may still (reading 130)."""
    state = activated(
        unit(SQUAD, "A4"), unit(LEADER, "A5"), unit("us.able.2.leader", "A1"), unit("us.able.2.squad.1", "A1"),
        unit(GERMAN_LEADER, "E2"), unit("ge.1kp.2.leader", "G4"), ground=RIDGE, far=(),
    )  # fmt: skip
    state = done(walked(state, SQUAD, "A3"), CallForReaction("us"))
    state = walked(walked(state, GERMAN_LEADER, "F2"), "ge.1kp.2.leader", "G3")
    assert len(course(state).reacted_leaders) == 2
    state = done(state, CallForReaction("ge"))
    assert not refusal(state, Maneuver("us", "us.able.2.squad.1", at("A2")))


SECTION = "us.able.1.section.a"
MINED = Marker("mines", at("D6"), 1, "ge")
"""German mines: on a 10 one who enters loses a step (16.1.1)."""


def answered(state: GameState) -> GameState:
    """The maneuver under way ends, and the Americans call for reaction."""
    while course(state).moving is not None:
        state = done(state, EndManeuver("us"))
    return done(state, CallForReaction("us"))


@proves("LHY-8.1.1", "LHY-8.0b", "LHY-8.1.2")
def test_8_1_an_enemy_seeing_a_squad_leave_mines_as_a_section_reacts_and_fires_at_it() -> None:
    state = activated(unit(SQUAD, "D7"), unit(LEADER, "D9"), unit(FOE, "D4"), markers=[MINED])
    state = answered(done(state, Maneuver("us", SQUAD, at("D6")), 10, 1))
    assert state.unit(SECTION).at == at("D6")
    assert not refusal(state, FireSmallArms("ge", FOE, (at("D6"),)))
    assert not refusal(state, Maneuver("ge", FOE, at("C5")))
    assert FireSmallArms("ge", FOE, (at("D6"),)) in legal(state, FireSmallArms)


@proves("LHY-8.1.1", "LHY-8.0.1", "LHY-8.1.2")
def test_8_1_an_enemy_seeing_a_section_die_on_mines_may_maneuver() -> None:
    state = activated(unit(SECTION, "D7"), unit(LEADER, "D9"), unit(FOE, "D4"), markers=[MINED])
    state = answered(done(state, Maneuver("us", SECTION, at("D6")), 10))
    assert state.unit(SECTION).at is None
    assert not refusal(state, Maneuver("ge", FOE, at("C5")))
    assert Maneuver("ge", FOE, at("C5")) in legal(state, Maneuver)
    assert "no enemy is known in D6" in refusal(state, FireSmallArms("ge", FOE, (at("D6"),)))


@proves("LHY-8.1.1", "LHY-8.0.1", "LHY-10.2.2", "LHY-4.3.0.1")
@pytest.mark.parametrize("conditions", [(), (CONCEALED,)])
def test_8_1_an_enemy_that_saw_a_squad_walk_to_the_edge_may_react_after_it_left_the_map(
    conditions: tuple[str, ...],
) -> None:
    state = activated(unit(SQUAD, "A6", *conditions), unit(LEADER, "D9"), unit(FOE, "D4"))
    state = done(state, Maneuver("us", SQUAD, at("A5")), Maneuver("us", SQUAD, None), 7)
    state = answered(state)
    assert not refusal(state, Maneuver("ge", FOE, at("C5")))
    (deed,) = course(position_seen_by(state, "ge").state).deeds
    assert (deed.unit, deed.hexes) == ("", (at("A5"),)), "the counter is gone: who it was is not told"


@proves("LHY-8.1.1")
def test_8_1_a_unit_leaving_the_map_from_its_hex_has_entered_no_hex() -> None:
    state = activated(unit(SQUAD, "A5"), unit(LEADER, "D9"), unit(FOE, "D4"))
    state = answered(done(state, Maneuver("us", SQUAD, None), 7))
    assert "may not maneuver now (LHY 8.1)" in refusal(state, Maneuver("ge", FOE, at("C5")))


@proves("LHY-8.1.4", "LHY-8.1.1", "LHY-10.3.2.2")
@pytest.mark.parametrize("deploys", [False, True])
def test_8_1_a_squad_seen_in_the_open_is_reacted_to_behind_the_wood_whether_it_deploys_there_or_not(
    deploys: bool,
) -> None:
    ground = open_ground(8, 10, {"E6": "w"})
    state = activated(unit(SQUAD, "D7"), unit(LEADER, "D9"), unit(FOE, "E4"), ground=ground)
    state = done(state, Maneuver("us", SQUAD, at("D6")), Maneuver("us", SQUAD, at("E7")))
    if deploys:
        state = done(state, Deploy("us", SQUAD), 1, 1)
    state = answered(state)
    position = position_seen_by(state, "ge")
    assert position.sees(position.unit(FOE), at("D6"))
    assert not position.sees(position.unit(FOE), at("E7"))
    assert not refusal(state, Maneuver("ge", FOE, at("E3")))


@proves("LHY-8.0b", "LHY-8.1.4", "LHY-10.3.2.4")
def test_8_0b_both_sections_of_a_squad_that_deployed_on_its_way_have_come_into_its_hexes() -> None:
    state = activated(unit(SQUAD, "D7"), unit(LEADER, "D9"), unit(FOE, "D4"))
    state = done(state, Maneuver("us", SQUAD, at("D6")), Deploy("us", SQUAD), 1, 1)
    assert {deed.unit: deed.hexes for deed in course(state).doing} == {
        "us.able.1.section.a": (at("D6"),),
        "us.able.1.section.b": (at("D6"),),
    }
    assert not refusal(answered(state), FireSmallArms("ge", FOE, (at("D6"),)))


@proves("LHY-8.1.1", "LHY-17.8.2a")
def test_8_1_no_unit_reacts_to_a_dummy_that_was_removed() -> None:
    state = activated(
        unit("us.dummy.1", "D7", CONCEALED), unit(SQUAD, "D9"), unit(LEADER, "D9"), unit(FOE, "D4")
    )
    state = answered(done(state, Maneuver("us", "us.dummy.1", at("D6"))))
    assert state.unit("us.dummy.1").at is None, "it came into the open before an enemy"
    assert "may not maneuver now (LHY 8.1)" in refusal(state, Maneuver("ge", FOE, at("C5")))
