"""Where the men of a unit may be placed at the end of a Move: in a chain, each where he could get to himself.

Rule: KGN Units, Movement; OUR 54, 64.
"""

from collections.abc import Iterator

from rules.game.rule_ids import implements
from rules.game.ruling import Reason
from rules.game.units import Unit
from rules.ground.table.inches import HAIR_IN, Base, Spot, gap_in, is_within
from rules.kampfgruppe_normandy.book.counted import counted
from rules.kampfgruppe_normandy.book.rulebook import cite, ours
from rules.kampfgruppe_normandy.questions.movement.restrictions import bars_way
from rules.kampfgruppe_normandy.questions.movement.standing_room import barred_at, why_not_stand
from rules.kampfgruppe_normandy.questions.movement.way_plan import plan
from rules.kampfgruppe_normandy.questions.ranges import inches_beside_limit
from rules.kampfgruppe_normandy.state.position import MAN_IN, Position

COHERENCY_IN = 1.0
"""How far a man may stand from another of his unit."""


@implements("KN-PRIN-19", "KN-MOVE-14", "KN-MOVE-19a")
def why_not_form(
    position: Position, unit: Unit, path: tuple[Spot, ...], men: tuple[Spot, ...]
) -> Iterator[Reason]:
    """Why the men of a unit may not be placed so at the end of their way.

    Rule: KGN Units; OUR 54, 64.
    """
    if not position.type(unit).is_infantry or len(men) != position.men(unit):
        yield Reason(f"{unit} has {counted(position.men(unit), 'man')} to place", cite("Units"))
        return
    if (inside := position.status(unit).inside) is not None:
        yield Reason(f"{unit} must deploy out of {inside} first", cite("Deploy actions"))
        return
    if not path:
        return
    yield from _scattered(unit, path[-1], men)
    for before, after in zip(position.models(unit), men, strict=True):
        if after not in position.table:
            yield Reason(f"{after} is off the table, which has {position.table.extent}", cite("Movement"))
            return
        if (reason := _cannot_come(position, unit, before, path, after)) is not None:
            yield reason
            return
    if (reason := why_not_stand(position, unit, Base.of_men(men, MAN_IN, unit.heading_deg))) is not None:
        yield reason


def _scattered(unit: Unit, end: Spot, men: tuple[Spot, ...]) -> Iterator[Reason]:
    """Why men do not stand together: one must be near the end of the unit's way, and each of the others near another."""
    bases = [Base.round(man, MAN_IN) for man in men]
    if not is_within(min(map(end.gap_in, men)) - MAN_IN / 2, COHERENCY_IN):
        yield Reason(f'no man of {unit} stands within {COHERENCY_IN:g}" of where it goes', ours(64))
    joined, waiting = {0}, set(range(1, len(men)))
    while near := {
        k for k in waiting if any(is_within(gap_in(bases[k], bases[j]), COHERENCY_IN) for j in joined)
    }:
        joined |= near
        waiting -= near
    if waiting:
        strays = f"{counted(len(waiting), 'man')} {'stands' if len(waiting) == 1 else 'stand'}"
        yield Reason(f'{strays} more than {COHERENCY_IN:g}" from the others', cite("Units"))


@implements("KN-MOVE-14", "KN-MOVE-19a", "KN-MOVE-25")
def _cannot_come(
    position: Position, unit: Unit, before: Spot, path: tuple[Spot, ...], after: Spot
) -> Reason | None:
    """Why a man cannot get to his place, straight or by the bends of the unit's way.

    A man who keeps his place in the formation moves along with it. One who stands on barred ground starts from the
    unit's own spot.
    """
    (from_x_in, from_y_in), (to_x_in, to_y_in) = path[0], path[-1]
    in_formation = Spot(before.x_in + to_x_in - from_x_in, before.y_in + to_y_in - from_y_in)
    if is_within(in_formation.gap_in(after), HAIR_IN):
        return next(_why_man_cannot_go(position, unit, path), barred_at(position, unit, after))
    start = before if barred_at(position, unit, before) is None else position.standing(unit)
    bends = path[1:-1]
    ways = dict.fromkeys([(start, after), (start, *bends, after)])
    reasons = [next(_why_man_cannot_go(position, unit, way), None) for way in ways]
    return None if None in reasons else reasons[0]


def _why_man_cannot_go(position: Position, unit: Unit, way: tuple[Spot, ...]) -> Iterator[Reason]:
    yield from bars_way(position, unit, way)
    man_plan = plan(position, unit, way, None, reverse=False)
    if not man_plan.is_within_rate:
        yield Reason(
            f'a man would go {inches_beside_limit(man_plan.price_in, man_plan.rate_in)}" of at most {man_plan.rate_in:g}"',
            ours(64),
        )
