"""The book's own record of a game: turn, activations, what each unit has left, what is owed, counters, objectives.

It is kept in GameState.course; `progress_of(state)` reads it. Nothing here knows a rule.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import pairwise
from types import MappingProxyType

from rules.errors import BadInput
from rules.game.engine.play import Result
from rules.game.state import Course, GameState, with_entries
from rules.ground.table.inches import Spot
from rules.kampfgruppe_normandy.book.action_kinds import ActionKind


class Size(StrEnum):
    """The sizes of game."""

    PLATOON = "platoon"
    COMPANY = "company"
    BATTALION = "battalion"


COMMAND_DICE = {Size.PLATOON: 1, Size.COMPANY: 2, Size.BATTALION: 3}
"""How many dice the command roll has."""


class Engagement(StrEnum):
    """The types of scenario."""

    MEETING = "meeting_engagement"
    SET_PIECE = "set_piece_attack"
    REFIGHT = "historical_refight"


class Step(StrEnum):
    """How far a player's turn has come; FIRST comes before the first turn, OVER after the last.

    At REMOVAL and MORALE play waits for events that the last counters brought: before the dice that remove suppression,
    and after objectives are judged. At END it waits for covering fire, once suppression is removed.
    """

    FIRST = "first turn"
    COMMAND = "command and control"
    ACTIVATION = "activation"
    SUPPRESSION = "suppression removal"
    REMOVAL = "rest of the suppression removal"
    END = "end of the turn"
    MORALE = "battle group morale"
    OVER = "over"


class Duty(StrEnum):
    """A decision that a side owes before play goes on."""

    COMMAND_REROLL = "command re-roll"
    COVERING_FIRE = "covering fire or none"
    MORALE_REQUEST = "morale request"
    VETERAN_REROLL = "veterans' re-roll"
    HEROIC_ACTION = "heroic action"
    CHOOSE_RALLIED = "choose who rallies"
    CHOOSE_WEAPON = "choose the special weapon lost"
    CHOOSE_CASUALTIES = "choose which models are lost"
    COUNTER_BATTERY = "counter-battery fire"
    FIRE_FOR_EFFECT = "fire for effect or cancel"
    SIGNALS = "signals re-roll"
    EVENT_TARGET = "target of a special event"


@dataclass(frozen=True, slots=True)
class Status:
    """The status of a unit: what it has left and where it rides.

    `men` are the models of a squad or crew; `offsets` place them round the unit's spot (x, y in inches), empty is
    the usual cluster. `hits` are those that a soft-skin or aircraft has taken; `lost_weapons` are special weapons
    gone; `used` counts shots of limited weapons; `rounds` are the shells left by kind ("ap", "he").
    """

    men: int = 0
    offsets: tuple[tuple[float, float], ...] = ()
    hits: int = 0
    aboard: str | None = None
    inside: str | None = None
    lost_weapons: tuple[str, ...] = ()
    used: tuple[tuple[str, int], ...] = ()
    rounds: tuple[tuple[str, int], ...] = ()
    is_empty: bool = False
    """Whether a gun is out of ammunition, until a supply vehicle has been there."""

    def shots(self, weapon: str) -> int:
        """How often a weapon has been used."""
        return dict(self.used).get(weapon, 0)

    def left(self, shell: str) -> int:
        """How many shells of a kind are left."""
        return dict(self.rounds).get(shell, 0)


@dataclass(frozen=True, slots=True)
class Activation:
    """A unit being activated: the kinds declared and not forgone, how many are done, and whether it is outside the count."""

    unit: str
    side: str
    kinds: tuple[ActionKind, ...]
    done: int = 0
    is_free: bool = False

    @property
    def next_kind(self) -> ActionKind | None:
        return self.kinds[self.done] if self.done < len(self.kinds) else None

    @property
    def has_move(self) -> bool:
        """Whether it has moved or will move."""
        return ActionKind.MOVE in self.kinds


@dataclass(frozen=True, slots=True)
class MoveUnderWay:
    """A Move that has begun and is not over: its way, and how far the unit has gone."""

    unit: str
    path: tuple[Spot, ...]
    facing_deg: float | None
    reverse: bool
    gone_in: float = 0.0
    marks: tuple[float, ...] = ()
    """The inches along the way at which it may still be fired on."""
    tows: str = ""
    """The wreck it pulls behind it."""
    men: tuple[tuple[float, float], ...] = ()
    """Where its men shall stand round its end (x, y in inches); empty keeps their formation."""

    @property
    def length_in(self) -> float:
        return sum(start.gap_in(end) for start, end in pairwise(self.path))


@dataclass(frozen=True, slots=True)
class Obligation:
    """A decision that a side must make: its kind, the unit it is about, another unit or thing, and a number."""

    duty: Duty
    side: str
    unit: str = ""
    other: str = ""
    count: int = 0
    refused: tuple[str, ...] = ()
    """Nothing is kept here any more; logs of earlier versions have it."""
    places: tuple[tuple[float, float], ...] = ()
    """Where the men of the unit stood round its spot (x, y in inches)."""
    before_suppression: bool = False
    """Whether its unit was not yet suppressed when a test fell due; the rest of the same salvo may suppress it since."""


@dataclass(frozen=True, slots=True)
class Removal:
    """The rest of a removal of suppression that an event interrupted: counters still to take, and dice to throw."""

    counters: int
    dice: int


@dataclass(frozen=True, slots=True)
class Objective:
    """A take-and-hold objective; `lost_by` is a side that lost it to the enemy and has not ended its own turn since."""

    name: str
    at: Spot
    held_by: str | None = None
    lost_by: str | None = None


@dataclass(frozen=True, slots=True)
class Loss:
    """A unit that left play, how, and the shells and shots it had left and used."""

    unit: str
    type: str
    side: str
    how: str
    at: Spot | None = None
    facing_deg: float = 0.0
    rounds: tuple[tuple[str, int], ...] = ()
    used: tuple[tuple[str, int], ...] = ()


@dataclass(frozen=True, slots=True)
class Force:
    """A side's battle group: its morale value, how many points it cost, and its roster, which the enemy may read."""

    side: str
    morale: int
    points: int
    roster: tuple[tuple[str, int], ...] = ()
    """The names of its unit types, and how many units of each; not where they are."""


@dataclass(frozen=True, slots=True)
class Setting:
    """The setting of a game, fixed before play."""

    size: Size
    engagement: Engagement
    attacker: str | None
    turns: int
    is_night: bool = False
    ask_for_tests: bool = False
    counters: bool = True
    events: bool = True
    short_game: bool = False
    barred_from_all_objectives: frozenset[str] = frozenset()
    """The sides that may not win by holding all objectives."""


@dataclass(frozen=True)
class Progress(Course):
    """The progress of a game.

    `pot` are the counters left, by what they show; `drawn` those each side has taken. `support` holds the state of
    further chapters, by the names of their slots.
    """

    setting: Setting
    forces: tuple[Force, ...]
    turn: int = 1
    step: Step = Step.COMMAND
    acting: str = ""
    command_dice: tuple[int, ...] = ()
    allowance: int = 0
    spent: int = 0
    activated: frozenset[str] = frozenset()
    activation: Activation | None = None
    suspended: tuple[Activation, ...] = ()
    """Activations interrupted by a heroic action, the latest last."""
    move: MoveUnderWay | None = None
    halted: tuple[tuple[str, MoveUnderWay], ...] = ()
    """Moves that heroes interrupt, each with the unit that acts heroically, the latest last."""
    owed: tuple[Obligation, ...] = ()
    """Decisions owed, the first to be made first."""
    status: Mapping[str, Status] = field(default_factory=dict)
    pot: tuple[tuple[str, int], ...] = ()
    drawn: tuple[tuple[str, str], ...] = ()
    objectives: tuple[Objective, ...] = ()
    lost: tuple[Loss, ...] = ()
    wrecks: tuple[Loss, ...] = ()
    removal: Removal | None = None
    support: Mapping[str, object] = field(default_factory=dict)
    ended: Result | None = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "status", MappingProxyType(dict(self.status)))
        object.__setattr__(self, "support", MappingProxyType(dict(self.support)))

    @property
    def first(self) -> str:
        """The side that takes the first turn."""
        return self.forces[0].side

    @property
    def due(self) -> Obligation:
        """The decision that must be made now, the first of those owed."""
        return self.owed[0]

    def other(self, side: str) -> str:
        return next(force.side for force in self.forces if force.side != side)

    def own_turn(self, side: str) -> int:
        """The turn of its own that a side is in, or was in last; 0 before its first."""
        return self.turn if side in (self.acting, self.first) else self.turn - 1

    def force(self, side: str) -> Force:
        """The battle group of a side."""
        return next(force for force in self.forces if force.side == side)

    def of(self, unit: str) -> Status:
        return self.status.get(unit, Status())

    def with_status(self, unit: str, status: Status) -> "Progress":
        return self.changed(status=with_entries(self.status, {unit: status}))

    def counters_of(self, side: str) -> tuple[str, ...]:
        """The counters a side has drawn, in order."""
        return tuple(counter for drawer, counter in self.drawn if drawer == side)

    def morale_lost(self, side: str) -> int:
        """The sum of a side's counters; those with a picture count nothing."""
        return sum(int(counter) for counter in self.counters_of(side) if counter.isdecimal())

    def morale_left(self, side: str) -> int:
        return self.force(side).morale - self.morale_lost(side)


def progress_of(state: GameState) -> Progress:
    """The progress of a game under way.

    Raises:
        BadInput: if the game has not been opened.
    """
    if not isinstance(state.course, Progress):
        raise BadInput("course", state.course, "that of an opened game of Kampfgruppe Normandy")
    return state.course


def with_progress(state: GameState, progress: Progress) -> GameState:
    return state.changed(course=progress)


RULE_IDS = {"COMMAND_DICE": ("KN-TURN-05", "KN-TURN-06", "KN-TURN-07")}
