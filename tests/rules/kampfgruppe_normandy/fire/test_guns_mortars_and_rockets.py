"""Guns, mortars and rocket launchers: crews, arcs, least and greatest ranges, reloading."""

from dataclasses import replace
from typing import Any

import pytest

from rules.game.state import GameState
from rules.ground.table.inches import Spot
from rules.ground.table.terrain import TableTerrain as T
from rules.kampfgruppe_normandy.book.action_kinds import ActionKind as K
from rules.kampfgruppe_normandy.book.book_data import BookData
from rules.kampfgruppe_normandy.book.conditions import SUPPRESSED
from rules.kampfgruppe_normandy.book.roster import HOUSE_ROSTER
from rules.kampfgruppe_normandy.book.unit_types import SpecialRule
from rules.kampfgruppe_normandy.declarations.fire import Fire
from rules.kampfgruppe_normandy.declarations.indirect_fire.fire_for_effect import (
    CounterBattery,
    FireForEffect,
    FireIndirectly,
)
from rules.kampfgruppe_normandy.declarations.movement import Move
from rules.kampfgruppe_normandy.declarations.turn.activation import Activate
from rules.kampfgruppe_normandy.declarations.unit_morale import ActHeroically
from rules.kampfgruppe_normandy.questions.batteries import cannot_reach, indirect_weapon, why_gun_silent
from rules.kampfgruppe_normandy.questions.batteries import dice_of as dice_of_gun
from rules.kampfgruppe_normandy.questions.fire.fire_orders import work_out
from rules.kampfgruppe_normandy.questions.fire.fire_sheet import Order, Refused
from rules.kampfgruppe_normandy.questions.gun_crew import crew_of
from rules.kampfgruppe_normandy.ruleset import KampfgruppeNormandy
from rules.kampfgruppe_normandy.state.ammunition_events import LAST_SHOT
from rules.kampfgruppe_normandy.state.fire_missions import Mission
from rules.kampfgruppe_normandy.state.position import Position
from rules.kampfgruppe_normandy.state.progress import (
    Duty,
    Obligation,
    Status,
    Step,
    progress_of,
    with_progress,
)
from rules.kampfgruppe_normandy.state.support_events import MissionAsked
from rules.kampfgruppe_normandy.state.turn_events import TurnBegan
from tests.proving import proves
from tests.rules.kampfgruppe_normandy.morale.losses import FOE
from tests.rules.kampfgruppe_normandy.support.shelling import MARK, with_mission_on_target
from tests.rules.kampfgruppe_normandy.tables import (
    BOOK,
    DE,
    FAR,
    GAME,
    RULESET,
    UK,
    act,
    activated,
    area,
    dice_of,
    game,
    legal,
    position,
    ready,
    refusal,
    status,
    table,
    told_to,
    unit,
    with_status,
)


@proves("KN-WPN-19a")
def test_a_gun_with_one_man_left_does_not_fire() -> None:
    state = ready(table(), unit("a", "uk.6pdr", (10, 24), 90), unit("b", "de.pz4h", (30, 24), 270))
    state = with_status(state, "a", Status(men=1))
    state = activated(state, "a", K.DIRECT_AT, K.DIRECT_AT)
    assert "crew of 2" in refusal(state, Fire(UK, "a", "b", K.DIRECT_AT, "6 pdr"))


@proves("KN-WPN-25")
@pytest.mark.parametrize("kind", [K.DIRECT_HE, K.SUPPRESS_HE])
def test_a_rocket_launcher_does_not_fire_directly(kind: K) -> None:
    state = ready(
        table(),
        unit("a", "de.nebelwerfer", (10, 24), 90),
        unit("b", "uk.squad", (40, 24), 270),
        attacker=DE,
    )
    assert "fires indirectly only" in refusal(state, Activate(DE, "a", (kind, K.MOVE)))


@proves("KN-WPN-21b")
@pytest.mark.parametrize("gap_in", [9, 15])
def test_a_howitzer_fires_directly_at_targets_too_near_for_its_indirect_fire(gap_in: float) -> None:
    state = ready(
        table(), unit("a", "uk.25pdr", (10, 24), 90), unit("b", "de.squad", (10 + gap_in, 24), 270), FAR
    )
    state = activated(state, "a", K.DIRECT_HE, K.DIRECT_HE)
    assert not refusal(state, Fire(UK, "a", "b", K.DIRECT_HE, "25 pdr"))


@proves("KN-WPN-21c")
def test_of_two_howitzers_one_has_an_anti_tank_round() -> None:
    has_ap = {gun: RULESET.book.type(gun).weapons[0].ap is not None for gun in ("uk.25pdr", "de.lig18")}
    assert has_ap == {"uk.25pdr": True, "de.lig18": False}


@proves("KN-WPN-25", "KN-WPN-10b")
@pytest.mark.parametrize("gun", ["de.nebelwerfer", "de.80mm_mortar"])
def test_a_weapon_that_fires_only_indirectly_has_no_direct_shot(gun: str) -> None:
    state = ready(table(), unit("a", gun, (10, 24), 90), unit("b", "uk.squad", (40, 24), 270), attacker=DE)
    weapon = next(one.name for one in RULESET.book.type(gun).weapons if one.he is not None)
    found = work_out(position(state), Order("a", "b", K.DIRECT_HE, weapon), moves=False)
    assert isinstance(found, Refused)
    assert "fires indirectly only" in str(found.reason)


@proves("KN-WPN-09", "KN-IND-35")
@pytest.mark.parametrize(("gap_in", "reaches"), [(23.9, True), (24.1, False)])
def test_a_light_mortar_reaches_24_inches(gap_in: float, reaches: bool) -> None:
    state = ready(
        table(), unit("a", "uk.platoon_hq", (10, 24), 90), unit("b", "de.sniper", (10.6 + gap_in, 24))
    )
    state = with_status(state, "a", Status(men=5, offsets=((0.0, 0.0),) * 5))
    state = activated(state, "a", K.DIRECT_HE, K.MOVE)
    said = refusal(state, Fire(UK, "a", "b", K.DIRECT_HE, '2" mortar'))
    assert (said == "") is reaches
    assert reaches or 'reaches 24"' in said


@proves("KN-WPN-19a")
@pytest.mark.parametrize(
    ("men", "beside_in", "conditions", "fires"),
    [
        (2, None, (), True),
        (1, None, (), False),
        (1, 0.9, (), True),
        (1, 1.3, (), False),
        (1, 0.9, (SUPPRESSED,), False),
    ],
)
def test_an_infantryman_beside_a_gun_stands_in_for_a_man_of_its_crew(
    men: int, beside_in: float | None, conditions: tuple[str, ...], fires: bool
) -> None:
    man_in = 0.3
    gun = unit("a", "uk.6pdr", (10, 24), 90)
    width_in = RULESET.book.type("uk.6pdr").width_in
    helper_y_in = 24 + width_in / 2 + man_in + (beside_in or 20)
    helper = unit("h", "uk.sniper", (10, helper_y_in), 90, *conditions)
    state = ready(table(), gun, helper, unit("b", "de.pz4h", (30, 24), 270))
    state = activated(with_status(state, "a", Status(men=men)), "a", K.DIRECT_AT, K.MOVE)
    assert (refusal(state, Fire(UK, "a", "b", K.DIRECT_AT, "6 pdr")) == "") is fires


@proves("KN-WPN-19a", "KN-IND-44")
def test_a_full_crew_has_no_helpers_and_a_battery_off_the_table_has_none_beside_it() -> None:
    units = (
        unit("gun", "uk.6pdr", (10, 24), 90),
        unit("h", "uk.squad", (10, 25.5)),
        unit("battery", "uk.25pdr_battery", None),
    )
    state = ready(table(), *units, FAR)
    full = RULESET.book.type("uk.6pdr").men
    assert crew_of(position(state), state.unit("gun")) == full
    assert crew_of(position(with_status(state, "gun", Status(men=full - 1))), state.unit("gun")) == full
    state = with_status(state, "battery", Status(men=1))
    assert crew_of(position(state), state.unit("battery")) == 1


@proves("KN-WPN-19a", "KN-WPN-19b")
@pytest.mark.parametrize(
    ("middle_in", "suppressed", "crew"), [(2.05, False, 3), (2.1, False, 1), (1.9, True, 1), (4, False, 1)]
)
def test_only_men_of_a_squad_within_an_inch_of_a_gun_serve_it(
    middle_in: float, suppressed: bool, crew: int
) -> None:
    """A 25 pounder has one of four men left. Two of eight stand nearest, 0.78 inches before the middle of their squad."""
    squad = unit("squad", "uk.squad", (10, 24 + 1 + middle_in), 0, *([SUPPRESSED] if suppressed else []))
    state = ready(table(), unit("gun", "uk.25pdr", (10, 24), 0), squad, FAR)
    state = with_status(state, "gun", Status(men=1))
    assert crew_of(position(state), state.unit("gun")) == crew


OFF_TABLE_ROCKETS = replace(HOUSE_ROSTER["de.nebelwerfer"], rules=frozenset({SpecialRule.OFF_TABLE}))


@proves("KN-WPN-24", "KN-IND-27b")
def test_rocket_launchers_silenced_by_counter_battery_fire_have_not_fired_and_may_next_turn() -> None:
    book = BookData({**HOUSE_ROSTER, "de.nebelwerfer": OFF_TABLE_ROCKETS})

    def then(state: GameState, action: Any, *dice: int) -> GameState:
        return KampfgruppeNormandy(book).as_game().resolve(state, action, dice_of(dice))[1]

    def next_turn(state: GameState) -> GameState:
        state = GAME.apply(GAME.apply(state, MissionAsked(mission, "again")), TurnBegan(DE, 2))
        return with_progress(state, replace(progress_of(state), step=Step.ACTIVATION, allowance=9))

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
    state = with_progress(state, replace(progress_of(state), turn=turn))
    return GAME.apply(state, MissionAsked(mission, "on target"))


def rockets_away(state: GameState) -> GameState:
    """The launcher fires with both actions, in its owner's turn or heroically in the enemy's, and all rockets miss."""
    told = told_to(state, "nebel", K.SUPPRESS_INDIRECT, K.SUPPRESS_INDIRECT)
    return act(told, FireIndirectly(state.unit("nebel").side, "nebel"), 1, 1, 1, 1)


def is_loaded(state: GameState, side: str, turn: int) -> bool:
    """Whether it may fire in that turn of a side, by a heroic action if it is the enemy's."""
    there = with_progress(state, replace(progress_of(state), acting=side, turn=turn, activation=None))
    return why_gun_silent(position(there), there.unit("nebel")) is None


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
        with_progress(state, replace(progress_of(state), activation=None)), MissionAsked(again, "again")
    )
    owed = (Obligation(Duty.HEROIC_ACTION, DE, "nebel"),)
    state = with_progress(state, replace(progress_of(state), owed=owed))
    rockets = ActHeroically(DE, "nebel", (K.SUPPRESS_INDIRECT, K.SUPPRESS_INDIRECT))
    assert refusal(state, rockets)
    assert rockets not in GAME.legal_actions(state)
    assert refusal(state, ActHeroically(DE, "nebel", (K.MOVE, K.MOVE))) == ""
    fire = told_to(state, "nebel", K.SUPPRESS_INDIRECT, K.SUPPRESS_INDIRECT)
    fire = with_progress(fire, replace(progress_of(fire), owed=()))
    assert (
        "nebel has fired, and fires once every two turns (KGN Multiple rocket launchers, OUR 187"
        in refusal(fire, FireIndirectly(DE, "nebel"))
    )


@proves("KN-WPN-25", "KN-WPN-26")
def test_the_minimum_range_of_rockets_is_printed() -> None:
    """24 inches."""
    state = nebelwerfer(DE, 2)
    near = Mission("mission 1", DE, "hq", ("nebel",), Spot(40, 40), is_on=True)
    state = GAME.apply(state, MissionAsked(near, "nearer"))
    told = told_to(state, "nebel", K.SUPPRESS_INDIRECT, K.SUPPRESS_INDIRECT)
    said = refusal(told, FireIndirectly(DE, "nebel"))
    assert said.endswith('nearer than 24" (KGN Weapons of World War II)')


@proves("KN-WPN-20")
def test_a_gun_without_he_cannot_fire_it() -> None:
    state = ready(table(), unit("a", "uk.daimler", (10, 24), 90), unit("b", "de.squad", (25, 24), 270))
    assert "cannot take the action" in refusal(state, Activate(UK, "a", (K.SUPPRESS_HE, K.MOVE)))


def _mortar(facing_deg: float, *, inside: bool = False) -> GameState:
    """A mortar 20 inches south of its marker, inside a house or not."""
    house = {"brick_building": area(T.BRICK_BUILDING, 38, 38, 42, 42)} if inside else {}
    state = game(
        unit("hq", "uk.hq", (60, 60)), unit("m", "uk.3in_mortar", (40, 40), facing_deg=facing_deg), unit("foe", "de.squad", MARK),
        pieces=house.values(), status={"m": Status(men=3, inside=next(iter(house), None))},
    )  # fmt: skip
    return GAME.apply(state, MissionAsked(Mission("mission 1", UK, "hq", ("m",), MARK, is_on=True), "asked"))


@proves("KN-SHOOT-06", "KN-PRIN-07", "KN-WPN-26")
@pytest.mark.parametrize("inside", [False, True])
def test_a_mortar_that_faces_away_from_its_marker_turns_to_it_with_a_move_and_fires(inside: bool) -> None:
    """OUR 197: in a house too, where no other move is allowed."""
    away = _mortar(180.0, inside=inside)
    assert "outside the arc" in refusal(away, FireForEffect(UK, "mission 1", ("m",)))
    assert Activate(UK, "m", (K.MOVE, K.SUPPRESS_INDIRECT)) in legal(away)
    told = told_to(away, "m", K.MOVE, K.SUPPRESS_INDIRECT)
    turn = Move(UK, "m", (Spot(40.0, 40.0),), 0.0)
    moves = [one for one in legal(told) if isinstance(one, Move)]
    assert turn in moves
    assert (moves == [turn]) is inside
    turned = act(told, turn)
    assert (turned.unit("m").at, turned.unit("m").facing_deg) == (Spot(40.0, 40.0), 0.0)
    assert progress_of(turned).of("m").inside == ("brick_building" if inside else None)
    assert progress_of(act(turned, FireIndirectly(UK, "m"), 1)).activation is None


@proves("KN-SHOOT-06", "KN-WPN-26")
def test_a_mortar_that_has_its_marker_in_its_arc_is_not_offered_to_turn() -> None:
    told = told_to(_mortar(40.0), "m", K.MOVE, K.SUPPRESS_INDIRECT)
    assert not [one for one in legal(told) if isinstance(one, Move) and len(one.path) == 1]


@proves("KN-SHOOT-05", "KN-SHOOT-06")
@pytest.mark.parametrize(("type_id", "faces"), [("uk.3in_mortar", 0.0), ("uk.squad", 180.0)])
def test_a_mortar_turns_to_the_way_it_goes_and_other_men_keep_their_facing(
    type_id: str, faces: float
) -> None:
    """OUR 197: men fire all round, a mortar before it."""
    state = game(unit("men", type_id, (40, 40), facing_deg=180.0), unit("foe", "de.squad", (40, 10)))
    told = told_to(state, "men", K.MOVE, K.MOVE)
    walked = act(told, Move(UK, "men", (Spot(40.0, 40.0), Spot(40.0, 36.0))))
    assert walked.unit("men").facing_deg == faces


@proves("KN-DEPL-03", "KN-PRIN-19")
def test_men_in_a_house_neither_turn_nor_form_up_there() -> None:
    """Only a mortar or a gun turns in a building, and its men are placed in none."""
    squad = game(unit("men", "uk.squad", (40, 40)), unit("foe", "de.squad", (40, 10)),
        pieces=[area(T.BRICK_BUILDING, 38, 38, 42, 42)], status={"men": Status(men=8, inside="brick_building")})  # fmt: skip
    told = told_to(squad, "men", K.MOVE, K.MOVE)
    assert "must deploy out" in refusal(told, Move(UK, "men", (Spot(40.0, 40.0),), 0.0))
    mortar = told_to(_mortar(180.0, inside=True), "m", K.MOVE, K.MOVE)
    assert refusal(mortar, Move(UK, "m", (Spot(40.0, 40.0),), 0.0)) == ""
    outside = tuple(Spot(40.0 + k, 44.0) for k in range(3))
    assert "must deploy out" in refusal(mortar, Move(UK, "m", (Spot(40.0, 40.0),), 0.0, men=outside))


@proves("KN-WPN-10a", "KN-WPN-11", "KN-WPN-21a", "KN-WPN-25", "KN-WPN-26")
@pytest.mark.parametrize(
    ("gun", "gap_in", "reaches"),
    [
        ("uk.3in_mortar", 11, False),
        ("uk.3in_mortar", 13, True),
        ("uk.42in_mortar", 11, False),
        ("uk.25pdr", 15, False),
        ("uk.25pdr", 17, True),
        ("de.nebelwerfer", 23, False),
        ("de.nebelwerfer", 25, True),
    ],
)
def test_least_ranges_of_indirect_fire(gun: str, gap_in: float, reaches: bool) -> None:
    state = game(
        unit("hq", "uk.hq", (40, 32)),
        unit("g", gun, (40, 21 + gap_in), side=UK),
        unit("foe", "de.squad", (40, 20)),
    )
    state = with_mission_on_target(state, guns=("g",))
    assert (refusal(state, FireForEffect(UK, "mission 1", ("g",))) == "") is reaches


@proves("KN-WPN-10a", "KN-WPN-26", "KN-PRIN-08")
@pytest.mark.parametrize(
    ("east_in", "south_in", "gap_in", "reaches"),
    [(39.24, 44.3, 12, True), (39.24, 44.3, 11.98, False), (20.1, 60.1, 12, True)],
)
def test_a_marker_exactly_at_the_minimum_range_of_a_mortar_is_in_range_anywhere_on_the_table(
    east_in: float, south_in: float, gap_in: float, reaches: bool
) -> None:
    """The gap is from the edge of its men's bases, 0.3 inches out; these stand close together."""
    close = Status(men=3, offsets=((0.0, 0.0),) * 3)
    units = unit("m", "uk.3in_mortar", (east_in, south_in)), unit("foe", "de.squad", (80, 10))
    state = game(*units, status={"m": close})
    marker = Spot(east_in, round(south_in - 0.3 - gap_in, 2))
    state = GAME.apply(state, MissionAsked(Mission("mission 1", UK, "hq", ("m",), marker, is_on=True), ""))
    assert (refusal(state, FireForEffect(UK, "mission 1", ("m",))) == "") is reaches


@proves("KN-WPN-21a", "KN-WPN-22", "KN-WPN-25", "KN-WPN-10a", "KN-WPN-11")
@pytest.mark.parametrize(
    ("gun", "least_in", "most_in"),
    [
        ("uk.3in_mortar", 12, 96),
        ("uk.42in_mortar", 12, 192),
        ("uk.25pdr", 16, None),
        ("uk.55in_battery", 24, None),
        ("de.nebelwerfer", 24, None),
    ],
)
def test_the_printed_ranges_of_indirect_fire(gun: str, least_in: float, most_in: float | None) -> None:
    weapon = indirect_weapon(BOOK.type(gun))
    assert weapon is not None
    assert (weapon.min_in, weapon.max_in) == (least_in, most_in)


@proves("KN-WPN-26")
def test_a_gun_on_the_table_fires_indirectly_in_its_arc_alone() -> None:
    state = game(
        unit("hq", "uk.hq", (40, 32)),
        unit("g", "uk.25pdr", (40, 50), facing_deg=90),
        unit("foe", "de.squad", (40, 20)),
    )
    assert "outside the arc" in refusal(
        with_mission_on_target(state, guns=("g",)), FireForEffect(UK, "mission 1", ("g",))
    )


@proves("KN-SHOOT-07", "KN-SHOOT-08", "KN-WPN-26")
@pytest.mark.parametrize("facing_deg", [0, 90, 180])
@pytest.mark.parametrize(("gun", "all_round"), [("us.m4_105", True), ("de.wespe", False)])
def test_a_turret_fires_indirectly_all_round_and_a_hull_through_its_arc(
    gun: str, all_round: bool, facing_deg: float
) -> None:
    """OUR 113: the howitzer of the M4(105) is in a turret, that of the Wespe in the hull; the marker lies due north."""
    state = game(
        unit("hq", "uk.hq", (40, 32)),
        unit("g", gun, (40, 50), facing_deg=facing_deg, side=UK),
        unit("foe", "de.squad", (40, 20)),
        status={"g": Status(rounds=(("ap", 0), ("he", 3)))},
    )
    refused = refusal(with_mission_on_target(state, guns=("g",)), FireForEffect(UK, "mission 1", ("g",)))
    assert ("outside the arc" in refused, refused == "") == (
        (False, True) if all_round or not facing_deg else (True, False)
    )


@proves("KN-WPN-23", "KN-WPN-24")
def test_kn_26_a_rocket_launcher_throws_four_dice_and_reloads_next_turn() -> None:
    state = game(
        unit("hq", "uk.hq", (40, 32)),
        unit("g", "de.nebelwerfer", (40, 60), side=UK),
        unit("foe", "de.squad", (40, 20)),
    )
    fired = act(
        with_mission_on_target(state, guns=("g",)), FireForEffect(UK, "mission 1", ("g",)), 1, 1, 1, 1
    )
    for turn, may in ((2, False), (3, True)):
        later = _in_turn(fired, turn)
        assert (refusal(later, FireForEffect(UK, "mission 9", ("g",))) == "") is may


def _in_turn(state: GameState, turn: int) -> GameState:
    course = replace(progress_of(state), turn=turn, activated=frozenset(), spent=0)
    again = replace(state, course=course)
    return GAME.apply(again, MissionAsked(Mission("mission 9", UK, "hq", ("g",), MARK, is_on=True), "again"))


@proves("KN-WPN-24")
def test_a_howitzer_fires_every_turn() -> None:
    state = game(
        unit("hq", "uk.hq", (40, 32)), unit("g", "uk.25pdr", (40, 60)), unit("foe", "de.squad", (40, 20))
    )  # fmt: skip
    fired = act(with_mission_on_target(state, guns=("g",)), FireForEffect(UK, "mission 1", ("g",)), 1, 1)
    for turn in (2, 3):
        assert refusal(_in_turn(fired, turn), FireForEffect(UK, "mission 9", ("g",))) == ""


@proves("KN-WPN-23", "KN-WPN-24", "KN-SPEC-24a.3")
@pytest.mark.parametrize(
    ("type_id", "last_shot", "dice"),
    [("de.nebelwerfer", False, (2, 4)), ("uk.25pdr", False, (1, 2)), ("uk.3in_mortar", False, (1, 2)), ("uk.squad", False, (1, 2)),
     ("uk.25pdr", True, (1, 1)), ("de.nebelwerfer", True, (2, 2))],
)  # fmt: skip
def test_each_shot_of_a_rocket_launcher_counts_as_two(
    type_id: str, last_shot: bool, dice: tuple[int, int]
) -> None:
    state = game(unit("g", type_id, (40, 40), side=UK), unit("foe", "de.squad", (40, 20)))
    state = LAST_SHOT.put(state, ("g",)) if last_shot else state
    where = position(state)
    assert tuple(dice_of_gun(where, state.unit("g"), actions) for actions in (1, 2)) == dice


@proves("KN-WPN-10a", "KN-WPN-11", "KN-WPN-21a", "KN-WPN-22", "KN-WPN-25", "KN-WPN-26")
@pytest.mark.parametrize(
    ("type_id", "away_in", "said"),
    [
        ("uk.3in_mortar", 11.9, "nearer than 12"),
        ("uk.3in_mortar", 12.1, ""),
        ("uk.3in_mortar", 12, ""),
        ("uk.3in_mortar", 96, ""),
        ("uk.25pdr", 16, ""),
        ("uk.3in_mortar", 96.1, "beyond 96"),
        ("uk.42in_mortar", 11.9, "nearer than 12"),
        ("uk.42in_mortar", 120, ""),
        ("uk.25pdr", 15.9, "nearer than 16"),
        ("uk.25pdr", 120, ""),
        ("de.nebelwerfer", 23.9, "nearer than 24"),
        ("de.nebelwerfer", 24.1, ""),
    ],
)
def test_how_near_and_far_guns_fire_indirectly(type_id: str, away_in: float, said: str) -> None:
    """From the weapon to the marker: from the muzzle of a gun, an inch before its middle, and of a mortar from its men.

    These stand close together here, on bases 0.6 inches across; it faces along the table.
    """
    gun = unit("gun", type_id, (2, 36), facing_deg=90.0)
    close = Status(men=3, offsets=((0.0, 0.0),) * 3)
    edge_in = 0.3 if BOOK.type(type_id).is_infantry else 1.0
    state = game(gun, FOE, wide_in=140, status={"gun": close} if BOOK.type(type_id).is_infantry else {})
    reason = cannot_reach(position(state), gun, Spot(2 + edge_in + away_in, 36))
    assert (reason is None) is (said == "")
    if reason is not None:
        assert said in reason.text
    behind = replace(gun, at=Spot(60.0, 36.0))
    backwards = cannot_reach(position(game(behind, FOE, wide_in=140)), behind, Spot(30, 36))
    assert backwards is not None
    assert "outside the arc" in backwards.text


@proves("KN-WPN-21a", "KN-WPN-22")
def test_a_gun_of_a_players_list_without_a_minimum_range_fires_at_a_marker_before_its_muzzle() -> None:
    gun = unit("gun", "uk.25pdr", (30, 36), facing_deg=90.0)
    kind = BOOK.type(gun.type)
    near = replace(kind, weapons=tuple(replace(weapon, min_in=None) for weapon in kind.weapons))
    where = Position(game(gun, FOE), BookData({**BOOK.roster, gun.type: near}))
    assert cannot_reach(where, gun, Spot(30 + kind.length_in / 2 + 0.5, 36)) is None


@proves("KN-WPN-19b", "KN-WPN-12", "KN-DFSA-25")
@pytest.mark.parametrize(("near_in", "helps"), [(1.0, True), (6.0, False)])
def test_infantry_beside_a_gun_take_the_places_of_men_it_has_lost(near_in: float, helps: bool) -> None:
    gun, pals = (
        unit("a", "uk.bofors", (10, 24), 90),
        unit("pals", "uk.runner", (10, 24 + 0.8 + near_in + 0.3)),
    )
    state = ready(table(), gun, pals, unit("b", "de.squad", (24, 24), 270))
    state = with_status(state, "a", replace(status(state, "a"), men=1, offsets=()))
    state = activated(state, "a", K.DIRECT_SMALL_ARMS, K.DIRECT_SMALL_ARMS)
    told = str(GAME.chances(state, Fire(UK, "a", "b", K.DIRECT_SMALL_ARMS)))
    assert ("6 dice hit on 4+" in told) is helps
