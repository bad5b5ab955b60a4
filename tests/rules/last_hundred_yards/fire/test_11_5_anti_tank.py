"""Chapter 11.5: anti-tank fire, its modifiers, its targets, and the rear of tanks."""

from dataclasses import replace

import pytest

from rules.game.state import GameState
from rules.game.units import Marker, Unit
from rules.last_hundred_yards.book.conditions import CONCEALED, HIDDEN, IN_MOTION
from rules.last_hundred_yards.book.roster import ROSTER
from rules.last_hundred_yards.declarations.fire.anti_tank import FireAntiTank
from rules.last_hundred_yards.declarations.fire.concealment_inquiry import Inquire
from rules.last_hundred_yards.declarations.fire.small_arms import FireSmallArms
from rules.last_hundred_yards.declarations.maneuver.maneuver import Maneuver
from rules.last_hundred_yards.declarations.maneuver.vehicle_motion import EndManeuver
from rules.last_hundred_yards.declarations.turn.activation import Activate, CallForReaction, SelectCompany
from rules.last_hundred_yards.declarations.turn.initiative import RollInitiative
from rules.last_hundred_yards.play.play import PLAY
from rules.last_hundred_yards.questions.fire.fronts import front_of, is_rear
from rules.last_hundred_yards.state.events.fire_events import FiredThrough
from rules.last_hundred_yards.state.events.maneuver_events import CameFrom
from rules.last_hundred_yards.state.events.marker_events import Inquired
from rules.last_hundred_yards.state.markers import FireKind, FireMarker
from tests.drawing import open_ground
from tests.proving import proves
from tests.rules.last_hundred_yards.fire_field import FIELD, FOE, LEADER, SQUAD, TANK, marker
from tests.rules.last_hundred_yards.playing import (
    activated_wide,
    at,
    course,
    done,
    legal,
    opened,
    position_seen_by,
    recorded,
    refusal,
    unit,
)


@proves("LHY-11.5.3", "LHY-1.7.1", "LHY-11.5.4a", "LHY-11.5.4e", "LHY-11.5.4h", "LHY-11.5.4k", "LHY-11.5b")
@pytest.mark.parametrize(
    ("foe", "value"),
    [
        (unit("ge.stug.1", "C8"), 3),
        (unit("ge.stug.1", "C2"), 2),
        (unit("ge.stug.1", "C8", IN_MOTION), 2),
        (unit("ge.pak40.3", "C8"), 1),
    ],
)
def test_11_5_4_a_shermans_atv_3(foe: Unit, value: int) -> None:
    # EX: ATV range 21 at 10 hexes is medium, -1 (series rules 11.5.3).
    state = activated_wide(unit(TANK, "C12"), foe, platoon="able-tank.1")
    assert marker(state, FireAntiTank("us", TANK, (foe.id,))) == value


@proves("LHY-1.7.1", "LHY-11.5b")
@pytest.mark.parametrize(
    ("foe", "atv"),
    [("ge.stug.1", f"+3 ATV of {TANK} (LHY 1.7)"), ("ge.pak40.3", f"+1 ATV of {TANK} (LHY 11.5b")],
)
def test_11_5b_an_atv_is_cited_as_1_at_most_only_at_guns(foe: str, atv: str) -> None:
    state = activated_wide(unit(TANK, "C12"), unit(foe, "C8"), platoon="able-tank.1")
    told = PLAY.chances(state, FireAntiTank("us", TANK, (foe,)))
    assert str(told.reasons[0]).startswith(atv)


@proves("LHY-1.7.1")
def test_1_7_1_an_atv_of_0_adds_nothing() -> None:
    # A quad machine gun on a halftrack, its range DRM 0.
    state = activated_wide(
        unit("us.m16.1", "C12"), unit(LEADER, "A12"), unit(SQUAD, "A12"), unit("ge.stug.1", "C11")
    )
    told = PLAY.chances(state, FireAntiTank("us", "us.m16.1", ("ge.stug.1",)))
    assert told.verdict == "ATDRM +0"
    assert str(told.reasons[0]).startswith("+0 ATV of us.m16.1 (LHY 1.7)")


@proves("LHY-11.5a", "LHY-4.3.0.5")
def test_11_5a_an_atv_below_0_may_fire_at_a_concealed_carrier_and_at_nothing_else_concealed() -> None:
    foes = [unit("ge.truck.1", "C10", CONCEALED), unit("ge.stug.1", "C10", CONCEALED)]
    state = activated_wide(unit(SQUAD, "C12"), unit(LEADER, "A12"), *foes)
    state = done(state, Inquire("us", at("C10")))
    assert not refusal(state, FireAntiTank("us", SQUAD, ("carrier@C10",)))
    assert "11.5a" in refusal(state, FireAntiTank("us", SQUAD, ("afv@C10",)))


@proves("LHY-11.5b", "LHY-4.3.0.5", "LHY-11.5.4h")
def test_11_5b_fire_at_a_concealed_fortified_position_counts_its_atv_as_1() -> None:
    state = activated_wide(unit(TANK, "C12"), unit("ge.fp.1", "C11", CONCEALED), platoon="able-tank.1")
    state = done(state, Inquire("us", at("C11")))
    assert marker(state, FireAntiTank("us", TANK, ("fp@C11",))) == 1 - 1


@proves("LHY-11.5.4j", "LHY-11.5.4k")
def test_11_5_4j_hull_down_and_dug_in() -> None:
    hill = open_ground(5, 12, {"C8": "h1"})
    state = activated_wide(unit(TANK, "C12"), unit("ge.stug.1", "C8"), ground=hill, platoon="able-tank.1")
    assert marker(state, FireAntiTank("us", TANK, ("ge.stug.1",))) == 2
    dug_in = (Marker("improved_position", at("C8")),)
    state = activated_wide(unit(TANK, "C12"), unit("ge.pak40.3", "C8"), markers=dug_in, platoon="able-tank.1")
    assert marker(state, FireAntiTank("us", TANK, ("ge.pak40.3",))) == -1


@proves("LHY-4.0b.2a")
@pytest.mark.parametrize("ground", ".wf")
def test_4_0b_a_vehicle_in_woods_or_forest_has_no_tem(ground: str) -> None:
    wood = open_ground(5, 12, {"C8": ground})
    state = activated_wide(unit(TANK, "C12"), unit("ge.stug.1", "C8"), ground=wood, platoon="able-tank.1")
    assert marker(state, FireAntiTank("us", TANK, ("ge.stug.1",))) == 3


@proves("LHY-12.3.7c", "LHY-12.3.7a.2")
@pytest.mark.parametrize(
    ("firer", "collateral"), [(SQUAD, False), ("us.mg.1", False), ("us.m16.1", False), ("us.latw.1", True)]
)
def test_12_3_7c_only_a_weapon_with_an_atv_above_0_does_collateral_damage(
    firer: str, collateral: bool
) -> None:
    units = [unit(firer, "C10"), unit(LEADER, "C10"), unit("ge.spw251.1", "C9")]
    after = done(activated_wide(*units), FireAntiTank("us", firer, ("ge.spw251.1",)))
    assert [fire.collateral for fire in course(after).fires] == [collateral]


@proves("LHY-12.3.7c")
@pytest.mark.parametrize(("atv", "does"), [(None, False), (-1, False), (0, False), (1, True)])
def test_12_3_7c_an_atv_of_1_is_enough_for_collateral_damage(atv: int | None, does: bool) -> None:
    """No counter of the first volume has an ATV of 1: one is changed."""
    assert replace(ROSTER["us.latw.1"], atv=atv).does_collateral_damage is does


@proves("LHY-11.5.2.2", "LHY-T-UCT.1", "LHY-11.5a", "LHY-11.5.2.2-2019", "LHY-2.2.6.2")
def test_11_5_which_units_may_fire_at_armour() -> None:
    units = [unit(SQUAD, "C10"), unit(LEADER, "C10"), unit("us.latw.1", "C10"), unit("ge.stug.1", "C9")]
    state = activated_wide(*units, unit("ge.pak40.3", "D9"))
    assert "below 0 works on carriers only" in refusal(state, FireAntiTank("us", SQUAD, ("ge.stug.1",)))
    assert marker(state, FireAntiTank("us", "us.latw.1", ("ge.stug.1",))) == 3
    assert not refusal(state, FireAntiTank("us", "us.latw.1", ("ge.pak40.3",)))
    later = activated_wide(*units, unit("ge.pak40.3", "D9"), edition="series-3.1")
    assert "vehicles only" in refusal(later, FireAntiTank("us", "us.latw.1", ("ge.pak40.3",)))


@proves("LHY-11.5.4c")
def test_11_5_4c_split_anti_tank_fire_leaves_by_one_hexside() -> None:
    foes = [unit("ge.stug.1", "C9"), unit("ge.stug.2", "C8"), unit("ge.stug.3", "H11")]
    state = activated_wide(unit(TANK, "C12"), *foes, platoon="able-tank.1")
    split = done(state, FireAntiTank("us", TANK, ("ge.stug.1", "ge.stug.2")))
    assert [fire.value for fire in course(split).fires] == [1, 1]
    assert "through the same hexside" in refusal(state, FireAntiTank("us", TANK, ("ge.stug.1", "ge.stug.3")))


@proves("LHY-11.1b", "LHY-9.0.7", "LHY-11.1.0.1", "LHY-11.1.0.2", "LHY-11.1.2", "LHY-11.1.3.1", "LHY-1.3")
def test_11_1_the_rear_of_a_tank_follows_its_fire_or_its_way() -> None:
    state = activated_wide(unit(TANK, "F6"), platoon="able-tank.1")
    moved = position_seen_by(CameFrom(TANK, at("F7"), False).on(state), "us")
    tank = moved.unit(TANK)
    assert is_rear(moved, tank, at("F12"))
    assert not is_rear(moved, tank, at("F1"))
    backed = position_seen_by(CameFrom(TANK, at("F7"), True).on(state), "us")
    assert is_rear(backed, tank, at("F1"))
    fired = position_seen_by(FiredThrough(TANK, at("F12")).on(state), "us")
    assert is_rear(fired, tank, at("F1"))
    assert not is_rear(position_seen_by(state, "us"), tank, at("F12")), "nothing fixed its front"
    another = position_seen_by(CameFrom("us.able-tank.1.2", at("F7"), False).on(state), "us")
    assert not is_rear(another, tank, at("F12")), "nor does what another drove"


@proves("LHY-11.1.0.1", "LHY-4.1.14b")
def test_4_1_14b_a_fortified_position_that_has_fired_shows_no_rear() -> None:
    state = activated_wide(unit(TANK, "C12"), unit("ge.fp.1", "F6"), platoon="able-tank.1")
    position = position_seen_by(FiredThrough("ge.fp.1", at("F1")).on(state), "us")
    assert not is_rear(position, position.unit("ge.fp.1"), at("F12"))


@proves("LHY-11.1.2", "LHY-11.5.4c")
@pytest.mark.parametrize("targets", [("ge.stug.1", "ge.stug.2"), ("ge.stug.2", "ge.stug.1")])
def test_11_1_2_the_front_after_split_anti_tank_fire_is_the_hexside_that_both_lines_leave_by(
    targets: tuple[str, str],
) -> None:
    # From F8 the line to F5 leaves by hexside 1, that to H5 by the vertex of hexsides 1 and 2.
    state = activated_wide(
        unit(TANK, "F8"), unit("ge.stug.1", "F5"), unit("ge.stug.2", "H5"), platoon="able-tank.1"
    )
    position = position_seen_by(done(state, FireAntiTank("us", TANK, targets)), "us")
    assert front_of(position, position.unit(TANK)) == (0,)


@proves("LHY-11.5.1a")
def test_11_5_1a_a_vehicle_takes_its_markers_along() -> None:
    fire = FireMarker(1, FireKind.ATDRM, at("C12"), 3, against="us", target=TANK)
    state = done(
        activated_wide(unit(TANK, "C12"), platoon="able-tank.1", fires=(fire,)),
        Maneuver("us", TANK, at("C11")),
    )
    assert course(state).fires[0].at == at("C11")


@proves("LHY-11.5.4i", "LHY-11.5.4b")
def test_11_5_4_hindrance_and_suppression_reduce_anti_tank_fire() -> None:
    fire = FireMarker(1, FireKind.ATDRM, at("C12"), 0, against="us", target=TANK)
    smoke = (Marker("smoke", at("C10")),)
    state = activated_wide(
        unit(TANK, "C12"), unit("ge.stug.1", "C8"), platoon="able-tank.1", fires=(fire,), markers=smoke
    )
    assert marker(state, FireAntiTank("us", TANK, ("ge.stug.1",))) == 3 - 1 - 1


@proves("LHY-11.5.4f")
def test_11_5_4f_halting_to_fire_at_a_target_already_in_sight_costs_nothing_more() -> None:
    state = activated_wide(unit(TANK, "C12", IN_MOTION), unit("ge.stug.1", "C8"), platoon="able-tank.1")
    assert marker(state, FireAntiTank("us", TANK, ("ge.stug.1",), "halt_and_fire")) == 3 - 1


@proves("LHY-11.3.3h", "LHY-11.5.4f", "LHY-8.1.3")
@pytest.mark.parametrize(("edition", "value"), [("2019", 3 - 2 - 1), ("series-3.1", 3 - 2)])
def test_11_5_4f_halting_to_fire_at_a_target_not_seen_before_costs_1_in_2019(
    edition: str, value: int
) -> None:
    hidden_by = open_ground(7, 12, {"E9": "s"})
    units = [unit(TANK, "E12", IN_MOTION), unit("ge.stug.1", "E7")]
    state = activated_wide(*units, ground=hidden_by, platoon="able-tank.1", edition=edition)
    assert not position_seen_by(state, "us").sees(state.unit(TANK), at("E7"))
    action = FireAntiTank("us", TANK, ("ge.stug.1",), "halt_and_fire", at("F11"))
    assert marker(state, action) == value


@proves("LHY-11.3.3h", "LHY-11.5.4f", "LHY-8.1.3")
@pytest.mark.parametrize("edition", ["2019", "series-3.1"])
@pytest.mark.parametrize(
    ("firer", "foe_at", "motion_at", "costs"),
    [
        ("ge.stug.1", "E7", "F11", True),
        ("ge.stug.2", "G7", "F11", False),
        ("ge.stug.1", "E7", None, False),
    ],
    ids=["who was fired at unseen", "one elsewhere", "who was in sight"],
)
def test_11_5_4f_firing_back_at_a_vehicle_not_seen_before_costs_1_in_2019(
    firer: str, foe_at: str, motion_at: str | None, costs: bool, edition: str
) -> None:
    hidden_by = open_ground(7, 12, {"E9": "s"})
    start, target = ("E12", "ge.stug.1") if motion_at else ("F11", "ge.stug.1")
    units = {target: unit(target, "E7"), firer: unit(firer, foe_at)}
    state = activated_wide(
        unit(TANK, start, IN_MOTION), *units.values(), unit("ge.1kp.1.leader", "E7"),
        ground=hidden_by, platoon="able-tank.1", edition=edition,
    )  # fmt: skip
    halt = FireAntiTank("us", TANK, (target,), "halt_and_fire", at(motion_at) if motion_at else None)
    state = done(state, halt, CallForReaction("us"))
    back = FireAntiTank("ge", firer, (TANK,))
    told = PLAY.chances(state, back)
    words = "-1 target halted to fire at those it had not seen (LHY 11.5.4f"
    assert any(str(reason).startswith(words) for reason in told.reasons) is (costs and edition == "2019")
    assert told.verdict == f"ATDRM {marker(state, back):+d}"


@proves("LHY-11.5.4l")
@pytest.mark.parametrize(("edition", "value"), [("2019", 5), ("series-3.1", 6)])
def test_11_5_4l_a_hidden_gun_adds_1_as_it_is_revealed_in_the_later_edition(edition: str, value: int) -> None:
    units = [
        unit("ge.pak40.3", "C8", HIDDEN),
        unit(FOE, "C8"),
        unit("ge.1kp.1.leader", "C8"),
        unit(TANK, "C12"),
    ]
    state = opened(FIELD, units, attacker="ge", edition=edition)
    state = done(state, RollInitiative("ge"), 2, 9, SelectCompany("ge", "1kp"), Activate("ge", ("1kp.1",)))
    after = done(state, FireAntiTank("ge", "ge.pak40.3", (TANK,)))
    assert course(after).fires[-1].value == value
    assert not after.unit("ge.pak40.3").has(HIDDEN)


@proves("LHY-11.5.4l")
@pytest.mark.parametrize(("edition", "value"), [("2019", 5 - 1), ("series-3.1", 5 - 1 + 1)])
def test_11_5_4l_a_gun_revealed_by_the_call_for_reaction_it_answers_adds_1(edition: str, value: int) -> None:
    units = [unit("ge.pak40.3", "C10", HIDDEN), unit(TANK, "C12")]
    state = activated_wide(*units, platoon="able-tank.1", edition=edition)
    state = done(state, Maneuver("us", TANK, at("C11")), EndManeuver("us"), CallForReaction("us"))
    assert not state.unit("ge.pak40.3").has(HIDDEN)
    after = done(state, FireAntiTank("ge", "ge.pak40.3", (TANK,)))
    assert course(after).fires[-1].value == value


@proves("LHY-11.5.2.1")
def test_11_5_2_a_latw_moves_a_hex_and_fires() -> None:
    units = [unit(SQUAD, "C12"), unit(LEADER, "C12"), unit("us.latw.1", "C12"), unit("ge.stug.1", "C9")]
    state = activated_wide(*units, ground=open_ground(5, 12, {"C11": "w"}))
    assert "the range is 2" in refusal(state, FireAntiTank("us", "us.latw.1", ("ge.stug.1",)))
    after = done(state, FireAntiTank("us", "us.latw.1", ("ge.stug.1",), to=at("C11")))
    assert after.unit("us.latw.1").at == at("C11")
    assert "only LATWs may move a hex" in refusal(
        state, FireAntiTank("us", SQUAD, ("ge.stug.1",), to=at("C11"))
    )


@proves("LHY-11.5.2.1")
@pytest.mark.parametrize(
    ("letter", "wall", "more", "allowed"),
    [
        (".", "", (), False),
        ("w", "", (), True),
        ("b", "", (), True),
        (".", "C10-C11", (), True),
        (".", "", ("us.able.1.squad.2",), True),
        (".", "position", (), True),
    ],
)
def test_11_5_2_a_latw_moves_to_where_it_has_cover_or_friends(
    letter: str, wall: str, more: tuple[str, ...], allowed: bool
) -> None:
    ground = open_ground(5, 12, {"C11": letter}, walls="" if wall == "position" else wall)
    marks = (Marker("improved_position", at("C11")),) if wall == "position" else ()
    # The leader in C11 does not fight himself.
    units = [unit("us.latw.1", "C12"), unit(SQUAD, "C12"), unit(LEADER, "C11"), unit("ge.stug.1", "C9")]
    state = activated_wide(*units, *(unit(one, "C11") for one in more), ground=ground, markers=marks)
    refused = refusal(state, FireAntiTank("us", "us.latw.1", ("ge.stug.1",), to=at("C11")))
    assert ("may move only into cover" not in refused) is allowed


@proves("LHY-11.5.0")
def test_11_5_0_anti_tank_fire_may_go_into_a_hex_with_friends() -> None:
    state = activated_wide(
        unit(TANK, "C12"), unit(SQUAD, "C9"), unit("ge.stug.1", "C9"), platoon="able-tank.1"
    )
    assert not refusal(state, FireAntiTank("us", TANK, ("ge.stug.1",)))
    assert "friendly foot units" in refusal(state, FireSmallArms("us", TANK, (at("C9"),)))


@proves("LHY-11.1.3.2")
def test_11_1_3_2_after_halt_and_fire_the_front_follows_the_fire() -> None:
    state = activated_wide(unit(TANK, "F7", IN_MOTION), unit("ge.stug.1", "F12"), platoon="able-tank.1")
    state = done(state, FireAntiTank("us", TANK, ("ge.stug.1",), "halt_and_fire", at("F6")))
    position = position_seen_by(state, "us")
    assert is_rear(position, position.unit(TANK), at("F1"))
    assert not is_rear(position, position.unit(TANK), at("F12"))


@proves("LHY-4.1.13.4", "LHY-4.0b.later")
def test_4_1_13_4_a_position_or_woods_do_nothing_for_a_tank() -> None:
    for ground, marks in ((FIELD, (Marker("improved_position", at("C8")),)), (FIELD, ())):
        state = activated_wide(
            unit(TANK, "C12"), unit("ge.stug.1", "C8"), ground=ground, markers=marks, platoon="able-tank.1"
        )
        assert marker(state, FireAntiTank("us", TANK, ("ge.stug.1",))) == 3
    woods = open_ground(5, 12, {"C8": "w"})
    state = activated_wide(unit(TANK, "C12"), unit("ge.stug.1", "C8"), ground=woods, platoon="able-tank.1")
    assert marker(state, FireAntiTank("us", TANK, ("ge.stug.1",))) == 3


@proves("LHY-11.5.1d")
def test_11_5_1d_fires_at_two_tanks_of_a_hex_are_spread() -> None:
    state = activated_wide(*_two_tanks(), platoon="able-tank.1", fires=(_on_the_first(),))
    assert "evenly" in refusal(state, FireAntiTank("us", TANK, ("ge.stug.1",)))
    assert not refusal(state, FireAntiTank("us", TANK, ("ge.stug.2",)))
    third = unit("ge.pz4.2.1", "C5")
    fires = (_on_the_first(), replace(_on_the_first(), number=2, target="ge.stug.2"))
    state = activated_wide(*_two_tanks(), third, platoon="able-tank.1", fires=fires)
    assert "evenly" in refusal(state, FireAntiTank("us", TANK, ("ge.stug.1",))), (
        "the third is still to be fired at"
    )
    assert not refusal(state, FireAntiTank("us", TANK, (third.id,)))


@proves("LHY-11.5.1d", "LHY-11.5.4c")
@pytest.mark.parametrize(("already", "third", "may"), [(1, False, True), (2, False, False), (1, True, False)])
def test_11_5_1d_split_fire_at_both_tanks_of_a_hex_leaves_them_as_even_as_can_be(
    already: int, third: bool, may: bool
) -> None:
    """One marker on the first: then two and one, but not if a third tank has none."""
    fires = tuple(replace(_on_the_first(), number=number + 1) for number in range(already))
    others = [unit("ge.pz4.2.1", "C5")] if third else []
    state = activated_wide(*_two_tanks(), *others, platoon="able-tank.1", fires=fires)
    both = FireAntiTank("us", TANK, ("ge.stug.1", "ge.stug.2"))
    assert ("evenly" not in refusal(state, both)) is may
    assert (both in legal(state, FireAntiTank)) is may
    assert "evenly" in refusal(state, FireAntiTank("us", TANK, ("ge.stug.1",)))


@proves("LHY-11.5.1d", "LHY-8.0b")
@pytest.mark.parametrize("edition", ["2019", "series-3.1"])
def test_11_5_1d_fire_need_not_be_spread_to_a_tank_that_has_not_acted(edition: str) -> None:
    guns = [unit("ge.pak40.3", "C1"), unit("ge.pak40.4", "D1")]
    tanks = [unit(TANK, "D6", IN_MOTION), unit("us.able-tank.2.2", "D5")]
    state = activated_wide(*tanks, *guns, platoon="able-tank.1", edition=edition)
    state = done(state, Maneuver("us", TANK, at("D5")), EndManeuver("us"), CallForReaction("us"))
    state = done(state, FireAntiTank("ge", "ge.pak40.3", (TANK,)))
    assert "has not just acted" in refusal(state, FireAntiTank("ge", "ge.pak40.4", ("us.able-tank.2.2",)))
    second = FireAntiTank("ge", "ge.pak40.4", (TANK,))
    assert not refusal(state, second)
    assert second in legal(state, FireAntiTank)


@proves("LHY-11.5.1d", "LHY-4.3.0.5")
def test_11_5_1d_fires_at_two_concealed_tanks_are_spread_too() -> None:
    """The owner has told that there are two; only he knows which is which."""
    stugs = [unit("ge.stug.1", "C5", CONCEALED), unit("ge.stug.2", "C5", CONCEALED)]
    state = activated_wide(unit(TANK, "C8"), unit("us.able-tank.1.2", "D8"), *stugs, platoon="able-tank.1")
    state = done(state, Inquire("us", at("C5")))
    for firer in (TANK, "us.able-tank.1.2"):
        state = done(state, FireAntiTank("us", firer, ("afv@C5",)))
    assert [fire.target for fire in course(state).fires] == ["ge.stug.1", "ge.stug.2"]


@proves("LHY-11.5.4c", "LHY-4.3.0.5", "LHY-11.5.1d")
@pytest.mark.parametrize(
    ("vehicle", "name", "count"),
    [("ge.stug", "afv@C5", 2), ("ge.stug", "afv@C5", 1), ("ge.spw251", "carrier@C5", 2)],
)
def test_11_5_4c_one_tank_splits_its_fire_over_two_that_lie_concealed_in_a_hex(
    vehicle: str, name: str, count: int
) -> None:
    """The owner has told how many of a class there are: that many may be named, the top counters first."""
    hidden = [unit(f"{vehicle}.{number + 1}", "C5", CONCEALED) for number in range(count)]
    state = activated_wide(
        unit(TANK, "C8"), *hidden, unit("ge.pz4.2.1", "C4", CONCEALED), platoon="able-tank.1"
    )
    state = Inquired(at("C4"), (("afv", 1),)).on(done(state, Inquire("us", at("C5"))))
    both = FireAntiTank("us", TANK, (name, name))
    assert (both in legal(state, FireAntiTank)) is (count == 2)
    assert ("at one unit, or split over two" in refusal(state, both)) is (count == 1)
    if count == 2:
        fires = course(done(state, both)).fires
        assert [fire.target for fire in fires] == [f"{vehicle}.1", f"{vehicle}.2"]
        assert [fire.value for fire in fires] == [0, 0], "ATV 3, -2 as it is split, -1 concealed"


@proves("LHY-8.0b", "LHY-4.3.0.5")
def test_8_0b_of_two_concealed_tanks_the_one_that_acted_is_fired_at() -> None:
    """The tank drives up through smoke, so it stays concealed, and joins a concealed tank whose counter is on top."""
    tanks = [unit("us.able-tank.2.2", "C8", CONCEALED, IN_MOTION), unit(TANK, "C7", CONCEALED)]
    smoke = [Marker("smoke", at("C7"))]
    state = activated_wide(*tanks, unit("ge.pak40.3", "C3"), platoon="able-tank.2", markers=smoke)
    state = done(state, Maneuver("us", "us.able-tank.2.2", at("C7")), EndManeuver("us"))
    state = done(state, CallForReaction("us"), Inquire("ge", at("C7")))
    state = done(state, FireAntiTank("ge", "ge.pak40.3", ("afv@C7",)))
    assert [fire.target for fire in course(state).fires] == ["us.able-tank.2.2"]


def _rolled_up(*idle: str) -> GameState:
    """A tank drives up through smoke, so it stays concealed, and joins other concealed units in C7 that have not acted."""
    tank = unit("us.able-tank.2.2", "C8", CONCEALED, IN_MOTION)
    others = [unit(name, "C7", CONCEALED) for name in idle]
    smoke = [Marker("smoke", at("C7"))]
    state = activated_wide(tank, *others, unit("ge.pak40.3", "C3"), platoon="able-tank.2", markers=smoke)
    return done(state, Maneuver("us", tank.id, at("C7")), EndManeuver("us"), CallForReaction("us"))


@proves("LHY-8.0b", "LHY-11.5.4c", "LHY-4.3.0.4")
def test_8_0b_fire_is_not_split_over_a_concealed_tank_that_did_not_act() -> None:
    state, told = recorded(_rolled_up(TANK), Inquire("ge", at("C7")))
    assert told[:2] == [
        "concealed in C7: 2 AFVs",
        "of these have just acted, and may be fired at: 1 AFV (LHY 8.0b, OUR 197, inferred)",
    ]
    both = FireAntiTank("ge", "ge.pak40.3", ("afv@C7", "afv@C7"))
    assert "at one unit, or split over two" in refusal(state, both)
    assert legal(state, FireAntiTank) == [FireAntiTank("ge", "ge.pak40.3", ("afv@C7",))]


@proves("LHY-8.0b", "LHY-4.3.0.4")
def test_8_0b_no_fire_at_a_concealed_halftrack_that_did_not_act() -> None:
    state = done(_rolled_up("us.m3.2"), Inquire("ge", at("C7")))
    assert legal(state, FireAntiTank) == [FireAntiTank("ge", "ge.pak40.3", ("afv@C7",))]
    idle = FireAntiTank("ge", "ge.pak40.3", ("carrier@C7",))
    assert "no carrier that lies concealed in C7 has just acted (LHY 8.0b" in refusal(state, idle)


@proves("LHY-11.5.1d.2")
@pytest.mark.parametrize(
    ("edition", "came_from", "allowed"),
    [("2019", "C6", False), ("series-3.1", "C6", True), ("series-3.1", "C4", False)],
    ids=["2019", "from-the-rear", "from-the-front"],
)
def test_11_5_1d_in_the_later_edition_enfilade_is_exempt_from_spreading_fires(
    edition: str, came_from: str, allowed: bool
) -> None:
    state = activated_wide(*_two_tanks(), platoon="able-tank.1", fires=(_on_the_first(),), edition=edition)
    state = CameFrom("ge.stug.1", at(came_from), False).on(state)
    assert (not refusal(state, FireAntiTank("us", TANK, ("ge.stug.1",)))) is allowed


def _two_tanks() -> list[Unit]:
    return [unit(TANK, "C8"), unit("ge.stug.1", "C5"), unit("ge.stug.2", "C5")]


def _on_the_first() -> FireMarker:
    return FireMarker(1, FireKind.ATDRM, at("C5"), 1, against="ge", target="ge.stug.1")
