"""The house values in their data file, and that rulings which depend on one cite it."""

from dataclasses import fields

import pytest

from rules.game.citation import Provenance
from rules.last_hundred_yards.book.house_figures import FIGURES, PRINTED_NOWHERE, HouseValues
from rules.last_hundred_yards.book.rulebook import figure_citation
from rules.last_hundred_yards.play.play import PLAY
from tests.drawing import board
from tests.proving import proves
from tests.rules.last_hundred_yards.sight.sighting import los
from tests.rules.last_hundred_yards.throwing import THROWN


def test_the_data_file_holds_a_figure_for_every_house_value_and_no_other() -> None:
    assert list(FIGURES) == [field.name for field in fields(HouseValues)]


def test_every_figure_says_that_it_is_not_printed_and_why() -> None:
    for figure in FIGURES.values():
        assert figure_citation(figure.name).provenance in (Provenance.HOUSE, Provenance.INFERRED), figure.name
        assert figure.why.endswith("."), figure.name


@pytest.mark.parametrize("name", [name for name, figure in FIGURES.items() if figure.kind != "mp"])
def test_figures_of_the_data_file_pass_the_checks_for_figures_of_players(name: str) -> None:
    assert PRINTED_NOWHERE.with_values({name: FIGURES[name].value}) == PRINTED_NOWHERE


def test_a_figure_is_cited_by_its_reading_or_its_section() -> None:
    assert str(figure_citation("night_drm")) == "LHY 11.3.3n, OUR 92, house value"
    assert str(figure_citation("forest_levels")) == "LHY 4.1.4, inferred"


def cited(name: str) -> dict[str, str]:
    """The reasons given for a declaration: each text with its citation."""
    thrown = THROWN[name]
    return {reason.text: str(reason.cite) for reason in PLAY.chances(thrown.state, thrown.action).reasons}


@proves("LHY-5.0.VI")
def test_5_0_vi_the_time_lapse_is_read_on_a_table_of_the_house() -> None:
    assert cited("the time lapse") == {
        "1 to 2: 2 minutes, 3 to 5: 3 minutes, 6 to 8: 4 minutes, 9 to 10: 5 minutes": (
            "LHY 5.0 VI; LHY 5.0 VI, OUR 61, house value"
        )
    }


def test_15_b_the_initiative_tells_the_house_values_of_fate_before_the_die() -> None:
    fate = "a 10 brings fate: 1 to 2 a sniper takes a leader, to 4 a medic brings a step back"
    assert cited("the initiative")[fate] == "LHY 15.b; LHY 15.b, OUR 60, house value"


@proves("LHY-11.4.5.2", "LHY-11.4.S.1")
def test_11_4_a_call_tells_the_table_row_of_its_mortar_and_the_smoke_house_value() -> None:
    assert cited("mortar fire seen clearly")[
        "2 markers of high explosive: +0 in the named hex, -1 beside it"
    ] == ("LHY 11.4, from Series Rules v2.1")
    smoke = next(cite for words, cite in cited("mortar smoke").items() if "smoke markers" in words)
    assert smoke.endswith("LHY 11.4, house value")


def test_4_2_2_a_house_that_hides_by_its_height_names_the_levels_of_the_house() -> None:
    for drawn, name in (
        ("h2 .\n. .\nu .\n. .", "urban_building_levels"),
        ("h2 .\n. .\nb .\n. .", "wooden_building_levels"),
    ):
        (told,) = los(board(drawn), "A1", "A4").reasons
        assert figure_citation(name) in told.cite.each
