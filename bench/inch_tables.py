"""The tables in inches for measuring: bundled scenarios at their start, and a table strewn with areas."""

import random
from collections.abc import Iterator
from dataclasses import replace
from math import cos, pi, sin

import shapely

from maps.library import scenario
from rules.game.chance.dice import SeededDice
from rules.game.engine.carrying_out import carry_out
from rules.game.ruleset import Playable
from rules.game.state import GameState
from rules.ground.table.inches import Spot
from rules.ground.table.tabletop import Piece, Tabletop
from rules.ground.table.terrain import TableTerrain
from rules.micro_armour.declarations.fire import Fire
from rules.micro_armour.declarations.initiative import GoFirst, RollInitiative
from rules.micro_armour.declarations.passing import Pass
from rules.micro_armour.ruleset import MicroArmour

PLATOON, COMPANY, CROSSING = "kgn-two-orchards", "kgn-sunken-crossroads", "dolgoye-crossing"

START, GOAL = Spot(2.3, 3.1), Spot(69.7, 44.9)
"""The two ends of a way across the strewn table."""


def opening(book: Playable, name: str) -> GameState:
    """A bundled scenario before its first decision."""
    chosen = scenario(name)
    return book.opening(chosen.state(), chosen.opening_options())


def face_to_face(book: MicroArmour) -> GameState:
    """Dolgoye crossing in its first Fire Phase, with three Soviet tanks driven up to one Panzer."""
    found = scenario(CROSSING)
    state = found.state()
    for k, name in enumerate(("s-1a", "s-1b", "s-1c")):
        state = state.with_unit(replace(state.unit(name), at=Spot(54.0 + 1.5 * k, 18.5)))
    state = state.with_unit(replace(state.unit("g-3a"), at=Spot(55.0, 26.0)))
    state = book.opening(state, found.opening_options())
    dice = SeededDice(5)
    _, state = carry_out(book.as_game(), state, RollInitiative("soviet"), dice)
    while True:
        legal = book.as_game().legal_actions(state)
        if any(isinstance(action, Fire) for action in legal):
            return state
        quiet = [action for action in legal if isinstance(action, Pass)]
        first = [action for action in legal if isinstance(action, GoFirst) and action.first == "soviet"]
        _, state = carry_out(book.as_game(), state, (quiet or first or legal)[0], dice)


def strewn() -> Tabletop:
    """A table of 72 x 48 inches with 40 woods that do not touch."""
    woods = (Piece(f"{n}", TableTerrain.WOODS, area) for n, area in enumerate(_areas(40)))
    return Tabletop("strewn", 72, 48, tuple(woods))


def _areas(count: int) -> Iterator[shapely.Polygon]:
    """Areas of about 11 corners, apart from each other and from the two ends of the way."""
    dice = random.Random(4)
    taken = [shapely.Point(START).buffer(1), shapely.Point(GOAL).buffer(1)]
    while count:
        x, y, corners = dice.uniform(5, 67), dice.uniform(5, 43), dice.randint(8, 14)
        around = sorted(dice.uniform(0, 2 * pi) for _ in range(corners))
        far = dice.uniform(1.5, 3.5)
        outline = [
            (x + far * dice.uniform(0.7, 1) * cos(at), y + far * dice.uniform(0.7, 1) * sin(at))
            for at in around
        ]
        area = shapely.Polygon(outline)
        if area.is_valid and all(area.distance(other) > 0.3 for other in taken):
            taken.append(area)
            count -= 1
            yield area
