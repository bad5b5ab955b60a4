"""The outcome of a declaration in words, read from the states before and after it."""

from collections import Counter
from collections.abc import Iterator

from shapely import LineString, Point

from rules.game.engine.differences import UNIT_LOST, Outcome, changed_units
from rules.game.rule_ids import implements
from rules.game.state import GameState
from rules.game.units import Unit
from rules.ground.table.inches import HAIR_IN, Spot
from rules.micro_armour.questions.recovery import MOST_NAMED, needs_recovery
from rules.micro_armour.questions.stand_room import has_no_room
from rules.micro_armour.state.conditions import DISORGANIZED, MARKERS, SUPPRESSED
from rules.micro_armour.state.progress import Move, Stage, progress_of
from rules.micro_armour.state.stands import sides_without_ghq

_DISORGANIZED = 300
_SUPPRESSED = 60
_NO_MORE_ORDERS = 900
"""How much these weigh where a lost stand weighs `UNIT_LOST`.

A second disorganization would be a loss, a suppressed stand may lose its turn, and a GHQ stand costs twice its tank.
"""


def changes_between(before: GameState, after: GameState) -> Iterator[Outcome]:
    """The changes of stands, and the results of tests and stops."""
    yield from _harm(before, after)
    yield from _orders_gone(before, after)
    yield from _test_results(before, after)


def _harm(before: GameState, after: GameState) -> Iterator[Outcome]:
    """Stands that were eliminated or whose markers changed; for a stopped stand also whether it moves on."""
    if _is_counted(before):
        yield from _counted(before, after)
        return
    stopped = _stopped(before, after)
    for unit, now in changed_units(before, after):
        if now is None:
            yield Outcome(_severity(unit, now), f"{unit} eliminated", unit.side)
            continue
        words = [words for words in (_markers(unit, now), stopped.get(unit.id)) if words]
        if words:
            yield Outcome(_severity(unit, now), f"{unit} {', '.join(words)}", unit.side)


@implements("MATG2-8.2.2")
def _orders_gone(before: GameState, after: GameState) -> Iterator[Outcome]:
    """An outcome for each side that has lost its GHQ, and with it all later orders."""
    if len(after.units) < len(before.units):
        for side in sorted(sides_without_ghq(after) - sides_without_ghq(before)):
            yield Outcome(_NO_MORE_ORDERS, f"{side} has no orders any more", side)


def _severity(unit: Unit, now: Unit | None) -> int:
    if now is None:
        return UNIT_LOST
    gained = now.conditions - unit.conditions
    return _SUPPRESSED * (SUPPRESSED in gained) + _DISORGANIZED * (DISORGANIZED in gained)


def _is_counted(before: GameState) -> bool:
    """Whether too many stands roll for recovery to name them one by one."""
    progress = progress_of(before)
    if progress.stage is not Stage.REMOVAL:
        return False
    marked = (unit for unit in before.units.values() if unit.side == progress.acting and needs_recovery(unit))
    return sum(1 for _ in marked) > MOST_NAMED


def _counted(before: GameState, after: GameState) -> Iterator[Outcome]:
    fates: Counter[str] = Counter()
    severity = 0
    for unit, now in changed_units(before, after):
        if fate := "eliminated" if now is None else _markers(unit, now):
            fates[fate] += 1
            severity += _severity(unit, now)
    if fates:
        words = (
            f"{number} {_PLURAL.get(fate, fate) if number > 1 else fate}"
            for fate, number in sorted(fates.items())
        )
        yield Outcome(severity, ", ".join(words), progress_of(before).acting)


_PLURAL = {"recovers": "recover", "rallies": "rally"}


def _markers(unit: Unit, now: Unit) -> str:
    was, has = unit.conditions & MARKERS, now.conditions & MARKERS
    if has - was:
        return " and ".join(marker for marker in (SUPPRESSED, DISORGANIZED) if marker in has)
    if was - has:
        return "rallies" if DISORGANIZED in was - has else "recovers"
    return ""


def _stopped(before: GameState, after: GameState) -> dict[str, str]:
    """For a stand that was stopped on its way, the words whether it goes on."""
    move, progress = progress_of(before).move, progress_of(after)
    if move is None or move.leg is None or move.stand not in progress.stopped:
        return {}
    return {move.stand: "stops" if move.stand in progress.moved else "moves on"}


def _test_results(before: GameState, after: GameState) -> Iterator[Outcome]:
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
            yield Outcome(UNIT_LOST, "nobody moves")
        case Stage.STANDS if was.move is not None:
            yield from _nerve(was.move, before, after)
    for place, before_that in zip(now.objectives, was.objectives, strict=True):
        if place != before_that:
            yield Outcome(0, f"{place.held_by} takes {place.name}")
    if now.ended and now.ended.winner:
        yield Outcome(0, f"{now.ended.winner} wins")


def _orders(number: int) -> str:
    return "1 order" if number == 1 else f"{number or 'no'} orders"


def _nerve(move: Move, before: GameState, after: GameState) -> Iterator[Outcome]:
    progress = progress_of(after)
    for enemy in sorted((progress.move.nerve if progress.move else frozenset()) - move.nerve):
        yield Outcome(0, f"may pass {enemy}")
    for stand in sorted(progress.moved - progress_of(before).moved):
        was, now = before.unit(stand), after.unit(stand)
        if now.at is None:
            yield Outcome(1, f"{stand} goes back off the table")
        elif _is_back_on_track(move, before, was, now):
            yield Outcome(1, f"{stand} is moved back to {now.at}")
        elif was.at == now.at and was.facing_deg == now.facing_deg:
            yield Outcome(0, f"{stand} stays where it is")
        elif was.at == now.at:
            yield Outcome(0, f"{stand} faces {now.facing_deg:g}°")


def _is_back_on_track(move: Move, before: GameState, was: Unit, now: Unit) -> bool:
    """Whether a stand without room to halt was moved back along its path."""
    if now.at == was.at or move.stand != was.id or len(move.track) < 2 or not isinstance(now.at, Spot):
        return False
    return has_no_room(before, was) and bool(LineString(move.track).distance(Point(now.at)) <= HAIR_IN)
