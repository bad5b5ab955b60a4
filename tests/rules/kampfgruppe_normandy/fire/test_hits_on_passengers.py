"""Hits on vehicles and the fate of their passengers: which are hit, and where they are put out."""

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
from rules.kampfgruppe_normandy.book.action_kinds import ActionKind as K
from rules.kampfgruppe_normandy.book.conditions import IMMOBILISED, SUPPRESSED
from rules.kampfgruppe_normandy.declarations.engineering import Work
from rules.kampfgruppe_normandy.declarations.fire import Fire
from rules.kampfgruppe_normandy.declarations.movement import Move
from rules.kampfgruppe_normandy.effects.engineering.works import JOBS, Job
from rules.kampfgruppe_normandy.effects.losses import put_out
from rules.kampfgruppe_normandy.questions.engineering import Task
from rules.kampfgruppe_normandy.questions.movement.nearest_room import room_beside
from rules.kampfgruppe_normandy.questions.target import Losses
from rules.kampfgruppe_normandy.state.progress import Status, progress_of
from tests.proving import proves
from tests.rules.kampfgruppe_normandy.morale.losses import FOE, TANK, TRUCK, after_losses, owed
from tests.rules.kampfgruppe_normandy.tables import (
    DE,
    FAR,
    GAME,
    UK,
    act,
    activated,
    area,
    counters,
    dice_of,
    firing,
    game,
    legal,
    line,
    loaded,
    opened,
    position,
    ready,
    reasons_of_shot,
    resolving,
    status,
    table,
    told_to,
    unit,
)


@proves("KN-DFAT-37", "KN-DFSA-40", "KN-DFSA-54", "KN-KIT-05")
def test_an_armoured_transport_destroyed_costs_its_squad_d3_men() -> None:
    state = loaded(
        unit("track", "de.sdkfz251", (30, 24), 270),
        {"men": "de.squad"},
        unit("a", "uk.firefly", (10, 24), 90),
        FAR,
    )
    after = firing(state, "a", "track", K.DIRECT_AT, 2, 3, 5, 4, 5, 1, 1, weapon="17 pdr")
    assert "track" not in after.units
    assert status(after, "men").men == 5
    assert after.unit("men").has(SUPPRESSED)
    assert counters(after, DE) == 1


@proves("KN-DFSA-39", "KN-DFSA-40")
def test_hits_beyond_a_trucks_own_go_to_the_first_squad_aboard_and_the_rest_to_the_next() -> None:
    state = loaded(
        unit("truck", "de.opel", (26, 24), 270),
        {"pair": "de.panzerschreck", "men": "de.squad"},
        unit("a", "uk.vickers", (10, 24), 90),
        FAR,
    )
    hits, no_saves = (6, 6, 6, 6, 6, 1, 1), (1, 1, 1)
    saves_of_the_rest = (1,)
    after = firing(state, "a", "truck", K.DIRECT_SMALL_ARMS, 2, *hits, *no_saves, *saves_of_the_rest, 1, 1, 1)
    assert "pair" not in after.units
    assert status(after, "men").men == 7


@proves("KN-DFSA-36", "KN-DFSA-38", "KN-DFAT-44a")
def test_the_odds_of_the_second_squad_in_a_lorry_allow_for_the_first() -> None:
    """Of three hits at most two are the lorry's own; the third falls on the first of those aboard."""
    aboard = {"one": "de.mg42", "two": "de.mg42"}
    state = loaded(
        unit("lorry", "de.opel", (30, 24), 270), aboard, unit("a", "uk.sherman", (10, 24), 90), FAR
    )
    state = activated(state, "a", K.DIRECT_HE, K.DIRECT_HE)
    cases = GAME.chances(state, Fire(UK, "a", "lorry", K.DIRECT_HE, "75mm")).cases
    assert [case.condition for case in cases] == ["lorry", "one", "two"]
    _, one, two = (any("casualt" in told for told in case.odds.chances) for case in cases)
    assert (one, two) == (True, False)


@proves("KN-DFSA-39", "KN-DFAT-37", "KN-DEPL-17a")
@pytest.mark.parametrize(
    ("carrier", "firer", "kind", "weapon", "said"),
    [
        ("de.opel", "uk.vickers", K.DIRECT_SMALL_ARMS, "", "fall on those aboard, who save on 5+"),
        ("de.sdkfz251", "uk.sherman", K.DIRECT_AT, "75mm", "each unit inside loses D3 men"),
        ("de.tiger", "uk.sherman", K.DIRECT_AT, "75mm", "strikes its riders with a light 3 shell"),
    ],
)
def test_the_odds_include_what_a_hit_does_to_passengers(
    carrier: str, firer: str, kind: K, weapon: str, said: str
) -> None:
    state = ready(
        table(), unit("a", firer, (10, 24), 90), unit("b", carrier, (22, 24), 270), unit("men", "de.squad", None),
        aboard={"men": "b"},
    )  # fmt: skip
    assert said in reasons_of_shot(state, "a", "b", kind, weapon)
    if carrier == "de.opel":
        assert "Men is inside b (KGN Transport vehicles)" in reasons_of_shot(state, "a", "men", kind)


@proves("KN-DFAT-36")
@pytest.mark.parametrize(("firer", "weapon"), [("uk.sherman", "75mm"), ("uk.piat", "PIAT")])
def test_those_in_a_lorry_that_an_anti_tank_round_or_heat_destroys_get_out_unhurt(
    firer: str, weapon: str
) -> None:
    state = ready(
        table(), unit("a", firer, (16, 24), 90), unit("b", "de.opel", (24, 24), 270), unit("men", "de.squad", None),
        aboard={"men": "b"},
    )  # fmt: skip
    said = "those aboard get out suppressed and unhurt if it is destroyed"
    assert said in reasons_of_shot(state, "a", "b", K.DIRECT_AT, weapon)


@proves("KN-DFSA-41", "KN-DFSA-40")
def test_a_gun_whose_tow_is_lost_stays_there_suppressed() -> None:
    state = loaded(
        unit("truck", "de.opel", (30, 24), 270),
        {"gun": "de.pak40"},
        unit("a", "uk.firefly", (10, 24), 90),
        FAR,
    )
    state = firing(state, "a", "truck", K.DIRECT_AT, 2, 3, 3, 3, 1, weapon="17 pdr")
    assert state.unit("gun").has(SUPPRESSED)
    assert status(state, "gun").aboard is None


@proves("KN-DEPL-17b", "KN-DFSA-40", "KN-DFAT-37")
@pytest.mark.parametrize(
    ("closed", "side"), [("", "right"), ("r", "left"), ("rl", "behind"), ("rlb", "ahead")]
)
def test_bailed_out_units_stand_right_of_the_hull_else_left_behind_or_ahead(closed: str, side: str) -> None:
    """OUR 188: a lorry faces north at (30, 24); lakes lie beside it, and behind it."""
    lakes = {
        "r": area(T.LAKE, 31, 10, 50, 40, name="right"),
        "l": area(T.LAKE, 10, 10, 29, 40, name="left"),
        "b": area(T.LAKE, 10, 24.9, 50, 40, name="behind"),
    }
    lorry = unit("lorry", "uk.bedford", (30, 24))
    state = opened(table(*(lakes[one] for one in closed)), lorry, FAR, unit("u", "uk.runner", (60, 40)))
    spot = room_beside(position(state), state.unit("u"), lorry, 1.0)
    along_in, across_in = spot.y_in - 24, spot.x_in - 30
    expected = {"right": (0, 1), "left": (0, -1), "behind": (1, 0), "ahead": (-1, 0)}[side]
    assert (along_in * abs(expected[1]), across_in * abs(expected[0])) == (0, 0)
    assert along_in * expected[0] + across_in * expected[1] > 0


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
    state = after_losses(losses, truck=Status(hits=1))
    assert state.unit("truck").conditions == conditions
    assert progress_of(state).of("truck").hits == hits
    assert owed(state) == []


@proves("KN-DFAT-37", "KN-DEPL-17b", "KN-DEPL-17c", "KN-DFSA-40")
def test_passengers_are_put_out_where_they_must_and_suffer_their_own_losses() -> None:
    aboard = {name: Status(men=8, aboard="truck") for name in ("a", "b")}
    losses = Losses(
        "truck", passengers=(Losses("a", men_lost=2, must_leave=True), Losses("b", suppressed=True))
    )
    state = after_losses(losses, **aboard)
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
def test_units_put_out_stand_within_an_inch_of_the_vehicle_on_its_right(name: str, facing_deg: float) -> None:
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
    walking = told_to(state, "men", K.MOVE, K.MOVE)
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
    """A lake surrounds the tank, with or without a strip of dry ground on its right."""
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


@proves("KN-DFAT-37", "KN-ENG-10")
@pytest.mark.parametrize(("carrier", "dice", "men"), [("de.sdkfz251", (5, 1, 1), 5), ("de.opel", (1,), 8)])
def test_men_inside_a_half_track_that_is_blown_up_lose_a_d3(
    carrier: str, dice: tuple[int, ...], men: int
) -> None:
    state = game(
        unit("sappers", "uk.sappers", (30, 30)), unit("ht", carrier, (30, 33), 0, IMMOBILISED),
        unit("foe", "de.squad"), status={"foe": Status(men=8, aboard="ht")},
    )  # fmt: skip
    state = JOBS.put(state, (Job(UK, Task.DEMOLISH, "ht", 6),))
    state = told_to(state, "sappers", K.ENGINEER, K.ENGINEER, done=1)
    after = act(state, Work(UK, "sappers", Task.DEMOLISH, "ht"), 1, *dice)
    assert "ht" not in after.units
    assert status(after, "foe").men == men
    assert after.unit("foe").has(SUPPRESSED)
    assert progress_of(after).wrecks[0].unit == "ht"
