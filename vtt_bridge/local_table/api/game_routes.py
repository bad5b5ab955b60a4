"""The game on a scene over HTTP: whose turn it is, what may be done, what it can come to, and doing it."""

from typing import Annotated

from fastapi import APIRouter, Path, Query
from fastapi.responses import Response

from exporters.documents import ruling_document
from exporters.ruling_text import chat
from rules.game.engine.carrying_out import IllegalAction
from rules.game.play import Action
from vtt_bridge.games import going
from vtt_bridge.games.going import orders_said, units_said
from vtt_bridge.games.offers import offer_tree
from vtt_bridge.local_table.api.dependencies import OpId, Revision, TheStore, TheUmpire
from vtt_bridge.local_table.api.game_models import (
    ActionOdds,
    Choices,
    Declared,
    EndedGameListed,
    EndedGames,
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
from vtt_bridge.local_table.storage.game_store import Sent
from vtt_bridge.port.calibration import snapped
from vtt_bridge.web.refusals import JSON_LINES, REFUSALS, JsonLines

router = APIRouter(prefix="/api/scenes/{scene_id}/game", tags=["game"], responses=REFUSALS)

Side = Annotated[str, Query(max_length=100, description="Whose choices are asked for.")]
OfUnit = Annotated[str, Query(max_length=200, description="Only choices that name this unit.")]
GameId = Annotated[int, Path(ge=1, le=2**31 - 1)]
Everything = Annotated[bool, Query(description="Also what can come to nothing, or to no more.")]


@router.get("")
def status(scene_id: str, store: TheStore, umpire: TheUmpire) -> GameStatus:
    """The side whose turn it is, and how far the game has come."""
    return _status(SceneSession(store, scene_id, umpire.ruleset))


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
    session = SceneSession(store, scene_id, umpire.ruleset)
    now = session.now
    if side != now.to_act:
        return Choices(revision=session.revision, choices=[])
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
    return Choices(revision=session.revision, choices=sorted(found, key=lambda one: one.number))


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
    session = SceneSession(store, scene_id, umpire.ruleset)
    now = session.now
    if side != now.to_act:
        return Offers(revision=session.revision, left=[], offers=[], unlisted=0)
    tree, document = offer_tree(now, unit, everything=everything), now.game.book.actions.document
    return Offers(
        revision=session.revision,
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
    session = SceneSession(store, scene_id, umpire.ruleset)
    action = _meant(session, declared)
    if reasons := session.now.why_not(action):
        raise IllegalAction(action, reasons)
    ruling = session.now.chances(action)
    return ActionOdds(sentence=chat(ruling), ruling=ruling_document(ruling))


@router.post("/actions")
def declare(
    scene_id: str,
    declared: Declared,
    store: TheStore,
    umpire: TheUmpire,
    op_id: OpId = None,
    revision: Revision = None,
) -> GameStatus:
    """Declare an action: it is carried out with its dice, recorded, and the pieces are moved."""
    sent = Sent(revision, op_id, f"declare {declared.model_dump_json()}")
    session = SceneSession(store, scene_id, umpire.ruleset, sent)
    if not session.done_before:
        session.declare(_meant(session, declared))
    return _status(session)


@router.post("/go")
def send(
    scene_id: str,
    orders: Orders,
    store: TheStore,
    umpire: TheUmpire,
    op_id: OpId = None,
    revision: Revision = None,
) -> Gone:
    """Send units to a place by the best way: actions are declared until they are there, can go no further, or something happens."""
    session = SceneSession(
        store, scene_id, umpire.ruleset, Sent(revision, op_id, f"go {orders.model_dump_json()}")
    )
    if session.done_before:
        return Gone(declared=[], told=[], stopped="", status=_status(session))
    session.now.check_turn(orders.side)
    names = " ".join(orders.units)
    if orders.to_px is None:
        meant = orders_said(session.now, f"{names} to {orders.to}")
    else:
        place = snapped(store.scene(scene_id).frame, session.now.state.board, orders.to_px)
        meant = going.Orders(units_said(session.now, names), place)
    gone = going.go(session, meant)
    declared = [str(action) for action in gone.declared]
    return Gone(declared=declared, told=list(gone.told), stopped=gone.stopped, status=_status(session))


@router.delete("/actions/last")
def undo(
    scene_id: str, store: TheStore, umpire: TheUmpire, op_id: OpId = None, revision: Revision = None
) -> GameStatus:
    """Take the last action back, with all that came of it."""
    session = SceneSession(store, scene_id, umpire.ruleset, Sent(revision, op_id, "undo"))
    if not session.done_before:
        session.undo()
    return _status(session)


@router.post("/actions/redo")
def redo(
    scene_id: str, store: TheStore, umpire: TheUmpire, op_id: OpId = None, revision: Revision = None
) -> GameStatus:
    """Do again what was taken back last, with the dice it had."""
    session = SceneSession(store, scene_id, umpire.ruleset, Sent(revision, op_id, "redo"))
    if not session.done_before:
        session.redo()
    return _status(session)


@router.get("/ended")
def ended(scene_id: str, store: TheStore) -> EndedGames:
    """The games that were played on this scene before it was set up anew."""
    listed = (EndedGameListed(id=one.id, ended_at=one.ended_at) for one in store.games.ended(scene_id))
    return EndedGames(games=list(listed))


@router.get("/ended/{game_id}/log", response_class=Response, responses=JSON_LINES)
def ended_log(scene_id: str, game_id: GameId, store: TheStore) -> JsonLines:
    """The record of a game that was played on this scene before, as a blindhex-log/1."""
    return JsonLines(store.games.ended_log(scene_id, game_id))


@router.get("/log", response_class=Response, responses=JSON_LINES)
def log(scene_id: str, store: TheStore, umpire: TheUmpire) -> JsonLines:
    """The record of the game as a blindhex-log/1, for `blindhex replay` and the questions."""
    return JsonLines(SceneSession(store, scene_id, umpire.ruleset).now.log)


def _meant(session: SceneSession, declared: Declared) -> Action:
    session.now.check_turn(declared.side)
    return session.now.action_said(declared.action)


def _status(session: SceneSession) -> GameStatus:
    now = session.now
    book = now.game.book
    result = book.result(now.state)
    return GameStatus(
        moment=book.moment(now.state),
        to_act=now.to_act,
        actions=len(now.turns),
        revision=session.revision,
        can_redo=session.can_redo,
        result=None if result is None else result.text,
        winner=None if result is None else result.winner,
    )
