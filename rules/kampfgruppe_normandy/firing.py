"""Fire as actions and events: a shot in an activation, and covering fire that interrupts the enemy.

Rule: KGN Shooting, Covering fire.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from rules.game.rule_ids import implements
from rules.game.ruling import Reason, Ruling
from rules.game.state import GameState
from rules.game.units import Unit
from rules.kampfgruppe_normandy.action_kinds import FIRE_KINDS, ActionKind
from rules.kampfgruppe_normandy.activating import acting_unit, finish_action, moves, not_acting
from rules.kampfgruppe_normandy.attack import Outcome, resolve_attack
from rules.kampfgruppe_normandy.chapters import Chapter, Procedure
from rules.kampfgruppe_normandy.conditions import COVERING, FIRED
from rules.kampfgruppe_normandy.course import course_of
from rules.kampfgruppe_normandy.events import on_status, on_unit
from rules.kampfgruppe_normandy.fire_odds import shot_odds, what_follows
from rules.kampfgruppe_normandy.fire_orders import orders_of, targets_of, work_out
from rules.kampfgruppe_normandy.fire_sheets import Order, Refused, Sheet
from rules.kampfgruppe_normandy.losses import LOSS_EVENTS, tell_toll
from rules.kampfgruppe_normandy.position import Position
from rules.kampfgruppe_normandy.special_events import fired_last_shot
from rules.kampfgruppe_normandy.story import Story


@dataclass(frozen=True, slots=True)
class Fire:
    """Fire at a unit: `weapon` is empty for all small arms, `round` empty for the usual one."""

    side: str
    unit: str
    target: str
    kind: ActionKind
    weapon: str = ""
    round: str = ""

    def __str__(self) -> str:
        with_what = f" with {self.weapon}" if self.weapon else ""
        what = f", {self.round}" if self.round else ""
        return f"{self.unit}: {self.kind} at {self.target}{with_what}{what}"

    @property
    def order(self) -> Order:
        return Order(self.unit, self.target, self.kind, self.weapon, self.round)


@dataclass(frozen=True, slots=True)
class ShotFired:
    """A unit fired: whether it saw its target, the suppressing die (0 for none), the hits and what came of it."""

    unit: str
    target: str
    kind: ActionKind
    weapon: str
    round: str
    seen: bool
    die: int
    hits: int
    words: str
    spends: tuple[str, ...] = ()
    shell: str = ""

    def __str__(self) -> str:
        if not self.seen:
            return f"{self.unit} does not observe {self.target}"
        die = f" ({self.die})" if self.die else ""
        return f"{self.unit}, {self.kind} at {self.target}{die}: {self.words}"

    def on(self, state: GameState) -> GameState:
        status = course_of(state).of(self.unit)
        used = dict(status.used)
        for weapon in self.spends if self.seen else ():
            used[weapon] = used.get(weapon, 0) + 1
        rounds = dict(status.rounds)
        if self.shell and self.seen:
            rounds[self.shell] = max(0, rounds.get(self.shell, 0) - 1)
        state = on_status(state, self.unit, used=tuple(used.items()), rounds=tuple(rounds.items()))
        return on_unit(state, self.unit, lambda unit: has_fired(unit, shot=self.seen))


@implements("KN-DFSA-11", "KN-DFSA-03")
def has_fired(unit: Unit, *, shot: bool = True) -> Unit:
    """A unit after its action of fire: it covers no more, and has fired if it saw what to `shoot` at (OUR 51)."""
    return replace(unit, conditions=(unit.conditions - {COVERING}) | ({FIRED} if shot else set()))


def shoot(story: Story, sheet: Sheet) -> Outcome:
    """Throw an attack and tell what came of it."""
    outcome = resolve_attack(sheet.volley, sheet.prey, story.dice)
    order = sheet.order
    unit, target = story.state.unit(order.unit), story.state.unit(order.target)
    story.tell(
        ShotFired(
            order.unit,
            order.target,
            order.kind,
            order.weapon,
            sheet.volley.round.value,
            outcome.seen,
            outcome.die,
            outcome.hits,
            outcome.words,
            sheet.spends,
            sheet.shell,
        )
    )
    for weapon in sheet.fires if outcome.seen else ():
        fired_last_shot(story, unit.id, weapon)
    tell_toll(story, outcome.target, unit.side)
    if outcome.firer is not None:
        tell_toll(story, outcome.firer, target.side)
    return outcome


def _offers(position: Position, side: str) -> Iterator[Fire]:
    activation = position.course.activation
    if activation is None or activation.next_kind not in FIRE_KINDS:
        return
    unit = acting_unit(position, activation.next_kind)
    if unit is None:
        return
    for order in orders_of(position, unit, activation.next_kind, targets_of(position, side)):
        yield Fire(side, order.unit, order.target, order.kind, order.weapon, order.round)


@implements("KN-ACT-16")
def _forbids(position: Position, action: Fire) -> Iterator[Reason]:
    if (reason := not_acting(position, action.unit, action.kind)) is not None:
        yield reason
        return
    found = work_out(position, action.order, moves=moves(position, action.unit))
    if isinstance(found, Refused):
        yield found.reason


def _carry_out(story: Story, action: Fire) -> None:
    sheet = work_out(story.position, action.order, moves=moves(story.position, action.unit))
    assert isinstance(sheet, Sheet)
    shoot(story, sheet)
    finish_action(story, action.unit)


def odds_ruling(position: Position, order: Order, *, moves: bool) -> Ruling[str]:
    """What a shot can come to: every number as a cited reason, and the exact odds."""
    found = work_out(position, order, moves=moves)
    question = f"{order.unit}, {order.kind} at {order.target}"
    if isinstance(found, Refused):
        return Ruling(question, "not allowed", (found.reason,))
    line, odds = shot_odds(found)
    return Ruling(question, line, (*found.reasons, *what_follows(found)), odds)


def _chances(position: Position, action: Fire) -> Ruling[str]:
    return odds_ruling(position, action.order, moves=moves(position, action.unit))


CHAPTER = Chapter(
    "fire",
    {Fire: Procedure(FIRE_KINDS, _offers, _forbids, _carry_out, _chances)},
    (ShotFired, *LOSS_EVENTS),
)
