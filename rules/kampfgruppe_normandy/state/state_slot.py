"""Named slots in the progress of a game: one frozen value for each chapter that keeps some."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Generic, TypeVar

from rules.game.state import GameState, with_entries
from rules.kampfgruppe_normandy.state.events import on_progress
from rules.kampfgruppe_normandy.state.progress import Progress, progress_of

SlotT = TypeVar("SlotT")

NO_UNIT: Mapping[str, bool] = MappingProxyType({"names_unit": False})
"""Marks a field whose text is not the id of a unit, though some unit may have that id."""


@dataclass(frozen=True, slots=True)
class StateSlot(Generic[SlotT]):
    """A named slot of chapter state, with the type of its value, as annotated, and its default."""

    name: str
    kind: type[SlotT]
    empty: SlotT

    def of(self, progress: Progress) -> SlotT:
        """The value in the slot, or its default."""
        value = progress.support.get(self.name, self.empty)
        if not isinstance(value, type(self.empty)):
            raise TypeError(f"progress.support[{self.name!r}] holds a {type(value).__name__}")
        return value

    def put(self, state: GameState, value: SlotT) -> GameState:
        slots = with_entries(progress_of(state).support, {self.name: value})
        return on_progress(state, support=slots)
