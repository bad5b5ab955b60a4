"""7.1: two platoons of a company, or one."""

import pytest

from rules.last_hundred_yards.book.conditions import ELITE
from rules.last_hundred_yards.declarations.turn.activation import (
    Activate,
    CallForReaction,
    Coordinate,
    SelectCompany,
)
from rules.last_hundred_yards.declarations.turn.initiative import RollInitiative
from rules.last_hundred_yards.play.play import PLAY
from tests.proving import proves
from tests.rules.last_hundred_yards.playing import FIELD, SMALL_FIELD, done, legal, opened, refusal, unit
from tests.rules.last_hundred_yards.turn.two_platoons import field

SQUAD, LEADER, FOE = "us.able.1.squad.1", "us.able.1.leader", "ge.1kp.1.squad.1"


@proves("LHY-7.1.2", "LHY-T-COORD")
@pytest.mark.parametrize(("drm", "die", "won"), [(1, 7, True), (1, 6, False), (-1, 9, True), (-1, 8, False)])
def test_7_1_a_modifier_of_the_mission_is_added_to_the_die_of_coordination(
    drm: int, die: int, won: bool
) -> None:
    units = [unit(LEADER, "B7"), unit("us.able.2.leader", "D7"), unit(FOE, "H1")]
    state = opened(FIELD, units, sides={"us": {"coordination_drm": drm}})
    state = done(state, RollInitiative("us"), 9, 2, SelectCompany("us", "able"), Coordinate("us"), die)
    assert (("able.1", "able.2") in [action.platoons for action in legal(state, Activate)]) is won


def choosing(*units: str, company: str = "able", edition: str = "2019") -> list[tuple[str, ...]]:
    """The platoons that may be activated after a failed attempt to coordinate."""
    state = opened(FIELD, [*(unit(name, "C9") for name in units), unit(FOE, "C1")], edition=edition)
    state = done(state, RollInitiative("us"), 9, 2, SelectCompany("us", company))
    return [action.platoons for action in legal(done(state, Coordinate("us"), 1), Activate)]


@proves("LHY-7.1.3")
def test_7_1_after_a_failed_attempt_no_infantry_of_another_company_is_activated() -> None:
    able = ("us.able.1.leader", "us.able.2.leader")
    others = ("us.baker.1.leader", "us.able-tank.1.1", "us.dog.1.1")
    assert choosing(*able, *others) == [("able.1",), ("able.2",), ("able-tank.1",), ("dog.1",)]


@proves("LHY-7.1.later")
def test_7_1_in_the_later_edition_a_failed_attempt_leaves_the_companys_own_platoons_alone() -> None:
    units = ("us.able.1.leader", "us.able.2.leader", "us.able-tank.1.1", "us.dog.1.1")
    assert choosing(*units, edition="series-3.1") == [("able.1",), ("able.2",)]


@proves("LHY-6.0.II.4a", "LHY-7.0.1", "LHY-7.1.3")
def test_6_0_after_its_last_platoon_a_company_that_failed_to_coordinate_is_done() -> None:
    units = [unit("us.able.1.leader", "C9"), unit("us.able-tank.1.1", "E9"), unit("us.dog.1.1", "G9")]
    state = opened(FIELD, [*units, unit(FOE, "C1")])
    state = done(state, RollInitiative("us"), 9, 2, SelectCompany("us", "able"), Coordinate("us"), 1)
    for platoon in ("dog.1", "able.1"):
        state = done(state, Activate("us", (platoon,)))
        for side in ("us", "ge", "us"):
            state = done(state, CallForReaction(side))
    assert [action.company for action in legal(state, SelectCompany)] == ["able-tank"]


@proves("LHY-7.1.1")
def test_7_1_coordination_is_tried_before_the_first_platoon_only() -> None:
    units = [unit("us.able.1.leader", "C9"), unit("us.able.2.leader", "E9"), unit(FOE, "C1")]
    state = done(opened(FIELD, units), RollInitiative("us"), 9, 2, SelectCompany("us", "able"))
    assert not refusal(state, Coordinate("us"))
    state = done(state, Activate("us", ("able.1",)))
    for side in ("us", "ge", "us"):
        state = done(state, CallForReaction(side))
    assert "was activated already (LHY 7.1" in refusal(state, Coordinate("us"))


@proves("LHY-7.1a", "LHY-7.1b")
@pytest.mark.parametrize("second", ["us.able.2.leader", "us.able-tank.1.1", None])
def test_7_1_one_platoon_alone_tries_no_coordination(second: str | None) -> None:
    more = [unit(second, "B7")] if second else []
    state = opened(SMALL_FIELD, [unit("us.able.1.leader", "B7"), *more, unit("ge.1kp.1.leader", "D2")])
    state = done(state, RollInitiative("us"), 9, 2, SelectCompany("us", "able"))
    assert bool(legal(state, Coordinate)) is bool(second)
    assert ("no two platoons" in refusal(state, Coordinate("us"))) is not bool(second)


@proves("LHY-7.1.1", "LHY-7.1.2", "LHY-7.1a", "LHY-T-COORD")
@pytest.mark.parametrize(("die", "pairs"), [(8, True), (7, False)])
def test_7_1_coordination_activates_two_platoons_on_8_or_more(die: int, pairs: bool) -> None:
    state = done(field(), RollInitiative("us"), 9, 2, SelectCompany("us", "able"), Coordinate("us"), die)
    assert (("able.1", "able.2") in [action.platoons for action in legal(state, Activate)]) is pairs
    assert "LHY 7.1" in refusal(state, Coordinate("us"))


@proves("LHY-7.1.elite")
@pytest.mark.parametrize(
    ("second", "die", "won"), [((ELITE,), 5, True), ((ELITE,), 4, False), ((), 5, False)]
)
def test_7_1_an_elite_company_coordinates_with_3_more(second: tuple[str, ...], die: int, won: bool) -> None:
    """All of its infantry is Elite, or it is none (OUR 209); other companies do not count."""
    units = [
        unit("us.able.1.leader", "B7"), unit("us.able.1.squad.1", "B7", ELITE), unit("us.able.2.leader", "F7"),
        unit("us.able.2.squad.1", "F7", *second), unit("us.baker.1.squad.1", "H7"), unit("ge.1kp.1.leader", "D2"),
    ]  # fmt: skip
    state = done(opened(SMALL_FIELD, units), RollInitiative("us"), 9, 2, SelectCompany("us", "able"))
    assert ("+3 an Elite company" in str(PLAY.chances(state, Coordinate("us")))) is bool(second)
    after = done(state, Coordinate("us"), die)
    assert (("able.1", "able.2") in [action.platoons for action in legal(after, Activate)]) is won


@proves("LHY-7.1.3")
def test_7_1_after_a_failed_attempt_any_single_afv_platoon_may_be_activated() -> None:
    units = [unit("us.able.1.leader", "B7"), unit("us.able-tank.1.1", "F7"), unit("ge.1kp.1.leader", "D2")]
    state = done(opened(SMALL_FIELD, units), RollInitiative("us"), 9, 2, SelectCompany("us", "able"))
    assert [action.platoons for action in legal(state, Activate)] == [("able.1",)]
    state = done(state, Coordinate("us"), 3)
    assert [action.platoons for action in legal(state, Activate)] == [("able.1",), ("able-tank.1",)]


@proves("LHY-7.1.2", "LHY-7.1b")
def test_7_1b_a_tank_platoon_coordinates_with_any_infantry_platoon() -> None:
    units = [unit("us.able.1.leader", "B7"), unit("us.able-tank.1.1", "F7"), unit("ge.1kp.1.leader", "D2")]
    units.append(unit("us.able.1.squad.1", "B7"))
    state = done(opened(SMALL_FIELD, units), RollInitiative("us"), 9, 2, SelectCompany("us", "able-tank"))
    state = done(state, Coordinate("us"), 9)
    assert ("able-tank.1", "able.1") in [action.platoons for action in legal(state, Activate)]


GERMAN_LEADER = "ge.1kp.1.leader"


@proves("LHY-12.3.4.2")
def test_12_3_4_2_a_platoon_without_its_leader_does_not_coordinate() -> None:
    units = [unit(SQUAD, "B7"), unit("us.able.2.squad.1", "F7"), unit("us.able.2.leader", "F7")]
    far = [unit(GERMAN_LEADER, "H1"), unit("us.able.3.leader", "H9")]
    state = done(opened(FIELD, [*units, *far]), RollInitiative("us"), 9, 2)
    state = done(state, SelectCompany("us", "able"), Coordinate("us"), 9)
    pairs = [action.platoons for action in legal(state, Activate) if len(action.platoons) == 2]
    assert pairs == [("able.2", "able.3")]


@proves("LHY-7.1a", "LHY-6.0.II.1a")
def test_7_1_each_pair_of_platoons_is_listed_once() -> None:
    leaders = [unit(f"us.able.{k}.leader", place) for k, place in ((1, "B7"), (2, "D7"), (3, "F7"))]
    state = done(opened(FIELD, [*leaders, unit(GERMAN_LEADER, "H1")]), RollInitiative("us"), 9, 2)
    state = done(state, SelectCompany("us", "able"), Coordinate("us"), 9)
    pairs = [action.platoons for action in legal(state, Activate) if len(action.platoons) == 2]
    assert pairs == [("able.1", "able.2"), ("able.1", "able.3"), ("able.2", "able.3")]
