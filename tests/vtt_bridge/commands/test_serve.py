"""What `blindhex serve` prints when it starts: links, warnings and the browser it opens."""

import json
from collections.abc import Callable
from ipaddress import ip_address
from pathlib import Path
from socket import gethostname
from typing import Any
from urllib.parse import urlsplit

import pytest
from click.testing import CliRunner

from maps.library import scenario
from maps.scenario_codec import scenario_document
from vtt_bridge.cli import main
from vtt_bridge.commands.serve import serve
from vtt_bridge.local_table.storage.store import Store


@pytest.fixture
def said(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Callable[..., list[str]]:
    """The lines that serve prints with these words, without listening anywhere."""

    def started(*given: Any) -> None:
        given[4]("http://127.0.0.1:8642")

    monkeypatch.setattr("vtt_bridge.local_table.api.server.serve", started)

    def lines(*words: str) -> list[str]:
        done = CliRunner().invoke(serve, words, env={"BLINDHEX_DATA_DIR": str(tmp_path)})
        assert done.exit_code == 0, done.output or repr(done.exception)
        return done.stdout.splitlines()

    return lines


def _links(lines: list[str]) -> dict[str, str]:
    return {
        seat.strip(): rest
        for seat, _, rest in (line.partition(": ") for line in lines)
        if seat.startswith("  ")
    }


def test_a_table_on_this_machine_alone_prints_no_links(said: Callable[..., list[str]]) -> None:
    assert "#join=" not in "".join(said("mill-crossing"))


def test_a_table_on_the_network_prints_a_link_for_each_seat_until_it_is_taken(
    said: Callable[..., list[str]], tmp_path: Path
) -> None:
    lines = said("mill-crossing", "--host", "0.0.0.0")
    links = _links(lines)
    assert list(links) == ["us", "ge", "umpire", "spectator"]
    (host,) = {urlsplit(link).hostname for link in links.values()}
    assert host == gethostname().lower() or not ip_address(str(host)).is_loopback, "what other devices reach"
    assert all(link.startswith(f"http://{host}:8642/#join=") for link in links.values())
    assert any(f"called at http://{host}:8642; where that is not its address" in line for line in lines), (
        "a container does not know its own"
    )
    assert any(f"module from http://{host}:8642/foundry/module.json" in line for line in lines)
    store = Store(tmp_path / "table.sqlite")
    store.seats.sit_down(links["us"].partition("#join=")[2])
    store.close()
    named = said("--name", "club.example")
    assert not any("where that is not its address" in line for line in named)
    later = _links(named)
    assert later["us"] == "taken; --free us makes a new link"
    assert later["ge"].startswith("http://club.example:8642/#join=")
    assert "#join=" in _links(said("--name", "club.example", "--free", "us"))["us"]


@pytest.mark.parametrize("is_played", [True, False], ids=["played", "asked only"])
def test_a_scenario_file_changed_since_it_was_set_up_is_reported_until_set_up_anew(
    said: Callable[..., list[str]], tmp_path: Path, is_played: bool
) -> None:
    file = tmp_path / "my fight.json"
    fight = scenario_document(scenario("mill-crossing")) | ({} if is_played else {"options": {}})

    def told(*words: str) -> list[str]:
        file.write_text(json.dumps(fight))
        return [line for line in said(str(file), *words) if "already" in line]

    assert told() == told() == []
    fight["board"] = "ridge-farm"
    (line,) = told()
    assert line.startswith(
        f"Mill Crossing is on the table already, and {file} differs from what was set up there"
    )
    assert f"blindhex serve '{file}' --new sets it up" in line
    assert told() == [line]
    assert told("--new") == told() == []


@pytest.mark.parametrize(
    ("words", "is_opened"),
    [
        ((), True),
        (("--no-browser",), False),
        (("--host", "0.0.0.0"), False),
        (("--host", "0.0.0.0", "--browser"), True),
    ],
)
def test_the_browser_is_opened_on_a_terminal_of_this_machine_unless_told_otherwise(
    said: Callable[..., list[str]], monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...], is_opened: bool
) -> None:
    opened: list[str] = []
    monkeypatch.setattr("vtt_bridge.commands.serve.webbrowser.open", opened.append)
    said("mill-crossing")
    assert opened == [], "no terminal, no player"
    monkeypatch.setattr("vtt_bridge.commands.serve.has_screen", lambda: True)
    said("mill-crossing", *words)
    assert opened == ["http://127.0.0.1:8642"] * is_opened


def test_an_address_that_cannot_be_listened_at_is_refused_with_what_to_change(tmp_path: Path) -> None:
    environment = {"BLINDHEX_DATA_DIR": str(tmp_path)}
    done = CliRunner().invoke(main, ["serve", "--host", "nonsense.invalid", "--no-browser"], env=environment)
    assert done.exit_code == 2
    assert "the table cannot listen at nonsense.invalid:8642: " in done.stderr
    assert "; choose another address or port (--host and --port, or BLINDHEX_HOST" in done.stderr
