"""Chapter 5: the cohesion roll."""

import pytest

from rules.micro_armour.book.rulebook import FIRST, SECOND
from rules.micro_armour.state.cohesion import CohesionRoll, state_modifiers
from tests.proving import proves
from tests.rules.micro_armour.tables import RED, stand


@proves("MATG2-5.1.1", "MATG2-5.1.3", "MATG2-3.4.1", "MATG2-5.0.1")
def test_5_1_one_die_of_twenty_at_or_below_the_level() -> None:
    assert [natural for natural in range(1, 21) if CohesionRoll(natural, 0, 14).holds] == list(range(1, 15))


@pytest.mark.parametrize(("conditions", "added"), [([], 0), (["suppressed"], 4), (["disorganized"], 3)])
@proves("MATG2-7.2.1", "MATG2-7.2.3", "MATG2-7.2.2")
def test_7_2_markers_weigh_on_every_roll(conditions: list[str], added: int) -> None:
    assert state_modifiers(stand("t34", RED, (5, 5), 0.0, "t34", *conditions), SECOND).net == added


@proves("MATG2-5.1.2")
def test_5_1_modifiers_add_up() -> None:
    unit = stand("t34", RED, (5, 5), 0.0, "t34", "suppressed", "disorganized")
    assert state_modifiers(unit, SECOND).net == 7
    assert [str(m) for m in state_modifiers(unit, FIRST)] == [
        "+4 t34 is suppressed (MATG1 7.2)",
        "+3 t34 is disorganized (MATG1 7.2)",
    ]


@pytest.mark.parametrize(("natural", "fires"), [(1, True), (9, True), (10, False), (20, False)])
@proves("MATG2-5.1.3")
def test_example_1st_5_0_a_suppressed_t34_fires_on_nine_or_less(natural: int, fires: bool) -> None:
    unit = stand("t34", RED, (5, 5), 0.0, "t34", "suppressed")
    assert CohesionRoll(natural, state_modifiers(unit, FIRST).net, 13).holds is fires
