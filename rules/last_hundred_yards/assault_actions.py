"""What a player declares of assaults and what follows them; str(action) is what he says."""

from dataclasses import dataclass

from rules.ground.hexes import Hex


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
class EnterAssault:
    """A unit under an Assault Arrow goes in (6.0 II.3b)."""

    side: str
    unit: str

    def __str__(self) -> str:
        return f"{self.unit} goes in"


@dataclass(frozen=True, slots=True)
class Feint:
    """A unit under an Assault Arrow stays out: it withdraws, or tries to stay (13.2.2.1).

    Men who wait in its hex may feint with it, `along`. A vehicle stays, or reverses to the hex `to`.
    """

    side: str
    unit: str
    stay: bool = False
    to: Hex | None = None
    along: tuple[str, ...] = ()

    def __str__(self) -> str:
        back = f" and reverses to {self.to}" if self.to else ""
        if self.along:
            return f"{', '.join((self.unit, *self.along))} feint{' and stay' if self.stay else back}"
        return f"{self.unit} feints{' and stays' if self.stay else back}"


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


AssaultAction = (
    Assault | Reinforce | EnterAssault | Feint | ResolveAssault | DestroyVehicle | Retreat | Advance
)
