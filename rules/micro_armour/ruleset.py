"""Micro Armour as a ruleset that can be asked and played, in both editions."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Self

from rules.errors import BadInput, Unknown
from rules.game.actions import IllegalAction
from rules.game.citation import Reading, Rulebook
from rules.game.dice import Dice
from rules.game.events import TABLE_EVENTS
from rules.game.movement import Movement
from rules.game.play import Action, Event, Result
from rules.game.records import Records
from rules.game.ruleset import UnitType, Viewer, check_roster_is_for
from rules.game.ruling import Reason, Ruling
from rules.game.state import GameState
from rules.game.units import Unit
from rules.game.verdicts import ForceSizes, Path, Reach, Shot, Sight, SightField, WeaponRanges
from rules.game.view import seen_by
from rules.ground.board import Place
from rules.micro_armour import asking, fire_question, reach
from rules.micro_armour.actions import ACTIONS, MatgAction
from rules.micro_armour.book import Book
from rules.micro_armour.chances import chances
from rules.micro_armour.choices import legal_actions
from rules.micro_armour.course import Course, course_of
from rules.micro_armour.events import COURSE_EVENTS
from rules.micro_armour.fold import apply
from rules.micro_armour.forces import force_sizes
from rules.micro_armour.house_roster import HOUSE_ROSTER
from rules.micro_armour.legality import side_to_act, why_not
from rules.micro_armour.movement_orders import GHQ
from rules.micro_armour.resolve import resolve
from rules.micro_armour.roster import read_roster, roster_document
from rules.micro_armour.rulebook import FIRST, READINGS, SECOND, SWITCHES
from rules.micro_armour.setting import read_setting
from rules.micro_armour.stands import check_stands
from rules.micro_armour.story import stand_points
from rules.micro_armour.terrain_effects import check_table, table_of

ROSTER = "roster"
"""The house value that a player's own weapon data take the place of."""


@dataclass(frozen=True)
class MicroArmour:
    """The book in one edition, with a roster and the switches of a table."""

    book: Book
    switches: frozenset[str] = field(default_factory=frozenset)

    @property
    def id(self) -> str:
        return self.book.edition.id

    @property
    def rulebook(self) -> Rulebook:
        return self.book.edition.book

    @property
    def readings(self) -> tuple[Reading, ...]:
        return READINGS

    @property
    def roster(self) -> Mapping[str, UnitType]:
        return self.book.roster

    @property
    def modes(self) -> tuple[str, ...]:
        return tuple(mode.value for mode in reach.Mode)

    @property
    def actions(self) -> Records[Any]:
        """The actions of this book as documents and back."""
        return Records("action", ACTIONS)

    @property
    def events(self) -> Records[Any]:
        """The events of this book as documents and back."""
        return Records("event", (*COURSE_EVENTS, *TABLE_EVENTS))

    def with_options(self, switch_names: tuple[str, ...], house: Mapping[str, Any]) -> Self:
        """The book read with these switches, and a player's own roster (`house["roster"]`, a blindhex-roster/1 that met its schema).

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
        """The weapon data as a blindhex-roster/1, for a player to change and to give back."""
        return roster_document(self.book.roster, self.id)

    def price(self, type_id: str) -> str:
        return f"{self.book.roster[type_id].points:4} points"

    def seen_by(self, state: GameState, side: str) -> GameState:
        return seen_by(state, side)

    def line_of_sight(self, state: GameState, viewer: Viewer, target: Viewer) -> Ruling[Sight]:
        return asking.line_of_sight(state, viewer, target, self.book.edition)

    def sight_field(self, state: GameState, viewer: Viewer) -> Ruling[SightField]:
        return asking.sight_field(state, viewer, self.book.edition)

    def reach(self, state: GameState, unit: Unit, mode: str = "") -> Ruling[Reach]:
        return reach.reach(state, unit, mode, self.book)

    def path(self, state: GameState, unit: Unit, goal: Place, mode: str = "") -> Ruling[Path]:
        return reach.path(state, unit, goal, mode, self.book)

    def movements(self, state: GameState, unit: Unit, mode: str = "") -> Ruling[tuple[Movement, ...]]:
        return reach.movements(state, unit, mode, self.book)

    def weapon_ranges(self, state: GameState, unit: Unit) -> Ruling[WeaponRanges]:
        return asking.weapon_ranges(state, unit, self.book)

    @property
    def manners(self) -> tuple[str, ...]:
        return tuple(manner.value for manner in fire_question.Manner)

    def fire(self, state: GameState, firer: Unit, target: Unit, manner: str = "") -> Ruling[Shot]:
        return fire_question.fire(state, self.book, firer, target, manner)

    def force_sizes(self, state: GameState, options: Mapping[str, Any]) -> Ruling[ForceSizes]:
        return force_sizes(self.opening(state, options), self.book)

    def under(self, state: GameState, options: Mapping[str, Any]) -> GameState:
        """A state with the setting of a scenario: its sight limit, cohesion levels and switches (OUR 37, 52)."""
        setting = read_setting(state, options)
        setting = replace(setting, switches=setting.switches | self.switches)
        return replace(state, course=Course(setting, (), acting=state.sides[0]))

    def opening(self, state: GameState, options: Mapping[str, Any]) -> GameState:
        """The game before its first initiative roll.

        Raises:
            BadInput: if an option, a piece of the table or a stand is not what the book can play with.
            Unknown: if a stand's tank is not in the roster.
        """
        check_table(table_of(state))
        for unit in state.units.values():
            self.book.tank(unit.type)
            if unit.side not in state.sides:
                raise BadInput(f"unit {unit.id}.side", unit.side, f"one of {', '.join(state.sides)}")
        check_stands(state)
        course = course_of(self.under(state, options))
        headless = frozenset(
            s for s in state.sides if not any(u.side == s and u.has(GHQ) for u in state.units.values())
        )
        strength = {
            side: sum(
                stand_points(self.book, course, unit) for unit in state.units.values() if unit.side == side
            )
            for side in state.sides
        }
        return replace(state, course=replace(course, strength=tuple(strength.items()), headless=headless))

    def to_act(self, state: GameState) -> str | None:
        return side_to_act(course_of(state))

    def moment(self, state: GameState) -> str:
        course = course_of(state)
        waits = f", {course.move.stage} of {course.move.stand}" if course.move and course.move.stand else ""
        return f"turn {course.turn} of {course.setting.turns}, {course.phase} phase{waits}"

    def legal_actions(self, state: GameState) -> tuple[MatgAction, ...]:
        return legal_actions(state, self.book)

    def why_not(self, state: GameState, action: Action) -> tuple[Reason, ...]:
        return why_not(state, self.book, self._mine(action))

    def resolve(self, state: GameState, action: Action, dice: Dice) -> tuple[Event, ...]:
        mine = self._mine(action)
        if reasons := why_not(state, self.book, mine):
            raise IllegalAction(mine, reasons)
        return resolve(state, self.book, mine, dice)

    def apply(self, state: GameState, event: Event) -> GameState:
        return apply(state, event)

    def chances(self, state: GameState, action: Action) -> Ruling[str]:
        return chances(state, self.book, self._mine(action))

    def result(self, state: GameState) -> Result | None:
        return course_of(state).ended

    def _mine(self, action: Action) -> MatgAction:
        if not isinstance(action, ACTIONS):
            raise BadInput("action", str(action), f"an action of {self.rulebook.title}")
        return action


MATG1 = MicroArmour(Book(FIRST, HOUSE_ROSTER))
MATG2 = MicroArmour(Book(SECOND, HOUSE_ROSTER))
