"""Sight on a table that gives heights: walls, hulls, houses and hills seen from the side, drawn with what they hide."""

from dataclasses import replace

import pytest

from rules.game.verdicts import Visibility
from rules.ground.table.inches import Spot
from rules.ground.table.tabletop import Piece
from rules.ground.table.terrain import TableTerrain as T
from rules.kampfgruppe_normandy.book.action_kinds import ActionKind
from rules.kampfgruppe_normandy.book.concealment import Cover
from rules.kampfgruppe_normandy.book.roster import lists_document, read_lists
from rules.kampfgruppe_normandy.book.unit_types import Kind
from rules.kampfgruppe_normandy.declarations.buildings import FireAtBuilding
from rules.kampfgruppe_normandy.declarations.turn.activation import Activate
from rules.kampfgruppe_normandy.questions.sight.cover import cover_from
from rules.kampfgruppe_normandy.questions.sight.line_of_sight import look
from rules.kampfgruppe_normandy.questions.sight.visibility import SightResult
from rules.kampfgruppe_normandy.state.model_heights import MAN, STATURE_IN, ground_in, stature_of
from tests.proving import proves
from tests.rules.kampfgruppe_normandy.tables import (
    RULESET,
    act,
    area,
    line,
    position,
    ready,
    refusal,
    table,
    unit,
)


def high(piece: Piece, height_in: float) -> Piece:
    return replace(piece, height_in=height_in)


def wall(x: float, height_in: float, terrain: T = T.WALL) -> Piece:
    """A wall from north to south across the way, half an inch thick."""
    return high(area(terrain, x - 0.25, 4, x + 0.25, 44, name=f"{terrain.value}-{x:g}"), height_in)


def sight_of(
    *pieces: Piece,
    by: str = "uk.sherman",
    at: str = "de.pz4h",
    eye: float = 10,
    there: float = 40,
    inside: str = "",
) -> SightResult:
    """The sight of a British unit on the left to a German one on the right, both on the line y = 24."""
    told = {"inside": {"b": inside}} if inside else {}
    state = ready(table(*pieces), unit("a", by, (eye, 24), 90), unit("b", at, (there, 24), 0), **told)
    found = position(state)
    return look(found, state.unit("a"), state.unit("b"))


def cover(*pieces: Piece, **how: object) -> Cover:
    by, at = str(how.get("by", "uk.squad")), str(how.get("at", "de.squad"))
    state = ready(table(*pieces), unit("a", by, (10, 24), 90), unit("b", at, (40, 24), 0))
    found = position(state)
    return cover_from(found, state.unit("b"), look(found, state.unit("a"), state.unit("b"))).cover


# Eye of a Sherman 1.35", a Panzer IV 1.5" high:
#
#   1.35 o---___                    |1.5|
#               ----___ wall 0.65   |   |
#   ____________________||__________|___|


@proves("KN-PRIN-14", "KN-PRIN-15")
def test_a_low_wall_hides_the_lower_part_of_a_tank_close_behind_it() -> None:
    found = sight_of(wall(39, 0.65))
    assert found.share == pytest.approx(0.6, abs=0.05)
    assert found.visibility is Visibility.HINDERED
    assert found.cover is Cover.HARD
    assert str(found.reasons[0]).startswith('wall wall-39, 0.65" high, hides 4')
    assert "OUR 73" in str(found.reasons[0])
    assert cover(wall(38.5, 0.65), by="uk.sherman", at="de.pz4h") is Cover.HARD


@proves("KN-PRIN-15", "KN-SUPP-23")
@pytest.mark.parametrize(("height_in", "found"), [(0.08, Cover.OPEN), (0.085, Cover.HARD)])
def test_a_wall_that_hides_a_tenth_of_a_man_gives_him_cover(height_in: float, found: Cover) -> None:
    """From the tank's eye, 1.35 inches up and 30 off, the line to the middle of his lowest tenth, 0.05 up, is 0.0825 high
    over the far side of the wall, three quarters of an inch before him."""
    assert cover(wall(39, height_in), by="uk.sherman", at="de.sniper") is found


@proves("KN-PRIN-15", "KN-SUPP-23")
@pytest.mark.parametrize(("height_in", "found"), [(1.9, Cover.OPEN), (2.1, Cover.HARD)])
def test_a_wall_at_the_foot_of_a_hill_is_no_cover_on_it_unless_the_line_of_sight_meets_it(
    height_in: float, found: Cover
) -> None:
    """The man stands 2 inches up; over 28 inches of the 30 from an eye 1.35 inches high his lowest tenth
    comes down to 2.01 at the wall."""
    hill = area(T.HILL, 39, 4, 60, 44, level=1)
    assert cover(wall(38.4, height_in), hill, by="uk.sherman", at="de.sniper") is found


@proves("KN-PRIN-14")
def test_a_low_wall_midway_between_two_tanks_hides_nothing() -> None:
    assert sight_of(wall(25, 0.65)).share == 1.0


@proves("KN-PRIN-14", "KN-PRIN-15")
def test_a_wall_higher_than_the_eye_hides_a_tank_and_one_a_little_lower_leaves_its_turret() -> None:
    assert sight_of(wall(25, 1.6)).share == 0.0
    assert sight_of(wall(25, 1.3)).share == pytest.approx(0.2, abs=0.05)


@proves("KN-PRIN-14")
def test_a_house_of_two_storeys_hides_a_tank_and_a_kennel_does_not() -> None:
    house = area(T.STONE_BUILDING, 24, 18, 28, 30)
    assert sight_of(high(house, 3.2)).share == 0.0
    assert sight_of(high(house, 0.5)).share == 1.0


@proves("KN-PRIN-14")
def test_a_tank_is_hidden_by_a_tank_and_not_by_a_truck() -> None:
    low = wall(60, 0.1)
    for type, seen in (("uk.churchill", 0.0), ("uk.bedford", 0.3)):
        state = ready(
            table(low),
            unit("a", "uk.sherman", (10, 24), 90),
            unit("m", type, (25, 24), 0),
            unit("b", "de.pz4h", (40, 24), 90),
        )
        found = look(position(state), state.unit("a"), state.unit("b"))
        assert found.share == pytest.approx(seen, abs=0.11), type
        assert "OUR 74" in str(found.reasons[0])


# From a hill of 2" a house of one storey is looked over, except for targets close behind it:
#
#   3.35 o-----_____
#       |   |       ---|  |--____
#   ____|___|__________|__|_______x____


@proves("KN-PRIN-14")
def test_from_a_hill_a_low_house_is_looked_over_except_for_targets_close_behind_it() -> None:
    hill = area(T.HILL, 4, 10, 11, 38, level=1)
    house = high(area(T.STONE_BUILDING, 22, 10, 26, 38), 1.6)
    assert sight_of(hill, house, there=44).share == 1.0
    near = sight_of(hill, house, there=29)
    assert 0 < near.share < 0.9
    assert sight_of(house).share == 0.0


@proves("KN-PRIN-14")
def test_behind_the_edge_of_a_hill_lies_dead_ground() -> None:
    hill, low = area(T.HILL, 4, 10, 16, 38, level=1), wall(70, 0.1)
    assert sight_of(hill, low, eye=10, there=17.5).share == 0.0
    assert sight_of(hill, low, eye=10, there=19).is_partial
    assert sight_of(hill, low, eye=10, there=40).share == 1.0
    assert sight_of(hill, low, eye=15.5, there=19).share == 1.0


@proves("KN-PRIN-15")
def test_a_tank_behind_the_crest_is_hull_down() -> None:
    hill, low = high(area(T.CREST, 34, 10, 62, 38), 2.4), wall(70, 0.1)
    assert sight_of(hill, low, there=40).is_partial
    assert sight_of(hill, low, there=35).share > 0.9
    assert sight_of(hill, low, by="uk.squad", there=59.5).share == 0.0


@proves("KN-PRIN-14")
def test_a_hill_hides_a_lower_target_behind_it() -> None:
    hill, low = area(T.HILL, 20, 10, 30, 38, level=1), wall(70, 0.1)
    assert sight_of(hill, low).share == 0.0
    assert sight_of(replace(hill, level=0, height_in=0.4), low).share == 1.0


@proves("KN-PRIN-14")
def test_men_inside_a_house_look_out_over_a_wall_from_below_its_eaves() -> None:
    house = high(area(T.STONE_BUILDING, 38, 20, 42, 28), 3.2)
    tall = wall(25, 1.6)
    assert sight_of(tall, house, there=40, at="de.squad", inside="stone_building").is_partial
    assert sight_of(tall, at="de.squad").share == 0.0
    state = ready(
        table(tall, house),
        unit("a", "uk.sherman", (10, 24), 90),
        unit("b", "de.squad", (40, 24), 270),
        inside={"b": "stone_building"},
    )
    assert look(position(state), state.unit("b"), state.unit("a")).share > 0


@proves("KN-PRIN-16")
def test_low_woods_are_looked_over_and_tall_ones_block() -> None:
    wood = area(T.WOODS, 20, 10, 30, 38)
    assert sight_of(high(wood, 0.4)).share == 1.0
    assert sight_of(high(wood, 4.0)).share == 0.0
    into = high(area(T.WOODS, 38, 10, 60, 38), 4.0)
    assert sight_of(into, at="de.squad", there=40).share > 0.5
    assert sight_of(into, at="de.squad", there=46).share == 0.0


@proves("KN-PRIN-16")
def test_a_wood_without_a_height_still_hides_on_a_table_that_gives_heights() -> None:
    assert sight_of(area(T.WOODS, 24, 10, 25, 38), wall(70, 0.5)).share == 0.0
    assert sight_of(area(T.STONE_BUILDING, 24, 10, 25, 38), wall(70, 0.5)).share == 0.0


@proves("KN-PRIN-14")
@pytest.mark.parametrize("gap_in", [0.4, 0.9])
def test_troops_at_bocage_look_through_it_whatever_its_height(gap_in: float) -> None:
    bocage = wall(10.25 + gap_in, 1.8, T.BOCAGE)
    assert sight_of(bocage, by="uk.sherman").share == 1.0
    assert sight_of(wall(25, 1.8, T.BOCAGE)).share == 0.0


@proves("KN-SUPP-31", "KN-SUPP-23")
def test_a_wall_gives_cover_only_where_it_hides() -> None:
    assert cover(wall(38.2, 0.65)) is Cover.HARD
    assert cover(wall(38.2, 0.05)) is Cover.OPEN
    assert cover(wall(38.2, 0.4, T.HEDGE)) is Cover.VISUAL
    over = area(T.HILL, 4, 10, 11, 38, level=3)
    assert cover(wall(37.5, 0.2), over) is Cover.OPEN


@proves("KN-PRIN-14")
def test_where_no_height_is_given_houses_stand_above_all_models_and_walls_hide_nothing() -> None:
    """OUR 33, 162: 1.8 inches, which a tank does not look over, and one on a hill does."""
    assert sight_of(area(T.WALL, 38.75, 4, 39.25, 44)).share == 1.0
    house = area(T.STONE_BUILDING, 15, 10, 19, 38)
    assert sight_of(house).share == 0.0
    assert "OUR 162" in str(sight_of(house).reasons[0])
    assert sight_of(house, area(T.HILL, 4, 10, 11, 38, level=1)).share == 1.0


def test_the_field_agrees_with_single_lines_over_heights() -> None:
    pieces = high(area(T.WALL, 8, 2, 8.5, 9), 0.7), area(T.HILL, 11, 1, 15, 6, level=1)
    state = ready(
        table(*pieces, width_in=16, depth_in=12),
        unit("a", "uk.sherman", (3, 6), 90),
        unit("b", "de.pz4h", (14, 10), 0),
    )
    field = RULESET.sight_field(state, state.unit("a")).verdict
    for spot in (Spot(12.5, 6.5), Spot(9.5, 5.5), Spot(12.5, 3.5), Spot(15.5, 3.5), Spot(8.5, 10.5)):
        alone = RULESET.line_of_sight(state, state.unit("a"), spot).verdict.visibility
        assert field.visibility[spot] is alone, spot


def test_house_data_of_heights() -> None:
    assert MAN.eye_in == pytest.approx(0.9)
    assert STATURE_IN[Kind.ENCLOSED] > STATURE_IN[Kind.OPEN_TOPPED] > STATURE_IN[Kind.INFANTRY]
    hill = area(T.HILL, 0, 0, 10, 10, level=2)
    assert ground_in(table(hill), Spot(5, 5)) == 4.0
    assert ground_in(table(high(hill, 1.5)), Spot(5, 5)) == 1.5
    assert ground_in(table(hill), Spot(15, 5)) == 0.0
    assert line(T.WALL, (0, 0), (1, 1)).height_in is None


def test_a_players_own_list_says_how_tall_a_model_is() -> None:
    book = {"format": "blindhex-roster/1", "book": "kgn", "extends": "house"}
    row = {
        "id": "de.hut", "name": "Hut on wheels", "nation": "german", "kind": "soft_skin",
        "mobility": "road_vehicle", "hits": 1, "height_in": 3.0,
    }  # fmt: skip
    lists = read_lists({**book, "units": [row]})
    assert stature_of(lists.roster["de.hut"]).eye_in == pytest.approx(2.7)
    assert stature_of(lists.roster["de.pz4h"]).top_in == 1.5
    written = lists_document(lists, "mine")["units"]
    assert [one["height_in"] for one in written if one["id"] == "de.hut"] == [3.0]


@proves("KN-BLDG-02a", "KN-PRIN-14")
@pytest.mark.parametrize(("height_in", "why"), [(3.2, ""), (1.2, "a does not see brick building house")])
def test_a_house_may_be_shelled_over_a_wall_that_hides_men(height_in: float, why: str) -> None:
    house = high(area(T.BRICK_BUILDING, 30, 20, 34, 28, name="house"), height_in)
    state = ready(
        table(wall(20, 1.6), house), unit("a", "uk.sherman", (10, 24), 90), unit("b", "de.squad", (40, 24), 0)
    )
    assert look(position(state), state.unit("a"), Spot(29, 24)).share == 0.0
    state = act(state, Activate("uk", "a", (ActionKind.DIRECT_HE, ActionKind.DIRECT_HE)))
    fire = FireAtBuilding("uk", "a", "house", ActionKind.DIRECT_HE, "75mm")
    assert why in refusal(state, fire)
    assert bool(why) is bool(refusal(state, fire))
