"""Chapter 11 in detail: how forces are balanced, and which tables keep the terrain suggestions."""

from dataclasses import replace

import pytest
from shapely import box

from rules.ground.table.tabletop import Piece, Tabletop
from rules.ground.table.terrain import TableTerrain as T
from rules.micro_armour.book.house_roster import HOUSE_ROSTER
from rules.micro_armour.book.roster import TankType
from rules.micro_armour.book.rulebook import SECOND
from rules.micro_armour.questions.force_points import ForceList, balance_hints, cohesion_kinds
from rules.micro_armour.questions.table_suggestions import departures
from tests.proving import proves

PZ3J, SHERMAN = HOUSE_ROSTER["pz3j"], HOUSE_ROSTER["sherman75"]
"""They cost 53 and 72 points."""

LAST = "give the stronger force to the newer player"


def _force(cohesion: int, *tanks: tuple[int, TankType]) -> ForceList:
    return ForceList(tuple(tank for count, tank in tanks for _ in range(count)), cohesion)


@proves("MATG2-11.6a", "MATG2-11.6b", "MATG2-11.6c")
@pytest.mark.parametrize("stronger_first", [True, False])
@pytest.mark.parametrize(
    ("stronger", "weaker", "said"),
    [
        (
            _force(14, (3, SHERMAN)),
            _force(15, (3, PZ3J)),
            (
                "302.4 points against 238.5",
                "take 1 M4 Sherman, 75mm off the larger force: 201.6 against 238.5",
                "add 1 PzKpfw III J to the smaller force: 318 against 302.4",
                "set cohesion to 16 for the smaller and 12 for the larger force: 254.4 against 259.2",
            ),
        ),
        (
            _force(14, (2, SHERMAN), (1, PZ3J)),
            _force(15, (3, PZ3J)),
            (
                "275.8 points against 238.5",
                "take 1 PzKpfw III J off the larger force: 201.6 against 238.5",
                "set cohesion to 16 for the smaller and 13 for the larger force: 254.4 against 256.1",
            ),
        ),
        (
            _force(14, (10, PZ3J)),
            _force(10, (10, SHERMAN)),
            (
                "742 points against 720",
            ),
        ),
        (
            _force(20, (2, SHERMAN)),
            _force(5, (1, PZ3J)),
            (
                "288 points against 26.5",
                "take 1 M4 Sherman, 75mm off the larger force: 144 against 26.5",
                "set cohesion to 8 for the smaller and 18 for the larger force: 42.4 against 259.2",
            ),
        ),
        (
            _force(20, (3, SHERMAN)),
            _force(5, (1, PZ3J)),
            (
                "432 points against 26.5",
                "take 2 M4 Sherman, 75mm off the larger force: 144 against 26.5",
                "set cohesion to 8 for the smaller and 18 for the larger force: 42.4 against 388.8",
            ),
        ),
        (
            _force(2, (10, SHERMAN)),
            _force(2, (1, PZ3J)),
            (
                "144 points against 10.6",
                "take 2 M4 Sherman, 75mm off the larger force: 115.2 against 10.6",
                "set cohesion to 5 for the smaller and 1 for the larger force: 26.5 against 72",
            ),
        ),
        (
            _force(14, (9, SHERMAN), (1, PZ3J)),
            _force(15, (10, PZ3J)),
            (
                "981.4 points against 795",
                "take 1 PzKpfw III J off the larger force: 907.2 against 795",
                "add 2 PzKpfw III J to the smaller force: 954 against 981.4",
                "set cohesion to 16 for the smaller and 12 for the larger force: 848 against 841.2",
            ),
        ),
        (
            _force(14, (1, PZ3J)),
            _force(5, (2, PZ3J)),
            (
                "74.2 points against 53",
                "add 1 PzKpfw III J to the smaller force: 79.5 against 74.2",
                "set cohesion to 7 for the smaller force: 74.2 against 74.2",
            ),
        ),
    ],
    ids=[
        "one off", "the cheapest", "nothing brings them nearer", "one to spare", "two at most", "low cohesion",
        "no more than there are", "least change",
    ],
)  # fmt: skip
def test_11_6_the_changes_that_balance_two_forces(
    stronger: ForceList, weaker: ForceList, said: tuple[str, ...], stronger_first: bool
) -> None:
    forces = (stronger, weaker) if stronger_first else (weaker, stronger)
    assert balance_hints(*forces) == (*said, LAST)


@proves("MATG2-11.6a", "MATG2-11.6b", "MATG2-11.3")
def test_11_6_if_the_ghq_is_charged_every_hint_charges_it() -> None:
    """A GHQ of quality 0 costs twice its tank: 11 tanks' points for 10 stands."""
    one, other = (ForceList((tank,) * 10, level, tank) for tank, level in ((PZ3J, 15), (SHERMAN, 14)))
    assert balance_hints(one, other, charge_ghq=True) == (
        "1108.8 points against 874.5",
        "take 2 M4 Sherman, 75mm off the larger force: 907.2 against 874.5",
        "add 3 PzKpfw III J to the smaller force: 1113 against 1108.8",
        "set cohesion to 16 for the smaller and 12 for the larger force: 932.8 against 950.4",
        LAST,
    )


@proves("MATG2-11.6a")
@pytest.mark.parametrize("charge_ghq", [True, False])
def test_11_6_the_ghq_is_not_lost_before_play(charge_ghq: bool) -> None:
    """Its tank is the cheapest of its force."""
    larger = ForceList((PZ3J, SHERMAN, SHERMAN), 14, PZ3J, -2)
    hints = balance_hints(larger, _force(5, (1, PZ3J)), charge_ghq=charge_ghq)
    assert [hint for hint in hints if hint.startswith("take 1 M4 Sherman, 75mm off")]


@proves("MATG2-11.6a")
def test_11_6_a_ghq_alone_has_no_tank_to_spare() -> None:
    hints = balance_hints(ForceList((SHERMAN,), 14, SHERMAN), _force(14, (1, PZ3J)))
    assert not [hint for hint in hints if hint.startswith("take")]


@proves("MATG2-11.6a", "MATG2-11.6b", "MATG2-11.6c")
def test_11_6_a_force_without_tanks_cannot_be_balanced() -> None:
    assert balance_hints(_force(14, (1, SHERMAN)), _force(14)) == ("100.8 points against 0",)


@proves("MATG2-11.6a", "MATG2-11.6b")
def test_11_6_tanks_that_cost_nothing_balance_nothing() -> None:
    free = replace(PZ3J, points=0)
    hints = balance_hints(_force(10, (3, free), (1, SHERMAN)), _force(10, (1, free)))
    assert not [hint for hint in hints if hint.startswith(("take", "add"))]


@proves("MATG2-11.4")
@pytest.mark.parametrize(
    ("cohesion", "kinds"),
    [
        (8, ""), (9, "m"), (10, "m"), (11, "mc"), (13, "mc"), (14, "mcpe"), (15, "mcpe"), (16, "cpe"), (17, "pe"),
        (18, "pe"), (19, "e"), (22, "e"), (23, ""),
    ],
)  # fmt: skip
def test_11_4_militia_conscripts_professionals_and_elite(cohesion: int, kinds: str) -> None:
    assert "".join(kind[0] for kind in cohesion_kinds(cohesion)) == kinds


def _advice(*pieces: Piece, width_in: float = 24, depth_in: float = 48) -> list[str]:
    """The advice on a table of 24 by 48 inches, whose short edges are north and south."""
    return [reason.text for reason in departures(Tabletop("t", width_in, depth_in, pieces), SECOND)]


def _box(terrain: T, west: float, north: float, wide: float, deep: float, name: str = "a") -> Piece:
    return Piece(name, terrain, box(west, north, west + wide, north + deep))


@proves("MATG2-11.7")
@pytest.mark.parametrize(
    ("width_in", "depth_in", "fits"),
    [
        (22, 48, True), (26, 48, True), (21.5, 48, False), (26.5, 48, False), (24, 46, True), (24, 50, True),
        (48, 24, True), (50, 22, True), (24, 45.5, False), (50.5, 24, False), (36, 36, False),
    ],
)  # fmt: skip
def test_11_7_about_24_by_48(width_in: float, depth_in: float, fits: bool) -> None:
    assert any("not about 24" in text for text in _advice(width_in=width_in, depth_in=depth_in)) is not fits


@proves("MATG2-11.8c")
@pytest.mark.parametrize(("lots", "told"), [(4, "8%"), (5, ""), (15, ""), (16, "32%")])
def test_11_8_woods_cover_10_to_30_percent(lots: int, told: str) -> None:
    """Of 1200 square inches, in lots of 24; overlapping lots are counted once."""
    woods = [_box(T.WOODS, 6.0 * (k % 4), 4.0 * (k // 4), 6, 4, f"w{k}") for k in range(lots)]
    twice = replace(woods[0], id="twice")
    said = [text for text in _advice(*woods, twice, depth_in=50) if text.startswith("woods cover")]
    assert said == ([f"woods cover {told} of the table, not 10 to 30%"] if told else [])


@proves("MATG2-11.8c")
@pytest.mark.parametrize(
    ("wide", "deep", "told"), [(5, 2, ""), (5, 1.8, "3.4"), (5, 8, ""), (8.2, 5, "6.6"), (3, 4, "")]
)
def test_11_8_wood_lots_are_four_to_six_inches_across(wide: float, deep: float, told: str) -> None:
    said = [text for text in _advice(_box(T.WOODS, 2, 3, wide, deep)) if "across" in text]
    assert said == ([f'woods a is {told}" across, not 4 to 6'] if told else [])
    assert not [text for text in _advice(_box(T.GROVE, 2, 3, wide, deep)) if "across" in text]


@proves("MATG2-11.8d")
@pytest.mark.parametrize(
    ("sizes", "told"),
    [
        ([4, 3.5], []),
        ([4, 3.6], ['the towns are 7.6" together, not about 7']),
        ([2, 2, 2], ["there are 3 towns, not up to 2"]),
        ([8], ['the towns are 8.0" together, not about 7']),
    ],
)
def test_11_8_up_to_two_towns_of_seven_inches_together(sizes: list[float], told: list[str]) -> None:
    kinds = (T.LIGHT_BUILDINGS, T.HEAVY_BUILDINGS, T.LIGHT_BUILDINGS)
    towns = [_box(kind, 2, 3 + 10 * k, size, size, f"t{k}") for k, (kind, size) in enumerate(zip(kinds, sizes, strict=False))]  # fmt: skip
    assert [text for text in _advice(*towns) if "town" in text] == told


@proves("MATG2-11.8e")
@pytest.mark.parametrize(
    ("first_in", "last_in", "joins"),
    [(0, 48, True), (0.5, 47.5, True), (0.6, 48, False), (0, 47.4, False)],
)
@pytest.mark.parametrize("is_wide", [True, False])
def test_11_8_a_good_road_joins_the_short_edges(
    first_in: float, last_in: float, joins: bool, is_wide: bool
) -> None:
    long = last_in - first_in
    along = (first_in, 11, long, 2) if is_wide else (11, first_in, 2, long)
    across = (23, 0, 2, 24) if is_wide else (0, 23, 24, 2)
    size = {"width_in": 48.0, "depth_in": 24.0} if is_wide else {}
    said = "no good road runs from one short edge to the other"
    assert (said in _advice(_box(T.GOOD_ROAD, *along), **size)) is not joins
    assert said in _advice(_box(T.GOOD_ROAD, *across), **size)
    assert said in _advice(_box(T.POOR_ROAD, *along), **size)


@proves("MATG2-11.8e")
@pytest.mark.parametrize("along", [(0, 17, 36, 2), (17, 0, 2, 36)])
def test_11_8_on_a_square_table_a_good_road_may_join_any_two_edges(along: tuple[float, ...]) -> None:
    west, north, wide, deep = along
    said = _advice(_box(T.GOOD_ROAD, west, north, wide, deep), width_in=36, depth_in=36)
    assert "no good road runs from one short edge to the other" not in said


@proves("MATG2-11.8b")
@pytest.mark.parametrize(
    ("begins", "told"),
    [
        ([20], ["1 mud on one half, 0 on the other"]),
        ([24], ["0 mud on one half, 1 on the other"]),
        ([20, 24], []),
        ([21], []),
        ([0, 6, 44], ["2 mud on one half, 1 on the other"]),
        ([0, 4, 44], []),
    ],
)
@pytest.mark.parametrize("is_wide", [True, False])
def test_11_8_both_halves_have_the_same_area_of_each_terrain(
    begins: list[float], told: list[str], is_wide: bool
) -> None:
    """Pieces of four inches on a table whose middle is at 24; a piece across it counts for both halves,
    one that touches it once."""
    size = {"width_in": 48.0, "depth_in": 24.0} if is_wide else {}
    spots = [(at, 2.0) if is_wide else (2.0, at) for at in begins]
    pieces = [_box(T.MUD, *spot, 4, 4, f"m{k}") for k, spot in enumerate(spots)]
    road = _box(T.TRACK, 1, 1, 1, 1, "track")
    assert [text for text in _advice(*pieces, road, **size) if "on one half" in text] == told


@proves("MATG2-11.8b")
@pytest.mark.parametrize(
    ("places", "told"),
    [
        ([(2, 2), (30, 2)], []),
        ([(2, 2), (2, 30)], []),
        ([(2, 2), (2, 10)], ["2 mud on one half, 0 on the other"]),
        ([(2, 2), (2, 10), (30, 2)], ["2 mud on one half, 1 on the other"]),
    ],
)
def test_11_8_a_square_table_may_be_halved_either_way(
    places: list[tuple[float, float]], told: list[str]
) -> None:
    """A table uneven both ways is reported from west to east."""
    pieces = [_box(T.MUD, *place, 4, 4, f"m{k}") for k, place in enumerate(places)]
    said = _advice(*pieces, width_in=36, depth_in=36)
    assert [text for text in said if "on one half" in text] == told


@proves("MATG2-11.8b")
def test_11_8_a_square_table_is_halved_one_way_for_all_its_terrain() -> None:
    """Mud is even from west to east alone, marsh from north to south alone."""
    mud = [_box(T.MUD, x_in, 2, 4, 4, f"m{x_in}") for x_in in (2, 30)]
    marsh = [_box(T.MARSH, 2, y_in, 4, 4, f"w{y_in}") for y_in in (8, 30)]
    said = _advice(*mud, *marsh, width_in=36, depth_in=36)
    assert [text for text in said if "on one half" in text] == ["2 marsh on one half, 0 on the other"]


@proves("MATG2-11.8c", "MATG2-11.8d", "MATG2-11.8e")
@pytest.mark.parametrize(("apart_in", "is_one"), [(0.0, True), (0.009, True), (0.015, False), (0.5, False)])
def test_11_8_pieces_that_touch_count_as_one_wood_town_or_road(apart_in: float, is_one: bool) -> None:
    """A wood of some four inches and a road in halves, and a town of two kinds of houses; drawn apart by more
    than a hair they are several.

    Rule: MATG2, terrain suggestions; OUR 69.
    """
    pieces = (
        _box(T.WOODS, 2, 2, 5, 1.8, "north"),
        _box(T.WOODS, 2, 3.8 + apart_in, 5, 1.8, "south"),
        _box(T.GOOD_ROAD, 11, 0, 1, 24, "upper"),
        _box(T.GOOD_ROAD, 11, 24 + apart_in, 1, 24 - apart_in, "lower"),
        _box(T.LIGHT_BUILDINGS, 14, 10, 1, 2, "cottages"),
        _box(T.HEAVY_BUILDINGS, 15 + apart_in, 10, 1, 2, "church"),
        _box(T.LIGHT_BUILDINGS, 14, 12 + apart_in, 2, 1, "barns"),
    )
    words = ("across", "towns", "good road")
    assert [text for text in _advice(*pieces) if any(word in text for word in words)] == (
        []
        if is_one
        else [
            'woods north is 3.4" across, not 4 to 6',
            'woods south is 3.4" across, not 4 to 6',
            "there are 3 towns, not up to 2",
            "no good road runs from one short edge to the other",
        ]
    )


@proves("MATG2-11.8c")
def test_11_8_lots_that_touch_are_a_large_wood() -> None:
    lots = [_box(T.WOODS, 2, 2 + 5 * k, 5, 5, f"w{k}") for k in range(3)]
    assert 'woods w0 is 10.0" across, not 4 to 6' in _advice(*lots)


@proves("MATG2-11.6c")
@pytest.mark.parametrize(
    ("larger", "smaller", "said"),
    [
        (_force(29, (7, SHERMAN)), _force(14, (19, PZ3J)), "set cohesion to 28 for the larger force: 1409.8 against 1411.2"),
        (_force(30, (11, PZ3J)), _force(30, (10, PZ3J)), "set cohesion to 28 for the larger force: 1590 against 1632.4"),
    ],
    ids=["lowering one alone", "not above what a scenario may have"],
)  # fmt: skip
def test_11_6_only_one_cohesion_level_is_changed_where_that_is_enough(
    larger: ForceList, smaller: ForceList, said: str
) -> None:
    assert any(hint.startswith(said) for hint in balance_hints(larger, smaller))
