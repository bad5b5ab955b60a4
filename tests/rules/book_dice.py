"""Scripted dice that refuse a die of a size that the book does not throw."""

from collections.abc import Iterable

from rules.game.chance.dice import ScriptedDice, Throw


class BookDice(ScriptedDice):
    """Scripted dice, each with one of these `sides`; picks from a pot and directions are exempt."""

    def __init__(self, values: Iterable[int], sides: frozenset[int], picks: tuple[str, ...] = ()) -> None:
        super().__init__(values)
        self._sides, self._picks = sides, picks

    def throw(self, thrown: Throw) -> tuple[int, ...]:
        is_pick = any(word in thrown.what for word in self._picks)
        assert is_pick or thrown.sides in self._sides, f"{thrown.what}: a die with {thrown.sides} sides"
        return super().throw(thrown)
