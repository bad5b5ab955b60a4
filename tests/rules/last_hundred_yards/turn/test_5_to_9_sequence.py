"""Chapters 5 to 9: whose go it is, who may act, who may react to what."""

from dataclasses import replace
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from rules.game.chance.dice import ScriptedDice
from rules.game.engine.carrying_out import IllegalAction, carry_out
from rules.game.state import GameState
from rules.game.units import Marker
from rules.last_hundred_yards.book.conditions import DISRUPTED, ELITE, HEROIC, IN_MOTION, SHOCKED
from rules.last_hundred_yards.book.editions import edition
from rules.last_hundred_yards.declarations.fire.anti_tank import FireAntiTank
from rules.last_hundred_yards.declarations.fire.small_arms import FireSmallArms
from rules.last_hundred_yards.declarations.maneuver.maneuver import Maneuver
from rules.last_hundred_yards.declarations.maneuver.vehicle_motion import ChangeMotion, EndManeuver
from rules.last_hundred_yards.declarations.mortars.mortar_fire import CallMortar
from rules.last_hundred_yards.declarations.recovery import Recover
from rules.last_hundred_yards.declarations.turn.activation import (
    Activate,
    CallForReaction,
    Coordinate,
    SelectCompany,
)
from rules.last_hundred_yards.declarations.turn.initiative import RollInitiative, initiative_winner
from rules.last_hundred_yards.declarations.withdrawal import Withdraw
from rules.last_hundred_yards.play.play import PLAY
from rules.last_hundred_yards.ruleset import RULESET
from rules.last_hundred_yards.state.events.order_events import TurnBegan
from rules.last_hundred_yards.state.progress import Phase, Step
from tests.drawing import board
from tests.proving import proves
from tests.rules.last_hundred_yards.playing import at, course, done, legal, opened, recorded, refusal, unit

FIELD = board("\n".join([". . . . . . . ."] * 8))
US = ("us.able.1.squad.1", "us.able.1.leader", "us.able.2.squad.1", "us.able.2.leader")
GE = ("ge.1kp.1.squad.1", "ge.1kp.1.leader")


def field(**where: str) -> GameState:
    """Able 1 and 2 in the south, a German squad in the north; `where` overrides by letters of the id."""
    places = dict(zip(US + GE, ("B7", "B7", "F7", "F7", "D2", "D2"), strict=True))
    return opened(
        FIELD, [unit(one, where.get(one.replace(".", "_"), place)) for one, place in places.items()]
    )


def active(state: GameState, platoons: tuple[str, ...] = ("able.1",), us: int = 9, ge: int = 2) -> GameState:
    """The Americans win the initiative and activate."""
    state = done(state, RollInitiative("us"), us, ge)
    state = done(state, SelectCompany("us", platoons[0].split(".")[0]))
    return done(state, Activate("us", platoons))


@proves("LHY-5.0.I.1", "LHY-5.0.I.4", "LHY-5.0.II.1")
def test_5_0_i_the_higher_die_is_active() -> None:
    for dice, active_side in (((9, 2), "us"), ((2, 9), "ge")):
        begun = course(done(field(), RollInitiative("us"), *dice))
        assert (begun.active, begun.phase) == (active_side, Phase.ACTIVATION)


@proves("LHY-5.0.I.5")
@pytest.mark.parametrize(("total", "winner"), [(5, "ge"), (6, "us")])
def test_5_0_i_ties_go_to_the_axis_if_odd_and_to_the_allies_if_even(total: int, winner: str) -> None:
    assert initiative_winner({"us": total, "ge": total}, axis="ge", allies="us") == winner


@proves("LHY-5.0.I.5")
def test_5_0_i_the_record_says_why_a_tie_goes_to_whom() -> None:
    _, told = recorded(field(), RollInitiative("us"), 3, 3)
    tie = told.index("both have 3, odd, which is the Axis player's")
    assert told[tie + 1] == "ge has the initiative"
    assert told[tie - 1].startswith("initiative of ge: d10 shows 3")
    assert (
        "both have 6, even, which is the Allied player's" in recorded(field(), RollInitiative("us"), 6, 6)[1]
    )
    _, told = recorded(field(), RollInitiative("us"), 7, 3)
    assert "initiative of ge: d10 shows 3 (2 to 6 count alike)" in told


@proves("LHY-5.0.I.2", "LHY-17.2a", "LHY-17.2b")
def test_5_0_i_the_modifier_counts_for_who_had_the_initiative() -> None:
    units = [
        unit(one, place) for one, place in zip(US + GE, ("B7", "B7", "F7", "F7", "D2", "D2"), strict=True)
    ]
    sides = {"us": {"initiative_drm": 2}, "ge": {"initiative_drm": 2}}
    state = opened(FIELD, units, attacker="us", sides=sides)
    assert course(done(state, RollInitiative("us"), 5, 6)).active == "us"
    state = opened(FIELD, units, attacker="ge", sides=sides)
    assert course(done(state, RollInitiative("ge"), 5, 6)).active == "ge"


@proves("LHY-17.2a")
@pytest.mark.parametrize("attacker", ["us", "ge"])
def test_17_2_the_attacker_begins_without_a_roll_in_the_later_edition(attacker: str) -> None:
    units = [unit("us.able.1.leader", "B7"), unit("ge.1kp.1.leader", "D2")]
    state = opened(FIELD, units, attacker=attacker, switches={"attacker_begins": True})
    roll = RollInitiative(PLAY.to_act(state) or "")
    assert "has the initiative in the first turn" in str(PLAY.chances(state, roll).reasons)
    assert PLAY.told(state, roll) == "give the attacker the initiative, without a roll"
    after = done(state, roll)
    assert (course(after).active, course(after).phase) == (attacker, Phase.ACTIVATION)
    second = TurnBegan(2).on(after)
    assert PLAY.told(second, roll) == "roll for the initiative"
    assert course(done(second, RollInitiative(attacker), 2, 9)).active == "ge"
    assert (edition("series-3.1").attacker_begins, edition("2019").attacker_begins) == (True, False)


@proves("LHY-7.1a", "LHY-7.1b")
@pytest.mark.parametrize("second", ["us.able.2.leader", "us.able-tank.1.1", None])
def test_7_1_one_platoon_alone_tries_no_coordination(second: str | None) -> None:
    more = [unit(second, "B7")] if second else []
    state = opened(FIELD, [unit("us.able.1.leader", "B7"), *more, unit("ge.1kp.1.leader", "D2")])
    state = done(done(state, RollInitiative("us"), 9, 2), SelectCompany("us", "able"))
    assert bool(legal(state, Coordinate)) is bool(second)
    assert ("no two platoons" in refusal(state, Coordinate("us"))) is not bool(second)


@proves("LHY-5.0.I.7")
def test_5_0_i_a_player_without_leader_or_afv_forfeits() -> None:
    state = opened(FIELD, [unit("us.able.1.squad.1", "B7"), unit("ge.1kp.1.leader", "D2")])
    assert course(done(state, RollInitiative("us"), 9, 2)).active == "ge"
    both = opened(FIELD, [unit("us.able.1.squad.1", "B7"), unit("ge.1kp.1.squad.1", "D2")])
    assert course(done(both, RollInitiative("us"), 9, 2)).phase is Phase.TIME, (
        "nothing to activate, to resolve or to adjust"
    )


@proves("LHY-6.0.1", "LHY-5.0.I.2", "LHY-5.0.I.5")
@pytest.mark.parametrize("drm", [0, 2])
def test_6_0_a_way_says_how_often_its_side_activates_platoons(drm: int) -> None:
    """Of a hundred throws of two dice, ties by parity; who had the initiative adds his modifier."""

    def wins(us: int, ge: int) -> bool:
        return us > ge if us != ge else us % 2 == 0

    throws = list(product(range(1, 11), repeat=2))
    keeps = sum(wins(us + drm, ge) for us, ge in throws)
    takes = sum(wins(us, ge) for us, ge in throws)
    share = takes / (100 - keeps + takes)
    squad, *tanks = unit(US[0], "B7"), unit("us.able-tank.1.1", "F7"), unit("ge.stug.1", "D2")
    state = opened(FIELD, [squad, *tanks], sides={"us": {"initiative_drm": drm}})
    ruling = RULESET.movements(state, squad)
    told = f"the Americans in {share:.0%} of them on the average, so that each turn of a way takes {1 / share:.1f} (LHY 6.0"
    assert told in "; ".join(map(str, ruling.reasons))
    assert "initiative" not in str(RULESET.reach(state, squad))


@proves("LHY-5.0.I.7")
@pytest.mark.parametrize(
    ("unit_id", "may"),
    [("us.able.1.leader", True), ("us.able-tank.1.1", True), ("us.mg.1", False), ("us.m3.2", False)],
)
def test_5_0_i_one_leader_or_afv_is_enough_whoever_else_there_is(unit_id: str, may: bool) -> None:
    units = [unit("us.able.1.squad.1", "B7"), unit(unit_id, "B7"), unit("ge.1kp.1.leader", "D2")]
    state = opened(FIELD, units)
    assert course(done(state, RollInitiative("us"), 9, 2)).active == ("us" if may else "ge")


@proves("LHY-5.0.I.7", "LHY-4.3.0.2")
@pytest.mark.parametrize("condition", ["concealed", "hidden"])
def test_5_0_i_who_is_not_seen_may_have_a_leader_for_all_that_odds_know(condition: str) -> None:
    state = opened(
        FIELD, [unit("us.able-tank.1.1", "B7"), unit("ge.1kp.1.leader", "D2", condition)], attacker="us"
    )
    odds = PLAY.chances(state, RollInitiative("us")).odds
    assert odds is not None
    won = {
        side: sum(odds.of(words) for words in odds.chances if f"{side} has the initiative" in words)
        for side in ("us", "ge")
    }
    assert won == {"us": Fraction(1, 2), "ge": Fraction(1, 2)}


@proves("LHY-5.0.I.8", "LHY-15.0", "LHY-15.b.1")
def test_15_an_unmodified_10_is_fate_and_a_sniper_takes_a_leader() -> None:
    state = done(field(), RollInitiative("us"), 10, 2, 1, 2)
    assert state.unit("us.able.2.leader").at is None
    assert course(state).away[0].back_at == 7


@proves("LHY-15.a", "LHY-15.0")
def test_15_an_unmodified_1_strips_the_concealment_of_a_hex_near_and_in_los() -> None:
    state = opened(FIELD, [unit("us.able.1.leader", "B7"), unit("ge.1kp.1.leader", "D4", "concealed")])
    state = done(state, RollInitiative("us"), 1, 2)
    assert PLAY.to_act(state) == "us"
    state = done(state, legal(state, object)[0])
    assert not state.unit("ge.1kp.1.leader").has("concealed")


@proves("LHY-15.a", "LHY-15.a.night", "LHY-21.3a")
@pytest.mark.parametrize(
    ("foe_at", "light", "strips"),
    [
        ("B2", "day", True), ("B1", "day", False), ("B4", "night", True), ("B3", "night", False),
        ("B3", "twilight", True), ("B2", "twilight", False),
    ],
)  # fmt: skip
def test_15_a_recon_reaches_five_hexes_and_three_at_night_and_no_farther_than_one_sees_by_twilight(
    foe_at: str, light: str, strips: bool
) -> None:
    units = [unit("us.able.1.leader", "B7"), unit("ge.1kp.1.leader", foe_at, "concealed")]
    state, night = opened(FIELD, units, light=[{"is": light}]), light == "night"
    state, told = recorded(state, RollInitiative("us"), 1, 2)
    assert bool(course(state).decisions) is strips
    assert (
        f"recon of us: no concealed enemy in sight within {3 if night else 5} hexes" in told
    ) is not strips


@proves("LHY-15.a", "LHY-17.8.1.2")
@pytest.mark.parametrize(("scout", "sees"), [("us.able.1.squad.1", True), ("us.dummy.1", False)])
def test_15_a_recon_goes_by_what_units_see_and_dummies_are_none(scout: str, sees: bool) -> None:
    units = [
        unit(scout, "B4", "concealed"),
        unit("us.able.1.leader", "H7"),
        unit("ge.1kp.1.leader", "B1", "concealed"),
    ]
    assert bool(course(done(opened(FIELD, units), RollInitiative("us"), 1, 2)).decisions) is sees


@proves("LHY-3.0.1", "LHY-6.0.I.1", "LHY-6.0.II.1a", "LHY-7.0.1", "LHY-6.0.4", "LHY-7.0.2")
def test_6_only_units_of_the_activated_platoon_act() -> None:
    state = active(field())
    assert {action.unit for action in legal(state, Maneuver)} == {"us.able.1.squad.1", "us.able.1.leader"}
    assert "LHY 7.0" in refusal(state, Maneuver("us", "us.able.2.squad.1", at("F6")))


@proves("LHY-6.0.I.2", "LHY-6.0.II.1c")
def test_6_platoons_with_heroic_units_come_first() -> None:
    state = opened(FIELD, [
        unit("us.able.1.leader", "B7"), unit("us.able.2.squad.1", "F7", HEROIC), unit("us.able.2.leader", "F7"),
        unit("us.baker.1.leader", "H7"), unit("ge.1kp.1.leader", "D2"),
    ])  # fmt: skip
    state = done(state, RollInitiative("us"), 9, 2)
    assert [action.company for action in legal(state, SelectCompany)] == ["able"]
    state = done(state, SelectCompany("us", "able"))
    assert [action.platoons for action in legal(state, Activate)] == [("able.2",)]


@proves("LHY-7.1.1", "LHY-7.1.2", "LHY-7.1a", "LHY-T-COORD")
@pytest.mark.parametrize(("die", "pairs"), [(8, True), (7, False)])
def test_7_1_coordination_activates_two_platoons_on_8_or_more(die: int, pairs: bool) -> None:
    state = done(done(field(), RollInitiative("us"), 9, 2), SelectCompany("us", "able"))
    state = done(state, Coordinate("us"), die)
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
    state = done(done(opened(FIELD, units), RollInitiative("us"), 9, 2), SelectCompany("us", "able"))
    assert ("+3 an Elite company" in str(PLAY.chances(state, Coordinate("us")))) is bool(second)
    after = done(state, Coordinate("us"), die)
    assert (("able.1", "able.2") in [action.platoons for action in legal(after, Activate)]) is won


@proves("LHY-7.1.3")
def test_7_1_after_a_failed_attempt_any_single_afv_platoon_may_be_activated() -> None:
    units = [unit("us.able.1.leader", "B7"), unit("us.able-tank.1.1", "F7"), unit("ge.1kp.1.leader", "D2")]
    state = done(done(opened(FIELD, units), RollInitiative("us"), 9, 2), SelectCompany("us", "able"))
    assert [action.platoons for action in legal(state, Activate)] == [("able.1",)]
    state = done(state, Coordinate("us"), 3)
    assert [action.platoons for action in legal(state, Activate)] == [("able.1",), ("able-tank.1",)]


@proves("LHY-7.1.2", "LHY-7.1b")
def test_7_1b_a_tank_platoon_coordinates_with_any_infantry_platoon() -> None:
    units = [unit("us.able.1.leader", "B7"), unit("us.able-tank.1.1", "F7"), unit("ge.1kp.1.leader", "D2")]
    units.append(unit("us.able.1.squad.1", "B7"))
    state = done(done(opened(FIELD, units), RollInitiative("us"), 9, 2), SelectCompany("us", "able-tank"))
    state = done(state, Coordinate("us"), 9)
    assert ("able-tank.1", "able.1") in [action.platoons for action in legal(state, Activate)]


@proves("LHY-7.2a.1", "LHY-7.2a.2", "LHY-3.2.3")
def test_7_2a_support_units_activate_with_the_nearest_platoon() -> None:
    units = [
        unit(one, place) for one, place in zip(US + GE, ("B7", "B7", "F7", "F7", "D2", "D2"), strict=True)
    ]
    units += [unit("us.mg.1", "C7"), unit("us.mg.2", "E7"), unit("us.mg.3", "D7")]
    state = active(opened(FIELD, units))
    assert {"us.mg.1", "us.mg.3"} == {action.unit for action in legal(state, Maneuver)} - set(US)


@proves("LHY-7.2b.1", "LHY-7.2b.2")
def test_7_2b_one_stacked_unit_of_the_company_joins() -> None:
    units = [unit("us.able.1.squad.1", "B7"), unit("us.able.1.leader", "B7"), unit("us.able.2.squad.1", "B7")]
    units += [unit("us.able.2.squad.2", "B7"), unit("us.able.2.leader", "F7"), unit("ge.1kp.1.leader", "D2")]
    state = active(opened(FIELD, units))
    assert "us.able.2.squad.1" in {action.unit for action in legal(state, Maneuver)}
    state = done(done(state, Maneuver("us", "us.able.2.squad.1", at("B6"))), EndManeuver("us"))
    assert "us.able.2.squad.2" not in {action.unit for action in legal(state, Maneuver)}
    with_leader = [one for one in units if one.id != "us.able.2.leader"] + [unit("us.able.2.leader", "B7")]
    assert "us.able.2.squad.1" not in {
        action.unit for action in legal(active(opened(FIELD, with_leader)), Maneuver)
    }


@proves("LHY-7.2c.1", "LHY-7.2c.2")
def test_7_2c_tanks_join_infantry_of_their_hex_but_not_the_reverse() -> None:
    units = [unit("us.able.1.squad.1", "B7"), unit("us.able.1.leader", "B7"), unit("us.able-tank.1.1", "B7")]
    units += [unit("us.able-tank.2.1", "F7"), unit("ge.1kp.1.leader", "D2")]
    state = opened(FIELD, units)
    assert "us.able-tank.1.1" in {action.unit for action in legal(active(state), Maneuver)}
    assert "us.able-tank.2.1" not in {action.unit for action in legal(active(state), Maneuver)}
    assert {action.unit for action in legal(active(state, ("able-tank.1",)), Maneuver)} == {
        "us.able-tank.1.1"
    }


@proves("LHY-7.2a.1", "LHY-7.2c.1")
@pytest.mark.parametrize("support", ["us.mg.1", "us.latw.1", "us.gun57.1", "us.m3.2"])
@pytest.mark.parametrize(("nearest", "joins"), [("B6", True), ("F7", False)])
def test_7_2c_tanks_join_beside_support_which_is_part_of_the_platoon(
    support: str, nearest: str, joins: bool
) -> None:
    """A tank alone with support in C7; the activated platoon is next to them, or another is."""
    units = [unit("us.able.1.squad.1", nearest), unit("us.able.1.leader", nearest)]
    units += [unit("us.able.2.squad.1", "D6"), unit("us.able.2.leader", "D6")] if not joins else []
    units += [unit(support, "C7"), unit("us.able-tank.1.1", "C7"), unit("ge.1kp.1.leader", "D2")]
    state = active(opened(FIELD, units))
    assert ("us.able-tank.1.1" in {action.unit for action in legal(state, Maneuver)}) is joins


@proves("LHY-7.2c.1", "LHY-17.10")
def test_7_2c_a_command_tank_joins_too_alone_or_beside_one_platoon_of_its_company() -> None:
    def waiting(state: GameState) -> set[str]:
        return {action.unit for action in legal(state, Maneuver) if "tank" in action.unit}

    def joined(state: GameState, tank: str) -> GameState:
        return done(done(state, Maneuver("us", tank, at("B6"))), EndManeuver("us"))

    tanks = ["us.able-tank.co", "us.able-tank.1.1", "us.able-tank.2.1"]
    units = [unit("us.able.1.squad.1", "B7"), unit("us.able.1.leader", "B7"), unit("ge.1kp.1.leader", "D2")]
    state = active(opened(FIELD, [*units, *(unit(tank, "B7") for tank in tanks)]))
    assert waiting(state) == set(tanks)
    command, first, second = tanks
    assert not refusal(state, Maneuver("us", first, at("B6"), along=(command,)))
    assert "only one AFV platoon may join" in refusal(state, Maneuver("us", first, at("B6"), along=(second,)))
    with_first = joined(state, "us.able-tank.1.1")
    assert waiting(with_first) == {"us.able-tank.co"}
    assert waiting(joined(with_first, "us.able-tank.co")) == set(), "the first platoon has joined still"
    alone = joined(state, "us.able-tank.co")
    assert waiting(alone) == {"us.able-tank.1.1", "us.able-tank.2.1"}
    elsewhere = active(opened(FIELD, [*units, unit("us.able-tank.co", "C7")]))
    assert waiting(elsewhere) == set(), "only with infantry of its hex"


@proves("LHY-5.0.II.2", "LHY-12.3.4.2")
def test_5_0_ii_a_platoon_without_its_leader_makes_only_mandatory_actions() -> None:
    units = [
        unit("us.able.1.squad.1", "B7"),
        unit("us.able.1.squad.2", "D5", DISRUPTED),
        unit("us.able.2.leader", "F7"),
    ]
    state = active(opened(FIELD, [*units, unit("ge.1kp.1.leader", "D2")]))
    assert not legal(state, Maneuver)
    assert [action.unit for action in legal(state, Recover)] == ["us.able.1.squad.2"]


@proves("LHY-9.0.2", "LHY-9.0.3")
def test_9_0_one_action_a_turn() -> None:
    state = done(active(field()), Maneuver("us", "us.able.1.squad.1", at("B6")))
    state = done(state, EndManeuver("us"))
    assert "has already acted" in refusal(state, Maneuver("us", "us.able.1.squad.1", at("B5")))


@proves("LHY-9.1.1.0", "LHY-9.1.1b", "LHY-9.1.1c")
def test_9_1_1_disrupted_units_in_los_and_vehicles_in_motion_must_act() -> None:
    units = [
        unit("us.able.1.squad.1", "D5", DISRUPTED),
        unit("us.able.1.leader", "B7"),
        unit("ge.1kp.1.leader", "D2"),
    ]
    state = active(opened(FIELD, units))
    assert "disrupted in LOS" in refusal(state, CallForReaction("us"))
    assert not refusal(done(state, Recover("us", "us.able.1.squad.1"), 5), CallForReaction("us"))
    tank = [unit("us.able-tank.1.1", "B7", IN_MOTION), unit("ge.1kp.1.leader", "D2")]
    state = active(opened(FIELD, tank), ("able-tank.1",))
    assert "in motion" in refusal(state, CallForReaction("us"))
    assert not refusal(done(state, ChangeMotion("us", "us.able-tank.1.1", stop=True)), CallForReaction("us"))


@proves("LHY-9.1.1.0", "LHY-7.2a.2", "LHY-7.2b.1", "LHY-7.2c.1", "LHY-17.10")
@pytest.mark.parametrize(
    ("who", "mark", "others", "platoon", "must"),
    [
        ("us.able-tank.1.1", IN_MOTION, (), "able.1", False),
        ("us.able-tank.1.1", SHOCKED, (), "able.1", False),
        ("us.able-tank.1.1", IN_MOTION, (), "able-tank.1", True),
        ("us.able.2.squad.1", DISRUPTED, (), "able.1", False),
        ("us.able.1.squad.2", DISRUPTED, (), "able.1", True),
        ("us.m3.2", IN_MOTION, (), "able.1", True),
        ("us.m3.2", IN_MOTION, ("us.able.2.squad.1",), "able.1", False),  # as near to another platoon
        ("us.able-tank.co", IN_MOTION, ("us.able-tank.1.1",), "able-tank.1", True),
        ("us.able-tank.co", IN_MOTION, ("us.able-tank.1.1", "us.able-tank.2.1"), "able-tank.1", False),
    ],
)
def test_9_1_1_nobody_is_held_to_act_in_an_activation_that_he_need_not_join(
    who: str, mark: str, others: tuple[str, ...], platoon: str, must: bool
) -> None:
    """All in one hex that the enemy sees, but for the leader of the other platoon."""
    names = ["us.able.1.squad.1", "us.able.1.leader", *others]
    units = [unit(who, "B7", mark), *(unit(name, "B7") for name in names)]
    units += [unit("us.able.2.leader", "F9"), unit("ge.1kp.1.leader", "B2")]
    state = active(opened(FIELD, units), (platoon,))
    assert (f"{who} is" in refusal(state, CallForReaction("us"))) is must
    assert any(who in str(action) for action in PLAY.legal_actions(state)), "though he may act"


@proves("LHY-9.1.1d")
@pytest.mark.parametrize(("gun", "must"), [("ge.tiger.1", True), ("ge.1kp.1.squad.1", False)])
def test_9_1_1d_a_vehicle_in_range_of_an_anti_tank_weapon_must_act(gun: str, must: bool) -> None:
    state = active(opened(FIELD, [unit("us.able-tank.1.1", "B7"), unit(gun, "D2")]), ("able-tank.1",))
    assert bool(refusal(state, CallForReaction("us"))) is must


@proves("LHY-9.1.2.0", "LHY-9.1.2a")
def test_9_1_2_disrupted_defenders_in_los_of_the_activated_platoon_must_react() -> None:
    units = [
        unit("us.able.1.squad.1", "D6"),
        unit("us.able.1.leader", "D6"),
        unit("ge.1kp.1.squad.1", "D2", DISRUPTED),
    ]
    state = done(active(opened(FIELD, [*units, unit("ge.1kp.1.leader", "A1")])), CallForReaction("us"))
    assert "9.1.2" in refusal(state, CallForReaction("ge"))
    assert not refusal(done(state, Recover("ge", "ge.1kp.1.squad.1"), 5), CallForReaction("ge"))


HILLS = board("""
    . . . . . . .
    . . . h3 . . .
    . . . h3 . . .
    . . . h3 . . .
    . . . h3 . . .
""")


@proves("LHY-8.0.1", "LHY-8.0a", "LHY-8.1.1", "LHY-8.1.2", "LHY-8.1.4", "LHY-8.0b", "LHY-6.0.II.2a")
def test_8_0_example_only_those_who_saw_the_move_react_to_it() -> None:
    # EX-LHY-8.0-1 and -2: the American 1st Squad moves; only German units with LOS to a hex it entered react.
    units = [unit("us.able.1.squad.1", "A4"), unit("us.able.1.leader", "A4"), unit("us.able.1.squad.2", "A3")]
    units += [unit("ge.mg.3", "C2"), unit("ge.1kp.1.squad.1", "G4"), unit("ge.1kp.1.leader", "G1")]
    state = active(opened(HILLS, units))
    state = done(done(state, Maneuver("us", "us.able.1.squad.1", at("B3"))), EndManeuver("us"))
    state = done(state, CallForReaction("us"))
    fire = FireSmallArms("ge", "ge.mg.3", (at("B3"),))
    assert not refusal(state, fire)
    assert "no unit in A3 has just acted" in refusal(state, FireSmallArms("ge", "ge.mg.3", (at("A3"),)))
    assert "LHY 8.1" in refusal(state, Maneuver("ge", "ge.1kp.1.squad.1", at("F3")))
    assert not refusal(state, Withdraw("ge", ("ge.1kp.1.squad.1",), at("G3")))
    # EX-LHY-8.0-3: after the German call nobody reacts to that move any more.
    state = done(state, fire)
    state = done(state, CallForReaction("ge"))
    state = done(state, CallForReaction("us"))
    assert course(state).step is not Step.REACTION or not legal(state, FireSmallArms)


@proves("LHY-6.0.II.2b", "LHY-6.0.II.2d", "LHY-6.0.II.4a", "LHY-6.0.II.4c")
def test_6_0_two_passes_end_the_cycle_and_the_next_platoon_follows() -> None:
    state = active(field())
    for side in ("us", "ge", "us"):
        assert course(state).step in (Step.ACTIONS, Step.REACTION)
        state = done(state, CallForReaction(side))
    assert course(state).step is Step.PLATOON
    assert [action.platoons for action in legal(state, Activate)] == [("able.2",)]


@proves("LHY-8.3a", "LHY-8.3.1", "LHY-8.3.2")
def test_8_3a_foot_units_that_saw_nothing_may_withdraw_but_not_fire() -> None:
    units = [unit("us.able.1.squad.1", "A4"), unit("us.able.1.leader", "A4"), unit("ge.1kp.1.squad.1", "G4")]
    state = done(active(opened(HILLS, [*units, unit("ge.1kp.1.leader", "G1")])), CallForReaction("us"))
    kinds = {type(action).__name__ for action in PLAY.legal_actions(state)}
    assert kinds == {"Withdraw", "CallForReaction", "Maneuver"}
    assert {action.unit for action in legal(state, Maneuver)} == {"ge.1kp.1.leader"}, (
        "a leader reacts with himself"
    )


@proves("LHY-2.2.5.2", "LHY-8.3b.1", "LHY-8.3b.2", "LHY-8.3b.3")
def test_8_3b_units_with_their_leader_react_without_having_seen_anything() -> None:
    units = [unit("us.able.1.leader", "A4"), unit("ge.1kp.1.squad.1", "G4"), unit("ge.1kp.1.leader", "G3")]
    units += [unit("us.able.1.squad.1", "A4"), unit("ge.1kp.1.squad.2", "E1")]
    state = done(active(opened(HILLS, units)), CallForReaction("us"))
    assert {action.unit for action in legal(state, Maneuver)} == {"ge.1kp.1.leader", "ge.1kp.1.squad.1"}


@proves("LHY-8.3c", "LHY-8.3d")
def test_8_3_vehicles_that_saw_nothing_start_or_if_in_motion_drive() -> None:
    units = [unit("us.able.1.leader", "A4"), unit("us.able.1.squad.1", "A4")]
    units += [unit("ge.stug.1", "G4"), unit("ge.stug.2", "G3", IN_MOTION)]
    state = done(active(opened(HILLS, units)), CallForReaction("us"))
    assert {action.unit for action in legal(state, Maneuver)} == {"ge.stug.2"}
    assert {action.unit for action in legal(state, ChangeMotion)} == {"ge.stug.1", "ge.stug.2"}


@proves("LHY-9.0.1", "LHY-10.0.1", "LHY-6.0.4")
def test_an_action_out_of_turn_is_refused_and_changes_nothing() -> None:
    state = active(field())
    assert refusal(state, CallForReaction("ge")) == "us decides now, not ge (LHY 6.0)"
    with pytest.raises(IllegalAction, match="us decides now"):
        carry_out(PLAY, state, CallForReaction("ge"), ScriptedDice([]))
    assert "has no unit nobody" in refusal(state, Maneuver("us", "nobody", at("B6")))
    assert "is not next to" in refusal(state, Maneuver("us", "us.able.1.squad.1", at("H1")))
    assert "cannot be declared now" in refusal(state, RollInitiative("us"))


@proves("LHY-6.0.1", "LHY-6.0.2", "LHY-6.0.II.2c", "LHY-7.0.3", "LHY-7.3", "LHY-9.1.2b")
def test_6_0_held_back_units_react_later_but_are_not_activated_again() -> None:
    state = active(field())
    state = done(state, CallForReaction("us"))
    assert PLAY.to_act(state) == "ge"
    state = done(done(state, Maneuver("ge", "ge.1kp.1.leader", at("D3"))), EndManeuver("ge"))
    state = done(state, CallForReaction("ge"))
    assert PLAY.to_act(state) == "us"
    assert not refusal(state, Maneuver("us", "us.able.1.squad.1", at("B6"))), (
        "held back, he reacts to what he saw"
    )
    state = done(state, CallForReaction("us"))
    state = done(state, CallForReaction("ge"))
    assert [action.platoons for action in legal(state, Activate)] == [("able.2",)]
    assert not any(
        isinstance(action, Activate) and action.side == "ge" for action in PLAY.legal_actions(state)
    )


@proves("LHY-9.1.2b")
def test_9_1_2b_heroic_defenders_must_react_wherever_they_are() -> None:
    units = [
        unit("us.able.1.squad.1", "D6"),
        unit("us.able.1.leader", "D6"),
        unit("ge.1kp.1.squad.1", "D2", HEROIC),
    ]
    state = done(active(opened(FIELD, [*units, unit("ge.1kp.1.leader", "A1")])), CallForReaction("us"))
    assert "heroic and must act" in refusal(state, CallForReaction("ge"))


@proves("LHY-6.0.II.1b", "LHY-6.0.II.4b", "LHY-6.0.III", "LHY-5.0.I.3")
def test_6_0_every_platoon_is_activated_though_nobody_acts_and_then_fire_is_resolved() -> None:
    state = active(field())
    for _ in range(2):
        for side in ("us", "ge", "us"):
            state = done(state, CallForReaction(side))
        if course(state).phase is Phase.ACTIVATION:
            state = done(state, legal(state, Activate)[0])
    assert course(state).phase is Phase.TIME, "no fire, no assault and no mortar"


@proves("LHY-5.0.V.1")
@pytest.mark.parametrize(
    ("options", "markers", "phase"),
    [
        ({}, (), Phase.TIME),
        ({}, (Marker("smoke", at("A1")),), Phase.MORTARS),
        ({"mortars": [{"id": "60mm", "side": "us", "kind": "60mm"}]}, (), Phase.MORTARS),
    ],
)
def test_5_0_v_mortars_are_adjusted_where_there_are_any_or_their_markers(
    options: dict[str, Any], markers: tuple[Marker, ...], phase: Phase
) -> None:
    idle = [unit("us.able.1.squad.1", "B7"), unit("ge.1kp.1.squad.1", "D2")]
    state = opened(FIELD, idle, markers=markers, **options)
    assert course(done(state, RollInitiative("us"), 9, 2)).phase is phase


@proves("LHY-8.0c", "LHY-8.0.2")
def test_8_0c_mortar_fire_is_nothing_to_react_to() -> None:
    units = [
        unit(one, place) for one, place in zip(US + GE, ("B7", "B7", "F7", "F7", "D2", "D2"), strict=True)
    ]
    state = active(opened(FIELD, units, mortars=[{"id": "60mm", "side": "us", "kind": "60mm"}]))
    state = done(state, CallMortar("us", "60mm", "us.able.1.leader", at("D2")), 1)
    state = done(state, CallForReaction("us"))
    assert course(state).deeds == ()
    assert not [action for action in legal(state, FireSmallArms) if action.unit == "ge.1kp.1.squad.1"]


WOODED = board("""
    . . . . . . . .
    . . . . . . . .
    . . . w . . . .
    . . . . . . . .
    . . . . . . . .
    . . . . . . . .
    . . . . . . . .
    . . . . . . . .
""")


@proves("LHY-8.3e", "LHY-8.0b")
def test_8_3e_a_latw_that_saw_nothing_comes_up_and_fires_at_a_vehicle_that_acted() -> None:
    units = [unit("us.able-tank.1.1", "D5"), unit("us.able-tank.1.2", "D4"), unit("ge.latw.1", "D2")]
    state = active(opened(WOODED, [*units, unit("ge.1kp.1.leader", "H1")]), ("able-tank.1",))
    state = done(done(state, Maneuver("us", "us.able-tank.1.1", at("D4"))), EndManeuver("us"))
    state = done(state, CallForReaction("us"))
    in_woods = FireAntiTank("ge", "ge.latw.1", ("us.able-tank.1.1",), to=at("D3"))
    assert "no LOS" in refusal(state, replace(in_woods, to=None))
    assert not refusal(state, in_woods)
    assert "LHY 8.0b" in refusal(state, replace(in_woods, targets=("us.able-tank.1.2",)))
    assert "LHY 8.1" in refusal(state, Maneuver("ge", "ge.latw.1", at("D3")))


@proves("LHY-8.3e", "LHY-11.5.2.2-2019")
@pytest.mark.parametrize(("place", "refused"), [("D2", True), ("C3", False)])
def test_8_3e_a_latw_fires_at_a_gun_only_if_it_saw_it_act(place: str, refused: bool) -> None:
    gun, leader = unit("us.gun57.1", "D4"), unit("us.able.1.leader", "D5")
    foes = [unit("ge.latw.1", place), unit("ge.stug.1", "G4"), unit("ge.1kp.1.leader", "H1")]
    state = active(opened(WOODED, [gun, leader, *foes]))
    state = done(done(state, FireAntiTank("us", gun.id, ("ge.stug.1",))), CallForReaction("us"))
    in_woods = FireAntiTank("ge", "ge.latw.1", (gun.id,), to=at("D3"))
    assert ("LATWs fire at vehicles only (LHY 8.3e" in refusal(state, in_woods)) is refused
    assert bool(refusal(state, in_woods)) is refused


@proves("LHY-8.0b")
def test_8_0b_where_nobody_has_acted_it_is_said_of_the_hex_alone() -> None:
    units = [unit("us.able-tank.1.1", "D7"), unit("us.able-tank.2.1", "E6"), unit("ge.pak40.3", "D2")]
    state = active(opened(FIELD, [*units, unit("ge.1kp.1.leader", "H1")]), ("able-tank.1",))
    state = done(done(state, Maneuver("us", "us.able-tank.1.1", at("D6"))), EndManeuver("us"))
    state = done(state, CallForReaction("us"))
    assert not refusal(state, FireAntiTank("ge", "ge.pak40.3", ("us.able-tank.1.1",)))
    (why,) = PLAY.why_not(state, FireAntiTank("ge", "ge.pak40.3", ("us.able-tank.2.1",)))
    assert str(why).startswith("no unit in E6 has just acted")


@proves("LHY-8.3c", "LHY-10.4.3")
def test_8_3c_a_tank_in_motion_that_saw_nothing_comes_up_and_halts_to_fire() -> None:
    foe = "ge.pz4.2.1"
    units = [unit("us.able-tank.1.1", "D5"), unit(foe, "D2", IN_MOTION), unit("ge.1kp.1.leader", "H1")]
    state = active(opened(WOODED, units), ("able-tank.1",))
    state = done(done(state, Maneuver("us", "us.able-tank.1.1", at("D4"))), EndManeuver("us"))
    state = done(state, CallForReaction("us"))
    halt = FireAntiTank("ge", foe, ("us.able-tank.1.1",), "halt_and_fire", at("C3"))
    assert not refusal(state, halt)
    assert "LHY 8.1" in refusal(state, replace(halt, motion="shoot_and_scoot"))


@proves("LHY-17.10", "LHY-7.2c.1")
def test_17_10_a_command_tank_acts_with_any_platoon_of_its_company() -> None:
    units = [unit("us.able-tank.2.1", "B7"), unit("us.able-tank.co", "F7"), unit("ge.1kp.1.leader", "D2")]
    state = active(opened(FIELD, units), ("able-tank.2",))
    assert {action.unit for action in legal(state, Maneuver)} == {"us.able-tank.2.1", "us.able-tank.co"}
    assert "us.able-tank.co" not in course(done(state, Maneuver("us", "us.able-tank.co", at("F6")))).joined


@proves("LHY-9.0.2", "LHY-9.0.3")
def test_9_0_counters_are_fresh_again_in_the_next_turn() -> None:
    state = done(done(active(field()), Maneuver("us", "us.able.1.squad.1", at("B6"))), EndManeuver("us"))
    assert "us.able.1.squad.1" in course(state).acted
    assert not course(TurnBegan(2).on(state)).acted


@proves("LHY-7.2.0")
def test_7_2_0_dummies_go_with_whoever_is_activated() -> None:
    units = [
        unit(one, place) for one, place in zip(US + GE, ("B7", "B7", "F7", "F7", "D2", "D2"), strict=True)
    ]
    state = active(opened(FIELD, [*units, unit("us.dummy.1", "H8", "concealed")]))
    assert "us.dummy.1" in {action.unit for action in legal(state, Maneuver)}
