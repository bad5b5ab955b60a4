"""The game on a scene over HTTP: whose turn it is, declaring, taking back, and what its players agree on."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Annotated

from fastapi import APIRouter, Depends, Path
from fastapi.responses import Response

from rules.game.engine.carrying_out import check_overruled
from rules.game.record.corrections import Allowed, Correction
from rules.game.side_names import people, side_called
from vtt_bridge.errors import Refused, Stale
from vtt_bridge.games import going
from vtt_bridge.games.correcting import Wanted, correction, given_reason
from vtt_bridge.games.game_setup import scenario_of
from vtt_bridge.games.own_dice import OwnDice
from vtt_bridge.games.running_game import RunningGame, begun
from vtt_bridge.games.undo_consent import undo_needs_consent
from vtt_bridge.local_table.api.declarations import declared_action, orders_in_request, played
from vtt_bridge.local_table.api.dependencies import (
    Conditions,
    DecidesAlone,
    FewQuestions,
    Seen,
    TheStore,
    TheUmpire,
)
from vtt_bridge.local_table.api.draft_models import Opened
from vtt_bridge.local_table.api.game_models import (
    AgreedAction,
    Answer,
    AskedFor,
    Declared,
    EndedGames,
    GameStatus,
    Gone,
    Orders,
    PlayedBy,
    WantedUnit,
)
from vtt_bridge.local_table.scenario_setup import open_scenario
from vtt_bridge.local_table.scene_seen import SceneSeen
from vtt_bridge.local_table.scene_session import UNDO, SceneSession
from vtt_bridge.local_table.seats.seat import Role
from vtt_bridge.web.refusals import JSON_LINES, REFUSALS, JsonLines


def _tells_meanwhile(seen: Seen) -> Iterator[None]:
    """A client whose action comes too late is told what happened in the meantime."""
    try:
        yield
    except Stale as late:
        raise Stale(late.computed_for, late.now, seen.last_report()) from None


router = APIRouter(
    prefix="/api/scenes/{scene_id}/game",
    tags=["game"],
    responses=REFUSALS,
    dependencies=[Depends(_tells_meanwhile)],
)

GameId = Annotated[int, Path(ge=1, le=2**31 - 1)]


@router.get("")
def status(seen: Seen) -> GameStatus:
    """The side whose turn it is, and how far the game has come."""
    return _status(seen, seen.session())


@router.post("/actions")
def declare(declared: Declared, seen: Seen, sent: Conditions) -> GameStatus:
    """Declare an action: it is carried out with its dice, recorded, and the pieces are moved."""
    sent = replace(sent, asked=f"declare {declared.model_dump_json()}")
    declared = played(seen, declared)
    session = seen.session(sent)
    if not session.done_before:
        session.declare(declared_action(session, declared), _dice(session.now, declared.side, declared.dice))
    return _status(seen, session)


@router.post("/go", dependencies=[FewQuestions])
def send(orders: Orders, seen: Seen, sent: Conditions) -> Gone:
    """Send units to a place by the cheapest route: actions are declared until they are there, can go no further, or something happens."""
    orders = played(seen, orders)
    session = seen.session(replace(sent, asked=f"go {orders.model_dump_json()}"))
    if session.done_before:
        return Gone(declared=[], told=[], stopped="", status=_status(seen, session))
    now = session.now
    gone = going.go(session, orders_in_request(seen, now, orders), _dice(now, orders.side, orders.dice))
    said = session.now.names(orders.side, gone.games[0].state).said
    declared = [said(str(action)) for action in gone.declared]
    return Gone(
        declared=declared, told=list(gone.reports), stopped=gone.stopped, status=_status(seen, session)
    )


@router.delete("/actions/last")
def undo(seen: Seen, decides_alone: DecidesAlone, sent: Conditions) -> GameStatus:
    """Take the last action back, with all that came of it, or the whole way of a unit that was sent; the side that declared it may.

    If dice fell in it, or it showed somebody what was hidden, the other side is asked first; the umpire may always.
    """
    session = seen.session(replace(sent, asked="undo"))
    if not session.done_before:
        seen.seat.check_plays(_undone_by(seen, session))
        if decides_alone or not undo_needs_consent(session.now):
            session.undo()
        else:
            session.ask(seen.seat.name, UNDO, f"to take {session.now.undo_words} back")
    return _status(seen, session)


@router.post("/corrections")
def correct(unit: WantedUnit, seen: Seen, decides_alone: DecidesAlone, sent: Conditions) -> GameStatus:
    """Set up or correct a unit past the rules, with a reason that stands in the record.

    By the umpire, or who plays alone, it is done at once. A side asks the other, and once that agrees, what is ruled of
    the unit says that it rests on it.
    """
    session = seen.session(replace(sent, asked=f"correct {unit.model_dump_json()}"))
    if not session.done_before:
        said = unit.model_dump(exclude={"reason"})
        wanted = Wanted(**{**said, "gains": tuple(unit.gains), "loses": tuple(unit.loses)})
        if seen.seat.sees_all or decides_alone:
            session.declare(correction(session.now, wanted, unit.reason))
        else:
            seen.seat.check_plays(seen.seat.side)
            by = seen.seat.name
            session.ask_for(by, correction(session.now, wanted, unit.reason, agreed=True, by=by))
    return _status(seen, session)


@router.post("/agreed")
def agree(declared: AgreedAction, seen: Seen, decides_alone: DecidesAlone, sent: Conditions) -> GameStatus:
    """Overrule the umpire in one case: an action that he refuses is carried out once the other side agrees.

    The reason stands in the record; what is ruled later of the units that it changed says that it rests on it.
    """
    declared = played(seen, declared)
    session = seen.session(replace(sent, asked=f"agree {declared.model_dump_json()}"))
    if not session.done_before:
        action = declared_action(session, declared)
        check_overruled(session.now.game.book, session.now.state, action)
        allowed = Allowed(action, given_reason(declared.reason))
        if decides_alone:
            session.declare(allowed)
        else:
            session.ask_for(seen.seat.name, allowed)
    return _status(seen, session)


@router.post("/asked")
def answer(said: Answer, seen: Seen, sent: Conditions) -> GameStatus:
    """Agree to what the other side asks for, and it is done; or do not. Who asked may let it be."""
    session = seen.session(replace(sent, asked=f"answer {said.agrees}"))
    if not session.done_before:
        by = session.asked.by if session.asked else ""
        if not seen.seat.sees_all and (
            seen.seat.role is not Role.SIDE or (said.agrees and seen.seat.name == by)
        ):
            raise Refused(
                f"seat: it is not for {seen.seat.holder} to agree to what {f'the {people(by)} ask' if by else 'nobody asks'} for"
            )
        session.agree() if said.agrees else session.decline()
    return _status(seen, session)


@router.post("/actions/redo")
def redo(seen: Seen, sent: Conditions) -> GameStatus:
    """Do again what was taken back last, with the dice it had; the side that declared it may."""
    session = seen.session(replace(sent, asked="redo"))
    if not session.done_before:
        seen.seat.check_plays(session.now.to_act or "")
        session.redo()
    return _status(seen, session)


@router.put("/players/{side}")
def play_by(
    side: Annotated[str, Path(max_length=100)],
    who: PlayedBy,
    seen: Seen,
    decides_alone: DecidesAlone,
    sent: Conditions,
) -> GameStatus:
    """Hand a side to the computer, which plays it on what it knows, or take it back: where several people play, the umpire any, others their own."""
    session = seen.session(replace(sent, asked=f"play {side} by {who.player}"))
    if not session.done_before:
        meant = side_called(side, session.now.state.sides)
        if not decides_alone:
            seen.seat.check_plays(meant)
        session.play_by(meant, who.player)
    return _status(seen, session)


@router.post("/again")
def again(seen: Seen, store: TheStore, umpire: TheUmpire, decides_alone: DecidesAlone) -> Opened:
    """Begin the game on this scene anew, with new dice and the same players. The game before it is kept.

    Only the umpire may do so, or somebody who plays every side that the computer does not play.
    """
    if not decides_alone:
        raise Refused("seat: the umpire alone sets up the table")
    now = seen.session().now
    head = replace(now.game.head, seed=None, players=now.computers)
    scene = open_scenario(store, scenario_of(head), anew=True, begin=lambda: begun(head, umpire.ruleset))
    return Opened(scene=scene)


@router.get("/ended")
def ended(seen: Seen) -> EndedGames:
    """The games that were played on this scene before it was set up anew."""
    return EndedGames.model_validate({"games": seen.ended()})


@router.get("/ended/{game_id}/log", response_class=Response, responses=JSON_LINES)
def ended_log(game_id: GameId, seen: Seen) -> JsonLines:
    """The record of a game that was played on this scene before, as a blindhex-log/1, for those who see all."""
    return JsonLines(seen.ended_log(game_id))


@router.get("/log", response_class=Response, responses=JSON_LINES)
def log(seen: Seen) -> JsonLines:
    """The record of the game as a blindhex-log/1, for `blindhex replay` and the questions, for those who see all."""
    return JsonLines(seen.log())


def _dice(now: RunningGame, side: str, faces: list[int] | None) -> OwnDice | None:
    return None if faces is None else OwnDice(now, side, faces)


def _undone_by(seen: SceneSeen, session: SceneSession) -> str:
    """The side that may ask to take the last action back: the one that declared it, or any if both agreed to it."""
    if not session.now.undone:
        return seen.seat.side
    last = session.now.undone[0].action
    return seen.seat.side if isinstance(last, Correction) and last.agreed else last.side


def _status(seen: SceneSeen, session: SceneSession) -> GameStatus:
    now = session.now
    book = now.game.book
    result, asked = book.result(now.state), session.asked
    return GameStatus(
        moment=seen.moment(now),
        due=seen.due(now),
        sides=list(now.state.sides),
        to_act=now.to_act,
        actions=len(now.turns),
        revision=session.revision,
        players=dict(now.computers),
        can_undo=bool(now.undone) and seen.seat.plays(_undone_by(seen, session)),
        can_redo=session.can_redo and seen.seat.plays(now.to_act or ""),
        asked=None if asked is None else AskedFor.model_validate(asked),
        result=None if result is None else now.names().said(result.text),
        winner=None if result is None else result.winner,
    )
