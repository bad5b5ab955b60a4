"""The house roster: our own figures, derived from what is openly known of each tank by one formula.

Nothing here is the publisher's. Each row states open figures: front armour of hull and turret in
millimetres with its slope from the vertical, penetration at 500 metres, muzzle velocity, calibre and
cross-country speed. Then

- AP firepower: centimetres penetrated at 500 m, rounded;
- defence: centimetres of armour in the line of fire, the mean of hull and turret front, rounded;
- AP range in inches: the root of calibre (mm) times muzzle velocity (m/s), divided by 13, rounded;
- movement points: the inches driven cross country in a turn of three minutes at 100 m an inch;
- points: 4 for each of AP and defence, and 1 for each two movement points.

The few facts the books print replace the derived ones and say so: the price of the PzKpfw III J (53)
and of the Sherman with the 75 mm gun (72), and which tanks have hull guns.
"""

from dataclasses import dataclass
from math import cos, radians, sqrt

from rules.game.citation import Provenance
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


@dataclass(frozen=True, slots=True)
class OpenGun:
    """What is openly known of a gun."""

    name: str
    calibre_mm: float
    velocity_mps: int
    penetration_500m_mm: int

    def derived(self, arc: GunArc) -> Gun:
        reach = round(sqrt(self.calibre_mm * self.velocity_mps) / _RANGE_DIVISOR)
        return Gun(self.name, round(self.penetration_500m_mm / _MM_IN_CM), float(reach), arc)


@dataclass(frozen=True, slots=True)
class OpenTank:
    """What is openly known of a tank, and the one fact a book may print: its price."""

    id: str
    name: str
    hull: Plate
    turret: Plate
    cross_country_kmh: int
    gun: OpenGun
    front_arc: bool = False
    turret_gun: OpenGun | None = None
    printed_points: int | None = None

    def derived(self) -> TankType:
        """The tank's line of the roster by the formula above."""
        guns = [self.gun.derived(GunArc.FRONT if self.front_arc else GunArc.ALL_ROUND)]
        if self.turret_gun:
            guns.append(self.turret_gun.derived(GunArc.ALL_ROUND))
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


# fmt: off
KWK_37_L45  = OpenGun("37mm KwK L/45",      37.0, 745,  36)
KWK_38_L42  = OpenGun("50mm KwK L/42",      50.0, 685,  47)
KWK_39_L60  = OpenGun("50mm KwK L/60",      50.0, 835,  59)
KWK_37_L24  = OpenGun("75mm KwK L/24",      75.0, 385,  38)
KWK_40_L48  = OpenGun("75mm KwK L/48",      75.0, 750,  96)
KWK_42_L70  = OpenGun("75mm KwK L/70",      75.0, 925, 124)
KWK_36_L56  = OpenGun("88mm KwK L/56",      88.0, 773, 110)
KWK_43_L71  = OpenGun("88mm KwK L/71",      88.0, 1000, 185)
ZIS_45      = OpenGun("45mm 20-K",          45.0, 760,  43)
F_34        = OpenGun("76.2mm F-34",        76.2, 655,  69)
ZIS_S_53    = OpenGun("85mm ZIS-S-53",      85.0, 792, 105)
D_25        = OpenGun("122mm D-25T",       122.0, 781, 145)
ML_20       = OpenGun("152mm ML-20",       152.4, 600, 115)
M6_37       = OpenGun("37mm M6",            37.0, 884,  53)
M2_75       = OpenGun("75mm M2 hull",       75.0, 588,  60)
M3_75       = OpenGun("75mm M3",            75.0, 619,  66)
M1_76       = OpenGun("76mm M1",            76.2, 792,  93)
QF_2PDR     = OpenGun("2-pdr",              40.0, 792,  52)
QF_6PDR     = OpenGun("6-pdr",              57.0, 862,  81)
QF_17PDR    = OpenGun("17-pdr",             76.2, 884, 140)
SA_35_47    = OpenGun("47mm SA 35",         47.0, 660,  40)
SA_35_75    = OpenGun("75mm SA 35 hull",    75.0, 470,  40)
SA_38_37    = OpenGun("37mm SA 38",         37.0, 705,  29)
VICKERS_37  = OpenGun("37mm L/40 hull",     37.0, 600,  28)
CANNONE_47  = OpenGun("47mm L/32",          47.0, 630,  43)
BREDA_8     = OpenGun("8mm Breda twin",      8.0, 780,   8)

OPEN_FIGURES: tuple[OpenTank, ...] = (
    OpenTank("pz3f",       "PzKpfw III F",         Plate(30, 21), Plate(30, 15), 18, KWK_37_L45),
    OpenTank("pz3h",       "PzKpfw III H",         Plate(60, 12), Plate(30, 15), 18, KWK_38_L42),
    OpenTank("pz3j",       "PzKpfw III J",         Plate(50,  9), Plate(57, 15), 18, KWK_39_L60, printed_points=53),
    OpenTank("pz4d",       "PzKpfw IV D",          Plate(30, 10), Plate(30, 10), 18, KWK_37_L24),
    OpenTank("pz4h",       "PzKpfw IV H",          Plate(80, 10), Plate(50, 11), 18, KWK_40_L48),
    OpenTank("panther",    "Panther G",            Plate(80, 55), Plate(100, 12), 24, KWK_42_L70),
    OpenTank("tiger",      "Tiger I",              Plate(100, 10), Plate(100, 8), 20, KWK_36_L56),
    OpenTank("tiger2",     "Tiger II",             Plate(150, 50), Plate(180, 10), 17, KWK_43_L71),
    OpenTank("stug3g",     "StuG III G",           Plate(80, 21), Plate(80, 15), 19, KWK_40_L48, front_arc=True),
    OpenTank("jagdpanther", "Jagdpanther",         Plate(80, 55), Plate(100, 20), 24, KWK_43_L71, front_arc=True),
    OpenTank("bt7",        "BT-7",                 Plate(20, 18), Plate(15, 15), 27, ZIS_45),
    OpenTank("t26",        "T-26",                 Plate(15, 15), Plate(15, 10), 14, ZIS_45),
    OpenTank("t34",        "T-34 (1942)",          Plate(45, 60), Plate(52, 30), 24, F_34),
    OpenTank("t34_85",     "T-34-85",              Plate(45, 60), Plate(90, 20), 24, ZIS_S_53),
    OpenTank("kv1",        "KV-1 (1941)",          Plate(75, 30), Plate(90, 15), 15, F_34),
    OpenTank("is2",        "IS-2",                 Plate(100, 45), Plate(100, 20), 18, D_25),
    OpenTank("su85",       "SU-85",                Plate(45, 50), Plate(60, 30), 24, ZIS_S_53, front_arc=True),
    OpenTank("isu152",     "ISU-152",              Plate(90, 30), Plate(100, 20), 16, ML_20, front_arc=True),
    OpenTank("stuart",     "M3 Stuart",            Plate(44, 20), Plate(38, 10), 29, M6_37),
    OpenTank("lee",        "M3 Lee/Grant",         Plate(51, 30), Plate(51, 15), 20, M2_75, front_arc=True, turret_gun=M6_37),
    OpenTank("sherman75",  "M4 Sherman, 75mm",     Plate(51, 56), Plate(76, 20), 22, M3_75, printed_points=72),
    OpenTank("sherman76",  "M4A3 Sherman, 76mm",   Plate(64, 47), Plate(89, 10), 23, M1_76),
    OpenTank("matilda2",   "Matilda II",           Plate(78, 15), Plate(75, 5), 13, QF_2PDR),
    OpenTank("crusader3",  "Crusader III",         Plate(34, 30), Plate(51, 5), 24, QF_6PDR),
    OpenTank("churchill4", "Churchill IV",         Plate(102, 5), Plate(89, 5), 13, QF_6PDR),
    OpenTank("firefly",    "Sherman Firefly",      Plate(51, 56), Plate(76, 20), 22, QF_17PDR),
    OpenTank("charb",      "Char B1 bis",          Plate(60, 45), Plate(56, 15), 15, SA_35_75, front_arc=True, turret_gun=SA_35_47),
    OpenTank("somua",      "Somua S-35",           Plate(47, 22), Plate(56, 10), 20, SA_35_47),
    OpenTank("h39",        "Hotchkiss H-39",       Plate(40, 20), Plate(40, 15), 16, SA_38_37),
    OpenTank("m11",        "M11/39",               Plate(29, 15), Plate(29, 10), 14, VICKERS_37, front_arc=True, turret_gun=BREDA_8),
    OpenTank("m13",        "M13/40",               Plate(30, 11), Plate(37, 16), 15, CANNONE_47),
)
# fmt: on
"""Front armour, cross-country speed and guns as commonly stated; the casemate front stands for a turret."""

HOUSE_ROSTER = Roster("house", {row.id: row.derived() for row in OPEN_FIGURES})

RULE_IDS = {
    "OPEN_FIGURES": ("MATG2-11.2", "MATG2-10.2.2", "MATG2-2.0.6", "MATG2-2.0.7"),
}
