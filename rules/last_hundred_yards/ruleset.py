"""Last Hundred Yards as a ruleset: answers about sight, movement, range and fire; the game itself is loaded on first use."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, Self

from rules.game.advice import Advice
from rules.game.movement import Movement
from rules.game.profile import Profile
from rules.game.ruling import Ruling
from rules.game.state import GameState
from rules.game.units import Unit, Viewer
from rules.game.verdicts import (
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
from rules.game.view import seen_by
from rules.ground.place import Place
from rules.last_hundred_yards.book.options import AS_WE_READ, Options
from rules.last_hundred_yards.book.roster import ROSTER
from rules.last_hundred_yards.book.rulebook import LHY, READINGS
from rules.last_hundred_yards.book.unit_types import Nation
from rules.last_hundred_yards.play.opening import opening
from rules.last_hundred_yards.questions.sight import line_of_sight
from rules.last_hundred_yards.state.position import Position, row_of
from rules.last_hundred_yards.state.progress import options_in

if TYPE_CHECKING:
    from rules.last_hundred_yards.play.play import LhyPlay


class LastHundredYards:
    """The rules as a table has chosen to read them: they answer questions about a position, and play a game."""

    id = "lhy"
    rulebook = LHY
    readings = READINGS
    roster = ROSTER

    def __init__(self, options: Options = AS_WE_READ) -> None:
        self.options = options

    @property
    def modes(self) -> tuple[str, ...]:
        from rules.last_hundred_yards.questions.movement.allowance_table import Mode

        return tuple(mode.value for mode in Mode)

    def advice(self, state: GameState, options: Mapping[str, Any]) -> Iterator[Advice]:
        """Warnings about probable mistakes in a scenario, before it is played."""
        from rules.last_hundred_yards.play.advice import advice

        yield from advice(state, options, self.options)

    def with_options(self, switch_names: tuple[str, ...], house: Mapping[str, Any]) -> Self:
        """The same ruleset with these switches on, and a player's own house values instead of ours.

        Raises:
            Unknown: if a switch or a house value has no such name.
            BadInput: if a value is of the wrong kind.
        """
        options = self.options.named(switch_names)
        return type(self)(replace(options, house=options.house.with_values(house)))

    def opening(self, state: GameState, options: Mapping[str, Any]) -> GameState:
        return opening(state, options, self.options)

    def as_game(self) -> "LhyPlay":
        return self._game

    @cached_property
    def _game(self) -> "LhyPlay":
        from rules.last_hundred_yards.play.play import LhyPlay

        return LhyPlay(self.options)

    def seen_by(self, state: GameState, side: str) -> GameState:
        if state.course is None:
            return seen_by(state, side, _concealed_type)
        from rules.last_hundred_yards.effects.view import state_seen_by

        return state_seen_by(state, side)

    def line_of_sight(self, state: GameState, viewer: Viewer, target: Viewer) -> Ruling[Sight]:
        return line_of_sight.line_of_sight(state, viewer, target, options_in(state, self.options))

    def sight_field(self, state: GameState, viewer: Viewer) -> Ruling[SightField]:
        return line_of_sight.sight_field(state, viewer, options_in(state, self.options))

    def profile(self, state: GameState, viewer: Viewer, target: Viewer) -> Ruling[Profile]:
        from rules.last_hundred_yards.questions.sight import profile

        return profile.profile(state, viewer, target, options_in(state, self.options))

    def visibility_at_places(
        self, state: GameState, viewers: Sequence[Viewer], unit: Unit, places: Sequence[Place]
    ) -> Sequence[Sequence[Visibility]]:
        return line_of_sight.visibility_at_places(
            state, viewers, unit, places, options_in(state, self.options)
        )

    def atlas_key(self, state: GameState) -> str:
        from rules.last_hundred_yards.questions.sight import atlas

        return atlas.atlas_key(state, options_in(state, self.options))

    def sight_atlas(self, state: GameState, kept: bytes = b"") -> Ruling[SightAtlas]:
        from rules.last_hundred_yards.questions.sight import atlas

        return atlas.sight_atlas(state, options_in(state, self.options), kept)

    def reach(self, state: GameState, unit: Unit, mode: str = "") -> Ruling[Reach]:
        from rules.last_hundred_yards.questions.movement import reach

        return reach.reach(state, unit, mode, options_in(state, self.options), self._position(state, unit))

    def path(self, state: GameState, unit: Unit, goal: Place, mode: str = "") -> Ruling[Path]:
        from rules.last_hundred_yards.questions.movement import reach

        options, position = options_in(state, self.options), self._position(state, unit)
        return reach.path(state, unit, goal, mode, options, position)

    def movements(self, state: GameState, unit: Unit, mode: str = "") -> Ruling[tuple[Movement, ...]]:
        from rules.last_hundred_yards.questions.movement import reach

        ruling = reach.movements(state, unit, mode, options_in(state, self.options), self._in_game(state))
        if state.course is None or not ruling.verdict:
            return ruling
        from rules.last_hundred_yards.play.initiative_share import initiative_reason

        return replace(ruling, reasons=(*ruling.reasons, initiative_reason(state, unit.side)))

    def _in_game(self, state: GameState) -> Position | None:
        """The position that movement is asked about: that of the game, without its declarations; None outside a game."""
        if state.course is None:
            return None
        from rules.last_hundred_yards.play.book_ground import BookGround

        return Position(state, BookGround(options_in(state, self.options)))

    def _position(self, state: GameState, unit: Unit) -> Position | None:
        """The position for a question about one unit's maneuver.

        It is that of the game. Outside a game it is that of a plain mission, or None for a unit that is not in the roster.
        """
        if state.course is not None or unit.type not in ROSTER:
            return self._in_game(state)
        from rules.last_hundred_yards.play.opening import with_plain_mission

        nation = row_of(unit).nation
        enemy = next(other for other in Nation if other is not nation)
        against = next((side for side in state.sides if side != unit.side), f"against {unit.side}")
        sides = {unit.side: nation, against: enemy}
        return self._in_game(with_plain_mission(state, sides, self.options))

    def moved_to(self, state: GameState, unit: Unit) -> GameState:
        """The state with a unit in its new place; that it has moved changes no answer about its fire."""
        return state.with_unit(unit)

    def ground(self, state: GameState, place: Place, unit: Unit | None = None) -> Ruling[Ground]:
        from rules.last_hundred_yards.play import ground_question

        return ground_question.ground(state, place, unit, options_in(state, self.options))

    def weapon_ranges(self, state: GameState, unit: Unit) -> Ruling[WeaponRanges]:
        from rules.last_hundred_yards.questions.fire import ranges

        return ranges.weapon_ranges(state, unit, options_in(state, self.options))

    def fire(self, state: GameState, firer: Unit, target: Unit, manner: str = "") -> Ruling[Shot]:
        from rules.last_hundred_yards.play import fire_question

        return fire_question.fire(state, firer, target, manner, options_in(state, self.options))

    def shots(self, state: GameState, target: Unit, places: Iterable[Place]) -> Callable[[Unit, Place], Shot]:  # noqa: ARG002
        from rules.last_hundred_yards.play import fire_question

        return fire_question.Shots(state, target, options_in(state, self.options)).at


def _concealed_type(unit: Unit) -> str:
    return f"{row_of(unit).nation}.concealed"


RULESET = LastHundredYards()
