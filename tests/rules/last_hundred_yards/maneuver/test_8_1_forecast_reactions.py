"""Chapters 6.0 II.2 and 8.1: a moving side is told the odds of each seeing enemy's reaction, counted by hand."""

from fractions import Fraction
from typing import Any

from rules.game.engine.forecast import ANSWERED_BY_ALL, NO_DIE_ROLL
from rules.game.engine.play import Action
from rules.game.state import GameState
from rules.game.units import Marker
from rules.last_hundred_yards.book.conditions import CONCEALED, DISRUPTED, HIDDEN, IN_MOTION
from rules.last_hundred_yards.declarations.fire.anti_tank import FireAntiTank
from rules.last_hundred_yards.declarations.fire.concealment_inquiry import Inquire
from rules.last_hundred_yards.declarations.fire.small_arms import FireSmallArms
from rules.last_hundred_yards.declarations.maneuver.entry import EnterMap
from rules.last_hundred_yards.declarations.maneuver.maneuver import Maneuver
from rules.last_hundred_yards.declarations.maneuver.overwatch import Overwatch
from rules.last_hundred_yards.declarations.maneuver.vehicle_motion import EndManeuver
from rules.last_hundred_yards.declarations.turn.activation import Activate, CallForReaction, SelectCompany
from rules.last_hundred_yards.declarations.turn.initiative import RollInitiative
from rules.last_hundred_yards.declarations.withdrawal import Withdraw
from rules.last_hundred_yards.play.play import PLAY
from tests.proving import proves
from tests.rules.last_hundred_yards.playing import FIELD, activated, at, done, opened, refusal, unit

SQUAD, LEADER, TANK = "us.able.1.squad.1", "us.able.1.leader", "us.able-tank.1.1"
MG, FOE, GUN = "ge.mg.1", "ge.1kp.1.squad.1", "ge.pak40.3"
AWAY = unit(LEADER, "A10")
NORTH = Maneuver("us", SQUAD, at("C7"))


def reaction_odds(state: GameState, action: Action) -> dict[str, dict[str, Fraction]]:
    """The odds of each possible reaction, in hundredths."""
    return {
        case.condition: {words: chance * 100 for words, chance in case.odds.chances.items()}
        for case in PLAY.chances(state, action).cases
    }


@proves("LHY-0.6", "LHY-8.0.1")
def test_8_1_a_squad_that_comes_before_two_enemies() -> None:
    # SADRM 0, as the range takes 1 off either SAV: 7 to 9 are above Cohesion 6, 10 costs a step. Of two dice the
    # higher counts: both up to 6 in 36 of 100 throws, none a 10 in 81.
    state = activated(unit(SQUAD, "C8"), AWAY, unit(MG, "C3"), unit(FOE, "D3"))
    alone = {"no effect": 60, f"{SQUAD} disrupted": 30, f"{SQUAD} loses a step": 10}
    assert reaction_odds(state, NORTH) == {
        f"if {MG} fires small arms at C7": alone,
        f"if {FOE} fires small arms at C7": alone,
        ANSWERED_BY_ALL: {"no effect": 36, f"{SQUAD} disrupted": 45, f"{SQUAD} loses a step": 19},
    }
    worst = f"no effect 60%, at worst {SQUAD} loses a step 10%"
    assert PLAY.chances(state, NORTH).verdict == f"{NO_DIE_ROLL}; if {FOE} fires small arms at C7: {worst}"


@proves("LHY-6.0.II.2b")
def test_6_0_the_forecast_of_a_reaction_equals_the_odds_the_enemy_is_told() -> None:
    state = activated(unit(SQUAD, "C8"), AWAY, unit(MG, "C3"), unit(FOE, "D3", DISRUPTED))
    told = PLAY.chances(state, NORTH).cases
    for step in (NORTH, EndManeuver("us"), CallForReaction("us")):
        state = done(state, step)
    fire = FireSmallArms("ge", MG, (at("C7"),))
    assert [(case.condition, case.odds) for case in told] == [(f"if {fire}", PLAY.chances(state, fire).odds)]


@proves("LHY-4.3.0.1", "LHY-8.0.1")
def test_8_1_only_reactions_of_known_enemies_are_told() -> None:
    unseen = [unit(MG, "C3", HIDDEN), unit(FOE, "D3", CONCEALED)]
    ruling = PLAY.chances(activated(unit(SQUAD, "C8"), AWAY, *unseen), NORTH)
    assert (ruling.verdict, ruling.cases) == (NO_DIE_ROLL, ())


@proves("LHY-4.3.0.1", "LHY-4.3.0.4", "LHY-10.4.1.ow")
def test_4_3_a_concealed_halftrack_is_no_target_before_an_inquiry() -> None:
    """An American gun has fired at a strongpoint, which may react; a halftrack in its sight stops in its hex."""
    track, gun, strongpoint = "us.m3.2", "us.gun57.1", "ge.fp.1"
    stops = Overwatch("us", track)

    def after_the_gun(*conditions: str) -> GameState:
        beside = [unit(gun, "C5"), unit(SQUAD, "C6"), unit(LEADER, "C6"), unit(strongpoint, "C3")]
        state = activated(unit(track, "C6", IN_MOTION, *conditions), *beside, edition="series-3.1")
        return done(state, FireAntiTank("us", gun, (strongpoint,)))

    assert set(reaction_odds(after_the_gun(), stops)) == {f"if {strongpoint} fires anti-tank at {track}"}
    concealed = after_the_gun(CONCEALED)
    ruling = PLAY.chances(concealed, stops)
    assert (ruling.verdict, ruling.cases) == (NO_DIE_ROLL, ())
    called = done(concealed, stops, CallForReaction("us"))
    assert called.unit(track).has(CONCEALED)
    assert f"no enemy {track} is known" in refusal(called, FireAntiTank("ge", strongpoint, (track,)))
    asked = done(called, Inquire("ge", at("C6")))
    assert not refusal(asked, FireAntiTank("ge", strongpoint, ("carrier@C6",)))


@proves("LHY-0.6", "LHY-12.2.1")
def test_8_1_a_tank_before_a_gun() -> None:
    # ATDRM 4 against AV 10: 6 equals it and shocks, 7 to 10 are above, 1 and 2 never count.
    state = activated(unit(TANK, "C8"), unit(GUN, "C3"), platoon="able-tank.1")
    assert reaction_odds(state, Maneuver("us", TANK, at("C7"))) == {
        f"if {GUN} fires anti-tank at {TANK}": {"no effect": 50, f"{TANK} shocked": 10, f"{TANK} destroyed": 40},
    }  # fmt: skip


@proves("LHY-0.6", "LHY-10.3.1.0.1")
def test_8_1_withdrawing_men_are_told_which_enemies_may_fire_at_them() -> None:
    state = activated(unit(SQUAD, "C7"), AWAY, unit(MG, "C3"))
    shot = {"no effect": 60, f"{SQUAD} disrupted": 30, f"{SQUAD} loses a step": 10}
    assert reaction_odds(state, Withdraw("us", (SQUAD,), at("C8"))) == {
        f"if {MG} fires small arms at C8": shot
    }


@proves("LHY-0.6", "LHY-17.7h.2")
def test_8_1_the_forecast_for_men_coming_on_uses_their_most_likely_hex() -> None:
    sides: dict[str, Any] = {"us": {"entry_hexes": ["C10"], "entering": [SQUAD]}}
    units = [unit(SQUAD, None), AWAY, unit(MG, "C8")]
    state = opened(FIELD, units, sides=sides, markers=[Marker("mines", at("C10"))])
    state = done(state, RollInitiative("us"), 9, 2, SelectCompany("us", "able"), Activate("us", ("able.1",)))
    ruling = PLAY.chances(state, EnterMap("us", SQUAD, at("C10")))
    assert ruling.odds is not None
    assert ruling.odds.of(f"{SQUAD} loses a step") == Fraction(1, 10)
    assert [case.condition for case in ruling.cases] == [f"if {MG} fires small arms at C10"]
