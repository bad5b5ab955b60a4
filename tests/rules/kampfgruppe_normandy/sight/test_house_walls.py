"""Houses drawn wall by wall: openings that units go through, units inside, and places of units that begin inside."""

from dataclasses import replace
from fractions import Fraction

import pytest
import shapely

from rules.errors import BadInput
from rules.game.state import GameState
from rules.game.verdicts import Visibility
from rules.ground.table.inches import Spot
from rules.ground.table.tabletop import Piece, Tabletop
from rules.ground.table.terrain import TableTerrain as T
from rules.kampfgruppe_normandy.book.action_kinds import ActionKind as K
from rules.kampfgruppe_normandy.book.concealment import Cover
from rules.kampfgruppe_normandy.declarations.buildings import FireAtBuilding
from rules.kampfgruppe_normandy.declarations.deploying.boarding import Unload
from rules.kampfgruppe_normandy.declarations.deploying.occupying import EnterBuilding, LeaveBuilding
from rules.kampfgruppe_normandy.declarations.movement import Move
from rules.kampfgruppe_normandy.questions.ranges import range_between
from rules.kampfgruppe_normandy.questions.sight.cover import cover_from
from rules.kampfgruppe_normandy.questions.sight.line_of_sight import look
from rules.kampfgruppe_normandy.state.ground_events import PieceBecame
from tests.maps.floor_plans import PLANS, Place, crosses, plan, squared_gap
from tests.maps.test_house_walls import houses, lines_of_sight, spot, table_of
from tests.proving import proves
from tests.rules.kampfgruppe_normandy.tables import (
    FAR,
    RULESET,
    UK,
    act,
    activated,
    area,
    line,
    moving,
    opened,
    position,
    ready,
    refusal,
    status,
    table,
    unit,
    with_status,
)

WALL = line(T.HOUSE_WALL, (24, 0), (24, 48), width_in=0.25)
CHURCH = area(T.STONE_BUILDING, 24, 22, 30, 26, name="church")
HOUSE = (
    area(T.INTERIOR, 24, 22, 28, 26, name="house"),
    line(T.HOUSE_WALL, (24, 22), (28, 22), (28, 26), (24, 26), (24, 22), width_in=0.25, name="walls"),
    line(T.DOOR, (24, 23), (24, 25), width_in=0.25, name="door"),
)
ACROSS = Move(UK, "u", (Spot(20, 24), Spot(25, 24)), None, False)


@proves("KN-MOVE-14", "KN-MOVE-25")
@pytest.mark.parametrize("kind", ["uk.squad", "uk.sherman", "uk.jeep"])
def test_our_175_nobody_goes_through_a_house_wall(kind: str) -> None:
    assert "may not enter house wall house_wall (KGN Buildings, OUR 175" in refusal(
        moving(WALL, kind=kind), ACROSS
    )


@proves("KN-MOVE-14")
@pytest.mark.parametrize("opening", [T.DOOR, T.OPEN_DOOR, T.WINDOW, T.SHUTTERS])
def test_our_175_men_go_through_any_opening_and_vehicles_only_through_gaps(opening: T) -> None:
    door = line(opening, (24, 22), (24, 26), width_in=0.25)
    gap = line(T.GAP, (24, 22), (24, 26), width_in=0.25)
    assert not refusal(moving(WALL, door, kind="uk.squad"), ACROSS)
    assert "may not enter" in refusal(moving(WALL, door, kind="uk.jeep"), ACROSS)
    assert not refusal(moving(WALL, gap, kind="uk.jeep"), ACROSS)
    assert "may not enter" in refusal(moving(door, kind="uk.jeep"), ACROSS)


@proves("KN-MOVE-14")
@pytest.mark.parametrize(("wide_in", "passes"), [(1.0, False), (2.5, True)])
def test_our_170_175_a_tank_passes_the_gaps_that_are_wide_enough_for_it(wide_in: float, passes: bool) -> None:
    gap = line(T.GAP, (24, 24 - wide_in / 2), (24, 24 + wide_in / 2), width_in=0.4)
    state = moving(WALL, gap, kind="uk.sherman")
    through = Move(UK, "u", (Spot(20, 24), Spot(28.5, 24)), None, False)
    assert (not refusal(state, through)) is passes


@proves("KN-MOVE-14", "KN-MOVE-01")
def test_our_175_reach_and_ways_know_the_openings_that_a_move_may_take() -> None:
    door = line(T.OPEN_DOOR, (24, 22), (24, 26), width_in=0.25)
    for kind, opening, goes in (
        ("uk.squad", door, True),
        ("uk.squad", None, False),
        ("uk.jeep", door, False),
    ):
        pieces = [WALL] if opening is None else [WALL, opening]
        state = moving(*pieces, kind=kind)
        assert bool(RULESET.path(state, state.unit("u"), Spot(25, 24)).verdict.places) is goes


@proves("KN-DEPL-03", "KN-DEPL-04")
def test_our_176_177_a_squad_deploys_into_house_walls_and_stands_on_the_floor() -> None:
    state = ready(table(*HOUSE), unit("u", "uk.squad", (21.5, 24), 90), FAR)
    state = activated(state, "u", K.DEPLOY, K.DEPLOY)
    state = act(state, EnterBuilding(UK, "u", "house"))
    assert status(state, "u").inside == "house"
    floor = shapely.box(24, 22, 28, 26).buffer(-0.125)
    assert all(floor.covers(shapely.Point(man)) for man in position(state).models(state.unit("u")))
    state = act(state, LeaveBuilding(UK, "u", Spot(31, 24)))
    assert position(state).models(state.unit("u"))[1] == Spot(31.9, 24)


@proves("KN-PRIN-14")
@pytest.mark.parametrize("x_in", [22.5, 23.3, 23.5, 23.8])
def test_our_177_the_men_of_a_squad_at_a_wall_stand_on_its_side_and_none_looks_from_behind_it(
    x_in: float,
) -> None:
    state = ready(table(WALL), unit("u", "uk.squad", (x_in, 24), 90), unit("e", "de.squad", (30, 24)))
    found = position(state)
    squad, enemy = state.unit("u"), state.unit("e")
    assert all(man.x_in < 24 - 0.125 - 0.29 for man in found.models(squad))
    assert not look(found, squad, enemy).is_open
    assert not look(found, enemy, squad).is_open


@proves("KN-PRIN-14")
def test_our_177_places_and_ways_of_men_change_with_a_new_wall_or_fewer_men() -> None:
    """Nobody moves: the same squads on open ground, with a wall beside one of them, with a man left, and on open ground again."""
    clear = ready(table(), unit("u", "uk.squad", (23.5, 24), 90), unit("e", "de.squad", (30, 24)))
    walled = clear.changed(board=table(WALL))
    fewer = with_status(clear, "u", replace(status(clear, "u"), men=1))
    told = []
    for state in (clear, walled, fewer, clear):
        found, squad, enemy = position(state), state.unit("u"), state.unit("e")
        told.append((found.models(squad), found.base(squad).bounds, range_between(found, squad, enemy)))
    assert told[0] == told[3]
    men, bounds, ways = zip(*told[:3], strict=True)
    assert list(map(len, men)) == [len(men[0]), len(men[0]), 1]
    assert max(man.x_in for man in men[0]) > 24 > max(man.x_in for man in men[1])
    assert len(set(bounds)) == len(set(ways)) == 3


@proves("KN-DEPL-03")
def test_our_177_the_men_are_in_one_room() -> None:
    halves = line(T.HOUSE_WALL, (25, 22), (25, 26), width_in=0.25, name="halves")
    between = line(T.DOOR, (25, 23), (25, 25), width_in=0.25, name="between")
    state = opened(table(*HOUSE, halves, between), unit("u", "uk.squad", None), FAR, inside={"u": "house"})
    assert all(man.x_in > 25.125 for man in position(state).models(state.unit("u")))


@proves("KN-DEPL-03")
def test_our_178_a_unit_inside_stands_in_the_middle_or_at_its_given_place_inside() -> None:
    state = opened(table(CHURCH), unit("u", "uk.squad", None), FAR, inside={"u": "church"})
    assert state.unit("u").at == Spot(27, 24)
    state = opened(table(CHURCH), unit("u", "uk.squad", (24, 22)), FAR, inside={"u": "church"})
    assert state.unit("u").at == Spot(24, 22)


@proves("KN-DEPL-03")
def test_our_178_nobody_is_inside_a_building_from_far_away() -> None:
    with pytest.raises(BadInput) as told:
        opened(table(CHURCH), unit("u", "uk.squad", (20, 24)), FAR, inside={"u": "church"})
    assert str(told.value) == (
        "units.u.at: Spot(x_in=20.0, y_in=24.0) is not a spot in stone building church, where options.inside has it;"
        " leave it out and it stands in the middle"
    )


@proves("KN-DEPL-05c", "KN-DEPL-03")
def test_our_178_a_unit_that_gets_out_into_a_building_stands_in_it() -> None:
    carrier, squad = unit("c", "uk.m5_halftrack", (20, 24), 90), unit("u", "uk.squad", None)
    state = ready(table(CHURCH), carrier, squad, FAR, aboard={"u": "c"})
    state = activated(state, "c", K.DEPLOY, K.DEPLOY)
    state = act(state, Unload(UK, "c", "u", Spot(60, 10), building="church"))
    assert state.unit("u").at == Spot(27, 24)


@proves("KN-PRIN-14")
@pytest.mark.parametrize("through_doors", [False, True])
@pytest.mark.parametrize("name", PLANS)
def test_our_175_a_man_behind_a_wall_is_hidden_and_through_an_open_door_he_is_seen(
    name: str, through_doors: bool
) -> None:
    drawn = plan(PLANS[name])
    state = GameState(table_of(houses(drawn, through_doors=through_doors)))
    hidden = seen = through = 0
    for near, far in lines_of_sight(drawn, seed=175, count=120):
        share = RULESET.line_of_sight(state, spot(near), spot(far)).verdict.visibility
        fan = [(near, edge) for edge in man_at(far)]
        if any(all(crosses(line, wall) for line in fan) for wall in drawn.shut):
            assert share is Visibility.BLOCKED, (near, far)
            hidden += 1
        elif all(squared_gap((near, far), wall) > CLEAR_OF_MAN2 for wall in drawn.shut):
            assert share is Visibility.CLEAR, (near, far)
            seen += 1
            through += any(crosses((near, far), door) for door in drawn.open)
    assert hidden > 15
    assert seen > 10
    assert through > 0 or not drawn.open


def man_at(place: Place) -> list[Place]:
    """The corners of a square about a man's base, which hides if all of them do behind one straight wall."""
    (x, y), half = place, Fraction(3, 10)
    return [(x + dx, y + dy) for dx in (-half, half) for dy in (-half, half)]


CLEAR_OF_MAN2 = Fraction(47, 100) ** 2
"""A line that passes a wall at this distance passes it on both sides of a man's base, half a wall and a hair away."""


KNOLL = area(T.HILL, 2, 14, 14, 34, level=2, name="knoll")


@proves("KN-PRIN-14")
def test_our_175_nobody_looks_over_house_walls_unless_the_table_says_how_high_they_are() -> None:
    wall = line(T.HOUSE_WALL, (40, 4), (40, 44), width_in=0.25)
    for height_in, seen in ((None, Visibility.BLOCKED), (0.65, Visibility.CLEAR)):
        state = GameState(table(KNOLL, replace(wall, height_in=height_in)))
        assert RULESET.line_of_sight(state, Spot(10, 24), Spot(44, 24)).verdict.visibility is seen
    told = RULESET.line_of_sight(GameState(table(wall)), Spot(10, 24), Spot(44, 24))
    assert "House wall house_wall hides it (KGN Buildings, OUR 175, house value)" in str(told)


def held(*opening: Piece, by: str = "uk.sherman") -> GameState:
    """A British unit west of a house that a German squad holds, with these pieces in place of its west door."""
    walls = [piece for piece in HOUSE if piece.terrain is not T.DOOR]
    return ready(
        table(*walls, *opening),
        unit("u", by, (14, 24), 90),
        unit("e", "de.squad", None),
        FAR,
        inside={"e": "house"},
    )


@proves("KN-BLDG-01", "KN-SUPP-31")
@pytest.mark.parametrize(
    ("opening", "is_seen"),
    [(T.HOUSE_WALL, False), (T.DOOR, False), (T.SHUTTERS, False), (T.OPEN_DOOR, True), (T.WINDOW, True)],
)
def test_our_176_a_unit_inside_sees_and_is_seen_only_through_openings(opening: T, is_seen: bool) -> None:
    found = position(held(line(opening, (24, 23), (24, 25), width_in=0.25, name="opening")))
    tank, squad = found.state.unit("u"), found.state.unit("e")
    seen = look(found, tank, squad)
    assert seen.is_open is is_seen
    assert look(found, squad, tank).is_open is is_seen
    assert cover_from(found, squad, seen).cover is Cover.HARD


@proves("KN-BLDG-04", "KN-BLDG-13")
def test_our_176_a_house_drawn_wall_by_wall_is_fired_at_like_any_other() -> None:
    state = activated(held(), "u", K.DIRECT_HE, K.DIRECT_HE)
    assert not refusal(state, FireAtBuilding(UK, "u", "house", K.DIRECT_HE, "75mm"))
    between = line(T.HOUSE_WALL, (19, 4), (19, 44), width_in=0.25, name="yard")
    state = activated(held(between), "u", K.DIRECT_HE, K.DIRECT_HE)
    assert "does not see interior house" in refusal(
        state, FireAtBuilding(UK, "u", "house", K.DIRECT_HE, "75mm")
    )


@proves("KN-ENG-07b")
def test_our_176_the_walls_of_a_house_fall_with_it_but_not_those_of_its_neighbour() -> None:
    neighbour = area(T.INTERIOR, 28, 22, 32, 26, name="barn")
    other = line(T.HOUSE_WALL, (28, 22), (32, 22), (32, 26), (28, 26), width_in=0.25, name="barn walls")
    fallen = PieceBecame("house", T.RUBBLE).on(GameState(table(*HOUSE, neighbour, other))).board
    assert isinstance(fallen, Tabletop)
    assert fallen.piece("house").terrain is T.RUBBLE
    assert "door" not in fallen.by_id
    stands = shapely.union_all([p.shape for p in fallen.pieces if p.terrain is T.HOUSE_WALL])
    assert stands.buffer(0.1).covers(neighbour.shape.boundary)
    assert stands.length == pytest.approx(16, abs=0.3)
