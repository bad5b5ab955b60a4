"""The progress of a game: turn, phase, groups, orders, and the current move."""

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

from rules.errors import BadInput
from rules.game.engine.play import Result
from rules.game.rule_ids import implements
from rules.game.state import Course, GameState
from rules.game.units import Unit
from rules.ground.table.inches import Spot
from rules.micro_armour.state.scenario_options import ScenarioOptions
from rules.micro_armour.state.stands import sides_without_ghq
from rules.micro_armour.state.victory_terms import Objective


class Phase(StrEnum):
    """The phases of a turn, in their order (4.0)."""

    INITIATIVE = "initiative"
    POSTURE = "posture"
    FIRE = "fire"
    MOVEMENT = "movement"
    REMOVAL = "marker removal"


class MoveStage(StrEnum):
    """What the current move waits for."""

    MOVING = "moving"
    OPPORTUNITY = "opportunity fire"
    COVERING = "covering fire"


class Stage(StrEnum):
    """What play waits for."""

    INITIATIVE = "the roll for initiative"
    FIRST = "the side with initiative to say who goes first"
    POSTURE = "a movement group"
    FIRE = "fire"
    ORDERS = "the roll for movement orders"
    GROUPS = "a group to move"
    STANDS = "a stand of the group to move"
    OPPORTUNITY = "opportunity fire"
    COVERING = "covering fire"
    REMOVAL = "markers to be removed"


_OF_MOVE = {
    MoveStage.MOVING: Stage.STANDS,
    MoveStage.OPPORTUNITY: Stage.OPPORTUNITY,
    MoveStage.COVERING: Stage.COVERING,
}
_OF_PHASE = {
    Phase.INITIATIVE: Stage.INITIATIVE,
    Phase.POSTURE: Stage.POSTURE,
    Phase.FIRE: Stage.FIRE,
    Phase.MOVEMENT: Stage.GROUPS,
    Phase.REMOVAL: Stage.REMOVAL,
}
_FIRST_DECIDED = (Phase.POSTURE, Phase.FIRE, Phase.MOVEMENT)
"""The phases in which the side with initiative chooses who goes first."""


@dataclass(frozen=True, slots=True)
class Group:
    """A movement group: its number, side and stands, and the number of the group in which they have tried to move without an
    order, 0 if they have not.
    """

    number: int
    side: str
    stands: tuple[str, ...]
    tried_alone_as: int = 0


@dataclass(frozen=True, slots=True)
class Leg:
    """A declared part of a move: the path from where the stand is, the facing at its end, and the rate paid."""

    path: tuple[Spot, ...]
    facing_deg: float
    by_road: bool
    goes_on: bool


@dataclass(frozen=True, slots=True)
class Move:
    """The current move of a group: the stands that may still move, and the stand being moved."""

    group: int
    side: str
    waiting: tuple[str, ...]
    stragglers: tuple[str, ...] = ()
    stand: str = ""
    spent: float = 0.0
    inches: float = 0.0
    track: tuple[Spot, ...] = ()
    """The places where the stand has been in this move, for a forced halt."""
    by_road: bool = False
    """Whether it paid the road rate on its way there, where there was a road."""
    began: Unit | None = None
    """The stand as it was when its move began."""
    leg: Leg | None = None
    stage: MoveStage = MoveStage.MOVING
    opponents: tuple[str, ...] = ()
    """The stands that fired opportunity fire and may be answered by covering fire."""
    hit: str = ""
    """The stand that suffered the opportunity fire."""
    nerve: frozenset[str] = frozenset()
    """The enemies against which it has passed its test of nerve."""

    def with_stand(self, stand: Unit) -> "Move":
        """The move with this stand as the one being moved; unchanged if it already is."""
        if self.stand == stand.id:
            return self
        return Move(self.group, self.side, self.waiting, self.stragglers, stand.id, began=stand)

    def without(self, stand: str) -> "Move":
        """The move after one of its stands has moved or is lost; pending covering fire stays pending."""
        left = replace(self, waiting=tuple(name for name in self.waiting if name != stand))
        if self.stand != stand:
            return left
        return replace(
            Move(left.group, left.side, left.waiting, left.stragglers),
            stage=left.stage if left.stage is MoveStage.COVERING else MoveStage.MOVING,
            opponents=left.opponents,
            hit=left.hit,
        )


@dataclass(frozen=True, slots=True)
class Loss:
    """An eliminated stand and its points."""

    stand: str
    side: str
    points: int


@dataclass(frozen=True)
class Progress(Course):
    """The progress of a game of Micro Armour."""

    options: ScenarioOptions
    strength: tuple[tuple[str, int], ...]
    turn: int = 1
    phase: Phase = Phase.INITIATIVE
    acting: str = ""
    initiative: str | None = None
    is_first_chosen: bool = False
    passed: frozenset[str] = frozenset()
    groups: tuple[Group, ...] = ()
    next_group: int = 1
    orders: tuple[tuple[str, int], ...] | None = None
    in_independent_movement: frozenset[str] = frozenset()
    """The sides that have begun independent movement."""
    attacked: frozenset[str] = frozenset()
    """The stands attacked in this Fire Phase."""
    stopped: frozenset[str] = frozenset()
    """The stands that have suffered opportunity fire in this Movement Phase."""
    moved: frozenset[str] = frozenset()
    move: Move | None = None
    lost: tuple[Loss, ...] = ()
    objectives: tuple[Objective, ...] = ()
    """The objectives, as they are held now."""
    ended: Result | None = None

    def holds(self, side: str, names: tuple[str, ...]) -> int:
        """How many of these objectives a side holds."""
        return sum(place.held_by == side for place in self.objectives if place.name in names)

    def group(self, number: int) -> Group | None:
        return next((group for group in self.groups if group.number == number), None)

    def group_of(self, stand: str) -> Group | None:
        return next((group for group in self.groups if stand in group.stands), None)

    def points_lost(self, side: str) -> int:
        return sum(loss.points for loss in self.lost if loss.side == side)

    def points_at_start(self, side: str) -> int:
        return dict(self.strength)[side]

    @property
    def side_to_act(self) -> str | None:
        """The side that decides next; None when the game is over."""
        if self.ended:
            return None
        if self.move and self.move.stage is MoveStage.OPPORTUNITY:
            return self.options.other(self.move.side)
        return self.move.side if self.move else self.acting

    @property
    @implements("MATG2-2.0.3", "MATG2-4.4.2", "MATG2-4.4.3")
    def stage(self) -> Stage:
        """What play waits for."""
        if self.move:
            return _OF_MOVE[self.move.stage]
        if self.phase is Phase.MOVEMENT and self.orders is None:
            return Stage.ORDERS
        if self.phase in _FIRST_DECIDED and not self.is_first_chosen:
            return Stage.FIRST
        return _OF_PHASE[self.phase]

    @property
    def move_under_way(self) -> Move:
        """The group's move.

        Raises:
            BadInput: if no group is moving.
        """
        if self.move is None:
            raise BadInput("move", None, "under way")
        return self.move

    @implements("MATG2-4.2.3", "MATG2-4.3.1", "MATG2-4.4.1", "MATG2-7.1.1", "MATG2-8.2.3.1")
    def next_after(self, side: str) -> str:
        """The side that acts after a side: the players alternate, but a side that has passed for good is skipped."""
        other = self.options.other(side)
        is_out = self.phase in (Phase.POSTURE, Phase.REMOVAL) and other in self.passed
        return side if is_out else other


def progress_of(state: GameState) -> Progress:
    """The progress of a game under way.

    Raises:
        BadInput: if the game has not been opened.
    """
    if not isinstance(state.course, Progress):
        raise BadInput("course", state.course, "that of an opened game of Micro Armour")
    return state.course


@implements("MATG2-8.2.2")
def orders_left(state: GameState, side: str) -> int:
    """The movement orders that a side may still issue; none without a GHQ.

    Rule: MATG2 8.2.1, 8.2.2.
    """
    if side in sides_without_ghq(state):
        return 0
    return dict(progress_of(state).orders or ()).get(side, 0)


def with_progress(state: GameState, **changes: Any) -> GameState:
    """The state with fields of its progress changed."""
    return state.changed(course=progress_of(state).changed(**changes))
