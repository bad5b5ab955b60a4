"""blindhex play and replay: a whole game played by chance, its log, and the same game from the log without dice."""

import json
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType

import pytest
from PIL import Image

from rules.game.ruleset import Playable
from tests.vtt_bridge.cli_ground import SCENARIO, answered, refused, run, scenario_file
from tests.vtt_bridge.race import RACE, Runner, race_file


@pytest.fixture
def source(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setattr("rules.catalog.RULESETS", {"race": RACE})
    return race_file(tmp_path)


def test_the_race_is_a_book_that_can_be_played() -> None:
    assert isinstance(RACE, Playable)


def test_the_same_seed_plays_the_same_game(source: str) -> None:
    games = [answered("play", source, "--seed", str(seed)) for seed in range(8)]
    assert games == [answered("play", source, "--seed", str(seed)) for seed in range(8)]
    assert len(set(games)) == 8
    runners = {f"Result: Runner {side} {n} is off" for side in ("us", "ge") for n in (1, 2)}
    assert {game.splitlines()[-1] for game in games} <= runners


def test_replay_of_a_log_tells_the_same_game(tmp_path: Path, source: str) -> None:
    for seed in range(8):
        log = tmp_path / f"{seed}.log"
        told = answered("play", source, "--seed", str(seed), "-o", str(log))
        assert answered("replay", str(log)) == told
    head, *lines = map(json.loads, log.read_text("utf-8").splitlines())
    assert (head["format"], head["ruleset"], head["scenario"], head["seed"]) == (
        "blindhex-log/1",
        "race",
        source,
        7,
    )
    positions = [line["position"] for line in lines if "declared" in line]
    assert positions == list(range(1, len(positions) + 1))


@pytest.mark.parametrize("name", ["market-fight", "meeting-on-the-long-lane"])
def test_a_bundled_game_of_each_ground_is_played_and_plays_back(tmp_path: Path, name: str) -> None:
    log = tmp_path / "game.log"
    told = answered("play", name, "--seed", "5", "-o", str(log))
    assert told.splitlines()[-1].startswith("Result: ")
    assert answered("replay", str(log)) == told


def test_play_does_not_overwrite_a_game(tmp_path: Path, source: str) -> None:
    """A game that is being played is kept, whatever else is played."""
    log = tmp_path / "game.log"
    answered("game", "begin", source, str(log))
    kept = log.read_text("utf-8")
    assert refused("play", source, "-o", str(log)) == (
        f"{log} is there already; keep the new game in another file, so that no game is lost."
    )
    assert log.read_text("utf-8") == kept


def test_replay_ignores_the_seed(tmp_path: Path, source: str) -> None:
    """The events of the log count, whatever its seed would have thrown."""
    log = tmp_path / "game.log"
    answered("play", source, "-o", str(log))
    head, *lines = log.read_text("utf-8").splitlines()
    told = {**json.loads(head), "seed": 999}
    log.write_text("\n".join([json.dumps(told), *lines, ""]))
    assert answered("replay", str(log)) == answered("play", source)


def test_replay_until_an_action_stops_there_and_draws_the_board(tmp_path: Path, source: str) -> None:
    log, out = tmp_path / "game.log", tmp_path / "board.png"
    whole = answered("play", source, "-o", str(log)).splitlines()
    part = answered("replay", str(log), "--until", "1", "-o", str(out)).splitlines()
    assert part == [*whole[:3], "The game goes on."]
    with Image.open(out) as drawn:
        assert drawn.format == "PNG"


def test_options_of_the_scenario_and_house_values_reach_the_book(tmp_path: Path, source: str) -> None:
    scenario = json.loads(Path(source).read_text())
    Path(source).write_text(json.dumps({**scenario, "options": {"first": "ge"}}))
    assert answered("play", source).startswith("Runner ge")
    house, log = tmp_path / "house.json", tmp_path / "game.log"
    house.write_text('{"longest": 1}')
    slow = answered("play", source, "--house", str(house), "-o", str(log))
    assert "shows 2" not in slow
    assert answered("replay", str(log)) == slow


def test_play_and_replay_refuse_bad_switches_scenarios_and_logs(tmp_path: Path, source: str) -> None:
    assert refused("play", source, "--switch", "x") == "no switch named 'x'"
    assert refused("play", "no_such").startswith("no scenario named 'no_such'")
    assert refused("replay", "no.log").startswith("no game is kept in 'no.log'; blindhex game begin")
    assert refused("replay", str(tmp_path)) == f"{tmp_path} cannot be read: Is a directory."
    bad = tmp_path / "bad.log"
    for text, message in (
        ("", f"{bad}: '' is not JSON"),
        ('{"format": "blindhex-log/1"}', "ruleset is missing"),
        ('{"format": "blindhex-log/1", "ruleset": "race", "scenario": "no_such"}', "no scenario named"),
    ):
        bad.write_text(text)
        assert refused("replay", str(bad)).startswith(message)
    bad.write_bytes(b"\xff\xfe")
    assert "UTF-8" in refused("replay", str(bad))
    log = tmp_path / "game.log"
    answered("play", source, "-o", str(log))
    log.write_text(log.read_text("utf-8") + '{"happened": {"is": "UnitMoved", "unit": "us-9", "to": "A1"}}\n')
    assert run("replay", str(log)).exit_code == 2


def test_a_book_that_only_answers_questions_cannot_be_played(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Asked:
        """A book that answers questions and no more."""

        id = "lhy"
        roster: Mapping[str, Runner] = MappingProxyType({})

    monkeypatch.setattr("rules.catalog.RULESETS", {"lhy": Asked()})
    assert refused("play", scenario_file(tmp_path, **SCENARIO)) == (
        "Games of lhy cannot be played, only asked about."
    )
