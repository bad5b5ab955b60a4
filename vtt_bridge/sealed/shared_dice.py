"""Dice of two players, which neither can foresee or choose: their faces follow from a nonce of each and the declaration.

Both nonces were bound before the declaration, and neither side knew the other's then. Dice for the ruling side
alone also depend on a secret of that side, bound at the start and told at the end.
"""

from hashlib import sha256

from rules.errors import RulesError
from rules.game.chance.dice import SeededDice, Throw, ThrownDice


class NeedsBoth(RulesError):
    """A die is to be thrown, and the other side has not yet shown its nonce."""


class DiceOfTwo(ThrownDice):
    """The dice of one declaration; without both nonces nothing can be thrown.

    Raises (all throws):
        NeedsBoth: if a nonce is missing.
    """

    def __init__(
        self, ruler: str, own: str | None, other: str | None, secret: bytes | None, declared: str
    ) -> None:
        self.faces: list[int] = []
        self._ruler = ruler
        self._open = self._secret = None
        if own is not None and other is not None:
            seed_text = "/".join(("blindhex dice", own, other, declared)).encode()
            self._open = SeededDice(_number(seed_text))
            if secret is not None:
                self._secret = SeededDice(_number(secret + seed_text))

    def throw(self, thrown: Throw) -> tuple[int, ...]:
        dice = self._secret if self._secret and thrown.only_for == self._ruler else self._open
        if dice is None:
            raise NeedsBoth(f"{thrown.what} is thrown once the other side has answered")
        faces = dice.throw(thrown)
        self.faces.extend(faces)
        return faces


def _number(words: bytes) -> int:
    return int.from_bytes(sha256(words).digest()[:8])
