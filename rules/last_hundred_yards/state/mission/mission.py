"""A mission: its two sides with their edges and modifiers, objectives, mortars and victory conditions."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from types import MappingProxyType
from typing import Any

from rules.errors import BadInput
from rules.game.option_reader import OptionReader
from rules.game.rule_ids import implements
from rules.ground.hex.board import HexBoard
from rules.ground.hex.hexes import Hex
from rules.last_hundred_yards.book.editions import Edition, edition
from rules.last_hundred_yards.book.house_figures import PRINTED_NOWHERE, HouseValues
from rules.last_hundred_yards.book.unit_types import Nation
from rules.last_hundred_yards.state.mission.bids import DRAW_ABOVE_BID, Bids, read_bids, usual_area
from rules.last_hundred_yards.state.mission.forces import ForceLine, read_forces
from rules.last_hundred_yards.state.mission.landings import NOBODY_LANDS, Landings, read_landings
from rules.last_hundred_yards.state.mission.light import LightSpan, read_light
from rules.last_hundred_yards.state.mission.map_parts import (
    Edge,
    Sector,
    area_of,
    entries_of,
    hexes_along,
    read_sectors,
)

NO_LIMIT = 99
"""The casualty limit of a side for which the mission gives none."""


class MortarKind(StrEnum):
    """The mortars of the Mortar Fire Action Table."""

    MM60 = "60mm"
    MM81 = "81mm"
    CM8 = "8cm"
    PLATOON = "platoon"


@dataclass(frozen=True, slots=True)
class MissionSide:
    """One side of a mission: its nation, friendly board edge, modifiers, casualty limit, set-up and arrivals."""

    id: str
    nation: Nation
    edge: Edge
    initiative_drm: int = 0
    coordination_drm: int = 0
    casualty_limit: int = NO_LIMIT
    setup_area: tuple[Hex, ...] = ()
    entry_hexes: tuple[Hex, ...] = ()
    """The hexes where units that begin off the map come on (17.7)."""
    entering: tuple[str, ...] = ()
    """The units that begin off the map, next to the entry hexes."""
    may_exit: tuple[Edge, ...] = ()
    """Edges over which its units may leave by the mission's rules, although the book bars them."""
    setup_sectors: tuple[str, ...] = ()
    """The sectors of its set-up area, if it is given by sectors."""
    forces: tuple[ForceLine, ...] = ()
    """The forces that it draws at random before it sets up (17.6)."""
    landings: Landings = NOBODY_LANDS
    """Its units that land from the air (22.0)."""
    promotion_points: int = 0
    """The promotion points of its player for assaults on objectives so far (19.2.1)."""


@dataclass(frozen=True, slots=True)
class MortarAsset:
    """A mortar off the map that serves one company, or the battalion if none is named."""

    id: str
    side: str
    kind: MortarKind
    company: str = ""


@dataclass(frozen=True, slots=True)
class Objective:
    """Ground worth Mission Objective Points: held by the last to have a foot combat unit in any of its hexes."""

    name: str
    hexes: tuple[Hex, ...]
    points: int
    held_by: str
    entries: tuple[tuple[Hex, ...], ...] = ()
    """The entries of a bridge or ford, all of which have to be held as well to control it."""

    @property
    def parts(self) -> Mapping[str, tuple[Hex, ...]]:
        """The parts that have to be held, by name: the objective itself and each of its entries."""
        return _parts(self.name, self.hexes, self.entries)


@cache
def _parts(
    name: str, hexes: tuple[Hex, ...], entries: tuple[tuple[Hex, ...], ...]
) -> Mapping[str, tuple[Hex, ...]]:
    named = {f"{name}, entry {' or '.join(map(str, entered))}": entered for entered in entries}
    return MappingProxyType({name: hexes, **named})


@dataclass(frozen=True, slots=True)
class VictoryBand:
    """The result for final scores up to `up_to`, or any higher one if None; `winner` None is a draw."""

    up_to: int | None
    winner: str | None


@dataclass(frozen=True, slots=True)
class Mission:
    """Everything a mission sheet says apart from where the counters stand."""

    attacker: str
    sides: tuple[MissionSide, MissionSide]
    edition: Edition
    house: HouseValues
    minutes: int
    bands: tuple[VictoryBand, ...]
    objectives: tuple[Objective, ...] = ()
    mortars: tuple[MortarAsset, ...] = ()
    points_to_win: int | None = None
    """Objective points with which a side wins at once if it holds them at the end of a turn."""
    after_september_1943: bool = True
    lights: tuple[LightSpan, ...] = ()
    """Spans of twilight and night; it is day where there is none (21.1)."""
    illumination: frozenset[str] = frozenset()
    """The sides that may ask for illumination (21.4)."""
    aboard: tuple[tuple[str, str], ...] = ()
    """Units that start aboard a vehicle, each with its vehicle (17.7f)."""
    sectors: tuple[Sector, ...] = ()
    """The sectors of the map, where the mission names them."""
    to_clear: tuple[str, ...] = ()
    """The sectors that the attacker is to clear, if it is an Advance Mission (20.1b)."""
    skin_in_the_game: bool = False
    """Whether each player is one of his own squads or leaders (19.2)."""

    def side(self, side: str) -> MissionSide:
        return self.sides[0] if self.sides[0].id == side else self.sides[1]

    @implements("LHY-18.1.1b", "LHY-18.1.3b")
    def first_control(self) -> tuple[tuple[str, str], ...]:
        """The holder of each part of each objective at the start; an entry in a set-up area belongs to that side."""
        return tuple(
            (
                name,
                _sets_up_in(self.sides, hexes) or objective.held_by
                if hexes in objective.entries
                else objective.held_by,
            )
            for objective in self.objectives
            for name, hexes in objective.parts.items()
        )

    def enemy(self, side: str) -> str:
        return self.sides[1].id if self.sides[0].id == side else self.sides[0].id

    @property
    def german_side(self) -> str:
        return next(side.id for side in self.sides if side.nation is Nation.GERMAN)

    @property
    def allies(self) -> str:
        return self.enemy(self.german_side)


def _sets_up_in(sides: Iterable[MissionSide], hexes: tuple[Hex, ...]) -> str | None:
    """The side whose set-up area contains all these hexes."""
    return next((side.id for side in sides if set(hexes) <= set(side.setup_area)), None)


@implements("LHY-2.3.2", "LHY-0.16")
def read_mission(options: Mapping[str, Any], sides: tuple[str, ...], board: HexBoard) -> Mission:
    """A mission from a scenario's options.

    Raises:
        BadInput: if an option is missing or of the wrong kind; the message names it.
        Unknown: if an edition, a switch or a house value has no such name.
    """
    if len(sides) != 2:
        raise BadInput("sides", list(sides), "two sides")
    given = OptionReader("options", options)
    bids, sectors = read_bids(given, sides), read_sectors(given, board)
    of_sides = given.table("sides", is_needed=True)
    by_side = {side: of_sides.table(side, is_needed=True) for side in sides}
    edges = {side: by_side[side].choice("edge", Edge) for side in sides}
    of_sides.nothing_else()
    terms = _Terms(board, sectors, edges, bids)
    two = tuple(_side(by_side[side], side, terms) for side in sides)
    if {side.nation for side in two} != set(Nation):
        raise BadInput("options.sides", [str(side.nation) for side in two], "one us and one ge side")
    rules = edition(given.text("edition", "2019")).with_switches(given.table("switches").values)
    attacker = bids.attacker if bids else given.one_of("attacker", sides)
    mission = Mission(
        attacker=attacker,
        sides=(two[0], two[1]),
        edition=rules,
        house=PRINTED_NOWHERE.with_values(given.table("house").values),
        minutes=given.whole("minutes"),
        bands=_bid_bands(bids, sides) if bids else tuple(_bands(given, sides)),
        objectives=tuple(_objectives(given, two, board, attacker)),
        mortars=tuple(_mortars(given, sides)),
        points_to_win=given.whole("points_to_win", default=None),
        after_september_1943=given.flag("after_september_1943", True),
        lights=read_light(given),
        illumination=given.any_of("illumination", sides),
        aboard=tuple(sorted(given.pairs("aboard"))),
        sectors=sectors,
        to_clear=given.words("clear", [sector.name for sector in sectors]),
        skin_in_the_game=given.flag("skin_in_the_game", False),
    )
    given.nothing_else()
    return mission


@dataclass(frozen=True, slots=True)
class _Terms:
    """What is read before the sides and needed for both."""

    board: HexBoard
    sectors: tuple[Sector, ...]
    edges: Mapping[str, Edge]
    bids: Bids | None


def _side(given: OptionReader, side: str, terms: _Terms) -> MissionSide:
    nation = given.choice("nation", Nation)
    setup_sectors = given.words("setup_sectors", [sector.name for sector in terms.sectors])
    listed = _hexes(given, "setup_area", terms.board)
    setup_area = tuple(dict.fromkeys((*listed, *area_of(terms.board, terms.sectors, setup_sectors))))
    entry_hexes = _hexes(given, "entry_hexes", terms.board)
    if terms.bids and not setup_area:
        setup_area, entry_hexes = _usual_ground(side, terms, terms.bids, entry_hexes)
    terms_of_side = MissionSide(
        id=side,
        nation=nation,
        edge=terms.edges[side],
        initiative_drm=given.whole(
            "initiative_drm", default=terms.bids.initiative_drm(side) if terms.bids else 0
        ),
        coordination_drm=given.whole("coordination_drm", default=0),
        casualty_limit=given.whole("casualty_limit", default=NO_LIMIT),
        setup_area=setup_area,
        entry_hexes=entry_hexes,
        entering=given.words("entering"),
        may_exit=tuple(Edge(name) for name in given.words("may_exit", tuple(Edge))),
        setup_sectors=setup_sectors,
        forces=read_forces(given, nation, enters=bool(entry_hexes) and not setup_area),
        landings=read_landings(given, terms.board),
        promotion_points=given.whole("promotion_points", default=0),
    )
    if not terms_of_side.entry_hexes and (
        terms_of_side.entering or any(line.enters for line in terms_of_side.forces)
    ):
        raise BadInput(f"{given.name}.entry_hexes", [], "a hex or more where its units come on")
    given.nothing_else()
    return terms_of_side


def _hexes(given: OptionReader, key: str, board: HexBoard, *, is_needed: bool = False) -> tuple[Hex, ...]:
    """The hexes of the map that a list of labels names, each once."""
    return tuple(dict.fromkeys(map(board.grid.named, given.words(key, is_needed=is_needed))))


@implements("LHY-20.3b", "LHY-20.3c")
def _usual_ground(
    side: str, terms: _Terms, bids: Bids, entry_hexes: tuple[Hex, ...]
) -> tuple[tuple[Hex, ...], tuple[Hex, ...]]:
    """The default set-up area and entry hexes of a side in a mission made by the players."""
    if side == bids.attacker:
        return (), entry_hexes or hexes_along(terms.board.grid, terms.edges[side])
    enemy_edge = next(edge for other, edge in terms.edges.items() if other != side)
    return usual_area(terms.board.grid, enemy_edge), entry_hexes


@implements("LHY-20.2b")
def _bid_bands(bids: Bids, sides: tuple[str, ...]) -> tuple[VictoryBand, ...]:
    """The result by final score: the attacker wins up to his bid, loses above his bid plus 10, and between it is a draw."""
    defender = next(side for side in sides if side != bids.attacker)
    return (
        VictoryBand(bids.bid, bids.attacker),
        VictoryBand(bids.bid + DRAW_ABOVE_BID, None),
        VictoryBand(None, defender),
    )


def _bands(given: OptionReader, sides: tuple[str, ...]) -> Iterable[VictoryBand]:
    last: int | None = 0
    for band in given.rows("victory", is_needed=True):
        winner = band.text("winner", None)
        if winner is not None and winner not in sides:
            raise BadInput(f"{band.name}.winner", winner, f"one of {', '.join(sides)}, or null")
        last = band.whole("up_to", default=None)
        yield VictoryBand(last, winner)
        band.nothing_else()
    if last is not None:
        raise BadInput("options.victory", given.values["victory"], "bands of which the last has no up_to")


@implements("LHY-18.1.1b", "LHY-18.1.1c")
def _objectives(
    given: OptionReader, sides: Sequence[MissionSide], board: HexBoard, attacker: str
) -> Iterable[Objective]:
    """The objectives; one that the mission gives to no side is held by the side that sets up there, else by the defender."""
    names = tuple(side.id for side in sides)
    defender = next(name for name in names if name != attacker)
    for goal in given.rows("objectives"):
        hexes = _hexes(goal, "hexes", board, is_needed=True)
        yield Objective(
            goal.text("name", hexes[0].label),
            hexes,
            goal.whole("points"),
            goal.one_of("held_by", names, _sets_up_in(sides, hexes) or defender),
            entries_of(board, hexes),
        )
        goal.nothing_else()


def _mortars(given: OptionReader, sides: tuple[str, ...]) -> Iterable[MortarAsset]:
    for tube in given.rows("mortars"):
        yield MortarAsset(
            tube.text("id"),
            tube.one_of("side", sides),
            tube.choice("kind", MortarKind),
            tube.text("company", ""),
        )
        tube.nothing_else()
