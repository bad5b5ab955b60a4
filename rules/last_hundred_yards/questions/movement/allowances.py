"""The maneuver of one unit: its allowance, the possible steps, and the enemies in its way. Chapter 10.1."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction

from rules.errors import BadInput, NotOnMap, Unknown
from rules.game.rule_ids import implements
from rules.game.ruling import Reason
from rules.game.state import GameState
from rules.game.units import Unit
from rules.ground.hex.board import HexBoard
from rules.ground.hex.graph import HexNode
from rules.ground.hex.hexes import Hex
from rules.ground.hex.terrain import Terrain
from rules.ground.paths import Paths
from rules.last_hundred_yards.book.conditions import HEROIC, IN_MOTION
from rules.last_hundred_yards.book.editions import LaterGround
from rules.last_hundred_yards.book.options import Options
from rules.last_hundred_yards.book.roster import ROSTER
from rules.last_hundred_yards.book.rulebook import cite, cite_later
from rules.last_hundred_yards.questions.activation.assembling import advancing_steps
from rules.last_hundred_yards.questions.activation.command_range import is_called_back, straying_steps
from rules.last_hundred_yards.questions.movement.allowance_table import (
    ALLOWANCES,
    BONUS_LOST_HEXES,
    HEROIC_ALLOWANCE,
    NIGHT_VEHICLE_MP,
    ROAD_BONUS_MP,
    START_MOTION_MP,
    Mode,
    MoveClass,
    allowance_in,
    may_be_combat,
    move_class,
)
from rules.last_hundred_yards.questions.movement.points import FORWARD
from rules.last_hundred_yards.questions.movement.step_network import Maneuvers, Roll, maneuvers
from rules.last_hundred_yards.questions.movement.steps import standing, walker_of
from rules.last_hundred_yards.questions.terrain.roads import is_urban_road
from rules.last_hundred_yards.state.darkness import is_way_in_the_dark, light_on
from rules.last_hundred_yards.state.mission.light import Light
from rules.last_hundred_yards.state.position import Position, hex_board, is_known_vehicle
from rules.last_hundred_yards.state.progress import Moving, Progress, Step

_NEAR_ENEMIES = LaterGround.NO_BONUS_NEAR_ENEMIES


@dataclass(frozen=True, slots=True)
class Allowance:
    """The MP of a maneuver, and for units on foot the number of hexes that they may always enter.

    In the middle of a maneuver it is what is left, below 0 if a part of the road bonus is spent.
    """

    mp: Fraction
    least_hexes: int
    reason: Reason
    hexes_alone: bool = False
    """Whether only hexes are counted, whatever they cost, and MP buy no more of them: on foot at night."""


@dataclass(frozen=True, slots=True)
class OneManeuver:
    """The maneuver of one unit: where it starts, its allowance, the steps it may make, and the enemies in its way."""

    unit: Unit
    board: HexBoard
    at: Hex
    mode: Mode
    column: MoveClass
    allowance: Allowance
    graphs: Maneuvers
    enemies: frozenset[Hex]
    full_roads: frozenset[Hex]
    watched_roads: frozenset[Hex]
    """Road hexes so near to an enemy that they lose the road bonus."""
    start_mp: Fraction
    is_called_back: bool
    """Whether it is out of command and has to come back into it (19.1)."""
    is_night: bool
    """Whether it is night, so that the maneuver has no road bonus."""
    under_way: Moving | None = None
    """The part of the maneuver that is done, if it is under way; the allowance is what is left."""
    obstacles: frozenset[Hex] = frozenset()
    """The hexes where mines or wire end the maneuver."""
    by_light: "OneManeuver | None" = None
    """At night, the same maneuver as by day, through illuminated hexes only (21.4.2e)."""

    @property
    def starts(self) -> tuple[HexNode, ...]:
        """The node where the unit stands now, as it begins or as its maneuver brought it there; none where it cannot be."""
        way = "" if self.under_way is None else self.under_way.way
        return self.begins(self.at, way)

    def begins(self, place: Hex, way: str = "") -> tuple[HexNode, ...]:
        """The node where the unit stands in a hex as a maneuver begins there, or is under way; none where it cannot be."""
        stand = standing(self.board, self.column, place, way)
        return () if stand is None else (stand,)

    @property
    def spent_mp(self) -> Fraction:
        return Fraction(0) if self.under_way is None else self.under_way.spent

    @property
    def in_hexes(self) -> bool:
        """Whether only hexes are counted, whatever they cost: for men at night without an illuminated way."""
        return self.allowance.hexes_alone and self.by_light is None

    @property
    @implements("LHY-10.0a", "LHY-4.1.8.3")
    def mp(self) -> Fraction:
        """The MP that the next steps may cost together."""
        if self.allowance.hexes_alone:
            return Fraction(0)
        return max(self.allowance.mp - self.start_mp, Fraction(0))

    @property
    @implements("LHY-4.1.8.bonus", "LHY-21.1d.2")
    def road_mp(self) -> Fraction | None:
        """The MP that the next steps may cost together if all follow roads; None if there is no road bonus, or it is lost."""
        gone, points = self.under_way, self.allowance.mp - self.start_mp + ROAD_BONUS_MP
        kept_away = gone is not None and gone.all_road and self.watched_roads.isdisjoint(gone.path)
        lost = gone is not None and gone.path and not kept_away
        return None if lost or points < 0 or self.mode is Mode.REVERSE or self.is_night else points

    @property
    def roads(self) -> Paths[HexNode]:
        """The steps that earn the road bonus, away from the enemy."""
        if not self.watched_roads:
            return self.graphs.roads
        roads = self.graphs.roads
        watched = [stand for place in self.watched_roads for stand in self.graphs.stands_in(place)]
        return roads.without(roads.steps.marked(watched)[roads.steps.ends])

    @property
    def halts(self) -> frozenset[Hex]:
        """The hexes where the maneuver ends: those with enemies, mines or wire."""
        return self.enemies | self.obstacles

    @property
    @implements("LHY-10.0b")
    def ends_at(self) -> list[HexNode]:
        return [stand for place in self.halts for stand in self.graphs.stands_in(place)]

    def restricted(
        self,
        barred: frozenset[tuple[Hex, Hex]],
        choices: tuple[frozenset[tuple[Hex, Hex]], ...],
        obstacles: frozenset[Hex],
        asking: Mapping[Roll, frozenset[tuple[Hex, Hex]]],
    ) -> "OneManeuver":
        """The same maneuver without `barred` steps, kept to the steps of one choice, with obstacles, and with
        steps that ask a roll."""
        graphs = self.graphs.without(barred) if barred else self.graphs
        graphs = graphs.of_one_choice(choices) if choices else graphs
        graphs = graphs.with_asking(asking) if asking else graphs
        light = (
            None if self.by_light is None else self.by_light.restricted(barred, choices, obstacles, asking)
        )
        return replace(self, graphs=graphs, obstacles=obstacles, by_light=light)

    @property
    def barred(self) -> list[HexNode]:
        return [HexNode(place) for place in self.full_roads]


def one_maneuver(
    state: GameState, unit: Unit, mode: str, options: Options, position: Position | None
) -> OneManeuver:
    """The maneuver of a unit; `position` is that of the game, if it is asked in one.

    Raises:
        BadInput: if there is no such mode, or the unit cannot maneuver in it.
        NotOnMap: if the unit is off the map.
        Unknown: if the unit's type is not in the roster.
    """
    board = hex_board(state)
    if unit.type not in ROSTER:
        raise Unknown("unit type", unit.type, ROSTER)
    unit_type = ROSTER[unit.type]
    if not isinstance(unit.at, Hex):
        raise NotOnMap(unit)
    column = move_class(unit_type)
    under_way = _under_way(state, unit, mode)
    chosen = _mode(mode or _mode_now(state, unit, under_way), column)
    is_vehicle = column is not MoveClass.FOOT
    is_night = isinstance(state.course, Progress) and state.course.is_night
    pace = Mode(_mode_now(state, unit, None)) if chosen is Mode.REVERSE else chosen
    full = _full_allowance(
        column, chosen, pace, is_heroic=unit.has(HEROIC) and not is_vehicle, is_night=is_night
    )
    graphs = maneuvers(board, walker_of(state, unit), options, full.mp)
    straying = (
        frozenset() if position is None else straying_steps(position, unit) | advancing_steps(position, unit)
    )
    move = OneManeuver(
        unit=unit,
        board=board,
        at=board.grid.on_board(unit.at),
        mode=chosen,
        column=column,
        allowance=_allowance_left(full, under_way),
        graphs=graphs.without(straying) if straying else graphs,
        enemies=frozenset(_places_of_enemies(state, unit)),
        full_roads=frozenset(
            _full_roads(state, board, unit)
            if is_vehicle and not options.has(LaterGround.STREETS_HOLD_TWO)
            else ()
        ),
        watched_roads=frozenset(
            _watched_roads(state, board, unit) if not is_night and options.has(_NEAR_ENEMIES) else ()
        ),
        start_mp=START_MOTION_MP if is_vehicle and not unit.has(IN_MOTION) else Fraction(0),
        is_called_back=position is not None and is_called_back(position, unit),
        is_night=is_night,
        under_way=under_way,
    )
    gone = () if under_way is None else under_way.path
    if not is_night or is_way_in_the_dark(state, unit.at if under_way is None else under_way.start, gone):
        return move
    by_day = _full_allowance(
        column, chosen, pace, is_heroic=unit.has(HEROIC) and not is_vehicle, is_night=False
    )
    lit = move.graphs.without(_steps_into_the_dark(state, board))
    return replace(move, by_light=replace(move, allowance=_allowance_left(by_day, under_way), graphs=lit))


@implements("LHY-21.4.2e")
def _steps_into_the_dark(state: GameState, board: HexBoard) -> frozenset[tuple[Hex, Hex]]:
    dark = (place for place in board.grid if light_on(state, place) is not Light.DAY)
    return frozenset((near, place) for place in dark for near in board.grid.neighbours(place))


@implements("LHY-21.1c", "LHY-21.1d.1")
def _full_allowance(
    column: MoveClass, mode: Mode, pace: Mode, *, is_heroic: bool, is_night: bool
) -> Allowance:
    """The allowance of a whole maneuver, before any part of it is spent."""
    mp, least, section = allowance_in(column, mode)
    if is_heroic:
        cited = cite_later("14.6.1")
        return Allowance(
            Fraction(HEROIC_ALLOWANCE[0]),
            HEROIC_ALLOWANCE[1],
            Reason(_allowed(*HEROIC_ALLOWANCE, mode), cited),
        )
    if is_night and column is MoveClass.FOOT:
        words = f"{least} hex{'' if least == 1 else 'es'} in {mode} at night, whatever the cost"
        return Allowance(Fraction(mp), least, Reason(words, cite_later("21.1c")), hexes_alone=True)
    if is_night:
        mp = min(mp, NIGHT_VEHICLE_MP[pace])
        words = f"{_allowed(mp, least, mode)} at night"
        return Allowance(Fraction(mp), least, Reason(words, cite_later("21.1d")))
    return Allowance(Fraction(mp), least, Reason(_allowed(mp, least, mode), cite(section)))


def _under_way(state: GameState, unit: Unit, mode: str) -> Moving | None:
    """The maneuver that a unit is in the middle of, if its mode is the one asked about; never a withdrawal,
    which has no allowance."""
    moving = state.course.moving if isinstance(state.course, Progress) else None
    if moving is None or unit.id not in moving.units or moving.mode not in (FORWARD, Mode.REVERSE):
        return None
    return moving if (mode == Mode.REVERSE) == (moving.mode == Mode.REVERSE) or not mode else None


def _mode_now(state: GameState, unit: Unit, under_way: Moving | None) -> str:
    """The mode of the maneuver under way, or of the one that a unit may begin; outside a game that of its activation."""
    if under_way is not None and under_way.mode == Mode.REVERSE:
        return Mode.REVERSE
    course = state.course if isinstance(state.course, Progress) else None
    reacts = course is not None and course.step is Step.REACTION and course.reacting == unit.side
    return Mode.REACTION if reacts else Mode.ACTIVATION


def _allowance_left(full: Allowance, under_way: Moving | None) -> Allowance:
    if under_way is None:
        return full
    left = full.mp - under_way.spent
    hexes = max(full.least_hexes - len(under_way.path), 0)
    reason = Reason(f"{float(max(left, Fraction(0))):g} MP left of {full.reason.text}", full.reason.cite)
    return replace(full, mp=left, least_hexes=hexes, reason=reason)


@implements("LHY-4.1.8.bonus")
def _watched_roads(state: GameState, board: HexBoard, unit: Unit) -> frozenset[Hex]:
    """Road hexes near an enemy that is or, as far as the unit's side knows, may be a combat unit (reading 84)."""
    enemies = [
        other.at
        for other in state.units.values()
        if other.side != unit.side and isinstance(other.at, Hex) and may_be_combat(other)
    ]
    return frozenset(
        near
        for enemy in enemies
        for near in board.grid.within(enemy, BONUS_LOST_HEXES)
        if board.has(near, Terrain.ROAD)
    )


def _places_of_enemies(state: GameState, unit: Unit) -> Iterator[Hex]:
    for other in state.units.values():
        if other.side != unit.side and isinstance(other.at, Hex):
            yield other.at


@implements("LHY-4.1.9g")
def _full_roads(state: GameState, board: HexBoard, unit: Unit) -> Iterator[Hex]:
    """Urban road hexes that already hold a vehicle of the unit's side and have no room for a second."""
    for other in state.units.values():
        if other.id == unit.id or other.side != unit.side or not isinstance(other.at, Hex):
            continue
        if is_known_vehicle(other) and is_urban_road(board, other.at):
            yield other.at


def _mode(mode: str, column: MoveClass) -> Mode:
    if mode and mode not in list(Mode):
        raise BadInput("mode", mode, f"one of {', '.join(Mode)}")
    chosen = Mode(mode) if mode else Mode.ACTIVATION
    if (column, chosen) not in ALLOWANCES:
        raise BadInput("mode", mode, f"{Mode.ACTIVATION} or {Mode.REACTION}, the modes of units on foot")
    return chosen


def _allowed(mp: int, least: int, mode: Mode) -> str:
    hexes = f" or {least} {'hex' if least == 1 else 'hexes'}" if least else ""
    return f"{mp} MP{hexes} in {mode}"
