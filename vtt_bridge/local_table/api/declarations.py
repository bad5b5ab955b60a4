"""Declarations over HTTP: the side, and the action or orders that a player means."""

from typing import TypeVar

from rules.errors import BadInput
from rules.game.engine.play import Action
from vtt_bridge.errors import TwoPlaces
from vtt_bridge.games import going
from vtt_bridge.games.going import units_named
from vtt_bridge.games.running_game import RunningGame
from vtt_bridge.local_table.api.game_models import AgreedAction, Declared, Orders
from vtt_bridge.local_table.scene_seen import SceneSeen
from vtt_bridge.local_table.scene_session import SceneSession
from vtt_bridge.port.calibration import snapped
from vtt_bridge.port.names import place_named

AskedT = TypeVar("AskedT", Declared, AgreedAction, Orders)


def played(seen: SceneSeen, asked: AskedT) -> AskedT:
    """The same request with the side's id in place of the name that was given.

    Raises:
        Refused: if another seat plays it.
    """
    return asked.model_copy(update={"side": seen.played(asked.side)})


def declared_action(session: SceneSession, declared: Declared) -> Action:
    """The action that a side declares in its turn.

    Raises:
        RulesError: if it is not the side's turn, or there is no such action.
    """
    session.now.check_turn(declared.side)
    return session.now.action_said(declared.action)


def orders_in_request(seen: SceneSeen, now: RunningGame, orders: Orders) -> going.Orders:
    """The units that are sent and the place, given by name or by a point of the map.

    Raises:
        RulesError: if it is not the turn of their side, or a unit or the place cannot be made out.
    """
    now.check_turn(orders.side)
    if orders.to and orders.to_px is not None:
        raise TwoPlaces
    units = units_named(now, orders.units)
    if orders.to_px is not None:
        return going.Orders(units, snapped(seen.scene().frame, now.state.board, orders.to_px))
    if (place := place_named(now.state.board, orders.to)) is None:
        raise BadInput("to", orders.to or None, "a place such as F6, or 50,15 in inches; or a point in to_px")
    return going.Orders(units, place)
