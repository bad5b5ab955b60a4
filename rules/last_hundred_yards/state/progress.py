"""The progress of a game: turn and phase, who acts, what was done, and every marker.

It is kept in GameState.course; `progress_of(state)` reads it.
"""

from collections.abc import Hashable, Mapping
from dataclasses import dataclass, field, fields
from enum import StrEnum
from fractions import Fraction
from itertools import takewhile
from types import MappingProxyType
from typing import Any

from rules.errors import BadInput
from rules.game.state import Course, GameState
from rules.ground.hex.hexes import Hex
from rules.last_hundred_yards.book.options import Options
from rules.last_hundred_yards.state.markers import Arrow, AssaultHex, FireKind, FireMarker
from rules.last_hundred_yards.state.mission.landings import Assembly, Stick
from rules.last_hundred_yards.state.mission.light import Light, light_at
from rules.last_hundred_yards.state.mission.mission import Mission, MortarKind


@dataclass(frozen=True, slots=True)
class Arrival:
    """A unit, and the hex it came into; kept when the counter goes, until its side has left the hex."""

    unit: str
    side: str
    at: Hex


Arrivals = tuple[Arrival, ...]


class Phase(StrEnum):
    """The seven phases of a turn (LHY 5.0), with set-up before the first and the end after the last."""

    SETUP = "setup"
    INITIATIVE = "initiative"
    ACTIVATION = "activation"
    FIRE = "fire_resolution"
    ASSAULT = "assault_resolution"
    MORTARS = "mortar_fire_adjustment"
    TIME = "time_lapse"
    CLEAN_UP = "clean_up"
    OVER = "over"


class Step(StrEnum):
    """The steps of the Activation Phase (LHY 6.0), and the last two of Clean Up (5.0 VII)."""

    COMPANY = "company_selection"
    PLATOON = "platoon_activation"
    ACTIONS = "actions"
    REACTION = "reaction"
    ADJUSTMENT = "marker_adjustment"
    CONCEALMENT = "concealment"
    FRESH_COUNTERS = "fresh_counters"


UNIT_ACTIONS = (Step.ACTIONS, Step.REACTION)
"""When units act: those activated, and those that react."""

UNDER_WAY = "the maneuver under way"
"""What play waits for in the middle of a maneuver."""

MANEUVERS = (*UNIT_ACTIONS, UNDER_WAY)
"""When units maneuver: as they act, and in the middle of it."""


class ActionKind(StrEnum):
    """The three kinds of action (LHY 9.0)."""

    MANEUVER = "maneuver"
    FIRE = "fire"
    RECOVER = "recover"


class Coordination(StrEnum):
    """How the attempt of the selected company stands (LHY 7.1)."""

    OPEN = "open"
    WON = "won"
    LOST = "lost"
    USED = "used"


@dataclass(frozen=True, slots=True)
class Deed:
    """What one unit did since the last call: the hexes it entered, or fired from, or recovered in."""

    unit: str
    side: str
    kind: ActionKind
    hexes: tuple[Hex, ...]
    moved_first: bool = False
    """Whether it maneuvered before that: a LATW or a vehicle that then fired, a leader who came to help."""

    @property
    def is_maneuver(self) -> bool:
        """Whether it maneuvered, whatever else it did."""
        return self.kind is ActionKind.MANEUVER or self.moved_first


WITHDRAWAL = "withdrawal"
"""The mode of men who withdraw; a maneuver goes forward or in reverse."""


@dataclass(frozen=True, slots=True)
class Moving:
    """A maneuver under way: its units, mode and path, and the MP spent; of a stack the most that either spent."""

    units: tuple[str, ...]
    mode: str
    path: tuple[Hex, ...]
    spent: Fraction = Fraction(0)
    allowance: Fraction = Fraction(0)
    way: str = ""
    """How it stands in a river hex."""
    all_road: bool = False
    overran: bool = False
    bypassed: bool = False
    must_go_on: bool = False
    driven_out: bool = False
    """Mortar fire disrupted it as it left its hex: it must withdraw, and is not attacked again on the way out."""
    called_back: bool = False
    """It set out as infantry out of command, to come back (19.1)."""
    start: Hex | None = None
    """The hex it began in, where that is known."""
    may_go_first: bool = False
    """Whether it waits behind the other section of its squad, and may go on before it."""
    fires_before: int = 0
    """The fire markers placed in the game before it paused among enemies: those after it are their answer."""


class MortarPlace(StrEnum):
    """Where a mortar's markers are."""

    AVAILABLE = "available"
    INITIAL = "initial"
    FINAL = "final"
    PENDING = "pending"
    IN_THE_AIR = "in_the_air"
    LANDED = "landed"
    """Its observer has come down among the enemy, and stays till the assault is over (22.1.4)."""
    LOST = "lost"


@dataclass(frozen=True, slots=True)
class MortarState:
    """One mortar: its forward observer and impact hex while on the map, and the unit that asked."""

    id: str
    side: str
    kind: MortarKind
    company: str
    place: MortarPlace = MortarPlace.AVAILABLE
    observer_at: Hex | None = None
    impact: Hex | None = None
    fired_in_turn: int = 0
    failed_extension: bool = False
    asker: str = ""
    """Who asked; while he is hidden the other side does not see the observer (11.4.5)."""


class DecisionKind(StrEnum):
    """Decisions that the rules put to one player out of the order of play."""

    RECON = "recon"
    LAND = "land"
    ENTER_OR_FEINT = "enter_or_feint"
    OVERSTACK = "overstack"
    RETREAT = "retreat"
    ADVANCE = "advance"
    DESTROY_VEHICLE = "destroy_vehicle"
    DRIVE_OFF = "drive_off"
    OVERRUN_ATTACK = "overrun_attack"
    OVERRUN_FIRE = "overrun_fire"
    STAND_UP = "stand_up"
    FIRE_WITHIN_HEX = "fire_within_hex"
    RECOMBINE = "recombine"
    EXTEND_MORTAR = "extend_mortar"
    PLACE_LEADER = "place_leader"
    MOVE_DUMMIES = "move_dummies"
    GIVE_FRONT = "give_front"
    ENFILADE_FIRE = "enfilade_fire"
    OWED_SHOT = "shot_at_the_hex_asked_about"
    DIVIDE_MARKERS = "divide_markers"
    NAME_PLAYER = "name_player"


_IS_TO: Mapping[DecisionKind, str] = {
    DecisionKind.RECON: "may strip concealment in a hex",
    DecisionKind.LAND: "may land",
    DecisionKind.ENTER_OR_FEINT: "decides whether {unit} goes into {at} or feints",
    DecisionKind.OVERSTACK: "has to take units away from {at}",
    DecisionKind.RETREAT: "decides where {unit} retreats from {at}",
    DecisionKind.ADVANCE: "may have {unit} advance from {at}",
    DecisionKind.DESTROY_VEHICLE: "may attempt to destroy a vehicle in {at}",
    DecisionKind.DRIVE_OFF: "decides whether {unit} drives off from {at}",
    DecisionKind.OVERRUN_ATTACK: "decides how {unit} overruns {at}",
    DecisionKind.OVERRUN_FIRE: "has to fire at the vehicles that overrun {at}",
    DecisionKind.STAND_UP: "may stand up to the overrun of {at}",
    DecisionKind.FIRE_WITHIN_HEX: "may fire within {at}",
    DecisionKind.RECOMBINE: "may recombine sections",
    DecisionKind.EXTEND_MORTAR: "may extend the fire of {unit}",
    DecisionKind.PLACE_LEADER: "decides where {unit} comes back",
    DecisionKind.MOVE_DUMMIES: "may move dummies",
    DecisionKind.GIVE_FRONT: "gives the front of {unit}",
    DecisionKind.ENFILADE_FIRE: "has to fire at {target} with {unit}",
    DecisionKind.OWED_SHOT: "has to fire at {at}, which was asked about",
    DecisionKind.DIVIDE_MARKERS: "decides which fire markers go along with {unit}",
    DecisionKind.NAME_PLAYER: "names the squad or leader that he is",
}
"""What a player may do then, or has to."""


@dataclass(frozen=True, slots=True)
class Decision:
    """A choice that is due before play goes on.

    With enfilade `target` is the unit fired at, `firers` are those named against it, and `fronts` the
    hexsides, or pairs of hexsides beside a vertex, that may be its front, or the one that is.
    """

    kind: DecisionKind
    side: str
    unit: str = ""
    at: Hex | None = None
    least: int = 0
    most: int = 0
    path: tuple[Hex, ...] = ()
    target: str = ""
    firers: tuple[str, ...] = ()
    fronts: tuple[tuple[int, ...], ...] = ()

    def __str__(self) -> str:
        return f"{self.side} {_IS_TO[self.kind].format(unit=self.unit, at=self.at, target=self.target)}"

    @property
    def place(self) -> Hex:
        """Where it is to be taken, of those that are about a hex."""
        assert self.at is not None
        return self.at


@dataclass(frozen=True, slots=True)
class LostWeapon:
    """A vehicle, gun, FP or MG that a side has lost, which no medic heals (reading 249)."""

    unit: str
    side: str
    in_landing: bool
    """Whether it was lost as its side landed."""


@dataclass(frozen=True, slots=True)
class LostLeader:
    """A platoon leader who is off the map until the clock shows `back_at`."""

    unit: str
    type: str
    side: str
    back_at: int


@dataclass(frozen=True, slots=True)
class Player:
    """Who the player of a side is, and the steps his platoon had then (19.2.1); the other side does not know."""

    side: str
    unit: str = ""
    steps: int = 0


@dataclass(frozen=True, slots=True)
class CallHeard:
    """The call for reaction that a side answered last: how many fire markers had been placed by then, and by the call before."""

    side: str
    placed: int = 0
    placed_before: int = 0


_OF_TURN, _OF_CYCLE = {"lasts": "turn"}, {"lasts": "cycle"}
"""What of the progress begins anew with each turn, or with each activation as well."""


@dataclass(frozen=True)
class Progress(Course):
    """The record of play, chapter by chapter; every field is a plain, hashable value."""

    # The turn, and whose go it is.
    mission: Mission
    turn: int = 1
    phase: Phase = field(default=Phase.INITIATIVE, metadata=_OF_TURN)
    step: Step = field(default=Step.COMPANY, metadata=_OF_TURN)
    active: str = field(default="", metadata=_OF_TURN)
    last_initiative: str = ""
    minutes: int = 0
    acted: frozenset[str] = field(default=frozenset(), metadata=_OF_TURN)
    companies_done: frozenset[str] = field(default=frozenset(), metadata=_OF_TURN)
    platoons_done: frozenset[str] = field(default=frozenset(), metadata=_OF_TURN)
    company: str = field(default="", metadata=_OF_TURN)
    platoons: tuple[str, ...] = field(default=(), metadata=_OF_TURN)
    coordination: Coordination = field(default=Coordination.OPEN, metadata=_OF_TURN)
    # Who acts with the platoons activated.
    support: frozenset[str] = frozenset()
    """The support units that act with the activated platoons (7.2a)."""
    support_done: frozenset[str] = field(default=frozenset(), metadata=_OF_TURN)
    """The support units whose one activation of this turn has come: they act with no later platoon (7.3)."""
    borrowed: frozenset[str] = field(default=frozenset(), metadata=_OF_TURN)
    """Infantry companies that used their one ad hoc unit of this turn (7.2b)."""
    joined: frozenset[str] = field(default=frozenset(), metadata=_OF_CYCLE)
    """The infantry units and tanks that have joined the activated platoons in this cycle (7.2b, 7.2c)."""
    ad_hoc_tanks: str = field(default="", metadata=_OF_CYCLE)
    """The AFV platoon that joined the activated infantry in this cycle (7.2c)."""
    # Calls for reaction, and what was done between them.
    cycle: int = 0
    reacting: str = field(default="", metadata=_OF_CYCLE)
    passes: int = field(default=0, metadata=_OF_CYCLE)
    calls: int = field(default=0, metadata=_OF_CYCLE)
    come_upon: frozenset[str] = field(default=frozenset(), metadata=_OF_CYCLE)
    """The hidden units that enemies came upon before the call being answered, or since (17.9.2b)."""
    deeds: tuple[Deed, ...] = field(default=(), metadata=_OF_CYCLE)
    """What the other side did before the call that is being answered."""
    doing: tuple[Deed, ...] = field(default=(), metadata=_OF_CYCLE)
    """What the acting side has done since."""
    revealed: tuple[str, ...] = ()
    """The hidden units that the call being answered revealed (17.9.2a): a gun among them fires at once (11.5.4l)."""
    heard: tuple[CallHeard, ...] = ()
    """The last call for reaction that each side has heard."""
    called_fire: bool = field(default=False, metadata=_OF_CYCLE)
    """Whether the acting side has asked for mortar fire since the last call, and so does not pass (6.0 II.2)."""
    reacted_leaders: tuple[str, ...] = field(default=(), metadata=_OF_CYCLE)
    stood: tuple[tuple[str, Hex | None], ...] = field(default=(), metadata=_OF_CYCLE)
    """Where those who have moved or gone since the activation, or the call for reaction, stood as it came, if on the map (7.2, 8.3b, readings 186 and 187)."""
    # Maneuvers that are under way, or wait.
    moving: Moving | None = field(default=None, metadata=_OF_TURN)
    paused: Moving | None = None
    """The maneuver that halts in an enemy hex until the enemies there have answered."""
    going_on: tuple[Moving, ...] = ()
    """Sections that go on with the maneuver of their squad as soon as the other has ended its own (10.3.2)."""
    withdrawing: tuple[Moving, ...] = ()
    """Men who have to withdraw as soon as nothing else is under way (11.4.8, 13.2.2.1)."""
    # Fire: its markers, and whom it struck.
    inquired: tuple[tuple[Hex, tuple[tuple[str, int], ...]], ...] = field(default=(), metadata=_OF_TURN)
    fires: tuple[FireMarker, ...] = ()
    fires_placed: int = 0
    resolved_hexes: frozenset[Hex] = field(default=frozenset(), metadata=_OF_TURN)
    fired_from: tuple[tuple[str, Hex], ...] = field(default=(), metadata=_OF_CYCLE)
    """Where each unit fired at in this cycle, which fixes its front (11.1.2, reading 211)."""
    shots: tuple[tuple[str, str], ...] = field(default=(), metadata=_OF_TURN)
    """Who fired anti-tank at whom in this turn (12.3.6)."""
    fired: tuple[tuple[str, FireKind], ...] = field(default=(), metadata=_OF_TURN)
    """Who fired in which way in this turn, whatever has become of the markers since (11.0a)."""
    killed: tuple[tuple[str, Hex, tuple[str, ...]], ...] = field(default=(), metadata=_OF_TURN)
    """Vehicles and guns that fire destroyed in this turn, where they stood, and in what condition."""
    to_shake: frozenset[str] = field(default=frozenset(), metadata=_OF_TURN)
    """Who got off a vehicle that fire has destroyed, and suffers with it once the fire on his own hex, and on its rival in a duel, is resolved (12.0.2);
    and a vehicle in such a duel that strikes somebody beside it then."""
    trail: tuple[tuple[str, Hex, bool], ...] = field(default=(), metadata=_OF_CYCLE)
    """The hexes that vehicles came from in this cycle, in order, and whether they backed in."""
    # Assaults.
    arrows: tuple[Arrow, ...] = ()
    assaults: tuple[AssaultHex, ...] = ()
    fallen_heroes: tuple[tuple[str, Hex], ...] = ()
    """Sides whose hero died by fire in an assault hex, where his marker serves on (14.6.3)."""
    advanced: frozenset[str] = field(default=frozenset(), metadata=_OF_TURN)
    # Who comes into play: from off the map and from the air.
    drawn: frozenset[str] = frozenset()
    """Sides that have drawn what the mission gives them by lot (17.6)."""
    off_map: frozenset[str] = frozenset()
    """Units that wait next to their entry hexes (17.7)."""
    in_the_air: frozenset[str] = frozenset()
    """Units that have yet to land (22.0)."""
    sticks: tuple[Stick, ...] = ()
    """Who lands where, as far as the side that is about to land has said (22.1.1)."""
    landing: bool = False
    """Whether a landing is carried out: its casualties are counted apart (22.1.6)."""
    landing_turn: int = 0
    """The turn in which a side last landed, or stayed in the air."""
    assembly: tuple[Assembly, ...] = ()
    """The Assembly hexes by platoon (22.1.2)."""
    assembled_platoons: frozenset[str] = frozenset()
    unassembled: frozenset[str] = frozenset()
    """The parachutists who have to assemble before they advance (22.1.7)."""
    landed_among_enemies: frozenset[str] = field(default=frozenset(), metadata=_OF_TURN)
    """Vehicles that landed in an assault hex, and are lost with it (22.1.4)."""
    arrivals: Arrivals = ()
    """Who came into his hex before whom (4.1.7)."""
    # Vehicles and what they carry.
    aboard: tuple[tuple[str, str], ...] = ()
    """Riders, passengers and towed guns with the vehicle that carries each."""
    loaded_this_turn: frozenset[str] = field(default=frozenset(), metadata=_OF_TURN)
    forced_off: frozenset[str] = field(default=frozenset(), metadata=_OF_TURN)
    """Who had to get off a vehicle in this turn (10.4.6.2)."""
    got_off: tuple[tuple[str, str], ...] = field(default=(), metadata=_OF_TURN)
    """Who got off a vehicle in this turn that had been fired at, and suffers with it if that fire destroys it (12.3.7)."""
    overran: frozenset[str] = field(default=frozenset(), metadata=_OF_TURN)
    overrun_hexes: frozenset[Hex] = field(default=frozenset(), metadata=_OF_TURN)
    # Squads that deploy, mortars and light.
    deployed: frozenset[str] = frozenset()
    """Platoons whose one squad has deployed."""
    deploying: frozenset[str] = field(default=frozenset(), metadata=_OF_TURN)
    """The sections whose squad deployed in this turn: that is part of a maneuver, and they do nothing else (10.3.2).

    By 3.1 that holds until reaction is called for."""
    split: frozenset[str] = frozenset()
    """The squads that deployed: their counters are out of play."""
    mortars: tuple[MortarState, ...] = ()
    asked_for_light: frozenset[str] = field(default=frozenset(), metadata=_OF_TURN)
    """Sides that have asked for illumination in this turn (21.4)."""
    # Losses, and what counts at the end.
    losses: Mapping[str, int] = field(default_factory=dict)
    landing_losses: Mapping[str, int] = field(default_factory=dict)
    """The steps that each side lost as it landed, which count for nothing but that a medic may bring them back (22.1.6)."""
    weapons_lost: tuple[LostWeapon, ...] = ()
    """The counters among both that are no squads or sections."""
    exited: frozenset[str] = frozenset()
    """Units that went off the map over an edge."""
    exited_before: tuple[str, ...] = ()
    """The counters among them that were drawn again since, and stand for others now: the men who left live (19.2)."""
    away: tuple[LostLeader, ...] = ()
    control: tuple[tuple[str, str], ...] = ()
    """Objectives, and the entries of bridges and fords, by name with the side that holds each."""
    dug_by_dummies: tuple[tuple[str, Hex], ...] = ()
    """The improved positions in which a side has set up dummies and no combat unit, which go with them (17.8.2)."""
    dummies_put: frozenset[str] = field(default=frozenset(), metadata=_OF_TURN)
    """Dummies that changed place in this Clean Up (17.8)."""
    # What is to be decided, who has helped or rallied, and what holds men back.
    decisions: tuple[Decision, ...] = ()
    rallied: frozenset[str] = field(default=frozenset(), metadata=_OF_TURN)
    spent_leaders: frozenset[str] = field(default=frozenset(), metadata=_OF_TURN)
    """Who has helped in this turn and kept his action, or rallied from disruption: as leaders they help nobody (14.1.3)."""
    hero_goals: tuple[tuple[str, tuple[Hex, ...]], ...] = ()
    """The hexes that each hero who has set out may be making for: those that all his steps have led toward (14.6.2)."""
    river_leaders: frozenset[str] = field(default=frozenset(), metadata=_OF_TURN)
    """Leaders who helped one unit out of a river in this turn: they help no other, and follow it without a die (4.1.10)."""
    held_in_wire: frozenset[Hex] = field(default=frozenset(), metadata=_OF_TURN)
    """Hexes of wire in which the one die of this turn has failed: it holds all men there (16.2)."""
    came_into_wire: frozenset[str] = field(default=frozenset(), metadata=_OF_TURN)
    """Men who came into wire in this turn, which holds them till the next (16.2)."""
    # The players, and the end.
    players: tuple[Player, ...] = ()
    """The players who have named themselves, where that is played."""
    survivors: frozenset[str] = frozenset()
    """The players who lived, once the game is over."""
    ended: tuple[str | None, str] | None = None

    @property
    def light(self) -> Light:
        """How light it is, by the clock (reading 215)."""
        return light_at(self.mission.lights, self.minutes)

    @property
    def is_night(self) -> bool:
        return self.light is Light.NIGHT

    @property
    def due(self) -> Decision:
        """The choice that play waits for."""
        return self.decisions[0]

    def due_of(self, *kinds: DecisionKind) -> Decision | None:
        """The choice that play waits for, if it is of one of these kinds."""
        return self.due if self.decisions and self.due.kind in kinds else None

    @property
    def due_in_any_order(self) -> tuple[Decision, ...]:
        """The choice that play waits for, and those like it on other units of the hex, any of which may be taken first; none once it has begun."""
        due = self.due
        rest = () if due.path else self.decisions[1:]
        return (
            due,
            *takewhile(
                lambda other: (other.kind, other.side, other.at) == (due.kind, due.side, due.at), rest
            ),
        )

    def due_on(self, unit: str) -> Decision | None:
        """What may be decided now on a unit, if anything."""
        return next((due for due in self.due_in_any_order if due.unit == unit), None)

    def mortar(self, name: str) -> MortarState:
        """A mortar that is in the mission."""
        return next(mortar for mortar in self.mortars if mortar.id == name)

    def is_aboard(self, unit: str) -> bool:
        return self.carrier_of(unit) is not None

    def carrier_of(self, unit: str) -> str | None:
        for load, carrier in self.aboard:
            if load == unit:
                return carrier
        return None

    def loads_of(self, carrier: str) -> tuple[str, ...]:
        return tuple([load for load, by in self.aboard if by == carrier])

    def goals_of(self, hero: str) -> frozenset[Hex]:
        """The hexes that a hero may be making for, none if he has yet to set out."""
        return frozenset(goal for name, goals in self.hero_goals if name == hero for goal in goals)

    def arrow_of(self, unit: str) -> Arrow | None:
        """The arrow under which a unit waits to assault."""
        for arrow in self.arrows:
            if arrow.unit == unit:
                return arrow
        return None

    def arrows_into(self, into: Hex) -> list[Arrow]:
        return [arrow for arrow in self.arrows if arrow.into == into]

    def assault_at(self, place: Hex) -> AssaultHex | None:
        return next((assault for assault in self.assaults if assault.at == place), None)

    @property
    def next_fire_number(self) -> int:
        """The number of the next fire marker: each is an attack of its own."""
        return self.fires_placed + 1

    def is_fired_at(self, vehicle: str) -> bool:
        """Whether anti-tank fire at a vehicle is still to be resolved."""
        return any(fire.kind is FireKind.ATDRM and fire.target == vehicle for fire in self.fires)

    def fires_at(self, place: Hex) -> tuple[FireMarker, ...]:
        return tuple([fire for fire in self.fires if fire.at == place])

    def kinds_fired(self, unit: str) -> frozenset[FireKind]:
        """The ways in which a unit has fired in this turn."""
        return frozenset(kind for name, kind in self.fired if name == unit)

    def may_be_fired_at(self, unit: str) -> bool:
        """Whether fire may be at a unit now: in reaction at none that has not just acted (8.0b)."""
        return self.step is not Step.REACTION or any(deed.unit == unit for deed in self.deeds)

    def heard_by(self, side: str) -> CallHeard:
        return next((heard for heard in self.heard if heard.side == side), CallHeard(side))

    def fires_to_answer(self, side: str) -> range:
        """The numbers of the fire markers that were placed between the last two calls a side heard."""
        heard = self.heard_by(side)
        return range(heard.placed_before + 1, heard.placed + 1)

    def holder(self, objective: str) -> str:
        return dict(self.control)[objective]


def progress_of(state: GameState) -> Progress:
    """The progress of a game of this book.

    Raises:
        BadInput: if the state has none, as before the opening.
    """
    if not isinstance(state.course, Progress):
        raise BadInput(
            "state.course", type(state.course).__name__, "the progress of a Last Hundred Yards game"
        )
    return state.course


def options_in(state: GameState, own: Options) -> Options:
    """The options of a table, with the house values of the game and what its edition says of the ground."""
    if state.course is None:
        return own
    mission = progress_of(state).mission
    return own.in_game(mission.edition, mission.house)


_LASTS = {each.name: (each.metadata.get("lasts"), each.default) for each in fields(Progress)}
ANEW_EACH_CYCLE: Mapping[str, Any] = MappingProxyType({
    name: first for name, (lasts, first) in _LASTS.items() if lasts == "cycle"
})  # fmt: skip
ANEW_EACH_TURN: Mapping[str, Any] = MappingProxyType({
    name: first for name, (lasts, first) in _LASTS.items() if lasts in ("turn", "cycle")
})  # fmt: skip


def with_progress(state: GameState, **changes: Any) -> GameState:
    """The state with fields of its progress changed."""
    return state.changed(course=progress_of(state).changed(**changes))


def stage_of(course: Progress) -> Hashable:
    """What play waits for: a decision that is due, the maneuver under way, a step of activation, or the phase."""
    if course.decisions:
        return course.due.kind
    if course.moving is not None:
        return UNDER_WAY
    return course.step if course.phase is Phase.ACTIVATION else course.phase
