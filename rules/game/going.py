"""The interface of a book whose units can be sent to a place: the declarations that take them there, one after the other."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from rules.game.engine.differences import Outcome
from rules.game.engine.play import Action
from rules.game.ruling import Reason
from rules.game.state import GameState
from rules.ground.place import Place
from rules.ground.table.inches import Spot

Way = tuple[Place, ...]
"""The places of a way, the first where the unit stands or enters."""


@dataclass(frozen=True, slots=True)
class Party:
    """Units that move as one: where they stand or enter (None if nowhere), and where they go.

    `short` gives the reasons why their goal is only part of the way to the place they were sent to.
    """

    units: tuple[str, ...]
    start: Place | None
    goal: Place
    short: tuple[Reason, ...] = ()


@runtime_checkable
class SendsUnits(Protocol):
    """A book that says how units go along a way; whether they may is answered by Play.why_not."""

    def parties(self, state: GameState, units: tuple[str, ...], goal: Place) -> tuple[Party, ...]:
        """The units in parties, in the order in which they go; units carried by others of them are left out."""
        ...

    def before_it_goes(
        self, state: GameState, party: tuple[str, ...], units: tuple[str, ...]
    ) -> Action | None:
        """The declaration that must come before a party of these units can go; None if it can go now.

        It ends what other units are doing, or names or orders all of the units together.
        """
        ...

    def next_on_way(self, state: GameState, party: tuple[str, ...], way: Way) -> Action | Reason:
        """The next declaration that takes a party along a way, as far as one declaration can; or the reason why there is none."""
        ...

    def changes(self, before: GameState, after: GameState) -> Iterator[Outcome]:
        """The changes of units between two states, how bad each is, and for which side."""
        ...


def in_formation(units: tuple[tuple[str, Spot], ...], goal: Spot) -> tuple[Party, ...]:
    """Parties of one for units on a table that keep formation: the nearest goes to the goal itself, and
    units in front go first."""
    lead = min((spot for _, spot in units), key=goal.gap_in, default=goal)
    east, south = goal.x_in - lead.x_in, goal.y_in - lead.y_in
    ordered = sorted(units, key=lambda named: -(named[1].x_in * east + named[1].y_in * south))
    return tuple(
        Party((name,), spot, Spot(spot.x_in + east, spot.y_in + south).to_thousandth())
        for name, spot in ordered
    )
