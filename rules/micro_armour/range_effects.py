"""Section 7.3.2 and the range effects chart of each edition: inches from centre to centre."""

from math import ceil

from rules.game.charts import Beyond, Chart, Row
from rules.game.modifiers import Modifier, Modifiers
from rules.game.rule_ids import implements
from rules.game.ruling import Reason
from rules.micro_armour.rulebook import FIRST, SECOND, Edition

_STEP_IN = 5.0

BRACKETS: dict[str, Chart[int]] = {
    "matg1": Chart(
        "range effect, 1st edition",
        (
            Row(0, 1, -1, FIRST.cite("9.0")),
            Row(1, 5.9, 0, FIRST.cite("9.0")),
            Row(5.9, 9.9, 1, FIRST.cite("9.0")),
            Row(9.9, 14.9, 2, FIRST.cite("9.0")),
        ),
        Beyond.CLAMP,
        Beyond.CLAMP,
        measured=True,
    ),
    "matg2": Chart(
        "range effects, 2nd edition",
        (
            Row(0, 1, -1, SECOND.cite("7.3.2")),
            Row(1, 5, 0, SECOND.cite("7.3.2")),
            Row(5, 10, 1, SECOND.cite("7.3.2")),
            Row(10, 15, 2, SECOND.cite("7.3.2")),
        ),
        Beyond.CLAMP,
        Beyond.CLAMP,
        measured=True,
    ),
}  # fmt: skip
"""The printed brackets, each up to and with its far end; what lies between two belongs to the farther (OUR 25)."""

_PRINTED_STARTS = {"matg1": (2.0, 6.0, 10.0), "matg2": (2.0, 6.0, 11.0)}


@implements("MATG2-7.3.2", "MATG2-12.R", "MATG2-12.F5")
def range_modifier(range_in: float, edition: Edition) -> int:
    """What the distance adds to the 2D6 combat roll.

    Rule: MATG2 7.3.2 and the Range Effects chart; MATG1 9.0.
    """
    chart = BRACKETS[edition.id]
    last = chart.rows[-1]
    beyond = range_in - float(last.last)
    return last.value + ceil(round(beyond / _STEP_IN, 9)) if beyond > 0 else chart[range_in]


def range_effect(range_in: float, edition: Edition) -> Modifiers:
    """The range modifier with its reason, and the reading where no printed bracket holds the distance."""
    value = range_modifier(range_in, edition)
    cite = edition.cite("7.3.2")
    chart = BRACKETS[edition.id]
    if range_in > chart.rows[-1].last:
        if not edition.is_first:
            cite = edition.our(26)
    elif _between_brackets(range_in, edition):
        cite = edition.our(25)
    return Modifiers((Modifier(value, Reason(f'range {range_in:.1f}"', cite)),))


def band_ends(maximum_in: float, edition: Edition) -> tuple[tuple[float, int], ...]:
    """Range bands out to a weapon's reach: where each ends, and its modifier."""
    ends = [float(row.last) for row in BRACKETS[edition.id].rows]
    while ends[-1] < maximum_in:
        ends.append(ends[-1] + _STEP_IN)
    inside = [end for end in ends if end < maximum_in]
    return tuple((end, range_modifier(end, edition)) for end in (*inside, maximum_in))


def _between_brackets(range_in: float, edition: Edition) -> bool:
    ends = (float(row.last) for row in BRACKETS[edition.id].rows)
    return any(end < range_in < start for end, start in zip(ends, _PRINTED_STARTS[edition.id], strict=False))
