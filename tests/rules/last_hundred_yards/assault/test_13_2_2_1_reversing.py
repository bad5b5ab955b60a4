"""13.2.2.1c: how far a feinting vehicle may back away, and what ends a retreat (13.6.3.1)."""

import pytest

from rules.game.chance.dice import ScriptedDice
from rules.game.units import Marker
from rules.ground.hex.hexes import Hex
from rules.last_hundred_yards.book.conditions import HIDDEN, IN_MOTION, SHOCKED
from rules.last_hundred_yards.declarations.assault.arrows import Feint, ways_in_reverse
from rules.last_hundred_yards.play.play import PLAY
from rules.last_hundred_yards.questions.withdrawal.retreat_routes import may_stop
from rules.last_hundred_yards.state.events.assault_events import ArrowPlaced
from rules.last_hundred_yards.state.events.maneuver_events import UnitActed
from rules.last_hundred_yards.state.events.order_events import DecisionDue
from rules.last_hundred_yards.state.markers import Arrow
from rules.last_hundred_yards.state.progress import Decision, DecisionKind
from tests.drawing import board, open_ground
from tests.proving import proves
from tests.rules.last_hundred_yards.playing import activated, at, position_seen_by, unit

TANK, LEADER, FOE = "us.able-tank.1.1", "us.able.1.leader", "ge.1kp.1.squad.1"
GROUND = board(
    """
    . . . . . .
    . . . . . .
    . . . . . .
    . . . . . .
    . . w f . .
    . . . . . .
    . . . . . .
    . . . . . .
    """,
)
"""Woods at C5, forest at D5; a tank pays 3 MP for woods, and nothing less than 4 for forest."""


def within(place: str, hexes: int) -> set[Hex]:
    return set(GROUND.grid.within(at(place), hexes)) - {at(place)}


@proves("LHY-13.2.2.1c")
@pytest.mark.parametrize(
    ("conditions", "reached"),
    [
        ((IN_MOTION,), within("C2", 3) - {at("C5")}),  # 3 MP in reverse; woods lie too far behind open hexes
        ((), within("C2", 2)),  # going into motion costs 1
        ((SHOCKED,), set()),
        ((IN_MOTION, SHOCKED), set()),
    ],
)
def test_13_2_2_1c_a_tank_backs_away_with_3_mp(conditions: tuple[str, ...], reached: set[Hex]) -> None:
    state = activated(
        unit(TANK, "C2", *conditions), unit(LEADER, "F8"), ground=GROUND, platoon="able-tank.1", far=()
    )
    ways = ways_in_reverse(position_seen_by(state, "us"), state.unit(TANK))
    assert set(ways) == reached
    for end, way in ways.items():
        assert way[-1] == end
        assert len(way) == GROUND.grid.distance(at("C2"), end)


@proves("LHY-13.2.2.1c")
def test_13_2_2_1c_a_tank_backs_away_by_the_cheapest_route_around_the_enemy_or_into_adjacent_woods() -> None:
    """From C4: woods C5 for all its 3 MP, never forest D5; the enemy bars his hex C2, and the hexes behind it cost too much."""
    units = [unit(TANK, "C4", IN_MOTION), unit(LEADER, "F8"), unit(FOE, "C3"), unit("ge.1kp.1.leader", "F1")]
    state = activated(*units, ground=GROUND, platoon="able-tank.1", far=())
    ways = ways_in_reverse(position_seen_by(state, "us"), state.unit(TANK))
    assert ways[at("C5")] == (at("C5"),)
    assert at("D5") not in ways
    assert at("C3") not in ways
    assert ways[at("C2")] in {(at("B3"), at("B2"), at("C2")), (at("D3"), at("D2"), at("C2"))}
    assert at("C1") not in ways


WALLED = open_ground(6, 8, {"C4": "w"}, walls="E3-E4")
"""Woods at C4; a wall between E3 and E4."""


@proves("LHY-13.6.3.1")
@pytest.mark.parametrize(
    ("start", "path", "least", "friend", "enough"),
    [
        ("A6", "", 2, "", False),
        ("A6", "A5", 2, "", False),
        ("A6", "A5 A4", 2, "", True),
        ("C5", "C4", 2, "", True),  # into cover
        ("B4", "C4", 4, "", False),  # not where four are asked for
        ("A6", "A5", 2, TANK, True),  # to a vehicle
        ("A6", "A5", 2, "us.able.1.squad.2", False),
        ("A6", "A5", 4, TANK, False),
        ("E4", "E3", 2, "", True),  # over a wall
        ("D3", "E3", 2, "", False),  # beside one
        ("E4", "E3", 4, "", False),
        ("A8", "A7 A6 A5", 4, "", False),
        ("A8", "A7 A6 A5 A4", 4, "", True),
    ],
)
def test_13_6_3_1_a_retreat_may_end_after_two_hexes_or_after_one_to_safety(
    start: str, path: str, least: int, friend: str, enough: bool
) -> None:
    way = tuple(map(at, path.split()))
    place = str(way[-1]) if way else start
    squad = "us.able.1.squad.1"
    others = [unit(friend, place)] if friend else []
    state = activated(unit(squad, place), unit(LEADER, "F8"), *others, ground=WALLED, far=(unit(FOE, "F1"),))
    due = Decision(DecisionKind.RETREAT, "us", squad, at(start), least, 4, way)
    assert may_stop(position_seen_by(state, "us"), state.unit(squad), due) is enough


@proves("LHY-13.6.3.1", "LHY-13.6.3.3")
@pytest.mark.parametrize(("path", "enough"), [((), False), (("A5",), True)])
def test_13_6_3_a_vehicle_has_retreated_when_it_has_left_its_hex(path: tuple[str, ...], enough: bool) -> None:
    place = path[-1] if path else "A6"
    units = [unit(TANK, place, IN_MOTION), unit(LEADER, "F8")]
    state = activated(*units, ground=WALLED, platoon="able-tank.1", far=(unit(FOE, "F1"),))
    due = Decision(DecisionKind.RETREAT, "us", TANK, at("A6"), 4, 4, tuple(map(at, path)))
    assert may_stop(position_seen_by(state, "us"), state.unit(TANK), due) is enough


@proves("LHY-13.2.2.1c", "LHY-16.1.1b.1", "LHY-17.9.2b.1")
@pytest.mark.parametrize(
    ("mined", "hidden", "dice", "end", "hexes"),
    [
        (False, False, (), "C7", ["C6", "C7"]),
        (True, False, (3,), "C6", ["C6"]),
        (False, True, (), "C5", ["C6"]),
    ],
)
def test_13_2_2_1c_mines_and_hidden_enemies_stop_a_tank_that_backs_away(
    mined: bool, hidden: bool, dice: tuple[int, ...], end: str, hexes: list[str]
) -> None:
    units = [unit(TANK, "C5", IN_MOTION), unit(LEADER, "H8"), unit(FOE, "C4")]
    units += [unit("ge.mg.1", "C6", HIDDEN)] if hidden else []
    marks = [Marker("mines", at("C6"))] if mined else []
    state = activated(*units, platoon="able-tank.1", far=(), markers=marks)
    state = ArrowPlaced(Arrow(TANK, "us", at("C4"))).on(state)
    state = DecisionDue(Decision(DecisionKind.ENTER_OR_FEINT, "us", TANK, at("C4"))).on(state)
    after, events = state, PLAY.resolve(state, Feint("us", TANK, to=at("C7")), ScriptedDice(dice))[0]
    for event in events:
        after = PLAY.apply(after, event)
    assert after.unit(TANK).at == at(end)
    driven = [event.hexes[0] for event in events if isinstance(event, UnitActed)]
    assert driven == [at(label) for label in hexes]
