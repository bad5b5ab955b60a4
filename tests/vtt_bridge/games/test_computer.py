"""A side played by the computer: it acts until a person is to decide, and undo includes its answers."""

import pytest

from maps.library import scenario
from rules.catalog import ruleset
from rules.errors import BadInput, Unknown
from vtt_bridge.errors import ComputersTurn, NothingToUndo
from vtt_bridge.games.computer import Computer, answers
from vtt_bridge.games.game_file import begin_log
from vtt_bridge.games.game_log import GameHead
from vtt_bridge.games.running_game import RunningGame, begun, resumed
from vtt_bridge.games.session import LogSession


def _against(name: str, /, **players: str) -> RunningGame:
    return begun(GameHead(scenario(name).ruleset, name, 3, players=players), ruleset)


def _answered(now: RunningGame, log: str) -> LogSession:
    begin_log(log, now.log)
    session = LogSession(log, ruleset)
    list(answers(session))
    return session


def test_the_computer_declares_until_a_person_is_to_act_and_the_log_names_it(
    tmp_path: pytest.TempPathFactory,
) -> None:
    """LHY 5.0: the Germans roll for the initiative, which the Americans win with this seed."""
    session = _answered(_against("lhy-ridge-farm", ge="careful"), f"{tmp_path}/a.log")
    assert [turn.action.side for turn in session.now.turns] == ["ge"]
    assert (session.now.to_act, session.now.one_person) == ("us", "us")
    again = LogSession(f"{tmp_path}/a.log", ruleset).now
    assert again.computers == {"ge": "careful"}, "the log says who plays"


@pytest.mark.parametrize("name", ["lhy-ridge-farm", "kgn-two-orchards", "dolgoye-vanguard"])
def test_a_game_of_any_book_against_the_computer_comes_to_a_result(name: str) -> None:
    """The person takes what is listed first, and last in the next round."""
    now = _against(name, **{scenario(name).sides[0]: "random"})
    computer = Computer()
    while now.to_act is not None:
        if now.is_computers_turn:
            now = now.declare(computer.choose(now))
        else:
            now = now.declare(now.choices()[-(len(now.turns) % 2)].action)
    assert now.result


def test_in_a_game_with_a_seed_the_computer_chooses_the_same_when_asked_again() -> None:
    now = _against("lhy-market-quarter", ge="random", us="random")
    for _ in range(30):
        first, second = (Computer().choose(now) for _ in range(2))
        assert first == second
        now = now.declare(first)


def test_undo_goes_back_to_the_last_action_of_a_person(tmp_path: pytest.TempPathFactory) -> None:
    session = _answered(_against("lhy-ridge-farm", ge="careful"), f"{tmp_path}/a.log")
    with pytest.raises(NothingToUndo):
        session.undo()  # the first action of the computer is not undone by a person
    before = session.now
    for action in ("SelectCompany company=baker", "Activate platoons=baker.2,", "CallForReaction"):
        session.declare(session.now.action_said(action))
    list(answers(session))
    assert len({turn.action.side for turn in session.now.turns[4:]}) == 1, "the Germans react"
    assert len(session.now.turns) > 5
    assert [turn.action.side for turn in session.undo().turns] == ["ge", "us", "us"]
    session.undo()
    assert session.undo().state == before.state


def test_nobody_can_act_for_a_side_of_the_computer() -> None:
    with pytest.raises(ComputersTurn, match="The computer plays the Germans, and is to act now"):
        _against("lhy-ridge-farm", ge="careful").check_turn("ge")


def test_computer_players_are_read_from_a_log_and_bad_or_unknown_ones_refused() -> None:
    log = _against("lhy-ridge-farm", ge="search:4").log
    assert resumed(log, ruleset).computers == {"ge": "search:4"}
    with pytest.raises(BadInput, match="players"):
        resumed(log.replace('"search:4"', "4"), ruleset)
    stranger = resumed(log.replace('"search:4"', '"rommel"'), ruleset)
    with pytest.raises(Unknown, match="no player named 'rommel'"):
        Computer().choose(stranger)
