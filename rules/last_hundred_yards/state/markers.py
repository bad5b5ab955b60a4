"""Markers on the map: fire markers, Assault Arrows and Assault Nationality markers, mines, wire and smoke."""

from dataclasses import dataclass
from enum import StrEnum

from rules.game.rule_ids import implements
from rules.ground.hex.hexes import Hex

MINES, WIRE, SMOKE = "mines", "wire", "smoke"


class FireKind(StrEnum):
    """The kind of a fire marker: green small arms, red mortar, yellow anti-tank (LHY 11.2)."""

    SADRM = "sadrm"
    MDRM = "mdrm"
    ATDRM = "atdrm"


@implements("LHY-11.2.0", "LHY-11.5.1.0")
@dataclass(frozen=True, slots=True)
class FireMarker:
    """One fire attack waiting for its die.

    `against` is the side it lies on, None for mortar fire, which strikes both; `target` is the one unit of
    an anti-tank marker; `rear` is the E of enfilade; `tubes` is the table value of the mortar.
    """

    number: int
    kind: FireKind
    at: Hex
    value: int
    against: str | None = None
    target: str | None = None
    firer: str | None = None
    rear: bool = False
    primary: bool = False
    tubes: int | None = None
    collateral: bool = True
    unseen: bool = False
    """Laid by a vehicle that halted to fire at a hex that it had not seen as it set out (11.5.4f)."""


@dataclass(frozen=True, slots=True)
class Arrow:
    """An Assault Arrow: a unit waiting next to the hex that it is about to assault."""

    unit: str
    side: str
    into: Hex
    way: str = ""
    """How it stands in a river, as its maneuver brought it there (4.1.10)."""
    goes_in: bool = False
    """Whether its player has decided that it goes in and does not feint (6.0 II.3b)."""


@dataclass(frozen=True, slots=True)
class Entry:
    """How one assaulter came into an assault hex, and in which activation cycle."""

    unit: str
    came_from: Hex
    cycle: int


@dataclass(frozen=True, slots=True)
class AssaultHex:
    """An assault: the hex with its Assault Nationality marker, the attacking side, and how its units came in."""

    at: Hex
    side: str
    entries: tuple[Entry, ...] = ()
    row: str = ""
    """The row of the Assault Resolution Table, once the die is thrown."""
    losers: tuple[str, ...] = ()
    urban_losses: tuple[str, ...] = ()
    leaders: tuple[str, ...] = ()
    """The leaders who took part, one of each side, who may fall (13.6.5)."""
    retreats_ordered: bool = False
    """Whether retreats have been ordered, which happens after the attempts to destroy vehicles."""
