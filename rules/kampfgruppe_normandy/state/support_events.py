"""Events of indirect fire: missions, points, requests, radio, counter-battery, guns activated together."""

from dataclasses import dataclass, replace
from typing import Any

from rules.game.events import RecordOnly, UnitEvent
from rules.game.state import GameState
from rules.ground.table.inches import Spot
from rules.kampfgruppe_normandy.book.counted import counted
from rules.kampfgruppe_normandy.book.support_kinds import Priority
from rules.kampfgruppe_normandy.state.events import on_progress
from rules.kampfgruppe_normandy.state.fire_missions import (
    FIRE_SUPPORT,
    FireSupport,
    GunsLaid,
    Mission,
    RadioTraffic,
    fire_support,
)
from rules.kampfgruppe_normandy.state.progress import progress_of


def _fire_support(state: GameState) -> FireSupport:
    return fire_support(progress_of(state))


def _with(state: GameState, **changes: Any) -> GameState:
    """The state with some of the record of indirect fire changed."""
    return FIRE_SUPPORT.put(state, replace(_fire_support(state), **changes))


@dataclass(frozen=True, slots=True)
class MissionAsked:
    """A target marker was placed, or moved as the spotter round drifted, or fire for effect was ordered on it.

    Its guns are taken off any other mission (OUR 105).
    """

    mission: Mission
    why: str

    def __str__(self) -> str:
        return f"{self.mission.id} at {self.mission.at}: {self.why}"

    def on(self, state: GameState) -> GameState:
        support = _fire_support(state)
        others = [
            replace(mission, guns=tuple(gun for gun in mission.guns if gun not in self.mission.guns))
            for mission in support.missions
            if mission.id != self.mission.id
        ]
        missions = (*(mission for mission in others if mission.to_fire), self.mission)
        return _with(state, missions=missions)


@dataclass(frozen=True, slots=True)
class GunsFired:
    """Guns have fired their mission; its marker stays for the others."""

    mission: str
    guns: tuple[str, ...]

    def __str__(self) -> str:
        return f"{', '.join(self.guns)} ha{'ve' if len(self.guns) > 1 else 's'} fired {self.mission}"

    def on(self, state: GameState) -> GameState:
        missions = tuple(
            replace(mission, fired=(*mission.fired, *self.guns)) if mission.id == self.mission else mission
            for mission in _fire_support(state).missions
        )
        return _with(state, missions=missions)


@dataclass(frozen=True, slots=True)
class MissionOver:
    """A mission has ended and its marker is removed; guns lent for it alone leave play."""

    mission: str
    why: str

    def __str__(self) -> str:
        return f"{self.mission} is over: {self.why}"

    def on(self, state: GameState) -> GameState:
        support = _fire_support(state)
        over = support.mission(self.mission)
        missions = tuple(mission for mission in support.missions if mission.id != self.mission)
        if over is not None and over.is_general:
            lent = set(over.guns)
            state = replace(state, units={key: unit for key, unit in state.units.items() if key not in lent})
        return _with(state, missions=missions)


@dataclass(frozen=True, slots=True)
class RequestMade:
    """A side asked for a fire mission; a request for general support that was granted is spent."""

    side: str
    priority: Priority | None = None
    granted: bool = True

    def __str__(self) -> str:
        if self.priority is None:
            return f"{self.side} asks its own guns"
        return (
            f"{self.side}'s {self.priority} priority request is {'granted' if self.granted else 'declined'}"
        )

    def on(self, state: GameState) -> GameState:
        support = _fire_support(state)
        requests = list(support.requests)
        if self.priority is not None and self.granted:
            requests.remove((self.side, self.priority))
        return _with(state, requests=tuple(requests), asked=support.asked + 1)


@dataclass(frozen=True, slots=True)
class RequestDeclined:
    """A request for general support that was granted got no guns in the end, and may be made again."""

    side: str
    priority: Priority

    def __str__(self) -> str:
        return f"{self.side}'s {self.priority} priority request is declined, and may be made again"

    def on(self, state: GameState) -> GameState:
        return _with(state, requests=(*_fire_support(state).requests, (self.side, self.priority)))


@dataclass(frozen=True, slots=True)
class RadioFailed:
    """A radio check failed, and a signals unit may have it thrown again; `traffic` is None once that is settled."""

    traffic: RadioTraffic | None

    def __str__(self) -> str:
        return "the radio check fails" if self.traffic is not None else "the radio check is settled"

    def on(self, state: GameState) -> GameState:
        return _with(state, radio=self.traffic)


class SignalsUsed(UnitEvent):
    """A signals unit had a radio check thrown again this turn."""

    words = "tries again"

    def on(self, state: GameState) -> GameState:
        return _with(state, signals_used=(*_fire_support(state).signals_used, self.unit))


@dataclass(frozen=True, slots=True)
class SignalsRested:
    """A new turn began, in which signals units may be used again."""

    def __str__(self) -> str:
        return "signals units are ready"

    def on(self, state: GameState) -> GameState:
        return _with(state, signals_used=())


@dataclass(frozen=True, slots=True)
class PointRevealed:
    """Fire was asked for on a registered point, and the enemy knows of it."""

    side: str
    name: str
    at: Spot

    def __str__(self) -> str:
        return f"{self.side} had {self.name} registered, at {self.at}"

    def on(self, state: GameState) -> GameState:
        points = tuple(
            replace(point, known=True) if (point.side, point.name) == (self.side, self.name) else point
            for point in _fire_support(state).points
        )
        return _with(state, points=points)


@dataclass(frozen=True, slots=True)
class GunsActivated:
    """Guns were activated together to fire for effect, each at the cost of one activation, in games
    recorded by earlier versions."""

    guns: tuple[str, ...]

    def __str__(self) -> str:
        return f"{', '.join(self.guns)} fire for effect"

    def on(self, state: GameState) -> GameState:
        progress = progress_of(state)
        spent, activated = progress.spent + len(self.guns), progress.activated.union(self.guns)
        return on_progress(state, spent=spent, activated=activated)


@dataclass(frozen=True, slots=True)
class RocketsFired:
    """Rocket launchers have fired, and must be loaded again in their owner's next turn."""

    launchers: tuple[str, ...]
    turn: int

    def __str__(self) -> str:
        return f"{', '.join(self.launchers)} must load again"

    def on(self, state: GameState) -> GameState:
        launched = {**dict(_fire_support(state).launched), **dict.fromkeys(self.launchers, self.turn)}
        return _with(state, launched=tuple(launched.items()))


@dataclass(frozen=True, slots=True)
class Laid:
    """Guns are about to fire, and the enemy may answer with counter-battery fire; `guns` is None once that is settled."""

    guns: GunsLaid | None

    def __str__(self) -> str:
        return "the guns are laid" if self.guns is not None else "the answer to the guns is decided"

    def on(self, state: GameState) -> GameState:
        return _with(state, laid=self.guns)


@dataclass(frozen=True, slots=True)
class CounterBatteryTried:
    """A side used up a counter-battery mission; the guns that it silences cannot be activated again this turn."""

    side: str
    found: bool
    silenced: tuple[str, ...] = ()

    def __str__(self) -> str:
        return f"{self.side}'s counter-battery fire {'finds' if self.found else 'misses'} the guns"

    def on(self, state: GameState) -> GameState:
        support = _fire_support(state)
        left = {**dict(support.counter_battery), self.side: support.counter_battery_of(self.side) - 1}
        state = _with(state, counter_battery=tuple(left.items()))
        return on_progress(state, activated=progress_of(state).activated.union(self.silenced))


@dataclass(frozen=True, slots=True)
class ShellsFell(RecordOnly):
    """Shells or bombs fell round a marker: how many, and how they fell."""

    at: Spot
    shots: int
    directs: int
    suppressions: int
    what: str = "shell"

    def __str__(self) -> str:
        return (
            f"{counted(self.shots, self.what)} at {self.at}: "
            f"{counted(self.directs, 'direct hit')}, {self.suppressions} close, "
            f"{self.shots - self.directs - self.suppressions} wide"
        )


class MessengerSent(UnitEvent):
    """A messenger was sent instead of using the radio, at the cost of an activation."""

    words = "runs with the message"

    def on(self, state: GameState) -> GameState:
        return on_progress(state, spent=progress_of(state).spent + 1)
