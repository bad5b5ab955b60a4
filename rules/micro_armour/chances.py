"""What an action can come to: its modifiers as cited reasons, and the exact odds."""

from dataclasses import dataclass, replace

from rules.game.dice import Dice
from rules.game.odds import Odds, odds_of, odds_of_steps
from rules.game.percent import percent
from rules.game.ruling import Reason, Ruling
from rules.game.state import GameState
from rules.game.units import Unit
from rules.micro_armour.actions import (
    CoveringFire,
    Fire,
    MatgAction,
    MoveGroup,
    OpportunityFire,
    PassEnemy,
    RemoveMarkers,
    RollInitiative,
    RollOrders,
)
from rules.micro_armour.attack import Attack, is_at_road_rate, sheets_of, stopped_at
from rules.micro_armour.book import Book
from rules.micro_armour.cohesion import roll_cohesion, state_modifiers
from rules.micro_armour.course import course_of
from rules.micro_armour.events import FireKind
from rules.micro_armour.fire import attack_odds, hold_step, opening_volley, volley_steps
from rules.micro_armour.initiative import roll_initiative
from rules.micro_armour.marker_removal import RecoveryOutcome, needs_recovery, recover
from rules.micro_armour.movement_orders import group_modifiers, roll_group, roll_orders
from rules.micro_armour.resolve import NERVE_MODIFIER


def chances(state: GameState, book: Book, action: MatgAction) -> Ruling[str]:
    """The odds of an action, from the very code that throws it."""
    match action:
        case Fire(side, target, firers, guns):
            return _attack(state, book, action, Attack(FireKind.FIRE, side, target, firers, guns))
        case CoveringFire(side, target, firers, guns):
            return _attack(state, book, action, Attack(FireKind.COVERING, side, target, firers, guns))
        case OpportunityFire():
            return _opportunity(state, book, action)
        case MoveGroup():
            return _group(state, book, action)
        case PassEnemy():
            return _nerve(state, book, action)
        case RemoveMarkers():
            return _recovery(state, book, action)
        case RollInitiative():
            return _initiative(state, book, action)
        case RollOrders():
            return _orders(state, book, action)
        case _:
            return Ruling(str(action), "no dice are thrown")


def _attack(state: GameState, book: Book, action: MatgAction, attack: Attack) -> Ruling[str]:
    sheets = sheets_of(state, book, attack)
    odds = attack_odds(sheets, state.unit(attack.target))
    reasons = tuple(reason for sheet in sheets for reason in sheet.reasons)
    return _ruling(action, odds, tuple(dict.fromkeys(reasons)))


def _opportunity(state: GameState, book: Book, action: OpportunityFire) -> Ruling[str]:
    move = course_of(state).move
    if move is None or move.leg is None:
        return Ruling(str(action), "no enemy stand is moving")
    there = stopped_at(state, move, move.leg, action.at)
    target = there.unit(move.stand)
    attack = Attack(FireKind.OPPORTUNITY, action.side, move.stand, action.firers, action.guns)
    sheets = sheets_of(there, book, attack, at_road_rate=is_at_road_rate(move.leg))
    level = course_of(state).setting.cohesion(target.side)
    before = opening_volley(target)
    after = odds_of_steps(before, [*volley_steps(sheets), hold_step(level)])
    odds = after.map(
        lambda volley: (
            volley.words
            if volley.is_eliminated
            else _told(volley.markers != before.markers, volley.words, volley.goes_on)
        )
    )
    reasons = tuple(reason for sheet in sheets for reason in sheet.reasons)
    return _ruling(action, odds, tuple(dict.fromkeys(reasons)))


def _told(is_hurt: bool, words: str, goes_on: bool) -> str:
    state = words if is_hurt else "no effect"
    return f"{state}, {'moves on' if goes_on else 'stops'}"


def _group(state: GameState, book: Book, action: MoveGroup) -> Ruling[str]:
    course, edition = course_of(state), book.edition
    group = course.group(action.group)
    units = tuple(state.unit(name) for name in group.stands) if group else ()
    level = course.setting.cohesion(action.side)

    def attempt(dice: Dice) -> str:
        test = roll_group(units, level, dice, edition, ordered=action.ordered)
        if not test.moving:
            return "nobody moves"
        return f"{', '.join(test.stragglers)} left behind" if test.stragglers else "all may move"

    reasons = list(group_modifiers(units, edition, ordered=action.ordered).as_reasons)
    for unit in units:
        reasons += state_modifiers(unit, edition).as_reasons
    return _ruling(
        action, odds_of(attempt), (Reason(f"cohesion level {level}", edition.cite("5.1")), *reasons)
    )


def _nerve(state: GameState, book: Book, action: PassEnemy) -> Ruling[str]:
    unit, edition = state.unit(action.stand), book.edition
    level = course_of(state).setting.cohesion(action.side)
    own = state_modifiers(unit, edition)

    def test(dice: Dice) -> str:
        holds = roll_cohesion(level, NERVE_MODIFIER + own.net, dice).holds
        return f"may pass {action.enemy}" if holds else "stays where it is"

    reasons = (Reason(f"{NERVE_MODIFIER:+d} test of nerve", edition.cite("8.3.6")), *own.as_reasons)
    return _ruling(action, odds_of(test), reasons)


@dataclass(frozen=True, slots=True)
class _Recovered:
    """How many stands of a side recovered, rallied, panicked or were lost."""

    recovered: int = 0
    rallied: int = 0
    panicked: int = 0
    lost: int = 0

    def __str__(self) -> str:
        counts = {
            "recover": self.recovered,
            "rally": self.rallied,
            "panic": self.panicked,
            "are lost": self.lost,
        }
        return ", ".join(f"{n} {what}" for what, n in counts.items() if n) or "nothing changes"


def _recovery(state: GameState, book: Book, action: RemoveMarkers) -> Ruling[str]:
    edition = book.edition
    level = course_of(state).setting.cohesion(action.side)
    marked = [unit for unit in state.units.values() if unit.side == action.side and needs_recovery(unit)]
    if not marked:
        return Ruling(str(action), "no dice are thrown")

    def rolled(unit: Unit, so_far: _Recovered, dice: Dice) -> _Recovered:
        recovery = recover(unit, level, dice, edition)
        match recovery.outcome:
            case RecoveryOutcome.RECOVERED:
                return replace(so_far, recovered=so_far.recovered + 1)
            case RecoveryOutcome.RALLIED:
                return replace(so_far, rallied=so_far.rallied + 1)
            case RecoveryOutcome.PANICKED if recovery.after is None:
                return replace(so_far, lost=so_far.lost + 1)
            case RecoveryOutcome.PANICKED:
                return replace(so_far, panicked=so_far.panicked + 1)
            case RecoveryOutcome.NOTHING:
                return so_far

    steps = [lambda so_far, dice, unit=unit: rolled(unit, so_far, dice) for unit in marked]
    reasons = [reason for unit in marked for reason in state_modifiers(unit, edition).as_reasons]
    return _ruling(action, odds_of_steps(_Recovered(), steps).map(str), tuple(reasons))


def _initiative(state: GameState, book: Book, action: RollInitiative) -> Ruling[str]:
    forces = course_of(state).setting.forces
    levels = {force.side: force.cohesion for force in forces}
    odds = odds_of(lambda dice: roll_initiative(levels, dice).winner or "a tie, thrown again")
    reasons = tuple(
        Reason(f"{side} adds {level}", book.edition.cite("4.1")) for side, level in levels.items()
    )
    return _ruling(action, odds, reasons)


def _orders(state: GameState, book: Book, action: RollOrders) -> Ruling[str]:
    course, edition = course_of(state), book.edition
    qualities = {f.side: None if f.side in course.headless else f.ghq_quality for f in course.setting.forces}
    odds = odds_of(
        lambda dice: ", ".join(
            f"{side} {roll_orders(quality, dice)[1]}" for side, quality in qualities.items()
        )
    )
    reasons = tuple(
        Reason(
            f"{side} adds {quality:+d}" if quality is not None else f"{side} has no GHQ, no orders",
            edition.cite("8.2.1" if quality is not None else "8.2.2"),
        )
        for side, quality in qualities.items()
    )
    return _ruling(action, odds, reasons)


def _ruling(action: MatgAction, odds: Odds[str], reasons: tuple[Reason, ...]) -> Ruling[str]:
    likely = sorted(odds.chances.items(), key=lambda item: (-item[1], item[0]))
    said = "; ".join(f"{outcome} {percent(chance)}" for outcome, chance in likely[:5])
    return Ruling(str(action), said, reasons, odds)
