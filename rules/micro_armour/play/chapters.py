"""The chapters of declarations in their order, and the modules whose events can happen."""

from rules.game import events as table_events
from rules.game.engine.procedure import Declarations
from rules.micro_armour.declarations import fire, initiative, marker_removal, passing, posture
from rules.micro_armour.declarations.movement import orders, reaction_fire, stands
from rules.micro_armour.effects.resolution import Resolution
from rules.micro_armour.state import fire_events, group_events, move_events, turn_events
from rules.micro_armour.state.position import Position

DECLARATIONS: Declarations[Position, Resolution] = Declarations(
    (initiative, posture, fire, orders, stands, reaction_fire, marker_removal, passing),
    (turn_events, group_events, move_events, fire_events, table_events),
)
"""What can be declared, in the order in which it is listed, and what can happen."""
