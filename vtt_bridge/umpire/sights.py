"""Which units came into or went out of each other's sight by an action, as far as a reader of the record knows."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product

from rules.errors import RulesError
from rules.game.counter_names import CounterNames
from rules.game.ruleset import Ruleset
from rules.game.state import GameState
from rules.game.units import Unit
from rules.ground.place import Place
from vtt_bridge.games.record import Reader
from vtt_bridge.games.running_game import RunningGame

Pair = tuple[str, str]


@dataclass(frozen=True, slots=True)
class SightsChanged:
    """Pairs of enemies by name (viewer, seen unit): new lines of sight, and lost ones."""

    gained: tuple[Pair, ...]
    lost: tuple[Pair, ...]


def sights_changed(now: RunningGame, number: int, reader: Reader) -> SightsChanged:
    """The lines of sight gained and lost by an action, the first being number 1."""
    then = now.up_to(number - 1)
    before, after = reader.known(then), reader.known(then.played((now.turns[number - 1],)))
    book = now.game.ruleset
    names = CounterNames({**before.units, **after.units}.values(), book.roster)
    changed = tuple(_changed(before, after, book))
    return SightsChanged(
        tuple((names[seer], names[seen]) for seer, seen, had, has in changed if has and not had),
        tuple((names[seer], names[seen]) for seer, seen, had, has in changed if had and not has),
    )


def sees(state: GameState, ruleset: Ruleset, unit: Unit, there: Unit | Place) -> bool:
    """Whether a unit has a line of sight to a place or unit; False if too little is known of it to ask."""
    try:
        return ruleset.line_of_sight(state, unit, there).verdict.visibility.is_open
    except RulesError:
        return False


def _changed(before: GameState, after: GameState, book: Ruleset) -> Iterator[tuple[str, str, bool, bool]]:
    everybody = before.markers != after.markers
    ids = dict.fromkeys((*before.units, *after.units))
    moved = {unit for unit in ids if before.units.get(unit) != after.units.get(unit)}
    for seer, seen in product(ids, ids):
        if everybody or seer in moved or seen in moved:
            had, has = (_sees_enemy(state, book, seer, seen) for state in (before, after))
            yield seer, seen, had, has


def _sees_enemy(state: GameState, book: Ruleset, seer: str, seen: str) -> bool:
    one, other = state.units.get(seer), state.units.get(seen)
    if one is None or other is None or one.at is None or other.at is None or one.side == other.side:
        return False
    return sees(state, book, one, other)
