"""The log of a game: a line for each event, read back the same, and refused by line."""

import json
from dataclasses import dataclass
from typing import Any

import pytest

from rules.errors import BadInput, RulesError
from rules.game import events as table_events
from rules.game.engine.play import Action
from rules.game.engine.procedure import Declarations
from rules.game.events import DiceThrown, UnitChanged, UnitMoved
from rules.game.record.records import Records
from rules.ground.hex.hexes import Hex
from vtt_bridge.games.game_log import GameHead, Turn, head_from, head_line, turn_lines, turns_from


@dataclass(frozen=True)
class March:
    side: str
    unit: str
    path: tuple[Hex, ...]


ACTIONS = Records[Action]("action", [March])
EVENTS = Declarations[Any, Any]((), (table_events,)).events
HEAD = GameHead("lhy", "river_crossing", 7, ("strict_2019",), {"forest_levels": 2})
TURNS = (
    Turn(
        March("us", "A-1", (Hex(0, 0), Hex(1, 0))),
        (DiceThrown("river exit\u2028", 10, (4,)), UnitMoved("A-1", Hex(1, 0))),
        1,
    ),
    Turn(March("ge", "G-1", ()), (UnitChanged("G-1", frozenset({"spent"})),), 1),
    Turn(March("us", "A-1", ()), (), 3),
)


def log(turns: tuple[Turn, ...] = TURNS) -> str:
    return head_line(HEAD) + "".join(line for turn in turns for line in turn_lines(turn, ACTIONS, EVENTS))


def test_head_and_turns_are_read_back_from_a_log() -> None:
    assert head_from(log()) == HEAD
    assert turns_from(log(), ACTIONS, EVENTS) == TURNS


def test_a_log_has_a_head_and_one_line_for_each_declaration_and_event() -> None:
    lines = [json.loads(line) for line in log().split("\n")[:-1]]
    assert lines[0]["format"] == "blindhex-log/1"
    assert (lines[0]["ruleset"], lines[0]["scenario"], lines[0]["seed"]) == ("lhy", "river_crossing", 7)
    assert lines[1] == {
        "declared": {"is": "March", "side": "us", "unit": "A-1", "path": ["A1", "B1"]},
        "position": 1,
    }
    assert lines[3] == {"happened": {"is": "UnitMoved", "unit": "A-1", "to": "B1"}}
    assert len(lines) == 1 + 3 + 3


def test_an_incomplete_last_line_is_left_out() -> None:
    """A game that was killed is taken up where its last whole line ends."""
    whole = log()
    assert turns_from(whole + '{"declared": {"is": "Mar', ACTIONS, EVENTS) == TURNS


def test_a_head_without_a_seed_is_read_back_without_one() -> None:
    head = GameHead("lhy", "river_crossing")
    assert (head_from(head_line(head)), head.seed) == (head, None)


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ('{"happened": {"is": "UnitMoved", "unit": "A-1", "to": 7}}', r"line 2: UnitMoved\.to: 7 is not"),
        ('{"happened": {"is": "Flew"}}', "line 2: no event named 'Flew'"),
        ('{"declared": {"is": "March"}}', "line 2: March.side is missing"),
        (
            '{"declared": {"is": "March", "side": "us", "unit": "A-1"}, "position": -1}',
            "line 2: position: -1",
        ),
        (
            '{"declared": {"is": "March", "side": "us", "unit": "A-1"}, "same_order": 1}',
            "line 2: same_order: 1 is not true or false",
        ),
        ('{"said": "hello"}', r"line 2: entry: \['said'\] is not what was declared"),
        ("{", "line 2: document"),
    ],
)
def test_a_wrong_line_is_refused_by_its_number(line: str, message: str) -> None:
    declared = next(iter(turn_lines(TURNS[2], ACTIONS, EVENTS)))
    before = declared if "happened" in line else ""
    text = head_line(HEAD) + before + line + "\n"
    with pytest.raises(RulesError, match=message.replace("line 2", "line 3") if before else message):
        turns_from(text, ACTIONS, EVENTS)


def test_an_event_before_any_declaration_is_refused() -> None:
    with pytest.raises(RulesError, match=r"line 2: entry: .* is not what was declared, before all else"):
        turns_from(head_line(HEAD) + '{"happened": {"is": "UnitChanged", "unit": "A-1"}}\n', ACTIONS, EVENTS)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"format": "blindhex-log/2"}, "format: 'blindhex-log/2' is not blindhex-log/1"),
        ({"ruleset": 3}, "ruleset: 3 is not a text"),
        ({"seed": "x"}, "seed: 'x' is not a whole number or null"),
        ({"switches": "x"}, "switches: 'x' is not a list of names"),
        ({"house": []}, r"house: \[\] is not an object"),
    ],
)
def test_a_wrong_field_of_the_head_is_refused_by_name(changes: dict[str, object], message: str) -> None:
    with pytest.raises(BadInput, match=message):
        head_from(json.dumps({**json.loads(head_line(HEAD)), **changes}) + "\n")


def test_a_head_without_its_scenario_is_refused() -> None:
    head = json.loads(head_line(HEAD))
    del head["scenario"]
    with pytest.raises(BadInput, match="scenario is missing"):
        head_from(json.dumps(head))
