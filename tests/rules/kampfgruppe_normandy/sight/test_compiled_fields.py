"""Fields of sight are compiled: men all over a table are seen to the last bit as arrays tell it."""

from random import Random

import numpy as np
import pytest

from rules.game.state import GameState
from rules.ground.table.sight.footprints import Footprints
from rules.ground.table.sight.shadows import Sought
from rules.ground.table.tabletop import Tabletop
from rules.kampfgruppe_normandy.questions.sight.screens import screens
from rules.kampfgruppe_normandy.questions.sight.views import Eyes, Standing, View, shares_seen
from rules.kampfgruppe_normandy.questions.sight.visibility import SEEN_WHOLE, visibilities_of
from rules.kampfgruppe_normandy.ruleset import RULESET
from rules.kampfgruppe_normandy.state.position import Position
from tests.rules.kampfgruppe_normandy.sight.strewn_scenes import DEPTH_IN, WIDTH_IN, scene
from tests.rules.kampfgruppe_normandy.tables import unit


@pytest.mark.parametrize("seed", range(6))
def test_what_is_compiled_tells_shares_as_arrays_do(seed: int) -> None:
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
    assert by_arrays.tolist() == shares_seen(things, eyes, men, own).tolist()
    assert 0 < (by_arrays > 0).mean() < 1
    for known in (np.zeros(len(by_arrays)), by_arrays[:, 0]):
        sought = Sought((SEEN_WHOLE,), known)
        classes = shares_seen(things, eyes, men, own, sought).max(axis=1)
        exact = by_arrays.max(axis=1)
        assert list(visibilities_of(np.maximum(classes, known))) == list(visibilities_of(exact))
