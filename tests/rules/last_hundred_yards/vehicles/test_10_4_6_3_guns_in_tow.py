"""10.4.6.3: guns that limber up and are set down, and their trucks."""

from dataclasses import replace
from typing import Any

import pytest

from rules.game.chance.dice import ScriptedDice
from rules.game.state import GameState
from rules.last_hundred_yards.book.conditions import CONCEALED, DISRUPTED, HIDDEN, IN_MOTION, LAID_OUT
from rules.last_hundred_yards.declarations.maneuver.maneuver import Maneuver
from rules.last_hundred_yards.declarations.maneuver.vehicle_motion import EndManeuver
from rules.last_hundred_yards.declarations.turn.activation import Activate, SelectCompany
from rules.last_hundred_yards.declarations.turn.initiative import RollInitiative
from rules.last_hundred_yards.declarations.vehicles.inherent_trucks import Limber
from rules.last_hundred_yards.declarations.vehicles.transport import Load, Unload
from rules.last_hundred_yards.effects.harm import destroy
from rules.last_hundred_yards.effects.view import state_seen_by
from rules.last_hundred_yards.play.play import PLAY
from rules.last_hundred_yards.state.events.unit_events import Mounted
from rules.last_hundred_yards.state.markers import FireKind, FireMarker
from tests.drawing import board, open_ground
from tests.proving import proves
from tests.rules.last_hundred_yards.playing import activated, at, course, done, legal, opened, refusal, unit
from tests.rules.last_hundred_yards.vehicles.next_door import GUN, TRUCK, beside, marked

SQUAD, LEADER, FOE = "us.able.1.squad.1", "us.able.1.leader", "ge.1kp.1.squad.1"


@proves("LHY-10.4.6.3a")
@pytest.mark.parametrize(("letter", "allowed"), [("w", True), ("f", True), (".", False)])
def test_10_4_6_3a_a_gun_limbers_up_from_an_adjacent_hex_only_where_its_carrier_cannot_drive(
    letter: str, allowed: bool
) -> None:
    ground = open_ground(5, 10, {"C7": letter})
    units = [unit("us.gun57.1", "C7"), unit(SQUAD, "C7"), unit(LEADER, "C7"), unit("us.m3.2", "C8")]
    state = opened(ground, [*units, unit("ge.1kp.2.leader", "E1")])
    state = done(state, RollInitiative("us"), 9, 2, SelectCompany("us", "able"), Activate("us", ("able.1",)))
    assert (not refusal(state, Load("us", "us.gun57.1", "us.m3.2"))) is allowed


@proves("LHY-10.4.6.3.1")
def test_10_4_6_3_a_carrier_that_has_driven_this_turn_takes_no_gun_in_tow() -> None:
    units = [
        unit("us.gun57.1", "C7"),
        unit(SQUAD, "C7"),
        unit(LEADER, "C7"),
        unit("us.m3.2", "C8", IN_MOTION),
    ]
    state = done(activated(*units), Maneuver("us", "us.m3.2", at("C7")), EndManeuver("us", stop=True))
    assert "only one of these" in refusal(state, Load("us", "us.gun57.1", "us.m3.2"))


@proves("LHY-10.4.6.3a")
@pytest.mark.parametrize(
    ("to", "why"), [("D8", ""), ("C9", "gets off in the hex"), ("C7", "cannot stand"), ("B8", "cannot stand")]
)
def test_10_4_6_3a_a_gun_is_set_down_next_to_its_carrier_where_that_cannot_drive(to: str, why: str) -> None:
    rows = ["........".replace(".", ". ").split() for _ in range(10)]
    rows[7][3], rows[6][2] = "f", "u"
    ground = board("\n".join(map(" ".join, rows)), rivers="A8 B8 B9")
    units = [unit(GUN, "C8"), unit(SQUAD, "C8"), unit(LEADER, "C8"), unit("us.m3.2", "C8")]
    state = Mounted(GUN, "us.m3.2").on(activated(*units, ground=ground))
    state = replace(state, course=replace(course(state), loaded_this_turn=frozenset()))
    refused = refusal(state, Unload("us", GUN, at(to)))
    assert (why in refused) if why else not refused
    if not why:
        after = done(state, Unload("us", GUN, at(to)))
        assert after.unit(GUN).at == at(to)
        assert after.unit("us.m3.2").at == at("C8")


@proves("LHY-10.4.6.3a", "LHY-4.1.9d.2")
@pytest.mark.parametrize(("roads", "barred"), [("C7 C8 C9", True), ("C7 C8 C9, C8 D8", False)])
def test_10_4_6_3a_a_gun_is_not_set_down_through_the_houses_of_a_street(roads: str, barred: bool) -> None:
    """The street runs through C8; D8 is wooded, so the halftrack may enter it only by road."""
    rows = [". . . . . . . ."] * 7 + [". . u f . . . ."] + [". . . . . . . ."] * 2
    ground = board("\n".join(rows), roads=roads)
    units = [unit(GUN, "C8"), unit(SQUAD, "C7"), unit(LEADER, "C7"), unit("us.m3.2", "C8")]
    state = Mounted(GUN, "us.m3.2", from_the_start=True).on(activated(*units, ground=ground))
    why = refusal(state, Unload("us", GUN, at("D8")))
    assert ("houses bar us.gun57.1 the way from C8 to D8" in why) is barred
    waits = activated(unit(GUN, "D8"), *units[1:], ground=ground)
    why = refusal(waits, Load("us", GUN, "us.m3.2"))
    assert ("houses bar us.gun57.1 the way from D8 to C8" in why) is barred


def limbering(*conditions: str, label: str = "C8", **options: Any) -> GameState:
    """A gun in C8, by the later rules."""
    units = [unit(GUN, label, *conditions), unit(SQUAD, label), unit(LEADER, label)]
    return activated(*units, **{"edition": "series-3.1", **options})


@proves("LHY-10.4.6.3.2")
def test_10_4_6_3_a_gun_has_its_own_truck_which_appears_when_it_limbers_up() -> None:
    state = done(limbering(), Limber("us", GUN, at("C8")))
    truck = state.unit(TRUCK)
    assert (truck.type, truck.side, truck.at) == ("us.truck.1", "us", at("C8"))
    assert course(state).loads_of(TRUCK) == (GUN,)
    assert not truck.has(CONCEALED), "as its gun is not"
    assert {GUN, TRUCK} <= course(state).acted, "the only action of both"
    assert "has already acted" in refusal(state, Maneuver("us", TRUCK, at("C7")))
    assert "has no room" in refusal(state, Load("us", SQUAD, TRUCK)), "never for passengers"


@proves("LHY-10.4.6.3.2", "LHY-10.4.6.3.1", "LHY-10.4.6.2.1.2")
def test_10_4_6_3_the_truck_drives_in_a_later_turn_and_disappears_when_the_gun_is_set_down() -> None:
    state = done(limbering(), Limber("us", GUN, at("C8")))
    fresh = replace(
        course(state), acted=frozenset(), loaded_this_turn=frozenset(), support=frozenset((GUN, TRUCK))
    )
    assert "aboard already" in refusal(replace(state, course=fresh), Limber("us", GUN, at("C8")))
    driven = done(replace(state, course=fresh), Maneuver("us", TRUCK, at("C7")))
    assert driven.unit(GUN).at == at("C7")
    assert "only one of these" in refusal(done(driven, EndManeuver("us")), Unload("us", GUN))
    unloaded = done(replace(state, course=fresh), Unload("us", GUN))
    assert unloaded.unit(TRUCK).at is None
    assert (unloaded.unit(GUN).at, course(unloaded).aboard) == (at("C8"), ())
    assert GUN in course(unloaded).acted
    assert not course(unloaded).losses, "it is nobody's loss"


@proves("LHY-10.4.6.3.2")
@pytest.mark.parametrize(
    ("state", "where", "why"),
    [
        (limbering(edition="2019"), "C8", "guns have no trucks of their own"),
        (limbering(edition="2019", switches={"trucks_inherent": True}), "C8", ""),
        (limbering(edition="series-3.1", switches={"trucks_inherent": False}), "C8", "guns have no trucks"),
        (limbering(DISRUPTED), "C8", "no condition to mount"),
        (limbering(), "C7", "comes to"),
        (limbering(label="C10"), "C8", "is not next to"),
        (limbering(sides={"ge": {"edge": "north"}}), "C8", ""),
        (limbering(ground=open_ground(8, 10, tree_lines="C7-C8")), "C8", ""),
    ],
)
def test_10_4_6_3_when_a_gun_limbers_up(state: GameState, where: str, why: str) -> None:
    refused = refusal(state, Limber("us", GUN, at(where)))
    assert (why in refused) if why else not refused
    assert (Limber("us", GUN, at(where)) in legal(state, Limber)) is (not refused)


@proves("LHY-10.4.6.3.2", "LHY-10.4.6.3a", "LHY-10.4.6.2d")
def test_10_4_6_3a_from_woods_a_gun_limbers_up_in_the_next_hex() -> None:
    rows = [". . . . . . . ."] * 7 + [". . w . . . . .", ". . . . . . . .", ". . f . . . . ."]
    ground = board("\n".join(rows))
    state = limbering(ground=ground)
    assert "no truck can drive into C8" in refusal(state, Limber("us", GUN, at("C8")))
    after = done(state, Limber("us", GUN, at("C9")))
    assert (after.unit(GUN).at, after.unit(TRUCK).at) == (at("C9"), at("C9"))
    units = [unit(GUN, "C8"), unit(SQUAD, "C8"), unit(LEADER, "C8"), unit(FOE, "C9", CONCEALED)]
    held = activated(*units, ground=ground, edition="series-3.1")
    assert "C9 holds the enemy" in refusal(held, Limber("us", GUN, at("C9")))
    near = activated(*units[:3], unit(FOE, "C10"), ground=ground, edition="series-3.1")
    assert "next to a hex with a known enemy" in refusal(near, Limber("us", GUN, at("C9")))


@proves("LHY-10.4.6.3.2", "LHY-4.3.0.1")
def test_10_4_6_3_the_truck_of_a_concealed_gun_gives_nothing_away() -> None:
    state = done(limbering(CONCEALED), Limber("us", GUN, at("C8")))
    assert state.unit(TRUCK).has(CONCEALED)
    assert not {GUN, TRUCK} & set(state_seen_by(state, "ge").units)
    hidden = done(limbering(HIDDEN), Limber("us", GUN, at("C8")))
    assert hidden.unit(GUN).conditions - LAID_OUT == {CONCEALED}, "who acts is put on the map"


@proves("LHY-10.4.6.3.2", "LHY-12.3.7a.2")
def test_10_4_6_3_a_truck_destroyed_takes_its_gun_with_it() -> None:
    state = done(limbering(), Limber("us", GUN, at("C8")))
    resolution = PLAY.resolution(state, ScriptedDice([1]))
    destroy(resolution, state.unit(TRUCK), collateral=True)
    assert (resolution.state.unit(TRUCK).at, resolution.state.unit(GUN).at) == (None, None)
    assert dict(resolution.course.losses) == {"us": 1}


@proves("LHY-11.5.1a", "LHY-10.4.6.3a")
@pytest.mark.parametrize("edition", ["2019", "series-3.1"])
def test_11_5_1a_a_gun_limbered_to_its_carrier_in_an_adjacent_hex_takes_its_marker_along(
    edition: str,
) -> None:
    fire = marked(FireKind.ATDRM, 8, target=GUN)
    if edition == "2019":
        state = done(beside("w", fire, moves=GUN, carrier="us.m3.2"), Load("us", GUN, "us.m3.2"))
    else:
        state = done(beside("w", fire, moves=GUN, carrier="", edition=edition), Limber("us", GUN, at("C8")))
    assert state.unit(GUN).at == at("C8")
    assert course(state).is_aboard(GUN)
    assert [fire.at for fire in course(state).fires] == [at("C8")]


@proves("LHY-11.5.1a", "LHY-10.4.6.3a")
def test_11_5_1a_a_gun_set_down_in_an_adjacent_hex_takes_its_marker_along() -> None:
    ground = open_ground(4, 10, {"C7": "f"})
    units = unit(GUN, "C8"), unit("us.m3.2", "C8"), unit(SQUAD, "A10"), unit(LEADER, "A10")
    fire = FireMarker(1, FireKind.ATDRM, at("C8"), 8, target=GUN)
    state = activated(*units, ground=ground, far=[unit(FOE, "D1")], fires=[fire])
    state = Mounted(GUN, "us.m3.2", from_the_start=True).on(state)
    after = done(state, Unload("us", GUN, at("C7")))
    assert after.unit(GUN).at == at("C7")
    assert [fire.at for fire in course(after).fires] == [at("C7")]


@proves("LHY-11.4.8e", "LHY-10.4.6.3.1", "LHY-10.3.1.0.1")
def test_11_4_8e_a_gun_disrupted_as_it_leaves_for_its_carrier_stays_and_does_not_withdraw() -> None:
    state = beside("w", marked(FireKind.MDRM, 3, tubes=0), moves=GUN, carrier="us.m3.2")
    state = done(state, Load("us", GUN, "us.m3.2"), 5)
    assert (state.unit(GUN).at, state.unit(GUN).has(DISRUPTED)) == (at("C7"), True)
    assert not course(state).aboard
    assert course(state).moving is None
    assert {GUN, "us.m3.2"} <= course(state).acted, "it was the action of both"
