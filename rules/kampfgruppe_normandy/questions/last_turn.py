"""What a unit has done in its own last turn and since, which makes it easier or harder to see and hit.

Rule: KGN Observing the enemy, Direct fire: modifiers to hit, Flamethrowers; OUR 51, 185.
"""

from rules.game.rule_ids import implements
from rules.game.units import Unit
from rules.kampfgruppe_normandy.book.conditions import FIRED, LAST_TURN, MOVED, REDEPLOYED
from rules.kampfgruppe_normandy.state.position import Position


@implements("KN-DFSA-11")
def has_fired(unit: Unit) -> bool:
    """Whether a unit fired in its own last turn, or since."""
    return _did(unit, FIRED)


@implements("KN-DFHE-06", "KN-DFAT-05", "KN-DFSA-50b", "KN-DFSA-52")
def has_moved(unit: Unit) -> bool:
    """Whether a unit took a Move action in its own last turn, or since."""
    return _did(unit, MOVED)


@implements("KN-DFSA-50c")
def has_redeployed(unit: Unit) -> bool:
    """Whether a unit took a Deploy action in its own last turn, or since."""
    return _did(unit, REDEPLOYED)


def _did(unit: Unit, deed: str) -> bool:
    return unit.has(deed) or unit.has(LAST_TURN[deed])


def only_this_turn(position: Position, unit: Unit, deed: str) -> bool:
    """Whether a unit did something in its own current turn, but not in its last one (OUR 185)."""
    return unit.side == position.progress.acting and unit.has(deed) and not unit.has(LAST_TURN[deed])
