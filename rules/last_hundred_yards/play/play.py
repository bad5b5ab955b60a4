"""Last Hundred Yards as a game that can be played: whose go it is, what he may declare, what comes of it."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
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
from rules.last_hundred_yards.book.house_figures import PRINTED_NOWHERE
from rules.last_hundred_yards.book.options import AS_WE_READ, Options
from rules.last_hundred_yards.book.rulebook import cite
from rules.last_hundred_yards.declarations.every_action import LhyAction
from rules.last_hundred_yards.declarations.fire.anti_tank import FireAntiTank
from rules.last_hundred_yards.declarations.fire.small_arms import FireSmallArms
from rules.last_hundred_yards.declarations.maneuver.deploy import Deploy
from rules.last_hundred_yards.declarations.maneuver.vehicle_motion import EndManeuver, end_moving
from rules.last_hundred_yards.declarations.missions import setup
from rules.last_hundred_yards.declarations.missions.starting_forces import check_forces
from rules.last_hundred_yards.declarations.mortars.mortar_fire import CallMortar
from rules.last_hundred_yards.declarations.turn import activation
from rules.last_hundred_yards.declarations.turn.activation import CallForReaction
from rules.last_hundred_yards.declarations.vehicles.inherent_trucks import dismiss_trucks
from rules.last_hundred_yards.declarations.vehicles.transport import check_aboard
from rules.last_hundred_yards.effects.forced_withdrawal import begin_withdrawal
from rules.last_hundred_yards.effects.marker_sync import laid_out
from rules.last_hundred_yards.effects.resolution import Resolution
from rules.last_hundred_yards.effects.view import view_of
from rules.last_hundred_yards.effects.winning import tracks, update_control
from rules.last_hundred_yards.odds.chances import chances_of
from rules.last_hundred_yards.play import sequence
from rules.last_hundred_yards.play.book_ground import BookGround
from rules.last_hundred_yards.play.declarable import PROCEDURES, open_kinds
from rules.last_hundred_yards.play.halting import attend
from rules.last_hundred_yards.questions.activation.rights import must_act
from rules.last_hundred_yards.state.arrival_order import from_the_start
from rules.last_hundred_yards.state.events.all_events import EVENTS, LhyEvent
from rules.last_hundred_yards.state.mission.mission import read_mission
from rules.last_hundred_yards.state.position import GroundRules, Position, hex_board
from rules.last_hundred_yards.state.progress import Course, DecisionKind, MortarState, Phase, Step, course_of

ACTION_RECORDS: Records[Any] = Records("action", PROCEDURES)


EVENT_RECORDS: Records[Any] = Records("event", EVENTS)


class LhyPlay:
    """The book as a game, on any ground; PLAY is the book's own."""

    def __init__(self, options: Options = AS_WE_READ, ground: GroundRules | None = None) -> None:
        self.options = options
        self._ground = ground
        self._grounds: dict[Options, GroundRules] = {}

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
        if self.options.edition_name:
            options = {**options, "edition": self.options.edition_name}
        mission = read_mission(options, state.sides, hex_board(state))
        mission = replace(mission, edition=self.options.chosen(mission.edition))
        if self.options.house != PRINTED_NOWHERE:
            mission = replace(mission, house=self.options.house)
        mortar_states = tuple(MortarState(one.id, one.side, one.kind, one.company) for one in mission.mortars)
        setup.check_units(state)
        setup.check_markers(state)
        check_forces(state, mission)
        course = Course(
            mission,
            aboard=mission.aboard,
            off_map=setup.check_entering(state, mission),
            arrivals=from_the_start(state, (mission.enemy(mission.attacker), mission.attacker)),
            last_initiative=mission.attacker,
            mortars=mortar_states,
            control=tuple((objective.name, objective.held_by) for objective in mission.objectives),
        )
        state = laid_out(replace(state, course=course))
        check_aboard(Position(state, self._ground_of(state)))
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
        found: list[LhyAction] = []
        for kind in open_kinds(position.course):
            procedure = PROCEDURES[kind]
            if kind is CallForReaction:
                if not list(self._forbids_call(position, side, found)):
                    found.append(CallForReaction(side))
                continue
            candidates = procedure.candidates(position, side)
            found += [one for one in candidates if next(procedure.forbids(position, one), None) is None]
        return tuple(found)

    def _forbids_call(self, position: Position, side: str, others: Sequence[LhyAction]) -> Iterator[Reason]:
        """Why the side may not call: a unit that must act holds it back only if it can do anything (reading 51)."""
        able = {unit for action in others for unit in _acting_units(action)}
        for reason in activation.forbids_call(position, CallForReaction(side)):
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
        if isinstance(action, CallForReaction):
            others = [one for one in self.legal_actions(state) if not isinstance(one, CallForReaction)]
            return tuple(self._forbids_call(position, side, others))
        return tuple(PROCEDURES[type(action)].forbids(position, action))

    def resolve(self, state: GameState, action: Action, dice: Dice) -> tuple[LhyEvent, ...]:
        """What happens when a legal action is carried out.

        Raises:
            IllegalAction: if why_not names a reason.
        """
        if reasons := self.why_not(state, action):
            raise IllegalAction(action, reasons)
        resolution = Resolution(state, self._ground_of(state), dice)
        PROCEDURES[type(action)].carry_out(resolution, action)
        dismiss_trucks(resolution)
        self._go_on_moving(resolution)
        if resolution.course.paused is not None or resolution.course.decisions:
            attend(resolution)
            self._go_on_moving(resolution)
        if resolution.course.phase is not Phase.SETUP:
            update_control(resolution)
        sequence.settle(resolution)
        return tuple(resolution.events)

    def _go_on_moving(self, resolution: Resolution) -> None:
        """A maneuver that is spent ends, and after it those withdraw who have to."""
        self._end_spent_maneuver(resolution)
        while begin_withdrawal(resolution):
            self._end_spent_maneuver(resolution)

    def _end_spent_maneuver(self, resolution: Resolution) -> None:
        """A maneuver that can only end ends by itself, unless its vehicle may stop."""
        moving = resolution.course.moving
        due = resolution.course.decisions[:1]
        if moving is None or (due and due[0].kind is not DecisionKind.DRIVE_OFF):
            return
        side = resolution.state.unit(moving.units[0]).side
        position = Position(view_of(resolution.state, side), resolution.ground)
        for kind in open_kinds(resolution.course):
            procedure = PROCEDURES[kind]
            for action in procedure.candidates(position, side):
                if action == EndManeuver(side) or isinstance(action, Deploy):
                    continue
                if next(procedure.forbids(position, action), None) is None:
                    return
        end_moving(resolution, EndManeuver(side))

    def apply(self, state: GameState, event: Event) -> GameState:
        """The state after an event.

        Raises:
            Unknown: if it is no event of this book.
        """
        if not isinstance(event, LhyEvent):
            raise Unknown("event", type(event).__name__, (kind.__name__ for kind in EVENTS))
        return laid_out(event.on(state))

    def chances(self, state: GameState, action: Action) -> Ruling[str]:
        """What an action can come to, on what its side may know; why not, if it is forbidden."""
        declaration = _declaration(action)
        if refused := self.why_not(state, declaration):
            return Ruling(str(declaration), "refused", refused)
        return chances_of(self._seen(state, declaration.side), declaration)

    def moment(self, state: GameState) -> str:
        """The turn, the clock, the phase and step, the decision that is due, and the tracks."""
        course = course_of(state)
        at = course.decisions[0].kind if course.decisions else course.step
        step = f", {at}" if course.decisions or course.phase is Phase.ACTIVATION else ""
        told = (
            f"turn {course.turn}, minute {course.minutes} of {course.mission.minutes}, {course.phase}{step}"
        )
        return told.replace("_", " ") + tracks(course)

    def result(self, state: GameState) -> Result | None:
        """Who has won and why, or None while play goes on."""
        ended = course_of(state).ended
        return None if ended is None else Result(*ended)

    def _seen(self, state: GameState, side: str) -> Position:
        return Position(view_of(state, side), self._ground_of(state))

    def _ground_of(self, state: GameState) -> GroundRules:
        if self._ground is not None:
            return self._ground
        options = self._options_in(state)
        if options not in self._grounds:
            self._grounds[options] = BookGround(options)
        return self._grounds[options]

    def _options_in(self, state: GameState) -> Options:
        """The options, with the house values of the game and what its edition says of the ground."""
        if state.course is None:
            return self.options
        mission = course_of(state).mission
        return self.options.in_game(mission.edition, mission.house)


def _declaration(action: Action) -> LhyAction:
    """The action as one of this book's.

    Raises:
        Unknown: if it is none.
    """
    if not isinstance(action, LhyAction):
        raise Unknown("action", type(action).__name__, (kind.__name__ for kind in PROCEDURES))
    return action


def _acting_units(action: LhyAction) -> tuple[str, ...]:
    units = getattr(action, "units", None)
    if units is not None:
        return tuple(units)
    if isinstance(action, CallMortar):
        return ()
    return tuple(filter(None, (getattr(action, "unit", ""), getattr(action, "leader", ""))))


def _fires_at(action: LhyAction, at: Any) -> bool:
    if isinstance(action, FireSmallArms):
        return at in action.at
    return isinstance(action, FireAntiTank) and any(target.endswith(f"@{at}") for target in action.targets)


PLAY = LhyPlay()
"""Last Hundred Yards."""
