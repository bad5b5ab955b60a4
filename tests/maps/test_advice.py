"""Advice on boards and scenarios: each sentence names the field, its value, the effect and what is wanted."""

from dataclasses import replace
from typing import Any

import pytest

from maps.advice import board_advice, scenario_advice
from maps.codec import board_from
from maps.documents import parsed
from maps.library import boards, bundled_board, example, open_source, scenario, scenarios
from maps.scenario import Clock, Length, Objective, Scenario, opening_of
from maps.scenario_codec import scenario_from
from rules.catalog import RULESETS
from rules.errors import BadInput
from rules.game.ruleset import Playable
from rules.game.units import Marker, Unit
from rules.ground.board import Board
from rules.ground.table.inches import Spot
from tests.vtt_bridge.cli_ground import SCENARIO


def drawn(*pieces: dict[str, Any]) -> Board:
    named = [{"id": f"p{k}", **piece} for k, piece in enumerate(pieces)]
    document = {"format": "blindhex-board/1", "name": "t", "ground": "table", "width_in": 48, "depth_in": 48}
    return board_from({**document, "pieces": named})


def piece(terrain: str, *corners: tuple[float, float], **more: Any) -> dict[str, Any]:
    ring = [list(corner) for corner in (*corners, corners[0])]
    return {"terrain": terrain, "shape": {"type": "Polygon", "coordinates": [ring]}, **more}


def line(terrain: str, *ends: tuple[float, float]) -> dict[str, Any]:
    shape = {"type": "LineString", "coordinates": [list(end) for end in ends]}
    return {"terrain": terrain, "shape": shape, "width_in": 0.25}


SQUARE = ((10.0, 10.0), (20.0, 10.0), (20.0, 20.0), (10.0, 20.0))


def scenario_with(board: Board, *units: Unit, ruleset: str = "kgn", **more: Any) -> Scenario:
    """A scenario with these units and one more of each side off the board; in Micro Armour that one is its GHQ."""
    is_ghq = frozenset({"ghq"}) if ruleset.startswith("matg") else frozenset()
    waiting = (Unit(f"{side}.waiting", "none", side, conditions=is_ghq) for side in ("uk", "de"))
    return Scenario("t", ruleset, board, ("uk", "de"), (*units, *waiting), Length(6, Clock.TURNS), **more)


def advice_sentences(scenario: Scenario) -> list[str]:
    book = RULESETS[scenario.ruleset].with_options((), scenario.house)
    return [str(advice) for advice in scenario_advice(scenario, book)]


def test_a_hill_without_a_level() -> None:
    (advice,) = board_advice(drawn(piece("hill", *SQUARE)))
    assert str(advice) == (
        "pieces[p0].level: 0 leaves it to the book how high the hill is; wanted a level of 1 or more, or -1 or less"
        " for a hollow."
    )
    assert not [*board_advice(drawn(piece("hill", *SQUARE, level=1)))]
    assert not [*board_advice(drawn(piece("hill", *SQUARE, height_in=2)))]
    assert not [*board_advice(drawn(piece("slope", *SQUARE)))]


def test_a_door_that_is_in_no_wall() -> None:
    wall, door = line("house_wall", (5, 5), (15, 5)), line("door", (7, 5), (9, 5))
    assert not [*board_advice(drawn(wall, door))]
    (advice,) = board_advice(drawn(wall, line("window", (7, 8), (9, 8))))
    assert str(advice).startswith("pieces[p1].shape: 'LINESTRING (7 8, 9 8)' touches no house wall, so ")


def test_a_unit_that_stands_in_a_wall() -> None:
    board = drawn(line("house_wall", (5, 5), (15, 5)), line("open_door", (7, 5), (9, 5)))
    in_wall, in_doorway = (Unit("u", "uk.squad", "uk", Spot(x, 5.1)) for x in (12, 8))
    assert advice_sentences(scenario_with(board, in_wall)) == [
        "units.u.at: '(12, 5.1)' lies in house wall p0; wanted a place on one side of it."
    ]
    assert advice_sentences(scenario_with(board, in_doorway)) == []


def test_streets_without_drawn_houses() -> None:
    board: dict[str, Any] = SCENARIO["board"]
    houses = {place: {"terrain": ["stone_building"]} for place in ("B5", "C6", "F6")}
    (advice,) = board_advice(board_from({**board, "hexes": houses}))
    assert str(advice).startswith(
        "hexes: 'B5, C6' are streets whose houses nobody drew; wanted images of them"
    )
    assert "OUR 11" in str(advice)


def test_a_morale_value_that_no_list_has() -> None:
    comet = {
        "id": "uk.comet",
        "name": "Comet",
        "nation": "british",
        "kind": "enclosed",
        "mobility": "fast_tracks",
    }
    for morale, sentences in (
        (9, ["roster.uk.comet.morale: 9 is no morale value of the lists; wanted 0 to 3."]),
        (3, []),
    ):
        units = [{**comet, "morale": morale, "armour": {"front": 8, "side": 4, "rear": 3}}]
        roster = {"format": "blindhex-roster/1", "book": "kgn", "extends": "house", "units": units}
        assert advice_sentences(scenario_with(drawn(), house={"roster": roster})) == sentences  # fmt: skip


def test_a_place_in_a_building_that_the_options_do_not_know() -> None:
    squad = Unit("u", "uk.squad", "uk", Spot(12, 12))
    board = drawn(piece("stone_building", *SQUARE))
    (sentence,) = advice_sentences(scenario_with(board, squad))
    assert sentence == (
        "units.u.at: '(12, 12)' lies in stone building p0, where options.inside does not have it;"
        ' wanted "inside": {"u": "p0"} among the options, or a place beside it.'
    )
    assert advice_sentences(scenario_with(board, squad, options={"inside": {"u": "p0"}})) == []
    (sentence,) = advice_sentences(scenario_with(board, replace(squad, type="uk.sherman")))
    assert "which no vehicle enters; wanted a place beside it" in sentence


@pytest.mark.parametrize(
    ("ruleset", "unit", "wanted"),
    [
        ("kgn", Unit("u", "uk.squad", "uk", Spot(1, 1), conditions=frozenset({"tired"})), "suppressed"),
        ("matg2", Unit("u", "t34", "uk", Spot(1, 1), conditions=frozenset({"tired"})), "disorganized"),
    ],
)
def test_a_condition_no_unit_is_ever_in(ruleset: str, unit: Unit, wanted: str) -> None:
    (sentence,) = advice_sentences(scenario_with(drawn(), unit, ruleset=ruleset))
    assert sentence.startswith("units.u.conditions: 'tired' does nothing; wanted one of ")
    assert wanted in sentence


def test_fields_that_do_nothing() -> None:
    road = piece("good_road", *SQUARE, height_in=1)
    assert advice_sentences(scenario_with(drawn(road))) == [
        "pieces[p0].height_in: 1.0 does nothing on good road, which hides nothing; wanted no height."
    ]
    assert advice_sentences(scenario_with(drawn(piece("woods", *SQUARE, height_in=4)))) == []
    (sentence,) = advice_sentences(
        scenario_with(drawn(piece("woods", *SQUARE, height_in=4)), ruleset="matg1")
    )
    assert "does nothing in this book" in sentence
    (sentence,) = advice_sentences(scenario_with(drawn(), markers=(Marker("smoke", Spot(9, 9)),)))
    assert sentence.startswith("markers[0].kind: 'smoke' does nothing; wanted none")
    ford = Objective("Ford", (Spot(9, 9),), points=3)
    (sentence,) = advice_sentences(scenario_with(drawn(), objectives=(ford,)))
    assert sentence.startswith("objectives.Ford.points: 3 does nothing; wanted none")


@pytest.mark.parametrize(
    ("ruleset", "type", "word"),
    [("matg2", "t34", "hidden"), ("matg2", "t34", "concealed"), ("kgn", "uk.squad", "concealed")],
)
def test_a_condition_that_hides_a_unit_though_not_by_its_book_is_reported(
    ruleset: str, type: str, word: str
) -> None:
    unit = Unit("u", type, "uk", Spot(1, 1), conditions=frozenset({word}))
    (sentence,) = advice_sentences(scenario_with(drawn(), unit, ruleset=ruleset))
    said = f"units.u.conditions: {word!r} hides it from the enemy, though not by the rules; wanted"
    assert sentence.startswith(said)


@pytest.mark.parametrize(
    ("chiefs", "orders"),
    [(0, "without one it has no orders"), (1, None), (2, "it has orders until all are lost")],
)
def test_a_side_of_micro_armour_without_exactly_one_ghq(chiefs: int, orders: str | None) -> None:
    own = [Unit(f"s{k}", "t34", "uk", conditions=frozenset({"ghq"})) for k in range(chiefs)]
    chief = Unit("k", "t34", "de", conditions=frozenset({"ghq"}))
    other = Unit("t", "t34", "uk")
    found = Scenario("t", "matg2", drawn(), ("uk", "de"), (*own, other, chief), Length(8, Clock.TURNS))
    said = f"units: {chiefs} stands of uk are its GHQ, and {orders}; wanted one with the condition ghq, hq for others."
    assert advice_sentences(found) == ([said] if orders else [])


def test_a_recon_stand_is_something_in_the_first_edition_of_micro_armour_alone() -> None:
    scouts = Unit("u", "t34", "uk", conditions=frozenset({"recon"}))
    assert advice_sentences(scenario_with(drawn(), scouts, ruleset="matg1")) == []
    (sentence,) = advice_sentences(scenario_with(drawn(), scouts, ruleset="matg2"))
    assert sentence.startswith("units.u.conditions: 'recon' does nothing; wanted one of ")


def test_a_side_that_has_nobody_and_hexes_that_are_too_full() -> None:
    hill = parsed(example("scenario"))

    def with_units(*units: dict[str, Any]) -> list[str]:
        return advice_sentences(scenario_from({**hill, "units": list(units)}, bundled_board))

    def squad(side: str, number: int, **more: Any) -> dict[str, Any]:
        kind = {"us": "us.baker.2.squad", "ge": "ge.2kp.2.squad"}[side]
        return {"id": f"{side}.{number}", "type": f"{kind}.{number}", "side": side, "at": "D3", **more}

    nobody = "units: 0 units of {0} are in it; wanted units of {0}, who has nobody to play with."
    assert with_units() == [nobody.format("us"), nobody.format("ge")]
    assert with_units(squad("us", 1)) == [nobody.format("ge")]
    facing = squad("ge", 1, at="C8", facing_deg=60)
    (sentence,) = with_units(squad("us", 1), facing)
    assert sentence == "units.ge.1.facing_deg: 60.0 does nothing; wanted none: it looks all round."
    squads = [squad(side, number) for side in ("us", "ge") for number in (1, 2, 3)]
    too_many = {**squad("us", 4), "type": "us.baker.1.squad.1"}
    assert [sentence.partition(";")[0] for sentence in with_units(*squads, too_many)] == [
        "units: 'D3' is over the stacking limit with the units of us",
        "units: 'D3' holds units of both sides",
    ]


def test_a_game_length_in_another_unit_than_the_books_is_reported_by_its_own_field() -> None:
    book = RULESETS["lhy"]
    assert isinstance(book, Playable)
    found = replace(scenario("mill-crossing"), length=Length(5, Clock.TURNS))
    with pytest.raises(BadInput, match=r"^length.minutes is missing$"):
        opening_of(found, book)
    found, kgn = replace(scenario("kgn-two-orchards"), length=Length(5, Clock.MINUTES)), RULESETS["kgn"]
    assert isinstance(kgn, Playable)
    with pytest.raises(BadInput, match=r"^length.minutes: 5 is not a length of kgn, which counts turns$"):
        opening_of(found, kgn)


def test_bundled_boards_and_scenarios_need_no_advice() -> None:
    for entry in (*boards(), *scenarios()):
        found = open_source(entry.name)
        advice = (
            advice_sentences(found)
            if isinstance(found, Scenario)
            else [str(one) for one in board_advice(found)]
        )
        assert advice == []
