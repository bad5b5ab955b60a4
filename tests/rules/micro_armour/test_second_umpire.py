"""The book's odds against a second umpire that shares no code with it, in whole games and on random tables."""

from collections import Counter, defaultdict
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from random import Random

import pytest
from shapely import box

from maps.library import scenario
from rules.game.chance.dice import SeededDice
from rules.game.engine.carrying_out import carry_out
from rules.game.engine.forecast import Forecast
from rules.game.engine.play import Action
from rules.game.state import GameState
from rules.game.units import Unit
from rules.ground.table.inches import Spot
from rules.ground.table.tabletop import Piece, Tabletop
from rules.ground.table.terrain import TableTerrain
from rules.micro_armour.declarations.fire import Fire
from rules.micro_armour.declarations.initiative import RollInitiative
from rules.micro_armour.declarations.marker_removal import RemoveMarkers
from rules.micro_armour.declarations.movement.orders import MoveGroup, RollOrders
from rules.micro_armour.declarations.movement.reaction_fire import CoveringFire
from rules.micro_armour.ruleset import MATG1, MATG2, MicroArmour
from rules.micro_armour.state.stands import sides_without_ghq
from tests.proving import proves
from tests.rules.micro_armour import second_umpire as umpire
from tests.rules.micro_armour.policies import bold_choice
from tests.rules.micro_armour.tables import BLUE, RED, opened, progress, stand, table

BOOKS = {"matg1": MATG1, "matg2": MATG2}
SCENARIOS = ("meeting-on-the-long-lane", "dolgoye-crossing")
DRAWN = 12
"""The number of random tables for each edition."""

PIECES = 14
STANDS = 4
FARTHEST_IN = 20
DECLARATIONS = 60
"""The number of declarations followed in a game on a random table."""

Moment = tuple[MicroArmour, GameState, Action]
Told = dict[str, Fraction]

_GROUND = tuple(kind for kind in TableTerrain if kind in umpire.KINDS)


@cache
def _moments() -> dict[type[Action], list[Moment]]:
    """Moments of play by kind of declaration, from games of the scenarios and on random tables."""
    found: dict[type[Action], list[Moment]] = defaultdict(list)
    for book, opening, seed, most in (*_scenario_openings(), *_random_openings()):
        for state, actions in _moments_of(book, opening, seed, most):
            for action in actions:
                found[type(action)].append((book, state, action))
    return found


def _scenario_openings() -> Iterator[tuple[MicroArmour, GameState, int, int]]:
    for name in SCENARIOS:
        book = BOOKS[scenario(name).ruleset]
        yield book, book.opening(scenario(name).state(), scenario(name).opening_options()), 5, 1000


def _random_openings() -> Iterator[tuple[MicroArmour, GameState, int, int]]:
    for book in BOOKS.values():
        for seed in range(DRAWN):
            lot = Random(seed)
            levels = {RED: lot.randint(8, 18), BLUE: lot.randint(8, 18)}
            stands = [
                _drawn_stand(lot, f"{side}{number}", side) for side in (RED, BLUE) for number in range(STANDS)
            ]
            yield book, opened(_drawn_table(lot), *stands, book=book, cohesion=levels), seed, DECLARATIONS


def _drawn_table(lot: Random) -> Tabletop:
    pieces = []
    for number in range(PIECES):
        west, north = lot.uniform(0, FARTHEST_IN - 4), lot.uniform(0, FARTHEST_IN - 4)
        kind = lot.choice(_GROUND)
        level = lot.randint(1, 2) if kind is TableTerrain.HILL else 0
        shape = box(west, north, west + lot.uniform(1, 4), north + lot.uniform(1, 4))
        pieces.append(Piece(f"{kind}-{number}", kind, shape, level=level))
    return table(*pieces, width_in=FARTHEST_IN, depth_in=FARTHEST_IN)


def _drawn_stand(lot: Random, name: str, side: str) -> Unit:
    row = 0 if side == RED else 1
    column = int(name.removeprefix(side))
    at = (2 + 4.5 * column + lot.uniform(0, 2), 3 + 11 * row + lot.uniform(0, 4))
    marked = [mark for mark in ("suppressed", "disorganized") if lot.random() < 0.3]
    return stand(
        name, side, at, lot.randrange(360), lot.choice(("t34", "pz3j", "tiger", "bt7", "panther")), *marked
    )


def _moments_of(
    book: MicroArmour, state: GameState, seed: int, most: int
) -> Iterator[tuple[GameState, list[Action]]]:
    """The states of a game, each with up to two declarations of each kind."""
    chance, dice = Random(seed), SeededDice(seed)
    for _ in range(most):
        if not (actions := book.as_game().legal_actions(state)):
            return
        kinds: Counter[type[Action]] = Counter()
        looked_at = []
        for action in chance.sample(actions, len(actions)):
            kinds[type(action)] += 1
            if kinds[type(action)] <= 2:
                looked_at.append(action)
        yield state, looked_at
        _, state = carry_out(book.as_game(), state, bold_choice(actions, chance), dice)


def _tank(book: MicroArmour, state: GameState, unit: Unit, gun: str = "") -> umpire.Tank:
    assert isinstance(unit.at, Spot)
    tank = book.book.tank(unit.type)
    markers = {"S": "suppressed", "D": "disorganized"}
    return umpire.Tank(
        unit.at.x_in,
        unit.at.y_in,
        unit.facing_deg or 0.0,
        frozenset(letter for letter, word in markers.items() if unit.has(word)),
        tank.gun(gun).ap,
        tank.defence,
        progress(state).options.cohesion(unit.side),
        unit.has("fired"),
        unit.has("movement"),
    )


def _ground(state: GameState) -> tuple[umpire.Ground, ...]:
    assert isinstance(state.board, Tabletop)
    return tuple(umpire.Ground(piece.terrain.value, piece.area, piece.level) for piece in state.board.pieces)


def _marker_words(unit: Unit, before: umpire.Markers, after: umpire.Markers) -> str:
    """The book's words for markers gained, lost or kept."""
    if after is None:
        return f"{unit} eliminated" + f"; {unit.side} has no orders any more" * unit.has("ghq")
    if after == before:
        return "no effect"
    return f"{unit} {' and '.join(word for letter, word in (('S', 'suppressed'), ('D', 'disorganized')) if letter in after)}"


def _chances_by_the_book(book: MicroArmour, state: GameState, action: Action) -> Told:
    odds = book.as_game().chances(state, action).odds
    assert odds is not None
    return dict(odds.chances)


@proves(
    "MATG2-12.F2", "MATG2-12.F3", "MATG2-12.F4", "MATG2-12.F5", "MATG2-12.F6", "MATG2-12.F7", "MATG2-12.T1",
    "MATG2-12.T2", "MATG2-12.T6", "MATG2-12.R", "MATG2-12.A.front", "MATG2-12.N1", "MATG2-12.N2",
    "MATG2-12.N3", "MATG2-12.N5", "MATG2-9.1.1", "MATG2-6.3.3.1", "MATG2-6.3.3.2a", "MATG2-7.0.2",
    "MATG2-7.0.3", "MATG2-7.2.0", "MATG2-7.2.1", "MATG2-7.2.1.2", "MATG2-7.2.2", "MATG2-7.2.3",
    "MATG2-7.3.1.2", "MATG2-7.3.1.3", "MATG2-7.3.2", "MATG2-8.6.3",
)  # fmt: skip
@pytest.mark.parametrize(("kind", "least"), [(Fire, 150), (CoveringFire, 10)])
def test_the_odds_of_fire(kind: type[Fire | CoveringFire], least: int) -> None:
    """Each shot by cohesion, ground, range, front and combat results; stands that fire together one after the other."""
    compared = 0
    for book, state, action in _moments()[kind]:
        assert isinstance(action, Fire | CoveringFire)
        state_seen = book.seen_by(state, action.side)
        target = state_seen.unit(action.target)
        guns = action.guns or ("",) * len(action.firers)
        firers = [
            _tank(book, state, state.unit(name), gun) for name, gun in zip(action.firers, guns, strict=True)
        ]
        wrecks = [
            (mark.at.x_in, mark.at.y_in)
            for mark in state.markers
            if mark.kind == "wreck" and isinstance(mark.at, Spot)
        ]
        whom = _tank(book, state, target)
        ends = umpire.attack(
            firers,
            whom,
            _ground(state),
            1 if book is MATG1 else 2,
            covering=kind is CoveringFire,
            wrecks=wrecks,
        )
        expected: defaultdict[str, Fraction] = defaultdict(Fraction)
        for after, chance in ends.items():
            expected[_marker_words(target, whom.markers, after)] += chance
        if len(ends) > 1:
            assert _chances_by_the_book(book, state, action) == expected, f"{book.id}: {action}"
            compared += 1
    assert compared > least


@proves("MATG2-4.1.1", "MATG2-4.1.2")
def test_the_odds_of_initiative() -> None:
    """The higher sum of level and die; a tie is thrown again."""
    for book, state, action in _moments()[RollInitiative]:
        one, other = progress(state).options.forces
        first = umpire.initiative(one.cohesion, other.cohesion)
        expected = {f"{one.side} has the initiative": first, f"{other.side} has the initiative": 1 - first}
        if first not in (0, 1):
            assert _chances_by_the_book(book, state, action) == expected


@proves("MATG2-8.2.1", "MATG2-8.2.2", "MATG2-12.M1")
def test_the_odds_of_orders() -> None:
    """2D6 and the quality of the headquarters, for each side."""
    compared = 0
    for book, state, action in _moments()[RollOrders]:
        one, other = (
            {0: Fraction(1)} if force.side in sides_without_ghq(state) else umpire.orders(force.ghq_quality)
            for force in progress(state).options.forces
        )
        ends = [dict(progress(after).orders or ()) for after in _ends(book, state, action)]
        chances = _ends(book, state, action).values()
        found: defaultdict[tuple[int, ...], Fraction] = defaultdict(Fraction)
        for given, chance in zip(ends, chances, strict=True):
            found[tuple(given[force.side] for force in progress(state).options.forces)] += chance
        assert found == {(a, b): one[a] * other[b] for a in one for b in other}
        compared += 1
    assert compared


@proves(
    "MATG2-8.2.4.1", "MATG2-8.2.4.2", "MATG2-8.2.4.3", "MATG2-8.2.8b", "MATG2-12.M2", "MATG2-12.M3",
    "MATG2-12.C1",
)  # fmt: skip
def test_the_odds_of_a_group_that_tries_to_move() -> None:
    """One roll for all, and the markers of each stand on top of it."""
    compared = 0
    for book, state, action in _moments()[MoveGroup]:
        assert isinstance(action, MoveGroup)
        group = progress(state).group(action.group)
        assert group is not None
        units = [state.unit(name) for name in group.stands]
        if any(unit.at is None for unit in units):
            continue
        tanks = {unit.id: _tank(book, state, unit) for unit in units}
        chiefs = sum(unit.has("ghq") or unit.has("hq") for unit in units)
        if book is MATG2:
            chiefs = min(chiefs, 1)
        ready = book is MATG1 and all(unit.has("recon") for unit in units)
        level = progress(state).options.cohesion(action.side)
        expected = umpire.group_move(tanks, level, chiefs, ordered=action.ordered or ready)
        if len(expected) > 1:
            assert _chances_by_the_book(book, state, action) == expected, f"{book.id}: {action}"
            compared += 1
    assert compared > 20


@proves("MATG2-4.5.2", "MATG2-4.5.3", "MATG2-4.5.4", "MATG2-4.5.5")
def test_the_odds_of_recovery() -> None:
    """Each marked stand for itself: a natural 1 rallies, a natural 20 panics, and what holds loses its S."""
    compared = 0
    for book, state, action in _moments()[RemoveMarkers]:
        marked = [
            unit
            for unit in state.units.values()
            if unit.side == action.side
            and unit.at is not None
            and (unit.has("suppressed") or unit.has("disorganized"))
        ]
        if not marked or len(marked) > 3:
            continue
        for unit in marked:
            found: defaultdict[umpire.Markers, Fraction] = defaultdict(Fraction)
            for after, chance in _ends(book, state, action).items():
                now = after.units.get(unit.id)
                found[_tank(book, after, now).markers if now else None] += chance
            assert found == umpire.recovery(_tank(book, state, unit)), f"{book.id}: {unit}"
            compared += 1
    assert compared > 5


def _ends(book: MicroArmour, state: GameState, action: Action) -> dict[GameState, Fraction]:
    return dict(
        Forecast(book.as_game())
        .ends(book.as_game().position(book.seen_by(state, action.side)), action)
        .states
    )
