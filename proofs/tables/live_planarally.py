"""A real PlanarAlly server, if PLANARALLY_URL names one: set up, asked, written to, played in the chat, hidden from, and timed.

    start a release, as planarally.io/server/setup/self-hosting says; from its sources `python planarally.py`, with Python 3.13
    PLANARALLY_URL=http://127.0.0.1:8000 pytest -s proofs/tables/live_planarally.py

The account is PLANARALLY_USER with PLANARALLY_PASSWORD, or a new one where everybody may sign up, as a second
one does who joins as a player. Each test makes a room of its own and removes it again. With
PLANARALLY_RESTART, a command that restarts the server, the umpire has to find his way back as well.
"""

import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache, partial
from io import BytesIO
from itertools import count
from os import environ
from statistics import median
from threading import Thread
from time import perf_counter, sleep
from typing import Any
from urllib.parse import quote
from uuid import uuid4

import click
import pytest
import requests
from click.testing import CliRunner
from PIL import Image

from maps.library import bundled_board
from proofs.tables.live_foundry import local_table
from rules.catalog import RULESETS
from rules.ground.hex.hexes import Hex
from tests.vtt_bridge.planarally.rooms import CROSSING, hex_px, seating
from tests.waiting import PATIENCE_S, wait_until
from vtt_bridge.cli import main
from vtt_bridge.commands.bridges.planarally import PASSWORD_VARIABLE
from vtt_bridge.errors import Refused, Stale
from vtt_bridge.planarally.assets import Asset, upload
from vtt_bridge.planarally.chat_loop import run
from vtt_bridge.planarally.chat_text import chat_words
from vtt_bridge.planarally.link import ASSETS, RoomLink
from vtt_bridge.planarally.locations import DRAW, MAP, TOKENS, Location, location_from
from vtt_bridge.planarally.planarally_table import PlanarAllyTable
from vtt_bridge.planarally.shapes import addition, custom_data, custom_entry, token_shape
from vtt_bridge.port.virtual_table import (
    FLAG,
    ClearOverlay,
    MarkPiece,
    MovePiece,
    Overlay,
    PutOverlay,
    Say,
    VirtualTable,
)
from vtt_bridge.umpire.chat_commands import Asker, command_of_words, question_in
from vtt_bridge.umpire.chat_umpire import ChatUmpire
from vtt_bridge.umpire.questions import question_of
from vtt_bridge.umpire.umpire import Umpire

URL = environ.get("PLANARALLY_URL", "").rstrip("/")
RESTART = environ.get("PLANARALLY_RESTART", "")
UMPIRE = Umpire(RULESETS, bundled_board)
TIMES_LOCAL, ROUNDS = 3.0, 15

pytestmark = pytest.mark.skipif(
    not URL, reason="start a server of PlanarAlly, and say PLANARALLY_URL=http://127.0.0.1:8000"
)

QUESTIONS = [
    ("mill-crossing", "los us.mg.1 ge.1kp.1.squad.1"),
    ("mill-crossing", "field ge.stug.1"),
    ("mill-crossing", "reach us.able-tank.1.2"),
    ("mill-crossing", "range ge.stug.1"),
    ("mill-crossing", "fire us.able-tank.1.1 ge.stug.1"),
    ("kgn-two-orchards", "los uk.tank.1 de.1.1"),
    ("kgn-two-orchards", "reach uk.tank.1"),
    ("kgn-two-orchards", "range uk.tank.1"),
    ("dolgoye-crossing", "los s-1a g-1c"),
    ("dolgoye-crossing", "reach s-3a"),
    ("dolgoye-crossing", "range g-3c"),
]


@cache
def account(name: str = "") -> tuple[str, str]:
    """The user and password that are given, or those of a new account."""
    if not name and "PLANARALLY_USER" in environ:
        return environ["PLANARALLY_USER"], environ[PASSWORD_VARIABLE.replace("BLINDHEX_", "")]
    user, password = f"{name or 'umpire'}-{uuid4().hex[:6]}", uuid4().hex
    _post(requests.Session(), "/api/register", username=user, password=password, email="")
    return user, password


def _post(session: requests.Session, path: str, **body: Any) -> None:
    session.trust_env = False
    session.post(f"{URL}{path}", json=body, timeout=PATIENCE_S).raise_for_status()


def _logged_in(user: str, password: str) -> requests.Session:
    session = requests.Session()
    _post(session, "/api/login", username=user, password=password)
    return session


@pytest.fixture
def room() -> Iterator[str]:
    """The address of a new, empty room."""
    user, password = account()
    session, name = _logged_in(user, password), f"Proof {uuid4().hex[:6]}"
    _post(session, "/api/rooms", name=name, logo=-1)
    yield f"{URL}/game/{quote(user)}/{quote(name)}"
    session.delete(f"{URL}/api/rooms/{quote(user)}/{quote(name)}", timeout=PATIENCE_S).raise_for_status()


def bridge(command: str, room: str, *words: str, code: int = 0) -> str:
    """What a command of the bridge prints."""
    user, password = account()
    given = ["bridge", "planarally", command, room, *words, "--user", user]
    done = CliRunner().invoke(main, given, env={PASSWORD_VARIABLE: password})
    assert done.exit_code == code, done.output
    return done.stdout.strip()


@contextmanager
def entered(room: str, who: tuple[str, str] | None = None) -> Iterator[RoomLink]:
    link = RoomLink(room, *(who or account()), PATIENCE_S)
    yield link
    link.leave()


@pytest.fixture
def crossing(room: str) -> Iterator[RoomLink]:
    """mill-crossing, set up in the room."""
    assert bridge("set-up", room, "mill-crossing") == "Mill Crossing is set up: 19 units, 2 areas."
    with entered(room) as link:
        yield link


def _location(link: RoomLink) -> Location:
    return location_from(link.load(), link.address)


def _token(link: RoomLink, unit: str) -> str:
    shapes = _location(link).shapes("ground", TOKENS)
    return next(str(one["uuid"]) for one in shapes if custom_data(one, FLAG).get("id") == unit)


def _picture(colour: str) -> bytes:
    written = BytesIO()
    Image.new("RGBA", (9, 7), colour).save(written, "PNG")
    return written.getvalue()


@pytest.mark.parametrize("name", dict(QUESTIONS))
def test_a_scenario_of_each_book_is_set_up_and_ruled_as_at_the_local_table(room: str, name: str) -> None:
    bridge("set-up", room, name)
    assert "WRONG" not in bridge("doctor", room)
    with local_table(name) as own:
        for asked in (words.split() for whose, words in QUESTIONS if whose == name):
            wanted = UMPIRE.ask(own, question_in(command_of_words(asked), Asker(), uuid4().hex))
            assert bridge("ask", room, "--board", name, *asked) == str(wanted.ruling)


def test_pictures_are_laid_replaced_and_taken_off_with_their_files(crossing: RoomLink) -> None:
    table = PlanarAllyTable(crossing, seating())
    revision = table.read_scene().source.revision
    overlay = Overlay("blindhex-proof", "x", (0, 0), (9, 7), revision=revision)
    files = []
    for number, colour in enumerate(("red", "blue")):
        table.lay(PutOverlay(f"o{number}", overlay, _picture(colour), revision))
        (laid,) = table.read_scene().overlays
        files.append(f"{URL}/static/assets/{laid.digest[:2]}/{laid.digest[2:4]}/{laid.digest}")
        assert requests.get(files[-1], timeout=PATIENCE_S).content == _picture(colour)
    wait_until(
        lambda: requests.get(files[0], timeout=PATIENCE_S).status_code == 404, "an older file was kept"
    )
    table.lay(ClearOverlay("o3", "blindhex-proof"))
    assert table.read_scene().overlays == ()
    wait_until(lambda: requests.get(files[1], timeout=PATIENCE_S).status_code == 404, "a file was kept")


def test_a_token_is_moved_turned_and_marked_and_an_answer_to_before_is_refused(crossing: RoomLink) -> None:
    table, tank = PlanarAllyTable(crossing, seating()), _token(crossing, "us.able-tank.1.1")
    before = table.read_scene().source.revision
    table.move(MovePiece("m1", tank, hex_px(Hex.named("D5")), 120.0, before))
    with pytest.raises(Stale):
        table.lay(PutOverlay("o1", Overlay("blindhex-x", "x", (0, 0), (9, 7)), _picture("red"), before))
    table.mark(MarkPiece("k1", tank, {"shaken": True, "hits": 2}))
    table.mark(MarkPiece("k2", tank, {"shaken": None, "hits": 3}))
    token = table.read_scene().token(tank)
    assert token.position_px == pytest.approx(hex_px(Hex.named("D5")), abs=0.01)
    assert token.facing_deg == 120
    assert dict(token.marks) == {"hits": 3}


@pytest.mark.parametrize("kind", ["rect", "circle"])
def test_smoke_drawn_as_a_rectangle_or_a_circle_hinders(crossing: RoomLink, kind: str) -> None:
    table, (x, y) = PlanarAllyTable(crossing, seating()), hex_px(Hex.named("I5"))
    asked = question_of({**LOOK, "id": "q1"})
    with entered(_address(crossing)) as player:
        for shape in [*_location(player).shapes("ground", MAP)]:
            if custom_data(shape, FLAG):
                player.ask("Shapes.Remove", {"uuids": [shape["uuid"]], "temporary": False})
        clear = str(UMPIRE.ask(table, asked).ruling)
        box = {"width": 20, "height": 16, "x": x - 10, "y": y - 8}
        form = box if kind == "rect" else {"radius": 12, "viewing_angle": None, "x": x, "y": y}
        _draw(player, MAP, {"type_": kind, **form}, terrain="smoke", level="1")
        wait_until(lambda: not crossing.is_quiet, "it was never told")
        hindered = str(UMPIRE.ask(table, question_of({**LOOK, "id": "q2"})).ruling)
    assert "Smoke or mortar fire at I5 hinders" not in clear
    assert "Smoke or mortar fire at I5 hinders" in hindered


LOOK = {"ask": "los", "who": "us.mg.1", "target": "K5"}


def _address(link: RoomLink) -> str:
    return f"{URL}/game/{quote(link.creator)}/{quote(link.room)}"


def _draw(link: RoomLink, layer: str, form: dict[str, Any], **said: str) -> None:
    """Draw as a player does: a shape with custom data."""
    uuid = str(uuid4())
    plain = token_shape(uuid, "Drawn", (0, 0), 1, "rgba(0, 0, 0, 1)")
    shape = {
        key: value for key, value in plain.items() if key not in ("radius", "viewing_angle", "text", "font")
    }
    asset: Asset = upload(link, "any.png", _picture("red"))
    link.send("Shape.Add", addition({**shape, **form}, asset, "ground", layer))
    for name, value in said.items():
        link.send("Shape.CustomData.Add", custom_entry(uuid, FLAG, name, value))
    assert asset.entry is not None
    link.send("Asset.Remove", asset.entry, ASSETS)


def test_a_dm_moves_the_umpire_to_another_location_while_it_reads(crossing: RoomLink) -> None:
    here = _location(crossing).id
    crossing.send("Location.New", "Elsewhere")

    def locations() -> list[int]:
        told = (given for event, given in crossing.load() if event == "Board.Locations.Set")
        return [location["id"] for location in next(told)]

    wait_until(lambda: len(locations()) == 2, "no second location was made")
    (elsewhere,) = {*locations()} - {here}
    for pause_s in (0.001, 0.005, 0.01, 0.02, 0.03, 0.05) * 2:
        for goal, tokens in ((elsewhere, 0), (here, len(CROSSING.units))):
            crossing.send("Location.Change", {"location": goal, "users": [crossing.user]})
            sleep(pause_s)
            read = _location(crossing)
            assert _units_on(read) == (len(CROSSING.units) if read.id == here else 0), (
                "two locations were mixed"
            )
            wait_until(partial(_is_in, crossing, goal), "it was never moved")
            assert _units_on(_location(crossing)) == tokens


def _units_on(location: Location) -> int:
    return len([*location.shapes("ground", TOKENS)])


def _is_in(link: RoomLink, location_id: int) -> bool:
    return _location(link).id == location_id


def test_what_is_invisible_is_unknown_to_him_and_what_is_for_one_side_is_not_said(crossing: RoomLink) -> None:
    gun = _token(crossing, "ge.pak40.3")
    crossing.send("Shape.Options.Invisible.Set", {"shape": gun, "value": True})
    table = PlanarAllyTable(crossing, seating())
    assert gun not in [token.id for token in table.read_scene().tokens]
    assert PlanarAllyTable(crossing, seating(is_open=True)).read_scene().token(gun).hidden
    with pytest.raises(Refused, match="neither whisper"):
        table.say(Say("s1", "secret", to="us"))


def test_a_player_is_no_dm_and_is_told_so(crossing: RoomLink) -> None:
    code = next(given["invitationCode"] for event, given in crossing.load() if event == "Room.Info.Set")
    user, password = account("player")
    _post(_logged_in(user, password), "/api/invite", code=code)
    room = _address(crossing)
    for command, words in (("doctor", ()), ("set-up", ("mill-crossing",))):
        given = ["bridge", "planarally", command, room, *words, "--user", user]
        done = CliRunner().invoke(main, given, env={PASSWORD_VARIABLE: password})
        assert done.exit_code != 0
        assert f"{user} is no DM" in done.output


@contextmanager
def sitting(link: RoomLink, told: list[str]) -> Iterator[PlanarAllyTable]:
    """The umpire answers in the room."""
    over: list[bool] = []
    table = PlanarAllyTable(link, seating())
    play = partial(run, table, link, ChatUmpire(UMPIRE), tell=told.append, poll_s=0.5, retry_s=0.5)
    thread = Thread(target=lambda: play(is_over=lambda: bool(over)))
    thread.start()
    try:
        yield table
    finally:
        over.append(True)
        thread.join(PATIENCE_S)


def test_the_chat_is_answered_and_an_answer_comes_off_when_a_token_moves(crossing: RoomLink) -> None:
    told: list[str] = []
    with entered(_address(crossing)) as player:
        player.enter()
        said = player.events(poll_s=PATIENCE_S)

        def say(words: str) -> None:
            player.send("Chat.Add", {"id": str(uuid4()), "author": "Ann", "data": [words]})

        def ask(words: str) -> str:
            say(words)
            return next(chat_words(line[1]) for line in said if line is not None and line[0] == "Chat.Add")

        def pictures() -> int:
            return sum(one["name"].startswith(FLAG) for one in _location(player).shapes("ground", DRAW))

        with sitting(crossing, told):
            wait_until(lambda: crossing.is_quiet, "he never sat down")
            assert "LOS hindered by 1" in ask("!los us.mg.1 > ge.1kp.1.squad.1")
            assert pictures() == 1
            assert "los" in ask("!help")
            assert "did you mean" in ask("!raech us.mg.1").casefold()
            tank = _token(player, "us.able-tank.1.1")
            change = {"uuid": tank, "position": {"angle": 0, "points": [[*hex_px(Hex.named("D5"))]]}}
            player.send("Shapes.Position.Update", {"shapes": [change], "temporary": False})
            wait_until(lambda: pictures() == 0, "the answer stayed")
            ask("!range ge.stug.1")
            assert pictures() == 1
            say("!clear")
            wait_until(lambda: pictures() == 0, "the answer was not cleared")
            if RESTART:
                subprocess.run(RESTART, shell=True, check=True, timeout=PATIENCE_S)
                wait_until(lambda: any("Reconnected" in line for line in told), "he never came back")
                player.enter()
                said = player.events(poll_s=PATIENCE_S)
                assert "LOS" in ask("!los us.mg.1 > ge.1kp.1.squad.1")


def test_a_line_of_sight_takes_at_most_three_times_as_long_as_at_the_local_table(crossing: RoomLink) -> None:
    """By the clock, in turns: over real sockets the time is that of both ends and of what lies between."""
    numbers = count()
    asked = {"ask": "los", "who": "us.mg.1", "target": "ge.1kp.1.squad.1"}

    def took_s(table: VirtualTable) -> float:
        began = perf_counter()
        UMPIRE.ask(table, question_of({**asked, "id": str(next(numbers))}))
        return perf_counter() - began

    there = PlanarAllyTable(crossing, seating())
    with local_table("mill-crossing") as own:
        both = [(took_s(own), took_s(there)) for _ in range(ROUNDS)][3:]
    here_s, there_s = (median(column) for column in zip(*both, strict=True))
    click.echo(
        f"LOS question: {there_s * 1000:.0f} ms at PlanarAlly, {here_s * 1000:.0f} ms at the local table, {there_s / here_s:.2f} times"
    )
    assert there_s <= TIMES_LOCAL * here_s
