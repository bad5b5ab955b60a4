"""The question of fire between two stands, asked at any time."""

from dataclasses import replace
from fractions import Fraction

import pytest

from rules.errors import BadInput
from rules.ground.table.inches import Spot
from rules.ground.table.terrain import TableTerrain
from rules.micro_armour.state.conditions import SUPPRESSED
from tests.proving import proves
from tests.rules.micro_armour.phases import to_fire
from tests.rules.micro_armour.tables import BLUE, MATG1, MATG2, RED, area, opened, stand, state_of, table

T34 = stand("r1", RED, (10, 10), 180.0)
PZ4 = stand("b1", BLUE, (10, 18), 0.0, "pz4h")


def test_outside_a_game_the_level_is_fifteen_and_the_ruling_says_so() -> None:
    ruling = MATG2.fire(state_of(table(), T34, PZ4), T34, PZ4)
    assert ruling.odds is not None
    assert ruling.odds.of("b1 suppressed") == Fraction(15, 20) * Fraction(18, 36)
    assert (
        str(ruling.reasons[-1])
        == "no force cohesion level is given; 15 is assumed (MATG2 5.1, OUR 52, house value)"
    )


@proves("MATG2-12.T1")
def test_12_outside_a_game_the_results_are_read_by_the_switches_of_the_table() -> None:
    """At a differential of +4 a roll of 7, 8 or 9 eliminates in the table as printed."""
    near, target = stand("r1", RED, (10, 10), 180.0, "panther"), stand("b1", BLUE, (10, 14), 0.0, "t34")
    state = state_of(table(), near, target)
    printed = MATG2.with_options(("literal_crt",), {})
    mended, literal = (book.fire(state, near, target).odds for book in (MATG2, printed))
    assert mended is not None
    assert literal is not None
    assert literal.of("b1 eliminated") - mended.of("b1 eliminated") == Fraction(15, 20) * Fraction(15, 36)
    told = printed.shots(state, target, [Spot(10.0, 14.0)])(near, Spot(10.0, 14.0))
    assert told == printed.fire(state, near, target).verdict


def test_in_a_game_the_level_is_that_of_the_scenario_whoever_is_to_act() -> None:
    state = to_fire(opened(table(), T34, PZ4), first=RED)
    ruling = MATG2.fire(state, PZ4, T34)
    assert ruling.odds is not None
    assert ruling.odds.of("r1 suppressed") == Fraction(14, 20) * Fraction(18, 36)
    assert not any("no force cohesion" in reason.text for reason in ruling.reasons)


@proves("MATG2-8.6.3")
def test_covering_fire_takes_three_more() -> None:
    ruling = MATG1.fire(state_of(table(), T34, PZ4), T34, PZ4, "covering")
    assert ruling.odds is not None
    assert ruling.odds.of("b1 suppressed") == Fraction(12, 20) * Fraction(18, 36)


@proves("MATG2-7.3.5")
def test_no_fire_is_a_ruling_with_its_reason() -> None:
    far = stand("b1", BLUE, (10, 28), 0.0, "pz4h")
    ruling = MATG2.fire(state_of(table(), T34, far), T34, far)
    assert ruling.odds is None
    assert str(ruling.reasons[0]) == '18" is beyond the 17" of 76.2mm F-34 (MATG2 7.3.5)'


@proves("MATG2-10.2.2", "MATG2-10.2.3")
@pytest.mark.parametrize("manner", ["fire", "covering"])
@pytest.mark.parametrize(
    ("at", "gun"),
    [((10, 4), "75mm M2 hull"), ((15, 14), "37mm M6"), ((10, 19), "37mm M6"), ((10, 26), "")],
    ids=["ahead", "aside", "behind", "behind and beyond the turret's 14 inches"],
)
def test_10_2_fire_is_ruled_with_the_better_of_two_guns_that_may_fire(
    manner: str, at: tuple[float, float], gun: str
) -> None:
    """A Lee faces north: its hull gun is the stronger one and fires ahead, its turret gun all round."""
    lee, target = stand("r1", RED, (10, 10), 0.0, "lee"), stand("b1", BLUE, at, 180.0, "pz4h")
    ruling = MATG2.fire(state_of(table(), lee, target), lee, target, manner)
    assert bool(ruling.verdict.harm) is bool(gun)
    assert ruling.question.endswith(f" of r1 on b1 with {gun}" if gun else " of r1 on b1")
    if not gun:
        said = {reason.text for reason in ruling.reasons}
        assert {"b1 is outside the firing arc of 75mm M2 hull", '16" is beyond the 14" of 37mm M6'} <= said


def test_a_refusal_names_the_range_and_the_stand_in_the_way() -> None:
    far, between = stand("b1", BLUE, (10, 28), 0.0, "pz4h"), stand("b2", BLUE, (10, 20), 0.0, "pz4h")
    ruling = MATG2.fire(state_of(table(), T34, far, between), T34, far)
    assert [reason.text for reason in ruling.reasons] == [
        '18" is beyond the 17" of 76.2mm F-34',
        "b2 stands in the way",
    ]


def test_a_friend_is_no_target_and_an_unknown_manner_is_named() -> None:
    friend = stand("r2", RED, (10, 18))
    state = state_of(table(), T34, friend, PZ4)
    with pytest.raises(BadInput, match="a stand of another side than r1"):
        MATG2.fire(state, T34, friend)
    with pytest.raises(BadInput, match="action: 'ram' is not one of fire, covering"):
        MATG2.fire(state, T34, PZ4, "ram")


@pytest.mark.parametrize("by", ["t34", "stug3g", "lee"])
def test_the_fire_forecast_for_a_place_equals_the_fire_of_a_stand_placed_there(by: str) -> None:
    """Near and far, from the front and the rear, in a wood, behind it and out of the arc."""
    firer, target = stand("r1", RED, (10, 10), 180.0, by), replace(PZ4, conditions=frozenset({SUPPRESSED}))
    state = state_of(table(area(TableTerrain.WOODS, 8, 18, 12, 20)), firer, target)
    spots = [Spot(x, y) for x in (2.0, 7.0, 10.0, 13.0, 18.0) for y in (6.0, 11.0, 14.0, 19.0, 24.0)]
    told = MATG2.shots(state, target, spots)
    shots = [told(firer, spot) for spot in spots]
    moved = [replace(target, at=spot) for spot in spots]
    assert shots == [MATG2.fire(state.with_unit(there), firer, there).verdict for there in moved]
    assert len({shot.harm for shot in shots}) > 3
