"""Section 8.2 and its charts: the number of orders, and which stands of a group may move."""

from collections.abc import Callable
from dataclasses import dataclass

from rules.game.charts import Beyond, Chart, Row
from rules.game.modifiers import Modifier, Modifiers, modifier
from rules.game.rule_ids import implements
from rules.game.units import Unit
from rules.micro_armour.book.rulebook import SECOND, Edition
from rules.micro_armour.state.cohesion import CohesionRoll, state_modifier
from rules.micro_armour.state.conditions import GHQ, HQ, RECON

HEADQUARTERS_MODIFIER = -2


INDEPENDENT_MODIFIER = 3


_cite = SECOND.cite("Movement Orders")


ORDERS: Chart[int] = Chart(
    "movement orders",
    (
        Row(0, 3, 0, _cite),
        Row(4, 6, 1, _cite),
        Row(7, 8, 2, _cite),
        Row(9, 10, 3, _cite),
        Row(11, 12, 4, _cite),
        Row(13, 15, 5, _cite),
    ),
    Beyond.CLAMP,
    Beyond.CLAMP,
)  # fmt: skip
"""Orders by 2D6 and the quality of the GHQ: 3 or less gives none, 13 or more five."""


@dataclass(frozen=True, slots=True)
class GroupRoll:
    """A group's attempt to move: its single roll, the stands that may move, and the stragglers."""

    roll: CohesionRoll
    moving: tuple[str, ...]
    stragglers: tuple[str, ...]


@implements("MATG2-8.2.4.1", "MATG2-8.2.8b", "MATG2-12.C1", "MATG1-8.2.T1")
def group_modifiers(group: tuple[Unit, ...], edition: Edition, *, ordered: bool) -> Modifiers:
    """The modifiers of a group's roll: for a headquarters in it, and for moving without an order.

    Rule: MATG2 8.2.4, 8.2.8 and the Movement Cohesion chart; MATG1 8.2.3, 8.2.6.
    """
    modifiers = Modifiers()
    for unit in _headquarters(group, edition):
        needs_reading = not edition.every_headquarters and any(stand.has(HQ) for stand in group)
        where = edition.our(63) if needs_reading else edition.cite("8.2.4")
        modifiers += Modifiers((modifier(HEADQUARTERS_MODIFIER, f"{unit} is attached", where),))
    if not ordered:
        modifiers += Modifiers((_without_order(group, edition),))
    return modifiers


@implements("MATG2-8.1.1.2", "MATG2-8.2.4.2", "MATG2-8.2.4.3", "MATG2-12.M2", "MATG2-12.M3")
def group_test(
    group: tuple[Unit, ...], level: int, edition: Edition, *, ordered: bool
) -> Callable[[int], GroupRoll]:
    """A function that gives the result of each roll for a group; if the group holds, the same roll tests each
    stand with its own S and D.

    Rule: MATG2 8.2.4.
    """
    net = group_modifiers(group, edition, ordered=ordered).net
    own = {unit.id: state_modifier(unit) for unit in group}

    def rolled(natural: int) -> GroupRoll:
        roll = CohesionRoll(natural, net, level)
        if not roll.holds:
            return GroupRoll(roll, (), ())
        moving = tuple(stand for stand in own if roll.modified + own[stand] <= level)
        return GroupRoll(roll, moving, tuple(stand for stand in own if stand not in moving))

    return rolled


def _headquarters(group: tuple[Unit, ...], edition: Edition) -> tuple[Unit, ...]:
    """The headquarters that take 2 off a group's roll: each of them, or in the second edition only one,
    the GHQ first (OUR 63)."""
    chiefs = [*(unit for unit in group if unit.has(GHQ)), *(unit for unit in group if unit.has(HQ))]
    headquarters = tuple(dict.fromkeys(chiefs))
    return headquarters if edition.every_headquarters else headquarters[:1]


def _without_order(group: tuple[Unit, ...], edition: Edition) -> Modifier:
    if edition.recon_needs_no_order and all(unit.has(RECON) for unit in group):
        return modifier(0, "a recon group needs no order", edition.our(33))
    return modifier(INDEPENDENT_MODIFIER, "no order", edition.cite("8.2.8"))


RULE_IDS = {
    "ORDERS": ("MATG2-12.O"),
}
