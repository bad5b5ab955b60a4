"""6.1.1: stands on edges, stands that overlap, and stands in contact."""

from dataclasses import replace
from itertools import product

import pytest
from shapely import box

from rules.ground.table.inches import Spot
from rules.ground.table.tabletop import Piece
from rules.ground.table.terrain import TableTerrain as T
from rules.micro_armour.state.stands import spot_of
from tests.proving import proves
from tests.rules.micro_armour.fire.lines import los
from tests.rules.micro_armour.tables import BLUE, MATG2, RED, area, opened, stand, state_of, table

EDGES = [Spot(x, y) for x in (20.0, 24.0, 28.0) for y in (20.0, 24.0, 28.0) if (x, y) != (24.0, 24.0)]
ROUND_ABOUT = [Spot(x, y) for x in (14.0, 18.0, 23.0, 24.0, 31.0) for y in (15.0, 20.0, 26.0, 33.0)]


@proves("MATG2-6.1.1")
@pytest.mark.parametrize("terrain", [T.HILL, T.SLOPE, T.CREST])
def test_our_53_a_stand_on_the_edge_or_corner_of_a_hill_is_on_the_hill(terrain: T) -> None:
    """Across it, along it and away from it, both ways."""
    hill = area(terrain, 20, 20, 28, 28)
    for edge in EDGES:
        for spot in (*ROUND_ABOUT, *EDGES):
            assert los(hill, here=edge, there=spot).startswith("clear LOS"), (edge, spot)
            assert los(hill, here=spot, there=edge).startswith("clear LOS"), (edge, spot)


@proves("MATG2-6.1.1")
@pytest.mark.parametrize("inside_in", [0.002, 0.005, 0.009, 0.012, 0.015, 0.03])
@pytest.mark.parametrize("terrain", [T.HILL, T.SLOPE, T.CREST])
def test_our_53_a_stand_less_than_a_hair_inside_a_hill_counts_as_on_its_edge(
    terrain: T, inside_in: float
) -> None:
    """Looked at across the hill, straight and aslant; the field and the line back say the same."""
    state = state_of(table(area(terrain, 20, 20, 28, 28)))
    east = [Spot(28 - inside_in, 28 - inside_in), Spot(28 - inside_in, 24)]
    west = [Spot(20 + inside_in, 28 - inside_in), Spot(20 + inside_in, 24)]
    for viewers, targets in (
        ((Spot(14, 24), Spot(14, 18), Spot(23, 15)), east),
        ((Spot(34, 24), Spot(34, 18)), west),
    ):
        for viewer, target in product(viewers, targets):
            for one, other in ((viewer, target), (target, viewer)):
                assert MATG2.line_of_sight(state, one, other).verdict.visibility.is_open, (one, other)
                ((seen,),) = MATG2.visibility_at_places(state, [one], stand("b1", BLUE, None), [other])
                assert seen.is_open, (one, other)
    for viewer, behind in (
        (Spot(14, 24), Spot(28 + inside_in, 24)),
        (Spot(14, 28.005), Spot(28.005, 28.005)),
    ):
        assert not MATG2.line_of_sight(state, viewer, behind).verdict.visibility.is_open


@proves("MATG2-6.1.1")
def test_our_53_a_stand_on_the_corner_of_a_house_is_seen_and_sees_away_from_it() -> None:
    """Sight goes an inch out of it and not through it (OUR 19)."""
    house = area(T.LIGHT_BUILDINGS, 20, 20, 28, 28)
    corner = Spot(20.0, 20.0)
    for away in (Spot(10, 20), Spot(12, 28), Spot(20, 10), Spot(28, 12), Spot(14, 14), Spot(19, 36)):
        assert los(house, here=corner, there=away).startswith("clear LOS"), away
        assert los(house, here=away, there=corner).startswith("clear LOS"), away
    for across in (Spot(30, 30), Spot(26, 34), Spot(24, 24)):
        assert los(house, here=corner, there=across).startswith("LOS blocked"), across


@proves("MATG2-6.1.1.2", "MATG2-6.0.2")
def test_our_72_a_stand_that_overlaps_another_is_seen() -> None:
    """A line ends in the base of a friend that it drives through; a stand before that one blocks as ever."""
    friend, before = stand("r2", RED, (10, 15.2)), stand("r3", RED, (13, 15))
    mover, enemy = stand("r1", RED, (10, 15)), stand("b1", BLUE, (20, 15))
    ruling = MATG2.line_of_sight(state_of(table(), mover, friend, enemy), enemy, mover)
    assert [str(reason) for reason in ruling.reasons] == [
        "nothing stands between (MATG2 6.1.1)",
        "r2 lies over an end of the line, not between (MATG2 6.1.1, OUR 72, inferred)",
    ]
    barred = MATG2.line_of_sight(state_of(table(), mover, friend, before, enemy), enemy, mover)
    assert [reason.text for reason in barred.reasons] == ["r3 stands in the way"]


@proves("MATG2-6.1.1", "MATG2-6.3.3.2b")
def test_our_62_72_the_side_view_leaves_out_ground_and_stands_that_do_not_block() -> None:
    """The target has fired in woods, and a friend lies over it."""
    mover, friend = stand("r1", RED, (10, 15), 0.0, "t34", "fired"), stand("r2", RED, (10, 15.2))
    enemy = stand("b1", BLUE, (20, 15))
    state = state_of(table(area(T.WOODS, 6, 10, 14, 20)), mover, friend, enemy)
    ruling = MATG2.profile(state, enemy, mover)
    assert ruling.verdict.sight.visibility.is_open
    assert ruling.verdict.in_the_way == ()
    barred = MATG2.profile(state, enemy, replace(mover, conditions=frozenset()))
    assert [stretch.name for stretch in barred.verdict.in_the_way] == ["woods woods"]


@proves("MATG2-7.3.3", "MATG2-6.1.1")
@pytest.mark.parametrize("terrain", [T.WOODS, T.HEAVY_BUILDINGS, T.SMOKE])
@pytest.mark.parametrize(
    ("there", "is_open"),
    [((10, 11), True), ((10.5, 11), True), ((11, 11), True), ((10.5, 11.1), False), ((10, 12), False)],
    ids=["square", "half a front", "corner to corner", "a tenth apart", "an inch apart"],
)
def test_our_85_stands_in_contact_see_each_other_in_ground_one_sees_an_inch_into(
    terrain: T, there: tuple[float, float], is_open: bool
) -> None:
    """Their centres are up to 1.41 inches apart."""
    ours, theirs = stand("r1", RED, (10, 10), 180.0), stand("b1", BLUE, there)
    state = opened(table(area(terrain, 5, 5, 20, 20)), ours, theirs)
    ruling = MATG2.line_of_sight(state, ours, theirs)
    assert ruling.verdict.visibility.is_open is is_open
    assert (
        "does not hide who is in base contact (MATG2 7.3.3; MATG2 7.3.3, OUR 85" in str(ruling)
    ) is is_open
    elsewhere = opened(table(area(terrain, 5, 5, 20, 20)), ours, replace(theirs, at=Spot(30, 30)))
    ((seen,),) = MATG2.visibility_at_places(elsewhere, [ours], theirs, [spot_of(theirs)])
    assert seen.is_open is is_open


@proves("MATG2-7.3.3")
def test_our_85_base_contact_is_not_mentioned_for_stands_apart() -> None:
    ours, theirs = stand("r1", RED, (10, 2), 180.0), stand("b1", BLUE, (10, 5.5))
    state = opened(table(area(T.WOODS, 5, 5, 20, 20)), ours, theirs)
    for target in (theirs, spot_of(theirs)):
        ruling = MATG2.line_of_sight(state, ours, target)
        assert ruling.verdict.visibility.is_open
        assert "base contact" not in str(ruling)


@proves("MATG2-7.3.3", "MATG2-6.1.1")
def test_our_85_ground_under_the_viewer_alone_does_not_hide_a_stand_in_contact() -> None:
    """It stands 1.2 inches inside the woods, and its enemy before them."""
    ours, theirs = stand("r1", RED, (10, 10), 180.0), stand("b1", BLUE, (11, 11))
    state = opened(table(area(T.WOODS, 5, 5, 10.85, 20)), ours, theirs)
    ruling = MATG2.line_of_sight(state, ours, theirs)
    assert ruling.verdict.visibility.is_open
    assert "woods woods does not hide who is in base contact" in str(ruling)


@proves("MATG2-7.3.3", "MATG2-6.1.1")
@pytest.mark.parametrize("terrain", [T.CREST, T.HILL, T.SLOPE])
@pytest.mark.parametrize(("away_in", "is_open"), [(1.0, True), (1.1, False)])
def test_our_85_a_ridge_thinner_than_a_stand_does_not_hide_a_stand_in_contact_across_it(
    terrain: T, away_in: float, is_open: bool
) -> None:
    """Three tenths of an inch of ridge run between the centres, under the front of either; a tenth apart it hides them."""
    ours, theirs = stand("r1", RED, (10, 10), 180.0), stand("b1", BLUE, (10.3, 10 + away_in))
    state = opened(table(area(terrain, 5, 10.35, 20, 10.65)), ours, theirs)
    for viewer, target in ((ours, theirs), (theirs, ours)):
        ruling = MATG2.line_of_sight(state, viewer, target)
        assert ruling.verdict.visibility.is_open is is_open
        assert ("does not hide who is in base contact" in str(ruling)) is is_open
    elsewhere = opened(table(area(terrain, 5, 10.35, 20, 10.65)), ours, replace(theirs, at=Spot(30, 30)))
    ((seen,),) = MATG2.visibility_at_places(elsewhere, [ours], theirs, [spot_of(theirs)])
    assert seen.is_open is is_open
    astride = opened(table(area(terrain, 5, 9, 20, 10.2)), ours, theirs)
    assert "base contact" not in str(MATG2.line_of_sight(astride, ours, theirs))


@proves("MATG2-7.3.3", "MATG2-6.1.1")
def test_our_85_a_house_wall_hides_stands_that_touch_across_it() -> None:
    ours, theirs = stand("r1", RED, (10, 10), 180.0), stand("b1", BLUE, (10.5, 11))
    state = opened(table(Piece("wall", T.HOUSE_WALL, box(5, 10.49, 20, 10.51))), ours, theirs)
    assert not MATG2.line_of_sight(state, ours, theirs).verdict.visibility.is_open
