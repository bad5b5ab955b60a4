"""13.3.1 and 13.3.2: fire out of hexes that are, or are about to be, assaulted."""

import pytest

from rules.game.state import GameState
from rules.game.units import Unit
from rules.ground.hex.hexes import Hex
from rules.last_hundred_yards.book.conditions import DISRUPTED, HIDDEN, REGROUPING, SHOCKED
from rules.last_hundred_yards.declarations.assault.arrows import EnterAssault, Feint
from rules.last_hundred_yards.declarations.assault.declaration import Assault
from rules.last_hundred_yards.declarations.assault.reinforcing import Reinforce
from rules.last_hundred_yards.declarations.fire.anti_tank import FireAntiTank
from rules.last_hundred_yards.declarations.fire.small_arms import FireSmallArms
from rules.last_hundred_yards.declarations.maneuver.deploy import Deploy
from rules.last_hundred_yards.declarations.maneuver.maneuver import Maneuver
from rules.last_hundred_yards.declarations.maneuver.vehicle_motion import EndManeuver
from rules.last_hundred_yards.declarations.mortars.mortar_fire import CallMortar
from rules.last_hundred_yards.declarations.recovery import Recover
from rules.last_hundred_yards.declarations.turn.activation import Activate, CallForReaction, SelectCompany
from rules.last_hundred_yards.declarations.vehicles.transport import Load
from rules.last_hundred_yards.declarations.withdrawal import Withdraw
from rules.last_hundred_yards.play.play import PLAY
from rules.last_hundred_yards.ruleset import RULESET
from rules.last_hundred_yards.state.events.assault_events import ArrowPlaced, AssaultEntered
from rules.last_hundred_yards.state.events.maneuver_events import UnitActed
from rules.last_hundred_yards.state.markers import Arrow
from rules.last_hundred_yards.state.progress import ActionKind, Step
from tests.proving import proves
from tests.rules.last_hundred_yards.playing import (
    FAR,
    activated,
    activated_small,
    at,
    course,
    done,
    legal,
    refusal,
    unit,
)

SQUAD, LEADER, TANK, FOE = "us.able.1.squad.1", "us.able.1.leader", "us.able-tank.1.1", "ge.1kp.1.squad.1"


def _assaulted_by(
    attacker: str, *units: Unit, edition: str = "series-3.1", far: tuple[Unit, ...] = FAR
) -> GameState:
    """American attackers are in C4; the Germans answer."""
    base = (unit(attacker, "C5"), unit(LEADER, "A10"), unit(SQUAD, "A10"), unit(FOE, "C4"))
    own = base if attacker != SQUAD else (unit(SQUAD, "C5"), unit(LEADER, "A10"), unit(FOE, "C4"))
    platoon = "able-tank.1" if attacker == TANK else "able.1"
    return done(
        activated(*own, *units, platoon=platoon, edition=edition, far=far),
        Assault("us", (attacker,), at("C4")),
    )


def reacting_to(state: GameState, *movers: str) -> GameState:
    """These American units have maneuvered in their hexes, and the Americans call for reaction."""
    for mover in movers:
        place = state.unit(mover).at
        assert isinstance(place, Hex)
        state = UnitActed(mover, ActionKind.MANEUVER, (place,)).on(state)
    return done(state, CallForReaction("us"))


@proves("LHY-13.3.1a")
def test_13_3_1a_men_fire_out_of_an_assault_hex_only_if_no_infantry_is_in() -> None:
    beside = unit("us.able-tank.1.2", "C5"), unit("us.able.2.squad.1", "D3"), unit("us.able.2.squad.2", "E3")
    state = _assaulted_by(TANK, *beside)
    state = reacting_to(state, "us.able.2.squad.1", "us.able.2.squad.2")
    assert not refusal(state, FireSmallArms("ge", FOE, (at("D3"),)))
    assert "adjacent hexes only" in refusal(state, FireSmallArms("ge", FOE, (at("E3"),)))
    state = done(state, FireSmallArms("ge", FOE, (at("D3"),)))
    assert course(state).fires[-1].value == 1, "SAV 1, and nothing for being near"
    for vehicles_beside_them in ((), (unit("us.able-tank.1.3", "C4"),)):
        with_men = reacting_to(_assaulted_by(SQUAD, *beside, *vehicles_beside_them), "us.able.2.squad.1")
        assert "no infantry assaults" in refusal(with_men, FireSmallArms("ge", FOE, (at("D3"),)))


@proves("LHY-13.3.1d.1")
@pytest.mark.parametrize(("attacker", "target"), [(SQUAD, "us.m3.2"), (TANK, TANK)])
def test_13_3_1d_a_latw_does_not_leave_the_assault_hex_to_fire(attacker: str, target: str) -> None:
    """Friends in D4 would give it cover."""
    latw = "ge.latw.1"
    units = unit(latw, "C4"), unit("us.m3.2", "C5"), unit("ge.1kp.1.squad.2", "D4")
    state = reacting_to(_assaulted_by(attacker, *units), "us.m3.2")
    out = FireAntiTank("ge", latw, (target,), to=at("D4"))
    assert refusal(state, out).startswith(f"{latw} is in an assault (LHY 13.3.1")
    assert out not in legal(state, FireAntiTank)


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


@proves("LHY-13.3.1b", "LHY-13.3.1a-2019")
@pytest.mark.parametrize(
    ("edition", "rule"), [("2019", "(LHY 13.3.1, OUR 64"), ("series-3.1", "(LHY 13.3.1, from Series Rules")]
)
def test_13_3_1b_a_refusal_of_fire_in_the_assault_hex_cites_its_edition(edition: str, rule: str) -> None:
    """No unit has acted since the gun's hex was marked."""
    units = unit(SQUAD, "C4"), unit(LEADER, "A10"), unit("ge.pak40.3", "C4"), unit(TANK, "C7")
    state = AssaultEntered(SQUAD, "us", at("C4"), at("C5")).on(activated(*units, edition=edition))
    told = refusal(done(state, CallForReaction("us")), FireAntiTank("ge", "ge.pak40.3", (TANK,)))
    assert f"may not fire now {rule}" in told


@proves("LHY-13.3.1b", "LHY-13.3.2b")
def test_13_3_1b_a_fortified_position_too_may_fire_only_at_the_assaulting_vehicles() -> None:
    units = unit("ge.fp.1", "C4"), unit("us.able-tank.1.2", "C7")
    state = reacting_to(_assaulted_by(TANK, *units), "us.able-tank.1.2")
    other = FireAntiTank("ge", "ge.fp.1", ("us.able-tank.1.2",))
    assert not refusal(state, FireAntiTank("ge", "ge.fp.1", (TANK,)))
    assert "assaulting vehicles only" in refusal(state, other)


@proves("LHY-13.3.1a", "LHY-13.3.1b")
@pytest.mark.parametrize(
    ("firer", "may"),
    [("ge.latw.1", False), ("ge.1kp.1.squad.2", False), ("ge.fp.1", False), ("ge.pak40.3", True), ("ge.pz4.2.1", True)],
)  # fmt: skip
def test_13_3_1a_with_enemy_infantry_in_the_hex_men_and_fps_make_no_anti_tank_fire_out_of_it(
    firer: str, may: bool
) -> None:
    """Guns and vehicles fire at any unit that acted in their sight, as no vehicle assaults."""
    track = "us.m3.2"
    beside = unit(firer, "C4"), unit(track, "C5")
    fire = FireAntiTank("ge", firer, (track,))
    state = reacting_to(_assaulted_by(SQUAD, *beside), track)
    assert (
        "enemy infantry in its hex and fires at nobody outside it (LHY 13.3.1" in refusal(state, fire)
    ) is not may
    assert (fire in legal(state, FireAntiTank)) is may
    by_tank = reacting_to(_assaulted_by(TANK, *beside), track)
    assert "enemy infantry" not in refusal(by_tank, fire)


@proves("LHY-13.3.1d.3")
def test_13_3_1d_a_unit_that_does_not_react_in_an_assault_hex_has_acted() -> None:
    other = unit("ge.1kp.1.squad.2", "D2")
    state = done(_assaulted_by(SQUAD, other), CallForReaction("us"))
    assert not {FOE, other.id} & course(state).acted
    after = done(state, CallForReaction("ge"))
    assert FOE in course(after).acted
    assert other.id not in course(after).acted, "it is in no assault hex"
    assert not any(deed.unit == FOE for deed in course(after).deeds), "nobody reacts to it"


@proves("LHY-13.3.1d.3")
def test_13_3_1d_only_a_unit_that_could_react_in_the_assault_hex_forfeits_its_action() -> None:
    """Not an American, whose side calls for reaction; nor in 2019 a German, as no unit reacts in that hex (OUR 64)."""
    idle = "us.able.2.squad.1"
    called = done(_assaulted_by(SQUAD, unit(idle, "C4")), CallForReaction("us"))
    assert idle not in course(called).acted
    called = done(_assaulted_by(SQUAD, edition="2019"), CallForReaction("us"))
    assert FOE not in course(done(called, CallForReaction("ge"))).acted


@proves("LHY-13.3.2b")
def test_13_3_2b_an_arrow_at_another_hex_does_not_restrict_fire_from_this_one() -> None:
    units = [unit(TANK, "F6"), unit("us.able-tank.1.2", "C8"), unit("ge.pak40.3", "C4"), unit(FOE, "F4")]
    state = ArrowPlaced(Arrow(TANK, "us", at("F4"))).on(activated(*units, platoon="able-tank.1"))
    state = reacting_to(state, TANK, "us.able-tank.1.2")
    assert not refusal(state, FireAntiTank("ge", "ge.pak40.3", ("us.able-tank.1.2",)))


@proves("LHY-13.3.2b", "LHY-11.5.1d")
def test_13_3_2b_a_second_gun_fires_at_the_tank_that_waits_though_another_stands_beside_it() -> None:
    guns = unit("ge.pak40.3", "C4"), unit("ge.pak40.4", "C4")
    tanks = unit(TANK, "C5"), unit("us.able-tank.1.2", "C5")
    state = ArrowPlaced(Arrow(TANK, "us", at("C4"))).on(
        activated(*guns, *tanks, unit(FOE, "C4"), platoon="able-tank.1")
    )
    state = reacting_to(state, TANK, "us.able-tank.1.2")
    state = done(state, FireAntiTank("ge", "ge.pak40.3", (TANK,)))
    assert "assaulting vehicles only" in refusal(
        state, FireAntiTank("ge", "ge.pak40.4", ("us.able-tank.1.2",))
    )
    assert not refusal(state, FireAntiTank("ge", "ge.pak40.4", (TANK,)))


@proves("LHY-13.3.2b")
def test_13_3_2b_under_an_arrow_guns_fire_at_the_assaulting_vehicle_or_at_any_if_none_assaults() -> None:
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


@proves("LHY-13.6.6.3", "LHY-13.3.2c.1", "LHY-13.4b")
@pytest.mark.parametrize(("die", "gets_away"), [(6, True), (7, False)])
def test_13_6_6_only_a_completed_withdrawal_ends_regrouping(die: int, gets_away: bool) -> None:
    """Cohesion 6, out of a hex under assault; a unit that fails to leave is still regrouping, which helps the assault."""
    state = _awaiting_assault(unit(FOE, "C4", REGROUPING))
    after = done(state, Withdraw("ge", (FOE,), at("C3")), die)
    assert (after.unit(FOE).at == at("C3")) is gets_away
    assert after.unit(FOE).has(REGROUPING) is not gets_away


@proves("LHY-13.3.2a", "LHY-13.3.1a")
@pytest.mark.parametrize(
    ("firer", "may"),
    [(FOE, True), ("ge.mg.1", True), ("ge.fp.1", True), ("ge.pak40.3", False), ("ge.pz4.2.1", False)],
)
@pytest.mark.parametrize("edition", ["2019", "series-3.1"])
def test_13_3_2a_under_an_arrow_men_on_foot_fire_small_arms_and_neither_guns_nor_vehicles(
    edition: str, firer: str, may: bool
) -> None:
    state = _awaiting_assault(unit(firer, "C4"), edition=edition)
    fire = FireSmallArms("ge", firer, (at("C5"),))
    assert (fire in legal(state, FireSmallArms)) is may
    assert ("only men on foot and FPs fire small arms under assault" in refusal(state, fire)) is not may
    assert ("LHY 13.3.2" in refusal(state, fire)) is not may


@proves("LHY-13.3.2c.1", "LHY-13.3.2c.3")
@pytest.mark.parametrize("edition", ["2019", "series-3.1"])
def test_13_3_2c_under_an_arrow_men_make_no_maneuver_but_a_withdrawal_and_vehicles_do(edition: str) -> None:
    tank, latw = "ge.pz4.2.1", "ge.latw.1"
    there = unit(FOE, "C4"), unit(latw, "C4"), unit("ge.1kp.1.leader", "C4"), unit(tank, "C4")
    state = _awaiting_assault(*there, unit(TANK, "C6"), unit("ge.1kp.1.squad.2", "B3"), edition=edition)
    state = ArrowPlaced(Arrow(TANK, "us", at("B3"))).on(state)
    assert {one.unit for one in legal(state, Maneuver)} & {FOE, latw, tank} == {tank}
    for leaving in (
        Maneuver("ge", FOE, at("C3")),
        Deploy("ge", FOE),
        Assault("ge", (FOE,), at("C5")),
        Reinforce("ge", FOE, at("B3")),
        FireAntiTank("ge", latw, (TANK,), to=at("C3")),
        Load("ge", FOE, tank),
    ):
        assert "only vehicles maneuver (LHY 13.3.2" in refusal(state, leaving)
    assert not refusal(state, Withdraw("ge", (FOE,), at("C3")))
    assert not refusal(state, FireSmallArms("ge", FOE, (at("C5"),)))


@proves("LHY-10.3.2.1", "LHY-13.3.1d.1")
def test_10_3_2_nobody_deploys_in_a_marked_assault_hex() -> None:
    """A squad deploys at any point of a maneuver, and out of an assault hex vehicles alone maneuver."""
    other = "ge.1kp.2.squad.1"
    state = _assaulted_by(TANK, unit("us.able-tank.1.2", "C5"), unit(other, "D3"))
    state = reacting_to(state, "us.able-tank.1.2")
    assert legal(state, Deploy) == [Deploy("ge", other)]
    assert f"{FOE} is in an assault and does not maneuver" in refusal(state, Deploy("ge", FOE))


@proves("LHY-13.3.1a", "LHY-9.1.1b")
@pytest.mark.parametrize(("attacker", "must"), [(SQUAD, False), (TANK, True)])
@pytest.mark.parametrize("edition", ["2019", "series-3.1"])
def test_13_3_1a_men_with_enemy_infantry_in_their_hex_do_not_see_out_of_it(
    edition: str, attacker: str, must: bool
) -> None:
    """A disrupted squad in the open has to act if they see it (9.1.1b): with a tank in their hex they do,
    with a squad they do not."""
    shaken = unit("us.able.2.squad.1", "F4", DISRUPTED)
    away = unit("us.able.2.leader", "H9"), unit("ge.1kp.2.leader", "H1", HIDDEN)
    state = _assaulted_by(attacker, shaken, edition=edition, far=away)
    state = done(state, CallForReaction("us"))
    while course(state).step is Step.REACTION:
        state = done(state, CallForReaction(course(state).reacting))
    if not course(state).company:
        state = done(state, SelectCompany("us", "able"))
    state = done(state, Activate("us", ("able.2",)))
    assert ("in LOS of the enemy and must act" in refusal(state, CallForReaction("us"))) is must


def _awaiting_assault(*units: Unit, edition: str = "2019") -> GameState:
    """Americans in C5 wait to assault C4, and the Germans answer."""
    men = (unit(SQUAD, "C6"), unit(LEADER, "H9"), *units)
    state = done(activated(*men, edition=edition), Maneuver("us", SQUAD, at("C5")))
    return done(state, Assault("us", (SQUAD,), at("C4")), CallForReaction("us"))


@proves("LHY-13.3.2d")
@pytest.mark.parametrize(("edition", "has_acted"), [("series-3.1", True), ("2019", False)])
def test_13_3_2d_a_unit_that_did_not_react_under_assault_has_acted_once_the_enemy_goes_in(
    edition: str, has_acted: bool
) -> None:
    """In 2019 no unit reacts in a marked hex anyway (OUR 64)."""
    other, beside = "ge.1kp.1.squad.2", "ge.1kp.1.squad.3"
    state = _awaiting_assault(unit(FOE, "C4"), unit(other, "C4"), unit(beside, "D3"), edition=edition)
    state = done(state, FireSmallArms("ge", other, (at("C5"),)), CallForReaction("ge"), CallForReaction("us"))
    assert FOE not in course(state).acted, "it may still react until the enemy is in"
    state = done(state, CallForReaction("ge"), EnterAssault("us", SQUAD))
    assert state.unit(SQUAD).at == at("C4")
    assert (FOE in course(state).acted) is has_acted
    assert beside not in course(state).acted, "nobody assaults it"


@proves("LHY-13.3.2d")
def test_13_3_2d_a_unit_under_assault_may_still_act_if_all_attackers_feint() -> None:
    state = _awaiting_assault(unit(FOE, "C4"), edition="series-3.1")
    state = done(state, CallForReaction("ge"), CallForReaction("us"), Feint("us", SQUAD, stay=True), 1)
    assert FOE not in course(state).acted


@proves("LHY-13.3.2c.1")
@pytest.mark.parametrize("edition", ["2019", "series-3.1"])
def test_13_3_2c_under_an_arrow_men_recover_and_a_shocked_tank_does_not(edition: str) -> None:
    """OUR 241; the tank does not have to act either, so the Germans may call."""
    tank, elsewhere = "ge.pz4.2.1", "ge.stug.1"
    there = unit(FOE, "C4", DISRUPTED), unit(tank, "C4", SHOCKED), unit(elsewhere, "C3", SHOCKED)
    state = _awaiting_assault(*there, edition=edition)
    assert {one.unit for one in legal(state, Recover)} == {FOE, elsewhere}
    assert "is under assault, where only men recover (LHY 13.3.2" in refusal(state, Recover("ge", tank))
    state = done(state, Recover("ge", FOE), 9, Recover("ge", elsewhere), 6)
    assert not refusal(state, CallForReaction("ge"))


@proves("LHY-13.3.2c.2", "LHY-13.3.2c.3")
def test_13_3_2c_under_an_arrow_men_ask_for_mortars_and_vehicles_drive() -> None:
    mortar = {"id": "81mm", "side": "ge", "kind": "81mm", "company": "1kp"}
    units = [unit(SQUAD, "C6"), unit(LEADER, "A8"), unit(FOE, "C4"), unit("ge.stug.1", "C4")]
    state = activated(*units, mortars=[mortar])
    state = done(state, Maneuver("us", SQUAD, at("C5")), Assault("us", (SQUAD,), at("C4")))
    state = done(state, CallForReaction("us"))
    assert not refusal(state, CallMortar("ge", "81mm", FOE, at("C5")))
    assert not refusal(state, Maneuver("ge", "ge.stug.1", at("C3")))


@proves("LHY-13.3.1d.1")
def test_13_3_1d_a_vehicle_may_drive_out_of_an_assault_hex() -> None:
    units = [unit(SQUAD, "C5"), unit(LEADER, "A8"), unit(FOE, "C4"), unit("ge.stug.1", "C4", "in_motion")]
    state = done(
        activated(*units, edition="series-3.1"), Assault("us", (SQUAD,), at("C4")), CallForReaction("us")
    )
    assert not refusal(state, Maneuver("ge", "ge.stug.1", at("C3")))
    assert refusal(state, Maneuver("ge", FOE, at("C3")))


SQUADS = ("us.able.1.squad.1", "us.able.1.squad.2")


def split(firer: str, *places: str) -> FireSmallArms:
    return FireSmallArms("ge", firer, tuple(map(at, places)))


@proves("LHY-13.3.1a", "LHY-13.3.2a")
@pytest.mark.parametrize(
    ("firer", "intruder", "target", "why"),
    [
        (FOE, TANK, "C6", ""),
        ("ge.mg.2", TANK, "C6", ""),
        (FOE, SQUADS[0], "C6", "only men on foot and FPs fire out of an assault hex"),
        ("ge.pak40.3", TANK, "C6", "only men on foot and FPs fire out of an assault hex"),
        ("ge.spw251.1", TANK, "C6", "only men on foot and FPs fire out of an assault hex"),
        (FOE, "us.latw.1", "C6", ""),
        ("ge.fp.1", SQUADS[0], "C6", "only men on foot and FPs fire out of an assault hex"),
        ("ge.fp.1", TANK, "C6", ""),
        ("ge.fp.1", TANK, "C7", "fires at adjacent hexes only"),
        (FOE, TANK, "C7", "fires at adjacent hexes only"),
    ],
)
def test_13_3_1a_out_of_an_assault_hex_men_fire_next_door_while_no_infantry_is_in(
    firer: str, intruder: str, target: str, why: str
) -> None:
    start = {"C6": "C7", "C7": "C8"}[target]
    units = [unit(SQUADS[1], start), unit(LEADER, "A10"), unit(intruder, "C5"), unit(firer, "C5")]
    state = activated(*units, edition="series-3.1")
    state = AssaultEntered(intruder, "us", at("C5"), at("C6")).on(state)
    state = done(state, Maneuver("us", SQUADS[1], at(target)), EndManeuver("us"))
    told = refusal(done(state, CallForReaction("us")), split(firer, target))
    assert why in told
    assert bool(told) is bool(why)


@proves("LHY-13.3.1b", "LHY-11.0.2", "LHY-11.5.0")
@pytest.mark.parametrize(
    ("marked", "told"), [(True, ""), (False, "nobody assaults C5, where ge.pak40.3 fires")]
)
def test_13_3_1b_a_gun_fires_within_its_own_hex_only_at_its_attackers(marked: bool, told: str) -> None:
    units = [unit(SQUADS[0], "A9"), unit(LEADER, "A10"), unit(TANK, "C5"), unit("ge.pak40.3", "C5")]
    state = activated(*units, edition="series-3.1")
    if marked:
        state = AssaultEntered(TANK, "us", at("C5"), at("C6")).on(state)
    state = UnitActed(TANK, ActionKind.MANEUVER, (at("C5"),)).on(state)
    state = done(state, CallForReaction("us"))
    assert refusal(state, FireAntiTank("ge", "ge.pak40.3", (TANK,))).partition(" (")[0] == told


@proves("LHY-13.3.1a-2019", "LHY-13.3.1c")
def test_13_3_1_nobody_reacts_in_a_marked_assault_hex() -> None:
    state = done(
        activated_small(unit(SQUAD, "C5"), unit(LEADER, "A8"), unit(FOE, "C4")),
        Assault("us", (SQUAD,), at("C4")),
    )
    state = done(state, CallForReaction("us"))
    assert not any(getattr(action, "unit", "") == FOE for action in PLAY.legal_actions(state))


@proves("LHY-13.3.2a", "LHY-13.3.2c.1", "LHY-10.3.1c")
@pytest.mark.parametrize(("die", "away"), [(6, True), (7, False)])
def test_13_3_2_under_assault_men_fire_next_door_or_try_to_withdraw(die: int, away: bool) -> None:
    units = [unit(SQUAD, "C6"), unit("us.able.1.squad.2", "F6"), unit(LEADER, "A8"), unit(FOE, "C4")]
    state = activated_small(*units)
    state = done(state, Maneuver("us", "us.able.1.squad.2", at("F5")), EndManeuver("us"))
    state = done(state, Maneuver("us", SQUAD, at("C5")), Assault("us", (SQUAD,), at("C4")))
    state = done(state, CallForReaction("us"))
    assert not refusal(state, FireSmallArms("ge", FOE, (at("C5"),)))
    assert "under assault" in refusal(state, FireSmallArms("ge", FOE, (at("F5"),)))
    after = done(state, Withdraw("ge", (FOE,), at("C3")), die)
    assert (after.unit(FOE).at == at("C3")) is away
    marked = done(
        activated_small(unit(SQUAD, "C5"), unit(LEADER, "A8"), unit(FOE, "C4")),
        Assault("us", (SQUAD,), at("C4")),
    )
    marked = done(marked, CallForReaction("us"))
    assert "LHY 10.3.1c" in refusal(marked, Withdraw("ge", (FOE,), at("C3")))


@proves("LHY-13.3.1d.2")
def test_13_3_1d_nobody_recovers_in_an_assault_hex() -> None:
    state = done(
        activated_small(unit(SQUAD, "C5"), unit(LEADER, "A8"), unit(FOE, "C4", DISRUPTED)),
        Assault("us", (SQUAD,), at("C4")),
    )
    state = done(state, CallForReaction("us"))
    assert "LHY 13.3.1" in refusal(state, Recover("ge", FOE))
    assert not refusal(state, CallForReaction("ge")), "and so nobody is held to it"


@proves("LHY-13.3.1a")
@pytest.mark.parametrize(("attacker", "sees"), [("ge.1kp.1.squad.1", False), ("ge.pz4.2.1", True)])
def test_13_3_1a_with_enemy_infantry_in_their_hex_men_have_no_los_out_of_it(
    attacker: str, sees: bool
) -> None:
    state = activated(
        unit("us.able.1.squad.1", "C6"),
        unit("us.able.1.leader", "A8"),
        unit(attacker, "C6"),
        unit("ge.mg.1", "C3"),
    )
    state = AssaultEntered(attacker, "ge", at("C6"), at("C5")).on(state)
    ruling = RULESET.line_of_sight(state, state.unit("us.able.1.squad.1"), state.unit("ge.mg.1"))
    assert ruling.verdict.visibility.is_open is sees
    told = "men with enemy infantry in their hex see nothing outside C6 (LHY 13.3.1a, from Series Rules v2.1)"
    assert ([str(reason) for reason in ruling.reasons] == [told]) is not sees
