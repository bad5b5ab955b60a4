"""The place under the pointer: its ground and markers, and who sees it."""

from dataclasses import dataclass

from exporters.pictures.counters import holder_of
from exporters.place_text import name
from rules.game.ruleset import Ruleset
from rules.game.side_names import people
from rules.game.state import GameState
from rules.game.units import Marker
from rules.ground.place import Place
from vtt_bridge.umpire.sights import sees


@dataclass(frozen=True, slots=True)
class PlaceFacts:
    """A place by name, its ground and markers in words, and the ids of the units that see it."""

    name: str
    ground: tuple[str, ...]
    markers: tuple[str, ...]
    seen_by: tuple[str, ...]


def place_facts(state: GameState, ruleset: Ruleset, place: Place) -> PlaceFacts:
    """The ground, markers and viewers of a place; asked of what a side knows, it tells no more than that."""
    ground = ruleset.ground(state, place).verdict
    on_map = (unit for unit in state.units.values() if unit.at is not None)
    return PlaceFacts(
        name(place),
        (*ground.terrain, *([f"level {ground.level}"] if ground.level else [])),
        tuple(_marker_word(marker) for marker in state.markers if marker.at == place),
        tuple(unit.id for unit in on_map if sees(state, ruleset, unit, place)),
    )


def _marker_word(marker: Marker) -> str:
    """The word for a marker; a flag says who holds the place."""
    holder = holder_of(marker)
    if holder is None:
        return marker.kind.replace("_", " ")
    return f"held by {'nobody' if holder == 'nobody' else f'the {people(holder)}'}"
