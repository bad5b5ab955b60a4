"""Dependencies of the API's routes: the seat that a request comes from, what it sees, and the conditions of a write.

Those that do not use the store are `async`, so that they need no thread.
"""

from asyncio import create_task
from collections.abc import AsyncIterator
from threading import Event
from typing import Annotated

from fastapi import Depends, Query, Request
from starlette.concurrency import run_in_threadpool

from vtt_bridge.errors import NoSeat, Refused
from vtt_bridge.local_table.scene_seen import SceneSeen
from vtt_bridge.local_table.scene_session import computers_at
from vtt_bridge.local_table.seats.links import Chair
from vtt_bridge.local_table.seats.seat import ALL_SEATS, UMPIRE_SEAT, Role, Seat, seat_named, seats_for
from vtt_bridge.local_table.storage.revisions import Sent
from vtt_bridge.local_table.storage.store import Store
from vtt_bridge.port.scene_reader import sides_of
from vtt_bridge.umpire.chat_umpire import ChatUmpire
from vtt_bridge.umpire.umpire import Umpire

COOKIE = "blindhex-seats"
CLAIMS_A_MINUTE = 60
_BETWEEN = "~"
_MOST_CHAIRS = 12


async def _store(request: Request) -> Store:
    store: Store = request.app.state.store
    return store


async def _umpire(request: Request) -> Umpire:
    umpire: Umpire = request.app.state.umpire
    return umpire


async def _chat(request: Request) -> ChatUmpire:
    chat: ChatUmpire = request.app.state.chat
    return chat


TheStore = Annotated[Store, Depends(_store)]
TheUmpire = Annotated[Umpire, Depends(_umpire)]
TheChat = Annotated[ChatUmpire, Depends(_chat)]
OpId = Annotated[str | None, Query(max_length=200, description="The same op_id again changes nothing.")]
Revision = Annotated[
    str | None,
    Query(max_length=200, description="The revision this was made for; 409 if the scene has moved on."),
]


async def _sent(op_id: OpId = None, revision: Revision = None) -> Sent:
    return Sent(revision, op_id)


Conditions = Annotated[Sent, Depends(_sent)]
"""The conditions of a write."""
SeatName = Annotated[
    str,
    Query(
        max_length=100,
        description="From which seat: a side, umpire or spectator. Left out: from all at once, or the one that was joined.",
    ),
]


def needs_seat(request: Request) -> bool:
    """Whether this table is joined by links; else every client sits on all seats."""
    return bool(request.app.state.by_links)


def texts_brought(request: Request) -> list[str]:
    """The signed texts in a request: from its cookie, or from Authorization: Bearer."""
    kind, _, key = request.headers.get("authorization", "").partition(" ")
    kept = request.cookies.get(COOKIE, "").split(_BETWEEN)
    return [text for text in ([key] if kind == "Bearer" else kept) if text][:_MOST_CHAIRS]


def cookie_with(text: str, request: Request) -> str:
    """The cookie of a request with one more signed text."""
    return _BETWEEN.join(list(dict.fromkeys((text, *texts_brought(request))))[:_MOST_CHAIRS])


async def _chairs(request: Request, store: TheStore) -> tuple[Chair, ...]:
    """The seats that the client holds by his links.

    Raises:
        NoSeat: if he holds none, and this table is joined by links.
    """
    return await run_in_threadpool(_held_by, request, store) if needs_seat(request) else ()


def _held_by(request: Request, store: Store) -> tuple[Chair, ...]:
    held = (store.seats.held(text) for text in texts_brought(request))
    chairs = tuple(chair for chair in held if chair is not None)
    if not chairs:
        raise NoSeat
    return chairs


Chairs = Annotated[tuple[Chair, ...], Depends(_chairs)]


def seats_held(request: Request, store: Store, chairs: tuple[Chair, ...], scene_id: str) -> tuple[Seat, ...]:
    """The seats of a scene that the client holds; at a table for this machine alone, all of them."""
    seats = seats_for(sides_of(store.scene(scene_id)))
    names = {chair.seat for chair in chairs if chair.scene in ("", scene_id)}
    return tuple(seat for seat in seats if not needs_seat(request) or {seat.name, UMPIRE_SEAT.name} & names)


def _seat(scene_id: str, request: Request, store: TheStore, chairs: Chairs, seat: SeatName = "") -> Seat:
    """The seat that a request comes from.

    Raises:
        NoSeat: if the client has none at this scene.
        Refused: if he names a seat that he does not hold.
        BadInput: if he names a seat that does not exist.
    """
    if not needs_seat(request):
        return seat_named(seat, sides_of(store.scene(scene_id))) if seat else ALL_SEATS
    held = seats_held(request, store, chairs, scene_id)
    if not held:
        raise NoSeat
    if not seat:
        return UMPIRE_SEAT if UMPIRE_SEAT in held else held[0]
    wanted = seat_named(seat, sides_of(store.scene(scene_id)))
    if wanted is ALL_SEATS or wanted not in held:
        raise Refused(f"seat: you do not sit at the seat of {wanted.holder}")
    return wanted


TheSeat = Annotated[Seat, Depends(_seat)]


def _decides_alone(
    scene_id: str, request: Request, store: TheStore, umpire: TheUmpire, chairs: Chairs
) -> bool:
    """Whether nobody need agree: the client holds the seats of all sides that people play."""
    held = seats_held(request, store, chairs, scene_id)
    sides = [seat for seat in seats_for(sides_of(store.scene(scene_id))) if seat.role is Role.SIDE]
    others = {seat.side for seat in sides if seat not in held}
    if not others or len(others) == len(sides):
        return not others
    return others <= computers_at(store, umpire.ruleset, scene_id).keys()


DecidesAlone = Annotated[bool, Depends(_decides_alone)]


async def _seen(scene_id: str, store: TheStore, umpire: TheUmpire, seat: TheSeat) -> SceneSeen:
    return SceneSeen(store, umpire, scene_id, seat)


Seen = Annotated[SceneSeen, Depends(_seen)]


async def _left(request: Request) -> AsyncIterator[Event]:
    """An event that is set if the client closes the connection before it is answered."""
    left = Event()

    async def listen() -> None:
        while (await request.receive())["type"] != "http.disconnect":
            pass
        left.set()

    listening = create_task(listen())
    try:
        yield left
    finally:
        listening.cancel()


Left = Annotated[Event, Depends(_left)]


async def _few_claims(request: Request) -> None:
    """Check that the client does not try link after link.

    Raises:
        TooOften: if somebody does.
    """
    client = request.client.host if request.client else ""
    request.app.state.rates.count("seats claimed", client, CLAIMS_A_MINUTE)


FewClaims = Depends(_few_claims)


async def _few_questions(request: Request, store: TheStore) -> None:
    """Check that the client does not keep a shared table busy with questions; a table for this machine alone has no limit.

    Raises:
        TooOften: if somebody does.
    """
    if needs_seat(request):
        await run_in_threadpool(count_question, request, store)


def count_question(request: Request, store: Store) -> None:
    """Count a question of the client, at a table joined by links.

    Raises:
        TooOften: if the client asks too many.
    """
    state = request.app.state
    if not (needs_seat(request) and state.questions_a_minute):
        return
    seats = (text for text in texts_brought(request) if store.seats.held(text))
    client = next(seats, request.client.host if request.client else "")
    state.rates.count("questions", client, state.questions_a_minute)


FewQuestions = Depends(_few_questions)
"""The dependency of routes that are expensive for the table."""


async def _set_up(request: Request, chairs: Chairs, seat: SeatName = "") -> None:
    """Check that a request comes from the umpire, who sets up the table.

    Raises:
        Refused: if it does not.
    """
    is_umpire = not needs_seat(request) or any(chair.seat == UMPIRE_SEAT.name for chair in chairs)
    if not is_umpire or seat not in (ALL_SEATS.name, UMPIRE_SEAT.name):
        raise Refused("seat: the umpire alone sets up the table")


SettingUp = Depends(_set_up)
"""The dependency of routes that only the umpire may use."""
