"""Chapter 13.2.2.1: men who feint withdraw by 10.3.1 or stay by a die roll; units of one hex may do so together."""

from fractions import Fraction

import pytest

from rules.game.state import GameState
from rules.game.units import Unit
from rules.last_hundred_yards.book.conditions import DISRUPTED, HEROIC, REGROUPING
from rules.last_hundred_yards.declarations.assault.arrows import EnterAssault, Feint
from rules.last_hundred_yards.declarations.assault.declaration import Assault
from rules.last_hundred_yards.declarations.maneuver.maneuver import Maneuver
from rules.last_hundred_yards.declarations.maneuver.vehicle_motion import EndManeuver
from rules.last_hundred_yards.declarations.turn.activation import CallForReaction
from rules.last_hundred_yards.declarations.withdrawal import Withdraw
from rules.last_hundred_yards.play.play import PLAY
from rules.last_hundred_yards.state.events.assault_events import ArrowPlaced, AssaultEntered
from rules.last_hundred_yards.state.events.fire_events import FirePlaced
from rules.last_hundred_yards.state.events.unit_events import UnitChanged
from rules.last_hundred_yards.state.markers import Arrow, FireKind, FireMarker
from rules.last_hundred_yards.state.progress import with_progress
from tests.proving import proves
from tests.rules.last_hundred_yards.playing import activated, at, course, done, legal, refusal, unit

SQUAD, LEADER, FOE = "us.able.1.squad.1", "us.able.1.leader", "ge.1kp.1.squad.1"
SECOND = "us.able.1.squad.2"
OTHER, FAR = unit("ge.1kp.1.squad.2", "D5"), unit("us.able.3.leader", "A8")
AWAY = unit(LEADER, "A8")


def waiting(*units: Unit, to: str = "C5", into: str = "C4", edition: str = "2019") -> GameState:
    """American units wait under arrows to assault a German squad in C4; markers are being adjusted."""
    state = activated(*units, unit(FOE, "C4"), edition=edition)
    movers = [one.id for one in units if one.id.startswith("us") and one.at == at("C6")]
    for mover in movers:
        state = done(state, Maneuver("us", mover, at(to)), Assault("us", (mover,), at(into)))
    for side in ("us", "ge", "us"):
        state = done(state, CallForReaction(side))
    return state


@proves("LHY-13.2.2.1b", "LHY-10.3.1.0.3", "LHY-10.3.1.1a.1")
def test_13_2_2_1b_a_feinting_squad_withdraws_one_to_four_hexes() -> None:
    state = done(waiting(unit(SQUAD, "C6"), AWAY), Feint("us", SQUAD))
    assert state.unit(SQUAD).at == at("C5")
    assert "feints and withdraws (LHY 13.2.2.1" in refusal(state, EndManeuver("us"))
    assert {one.to for one in legal(state, Withdraw)} == {at("B5"), at("C6"), at("D5")}
    after = done(state, Withdraw("us", (SQUAD,), at("C6")))
    assert EndManeuver("us") in PLAY.legal_actions(after), "one is enough"
    for label in ("C7", "C8", "C9"):
        after = done(after, Withdraw("us", (SQUAD,), at(label)))
    assert course(after).moving is None, "four are the most"
    assert after.unit(SQUAD).at == at("C9")


@proves("LHY-13.2.2.1b", "LHY-10.3.1.2.1", "LHY-13.6.6.2")
@pytest.mark.parametrize(
    ("edition", "dice", "condition"), [("2019", (7,), DISRUPTED), ("series-3.1", (), REGROUPING)]
)
def test_13_2_2_1b_a_feint_next_to_the_enemy_is_checked_at_its_end(
    edition: str, dice: tuple[int, ...], condition: str
) -> None:
    guns = [unit(f"ge.mg.{number}", label) for number, label in enumerate(("B6", "C7", "D6"), 1)]
    state = done(waiting(unit(SQUAD, "C6"), AWAY, *guns, edition=edition), Feint("us", SQUAD))
    after = done(state, Withdraw("us", (SQUAD,), at("C6")), *dice)
    assert course(after).moving is None, "there is no way on"
    assert after.unit(SQUAD).has(condition)


@proves("LHY-13.2.2.1e")
def test_13_2_2_1_a_hero_feints_only_where_mortar_fire_keeps_him_out() -> None:
    """OUR 155."""
    state = waiting(unit(SQUAD, "C6", HEROIC), unit(SECOND, "C5"), AWAY)
    state = ArrowPlaced(Arrow(SECOND, "us", at("C4"))).on(state)
    alone, along = Feint("us", SQUAD, stay=True), Feint("us", SQUAD, stay=True, along=(SECOND,))
    assert not legal(state, Feint)
    for order in (alone, along):
        assert f"{SQUAD} is Heroic and does not feint (LHY 13.2.2.1" in refusal(state, order)
    shelled = FirePlaced(FireMarker(1, FireKind.MDRM, at("C4"), 0, primary=True, tubes=0)).on(state)
    assert "8 or less stays" in str(PLAY.chances(shelled, alone)), "with the Cohesion of a hero"
    assert done(shelled, alone, 8).unit(SQUAD).has(HEROIC)


@proves("LHY-14.6.4c")
@pytest.mark.parametrize(
    ("second", "hero"), [(Feint("us", SECOND, stay=True), False), (EnterAssault("us", SECOND), True)]
)
def test_14_6_4_a_hero_under_assault_stops_being_heroic_once_all_attackers_feint(
    second: Feint | EnterAssault, hero: bool
) -> None:
    state = UnitChanged(FOE, gained=(HEROIC,)).on(waiting(unit(SQUAD, "C6"), unit(SECOND, "C6"), AWAY))
    state = done(state, Feint("us", SQUAD, stay=True), 1)
    assert state.unit(FOE).has(HEROIC), "one still waits to assault him"
    assert done(state, second, *(() if hero else (1,))).unit(FOE).has(HEROIC) is hero


@proves("LHY-13.2.2.1e", "LHY-14.6.4c")
@pytest.mark.parametrize(("shelled", "may"), [("D4", True), ("C4", False)])
def test_13_2_2_1_each_feint_depends_on_the_hex_that_the_unit_was_to_assault(shelled: str, may: bool) -> None:
    """A squad and a hero wait in C5, for C4 and for D4 (OUR 155)."""
    held = unit("ge.1kp.1.squad.2", "D4")
    state = waiting(unit(SQUAD, "C6"), unit(SECOND, "C5"), held, AWAY)
    state = ArrowPlaced(Arrow(SECOND, "us", at("D4"))).on(state)
    both = Feint("us", SQUAD, stay=True, along=(SECOND,))
    calm = done(UnitChanged(held.id, gained=(HEROIC,)).on(state), both, 1)
    assert not calm.unit(held.id).has(HEROIC)
    state = UnitChanged(SECOND, gained=(HEROIC,)).on(state)
    state = FirePlaced(FireMarker(1, FireKind.MDRM, at(shelled), 0, primary=True, tubes=0)).on(state)
    assert (not refusal(state, both)) is may


@proves("LHY-13.2.2.1b")
@pytest.mark.parametrize(("die", "stays"), [(7, True), (8, False)])
def test_13_2_2_1b_men_of_one_hex_feint_together_on_the_best_cohesion(die: int, stays: bool) -> None:
    # The squad's Cohesion is 6, the leader's 7.
    state = waiting(unit(SQUAD, "C6"), unit(LEADER, "C6"))
    together = Feint("us", SQUAD, stay=True, along=(LEADER,))
    assert set(legal(state, Feint)) == {
        together, Feint("us", SQUAD, along=(LEADER,)), Feint("us", SQUAD, stay=True), Feint("us", SQUAD),
    }  # fmt: skip
    ruling = PLAY.chances(state, together)
    assert ruling.verdict == "7 or less stays"
    assert ruling.odds is not None
    assert ruling.odds.where(lambda told: "must withdraw" in told) == Fraction(3, 10)
    after = done(state, together, die)
    assert not course(after).arrows
    assert not course(after).decisions
    named = {one.units for one in legal(after, Withdraw)}
    assert named == (set() if stays else {(SQUAD,), (LEADER,), (SQUAD, LEADER)})


@proves("LHY-13.2.2.1")
def test_13_2_2_1_one_unit_feints_and_the_other_decides_separately() -> None:
    state = done(waiting(unit(SQUAD, "C6"), unit(LEADER, "C6")), Feint("us", SQUAD))
    assert [due.unit for due in course(state).decisions] == [LEADER]
    after = done(state, Feint("us", LEADER, stay=True), 7)
    assert {one.units for one in legal(after, Withdraw)} == {(SQUAD,)}


@proves("LHY-13.2.2.1b", "LHY-11.4.8e")
@pytest.mark.parametrize(("die", "disrupted"), [(6, False), (7, True)])
def test_13_2_2_1b_mortar_fire_attacks_a_unit_that_feints_out_of_an_impact_hex(
    die: int, disrupted: bool
) -> None:
    state = FirePlaced(FireMarker(1, FireKind.MDRM, at("C5"), 0, tubes=0)).on(
        waiting(unit(SQUAD, "C6"), AWAY)
    )
    state = done(state, Feint("us", SQUAD))
    after = done(state, Withdraw("us", (SQUAD,), at("C6")), die)
    assert (after.unit(SQUAD).at, after.unit(SQUAD).has(DISRUPTED)) == (at("C6"), disrupted)


@proves("LHY-13.2.2.1b")
def test_13_2_2_1b_a_feinting_unit_without_a_way_back_stays() -> None:
    state = waiting(unit(SQUAD, "C6"), AWAY)
    for number, label in enumerate(("B5", "C6", "D5"), 1):
        fire = FireMarker(number, FireKind.MDRM, at(label), 0, primary=True, tubes=0)
        state = FirePlaced(fire).on(state)
    after = done(state, Feint("us", SQUAD))
    assert (course(after).moving, after.unit(SQUAD).at) == (None, at("C5"))


@proves("LHY-13.2.2.1")
def test_13_2_2_1_only_men_waiting_in_the_same_hex_feint_together() -> None:
    second, tank = "us.able.1.squad.2", "us.able-tank.1.1"
    state = waiting(unit(SQUAD, "C6"), AWAY, unit(second, "C5"))
    for along in ((second,), (tank,), (SQUAD,), ("nobody",)):
        wrong = Feint("us", SQUAD, stay=True, along=along)
        assert f"only men who wait in its hex may feint with {SQUAD} (LHY 13.2.2.1b" in refusal(state, wrong)
    assert legal(state, EnterAssault)


@proves("LHY-6.0.II.3b.1", "LHY-13.2.2.1")
def test_6_0_ii_3b_assault_arrows_are_resolved_one_after_the_other() -> None:
    state = waiting(unit(SQUAD, "C6"), unit("us.able.1.squad.2", "C6"), AWAY)
    (first,) = {action.unit for action in legal(state, EnterAssault)}
    (other,) = {SQUAD, "us.able.1.squad.2"} - {first}
    for early in (EnterAssault("us", other), Feint("us", other)):
        assert f"{other} waits for no assault (LHY 6.0 II.3b" in refusal(state, early)
    assert {action.unit for action in legal(done(state, EnterAssault("us", first)), EnterAssault)} == {other}


@proves("LHY-6.0.II.3b.1", "LHY-6.0.II.3b.2", "LHY-13.2.2.0b")
@pytest.mark.parametrize("last", [EnterAssault("us", SECOND), Feint("us", SECOND, stay=True)])
def test_6_0_ii_3b_no_unit_enters_the_assault_hex_before_all_have_decided(last: EnterAssault | Feint) -> None:
    """Reading 191: no unit feints because of what the first unit to go in finds."""
    state = waiting(unit(SQUAD, "C6"), unit(SECOND, "C6"), AWAY)
    state = done(state, EnterAssault("us", SQUAD))
    assert state.unit(SQUAD).at == at("C5")
    assert not course(state).assaults
    feints = isinstance(last, Feint)
    after = done(state, last, *((6,) if feints else ()))
    assert (after.unit(SQUAD).at, after.unit(SECOND).at) == (at("C4"), at("C5" if feints else "C4"))
    assert not course(after).arrows


@proves("LHY-6.0.II.3b.1", "LHY-13.2.2.1b")
def test_6_0_ii_3b_a_unit_that_chose_to_assault_does_not_join_a_later_feint() -> None:
    state = done(waiting(unit(SQUAD, "C6"), unit(SECOND, "C6"), AWAY), EnterAssault("us", SQUAD))
    assert {action.along for action in legal(state, Feint)} == {()}
    told = refusal(state, Feint("us", SECOND, stay=True, along=(SQUAD,)))
    assert f"only men who wait in its hex may feint with {SECOND} (LHY 13.2.2.1b" in told


@proves("LHY-6.0.II.3b.1")
def test_6_0_ii_3b_an_assault_waits_until_all_have_decided() -> None:
    before = waiting(unit(SQUAD, "C6"), unit(SECOND, "C6"), AWAY)
    between = done(before, EnterAssault("us", SQUAD))
    assert not list(PLAY.changes(before, between))
    told = [change.text for change in PLAY.changes(between, done(between, EnterAssault("us", SECOND)))]
    assert "no assault waits for C4" in told


@proves("LHY-11.4.8e", "LHY-11.4.6b", "LHY-6.0.II.3b.1")
def test_6_0_ii_3b_mortar_fire_attacks_units_that_go_in_with_the_density_of_the_hex_they_leave() -> None:
    """Six steps in a secondary impact hex: 1 more against each of them, and a 6 disrupts all three."""
    squads = (SQUAD, SECOND, "us.able.1.squad.3")
    state = waiting(*(unit(squad, "C6") for squad in squads), AWAY)
    state = FirePlaced(FireMarker(1, FireKind.MDRM, at("C5"), 0, tubes=0)).on(state)
    for squad, dice in zip(squads, ((), (), (6, 6, 6)), strict=True):
        state = done(state, EnterAssault("us", squad), *dice)
    assert all(state.unit(squad).has(DISRUPTED) for squad in squads)
    assert not course(state).assaults
    assert Withdraw("us", squads, at("C6")) in legal(state, Withdraw), "those of one hex may go together"


@proves("LHY-13.1c.1", "LHY-11.4.8e", "LHY-6.0.II.3b.1")
@pytest.mark.parametrize(("die", "goes_in"), [(7, True), (8, False)])
def test_6_0_ii_3b_a_leader_whose_squad_is_driven_out_stays(die: int, goes_in: bool) -> None:
    """Reading 170: with 1 off for the leader, fire on their hex disrupts the squad on an 8; he is unharmed but alone."""
    state = waiting(unit(SQUAD, "C6"), unit(LEADER, "C6"), FAR)
    state = FirePlaced(FireMarker(1, FireKind.MDRM, at("C5"), 0, tubes=0)).on(state)
    state = done(state, EnterAssault("us", SQUAD))
    after = done(state, EnterAssault("us", LEADER), die, 1)
    assert (after.unit(LEADER).at, after.unit(SQUAD).at) == ((at("C4"),) * 2 if goes_in else (at("C5"),) * 2)


@proves("LHY-6.0.II.3b.1")
def test_6_0_ii_3b_odds_of_the_first_decision_assume_that_the_others_feint() -> None:
    state = waiting(unit(SQUAD, "C6"), unit(SECOND, "C6"), AWAY)
    alone = waiting(unit(SQUAD, "C6"), AWAY)
    first, only = (PLAY.chances(moment, EnterAssault("us", SQUAD)).odds for moment in (state, alone))
    assert first is not None
    assert only is not None
    assert first.chances == only.chances


@proves("LHY-13.1c.1", "LHY-6.0.II.3b.1")
def test_6_0_ii_3b_units_that_assault_another_hex_are_no_company_for_a_leader() -> None:
    """The leader waits to assault D5 with a squad that feints, while another squad of the hex assaults C4."""
    state = activated(unit(SQUAD, "C5"), unit(SECOND, "C5"), unit(LEADER, "C5"), unit(FOE, "C4"), OTHER, FAR)
    for name, into in ((SQUAD, "C4"), (SECOND, "D5"), (LEADER, "D5")):
        state = ArrowPlaced(Arrow(name, "us", at(into))).on(state)
    for side in ("us", "ge", "us"):
        state = done(state, CallForReaction(side))
    state = done(state, EnterAssault("us", SQUAD), Feint("us", SECOND, stay=True), 1)
    assert "LHY 13.1c" in refusal(state, EnterAssault("us", LEADER))


@proves("LHY-13.1c.1", "LHY-6.0.II.3b.1")
@pytest.mark.parametrize(("cycle", "may"), [(1, True), (0, False)])
def test_6_0_ii_3b_units_that_went_in_during_this_cycle_are_company_for_a_leader(
    cycle: int, may: bool
) -> None:
    """The leader waits with a squad that feints; a squad of another platoon went in, in this cycle or the one before."""
    other = "us.able.2.squad.1"
    units = [unit(SQUAD, "C5"), unit(LEADER, "C5"), unit(other, "C4"), unit("us.able.2.leader", "A8")]
    state = activated(*units, unit(FOE, "C4"))
    now = course(state).cycle
    assaulted = AssaultEntered(other, "us", at("C4"), at("C3")).on(with_progress(state, cycle=cycle))
    state = with_progress(assaulted, cycle=now)
    for name in (SQUAD, LEADER):
        state = ArrowPlaced(Arrow(name, "us", at("C4"))).on(state)
    for side in ("us", "ge", "us"):
        state = done(state, CallForReaction(side))
    state = done(state, Feint("us", SQUAD, stay=True), 1)
    assert (not refusal(state, EnterAssault("us", LEADER))) is may


@proves("LHY-13.2.2.1e", "LHY-13.2.2.1b")
def test_13_2_2_1_a_squad_may_feint_though_the_hero_waiting_with_it_does_not() -> None:
    state = waiting(unit(SQUAD, "C6"), unit(SECOND, "C5"), AWAY)
    for event in (ArrowPlaced(Arrow(SECOND, "us", at("C4"))), UnitChanged(SECOND, gained=(HEROIC,))):
        state = event.on(state)
    assert not refusal(state, Feint("us", SQUAD, stay=True))


@proves("LHY-13.2.2.0c", "LHY-13.1c.1")
@pytest.mark.parametrize(("into", "may"), [("C4", True), ("D4", False)])
def test_13_2_2_a_leader_waits_only_with_units_that_wait_to_assault_the_same_hex(
    into: str, may: bool
) -> None:
    state = activated(unit(SQUAD, "C6"), unit(LEADER, "D6"), unit(FOE, "C4"), unit("ge.1kp.1.squad.2", "D4"))
    state = done(state, Maneuver("us", SQUAD, at("C5")), Assault("us", (SQUAD,), at("C4")))
    state = done(state, Maneuver("us", LEADER, at("D5")))
    refused = refusal(state, Assault("us", (LEADER,), at(into)))
    assert ("assaults only with a combat unit" not in refused) is may
