"""6.1 and the chart: how hills, slopes, crests, woods and house walls hide, however they are drawn."""

from dataclasses import replace
from itertools import permutations

import pytest
from shapely import box

from rules.ground.table.inches import HAIR_IN, Spot
from rules.ground.table.tabletop import Piece
from rules.ground.table.terrain import TableTerrain as T
from rules.micro_armour.book.rulebook import SECOND
from rules.micro_armour.questions.terrain import LineOfFire, target_ground
from rules.micro_armour.state.stands import spot_of
from tests.proving import proves
from tests.rules.micro_armour.fire.lines import HERE, THERE
from tests.rules.micro_armour.tables import BLUE, MATG2, RED, area, opened, stand, state_of, table


@proves("MATG2-12.E.woods")
@pytest.mark.parametrize(("east", "is_open"), [(14.1, True), (14, True), (13.9, False)])
def test_our_19_sight_reaches_one_inch_into_woods(east: float, is_open: bool) -> None:
    woods = area(T.WOODS, east, 22, 20, 26)
    ruling = MATG2.line_of_sight(state_of(table(woods)), HERE, THERE)
    assert ruling.verdict.visibility.is_open is is_open
    back = MATG2.line_of_sight(state_of(table(woods)), THERE, HERE)
    assert back.verdict.visibility.is_open is is_open


@proves("MATG2-12.E.woods", "MATG2-6.1.1.2")
def test_our_19_at_exactly_an_inch_sight_reaches_wherever_the_wood_lies() -> None:
    """Into a wood and out of it, along lines by tenths of an inch; the field says the same."""
    for tenths in range(20, 100, 3):
        edge = tenths / 10
        state = state_of(table(area(T.WOODS, edge, 2, edge + 8, 10)))
        outside, inside = Spot(edge - 1.5, 6), Spot((tenths + 10) / 10, 6)
        for viewer, target in ((outside, inside), (inside, outside)):
            assert MATG2.line_of_sight(state, viewer, target).verdict.visibility.is_open, edge
            ((seen,),) = MATG2.visibility_at_places(state, [viewer], stand("b1", BLUE, None), [target])
            assert seen.is_open, edge


@proves("MATG2-12.E.woods", "MATG2-6.0.2", "MATG2-6.1.1.2")
@pytest.mark.parametrize(
    ("pieces", "away_in", "is_open"),
    [
        (((5, 15), (15, 25)), 0.7, False),
        (((5, 15), (15, 25)), 0.45, True),
        (((5, 25),), 0.7, False),
        (((5, 25),), 0.45, True),
        (((5, 25),), 0.504, True),
        (((5, 25),), 0.516, False),
        (((5, 14.8), (15.2, 25)), 0.7, True),
        (((5, 14.8), (14.5, 15.5), (15.2, 25)), 0.7, False),
    ],
    ids=[
        "two that touch",
        "an inch of both",
        "one",
        "an inch of one",
        "less than a hair more",
        "hairs more",
        "two apart",
        "two and one between",
    ],
)
@pytest.mark.parametrize("terrain", [T.WOODS, T.SMOKE])
def test_our_69_woods_that_touch_are_one_however_they_are_drawn(
    terrain: T, pieces: tuple[tuple[float, float], ...], away_in: float, is_open: bool
) -> None:
    """Viewer and target stand this far to either side of x = 15.

    Rule: MATG2 6.1.1; OUR 69.
    """
    drawn = [Piece(f"p{k}", terrain, box(west, 2, east, 10)) for k, (west, east) in enumerate(pieces)]
    state = state_of(table(*drawn))
    one, other = Spot(15 - away_in, 6), Spot(15 + away_in, 6)
    for viewer, target in ((one, other), (other, one)):
        assert MATG2.line_of_sight(state, viewer, target).verdict.visibility.is_open is is_open
        ((seen,),) = MATG2.visibility_at_places(state, [viewer], stand("b1", BLUE, None), [target])
        assert seen.is_open is is_open


@proves("MATG2-6.1.1.2", "MATG2-6.1.1.3")
@pytest.mark.parametrize(("beside_in", "is_open"), [(0.5 * HAIR_IN, False), (2 * HAIR_IN, True)])
def test_our_69_woods_that_touch_are_no_larger_than_they_are_drawn(beside_in: float, is_open: bool) -> None:
    """A line runs along their edge, in doubt within a hair of it."""
    drawn = [Piece(f"p{k}", T.WOODS, box(10 + 4 * k, 2, 14 + 4 * k, 10)) for k in range(2)]
    here, there = Spot(6, 10 + beside_in), Spot(22, 10 + beside_in)
    assert MATG2.line_of_sight(state_of(table(*drawn)), here, there).verdict.visibility.is_open is is_open


@proves("MATG2-6.0.2", "MATG2-6.1.1.2")
def test_our_69_woods_that_do_not_touch_the_others_block_on_their_own() -> None:
    apart = Piece("apart", T.WOODS, box(30, 2, 34, 10))
    drawn = [Piece(f"p{k}", T.WOODS, box(10 + 4 * k, 2, 14 + 4 * k, 10)) for k in range(2)]
    reasons = MATG2.line_of_sight(state_of(table(apart, *drawn)), Spot(28, 6), Spot(36, 6)).reasons
    assert [reason.text for reason in reasons] == ["woods apart blocks"]


@proves("MATG2-6.3.3.2b")
@pytest.mark.parametrize(("fired", "is_open"), [((), False), (("fired",), True)])
def test_our_69_none_of_several_touching_woods_hides_a_stand_that_has_fired_in_one_of_them(
    fired: tuple[str, ...], is_open: bool
) -> None:
    """Rule: MATG2 6.3.3; OUR 62, 69."""
    drawn = [Piece(f"p{k}", T.WOODS, box(west, 2, west + 4, 10)) for k, west in enumerate((10, 14))]
    target = stand("b1", BLUE, (16, 6), 0.0, "t34", *fired)
    state = state_of(table(*drawn), target)
    assert MATG2.line_of_sight(state, Spot(5, 6), target).verdict.visibility.is_open is is_open


@proves("MATG2-6.1.1.2")
def test_our_69_only_the_touching_woods_on_the_line_are_named() -> None:
    drawn = [Piece(f"p{k}", T.WOODS, box(10 + k, 2, 11 + k, 10)) for k in (1, 0, 2)]
    aside = Piece("aside", T.WOODS, box(10, 10, 13, 12))
    reasons = MATG2.line_of_sight(state_of(table(aside, *drawn)), Spot(5, 6), Spot(20, 6)).reasons
    assert [reason.text for reason in reasons] == ["woods p0 blocks", "woods p1 blocks", "woods p2 blocks"]


@proves("MATG2-12.E.hilltop_crest", "MATG2-12.E.slope", "MATG2-6.1.1.2")
@pytest.mark.parametrize("terrain", [T.HILL, T.CREST, T.SLOPE])
@pytest.mark.parametrize(
    ("levels", "is_open"), [((1, 1, 1), True), ((1, 0, 1), None), ((1, 2, 1), False), ((2, 2, 2), True)]
)
def test_our_71_hills_that_touch_are_one_at_their_level_however_they_are_drawn(
    terrain: T, levels: tuple[int, ...], is_open: bool | None
) -> None:
    """Viewer and target stand on the outer two of three pieces; a top without a level is one level high.

    Rule: MATG2 6.1.1; OUR 71.
    """
    drawn = [
        Piece(f"p{k}", terrain, box(5 + 4 * k, 2, 9 + 4 * k, 10), level=level)
        for k, level in enumerate(levels)
    ]
    one, other = stand("r1", RED, (7, 6)), stand("b1", BLUE, (15, 6))
    state = state_of(table(*drawn), one, other)
    wanted = terrain is not T.SLOPE if is_open is None else is_open
    for viewer, target in ((one, other), (other, one)):
        ruling = MATG2.line_of_sight(state, viewer, target)
        assert ruling.verdict.visibility.is_open is wanted
        ((seen,),) = MATG2.visibility_at_places(state, [spot_of(viewer)], target, [spot_of(target)])
        assert seen.is_open is wanted


@proves("MATG2-12.E.hilltop_crest", "MATG2-6.1.1.2", "MATG2-6.0.2")
@pytest.mark.parametrize("order", list(permutations(range(3))))
def test_our_71_hills_that_touch_are_one_in_any_drawing_order(order: tuple[int, ...]) -> None:
    """The viewer stands on the first of three, the target beyond the third; the second joins them.

    Rule: MATG2 6.1.1; OUR 71.
    """
    drawn = [Piece(f"p{k}", T.HILL, box(5 + 4 * k, 2, 9 + 4 * k, 10), level=1) for k in order]
    assert MATG2.line_of_sight(state_of(table(*drawn)), Spot(7, 6), Spot(20, 6)).verdict.visibility.is_open


@proves("MATG2-12.E.hilltop_crest", "MATG2-12.N3", "MATG2-6.1.1.2")
@pytest.mark.parametrize(
    ("here", "there", "is_open", "added"),
    [
        ((12, 24), (28, 24), False, 0),
        ((12, 24), (20, 24), True, 2),
        ((20, 24), (28, 24), True, 0),
        ((4, 24), (28, 24), False, 2),
        ((4, 24), (20, 24), True, 2),
        ((4, 24), (12, 24), True, 2),
    ],
    ids=["across it", "on to it", "down from it", "from below across it", "from below on to it", "from below short of it"],
)  # fmt: skip
def test_our_81_a_crest_on_a_hilltop_of_the_same_level_still_counts_as_a_crest(
    here: tuple[float, float], there: tuple[float, float], is_open: bool, added: int
) -> None:
    """The hilltop lies from 10 to 30 inches, its crest from 19 to 21.

    Rule: MATG2 6.1.1; OUR 48, 66, 81.
    """
    board = table(area(T.HILL, 10, 18, 30, 30, 1), area(T.CREST, 19, 18, 21, 30, 1))
    viewer, target = Spot(*map(float, here)), Spot(*map(float, there))
    assert MATG2.line_of_sight(state_of(board), viewer, target).verdict.visibility.is_open is is_open
    fire = target_ground(state_of(board), LineOfFire(viewer, target), SECOND)
    assert (fire.to_cohesion.net, fire.to_combat.net) == (added, added)


@proves("MATG2-6.1.1", "MATG2-6.0.2", "MATG2-6.1.1.3")
@pytest.mark.parametrize(("y_in", "is_seen"), [(13.5, True), (14.5, False), (15.5, False), (16.5, False)])
def test_our_60_nobody_sees_into_or_through_a_house_wall_however_thick(y_in: float, is_seen: bool) -> None:
    state, viewer, place = (
        state_of(table(area(T.HOUSE_WALL, 5, 14, 15, 16))),
        Spot(10.5, 10.5),
        Spot(10.5, y_in),
    )
    assert MATG2.line_of_sight(state, viewer, place).verdict.visibility.is_open is is_seen
    assert MATG2.sight_field(state, viewer).verdict.visibility[place].is_open is is_seen


@proves("MATG2-12.E.slope", "MATG2-12.E.hilltop_crest")
def test_our_71_a_ring_of_slopes_hides_nobody_who_stands_on_any_of_it() -> None:
    """Two stretches of slope round a top: from the north one over the east one, past the top; and from outside both."""
    top = Piece("top", T.HILL, box(14, 14, 18, 18), level=1)
    north, east = Piece("n", T.SLOPE, box(10, 10, 22, 14)), Piece("e", T.SLOPE, box(18, 14, 22, 18))
    state = state_of(table(top, north, east), stand("r1", RED, (16, 12)), stand("b1", BLUE, (26, 16)))
    assert MATG2.line_of_sight(state, state.unit("r1"), state.unit("b1")).verdict.visibility.is_open
    reasons = MATG2.line_of_sight(state, Spot(16, 8), state.unit("b1")).reasons
    assert "slope n blocks (MATG2 6.1.1; MATG2 6.1.1, OUR 71, house value)" in map(str, reasons)


@proves("MATG2-12.E.slope", "MATG2-6.1.1.2")
@pytest.mark.parametrize(("here", "there"), [((12, 12), (12, 25)), ((20, 12), (20, 25)), ((12, 12), (2, 12))])
def test_our_71_where_the_slopes_of_two_hills_touch_each_leads_up_to_its_own_top(
    here: tuple[float, float], there: tuple[float, float]
) -> None:
    """From the lower top and from the higher one looks down the slope that is drawn round it.

    Rule: MATG2 6.1.1; OUR 20, 71.
    """
    hills = [
        piece
        for level, west in ((1, 10), (2, 18))
        for top in [box(west, 10, west + 4, 14)]
        for piece in (
            Piece(f"top{level}", T.HILL, top, level=level),
            Piece(f"slope{level}", T.SLOPE, box(west - 2, 8, west + 6, 16).difference(top)),
        )
    ]
    state = state_of(table(*hills))
    for viewer, target in ((here, there), (there, here)):
        assert MATG2.line_of_sight(state, Spot(*viewer), Spot(*target)).verdict.visibility.is_open


@proves("MATG2-12.E.slope", "MATG2-6.1.1.3")
@pytest.mark.parametrize(
    ("here", "there", "ours"),
    [
        (Spot(9.5, 15.5), Spot(7.5, 5.5), "OUR 71, house value; MATG2 6.1.1, OUR 20, inferred"),
        (Spot(7.5, 15.5), Spot(7.5, 0.5), "OUR 71, house value"),
    ],
)
def test_our_20_a_slope_that_a_line_crosses_twice_hides_alike_in_a_field_and_on_a_line(
    here: Spot, there: Spot, ours: str
) -> None:
    """Of a slope of two pieces: through its notch, which is doubtful and counts for the defender, to one who stands on it;
    and across.

    Rule: MATG2 6.1.1; OUR 15, 20, 71.
    """
    drawn = [Piece("p0", T.SLOPE, box(6, 4.5, 8, 8.5)), Piece("p1", T.SLOPE, box(5.5, 8, 8.5, 10))]
    state = state_of(table(*drawn))
    ruling = MATG2.line_of_sight(state, here, there)
    assert [str(reason) for reason in ruling.reasons] == [
        f"slope {name} blocks (MATG2 6.1.1; MATG2 6.1.1, {ours})" for name in ("p1", "p0")
    ]
    field = MATG2.sight_field(state, here).verdict
    assert field.visibility[there] is ruling.verdict.visibility


SLOPES = {
    "beneath its top": box(8, 8, 22, 22),
    "round its top": box(8, 8, 22, 22).difference(box(10, 10, 20, 20)),
    "round it a hair off": box(8, 8, 22, 22).difference(box(9.995, 9.995, 20.005, 20.005)),
    "east of its top": box(20, 8, 22, 22),
}


@proves("MATG2-12.E.slope", "MATG2-12.E.hilltop_crest", "MATG2-6.1.1.2")
@pytest.mark.parametrize("slope", SLOPES)
@pytest.mark.parametrize(
    ("here", "there", "is_open"),
    [((15, 15), (30, 15), True), ((21, 15), (30, 15), True), ((21, 15), (5, 15), False), ((35, 15), (5, 15), False)],
    ids=["from the top", "from the slope", "from the slope over the top", "over the hill"],
)  # fmt: skip
def test_our_20_a_stand_on_a_hilltop_looks_down_its_slope_however_that_is_drawn(
    slope: str, here: tuple[float, float], there: tuple[float, float], is_open: bool
) -> None:
    """Both ways alike.

    Rule: MATG2 6.1.1; OUR 20.
    """
    top = area(T.HILL, 10, 10, 20, 20, 1)
    board = table(top, Piece("slope", T.SLOPE, SLOPES[slope]))
    state = opened(board, stand("r1", RED, (40, 40)), sight_limit_in=40)
    one, other = Spot(*map(float, here)), Spot(*map(float, there))
    for viewer, target in ((one, other), (other, one)):
        assert MATG2.line_of_sight(state, viewer, target).verdict.visibility.is_open is is_open
        ((seen,),) = MATG2.visibility_at_places(state, [viewer], stand("b1", BLUE, None), [target])
        assert seen.is_open is is_open


@proves("MATG2-12.E.slope", "MATG2-6.1.1.2")
def test_our_20_a_slope_up_to_the_next_level_hides_what_is_behind_it_from_the_level_below() -> None:
    """A hill of level 1, on it a hill of level 2 with a slope round it; the line runs over that slope beside its top."""
    low, high = area(T.HILL, 5, 5, 40, 40, 1), replace(area(T.HILL, 20, 20, 26, 26, 2), id="high")
    slope = Piece("slope", T.SLOPE, box(18, 18, 28, 28).difference(box(20, 20, 26, 26)))
    state = opened(table(low, high, slope), stand("r1", RED, (45, 45)))
    assert not MATG2.line_of_sight(state, Spot(10, 19), Spot(36, 19)).verdict.visibility.is_open
