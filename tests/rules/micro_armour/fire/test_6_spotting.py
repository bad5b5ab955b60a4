"""Chapter 6: line of sight."""

from dataclasses import replace
from itertools import permutations
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from shapely import box

from rules.errors import BadInput, OffBoard
from rules.game.units import Marker, Unit
from rules.game.verdicts import Visibility
from rules.ground.hex.hexes import Hex
from rules.ground.table.inches import HAIR_IN, Spot
from rules.ground.table.tabletop import Piece
from rules.ground.table.terrain import TableTerrain as T
from rules.micro_armour.book.rulebook import SECOND
from rules.micro_armour.questions.terrain import LineOfFire, target_ground
from rules.micro_armour.ruleset import MicroArmour
from rules.micro_armour.state.stands import spot_of
from tests.proving import proves
from tests.rules.micro_armour.tables import BLUE, MATG1, MATG2, RED, area, opened, stand, state_of, table

HERE, THERE = Spot(5.0, 24.0), Spot(15.0, 24.0)


def _los(*pieces: Piece, here: Spot = HERE, there: Spot = THERE) -> str:
    ruling = MATG2.line_of_sight(state_of(table(*pieces)), here, there)
    return str(ruling).partition(": ")[2]


@proves("MATG2-6.1.1")
def test_6_1_1_clear_from_centre_to_centre() -> None:
    assert _los() == "clear LOS. Nothing stands between (MATG2 6.1.1)."


@proves("MATG2-6.1.1", "MATG2-6.0.2")
def test_6_1_1_woods_between_block_and_are_named() -> None:
    assert _los(area(T.WOODS, 8, 22, 11, 26)) == "LOS blocked. Woods woods blocks (MATG2 6.1.1)."
    assert _los(area(T.MARSH, 8, 22, 11, 26)).startswith("clear LOS")


@proves("MATG2-6.0.2", "MATG2-6.1.1.2")
@pytest.mark.parametrize("side", [RED, BLUE])
def test_6_1_1_any_stand_between_blocks(side: str) -> None:
    ours, theirs = stand("r1", RED, HERE), stand("b1", BLUE, THERE)
    between = stand("x", side, (10, 24.3))
    ruling = MATG2.line_of_sight(state_of(table(), ours, theirs, between), ours, theirs)
    assert str(ruling) == "LOS r1 to b1: LOS blocked. X stands in the way (MATG2 6.1.1)."
    aside = stand("x", side, (10, 24.8))
    assert MATG2.line_of_sight(
        state_of(table(), ours, theirs, aside), ours, theirs
    ).verdict.visibility.is_open


@proves("MATG2-6.1.1", "MATG2-6.0.2")
def test_6_1_1_the_ground_under_a_stand_is_seen_whoever_stands_beside_it() -> None:
    ours, beside = stand("r1", RED, HERE), stand("b1", BLUE, (5, 25.2))
    ruling = MATG2.line_of_sight(state_of(table(), ours, beside), ours, HERE)
    assert ruling.verdict.visibility.is_open


@proves("MATG2-6.1.1.3")
def test_6_1_1_a_line_that_only_touches_counts_for_the_defender() -> None:
    touched = _los(area(T.WOODS, 8, 24, 11, 26))
    assert (
        touched
        == "LOS blocked. Woods woods is touched, which counts for the defender (MATG2 6.1.1, OUR 15, inferred)."
    )
    assert _los(area(T.WOODS, 8, 24.02, 11, 26)).startswith("clear LOS")


EDGES = [Spot(x, y) for x in (20.0, 24.0, 28.0) for y in (20.0, 24.0, 28.0) if (x, y) != (24.0, 24.0)]
ROUND_ABOUT = [Spot(x, y) for x in (14.0, 18.0, 23.0, 24.0, 31.0) for y in (15.0, 20.0, 26.0, 33.0)]


@proves("MATG2-6.1.1")
@pytest.mark.parametrize("terrain", [T.HILL, T.SLOPE, T.CREST])
def test_our_53_who_stands_on_the_edge_or_corner_of_a_hill_is_on_it(terrain: T) -> None:
    """Across it, along it and away from it, both ways."""
    hill = area(terrain, 20, 20, 28, 28)
    for edge in EDGES:
        for spot in (*ROUND_ABOUT, *EDGES):
            assert _los(hill, here=edge, there=spot).startswith("clear LOS"), (edge, spot)
            assert _los(hill, here=spot, there=edge).startswith("clear LOS"), (edge, spot)


@proves("MATG2-6.1.1")
def test_our_53_who_stands_on_the_corner_of_a_house_is_seen_and_sees_away_from_it() -> None:
    """Sight goes an inch out of it and not through it (OUR 19)."""
    house = area(T.LIGHT_BUILDINGS, 20, 20, 28, 28)
    corner = Spot(20.0, 20.0)
    for away in (Spot(10, 20), Spot(12, 28), Spot(20, 10), Spot(28, 12), Spot(14, 14), Spot(19, 36)):
        assert _los(house, here=corner, there=away).startswith("clear LOS"), away
        assert _los(house, here=away, there=corner).startswith("clear LOS"), away
    for across in (Spot(30, 30), Spot(26, 34), Spot(24, 24)):
        assert _los(house, here=corner, there=across).startswith("LOS blocked"), across


@proves("MATG2-6.1.1")
def test_9_2_wrecks_do_not_block() -> None:
    state = state_of(table(), markers=(Marker("wreck", Spot(10, 24)),))
    assert MATG2.line_of_sight(state, HERE, THERE).verdict.visibility is Visibility.CLEAR


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
            ((seen,),) = MATG2.looked_for(state, [viewer], stand("b1", BLUE, None), [target])
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
    """Viewer and target stand so far to either side of x = 15.

    Rule: MATG2 6.1.1; OUR 69.
    """
    drawn = [Piece(f"p{k}", terrain, box(west, 2, east, 10)) for k, (west, east) in enumerate(pieces)]
    state = state_of(table(*drawn))
    one, other = Spot(15 - away_in, 6), Spot(15 + away_in, 6)
    for viewer, target in ((one, other), (other, one)):
        assert MATG2.line_of_sight(state, viewer, target).verdict.visibility.is_open is is_open
        ((seen,),) = MATG2.looked_for(state, [viewer], stand("b1", BLUE, None), [target])
        assert seen.is_open is is_open


@proves("MATG2-6.1.1.2", "MATG2-6.1.1.3")
@pytest.mark.parametrize(("beside_in", "is_open"), [(0.5 * HAIR_IN, False), (2 * HAIR_IN, True)])
def test_our_69_woods_that_touch_are_no_larger_than_they_are_drawn(beside_in: float, is_open: bool) -> None:
    """A line runs along their edge, in doubt within a hair of it."""
    drawn = [Piece(f"p{k}", T.WOODS, box(10 + 4 * k, 2, 14 + 4 * k, 10)) for k in range(2)]
    here, there = Spot(6, 10 + beside_in), Spot(22, 10 + beside_in)
    assert MATG2.line_of_sight(state_of(table(*drawn)), here, there).verdict.visibility.is_open is is_open


@proves("MATG2-6.0.2", "MATG2-6.1.1.2")
def test_our_69_woods_apart_from_those_that_touch_hide_as_ever() -> None:
    apart = Piece("apart", T.WOODS, box(30, 2, 34, 10))
    drawn = [Piece(f"p{k}", T.WOODS, box(10 + 4 * k, 2, 14 + 4 * k, 10)) for k in range(2)]
    reasons = MATG2.line_of_sight(state_of(table(apart, *drawn)), Spot(28, 6), Spot(36, 6)).reasons
    assert [reason.text for reason in reasons] == ["woods apart blocks"]


@proves("MATG2-6.3.3.2b")
@pytest.mark.parametrize(("fired", "is_open"), [((), False), (("fired",), True)])
def test_our_69_of_woods_that_touch_none_hides_a_stand_that_has_fired_in_one_of_them(
    fired: tuple[str, ...], is_open: bool
) -> None:
    """Rule: MATG2 6.3.3; OUR 62, 69."""
    drawn = [Piece(f"p{k}", T.WOODS, box(west, 2, west + 4, 10)) for k, west in enumerate((10, 14))]
    target = stand("b1", BLUE, (16, 6), 0.0, "t34", *fired)
    state = state_of(table(*drawn), target)
    assert MATG2.line_of_sight(state, Spot(5, 6), target).verdict.visibility.is_open is is_open


@proves("MATG2-6.1.1.2")
def test_our_69_of_woods_that_touch_those_on_the_line_are_named() -> None:
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
        ((seen,),) = MATG2.looked_for(state, [spot_of(viewer)], target, [spot_of(target)])
        assert seen.is_open is wanted


@proves("MATG2-12.E.hilltop_crest", "MATG2-6.1.1.2", "MATG2-6.0.2")
@pytest.mark.parametrize("order", list(permutations(range(3))))
def test_our_71_in_whatever_order_the_pieces_of_a_hill_are_drawn(order: tuple[int, ...]) -> None:
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
def test_our_81_a_crest_on_a_hilltop_of_its_level_is_a_crest_all_the_same(
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
def test_our_60_into_a_house_wall_nobody_sees_however_thick_it_is_nor_through_it(
    y_in: float, is_seen: bool
) -> None:
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
def test_our_20_a_slope_that_a_line_leaves_and_comes_over_again_hides_in_a_field_as_on_a_line(
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


@proves("MATG2-6.1.1.2", "MATG2-6.0.2")
def test_our_72_a_stand_in_the_midst_of_another_is_seen_there() -> None:
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
def test_our_62_72_what_does_not_count_is_not_in_the_way_from_the_side_either() -> None:
    """The target has fired in woods, and a friend lies over it."""
    mover, friend = stand("r1", RED, (10, 15), 0.0, "t34", "fired"), stand("r2", RED, (10, 15.2))
    enemy = stand("b1", BLUE, (20, 15))
    state = state_of(table(area(T.WOODS, 6, 10, 14, 20)), mover, friend, enemy)
    ruling = MATG2.profile(state, enemy, mover)
    assert ruling.verdict.sight.visibility.is_open
    assert ruling.verdict.in_the_way == ()
    barred = MATG2.profile(state, enemy, replace(mover, conditions=frozenset()))
    assert [stretch.name for stretch in barred.verdict.in_the_way] == ["woods woods"]


@proves("MATG2-6.3.3.2b")
@pytest.mark.parametrize("edition", [MATG1, MATG2])
def test_6_3_3_the_ground_it_stands_in_does_not_hide_a_stand_that_has_fired(edition: MicroArmour) -> None:
    """It stands three inches deep in the woods; those in between, and other stands, hide it as before."""
    ours, theirs = stand("r1", RED, HERE), stand("b1", BLUE, THERE)
    woods, between, before = (
        replace(area(T.WOODS, west, 22, east, 26), id=name)
        for name, west, east in (("deep", 12, 20), ("between", 8, 10), ("before", 12, 14))
    )

    def seen(target: Unit, *pieces: Piece, others: tuple[Unit, ...] = ()) -> str:
        ruling = edition.line_of_sight(state_of(table(*pieces), ours, target, *others), ours, target)
        return str(ruling).partition(": ")[2]

    fired = replace(theirs, conditions=frozenset({"fired"}))
    assert seen(theirs, woods).startswith("LOS blocked. Woods deep blocks")
    assert seen(fired, woods).startswith("clear LOS.")
    assert "woods deep hides nobody who has fired" in seen(fired, woods)
    assert "OUR 62" in seen(fired, woods)
    assert seen(fired, woods, between).startswith("LOS blocked. Woods between blocks")
    assert seen(fired, woods, others=(stand("x", BLUE, (10, 24)),)).startswith("LOS blocked. X stands")
    assert seen(fired, before).startswith("LOS blocked"), "not in them"


@proves("MATG2-6.4.3.2")
def test_6_4_3_height_does_not_look_over_blocking_ground() -> None:
    hill = area(T.HILL, 3, 22, 7, 26, 2)
    assert _los(hill).startswith("clear LOS")
    assert _los(hill, area(T.WOODS, 9, 22, 11, 26)).startswith("LOS blocked")
    between = replace(area(T.HILL, 9, 22, 11, 26, 1), id="between")
    assert _los(hill, between).startswith("LOS blocked. Hill between blocks")


@proves("MATG2-6.4.1.1")
def test_6_4_1_the_scenario_limits_sight() -> None:
    ours, theirs = stand("r1", RED, (2, 24)), stand("b1", BLUE, (27, 24))
    state = opened(table(), ours, theirs, sight_limit_in=24)
    ruling = MATG2.line_of_sight(state, ours, theirs)
    assert str(ruling).endswith('25" is beyond sight, 24" here (MATG2 6.4.1).')
    wide = opened(table(), ours, theirs, sight_limit_in=25)
    assert MATG2.line_of_sight(wide, ours, theirs).verdict.visibility.is_open
    fog = opened(table(), ours, theirs, sight_limit_in=0.5)
    assert '25" is beyond sight, 0.5" here' in str(MATG2.line_of_sight(fog, ours, theirs))


@proves("MATG2-6.4.1.1")
def test_6_4_1_at_the_limit_sight_reaches_wherever_on_the_table() -> None:
    """Twenty inches along an edge of the table and, by 12 and 16, aslant; the field says the same."""
    state = opened(table(), stand("r1", RED, (2, 24)), sight_limit_in=20)
    for tenths in range(5, 270):
        x_in = tenths / 10
        for there in (Spot(x_in + 20, 5), Spot((tenths + 120) / 10, 21)):
            sight = MATG2.line_of_sight(state, Spot(x_in, 5), there).verdict
            assert sight.visibility.is_open, (x_in, there)
            (row,) = MATG2.looked_for(state, [Spot(x_in, 5)], stand("b1", BLUE, None), [there])
            assert row[0] is sight.visibility, (x_in, there)


@pytest.mark.parametrize(("terrain", "limit_in"), [("open", 40), ("mixed", 20), ("closed", 10)])
@proves("MATG2-6.4.1.2")
def test_6_4_1_usual_limits(terrain: str, limit_in: float) -> None:
    ours = stand("r1", RED, (2, 24))
    state = opened(table(), ours, sight_limit_in=None, terrain=terrain)
    assert MATG2.line_of_sight(state, ours, Spot(2 + limit_in, 24)).verdict.visibility.is_open
    assert not MATG2.line_of_sight(state, ours, Spot(2.5 + limit_in, 24)).verdict.visibility.is_open


@proves("MATG2-6.4.1.1", "MATG2-6.4.1.2")
def test_our_37_without_a_scenario_sight_reaches_twenty_inches() -> None:
    ruling = MATG1.line_of_sight(state_of(table()), Spot(2, 24), Spot(23, 24))
    assert str(ruling.reasons[0]) == '21" is beyond sight, 20" here (MATG1 6.1.3, OUR 37, inferred)'
    ours, theirs = stand("r1", RED, (2, 24)), stand("b1", BLUE, (23, 24))
    state = opened(table(), ours, theirs, sight_limit_in=None, terrain="mixed")
    said = '21" is beyond sight, 20" here (MATG2 6.4.1)'
    assert str(MATG2.line_of_sight(state, ours, theirs).reasons[0]) == said


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ({"terrain": None}, []),
        ({"terrain": "open"}, ['Nobody sees farther than 40", and 5" more from each level above the table (MATG2 6.4.1; MATG2 6.4.3).']),
        ({"sight_limit_in": 6, "height_adds_sight": False}, ['Nobody sees farther than 6" (MATG2 6.4.1).']),
    ],
)  # fmt: skip
@proves("MATG2-6.4.1.1")
def test_6_4_1_the_setting_tells_how_far_anyone_sees_where_the_scenario_does(
    said: dict[str, Any], told: list[str]
) -> None:
    state = opened(table(), stand("r1", RED, (2, 24)), **{"sight_limit_in": None, **said})
    assert list(MATG2.as_game().setting(state)) == told


@proves("MATG2-6.4.3.1")
def test_6_4_3_five_inches_more_for_each_level() -> None:
    hill = area(T.HILL, 0, 20, 4, 28, 2)
    state = opened(table(hill), stand("r1", RED, (2, 24)), sight_limit_in=20)
    assert MATG2.line_of_sight(state, Spot(2, 24), Spot(32, 24)).verdict.visibility.is_open
    assert not MATG2.line_of_sight(state, Spot(2, 24), Spot(32.5, 24)).verdict.visibility.is_open
    assert not MATG2.line_of_sight(state, Spot(32, 24), Spot(2, 24)).verdict.visibility.is_open
    for far_in, seen in ((20, True), (20.5, False)):
        below = MATG2.line_of_sight(state, Spot(10, 40), Spot(10 + far_in, 40)).verdict.visibility
        assert below.is_open is seen


@proves("MATG2-6.4.3.1")
@pytest.mark.parametrize(("far_in", "seen"), [(20, True), (20.5, False)])
def test_6_4_3_below_the_table_one_sees_as_far_as_on_it(far_in: float, seen: bool) -> None:
    hollow = area(T.CLEAR, 0, 20, 4, 28, -1)
    state = opened(table(hollow), stand("r1", RED, (2, 24)), sight_limit_in=20)
    assert MATG2.line_of_sight(state, Spot(2, 24), Spot(2 + far_in, 24)).verdict.visibility.is_open is seen


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
        ((seen,),) = MATG2.looked_for(state, [viewer], stand("b1", BLUE, None), [target])
        assert seen.is_open is is_open


@proves("MATG2-12.E.slope", "MATG2-6.1.1.2")
def test_our_20_a_slope_up_to_the_next_level_hides_what_is_behind_it_from_the_level_below() -> None:
    """A hill of level 1, on it a hill of level 2 with a slope round it; the line runs over that slope beside its top."""
    low, high = area(T.HILL, 5, 5, 40, 40, 1), replace(area(T.HILL, 20, 20, 26, 26, 2), id="high")
    slope = Piece("slope", T.SLOPE, box(18, 18, 28, 28).difference(box(20, 20, 26, 26)))
    state = opened(table(low, high, slope), stand("r1", RED, (45, 45)))
    assert not MATG2.line_of_sight(state, Spot(10, 19), Spot(36, 19)).verdict.visibility.is_open


@proves("MATG2-6.4.3.1", "MATG2-12.E.hilltop_crest", "MATG2-12.N3")
@pytest.mark.parametrize("terrain", [T.HILL, T.CREST])
@pytest.mark.parametrize(("level", "reach_in"), [(0, 25), (1, 25), (2, 30)])
def test_our_68_a_hill_drawn_without_a_level_is_one_level_high(
    terrain: T, level: int, reach_in: float
) -> None:
    """Rule: MATG2 6.4.3; OUR 68."""
    top, below = Spot(2, 24), Spot(8, 24)
    state = opened(table(area(terrain, 0, 20, 4, 28, level)), stand("r1", RED, top), sight_limit_in=20)
    for far_in, seen in ((reach_in, True), (reach_in + 0.5, False)):
        sight = MATG2.line_of_sight(state, top, Spot(2 + far_in, 24)).verdict.visibility
        assert sight.is_open is seen
    assert target_ground(state, LineOfFire(below, top), SECOND).to_combat.net == 2
    assert MATG2.ground(state, top).verdict.level == max(level, 1)
    assert MATG2.profile(state, top, below).verdict.eye == max(level, 1)


def test_a_place_off_the_table_or_in_hexes_is_refused() -> None:
    with pytest.raises(OffBoard, match="48 × 48 inches"):
        MATG2.line_of_sight(state_of(table()), HERE, Spot(50, 5))
    with pytest.raises(BadInput, match="a spot in inches on the table"):
        MATG2.line_of_sight(state_of(table()), HERE, Hex.named("C2"))


COORDINATE = st.integers(2, 46).map(lambda n: n / 2)
_KINDS = st.sampled_from([T.WOODS, T.GROVE, T.SLOPE, T.HILL, T.LIGHT_BUILDINGS, T.SMOKE, T.ROUGH_1])


@st.composite
def boxes(draw: st.DrawFn) -> list[Piece]:
    found = []
    for k in range(draw(st.integers(0, 5))):
        west, north = draw(COORDINATE), draw(COORDINATE)
        shape = box(
            west, north, min(24, west + draw(st.integers(1, 6))), min(24, north + draw(st.integers(1, 6)))
        )
        found.append(Piece(f"p{k}", draw(_KINDS), shape, level=draw(st.integers(0, 1))))
    return [piece for piece in found if piece.shape.area > 0]


@settings(max_examples=30)
@given(
    boxes(),
    COORDINATE,
    COORDINATE,
    st.lists(st.tuples(st.integers(1, 22), st.integers(1, 22)), max_size=3, unique=True),
)
def test_the_field_is_line_of_sight_place_by_place(
    pieces: list[Piece], x_in: float, y_in: float, others: list[tuple[int, int]]
) -> None:
    """Every fifth place; `proofs/books/matg_fields.py` looks at each."""
    stands = [stand(f"b{k}", BLUE, at, 30.0 * k) for k, at in enumerate(others)]
    state = state_of(table(*pieces, width_in=24, depth_in=24), *stands)
    viewer = Spot(x_in, y_in)
    field = MATG2.sight_field(state, viewer).verdict
    assert len(field.visibility) == 576
    for place, visibility in [*field.visibility.items()][::5]:
        assert visibility is MATG2.line_of_sight(state, viewer, place).verdict.visibility, place


@proves("MATG2-6.1.1")
@settings(max_examples=60)
@given(boxes(), st.tuples(COORDINATE, COORDINATE), st.tuples(COORDINATE, COORDINATE))
def test_line_of_sight_on_level_ground_is_mutual(
    pieces: list[Piece], one: tuple[float, float], other: tuple[float, float]
) -> None:
    flat = [
        replace(piece, terrain=T.SLOPE if piece.terrain is T.HILL else piece.terrain, level=0)
        for piece in pieces
    ]
    state = state_of(table(*flat, width_in=24, depth_in=24))
    there = MATG2.line_of_sight(state, Spot(*one), Spot(*other)).verdict
    assert there == MATG2.line_of_sight(state, Spot(*other), Spot(*one)).verdict


@proves("MATG2-6.3.3.2b")
@pytest.mark.parametrize("fired", [False, True])
def test_6_3_3_who_would_see_a_stand_sees_it_where_it_fired_and_not_elsewhere_in_the_woods(
    fired: bool,
) -> None:
    enemy = stand("r1", RED, (5, 24))
    here, elsewhere, outside = Spot(16, 24), Spot(16, 22), Spot(8, 24)
    unit = stand("b1", BLUE, (16, 24), 180.0, "t34", *(("fired",) if fired else ()))
    state = opened(table(area(T.WOODS, 10, 20, 20, 28)), enemy, unit)
    (row,) = MATG2.looked_for(state, [enemy], unit, [here, elsewhere, outside])
    assert [seen.is_open for seen in row] == [fired, False, True]
    assert MATG2.line_of_sight(state, enemy, unit).verdict.visibility is row[0]


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
    ((seen,),) = MATG2.looked_for(elsewhere, [ours], theirs, [spot_of(theirs)])
    assert seen.is_open is is_open


@proves("MATG2-7.3.3")
def test_our_85_of_stands_apart_nothing_is_said_of_base_contact_though_one_sees_an_inch_into_the_ground() -> (
    None
):
    ours, theirs = stand("r1", RED, (10, 2), 180.0), stand("b1", BLUE, (10, 5.5))
    state = opened(table(area(T.WOODS, 5, 5, 20, 20)), ours, theirs)
    for target in (theirs, spot_of(theirs)):
        ruling = MATG2.line_of_sight(state, ours, target)
        assert ruling.verdict.visibility.is_open
        assert "base contact" not in str(ruling)


@proves("MATG2-7.3.3", "MATG2-6.1.1")
def test_our_85_ground_of_the_viewer_alone_does_not_hide_who_is_in_contact_either() -> None:
    """It stands 1.2 inches inside the woods, and its enemy before them."""
    ours, theirs = stand("r1", RED, (10, 10), 180.0), stand("b1", BLUE, (11, 11))
    state = opened(table(area(T.WOODS, 5, 5, 10.85, 20)), ours, theirs)
    ruling = MATG2.line_of_sight(state, ours, theirs)
    assert ruling.verdict.visibility.is_open
    assert "woods woods does not hide who is in base contact" in str(ruling)


@proves("MATG2-7.3.3", "MATG2-6.1.1")
@pytest.mark.parametrize("terrain", [T.CREST, T.HILL, T.SLOPE])
@pytest.mark.parametrize(("away_in", "is_open"), [(1.0, True), (1.1, False)])
def test_our_85_a_ridge_thinner_than_a_stand_does_not_hide_who_is_in_contact_over_it(
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
    ((seen,),) = MATG2.looked_for(elsewhere, [ours], theirs, [spot_of(theirs)])
    assert seen.is_open is is_open
    astride = opened(table(area(terrain, 5, 9, 20, 10.2)), ours, theirs)
    assert "base contact" not in str(MATG2.line_of_sight(astride, ours, theirs))


@proves("MATG2-7.3.3", "MATG2-6.1.1")
def test_our_85_a_house_wall_hides_who_touches_it_on_either_side() -> None:
    ours, theirs = stand("r1", RED, (10, 10), 180.0), stand("b1", BLUE, (10.5, 11))
    state = opened(table(Piece("wall", T.HOUSE_WALL, box(5, 10.49, 20, 10.51))), ours, theirs)
    assert not MATG2.line_of_sight(state, ours, theirs).verdict.visibility.is_open
