"""Outcomes in a player's words: the changes between two states, each with its severity."""

from collections.abc import Iterator
from itertools import islice

from rules.game.engine.differences import UNIT_LOST, Outcome
from rules.game.units import Unit
from rules.kampfgruppe_normandy.book.conditions import FIRED, IMMOBILISED, SUPPRESSED
from rules.kampfgruppe_normandy.book.counted import counted
from rules.kampfgruppe_normandy.book.fire_tables import morale_result
from rules.kampfgruppe_normandy.book.unit_types import Kind
from rules.kampfgruppe_normandy.effects.building_hits import DAMAGE
from rules.kampfgruppe_normandy.effects.indirect_fire.shellfire import units_near
from rules.kampfgruppe_normandy.questions.target import LEFT_PLAY, Losses
from rules.kampfgruppe_normandy.state.ammunition_events import LAST_SHOT
from rules.kampfgruppe_normandy.state.fire_missions import fire_support
from rules.kampfgruppe_normandy.state.position import Position
from rules.kampfgruppe_normandy.state.progress import Duty, Obligation, Progress, Step

_FATES = {how: fate for fate, how in LEFT_PLAY.items()}
_GAME_ENDED = UNIT_LOST**2
_MAN_SEVERITY = 20
_SHAKEN_SEVERITY = 5


def changes_of(before: Position, after: Position) -> Iterator[Outcome]:
    """Every change between two positions of a game that matters to a player."""
    yield from _units(before, after)
    yield from _last_shots(before, after)
    yield from _aircraft(before, after)
    yield from _wrecks(before, after)
    yield from _ground(before, after)
    yield from _fire_support(before, after)
    yield from _turn(before, after)
    yield from _decisions(before, after)


def _units(before: Position, after: Position) -> Iterator[Outcome]:
    for unit in before.state.units.values():
        now = after.state.units.get(unit.id)
        if now is None:
            yield _unit_loss(before, after, unit)
        elif now is not unit or before.status(unit) is not after.status(now):
            yield from _unit_changes(before, after, unit, now)


def _unit_loss(before: Position, after: Position, unit: Unit) -> Outcome:
    how = next((loss.how for loss in reversed(after.progress.lost) if loss.unit == unit.id), "gone")
    words = Losses(unit.id, fate=_FATES[how]).words if how in _FATES else how
    return Outcome(UNIT_LOST + before.type(unit).points, f"{unit}: {words}", unit.side)


def _unit_changes(before: Position, after: Position, unit: Unit, now: Unit) -> Iterator[Outcome]:
    losses = _losses_of(before, after, unit, now)
    words = [] if losses.is_untouched else [losses.words]
    was, left = before.status(unit), after.status(now)
    gone = len(left.lost_weapons) - len(was.lost_weapons)
    if gone > 0:
        words.append(f"without {', '.join(islice(reversed(left.lost_weapons), gone))}")
    if left.is_empty != was.is_empty:
        words.append("is out of ammunition" if left.is_empty else "has ammunition again")
    words += [
        f"no longer {condition}"
        for condition in (SUPPRESSED, IMMOBILISED)
        if unit.has(condition) > now.has(condition)
    ]
    if sum(dict(left.rounds).values()) > sum(dict(was.rounds).values()):
        words.append(f"has {' and '.join(f'{count} {shell.upper()}' for shell, count in left.rounds)}")
    if left.aboard != was.aboard:
        words.append(f"is aboard {left.aboard}" if left.aboard else "gets out")
    if left.inside != was.inside and left.inside:
        words.append(f"is inside {left.inside}")
    if words:
        severity = _MAN_SEVERITY * (losses.men_lost + losses.hits_taken) + _SHAKEN_SEVERITY * (
            losses.suppressed + 2 * losses.immobilised + (losses.first_test is not None)
        )
        yield Outcome(severity, f"{unit}: {', '.join(words)}", unit.side)
    if now.at != unit.at and now.at is not None:
        yield Outcome(0, f"{unit} goes to {now.at}")


def _losses_of(before: Position, after: Position, unit: Unit, now: Unit) -> Losses:
    """The losses of a unit between two positions, in the form of the losses of an attack."""
    was, left, kind = before.status(unit), after.status(now), before.type(unit)
    counts_men = kind.kind in (Kind.INFANTRY, Kind.GUN)
    retest = next(
        (
            owed
            for owed in _new_decisions(before, after)
            if owed.unit == unit.id and owed.duty is Duty.VETERAN_REROLL
        ),
        None,
    )
    return Losses(
        unit.id,
        men_lost=max(0, was.men - left.men) if counts_men else 0,
        hits_taken=max(0, left.hits - was.hits),
        suppressed=now.has(SUPPRESSED) and not unit.has(SUPPRESSED),
        immobilised=now.has(IMMOBILISED) and not unit.has(IMMOBILISED),
        first_test=None if retest is None else morale_result(kind.kind, retest.count),
    )


def _last_shots(before: Position, after: Position) -> Iterator[Outcome]:
    """The guns that now have one shot left."""
    had = LAST_SHOT.of(before.progress)
    for gun in LAST_SHOT.of(after.progress):
        if gun not in had:
            unit = after.state.unit(gun)
            yield Outcome(_SHAKEN_SEVERITY, f"{unit}: has one shot left", unit.side)


def _aircraft(before: Position, after: Position) -> Iterator[Outcome]:
    for unit in after.state.units.values():
        if unit.id not in before.state.units and after.type(unit).kind is Kind.AIRCRAFT:
            yield Outcome(0, f"{unit} comes to {unit.side}")


def _wrecks(before: Position, after: Position) -> Iterator[Outcome]:
    """Wrecks that run again or are gone; a towed wreck is covered by the move of its tow."""
    still_lie = {wreck.unit for wreck in after.progress.wrecks}
    for wreck in before.progress.wrecks:
        if wreck.unit in after.state.units and wreck.unit not in before.state.units:
            yield Outcome(0, f"{wreck.unit} runs again")
        elif wreck.unit not in still_lie:
            yield Outcome(1, f"{before.wreck_called(wreck)} is gone")


def _ground(before: Position, after: Position) -> Iterator[Outcome]:
    if before.state.board is not after.state.board:
        had, has = before.table.by_id, after.table.by_id
        for name, piece in had.items():
            if name not in has:
                yield Outcome(1, f"{piece} is gone")
            elif has[name].terrain is not piece.terrain:
                yield Outcome(1, f"{piece} becomes {has[name].terrain.replace('_', ' ')}")
        for name, piece in has.items():
            if name not in had:
                yield Outcome(0, f"{piece} is there")
    standing = dict(DAMAGE.of(before.progress))
    for building, hits in DAMAGE.of(after.progress):
        if (taken := hits - standing.get(building, 0)) > 0:
            yield Outcome(taken, f"{building} takes {counted(taken, 'hit')}")


def _turn(before: Position, after: Position) -> Iterator[Outcome]:
    was, now = before.progress, after.progress
    for had, has in zip(was.objectives, now.objectives, strict=True):
        if had.held_by != has.held_by:
            yield Outcome(0, f"{has.held_by or 'nobody'} holds {has.name}")
    if now.ended is not None:
        winner = now.ended.winner
        yield Outcome(_GAME_ENDED, now.ended.text, "" if winner is None else now.other(winner))
    elif was.step is Step.FIRST and now.step is not Step.FIRST:
        yield Outcome(0, f"{now.acting} goes first")
    elif (was.turn, was.acting) != (now.turn, now.acting):
        yield Outcome(0, f"the turn of {now.acting} begins")
    elif was.command_dice != now.command_dice or _is_reroll(was):
        yield Outcome(now.allowance, counted(now.allowance, "activation"))
    if now.move is not None and was.move is None:
        yield Outcome(0, f"{now.move.unit} sets out for {now.move.path[-1]}")


def _is_reroll(progress: Progress) -> bool:
    return bool(progress.owed) and progress.due.duty is Duty.COMMAND_REROLL


def _fire_support(before: Position, after: Position) -> Iterator[Outcome]:
    """How a request for fire ended, and whether guns that were about to fire were silenced."""
    was, now = fire_support(before.progress), fire_support(after.progress)
    marked = [owed.other for owed in _new_decisions(before, after) if owed.duty is Duty.FIRE_FOR_EFFECT]
    for mission in now.missions:
        if mission.id in marked:
            near = ", ".join(str(unit) for unit in units_near(after, mission.at))
            yield Outcome(0, f"the marker lies within reach of {near or 'no unit'}")
    is_over = now.asked > was.asked or (was.radio is not None and now.radio is None)
    if is_over and not marked and now.radio is None:
        yield Outcome(0, "no fire mission")
    if was.laid is not None and now.laid is None:
        guns = [after.state.units[gun] for gun in was.laid.guns if gun in after.state.units]
        if not any(gun.has(FIRED) for gun in guns):
            yield Outcome(0, "the guns are silenced")


def _decisions(before: Position, after: Position) -> Iterator[Outcome]:
    for owed in _new_decisions(before, after):
        if owed.duty is Duty.EVENT_TARGET and (before_what := _EVENT_COMES_BEFORE.get(after.progress.step)):
            yield Outcome(1, f"{owed.side} plays a special event before {before_what}")
        if owed.duty is Duty.COVERING_FIRE:
            yield Outcome(1, f"{owed.side} may fire covering fire{f' at {owed.other}' if owed.other else ''}")
        if owed.duty is Duty.CHOOSE_RALLIED:
            rallying = f"{counted(owed.count, 'unit')} of {owed.side}"
            yield Outcome(1, f"{rallying} {'rallies' if owed.count == 1 else 'rally'}")
        if owed.duty in _DECISIONS:
            yield Outcome(1, _DECISIONS[owed.duty].format(owed=owed))


_EVENT_COMES_BEFORE = {
    Step.REMOVAL: "suppression is removed",
    Step.END: "the turn ends",
    Step.MORALE: "the turn ends",
}


def _new_decisions(before: Position, after: Position) -> Iterator[Obligation]:
    """The decisions that are newly owed, except about units that are no longer in play."""
    units = after.state.units
    return (
        owed
        for owed in after.progress.owed
        if owed not in before.progress.owed and (not owed.unit or owed.unit in units)
    )


_DECISIONS = {
    Duty.HEROIC_ACTION: "{owed.unit} may act heroically",
    Duty.MORALE_REQUEST: "{owed.side} may ask for a morale test of {owed.unit}",
    Duty.CHOOSE_WEAPON: "{owed.unit} loses a special weapon of its owner's choice",
    Duty.COUNTER_BATTERY: "{owed.side} may answer with counter-battery fire",
    Duty.SIGNALS: "the radio may be tried again",
}
"""The words for decisions that an outcome names; the others follow from other changes, or do not matter yet."""
