"""What happens in a game of Micro Armour; common events come from rules.game.events."""

from dataclasses import dataclass
from enum import StrEnum

from rules.ground.table.inches import Spot
from rules.micro_armour.combat_results import CombatResult
from rules.micro_armour.course import Phase


class FireKind(StrEnum):
    """The three ways an attack comes about."""

    FIRE = "fire"
    OPPORTUNITY = "opportunity fire"
    COVERING = "covering fire"


@dataclass(frozen=True, slots=True)
class TurnBegan:
    """A turn began with its initiative phase."""

    turn: int

    def __str__(self) -> str:
        return f"turn {self.turn}"


@dataclass(frozen=True, slots=True)
class InitiativeRolled:
    """Both players threw for initiative; no winner is a tie."""

    sides: tuple[str, ...]
    dice: tuple[int, ...]
    totals: tuple[int, ...]
    winner: str | None

    def __str__(self) -> str:
        rolls = zip(self.sides, self.dice, self.totals, strict=True)
        thrown = ", ".join(f"{side} {die} makes {total}" for side, die, total in rolls)
        return f"initiative: {thrown}; {self.winner or 'a tie'}"


@dataclass(frozen=True, slots=True)
class PhaseBegan:
    """A phase began; the player with initiative decides who goes first, where that is to be decided."""

    phase: Phase

    def __str__(self) -> str:
        return f"{self.phase} phase"


@dataclass(frozen=True, slots=True)
class FirstChosen:
    """The player with initiative said who begins."""

    first: str

    def __str__(self) -> str:
        return f"{self.first} goes first"


@dataclass(frozen=True, slots=True)
class GroupNamed:
    """Stands were put in movement posture as one group."""

    side: str
    stands: tuple[str, ...]

    def __str__(self) -> str:
        return f"{self.side}: movement group of {', '.join(self.stands)}"


@dataclass(frozen=True, slots=True)
class Passed:
    """A player passed."""

    side: str

    def __str__(self) -> str:
        return f"{self.side} passes"


@dataclass(frozen=True, slots=True)
class ShotFired:
    """A stand attempted to fire: its cohesion roll and, if that held, the 2D6 and what the table gave."""

    kind: FireKind
    firer: str
    target: str
    gun: str
    natural: int
    to_cohesion: int
    level: int
    dice: tuple[int, ...]
    to_combat: int
    differential: int
    result: CombatResult

    def __str__(self) -> str:
        said = f"{self.firer} at {self.target} with {self.gun} ({self.kind}): cohesion {self.natural}"
        said += f"{self.to_cohesion:+d} against {self.level}"
        if not self.dice:
            return f"{said}, does not fire"
        roll = sum(self.dice) + self.to_combat
        thrown = "+".join(map(str, self.dice))
        return f"{said}, fires; {thrown}{self.to_combat:+d} = {roll} at {self.differential:+d}: {self.result}"


@dataclass(frozen=True, slots=True)
class AttackEnded:
    """An attack on a stand was over."""

    kind: FireKind
    side: str
    target: str
    firers: tuple[str, ...]
    may_be_answered: bool = False
    """Whether covering fire may follow."""

    def __str__(self) -> str:
        return f"{self.side}'s {self.kind} at {self.target} is over"


@dataclass(frozen=True, slots=True)
class StandLost:
    """A stand was eliminated; a wreck stays where it stood."""

    stand: str
    points: int

    def __str__(self) -> str:
        return f"{self.stand} is eliminated ({self.points} points)"


@dataclass(frozen=True, slots=True)
class OrdersRolled:
    """Both players threw for their movement orders."""

    sides: tuple[str, ...]
    totals: tuple[int, ...]
    orders: tuple[int, ...]

    def __str__(self) -> str:
        rolls = zip(self.sides, self.totals, self.orders, strict=True)
        return "orders: " + ", ".join(f"{side} {total} gives {n}" for side, total, n in rolls)


@dataclass(frozen=True, slots=True)
class GroupTested:
    """A group attempted to move: its roll, who may move, and who is left a straggler."""

    side: str
    group: int
    ordered: bool
    natural: int
    modifier: int
    level: int
    moving: tuple[str, ...]
    stragglers: tuple[str, ...]

    def __str__(self) -> str:
        how = "ordered" if self.ordered else "independent"
        said = (
            f"{self.side}: group {self.group} ({how}) {self.natural}{self.modifier:+d} against {self.level}: "
        )
        said += f"{', '.join(self.moving)} may move" if self.moving else "nobody moves"
        return f"{said}; stragglers {', '.join(self.stragglers)}" if self.stragglers else said


@dataclass(frozen=True, slots=True)
class LegDeclared:
    """A stand was touched to be moved along a path, which the other side may stop."""

    stand: str
    path: tuple[Spot, ...]
    facing_deg: float
    by_road: bool
    goes_on: bool
    may_be_stopped: bool

    def __str__(self) -> str:
        to = f"sets out for {self.path[-1]}" if len(self.path) > 1 else "turns"
        return f"{self.stand} {to}"


@dataclass(frozen=True, slots=True)
class StandMoved:
    """A stand went along a path, at such a cost, and faces so."""

    stand: str
    path: tuple[Spot, ...]
    facing_deg: float
    cost: float
    inches: float

    def __str__(self) -> str:
        if self.inches == 0.0:
            return f"{self.stand} faces {self.facing_deg:g}°"
        return f"{self.stand} moves {self.inches:.1f} inches to {self.path[-1]}, facing {self.facing_deg:g}°"


@dataclass(frozen=True, slots=True)
class StandMovedBack:
    """A stand forced to halt over another was moved back along its path."""

    stand: str
    to: Spot

    def __str__(self) -> str:
        return f"{self.stand} is moved back to {self.to}"


@dataclass(frozen=True, slots=True)
class HoldTested:
    """A stand hit by opportunity fire rolled whether it may move on."""

    stand: str
    natural: int
    modifier: int
    level: int

    @property
    def holds(self) -> bool:
        return self.natural + self.modifier <= self.level

    def __str__(self) -> str:
        outcome = "moves on" if self.holds else "stops"
        return f"{self.stand} {self.natural}{self.modifier:+d} against {self.level}: {outcome}"


@dataclass(frozen=True, slots=True)
class NerveTested:
    """A stand tested its nerve beside an enemy."""

    stand: str
    enemy: str
    natural: int
    modifier: int
    level: int

    @property
    def holds(self) -> bool:
        return self.natural + self.modifier <= self.level

    def __str__(self) -> str:
        outcome = f"may pass {self.enemy}" if self.holds else "stays where it is"
        return f"{self.stand} {self.natural}{self.modifier:+d} against {self.level}: {outcome}"


@dataclass(frozen=True, slots=True)
class FireHeld:
    """A chance of opportunity or covering fire went by."""

    side: str

    def __str__(self) -> str:
        return f"{self.side} holds fire"


@dataclass(frozen=True, slots=True)
class MoveEnded:
    """A stand has executed its movement."""

    stand: str

    def __str__(self) -> str:
        return f"{self.stand} has moved"


@dataclass(frozen=True, slots=True)
class GroupDone:
    """A group's attempt to move was over; its stragglers are groups of their own."""

    side: str
    group: int
    stragglers: tuple[tuple[str, ...], ...]

    def __str__(self) -> str:
        return f"{self.side}'s attempt with group {self.group} is over"


@dataclass(frozen=True, slots=True)
class MarkersRemoved:
    """A side took up its movement and fired markers."""

    side: str

    def __str__(self) -> str:
        return f"{self.side} takes up its markers"


@dataclass(frozen=True, slots=True)
class RecoveryRolled:
    """A marked stand rolled for recovery."""

    stand: str
    natural: int
    modifier: int
    level: int
    outcome: str

    def __str__(self) -> str:
        return f"{self.stand} {self.natural}{self.modifier:+d} against {self.level}: {self.outcome}"


@dataclass(frozen=True, slots=True)
class GameEnded:
    """The game was over."""

    winner: str | None
    text: str

    def __str__(self) -> str:
        return self.text


COURSE_EVENTS = (
    TurnBegan,
    InitiativeRolled,
    PhaseBegan,
    FirstChosen,
    GroupNamed,
    Passed,
    ShotFired,
    AttackEnded,
    StandLost,
    OrdersRolled,
    GroupTested,
    LegDeclared,
    StandMoved,
    StandMovedBack,
    HoldTested,
    NerveTested,
    FireHeld,
    MoveEnded,
    GroupDone,
    MarkersRemoved,
    RecoveryRolled,
    GameEnded,
)
"""The classes of this book's own events, for Records."""
