"""Events of assaults: Assault Arrows, units that went in, results and their end."""

from dataclasses import dataclass, replace
from typing import Any

from rules.game.events import UnitEvent, Unsaid
from rules.game.state import GameState
from rules.ground.hex.hexes import Hex
from rules.last_hundred_yards.state.markers import Arrow, AssaultHex, Entry
from rules.last_hundred_yards.state.progress import DecisionKind, progress_of, with_progress


@dataclass(frozen=True, slots=True)
class ArrowPlaced:
    """A unit was put under an Assault Arrow: it waits to assault."""

    arrow: Arrow

    def on(self, state: GameState) -> GameState:
        return with_progress(state, arrows=(*progress_of(state).arrows, self.arrow))

    def __str__(self) -> str:
        return f"{self.arrow.unit} waits to assault {self.arrow.into}"


class ArrowRemoved(UnitEvent):
    """A unit no longer waits to assault."""

    words = "waits no longer"

    def on(self, state: GameState) -> GameState:
        course = progress_of(state)
        due = DecisionKind.ENTER_OR_FEINT
        return with_progress(
            state,
            arrows=tuple(arrow for arrow in course.arrows if arrow.unit != self.unit),
            decisions=tuple(
                decision
                for decision in course.decisions
                if decision.kind is not due or decision.unit != self.unit
            ),
        )


class ArrowFollowed(UnitEvent):
    """A player decided that a waiting unit goes in."""

    words = "is to go in"

    def on(self, state: GameState) -> GameState:
        arrows = progress_of(state).arrows
        return with_progress(state, arrows=tuple(
            replace(arrow, goes_in=True) if arrow.unit == self.unit else arrow for arrow in arrows
        ))  # fmt: skip


@dataclass(frozen=True, slots=True)
class AssaultEntered:
    """A unit entered an assault hex; if the hex has no assault marker yet, it gets that of the unit's side."""

    unit: str
    side: str
    at: Hex
    came_from: Hex

    def on(self, state: GameState) -> GameState:
        course = progress_of(state)
        entry = Entry(self.unit, self.came_from, course.cycle)
        standing = course.assault_at(self.at)
        if standing is None:
            return with_progress(state, assaults=(*course.assaults, AssaultHex(self.at, self.side, (entry,))))
        if standing.side != self.side:
            return state
        return _with_assault(state, self.at, entries=(*standing.entries, entry))

    def __str__(self) -> str:
        return f"{self.unit} assaults {self.at}"


@dataclass(frozen=True, slots=True)
class AssaultDecided:
    """An assault was resolved: its row of the table, the losing units, and the leaders who took part."""

    at: Hex
    row: str
    losers: tuple[str, ...]
    urban_losses: tuple[str, ...] = ()
    leaders: tuple[str, ...] = ()

    def on(self, state: GameState) -> GameState:
        decided = _with_assault(
            state,
            self.at,
            row=self.row,
            losers=self.losers,
            urban_losses=self.urban_losses,
            leaders=self.leaders,
        )
        return with_progress(decided, fallen_heroes=_heroes_elsewhere(state, self.at))

    def __str__(self) -> str:
        return f"assault on {self.at}: row {self.row}"


@dataclass(frozen=True, slots=True)
class RetreatsOrdered(Unsaid):  # the record tells of each retreat by itself
    """The attempts to destroy vehicles are over, and the losers of an assault have to retreat."""

    at: Hex

    def on(self, state: GameState) -> GameState:
        return _with_assault(state, self.at, retreats_ordered=True)


@dataclass(frozen=True, slots=True)
class AssaultOver:
    """The assault marker comes off a hex."""

    at: Hex

    def on(self, state: GameState) -> GameState:
        assaults = tuple(assault for assault in progress_of(state).assaults if assault.at != self.at)
        return with_progress(state, assaults=assaults, fallen_heroes=_heroes_elsewhere(state, self.at))

    def __str__(self) -> str:
        return f"the assault on {self.at} is over"


@dataclass(frozen=True, slots=True)
class HeroFell:
    """A hero died by fire in an assault hex; his marker stays there for the assault."""

    unit: str
    side: str
    at: Hex

    def on(self, state: GameState) -> GameState:
        return with_progress(state, fallen_heroes=(*progress_of(state).fallen_heroes, (self.side, self.at)))

    def __str__(self) -> str:
        return f"{self.unit} falls, but the Heroic marker stays in {self.at}"


def _with_assault(state: GameState, at: Hex, **changes: Any) -> GameState:
    """The state with the assault on a hex changed."""
    assaults = progress_of(state).assaults
    changed = tuple(replace(assault, **changes) if assault.at == at else assault for assault in assaults)
    return with_progress(state, assaults=changed)


def _heroes_elsewhere(state: GameState, at: Hex) -> tuple[tuple[str, Hex], ...]:
    return tuple(hero for hero in progress_of(state).fallen_heroes if hero[1] != at)
