"""10.4.5 as the later editions have it: who may overrun, the markers, and how the overrun resist."""

from typing import Any

import pytest

from rules.game.state import GameState
from rules.game.units import Unit
from rules.last_hundred_yards.conditions import IN_MOTION, SHOCKED
from rules.last_hundred_yards.maneuver_actions import EndManeuver, Maneuver, Overrun, ResistOverrun
from tests.drawing import board
from tests.proving import proves
from tests.rules.last_hundred_yards.playing import activated, at, course, done, legal, refusal, unit

SQUAD, LEADER, TANK, FOE = "us.able.1.squad.1", "us.able.1.leader", "us.able-tank.1.1", "ge.1kp.1.squad.1"


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
