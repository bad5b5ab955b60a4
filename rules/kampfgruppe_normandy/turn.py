"""The turn: who goes first, command and control, activation, suppression removal, and how a turn and a game end.

Rule: KGN The turn, Command and control, Activation, Suppression removal, Battle group morale.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product

from rules.game.events import DiceThrown
from rules.game.odds import odds_of
from rules.game.rule_ids import implements
from rules.game.ruling import Reason, Ruling
from rules.game.units import Unit
from rules.kampfgruppe_normandy.action_kinds import ActionKind
from rules.kampfgruppe_normandy.activating import cannot_be_activated, covering_units, kinds_open
from rules.kampfgruppe_normandy.chapters import Chapter, Handler
from rules.kampfgruppe_normandy.conditions import COVERING, RESERVE, SUPPRESSED
from rules.kampfgruppe_normandy.course import Activation, Duty, Obligation, Size, Step
from rules.kampfgruppe_normandy.events import (
    ActionDone,
    Activated,
    Answered,
    ConditionsChanged,
    GameEnded,
    Owed,
    StepBegan,
)
from rules.kampfgruppe_normandy.group_morale import draw_counter, is_broken
from rules.kampfgruppe_normandy.objectives import holds_all, judge_objectives
from rules.kampfgruppe_normandy.position import Position
from rules.kampfgruppe_normandy.rulebook import cite, ours
from rules.kampfgruppe_normandy.story import Story
from rules.kampfgruppe_normandy.turn_events import TURN_EVENTS, CommandRolled, FirstTurnRolled, TurnBegan
from rules.kampfgruppe_normandy.unit_types import Kind, SpecialRule

COMMAND_DICE = {Size.PLATOON: 1, Size.COMPANY: 2, Size.BATTALION: 3}
"""How many dice the command roll has."""


@dataclass(frozen=True, slots=True)
class RollForFirst:
    """Both sides throw for the first turn of a meeting engagement."""

    side: str

    def __str__(self) -> str:
        return "throw for the first turn"


@dataclass(frozen=True, slots=True)
class RollCommand:
    """Throw the command dice of this turn."""

    side: str

    def __str__(self) -> str:
        return "throw for command and control"


@dataclass(frozen=True, slots=True)
class RerollCommand:
    """The supreme commander has one of the command dice thrown again, counted from 0."""

    side: str
    die: int

    def __str__(self) -> str:
        return f"throw command die {self.die + 1} again"


@dataclass(frozen=True, slots=True)
class KeepCommand:
    """The command dice stand."""

    side: str

    def __str__(self) -> str:
        return "keep the command dice"


@dataclass(frozen=True, slots=True)
class Activate:
    """Activate a unit and declare its two actions, or one that takes up both."""

    side: str
    unit: str
    kinds: tuple[ActionKind, ...]

    def __str__(self) -> str:
        return f"{self.unit}: {', then '.join(self.kinds)}"


@dataclass(frozen=True, slots=True)
class Forgo:
    """Leave the action whose turn it is undone."""

    side: str

    def __str__(self) -> str:
        return "leave that undone"


@dataclass(frozen=True, slots=True)
class EndActivations:
    """Activate no more units this turn."""

    side: str

    def __str__(self) -> str:
        return "no more activations"


@dataclass(frozen=True, slots=True)
class RemoveSuppression:
    """Take so many morale counters to remove suppression, or none, and end the turn."""

    side: str
    counters: int

    def __str__(self) -> str:
        return f"take {self.counters} counters to remove suppression" if self.counters else "end the turn"


@dataclass(frozen=True, slots=True)
class Rally:
    """The units whose suppression is lifted."""

    side: str
    units: tuple[str, ...]

    def __str__(self) -> str:
        return f"{', '.join(self.units)} rally"


def command_units(position: Position, side: str) -> int:
    """How many command units a side still has, on the table or off it, suppressed or not.

    Rule: KGN Destroyed command units.
    """
    commands = (SpecialRule.COMMAND, SpecialRule.SUPREME_COMMAND)
    return sum(bool(position.type(unit).rules & set(commands)) for unit in position.of_side(side))


def has_supreme_commander(position: Position, side: str) -> bool:
    return any(position.type(unit).has(SpecialRule.SUPREME_COMMAND) for unit in position.of_side(side))


def recce_units(position: Position, side: str) -> int:
    return sum(position.type(unit).has(SpecialRule.RECCE) for unit in position.of_side(side))


def _offer_first(_: Position, side: str) -> Iterator[RollForFirst]:
    yield RollForFirst(side)


@implements("KN-SETUP-13", "KN-SETUP-14", "KN-SPEC-17")
def _roll_first(story: Story, _: RollForFirst) -> None:
    """D6 and reconnaissance units each; a tie goes to more reconnaissance units, else it is thrown again."""
    sides = tuple(force.side for force in story.course.forces)
    recce = tuple(recce_units(story.position, side) for side in sides)
    first = None
    totals: tuple[int, ...] = (0, 0)
    while first is None:
        totals = tuple(story.dice.roll(6) + extra for extra in recce)
        ranked = sorted(zip(totals, recce, sides, strict=True), reverse=True)
        if ranked[0][:2] != ranked[1][:2]:
            first = ranked[0][2]
    story.tell(FirstTurnRolled(sides, totals, first))
    begin_turn(story, first, 1)


def _offer_command(_: Position, side: str) -> Iterator[RollCommand]:
    yield RollCommand(side)


def _nothing_forbids(_: Position, __: object) -> Iterator[Reason]:
    yield from ()


@implements("KN-TURN-05", "KN-TURN-06", "KN-TURN-07", "KN-TURN-10", "KN-SPEC-11", "KN-KIT-04")
def _roll_command(story: Story, action: RollCommand) -> None:
    """Step 1: the dice of the size of the game, and one for each command unit."""
    count = COMMAND_DICE[story.course.setting.size]
    dice = tuple(story.dice.roll(6) for _ in range(count))
    story.tell(CommandRolled(action.side, dice, command_units(story.position, action.side)))
    if has_supreme_commander(story.position, action.side):
        story.tell(Owed(Obligation(Duty.COMMAND_REROLL, action.side)))
    story.tell(StepBegan(Step.ACTIVATION))


def _command_chances(position: Position, action: RollCommand) -> Ruling[str]:
    count = COMMAND_DICE[position.course.setting.size]
    units = command_units(position, action.side)
    odds = odds_of(lambda dice: units + sum(dice.roll(6) for _ in range(count))).map(
        lambda total: f"{total} activations"
    )
    reasons = (
        Reason(f"{count}D6 in a {position.course.setting.size} game", cite("Command and control roll")),
        Reason(f"+{units} command units", cite("Command and control roll")),
    )
    return Ruling(str(action), f"{units + count} to {units + 6 * count} activations", reasons, odds)


def _offer_reroll(position: Position, side: str) -> Iterator[RerollCommand | KeepCommand]:
    for die in range(len(position.course.command_dice)):
        yield RerollCommand(side, die)


def _offer_keep(_: Position, side: str) -> Iterator[KeepCommand]:
    yield KeepCommand(side)


def _forbids_reroll(position: Position, action: RerollCommand) -> Iterator[Reason]:
    if not 0 <= action.die < len(position.course.command_dice):
        yield Reason(f"there is no command die {action.die + 1}", cite("Supreme commander"))


@implements("KN-TURN-08", "KN-SPEC-08", "KN-KIT-07", "KN-KIT-08", "KN-TURN-09")
def _reroll(story: Story, action: RerollCommand) -> None:
    """One die again, which then stands."""
    dice = list(story.course.command_dice)
    dice[action.die] = story.dice.roll(6)
    story.tell(Answered())
    story.tell(
        CommandRolled(action.side, tuple(dice), command_units(story.position, action.side), action.die)
    )


def _keep(story: Story, _: KeepCommand) -> None:
    story.tell(Answered())


def declarable(position: Position, unit: Unit) -> list[ActionKind]:
    """Every kind of action a unit can be told to take, those of further chapters included."""
    if unit.id in position.declared:
        return position.declared[unit.id]
    kinds = list(kinds_open(position, unit))
    for may_declare in position.book.declares:
        kinds += [kind for kind in may_declare(position, unit.id) if kind not in kinds]
    position.declared[unit.id] = kinds
    return kinds


def _offer_activate(position: Position, side: str) -> Iterator[Activate]:
    course = position.course
    if course.spent >= course.allowance:
        return
    for unit in position.of_side(side):
        if cannot_be_activated(position, unit) is not None:
            continue
        kinds = declarable(position, unit)
        singles = [kind for kind in kinds if not kind.takes_both]
        for pair in product(singles, repeat=2):
            yield Activate(side, unit.id, pair)
        for kind in kinds:
            if kind.takes_both:
                yield Activate(side, unit.id, (kind,))


@implements("KN-TURN-03", "KN-TURN-04", "KN-TURN-12", "KN-TURN-15", "KN-TURN-16")
def _forbids_activate(position: Position, action: Activate) -> Iterator[Reason]:
    course = position.course
    unit = position.state.units.get(action.unit)
    if unit is None or unit.side != action.side:
        yield Reason(f"{action.side} has no unit {action.unit}", cite("Activation"))
        return
    if course.spent >= course.allowance:
        yield Reason(f"all {course.allowance} activations are used", cite("Activation"))
    if (reason := cannot_be_activated(position, unit)) is not None:
        yield reason
        return
    yield from declaration_reasons(position, unit, action.kinds)


def declaration_reasons(
    position: Position, unit: Unit, kinds: tuple[ActionKind, ...], among: list[ActionKind] | None = None
) -> Iterator[Reason]:
    """Why a unit cannot be told to take these actions: two, or one that takes up both."""
    if not (len(kinds) == 1 or (len(kinds) == 2 and not any(kind.takes_both for kind in kinds))):
        yield Reason("a unit takes two actions, or one that takes up both", cite("The turn"))
    can = declarable(position, unit) if among is None else among
    for kind in kinds:
        if kind not in can:
            yield Reason(f"{unit} cannot take the action {kind}", ours(38))
    if kinds == (ActionKind.WITHDRAW,) and position.aboard(unit):
        yield Reason(f"{unit} has a load aboard", ours(49))


@implements("KN-TURN-02", "KN-TURN-03", "KN-TURN-23", "KN-COV-01", "KN-ACT-11", "KN-TURN-22")
def _activate(story: Story, action: Activate) -> None:
    activation = Activation(action.unit, action.side, action.kinds)
    begin_activation(story, activation)


def begin_activation(story: Story, activation: Activation, cost: int = 1) -> None:
    """A unit is activated; what takes up both actions by itself is done at once."""
    unit = story.state.unit(activation.unit)
    if unit.has(COVERING):
        story.tell(ConditionsChanged(unit.id, frozenset(), frozenset({COVERING})))
    story.tell(Activated(activation, 0 if activation.is_free else cost))
    if activation.kinds == (ActionKind.COVERING,):
        story.tell(ConditionsChanged(unit.id, frozenset({COVERING})), ActionDone(unit.id, all=True))
        return
    enemy = story.course.other(activation.side)
    if covering_units(story.position, enemy) and activation.kinds[0] is not ActionKind.MOVE:
        story.tell(Owed(Obligation(Duty.COVERING_FIRE, enemy, other=unit.id)))


def _offer_forgo(_: Position, side: str) -> Iterator[Forgo]:
    yield Forgo(side)


def _forgo(story: Story, _: Forgo) -> None:
    activation = story.course.activation
    assert activation is not None
    story.tell(ActionDone(activation.unit))


def _offer_end(_: Position, side: str) -> Iterator[EndActivations]:
    yield EndActivations(side)


@implements("KN-TURN-04")
def _end(story: Story, _: EndActivations) -> None:
    story.tell(StepBegan(Step.SUPPRESSION))


def suppressed_units(position: Position, side: str) -> list[Unit]:
    return [unit for unit in position.of_side(side) if unit.has(SUPPRESSED)]


def _offer_removal(position: Position, side: str) -> Iterator[RemoveSuppression]:
    yield RemoveSuppression(side, 0)
    found = len(suppressed_units(position, side))
    extra = 1 if position.course.setting.is_night else 0
    for count in range(1 + extra, 1 + extra + min(2, found)):
        yield RemoveSuppression(side, count)


def _forbids_removal(position: Position, action: RemoveSuppression) -> Iterator[Reason]:
    if action.counters < 0:
        yield Reason(f"{action.counters} is no number of counters", cite("Suppression removal"))
    if action.counters and not suppressed_units(position, action.side):
        yield Reason(f"no unit of {action.side} is suppressed", cite("Suppression removal"))


@implements("KN-TURN-19", "KN-TURN-20", "KN-BMOR-21", "KN-NIGHT-06", "KN-BMOR-36")
def _remove(story: Story, action: RemoveSuppression) -> None:
    """Step 5: so many counters are taken, and a die for each removes suppression; at night the first buys nothing."""
    if not action.counters:
        end_turn(story, action.side)
        return
    for _ in range(action.counters):
        draw_counter(story, action.side, "to remove suppression")
    thrown = action.counters - (1 if story.course.setting.is_night else 0)
    dice = tuple(story.dice.roll(6) for _ in range(thrown))
    if dice:
        story.tell(DiceThrown("suppression removed", 6, dice))
    waiting = suppressed_units(story.position, action.side)
    if sum(dice) >= len(waiting):
        for unit in waiting:
            story.tell(ConditionsChanged(unit.id, frozenset(), frozenset({SUPPRESSED})))
        end_turn(story, action.side)
    elif sum(dice):
        story.tell(Owed(Obligation(Duty.CHOOSE_RALLIED, action.side, count=sum(dice)), first=False))
    else:
        end_turn(story, action.side)


def _offer_rally(position: Position, side: str) -> Iterator[Rally]:
    waiting = suppressed_units(position, side)
    waiting.sort(key=lambda unit: (-position.type(unit).points, unit.id))
    count = position.course.owed[0].count
    yield Rally(side, tuple(unit.id for unit in waiting[:count]))
    for first in range(1, max(1, min(4, len(waiting) - count + 1))):
        yield Rally(side, tuple(unit.id for unit in waiting[first : first + count]))


def _forbids_rally(position: Position, action: Rally) -> Iterator[Reason]:
    count = position.course.owed[0].count
    if len(action.units) > count or len(set(action.units)) != len(action.units):
        yield Reason(f"{count} suppression markers may be removed", cite("Suppression removal"))
    able = {unit.id for unit in suppressed_units(position, action.side)}
    for unit in action.units:
        if unit not in able:
            yield Reason(f"{unit} is no suppressed unit of {action.side}", cite("Suppression removal"))


def _rally(story: Story, action: Rally) -> None:
    story.tell(Answered())
    for unit in action.units:
        story.tell(ConditionsChanged(unit, frozenset(), frozenset({SUPPRESSED})))
    end_turn(story, action.side)


@implements("KN-TURN-01", "KN-TURN-02", "KN-TURN-21", "KN-BMOR-13", "KN-BMOR-29", "KN-BMOR-32")
def end_turn(story: Story, side: str) -> None:
    """Step 6 and what comes after: objectives, whether either battle group is broken, then the enemy's turn.

    Rule: KGN The turn, Battle group morale, Ways to win; OUR 12, 67.
    """
    for chapter in story.chapters:
        if chapter.ends is not None:
            chapter.ends(story, side)
    judge_objectives(story, side)
    course = story.course
    enemy = course.other(side)
    if holds_all(story.position, side):
        story.tell(GameEnded(side, f"{side} has secured all objectives"))
        return
    for broken in (enemy, side):
        if is_broken(course, broken):
            story.tell(
                GameEnded(course.other(broken), f"the battle group of {broken} is broken and withdraws")
            )
            return
    is_last_of_round = side != course.first
    if is_last_of_round and course.turn >= course.setting.turns:
        story.tell(_time_up(story))
        return
    begin_turn(story, enemy, course.turn + (1 if is_last_of_round else 0))


def _time_up(story: Story) -> GameEnded:
    course = story.course
    one, other = (force.side for force in course.forces)
    left = {side: course.morale_left(side) for side in (one, other)}
    if left[one] == left[other]:
        return GameEnded(None, "time is up with both battle groups equally near to breaking")
    winner = max(left, key=lambda side: left[side])
    return GameEnded(winner, f"time is up: a tactical victory for {winner}")


@implements("KN-BMOR-31", "KN-TURN-01")
def begin_turn(story: Story, side: str, turn: int) -> None:
    """A player's turn begins, unless he has no unit left to activate: then he has lost.

    Rule: KGN Wiped out and total suppression; OUR 46.
    """
    story.tell(TurnBegan(side, turn))
    if not any(_may_still_act(story.position, unit) for unit in story.position.of_side(side)):
        winner = story.course.other(side)
        story.tell(GameEnded(winner, f"{side} has no unit left that is not suppressed"))
        return
    for chapter in story.chapters:
        if chapter.begins is not None:
            chapter.begins(story, side)


def _may_still_act(position: Position, unit: Unit) -> bool:
    kind = position.type(unit)
    if unit.has(RESERVE) or kind.has(SpecialRule.OFF_TABLE) or kind.kind is Kind.AIRCRAFT:
        return False
    return not unit.has(SUPPRESSED)


_WHILE_ACTING = tuple(ActionKind)

CHAPTER = Chapter(
    "turn",
    {
        RollForFirst: Handler((Step.FIRST,), _offer_first, _nothing_forbids, _roll_first),
        RollCommand: Handler(
            (Step.COMMAND,), _offer_command, _nothing_forbids, _roll_command, _command_chances
        ),
        RerollCommand: Handler((Duty.COMMAND_REROLL,), _offer_reroll, _forbids_reroll, _reroll),
        KeepCommand: Handler((Duty.COMMAND_REROLL,), _offer_keep, _nothing_forbids, _keep),
        Activate: Handler((Step.ACTIVATION,), _offer_activate, _forbids_activate, _activate),
        EndActivations: Handler((Step.ACTIVATION,), _offer_end, _nothing_forbids, _end),
        Forgo: Handler(_WHILE_ACTING, _offer_forgo, _nothing_forbids, _forgo),
        RemoveSuppression: Handler((Step.SUPPRESSION,), _offer_removal, _forbids_removal, _remove),
        Rally: Handler((Duty.CHOOSE_RALLIED,), _offer_rally, _forbids_rally, _rally),
    },
    TURN_EVENTS,
)

RULE_IDS = {"COMMAND_DICE": ("KN-TURN-05", "KN-TURN-06", "KN-TURN-07")}
