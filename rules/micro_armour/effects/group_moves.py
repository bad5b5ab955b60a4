"""Sections 8.2 and 8.3: how the move of a stand and of its group ends."""

from rules.game.rule_ids import implements
from rules.ground.table.inches import Spot
from rules.micro_armour.effects.resolution import Resolution
from rules.micro_armour.questions.movement import at_rest, budget_of, is_spent, path_cost
from rules.micro_armour.state.group_events import GroupDone
from rules.micro_armour.state.move_events import MoveEnded, StandMoved, StandMovedBack
from rules.micro_armour.state.progress import Leg, MoveStage
from rules.micro_armour.state.stands import contact_groups, table_of


@implements("MATG2-8.3.4.2")
def halt(resolution: Resolution, stand: str) -> None:
    """End the move of a stand; if it has no room where it is, it is moved back along its path.

    Rule: MATG2 8.3.4; OUR 76.
    """
    move, unit = resolution.progress.move_under_way, resolution.state.unit(stand)
    halted = at_rest(resolution.state, unit, move.track, move.began or unit) if move.track else unit
    if halted != unit:
        resolution.happen(StandMovedBack(stand, halted.at, halted.facing_deg))
    resolution.happen(MoveEnded(stand))


@implements("MATG2-8.3.1.1")
def walk(resolution: Resolution, leg: Leg) -> None:
    """Move a stand to the end of its leg; its move ends there, unless the leg goes on and the stand has points left."""
    stand = resolution.progress.move_under_way.stand
    walk_along(resolution, leg, leg.path, leg.facing_deg)
    if leg.goes_on:
        halt_if_spent(resolution, stand)
    else:
        halt(resolution, stand)


@implements("MATG2-8.3.1.1")
def halt_if_spent(resolution: Resolution, stand: str) -> None:
    """End the move of a stand without points left; it keeps the facing that was declared.

    Rule: MATG2 8.3.1; OUR 83.
    """
    if is_spent(budget_of(resolution.position, resolution.state.unit(stand))):
        halt(resolution, stand)


def walk_along(resolution: Resolution, leg: Leg, path: tuple[Spot, ...], facing_deg: float) -> None:
    """Move the stand along this part of its leg, and set its facing."""
    stand = resolution.progress.move_under_way.stand
    is_entering = resolution.state.unit(stand).at is None
    going = path_cost(table_of(resolution.state), path, by_road=leg.by_road, enters=is_entering)
    resolution.happen(StandMoved(stand, path, facing_deg, going.cost or 0.0, going.inches, leg.by_road))


def close_group(resolution: Resolution) -> None:
    """End a group's attempt if none of its stands still has to move and no fire may be answered."""
    move = resolution.progress.move
    if move and not move.waiting and not move.leg and move.stage is MoveStage.MOVING:
        end_group(resolution, move.side, move.group, move.stragglers)


@implements("MATG2-8.2.4.4")
def end_group(resolution: Resolution, side: str, group: int, stragglers: tuple[str, ...]) -> None:
    """End a group's attempt; its stragglers form one new group, or in the first edition one for each body in contact."""
    parts: tuple[tuple[str, ...], ...] = (stragglers,) if stragglers else ()
    if stragglers and resolution.edition.stragglers_by_contact:
        bodies = contact_groups(resolution.state.unit(name) for name in stragglers)
        parts = tuple(tuple(unit.id for unit in body) for body in bodies)
    resolution.happen(GroupDone(side, group, parts))
