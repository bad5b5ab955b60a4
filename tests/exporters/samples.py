"""A small sector, a small table, and rulings on them as a book would give them, for tests of pictures."""

from fractions import Fraction

import numpy as np
from shapely import LineString, Polygon

from rules.game.chance.odds import Odds
from rules.game.citation import Provenance, Rulebook
from rules.game.profile import Profile, Stretch
from rules.game.ruling import Reason, Ruling
from rules.game.state import GameState
from rules.game.units import Marker, Unit
from rules.game.verdicts import (
    Arc,
    Band,
    ForceSizes,
    Ground,
    Path,
    Reach,
    Shot,
    Sight,
    SightAtlas,
    SightField,
    Visibility,
    Weapon,
    WeaponRanges,
)
from rules.ground.hex.hexes import Hex
from rules.ground.hex.terrain import Terrain
from rules.ground.place import Place
from rules.ground.table.inches import Spot
from rules.ground.table.tabletop import Piece, Tabletop
from rules.ground.table.terrain import TableTerrain
from rules.planning.change import Changes, Smoke, Stand
from rules.planning.here import Here
from rules.planning.plan import Leg, Plan, Route, Step, Watched, Watcher
from rules.planning.threat import Threat
from rules.planning.where import Post, Posts, Purpose
from tests.drawing import board

BOOK = Rulebook("LHY", "Last Hundred Yards", "2019")

SECTOR = board(
    """
    .  w  .  .  h1
    f  .  s  .  h2
    .  .  b  .  h1
    .  u  .  .  .
    """,
    walls="B2-C3",
    roads="A3 B2 C2 D2",
    rivers="A4 B4 C4 D4 E4",
    hexes={"C4": {Terrain.BRIDGE}, "D4": {Terrain.FORD}},
)
STATE = GameState(
    SECTOR,
    {
        unit.id: unit
        for unit in (
            Unit("us-1", "rifle", "US", Hex.named("A3"), 60, "1st Squad"),
            Unit("us-2", "m4", "US", Hex.named("A3"), None, "M4 <Sherman>"),
            Unit("ge-1", "mg", "German", Hex.named("E2"), 240, "MG 42", frozenset({"disrupted"})),
            Unit("ge-2", "mg", "German", None, None, "off the map"),
        )
    },
    (Marker("smoke", Hex.named("D2")), Marker("mdrm", Hex.named("D1"), 2)),
    ("US", "German"),
)

TABLE = Tabletop(
    "Two farms",
    24,
    16,
    (
        Piece("hill", TableTerrain.HILL, Polygon([(14, 2), (20, 2), (20, 7), (14, 7)]), None, 1),
        Piece("wood", TableTerrain.WOODS, Polygon([(3, 3), (7, 3), (7, 7), (3, 7)])),
        Piece("lane", TableTerrain.GOOD_ROAD, LineString([(0, 10), (24, 10)]), 2.0),
    ),
)
TABLE_STATE = GameState(
    TABLE, {"a": Unit("a", "tank", "Allied", Spot(2, 8), 90, "Cromwell")}, (), ("Allied", "Axis")
)


def los(visibility: Visibility, hindrance: int, *reasons: Reason) -> Ruling[Sight]:
    """A line of sight from A3 to E2."""
    return Ruling("LOS from 1st Squad (A3) to MG 42 (E2)", Sight(visibility, 4, hindrance), reasons)


def reason(text: str, section: str, *labels: str, provenance: Provenance = Provenance.BOOK) -> Reason:
    return Reason(text, BOOK.cite(section, provenance), tuple(Hex.named(label) for label in labels))


BLOCKED_LOS = los(Visibility.BLOCKED, 0, reason("stone building in C2 blocks", "4.2.1a", "C2"))
HINDERED_LOS = los(Visibility.HINDERED, 1, reason("smoke in D2 hinders", "4.2.4", "D2"))
CLEAR_LOS = los(Visibility.CLEAR, 0, reason("no obstacle", "4.2.1", "A3"))

SEEN: dict[Place, Visibility] = {
    **dict.fromkeys(SECTOR.grid, Visibility.CLEAR),
    Hex.named("D2"): Visibility.HINDERED,
    Hex.named("D3"): Visibility.HINDERED,
    Hex.named("E1"): Visibility.BLOCKED,
    Hex.named("E2"): Visibility.BLOCKED,
    Hex.named("E3"): Visibility.BLIND,
}
FIELD = Ruling(
    "What 1st Squad sees",
    SightField(Hex.named("A3"), SEEN, {Hex.named("D2"): 1, Hex.named("D3"): 2}),
    (reason("E3 lies behind the crest", "4.2.3", "E3", provenance=Provenance.HOUSE),),
)
REACH = Ruling(
    "Where 1st Squad can go",
    Reach(
        "us-1",
        Hex.named("A3"),
        Fraction(3),
        {
            Hex.named("A3"): Fraction(0),
            Hex.named("B2"): Fraction(1, 2),
            Hex.named("B3"): Fraction(1),
            Hex.named("A4"): Fraction(3),
            Hex.named("A2"): Fraction(4),
        },
        {Hex.named("A4"): "river exit roll"},
    ),
    (reason("the far bank asks the exit roll", "4.1.10", "A4"),),
)
RANGES = Ruling(
    "How far MG 42 shoots",
    WeaponRanges(
        "ge-1",
        Hex.named("C3"),
        (Weapon("MG", (Band(1, 2), Band(2, 0), Band(4, -1)), Arc(0, 120)), Weapon("rifles", (Band(1, 0),))),
    ),
)
PATH = Ruling(
    "The way of 1st Squad", Path("us-1", (Hex.named("A3"), Hex.named("B2"), Hex.named("C2")), Fraction(1))
)

TABLE_FIELD = Ruling(
    "What the Cromwell sees",
    SightField(
        Spot(2, 8),
        {
            spot: Visibility.BLOCKED if 3 < spot.x_in < 7 and spot.y_in < 7 else Visibility.CLEAR
            for spot in TABLE.lattice(1.0)
        },
        {},
    ),
)
TABLE_REACH = Ruling(
    "Where the Cromwell can go",
    Reach(
        "a",
        Spot(2, 8),
        Fraction(6),
        {
            spot: Fraction(Spot(2, 8).gap_in(spot)).limit_denominator(10)
            for spot in TABLE.lattice(1.0)
            if Spot(2, 8).gap_in(spot) <= 6
        },
    ),
)
TABLE_RANGES = Ruling(
    "How far the Cromwell shoots",
    WeaponRanges("a", Spot(2, 8), (Weapon("75 mm", (Band(6, 1), Band(12, -1)), Arc(90, 90)),)),
)
ATTACK = Ruling(
    "MG 42 fires at 1st Squad",
    Shot(HINDERED_LOS.verdict, "SADRM -1"),
    (),
    Odds({"no effect": Fraction(1, 5), "disrupted": Fraction(7, 10), "casualty": Fraction(1, 10)}),
)


def _step(
    label: str, turn: int, *watchers: Watcher, counts: float = 1.0, blind_to: tuple[str, ...] = ()
) -> Step:
    return Step(Hex.named(label), turn, Watched(watchers, blind_to), counts)


_GUN = Watcher("ge-1", "MG 42", Hex.named("E2"), 3, 30, Band(4, -1), Fraction(3, 10))
_COUNTER = Watcher("concealed-E4-1", "concealed-E4-1", Hex.named("E4"), 4, 20)
PLAN = Ruling(
    "routes of 1st Squad to C3",
    Plan(
        "us-1",
        Hex.named("A3"),
        Hex.named("C3"),
        (
            Route(
                (Leg((Hex.named("A3"), Hex.named("B2"), Hex.named("C3")), Fraction(5, 2)),),
                (_step("B2", 1, _GUN, _COUNTER), _step("C3", 1, _GUN)),
            ),
            Route(
                (
                    Leg((Hex.named("A3"), Hex.named("A4"), Hex.named("B4")), Fraction(3), "river exit roll"),
                    Leg((Hex.named("B4"), Hex.named("C3")), Fraction(1)),
                ),
                (_step("A4", 1), _step("B4", 1, counts=2.0, blind_to=("MG 42",)), _step("C3", 2, _GUN)),
            ),
        ),
        {
            Hex.named("B2"): 50,
            Hex.named("C3"): 30,
            Hex.named("A4"): 0,
            Hex.named("B4"): 0,
            Hex.named("D3"): 120,
        },
    ),
    (reason("worst of A, MG 42: +2 SAV of MG 42", "1.5", "B2"),),
)
TABLE_PLAN = Ruling(
    "routes of Cromwell to 20,8",
    Plan(
        "a",
        Spot(2, 8),
        Spot(20, 8),
        (
            Route(
                (Leg((Spot(2, 8), Spot(12, 9)), Fraction(10)), Leg((Spot(12, 9), Spot(20, 8)), Fraction(8))),
                (
                    Step(Spot(2.5, 8.5), 1, Watched(), 10.0),
                    Step(
                        Spot(12.5, 8.5),
                        2,
                        Watched((Watcher("x", "Tiger", Spot(20.0, 9.0), 9.25, 40, None, Fraction(2, 5)),)),
                        8.1,
                    ),
                ),
            ),
        ),
        {Spot(2.5, 8.5): 0, Spot(3.5, 8.5): 0, Spot(12.5, 8.5): 40},
    ),
)
HERE = Ruling(
    "C3 to 1st Squad",
    Here(
        Ground(Hex.named("C3"), ("woods",), 1, "TEM -1"),
        "us-1",
        Path("us-1", (Hex.named("A3"), Hex.named("B3"), Hex.named("C3")), Fraction(5, 2)),
        Watched((_GUN, _COUNTER), ("Tiger",)),
    ),
    (reason("woods: TEM -1", "4.1.3", "C3"),),
)
THREAT = Ruling(
    "threat to 1st Squad at A3",
    Threat(
        "us-1",
        Hex.named("A3"),
        Watched((_GUN,)),
        ("MG 42",),
        {Hex.named("A3"): 30, Hex.named("B2"): 50, Hex.named("A4"): 0},
        {Hex.named("A3"): 1, Hex.named("B2"): 2},
    ),
    (reason("MG 42: +2 SAV of MG 42", "1.5", "A3"),),
)
POSTS = Ruling(
    "where 1st Squad can hit MG 42",
    Posts(
        "us-1",
        Hex.named("A3"),
        Purpose.HIT,
        "MP",
        7,
        (Post(Hex.named("B2"), Fraction(3, 2), 50, Fraction(3, 10)), Post(Hex.named("A3"), Fraction(0), 0)),
    ),
    (reason("from B2: +2 SAV of 1st Squad", "1.5", "B2"),),
)
CHANGES = Ruling(
    "what would change the line of 1st Squad and MG 42",
    Changes(
        "us-1",
        Hex.named("A3"),
        Hex.named("E2"),
        Sight(Visibility.CLEAR, 4),
        Fraction(1, 2),
        "MP",
        Stand(Hex.named("A4"), Fraction(1)),
        (Stand(Hex.named("B2"), Fraction(3, 2), Fraction(3, 10)),),
        (Smoke(Hex.named("D2"), Sight(Visibility.HINDERED, 4, 1), Fraction(2, 5)),),
    ),
    (reason("from A4: woods at B3 block", "4.2.1a", "B3"),),
)
PROFILE = Ruling(
    "profile of LOS A3 to E2",
    Profile(
        Sight(Visibility.BLOCKED, 4),
        3.6,
        "levels",
        0.0,
        1.0,
        1.0,
        ((0.0, 3.0, 0.0), (3.0, 3.6, 1.0)),
        (
            Stretch("woods B3", 0.5, 1.5, 0.0, 2.0, Visibility.BLOCKED, 2.0),
            Stretch("smoke C2", 1.5, 2.5, 0.0, None, Visibility.HINDERED),
        ),
    ),
    (reason("woods at B3 block", "4.2.1a", "B3"),),
)
ATLAS = Ruling(
    "atlas of a sector",
    SightAtlas(
        tuple(map(Hex.named, ("A1", "A2", "B1"))),
        np.packbits(np.array([[1, 1, 0], [1, 1, 1], [0, 1, 1]], dtype=bool), axis=1),
    ),
)
WORDS = Ruling("us.1 maneuvers to C2", "no die roll")
FORCES = Ruling("battle groups", ForceSizes((("us", Fraction(260)), ("ge", Fraction(240))), ("us",)))
RULINGS: tuple[Ruling[object], ...] = (
    BLOCKED_LOS,
    HINDERED_LOS,
    CLEAR_LOS,
    FIELD,
    REACH,
    RANGES,
    PATH,
    TABLE_FIELD,
    FORCES,
    TABLE_REACH,
    TABLE_RANGES,
    ATTACK,
    WORDS,
    PLAN,
    TABLE_PLAN,
    HERE,
    THREAT,
    POSTS,
    CHANGES,
    PROFILE,
    ATLAS,
)
