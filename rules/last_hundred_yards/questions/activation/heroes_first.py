"""Heroes of a segment act before all other units of their side, in the series rules. Chapter 6.0 II."""

from collections.abc import Iterator
from typing import Any

from rules.game.engine.position import foretold, memoized
from rules.game.rule_ids import implements
from rules.game.ruling import Reason
from rules.game.state import GameState
from rules.game.units import Unit
from rules.last_hundred_yards.book.conditions import HEROIC
from rules.last_hundred_yards.book.rulebook import cite_later
from rules.last_hundred_yards.questions.activation.duties import duty_to_act
from rules.last_hundred_yards.state.position import Position


@implements("LHY-9.1.1.0", "LHY-9.1.2.0", "LHY-9.1.2b")
def acting_units(action: Any) -> tuple[str, ...]:
    """The units whose action a declaration takes up; a call for mortar fire takes up none."""
    if not getattr(action, "acts", True):
        return ()
    units = getattr(action, "units", None)
    if units is not None:
        return tuple(units)
    return tuple(filter(None, (getattr(action, "unit", ""), getattr(action, "leader", ""))))


@implements("LHY-6.0.II.1d.later", "LHY-6.0.II.2e.later")
def waits_for_hero(position: Position, unit: Unit) -> Iterator[Reason]:
    """Why a unit neither acts nor asks for mortar fire yet: a hero of its side has to act first."""
    hero = _hero_to_act(position, unit.side)
    if hero is not None and not unit.has(HEROIC):
        yield Reason(f"{hero} is Heroic and acts before all others", cite_later("6.0"))


@memoized
def _hero_to_act(position: Position, side: str) -> Unit | None:
    """A hero of a side who has to act now, and who can."""
    if not position.mission.edition.heroes_act_first:
        return None
    heroes = {unit.id: unit for unit in position.of(side) if unit.has(HEROIC) and duty_to_act(position, unit)}
    if not heroes:
        return None
    offered = without_waits_for_heroes(position.state, position, side).offered(side)
    return next((heroes[name] for action in offered for name in acting_units(action) if name in heroes), None)


def without_waits_for_heroes(state: GameState, position: Position, side: str) -> Position:
    """A state as a position of the same game in which no unit of a side waits for a hero."""
    found = Position(state, position.ground, position.game)
    foretold(found, _hero_to_act, side, answer=None)
    return found
