"""An order to fire as values: the order itself, its sheet of dice and reasons, or its refusal.

Rule: KGN Shooting.
"""

from dataclasses import dataclass
from typing import Any, Self

from rules.game.ruling import Reason
from rules.game.units import UnitId
from rules.ground.place import Place
from rules.kampfgruppe_normandy.book.action_kinds import ActionKind
from rules.kampfgruppe_normandy.book.rulebook import as_read
from rules.kampfgruppe_normandy.questions.target import Target
from rules.kampfgruppe_normandy.questions.volley import Volley


@dataclass(frozen=True, slots=True)
class Order:
    """An order to fire: firer, target, kind of fire, weapon (empty is all small arms) and round (empty is the usual)."""

    unit: str
    target: str
    kind: ActionKind
    weapon: str = ""
    round: str = ""

    def __str__(self) -> str:
        return f"{self.kind} at {self.target}{self.means}"

    @property
    def means(self) -> str:
        """The weapon and round in words, if the order names them: " with 75mm, high explosive"."""
        with_what = f" with {self.weapon}" if self.weapon else ""
        return f"{with_what}{f', {self.round}' if self.round else ''}"


@dataclass(frozen=True, slots=True)
class DeclaredFire:
    """Fire at a unit as a side declares it: `weapon` is empty for all small arms, `round` empty for the usual one."""

    side: str
    unit: UnitId
    target: UnitId
    kind: ActionKind
    weapon: str = ""
    round: str = ""

    @classmethod
    def of(cls, side: str, order: Order, *more: Any) -> Self:
        return cls(side, order.unit, order.target, order.kind, order.weapon, order.round, *more)

    @property
    def order(self) -> Order:
        return Order(self.unit, self.target, self.kind, self.weapon, self.round)


@dataclass(frozen=True, slots=True)
class Sheet:
    """An order that may be carried out, ready for the dice."""

    order: Order
    volley: Volley
    target: Target
    reasons: tuple[Reason, ...]
    fires: tuple[str, ...]
    """The weapons that fire."""
    spends: tuple[str, ...] = ()
    """The limited weapons it uses up a shot of."""
    shell: str = ""
    """The kind of round that an armoured vehicle uses up."""


@dataclass(frozen=True, slots=True)
class Refused:
    """An order that may not be carried out."""

    reason: Reason


def refuse(words: str, section: str, *at: Place, read: tuple[int, ...] = ()) -> Refused:
    """A refusal that cites a chapter and the readings of ours that decide, with the place of its cause on the table."""
    return Refused(Reason(words, as_read(section, *read), at))
