"""The one seam between the books and everything outside them."""

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
    """A line of a roster, as far as every book has one."""

    @property
    def id(self) -> str: ...
    @property
    def name(self) -> str: ...
    @property
    def is_vehicle(self) -> bool: ...
    @property
    def symbol(self) -> Symbol: ...


class Ruleset(Protocol):
    """A book that can be asked. Questions name units by value or places; "no" is a Ruling too.

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
        """The book read with these switches, and a player's own values in the place of ours."""
        ...

    def seen_by(self, state: GameState, side: str) -> GameState:
        """What one side may know of a state; a question asked of it can give away no more."""
        ...

    def line_of_sight(self, state: GameState, viewer: Viewer, target: Viewer) -> Ruling[Sight]:
        """Can he see me?"""
        ...

    def sight_field(self, state: GameState, viewer: Viewer) -> Ruling[SightField]:
        """What does he see?"""
        ...

    def profile(self, state: GameState, viewer: Viewer, target: Viewer) -> Ruling[Profile]:
        """What does that line pass, seen from the side, and what of it is in the way, by how much?"""
        ...

    def looked_for(
        self, state: GameState, viewers: Sequence[Viewer], unit: Unit, places: Sequence[Place]
    ) -> Sequence[Sequence[Visibility]]:
        """Who sees a unit, if it stood in each of these places? A row for each viewer, as `line_of_sight` would rule it."""
        ...

    def reach(self, state: GameState, unit: Unit, mode: str = "") -> Ruling[Reach]:
        """How far can it go? `mode` is one of the book's `modes`; empty is its first."""
        ...

    def path(self, state: GameState, unit: Unit, goal: Place, mode: str = "") -> Ruling[Path]:
        """Which way does it go there?"""
        ...

    def movements(self, state: GameState, unit: Unit, mode: str = "") -> Ruling[tuple[Movement, ...]]:
        """By which steps can it go on, turn after turn? Those that ask for no roll first; none if it cannot move."""
        ...

    def moved_to(self, state: GameState, unit: Unit) -> GameState:
        """The state once a unit of it has moved, in this turn, to stand as it is given here."""
        ...

    @property
    def modes(self) -> tuple[str, ...]:
        """The ways to move this book knows, the usual one first."""
        ...

    def ground(self, state: GameState, place: Place, unit: Unit | None = None) -> Ruling[Ground]:
        """What is this place: its terrain, level and cover, what it costs to enter and what it hides? To a unit, if one is given."""
        ...

    def weapon_ranges(self, state: GameState, unit: Unit) -> Ruling[WeaponRanges]:
        """How far does it shoot, and through which arc?"""
        ...

    def fire(self, state: GameState, firer: Unit, target: Unit, manner: str = "") -> Ruling[Shot]:
        """What does he need to hit, and what are the odds? Without a manner, the one that suits the target.

        Whose go it is does not matter here; Play.why_not judges that.
        """
        ...

    def shots(self, state: GameState, target: Unit, places: Iterable[Place]) -> Callable[[Unit, Place], Shot]:
        """The verdict of `fire` by a firer on the target, if that stood in one of these places: sooner told than place by place."""
        ...

    def advice(self, state: GameState, options: Mapping[str, Any]) -> Iterator[Advice]:
        """What can be played but is probably a slip, in a state before play and in the options of its scenario."""
        ...


@runtime_checkable
class Playable(Protocol):
    """A book whose games can be played; the game itself is loaded once it is asked for."""

    def opening(self, state: GameState, options: Mapping[str, Any]) -> GameState:
        """The state before the first decision: the scenario's options read into the book's course.

        Raises:
            BadInput: if an option is missing or wrong; the message names it.
        """
        ...

    def as_game(self) -> "Play":
        """The book as a game, with the same options."""
        ...


@runtime_checkable
class HasAtlas(Protocol):
    """A book on hexes that can say for every pair of them whether they see each other."""

    def atlas_key(self, state: GameState) -> str:
        """The same for all boards and readings that have the same atlas."""
        ...

    def sight_atlas(self, state: GameState, kept: bytes) -> Ruling[SightAtlas]:
        """Which hexes of the bare board see each other; `kept` are the bits of an atlas with the same key, if there is one."""
        ...


@runtime_checkable
class CountsForces(Protocol):
    """A book that prices its units."""

    def force_sizes(self, state: GameState, options: Mapping[str, Any]) -> Ruling[ForceSizes]:
        """What is each force worth before play, may it take the field, and how could the two be balanced?"""
        ...


@runtime_checkable
class WritesRoster(Protocol):
    """A book whose roster a player can take down, change and give back in the place of ours."""

    def roster_document(self) -> Mapping[str, Any]:
        """The roster with all its figures, as a house value of this book takes it."""
        ...

    def price(self, type_id: str) -> str:
        """What a line of the roster costs, in words."""
        ...


@runtime_checkable
class ReadsOptions(Protocol):
    """A book whose answers rest on what a scenario settles before play, such as night or how far one sees."""

    def under(self, state: GameState, options: Mapping[str, Any]) -> GameState:
        """A state asked about outside a game, with what the options of its scenario say of sight and fire.

        Raises:
            BadInput: if an option is wrong.
        """
        ...


def check_roster_is_for(roster: Mapping[str, Any], *books: str) -> None:
    """Refuse a roster of another book.

    Raises:
        BadInput: if it is one.
    """
    if roster["book"] not in books:
        raise BadInput("roster.book", roster["book"], " or ".join(books))
