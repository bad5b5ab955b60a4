"""Events of markers on the map: mines, wire, inquiries about concealed units, mortars, illumination and control."""

from dataclasses import dataclass, replace

from rules.game.events import RecordOnly, ShowsHidden, SideEvent, Unsaid
from rules.game.state import GameState
from rules.game.units import Marker
from rules.ground.hex.hexes import Hex
from rules.last_hundred_yards.book.unit_types import classes_in_words
from rules.last_hundred_yards.state.progress import MortarPlace, MortarState, progress_of, with_progress


@dataclass(frozen=True, slots=True)
class GroundMarked:
    """Smoke, an improved_position, wire or mines were placed in a hex, or removed if `value` is 0.

    With a `side` the marker is secret: only that side knows of it."""

    kind: str
    at: Hex
    value: int
    side: str = ""

    def on(self, state: GameState) -> GameState:
        others = tuple(marker for marker in state.markers if (marker.kind, marker.at) != (self.kind, self.at))
        laid = (
            (Marker(self.kind, self.at, self.value, self.side, hidden=bool(self.side)),) if self.value else ()
        )
        return replace(state, markers=others + laid)

    def told_to(self, side: str) -> str:
        """What a side is told: nothing about a secret marker of the other side."""
        if self.side not in ("", side):
            return ""
        words = self.kind.replace("_", " ")
        return f"{words} in {self.at}" if self.value else f"no more {words} in {self.at}"

    def __str__(self) -> str:
        return self.told_to(self.side)


@dataclass(frozen=True, slots=True)
class MinesMet:
    """Enemies entered a hex with mines, which both sides know from now on (16.1)."""

    at: Hex

    def on(self, state: GameState) -> GameState:
        met = (replace(marker, hidden=False) if marker.at == self.at else marker for marker in state.markers)
        return replace(state, markers=tuple(met))

    def __str__(self) -> str:
        return f"mines are found in {self.at}"


@dataclass(frozen=True, slots=True)
class WireHeld:
    """The die to leave wire failed: the wire holds all men in the hex for this turn (16.2)."""

    at: Hex

    def on(self, state: GameState) -> GameState:
        return with_progress(state, held_in_wire=progress_of(state).held_in_wire | {self.at})

    def __str__(self) -> str:
        return f"the wire in {self.at} holds for this turn"


@dataclass(frozen=True, slots=True)
class CameIntoWire(Unsaid):  # the record tells that they are stopped
    """A unit entered wire, which holds it for this turn (16.2)."""

    unit: str

    def on(self, state: GameState) -> GameState:
        return with_progress(state, came_into_wire=progress_of(state).came_into_wire | {self.unit})


@dataclass(frozen=True, slots=True)
class ComeUpon(Unsaid):  # the record tells that it is no longer hidden
    """Enemies came upon a hidden unit (17.9.2b)."""

    unit: str

    def on(self, state: GameState) -> GameState:
        return with_progress(state, come_upon=progress_of(state).come_upon | {self.unit})


@dataclass(frozen=True, slots=True)
class Inquired(ShowsHidden):
    """A side was told how many units of each class are concealed in a hex (4.3)."""

    at: Hex
    counts: tuple[tuple[str, int], ...]

    def on(self, state: GameState) -> GameState:
        return with_progress(state, inquired=(*progress_of(state).inquired, (self.at, self.counts)))

    def __str__(self) -> str:
        return f"concealed in {self.at}: {classes_in_words(self.counts)}"


@dataclass(frozen=True, slots=True)
class MortarChanged:
    """A mortar's markers were placed, moved or removed."""

    mortar: MortarState

    def on(self, state: GameState) -> GameState:
        course = progress_of(state)
        known = any(mortar.id == self.mortar.id for mortar in course.mortars)
        before = next((mortar.fired_in_turn for mortar in course.mortars if mortar.id == self.mortar.id), 0)
        called = course.called_fire or self.mortar.fired_in_turn != before
        mortars = tuple(self.mortar if mortar.id == self.mortar.id else mortar for mortar in course.mortars)
        return with_progress(state, mortars=mortars if known else (*mortars, self.mortar), called_fire=called)

    def __str__(self) -> str:
        mortar = self.mortar
        if mortar.place in (MortarPlace.INITIAL, MortarPlace.FINAL):
            return (
                f"{mortar.id} fires on {mortar.impact}, its observer on the {mortar.place.capitalize()} side"
            )
        return f"{mortar.id} is {mortar.place}"


class IlluminationRequested(SideEvent):
    """A side asked for illumination, which it may do once a turn and which is not passing."""

    words = "asks for illumination"

    def on(self, state: GameState) -> GameState:
        asked = progress_of(state).asked_for_light | {self.side}
        return with_progress(state, asked_for_light=asked, called_fire=True)


@dataclass(frozen=True, slots=True)
class ControlChanged:
    """An objective, or an entry of a bridge or ford, changed hands."""

    objective: str
    side: str

    def on(self, state: GameState) -> GameState:
        control = tuple(
            (name, self.side if name == self.objective else side) for name, side in progress_of(state).control
        )
        return with_progress(state, control=control)

    def __str__(self) -> str:
        return f"{self.side} controls {self.objective}"


@dataclass(frozen=True, slots=True)
class Breached(RecordOnly):
    """A way out of mines or wire was found; only in logs of earlier versions, as now each unit that leaves throws its own die."""

    at: Hex

    def __str__(self) -> str:
        return f"a way out of {self.at}"
