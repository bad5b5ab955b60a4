"""The question "where to stand": every place within reach is checked by the book's own questions."""

from dataclasses import replace

import pytest
from shapely import box

from maps.library import scenario
from rules.errors import BadInput
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
from rules.planning.change import change
from rules.planning.exposure import Exposure
from rules.planning.where import Purpose, purpose_named, where
from tests.drawing import board

SQUAD = Unit("squad", "us.able.1.squad.1", "us", Hex.named("C3"))
FOE = Unit("foe", "ge.1kp.1.squad.1", "ge", Hex.named("G3"))
SECOND = Unit("second", "ge.1kp.1.squad.2", "ge", Hex.named("G1"))
GROUND = board(
    """
    .  .  .  .  .  .  .  .
    .  .  .  .  f  .  .  .
    .  .  .  f  .  .  .  .
    .  .  .  .  .  .  .  .
    """
)
STATE = GameState(GROUND, {unit.id: unit for unit in (SQUAD, FOE, SECOND)}, sides=("us", "ge"))
REACHED = {*LHY.reach(STATE, SQUAD).verdict.cost}


def moved(place: Place) -> tuple[GameState, Unit]:
    there = replace(SQUAD, at=place)
    return STATE.with_unit(there), there


def test_to_see_are_the_places_with_a_line_of_sight_the_least_dangerous_first() -> None:
    found = where(LHY, STATE, SQUAD, Purpose.SEE, FOE).verdict
    seeing = {place for place in REACHED if LHY.line_of_sight(*moved(place), FOE).verdict.visibility.is_open}
    assert {post.place for post in found.posts} == seeing
    assert 0 < len(seeing) < len(REACHED) == found.within_reach
    dangers = [post.danger for post in found.posts]
    assert dangers == sorted(dangers)


def test_a_place_can_be_watched_as_well_as_a_unit() -> None:
    found = where(LHY, STATE, SQUAD, Purpose.SEE, Hex.named("G4")).verdict
    seeing = {
        place
        for place in REACHED
        if LHY.line_of_sight(*moved(place), Hex.named("G4")).verdict.visibility.is_open
    }
    assert {post.place for post in found.posts} == seeing


def test_to_hit_are_the_places_with_a_chance_the_best_first() -> None:
    found = where(LHY, STATE, SQUAD, Purpose.HIT, FOE).verdict
    chances = {}
    for place in REACHED:
        state, there = moved(place)
        if harm := LHY.fire(state, there, FOE).verdict.harm:
            chances[place] = harm
    assert {post.place: post.harm for post in found.posts} == chances
    assert [post.harm for post in found.posts] == sorted(chances.values(), reverse=True)
    assert chances


def test_to_hide_is_to_be_out_of_sight_of_one_enemy_or_of_all() -> None:
    exposure = Exposure(LHY, STATE, SQUAD)
    one = {place for place in REACHED if not exposure.sight(FOE, place).is_open}
    both = {place for place in one if not exposure.sight(SECOND, place).is_open}
    assert {post.place for post in where(LHY, STATE, SQUAD, Purpose.HIDE, FOE).verdict.posts} == one
    found = where(LHY, STATE, SQUAD, Purpose.HIDE).verdict
    assert {post.place for post in found.posts} == both
    assert both < one
    assert [post.cost for post in found.posts] == sorted(post.cost for post in found.posts)
    assert found.posts[0].danger == 0


def test_to_hide_from_a_concealed_counter_is_to_hide_from_its_hex() -> None:
    for condition in (CONCEALED, HIDDEN):
        foe = replace(FOE, conditions=frozenset({condition}))
        state = STATE.with_unit(foe)
        assert foe.id not in LHY.seen_by(state, "us").units
        told = where(LHY, state, SQUAD, Purpose.HIDE, foe).verdict
        assert {post.place for post in told.posts} == {
            post.place for post in where(LHY, STATE, SQUAD, Purpose.HIDE, FOE).verdict.posts
        }


def test_to_observe_is_to_see_and_to_be_seen_by_nobody() -> None:
    goal = Hex.named("G4")
    exposure = Exposure(LHY, STATE, SQUAD)
    unseen = {place for place in REACHED if not exposure.at(place).watchers}
    seeing = {post.place for post in where(LHY, STATE, SQUAD, Purpose.SEE, goal).verdict.posts}
    found = where(LHY, STATE, SQUAD, Purpose.OBSERVE, goal).verdict
    assert {post.place for post in found.posts} == unseen & seeing != set()


def test_to_block_is_to_hide_units_that_an_enemy_sees_now() -> None:
    """A tank that drives between a gun and men hides them at exactly the places where the question of sight says so."""
    gun = Unit("gun", "de.pak40", "de", Spot(22.0, 8.0), 270.0)
    tank = Unit("tank", "uk.sherman", "uk", Spot(8.0, 4.0), 180.0)
    truck = Unit("truck", "uk.sherman", "uk", Spot(8.0, 8.0), 90.0)
    state = GameState(
        Tabletop("bare", 24, 12, ()), {unit.id: unit for unit in (gun, tank, truck)}, sides=("uk", "de")
    )
    found = where(KGN, state, tank, Purpose.BLOCK, gun).verdict
    hiding = set()
    for place in KGN.reach(state, tank).verdict.cost:
        moved = state.with_unit(replace(tank, at=place))
        if not KGN.line_of_sight(moved, gun, truck).verdict.visibility.is_open:
            hiding.add(place)
    assert {post.place for post in found.posts} == hiding != set()
    assert all(post.hides == (str(truck),) for post in found.posts)


def test_an_unknown_enemy_changes_no_advice() -> None:
    secret = replace(SECOND, id="secret", at=Hex.named("C1"), conditions=frozenset({HIDDEN}))
    assert where(LHY, STATE.with_unit(secret), SQUAD, Purpose.HIDE) == where(LHY, STATE, SQUAD, Purpose.HIDE)


def test_on_a_table_a_unit_turns_to_its_target() -> None:
    """The gun sees nothing behind itself: facing away, it is taken to turn round."""
    table = Tabletop("drawn", 48, 36, (Piece("wood", TableTerrain.WOODS, box(20, 0, 24, 12)),))
    tank = Unit("tank", "uk.sherman", "uk", Spot(10.0, 20.0), 270.0)
    target = Unit("target", "de.squad", "de", Spot(36.0, 20.0), 270.0)
    state = GameState(table, {unit.id: unit for unit in (tank, target)}, sides=("uk", "de"))
    ruling = where(KGN, state, tank, Purpose.HIT, target)
    best = ruling.verdict.posts[0]
    assert isinstance(best.place, Spot)
    assert best.harm is not None
    there = replace(tank, at=best.place, facing_deg=best.place.bearing_deg(Spot(36.0, 20.0)))
    assert best.harm == KGN.fire(KGN.moved_to(state, there), there, target).verdict.harm
    assert best.harm > 0


def test_what_cannot_be_asked_is_refused() -> None:
    with pytest.raises(BadInput, match="an enemy unit"):
        where(LHY, STATE, SQUAD, Purpose.HIT)
    with pytest.raises(BadInput, match="an enemy unit on the map"):
        where(LHY, STATE, SQUAD, Purpose.HIDE, Hex.named("G4"))
    with pytest.raises(
        BadInput, match="mode: 'win' is not one of see, hit, hide, observe, block: what the place"
    ):
        purpose_named("win")


def test_a_passenger_is_asked_about_where_its_carrier_stands() -> None:
    found = scenario("kgn-two-orchards")
    state = KGN.opening(found.state(), found.opening_options())
    rider, carrier = state.unit("uk.1.3"), state.unit("uk.ht")
    assert rider.at is None
    assert where(KGN, state, rider, Purpose.SEE, Spot(40, 30)).verdict.source == carrier.at
    assert change(KGN, state, rider, state.unit("de.pak")).verdict.source == carrier.at
