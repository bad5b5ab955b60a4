"""What a side is to do at each stage of play, as one says it across the table."""

from collections.abc import Mapping

from rules.game.engine.procedure import Stage as AnyStage
from rules.micro_armour.state.progress import Stage

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
