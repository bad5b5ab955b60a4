"""8.3c of the series rules (v3.1): a unit that saw no enemy act withdraws by a die roll."""

from typing import Any

import pytest

from rules.game.state import GameState
from rules.game.units import Unit
from rules.last_hundred_yards.book.conditions import ELITE
from rules.last_hundred_yards.declarations.maneuver.maneuver import Maneuver
from rules.last_hundred_yards.declarations.maneuver.vehicle_motion import EndManeuver
from rules.last_hundred_yards.declarations.turn.activation import CallForReaction
from rules.last_hundred_yards.declarations.withdrawal import Withdraw
from rules.last_hundred_yards.play.play import PLAY
from rules.last_hundred_yards.state.markers import FireKind, FireMarker
from tests.drawing import board
from tests.proving import proves
from tests.rules.last_hundred_yards.playing import FIELD, activated, at, course, done, recorded, unit

WALLED = board("\n".join([". . . . . . . ."] * 4 + ["w w w w w w w w"] * 2 + [". . . . . . . ."] * 4))
SQUAD, LEADER = "us.able.1.squad.1", "us.able.1.leader"
FOE, FOE_LEADER = "ge.1kp.1.squad.1", "ge.1kp.1.leader"
OWN_FAR = (unit("us.able.3.leader", "H10"), unit("ge.1kp.2.leader", "H1"))


def called(*germans: Unit, **options: Any) -> GameState:
    """An American has moved behind a belt of woods, and the Germans may react."""
    given: dict[str, Any] = {"edition": "series-3.1", "ground": WALLED, **options}
    state = activated(unit(SQUAD, "C9"), unit(LEADER, "A10"), *germans, far=OWN_FAR, **given)
    return done(state, Maneuver("us", SQUAD, at("C8")), EndManeuver("us"), CallForReaction("us"))


BACK = Withdraw("ge", (FOE,), at("C2"))


@proves("LHY-8.3c.later")
@pytest.mark.parametrize(
    ("more", "words", "best"),
    [((), (), 6), ((unit(FOE_LEADER, "C3"),), (), 7), ((), (ELITE,), 7)],
    ids=["alone", "with its leader", "Elite"],
)
def test_8_3c_a_unit_that_saw_nothing_withdraws_on_a_die_against_its_cohesion(
    more: tuple[Unit, ...], words: tuple[str, ...], best: int
) -> None:
    state = called(unit(FOE, "C3", *words), *more)
    told = [str(reason) for reason in PLAY.chances(state, BACK).reasons]
    assert f"with no enemy seen to act, {best} or less (LHY 8.3c, from Series Rules v3.1)" in told
    assert done(state, BACK, best).unit(FOE).at == at("C2")
    failed, record = recorded(state, BACK, best + 1)
    assert failed.unit(FOE).at == at("C3")
    assert FOE in course(failed).acted
    assert any("withdrawal from C3 with no enemy seen to act" in line for line in record)


@proves("LHY-8.3c.later")
@pytest.mark.parametrize("options", [{"edition": "2019"}, {"ground": FIELD}])
def test_8_3c_no_die_in_2019_nor_for_units_that_saw_the_enemy_act(options: dict[str, Any]) -> None:
    assert done(called(unit(FOE, "C3"), **options), BACK).unit(FOE).at == at("C2")


@proves("LHY-8.3c.impact")
def test_8_3c_units_withdraw_out_of_mortar_fire_without_the_die() -> None:
    shells = FireMarker(1, FireKind.MDRM, at("C3"), 0, primary=False, tubes=0)
    state = called(unit(FOE, "C3"), fires=[shells])
    assert not any("8.3c" in str(reason) for reason in PLAY.chances(state, BACK).reasons)
    assert done(state, BACK, 1).unit(FOE).at == at("C2"), "one die, that of the shells"
