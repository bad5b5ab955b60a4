"""Rulings of a turn and a set-up that are easily got wrong: who is left to act, and who may ride where."""

import pytest

from rules.errors import BadInput
from rules.ground.inches import Spot
from rules.kampfgruppe_normandy.action_kinds import ActionKind as K
from rules.kampfgruppe_normandy.conditions import SUPPRESSED
from rules.kampfgruppe_normandy.declaring import EndActivations, Forgo
from rules.kampfgruppe_normandy.moving import Move
from rules.kampfgruppe_normandy.rallying import RemoveSuppression
from rules.kampfgruppe_normandy.special_events import PlayEvent
from rules.kampfgruppe_normandy.unit_morale import ActHeroically
from tests.proving import proves
from tests.rules.kampfgruppe_normandy.tables import (
    DE,
    RULESET,
    UK,
    act,
    course,
    opened,
    pot_die,
    ready,
    table,
    unit,
)


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


BREAKDOWN, HEROIC = 91, 95
"""Where these counters lie in a full pot: 84 numbers and 6 aircraft come first."""


@proves("KN-SPEC-21", "KN-SPEC-23", "KN-TURN-02")
def test_a_heroic_action_drawn_to_remove_suppression_is_played_before_the_enemys_turn() -> None:
    state = ready(
        table(), unit("men", "uk.squad", (20, 30)), unit("low", "uk.squad", (60, 40), 0, SUPPRESSED),
        unit("foe", "de.squad", (20, 4)), unit("tank", "de.tiger", (50, 4)),
        objectives=[{"name": "farm", "spots": [[20, 25]]}, {"name": "mill", "spots": [[60, 9]]}],
    )  # fmt: skip
    state = act(act(state, EndActivations(UK)), RemoveSuppression(UK, 1), HEROIC, 3)
    assert (course(state).acting, RULESET.to_act(state)) == (UK, UK)
    state = act(act(state, PlayEvent(UK, "men")), ActHeroically(UK, "men", (K.MOVE, K.MOVE)))
    state = act(state, Move(UK, "men", (Spot(20, 30), Spot(20, 25))))
    assert course(state).acting == UK
    assert course(state).objectives[0].held_by is None
    state = act(state, Forgo(UK), pot_die())
    assert course(state).objectives[0].held_by == UK
    assert course(state).acting == DE


@proves("KN-SPEC-21", "KN-SPEC-22", "KN-BMOR-13")
def test_a_breakdown_drawn_for_an_objective_taken_breaks_its_taker_that_same_turn() -> None:
    state = ready(
        table(), unit("men", "uk.squad", (20, 25)), unit("jeep", "uk.jeep", (60, 40)),
        unit("foe", "de.squad", (20, 4)), unit("tank", "de.pz4h", (50, 4)),
        objectives=[{"name": "farm", "spots": [[20, 25]]}, {"name": "mill", "spots": [[60, 9]]}],
    )  # fmt: skip
    state = act(act(state, EndActivations(UK)), RemoveSuppression(UK, 0), BREAKDOWN)
    assert (course(state).acting, RULESET.to_act(state)) == (UK, DE)
    assert course(state).morale_left(UK) <= 4
    state = act(state, PlayEvent(DE, "jeep"), 6, pot_die(counter="4"))
    ended = course(state).ended
    assert ended is not None
    assert (ended.winner, course(state).turn) == (DE, 1)
