"""Perft: the number of lines of decisions to a given depth in small positions, counted by hand; every die shows a 1."""

import pytest

from rules.game.engine.carrying_out import carry_out
from rules.game.state import GameState
from rules.kampfgruppe_normandy.book.action_kinds import ActionKind as K
from rules.kampfgruppe_normandy.book.conditions import SUPPRESSED
from rules.kampfgruppe_normandy.declarations.turn.activation import Activate
from rules.kampfgruppe_normandy.state.progress import Status, Step
from tests.proving import proves
from tests.rules.kampfgruppe_normandy.moments import MOMENTS
from tests.rules.kampfgruppe_normandy.tables import GAME, UK, act, dice_of, game, opened, table, told_to, unit

ONES = [1] * 60
FAR_FOE = unit("foe", "de.squad", (90, 2))
"""A place out of range of all units, and on none of the eight ways from the middle of the table."""


def perft(state: GameState, depth: int) -> int:
    """The number of lines with this number of decisions."""
    actions = GAME.legal_actions(state)
    if depth == 1:
        return len(actions)
    return sum(perft(carry_out(GAME, state, action, dice_of(ONES))[1], depth - 1) for action in actions)


def counts(state: GameState, depth: int = 3) -> list[int]:
    return [perft(state, k) for k in range(1, depth + 1)]


# A squad may declare two of move, deploy, suppress and fire, also the same twice; or covering fire.
SQUAD = 4 * 4 + 1
# It moves in eight directions or towards the nearest enemy, or forgoes the move.
WAYS = 8 + 1 + 1
# A tank with machine guns: move, deploy, two kinds of small arms, two of HE, anti-tank; or covering fire.
TANK = 7 * 7 + 1


@proves("KN-SETUP-13", "KN-SPEC-17")
def test_a_meeting_engagement_begins_with_one_throw_each_and_then_scouts_or_nothing() -> None:
    # Equal dice: the side with scouts goes first.
    state = opened(
        table(), unit("a", "uk.recce", (36, 40)), unit("b", "de.squad", (70, 3)),
        engagement="meeting_engagement", attacker=None,
    )  # fmt: skip
    assert counts(state) == [1, 1, SQUAD + 1]


@proves("KN-SPEC-08")
def test_the_supreme_commander_throws_one_of_two_dice_again_or_keeps_them() -> None:
    state = opened(
        table(), unit("hq", "uk.hq", (36, 40)), unit("b", "de.squad", (70, 3)), game_size="company"
    )
    assert counts(state) == [1, 2 + 1, (2 + 1) * (SQUAD + 1)]


def test_a_squad_out_of_everybodys_reach() -> None:
    state = game(unit("a", "uk.squad", (48, 40)), FAR_FOE)
    # No more activations, then no suppression to remove, then the enemy's command dice.
    ends = 1
    # A squad on covering fire has no further action.
    covers = 1
    # Its other three kinds of action can only be forgone: no house, no vehicle, no target.
    idle = 1
    first = 4 * WAYS + 3 * 4 * idle
    then = WAYS * (WAYS + 3 * idle) + 3 * idle * (WAYS + 3 * idle)
    assert counts(state) == [SQUAD + 1, ends + covers + first, ends + covers + then]


@proves("KN-TURN-03")
def test_two_units_are_each_activated_or_none() -> None:
    state = game(unit("a", "uk.squad", (30, 40)), unit("t", "uk.sherman", (60, 40)), FAR_FOE)
    assert counts(state, 1) == [SQUAD + TANK + 1]


@proves("KN-MOVE-15")
def test_a_tank_goes_forward_to_the_sides_and_back() -> None:
    state = told_to(game(unit("t", "uk.sherman", (48, 40)), FAR_FOE), "t", K.MOVE, K.SUPPRESS_HE)
    # 9 inches less half its length ahead, half right and left, right and left; towards the enemy;
    # back at half its rate; ahead its whole rate; or not at all. Behind it the turn costs too much.
    ways = 5 + 1 + 1 + 1 + 1
    nothing_to_shell = 1
    assert counts(state, 2) == [ways, ways * nothing_to_shell]


@proves("KN-SUPP-01", "KN-DFSA-01")
def test_a_squad_with_two_targets_fires_at_either_or_neither_and_again() -> None:
    state = game(
        unit("a", "uk.squad", (48, 40)), unit("b", "de.squad", (44, 24)), unit("c", "de.squad", (52, 24))
    )
    state = act(state, Activate(UK, "a", (K.SUPPRESS_SMALL_ARMS, K.SUPPRESS_SMALL_ARMS)))
    end_of_activations = 1
    assert counts(state) == [3, 3 * 3, 3 * 3 * end_of_activations]


@proves("KN-DFAT-39", "KN-DFHE-01")
def test_a_tank_has_two_rounds_for_a_tank_and_none_for_men() -> None:
    state = game(
        unit("t", "uk.sherman", (48, 40)),
        unit("p", "de.pz4h", (44, 24)),
        unit("m", "de.squad", (52, 24)),
        status={"t": Status(rounds=(("ap", 1), ("he", 1)))},
    )
    state = told_to(state, "t", K.DIRECT_AT, K.DIRECT_AT)
    # A 1 does not observe: no round is spent, and both are on offer again.
    assert counts(state, 2) == [2 + 1, 3 * 3]


@proves("KN-TURN-19", "KN-TURN-20")
@pytest.mark.parametrize("night", [False, True])
def test_three_suppressed_squads_at_the_end_of_a_turn(night: bool) -> None:
    names = ("a", "b", "c")
    squads = [unit(name, "uk.squad", (30 + 9 * k, 40), 0, SUPPRESSED) for k, name in enumerate(names)]
    state = game(*squads, unit("fit", "uk.squad", (30, 60)), FAR_FOE, step=Step.SUPPRESSION, night=night)
    # None, or one die or two are offered; at night each costs one counter more.
    offered = 3
    # One marker of three: any squad; two of three: the dearest two or those after them. Then the enemy throws.
    one_of_three, two_of_three, enemy = 3, 2, 1
    enemy_squad = SQUAD + 1
    assert counts(state) == [
        offered,
        enemy + one_of_three + two_of_three,
        enemy_squad + (one_of_three + two_of_three) * enemy,
    ]


@proves("KN-COV-02", "KN-COV-03")
def test_covering_fire_may_come_at_three_moments_in_two_kinds_or_not_at_all() -> None:
    state = MOMENTS["covering fire"]().state
    moments, kinds, hold = 3, 2, 1
    assert counts(state, 1) == [moments * kinds + hold]


@pytest.mark.parametrize(
    ("name", "count"),
    [
        ("load", 1 + 1),  # the squad beside it, or not
        ("unload", 4 + 1),  # on any of four sides, or not
        ("enter a building", 1 + 1),
        ("leave a building", 4 + 1),  # by any of four walls, or not
        ("fire at a building", 2 + 1),  # those inside, the house itself, or neither
        ("fire indirectly", 1 + 1),
        ("fire for effect", SQUAD + 1 + 1 + 1),  # the commander acts or asks for fire, the guns fire, or nobody
        ("fire at an aircraft", 1 + 1),
        ("covering fire at an aircraft", 1 + 1),
        ("request a mission", 1 + 1),  # one battery, one enemy in sight, or not
        ("try the radio again", 2),
        ("engineer", 1 + 1),
        ("mend", 1 + 1),
        ("re-supply", 10 + 1),  # nine rounds in any split of AP and HE, or not
        ("withdraw", 1 + 1),
        ("strike", 2 + 2 * 2 + 1),  # cannon two ways, one pair of rockets or four in two ways, or nothing
        ("drop bombs", 2 + 2 + 1),  # cannon two ways, one bomb or both, or nothing
        ("fly", 1 + 1 + 1),  # circle, attack, or no activation at all
        ("re-roll", 2 + 1),
        ("ask for a test", 2),
        ("act heroically", 4 * 4 + 1 + 1),  # two actions of a squad's four, covering fire, or none
        ("lose a weapon", 2),  # the Bren or the PIAT
        ("an event", 1),
    ],
)  # fmt: skip
def test_number_of_actions_offered_at_each_decision(name: str, count: int) -> None:
    assert counts(MOMENTS[name]().state, 1) == [count]
