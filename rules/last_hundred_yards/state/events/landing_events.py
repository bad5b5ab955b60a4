"""Events of landings from the air: the plan, where units came down, and which of them have assembled."""

from dataclasses import dataclass, replace

from rules.game.events import SideEvent, UnitEvent
from rules.game.rule_ids import implements
from rules.game.state import GameState
from rules.ground.hex.hexes import Hex
from rules.last_hundred_yards.book.roster import ROSTER, platoon_name
from rules.last_hundred_yards.state.events.marker_events import MortarChanged
from rules.last_hundred_yards.state.events.order_events import PlatoonsActivated
from rules.last_hundred_yards.state.events.unit_events import UnitMoved
from rules.last_hundred_yards.state.mission.landings import Assembly, Stick
from rules.last_hundred_yards.state.mission.mission import MortarKind
from rules.last_hundred_yards.state.progress import MortarPlace, progress_of, with_progress


@dataclass(frozen=True, slots=True)
class StickPlanned:
    """A side planned a stick or glider: the units that land together, and where."""

    stick: Stick

    def on(self, state: GameState) -> GameState:
        return with_progress(state, sticks=(*progress_of(state).sticks, self.stick))

    def __str__(self) -> str:
        by = f"by glider toward hexside {self.stick.heading}" if self.stick.is_glider else "by parachute"
        names = self.stick.units
        return f"{', '.join(names)} {'is' if len(names) == 1 else 'are'} to land in {self.stick.at} {by}"


@dataclass(frozen=True, slots=True)
class AssemblyNamed:
    """A platoon was given its Assembly hex."""

    assembly: Assembly

    def on(self, state: GameState) -> GameState:
        named = progress_of(state).assembly
        others = (each for each in named if each.platoon != self.assembly.platoon)
        return with_progress(state, assembly=(*others, self.assembly))

    def __str__(self) -> str:
        return f"{platoon_name(self.assembly.platoon)} assembles at {self.assembly.at}"


class StayedInTheAir(SideEvent):
    """A side lands nobody in this turn."""

    words = "lands nobody in this turn"

    def on(self, state: GameState) -> GameState:
        return with_progress(state, landing_turn=progress_of(state).turn, sticks=())


class LandingBegan(SideEvent):
    """The landing of a side began: all units that land in this turn are activated, and do nothing else in it."""

    words = "lands"

    @implements("LHY-22.1.7.glider", "LHY-22.0d", "LHY-22.1.6a")
    def on(self, state: GameState) -> GameState:
        course = progress_of(state)
        units = state.units.keys() & {name for stick in course.sticks for name in stick.units}
        jumped = units & {name for stick in course.sticks if not stick.is_glider for name in stick.units}
        platoons = {key for name in units if (key := ROSTER[state.unit(name).type].platoon_key)}
        return with_progress(
            PlatoonsActivated(tuple(sorted(platoons))).on(state),
            platoons=(), landing=True, landing_turn=course.turn,
            unassembled=course.unassembled | jumped,
        )  # fmt: skip


@dataclass(frozen=True, slots=True)
class UnitLanded:
    """A unit came down in a hex, or beyond the edge of the map next to it."""

    unit: str
    at: Hex
    off_map: bool = False

    def on(self, state: GameState) -> GameState:
        landed = UnitMoved(self.unit, None, self.at).on(state)
        return with_progress(landed, in_the_air=progress_of(landed).in_the_air - {self.unit})

    def __str__(self) -> str:
        return f"{self.unit} lands {'off the map beside' if self.off_map else 'in'} {self.at}"


@dataclass(frozen=True, slots=True)
class MortarLanded:
    """The observer of a mortar came down in a hex, or beyond the edge of the map next to it."""

    mortar: str
    at: Hex
    off_map: bool = False

    def on(self, state: GameState) -> GameState:
        mortar = progress_of(state).mortar(self.mortar)
        return MortarChanged(replace(mortar, place=MortarPlace.LANDED, observer_at=self.at)).on(state)

    def __str__(self) -> str:
        return f"{self.mortar} lands {'off the map beside' if self.off_map else 'in'} {self.at}"


@dataclass(frozen=True, slots=True)
class MortarLost:
    """A mortar was lost, or a mortar platoon was reduced to a section of the kind `left`."""

    mortar: str
    left: MortarKind | None = None

    def on(self, state: GameState) -> GameState:
        mortar = progress_of(state).mortar(self.mortar)
        place = MortarPlace.PENDING if self.left else MortarPlace.LOST
        gone = replace(mortar, place=place, kind=self.left or mortar.kind, observer_at=None)
        return MortarChanged(gone).on(state)

    def __str__(self) -> str:
        return f"{self.mortar} {f'is a section of {self.left} from now on' if self.left else 'is lost'}"


@dataclass(frozen=True, slots=True)
class LandedAmongEnemies:
    """A vehicle landed in an assault hex, and is destroyed if its side loses the assault."""

    vehicle: str

    def on(self, state: GameState) -> GameState:
        among = progress_of(state).landed_among_enemies | {self.vehicle}
        return with_progress(state, landed_among_enemies=among)

    def __str__(self) -> str:
        return f"{self.vehicle} is among the enemy"


@dataclass(frozen=True, slots=True)
class LandingOver:
    """A landing is over; `excused` need not assemble: they came down near the enemy, or nearer to an
    objective than their Assembly hex is."""

    side: str
    excused: tuple[str, ...] = ()

    def on(self, state: GameState) -> GameState:
        unassembled = progress_of(state).unassembled.difference(self.excused)
        return with_progress(state, landing=False, sticks=(), unassembled=unassembled)

    def __str__(self) -> str:
        return f"{self.side} has landed"


@dataclass(frozen=True, slots=True)
class PlatoonAssembled:
    """A platoon has assembled: its leader and four steps of men in good order are at its Assembly hex."""

    platoon: str

    def on(self, state: GameState) -> GameState:
        assembled = progress_of(state).assembled_platoons | {self.platoon}
        return with_progress(state, assembled_platoons=assembled)

    def __str__(self) -> str:
        return f"{platoon_name(self.platoon)} is assembled"


class UnitAssembled(UnitEvent):
    """A unit has assembled and is free to advance."""

    words = "has assembled"

    def on(self, state: GameState) -> GameState:
        return with_progress(state, unassembled=progress_of(state).unassembled - {self.unit})
