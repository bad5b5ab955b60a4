"""A local table with the small fight on it, over real HTTP on a free port; and dice that are the same on each run."""

import socket
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from http.cookiejar import DefaultCookiePolicy
from pathlib import Path
from random import Random
from urllib.parse import urlsplit

import pytest
import requests

from exporters.formats.png import render
from exporters.json_value import Json
from exporters.picture import Picture
from exporters.viewport import Viewport
from maps.library import scenario
from tests.vtt_bridge.cli_ground import scenario_file
from tests.vtt_bridge.scenes import beginning, fight, umpire
from tests.waiting import PATIENCE_S
from vtt_bridge.games.running_game import RunningGame
from vtt_bridge.local_table.api.server import serving
from vtt_bridge.local_table.scenario_setup import open_scenario
from vtt_bridge.local_table.storage.store import Store
from vtt_bridge.local_table.table import LocalTable


def kept_open() -> requests.Session:
    """An HTTP session with keep-alive, without proxies from the environment, and without cookies of seats."""
    line = requests.Session()
    line.trust_env = False
    line.cookies.set_policy(DefaultCookiePolicy(allowed_domains=()))
    return line


@dataclass(frozen=True)
class Served:
    """A table being served: its address, its store, and the id of its scene."""

    url: str
    store: Store
    scene_id: str
    line: requests.Session = field(default_factory=kept_open, compare=False, repr=False)

    @property
    def scene_url(self) -> str:
        return f"{self.url}/api/scenes/{self.scene_id}"

    def table(self) -> LocalTable:
        return LocalTable(f"{self.url}/#{self.scene_id}", PATIENCE_S)

    def get(self, path: str) -> requests.Response:
        return self.send("GET", path)

    def send(
        self, method: str, path: str, document: Json = None, params: Mapping[str, str] | None = None
    ) -> requests.Response:
        return self.line.request(
            method, self.scene_url + path, json=document, params=params, timeout=PATIENCE_S
        )

    def put_png(self, path: str, png: bytes, params: Mapping[str, str] | None = None) -> requests.Response:
        headers = {"Content-Type": "image/png"}
        return self.line.put(
            self.scene_url + path, data=png, params=params, headers=headers, timeout=PATIENCE_S
        )


@pytest.fixture(autouse=True)
def foreseen(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Games without a seed throw the same dice on every run of a test."""
    monkeypatch.setattr("vtt_bridge.games.running_game.randbits", Random(request.node.nodeid).getrandbits)


@pytest.fixture(autouse=True, scope="session")
def each_map_is_drawn_once() -> Iterator[None]:
    """Cache the picture of each board for all tests, as it takes up to a second to draw."""
    drawn: dict[str, bytes] = {}

    def once(picture: Picture, viewport: Viewport) -> bytes:
        key = repr((picture, viewport))
        if key not in drawn:
            drawn[key] = render(picture, viewport)
        return drawn[key]

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr("vtt_bridge.local_table.scene_seen.png.render", once)
        patched.setattr("vtt_bridge.foundry.scene_file.render", once)
        yield


@contextmanager
def a_table(
    folder: Path,
    name: str = "",
    *,
    begin: Callable[[], RunningGame] | None = None,
    names: tuple[str, ...] = (),
    questions_a_minute: int = 0,
) -> Iterator[Served]:
    """A table stored in a folder, with the game of a scenario on it, or the small fight."""
    store = Store(folder / "table.sqlite")
    scene_id = (
        open_scenario(store, scenario(name), begin=begin or beginning(name))
        if name
        else open_scenario(store, fight())
    )
    with on_the_air(store, names=names, questions_a_minute=questions_a_minute) as url:
        yield Served(url, store, scene_id)
    store.close()


@contextmanager
def on_the_air(store: Store, *, names: tuple[str, ...] = (), questions_a_minute: int = 0) -> Iterator[str]:
    """Serve a table at the address of one that has ended, if any, so that the browser has its page cached."""
    with serving(store, umpire(), port=_port(), names=names, questions_a_minute=questions_a_minute) as url:
        yield url
    _LEFT.append(urlsplit(url).port or 0)


_LEFT: list[int] = []
"""The ports of tables that have ended."""


def _port() -> int:
    """A free port that an ended table had, or 0 for any."""
    while _LEFT:
        port = _LEFT.pop()
        with suppress(OSError), socket.create_server(("127.0.0.1", port)):
            return port
    return 0


@pytest.fixture
def source(tmp_path: Path) -> str:
    """The small scenario in a file."""
    return scenario_file(tmp_path)


@pytest.fixture
def hasty() -> Iterator[None]:
    """Make threads switch a thousand times as often as usual."""
    usual = sys.getswitchinterval()
    sys.setswitchinterval(1e-5)
    yield
    sys.setswitchinterval(usual)


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Served]:
    with a_table(tmp_path) as table:
        yield table
