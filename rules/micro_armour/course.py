"""How far a game has come: turn, phase, groups, orders, and the move that is under way."""

from dataclasses import dataclass, field
from enum import StrEnum

from rules.errors import BadInput
from rules.game.play import Result
from rules.game.state import GameState
from rules.ground.table.inches import Spot
from rules.micro_armour.setting import Setting


class Phase(StrEnum):
    """The phases of a turn, in their order (4.0)."""

    INITIATIVE = "initiative"
    POSTURE = "posture"
    FIRE = "fire"
    MOVEMENT = "movement"
    REMOVAL = "marker removal"


class Stage(StrEnum):
    """What a move under way waits for."""

    MOVING = "moving"
    OPPORTUNITY = "opportunity fire"
    COVERING = "covering fire"


@dataclass(frozen=True, slots=True)
class Group:
    """A movement group: its number, its side, its stands, and whether it has tried to move without an order."""

    number: int
    side: str
    stands: tuple[str, ...]
    has_tried_alone: bool = False


@dataclass(frozen=True, slots=True)
class Leg:
    """A declared piece of a move: the path from where the stand is, where it will face, and at which rate."""

    path: tuple[Spot, ...]
    facing_deg: float
    by_road: bool
    goes_on: bool


@dataclass(frozen=True, slots=True)
class Move:
    """A group's move under way: who may still move, and the one stand being moved."""

    group: int
    side: str
    waiting: tuple[str, ...]
    stragglers: tuple[str, ...] = ()
    stand: str = ""
    spent: float = 0.0
    inches: float = 0.0
    track: tuple[Spot, ...] = ()
    """Where the stand has been in this move, for a forced halt."""
    leg: Leg | None = None
    stage: Stage = Stage.MOVING
    opponents: tuple[str, ...] = ()
    """The stands that fired opportunity fire and may be answered by covering fire."""
    hit: str = ""
    """The stand that suffered the opportunity fire."""
    nerve: frozenset[str] = field(default_factory=frozenset)
    """The enemies it has passed its test of nerve against."""


@dataclass(frozen=True, slots=True)
class Loss:
    """A stand eliminated and what it was worth."""

    stand: str
    side: str
    points: int


@dataclass(frozen=True, slots=True)
class Course:
    """The course of a game of Micro Armour."""

    setting: Setting
    strength: tuple[tuple[str, int], ...]
    turn: int = 1
    phase: Phase = Phase.INITIATIVE
    acting: str = ""
    initiative: str | None = None
    is_first_chosen: bool = False
    passed: frozenset[str] = field(default_factory=frozenset)
    groups: tuple[Group, ...] = ()
    next_group: int = 1
    orders: tuple[tuple[str, int], ...] | None = None
    has_gone_alone: frozenset[str] = field(default_factory=frozenset)
    """The sides that have begun independent movement."""
    attacked: frozenset[str] = field(default_factory=frozenset)
    """The stands attacked in this Fire Phase."""
    stopped: frozenset[str] = field(default_factory=frozenset)
    """The stands that have suffered opportunity fire in this Movement Phase."""
    moved: frozenset[str] = field(default_factory=frozenset)
    move: Move | None = None
    lost: tuple[Loss, ...] = ()
    headless: frozenset[str] = field(default_factory=frozenset)
    """The sides whose GHQ stand is eliminated."""
    ended: Result | None = None

    def orders_left(self, side: str) -> int:
        return dict(self.orders or ()).get(side, 0)

    def group(self, number: int) -> Group | None:
        return next((group for group in self.groups if group.number == number), None)

    def group_of(self, stand: str) -> Group | None:
        return next((group for group in self.groups if stand in group.stands), None)

    def points_lost(self, side: str) -> int:
        return sum(loss.points for loss in self.lost if loss.side == side)

    def points_at_start(self, side: str) -> int:
        return dict(self.strength)[side]


def course_of(state: GameState) -> Course:
    """The course of a game under way.

    Raises:
        BadInput: if the game has not been opened.
    """
    if not isinstance(state.course, Course):
        raise BadInput("course", state.course, "that of an opened game of Micro Armour")
    return state.course
