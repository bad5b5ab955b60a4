"""Actions: which kinds a unit may declare by its type and state, and what it lacks for the others."""

from dataclasses import replace
from typing import Any

import pytest

from rules.game.state import GameState
from rules.ground.table.inches import Spot
from rules.kampfgruppe_normandy.book.action_kinds import ActionKind as K
from rules.kampfgruppe_normandy.book.book_data import BookData
from rules.kampfgruppe_normandy.book.conditions import IMMOBILISED
from rules.kampfgruppe_normandy.book.roster import HOUSE_ROSTER
from rules.kampfgruppe_normandy.book.unit_types import SpecialRule
from rules.kampfgruppe_normandy.declarations.aircraft.bombing import DropBombs
from rules.kampfgruppe_normandy.declarations.aircraft.flying import Fly
from rules.kampfgruppe_normandy.declarations.aircraft.striking import Strike
from rules.kampfgruppe_normandy.declarations.deploying.boarding import Load, Unload
from rules.kampfgruppe_normandy.declarations.deploying.occupying import EnterBuilding
from rules.kampfgruppe_normandy.declarations.deploying.withdrawing import WithdrawSoftSkin
from rules.kampfgruppe_normandy.declarations.fire import Fire
from rules.kampfgruppe_normandy.declarations.indirect_fire.requesting import RequestMission
from rules.kampfgruppe_normandy.declarations.movement import Move
from rules.kampfgruppe_normandy.declarations.recovery import Mend, TowWreck
from rules.kampfgruppe_normandy.declarations.supply import ReSupply
from rules.kampfgruppe_normandy.declarations.turn.activation import Activate
from rules.kampfgruppe_normandy.questions.activation import kinds_open
from rules.kampfgruppe_normandy.questions.batteries import dedicated_batteries, may_request
from rules.kampfgruppe_normandy.questions.declarable import declarable
from rules.kampfgruppe_normandy.state.fire_missions import Mission
from rules.kampfgruppe_normandy.state.position import Position
from rules.kampfgruppe_normandy.state.progress import Status
from rules.kampfgruppe_normandy.state.support_events import MissionAsked
from tests.proving import proves
from tests.rules.kampfgruppe_normandy.all_arms import FOE, HQ, TYPHOON, scene
from tests.rules.kampfgruppe_normandy.support.shelling import GUNS, battery, missions, with_mission_on_target
from tests.rules.kampfgruppe_normandy.tables import (
    DE,
    FAR,
    GAME,
    UK,
    act,
    activated,
    firing,
    game,
    legal,
    position,
    ready,
    record_of,
    refusal,
    table,
    told_to,
    unit,
)


@proves("KN-AIR-09")
def test_a_reason_against_both_actions_is_given_once() -> None:
    state = ready(table(), unit("plane", "uk.typhoon", (10, 24), 90), FAR)
    (reason,) = GAME.why_not(state, Activate(UK, "plane", (K.MOVE, K.DIRECT_AT)))
    assert reason.text == "plane moves first: it is activated by flying somewhere"


@proves("KN-ACT-16")
def test_one_activation_may_fire_at_two_targets() -> None:
    state = ready(
        table(),
        unit("a", "uk.vickers", (10, 24), 90),
        unit("b", "de.squad", (30, 20), 270),
        unit("c", "de.squad", (30, 30), 270),
    )
    state = firing(state, "a", "b", K.SUPPRESS_SMALL_ARMS, 1)
    lines = record_of(state, Fire(UK, "a", "c", K.SUPPRESS_SMALL_ARMS), 1)
    assert lines[-1] == "a has done an action"


def test_a_unit_without_a_target_after_its_move_is_told_why_before_it_forgoes_its_fire() -> None:
    """The first reason is that of the nearest enemy; with a target there is none."""
    near, far = unit("b", "de.squad", (37, 24), 270), unit("c", "de.squad", (60, 24), 270)
    state = activated(
        ready(table(), unit("a", "uk.squad", (10, 24), 90), near, far), "a", K.MOVE, K.DIRECT_SMALL_ARMS
    )
    away, up = (act(state, Move(UK, "a", (Spot(10, 24), Spot(x_in, 24)))) for x_in in (9, 15))
    (forgo,) = legal(away)
    forgone = "forgo the action: a, direct fire - small arms"
    assert GAME.sentence(away, forgo) == f'{forgone} (no target: Bren reaches 24")'
    assert GAME.sentence(up, forgo) == forgone


@proves("KN-ACT-17", "KN-DFHE-05")
@pytest.mark.parametrize(
    ("kinds", "minus"),
    [
        ((K.MOVE, K.DIRECT_HE), True),
        ((K.DIRECT_HE, K.MOVE), True),
        ((K.DIRECT_HE, K.DIRECT_HE), False),
    ],
)
def test_a_tank_that_moves_before_or_after_its_shell_takes_minus_1(kinds: tuple[K, K], minus: bool) -> None:
    state = ready(table(), unit("a", "uk.sherman", (10, 24), 90), unit("b", "de.squad", (30, 24), 270))
    state = activated(state, "a", *kinds)
    if kinds[0] is K.MOVE:
        state = act(state, Move(UK, "a", (Spot(10, 24), Spot(12, 24))))
    said = str(GAME.chances(state, Fire(UK, "a", "b", K.DIRECT_HE, "75mm")))
    assert ("-1 firer moved or will move" in said) is minus


@proves("KN-ACT-12", "KN-IND-43", "KN-IND-44")
def test_guns_that_have_a_marker_may_be_asked_for_another_and_lent_ones_may_not() -> None:
    """OUR 105: a new mission takes the place of the one before; guns of general support are not one's own."""
    state = with_mission_on_target(battery())
    assert dedicated_batteries(position(state), UK) == (GUNS,)
    (mission,) = missions(state)
    lent = GAME.apply(state, MissionAsked(replace(mission, is_general=True), "a test"))
    assert dedicated_batteries(position(lent), UK) == ()


@proves(
    "KN-ACT-01", "KN-ACT-02", "KN-ACT-04", "KN-ACT-05", "KN-ACT-08", "KN-ACT-09", "KN-ACT-10", "KN-DEPL-01",
)  # fmt: skip
@pytest.mark.parametrize(
    ("type_id", "kinds"),
    [
        ("uk.squad_piat", {K.MOVE, K.DEPLOY, K.SUPPRESS_SMALL_ARMS, K.DIRECT_SMALL_ARMS, K.DIRECT_AT, K.COVERING}),
        ("uk.bedford", {K.MOVE, K.DEPLOY, K.WITHDRAW}),
        (
            "uk.sherman",
            {
                K.MOVE, K.DEPLOY, K.SUPPRESS_SMALL_ARMS, K.DIRECT_SMALL_ARMS, K.SUPPRESS_HE, K.DIRECT_HE,
                K.DIRECT_AT, K.COVERING,
            },
        ),
        ("uk.3in_mortar", {K.MOVE, K.DEPLOY, K.SUPPRESS_SMALL_ARMS, K.DIRECT_SMALL_ARMS, K.COVERING}),
    ],
)  # fmt: skip
def test_the_actions_open_to_a_unit_follow_from_its_weapons_and_type(type_id: str, kinds: set[K]) -> None:
    state = ready(table(), unit("a", type_id, (20, 24), 90), unit("x", "uk.squad", (5, 5)), FAR)
    assert set(kinds_open(position(state), state.unit("a"))) == kinds


@proves("KN-ACT-12", "KN-IND-43")
def test_a_unit_asks_other_guns_for_fire_and_not_its_own() -> None:
    """With a roster in which a mortar team is a command unit: it may request fire only if another mortar can answer."""
    leads = replace(HOUSE_ROSTER["uk.3in_mortar"], rules=frozenset({SpecialRule.COMMAND}))
    book = BookData({**HOUSE_ROSTER, "uk.leads": leads})
    one, other = unit("one", "uk.3in_mortar", (20, 40)), unit("other", "uk.3in_mortar", (30, 40))
    for guns, may in (((one,), False), ((one, other), True)):
        state = game(*guns, unit("foe", "de.squad", (60, 9)))
        leader = replace(state.unit("one"), type="uk.leads")
        assert may_request(Position(state.with_unit(leader), book), leader) is may


@proves("KN-ACT-06", "KN-ACT-07", "KN-ACT-12", "KN-ACT-13", "KN-ACT-14", "KN-SPEC-15", "KN-IND-43")
@pytest.mark.parametrize(
    ("type_id", "kind", "may"),
    [
        ("uk.25pdr", K.SUPPRESS_INDIRECT, True), ("uk.3in_mortar", K.SUPPRESS_INDIRECT, False), ("uk.hq", K.REQUEST, True),
        ("uk.squad", K.REQUEST, False), ("uk.platoon_hq", K.REQUEST, True), ("uk.supply_truck", K.RE_SUPPLY, True),
        ("uk.bedford", K.RE_SUPPLY, False), ("uk.sappers", K.ENGINEER, True), ("uk.sherman_arv", K.ENGINEER, True),
        ("uk.squad", K.ENGINEER, False), ("uk.bofors", K.SUPPRESS_AIRCRAFT, True), ("uk.6pdr", K.SUPPRESS_AIRCRAFT, False),
    ],
)  # fmt: skip
def test_actions_open_only_to_some_units(type_id: str, kind: K, may: bool) -> None:
    """A mission waits for the gun called g, a mortar stands by, and an enemy aircraft is over the table."""
    name = "g" if type_id == "uk.25pdr" else "one"
    state = game(
        unit(name, type_id, (40, 40)), unit("m", "uk.3in_mortar", (20, 40)), unit("plane", "de.bf109", (60, 9)),
        unit("foe", "de.squad", (80, 9)),
    )  # fmt: skip
    mission = Mission("mission 1", UK, "hq", ("g",), Spot(40, 9), is_on=True)
    state = GAME.apply(state, MissionAsked(mission, "the spotter round is complete"))
    assert (kind in declarable(position(state), state.unit(name))) is may


@proves("KN-ACT-12", "KN-IND-43")
@pytest.mark.parametrize(("type_id", "may"), [("uk.hq", True), ("uk.platoon_hq", False)])
def test_without_guns_of_its_own_a_side_that_has_bought_requests_may_ask_for_general_support(
    type_id: str, may: bool
) -> None:
    state = game(
        unit("one", type_id, (40, 40)), unit("foe", "de.squad", (80, 9)), fire_support={UK: {"requests": ["high"]}}
    )  # fmt: skip
    assert (K.REQUEST in declarable(position(state), state.unit("one"))) is may


SMALL = {K.SUPPRESS_SMALL_ARMS, K.DIRECT_SMALL_ARMS, K.COVERING}
SHELLS = {K.SUPPRESS_HE, K.DIRECT_HE, K.DIRECT_AT}
FOOT = {K.MOVE, K.DEPLOY}
MEN = Status(men=8)


@proves(
    "KN-ACT-02", "KN-ACT-03", "KN-ACT-04", "KN-ACT-05", "KN-ACT-08", "KN-ACT-09", "KN-ACT-10", "KN-ACT-11",
    "KN-ACT-15",
)  # fmt: skip
@pytest.mark.parametrize(
    ("type_id", "status", "conditions", "kinds"),
    [
        ("uk.squad", MEN, (), FOOT | SMALL),
        ("uk.squad_piat", MEN, (), FOOT | SMALL | {K.DIRECT_AT}),
        ("uk.squad_piat", Status(men=8, lost_weapons=("PIAT",)), (), FOOT | SMALL),
        ("uk.platoon_hq", Status(men=5), (), FOOT | SMALL | SHELLS),
        ("uk.platoon_hq", Status(men=5, lost_weapons=("PIAT",)), (), FOOT | SMALL | SHELLS),
        ("uk.platoon_hq", Status(men=5, lost_weapons=('2" mortar',)), (), FOOT | SMALL | {K.DIRECT_AT}),
        ("us.engineers", MEN, (), FOOT | SMALL | {K.DIRECT_AT, K.ENGINEER}),
        ("de.squad_faust", MEN, (), FOOT | SMALL | {K.DIRECT_AT}),
        ("uk.sherman", Status(), (), FOOT | SMALL | SHELLS),
        ("uk.sherman", Status(), (IMMOBILISED,), {K.DEPLOY} | SMALL | SHELLS),
        ("uk.m5_halftrack", Status(), (), FOOT | SMALL),
        ("uk.bedford", Status(), (), FOOT | {K.WITHDRAW}),
        ("uk.bedford", Status(), (IMMOBILISED,), {K.DEPLOY}),
        ("uk.3in_mortar", Status(men=3), (), FOOT | SMALL),
        ("uk.25pdr_battery", Status(men=4), (), set()),
        ("uk.typhoon", Status(), (), set()),
    ],
)
def test_actions_that_a_unit_may_declare(
    type_id: str, status: Status, conditions: tuple[str, ...], kinds: set[K]
) -> None:
    one = unit("one", type_id, (30, 40), 0, *conditions)
    found = set(
        declarable(position(game(one, unit("foe", "de.squad", (40, 10)), status={"one": status})), one)
    )
    assert found == kinds


@proves("KN-ACT-15", "KN-DEPL-20")
def test_a_laden_lorry_does_not_withdraw() -> None:
    truck, mg = unit("truck", "uk.bedford", (30, 40)), unit("mg", "uk.vickers")
    laden = game(truck, mg, status={"mg": Status(men=3, aboard="truck")})
    assert set(declarable(position(laden), truck)) == FOOT


@proves("KN-ACT-06", "KN-ACT-12", "KN-ACT-15", "KN-COV-01")
@pytest.mark.parametrize(
    ("name", "kind", "said"),
    [
        ("hq", K.REQUEST, "there are no guns that hq may ask for"), ("hq", K.DIRECT_HE, "hq cannot take the action direct fire"),
        ("pak", K.REQUEST, "pak cannot take the action request"), ("launcher", K.DIRECT_HE, "150mm Nebelwerfer fires indirectly only (KGN Weapons"),
        ("launcher", K.SUPPRESS_INDIRECT, "no fire mission waits for launcher"),
        ("pak", K.SUPPRESS_INDIRECT, "pak cannot take the action suppressing fire"),
        ("howitzer", K.SUPPRESS_INDIRECT, "25 pdr needs a crew of 2"), ("truck", K.WITHDRAW, "truck has a load aboard"),
        ("truck", K.DIRECT_HE, "truck cannot take the action direct fire"), ("howitzer", K.WITHDRAW, "howitzer is not a soft-skin"),
        ("truck", K.COVERING, "truck has nothing to fire (KGN Covering fire)"),
    ],
)  # fmt: skip
def test_a_refused_activation_says_what_the_unit_lacks(name: str, kind: K, said: str) -> None:
    """Each unit is alone on its side, except for the machine gun team aboard the truck."""
    types = {
        "hq": "uk.hq", "pak": "de.pak40", "launcher": "de.nebelwerfer", "howitzer": "uk.25pdr", "truck": "uk.bedford",
    }  # fmt: skip
    one, load = unit(name, types[name], (30, 10)), [unit("mg", "uk.vickers")] * (name == "truck")
    aboard = {"howitzer": Status(men=1), "mg": Status(men=3, aboard="truck")}
    enemy = unit("foe", "uk.squad" if one.side == DE else "de.squad", (60, 60))
    state = game(one, *load, enemy, acting=one.side, status=aboard)
    side = state.unit(name).side
    kinds = (kind,) if kind.takes_both else (kind, kind)
    assert said in refusal(state, Activate(side, name, kinds))


@proves("KN-ACT-06", "KN-TURN-22")
def test_a_gun_without_a_fire_mission_is_refused_with_that_reason() -> None:
    state = game(HQ, unit("gun", "uk.25pdr", (40, 60)), FOE)
    assert refusal(state, Activate(UK, "gun", (K.SUPPRESS_INDIRECT, K.SUPPRESS_INDIRECT))) == (
        "no fire mission waits for gun: an observer must ask for one first (KGN Fire for effect)"
    )


@proves("KN-IND-13", "KN-ACT-06", "KN-ACT-15")
@pytest.mark.parametrize(
    ("name", "type_id", "kind", "why"),
    [
        (
            "b",
            "uk.25pdr_battery",
            K.SUPPRESS_INDIRECT,
            "is off the table and fires for effect with its battery",
        ),
        ("tank", "uk.sherman", K.MOVE, "tank is immobilised"),
        ("mg", "uk.vickers", K.SUPPRESS_AIRCRAFT, "no enemy aircraft is over the table"),
        ("hq", "uk.hq", K.REQUEST, "there are no guns that hq may ask for"),
        ("lorry", "uk.bedford", K.WITHDRAW, "lorry has a load aboard"),
        ("tank", "uk.sherman", K.RE_SUPPLY, "tank cannot take the action re-supply"),
        ("hq", "uk.hq", K.ENGINEER, "hq cannot take the action engineer"),
        ("squad", "uk.squad", K.REQUEST, "squad cannot take the action request"),
        (
            "mortar",
            "uk.3in_mortar",
            K.DIRECT_HE,
            '3" mortar fires indirectly only',
        ),
        (
            "crewless",
            "uk.3in_mortar",
            K.SUPPRESS_INDIRECT,
            '3" mortar needs a crew of 2',
        ),
        ("lorry", "uk.bedford", K.ENGINEER, "lorry cannot take the action engineer"),
        ("tank", "uk.sherman", K.WITHDRAW, "tank is not a soft-skin"),
        ("stuck", "uk.bedford", K.WITHDRAW, "stuck is immobilised"),
    ],
)
def test_each_refused_action_says_what_is_lacking(name: str, type_id: str, kind: K, why: str) -> None:
    off_table = type_id.endswith("battery")
    one = unit(
        name,
        type_id,
        None if off_table else (30, 40),
        0,
        *([IMMOBILISED] if name in ("tank", "stuck") else []),
    )
    load = [unit("load", "uk.squad")] if name == "lorry" else []
    aboard = {squad.id: Status(men=8, aboard=name) for squad in load}
    state = game(one, *load, FOE, status={**aboard, "crewless": Status(men=1)})
    kinds = (kind,) if kind.takes_both else (kind, kind)
    assert why in refusal(state, Activate(UK, name, kinds))


def launcher(*lost: str) -> GameState:
    """A headquarters may ask a rocket launcher for fire, which has lost these weapons to want of ammunition."""
    state = game(
        unit("hq", "de.hq", (40, 40)), unit("nebel", "de.nebelwerfer", (40, 60)), unit("foe", "uk.squad", (40, 10)),
        acting=DE, status={"nebel": Status(men=3, lost_weapons=lost)},
    )  # fmt: skip
    return told_to(state, "hq", K.REQUEST)


@proves("KN-SPEC-24a.3", "KN-IND-03", "KN-IND-43")
def test_an_empty_launcher_is_neither_asked_for_fire_nor_told_to_fire() -> None:
    request = RequestMission(DE, "hq", ("nebel",), Spot(40, 10))
    assert request in legal(launcher())
    assert "nebel is out of ammunition" in refusal(launcher("150mm Nebelwerfer"), request)
    assert not [one for one in legal(launcher("150mm Nebelwerfer")) if isinstance(one, RequestMission)]


OF_ITS_ACTION = [
    (Fire(UK, "tank", "foe", K.DIRECT_HE, "75mm"), K.DIRECT_HE),
    (Load(UK, "ht", "squad"), K.DEPLOY),
    (Unload(UK, "ht", "squad", Spot(30, 45)), K.DEPLOY),
    (EnterBuilding(UK, "squad", "wooden_building"), K.DEPLOY),
    (WithdrawSoftSkin(UK, "truck"), K.WITHDRAW),
    (Mend(UK, "arv", "tank"), K.ENGINEER),
    (TowWreck(UK, "arv", "tank", Spot(50, 50)), K.MOVE),
    (ReSupply(UK, "supply", "tank", 20, 20), K.RE_SUPPLY),
    (Strike(UK, "typhoon", "panzer", K.DIRECT_AT, "rockets"), K.AIR_ATTACK),
    (DropBombs(UK, "bomber", "hq", Spot(40, 10), "medium bombs"), K.AIR_ATTACK),
]


@proves(
    "KN-ACT-16", "KN-DEPL-02a", "KN-DEPL-05a", "KN-DEPL-03", "KN-DEPL-20", "KN-ENG-16a", "KN-ENG-20",
    "KN-SPEC-05", "KN-AIR-10", "KN-AIR-21",
)  # fmt: skip
@pytest.mark.parametrize(
    ("action", "kind"), OF_ITS_ACTION, ids=[type(action).__name__ for action, _ in OF_ITS_ACTION]
)
def test_a_unit_may_take_only_its_declared_actions(action: Any, kind: K) -> None:
    acting = getattr(action, "vehicle" if isinstance(action, Load | Unload) else "unit")
    said = f"{acting} has not declared {kind} as its next action (KGN The turn)"
    other = "hq" if acting != "hq" else "tank"
    assert refusal(scene(other, kind), action) == said
    assert said not in refusal(scene(acting, kind), action)


@proves("KN-AIR-07b", "KN-TURN-03")
def test_no_aircraft_flies_and_no_unit_acts_when_all_activations_are_used() -> None:
    state = game(TYPHOON, HQ, FOE, allowance=0)
    assert "all activations are used" in refusal(state, Fly(UK, "typhoon", Spot(40, 40), 0.0))
    assert "all activations are used" in refusal(state, Activate(UK, "hq", (K.MOVE, K.MOVE)))
    state = game(HQ, FOE, allowance=1)
    assert refusal(state, Activate(UK, "hq", (K.MOVE, K.MOVE))) == ""
    for name in ("foe", "nobody"):
        assert f"uk has no unit {name}" in refusal(state, Activate(UK, name, (K.MOVE, K.MOVE)))
