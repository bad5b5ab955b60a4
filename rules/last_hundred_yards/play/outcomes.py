"""What a declaration came to, in words, read from the states before and after it."""

from collections.abc import Iterator

from rules.game.engine.differences import Outcome, changed_units
from rules.game.state import GameState
from rules.game.units import Unit
from rules.last_hundred_yards.book.conditions import (
    CONCEALED,
    DISRUPTED,
    HEROIC,
    HIDDEN,
    IN_MOTION,
    LAID_OUT,
    OVERWATCH,
    REGROUPING,
    SHOCKED,
    STOPPED,
)
from rules.last_hundred_yards.book.unit_types import UnitKind
from rules.last_hundred_yards.state.position import row_of
from rules.last_hundred_yards.state.progress import Coordination, Progress, progress_of

_LOST, _STEP_LOST, _SHOCKED, _DISRUPTED, _REGROUPING, _REVEALED = 1000, 400, 60, 50, 10, 1
_GAINED = {
    DISRUPTED: (_DISRUPTED, "disrupted"), SHOCKED: (_SHOCKED, "shocked"), REGROUPING: (_REGROUPING, "regrouping"),
    HEROIC: (0, "turns heroic"), IN_MOTION: (0, "in motion"), STOPPED: (0, "stops"), OVERWATCH: (0, "on overwatch"),
    CONCEALED: (0, "concealed"), HIDDEN: (0, "hidden"),
}  # fmt: skip
_CAST_OFF = {
    DISRUPTED: (0, "no longer disrupted"), SHOCKED: (0, "no longer shocked"), REGROUPING: (0, "no longer regrouping"),
    CONCEALED: (_REVEALED, "loses concealment"), HIDDEN: (_REVEALED, "is found"),
    HEROIC: (_REVEALED, "no longer heroic"),
}  # fmt: skip


def changes_between(before: GameState, after: GameState) -> Iterator[Outcome]:
    """What became of the units, then of what else a declaration decides."""
    for unit, now in changed_units(before, after):
        yield from _changes_of(unit, now, after)
    yield from _progress(progress_of(before), progress_of(after))
    yield from _markers(progress_of(before), progress_of(after))


def _changes_of(unit: Unit, now: Unit | None, after: GameState) -> Iterator[Outcome]:
    if now is None or (now.at is None and unit.at is not None):
        yield _loss(unit, after)
        return
    gained = now.conditions - unit.conditions - LAID_OUT
    lost = unit.conditions - now.conditions - LAID_OUT
    told = [_GAINED[word] for word in _GAINED if word in gained]
    told += [_CAST_OFF[word] for word in _CAST_OFF if word in lost]
    yield from (Outcome(severity, f"{unit} {words}") for severity, words in told)
    if now.at != unit.at:
        yield Outcome(0, f"{unit} in {now.at}")


def _loss(unit: Unit, after: GameState) -> Outcome:
    """A unit that is off the map: replaced by what is left of it, out of the game, or away for a while."""
    row = row_of(unit)
    if row.is_hard:
        return Outcome(_LOST, f"{unit} destroyed")
    left = (one for one in after.units.values() if one.at is not None and one.side == unit.side)
    if row.kind is UnitKind.SQUAD and any(row_of(one).platoon_key == row.platoon_key for one in left):
        return Outcome(_STEP_LOST, f"{unit} loses a step")
    return Outcome(_LOST, f"{unit} lost")


def _progress(was: Progress, now: Progress) -> Iterator[Outcome]:
    """The course of play, as far as dice decide it."""
    if was.coordination is Coordination.OPEN and now.coordination in (Coordination.WON, Coordination.LOST):
        yield Outcome(0, "coordinated" if now.coordination is Coordination.WON else "not coordinated")
    if not was.active and now.active:
        yield Outcome(0, f"{now.active} has the initiative")
    if now.minutes != was.minutes:
        yield Outcome(0, f"{now.minutes - was.minutes} minutes go by")
    for due in now.decisions:
        if due not in was.decisions:
            what = due.kind.replace("_", " ")
            yield Outcome(0, f"{due.side} decides: {what} {due.unit or due.at or ''}".rstrip())
    for unit in sorted(now.rallied - was.rallied - now.acted):
        yield Outcome(0, f"{unit} may act again")
    if now.ended and not was.ended:
        winner, _ = now.ended
        yield Outcome(0, f"{winner} wins" if winner else "a draw")


def _markers(was: Progress, now: Progress) -> Iterator[Outcome]:
    """The fire markers that a declaration lays."""
    known = {fire.number for fire in was.fires}
    for fire in now.fires:
        if fire.number not in known:
            yield Outcome(0, f"{fire.value:+d} on {fire.target or fire.at}")
    for at in dict.fromkeys(arrow.into for arrow in was.arrows if arrow not in now.arrows):
        yield Outcome(0, f"no assault waits for {at}")
