"""Last Hundred Yards as a game that can be played: whose turn it is, what can be declared, and its results."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from rules.game.chance.dice import Dice
from rules.game.engine.differences import Outcome
from rules.game.engine.game import Game, Refusals
from rules.game.engine.play import Action, Goal, Result
from rules.game.engine.procedure import Declarations, Stage
from rules.game.engine.resolution import PendingStep
from rules.game.going import Party, Way
from rules.game.record.record_forms import Form, record_form
from rules.game.ruling import Reason
from rules.game.state import GameState
from rules.game.units import OffMapWeapon, Unit
from rules.ground.hex.hexes import Hex
from rules.ground.place import Place
from rules.last_hundred_yards.book.conditions import CONDITIONS
from rules.last_hundred_yards.book.editions import EDITIONS
from rules.last_hundred_yards.book.options import AS_WE_READ, Options
from rules.last_hundred_yards.book.roster import ROSTER
from rules.last_hundred_yards.book.rulebook import cite, cite_later
from rules.last_hundred_yards.book.unit_types import UnitKind
from rules.last_hundred_yards.declarations import recovery, withdrawal
from rules.last_hundred_yards.declarations.assault import (
    advance,
    arrows,
    declaration,
    reinforcing,
    resolution,
    retreat,
    vehicle_destruction,
)
from rules.last_hundred_yards.declarations.fire import (
    concealment_inquiry,
    divide_markers,
    enfilade,
    fire_phase,
    owed_fire,
)
from rules.last_hundred_yards.declarations.maneuver import deploy, entry, maneuver, overwatch, vehicle_motion
from rules.last_hundred_yards.declarations.maneuver.deploy import Deploy, GoFirst
from rules.last_hundred_yards.declarations.maneuver.vehicle_motion import EndManeuver, end_moving
from rules.last_hundred_yards.declarations.missions import landing, landing_plan, setup, starting_forces
from rules.last_hundred_yards.declarations.mortars import illumination, mortar_adjustment, mortar_fire
from rules.last_hundred_yards.declarations.turn import (
    activation,
    clean_up,
    dummies,
    initiative,
    pending_decisions,
    player_name,
    showing,
)
from rules.last_hundred_yards.declarations.turn.initiative import attacker_begins
from rules.last_hundred_yards.declarations.vehicles import (
    bypass,
    fire_within_hex,
    inherent_trucks,
    overrun,
    overrun_attack,
    overrun_resistance,
    transport,
)
from rules.last_hundred_yards.declarations.vehicles.inherent_trucks import dismiss_trucks
from rules.last_hundred_yards.effects.concealment import put_units_that_acted_on_map
from rules.last_hundred_yards.effects.maneuver_steps import begin_withdrawal, continue_second_section
from rules.last_hundred_yards.effects.marker_sync import sync_markers, with_positions_found
from rules.last_hundred_yards.effects.resolution import Resolution
from rules.last_hundred_yards.effects.view import state_seen_by
from rules.last_hundred_yards.effects.winning import (
    controller_of,
    holdouts,
    points_ahead,
    track_words,
    update_control,
)
from rules.last_hundred_yards.play import correcting, going, resources_left, sequence
from rules.last_hundred_yards.play.book_ground import BookGround
from rules.last_hundred_yards.play.briefing import setting, what_wins
from rules.last_hundred_yards.play.due import DUE
from rules.last_hundred_yards.play.halting import run_until_decision
from rules.last_hundred_yards.play.outcomes import changes_between
from rules.last_hundred_yards.play.reactions import (
    called_for_reaction,
    one_shot_each,
    reactions,
    roll_together,
)
from rules.last_hundred_yards.questions.mission.set_up import setting_up
from rules.last_hundred_yards.state.events import (
    assault_events,
    fire_events,
    landing_events,
    maneuver_events,
    marker_events,
    order_events,
    unit_events,
)
from rules.last_hundred_yards.state.mission.light import Light
from rules.last_hundred_yards.state.mission.mission import Mission
from rules.last_hundred_yards.state.position import GroundRules, Position, row_of
from rules.last_hundred_yards.state.progress import (
    DecisionKind,
    Phase,
    Progress,
    Step,
    options_in,
    progress_of,
    stage_of,
)

DECLARATIONS: Declarations[Position, Resolution] = Declarations(
    (
        starting_forces, setup, landing_plan, landing, initiative, maneuver, entry, vehicle_motion, overwatch, deploy, withdrawal,
        declaration, reinforcing, overrun, bypass, transport, inherent_trucks, overrun_attack, overrun_resistance, fire_within_hex,
        concealment_inquiry, owed_fire, enfilade, divide_markers, fire_phase, mortar_fire, mortar_adjustment, illumination, recovery, arrows, resolution, vehicle_destruction, retreat, advance,
        activation, showing, clean_up, dummies, player_name, pending_decisions,
    ),
    (fire_events, assault_events, marker_events, order_events, unit_events, maneuver_events, landing_events),
)  # fmt: skip
"""The chapters of the book, in the order in which their declarations are listed."""


class LhyPlay(Game[Position, Resolution]):
    """The book as a game, on any ground; PLAY is the book's own."""

    declarations = DECLARATIONS
    resolution_type = Resolution
    due_at = DUE
    conditions = CONDITIONS
    refusals = Refusals(cite_later("18.0"), cite("6.0"), cite("5.0"))

    def __init__(self, options: Options = AS_WE_READ, ground: GroundRules | None = None) -> None:
        self.options = options
        self._ground = ground
        self._grounds: dict[Options, GroundRules] = {}
        self._last_ground: tuple[Mission | None, GroundRules | None] = None, None
        """The mission asked about last and its ground, which are the same throughout a game."""

    def to_act(self, state: GameState) -> str | None:
        """Which side decides now; None when the game is over."""
        course = progress_of(state)
        if course.phase is Phase.OVER:
            return None
        if course.phase is Phase.SETUP:
            return setting_up(state)
        if course.decisions:
            return course.due.side
        if course.moving is not None:
            return state.unit(course.moving.units[0]).side
        if course.phase is Phase.ACTIVATION and course.step is Step.REACTION:
            return course.reacting
        return course.active or course.last_initiative

    def stage(self, state: GameState) -> Stage:
        """What play waits for."""
        return stage_of(progress_of(state))

    @property
    def course_form(self) -> Form:
        return record_form(Progress)

    def set_right(self, resolution: Resolution, unit: Unit) -> None:
        """Correct the record of play for a unit that the umpire sets up or moves."""
        correcting.set_right(resolution, unit)

    def position(self, state: GameState) -> Position:
        """A state as players read it."""
        return Position(state, self._ground_of(state), self)

    def seen_by(self, state: GameState, side: str) -> GameState:
        """What one side may know of a state."""
        return state_seen_by(state, side)

    def secrets(self, state: GameState, side: str) -> tuple[str, ...]:  # noqa: ARG002
        """What a side may not know: the other's units can lie concealed or hidden at any time.

        Rule: LHY 4.3.
        """
        return ("concealed and hidden units",)

    def begin(self, position: Position, dice: Dice, pending: tuple[PendingStep, ...]) -> Resolution:
        """A resolution of this book, which lays markers only when a side looks at them."""
        return self.resolution_type(_Unmarked(self), position, dice, pending)

    def resolution(self, state: GameState, dice: Dice) -> Resolution:
        """A resolution with nothing pending, on a state as it stands."""
        return self.begin(self.position(sync_markers(state)), dice, ())

    def changes(self, before: GameState, after: GameState) -> Iterator[Outcome]:
        """The changes to units, and everything else that a declaration decides."""
        return changes_between(before, after)

    def after_event(self, state: GameState, before: GameState) -> GameState:
        """The state after an event, with the markers of its record on the map."""
        return sync_markers(state, before)

    def follow(self, resolution: Resolution) -> None:
        """Carry out what follows every declaration, up to the next decision.

        Hidden units that acted come out, trucks of guns leave once they are empty, owed fire that is not possible lapses,
        units under arrows enter their assaults, and units that have to move go on.
        """
        put_units_that_acted_on_map(resolution)
        dismiss_trucks(resolution)
        owed_fire.pass_over_unable(resolution)
        arrows.go_in_together(resolution)
        self._go_on_moving(resolution)
        if resolution.course.paused is not None or resolution.course.decisions:
            run_until_decision(resolution)
            self._go_on_moving(resolution)
        if resolution.course.phase is not Phase.SETUP:
            update_control(resolution)
            landing.update_assembly(resolution)
        sequence.settle(resolution)

    def _go_on_moving(self, resolution: Resolution) -> None:
        """End a maneuver that is used up; then a waiting second section continues, and units that must withdraw begin."""
        self._end_spent_maneuver(resolution)
        while continue_second_section(resolution) or begin_withdrawal(resolution):
            self._end_spent_maneuver(resolution)

    def _end_spent_maneuver(self, resolution: Resolution) -> None:
        """End a maneuver that can only end, unless its vehicle may stop."""
        moving = resolution.course.moving
        due = resolution.course.decisions[:1]
        if moving is None or (due and due[0].kind is not DecisionKind.DRIVE_OFF):
            return
        side = resolution.state.unit(moving.units[0]).side
        offered, end = self.offered(resolution.seen_by(side), side, but=(Deploy, GoFirst)), EndManeuver(side)
        if all(action == end for action in offered):
            end_moving(resolution, end)

    def where_answered(self, position: Position) -> Position:
        """The position in which the enemy answers: at once if something is to be decided, else after a call for reaction."""
        return called_for_reaction(position)

    def answered_by_all(self, position: Position, answers: tuple[Any, ...]) -> tuple[PendingStep, ...]:
        """All units that may react fire, and their markers are rolled for together; nothing if fewer than two may."""
        shots = one_shot_each(answers)
        if len(shots) < 2:
            return ()
        declared = ((self.declarations.procedure(shot).carry_out, (shot,)) for shot in reversed(shots))
        return ((roll_together, (position.course.fires_placed,)), *declared)

    def reactions(self, position: Position, units: tuple[str, ...]) -> Iterator[Any]:
        """The reaction fire that known enemies may open on some units."""
        return reactions(position, units)

    def parties(self, state: GameState, units: tuple[str, ...], goal: Place) -> tuple[Party, ...]:
        """The parties in which units go to a goal: those that maneuver together are one."""
        return going.parties(self.position(state), units, goal) if isinstance(goal, Hex) else ()

    def next_on_way(self, state: GameState, party: tuple[str, ...], way: Way) -> Action | Reason:
        return going.next_on_way(self.position(state), party, way)

    def before_it_goes(
        self,
        state: GameState,
        party: tuple[str, ...],
        units: tuple[str, ...],  # noqa: ARG002
    ) -> Action | None:
        """What is declared before a party goes: another maneuver ends, or a section goes first."""
        return going.before_it_goes(self.position(state), party)

    def resources_left(self, state: GameState) -> tuple[str, ...]:
        """What the side to act has left: units to set up or to act, MP, mortars."""
        side = self.to_act(state)
        return () if side is None else tuple(resources_left.resources_left(self.known(state, side), side))

    def waiting(self, state: GameState, side: str) -> Mapping[str, str]:
        """The units still to be set up, to enter or to land, and those carried, each with what it waits for."""
        return resources_left.waiting(state, side)

    def off_map_weapons(self, state: GameState) -> tuple[OffMapWeapon, ...]:
        """The mortars of both sides."""
        return resources_left.off_map_weapons(state)

    def moment(self, state: GameState) -> str:
        """The turn, the clock, the phase and step, the decision that is due, and the tracks."""
        course = progress_of(state)
        at = course.due.kind if course.decisions else course.step
        step = f", {at}" if course.decisions or course.phase is Phase.ACTIVATION else ""
        dark = "" if course.light is Light.DAY else f" ({course.light})"
        minute = f"minute {course.minutes}{dark} of {course.mission.minutes}"
        words = f"turn {course.turn}, {minute}, {course.phase}{step}"
        return words.replace("_", " ") + track_words(course)

    def result(self, state: GameState) -> Result | None:
        """Who has won and why, or None while play goes on."""
        ended = progress_of(state).ended
        return None if ended is None else Result(*ended)

    def lead(self, state: GameState, side: str) -> Fraction:
        """The lead of a side by the final score, in points from the middle of a draw."""
        return points_ahead(self.position(state), side)

    def goals(self, state: GameState) -> tuple[Goal, ...]:
        """The objectives of the mission."""
        position = self.position(state)
        return tuple(
            Goal(objective.name, objective.hexes, objective.points, controller_of(position, objective))
            for objective in position.mission.objectives
        )

    def aims(self, state: GameState) -> tuple[Goal, ...]:
        """The objectives, and the middle of each sector to be cleared, which counts as much as the best of them."""
        position, goals = self.position(state), self.goals(state)
        most = max((goal.points for goal in goals), default=1)
        defender = position.mission.enemy(position.mission.attacker)
        holder = defender if holdouts(position) else position.mission.attacker
        sectors = (sector for sector in position.mission.sectors if sector.name in position.mission.to_clear)
        return (*goals, *(Goal(sector.name, (sector.middle,), most, holder) for sector in sectors))

    def victory(self, state: GameState) -> tuple[str, ...]:
        """What wins the mission, and how it stands.

        Rule: LHY 17.5, 18.0 to 18.3.
        """
        return tuple(what_wins(self.position(state)))

    def edition_of(self, state: GameState) -> str:
        """The name of the edition, and whether single rules of it were switched."""
        edition = progress_of(state).mission.edition
        return edition.name + (", with switches of its own" if edition != EDITIONS[edition.name] else "")

    def setting(self, state: GameState) -> tuple[str, ...]:
        """The light of the mission, the sides that may ask for illumination, and those that land from the air."""
        return tuple(setting(progress_of(state).mission))

    def due(self, state: GameState) -> str:
        """What is to be done now; there is no roll for the initiative in a first turn that the attacker begins."""
        words = super().due(state)
        if self.stage(state) is Phase.INITIATIVE and attacker_begins(self.position(state)):
            return words.replace(DUE[Phase.INITIATIVE], "give the attacker the initiative")
        return words

    def possible_types(self, state: GameState, counter: Unit) -> tuple[str, ...]:
        """The types that a concealed counter may be: squads, as most units are.

        They are those of a platoon that its enemies know of, else of the first platoon of its nation.
        """
        nation = row_of(counter).nation
        known = {row_of(unit).platoon_key for unit in state.units.values() if unit.side == counter.side}
        squads = [row for row in ROSTER.values() if row.kind is UnitKind.SQUAD and row.nation is nation]
        platoons = [row.platoon_key for row in squads]
        platoon = next((each for each in platoons if each in known), platoons[0])
        return tuple(row.id for row in squads if row.platoon_key == platoon)

    def _ground_of(self, state: GameState) -> GroundRules:
        if self._ground is not None:
            return self._ground
        mission = None if state.course is None else progress_of(state).mission
        mission_asked, ground = self._last_ground
        if ground is None or mission_asked is not mission:
            ground = self._grounds.setdefault(options := options_in(state, self.options), BookGround(options))
            self._last_ground = mission, ground
        return ground


@dataclass(frozen=True, slots=True)
class _Unmarked:
    """The moves of a game, without the markers of the record laid on the map after each.

    Improved positions that a unit comes upon are known at once, as the unit may go on.
    """

    play: LhyPlay

    def apply(self, state: GameState, event: Any) -> GameState:
        after: GameState = event.on(state)
        is_unchanged = after.units is state.units and after.markers is state.markers
        return after if is_unchanged else with_positions_found(after)

    def position(self, state: GameState) -> Position:
        return self.play.position(state)


PLAY = LhyPlay()
"""Last Hundred Yards."""
