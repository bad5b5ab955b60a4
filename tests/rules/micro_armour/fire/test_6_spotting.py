"""6.0 to 6.3: lines from centre to centre, what blocks them, and the field of sight."""

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from shapely import LineString, Point, box
from shapely.affinity import rotate

from rules.errors import BadInput, OffBoard
from rules.game.units import Marker, Unit
from rules.game.verdicts import Visibility
from rules.ground.hex.hexes import Hex
from rules.ground.table.inches import Spot
from rules.ground.table.tabletop import Piece
from rules.ground.table.terrain import TableTerrain as T
from rules.micro_armour.ruleset import MicroArmour
from tests.proving import proves
from tests.rules.micro_armour.fire.lines import HERE, THERE, los
from tests.rules.micro_armour.tables import BLUE, MATG1, MATG2, RED, area, opened, stand, state_of, table


@proves("MATG2-6.1.1")
def test_6_1_1_clear_from_centre_to_centre() -> None:
    assert los() == "clear LOS. Nothing stands between (MATG2 6.1.1)."


@proves("MATG2-6.1.1", "MATG2-6.0.2")
def test_6_1_1_woods_between_block_and_are_named() -> None:
    assert los(area(T.WOODS, 8, 22, 11, 26)) == "LOS blocked. Woods woods blocks (MATG2 6.1.1)."
    assert los(area(T.MARSH, 8, 22, 11, 26)).startswith("clear LOS")


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
    touched = los(area(T.WOODS, 8, 24, 11, 26))
    assert (
        touched == "LOS blocked. LOS touches woods woods, so it is blocked (MATG2 6.1.1, OUR 15, inferred)."
    )
    assert los(area(T.WOODS, 8, 24.02, 11, 26)).startswith("clear LOS")


@proves("MATG2-6.1.1")
def test_9_2_wrecks_do_not_block() -> None:
    state = state_of(table(), markers=(Marker("wreck", Spot(10, 24)),))
    assert MATG2.line_of_sight(state, HERE, THERE).verdict.visibility is Visibility.CLEAR


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
def test_6_3_3_a_stand_that_fired_in_woods_would_be_seen_where_it_is_and_not_elsewhere_in_them(
    fired: bool,
) -> None:
    enemy = stand("r1", RED, (5, 24))
    here, elsewhere, outside = Spot(16, 24), Spot(16, 22), Spot(8, 24)
    unit = stand("b1", BLUE, (16, 24), 180.0, "t34", *(("fired",) if fired else ()))
    state = opened(table(area(T.WOODS, 10, 20, 20, 28)), enemy, unit)
    (row,) = MATG2.visibility_at_places(state, [enemy], unit, [here, elsewhere, outside])
    assert [seen.is_open for seen in row] == [fired, False, True]
    assert MATG2.line_of_sight(state, enemy, unit).verdict.visibility is row[0]


@proves("MATG2-6.1.1.3")
@pytest.mark.parametrize(("x_in", "seen"), [(10.5, False), (10.52, True)])
def test_6_1_1_a_third_stand_that_is_only_touched_counts_for_the_defender(x_in: float, seen: bool) -> None:
    """The line runs along the side of a square stand."""
    stands = [stand("r1", RED, (10, 10)), stand("r2", RED, (x_in, 15)), stand("b1", BLUE, (10, 20))]
    state = state_of(table(), *stands)
    found = MATG2.line_of_sight(state, state.unit("r1"), state.unit("b1")).verdict.visibility
    assert (found is Visibility.CLEAR) is seen


@proves("MATG2-6.1.1.2", "MATG2-6.0.2", "MATG2-6.1.1")
def test_6_1_1_a_stand_blocks_where_a_plain_line_meets_its_square() -> None:
    """Beside lines of all directions, turned every way; those over an end do not block."""
    random, seen = Random(6), []
    for _ in range(250):
        bearing = random.uniform(0, 360)
        here, there = Spot(24, 24), Spot(24, 24).ahead(bearing, random.uniform(3, 12))
        on_way = here.ahead(bearing, random.uniform(-1, 13))
        at, facing = on_way.ahead(bearing + 90, random.uniform(-1.2, 1.2)), random.uniform(0, 360)
        square = rotate(box(at.x_in - 0.5, at.y_in - 0.5, at.x_in + 0.5, at.y_in + 0.5), facing)
        line = LineString([here, there])
        if square.buffer(-0.02).intersects(line) is not square.buffer(0.02).intersects(line):
            continue
        if any(abs(square.exterior.distance(Point(end))) < 0.02 for end in (here, there)):
            continue
        over_an_end = any(square.contains(Point(end)) for end in (here, there))
        state = state_of(table(), stand("x", BLUE, at, facing))
        visibility = MATG2.line_of_sight(state, here, there).verdict.visibility
        assert visibility.is_open is (over_an_end or not square.intersects(line)), (here, there, at, facing)
        seen.append((visibility.is_open, over_an_end))
    assert min(map(seen.count, [(True, False), (False, False), (True, True)])) > 5


@proves("MATG2-6.1.1", "MATG2-6.1.1.2")
def test_6_1_1_a_blocking_piece_is_marked_where_the_line_meets_it() -> None:
    """The line rises by one inch on two; the wood begins at x = 14, the stand is at (20, 30)."""
    here, there = Spot(12, 34), Spot(28, 26)
    state = state_of(table(area(T.WOODS, 14, 20, 17, 40)), stand("x", BLUE, (20, 30)))
    wood, other = MATG2.line_of_sight(state, here, there).reasons
    (at,) = wood.at
    assert isinstance(at, Spot)
    assert (at.x_in, at.y_in) == pytest.approx((14, 33))
    assert other.at == (Spot(20, 30),)
