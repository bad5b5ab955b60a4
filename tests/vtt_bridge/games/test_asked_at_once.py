"""Several threads ask a book at once, as the seats of a table do and the computer that plays at it: each is
answered as if it asked alone."""

from concurrent.futures import ThreadPoolExecutor

import pytest

from maps.library import scenario
from rules.catalog import ruleset
from rules.game.chance.dice import SeededDice
from rules.game.state import GameState
from vtt_bridge.games.game_log import GameHead
from vtt_bridge.games.running_game import RunningGame, begun

ACTIONS = 50


def _moments(name: str) -> tuple[RunningGame, ...]:
    """A game played by chance, as it was before every other action."""
    now, choice = begun(GameHead(scenario(name).ruleset, name, 3), ruleset), SeededDice(3)
    moments = [now]
    for _ in range(ACTIONS):
        actions = now.game.book.legal_actions(now.state)
        now = now.declare(actions[choice.pick("choice", len(actions))])
        moments.append(now)
    return tuple(moments[::2])


def _told(moment: RunningGame, state: GameState) -> tuple[str, ...]:
    """What each side sees, what may be declared, and some lines of sight."""
    book, units = moment.game.ruleset, [unit for unit in state.units.values() if unit.at is not None][:6]
    play, seen = moment.game.book, [book.seen_by(state, side) for side in state.sides]
    return (
        *(f"{len(known.units)} {known.markers}" for known in seen),
        *map(str, (action for known in (state, *seen) for action in play.legal_actions(known))),
        *map(str, play.worthwhile(state) if moment.to_act else ()),
        *(str(book.line_of_sight(state, one, other)) for one in units for other in units if one is not other),
    )


@pytest.mark.usefixtures("hasty")
@pytest.mark.parametrize("name", ["market-fight", "kgn-two-orchards", "dolgoye-vanguard"])
def test_who_asks_beside_others_is_answered_as_if_he_asked_alone(name: str) -> None:
    moments = _moments(name)
    alone = [_told(moment, moment.state) for moment in moments]
    order = [k * 37 % len(moments) for k in range(3 * len(moments))]
    with ThreadPoolExecutor(4) as threads:
        together = list(threads.map(lambda k: _told(moments[k], moments[k].state), order))
    assert together == [alone[k] for k in order]
