"""What a player declares of the turn itself: set-up, initiative, activation, reaction, time, Clean Up.

One frozen value a declaration; str(action) is what he says.
"""

from dataclasses import dataclass

from rules.ground.hexes import Hex


@dataclass(frozen=True, slots=True)
class DrawForces:
    """Set-up: draw what the mission gives a side by lot (17.6)."""

    side: str

    def __str__(self) -> str:
        return f"{self.side} draws its forces"


@dataclass(frozen=True, slots=True)
class PlaceUnit:
    """Set-up: put a unit of one's own into a hex of the set-up area (17.7)."""

    side: str
    unit: str
    at: Hex
    hidden: bool = False
    deployed: bool = False
    """A squad that starts as two sections (17.7b)."""
    in_motion: bool = False
    """A vehicle that starts in motion (17.7f)."""
    aboard: str = ""
    """The vehicle in that hex that it starts aboard (17.7f)."""

    def __str__(self) -> str:
        marks = {"hidden": self.hidden, "deployed": self.deployed, "in motion": self.in_motion}
        how = "".join(f", {mark}" for mark, holds in marks.items() if holds)
        return f"{self.unit} sets up in {self.at}{f', aboard {self.aboard}' if self.aboard else ''}{how}"


@dataclass(frozen=True, slots=True)
class FinishSetup:
    """Set-up is done."""

    side: str

    def __str__(self) -> str:
        return f"{self.side} is set up"


@dataclass(frozen=True, slots=True)
class RollInitiative:
    """Both roll for the initiative (5.0 I)."""

    side: str

    def __str__(self) -> str:
        return "roll for the initiative"


@dataclass(frozen=True, slots=True)
class StripConcealment:
    """Recon: take the concealment of one enemy hex (15.0)."""

    side: str
    at: Hex

    def __str__(self) -> str:
        return f"recon {self.at}"


@dataclass(frozen=True, slots=True)
class SelectCompany:
    """Choose the company whose platoons come next (6.0 I)."""

    side: str
    company: str

    def __str__(self) -> str:
        return f"select {self.company}"


@dataclass(frozen=True, slots=True)
class Coordinate:
    """Try to activate two platoons together (7.1)."""

    side: str

    def __str__(self) -> str:
        return "try to coordinate"


@dataclass(frozen=True, slots=True)
class Activate:
    """Activate a platoon, or two after coordination (6.0 II.1)."""

    side: str
    platoons: tuple[str, ...]

    def __str__(self) -> str:
        return f"activate {' and '.join(self.platoons)}"


@dataclass(frozen=True, slots=True)
class CallForReaction:
    """Done acting: the other side may react (6.0 II.2)."""

    side: str

    def __str__(self) -> str:
        return f"{self.side} calls for reaction"


@dataclass(frozen=True, slots=True)
class Pass:
    """No reaction, or no more of what was offered."""

    side: str

    def __str__(self) -> str:
        return f"{self.side} passes"


@dataclass(frozen=True, slots=True)
class RemoveExcess:
    """Eliminate a unit above the stacking limit (2.4)."""

    side: str
    unit: str

    def __str__(self) -> str:
        return f"{self.unit} is one too many"


@dataclass(frozen=True, slots=True)
class LapseTime:
    """Roll for the minutes that passed (5.0 VI)."""

    side: str

    def __str__(self) -> str:
        return "roll for the time lapse"


@dataclass(frozen=True, slots=True)
class PlaceLeader:
    """A lost leader comes back with a unit of his platoon (12.3.4.1)."""

    side: str
    leader: str
    at: Hex

    def __str__(self) -> str:
        return f"{self.leader} comes back in {self.at}"


@dataclass(frozen=True, slots=True)
class MoveDummy:
    """Clean Up, where a mission allows it: put a dummy with other concealed friends (17.8)."""

    side: str
    unit: str
    to: Hex

    def __str__(self) -> str:
        return f"{self.unit} is put in {self.to}"


TurnAction = (
    DrawForces
    | PlaceUnit
    | FinishSetup
    | RollInitiative
    | StripConcealment
    | SelectCompany
    | Coordinate
    | Activate
    | CallForReaction
    | Pass
    | RemoveExcess
    | LapseTime
    | PlaceLeader
    | MoveDummy
)
