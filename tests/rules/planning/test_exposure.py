"""Exposure against brute force, in all three books: every known enemy is asked about every place, one by one."""

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from math import ceil

import pytest

from rules.game.ruleset import Ruleset
from rules.game.state import GameState
from rules.game.units import Marker, Unit
from rules.game.view import CONCEALED, HIDDEN
from rules.ground.hex.hexes import Hex
from rules.ground.place import Place
from rules.ground.table.inches import Spot
from rules.ground.table.tabletop import Tabletop
from rules.kampfgruppe_normandy.ruleset import RULESET as KGN
from rules.last_hundred_yards.book.conditions import DISRUPTED
from rules.last_hundred_yards.ruleset import RULESET as LHY
from rules.micro_armour.ruleset import MATG2
from rules.planning.change import change
from rules.planning.exposure import SEEN, UNKNOWN, Exposure
from rules.planning.here import here
from rules.planning.threat import threat
from rules.planning.where import Purpose, where
from tests.rules.last_hundred_yards.playing import activated, unit
from tests.rules.planning.test_routes import opened

MOST_ASKED = 14
"""The number of places of a reach that are checked, spread over it."""

CASES = {
    "squad": ("mill-crossing", "us.able.1.squad.2"),
    "tank in a village": ("mill-crossing", "us.able-tank.1.1"),
    "squad in a game": ("lhy-ridge-farm", "us.baker.2.squad.1"),
    "stand": ("dolgoye-crossing", "s-1b"),
    "section behind a hedge": ("kgn-two-orchards", "uk.1.1"),
    "tank behind a hedge": ("kgn-two-orchards", "uk.tank.1"),
}


@pytest.fixture(scope="module", params=CASES)
def position(request: pytest.FixtureRequest) -> tuple[GameState, Ruleset, Unit, tuple[Place, ...]]:
    name, unit_id = CASES[request.param]
    state, book = opened(name)
    unit = state.unit(unit_id)
    known = book.seen_by(state, unit.side)
    reached = tuple(book.reach(known, unit).verdict.cost)
    return state, book, unit, reached[:: max(1, len(reached) // MOST_ASKED)]


Position = tuple[GameState, Ruleset, Unit, tuple[Place, ...]]


def asked_one_by_one(
    book: Ruleset, known: GameState, unit: Unit, place: Place
) -> Iterator[tuple[str, int, Fraction | None]]:
    """Each enemy that sees the unit in a place, with its danger in hundredths and its chance to harm."""
    moved = replace(unit, at=place, conditions=unit.conditions - {CONCEALED, HIDDEN})
    then = known.with_unit(moved)
    for enemy in known.units.values():
        if enemy.side == unit.side or enemy.at is None:
            continue
        eye = enemy.at if enemy.has(CONCEALED) else enemy
        if not book.line_of_sight(then, eye, moved).verdict.visibility.is_open:
            continue
        if enemy.has(CONCEALED):
            yield enemy.id, UNKNOWN, None
            continue
        shot = book.fire(then, enemy, moved).verdict
        unknown = bool(shot.worth) and shot.harm is None
        yield enemy.id, UNKNOWN if unknown else max(SEEN, ceil((shot.harm or 0) * 100)), shot.harm


def test_watchers_of_each_place_and_their_fire_agree_with_the_book(position: Position) -> None:
    state, book, unit, places = position
    known = book.seen_by(state, unit.side)
    exposure = Exposure(book, known, unit)
    exposure.look_at(places)
    for place in places:
        watched = exposure.at(place)
        found = {(watcher.unit, watcher.danger, watcher.harm) for watcher in watched.watchers}
        assert found == {*asked_one_by_one(book, known, unit, place)}, place
        assert watched.danger == sum(danger for _, danger, _ in found)


def test_the_danger_of_a_place_is_the_same_alone_and_among_other_places(position: Position) -> None:
    state, book, unit, places = position
    known = book.seen_by(state, unit.side)
    together, alone = Exposure(book, known, unit), Exposure(book, known, unit)
    together.look_at(places)
    for place in places[::6]:
        assert together.at(place) == alone.at(place)


def test_every_chance_agrees_with_the_ruling_that_it_cites(position: Position) -> None:
    """The reasons given for a watcher are those of a ruling on its fire, and its odds add up to the watcher's chance."""
    state, book, unit, places = position
    known = book.seen_by(state, unit.side)
    exposure = Exposure(book, known, unit)
    for place in places[::6]:
        for watcher in exposure.at(place).watchers:
            enemy, moved = known.units[watcher.unit], replace(unit, at=place)
            if watcher.harm is None:
                continue
            shot = book.fire(known.with_unit(moved), enemy, moved)
            assert exposure.why(place, watcher) == shot.reasons
            assert shot.verdict.harm == watcher.harm
            assert shot.odds is not None
            assert sum(shot.odds.chances.values()) == 1


def test_another_enemy_makes_no_place_safer(position: Position) -> None:
    """The new enemy stands where another does, so that it sees the same and blocks no line."""
    state, book, unit, places = position
    known = book.seen_by(state, unit.side)
    more = known
    before = Exposure(book, known, unit).dangers(places)
    for enemy in [one for one in known.units.values() if one.side != unit.side and not one.has(CONCEALED)][
        :3
    ]:
        more = more.with_unit(replace(enemy, id=f"{enemy.id}-too"))
    after = Exposure(book, more, unit).dangers(places)
    assert all(after[place] >= before[place] for place in places)


def test_a_hidden_enemy_changes_no_advice(position: Position) -> None:
    state, book, unit, places = position
    enemies = [one for one in state.units.values() if one.side != unit.side and one.at is not None]
    hidden = replace(enemies[0], conditions=enemies[0].conditions | {HIDDEN})
    with_him = state.with_unit(hidden)
    without = replace(state, units={key: one for key, one in state.units.items() if key != hidden.id})
    assert threat(book, with_him, unit) == threat(book, without, unit)
    assert here(book, with_him, places[-1], unit) == here(book, without, places[-1], unit)
    assert where(book, with_him, unit, Purpose.HIDE) == where(book, without, unit, Purpose.HIDE)
    assert change(book, with_him, unit, places[1]) == change(book, without, unit, places[1])


def test_a_tank_shows_over_the_hedge_that_hides_a_man() -> None:
    """At 4.5,12.5 the hedge hides a man from the gun, and not the Sherman."""
    state, book = opened("kgn-two-orchards")
    gun = replace(state.unit("de.pak"), at=Spot(30.0, 17.0))
    state = state.with_unit(gun)
    tank, behind = state.unit("uk.tank.1"), Spot(4.5, 12.5)
    assert not book.sight_field(state, gun).verdict.visibility[behind].is_open
    assert Exposure(book, state, tank).sight(gun, behind).is_open


def test_a_unit_that_goes_elsewhere_hides_nobody_where_it_stood() -> None:
    """A stand stands in the way of a line; once it goes to the place behind, nothing does."""
    ours, foe = (
        Unit("ours", "t34", "soviet", Spot(6.0, 6.0), 0.0),
        Unit("foe", "pz4h", "german", Spot(6.0, 16.0), 0.0),
    )
    state = GameState(
        Tabletop("bare", 24, 24), {unit.id: unit for unit in (ours, foe)}, sides=("soviet", "german")
    )
    assert not MATG2.sight_field(state, foe).verdict.visibility[Spot(6.5, 0.5)].is_open
    assert Exposure(MATG2, state, ours).sight(foe, Spot(6.5, 0.5)).is_open


def test_hexes_behind_a_vehicle_on_a_road_are_looked_at_without_it() -> None:
    state, book = opened("mill-crossing")
    tank = state.unit("us.able-tank.1.1")
    exposure = Exposure(book, state, tank)
    for enemy in exposure.enemies:
        moved = replace(tank, at=Hex.named("F7"))
        told = book.line_of_sight(state.with_unit(moved), enemy, moved).verdict.visibility
        assert exposure.sight(enemy, Hex.named("F7")) is told


@pytest.mark.parametrize(
    ("enemy", "unit_type", "away_in"),
    [
        ("uk.typhoon", "de.pz4h", 19.0),
        ("uk.sherman", "de.pz4h", 51.1),
        ("uk.polsten", "de.bf109", 60.0),
        ("uk.polsten", "de.bf109", 10.0),
    ],
)
def test_hull_to_hull_and_at_aircraft_fire_reaches_as_far_as_the_book_says(
    enemy: str, unit_type: str, away_in: float
) -> None:
    """KGN: hull to hull a plane reaches 15 inches and tanks 48; anti-aircraft fire any distance, in no band."""
    firer, target = (
        Unit("a", enemy, "uk", Spot(10, 20), 90.0),
        Unit("b", unit_type, "de", Spot(10 + away_in, 20), 90.0),
    )
    state = GameState(Tabletop("open", 80, 40), {"a": firer, "b": target}, sides=("uk", "de"))
    exposure, at = Exposure(KGN, state, target), Spot(10 + away_in, 20)
    exposure.look_at([at])
    (watcher,) = exposure.at(at).watchers
    assert watcher.harm == KGN.fire(state, firer, target).verdict.harm
    assert watcher.harm
    assert watcher.band is None


@pytest.mark.parametrize("facing_deg", [90.0, 270.0])
@pytest.mark.parametrize("away_in", [13.0, 45.0])
def test_an_enemy_aircraft_counts_by_its_attack_run_wherever_it_is(away_in: float, facing_deg: float) -> None:
    """KGN: it flies to where it attacks from before it fires, so that neither its place nor its heading keeps it from that."""
    squad = Unit("b", "de.squad", "de", Spot(20, 20), 90.0)
    plane = Unit("a", "uk.spitfire", "uk", Spot(20 + away_in, 20), facing_deg)
    state = GameState(Tabletop("open", 80, 40), {"a": plane, "b": squad}, sides=("uk", "de"))
    attacking = replace(plane, at=Spot(33, 20), facing_deg=270.0)
    run = KGN.fire(state.with_unit(attacking), attacking, squad)
    (watcher,) = threat(KGN, state, squad).verdict.watched.watchers
    assert watcher.harm == run.verdict.harm == Fraction(2, 3) * (1 - Fraction(31, 36) ** 12)
    assert Exposure(KGN, state, squad).why(Spot(20, 20), watcher) == run.reasons


def test_a_watcher_that_may_not_fire_is_listed_with_the_reason() -> None:
    """Smoke in D4 hinders the line from D3, and the squad there is disrupted."""
    state = activated(
        unit("us.able.1.squad.1", "D7"), unit("us.able.1.leader", "A9"), unit("ge.1kp.1.squad.1", "D3", DISRUPTED),
        markers=(Marker("smoke", Hex.named("D4"), 1),),
    )  # fmt: skip
    exposure = Exposure(LHY, state, state.unit("us.able.1.squad.1"))
    place = Hex.named("D6")
    watcher = next(one for one in exposure.at(place).watchers if one.unit == "ge.1kp.1.squad.1")
    assert watcher.harm is None
    told = [str(reason) for reason in exposure.why(place, watcher)]
    assert any("smoke" in words for words in told)
    assert any(words.startswith("ge.1kp.1.squad.1 is disrupted (LHY 12.3") for words in told), told
