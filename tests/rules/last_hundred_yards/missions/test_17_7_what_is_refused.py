"""Chapter 17.7: rare refusals of set-up and of entering the map."""

from dataclasses import replace

import pytest

from rules.errors import BadInput
from rules.game.state import GameState
from rules.game.units import Marker
from rules.last_hundred_yards.book.conditions import HIDDEN, IN_MOTION
from rules.last_hundred_yards.declarations.maneuver.entry import EnterMap
from rules.last_hundred_yards.declarations.missions.setup import PlaceUnit
from rules.last_hundred_yards.declarations.turn.activation import Activate, SelectCompany
from rules.last_hundred_yards.declarations.turn.initiative import RollInitiative
from rules.last_hundred_yards.play.play import PLAY
from tests.drawing import board, open_ground
from tests.proving import proves
from tests.rules.last_hundred_yards.playing import FIELD, at, done, legal, opened, refusal, unit

SQUAD, LEADER, TRUCK = "us.able.1.squad.1", "us.able.1.leader", "us.truck.1"
FOE = "ge.1kp.1.squad.1"


@proves("LHY-17.7d", "LHY-17.7a")
def test_17_7_no_unit_sets_up_in_an_enemy_hex() -> None:
    sides = {"us": {"setup_area": ["C3", "C4"]}, "ge": {"setup_area": ["C3"]}}
    state = opened(FIELD, [unit(SQUAD, None), unit(FOE, None)], sides=sides)
    for nobody in ("ge.nobody", SQUAD):
        assert f"ge has no unit {nobody} to set up" in refusal(state, PlaceUnit("ge", nobody, at("C3")))
    state = done(state, PlaceUnit("ge", FOE, at("C3")))
    assert "C3 holds the enemy" in refusal(state, PlaceUnit("us", SQUAD, at("C3")))
    assert {str(action.at) for action in legal(state, PlaceUnit)} == {"C4"}


@proves("LHY-17.7a", "LHY-17.7b")
def test_17_7_a_unit_already_on_the_map_is_not_set_up_again() -> None:
    sides = {"us": {"setup_area": ["C9"]}, "ge": {"setup_area": ["C3", "C4"]}}
    state = opened(FIELD, [unit(SQUAD, None), unit(FOE, None), unit("ge.mg.1", None)], sides=sides)
    state = done(state, PlaceUnit("ge", FOE, at("C3")))
    assert f"ge has no unit {FOE} to set up" in refusal(state, PlaceUnit("ge", FOE, at("C4")))
    assert not refusal(state, PlaceUnit("ge", "ge.mg.1", at("C4")))


@proves("LHY-17.9.1.1", "LHY-17.9.1.4")
def test_17_9_a_hidden_enemy_does_not_bar_its_hex_at_set_up() -> None:
    sides = {"us": {"setup_area": ["C3", "C4"]}, "ge": {"setup_area": ["C3"]}}
    state = opened(FIELD, [unit(SQUAD, None), unit("ge.pak40.3", None)], sides=sides)
    state = done(state, PlaceUnit("ge", "ge.pak40.3", at("C3"), hidden=True))
    assert state.unit("ge.pak40.3").has(HIDDEN)
    assert not refusal(state, PlaceUnit("us", SQUAD, at("C3")))


@proves("LHY-16.0a", "LHY-4.1.13.5", "LHY-17.7c.1.3")
def test_16_0_no_fortified_position_is_set_up_on_mines_wire_or_an_improved_position() -> None:
    sides = {"us": {"setup_area": ["C9"]}, "ge": {"setup_area": ["C2", "C3", "C4", "C5", "C6"]}}
    units = [unit(SQUAD, None), unit("ge.fp.1", None), unit(FOE, None)]
    laid = [
        Marker("mines", at("C2"), side="ge"),
        Marker("wire", at("C3")),
        Marker("improved_position", at("C4")),
    ]
    state = opened(FIELD, units, sides=sides, markers=laid, edition="series-3.1")
    state = done(state, PlaceUnit("ge", FOE, at("C5"), dug_in=True))
    for label in ("C2", "C3", "C4", "C5"):
        fp = PlaceUnit("ge", "ge.fp.1", at(label), facing_deg=180)
        assert "beside which no fortified position stands (LHY 4.1.13; LHY 16.0" in refusal(state, fp)
    assert {str(one.at) for one in legal(state, PlaceUnit)} == {"C6"}


@proves("LHY-17.7b")
def test_17_7b_a_squad_is_listed_whole_and_as_two_sections_on_request() -> None:
    state = opened(FIELD, [unit(SQUAD, None), unit(FOE, "C3")], sides={"us": {"setup_area": ["C8", "C9"]}})
    found = {action for action in legal(state, PlaceUnit) if action.unit == SQUAD}
    assert {action.deployed for action in found} == {False, True}
    listed = found.intersection(PLAY.worthwhile(state))
    assert listed == {action for action in found if not action.deployed}


WOODED = board("\n".join([". . w ."] * 10))


@proves("LHY-17.9.1.3", "LHY-17.8.1.5")
def test_17_9_units_other_than_guns_start_hidden_only_by_the_mission_and_dummies_beside_a_combat_unit() -> (
    None
):
    """The mission names the dummy and one squad as hidden, and not the other squad."""
    other, dummy = "ge.1kp.1.squad.2", "ge.dummy.1"
    sides = {"us": {"setup_area": ["C9"]}, "ge": {"setup_area": ["C3", "C4"]}}
    units = [unit(FOE, None, HIDDEN), unit(other, None), unit(dummy, None, HIDDEN), unit(SQUAD, None)]
    state = opened(WOODED, units, sides=sides)
    assert "only by a mission's rule" in refusal(state, PlaceUnit("ge", other, at("C3"), hidden=True))
    alone = PlaceUnit("ge", dummy, at("C3"), hidden=True)
    assert "hidden only beside a combat unit" in refusal(state, alone)
    assert {action.unit for action in legal(state, PlaceUnit) if action.hidden} == {FOE}
    state = done(state, PlaceUnit("ge", FOE, at("C3"), hidden=True))
    assert {str(action.at) for action in legal(state, PlaceUnit) if action.hidden} == {"C3"}
    assert done(state, alone).unit(dummy).has(HIDDEN)
    assert not done(state, PlaceUnit("ge", dummy, at("C4"))).unit(dummy).has(HIDDEN)


@proves("LHY-17.8.1.4", "LHY-17.7f.1", "LHY-17.7f.3")
def test_17_7f_dummies_of_vehicles_start_in_motion_and_hidden_vehicles_do_not() -> None:
    dummy, tank = "ge.vehicle-dummy.1", "ge.pz4.2.1"
    sides = {"ge": {"setup_area": ["C3"]}}
    state = opened(WOODED, [unit(dummy, None), unit(tank, None, HIDDEN), unit(SQUAD, "C9")], sides=sides)
    assert {action.unit for action in legal(state, PlaceUnit) if action.in_motion} == {dummy, tank}
    assert done(state, PlaceUnit("ge", dummy, at("C3"), in_motion=True)).unit(dummy).has(IN_MOTION)
    wrong = PlaceUnit("ge", tank, at("C3"), hidden=True, in_motion=True)
    assert "hidden does not start in motion" in refusal(state, wrong)
    with pytest.raises(BadInput, match=r"left out of a vehicle in motion"):
        opened(WOODED, [unit(tank, "C3", HIDDEN, IN_MOTION), unit(SQUAD, "C9")])


@proves("LHY-17.7f.3")
def test_17_7f_a_hidden_vehicle_carries_no_units() -> None:
    track = "ge.spw251.1"
    sides = {"ge": {"setup_area": ["C3"]}}
    units = [unit(track, None, HIDDEN), unit(FOE, None), unit(SQUAD, "C9")]
    state = done(opened(WOODED, units, sides=sides), PlaceUnit("ge", track, at("C3"), hidden=True))
    aboard = PlaceUnit("ge", FOE, at("C3"), aboard=track)
    assert "hidden or deployed cannot start aboard" in refusal(state, aboard)
    assert aboard not in legal(state, PlaceUnit)
    with pytest.raises(BadInput, match=r"carries nobody while it or its load is hidden"):
        opened(WOODED, [unit(track, "C3", HIDDEN), unit(FOE, "C3"), unit(SQUAD, "C9")], aboard={FOE: track})


@proves("LHY-17.7c.1.1")
def test_17_7c_only_the_defender_starts_in_improved_positions() -> None:
    dug_in = [Marker("improved_position", at(label)) for label in ("D3", "D9")]
    sides = {"us": {"setup_area": ["C9", "D9"]}, "ge": {"setup_area": ["D3"]}}
    state = opened(WOODED, [unit(SQUAD, None), unit(FOE, None)], sides=sides, markers=dug_in)
    state = done(state, PlaceUnit("ge", FOE, at("D3")))
    assert "only the defender" in refusal(state, PlaceUnit("us", SQUAD, at("D9")))
    assert {str(action.at) for action in legal(state, PlaceUnit)} == {"C9"}


@proves("LHY-17.6.4", "LHY-17.6.2")
def test_17_6_no_unit_is_set_up_before_its_side_has_drawn() -> None:
    ge = {"forces": [{"units": 1, "of": "ge.mg"}], "setup_area": ["C3"]}
    state = opened(FIELD, [unit(FOE, None), unit(SQUAD, "C9")], sides={"ge": ge})
    assert "ge draws its forces first" in refusal(state, PlaceUnit("ge", FOE, at("C3")))
    assert legal(state, PlaceUnit) == []


@proves("LHY-2.4.1", "LHY-2.4.3")
def test_2_4_no_unit_is_set_up_in_a_full_hex() -> None:
    squads = [f"us.able.1.squad.{number}" for number in (1, 2, 3)]
    sides = {"us": {"setup_area": ["C9", "C10"]}}
    units = [unit(FOE, "C1"), *(unit(name, None) for name in (*squads, "us.able.1.section.a", LEADER))]
    state = opened(FIELD, units, sides=sides)
    for name in squads:
        state = done(state, PlaceUnit("us", name, at("C9")))
    assert "C9 would be over the stacking limit" in refusal(
        state, PlaceUnit("us", "us.able.1.section.a", at("C9"))
    )
    assert not refusal(state, PlaceUnit("us", LEADER, at("C9")))
    placing = legal(state, PlaceUnit)
    assert {(action.unit, str(action.at)) for action in placing} == {
        ("us.able.1.section.a", "C10"), (LEADER, "C9"), (LEADER, "C10"),
    }  # fmt: skip


@proves("LHY-17.7f.1", "LHY-17.7f.2")
def test_17_7f_which_units_start_aboard_which_vehicles() -> None:
    sides = {"us": {"setup_area": ["C9", "C10"]}}
    units = [unit(FOE, "C1"), unit(SQUAD, None), unit(LEADER, None), unit(TRUCK, None)]
    state = done(opened(FIELD, units, sides=sides), PlaceUnit("us", TRUCK, at("C9")))
    assert "has no us.truck.1 in C10" in refusal(state, PlaceUnit("us", SQUAD, at("C10"), aboard=TRUCK))
    assert "hidden or deployed cannot start aboard" in refusal(
        state, PlaceUnit("us", SQUAD, at("C9"), deployed=True, aboard=TRUCK)
    )
    assert "only vehicles start in motion" in refusal(state, PlaceUnit("us", SQUAD, at("C9"), in_motion=True))
    aboard = {(action.unit, str(action.at)) for action in legal(state, PlaceUnit) if action.aboard == TRUCK}
    assert aboard == {(SQUAD, "C9"), (LEADER, "C9")}


def coming_on(**house: int) -> GameState:
    """A squad, its leader and a truck of the activated platoon wait south of forest in B10, woods in C10 and the open D10."""
    ground = open_ground(4, 10, {"B10": "f", "C10": "w"})
    names = (SQUAD, LEADER, TRUCK)
    sides = {"us": {"entry_hexes": ["B10", "C10", "D10"], "entering": list(names)}}
    waiting = [*(unit(name, None) for name in names), unit(FOE, "C1")]
    state = done(opened(ground, waiting, sides=sides, house=house), RollInitiative("us"), 9, 2)
    return done(state, SelectCompany("us", "able"), Activate("us", ("able.1",)))


@proves("LHY-17.7h.2")
@pytest.mark.parametrize(("open_mp", "why"), [(5, ""), (6, "D10 costs 6 MP, more than us.truck.1 has")])
def test_17_7h_a_truck_that_starts_for_1_mp_comes_on_for_5(open_mp: int, why: str) -> None:
    refused = refusal(coming_on(truck_open_mp=open_mp), EnterMap("us", TRUCK, at("D10")))
    assert bool(refused) is bool(why)
    assert why in refused


@proves("LHY-17.7h.2")
def test_17_7h_a_truck_does_not_come_on_where_it_cannot_drive() -> None:
    state = coming_on()
    assert f"{TRUCK} cannot enter B10" in refusal(state, EnterMap("us", TRUCK, at("B10")))
    assert not refusal(state, EnterMap("us", TRUCK, at("D10")))
    assert not refusal(state, EnterMap("us", SQUAD, at("B10")))


@proves("LHY-2.4.1")
@pytest.mark.parametrize(
    ("names", "more"),
    [
        (("us.able-tank.1.1", "us.truck.1"), "us.truck.2"),
        (("us.gun57.1",), "us.gun57.2"),
        (("us.mg.1", "us.mg.2"), "us.mg.3"),
        (("us.able.1.leader", "us.latw.1"), "us.latw.2"),
        (("ge.fp.1",), "ge.fp.2"),
    ],
)
def test_2_4_two_vehicles_a_gun_an_fp_two_mgs_and_two_leaders_or_latws_fill_a_hex(
    names: tuple[str, ...], more: str
) -> None:
    side = more[:2]
    others = [unit(FOE, "C1"), unit("us.able.3.leader", "H10")]
    waiting = [unit(name, None) for name in (*names, more)]
    state = opened(FIELD, [*others, *waiting], sides={side: {"setup_area": ["C8", "C9"]}})
    facing = 0.0 if ".fp." in more else None
    for name in names:
        placed = PlaceUnit(side, name, at("C9"), facing_deg=facing)
        assert not refusal(state, placed)
        state = done(state, placed)
    assert "C9 would be over the stacking limit" in refusal(
        state, PlaceUnit(side, more, at("C9"), facing_deg=facing)
    )


@proves("LHY-4.1.14.4")
def test_4_1_14_a_fortified_position_is_set_up_facing_a_hexside_or_a_vertex() -> None:
    sides = {"us": {"setup_area": ["C9"]}, "ge": {"setup_area": ["C3"]}}
    fortified = unit("ge.fp.1", None)
    state = opened(FIELD, [fortified, unit(SQUAD, None)], sides=sides)
    assert {one.facing_deg for one in legal(state, PlaceUnit)} == {*range(0, 360, 30)}
    for wrong in (None, 45, 360, -30):
        with_facing = PlaceUnit("ge", "ge.fp.1", at("C3"), facing_deg=wrong)
        assert "facing a hexside or a vertex: 0°, 30° … 330° (LHY 4.1.14" in refusal(state, with_facing)
    after = done(state, PlaceUnit("ge", "ge.fp.1", at("C3"), facing_deg=150))
    assert after.unit("ge.fp.1").facing_deg == 150
    of_squad = PlaceUnit("us", SQUAD, at("C9"), facing_deg=0)
    assert "only fortified positions have a facing" in refusal(after, of_squad)


@proves("LHY-4.1.14.4")
def test_4_1_14_a_facing_that_the_mission_names_is_kept_unless_another_is_chosen() -> None:
    sides = {"us": {"setup_area": ["C9"]}, "ge": {"setup_area": ["C3"]}}
    state = opened(FIELD, [replace(unit("ge.fp.1", None), facing_deg=90.0), unit(SQUAD, None)], sides=sides)
    offer = PlaceUnit("ge", "ge.fp.1", at("C3"))
    assert not refusal(state, offer)
    assert legal(state, PlaceUnit) == [offer]
    assert done(state, offer).unit("ge.fp.1").facing_deg == 90
    assert done(state, replace(offer, facing_deg=0)).unit("ge.fp.1").facing_deg == 0
    assert "facing a hexside or a vertex" in refusal(state, replace(offer, facing_deg=45))
