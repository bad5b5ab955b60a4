"""The seats of a scene over HTTP: who may join, joining by a link, and freeing a seat."""

from typing import Annotated

from fastapi import APIRouter, Path, Request, Response

from rules.game.side_names import people
from vtt_bridge.errors import Refused
from vtt_bridge.local_table.api.dependencies import (
    COOKIE,
    Chairs,
    FewClaims,
    TheSeat,
    TheStore,
    TheUmpire,
    cookie_with,
    needs_seat,
    seats_held,
)
from vtt_bridge.local_table.api.models import JoiningLink, ListedSeat, Seated, Seats, ToJoin
from vtt_bridge.local_table.scene_session import computers_at
from vtt_bridge.local_table.seats.seat import UMPIRE_SEAT, Seat, seat_named, seats_for
from vtt_bridge.local_table.storage.store import Store
from vtt_bridge.port.scene_reader import sides_of
from vtt_bridge.web.host_names import is_loopback, network_address
from vtt_bridge.web.refusals import REFUSALS

router = APIRouter(prefix="/api", tags=["seats"], responses=REFUSALS)

_YEAR_S = 365 * 24 * 3600


@router.post("/seats", dependencies=[FewClaims])
def join(link: ToJoin, request: Request, response: Response, store: TheStore) -> Seated:
    """Sit down at the seat of a link. The key goes with every request from then on: a browser has it as a cookie,
    a program sends it as Authorization: Bearer."""
    chair, key = store.seats.sit_down(link.link)
    response.set_cookie(
        COOKIE,
        cookie_with(key, request),
        max_age=_YEAR_S,
        httponly=True,
        samesite="strict",
        secure=request.url.scheme == "https",
    )
    return Seated(scene=chair.scene, seat=chair.seat, key=key)


@router.get("/scenes/{scene_id}/seats")
def seats(
    scene_id: str, request: Request, store: TheStore, umpire: TheUmpire, chairs: Chairs, seat: TheSeat
) -> Seats:
    """The seats of a scene: which of them are yours, which are taken, and which the computer has."""
    computers = computers_at(store, umpire.ruleset, scene_id)
    by_links = needs_seat(request)
    yours = seats_held(request, store, chairs, scene_id)
    return Seats(
        by_links=by_links,
        seat=seat.name,
        seats=[
            ListedSeat(
                seat=chair.name,
                name=people(chair.name),
                yours=chair in yours,
                taken=by_links and store.seats.is_taken(_scene_of(chair, scene_id), chair.name),
                computer=computers.get(chair.name, ""),
            )
            for chair in seats_for(sides_of(store.scene(scene_id)))
        ],
    )


@router.post("/scenes/{scene_id}/seats/{name}/link")
def free(
    scene_id: str,
    name: Annotated[str, Path(max_length=100)],
    request: Request,
    store: TheStore,
    seat: TheSeat,
) -> JoiningLink:
    """Free a seat and make a link to it, to hand it over or to send somebody away: the umpire any, others their own."""
    if not needs_seat(request):
        raise Refused("seat: this table is on this machine alone, and whoever is here sits on all seats")
    if name != seat.name and not seat.sees_all:
        raise Refused(f"seat: only the umpire frees the seat of the {people(name)}")
    here = request.url
    origin = (
        f"{here.scheme}://{network_address()}:{here.port or 80}" if is_loopback(here.hostname or "") else ""
    )
    return JoiningLink(link=free_seat(store, scene_id, name), origin=origin)


def free_seat(store: Store, scene_id: str, name: str) -> str:
    """Free a seat of a scene, whoever sits there, and return the signed text of a new link to it.

    Raises:
        BadInput: if there is no such seat.
    """
    freed = seat_named(name, sides_of(store.scene(scene_id)))
    return store.seats.free(_scene_of(freed, scene_id), freed.name)


def links_of(store: Store, scene_id: str) -> list[tuple[str, str | None]]:
    """Each seat of a scene with the signed text of a link to it; None for a seat that is taken."""
    seats = seats_for(sides_of(store.scene(scene_id)))
    return [(seat.name, store.seats.link(_scene_of(seat, scene_id), seat.name)) for seat in seats]


def _scene_of(seat: Seat, scene_id: str) -> str:
    """The scene under which a seat is stored: none for the umpire, who sits at every scene."""
    return "" if seat == UMPIRE_SEAT else scene_id
