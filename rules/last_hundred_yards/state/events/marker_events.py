"""What happened to the markers on the map, past tense: fire, assaults, mortars, control, what was told of a hex."""

from collections.abc import Sized
from dataclasses import dataclass, replace
from typing import Any

from rules.game.events import ShowsHidden
from rules.game.state import GameState
from rules.game.units import Marker
from rules.ground.hex.hexes import Hex
from rules.last_hundred_yards.book.unit_types import classes_in_words
from rules.last_hundred_yards.state.markers import Arrow, AssaultHex, Entry, FireMarker
from rules.last_hundred_yards.state.progress import (
    DecisionKind,
    MortarPlace,
    MortarState,
    progress_of,
    with_progress,
)


@dataclass(frozen=True, slots=True)
class FirePlaced:
    """A fire marker was laid; `modifiers` are what its value comes from, which its firer's side alone hears."""

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

    def told(self, side: str) -> str:
        fire = self.fire
        on = fire.target or fire.at
        said = f"{fire.firer or 'mortar'} puts {fire.kind.upper()} {fire.value:+d}{' E' if fire.rear else ''} on {on}"
        if not self.modifiers or side == fire.against:
            return said
        return f"{said}: {', '.join(self.modifiers)}"

    def __str__(self) -> str:
        return self.told("")


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
    """Fire markers were taken off."""

    numbers: tuple[int, ...]

    def on(self, state: GameState) -> GameState:
        fires = tuple(fire for fire in progress_of(state).fires if fire.number not in self.numbers)
        return with_progress(state, fires=fires)

    def __str__(self) -> str:
        return f"{_fire_markers(self.numbers)} {'comes' if len(self.numbers) == 1 else 'come'} off"


@dataclass(frozen=True, slots=True)
class KilledByFire:
    """Fire destroyed a vehicle or gun where it stood."""

    unit: str
    at: Hex
    conditions: tuple[str, ...] = ()

    def on(self, state: GameState) -> GameState:
        fallen = self.unit, self.at, self.conditions
        return with_progress(state, killed=(*progress_of(state).killed, fallen))

    def __str__(self) -> str:
        return f"{self.unit} is knocked out in {self.at}"


@dataclass(frozen=True, slots=True)
class CollateralAwaits:
    """A unit got off a vehicle that burns, and suffers with it once all fire that bears on that is rolled for."""

    unit: str

    def on(self, state: GameState) -> GameState:
        return with_progress(state, to_shake=progress_of(state).to_shake | {self.unit})

    def __str__(self) -> str:
        return f"{self.unit} suffers with its vehicle once the rest of the fire that decides it is resolved"


@dataclass(frozen=True, slots=True)
class NeighbourAwaits:
    """A vehicle burns, and strikes whoever is beside it unless it survives the duel that is still to be decided."""

    vehicle: str

    def on(self, state: GameState) -> GameState:
        return with_progress(state, to_shake=progress_of(state).to_shake | {self.vehicle})

    def __str__(self) -> str:
        return f"who is beside {self.vehicle} suffers once its duel is decided"


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
class CameIntoWire:
    """Men came into wire, which holds them for this turn (16.2)."""

    unit: str

    def on(self, state: GameState) -> GameState:
        return with_progress(state, came_into_wire=progress_of(state).came_into_wire | {self.unit})

    def __str__(self) -> str:
        return ""  # that they are stopped says it


@dataclass(frozen=True, slots=True)
class ComeUpon:
    """Enemies came upon a hidden unit (17.9.2b)."""

    unit: str

    def on(self, state: GameState) -> GameState:
        return with_progress(state, come_upon=progress_of(state).come_upon | {self.unit})

    def __str__(self) -> str:
        return ""  # that it is hidden no longer says it


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
class ArrowPlaced:
    """A unit waits to assault."""

    arrow: Arrow

    def on(self, state: GameState) -> GameState:
        return with_progress(state, arrows=(*progress_of(state).arrows, self.arrow))

    def __str__(self) -> str:
        return f"{self.arrow.unit} waits to assault {self.arrow.into}"


@dataclass(frozen=True, slots=True)
class ArrowRemoved:
    """A unit no longer waits to assault."""

    unit: str

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

    def __str__(self) -> str:
        return f"{self.unit} waits no longer"


@dataclass(frozen=True, slots=True)
class ArrowFollowed:
    """A unit that waits is to go in."""

    unit: str

    def on(self, state: GameState) -> GameState:
        arrows = progress_of(state).arrows
        return with_progress(state, arrows=tuple(
            replace(arrow, goes_in=True) if arrow.unit == self.unit else arrow for arrow in arrows
        ))  # fmt: skip

    def __str__(self) -> str:
        return f"{self.unit} is to go in"


@dataclass(frozen=True, slots=True)
class AssaultEntered:
    """A unit entered an assault hex, which bears its side's nationality marker."""

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
    """The die of an assault was thrown: its row of the table, the units that lose by it, and the leaders who took part."""

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
class RetreatsOrdered:
    """The attempts on vehicles are over, and whoever loses an assault is to retreat."""

    at: Hex

    def on(self, state: GameState) -> GameState:
        return _with_assault(state, self.at, retreats_ordered=True)

    def __str__(self) -> str:
        return ""  # each retreat that is owed says it


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


@dataclass(frozen=True, slots=True)
class IlluminationRequested:
    """A side has asked for illumination, which it does once a turn; it has not passed."""

    side: str

    def on(self, state: GameState) -> GameState:
        asked = progress_of(state).asked_for_light | {self.side}
        return with_progress(state, asked_for_light=asked, called_fire=True)

    def __str__(self) -> str:
        return f"{self.side} asks for illumination"


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
class Breached:
    """A way out of mines or wire, as logs of earlier versions tell it: now each unit that leaves has a die of its own."""

    at: Hex

    def on(self, state: GameState) -> GameState:
        return state

    def __str__(self) -> str:
        return f"a way out of {self.at}"


def _with_assault(state: GameState, at: Hex, **changes: Any) -> GameState:
    """The state with the assault on a hex changed."""
    assaults = progress_of(state).assaults
    changed = tuple(replace(assault, **changes) if assault.at == at else assault for assault in assaults)
    return with_progress(state, assaults=changed)


def _heroes_elsewhere(state: GameState, at: Hex) -> tuple[tuple[str, Hex], ...]:
    return tuple(hero for hero in progress_of(state).fallen_heroes if hero[1] != at)


def _fire_markers(numbers: Sized) -> str:
    return f"{len(numbers)} fire {'marker' if len(numbers) == 1 else 'markers'}"
