"""The progress of a game: turn and phase, which units may act, what was done, and every marker.

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
    """A unit and the hex that it entered; kept when the counter leaves the map, until its side has left the hex."""

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
"""The steps in which units act: activated units, and reacting ones."""

UNDER_WAY = "the maneuver under way"
"""The stage of play in the middle of a maneuver."""

MANEUVERS = (*UNIT_ACTIONS, UNDER_WAY)
"""The stages of play in which units maneuver."""


class ActionKind(StrEnum):
    """The three kinds of action (LHY 9.0)."""

    MANEUVER = "maneuver"
    FIRE = "fire"
    RECOVER = "recover"


class Coordination(StrEnum):
    """The state of the selected company's attempt to coordinate (LHY 7.1)."""

    OPEN = "open"
    WON = "won"
    LOST = "lost"
    USED = "used"


@dataclass(frozen=True, slots=True)
class Deed:
    """What one unit did since the last call for reaction, and the hexes it entered, fired from or recovered in."""

    unit: str
    side: str
    kind: ActionKind
    hexes: tuple[Hex, ...]
    moved_first: bool = False
    """Whether it maneuvered before this action: a LATW or a vehicle that then fired, or a leader who came to help."""

    @property
    def is_maneuver(self) -> bool:
        """Whether it maneuvered, whatever else it did."""
        return self.kind is ActionKind.MANEUVER or self.moved_first


WITHDRAWAL = "withdrawal"
"""The mode of a withdrawal; other maneuvers are forward or in reverse."""


@dataclass(frozen=True, slots=True)
class Moving:
    """A maneuver under way: its units, mode, path and MP spent; for a stack the most that either vehicle spent."""

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
    """Whether mortar fire disrupted it as it left its hex: it must withdraw, and is not attacked again on the way out."""
    called_back: bool = False
    """Whether it began as infantry out of command, which must come back (19.1)."""
    start: Hex | None = None
    """The hex where it began, if that is known."""
    may_go_first: bool = False
    """Whether it waits behind the other section of its squad, and may go on before it."""
    fires_before: int = 0
    """The number of fire markers placed in the game before it paused among enemies; later ones are their answer."""


class MortarPlace(StrEnum):
    """Where a mortar's markers are."""

    AVAILABLE = "available"
    INITIAL = "initial"
    FINAL = "final"
    PENDING = "pending"
    IN_THE_AIR = "in_the_air"
    LANDED = "landed"
    """Its observer has landed among the enemy, and stays until the assault is over (22.1.4)."""
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
    """The unit that asked for fire; while it is hidden the other side does not see the observer (11.4.5)."""


class DecisionKind(StrEnum):
    """Decisions that the rules ask of one player outside the normal sequence of play."""

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


_DECISION_WORDS: Mapping[DecisionKind, str] = {
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
    DecisionKind.NAME_PLAYER: "names the squad or leader that its player is",
}
"""What a player may or must decide, in the words that follow the name of the side."""


@dataclass(frozen=True, slots=True)
class Decision:
    """A choice that is due before play goes on.

    For enfilade, `target` is the unit fired at, `firers` are the units named against it, and `fronts` the possible
    fronts of the target, or its only one, each a hexside or the pair of hexsides beside a vertex.
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
        words = _DECISION_WORDS[self.kind].format(unit=self.unit, at=self.at, target=self.target)
        return f"{self.side} {words}"

    @property
    def place(self) -> Hex:
        """The hex that the decision is about; only for kinds that are about a hex."""
        assert self.at is not None
        return self.at


@dataclass(frozen=True, slots=True)
class LostWeapon:
    """A vehicle, gun, FP or MG that a side has lost, which no medic brings back (reading 249)."""

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
    """The unit that the player of a side has chosen to be, and the steps of its platoon then (19.2.1); a
    secret from the other side."""

    side: str
    unit: str = ""
    steps: int = 0


@dataclass(frozen=True, slots=True)
class CallHeard:
    """The last call for reaction that a side heard: the fire markers placed in the game by then, and by the call before."""

    side: str
    placed: int = 0
    placed_before: int = 0


_OF_TURN, _OF_CYCLE = {"lasts": "turn"}, {"lasts": "cycle"}
"""Metadata of fields that are reset with each turn, or with each turn and each activation."""


@dataclass(frozen=True)
class Progress(Course):
    """The record of play, chapter by chapter; every field is a plain, hashable value."""

    # The turn, and the units that are activated.
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
    # Units that act with the activated platoons.
    support: frozenset[str] = frozenset()
    """The support units that act with the activated platoons (7.2a)."""
    support_done: frozenset[str] = field(default=frozenset(), metadata=_OF_TURN)
    """The support units that have had their one activation of this turn, and may not act with a later platoon (7.3)."""
    borrowed: frozenset[str] = field(default=frozenset(), metadata=_OF_TURN)
    """Infantry companies of which a unit has joined ad hoc in this turn, as one may (7.2b)."""
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
    """What the side acting now has done since that call."""
    revealed: tuple[str, ...] = ()
    """The hidden units that the call being answered revealed (17.9.2a): a gun among them fires at once (11.5.4l)."""
    heard: tuple[CallHeard, ...] = ()
    """The last call for reaction that each side has heard."""
    called_fire: bool = field(default=False, metadata=_OF_CYCLE)
    """Whether the acting side has asked for mortar fire since the last call, and so does not pass (6.0 II.2)."""
    reacted_leaders: tuple[str, ...] = field(default=(), metadata=_OF_CYCLE)
    stood: tuple[tuple[str, Hex | None], ...] = field(default=(), metadata=_OF_CYCLE)
    """Where units that have moved or left since the activation, or the call for reaction, stood when it came;
    None if off the map (7.2, 8.3b, readings 186 and 187)."""
    # Maneuvers under way or waiting.
    moving: Moving | None = field(default=None, metadata=_OF_TURN)
    paused: Moving | None = None
    """The maneuver that halts in an enemy hex until the enemies there have answered."""
    going_on: tuple[Moving, ...] = ()
    """Sections that go on with the maneuver of their squad as soon as the other has ended its own (10.3.2)."""
    withdrawing: tuple[Moving, ...] = ()
    """Men who have to withdraw as soon as nothing else is under way (11.4.8, 13.2.2.1)."""
    # Fire: markers, shots and losses.
    inquired: tuple[tuple[Hex, tuple[tuple[str, int], ...]], ...] = field(default=(), metadata=_OF_TURN)
    fires: tuple[FireMarker, ...] = ()
    fires_placed: int = 0
    resolved_hexes: frozenset[Hex] = field(default=frozenset(), metadata=_OF_TURN)
    fired_from: tuple[tuple[str, Hex], ...] = field(default=(), metadata=_OF_CYCLE)
    """The hexes that units fired at in this cycle, which fixes their fronts (11.1.2, reading 211)."""
    shots: tuple[tuple[str, str], ...] = field(default=(), metadata=_OF_TURN)
    """Firer and target of each anti-tank fire of this turn (12.3.6)."""
    fired: tuple[tuple[str, FireKind], ...] = field(default=(), metadata=_OF_TURN)
    """The units that fired in this turn, each with the kind of fire, even if the markers are gone (11.0a)."""
    killed: tuple[tuple[str, Hex, tuple[str, ...]], ...] = field(default=(), metadata=_OF_TURN)
    """Vehicles and guns that fire destroyed in this turn, with their hexes and conditions."""
    to_shake: frozenset[str] = field(default=frozenset(), metadata=_OF_TURN)
    """Units whose collateral damage waits until the fire on their own hex, and on the rival in a duel, is resolved (12.0.2).

    They got off a vehicle that fire has destroyed. A vehicle in such a duel is listed too, if it will harm a unit beside it."""
    trail: tuple[tuple[str, Hex, bool], ...] = field(default=(), metadata=_OF_CYCLE)
    """The hexes that vehicles came from in this cycle, in order, and whether they backed in."""
    # Assaults.
    arrows: tuple[Arrow, ...] = ()
    assaults: tuple[AssaultHex, ...] = ()
    fallen_heroes: tuple[tuple[str, Hex], ...] = ()
    """Sides with the assault hexes in which fire killed their hero, where his marker still counts (14.6.3)."""
    advanced: frozenset[str] = field(default=frozenset(), metadata=_OF_TURN)
    # Units that come into play from off the map and from the air.
    drawn: frozenset[str] = frozenset()
    """Sides that have drawn their forces (17.6)."""
    off_map: frozenset[str] = frozenset()
    """Units that wait off the map next to their entry hexes (17.7)."""
    in_the_air: frozenset[str] = frozenset()
    """Units that have yet to land (22.0)."""
    sticks: tuple[Stick, ...] = ()
    """The sticks and gliders that the side about to land has planned so far (22.1.1)."""
    landing: bool = False
    """Whether a landing is being carried out, whose casualties are counted separately (22.1.6)."""
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
    """The order in which units entered their hexes (4.1.7)."""
    # Vehicles and what they carry.
    aboard: tuple[tuple[str, str], ...] = ()
    """Riders, passengers and towed guns with the vehicle that carries each."""
    loaded_this_turn: frozenset[str] = field(default=frozenset(), metadata=_OF_TURN)
    forced_off: frozenset[str] = field(default=frozenset(), metadata=_OF_TURN)
    """Units that had to get off a vehicle in this turn (10.4.6.2)."""
    got_off: tuple[tuple[str, str], ...] = field(default=(), metadata=_OF_TURN)
    """Units that got off a vehicle already fired at in this turn, with the vehicle, whose loss would harm them too (12.3.7)."""
    overran: frozenset[str] = field(default=frozenset(), metadata=_OF_TURN)
    overrun_hexes: frozenset[Hex] = field(default=frozenset(), metadata=_OF_TURN)
    # Squads that deploy, mortars and light.
    deployed: frozenset[str] = frozenset()
    """Platoons that have deployed a squad, which each may once."""
    deploying: frozenset[str] = field(default=frozenset(), metadata=_OF_TURN)
    """The sections whose squad deployed in this turn, which may only maneuver (10.3.2); by 3.1 until reaction is called for."""
    split: frozenset[str] = frozenset()
    """The squads that deployed: their counters are out of play."""
    mortars: tuple[MortarState, ...] = ()
    asked_for_light: frozenset[str] = field(default=frozenset(), metadata=_OF_TURN)
    """Sides that have asked for illumination in this turn (21.4)."""
    # Losses, and what counts at the end.
    losses: Mapping[str, int] = field(default_factory=dict)
    landing_losses: Mapping[str, int] = field(default_factory=dict)
    """The steps that each side lost as it landed; they do not count as casualties, but a medic may bring them back (22.1.6)."""
    weapons_lost: tuple[LostWeapon, ...] = ()
    """The vehicles, guns, FPs and MGs among the losses of both kinds."""
    exited: frozenset[str] = frozenset()
    """Units that left the map alive."""
    exited_before: tuple[str, ...] = ()
    """Counters that left the map and have come into play again since for other men: the men who left are alive (19.2)."""
    away: tuple[LostLeader, ...] = ()
    control: tuple[tuple[str, str], ...] = ()
    """Objectives, and the entries of bridges and fords, by name with the side that holds each."""
    dug_by_dummies: tuple[tuple[str, Hex], ...] = ()
    """The improved positions in which a side set up dummies and no combat unit; they go when the dummies go (17.8.2)."""
    dummies_put: frozenset[str] = field(default=frozenset(), metadata=_OF_TURN)
    """Dummies that moved to another hex in this Clean Up (17.8)."""
    # Decisions due, units that have helped or rallied, and what holds men back.
    decisions: tuple[Decision, ...] = ()
    rallied: frozenset[str] = field(default=frozenset(), metadata=_OF_TURN)
    spent_leaders: frozenset[str] = field(default=frozenset(), metadata=_OF_TURN)
    """Leaders who may help nobody in this turn: they have helped and kept their action, or rallied from disruption (14.1.3)."""
    hero_goals: tuple[tuple[str, tuple[Hex, ...]], ...] = ()
    """The hexes that each hero who has set out may be heading for: those that all his steps have led toward (14.6.2)."""
    river_leaders: frozenset[str] = field(default=frozenset(), metadata=_OF_TURN)
    """Leaders who helped a unit out of a river in this turn: they may help no other, and may leave the river
    without a die (4.1.10)."""
    held_in_wire: frozenset[Hex] = field(default=frozenset(), metadata=_OF_TURN)
    """Hexes of wire in which the one die of this turn has failed: it holds all men there (16.2)."""
    came_into_wire: frozenset[str] = field(default=frozenset(), metadata=_OF_TURN)
    """Men who entered wire in this turn, which holds them until the next (16.2)."""
    # The players, and the end.
    players: tuple[Player, ...] = ()
    """The players who have chosen the unit that they are, if that option is played."""
    survivors: frozenset[str] = frozenset()
    """The units of players who lived, once the game is over."""
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
        """The decision that play waits for."""
        return self.decisions[0]

    def due_of(self, *kinds: DecisionKind) -> Decision | None:
        """The decision that play waits for, if it is of one of these kinds."""
        return self.due if self.decisions and self.due.kind in kinds else None

    @property
    def due_in_any_order(self) -> tuple[Decision, ...]:
        """The decision that play waits for, and decisions of its kind on other units of the hex, any of which may be taken first.

        Once the first has begun, it is the only one.
        """
        due = self.due
        rest = () if due.path else self.decisions[1:]
        return (
            due,
            *takewhile(
                lambda other: (other.kind, other.side, other.at) == (due.kind, due.side, due.at), rest
            ),
        )

    def due_on(self, unit: str) -> Decision | None:
        """The decision on a unit that may be taken now, if any."""
        return next((due for due in self.due_in_any_order if due.unit == unit), None)

    def mortar(self, name: str) -> MortarState:
        """The mortar of that name, which must be in the mission."""
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
        """The hexes that a hero may be heading for; none if he has yet to set out."""
        return frozenset(goal for name, goals in self.hero_goals if name == hero for goal in goals)

    def arrow_of(self, unit: str) -> Arrow | None:
        """The Assault Arrow under which a unit waits, if any."""
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
        """Whether a unit may be fired at now: in reaction only if it has just acted (8.0b)."""
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
    """The options of a table, with the house values of the game and the terrain switches of its edition."""
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
    """The stage of play: the kind of decision due, else the maneuver under way, the step of the activation, or the phase."""
    if course.decisions:
        return course.due.kind
    if course.moving is not None:
        return UNDER_WAY
    return course.step if course.phase is Phase.ACTIVATION else course.phase
