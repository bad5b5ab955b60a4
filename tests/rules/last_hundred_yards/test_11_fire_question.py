"""What does he need to hit: two units asked about, whoever's go it is."""

from fractions import Fraction

import pytest

from rules.errors import BadInput
from rules.game.ruling import Ruling
from rules.game.state import GameState
from rules.game.units import Unit
from rules.game.verdicts import Shot
from rules.ground.hexes import Hex
from rules.last_hundred_yards.ruleset import RULESET
from tests.drawing import board

FIELD = board("""
    .  .  .  .  .  .  .  .  .  .  .
    .  .  .  .  w  .  .  .  .  .  .
    .  .  .  .  .  .  .  .  .  .  .
""")


def asked(firer: tuple[str, str], target: tuple[str, str], manner: str = "") -> Ruling[Shot]:
    """The ruling on fire of one (type, hex) on another."""
    units = [Unit(kind, kind, kind[:2], Hex.named(at), name=kind) for kind, at in (firer, target)]
    state = GameState(FIELD, {unit.id: unit for unit in units}, (), ("us", "ge"))
    return RULESET.fire(state, units[0], units[1], manner)


def test_11_5_anti_tank_fire_needs_more_than_the_armour() -> None:
    """ATV 3 against AV 10 at 3 of 21 hexes: 3 + die above 10 destroys (8-10), equal shocks (7)."""
    ruling = asked(("us.able-tank.1.1", "A1"), ("ge.pz4.2.1", "D1"))
    assert str(ruling.verdict) == "ATDRM +3"
    assert ruling.odds is not None
    assert ruling.odds.of("ge.pz4.2.1 destroyed") == Fraction(3, 10)
    assert ruling.odds.of("ge.pz4.2.1 shocked") == Fraction(1, 10)


def test_11_3_small_arms_suit_a_target_with_cohesion() -> None:
    """SAV 1 at close range in the open against Cohesion 6: 1 + die above 6 disrupts (6-8), 10 costs a step (9-10)."""
    ruling = asked(("ge.1kp.1.squad.1", "A1"), ("us.able.1.squad.1", "B1"))
    assert str(ruling.verdict) == "SADRM +1"
    assert ruling.odds is not None
    assert ruling.odds.of("us.able.1.squad.1 unharmed") == Fraction(5, 10)


def test_4_2_1a_no_fire_without_a_line_of_sight() -> None:
    ruling = asked(("ge.mg.1", "A2"), ("us.able.1.squad.1", "I2"))
    assert str(ruling.verdict) == "no fire"
    assert ruling.odds is None
    assert [str(reason) for reason in ruling.reasons] == ["woods at E2 blocks (LHY 4.2.1a)"]


def test_1_8_no_fire_beyond_the_range_on_the_counter() -> None:
    ruling = asked(("us.able.1.squad.1", "A1"), ("ge.mg.1", "J1"))
    assert [str(reason) for reason in ruling.reasons] == [
        "ge.mg.1 is 9 hexes off, us.able.1.squad.1 reaches 8 (LHY 1.8)"
    ]


@pytest.mark.parametrize(
    ("firer", "target", "manner", "section"),
    [
        ("us.able.1.leader", "ge.mg.1", "small-arms", "1.5"),
        ("us.able.1.squad.1", "ge.pz4.2.1", "small-arms", "1.5"),
        ("us.able-tank.1.1", "ge.mg.1", "anti-tank", "1.7"),
    ],
)
def test_1_5_1_7_what_a_value_does_not_work_on(firer: str, target: str, manner: str, section: str) -> None:
    ruling = asked((firer, "A1"), (target, "B1"), manner)
    assert str(ruling.verdict) == "no fire"
    assert [reason.cite.section for reason in ruling.reasons] == [section]


def test_fire_on_a_friend_or_of_no_known_kind_cannot_be_asked() -> None:
    with pytest.raises(BadInput, match="another side"):
        asked(("us.able.1.squad.1", "A1"), ("us.mg.1", "B1"))
    with pytest.raises(BadInput, match="one of small-arms, anti-tank"):
        asked(("us.able.1.squad.1", "A1"), ("ge.mg.1", "B1"), "harsh words")
