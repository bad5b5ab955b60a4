"""Sight on random tables agrees with an oracle in fractions, both ways and as a field. Minutes long."""

from fractions import Fraction
from math import inf
from random import Random

import numpy as np
import pytest

from rules.ground.table.inches import Spot
from rules.ground.table.sight.crossings import crossings, hiding
from rules.ground.table.sight.field import seen_spots
from rules.ground.table.tabletop import Tabletop
from tests.rules.ground import plain_rays
from tests.rules.ground.drawn_tables import outlines_of, random_spot, random_table

LINES = 400
COARSE = 2
"""Steps to the inch of spots and corners that make lines touch corners and run along edges."""


@pytest.mark.parametrize("seed", range(12))
def test_lines_agree_with_the_oracle_and_are_mutual(seed: int) -> None:
    table = random_table(seed)
    outlines = outlines_of(table)
    rings = {piece.id: plain_rays.rings(piece.area) for piece in table.pieces}
    dice = Random(seed)
    for _ in range(LINES):
        one, other = random_spot(dice, table), random_spot(dice, table, COARSE)
        if one == other:
            continue
        met = {crossing.id: crossing for crossing in crossings(outlines, one, other)}
        back = {crossing.id: crossing for crossing in crossings(outlines, other, one)}
        assert met.keys() == back.keys()
        for name, drawn in rings.items():
            spans = plain_rays.depths(drawn, exact(one), exact(other))
            length = plain_rays.length_in(exact(one), exact(other))
            told = met[name].spans if name in met else ()
            asked = [(float(start) * length, float(end) * length) for start, end in spans]
            assert len(told) == len(asked), (one, other, name)
            assert np.allclose(told, asked, atol=1e-8), (one, other, name)
            for depth_in in (0.0, 1.0, 3.0, inf):
                if name in met:
                    assert met[name].hides(depth_in) == back[name].hides(depth_in)
                    assert met[name].hides(depth_in) == plain_rays.hides(spans, length, depth_in)


@pytest.mark.parametrize("seed", range(40))
def test_fields_are_what_each_line_says(seed: int) -> None:
    table = random_table(seed)
    outlines = outlines_of(table)
    dice = Random(seed)
    lattice = np.array([spot for spot in table.lattice() if dice.random() < 0.3])
    into = {name: dice.choice((0.0, 0.0, 2.0, inf)) for name in outlines.ids if dice.random() < 0.9}
    for fine in (1024, COARSE):
        viewer = random_spot(dice, table, fine)
        seen = seen_spots(outlines, viewer, lattice, into)
        told = [not hiding(outlines, viewer, Spot(*place), into) for place in lattice.tolist()]
        assert seen.tolist() == told


def test_no_pair_of_a_hundred_thousand_sees_one_way() -> None:
    """Every viewer of a table asks for all others; the answers make a matrix that is its own mirror."""
    pairs = 0
    for seed in range(20):
        table: Tabletop = random_table(seed)
        outlines = outlines_of(table)
        dice = Random(seed)
        into = {name: dice.choice((0.0, 2.0, inf)) for name in outlines.ids}
        spots = [random_spot(dice, table, dice.choice((COARSE, 1024))) for _ in range(72)]
        seen = np.array([seen_spots(outlines, spot, spots, into) for spot in spots])
        assert (seen == seen.T).all()
        pairs += seen.size
    assert pairs >= 100_000


def exact(spot: Spot) -> plain_rays.Point:
    return Fraction(spot.x_in), Fraction(spot.y_in)
