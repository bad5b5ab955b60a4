"""A seat at a table: of a side, the umpire or a spectator, or all of them at once for one person alone."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from rules.errors import BadInput
from rules.game.side_names import people, side_called
from vtt_bridge.errors import Refused


class Role(StrEnum):
    """The kinds of seats."""

    ALL = ""
    """One person on all seats at once: sees all, and whatever he does is shown to everybody."""
    UMPIRE = "umpire"
    """Sees all, sets up, and may act for any side."""
    SPECTATOR = "spectator"
    """Sees what all sides may know."""
    SIDE = "side"
    """Plays a side, and sees what it may know."""


@dataclass(frozen=True, slots=True)
class Seat:
    """A seat at the table of one scene; `side` is the side that it plays.

    Everything said or laid at a table is for everybody (the empty name) or for one seat, by its name.
    """

    role: Role
    side: str = ""

    @property
    def name(self) -> str:
        """What the seat is called: its side, umpire or spectator; empty for all seats at once."""
        return self.side or self.role.value

    @property
    def holder(self) -> str:
        """Who sits there, in a sentence: the Germans, the umpire."""
        return f"the {people(self.side) if self.side else self.role.value}"

    @property
    def sees_all(self) -> bool:
        return self.role in (Role.ALL, Role.UMPIRE)

    def reads(self, owner: str) -> bool:
        """Whether it may read what belongs to everybody (empty), or to the seat of that name."""
        return self.sees_all or owner in ("", self.name)

    def plays(self, side: str) -> bool:
        """Whether a side is played from this seat."""
        return self.sees_all or (self.role is Role.SIDE and side == self.side)

    def check_plays(self, side: str) -> None:
        """Check that a side is played from this seat.

        Raises:
            Refused: if another plays it.
        """
        if not self.plays(side):
            raise Refused(f"side: {self.holder} cannot act for {f'the {people(side)}' if side else 'nobody'}")


ALL_SEATS, UMPIRE_SEAT, SPECTATOR_SEAT = Seat(Role.ALL), Seat(Role.UMPIRE), Seat(Role.SPECTATOR)


def seats_for(sides: Iterable[str]) -> tuple[Seat, ...]:
    """The seats of a scene: one for each side, one for the umpire, one for all spectators."""
    taken = {seat.name for seat in (ALL_SEATS, UMPIRE_SEAT, SPECTATOR_SEAT)}
    return (*(Seat(Role.SIDE, side) for side in sides if side not in taken), UMPIRE_SEAT, SPECTATOR_SEAT)


def seat_named(name: str, sides: Iterable[str]) -> Seat:
    """The seat of that name or nationality at a scene with these sides; all seats at once for the empty name.

    Raises:
        BadInput: if there is none.
    """
    sides = tuple(sides)
    seats, meant = (ALL_SEATS, *seats_for(sides)), side_called(name, sides)
    for seat in seats:
        if seat.name == meant:
            return seat
    raise BadInput("seat", name, f"one of {', '.join(seat.name for seat in seats[1:])}")
