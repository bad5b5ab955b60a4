"""Section 8.3: the stands of a group move one after the other.

Moves are offered in the order of the group; a player may declare any other order that nothing forbids.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from rules.game.engine.play import Action
from rules.game.engine.procedure import Factors, Procedure
from rules.game.rule_ids import implements
from rules.game.ruling import Reason
from rules.game.units import Unit, UnitId
from rules.ground.table.inches import Spot
from rules.micro_armour.declarations.movement.formation import contact_paths, moved_before
from rules.micro_armour.declarations.movement.offered_paths import entry_paths, offered_paths
from rules.micro_armour.declarations.movement.reaction_fire import (
    HoldFire,
    carry_out_hold,
    nearest_opportunities,
)
from rules.micro_armour.effects.group_moves import close_group, end_group, halt, walk
from rules.micro_armour.effects.resolution import Resolution
from rules.micro_armour.questions.movement import budget_of, why_not_path
from rules.micro_armour.questions.stops import may_be_stopped, watchers
from rules.micro_armour.state.cohesion import state_modifier, state_modifiers
from rules.micro_armour.state.conditions import MOVEMENT
from rules.micro_armour.state.move_events import LegDeclared, NerveTested
from rules.micro_armour.state.position import Position
from rules.micro_armour.state.progress import Leg, Stage
from rules.micro_armour.state.stands import enemies_of, is_in_contact, spot_of, table_of

NERVE_MODIFIER = 3


@dataclass(frozen=True, slots=True)
class EndMove:
    """End the move of this stand; if none is named, end the move of the whole group."""

    side: str
    stand: UnitId = ""

    def __str__(self) -> str:
        return f"{self.stand} stays there" if self.stand else "the group's move is done"


def offer_end(position: Position, side: str) -> Iterator[EndMove]:
    yield EndMove(side, position.progress.move_under_way.stand)


def forbid_end(position: Position, end: EndMove) -> Iterator[Reason]:
    move = position.progress.move_under_way
    if end.stand != move.stand:
        words = f"{move.stand} is the stand being moved" if move.stand else "no stand is being moved"
        yield Reason(words, position.edition.cite("8.3.1"))


@implements("MATG2-8.2.3.2")
def carry_out_end(resolution: Resolution, end: EndMove) -> None:
    move = resolution.progress.move_under_way
    if end.stand:
        halt(resolution, end.stand)
    else:
        end_group(resolution, move.side, move.group, move.stragglers)


END_MOVE = Procedure(EndMove, (Stage.STANDS,), offer_end, forbid_end, carry_out_end, passes=True)


@dataclass(frozen=True, slots=True)
class PassEnemy:
    """Test a stand's nerve, so that it may pass through the enemy it is next to."""

    side: str
    stand: UnitId
    enemy: UnitId

    def __str__(self) -> str:
        return f"{self.stand} tests its nerve to pass {self.enemy}"


def offer_nerve(position: Position, side: str) -> Iterator[PassEnemy]:
    """Tests against those of the two nearest enemies that the stand touches."""
    for unit in _stands_to_move(position):
        for enemy in nearest_enemies(position, unit)[:2] if unit.at is not None else ():
            if is_in_contact(unit, enemy):
                yield PassEnemy(side, unit.id, enemy.id)


def forbid_nerve(position: Position, test: PassEnemy) -> Iterator[Reason]:
    state, move, cite = position.state, position.progress.move, position.edition.cite("8.3.6")
    if reasons := _why_not_its_move(position, test.stand):
        yield from reasons
        return
    unit, enemy = state.unit(test.stand), state.units.get(test.enemy)
    if enemy is None or enemy.side == unit.side or not isinstance(enemy.at, Spot):
        yield Reason(f"{test.enemy} is not an enemy stand on the table", cite)
        return
    if unit.at is None or not is_in_contact(unit, enemy):
        yield Reason(f"{unit} does not stand beside {enemy}", cite)
        return
    if move and move.stand == unit.id and enemy.id in move.nerve:
        yield Reason(f"{unit} may already pass {enemy}", cite)


@implements("MATG2-8.5.2")
def carry_out_nerve(resolution: Resolution, test: PassEnemy) -> None:
    """Carry out the test; before it the enemy may fire opportunity fire, if the stand is picked up only now, beside the enemy.

    Rule: MATG2 8.3.6, 8.5.2; OUR 78.
    """
    if touched := _leg_where_it_stands(resolution.position, test):
        _set_out(resolution, test.stand, touched)
    else:
        _test_nerve(resolution, test)


@implements("MATG2-8.3.6.1", "MATG2-8.3.6.2")
def _test_nerve(resolution: Resolution, test: PassEnemy) -> None:
    unit = resolution.state.unit(test.stand)
    level = resolution.progress.options.cohesion(test.side)
    roll = resolution.roll_cohesion(f"nerve of {unit}", level, NERVE_MODIFIER + state_modifier(unit))
    resolution.happen(NerveTested(test.stand, test.enemy, roll.natural, roll.modifier, level))
    if not roll.holds:
        halt(resolution, test.stand)


def _test_for_odds(resolution: Resolution, test: PassEnemy) -> None:
    """The test, as if nobody fired before it."""
    if resolution.progress.move_under_way.leg:
        carry_out_hold(resolution, HoldFire(resolution.progress.options.other(test.side)))
        _test_nerve(resolution, test)
    close_group(resolution)


def _leg_where_it_stands(position: Position, test: PassEnemy) -> Leg | None:
    """A leg of the stand where it is, if it has not begun its move yet and enemies may fire at it there; else None."""
    unit = position.state.unit(test.stand)
    leg = Leg((spot_of(unit),), unit.heading_deg, by_road=True, goes_on=True)
    is_first = not position.progress.move_under_way.stand
    return leg if is_first and may_be_stopped(position, test.stand, leg) else None


def nerve_factors(position: Position, test: PassEnemy) -> Factors:
    """The modifiers of the test, and the enemies that may fire before it."""
    own = state_modifiers(position.state.unit(test.stand), position.edition)
    nerve = Reason(f"{NERVE_MODIFIER:+d} test of nerve", position.edition.cite("8.3.6"))
    touched = _leg_where_it_stands(position, test)
    watching = _watching(position, test.stand, touched) if touched else ""
    before = [Reason(f"seen beforehand by {watching}", position.edition.our(78))] if watching else []
    return Factors.of(nerve, *own.as_reasons, *before)


def answers_on_way(position: Position, declared: "MoveStand | PassEnemy") -> Iterator[Action]:
    """The opportunity fire of each enemy that sees the stand on its way, where the stand is nearest to it."""
    yield from nearest_opportunities(position, position.options.other(declared.side))


PASS_ENEMY = Procedure(
    PassEnemy,
    (Stage.STANDS,),
    offer_nerve,
    forbid_nerve,
    carry_out_nerve,
    nerve_factors,
    carry_out_for_odds=_test_for_odds,
    answers=answers_on_way,
)


@dataclass(frozen=True, slots=True)
class MoveStand:
    """Move a stand along a path from where it is, and set its facing at the end; a path of one spot only turns it.

    `by_road` pays the road rate where there is a road; `goes_on` keeps the move open for another leg.
    """

    side: str
    stand: UnitId
    path: tuple[Spot, ...]
    facing_deg: float
    by_road: bool = True
    goes_on: bool = False

    def __str__(self) -> str:
        where = f" {'to' if len(self.path) > 1 else 'at'} {self.path[-1]}," if self.path else ""
        how = f"{'' if self.by_road else ', off the road'}{', to go on' if self.goes_on else ''}"
        return f"{self.stand}{where} facing {self.facing_deg:g}°{how}"


def offer_moves(position: Position, _: str) -> Iterator[MoveStand]:
    for unit in _stands_to_move(position):
        yield from _moves_of(position, unit)


@implements("MATG2-8.3.6.1", "MATG2-8.3.7.2", "MATG2-8.3.7.3")
def forbid_move(position: Position, declared: MoveStand) -> Iterator[Reason]:
    if reasons := _why_not_its_move(position, declared.stand):
        yield from reasons
        return
    yield from why_not_path(position, position.state.unit(declared.stand), _leg(declared))


def carry_out_move(resolution: Resolution, declared: MoveStand) -> None:
    _set_out(resolution, declared.stand, _leg(declared))


def _set_out(resolution: Resolution, stand: str, leg: Leg) -> None:
    """The stand moves along its leg, after the enemies that may fire at it on the way have had their chance."""
    is_watched = may_be_stopped(resolution.position, stand, leg)
    resolution.happen(LegDeclared(stand, leg.path, leg.facing_deg, leg.by_road, leg.goes_on, is_watched))
    if not is_watched:
        walk(resolution, leg)


def move_factors(position: Position, declared: MoveStand) -> Factors:
    """The enemies that may stop the stand by opportunity fire."""
    watching = _watching(position, declared.stand, _leg(declared))
    if not watching:
        return Factors()
    reason = Reason(f"seen on its way by {watching}", position.edition.cite("8.5.2"))
    return Factors(f"may be stopped by opportunity fire of {watching}", (reason,))


def _watching(position: Position, stand: str, leg: Leg) -> str:
    return ", ".join(str(enemy) for enemy in watchers(position, stand, leg))


MOVE_STAND = Procedure(
    MoveStand,
    (Stage.STANDS,),
    offer_moves,
    forbid_move,
    carry_out_move,
    move_factors,
    answers=answers_on_way,
    word="move",
)


def _leg(declared: MoveStand) -> Leg:
    return Leg(declared.path, declared.facing_deg, declared.by_road, declared.goes_on)


def _stands_to_move(position: Position) -> list[Unit]:
    """The stand being moved, or the next of the group that may move."""
    move = position.progress.move_under_way
    return [position.state.unit(name) for name in ((move.stand,) if move.stand else move.waiting[:1])]


def nearest_enemies(position: Position, unit: Unit) -> list[Unit]:
    return sorted(enemies_of(position.state, unit.side), key=lambda enemy: _gap(unit, enemy))


def _why_not_its_move(position: Position, stand: str) -> tuple[Reason, ...]:
    move, cite = position.progress.move, position.edition.cite("8.3.1")
    if move is None or stand not in move.waiting:
        words = Reason(f"{stand} is not among the stands that may move", cite)
        return (words, *_why_firing_posture_forbids(position, stand))
    if move.stand and move.stand != stand:
        return (Reason(f"{move.stand} is being moved: end its move first", cite),)
    return ()


@implements("MATG2-8.3.7.3")
def _why_firing_posture_forbids(position: Position, stand: str) -> Iterator[Reason]:
    """The reason why a stand not in movement posture may not even turn (OUR 46)."""
    unit, edition = position.state.units.get(stand), position.edition
    if unit is None or unit.at is None or unit.side != position.progress.side_to_act:
        return
    if not unit.has(MOVEMENT):
        cite = edition.our(46) if edition.is_first else edition.cite("8.3.7")
        yield Reason(f"{unit} is in firing posture and does not turn either", cite)


def _moves_of(position: Position, unit: Unit) -> Iterator[MoveStand]:
    """Moves into contact with stands of its group that moved before it; for the first stand, or if none is
    within reach, all paths."""
    in_contact = [
        MoveStand(unit.side, unit.id, path, facing_deg)
        for path, facing_deg in contact_paths(position, unit, moved_before(position, unit))
    ]
    if unit.at is None:
        edge = position.options.force(unit.side).enters
        paths = entry_paths(table_of(position.state), edge, budget_of(position, unit).points) if edge else ()
        yield from in_contact or (MoveStand(unit.side, unit.id, path, deg) for path, deg in paths)
        return
    enemies = nearest_enemies(position, unit)
    here = spot_of(unit)
    to_enemy = here.bearing_deg(spot_of(enemies[0])) if enemies else unit.heading_deg
    yield MoveStand(unit.side, unit.id, (here,), round(to_enemy, 1))
    if in_contact:
        yield from in_contact
        return
    for path in offered_paths(position, unit, to_enemy, enemies):
        yield MoveStand(unit.side, unit.id, path, end_facing_deg(path, enemies))


def end_facing_deg(path: tuple[Spot, ...], enemies: list[Unit]) -> float:
    """The facing offered at the end of a path, where turning is free: to the nearest enemy, else along the path."""
    if enemies:
        nearest = min(enemies, key=lambda enemy: path[-1].gap_in(spot_of(enemy)))
        return round(path[-1].bearing_deg(spot_of(nearest)), 1)
    return round(path[-2].bearing_deg(path[-1]), 1)


def _gap(unit: Unit, enemy: Unit) -> float:
    return 0.0 if unit.at is None else spot_of(unit).gap_in(spot_of(enemy))
