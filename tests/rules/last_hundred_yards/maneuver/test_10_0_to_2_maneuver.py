"""Chapters 10.0 to 10.2: men on foot, and over the edge of the map."""

from fractions import Fraction

import pytest

from rules.game.state import GameState
from rules.game.units import Marker
from rules.ground.hex.hexes import First, HexGrid, Top
from rules.last_hundred_yards.book.conditions import CONCEALED, DISRUPTED, HEROIC, IN_MOTION
from rules.last_hundred_yards.declarations.maneuver.maneuver import Maneuver
from rules.last_hundred_yards.declarations.maneuver.vehicle_motion import EndManeuver
from rules.last_hundred_yards.declarations.turn.activation import CallForReaction
from rules.last_hundred_yards.declarations.withdrawal import Withdraw
from rules.last_hundred_yards.play.play import PLAY
from rules.last_hundred_yards.ruleset import RULESET
from rules.last_hundred_yards.state.events.unit_events import Mounted
from rules.last_hundred_yards.state.markers import FireKind, FireMarker
from rules.last_hundred_yards.state.mission.map_parts import Edge, hexes_along
from tests.drawing import board, open_ground
from tests.proving import proves
from tests.rules.last_hundred_yards.maneuver.maneuvers import moved
from tests.rules.last_hundred_yards.playing import (
    activated,
    activated_small,
    at,
    course,
    done,
    legal,
    recorded,
    refusal,
    unit,
)

SQUAD, SECOND, LEADER, TANK, FOE, HALFTRACK = (
    "us.able.1.squad.1",
    "us.able.1.squad.2",
    "us.able.1.leader",
    "us.able-tank.1.1",
    "ge.1kp.1.squad.1",
    "us.m3.2",
)


@proves("LHY-10.0.1", "LHY-10.1.1a", "LHY-10.0a", "LHY-10.1.0.1")
def test_10_1_three_hexes_of_open_ground_on_foot() -> None:
    state = moved(activated_small(unit(SQUAD, "C7"), unit(LEADER, "A8")), SQUAD, "C6", "C5", "C4")
    assert course(state).moving is None, "no MP are left"
    assert state.unit(SQUAD).at == at("C4")


@proves("LHY-10.1.1a")
def test_10_1_men_may_always_enter_two_hexes_whatever_they_cost() -> None:
    woods = board("\n".join(["w w w w w w w w"] * 8))
    state = moved(activated_small(unit(SQUAD, "C7"), unit(LEADER, "A8"), ground=woods), SQUAD, "C6", "C5")
    assert course(state).moving is None


@proves("LHY-10.1.0.2", "LHY-10.1.2a")
def test_10_1_2_in_reaction_men_enter_two_hexes() -> None:
    state = activated_small(unit(SQUAD, "C7"), unit(LEADER, "A8"))
    state = done(state, CallForReaction("us"), CallForReaction("ge"), Maneuver("us", LEADER, at("A7")))
    assert course(done(state, Maneuver("us", LEADER, at("A6")))).moving is None


@proves("LHY-10.0b")
def test_10_0b_an_enemy_hex_is_assaulted_not_walked_into() -> None:
    state = activated_small(unit(SQUAD, "C7"), unit(LEADER, "A8"), unit("ge.mg.1", "C6"))
    assert "assault or overrun" in refusal(state, Maneuver("us", SQUAD, at("C6")))


@proves("LHY-10.2.2", "LHY-10.2.1", "LHY-10.2a.2")
def test_10_2_men_leave_over_the_friendly_edge_without_a_die_and_never_over_the_enemys() -> None:
    state = activated_small(unit(SQUAD, "C8"), unit(LEADER, "C1"))
    after = done(state, Maneuver("us", SQUAD, None))
    assert after.unit(SQUAD).at is None
    assert not course(after).losses
    assert "not at an edge it may leave by" in refusal(state, Maneuver("us", LEADER, None))


@proves("LHY-10.2.2", "LHY-12.3.2.2b", "LHY-14.6.2.2")
@pytest.mark.parametrize(
    ("state", "why"), [(DISRUPTED, "may only step into cover"), (HEROIC, "must move toward")]
)
def test_10_2_neither_disrupted_units_nor_heroes_bound_for_an_enemy_maneuver_off_the_map(
    state: str, why: str
) -> None:
    """A disrupted unit may still withdraw over its own edge."""
    active = activated_small(unit(SQUAD, "C8", state), unit(LEADER, "A7"), unit("ge.mg.1", "C5"))
    assert f"{SQUAD} is {state}" in refusal(active, Maneuver("us", SQUAD, None)).lower()
    assert why in refusal(active, Maneuver("us", SQUAD, None))
    assert (not refusal(active, Withdraw("us", (SQUAD,), None))) is (state == DISRUPTED)


@proves("LHY-16.2b.2", "LHY-16.2a.die", "LHY-10.2.2")
@pytest.mark.parametrize(
    ("mover", "place", "die", "gone"),
    [(TANK, "C8", 9, True), (TANK, "C8", 10, False), (SQUAD, "C8", 0, True), (SQUAD, "C1", 5, True), (SQUAD, "C1", 6, False)],
)  # fmt: skip
def test_16_2_leaving_the_map_out_of_wire_a_tank_breaks_it_and_men_roll_at_the_enemys_edge(
    mover: str, place: str, die: int, gone: bool
) -> None:
    """Reading 190; the mission lets the Americans leave by the north."""
    platoon = "able-tank.1" if mover == TANK else "able.1"
    state = activated_small(
        unit(mover, place), unit(LEADER, "A7"), markers=[Marker("wire", at(place))], platoon=platoon,
        sides={"us": {"may_exit": ["north"]}},
    )  # fmt: skip
    off = Maneuver("us", mover, None)
    assert ("wire" in str(PLAY.chances(state, off))) is bool(die)
    after = done(state, off, *((die,) if die else ()))
    assert (after.unit(mover).at is None) is gone
    assert any(after.markers_at(at(place), "wire")) is not (gone and bool(die))


@proves("LHY-10.2a.1")
@pytest.mark.parametrize(
    ("mover", "dice", "lost", "leaves"),
    [
        (SQUAD, (7,), 0, SQUAD),
        (SQUAD, (8, 1), 1, "us.able.1.section.a"),
        ("us.able.1.section.b", (8,), 1, ""),
    ],
)
def test_10_2a_leaving_over_a_side_edge_costs_a_step_on_8_or_more(
    mover: str, dice: tuple[int, ...], lost: int, leaves: str
) -> None:
    """Of a squad one of the four sections of its platoon leaves the map; of a section nothing is left."""
    state = activated_small(unit(mover, "A4"), unit(LEADER, "C7"))
    after = done(state, Maneuver("us", mover, None), *dice)
    assert course(after).losses.get("us", 0) == lost
    assert course(after).exited == ({leaves} if leaves else set())
    assert not after.unit(mover).at


@proves("LHY-10.2b")
@pytest.mark.parametrize(
    ("conditions", "leaving"),
    [((), Maneuver("us", SQUAD, None)), ((DISRUPTED,), Withdraw("us", (SQUAD,), None))],
    ids=["a maneuver", "a withdrawal"],
)
def test_10_2b_the_fire_on_a_unit_that_leaves_the_map_is_suffered_at_once(
    conditions: tuple[str, ...], leaving: Maneuver | Withdraw
) -> None:
    fire = FireMarker(1, FireKind.SADRM, at("C8"), 3, against="us")
    state = activated_small(unit(SQUAD, "C8", *conditions), unit(LEADER, "A7"), fires=(fire,))
    assert course(done(state, leaving, 7, 1)).losses == {"us": 1}


@proves("LHY-10.2b")
@pytest.mark.parametrize("stays", [SECOND, "us.mg.1"])
def test_10_2b_nobody_who_stays_takes_the_fire_for_a_unit_that_leaves_the_map(stays: str) -> None:
    """Reading 161: the squad itself meets the result of 10, whoever else is in its hex."""
    fire = FireMarker(1, FireKind.SADRM, at("C8"), 3, against="us")
    state = activated_small(unit(SQUAD, "C8"), unit(stays, "C8"), unit(LEADER, "A7"), fires=(fire,))
    after = done(state, Maneuver("us", SQUAD, None), 7, 1)
    assert course(after).losses == {"us": 1}
    assert not after.unit(stays).has(DISRUPTED)


@proves("LHY-10.2b")
@pytest.mark.parametrize("others", [(), ("us.mg.1",)])
def test_10_2b_the_last_unit_of_a_hex_takes_its_markers_off_the_map(others: tuple[str, ...]) -> None:
    fire = FireMarker(1, FireKind.SADRM, at("C8"), 0, against="us")
    state = activated_small(
        unit(SQUAD, "C8"), unit(LEADER, "A7"), *(unit(one, "C8") for one in others), fires=(fire,)
    )
    after = done(state, Maneuver("us", SQUAD, None), 1)
    assert course(after).fires == ((fire,) if others else ())


@proves("LHY-10.2b", "LHY-11.3.1a")
@pytest.mark.parametrize("last", [LEADER, "us.latw.1"])
def test_10_2b_a_unit_that_is_no_combat_unit_leaves_without_a_die_and_takes_the_markers_along(
    last: str,
) -> None:
    fire = FireMarker(1, FireKind.SADRM, at("C8"), 3, against="us")
    more = [unit(LEADER, "A7")] if last != LEADER else []
    after = done(activated_small(unit(last, "C8"), *more, fires=(fire,)), Maneuver("us", last, None))
    assert after.unit(last).at is None
    assert not course(after).fires


@proves("LHY-10.2b", "LHY-11.3.1a")
def test_10_2b_a_tank_with_riders_that_is_alone_takes_the_markers_of_its_hex_along() -> None:
    fires = [
        FireMarker(1, FireKind.ATDRM, at("C8"), 0, against="us", target=TANK),
        FireMarker(2, FireKind.SADRM, at("C8"), 0, against="us"),
    ]
    units = [unit(TANK, "C8", IN_MOTION), unit(SQUAD, "C8"), unit(LEADER, "A7")]
    state = activated_small(*units, platoon="able.1", fires=fires)
    after = done(Mounted(SQUAD, TANK).on(state), Maneuver("us", TANK, None), 1, 1)
    assert (after.unit(TANK).at, after.unit(SQUAD).at) == (None, None)
    assert not course(after).fires


@proves("LHY-10.2b", "LHY-11.4.8e")
def test_10_2b_mortar_markers_stay_on_the_hex_that_the_last_unit_left() -> None:
    mortar = FireMarker(1, FireKind.MDRM, at("C8"), -3, tubes=1)
    small = FireMarker(2, FireKind.SADRM, at("C8"), 0, against="us")
    state = activated_small(unit(SQUAD, "C8"), unit(LEADER, "A7"), fires=(mortar, small))
    after = done(state, Maneuver("us", SQUAD, None), 1, 1)
    assert after.unit(SQUAD).at is None
    assert course(after).fires == (mortar,)


def aboard(load: str, carrier: str, place: str, *fires: FireMarker) -> GameState:
    """A carrier in motion with one load, at the edge of the map."""
    units = unit(load, place), unit(carrier, place, IN_MOTION), unit(SQUAD, "B6"), unit(LEADER, "B6")
    return Mounted(load, carrier).on(activated_small(*units, fires=fires))


@proves("LHY-10.2a.1")
@pytest.mark.parametrize(
    ("load", "carrier", "dice", "left"),
    [
        (SECOND, "us.m3.2", (8, 8, 1), {"us.able.1.section.a"}),
        ("us.gun57.1", "us.m3.2", (8, 8), set()),
        ("us.gun57.1", "us.m3.2", (8, 7), {"us.gun57.1"}),
        (SECOND, "us.truck.1", (8, 1), {"us.truck.1", "us.able.1.section.a"}),
        (SECOND, "us.able-tank.1.1", (7, 8, 1), {"us.able-tank.1.1", "us.able.1.section.a"}),
        ("us.latw.1", "us.m3.2", (8,), {"us.latw.1"}),
    ],
)
def test_10_2a_each_combat_unit_aboard_rolls_when_leaving_over_a_side_edge(
    load: str, carrier: str, dice: tuple[int, ...], left: set[str]
) -> None:
    # A truck and a LATW are no combat units (2.1.2) and throw nothing.
    after = done(aboard(load, carrier, "A4"), Maneuver("us", carrier, None), *dice)
    assert course(after).losses == {"us": dice.count(8)}
    assert (after.unit(load).at, after.unit(carrier).at) == (None, None)
    assert course(after).exited == left


@proves("LHY-10.2b", "LHY-11.3.1.0")
@pytest.mark.parametrize(("carrier", "dice"), [("us.able-tank.1.1", (7, 1)), ("us.m3.2", ())])
def test_10_2b_small_arms_on_the_hex_attack_riders_leaving_the_map_and_no_passengers(
    carrier: str, dice: tuple[int, ...]
) -> None:
    fire = FireMarker(1, FireKind.SADRM, at("C8"), 3, against="us")
    after = done(aboard(SECOND, carrier, "C8", fire), Maneuver("us", carrier, None), *dice)
    assert course(after).losses == ({"us": 1} if dice else {})
    assert not course(after).fires
    assert not [one.id for one in after.units.values() if one.at == at("C8")]


@proves("LHY-10.2b")
def test_10_2b_a_leader_leaving_the_map_on_a_tank_is_not_lost_to_the_fire() -> None:
    """The squad beside him on the tank loses a step; he fails the check, but is no combat unit."""
    fire = FireMarker(1, FireKind.SADRM, at("C8"), 3, against="us")
    state = Mounted(LEADER, TANK).on(aboard(SECOND, TANK, "C8", fire))
    state = state.with_unit(unit(LEADER, "C8", DISRUPTED))
    after = done(state, Maneuver("us", TANK, None), 7, 10, 1)
    assert course(after).losses == {"us": 1}
    assert LEADER in course(after).exited
    assert not course(after).away


@proves("LHY-10.2b")
def test_10_2b_a_marker_on_a_towed_gun_is_resolved_as_its_carrier_leaves() -> None:
    gun = "us.gun57.1"
    fire = FireMarker(1, FireKind.ATDRM, at("C8"), 8, target=gun)
    after = done(aboard(gun, "us.truck.1", "C8", fire), Maneuver("us", "us.truck.1", None), 10)
    assert course(after).losses == {"us": 1}
    assert course(after).exited == {"us.truck.1"}


@proves("LHY-10.2b", "LHY-10.2.2")
def test_10_2b_the_section_that_fire_leaves_of_a_squad_is_off_the_map() -> None:
    fire = FireMarker(1, FireKind.SADRM, at("C8"), 3, against="us")
    state = activated_small(unit(SQUAD, "C8"), unit(LEADER, "A7"), fires=(fire,))
    after = done(state, Maneuver("us", SQUAD, None), 7, 1)
    assert course(after).exited == {"us.able.1.section.a"}
    assert not [one.id for one in after.units.values() if one.at == at("C8")]


@proves("LHY-10.2b", "LHY-10.4.6.0.3")
def test_10_2b_passengers_of_a_halftrack_destroyed_at_the_edge_are_disrupted_and_off_the_map() -> None:
    fire = FireMarker(1, FireKind.ATDRM, at("C8"), 8, target="us.m3.2")
    after, lines = recorded(aboard(SECOND, "us.m3.2", "C8", fire), Maneuver("us", "us.m3.2", None), 10, 1)
    assert "us.m3.2 is destroyed" in lines
    assert f"{SECOND} is disrupted" in lines
    assert course(after).losses == {"us": 1}
    assert course(after).exited == {SECOND}


@proves("LHY-10.0.1", "LHY-10.0c")
def test_10_0_a_gun_has_only_its_own_hex_in_reach() -> None:
    state = activated(unit("us.gun57.1", "C8"), unit(LEADER, "A10"), unit(FOE, "H1"))
    reach = RULESET.reach(state, state.unit("us.gun57.1")).verdict
    assert reach.allowance == 0
    assert dict(reach.cost) == {at("C8"): Fraction(0)}


@proves("LHY-10.0.1")
@pytest.mark.parametrize(
    ("lined", "why"), [("C5-C4", "AFVs are the only vehicles that may cross a tree line"), ("", "")]
)
def test_10_0_1_the_refusal_says_what_bars_the_way_of_a_halftrack(lined: str, why: str) -> None:
    ground = open_ground(5, 6, tree_lines=lined)
    units = [unit(HALFTRACK, "C5"), unit(LEADER, "C5"), unit(FOE, "A1")]
    state = activated(*units, ground=ground, edition="series-3.1", far=())
    said = refusal(state, Maneuver("us", HALFTRACK, at("C4")))
    assert why in said
    assert bool(said) is bool(why)


@proves("LHY-4.1.14.1", "LHY-10.0c")
@pytest.mark.parametrize(("who", "section"), [("ge.fp.1", "4.1.14"), ("ge.pak40.3", "10.0c")])
def test_10_0_positions_never_move_and_guns_not_by_themselves(who: str, section: str) -> None:
    state = activated(unit(SQUAD, "C8"), unit(LEADER, "C8"), unit(who, "C4"), far=())
    state = done(state, Maneuver("us", SQUAD, at("C7")), EndManeuver("us"))
    assert section in refusal(done(state, CallForReaction("us")), Maneuver("ge", who, at("C3")))


@proves("LHY-14.6.2.2", "LHY-10.0b")
def test_10_0b_no_maneuver_leads_into_a_hex_that_holds_the_enemy() -> None:
    state = activated(unit(SQUAD, "C8"), unit(LEADER, "A10"), unit(FOE, "C7", CONCEALED))
    assert "C7 holds the enemy: assault or overrun it" in refusal(state, Maneuver("us", SQUAD, at("C7")))
    assert at("C7") not in {action.to for action in legal(state, Maneuver)}


@proves("LHY-10.0.1")
def test_10_0_a_refused_path_names_the_reason() -> None:
    state = activated(unit(SQUAD, "C8"), unit(SECOND, "F8"), unit(LEADER, "A10"), unit(FOE, "C1"))
    assert PLAY.next_on_way(state, (SQUAD,), (at("C8"), at("C7"))) == Maneuver("us", SQUAD, at("C7"))
    assert "cannot get there" in str(PLAY.next_on_way(state, (SQUAD,), (at("C8"),)))
    gone = done(state, Maneuver("us", SQUAD, at("C7")), EndManeuver("us"))
    assert "is over" in str(PLAY.next_on_way(gone, (SQUAD,), (at("C7"), at("C6"))))
    on_the_way = done(state, Maneuver("us", SQUAD, at("C7")))
    assert PLAY.before_it_goes(on_the_way, (SECOND,), (SECOND,)) == EndManeuver("us")
    assert PLAY.before_it_goes(on_the_way, (SQUAD,), (SQUAD,)) is None


@proves("LHY-10.4.1.1", "LHY-10.4.1b.2")
def test_10_0_a_side_ends_only_its_own_maneuvers() -> None:
    state = activated(unit(SQUAD, "C8"), unit(LEADER, "A9"), unit(FOE, "C1"))
    assert refusal(state, EndManeuver("us"))
    state = done(state, Maneuver("us", SQUAD, at("C7")))
    assert not refusal(state, EndManeuver("us"))
    assert "only vehicles are in motion" in refusal(state, EndManeuver("us", stop=True))
    assert refusal(state, EndManeuver("ge"))


@proves("LHY-10.4.1.1")
def test_10_0_nobody_ends_the_maneuver_of_the_other_side() -> None:
    state = done(
        activated(unit(SQUAD, "C8"), unit(LEADER, "C8"), unit(FOE, "C1")), Maneuver("us", SQUAD, at("C7"))
    )
    assert "us decides now, not ge" in refusal(state, EndManeuver("ge"))
    assert not refusal(state, EndManeuver("us"))


@proves("LHY-10.2.1", "LHY-10.2.2")
@pytest.mark.parametrize(
    ("top", "first", "south", "east"),
    [(Top.FLAT, First.HIGH, "A3 B2 C3 D2", "D1 D2"), (Top.POINTY, First.LEFT, "A3 B3 C3 D3", "D1 C2 D3")],
)
def test_10_2_on_maps_with_half_hexes_the_end_hex_of_every_row_is_an_edge_hex(
    top: Top, first: First, south: str, east: str
) -> None:
    """Every other column of a flat-topped map, or row of a pointy-topped map, has one hex less."""
    grid = HexGrid(4, 3, top, first, half_hexes=True)
    found = {edge: set(map(str, hexes_along(grid, edge))) for edge in Edge}
    assert found[Edge.SOUTH] == set(south.split())
    assert found[Edge.EAST] == set(east.split())
    assert found[Edge.NORTH] == {"A1", "B1", "C1", "D1"}
    assert found[Edge.WEST] == {str(place) for place in grid if place.column == 0}
