"""The safest way, in every book: known enemies, the steps shown, and secrets that a plan may not give away."""

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction

import pytest
from shapely import LineString, box

from maps.library import scenario
from rules.catalog import ruleset
from rules.errors import BadInput, OffBoard
from rules.game.movement import TableMovement
from rules.game.ruleset import Playable, Ruleset
from rules.game.state import GameState
from rules.game.units import Unit
from rules.game.view import CONCEALED, HIDDEN
from rules.ground.hex.hexes import Hex
from rules.ground.place import Place
from rules.ground.table.inches import Spot
from rules.ground.table.tabletop import Piece, Tabletop
from rules.ground.table.terrain import TableTerrain
from rules.kampfgruppe_normandy.ruleset import RULESET as KGN
from rules.last_hundred_yards.ruleset import RULESET as LHY
from rules.micro_armour.ruleset import MATG2
from rules.planning.exposure import UNKNOWN
from rules.planning.plan import MERELY_SEEN, AlreadyThere, Leg, Plan, Route, Step, Watched, Watcher
from rules.planning.routes import MOST_ROUTES, plan
from tests.drawing import board


def opened(name: str) -> tuple[GameState, Ruleset]:
    chosen = scenario(name)
    book = ruleset(chosen.ruleset)
    if chosen.options and isinstance(book, Playable):
        return book.opening(chosen.state(), chosen.opening_options()), book
    return chosen.state(), book


CASES: Mapping[str, tuple[str, str, Place]] = {
    "squad": ("mill-crossing", "us.able.1.squad.2", Hex.named("L3")),
    "tank": ("mill-crossing", "us.able-tank.1.1", Hex.named("L6")),
    "squad in a game": ("lhy-ridge-farm", "us.baker.2.squad.1", Hex.named("H8")),
    "stand": ("dolgoye-crossing", "s-1b", Spot(24.0, 16.0)),
    "section": ("kgn-two-orchards", "uk.1.1", Spot(20.0, 22.0)),
}


@pytest.fixture(scope="module", params=CASES)
def asked(request: pytest.FixtureRequest) -> tuple[GameState, Ruleset, Unit, Plan]:
    name, unit_id, goal = CASES[request.param]
    state, book = opened(name)
    unit = state.unit(unit_id)
    return state, book, unit, plan(book, state, unit, goal).verdict


def test_a_plan_has_up_to_four_ways_and_none_beats_another(
    asked: tuple[GameState, Ruleset, Unit, Plan],
) -> None:
    *_, found = asked
    assert 1 <= len(found.routes) <= MOST_ROUTES
    for route in found.routes:
        for other in found.routes:
            if route is not other and len(route.asks) <= len(other.asks):
                assert route.turns > other.turns or route.cost > other.cost or route.exposure > other.exposure


def test_each_way_leads_to_the_goal_turn_by_turn(asked: tuple[GameState, Ruleset, Unit, Plan]) -> None:
    _, _, unit, found = asked
    for route in found.routes:
        assert (route.places[0], route.places[-1]) == (unit.at, found.goal)
        for leg, onward in zip(route.legs, route.legs[1:], strict=False):
            assert leg.places[-1] == onward.places[0]
        assert {step.turn for step in route.steps} == set(range(1, route.turns + 1))
        assert route.exposure == pytest.approx(sum(step.exposure for step in route.steps), abs=1e-3)


def test_each_turn_can_be_made_by_the_book(asked: tuple[GameState, Ruleset, Unit, Plan]) -> None:
    """No turn is cheaper than the book's own way there, which on a table is true to two in a hundred.

    A plan does not know where friends will stand in later turns, so they are taken off the table.
    """
    state, book, unit, found = asked
    if isinstance(unit.at, Spot):
        friends = {one.id for one in state.units.values() if one.side == unit.side and one.id != unit.id}
        state = replace(state, units={name: one for name, one in state.units.items() if name not in friends})
    exact = Fraction(1) if isinstance(unit.at, Hex) else Fraction(98, 100)
    for route in found.routes:
        for leg in route.legs:
            here = replace(unit, at=leg.places[0])
            there = book.path(state.with_unit(here), here, leg.places[-1]).verdict
            assert there.places
            in_motion = (
                isinstance(unit.at, Hex) and book.roster[unit.type].is_vehicle and leg is not route.legs[0]
            )
            assert leg.asks or leg.cost >= exact * there.cost - in_motion


def test_no_shooter_counts_twice_in_a_turn(asked: tuple[GameState, Ruleset, Unit, Plan]) -> None:
    """The risk is that of the best shot of each enemy in each turn, thrown one after the other."""
    *_, found = asked
    for route in found.routes:
        unharmed = Fraction(1)
        for turn in range(1, route.turns + 1):
            steps = [step for step in route.steps if step.turn == turn]
            shooters = {watcher.unit for step in steps for watcher in step.watched.watchers}
            for shooter in shooters:
                shots = [one for step in steps for one in step.watched.watchers if one.unit == shooter]
                known = [shot.harm for shot in shots if shot.harm is not None]
                unknown = [Fraction(1, 5) for shot in shots if shot.harm is None and shot.danger == UNKNOWN]
                unharmed *= 1 - max([*known, *unknown], default=Fraction(0))
        assert route.risk == 1 - unharmed
        assert float(route.risk) <= route.exposure + 1e-3


def test_a_watcher_that_cannot_harm_is_marked_so() -> None:
    far = Watched((Watcher("gun", "Gun", Spot(9.0, 9.0), 40.0, MERELY_SEEN),))
    near = Watched((Watcher("gun", "Gun", Spot(9.0, 9.0), 9.0, 50, harm=Fraction(1, 2)),))
    leg = Leg((Spot(1.0, 1.0), Spot(2.0, 1.0)), Fraction(1))
    told = [str(Route((leg,), (Step(Spot(2.0, 1.0), 1, watched),))) for watched in (far, near)]
    assert (
        "exposure 0.01: 1.0,1.0 2.0,1.0; seen on 1 of 1 steps, and none of those who see it can harm it; worst"
        in told[0]
    )
    assert "50% to be harmed if each fires once a turn where it is worst; worst" in told[1]


def test_watchers_of_a_step_agree_with_the_book(asked: tuple[GameState, Ruleset, Unit, Plan]) -> None:
    state, book, unit, found = asked
    known = book.seen_by(state, unit.side)
    for step in found.routes[0].steps[:8]:
        for watcher in step.watched.watchers:
            enemy = known.units[watcher.unit]
            moved = replace(unit, at=step.place, conditions=unit.conditions - {CONCEALED, HIDDEN})
            eye = enemy.at if enemy.has(CONCEALED) and enemy.at is not None else enemy
            assert book.line_of_sight(known.with_unit(moved), eye, moved).verdict.visibility.is_open
            if watcher.harm is not None:
                shot = book.fire(known.with_unit(moved), enemy, moved)
                assert shot.verdict.harm == watcher.harm
                assert shot.odds is not None


@pytest.mark.parametrize(("name", "unit_id", "goal"), CASES.values(), ids=list(CASES))
def test_hidden_enemies_change_no_plan(name: str, unit_id: str, goal: Place) -> None:
    state, book = opened(name)
    unit = state.unit(unit_id)
    enemies = [other for other in state.units.values() if other.side != unit.side and other.at is not None]
    hidden = replace(enemies[0], conditions=enemies[0].conditions | {HIDDEN})
    without = {unit_id: one for unit_id, one in state.units.items() if unit_id != hidden.id}
    assert plan(book, state.with_unit(hidden), unit, goal) == plan(
        book, replace(state, units=without), unit, goal
    )


def test_a_concealed_enemy_counts_by_its_place_alone() -> None:
    ground = board(". " * 8)
    unit = Unit("walker", "us.able.1.squad.1", "us", Hex.named("A1"))
    plans = []
    for enemy_type in ("ge.1kp.1.squad.1", "ge.1kp.1.leader"):
        enemy = Unit("secret", enemy_type, "ge", Hex.named("H1"), conditions=frozenset({CONCEALED}))
        state = GameState(ground, {one.id: one for one in (unit, enemy)}, sides=("us", "ge"))
        plans.append(plan(LHY, state, unit, Hex.named("C1")))
    assert plans[0] == plans[1]
    (route,) = plans[0].verdict.routes
    assert [step.watched.danger for step in route.steps] == [UNKNOWN, UNKNOWN]


def test_a_squad_goes_round_behind_the_wood_that_hides_it() -> None:
    """In front of the wood it is under the machine gun's fire; behind it, a turn or two later, unseen."""
    ground = board(
        """
        .  .  .  .  .  .  .
        .  .  .  .  .  .  .
        .  f  f  f  f  f  .
        .  .  .  .  .  .  .
        .  .  .  .  .  .  .
        """
    )
    unit = Unit("squad", "us.able.1.squad.1", "us", Hex.named("A2"))
    gun = Unit("gun", "ge.mg.1", "ge", Hex.named("D1"))
    state = GameState(ground, {one.id: one for one in (unit, gun)}, sides=("us", "ge"))
    ruling = plan(LHY, state, unit, Hex.named("G2"))
    quickest, *_, safest = ruling.verdict.routes
    assert str(quickest).startswith(
        "6 MP in 2 turns, exposure 3.50: A2 B1 C2 D2 | E2 F1 G2; seen on 6 of 6 steps, "
    )
    assert str(safest).startswith(
        "9 MP in 4 turns, exposure 1.50: A2 B2 B3 | C4 D4 E4 | F3 | F2 G2; seen on 3 of 8 steps"
    )
    assert quickest.worst is not None
    assert str(quickest.worst.watched) == "gun at 2 hexes, in its band to 3, 50% to harm it"
    told = {f"{reason.text} ({reason.cite})" for reason in ruling.reasons}
    assert "worst of A, B, C, gun: +1 SAV of gun (LHY 1.5)" in told


def test_with_no_known_enemy_the_only_way_is_the_books_own() -> None:
    state, book = opened("mill-crossing")
    unit = state.unit("us.able.1.squad.2")
    alone = replace(state, units={unit.id: unit})
    (route,) = plan(book, alone, unit, Hex.named("J6")).verdict.routes
    way = book.path(alone, unit, Hex.named("J6")).verdict
    assert (route.cost, route.exposure, route.worst) == (way.cost, 0, None)
    assert "no known enemy sees it" in str(route)


def wall_between(*further: Piece) -> Tabletop:
    """A table with a long wood in its middle, a gap at its foot."""
    return Tabletop("drawn", 48, 36, (Piece("wood", TableTerrain.WOODS, box(20, 0, 28, 24)), *further))


def stands(mine: str, theirs: str) -> GameState:
    units = (
        Unit("mover", mine, "red", Spot(6.0, 20.0), 90.0),
        Unit("watcher", theirs, "blue", Spot(16.0, 4.0), 180.0),
    )
    return GameState(wall_between(), {unit.id: unit for unit in units}, sides=("red", "blue"))


def test_a_stand_keeps_out_of_a_gun_s_reach_on_a_table() -> None:
    state = stands("t34", "pz4h")
    found = plan(MATG2, state, state.unit("mover"), Spot(18.0, 30.0)).verdict
    routes: tuple[Route, ...] = found.routes
    way = MATG2.path(state, state.unit("mover"), Spot(18.0, 30.0)).verdict
    if way.places:
        assert routes[0].cost == way.cost
    assert len(routes) >= 2
    assert routes[-1].exposure < 0.9 * routes[0].exposure
    assert routes[-1].cost > routes[0].cost


def test_ways_to_an_enemy_on_a_table_go_as_near_as_the_unit_may_stop() -> None:
    state = stands("t34", "pz4h")
    ruling = plan(MATG2, state, state.unit("mover"), Spot(16.0, 4.0))
    goal = ruling.verdict.goal
    assert isinstance(goal, Spot)
    assert 0 < goal.gap_in(Spot(16.0, 4.0)) < 2
    assert {route.places[-1] for route in ruling.verdict.routes} == {goal}
    assert ruling.question.endswith("as near as it can stop to 16.0,4.0")


@pytest.mark.parametrize(
    ("name", "goal"), [("s-1a", (5.5, 34.5)), ("s-1c", (1.5, 32.5)), ("s-2b", (2.5, 30.5))]
)
def test_no_turn_on_a_table_costs_more_than_its_points(name: str, goal: tuple[float, float]) -> None:
    """Cut where it runs along the edge of a road, a way is in part beside it, and dearer than its pieces one by one."""
    state, book = opened("dolgoye-crossing")
    routes = plan(book, state, state.unit(name), Spot(*goal)).verdict.routes
    assert routes
    for route in routes:
        assert route.places[-1] == Spot(*goal)
        assert max(leg.cost for leg in route.legs) <= 12


def test_ways_on_a_table_end_at_their_goal_itself() -> None:
    """24 + (5.1 - 24) is not 5.1 by the sums of a machine."""
    squad = Unit("squad", "uk.squad", "uk", Spot(24.0, 24.0), 0.0)
    state = GameState(Tabletop("bare", 48, 36, ()), {"squad": squad}, sides=("uk", "de"))
    ruling = plan(KGN, state, squad, Spot(5.1, 24.0))
    assert ruling.verdict.goal == ruling.verdict.routes[0].places[-1] == Spot(5.1, 24.0)
    assert ruling.question.endswith("to 5.1,24.0")
    assert "as near" not in ruling.question


def test_a_unit_already_as_near_to_an_enemy_as_it_may_stop_needs_no_plan() -> None:
    state = stands("t34", "pz4h")
    near = replace(state.unit("mover"), at=Spot(15.5, 2.5))
    with pytest.raises(AlreadyThere):
        plan(MATG2, state.with_unit(near), near, Spot(16.0, 4.0))


def test_the_cost_of_a_way_on_a_table_is_the_price_of_its_places() -> None:
    state, book = opened("dolgoye-crossing")
    unit = state.unit("s-1b")
    (moving,) = book.movements(state, unit).verdict
    assert isinstance(moving, TableMovement)
    for route in plan(book, state, unit, Spot(24.0, 16.0)).verdict.routes:
        for leg in route.legs:
            price = moving.graph.cost_along(place for place in leg.places if isinstance(place, Spot))
            assert price is not None
            assert leg.cost == Fraction(round(price * 1000), 1000)
            assert leg.cost <= 12


def test_a_plan_says_how_many_activations_it_needs_and_what_a_turn_gives() -> None:
    """A platoon game throws one die, and the British have two command units: 3.5 + 2."""
    state, book = opened("kgn-two-orchards")
    ruling = plan(book, state, state.unit("uk.1.1"), Spot(20.0, 16.0))
    quickest = ruling.verdict.routes[0]
    assert (quickest.turns, quickest.activations) == (3, 2)
    assert "in 3 Moves (2 activations)" in str(quickest)
    assert "1D6 and 2 command units let the British activate 5.5 units a turn on average" in str(ruling)
    alone = state.changed(units={name: unit for name, unit in state.units.items() if name != "uk.hq"})
    told = str(plan(book, alone, alone.unit("uk.1.1"), Spot(20.0, 16.0)))
    assert "1D6 and 1 command unit let the British activate 4.5 units a turn on average" in told


def test_a_plan_says_how_likely_a_stand_is_to_move_in_a_turn() -> None:
    """The Soviet level of 14 is kept by 14 of 20 faces, less 3 for the want of an order by 11."""
    state, book = opened("dolgoye-crossing")
    told = str(plan(book, state, state.unit("s-2a"), Spot(20.0, 16.0)))
    assert "in each turn it moves with a chance of 70% by an order, 55% without" in told.casefold()


def test_a_table_that_is_in_no_game_can_be_planned_on() -> None:
    lane = Piece("lane", TableTerrain.GOOD_ROAD, LineString([(0, 30), (48, 30)]), 2.0)
    state = GameState(
        wall_between(lane),
        {"car": Unit("car", "uk.supply_truck", "uk", Spot(4.0, 30.0), 90.0)},
        sides=("uk", "de"),
    )
    found = plan(KGN, state, state.unit("car"), Spot(44.0, 30.0)).verdict
    assert found.routes
    assert found.routes[0].exposure == 0


@pytest.mark.parametrize(
    ("goal", "wanted"),
    [(Hex.named("Z99"), OffBoard), (Hex.named("G6"), AlreadyThere), (Spot(3.0, 3.0), BadInput)],
)
def test_an_invalid_goal_is_refused(goal: Place, wanted: type[Exception]) -> None:
    state, book = opened("mill-crossing")
    with pytest.raises(wanted):
        plan(book, state, state.unit("us.able.1.squad.2"), goal)


def test_a_gun_that_must_be_towed_has_no_way_with_the_books_reason() -> None:
    state, book = opened("mill-crossing")
    ruling = plan(book, state, state.unit("us.gun57.1"), Hex.named("L3"))
    assert ruling.verdict.routes == ()
    assert str(ruling.verdict) == "no way there"
    assert "Towed guns move only when a carrier tows them (LHY 10.0c)" in str(ruling)
