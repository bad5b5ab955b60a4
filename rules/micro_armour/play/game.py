"""Micro Armour as a game that can be played, in both editions."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction

from rules.game import events as events_of_any_table
from rules.game.engine.differences import Outcome
from rules.game.engine.game import Game, Refusals
from rules.game.engine.play import Action, Goal, Result
from rules.game.engine.procedure import Declarations
from rules.game.going import Party, Way
from rules.game.record.record_forms import Form, record_form
from rules.game.ruling import Reason
from rules.game.state import GameState
from rules.game.units import Unit
from rules.ground.place import Place
from rules.ground.table.inches import Spot
from rules.micro_armour.book.book_data import BookData
from rules.micro_armour.declarations import fire, initiative, marker_removal, passing, posture
from rules.micro_armour.declarations.movement import orders, reaction_fire, stands
from rules.micro_armour.effects.group_moves import close_group
from rules.micro_armour.effects.resolution import Resolution
from rules.micro_armour.play import correcting, going
from rules.micro_armour.play.advice import CONDITIONS
from rules.micro_armour.play.due import DUE, resources_left
from rules.micro_armour.play.outcomes import changes_between
from rules.micro_armour.play.what_wins import what_wins
from rules.micro_armour.state import fire_events, group_events, move_events, turn_events
from rules.micro_armour.state.position import Position
from rules.micro_armour.state.progress import Phase, Progress, Stage, progress_of

CHAPTERS = (initiative, posture, fire, orders, stands, reaction_fire, marker_removal, passing)
"""The modules whose declarations are offered, in this order."""

EVENTS = (turn_events, group_events, move_events, fire_events, events_of_any_table)
"""The modules with the events."""


@dataclass(frozen=True)
class MicroArmourGame(Game[Position, Resolution]):
    """The book in one edition as it is played with a roster."""

    book: BookData

    declarations = Declarations[Position, Resolution](CHAPTERS, EVENTS)
    resolution_type = Resolution
    due_at = DUE
    conditions = CONDITIONS

    @property
    def refusals(self) -> Refusals:
        edition = self.book.edition
        return Refusals(over=edition.cite("11"), turn=edition.cite("4.0"), stage=edition.cite("4.0"))

    @property
    def course_form(self) -> Form:
        return record_form(Progress)

    def set_right(self, resolution: Resolution, unit: Unit) -> None:
        """Update groups and losses."""
        correcting.set_right(resolution, unit)

    def position(self, state: GameState) -> Position:
        return Position(state, self.book)

    def to_act(self, state: GameState) -> str | None:
        return progress_of(state).side_to_act

    def stage(self, state: GameState) -> Stage:
        return progress_of(state).stage

    def moment(self, state: GameState) -> str:
        progress = progress_of(state)
        move = progress.move
        waits = f", {move.stage} of {move.stand}" if move and move.stand else ""
        return f"turn {progress.turn} of {progress.options.turns}, {progress.phase} phase{waits}"

    def resources_left(self, state: GameState) -> tuple[str, ...]:
        """Orders, groups, and movement points."""
        return tuple(resources_left(self.position(state)))

    def waiting(self, state: GameState, side: str) -> Mapping[str, str]:
        """Stands that wait to enter; in the movement phase those in no group that still has to move wait for another turn."""
        progress, waiting = progress_of(state), super().waiting(state, side)
        if progress.phase is not Phase.MOVEMENT:
            return waiting
        return {
            name: words
            if progress.group_of(name)
            else f"{words} another turn: in no movement group that is still to move"
            for name, words in waiting.items()
        }

    def parties(self, state: GameState, units: tuple[str, ...], goal: Place) -> tuple[Party, ...]:
        """The stands of a group, each as a party of its own (8.3.1)."""
        return going.parties(self.position(state), units, goal) if isinstance(goal, Spot) else ()

    def next_on_way(self, state: GameState, party: tuple[str, ...], way: Way) -> Action | Reason:
        """The move of the stand, on what its side knows."""
        return going.next_on_way(self.known(state, state.unit(party[0]).side), party[0], way)

    def risked(self, state: GameState, action: Action) -> Iterator[str]:
        """The opportunity fire that a stand may come under."""
        return going.risked(self.known(state, action.side), action)

    def before_it_goes(
        self, state: GameState, party: tuple[str, ...], units: tuple[str, ...]
    ) -> Action | None:
        """The naming of its group, the attempt to move it, or the end of another stand's move."""
        return going.before_it_goes(self.position(state), party[0], units)

    def follow(self, resolution: Resolution) -> None:
        close_group(resolution)

    def changes(self, before: GameState, after: GameState) -> Iterator[Outcome]:
        yield from changes_between(before, after)

    def lead(self, state: GameState, side: str) -> Fraction:
        """The share of the enemy's points destroyed less the share of its own points lost, in hundredths.

        If a side must hold places, holding all of them counts as much as half of the enemy's points.

        Rule: MATG2, victory conditions; OUR 36, 74.
        """
        progress = progress_of(state)
        enemy = progress.options.other(side)
        lost = _share_lost(progress, enemy) - _share_lost(progress, side)
        return 100 * lost + 50 * (_share_held(progress, side) - _share_held(progress, enemy))

    def goals(self, state: GameState) -> tuple[Goal, ...]:
        """The objectives of the scenario."""
        return tuple(
            Goal(place.name, place.spots, place.points, place.held_by)
            for place in progress_of(state).objectives
        )

    def setting(self, state: GameState) -> tuple[str, ...]:
        """The limit of sight, from the table and from higher ground, if the scenario gives one.

        Rule: MATG2 6.4.1, 6.4.3.
        """
        limit, edition = progress_of(state).options.sight_limit, self.position(state).edition
        if not limit.is_given:
            return ()
        rule = edition.cite("6.4.1")
        if not limit.per_level_in:
            return (f'Nobody sees farther than {limit.limit_in:g}" ({rule}).',)
        far = f'{limit.limit_in:g}", and {limit.per_level_in:g}" more from each level above the table'
        return (f"Nobody sees farther than {far} ({rule.together_with(edition.cite('6.4.3'))}).",)

    def victory(self, state: GameState) -> tuple[str, ...]:
        """What each side must do to win."""
        return tuple(what_wins(self.position(state)))

    def result(self, state: GameState) -> Result | None:
        return progress_of(state).ended


def _share_held(progress: Progress, side: str) -> Fraction:
    hold = progress.options.force(side).terms.hold
    return Fraction(progress.holds(side, hold), max(len(hold), 1))


def _share_lost(progress: Progress, side: str) -> Fraction:
    return Fraction(progress.points_lost(side), max(progress.points_at_start(side), 1))
