"""10.4.6.2: which units mount, when and from where, also out of fire and into mines in an adjacent hex."""

from fractions import Fraction
from typing import Any

import pytest

from rules.game.units import Marker
from rules.last_hundred_yards.book.conditions import CONCEALED, HIDDEN, IN_MOTION, LAID_OUT, REGROUPING
from rules.last_hundred_yards.declarations.fire.small_arms import FireSmallArms
from rules.last_hundred_yards.declarations.maneuver.maneuver import Maneuver
from rules.last_hundred_yards.declarations.maneuver.vehicle_motion import EndManeuver
from rules.last_hundred_yards.declarations.vehicles.inherent_trucks import Limber
from rules.last_hundred_yards.declarations.vehicles.transport import Load
from rules.last_hundred_yards.play.play import PLAY
from rules.last_hundred_yards.state.markers import FireKind, FireMarker
from tests.drawing import board, open_ground
from tests.proving import proves
from tests.rules.last_hundred_yards.playing import activated, at, course, done, legal, refusal, unit
from tests.rules.last_hundred_yards.vehicles.next_door import GUN, beside, marked

SQUAD, LEADER, TANK, FOE, HALFTRACK = (
    "us.able.1.squad.1",
    "us.able.1.leader",
    "us.able-tank.1.1",
    "ge.1kp.1.squad.1",
    "us.m3.2",
)


@proves("LHY-10.4.6.2.1", "LHY-10.4.6.2.1.1c")
@pytest.mark.parametrize("trees", ["f", "w"])
def test_10_4_6_2_1_men_loading_from_adjacent_trees_are_in_the_vehicles_hex_at_once(trees: str) -> None:
    """Reading 179: out of woods, which a halftrack cannot enter, as out of forest."""
    ground = board(f". . . . .\n. . . . .\n. . . . .\n. . {trees} . .\n. . . . .")
    state = activated(
        unit(SQUAD, "C4"), unit(LEADER, "A5"), unit(HALFTRACK, "C5"), unit(FOE, "A1"), ground=ground, far=()
    )
    loaded = done(state, Load("us", SQUAD, HALFTRACK))
    assert loaded.unit(SQUAD).at == at("C5")
    assert course(loaded).is_aboard(SQUAD)


@proves("LHY-10.4.6.2.1.1a", "LHY-10.4.6.2.1.1b", "LHY-10.4.6.2.1.1c")
@pytest.mark.parametrize(
    ("place", "vehicle", "why"),
    [
        ("C4", "C5", ""),
        ("E4", "E5", ""),
        ("D5", "C5", "is not in the hex"),
        ("A3", "A4", "is not in the hex"),
        ("C4", "C6", "is not in the hex"),
        ("C5", "C5", ""),
    ],
)
def test_10_4_6_2_1_men_load_from_an_adjacent_hex_only_if_it_is_forest_or_houses(
    place: str, vehicle: str, why: str
) -> None:
    """A river hex keeps the vehicle out too, but does not allow loading from there; C6 is two hexes away."""
    ground = board(
        ". . . . .\n. . . . .\n. . . . .\n. . f . u\n. . . . .\n. . . . .", rivers="A3 B2 C3 D2 E3"
    )
    for carrier in (HALFTRACK, TANK):
        units = [unit(SQUAD, place), unit(LEADER, "B6"), unit(FOE, "C1")]
        loads = activated(*units, unit(carrier, vehicle), ground=ground, far=())
        refused = refusal(loads, Load("us", SQUAD, carrier))
        assert (why in refused) if why else not refused
        assert (Load("us", SQUAD, carrier) in legal(loads, Load)) is (not why)
        moving = activated(*units, unit(carrier, vehicle, IN_MOTION), ground=ground, far=())
        assert "is in motion" in refusal(moving, Load("us", SQUAD, carrier))


@proves("LHY-13.6.6.3")
@pytest.mark.parametrize("edition", ["2019", "series-3.1"])
def test_13_6_6_regrouping_units_neither_mount_nor_limber_up(edition: str) -> None:
    units = [unit(SQUAD, "C9", REGROUPING), unit(LEADER, "C9"), unit("us.m3.2", "C9"), unit("us.mg.1", "C9")]
    guns = [unit(GUN, "E9", REGROUPING), unit("us.truck.1", "E9"), unit(FOE, "C4")]
    state = activated(*units, *guns, edition=edition)
    actions: list[Any] = [Load("us", SQUAD, "us.m3.2"), Load("us", GUN, "us.truck.1")]
    if edition == "series-3.1":
        actions.append(Limber("us", GUN, at("E9")))
    for action in actions:
        assert "is regrouping" in refusal(state, action)
        assert action not in legal(state, type(action))
    assert not refusal(state, Load("us", "us.mg.1", "us.m3.2"))


@proves("LHY-10.4.6.2d", "LHY-10.4.6.2.1.1c")
@pytest.mark.parametrize(
    ("foe_at", "conditions", "may"), [("D8", (), False), ("D8", (CONCEALED,), True), ("D9", (), True)]
)
def test_10_4_6_2d_no_unit_mounts_a_vehicle_next_to_a_known_enemy(
    foe_at: str, conditions: tuple[str, ...], may: bool
) -> None:
    # The squad in the forest of D6 mounts in D7, which lies next to D8 and not to D9.
    ground = open_ground(8, 10, {"D6": "f"})
    units = [unit(SQUAD, "D6"), unit(LEADER, "A10"), unit("us.m3.2", "D7"), unit(FOE, foe_at, *conditions)]
    state = activated(*units, ground=ground)
    mount = Load("us", SQUAD, "us.m3.2")
    assert (not refusal(state, mount)) is may
    assert (mount in legal(state, Load)) is may
    assert may or "next to a hex with a known enemy" in refusal(state, mount)


@proves("LHY-10.4.6.2.1.2")
def test_10_4_6_2_1_a_halftrack_may_shoot_and_scoot_while_men_mount() -> None:
    units = [unit(SQUAD, "C9"), unit(LEADER, "C9"), unit("us.m3.2", "C9"), unit("ge.mg.1", "C6")]
    state = done(activated(*units), Load("us", SQUAD, "us.m3.2"))
    after = done(state, FireSmallArms("us", "us.m3.2", (at("C6"),), "shoot_and_scoot"))
    assert after.unit("us.m3.2").has(IN_MOTION)
    assert course(after).loads_of("us.m3.2") == (SQUAD,)


@proves("LHY-17.9.2.0a", "LHY-17.9.2.0b")
def test_17_9_2_hidden_men_who_mount_are_put_on_the_map() -> None:
    """Otherwise they would drive off hidden on a halftrack that the enemy sees."""
    state = activated(unit(SQUAD, "C8", HIDDEN), unit(LEADER, "C8"), unit("us.m3.2", "C8"))
    after = done(state, Load("us", SQUAD, "us.m3.2"))
    assert after.unit(SQUAD).conditions - LAID_OUT == {CONCEALED}


@proves("LHY-11.3.1a", "LHY-10.4.6.2.1.1c")
def test_11_3_1a_a_squad_mounting_in_an_adjacent_hex_takes_the_markers_of_its_hex_along() -> None:
    state = beside("u", marked(FireKind.SADRM, 3, against="us"), carrier=TANK)
    state = done(state, Load("us", SQUAD, TANK))
    assert course(state).loads_of(TANK) == (SQUAD,)
    assert [fire.at for fire in course(state).fires] == [at("C8")]


@proves("LHY-11.4.8e", "LHY-10.4.6.2.1.1c", "LHY-10.4.6.2b")
@pytest.mark.parametrize(("die", "mounted"), [(3, True), (4, False)])
def test_11_4_8e_mortar_fire_attacks_a_unit_leaving_its_hex_to_mount_in_an_adjacent_one(
    die: int, mounted: bool
) -> None:
    # MDRM 3 without TEM against Cohesion 6: 4 and more disrupts, and a disrupted unit does not mount.
    state = beside("u", marked(FireKind.MDRM, 3, tubes=0), carrier=TANK)
    state = done(state, Load("us", SQUAD, TANK), die)
    assert course(state).is_aboard(SQUAD) is mounted
    assert state.unit(SQUAD).at == at("C8" if mounted else "C7")
    assert SQUAD in course(state).acted
    assert ("driven out" in refusal(state, EndManeuver("us"))) is not mounted


@proves("LHY-11.4.8e", "LHY-0.6")
def test_11_4_8e_the_die_for_mounting_out_of_mortar_fire_is_told_and_part_of_the_odds() -> None:
    action = Load("us", SQUAD, TANK)
    told = PLAY.chances(beside("u", marked(FireKind.MDRM, 3, tubes=0), carrier=TANK), action)
    assert "mortar fire on leaving" in str(told)
    assert told.odds is not None
    # 1 to 3 come to 6 at most and do nothing; 7 to 10 come to 10 and cost a step.
    lost = sum(chance for words, chance in told.odds.chances.items() if "loses a step" in words)
    disrupted = sum(chance for words, chance in told.odds.chances.items() if "disrupted" in words)
    assert (lost, disrupted) == (Fraction(4, 10), Fraction(3, 10))
    assert PLAY.chances(beside("u", carrier=TANK), action).verdict == "no die roll"


@proves("LHY-11.4.8c", "LHY-10.4.6.2.1.1c")
def test_11_4_8c_no_unit_mounts_in_an_adjacent_primary_impact_hex() -> None:
    fire = FireMarker(1, FireKind.MDRM, at("C8"), 0, primary=True, tubes=0)
    state = beside("u", fire, carrier=TANK)
    assert "C8 is a primary impact hex" in refusal(state, Load("us", SQUAD, TANK))
    assert Load("us", SQUAD, TANK) not in legal(state, Load)


@proves("LHY-16.1.1.1", "LHY-10.4.6.2.1.1c")
@pytest.mark.parametrize(("die", "mounted"), [(9, True), (10, False)])
def test_16_1_1_a_unit_mounting_in_an_adjacent_hex_enters_the_mines_there(die: int, mounted: bool) -> None:
    state = beside("u", carrier=TANK, markers=[Marker("mines", at("C8"), 1, "ge")])
    state = done(state, Load("us", SQUAD, TANK), die, *([] if mounted else [1]))
    assert course(state).is_aboard(SQUAD) is mounted
    assert course(state).losses == ({} if mounted else {"us": 1})
    assert not mounted or state.unit(SQUAD).at == at("C8")
    assert mounted or state.unit("us.able.1.section.a").at == at("C8")


@proves("LHY-10.4.6.2.0", "LHY-12.3.7a.1")
@pytest.mark.parametrize(("check", "left"), [((6,), SQUAD), ((7, 1), "us.able.1.section.a")])
def test_10_4_6_2_men_forced_to_dismount_have_no_mp_left_nor_has_a_section_left_of_them(
    check: tuple[int, ...], left: str
) -> None:
    """Reading 206: their halftrack is lost on mines in C5, beside woods in C4 that a disrupted unit could enter."""
    ground = board("\n".join(". . w . . ." if k == 4 else ". . . . . ." for k in range(1, 9)))
    units = unit("us.m3.2", "C6", IN_MOTION), unit(SQUAD, "C6"), unit(LEADER, "A8")
    mines = Marker("mines", at("C5"))
    state = activated(
        *units, ground=ground, markers=[mines], aboard={SQUAD: "us.m3.2"}, far=[unit("ge.1kp.2.leader", "F1")]
    )
    state = done(state, Maneuver("us", "us.m3.2", at("C5")), 8, *check)
    assert "had to get off its vehicle in this turn and has no MP left" in refusal(
        state, Maneuver("us", left, at("C4"))
    )
