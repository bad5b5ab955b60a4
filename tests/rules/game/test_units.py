"""Units as values."""

from dataclasses import replace

from rules.game.units import Unit
from rules.ground.hex.hexes import Hex
from rules.ground.table.inches import Spot

SQUAD = Unit("uk.1", "uk.squad", "uk")


def test_hashes_of_a_unit_differ_from_place_to_place() -> None:
    """A unit's hash differs from place to place, so that caches keyed by units have few collisions."""
    spots = {hash(replace(SQUAD, at=Spot(x / 2, y / 2))) for x in range(144) for y in range(96)}
    hexes = {hash(replace(SQUAD, at=Hex(column, row))) for column in range(40) for row in range(40)}
    assert len(spots) > 0.99 * 144 * 96
    assert len(hexes) > 0.99 * 40 * 40
    assert hash(replace(SQUAD, at=Spot(3, 4))) == hash(replace(SQUAD, at=Spot(3, 4)))
