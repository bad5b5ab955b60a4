"""The number of legal declarations from fixed positions and after each of them, counted by hand or recorded."""

from collections import Counter

import pytest

from rules.last_hundred_yards.declarations.turn.activation import Activate, CallForReaction, SelectCompany
from rules.last_hundred_yards.declarations.turn.initiative import RollInitiative
from rules.last_hundred_yards.play.play import PLAY
from rules.last_hundred_yards.state.events.fire_events import FirePlaced
from rules.last_hundred_yards.state.events.order_events import PhaseBegan
from rules.last_hundred_yards.state.markers import FireKind, FireMarker
from rules.last_hundred_yards.state.progress import Phase
from tests.drawing import open_ground
from tests.proving import proves
from tests.rules.last_hundred_yards.perft import first_platoon, perft
from tests.rules.last_hundred_yards.playing import FAR, FIELD, at, done, opened, start_of, unit

SQUAD, LEADER = "us.able.1.squad.1", "us.able.1.leader"
EDITIONS = pytest.mark.parametrize("edition", ["2019", "series-3.1"])


def test_perft_counted_by_hand() -> None:
    # One squad in open ground: six hexes to enter, three to withdraw to, deploying, calling for reaction.
    field = open_ground(7, 7)
    state = opened(
        field,
        [unit(SQUAD, "D4"), unit(LEADER, "A1"), unit("ge.1kp.1.leader", "G1")],
    )
    state = done(state, RollInitiative("us"), 9, 2, SelectCompany("us", "able"), Activate("us", ("able.1",)))
    counted = Counter(
        type(action).__name__ for action in PLAY.legal_actions(state) if getattr(action, "unit", "") != LEADER
    )
    withdrawals = [action for action in PLAY.legal_actions(state) if getattr(action, "units", ()) == (SQUAD,)]
    assert counted["Maneuver"] == 6
    assert counted["Deploy"] == 1
    assert counted["CallForReaction"] == 1
    assert len(withdrawals) == 3


@proves("LHY-10.2.2", "LHY-10.0a", "LHY-6.0.II.2a", "LHY-10.3.1.0.3")
@pytest.mark.parametrize(("edition", "counted"), [("2019", [5, 14, 32]), ("series-3.1", [5, 15, 34])])
def test_perft_of_two_leaders_counted_by_hand_to_the_third_declaration(
    edition: str, counted: list[int]
) -> None:
    # One column of five hexes, the American leader in A4, the German in A1; every hex lies on two side edges.
    # 1: to A3, to A5, off the map, withdraw to A5, call: 5.
    # 2: from A3 to A2, A4, off, end: 4; from A5 to A4, off, end: 3; gone: call: 1; withdrawn to A5: on off the
    #    map, end: 2; after the call the German may go to A2, off, withdraw off, call: 4. In all 14.
    # 3: A3-A2: A3, off, end (the enemy is in A1): 3; A3-A4: A3, A5, off, end: 4; A3 off or ended: 1 + 1; that is 9.
    #    A5-A4: 4; A5 off or ended: 1 + 1; that is 6. Gone and called: the German's 4. Withdrawn and done: 1 + 1.
    #    The German in A2: A1, A3, off, end: 4; gone either way: 1 + 1; he passes: the American's 5 again; that is 11.
    #    In all 9 + 6 + 4 + 2 + 11 = 32.
    # By the series rules the German may also withdraw along the edge of the map to A2: once as the second declaration,
    #    in which his die fails so that he can but call, and once as the third, after the American is gone.
    state = opened(
        open_ground(1, 5),
        [unit(LEADER, "A4"), unit("ge.1kp.1.leader", "A1")],
        edition=edition,
    )
    state = done(state, RollInitiative("us"), 9, 2, SelectCompany("us", "able"), Activate("us", ("able.1",)))
    assert [perft(state, depth) for depth in (1, 2, 3)] == counted


@proves("LHY-12.0.1")
@EDITIONS
def test_perft_of_fire_resolution_counted_by_hand(edition: str) -> None:
    # Fire lies on three hexes: any of them first, then any of two, then the last; 3, 6, 6. Mortars and the
    # clock then leave nothing to choose: 6 and 6 again.
    state = opened(FIELD, [unit(SQUAD, "C5"), unit("ge.mg.1", "D3"), *FAR], edition=edition)
    state = PhaseBegan(Phase.FIRE).on(done(state, RollInitiative("us"), 9, 2))
    for number, label in enumerate(("B3", "C7", "E5")):
        fire = FireMarker(number, FireKind.SADRM, at(label), 0, against="us")
        state = FirePlaced(fire).on(state)
    assert [perft(state, depth) for depth in range(1, 6)] == [3, 6, 6, 6, 6]


@proves("LHY-9.0.1", "LHY-8.1.2", "LHY-10.3.1.0.3", "LHY-10.2.2", "LHY-8.3a", "LHY-4.3.0.6")
@pytest.mark.parametrize(
    ("mission", "edition", "active", "reacting"),
    [
        ("lhy-ridge-farm", "2019", (56, 719), (47, 379)),
        ("lhy-ridge-farm", "series-3.1", (56, 722), (47, 943)),
        ("lhy-mill-heights", "2019", (78, 1939), (66, 1537)),
        ("lhy-tiger-at-the-bridge", "2019", (74, 811), (25, 241)),
        ("lhy-tiger-at-the-bridge", "series-3.1", (94, 1048), (40, 1009)),
    ],
)
def test_perft_of_a_platoon_and_of_the_reaction_to_it(
    mission: str, edition: str, active: tuple[int, int], reacting: tuple[int, int]
) -> None:
    state = first_platoon(mission, edition)
    assert (perft(state, 1), perft(state, 2)) == active
    side = PLAY.to_act(state)
    assert side is not None
    state = done(state, CallForReaction(side))
    assert (perft(state, 1), perft(state, 2)) == reacting


@proves("LHY-17.7a", "LHY-17.7c.1.0", "LHY-17.7c.1.2", "LHY-17.7c.2", "LHY-4.1.6c", "LHY-2.4.1")
@EDITIONS
def test_perft_of_setting_up(edition: str) -> None:
    # Later, two squads, their leader, an MG and a gun may dig in in each of four hexes of the square.
    dug_in = 5 * 4 if edition == "series-3.1" else 0
    assert perft(start_of("lhy-market-quarter", edition=edition), 1) == 166 + dug_in
