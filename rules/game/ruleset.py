"""The interface between the books and everything outside them."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Protocol, Self, runtime_checkable

from rules.errors import BadInput
from rules.game.advice import Advice
from rules.game.citation import Reading, Rulebook
from rules.game.movement import Movement
from rules.game.profile import Profile
from rules.game.ruling import Ruling
from rules.game.state import GameState
from rules.game.units import Symbol, Unit, Viewer
from rules.game.verdicts import (
    ForceSizes,
    Ground,
    Path,
    Reach,
    Shot,
    Sight,
    SightAtlas,
    SightField,
    Visibility,
    WeaponRanges,
)
from rules.ground.place import Place

if TYPE_CHECKING:
    from rules.game.engine.play import Play


class UnitType(Protocol):
    """A line of a roster, with the fields that every book has."""

    @property
    def id(self) -> str: ...
    @property
    def name(self) -> str: ...
    @property
    def is_vehicle(self) -> bool: ...
    @property
    def symbol(self) -> Symbol: ...


class Ruleset(Protocol):
    """A book that answers questions. Questions take units (as values) or places; "no" is a Ruling too.

    Raises (all methods):
        Unknown: if a unit's type is not in the roster.
        OffBoard: if a place is not on the board.
    """

    def __hash__(self) -> int: ...
    @property
    def id(self) -> str: ...
    @property
    def rulebook(self) -> Rulebook: ...
    @property
    def readings(self) -> tuple[Reading, ...]: ...
    @property
    def roster(self) -> Mapping[str, UnitType]: ...

    def with_options(self, switch_names: tuple[str, ...], house: Mapping[str, Any]) -> Self:
        """The book with these switches of readings, and a player's own values in place of our house values."""
        ...

    def seen_by(self, state: GameState, side: str) -> GameState:
        """The part of a state that one side may know; an answer about it cannot give away more."""
        ...

    def line_of_sight(self, state: GameState, viewer: Viewer, target: Viewer) -> Ruling[Sight]:
        """Does the viewer see the target?"""
        ...

    def sight_field(self, state: GameState, viewer: Viewer) -> Ruling[SightField]:
        """Which places does the viewer see?"""
        ...

    def profile(self, state: GameState, viewer: Viewer, target: Viewer) -> Ruling[Profile]:
        """What does the line of sight pass, seen from the side, and which obstacles are in the way, by how much?"""
        ...

    def visibility_at_places(
        self, state: GameState, viewers: Sequence[Viewer], unit: Unit, places: Sequence[Place]
    ) -> Sequence[Sequence[Visibility]]:
        """Which viewers would see a unit in each of these places? A row for each viewer, as `line_of_sight` would rule."""
        ...

    def reach(self, state: GameState, unit: Unit, mode: str = "") -> Ruling[Reach]:
        """How far can the unit go? `mode` is one of the book's `modes`; empty is the first."""
        ...

    def path(self, state: GameState, unit: Unit, goal: Place, mode: str = "") -> Ruling[Path]:
        """By which way does the unit get to a goal in one turn?"""
        ...

    def movements(self, state: GameState, unit: Unit, mode: str = "") -> Ruling[tuple[Movement, ...]]:
        """How can the unit move, turn after turn? Ways that need no die roll come first; none if it cannot move."""
        ...

    def moved_to(self, state: GameState, unit: Unit) -> GameState:
        """The state after one of its units has moved this turn, to the place and facing given here."""
        ...

    @property
    def modes(self) -> tuple[str, ...]:
        """The modes of movement of this book, the usual one first."""
        ...

    def ground(self, state: GameState, place: Place, unit: Unit | None = None) -> Ruling[Ground]:
        """What terrain, level and cover has this place, what does it cost to enter, and what does it hide?
        For a unit, if one is given."""
        ...

    def weapon_ranges(self, state: GameState, unit: Unit) -> Ruling[WeaponRanges]:
        """How far does the unit shoot, and through which arc?"""
        ...

    def fire(self, state: GameState, firer: Unit, target: Unit, manner: str = "") -> Ruling[Shot]:
        """What does the firer need to hit, and what are the odds? `manner` is the kind of fire; empty is the
        one that suits the target.

        Whose turn it is does not matter here; Play.why_not judges that.
        """
        ...

    def shots(self, state: GameState, target: Unit, places: Iterable[Place]) -> Callable[[Unit, Place], Shot]:
        """A function that gives the verdict of `fire` by a firer on the target in one of these places,
        faster than asking `fire`."""
        ...

    def advice(self, state: GameState, options: Mapping[str, Any]) -> Iterator[Advice]:
        """Probable mistakes in a state before play and in the options of its scenario."""
        ...


@runtime_checkable
class Playable(Protocol):
    """A book whose games can be played; the game itself is loaded at first use."""

    def opening(self, state: GameState, options: Mapping[str, Any]) -> GameState:
        """The state before the first decision, with the scenario's options read into the book's `Course`.

        Raises:
            BadInput: if an option is missing or wrong; the message names it.
        """
        ...

    def as_game(self) -> "Play":
        """The book as a game, with the same options."""
        ...


@runtime_checkable
class HasAtlas(Protocol):
    """A book on hexes that can tell for every pair of hexes whether they see each other."""

    def atlas_key(self, state: GameState) -> str:
        """A key that is equal for all boards and readings with the same atlas."""
        ...

    def sight_atlas(self, state: GameState, kept: bytes) -> Ruling[SightAtlas]:
        """Which hexes of the bare board see each other; `kept` are the stored bits of an atlas with the
        same key, if there is one."""
        ...


@runtime_checkable
class CountsForces(Protocol):
    """A book that prices its units."""

    def force_sizes(self, state: GameState, options: Mapping[str, Any]) -> Ruling[ForceSizes]:
        """What is each force worth before play, is it legal, and how could the forces be balanced?"""
        ...


@runtime_checkable
class WritesRoster(Protocol):
    """A book whose roster a player can download, change and use in place of ours."""

    def roster_document(self) -> Mapping[str, Any]:
        """The roster with all its figures, in the form in which this book takes it as a house value."""
        ...

    def price(self, type_id: str) -> str:
        """The price of a unit type, in words."""
        ...


@runtime_checkable
class ReadsOptions(Protocol):
    """A book whose answers depend on options of a scenario, such as night or the limit of visibility."""

    def under(self, state: GameState, options: Mapping[str, Any]) -> GameState:
        """A state for questions outside a game, with the options of its scenario about sight and fire.

        Raises:
            BadInput: if an option is wrong.
        """
        ...


def check_roster_is_for(roster: Mapping[str, Any], *books: str) -> None:
    """Refuse a roster of another book.

    Raises:
        BadInput: if the roster is of another book.
    """
    if roster["book"] not in books:
        raise BadInput("roster.book", roster["book"], " or ".join(books))
