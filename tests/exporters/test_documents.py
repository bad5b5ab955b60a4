"""Rulings as versioned documents."""

import json
from dataclasses import replace
from fractions import Fraction
from importlib.resources import files
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from exporters.documents import (
    RULING_SCHEMA,
    odds_document,
    place_document,
    ruling_document,
    verdict_document,
)
from exporters.ruling_text import chat
from rules.game.citation import Provenance
from rules.game.ruling import Case, Reason, Ruling
from rules.game.verdicts import Reach, Region
from rules.ground.hex.hexes import Hex
from rules.ground.table.inches import Spot
from rules.planning.where import Post, Posts, Purpose
from tests.exporters.goldens import check_golden
from tests.exporters.samples import (
    ATTACK,
    BLOCKED_LOS,
    BOOK,
    FIELD,
    HINDERED_LOS,
    PATH,
    RANGES,
    REACH,
    RULINGS,
    TABLE_FIELD,
)

SCHEMA: dict[str, Any] = json.loads(files("exporters").joinpath(RULING_SCHEMA).read_text("utf-8"))


def test_the_schema_is_a_valid_json_schema() -> None:
    Draft202012Validator.check_schema(SCHEMA)


@pytest.mark.parametrize("ruling", RULINGS, ids=lambda ruling: ruling.question)
def test_every_ruling_validates(ruling: Ruling[object]) -> None:
    document = json.loads(json.dumps(ruling_document(ruling), allow_nan=False))
    errors = [error.message for error in Draft202012Validator(SCHEMA).iter_errors(document)]
    assert errors == []


def test_every_registered_verdict_has_its_kind_in_the_schema() -> None:
    kinds = {verdict_document(ruling.verdict)["kind"] for ruling in RULINGS}
    assert {one["$ref"].rpartition("/")[2] for one in SCHEMA["$defs"]["verdict"]["oneOf"]} == kinds
    assert len(verdict_document.registry) == len(kinds) + 1


def test_a_wrong_document_is_refused() -> None:
    document = ruling_document(BLOCKED_LOS)
    for field, value in (
        ("format", "blindhex-ruling/2"),
        ("verdict", {"kind": "guess", "text": ""}),
        ("odds", []),
    ):
        assert list(Draft202012Validator(SCHEMA).iter_errors({**document, field: value}))


def test_a_line_of_sight_as_a_document() -> None:
    assert ruling_document(HINDERED_LOS) == {
        "format": "blindhex-ruling/1",
        "question": "LOS from 1st Squad (A3) to MG 42 (E2)",
        "verdict": {
            "kind": "sight",
            "text": "LOS hindered by 1",
            "visibility": "hindered",
            "distance": 4,
            "hindrance": 1,
        },
        "provenance": "book",
        "reasons": [
            {
                "text": "smoke in D2 hinders",
                "cite": "LHY 4.2.4",
                "edition": "2019",
                "provenance": "book",
                "at": ["D2"],
            }
        ],
        "odds": None,
    }


def test_a_house_value_says_so() -> None:
    document = json.loads(json.dumps(ruling_document(FIELD)))
    assert document["reasons"][0]["provenance"] == "house"
    assert document["reasons"][0]["cite"] == "LHY 4.2.3"


def test_a_ruling_on_two_sources_carries_both_and_is_as_sure_as_the_weaker() -> None:
    both = BOOK.cite("4.2.3").together_with(BOOK.cite("4.2.3, OUR 7", Provenance.HOUSE))
    ruling = Ruling("LOS", "blind", (Reason("E3 lies behind the crest", both),))
    document = json.loads(json.dumps(ruling_document(ruling)))
    assert list(Draft202012Validator(SCHEMA).iter_errors(document)) == []
    assert document["provenance"] == document["reasons"][0]["provenance"] == "house"
    assert [source["cite"] for source in document["reasons"][0]["sources"]] == [
        "LHY 4.2.3",
        "LHY 4.2.3, OUR 7",
    ]
    assert [source["provenance"] for source in document["reasons"][0]["sources"]] == ["book", "house"]
    assert chat(ruling).endswith("(LHY 4.2.3; LHY 4.2.3, OUR 7, house value)")


def test_a_reason_that_does_not_decide_leaves_the_provenance_of_a_ruling() -> None:
    aside = Reason("the wall does not count", BOOK.cite("4.1.6", Provenance.HOUSE), decides=False)
    ruling = Ruling("LOS", "clear", (Reason("no obstacle", BOOK.cite("4.2.1")), aside))
    assert ruling.provenance is Provenance.BOOK
    assert "provenance" not in ruling_document(Ruling("LOS", "clear", (aside,)))


def test_a_field_document_lists_the_visibility_of_every_place() -> None:
    document = verdict_document(FIELD.verdict)
    assert document["from"] == "A3"
    assert document["hindrance"] == {"D2": 1, "D3": 2}
    places = document["places"]
    assert isinstance(places, dict)
    assert len(places) == 20
    assert [places[label] for label in ("A1", "D2", "E1", "E3")] == ["clear", "hindered", "blocked", "blind"]


def test_a_reach_document_lists_the_cost_of_every_place() -> None:
    assert verdict_document(REACH.verdict) == {
        "kind": "reach",
        "text": str(REACH.verdict),
        "unit": "us-1",
        "from": "A3",
        "measure": "MP",
        "allowance": 3,
        "cost": {"A3": 0, "B2": 0.5, "B3": 1, "A4": 3, "A2": 4},
        "provisos": {"A4": "river exit roll"},
        "regions": [],
    }


def test_a_reach_on_a_table_tells_its_outlines() -> None:
    square = ((0.0, 0.0), (4.0, 0.0), (4.0, 4.0), (0.0, 4.0))
    reach = Reach("a", Spot(2, 2), Fraction(6), {}, {}, (Region(Fraction(3), ((square,),)),))
    assert verdict_document(reach)["regions"] == [
        {"within": 3, "polygons": [[[[0.0, 0.0], [4.0, 0.0], [4.0, 4.0], [0.0, 4.0]]]]}
    ]


def test_ranges_tell_the_bands_and_the_arc_of_each_weapon() -> None:
    assert verdict_document(RANGES.verdict) == {
        "kind": "weapon_ranges",
        "text": str(RANGES.verdict),
        "unit": "ge-1",
        "from": "C3",
        "weapons": [
            {
                "name": "MG",
                "bands": [
                    {"out_to": 1, "modifier": 2},
                    {"out_to": 2, "modifier": 0},
                    {"out_to": 4, "modifier": -1},
                ],
                "arc": {"bearing_deg": 0, "width_deg": 120},
            },
            {"name": "rifles", "bands": [{"out_to": 1, "modifier": 0}], "arc": None},
        ],
    }


def test_a_path_names_its_places() -> None:
    assert verdict_document(PATH.verdict)["places"] == ["A3", "B2", "C2"]


def test_odds_are_exact_fractions() -> None:
    assert ATTACK.odds is not None
    assert odds_document(ATTACK.odds) == [
        {"outcome": "no effect", "p": "1/5"},
        {"outcome": "disrupted", "p": "7/10"},
        {"outcome": "casualty", "p": "1/10"},
    ]


def test_places_on_a_table_are_inches() -> None:
    assert place_document(Spot(10.5, 8.0)) == [10.5, 8.0]
    assert place_document(Hex.named("C2")) == "C2"
    places = verdict_document(TABLE_FIELD.verdict)["places"]
    assert isinstance(places, dict)
    assert places["5.5,5.5"] == "blocked"


def test_a_verdict_nobody_registered_is_an_error() -> None:
    with pytest.raises(TypeError, match="no document is known for a int"):
        verdict_document(7)


def test_documents_are_as_kept() -> None:
    text = "\n".join(json.dumps(ruling_document(ruling), ensure_ascii=False) for ruling in RULINGS[:7])
    check_golden("rulings.jsonl", text + "\n")


def test_odds_by_case_are_in_the_document() -> None:
    assert ATTACK.odds is not None
    document = ruling_document(replace(ATTACK, odds=None, cases=(Case("if MG 42 fires at C3", ATTACK.odds),)))
    Draft202012Validator(SCHEMA).validate(document)
    assert document["odds"] is None
    assert document["cases"] == [{"condition": "if MG 42 fires at C3", "odds": odds_document(ATTACK.odds)}]


def test_a_place_that_blocks_a_view_names_the_units_it_hides() -> None:
    at = Hex.named("B2")
    posts = Posts(
        "us-1", at, Purpose.BLOCK, "MP", 1, (Post(at, Fraction(0), 0, hides=("MG 42", "2nd Squad")),)
    )
    document = json.loads(json.dumps(ruling_document(Ruling("where 1st Squad can block", posts))))
    assert list(Draft202012Validator(SCHEMA).iter_errors(document)) == []
    assert document["verdict"]["posts"][0]["hides"] == ["MG 42", "2nd Squad"]
