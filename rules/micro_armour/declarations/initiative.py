"""Sections 4.1 and 4.2: the initiative roll, and the choice of who goes first in a phase."""

from collections.abc import Iterator
from dataclasses import dataclass

from rules.game.chance.dice import Thrown
from rules.game.engine.procedure import Factors, PlainDeclaration, Procedure, at_will
from rules.game.rule_ids import implements
from rules.game.ruling import Reason
from rules.micro_armour.effects.resolution import Resolution
from rules.micro_armour.effects.turns import begin_next_phase
from rules.micro_armour.state.position import Position
from rules.micro_armour.state.progress import Stage
from rules.micro_armour.state.turn_events import FirstChosen, InitiativeRolled


class RollInitiative(PlainDeclaration):
    """Both players throw for initiative."""

    words = "roll for initiative"


@implements("MATG2-4.1.1", "MATG2-4.1.2")
def carry_out_initiative(resolution: Resolution, initiative: RollInitiative) -> None:
    """Each side throws one die of six and adds its force cohesion level; the higher total wins, a tie is thrown again.

    Rule: MATG2 4.1.
    """
    one, other = resolution.progress.options.forces
    first = resolution.roll(f"initiative of {one.side}", 6)

    def rolled(face: int) -> tuple[int, int]:
        return first + one.cohesion, face + other.cohesion

    second = resolution.decide(
        f"initiative of {other.side}",
        6,
        lambda face: Thrown(_winner(one.side, other.side, *rolled(face)), face),
    )
    winner, totals = second.outcome, rolled(second.face)
    resolution.happen(InitiativeRolled((one.side, other.side), (first, second.face), totals, winner))
    if winner is None:
        resolution.then(carry_out_initiative, initiative)
    else:
        begin_next_phase(resolution)


def _winner(one: str, other: str, total: int, other_total: int) -> str | None:
    if total == other_total:
        return None
    return one if total > other_total else other


def initiative_factors(position: Position, _: RollInitiative) -> Factors:
    cite = position.edition.cite("4.1")
    forces = position.options.forces
    return Factors.of(*(Reason(f"{force.side} adds {force.cohesion}", cite) for force in forces))


ROLL_INITIATIVE = at_will(RollInitiative, (Stage.INITIATIVE,), carry_out_initiative, initiative_factors)


@dataclass(frozen=True, slots=True)
class GoFirst:
    """The player with initiative chooses who goes first in this phase."""

    side: str
    first: str

    def __str__(self) -> str:
        return f"let {self.first} go first"


def offer_first(position: Position, side: str) -> Iterator[GoFirst]:
    yield from (GoFirst(side, force.side) for force in position.options.forces)


@implements("MATG2-4.2.2", "MATG2-8.2.3.1")
def forbid_first(position: Position, choice: GoFirst) -> Iterator[Reason]:
    if choice.first not in {force.side for force in position.options.forces}:
        yield Reason(f"{choice.first} is not a side", position.edition.cite("4.0"))


def carry_out_first(resolution: Resolution, choice: GoFirst) -> None:
    resolution.happen(FirstChosen(choice.first))


GO_FIRST = Procedure(GoFirst, (Stage.FIRST,), offer_first, forbid_first, carry_out_first)
