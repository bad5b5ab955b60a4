"""The house figures in their data file: all there, each with a place in the book and a reason."""

from dataclasses import fields

import pytest

from rules.game.citation import Provenance
from rules.last_hundred_yards.book.house_figures import FIGURES, PRINTED_NOWHERE, HouseValues
from rules.last_hundred_yards.book.rulebook import figure_citation


def test_every_house_value_has_its_figure_in_the_data_file_and_no_other_is_there() -> None:
    assert list(FIGURES) == [field.name for field in fields(HouseValues)]


def test_every_figure_says_that_it_is_not_printed_and_why() -> None:
    for figure in FIGURES.values():
        assert figure_citation(figure.name).provenance in (Provenance.HOUSE, Provenance.INFERRED), figure.name
        assert figure.why.endswith("."), figure.name


@pytest.mark.parametrize("name", [name for name, figure in FIGURES.items() if figure.kind != "mp"])
def test_a_figure_of_the_file_passes_the_checks_that_a_players_own_must_pass(name: str) -> None:
    assert PRINTED_NOWHERE.with_values({name: FIGURES[name].value}) == PRINTED_NOWHERE


def test_a_figure_is_cited_by_its_reading_or_its_section() -> None:
    assert str(figure_citation("night_drm")) == "LHY 11.3.3n, OUR 92, house value"
    assert str(figure_citation("forest_levels")) == "LHY 4.1.4, inferred"
