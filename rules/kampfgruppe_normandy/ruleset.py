"""Kampfgruppe Normandy as a ruleset: it answers questions, and loads its game only when that is needed."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, Self

from rules.errors import Unknown
from rules.game.advice import Advice
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
from rules.ground.place import Place
from rules.kampfgruppe_normandy.book.book_data import BookData
from rules.kampfgruppe_normandy.book.roster import HOUSE_ROSTER, ArmyLists, lists_document, read_lists
from rules.kampfgruppe_normandy.book.rulebook import KGN, READINGS
from rules.kampfgruppe_normandy.play import sight_and_range_questions
from rules.kampfgruppe_normandy.play.knowledge import known_to
from rules.kampfgruppe_normandy.play.setting_up import open_game, setting_of
from rules.kampfgruppe_normandy.state.progress import Force, Progress, with_progress

if TYPE_CHECKING:
    from rules.kampfgruppe_normandy.play.game import KampfgruppeGame

ROSTER = "roster"
"""The house value that a player's own army lists replace."""


@dataclass(frozen=True, eq=False)
class KampfgruppeNormandy:
    """The book with a roster."""

    book: BookData

    id = "kgn"
    rulebook = KGN
    readings = READINGS
    modes = ("move",)

    def as_game(self) -> "KampfgruppeGame":
        return self._game

    @cached_property
    def _game(self) -> "KampfgruppeGame":
        from rules.kampfgruppe_normandy.play.game import KampfgruppeGame

        return KampfgruppeGame(self.book)

    @property
    def roster(self) -> Mapping[str, UnitType]:
        return self.book.roster

    def with_options(self, switch_names: tuple[str, ...], house: Mapping[str, Any]) -> Self:
        """The book with a player's own army lists (`house["roster"]`, a blindhex-roster/1 that met its schema).

        Raises:
            Unknown: if a name is no switch or no house value.
            BadInput: if the lists are those of another book or contradict themselves; the message names unit and field.
        """
        for name in switch_names:
            raise Unknown("switch", name, ())
        for name in house:
            if name != ROSTER:
                raise Unknown("house value", name, [ROSTER])
        if ROSTER not in house:
            return self
        check_roster_is_for(house[ROSTER], self.id)
        lists = read_lists(house[ROSTER])
        return replace(self, book=replace(self.book, roster=lists.roster, support=lists.support))

    def roster_document(self) -> Mapping[str, Any]:
        """The army lists as a blindhex-roster/1 document, which a player can change and use."""
        return lists_document(ArmyLists(self.book.roster, self.book.support), "Army lists")

    def price(self, type_id: str) -> str:
        line = self.book.type(type_id)
        return f"{line.points:4} points, morale value {line.morale}"

    def opening(self, state: GameState, options: Mapping[str, Any]) -> GameState:
        """The state before the first decision.

        Raises:
            BadInput: if an option, a piece of the table or a unit is not what the book can play with.
            Unknown: if a unit's type is not in the roster.
        """
        return open_game(state, options, self.book)

    def seen_by(self, state: GameState, side: str) -> GameState:
        return known_to(side, state)

    def line_of_sight(self, state: GameState, viewer: Viewer, target: Viewer) -> Ruling[Sight]:
        return sight_and_range_questions.line_of_sight(state, self.book, viewer, target)

    def sight_field(self, state: GameState, viewer: Viewer) -> Ruling[SightField]:
        return sight_and_range_questions.sight_field(state, self.book, viewer)

    def profile(self, state: GameState, viewer: Viewer, target: Viewer) -> Ruling[Profile]:
        from rules.kampfgruppe_normandy.play import profile_question

        return profile_question.profile(state, self.book, viewer, target)

    def visibility_at_places(
        self, state: GameState, viewers: Sequence[Viewer], unit: Unit, places: Sequence[Place]
    ) -> Sequence[Sequence[Visibility]]:
        return sight_and_range_questions.visibility_at_places(state, self.book, viewers, unit, places)

    def reach(self, state: GameState, unit: Unit, mode: str = "") -> Ruling[Reach]:
        self._check_mode(mode)
        from rules.kampfgruppe_normandy.questions.movement import reach_question

        return reach_question.reach(state, self.book, unit)

    def path(self, state: GameState, unit: Unit, goal: Place, mode: str = "") -> Ruling[Path]:
        self._check_mode(mode)
        from rules.kampfgruppe_normandy.questions.movement import reach_question

        return reach_question.path(state, self.book, unit, goal)

    def movements(self, state: GameState, unit: Unit, mode: str = "") -> Ruling[tuple[Movement, ...]]:
        self._check_mode(mode)
        from rules.kampfgruppe_normandy.questions.movement import planner_steps

        return planner_steps.movements(state, self.book, unit)

    def moved_to(self, state: GameState, unit: Unit) -> GameState:
        from rules.kampfgruppe_normandy.play import fire_question

        return fire_question.moved_to(state, self.book, unit)

    def ground(self, state: GameState, place: Place, unit: Unit | None = None) -> Ruling[Ground]:
        from rules.kampfgruppe_normandy.play import ground_question

        return ground_question.ground(state, self.book, place, unit)

    def weapon_ranges(self, state: GameState, unit: Unit) -> Ruling[WeaponRanges]:
        return sight_and_range_questions.weapon_ranges(state, self.book, unit)

    def fire(self, state: GameState, firer: Unit, target: Unit, manner: str = "") -> Ruling[Shot]:
        from rules.kampfgruppe_normandy.play import fire_question

        return fire_question.fire(state, self.book, firer, target, manner)

    def shots(self, state: GameState, target: Unit, places: Iterable[Place]) -> Callable[[Unit, Place], Shot]:
        from rules.kampfgruppe_normandy.play import fire_question

        return fire_question.shots(state, self.book, target, places)

    def force_sizes(self, state: GameState, options: Mapping[str, Any]) -> Ruling[ForceSizes]:
        from rules.kampfgruppe_normandy.play.battle_group import force_sizes

        return force_sizes(state, options, self.book)

    def under(self, state: GameState, options: Mapping[str, Any]) -> GameState:
        """A state with the setting of a scenario: whether it is night, and whether tests must be asked for."""
        forces = tuple(Force(side, 0, 0) for side in state.sides)
        return with_progress(state, Progress(setting_of(state, options), forces))

    def advice(self, state: GameState, options: Mapping[str, Any]) -> Iterator[Advice]:
        """Probable slips in a scenario before play."""
        from rules.kampfgruppe_normandy.play.advice import advice

        yield from advice(state, options, self.book)

    def _check_mode(self, mode: str) -> None:
        if mode and mode not in self.modes:
            raise Unknown("mode", mode, self.modes)


RULESET = KampfgruppeNormandy(BookData(HOUSE_ROSTER))
