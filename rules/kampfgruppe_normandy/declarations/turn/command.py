"""Command and control: the command dice of a turn, one more activation for each command unit, and a re-roll.

Rule: KGN Command and control roll, Supreme commander, Destroyed command units; OUR 59.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from rules.game.engine.procedure import Factors, PlainDeclaration, Procedure, at_will
from rules.game.rule_ids import implements
from rules.game.ruling import Reason
from rules.kampfgruppe_normandy.book.counted import counted
from rules.kampfgruppe_normandy.book.rulebook import cite
from rules.kampfgruppe_normandy.book.unit_types import SpecialRule
from rules.kampfgruppe_normandy.questions.activation import command_units
from rules.kampfgruppe_normandy.state.events import Answered, Owed, StepBegan
from rules.kampfgruppe_normandy.state.position import Position
from rules.kampfgruppe_normandy.state.progress import COMMAND_DICE, Duty, Obligation, Step
from rules.kampfgruppe_normandy.state.resolution import Resolution
from rules.kampfgruppe_normandy.state.turn_events import CommandRolled


class RollCommand(PlainDeclaration):
    """Throw the command dice of this turn."""

    words = "throw for command and control"


@dataclass(frozen=True, slots=True)
class RerollCommand:
    """The supreme commander has one of the command dice thrown again, counted from 0."""

    side: str
    die: int

    def __str__(self) -> str:
        return f"throw command die {self.die + 1} again"


class KeepCommand(PlainDeclaration):
    """The command dice stand."""

    words = "keep the command dice"


def has_supreme_commander(position: Position, side: str) -> bool:
    return any(position.type(unit).has(SpecialRule.SUPREME_COMMAND) for unit in position.of_side(side))


@implements("KN-TURN-05", "KN-TURN-06", "KN-TURN-07", "KN-TURN-10", "KN-SPEC-11", "KN-KIT-04")
def _roll_command(resolution: Resolution, action: RollCommand) -> None:
    """Step 1: throw as many dice as the size of the game has, and add one for each command unit."""
    count = COMMAND_DICE[resolution.progress.setting.size]
    dice = tuple(resolution.roll("command", 6) for _ in range(count))
    resolution.happen(CommandRolled(action.side, dice, command_units(resolution.position, action.side)))
    if has_supreme_commander(resolution.position, action.side):
        resolution.happen(Owed(Obligation(Duty.COMMAND_REROLL, action.side)))
    resolution.happen(StepBegan(Step.ACTIVATION))


def _command_factors(position: Position, action: RollCommand) -> Factors:
    count = COMMAND_DICE[position.progress.setting.size]
    units = command_units(position, action.side)
    reasons = (
        Reason(f"{count}D6 in a {position.progress.setting.size} game", cite("Command and control roll")),
        Reason(f"+{counted(units, 'command unit')}", cite("Command and control roll")),
    )
    return Factors(f"{units + count} to {units + 6 * count} activations", reasons)


def _offer_reroll(position: Position, side: str) -> Iterator[RerollCommand | KeepCommand]:
    for die in range(len(position.progress.command_dice)):
        yield RerollCommand(side, die)


def _forbids_reroll(position: Position, action: RerollCommand) -> Iterator[Reason]:
    if not 0 <= action.die < len(position.progress.command_dice):
        yield Reason(f"there is no command die {action.die + 1}", cite("Supreme commander"))


@implements("KN-TURN-08", "KN-SPEC-08", "KN-KIT-07", "KN-KIT-08", "KN-TURN-09")
def _reroll(resolution: Resolution, action: RerollCommand) -> None:
    """Throw one command die again, which then stands."""
    dice = list(resolution.progress.command_dice)
    dice[action.die] = resolution.roll("command", 6)
    resolution.happen(Answered())
    resolution.happen(
        CommandRolled(action.side, tuple(dice), command_units(resolution.position, action.side), action.die)
    )


def _keep(resolution: Resolution, _: KeepCommand) -> None:
    resolution.happen(Answered())


ROLL_COMMAND = at_will(RollCommand, (Step.COMMAND,), _roll_command, factors=_command_factors)


def _reroll_factors(_: Position, __: RerollCommand) -> Factors:
    return Factors.of(Reason("one die again, which then stands", cite("Supreme commander")))


def _reroll_sentence(position: Position, action: RerollCommand) -> str:
    return f"{action}: it shows {position.progress.command_dice[action.die]}"


REROLL_COMMAND = Procedure(
    RerollCommand,
    (Duty.COMMAND_REROLL,),
    _offer_reroll,
    _forbids_reroll,
    _reroll,
    factors=_reroll_factors,
    sentence=_reroll_sentence,
)
KEEP_COMMAND = at_will(KeepCommand, (Duty.COMMAND_REROLL,), _keep)
