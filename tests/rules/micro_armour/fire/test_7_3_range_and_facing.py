"""Section 7.3: range, contact, facing, half defence, engagement."""

from dataclasses import replace

import pytest

from rules.errors import NotOnMap
from rules.ground.table.inches import Spot
from rules.micro_armour.book.rulebook import FIRST, SECOND, Edition
from rules.micro_armour.questions.facing import halved, is_front_hit, is_in_firing_arc
from rules.micro_armour.questions.ranges import range_effect, range_modifier
from rules.micro_armour.state.stands import base_at, is_engaged_with, range_in, spot_of, stand_base
from tests.proving import proves
from tests.rules.micro_armour.tables import BLUE, RED, stand

SECOND_EDITION = [
    (0.5, -1),
    (1, -1),
    (2, 0),
    (5, 0),
    (6, 1),
    (10, 1),
    (11, 2),
    (15, 2),
    (16, 3),
    (20, 3),
    (21, 4),
]
FIRST_EDITION = [(1, -1), (2, 0), (5.9, 0), (6, 1), (9.9, 1), (10, 2), (14.9, 2), (15, 3), (19.9, 3), (20, 4)]


@pytest.mark.parametrize(("inches", "modifier"), SECOND_EDITION)
@proves("MATG2-7.3.2", "MATG2-12.R", "MATG2-12.F5")
def test_7_3_2_range_effects_of_the_second_edition(inches: float, modifier: int) -> None:
    assert range_modifier(inches, SECOND) == modifier


@pytest.mark.parametrize(("inches", "modifier"), FIRST_EDITION)
@proves("MATG2-7.3.2", "MATG2-12.R")
def test_9_0_range_effects_of_the_first_edition(inches: float, modifier: int) -> None:
    assert range_modifier(inches, FIRST) == modifier


@pytest.mark.parametrize(
    ("edition", "inches", "modifier", "reading"),
    [
        (SECOND, 1.5, 0, 25), (SECOND, 5.5, 1, 25), (SECOND, 10.5, 2, 25), (SECOND, 15.5, 3, 26), (SECOND, 25.5, 5, 26),
        (FIRST, 1.5, 0, 25), (FIRST, 5.95, 1, 25), (FIRST, 9.95, 2, 25), (FIRST, 14.95, 3, 25),
    ],
)  # fmt: skip
@proves("MATG2-12.R")
def test_7_3_2_between_brackets_the_farther_holds(
    edition: Edition, inches: float, modifier: int, reading: int
) -> None:
    effect = range_effect(inches, edition)
    assert effect.net == modifier
    assert f"OUR {reading}" in str(effect)


@pytest.mark.parametrize(
    ("edition", "inches", "modifier"),
    [
        (SECOND, 5, 0), (SECOND, 10, 1), (SECOND, 15, 2), (SECOND, 20, 3), (SECOND, 25, 4),
        (FIRST, 5.9, 0), (FIRST, 9.9, 1), (FIRST, 14.9, 2), (FIRST, 19.9, 3),
    ],
)  # fmt: skip
@proves("MATG2-7.3.2", "MATG2-12.R")
def test_7_3_2_the_end_of_a_bracket_is_in_it_anywhere_on_the_table(
    edition: Edition, inches: float, modifier: int
) -> None:
    """Tenths of an inch are no exact numbers to a computer; on the table they are.

    Rule: MATG2 7.3.2; OUR 25.
    """
    for tenths in range(5, 200):
        away = Spot(tenths / 10, 5).gap_in(Spot(tenths / 10 + inches, 5))
        effect = range_effect(away, edition)
        assert effect.net == modifier, tenths
        assert "OUR 25" not in str(effect)


@proves("MATG2-12.R")
@pytest.mark.parametrize("inches", [15, 16, 24])
def test_9_0_the_first_edition_itself_reads_on_by_fives(inches: float) -> None:
    assert "OUR" not in str(range_effect(inches, FIRST))


@pytest.mark.parametrize(
    ("inches", "said"),
    [(5, '+0 range 5" (MATG2 7.3.2)'), (5.04, '+1 range 5.04" (MATG2 7.3.2, OUR 25, inferred)')],
)
@proves("MATG2-7.3.2", "MATG2-12.R")
def test_7_3_2_a_range_is_printed_with_enough_decimals_to_show_its_bracket(inches: float, said: str) -> None:
    assert [str(reason) for reason in range_effect(inches, SECOND).as_reasons] == [said]


@proves("MATG2-7.3.3")
def test_7_3_3_stands_in_contact_are_at_one_inch_even_corner_to_corner() -> None:
    here, corner = stand("r1", RED, (5, 5)), stand("b1", BLUE, (6, 6))
    assert range_in(here, stand("b1", BLUE, (5, 6))) == 1.0
    assert range_in(here, corner) == 1.0
    assert range_in(here, stand("b1", BLUE, (5, 7))) == 2.0


@pytest.mark.parametrize(
    ("bearing_deg", "is_front"), [(0, True), (44, True), (46, False), (180, False), (314, False)]
)
@proves("MATG2-7.3.1.2", "MATG2-12.A.front")
def test_7_3_1_the_front_is_ninety_degrees_wide(bearing_deg: float, is_front: bool) -> None:
    target = base_at(Spot(20, 20), 0.0)
    assert is_front_hit(target, Spot(20, 20).ahead(bearing_deg, 10)) is is_front


@proves("MATG2-7.3.1.1", "MATG2-3.2.1", "MATG2-3.2.2")
def test_3_2_a_stand_is_an_inch_square_that_faces_as_its_model_does() -> None:
    base = stand_base(stand("r1", RED, (20, 20), 90.0))
    assert base.outline.bounds == pytest.approx((19.5, 19.5, 20.5, 20.5))
    assert is_front_hit(base, Spot(30, 20))
    assert not is_front_hit(base, Spot(20, 10))


@proves("MATG2-7.3.1.4")
def test_7_3_1_a_line_on_the_edge_of_the_template_falls_for_the_defender() -> None:
    base = base_at(Spot(20, 20), 0.0)
    on_edge = Spot(25, 15)
    a_hair_beyond = Spot(25.008, 15)
    assert is_front_hit(base, on_edge)
    assert is_front_hit(base, a_hair_beyond)
    assert not is_front_hit(base, Spot(25.1, 15))
    assert not is_in_firing_arc(base, on_edge)


@pytest.mark.parametrize(("defence", "left"), [(8, 4), (9, 5), (1, 1)])
@proves("MATG2-7.3.1.3")
def test_7_3_1_half_a_defence_is_rounded_up(defence: int, left: int) -> None:
    assert halved(defence) == left


@pytest.mark.parametrize(
    ("at", "facing_deg", "engaged"),
    [
        ((20, 19), 180.0, True),
        ((20.5, 19), 180.0, True),
        ((19.5, 19), 180.0, True),
        ((20.6, 19), 180.0, False),
        ((19.4, 19), 180.0, False),
        ((20, 19), 90.0, False),
        ((20, 18.975), 180.0, False),
        ((20, 18.9), 180.0, False),
        ((21, 20), 180.0, False),
    ],
)
@proves("MATG2-7.3.4.1")
def test_7_3_4_half_a_front_edge_against_a_front_edge_engages(
    at: tuple[float, float], facing_deg: float, engaged: bool
) -> None:
    ours = stand("r1", RED, (20, 20), 0.0)
    assert is_engaged_with(ours, stand("b1", BLUE, at, facing_deg)) is engaged


@proves("MATG2-7.3.4.1")
def test_7_3_4_friends_are_never_engaged() -> None:
    assert not is_engaged_with(stand("r1", RED, (20, 20), 0.0), stand("r2", RED, (20, 19), 180.0))


@proves("MATG2-3.2.1", "MATG2-3.2.2")
def test_3_2_a_stand_off_the_table_has_no_base_and_no_place() -> None:
    for ask in (stand_base, spot_of):
        with pytest.raises(NotOnMap, match="is not on the map"):
            ask(stand("r1", RED, None))
    unturned = replace(stand("r1", RED, (5, 5)), facing_deg=None)
    assert stand_base(unturned) == stand_base(stand("r1", RED, (5, 5), 0.0))
    assert stand_base(unturned).bounds == pytest.approx((4.5, 4.5, 5.5, 5.5))


@proves("MATG2-7.3.3", "MATG2-7.3.4.1")
@pytest.mark.parametrize(
    ("apart_in", "one_deg", "other_deg", "range_told"),
    [
        (1.0, 0, 0, 1.0),
        (1.1, 0, 0, 1.1),
        (1.2, 45, 0, 1.0),
        (1.22, 45, 0, 1.22),
        (1.41, 45, 45, 1.0),
        (1.43, 45, 45, 1.43),
        (1.6, 0, 0, 1.6),
    ],
)  # fmt: skip
def test_7_3_3_turned_stands_are_in_contact_by_their_corners(
    apart_in: float, one_deg: float, other_deg: float, range_told: float
) -> None:
    """From the middle to a side is half an inch, to a corner 0.71."""
    one, other = stand("r1", RED, (20, 20), one_deg), stand("b1", BLUE, (20 + apart_in, 20), other_deg)
    assert range_in(one, other) == pytest.approx(range_told)
    assert not is_engaged_with(one, other)
