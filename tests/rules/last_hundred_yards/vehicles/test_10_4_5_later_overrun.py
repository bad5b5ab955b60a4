"""10.4.5 of the later editions: which vehicles may overrun, the markers, and how overrun units resist."""

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from rules.game.units import Marker
from rules.last_hundred_yards.book.conditions import DISRUPTED, IN_MOTION, SHOCKED
from rules.last_hundred_yards.book.roster import ROSTER
from rules.last_hundred_yards.book.unit_types import UnitKind
from rules.last_hundred_yards.declarations.maneuver.maneuver import Maneuver
from rules.last_hundred_yards.declarations.maneuver.vehicle_motion import EndManeuver
from rules.last_hundred_yards.declarations.vehicles.bypass import Bypass
from rules.last_hundred_yards.declarations.vehicles.overrun import Overrun
from rules.last_hundred_yards.declarations.vehicles.overrun_attack import OverrunAttack, marker_on_hex
from rules.last_hundred_yards.play.play import PLAY
from rules.last_hundred_yards.questions.fire.fronts import is_rear
from rules.last_hundred_yards.questions.terrain import roads
from rules.last_hundred_yards.state import position
from rules.last_hundred_yards.state.events.unit_events import Mounted
from rules.last_hundred_yards.state.markers import FireKind, FireMarker
from tests.drawing import open_ground
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
from tests.rules.last_hundred_yards.vehicles.overruns import later_overrun, markers_placed

SQUAD, LEADER, TANK, FOE = "us.able.1.squad.1", "us.able.1.leader", "us.able-tank.1.1", "ge.1kp.1.squad.1"
VEHICLES = sorted(row.id for row in ROSTER.values() if row.is_vehicle)
ARMED_TRUCK = replace(
    ROSTER["us.truck.1"], id="us.gun-truck.1", atv=-2, atv_range_hexes=5, sav=1, sav_range_hexes=8
)


@proves("LHY-10.4.5L.1")
@pytest.mark.parametrize("vehicle", [one for one in VEHICLES if one.startswith("us.")])
def test_10_4_5_any_vehicle_with_an_sav_or_atv_overruns_and_no_other(vehicle: str) -> None:
    row = ROSTER[vehicle]
    base = [unit(vehicle, "C6", IN_MOTION), unit(SQUAD, "C6"), unit(LEADER, "C6"), unit("ge.mg.1", "C5")]
    platoon = row.platoon_key if row.kind is UnitKind.AFV and row.platoon else "able.1"
    if row.kind is UnitKind.AFV and not row.platoon:
        base, platoon = [*base, unit("us.able-tank.1.1", "A10")], "able-tank.1"
    state = activated(*base, platoon=platoon, edition="series-3.1")
    assert (not refusal(state, Overrun("us", vehicle, at("C5")))) is (
        row.sav is not None or row.atv is not None
    )


@proves("LHY-10.4.5L.1")
@pytest.mark.parametrize(("edition", "allowed"), [("2019", False), ("series-3.1", True)])
def test_10_4_5_in_the_later_edition_an_armed_truck_overruns_too(
    monkeypatch: pytest.MonkeyPatch, edition: str, allowed: bool
) -> None:
    # No counter of the first volume is a wheeled vehicle with a gun, so a counter made for the test is used.
    for module in (position, roads):
        monkeypatch.setattr(module, "ROSTER", {**ROSTER, ARMED_TRUCK.id: ARMED_TRUCK})
    units = [unit(ARMED_TRUCK.id, "C6", IN_MOTION), unit(SQUAD, "C6"), unit(LEADER, "C6"), unit(FOE, "C5")]
    state = activated(*units, edition=edition)
    assert (not refusal(state, Overrun("us", ARMED_TRUCK.id, at("C5")))) is allowed


@proves("LHY-10.4.5L.1")
@pytest.mark.parametrize(
    ("enemy", "allowed"),
    [
        ("ge.1kp.1.squad.1", True), ("ge.1kp.1.section.a", True), ("ge.1kp.1.leader", True), ("ge.latw.1", True),
        ("ge.mg.1", True), ("ge.pak40.3", True), ("ge.truck.1", True), ("ge.spw251.1", True), ("ge.sdkfz10.1", True),
        ("ge.stug.1", False), ("ge.fp.1", False),
    ],
)  # fmt: skip
def test_10_4_5_an_afv_overruns_every_enemy_but_afvs_and_fps(enemy: str, allowed: bool) -> None:
    refused = refusal(later_overrun(unit(enemy, "C5")), Overrun("us", TANK, at("C5")))
    assert ("holds an AFV" not in refused and "holds an FP" not in refused) is allowed
    assert (not refused) is allowed


@proves("LHY-10.4.5.0", "LHY-10.4.5L.2a")
@pytest.mark.parametrize(
    ("enemy", "edition", "allowed"),
    [
        ("ge.fp.1", "2019", True), ("ge.stug.1", "2019", False), ("ge.fp.1", "series-3.1", False),
        ("ge.stug.1", "series-3.1", False),
    ],
)  # fmt: skip
def test_10_4_5_an_fp_is_no_vehicle_and_cannot_be_overrun_only_by_the_later_rules(
    enemy: str, edition: str, allowed: bool
) -> None:
    units = [unit(TANK, "C6", IN_MOTION), unit(enemy, "C5")]
    state = activated(*units, platoon="able-tank.1", edition=edition)
    overrun = Overrun("us", TANK, at("C5"))
    assert (not refusal(state, overrun)) is allowed
    assert (overrun in legal(state, Overrun)) is allowed


@proves("LHY-10.4.5L.2a")
@pytest.mark.parametrize(
    ("letter", "edition", "allowed"),
    [
        ("w", "2019", False),
        ("w", "series-3.1", False),
        ("f", "series-3.1", False),
        ("s", "series-3.1", False),
        ("h", "series-3.1", True),
    ],
)
def test_10_4_5_neither_trees_of_any_density_nor_houses_are_overrun(
    letter: str, edition: str, allowed: bool
) -> None:
    """Reading 179 for the later edition, which says forest."""
    ground = open_ground(8, 10, {"C5": letter})
    units = [unit(TANK, "C6", IN_MOTION), unit(FOE, "C5")]
    state = activated(*units, ground=ground, platoon="able-tank.1", edition=edition)
    assert ("is not open" not in refusal(state, Overrun("us", TANK, at("C5")))) is allowed


@proves("LHY-10.4.5L.2a")
@pytest.mark.parametrize(("roads", "allowed"), [("", True), ("C6 C5 C4", False)])
def test_10_4_5_in_the_later_edition_a_hex_between_tree_lines_is_overrun_unless_a_road_runs_there(
    roads: str, allowed: bool
) -> None:
    ground = open_ground(8, 10, roads=roads, tree_lines="C5-B5 C5-D4")
    state = later_overrun(unit(FOE, "C5"), ground=ground)
    assert ("is not open" not in refusal(state, Overrun("us", TANK, at("C5")))) is allowed


@proves("LHY-10.4.5L.2b")
@pytest.mark.parametrize("foe", ["ge.pak40.3", "ge.spw251.1"])
def test_10_4_5_in_the_later_edition_guns_and_halftracks_are_overrun_by_afvs_only(foe: str) -> None:
    by_halftrack = activated(
        unit("us.m3.2", "C6", IN_MOTION), unit(SQUAD, "C6"), unit(LEADER, "C6"), unit(foe, "C5"),
        edition="series-3.1",
    )  # fmt: skip
    assert "only AFVs overrun" in refusal(by_halftrack, Overrun("us", "us.m3.2", at("C5")))
    assert not refusal(later_overrun(unit(foe, "C5")), Overrun("us", TANK, at("C5")))


@proves("LHY-10.4.5L.6a")
@pytest.mark.parametrize(
    ("letter", "is_dug_in", "value"), [(".", False, 2), (".", True, 0), ("h1", False, 2)]
)
def test_10_4_5_the_marker_is_the_sav_less_the_terrain(letter: str, is_dug_in: bool, value: int) -> None:
    ground = open_ground(8, 10, {"C5": letter})
    dug = [Marker("improved_position", at("C5"))] if is_dug_in else []
    state = later_overrun(unit("ge.mg.1", "C5"), ground=ground, markers=dug)
    assert [fire.value for fire in course(done(state, Overrun("us", TANK, at("C5")))).fires] == [value]


@proves("LHY-10.4.5L.6a", "LHY-10.4.5P.1b")
def test_10_4_5_an_assault_gun_with_an_sav_of_0_lays_0() -> None:
    state = activated(unit("ge.stug.1", "C5"), unit(SQUAD, "C5"), unit(LEADER, "C9"))
    assert marker_on_hex(position_seen_by(state, "ge"), state.unit("ge.stug.1"), at("C5")) == 0


@proves("LHY-10.4.5L.6a")
@pytest.mark.parametrize(
    ("edition", "load", "conditions", "value"),
    [
        ("series-3.1", SQUAD, (), 2),
        ("series-3.1", SQUAD, (DISRUPTED,), 1),
        ("series-3.1", "us.able.1.section.a", (), 1),
        ("2019", "us.able.1.section.a", (), 2),
    ],
)
def test_10_4_5_a_halftrack_with_infantry_that_could_fire_1_lays_2(
    edition: str, load: str, conditions: tuple[str, ...], value: int
) -> None:
    units = [
        unit("us.m3.2", "C6", IN_MOTION),
        unit(load, "C6", *conditions),
        unit(LEADER, "A10"),
        unit("ge.mg.1", "C5"),
    ]
    state = Mounted(load, "us.m3.2").on(activated(*units, edition=edition))
    assert [fire.value for fire in course(done(state, Overrun("us", "us.m3.2", at("C5")))).fires] == [value]


@proves("LHY-10.4.5L.6b")
def test_10_4_5_an_afv_chooses_between_the_hex_and_one_gun_or_vehicle_of_it() -> None:
    state = done(
        later_overrun(unit("ge.pak40.3", "C5", DISRUPTED), unit(FOE, "C5")), Overrun("us", TANK, at("C5"))
    )
    assert PLAY.to_act(state) == "us"
    assert set(PLAY.legal_actions(state)) == {
        OverrunAttack("us", TANK),
        OverrunAttack("us", TANK, "ge.pak40.3"),
    }
    on_the_hex = done(state, OverrunAttack("us", TANK))
    assert markers_placed(on_the_hex) == [(FireKind.SADRM, None, 2)]
    on_the_gun = done(state, OverrunAttack("us", TANK, "ge.pak40.3"))
    assert markers_placed(on_the_gun) == [(FireKind.ATDRM, "ge.pak40.3", 2)]
    assert "does not run over ge.1kp.1.squad.1" in refusal(state, OverrunAttack("us", TANK, FOE))


@proves("LHY-10.4.5L.6b")
@pytest.mark.parametrize(("atv", "chooses"), [(1, True), (0, True), (-1, False), (None, False)])
def test_10_4_5_only_an_afv_with_an_atv_of_0_or_more_chooses_a_gun(
    monkeypatch: pytest.MonkeyPatch, atv: int | None, chooses: bool
) -> None:
    # Every AFV of the first volume has a gun: its counter is changed.
    for module in (position, roads):
        monkeypatch.setattr(module, "ROSTER", {**ROSTER, TANK: replace(ROSTER[TANK], atv=atv)})
    state = later_overrun(unit("ge.pak40.3", "C5", DISRUPTED), unit(FOE, "C5"))
    state = done(state, Overrun("us", TANK, at("C5")))
    assert (OverrunAttack("us", TANK, "ge.pak40.3") in PLAY.legal_actions(state)) is chooses


@proves("LHY-10.4.5L.7d")
def test_10_4_5_in_2019_the_marker_goes_along_to_the_fire_resolution_phase() -> None:
    state = activated(unit(TANK, "C6", IN_MOTION), unit("ge.pak40.3", "C5"), platoon="able-tank.1")
    state = done(state, Overrun("us", TANK, at("C5")), Maneuver("us", TANK, at("C4")))
    assert [(fire.at, fire.value) for fire in course(state).fires if fire.target == TANK] == [(at("C4"), 3)]


@proves("LHY-11.5.1a")
def test_10_4_5_fire_at_a_tank_goes_along_with_it_into_the_hex_that_it_overruns() -> None:
    fire = FireMarker(1, FireKind.ATDRM, at("C6"), 2, against="us", target=TANK, firer="ge.pak40.3")
    state = activated(
        unit(TANK, "C6", IN_MOTION), unit("ge.mg.1", "C5"), platoon="able-tank.1", fires=(fire,)
    )
    state = done(state, Overrun("us", TANK, at("C5")))
    fires = [(one.number, one.at, one.firer) for one in course(state).fires]
    assert fires == [(1, at("C5"), "ge.pak40.3"), (2, at("C5"), TANK)], "each marker lies for itself"


@proves("LHY-10.4.5.0")
def test_10_4_5_a_hex_with_no_other_way_out_is_not_overrun() -> None:
    """Enemies are in all adjacent hexes except the one the tank comes from."""
    around = ("C4", "B4", "B5", "D4", "D5")
    men = [*(f"ge.1kp.{platoon}.squad.{number}" for platoon in (1, 2) for number in (1, 2, 3))]
    units = [unit(man, place) for man, place in zip(men, ("C5", *around), strict=True)]
    told = [refusal(later_overrun(*some), Overrun("us", TANK, at("C5"))) for some in (units, units[:-1])]
    assert told == ["there is no way out of C5 (LHY 10.4.5)", ""]


@proves("LHY-10.4.5L.8")
def test_10_4_5_the_overrunner_leaves_the_hex_and_goes_on() -> None:
    state = done(later_overrun(unit("ge.mg.1", "C5")), Overrun("us", TANK, at("C5")))
    assert "does not end in the overrun hex" in refusal(state, EndManeuver("us"))
    after = done(state, Maneuver("us", TANK, at("C4")))
    assert after.unit(TANK).at == at("C4")


@proves("LHY-11.1.3.1")
def test_11_1_3_the_rear_of_an_overrunner_is_where_it_came_from() -> None:
    """Shocked in C5 by the gun there, its rear is toward C6 and the hexes behind."""
    state = done(later_overrun(unit("ge.pak40.3", "C5")), Overrun("us", TANK, at("C5")))
    tank = position_seen_by(done(state, OverrunAttack("us", TANK), 7), "ge")
    assert is_rear(tank, tank.unit(TANK), at("C8"))
    assert not is_rear(tank, tank.unit(TANK), at("C2"))


@proves("LHY-10.4.5L.8", "LHY-10.4.5L.9")
def test_10_4_5_a_vehicle_shocked_on_the_way_out_stays_and_is_under_assault() -> None:
    """A 10 as it breaks through the wire in C5."""
    state = later_overrun(unit("ge.mg.1", "C5"), markers=[Marker("wire", at("C5"))])
    state = done(state, Overrun("us", TANK, at("C5")), Maneuver("us", TANK, at("C4")), 10)
    assert state.unit(TANK).has(SHOCKED)
    assert course(state).moving is None
    assert course(state).assault_at(at("C5")) is not None


@proves("LHY-10.4.5L.9", "LHY-16.1.1.1", "LHY-16.1.1b.1")
@pytest.mark.parametrize(
    ("edition", "action"),
    [
        ("2019", Overrun("us", TANK, at("C5"))),
        ("series-3.1", Overrun("us", TANK, at("C5"))),
        ("series-3.1", Bypass("us", TANK, at("C5"))),
    ],
)
@pytest.mark.parametrize("die", [8, 9])
def test_10_4_5_mines_in_an_enemy_hex_stop_a_tank_which_is_under_assault_there(
    die: int, edition: str, action: Any
) -> None:
    """Whether they shock it or not; it neither overruns nor bypasses (reading 208)."""
    units = [unit(TANK, "C6", IN_MOTION), unit(LEADER, "A10"), unit(FOE, "C5")]
    mines = [Marker("mines", at("C5"), 1, "ge")]
    state = done(activated(*units, platoon="able-tank.1", edition=edition, markers=mines), action, die)
    assert state.unit(TANK).at == at("C5")
    assert state.unit(TANK).has(SHOCKED) is (die == 9)
    assert (course(state).moving, course(state).paused, course(state).decisions) == (None, None, ())
    assert not course(state).fires
    assert [(assault.at, assault.side) for assault in course(state).assaults] == [(at("C5"), "ge")]


@proves("LHY-10.4.5P.1b", "LHY-10.4.5L.6b")
@pytest.mark.parametrize("edition", ["2019", "series-3.1"])
def test_10_4_5_an_overrun_tells_the_odds_for_the_men_of_the_hex(edition: str) -> None:
    """SADRM +2 on Cohesion 6: 1 to 4 do nothing, 5 to 7 come to 7 to 9, 8 to 10 to 10 and more."""
    state = activated(unit(TANK, "C6", IN_MOTION), unit(FOE, "C5"), platoon="able-tank.1", edition=edition)
    fates = {
        "no effect": Fraction(4, 10),
        f"{FOE} disrupted": Fraction(3, 10),
        f"{FOE} loses a step": Fraction(3, 10),
    }
    ruling = PLAY.chances(state, Overrun("us", TANK, at("C5")))
    assert ruling.odds is not None
    assert dict(ruling.odds.chances) == fates
    # Units stand up to the overrunner before any marker is resolved.
    assert [case.condition for case in ruling.cases] == [f"if {FOE} stands up to {TANK}"]


@proves("LHY-10.4.5L.2d", "LHY-11.4.8e.vehicles")
def test_10_4_5_a_hex_the_overrunner_did_not_reach_may_be_overrun_by_another() -> None:
    """Mortar fire on C6 shocks the first tank on a 10 as it sets out."""
    other = "us.able-tank.1.2"
    shell = FireMarker(1, FireKind.MDRM, at("C6"), 2, tubes=2)
    state = later_overrun(unit(other, "C4", IN_MOTION), unit("ge.mg.1", "C5"), fires=(shell,))
    state = done(state, Overrun("us", TANK, at("C5")), 10)
    assert (state.unit(TANK).at, state.unit(TANK).has(SHOCKED)) == (at("C6"), True)
    assert not course(state).overran
    assert not refusal(state, Overrun("us", other, at("C5")))


@proves("LHY-10.4.5L.2d", "LHY-16.1.1.1")
def test_10_4_5_a_hex_whose_mines_destroyed_the_overrunner_may_be_overrun_by_another() -> None:
    """Reading 208: the mines stop it before it overruns any unit."""
    first, other = "us.m3.2", "us.m3.3"
    units = [unit(first, "C6", IN_MOTION), unit(other, "C4", IN_MOTION), unit(LEADER, "A10"), unit(FOE, "C5")]
    mines = [Marker("mines", at("C5"), 1, "ge")]
    state = activated(*units, edition="series-3.1", markers=mines)
    state = done(state, Overrun("us", first, at("C5")), 8)
    assert state.unit(first).at is None
    assert not refusal(state, Overrun("us", other, at("C5")))
