"""Light bridges, fascines, bridging tanks, and the gaps that bulldozers leave."""

from collections import Counter
from dataclasses import replace
from typing import Any

import pytest
from shapely import Polygon

from rules.game.state import GameState
from rules.ground.table.inches import Spot
from rules.ground.table.tabletop import Piece
from rules.ground.table.terrain import TableTerrain as T
from rules.kampfgruppe_normandy.book.action_kinds import ActionKind as K
from rules.kampfgruppe_normandy.book.book_data import BookData
from rules.kampfgruppe_normandy.book.conditions import SUPPRESSED
from rules.kampfgruppe_normandy.book.roster import HOUSE_ROSTER
from rules.kampfgruppe_normandy.book.unit_types import SpecialRule
from rules.kampfgruppe_normandy.declarations.engineering import Work
from rules.kampfgruppe_normandy.declarations.movement import Move
from rules.kampfgruppe_normandy.questions.engineering import Task, cannot_work, targets_of
from rules.kampfgruppe_normandy.questions.movement.restrictions import why_not_go
from rules.kampfgruppe_normandy.ruleset import KampfgruppeNormandy
from rules.kampfgruppe_normandy.state.ground_events import PieceBecame, WayOpened
from rules.kampfgruppe_normandy.state.progress import Status
from tests.proving import proves
from tests.rules.kampfgruppe_normandy.engineering.sappers import ENGINEER, MOVE, terrains
from tests.rules.kampfgruppe_normandy.support.shelling import FOE
from tests.rules.kampfgruppe_normandy.tables import (
    GAME,
    UK,
    act,
    area,
    dice_of,
    game,
    line,
    position,
    refusal,
    told_to,
    unit,
)


@proves("KN-ENG-13")
@pytest.mark.parametrize(("wide_in", "may"), [(7.9, True), (8.2, False)])
def test_a_light_bridge_spans_8_inches(wide_in: float, may: bool) -> None:
    river = line(T.RIVER, (0, 30), (96, 30), width_in=wide_in)
    state = game(unit("men", "uk.bridging", (40, 30 + wide_in / 2 + 1.8)), FOE, pieces=[river])
    state = told_to(state, "men", K.ENGINEER, K.ENGINEER)
    assert (refusal(state, Work(UK, "men", Task.BRIDGE, "river")) == "") is may


@proves("KN-ENG-12b")
@pytest.mark.parametrize(
    ("type_id", "terrain", "to_y", "opens"),
    [
        ("us.dozer", T.HEDGE, 26, True), ("us.dozer", T.RUBBLE, 26, True), ("us.dozer", T.BOCAGE, 26, False),
        ("us.dozer", T.HEDGE, 32, False), ("us.m4a3", T.HEDGE, 26, False),
    ],
)  # fmt: skip
def test_a_bulldozer_leaves_a_gap_as_wide_as_a_vehicle_in_the_hedge_or_rubble_it_goes_through(
    type_id: str, terrain: T, to_y: float, opens: bool
) -> None:
    """1.6 inches, and half an inch to spare (OUR 144)."""
    state = game(
        unit("dozer", type_id, (30, 33), side=UK),
        unit("foe", "de.squad", (80, 60)),
        pieces=[line(terrain, (10, 30), (60, 30), width_in=0.5)],
    )
    state = told_to(state, "dozer", K.MOVE, K.MOVE)
    after = act(state, Move(UK, "dozer", (Spot(30, 33), Spot(30, to_y))), *[1] * (to_y < 30))
    gaps = [piece.area.bounds for piece in position(after).table.pieces if piece.terrain is T.GAP]
    assert gaps == ([pytest.approx((30 - 1.05, 29.65, 30 + 1.05, 30.35))] if opens else [])


@proves("KN-ENG-12b")
def test_the_gap_of_a_bulldozer_that_turns_in_the_rubble_goes_from_where_it_came_in_to_where_it_left() -> (
    None
):
    state = game(
        unit("dozer", "us.dozer", (30, 33), side=UK),
        unit("foe", "de.squad", (80, 60)),
        pieces=[area(T.RUBBLE, 20, 28, 40, 32)],
    )
    state = told_to(state, "dozer", K.MOVE, K.MOVE)
    way = (Spot(30, 33), Spot(30, 30), Spot(32, 27))
    after = act(state, Move(UK, "dozer", way), 1)
    (gap,) = (piece.shape for piece in position(after).table.pieces if piece.terrain is T.GAP)
    tenth_on = (30 - 0.03, 28 - 0.09, 31.33 + 0.03, 32 + 0.09)
    assert gap.bounds == pytest.approx(tenth_on, abs=0.01)


@proves("KN-ENG-12b")
def test_a_bulldozer_opens_no_gap_where_one_is() -> None:
    hedge = line(T.HEDGE, (10, 30), (60, 30), width_in=0.5)
    gap = area(T.GAP, 27, 29, 33, 31)
    state = game(
        unit("dozer", "us.dozer", (30, 33), side=UK), unit("foe", "de.squad", (80, 60)), pieces=[hedge, gap]
    )  # fmt: skip
    state = told_to(state, "dozer", K.MOVE, K.MOVE)
    after = act(state, Move(UK, "dozer", (Spot(30, 33), Spot(30, 26))))
    assert len(position(after).table.pieces) == 2


@proves("KN-ENG-14")
@pytest.mark.parametrize(("helper_in", "enough"), [(33.4, True), (33.6, False)])
def test_infantry_that_help_to_build_a_bridge_must_stand_within_an_inch(
    helper_in: float, enough: bool
) -> None:
    state = game(
        unit("bridgers", "uk.bridging", (30, 30)), unit("pals", "uk.squad", (helper_in, 30)), unit("foe", "de.squad", (80, 60)),
        status={"bridgers": Status(men=3)},
    )  # fmt: skip
    assert (cannot_work(position(state), state.unit("bridgers"), Task.BRIDGE) is None) is enough


@proves("KN-ENG-14")
@pytest.mark.parametrize(("men", "enough"), [(3, False), (4, True)])
def test_four_men_build_a_light_bridge_by_themselves(men: int, enough: bool) -> None:
    state = game(
        unit("bridgers", "uk.bridging", (30, 30)), unit("foe", "de.squad", (80, 60)), status={"bridgers": Status(men=men)},
    )  # fmt: skip
    assert (cannot_work(position(state), state.unit("bridgers"), Task.BRIDGE) is None) is enough


@proves("KN-ENG-13")
def test_a_bridge_reaches_half_an_inch_onto_either_bank() -> None:
    state = game(
        unit("bridgers", "uk.bridging", (30, 32)), unit("foe", "de.squad", (80, 60)),
        pieces=[area(T.RIVER, 20, 26, 60, 30)],
    )  # fmt: skip
    state = told_to(state, "bridgers", MOVE, ENGINEER, done=1)
    after = act(state, Work(UK, "bridgers", Task.BRIDGE, "river"), 6)
    west, north, east, south = next(
        piece.area.bounds for piece in position(after).table.pieces if piece.terrain is T.BRIDGE
    )
    assert (north, south) == pytest.approx((25.5, 30.5), abs=0.01)
    assert (west + east) / 2 == pytest.approx(30, abs=0.002), "straight across"


@proves("KN-ENG-13")
@pytest.mark.parametrize(("bank_in", "may"), [(70.0, True), (72.0, False)])
def test_a_bridge_needs_both_its_banks_on_the_table(bank_in: float, may: bool) -> None:
    river = area(T.RIVER, 20, 66, 60, bank_in)
    state = game(unit("bridgers", "uk.bridging", (30, 64)), unit("foe", "de.squad", (80, 60)), pieces=[river])
    assert ("river" in targets_of(position(state), state.unit("bridgers"), Task.BRIDGE)) is may


@proves("KN-ENG-13")
def test_a_bridge_goes_from_bank_to_bank_though_the_river_comes_back_in_a_bend() -> None:
    """Four inches of water before the engineers, nine of the next reach behind the far bank."""
    bend = Polygon([(20, 15), (60, 15), (60, 30), (20, 30), (20, 26), (56, 26), (56, 24), (20, 24)])
    state = game(
        unit("bridgers", "uk.bridging", (30, 31)), unit("foe", "de.squad", (80, 60)),
        pieces=[Piece("river", T.RIVER, bend)],
    )  # fmt: skip
    assert "river" in targets_of(position(state), state.unit("bridgers"), Task.BRIDGE)


@proves("KN-ENG-12b", "KN-ENG-13")
def test_bridges_and_gaps_made_after_a_piece_left_the_table_are_all_kept() -> None:
    """A shed burns down after the first bridge and the first gap; the second ones are built and pushed all the same."""
    shed, ditch = area(T.WOODEN_BUILDING, 60, 60, 62, 62), area(T.ANTI_TANK_DITCH, 20, 28, 60, 31)
    foe, hedge = unit("foe", "de.squad", (80, 60)), line(T.HEDGE, (10, 30), (60, 30), width_in=0.5)

    def second_way(state: GameState, one: str, *ways: tuple[Any, ...]) -> Counter[T]:
        for kind, declared, *dice in ways:
            state = act(told_to(state, one, kind, MOVE), declared, *dice)
            if "wooden_building" in terrains(state):
                state = PieceBecame("wooden_building", None).on(state)
                state = state.with_unit(replace(state.unit(one), at=Spot(40, 33)))
        return Counter(terrains(state).values())

    built = ENGINEER, Work(UK, "men", Task.BRIDGE, "anti_tank_ditch"), 6
    men = game(unit("men", "uk.bridging", (30, 33)), foe, pieces=[shed, ditch])
    assert second_way(men, "men", built, built)[T.BRIDGE] == 2
    dozer = game(unit("dozer", "us.dozer", (30, 33), side=UK), foe, pieces=[shed, hedge])
    pushed = [(MOVE, Move(UK, "dozer", (Spot(x, 33), Spot(x, 26))), 1) for x in (30.0, 40.0)]
    assert second_way(dozer, "dozer", *pushed)[T.GAP] == 2


@proves("KN-ENG-13", "KN-ENG-14")
def test_four_men_bridge_a_stream_and_three_do_not() -> None:
    pieces = [area(T.RIVER, 20, 26, 60, 30)]
    men = game(unit("bridgers", "uk.bridging", (30, 32)), unit("foe", "de.squad", (80, 60)), pieces=pieces)
    state = told_to(men, "bridgers", MOVE, ENGINEER, done=1)
    work = Work(UK, "bridgers", Task.BRIDGE, "river")
    tank = unit("tank", "uk.sherman", (30, 34))
    after = act(state, work, 6).with_unit(tank)
    after = after.with_unit(replace(after.unit("bridgers"), at=Spot(50, 50)))
    way = (Spot(30, 34), Spot(30, 26))
    assert not list(why_not_go(position(after), tank, way, None, reverse=False))
    assert list(
        why_not_go(
            position(men.with_unit(tank).with_unit(after.unit("bridgers"))), tank, way, None, reverse=False
        )
    )
    few = game(
        unit("bridgers", "uk.bridging", (30, 31.2)),
        unit("foe", "de.squad", (80, 60)),
        pieces=pieces,
        status={"bridgers": Status(men=3)},
    )
    assert "takes 4 men" in refusal(told_to(few, "bridgers", ENGINEER, ENGINEER), work)
    helped = game(
        unit("bridgers", "uk.bridging", (30, 31.2)), unit("pals", "uk.squad", (33, 32)), unit("foe", "de.squad", (80, 60)),
        pieces=pieces, status={"bridgers": Status(men=3)},
    )  # fmt: skip
    assert refusal(told_to(helped, "bridgers", ENGINEER, ENGINEER), work) == ""


@proves("KN-ENG-15a", "KN-ENG-15b")
def test_a_fascine_fills_a_ditch_at_once_and_bridges_no_water() -> None:
    ditch = game(
        unit("avre", "uk.avre_fascine", (30, 33)), unit("foe", "de.squad", (80, 60)),
        pieces=[area(T.ANTI_TANK_DITCH, 20, 28, 60, 31)],
    )  # fmt: skip
    state = told_to(ditch, "avre", ENGINEER, MOVE)
    lay = Work(UK, "avre", Task.BRIDGE, "anti_tank_ditch")
    assert "without a die (KGN Fascines)" in str(GAME.chances(state, lay))
    after = act(state, lay)
    assert T.BRIDGE in terrains(after).values()
    assert "avre has laid what it carried" in refusal(told_to(after, "avre", ENGINEER, MOVE), lay)
    water = game(
        unit("avre", "uk.avre_fascine", (30, 33)),
        unit("foe", "de.squad", (80, 60)),
        pieces=[area(T.STREAM, 20, 28, 60, 31)],
    )
    wet = Work(UK, "avre", Task.BRIDGE, "stream")
    assert refusal(told_to(water, "avre", ENGINEER, MOVE), wet) == (
        "a fascine crosses ditches, but no water (KGN Fascines)"
    )


@proves("KN-ENG-13", "KN-ENG-15a")
@pytest.mark.parametrize(
    ("kind", "why"),
    [
        ("uk.churchill_bridge", "one has laid what it carried (KGN Bridging, OUR 204, house value)"),
        ("uk.bridging", ""),
    ],
)
def test_a_bridging_tank_lays_its_one_bridge_and_men_build_on(kind: str, why: str) -> None:
    stream = area(T.STREAM, 20, 28, 60, 31)
    state = game(unit("one", kind, (30, 33)), unit("foe", "de.squad", (80, 60)), pieces=[stream])
    work = Work(UK, "one", Task.BRIDGE, "stream")
    state = act(told_to(state, "one", ENGINEER, MOVE), work, 6)
    assert refusal(told_to(state, "one", ENGINEER, MOVE), work) == why


@proves("KN-ENG-13", "KN-ENG-22")
@pytest.mark.parametrize(
    ("terrain", "far_in", "from_in", "why"),
    [
        (T.RIVER, 22.0, 32.0, ""),
        (T.RIVER, 21.0, 32.0, 'no bridge of 8" spans river river from where bridgers stands (KGN Bridging, OUR 142, house value)'),
        (T.RIVER, 22.0, 40.0, "river river is not within reach of bridgers (KGN Engineering, OUR 133, inferred)"),
        (T.CROPS, 28.0, 32.0, "crops crops is neither a ditch nor water (KGN Bridge building)"),
    ],
)  # fmt: skip
def test_a_refused_bridge_says_why(terrain: T, far_in: float, from_in: float, why: str) -> None:
    """The terrain reaches from `from_in` in the north to y = 30."""
    state = game(
        unit("bridgers", "uk.bridging", (30, from_in)), unit("foe", "de.squad", (80, 60)), pieces=[area(terrain, 20, far_in, 60, 30)],
    )  # fmt: skip
    bridge = Work(UK, "bridgers", Task.BRIDGE, terrain.value)
    assert refusal(told_to(state, "bridgers", ENGINEER, MOVE), bridge) == why


@proves("KN-ENG-12b")
def test_a_bulldozer_leaves_a_gap_in_a_hedge_but_not_in_bocage_nor_in_crops() -> None:
    for terrain, dice, opens in ((T.HEDGE, (1,), True), (T.BOCAGE, (1,), False), (T.CROPS, (), False)):
        state = game(
            unit("dozer", "us.dozer", (30, 33), side=UK), unit("foe", "de.squad", (80, 60)),
            pieces=[line(terrain, (10, 30), (60, 30), width_in=0.5)],
        )  # fmt: skip
        state = told_to(state, "dozer", MOVE, MOVE)
        after = act(state, Move(UK, "dozer", (Spot(30, 33), Spot(30, 26))), *dice)
        assert (T.GAP in terrains(after).values()) is opens


@proves("KN-ENG-15a", "KN-ENG-15b")
def test_a_vehicle_with_a_bridge_and_a_fascine_works_for_a_bridge_over_water() -> None:
    both = replace(
        HOUSE_ROSTER["uk.avre_fascine"], rules=frozenset({SpecialRule.BRIDGING, SpecialRule.FASCINE})
    )
    book = BookData({**HOUSE_ROSTER, "uk.avre_fascine": both})
    for terrain, built in ((T.STREAM, False), (T.ANTI_TANK_DITCH, True)):
        state = game(
            unit("avre", "uk.avre_fascine", (30, 30)), unit("foe", "de.squad", (80, 60)),
            pieces=[area(terrain, 0, 32.2, 96, 35)],
        )  # fmt: skip
        state = told_to(state, "avre", K.ENGINEER, K.MOVE)
        dice = dice_of([] if built else [1])
        events, _ = (
            KampfgruppeNormandy(book)
            .as_game()
            .resolve(state, Work(UK, "avre", Task.BRIDGE, terrain.value), dice)
        )
        assert any(isinstance(event, WayOpened) for event in events) is built


@proves("KN-ENG-14", "KN-SUPP-27")
@pytest.mark.parametrize(("condition", "enough"), [(SUPPRESSED, False), ("fired", True)])
def test_suppressed_infantry_lends_no_hand_at_a_bridge(condition: str, enough: bool) -> None:
    state = game(
        unit("bridging", "uk.bridging", (30, 30)), unit("help", "uk.squad", (32.4, 30), 0, condition),
        unit("foe", "de.squad", (80, 60)), status={"bridging": Status(men=2)},
    )  # fmt: skip
    assert (cannot_work(position(state), state.unit("bridging"), Task.BRIDGE) is None) is enough
