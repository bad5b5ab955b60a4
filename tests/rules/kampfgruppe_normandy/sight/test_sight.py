"""Sight from the model's eye: which pieces hide a target, and how much of it."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.game.state import GameState
from rules.game.verdicts import Visibility
from rules.ground.table.inches import Spot
from rules.ground.table.tabletop import Piece, Tabletop
from rules.ground.table.terrain import TableTerrain as T
from rules.kampfgruppe_normandy.book.concealment import Cover
from rules.kampfgruppe_normandy.questions.sight.cover import cover_from
from rules.kampfgruppe_normandy.questions.sight.line_of_sight import (
    TargetAtSpots,
    look,
    men_seen,
    standing_height,
)
from rules.kampfgruppe_normandy.questions.sight.visibility import SEEN_WHOLE
from rules.kampfgruppe_normandy.state.position import Position
from rules.kampfgruppe_normandy.state.progress import Status
from tests.proving import proves
from tests.rules.kampfgruppe_normandy.tables import (
    FAR,
    RULESET,
    area,
    game,
    line,
    opened,
    position,
    ready,
    table,
    unit,
    with_status,
)


@proves("KN-PRIN-16")
@pytest.mark.parametrize(("to_bocage_in", "sees"), [(0.9, True), (1.2, False)])
def test_a_viewer_within_an_inch_of_bocage_looks_through_it(to_bocage_in: float, sees: bool) -> None:
    x = 10 + to_bocage_in + 0.4
    bocage = line(T.BOCAGE, (x, 0), (x, 48), width_in=0.8)
    state = ready(table(bocage), unit("a", "uk.sniper", (10, 24), 90), unit("b", "de.squad", (40, 24), 270))
    assert look(position(state), state.unit("a"), state.unit("b")).is_open is sees


@pytest.mark.parametrize(("behind_in", "sees"), [(12.0, False), (13.0, True)])
def test_from_a_hill_a_house_is_looked_over_except_for_dead_ground_behind_it(
    behind_in: float, sees: bool
) -> None:
    """From 3.35 inches up over 1.8, 24 off, the line comes down to a man's head 37.2 off: 13.2 behind the house."""
    hill = area(T.HILL, 0, 10, 20, 38, level=1)
    house = area(T.STONE_BUILDING, 30, 10, 34, 38)
    state = ready(
        table(hill, house),
        unit("a", "uk.sherman", (10, 24), 90),
        unit("b", "de.sniper", (34 + behind_in + 0.3, 24), 270),
    )
    assert look(position(state), state.unit("a"), state.unit("b")).is_open is sees


@proves("KN-PRIN-14", "KN-SHOOT-09")
@pytest.mark.parametrize("aboard", [True, False])
def test_tank_riders_are_seen_if_any_of_the_hull_is_seen(aboard: bool) -> None:
    """A house hides the middle of the tank; its stern, 1.6 inches off, is seen past the corner."""
    house = area(T.STONE_BUILDING, 18, 18, 22, 24.5)
    tank, men = unit("tank", "de.panther", (30, 24), 0), unit("men", "de.squad", None if aboard else (30, 24))
    units = (unit("a", "uk.sniper", (10, 24), 90), men, *([tank] if aboard else []))
    state = ready(table(house), *units, **({"aboard": {"men": "tank"}} if aboard else {}))
    assert look(position(state), state.unit("a"), state.unit("men")).is_open is aboard


@proves("KN-PRIN-14")
@pytest.mark.parametrize(("men", "sees"), [(8, True), (7, False)])
def test_a_squad_sees_with_the_eyes_of_each_of_its_men(men: int, sees: bool) -> None:
    house = area(T.STONE_BUILDING, 20, 10, 24, 30)
    state = ready(table(house), unit("a", "uk.squad", (10, 24), 90), unit("b", "de.sniper", (40, 24), 270))
    at_the_corner = (0.0, 20.0)
    offsets = (*((0.0, 0.9 * (k - 3)) for k in range(7)), at_the_corner)
    state = with_status(state, "a", Status(men=men, offsets=offsets[:men]))
    assert look(position(state), state.unit("a"), state.unit("b")).is_open is sees


def seen(*pieces: Piece, eye: tuple[float, float] = (10, 24), at: tuple[float, float] = (40, 24)) -> float:
    """The share of a German tank at a spot that a British tank sees."""
    state = ready(table(*pieces), unit("a", "uk.sherman", eye, 90), unit("b", "de.pz4h", at, 0))
    found = position(state)
    return look(found, state.unit("a"), state.unit("b")).share


@proves("KN-PRIN-14")
def test_open_ground_shows_the_whole_target() -> None:
    assert seen() == 1.0


@proves("KN-PRIN-14", "KN-SHOOT-09")
def test_a_house_hides_a_tank_behind_it() -> None:
    assert seen(area(T.STONE_BUILDING, 20, 18, 24, 30)) == 0.0


@proves("KN-PRIN-15")
def test_a_target_half_behind_a_house_is_seen_in_part_and_obscured() -> None:
    house = area(T.STONE_BUILDING, 30, 10, 34, 24)
    state = ready(table(house), unit("a", "uk.sherman", (10, 24), 90), unit("b", "de.pz4h", (40, 24), 0))
    found = look(position(state), state.unit("a"), state.unit("b"))
    assert found.share == pytest.approx(0.5, abs=0.02)
    assert found.visibility is Visibility.HINDERED
    assert "stone_building hides 50% of it" in str(found.reasons[0])
    assert cover_from(position(state), state.unit("b"), found).cover is Cover.HARD
    ruling = RULESET.line_of_sight(state, state.unit("a"), state.unit("b"))
    assert str(ruling).startswith("LOS a to b: seen in part, 50% of it.")


def test_a_refused_shot_marks_the_piece_that_hides_the_target() -> None:
    house = area(T.STONE_BUILDING, 20, 18, 24, 30)
    state = ready(table(house), unit("a", "uk.sherman", (10, 24), 90), unit("b", "de.pz4h", (40, 24), 0))
    (why,) = RULESET.fire(state, state.unit("a"), state.unit("b")).reasons
    assert why.text == "a does not see b: stone building stone_building hides it"
    assert why.at == (Spot(22, 24),)


@proves("KN-PRIN-16")
@pytest.mark.parametrize(("east", "open_to_sight"), [(43.5, True), (47.0, False)])
def test_woods_are_seen_into_for_4_inches(east: float, open_to_sight: bool) -> None:
    wood = area(T.WOODS, 38, 10, 60, 38)
    assert (seen(wood, at=(east - 3.0, 24)) > 0) is open_to_sight


@proves("KN-PRIN-16")
def test_nothing_is_seen_through_woods() -> None:
    assert seen(area(T.WOODS, 24, 10, 25, 38)) == 0.0


@proves("KN-PRIN-15")
def test_a_wood_that_hides_two_of_eight_men_says_so_and_two_woods_are_both_named() -> None:
    one = area(T.WOODS, 24, 10, 25, 24, name="west")
    other = area(T.WOODS, 30, 10, 31, 24, name="east")
    state = ready(
        table(one, other), unit("a", "uk.sherman", (10, 24), 90), unit("b", "de.squad", (40, 24.5), 0)
    )
    found = look(position(state), state.unit("a"), state.unit("b"))
    assert found.is_partial
    told = [reason.text for reason in found.reasons]
    assert told[:2] == [
        'woods west hides 25% of it: one sees 4" into woods and not through them',
        'woods east hides 25% of it: one sees 4" into woods and not through them',
    ]


@proves("KN-PRIN-14")
def test_bocage_hides_all_except_viewers_and_targets_close_to_it() -> None:
    """A tank 0.2 inches behind it shows the first 0.8 inches of its 1.6."""
    assert seen(line(T.BOCAGE, (25, 10), (25, 38), width_in=0.8)) == 0.0
    assert seen(line(T.BOCAGE, (38.6, 10), (38.6, 38), width_in=0.8)) == pytest.approx(0.5, abs=0.01)
    assert seen(line(T.BOCAGE, (37.6, 10), (37.6, 38), width_in=0.8)) == 0.0
    assert seen(line(T.BOCAGE, (10.9, 10), (10.9, 38), width_in=0.8)) == 1.0


@proves("KN-PRIN-14")
def test_a_hill_hides_from_below_and_is_looked_over_from_above() -> None:
    hill = area(T.HILL, 20, 10, 30, 38, level=1)
    assert seen(hill) == 0.0
    assert seen(hill, at=(21, 24)) > 0.9
    assert 0.6 < seen(hill, at=(26, 24)) < 0.9, "hull down behind the edge of the hill"
    house = area(T.STONE_BUILDING, 32, 10, 34, 38)
    assert seen(hill, house, eye=(26, 24), at=(56, 24)) == 1.0
    assert seen(hill, house, eye=(26, 24), at=(37, 24)) < 1.0


@proves("KN-PRIN-14")
def test_a_tank_hides_a_target_behind_it_and_men_do_not() -> None:
    state = ready(
        table(),
        unit("a", "uk.sherman", (10, 24), 90),
        unit("m", "uk.squad", (20, 24), 0),
        unit("b", "de.pz4h", (40, 24), 0),
    )
    assert look(position(state), state.unit("a"), state.unit("b")).share == 1.0
    state = ready(
        table(),
        unit("a", "uk.sherman", (10, 24), 90),
        unit("m", "uk.churchill", (20, 24), 0),
        unit("b", "de.pz4h", (40, 24), 90),
    )
    found = look(position(state), state.unit("a"), state.unit("b"))
    assert found.share == 0.0
    assert str(found.reasons[0]).startswith('m, 1.5" high, hides it')


KINDS = (T.STONE_BUILDING, T.WOODS, T.BOCAGE, T.HILL, T.SMOKE, T.WRECK, T.CROPS)


@st.composite
def crowded(draw: st.DrawFn) -> Tabletop:
    """A small table with a few pieces that lie on the lines and corners of its inch squares often; on every
    other one pieces have heights."""
    pieces, is_high = [], draw(st.booleans())
    for place in range(draw(st.integers(1, 4))):
        terrain, level = draw(st.sampled_from(KINDS)), draw(st.integers(0, 2))
        west, north = draw(st.integers(0, 26)) / 2, draw(st.integers(0, 18)) / 2
        east, south = west + draw(st.integers(1, 5)) / 2, north + draw(st.integers(1, 5)) / 2
        piece = area(terrain, west, north, east, south, level, f"{terrain} {place}")
        height_in = draw(st.sampled_from([None, 0.5, 1.0, 3.0])) if is_high else None
        pieces.append(replace(piece, height_in=height_in))
    return table(*pieces, width_in=16, depth_in=12)


@settings(max_examples=40)
@given(
    crowded(), st.tuples(st.integers(4, 28), st.integers(4, 20)), st.sampled_from(["uk.squad", "uk.sherman"])
)
def test_a_field_agrees_with_its_single_lines(board: Tabletop, at: tuple[int, int], kind: str) -> None:
    spot = Spot(at[0] / 2, at[1] / 2)
    units = (
        unit("a", kind, spot, 90),
        unit("b", "de.pz4h", (14, 10), 0),
        unit("c", "de.supply_truck", (8, 3), 40),
    )
    found = Position(GameState(board, {one.id: one for one in units}, (), ("uk", "de")), RULESET.book)
    field = men_seen(found, units[0], board.squares)
    places, seen = list(board.lattice())[::7], list(field)[::7]
    sniper = unit("d", "de.sniper", (1, 1))
    shares = TargetAtSpots(found, sniper, places).shares(units[0])
    for place, visibility, share in zip(places, seen, shares.tolist(), strict=True):
        alone = look(found, units[0], replace(sniper, at=place))
        assert min(share, SEEN_WHOLE) == pytest.approx(min(alone.share, SEEN_WHOLE), abs=1e-9)
        assert visibility is look(found, units[0], place).visibility


def test_a_field_lists_places_seen_in_part() -> None:
    """The lines over the corners (8, 4) and (8, 8) pass 2.2 and 9.8 inches down at 12.5 inches across."""
    house = area(T.STONE_BUILDING, 8, 4, 10, 8)
    units = unit("a", "uk.sherman", (3, 6), 90), unit("b", "de.pz4h", (3, 11), 0)
    state = ready(table(house, width_in=16, depth_in=12), *units)
    field = RULESET.sight_field(state, state.unit("a")).verdict
    down = [field.visibility[Spot(12.5, y)].value for y in (1.5, 2.5, 3.5, 8.5, 9.5, 10.5)]
    assert down == ["clear", "hindered", "blocked", "blocked", "hindered", "clear"]


@proves("KN-PRIN-14", "KN-DEPL-16b", "KN-PRIN-16")
@pytest.mark.parametrize(
    ("type_id", "aboard", "tall_in"),
    [
        ("uk.squad", None, 1.0), ("uk.6pdr", None, 0.8), ("uk.bedford", None, 1.2), ("uk.m5_halftrack", None, 1.3),
        ("uk.sherman", None, 1.5), ("uk.squad", "uk.sherman", 1.5), ("uk.squad", "uk.bedford", 1.2),
    ],
)  # fmt: skip
def test_how_tall_models_stand(type_id: str, aboard: str | None, tall_in: float) -> None:
    """OUR 74; men on a vehicle are as high as it is."""
    carrier = [] if aboard is None else [unit("carrier", aboard, (20, 20))]
    one = unit("one", type_id, None if carrier else (20, 20))
    state = opened(table(), one, *carrier, FAR, aboard={"one": "carrier"} if carrier else {})
    assert standing_height(position(state), state.unit("one")) == tall_in


@proves("KN-DEPL-16b")
def test_men_aboard_a_vehicle_missing_from_the_table_have_the_height_of_men() -> None:
    men = unit("men", "uk.squad", (20, 20))
    state = with_status(game(men), men.id, Status(men=8, aboard="lorry"))
    assert standing_height(position(state), men) == 1.0
