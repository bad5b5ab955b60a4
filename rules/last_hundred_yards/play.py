"""Last Hundred Yards as a game that can be played: whose go it is, what he may declare, what comes of it."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import Any

from rules.errors import Unknown
from rules.game.actions import IllegalAction
from rules.game.citation import Provenance
from rules.game.dice import Dice
from rules.game.play import Action, Event, Result
from rules.game.records import Records
from rules.game.rule_ids import implements
from rules.game.ruling import Reason, Ruling
from rules.game.state import GameState
from rules.last_hundred_yards import actions as declared
from rules.last_hundred_yards import (
    anti_tank_fire,
    assault_declaring,
    assault_resolution,
    clean_up,
    deploying,
    firing,
    inquiry,
    maneuvering,
    mortars,
    overrun,
    recovery,
    retreating,
    sequence,
    setup,
    transport,
    turn_events,
    withdrawal,
)
from rules.last_hundred_yards.acting import must_act
from rules.last_hundred_yards.actions import LhyAction
from rules.last_hundred_yards.chances import chances_of
from rules.last_hundred_yards.course import Course, DecisionKind, MortarState, Phase, Step, course_of
from rules.last_hundred_yards.events import EVENTS, LhyEvent
from rules.last_hundred_yards.ground_rules import BookGround
from rules.last_hundred_yards.house import PRINTED_NOWHERE, HouseValues
from rules.last_hundred_yards.los import hex_board
from rules.last_hundred_yards.maneuvering import WITHDRAWAL
from rules.last_hundred_yards.mission import read_mission
from rules.last_hundred_yards.options import AS_WE_READ, Options
from rules.last_hundred_yards.position import GroundRules, Position
from rules.last_hundred_yards.procedures import Procedure
from rules.last_hundred_yards.rulebook import cite
from rules.last_hundred_yards.telling import Telling
from rules.last_hundred_yards.view import view_of


def _end(telling: Telling, action: declared.EndManeuver) -> None:
    moving = telling.course.moving
    assert moving is not None
    (withdrawal.end_withdrawal if moving.mode == WITHDRAWAL else maneuvering.finish)(telling, action)


PROCEDURES: Mapping[type, Procedure] = MappingProxyType({
    declared.PlaceUnit: setup.PLACE,
    declared.FinishSetup: setup.FINISH,
    declared.RollInitiative: turn_events.INITIATIVE,
    declared.StripConcealment: turn_events.RECONNOITRE,
    declared.SelectCompany: sequence.COMPANY,
    declared.Coordinate: sequence.COORDINATE,
    declared.Activate: sequence.ACTIVATE,
    declared.Maneuver: maneuvering.MANEUVER,
    declared.EndManeuver: replace(maneuvering.END, carry_out=_end),
    declared.ChangeMotion: maneuvering.MOTION,
    declared.Deploy: deploying.DEPLOY,
    declared.Withdraw: withdrawal.WITHDRAW,
    declared.Assault: assault_declaring.ASSAULT,
    declared.Reinforce: assault_declaring.REINFORCE,
    declared.Overrun: overrun.OVERRUN,
    declared.ResistOverrun: overrun.RESIST,
    declared.Load: transport.LOAD,
    declared.Unload: transport.UNLOAD,
    declared.Inquire: inquiry.INQUIRE,
    declared.FireSmallArms: firing.SMALL_ARMS,
    declared.FireAntiTank: anti_tank_fire.ANTI_TANK,
    declared.CallMortar: mortars.CALL,
    declared.Recover: recovery.RECOVER,
    declared.CallForReaction: sequence.CALL_FOR_REACTION,
    declared.EnterAssault: assault_declaring.ENTER,
    declared.Feint: assault_declaring.FEINT,
    declared.RemoveExcess: sequence.EXCESS,
    declared.ResolveFire: sequence.RESOLVE_FIRE,
    declared.ResolveAssault: assault_resolution.RESOLVE,
    declared.DestroyVehicle: assault_resolution.DESTROY,
    declared.Retreat: retreating.RETREAT,
    declared.Advance: assault_resolution.ADVANCE,
    declared.AdjustMortars: mortars.ADJUST,
    declared.ExtendMortar: mortars.EXTEND,
    declared.LapseTime: turn_events.TIME,
    declared.PlaceLeader: clean_up.LEADER,
    declared.Recombine: clean_up.RECOMBINE,
    declared.Pass: sequence.PASS,
})  # fmt: skip
"""Every declaration and its procedure."""

_UNIT_ACTIONS = (
    declared.Maneuver, declared.ChangeMotion, declared.Deploy, declared.Withdraw, declared.Assault,
    declared.Reinforce, declared.Overrun, declared.Load, declared.Unload, declared.Inquire, declared.FireSmallArms, declared.FireAntiTank, declared.CallMortar,
    declared.Recover,
)  # fmt: skip
_WHILE_MOVING = (
    declared.Maneuver, declared.EndManeuver, declared.Deploy, declared.Withdraw, declared.Assault, declared.Overrun,
)  # fmt: skip
_ON_DECISION: Mapping[DecisionKind, tuple[type, ...]] = MappingProxyType({
    DecisionKind.RECON: (declared.StripConcealment, declared.Pass),
    DecisionKind.ENTER_OR_FEINT: (declared.EnterAssault, declared.Feint),
    DecisionKind.OVERSTACK: (declared.RemoveExcess,),
    DecisionKind.RETREAT: (declared.Retreat, declared.Pass),
    DecisionKind.ADVANCE: (declared.Advance, declared.Pass),
    DecisionKind.DESTROY_VEHICLE: (declared.DestroyVehicle, declared.Pass),
    DecisionKind.OVERRUN_FIRE: (declared.ResistOverrun, declared.Pass),
    DecisionKind.RECOMBINE: (declared.Recombine, declared.Pass),
    DecisionKind.EXTEND_MORTAR: (declared.ExtendMortar, declared.Pass),
    DecisionKind.PLACE_LEADER: (declared.PlaceLeader,),
})  # fmt: skip
_IN_PHASE: Mapping[Phase, tuple[type, ...]] = MappingProxyType({
    Phase.SETUP: (declared.PlaceUnit, declared.FinishSetup),
    Phase.INITIATIVE: (declared.RollInitiative,),
    Phase.FIRE: (declared.ResolveFire,),
    Phase.ASSAULT: (declared.ResolveAssault,),
    Phase.MORTARS: (declared.AdjustMortars,),
    Phase.TIME: (declared.LapseTime,),
})  # fmt: skip
_IN_STEP: Mapping[Step, tuple[type, ...]] = MappingProxyType({
    Step.COMPANY: (declared.SelectCompany,),
    Step.PLATOON: (declared.Coordinate, declared.Activate),
    Step.ACTIONS: (*_UNIT_ACTIONS, declared.CallForReaction),
    Step.REACTION: (*_UNIT_ACTIONS, declared.CallForReaction),
})  # fmt: skip


ACTION_RECORDS: Records[Any] = Records("action", PROCEDURES)
EVENT_RECORDS: Records[Any] = Records("event", EVENTS)


class LhyPlay:
    """The book as a game, on any ground; PLAY is the book's own."""

    def __init__(self, options: Options = AS_WE_READ, ground: GroundRules | None = None) -> None:
        self.options = options
        self._ground = ground
        self._grounds: dict[HouseValues, GroundRules] = {}

    @property
    def actions(self) -> Records[Any]:
        """The declarations of this book as documents and back."""
        return ACTION_RECORDS

    @property
    def events(self) -> Records[Any]:
        """The events of this book as documents and back."""
        return EVENT_RECORDS

    @implements("LHY-17.7f", "LHY-17.7g")
    def opening(self, state: GameState, options: Mapping[str, Any]) -> GameState:
        """The state before the first decision.

        Raises:
            BadInput: if an option is missing or wrong; the message names it.
            Unknown: if an option names a unit that is not there.
        """
        mission = read_mission(options, state.sides, hex_board(state))
        if self.options.house != PRINTED_NOWHERE:
            mission = replace(mission, house=self.options.house)
        mortar_states = tuple(MortarState(one.id, one.side, one.kind, one.company) for one in mission.mortars)
        setup.check_units(state)
        setup.check_markers(state)
        for load, vehicle in mission.aboard:
            state.unit(load), state.unit(vehicle)
        course = Course(
            mission,
            aboard=mission.aboard,
            last_initiative=mission.attacker,
            mortars=mortar_states,
            control=tuple((objective.name, objective.held_by) for objective in mission.objectives),
        )
        state = replace(state, course=course)
        if setup.setting_up(state) is None:
            return state
        return replace(state, course=replace(course, phase=Phase.SETUP))

    def to_act(self, state: GameState) -> str | None:
        """Which side decides now; None when the game is over."""
        course = course_of(state)
        if course.phase is Phase.OVER:
            return None
        if course.phase is Phase.SETUP:
            return setup.setting_up(state)
        if course.decisions:
            return course.decisions[0].side
        if course.moving is not None:
            return state.unit(course.moving.units[0]).side
        if course.phase is Phase.ACTIVATION and course.step is Step.REACTION:
            return course.reacting
        return course.active or course.last_initiative

    def legal_actions(self, state: GameState) -> tuple[LhyAction, ...]:
        """Everything the side to act may declare now, worked out on what it may know."""
        side = self.to_act(state)
        if side is None:
            return ()
        position = self._seen(state, side)
        found: dict[LhyAction, None] = {}
        for kind in open_kinds(position.course):
            procedure = PROCEDURES[kind]
            if kind is declared.CallForReaction:
                if not list(self._forbids_call(position, side, list(found))):
                    found[declared.CallForReaction(side)] = None
                continue
            for action in procedure.candidates(position, side):
                if action not in found and next(procedure.forbids(position, action), None) is None:
                    found[action] = None
        return tuple(found)

    def _forbids_call(self, position: Position, side: str, others: Sequence[LhyAction]) -> Iterator[Reason]:
        """Why the side may not call: a unit that must act holds it back only if it can do anything (reading 51)."""
        able = {unit for action in others for unit in _acting_units(action)}
        for reason in sequence.forbids_call(position, declared.CallForReaction(side)):
            if position.course.owes_shot is not None and reason.at == (position.course.owes_shot,):
                if any(_fires_at(action, position.course.owes_shot) for action in others):
                    yield reason
                continue
            holding = [unit.id for unit in position.of(side) if must_act(position, unit) == reason]
            if not holding or any(unit in able for unit in holding):
                yield reason

    def why_not(self, state: GameState, action: Action) -> tuple[Reason, ...]:
        """The cited reasons that forbid an action, on what its side may know; empty if it is legal."""
        action = _declaration(action)
        side = self.to_act(state)
        if side is None:
            return (Reason("the game is over", cite("18.0", Provenance.LATER_EDITION)),)
        if action.side != side:
            return (Reason(f"{side} decides now", cite("6.0")),)
        position = self._seen(state, side)
        if type(action) not in open_kinds(position.course):
            stage = position.course.decisions[0].kind if position.course.decisions else position.course.phase
            return (Reason(f"that cannot be declared now: {stage.replace('_', ' ')}", cite("5.0")),)
        if isinstance(action, declared.CallForReaction):
            others = [
                one for one in self.legal_actions(state) if not isinstance(one, declared.CallForReaction)
            ]
            return tuple(self._forbids_call(position, side, others))
        return tuple(PROCEDURES[type(action)].forbids(position, action))

    def resolve(self, state: GameState, action: Action, dice: Dice) -> tuple[LhyEvent, ...]:
        """What happens when a legal action is carried out.

        Raises:
            IllegalAction: if why_not names a reason.
        """
        if reasons := self.why_not(state, action):
            raise IllegalAction(action, reasons)
        telling = Telling(state, self._ground_of(state), dice)
        PROCEDURES[type(action)].carry_out(telling, action)
        self._end_spent_maneuver(telling)
        sequence.settle(telling)
        return tuple(telling.events)

    def _end_spent_maneuver(self, telling: Telling) -> None:
        """A maneuver that can only end ends by itself, unless its vehicle may stop."""
        moving = telling.course.moving
        if moving is None or telling.course.decisions:
            return
        side = telling.state.unit(moving.units[0]).side
        position = Position(view_of(telling.state, side), telling.ground)
        for kind in _WHILE_MOVING:
            procedure = PROCEDURES[kind]
            for action in procedure.candidates(position, side):
                if action == declared.EndManeuver(side) or isinstance(action, declared.Deploy):
                    continue
                if next(procedure.forbids(position, action), None) is None:
                    return
        _end(telling, declared.EndManeuver(side))

    def apply(self, state: GameState, event: Event) -> GameState:
        """The state after an event.

        Raises:
            Unknown: if it is no event of this book.
        """
        if not isinstance(event, LhyEvent):
            raise Unknown("event", type(event).__name__, (kind.__name__ for kind in EVENTS))
        return event.on(state)

    def chances(self, state: GameState, action: Action) -> Ruling[str]:
        """What an action can come to, on what its side may know; why not, if it is forbidden."""
        declaration = _declaration(action)
        if refused := self.why_not(state, declaration):
            return Ruling(str(declaration), "refused", refused)
        return chances_of(self._seen(state, declaration.side), declaration)

    def result(self, state: GameState) -> Result | None:
        """Who has won and why, or None while play goes on."""
        ended = course_of(state).ended
        return None if ended is None else Result(*ended)

    def _seen(self, state: GameState, side: str) -> Position:
        return Position(view_of(state, side), self._ground_of(state))

    def _ground_of(self, state: GameState) -> GroundRules:
        if self._ground is not None:
            return self._ground
        house = course_of(state).mission.house
        if house not in self._grounds:
            self._grounds[house] = BookGround(replace(self.options, house=house))
        return self._grounds[house]


def _declaration(action: Action) -> LhyAction:
    """The action as one of this book's.

    Raises:
        Unknown: if it is none.
    """
    if not isinstance(action, LhyAction):
        raise Unknown("action", type(action).__name__, (kind.__name__ for kind in PROCEDURES))
    return action


def open_kinds(course: Course) -> tuple[type, ...]:
    """The kinds of declaration that the moment allows."""
    if course.decisions:
        return _ON_DECISION[course.decisions[0].kind]
    if course.moving is not None:
        return _WHILE_MOVING
    if course.phase is Phase.ACTIVATION:
        return _IN_STEP.get(course.step, ())
    return _IN_PHASE.get(course.phase, ())


def _acting_units(action: LhyAction) -> tuple[str, ...]:
    units = getattr(action, "units", None)
    if units is not None:
        return tuple(units)
    if isinstance(action, declared.CallMortar):
        return ()
    return tuple(filter(None, (getattr(action, "unit", ""), getattr(action, "leader", ""))))


def _fires_at(action: LhyAction, at: Any) -> bool:
    if isinstance(action, declared.FireSmallArms):
        return at in action.at
    return isinstance(action, declared.FireAntiTank) and any(
        target.endswith(f"@{at}") for target in action.targets
    )


PLAY = LhyPlay()
"""Last Hundred Yards."""
