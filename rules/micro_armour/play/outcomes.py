"""What a declaration came to, in words, read from the states before and after it."""

from collections.abc import Iterator

from rules.game.engine.differences import NO_EFFECT, Outcome, changed_units
from rules.game.state import GameState
from rules.game.units import Unit
from rules.micro_armour.state.conditions import DISORGANIZED, MARKERS, SUPPRESSED
from rules.micro_armour.state.progress import Move, Stage, progress_of

_ELIMINATED = 1000
_DISORGANIZED = 10
_SUPPRESSED = 3


def outcome_of(before: GameState, after: GameState) -> Outcome:
    """What became of the stands, and of what play waited for."""
    told = [*_harm(before, after), *_progress(before, after)]
    return Outcome(sum(one.severity for one in told), "; ".join(one.text for one in told) or NO_EFFECT)


def _harm(before: GameState, after: GameState) -> Iterator[Outcome]:
    """Stands that were eliminated, took markers or lost them; of the one that was stopped, whether it moves on."""
    stopped = _stopped(before, after)
    for unit, now in changed_units(before, after):
        if now is None:
            yield Outcome(_ELIMINATED, f"{unit} eliminated")
            continue
        words = [words for words in (_markers(unit, now), stopped.get(unit.id)) if words]
        if words:
            gained = now.conditions - unit.conditions
            severity = _SUPPRESSED * (SUPPRESSED in gained) + _DISORGANIZED * (DISORGANIZED in gained)
            yield Outcome(severity, f"{unit} {', '.join(words)}")


def _markers(unit: Unit, now: Unit) -> str:
    was, has = unit.conditions & MARKERS, now.conditions & MARKERS
    if has - was:
        return " and ".join(marker for marker in (SUPPRESSED, DISORGANIZED) if marker in has)
    if was - has:
        return "rallies" if DISORGANIZED in was - has else "recovers"
    return ""


def _stopped(before: GameState, after: GameState) -> dict[str, str]:
    """Whether the stand that was stopped on its way goes on; at its end there is nothing left to go."""
    move, progress = progress_of(before).move, progress_of(after)
    if move is None or move.leg is None or move.stand not in progress.stopped:
        return {}
    unit = after.units.get(move.stand)
    if unit is None or (unit.at == move.leg.path[-1] and not move.leg.goes_on):
        return {}
    return {unit.id: "stops" if unit.id in progress.moved else "moves on"}


def _progress(before: GameState, after: GameState) -> Iterator[Outcome]:
    was, now = progress_of(before), progress_of(after)
    match was.stage:
        case Stage.INITIATIVE if now.initiative:
            yield Outcome(0, f"{now.initiative} has the initiative")
        case Stage.ORDERS if now.orders is not None:
            yield Outcome(0, ", ".join(f"{side} {_orders(number)}" for side, number in now.orders))
        case Stage.GROUPS if now.move is not None:
            left = ", ".join(now.move.stragglers)
            yield Outcome(len(now.move.stragglers), f"{left} left behind" if left else "all may move")
        case Stage.GROUPS if (was.orders, was.groups) != (now.orders, now.groups):
            yield Outcome(_ELIMINATED, "nobody moves")
        case Stage.STANDS if was.move is not None:
            yield from _nerve(was.move, before, after)
    if now.ended and now.ended.winner:
        yield Outcome(0, f"{now.ended.winner} wins")


def _orders(number: int) -> str:
    return "1 order" if number == 1 else f"{number or 'no'} orders"


def _nerve(move: Move, before: GameState, after: GameState) -> Iterator[Outcome]:
    progress = progress_of(after)
    for enemy in sorted((progress.move.nerve if progress.move else frozenset()) - move.nerve):
        yield Outcome(0, f"may pass {enemy}")
    for stand in sorted(progress.moved - progress_of(before).moved):
        if before.unit(stand).at == after.unit(stand).at:
            yield Outcome(1, f"{stand} stays where it is")
