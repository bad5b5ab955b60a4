"""Sending units to a place: each is activated for two Moves and moved along its way.

Rule: KGN Activation, Movement.
"""

from rules.game.engine.play import Action
from rules.game.going import Party, Way, in_formation
from rules.game.ruling import Reason
from rules.ground.table.inches import Spot
from rules.kampfgruppe_normandy.book.action_kinds import ActionKind
from rules.kampfgruppe_normandy.book.rulebook import cite
from rules.kampfgruppe_normandy.declarations.movement import Move
from rules.kampfgruppe_normandy.declarations.turn.activation import Activate, Forgo
from rules.kampfgruppe_normandy.play.armour_shown import with_front_to_enemies
from rules.kampfgruppe_normandy.questions.movement.reach import Mover
from rules.kampfgruppe_normandy.state.position import Position
from rules.kampfgruppe_normandy.state.progress import Step


def parties(position: Position, units: tuple[str, ...], goal: Spot) -> tuple[Party, ...]:
    """The groups that go to a place: each unit by itself, in formation; passengers and towed guns go with their vehicles.

    A unit off the table has no way to it by moving.
    """
    going = [position.state.unit(name) for name in units if not _is_carried(position, name, units)]
    there = tuple((unit.id, unit.at) for unit in going if isinstance(unit.at, Spot))
    waiting = tuple(Party((unit.id,), None, goal) for unit in going if unit.at is None)
    return (*in_formation(there, goal), *waiting)


def _is_carried(position: Position, name: str, units: tuple[str, ...]) -> bool:
    return position.status(position.state.unit(name)).aboard in units


def next_on_way(position: Position, party: tuple[str, ...], way: Way) -> Action | Reason:
    """The next declaration on the way: activation for two Moves, then each Move; armour ends facing the enemy if it can."""
    (name,) = party
    unit, activation = position.state.unit(name), position.progress.activation
    spots = tuple(spot for spot in way if isinstance(spot, Spot))
    if len(spots) < 2:
        return Reason(f"{unit} cannot get there", cite("Movement"))
    if activation is None and position.progress.step is Step.ACTIVATION:
        return Activate(unit.side, name, (ActionKind.MOVE, ActionKind.MOVE))
    move = Move(unit.side, name, spots)
    best = Mover(position, unit, spots[0]).way_to(spots[-1])
    if best is not None and (len(spots) == 2 or best.path == spots):
        move = Move(unit.side, name, best.path, best.facing_deg, reverse=best.factor > 1)
    return with_front_to_enemies(position, move)


def before_it_goes(position: Position, party: tuple[str, ...]) -> Forgo | None:
    """The declaration by which another active unit forgoes its next action; None if no other is active."""
    activation = position.progress.activation
    if activation is None or activation.unit in party:
        return None
    return Forgo(activation.side)
