"""The book as a game: its chapters in order, which side decides next, and what follows every declaration.

Rule: KGN The turn, Activation; OUR 77.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from rules.game import events as events_of_any_table
from rules.game.engine.differences import Outcome
from rules.game.engine.game import Game, Refusals
from rules.game.engine.play import Action, Goal, Result
from rules.game.engine.procedure import Declarations
from rules.game.going import Party, Way
from rules.game.record.record_forms import Form
from rules.game.ruling import Reason, Ruling
from rules.game.state import GameState
from rules.game.units import Unit
from rules.ground.place import Place
from rules.ground.table.inches import Spot
from rules.kampfgruppe_normandy.book.action_kinds import ActionKind
from rules.kampfgruppe_normandy.book.book_data import BookData
from rules.kampfgruppe_normandy.book.conditions import CONDITIONS, SUPPRESSED
from rules.kampfgruppe_normandy.book.rulebook import cite
from rules.kampfgruppe_normandy.book.weapons import NIGHT_LIMIT_IN
from rules.kampfgruppe_normandy.declarations import (
    anti_aircraft,
    buildings,
    casualties,
    covering_fire,
    engineering,
    fire,
    movement,
    recovery,
    special_events,
    supply,
    unit_morale,
    veteran_morale,
)
from rules.kampfgruppe_normandy.declarations.aircraft import bombing, flying, rocketing, striking
from rules.kampfgruppe_normandy.declarations.deploying import boarding, occupying, withdrawing
from rules.kampfgruppe_normandy.declarations.indirect_fire import (
    fire_for_effect,
    radio,
    requesting,
    target_markers,
)
from rules.kampfgruppe_normandy.declarations.turn import activation, command, first_turn, suppression
from rules.kampfgruppe_normandy.effects import (
    air_support,
    air_weapons,
    building_fire,
    building_hits,
    losses,
    shooting,
)
from rules.kampfgruppe_normandy.effects import casualties as men_lost
from rules.kampfgruppe_normandy.effects.activation import end_activation
from rules.kampfgruppe_normandy.effects.engineering import demolitions, works
from rules.kampfgruppe_normandy.effects.group_morale import morale_expected
from rules.kampfgruppe_normandy.effects.move_under_way import resume_move
from rules.kampfgruppe_normandy.effects.turn_end import go_on_ending
from rules.kampfgruppe_normandy.play import correcting, going
from rules.kampfgruppe_normandy.play.armour_shown import shown_on_way
from rules.kampfgruppe_normandy.play.course_form import course_form
from rules.kampfgruppe_normandy.play.due import DUE, resources_left
from rules.kampfgruppe_normandy.play.knowledge import known_to, secrets_of, supposed
from rules.kampfgruppe_normandy.play.notes import notes_of
from rules.kampfgruppe_normandy.play.outcomes import changes_of
from rules.kampfgruppe_normandy.play.what_wins import what_wins
from rules.kampfgruppe_normandy.state import (
    ammunition_events,
    events,
    ground_events,
    move_events,
    reserves,
    support_events,
    turn_events,
)
from rules.kampfgruppe_normandy.state.position import Position
from rules.kampfgruppe_normandy.state.progress import Duty, Step, progress_of
from rules.kampfgruppe_normandy.state.resolution import Resolution
from rules.kampfgruppe_normandy.state.table_markers import with_markers

CHAPTERS = {
    first_turn: "The turn",
    command: "The turn",
    activation: "The turn",
    suppression: "The turn",
    movement: "Movement",
    boarding: "Deploy",
    occupying: "Deploy",
    withdrawing: "Deploy",
    fire: "Fire",
    covering_fire: "Covering fire",
    casualties: "Casualties",
    unit_morale: "Unit morale",
    veteran_morale: "Veteran morale",
    requesting: "Indirect fire",
    radio: "Indirect fire",
    target_markers: "Indirect fire",
    fire_for_effect: "Indirect fire",
    special_events: "Special events",
    supply: "Supply",
    engineering: "Engineering",
    recovery: "Recovery",
    anti_aircraft: "Anti-aircraft fire",
    flying: "Aircraft",
    striking: "Aircraft",
    bombing: "Aircraft",
    rocketing: "Aircraft",
    buildings: "Buildings",
}
"""The modules whose declarations are offered, in this order, and the part of the book each stands in."""

EVENTS = (
    events,
    turn_events,
    move_events,
    shooting,
    losses,
    men_lost,
    support_events,
    ammunition_events,
    supply,
    works,
    demolitions,
    ground_events,
    recovery,
    reserves,
    anti_aircraft,
    air_support,
    air_weapons,
    building_fire,
    building_hits,
    events_of_any_table,
)
"""The modules that define events."""


_PART_OF = {module.__name__: part for module, part in CHAPTERS.items()}


@dataclass(frozen=True, eq=False)
class KampfgruppeGame(Game[Position, Resolution]):
    """The book as it is played with a roster."""

    book: BookData

    declarations = Declarations[Position, Resolution](CHAPTERS, EVENTS)
    resolution_type = Resolution
    due_at = DUE
    conditions = CONDITIONS
    refusals = Refusals(cite("Battle group morale"), cite("The turn"), cite("The turn"))

    @property
    def course_form(self) -> Form:
        return course_form()

    def set_right(self, resolution: Resolution, unit: Unit) -> None:
        """Correct the record for a unit that was added, moved or removed: what it is aboard, and what is lost."""
        correcting.set_right(resolution, unit)

    def position(self, state: GameState) -> Position:
        return Position(state, self.book)

    def to_act(self, state: GameState) -> str | None:
        progress = progress_of(state)
        if progress.step is Step.OVER:
            return None
        if progress.owed:
            return progress.due.side
        if progress.activation is not None:
            return progress.activation.side
        return progress.acting

    def stage(self, state: GameState) -> Step | Duty | ActionKind:
        """What play waits for: a decision owed, the next action of an activation, or a step of the turn."""
        progress = progress_of(state)
        if progress.owed:
            return progress.due.duty
        if progress.activation is not None and (kind := progress.activation.next_kind) is not None:
            return kind
        return progress.step

    def moment(self, state: GameState) -> str:
        """The turn and its step, with the decision that is owed or the active unit, if that is known."""
        progress = progress_of(state)
        text = f"turn {progress.turn} of {progress.setting.turns}, {progress.step}"
        if progress.owed:
            due = progress.due
            return f"{text}: {due.duty}" + (f" of {due.unit}" if due.unit else "")
        acting = "" if progress.activation is None else progress.activation.unit
        return f"{text} of {acting}" if acting else text

    def resources_left(self, state: GameState) -> tuple[str, ...]:
        """The activations and actions that the side to act has left; none while it only answers the enemy."""
        side = self.to_act(state)
        return () if side is None else tuple(resources_left(self.position(state), side))

    def waiting(self, state: GameState, side: str) -> Mapping[str, str]:
        """Units of a side that are not on the table themselves, with where they are: aboard a vehicle or off the table."""
        status = progress_of(state).status
        aboard = {
            name: unit_status.aboard for name, unit_status in status.items() if unit_status.aboard is not None
        }
        return {
            unit.id: f"aboard {aboard[unit.id]}" if unit.id in aboard else "off the table"
            for unit in state.units.values()
            if unit.side == side and (unit.at is None or unit.id in aboard)
        }

    def chances(self, state: GameState, action: Any) -> Ruling[str]:
        """The odds of a declaration; one without reasons of its own cites its part of the book."""
        ruling = super().chances(state, action)
        if ruling.reasons:
            return ruling
        part = _PART_OF[type(action).__module__]
        return replace(ruling, reasons=(Reason("it is carried out as it is declared", cite(part)),))

    def result(self, state: GameState) -> Result | None:
        return progress_of(state).ended

    def notes(self, state: GameState, side: str) -> tuple[str, ...]:
        """What a side has written down for itself, line by line."""
        return notes_of(side, state)

    def seen_by(self, state: GameState, side: str) -> GameState:
        return known_to(side, state)

    def secrets(self, state: GameState, side: str) -> tuple[str, ...]:
        return (*super().secrets(state, side), *secrets_of(side, state))

    def changes(self, before: GameState, after: GameState) -> Iterator[Outcome]:
        return changes_of(self.position(before), self.position(after))

    def parties(self, state: GameState, units: tuple[str, ...], goal: Place) -> tuple[Party, ...]:
        """The groups in which units go to a place; passengers go with their vehicles."""
        return going.parties(self.position(state), units, goal) if isinstance(goal, Spot) else ()

    def next_on_way(self, state: GameState, party: tuple[str, ...], way: Way) -> Action | Reason:
        """The next declaration on the way: the unit's activation, then its Moves, on what its side knows."""
        return going.next_on_way(self.known(state, state.unit(party[0]).side), party, way)

    def risked(self, state: GameState, action: Action) -> Iterator[str]:
        """Which side and rear armour a Move shows to enemies, in words."""
        known = self.known(state, action.side)
        return shown_on_way(known, action) if isinstance(action, movement.Move) else iter(())

    def before_it_goes(
        self,
        state: GameState,
        party: tuple[str, ...],
        units: tuple[str, ...],  # noqa: ARG002
    ) -> Action | None:
        """The declaration by which another active unit forgoes its next action before a party goes; None if no other is active."""
        return going.before_it_goes(self.position(state), party)

    def supposed(self, state: GameState) -> GameState:
        return supposed(state)

    def turn_of(self, state: GameState) -> str | None:
        return progress_of(state).acting

    def can_act(self, state: GameState, unit: Unit) -> bool:  # noqa: ARG002
        """Whether a unit can act now or later in the turn: a suppressed one cannot until its suppression is removed."""
        return not unit.has(SUPPRESSED)

    def lead(self, state: GameState, side: str) -> Fraction:
        """How far a side is ahead, by the morale left to the battle groups, which decides when time is up."""
        progress = progress_of(state)
        return morale_expected(progress, side) - morale_expected(progress, progress.other(side))

    def goals(self, state: GameState) -> tuple[Goal, ...]:
        """The objectives to take and hold; each taken costs the enemy a counter."""
        return tuple(
            Goal(objective.name, (objective.at,), 1, objective.held_by, "morale counter")
            for objective in progress_of(state).objectives
        )

    def victory(self, state: GameState) -> tuple[str, ...]:
        """How each side can win, and what decides when time is up."""
        return tuple(what_wins(progress_of(state)))

    def setting(self, state: GameState) -> tuple[str, ...]:
        """Whether it is night.

        Rule: KGN Night fighting.
        """
        if not progress_of(state).setting.is_night:
            return ()
        return (f'It is night: nobody is seen beyond {NIGHT_LIMIT_IN:g}" ({cite("Night fighting")}).',)

    def after_event(self, state: GameState, before: GameState) -> GameState:
        """The state with its flags and target markers laid out."""
        return state if state.course is before.course else with_markers(state, before)

    def follow(self, resolution: Resolution) -> None:
        """After every declaration, end activations that cannot go on (OUR 77), resume a halted move, and
        continue a turn's end."""
        _end_what_cannot_go_on(resolution)
        resume_move(resolution)
        _end_what_cannot_go_on(resolution)
        go_on_ending(resolution)


def _end_what_cannot_go_on(resolution: Resolution) -> None:
    while (acting := resolution.progress.activation) is not None:
        if resolution.progress.step is Step.OVER or _may_go_on(resolution.state, acting.unit):
            break
        end_activation(resolution)


def _may_go_on(state: GameState, unit_id: str) -> bool:
    unit = state.units.get(unit_id)
    return unit is not None and not unit.has(SUPPRESSED)
