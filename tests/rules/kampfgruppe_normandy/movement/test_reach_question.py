"""The question of reach: where a unit may go in one Move, and what the answer leaves out."""

from dataclasses import replace

import pytest
from shapely import Point, Polygon

from rules.game.ruling import Ruling
from rules.game.state import GameState
from rules.game.units import Unit
from rules.game.verdicts import Reach
from rules.ground.table.inches import Spot
from rules.ground.table.tabletop import Piece
from rules.ground.table.terrain import TableTerrain as T
from rules.kampfgruppe_normandy.book.book_data import BookData
from rules.kampfgruppe_normandy.book.conditions import IMMOBILISED, SUPPRESSED
from rules.kampfgruppe_normandy.book.roster import HOUSE_ROSTER
from rules.kampfgruppe_normandy.questions.movement.reach_question import LESS_D6
from rules.kampfgruppe_normandy.questions.movement.restrictions import why_not_go
from rules.kampfgruppe_normandy.questions.movement.way_plan import plan
from rules.kampfgruppe_normandy.ruleset import KampfgruppeNormandy
from rules.planning import routes
from rules.planning.here import here
from tests.proving import proves
from tests.rules.kampfgruppe_normandy.tables import RULESET, area, line, loaded, position, ready, table, unit

FAR = unit("far", "de.squad", (31, 1))


def standing(
    kind: str, *pieces: Piece, facing_deg: float = 90.0, others: tuple[Unit, ...] = (FAR,), **more: object
) -> GameState:
    """A unit at (12, 12) facing east on a small table."""
    ground = table(*pieces, width_in=32, depth_in=24)
    return ready(ground, unit("u", kind, (12, 12), facing_deg), *others, **more)


def reached(state: GameState) -> Ruling[Reach]:
    return RULESET.reach(state, state.unit("u"))


def cost(ruling: Ruling[Reach], x: float, y: float) -> float | None:
    found = ruling.verdict.cost.get(Spot(x, y))
    return None if found is None else float(found)


@proves("KN-PRIN-04", "KN-PRIN-07", "KN-MOVE-15")
def test_a_tank_pays_for_its_turns_and_may_reverse() -> None:
    """Nine inches: ahead all of them, behind half of them backwards, and 90 degrees cost half of its 3.2 inches."""
    ruling = reached(standing("uk.sherman"))
    assert cost(ruling, 20.5, 12.5) == pytest.approx(8.51 + 3.2 * 3.37 / 180, abs=0.02)
    assert cost(ruling, 10.5, 12.5) == pytest.approx(2 * 1.58 + 3.2 * 18.4 / 180, abs=0.02)
    assert cost(ruling, 6.5, 12.5) == pytest.approx(5.52 + 3.2 * 174.8 / 180, abs=0.05)
    assert cost(ruling, 3.5, 12.5) is None
    assert cost(ruling, 12.5, 5.5) is not None
    assert cost(ruling, 12.5, 4.5) is None
    said = str(ruling)
    assert 'turning costs its length, 3.2", for half a circle (KGN Measuring distances, OUR 28' in said
    assert 'it needs a way 1.6" wide, and room for its hull at the end (KGN Movement, OUR 170' in said
    assert "in reverse each inch counts double (KGN Reversing)" in said
    assert 'it needs a way 1.6" wide, and room for its hull at the end (KGN Movement, OUR 170' in said


@proves("KN-MOVE-01", "KN-PRIN-07")
def test_a_passenger_cannot_move_by_itself() -> None:
    state = loaded(unit("ht", "uk.m5_halftrack", (12, 12), 90), {"u": "uk.squad"}, FAR)
    ruling = reached(state)
    assert set(ruling.verdict.cost) == {Spot(12, 12)}, "where its carrier stands"
    assert "is aboard ht and must get out first" in str(ruling)


@proves("KN-MOVE-01", "KN-PRIN-04")
def test_men_turn_freely() -> None:
    ruling = reached(standing("uk.squad"))
    assert cost(ruling, 8.5, 12.5) == pytest.approx(3.536, abs=0.001)
    assert "turning" not in str(ruling)
    assert "reverse" not in str(ruling)


@proves("KN-MOVE-25", "KN-MOVE-01")
def test_reach_goes_round_an_enemy_and_does_not_end_on_it() -> None:
    foe = unit("foe", "de.pz4h", (14.5, 12.0), 0)
    ruling = reached(standing("uk.runner", others=(foe,)))
    assert cost(ruling, 14.5, 12.5) is None
    behind = cost(ruling, 15.5, 14.5)
    assert behind is not None
    assert behind > Spot(12, 12).gap_in(Spot(15.5, 14.5)) + 0.02
    (told,) = [reason for reason in ruling.reasons if "in the way" in reason.text]
    assert str(told) == "foe is in the way (KGN Movement, OUR 54, house value)"


@proves("KN-MOVE-01", "KN-MOVE-25")
def test_a_unit_may_pass_a_friend_but_not_end_on_it() -> None:
    """Straight through a lorry it is 4.53 of a runner's 5 inches; round it is too far."""
    friend, foe = (unit("other", kind, (15, 12), 0) for kind in ("uk.bedford", "de.opel"))
    passed, barred = (reached(standing("uk.runner", others=(other, FAR))) for other in (friend, foe))
    assert cost(passed, 15.5, 12.5) is None
    assert cost(passed, 16.5, 12.5) == pytest.approx(Spot(12, 12).gap_in(Spot(16.5, 12.5)), abs=0.001)
    assert cost(barred, 16.5, 12.5) is None


@proves("KN-MOVE-10", "KN-MOVE-01")
def test_difficult_ground_says_that_it_costs_a_die() -> None:
    marsh = area(T.MARSH, 15, 0, 18, 24)
    ruling = reached(standing("uk.sherman", marsh))
    assert ruling.verdict.provisos[Spot(18.5, 12.5)] == LESS_D6
    assert Spot(14.5, 12.5) not in ruling.verdict.provisos
    assert LESS_D6 in str(ruling)


@proves("KN-MOVE-01")
@pytest.mark.parametrize(
    ("kind", "condition", "why"),
    [
        ("uk.sherman", IMMOBILISED, "u is immobilised"),
        ("uk.squad", SUPPRESSED, "u is suppressed and cannot be activated"),
    ],
)
def test_a_unit_that_may_not_move_reaches_nothing_and_reads_why(kind: str, condition: str, why: str) -> None:
    state = standing(kind)
    state = state.with_unit(replace(state.unit("u"), conditions=frozenset({condition})))
    ruling = reached(state)
    assert dict(ruling.verdict.cost) == {Spot(12, 12): 0}
    assert ruling.verdict.allowance == 0
    assert [reason.text for reason in ruling.reasons] == [why]


@proves("KN-MOVE-01")
def test_a_unit_without_a_movement_rate_reaches_nothing_and_the_ruling_says_so() -> None:
    ruling = reached(standing("uk.25pdr_battery"))
    assert [str(reason) for reason in ruling.reasons] == ["u does not move (KGN Movement rates table)"]


@proves("KN-AIR-10")
def test_the_ruling_says_that_an_aircraft_flies_anywhere() -> None:
    state = standing("uk.typhoon")
    anywhere = (
        "u flies to any place on the table, facing any way: no inches are counted (KGN Aircraft movement)"
    )
    way = RULESET.path(state, state.unit("u"), Spot(30, 20))
    assert [str(reason) for reason in way.reasons] == [anywhere]
    assert way.verdict.places == (Spot(12, 12), Spot(30, 20))
    assert way.verdict.cost == 0
    assert str(reached(state).verdict) == "any place on the board"
    assert [str(reason) for reason in reached(state).reasons] == [
        anywhere,
        'to attack it flies to about 12" from its target, 15" at most (KGN Aircraft movement, OUR 222, house value)',
    ]
    assert [str(reason) for reason in reached(standing("uk.auster")).reasons] == [anywhere]


@proves("KN-AIR-10")
def test_the_route_of_an_aircraft_leads_straight_to_its_goal() -> None:
    state = standing("uk.typhoon")
    (route,) = routes.plan(RULESET, state, state.unit("u"), Spot(30, 20)).verdict.routes
    assert route.places == (Spot(12, 12), Spot(30, 20))
    assert (float(route.cost), route.turns) == (0.0, 1)
    watched = here(RULESET, state, Spot(30, 20), state.unit("u")).verdict.watched
    assert route.steps[0].watched == watched
    assert watched.watchers


@proves("KN-AIR-10")
def test_a_suppressed_aircraft_flies_nowhere() -> None:
    state = standing("uk.typhoon")
    state = state.with_unit(replace(state.unit("u"), conditions=frozenset({SUPPRESSED})))
    assert str(RULESET.path(state, state.unit("u"), Spot(30, 20)).verdict) == "out of reach"
    assert routes.plan(RULESET, state, state.unit("u"), Spot(30, 20)).verdict.routes == ()
    assert str(reached(state).verdict) == "0 places within 0 inches"


@proves("KN-MOVE-01", "KN-DEPL-03")
def test_men_inside_a_house_must_deploy_out_first() -> None:
    house = area(T.STONE_BUILDING, 10, 10, 14, 14)
    ruling = reached(standing("uk.squad", house, inside={"u": "stone_building"}))
    assert "must deploy out of stone_building first (KGN Deploy actions)" in str(ruling)


@proves("KN-MOVE-01")
def test_limits_of_the_answer_are_stated_and_do_not_decide() -> None:
    left_out = [reason.text for reason in reached(standing("uk.sherman")).reasons if not reason.decides]
    assert left_out == [
        "not counted: mines and covering fire met on the way",
        "not counted: a turn at the end of the way, unless it has no room without one; that is paid for like any other",
    ]


@pytest.mark.parametrize("kind", ["uk.sherman", "uk.squad", "uk.jeep"])
def test_every_place_in_reach_has_a_way_that_the_rules_allow(kind: str) -> None:
    """Each fourth of them is asked for, all over the reach."""
    pieces = (
        area(T.STONE_BUILDING, 15, 6, 18, 11),
        line(T.GOOD_ROAD, (0, 16), (16, 16), (32, 10), width_in=2),
        area(T.MARSH, 4, 2, 9, 8),
    )
    foe = unit("foe", "de.pz4h", (17, 14), 0)
    state = standing(kind, *pieces, others=(foe,))
    ruling = reached(state)
    found = position(state)
    assert len(ruling.verdict.cost) > 40
    for place in list(ruling.verdict.cost)[1::4]:
        assert isinstance(place, Spot)
        way = RULESET.path(state, state.unit("u"), place).verdict
        spots = tuple(spot for spot in way.places if isinstance(spot, Spot))
        assert spots, place
        backwards = (False, True) if kind != "uk.squad" else (False,)
        refused = [
            list(why_not_go(found, state.unit("u"), spots, way.facing_deg, reverse=backward))
            for backward in backwards
        ]
        assert [] in refused, (place, refused)


@pytest.mark.parametrize("kind", ["uk.sherman", "uk.jeep"])
def test_every_straight_way_that_the_rules_allow_is_in_reach(kind: str) -> None:
    """An oracle that asks the rules of movement about each inch square."""
    pieces = (area(T.STONE_BUILDING, 15, 6, 18, 11), area(T.MARSH, 4, 2, 9, 8))
    state = standing(kind, *pieces, facing_deg=40.0)
    found, mover = position(state), state.unit("u")
    ruling = reached(state)
    for spot in found.table.lattice():
        ways = [
            list(why_not_go(found, mover, (Spot(12, 12), spot), None, reverse=one)) for one in (False, True)
        ]
        if [] in ways:
            assert spot in ruling.verdict.cost, spot


@proves("KN-MOVE-01")
def test_the_drawn_regions_hold_the_places_in_reach() -> None:
    ruling = reached(standing("uk.sherman", area(T.STONE_BUILDING, 15, 6, 18, 11)))
    outer = ruling.verdict.regions[-1]
    drawn = [Polygon(rings[0], rings[1:]) for rings in outer.polygons]
    for place in ruling.verdict.cost:
        assert isinstance(place, Spot)
        assert any(part.buffer(0.75).contains(Point(place)) for part in drawn), place
    assert not any(part.contains(Point(16.5, 8.5)) for part in drawn)


@proves("KN-PRIN-07", "KN-MOVE-15")
def test_a_way_says_what_its_turns_cost() -> None:
    state = standing("uk.sherman")
    way = RULESET.path(state, state.unit("u"), Spot(12, 5))
    assert '1.6" to turn (KGN Measuring distances, OUR 28' in str(way)
    assert float(way.verdict.cost) == pytest.approx(8.6, abs=0.01)
    assert RULESET.path(state, state.unit("u"), Spot(12, 3)).verdict.places == ()


@proves("KN-MOVE-01", "KN-PRIN-07", "KN-MOVE-17", "KN-PRIN-05")
@pytest.mark.parametrize(
    ("kind", "pieces", "goal", "inches", "said", "unsaid"),
    [
        ("uk.squad", (), (16, 12), 4.0, ["4.0 inches along the way"], ["turn", "road", "D6"]),
        ("uk.sherman", (), (20, 12), 8.0, ["8.0 inches along the way"], ["to turn", "road", "D6", "reverse"]),
        ("uk.sherman", (), (9, 12), 6.0, ["3.0 inches along the way", "in reverse each inch counts double"], ["to turn"]),
        ("uk.sherman", ("road",), (28, 12), 8.0, ["16.0 inches along the way", "a road multiplies its move by 2"], ["D6"]),
        ("uk.jeep", ("road",), (32, 12), 5.0, ["20.0 inches along the way", "a road multiplies its move by 4"], ["D6"]),
        ("uk.sherman", ("hedge",), (20, 12), 8.0, ["hedge costs D6"], ["road"]),
        ("uk.squad", ("hedge",), (16, 12), 4.0, [], ["D6"]),
        ("uk.sherman", (), (12, 8), 5.6, ['1.6" to turn'], ["reverse"]),
    ],
)  # fmt: skip
def test_a_way_tells_its_inches_its_road_its_turns_and_its_dice(
    kind: str,
    pieces: tuple[str, ...],
    goal: tuple[float, float],
    inches: float,
    said: list[str],
    unsaid: list[str],
) -> None:
    """From (12, 12), facing east; a road and a hedge run where they are named."""
    drawn = {
        "road": line(T.GOOD_ROAD, (0, 12), (40, 12), width_in=3),
        "hedge": line(T.HEDGE, (14.5, 0), (14.5, 24)),
    }
    ground = table(*(drawn[name] for name in pieces), width_in=40, depth_in=24)
    state = ready(ground, unit("u", kind, (12, 12), 90.0), FAR)
    way = RULESET.path(state, state.unit("u"), Spot(*map(float, goal)))
    assert float(way.verdict.cost) == pytest.approx(inches, abs=0.01)
    told = str(way)
    assert all(words in told for words in said), told
    assert not any(words in told for words in unsaid), told


@proves("KN-MOVE-17", "KN-MOVE-13")
def test_a_way_that_crosses_itself_is_one_stretch_of_road_and_of_marsh() -> None:
    """Along a wide road, round in a loop and across its own track: no inch of it is counted twice."""
    spots = tuple(Spot(float(x), float(y)) for x, y in ((12, 12), (16, 12), (16, 14), (14, 14), (14, 10)))
    for ground, roads, hazards in ((T.GOOD_ROAD, ((0.0, 12.0),), ()), (T.MARSH, (), ((0.0, 12.0),))):
        board = table(area(ground, 8, 4, 24, 20), width_in=40, depth_in=24)
        found = position(ready(board, unit("u", "uk.jeep", (12, 12), 90.0), FAR))
        way = plan(found, found.state.unit("u"), spots, None, reverse=False)
        assert way.roads == roads
        assert tuple((hazard.start_in, hazard.end_in) for hazard in way.hazards) == hazards


@proves("KN-MOVE-22")
def test_a_way_by_two_roads_that_crosses_itself_on_the_second_has_two_stretches_of_road() -> None:
    spots = tuple(Spot(float(x), float(y)) for x, y in ((4, 12), (16, 12), (16, 14), (14, 14), (14, 10)))
    roads = area(T.GOOD_ROAD, 2, 8, 6, 16, name="first"), area(T.GOOD_ROAD, 8, 4, 24, 20, name="second")
    state = ready(table(*roads, width_in=40, depth_in=24), unit("u", "uk.jeep", (4, 12), 90.0), FAR)
    way = plan(position(state), state.unit("u"), spots, None, reverse=False)
    assert way.roads == ((0.0, 2.0), (4.0, 20.0))


@proves("KN-MOVE-22", "KN-MOVE-11")
@pytest.mark.parametrize("ground", [T.GOOD_ROAD, T.MARSH])
def test_a_way_that_crosses_a_strip_again_meets_its_ground_twice(ground: T) -> None:
    """East across a strip, round in a loop and back over the very place in it, down to the south."""
    corners = (4, 12), (16, 12), (16, 4), (10, 4), (10, 20)
    spots = tuple(Spot(float(x), float(y)) for x, y in corners)
    board = table(area(ground, 8, 11, 12, 13), width_in=40, depth_in=24)
    found = position(ready(board, unit("u", "uk.jeep", (4, 12), 90.0), FAR))
    way = plan(found, found.state.unit("u"), spots, None, reverse=False)
    met = way.roads or tuple((hazard.start_in, hazard.end_in) for hazard in way.hazards)
    assert met == ((4.0, 8.0), (33.0, 35.0))


@proves("KN-MOVE-01", "KN-MOVE-25")
@pytest.mark.parametrize(("enemy", "at", "named"), [("de.squad", (16, 12), True), ("de.squad", (22, 12), True), ("de.squad", (22.1, 12), False), ("de.bf109", (16, 12), False)])  # fmt: skip
def test_reach_names_units_in_the_way_that_are_near_and_on_the_ground(
    enemy: str, at: tuple[float, float], named: bool
) -> None:
    ruling = reached(standing("uk.squad", others=(FAR, unit("foe", enemy, at))))
    assert ("foe is in the way" in str(ruling)) is named
    assert '5" in a Move' in str(ruling)


@proves("KN-MOVE-01", "KN-MOVE-15")
def test_the_regions_of_a_reach_are_those_of_its_inches() -> None:
    """A tank on bare ground: each region holds the places within its cost, to a square's width, and no dearer ones."""
    ruling = reached(standing("uk.sherman"))
    assert ruling.verdict.cost[Spot(12, 12)] == 0
    assert float(ruling.verdict.regions[-1].within) == pytest.approx(9.0)
    for within in ruling.verdict.regions:
        drawn = [Polygon(rings[0], rings[1:]) for rings in within.polygons]
        for place, paid in ruling.verdict.cost.items():
            assert isinstance(place, Spot)
            inside = any(part.contains(Point(place)) for part in drawn)
            if abs(float(paid) - float(within.within)) > 0.8 and place != Spot(12, 12):
                assert inside is (paid < within.within), (place, paid, within.within)


@proves("KN-MOVE-01", "KN-PRIN-07")
def test_reach_regions_leave_out_places_too_dear_after_the_turn() -> None:
    """Eight inches to the north are within a tank's nine, but it faces east and pays 1.6 to turn."""
    for within in reached(standing("uk.sherman")).verdict.regions:
        drawn = [Polygon(rings[0], rings[1:]) for rings in within.polygons]
        assert not any(part.contains(Point(12, 4)) for part in drawn)


@proves("KN-MOVE-01", "KN-PRIN-07")
def test_the_region_of_a_tank_ends_straight_ahead_where_its_inches_do() -> None:
    """Nine inches east of x = 12, between inch squares of which the one is within reach and the next is not."""
    outer = reached(standing("uk.sherman")).verdict.regions[-1]
    drawn = [Polygon(rings[0], rings[1:]) for rings in outer.polygons]
    held = [any(part.contains(Point(x, 12)) for part in drawn) for x in (20.9, 21.1)]
    assert held == [True, False]


@proves("KN-MOVE-01", "KN-PRIN-07")
@pytest.mark.parametrize(("at", "facing_deg", "edge"), [((2, 12), 0, (0.35, 8)), ((12, 2), 90, (16, 0.35))])
def test_the_region_of_a_narrow_cart_comes_within_half_an_inch_of_the_edge(
    at: tuple[float, float], facing_deg: float, edge: tuple[float, float]
) -> None:
    """Of one's own list, half an inch wide."""
    narrow = replace(HOUSE_ROSTER["uk.jeep"], width_in=0.5)
    rules = KampfgruppeNormandy(BookData({**HOUSE_ROSTER, "uk.jeep": narrow}))
    state = ready(table(width_in=32, depth_in=24), unit("u", "uk.jeep", at, facing_deg), FAR)
    outer = rules.reach(state, state.unit("u")).verdict.regions[-1]
    assert any(Polygon(rings[0], rings[1:]).contains(Point(edge)) for rings in outer.polygons)


@proves("KN-MOVE-01", "KN-PRIN-07")
def test_a_tank_walled_in_has_no_region_to_go_to() -> None:
    walls = (area(T.STONE_BUILDING, 8, 8, 16, 11, name="north"), area(T.STONE_BUILDING, 8, 13, 16, 16, name="south"),
             area(T.STONE_BUILDING, 8, 11, 10, 13, name="west"), area(T.STONE_BUILDING, 14, 11, 16, 13, name="east"))  # fmt: skip
    ruling = reached(standing("uk.sherman", *walls))
    assert set(ruling.verdict.cost) == {Spot(12, 12)}
    assert all(within.polygons == () for within in ruling.verdict.regions)


@proves("KN-MOVE-01", "KN-MOVE-17")
def test_the_regions_of_a_reach_hold_where_it_begins_and_a_road_is_named() -> None:
    """A jeep in the middle of an inch square, on a road that multiplies its move by 4."""
    road = line(T.GOOD_ROAD, (0, 12.5), (40, 12.5), width_in=3)
    state = ready(table(road, width_in=40, depth_in=24), unit("u", "uk.jeep", (12.5, 12.5), 90.0), FAR)
    ruling = reached(state)
    for within in ruling.verdict.regions:
        assert any(Polygon(rings[0], rings[1:]).contains(Point(12.5, 12.5)) for rings in within.polygons)
    assert "a road multiplies it by 4 (KGN Road movement)" in str(ruling)
