"""Chapter 11.4.8: vehicles that drive out of mortar fire."""

from fractions import Fraction

import pytest

from rules.last_hundred_yards.book.conditions import IN_MOTION, SHOCKED
from rules.last_hundred_yards.declarations.maneuver.maneuver import Maneuver
from rules.last_hundred_yards.play.play import PLAY
from rules.last_hundred_yards.state.markers import FireKind, FireMarker
from tests.proving import proves
from tests.rules.last_hundred_yards.fire_field import FOE, LEADER, TANK
from tests.rules.last_hundred_yards.playing import activated_wide, at, course, done, seen, unit

UNITS = (unit(TANK, "C9"), unit(LEADER, "C9"), unit(FOE, "H3"))


@proves("LHY-11.4.8e.vehicles", "LHY-12.1.7a")
@pytest.mark.parametrize(
    ("edition", "value", "dice", "gets_out"),
    [
        ("series-3.1", 2, (10,), False),
        ("series-3.1", 2, (9,), True),
        ("series-3.1", 1, (), True),
        ("2019", 2, (), True),
    ],
)
def test_11_4_8e_a_10_of_a_heavy_mortar_strikes_the_tank_that_drives_out(
    edition: str, value: int, dice: tuple[int, ...], gets_out: bool
) -> None:
    """In 2019 no mortar strikes a vehicle in motion."""
    fire = FireMarker(1, FireKind.MDRM, at("C9"), value, tubes=value)
    state = activated_wide(*UNITS, fires=(fire,), edition=edition)
    after = done(state, Maneuver("us", TANK, at("C8")), *dice)
    assert after.unit(TANK).at == at("C8" if gets_out else "C9")
    assert after.unit(TANK).has(SHOCKED) is not gets_out
    assert after.unit(TANK).has(IN_MOTION) is gets_out
    assert (course(after).moving is not None) is gets_out


@proves("LHY-11.4.8e.vehicles")
def test_11_4_8e_the_odds_of_driving_out_of_two_markers() -> None:
    fires = tuple(FireMarker(number, FireKind.MDRM, at("C9"), 2, tubes=2) for number in (1, 2))
    position = seen(activated_wide(*UNITS, fires=fires, edition="series-3.1"), "us")
    told = PLAY.foretold(position, Maneuver("us", TANK, at("C8")))
    assert told.odds is not None
    assert told.odds.where(lambda words: "C8" in words) == Fraction(81, 100)
