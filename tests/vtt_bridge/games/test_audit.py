"""The audit of a game from its log alone: every action allowed, and every event by the rules and the recorded dice."""

import json
import re
from collections.abc import Callable
from itertools import islice
from pathlib import Path
from shutil import copy
from typing import Any

import pytest

from maps.library import scenario, scenarios
from rules.catalog import ruleset
from rules.game.events import DiceThrown
from rules.players.named import names_by_side, players
from tests.vtt_bridge.cli_ground import answered, run
from vtt_bridge.games.audit import audited
from vtt_bridge.games.game_log import GameHead, head_line, turn_lines, turns_from
from vtt_bridge.games.game_setup import decisions_of_game, opened, turn_of

Line = dict[str, Any]
TO_BEAT = (
    ": to hit",
    ": observation",
    " to fire",
    " recovers",
    " extends",
    "coordination, +0",
    "coordination, +1",
    " or less",
)
"""Dice that a figure has to be beaten with, by the end of what they are for."""

CHECKS = (": save of ", "Cohesion Check of ")
"""The same, by what stands before the unit they are for."""

SEEDS = {"lhy-bridge-patrol": 1, "lhy-ridge-farm": 9, "lhy-tiger-at-the-bridge": 1}
"""A game with such a die, where that of seed 5 has none."""


MOST_DECLARATIONS = 150
"""By then a die has been thrown that a figure is beaten with; `proofs/books/audits.py` goes on to the end."""


@pytest.mark.parametrize("name", [entry.name for entry in scenarios()])
def test_the_log_of_a_game_of_every_scenario_passes_its_audit_and_names_figures_to_beat(name: str) -> None:
    check_audited(name, SEEDS.get(name, 5), MOST_DECLARATIONS)


def check_audited(name: str, seed: int, most: int | None = None) -> None:
    """Play a game by chance, or so many declarations of it, and audit its record."""
    game = opened(GameHead(scenario(name).ruleset, name, seed), ruleset)
    decisions = decisions_of_game(game, seed, players(names_by_side((), game.state.sides)))
    turns = tuple(map(turn_of, islice(decisions, most)))
    actions, events = game.book.actions, game.book.events
    written = "".join(line for turn in turns for line in turn_lines(turn, actions, events))
    assert list(audited(game, turns_from(head_line(game.head) + written, actions, events))) == []
    thrown = [event for turn in turns for event in turn.events if isinstance(event, DiceThrown)]
    beating = [
        die for die in thrown if die.what.endswith(TO_BEAT) or any(word in die.what for word in CHECKS)
    ]
    assert beating
    assert [die for die in beating if not die.needed] == []


@pytest.fixture(scope="module")
def honest(tmp_path_factory: pytest.TempPathFactory) -> Path:
    played = tmp_path_factory.mktemp("honest") / "game.log"
    answered("play", "mill-crossing", "--seed", "5", "-o", str(played))
    return played


@pytest.fixture
def log(honest: Path, tmp_path: Path) -> Path:
    """A record of one's own, to tamper with."""
    return Path(copy(honest, tmp_path))


def tampered(log: Path, tamper: Callable[[list[Line]], None]) -> str:
    lines = [json.loads(line) for line in log.read_text("utf-8").splitlines()]
    tamper(lines)
    log.write_text("".join(json.dumps(line) + "\n" for line in lines), "utf-8")
    result = run("replay", str(log), "--check")
    assert (result.exit_code, result.stderr) == (1, "")
    return result.stdout


def first(lines: list[Line], kind: str) -> Line:
    found: Line = next(line["happened"] for line in lines if line.get("happened", {}).get("is") == kind)
    return found


def test_an_untampered_log_is_by_the_book(log: Path) -> None:
    said = answered("replay", str(log), "--check")
    assert re.match(r"Begun under Blindhex (\S+), checked by \1\.\nAll \d+ actions are by the book", said)


def test_a_log_of_an_earlier_version_with_other_fields_is_by_the_book(tmp_path: Path) -> None:
    """The fields `forgone` and `recce` are of later versions; without them the events read the same."""
    log = tmp_path / "game.log"
    answered("play", "kgn-cider-farm", "--seed", "2", "-o", str(log))
    lines = [json.loads(line) for line in log.read_text("utf-8").splitlines()]
    done = [line["happened"] for line in lines if line.get("happened", {}).get("all")]
    assert done
    for event in done:
        event["forgone"] = False
    del first(lines, "FirstTurnRolled")["recce"]
    log.write_text("".join(json.dumps(line) + "\n" for line in lines), "utf-8")
    assert re.match(r".*\nAll \d+ actions are by the book", answered("replay", str(log), "--check"))
    done[0]["unit"] = "nobody"
    log.write_text("".join(json.dumps(line) + "\n" for line in lines), "utf-8")
    assert 'the record says "nobody is done", the rules' in run("replay", str(log), "--check").stdout


def test_a_changed_die_is_found(log: Path) -> None:
    def tamper(lines: list[Line]) -> None:
        die = first(lines, "DiceThrown")
        die["values"] = [die["values"][0] % die["sides"] + 1]

    assert "the dice of the record do not fit: the script of 2 dice has run dry" in tampered(log, tamper)


def test_a_removed_die_is_found(log: Path) -> None:
    def tamper(lines: list[Line]) -> None:
        lines.remove({"happened": first(lines, "DiceThrown")})

    assert "the dice of the record do not fit: the script of" in tampered(log, tamper)


def test_a_die_renamed_to_another_purpose_is_found(log: Path) -> None:
    def tamper(lines: list[Line]) -> None:
        first(lines, "DiceThrown")["what"] = "a die for something else"

    assert 'the record says "a die for something else' in tampered(log, tamper)


def test_a_changed_field_that_the_sentence_does_not_show_is_found(log: Path) -> None:
    def tamper(lines: list[Line]) -> None:
        first(lines, "UnitPlaced")["has_acted"] = False

    said = tampered(log, tamper)
    assert re.search(r': of ".+" has_acted is False in the record and True by the rules\n', said)


def test_an_action_declared_by_the_wrong_side_is_found(log: Path) -> None:
    def tamper(lines: list[Line]) -> None:
        lines[1]["declared"]["side"] = "ge" if lines[1]["declared"]["side"] == "us" else "us"

    said = tampered(log, tamper)
    assert said.splitlines()[1].startswith("1. ")
    assert "not allowed: " in said
