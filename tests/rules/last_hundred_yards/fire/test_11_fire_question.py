"""The fire question, what a unit needs to hit, asked of any two units whichever side has the turn."""

from dataclasses import replace
from fractions import Fraction
from random import Random

import pytest

from maps.library import scenario
from rules.errors import BadInput
from rules.game.events import Event
from rules.game.ruling import Ruling
from rules.game.state import GameState
from rules.game.units import Marker, Unit
from rules.game.verdicts import Shot
from rules.ground.hex.hexes import First, Hex, HexGrid, Top
from rules.last_hundred_yards.book.conditions import (
    CONCEALED,
    DISRUPTED,
    ELITE,
    HEROIC,
    IN_MOTION,
    REGROUPING,
    SHOCKED,
    STOPPED,
)
from rules.last_hundred_yards.declarations.fire.anti_tank import FireAntiTank
from rules.last_hundred_yards.declarations.fire.concealment_inquiry import Inquire
from rules.last_hundred_yards.declarations.fire.small_arms import FireSmallArms
from rules.last_hundred_yards.declarations.vehicles.bypass import Bypass
from rules.last_hundred_yards.declarations.vehicles.fire_within_hex import FireWithinHex
from rules.last_hundred_yards.play.play import PLAY
from rules.last_hundred_yards.ruleset import RULESET
from rules.last_hundred_yards.state.events.assault_events import ArrowPlaced, AssaultEntered
from rules.last_hundred_yards.state.events.fire_events import FirePlaced
from rules.last_hundred_yards.state.events.marker_events import Inquired
from rules.last_hundred_yards.state.events.unit_events import Mounted
from rules.last_hundred_yards.state.markers import Arrow, FireKind, FireMarker
from tests.drawing import board, open_ground
from tests.oracle.boards import random_board
from tests.proving import proves
from tests.rules.last_hundred_yards.playing import activated, at, done, position_seen_by, refusal, unit

FIELD = board("""
    .  .  .  .  .  .  .  .  .  .  .
    .  .  .  .  w  .  .  .  .  .  .
    .  .  .  .  .  .  .  .  .  .  .
""")
WOODS = open_ground(8, 10, {"C4": "w"})


def fire_ruling(firer: tuple[str, str], target: tuple[str, str], manner: str = "") -> Ruling[Shot]:
    """The ruling on fire of one (type, hex) on another."""
    units = [Unit(kind, kind, kind[:2], Hex.named(at), name=kind) for kind, at in (firer, target)]
    state = GameState(FIELD, {unit.id: unit for unit in units}, (), ("us", "ge"))
    return RULESET.fire(state, units[0], units[1], manner)


@proves("LHY-1.7.1", "LHY-1.7.2", "LHY-12.2.3a")
def test_11_5_anti_tank_fire_needs_more_than_the_armour() -> None:
    """ATV 3 against AV 10 at 3 of 21 hexes: 3 + die above 10 destroys (8-10), equal shocks (7)."""
    ruling = fire_ruling(("us.able-tank.1.1", "A1"), ("ge.pz4.2.1", "D1"))
    assert str(ruling.verdict) == "ATDRM +3"
    assert ruling.odds is not None
    assert ruling.odds.of("ge.pz4.2.1 destroyed") == Fraction(3, 10)
    assert ruling.odds.of("ge.pz4.2.1 shocked") == Fraction(1, 10)


@proves("LHY-1.5.1", "LHY-1.5.2a")
def test_11_3_small_arms_suit_a_target_with_cohesion() -> None:
    """SAV 1 at close range in the open against Cohesion 6: 1 + die above 6 disrupts (6-8), 10 costs a step (9-10)."""
    ruling = fire_ruling(("ge.1kp.1.squad.1", "A1"), ("us.able.1.squad.1", "B1"))
    assert str(ruling.verdict) == "SADRM +1"
    assert ruling.odds is not None
    assert ruling.odds.of("no effect") == Fraction(5, 10)


def test_no_effect_is_listed_first_among_harmless_results() -> None:
    """Concealed men lose concealment on some of the dice that do them no harm."""
    state = scenario("lhy-ridge-farm").state()
    odds = RULESET.fire(state, state.unit("us.baker.2.squad.3"), state.unit("ge.2kp.3.leader")).odds
    assert odds is not None
    assert list(odds.chances)[:2] == [
        "no effect",
        "ge.2kp.3.squad.2 loses concealment; ge.2kp.3.leader loses concealment",
    ]


@proves("LHY-11.5a", "LHY-4.1.14a")
@pytest.mark.parametrize(
    ("firer", "target", "why"),
    [
        (
            ("us.able.1.squad.1", "A1"),
            ("ge.stug.1", "B1"),
            "ATV below 0 works on carriers only (LHY 11.5a",
        ),
        (("us.mg.1", "A1"), ("ge.pak40.3", "B1"), "ATV below 0 works on carriers only"),
        (("us.able.1.squad.1", "A1"), ("ge.spw251.1", "B1"), ""),
        (("us.latw.1", "A1"), ("ge.stug.1", "B1"), ""),
        (("ge.flak38.1", "A1"), ("us.able-tank.1.1", "B1"), ""),  # ATV 0
        (("us.able-tank.1.1", "C1"), ("ge.fp.1", "C3"), ""),  # it faces north
        (("us.able-tank.1.1", "C3"), ("ge.fp.1", "C1"), "may be fired at only from its front (LHY 4.1.14a"),
        (("ge.fp.1", "C3"), ("us.able.1.squad.1", "C1"), ""),
        (("ge.fp.1", "C1"), ("us.able.1.squad.1", "C3"), "C3 is not in front of ge.fp.1 (LHY 4.1.14a"),
    ],
)
def test_11_5_the_fire_question_refuses_the_targets_that_the_declaration_refuses(
    firer: tuple[str, str], target: tuple[str, str], why: str
) -> None:
    units = [
        Unit(kind, kind, kind[:2], Hex.named(place), 0.0 if kind == "ge.fp.1" else None, name=kind)
        for kind, place in (firer, target)
    ]
    ruling = RULESET.fire(
        GameState(FIELD, {each.id: each for each in units}, (), ("us", "ge")), units[0], units[1]
    )
    assert (ruling.odds is None) is bool(why)
    assert why in str(ruling)


@proves("LHY-11.0.2")
def test_4_2_1a_no_fire_without_a_line_of_sight() -> None:
    ruling = fire_ruling(("ge.mg.1", "A2"), ("us.able.1.squad.1", "I2"))
    assert str(ruling.verdict) == "no fire"
    assert ruling.odds is None
    assert [str(reason) for reason in ruling.reasons] == ["woods at E2 blocks (LHY 4.2.1a)"]


@proves("LHY-1.8.0")
def test_1_8_no_fire_beyond_the_range_on_the_counter() -> None:
    ruling = fire_ruling(("us.able.1.squad.1", "A1"), ("ge.mg.1", "J1"))
    assert [str(reason) for reason in ruling.reasons] == [
        "ge.mg.1 is 9 hexes off, us.able.1.squad.1 reaches 8 (LHY 1.8)"
    ]
    assert fire_ruling(("us.able.1.squad.1", "A1"), ("ge.mg.1", "I1")).odds is not None


@proves("LHY-13.3.1b")
@pytest.mark.parametrize(
    ("firer", "target"),
    [
        ("us.latw.1", "ge.pz4.2.1"),
        ("ge.pz4.2.1", "us.latw.1"),
        ("us.able-tank.1.1", "ge.pz4.2.1"),
        ("us.able.1.squad.1", "ge.mg.1"),
    ],
)
def test_13_3_1b_no_fire_within_a_hex_without_an_assault(firer: str, target: str) -> None:
    ruling = fire_ruling((firer, "C1"), (target, "C1"))
    assert str(ruling.verdict) == "no fire"
    assert f"nobody assaults C1, where {firer} fires (LHY 13.3.1" in str(ruling.reasons[0])


@proves("LHY-13.3.1b", "LHY-10.4.5B.2")
def test_10_4_5_a_gun_is_told_what_its_fire_does_to_the_tank_that_bypasses_it() -> None:
    tank, gun = unit("us.able-tank.1.1", "C6", IN_MOTION), unit("ge.pak40.3", "C5")
    state = activated(tank, gun, platoon="able-tank.1", edition="series-3.1")
    state = done(state, Bypass("us", tank.id, at("C5")))
    told = PLAY.unchecked_chances(PLAY.known(state, "ge"), FireWithinHex("ge", gun.id, (tank.id,)))
    assert told.odds is not None
    assert RULESET.fire(state, gun, state.unit(tank.id)).odds == told.odds
    assert str(RULESET.fire(state, state.unit(tank.id), gun).verdict) == "no fire"


@proves("LHY-1.5.2a", "LHY-1.7.2")
@pytest.mark.parametrize(
    ("firer", "target", "manner", "section"),
    [
        ("us.able.1.leader", "ge.mg.1", "small-arms", "1.5"),
        ("us.able.1.squad.1", "ge.pz4.2.1", "small-arms", "1.5"),
        ("us.able-tank.1.1", "ge.mg.1", "anti-tank", "1.7"),
    ],
)
def test_1_5_1_7_targets_that_a_fire_value_does_not_affect(
    firer: str, target: str, manner: str, section: str
) -> None:
    ruling = fire_ruling((firer, "A1"), (target, "B1"), manner)
    assert str(ruling.verdict) == "no fire"
    assert [reason.cite.section for reason in ruling.reasons] == [section]


def test_fire_on_a_friend_or_of_an_unknown_kind_cannot_be_asked_about() -> None:
    with pytest.raises(BadInput, match="another side"):
        fire_ruling(("us.able.1.squad.1", "A1"), ("us.mg.1", "B1"))
    with pytest.raises(BadInput, match="one of small-arms, anti-tank"):
        fire_ruling(("us.able.1.squad.1", "A1"), ("ge.mg.1", "B1"), "harsh words")


def at_concealed(firer: str, label: str, *concealed: str, manner: str = "") -> Ruling[Shot]:
    """The ruling for the American side on fire at concealed Germans in a hex."""
    lying = [
        Unit(kind, kind, "ge", Hex.named(label), conditions=frozenset({"concealed"})) for kind in concealed
    ]
    own = Unit(firer, firer, "us", Hex.named("A1"))
    state = GameState(FIELD, {unit.id: unit for unit in (own, *lying)}, (), ("us", "ge"))
    seen = RULESET.seen_by(state, "us")
    counter = next(unit for unit in seen.units.values() if unit.side == "ge")
    return RULESET.fire(seen, own, counter, manner)


@proves("LHY-4.1.14a")
@pytest.mark.parametrize(("label", "why"), [("C3", "C3 is not in front of ge.fp.1"), ("C1", "")])
def test_4_1_14a_concealed_units_behind_a_fortified_position_are_not_in_its_front_either(
    label: str, why: str
) -> None:
    bunker = Unit("ge.fp.1", "ge.fp.1", "ge", at("C2"), 0.0)
    lying = unit("us.able.1.squad.1", label, CONCEALED)
    seen = RULESET.seen_by(
        GameState(FIELD, {each.id: each for each in (bunker, lying)}, (), ("us", "ge")), "ge"
    )
    counter = next(each for each in seen.units.values() if each.side == "us")
    ruling = RULESET.fire(seen, bunker, counter, "")
    assert (str(ruling.verdict) == "no fire") is bool(why)
    assert why in str(ruling)


@proves("LHY-4.3.0.4", "LHY-11.3.3i")
def test_4_3_small_arms_at_a_concealed_counter_have_one_value_whatever_the_counter_is() -> None:
    """SAV 1 of a squad at close range, less 1 for a concealed target; neither side may know the odds."""
    each = [
        at_concealed("us.able.1.squad.1", "B1", *lying)
        for lying in (("ge.1kp.1.squad.1",), ("ge.pz4.2.1", "ge.mg.1"), ("ge.dummy.1",))
    ]
    assert {str(ruling.verdict) for ruling in each} == {"SADRM +0"}
    assert len({repr(ruling) for ruling in each}) == 1, "neither words nor reasons tell what it is"
    ruling = each[0]
    assert ruling.odds is None
    assert [str(reason) for reason in ruling.reasons][-3:] == [
        "-1 target concealed (LHY 11.3.3i, from Series Rules v2.1)",
        "what lies concealed changes no modifier (LHY 4.3, OUR 47, house value)",
        "the owner of what lies concealed in B1 says how many AFVs, FPs, carriers and towed guns, if asked; "
        "an attack on it must follow (LHY 4.3)",
    ]


@proves("LHY-4.3.0.6")
def test_4_3_anti_tank_fire_at_a_concealed_counter_names_a_class_first() -> None:
    ruling = at_concealed("us.able-tank.1.1", "D1", "ge.pz4.2.1", manner="anti-tank")
    assert str(ruling.verdict) == "no fire"
    assert "names the class of its concealed target in D1 (LHY 4.3)" in str(ruling.reasons[0])
    bare = at_concealed("us.latw.1", "B1", "ge.pz4.2.1")
    assert str(bare.verdict) == "no fire", "a LATW has no small arms to fire instead"


@proves("LHY-4.3.0.6")
def test_4_3_a_question_of_no_side_too_says_that_the_firer_must_name_a_class_first() -> None:
    tank, gun = Unit("ge.stug.1", "ge.stug.1", "ge", at("A1")), unit("us.gun57.1", "D1", CONCEALED)
    state = GameState(FIELD, {each.id: each for each in (tank, gun)}, (), ("us", "ge"))
    ruling = RULESET.fire(state, tank, gun, "")
    assert str(ruling.verdict) == "no fire"
    assert "names the class of its concealed target in D1 (LHY 4.3)" in str(ruling.reasons[0])


@proves("LHY-4.3.0.4", "LHY-4.3.0.6")
def test_4_3_once_the_owner_has_told_the_classes_each_has_a_fire_value() -> None:
    tank, leader = unit("us.able-tank.1.1", "C9"), unit("us.able-tank.1.2", "D9")
    lying = [unit(kind, "C4", CONCEALED) for kind in ("ge.pz4.2.1", "ge.stug.1", "ge.pak40.3")]
    state = activated(tank, leader, *lying, ground=WOODS, platoon="able-tank.1")
    state = done(state, Inquire("us", at("C4")))
    counter = position_seen_by(state, "us").unit("concealed@C4")
    ruling = RULESET.fire(position_seen_by(state, "us").state, tank, counter, "anti-tank")
    assert str(ruling.verdict) == "ATDRM +2 on AFV; ATDRM +0 on towed gun"
    assert ruling.odds is None
    assert "concealed in C4: 2 AFVs, 1 towed gun; an attack on it must follow (LHY 4.3)" in map(
        str, ruling.reasons
    )
    shot = FireAntiTank("us", tank.id, ("concealed@C4",))
    assert "ask first what is there (LHY 4.3)" in refusal(state, shot)


@proves("LHY-4.3.0.4", "LHY-4.3.0.6")
def test_4_3_only_told_classes_that_are_still_concealed_have_a_fire_value() -> None:
    tank, leader = unit("us.able-tank.1.1", "C9"), unit("us.able-tank.1.2", "D9")
    lying = [unit(kind, "C4", CONCEALED) for kind in ("ge.stug.1", "ge.pak40.3")]
    state = activated(tank, leader, *lying, ground=WOODS, platoon="able-tank.1")
    state = done(state, Inquire("us", at("C4"))).with_unit(unit("ge.stug.1", "C4"))
    counter = position_seen_by(state, "us").unit("concealed@C4")
    ruling = RULESET.fire(position_seen_by(state, "us").state, tank, counter, "anti-tank")
    assert str(ruling.verdict) == "ATDRM +0 on towed gun"


@proves("LHY-11.5a", "LHY-11.5.2.2", "LHY-11.5.2.2-2019", "LHY-11.2a")
@pytest.mark.parametrize(
    ("firer", "letter", "edition", "classes"),
    [
        ("us.able.1.squad.1", ".", "2019", ["carrier"]),
        ("us.latw.1", ".", "2019", ["AFV", "carrier", "towed gun"]),
        ("us.latw.1", ".", "series-3.1", ["AFV", "carrier"]),
        ("us.latw.1", "s", "2019", ["AFV", "carrier"]),
    ],
)
def test_11_5_only_concealed_classes_that_the_firer_may_fire_at_are_told(
    firer: str, letter: str, edition: str, classes: list[str]
) -> None:
    """Men may fire only at carriers, LATWs by the series rules at no guns; a gun in a house is too hard a target."""
    lying = [unit(kind, "C4", CONCEALED) for kind in ("ge.stug.1", "ge.truck.1", "ge.pak40.3")]
    men = unit(firer, "C6"), unit("us.able.1.leader", "A9")
    state = activated(*men, *lying, ground=open_ground(8, 10, {"C4": letter}), edition=edition)
    state = Inquired(at("C4"), (("afv", 1), ("carrier", 1), ("gun", 1))).on(state)
    known = position_seen_by(state, "us")
    ruling = RULESET.fire(known.state, known.unit(firer), known.unit("concealed@C4"), "anti-tank")
    assert [told.partition(" on ")[2] for told in str(ruling.verdict).split("; ")] == classes


@proves("LHY-11.5.2.2", "LHY-11.5.2.2-2019")
@pytest.mark.parametrize("target", ["ge.pak40.3", "ge.fp.1"])
@pytest.mark.parametrize(("edition", "may"), [("2019", True), ("series-3.1", False)])
def test_11_5_2_latws_are_told_no_odds_on_targets_they_may_not_fire_at(
    target: str, edition: str, may: bool
) -> None:
    units = unit("us.latw.1", "C6"), unit("us.able.1.leader", "A9"), unit(target, "C4")
    state = activated(*units, edition=edition)
    ruling = RULESET.fire(state, units[0], units[2])
    assert (ruling.odds is not None) is may
    assert ("LATWs fire at vehicles only (LHY 11.5.2" in str(ruling.reasons[0])) is not may
    assert (not refusal(state, FireAntiTank("us", "us.latw.1", (target,)))) is may


@proves("LHY-10.4.1.4")
@pytest.mark.parametrize("marker", ["", STOPPED])
def test_10_4_1_a_tank_under_a_red_motion_marker_fires_once_the_marker_is_off(marker: str) -> None:
    tank = unit("us.able-tank.1.1", "C6", *([marker] if marker else ()))
    state = activated(tank, unit("ge.pz4.2.1", "C4"), platoon="able-tank.1")
    ruling = RULESET.fire(state, tank, state.unit("ge.pz4.2.1"))
    assert str(ruling.verdict) == "ATDRM +3"
    told = "it may be made only once the red Motion marker is off, as the activation ends (LHY 10.4.1)"
    assert (told in map(str, ruling.reasons)) is bool(marker)
    assert bool(refusal(state, FireAntiTank("us", tank.id, ("ge.pz4.2.1",)))) is bool(marker)


@proves("LHY-11.2a")
@pytest.mark.parametrize(
    ("firer", "worth"), [("us.able.1.section.b", "no fire"), ("us.able.1.squad.1", "SADRM -4")]
)
def test_11_2a_the_fire_question_refuses_fire_worth_less_than_minus_4(firer: str, worth: str) -> None:
    """Men in a stone house six hexes away: -2 and -3 on SAV 0 of a section or SAV 1 of a squad."""
    house = board("\n".join([". ."] * 6 + ["s ."]))
    units = unit(firer, "A1"), unit("ge.latw.1", "A7")
    state = GameState(house, {one.id: one for one in units}, (), ("us", "ge"))
    ruling = RULESET.fire(state, *units)
    weak = "fire worth less than -4 may not be made (LHY 11.2a"
    assert str(ruling.verdict) == worth
    assert str(ruling.reasons[0]).startswith(weak) is (ruling.odds is None) is (worth == "no fire")
    assert RULESET.shots(state, units[1], [at("A7")])(units[0], at("A7")) == ruling.verdict


@proves("LHY-11.2a", "LHY-4.3.0.3")
def test_11_2a_fire_at_concealed_units_too_is_refused_below_minus_4() -> None:
    house = board("\n".join([". ."] * 6 + ["s ."]))
    units = unit("us.able.1.section.b", "A1"), unit("ge.latw.1", "A7", CONCEALED)
    state = RULESET.seen_by(GameState(house, {one.id: one for one in units}, (), ("us", "ge")), "us")
    (counter,) = (one for one in state.units.values() if one.at == at("A7"))
    ruling = RULESET.fire(state, units[0], counter)
    assert str(ruling.verdict) == "no fire"
    assert "may not be made (LHY 11.2a" in str(ruling.reasons[0])


@proves("LHY-12.3.2.2a", "LHY-12.3.5a", "LHY-13.6.6.3", "LHY-13.6.6.3.fire", "LHY-11.3a")
@pytest.mark.parametrize(
    ("firer", "target", "friend", "why"),
    [
        (("us.able.1.squad.1", DISRUPTED), "ge.1kp.1.squad.1", "A1", "is disrupted (LHY 12.3"),
        (("us.able-tank.1.1", SHOCKED), "ge.1kp.1.squad.1", "A1", "is shocked (LHY 12.3"),
        (("us.able.1.squad.1", REGROUPING), "ge.1kp.1.squad.1", "A1", "only at adjacent hexes (LHY 11.3.3f"),
        (("us.latw.1", REGROUPING), "ge.pz4.2.1", "A1", "only fire small arms at adjacent hexes (LHY 13.6.6"),
        (("us.able.1.squad.1", ELITE), "ge.1kp.1.squad.1", "A3", "A3 holds friendly foot units (LHY 11.3a"),
        (("us.able.1.squad.1", ELITE), "ge.1kp.1.squad.1", "A1", ""),
    ],
)
def test_11_firers_unable_to_fire_or_that_would_hit_friends_are_refused(
    firer: tuple[str, str], target: str, friend: str, why: str
) -> None:
    units = unit(firer[0], "A1", firer[1]), unit(target, "A3"), unit("us.able.1.squad.2", friend)
    state = GameState(FIELD, {one.id: one for one in units}, (), ("us", "ge"))
    ruling = RULESET.fire(state, units[0], units[1])
    assert why in str(ruling.reasons[0])
    assert (str(ruling.verdict) == "no fire") is bool(why)


@proves("LHY-11.4.8a", "LHY-11.3b")
@pytest.mark.parametrize(
    ("event", "why"),
    [
        (FirePlaced(FireMarker(1, FireKind.MDRM, at("C5"), 0, primary=True, tubes=0)), "only AFVs and FPs may fire out"),
        (Mounted("us.able.1.squad.1", "us.m3.2"), "is aboard a vehicle (LHY 11.3b"),
    ],
)  # fmt: skip
def test_11_units_in_a_primary_impact_hex_or_aboard_do_not_fire(event: Event, why: str) -> None:
    squad, foe = unit("us.able.1.squad.1", "C5"), unit("ge.1kp.1.squad.1", "C2")
    state = activated(squad, unit("us.m3.2", "C5"), foe)
    assert RULESET.fire(state, squad, foe).odds is not None
    told = RULESET.fire(event.on(state), squad, foe)
    assert (str(told.verdict), told.odds) == ("no fire", None)
    assert why in str(told.reasons[0])


@proves("LHY-10.4.3")
def test_10_4_3_fire_of_a_halting_vehicle_may_be_too_weak_to_harm_any_unit() -> None:
    """SAV 2, 8 of 12 hexes -2, halting -1, a stone house -3: not even a 10 harms Cohesion 6."""
    house = open_ground(8, 10, {"A1": "s"})
    tank, foe = unit("us.able-tank.1.1", "A9", IN_MOTION), unit("ge.1kp.1.squad.1", "A1")
    found = RULESET.fire(activated(tank, foe, ground=house, platoon="able.3"), tank, foe)
    assert str(found.verdict) == "SADRM -4"
    assert found.verdict.harm == 0


MINES, WIRE = Marker("mines", at("C5")), Marker("wire", at("C5"))
IN_MINES = "in mines or wire only infantry and LATWs may fire, and only in reaction (LHY 16.1"


@proves("LHY-16.1.0b.1", "LHY-16.1.0b.2", "LHY-16.2a.2")
@pytest.mark.parametrize("marker", [MINES, WIRE])
@pytest.mark.parametrize(
    ("firer", "target", "fires"),
    [("us.mg.1", "ge.mg.1", False), ("us.gun57.1", "ge.stug.1", False), ("us.able.1.squad.1", "ge.mg.1", True), ("us.able-tank.1.1", "ge.mg.1", True)],
)  # fmt: skip
def test_16_1_in_mines_and_wire_only_infantry_and_vehicles_are_told_odds_of_fire(
    marker: Marker, firer: str, target: str, fires: bool
) -> None:
    one, other = unit(firer, "C5"), unit(target, "C3")
    state = activated(one, other, markers=[marker], platoon="able.3")
    found = RULESET.fire(state, one, other)
    assert (found.odds is not None) is fires
    assert any(IN_MINES in str(reason) for reason in found.reasons) is not firer.startswith("us.able-tank")


@proves("LHY-14.6.2.2", "LHY-14.6.2a", "LHY-13.3.2a", "LHY-13.3.2b", "LHY-13.3.1a-2019")
@pytest.mark.parametrize(
    ("firer", "assaulting", "target", "edition", "why"),
    [
        (("us.able.1.squad.1", HEROIC), "", "ge.mg.1", "2019", "is Heroic and must move toward the nearest enemy (LHY 14.6.2"),
        (("us.able.1.squad.1", HEROIC), "waits", "ge.mg.1", "2019", "is Heroic and under assault, and may fire only at the attackers"),
        (("us.able.1.squad.1", HEROIC), "waits", "ge.1kp.1.squad.1", "2019", ""),
        (("us.able.1.squad.1", ELITE), "waits", "ge.mg.1", "2019", "fires at adjacent hexes only (LHY 13.3.2"),
        (("us.able-tank.1.1", ELITE), "waits", "ge.1kp.1.squad.1", "2019", "only men on foot and FPs fire small arms under assault"),
        (("us.able-tank.1.1", ELITE), "drives up", "ge.stug.1", "2019", "fires anti-tank at the assaulting vehicles only (LHY 13.3.2b"),
        (("us.able-tank.1.1", ELITE), "drives up", "ge.pz4.2.1", "2019", ""),
        (("us.able-tank.1.1", ELITE), "is in", "ge.stug.1", "2019", "no unit may fire out of an assault hex (LHY 13.3.1"),
        (("us.able-tank.1.1", ELITE), "is in", "ge.stug.1", "series-3.1", "fires anti-tank at the assaulting vehicles only (LHY 13.3.2b"),
        (("us.latw.1", ELITE), "is among them", "ge.stug.1", "series-3.1", "has enemy infantry in its hex and fires at nobody outside it (LHY 13.3.1a"),
    ],
)  # fmt: skip
def test_13_3_heroes_and_those_under_assault_are_told_what_they_may_fire_at(
    firer: tuple[str, str], assaulting: str, target: str, edition: str, why: str
) -> None:
    """A squad and a tank in C4 may be waiting to assault C5; a machine gun and a gun are two hexes away."""
    one = unit(firer[0], "C5", firer[1])
    foes = [
        unit("ge.1kp.1.squad.1", "C4"),
        unit("ge.pz4.2.1", "C4"),
        unit("ge.mg.1", "C3"),
        unit("ge.stug.1", "D3"),
    ]
    platoon = "able.1" if firer[0].startswith("us.able.1") else "able.3"
    state = activated(one, *foes, platoon=platoon, edition=edition)
    assaulter = {"waits": "ge.1kp.1.squad.1", "drives up": "ge.pz4.2.1", "is in": "ge.pz4.2.1"}.get(
        assaulting
    )
    if assaulter:
        state = ArrowPlaced(Arrow(assaulter, "ge", at("C5"))).on(state)
    if assaulting == "is in":
        state = AssaultEntered("ge.pz4.2.1", "ge", at("C5"), at("C4")).on(state)
    if assaulting == "is among them":
        state = AssaultEntered("ge.1kp.1.squad.1", "ge", at("C5"), at("C4")).on(state)
        state = state.with_unit(unit("ge.1kp.1.squad.1", "C5"))
    found = RULESET.fire(state, state.unit(one.id), state.unit(target))
    assert why in str(found.reasons[0])
    assert (str(found.verdict) == "no fire") is bool(why)


@proves("LHY-11.3c")
@pytest.mark.parametrize(
    ("vehicle", "beside", "is_told"),
    [("ge.stug.1", (), True), ("ge.spw251.1", (), False), ("ge.spw251.1", ("ge.1kp.1.squad.2",), False)],
)
def test_11_3c_small_arms_affect_riders_and_never_passengers_inside(
    vehicle: str, beside: tuple[str, ...], is_told: bool
) -> None:
    firer, foe = unit("us.able.1.squad.1", "C5"), unit("ge.1kp.1.squad.1", "C3")
    state = activated(firer, foe, *(unit(one, "C3") for one in (vehicle, *beside)))
    found = RULESET.fire(Mounted(foe.id, vehicle).on(state), firer, foe)
    assert (found.odds is not None) is is_told
    assert (
        "sits inside a vehicle, where small arms harm nobody (LHY 11.3c" in str(found.reasons[0])
    ) is not is_told


@proves("LHY-13.3.2b")
@pytest.mark.parametrize(("assaulting", "worth"), [("", "ATDRM +2 on AFV"), ("ge.pz4.2.1", "no fire")])
def test_13_3_2_under_assault_by_a_tank_fire_at_concealed_units_elsewhere_has_no_value(
    assaulting: str, worth: str
) -> None:
    tank, foes = (
        unit("us.able-tank.1.1", "C5"),
        (unit("ge.pz4.2.1", "C4"), unit("ge.stug.1", "D3", CONCEALED)),
    )
    state = done(activated(tank, *foes, platoon="able-tank.1"), Inquire("us", at("D3")))
    state = ArrowPlaced(Arrow(assaulting, "ge", at("C5"))).on(state) if assaulting else state
    known = position_seen_by(state, "us")
    assert str(RULESET.fire(known.state, tank, known.unit("concealed@D3"), "anti-tank").verdict) == worth


@proves("LHY-13.3.1a-2019", "LHY-16.1.0b.2")
@pytest.mark.parametrize("concealed", [False, True])
@pytest.mark.parametrize(
    ("assaults", "why"),
    [
        (True, "no unit may fire out of an assault hex except in reaction (LHY 13.3.1"),
        (False, "only infantry and LATWs may fire, and only in reaction (LHY 16.1"),
    ],
)
def test_13_3_fire_that_may_be_made_only_in_reaction_says_so(
    assaults: bool, why: str, concealed: bool
) -> None:
    """In an assault hex by the series rules, or in mines, whatever is in the adjacent hex."""
    squad, foe = unit("us.able.1.squad.1", "C5"), unit("ge.mg.1", "C4", *([CONCEALED] if concealed else []))
    markers = [] if assaults else [MINES]
    state = activated(squad, unit("ge.pz4.2.1", "C5"), foe, markers=markers, edition="series-3.1")
    if assaults:
        state = AssaultEntered("ge.pz4.2.1", "ge", at("C5"), at("D4")).on(state)
    known = position_seen_by(state, "us")
    found = RULESET.fire(known.state, squad, known.enemies_at(at("C4"), "us")[0])
    assert str(found.verdict).startswith("SADRM")
    assert why in str(found.reasons[-1])


@pytest.mark.parametrize("place", ["D5", "D4", "D3"])
@pytest.mark.parametrize("side", ["us", "ge"])
@pytest.mark.parametrize(
    ("firer", "foe"), [("us.able.1.squad.1", "ge.1kp.1.squad.1"), ("us.able-tank.1.1", "ge.stug.1")]
)
def test_11_a_token_of_an_unknown_type_does_not_change_fire(
    firer: str, foe: str, side: str, place: str
) -> None:
    """In a street other units in the firer's or target's hex may matter; a token of the players' own does not."""
    street = board("\n".join([". . . u . . . ."] * 6), roads="D6 D5 D4 D3 D2 D1")
    one, other = unit(firer, "D5"), unit(foe, "D3")
    units = {one.id: one, other.id: other}
    beside = {**units, "cart": Unit("cart", "cart", side, at(place))}
    alone, with_cart = (GameState(street, some, (), ("us", "ge")) for some in (units, beside))
    told = RULESET.fire(alone, one, other)
    assert told.odds is not None
    assert RULESET.fire(with_cart, one, other) == told
    assert RULESET.shots(with_cart, other, [at("D3")])(one, at("D3")) == told.verdict


@proves("LHY-10.4.1.4", "LHY-10.4.3")
@pytest.mark.parametrize(
    ("condition", "at_tank", "at_squad"),
    [(ELITE, "ATDRM +4", "SADRM +1"), (IN_MOTION, "ATDRM +2", "SADRM +0")],
)
def test_10_4_1_a_vehicle_in_motion_is_told_the_value_of_its_fire_as_it_halts(
    condition: str, at_tank: str, at_squad: str
) -> None:
    """ATV 3 (4 if Elite), SAV 2 at 4 of 12 hexes; 1 less for halt and fire, the only fire in motion that is allowed."""
    tank, foes = "us.able-tank.1.1", (unit("ge.pz4.2.1", "D5"), unit("ge.1kp.1.squad.1", "A1"))
    state = activated(unit(tank, "A5", condition), *foes, far=(), platoon="able-tank.1")
    position, motion = PLAY.known(state, "us"), "halt_and_fire" if condition == IN_MOTION else ""
    for foe, worth in zip(foes, (at_tank, at_squad), strict=True):
        found = RULESET.fire(state, state.unit(tank), foe)
        assert str(found.verdict) == worth
        assert foe.at is not None
        assert RULESET.shots(state, foe, [foe.at])(state.unit(tank), foe.at) == found.verdict
        declared: FireAntiTank | FireSmallArms = FireAntiTank("us", tank, (foe.id,), motion)
        if foe.type.endswith("squad.1"):
            assert isinstance(foe.at, Hex)
            declared = FireSmallArms("us", tank, (foe.at,), motion)
        assert not refusal(state, declared)
        assert PLAY.unchecked_chances(position, declared).odds == found.odds


KINDS = {
    "squad": "us.able.1.squad.1",
    "tank": "us.able-tank.1.1",
    "gun": "us.gun57.1",
    "leader": "us.able.1.leader",
}
FIRERS = ("ge.1kp.1.squad.1", "ge.stug.1", "ge.mg.1", "ge.1kp.1.squad.2")


@pytest.mark.parametrize("kind", KINDS)
def test_the_fire_question_for_all_hexes_equals_the_question_for_each_hex(kind: str) -> None:
    dice = Random(f"shots at a {kind}")
    board = random_board(dice, HexGrid(7, 5, Top.FLAT, First.HIGH))
    hexes = list(board.grid)
    target = Unit("target", KINDS[kind], "us", hexes[0], 90.0)
    friend = Unit("friend", "us.able.1.squad.2", "us", dice.choice(hexes))
    firers = [Unit(f"firer {n}", name, "ge", dice.choice(hexes), 270.0) for n, name in enumerate(FIRERS)]
    units = {unit.id: unit for unit in (target, friend, *firers)}
    smoke = Marker("smoke", dice.choice(hexes))
    state = GameState(board, units, (smoke,), ("us", "ge"))
    told = RULESET.shots(state, target, hexes)
    harmed = set()
    for place in hexes:
        moved = replace(target, at=place)
        for firer in firers:
            shot = told(firer, place)
            assert shot == RULESET.fire(state.with_unit(moved), firer, moved).verdict, (firer, place)
            harmed.add(shot.harm)
    assert len(harmed) > 2, "some of them harm it, and not alike"
