"""What a player of Micro Armour may declare."""

from dataclasses import dataclass

from rules.ground.table.inches import Spot


@dataclass(frozen=True, slots=True)
class RollInitiative:
    """Both players throw for initiative."""

    side: str

    def __str__(self) -> str:
        return "roll for initiative"


@dataclass(frozen=True, slots=True)
class GoFirst:
    """The player with initiative says who begins this phase."""

    side: str
    first: str

    def __str__(self) -> str:
        return f"{self.first} shall go first"


@dataclass(frozen=True, slots=True)
class NameGroup:
    """Put stands in movement posture as one movement group."""

    side: str
    stands: tuple[str, ...]

    def __str__(self) -> str:
        return f"movement group of {_listed(self.stands)}"


@dataclass(frozen=True, slots=True)
class Pass:
    """Do nothing now."""

    side: str

    def __str__(self) -> str:
        return "pass"


@dataclass(frozen=True, slots=True)
class Fire:
    """Attack a stand in the Fire Phase; the gun of a firer is named where it has two (empty is the first)."""

    side: str
    target: str
    firers: tuple[str, ...]
    guns: tuple[str, ...] = ()

    def __str__(self) -> str:
        return f"{_listed(self.firers)} at {self.target}{_guns(self.guns)}"


@dataclass(frozen=True, slots=True)
class RollOrders:
    """Both players throw for their movement orders."""

    side: str

    def __str__(self) -> str:
        return "roll for movement orders"


@dataclass(frozen=True, slots=True)
class MoveGroup:
    """Try to move a group: with an order, or independently without."""

    side: str
    group: int
    ordered: bool

    def __str__(self) -> str:
        return f"{'order' if self.ordered else 'without an order,'} group {self.group} to move"


@dataclass(frozen=True, slots=True)
class MoveStand:
    """Move a stand along a path that begins where it is, and face so; a path of one spot only turns it.

    `by_road` pays a road's rate where there is one; `goes_on` keeps the move open for another leg.
    """

    side: str
    stand: str
    path: tuple[Spot, ...]
    facing_deg: float
    by_road: bool = True
    goes_on: bool = False

    def __str__(self) -> str:
        to = f"to {self.path[-1]}, " if len(self.path) > 1 else ""
        return f"{self.stand} {to}facing {self.facing_deg:g}°"


@dataclass(frozen=True, slots=True)
class PassEnemy:
    """Test a stand's nerve, to pass through the enemy it stands beside."""

    side: str
    stand: str
    enemy: str

    def __str__(self) -> str:
        return f"{self.stand} tests its nerve to pass {self.enemy}"


@dataclass(frozen=True, slots=True)
class EndMove:
    """Move this stand no further, or none of the group's others if none is named."""

    side: str
    stand: str = ""

    def __str__(self) -> str:
        return f"{self.stand} stays there" if self.stand else "the group's move is done"


@dataclass(frozen=True, slots=True)
class OpportunityFire:
    """Stop the moving stand at one of the places of its path (0 is where it starts), and attack it."""

    side: str
    firers: tuple[str, ...]
    at: int
    guns: tuple[str, ...] = ()

    def __str__(self) -> str:
        return f'stop! after {self.at}": {_listed(self.firers)} fire{_guns(self.guns)}'


@dataclass(frozen=True, slots=True)
class CoveringFire:
    """Answer opportunity fire: attack one of the stands that fired it."""

    side: str
    target: str
    firers: tuple[str, ...]
    guns: tuple[str, ...] = ()

    def __str__(self) -> str:
        return f"covering fire of {_listed(self.firers)} at {self.target}{_guns(self.guns)}"


@dataclass(frozen=True, slots=True)
class HoldFire:
    """Let the chance of opportunity or covering fire go by."""

    side: str

    def __str__(self) -> str:
        return "hold fire"


@dataclass(frozen=True, slots=True)
class RemoveMarkers:
    """Take up posture and fired markers and roll for every suppressed or disorganized stand of the side."""

    side: str

    def __str__(self) -> str:
        return "remove markers"


MatgAction = (
    RollInitiative
    | GoFirst
    | NameGroup
    | Pass
    | Fire
    | RollOrders
    | MoveGroup
    | MoveStand
    | PassEnemy
    | EndMove
    | OpportunityFire
    | CoveringFire
    | HoldFire
    | RemoveMarkers
)

ACTIONS = (
    RollInitiative,
    GoFirst,
    NameGroup,
    Pass,
    Fire,
    RollOrders,
    MoveGroup,
    MoveStand,
    PassEnemy,
    EndMove,
    OpportunityFire,
    CoveringFire,
    HoldFire,
    RemoveMarkers,
)
"""The classes, for Records."""


def _listed(stands: tuple[str, ...]) -> str:
    return ", ".join(stands)


def _guns(guns: tuple[str, ...]) -> str:
    named = [gun for gun in guns if gun]
    return f" with {', '.join(named)}" if named else ""
