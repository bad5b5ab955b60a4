"""Rulings of fire that are easily got wrong: who has fired, who may be fired at, and with what."""

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from rules.game.state import GameState
from rules.game.units import Unit
from rules.ground.table.inches import Spot
from rules.ground.table.terrain import TableTerrain as T
from rules.kampfgruppe_normandy.book.action_kinds import ActionKind as K
from rules.kampfgruppe_normandy.book.book_data import BookData
from rules.kampfgruppe_normandy.book.conditions import COVERING, FIRED, IMMOBILISED, SUPPRESSED
from rules.kampfgruppe_normandy.book.roster import HOUSE_ROSTER
from rules.kampfgruppe_normandy.book.unit_types import SpecialRule
from rules.kampfgruppe_normandy.declarations.anti_aircraft import FireAtAircraft
from rules.kampfgruppe_normandy.declarations.covering_fire import CoverFire
from rules.kampfgruppe_normandy.declarations.fire import Fire
from rules.kampfgruppe_normandy.declarations.indirect_fire.fire_for_effect import (
    CounterBattery,
    FireForEffect,
    FireIndirectly,
)
from rules.kampfgruppe_normandy.declarations.movement import Move
from rules.kampfgruppe_normandy.declarations.turn.activation import Activate, Forgo
from rules.kampfgruppe_normandy.declarations.unit_morale import ActHeroically
from rules.kampfgruppe_normandy.questions.batteries import is_silent
from rules.kampfgruppe_normandy.questions.target import target_of
from rules.kampfgruppe_normandy.ruleset import KampfgruppeNormandy
from rules.kampfgruppe_normandy.state.ammunition_events import LAST_SHOT
from rules.kampfgruppe_normandy.state.fire_missions import Mission
from rules.kampfgruppe_normandy.state.progress import Duty, Obligation, Status, Step, with_progress
from rules.kampfgruppe_normandy.state.support_events import MissionAsked
from rules.kampfgruppe_normandy.state.turn_events import TurnBegan
from tests.proving import proves
from tests.rules.kampfgruppe_normandy.support.shelling import MARK
from tests.rules.kampfgruppe_normandy.tables import (
    DE,
    GAME,
    RULESET,
    UK,
    act,
    area,
    course,
    dice_of,
    firing,
    game,
    loaded,
    position,
    pot_die,
    ready,
    refusal,
    shot,
    shot_told,
    status,
    table,
    told_to,
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


@proves("KN-WPN-04b")
def test_a_heavy_machine_gun_that_moves_does_not_fire_at_aircraft_either() -> None:
    over = unit("plane", "de.bf109", (40, 20))
    for team, declared in (("uk.vickers", False), ("us.cal30", True)):
        state = ready(table(), unit("mg", team, (31, 24)), over, unit("foe", "de.squad", (31, 4)))
        state = act(state, Activate(UK, "mg", (K.MOVE, K.SUPPRESS_AIRCRAFT)))
        state = act(state, Move(UK, "mg", (Spot(31, 24), Spot(31, 26))))
        assert (refusal(state, FireAtAircraft(UK, "mg", "plane")) == "") is declared, team


@proves("KN-SPEC-24a.3")
def test_an_anti_aircraft_gun_with_one_shot_left_is_empty_after_it() -> None:
    state = game(
        unit("gun", "uk.bofors", (40, 40)), unit("plane", "de.bf109", (40, 20)),
        unit("foe", "de.squad", (70, 40)),
    )  # fmt: skip
    state = LAST_SHOT.put(told_to(state, "gun", K.SUPPRESS_AIRCRAFT, K.SUPPRESS_AIRCRAFT), ("gun",))
    state = act(state, FireAtAircraft(UK, "gun", "plane"), 1)
    assert "40mm Bofors" not in dict(position(state).weapons_left(state.unit("gun")))
    assert "gun is out of ammunition" in refusal(state, FireAtAircraft(UK, "gun", "plane"))


@proves("KN-WPN-03", "KN-WPN-04b", "KN-AA-03")
@pytest.mark.parametrize(
    ("team", "men", "done", "why"),
    [
        ("uk.vickers", 3, (K.MOVE, K.SUPPRESS_AIRCRAFT), "Vickers may not fire in a turn with a move (KGN Weapons, OUR 9, inferred)"),
        ("us.cal30", 1, (K.COVERING, K.SUPPRESS_AIRCRAFT), ".30 cal needs a crew of 2 (KGN Direct fire - small arms: firepower)"),
        ("uk.squad", 8, (K.MOVE, K.SUPPRESS_AIRCRAFT), "one has nothing that reaches aircraft (KGN Anti-aircraft fire, OUR 116, inferred)"),
    ],
)  # fmt: skip
def test_who_cannot_fire_at_an_aircraft_is_told_why(
    team: str, men: int, done: tuple[K, ...], why: str
) -> None:
    state = game(
        unit("one", team, (40, 40), side=UK), unit("plane", "de.bf109", (40, 20)), unit("foe", "de.squad", (70, 40)),
        status={"one": Status(men=men)},
    )  # fmt: skip
    assert refusal(told_to(state, "one", *done, done=1), FireAtAircraft(UK, "one", "plane")) == why


@proves("KN-SPEC-24a.3", "KN-AA-03")
def test_an_empty_gun_that_never_reached_aircraft_is_told_that() -> None:
    """Not to wait for shells; nor is it told so of a gun that it does not have."""
    state = game(
        unit("gun", "uk.6pdr", (40, 40)), unit("plane", "de.bf109", (40, 20)), unit("foe", "de.squad", (40, 24)),
        status={"gun": Status(men=3, is_empty=True)},
    )  # fmt: skip
    told = told_to(state, "gun", K.SUPPRESS_AIRCRAFT, K.DIRECT_SMALL_ARMS)
    never = "gun has nothing that reaches aircraft"
    assert never in refusal(told, FireAtAircraft(UK, "gun", "plane"))
    assert never in refusal(state, Activate(UK, "gun", (K.SUPPRESS_AIRCRAFT, K.MOVE)))
    told = told_to(state, "gun", K.DIRECT_SMALL_ARMS, K.MOVE)
    assert "gun has no Bren" in refusal(told, Fire(UK, "gun", "foe", K.DIRECT_SMALL_ARMS, "Bren"))


OFF_TABLE_ROCKETS = replace(HOUSE_ROSTER["de.nebelwerfer"], rules=frozenset({SpecialRule.OFF_TABLE}))


@proves("KN-WPN-24", "KN-IND-27b")
def test_rocket_launchers_silenced_by_counter_battery_fire_have_not_fired_and_may_next_turn() -> None:
    book = BookData({**HOUSE_ROSTER, "de.nebelwerfer": OFF_TABLE_ROCKETS})

    def then(state: GameState, action: Any, *dice: int) -> GameState:
        return KampfgruppeNormandy(book).as_game().resolve(state, action, dice_of(dice))[1]

    def next_turn(state: GameState) -> GameState:
        state = GAME.apply(GAME.apply(state, MissionAsked(mission, "again")), TurnBegan(DE, 2))
        return with_progress(state, replace(course(state), step=Step.ACTIVATION, allowance=9))

    state = game(
        unit("hq", "de.hq", (40, 60)), unit("nebel", "de.nebelwerfer"), unit("foe", "uk.squad", (40, 20)),
        acting=DE, fire_support={UK: {"counter_battery": 1}},
    )  # fmt: skip
    mission = Mission("mission 1", DE, "hq", ("nebel",), Spot(40, 20), is_on=True)
    fire = FireForEffect(DE, "mission 1", ("nebel",))
    laid = then(GAME.apply(state, MissionAsked(mission, "the spotter round is complete")), fire)
    silenced, fired = (then(laid, CounterBattery(UK), die, 1, 1, 1, 1) for die in (5, 4))
    assert KampfgruppeNormandy(book).as_game().why_not(next_turn(silenced), fire) == ()
    assert "fired in its last turn" in str(
        KampfgruppeNormandy(book).as_game().why_not(next_turn(fired), fire)[0]
    )


def nebelwerfer(acting: str, turn: int, owner: str = DE) -> GameState:
    """A launcher 40 inches from its target marker, in a turn of either side; the British have the first."""
    mission = Mission("mission 1", owner, "hq", ("nebel",), MARK, is_on=True)
    state = game(
        unit("hq", "de.hq", (44, 60), side=owner), unit("nebel", "de.nebelwerfer", (40, 60), side=owner),
        unit("foe", "uk.squad", (9, 9)), unit("own", "de.squad", (90, 60)), acting=acting,
    )  # fmt: skip
    state = with_progress(state, replace(course(state), turn=turn))
    return GAME.apply(state, MissionAsked(mission, "on target"))


def rockets_away(state: GameState) -> GameState:
    """The launcher is told to fire with both actions, in its owner's turn or heroically in the enemy's, and all miss."""
    told = told_to(state, "nebel", K.SUPPRESS_INDIRECT, K.SUPPRESS_INDIRECT)
    return act(told, FireIndirectly(state.unit("nebel").side, "nebel"), 1, 1, 1, 1)


def is_loaded(state: GameState, side: str, turn: int) -> bool:
    """Whether it may fire in that turn of a side, by a heroic action if it is the enemy's."""
    there = with_progress(state, replace(course(state), acting=side, turn=turn, activation=None))
    return is_silent(position(there), there.unit("nebel")) is None


@proves("KN-WPN-24", "KN-UMOR-22")
@pytest.mark.parametrize(
    ("owner", "fires", "silent", "loaded"),
    [
        (DE, (DE, 2), [(DE, 2), (UK, 3), (DE, 3), (UK, 4)], (DE, 4)),
        (UK, (UK, 2), [(UK, 2), (DE, 2), (UK, 3), (DE, 3)], (UK, 4)),
        (DE, (UK, 3), [(UK, 3), (DE, 3), (UK, 4)], (DE, 4)),
        (UK, (DE, 2), [(DE, 2), (UK, 3), (DE, 3)], (UK, 4)),
    ],
)  # fmt: skip
def test_rockets_fly_once_every_two_turns_by_heroic_actions_too(
    owner: str, fires: tuple[str, int], silent: list[tuple[str, int]], loaded: tuple[str, int]
) -> None:
    """In its owner's turn or by a hero in the enemy's: not again in that turn nor in its owner's next (OUR 187)."""
    state = rockets_away(nebelwerfer(*fires, owner))
    assert not any(is_loaded(state, *when) for when in silent)
    assert is_loaded(state, *loaded)


@proves("KN-WPN-24", "KN-UMOR-22", "KN-SPEC-23b")
def test_a_heroic_crew_does_not_load_rockets_that_were_fired_this_turn() -> None:
    state = rockets_away(nebelwerfer(DE, 2))
    again = Mission("mission 2", DE, "hq", ("nebel",), MARK, is_on=True)
    state = GAME.apply(
        with_progress(state, replace(course(state), activation=None)), MissionAsked(again, "again")
    )
    owed = (Obligation(Duty.HEROIC_ACTION, DE, "nebel"),)
    state = with_progress(state, replace(course(state), owed=owed))
    rockets = ActHeroically(DE, "nebel", (K.SUPPRESS_INDIRECT, K.SUPPRESS_INDIRECT))
    assert refusal(state, rockets)
    assert rockets not in GAME.legal_actions(state)
    assert refusal(state, ActHeroically(DE, "nebel", (K.MOVE, K.MOVE))) == ""
    fire = told_to(state, "nebel", K.SUPPRESS_INDIRECT, K.SUPPRESS_INDIRECT)
    fire = with_progress(fire, replace(course(fire), owed=()))
    assert (
        "nebel has fired, and fires once every two turns (KGN Multiple rocket launchers, OUR 187"
        in refusal(fire, FireIndirectly(DE, "nebel"))
    )


@proves("KN-WPN-25", "KN-WPN-26")
def test_the_least_range_of_rockets_is_printed() -> None:
    """24 inches."""
    state = nebelwerfer(DE, 2)
    near = Mission("mission 1", DE, "hq", ("nebel",), Spot(40, 40), is_on=True)
    state = GAME.apply(state, MissionAsked(near, "nearer"))
    told = told_to(state, "nebel", K.SUPPRESS_INDIRECT, K.SUPPRESS_INDIRECT)
    said = refusal(told, FireIndirectly(DE, "nebel"))
    assert said.endswith('nearer than 24" (KGN Weapons of World War II)')


@proves("KN-UMOR-19c")
def test_men_aboard_are_infantry_close_by_so_a_carrier_is_suppressed_and_not_abandoned() -> None:
    def target(*more: Unit, **options: object) -> bool:
        state = ready(
            table(), unit("ht", "uk.m5_halftrack", (20, 20)), unit("foe", "de.squad", (20, 27), 0), *more, **options
        )  # fmt: skip
        return target_of(position(state), state.unit("ht")).abandons

    assert target()
    assert not target(unit("men", "uk.squad", None), aboard={"men": "ht"})
    assert not target(unit("men", "uk.squad", (26, 20)))


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
        state = with_progress(state, replace(course(state), owed=(owed,)))
        action = ActHeroically(UK, "one", kinds)
        assert (action in GAME.legal_actions(state)) is offered, who
        assert (refusal(state, action) == "") is offered, who


@proves("KN-DEPL-19", "KN-DFAT-44a")
def test_a_soft_skin_that_cannot_move_does_not_drive_to_safety() -> None:
    for state_of, may in ((IMMOBILISED, False), (FIRED, True)):
        state = ready(
            table(), unit("jeep", "uk.jeep", (20, 20), 0, state_of), unit("foe", "de.squad", (20, 40))
        )
        assert (refusal(state, Activate(UK, "jeep", (K.WITHDRAW,))) == "") is may


def on_a_tank(*conditions: str, tank_at: float = 14, **options: object) -> GameState:
    """German riders on a Panther, in a wood unless it stands west of it, and British riflemen at them."""
    return ready(
        table(area(T.WOODS, 26, 10, 40, 40)), unit("men", "uk.squad", (10, 24), 90), unit("own", "uk.jeep", (9, 9)),
        unit("tank", "de.panther", (tank_at, 24), 270, *conditions), unit("riders", "de.squad", None),
        aboard={"riders": "tank"}, **options,
    )  # fmt: skip


@proves("KN-DEPL-16a", "KN-DEPL-16b", "KN-NIGHT-03")
@pytest.mark.parametrize(
    ("state", "seen", "save"),
    [
        (on_a_tank(), "observed on 2+: in the open, has not fired", "saves on 6+"),
        (on_a_tank(FIRED), "seen without a die: in the open, has fired", "saves on 6+"),
        (on_a_tank(tank_at=28), "observed on 3+: obscured, has not fired", "saves on 6+"),
        (on_a_tank(FIRED, tank_at=28), "observed on 2+: obscured, has fired", "saves on 6+"),
        (on_a_tank(night=True), "observed on 3+: obscured, has not fired", "saves on 5+"),
    ],
)
def test_riders_are_seen_as_their_tank_is_and_save_in_the_open(
    state: GameState, seen: str, save: str
) -> None:
    said = shot_told(state, "men", "riders", K.DIRECT_SMALL_ARMS)
    assert seen in said
    assert save in said


@proves("KN-DFSA-45")
def test_men_in_reinforced_cover_inside_a_half_track_are_obscured() -> None:
    state = loaded(unit("ht", "de.sdkfz251", (25, 24), 270), {"inside": "de.squad"}, unit("men", "uk.squad", (10, 24), 90))  # fmt: skip
    said = shot_told(state, "men", "inside", K.DIRECT_SMALL_ARMS)
    assert "observed on 4+: obscured" in said
    assert "saves on 3+" in said


@proves("KN-SUPP-01", "KN-SUPP-31", "KN-DFSA-45")
@pytest.mark.parametrize(
    ("dice", "men", "low"),
    [((3, 4, 3), 8, True), ((3, 4, 4), 8, False), ((6, 5, 1, 1, 1, 1, 1, 1, 1, 1, 3), 8, False)],
)
def test_small_arms_suppress_the_men_inside_a_half_track(dice: tuple[int, ...], men: int, low: bool) -> None:
    """OUR 2, 201: on 4+ at effective range, saved on 4+ in the hard cover of its sides; a direct hit is saved on 3+, as direct fire is."""
    state = loaded(unit("ht", "de.sdkfz251", (30, 24), 270), {"inside": "de.squad"}, unit("men", "uk.squad", (10, 24), 90))  # fmt: skip
    told = shot_told(state, "men", "inside", K.SUPPRESS_SMALL_ARMS)
    assert "suppresses on 4+" in told
    assert "saves on 4+ from suppression (KGN Concealment saves, OUR 2" in told
    assert "saves on 3+ from a direct hit (KGN Concealment saves, OUR 2" in told
    after = firing(state, "men", "inside", K.SUPPRESS_SMALL_ARMS, *dice)
    assert (status(after, "inside").men, status(after, "inside").aboard) == (men, "ht")
    assert (after.unit("inside").has(SUPPRESSED), after.unit("ht").has(SUPPRESSED)) == (low, False)


@proves("KN-SUPP-01", "KN-DFSA-45")
def test_no_shell_is_aimed_at_the_men_inside_a_half_track() -> None:
    """OUR 201."""
    state = loaded(unit("ht", "de.sdkfz251", (30, 24), 270), {"inside": "de.squad"}, unit("gun", "uk.sherman", (10, 24), 90))  # fmt: skip
    state = act(state, Activate(UK, "gun", (K.SUPPRESS_HE, K.DIRECT_HE)))
    assert "is inside ht" in refusal(state, shot(state, "gun", "inside", K.SUPPRESS_HE, "75mm"))


@proves("KN-DFHE-06", "KN-DFSA-50b")
def test_riders_move_as_their_tank_moves() -> None:
    for conditions in ((), ("moved",)):
        state = loaded(unit("tank", "de.panther", (20, 24), 270, *conditions), {"riders": "de.squad"}, unit("gun", "uk.sherman", (10, 24), 90))  # fmt: skip
        said = shot_told(state, "gun", "riders", K.DIRECT_HE, "75mm")
        assert ("-1 target moved" in said) is bool(conditions)
    flames = loaded(unit("tank", "de.panther", (20, 24), 270, "moved"), {"riders": "de.squad"}, unit("men", "us.engineers", (14, 24), 90))  # fmt: skip
    assert "not stationary" in shot_told(flames, "men", "riders", K.DIRECT_SMALL_ARMS, "flamethrower")


@proves("KN-WPN-13", "KN-DFSA-20", "KN-AA-05")
@pytest.mark.parametrize(
    ("gap_in", "suppresses"),
    [
        (7, "suppresses on 2+ ("),
        (14, "suppresses on 3+ ("),
        (22, "suppresses on 5+ with either of 2 dice"),
        (30, "suppresses on 5+ with either of 2 dice"),
    ],
)
def test_a_quad_suppresses_as_small_arms_or_as_two_light_shells_whichever_does_more(
    gap_in: float, suppresses: str
) -> None:
    state = ready(
        table(), unit("quad", "de.quad20", (10, 24), 90), unit("men", "uk.sniper", (11.7 + gap_in, 24)), attacker=DE
    )  # fmt: skip
    assert suppresses in shot_told(state, "quad", "men", K.SUPPRESS_SMALL_ARMS)


def flak_at(foe: str, away_in: float = 20.0) -> GameState:
    """A German 20 mm gun, and a British unit that faces it."""
    return ready(
        table(), unit("flak", "de.flak38", (10, 24), 90), unit("foe", foe, (10 + away_in, 24), 270),
        unit("far", "uk.squad", (70, 44)), attacker=DE,
    )  # fmt: skip


def suppressing(state: GameState, *dice: int) -> GameState:
    return firing(state, "flak", "foe", K.SUPPRESS_SMALL_ARMS, *dice)


@proves("KN-WPN-13", "KN-SUPP-25", "KN-DFHE-15", "KN-DFSA-46")
def test_a_direct_hit_of_an_autocannon_that_suppresses_armour_is_one_of_light_he_by_our_186() -> None:
    """Its HE penetrates 1; the half-track's front is 1: pierced on 8 or more. It is no bullet."""
    state = flak_at("uk.m5_halftrack")
    assert "foe" not in suppressing(state, 6, 4, 4, pot_die()).units
    held = suppressing(state, 6, 4, 3, 3)
    assert (held.unit("foe").conditions, course(held).owed) == (frozenset(), ())
    assert suppressing(state, 6, 4, 3, 2).unit("foe").has(SUPPRESSED)
    said = shot_told(state, "flak", "foe", K.SUPPRESS_SMALL_ARMS)
    assert "a direct hit is one of light HE (KGN Suppressing fire, OUR 186, inferred)" in said
    assert "penetration 1 against front armour 1: pierced on 8+ with two dice" in said
    assert "bullets" not in said
    odds = GAME.chances(told_to(state, "flak", K.SUPPRESS_SMALL_ARMS, K.MOVE), shot(state, "flak", "foe", K.SUPPRESS_SMALL_ARMS)).odds  # fmt: skip
    assert odds is not None
    # Of the 15 throws of 8 or more the double 6 only immobilises.
    assert odds.of("foe: destroyed") == Fraction(1, 6) * Fraction(14, 36)


@proves("KN-WPN-13", "KN-WPN-14", "KN-SUPP-24")
def test_a_direct_hit_of_an_autocannon_is_of_small_arms_on_men_and_on_soft_skins() -> None:
    """Five dice, 5+ at 16 to 24 inches."""
    for foe in ("uk.squad", "uk.bedford"):
        said = shot_told(flak_at(foe), "flak", "foe", K.SUPPRESS_SMALL_ARMS)
        assert "5 dice hit on 5+" in said
        assert "OUR 186" not in said


@proves("KN-WPN-13", "KN-DFAT-08", "KN-UMOR-07")
def test_a_direct_hit_of_light_he_on_thick_armour_pierces_nothing_and_tests_morale() -> None:
    """At close assault range small arms suppress enclosed armour; the Sherman's front is out of the reach of a 1."""
    state = flak_at("uk.sherman", 9.0)
    assert suppressing(state, 6, 2).unit("foe").has(SUPPRESSED)
    assert not suppressing(state, 6, 3).unit("foe").has(SUPPRESSED)
    assert "it cannot be pierced" in shot_told(state, "flak", "foe", K.SUPPRESS_SMALL_ARMS)


@proves("KN-WPN-13", "KN-SUPP-05")
def test_an_autocannon_may_try_enclosed_armour_at_any_range_with_its_shell() -> None:
    """Light HE has no number for it, as small arms have none beyond 8 inches: its direct hit alone does something."""
    state = flak_at("uk.sherman", 30.0)
    assert "suppresses on" not in (said := shot_told(state, "flak", "foe", K.SUPPRESS_SMALL_ARMS))
    assert "a direct hit is one of light HE (KGN Suppressing fire, OUR 186, inferred)" in said
    assert not suppressing(state, 5).unit("foe").has(SUPPRESSED)
    assert suppressing(state, 6, 2).unit("foe").has(SUPPRESSED), "it tests its morale"


@proves("KN-DFSA-52")
def test_flame_at_what_has_no_armour_is_small_arms_and_at_armour_penetrates_5() -> None:
    state = ready(
        table(), unit("men", "us.engineers", (10, 24), 90), unit("gun", "de.pak40", (15, 24), 270),
        unit("truck", "de.opel", (10, 19)), unit("tank", "de.pz4h", (10, 30), 180),
    )  # fmt: skip
    for target in ("gun", "truck"):
        assert "direct fire - small arms" in shot_told(state, "men", target, K.DIRECT_AT, "flamethrower")
        assert "17 dice hit on 3+" in shot_told(state, "men", target, K.DIRECT_SMALL_ARMS, "flamethrower")
    assert "penetration 5 against" in shot_told(state, "men", "tank", K.DIRECT_AT, "flamethrower")


@proves("KN-DFSA-52", "KN-SUPP-08")
def test_a_direct_hit_of_flame_that_suppresses_armour_penetrates_as_flame_and_not_as_heat() -> None:
    state = ready(
        table(), unit("men", "us.engineers", (10, 24), 90), unit("ht", "de.sdkfz251", (10, 30), 180)
    )
    front = RULESET.book.type("de.sdkfz251").armour
    assert front is not None
    assert front.front == 1
    after = firing(
        state, "men", "ht", K.SUPPRESS_SMALL_ARMS, 6, 1, 2, pot_die(), weapon="flamethrower", then=K.MOVE
    )
    assert "ht" not in after.units, "3 pierces 1 by penetration 5"


@proves("KN-DFAT-41", "KN-DFAT-38")
def test_an_armour_piercing_round_leaves_no_save() -> None:
    state = ready(
        table(), unit("tank", "uk.sherman", (10, 24), 90), unit("gun", "de.pak40", (20, 24), 270),
        unit("truck", "de.opel", (10, 10)),
    )  # fmt: skip
    for target in ("gun", "truck"):
        said = shot_told(state, "tank", target, K.DIRECT_AT, "75mm")
        assert "saves on" not in said
    assert "saves on 6+" in shot_told(state, "tank", "gun", K.DIRECT_HE, "75mm")


@proves("KN-SPEC-24a.3")
def test_a_gun_that_fires_its_last_shot_as_small_arms_is_empty() -> None:
    state = game(unit("gun", "uk.bofors", (40, 40)), unit("foe", "de.squad", (40, 20)))
    state = LAST_SHOT.put(told_to(state, "gun", K.SUPPRESS_SMALL_ARMS, K.SUPPRESS_SMALL_ARMS), ("gun",))
    state = act(state, Fire(UK, "gun", "foe", K.SUPPRESS_SMALL_ARMS), 1)
    assert "40mm Bofors" not in dict(position(state).weapons_left(state.unit("gun")))


@proves("KN-DFAT-30", "KN-DFAT-31", "KN-DFAT-32")
@pytest.mark.parametrize(
    ("firer", "weapon", "target", "said"),
    [
        ("uk.sherman", "75mm", "de.panther", "only a double 6 pierces it, which immobilises"),
        ("uk.squad_piat", "PIAT", "de.king_tiger", "it cannot be pierced"),
        ("uk.squad_piat", "PIAT", "de.pz4h", "skirts keep it out"),
        ("uk.squad_piat", "PIAT", "de.sdkfz251", "pierced on 3+ with two dice"),
    ],
)
def test_what_pierces_is_said_as_the_dice_have_it(firer: str, weapon: str, target: str, said: str) -> None:
    state = ready(table(), unit("a", firer, (10, 24), 90), unit("b", target, (17, 24), 270))
    assert said in shot_told(state, "a", "b", K.DIRECT_AT, weapon)


@proves("KN-UMOR-07", "KN-SUPP-35")
def test_bullets_that_suppress_armour_are_not_said_to_hit_it_or_to_test_its_nerve() -> None:
    state = ready(table(), unit("men", "uk.squad", (10, 24), 90), unit("tank", "de.tiger", (17, 24), 270))
    said = shot_told(state, "men", "tank", K.SUPPRESS_SMALL_ARMS)
    assert "suppresses on 5+" in said
    assert "does nothing to armour, and tests no morale" in said
    assert "dice hit" not in said
    assert "tests its morale" not in said
    after = firing(state, "men", "tank", K.SUPPRESS_SMALL_ARMS, 6, then=K.MOVE)
    assert after.unit("tank").conditions == frozenset()


@proves("KN-DFSA-39", "KN-DFAT-37", "KN-DEPL-17a")
@pytest.mark.parametrize(
    ("carrier", "firer", "kind", "weapon", "said"),
    [
        ("de.opel", "uk.vickers", K.DIRECT_SMALL_ARMS, "", "fall on those aboard, who save on 5+"),
        ("de.sdkfz251", "uk.sherman", K.DIRECT_AT, "75mm", "each unit inside loses D3 men"),
        ("de.tiger", "uk.sherman", K.DIRECT_AT, "75mm", "strikes its riders with a light 3 shell"),
    ],
)
def test_the_odds_say_what_a_hit_does_to_those_aboard(
    carrier: str, firer: str, kind: K, weapon: str, said: str
) -> None:
    state = ready(
        table(), unit("a", firer, (10, 24), 90), unit("b", carrier, (22, 24), 270), unit("men", "de.squad", None),
        aboard={"men": "b"},
    )  # fmt: skip
    assert said in shot_told(state, "a", "b", kind, weapon)
    if carrier == "de.opel":
        assert "Men is inside b (KGN Transport vehicles)" in shot_told(state, "a", "men", kind)


@proves("KN-DFHE-05", "KN-ACT-17")
def test_who_forgoes_his_move_fires_as_one_that_stands() -> None:
    state = ready(table(), unit("a", "uk.sherman", (10, 24), 90), unit("b", "de.squad", (34, 24), 270))
    state = act(state, Activate(UK, "a", (K.MOVE, K.DIRECT_HE)))
    forgone = act(state, Forgo(UK))
    said = str(GAME.chances(forgone, shot(forgone, "a", "b", K.DIRECT_HE, "75mm")))
    assert "hits on 3+ at effective range" in said
    assert "moved" not in said
    assert course(act(forgone, Forgo(UK))).activation is None
    moved = act(state, Move(UK, "a", (Spot(10, 24), Spot(10, 23))))
    said = str(GAME.chances(moved, shot(moved, "a", "b", K.DIRECT_HE, "75mm")))
    assert "-1 firer moved or will move" in said


@proves("KN-COV-02")
def test_a_move_forgone_does_not_slip_past_covering_fire() -> None:
    tank = unit("b", "de.stug3", (34, 24), 270, COVERING)
    state = ready(table(), unit("a", "uk.sherman", (10, 24), 90), tank)
    state = act(state, Activate(UK, "a", (K.MOVE, K.DIRECT_HE)))
    assert not course(state).owed
    state = act(state, Forgo(UK))
    assert (course(state).owed[0].duty, course(state).owed[0].side) == (Duty.COVERING_FIRE, DE)
