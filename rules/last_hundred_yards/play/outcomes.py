"""The outcome of a declaration in words, read from the states before and after it."""

from collections import Counter
from collections.abc import Iterator

from rules.game.engine.differences import UNIT_LOST, Outcome, changed_units
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
from rules.last_hundred_yards.state.darkness import ILLUMINATION
from rules.last_hundred_yards.state.events.unit_events import StepsLost
from rules.last_hundred_yards.state.markers import SMOKE
from rules.last_hundred_yards.state.position import row_of
from rules.last_hundred_yards.state.progress import (
    WITHDRAWAL,
    Coordination,
    DecisionKind,
    MortarPlace,
    Progress,
    progress_of,
)

_STEP_LOST, _SHOCKED, _DISRUPTED, _REGROUPING, _SLIGHT = 400, 60, 50, 10, 1
_GAINED = {
    DISRUPTED: (_DISRUPTED, "disrupted"), SHOCKED: (_SHOCKED, "shocked"), REGROUPING: (_REGROUPING, "regrouping"),
    HEROIC: (0, "turns heroic"), IN_MOTION: (0, "in motion"), STOPPED: (0, "stops"), OVERWATCH: (0, "on overwatch"),
    CONCEALED: (0, "concealed"), HIDDEN: (0, "hidden"),
}  # fmt: skip
_CAST_OFF = {
    DISRUPTED: (0, "no longer disrupted"), SHOCKED: (0, "no longer shocked"), REGROUPING: (0, "no longer regrouping"),
    CONCEALED: (0, "loses concealment"), HIDDEN: (0, "is found"),
    HEROIC: (_SLIGHT, "no longer heroic"),
}  # fmt: skip


def changes_between(before: GameState, after: GameState) -> Iterator[Outcome]:
    """The changes to units, then everything else that a declaration decides."""
    for unit, now in changed_units(before, after):
        yield from _changes_of(unit, now, before, after)
    waited, wait = (course.off_map | course.in_the_air for course in map(progress_of, (before, after)))
    for name in sorted(waited - wait):
        if after.unit(name).at is None:
            yield _loss(after.unit(name), before, after)
    yield from _progress(progress_of(before), progress_of(after))
    yield from _units_that_act_again(before, after)
    yield from _assaults(before, after)
    yield from _smoke_and_light(before, after)
    yield from _markers(progress_of(before), progress_of(after))


def _changes_of(unit: Unit, now: Unit | None, before: GameState, after: GameState) -> Iterator[Outcome]:
    if now is None or (now.at is None and unit.at is not None):
        yield _loss(unit, before, after)
        return
    if unit.at is None and unit.side in _steps_back(progress_of(before), progress_of(after)):
        return  # a section that a medic brings is told as a step that comes back
    gained = now.conditions - unit.conditions - LAID_OUT
    lost = unit.conditions - now.conditions - LAID_OUT
    changes = [_GAINED[word] for word in _GAINED if word in gained]
    changes += [_CAST_OFF[word] for word in _CAST_OFF if word in lost]
    yield from (Outcome(severity, f"{unit} {words}", unit.side) for severity, words in changes)
    if now.at != unit.at and unit.id not in progress_of(before).in_the_air:
        yield Outcome(0, f"{unit} in {now.at}")


def _loss(unit: Unit, before: GameState, after: GameState) -> Outcome:
    """A unit that is off the map: over an edge, replaced by what is left of it, or out of the game."""
    row, course = row_of(unit), progress_of(after)
    if unit.id in course.exited:
        return Outcome(0, f"{unit} leaves the map")
    if unit.id in course.split - progress_of(before).split:
        sections = _new_counters(UnitKind.SECTION, row.platoon_key, before, after)
        into = " and ".join(sorted(row_of(section).name for section in sections))
        return Outcome(0, f"{unit} deploys into {into}")
    if row.is_dummy:
        return Outcome(_SLIGHT, f"{unit} was a dummy", unit.side)
    if row.is_hard:
        return Outcome(UNIT_LOST, f"{unit} destroyed", unit.side)
    if row.kind is UnitKind.SQUAD and any(_new_counters(UnitKind.SECTION, row.platoon_key, before, after)):
        return Outcome(_STEP_LOST, f"{unit} loses a step", unit.side)
    if row.kind is UnitKind.SECTION:
        for squad in _new_counters(UnitKind.SQUAD, row.platoon_key, before, after):
            if squad.at == unit.at:
                return Outcome(0, f"{unit} recombines into {row_of(squad).name}")
    return Outcome(UNIT_LOST, f"{unit} lost", unit.side)


def _new_counters(kind: UnitKind, platoon: str, before: GameState, after: GameState) -> Iterator[Unit]:
    """The sections or squads of a platoon that came into play, even if they have left over an edge since."""
    course = progress_of(after)
    for unit in after.units.values():
        was, row = before.units.get(unit.id), row_of(unit)
        is_new = (was is None or was.at is None) and (unit.at is not None or unit.id in course.exited)
        if is_new and row.kind is kind and row.platoon_key == platoon:
            yield unit


def _progress(was: Progress, now: Progress) -> Iterator[Outcome]:
    """The changes in the course of play, as far as dice decide them."""
    yield from _turn(was, now)
    yield from _decisions(was, now)
    yield from _withdrawals(was, now)
    yield from _first_to_extend(was, now)
    yield from _mortars(was, now)
    yield from _end(was, now)


def _turn(was: Progress, now: Progress) -> Iterator[Outcome]:
    """The steps that a medic brings back, coordination, initiative and the minutes that pass."""
    for side, steps in sorted(_steps_back(was, now).items()):
        yield Outcome(0, str(StepsLost(side, -steps)))
    if was.coordination is Coordination.OPEN and now.coordination in _COORDINATED:
        yield Outcome(0, _COORDINATED[now.coordination])
    if not was.active and now.active:
        yield Outcome(0, f"{now.active} has the initiative")
    if now.minutes != was.minutes:
        yield Outcome(0, f"{now.minutes - was.minutes} minutes go by")


def _steps_back(was: Progress, now: Progress) -> Counter[str]:
    """The steps of infantry that a medic brings back, by side; a vehicle or gun that survives a duel is told by itself."""
    return _infantry_lost(was) - _infantry_lost(now)


def _infantry_lost(course: Progress) -> Counter[str]:
    steps = Counter(course.losses) + Counter(course.landing_losses)
    return steps - Counter(lost.side for lost in course.weapons_lost)


_COORDINATED = {Coordination.WON: "coordinated", Coordination.LOST: "not coordinated"}


def _decisions(was: Progress, now: Progress) -> Iterator[Outcome]:
    """The new decisions of players; retreats after an assault are told by its row."""
    known = {(due.kind, due.side, due.at) for due in was.decisions}
    fought = {assault.at for assault in now.assaults if assault.row}
    for due in now.decisions:
        by_its_row = due.kind is DecisionKind.RETREAT and due.at in fought
        if not by_its_row and (due.kind, due.side, due.at) not in known:
            yield Outcome(0, str(due))


def _withdrawals(was: Progress, now: Progress) -> Iterator[Outcome]:
    """The units that must withdraw and have not set out; those that mortar fire drives out are told as disrupted."""
    before = (was.moving, *was.withdrawing)
    for moving in (now.moving, *now.withdrawing):
        if moving is None or moving in before or moving.mode != WITHDRAWAL:
            continue
        if not moving.path and not moving.driven_out:
            yield Outcome(0, f"{', '.join(moving.units)} must withdraw")


def _first_to_extend(was: Progress, now: Progress) -> Iterator[Outcome]:
    """The side that extends mortar fire first, if both may."""
    extending = [due.side for due in now.decisions if due.kind is DecisionKind.EXTEND_MORTAR]
    if len(set(extending)) > 1 and not was.decisions:
        yield Outcome(0, f"{extending[0]} extends first")


def _end(was: Progress, now: Progress) -> Iterator[Outcome]:
    """The players who survive, and the winner."""
    for unit in sorted(now.survivors - was.survivors):
        yield Outcome(0, f"{unit} lives to tell it")
    if now.ended and not was.ended:
        winner, _ = now.ended
        yield Outcome(0, f"{winner} wins" if winner else "a draw")


def _units_that_act_again(before: GameState, after: GameState) -> Iterator[Outcome]:
    """The units that may act again as they rallied or helped; not the section of a squad that had rallied before."""
    was, now = progress_of(before), progress_of(after)
    for name in sorted((now.rallied | now.spent_leaders) - (was.rallied | was.spent_leaders) - now.acted):
        if name in before.units and before.unit(name).at is not None:
            yield Outcome(0, f"{name} may act again")


def _mortars(was: Progress, now: Progress) -> Iterator[Outcome]:
    """The mortars that are lost, in part or in whole, or recover."""
    before = {mortar.id: mortar for mortar in was.mortars}
    for mortar in now.mortars:
        if (old := before.get(mortar.id)) is None:
            continue
        if mortar.place is MortarPlace.LOST and old.place is not MortarPlace.LOST:
            yield Outcome(_SLIGHT, f"{mortar.id} is lost", mortar.side)
        if mortar.kind is not old.kind:
            yield Outcome(_SLIGHT, f"{mortar.id} is reduced to a section of {mortar.kind}", mortar.side)
        if mortar.place is MortarPlace.AVAILABLE and old.place is MortarPlace.PENDING:
            yield Outcome(0, f"{mortar.id} recovers")


def _assaults(before: GameState, after: GameState) -> Iterator[Outcome]:
    """The rows of the Assault Resolution Table that dice gave, and the sides that lose by them."""
    decided = {(hex_.at, hex_.row) for hex_ in progress_of(before).assaults}
    for assault in progress_of(after).assaults:
        if assault.losers and (assault.at, assault.row) not in decided:
            attacker_loses = after.unit(assault.losers[0]).side == assault.side
            yield Outcome(0, f"{assault.row}: {'attacker' if attacker_loses else 'defender'} retreats")


def _smoke_and_light(before: GameState, after: GameState) -> Iterator[Outcome]:
    """Where smoke was laid, and illumination."""
    lay = {(marker.kind, marker.at): marker.value for marker in before.markers}
    for marker in after.markers:
        more = marker.value - lay.get((marker.kind, marker.at), 0)
        if marker.kind in (SMOKE, ILLUMINATION) and more > 0:
            yield Outcome(0, f"{'' if more == 1 else f'{more} '}{marker.kind} in {marker.at}")


def _markers(was: Progress, now: Progress) -> Iterator[Outcome]:
    """The fire markers that a declaration lays."""
    known = {fire.number for fire in was.fires}
    for fire in now.fires:
        if fire.number not in known:
            yield Outcome(0, f"{fire.value:+d} on {fire.target or fire.at}")
    waits_for = {arrow.into for arrow in now.arrows}
    for at in dict.fromkeys(arrow.into for arrow in was.arrows if arrow.into not in waits_for):
        yield Outcome(0, f"no assault waits for {at}")
