"""The exact odds of a retreat: each die of one hex of it, and of its end. Chapter 13.6.3."""

from collections.abc import Iterator
from fractions import Fraction

from rules.game.chance.dice import Dice
from rules.game.chance.odds import Odds, odds_of
from rules.game.citation import Provenance
from rules.game.rule_ids import implements
from rules.game.ruling import Reason, Ruling
from rules.game.units import Unit
from rules.last_hundred_yards.book.conditions import DISRUPTED
from rules.last_hundred_yards.book.rulebook import cite
from rules.last_hundred_yards.declarations.assault.retreat import Retreat
from rules.last_hundred_yards.declarations.turn.pending_decisions import Pass
from rules.last_hundred_yards.effects.harm import Harm, worsened_harm
from rules.last_hundred_yards.effects.leaving import (
    SIDE_EXIT_SAFE,
    is_attacked_on_leaving,
    is_under_fire,
    position_at_edge,
)
from rules.last_hundred_yards.odds.leaving_odds import (
    CALM,
    harm_at_the_edge_after,
    harm_on_leaving,
    struck_on_leaving,
)
from rules.last_hundred_yards.odds.withdrawal_odds import as_known
from rules.last_hundred_yards.questions.terrain.directions import edges_of
from rules.last_hundred_yards.questions.withdrawal.checks import breakout_check, near_enemy_check
from rules.last_hundred_yards.questions.withdrawal.retreat_routes import may_not_stay
from rules.last_hundred_yards.state.position import Position, row_of
from rules.last_hundred_yards.state.progress import DecisionKind

_RETREAT = cite("13.6.3", Provenance.LATER_EDITION)


@implements("LHY-0.6")
def retreat_chances(position: Position, action: Retreat) -> Ruling[str]:
    """The ruling on one hex of a retreat: mortar fire on leaving, and what is met at the edge of the map."""
    unit = position.unit(action.unit)
    reasons = tuple(_dice(position, unit, action))
    if not reasons:
        return Ruling(str(action), "no die roll")
    parts: list[tuple[tuple[Harm, ...], Fraction]] = []
    for harm, one in _on_leaving(position, unit).chances.items():
        if action.to is not None or harm >= Harm.STEP:
            parts.append(((harm,), one))
            continue
        for at_edge, other in harm_at_the_edge_after(position, unit, harm).chances.items():
            risk = Fraction(0) if at_edge >= Harm.STEP else _over_the_side(position, unit)
            parts += [
                ((harm, at_edge), one * other * (1 - risk)),
                ((harm, at_edge, Harm.STEP), one * other * risk),
            ]
    odds = Odds.weighted((_told(unit, harms), chance) for harms, chance in parts if chance)
    return Ruling(str(action), "; ".join(reason.text for reason in reasons), reasons, odds)


def _dice(position: Position, unit: Unit, action: Retreat) -> Iterator[Reason]:
    place = position.place(unit)
    if is_attacked_on_leaving(position, unit):
        yield struck_on_leaving(place)
    if action.to is None and is_under_fire(position_at_edge(position, unit), unit):
        yield Reason("the fire of the hex", cite("10.2b"), (place,))
    if action.to is None and _over_the_side(position, unit):
        yield Reason(f"{SIDE_EXIT_SAFE} or less over a side edge", cite("10.2a"), (place,))


def _on_leaving(position: Position, unit: Unit) -> Odds[Harm]:
    struck = is_attacked_on_leaving(position, unit)
    return harm_on_leaving(position, unit) if struck else Odds({Harm.NONE: Fraction(1)})


def _over_the_side(position: Position, unit: Unit) -> Fraction:
    """The chance that a combat unit loses a step over a side edge."""
    own = position.mission.side(unit.side).edge
    if not row_of(unit).is_combat or own in edges_of(position, position.place(unit)):
        return Fraction(0)
    return odds_of(lambda dice: dice.roll(10) > SIDE_EXIT_SAFE).of(True)


def _told(unit: Unit, harms: tuple[Harm, ...]) -> str:
    return "; ".join(f"{unit} {harm.words}" for harm in harms if harm.is_harm or harm is Harm.SHOCKED) or CALM


@implements("LHY-0.6")
def stop_chances(position: Position, action: Pass) -> Ruling[str]:
    """The ruling on the end of a retreat: the Cohesion Checks of men who came next to the enemy, or through him."""
    due = position.course.decisions[0]
    if due.kind is not DecisionKind.RETREAT:
        return Ruling(str(action), "no die roll")
    unit = position.unit(due.unit)
    if not due.path or may_not_stay(position, unit):
        return Ruling(
            str(action), f"{unit} finds no way out and is eliminated", (Reason("no way out", _RETREAT),)
        )
    near, through = near_enemy_check(position, unit, due.path), breakout_check(position, unit, due.path)
    known = as_known(position)
    if (near, through) != (near_enemy_check(known, unit, due.path), breakout_check(known, unit, due.path)):
        return Ruling(str(action), "what it comes to depends on what is not known")
    asked = [(near, "next to the enemy"), (through, "out through the enemy")]
    reasons = tuple(Reason(f"{words}, {most} or less", _RETREAT) for most, words in asked if most is not None)
    if not reasons:
        return Ruling(str(action), "no die roll")
    odds = odds_of(lambda dice: _told(unit, _at_the_end(unit, near, through, dice)))
    return Ruling(str(action), "; ".join(reason.text for reason in reasons), reasons, odds)


def _at_the_end(unit: Unit, near: int | None, through: int | None, dice: Dice) -> tuple[Harm, ...]:
    """The two checks one after the other; what is disrupted already loses a step."""
    failed = near is not None and dice.roll(10) > near
    first = worsened_harm(unit, Harm.DISRUPTED) if failed else Harm.NONE
    if first is Harm.STEP or through is None or dice.roll(10) <= through:
        return (first,)
    shaken = failed or unit.has(DISRUPTED)
    return first, Harm.STEP if shaken else worsened_harm(unit, Harm.DISRUPTED)
