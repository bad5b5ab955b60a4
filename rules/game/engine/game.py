"""The engine of play: what may be declared, why not, what happens, and the exact odds, the same for every book.

A book is a `Game`: it gives its declarations, the order of play and its words, and needs no engine code of its own.
"""

from abc import abstractmethod
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from itertools import chain
from types import MappingProxyType
from typing import Any, Generic, TypeVar

from rules.errors import BadInput, Unknown
from rules.game.chance.dice import Dice
from rules.game.citation import Citation
from rules.game.engine.forecast import Forecast
from rules.game.engine.outcomes import Ends, every_end
from rules.game.engine.play import Action, Play
from rules.game.engine.position import Position
from rules.game.engine.procedure import Declarations, Procedure, Stage
from rules.game.engine.resolution import PendingStep, Resolution
from rules.game.events import Event, UnitCorrected
from rules.game.record.records import Records
from rules.game.ruling import Reason, Ruling
from rules.game.side_names import player
from rules.game.state import GameState, check_stands
from rules.game.units import Unit
from rules.game.view import seen_by

PositionT = TypeVar("PositionT", bound=Position)
ResolutionT = TypeVar("ResolutionT", bound=Resolution[Any])

_LEGAL = "legal"
"""The key, with a declaration, under which a position remembers the legal declarations of that kind."""


@dataclass(frozen=True, slots=True)
class Refusals:
    """The rules behind the refusals that all books share: the game is over, it is another side's turn, not at this stage."""

    over: Citation
    turn: Citation
    stage: Citation


class Game(Play, Generic[PositionT, ResolutionT]):
    """A book as a game that can be played; the outer layers see it as `Play`, which documents the methods."""

    @property
    @abstractmethod
    def declarations(self) -> Declarations[PositionT, ResolutionT]:
        """The declarations and events of the book."""

    resolution_type: type[ResolutionT]
    """The class of its resolutions: a book's own, or Resolution."""

    due_at: Mapping[Stage, str] = MappingProxyType({})
    """What the side to act must do at each stage, in a player's words."""

    @property
    @abstractmethod
    def refusals(self) -> Refusals:
        """The rules on who may declare what, and when."""

    @abstractmethod
    def position(self, state: GameState) -> PositionT:
        """The book's position of a state."""

    @abstractmethod
    def stage(self, state: GameState) -> Stage:
        """What play waits for."""

    @property
    def conditions(self) -> Collection[str]:
        """The conditions that a unit can have; empty if a book accepts any word."""
        return ()

    def set_right(self, resolution: ResolutionT, unit: Unit) -> None:
        """Update what a book stores about a unit outside the unit itself, before the umpire's correction takes effect.

        A unit that was on the board and now has no place is out of play.

        Raises:
            BadInput: if the book does not allow such a unit.
        """

    def moment(self, state: GameState) -> str:
        return str(self.stage(state))

    def due(self, state: GameState) -> str:
        if (side := self.to_act(state)) is None:
            return ""
        stage = self.stage(state)
        return f"{player(side)}: {self.due_at.get(stage, stage)}"

    def seen_by(self, state: GameState, side: str) -> GameState:
        """The part of a state that one side may know; books that hide more than units override this."""
        return seen_by(state, side)

    def follow(self, resolution: ResolutionT) -> None:
        """Run what the book says follows every declaration."""

    def where_answered(self, position: PositionT) -> PositionT:
        """The position in which the other side answers an action: at once, unless a book says later."""
        return position

    def answered_by_all(self, position: PositionT, answers: tuple[Action, ...]) -> tuple[PendingStep, ...]:  # noqa: ARG002
        """The steps of all answers together, given the worst first; none if a book does not allow for that."""
        return ()

    def begin(self, position: PositionT, dice: Dice, pending: tuple[PendingStep, ...]) -> ResolutionT:
        """A resolution with these steps pending."""
        return self.resolution_type(self, position, dice, pending)

    def after_event(self, state: GameState, before: GameState) -> GameState:  # noqa: ARG002
        """The state tidied up after an event, such as with counters laid out anew; the same if there is nothing to do."""
        return state

    @property
    def actions(self) -> Records[Action]:
        return self.declarations.actions

    @property
    def events(self) -> Records[Event]:
        return self.declarations.events

    def apply(self, state: GameState, event: Event) -> GameState:
        if type(event) not in self.declarations.event_types:
            known = (kind.__name__ for kind in self.declarations.event_types)
            raise Unknown("event", type(event).__name__, known)
        after = event.on(state)
        return after if after is state else self.after_event(after, state)

    def legal_actions(self, state: GameState) -> tuple[Action, ...]:
        side = self.to_act(state)
        if side is None:
            return ()
        position = self.known(state, side)
        legal: list[Action] = []
        for procedure in self.declarations.at(self.stage(position.state)):
            legal += self._all_legal(procedure, position, side)
        return tuple(legal)

    def worthwhile(self, state: GameState) -> tuple[Action, ...]:
        side = self.to_act(state)
        if side is None:
            return ()
        position, legal = self.known(state, side), self.legal_actions(state)
        return tuple(action for action in legal if self._is_worthwhile(position, action)) or legal

    def _is_worthwhile(self, position: PositionT, action: Action) -> bool:
        worthwhile = self.declarations.procedure(action).worthwhile
        return worthwhile is None or worthwhile(self, position, action)

    def finds_something_to_do(self, position: PositionT, side: str) -> bool:
        """Whether a side could declare anything in a position other than to pass."""
        procedures = self.declarations.at(self.stage(position.state))
        legal_by_kind = (
            self._legal(procedure, position, side) for procedure in procedures if not procedure.passes
        )
        return any(True for _ in chain.from_iterable(legal_by_kind))

    def called(self, action: Action) -> str:
        return self.declarations.procedure(action).called

    def passes(self, action: Action) -> bool:
        return self.declarations.procedure(action).passes

    def throws_deferred_dice(self, action: Action) -> bool:
        return self.declarations.procedure(action).throws_deferred_dice

    def sentence(self, state: GameState, action: Action) -> str:
        sentence = self.declarations.procedure(action).sentence
        return str(action) if sentence is None else sentence(self.known(state, action.side), action)

    def known(self, state: GameState, side: str) -> PositionT:
        """The position as one side may know it, cached for all questions about one state."""
        game, position = state.views.get(side, (None, None))
        if game is not self or position is None:
            position = self.position(self.seen_by(state, side))
            state.views[side] = (self, position)
        known: PositionT = position
        return known

    def as_known(self, state: GameState, side: str) -> GameState:
        state.views[side] = (self, self.position(state))
        return state

    def offered(self, position: PositionT, side: str, *, but: tuple[type, ...]) -> Iterator[Action]:
        """The legal declarations of a side in a position as it knows it, except some kinds."""
        for procedure in self.declarations.at(self.stage(position.state)):
            if procedure.declaration not in but:
                yield from self._all_legal(procedure, position, side)

    def _all_legal(
        self, procedure: Procedure[PositionT, Any], position: PositionT, side: str
    ) -> Mapping[Action, None]:
        """All declarations that a procedure offers and nothing forbids, each once, cached with the position."""
        key = (_LEGAL, procedure.declaration, side)
        legal: Mapping[Action, None] | None = position.memo.get(key)
        if legal is None:
            actions = self._legal(procedure, position, side)
            legal = position.memo[key] = actions if isinstance(actions, dict) else dict.fromkeys(actions)
        return legal

    def _legal(
        self, procedure: Procedure[PositionT, Any], position: PositionT, side: str
    ) -> Iterable[Action]:
        """The declarations that a procedure offers and nothing forbids, one by one."""
        offered = procedure.offers(position, side)
        if procedure.offers_only_legal:
            return offered
        return filter(partial(procedure.is_allowed, position), offered)

    def why_not(self, state: GameState, action: Action) -> tuple[Reason, ...]:
        if out_of_turn := self.out_of_turn(state, action):
            return out_of_turn
        position = self.known(state, action.side)
        if action in position.memo.get((_LEGAL, type(action), action.side), ()):
            return ()
        return tuple(self.declarations.procedure(action).forbids(position, action))

    def out_of_turn(self, state: GameState, action: Action) -> tuple[Reason, ...]:
        procedure = self.declarations.procedure(action)
        side = self.to_act(state)
        if side is None:
            return (Reason("the game is over", self.refusals.over),)
        if action.side != side:
            return (Reason(f"{side} decides now, not {action.side}", self.refusals.turn),)
        stage = self.stage(state)
        if stage not in procedure.stages:
            awaited = str(stage).replace("_", " ")
            return (Reason(f"that cannot be declared now: play waits for {awaited}", self.refusals.stage),)
        return ()

    def resolve(self, state: GameState, action: Action, dice: Dice) -> tuple[tuple[Event, ...], GameState]:
        return _run(self.begin(self.position(state), dice, self.steps(action)))

    def correct(self, state: GameState, unit: Unit, dice: Dice) -> tuple[tuple[Event, ...], GameState]:
        _check_can_be(state, unit, self.conditions)
        pending: tuple[PendingStep, ...] = ((_follow, (self,)), (_set_right, (self, unit)))
        return _run(self.begin(self.position(state), dice, pending))

    def chances(self, state: GameState, action: Action) -> Ruling[str]:
        if refused := self.why_not(state, action):
            return Ruling(str(action), "refused", refused)
        return self.unchecked_chances(self.known(state, action.side), action)

    def unchecked_chances(self, position: PositionT, action: Action) -> Ruling[str]:
        """The odds of an action in a position as its side knows it, without a check whether it is legal."""
        return Forecast(self).ruling(position, action)

    def ends(self, state: GameState, action: Action) -> Mapping[GameState, Fraction]:
        return every_end(self.begin, self.position(state), self.steps(action)).states

    def possible_ends(self, state: GameState, action: Action) -> Ends:
        return Forecast(self).ends(self.known(state, action.side), action)

    def steps(self, action: Action) -> tuple[PendingStep, ...]:
        """The steps that carry an action out: its own, then what the book says follows."""
        return ((_follow, (self,)), (self.declarations.procedure(action).carry_out, (action,)))


def _run(resolution: ResolutionT) -> tuple[tuple[Event, ...], GameState]:
    """Run all pending steps; the events, and the state after them as players see it."""
    while resolution.pending:
        resolution.run_next()
    resolution.put_in_order()
    return tuple(resolution.events), resolution.state


def _check_can_be(state: GameState, unit: Unit, conditions: Collection[str]) -> None:
    if unit == state.units.get(unit.id):
        raise BadInput(f"unit {unit.id}", "as it is", "something to be corrected")
    for word in sorted(unit.conditions.difference(conditions)) if conditions else ():
        raise BadInput(f"unit {unit.id}.conditions", word, f"one of {', '.join(sorted(conditions))}")
    check_stands(state, unit)


def _set_right(resolution: ResolutionT, game: Game[PositionT, ResolutionT], unit: Unit) -> None:
    was_there = unit.id in resolution.state.units
    game.set_right(resolution, unit)
    resolution.put_in_order()
    now = resolution.state.units.get(unit.id)
    if now != unit and not (now is None and was_there and unit.at is None):
        resolution.happen(UnitCorrected(unit))


def _follow(resolution: ResolutionT, game: Game[PositionT, ResolutionT]) -> None:
    game.follow(resolution)
