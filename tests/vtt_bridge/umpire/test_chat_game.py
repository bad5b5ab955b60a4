"""A game played in the chat of a table: tokens follow, and each side hears only what it may."""

from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

from maps.library import scenario
from rules.catalog import ruleset
from rules.errors import RulesError
from rules.game.chance.dice import SeededDice
from rules.game.engine.carrying_out import IllegalAction
from rules.game.events import DiceThrown
from rules.game.side_names import player
from tests.vtt_bridge.conftest import Served
from tests.vtt_bridge.local_table.test_api import piece
from tests.vtt_bridge.scenes import umpire
from vtt_bridge.errors import NobodyHears, NotYourTurn, Refused
from vtt_bridge.games.computer import answers
from vtt_bridge.games.game_file import begin_log, resumed_from
from vtt_bridge.games.game_log import GameHead
from vtt_bridge.games.running_game import RunningGame, begun
from vtt_bridge.games.session import LogSession
from vtt_bridge.local_table.api.server import serving
from vtt_bridge.local_table.scenario_setup import open_scenario
from vtt_bridge.local_table.storage.store import Store
from vtt_bridge.local_table.table import LocalTable
from vtt_bridge.port.virtual_table import Capabilities, MovePiece, Say
from vtt_bridge.umpire.chat_commands import Asker
from vtt_bridge.umpire.chat_game import OFF_THE_MAP, ChatGame
from vtt_bridge.umpire.chat_umpire import ChatUmpire


class Table:
    """A served table with a scenario's pieces on it, and a game of that scenario in a file beside it."""

    def __init__(self, served: Served, log: Path) -> None:
        self.served, self.log = served, str(log)
        self.table = served.table()
        self.chat = ChatUmpire(umpire(), ChatGame(partial(LogSession, self.log, ruleset)))
        self._asked = 0

    @property
    def game(self) -> RunningGame:
        return resumed_from(self.log, ruleset)

    def say(self, words: str, side: str = "") -> str:
        assert self.chat.is_command(words)
        self._asked += 1
        return self.chat.answer(self.table, words, Asker(side), f"chat-{self._asked}").text

    def heard(self, side: str) -> list[str]:
        """The chat lines that a side can read."""
        return [
            line.text for line in self.served.store.chat.lines(self.served.scene_id) if line.to in ("", side)
        ]

    def until(self, kind: str) -> int:
        """Declare the first choice until one of this kind is offered, and return its number."""
        for _ in range(60):
            for choice in self.game.choices():
                if type(choice.action).__name__ == kind:
                    return choice.number
            self.say("!do 1")
        raise AssertionError(f"nobody may {kind}")


@pytest.fixture
def at(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Table]:
    """The table of the mission that is the fixture's parameter."""
    name = request.param
    log = tmp_path / "game.log"
    begin_log(str(log), begun(GameHead("lhy", name, 3), ruleset).log)
    store = Store(tmp_path / "table.sqlite")
    scene_id = open_scenario(store, scenario(name))
    with serving(store, umpire()) as url:
        yield Table(Served(url, store, scene_id), log)
    store.close()


ridge = pytest.mark.parametrize("at", ["lhy-ridge-farm"], indirect=True)
market = pytest.mark.parametrize("at", ["lhy-market-quarter"], indirect=True)


@ridge
def test_turn_tells_both_sides_whose_turn_it_is_and_the_side_to_act_its_choices(at: Table) -> None:
    assert at.say("!turn", "ge").splitlines() == [
        "turn 1, minute 0 of 60, initiative. German player: roll for the initiative.",
        "   1  roll for the initiative",
    ]
    assert (
        at.say("!turn", "us") == "turn 1, minute 0 of 60, initiative. German player: roll for the initiative."
    )
    assert at.heard("us") == ["turn 1, minute 0 of 60, initiative. German player: roll for the initiative."]


@ridge
def test_do_records_an_action_and_moves_its_token_and_undo_takes_both_back(at: Table) -> None:
    number = at.until("Maneuver")
    action = at.game.choices()[number - 1].action
    (unit,) = at.game.names_in(action)
    stood, log = piece(at.served, unit)["at"], at.game.log
    at.say(f"!do {number}")
    assert piece(at.served, unit)["at"] == str(at.game.state.unit(unit).at) != stood
    said = at.game.names("us").said(str(action))
    assert any(text.startswith(said) for text in at.heard("us"))
    at.say("!undo")
    assert (piece(at.served, unit)["at"], at.game.log) == (stood, log)


@ridge
def test_a_token_that_the_table_cannot_move_is_reported_to_its_side_and_the_action_stands(
    at: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Foundry does so at a wall of the scene."""
    number = at.until("Maneuver")
    action = at.game.choices()[number - 1].action

    def stop(_: object, operation: MovePiece) -> None:
        raise Refused(f"{operation.piece} is stopped")

    monkeypatch.setattr(type(at.table), "move", stop)
    assert at.say(f"!do {number}", action.side) == at.game.status
    (other,) = (side for side in at.game.state.sides if side != action.side)
    assert any(text.endswith(" is stopped") for text in at.heard(action.side))
    assert not any(text.endswith(" is stopped") for text in at.heard(other))
    said = at.game.names(action.side).said(str(action))
    assert any(text.startswith(said) for text in at.heard(action.side))


@market
def test_a_side_without_players_does_not_stop_an_action_and_is_reported_once(
    at: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """At Foundry the players of a side have to be named to the umpire."""
    hiding = at.game.to_act
    (other,) = (side for side in at.game.state.sides if side != hiding)
    say, whispered = type(at.table).say, list[str]()
    assert hiding is not None
    nobody = NobodyHears(hiding, "name them")

    def whisper(table: LocalTable, operation: Say) -> None:
        if operation.to == hiding:
            whispered.append(operation.text)
            raise nobody
        say(table, operation)

    monkeypatch.setattr(type(at.table), "say", whisper)
    for _ in range(2):
        choice = next(one for one in at.game.choices() if getattr(one.action, "hidden", False))
        at.say(f"!do {choice.number}")
        assert at.heard(other)[-1] == at.game.status
    assert len(whispered) >= 2
    assert at.heard(other).count(str(nobody)) == 1


@market
def test_a_whisper_refused_for_another_reason_is_an_error(at: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """Such as a relay that takes no more requests."""

    say = type(at.table).say

    def refuse(table: LocalTable, operation: Say) -> None:
        if operation.to:
            raise Refused("the relay takes no more requests of this key now")
        say(table, operation)

    choice = next(one for one in at.game.choices() if getattr(one.action, "hidden", False))
    monkeypatch.setattr(type(at.table), "say", refuse)
    with pytest.raises(Refused, match="takes no more requests"):
        at.say(f"!do {choice.number}")


@ridge
def test_go_moves_unit_and_token_and_tells_the_end_of_the_way_to_its_side_alone(at: Table) -> None:
    """LHY 10.0: each hex is an action; they stop where their MP are spent."""
    number = at.until("Maneuver")
    action = at.game.choices()[number - 1].action
    (unit,) = at.game.names_in(action)
    side, turns = action.side, len(at.game.turns)
    at.say(f"!go {unit} to A1", side)
    moved = len(at.game.turns) - turns
    assert moved > 0
    assert piece(at.served, unit)["at"] == str(at.game.state.unit(unit).at)
    other = next(name for name in at.game.state.sides if name != side)
    name = at.game.names()[unit]
    assert any(text.startswith(f"{name} is in ") for text in at.heard(side))
    assert not any(text.startswith(f"{name} is in ") for text in at.heard(other))
    assert sum(text.startswith(f"{name} maneuvers to ") for text in at.heard(other)) == moved


@ridge
def test_illegal_actions_and_actions_out_of_turn_are_refused_and_change_nothing(at: Table) -> None:
    at.until("Maneuver")
    log = at.game.log
    for words in ("!do Maneuver unit=nobody to=A1", "!odds Maneuver unit=nobody to=A1"):
        with pytest.raises(IllegalAction, match=r"nobody maneuvers to A1: .*\(LHY "):
            at.say(words)
    other = next(side for side in at.game.state.sides if side != at.game.to_act)
    with pytest.raises(
        NotYourTurn, match=f"It is the {player(at.game.to_act or '')}'s turn, not the {player(other)}'s."
    ):
        at.say("!do 1", other)
    with pytest.raises(RulesError):
        at.say("!do")
    assert at.game.log == log


@ridge
def test_questions_in_the_chat_use_the_state_of_the_game(at: Table) -> None:
    """LHY 10.1.1a: what is left of its MP is in the game, and not on the token."""
    number = at.until("Maneuver")
    action = at.game.choices()[number - 1].action
    (unit,) = at.game.names_in(action)
    assert "places within 3 MP" in at.say(f"!reach {unit}", action.side)
    at.say(f"!do {number}", action.side)
    assert "2 MP left of 3 MP" in at.say(f"!reach {unit}", action.side)
    assert at.say("!odds 1", action.side).startswith("Lt. Jackson maneuvers to ")


@market
def test_a_hidden_unit_without_a_token_is_asked_for_from_its_side_alone(at: Table) -> None:
    """LHY 17.9: nobody else hears where the gun hides."""
    side = at.game.to_act
    assert side is not None
    hiding = next(choice for choice in at.game.choices() if getattr(choice.action, "hidden", False))
    (unit,) = at.game.names_in(hiding.action)
    at.say(f"!do {hiding.number}")
    other = next(name for name in at.game.state.sides if name != side)
    assert any(text.startswith("put ") and unit in text for text in at.heard(side))
    assert not any(unit in text for text in at.heard(other))


@market
def test_in_a_chat_without_whispers_a_secret_is_not_said_at_all(
    at: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(type(at.table), "capabilities", Capabilities(whispers=False))
    hiding = next(choice for choice in at.game.choices() if getattr(choice.action, "hidden", False))
    at.say(f"!do {hiding.number}")
    (unit,) = at.game.names_in(hiding.action)
    for side in at.game.state.sides:
        assert not any(unit in text for text in at.heard(side))


@ridge
def test_the_token_of_a_lost_unit_is_marked_and_undo_removes_the_mark(at: Table) -> None:
    before, number, lost = before_a_loss(at.game)
    Path(at.log).write_text(before.log, "utf-8")
    at.say(f"!do {number}")
    assert piece(at.served, lost)["marks"][OFF_THE_MAP] is True
    at.say("!undo")
    assert OFF_THE_MAP not in piece(at.served, lost)["marks"]


def before_a_loss(game: RunningGame) -> tuple[RunningGame, int, str]:
    """A game of chance just before a unit leaves the map, the choice by which it does, and the unit."""
    choice = SeededDice(1)
    while game.to_act is not None:
        number = choice.pick("choice", len(game.choices())) + 1
        after = game.declare(game.allowed(number))
        for unit in game.state.units.values():
            if unit.at is not None and after.state.unit(unit.id).at is None:
                return game, number, unit.id
        game = after
    raise AssertionError("nobody was lost")


@pytest.mark.parametrize("at", ["lhy-ridge-farm"], indirect=True)
def test_an_action_with_dice_is_undone_once_both_sides_type_undo(at: Table) -> None:
    """One side alone could throw its dice until it likes them."""
    side = at.game.to_act or ""
    other = next(name for name in at.game.state.sides if name != side)
    at.say("!do 1", side)
    assert any(isinstance(event, DiceThrown) for event in at.game.turns[0].events)
    for _ in range(2):
        assert at.say("!undo", side) == (
            f"{player(side)} asks to take the last action back: !undo of the other side agrees"
        )
    assert len(at.game.turns) == 1
    at.say("!undo", other)
    assert not at.game.turns


@ridge
def test_the_computer_answers_in_the_chat_and_its_tokens_follow(at: Table) -> None:
    """LHY 8.0: the Germans react to what the Americans have done; their tokens go where they went."""
    log = LogSession(at.log, ruleset)
    log.played_by({"ge": "careful"})
    list(answers(log))
    for action in ("SelectCompany company=baker", "Activate platoons=baker.2,", "CallForReaction"):
        at.say(f"!do {action}", "us")
    assert at.game.to_act == "us"
    assert at.game.turns[-1].action.side == "ge"
    for unit_id in scenario("lhy-ridge-farm").state().units:
        if (unit := at.game.state.units.get(unit_id)) is not None and unit.at is not None:
            assert piece(at.served, unit_id)["at"] == str(unit.at)
