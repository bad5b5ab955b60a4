"""Chapter 9 and the terrain effects chart."""

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from rules.errors import BadInput
from rules.game.state import GameState
from rules.game.units import Marker
from rules.ground.table.inches import Spot
from rules.ground.table.terrain import TableTerrain as T
from rules.micro_armour.book.rulebook import FIRST, SECOND
from rules.micro_armour.book.terrain_chart import CHART, Cost, When
from rules.micro_armour.questions.terrain import (
    LineOfFire,
    RoadRate,
    TargetGround,
    is_on_wreck,
    price_per_inch,
    target_ground,
)
from rules.micro_armour.ruleset import MicroArmour
from tests.proving import proves
from tests.rules.micro_armour.tables import MATG1, MATG2, RED, area, road, stand, state_of, table

DOUBLE_ENTRY = """
MATG2-12.E.clear                 1     per_inch 0    no     no
MATG2-12.E.smoke                 +1    add      +3   yes    yes
MATG2-12.E.light_buildings       1     per_inch +2   yes    yes
MATG2-12.E.heavy_buildings       1     per_inch +4   yes    yes
MATG2-12.E.woods                 3     per_inch +2   yes    yes
MATG2-12.E.grove                 2     per_inch +1   yes    yes
MATG2-12.E.good_road             0.5   per_inch 0    no     no
MATG2-12.E.poor_road             1     per_inch 0    no     no
MATG2-12.E.track                 1     per_inch 0    no     no
MATG2-12.E.marsh                 5     per_inch +2   no     no
MATG2-12.E.ford_sand_mud         4     per_inch -1   no     no
MATG2-12.E.rough1                1     per_inch +1   no     no
MATG2-12.E.rough2                2     per_inch +2   no     no
MATG2-12.E.rough3                4     per_inch +4   yes    yes
MATG2-12.E.slope                 +1    add      0    yes    no
MATG2-12.E.hilltop_crest         +1    add      +2   yes    no
MATG2-12.E.wreck                 0     per_inch +1   no     no
"""
"""The printed chart, entered a second time: price, how it counts, modifier, blocks LOS, concealing."""

PIECES = {
    "ford_sand_mud": [T.FORD, T.SOFT_SAND, T.MUD],
    "rough1": [T.ROUGH_1],
    "rough2": [T.ROUGH_2],
    "rough3": [T.ROUGH_3],
    "hilltop_crest": [T.HILL, T.CREST],
}
HERE, THERE = Spot(5.0, 24.0), Spot(20.0, 24.0)


@proves(
    "MATG2-12.E.clear", "MATG2-12.E.smoke", "MATG2-12.E.light_buildings", "MATG2-12.E.heavy_buildings",
    "MATG2-12.E.woods", "MATG2-12.E.grove", "MATG2-12.E.good_road", "MATG2-12.E.poor_road",
    "MATG2-12.E.track", "MATG2-12.E.marsh", "MATG2-12.E.ford_sand_mud", "MATG2-12.E.rough1",
    "MATG2-12.E.rough2", "MATG2-12.E.rough3", "MATG2-12.E.slope", "MATG2-12.E.hilltop_crest",
    "MATG2-12.E.wreck", "MATG2-12.N6", "MATG2-12.N7", "MATG2-12.N8",
)  # fmt: skip
def test_chart_every_row_agrees_with_the_double_entry() -> None:
    rows = [line.split() for line in DOUBLE_ENTRY.strip().splitlines()]
    assert len(rows) == 17
    for name, price, mode, added, blocks, dagger in rows:
        word = name.removeprefix("MATG2-12.E.")
        for terrain in PIECES.get(word, [T(word)] if word not in PIECES else []):
            row = CHART[terrain]
            assert row.price == Fraction(price), word
            assert (row.cost is Cost.EXTRA) == (mode == "add"), word
            assert row.modifier == int(added), word
            assert (row.see_into_in is not None) == (blocks == "yes"), word
            assert row.is_concealing == (dagger == "yes"), word
    assert CHART[T.SMOKE].when is When.EITHER_END
    assert CHART[T.MUD].when is When.MOVING_TARGET


NOT_PRINTED = """
river      no     +0  all      no
lake       no     +0  all      no
cliff      no     +0  all      no
house_wall no     +0  nothing  no
door       no     +0  nothing  no
shutters   no     +0  nothing  no
open_door  no     +0  all      no
window     no     +0  all      no
gap        free   +0  all      no
gate       free   +0  all      no
interior   ground +4  all      yes
"""
"""Ground that the chart lacks, by OUR 47, 60 and 61: who enters, what is added, what is seen through it, concealing."""


@proves("MATG2-12.E.clear", "MATG2-12.E.heavy_buildings")
def test_ground_missing_from_the_chart_bars_movement_or_sight_and_gives_cover_only_within_walls() -> None:
    entry = {"no": Cost.IMPASSABLE, "free": Cost.FREE, "ground": Cost.GROUND}
    for word, enters, added, seen, conceals in map(str.split, NOT_PRINTED.strip().splitlines()):
        row = CHART[T(word)]
        assert row.cost is entry[enters], word
        assert (row.modifier, row.when) == (int(added), When.ALWAYS), word
        assert row.see_into_in == {"all": None, "nothing": 0}[seen], word
        assert row.is_concealing is (conceals == "yes"), word
    assert CHART[T.INTERIOR].price == CHART[T.HEAVY_BUILDINGS].price


@pytest.mark.parametrize(
    ("kinds", "price"),
    [
        ([], "1"),
        ([T.WOODS], "3"),
        ([T.WOODS, T.SLOPE], "4"),
        ([T.WOODS, T.ROUGH_1], "4"),
        ([T.SLOPE], "2"),
        ([T.GOOD_ROAD, T.WOODS], "1/2"),
        ([T.GOOD_ROAD, T.WOODS, T.SLOPE], "3/2"),
        ([T.GOOD_ROAD, T.TRACK], "1/2"),
        ([T.WRECK], "1"),
        ([T.CLEAR, T.GROVE], "2"),
        ([T.FORD, T.RIVER], "4"),
        ([T.TRACK, T.RIVER], "1"),
        ([T.HILL, T.CREST], "2"),
        ([T.HILL, T.CREST, T.SLOPE], "3"),
        ([T.FORD, T.MUD], "4"),
        ([T.SOFT_SAND, T.MUD, T.RIVER, T.FORD], "4"),
        ([T.HEAVY_BUILDINGS, T.INTERIOR], "1"),
        ([T.HEAVY_BUILDINGS, T.LIGHT_BUILDINGS], "2"),
    ],
)
@proves("MATG2-9.1.1", "MATG2-12.N1", "MATG2-8.3.3")
def test_9_1_prices_of_overlapping_ground_add_up_for_tracked_stands(kinds: list[T], price: str) -> None:
    assert price_per_inch(kinds) == Fraction(price)


@proves("MATG2-9.1.1", "MATG2-8.3.3")
def test_9_1_a_stand_may_pay_for_the_ground_beside_the_road() -> None:
    assert price_per_inch([T.GOOD_ROAD, T.WOODS], by_road=False) == 3


@proves("MATG2-12.E.ford_sand_mud", "MATG2-9.1.1")
@pytest.mark.parametrize(("by_road", "price"), [(True, Fraction(1, 2)), (False, 4)])
def test_our_24_where_a_road_goes_through_a_ford_a_stand_may_pay_for_the_ford(
    by_road: bool, price: Fraction
) -> None:
    assert price_per_inch([T.RIVER, T.FORD, T.GOOD_ROAD], by_road=by_road) == price


@proves("MATG2-9.1.1")
def test_9_1_impassable_ground_has_no_price() -> None:
    assert price_per_inch([T.RIVER]) is None
    assert price_per_inch([T.LAKE, T.WOODS]) is None


@proves("MATG2-3.1.1")
def test_3_1_ground_the_book_does_not_know_is_refused_by_name() -> None:
    with pytest.raises(BadInput, match=r"pieces\[bocage\]\.terrain: 'bocage' is not ground of this book"):
        MATG2.ground(state_of(table(area(T.BOCAGE, 1, 1, 5, 2))), THERE)
    tank = stand("r1", RED, (10, 10))
    with pytest.raises(BadInput, match="'bocage' is not ground of this book"):
        MATG2.reach(state_of(table(area(T.BOCAGE, 1, 1, 5, 2)), tank), tank)


def _ground(state: GameState, **asked: Any) -> TargetGround:
    return target_ground(state, LineOfFire(HERE, THERE, **asked), SECOND)


def _net_modifiers(state: GameState, **asked: Any) -> tuple[int, int]:
    """What is added to the 1D20 and to the 2D6."""
    ground = _ground(state, **asked)
    return ground.to_cohesion.net, ground.to_combat.net


def _at_target(terrain: T, level: int = 0) -> GameState:
    return state_of(table(area(terrain, 18, 22, 22, 26, level)))


@proves("MATG2-6.3.3.1", "MATG2-12.N2")
def test_6_3_3_the_targets_ground_modifies_both_rolls_and_the_firers_does_not() -> None:
    assert _net_modifiers(_at_target(T.WOODS)) == (2, 2)
    assert _net_modifiers(state_of(table(area(T.WOODS, 3, 22, 7, 26)))) == (0, 0)


@proves("MATG2-6.3.3.2a", "MATG2-12.N5")
def test_6_3_3_example_concealing_ground_lapses_from_the_1d20_once_the_target_has_fired() -> None:
    assert _net_modifiers(_at_target(T.WOODS), target_has_fired=True) == (0, 2)
    assert _net_modifiers(_at_target(T.ROUGH_3), target_has_fired=True) == (0, 4)
    assert _net_modifiers(_at_target(T.MARSH), target_has_fired=True) == (2, 2)


@proves("MATG2-12.N1", "MATG2-9.1.1")
def test_12_effects_of_several_kinds_add_up() -> None:
    board = table(area(T.WOODS, 18, 22, 22, 26), area(T.ROUGH_1, 17, 20, 23, 28))
    assert _net_modifiers(state_of(board)) == (3, 3)


@proves("MATG2-12.E.smoke", "MATG2-12.N1")
def test_12_smoke_counts_once_into_and_out_of_it() -> None:
    smoke = area(T.SMOKE, 18, 22, 22, 26)
    mine = replace(area(T.SMOKE, 3, 22, 7, 26), id="mine")
    assert _net_modifiers(state_of(table(smoke))) == (3, 3)
    assert _net_modifiers(state_of(table(mine))) == (3, 3)
    assert _net_modifiers(state_of(table(smoke, mine))) == (3, 3)


@proves("MATG2-12.E.smoke", "MATG2-6.3.3.2a", "MATG2-12.N5")
@pytest.mark.parametrize(
    ("firer_in_it", "target_in_it", "nets"),
    [(True, False, (3, 3)), (False, True, (0, 3)), (True, True, (3, 3))],
)
def test_6_3_3_of_a_target_that_has_fired_its_own_smoke_lapses_and_the_firers_does_not(
    firer_in_it: bool, target_in_it: bool, nets: tuple[int, int]
) -> None:
    """Rule: MATG2 6.3.3; OUR 18."""
    mine, his = replace(area(T.SMOKE, 3, 22, 7, 26), id="mine"), area(T.SMOKE, 18, 22, 22, 26)
    pieces = [piece for piece, is_laid in ((mine, firer_in_it), (his, target_in_it)) if is_laid]
    assert _net_modifiers(state_of(table(*pieces)), target_has_fired=True) == nets


@proves("MATG2-12.E.ford_sand_mud", "MATG2-9.1.1")
def test_12_a_moving_target_in_mud_is_easier() -> None:
    assert _net_modifiers(_at_target(T.MUD)) == (0, 0)
    assert _net_modifiers(_at_target(T.MUD), target_in_movement_posture=True) == (-1, -1)


@proves("MATG2-12.N3")
def test_12_hilltop_counts_against_fire_from_below_and_crest_against_fire_across_it() -> None:
    hill = area(T.HILL, 18, 22, 22, 26, 1)
    assert _net_modifiers(state_of(table(hill))) == (2, 2)
    assert _net_modifiers(state_of(table(hill, replace(area(T.HILL, 3, 22, 7, 26, 1), id="other")))) == (0, 0)
    assert _net_modifiers(_at_target(T.CREST)) == (2, 2)
    assert _net_modifiers(state_of(table(area(T.CREST, 3, 22, 22, 26)))) == (0, 0)


@proves("MATG2-12.E.hilltop_crest", "MATG2-12.E.ford_sand_mud", "MATG2-12.N1")
def test_12_kinds_of_one_row_add_their_modifier_once() -> None:
    """Rule: MATG2, Terrain Effects; OUR 66."""
    hill, crest = area(T.HILL, 18, 22, 22, 26, 1), area(T.CREST, 18, 22, 22, 26, 1)
    for pieces in ((hill,), (crest,), (hill, crest), (crest, hill)):
        assert _net_modifiers(state_of(table(*pieces))) == (2, 2)
    bogs = [area(kind, 18, 22, 22, 26) for kind in (T.FORD, T.SOFT_SAND, T.MUD)]
    assert _net_modifiers(state_of(table(*bogs)), target_in_movement_posture=True) == (-1, -1)
    houses = [area(kind, 18, 22, 22, 26) for kind in (T.HEAVY_BUILDINGS, T.INTERIOR)]
    assert _net_modifiers(state_of(table(*houses))) == (4, 4)


@proves("MATG2-12.E.hilltop_crest", "MATG2-12.N3")
def test_12_hilltop_from_below_still_counts_where_fire_comes_along_the_crest() -> None:
    """The firer stands on the crest too, but lower."""
    crest = area(T.CREST, 3, 22, 22, 26)
    assert _net_modifiers(state_of(table(crest, area(T.HILL, 18, 22, 22, 26, 2)))) == (2, 2)


@proves("MATG2-12.E.hilltop_crest", "MATG2-12.N3")
@pytest.mark.parametrize(("level", "added"), [(1, 0), (2, 2)])
def test_12_fire_along_a_crest_does_not_enter_it_however_it_is_drawn(level: int, added: int) -> None:
    """Firer and target stand on two pieces of crest that touch; of another level it is another crest.

    Rule: MATG2, Terrain Effects; OUR 48, 71.
    """
    theirs = replace(area(T.CREST, 12, 22, 22, 26, 1), id="theirs")
    assert _net_modifiers(state_of(table(area(T.CREST, 3, 22, 12, 26, level), theirs))) == (added, added)


@proves("MATG2-12.N4")
@pytest.mark.parametrize(
    ("terrain", "standing", "at_road_rate"),
    [
        (T.WOODS, 2, 0),
        (T.HILL, 2, 0),
        (T.CREST, 2, 0),
        (T.WRECK, 1, 0),
        (T.MARSH, 2, 0),
        (T.MUD, -1, -1),
        (T.SMOKE, 3, 3),
    ],
)
def test_12_a_stand_at_road_rate_has_no_benefit_of_the_ground_the_road_passes(
    terrain: T, standing: int, at_road_rate: int
) -> None:
    """The easier shot at a stand moving in mud is no benefit to it, and smoke still counts.

    Rule: MATG2, Terrain Effects; OUR 44.
    """
    pieces = (area(terrain, 18, 22, 22, 26, 1), road(T.GOOD_ROAD, (20, 10), (20, 40)))
    state = state_of(table(*pieces))
    moving = {"target_in_movement_posture": True}
    assert _net_modifiers(state, **moving) == (standing, standing)
    assert _net_modifiers(state, road_rate=RoadRate.PAID, **moving) == (at_road_rate, at_road_rate)
    told = [str(reason) for reason in _ground(state, road_rate=RoadRate.PAID, **moving).notes]
    assert all("lost as it moves at a road's rate (MATG2 Terrain Effects;" in reason for reason in told)
    assert bool(told) is (standing != at_road_rate)


@proves("MATG2-12.N4", "MATG2-9.2.2a")
def test_12_at_road_rate_a_wreck_gives_no_cover_drawn_or_left_by_a_tank() -> None:
    state = state_of(table(), markers=(Marker("wreck", THERE),))
    assert _net_modifiers(state) == (1, 1)
    assert _net_modifiers(state, road_rate=RoadRate.PAID) == (0, 0)


@proves("MATG2-9.2.2a")
def test_9_2_a_wreck_gives_cover_to_the_stand_placed_on_it() -> None:
    state = state_of(table(), markers=(Marker("wreck", Spot(20.3, 24.2)),))
    assert is_on_wreck(state, THERE)
    assert _net_modifiers(state) == (1, 1)
    assert _net_modifiers(state_of(table(), markers=(Marker("wreck", Spot(20.5, 24.0)),))) == (1, 1)
    assert _net_modifiers(state_of(table(), markers=(Marker("wreck", Spot(20.6, 24.0)),))) == (0, 0)
    assert _net_modifiers(state_of(table(), markers=(Marker("smoke", Spot(20.0, 24.0)),))) == (
        0,
        0,
    )


@proves("MATG2-9.2.2a", "MATG2-9.1.1")
@pytest.mark.parametrize(
    ("pieces", "cover"),
    [((), "+1"), ((T.WOODS,), "+3"), ((T.WRECK,), "+1"), ((T.HEAVY_BUILDINGS, T.INTERIOR), "+5")],
)
def test_9_2_the_cover_of_a_place_includes_a_wreck_there(pieces: tuple[T, ...], cover: str) -> None:
    """Woods add 2, heavy buildings 4, a wreck 1, drawn or left by a tank."""
    board = table(*(area(kind, 18, 22, 22, 26) for kind in pieces))
    state = state_of(board, markers=(Marker("wreck", THERE),))
    assert MATG2.ground(state, THERE).verdict.cover == f"{cover} to fire at it"


@proves("MATG1-9.0.1", "MATG1-7.0.4")
def test_9_0_first_edition_fire_out_of_terrain_is_not_modified_and_fire_into_it_is() -> None:
    for terrain in (T.WOODS, T.SMOKE):
        out_of = state_of(table(area(terrain, 3, 22, 7, 26)))
        found = target_ground(out_of, LineOfFire(HERE, THERE), FIRST)
        assert (found.to_cohesion.net, found.to_combat.net) == (0, 0)
    into = target_ground(_at_target(T.WOODS), LineOfFire(HERE, THERE), FIRST)
    assert [str(m) for m in into.to_cohesion] == [
        "+2 target in woods (MATG1 Terrain Effects, from the 2nd edition)"
    ]


@proves("MATG1-9.0.1", "MATG2-12.E.smoke")
@pytest.mark.parametrize(
    ("book", "said"),
    [(MATG1, "+3 target in this terrain (smoke)"), (MATG2, "+3 fire into or out of it (smoke)")],
)
def test_9_0_first_edition_smoke_modifies_only_fire_into_it(book: MicroArmour, said: str) -> None:
    """Rule: MATG1 9.0; OUR 45."""
    state = _at_target(T.SMOKE)
    assert target_ground(state, LineOfFire(HERE, THERE), book.book.edition).to_combat.net == 3
    assert said in " ".join(map(str, book.ground(state, THERE).reasons))


_INTO = "one sees 1 inch into it", "OUR 19, house value"
_BEHIND = "hides what is behind it, not who is on it", "OUR 20, inferred"


@proves(
    "MATG2-12.E.smoke", "MATG2-12.E.light_buildings", "MATG2-12.E.heavy_buildings", "MATG2-12.E.woods",
    "MATG2-12.E.grove", "MATG2-12.E.rough3", "MATG2-12.E.slope", "MATG2-12.E.hilltop_crest",
)  # fmt: skip
@pytest.mark.parametrize(
    ("terrain", "said", "reading"),
    [
        (T.SMOKE, *_INTO),
        (T.LIGHT_BUILDINGS, *_INTO),
        (T.HEAVY_BUILDINGS, *_INTO),
        (T.WOODS, *_INTO),
        (T.GROVE, *_INTO),
        (T.ROUGH_3, *_INTO),
        (T.SLOPE, *_BEHIND),
        (T.HILL, *_BEHIND),
        (T.CREST, *_BEHIND),
    ],
)
@pytest.mark.parametrize(
    ("book", "chart"),
    [(MATG2, "MATG2 Terrain Effects; MATG2"), (MATG1, "MATG1 Terrain Effects, from the 2nd edition; MATG1")],
)
def test_12_how_ground_hides_is_cited_as_our_reading_of_the_chart(
    terrain: T, said: str, reading: str, book: MicroArmour, chart: str
) -> None:
    reasons = map(str, book.ground(_at_target(terrain, 1), THERE).reasons)
    name = f"{terrain.words} {terrain.value}"
    assert f"{name}: {said} ({chart} 6.1.1, {reading})" in reasons


@proves("MATG2-12.N5")
@pytest.mark.parametrize(
    ("terrain", "cited"),
    [
        (T.WOODS, "MATG2 Terrain Effects"),
        (T.INTERIOR, "MATG2 Terrain Effects; MATG2 Terrain Effects, OUR 61, house value"),
    ],
)
def test_12_concealing_ground_is_cited_by_the_chart_or_our_reading(terrain: T, cited: str) -> None:
    reasons = map(str, MATG2.ground(_at_target(terrain), THERE).reasons)
    said = f"{terrain.words} {terrain.value}: conceals stands that have not fired from it ({cited})"
    assert said in reasons


@proves("MATG2-8.3.2.2")
@pytest.mark.parametrize(
    ("book", "terrain", "cited"),
    [
        (MATG1, T.RIVER, "MATG1 8.3.2; MATG1 8.3.2, OUR 47, house value"),
        (MATG2, T.RIVER, "MATG2 8.3.2; MATG2 8.3.2, OUR 47, house value"),
        (MATG1, T.HOUSE_WALL, "MATG1 8.3.2; MATG2 Terrain Effects, OUR 60, house value"),
        (MATG2, T.HOUSE_WALL, "MATG2 8.3.2; MATG2 Terrain Effects, OUR 60, house value"),
        (MATG2, T.WINDOW, "MATG2 8.3.2; MATG2 Terrain Effects, OUR 60, house value"),
    ],
)
def test_our_47_60_impassable_ground_is_cited_by_the_edition_that_has_the_chapter(
    book: MicroArmour, terrain: T, cited: str
) -> None:
    assert str(book.ground(_at_target(terrain), THERE).reasons[0]) == f"nobody may enter ({cited})"


@proves("MATG2-6.4.3.1", "MATG2-12.E.hilltop_crest")
@pytest.mark.parametrize(("hill_level", "is_told"), [(0, True), (1, True), (2, False)])
def test_our_68_the_ruling_says_that_a_crest_is_one_level_high_only_where_it_is(
    hill_level: int, is_told: bool
) -> None:
    board = table(area(T.HILL, 18, 22, 22, 26, hill_level), area(T.CREST, 19, 22, 21, 26))
    ruling = MATG2.ground(state_of(board), THERE)
    assert ruling.verdict.level == max(hill_level, 1)
    assert ("crest crest is drawn without a level: it is one level high" in str(ruling)) is is_told


@proves("MATG2-12.E.track", "MATG2-9.1.1")
@pytest.mark.parametrize(
    ("book", "chart"),
    [(MATG2, "MATG2 Terrain Effects"), (MATG1, "MATG1 Terrain Effects, from the 2nd edition")],
)
def test_9_1_the_cost_of_an_inch_cites_the_chart_that_prints_it(book: MicroArmour, chart: str) -> None:
    state = state_of(table(area(T.WOODS, 18, 22, 22, 26), road(T.TRACK, (20, 10), (20, 40))))
    assert str(book.ground(state, THERE).reasons[0]) == f"an inch costs tracked stands 1 ({chart})"
