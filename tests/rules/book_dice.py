"""Scripted dice that know which dice a book throws: another die than those is a slip, whatever it shows."""

from collections.abc import Iterable

from rules.game.chance.dice import ScriptedDice, Throw


class BookDice(ScriptedDice):
    """Dice that fall as written, all of these `sides`; what is picked from a pot, or a direction, is no die of the book."""

    def __init__(self, values: Iterable[int], sides: frozenset[int], picks: tuple[str, ...] = ()) -> None:
        super().__init__(values)
        self._sides, self._picks = sides, picks

    def throw(self, thrown: Throw) -> tuple[int, ...]:
        is_pick = any(word in thrown.what for word in self._picks)
        assert is_pick or thrown.sides in self._sides, f"{thrown.what}: a die with {thrown.sides} sides"
        return super().throw(thrown)
