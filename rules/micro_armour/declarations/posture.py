"""Section 4.2: players name movement groups and put their stands in movement posture."""

from collections.abc import Iterator
from dataclasses import dataclass

from rules.game.engine.procedure import Procedure
from rules.game.rule_ids import implements
from rules.game.ruling import Reason
from rules.game.units import UnitId
from rules.micro_armour.book.scenario_design import STANDS_A_COMPANY
from rules.micro_armour.effects.resolution import Resolution
from rules.micro_armour.state.group_events import GroupNamed
from rules.micro_armour.state.position import Position
from rules.micro_armour.state.progress import Stage
from rules.micro_armour.state.stands import contact_groups


@dataclass(frozen=True, slots=True)
class NameGroup:
    """Put stands in movement posture as one movement group."""

    side: str
    stands: tuple[UnitId, ...]

    def __str__(self) -> str:
        return f"movement group of {', '.join(self.stands)}"


def offer_groups(position: Position, side: str) -> Iterator[NameGroup]:
    """Groups of all stands in contact, companies of larger groups, and single stands; stands that wait to enter are one group."""
    progress = position.progress
    enters = progress.options.force(side).enters
    free = [
        unit
        for unit in position.state.units.values()
        if unit.side == side and not progress.group_of(unit.id) and (unit.at is not None or enters)
    ]
    for body in contact_groups(free):
        names = tuple(unit.id for unit in body)
        yield NameGroup(side, names)
        if len(names) > STANDS_A_COMPANY:
            for first in range(0, len(names), STANDS_A_COMPANY):
                yield NameGroup(side, names[first : first + STANDS_A_COMPANY])
    yield from (NameGroup(side, (unit.id,)) for unit in free)


@implements("MATG2-4.2.3", "MATG2-4.2.8", "MATG2-8.1.2.2", "MATG2-11.10")
def forbid_group(position: Position, group: NameGroup) -> Iterator[Reason]:
    state, progress, edition = position.state, position.progress, position.edition
    if not group.stands or len(set(group.stands)) < len(group.stands):
        yield Reason("a movement group names each of its stands once", edition.cite("8.1.1"))
        return
    units = []
    for name in group.stands:
        unit = state.units.get(name)
        if unit is None or unit.side != group.side:
            yield Reason(f"{name} is not a stand of {group.side}", edition.cite("8.1.1"))
            return
        if progress.group_of(name):
            yield Reason(f"{name} is in a movement group already", edition.cite("8.1.2"))
            return
        if unit.at is None and progress.options.force(unit.side).enters is None:
            yield Reason(f"{name} is off the table and has no edge to enter from", edition.our(42))
            return
        units.append(unit)
    if len(contact_groups(units)) > 1:
        yield Reason("the stands of a group are in base contact", edition.cite("8.1.1"))
        return
    named_singles = any(other.side == group.side and len(other.stands) == 1 for other in progress.groups)
    if len(units) > 1 and named_singles:
        yield Reason("groups of several stands are named before single stands", edition.cite("4.2"))


def carry_out_group(resolution: Resolution, group: NameGroup) -> None:
    resolution.happen(GroupNamed(group.side, group.stands))


NAME_GROUP = Procedure(
    NameGroup, (Stage.POSTURE,), offer_groups, forbid_group, carry_out_group, word="name a movement group"
)
