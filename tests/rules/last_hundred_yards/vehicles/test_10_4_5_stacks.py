"""10.4.5: two vehicles that drive as a stack, overrun together, and what a gun of the hex can do to both."""

from fractions import Fraction
from typing import Any

import pytest

from rules.game.state import GameState
from rules.game.units import Marker, Unit
from rules.last_hundred_yards.book.conditions import IN_MOTION, SHOCKED, STOPPED
from rules.last_hundred_yards.declarations.maneuver.maneuver import Maneuver
from rules.last_hundred_yards.declarations.maneuver.vehicle_motion import EndManeuver
from rules.last_hundred_yards.declarations.vehicles.bypass import Bypass
from rules.last_hundred_yards.declarations.vehicles.fire_within_hex import FireWithinHex
from rules.last_hundred_yards.declarations.vehicles.overrun import Overrun
from rules.last_hundred_yards.declarations.vehicles.overrun_attack import OverrunAttack
from rules.last_hundred_yards.declarations.vehicles.overrun_resistance import ResistOverrun
from rules.last_hundred_yards.play.play import PLAY
from rules.last_hundred_yards.state.markers import FireKind
from tests.drawing import open_ground
from tests.proving import proves
from tests.rules.last_hundred_yards.playing import activated, at, course, done, legal, recorded, refusal, unit

TANK, SECOND, GUN, SQUAD = "us.able-tank.1.1", "us.able-tank.1.2", "ge.pak40.3", "ge.1kp.1.squad.1"


def stack(
    *units: Unit, second: str = SECOND, first_at: str = "C6", second_at: str = "C6", **options: Any
) -> GameState:
    """Two vehicles in motion, both of an activated platoon."""
    own = unit(TANK, first_at, IN_MOTION), unit(second, second_at, IN_MOTION)
    return activated(*own, *units, platoon="able-tank.1", **options)


@proves("LHY-10.4.5P.1a", "LHY-10.4.5P.1b")
def test_10_4_5_a_stack_overruns_together_and_each_vehicle_lays_its_marker() -> None:
    state = done(stack(unit("ge.mg.1", "C5")), Overrun("us", TANK, at("C5"), (SECOND,)))
    assert {state.unit(one).at for one in (TANK, SECOND)} == {at("C5")}
    assert [(fire.firer, fire.kind, fire.value) for fire in course(state).fires] == [
        (TANK, FireKind.SADRM, 2),
        (SECOND, FireKind.SADRM, 2),
    ]
    assert {action.vehicle for action in legal(state, ResistOverrun)} == {TANK, SECOND}, "a single AFV"


@proves("LHY-10.4.5P.2b", "LHY-10.4.5P.2a", "LHY-10.4.5P.5", "LHY-10.4.5P.5.open")
def test_10_4_5p_2_a_towed_gun_may_split_its_fire_against_stacked_overrunners() -> None:
    state = done(stack(unit(GUN, "C5")), Overrun("us", TANK, at("C5"), (SECOND,)))
    assert PLAY.to_act(state) == "ge"
    assert set(PLAY.legal_actions(state)) == {
        FireWithinHex("ge", GUN, (TANK,)),
        FireWithinHex("ge", GUN, (SECOND,)),
        FireWithinHex("ge", GUN, (TANK, SECOND)),
    }, "it has to fire"
    # ATV 5, -1 in motion, -1 for the two markers on its hex; -2 each for splitting. Then the gun is marked.
    marked = [(GUN, 2), (GUN, 2)]
    at_one, record = recorded(state, FireWithinHex("ge", GUN, (SECOND,)))
    told = f"{GUN} puts ATDRM +3 on {SECOND}: +5 ATV of {GUN}, -1 suppressed, -1 target in motion"
    assert told in record
    assert [(fire.target, fire.value) for fire in course(at_one).fires[2:]] == [(SECOND, 3), *marked]
    at_both = done(state, FireWithinHex("ge", GUN, (TANK, SECOND)))
    both = [(TANK, 1), (SECOND, 1)]
    assert [(fire.target, fire.value) for fire in course(at_both).fires[2:]] == [*both, *marked]
    assert GUN in course(at_both).acted
    assert course(at_both).moving is not None


@proves("LHY-10.4.5P.2b")
def test_10_4_5p_2_the_gun_and_the_squad_each_place_a_separate_marker() -> None:
    state = done(stack(unit(GUN, "C5"), unit(SQUAD, "C5")), Overrun("us", TANK, at("C5"), (SECOND,)))
    state = done(state, FireWithinHex("ge", GUN, (TANK, SECOND)), ResistOverrun("ge", SQUAD, TANK))
    numbers = [fire.number for fire in course(state).fires]
    assert len(set(numbers)) == len(numbers) == 7


@proves("LHY-10.4.5P.2b", "LHY-10.4.5L.7a")
def test_10_4_5p_2_no_latw_splits_and_in_the_later_edition_no_gun() -> None:
    latw = done(stack(unit("ge.latw.1", "C5")), Overrun("us", TANK, at("C5"), (SECOND,)))
    assert "does not split its fire" in refusal(latw, FireWithinHex("ge", "ge.latw.1", (TANK, SECOND)))
    later = done(stack(unit(GUN, "C5"), edition="series-3.1"), Overrun("us", TANK, at("C5"), (SECOND,)))
    later = done(later, OverrunAttack("us", TANK), OverrunAttack("us", SECOND))
    assert "does not split its fire" in refusal(later, FireWithinHex("ge", GUN, (TANK, SECOND)))
    assert not refusal(later, FireWithinHex("ge", GUN, (SECOND,)))


@proves("LHY-10.4.5L.3")
@pytest.mark.parametrize(("edition", "allowed"), [("2019", True), ("series-3.1", False)])
def test_10_4_5_in_the_later_edition_both_have_to_start_in_one_hex(edition: str, allowed: bool) -> None:
    state = stack(unit("ge.mg.1", "C5"), first_at="C7", edition=edition)
    state = done(state, Maneuver("us", TANK, at("C6")))
    together = Overrun("us", TANK, at("C5"), (SECOND,))
    assert ("start in one hex" not in refusal(state, together)) is allowed
    assert (together in legal(state, Overrun)) is allowed
    assert not refusal(state, Overrun("us", TANK, at("C5")))
    if allowed:
        after = done(state, together)
        assert after.unit(SECOND).at == at("C5")
        assert SECOND in course(after).acted


@proves("LHY-10.4.5P.1a", "LHY-10.4.1.2", "LHY-10.4.1.3")
@pytest.mark.parametrize("stood", [False, True])
def test_10_4_5_a_tank_joining_an_overrun_pays_as_the_first_one(stood: bool) -> None:
    """1 MP brought the first tank to C6; the second starts there, also for 1 MP, or is already in motion."""
    state = activated(
        unit(TANK, "C7", IN_MOTION), unit(SECOND, "C6", *(() if stood else (IN_MOTION,))), unit("ge.1kp.1.leader", "C5"),
        platoon="able-tank.1",
    )  # fmt: skip
    state = done(state, Maneuver("us", TANK, at("C6")))
    alone = course(done(state, Overrun("us", TANK, at("C5")))).moving
    joined = done(state, Overrun("us", TANK, at("C5"), (SECOND,)))
    moving = course(joined).moving
    assert moving is not None
    assert alone is not None
    assert moving.spent == alone.spent
    assert ("start and stop" in refusal(joined, EndManeuver("us", stop=True))) is stood


@proves("LHY-10.0.1", "LHY-10.4.5L.3")
def test_10_4_5_a_tank_and_a_truck_pay_as_the_truck_does() -> None:
    """Open ground costs the tank 1 MP and the truck 2."""
    truck = "us.truck.1"
    men = unit("us.able.1.squad.1", "C6"), unit("us.able.1.leader", "C6")
    state = activated(unit(TANK, "C6", IN_MOTION), unit(truck, "C6", IN_MOTION), *men)
    moving = course(done(state, Maneuver("us", TANK, at("C5"), along=(truck,)))).moving
    assert moving is not None
    assert moving.spent == 2


@proves("LHY-10.4.5P.1a", "LHY-4.1.8.3")
@pytest.mark.parametrize(
    ("roads", "foe_at", "farther"),
    [
        ("C10 C9 C8 C7 C6 C5 C4", "C9", True),
        ("C10 C9 C8 C7 C6 C5 C4", "C8", True),
        ("C9 C8 C7 C6 C5 C4", "C8", False),  # it comes onto the road from the field in C10
        ("C10 D9, C9 C8 C7 C6 C5 C4", "C9", False),  # from one road over the field to another
        ("", "C9", False),
    ],
)
def test_4_1_8_an_overrun_along_a_road_keeps_the_road_bonus(roads: str, foe_at: str, farther: bool) -> None:
    """Of 5 MP two go for the hex overrun; by road the bonus takes the tank on to C5."""
    field = open_ground(8, 10, roads=roads)
    foe = unit("ge.1kp.1.leader", foe_at)
    state = activated(unit(TANK, "C10", IN_MOTION), foe, ground=field, platoon="able-tank.1")
    for label in ("C9", "C8", "C7", "C6"):
        into = at(label)
        state = done(state, Overrun("us", TANK, into) if label == foe_at else Maneuver("us", TANK, into))
    assert (not refusal(state, Maneuver("us", TANK, at("C5")))) is farther


@proves("LHY-10.4.5L.3")
@pytest.mark.parametrize("edition", ["2019", "series-3.1"])
def test_10_4_5_a_stack_may_approach_together_and_then_overrun(edition: str) -> None:
    state = stack(unit("ge.mg.1", "C4"), first_at="C6", edition=edition)
    state = done(state, Maneuver("us", TANK, at("C5"), along=(SECOND,)))
    moving = course(state).moving
    assert moving is not None
    assert (moving.units, moving.spent) == ((TANK, SECOND), Fraction(1))
    assert "are maneuvering" in refusal(state, Maneuver("us", TANK, at("C6")))
    assert not refusal(state, Overrun("us", TANK, at("C4"), (SECOND,)))
    ended = done(state, EndManeuver("us", stop=True))
    assert all(ended.unit(one).has(STOPPED) for one in (TANK, SECOND))


@proves("LHY-10.4.5L.3", "LHY-10.4.1.2")
def test_10_4_5_a_stack_pays_as_the_vehicle_that_has_to_start() -> None:
    state = activated(unit(TANK, "C6", IN_MOTION), unit(SECOND, "C6"), platoon="able-tank.1")
    state = done(state, Maneuver("us", TANK, at("C5"), along=(SECOND,)))
    moving = course(state).moving
    assert moving is not None
    assert moving.spent == 2
    assert state.unit(SECOND).has(IN_MOTION)
    assert "start and stop" in refusal(state, EndManeuver("us", stop=True))


@proves("LHY-10.4.5L.3", "LHY-10.4.5P.1a")
@pytest.mark.parametrize(
    ("action", "why"),
    [
        (Maneuver("us", TANK, at("C5"), along=("us.able-tank.1.3",)), "in one hex"),
        (Maneuver("us", TANK, at("C5"), along=(SECOND, "us.able-tank.1.3")), "a stack is two"),
        (Maneuver("us", TANK, at("C5"), along=("us.able.1.squad.1",)), "only vehicles may move as a stack"),
        (Maneuver("us", TANK, at("C5"), "reverse", (SECOND,)), "reverse one by one"),
        (Maneuver("us", TANK, at("C5"), along=("ge.mg.1",)), "us has no unit ge.mg.1"),
    ],
)
def test_10_4_5_which_vehicles_do_not_drive_as_a_stack(action: Maneuver, why: str) -> None:
    others = unit("us.able-tank.1.3", "D6", IN_MOTION), unit("us.able.1.squad.1", "C6"), unit("ge.mg.1", "C2")
    assert why in refusal(stack(*others), action)


@proves("LHY-16.1.1b.1")
def test_16_1_mines_strike_each_vehicle_of_a_stack_and_stop_both() -> None:
    state = stack(unit("ge.mg.1", "C2"), markers=[Marker("mines", at("C5"))])
    state = done(state, Maneuver("us", TANK, at("C5"), along=(SECOND,)), 9, 1)
    assert (state.unit(TANK).has(SHOCKED), state.unit(SECOND).has(SHOCKED)) == (True, False)
    assert course(state).moving is None


@proves("LHY-10.4.5L.9")
@pytest.mark.parametrize("then", ["overrun", "bypass"])
def test_10_4_5_of_a_stack_a_vehicle_shocked_on_the_way_out_stays_under_assault(then: str) -> None:
    """A 10 as the first tank breaks the wire in C5, a 1 for the second, which drives on or into the next enemies."""
    edition = "series-3.1" if then == "bypass" else "2019"
    foes = unit("ge.1kp.1.leader", "C5"), unit("ge.2kp.1.leader", "C4" if then == "bypass" else "H1")
    state = stack(*foes, edition=edition, markers=[Marker("wire", at("C5"))])
    if then == "bypass":
        state = done(state, Bypass("us", TANK, at("C5"), (SECOND,)))
        state = done(state, Bypass("us", TANK, at("C4"), (SECOND,)), 10, 1)
    else:
        state = done(state, Overrun("us", TANK, at("C5"), (SECOND,)))
        state = done(state, Maneuver("us", TANK, at("C4"), along=(SECOND,)), 10, 1)
    assert (state.unit(TANK).at, state.unit(SECOND).at) == (at("C5"), at("C4"))
    assault = course(state).assault_at(at("C5"))
    assert assault is not None
    assert assault.side == "ge"
    moving = course(state).moving
    assert moving is not None
    assert moving.units == (SECOND,)


@proves("LHY-16.2b.2", "LHY-10.4.5L.9")
def test_16_2b_a_vehicle_of_a_stack_shocked_in_wire_without_enemies_is_under_no_assault() -> None:
    state = stack(unit("ge.1kp.1.leader", "H1"), markers=[Marker("wire", at("C6"))])
    state = done(state, Maneuver("us", TANK, at("C5"), along=(SECOND,)), 10, 1)
    assert (state.unit(TANK).at, state.unit(SECOND).at) == (at("C6"), at("C5"))
    assert not course(state).assaults


@proves("LHY-4.1.9g")
def test_4_1_9g_a_stack_does_not_enter_an_urban_road_hex() -> None:
    town = open_ground(
        8, 10, {"C1": "u", "C2": "u", "C3": "u", "C4": "u", "C5": "u"}, roads="C1 C2 C3 C4 C5 C6"
    )
    state = stack(unit("ge.mg.1", "C1"), ground=town)
    assert "holds one vehicle" in refusal(state, Maneuver("us", TANK, at("C5"), along=(SECOND,)))
    assert not refusal(state, Maneuver("us", TANK, at("C5")))


@proves("LHY-10.4.5L.8", "LHY-10.4.5L.9", "LHY-10.4.5L.7d")
def test_10_4_5_of_a_stack_the_unharmed_vehicle_goes_on_and_the_shocked_one_is_under_assault() -> None:
    state = done(stack(unit(GUN, "C5"), edition="series-3.1"), Overrun("us", TANK, at("C5"), (SECOND,)))
    state = done(state, OverrunAttack("us", TANK), OverrunAttack("us", SECOND))
    # ATV 5, -1 in motion, -1 for two markers: 3, and a die of 7 equals AV 10.
    after = done(state, FireWithinHex("ge", GUN, (SECOND,)), 7)
    assert after.unit(SECOND).has(SHOCKED)
    assault = course(after).assault_at(at("C5"))
    assert assault is not None
    assert assault.side == "ge"
    moving = course(after).moving
    assert moving is not None
    assert moving.units == (TANK,)
    assert "does not end in the overrun hex" in refusal(after, EndManeuver("us"))
    assert done(after, Maneuver("us", TANK, at("C4"))).unit(TANK).at == at("C4")
