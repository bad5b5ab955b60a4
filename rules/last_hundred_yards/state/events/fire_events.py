"""Events of fire: markers placed, moved and removed, units destroyed, and hexes resolved."""

from collections.abc import Sized
from dataclasses import dataclass, replace

from rules.game.events import UnitEvent
from rules.game.state import GameState
from rules.ground.hex.hexes import Hex
from rules.last_hundred_yards.state.markers import FireMarker
from rules.last_hundred_yards.state.progress import progress_of, with_progress


@dataclass(frozen=True, slots=True)
class FirePlaced:
    """A fire marker was placed; `modifiers` explain its value, and are not told to the side fired at."""

    fire: FireMarker
    modifiers: tuple[str, ...] = ()

    def on(self, state: GameState) -> GameState:
        course = progress_of(state)
        firer, target = self.fire.firer, self.fire.target
        return with_progress(
            state, fires=(*course.fires, self.fire), fires_placed=course.fires_placed + 1,
            fired=(*course.fired, (firer, self.fire.kind)) if firer else course.fired,
            shots=(*course.shots, (firer, target)) if firer and target else course.shots,
        )  # fmt: skip

    def told_to(self, side: str) -> str:
        fire = self.fire
        aim = fire.target or fire.at
        words = f"{fire.firer or 'mortar'} puts {fire.kind.upper()} {fire.value:+d}{' E' if fire.rear else ''} on {aim}"
        if not self.modifiers or side == fire.against:
            return words
        return f"{words}: {', '.join(self.modifiers)}"

    def __str__(self) -> str:
        return self.told_to("")


@dataclass(frozen=True, slots=True)
class FiresMoved:
    """Fire markers went along with a unit."""

    numbers: tuple[int, ...]
    end: Hex

    def on(self, state: GameState) -> GameState:
        fires = tuple(
            replace(fire, at=self.end) if fire.number in self.numbers else fire
            for fire in progress_of(state).fires
        )
        return with_progress(state, fires=fires)

    def __str__(self) -> str:
        return (
            f"{_fire_markers(self.numbers)} {'goes' if len(self.numbers) == 1 else 'go'} along to {self.end}"
        )


@dataclass(frozen=True, slots=True)
class FiresRemoved:
    """Fire markers were removed."""

    numbers: tuple[int, ...]

    def on(self, state: GameState) -> GameState:
        fires = tuple(fire for fire in progress_of(state).fires if fire.number not in self.numbers)
        return with_progress(state, fires=fires)

    def __str__(self) -> str:
        return f"{_fire_markers(self.numbers)} {'comes' if len(self.numbers) == 1 else 'come'} off"


@dataclass(frozen=True, slots=True)
class KilledByFire:
    """Fire destroyed a vehicle or gun in a hex; `conditions` are those it had."""

    unit: str
    at: Hex
    conditions: tuple[str, ...] = ()

    def on(self, state: GameState) -> GameState:
        fallen = self.unit, self.at, self.conditions
        return with_progress(state, killed=(*progress_of(state).killed, fallen))

    def __str__(self) -> str:
        return f"{self.unit} is knocked out in {self.at}"


class CollateralAwaits(UnitEvent):
    """A unit got off a vehicle that fire destroyed: it suffers with it once all fire that decides about that is resolved."""

    words = "suffers with its vehicle once the rest of the fire that decides it is resolved"

    def on(self, state: GameState) -> GameState:
        return with_progress(state, to_shake=progress_of(state).to_shake | {self.unit})


@dataclass(frozen=True, slots=True)
class NeighbourAwaits:
    """A vehicle is destroyed and will harm a unit beside it, unless it survives a duel that is still to be decided."""

    vehicle: str

    def on(self, state: GameState) -> GameState:
        return with_progress(state, to_shake=progress_of(state).to_shake | {self.vehicle})

    def __str__(self) -> str:
        return f"a unit beside {self.vehicle} may suffer with it once its duel is decided"


@dataclass(frozen=True, slots=True)
class HexResolved:
    """All fire on a hex was resolved."""

    at: Hex

    def on(self, state: GameState) -> GameState:
        return with_progress(state, resolved_hexes=progress_of(state).resolved_hexes | {self.at})

    def __str__(self) -> str:
        return f"the fire on {self.at} is resolved"


@dataclass(frozen=True, slots=True)
class FiredThrough:
    """A unit fired at a hex, which fixes its front (11.1.2)."""

    unit: str
    at: Hex

    def on(self, state: GameState) -> GameState:
        return with_progress(state, fired_from=(*progress_of(state).fired_from, (self.unit, self.at)))

    def __str__(self) -> str:
        return f"{self.unit} faces {self.at}"


def _fire_markers(numbers: Sized) -> str:
    return f"{len(numbers)} fire {'marker' if len(numbers) == 1 else 'markers'}"
