"""Dice that players throw themselves: they tell the faces, and the umpire asks for each throw by its purpose."""

from collections.abc import Sequence

from rules.errors import BadInput
from rules.game.chance.dice import Throw, ThrownDice
from rules.game.view import names_no_secret
from vtt_bridge.errors import DiceWanted
from vtt_bridge.games.running_game import RunningGame


class OwnDice(ThrownDice):
    """The faces that a side's player told, in order; he hears the purpose of a throw only as far as his side may know it.

    Raises (all throws):
        DiceWanted: if fewer were told than are thrown.
        BadInput: if a face is not on the die.
    """

    def __init__(self, now: RunningGame, side: str, faces: Sequence[int]) -> None:
        self._now, self._side, self._left = now, side, list(faces)

    def throw(self, thrown: Throw) -> tuple[int, ...]:
        if len(self._left) < thrown.count:
            raise DiceWanted(self._called(thrown.what), thrown.needed, thrown.count, thrown.sides)
        faces, self._left = tuple(self._left[: thrown.count]), self._left[thrown.count :]
        for face in faces:
            if not 1 <= face <= thrown.sides:
                raise BadInput("dice", face, f"a number from 1 to {thrown.sides}")
        return faces

    def _called(self, label: str) -> str:
        state = self._now.state
        known = self._now.game.ruleset.seen_by(state, self._side)
        return (
            self._now.names(self._side).said(label)
            if names_no_secret(label, state, state, (known, known))
            else "a throw"
        )
