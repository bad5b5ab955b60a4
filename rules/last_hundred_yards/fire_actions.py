"""What a player declares of fire and mortars; str(action) is what he says."""

from dataclasses import dataclass

from rules.ground.hexes import Hex


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

    Concealed targets are named by class and hex, afv@E5, after an inquiry. `through` is the open hex in
    which a vehicle is fired at that drove on out of sight (11.5.4g).
    """

    side: str
    unit: str
    targets: tuple[str, ...]
    motion: str = ""
    to: Hex | None = None
    through: Hex | None = None

    def __str__(self) -> str:
        passing = f" as it passed {self.through}" if self.through else ""
        motion = _in_motion(self.motion, self.to)
        return f"{self.unit} fires anti-tank at {' and '.join(self.targets)}{passing}{motion}"


@dataclass(frozen=True, slots=True)
class Enfilade:
    """Name two or more firers against one unit, so that one of them takes it from behind (11.1.1).

    The defender gives the unit a front, then each of the firers fires at it.
    """

    side: str
    firers: tuple[str, ...]
    target: str

    def __str__(self) -> str:
        return f"{', '.join(self.firers)} enfilade {self.target}"


@dataclass(frozen=True, slots=True)
class GiveFront:
    """The defender's answer: the hexside, or the two beside the vertex, by which one of the fires enters (11.1.1).

    Hexsides are numbered as on the scatter diagram: 1 is up (or upper right), then clockwise.
    """

    side: str
    unit: str
    hexsides: tuple[int, ...]

    @property
    def where(self) -> str:
        """The hexside or vertex in words."""
        shown = " and ".join(map(str, self.hexsides))
        return f"hexside {shown}" if len(self.hexsides) == 1 else f"the vertex of hexsides {shown}"

    def __str__(self) -> str:
        return f"{self.unit} faces {self.where}"


@dataclass(frozen=True, slots=True)
class DivideMarkers:
    """Say which small arms markers, by their numbers, go along with an enemy that left others in its hex (11.3.1)."""

    side: str
    unit: str
    fires: tuple[int, ...]

    def __str__(self) -> str:
        if not self.fires:
            return f"no marker goes along with {self.unit}"
        return f"marker {' and '.join(map(str, self.fires))} go{'' if self.fires[1:] else 'es'} along with {self.unit}"


@dataclass(frozen=True, slots=True)
class CallMortar:
    """Ask for a mortar fire action on a hex, high explosive or smoke (11.4).

    An attacker whose units wait off the map puts the observer into an entry hex, `observer_at` (17.7).
    Where sectors meet whose scatter diagrams differ, `sector` is the one whose diagram holds (11.4.5).
    """

    side: str
    mortar: str
    unit: str
    at: Hex
    smoke: bool = False
    observer_at: Hex | None = None
    sector: str = ""

    def __str__(self) -> str:
        where = f", seen from {self.observer_at}" if self.observer_at else ""
        told = f"{self.unit} calls {'smoke' if self.smoke else 'fire'} of {self.mortar} on {self.at}{where}"
        return told + _by_diagram(self.sector)


@dataclass(frozen=True, slots=True)
class ResolveFire:
    """Roll for the fire markers of one hex (12.0)."""

    side: str
    at: Hex

    def __str__(self) -> str:
        return f"resolve the fire on {self.at}"


@dataclass(frozen=True, slots=True)
class AdjustMortars:
    """The Mortar Fire Adjustment Phase (5.0 V)."""

    side: str

    def __str__(self) -> str:
        return "adjust mortar fire"


@dataclass(frozen=True, slots=True)
class ExtendMortar:
    """Extend a mortar's fire, on the same hex or shifted (11.4.10); `sector` and `smoke` as in a call."""

    side: str
    mortar: str
    at: Hex
    sector: str = ""
    smoke: bool = False

    def __str__(self) -> str:
        what = "its fire with smoke" if self.smoke else "its fire"
        return f"{self.mortar} extends {what} to {self.at}{_by_diagram(self.sector)}"


FireAction = (
    Inquire
    | FireSmallArms
    | FireAntiTank
    | Enfilade
    | GiveFront
    | DivideMarkers
    | CallMortar
    | ResolveFire
    | AdjustMortars
    | ExtendMortar
)


def _by_diagram(sector: str) -> str:
    return f", by the scatter diagram of sector {sector}" if sector else ""


def _in_motion(motion: str, to: Hex | None) -> str:
    if not motion:
        return ""
    return f", {motion.replace('_', ' ')}{f' by {to}' if to else ''}"
