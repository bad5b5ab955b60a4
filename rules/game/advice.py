"""Advice on a board or scenario: values that can be played but are probably mistakes."""

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass

from rules.errors import shown
from rules.game.state import GameState
from rules.game.view import CONCEALED, HIDDEN


@dataclass(frozen=True, slots=True)
class Advice:
    """A field, its value, the effect of that value, and what is wanted instead.

    >>> print(Advice("pieces[knoll].level", 0, "leaves the hill flat", "a level of 1 or more"))
    pieces[knoll].level: 0 leaves the hill flat; wanted a level of 1 or more.
    """

    field: str
    value: object
    does: str
    wanted: str

    def __str__(self) -> str:
        return f"{self.field}: {shown(self.value)} {self.does}; wanted {self.wanted}."


def sides_without_units(state: GameState, drawn: Iterable[str] = ()) -> Iterator[Advice]:
    """Advice on sides without any unit, except those in `drawn`, whose forces are drawn as the game is set up."""
    having = {unit.side for unit in state.units.values()} | set(drawn)
    for side in state.sides:
        if side not in having:
            yield Advice(
                "units", 0, f"units of {side} are in it", f"units of {side}, who has nobody to play with"
            )


def words_unread(state: GameState, conditions: Collection[str]) -> Iterator[Advice]:
    """Advice on conditions of units that a book does not know; `hidden` and `concealed` hide a unit in any book."""
    wanted = f"one of {', '.join(sorted(conditions))}"
    for unit in state.units.values():
        for word in sorted(unit.conditions.difference(conditions)):
            hides = word in (HIDDEN, CONCEALED)
            does = "hides it from the enemy, though not by the rules" if hides else "does nothing"
            yield Advice(f"units.{unit.id}.conditions", word, does, wanted)
