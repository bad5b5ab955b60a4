"""Dependencies of the API's routes: the store and umpire they work on, and the conditions of a write."""

from typing import Annotated

from fastapi import Depends, Query, Request

from vtt_bridge.local_table.storage.store import Store
from vtt_bridge.umpire.umpire import Umpire


def _store(request: Request) -> Store:
    store: Store = request.app.state.store
    return store


def _umpire(request: Request) -> Umpire:
    umpire: Umpire = request.app.state.umpire
    return umpire


TheStore = Annotated[Store, Depends(_store)]
TheUmpire = Annotated[Umpire, Depends(_umpire)]
OpId = Annotated[str | None, Query(max_length=200, description="The same op_id again changes nothing.")]
Revision = Annotated[
    str | None,
    Query(max_length=200, description="The revision this was made for; 409 if the scene has moved on."),
]
