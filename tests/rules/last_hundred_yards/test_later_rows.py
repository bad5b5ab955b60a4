"""What the later editions add, chapter by chapter: enfilade, anti-tank fire, transport, retreats, heroes, set-up."""

from dataclasses import replace
from typing import Any

import pytest

from rules.game.state import GameState
from rules.game.units import Unit
from rules.ground.hex_board import HexBoard
from rules.ground.hexes import Hex
from rules.ground.terrain import Terrain
from rules.last_hundred_yards.assault_actions import Assault
from rules.last_hundred_yards.conditions import HEROIC, IN_MOTION, SHOCKED
from rules.last_hundred_yards.course import ActionKind, Arrow, Decision, DecisionKind, FireKind, FireMarker
from rules.last_hundred_yards.enfilade import is_rear
from rules.last_hundred_yards.fire_actions import CallMortar, FireAntiTank, FireSmallArms
from rules.last_hundred_yards.fire_resolution import FireOutcome
from rules.last_hundred_yards.harm import Harm
from rules.last_hundred_yards.maneuver_actions import EndManeuver, Load, Maneuver, Overrun, ResistOverrun
from rules.last_hundred_yards.marker_events import ArrowPlaced, FiredThrough, FirePlaced
from rules.last_hundred_yards.retreating import retreat_hexes
from rules.last_hundred_yards.turn_actions import Activate, CallForReaction, RollInitiative, SelectCompany
from rules.last_hundred_yards.unit_events import CameFrom, UnitActed
from tests.drawing import board
from tests.proving import proves
from tests.rules.last_hundred_yards.playing import at, course, done, legal, opened, refusal, seen, unit
from tests.rules.last_hundred_yards.sighting import image

FIELD = board("\n".join([". . . . . . . ."] * 10))
SQUAD, LEADER, TANK, FOE = "us.able.1.squad.1", "us.able.1.leader", "us.able-tank.1.1", "ge.1kp.1.squad.1"
FAR = (unit("ge.1kp.2.leader", "H1"), unit("us.able.3.leader", "H10"))


def activated(
    *units: Unit,
    ground: HexBoard = FIELD,
    platoon: str = "able.1",
    fires: tuple[FireMarker, ...] = (),
    **options: Any,
) -> GameState:
    """The Americans have the initiative and one platoon is activated."""
    state = opened(ground, [*units, *FAR], **options)
    for fire in fires:
        state = FirePlaced(fire).on(state)
    state = done(state, RollInitiative("us"), 9, 2)
    return done(done(state, SelectCompany("us", platoon.split(".")[0])), Activate("us", (platoon,)))


@proves("LHY-11.1c")
@pytest.mark.parametrize(
    ("firer_at", "rear"), [("C2", False), ("G4", False), ("B3", False), ("F7", True), ("D8", True)]
)
def test_11_1c_after_split_fire_the_vertex_between_the_two_hexsides_is_the_front(
    firer_at: str, rear: bool
) -> None:
    # The squad in D5 fired north at D4 and north-east at E5: its front looks at the vertex between.
    state = activated(unit(SQUAD, "D5"), unit(LEADER, "A10"), unit("ge.mg.1", firer_at))
    for place in ("D4", "E5"):
        state = FiredThrough(SQUAD, at(place)).on(state)
    assert is_rear(seen(state, "ge"), state.unit(SQUAD), at(firer_at)) is rear


@proves("LHY-11.3.3k.bt")
@pytest.mark.parametrize(("rounds_up", "value"), [(True, 2), (False, 1)])
def test_11_3_3k_a_fifth_step_counts_but_not_by_the_training_rules(rounds_up: bool, value: int) -> None:
    foes = [unit(FOE, "C8"), unit("ge.1kp.1.squad.2", "C8"), unit("ge.1kp.1.section.a", "C8")]
    state = activated(
        unit(SQUAD, "C10"), unit(LEADER, "A10"), *foes, switches={"dense_odd_step_counts": rounds_up}
    )
    assert course(done(state, FireSmallArms("us", SQUAD, (at("C8"),)))).fires[-1].value == value


@proves("LHY-11.5.1d")
def test_11_5_1d_fires_at_two_tanks_of_a_hex_are_spread() -> None:
    state = activated(*_two_tanks(), platoon="able-tank.1", fires=(_on_the_first(),))
    assert "evenly" in refusal(state, FireAntiTank("us", TANK, ("ge.stug.1",)))
    assert not refusal(state, FireAntiTank("us", TANK, ("ge.stug.2",)))


@proves("LHY-11.5.1d.2")
@pytest.mark.parametrize(("edition", "allowed"), [("2019", False), ("series-3.1", True)])
def test_11_5_1d_in_the_later_edition_two_may_take_one_tank_to_enfilade_it(
    edition: str, allowed: bool
) -> None:
    state = activated(*_two_tanks(), platoon="able-tank.1", fires=(_on_the_first(),), edition=edition)
    state = CameFrom("ge.stug.1", at("C6"), False).on(state)
    assert (not refusal(state, FireAntiTank("us", TANK, ("ge.stug.1",)))) is allowed


def _two_tanks() -> list[Unit]:
    return [unit(TANK, "C8"), unit("ge.stug.1", "C5"), unit("ge.stug.2", "C5")]


def _on_the_first() -> FireMarker:
    return FireMarker(1, FireKind.ATDRM, at("C5"), 1, against="ge", target="ge.stug.1")


@proves("LHY-12.0.2")
def test_12_0_2_of_all_results_a_unit_takes_the_worst_alone() -> None:
    outcome = FireOutcome().with_harm(SQUAD, Harm.DISRUPTED).with_harm(SQUAD, Harm.STEP)
    assert outcome.harm == ((SQUAD, Harm.STEP),)
    assert outcome.with_harm(SQUAD, Harm.DISRUPTED) == outcome


@proves("LHY-10.4.6.0.2")
def test_10_4_6_in_an_activation_only_the_activated_infantry_mounts_in_reaction_any() -> None:
    units = [unit(SQUAD, "C9"), unit(LEADER, "C9"), unit("us.m3.2", "C9")]
    other = [
        unit("us.able.2.squad.1", "E9"),
        unit("us.truck.1", "E9"),
        unit("us.able.2.leader", "A10"),
        unit(FOE, "C4"),
    ]
    state = activated(*units, *other)
    assert "may not mount" in refusal(state, Load("us", "us.able.2.squad.1", "us.truck.1"))
    assert not refusal(state, Load("us", SQUAD, "us.m3.2"))
    state = done(done(state, CallForReaction("us")), CallForReaction("ge"))
    assert not refusal(state, Load("us", "us.able.2.squad.1", "us.truck.1"))


@proves("LHY-10.4.6.2.1.2")
def test_10_4_6_2_1_a_halftrack_may_shoot_and_scoot_while_men_mount() -> None:
    units = [unit(SQUAD, "C9"), unit(LEADER, "C9"), unit("us.m3.2", "C9"), unit("ge.mg.1", "C6")]
    state = done(activated(*units), Load("us", SQUAD, "us.m3.2"))
    after = done(state, FireSmallArms("us", "us.m3.2", (at("C6"),), "shoot_and_scoot"))
    assert after.unit("us.m3.2").has(IN_MOTION)
    assert course(after).loads_of("us.m3.2") == (SQUAD,)


@proves("LHY-10.4.6.3a")
@pytest.mark.parametrize(("letter", "allowed"), [("w", True), ("f", True), (".", False)])
def test_10_4_6_3a_from_the_next_hex_only_where_the_carrier_cannot_drive(letter: str, allowed: bool) -> None:
    ground = board("\n".join([". . . . ."] * 6 + [f". . {letter} . ."] + [". . . . ."] * 3))
    units = [unit("us.gun57.1", "C7"), unit(SQUAD, "C7"), unit(LEADER, "C7"), unit("us.m3.2", "C8")]
    state = opened(ground, [*units, unit("ge.1kp.2.leader", "E1")])
    state = done(state, RollInitiative("us"), 9, 2)
    state = done(done(state, SelectCompany("us", "able")), Activate("us", ("able.1",)))
    assert (not refusal(state, Load("us", "us.gun57.1", "us.m3.2"))) is allowed


@proves("LHY-13.6.3.3.bt")
@pytest.mark.parametrize(("mp", "far"), [(4, False), (5, True)])
def test_13_6_3_3_a_vehicle_retreats_with_4_mp_by_the_training_rules_with_5(mp: int, far: bool) -> None:
    path = (at("C5"), at("C6"), at("C7"), at("C8"))
    state = activated(unit("us.m3.2", "C8"), unit(LEADER, "A10"), switches={"vehicle_retreat_mp": mp})
    due = Decision(DecisionKind.RETREAT, "us", "us.m3.2", at("C4"), 2, 9, path)
    assert bool(retreat_hexes(seen(state, "us"), state.unit("us.m3.2"), due)) is far


@proves("LHY-13.6.3.3.bt")
def test_13_6_3_3_one_hex_is_always_open_to_a_retreating_vehicle() -> None:
    woods = board("\n".join(["w w w w w w"] * 10))
    state = opened(woods, [unit(TANK, "C5"), unit("ge.mg.1", "A1")], switches={"vehicle_retreat_mp": 2})
    due = Decision(DecisionKind.RETREAT, "us", TANK, at("C5"), 2, 4)
    assert retreat_hexes(seen(state, "us"), state.unit(TANK), due)


@proves("LHY-14.6.2a")
def test_14_6_2a_a_hero_under_assault_stays_and_fires_at_the_attackers() -> None:
    units = [unit(SQUAD, "C6"), unit(LEADER, "A10"), unit(FOE, "C4", HEROIC), unit("ge.1kp.1.leader", "C1")]
    state = done(activated(*units), Maneuver("us", SQUAD, at("C5")))
    state = done(done(state, Assault("us", (SQUAD,), at("C4"))), CallForReaction("us"))
    assert "stays and may fire" in refusal(state, Maneuver("ge", FOE, at("D3")))
    assert not refusal(state, FireSmallArms("ge", FOE, (at("C5"),)))


@proves("LHY-14.6.2b")
def test_14_6_2b_a_hero_goes_to_the_friends_whom_the_nearest_enemies_wait_to_assault() -> None:
    # The squad in D3 waits under an arrow to assault D4; the hero in C5 makes for D4, not for D3.
    units = [unit(SQUAD, "D3"), unit(LEADER, "A10"), unit("ge.1kp.1.squad.2", "D4"), unit(FOE, "C5", HEROIC)]
    state = activated(*units, unit("ge.1kp.1.leader", "A1"))
    state = ArrowPlaced(Arrow(SQUAD, "us", at("D4"))).on(state)
    state = done(UnitActed(SQUAD, ActionKind.MANEUVER, (at("D3"),)).on(state), CallForReaction("us"))
    assert "makes for the nearest enemy" in refusal(state, Maneuver("ge", FOE, at("C4")))
    assert not refusal(state, Maneuver("ge", FOE, at("D4")))


@proves("LHY-4.1.9f")
def test_4_1_9f_along_an_urban_road_mortar_fire_has_no_limit_of_distance() -> None:
    houses = tuple(
        image(Terrain.URBAN_BUILDING, f"C{row}", (-1.4, -0.5), (-0.8, -0.5), (-0.8, 0.5))
        for row in range(1, 11)
    )
    road = " ".join(f"C{row}" for row in range(1, 11))
    street = board("\n".join([". . u ."] * 10), roads=road, outlines=houses)
    tubes = [{"id": "60mm", "side": "us", "kind": "60mm", "company": "able"}]
    state = opened(street, [unit(SQUAD, "C10"), unit(LEADER, "C10"), unit(FOE, "C4")], mortars=tubes)
    state = done(state, RollInitiative("us"), 9, 2)
    state = done(done(state, SelectCompany("us", "able")), Activate("us", ("able.1",)))
    assert "along an urban road" in refusal(state, FireSmallArms("us", SQUAD, (at("C4"),)))
    assert not refusal(state, CallMortar("us", "60mm", SQUAD, at("C4")))


@proves("LHY-4.1.14.5")
def test_4_1_14_5_a_fortified_position_never_turns() -> None:
    fp = replace(unit("ge.fp.1", "F6"), facing_deg=180.0)
    units = [
        fp,
        unit(FOE, "F6"),
        unit("ge.1kp.1.leader", "F6"),
        unit(SQUAD, "F8"),
        unit("us.mg.1", "F4"),
        unit(LEADER, "A10"),
    ]
    state = opened(FIELD, units, attacker="ge")
    state = done(state, RollInitiative("ge"), 2, 9)
    state = done(done(state, SelectCompany("ge", "1kp")), Activate("ge", ("1kp.1",)))
    assert {type(action) for action in legal(state, object) if getattr(action, "unit", "") == "ge.fp.1"} == {
        FireSmallArms
    }
    after = done(state, FireSmallArms("ge", "ge.fp.1", (at("F8"),)))
    assert after.unit("ge.fp.1").facing_deg == 180.0


@proves("LHY-0.15")
def test_0_15_half_hexes_at_the_edges_are_played_in_full() -> None:
    state = activated(unit(SQUAD, "A10"), unit(LEADER, "B9"), unit(FOE, "A3"))
    assert not refusal(state, FireSmallArms("us", SQUAD, (at("A3"),)))
    state = done(state, Maneuver("us", SQUAD, at("A9")))
    moving = course(state).moving
    assert moving is not None
    assert moving.spent == 1


def _later_overrun(*units: Unit, vehicle: str = TANK, **options: Any) -> GameState:
    """A vehicle in motion next to the enemies of C5, by the later rules."""
    base = (unit(vehicle, "C6", IN_MOTION), unit(SQUAD, "A10"), unit(LEADER, "A10"))
    platoon = "able-tank.1" if vehicle == TANK else "able.1"
    return activated(*base, *units, platoon=platoon, edition="series-3.1", **options)


@proves("LHY-10.4.5L.1")
@pytest.mark.parametrize(("edition", "allowed"), [("2019", False), ("series-3.1", False)])
def test_10_4_5_a_truck_without_sav_or_atv_overruns_nobody(edition: str, allowed: bool) -> None:
    units = [unit("us.truck.1", "C6", IN_MOTION), unit(SQUAD, "C6"), unit(LEADER, "C6"), unit(FOE, "C5")]
    state = activated(*units, edition=edition)
    assert (not refusal(state, Overrun("us", "us.truck.1", at("C5")))) is allowed
    assert not refusal(_later_overrun(unit(FOE, "C5")), Overrun("us", TANK, at("C5")))


@proves("LHY-10.4.5L.2a")
@pytest.mark.parametrize(
    ("letter", "edition", "allowed"),
    [("w", "2019", False), ("w", "series-3.1", True), ("f", "series-3.1", False), ("s", "series-3.1", False)],
)
def test_10_4_5_in_the_later_edition_light_woods_may_be_overrun_forest_and_houses_not(
    letter: str, edition: str, allowed: bool
) -> None:
    ground = board("\n".join([". . . . . . . ."] * 4 + [f". . {letter} . . . . ."] + [". . . . . . . ."] * 5))
    units = [unit(TANK, "C6", IN_MOTION), unit(FOE, "C5")]
    state = activated(*units, ground=ground, platoon="able-tank.1", edition=edition)
    assert ("is not open" not in refusal(state, Overrun("us", TANK, at("C5")))) is allowed


@proves("LHY-10.4.5L.2b")
@pytest.mark.parametrize("foe", ["ge.pak40.3", "ge.spw251.1"])
def test_10_4_5_in_the_later_edition_guns_and_halftracks_are_overrun_by_afvs_only(foe: str) -> None:
    by_halftrack = activated(
        unit("us.m3.2", "C6", IN_MOTION), unit(SQUAD, "C6"), unit(LEADER, "C6"), unit(foe, "C5"),
        edition="series-3.1",
    )  # fmt: skip
    assert "only AFVs overrun" in refusal(by_halftrack, Overrun("us", "us.m3.2", at("C5")))
    assert not refusal(_later_overrun(unit(foe, "C5")), Overrun("us", TANK, at("C5")))


@proves("LHY-10.4.5L.6a")
@pytest.mark.parametrize(("letter", "value"), [(".", 2), ("w", 1)])
def test_10_4_5_the_marker_is_the_sav_less_the_terrain(letter: str, value: int) -> None:
    ground = board("\n".join([". . . . . . . ."] * 4 + [f". . {letter} . . . . ."] + [". . . . . . . ."] * 5))
    state = _later_overrun(unit("ge.mg.1", "C5"), ground=ground, house={"afv_woods_mp": 1})
    assert [fire.value for fire in course(done(state, Overrun("us", TANK, at("C5")))).fires] == [value]


@proves("LHY-10.4.5L.7a")
def test_10_4_5_in_the_later_edition_every_unused_atv_of_the_hex_has_to_fire() -> None:
    units = [unit("ge.pak40.3", "C5"), unit("ge.spw251.1", "C5"), unit(FOE, "C5")]
    after = done(_later_overrun(*units), Overrun("us", TANK, at("C5")))
    assert [fire.firer for fire in course(after).fires if fire.target == TANK] == ["ge.pak40.3"]
    assert not course(after).decisions, "no squad closes in where a gun could fire"


@proves("LHY-10.4.5L.7b", "LHY-10.4.5L.9")
@pytest.mark.parametrize(
    ("die", "late", "fate"), [(9, True, "none"), (10, True, "destroyed"), (10, False, "shocked")]
)
def test_10_4_5_in_the_later_edition_a_squad_closes_in_on_a_10(die: int, late: bool, fate: str) -> None:
    state = done(_later_overrun(unit(FOE, "C5"), after_september_1943=late), Overrun("us", TANK, at("C5")))
    after = done(state, ResistOverrun("ge", FOE, TANK), die)
    assert (after.unit(TANK).at is None) is (fate == "destroyed")
    if fate == "shocked":
        assert after.unit(TANK).has(SHOCKED)
        assault = course(after).assault_at(at("C5"))
        assert assault is not None
        assert assault.side == "ge", "the tank is under assault by those it overran"
    else:
        assert course(after).assault_at(at("C5")) is None


@proves("LHY-10.4.5L.7c")
def test_10_4_5_in_the_later_edition_men_with_an_atv_fire_at_an_overrunning_halftrack() -> None:
    units = [unit("us.m3.2", "C6", IN_MOTION), unit(SQUAD, "A10"), unit(LEADER, "A10"), unit("ge.mg.1", "C5")]
    state = activated(*units, unit(FOE, "C5"), edition="series-3.1")
    state = done(state, Overrun("us", "us.m3.2", at("C5")))
    assert {action.unit for action in legal(state, ResistOverrun)} == {"ge.mg.1", FOE}
    after = done(state, ResistOverrun("ge", FOE, "us.m3.2"))
    assert course(after).fires[-1].target == "us.m3.2"


@proves("LHY-10.4.5L.8")
def test_10_4_5_the_overrunner_leaves_the_hex_and_goes_on() -> None:
    state = done(_later_overrun(unit("ge.mg.1", "C5")), Overrun("us", TANK, at("C5")))
    assert "does not end in the overrun hex" in refusal(state, EndManeuver("us"))
    after = done(state, Maneuver("us", TANK, at("C4")))
    assert after.unit(TANK).at == at("C4")


def _assaulted_by(attacker: str, *units: Unit, edition: str = "series-3.1") -> GameState:
    """American attackers are in C4; the Germans answer."""
    base = (unit(attacker, "C5"), unit(LEADER, "A10"), unit(SQUAD, "A10"), unit(FOE, "C4"))
    own = base if attacker != SQUAD else (unit(SQUAD, "C5"), unit(LEADER, "A10"), unit(FOE, "C4"))
    platoon = "able-tank.1" if attacker == TANK else "able.1"
    return done(
        activated(*own, *units, platoon=platoon, edition=edition), Assault("us", (attacker,), at("C4"))
    )


@proves("LHY-13.3.1a")
def test_13_3_1a_men_fire_out_of_an_assault_hex_only_if_no_infantry_is_in() -> None:
    beside = unit("us.able-tank.1.2", "C5"), unit("us.able.2.squad.1", "D3"), unit("us.able.2.squad.2", "E3")
    state = _assaulted_by(TANK, *beside)
    state = reacting_to(state, "us.able.2.squad.1", "us.able.2.squad.2")
    assert not refusal(state, FireSmallArms("ge", FOE, (at("D3"),)))
    assert "adjacent hexes only" in refusal(state, FireSmallArms("ge", FOE, (at("E3"),)))
    state = done(state, FireSmallArms("ge", FOE, (at("D3"),)))
    assert course(state).fires[-1].value == 1, "SAV 1, and nothing for being near"
    with_men = reacting_to(_assaulted_by(SQUAD, *beside), "us.able.2.squad.1")
    assert "no infantry assaults" in refusal(with_men, FireSmallArms("ge", FOE, (at("D3"),)))


@proves("LHY-13.3.1b")
def test_13_3_1b_anti_tank_fire_is_at_the_assaulting_vehicles() -> None:
    units = unit("ge.pak40.3", "C4"), unit("us.able-tank.1.2", "C7")
    state = reacting_to(_assaulted_by(TANK, *units), "us.able-tank.1.2")
    assert not refusal(state, FireAntiTank("ge", "ge.pak40.3", (TANK,)))
    assert "assaulting vehicles only" in refusal(
        state, FireAntiTank("ge", "ge.pak40.3", ("us.able-tank.1.2",))
    )
    by_men = reacting_to(_assaulted_by(SQUAD, *units), "us.able-tank.1.2")
    assert not refusal(by_men, FireAntiTank("ge", "ge.pak40.3", ("us.able-tank.1.2",)))


@proves("LHY-13.3.2b")
def test_13_3_2b_under_an_arrow_too_and_at_any_vehicle_if_none_assaults() -> None:
    units = [unit(TANK, "C6"), unit("us.able-tank.1.2", "C8"), unit("ge.pak40.3", "C4"), unit(FOE, "C4")]
    state = activated(*units, platoon="able-tank.1")
    state = ArrowPlaced(Arrow(TANK, "us", at("C4"))).on(state)
    state = reacting_to(state, TANK, "us.able-tank.1.2")
    assert not refusal(state, FireAntiTank("ge", "ge.pak40.3", (TANK,)))
    assert "assaulting vehicles only" in refusal(
        state, FireAntiTank("ge", "ge.pak40.3", ("us.able-tank.1.2",))
    )
    men = ArrowPlaced(Arrow(SQUAD, "us", at("C4"))).on(
        activated(*units, unit(SQUAD, "C5"), platoon="able-tank.1")
    )
    men = reacting_to(men, TANK, "us.able-tank.1.2")
    assert not refusal(men, FireAntiTank("ge", "ge.pak40.3", ("us.able-tank.1.2",)))


def reacting_to(state: GameState, *movers: str) -> GameState:
    """The Americans maneuvered these where they stand, and call for reaction."""
    for mover in movers:
        place = state.unit(mover).at
        assert isinstance(place, Hex)
        state = UnitActed(mover, ActionKind.MANEUVER, (place,)).on(state)
    return done(state, CallForReaction("us"))
