"""A line of sight from the side, by every book: what it passes, how high that is, and by how much it is too high."""

import pytest
from shapely import box

from rules.game.profile import Profile, Stretch
from rules.game.state import GameState
from rules.game.units import Marker, Unit
from rules.game.verdicts import Visibility
from rules.ground.hex.hexes import Hex
from rules.ground.table.inches import Spot
from rules.ground.table.tabletop import Piece, Tabletop
from rules.ground.table.terrain import TableTerrain
from rules.kampfgruppe_normandy.ruleset import RULESET as KGN
from rules.last_hundred_yards.ruleset import RULESET as LHY
from rules.micro_armour.ruleset import MATG1, MATG2
from tests.drawing import board


def hexes(drawing: str, one: str, other: str, *markers: Marker) -> Profile:
    state = GameState(board(drawing), markers=markers)
    return LHY.profile(state, Hex.named(one), Hex.named(other)).verdict


def passed(seen: Profile) -> dict[str, Stretch]:
    return {stretch.name: stretch for stretch in seen.stretches}


def test_woods_on_one_level_are_as_many_levels_too_high_as_they_rise_above_it() -> None:
    seen = hexes(". . f . .", "A1", "E1")
    assert seen.sight.visibility is Visibility.BLOCKED
    forest = passed(seen)["forest C1"]
    assert (forest.foot, forest.top, forest.over) == (0, 2, 2)
    assert str(seen).endswith("blocks, 2 levels too high")


def test_a_house_stands_on_its_part_of_the_line() -> None:
    seen = hexes(". . s . .", "A1", "E1")
    house = passed(seen)["stone building C1"]
    assert house.effect is Visibility.BLOCKED
    assert (house.top, house.over) == (1, 1)
    assert 1.2 < house.start < house.end < 2.3


def test_a_hill_blocks_between_levels_by_as_much_as_it_reaches_the_higher_end() -> None:
    """From level 0 to a hill of level 2 over one of level 2: one level lower, the line would still lie in its blind hexes."""
    seen = hexes(". . h2 . h2", "A1", "E1")
    hill = passed(seen)["hill C1"]
    assert hill.effect is Visibility.BLOCKED
    assert hill.over in (1, 2)
    assert (seen.eye, seen.top) == (0, 2)
    assert [height for *_, height in seen.ground] == [0, 2, 0, 2]


def test_ground_looked_over_is_passed_and_smoke_hinders_at_any_height() -> None:
    seen = hexes("h2 . w . . . . . h2", "A1", "I1", Marker("smoke", Hex.named("E1")))
    assert seen.sight.visibility is Visibility.HINDERED
    assert passed(seen)["woods C1"].effect is Visibility.CLEAR
    smoke = passed(seen)["smoke E1"]
    assert (smoke.effect, smoke.top, smoke.over) == (Visibility.HINDERED, None, None)


def test_in_inches_a_blocker_is_too_high_by_its_rise_above_the_line_to_the_targets_top() -> None:
    """The eye is 0.9 of a man, the target a man as well: a house of 3 inches at half the way is 3 less his height too high."""
    table = Tabletop(
        "drawn", 48, 36, (Piece("house", TableTerrain.STONE_BUILDING, box(19, 8, 21, 12), height_in=3.0),)
    )
    seen = KGN.profile(GameState(table), Spot(10.0, 10.0), Spot(30.0, 10.0)).verdict
    (house,) = seen.stretches
    assert house.effect is Visibility.BLOCKED
    assert [round(house.start, 6), round(house.end, 6), house.top] == [9, 11, 3]
    at_near_wall = seen.eye + (seen.top - seen.eye) * 9 / 20
    assert house.over is not None
    assert house.over == pytest.approx(3 - at_near_wall)
    lower = Tabletop(
        "drawn",
        48,
        36,
        (Piece("house", TableTerrain.STONE_BUILDING, box(19, 8, 21, 12), height_in=3 - house.over - 0.02),),
    )
    assert KGN.line_of_sight(GameState(lower), Spot(10.0, 10.0), Spot(30.0, 10.0)).verdict.visibility.is_open


def test_a_tank_on_a_hill_is_looked_at_from_below() -> None:
    hill = Piece("hill", TableTerrain.HILL, box(24, 0, 48, 36), level=1)
    tank = Unit("tank", "uk.sherman", "uk", Spot(30.0, 18.0), 270.0)
    state = GameState(Tabletop("drawn", 48, 36, (hill,)), {"tank": tank}, sides=("uk", "de"))
    seen = KGN.profile(state, Spot(10.0, 18.0), tank).verdict
    assert [tuple(round(each, 6) for each in one) for one in seen.ground] == [(0, 14, 0), (14, 20, 2)]
    assert seen.foot == 2
    assert 3 < seen.top < 4


def test_in_micro_armour_a_blocker_blocks_at_any_height() -> None:
    table = Tabletop("drawn", 48, 36, (Piece("wood", TableTerrain.WOODS, box(14, 8, 20, 20)),))
    stands = [
        Unit("mine", "t34", "red", Spot(10.0, 12.0)),
        Unit("friend", "t34", "red", Spot(22.0, 12.0)),
        Unit("foe", "pz4h", "blue", Spot(26.0, 12.0)),
    ]
    state = GameState(table, {stand.id: stand for stand in stands}, sides=("red", "blue"))
    seen = MATG2.profile(state, stands[0], stands[2]).verdict
    assert [(stretch.name, stretch.effect, stretch.top, stretch.over) for stretch in seen.stretches] == [
        ("woods wood", Visibility.BLOCKED, None, None),
        ("friend", Visibility.BLOCKED, None, None),
    ]
    assert [round(seen.stretches[0].start, 6), round(seen.stretches[0].end, 6)] == [4, 10]


def test_a_line_beyond_the_limit_of_sight_is_not_shown_as_clear() -> None:
    """MATG 6.1.3: nothing stands on either line, and the longer one is beyond sight."""
    ends = (("a", 1.0, 12.0), ("b", 9.0, 6.0), ("c", 47.0, 12.0))
    stands = [Unit(name, "pz4h", name, Spot(x_in, y_in)) for name, x_in, y_in in ends]
    table = Tabletop("drawn", 48, 36, ())
    state = GameState(table, {stand.id: stand for stand in stands}, sides=("a", "b", "c"))
    near, far = (str(MATG1.profile(state, stands[0], stand).verdict) for stand in stands[1:])
    assert near.endswith("; nothing is in the way")
    assert far == "LOS blocked; by nothing that stands on the line"
