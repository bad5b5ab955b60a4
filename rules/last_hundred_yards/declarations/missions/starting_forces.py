"""Drawing the forces that a mission gives a side by lot, before it sets up. Chapter 17.6."""

from collections.abc import Iterator

from rules.game.citation import Citation
from rules.game.engine.outcomes import TooManyOutcomes
from rules.game.engine.procedure import Factors, PlainDeclaration, Procedure, offer_once
from rules.game.rule_ids import implements
from rules.game.ruling import Reason
from rules.last_hundred_yards.book.conditions import ELITE
from rules.last_hundred_yards.book.rulebook import cite_later, our
from rules.last_hundred_yards.effects.resolution import Resolution
from rules.last_hundred_yards.questions.mission.force_draw import Lots, draw_counters
from rules.last_hundred_yards.questions.mission.set_up import owes_draw, setting_up
from rules.last_hundred_yards.state.events.order_events import ForcesDrawn, PhaseBegan
from rules.last_hundred_yards.state.events.unit_events import UnitDrawn
from rules.last_hundred_yards.state.mission.forces import Draws, ForceLine
from rules.last_hundred_yards.state.position import Position
from rules.last_hundred_yards.state.progress import Phase


class DrawForces(PlainDeclaration):
    """Set-up: draw what the mission gives a side by lot (17.6)."""

    words = "{side} draws its forces"


def forbids_drawing(position: Position, action: DrawForces) -> Iterator[Reason]:
    """Why a side draws nothing: the mission gives it nothing by lot, or it has drawn."""
    if not owes_draw(position.course, action.side):
        yield Reason(f"{action.side} has no forces to draw", cite_later("17.6"))


@implements("LHY-17.6.1", "LHY-17.6.4", "LHY-2.4.5")
def draw_forces(resolution: Resolution, action: DrawForces) -> None:
    """Draw forces line by line by lot; the other side learns nothing of it (reading 102)."""
    if resolution.is_enumerated:
        raise TooManyOutcomes("each draw is as likely as any other")
    lines = resolution.position.mission.side(action.side).forces
    lots = resolution.named(f"forces of {action.side} by lot", only_for=action.side)
    on_foot = resolution.position.mission.edition.foot_and_mortars_only
    for line in lines:
        for row in draw_counters(Lots(resolution.state, lines), line, lots):
            if on_foot and row.is_vehicle:
                continue
            conditions = (ELITE,) if line.is_elite else ()
            resolution.happen(UnitDrawn(row.id, action.side, line.enters, conditions))
    resolution.happen(ForcesDrawn(action.side))
    if setting_up(resolution.state) is None:
        resolution.happen(PhaseBegan(Phase.INITIATIVE))


def lots_factors(position: Position, action: DrawForces) -> Factors:
    """The forces that a side draws, line by line, and from how many counters, all equally likely."""
    lines = position.mission.side(action.side).forces
    lots = Lots(position.state, lines)
    reasons = (Reason(f"{line}, from {lots.pool_in_words(line)}", _rule_of(line)) for line in lines)
    return Factors("all equally likely", tuple(reasons))


def _rule_of(line: ForceLine) -> Citation:
    if line.draws is Draws.STEPS:
        return our(101) if line.count % 2 else cite_later("17.6.2")
    return our(100) if line.draws is Draws.PLATOONS else cite_later("17.6.4")


DRAW = Procedure(
    DrawForces, (Phase.SETUP,), offer_once(DrawForces), forbids_drawing, draw_forces, lots_factors
)
