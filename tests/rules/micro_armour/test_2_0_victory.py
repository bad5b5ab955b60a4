"""Section 2.0: a scenario's own victory, the places it is about, and what it says of sight from a height."""

from typing import Any

import pytest

from rules.errors import BadInput
from rules.game.engine.play import Goal, Result
from rules.game.state import GameState
from rules.game.units import Unit
from rules.ground.table.inches import Spot
from rules.ground.table.terrain import TableTerrain as T
from rules.micro_armour.book.house_roster import HOUSE_ROSTER
from rules.micro_armour.declarations.marker_removal import RemoveMarkers
from rules.micro_armour.declarations.passing import Pass
from rules.micro_armour.ruleset import MicroArmour
from rules.micro_armour.state.progress import Loss, with_progress
from tests.proving import proves
from tests.rules.micro_armour.phases import to_movement
from tests.rules.micro_armour.tables import (
    BLUE,
    MATG1,
    MATG2,
    RED,
    area,
    opened,
    play,
    record_of,
    stand,
    table,
)

MILL = {"name": "Mill", "points": 3, "spots": [[20, 20], [24, 20]]}
FAR_OFF = stand("b1", BLUE, (40, 40))


def _ends(
    *stands: Unit,
    turn: int = 8,
    lost: tuple[int, int] = (0, 0),
    book: MicroArmour = MATG2,
    **options: Any,
) -> tuple[GameState, list[str]]:
    """The state and record after a turn of an eight-turn game ends; both sides began with 100 points and lost these."""
    state = opened(table(), *stands, book=book, turns=8, **options)
    state = play(to_movement(state, book=book), [Pass(RED), Pass(BLUE)], book=book)
    losses = tuple(Loss(f"{side}-x", side, points) for side, points in zip((RED, BLUE), lost, strict=True))
    state = with_progress(state, turn=turn, strength=((RED, 100), (BLUE, 100)), lost=losses)
    state = play(state, [RemoveMarkers(RED)], book=book)
    return play(state, [RemoveMarkers(BLUE)], book=book), record_of(state, RemoveMarkers(BLUE), book=book)


def _result(*stands: Unit, **asked: Any) -> Result | None:
    state, _ = _ends(*stands, **asked)
    return MATG2.as_game().result(state)


@proves("MATG2-2.0.2")
def test_each_side_is_told_what_it_must_do_to_win() -> None:
    """OUR 74: the scenario's own terms for one side, the book's for the other."""
    asked: dict[str, Any] = {
        "objectives": [MILL],
        "victory": {RED: {"destroy_percent": 30, "hold": ["Mill"]}},
    }
    state = opened(table(), FAR_OFF, stand("r1", RED, (4, 4)), turns=8, **asked)
    assert MATG2.as_game().victory(state) == (
        "The Red player wins with 30% of the enemy's points destroyed and Mill held after the last turn "
        "(MATG2 2.0; MATG2 2.0, OUR 74, house value; MATG2 2.0, OUR 75, house value).",
        "The Blue player wins with 51% of the enemy's points destroyed and 50% of its own kept "
        "(MATG2 11; MATG2 11, OUR 36, inferred).",
        "If both have won, or nobody has by the end of turn 8, it is a draw "
        "(MATG2 11, OUR 36, inferred; MATG2 2.0, OUR 74, house value).",
    )


def test_the_standing_is_reported_once_any_points_are_lost() -> None:
    """OUR 36: what decides are the points that each side has lost of those it began with."""
    for lost, turn, words in (
        ((0, 0), 3, "If both have won"),
        (
            (20, 39),
            3,
            "By now the Red player has lost 20 of 100 points (20%) and the Blue player has lost 39 of 100",
        ),
        (
            (0, 51),
            8,
            "In the end the Red player has lost 0 of 100 points (0%) and the Blue player has lost 51 of 100",
        ),
    ):
        state, _ = _ends(stand("r1", RED, (5, 5)), FAR_OFF, turn=turn, lost=lost)
        assert MATG2.as_game().victory(state)[-1].startswith(words)


@proves("MATG2-2.0.2", "MATG2-11.11")
@pytest.mark.parametrize("book", [MATG1, MATG2])
@pytest.mark.parametrize(
    ("terms", "lost", "winner"),
    [
        ({}, (0, 51), RED),
        ({}, (0, 50), None),
        ({RED: {"destroy_percent": 30, "keep_percent": 80}}, (20, 30), RED),
        ({RED: {"destroy_percent": 30, "keep_percent": 80}}, (21, 30), None),
        ({RED: {"destroy_percent": 30, "keep_percent": 80}}, (20, 29), None),
        ({RED: {"destroy_percent": 30}}, (90, 30), None),
        ({RED: {"destroy_percent": 30}}, (50, 30), RED),
        ({RED: {"destroy_percent": 30}}, (60, 0), BLUE),
    ],
)
def test_our_74_a_side_wins_by_the_shares_that_its_scenario_asks(
    book: MicroArmour, terms: dict[str, Any], lost: tuple[int, int], winner: str | None
) -> None:
    """A side without terms of its own wins by 51 and 50 percent; if both win it is a draw."""
    state, _ = _ends(stand("r1", RED, (5, 5)), FAR_OFF, turn=3, lost=lost, victory=terms, book=book)
    result = book.as_game().result(state)
    assert (result.winner if result else None) == winner
    assert (result is None) is (winner is None and lost != (90, 30))


@proves("MATG2-2.0.2")
@pytest.mark.parametrize(
    ("at", "turn", "winner"),
    [((20, 21.5), 8, RED), ((20, 21.6), 8, None), ((24, 18.5), 8, RED), ((20, 20), 7, None)],
)
def test_our_74_75_a_place_to_hold_is_held_after_the_last_turn(
    at: tuple[float, float], turn: int, winner: str | None
) -> None:
    """A stand within an inch of either of its two spots holds it."""
    asked: dict[str, Any] = {"objectives": [MILL], "victory": {RED: {"hold": ["Mill"]}}}
    result = _result(stand("r1", RED, at), FAR_OFF, turn=turn, **asked)
    assert (result.winner if result else None) == winner
    assert (result is None) is (turn < 8)


@proves("MATG2-2.0.2")
def test_our_75_the_result_lists_held_places_and_leaves_out_those_nobody_holds() -> None:
    ford = {"name": "Ford", "points": 3, "spots": [[30, 5]]}
    result = _result(stand("r1", RED, (20, 20)), FAR_OFF, lost=(0, 51), objectives=[MILL, ford])
    assert result == Result(
        RED, "red wins in turn 8: red lost 0 of 100 points, blue lost 51 of 100 points; red holds Mill"
    )


@proves("MATG2-2.0.2")
def test_our_74_a_place_that_is_named_twice_is_one_place() -> None:
    asked: dict[str, Any] = {"objectives": [MILL], "victory": {RED: {"hold": ["Mill", "Mill"]}}}
    result = _result(stand("r1", RED, (20, 20)), FAR_OFF, **asked)
    assert (result.winner if result else None) == RED


@proves("MATG2-2.0.2")
@pytest.mark.parametrize(
    ("holder", "beside", "held_by", "said"),
    [
        (None, (RED,), RED, ["red takes Mill"]),
        (BLUE, (RED,), RED, ["red takes Mill"]),
        (RED, (RED,), RED, []),
        (BLUE, (), BLUE, []),
        (BLUE, (RED, BLUE), BLUE, []),
        (None, (RED, BLUE), None, []),
    ],
)
def test_our_75_the_only_side_beside_a_place_takes_it_and_keeps_it(
    holder: str | None, beside: tuple[str, ...], held_by: str | None, said: list[str]
) -> None:
    stands = [stand(side, side, (20 + 4 * k, 20)) for k, side in enumerate(beside)]
    state, events = _ends(*stands, FAR_OFF, turn=2, objectives=[{**MILL, "held_by": holder}])
    goal = Goal("Mill", (Spot(20, 20), Spot(24, 20)), 3, held_by)
    assert MATG2.as_game().goals(state) == (goal,)
    assert [event for event in events if "takes Mill" in event] == said


@proves("MATG2-2.0.2")
def test_our_75_the_outcome_says_that_a_place_is_taken() -> None:
    state = opened(table(), stand("r1", RED, (20, 20)), FAR_OFF, objectives=[MILL])
    state = play(to_movement(state), [Pass(RED), Pass(BLUE), RemoveMarkers(RED)])
    after = play(state, [RemoveMarkers(BLUE)])
    assert [change.text for change in MATG2.as_game().changes(state, after)] == ["red takes Mill"]


@proves("MATG2-2.0.2")
@pytest.mark.parametrize(("held_by", "lead"), [(RED, 50), (None, 0), (BLUE, -50)])
def test_our_74_places_to_hold_put_a_side_ahead(held_by: str | None, lead: int) -> None:
    both = {side: {"hold": ["Mill"]} for side in (RED, BLUE)}
    state = opened(table(), FAR_OFF, objectives=[{**MILL, "held_by": held_by}], victory=both)
    assert MATG2.as_game().lead(state, RED) == lead


@proves("MATG2-2.0.2")
@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"victory": {RED: {}}}, r"options\.victory\.red: \{\} is not destroy_percent, or places to hold"),
        ({"victory": {RED: {"keep_percent": 50}}}, r"options\.victory\.red: .* is not destroy_percent"),
        ({"victory": {RED: {"destroy_percent": 0}}}, r"destroy_percent: 0 is not a whole number from 1 to 100"),
        ({"victory": {RED: {"hold": ["Mill"]}}}, r"options\.victory\.red\.hold: 'Mill' is not one of none"),
        ({"victory": {RED: {"burn": 1, "hold": []}}}, r"options\.victory\.red\.burn: 1 is not an option of victory"),
        ({"objectives": [MILL, MILL]}, r"objectives\[2\]\.name: 'Mill' is not a name that no other objective has"),
        ({"objectives": [{**MILL, "spots": []}]}, r"objectives\[1\]\.spots: \[\] is not a list of spots"),
        ({"objectives": [{**MILL, "spots": [[1, "x"]]}]}, r"objectives\[1\]\.spots: .* is not a list of spots"),
        ({"objectives": [{**MILL, "spots": [[1, 49]]}]}, r"objectives\[1\]\.spots: '\(1, 49\)' is not spots on the table"),
        ({"objectives": [{**MILL, "held_by": "green"}]}, r"objectives\[1\]\.held_by: 'green' is not one of red, blue"),
        ({"height_adds_sight": "no"}, r"options\.height_adds_sight: 'no' is not true or false"),
    ],
)  # fmt: skip
def test_2_0_a_wrong_field_of_the_victory_terms_is_named(options: dict[str, Any], message: str) -> None:
    with pytest.raises(BadInput, match=message):
        opened(table(), **options)


@proves("MATG2-6.4.3.1", "MATG2-2.0.2")
@pytest.mark.parametrize("book", [MATG1, MATG2])
@pytest.mark.parametrize(("adds", "level", "seen"), [(True, 2, True), (True, 1, False), (False, 2, False)])
def test_6_4_3_a_scenario_may_forbid_that_height_adds_sight(
    book: MicroArmour, adds: bool, level: int, seen: bool
) -> None:
    """The enemy is 30 inches off, the limit is 20."""
    ours, theirs = stand("r1", RED, (5, 5)), stand("b1", BLUE, (35, 5))
    hill = area(T.HILL, 2, 2, 8, 8, level)
    state = opened(table(hill), ours, theirs, book=book, sight_limit_in=20, height_adds_sight=adds)
    found = book.line_of_sight(state, ours, theirs)
    assert found.verdict.visibility.is_open is seen
    if not adds:
        section = {MATG1: "MATG1 6.1.3", MATG2: "MATG2 6.4.1"}[book]
        assert str(found.reasons[0]) == f'30" is beyond sight, 20" here ({section})'


@proves("MATG2-2.0.4", "MATG2-11.11")
@pytest.mark.parametrize(("turn", "over"), [(11, False), (12, True)])
def test_2_0_the_game_ends_with_its_last_turn(turn: int, over: bool) -> None:
    state = opened(table(), stand("r1", RED, (10, 10)), stand("b1", BLUE, (40, 40)), turns=12)
    state = play(to_movement(state), [Pass(RED), Pass(BLUE)])
    state = with_progress(state, turn=turn)
    state = play(state, [RemoveMarkers(RED), RemoveMarkers(BLUE)])
    assert (MATG2.as_game().result(state) is not None) is over


@proves("MATG2-2.0.6", "MATG2-2.0.7")
def test_2_0_a_turn_of_3_minutes_at_100_metres_an_inch() -> None:
    """18 km/h are 900 metres in 3 minutes, 19 km/h 950, 29 km/h 1450."""
    assert HOUSE_ROSTER["pz3f"].movement_points == 9
    assert HOUSE_ROSTER["stug3g"].movement_points == 10
    assert HOUSE_ROSTER["stuart"].movement_points == 14
