"""Set-up: reading a scenario's options into a game, and checking the battle groups.

Rule: KGN Your battle group, Playing the game.
"""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from rules.errors import BadInput
from rules.game.option_reader import OptionReader
from rules.game.rule_ids import implements
from rules.game.state import GameState
from rules.game.units import Unit
from rules.ground.table.inches import Spot
from rules.kampfgruppe_normandy.book.book_data import BookData
from rules.kampfgruppe_normandy.book.conditions import RESERVE
from rules.kampfgruppe_normandy.book.terrain_chart import check_table, ground_of
from rules.kampfgruppe_normandy.book.unit_types import KgnType, Kind, SpecialRule
from rules.kampfgruppe_normandy.effects.reserves import comes_on
from rules.kampfgruppe_normandy.play.battle_group import battle_group
from rules.kampfgruppe_normandy.questions.loads import overloads
from rules.kampfgruppe_normandy.questions.main_gun import shells_fired
from rules.kampfgruppe_normandy.state.bought_support import OPTION as SUPPORT_OPTION
from rules.kampfgruppe_normandy.state.bought_support import bought_support
from rules.kampfgruppe_normandy.state.buildings import (
    CONCEALED_OPTION,
    REINFORCED_OPTION,
    place_in,
    read_buildings,
)
from rules.kampfgruppe_normandy.state.fire_missions import FIRE_SUPPORT
from rules.kampfgruppe_normandy.state.morale_pot import full_pot
from rules.kampfgruppe_normandy.state.position import Position
from rules.kampfgruppe_normandy.state.progress import (
    Engagement,
    Force,
    Objective,
    Progress,
    Setting,
    Size,
    Status,
    Step,
    progress_of,
)
from rules.kampfgruppe_normandy.state.reserves import ARRIVALS, read_arrivals
from rules.kampfgruppe_normandy.state.reserves import OPTION as RESERVES_OPTION
from rules.kampfgruppe_normandy.state.spots import spot_of_option
from rules.kampfgruppe_normandy.state.table_markers import with_markers

OPTIONS = (
    "game_size",
    "engagement",
    "attacker",
    "points",
    "turns",
    "objectives",
    "night",
    "ask_for_tests",
    "morale",
    "special_events",
    "short_game",
    "barred_from_all_objectives",
    "aboard",
    "inside",
    "rounds",
    SUPPORT_OPTION,
    RESERVES_OPTION,
    CONCEALED_OPTION,
    REINFORCED_OPTION,
)
"""The options of a scenario."""

USUAL_TURNS = 12
MOST_TURNS = 60


@implements(
    "KN-SETUP-01", "KN-SETUP-02", "KN-SETUP-03", "KN-SETUP-11", "KN-GROUP-02", "KN-GROUP-12", "KN-SETUP-12",
    "KN-BMOR-01",
)  # fmt: skip
def open_game(state: GameState, options: Mapping[str, Any], book: BookData) -> GameState:
    """The game before its first decision: the attacker begins, or dice are thrown for who attacks or goes first (OUR 47).

    Raises:
        BadInput: if an option, a piece of the table or a unit is not what the book can play with.
        Unknown: if a unit's type is not in the roster.
    """
    for name in options:
        if name not in OPTIONS:
            wanted = f"an option of Kampfgruppe Normandy ({', '.join(sorted(OPTIONS))})"
            raise BadInput(f"options.{name}", options[name], wanted)
    if len(state.sides) != 2:
        raise BadInput("sides", list(state.sides), "two sides")
    position = Position(state, book)
    check_table(position.table)
    if twice := next((name for name in state.units if name in position.table.by_id), None):
        raise BadInput(f"units.{twice}", twice, "a name that no piece of the table has")
    setting = setting_of(state, options)
    forces = tuple(_force(state, side, options, book) for side in state.sides)
    first = setting.attacker or state.sides[0]
    ordered = tuple(sorted(forces, key=lambda force: force.side != first))
    throws = setting.engagement is Engagement.MEETING or (
        setting.engagement is Engagement.SET_PIECE and setting.attacker is None
    )
    progress = Progress(
        setting,
        ordered,
        step=Step.FIRST if throws else Step.COMMAND,
        acting=first,
        status=_statuses(position, options, setting),
        pot=full_pot(setting) if setting.counters else (),
        objectives=tuple(_objectives(position, options)),
    )
    units = {key: _at_start(position, unit, progress.of(key)) for key, unit in state.units.items()}
    opened = replace(state, units=units, course=progress)
    _check_loads(Position(opened, book))
    opened = with_chapters(opened, options)
    return with_markers(opened if throws else _with_reserves_come(opened, book, first))


@implements("KN-TURN-24a")
def _with_reserves_come(state: GameState, book: BookData, side: str) -> GameState:
    """The state as the first turn of a side begins without a die, with the reserves that are due then on the table."""
    for arrival in ARRIVALS.of(progress_of(state)):
        if (come := comes_on(Position(state, book), side, arrival)) is not None:
            state = come.on(state)
    return state


def _at_start(position: Position, unit: Unit, status: Status) -> Unit:
    """A unit where it begins: one aboard a vehicle has no spot of its own, one in a building stands inside it."""
    if status.aboard is not None:
        return replace(unit, at=None)
    if status.inside is None:
        return unit
    at = unit.at if isinstance(unit.at, Spot) else None
    return replace(unit, at=place_in(position.table, position.table.piece(status.inside), at))


def with_chapters(state: GameState, options: Mapping[str, Any]) -> GameState:
    """The state with the options of further chapters: fire support, reserves, buildings.

    Raises:
        BadInput: if one of them is not what it may be.
    """
    state = FIRE_SUPPORT.put(state, bought_support(state, options))
    return read_buildings(read_arrivals(state, options), options)


@implements("KN-DEPL-13", "KN-DEPL-15")
def _check_loads(position: Position) -> None:
    """Raise if a vehicle begins with more aboard than it can carry."""
    for vehicle in position.state.units.values():
        load = position.aboard(vehicle)
        if load and (reason := overloads(position, vehicle, load)) is not None:
            raise BadInput(
                "options.aboard", ", ".join(unit.id for unit in load), f"a load it can take: {reason.text}"
            )


def setting_of(state: GameState, options: Mapping[str, Any]) -> Setting:
    """The setting of a game from the options of its scenario.

    Raises:
        BadInput: if one of them is not what it may be.
    """
    given = OptionReader("options", options)
    engagement = given.choice("engagement", Engagement, Engagement.MEETING)
    attacker = given.one_of("attacker", state.sides, None)
    return Setting(
        given.choice("game_size", Size, Size.PLATOON),
        engagement,
        attacker,
        given.whole("turns", 1, MOST_TURNS, USUAL_TURNS),
        is_night=given.flag("night", False),
        ask_for_tests=given.flag("ask_for_tests", False),
        counters=given.one_of("morale", ("counters", "table"), "counters") == "counters",
        events=given.flag("special_events", True),
        short_game=given.flag("short_game", False),
        barred_from_all_objectives=given.any_of("barred_from_all_objectives", state.sides),
    )


@implements("KN-SETUP-05", "KN-BMOR-01")
def _force(state: GameState, side: str, options: Mapping[str, Any], book: BookData) -> Force:
    """The force of a side, with its points and morale value; a battle group over its limit is refused."""
    group = battle_group(state, side, options, book)
    if group.over:
        wanted = f"at most {group.most} points in a {group.size} game"
        raise BadInput(f"battle group of {side}", group.points, wanted)
    return Force(side, group.morale, group.points, group.roster)


def _statuses(position: Position, options: Mapping[str, Any], setting: Setting) -> dict[str, Status]:
    statuses = {}
    for unit in position.state.units.values():
        kind = position.type(unit)
        status = Status(men=kind.men)
        if kind.kind.is_armoured and kind.ammunition:
            status = replace(status, rounds=_rounds(unit.id, kind, options))
        statuses[unit.id] = status
    for rider, carrier in OptionReader("options", options).pairs("aboard"):
        passenger, vehicle = position.state.unit(rider), position.state.unit(carrier)
        if not position.type(vehicle).is_vehicle:
            raise BadInput(f"options.aboard.{rider}", carrier, "a vehicle")
        if passenger.side != vehicle.side:
            raise BadInput(f"options.aboard.{rider}", carrier, "a vehicle of its own side")
        statuses[rider] = replace(statuses[rider], aboard=carrier)
    for squad, building in OptionReader("options", options).pairs("inside"):
        unit = position.state.unit(squad)
        if not ground_of(position.table.piece(building)).is_building:
            raise BadInput(f"options.inside.{squad}", building, "a building of the table")
        if position.type(unit).kind not in (Kind.INFANTRY, Kind.GUN):
            raise BadInput(f"options.inside.{squad}", squad, "infantry or a gun")
        statuses[squad] = _inside(position, unit, building, statuses[squad])
    for unit in position.state.units.values():
        if setting.is_night and position.type(unit).kind is Kind.AIRCRAFT:
            raise BadInput(
                f"units.{unit.id}.type", unit.type, "a unit that operates at night, as no aircraft does"
            )
        off_table = position.type(unit).has(SpecialRule.OFF_TABLE) or unit.has(RESERVE)
        status = statuses[unit.id]
        waits = off_table or position.type(unit).kind is Kind.AIRCRAFT
        waits |= status.aboard is not None or status.inside is not None
        if not isinstance(unit.at, Spot) and not waits:
            raise BadInput(
                f"units.{unit.id}.at",
                None,
                "a spot, or a unit aboard another, inside a building or in reserve",
            )
    return statuses


def _inside(position: Position, unit: Unit, building: str, status: Status) -> Status:
    """The status of a unit that begins in a building; a spot that the scenario gives must lie inside it."""
    piece = position.table.piece(building)
    if isinstance(unit.at, Spot) and place_in(position.table, piece, unit.at) != unit.at:
        wanted = f"a spot in {piece}, where options.inside has it; leave it out and it stands in the middle"
        raise BadInput(f"units.{unit.id}.at", unit.at, wanted)
    return replace(status, inside=building)


@implements("KN-SPEC-02", "KN-KIT-02")
def _rounds(unit_id: str, kind: KgnType, options: Mapping[str, Any]) -> tuple[tuple[str, int], ...]:
    """The main gun's rounds: as the scenario splits them, else half AP and half HE, or all of the one kind it fires."""
    has_ap, has_he = shells_fired(kind)
    given, most = OptionReader("options", options).table("rounds"), kind.ammunition
    if unit_id not in given:
        ap = most if not has_he else (most + 1) // 2 if has_ap else 0
        return ("ap", ap), ("he", most - ap)
    split = given.table(unit_id)
    shells = tuple(
        (shell, split.whole(shell, 0, most if can else 0, 0))
        for shell, can in (("ap", has_ap), ("he", has_he))
    )
    split.nothing_else("rounds")
    if sum(count for _, count in shells) > most:
        raise BadInput(given.field(unit_id), dict(split.values), f"at most {most} rounds")
    return shells


def _objectives(position: Position, options: Mapping[str, Any]) -> Iterator[Objective]:
    """The objectives of a scenario, each at one spot."""
    seen: set[str] = set()
    for row in OptionReader("options", options).rows("objectives"):
        name, spots = row.text("name"), row.spots("spots")
        if name in seen:
            raise BadInput(row.field("name"), name, "a name that no other objective has")
        if len(spots) != 1:
            raise BadInput(row.field("spots"), [list(spot) for spot in spots], "one spot [x, y]")
        seen.add(name)
        spot = spot_of_option(position.state, row.field("spots"), spots[0])
        yield Objective(name, spot, row.one_of("held_by", position.state.sides, None))
