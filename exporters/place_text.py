"""Places as players write them: C2, 10.5,8."""

from rules.ground.hex.hexes import Hex
from rules.ground.place import Place


def name(place: Place) -> str:
    """A place as a word: the label of a hex, or the inches of a spot as in 10.5,8.

    >>> from rules.ground.table.inches import Spot
    >>> name(Hex.named("C2")), name(Spot(10.5, 8.0))
    ('C2', '10.5,8')
    """
    return place.label if isinstance(place, Hex) else f"{place.x_in:.10g},{place.y_in:.10g}"
