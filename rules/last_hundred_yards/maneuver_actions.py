"""What a player declares of his units' moving about, and of their recovery; str(action) is what he says."""

from dataclasses import dataclass

from rules.ground.hexes import Hex


@dataclass(frozen=True, slots=True)
class Maneuver:
    """Enter the next hex; `to` None leaves the map. Modes: forward, reverse (10.0, 10.4.4).

    `along` is the vehicle of its hex that drives with it as a stack.
    """

    side: str
    unit: str
    to: Hex | None
    mode: str = "forward"
    along: tuple[str, ...] = ()

    def __str__(self) -> str:
        way = " in reverse" if self.mode == "reverse" else ""
        where = f"to {self.to}" if self.to else "off the map"
        return f"{_they(self.unit, self.along, 'maneuver')} {where}{way}"


@dataclass(frozen=True, slots=True)
class EnterMap:
    """Come on from off the map in an entry hex, and go on from there (17.7)."""

    side: str
    unit: str
    to: Hex

    def __str__(self) -> str:
        return f"{self.unit} comes on in {self.to}"


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
class Overwatch:
    """An active vehicle in motion stops, here or in the next hex, to fire in reaction (10.4.1b.iii)."""

    side: str
    unit: str
    to: Hex | None = None

    def __str__(self) -> str:
        return f"{self.unit} stops{f' in {self.to}' if self.to else ''} on overwatch"


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
class Recombine:
    """Two sections become a squad again (10.3.3)."""

    side: str
    first: str
    second: str

    def __str__(self) -> str:
        return f"{self.first} and {self.second} recombine"


@dataclass(frozen=True, slots=True)
class Overrun:
    """Drive over the enemies of an open hex, alone or as a stack (10.4.5)."""

    side: str
    unit: str
    into: Hex
    along: tuple[str, ...] = ()

    def __str__(self) -> str:
        return f"{_they(self.unit, self.along, 'overrun')} {self.into}"


@dataclass(frozen=True, slots=True)
class OverrunAttack:
    """What an overrunner does by the later rules: a marker on the hex, or on the one gun or vehicle named."""

    side: str
    unit: str
    target: str = ""

    def __str__(self) -> str:
        return f"{self.unit} runs over {self.target or 'the hex'}"


@dataclass(frozen=True, slots=True)
class Bypass:
    """Drive through an enemy hex to avoid combat, alone or as a stack (10.4.5.1 of the series rules)."""

    side: str
    unit: str
    through: Hex
    along: tuple[str, ...] = ()

    def __str__(self) -> str:
        return f"{_they(self.unit, self.along, 'bypass')} {self.through}"


@dataclass(frozen=True, slots=True)
class FireWithinHex:
    """Fire at vehicles that overrun or bypass the hex: anti-tank at one, or two if split, or small arms at riders."""

    side: str
    unit: str
    targets: tuple[str, ...] = ()
    small_arms: bool = False

    def __str__(self) -> str:
        how = "small arms at the riders" if self.small_arms else f"anti-tank at {' and '.join(self.targets)}"
        return f"{self.unit} fires {how} in its hex"


@dataclass(frozen=True, slots=True)
class ResistOverrun:
    """A squad or section in an overrun hex stands up to an AFV (10.4.5, procedure 3)."""

    side: str
    unit: str
    vehicle: str

    def __str__(self) -> str:
        return f"{self.unit} stands up to {self.vehicle}"


@dataclass(frozen=True, slots=True)
class Load:
    """Mount a vehicle in the hex (10.4.6)."""

    side: str
    unit: str
    vehicle: str

    def __str__(self) -> str:
        return f"{self.unit} mounts {self.vehicle}"


@dataclass(frozen=True, slots=True)
class Limber:
    """A towed gun is hitched to the truck that belongs to it, in its hex or next to it (10.4.6.3)."""

    side: str
    unit: str
    at: Hex

    def __str__(self) -> str:
        return f"{self.unit} limbers up in {self.at}"


@dataclass(frozen=True, slots=True)
class Unload:
    """Dismount (10.4.6); a towed gun may be set down next to its carrier, `to`, where that cannot drive (10.4.6.3)."""

    side: str
    unit: str
    to: Hex | None = None

    def __str__(self) -> str:
        return f"{self.unit} dismounts{f' to {self.to}' if self.to else ''}"


@dataclass(frozen=True, slots=True)
class Recover:
    """Try to recover from disruption or shock, or all regrouping units of a hex; a leader may help (14)."""

    side: str
    unit: str
    leader: str = ""

    def __str__(self) -> str:
        return f"{self.unit} recovers{f', {self.leader} helping' if self.leader else ''}"


ManeuverAction = (
    Maneuver
    | EnterMap
    | EndManeuver
    | ChangeMotion
    | Overwatch
    | Withdraw
    | Deploy
    | Recombine
    | Overrun
    | OverrunAttack
    | Bypass
    | FireWithinHex
    | ResistOverrun
    | Load
    | Limber
    | Unload
    | Recover
)
"""Every declaration of a maneuver or recovery."""


def _they(unit: str, along: tuple[str, ...], verb: str) -> str:
    if not along:
        return f"{unit} {'bypasses' if verb == 'bypass' else f'{verb}s'}"
    return f"{' and '.join((unit, *along))} {verb}"
