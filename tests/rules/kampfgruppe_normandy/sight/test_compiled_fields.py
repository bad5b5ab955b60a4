"""Compiled fields of sight equal those computed by arrays to the last bit."""

from random import Random
from unittest.mock import patch

import numpy as np
import pytest
from shapely import Polygon

from rules.game.state import GameState
from rules.ground.table.inches import Base, Spot
from rules.ground.table.sight import shadows
from rules.ground.table.sight.footprints import Footprints
from rules.ground.table.sight.shadows import best_between, shares_left
from rules.ground.table.tabletop import Piece, Tabletop
from rules.ground.table.terrain import TableTerrain
from rules.kampfgruppe_normandy.questions.sight.screens import screens
from rules.kampfgruppe_normandy.questions.sight.views import (
    Eyes,
    Standing,
    View,
    all_between,
    are_seen,
    best_seen,
    shares_seen,
)
from rules.kampfgruppe_normandy.questions.sight.visibility import SEEN_WHOLE, visibilities_of
from rules.kampfgruppe_normandy.ruleset import RULESET
from rules.kampfgruppe_normandy.state.position import Position
from tests.rules.kampfgruppe_normandy.sight.strewn_scenes import DEPTH_IN, WIDTH_IN, scene
from tests.rules.kampfgruppe_normandy.tables import area, unit

NEVER_PLAIN, ALWAYS_PLAIN = 0, 10**9
ALL_STEPS = np.linspace(0, 1, 5001)[1:]
"""Steps so fine that the share of a unit seen in part is never only a bound."""


@pytest.mark.parametrize("seed", range(6))
def test_compiled_shares_equal_those_by_arrays(seed: int) -> None:
    """Hills, houses, woods in halves, bocage, smoke and a lorry, from an eye low on the ground and one high above it."""
    dice = Random(seed)
    table = Tabletop("strewn", WIDTH_IN, DEPTH_IN, tuple(scene(dice).pieces))
    lorry = unit("c", "uk.bedford", (dice.uniform(5, 39), dice.uniform(5, 27)), dice.uniform(0, 360))
    position = Position(GameState(table, {"c": lorry}, (), ("uk", "de")), RULESET.book)
    places = np.array([(dice.uniform(2, 42), dice.uniform(2, 30)) for _ in range(2)])
    eyes = Eyes(places, np.array([0.9, 4.5]))
    men = Standing.on(table, Footprints.round(np.array(list(table.lattice())), 0.6), 1.0)
    things = screens(table, position.hulls)
    own = frozenset({"c"}) if seed % 2 else frozenset()
    by_arrays, compiled = (
        View.of(things, eyes, men, own, is_compiled=is_compiled).shares for is_compiled in (False, True)
    )
    assert by_arrays.tolist() == compiled.tolist()
    assert 0 < (by_arrays > 0).mean() < 1
    for plain_looks in (ALWAYS_PLAIN, NEVER_PLAIN):
        with patch.object(shadows.PLAIN_LOOKS, "most", plain_looks):
            assert by_arrays.tolist() == shares_seen(things, eyes, men, own).tolist()
            best = best_seen(things, eyes, men, own, SEEN_WHOLE)
        assert list(visibilities_of(best)) == list(visibilities_of(by_arrays.max(axis=1)))


@pytest.mark.parametrize("seed", range(6))
def test_compiled_shares_of_hulls_and_squads_equal_those_by_arrays(seed: int) -> None:
    """Lorries that stand askew, and groups of men, from two eyes low on the ground: how much is seen, and what hides the rest."""
    dice = Random(seed)
    table = Tabletop("strewn", WIDTH_IN, DEPTH_IN, tuple(scene(dice).pieces))
    spots = [Spot(dice.uniform(3, 41), dice.uniform(3, 29)) for _ in range(40)]
    hulls = [Base.rectangle(spot, 1.0, 2.5, dice.uniform(0, 360)) for spot in spots[:20]]
    squads = [Base.of_men([spot, Spot(spot.x_in + 0.9, spot.y_in)], 0.6) for spot in spots[20:]]
    targets = Standing.on(table, Footprints.of([*hulls, *squads]), 1.2)
    eyes = Eyes(
        np.array([(dice.uniform(2, 42), dice.uniform(2, 30)) for _ in range(2)]), np.array([0.9, 0.9])
    )
    things = screens(table, ())
    by_arrays, compiled = (
        View.of(things, eyes, targets, frozenset(), is_compiled=is_compiled) for is_compiled in (False, True)
    )
    assert by_arrays.shares.tolist() == compiled.shares.tolist()
    assert by_arrays.hiders(1) == compiled.hiders(1)
    assert any(map(len, by_arrays.hiders(1)))
    is_any_left = [any(shares) for shares in by_arrays.shares.tolist()]
    assert any(is_any_left)
    assert not all(is_any_left)
    for plain_looks in (ALWAYS_PLAIN, NEVER_PLAIN):
        with patch.object(shadows.PLAIN_LOOKS, "most", plain_looks):
            assert are_seen(things, eyes, targets, frozenset()).tolist() == is_any_left


@pytest.mark.parametrize("seed", range(8))
def test_the_share_of_a_hull_that_the_best_eye_sees_equals_that_by_arrays(seed: int) -> None:
    """Lorries that stand askew, some of them in woods or behind what is low, from three eyes, one of them right beside a hull."""
    dice = Random(seed)
    table = Tabletop("strewn", WIDTH_IN, DEPTH_IN, tuple(scene(dice).pieces))
    spots = [Spot(dice.uniform(3, 41), dice.uniform(3, 29)) for _ in range(60)]
    hulls = Footprints.of([Base.rectangle(spot, 1.0, 2.5, dice.uniform(0, 360)) for spot in spots])
    places = [(dice.uniform(2, 42), dice.uniform(2, 30)) for _ in range(2)]
    eyes = Eyes(np.array([*places, spots[0].ahead(dice.uniform(0, 360), 1.0)]), np.array([0.9, 2.9, 0.9]))
    between = all_between(screens(table, ()), eyes, Standing.on(table, hulls, 1.2), frozenset())
    shares = shares_left(*between).max(axis=1)
    assert ((shares > 0) & (shares < 1)).any()
    assert best_between(*between, *ALL_STEPS)[0] == pytest.approx(shares, abs=1e-9)


@pytest.mark.parametrize("seed", range(6))
def test_targets_with_only_the_viewer_near_the_line_are_seen_whole_as_by_shadows(seed: int) -> None:
    """Men all over a table, from an eye in a lorry."""
    dice = Random(seed)
    table = Tabletop("strewn", WIDTH_IN, DEPTH_IN, tuple(scene(dice).pieces))
    at = Spot(dice.uniform(5, 39), dice.uniform(5, 27))
    position = Position(GameState(table, {"c": unit("c", "uk.bedford", at)}, (), ("uk", "de")), RULESET.book)
    places, things = list(table.lattice()), screens(table, position.hulls)
    men = Standing.on(table, Footprints.round(np.array(places), 0.6), 1.0)
    shares = View.of(things, Eyes(np.array([at]), np.array([0.9])), men, frozenset({"c"})).shares[:, 0]
    bounds = [Base.round(Spot(*place), 0.6).bounds for place in places]
    free = np.array([things.is_clear_between(at, each, ("c",)) for each in bounds])
    assert not any(things.is_clear_between(at, each, ()) for each in bounds), "the lorry itself is in the way"
    assert 0 < free.sum() < (shares > 0).sum()
    assert (shares[free] == 1).all()


@pytest.mark.parametrize("seed", range(12))
def test_the_share_of_a_man_seen_equals_that_of_a_circle_cut_by_straight_lines(seed: int) -> None:
    """From one eye at a time, some of them on an edge or in the middle of a thing."""
    dice = Random(seed)
    drawn = scene(dice)
    table = Tabletop("strewn", WIDTH_IN, DEPTH_IN, tuple(drawn.pieces))
    places = np.array([(dice.uniform(2, 42), dice.uniform(2, 30)), *(edge[0] for edge in drawn.edges[:1])])
    men = Standing.on(table, Footprints.round(np.array(list(table.lattice())), 0.6), 1.0)
    for place in places:
        eye = Eyes(place[None], np.array([dice.choice((0.9, 2.9, 4.5))]))
        between = all_between(screens(table, ()), eye, men, frozenset())
        best, least, most = best_between(*between, *ALL_STEPS)
        shares = shares_left(*between)[:, 0]
        assert best == pytest.approx(shares, abs=1e-9)
        assert (least <= shares).all()
        assert (shares <= most).all()


def test_a_corner_in_line_with_the_edge_of_a_man_gives_the_same_share_however_its_bearing_is_rounded() -> (
    None
):
    """Men between two houses: the line of sight past a corner of one touches them, the other hides some of them."""
    dice, eye, corner = Random(6), np.array([8.0, 9.0]), np.array([23.0, 20.0])
    way = (corner - eye) / np.hypot(*(corner - eye))
    aside = np.array([way[1], -way[0]])
    cut = eye + way * 10 + aside * 0.1
    near = Piece(
        "near", TableTerrain.STONE_BUILDING, Polygon([cut, cut + way, cut + aside + way, cut + aside])
    )
    table = Tabletop("two houses", 48, 48, (area(TableTerrain.STONE_BUILDING, 20, 20, 23, 22), near))
    spots = np.array([corner + way * dice.uniform(1, 10) + aside * 0.3 for _ in range(400)])
    men = Standing.on(table, Footprints.round(spots, 0.6), 1.0)
    between = all_between(screens(table, ()), Eyes(eye[None], np.array([0.9])), men, frozenset())
    shares = shares_left(*between)[:, 0]
    assert ((shares > 0) & (shares < 1)).all()
    assert best_between(*between, *ALL_STEPS)[0] == pytest.approx(shares, abs=1e-9)
