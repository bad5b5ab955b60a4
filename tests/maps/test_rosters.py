"""Rosters and other house values: the contents of a player's own file, and how a scenario names it."""

import json
import re
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest

from maps.battle_group import battle_group_from
from maps.documents import text_of
from maps.library import scenario
from maps.rosters import house_from
from maps.scenario_codec import scenario_document, scenario_from
from rules.errors import BadInput, Unknown
from rules.game.citation import Provenance
from rules.ground.table.tabletop import Tabletop
from rules.kampfgruppe_normandy.book.support_kinds import Level
from rules.kampfgruppe_normandy.book.unit_types import (
    Kind,
    Mobility,
    Mount,
    ShellSize,
    SpecialRule,
    WeaponKind,
)
from rules.kampfgruppe_normandy.ruleset import RULESET as KGN
from rules.micro_armour.book.roster import GunArc
from rules.micro_armour.ruleset import MATG1, MATG2

SQUAD: dict[str, Any] = {
    "id": "x.squad", "name": "Squad", "nation": "x", "kind": "infantry", "mobility": "foot", "men": 7,
    "weapons": [{"name": "rifles", "kind": "small_arms"}],
}  # fmt: skip
ROSTER: dict[str, Any] = {"format": "blindhex-roster/1", "book": "kgn", "units": [SQUAD]}


def test_a_roster_by_itself_is_a_house_value() -> None:
    assert house_from(ROSTER) == {"roster": ROSTER}
    assert house_from({"roster": ROSTER}) == {"roster": ROSTER}
    assert house_from({"blind_hexes": [[1]]}) == {"blind_hexes": [[1]]}


def _with(**changes: Any) -> dict[str, Any]:
    return {**ROSTER, "units": [{**SQUAD, **changes}]}


@pytest.mark.parametrize(
    ("roster", "said"),
    [
        (
            {**ROSTER, "format": "blindhex-roster/2"},
            "roster.format: 'blindhex-roster/2' is not blindhex-roster/1",
        ),
        ({**ROSTER, "planes": []}, "roster: 'planes' is not one of its keys: format, book, name"),
        ({**ROSTER, "units": []}, "roster.units: [] is not a list of one unit or more"),
        (_with(kind="cavalry"), "roster.units[0].kind: 'cavalry' is not one of infantry, soft_skin"),
        (_with(points="many"), "roster.units[0].points: 'many' is not a whole number from 0 to 1000"),
        (_with(points=True), "roster.units[0].points: true is not a whole number"),
        (_with(hats=3), "roster.units[0]: 'hats' is not one of its keys"),
        (_with(rules=["fearless"]), "roster.units[0].rules[0]: 'fearless' is not one of supreme_command"),
        (_with(length_in=0), "roster.units[0].length_in: 0 is not a number of inches over 0"),
        (
            _with(weapons=[{"name": "gun", "kind": "cannon", "ap": [1, 2]}]),
            "roster.units[0].weapons[0].ap: [1, 2] is not six penetration values",
        ),
        (
            _with(
                weapons=[
                    {"name": "gun", "kind": "cannon", "he": {"size": "huge", "rating": 1, "penetration": 1}}
                ]
            ),
            "roster.units[0].weapons[0].he.size: 'huge' is not one of light",
        ),
        ({**ROSTER, "air_support": {"x": ["x.plane"]}}, "roster.air_support.x: ['x.plane'] is not six types"),
        (
            {**ROSTER, "general_support": {"x": {"navy": []}}},
            "'navy' is not one of brigade, division, corps, army",
        ),
        ({**ROSTER, "low_priority_on": 1}, "roster.low_priority_on: 1 is not a whole number from 2 to 6"),
        (
            {**ROSTER, "support_points": {}},
            "roster.support_points.registered_point is missing; wanted a whole number",
        ),
        ([ROSTER], "roster: "),
    ],
)
def test_a_fault_in_a_roster_is_named(roster: Any, said: str) -> None:
    with pytest.raises(BadInput) as error:
        house_from({"roster": roster})
    assert said in str(error.value)


TANK: dict[str, Any] = {
    "id": "t34", "name": "T-34", "defence": 5, "movement_points": 10, "points": 50,
    "guns": [{"name": "76", "ap": 9, "ap_range_in": 15}],
}  # fmt: skip
WEAPON_DATA: dict[str, Any] = {
    "format": "blindhex-roster/1",
    "book": "matg2",
    "name": "mine",
    "tanks": [TANK],
}


def _tank(**changes: Any) -> dict[str, Any]:
    return {**WEAPON_DATA, "tanks": [{**TANK, **changes}]}


@pytest.mark.parametrize(
    ("roster", "said"),
    [
        (
            {**WEAPON_DATA, "book": "lhy"},
            "roster.book: 'lhy' is not one of kgn, matg1, matg2, the books that read rosters",
        ),
        (
            {"format": "blindhex-roster/1", "tanks": [TANK]},
            "roster.book is missing; wanted one of kgn, matg1",
        ),
        ({**WEAPON_DATA, "tanks": []}, "roster.tanks: [] is not a list of one tank or more"),
        ({**WEAPON_DATA, "units": []}, "roster: 'units' is not one of its keys: format, book, name"),
        ({**WEAPON_DATA, "provenance": "dream"}, "roster.provenance: 'dream' is not one of book"),
        (_tank(armour=5), "roster.tanks[0]: 'armour' is not one of its keys: id, name, defence"),
        (
            _tank(movement_points=7.5),
            "roster.tanks[0].movement_points: 7.5 is not a whole number from 0 to 999",
        ),
        (_tank(points=True), "roster.tanks[0].points: true is not a whole number"),
        (_tank(id=None), "roster.tanks[0].id is missing; wanted an id"),
        (_tank(guns=[]), "roster.tanks[0].guns: [] is not a list of one or two guns"),
        (_tank(guns=[{"name": "76", "ap": 9}]), "roster.tanks[0].guns[0].ap_range_in is missing"),
        (
            _tank(guns=[{"name": "76", "ap": 9, "ap_range_in": 9, "arc": "rear"}]),
            "roster.tanks[0].guns[0].arc: 'rear' is not all_round or front",
        ),
    ],
)
def test_a_fault_in_weapon_data_is_named(roster: Any, said: str) -> None:
    with pytest.raises(BadInput) as error:
        house_from({"roster": roster})
    assert said in str(error.value)


def test_the_house_lists_meet_their_schemas() -> None:
    for book in (KGN, MATG1, MATG2):
        again = book.with_options((), house_from(book.roster_document()))
        assert dict(again.roster) == dict(book.roster)


def test_a_roster_of_another_book_is_refused() -> None:
    with pytest.raises(BadInput, match=r"roster\.book: 'kgn' is not matg1 or matg2"):
        MATG2.with_options((), house_from(ROSTER))
    with pytest.raises(BadInput, match=r"roster\.book: 'matg2' is not kgn"):
        KGN.with_options((), house_from(WEAPON_DATA))


def test_the_schema_of_weapon_data_knows_the_words_of_the_books() -> None:
    schema = json.loads(files("maps").joinpath("micro_armour_roster.schema.json").read_text("utf-8"))
    assert schema["$defs"]["gun"]["properties"]["arc"]["enum"] == [arc.value for arc in GunArc]
    assert schema["$defs"]["provenance"]["enum"] == [provenance.value for provenance in Provenance]


def test_the_schema_knows_the_words_of_the_book() -> None:
    schema = json.loads(files("maps").joinpath("kgn_roster.schema.json").read_text("utf-8"))
    unit, weapon = schema["$defs"]["unit"]["properties"], schema["$defs"]["weapon"]["properties"]
    general = schema["properties"]["general_support"]["additionalProperties"]
    for listed, words in (
        (unit["kind"], Kind), (unit["mobility"], Mobility), (unit["rules"]["items"], SpecialRule),
        (weapon["kind"], WeaponKind), (weapon["mount"], Mount), (weapon["he"]["properties"]["size"], ShellSize),
        (general["propertyNames"], Level), (schema["$defs"]["provenance"], Provenance),
    ):  # fmt: skip
        assert listed["enum"] == [word.value for word in words]


SCENARIO: dict[str, Any] = {
    "format": "blindhex-scenario/1", "name": "Own lists", "ruleset": "kgn", "board": "two-orchards-lane",
    "sides": ["x", "y"], "length": {"turns": 4},
    "units": [{"id": "a", "type": "x.squad", "side": "x", "at": [10, 10]}],
}  # fmt: skip


def test_a_scenario_names_a_file_beside_it(tmp_path: Path) -> None:
    (tmp_path / "own.json").write_text(json.dumps(ROSTER), "utf-8")
    path = tmp_path / "game.json"
    path.write_text(json.dumps({**SCENARIO, "house": "own.json"}), "utf-8")
    read = scenario(str(path))
    assert read.house == {"roster": ROSTER}
    assert json.loads(text_of(scenario_document(read)))["house"] == "own.json"
    (tmp_path / "own.json").write_text(json.dumps(_with(men="many")), "utf-8")
    with pytest.raises(BadInput, match=r"house own\.json\.units\[0\]\.men: 'many' is not a whole number"):
        scenario(str(path))
    (tmp_path / "own.json").unlink()
    with pytest.raises(Unknown, match=r"own\.json"):
        scenario(str(path))


def test_a_scenario_may_carry_house_values_inline() -> None:
    read = scenario_from({**SCENARIO, "house": {"roster": ROSTER}}, lambda _: Tabletop("drawn", 72, 48, ()))
    assert read.house == {"roster": ROSTER}
    assert json.loads(text_of(scenario_document(read)))["house"] == {"roster": ROSTER}
    with pytest.raises(BadInput, match="as there is no file beside it"):
        scenario_from({**SCENARIO, "house": "own.json"}, lambda _: Tabletop("drawn", 72, 48, ()))


def test_the_examples_of_the_docs_are_read() -> None:
    text = (Path(__file__).parents[2] / "docs" / "own_lists.md").read_text("utf-8")
    _, roster, tanks, group = (
        json.loads(block) for block in re.findall(r"```json\n(.*?)```", text, re.DOTALL)
    )
    assert MATG2.with_options((), house_from(tanks)).roster["t34"].name == "T-34"
    book = KGN.with_options((), house_from(roster)).book
    assert book.type("uk.comet").name == "Comet"
    assert book.support.general["british", Level.ARMY][0] == ("uk.25pdr_battery", 4)
    able = battle_group_from(group, lambda _: {})
    assert str(KGN.force_sizes(able.state(), able.opening_options()).verdict) == "Able 235 points"
