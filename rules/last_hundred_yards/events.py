"""What happened, past tense: one frozen value an event; `on(state)` is the state after it, dull and without dice."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any, Protocol, runtime_checkable

from rules.game.state import GameState
from rules.game.units import Marker, Unit
from rules.ground.hexes import Hex
from rules.last_hundred_yards.course import (
    ActionKind,
    Arrow,
    AssaultHex,
    Coordination,
    Course,
    Decision,
    Deed,
    Entry,
    FireKind,
    FireMarker,
    LostLeader,
    MortarPlace,
    MortarState,
    Moving,
    Phase,
    Step,
    course_of,
)

AWAY_MINUTES = 7
"""A lost platoon leader comes back so many minutes later (12.3.4.1)."""


@runtime_checkable
class LhyEvent(Protocol):
    """Any event of this book."""

    def on(self, state: GameState) -> GameState: ...


@dataclass(frozen=True, slots=True)
class DieThrown:
    """A die and what it was for."""

    what: str
    result: int

    def on(self, state: GameState) -> GameState:
        return state

    def __str__(self) -> str:
        return f"{self.what}: {self.result}"


@dataclass(frozen=True, slots=True)
class Said:
    """A line of the record that changes nothing."""

    text: str

    def on(self, state: GameState) -> GameState:
        return state

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True, slots=True)
class UnitMoved:
    """A unit, with all aboard, went to a hex."""

    unit: str
    start: Hex | None
    end: Hex

    def on(self, state: GameState) -> GameState:
        for unit in (self.unit, *course_of(state).loads_of(self.unit)):
            state = state.with_unit(replace(state.unit(unit), at=self.end))
        return state

    def __str__(self) -> str:
        return f"{self.unit} moves {f'from {self.start} ' if self.start else ''}to {self.end}"


@dataclass(frozen=True, slots=True)
class UnitPlaced:
    """A counter came into play: a section, a recombined squad, a leader who is back."""

    unit: str
    type: str
    side: str
    at: Hex
    conditions: tuple[str, ...] = ()
    has_acted: bool = False

    def on(self, state: GameState) -> GameState:
        course = course_of(state)
        acted = course.acted | {self.unit} if self.has_acted else course.acted - {self.unit}
        state = replace(state, course=replace(course, acted=acted))
        return state.with_unit(
            Unit(self.unit, self.type, self.side, self.at, conditions=frozenset(self.conditions))
        )

    def __str__(self) -> str:
        return f"{self.unit} comes into play in {self.at}{_with(self.conditions)}"


@dataclass(frozen=True, slots=True)
class UnitChanged:
    """A unit took on conditions, or was rid of some."""

    unit: str
    gained: tuple[str, ...] = ()
    lost: tuple[str, ...] = ()

    def on(self, state: GameState) -> GameState:
        unit = state.unit(self.unit)
        return state.with_unit(
            replace(unit, conditions=unit.conditions.difference(self.lost).union(self.gained))
        )

    def __str__(self) -> str:
        parts = [f"is {'/'.join(self.gained)}".replace("_", " ")] if self.gained else []
        parts += [f"is no longer {'/'.join(self.lost)}".replace("_", " ")] if self.lost else []
        return f"{self.unit} {', '.join(parts)}"


@dataclass(frozen=True, slots=True)
class UnitGone:
    """A unit left play, with all that is said of it: eliminated, replaced, exited."""

    unit: str
    why: str

    def on(self, state: GameState) -> GameState:
        course = course_of(state)
        state = replace(state, course=replace(
            course,
            aboard=tuple(pair for pair in course.aboard if self.unit not in pair),
            arrows=tuple(arrow for arrow in course.arrows if arrow.unit != self.unit),
            fires=tuple(fire for fire in course.fires if fire.target != self.unit),
            decisions=tuple(due for due in course.decisions if due.unit != self.unit),
            moving=_without(course.moving, self.unit),
        ))  # fmt: skip
        return _with_fires(state.with_unit(replace(state.unit(self.unit), at=None, conditions=frozenset())))

    def __str__(self) -> str:
        return f"{self.unit} {self.why}"


@dataclass(frozen=True, slots=True)
class StepsLost:
    """Steps that count on the Casualty Track of a side; negative ones come back."""

    side: str
    steps: int

    def on(self, state: GameState) -> GameState:
        losses = dict(course_of(state).losses)
        losses[self.side] = losses.get(self.side, 0) + self.steps
        return _noted(state, losses=losses)

    def __str__(self) -> str:
        return f"{self.side} loses {self.steps} step{'s' if self.steps != 1 else ''}"


@dataclass(frozen=True, slots=True)
class UnitActed:
    """A unit used its action of the turn, in these hexes."""

    unit: str
    kind: ActionKind
    hexes: tuple[Hex, ...]

    def on(self, state: GameState) -> GameState:
        course = course_of(state)
        side = state.unit(self.unit).side
        before = next((deed for deed in course.doing if deed.unit == self.unit), None)
        others = tuple(deed for deed in course.doing if deed is not before)
        hexes = (before.hexes if before else ()) + self.hexes
        return _noted(
            state,
            acted=course.acted | {self.unit},
            doing=(*others, Deed(self.unit, side, self.kind, hexes)),
            owes_shot=None if self.kind is ActionKind.FIRE else course.owes_shot,
        )

    def __str__(self) -> str:
        return f"{self.unit} has acted ({self.kind})"


@dataclass(frozen=True, slots=True)
class ActionRegained:
    """A unit rallied: it may act again (14.5)."""

    unit: str

    def on(self, state: GameState) -> GameState:
        course = course_of(state)
        return _noted(state, acted=course.acted - {self.unit}, rallied=course.rallied | {self.unit})

    def __str__(self) -> str:
        return f"{self.unit} rallies and may act again"


@dataclass(frozen=True, slots=True)
class FirePlaced:
    """A fire marker was laid."""

    fire: FireMarker

    def on(self, state: GameState) -> GameState:
        course = course_of(state)
        firer, target = self.fire.firer, self.fire.target
        shots = (*course.shots, (firer, target)) if firer and target else course.shots
        state = _noted(
            state, fires=(*course.fires, self.fire), fires_placed=course.fires_placed + 1, shots=shots
        )
        return _with_fires(state)

    def __str__(self) -> str:
        fire = self.fire
        on = fire.target or fire.at
        return f"{fire.firer or 'mortar'} puts {fire.kind.upper()} {fire.value:+d}{' E' if fire.rear else ''} on {on}"


@dataclass(frozen=True, slots=True)
class FiresMoved:
    """Fire markers went along with a unit."""

    numbers: tuple[int, ...]
    end: Hex

    def on(self, state: GameState) -> GameState:
        fires = tuple(
            replace(fire, at=self.end) if fire.number in self.numbers else fire
            for fire in course_of(state).fires
        )
        return _with_fires(_noted(state, fires=fires))

    def __str__(self) -> str:
        return f"{len(self.numbers)} fire markers go along to {self.end}"


@dataclass(frozen=True, slots=True)
class FiresRemoved:
    """Fire markers were taken off."""

    numbers: tuple[int, ...]

    def on(self, state: GameState) -> GameState:
        fires = tuple(fire for fire in course_of(state).fires if fire.number not in self.numbers)
        return _with_fires(_noted(state, fires=fires))

    def __str__(self) -> str:
        return f"{len(self.numbers)} fire markers come off"


@dataclass(frozen=True, slots=True)
class KilledByFire:
    """Fire destroyed a vehicle or gun where it stood."""

    unit: str
    at: Hex

    def on(self, state: GameState) -> GameState:
        return _noted(state, killed=(*course_of(state).killed, (self.unit, self.at)))

    def __str__(self) -> str:
        return f"{self.unit} is knocked out in {self.at}"


@dataclass(frozen=True, slots=True)
class HexResolved:
    """All fire on a hex was resolved."""

    at: Hex

    def on(self, state: GameState) -> GameState:
        return _noted(state, resolved_hexes=course_of(state).resolved_hexes | {self.at})

    def __str__(self) -> str:
        return f"the fire on {self.at} is resolved"


@dataclass(frozen=True, slots=True)
class FiredThrough:
    """A unit fired at a hex, which fixes its front (11.1.2)."""

    unit: str
    at: Hex

    def on(self, state: GameState) -> GameState:
        return _noted(state, fired_from=(*course_of(state).fired_from, (self.unit, self.at)))

    def __str__(self) -> str:
        return f"{self.unit} faces {self.at}"


@dataclass(frozen=True, slots=True)
class GroundMarked:
    """A marker of the map, smoke, improved_position, wire or mines, was laid or taken off (value 0)."""

    kind: str
    at: Hex
    value: int

    def on(self, state: GameState) -> GameState:
        others = tuple(marker for marker in state.markers if (marker.kind, marker.at) != (self.kind, self.at))
        laid = (Marker(self.kind, self.at, self.value),) if self.value else ()
        return replace(state, markers=others + laid)

    def __str__(self) -> str:
        words = self.kind.replace("_", " ")
        return f"{words} in {self.at}" if self.value else f"no more {words} in {self.at}"


@dataclass(frozen=True, slots=True)
class InitiativeWon:
    """One side is active this turn."""

    side: str

    def on(self, state: GameState) -> GameState:
        return _noted(state, active=self.side, last_initiative=self.side)

    def __str__(self) -> str:
        return f"{self.side} has the initiative"


@dataclass(frozen=True, slots=True)
class PhaseBegan:
    """The next phase began."""

    phase: Phase

    def on(self, state: GameState) -> GameState:
        return _noted(state, phase=self.phase, step=Step.COMPANY, moving=None)

    def __str__(self) -> str:
        return f"— {self.phase.replace('_', ' ')} —"


@dataclass(frozen=True, slots=True)
class CompanySelected:
    """The active player selected a company."""

    company: str

    def on(self, state: GameState) -> GameState:
        return _noted(state, company=self.company, coordination=Coordination.OPEN, step=Step.PLATOON)

    def __str__(self) -> str:
        return f"{self.company} is selected"


@dataclass(frozen=True, slots=True)
class CoordinationTried:
    """The attempt to coordinate was won or lost."""

    won: bool

    def on(self, state: GameState) -> GameState:
        return _noted(state, coordination=Coordination.WON if self.won else Coordination.LOST)

    def __str__(self) -> str:
        return "coordinated" if self.won else "not coordinated"


@dataclass(frozen=True, slots=True)
class PlatoonsActivated:
    """A cycle began with one platoon, or two."""

    platoons: tuple[str, ...]

    def on(self, state: GameState) -> GameState:
        course = course_of(state)
        used = Coordination.USED if len(self.platoons) > 1 else course.coordination
        return _noted(
            state, platoons=self.platoons, platoons_done=course.platoons_done.union(self.platoons), step=Step.ACTIONS,
            coordination=used, cycle=course.cycle + 1, calls=0, passes=0, deeds=(), doing=(), reacting="",
            reacted_leaders=(), ad_hoc_tanks="",
        )  # fmt: skip

    def __str__(self) -> str:
        return f"{' and '.join(self.platoons)} activated"


@dataclass(frozen=True, slots=True)
class AdHocJoined:
    """A unit of another platoon acted with the activated one: by company (7.2b) or AFV platoon (7.2c)."""

    company: str = ""
    tanks: str = ""

    def on(self, state: GameState) -> GameState:
        course = course_of(state)
        borrowed = course.borrowed | {self.company} if self.company else course.borrowed
        return _noted(state, borrowed=borrowed, ad_hoc_tanks=self.tanks or course.ad_hoc_tanks)

    def __str__(self) -> str:
        return f"a unit of {self.company or self.tanks} acts ad hoc"


@dataclass(frozen=True, slots=True)
class ReactionCalled:
    """A side called for reaction; `passed` tells whether it had done nothing itself."""

    by: str
    to: str
    passed: bool

    def on(self, state: GameState) -> GameState:
        course = course_of(state)
        passes = course.passes + 1 if self.passed else 0
        return _noted(
            state, step=Step.REACTION, reacting=self.to, deeds=course.doing, doing=(), calls=course.calls + 1,
            passes=passes, inquired=(), owes_shot=None,
        )  # fmt: skip

    def __str__(self) -> str:
        return f"{self.by} {'passes and ' if self.passed else ''}calls for reaction"


@dataclass(frozen=True, slots=True)
class LeaderReacted:
    """A platoon leader's group reacted (8.3b)."""

    leader: str

    def on(self, state: GameState) -> GameState:
        return _noted(state, reacted_leaders=(*course_of(state).reacted_leaders, self.leader))

    def __str__(self) -> str:
        return f"{self.leader} leads a reaction"


@dataclass(frozen=True, slots=True)
class AdjustmentBegan:
    """Reactions are over; markers are adjusted (6.0 II.3)."""

    def on(self, state: GameState) -> GameState:
        return _noted(state, step=Step.ADJUSTMENT, reacting="", deeds=(), doing=(), passes=0, moving=None)

    def __str__(self) -> str:
        return "markers are adjusted"


@dataclass(frozen=True, slots=True)
class CycleEnded:
    """The platoon activation cycle is over; `company_done` if that was the company's last."""

    company_done: bool

    def on(self, state: GameState) -> GameState:
        course = course_of(state)
        done = course.companies_done | {course.company} if self.company_done else course.companies_done
        step = Step.COMPANY if self.company_done else Step.PLATOON
        return _noted(
            state,
            companies_done=done,
            step=step,
            platoons=(),
            company="" if self.company_done else course.company,
        )

    def __str__(self) -> str:
        return "the cycle ends"


@dataclass(frozen=True, slots=True)
class ManeuverWentOn:
    """How the maneuver under way stands; None when it is over."""

    moving: Moving | None

    def on(self, state: GameState) -> GameState:
        return _noted(state, moving=self.moving)

    def __str__(self) -> str:
        return f"{', '.join(self.moving.units)} may go on" if self.moving else "the maneuver is over"


@dataclass(frozen=True, slots=True)
class CameFrom:
    """The hexside a vehicle last crossed, and whether in reverse (11.1.3)."""

    unit: str
    start: Hex
    backed: bool

    def on(self, state: GameState) -> GameState:
        kept = tuple(entry for entry in course_of(state).last_side if entry[0] != self.unit)
        return _noted(state, last_side=(*kept, (self.unit, self.start, self.backed)))

    def __str__(self) -> str:
        return f"{self.unit} {'backs in' if self.backed else 'comes'} from {self.start}"


@dataclass(frozen=True, slots=True)
class SquadDeployed:
    """A platoon used its one deployment."""

    platoon: str

    def on(self, state: GameState) -> GameState:
        return _noted(state, deployed=course_of(state).deployed | {self.platoon})

    def __str__(self) -> str:
        return f"a squad of {self.platoon} deploys"


@dataclass(frozen=True, slots=True)
class Inquired:
    """What kinds of units lie concealed in a hex was told (4.3)."""

    at: Hex
    counts: tuple[tuple[str, int], ...]

    def on(self, state: GameState) -> GameState:
        return _noted(state, inquired=(*course_of(state).inquired, (self.at, self.counts)), owes_shot=self.at)

    def __str__(self) -> str:
        told = ", ".join(f"{count} {kind}" for kind, count in self.counts)
        return f"concealed in {self.at}: {told or 'no AFV, FP, carrier or towed gun'}"


@dataclass(frozen=True, slots=True)
class ArrowPlaced:
    """A unit waits to assault."""

    arrow: Arrow

    def on(self, state: GameState) -> GameState:
        return _noted(state, arrows=(*course_of(state).arrows, self.arrow))

    def __str__(self) -> str:
        return f"{self.arrow.unit} waits to assault {self.arrow.into}"


@dataclass(frozen=True, slots=True)
class ArrowRemoved:
    """A unit no longer waits to assault."""

    unit: str

    def on(self, state: GameState) -> GameState:
        return _noted(
            state, arrows=tuple(arrow for arrow in course_of(state).arrows if arrow.unit != self.unit)
        )

    def __str__(self) -> str:
        return f"{self.unit} waits no longer"


@dataclass(frozen=True, slots=True)
class AssaultEntered:
    """A unit entered an assault hex, which bears its side's nationality marker."""

    unit: str
    side: str
    at: Hex
    came_from: Hex

    def on(self, state: GameState) -> GameState:
        course = course_of(state)
        entry = Entry(self.unit, self.came_from, course.cycle)
        standing = course.assault_at(self.at)
        if standing is None:
            return _noted(state, assaults=(*course.assaults, AssaultHex(self.at, self.side, (entry,))))
        if standing.side != self.side:
            return state
        grown = replace(standing, entries=(*standing.entries, entry))
        return _noted(state, assaults=tuple(grown if one is standing else one for one in course.assaults))

    def __str__(self) -> str:
        return f"{self.unit} assaults {self.at}"


@dataclass(frozen=True, slots=True)
class AssaultDecided:
    """The die of an assault was thrown: its row of the table, and the units that lose by it."""

    at: Hex
    row: str
    losers: tuple[str, ...]
    urban_losses: tuple[str, ...] = ()

    def on(self, state: GameState) -> GameState:
        changed = (
            replace(one, row=self.row, losers=self.losers, urban_losses=self.urban_losses)
            if one.at == self.at
            else one
            for one in course_of(state).assaults
        )
        return _noted(state, assaults=tuple(changed))

    def __str__(self) -> str:
        return f"assault on {self.at}: row {self.row}"


@dataclass(frozen=True, slots=True)
class AssaultOver:
    """The assault marker comes off a hex."""

    at: Hex

    def on(self, state: GameState) -> GameState:
        return _noted(state, assaults=tuple(one for one in course_of(state).assaults if one.at != self.at))

    def __str__(self) -> str:
        return f"the assault on {self.at} is over"


@dataclass(frozen=True, slots=True)
class UnitAdvanced:
    """A unit made its one advance of the turn (13.6.4)."""

    unit: str

    def on(self, state: GameState) -> GameState:
        return _noted(state, advanced=course_of(state).advanced | {self.unit})

    def __str__(self) -> str:
        return f"{self.unit} has advanced"


@dataclass(frozen=True, slots=True)
class Mounted:
    """A unit is aboard a vehicle."""

    unit: str
    vehicle: str

    def on(self, state: GameState) -> GameState:
        course = course_of(state)
        return _noted(
            state,
            aboard=(*course.aboard, (self.unit, self.vehicle)),
            loaded_this_turn=course.loaded_this_turn | {self.unit, self.vehicle},
        )

    def __str__(self) -> str:
        return f"{self.unit} mounts {self.vehicle}"


@dataclass(frozen=True, slots=True)
class Dismounted:
    """A unit is off its vehicle."""

    unit: str

    def on(self, state: GameState) -> GameState:
        course = course_of(state)
        return _noted(
            state,
            aboard=tuple(pair for pair in course.aboard if pair[0] != self.unit),
            loaded_this_turn=course.loaded_this_turn | {self.unit},
        )

    def __str__(self) -> str:
        return f"{self.unit} dismounts"


@dataclass(frozen=True, slots=True)
class HexOverrun:
    """A vehicle overran a hex."""

    unit: str
    at: Hex

    def on(self, state: GameState) -> GameState:
        course = course_of(state)
        return _noted(
            state, overran=course.overran | {self.unit}, overrun_hexes=course.overrun_hexes | {self.at}
        )

    def __str__(self) -> str:
        return f"{self.unit} overruns {self.at}"


@dataclass(frozen=True, slots=True)
class MortarChanged:
    """Where a mortar's markers are now."""

    mortar: MortarState

    def on(self, state: GameState) -> GameState:
        course = course_of(state)
        known = any(one.id == self.mortar.id for one in course.mortars)
        kept = tuple(self.mortar if one.id == self.mortar.id else one for one in course.mortars)
        return _noted(state, mortars=kept if known else (*kept, self.mortar))

    def __str__(self) -> str:
        where = f" on {self.mortar.impact}" if self.mortar.impact else ""
        if self.mortar.place in (MortarPlace.AVAILABLE, MortarPlace.PENDING):
            where = ""
        return f"{self.mortar.id} is {self.mortar.place}{where}"


@dataclass(frozen=True, slots=True)
class TimeLapsed:
    """Minutes went by."""

    minutes: int

    def on(self, state: GameState) -> GameState:
        return _noted(state, minutes=course_of(state).minutes + self.minutes)

    def __str__(self) -> str:
        return f"{self.minutes} minutes go by"


@dataclass(frozen=True, slots=True)
class LeaderLost:
    """A platoon leader is out until seven minutes from now."""

    unit: str

    def on(self, state: GameState) -> GameState:
        course = course_of(state)
        unit = state.unit(self.unit)
        lost = LostLeader(unit.id, unit.type, unit.side, course.minutes + AWAY_MINUTES)
        return _noted(state, away=(*course.away, lost))

    def __str__(self) -> str:
        return f"{self.unit} is lost for {AWAY_MINUTES} minutes"


@dataclass(frozen=True, slots=True)
class LeaderBack:
    """A leader is no longer away."""

    unit: str

    def on(self, state: GameState) -> GameState:
        return _noted(state, away=tuple(one for one in course_of(state).away if one.unit != self.unit))

    def __str__(self) -> str:
        return f"{self.unit} is back"


@dataclass(frozen=True, slots=True)
class ControlChanged:
    """An objective changed hands."""

    objective: str
    side: str

    def on(self, state: GameState) -> GameState:
        control = tuple(
            (name, self.side if name == self.objective else side) for name, side in course_of(state).control
        )
        return _noted(state, control=control)

    def __str__(self) -> str:
        return f"{self.side} controls {self.objective}"


@dataclass(frozen=True, slots=True)
class DecisionDue:
    """A player must decide something before play goes on."""

    decision: Decision
    first: bool = False

    def on(self, state: GameState) -> GameState:
        due = course_of(state).decisions
        return _noted(state, decisions=(self.decision, *due) if self.first else (*due, self.decision))

    def __str__(self) -> str:
        what = self.decision.kind.replace("_", " ")
        return f"{self.decision.side} decides: {what} {self.decision.unit or self.decision.at or ''}".rstrip()


@dataclass(frozen=True, slots=True)
class DecisionTaken:
    """The first decision due is done, or goes on as `then`."""

    then: Decision | None = None

    def on(self, state: GameState) -> GameState:
        rest = course_of(state).decisions[1:]
        return _noted(state, decisions=(self.then, *rest) if self.then else rest)

    def __str__(self) -> str:
        return "decided"


@dataclass(frozen=True, slots=True)
class Breached:
    """Units may leave a minefield or wire hex in this turn."""

    at: Hex

    def on(self, state: GameState) -> GameState:
        return _noted(state, breached=course_of(state).breached | {self.at})

    def __str__(self) -> str:
        return f"a way out of {self.at}"


@dataclass(frozen=True, slots=True)
class TurnBegan:
    """A new turn: every counter is unused again."""

    turn: int

    def on(self, state: GameState) -> GameState:
        return _noted(
            state, turn=self.turn, phase=Phase.INITIATIVE, step=Step.COMPANY, acted=frozenset(), companies_done=frozenset(),
            platoons_done=frozenset(), company="", platoons=(), borrowed=frozenset(), ad_hoc_tanks="",
            reacting="", passes=0, deeds=(), doing=(), inquired=(), owes_shot=None, resolved_hexes=frozenset(),
            fired_from=(), shots=(), killed=(), last_side=(), advanced=frozenset(), loaded_this_turn=frozenset(), overran=frozenset(),
            overrun_hexes=frozenset(), rallied=frozenset(), breached=frozenset(), moving=None, active="",
            coordination=Coordination.OPEN,
        )  # fmt: skip

    def __str__(self) -> str:
        return f"== turn {self.turn} =="


@dataclass(frozen=True, slots=True)
class GameEnded:
    """Play is over."""

    winner: str | None
    text: str

    def on(self, state: GameState) -> GameState:
        return _noted(state, phase=Phase.OVER, ended=(self.winner, self.text), decisions=(), moving=None)

    def __str__(self) -> str:
        return self.text


EVENTS: tuple[type, ...] = (
    DieThrown,
    Said,
    UnitMoved,
    UnitPlaced,
    UnitChanged,
    UnitGone,
    StepsLost,
    UnitActed,
    ActionRegained,
    FirePlaced,
    FiresMoved,
    FiresRemoved,
    KilledByFire,
    HexResolved,
    FiredThrough,
    GroundMarked,
    InitiativeWon,
    PhaseBegan,
    CompanySelected,
    CoordinationTried,
    PlatoonsActivated,
    AdHocJoined,
    ReactionCalled,
    LeaderReacted,
    AdjustmentBegan,
    CycleEnded,
    ManeuverWentOn,
    CameFrom,
    SquadDeployed,
    Inquired,
    ArrowPlaced,
    ArrowRemoved,
    AssaultEntered,
    AssaultDecided,
    AssaultOver,
    UnitAdvanced,
    Mounted,
    Dismounted,
    HexOverrun,
    MortarChanged,
    TimeLapsed,
    LeaderLost,
    LeaderBack,
    ControlChanged,
    DecisionDue,
    DecisionTaken,
    Breached,
    TurnBegan,
    GameEnded,
)
"""Every event of this book."""


def _noted(state: GameState, **changes: Any) -> GameState:
    course: Course = replace(course_of(state), **changes)
    return replace(state, course=course)


def _without(moving: Moving | None, unit: str) -> Moving | None:
    if moving is None or unit not in moving.units:
        return moving
    left = tuple(one for one in moving.units if one != unit)
    return replace(moving, units=left) if left else None


def _with_fires(state: GameState) -> GameState:
    """The mortar markers on the map are those of the course: lines of sight are hindered by them."""
    others = tuple(marker for marker in state.markers if marker.kind != FireKind.MDRM)
    return replace(state, markers=others + tuple(_mortar_markers(course_of(state).fires)))


def _mortar_markers(fires: Iterable[FireMarker]) -> Iterable[Marker]:
    counts: dict[Hex, int] = {}
    for fire in fires:
        if fire.kind is FireKind.MDRM:
            counts[fire.at] = counts.get(fire.at, 0) + 1
    return (Marker(FireKind.MDRM.value, at, count) for at, count in counts.items())


def _with(conditions: tuple[str, ...]) -> str:
    return f", {', '.join(conditions)}".replace("_", " ") if conditions else ""
