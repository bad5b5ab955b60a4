"""10.4.5: which units fire at an overrunner or stand up to it."""

import pytest

from rules.last_hundred_yards.book.conditions import DISRUPTED, IN_MOTION, REGROUPING, SHOCKED
from rules.last_hundred_yards.declarations.turn.pending_decisions import Pass
from rules.last_hundred_yards.declarations.vehicles.fire_within_hex import FireWithinHex
from rules.last_hundred_yards.declarations.vehicles.overrun import Overrun
from rules.last_hundred_yards.declarations.vehicles.overrun_attack import OverrunAttack
from rules.last_hundred_yards.declarations.vehicles.overrun_resistance import ResistOverrun
from rules.last_hundred_yards.play.play import PLAY
from rules.last_hundred_yards.state.events.unit_events import Mounted
from rules.last_hundred_yards.state.markers import FireKind
from tests.proving import proves
from tests.rules.last_hundred_yards.playing import activated, at, course, done, legal, recorded, refusal, unit
from tests.rules.last_hundred_yards.vehicles.overruns import later_overrun, markers_placed

SQUAD, LEADER, TANK, FOE = "us.able.1.squad.1", "us.able.1.leader", "us.able-tank.1.1", "ge.1kp.1.squad.1"


@proves("LHY-10.4.5L.7a")
def test_10_4_5_in_the_later_edition_every_unused_unit_with_an_atv_in_the_hex_must_fire() -> None:
    units = [unit("ge.pak40.3", "C5"), unit("ge.latw.1", "C5"), unit(FOE, "C5"), unit("ge.mg.1", "C5")]
    state = done(later_overrun(*units), Overrun("us", TANK, at("C5")))
    after = done(state, OverrunAttack("us", TANK), 1, 1)
    fired = {one for one in ("ge.pak40.3", "ge.latw.1", FOE, "ge.mg.1") if one in course(after).acted}
    assert fired == {"ge.pak40.3", "ge.latw.1"}, "an ATV below 0 does nothing to an AFV"
    assert not course(after).decisions, "no squad closes in where a gun could fire"


@proves("LHY-10.4.5L.7a", "LHY-10.4.5L.7b")
@pytest.mark.parametrize(
    ("gun", "condition", "closes_in"),
    [
        ("ge.pak40.3", DISRUPTED, False),
        ("ge.latw.1", REGROUPING, False),
        ("ge.flak38.1", DISRUPTED, False),
        ("ge.mg.1", DISRUPTED, True),
    ],
)
def test_10_4_5_where_a_gun_of_the_hex_cannot_fire_no_squad_closes_in_either(
    gun: str, condition: str, closes_in: bool
) -> None:
    """The light flak has an ATV of 0, the MG an ATV below 0."""
    state = later_overrun(unit(gun, "C5", condition), unit(FOE, "C5"))
    state = done(state, Overrun("us", TANK, at("C5")))
    for attack in legal(state, OverrunAttack)[:1]:
        state = done(state, attack)
    assert bool(legal(state, ResistOverrun)) is closes_in
    assert gun not in course(state).acted


@proves("LHY-10.4.5L.7d", "LHY-10.4.5L.9")
@pytest.mark.parametrize(
    ("dice", "fate"), [((2,), "goes on"), ((6,), "goes on"), ((7,), "is shocked"), ((8,), "is destroyed")]
)
def test_10_4_5_the_reaction_fire_is_resolved_before_the_overrunner_goes_on(
    dice: tuple[int, ...], fate: str
) -> None:
    # ATV 5, -1 for the tank in motion, -1 for the marker on the hex: 3 against AV 10.
    state = done(later_overrun(unit("ge.pak40.3", "C5")), Overrun("us", TANK, at("C5")))
    after = done(state, OverrunAttack("us", TANK), *dice)
    assert markers_placed(after) == [(FireKind.SADRM, None, 2)], "the gun's marker is spent"
    assert after.unit(TANK).has(SHOCKED) is (fate == "is shocked")
    assert (after.unit(TANK).at is None) is (fate == "is destroyed")
    assert (course(after).moving is not None) is (fate == "goes on")
    assault = course(after).assault_at(at("C5"))
    assert (assault is not None and assault.side == "ge") is (fate == "is shocked")


@proves("LHY-10.4.5L.7b", "LHY-10.4.5L.9")
@pytest.mark.parametrize(
    ("die", "late", "fate"), [(9, True, "none"), (10, True, "destroyed"), (10, False, "shocked")]
)
def test_10_4_5_in_the_later_edition_a_squad_closes_in_on_a_10(die: int, late: bool, fate: str) -> None:
    state = done(later_overrun(unit(FOE, "C5"), after_september_1943=late), Overrun("us", TANK, at("C5")))
    after = done(state, ResistOverrun("ge", FOE, TANK), die)
    assert (after.unit(TANK).at is None) is (fate == "destroyed")
    if fate == "shocked":
        assert after.unit(TANK).has(SHOCKED)
        assault = course(after).assault_at(at("C5"))
        assert assault is not None
        assert assault.side == "ge", "the tank is under assault by those it overran"
    else:
        assert course(after).assault_at(at("C5")) is None


@proves("LHY-10.4.5L.9")
def test_10_4_5_the_squad_that_shocks_a_tank_assaults_it_without_the_leader_beside_it() -> None:
    state = later_overrun(unit(FOE, "C5"), unit("ge.1kp.1.leader", "C5"), after_september_1943=False)
    state = done(state, Overrun("us", TANK, at("C5")))
    _, lines = recorded(state, ResistOverrun("ge", FOE, TANK), 10)
    assert f"{FOE} assaults C5" in lines


@proves("LHY-10.4.5L.7c")
def test_10_4_5_in_the_later_edition_men_with_an_atv_fire_at_an_overrunning_halftrack() -> None:
    units = [unit("us.m3.2", "C6", IN_MOTION), unit(SQUAD, "A10"), unit(LEADER, "A10"), unit("ge.mg.1", "C5")]
    state = activated(*units, unit(FOE, "C5"), unit("ge.1kp.1.leader", "C5"), edition="series-3.1")
    state = done(state, Overrun("us", "us.m3.2", at("C5")))
    assert {action.unit for action in legal(state, FireWithinHex)} == {"ge.mg.1", FOE}
    assert "has no ATV" in refusal(state, FireWithinHex("ge", "ge.1kp.1.leader", ("us.m3.2",)))
    assert "only anti-tank fire is made" in refusal(state, FireWithinHex("ge", "ge.mg.1", small_arms=True))
    assert legal(state, ResistOverrun) == []
    # Both fire, one after the other; -2 for the ATV, -1 for the target in motion, -1 for the marker: 10 - 4 > 4.
    after = done(state, FireWithinHex("ge", FOE, ("us.m3.2",)))
    after = done(after, FireWithinHex("ge", "ge.mg.1", ("us.m3.2",)), 3, 10)
    assert after.unit("us.m3.2").at is None
    assert course(done(state, FireWithinHex("ge", FOE, ("us.m3.2",)), Pass("ge"), 3)).moving is not None


@proves("LHY-10.4.5P.2a", "LHY-10.4.5P.3", "LHY-10.4.5L.7c")
@pytest.mark.parametrize(("more", "fires"), [((), 0), (("ge.latw.1",), 1)])
def test_10_4_5_in_2019_squads_and_machine_guns_do_not_fire_at_an_overrunning_halftrack(
    more: tuple[str, ...], fires: int
) -> None:
    """Guns and LATWs have to fire, and men stand up to AFVs alone."""
    foes = [unit(foe, "C5") for foe in ("ge.mg.1", FOE, *more)]
    carrier = unit("us.m3.2", "C6", IN_MOTION)
    state = activated(carrier, unit(SQUAD, "A10"), unit(LEADER, "A10"), *foes)
    state = done(state, Overrun("us", "us.m3.2", at("C5")))
    laid = [fire.firer for fire in course(state).fires if fire.target == "us.m3.2"]
    assert (course(state).decisions, laid) == ((), list(more)[:fires])


@proves("LHY-10.4.5L.7b", "LHY-10.4.5P.3a", "LHY-0.6")
@pytest.mark.parametrize(
    ("edition", "late", "tenths"),
    [
        ("series-3.1", True, {"no effect": 9, "destroyed": 1}),
        ("series-3.1", False, {"no effect": 9, "shocked": 1}),
        ("2019", True, {"no effect": 6, "shocked": 1, "destroyed": 3}),
        ("2019", False, {"no effect": 8, "shocked": 1, "destroyed": 1}),
    ],
)
def test_10_4_5_the_odds_of_standing_up_to_a_tank(edition: str, late: bool, tenths: dict[str, int]) -> None:
    # 2019: a marker of 3, or of 1 before October 1943, against AV 10.
    state = activated(
        unit(TANK, "C6", IN_MOTION),
        unit(FOE, "C5"),
        platoon="able-tank.1",
        edition=edition,
        after_september_1943=late,
    )
    forecast = PLAY.chances(done(state, Overrun("us", TANK, at("C5"))), ResistOverrun("ge", FOE, TANK))
    odds = forecast.odds
    assert odds is not None
    assert {words.removeprefix(f"{TANK} "): chance * 10 for words, chance in odds.chances.items()} == tenths
    cites_reading = any("OUR 251" in str(reason) for reason in forecast.reasons)
    assert cites_reading is (edition == "2019" and not late)


@proves("LHY-10.4.5P.3", "LHY-10.4.5P.3a", "LHY-10.4.5P.3b")
@pytest.mark.parametrize(
    ("who", "late", "value"),
    [
        (FOE, True, 3), (FOE, False, 1), ("ge.1kp.1.section.a", True, 1), ("ge.1kp.1.section.a", False, None),
        ("ge.mg.1", True, 1), ("ge.mg.1", False, None), ("ge.1kp.1.leader", True, None), ("ge.truck.1", True, None),
    ],
)  # fmt: skip
def test_10_4_5_in_2019_squads_stand_up_to_a_tank_and_later_german_sections_and_mgs(
    who: str, late: bool, value: int | None
) -> None:
    units = [unit(TANK, "C6", IN_MOTION), unit(who, "C5")]
    state = activated(*units, platoon="able-tank.1", edition="2019", after_september_1943=late)
    state = done(state, Overrun("us", TANK, at("C5")))
    assert legal(state, ResistOverrun) == ([] if value is None else [ResistOverrun("ge", who, TANK)])
    if value is not None:
        told = " ".join(map(str, PLAY.chances(state, ResistOverrun("ge", who, TANK)).reasons))
        assert ("OUR 251" in told) is not late
        resisted = done(state, ResistOverrun("ge", who, TANK))
        assert [fire.value for fire in course(resisted).fires if fire.target == TANK] == [value]


@proves("LHY-10.4.5P.3", "LHY-10.4.5L.7b", "LHY-13.6.6.3.fire")
@pytest.mark.parametrize("state_of_mind", [DISRUPTED, REGROUPING])
@pytest.mark.parametrize("edition", ["2019", "series-3.1"])
def test_10_4_5_the_disrupted_the_regrouping_and_those_aboard_do_not_stand_up_to_a_tank(
    edition: str, state_of_mind: str
) -> None:
    carrier, rider = "ge.spw251.1", "ge.1kp.1.squad.3"
    men = [
        unit(FOE, "C5"),
        unit("ge.1kp.1.squad.2", "C5", state_of_mind),
        unit(rider, "C5"),
        unit(carrier, "C5"),
    ]
    state = activated(unit(TANK, "C6", IN_MOTION), *men, platoon="able-tank.1", edition=edition)
    state = done(Mounted(rider, carrier).on(state), Overrun("us", TANK, at("C5")))
    if edition != "2019":
        state = done(state, Pass("ge"), OverrunAttack("us", TANK))
    assert legal(state, ResistOverrun) == [ResistOverrun("ge", FOE, TANK)]
