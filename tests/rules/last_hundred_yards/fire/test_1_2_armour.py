"""1.2 and 1.3: the armour that fire has to beat, as told in rulings and as used when fire is resolved."""

from fractions import Fraction

import pytest

from rules.errors import BadInput
from rules.game.citation import Provenance
from rules.last_hundred_yards.book.roster import ROSTER
from rules.last_hundred_yards.declarations.fire.anti_tank import FireAntiTank
from rules.last_hundred_yards.declarations.fire.fire_phase import ResolveFire
from rules.last_hundred_yards.play.play import PLAY
from rules.last_hundred_yards.questions.fire.targets import armour_of, armour_reason
from rules.last_hundred_yards.state.events.fire_events import FirePlaced
from rules.last_hundred_yards.state.events.order_events import PhaseBegan
from rules.last_hundred_yards.state.markers import FireKind, FireMarker
from rules.last_hundred_yards.state.progress import Phase
from tests.proving import proves
from tests.rules.last_hundred_yards.playing import activated, at, done, position_seen_by, unit

GUN, SQUAD, LEADER, JEEP = "us.gun57.1", "us.able.1.squad.1", "us.able.1.leader", "us.jeep.1"


@proves("LHY-1.2", "LHY-1.3")
@pytest.mark.parametrize(
    ("name", "rear", "armour", "told"),
    [
        ("us.able-tank.1.1", False, 10, "against AV 10 (LHY 1.2)"),
        ("us.able-tank.1.1", True, 7, "against AEV 7 (LHY 1.3)"),
        ("us.m3.2", True, 4, "against AV 4 (LHY 1.2)"),
        ("us.truck.1", False, 2, "against AV 2 (LHY 10.4.6.1, OUR 90, house value)"),
    ],
)
def test_1_2_armour_is_the_av_and_from_the_rear_the_aev_if_the_vehicle_has_one(
    name: str, rear: bool, armour: int, told: str
) -> None:
    position = position_seen_by(activated(unit(LEADER, "C9"), house={"truck_av": 2}), "us")
    assert armour_of(position, unit(name, "C5"), rear=rear) == armour
    assert str(armour_reason(position, unit(name, "C5"), rear=rear)) == told
    assert armour_of(position, unit(SQUAD, "C5")) is None


@proves("LHY-1.2")
@pytest.mark.parametrize(("house", "destroyed"), [({}, Fraction(8, 10)), ({"jeep_av": 6}, Fraction(7, 10))])
def test_1_2_the_av_of_a_jeep_is_a_house_value(house: dict[str, int], destroyed: Fraction) -> None:
    """The gun's ATV is 3: every die that counts, 3 to 10, beats AV 3 with it, and 4 to 10 beat AV 6."""
    units = [unit(GUN, "C9"), unit(SQUAD, "C9"), unit(LEADER, "C9"), unit("ge.jeep.1", "C7")]
    state = activated(*units, house=house)
    found = PLAY.chances(state, FireAntiTank("us", GUN, ("ge.jeep.1",)))
    assert found.odds is not None
    assert found.odds.of("ge.jeep.1 destroyed") == destroyed
    told = f"against AV {house.get('jeep_av', 3)} (LHY 10.4.6.1, OUR 90, house value)"
    assert told in map(str, found.reasons)


def test_the_figures_of_jeeps_are_checked_and_marked_as_house_values() -> None:
    assert {ROSTER[name].provenance for name in (JEEP, "ge.jeep.3", "us.truck.1")} == {Provenance.HOUSE}
    assert ROSTER["ge.jeep.1"].name == "Kübelwagen #1"
    with pytest.raises(BadInput, match=r"house\.jeep_av"):
        activated(unit(LEADER, "C9"), house={"jeep_av": 13})


def test_12_fire_resolution_uses_the_house_value_of_av_too() -> None:
    hit = FireMarker(1, FireKind.ATDRM, at("C7"), 3, target="ge.jeep.1")
    for av, gone in ((3, True), (9, False)):
        state = activated(unit("ge.jeep.1", "C7"), unit(LEADER, "C9"), house={"jeep_av": av})
        state = PhaseBegan(Phase.FIRE).on(FirePlaced(hit).on(state))
        assert (done(state, ResolveFire("us", at("C7")), 5).unit("ge.jeep.1").at is None) is gone
