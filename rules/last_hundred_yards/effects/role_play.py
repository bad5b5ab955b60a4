"""Skin in the game, an option: whether the players live to tell it and are promoted. Chapter 19.2.2."""

from rules.game.rule_ids import implements
from rules.game.state import GameState
from rules.last_hundred_yards.book.unit_types import UnitKind
from rules.last_hundred_yards.effects.resolution import D10, Resolution
from rules.last_hundred_yards.questions.mission.player_choice import in_play
from rules.last_hundred_yards.state.events.order_events import PlayerFared
from rules.last_hundred_yards.state.position import row_of
from rules.last_hundred_yards.state.progress import progress_of

LIEUTENANT_AT, CAPTAIN_AT = 15, 30


@implements("LHY-19.2.1.2")
def rank(points: int) -> str:
    """The rank that promotion points give a player."""
    if points >= CAPTAIN_AT:
        return "captain"
    return "lieutenant" if points >= LIEUTENANT_AT else "not promoted yet"


FALLS_ON = 10
LOSSES_FOR_1 = 2


def platoon_steps(state: GameState, platoon: str) -> int:
    """The steps of a platoon's infantry that survive: in play, or off the map over an edge, even if their
    counters were used again."""
    course = progress_of(state)
    living = [unit for unit in state.units.values() if in_play(state, unit) or unit.id in course.exited]
    rows = map(row_of, (*living, *map(state.unit, course.exited_before)))
    return sum(row.steps for row in rows if row.is_infantry and row.platoon_key == platoon)


@implements("LHY-19.2.2")
def throw_for_players(resolution: Resolution) -> None:
    """At the end each player who is a leader throws for his life: 1 more for every two casualties of his
    platoon, fractions up."""
    for player in resolution.course.players:
        unit = resolution.state.units.get(player.unit)
        if unit is None or row_of(unit).kind is not UnitKind.LEADER:
            continue
        lost = player.steps - platoon_steps(resolution.state, row_of(unit).platoon_key)
        worse = -(-max(0, lost) // LOSSES_FOR_1)
        lives = not resolution.passes(f"{unit} may fall, {worse:+d}", D10, at_least=FALLS_ON - worse)
        promoted_to = rank(resolution.position.mission.side(unit.side).promotion_points)
        resolution.happen(PlayerFared(unit.id, lives, promoted_to))
