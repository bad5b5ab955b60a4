"""Chapters 4.3, 11.0 and 11.5: rare refusals of anti-tank fire, inquiries and enfilades."""

from dataclasses import replace
from typing import Any

import pytest

from rules.game.chance.dice import ScriptedDice
from rules.game.state import GameState
from rules.game.units import Unit
from rules.last_hundred_yards.book.conditions import (
    CONCEALED,
    DISRUPTED,
    HIDDEN,
    IN_MOTION,
    OVERWATCH,
    REGROUPING,
    SHOCKED,
    STOPPED,
)
from rules.last_hundred_yards.declarations.fire.anti_tank import FireAntiTank
from rules.last_hundred_yards.declarations.fire.concealment_inquiry import Inquire
from rules.last_hundred_yards.declarations.fire.enfilade import Enfilade, GiveFront
from rules.last_hundred_yards.declarations.fire.small_arms import FireSmallArms
from rules.last_hundred_yards.declarations.maneuver.maneuver import Maneuver
from rules.last_hundred_yards.declarations.maneuver.vehicle_motion import EndManeuver
from rules.last_hundred_yards.declarations.turn.activation import CallForReaction
from rules.last_hundred_yards.play.play import PLAY
from rules.last_hundred_yards.state.events.assault_events import AssaultEntered
from rules.last_hundred_yards.state.events.fire_events import FirePlaced
from rules.last_hundred_yards.state.events.marker_events import Inquired
from rules.last_hundred_yards.state.markers import FireKind, FireMarker
from tests.drawing import board, open_ground
from tests.proving import proves
from tests.rules.last_hundred_yards.playing import activated, at, course, done, legal, refusal, unit

SQUAD, SECOND, LEADER, TANK, FOE, STUG = (
    "us.able.1.squad.1",
    "us.able.1.squad.2",
    "us.able.1.leader",
    "us.able-tank.1.1",
    "ge.1kp.1.squad.1",
    "ge.stug.1",
)
LATW, GUN = "us.latw.1", "us.gun57.1"
OTHER_STUG = "ge.stug.2"


def tanks(*units: Unit, **options: Any) -> GameState:
    return activated(unit(TANK, "C8"), *units, platoon="able-tank.1", **options)


@proves("LHY-11.5.3", "LHY-1.7.2", "LHY-11.0.2")
def test_11_5_which_units_make_no_anti_tank_fire() -> None:
    state = activated(unit(SQUAD, "C8"), unit(LEADER, "C8"), unit(LATW, "C8"), unit(STUG, "C6"))
    for firer, why in ((FOE, "us has no unit"), (LEADER, f"{LEADER} has no ATV (LHY 1.7")):
        assert why in refusal(state, FireAntiTank("us", firer, (STUG,)))
    assert not refusal(state, FireAntiTank("us", LATW, (STUG,)))
    assert f"{LEADER} has no SAV (LHY 1.5" in refusal(state, FireSmallArms("us", LEADER, (at("C6"),)))
    assert "no enemy ge.pz4.2.1 is known" in refusal(state, FireAntiTank("us", LATW, ("ge.pz4.2.1",)))


@proves("LHY-11.5.4c")
@pytest.mark.parametrize(
    ("firer", "splits"), [(TANK, True), (GUN, True), (LATW, False), ("us.m3.2", False), (SQUAD, False)]
)
def test_11_5_4c_afvs_fps_and_guns_split_anti_tank_fire(firer: str, splits: bool) -> None:
    units = [unit(firer, "C8"), unit(LEADER, "A9"), unit(STUG, "C6"), unit(OTHER_STUG, "C7")]
    platoon = "able-tank.1" if firer == TANK else "able.1"
    why = refusal(activated(*units, platoon=platoon), FireAntiTank("us", firer, (STUG, OTHER_STUG)))
    assert ("cannot split its fire (LHY 11.5.4c" not in why) is splits


@proves("LHY-11.5.4c", "LHY-11.5.3")
@pytest.mark.parametrize(("other", "shared"), [("C4", True), ("F9", False)])
def test_11_5_4c_both_lines_leave_by_one_hexside(other: str, shared: bool) -> None:
    state = tanks(unit(STUG, "C6"), unit(OTHER_STUG, other))
    why = refusal(state, FireAntiTank("us", TANK, (STUG, OTHER_STUG)))
    assert ("leave through the same hexside (LHY 11.5.4c" not in why) is shared


@proves("LHY-11.2a", "LHY-11.5.3")
@pytest.mark.parametrize(("suppressed", "may"), [(2, True), (10, False)])
def test_11_2a_anti_tank_fire_worth_less_than_minus_4_is_not_made(suppressed: int, may: bool) -> None:
    """ATV 3, and -1 for a target in motion: enough markers on the firer take the fire below -4."""
    state = tanks(unit("ge.stug.1", "C2", IN_MOTION))
    for number in range(1, suppressed + 5):
        fire = FireMarker(number, FireKind.ATDRM, at("C8"), 0, target=TANK, tubes=0)
        state = FirePlaced(fire).on(state)
    why = refusal(state, FireAntiTank("us", TANK, (STUG,)))
    assert ("fire worth less than -4 may not be made (LHY 11.2a" not in why) is may


@proves("LHY-11.5.4h", "LHY-1.7.1")
def test_11_5_4h_a_concealed_vehicle_is_1_harder_to_hit() -> None:
    values = []
    for conditions in ((), (CONCEALED,)):
        state = tanks(unit(STUG, "C4", *conditions), unit(FOE, "C4"))
        name = STUG
        if conditions:
            state, name = done(state, Inquire("us", at("C4"))), "afv@C4"
        values.append(course(done(state, FireAntiTank("us", TANK, (name,)))).fires[0].value)
    assert values[1] - values[0] == -1


@proves("LHY-11.5.2.2", "LHY-8.3e")
def test_4_3_a_hidden_enemy_is_no_target() -> None:
    state = tanks(unit(STUG, "C6", HIDDEN))
    assert f"no enemy {STUG} is known" in refusal(state, FireAntiTank("us", TANK, (STUG,)))


@proves("LHY-4.3.0.4", "LHY-4.3.0.6")
def test_4_3_which_units_may_inquire_about_a_concealed_stack() -> None:
    state = tanks(unit(STUG, "C6", CONCEALED), unit(FOE, "C2"))
    ask = Inquire("us", at("C6"))
    assert not refusal(state, ask)
    assert ask in legal(state, Inquire)
    assert "nothing lies concealed in C2" in refusal(state, Inquire("us", at("C2")))
    asked = done(state, ask, FireAntiTank("us", TANK, ("afv@C6",)))
    assert "that has been asked already" in refusal(asked, ask)
    assert ask not in legal(asked, Inquire)


@proves("LHY-4.3.0.4")
def test_4_3_an_inquiry_is_allowed_where_one_of_two_units_is_concealed() -> None:
    ask = Inquire("us", at("C6"))
    state = tanks(unit(STUG, "C6", CONCEALED), unit(FOE, "C6"))
    assert not refusal(state, ask)
    assert course(done(state, ask)).inquired == ((at("C6"), (("afv", 1),)),)


@proves("LHY-4.3.0.4", "LHY-4.3.0.6")
@pytest.mark.parametrize(
    ("firer", "place", "could"),
    [
        (SQUAD, "C9", True),  # SAV range 8
        (SQUAD, "C10", False),
        (LATW, "C3", True),  # ATV range 2
        (LATW, "C4", False),
        (LEADER, "C3", False),
    ],
)
def test_4_3_an_inquiry_needs_a_unit_that_could_fire_at_the_hex(firer: str, place: str, could: bool) -> None:
    more = [unit(LEADER, "A10")] if firer != LEADER else []
    state = activated(unit(firer, place), *more, unit(STUG, "C1", CONCEALED), unit(FOE, "H1"), far=())
    assert ("nobody could fire at C1" not in refusal(state, Inquire("us", at("C1")))) is could


@proves("LHY-4.3.0.4", "LHY-4.3.0.6")
@pytest.mark.parametrize(("condition", "could"), [(None, True), (SHOCKED, False), (STOPPED, False)])
def test_4_3_a_unit_unable_to_fire_gives_no_right_to_inquire(condition: str | None, could: bool) -> None:
    conditions = () if condition is None else (condition,)
    units = [unit(TANK, "C8", *conditions), unit(STUG, "C6", CONCEALED)]
    state = activated(*units, platoon="able-tank.1")
    assert (Inquire("us", at("C6")) in legal(state, Inquire)) is could


@proves("LHY-4.3.0.4", "LHY-4.3.0.6", "LHY-10.4.3")
def test_4_3_a_tank_that_would_halt_to_fire_inquires_and_then_fires() -> None:
    ask = Inquire("us", at("C6"))
    state = activated(unit(TANK, "C8", IN_MOTION), unit(STUG, "C6", CONCEALED), platoon="able-tank.1")
    assert ask in legal(state, Inquire)
    state = done(state, ask)
    assert "play waits for shot at the hex asked about" in refusal(state, CallForReaction("us"))
    state = done(state, FireAntiTank("us", TANK, ("afv@C6",), "halt_and_fire"))
    assert [fire.target for fire in course(state).fires] == [STUG]
    assert not refusal(state, CallForReaction("us"))


@proves("LHY-4.3.0.6")
def test_4_3_after_an_inquiry_the_side_does_nothing_before_it_fires_at_the_hex() -> None:
    """No tank of the side drives off, and no other hex is fired at or inquired about."""
    stugs = [unit(STUG, "C6", CONCEALED), unit(OTHER_STUG, "D6", CONCEALED), unit("ge.pz4.2.1", "C5")]
    state = done(tanks(unit("us.able-tank.1.2", "D8"), *stugs), Inquire("us", at("C6")))
    for other in (Maneuver("us", TANK, at("C9")), Inquire("us", at("D6")), CallForReaction("us")):
        assert "play waits for shot at the hex asked about" in refusal(state, other)
    for elsewhere in (FireAntiTank("us", TANK, ("ge.pz4.2.1",)), FireSmallArms("us", TANK, (at("D6"),))):
        assert "the hex asked about, C6, must be fired at (LHY 4.3" in refusal(state, elsewhere)
    shot = FireAntiTank("us", "us.able-tank.1.2", ("afv@C6",))
    assert {type(action) for action in PLAY.legal_actions(state)} == {FireAntiTank, FireSmallArms}
    assert not refusal(done(state, shot), Maneuver("us", TANK, at("C9")))


@proves("LHY-4.3.0.6")
def test_4_3_no_fire_is_owed_if_no_unit_can_fire_at_the_classes_told() -> None:
    """A LATW and no AFV there, in 2019 no gun either."""
    units = [unit(LATW, "C8"), unit(LEADER, "C10"), unit(FOE, "C6", CONCEALED)]
    state = done(activated(*units), Inquire("us", at("C6")))
    assert not course(state).decisions
    assert not refusal(state, CallForReaction("us"))


@proves("LHY-4.3.0.6", "LHY-11.4.8e")
def test_4_3_the_fire_is_still_owed_if_the_firer_was_harmed_while_moving() -> None:
    """Mortar fire disrupts the LATW as it leaves for the house; then the squad has to fire."""
    ground = open_ground(5, 6, {"C3": "b"})
    shell = FireMarker(1, FireKind.MDRM, at("C4"), 0, tubes=0)
    units = [unit(LATW, "C4"), unit(LEADER, "A6"), unit(SQUAD, "A5"), unit(STUG, "C1", CONCEALED)]
    far = (unit("us.able.3.leader", "E6"), unit(FOE, "E1"))
    state = done(activated(*units, ground=ground, far=far, fires=[shell]), Inquire("us", at("C1")))
    state = done(state, FireAntiTank("us", LATW, ("afv@C1",), to=at("C3")), 9)
    while course(state).moving is not None:
        state = done(state, EndManeuver("us"))
    assert {PLAY.actions.document(action)["unit"] for action in PLAY.legal_actions(state)} == {SQUAD}
    assert not course(done(state, FireSmallArms("us", SQUAD, (at("C1"),)))).decisions


@proves("LHY-4.3.0.6")
def test_4_3_no_fire_is_owed_at_a_hex_that_the_umpire_emptied() -> None:
    state = activated(unit(SQUAD, "C8"), unit(LEADER, "C10"), unit(FOE, "C6", CONCEALED))
    state = done(state, Inquire("us", at("C6")))
    gone = replace(state.unit(FOE), at=at("C1"))
    state = PLAY.correct(state, gone, ScriptedDice([]))[1]
    assert not course(state).decisions
    assert not refusal(state, CallForReaction("us"))


@proves("LHY-4.3.0.4", "LHY-4.3.0.6", "LHY-11.5.2.1")
@pytest.mark.parametrize(("away", "could"), [("C4", True), ("C5", False)])
def test_4_3_a_latw_may_inquire_about_a_hex_within_reach_after_its_move(away: str, could: bool) -> None:
    """The hex is three hexes away, one beyond its range; moving into the houses beside it brings the LATW into range."""
    ground = open_ground(5, 6, {"C3": "b"})
    far = (unit("us.able.3.leader", "E6"), unit(FOE, "E1"))
    units = [unit(LATW, away), unit(LEADER, "A6"), unit(STUG, "C1", CONCEALED)]
    assert (Inquire("us", at("C1")) in legal(activated(*units, ground=ground, far=far), Inquire)) is could


@proves("LHY-11.1.0.3", "LHY-11.1.1.2")
def test_11_1_named_firers_and_the_front_they_get() -> None:
    units = [unit(SQUAD, "C8"), unit(SECOND, "C4"), unit(LEADER, "A10"), unit(FOE, "C6"), unit(STUG, "E6")]
    state = activated(*units)
    assert "no enemy ge.mg.1 is known" in refusal(state, Enfilade("us", (SQUAD, SECOND), "ge.mg.1"))
    named = done(state, Enfilade("us", (SQUAD, SECOND), FOE))
    assert f"{STUG} needs no front now" in refusal(named, GiveFront("ge", STUG, (1,)))
    committed = done(named, GiveFront("ge", FOE, (1,)))
    due = course(committed).decisions[0].unit
    assert "committed to enfilade fire" in refusal(committed, FireSmallArms("us", due, (at("E6"),)))
    assert "committed to enfilade fire" in refusal(committed, FireAntiTank("us", due, (STUG,)))


@proves("LHY-10.4.1.4", "LHY-12.3.2.2a", "LHY-13.3.1a-2019", "LHY-11.3b")
@pytest.mark.parametrize(
    ("who", "condition"), [(SQUAD, DISRUPTED), (TANK, SHOCKED), (TANK, IN_MOTION), (SQUAD, REGROUPING)]
)
def test_11_0_which_units_are_unable_to_fire(who: str, condition: str) -> None:
    platoon = "able-tank.1" if who == TANK else "able.1"
    state = activated(unit(who, "C8", condition), unit(LEADER, "A10"), unit(FOE, "C4"), platoon=platoon)
    assert condition in refusal(state, FireSmallArms("us", who, (at("C4"),))).replace(
        "in motion", "in_motion"
    )


@proves("LHY-11.0b", "LHY-8.0a")
def test_11_0_an_active_unit_may_fire_at_every_known_enemy_in_range_acted_or_not() -> None:
    state = activated(unit(SQUAD, "C6"), unit(LEADER, "A10"), unit(FOE, "C4"), unit("ge.mg.1", "E4", HIDDEN))
    assert FireSmallArms("us", SQUAD, (at("C4"),)) in legal(state, FireSmallArms)
    assert not any(at("E4") in action.at for action in legal(state, FireSmallArms))


@proves("LHY-13.3.1a-2019")
@pytest.mark.parametrize("edition", ["2019", "series-3.1"])
def test_13_3_1_no_active_unit_fires_out_of_an_assault_hex(edition: str) -> None:
    units = [unit(SQUAD, "C5"), unit(LEADER, "A10"), unit(FOE, "C5"), unit("ge.1kp.1.squad.2", "C4")]
    state = activated(*units, edition=edition)
    fire = FireSmallArms("us", SQUAD, (at("C4"),))
    assert not refusal(state, fire)
    assaulted = AssaultEntered(FOE, "ge", at("C5"), at("C6")).on(state)
    assert "no unit may fire out of an assault hex" in refusal(assaulted, fire)


@proves("LHY-10.4.2", "LHY-10.4.3", "LHY-10.4.1.ow")
def test_10_4_only_tracked_vehicles_fire_in_motion_and_none_on_overwatch() -> None:
    truck = activated(unit(GUN, "C8"), unit(LEADER, "A10"), unit(STUG, "C4"))
    why = refusal(truck, FireAntiTank("us", GUN, (STUG,), "shoot_and_scoot"))
    assert "only AFVs and halftracks may fire in motion" in why
    watching = activated(unit(TANK, "C8", OVERWATCH), unit(STUG, "C4"), platoon="able-tank.1")
    scoot = FireAntiTank("us", TANK, (STUG,), "shoot_and_scoot")
    assert "may fire only where it stands" in refusal(watching, scoot)
    assert "only AFVs and halftracks" not in refusal(watching, scoot)


@proves("LHY-10.4.2", "LHY-10.4.3", "LHY-10.0.1")
@pytest.mark.parametrize(("place", "why"), [("C7", f"{TANK} cannot enter C7 from C8 (LHY 10.0)"), ("C9", "")])
def test_10_4_2_shoot_and_scoot_goes_only_where_a_tank_can_drive(place: str, why: str) -> None:
    town = open_ground(8, 10, {"C7": "u"})
    state = activated(unit(TANK, "C8"), unit(STUG, "C4"), platoon="able-tank.1", ground=town)
    refused = refusal(state, FireAntiTank("us", TANK, (STUG,), "shoot_and_scoot", at(place)))
    assert why in refused
    assert bool(why) is ("cannot enter" in refused)


@proves("LHY-10.4.2", "LHY-4.1.9d.2")
def test_10_4_2_shoot_and_scoot_off_a_street_is_refused_because_houses_bar_the_way() -> None:
    town = board("\n".join([". . u . . . . ."] * 10), roads="C1 C2 C3 C4 C5 C6 C7 C8 C9 C10")
    state = activated(unit(TANK, "C8"), unit(STUG, "C4"), platoon="able-tank.1", ground=town)
    refused = refusal(state, FireAntiTank("us", TANK, (STUG,), "shoot_and_scoot", at("D8")))
    assert "houses in C8 bar the way off the street" in refused
    assert "LHY 4.1.9d" in refused


@proves("LHY-1.8.0", "LHY-11.0.2", "LHY-11.0b")
def test_11_0_fire_out_of_range_off_the_map_or_at_an_empty_hex_is_refused() -> None:
    state = activated(unit(SQUAD, "C10"), unit(LEADER, "A10"), unit(FOE, "C1"), unit("ge.mg.1", "D9"))
    assert "C1 is 9 hexes away, the range is 8" in refusal(state, FireSmallArms("us", SQUAD, (at("C1"),)))
    assert "Z30 is not on the map" in refusal(state, FireSmallArms("us", SQUAD, (at("Z30"),)))
    assert "no enemy is known in C7" in refusal(state, FireSmallArms("us", SQUAD, (at("C7"),)))


@proves("LHY-11.5.4c", "LHY-4.3.0.5")
@pytest.mark.parametrize(("asked", "may"), [("C4", True), ("C5", False)])
def test_11_5_4c_fire_is_split_over_two_of_a_class_only_where_two_are_concealed(
    asked: str, may: bool
) -> None:
    hidden = [
        unit(f"ge.stug.{number}", label, "concealed") for number, label in ((1, "C5"), (2, "C4"), (3, "C4"))
    ]
    state = activated(unit("us.able-tank.1.1", "C8"), *hidden, platoon="able-tank.1")
    for place, count in (("C5", 1), ("C4", 2)):
        state = Inquired(at(place), (("afv", count),)).on(state)
    split = FireAntiTank("us", "us.able-tank.1.1", (f"afv@{asked}",) * 2)
    assert ("anti-tank fire is at one unit, or split over two" not in refusal(state, split)) is may


@proves("LHY-11.5.3")
@pytest.mark.parametrize("targets", [(), (STUG, STUG), (STUG, "ge.stug.2", "ge.stug.3")])
def test_11_5_3_anti_tank_fire_is_at_one_unit_or_split_over_two(targets: tuple[str, ...]) -> None:
    foes = [unit(STUG, "C4"), unit("ge.stug.2", "C4"), unit("ge.stug.3", "D4")]
    state = activated(unit(TANK, "C8"), *foes, platoon="able-tank.1")
    assert "at one unit, or split over two" in refusal(state, FireAntiTank("us", TANK, targets))
    assert not refusal(state, FireAntiTank("us", TANK, (STUG,)))


@proves("LHY-11.5.1d")
@pytest.mark.parametrize(("others", "crowded"), [((), False), (("ge.stug.2",), True)])
def test_11_5_1d_one_of_two_afvs_in_a_hex_is_not_enfiladed(others: tuple[str, ...], crowded: bool) -> None:
    own = [unit(TANK, "C8"), unit("us.able-tank.1.2", "C4"), *(unit(other, "C6") for other in others)]
    state = activated(*own, unit(STUG, "C6"), platoon="able-tank.1")
    refused = refusal(state, Enfilade("us", (TANK, "us.able-tank.1.2"), STUG))
    assert ("are spread as evenly as possible" in refused) is crowded


@proves("LHY-11.5.2.1")
def test_11_5_2_only_a_latw_moves_a_hex_before_it_fires() -> None:
    foes = (unit(STUG, "C4"), unit(LEADER, "C8"))
    state = activated(unit("us.latw.1", "C8"), unit("us.gun57.1", "C8"), *foes)
    moved = FireAntiTank("us", "us.gun57.1", (STUG,), "", at("C7"))
    assert "only LATWs may move a hex and fire" in refusal(state, moved)
    latw = FireAntiTank("us", "us.latw.1", (STUG,), "", at("C7"))
    assert "only LATWs may move a hex and fire" not in refusal(state, latw)
    assert "may move only into cover" in refusal(state, latw)


SECOND_TANK = "us.able-tank.1.2"
PAK = "ge.pak40.3"


@proves("LHY-11.5.1d", "LHY-11.5.1d.2")
@pytest.mark.parametrize(
    ("beside", "target", "why"),
    [
        ((FOE,), STUG, ""),
        (("ge.stug.2",), STUG, "as evenly as possible"),
        ((STUG,), PAK, ""),  # guns are not spread over
        ((PAK,), STUG, ""),
    ],
)
def test_11_5_1d_only_fires_at_afvs_are_spread(beside: tuple[str, ...], target: str, why: str) -> None:
    """The target already has an anti-tank marker; the units beside it have none."""
    state = activated(
        unit(TANK, "C8"),
        unit(SECOND_TANK, "D4"),
        *(unit(one, "C5") for one in (target, *beside)),
        platoon="able-tank.1",
    )
    fire = FireMarker(1, FireKind.ATDRM, at("C5"), 2, "ge", target, TANK)
    told = refusal(FirePlaced(fire).on(state), FireAntiTank("us", TANK, (target,)))
    assert why in told
    assert bool(told) is bool(why)
    both = refusal(state, Enfilade("us", (TANK, SECOND_TANK), target))
    assert ("as evenly as possible" in both) is bool(why)
