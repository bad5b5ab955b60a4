"""Micro Armour as a ruleset that can be asked and played, in both editions."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Self

from rules.errors import BadInput, Unknown
from rules.game.advice import Advice
from rules.game.chance.dice import Dice
from rules.game.citation import Reading, Rulebook
from rules.game.engine.differences import Outcome
from rules.game.engine.game import Game, Refusals
from rules.game.engine.procedure import Declarations
from rules.game.engine.resolution import PendingStep
from rules.game.going import Party, Way
from rules.game.movement import Movement
from rules.game.play import Action, Result
from rules.game.ruleset import UnitType, check_roster_is_for
from rules.game.ruling import Reason, Ruling
from rules.game.state import GameState
from rules.game.units import Unit, Viewer
from rules.game.verdicts import ForceSizes, Path, Reach, Shot, Sight, SightField, WeaponRanges
from rules.ground.board import Place
from rules.ground.table.inches import Spot
from rules.micro_armour.book.book_data import BookData
from rules.micro_armour.book.house_roster import HOUSE_ROSTER
from rules.micro_armour.book.readings import READINGS, SWITCHES
from rules.micro_armour.book.roster import read_roster, roster_document
from rules.micro_armour.book.rulebook import FIRST, SECOND
from rules.micro_armour.book.terrain_chart import check_table
from rules.micro_armour.effects.group_moves import close_group
from rules.micro_armour.effects.resolution import Resolution
from rules.micro_armour.play import fire_question, going, left
from rules.micro_armour.play.advice import advice
from rules.micro_armour.play.chapters import DECLARATIONS
from rules.micro_armour.play.outcomes import changes_between
from rules.micro_armour.questions import reach, sight_rulings
from rules.micro_armour.questions.forces import force_sizes
from rules.micro_armour.questions.harm import stand_points
from rules.micro_armour.questions.ranges import weapon_ranges
from rules.micro_armour.state.conditions import GHQ
from rules.micro_armour.state.position import Position
from rules.micro_armour.state.progress import Progress, Stage, progress_of
from rules.micro_armour.state.scenario_options import read_options
from rules.micro_armour.state.stands import check_stands, table_of

ROSTER = "roster"
"""The house value that a player's own weapon data take the place of."""


@dataclass(frozen=True)
class MicroArmour(Game[Position]):
    """The book in one edition, with a roster and the switches of a table."""

    book: BookData
    switches: frozenset[str] = field(default_factory=frozenset)

    def as_game(self) -> Self:
        return self

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
    def declarations(self) -> Declarations[Position, Resolution]:
        return DECLARATIONS

    @property
    def refusals(self) -> Refusals:
        edition = self.book.edition
        return Refusals(over=edition.cite("11"), turn=edition.cite("4.0"), stage=edition.cite("4.0"))

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

    def line_of_sight(self, state: GameState, viewer: Viewer, target: Viewer) -> Ruling[Sight]:
        return sight_rulings.line_of_sight(state, viewer, target, self.book.edition)

    def sight_field(self, state: GameState, viewer: Viewer) -> Ruling[SightField]:
        return sight_rulings.sight_field(state, viewer, self.book.edition)

    def reach(self, state: GameState, unit: Unit, mode: str = "") -> Ruling[Reach]:
        return reach.reach(state, unit, mode, self.book)

    def path(self, state: GameState, unit: Unit, goal: Place, mode: str = "") -> Ruling[Path]:
        return reach.path(state, unit, goal, mode, self.book)

    def movements(self, state: GameState, unit: Unit, mode: str = "") -> Ruling[tuple[Movement, ...]]:
        return reach.movements(state, unit, mode, self.book)

    def weapon_ranges(self, state: GameState, unit: Unit) -> Ruling[WeaponRanges]:
        return weapon_ranges(state, unit, self.book)

    @property
    def manners(self) -> tuple[str, ...]:
        return tuple(manner.value for manner in fire_question.Manner)

    def fire(self, state: GameState, firer: Unit, target: Unit, manner: str = "") -> Ruling[Shot]:
        return fire_question.fire(self, state, self.book.edition, firer, target, manner)

    def force_sizes(self, state: GameState, options: Mapping[str, Any]) -> Ruling[ForceSizes]:
        return force_sizes(self.opening(state, options), self.book)

    def under(self, state: GameState, options: Mapping[str, Any]) -> GameState:
        """A state with what a scenario settles: its sight limit, cohesion levels and switches (OUR 37, 52)."""
        settled = read_options(state, options)
        settled = replace(settled, switches=settled.switches | self.switches)
        return replace(state, course=Progress(settled, (), acting=state.sides[0]))

    def advice(self, state: GameState, options: Mapping[str, Any]) -> Iterator[Advice]:  # noqa: ARG002
        """What is hardly meant so in a scenario before play."""
        yield from advice(state)

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
        progress = progress_of(self.under(state, options))
        without_ghq = frozenset(
            s for s in state.sides if not any(u.side == s and u.has(GHQ) for u in state.units.values())
        )
        strength = {
            side: sum(
                stand_points(self.book, progress.options, unit)
                for unit in state.units.values()
                if unit.side == side
            )
            for side in state.sides
        }
        return replace(
            state, course=replace(progress, strength=tuple(strength.items()), without_ghq=without_ghq)
        )

    def position(self, state: GameState) -> Position:
        return Position(state, self.book)

    def begin(self, position: Position, dice: Dice, pending: tuple[PendingStep, ...]) -> Resolution:
        return Resolution(self, position, dice, pending)

    def to_act(self, state: GameState) -> str | None:
        return progress_of(state).side_to_act

    def stage(self, state: GameState) -> Stage:
        return progress_of(state).stage

    def moment(self, state: GameState) -> str:
        progress = progress_of(state)
        move = progress.move
        waits = f", {move.stage} of {move.stand}" if move and move.stand else ""
        return f"turn {progress.turn} of {progress.options.turns}, {progress.phase} phase{waits}"

    def left(self, state: GameState) -> tuple[str, ...]:
        """Orders, groups, and movement points."""
        return tuple(left.left(self.position(state)))

    def parties(self, state: GameState, units: tuple[str, ...], goal: Place) -> tuple[Party, ...]:
        """The stands of a group, each for itself (8.3.1)."""
        return going.parties(self.position(state), units, goal) if isinstance(goal, Spot) else ()

    def next_on_way(self, state: GameState, party: tuple[str, ...], way: Way) -> Action | Reason:
        """The move of the stand."""
        return going.next_on_way(self.position(state), party[0], way)

    def before_it_goes(
        self, state: GameState, party: tuple[str, ...], units: tuple[str, ...]
    ) -> Action | None:
        """The naming of its group, the attempt to move it, or the end of another stand's move."""
        return going.before_it_goes(self.position(state), party[0], units)

    def follow(self, resolution: Resolution) -> None:
        close_group(resolution)

    def changes(self, before: GameState, after: GameState) -> Iterator[Outcome]:
        yield from changes_between(before, after)

    def result(self, state: GameState) -> Result | None:
        return progress_of(state).ended


MATG1 = MicroArmour(BookData(FIRST, HOUSE_ROSTER))


MATG2 = MicroArmour(BookData(SECOND, HOUSE_ROSTER))
