"""Events of units: moves, arrivals, changed conditions, losses, deployment and transport."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from rules.game.events import ShowsHidden, UnitEvent, Unsaid
from rules.game.rule_ids import implements
from rules.game.state import GameState
from rules.game.units import Unit
from rules.ground.hex.hexes import Hex
from rules.last_hundred_yards.book.conditions import DISRUPTED, OVERWATCH
from rules.last_hundred_yards.book.roster import ROSTER, platoon_name
from rules.last_hundred_yards.book.unit_types import UnitKind
from rules.last_hundred_yards.state.arrival_order import after_entering, after_joining
from rules.last_hundred_yards.state.markers import AssaultHex
from rules.last_hundred_yards.state.progress import (
    ActionKind,
    Deed,
    LostLeader,
    LostWeapon,
    Moving,
    Phase,
    Progress,
    Step,
    progress_of,
    with_progress,
)

AWAY_MINUTES = 7
"""A lost platoon leader comes back so many minutes later (12.3.4.1)."""


@dataclass(frozen=True, slots=True)
class UnitMoved:
    """A unit, with all units aboard, moved to a hex; `start` is None if it comes from off the map."""

    unit: str
    start: Hex | None
    end: Hex
    corrected: bool = False
    """Whether the umpire moved it as a correction, as if it had been there all along."""

    def on(self, state: GameState) -> GameState:
        course = progress_of(state)
        units = (self.unit, *course.loads_of(self.unit))
        state = state.with_units({unit: state.unit(unit).moved(self.end) for unit in units})
        arrivals = after_entering(course.arrivals, state, units, self.end)
        stood = dict(course.stood)
        if self.corrected:
            stood = {name: at for name, at in course.stood if name not in units}
        elif course.step in (Step.ACTIONS, Step.REACTION):
            stood = {**dict.fromkeys(units, self.start), **stood}
        return with_progress(
            state, arrivals=arrivals, off_map=course.off_map.difference(units), stood=tuple(stood.items())
        )

    def __str__(self) -> str:
        return f"{self.unit} moves {f'from {self.start} ' if self.start else ''}to {self.end}"


@dataclass(frozen=True, slots=True)
class UnitDrawn:
    """A side drew a counter for the mission: it is to be set up, or waits off the map (17.6)."""

    unit: str
    side: str
    enters: bool
    conditions: tuple[str, ...] = ()

    def on(self, state: GameState) -> GameState:
        off_map = progress_of(state).off_map | ({self.unit} if self.enters else set())
        drawn = Unit(self.unit, self.unit, self.side, conditions=frozenset(self.conditions))
        return with_progress(state, off_map=off_map).with_unit(drawn)

    def __str__(self) -> str:
        return (
            f"{self.unit} is drawn{' and waits off the map' if self.enters else ''}{_with(self.conditions)}"
        )


@dataclass(frozen=True, slots=True)
class UnitPlaced:
    """A counter came into play: a section, a recombined squad, a leader who is back.

    Whatever was recorded of it before it was lost is forgotten (reading 239), unless it comes back `as_it_was`.
    """

    unit: str
    type: str
    side: str
    at: Hex
    conditions: tuple[str, ...] = ()
    has_acted: bool = False
    facing_deg: float | None = None
    as_it_was: bool = False

    def on(self, state: GameState) -> GameState:
        course = progress_of(state)
        acted = course.acted | {self.unit} if self.has_acted else course.acted - {self.unit}
        placed = Unit(
            self.unit, self.type, self.side, self.at, self.facing_deg, conditions=frozenset(self.conditions)
        )
        was = state.units.get(self.unit)
        anew = not self.as_it_was and (was is None or was.at is None)
        changes = UnitReplaced(self.unit, ()).records_of_men(course) if anew else {}
        changes["stood"] = tuple(entry for entry in course.stood if entry[0] != self.unit)
        changes["weapons_lost"] = tuple(lost for lost in course.weapons_lost if lost.unit != self.unit)
        changes["killed"] = tuple(fallen for fallen in course.killed if fallen[0] != self.unit)
        arrivals = after_joining(course.arrivals, placed, self.at)
        if self.unit in course.exited:
            changes["exited"] = course.exited - {self.unit}
            changes["exited_before"] = course.exited_before + ((self.unit,) if anew else ())
        return with_progress(state, acted=acted, arrivals=arrivals, **changes).with_unit(placed)

    def __str__(self) -> str:
        facing = "" if self.facing_deg is None else f", facing {self.facing_deg:g}°"
        return f"{self.unit} comes into play in {self.at}{_with(self.conditions)}{facing}"


@dataclass(frozen=True, slots=True)
class UnitChanged:
    """A unit gained conditions, or lost some."""

    unit: str
    gained: tuple[str, ...] = ()
    lost: tuple[str, ...] = ()

    def on(self, state: GameState) -> GameState:
        unit = state.unit(self.unit)
        return state.with_unit(unit.marked(unit.conditions.difference(self.lost).union(self.gained)))

    def __str__(self) -> str:
        parts = [f"is {_condition_words(self.gained, '/')}"] if self.gained else []
        parts += [f"is no longer {_condition_words(self.lost, '/')}"] if self.lost else []
        return f"{self.unit} {', '.join(parts)}"


def changed(unit: Unit, gained: tuple[str, ...], rid_of: tuple[str, ...]) -> UnitChanged:
    """The event by which a unit gains conditions and loses those of `rid_of` that it has."""
    return UnitChanged(unit.id, gained, tuple(word for word in rid_of if unit.has(word)))


LEAVES, WITHDRAWS, RETREATS = "leaves the map", "withdraws off the map", "retreats off the map"
BLOWN_OFF = "is blown off course and lands off the map"
_LEFT_ALIVE = frozenset({LEAVES, WITHDRAWS, RETREATS, BLOWN_OFF})
"""The reasons for which units are gone but alive."""
TAKEN_OFF = "is taken off the map"
"""The reason for a unit that the umpire takes off as a correction, as if it had never been there."""


@dataclass(frozen=True, slots=True)
class UnitGone:
    """A unit left play, as it was eliminated, replaced or exited; its arrows, load, fire markers and decisions go with it."""

    unit: str
    why: str

    def on(self, state: GameState) -> GameState:
        course, unit = progress_of(state), state.unit(self.unit)
        row, lives = ROSTER[unit.type], self.why in _LEFT_ALIVE
        is_lost = row.is_combat and not row.is_infantry and not lives and self.why != TAKEN_OFF
        lost = LostWeapon(self.unit, unit.side, course.landing)
        state = replace(state, course=course.changed(
            stood=tuple(self._stood(state, course).items()),
            aboard=tuple(pair for pair in course.aboard if self.unit not in pair),
            arrows=tuple(arrow for arrow in course.arrows if arrow.unit != self.unit),
            fires=tuple(fire for fire in course.fires if fire.target != self.unit),
            decisions=tuple(due for due in course.decisions if due.unit != self.unit),
            moving=_without(course.moving, self.unit),
            going_on=tuple(left for moving in course.going_on if (left := _without(moving, self.unit))),
            withdrawing=tuple(left for moving in course.withdrawing if (left := _without(moving, self.unit))),
            paused=_without(course.paused, self.unit),
            exited=course.exited | ({self.unit} if lives else set()),
            weapons_lost=(*course.weapons_lost, lost) if is_lost else course.weapons_lost,
            in_the_air=course.in_the_air - {self.unit},
            deploying=course.deploying - {self.unit},
        ))  # fmt: skip
        return state.with_unit(replace(unit, at=None, conditions=frozenset()))

    def _stood(self, state: GameState, course: Progress) -> dict[str, Hex | None]:
        """`Progress.stood` with the hex of the unit that goes; without the unit if the umpire takes it off,
        or for a disrupted leader."""
        stood, unit = dict(course.stood), state.unit(self.unit)
        leads_nobody = ROSTER[unit.type].kind is UnitKind.LEADER and unit.has(DISRUPTED)
        if self.why == TAKEN_OFF or leads_nobody:
            return {name: at for name, at in stood.items() if name != self.unit}
        if course.step in (Step.ACTIONS, Step.REACTION) and isinstance(unit.at, Hex):
            stood.setdefault(self.unit, unit.at)
        return stood

    def __str__(self) -> str:
        return f"{self.unit} {self.why}"


@dataclass(frozen=True, slots=True)
class StepsLost:
    """Steps were lost that count on a side's Casualty Track; negative steps come back."""

    side: str
    steps: int
    in_landing: bool = False
    """Whether they were lost as their side landed, which does not count on the track (22.1.6)."""

    def on(self, state: GameState) -> GameState:
        course = progress_of(state)
        losses = dict(course.landing_losses if self.in_landing else course.losses)
        losses[self.side] = losses.get(self.side, 0) + self.steps
        return with_progress(state, **{"landing_losses" if self.in_landing else "losses": losses})

    def __str__(self) -> str:
        steps = abs(self.steps)
        return f"{self.side} {'loses' if self.steps > 0 else 'gets back'} {steps} step{'s' if steps != 1 else ''}"


@dataclass(frozen=True, slots=True)
class DummyGone(ShowsHidden):
    """A counter left play that was a dummy, which the enemy knows now (17.8.2)."""

    unit: str

    def on(self, state: GameState) -> GameState:
        return self._gone.on(state)

    @property
    def _gone(self) -> UnitGone:
        return UnitGone(self.unit, "was a dummy")

    def __str__(self) -> str:
        return str(self._gone)


_OF_UNITS = (
    "advanced", "came_into_wire", "come_upon", "forced_off", "joined", "loaded_this_turn", "rallied", "unassembled",
)  # fmt: skip
_BY_UNIT = ("fired", "fired_from", "got_off", "hero_goals", "stood")
"""Fields of `Progress` that hold records of men: the sections in place of a squad take them over, and a
counter that comes into play anew loses them."""


@dataclass(frozen=True, slots=True)
class UnitReplaced(Unsaid):  # the record tells that they come into play
    """Other counters took the place of a unit, sections of a squad or the reverse: what it did counts as done by them."""

    unit: str
    by: tuple[str, ...]

    @implements("LHY-8.1.1", "LHY-8.1.4", "LHY-8.0b")
    def on(self, state: GameState) -> GameState:
        course = progress_of(state)
        changes = self.records_of_men(course)
        if course.phase is Phase.FIRE:
            # A squad that has lost a step to fire suffers no second result of the phase (12.0.2).
            changes["got_off"] = tuple(entry for entry in course.got_off if entry[0] != self.unit)
        return with_progress(
            state,
            **changes,
            deeds=self._as_done(course.deeds),
            doing=self._as_done(course.doing),
            assaults=tuple(map(self._as_fought, course.assaults)),
        )

    def records_of_men(self, course: Progress) -> dict[str, Any]:
        """The fields of `Progress` with records of men, changed to the counters that took the unit's place."""
        units = {name: frozenset(self._names(getattr(course, name))) for name in _OF_UNITS}
        entries = {
            name: tuple(
                (heir, entry) for unit, entry in getattr(course, name) for heir in self._names([unit])
            )
            for name in _BY_UNIT
        }
        return units | entries

    def _names(self, units: Iterable[str]) -> Iterator[str]:
        """These units, with the replaced one exchanged for those in its place."""
        for unit in units:
            yield from self.by if unit == self.unit else (unit,)

    def _as_done(self, deeds: tuple[Deed, ...]) -> tuple[Deed, ...]:
        """These deeds, with those of the replaced unit given to each unit in its place."""
        return tuple(replace(deed, unit=name) for deed in deeds for name in self._names([deed.unit]))

    def _as_fought(self, assault: AssaultHex) -> AssaultHex:
        """An assault with the units in its place where the replaced unit came in or loses."""
        entries = (
            replace(entry, unit=name) for entry in assault.entries for name in self._names([entry.unit])
        )
        return replace(assault, entries=tuple(entries), losers=tuple(self._names(assault.losers)))


@dataclass(frozen=True, slots=True)
class SquadDeployed:
    """A platoon deployed its one squad; `sections` may only maneuver in this turn."""

    platoon: str
    squad: str
    sections: tuple[str, ...] = ()

    def on(self, state: GameState) -> GameState:
        course = progress_of(state)
        return with_progress(
            state, deployed=course.deployed | {self.platoon}, split=course.split | {self.squad},
            deploying=course.deploying.union(self.sections),
        )  # fmt: skip

    def __str__(self) -> str:
        return f"{self.squad} is the squad of {platoon_name(self.platoon)} that deploys"


@dataclass(frozen=True, slots=True)
class Mounted:
    """A unit is aboard a vehicle: it mounted in play, or starts or comes on aboard (17.7f)."""

    unit: str
    vehicle: str
    from_the_start: bool = False

    def on(self, state: GameState) -> GameState:
        course = progress_of(state)
        loaded = set() if self.from_the_start else {self.unit, self.vehicle}
        return with_progress(
            state,
            aboard=(*course.aboard, (self.unit, self.vehicle)),
            loaded_this_turn=course.loaded_this_turn | loaded,
        )

    def __str__(self) -> str:
        return f"{self.unit} {'is aboard' if self.from_the_start else 'mounts'} {self.vehicle}"


class Dismounted(UnitEvent):
    """A unit got off its vehicle."""

    words = "dismounts"

    def on(self, state: GameState) -> GameState:
        course = progress_of(state)
        left = tuple(pair for pair in course.aboard if pair[0] == self.unit)
        return with_progress(
            state,
            aboard=tuple(pair for pair in course.aboard if pair not in left),
            loaded_this_turn=course.loaded_this_turn | {self.unit},
            got_off=(*course.got_off, *(pair for pair in left if course.is_fired_at(pair[1]))),
        )


@dataclass(frozen=True, slots=True)
class ForcedOff(Unsaid):  # the record tells that it dismounts
    """A unit had to get off its vehicle: it may be fired at in reaction for that, and still has its action."""

    unit: str
    at: Hex

    def on(self, state: GameState) -> GameState:
        course, side = progress_of(state), state.unit(self.unit).side
        others = tuple(deed for deed in course.doing if deed.unit != self.unit)
        deed = Deed(self.unit, side, ActionKind.MANEUVER, (self.at,))
        return with_progress(state, doing=(*others, deed), forced_off=course.forced_off | {self.unit})


class DummyPut(UnitEvent):
    """A dummy moved to another hex in Clean Up, which it may do once."""

    words = "has changed place"

    def on(self, state: GameState) -> GameState:
        return with_progress(state, dummies_put=progress_of(state).dummies_put | {self.unit})


@dataclass(frozen=True, slots=True)
class LeaderLost:
    """A platoon leader was lost, and comes back in seven minutes."""

    unit: str

    def on(self, state: GameState) -> GameState:
        course = progress_of(state)
        unit = state.unit(self.unit)
        lost = LostLeader(unit.id, unit.type, unit.side, course.minutes + AWAY_MINUTES)
        return with_progress(state, away=(*course.away, lost))

    def __str__(self) -> str:
        return f"{self.unit} is lost for {AWAY_MINUTES} minutes"


class LeaderBack(UnitEvent):
    """A leader is back, and the decision on where he comes back is no longer due."""

    words = "is back"

    def on(self, state: GameState) -> GameState:
        course = progress_of(state)
        away = tuple(leader for leader in course.away if leader.unit != self.unit)
        decisions = tuple(due for due in course.decisions if due.unit != self.unit)
        return with_progress(state, away=away, decisions=decisions)


def _without(moving: Moving | None, unit: str) -> Moving | None:
    if moving is None or unit not in moving.units:
        return moving
    left = tuple(member for member in moving.units if member != unit)
    return replace(moving, units=left) if left else None


def _with(conditions: tuple[str, ...]) -> str:
    return f", {_condition_words(conditions, ', ')}" if conditions else ""


def _condition_words(conditions: tuple[str, ...], between: str) -> str:
    """Conditions as players say them: in motion, on overwatch."""
    return between.join(conditions).replace("_", " ").replace(OVERWATCH, f"on {OVERWATCH}")
