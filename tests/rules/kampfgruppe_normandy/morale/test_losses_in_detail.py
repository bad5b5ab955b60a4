"""What becomes of a unit that suffers losses and of those it carries; what guns reach; mines to their edge."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import combinations

import pytest
from shapely import box

from rules.game.state import GameState
from rules.game.units import Unit
from rules.ground.table.inches import Spot, gap_in
from rules.ground.table.tabletop import Piece
from rules.ground.table.terrain import TableTerrain as T
from rules.kampfgruppe_normandy.book.action_kinds import ActionKind
from rules.kampfgruppe_normandy.book.book_data import BookData
from rules.kampfgruppe_normandy.book.conditions import IMMOBILISED, SUPPRESSED, TESTED
from rules.kampfgruppe_normandy.book.unit_types import Kind
from rules.kampfgruppe_normandy.declarations.movement import Move
from rules.kampfgruppe_normandy.effects.losses import lose, put_out, suffer_losses
from rules.kampfgruppe_normandy.effects.mines import target_on_mines
from rules.kampfgruppe_normandy.questions.batteries import cannot_reach
from rules.kampfgruppe_normandy.questions.fire.shells import reach_in
from rules.kampfgruppe_normandy.questions.target import Fate, Losses
from rules.kampfgruppe_normandy.state.position import Position
from rules.kampfgruppe_normandy.state.progress import Duty, Obligation, Status, progress_of, with_progress
from tests.proving import proves
from tests.rules.kampfgruppe_normandy.tables import (
    BOOK,
    DE,
    UK,
    area,
    dice_of,
    game,
    legal,
    line,
    position,
    resolving,
    told_to,
    unit,
)

TRUCK = unit("truck", "uk.bedford", (30, 40), facing_deg=90.0)
TANK = unit("tank", "uk.sherman", (50, 40))
SQUAD = unit("squad", "uk.squad", (10, 40))
COMMANDOS = unit("commandos", "uk.commandos", (10, 50))
FOE = unit("foe", "de.squad", (40, 10))


def _after(losses: Losses, **status: Status) -> GameState:
    """After losses of a British unit; the pot gives its first counter."""
    riders = [unit(name, "uk.squad") for name in status if name not in ("squad", "truck")]
    state = game(TRUCK, TANK, SQUAD, COMMANDOS, FOE, *riders, status=status)
    resolution = resolving(state, dice_of([1] * 40))
    suffer_losses(resolution, losses)
    return resolution.state


def _owed(state: GameState) -> list[tuple[Duty, str, str, str]]:
    return [(owed.duty, owed.side, owed.unit, owed.other) for owed in progress_of(state).owed]


@proves("KN-DFSA-36", "KN-DFSA-38", "KN-DFAT-44a", "KN-SUPP-27")
@pytest.mark.parametrize(
    ("losses", "conditions", "hits"),
    [
        (Losses("truck", hits_taken=1), set(), 2),
        (Losses("truck"), set(), 1),
        (Losses("truck", suppressed=True), {SUPPRESSED}, 1),
        (Losses("truck", immobilised=True), {IMMOBILISED}, 1),
        (Losses("truck", immobilised=True, suppressed=True, hits_taken=2), {SUPPRESSED, IMMOBILISED}, 3),
    ],
)
def test_hits_and_states_are_kept(losses: Losses, conditions: set[str], hits: int) -> None:
    state = _after(losses, truck=Status(hits=1))
    assert state.unit("truck").conditions == conditions
    assert progress_of(state).of("truck").hits == hits
    assert _owed(state) == []


@proves("KN-BMOR-14", "KN-BMOR-15", "KN-BMOR-16", "KN-DFAT-43a", "KN-DFSA-38")
@pytest.mark.parametrize(
    ("name", "fate", "wrecks"),
    [("tank", Fate.DESTROYED, 1), ("tank", Fate.ABANDONED, 1), ("squad", Fate.WITHDRAWS, 0), ("squad", Fate.DESTROYED, 0)],
)  # fmt: skip
def test_who_is_lost_costs_a_counter_and_vehicles_leave_a_wreck(name: str, fate: Fate, wrecks: int) -> None:
    state = _after(Losses(name, fate=fate, hits_taken=3, suppressed=True))
    assert name not in state.units
    assert len(progress_of(state).wrecks) == wrecks
    assert len(progress_of(state).counters_of(UK)) == 1
    assert progress_of(state).counters_of(DE) == ()


@proves("KN-BMOR-14")
def test_what_a_lost_unit_owed_lapses_and_what_others_owe_does_not() -> None:
    state = game(TRUCK, TANK, SQUAD, COMMANDOS, FOE)
    owed = (
        Obligation(Duty.MORALE_REQUEST, DE, "squad"),
        Obligation(Duty.MORALE_REQUEST, DE, "commandos"),
        Obligation(Duty.COVERING_FIRE, DE, "squad"),
    )
    resolution = resolving(with_progress(state, replace(progress_of(state), owed=owed)), dice_of([1] * 9))
    lose(resolution, "squad", "destroyed")
    assert progress_of(resolution.state).owed == owed[1:]


@proves("KN-UMOR-01", "KN-UMOR-21", "KN-UMOR-24")
def test_what_is_owed_after_losses() -> None:
    assert _owed(_after(Losses("squad", owes_test=True))) == [(Duty.MORALE_REQUEST, DE, "squad", "")]
    assert _owed(_after(Losses("squad", is_heroic=True))) == [(Duty.HEROIC_ACTION, UK, "squad", "")]
    assert _owed(_after(Losses("squad", owes_test=True, fate=Fate.WITHDRAWS))) == []
    tested = _after(Losses("commandos", morale=(4,)))
    assert tested.unit("commandos").has(TESTED)
    assert not _after(Losses("commandos")).unit("commandos").has(TESTED)
    assert not _after(Losses("squad", morale=(4,))).unit("squad").has(TESTED)


@proves("KN-DFAT-37", "KN-DEPL-17b", "KN-DEPL-17c", "KN-DFSA-40")
def test_passengers_are_put_out_where_they_must_and_suffer_their_own_losses() -> None:
    aboard = {name: Status(men=8, aboard="truck") for name in ("a", "b")}
    losses = Losses(
        "truck", passengers=(Losses("a", men_lost=2, must_leave=True), Losses("b", suppressed=True))
    )
    state = _after(losses, **aboard)
    assert (progress_of(state).of("a").men, progress_of(state).of("a").aboard) == (6, None)
    assert (progress_of(state).of("b").men, progress_of(state).of("b").aboard) == (8, "truck")
    assert state.unit("b").has(SUPPRESSED)
    assert not state.unit("a").has(SUPPRESSED)
    assert state.unit("b").at is None


def _put_out(
    carrier: Unit, *others: Unit, pieces: Iterable[Piece] = (), load: Sequence[str] = ("men",)
) -> GameState:
    """After a vehicle had to put out its load, squads and the guns whose names say so."""
    aboard = [unit(name, "uk.6pdr" if name.startswith("gun") else "uk.squad") for name in load]
    standing = {one.id: Status(men=3 if one.type == "uk.6pdr" else 8, aboard=carrier.id) for one in aboard}
    state = game(carrier, FOE, *aboard, *others, pieces=pieces, status=standing)
    resolution = resolving(state, dice_of([]))
    for one in aboard:
        put_out(resolution, one.id)
    return resolution.state


def _gap_in(state: GameState, one: str, other: str) -> float:
    return gap_in(position(state).base(state.unit(one)), position(state).base(state.unit(other)))


@proves("KN-DFAT-37", "KN-DFSA-40", "KN-DFSA-41")
@pytest.mark.parametrize("facing_deg", [0.0, 90.0, 200.0])
@pytest.mark.parametrize("name", ["men", "others", "gun"])
def test_who_is_put_out_stands_within_an_inch_of_the_vehicle_on_its_right(
    name: str, facing_deg: float
) -> None:
    state = _put_out(replace(TRUCK, facing_deg=facing_deg), load=(name,))
    spot = state.unit(name).at
    assert isinstance(spot, Spot)
    assert 0 < _gap_in(state, name, "truck") <= 1
    assert (Spot(30, 40).bearing_deg(spot) - facing_deg) % 360 == pytest.approx(90, abs=1)
    assert state.unit(name).facing_deg == facing_deg


@proves("KN-DFAT-37", "KN-DFSA-40")
@pytest.mark.parametrize(
    ("at_in", "facing_deg"), [((0.6, 40), 180.0), ((95.4, 40), 0.0), ((30, 1.5), 270.0), ((1.6, 71.4), 90.0)]
)
def test_nobody_is_put_out_off_the_table_or_farther_than_an_inch_while_there_is_room(
    at_in: tuple[float, float], facing_deg: float
) -> None:
    carrier = unit("truck", "uk.bedford", at_in, facing_deg=facing_deg)
    state = _put_out(carrier, load=("men", "gun"))
    for name in ("men", "gun"):
        assert state.unit(name).at in position(state).table
        assert 0 < _gap_in(state, name, "truck") <= 1


@proves("KN-MOVE-14", "KN-DFSA-40")
def test_men_put_out_on_a_bridge_stand_on_it_and_can_go_on() -> None:
    """The bridge is 2 inches wide, with water on both sides: they stand behind the truck, and may walk off."""
    pieces = [area(T.RIVER, 0, 35, 96, 45), line(T.BRIDGE, (30, 34), (30, 46), width_in=2.0)]
    state = _put_out(replace(TRUCK, facing_deg=0.0), pieces=pieces)
    spot = state.unit("men").at
    assert isinstance(spot, Spot)
    assert T.BRIDGE in {piece.terrain for piece in position(state).table.at(spot)}
    assert 0 < _gap_in(state, "men", "truck") <= 1
    walking = told_to(state, "men", ActionKind.MOVE, ActionKind.MOVE)
    assert any(isinstance(action, Move) for action in legal(walking))


@proves("KN-MOVE-14", "KN-DEPL-03", "KN-DFSA-40")
def test_men_are_not_put_into_a_house_nor_on_its_ground() -> None:
    """A house close on the right of the truck, which faces north: they get out on its left."""
    house = area(T.BRICK_BUILDING, 31, 36, 36, 44)
    state = _put_out(replace(TRUCK, facing_deg=0.0), pieces=[house])
    spot = state.unit("men").at
    assert isinstance(spot, Spot)
    assert (spot.x_in < 30, progress_of(state).of("men").inside) == (True, None)


@proves("KN-MOVE-14", "KN-DFSA-40")
def test_men_with_no_room_within_an_inch_are_put_out_at_the_nearest_bank() -> None:
    """The truck faces north in a lake; its left bank begins 4 inches from its middle, the right one 4.7."""
    lake = area(T.LAKE, 26, 20, 34.7, 60)
    spot = _put_out(replace(TRUCK, facing_deg=0.0), pieces=[lake]).unit("men").at
    assert isinstance(spot, Spot)
    assert spot.x_in < 26


@proves("KN-DFSA-40", "KN-DFAT-37")
def test_a_place_within_an_inch_on_the_left_comes_before_one_just_beyond_it_on_the_right() -> None:
    """A pond lies along the right of the truck: past it eight men would stand 1.2 inches from the hull."""
    state = _put_out(replace(TRUCK, facing_deg=0.0), pieces=[area(T.LAKE, 30.6, 30, 32.9, 50)])
    spot = state.unit("men").at
    assert isinstance(spot, Spot)
    assert spot.x_in < 30
    assert 0 < _gap_in(state, "men", "truck") <= 1


@proves("KN-DFSA-41", "KN-DFAT-37")
def test_a_place_exactly_an_inch_behind_comes_before_one_beyond_it_on_the_right() -> None:
    """A lake all round leaves a gun, 1.6 by 2 inches, room 1 inch behind the truck and 1.1 inches to the right of it."""
    behind, right = box(29.2, 42.5, 30.8, 44.5), box(31.7, 39, 33.3, 41)
    lake = Piece("lake", T.LAKE, box(20, 30, 40, 50) - behind - right)
    assert _put_out(replace(TRUCK, facing_deg=0.0), pieces=[lake], load=["gun"]).unit("gun").at == Spot(
        30, 43.5
    )
    strait = Piece("lake", T.LAKE, box(20, 30, 40, 50) - right)
    assert _put_out(replace(TRUCK, facing_deg=0.0), pieces=[strait], load=["gun"]).unit("gun").at == Spot(
        32.5, 40
    )


@proves("KN-DFSA-40", "KN-PRIN-19")
def test_nobody_is_put_out_onto_another_unit() -> None:
    """An enemy squad stands to the right and a truck to the left of one that faces north, with two squads and a gun."""
    beside = (unit("foes", "de.squad", (32, 40)), unit("lorry", "uk.bedford", (28.4, 40)))
    load = ("one", "two", "gun")
    state = _put_out(replace(TRUCK, facing_deg=0.0), *beside, load=load)
    for one, other in combinations((*load, "foes", "lorry", "truck"), 2):
        assert _gap_in(state, one, other) > 0
    for one in load:
        assert _gap_in(state, one, "truck") <= 1


@proves("KN-DEPL-17b")
@pytest.mark.parametrize(("west", "reached"), [(52.5, True), (40, False)])
def test_tank_riders_get_off_within_three_inches_and_farther_only_where_they_must(
    west: float, reached: bool
) -> None:
    """A lake lies all round the tank but for a strip to the right of it, or all round."""
    lake = (
        Piece("lake", T.LAKE, box(40, 30, 60, 50) - box(50, 36, west, 44))
        if reached
        else area(T.LAKE, 40, 30, 60, 50)
    )
    state = _put_out(TANK, pieces=[lake])
    spot = state.unit("men").at
    assert isinstance(spot, Spot)
    assert not any(piece.terrain is T.LAKE for piece in position(state).table.at(spot))
    assert (_gap_in(state, "men", "tank") <= 3) is reached


@proves("KN-WPN-10a", "KN-WPN-11", "KN-WPN-21a", "KN-WPN-22", "KN-WPN-25", "KN-WPN-26")
@pytest.mark.parametrize(
    ("type_id", "away_in", "said"),
    [
        ("uk.3in_mortar", 11.9, "nearer than 12"),
        ("uk.3in_mortar", 12.1, ""),
        ("uk.3in_mortar", 12, ""),
        ("uk.3in_mortar", 96, ""),
        ("uk.25pdr", 16, ""),
        ("uk.3in_mortar", 96.1, "beyond 96"),
        ("uk.42in_mortar", 11.9, "nearer than 12"),
        ("uk.42in_mortar", 120, ""),
        ("uk.25pdr", 15.9, "nearer than 16"),
        ("uk.25pdr", 120, ""),
        ("de.nebelwerfer", 23.9, "nearer than 24"),
        ("de.nebelwerfer", 24.1, ""),
    ],
)
def test_how_near_and_far_guns_fire_indirectly(type_id: str, away_in: float, said: str) -> None:
    """From the weapon to the marker: from the muzzle of a gun, an inch before its middle, and of a mortar from its men.

    These stand close together here, on bases 0.6 inches across; it faces along the table.
    """
    gun = unit("gun", type_id, (2, 36), facing_deg=90.0)
    close = Status(men=3, offsets=((0.0, 0.0),) * 3)
    edge_in = 0.3 if BOOK.type(type_id).is_infantry else 1.0
    state = game(gun, FOE, wide_in=140, status={"gun": close} if BOOK.type(type_id).is_infantry else {})
    reason = cannot_reach(position(state), gun, Spot(2 + edge_in + away_in, 36))
    assert (reason is None) is (said == "")
    if reason is not None:
        assert said in reason.text
    behind = replace(gun, at=Spot(60.0, 36.0))
    backwards = cannot_reach(position(game(behind, FOE, wide_in=140)), behind, Spot(30, 36))
    assert backwards is not None
    assert "outside the arc" in backwards.text


@proves("KN-WPN-21a", "KN-WPN-22")
def test_a_gun_of_ones_own_list_without_a_least_range_fires_at_what_is_before_its_muzzle() -> None:
    gun = unit("gun", "uk.25pdr", (30, 36), facing_deg=90.0)
    kind = BOOK.type(gun.type)
    near = replace(kind, weapons=tuple(replace(weapon, min_in=None) for weapon in kind.weapons))
    where = Position(game(gun, FOE), BookData({**BOOK.roster, gun.type: near}))
    assert cannot_reach(where, gun, Spot(30 + kind.length_in / 2 + 0.5, 36)) is None


@proves("KN-WPN-05", "KN-WPN-07", "KN-WPN-08", "KN-WPN-09")
@pytest.mark.parametrize(
    ("type_id", "weapon", "most_in"),
    [
        ("uk.platoon_hq", '2" mortar', 24),
        ("de.mortar_50mm", "50mm mortar", 24),
        ("uk.platoon_hq", "PIAT", 8),
        ("us.bazooka", "Bazooka", 8),
        ("de.squad_faust", "Panzerfaust", 8),
        ("de.pioneers", "flamethrower", 8),
        ("uk.crocodile", "hull flamethrower", 8),
        ("uk.17pdr", "17 pdr", 48),
        ("de.tiger", "88mm L/56", 48),
        ("uk.25pdr", "25 pdr", 48),
    ],
)
def test_how_far_shells_heat_and_flame_reach(type_id: str, weapon: str, most_in: float) -> None:
    assert reach_in(BOOK.type(type_id).weapon(weapon)) == most_in


@proves("KN-ENG-05")
@pytest.mark.parametrize(
    ("type_id", "armour", "save"), [("uk.squad", 0, 6), ("uk.17pdr", 0, 6), ("uk.bedford", 0, None)]
)
def test_mines_strike_men_in_the_open_and_vehicles_from_below(
    type_id: str, armour: int, save: int | None
) -> None:
    one = unit("one", type_id, (30, 40))
    wood = area(T.WOODS, 20, 30, 40, 50)
    found = target_on_mines(position(game(one, FOE, pieces=[wood])), one)
    assert (found.armour, found.save) == (armour, save)
    tiger = unit("tiger", "de.tiger", (30, 40))
    plates = BOOK.type("de.tiger").armour
    assert plates is not None
    found = target_on_mines(position(game(tiger, FOE)), tiger)
    assert (found.kind, found.armour, found.save) == (Kind.ENCLOSED, plates.rear, None)
