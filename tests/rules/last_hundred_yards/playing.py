"""Support for playing in tests: small positions, declared actions, scripted dice, and whole random games."""

from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from typing import Any

from maps.library import scenario
from rules.game.chance.dice import Dice, ScriptedDice
from rules.game.engine.carrying_out import carry_out
from rules.game.engine.play import Action
from rules.game.events import Event
from rules.game.state import GameState
from rules.game.units import Marker, Unit
from rules.ground.hex.board import HexBoard
from rules.ground.hex.hexes import Hex
from rules.last_hundred_yards.declarations.turn.activation import Activate, SelectCompany
from rules.last_hundred_yards.declarations.turn.initiative import RollInitiative
from rules.last_hundred_yards.effects.view import state_seen_by
from rules.last_hundred_yards.play.play import PLAY
from rules.last_hundred_yards.ruleset import RULESET
from rules.last_hundred_yards.state.events.fire_events import FirePlaced
from rules.last_hundred_yards.state.markers import FireMarker
from rules.last_hundred_yards.state.position import Position
from rules.last_hundred_yards.state.progress import Progress, progress_of
from tests import playthroughs
from tests.drawing import open_ground

MISSIONS = (
    "lhy-ridge-farm",
    "lhy-mill-heights",
    "lhy-tiger-at-the-bridge",
    "lhy-market-quarter",
    "lhy-ridge-road",
    "lhy-drop-on-the-valley",
)
BANDS: list[dict[str, Any]] = [{"up_to": 35, "winner": "ge"}, {"up_to": 45, "winner": None}, {"winner": "us"}]


def at(label: str) -> Hex:
    """The hex of that label."""
    return Hex.named(label)


def unit(type_id: str, place: str | None, *conditions: str) -> Unit:
    """A counter under its roster id; German and American by its first letters."""
    where = None if place is None else at(place)
    return Unit(type_id, type_id, type_id[:2], where, conditions=frozenset(conditions))


def opened(
    board: HexBoard,
    units: Iterable[Unit],
    *,
    attacker: str = "us",
    markers: Iterable[Marker] = (),
    sides: Mapping[str, Mapping[str, Any]] | None = None,
    switches: Mapping[str, bool | int] | None = None,
    **options: Any,
) -> GameState:
    """A game on a drawn board before the initiative roll; Americans come from the south, Germans from the north."""
    given = sides or {}
    read = {"attacker_begins": False, **(switches or {})}
    two = {
        "us": {"nation": "us", "edge": "south", **given.get("us", {})},
        "ge": {"nation": "ge", "edge": "north", **given.get("ge", {})},
    }
    state = GameState(board, {one.id: one for one in units}, tuple(markers), ("us", "ge"))
    return RULESET.opening(
        state,
        {"attacker": attacker, "minutes": 60, "victory": BANDS, "sides": two, "switches": read, **options},
    )


FIELD = open_ground(8, 10)
SMALL_FIELD = open_ground(8, 8)
WIDE_FIELD = open_ground(12, 12)
FAR = (unit("ge.1kp.2.leader", "H1"), unit("us.able.3.leader", "H10"))
"""A leader of each side in a corner, so that neither side is without units."""


def activated(
    *units: Unit,
    ground: HexBoard = FIELD,
    far: Iterable[Unit] = FAR,
    platoon: str = "able.1",
    fires: Iterable[FireMarker] = (),
    **options: Any,
) -> GameState:
    """The Americans have the initiative and one platoon is activated; `far` stand by."""
    state = opened(ground, [*units, *far], **options)
    for fire in fires:
        state = FirePlaced(fire).on(state)
    state = done(state, RollInitiative("us"), 9, 2)
    return done(state, SelectCompany("us", platoon.split(".")[0]), Activate("us", (platoon,)))


activated_small = partial(
    activated, ground=SMALL_FIELD, far=(unit("ge.1kp.2.leader", "H1"), unit("us.able.3.leader", "H8"))
)
activated_wide = partial(activated, ground=WIDE_FIELD, far=(unit("ge.1kp.2.leader", "L1"),))


def course(state: GameState) -> Progress:
    return progress_of(state)


def done(state: GameState, *script: Action | int) -> GameState:
    """The state after a sequence of declarations, each followed by exactly the dice that it throws."""
    return recorded(state, *script)[0]


def recorded(state: GameState, *script: Action | int) -> tuple[GameState, list[str]]:
    """The same, with the lines of the record."""
    declared: list[tuple[Action, list[int]]] = []
    for part in script:
        if isinstance(part, int):
            declared[-1][1].append(part)
        else:
            declared.append((part, []))
    lines: list[str] = []
    for action, faces in declared:
        dice = ScriptedDice(faces)
        events, state = carry_out(PLAY, state, action, dice)
        dice.assert_done()
        lines += map(str, events)
    return state, lines


def seeded(state: GameState, action: Action, dice: Dice) -> GameState:
    return carry_out(PLAY, state, action, dice)[1]


def legal(state: GameState, kind: type) -> list[Any]:
    """The legal declarations of one kind."""
    return [action for action in PLAY.legal_actions(state) if isinstance(action, kind)]


def refusal(state: GameState, action: Action) -> str:
    """Why a declaration is refused, all reasons in one line; empty if it is legal."""
    return "; ".join(map(str, PLAY.why_not(state, action)))


def position_seen_by(state: GameState, side: str) -> Position:
    """What a side sees, as a position."""
    return PLAY.position(state_seen_by(state, side))


def start_of(mission: str, **changes: Any) -> GameState:
    """A bundled mission before its first decision, with some of its options changed."""
    found = scenario(mission)
    return RULESET.opening(found.state(), {**found.opening_options(), **changes})


def by_chance(state: GameState, seed: int) -> tuple[GameState, list[str]]:
    """A game played to its end at random, each kind of declaration equally likely; with the record as text."""
    return playthroughs.by_chance(PLAY, state, seed)


def chance_steps(
    state: GameState, seed: int, most: int
) -> Iterator[tuple[Action, tuple[Event, ...], GameState]]:
    """Random declarations until the game is over, each with its events and resulting state."""
    return playthroughs.chance_steps(PLAY, state, seed, most)


def open_kinds(state: GameState) -> tuple[type, ...]:
    """The kinds of declaration that the state allows."""
    return tuple(procedure.declaration for procedure in PLAY.declarations.at(PLAY.stage(state)))
