"""Section 7.3.2: the range effects of each edition, centre to centre, and how far a stand's guns reach."""

from math import ceil

from rules.game.charts import Beyond, Chart, Row
from rules.game.modifiers import Modifier, Modifiers
from rules.game.rule_ids import implements
from rules.game.ruling import Reason, Ruling
from rules.game.state import GameState
from rules.game.units import Unit
from rules.game.verdicts import Arc, Band, Weapon, WeaponRanges
from rules.ground.table.inches import HAIR_IN, shown_in
from rules.micro_armour.book.book_data import BookData
from rules.micro_armour.book.roster import GunArc
from rules.micro_armour.book.rulebook import FIRST, SECOND, Edition
from rules.micro_armour.questions.facing import FIRING_ARC_DEG
from rules.micro_armour.state.stands import spot_of, table_of

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
"""The printed brackets, each including its far end; a distance between two brackets belongs to the farther (OUR 25)."""


_PRINTED_STARTS = {"matg1": (2.0, 6.0, 10.0, 15.0), "matg2": (2.0, 6.0, 11.0)}
"""The printed starts of the brackets after the first; beyond the last bracket each edition goes on in steps of five."""


@implements("MATG2-7.3.2", "MATG2-12.R", "MATG2-12.F5")
def range_modifier(range_in: float, edition: Edition) -> int:
    """The modifier of the 2D6 combat roll for the distance.

    Rule: MATG2 7.3.2 and the Range Effects chart; MATG1 9.0.
    """
    chart, measured_in = BRACKETS[edition.id], _measured(range_in)
    last = chart.rows[-1]
    beyond = measured_in - float(last.last)
    return last.value + ceil(round(beyond / _STEP_IN, 9)) if beyond > 0 else chart[measured_in]


def _measured(range_in: float) -> float:
    """A distance for the lookup of a bracket, reduced by `HAIR_IN`: a target on the very end of a bracket is still in it."""
    return max(range_in - HAIR_IN, 0.0)


def range_effect(range_in: float, edition: Edition) -> Modifiers:
    """The range modifier with its reason, and the reading if the distance is in no printed bracket."""
    value = range_modifier(range_in, edition)
    cite = edition.cite("7.3.2")
    if _between_brackets(range_in, edition):
        cite = edition.our(25)
    elif not edition.is_first and _measured(range_in) > BRACKETS[edition.id].rows[-1].last:
        cite = edition.our(26)
    return Modifiers((Modifier(value, Reason(f'range {shown_in(range_in)}"', cite)),))


def band_ends(maximum_in: float, edition: Edition) -> tuple[tuple[float, int], ...]:
    """The range bands out to a weapon's maximum range: the end of each, and its modifier."""
    ends = [float(row.last) for row in BRACKETS[edition.id].rows]
    while ends[-1] < maximum_in:
        ends.append(ends[-1] + _STEP_IN)
    inside = [end for end in ends if end < maximum_in]
    return tuple((end, range_modifier(end, edition)) for end in (*inside, maximum_in))


def weapon_ranges(state: GameState, unit: Unit, book: BookData) -> Ruling[WeaponRanges]:
    """How far does the stand shoot, and through which arc?

    Rule: MATG2 7.3.2, 7.3.5, 10.2.
    """
    edition, tank = book.edition, book.tank(unit.type)
    here = table_of(state).on_board(spot_of(unit))
    weapons = tuple(
        Weapon(
            gun.name,
            tuple(Band(out_to, modifier) for out_to, modifier in band_ends(gun.ap_range_in, edition)),
            Arc(unit.heading_deg, FIRING_ARC_DEG) if gun.arc is GunArc.FRONT else None,
        )
        for gun in tank.guns
    )
    reasons = [
        Reason(f"AP range of {tank.name}", edition.cite("7.3.5", tank.provenance)),
        Reason("2D6 modifiers by range", edition.cite("7.3.2")),
    ]
    if any(gun.arc is GunArc.FRONT for gun in tank.guns):
        reasons.append(Reason(f"the firing arc is {FIRING_ARC_DEG:g} degrees wide", edition.our(14)))
    if len(tank.guns) > 1:
        reasons.append(Reason("only one of the guns fires in a turn", edition.cite("10.2")))
    return Ruling(f"ranges of {unit}", WeaponRanges(unit.id, here, weapons), tuple(reasons))


def _between_brackets(range_in: float, edition: Edition) -> bool:
    ends = (float(row.last) for row in BRACKETS[edition.id].rows)
    starts = _PRINTED_STARTS[edition.id]
    return any(
        end < _measured(range_in) and range_in < start for end, start in zip(ends, starts, strict=False)
    )
