"""One small position for every declaration of the book: the moment it is made at, and one that is legal then."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from rules.game.state import GameState
from rules.ground.table.inches import Spot
from rules.ground.table.terrain import TableTerrain as T
from rules.kampfgruppe_normandy.book.action_kinds import ActionKind as K
from rules.kampfgruppe_normandy.book.conditions import COVERING, IMMOBILISED, SUPPRESSED
from rules.kampfgruppe_normandy.declarations.aircraft.bombing import DropBombs
from rules.kampfgruppe_normandy.declarations.aircraft.flying import Fly
from rules.kampfgruppe_normandy.declarations.aircraft.rocketing import RocketBuilding
from rules.kampfgruppe_normandy.declarations.aircraft.striking import Strike
from rules.kampfgruppe_normandy.declarations.anti_aircraft import CoverAgainstAircraft, FireAtAircraft
from rules.kampfgruppe_normandy.declarations.buildings import FireAtBuilding
from rules.kampfgruppe_normandy.declarations.casualties import LoseWeapon, TakeModels
from rules.kampfgruppe_normandy.declarations.covering_fire import CoverBuilding, CoverFire
from rules.kampfgruppe_normandy.declarations.deploying.boarding import Load, Unload
from rules.kampfgruppe_normandy.declarations.deploying.occupying import EnterBuilding, LeaveBuilding
from rules.kampfgruppe_normandy.declarations.deploying.withdrawing import WithdrawSoftSkin
from rules.kampfgruppe_normandy.declarations.engineering import Work
from rules.kampfgruppe_normandy.declarations.fire import Fire
from rules.kampfgruppe_normandy.declarations.indirect_fire.fire_for_effect import (
    FireForEffect,
    FireIndirectly,
)
from rules.kampfgruppe_normandy.declarations.indirect_fire.radio import TryRadioAgain
from rules.kampfgruppe_normandy.declarations.indirect_fire.requesting import RequestMission
from rules.kampfgruppe_normandy.declarations.movement import Move
from rules.kampfgruppe_normandy.declarations.recovery import Mend, TowWreck
from rules.kampfgruppe_normandy.declarations.special_events import PlayEvent
from rules.kampfgruppe_normandy.declarations.supply import ReSupply
from rules.kampfgruppe_normandy.declarations.turn.activation import Activate
from rules.kampfgruppe_normandy.declarations.turn.command import RerollCommand
from rules.kampfgruppe_normandy.declarations.turn.suppression import Rally, RemoveSuppression
from rules.kampfgruppe_normandy.declarations.unit_morale import ActHeroically, RequestTest
from rules.kampfgruppe_normandy.questions.engineering import Task
from rules.kampfgruppe_normandy.state.fire_missions import Mission
from rules.kampfgruppe_normandy.state.progress import (
    Duty,
    Loss,
    Obligation,
    Status,
    Step,
    progress_of,
    with_progress,
)
from rules.kampfgruppe_normandy.state.support_events import MissionAsked
from tests.rules.kampfgruppe_normandy.tables import DE, GAME, UK, act, area, game, told_to, unit

FOE = unit("foe", "de.squad", (40, 20))
SHELLS = (("ap", 4), ("he", 4))
MARK = Spot(40, 20)


@dataclass(frozen=True)
class Moment:
    """A position, and a declaration that is legal in it; `kind` if it is the action an activated unit has declared."""

    state: GameState
    legal: Any
    kind: K | None = None


def _move() -> Moment:
    state = told_to(game(unit("one", "uk.squad", (40, 40)), FOE), "one", K.MOVE, K.MOVE)
    return Moment(state, Move(UK, "one", (Spot(40, 40), Spot(40, 36))), K.MOVE)


def _tow_wreck() -> Moment:
    state = game(unit("one", "uk.sherman_arv", (40, 40)), FOE)
    wreck = Loss("tank", "uk.sherman", UK, "destroyed", Spot(40, 43.5), 0.0)
    state = with_progress(state, replace(progress_of(state), wrecks=(wreck,)))
    return Moment(told_to(state, "one", K.MOVE, K.MOVE), TowWreck(UK, "one", "tank", Spot(40, 36)), K.MOVE)


def _load() -> Moment:
    state = game(unit("one", "uk.m5_halftrack", (40, 40)), unit("men", "uk.squad", (43.5, 40)), FOE)
    return Moment(told_to(state, "one", K.DEPLOY, K.MOVE), Load(UK, "one", "men"), K.DEPLOY)


def _unload() -> Moment:
    state = game(
        unit("one", "uk.m5_halftrack", (40, 40)),
        unit("men", "uk.squad"),
        FOE,
        status={"men": Status(men=8, aboard="one")},
    )
    return Moment(told_to(state, "one", K.DEPLOY, K.MOVE), Unload(UK, "one", "men", Spot(43, 40)), K.DEPLOY)


HOUSE = area(T.BRICK_BUILDING, 42, 38, 46, 42)


def _enter() -> Moment:
    state = game(unit("one", "uk.squad", (40, 40)), FOE, pieces=[HOUSE])
    return Moment(
        told_to(state, "one", K.DEPLOY, K.MOVE), EnterBuilding(UK, "one", "brick_building"), K.DEPLOY
    )


def _leave() -> Moment:
    state = game(
        unit("one", "uk.squad", (44, 40)),
        FOE,
        pieces=[HOUSE],
        status={"one": Status(men=8, inside="brick_building")},
    )
    return Moment(told_to(state, "one", K.DEPLOY, K.MOVE), LeaveBuilding(UK, "one", Spot(39, 40)), K.DEPLOY)


def _fire(kind: K, firer: str, foe: str, weapon: str = "") -> Callable[[], Moment]:
    def moment() -> Moment:
        state = game(
            unit("one", firer, (40, 40)), unit("foe", foe, (40, 20)), status={"one": Status(rounds=SHELLS)}
        )
        if firer == "uk.squad":
            state = game(unit("one", firer, (40, 40)), unit("foe", foe, (40, 20)))
        return Moment(told_to(state, "one", kind, K.MOVE), Fire(UK, "one", "foe", kind, weapon), kind)

    return moment


def _fire_at_building() -> Moment:
    state = game(
        unit("one", "uk.sherman", (40, 40)),
        FOE,
        pieces=[area(T.BRICK_BUILDING, 38, 18, 42, 22)],
        status={"foe": Status(men=8, inside="brick_building"), "one": Status(rounds=SHELLS)},
    )
    fire = FireAtBuilding(UK, "one", "brick_building", K.DIRECT_HE, "75mm")
    return Moment(told_to(state, "one", K.DIRECT_HE, K.MOVE), fire, K.DIRECT_HE)


def _with_marker(state: GameState, *guns: str) -> GameState:
    mission = Mission("mission 1", UK, "hq", guns, MARK, is_on=True)
    return GAME.apply(state, MissionAsked(mission, "the spotter round is complete"))


def _fire_indirectly() -> Moment:
    state = game(unit("hq", "uk.hq", (40, 44)), unit("one", "uk.3in_mortar", (40, 40)), FOE)
    state = told_to(_with_marker(state, "one"), "one", K.SUPPRESS_INDIRECT, K.MOVE)
    return Moment(state, FireIndirectly(UK, "one"), K.SUPPRESS_INDIRECT)


def _fire_for_effect() -> Moment:
    state = game(unit("hq", "uk.hq", (40, 44)), unit("gun", "uk.25pdr_battery"), FOE)
    return Moment(_with_marker(state, "gun"), FireForEffect(UK, "mission 1", ("gun",)))


def _fire_at_aircraft() -> Moment:
    state = game(unit("one", "uk.bofors", (40, 40)), unit("plane", "de.bf109", (40, 20)), FOE)
    state = told_to(state, "one", K.SUPPRESS_AIRCRAFT, K.MOVE)
    return Moment(state, FireAtAircraft(UK, "one", "plane"), K.SUPPRESS_AIRCRAFT)


def _cover_fire() -> Moment:
    state = game(unit("one", "uk.squad", (40, 40), 0, COVERING), FOE, acting=DE)
    state = told_to(state, "foe", K.MOVE, K.MOVE)
    state = act(state, Move(DE, "foe", (Spot(40, 20), Spot(40, 24))))
    return Moment(state, CoverFire(UK, "one", "foe", K.SUPPRESS_SMALL_ARMS, at_in=2.0), K.COVERING)


def _cover_building() -> Moment:
    state = game(
        unit("one", "uk.sherman", (40, 40), 0, COVERING), unit("foe", "de.squad", (60, 20)), unit("held", "de.squad", (40, 20)),
        pieces=[area(T.BRICK_BUILDING, 37, 17, 43, 23)], acting=DE,
        status={"held": Status(men=8, inside="brick_building"), "one": Status(rounds=SHELLS)},
    )  # fmt: skip
    state = act(told_to(state, "foe", K.MOVE, K.MOVE), Move(DE, "foe", (Spot(60, 20), Spot(60, 24))))
    return Moment(state, CoverBuilding(UK, "one", "brick_building", K.DIRECT_HE, "75mm"), K.COVERING)


def _cover_against_aircraft() -> Moment:
    state = game(
        unit("one", "uk.bofors", (40, 60), 0, COVERING),
        unit("own", "uk.squad", (40, 40)),
        unit("plane", "de.bf109", (40, 20)),
        acting=DE,
    )
    state = act(state, Fly(DE, "plane", Spot(40, 27), 180.0, K.AIR_ATTACK))
    return Moment(state, CoverAgainstAircraft(UK, "one", "plane"), K.COVERING)


def _request() -> Moment:
    state = game(unit("one", "uk.hq", (40, 40)), unit("gun", "uk.25pdr_battery"), FOE)
    return Moment(told_to(state, "one", K.REQUEST), RequestMission(UK, "one", ("gun",), MARK), K.REQUEST)


def _radio_again() -> Moment:
    state = game(unit("one", "uk.hq", (40, 40)), unit("signals", "uk.signals", (50, 40)), unit("gun", "uk.25pdr_battery"), FOE)  # fmt: skip
    state = act(told_to(state, "one", K.REQUEST), RequestMission(UK, "one", ("gun",), MARK), 1)
    return Moment(state, TryRadioAgain(UK, "signals"))


def _work() -> Moment:
    state = game(unit("one", "uk.sappers", (40, 40)), FOE, pieces=[HOUSE])
    work = Work(UK, "one", Task.DEMOLISH, "brick_building")
    return Moment(told_to(state, "one", K.ENGINEER, K.ENGINEER), work, K.ENGINEER)


def _mend() -> Moment:
    state = game(unit("one", "uk.sherman_arv", (40, 40)), unit("tank", "uk.sherman", (40, 43.5), 0, IMMOBILISED), FOE)  # fmt: skip
    return Moment(told_to(state, "one", K.ENGINEER, K.MOVE), Mend(UK, "one", "tank"), K.ENGINEER)


def _re_supply() -> Moment:
    state = game(
        unit("one", "uk.supply_truck", (40, 40)),
        unit("tank", "uk.sherman", (40, 43.5)),
        FOE,
        status={"tank": Status(rounds=(("ap", 0), ("he", 0)))},
    )
    supply = ReSupply(UK, "one", "tank", 4, 5)
    return Moment(told_to(state, "one", K.RE_SUPPLY, K.MOVE), supply, K.RE_SUPPLY)


def _withdraw() -> Moment:
    state = told_to(game(unit("one", "uk.jeep", (40, 40)), unit("men", "uk.squad", (50, 40)), FOE), "one", K.WITHDRAW)  # fmt: skip
    return Moment(state, WithdrawSoftSkin(UK, "one"), K.WITHDRAW)


def _strike() -> Moment:
    state = game(unit("one", "uk.typhoon", (40, 33.5)), FOE)
    strike = Strike(UK, "one", "foe", K.DIRECT_HE, "rockets", 2)
    return Moment(told_to(state, "one", K.MOVE, K.AIR_ATTACK, done=1), strike, K.AIR_ATTACK)


def _rocket_building() -> Moment:
    house = area(T.WOODEN_BUILDING, 38, 18, 42, 22)
    state = game(
        unit("one", "uk.typhoon", (40, 33.5)),
        unit("foe", "de.squad", (40, 20)),
        pieces=[house],
        status={"foe": Status(men=8, inside="wooden_building")},
    )
    rockets = RocketBuilding(UK, "one", "wooden_building", "rockets", 2)
    return Moment(told_to(state, "one", K.MOVE, K.AIR_ATTACK, done=1), rockets, K.AIR_ATTACK)


def _drop_bombs() -> Moment:
    state = game(
        unit("one", "uk.typhoon_bomber", (40, 33.5)), unit("fac", "uk.air_controller", (44, 40)), FOE
    )
    drop = DropBombs(UK, "one", "fac", MARK, "medium bombs", 2)
    return Moment(told_to(state, "one", K.MOVE, K.AIR_ATTACK, done=1), drop, K.AIR_ATTACK)


def _fly() -> Moment:
    state = game(unit("one", "uk.typhoon", (40, 60)), FOE)
    return Moment(state, Fly(UK, "one", Spot(40, 33.5), 0.0, K.AIR_ATTACK))


def _activate() -> Moment:
    return Moment(game(unit("one", "uk.squad", (40, 40)), FOE), Activate(UK, "one", (K.MOVE, K.MOVE)))


def _owed(state: GameState, *obligations: Obligation) -> GameState:
    return with_progress(state, replace(progress_of(state), owed=obligations))


def _reroll() -> Moment:
    state = game(unit("one", "uk.hq", (40, 40)), FOE)
    state = with_progress(state, replace(progress_of(state), command_dice=(1, 6)))
    return Moment(_owed(state, Obligation(Duty.COMMAND_REROLL, UK)), RerollCommand(UK, 0))


def _remove_suppression() -> Moment:
    state = game(unit("one", "uk.squad", (40, 40), 0, SUPPRESSED), FOE, step=Step.SUPPRESSION)
    return Moment(state, RemoveSuppression(UK, 1))


def _rally() -> Moment:
    state = game(unit("one", "uk.squad", (40, 40), 0, SUPPRESSED), FOE, step=Step.SUPPRESSION)
    return Moment(_owed(state, Obligation(Duty.CHOOSE_RALLIED, UK, count=2)), Rally(UK, ("one",)))


def _request_test() -> Moment:
    state = game(unit("one", "uk.squad", (40, 40)), FOE)
    return Moment(_owed(state, Obligation(Duty.MORALE_REQUEST, UK, "foe")), RequestTest(UK, "foe"))


def _heroically() -> Moment:
    state = game(unit("one", "uk.squad", (40, 40)), FOE)
    state = _owed(state, Obligation(Duty.HEROIC_ACTION, UK, "one"))
    return Moment(state, ActHeroically(UK, "one", (K.MOVE, K.MOVE)))


def _lose_weapon() -> Moment:
    state = game(unit("one", "uk.squad_piat", (40, 40)), FOE)
    return Moment(_owed(state, Obligation(Duty.CHOOSE_WEAPON, UK, "one")), LoseWeapon(UK, "Bren"))


def _take_models() -> Moment:
    state = game(unit("one", "uk.squad_piat", (40, 40)), FOE)
    places = ((0.0, 0.0), (1.0, 0.0), (2.0, 0.0))
    owed = Obligation(Duty.CHOOSE_CASUALTIES, UK, "one", count=2, places=places)
    return Moment(_owed(state, owed), TakeModels(UK, (0, 2)))


def _event() -> Moment:
    state = game(unit("one", "uk.squad", (40, 40)), unit("foe", "de.pz4h", (40, 20)))
    event = Obligation(Duty.EVENT_TARGET, UK, other="mechanical breakdown")
    return Moment(_owed(state, event), PlayEvent(UK, "foe"))


MOMENTS: Mapping[str, Callable[[], Moment]] = {
    "move": _move,
    "tow a wreck": _tow_wreck,
    "load": _load,
    "unload": _unload,
    "enter a building": _enter,
    "leave a building": _leave,
    "suppress with small arms": _fire(K.SUPPRESS_SMALL_ARMS, "uk.squad", "de.squad"),
    "suppress with a shell": _fire(K.SUPPRESS_HE, "uk.sherman", "de.squad", "75mm"),
    "direct small arms": _fire(K.DIRECT_SMALL_ARMS, "uk.squad", "de.squad"),
    "direct HE": _fire(K.DIRECT_HE, "uk.sherman", "de.squad", "75mm"),
    "anti-tank": _fire(K.DIRECT_AT, "uk.sherman", "de.pz4h", "75mm"),
    "fire at a building": _fire_at_building,
    "fire indirectly": _fire_indirectly,
    "fire for effect": _fire_for_effect,
    "fire at an aircraft": _fire_at_aircraft,
    "covering fire": _cover_fire,
    "covering fire at a building": _cover_building,
    "covering fire at an aircraft": _cover_against_aircraft,
    "request a mission": _request,
    "try the radio again": _radio_again,
    "engineer": _work,
    "mend": _mend,
    "re-supply": _re_supply,
    "withdraw": _withdraw,
    "strike": _strike,
    "drop bombs": _drop_bombs,
    "rocket building": _rocket_building,
    "fly": _fly,
    "activate": _activate,
    "re-roll": _reroll,
    "remove suppression": _remove_suppression,
    "rally": _rally,
    "ask for a test": _request_test,
    "act heroically": _heroically,
    "lose a weapon": _lose_weapon,
    "say who fell": _take_models,
    "an event": _event,
}
"""A moment for every declaration that names more than its side, by the declaration in a player's words."""
