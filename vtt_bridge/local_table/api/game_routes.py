"""The game on a scene over HTTP: whose turn it is, what may be done, what it can come to, and doing it."""

from typing import Annotated

from fastapi import APIRouter, Query
from fastapi.responses import Response

from exporters.documents import ruling_document
from exporters.ruling_text import chat
from rules.game.engine.carrying_out import IllegalAction
from rules.game.play import Action
from vtt_bridge.games import going
from vtt_bridge.games.going import orders_said, units_said
from vtt_bridge.games.offers import offer_tree
from vtt_bridge.games.running_game import RunningGame
from vtt_bridge.local_table.api.dependencies import TheStore, TheUmpire
from vtt_bridge.local_table.api.game_models import (
    ActionOdds,
    Choices,
    Declared,
    GameStatus,
    Gone,
    Notes,
    OfferedAction,
    OfferedIntention,
    OfferedPlace,
    Offers,
    OffersOfUnits,
    Orders,
)
from vtt_bridge.local_table.scene_session import SceneSession
from vtt_bridge.local_table.storage.store import Store
from vtt_bridge.port.calibration import snapped
from vtt_bridge.umpire.umpire import Umpire
from vtt_bridge.web.refusals import JSON_LINES, REFUSALS, JsonLines

router = APIRouter(prefix="/api/scenes/{scene_id}/game", tags=["game"], responses=REFUSALS)

Side = Annotated[str, Query(max_length=100, description="Whose choices are asked for.")]
OfUnit = Annotated[str, Query(max_length=200, description="Only choices that name this unit.")]
Everything = Annotated[bool, Query(description="Also what can come to nothing, or to no more.")]


@router.get("")
def status(scene_id: str, store: TheStore, umpire: TheUmpire) -> GameStatus:
    """The side whose turn it is, and how far the game has come."""
    return _status(SceneSession(store, scene_id, umpire.ruleset).now)


@router.get("/choices")
def choices(
    scene_id: str,
    store: TheStore,
    umpire: TheUmpire,
    side: Side,
    unit: OfUnit = "",
    everything: Everything = False,
) -> Choices:
    """What a side may do now that can come to something, or everything; nothing while it is not its turn."""
    now = SceneSession(store, scene_id, umpire.ruleset).now
    if side != now.to_act:
        return Choices(choices=[])
    actions = now.game.book.actions
    found = (
        OfferedAction(
            number=one.number,
            text=one.text,
            units=sorted(now.names_in(one.action)),
            action=actions.document(one.action),
        )
        for of_units in offer_tree(now, unit, everything=everything).of_units
        for one in of_units.offers
    )
    return Choices(choices=sorted(found, key=lambda one: one.number))


@router.get("/offers")
def offers(
    scene_id: str,
    store: TheStore,
    umpire: TheUmpire,
    side: Side,
    unit: OfUnit = "",
    everything: Everything = False,
) -> Offers:
    """What a side's units may do, where and at whom, and what it has left; nothing while it is not its turn."""
    now = SceneSession(store, scene_id, umpire.ruleset).now
    if side != now.to_act:
        return Offers(left=[], offers=[], unlisted=0)
    tree, document = offer_tree(now, unit, everything=everything), now.game.book.actions.document
    return Offers(
        left=list(tree.left),
        offers=[
            OffersOfUnits(
                units=list(of_units.units),
                intentions=[
                    OfferedIntention(
                        what=intention.what,
                        choices=[
                            OfferedPlace(
                                number=offer.number,
                                text=offer.text,
                                where=offer.where,
                                action=document(offer.action),
                            )
                            for offer in intention.offers
                        ],
                    )
                    for intention in of_units.intentions
                ],
            )
            for of_units in tree.of_units
        ],
        unlisted=tree.unlisted,
    )


@router.get("/notes")
def notes(scene_id: str, store: TheStore, umpire: TheUmpire, side: Side) -> Notes:
    """A side's secret notes: its counters, registered points, reserves, rounds left."""
    return Notes(notes=list(SceneSession(store, scene_id, umpire.ruleset).now.notes(side)))


@router.post("/odds")
def odds(scene_id: str, declared: Declared, store: TheStore, umpire: TheUmpire) -> ActionOdds:
    """The possible outcomes of an action with the exact odds; refused with the rules if it may not be done."""
    game, action = _meant(scene_id, declared, store, umpire)
    if reasons := game.now.why_not(action):
        raise IllegalAction(action, reasons)
    ruling = game.now.chances(action)
    return ActionOdds(sentence=chat(ruling), ruling=ruling_document(ruling))


@router.post("/actions")
def declare(scene_id: str, declared: Declared, store: TheStore, umpire: TheUmpire) -> GameStatus:
    """Declare an action: it is carried out with its dice, recorded, and the pieces are moved."""
    game, action = _meant(scene_id, declared, store, umpire)
    return _status(game.declare(action))


@router.post("/go")
def send(scene_id: str, orders: Orders, store: TheStore, umpire: TheUmpire) -> Gone:
    """Send units to a place by the best way: actions are declared until they are there, can go no further, or something happens."""
    game = SceneSession(store, scene_id, umpire.ruleset)
    game.now.check_turn(orders.side)
    names = " ".join(orders.units)
    if orders.to_px is None:
        meant = orders_said(game.now, f"{names} to {orders.to}")
    else:
        place = snapped(store.scene(scene_id).frame, game.now.state.board, orders.to_px)
        meant = going.Orders(units_said(game.now, names), place)
    gone = going.go(game, meant)
    declared = [str(action) for action in gone.declared]
    return Gone(declared=declared, told=list(gone.told), stopped=gone.stopped, status=_status(game.now))


@router.delete("/actions/last")
def undo(scene_id: str, store: TheStore, umpire: TheUmpire) -> GameStatus:
    """Take the last action back, with all that came of it."""
    return _status(SceneSession(store, scene_id, umpire.ruleset).undo())


@router.get("/log", response_class=Response, responses=JSON_LINES)
def log(scene_id: str, store: TheStore, umpire: TheUmpire) -> JsonLines:
    """The record of the game as a blindhex-log/1, for `blindhex replay` and the questions."""
    return JsonLines(SceneSession(store, scene_id, umpire.ruleset).now.log)


def _meant(scene_id: str, declared: Declared, store: Store, umpire: Umpire) -> tuple[SceneSession, Action]:
    game = SceneSession(store, scene_id, umpire.ruleset)
    game.now.check_turn(declared.side)
    return game, game.now.action_said(declared.action)


def _status(now: RunningGame) -> GameStatus:
    book = now.game.book
    result = book.result(now.state)
    return GameStatus(
        moment=book.moment(now.state),
        to_act=now.to_act,
        actions=len(now.turns),
        result=None if result is None else result.text,
        winner=None if result is None else result.winner,
    )
