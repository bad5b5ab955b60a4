"""Chapter 11.1: front and rear by fire and by movement, and enfilade, in which one of two joined fires hits the rear."""

from dataclasses import replace

import pytest

from rules.game.chance.dice import ScriptedDice
from rules.game.state import GameState
from rules.game.units import Unit
from rules.ground.hex.board import HexBoard
from rules.last_hundred_yards.book.conditions import CONCEALED, DISRUPTED, HIDDEN, IN_MOTION
from rules.last_hundred_yards.declarations.fire.anti_tank import FireAntiTank
from rules.last_hundred_yards.declarations.fire.enfilade import Enfilade, GiveFront
from rules.last_hundred_yards.declarations.fire.small_arms import FireSmallArms
from rules.last_hundred_yards.declarations.maneuver.maneuver import Maneuver
from rules.last_hundred_yards.declarations.maneuver.vehicle_motion import EndManeuver
from rules.last_hundred_yards.declarations.turn.activation import Activate, CallForReaction, SelectCompany
from rules.last_hundred_yards.declarations.turn.initiative import RollInitiative
from rules.last_hundred_yards.play.play import PLAY
from rules.last_hundred_yards.questions.fire.fronts import _between, front_of, is_rear
from rules.last_hundred_yards.questions.terrain.directions import hexsides_toward
from rules.last_hundred_yards.state.events.fire_events import FiredThrough
from rules.last_hundred_yards.state.events.maneuver_events import CameFrom
from rules.last_hundred_yards.state.events.marker_events import GroundMarked
from rules.last_hundred_yards.state.events.order_events import PlatoonsActivated
from rules.last_hundred_yards.state.progress import DecisionKind
from tests.drawing import board
from tests.proving import proves
from tests.rules.last_hundred_yards.fire_field import marker
from tests.rules.last_hundred_yards.playing import (
    FIELD,
    WIDE_FIELD,
    activated_wide,
    at,
    course,
    done,
    legal,
    opened,
    position_seen_by,
    refusal,
    unit,
)

SQUAD, LEADER, FOE = "us.able.1.squad.1", "us.able.1.leader", "ge.1kp.1.squad.1"
SOUTH, NORTH, SIDE = "us.able.1.squad.1", "us.able.1.squad.2", "us.able.2.squad.1"
LEADERS = (unit("us.able.1.leader", "A12"), unit("us.able.2.leader", "B12"))
PANZER = "ge.pz4.2.1"
FAR = unit("ge.1kp.2.leader", "L1")


def able_1(
    *units: Unit, ground: HexBoard = WIDE_FIELD, company: str = "able", edition: str = "2019"
) -> GameState:
    """The first platoon of a company is activated."""
    state = opened(ground, [*units, *LEADERS, FAR], edition=edition)
    state = done(state, RollInitiative("us"), 9, 2)
    return done(state, SelectCompany("us", company), Activate("us", (f"{company}.1",)))


def joined(*more: Unit, ground: HexBoard = WIDE_FIELD) -> GameState:
    """A German squad in E6 between two squads of the activated platoon, in E8 and E4."""
    return able_1(unit(SOUTH, "E8"), unit(NORTH, "E4"), unit(FOE, "E6"), *more, ground=ground)


@proves("LHY-11.1.1.1", "LHY-11.1.1.2", "LHY-11.1.0.3")
def test_11_1_1_two_fires_are_joined_and_the_one_from_the_rear_is_1_better() -> None:
    state = done(joined(), Enfilade("us", (SOUTH, NORTH), FOE))
    assert PLAY.to_act(state) == "ge", "the defender turns to one of the fires"
    assert legal(state, GiveFront) == [GiveFront("ge", FOE, (4,)), GiveFront("ge", FOE, (1,))]
    state = done(state, GiveFront("ge", FOE, (4,)))
    assert PLAY.to_act(state) == "us"
    assert PLAY.legal_actions(state) == (FireSmallArms("us", SOUTH, (at("E6"),)),), "he must fire now"
    state = done(state, FireSmallArms("us", SOUTH, (at("E6"),)), FireSmallArms("us", NORTH, (at("E6"),)))
    assert [(fire.value, fire.rear) for fire in course(state).fires] == [(1, False), (2, True)]
    assert not course(state).decisions
    assert {SOUTH, NORTH} <= course(state).acted


@proves("LHY-11.1.1.2")
def test_11_1_1_the_front_is_where_one_of_the_named_fires_enters() -> None:
    state = done(joined(), Enfilade("us", (SOUTH, NORTH), FOE))
    assert "where one of the named fires enters (LHY 11.1.1" in refusal(state, GiveFront("ge", FOE, (2,)))
    assert not refusal(state, GiveFront("ge", FOE, (1,)))
    assert "ge decides now" in refusal(state, FireSmallArms("us", SOUTH, (at("E6"),)))


@proves("LHY-11.1.1.2")
def test_11_1_1_a_fire_through_a_vertex_is_faced_at_the_vertex() -> None:
    # From G6 the line runs along row 6 and enters E6 between its hexsides 2 and 3.
    state = able_1(unit(SOUTH, "G6"), unit(NORTH, "C6"), unit(FOE, "E6"))
    state = done(state, Enfilade("us", (SOUTH, NORTH), FOE))
    assert legal(state, GiveFront) == [GiveFront("ge", FOE, (2, 3)), GiveFront("ge", FOE, (5, 6))]
    state = done(state, GiveFront("ge", FOE, (2, 3)), FireSmallArms("us", SOUTH, (at("E6"),)))
    state = done(state, FireSmallArms("us", NORTH, (at("E6"),)))
    assert [fire.rear for fire in course(state).fires] == [False, True]


@proves("LHY-11.1.1.1")
@pytest.mark.parametrize(
    ("firers", "reason"),
    [
        ((SOUTH,), "at least two firers"),
        ((SOUTH, SOUTH), "at least two firers"),
        ((SOUTH, "us.able.1.section.a"), "no two of these fires take"),
        ((SIDE, "us.able.2.squad.2"), "one of the firers must be of the activated platoon"),
        ((SOUTH, "us.baker.1.squad.1"), "is of another company"),
        ((SOUTH, "us.able.3.squad.1"), "has no leader"),
        ((SOUTH, FOE), "us has no unit"),
    ],
)
def test_11_1_1_one_firer_of_the_activated_platoon_the_other_of_its_company(
    firers: tuple[str, ...], reason: str
) -> None:
    state = joined(
        unit("us.able.1.section.a", "F8"), unit(SIDE, "E3"), unit("us.able.2.squad.2", "E9"),
        unit("us.baker.1.squad.1", "E3"), unit("us.able.3.squad.1", "E3"),
    )  # fmt: skip
    action = Enfilade("us", firers, FOE)
    assert reason in refusal(state, action)
    assert action not in PLAY.legal_actions(state)


@proves("LHY-11.1.1.1")
def test_11_1_1_the_other_firer_may_be_of_a_platoon_not_yet_activated_and_uses_its_action() -> None:
    state = able_1(unit(SOUTH, "E8"), unit(SIDE, "E4"), unit(FOE, "E6"))
    assert Enfilade("us", (SOUTH, SIDE), FOE) in legal(state, Enfilade)
    assert refusal(state, FireSmallArms("us", SIDE, (at("E6"),))), "alone it is not activated"
    state = done(state, Enfilade("us", (SOUTH, SIDE), FOE), GiveFront("ge", FOE, (4,)))
    state = done(state, FireSmallArms("us", SOUTH, (at("E6"),)), FireSmallArms("us", SIDE, (at("E6"),)))
    assert course(state).fires[-1].rear
    assert SIDE in course(state).acted
    assert not course(state).borrowed, "it takes no ad hoc place"


@proves("LHY-11.1.0.3", "LHY-11.0.2")
def test_11_1_each_firer_named_needs_range_los_and_a_fire_it_may_make() -> None:
    far = able_1(unit(SOUTH, "E8"), unit("us.able.1.section.a", "E1"), unit(FOE, "E6"))
    assert not refusal(far, Enfilade("us", (SOUTH, "us.able.1.section.a"), FOE))
    beyond = able_1(unit(SOUTH, "E12"), unit(NORTH, "E1"), unit(FOE, "E10"))
    assert "the range is 8" in refusal(beyond, Enfilade("us", (SOUTH, NORTH), FOE))
    rows = [". . . . . . . . . . . ."] * 4 + [". . . . f . . . . . . ."] + [". . . . . . . . . . . ."] * 7
    blocked = joined(ground=board("\n".join(rows)))
    assert "there is no LOS to E6" in refusal(blocked, Enfilade("us", (SOUTH, NORTH), FOE))
    shaken = able_1(unit(SOUTH, "E8"), unit(NORTH, "E4", DISRUPTED), unit(FOE, "E6"))
    assert "is disrupted" in refusal(shaken, Enfilade("us", (SOUTH, NORTH), FOE))
    used = done(joined(), FireSmallArms("us", NORTH, (at("E6"),)))
    assert (
        refusal(used, Enfilade("us", (SOUTH, NORTH), FOE)) == f"{NORTH} has already acted this turn (LHY 9.0)"
    )


@proves("LHY-11.1.1.1", "LHY-11.0.2")
@pytest.mark.parametrize(("between", "why"), [(".", ""), ("f", "there is no LOS to E6")])
def test_11_1_1_a_tank_in_motion_may_be_named_if_it_sees_the_target_from_where_it_halts(
    between: str, why: str
) -> None:
    rows = ["." + " ." * 11] * 12
    rows[6] = f". . . . {between} . . . . . . ."
    tanks = unit("us.able-tank.1.1", "E8", IN_MOTION), unit("us.able-tank.1.2", "E2")
    state = able_1(*tanks, unit(PANZER, "E6"), ground=board("\n".join(rows)), company="able-tank")
    told = refusal(state, Enfilade("us", ("us.able-tank.1.1", "us.able-tank.1.2"), PANZER))
    assert why in told
    assert bool(told) is bool(why)


@proves("LHY-11.1.1.1", "LHY-11.2a")
@pytest.mark.parametrize("smoky", ["E7", "E5"])
@pytest.mark.parametrize(
    ("smoke", "why"), [(5, ""), (6, "fire worth less than -4 may not be made (LHY 11.2a")]
)
def test_11_1_1_each_named_firer_must_be_able_to_fire_even_at_the_front(
    smoky: str, smoke: int, why: str
) -> None:
    """SAV 1 less 6 for smoke is enough only from the rear, whether from the south or the north."""
    state = GroundMarked("smoke", at(smoky), smoke).on(joined())
    action = Enfilade("us", (SOUTH, NORTH), FOE)
    assert why in refusal(state, action)
    assert (action in legal(state, Enfilade)) is not bool(why)


@proves("LHY-11.1.0.3")
def test_11_1_a_named_firer_fires_at_the_named_target_and_does_nothing_else() -> None:
    state = joined(unit("ge.mg.1", "F7"))
    state = done(state, Enfilade("us", (SOUTH, NORTH), FOE), GiveFront("ge", FOE, (4,)))
    assert f"{SOUTH} is committed to enfilade fire and may fire only at {FOE}" in refusal(
        state, FireSmallArms("us", SOUTH, (at("F7"),))
    )
    assert "cannot be declared now" in refusal(state, Maneuver("us", SOUTH, at("E9")))
    assert "cannot be declared now" in refusal(state, CallForReaction("us"))
    assert "may not fire now" in refusal(state, FireSmallArms("us", NORTH, (at("E6"),))), "not its turn yet"


@proves("LHY-11.1a", "LHY-11.1.2", "LHY-11.1.0.3")
def test_11_1_which_targets_cannot_be_enfiladed_by_declaration() -> None:
    second = joined(unit("ge.1kp.1.squad.2", "E6"))
    assert "2 steady units hold E6 (LHY 11.1a" in refusal(second, Enfilade("us", (SOUTH, NORTH), FOE))
    for not_steady in (unit("ge.1kp.1.squad.2", "E6", DISRUPTED), unit("ge.1kp.1.leader", "E6")):
        assert not refusal(joined(not_steady), Enfilade("us", (SOUTH, NORTH), FOE))
    concealed = able_1(unit(SOUTH, "E8"), unit(NORTH, "E4"), unit(FOE, "E6", CONCEALED))
    assert "is not known" in refusal(concealed, Enfilade("us", (SOUTH, NORTH), "concealed@E6"))
    hidden = able_1(unit(SOUTH, "E8"), unit(NORTH, "E4"), unit(FOE, "E6", HIDDEN))
    assert f"no enemy {FOE} is known" in refusal(hidden, Enfilade("us", (SOUTH, NORTH), FOE))
    shown = FiredThrough(FOE, at("E8")).on(joined())
    assert "shows its front" in refusal(shown, Enfilade("us", (SOUTH, NORTH), FOE))
    fort = able_1(unit(SOUTH, "E8"), unit(NORTH, "E4"), unit("ge.fp.1", "E6"))
    assert "no rear to fire" in refusal(fort, Enfilade("us", (SOUTH, NORTH), "ge.fp.1"))


@proves("LHY-11.1.1.1", "LHY-11.1.0.3", "LHY-11.3.3e")
def test_11_1_1_men_enfilade_a_gun_with_small_arms() -> None:
    """They have nothing against its armour; its front is set toward the squad in the south."""
    state = able_1(unit(SOUTH, "E8"), unit(NORTH, "E4"), unit("ge.pak40.3", "E6"))
    named = Enfilade("us", (SOUTH, NORTH), "ge.pak40.3")
    assert named in legal(state, Enfilade)
    state = done(state, named, GiveFront("ge", "ge.pak40.3", (4,)))
    for firer in (SOUTH, NORTH):
        assert legal(state, FireSmallArms) == [FireSmallArms("us", firer, (at("E6"),))]
        state = done(state, FireSmallArms("us", firer, (at("E6"),)))
    assert [fire.rear for fire in course(state).fires] == [False, True]


@proves("LHY-11.1.0.3")
def test_11_1_a_named_firer_owes_no_fire_at_a_unit_that_the_umpire_moved() -> None:
    state = done(joined(), Enfilade("us", (SOUTH, NORTH), FOE), GiveFront("ge", FOE, (4,)))
    state = PLAY.correct(state, replace(state.unit(FOE), at=at("A1")), ScriptedDice([]))[1]
    assert not course(state).decisions
    assert not refusal(state, Maneuver("us", SOUTH, at("E9")))


@proves("LHY-11.1a")
@pytest.mark.parametrize(("firers", "immune"), [((SOUTH, NORTH), True), ((SOUTH, "us.gun57.1"), False)])
def test_11_1a_a_gun_beside_steady_men_is_immune_to_small_arms_and_not_to_guns(
    firers: tuple[str, str], immune: bool
) -> None:
    men = unit(SOUTH, "E8"), unit(NORTH, "E4"), unit("us.gun57.1", "E4")
    state = able_1(*men, unit("ge.pak40.3", "E6"), unit(FOE, "E6"))
    named = Enfilade("us", firers, "ge.pak40.3")
    assert ("2 steady units hold E6 (LHY 11.1a" in refusal(state, named)) is immune
    assert (named in legal(state, Enfilade)) is not immune


@proves("LHY-11.1a", "LHY-11.1.2")
def test_11_1a_steady_men_beside_it_do_not_cover_the_rear_of_a_tank() -> None:
    tanks = [unit("us.able-tank.1.1", "E9"), unit("us.able-tank.1.2", "E2"), unit(PANZER, "E6")]
    state = able_1(*tanks, unit(FOE, "E6"), unit("ge.1kp.1.squad.2", "E6"), company="able-tank")
    assert not refusal(state, Enfilade("us", ("us.able-tank.1.1", "us.able-tank.1.2"), PANZER))


@proves("LHY-11.1.0.3", "LHY-11.1b")
def test_11_1_tanks_enfilade_to_fire_at_the_aev() -> None:
    tanks = [unit("us.able-tank.1.1", "E9"), unit("us.able-tank.1.2", "E2"), unit(PANZER, "E6")]
    state = able_1(*tanks, unit("ge.stug.1", "H12"), company="able-tank")
    assert legal(state, Enfilade) == [Enfilade("us", ("us.able-tank.1.1", "us.able-tank.1.2"), PANZER)]
    state = done(state, legal(state, Enfilade)[0], GiveFront("ge", PANZER, (1,)))
    assert f"may fire only at {PANZER}" in refusal(
        state, FireSmallArms("us", "us.able-tank.1.1", (at("E6"),))
    )
    for elsewhere in (("ge.stug.1",), (PANZER, "ge.stug.1")):
        wrong = FireAntiTank("us", "us.able-tank.1.1", elsewhere)
        assert f"may fire only at {PANZER}" in refusal(state, wrong)
    shot = FireAntiTank("us", "us.able-tank.1.1", (PANZER,))
    ruling = PLAY.chances(state, shot)
    assert ruling.verdict == "ATDRM +3 E"
    state = done(state, shot, FireAntiTank("us", "us.able-tank.1.2", (PANZER,)))
    assert [fire.rear for fire in course(state).fires] == [True, False]
    assert not legal(state, Enfilade)


@proves("LHY-11.1b", "LHY-11.5.4c")
def test_11_1b_split_fire_tells_the_lower_marker_and_whether_it_is_from_the_rear() -> None:
    """A gun of ATV 5 is behind the near tank and before the far one, whose range costs 1; splitting the fire costs 2."""
    near, far, gun = "us.able-tank.1.1", "us.able-tank.1.2", "ge.pak40.3"
    state = activated_wide(unit(near, "C8"), unit(far, "C3"), unit(gun, "C10"), platoon="able-tank.1")
    position = PLAY.known(CameFrom(near, at("C9"), False).on(state), "ge")
    for targets, told in (((near,), "+5 E"), ((far,), "+4"), ((near, far), "+2"), ((far, near), "+2")):
        fire = FireAntiTank("ge", gun, targets)
        assert PLAY.unchecked_chances(position, fire).verdict == f"ATDRM {told}"


@proves("LHY-11.5.1d", "LHY-11.5.1d.2", "LHY-11.1.1.1")
@pytest.mark.parametrize(("edition", "allowed"), [("2019", False), ("series-3.1", True)])
def test_11_5_1d_in_the_later_edition_two_firers_may_enfilade_one_tank_of_two(
    edition: str, allowed: bool
) -> None:
    tanks = [unit("us.able-tank.1.1", "E9"), unit("us.able-tank.1.2", "E2"), unit("us.able-tank.1.3", "F2")]
    two = [unit(PANZER, "E6"), unit("ge.pz4.2.2", "E6")]
    state = able_1(*tanks, *two, company="able-tank", edition=edition)
    pair = Enfilade("us", ("us.able-tank.1.1", "us.able-tank.1.2"), PANZER)
    assert (not refusal(state, pair)) is allowed
    three = replace(pair, firers=(*pair.firers, "us.able-tank.1.3"))
    assert "spread as evenly" in refusal(state, three)
    for front in legal(done(state, pair), GiveFront) if allowed else ():
        fired = done(state, pair, front)
        for firer in pair.firers:
            assert not refusal(fired, FireAntiTank("us", firer, (PANZER,)))
            fired = done(fired, FireAntiTank("us", firer, (PANZER,)))
        assert [fire.target for fire in course(fired).fires] == [PANZER, PANZER]


@proves("LHY-11.5.1d")
def test_11_5_1d_two_tanks_beside_a_gun_do_not_bar_enfilading_it() -> None:
    tanks = unit("us.able-tank.1.1", "E9"), unit("us.able-tank.1.2", "E2")
    hex_of = unit("ge.pak40.3", "E6"), unit(PANZER, "E6"), unit("ge.pz4.2.2", "E6")
    state = able_1(*tanks, *hex_of, company="able-tank")
    assert not refusal(state, Enfilade("us", ("us.able-tank.1.1", "us.able-tank.1.2"), "ge.pak40.3"))


@proves("LHY-11.1.0.3")
def test_11_1_a_named_firer_that_can_no_longer_fire_is_skipped() -> None:
    smoke = done(joined(), Enfilade("us", (SOUTH, NORTH), FOE))
    for hidden_by in ("E5", "E7"):
        smoke = GroundMarked("smoke", at(hidden_by), 9).on(smoke)
    after = done(smoke, GiveFront("ge", FOE, (4,)))
    assert not course(after).decisions
    assert not course(after).fires
    assert SOUTH not in course(after).acted


@proves("LHY-4.3.0.1")
def test_11_1_the_defender_sees_a_concealed_firer_only_as_a_concealed_counter() -> None:
    state = able_1(unit(SOUTH, "E8", CONCEALED), unit(NORTH, "E4"), unit(FOE, "E6"))
    state = done(state, Enfilade("us", (SOUTH, NORTH), FOE))
    due = position_seen_by(state, "ge").course.decisions[0]
    assert (due.kind, due.target, due.firers) == (DecisionKind.GIVE_FRONT, FOE, ("concealed@E8", NORTH))


@proves("LHY-11.1.1.1")
def test_11_1_1_in_reaction_no_fires_are_joined() -> None:
    state = able_1(unit(SOUTH, "E8"), unit(FOE, "E6"), unit("ge.1kp.1.squad.2", "E10"))
    state = done(state, Maneuver("us", SOUTH, at("D8")), EndManeuver("us"), CallForReaction("us"))
    assert "in an activation" in refusal(state, Enfilade("ge", (FOE, "ge.1kp.1.squad.2"), SOUTH))
    assert not legal(state, Enfilade)


@proves("LHY-11.1.1.1", "LHY-11.1.1.2")
def test_11_1_the_chances_of_joined_fires_are_told_for_each_front() -> None:
    ruling = PLAY.chances(joined(), Enfilade("us", (SOUTH, NORTH), FOE))
    assert ruling.verdict == (
        f"front at hexside 4: {SOUTH} SADRM +1, {NORTH} SADRM +2; "
        f"front at hexside 1: {SOUTH} SADRM +2, {NORTH} SADRM +1"
    )


@proves("LHY-11.1.2", "LHY-11.1.0.2")
def test_11_1_2_the_front_is_the_hexside_fired_through_not_the_line_of_fire() -> None:
    # From F6 to G1 the fire leaves by hexside 1; D5 and H5 are level with the hexside's vertices, so both
    # are front or on its line, though D5 would be behind the line of fire itself.
    tank = "us.able-tank.1.1"
    state = FiredThrough(tank, at("G1")).on(able_1(unit(tank, "F6"), company="able-tank"))
    position = position_seen_by(state, "us")
    assert [is_rear(position, position.unit(tank), at(label)) for label in ("B6", "L6", "D8", "H8")] == [
        False, False, True, True,
    ]  # fmt: skip


@proves("LHY-11.1.3.2")
@pytest.mark.parametrize(("to", "rear"), [(None, "F1"), ("F7", "F1"), ("F5", "F12")])
def test_11_1_3_2_after_shoot_and_scoot_the_front_is_where_the_tank_drove_if_it_drove(
    to: str | None, rear: str
) -> None:
    tank = "us.able-tank.1.1"
    state = able_1(unit(tank, "F6"), unit(PANZER, "F11"), company="able-tank")
    shot = FireAntiTank("us", tank, (PANZER,), "shoot_and_scoot", None if to is None else at(to))
    position = position_seen_by(done(state, shot), "us")
    assert is_rear(position, position.unit(tank), at(rear))


@proves("LHY-T-VMM", "LHY-11.1.3.1", "LHY-11.1.3.2", "LHY-10.4.4.1")
@pytest.mark.parametrize(("mode", "rear"), [("forward", "F12"), ("reverse", "F1")])
def test_11_1_3_2_a_tank_that_shoots_and_backs_away_keeps_its_front_to_the_enemy(
    mode: str, rear: str
) -> None:
    # From F6 it backs into F5: the hexside that it crossed is its front then, and its rear if it drove forward.
    tank = "us.able-tank.1.1"
    state = able_1(unit(tank, "F6"), unit(PANZER, "F11"), company="able-tank")
    shot = FireAntiTank("us", tank, (PANZER,), "shoot_and_scoot", at("F5"), mode=mode)
    assert shot in legal(state, FireAntiTank)
    after = done(state, shot)
    assert after.unit(tank).at == at("F5")
    assert after.unit(tank).has(IN_MOTION)
    position = position_seen_by(after, "us")
    assert [is_rear(position, position.unit(tank), at(label)) for label in ("F1", "F12")] == [
        rear == "F1", rear == "F12",
    ]  # fmt: skip


@proves("LHY-11.1.3.1")
@pytest.mark.parametrize(("came_from", "rear"), [("F8", "F12"), ("D6", "B6"), ("F6", None)])
def test_11_1_3_1_a_tank_that_came_from_two_hexes_off_or_was_turned_back(
    came_from: str, rear: str | None
) -> None:
    # A Combined Force Assault goes in from two hexes; hidden enemies turn a tank back to where it was.
    tank = "us.able-tank.1.1"
    state = CameFrom(tank, at(came_from), False).on(able_1(unit(tank, "F6"), company="able-tank"))
    position = position_seen_by(state, "us")
    found = [
        label for label in ("F1", "F12", "B6", "J6") if is_rear(position, position.unit(tank), at(label))
    ]
    assert found == ([] if rear is None else [rear])


@proves("LHY-11.1c", "LHY-11.1.2")
@pytest.mark.parametrize(
    ("targets", "front"),
    [
        (("C2",), ("C4",)),
        (("C2", "C1"), ("C4",)),  # both leave by one hexside: that is the front
        (("C3", "E3"), ("C4", "D4")),  # neighbouring hexsides: the vertex between them
        (("C2", "E4"), ("C4", "D4")),
    ],
)
def test_11_1c_the_front_after_split_fire(targets: tuple[str, ...], front: tuple[str, ...]) -> None:
    state = opened(FIELD, [unit("us.mg.1", "C5"), unit(FOE, "C1"), unit(LEADER, "A9")])
    for target in targets:
        state = FiredThrough("us.mg.1", at(target)).on(state)
    position = PLAY.position(state)
    wanted = {side for place in front for side in hexsides_toward(position.board.grid, at("C5"), at(place))}
    assert set(front_of(position, state.unit("us.mg.1")) or ()) == wanted


@proves("LHY-11.1c")
@pytest.mark.parametrize(
    ("one", "other", "front"),
    [
        ((3,), (3,), (3,)),
        ((2, 3), (2, 3), (2, 3)),  # both by one vertex
        ((2, 3), (3,), (3,)),
        ((3,), (2,), (2, 3)),
        ((0,), (5,), (0, 5)),
        ((1, 2), (2, 3), (2,)),
    ],
)
def test_11_1c_after_split_fire_the_front_is_what_both_lines_leave_by_or_the_vertex_between(
    one: tuple[int, ...], other: tuple[int, ...], front: tuple[int, ...]
) -> None:
    assert _between(one, other) == front
    assert _between(other, one) == front


@proves("LHY-11.1a")
@pytest.mark.parametrize(("who", "value"), [("ge.stug.1", 0), ("ge.mg.1", 2)])
def test_11_1_the_rear_of_a_vehicle_does_not_expose_the_men_beside_it(who: str, value: int) -> None:
    """The vehicle has fired away from the squad that fires at its hex; men beside their own armour have cover 1 (11.3.3l)."""
    state = activated_wide(
        unit(SQUAD, "C12"), unit(LEADER, "A12"), unit("ge.latw.1", "C10"), unit(who, "C10")
    )
    state = FiredThrough(who, at("C8")).on(state)
    assert marker(state, FireSmallArms("us", SQUAD, (at("C10"),))) == value


@proves("LHY-11.1.2", "LHY-11.1.3.1", "LHY-9.0.6")
def test_11_1_2_a_front_holds_until_the_next_platoon_is_activated() -> None:
    """Reading 214: a squad and a tank have shown the Americans their backs."""
    second, panzer = "us.able.2.squad.1", "ge.stug.1"
    men = unit(second, "F7"), unit("us.able.2.leader", "A12")
    state = activated_wide(unit(SQUAD, "D7"), unit(LEADER, "A12"), *men, unit(FOE, "F6"), unit(panzer, "H6"))
    state = CameFrom(panzer, at("H7"), False).on(FiredThrough(FOE, at("F1")).on(state))
    later = PlatoonsActivated(("able.2",)).on(state)
    shown = [
        is_rear(position_seen_by(now, "us"), now.unit(target), at(behind))
        for now in (state, later)
        for target, behind in ((FOE, "F7"), (panzer, "H9"))
    ]
    assert shown == [True, True, False, False]
    assert marker(later, FireSmallArms("us", second, (at("F6"),))) == 1


@proves("LHY-11.1c", "LHY-11.1.2")
@pytest.mark.parametrize(
    ("firer_at", "rear"), [("C2", False), ("G4", False), ("B3", False), ("F7", True), ("D8", True)]
)
def test_11_1c_after_split_fire_the_vertex_between_the_two_hexsides_is_the_front(
    firer_at: str, rear: bool
) -> None:
    # The squad in D5 fired north at D4 and north-east at E5: its front looks at the vertex between.
    state = activated_wide(unit(SQUAD, "D5"), unit(LEADER, "A10"), unit("ge.mg.1", firer_at))
    for place in ("D4", "E5"):
        state = FiredThrough(SQUAD, at(place)).on(state)
    assert is_rear(position_seen_by(state, "ge"), state.unit(SQUAD), at(firer_at)) is rear
