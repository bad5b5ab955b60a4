"""Rulings of fire that are easily got wrong: who has fired, who may be fired at, and with what."""

from dataclasses import replace
from typing import Any

from rules.game.dice import ScriptedDice
from rules.game.state import GameState
from rules.game.units import Unit
from rules.ground.inches import Spot
from rules.kampfgruppe_normandy import play
from rules.kampfgruppe_normandy.action_kinds import ActionKind as K
from rules.kampfgruppe_normandy.anti_aircraft import FireAtAircraft
from rules.kampfgruppe_normandy.book import Book
from rules.kampfgruppe_normandy.conditions import COVERING, FIRED, IMMOBILISED
from rules.kampfgruppe_normandy.course import Duty, Obligation, Step, with_course
from rules.kampfgruppe_normandy.covering import CoverFire
from rules.kampfgruppe_normandy.declaring import Activate
from rules.kampfgruppe_normandy.fire_for_effect import CounterBattery, FireForEffect
from rules.kampfgruppe_normandy.fire_missions import Mission
from rules.kampfgruppe_normandy.moving import Move
from rules.kampfgruppe_normandy.roster import HOUSE_ROSTER
from rules.kampfgruppe_normandy.special_events import LAST_SHOT
from rules.kampfgruppe_normandy.support_events import MissionAsked
from rules.kampfgruppe_normandy.targets import prey_of
from rules.kampfgruppe_normandy.turn_events import TurnBegan
from rules.kampfgruppe_normandy.unit_morale import ActHeroically
from rules.kampfgruppe_normandy.unit_types import SpecialRule
from tests.proving import proves
from tests.rules.kampfgruppe_normandy.support_tables import DE as GERMAN
from tests.rules.kampfgruppe_normandy.support_tables import UK as BRITISH
from tests.rules.kampfgruppe_normandy.support_tables import game, play_on, told_to, why_not
from tests.rules.kampfgruppe_normandy.support_tables import unit as unit_of
from tests.rules.kampfgruppe_normandy.tables import (
    DE,
    RULESET,
    UK,
    act,
    course,
    firing,
    position,
    ready,
    refusal,
    table,
    unit,
)


@proves("KN-DFSA-03", "KN-DFSA-11")
def test_a_unit_that_sees_nobody_to_shoot_at_has_not_fired_and_its_action_is_gone() -> None:
    state = ready(table(), unit("men", "uk.squad", (20, 20)), unit("foe", "de.squad", (20, 34)))
    blind = firing(state, "men", "foe", K.DIRECT_SMALL_ARMS, 2, then=K.MOVE)
    assert not blind.unit("men").has(FIRED)
    now = course(blind).activation
    assert now is not None
    assert now.next_kind is K.MOVE
    seen = firing(state, "men", "foe", K.DIRECT_SMALL_ARMS, 3, *[1] * 9, then=K.MOVE)
    assert seen.unit("men").has(FIRED)


@proves("KN-COV-02", "KN-DFSA-03")
def test_covering_fire_that_sees_nobody_is_used_up_without_a_shot() -> None:
    state = ready(
        table(), unit("men", "uk.squad", (20, 20)), unit("foe", "de.squad", (20, 34), 0, COVERING)
    )  # fmt: skip
    state = act(state, Activate(UK, "men", (K.MOVE, K.MOVE)))
    state = act(state, Move(UK, "men", (Spot(20, 20), Spot(20, 24))))
    state = act(state, CoverFire(DE, "foe", "men", K.DIRECT_SMALL_ARMS, at_in=4.0), 1)
    assert not state.unit("foe").has(COVERING)
    assert not state.unit("foe").has(FIRED)


@proves("KN-WPN-04")
def test_a_heavy_machine_gun_that_moves_does_not_fire_at_aircraft_either() -> None:
    over = unit("plane", "de.bf109", (40, 20))
    for team, declared in (("uk.vickers", False), ("us.cal30", True)):
        state = ready(table(), unit("mg", team, (31, 24)), over, unit("foe", "de.squad", (31, 4)))
        state = act(state, Activate(UK, "mg", (K.MOVE, K.SUPPRESS_AIRCRAFT)))
        state = act(state, Move(UK, "mg", (Spot(31, 24), Spot(31, 26))))
        assert (refusal(state, FireAtAircraft(UK, "mg", "plane")) == "") is declared, team


@proves("KN-SPEC-24")
def test_an_anti_aircraft_gun_with_one_shot_left_is_empty_after_it() -> None:
    state = game(
        unit_of("gun", "uk.bofors", (40, 40)), unit_of("plane", "de.bf109", (40, 20)),
        unit_of("foe", "de.squad", (70, 40)),
    )  # fmt: skip
    state = LAST_SHOT.put(told_to(state, "gun", K.SUPPRESS_AIRCRAFT, K.SUPPRESS_AIRCRAFT), ("gun",))
    state = play_on(state, FireAtAircraft(BRITISH, "gun", "plane"), 1)
    assert "40mm Bofors" in course(state).of("gun").lost_weapons
    assert "nothing that reaches aircraft" in why_not(state, FireAtAircraft(BRITISH, "gun", "plane"))


OFF_TABLE_ROCKETS = replace(HOUSE_ROSTER["de.nebelwerfer"], rules=frozenset({SpecialRule.OFF_TABLE}))


@proves("KN-WPN-24", "KN-IND-27")
def test_rocket_launchers_silenced_by_counter_battery_fire_have_not_fired_and_may_next_turn() -> None:
    book = Book({**HOUSE_ROSTER, "de.nebelwerfer": OFF_TABLE_ROCKETS})

    def then(state: GameState, action: Any, *dice: int) -> GameState:
        for event in play.resolve(state, book, action, ScriptedDice(dice)):
            state = play.apply(state, event)
        return state

    def next_turn(state: GameState) -> GameState:
        state = play.apply(play.apply(state, MissionAsked(mission, "again")), TurnBegan(GERMAN, 2))
        return with_course(state, replace(course(state), step=Step.ACTIVATION, allowance=9))

    state = game(
        unit_of("hq", "de.hq", (40, 60)), unit_of("nebel", "de.nebelwerfer"), unit_of("foe", "uk.squad", (40, 20)),
        acting=GERMAN, fire_support={BRITISH: {"counter_battery": 1}},
    )  # fmt: skip
    mission = Mission("mission 1", GERMAN, "hq", ("nebel",), Spot(40, 20), is_on=True)
    fire = FireForEffect(GERMAN, "mission 1", ("nebel",))
    laid = then(play.apply(state, MissionAsked(mission, "the spotter round is complete")), fire)
    silenced, fired = (then(laid, CounterBattery(BRITISH), die, 1, 1, 1, 1) for die in (5, 4))
    assert play.why_not(next_turn(silenced), book, fire) == ()
    assert "fired in its last turn" in str(play.why_not(next_turn(fired), book, fire)[0])


@proves("KN-UMOR-19")
def test_men_aboard_are_infantry_close_by_so_a_carrier_is_suppressed_and_not_abandoned() -> None:
    def prey(*more: Unit, **options: object) -> bool:
        state = ready(
            table(), unit("ht", "uk.m5_halftrack", (20, 20)), unit("foe", "de.squad", (20, 27), 0), *more, **options
        )  # fmt: skip
        return prey_of(position(state), state.unit("ht")).deserts

    assert prey()
    assert not prey(unit("men", "uk.squad", None), aboard={"men": "ht"})
    assert not prey(unit("men", "uk.squad", (26, 20)))


@proves("KN-UMOR-22", "KN-UMOR-23", "KN-COV-01")
def test_a_heroic_action_may_be_covering_fire_or_a_withdrawal_and_no_request() -> None:
    for who, kinds, offered in (
        ("uk.squad", (K.COVERING,), True),
        ("uk.jeep", (K.WITHDRAW,), True),
        ("uk.observer", (K.REQUEST,), False),
    ):
        state = ready(
            table(), unit("one", who, (20, 20)), unit("guns", "uk.25pdr_battery", None), unit("foe", "de.squad", (20, 40))
        )  # fmt: skip
        owed = Obligation(Duty.HEROIC_ACTION, UK, "one")
        state = with_course(state, replace(course(state), owed=(owed,)))
        action = ActHeroically(UK, "one", kinds)
        assert (action in RULESET.legal_actions(state)) is offered, who
        assert (refusal(state, action) == "") is offered, who


@proves("KN-DEPL-19", "KN-DFAT-44")
def test_a_soft_skin_that_cannot_move_does_not_drive_to_safety() -> None:
    for state_of, may in ((IMMOBILISED, False), (FIRED, True)):
        state = ready(
            table(), unit("jeep", "uk.jeep", (20, 20), 0, state_of), unit("foe", "de.squad", (20, 40))
        )
        assert (refusal(state, Activate(UK, "jeep", (K.WITHDRAW,))) == "") is may
