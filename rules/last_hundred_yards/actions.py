"""What a player declares: one frozen value a declaration; str(action) is what he says."""

from dataclasses import dataclass

from rules.ground.hexes import Hex


@dataclass(frozen=True, slots=True)
class PlaceUnit:
    """Set-up: put a unit of one's own into a hex of the set-up area (17.7)."""

    side: str
    unit: str
    at: Hex
    hidden: bool = False
    deployed: bool = False
    """A squad that starts as two sections (17.7b)."""

    def __str__(self) -> str:
        how = f"{', hidden' if self.hidden else ''}{', deployed' if self.deployed else ''}"
        return f"{self.unit} sets up in {self.at}{how}"


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
class Maneuver:
    """Enter the next hex; `to` None leaves the map. Modes: forward, reverse (10.0, 10.4.4)."""

    side: str
    unit: str
    to: Hex | None
    mode: str = "forward"

    def __str__(self) -> str:
        way = " in reverse" if self.mode == "reverse" else ""
        return f"{self.unit} maneuvers {f'to {self.to}' if self.to else 'off the map'}{way}"


@dataclass(frozen=True, slots=True)
class EndManeuver:
    """The maneuver, withdrawal or retreat under way ends here; a vehicle in motion may stop (10.4.1)."""

    side: str
    stop: bool = False

    def __str__(self) -> str:
        return "stop" if self.stop else "end the maneuver"


@dataclass(frozen=True, slots=True)
class ChangeMotion:
    """A vehicle goes into motion or stops without leaving its hex (10.4.1)."""

    side: str
    unit: str
    stop: bool

    def __str__(self) -> str:
        return f"{self.unit} {'stops' if self.stop else 'goes into motion'}"


@dataclass(frozen=True, slots=True)
class Withdraw:
    """Withdraw one hex, alone or as a stack; the first hex begins the withdrawal (10.3.1)."""

    side: str
    units: tuple[str, ...]
    to: Hex | None

    def __str__(self) -> str:
        return f"{', '.join(self.units)} withdraw {f'to {self.to}' if self.to else 'off the map'}"


@dataclass(frozen=True, slots=True)
class Deploy:
    """A squad splits into two sections (10.3.2)."""

    side: str
    unit: str

    def __str__(self) -> str:
        return f"{self.unit} deploys"


@dataclass(frozen=True, slots=True)
class Assault:
    """Assault a hex: at once from next to it, else wait there under an arrow (13.2)."""

    side: str
    units: tuple[str, ...]
    into: Hex

    def __str__(self) -> str:
        return f"{', '.join(self.units)} assault {self.into}"


@dataclass(frozen=True, slots=True)
class Reinforce:
    """Move into an adjacent friendly hex under assault to help (13.3.3)."""

    side: str
    unit: str
    into: Hex

    def __str__(self) -> str:
        return f"{self.unit} reinforces {self.into}"


@dataclass(frozen=True, slots=True)
class Overrun:
    """Drive over the enemies of an open hex (10.4.5)."""

    side: str
    unit: str
    into: Hex

    def __str__(self) -> str:
        return f"{self.unit} overruns {self.into}"


@dataclass(frozen=True, slots=True)
class Load:
    """Mount a vehicle in the hex (10.4.6)."""

    side: str
    unit: str
    vehicle: str

    def __str__(self) -> str:
        return f"{self.unit} mounts {self.vehicle}"


@dataclass(frozen=True, slots=True)
class Unload:
    """Dismount (10.4.6)."""

    side: str
    unit: str

    def __str__(self) -> str:
        return f"{self.unit} dismounts"


@dataclass(frozen=True, slots=True)
class Inquire:
    """Ask what kinds of units lie concealed in a hex; one attack on it must follow (4.3)."""

    side: str
    at: Hex

    def __str__(self) -> str:
        return f"what lies concealed in {self.at}?"


@dataclass(frozen=True, slots=True)
class FireSmallArms:
    """Small arms fire at a hex, or split over two (11.3).

    A vehicle may first go into motion or halt: `motion` is shoot_and_scoot or halt_and_fire, and `to`
    the adjacent hex it then, or before, moves to (10.4.2, 10.4.3).
    """

    side: str
    unit: str
    at: tuple[Hex, ...]
    motion: str = ""
    to: Hex | None = None

    def __str__(self) -> str:
        return f"{self.unit} fires small arms at {' and '.join(map(str, self.at))}{_in_motion(self.motion, self.to)}"


@dataclass(frozen=True, slots=True)
class FireAntiTank:
    """Anti-tank fire at one unit, or split over two (11.5); `motion` and `to` as for small arms.

    Concealed targets are named by class and hex, afv@E5, after an inquiry.
    """

    side: str
    unit: str
    targets: tuple[str, ...]
    motion: str = ""
    to: Hex | None = None

    def __str__(self) -> str:
        return (
            f"{self.unit} fires anti-tank at {' and '.join(self.targets)}{_in_motion(self.motion, self.to)}"
        )


@dataclass(frozen=True, slots=True)
class CallMortar:
    """Ask for a mortar fire action on a hex, high explosive or smoke (11.4)."""

    side: str
    mortar: str
    unit: str
    at: Hex
    smoke: bool = False

    def __str__(self) -> str:
        return f"{self.unit} calls {'smoke' if self.smoke else 'fire'} of {self.mortar} on {self.at}"


@dataclass(frozen=True, slots=True)
class Recover:
    """Try to recover from disruption or shock, or all regrouping units of a hex; a leader may help (14)."""

    side: str
    unit: str
    leader: str = ""

    def __str__(self) -> str:
        return f"{self.unit} recovers{f', {self.leader} helping' if self.leader else ''}"


@dataclass(frozen=True, slots=True)
class EnterAssault:
    """A unit under an Assault Arrow goes in (6.0 II.3b)."""

    side: str
    unit: str

    def __str__(self) -> str:
        return f"{self.unit} goes in"


@dataclass(frozen=True, slots=True)
class Feint:
    """A unit under an Assault Arrow stays out: it withdraws, or tries to stay (13.2.2.1)."""

    side: str
    unit: str
    stay: bool = False

    def __str__(self) -> str:
        return f"{self.unit} feints{' and stays' if self.stay else ''}"


@dataclass(frozen=True, slots=True)
class RemoveExcess:
    """Eliminate a unit above the stacking limit (2.4)."""

    side: str
    unit: str

    def __str__(self) -> str:
        return f"{self.unit} is one too many"


@dataclass(frozen=True, slots=True)
class ResolveFire:
    """Roll for the fire markers of one hex (12.0)."""

    side: str
    at: Hex

    def __str__(self) -> str:
        return f"resolve the fire on {self.at}"


@dataclass(frozen=True, slots=True)
class ResolveAssault:
    """Roll for the assault in one hex (13.5)."""

    side: str
    at: Hex

    def __str__(self) -> str:
        return f"resolve the assault on {self.at}"


@dataclass(frozen=True, slots=True)
class DestroyVehicle:
    """A Vehicle Destruction Attempt by one unit on one vehicle (13.6.2)."""

    side: str
    unit: str
    vehicle: str

    def __str__(self) -> str:
        return f"{self.unit} tries to destroy {self.vehicle}"


@dataclass(frozen=True, slots=True)
class Retreat:
    """Retreat one hex (13.6.3); `to` None leaves the map."""

    side: str
    unit: str
    to: Hex | None

    def __str__(self) -> str:
        return f"{self.unit} retreats {f'to {self.to}' if self.to else 'off the map'}"


@dataclass(frozen=True, slots=True)
class Advance:
    """Advance one hex after an assault (13.6.4)."""

    side: str
    unit: str
    to: Hex

    def __str__(self) -> str:
        return f"{self.unit} advances to {self.to}"


@dataclass(frozen=True, slots=True)
class ResistOverrun:
    """A squad or section in an overrun hex stands up to an AFV (10.4.5, procedure 3)."""

    side: str
    unit: str
    vehicle: str

    def __str__(self) -> str:
        return f"{self.unit} stands up to {self.vehicle}"


@dataclass(frozen=True, slots=True)
class AdjustMortars:
    """The Mortar Fire Adjustment Phase (5.0 V)."""

    side: str

    def __str__(self) -> str:
        return "adjust mortar fire"


@dataclass(frozen=True, slots=True)
class ExtendMortar:
    """Extend a mortar's fire, on the same hex or shifted (11.4.10)."""

    side: str
    mortar: str
    at: Hex

    def __str__(self) -> str:
        return f"{self.mortar} extends its fire to {self.at}"


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
class Recombine:
    """Two sections become a squad again (10.3.3)."""

    side: str
    first: str
    second: str

    def __str__(self) -> str:
        return f"{self.first} and {self.second} recombine"


LhyAction = (
    PlaceUnit
    | FinishSetup
    | RollInitiative
    | StripConcealment
    | SelectCompany
    | Coordinate
    | Activate
    | CallForReaction
    | Pass
    | Maneuver
    | EndManeuver
    | ChangeMotion
    | Withdraw
    | Deploy
    | Assault
    | Reinforce
    | Overrun
    | Load
    | Unload
    | Inquire
    | FireSmallArms
    | FireAntiTank
    | CallMortar
    | Recover
    | EnterAssault
    | Feint
    | RemoveExcess
    | ResolveFire
    | ResolveAssault
    | DestroyVehicle
    | Retreat
    | Advance
    | ResistOverrun
    | AdjustMortars
    | ExtendMortar
    | LapseTime
    | PlaceLeader
    | Recombine
)
"""Any declaration of this book."""


def _in_motion(motion: str, to: Hex | None) -> str:
    if not motion:
        return ""
    return f", {motion.replace('_', ' ')}{f' by {to}' if to else ''}"
