"""Rulings of a turn and a set-up that are easily got wrong: who is left to act, and who may ride where."""

import pytest

from rules.errors import BadInput
from rules.kampfgruppe_normandy.conditions import SUPPRESSED
from rules.kampfgruppe_normandy.declaring import EndActivations
from rules.kampfgruppe_normandy.rallying import RemoveSuppression
from tests.proving import proves
from tests.rules.kampfgruppe_normandy.tables import UK, act, course, opened, ready, table, unit


@proves("KN-BMOR-31")
@pytest.mark.parametrize(("condition", "is_lost"), [(SUPPRESSED, True), ("covering_fire", False)])
def test_men_inside_a_suppressed_vehicle_do_not_save_their_side(condition: str, is_lost: bool) -> None:
    state = ready(
        table(), unit("men", "uk.squad", (60, 40)), unit("ht", "de.sdkfz251", (60, 4), 0, condition),
        unit("foe", "de.squad", None), aboard={"foe": "ht"},
    )  # fmt: skip
    state = act(act(state, EndActivations(UK)), RemoveSuppression(UK, 0))
    ended = course(state).ended
    assert (ended is not None) is is_lost
    if ended is not None:
        assert ended.winner == UK


@proves("KN-DEPL-13", "KN-DEPL-14", "KN-DEPL-15")
@pytest.mark.parametrize(
    ("carrier", "load", "wanted"),
    [
        ("uk.jeep", ["uk.squad"], "carries 3 models"),
        ("uk.sherman", ["us.squad", "uk.runner"], "carries 12 models"),
        ("uk.sherman", ["uk.6pdr"], "does not tow"),
        ("uk.m5_halftrack", ["uk.6pdr", "uk.6pdr"], "tows a gun already"),
        ("de.sdkfz251", ["uk.squad"], "a vehicle of its own side"),
        ("uk.m5_halftrack", ["uk.jeep"], "infantry or a gun"),
    ],
)
def test_a_game_does_not_begin_with_more_aboard_than_can_ride(
    carrier: str, load: list[str], wanted: str
) -> None:
    units = [unit(f"load {k}", kind, None) for k, kind in enumerate(load)]
    with pytest.raises(BadInput, match=wanted):
        opened(
            table(), unit("v", carrier, (20, 20)), unit("foe", "de.squad", (20, 40)), unit("own", "uk.squad", (9, 9)),
            *units, aboard={one.id: "v" for one in units},
        )  # fmt: skip
