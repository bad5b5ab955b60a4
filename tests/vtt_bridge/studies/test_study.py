"""Studies: the same rows however they are played, resuming, sweeps, and what is reported."""

import json
import re
from collections.abc import Iterator
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path
from shlex import split
from typing import Any

import pytest
from pyarrow import parquet

from rules.catalog import ruleset
from rules.errors import RulesError
from rules.players.named import RANDOM
from tests.vtt_bridge.cli_ground import answered, refused
from vtt_bridge.commands.study import progress
from vtt_bridge.games.game_log import GameHead
from vtt_bridge.games.game_setup import opened_anew
from vtt_bridge.studies import workers
from vtt_bridge.studies.folder import DONE, StudyFolder
from vtt_bridge.studies.one_game import one_game
from vtt_bridge.studies.study import Job, Study, variants
from vtt_bridge.studies.study_report import Share

HEAD = opened_anew(GameHead("lhy", "market-fight"), ruleset).head
BY_CHANCE = {"us": RANDOM, "ge": RANDOM}
GAMES = ("study", "market-fight", "--workers", "1", "--games")


def rows(folder: Path, name: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = parquet.read_table(folder / f"{name}.parquet").to_pylist()
    return found


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """The folder of a study of two games, and what is told of it."""
    folder = tmp_path_factory.mktemp("whole")
    return folder, answered(*GAMES, "2", "--seed", "7", "-o", str(folder))


def test_a_study_writes_rows_of_games_and_decisions_and_reports_who_wins(whole: tuple[Path, str]) -> None:
    folder, told = whole
    games, decisions = rows(folder, "games"), rows(folder, "decisions")
    assert [(row["game"], row["seed"]) for row in games] == [(1, 7), (2, 8)]
    won = sum(row["winner"] == "us" for row in games)
    assert f"Americans (random) win {Share(won, 2)}" in told
    assert {row["version"] for row in games} == {HEAD.version}
    assert {row["setup_digest"] for row in games} == {HEAD.digest}
    for row in games:
        made = [decision for decision in decisions if decision["game"] == row["game"]]
        assert 0 < len(made) <= row["decisions"]
        assert sum(len(json.loads(row["lost"] or "[]")) for row in made) == row["lost_us"] + row["lost_ge"]
    page = (folder / "report.html").read_text("utf-8")
    assert str(Share(won, 2)) in page
    assert "<svg" in page or "No unit was lost" in page


def test_a_study_broken_off_goes_on_and_ends_with_the_same_rows(
    whole: tuple[Path, str], tmp_path: Path
) -> None:
    answered(*GAMES, "1", "--seed", "7", "-o", str(tmp_path))
    with (tmp_path / DONE).open("a") as file:
        file.write('{"game": {"game": 2, "varia')
    assert answered(*GAMES, "2", "--seed", "7", "-o", str(tmp_path)).startswith("1 game is done already.")
    for name in ("games", "decisions"):
        assert rows(tmp_path, name) == rows(whole[0], name)


def test_a_different_study_in_the_same_folder_is_refused(tmp_path: Path) -> None:
    answered(*GAMES, "1", "-o", str(tmp_path))
    assert "another scenario, version, seed or players" in refused(
        *GAMES, "1", "--seed", "2", "-o", str(tmp_path)
    )


def test_killed_workers_cost_no_game_and_change_no_row(monkeypatch: pytest.MonkeyPatch) -> None:
    jobs = tuple(Study(variants(HEAD, ()), BY_CHANCE, 3).jobs)
    killed: list[int] = []

    def dies_after_one(left: tuple[Job, ...], _: int) -> Iterator[workers.Played]:
        yield left[-1], one_game(left[-1])
        if len(left) > 1:
            killed.append(len(left))
            raise BrokenProcessPool("a worker was killed")

    monkeypatch.setattr(workers, "_by_one_pool", dies_after_one)
    played = {job.key: found for job, found in workers.played_by_processes(jobs, 2)}
    assert killed == [3, 2]
    assert played == {job.key: found for job, found in workers.played_here(jobs)}


def test_workers_that_die_without_a_game_end_the_study(monkeypatch: pytest.MonkeyPatch) -> None:
    def dies(_: tuple[Job, ...], __: int) -> Iterator[workers.Played]:
        yield from ()
        raise BrokenProcessPool("a worker was killed")

    monkeypatch.setattr(workers, "_by_one_pool", dies)
    with pytest.raises(workers.WorkersDied, match="3 games are left"):
        list(workers.played_by_processes(tuple(Study(variants(HEAD, ()), BY_CHANCE, 3).jobs), 2))


def test_a_sweep_plays_every_combination_with_the_same_seeds(tmp_path: Path) -> None:
    found = variants(HEAD, ("without=us.mg.3", "house.truck_open_mp=1,2"))
    assert [variant.name for variant in found] == [
        "truck_open_mp 1",
        "truck_open_mp 2",
        "without us.mg.3, truck_open_mp 1",
        "without us.mg.3, truck_open_mp 2",
    ]
    assert [variant.head.house for variant in found[:2]] == [{"truck_open_mp": 1}, {"truck_open_mp": 2}]
    assert [len(variant.head.setup["units"]) for variant in found[1:3]] == [20, 19]
    assert len({variant.head.digest for variant in found}) == 4
    folder = StudyFolder(str(tmp_path), Study(found, BY_CHANCE, 2, first_seed=5))
    assert [(job.number, job.seed) for job in folder.to_play] == [(1, 5)] * 4 + [(2, 6)] * 4


@pytest.mark.parametrize(
    ("sweep", "why"),
    [
        ("without=us.mg.9", "us.mg.9"),
        ("house.truck_open_mp=one", "JSON"),
        ("luck=1", "house.NAME"),
        ("switch", "switch=NAME"),
    ],
)
def test_a_sweep_that_cannot_be_read_is_refused_before_any_game(sweep: str, why: str) -> None:
    with pytest.raises(RulesError, match=why):
        variants(HEAD, (sweep,))


def test_a_share_has_wilsons_interval() -> None:
    """Wilson's interval for 8 of 10 is 49.0 to 94.3% (Newcombe 1998, by the formula)."""
    low, high = Share(8, 10).interval
    assert (round(low, 3), round(high, 3)) == (0.490, 0.943)


def test_the_commands_of_the_page_on_studies_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With the quicker player, and one game for each hundred."""
    page = (Path(__file__).parents[3] / "docs" / "studies.md").read_text("utf-8")
    monkeypatch.chdir(tmp_path)
    commands = [
        line.strip().removeprefix("$ blindhex ")
        for line in page.splitlines()
        if line.startswith("    $ blindhex ")
    ]
    assert len(commands) >= 4
    for command in commands:
        assert answered(
            *split(re.sub(r"(--games \d+)00", r"\1 --workers 1", command).replace("careful", "random"))
        )


@pytest.mark.parametrize(
    ("games", "said"), [(19, []), (100, [f"{number}0 of 100 games are played." for number in range(1, 11)])]
)
def test_without_a_terminal_only_a_long_study_prints_its_progress(
    capsys: pytest.CaptureFixture[str], games: int, said: list[str]
) -> None:
    with progress(games) as went_on:
        for _ in range(games):
            went_on()
    assert capsys.readouterr().err.splitlines() == said
