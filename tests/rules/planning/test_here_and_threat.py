"""The questions "here" and "threat" in every book: every figure is checked by the book's own questions."""

from dataclasses import replace
from fractions import Fraction
from math import ceil

import pytest
from shapely import LineString, box

from rules.errors import BadInput, NotOnMap, OffBoard
from rules.game.citation import Provenance
from rules.game.ruleset import Ruleset
from rules.game.state import GameState
from rules.game.units import Marker, Unit, Viewer
from rules.game.view import CONCEALED, HIDDEN
from rules.ground.board import Board
from rules.ground.hex.hexes import Hex
from rules.ground.hex.terrain import Terrain
from rules.ground.table.inches import Spot
from rules.ground.table.tabletop import Piece, Tabletop
from rules.ground.table.terrain import TableTerrain
from rules.kampfgruppe_normandy.ruleset import RULESET as KGN
from rules.last_hundred_yards.ruleset import RULESET as LHY
from rules.micro_armour.ruleset import MATG2
from rules.planning.exposure import SEEN, UNKNOWN, enemies_of
from rules.planning.here import here
from rules.planning.plan import Watched
from rules.planning.threat import AFTER_MOVES, Threat, threat, threat_asked
from tests.drawing import board

SQUAD = Unit("squad", "us.able.1.squad.1", "us", Hex.named("B3"))
GUN = Unit("gun", "ge.mg.1", "ge", Hex.named("F3"))
ROW = board(
    """
    .  .  .  .  .  .  .
    .  .  .  .  .  .  .
    .  .  f  .  .  .  .
    .  .  .  .  .  .  .
    """,
    roads="A1 B1 C1 D1",
    walls="B3-C3",
    hexes={"D3": {Terrain.STONE_BUILDING}},
)
"""Forest between squad and gun; a road along the top, a wall before the forest and a stone house behind it."""


def state(ground: Board, *units: Unit) -> GameState:
    return GameState(ground, {unit.id: unit for unit in units}, sides=("us", "ge"))


def ground_answer(
    book: Ruleset, ground: Board, place: str | Spot, unit: Unit | None = None
) -> tuple[str, list[str]]:
    """The answer about a place, and its reasons with their rules."""
    at = Hex.named(place) if isinstance(place, str) else place
    ruling = book.ground(state(ground, *([unit] if unit else [])), at, unit)
    return str(ruling.verdict), [str(reason) for reason in ruling.reasons]


def test_a_hex_has_its_terrain_level_height_and_tem_with_the_source_of_each() -> None:
    verdict, reasons = ground_answer(LHY, ROW, "D3")
    assert verdict == "stone building, level 0; TEM -3"
    assert "stone building: 1 level high, so up to level 1 (LHY 4.1.4)" in reasons
    assert "stone building: TEM -3 (LHY 4.1.6a, from a reader's table)" in reasons
    assert "open terrain (LHY 4.0a)" not in reasons


def test_open_ground_behind_a_wall_covers_from_over_the_wall_alone() -> None:
    verdict, reasons = ground_answer(LHY, ROW, "B3")
    assert verdict == "open ground, level 0; TEM 0"
    assert "wall towards C3: TEM -1 against fire over it (LHY 4.1.7, from a reader's table)" in reasons
    assert "open terrain (LHY 4.0a)" in reasons


def test_the_price_of_a_hex_is_that_of_each_step_into_it() -> None:
    _, reasons = ground_answer(LHY, ROW, "C3", SQUAD)
    assert "us.able.1.squad.1 to enter: 1.5 MP (LHY 4.1)" in [
        reason.replace(str(SQUAD), SQUAD.type) for reason in reasons
    ]
    _, reasons = ground_answer(LHY, ROW, "B1")
    assert "truck to enter: 1 MP from A1, C1; 2 MP from A2, B2, C2 (LHY 4.1)" in reasons
    assert "halftrack to enter: barred (LHY 4.1)" in ground_answer(LHY, ROW, "C3")[1]


WOOD = Piece("wood", TableTerrain.WOODS, box(10, 10, 20, 20))
HEDGE = Piece("hedge", TableTerrain.HEDGE, LineString([(30, 5), (30, 25)]), 0.5)
HILL = Piece("hill", TableTerrain.HILL, box(36, 0, 48, 12), level=1)
TABLE = Tabletop("drawn", 48, 36, (WOOD, HILL))
HEDGED = Tabletop("hedged", 48, 36, (WOOD, HEDGE))


def test_a_spot_in_a_wood_gives_visual_cover_hides_beyond_4_inches_and_costs_a_die() -> None:
    verdict, reasons = ground_answer(KGN, TABLE, Spot(15.0, 15.0))
    assert verdict == "woods, level 0; in visual cover"
    assert reasons == [
        "woods wood: visual cover for units in it (KGN Concealment saves in detail)",
        "woods wood: one sees 4 inches into it (KGN Line of sight)",
        "woods wood: crossing it costs D6 inches (KGN Crossing difficult ground)",
    ]


def test_a_road_says_by_how_much_it_multiplies_a_move() -> None:
    road = Piece("lane", TableTerrain.GOOD_ROAD, LineString([(0, 15), (48, 15)]), 2.0)
    _, reasons = ground_answer(KGN, Tabletop("lane", 48, 36, (road,)), Spot(15.0, 15.0))
    said = "a move along it is multiplied by 2, of motorcycles and road vehicles by 4 (KGN Road movement)"
    assert [reason for reason in reasons if reason.endswith(said)]


@pytest.mark.parametrize(("x_in", "is_near"), [(31.5, True), (32.5, False)])
def test_a_hedge_covers_units_within_2_inches_of_it(x_in: float, is_near: bool) -> None:
    _, reasons = ground_answer(KGN, HEDGED, Spot(x_in, 15.0))
    assert any(reason.startswith("hedge hedge is near: visual cover") for reason in reasons) is is_near


def test_a_hilltop_costs_an_inch_more_and_adds_2_from_below() -> None:
    verdict, reasons = ground_answer(MATG2, TABLE, Spot(40.0, 5.0))
    assert verdict == "hill, level 1; nothing added to fire at it"
    assert "an inch costs tracked stands 2 (MATG2 Terrain Effects)" in reasons
    assert "+2 fire from a lower level (hill) (MATG2 Terrain Effects)" in reasons
    assert ground_answer(MATG2, TABLE, Spot(15.0, 15.0))[0] == "woods, level 0; +2 to fire at it"


def test_here_lists_the_way_and_the_chance_of_each_enemy_that_would_see_the_unit() -> None:
    position = state(ROW, SQUAD, GUN)
    found = here(LHY, position, Hex.named("D2"), SQUAD).verdict
    moved = replace(SQUAD, at=Hex.named("D2"))
    shot = LHY.fire(position.with_unit(moved), GUN, moved).verdict
    assert found.way == LHY.path(position, SQUAD, Hex.named("D2")).verdict
    (watcher,) = found.watched.watchers
    assert (watcher.unit, watcher.at, watcher.harm) == ("gun", GUN.at, shot.harm)
    assert shot.harm


def test_here_without_a_unit_asks_about_nobody() -> None:
    found = here(LHY, state(ROW, SQUAD, GUN), Hex.named("D2")).verdict
    assert (found.way, found.watched.watchers, str(found)) == (None, (), "open ground, level 0; TEM 0")


def test_a_threat_is_the_sum_of_the_books_rulings_on_each_enemy_at_each_place() -> None:
    """Brute force: every enemy asked about every place within reach, one by one."""
    second = Unit("second", "ge.1kp.1.squad.1", "ge", Hex.named("G1"))
    position = state(ROW, SQUAD, GUN, second)
    found = threat(LHY, position, SQUAD).verdict
    reached = LHY.reach(position, SQUAD).verdict.cost
    assert found.danger.keys() == {*reached}
    for place in reached:
        moved = replace(SQUAD, at=place)
        then = position.with_unit(moved)
        counted = 0
        for enemy in (GUN, second):
            if LHY.line_of_sight(then, enemy, moved).verdict.visibility.is_open:
                harm = LHY.fire(then, enemy, moved).verdict.harm or Fraction(0)
                counted += max(SEEN, ceil(harm * 100))
        assert found.danger[place] == counted
    fields = [LHY.sight_field(position, enemy).verdict.visibility for enemy in (GUN, second)]
    assert found.seen_by == {
        place: count for place in ROW.grid if (count := sum(seen[place].is_open for seen in fields))
    }


def test_one_more_enemy_never_makes_a_place_safer() -> None:
    one, two = (
        threat(LHY, state(ROW, SQUAD, *enemies), SQUAD).verdict.danger
        for enemies in ((GUN,), (GUN, Unit("second", "ge.1kp.1.squad.1", "ge", Hex.named("G1"))))
    )
    assert all(two[place] >= one[place] for place in one)
    assert two != one


def test_a_hidden_enemy_changes_nothing_and_a_concealed_one_counts_ours() -> None:
    hidden = Unit("secret", "ge.mg.2", "ge", Hex.named("B1"), conditions=frozenset({HIDDEN}))
    assert threat(LHY, state(ROW, SQUAD, GUN, hidden), SQUAD) == threat(LHY, state(ROW, SQUAD, GUN), SQUAD)
    concealed = replace(hidden, conditions=frozenset({CONCEALED}))
    (watcher,) = threat(LHY, state(ROW, SQUAD, concealed), SQUAD).verdict.watched.watchers
    assert (watcher.danger, watcher.harm) == (UNKNOWN, None)


@pytest.mark.parametrize(
    ("name", "told"), [("concealed units", "concealed units B1"), ("", "concealed unit at B1")]
)
def test_a_concealed_counter_is_named_with_its_hex_even_if_it_is_the_only_one(name: str, told: str) -> None:
    counter = Unit("concealed@B1", "ge.concealed", "ge", Hex.named("B1"), None, name, frozenset({CONCEALED}))
    assert [enemy.name for enemy in enemies_of(state(ROW, SQUAD, GUN, counter), SQUAD)] == [GUN.name, told]


def test_after_moves_counts_every_enemy_that_sees_a_place_from_within_its_next_move() -> None:
    position = state(ROW, SQUAD, GUN)
    now, later = (threat(LHY, position, SQUAD, time).verdict for time in ("", AFTER_MOVES))
    places = [GUN.at, *LHY.reach(position, GUN).verdict.cost]
    fields = [LHY.sight_field(position, place).verdict.visibility for place in places if place is not None]
    assert later.seen_by.keys() == {at for at in ROW.grid if any(seen[at].is_open for seen in fields)}
    assert later.seen_by.keys() > now.seen_by.keys()
    assert later.watched.danger == later.danger[Hex.named("B3")] > now.watched.danger
    (watcher,) = later.watched.watchers
    assert watcher.at in places
    assert str(later).startswith(f"could be seen by gun from {watcher.at} at {watcher.distance:g} hex")
    for place in [*later.danger][::5]:
        moved = replace(SQUAD, at=place)
        worst = 0
        for goal in places:
            there = replace(GUN, at=goal)
            then = position.with_unit(there).with_unit(moved)
            if LHY.line_of_sight(then, there, moved).verdict.visibility.is_open:
                harm = LHY.fire(then, there, moved).verdict.harm or Fraction(0)
                worst = max(worst, SEEN, ceil(harm * 100))
        assert later.danger[place] == worst >= now.danger[place]


def test_everywhere_agrees_with_here_on_every_place_of_the_board() -> None:
    position = state(ROW, SQUAD, GUN)
    found = threat(LHY, position, SQUAD, everywhere=True).verdict
    assert found.danger.keys() == {*ROW.grid}
    for place in [*found.danger][::7]:
        assert here(LHY, position, place, SQUAD).verdict.watched.danger == found.danger[place]
    assert found.danger.items() >= threat(LHY, position, SQUAD).verdict.danger.items()
    assert threat_asked(LHY, position, SQUAD, "now everywhere").verdict == found


def test_a_hindering_marker_is_given_as_the_reason() -> None:
    smoke = replace(
        state(ROW, replace(SQUAD, at=Hex.named("D1")), GUN), markers=(Marker("smoke", Hex.named("E2")),)
    )
    ruling = threat(LHY, smoke, smoke.unit("squad"))
    assert any("hindered" in reason.text for reason in ruling.reasons)
    assert all(reason.text.startswith("gun: ") for reason in ruling.reasons)
    assert ruling.provenance is Provenance.LATER_EDITION


@pytest.mark.parametrize(
    ("book", "mine", "theirs"), [(KGN, "uk.squad", "de.mg42_tripod"), (MATG2, "t34", "pz4h")]
)
def test_on_a_table_threat_and_here_agree_on_a_place(book: Ruleset, mine: str, theirs: str) -> None:
    unit = Unit("mine", mine, "us", Spot(5.0, 18.0), 90.0)
    position = state(TABLE, unit, Unit("theirs", theirs, "ge", Spot(16.0, 30.0), 270.0))
    found = threat(book, position, unit).verdict
    for place in list(found.danger)[::25]:
        assert here(book, position, place, unit).verdict.watched.danger == found.danger[place]
    assert any(found.danger.values())


@pytest.mark.parametrize(
    ("book", "mine", "theirs"), [(KGN, "uk.squad", "de.stug3"), (MATG2, "t34", "stug3g")]
)
def test_on_a_table_an_enemy_moves_by_2_inches_and_turns_to_its_target(
    book: Ruleset, mine: str, theirs: str
) -> None:
    """Brute force: every 122nd place asked about, from every second inch within the reach of a gun that fires ahead only."""
    unit = Unit("mine", mine, "us", Spot(5.0, 18.0), 90.0)
    enemy = Unit("theirs", theirs, "ge", Spot(24.0, 30.0), 180.0)
    position = state(Tabletop("its western half", 27, 33, (WOOD,)), unit, enemy)
    now, later = (threat(book, position, unit, time).verdict for time in ("now", AFTER_MOVES))
    reached = book.reach(position, enemy).verdict.cost
    goals = [at for at in reached if isinstance(at, Spot) and at.x_in // 1 % 2 == 0 == at.y_in // 1 % 2]
    worst = dict.fromkeys([at for at in later.danger if isinstance(at, Spot)][::122], 0)
    for place in worst:
        moved = replace(unit, at=place)
        turned = [replace(enemy, at=goal, facing_deg=goal.bearing_deg(place)) for goal in goals]
        for there in [enemy, *turned]:
            then = position.with_unit(there).with_unit(moved)
            if book.line_of_sight(then, there, moved).verdict.visibility.is_open:
                harm = book.fire(then, there, moved).verdict.harm or Fraction(0)
                worst[place] = max(worst[place], SEEN, ceil(harm * 100))
    assert worst.items() <= later.danger.items()
    assert max(worst.values()) > SEEN
    assert all(later.danger[place] >= now.danger[place] for place in now.danger)
    assert later.danger != now.danger
    viewers: list[Viewer] = [enemy, *goals]
    fields = [book.sight_field(position, viewer).verdict.visibility for viewer in viewers]
    assert later.seen_by.keys() == {at for field in fields for at, seen in field.items() if seen.is_open}


def test_ground_that_the_book_does_not_know_is_refused_by_name() -> None:
    with pytest.raises(BadInput, match="hedge"):
        MATG2.ground(state(HEDGED), Spot(15.0, 15.0))


def test_what_cannot_be_asked_is_refused() -> None:
    position = state(ROW, replace(SQUAD, at=None), GUN)
    with pytest.raises(NotOnMap):
        threat(LHY, position, position.unit("squad"))
    with pytest.raises(BadInput, match="now or after-moves"):
        threat(LHY, state(ROW, SQUAD), SQUAD, "later")
    with pytest.raises(OffBoard):
        here(LHY, position, Hex.named("Z9"))
    with pytest.raises(BadInput, match="a hex of the map"):
        here(LHY, position, Spot(3.0, 4.0))
    with pytest.raises(BadInput, match="a spot in inches"):
        here(KGN, state(TABLE), Hex.named("B2"))


def test_one_place_within_reach_is_said_in_the_singular() -> None:
    at = Hex.named("B3")
    alone = Threat("gun", at, Watched(), (), {at: 0}, {})
    seen = replace(alone, danger={at: 25, Hex.named("C3"): 0}, time=AFTER_MOVES)
    assert str(alone).endswith("1 of 1 place within its reach is out of sight of all known enemies")
    assert str(seen).endswith("1 of 2 places within its reach stays out of sight of all known enemies")
