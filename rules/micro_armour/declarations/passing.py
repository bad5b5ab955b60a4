"""Sections 4.2, 7.1.1 and 8.2.3: a player passes."""

from rules.game.engine.procedure import PlainDeclaration, at_will
from rules.game.rule_ids import implements
from rules.micro_armour.effects.resolution import Resolution
from rules.micro_armour.effects.turns import go_on_if_both_passed
from rules.micro_armour.state.progress import Stage
from rules.micro_armour.state.turn_events import Passed


class Pass(PlainDeclaration):
    """Pass."""

    words = "pass"


@implements("MATG2-4.0.1", "MATG2-4.2.7", "MATG2-7.1.1")
def carry_out_pass(resolution: Resolution, declared: Pass) -> None:
    """Posture designation ends when both players have passed for good, fire and movement when both pass in succession."""
    resolution.happen(Passed(declared.side))
    go_on_if_both_passed(resolution)


PASS = at_will(Pass, (Stage.POSTURE, Stage.FIRE, Stage.GROUPS), carry_out_pass, passes=True)
