"""A log carries its game: it goes on without the files it was begun from, and names the version that ruled it."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from maps.codec import board_text
from maps.library import scenario, scenarios
from maps.scenario_codec import scenario_document
from rules.catalog import ruleset
from rules.errors import BadInput
from tests.vtt_bridge.cli_ground import answered
from vtt_bridge.games.game_log import GameHead, head_from
from vtt_bridge.games.running_game import begun, resumed


@pytest.mark.parametrize("name", [entry.name for entry in scenarios()])
def test_every_scenario_is_set_up_from_its_log_alone(name: str) -> None:
    game = begun(GameHead(scenario(name).ruleset, name, 1), ruleset)
    assert resumed(game.log, ruleset).state == game.state
    assert head_from(game.log) == game.game.head


def test_a_game_goes_on_when_its_files_have_changed_or_are_gone(tmp_path: Path) -> None:
    """The scenario, its board and the players' own house values, each in a file of its own."""
    found = scenario("lhy-ridge-farm")
    file, board, house = (tmp_path / name for name in ("mine.json", "board.json", "house.json"))
    board.write_text(board_text(found.board), "utf-8")
    house.write_text(json.dumps({"truck_open_mp": 3}), "utf-8")
    document = {**scenario_document(found), "board": board.name, "house": house.name}
    file.write_text(json.dumps(document), "utf-8")
    game = begun(GameHead("lhy", str(file), 7), ruleset)
    game = game.declare(game.choices()[0].action)
    file.unlink()
    house.unlink()
    board.write_text("{}", "utf-8")
    again = resumed(game.log, ruleset)
    assert (again.log, again.state) == (game.log, game.state)
    assert again.game.head.setup["house"] == {"truck_open_mp": 3}
    assert again.declare(again.choices()[0].action).log == game.declare(game.choices()[0].action).log


def test_the_forces_of_a_game_are_counted_from_its_log(tmp_path: Path) -> None:
    file, log = tmp_path / "mine.json", tmp_path / "game.log"
    file.write_text(json.dumps(scenario_document(scenario("kgn-two-orchards"))), "utf-8")
    log.write_text(begun(GameHead("kgn", str(file), 7), ruleset).log, "utf-8")
    counted = answered("forces", str(file))
    file.unlink()
    assert answered("forces", str(log)) == counted


def test_a_log_whose_setup_was_changed_is_refused() -> None:
    game = begun(GameHead("lhy", "lhy-ridge-farm", 1), ruleset)
    head, *rest = game.log.split("\n")
    changed = json.loads(head)
    changed["setup"]["length"] = {"minutes": 600}
    with pytest.raises(BadInput, match="the setup is not the one the game was begun with"):
        resumed("\n".join((json.dumps(changed), *rest)), ruleset)


def test_the_digest_of_a_setup_is_the_same_in_every_version() -> None:
    """Logs that lie with players hold it; it changes with the setup and with nothing else."""
    head = GameHead("lhy", "mine.json", 5, ("strict_2019",), {"truck_open_mp": 3}, {"name": "Ford"}, "0.1.0")
    assert head.digest == "a7768b236118c2cfda631d799211450abd70653e7e61f807159bdea487a4778f"
    assert replace(head, seed=6, scenario="other.json").digest == head.digest
    assert replace(head, setup={"name": "Bridge"}).digest != head.digest


def test_a_log_without_a_setup_reads_the_scenario_it_names() -> None:
    game = begun(GameHead("lhy", "lhy-ridge-farm", 1), ruleset)
    head = json.loads(game.log)
    for field in ("setup", "digest", "version"):
        del head[field]
    again = resumed(json.dumps(head) + "\n", ruleset)
    assert (again.state, again.game.head.version) == (game.state, "")
    assert resumed(again.log, ruleset).state == game.state
