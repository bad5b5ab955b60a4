"""How a turn begins and ends: objectives, broken battle groups, the enemy's turn, and the end of the game.

Rule: KGN The turn, Battle group morale, Ways to win; OUR 12, 46, 67.
"""

from rules.game.engine.resolution import DependsOnHidden
from rules.game.rule_ids import implements
from rules.game.units import Unit
from rules.kampfgruppe_normandy.book.conditions import RESERVE, SUPPRESSED
from rules.kampfgruppe_normandy.book.morale_counters import COUNTER_TO_COME, UNKNOWN_COUNTER
from rules.kampfgruppe_normandy.book.unit_types import Kind, SpecialRule
from rules.kampfgruppe_normandy.effects.air_support import bring_on_aircraft
from rules.kampfgruppe_normandy.effects.group_morale import draw_unknown_counters, is_broken
from rules.kampfgruppe_normandy.effects.objectives import holds_all, judge_objectives
from rules.kampfgruppe_normandy.effects.reserves import bring_on_reserves
from rules.kampfgruppe_normandy.state.events import GameEnded, StepBegan
from rules.kampfgruppe_normandy.state.fire_missions import fire_support
from rules.kampfgruppe_normandy.state.position import Position
from rules.kampfgruppe_normandy.state.progress import Progress, Step
from rules.kampfgruppe_normandy.state.resolution import Resolution
from rules.kampfgruppe_normandy.state.support_events import SignalsRested
from rules.kampfgruppe_normandy.state.turn_events import TurnBegan


@implements("KN-SPEC-21")
def end_turn(resolution: Resolution, side: str) -> None:
    """End a turn: judge objectives, then battle group morale, after any events that counters drawn for them bring.

    Rule: KGN The turn, Special events.
    """
    judge_objectives(resolution, side)
    if is_event_to_play(resolution.progress):
        resolution.happen(StepBegan(Step.MORALE))
    else:
        _judge_morale(resolution, side)


def go_on_ending(resolution: Resolution) -> None:
    """Continue the end of a turn that waited for covering fire or an event, once that has been played."""
    progress = resolution.progress
    if is_event_to_play(progress):
        return
    if progress.step is Step.END:
        end_turn(resolution, progress.acting)
    elif progress.step is Step.MORALE:
        _judge_morale(resolution, progress.acting)


def is_event_to_play(progress: Progress) -> bool:
    """Whether something is still to be played before the turn can end: a decision, an activation or a move."""
    is_moving = progress.move is not None or bool(progress.halted)
    return bool(progress.owed) or progress.activation is not None or is_moving


@implements("KN-TURN-01", "KN-TURN-02", "KN-TURN-21", "KN-BMOR-13", "KN-BMOR-29", "KN-BMOR-32")
def _judge_morale(resolution: Resolution, side: str) -> None:
    """Step 6: judge whether all objectives are held or a battle group is broken, then end the game or begin the next turn.

    Rule: KGN The turn, Battle group morale, Ways to win; OUR 12, 67.
    """
    progress = resolution.progress
    enemy = progress.other(side)
    if holds_all(resolution.position, side):
        resolution.happen(GameEnded(side, f"{side} has secured all objectives"))
        return
    is_last_of_round = side != progress.first
    is_last = is_last_of_round and progress.turn >= progress.setting.turns
    for broken in (enemy, side):
        draw_unknown_counters(resolution, broken, is_last=is_last)
    progress = resolution.progress
    for broken in (enemy, side):
        if is_broken(progress, broken):
            resolution.happen(
                GameEnded(progress.other(broken), f"the battle group of {broken} is broken and withdraws")
            )
            return
    if is_last:
        resolution.happen(_time_up(resolution))
        return
    begin_turn(resolution, enemy, progress.turn + (1 if is_last_of_round else 0))


def _time_up(resolution: Resolution) -> GameEnded:
    progress = resolution.progress
    if any(counter in (UNKNOWN_COUNTER, COUNTER_TO_COME) for _, counter in progress.drawn):
        raise DependsOnHidden("what the counters show")
    one, other = (force.side for force in progress.forces)
    left = {side: progress.morale_left(side) for side in (one, other)}
    if left[one] == left[other]:
        return GameEnded(None, f"time is up with {left[one]} morale left to both battle groups")
    winner = max(left, key=lambda side: left[side])
    margin = f"{left[winner]} morale left against {left[progress.other(winner)]}"
    return GameEnded(winner, f"time is up: a tactical victory for {winner}, with {margin}")


@implements("KN-BMOR-31", "KN-TURN-01", "KN-TURN-24a", "KN-AIR-02")
def begin_turn(resolution: Resolution, side: str, turn: int) -> None:
    """Begin a player's turn and bring on his reserves; if he then has no unit left to activate, he has lost.

    Rule: KGN Wiped out and total suppression; OUR 46.
    """
    resolution.happen(TurnBegan(side, turn))
    bring_on_reserves(resolution, side)
    if not any(_may_still_act(resolution.position, unit) for unit in resolution.position.of_side(side)):
        if resolution.is_enumerated:
            raise DependsOnHidden(f"whether {side} has hidden units left")
        if _has_come_to_harm(resolution.position, side):
            winner = resolution.progress.other(side)
            resolution.happen(GameEnded(winner, f"{side} has no unit left that is not suppressed"))
            return
    _rest_signals(resolution)
    bring_on_aircraft(resolution, side)


@implements("KN-SPEC-13")
def _rest_signals(resolution: Resolution) -> None:
    """Let signals units help again."""
    if fire_support(resolution.progress).signals_used:
        resolution.happen(SignalsRested())


@implements("KN-BMOR-31")
def _has_come_to_harm(position: Position, side: str) -> bool:
    """Whether a side has lost a unit or has one suppressed; if not, it is only waiting for reserves."""
    is_suppressed = any(unit.has(SUPPRESSED) for unit in position.of_side(side))
    return is_suppressed or any(loss.side == side for loss in position.progress.lost)


def _may_still_act(position: Position, unit: Unit) -> bool:
    kind = position.type(unit)
    if unit.has(RESERVE) or kind.has(SpecialRule.OFF_TABLE) or kind.kind is Kind.AIRCRAFT:
        return False
    return not unit.has(SUPPRESSED) and position.status(unit).aboard is None
