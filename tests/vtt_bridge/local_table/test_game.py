"""The game on a scene over real HTTP: turns, choices, actions, odds, and who hears of them."""

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from exporters.json_value import Json
from maps.library import scenario
from rules.catalog import ruleset
from rules.game.counter_names import CounterNames
from rules.game.state import GameState
from rules.game.view import HIDDEN
from rules.ground.table.inches import Spot
from tests.vtt_bridge.conftest import Served, a_table
from tests.vtt_bridge.local_table.test_api import piece, refused
from tests.vtt_bridge.scenes import beginning
from vtt_bridge.games.running_game import resumed
from vtt_bridge.local_table.scenario_setup import open_scenario
from vtt_bridge.port.calibration import place_px

RIDGE, MARKET, ROAD, DOLGOYE = "lhy-ridge-farm", "lhy-market-quarter", "lhy-ridge-road", "dolgoye-crossing"


@pytest.fixture
def game(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Served]:
    """A mission on the air, before its first decision; which one is the fixture's parameter."""
    with a_table(tmp_path, request.param) as table:
        yield table


ridge = pytest.mark.parametrize("game", [RIDGE], indirect=True)
market = pytest.mark.parametrize("game", [MARKET], indirect=True)


def status(game: Served) -> dict[str, Any]:
    told: dict[str, Any] = game.get("/game").json()
    return told


def declare(game: Served, action: Json, side: str = "") -> dict[str, Any]:
    answer = game.send("POST", "/game/actions", {"side": side or status(game)["to_act"], "action": action})
    assert answer.status_code == 200, answer.text
    told: dict[str, Any] = answer.json()
    return told


def put_token(game: Served, unit: str, at: Spot) -> None:
    """Move a token in the store, as no player can."""
    frame = game.store.scene(game.scene_id).frame
    to_px = place_px(frame, game_state(game).board, at)
    game.store.change_token(game.scene_id, unit, lambda token: replace(token, position_px=to_px))


def choices(game: Served, side: str, unit: str = "") -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = game.get(f"/game/choices?side={side}&unit={unit}").json()["choices"]
    return found


def said(game: Served) -> list[tuple[str, str]]:
    """Every line of the chat with its addressee."""
    return [(line.to, line.text) for line in game.store.chat.lines(game.scene_id)]


def game_names(game: Served) -> CounterNames:
    """The names of the counters of the game."""
    return resumed(game.get("/game/log").text, ruleset).names()


@ridge
def test_the_place_of_an_objective_names_the_side_that_holds_it(game: Served) -> None:
    """LHY 2.3.1: objective markers show whose they are."""
    held = next(goal for goal in game.get("/game/brief").json()["objectives"] if goal["held_by"])
    told = game.get(f"/place?named={held['where'][0]}").json()
    assert told["markers"] == ["held by the Germans" if held["held_by"] == "ge" else "held by the Americans"]


def until(game: Served, kind: str) -> dict[str, Any]:
    """Declare the first choice until one of this kind is offered, and return that."""
    for _ in range(60):
        found = choices(game, status(game)["to_act"])
        for choice in found:
            if choice["action"]["is"] == kind:
                return choice
        declare(game, found[0]["action"])
    raise AssertionError(f"nobody may {kind}")


def test_the_game_of_a_scene_without_one_is_404(served: Served) -> None:
    refused(served.get("/game"), 404, "no game on the scene named 'small-fight'")


@pytest.mark.parametrize("game", ["dolgoye-vanguard"], indirect=True)
def test_the_brief_tells_what_each_side_must_do_to_win(game: Served) -> None:
    """MATG2 2.0."""
    *told, draw = game.get("/game/brief").json()["victory"]
    wins = "wins with 51% of the enemy's points destroyed and 50% of its own kept (MATG1 11, from the 2nd edition;"
    assert all(
        said.startswith(f"The {who} player {wins}")
        for who, said in zip(("Soviet", "German"), told, strict=True)
    )
    assert "it is a draw" in draw


@pytest.mark.parametrize("game", ["lhy-tiger-at-the-bridge"], indirect=True)
def test_the_brief_tells_description_length_special_rules_and_objectives_with_their_holders(
    game: Served,
) -> None:
    told = game.get("/game/brief").json()
    chosen = scenario("lhy-tiger-at-the-bridge")
    assert (told["description"], told["length"]) == (chosen.description, str(chosen.length))
    assert told["special_rules"] == [rule.text for rule in chosen.special_rules]
    assert [(goal["name"], goal["points"]) for goal in told["objectives"]] == [
        (objective.name, objective.points) for objective in chosen.objectives
    ]
    assert told["victory"][-1].startswith(
        "With a final score up to 30 the Americans win, up to 40 it is a draw,"
    )
    frame, board = game.store.scene(game.scene_id).frame, chosen.board
    for goal, objective in zip(told["objectives"], chosen.objectives, strict=True):
        assert goal["where"] == [str(place) for place in objective.at]
        assert [tuple(at) for at in goal["at_px"]] == [place_px(frame, board, at) for at in objective.at]
        assert goal["held_by"] == objective.held_by


@ridge
def test_the_game_tells_the_side_to_act_and_offers_choices_to_it_alone(game: Served) -> None:
    told = status(game)
    assert (told["to_act"], told["actions"], told["result"]) == ("ge", 0, None)
    assert told["moment"] == "turn 1, minute 0 of 60, initiative"
    (one,) = choices(game, "ge")
    assert (one["number"], one["text"], one["action"]["is"]) == (
        1,
        "roll for the initiative",
        "RollInitiative",
    )
    assert choices(game, "us") == []


@ridge
def test_a_maneuver_moves_its_token_and_is_told_in_chat_and_log(game: Served) -> None:
    one = until(game, "Maneuver")
    (unit,), to = one["units"], one["action"]["to"]
    assert piece(game, unit)["at"] != to
    before = status(game)["actions"]
    assert declare(game, one["number"])["actions"] == before + 1
    assert piece(game, unit)["at"] == to
    assert any(text.startswith(one["text"]) for _, text in said(game))
    assert {unit} == {
        name for option in choices(game, status(game)["to_act"], unit) for name in option["units"]
    }
    kept = resumed(game.get("/game/log").text, ruleset)
    assert str(kept.state.unit(unit).at) == to


@ridge
def test_undo_takes_back_the_last_action_and_the_move_of_its_token(game: Served) -> None:
    one = until(game, "Maneuver")
    (unit,) = one["units"]
    stood, log = piece(game, unit)["at"], game.get("/game/log").text
    declare(game, one["action"])
    assert game.send("DELETE", "/game/actions/last").json()["actions"] == status(game)["actions"]
    assert (piece(game, unit)["at"], game.get("/game/log").text) == (stood, log)


@ridge
def test_undo_before_the_first_action_is_refused(game: Served) -> None:
    refused(game.send("DELETE", "/game/actions/last"), 422, "Nothing to take back yet.")


@ridge
def test_an_illegal_action_is_refused_with_its_cited_reasons_and_changes_nothing(game: Served) -> None:
    until(game, "Maneuver")
    log, revision = game.get("/game/log").text, game.get("").json()["source"]["revision"]
    wanted = {"side": status(game)["to_act"], "action": "Maneuver unit=nobody to=A1"}
    for step in ("actions", "odds"):
        answer = game.send("POST", f"/game/{step}", wanted)
        refused(answer, 422, "nobody maneuvers to A1: ")
        assert all("(LHY " in reason for reason in answer.json()["reasons"])
    assert (game.get("/game/log").text, game.get("").json()["source"]["revision"]) == (log, revision)


@ridge
@pytest.mark.parametrize("route", ["choices", "offers"])
def test_choices_of_an_unknown_side_or_unit_are_refused(game: Served, route: str) -> None:
    refused(game.get(f"/game/{route}?side=fr"), 422, "side: 'fr' is not one of the sides: us, ge")
    for side, called in (("us", "Americans"), ("ge", "Germans")):
        answer = game.get(f"/game/{route}?side={side}&unit=nobody")
        refused(answer, 404, f"no unit of the {called} named 'nobody'")
    refused(game.get(f"/game/{route}"), 422, "side is missing")


@pytest.mark.parametrize("game", ["kgn-sunken-crossroads"], indirect=True)
def test_the_flag_of_an_objective_has_the_colour_of_the_side_that_holds_it(game: Served) -> None:
    drawn = ElementTree.fromstring(game.get("/markers.svg").content)
    flags = {mark.get("data-place"): mark.get("class") for mark in drawn.iter() if mark.get("data-marker")}
    assert flags == {"45.2,19.5": "marker", "50,25": "marker", "61.5,28.5": "side-2"}


@pytest.mark.parametrize("game", ["meeting-on-the-long-lane"], indirect=True)
def test_each_side_sees_its_units_off_the_map_and_only_the_side_to_act_gets_offers(game: Served) -> None:
    """MATG2 4.1: both sides come on by their edges; what is offered is offered to the side to act alone."""
    game.send("POST", "/game/actions", {"side": status(game)["to_act"], "action": 1})
    now = status(game)
    for side in now["sides"]:
        told = game.get(f"/game/offers?side={side}").json()
        assert {unit["waits"] for unit in told["waiting"]} == {"to come on"}
        assert {unit["side"] for unit in told["waiting"]} == {side}
        assert bool(told["offers"]) == (side == now["to_act"])


@pytest.mark.parametrize("game", ["lhy-drop-on-the-valley"], indirect=True)
def test_a_mortar_still_to_land_is_listed_among_the_waiting_units(game: Served) -> None:
    """LHY 22.1.1."""
    waiting = game.get("/game/offers?side=us").json()["waiting"]
    (mortar,) = (one for one in waiting if one["id"] == "us-60mm")
    assert (mortar["name"], mortar["symbol"], mortar["waits"]) == ("60mm mortar", "mortar", "to land")


@ridge
def test_a_side_can_be_named_by_its_nationality_as_well_as_by_its_id(game: Served) -> None:
    assert game.get("/game/choices?side=Germans").json() == game.get("/game/choices?side=ge").json()
    assert declare(game, "roll for the initiative", "German")["actions"] == 1
    for path in ("?seat=americans", "/game/notes?side=US", "/game/offers?side=American"):
        assert game.get(path).status_code == 200, path
    asked: Json = {"ask": "los", "who": "1. MG", "target": "H9", "side": "Americans"}
    assert game.send("POST", "/ask", asked).status_code == 200
    played = game.send("PUT", "/game/players/Americans", {"player": "random"})
    assert played.json()["players"] == {"us": "random"}


@ridge
def test_a_question_takes_the_name_on_a_counter_and_lists_the_units_if_several_fit(game: Served) -> None:
    """LHY counters have no name of their own in a scenario; what is written on them names them in questions and answers."""
    told = game.send("POST", "/ask", {"ask": "los", "who": "Jackson", "target": "H9"}).json()
    assert told["sentence"].startswith("LOS Lt. Jackson to H9: LOS blocked.")
    several = game.send("POST", "/ask", {"ask": "los", "who": "1st Squad", "target": "H9"})
    assert several.json()["error"].startswith(
        "Several units fit '1st Squad': name one of us.baker.2.squad.1 (1st Squad"
    )


@ridge
@pytest.mark.parametrize(
    ("declared", "sentence"),
    [
        ({"side": "us", "action": 1}, "It is the German player's turn, not the American player's."),
        ({"side": "ge", "action": 7}, "action: 7 is not a number from 1 to 1"),
        ({"side": "ge", "action": "Fly"}, "no choice named 'Fly'; there are roll for the initiative"),
        (
            {"side": "ge", "action": {"is": "RollInitiative", "luck": 1}},
            "no field of RollInitiative named 'luck'",
        ),
        ({"side": "ge"}, "action is missing; it must be given: A choice by its number"),
        ({"side": "fr", "action": 1}, "side: 'fr' is not one of the sides: us, ge"),
    ],
)
def test_a_declaration_that_is_unknown_or_out_of_turn_is_refused_by_what_is_wrong(
    game: Served, declared: Json, sentence: str
) -> None:
    answer = game.send("POST", "/game/actions", declared)
    assert answer.status_code in (404, 422)
    assert answer.json()["error"].startswith(sentence)


@ridge
def test_the_odds_of_an_action_come_as_sentence_and_ruling_document(game: Served) -> None:
    one = until(game, "RollInitiative")
    told = game.send("POST", "/game/odds", {"side": "ge", "action": one["action"]}).json()
    assert told["ruling"]["format"] == "blindhex-ruling/1"
    assert told["sentence"].startswith(one["text"])


@market
def test_a_hidden_setup_is_told_to_its_own_side_alone(game: Served) -> None:
    """LHY 17.9: the gun goes hidden into its hex, and no line that the enemy may read names it."""
    side = status(game)["to_act"]
    hiding = next(choice for choice in choices(game, side) if choice["action"].get(HIDDEN) is True)
    declare(game, hiding["action"])
    (unit,) = hiding["units"]
    called = game_names(game)[unit]
    named = [to for to, text in said(game) if called in text]
    assert named
    assert set(named) == {side}
    assert piece(game, unit)["hidden"] is True


@pytest.mark.parametrize("game", [ROAD], indirect=True)
def test_forces_drawn_by_lot_are_told_to_their_own_side_and_get_tokens_once_set_up(
    game: Served,
) -> None:
    """LHY 17.6: the first thing a side does is to draw; undone, nothing is drawn."""
    (draw,) = choices(game, "us")
    assert draw["text"] == "the American player draws its forces"
    declare(game, draw["number"])
    drawn = {name for choice in choices(game, "us") for name in choice["units"]}
    assert len(drawn) == 1 + 5 + 1 + 1, "a dummy, a platoon with a section, an MG and a bazooka"
    names = game_names(game)
    assert {to for to, text in said(game) if any(names[name] in text for name in drawn)} == {"us"}
    one = choices(game, "us", "us.dummy.1")[0]
    declare(game, one["action"])
    assert piece(game, "us.dummy.1")["at"] == one["action"]["at"]
    squad = next(name for name in sorted(drawn) if name.endswith("squad.1"))
    assert squad not in {piece["id"] for piece in game.get("").json()["pieces"]}
    placed = choices(game, "us", squad)[0]
    declare(game, placed["action"])
    assert piece(game, squad)["at"] == placed["action"]["at"]
    for _ in range(3):
        game.send("DELETE", "/game/actions/last")
    assert [choice["text"] for choice in choices(game, "us")] == [draw["text"]]


@ridge
def test_the_token_of_a_unit_in_the_game_cannot_be_moved_hidden_or_removed_by_hand(game: Served) -> None:
    one = until(game, "Maneuver")
    (unit,) = one["units"]
    before = piece(game, unit)
    why = f"{unit} is in the game on this scene"
    refused(game.send("PATCH", f"/tokens/{unit}", {"to": "A1"}), 403, why)
    refused(game.send("PATCH", f"/tokens/{unit}", {"hidden": True}), 403, why)
    refused(game.send("PUT", f"/tokens/{unit}", {"at_px": [9, 9], "side": "us", "unit": {}}), 403, why)
    refused(game.send("PUT", "/tokens/twin", {"at_px": [9, 9], "side": "us", "unit": {"id": unit}}), 403, why)
    refused(game.send("DELETE", f"/tokens/{unit}"), 403, why)
    assert piece(game, unit) == before
    refused(
        game.send("PUT", "/tokens/note", {"at": "B1", "side": "us", "unit": {}}),
        422,
        "token note: no unit of",
    )
    spare: Json = {"at": "B1", "side": "us", "unit": {"type": before["unit"]["type"]}}
    assert game.send("PUT", "/tokens/spare", spare).status_code == 200
    assert game.send("PATCH", "/tokens/spare", {"to": "A1"}).status_code == 200
    assert game.send("POST", "/ask", {"ask": "field", "who": unit}).status_code == 200


@pytest.mark.parametrize("game", [DOLGOYE], indirect=True)
def test_a_question_uses_the_options_of_the_scenario_while_the_tokens_match_the_game(game: Served) -> None:
    """MATG1 6.4.1: open country lets one see further than the 20 inches that hold where nobody says."""
    assert scenario(DOLGOYE).options["terrain"] == "open"
    for unit, at in (("s-1a", Spot(1, 1)), ("s-1b", Spot(27, 1))):
        put_token(game, unit, at)
    ruling = game.send("POST", "/ask", {"ask": "los", "who": "s-1a", "target": "s-1b"}).json()
    assert "beyond sight" not in ruling["sentence"]
    game.store.remove_token(game.scene_id, "s-1c")
    ruling = game.send("POST", "/ask", {"ask": "los", "who": "s-1a", "target": "s-1b"}).json()
    assert "beyond sight" in ruling["sentence"]  # a table from which a unit was taken is no longer the game


@ridge
def test_opening_a_scenario_again_resumes_its_game_unless_a_new_one_is_asked_for(game: Served) -> None:
    declare(game, 1)
    assert open_scenario(game.store, scenario(RIDGE), begin=beginning(RIDGE)) == game.scene_id
    assert status(game)["actions"] == 1
    open_scenario(game.store, scenario(RIDGE), begin=beginning(RIDGE), anew=True)
    assert status(game)["actions"] == 0


@ridge
def test_a_game_begun_again_has_a_new_seed_the_same_setup_and_players_and_keeps_the_old_one(
    game: Served,
) -> None:
    game.send("PUT", "/game/players/us", {"player": "random"})
    declare(game, 1, "ge")
    assert game.send("POST", "/game/again").json() == {"scene": game.scene_id}
    assert (status(game)["actions"], status(game)["players"]) == (0, {"us": "random"})
    assert game.get("/chat").json()["lines"][-1]["text"] == "A new game begins: Before the Ridge."
    (before,) = game.get("/game/ended").json()["games"]
    first, *lines = game.get(f"/game/ended/{before['id']}/log").text.splitlines()
    assert lines, "the game before it is kept"
    now = json.loads(game.get("/game/log").text.splitlines()[0])
    assert now["seed"] is None
    assert now["setup"] == json.loads(first)["setup"]


@ridge
def test_a_unit_sent_to_a_point_maneuvers_to_its_hex_and_too_far_is_refused_by_rule(game: Served) -> None:
    """LHY 10.1.1: foot goes hex by hex, as far as its MP last; 10.0: each hex is an action of its own."""
    one = until(game, "Maneuver")
    (unit,), scene = one["units"], game.store.scene(game.scene_id)
    side, wanted, before = status(game)["to_act"], one["action"]["to"], status(game)["actions"]
    game.send("PUT", "/tokens/pointer", {"at": wanted, "side": "us", "unit": {"type": "us.mg.1"}})
    x, y = piece(game, "pointer")["at_px"]
    game.send("DELETE", "/tokens/pointer")
    sent = {"side": side, "units": [unit]}
    answer = game.send("POST", "/game/go", {**sent, "to_px": [x + 0.2 * scene.frame.cell_px, y]})
    assert answer.status_code == 200
    assert piece(game, unit)["at"] == wanted
    assert answer.json()["declared"] == [one["text"]]
    assert answer.json()["status"]["actions"] == before + 1
    far = game.send("POST", "/game/go", {**sent, "to": "A1"}).json()
    assert (len(far["told"]), "(LHY " in far["told"][0]) == (1, True)
    wrong: tuple[tuple[dict[str, Json], str], ...] = (
        ({"to": "nowhere"}, "to: 'nowhere' is not a place such as F6, or 50,15 in inches"),
        ({}, "to is missing; wanted a place such as F6"),
        ({"to": "A1", "to_px": [x, y]}, "Give either to or to_px, not both."),
    )
    for where, sentence in wrong:
        refused(game.send("POST", "/game/go", {**sent, **where}), 422, sentence)


@ridge
def test_several_units_are_sent_by_counter_names_that_contain_commas(game: Served) -> None:
    """The name of a squad has a comma in it, as has the list that a chat or prompt takes."""
    until(game, "Maneuver")
    now = resumed(game.get("/game/log").text, ruleset)
    squads: list[Json] = [unit.name for unit in now.own_units() if ", " in unit.name]
    way = game.send("POST", "/game/way", {"side": status(game)["to_act"], "units": squads, "to": "A1"})
    assert way.status_code == 200, way.text


def game_state(game: Served) -> GameState:
    return resumed(game.get("/game/log").text, ruleset).state


@pytest.mark.parametrize("game", ["kgn-two-orchards"], indirect=True)
def test_in_inches_a_unit_sent_to_a_point_moves_to_that_very_spot(game: Served) -> None:
    one = until(game, "Move")
    unit, (x_in, y_in) = one["action"]["unit"], one["action"]["path"][0]
    frame = game.store.scene(game.scene_id).frame
    wanted = [x_in + 0.7, y_in + 0.4]
    px = [origin + inches * frame.cell_px for origin, inches in zip(frame.origin_px, wanted, strict=True)]
    answer = game.send("POST", "/game/go", {"side": status(game)["to_act"], "units": [unit], "to_px": px})
    assert answer.status_code == 200, answer.text
    at = game_state(game).unit(unit).at
    assert isinstance(at, Spot)
    assert (round(at.x_in, 2), round(at.y_in, 2)) == (round(wanted[0], 2), round(wanted[1], 2))
