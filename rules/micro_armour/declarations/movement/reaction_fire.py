"""Sections 8.5 and 8.6: opportunity fire at a moving stand, covering fire in answer, and holding fire."""

from collections.abc import Iterator
from dataclasses import dataclass

from rules.game.engine.procedure import Factors, PlainDeclaration, Procedure, at_will
from rules.game.rule_ids import implements
from rules.game.ruling import Reason
from rules.game.units import UnitId
from rules.micro_armour.effects.attack import Volley, open_fire
from rules.micro_armour.effects.group_moves import halt, halt_if_spent, walk, walk_along
from rules.micro_armour.effects.resolution import Resolution
from rules.micro_armour.questions.fire_legality import (
    Attack,
    DeclaredAttack,
    able_to_fire,
    attack_factors,
    attackers,
    guns_in_words,
    why_not_attack,
)
from rules.micro_armour.questions.stops import (
    rate_at_stop,
    stop_facing_deg,
    stopped_at,
    stops_of,
    stops_under_fire,
)
from rules.micro_armour.questions.terrain import RoadRate
from rules.micro_armour.state.cohesion import state_modifier
from rules.micro_armour.state.fire_events import AttackEnded, FireHeld, FireKind
from rules.micro_armour.state.move_events import HoldTested
from rules.micro_armour.state.position import Position
from rules.micro_armour.state.progress import Leg, Move, MoveStage, Stage
from rules.micro_armour.state.stands import enemies_of, spot_of


@dataclass(frozen=True, slots=True)
class OpportunityFire:
    """Stop the moving stand at one of the places of its path (0 is its start), and attack it."""

    side: str
    firers: tuple[UnitId, ...]
    at: int
    guns: tuple[str, ...] = ()

    def __str__(self) -> str:
        firers = ", ".join(self.firers)
        return f'opportunity fire of {firers} after {self.at}"{guns_in_words(self.guns)}'


def offer_opportunities(position: Position, side: str) -> Iterator[OpportunityFire]:
    """Opportunity fire by every stand that may fire, at the first and at the last place; in the first
    edition also by all together."""
    move = position.progress.move_under_way
    if move.leg is None:
        return
    at: dict[int, dict[str, str]] = {}
    for unit in enemies_of(position.state, move.side):
        stops = list(stops_under_fire(position, move, move.leg, unit))
        for stop, gun in dict.fromkeys((stops[0], stops[-1])) if stops else ():
            yield OpportunityFire(side, (unit.id,), stop, (gun.name,))
        for stop, gun in reversed(stops):
            at.setdefault(stop, {})[unit.id] = gun.name
    if position.edition.many_firers and at:
        stop, together = max(at.items(), key=lambda item: (len(item[1]), -item[0]))
        if len(together) > 1:
            yield OpportunityFire(side, tuple(together), stop, tuple(together.values()))


def nearest_opportunities(position: Position, side: str) -> Iterator[OpportunityFire]:
    """Opportunity fire by every stand that may fire, where the moving stand is nearest to it."""
    move = position.progress.move
    if move is None or move.leg is None:
        return
    walked = stops_of(move.leg)
    for unit in enemies_of(position.state, move.side):
        here, stops = spot_of(unit), list(stops_under_fire(position, move, move.leg, unit))
        if stops:
            stop, gun = min(stops, key=lambda stop: here.gap_in(walked[stop[0]][-1]))
            yield OpportunityFire(side, (unit.id,), stop, (gun.name,))


@implements("MATG2-8.5.1", "MATG2-8.5.2")
def forbid_opportunity(position: Position, fire: OpportunityFire) -> Iterator[Reason]:
    move = position.progress.move_under_way
    if move.leg is None:
        yield Reason("no enemy stand is moving", position.edition.cite("8.5.2"))
        return
    stops = len(stops_of(move.leg))
    if not 0 <= fire.at < stops:
        words = f"the path has {stops} places to stop at, numbered from 0"
        yield Reason(words, position.edition.our(7))
        return
    yield from why_not_attack(_stopped(position, move, fire.at), _opportunity_attack(position, fire))


@implements("MATG2-8.5.3.1", "MATG2-8.5.3.2")
def carry_out_opportunity(resolution: Resolution, fire: OpportunityFire) -> None:
    move = resolution.progress.move_under_way
    assert move.leg is not None
    attack = _opportunity_attack(resolution.position, fire)
    _stop(resolution, move.leg, fire.at)
    open_fire(resolution, attack, _end_opportunity, move.leg)


@implements("MATG2-8.5.4.1", "MATG2-8.6.1", "MATG2-8.6.2.1")
def _end_opportunity(resolution: Resolution, volley: Volley, leg: Leg) -> None:
    """The stand goes on or halts; from there covering fire may answer (OUR 80)."""
    attack, stand = volley.attack, volley.attack.target
    if volley.markers is not None:
        _go_on_or_halt(resolution, stand, leg, had_effect=volley.had_effect)
    may_be_answered = any(_answers(resolution.position, stand, volley.fired))
    resolution.happen(AttackEnded(attack.kind, attack.side, stand, volley.fired, may_be_answered))


@implements("MATG2-8.5.4.1", "MATG2-8.5.4.2", "MATG2-7.2.4")
def _go_on_or_halt(resolution: Resolution, stand: str, leg: Leg, *, had_effect: bool) -> None:
    """A stand that was hit and not eliminated needs a cohesion roll to go on. A stand that was not hit may go on, even from the
    end of its path (OUR 82), if it has points left (OUR 83). A leg that only turns the stand is carried out.
    """
    if had_effect and not _holds(resolution, stand):
        halt(resolution, stand)
        return
    if len(leg.path) == 1:
        walk_along(resolution, leg, leg.path, leg.facing_deg)
    halt_if_spent(resolution, stand)


def _holds(resolution: Resolution, stand: str) -> bool:
    unit = resolution.state.unit(stand)
    level = resolution.progress.options.cohesion(unit.side)
    roll = resolution.roll_cohesion(f"{unit} to move on", level, state_modifier(unit))
    resolution.happen(HoldTested(stand, roll.natural, roll.modifier, level))
    return roll.holds


def _stop(resolution: Resolution, leg: Leg, stop: int) -> None:
    """Move the stand to the place where it is stopped."""
    unit = resolution.state.unit(resolution.progress.move_under_way.stand)
    walked = stops_of(leg)[stop]
    if len(walked) > 1 or unit.at is None:
        walk_along(resolution, leg, walked, stop_facing_deg(resolution.state, unit, leg, walked))


def opportunity_factors(position: Position, fire: OpportunityFire) -> Factors:
    move = position.progress.move_under_way
    return attack_factors(_stopped(position, move, fire.at), _opportunity_attack(position, fire))


def _stopped(position: Position, move: Move, stop: int) -> Position:
    """The position with the moving stand at the place where it is stopped."""
    return position.at(stopped_at(position.state, move, move.leg, stop)) if move.leg else position


def _opportunity_attack(position: Position, fire: OpportunityFire) -> Attack:
    """The attack on the moving stand, in a position in which it has not been stopped yet."""
    move = position.progress.move_under_way
    rate = rate_at_stop(position.state, move, move.leg, fire.at) if move.leg else RoadRate.NOT_PAID
    return Attack(FireKind.OPPORTUNITY, fire.side, move.stand, fire.firers, fire.guns, rate)


def answers_to_opportunity(position: Position, _: OpportunityFire) -> Iterator["CoveringFire"]:
    """The covering fire that the mover's side may give."""
    move = position.progress.move
    if move and move.stage is MoveStage.COVERING:
        yield from offer_covering(position, move.side)


OPPORTUNITY_FIRE = Procedure(
    OpportunityFire,
    (Stage.OPPORTUNITY,),
    offer_opportunities,
    forbid_opportunity,
    carry_out_opportunity,
    opportunity_factors,
    answers=answers_to_opportunity,
)


@dataclass(frozen=True, slots=True)
class CoveringFire(DeclaredAttack):
    """Answer opportunity fire by an attack on one of the stands that fired."""

    def __str__(self) -> str:
        return f"covering fire of {', '.join(self.firers)} at {self.target}{guns_in_words(self.guns)}"


def offer_covering(position: Position, side: str) -> Iterator[CoveringFire]:
    """Covering fire by each stand that may answer, with each gun; in the first edition also by all together."""
    move = position.progress.move_under_way
    for name, able in _answers(position, move.hit, move.opponents):
        yield from (CoveringFire(side, name, *shot) for shot in attackers(able, position.edition))


@implements("MATG2-8.6.2.1")
def _answers(
    position: Position, hit: str, opponents: tuple[str, ...]
) -> Iterator[tuple[str, list[tuple[str, str]]]]:
    """The opponents that may be answered, each with the stands that may answer and their guns; in the second
    edition only the stand that was fired on may answer."""
    units, side = position.state.units, position.progress.move_under_way.side
    for name in opponents:
        able = able_to_fire(position, FireKind.COVERING, side, units[name]) if name in units else []
        if able := [shot for shot in able if position.edition.cover_by_anyone or shot[0] == hit]:
            yield name, able


def forbid_covering(position: Position, fire: CoveringFire) -> Iterator[Reason]:
    yield from why_not_attack(position, fire.attack(FireKind.COVERING))


def carry_out_covering(resolution: Resolution, fire: CoveringFire) -> None:
    open_fire(resolution, fire.attack(FireKind.COVERING), _end_covering)


def _end_covering(resolution: Resolution, volley: Volley) -> None:
    attack, move = volley.attack, resolution.progress.move_under_way
    others = tuple(name for name in move.opponents if name != attack.target)
    may_go_on = any(_answers(resolution.position, move.hit, others))
    resolution.happen(AttackEnded(attack.kind, attack.side, attack.target, volley.fired, may_go_on))


def covering_factors(position: Position, fire: CoveringFire) -> Factors:
    return attack_factors(position, fire.attack(FireKind.COVERING))


COVERING_FIRE = Procedure(
    CoveringFire, (Stage.COVERING,), offer_covering, forbid_covering, carry_out_covering, covering_factors
)


class HoldFire(PlainDeclaration):
    """Decline opportunity or covering fire."""

    words = "hold fire"


def carry_out_hold(resolution: Resolution, hold: HoldFire) -> None:
    leg = resolution.progress.move_under_way.leg
    resolution.happen(FireHeld(hold.side))
    if leg:
        walk(resolution, leg)


HOLD_FIRE = at_will(HoldFire, (Stage.OPPORTUNITY, Stage.COVERING), carry_out_hold, passes=True)
