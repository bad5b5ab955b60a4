"""A gun that runs out of ammunition: one shot left, none, and its shells back.

Rule: KGN Special events; OUR 131.
"""

from dataclasses import dataclass

from rules.game.state import GameState
from rules.kampfgruppe_normandy.book.counted import counted
from rules.kampfgruppe_normandy.state.events import on_status, with_rounds_spent
from rules.kampfgruppe_normandy.state.progress import progress_of
from rules.kampfgruppe_normandy.state.state_slot import StateSlot

LAST_SHOT = StateSlot("last shot", tuple[str, ...], ())
"""The guns that have a single shot left."""


def _without_last_shot(state: GameState, gun: str) -> GameState:
    return LAST_SHOT.put(state, tuple(other for other in LAST_SHOT.of(progress_of(state)) if other != gun))


@dataclass(frozen=True, slots=True)
class LastShotLeft:
    """A gun has one shot left."""

    gun: str

    def __str__(self) -> str:
        return f"{self.gun} has one shot left"

    def on(self, state: GameState) -> GameState:
        return LAST_SHOT.put(state, (*LAST_SHOT.of(progress_of(state)), self.gun))


@dataclass(frozen=True, slots=True)
class GunEmpty:
    """A gun is out of ammunition and cannot fire until a supply vehicle refills it.

    Logs of earlier versions list `weapons` that were lost with the shells; now the gun keeps them.
    """

    gun: str
    weapons: tuple[str, ...] = ()

    def __str__(self) -> str:
        return f"{self.gun} is out of ammunition"

    def on(self, state: GameState) -> GameState:
        return on_status(_without_last_shot(state, self.gun), self.gun, is_empty=True)


@dataclass(frozen=True, slots=True)
class RoundsFired:
    """An armoured vehicle has fired a number of high explosive rounds indirectly."""

    vehicle: str
    count: int

    def __str__(self) -> str:
        return f"{self.vehicle} fires {counted(self.count, 'HE round')}"

    def on(self, state: GameState) -> GameState:
        return with_rounds_spent(state, self.vehicle, "he", self.count)


@dataclass(frozen=True, slots=True)
class GunRefilled:
    """A gun has its ammunition back; a weapon that was lost with its man stays lost."""

    gun: str

    def __str__(self) -> str:
        return f"{self.gun} has ammunition again"

    def on(self, state: GameState) -> GameState:
        return on_status(_without_last_shot(state, self.gun), self.gun, is_empty=False)
