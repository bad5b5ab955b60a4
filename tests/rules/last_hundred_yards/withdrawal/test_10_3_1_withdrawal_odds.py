"""10.3.1: the odds of a withdrawal, counted by hand and agreeing with thrown dice."""

from fractions import Fraction

import pytest

from rules.game.engine.play import Action
from rules.game.state import GameState
from rules.game.units import Marker, Unit
from rules.last_hundred_yards.book.conditions import CONCEALED, DISRUPTED, HIDDEN, REGROUPING
from rules.last_hundred_yards.declarations.maneuver.vehicle_motion import EndManeuver
from rules.last_hundred_yards.declarations.withdrawal import Withdraw
from rules.last_hundred_yards.play.play import PLAY
from rules.last_hundred_yards.questions.withdrawal.checks import end_check, start_check
from rules.last_hundred_yards.state.events.assault_events import ArrowPlaced
from rules.last_hundred_yards.state.markers import Arrow, FireKind, FireMarker
from tests.proving import proves
from tests.rules.last_hundred_yards.playing import activated, at, course, done, position_seen_by, unit

SQUAD, SECOND, LEADER = "us.able.1.squad.1", "us.able.1.squad.2", "us.able.1.leader"
FOE, OTHER = "ge.mg.1", "ge.mg.2"
GUNS = unit(FOE, "B5"), unit(OTHER, "D5")
"""Enemies on both sides of the way from C4 to C5."""
FAR = unit(LEADER, "A10")
ALONE = Withdraw("us", (SQUAD,), at("C5"))
TOGETHER = Withdraw("us", (LEADER, SQUAD), at("C5"))
END = EndManeuver("us")
MORTAR = FireMarker(1, FireKind.MDRM, at("C4"), 0, primary=True, tubes=0)


def odds(state: GameState, action: Action) -> dict[str, Fraction]:
    """The outcomes of a declaration with their tenths; empty if there are no odds."""
    found = PLAY.chances(state, action).odds
    if found is None:
        return {}
    assert sum(found.chances.values()) == 1
    return {words: chance * 10 for words, chance in found.chances.items()}


@proves("LHY-10.3.1.2.2", "LHY-10.3.1.2.3", "LHY-0.6")
def test_10_3_1_2_odds_of_ending_next_to_the_enemy() -> None:
    # Cohesion 6: a die of 7 to 10 disrupts. With the leader along, his own 7 counts for both.
    alone = done(activated(unit(SQUAD, "C4"), FAR, *GUNS), ALONE)
    assert odds(alone, END) == {"no effect": 6, f"{SQUAD} disrupted": 4}
    both = done(activated(unit(SQUAD, "C4"), unit(LEADER, "C4"), *GUNS), TOGETHER)
    assert odds(both, END) == {"no effect": 7, f"{SQUAD} disrupted; {LEADER} disrupted": 3}
    met = done(activated(unit(SQUAD, "C4"), unit(LEADER, "C5"), *GUNS), ALONE)
    assert odds(met, END) == {"no effect": 7, f"{SQUAD} disrupted": 3}, "he waits there and takes 1 off"


@proves("LHY-10.3.1b", "LHY-11.4.8e", "LHY-0.6")
def test_10_3_1b_odds_of_leaving_an_impact_hex() -> None:
    # Die 7 to 9 is above Cohesion 6, 10 costs a step.
    state = activated(unit(SQUAD, "C4"), FAR, fires=(MORTAR,))
    assert odds(state, ALONE) == {
        f"{SQUAD} in C5": 6, f"{SQUAD} disrupted; {SQUAD} in C5": 3, f"{SQUAD} loses a step": 1,
    }  # fmt: skip
    both = activated(unit(SQUAD, "C4"), unit(SECOND, "C4"), FAR, fires=(MORTAR,))
    found = odds(both, Withdraw("us", (SQUAD, SECOND), at("C5")))
    assert found[f"{SQUAD} in C5; {SECOND} in C5"] == Fraction(36, 10)
    assert found[f"{SQUAD} disrupted; {SQUAD} in C5; {SECOND} loses a step"] == Fraction(3, 10)


@proves("LHY-13.3.2c.1", "LHY-0.6")
def test_13_3_2c_a_withdrawal_from_under_an_assault_needs_a_die_not_above_cohesion() -> None:
    state = activated(unit(SQUAD, "C4"), FAR, unit("ge.1kp.1.squad.1", "C3"))
    state = ArrowPlaced(Arrow("ge.1kp.1.squad.1", "ge", at("C4"))).on(state)
    assert odds(state, ALONE) == {f"{SQUAD} in C5": 6, "no effect": 4}
    failed = done(state, ALONE, 7)
    assert failed.unit(SQUAD).at == at("C4")
    assert SQUAD in course(failed).acted


@proves("LHY-13.3.2c.1")
@pytest.mark.parametrize(
    ("leader", "best"),
    [
        (unit(LEADER, "C4"), 7), (unit(LEADER, "C4", DISRUPTED), 6), (unit("us.able.2.leader", "C4"), 6),
        (unit(LEADER, "A10"), 6),
    ],
)  # fmt: skip
def test_13_3_2c_its_leader_takes_1_off_a_withdrawal_from_under_an_assault(leader: Unit, best: int) -> None:
    state = activated(
        unit(SQUAD, "C4"), leader, unit("us.able.1.section.a", "A9"), unit("ge.1kp.1.squad.1", "C3")
    )
    state = ArrowPlaced(Arrow("ge.1kp.1.squad.1", "ge", at("C4"))).on(state)
    check = start_check(PLAY.position(state), (state.unit(SQUAD),))
    assert check is not None
    assert check.wanted == best


@proves("LHY-13.3.2c.1")
def test_13_3_2c_a_unit_with_its_latw_withdraws_on_the_cohesion_of_the_men() -> None:
    state = activated(unit(SQUAD, "C4"), FAR, unit("us.latw.1", "C4"), unit("ge.1kp.1.squad.1", "C3"))
    state = ArrowPlaced(Arrow("ge.1kp.1.squad.1", "ge", at("C4"))).on(state)
    check = start_check(PLAY.position(state), (state.unit("us.latw.1"), state.unit(SQUAD)))
    assert check is not None
    assert check.wanted == 6


@proves("LHY-0.6")
def test_10_3_1_odds_include_the_end_of_a_withdrawal_on_mines_or_in_the_fourth_hex() -> None:
    mined = activated(unit(SQUAD, "C4"), FAR, *GUNS, markers=[Marker("mines", at("C5"))])
    # A mine on 10; else the roll at the end, as mines stop men.
    assert odds(mined, ALONE) == {
        f"{SQUAD} in C5": Fraction(54, 10), f"{SQUAD} disrupted; {SQUAD} in C5": Fraction(36, 10),
        f"{SQUAD} loses a step": 1,
    }  # fmt: skip
    state = activated(unit(SQUAD, "C1"), FAR, unit(FOE, "B5"), unit(OTHER, "D5"))
    for label in ("C2", "C3", "C4"):
        assert odds(state, Withdraw("us", (SQUAD,), at(label))) == {}
        state = done(state, Withdraw("us", (SQUAD,), at(label)))
    assert odds(state, ALONE) == {"no effect": 6, f"{SQUAD} disrupted": 4}


@proves("LHY-16.1.1.3", "LHY-16.1.1a")
@pytest.mark.parametrize(("dice", "lost"), [((9,), ()), ((10, 1), (LEADER,)), ((10, 2, 1), (SQUAD,))])
def test_16_1_1_one_die_for_a_stack_that_withdraws_into_mines(
    dice: tuple[int, ...], lost: tuple[str, ...]
) -> None:
    state = activated(unit(SQUAD, "C4"), unit(LEADER, "C4"), markers=[Marker("mines", at("C5"))])
    after = done(state, TOGETHER, *dice)
    assert tuple(one for one in (SQUAD, LEADER) if after.unit(one).at is None) == lost
    assert odds(state, TOGETHER) == {
        f"{SQUAD} in C5; {LEADER} in C5": 9, f"{SQUAD} loses a step; {LEADER} in C5": Fraction(1, 2),
        f"{SQUAD} in C5; {LEADER} lost": Fraction(1, 2),
    }  # fmt: skip


@proves("LHY-13.6.6.2")
def test_13_6_6_in_the_later_edition_no_die_but_regrouping() -> None:
    state = done(activated(unit(SQUAD, "C4"), FAR, *GUNS, edition="series-3.1"), ALONE)
    assert PLAY.chances(state, END).verdict == "no die roll"
    assert done(state, END).unit(SQUAD).has(REGROUPING)


@proves("LHY-4.3.0.1", "LHY-10.3.1.2.1")
def test_10_3_1_2_no_odds_are_told_where_they_would_give_concealed_units_away() -> None:
    concealed = unit(FOE, "B5", CONCEALED), unit("ge.dummy.1", "D5", CONCEALED)
    state = done(activated(unit(SQUAD, "C4"), FAR, *concealed), ALONE)
    ruling = PLAY.chances(state, END)
    assert (ruling.odds, ruling.verdict) == (None, "outcome depends on what is hidden")
    hidden = done(activated(unit(SQUAD, "C4"), FAR, unit(FOE, "B5", HIDDEN)), ALONE)
    assert PLAY.chances(hidden, END).verdict == "no die roll"


@proves("LHY-10.3.1.2.1")
def test_10_3_1_2_disrupted_units_do_not_roll() -> None:
    state = done(activated(unit(SQUAD, "C4", DISRUPTED), FAR, *GUNS), ALONE)
    assert PLAY.chances(state, END).verdict == "no die roll"


@proves("LHY-10.3.1.2.1")
@pytest.mark.parametrize(
    ("path", "asks"), [(("C5",), True), (("C5", "C6"), True), (("D4", "C6"), False), (("C6",), False)]
)
def test_10_3_1_2_one_hex_on_the_way_next_to_an_enemy_is_enough_for_the_roll(
    path: tuple[str, ...], asks: bool
) -> None:
    """The enemy in B4 is next to C4 and C5, and neither to D4 nor to C6."""
    state = activated(unit(SQUAD, "C4"), FAR, unit(FOE, "B4"))
    found = end_check(position_seen_by(state, "us"), (state.unit(SQUAD),), tuple(map(at, path)))
    assert (found is not None) is asks
