"""Small tables, units and opened games for the tests of Kampfgruppe Normandy."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from shapely import LineString, box

from rules.game.chance.dice import Dice
from rules.game.engine.carrying_out import carry_out
from rules.game.engine.play import Action
from rules.game.state import GameState
from rules.game.units import Unit
from rules.ground.table.inches import Spot
from rules.ground.table.tabletop import Piece, Tabletop
from rules.ground.table.terrain import TableTerrain
from rules.kampfgruppe_normandy.book.action_kinds import ActionKind
from rules.kampfgruppe_normandy.book.book_data import BookData
from rules.kampfgruppe_normandy.declarations.fire import Fire
from rules.kampfgruppe_normandy.declarations.movement import Move
from rules.kampfgruppe_normandy.declarations.turn.activation import Activate, EndActivations
from rules.kampfgruppe_normandy.declarations.turn.command import KeepCommand, RollCommand
from rules.kampfgruppe_normandy.declarations.turn.suppression import RemoveSuppression
from rules.kampfgruppe_normandy.effects.group_morale import draw_counter
from rules.kampfgruppe_normandy.play.setting_up import with_chapters
from rules.kampfgruppe_normandy.ruleset import RULESET as RULESET
from rules.kampfgruppe_normandy.ruleset import KampfgruppeNormandy
from rules.kampfgruppe_normandy.state.morale_pot import full_pot
from rules.kampfgruppe_normandy.state.position import Position
from rules.kampfgruppe_normandy.state.progress import (
    Activation,
    Duty,
    Engagement,
    Force,
    Progress,
    Setting,
    Size,
    Status,
    Step,
    progress_of,
    with_progress,
)
from rules.kampfgruppe_normandy.state.resolution import Resolution
from tests.rules.book_dice import BookDice

UK, DE = "uk", "de"
GAME = RULESET.as_game()
BOOK = RULESET.book


def area(
    terrain: TableTerrain,
    west: float,
    north: float,
    east: float,
    south: float,
    level: int = 0,
    name: str = "",
) -> Piece:
    """A square-cornered piece, its id the terrain's own name unless given."""
    return Piece(name or terrain.value, terrain, box(west, north, east, south), level=level)


def building(terrain: TableTerrain, side_in: float = 4.0) -> Piece:
    """A square building whose north-west corner is at (30, 30)."""
    return area(terrain, 30, 30, 30 + side_in, 30 + side_in)


def line(terrain: TableTerrain, *spots: tuple[float, float], width_in: float = 0.4, name: str = "") -> Piece:
    return Piece(name or terrain.value, terrain, LineString(spots), width_in)


def table(*pieces: Piece, width_in: float = 72, depth_in: float = 48) -> Tabletop:
    return Tabletop("drawn", width_in, depth_in, pieces)


def unit(
    name: str,
    type: str,
    at: tuple[float, float] | None = None,
    facing_deg: float = 0.0,
    *conditions: str,
    side: str = "",
) -> Unit:
    """A unit; its side is by default the nation that its type begins with (us counts as uk)."""
    owner = side or (DE if type.startswith("de.") else UK)
    where = None if at is None else Spot(*map(float, at))
    return Unit(name, type, owner, where, facing_deg, conditions=frozenset(conditions))


def opened(board: Tabletop, *units: Unit, **options: Any) -> GameState:
    """The game before its first command roll; by default the British attack."""
    told = {"engagement": "set_piece_attack", "attacker": UK, "game_size": "battalion", **options}
    return RULESET.opening(GameState(board, {one.id: one for one in units}, (), (UK, DE)), told)


def game(
    *units: Unit,
    pieces: Iterable[Piece] = (),
    acting: str = UK,
    step: Step = Step.ACTIVATION,
    night: bool = False,
    allowance: int = 20,
    status: dict[str, Status] | None = None,
    wide_in: float = 96.0,
    **options: Any,
) -> GameState:
    """A company game in the middle of a turn, with what the chapters read from its options."""
    setting = Setting(Size.COMPANY, Engagement.SET_PIECE, UK, 8, is_night=night)
    standing = {one.id: Status(men=BOOK.type(one.type).men) for one in units} | (status or {})
    course = Progress(
        setting,
        (Force(UK, 30, 400), Force(DE, 30, 400)),
        step=step,
        acting=acting,
        allowance=allowance,
        status=standing,
        pot=full_pot(setting),
    )
    state = GameState(
        table(*pieces, width_in=wide_in, depth_in=72), {one.id: one for one in units}, (), (UK, DE), course
    )
    return with_chapters(state, options)


def told_to(state: GameState, unit_id: str, *kinds: ActionKind, done: int = 0) -> GameState:
    """The state with the unit activated and these actions declared."""
    course = progress_of(state)
    activation = Activation(unit_id, state.unit(unit_id).side, kinds, done)
    return with_progress(state, replace(course, activation=activation, spent=course.spent + 1))


def resolving(state: GameState, dice: Dice, book: BookData = BOOK) -> Resolution:
    """A resolution that continues from a state, to test a part of a procedure."""
    return KampfgruppeNormandy(book).as_game().begin(Position(state, book), dice, ())


def legal(state: GameState) -> tuple[Action, ...]:
    return GAME.legal_actions(state)


def act(state: GameState, action: Action, *dice: int) -> GameState:
    """The state after an action with these dice, none left over."""
    script = dice_of(dice)
    _, state = carry_out(GAME, state, action, script)
    script.assert_done()
    return state


def record_of(state: GameState, action: Action, *dice: int) -> list[str]:
    """The record of one action, line by line."""
    events, _ = carry_out(GAME, state, action, dice_of(dice))
    return [str(event) for event in events]


def refusal(state: GameState, action: Action) -> str:
    """Why an action is refused, in words; empty if it is legal."""
    return "; ".join(map(str, GAME.why_not(state, action)))


def ready(board: Tabletop, *units: Unit, **options: Any) -> GameState:
    """An opened game whose first side has thrown its command dice, enough for all."""
    first = options.get("attacker", UK)
    state = act(opened(board, *units, **options), RollCommand(first), 6, 6, 6)
    return act(state, KeepCommand(first)) if progress_of(state).owed else state


def loaded(carrier: Unit, loads: Mapping[str, str], *others: Unit, **options: Any) -> GameState:
    """The same on a bare table with a vehicle that has units aboard or on tow, their types by their names."""
    aboard = dict.fromkeys(loads, carrier.id)
    passengers = (unit(name, type, None) for name, type in loads.items())
    return ready(table(), *others, carrier, *passengers, aboard=aboard, **options)


def objective(at: tuple[float, float], held_by: str | None = None, name: str = "farm") -> dict[str, Any]:
    found: dict[str, Any] = {"name": name, "spots": [list(at)]}
    return found if held_by is None else {**found, "held_by": held_by}


def end_of_turn(state: GameState, *dice: int, side: str = UK) -> GameState:
    """The state after the side ends its activations and removes no suppression."""
    return act(act(state, EndActivations(side)), RemoveSuppression(side, 0), *dice)


def with_counter(state: GameState, picked: int, side: str = UK) -> GameState:
    """The state after the side has drawn the morale counter that this pick of the pot gives."""
    resolution = resolving(state, dice_of([picked]))
    draw_counter(resolution, side, "a test")
    return resolution.state


def activated(state: GameState, name: str, *kinds: ActionKind) -> GameState:
    return act(state, Activate(UK, name, kinds))


SQUAD_A = unit("a", "uk.squad", (10, 24), 90)
SQUAD_B = unit("b", "de.squad", (60, 24), 270)
"""A squad of each side, fifty inches apart."""

FAR = unit("far", "de.squad", (68, 44))
"""A German squad in the corner, so that both sides are on the table."""


def moving(
    *pieces: Piece, kind: str = "uk.sherman", at: tuple[float, float] = (20, 24), facing_deg: float = 90
) -> GameState:
    """A British unit "u" of this type that has declared two moves; a Sherman is 3.2″ long and 1.6″ wide."""
    state = ready(table(*pieces), unit("u", kind, at, facing_deg), FAR)
    return activated(state, "u", ActionKind.MOVE, ActionKind.MOVE)


def place_of_mover(state: GameState) -> Spot:
    """The place of the unit "u" of `moving`."""
    found = state.unit("u").at
    assert isinstance(found, Spot)
    return found


def shooting(firer: str, target: str, away_in: float, kind: ActionKind, *conditions: str) -> GameState:
    """A unit "a" that has declared fire at "b" twice on bare ground, each facing the other."""
    one = unit("a", firer, (10, 24), 90, side=UK)
    foe = unit("b", target, (10 + away_in, 24), 270, *conditions, side=DE)
    return activated(ready(table(), one, foe, unit("c", "de.squad", (68, 4))), "a", kind, kind)


def move_over(*spots: tuple[float, float], facing_deg: float | None = None, reverse: bool = False) -> Move:
    """The move of the unit "u" of `moving` over these spots."""
    return Move(UK, "u", tuple(Spot(*map(float, spot)) for spot in spots), facing_deg, reverse)


def shot(
    state: GameState, firer: str, target: str, kind: ActionKind, weapon: str = "", round: str = ""
) -> Fire:
    return Fire(state.unit(firer).side, firer, target, kind, weapon, round)


def firing(
    state: GameState,
    firer: str,
    target: str,
    kind: ActionKind,
    *dice: int,
    weapon: str = "",
    round: str = "",
    then: ActionKind | None = None,
) -> GameState:
    """The state after a unit was activated for this fire and another action, and has fired."""
    state = act(state, Activate(state.unit(firer).side, firer, (kind, then or kind)))
    return act(state, shot(state, firer, target, kind, weapon, round), *dice)


def reasons_of_shot(state: GameState, firer: str, target: str, kind: ActionKind, weapon: str = "") -> str:
    """The printed ruling on a shot before its dice are thrown; the firer has declared two shots."""
    told = told_to(state, firer, kind, kind)
    return str(GAME.chances(told, shot(told, firer, target, kind, weapon)))


def status(state: GameState, name: str) -> Status:
    return progress_of(state).of(name)


def with_status(state: GameState, name: str, status: Status) -> GameState:
    return with_progress(state, progress_of(state).with_status(name, status))


def position(state: GameState) -> Position:
    return Position(state, RULESET.book)


def decisions_owed(state: GameState) -> list[tuple[Duty, str]]:
    """Each decision owed, first the next one, with the unit that it is about."""
    return [(owed.duty, owed.other or owed.unit) for owed in progress_of(state).owed]


def counters(state: GameState, side: str) -> int:
    """How many morale counters a side has drawn."""
    return len(progress_of(state).counters_of(side))


def pot_die(*, counter: str = "2") -> int:
    """The pick of a full pot that draws this counter (a scripted pick is thrown as 1 to n)."""
    return {"1": 1, "2": 15, "3": 43, "4": 70}[counter]


AIRCRAFT, BREAKDOWN, NO_SHELLS, HEROIC = 85, 91, 93, 95
"""Picks of a full pot that draw these: 84 numbers come first, then 6 aircraft."""


def dice_of(values: Iterable[int]) -> BookDice:
    """Scripted six-sided dice, except for the pick of a counter and the scatter die."""
    return BookDice(values, frozenset({6}), ("draws a counter", "drift, direction"))
