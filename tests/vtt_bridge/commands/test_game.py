"""blindhex game: whose turn it is, the choices, declaring by number, words or document, and undo."""

import json
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from tests.vtt_bridge.cli_ground import answered, refused, run
from tests.vtt_bridge.race import RACE, race_file
from vtt_bridge.cli import main
from vtt_bridge.errors import LogMovedOn
from vtt_bridge.games.session import LogSession


@pytest.fixture
def source(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setattr("rules.catalog.RULESETS", {"race": RACE})
    return race_file(tmp_path)


def race_book(_: str) -> Any:
    return RACE


@pytest.fixture
def race(source: str, tmp_path: Path) -> str:
    """The log of a race just begun."""
    log = str(tmp_path / "race.log")
    assert answered("game", "begin", source, log, "--seed", "5") == "4 runners. American player: run.\n"
    return log


@pytest.fixture
def ridge(tmp_path: Path) -> str:
    """The log of a mission in which the Americans may maneuver with their second platoon."""
    log = str(tmp_path / "ridge.log")
    answered("game", "begin", "lhy-ridge-farm", log, "--seed", "3")
    for action in ("RollInitiative", "SelectCompany company=baker", "Activate platoons=baker.2,"):
        answered("game", "do", log, *action.split())
    return log


def test_turn_tells_the_side_to_act_and_its_choices_by_number(race: str) -> None:
    assert (
        answered("game", "turn", race)
        == "4 runners. American player: run.\n6 hexes to go\n   1  Runner us 1 runs\n   2  Runner us 2 runs\n"
    )


def test_the_choices_of_one_unit_keep_their_numbers(race: str) -> None:
    assert (
        answered("game", "turn", race, "--unit", "us-2")
        == "4 runners. American player: run.\n6 hexes to go\n   2  Runner us 2 runs\n"
    )
    assert refused("game", "turn", race, "--unit", "us-9").startswith("no unit of the Americans named 'us-9'")


@pytest.mark.parametrize("said", ["2", "Run unit=us-2", '{"is": "Run", "unit": "us-2", "side": "us"}'])
def test_do_takes_an_action_by_number_words_or_document(race: str, said: str) -> None:
    told = answered("game", "do", race, said).splitlines()
    assert told[0] == "Runner us 2 runs"
    assert told[-1] == "4 runners. German player: run."
    assert "us-2" not in answered("game", "turn", race)


def test_a_seeded_game_declared_one_by_one_has_the_log_of_the_same_game_played_at_once(
    source: str, tmp_path: Path
) -> None:
    """Seeded dice go on where they stopped, in whichever process."""
    whole, log = tmp_path / "whole.log", tmp_path / "by_hand.log"
    answered("play", source, "--seed", "5", "-o", str(whole))
    answered("game", "begin", source, str(log), "--seed", "5")
    for line in map(json.loads, whole.read_text("utf-8").splitlines()):
        if "declared" in line:
            answered("game", "do", str(log), json.dumps(line["declared"]))
    assert log.read_text("utf-8") == whole.read_text("utf-8")
    assert answered("game", "turn", str(log)).startswith("Result: ")


def test_games_without_a_seed_throw_different_dice(source: str, tmp_path: Path) -> None:
    told = set()
    for number in range(12):
        log = str(tmp_path / f"{number}.log")
        answered("game", "begin", source, log)
        told.add(answered("game", "do", log, "1"))
    assert len(told) > 1


def test_ask_dice_takes_the_faces_typed_and_refuses_impossible_ones(race: str) -> None:
    result = CliRunner().invoke(main, ["game", "do", race, "1", "--ask-dice"], input="4\n")
    assert result.exit_code == 0
    assert "run: d6: " in result.stdout
    assert '"to": "E1"' in Path(race).read_text("utf-8")
    result = CliRunner().invoke(main, ["game", "do", race, "1", "--ask-dice"], input="7\n")
    assert (result.exit_code, "7 is not a number from 1 to 6" in result.stderr) == (2, True)
    result = CliRunner().invoke(main, ["game", "do", race, "1", "--ask-dice"], input="six\n")
    assert (result.exit_code, "dice thrown: 'six' is not the faces" in result.stderr) == (2, True)


def test_an_illegal_action_exits_with_1_cites_the_rule_and_changes_nothing(ridge: str) -> None:
    """LHY 9.0: only the activated platoon acts."""
    before = Path(ridge).read_text("utf-8")
    for step in ("do", "odds"):
        result = run("game", step, ridge, "Maneuver", "unit=us.mg.2", "to=H4")
        assert (result.exit_code, result.stderr) == (1, "")
        assert result.stdout.startswith("us.mg.2 maneuvers to H4: not allowed.\n- ")
        assert "(LHY " in result.stdout
    assert Path(ridge).read_text("utf-8") == before


def test_go_declares_a_way_hex_by_hex_and_says_where_it_ends(ridge: str) -> None:
    """LHY 10.0, 10.1.1a: hex after hex as long as the MP last; then no more may be declared."""
    told = answered("game", "go", ridge, "us.baker.2.leader", "to", "H1").splitlines()
    assert [line for line in told if line.startswith("Lt. Jackson ")] == [
        "Lt. Jackson maneuvers to H4",
        "Lt. Jackson maneuvers to H3",
        "Lt. Jackson maneuvers to H2",
        "Lt. Jackson is in H2: the maneuver of Lt. Jackson is over (LHY 10.0)",
    ]
    again = run("game", "go", ridge, "us.baker.2.leader to H1")
    assert (again.exit_code, again.stdout.splitlines()[0]) == (1, told[-2])
    assert refused("game", "go", ridge, "us.baker.9.* to H1").startswith(
        "no unit of the Americans named 'us.baker.9.*'"
    )


def test_odds_name_the_action_weighed(ridge: str) -> None:
    assert answered("game", "odds", ridge, "1").startswith("Lt. Jackson maneuvers to ")


@pytest.mark.parametrize(
    "kinds",
    [
        ("kinds=move,direct fire - anti-tank",),
        ('kinds="move,direct fire - anti-tank"',),
        ('kinds=["move","direct fire - anti-tank"]',),
    ],
)
def test_a_list_with_spaces_is_typed_in_quotes_or_as_json(tmp_path: Path, kinds: tuple[str, ...]) -> None:
    log = str(tmp_path / "game.jsonl")
    answered("game", "begin", "kgn-sunken-crossroads", log, "--seed", "7")
    answered("game", "do", log, "RollCommand")
    answered("game", "do", log, "KeepCommand")
    said = answered("game", "do", log, "Activate", "unit=uk.tank.1", *kinds)
    assert said.startswith("Sherman Able: move, then direct fire - anti-tank\n")


@pytest.mark.parametrize(
    ("said", "sentence"),
    [
        ("99", "action: 99 is not a number from 1 to 2"),
        ("0", "action: 0 is not a number from 1 to 2"),
        ("Fly", "no choice named 'Fly'; there are "),
        ("Run us-1", "action: 'us-1' is not a field and its value, as unit=us.1"),
        ("Run", "Run.unit is missing"),
        ("Run unit=us-1 speed=3", "no field of Run named 'speed'; there are side, unit"),
        ('{"is": "Run",', "document: "),
    ],
)
def test_an_unknown_or_malformed_action_is_refused(race: str, said: str, sentence: str) -> None:
    assert refused("game", "do", race, *said.split()).startswith(sentence)
    assert answered("game", "turn", race).startswith("4 runners. American")


def test_undo_takes_back_the_last_action_and_its_lines_of_the_log(race: str) -> None:
    before = Path(race).read_text("utf-8")
    answered("game", "do", race, "1")
    assert (
        answered("game", "undo", race) == "Taken back: Runner us 1 runs\n4 runners. American player: run.\n"
    )
    assert Path(race).read_text("utf-8") == before
    assert refused("game", "undo", race) == "Nothing to take back yet."


def test_begin_does_not_overwrite_a_game(race: str, source: str) -> None:
    assert refused("game", "begin", source, race).startswith(
        f"{race} is there already; keep the new game in another file"
    )


def test_of_two_sessions_on_one_log_the_second_to_declare_is_refused(race: str) -> None:
    one, other = LogSession(race, race_book), LogSession(race, race_book)
    after = one.declare(one.now.choices()[0].action)
    with pytest.raises(LogMovedOn, match="has gone on since it was read"):
        other.declare(other.now.choices()[0].action)
    assert Path(race).read_text("utf-8") == after.log


def test_every_acknowledged_action_of_four_hurried_sessions_is_in_the_log(race: str) -> None:
    """A session that is not told that the log has gone on finds its action in it."""

    def hurried(_: int) -> bool:
        session = LogSession(race, race_book)
        try:
            session.declare(session.now.choices()[0].action)
        except LogMovedOn:
            return False
        return True

    with ThreadPoolExecutor(4) as hands:
        acknowledged = sum(hands.map(hurried, range(3)))
    assert acknowledged == len(LogSession(race, race_book).now.turns)
    assert acknowledged


def test_questions_about_a_log_are_asked_of_the_game_as_it_stands(ridge: str) -> None:
    """The platoon leader has left the hex of its set-up."""
    assert answered("los", ridge, "us.baker.2.leader", "H4").startswith("LOS Lt. Jackson to H4: ")
    assert '"unit": "us.baker.2.leader", "from": "H5"' in answered(
        "reach", ridge, "us.baker.2.leader", "--json"
    )
    answered("game", "do", ridge, "Maneuver", "unit=us.baker.2.leader", "to=H4", "mode=forward")
    assert '"from": "H4"' in answered("reach", ridge, "us.baker.2.leader", "--json")


def test_a_book_named_beside_a_log_is_refused(race: str) -> None:
    assert refused("los", race, "A1", "B1", "--book", "lhy").startswith(
        "The log of a game names its own book, switches and house values"
    )


def test_notes_tell_a_side_its_own_figures(tmp_path: Path, ridge: str) -> None:
    log = str(tmp_path / "orchards.log")
    answered("game", "begin", "kgn-two-orchards", log, "--seed", "3")
    assert answered("game", "notes", log, "uk").splitlines() == [
        "battle group morale: 0 of 15 lost",
        "the German player has drawn 0 counters",
        "the German player has on its roster: 1 75mm PaK 40, 1 Grenadier squad, 2 Grenadier squad with Panzerfaust, "
        "1 Kampfgruppe headquarters, 1 MG 42 tripod team, 1 Panzer IV H, 1 Platoon headquarters, 1 SdKfz 222",
        "Sherman Able: 5 AP and 4 HE",
        "Sherman Baker: 5 AP and 4 HE",
    ]
    assert "is not one of the sides: uk, de" in run("game", "notes", log, "us").stderr
    assert answered("game", "notes", ridge, "us") == "nothing\n"


def test_forces_of_a_log_are_those_of_its_scenario(tmp_path: Path) -> None:
    log = str(tmp_path / "g.log")
    answered("game", "begin", "kgn-two-orchards", log, "--seed", "3")
    assert answered("forces", log) == answered("forces", "kgn-two-orchards")


def test_wins_tells_the_victory_conditions_and_at_the_end_the_result(tmp_path: Path, ridge: str) -> None:
    """Terms and objectives before it, the result after it; then a number chooses nothing any more."""
    told = answered("game", "wins", ridge)
    assert "The Germans attack: to the minutes the final score adds" in told
    assert "objective: The farm in " in told
    assert "Result" not in told
    over = str(tmp_path / "over.log")
    answered("play", "duel-on-the-long-lane", "--seed", "1", "-o", over)
    assert answered("game", "wins", over).splitlines()[-1].startswith("Result: ")
    assert "1 is not a choice: the game is over" in run("game", "do", over, "1").stderr
