"""10.0 and 10.1: how far units go, and what ends a move."""

import pytest

from rules.errors import BadInput, NotOnMap, Unknown
from rules.game.state import GameState
from rules.game.units import Marker, Unit
from rules.ground.hex.hexes import Hex
from rules.last_hundred_yards.book.conditions import HEROIC
from rules.last_hundred_yards.book.house_figures import PRINTED_NOWHERE
from rules.last_hundred_yards.book.options import Options
from rules.last_hundred_yards.ruleset import RULESET
from tests.drawing import board, open_ground
from tests.proving import proves
from tests.rules.last_hundred_yards.maneuver.moving import (
    FP,
    GUN,
    HALFTRACK,
    LEADER,
    SQUAD,
    TANK,
    TRUCK,
    asked,
    costs,
    mover,
    other,
    ruled,
    way,
)

LANE = board("\n".join(". . . . . . . . ."))
"""Nine open hexes in a column."""


@proves(
    "LHY-10.1.1a", "LHY-10.1.2a", "LHY-10.1.1b.1", "LHY-10.1.1b.2", "LHY-10.1.2b.1", "LHY-10.1.2b.2",
    "LHY-10.0.1",
)  # fmt: skip
@pytest.mark.parametrize(
    ("unit_type", "mode", "hexes", "section"),
    [
        (SQUAD, "activation", 3, "10.1.1a"),
        (LEADER, "activation", 3, "10.1.1a"),
        (SQUAD, "reaction", 2, "10.1.2a"),
        (TANK, "activation", 5, "10.1.1b"),
        (TANK, "reaction", 4, "10.1.2b"),
        (TANK, "reverse", 3, "10.4.4"),
        (HALFTRACK, "activation", 5, "10.1.1b"),
        (HALFTRACK, "reaction", 4, "10.1.2b"),
        (HALFTRACK, "reverse", 3, "10.4.4"),
        (TRUCK, "activation", 6, "10.1.1b"),
        (TRUCK, "reaction", 4, "10.1.2b"),
        (TRUCK, "reverse", 3, "10.4.4"),
    ],
)
def test_10_1_allowances_in_the_open(unit_type: str, mode: str, hexes: int, section: str) -> None:
    """Where every hex costs every unit 1 MP."""
    unit = mover(unit_type, "A1", "in_motion")
    even = Options(house=PRINTED_NOWHERE.with_values({"truck_open_mp": 1}))
    assert costs(LANE, unit, mode, options=even) == {f"A{k + 1}": k for k in range(1, hexes + 1)}
    ruling = ruled(LANE, unit, mode)
    assert ruling.verdict.allowance == hexes
    assert str(ruling.reasons[0].cite) == f"LHY {section}"


@proves("LHY-10.1.0.2", "LHY-10.1.0.1")
def test_10_1_without_a_mode_a_unit_is_activated() -> None:
    assert costs(LANE, mover(SQUAD, "A1")) == costs(LANE, mover(SQUAD, "A1"), "activation")
    assert costs(LANE, mover(SQUAD, "A1"), "reaction").keys() == {"A2", "A3"}


@proves("LHY-10.4.4.1")
def test_10_1_men_on_foot_do_not_reverse() -> None:
    with pytest.raises(BadInput, match="mode: 'reverse' is not activation or reaction"):
        ruled(LANE, mover(SQUAD, "A1"), "reverse")
    with pytest.raises(BadInput, match="mode: 'sideways' is not one of"):
        ruled(LANE, mover(SQUAD, "A1"), "sideways")


def test_10_1_a_unit_of_no_known_type_or_off_the_map_is_refused() -> None:
    with pytest.raises(Unknown, match=r"no unit type named 'us\.none'"):
        ruled(LANE, mover("us.none", "A1"))
    with pytest.raises(NotOnMap, match="is not on the map"):
        ruled(LANE, Unit("mover", SQUAD, "us", None))


@proves("LHY-4.1.9g")
@pytest.mark.parametrize("markers", [(), (Marker("wire", Hex.named("B2")),)])
def test_10_1_a_friend_of_no_known_type_in_a_street_keeps_no_vehicle_out(markers: tuple[Marker, ...]) -> None:
    street = board(". . .\n. u .\n. . .", roads="B1 B2 B3")
    tank, token = Unit("mover", TANK, "us", Hex.named("B3")), Unit("token", "us.none", "us", Hex.named("B2"))
    state = GameState(street, {unit.id: unit for unit in (tank, token)}, markers, ("us", "ge"))
    assert Hex.named("B2") in RULESET.reach(state, tank).verdict.cost


@proves("LHY-4.1.9c.1")
def test_4_1_9c_a_token_of_no_known_type_in_a_street_changes_nothing_of_its_ground() -> None:
    street, place = board(". . .\n. u .\n. . .", roads="B1 B2 B3"), Hex.named("B2")
    squad, token = Unit("mover", SQUAD, "us", place), Unit("token", "us.none", "us", place)
    alone, beside = (
        GameState(street, {unit.id: unit for unit in units}, (), ("us", "ge"))
        for units in ((squad,), (squad, token))
    )
    told = str(RULESET.ground(alone, place, squad))
    assert "TEM -3" in told
    assert str(RULESET.ground(beside, place, squad)) == told


@proves("LHY-10.0a", "LHY-10.0.1")
def test_10_0a_a_hex_is_entered_only_with_enough_mp_left() -> None:
    """1 for A2 and 4 for the forest in A3 make 5 MP; there is no sixth."""
    drawn = board(".\n.\nf\n.")
    assert costs(drawn, mover(TANK, "A1", "in_motion")) == {"A2": 1, "A3": 5}
    assert costs(drawn, mover(TANK, "A1", "in_motion"), "reaction") == {"A2": 1}


@proves("LHY-10.1.1b.1", "LHY-10.1.2b.1", "LHY-10.0a")
@pytest.mark.parametrize("mode", ["activation", "reaction", "reverse"])
def test_10_1_vehicles_are_granted_no_hex_that_costs_more_than_they_have(mode: str) -> None:
    dear = Options(house=PRINTED_NOWHERE.with_values({"truck_open_mp": 7}))
    assert costs(LANE, mover(TRUCK, "A1", "in_motion"), mode, options=dear) == {}
    reached = costs(board(".\nf"), mover(TANK, "A1", "in_motion"), mode)
    assert reached == ({} if mode == "reverse" else {"A2": 4})
    assert costs(board(".\nf1"), mover(TANK, "A1"), mode) == {}, "1 to get going, and 5 uphill into forest"
    steep = Options(house=PRINTED_NOWHERE.with_values({"vehicle_uphill_mp": 6}))
    for vehicle in (TANK, HALFTRACK, TRUCK):
        assert costs(board(".\n.1"), mover(vehicle, "A1", "in_motion"), mode, options=steep) == {}


@proves("LHY-10.1.1a", "LHY-10.0a")
def test_10_1_1a_men_on_foot_enter_two_hexes_whatever_they_cost() -> None:
    drawn = board("u\nu\nu\nu\nu")
    found = ruled(drawn, mover(SQUAD, "A1"))
    assert costs(drawn, mover(SQUAD, "A1")) == {"A2": 2, "A3": 4}
    assert asked(found) == {"A3": "2 hexes at least, whatever the cost (LHY 10.1.1a, OUR 20, inferred)"}


@proves("LHY-10.1.1a")
def test_10_1_1a_of_two_ways_out_of_a_river_the_cheaper_counts() -> None:
    """From C5 to D3 on the hill: by the houses of C4 2 and 2 1/2 MP, by the woods of D4 1 1/2 and 2 1/2."""
    drawn = board(". . . .\n. . . .\n. . . u1\n. . u w\n. . . .\n. . . .", rivers="B4 C5 D5")
    assert costs(drawn, mover(SQUAD, "C5"))["D3"] == 4
    assert list(map(str, way(drawn, mover(SQUAD, "C5"), "D3").verdict.places)) == ["C5", "D4", "D3"]


@proves("LHY-10.1.2a", "LHY-10.0a")
def test_10_1_2a_in_reaction_men_on_foot_may_always_enter_one_hex() -> None:
    uphill = board(".\nu1\nu1")
    found = ruled(uphill, mover(SQUAD, "A1"), "reaction")
    assert costs(uphill, mover(SQUAD, "A1"), "reaction") == {"A2": 2.5}
    assert asked(found) == {"A2": "1 hex at least, whatever the cost (LHY 10.1.1a, OUR 20, inferred)"}


@proves("LHY-10.0b")
def test_10_0b_a_move_ends_in_an_enemy_hex() -> None:
    enemy, friend = other("ge.1kp.1.squad.1", "A3", "ge"), other(LEADER, "A2", "us")
    found = ruled(LANE, mover(SQUAD, "A1"), others=[enemy, friend])
    assert costs(LANE, mover(SQUAD, "A1"), others=[enemy, friend]) == {"A2": 1, "A3": 2}
    assert asked(found) == {"A3": "an enemy-occupied hex ends the move (LHY 10.0b)"}


@proves("LHY-10.0b", "LHY-10.1.1a")
def test_10_0b_the_hexes_men_may_always_enter_also_end_at_the_enemy() -> None:
    houses, enemy = board("u\nu\nu\nu"), other("ge.1kp.1.squad.1", "A2", "ge")
    assert costs(houses, mover(SQUAD, "A1"), others=[enemy]) == {"A2": 2}
    beyond = other("ge.1kp.1.squad.1", "A3", "ge")
    assert costs(houses, mover(SQUAD, "A1", HEROIC), others=[beyond]) == {"A2": 2, "A3": 4}


@proves("LHY-10.0b")
def test_10_0b_the_way_leads_round_an_enemy() -> None:
    wide = board(". .\n. .\n. .\n. .")
    enemy = other("ge.1kp.1.squad.1", "A2", "ge")
    ruling = way(wide, mover(TANK, "A1", "in_motion"), "A3", others=[enemy])
    assert [str(place) for place in ruling.verdict.places] == ["A1", "B1", "B2", "A3"]
    assert ruling.verdict.cost == 3
    assert str(ruling).startswith("route of mover to A3: A1 B1 B2 A3 for 3 MP.")


@proves("LHY-10.0c")
def test_10_0c_towed_guns_do_not_move_by_themselves() -> None:
    ruling = ruled(LANE, mover(GUN, "A1"))
    assert ruling.verdict.cost == {Hex.named("A1"): 0}
    assert [str(reason) for reason in ruling.reasons] == [
        "towed guns move only when a carrier tows them (LHY 10.0c)"
    ]


@proves("LHY-4.1.14.1")
def test_4_1_14_fortified_positions_never_move() -> None:
    ruling = ruled(LANE, mover(FP, "A1"))
    assert ruling.verdict.cost == {Hex.named("A1"): 0}
    assert [str(reason) for reason in ruling.reasons] == ["fortified positions never move (LHY 4.1.14)"]


@proves("LHY-10.4.1.2", "LHY-10.0.1")
def test_10_4_1_going_into_motion_costs_1_mp() -> None:
    assert costs(LANE, mover(TANK, "A1")) == {"A2": 2, "A3": 3, "A4": 4, "A5": 5}
    assert costs(LANE, mover(SQUAD, "A1")) == {"A2": 1, "A3": 2, "A4": 3}


@proves("LHY-10.0a")
def test_10_0_a_hex_out_of_reach_has_no_way() -> None:
    ruling = way(LANE, mover(SQUAD, "A1"), "A9")
    assert str(ruling).startswith("route of mover to A9: out of reach.")
    assert ruling.verdict.places == ()


@proves("LHY-14.6.1")
@pytest.mark.parametrize("mode", ["activation", "reaction"])
def test_14_6_1_a_hero_goes_three_hexes_whatever_they_cost(mode: str) -> None:
    """Up a column of forest: three hexes at 1.5 MP each; other men go two, or one in reaction."""
    wood = open_ground(1, 5, {"A1": "f", "A2": "f", "A3": "f", "A4": "f", "A5": "f"})
    farthest = {}
    for words, conditions in (("hero", frozenset({HEROIC})), ("squad", frozenset[str]())):
        man = Unit(words, "us.able.1.squad.1", "us", Hex.named("A5"), conditions=conditions)
        ruling = RULESET.reach(GameState(wood, {words: man}), man, mode)
        farthest[words] = min(place.label for place in ruling.verdict.cost if isinstance(place, Hex))
        assert (
            str(ruling.reasons[0]) == f"3 MP or 3 hexes in {mode} (LHY 14.6.1, from Series Rules v2.1)"
        ) is (words == "hero")
    assert farthest == {"hero": "A2", "squad": "A3" if mode == "activation" else "A4"}
