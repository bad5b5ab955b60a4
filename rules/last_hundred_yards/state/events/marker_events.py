"""What happened to markers of the map, past tense: mines, wire, concealed counters, mortars, illumination and control."""

from dataclasses import dataclass, replace

from rules.game.events import RecordOnly, ShowsHidden, SideEvent, Unsaid
from rules.game.state import GameState
from rules.game.units import Marker
from rules.ground.hex.hexes import Hex
from rules.last_hundred_yards.book.unit_types import classes_in_words
from rules.last_hundred_yards.state.progress import MortarPlace, MortarState, progress_of, with_progress


@dataclass(frozen=True, slots=True)
class GroundMarked:
    """A marker of the map, smoke, improved_position, wire or mines, was laid or taken off (value 0); in secret if it names its side."""

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

    def told(self, side: str) -> str:
        """What a side hears of it; nothing of what another has laid in secret."""
        if self.side not in ("", side):
            return ""
        words = self.kind.replace("_", " ")
        return f"{words} in {self.at}" if self.value else f"no more {words} in {self.at}"

    def __str__(self) -> str:
        return self.told(self.side)


@dataclass(frozen=True, slots=True)
class MinesMet:
    """Enemies came upon mines, which all know of from then on (16.1)."""

    at: Hex

    def on(self, state: GameState) -> GameState:
        met = (replace(marker, hidden=False) if marker.at == self.at else marker for marker in state.markers)
        return replace(state, markers=tuple(met))

    def __str__(self) -> str:
        return f"mines are found in {self.at}"


@dataclass(frozen=True, slots=True)
class WireHeld:
    """The die to get out of wire failed: it holds all men of the hex for the turn (16.2)."""

    at: Hex

    def on(self, state: GameState) -> GameState:
        return with_progress(state, held_in_wire=progress_of(state).held_in_wire | {self.at})

    def __str__(self) -> str:
        return f"the wire in {self.at} holds for this turn"


@dataclass(frozen=True, slots=True)
class CameIntoWire(Unsaid):  # that they are stopped says it
    """Men came into wire, which holds them for this turn (16.2)."""

    unit: str

    def on(self, state: GameState) -> GameState:
        return with_progress(state, came_into_wire=progress_of(state).came_into_wire | {self.unit})


@dataclass(frozen=True, slots=True)
class ComeUpon(Unsaid):  # that it is hidden no longer says it
    """Enemies came upon a hidden unit (17.9.2b)."""

    unit: str

    def on(self, state: GameState) -> GameState:
        return with_progress(state, come_upon=progress_of(state).come_upon | {self.unit})


@dataclass(frozen=True, slots=True)
class Inquired(ShowsHidden):
    """What kinds of units lie concealed in a hex was told (4.3)."""

    at: Hex
    counts: tuple[tuple[str, int], ...]

    def on(self, state: GameState) -> GameState:
        return with_progress(state, inquired=(*progress_of(state).inquired, (self.at, self.counts)))

    def __str__(self) -> str:
        return f"concealed in {self.at}: {classes_in_words(self.counts)}"


@dataclass(frozen=True, slots=True)
class MortarChanged:
    """Where a mortar's markers are now."""

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
    """A side has asked for illumination, which it does once a turn; it has not passed."""

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
    """A way out of mines or wire, as logs of earlier versions tell it: now each unit that leaves has a die of its own."""

    at: Hex

    def __str__(self) -> str:
        return f"a way out of {self.at}"
