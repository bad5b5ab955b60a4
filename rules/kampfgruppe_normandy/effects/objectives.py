"""Take-and-hold objectives: taken, held and lost at the end of a player's turn.

Rule: KGN Take and hold objectives; OUR 44, 45, 76, 224.
"""

from collections.abc import Collection

from rules.game.rule_ids import implements
from rules.ground.table.inches import HAIR_IN, Spot, are_apart, gap_in, is_within
from rules.kampfgruppe_normandy.book.unit_types import Kind
from rules.kampfgruppe_normandy.effects.group_morale import draw_counter
from rules.kampfgruppe_normandy.state.position import Position
from rules.kampfgruppe_normandy.state.resolution import Resolution
from rules.kampfgruppe_normandy.state.turn_events import HolderJudged, ObjectiveChanged
from rules.kampfgruppe_normandy.state.unseen import unseen_by

ON_IN = 1.0
CLEAR_IN = 8.0
HELD_IN = 4.0


def _within(
    position: Position, side: str, at: Spot, limit_in: float, unseen: Collection[str] = frozenset()
) -> bool:
    """Whether a unit of a side that is not among those unseen, and no aircraft, stands within `limit_in` of a spot."""
    return any(
        is_within(gap_in(base, at), limit_in)
        for unit in position.on_table()
        if unit.side == side and unit.id not in unseen and position.type(unit).kind is not Kind.AIRCRAFT
        and not are_apart((*at, *at), (base := position.base(unit)).bounds, limit_in + 2 * HAIR_IN)
    )  # fmt: skip


@implements(
    "KN-BMOR-19", "KN-BMOR-20", "KN-BMOR-23", "KN-BMOR-24a", "KN-BMOR-24b", "KN-BMOR-25", "KN-BMOR-26",
    "KN-BMOR-27", "KN-BMOR-28",
)  # fmt: skip
def judge_objectives(resolution: Resolution, side: str) -> None:
    """Judge objectives at the end of a side's turn: one that it takes costs the enemy a counter.

    One that it no longer holds costs the side a counter, and so does one that the enemy took from it, unless a unit of
    its own is near again. Units that the enemy does not know of take no objective, contest none, and do not count as near
    one that was lost.

    Rule: KGN Taking, holding and losing objectives; OUR 76, 224.
    """
    enemy = resolution.progress.other(side)
    unseen, unseen_own = unseen_by(resolution.state, side), unseen_by(resolution.state, enemy)
    for objective in resolution.progress.objectives:
        position = resolution.position
        if objective.lost_by == side:
            is_back = _within(position, side, objective.at, HELD_IN, unseen_own)
            resolution.happen(HolderJudged(objective.name, side, is_back))
            if not is_back:
                draw_counter(resolution, side, f"{objective.name} is lost")
        if objective.held_by == side:
            if not _within(position, side, objective.at, HELD_IN):
                resolution.happen(ObjectiveChanged(objective.name, None))
                draw_counter(resolution, side, f"{objective.name} is lost")
            continue
        is_clear = not _within(position, enemy, objective.at, CLEAR_IN, unseen)
        if is_clear and _within(position, side, objective.at, ON_IN, unseen_own):
            lost_by = enemy if objective.held_by == enemy else None
            resolution.happen(ObjectiveChanged(objective.name, side, lost_by))
            draw_counter(resolution, enemy, f"{side} takes {objective.name}")


@implements("KN-BMOR-29", "KN-BMOR-30")
def holds_all(position: Position, side: str) -> bool:
    """Whether a side has taken and holds every objective, and may win by it.

    Rule: KGN All objectives secured.
    """
    progress = position.progress
    held = progress.objectives and all(objective.held_by == side for objective in progress.objectives)
    return bool(held) and side not in progress.setting.barred_from_all_objectives
