"""The men of a unit: their formation, and how each moves with the unit."""

import pytest

from rules.ground.table.inches import Spot
from rules.ground.table.terrain import TableTerrain as T
from rules.kampfgruppe_normandy.book.action_kinds import ActionKind as K
from rules.kampfgruppe_normandy.declarations.movement import Move
from rules.kampfgruppe_normandy.questions.movement.forming_up import why_not_form
from rules.kampfgruppe_normandy.state.progress import Status
from tests.proving import proves
from tests.rules.kampfgruppe_normandy.tables import (
    FAR,
    UK,
    act,
    activated,
    area,
    line,
    opened,
    position,
    ready,
    refusal,
    status,
    table,
    unit,
    with_status,
)


def squad_at(*men: tuple[float, float]) -> Move:
    return Move(UK, "a", (Spot(20, 24), Spot(24, 24)), men=tuple(Spot(*man) for man in men))


@proves("KN-PRIN-19", "KN-MOVE-01")
def test_men_of_a_unit_stand_in_a_chain_of_inches() -> None:
    state = ready(table(), unit("a", "uk.hq", (20, 24), 90), FAR)
    state = activated(state, "a", K.MOVE, K.MOVE)
    after = act(state, squad_at((24, 24), (24, 25.5), (24, 27)))
    assert status(after, "a").offsets == ((0, 0), (0, 1.5), (0, 3))
    assert position(after).models(after.unit("a"))[2] == Spot(24, 27)
    assert "1 man stands more than 1" in refusal(state, squad_at((24, 24), (24, 25.5), (24, 27.3)))
    assert "3 men to place" in refusal(state, squad_at((24, 24), (24, 25)))
    assert "a man would go 6" in refusal(state, squad_at((24, 24), (25.2, 24), (26.5, 24)))


@proves("KN-MOVE-14")
@pytest.mark.parametrize("x_in", [20, 20.5, 20.505])
@pytest.mark.parametrize("terrain", [T.STONE_BUILDING, T.BUNKER, T.RIVER, T.CLIFF])
def test_our_177_no_man_of_a_squad_beside_a_house_or_a_river_stands_in_it(terrain: T, x_in: float) -> None:
    """Half an inch from the edge four of its men would be in it; they stand up against it, and so they do from the very edge,
    where the squad may go."""
    state = opened(table(area(terrain, 20.5, 20, 26, 28)), unit("a", "uk.squad", (x_in, 24), 90), FAR)
    men = position(state).models(state.unit("a"))
    assert len(men) == 8
    assert max(man.x_in for man in men) == pytest.approx(20.2)
    assert position(state).base(state.unit("a")).bounds[2] == pytest.approx(20.5)


@proves("KN-PRIN-19", "KN-MOVE-14")
@pytest.mark.parametrize("terrain", [T.STONE_BUILDING, T.LAKE])
def test_men_placed_round_the_corner_of_a_house_or_a_lake_stand_where_they_are_placed(terrain: T) -> None:
    """The third stands north of it, next to the second, who stands at its corner; the first, on whom they form up, west of it."""
    men = (Spot(20.5, 23), Spot(20.5, 21.5), Spot(21.9, 21.5))
    house = area(terrain, 21, 22, 23, 28)
    state = activated(ready(table(house), unit("u", "uk.hq", (18.5, 23)), FAR), "u", K.MOVE, K.MOVE)
    formed = act(state, Move(UK, "u", (Spot(18.5, 23), Spot(20.4, 21.4), men[0]), men=men))
    assert position(formed).models(formed.unit("u")) == men


@proves("KN-MOVE-14")
def test_our_177_a_man_on_clear_ground_past_the_corner_of_a_house_is_not_moved() -> None:
    """The third of four would be in the shed; the fourth has half an inch between him and it."""
    shed = area(T.WOODEN_BUILDING, 36.5, 39, 38.5, 41)
    state = opened(table(shed), unit("a", "uk.hq", (36.43, 38.32)), FAR)
    state = with_status(state, "a", Status(men=4))
    men = position(state).models(state.unit("a"))
    assert men[2].y_in == pytest.approx(38.7)
    assert men[3].gap_in(Spot(35.98, 39.099)) == pytest.approx(0)


@proves("KN-MOVE-14")
def test_our_177_no_man_of_a_squad_beside_a_brook_stands_beyond_it() -> None:
    state = opened(table(area(T.RIVER, 20.6, 0, 20.9, 48)), unit("a", "uk.squad", (20, 24), 90), FAR)
    assert max(man.x_in for man in position(state).models(state.unit("a"))) == pytest.approx(20.3)


@proves("KN-MOVE-14")
def test_our_177_a_squad_in_a_house_or_on_a_bridge_stands_there() -> None:
    house, river = area(T.STONE_BUILDING, 18, 22, 22, 26), area(T.RIVER, 38, 0, 46, 48)
    bridge = area(T.BRIDGE, 37, 22, 47, 26)
    state = opened(
        table(house, river, bridge), unit("a", "uk.squad", (20, 24), 90), unit("b", "uk.squad", (42, 24)), FAR
    )
    state = with_status(state, "a", Status(men=8, inside=house.id))
    by_a_window = state.with_unit(unit("a", "uk.squad", (18, 24), 90))
    for there, name, middle_in in ((state, "a", 20), (by_a_window, "a", 18), (state, "b", 42)):
        men = position(there).models(there.unit(name))
        assert max(man.x_in for man in men) > middle_in + 1
    narrow = opened(table(river, area(T.BRIDGE, 37, 23.3, 47, 24.7)), unit("b", "uk.squad", (42, 24)), FAR)
    assert all(abs(man.y_in - 24) < 0.41 for man in position(narrow).models(narrow.unit("b")))
    plank = opened(table(river, area(T.BRIDGE, 37, 23.8, 47, 24.2)), unit("b", "uk.squad", (42, 24)), FAR)
    assert position(plank).models(plank.unit("b"))[0] == Spot(42, 24)


@proves("KN-PRIN-19", "KN-PRIN-20", "KN-MOVE-14", "KN-MOVE-01")
@pytest.mark.parametrize(
    ("men", "said"),
    [
        (((20, 24), (21.6, 24), (23.2, 24)), ""),
        (((20, 24), (21.65, 24), (23.2, 24)), "2 men stand more than 1"),
        (((20, 24), (21.6, 24), (23.3, 24)), "1 man stands more than 1"),
        (((21.6, 24), (20, 24), (20, 25.6)), ""),
        (((20, 24), (21.6, 24)), "u has 3 men to place"),
        (((20, 24), (21.6, 24), (23.2, 24), (24.8, 24)), "u has 3 men to place"),
        (((27, 24), (26, 24), (26, 25)), 'a man would go 7.0" of at most 5"'),
        (((20, 24), (20, 22.4), (20, 20.8)), "u may not enter lake"),
    ],
)
def test_men_stand_in_a_chain_an_inch_apart_at_most_and_go_no_farther_than_their_unit(
    men: tuple[tuple[float, float], ...], said: str
) -> None:
    """Bases are 0.6 inches across; three engineers move a short way from about (20, 24), a lake north of them."""
    state = opened(table(area(T.LAKE, 10, 10, 30, 21)), unit("u", "uk.hq", (20, 24)), FAR)
    places = tuple(Spot(float(x), float(y)) for x, y in men)
    reasons = list(why_not_form(position(state), state.unit("u"), (Spot(20, 24), Spot(21, 24)), places))
    told = "; ".join(map(str, reasons))
    assert said in told
    assert bool(said) == bool(told)


@proves("KN-PRIN-19", "KN-MOVE-19a")
@pytest.mark.parametrize(("gone_in", "said"), [(9.9, ""), (10.1, 'a man would go 5.1" of at most 5"')])
def test_men_who_go_by_road_go_twice_as_far_each(gone_in: float, said: str) -> None:
    road = line(T.GOOD_ROAD, (0, 24), (72, 24), width_in=3)
    state = opened(table(road), unit("u", "uk.runner", (20, 24)), FAR)
    end = Spot(20 + gone_in, 24)
    reasons = list(why_not_form(position(state), state.unit("u"), (Spot(20, 24), Spot(29, 24)), (end,)))
    assert [reason.text for reason in reasons] == [said] * bool(said)


@proves("KN-PRIN-19")
def test_on_a_road_a_man_may_go_10_inches() -> None:
    road = line(T.GOOD_ROAD, (0, 24), (72, 24), width_in=3)
    state = opened(table(road), unit("u", "uk.hq", (20, 24)), FAR)
    for x, said in ((29.0, ""), (31.0, 'a man would go 5.5" of at most 5"')):
        men = tuple(Spot(x, 23.4 + 0.6 * k) for k in range(3))
        reasons = list(why_not_form(position(state), state.unit("u"), (Spot(20, 24), Spot(x, 24)), men))
        assert said in "; ".join(map(str, reasons))
        assert bool(reasons) is bool(said)


@proves("KN-PRIN-19", "KN-MOVE-19a")
@pytest.mark.parametrize(("aside_in", "said"), [(0.0, ""), (0.3, "a man would go")])
def test_a_man_beside_the_road_moves_by_road_if_he_keeps_his_place_in_the_squad(
    aside_in: float, said: str
) -> None:
    """OUR 64: the eighth of a squad stands off a road of 2 inches that it goes along; placed anywhere else he has no road."""
    road = line(T.GOOD_ROAD, (20, 5), (20, 45), width_in=2)
    state = opened(table(road), unit("u", "uk.squad", (20, 34)), FAR)
    *others, eighth = [Spot(man.x_in, man.y_in - 9.5) for man in position(state).models(state.unit("u"))]
    assert eighth.x_in > 21
    men = (*others, Spot(eighth.x_in, eighth.y_in + aside_in))
    reasons = [*why_not_form(position(state), state.unit("u"), (Spot(20, 34), Spot(20, 24.5)), men)]
    assert said in "; ".join(map(str, reasons))
    assert bool(said) == bool(reasons)


@proves("KN-PRIN-19", "KN-MOVE-14")
@pytest.mark.parametrize(
    ("house", "way", "men"),
    [
        ((20.5, 20, 23, 28), [(16, 24)], [(16, 24), (16.9, 24)]),
        ((20.5, 20, 23, 28), [(16, 24)], [(16, 24), (16.8, 24)]),
        ((40, 20, 43, 28), [(24.9, 24)], [(24.9, 24), (25.7, 24.3)]),
        ((21, 22, 23, 28), [(20, 21.6), (21.4, 21.6)], [(21.4, 21.6), (22.1, 21.6)]),
    ],
)
def test_each_man_of_two_starts_where_he_stands_or_where_his_unit_does(
    house: tuple[float, float, float, float],
    way: list[tuple[float, float]],
    men: list[tuple[float, float]],
) -> None:
    """The second stands at (20.9, 24): in a house, which he leaves with his unit (OUR 170) or as from its
    spot, or 5 inches at most from his place."""
    state = opened(table(area(T.BRICK_BUILDING, *house)), unit("u", "uk.piat", (20, 24)), FAR)
    path, places = (tuple(Spot(*map(float, spot)) for spot in spots) for spots in ([(20, 24), *way], men))
    assert not [*why_not_form(position(state), state.unit("u"), path, places)]


@proves("KN-PRIN-19")
def test_a_move_without_a_way_that_only_places_men_is_refused_with_its_start() -> None:
    state = activated(ready(table(), unit("u", "uk.runner", (20, 24)), FAR), "u", K.MOVE, K.MOVE)
    assert "begins where it stands" in refusal(state, Move(UK, "u", (), men=(Spot(20, 24),)))
