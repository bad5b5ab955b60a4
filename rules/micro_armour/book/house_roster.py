"""The house roster: our own figures, derived by one formula from openly known data of each tank.

Nothing here is the publisher's. Each row of open_figures.json states open figures: front armour of hull and turret in
millimetres with its slope from the vertical, cross-country speed, and its gun, of which calibre, muzzle velocity and
penetration at 500 metres are on record (rules.game.on_record). Then

- AP firepower: centimetres penetrated at 500 m, rounded;
- defence: centimetres of armour in the line of fire, the mean of hull and turret front, rounded;
- AP range in inches: the root of calibre (mm) times muzzle velocity (m/s), divided by 13, rounded;
- movement points: the inches driven cross country in a turn of three minutes at 100 m an inch;
- points: 4 for each of AP and defence, and 1 for each two movement points.

The few facts the books print replace the derived ones and say so: the price of the PzKpfw III J (53)
and of the Sherman with the 75 mm gun (72), and which tanks have hull guns.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from math import cos, radians, sqrt
from typing import Any

from rules.game.book_data import read_data
from rules.game.citation import Provenance
from rules.game.on_record.guns import GUNS, GunOnRecord
from rules.micro_armour.book.roster import Gun, GunArc, Roster, TankType

_MM_IN_CM = 10
_RANGE_DIVISOR = 13
_METRES_AN_INCH = 100
_TURN_HOURS = 3 / 60
_POINTS_EACH = 4


@dataclass(frozen=True, slots=True)
class Plate:
    """A front plate: thickness in millimetres, slope in degrees from the vertical."""

    mm: int
    slope_deg: int

    @property
    def in_line_mm(self) -> float:
        return self.mm / cos(radians(self.slope_deg))


def _derived(gun: GunOnRecord, arc: GunArc) -> Gun:
    """A gun by the formula above."""
    reach = round(sqrt(gun.calibre_mm * gun.velocity_mps) / _RANGE_DIVISOR)
    return Gun(gun.name, round(gun.pierced_mm / _MM_IN_CM), float(reach), arc)


@dataclass(frozen=True, slots=True)
class OpenTank:
    """The openly known data of a tank, and its price if a book prints it."""

    id: str
    name: str
    hull: Plate
    turret: Plate
    cross_country_kmh: int
    gun: GunOnRecord
    front_arc: bool = False
    turret_gun: GunOnRecord | None = None
    printed_points: int | None = None

    def derived(self) -> TankType:
        """The tank's line of the roster by the formula above."""
        guns = [_derived(self.gun, GunArc.FRONT if self.front_arc else GunArc.ALL_ROUND)]
        if self.turret_gun:
            guns.append(_derived(self.turret_gun, GunArc.ALL_ROUND))
        defence = round((self.hull.in_line_mm + self.turret.in_line_mm) / 2 / _MM_IN_CM)
        movement = round(self.cross_country_kmh * 1000 * _TURN_HOURS / _METRES_AN_INCH)
        price = round(_POINTS_EACH * (guns[0].ap + defence) + movement / 2)
        from_book = self.printed_points is not None
        return TankType(
            self.id,
            self.name,
            defence,
            movement,
            self.printed_points if self.printed_points is not None else price,
            tuple(guns),
            Provenance.HOUSE,
            Provenance.BOOK if from_book else Provenance.HOUSE,
        )


def _open_figures(document: Mapping[str, Any]) -> tuple[OpenTank, ...]:
    return tuple(
        OpenTank(
            row["id"],
            row["name"],
            Plate(**row["hull"]),
            Plate(**row["turret"]),
            row["cross_country_kmh"],
            GUNS[row["gun"]],
            row.get("front_arc", False),
            GUNS[row["turret_gun"]] if "turret_gun" in row else None,
            row["printed_points"]["points"] if "printed_points" in row else None,
        )
        for row in document["tanks"]
    )


OPEN_FIGURES = _open_figures(read_data(__package__, "open_figures.json"))
"""Front armour and cross-country speed as commonly stated, with guns on record; for tanks without a turret the casemate front
counts as turret front."""

HOUSE_ROSTER = Roster("house", {row.id: row.derived() for row in OPEN_FIGURES})

RULE_IDS = {
    "OPEN_FIGURES": ("MATG2-11.2", "MATG2-10.2.2", "MATG2-2.0.6", "MATG2-2.0.7"),
}
