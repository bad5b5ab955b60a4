"""The adapter at a real PlanarAlly server, for whoever has one on this machine; no part of the tests.

    PLANARALLY_URL=http://127.0.0.1:8000 python -m tests.vtt_bridge.planarally.live

An account and a room of their own are made there. The units of mill-crossing are put into the room, the
umpire is asked, and everything is read back.
"""

from math import radians
from os import environ
from typing import Any
from uuid import uuid4

import click
import requests

from rules.ground.hex.hexes import Hex
from tests.vtt_bridge.planarally.rooms import CROSSING, UMPIRE, hex_px, seating
from tests.vtt_bridge.planarally.test_table import local, put
from tests.waiting import PATIENCE_S
from vtt_bridge.errors import Stale
from vtt_bridge.planarally.assets import Asset
from vtt_bridge.planarally.link import RoomLink
from vtt_bridge.planarally.planarally_table import PlanarAllyTable
from vtt_bridge.planarally.shapes import custom_entry, overlay_shape
from vtt_bridge.port.virtual_table import ClearOverlay, MarkPiece, MovePiece, Overlay, PutOverlay
from vtt_bridge.umpire.questions import question_of


def main() -> None:
    """Make a room, play in it, say what was seen."""
    link = _room(environ["PLANARALLY_URL"].rstrip("/"))
    location = PlanarAllyTable(link, seating()).location()
    options = {"grid_type": "FLAT_HEX", "unit_size": 50, "unit_size_unit": "yd", "use_grid": True}
    link.send("Location.Options.Set", {"options": options, "location": location.id})
    uuids = [_add_unit(link, number) for number in range(len(CROSSING.units))]
    table = PlanarAllyTable(link, seating())
    scene = table.read_scene()
    assert len(scene.tokens) == len(uuids), f"{len(scene.tokens)} of {len(uuids)} tokens are there"
    _say(f"a location of {len(scene.tokens)} tokens was read")
    for asked in ({"ask": "range", "who": "us.mg.1"}, {"ask": "reach", "who": "us.able-tank.1.1"}):
        answer = UMPIRE.ask(table, question_of(asked))
        assert str(answer.ruling) == str(local(asked)[0].ruling)
        _say(f"{answer.ruling.question}: laid and said, word for word as at the local table")
    scene = table.read_scene()
    assert {overlay.tag for overlay in scene.overlays} == {"blindhex-answer"}
    table.lay(put("o1", scene.source.revision))
    table.lay(
        PutOverlay("o2", Overlay("blindhex-los", "x", (0, 0), (9, 7)), put("x", None, colour="blue").png)
    )
    table.lay(ClearOverlay("o3", "blindhex-los"))
    assert "blindhex-los" not in {overlay.tag for overlay in table.read_scene().overlays}
    _say("pictures were laid, replaced and taken off")
    table.move(MovePiece("m1", uuids[6], hex_px(Hex.named("D5")), 120.0, scene.source.revision))
    token = table.read_scene().token(uuids[6])
    assert token.facing_deg == 120, token
    assert max(abs(a - b) for a, b in zip(token.position_px, hex_px(Hex.named("D5")), strict=True)) < 0.01
    table.mark(MarkPiece("k1", uuids[0], {"shaken": True, "hits": 2}))
    table.mark(MarkPiece("k2", uuids[0], {"shaken": None, "hits": 3}))
    assert dict(table.read_scene().token(uuids[0]).marks) == {"hits": 3}
    _say("a token was moved, turned and marked, and read back")
    try:
        table.lay(put("o4", scene.source.revision))
    except Stale as stale:
        _say(f"an answer to an older location was refused: {stale}")
    link.leave()
    assert table.read_scene().tokens
    _say("after the line was left the location was read again")
    link.leave()


def _room(url: str) -> RoomLink:
    user, password = f"umpire{uuid4().hex[:6]}", uuid4().hex
    session = requests.Session()
    session.trust_env = False
    account = {"username": user, "password": password, "email": ""}
    session.post(f"{url}/api/register", json=account, timeout=PATIENCE_S).raise_for_status()
    session.post(f"{url}/api/login", json=account, timeout=PATIENCE_S).raise_for_status()
    session.post(
        f"{url}/api/rooms", json={"name": "Hill 621", "logo": -1}, timeout=PATIENCE_S
    ).raise_for_status()
    return RoomLink(f"{url}/game/{user}/Hill%20621", user, password, 5.0)


def _add_unit(link: RoomLink, number: int) -> str:
    """A unit of mill-crossing as a rectangle with custom data."""
    unit, uuid = CROSSING.units[number], str(uuid4())
    assert isinstance(unit.at, Hex)
    x, y = hex_px(unit.at)
    shape: dict[str, Any] = overlay_shape(
        uuid, Overlay(unit.name, "", (x - 20, y - 15), (40, 30)), Asset(0, "")
    )
    for key in ("assetId", "assetHash"):
        del shape[key]
    said = {"side": unit.side, "type": unit.type, "id": unit.id, "conditions": ", ".join(unit.conditions)}
    shape |= {"type_": "rect", "angle": radians(unit.facing_deg or 0), "options": "[]"}
    link.send("Shape.Add", {"shape": shape, "floor": "ground", "layer": "tokens", "temporary": False})
    link.ask("Shape.Get", uuid)
    for name, value in said.items():
        link.send("Shape.CustomData.Add", custom_entry(uuid, "blindhex", name, value))
    return uuid


def _say(words: str) -> None:
    click.echo(words)


if __name__ == "__main__":
    main()
