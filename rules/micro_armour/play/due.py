"""What a side must do at each stage of play, and what it has left for it, in a player's words."""

from collections.abc import Iterator, Mapping

from rules.game.engine.procedure import Stage as AnyStage
from rules.micro_armour.questions.movement import budget_of
from rules.micro_armour.state.position import Position
from rules.micro_armour.state.progress import Phase, Stage, orders_left

DUE: Mapping[AnyStage, str] = {
    Stage.INITIATIVE: "roll for initiative",
    Stage.FIRST: "say which side goes first",
    Stage.POSTURE: "name a movement group, or pass",
    Stage.FIRE: "choose who fires and at whom, or pass",
    Stage.ORDERS: "roll for movement orders",
    Stage.GROUPS: "choose a group to move, or pass",
    Stage.STANDS: "move a stand of the group, or end its move",
    Stage.OPPORTUNITY: "choose opportunity fire, or hold fire",
    Stage.COVERING: "choose covering fire, or hold fire",
    Stage.REMOVAL: "remove markers",
}


def resources_left(position: Position) -> Iterator[str]:
    """What the side to act has left, line by line: orders, groups, and the points of the stand that is moving.

    Rule: MATG2 8.1, 8.2, 8.3.
    """
    progress = position.progress
    side, move = progress.side_to_act, progress.move
    if side is None or progress.phase is not Phase.MOVEMENT or progress.orders is None:
        return
    groups = sum(group.side == side for group in progress.groups)
    orders = orders_left(position.state, side)
    yield f"{orders} order{'s' * (orders != 1)} and {groups} group{'s' * (groups != 1)} left"
    if move is None or move.side != side:
        return
    stands = (move.stand,) if move.stand else move.waiting
    budgets = {name: budget_of(position, position.state.unit(name)) for name in stands}
    points = (f"{name} {round(budget.left, 2):g} of {budget.points:g}" for name, budget in budgets.items())
    yield f"movement points left: {', '.join(points)}"
