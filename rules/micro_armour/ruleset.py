"""Micro Armour as a ruleset, in both editions; its game is loaded at first use."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, Self

from rules.errors import BadInput, Unknown
from rules.game.advice import Advice
from rules.game.citation import Rulebook
from rules.game.movement import Movement
from rules.game.profile import Profile
from rules.game.ruleset import UnitType, check_roster_is_for
from rules.game.ruling import Ruling
from rules.game.state import GameState
from rules.game.units import Unit, Viewer
from rules.game.verdicts import (
    ForceSizes,
    Ground,
    Path,
    Reach,
    Shot,
    Sight,
    SightField,
    Visibility,
    WeaponRanges,
)
from rules.game.view import seen_by
from rules.ground.place import Place
from rules.micro_armour.book.book_data import BookData
from rules.micro_armour.book.house_roster import HOUSE_ROSTER
from rules.micro_armour.book.readings import READINGS, SWITCHES
from rules.micro_armour.book.roster import read_roster, roster_document
from rules.micro_armour.book.rulebook import FIRST, SECOND
from rules.micro_armour.book.terrain_chart import check_table
from rules.micro_armour.questions import sight_rulings
from rules.micro_armour.questions.harm import stand_points
from rules.micro_armour.state.progress import Progress, progress_of
from rules.micro_armour.state.scenario_options import read_options
from rules.micro_armour.state.stands import check_stands, table_of

if TYPE_CHECKING:
    from rules.micro_armour.play.game import MicroArmourGame

ROSTER = "roster"
"""The name of the house value that a player's own weapon data replace."""


@dataclass(frozen=True)
class MicroArmour:
    """The book in one edition, with a roster and the switches of a table."""

    book: BookData
    switches: frozenset[str] = frozenset()

    readings = READINGS

    def as_game(self) -> "MicroArmourGame":
        return self._game

    @cached_property
    def _game(self) -> "MicroArmourGame":
        from rules.micro_armour.play.game import MicroArmourGame

        return MicroArmourGame(self.book)

    @property
    def id(self) -> str:
        return self.book.edition.id

    @property
    def rulebook(self) -> Rulebook:
        return self.book.edition.book

    @property
    def roster(self) -> Mapping[str, UnitType]:
        return self.book.roster

    @property
    def modes(self) -> tuple[str, ...]:
        from rules.micro_armour.questions.terrain import Mode

        return tuple(mode.value for mode in Mode)

    def with_options(self, switch_names: tuple[str, ...], house: Mapping[str, Any]) -> Self:
        """The book with these switches, and a player's own roster (`house["roster"]`, a blindhex-roster/1
        checked against its schema).

        Raises:
            Unknown: if a name is no switch or no house value.
            BadInput: if the roster is one of another book, or two of its tanks have one id.
        """
        for name in switch_names:
            if name not in SWITCHES:
                raise Unknown("switch", name, sorted(SWITCHES))
        for name in house:
            if name != ROSTER:
                raise Unknown("house value", name, [ROSTER])
        book = self.book
        if ROSTER in house:
            check_roster_is_for(house[ROSTER], FIRST.id, SECOND.id)
            book = replace(book, roster=read_roster(house[ROSTER], book.roster))
        return replace(self, book=book, switches=self.switches | set(switch_names))

    def roster_document(self) -> Mapping[str, Any]:
        """The weapon data as a blindhex-roster/1, for a player to change and use."""
        return roster_document(self.book.roster, self.id)

    def price(self, type_id: str) -> str:
        return f"{self.book.roster[type_id].points:4} points"

    def seen_by(self, state: GameState, side: str) -> GameState:
        return seen_by(state, side)

    def line_of_sight(self, state: GameState, viewer: Viewer, target: Viewer) -> Ruling[Sight]:
        return sight_rulings.line_of_sight(state, viewer, target, self.book.edition)

    def sight_field(self, state: GameState, viewer: Viewer) -> Ruling[SightField]:
        return sight_rulings.sight_field(state, viewer, self.book.edition)

    def profile(self, state: GameState, viewer: Viewer, target: Viewer) -> Ruling[Profile]:
        from rules.micro_armour.questions import profile

        return profile.profile(state, viewer, target, self.book.edition)

    def visibility_at_places(
        self, state: GameState, viewers: Sequence[Viewer], unit: Unit, places: Sequence[Place]
    ) -> Sequence[Sequence[Visibility]]:
        return sight_rulings.visibility_at_places(state, viewers, unit, places, self.book.edition)

    def reach(self, state: GameState, unit: Unit, mode: str = "") -> Ruling[Reach]:
        from rules.micro_armour.questions import reach

        return reach.reach(state, unit, mode, self.book)

    def path(self, state: GameState, unit: Unit, goal: Place, mode: str = "") -> Ruling[Path]:
        from rules.micro_armour.questions import reach

        return reach.path(state, unit, goal, mode, self.book)

    def movements(self, state: GameState, unit: Unit, mode: str = "") -> Ruling[tuple[Movement, ...]]:
        from rules.micro_armour.play import movement_question

        return movement_question.movements(state, unit, mode, self.book)

    def moved_to(self, state: GameState, unit: Unit) -> GameState:
        """The state after a unit has moved to a place; having moved does not modify its fire in this book's questions."""
        return state.with_unit(unit)

    def ground(self, state: GameState, place: Place, unit: Unit | None = None) -> Ruling[Ground]:  # noqa: ARG002
        from rules.micro_armour.play import ground_question

        return ground_question.ground(state, place, self.book.edition)

    def weapon_ranges(self, state: GameState, unit: Unit) -> Ruling[WeaponRanges]:
        from rules.micro_armour.questions.ranges import weapon_ranges

        return weapon_ranges(state, unit, self.book)

    def fire(self, state: GameState, firer: Unit, target: Unit, manner: str = "") -> Ruling[Shot]:
        from rules.micro_armour.play import fire_question

        game, edition = self.as_game(), self.book.edition
        return fire_question.fire(game, state, edition, firer, target, manner, self.switches)

    def shots(self, state: GameState, target: Unit, places: Iterable[Place]) -> Callable[[Unit, Place], Shot]:  # noqa: ARG002
        from rules.micro_armour.play import fire_question

        return fire_question.shots(self.as_game(), state, self.book.edition, target, self.switches)

    def force_sizes(self, state: GameState, options: Mapping[str, Any]) -> Ruling[ForceSizes]:
        from rules.micro_armour.questions.forces import force_sizes

        return force_sizes(self.opening(state, options), self.book)

    def under(self, state: GameState, options: Mapping[str, Any]) -> GameState:
        """A state with the options of a scenario: its sight limit, cohesion levels and switches (OUR 37, 52, 74)."""
        settled = read_options(state, options)
        settled = replace(settled, switches=settled.switches | self.switches)
        return replace(
            state, course=Progress(settled, (), acting=state.sides[0], objectives=settled.objectives)
        )

    def advice(self, state: GameState, options: Mapping[str, Any]) -> Iterator[Advice]:  # noqa: ARG002
        """Probable mistakes in a scenario before play."""
        from rules.micro_armour.play.advice import advice

        yield from advice(state, self.book.edition)

    def opening(self, state: GameState, options: Mapping[str, Any]) -> GameState:
        """The game before its first initiative roll.

        Raises:
            BadInput: if the book cannot play with an option, a piece of the table or a stand.
            Unknown: if a stand's tank is not in the roster.
        """
        check_table(table_of(state))
        for unit in state.units.values():
            self.book.tank(unit.type)
            if unit.side not in state.sides:
                raise BadInput(f"unit {unit.id}.side", unit.side, f"one of {', '.join(state.sides)}")
        check_stands(state)
        progress = progress_of(self.under(state, options))
        strength = {
            side: sum(
                stand_points(self.book, progress.options, unit)
                for unit in state.units.values()
                if unit.side == side
            )
            for side in state.sides
        }
        return replace(state, course=replace(progress, strength=tuple(strength.items())))


MATG1 = MicroArmour(BookData(FIRST, HOUSE_ROSTER))


MATG2 = MicroArmour(BookData(SECOND, HOUSE_ROSTER))
