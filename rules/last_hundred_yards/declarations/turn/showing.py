"""Giving up concealment, and coming out of hiding, by choice. Chapter 4.3.1."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from rules.game.engine.procedure import Procedure
from rules.game.rule_ids import implements
from rules.game.ruling import Reason
from rules.ground.hex.hexes import Hex
from rules.last_hundred_yards.book.conditions import CONCEALED, HIDDEN
from rules.last_hundred_yards.book.rulebook import cite_later
from rules.last_hundred_yards.effects.concealment import reveal_on_map, strip_concealment
from rules.last_hundred_yards.effects.resolution import Resolution
from rules.last_hundred_yards.state.position import Position, lies_unseen
from rules.last_hundred_yards.state.progress import UNIT_ACTIONS


@dataclass(frozen=True, slots=True)
class Show:
    """All concealed units of a hex give up concealment; hidden ones there come out, concealed (4.3.1)."""

    acts: ClassVar[bool] = False
    """A unit that shows itself may still act."""

    side: str
    at: Hex

    def __str__(self) -> str:
        return f"{self.side} shows who is in {self.at}"


def offers_none(_: Position, __: str) -> Iterator[Show]:
    """No offers: a player types it, as it is seldom worth a line among the choices (reading 236)."""
    return iter(())


@implements("LHY-4.3.1.will", "LHY-4.3.2.will")
def forbids_showing(position: Position, action: Show) -> Iterator[Reason]:
    """Why a side has no unit to show in a hex."""
    if not any(map(lies_unseen, position.friends_at(action.at, action.side))):
        words = f"{action.side} has nobody concealed or hidden in {action.at}"
        yield Reason(words, cite_later("4.3.1"), (action.at,))


@implements("LHY-4.3.1.will", "LHY-4.3.2.will", "LHY-17.9.3b")
def show(resolution: Resolution, action: Show) -> None:
    """Strip the concealed units and remove dummies; hidden units come out concealed, and enemies that they
    saw act lose concealment."""
    for unit in resolution.position.friends_at(action.at, action.side):
        now = resolution.state.unit(unit.id)
        if now.at is not None and now.has(CONCEALED):
            strip_concealment(resolution, now)
    friends = resolution.position.friends_at(action.at, action.side)
    reveal_on_map(resolution, tuple(unit.id for unit in friends if unit.has(HIDDEN)))


SHOW = Procedure(Show, UNIT_ACTIONS, offers_none, forbids_showing, show, word="show units")
"""The declaration that gives up concealment."""
