"""What a chapter keeps of its own in the course of a game: one frozen value under one name."""

from dataclasses import dataclass, replace
from typing import Generic, TypeVar

from rules.game.state import GameState
from rules.kampfgruppe_normandy.state.events import on_course
from rules.kampfgruppe_normandy.state.progress import Course

KeptT = TypeVar("KeptT")


@dataclass(frozen=True, slots=True)
class Kept(Generic[KeptT]):
    """A drawer of the course: its name, and what lies in it before anything was put there."""

    name: str
    empty: KeptT

    def of(self, course: Course) -> KeptT:
        """What lies in it."""
        found = course.support.get(self.name, self.empty)
        if not isinstance(found, type(self.empty)):
            raise TypeError(f"course.support[{self.name!r}] holds a {type(found).__name__}")
        return found

    def put(self, state: GameState, value: KeptT) -> GameState:
        """The state with this value in it."""
        return on_course(state, lambda course: replace(course, support={**course.support, self.name: value}))
