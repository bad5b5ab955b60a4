"""A stand-in for a PlanarAlly server: real Socket.IO on loopback, and as strict and as silent as the real one.

Messages that do not fit a model are dropped without an error, as by PlanarAlly; a test that expects them to be
accepted sees no effect. Faults recorded at real servers can be switched on.
"""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from hashlib import sha1
from importlib import import_module
from threading import Event, Thread
from typing import Any

from aiohttp import web

from tests.waiting import PATIENCE_S

GAME, ASSETS = "/planarally", "/pa_assetmgmt"
_CORE_FIELDS = """
    uuid type_ x y name name_visible fill_colour stroke_colour vision_obstruction movement_obstruction
    draw_operator options badge show_badge default_edit_access default_vision_access
    default_movement_access is_invisible is_defeated is_locked angle stroke_width group ignore_zoom_size
    is_door is_teleport_zone custom_data owners trackers auras character odd_hex_orientation size_x size_y
    show_cells cell_fill_colour cell_stroke_colour cell_stroke_width notes variants
"""
CORE = frozenset(_CORE_FIELDS.split())
MORE = {
    "rect": {"width", "height"},
    "circle": {"radius", "viewing_angle"},
    "assetrect": {"width", "height", "assetHash", "assetId"},
    "circulartoken": {"radius", "viewing_angle", "text", "font"},
    "polygon": {"vertices", "line_width", "open_polygon"},
}
IDENTITY = {"shapeId", "source", "prefix", "name"}
TOLD_OTHERS = ("Shape.Add", "Shape.CustomData", "Shapes.", "Location.Options")
"""Prefixes of the events that are also sent to other DMs (server/src/api/socket of 2026.1.2)."""


@dataclass
class Faults:
    """Faults: events that are dropped, not acknowledged or out of order; and actions of other people."""

    dropped: set[str] = field(default_factory=set)
    mute: set[str] = field(default_factory=set)
    late_s: float = 0.0
    """The delay of the next answer to Location.Load, in seconds."""
    backwards: bool = False
    foreign_upload: bool = False
    garbled: bool = False
    moved: int = -1
    """After how many events of the next answer to Location.Load another location is sent unasked, as when a DM moves us there."""
    moving: str = ""
    """The shape that somebody moves once the floors were sent."""


@dataclass
class Room:
    """The room of a stand-in server, and what happened in it."""

    floors: list[dict[str, Any]]
    options: dict[str, Any]
    faults: Faults = field(default_factory=Faults)
    said: list[dict[str, Any]] = field(default_factory=list)
    assets: dict[str, bytes] = field(default_factory=dict)
    heard: list[str] = field(default_factory=list)
    logins: int = 0
    loaded: int = 0
    """How often the whole location was sent."""
    role: int = 1
    has_chat: bool = True
    viewed: str = ""
    """The floor that the account looked at last, which is sent first (load_location of api/socket/location.py)."""
    limits: dict[str, int] = field(default_factory=lambda: {"single": 0, "used": 0, "total": 0})
    is_release: bool = False
    entries: dict[int, str] = field(default_factory=dict)
    url: str = ""
    server: Any = None
    loop: Any = None

    @property
    def address(self) -> str:
        return f"{self.url}/game/ann/Hill%20621"

    def layer(self, name: str) -> list[dict[str, Any]]:
        shapes: list[dict[str, Any]] = next(
            layer["shapes"] for layer in self.floors[0]["layers"] if layer["name"] == name
        )
        return shapes

    def shape(self, uuid: str) -> dict[str, Any] | None:
        every = (shape for layer in self.floors[0]["layers"] for shape in layer["shapes"])
        return next((shape for shape in every if shape["uuid"] == uuid), None)

    def somebody_moves(self, uuid: str, dx: float) -> None:
        """Another user moves a shape; the server tells everybody else."""
        shape = self.shape(uuid)
        assert shape is not None
        shape["x"] += dx
        told = {"uuid": uuid, "position": {"angle": shape["angle"], "points": [[shape["x"], shape["y"]]]}}
        self._soon(self.server.emit("Shapes.Position.Update", [told], namespace=GAME))

    def somebody_looks_elsewhere(self) -> None:
        self._soon(self.server.emit("Client.Viewport.Set", {}, namespace=GAME))

    def somebody_says(self, words: str) -> None:
        line = {"id": "1", "author": "Bob", "data": [words]}
        self._soon(self.server.emit("Chat.Add", line, namespace=GAME))

    def drop_everybody(self) -> None:
        """Break the connections of all clients."""

        async def drop() -> None:
            for sid, _ in list(self.server.manager.get_participants(GAME, None)):
                await self.server.disconnect(sid, namespace=GAME)

        self._soon(drop())

    def _soon(self, coroutine: Any) -> None:
        asyncio.run_coroutine_threadsafe(coroutine, self.loop).result(5)


@contextmanager
def serving(room: Room) -> Iterator[Room]:
    """Run the server while the block runs."""
    started, over = Event(), asyncio.Event()

    async def run() -> None:
        room.loop = asyncio.get_running_loop()
        room.server = import_module("socketio").AsyncServer(async_mode="aiohttp", namespaces=[GAME, ASSETS])
        app = web.Application(client_max_size=1 << 25)
        room.server.attach(app)
        app.router.add_post("/api/login", partial(_login, room))
        _listen(room)
        runner = web.AppRunner(app, shutdown_timeout=0.1)
        await runner.setup()
        site = web.TCPSite(runner, "127.0.0.1", 0)
        await site.start()
        room.url = f"http://127.0.0.1:{runner.addresses[0][1]}"
        started.set()
        await over.wait()
        await room.server.shutdown()
        await runner.cleanup()

    thread = Thread(target=lambda: asyncio.run(run()))
    thread.start()
    try:
        assert started.wait(PATIENCE_S), "the stand-in did not start"
        yield room
    finally:
        room.loop.call_soon_threadsafe(over.set)
        thread.join(PATIENCE_S)


async def _login(room: Room, request: web.Request) -> web.Response:
    room.logins += 1
    given = await request.json()
    if given != {"username": "umpire", "password": "secret"}:
        return web.json_response("Username and/or password do not match", status=401)
    response = web.json_response({"email": None})
    response.set_cookie("AIOHTTP_SESSION", "sesame")
    return response


def _listen(room: Room) -> None:
    server = room.server

    async def entered(_: str, environ: dict[str, Any]) -> bool:
        request = environ["aiohttp.request"]
        is_in: bool = request.cookies.get("AIOHTTP_SESSION") == "sesame"
        return (
            is_in
            and request.rel_url.query.get("user") == "ann"
            and request.rel_url.query["room"] == "Hill 621"
        )

    async def entered_assets(_: str, environ: dict[str, Any]) -> bool:
        return await entered("", environ)

    server.on("connect", entered, namespace=GAME)
    server.on("connect", entered_assets, namespace=ASSETS)
    for name, does, namespace in (
        ("Location.Load", _load, GAME),
        ("Shape.Get", _get, GAME),
        ("Shape.Add", _add, GAME),
        ("Shapes.Position.Update", _move, GAME),
        ("Shapes.Remove", _remove, GAME),
        ("Shape.CustomData.Add", _mark, GAME),
        ("Shape.CustomData.Update", partial(_mark, is_there=True), GAME),
        ("Shape.CustomData.Remove", _unmark, GAME),
        ("Chat.Add", _chat, GAME),
        ("Folder.Get", _folder, ASSETS),
        ("Asset.Upload", _upload, ASSETS),
        ("Asset.Remove", _remove_asset, ASSETS),
        ("Asset.Upload.Limit", _limits, ASSETS),
        ("Location.Options.Set", _set_options, GAME),
    ):
        server.on(name, _guarded(room, name, does), namespace=namespace)


def _guarded(room: Room, name: str, does: Any) -> Any:
    async def guarded(sid: str, given: Any = None) -> Any:
        room.heard.append(name)
        if name in room.faults.mute:
            await asyncio.sleep(PATIENCE_S)
        if name in room.faults.dropped:
            return None
        answer = await does(room, sid, given)
        if name.startswith(TOLD_OTHERS):
            await room.server.emit(name, given, namespace=GAME, skip_sid=sid)
        return answer

    return guarded


async def _load(room: Room, sid: str, _: Any) -> None:
    late_s, room.faults.late_s = room.faults.late_s, 0.0
    await asyncio.sleep(late_s)
    own = {"unit_size": None, "grid_type": room.options["grid_type"]}
    events: list[tuple[str, Any]] = [
        ("CLEAR", None),
        ("Room.Info.Set", {"name": "Hill 621", "features": {"chat": room.has_chat, "dice": True}}),
        ("Players.Info.Set", [{"core": {"id": 1, "name": "umpire", "location": 1, "role": room.role}}]),
        ("Location.Set", {"id": 1, "name": "Mill"}),
        ("Locations.Settings.Set", {"default": room.options, "active": 1, "locations": {"1": own}}),
        *(
            ("Board.Floor.Set", floor)
            for floor in sorted(room.floors, key=lambda one: one["name"] != room.viewed)
        ),
        ("Markers.Set", []),
    ]
    if room.faults.garbled:
        events = [event for event in events if event[0] != "Location.Set"]
    if room.faults.backwards:
        events[1:] = events[:0:-1]
    if (
        first := room.faults.moved
    ) >= 0:  # load_location(complete=False) of api/socket/location.py, as in change_location
        room.faults.moved = -1
        other = {**room.floors[0], "layers": []}
        part: list[tuple[str, Any]] = [
            ("PARTIAL-CLEAR", None),
            ("Board.Floor.Set", other),
            ("Location.Loaded", None),
        ]
        events = [*events[:first], *part, *events[first:]]
    for name, given in events:
        await room.server.emit(name, given, room=sid, namespace=GAME)
        if name == "Board.Floor.Set" and (shape := room.shape(room.faults.moving)):
            shape["x"] += 5
            await room.server.emit("Shapes.Position.Update", [], namespace=GAME)
    await room.server.emit("Location.Loaded", None, room=sid, namespace=GAME)
    room.loaded += 1


async def _get(room: Room, _: str, uuid: str) -> Any:
    if room.shape(uuid) is None:
        await asyncio.sleep(PATIENCE_S)  # the real server fails and does not answer
    return {"shape": room.shape(uuid)}


async def _add(room: Room, _: str, given: dict[str, Any]) -> None:
    shape = given["shape"]
    wanted = CORE | MORE.get(shape.get("type_"), set())
    if room.is_release:  # models/shape of the tag v2026.1.2: other fields, and none beside them
        renamed = {"assetHash": "src", "assetId": "asset"}
        wanted = frozenset(renamed.get(name, name) for name in wanted | {"assetId"}) - {"variants"}
    if set(given) != {"shape", "floor", "layer", "temporary"} or set(shape) != wanted:
        return
    if not all(isinstance(shape[key], str) for key in ("name", "fill_colour", "stroke_colour", "options")):
        return
    # Custom data in the shape are dropped: they have an event of their own.
    room.layer(given["layer"]).append({**shape, "custom_data": []})


async def _move(room: Room, _: str, given: dict[str, Any]) -> None:
    if set(given) != {"shapes", "temporary"}:
        return
    for change in given["shapes"]:
        shape = room.shape(change["uuid"])
        if shape is not None and set(change["position"]) == {"angle", "points"}:
            shape["x"], shape["y"] = change["position"]["points"][0]
            shape["angle"] = change["position"]["angle"]


async def _remove(room: Room, _: str, given: dict[str, Any]) -> None:
    for layer in room.floors[0]["layers"]:
        layer["shapes"][:] = [shape for shape in layer["shapes"] if shape["uuid"] not in given["uuids"]]


async def _mark(room: Room, _: str, given: dict[str, Any], is_there: bool = False) -> None:
    """A second entry under a name breaks the database's index; an update of none is dropped (shape/custom_data.py)."""
    if set(given) != {*IDENTITY, "kind", "value", "reference", "description"}:
        return
    shape = room.shape(given["shapeId"])
    assert shape is not None
    there = [entry for entry in shape["custom_data"] if all(entry[key] == given[key] for key in IDENTITY)]
    if bool(there) is is_there:
        shape["custom_data"][:] = [entry for entry in shape["custom_data"] if entry not in there] + [given]


async def _unmark(room: Room, _: str, given: dict[str, Any]) -> None:
    shape = room.shape(given["shapeId"])
    if shape is not None and set(given) == IDENTITY:
        shape["custom_data"][:] = [
            entry for entry in shape["custom_data"] if any(entry[key] != given[key] for key in IDENTITY)
        ]


async def _chat(room: Room, sid: str, given: dict[str, Any]) -> None:
    if set(given) == {"id", "author", "data"}:
        room.said.append(given)
        await room.server.emit("Chat.Add", given, namespace=GAME, skip_sid=sid)


async def _limits(room: Room, _: str, __: Any) -> dict[str, int]:
    return room.limits


async def _folder(_: Room, __: str, ___: Any) -> Any:
    return {"folder": {"id": 7, "name": "/"}, "path": []}


async def _remove_asset(room: Room, _: str, entry: int) -> None:
    """The file goes once no entry and no shape shows it (asset_manager/core.py and db/models/asset.py of 2026.1)."""
    digest = room.entries.pop(entry)
    shapes = (shape for layer in room.floors[0]["layers"] for shape in layer["shapes"])
    if digest not in room.entries.values() and all(picture_of(shape) != digest for shape in shapes):
        del room.assets[digest]


def picture_of(shape: dict[str, Any]) -> str:
    """The hash of the picture that a shape shows."""
    return str(shape.get("assetHash") or shape.get("src", "")).rpartition("/")[2]


async def _set_options(room: Room, _: str, given: dict[str, Any]) -> None:
    if room.role == 1 and set(given) == {"options", "location"}:
        room.options.update(given["options"])


async def _upload(room: Room, sid: str, given: dict[str, Any]) -> None:
    assert set(given) == {"uuid", "name", "directory", "newDirectories", "slice", "totalSlices", "data"}
    kept = room.assets.get(given["uuid"], b"") + given["data"]
    room.assets[given["uuid"]] = kept
    if given["slice"] + 1 < given["totalSlices"]:
        return
    single, used, total = (room.limits[key] for key in ("single", "used", "total"))
    if 0 < single < len(kept) or 0 < total < used + len(kept):
        return  # the real server only writes a line to its log (asset_manager/core.py)
    digest = sha1(kept, usedforsecurity=False).hexdigest()
    room.assets[digest] = room.assets.pop(given["uuid"])
    if room.faults.foreign_upload:
        other = {"asset": {"assetId": 1, "fileHash": "0" * 40}, "parent": 7}
        await room.server.emit("Asset.Upload.Finish", other, room=sid, namespace=ASSETS)
    entry = max(room.entries, default=99) + 1
    room.entries[entry] = digest
    asset = {"id": entry, "fileHash": digest} | ({} if room.is_release else {"assetId": 44})
    finished = {"asset": asset, "parent": 7}
    await room.server.emit("Asset.Upload.Finish", finished, room=sid, namespace=ASSETS)
