"""Chapter 16.1: mines are one side's secret until an enemy enters them; they harm only the other side's units."""

from collections.abc import Iterable
from dataclasses import replace
from fractions import Fraction

import pytest

from rules.errors import BadInput
from rules.game.state import GameState
from rules.game.units import Marker, Unit
from rules.last_hundred_yards.book.conditions import CONCEALED, DISRUPTED, HEROIC, SHOCKED
from rules.last_hundred_yards.declarations.assault.advance import Advance
from rules.last_hundred_yards.declarations.assault.arrows import EnterAssault
from rules.last_hundred_yards.declarations.assault.declaration import Assault
from rules.last_hundred_yards.declarations.assault.reinforcing import Reinforce
from rules.last_hundred_yards.declarations.assault.retreat import Retreat
from rules.last_hundred_yards.declarations.fire.small_arms import FireSmallArms
from rules.last_hundred_yards.declarations.maneuver.maneuver import Maneuver
from rules.last_hundred_yards.declarations.maneuver.vehicle_motion import EndManeuver
from rules.last_hundred_yards.declarations.turn.activation import CallForReaction
from rules.last_hundred_yards.declarations.turn.initiative import RollInitiative
from rules.last_hundred_yards.declarations.withdrawal import Withdraw
from rules.last_hundred_yards.play.play import PLAY
from rules.last_hundred_yards.ruleset import RULESET
from rules.last_hundred_yards.state.events.fire_events import FirePlaced
from rules.last_hundred_yards.state.events.order_events import DecisionDue, PhaseBegan
from rules.last_hundred_yards.state.events.unit_events import Dismounted, Mounted
from rules.last_hundred_yards.state.markers import FireKind, FireMarker
from rules.last_hundred_yards.state.progress import ActionKind, Decision, DecisionKind, Phase
from rules.planning.routes import plan
from tests.proving import proves
from tests.rules.last_hundred_yards.playing import (
    SMALL_FIELD,
    activated,
    activated_small,
    at,
    course,
    done,
    legal,
    opened,
    recorded,
    refusal,
    unit,
)

SQUAD, SECOND, LEADER, TANK, FOE, HALFTRACK, SECOND_FOE = (
    "us.able.1.squad.1",
    "us.able.1.squad.2",
    "us.able.1.leader",
    "us.able-tank.1.1",
    "ge.1kp.1.squad.1",
    "us.m3.2",
    "ge.1kp.1.squad.2",
)
FAR = (unit("ge.1kp.2.leader", "H1"), unit("us.able.3.leader", "H8"))


def mines_at(label: str, side: str = "ge") -> Marker:
    return Marker("mines", at(label), side=side)


def started(*units: Unit, mines: Iterable[Marker] = (), platoon: str = "able.1") -> GameState:
    return activated(*units, ground=SMALL_FIELD, far=FAR, markers=mines, platoon=platoon)


def known_to(state: GameState, side: str) -> set[str]:
    """The mines that a side knows of."""
    return {str(marker.at) for marker in PLAY.seen_by(state, side).markers if marker.kind == "mines"}


@proves("LHY-16.1.0a", "LHY-16.1.0c")
def test_16_1_mines_are_known_to_their_side_alone_until_an_enemy_enters_them() -> None:
    state = started(unit(SQUAD, "C5"), unit(LEADER, "A8"), mines=[mines_at("C4"), mines_at("E4")])
    assert (known_to(state, "us"), known_to(state, "ge")) == (set(), {"C4", "E4"})
    state = done(state, Maneuver("us", SQUAD, at("C4")), 9)
    assert known_to(state, "us") == {"C4"}, "those that were met, and no others"
    assert known_to(state, "ge") == {"C4", "E4"}


@proves("LHY-16.1.0a")
def test_16_1_no_answer_to_the_enemy_gives_away_mines_not_yet_met() -> None:
    units = [
        unit(SQUAD, "C5"), unit(LEADER, "C5"), unit("us.latw.1", "C5"), unit(TANK, "E6"),
        unit(FOE, "C4"), unit(SECOND_FOE, "B4", CONCEALED),
    ]  # fmt: skip
    # In the hex of an enemy that may be assaulted, on the path of a maneuver, and where men withdraw to.
    mines = [mines_at("C4"), mines_at("D5"), mines_at("B5"), mines_at("C6"), mines_at("E5")]
    calm, mined = started(*units), started(*units, mines=mines)
    assert PLAY.legal_actions(mined) == PLAY.legal_actions(calm)
    for action in PLAY.legal_actions(calm):
        assert repr(PLAY.chances(mined, action)) == repr(PLAY.chances(calm, action))
    views = [RULESET.seen_by(state, "us") for state in (calm, mined)]
    for mover in (SQUAD, TANK):
        reaches = [RULESET.reach(view, view.unit(mover)) for view in views]
        plans = [plan(RULESET, view, view.unit(mover), at("D2")) for view in views]
        assert repr(reaches[0]) == repr(reaches[1])
        assert repr(plans[0]) == repr(plans[1])
    assert any(
        "mines" in str(PLAY.chances(_open(mined), action)) for action in PLAY.legal_actions(_open(mined))
    )


def _open(state: GameState) -> GameState:
    """The same with all of its mines met."""
    return replace(state, markers=tuple(replace(marker, hidden=False) for marker in state.markers))


@proves("LHY-16.1.0d", "LHY-16.1.1.1", "LHY-16.1.1.3", "LHY-16.1.2a.1", "LHY-16.1.0b.1")
def test_16_1_own_mines_do_not_harm_stop_or_prevent_fire() -> None:
    own = started(
        unit(SQUAD, "C5"),
        unit(LEADER, "A8"),
        unit(FOE, "C2"),
        mines=[mines_at("C5", "us"), mines_at("C4", "us")],
    )
    assert not refusal(own, FireSmallArms("us", SQUAD, (at("C2"),)))
    state = done(own, Maneuver("us", SQUAD, at("C4")))
    assert course(state).moving is not None, "no die, and the maneuver is not over"
    assert known_to(state, "ge") == set(), "and nobody has found them"


@proves("LHY-16.1.0a")
def test_16_1_mines_without_a_side_belong_to_the_set_up_area_they_are_in_or_to_both_sides() -> None:
    plain = [Marker("mines", at("C4")), Marker("mines", at("E4"))]
    sides = {"ge": {"setup_area": ["C4", "C3"]}, "us": {"setup_area": ["C7"]}}
    state = opened(SMALL_FIELD, [unit(SQUAD, "C7"), unit(FOE, "C3"), *FAR], markers=plain, sides=sides)
    assert {str(marker.at): marker.side for marker in state.markers if marker.kind == "mines"} == {
        "C4": "ge",
        "E4": "",
    }
    assert (known_to(state, "us"), known_to(state, "ge")) == ({"E4"}, {"C4", "E4"})


@proves("LHY-16.1.0a")
def test_16_1_a_side_lays_its_mines_in_its_own_set_up_area() -> None:
    sides = {"ge": {"setup_area": ["C4", "C3"]}}
    units = [unit(SQUAD, "C7"), unit(FOE, "C3"), *FAR]
    with pytest.raises(BadInput, match=r"markers\.mines: 'E4' is not a hex of ge's set-up area"):
        opened(SMALL_FIELD, units, markers=[mines_at("E4")], sides=sides)


@proves("LHY-16.1.0a")
def test_16_1_of_all_markers_in_a_set_up_area_only_mines_are_secret() -> None:
    lying = [Marker("wire", at("C4")), Marker("improved_position", at("C3")), mines_at("C2")]
    sides = {"ge": {"setup_area": ["C4", "C3", "C2"]}}
    state = opened(SMALL_FIELD, [unit(SQUAD, "C7"), unit(FOE, "C3"), *FAR], markers=lying, sides=sides)
    of_the_map = {"wire", "improved_position", "mines"}
    assert [
        (marker.kind, str(marker.at), marker.hidden) for marker in state.markers if marker.kind in of_the_map
    ] == [("wire", "C4", False), ("improved_position", "C3", False), ("mines", "C2", True)]


@proves("LHY-16.1.1.1", "LHY-16.1.1.2")
def test_16_1_1_entering_mines_ends_a_maneuver_except_a_heros() -> None:
    units = [unit(LEADER, "A8"), unit(FOE, "C1")]
    state, told = recorded(
        started(unit(SQUAD, "C5"), *units, mines=[mines_at("C4")]), Maneuver("us", SQUAD, at("C4")), 9
    )
    assert course(state).moving is None
    assert told[-3:] == [
        "mines are found in C4",
        f"mines in C4 under {SQUAD}: d10 shows 9 (1 to 9 count alike)",
        f"the maneuver of {SQUAD} is over",
    ]
    assert not any("go on" in line for line in told)
    hero = done(
        started(unit(SQUAD, "C5", HEROIC), *units, mines=[mines_at("C4")]), Maneuver("us", SQUAD, at("C4")), 9
    )
    assert course(hero).moving is not None
    assert not refusal(hero, Maneuver("us", SQUAD, at("C3")))


@proves("LHY-16.1.1.3", "LHY-16.1.1a", "LHY-13.2.1.1")
@pytest.mark.parametrize(("dice", "lost"), [((9,), []), ((10, 1, 1), [SQUAD]), ((10, 2), [LEADER])])
def test_16_1_1_an_assault_from_next_to_mines_meets_them_with_one_die_for_the_men(
    dice: tuple[int, ...], lost: list[str]
) -> None:
    state = started(unit(SQUAD, "C5"), unit(LEADER, "C5"), unit(FOE, "C4"), mines=[mines_at("C4")])
    after = done(state, Assault("us", (SQUAD, LEADER), at("C4")), *dice)
    assert [one for one in (SQUAD, LEADER) if after.unit(one).at is None] == lost
    assert known_to(after, "us") == {"C4"}
    assert course(after).assault_at(at("C4")) is not None


@proves("LHY-16.1.1b.1", "LHY-13.2.1.1")
@pytest.mark.parametrize(("die", "shocked"), [(8, False), (9, True)])
def test_16_1_1b_a_tank_that_assaults_into_mines_is_shocked_on_9(die: int, shocked: bool) -> None:
    state = started(unit(TANK, "C5"), unit(FOE, "C4"), mines=[mines_at("C4")], platoon="able-tank.1")
    assert done(state, Assault("us", (TANK,), at("C4")), die).unit(TANK).has(SHOCKED) is shocked


@proves("LHY-16.1.1.3", "LHY-13.2.2.0b")
def test_16_1_1_a_unit_that_waited_under_an_arrow_is_attacked_by_mines_as_it_goes_in() -> None:
    state = started(unit(SQUAD, "C6"), unit(LEADER, "A8"), unit(FOE, "C4"), mines=[mines_at("C4")])
    state = done(state, Maneuver("us", SQUAD, at("C5")), Assault("us", (SQUAD,), at("C4")))
    for side in ("us", "ge", "us"):
        state = done(state, CallForReaction(side))
    state = done(state, EnterAssault("us", SQUAD), 10, 1)
    assert state.unit("us.able.1.section.a").at == at("C4")


@proves("LHY-16.1.1.3", "LHY-6.0.II.3b.1")
def test_16_1_1_all_waiting_units_are_placed_on_the_mines_together_and_throw_one_die() -> None:
    """Reading 191: from two hexes, a squad and a section; the second of the two is struck."""
    section = "us.able.1.section.b"
    state = started(
        unit(SQUAD, "C6"), unit(section, "D5"), unit(LEADER, "A8"), unit(FOE, "C4"), mines=[mines_at("C4")]
    )
    for one, beside in ((SQUAD, "C5"), (section, "D4")):
        state = done(state, Maneuver("us", one, at(beside)), Assault("us", (one,), at("C4")))
    for side in ("us", "ge", "us"):
        state = done(state, CallForReaction(side))
    state = done(state, EnterAssault("us", SQUAD), EnterAssault("us", section), 10, 2)
    assert (state.unit(SQUAD).at, state.unit(section).at) == (at("C4"), None)


@proves("LHY-16.1.1.3", "LHY-16.1.1a")
def test_16_1_1_the_odds_of_an_assault_into_known_mines_include_their_die() -> None:
    state = _open(
        started(unit(TANK, "C5"), unit("ge.truck.1", "C4"), mines=[mines_at("C4")], platoon="able-tank.1")
    )
    ruling = PLAY.chances(state, Assault("us", (TANK,), at("C4")))
    assert "Mines in C4 (LHY 16.1" in str(ruling)
    assert ruling.odds is not None
    assert ruling.odds.where(lambda told: "shocked" in told) == Fraction(1, 5)


@proves("LHY-16.1.1.3", "LHY-13.2.2.0b")
def test_16_1_1_the_odds_of_an_assault_declared_after_a_maneuver_are_those_of_going_in_over_the_mines() -> (
    None
):
    state = _open(started(unit(SQUAD, "C6"), unit(LEADER, "A8"), unit(FOE, "C4"), mines=[mines_at("C4")]))
    state = done(state, Maneuver("us", SQUAD, at("C5")))
    odds = PLAY.chances(state, Assault("us", (SQUAD,), at("C4"))).odds
    assert odds is not None
    # The mines take a step with a 10; else a 1 in the assault and a failed check with 7 to 10 disrupt or take one.
    assert odds.where(lambda told: f"{SQUAD} lo" in told) == Fraction(1, 10) + Fraction(9, 10) * Fraction(
        4, 100
    )


@proves("LHY-16.1.1.3", "LHY-13.3.3")
def test_16_1_1_a_unit_reinforcing_into_enemy_mines_is_attacked_by_them() -> None:
    state = started(
        unit(SQUAD, "C5"),
        unit(LEADER, "A8"),
        unit(FOE, "C4"),
        unit(SECOND_FOE, "C3"),
        mines=[mines_at("C4", "us")],
    )
    state = done(state, Assault("us", (SQUAD,), at("C4")), CallForReaction("us"))
    state = done(state, Reinforce("ge", SECOND_FOE, at("C4")), 9)
    assert known_to(state, "ge") == {"C4"}


@proves("LHY-16.1.1.1", "LHY-16.1.1.3", "LHY-13.6.4")
def test_16_1_1_mines_attack_a_unit_advancing_into_them() -> None:
    state = opened(SMALL_FIELD, [unit(SQUAD, "C5"), *FAR], markers=[mines_at("C4")])
    state = PhaseBegan(Phase.ASSAULT).on(done(state, RollInitiative("us"), 9, 2))
    state = DecisionDue(Decision(DecisionKind.ADVANCE, "us", SQUAD, at("C5"))).on(state)
    assert PLAY.chances(state, Advance("us", SQUAD, at("C4"))).verdict == "no die roll"
    after = done(state, Advance("us", SQUAD, at("C4")), 10, 1)
    assert after.unit("us.able.1.section.a").at == at("C4")


def driven_back(*mines: Marker) -> GameState:
    """A German squad has to retreat from C4."""
    state = opened(SMALL_FIELD, [unit(FOE, "C4"), *FAR], markers=mines)
    state = PhaseBegan(Phase.ASSAULT).on(done(state, RollInitiative("us"), 9, 2))
    return DecisionDue(Decision(DecisionKind.RETREAT, "ge", FOE, at("C4"), 2, 4)).on(state)


@proves("LHY-16.1.1.3", "LHY-16.1.1a", "LHY-13.6.3.0a")
def test_16_1_1_the_enemys_mines_attack_a_retreating_unit_which_goes_on() -> None:
    state = driven_back(mines_at("C3", "us"))
    assert PLAY.chances(state, Retreat("ge", FOE, at("C3"))).verdict == "no die roll"
    unharmed = done(state, Retreat("ge", FOE, at("C3")), 9)
    assert "C2" in {str(action.to) for action in legal(unharmed, Retreat)}
    struck = done(state, Retreat("ge", FOE, at("C3")), 10, 1)
    due = course(struck).decisions[0]
    assert (due.kind, due.unit, due.path) == (DecisionKind.RETREAT, "ge.1kp.1.section.a", (at("C3"),))
    assert not done(driven_back(mines_at("C3")), Retreat("ge", FOE, at("C3"))).unit(FOE).has(SHOCKED), (
        "own mines: no die"
    )


def test_16_1_2_logs_of_an_earlier_version_with_one_die_for_the_way_out_still_read() -> None:
    """In that version one die opened a way out for all men of the hex, which the log records in its own line."""
    state = started(unit(SQUAD, "C4"), mines=[mines_at("C4")])
    told = PLAY.events.read({"is": "Breached", "at": "C4"})
    assert PLAY.apply(state, told) == state
    assert str(told) == "a way out of C4"
    assert PLAY.events.document(told) == {"is": "Breached", "at": "C4"}


@proves("LHY-16.1.2a.1")
@pytest.mark.parametrize(("die", "goes"), [(5, True), (6, False)])
def test_16_1_2_each_unit_that_leaves_mines_throws_its_own_die(die: int, goes: bool) -> None:
    state = _open(started(unit(SQUAD, "C5"), unit(SECOND, "C5"), unit(LEADER, "A8"), mines=[mines_at("C5")]))
    state = done(state, Maneuver("us", SQUAD, at("C4")), 5, EndManeuver("us"))
    after = Maneuver("us", SECOND, at("C4"))
    assert "5 or less out of the mines" in str(PLAY.chances(state, after))
    assert (done(state, after, die).unit(SECOND).at == at("C4")) is goes


@proves("LHY-16.1.2a.1")
def test_16_1_2_each_unit_that_assaults_out_of_mines_throws_its_own_die() -> None:
    state = _open(
        started(
            unit(SQUAD, "C5"), unit(SECOND, "C5"), unit(LEADER, "A8"), unit(FOE, "C4"), mines=[mines_at("C5")]
        )
    )
    order = Assault("us", (SQUAD, SECOND), at("C4"))
    assert "5 or less out of the mines" in str(PLAY.chances(state, order))
    after = done(state, order, 6, 5)
    assert (after.unit(SQUAD).at, after.unit(SECOND).at) == (at("C5"), at("C4"))
    assert {SQUAD, SECOND} <= course(after).acted


@proves("LHY-16.1.2a.1", "LHY-16.1.2a.2", "LHY-16.1.2b")
@pytest.mark.parametrize(
    ("vehicle", "platoon"),
    [(TANK, "able-tank.1"), ("us.m3.2", "able.1")],
)
def test_16_1_2_a_vehicle_throws_for_its_way_out_of_mines_toward_the_enemy_as_men_do(
    vehicle: str, platoon: str
) -> None:
    state = _open(started(unit(vehicle, "C5"), unit(LEADER, "A8"), mines=[mines_at("C5")], platoon=platoon))
    on = Maneuver("us", vehicle, at("C4"))
    assert "5 or less out of the mines" in str(PLAY.chances(state, on))
    assert done(state, on, 5).unit(vehicle).at == at("C4")
    held = done(state, on, 6)
    assert (held.unit(vehicle).at, course(held).moving) == (at("C5"), None)
    assert vehicle in course(held).acted
    assert done(state, Maneuver("us", vehicle, at("C6"))).unit(vehicle).at == at("C6"), "back from the enemy"
    for sham in ("us.vehicle-dummy.1", "us.dummy.1"):
        dummy = _open(
            started(
                unit(sham, "C5", CONCEALED), unit(SQUAD, "C5"), unit(LEADER, "A8"), mines=[mines_at("C5")]
            )
        )
        assert PLAY.chances(dummy, Maneuver("us", sham, at("C4"))).verdict == "no die roll"


@proves("LHY-16.1.1.1", "LHY-16.1.1.3")
def test_16_1_1_a_withdrawal_into_mines_not_yet_met_is_told_without_a_die_and_ends_there() -> None:
    state = started(unit(SQUAD, "C5"), unit(LEADER, "A8"), mines=[mines_at("C6")])
    back = Withdraw("us", (SQUAD,), at("C6"))
    assert PLAY.chances(state, back).verdict == "no die roll"
    after = done(state, back, 9)
    assert course(after).moving is None
    assert known_to(after, "us") == {"C6"}


@proves("LHY-8.0b", "LHY-10.4.6.2c")
def test_8_0b_riders_forced_off_by_mines_may_be_fired_at_in_reaction() -> None:
    """OUR 206."""
    units = [unit(SQUAD, "C5"), unit(LEADER, "C5"), unit(TANK, "C5"), unit(FOE, "C1")]
    state = Mounted(SQUAD, TANK, from_the_start=True).on(started(*units, mines=[mines_at("C4")]))
    state = done(state, Maneuver("us", TANK, at("C4")), 9, 3)
    assert state.unit(TANK).has(SHOCKED)
    assert not course(state).aboard
    state = done(state, CallForReaction("us"))
    assert not refusal(state, FireSmallArms("ge", FOE, (at("C4"),)))


@proves("LHY-16.1.1.2", "LHY-14.6.1")
def test_16_1_1_the_section_that_mines_leave_of_a_heroic_squad_moves_on() -> None:
    state = started(unit(SQUAD, "C5", HEROIC), unit(LEADER, "A8"), unit(FOE, "C1"), mines=[mines_at("C4")])
    state = done(state, Maneuver("us", SQUAD, at("C4")), 10, 1)
    section = "us.able.1.section.a"
    assert state.unit(section).has(HEROIC)
    assert legal(state, Maneuver) == [Maneuver("us", section, at("C3"))]
    assert done(state, Maneuver("us", section, at("C3"))).unit(section).at == at("C3")


@proves("LHY-12.3.7a.3", "LHY-16.1.1b.2")
@pytest.mark.parametrize("got_off", [True, False])
def test_16_1_1_mines_do_not_harm_men_who_dismounted_a_carrier_under_fire(got_off: bool) -> None:
    """Men who dismounted are harmed only if that fire destroys the carrier; men still aboard are harmed by the mines."""
    carrier = "us.m3.2"
    state = started(unit(SQUAD, "C5"), unit(LEADER, "A8"), unit(carrier, "C5"), mines=[mines_at("C4")])
    fire = FireMarker(1, FireKind.ATDRM, at("C5"), 0, against="us", target=carrier)
    aboard = Mounted(SQUAD, carrier, from_the_start=True), FirePlaced(fire)
    for event in (*aboard, Dismounted(SQUAD)) if got_off else aboard:
        state = event.on(state)
    after = done(state, Maneuver("us", carrier, at("C4")), 8, *(() if got_off else (6,)))
    assert after.unit(carrier).at is None
    assert after.unit(SQUAD).has(DISRUPTED) is not got_off


@proves("LHY-16.1.1b.2")
@pytest.mark.parametrize(("die", "gone"), [(7, False), (8, True)])
def test_16_1_1b_mines_destroy_carriers_on_8(die: int, gone: bool) -> None:
    leader = unit("us.able.1.leader", "C5")
    state = activated(unit(HALFTRACK, "C5"), unit(SQUAD, "C5"), leader, markers=[Marker("mines", at("C4"))])
    after = done(state, Maneuver("us", HALFTRACK, at("C4")), die)
    assert (after.unit(HALFTRACK).at is None) is gone


@proves("LHY-16.1.2b")
def test_16_1_2_a_unit_that_fails_to_leave_mines_has_acted_and_maneuvered() -> None:
    state = activated(
        unit(SQUAD, "C4"), unit(LEADER, "A8"), unit(FOE, "C2"), markers=[Marker("mines", at("C4"))]
    )
    after = done(state, Maneuver("us", SQUAD, at("C3")), 6)
    assert after.unit(SQUAD).at == at("C4")
    assert SQUAD in course(after).acted
    assert [deed.kind for deed in course(after).doing if deed.unit == SQUAD] == [ActionKind.MANEUVER]


@proves("LHY-16.1.0d")
def test_16_1_0_mines_harm_no_unit_of_the_side_that_laid_them() -> None:
    mines = [Marker("mines", at("C7"))]
    units = [unit(SQUAD, "C8"), unit(LEADER, "A9")]
    own = activated(*units, markers=mines, sides={"us": {"setup_area": ["C7", "C8"]}})
    state = done(own, Maneuver("us", SQUAD, at("C7")))
    assert course(state).moving is not None
    theirs = activated(*units, markers=mines, sides={"ge": {"setup_area": ["C7"]}})
    state = done(theirs, Maneuver("us", SQUAD, at("C7")), 10, 1)
    assert state.unit(SQUAD).at is None


@proves("LHY-16.1.1.1", "LHY-16.1.1a", "LHY-16.1.0c")
@pytest.mark.parametrize(("die", "lost"), [(9, 0), (10, 1)])
def test_16_1_mines_stop_men_and_cost_a_step_on_10(die: int, lost: int) -> None:
    state = activated_small(
        unit("us.mg.1", "C5"), unit(SQUAD, "C5"), unit(LEADER, "C5"), markers=[Marker("mines", at("C4"))]
    )
    after = done(state, Maneuver("us", "us.mg.1", at("C4")), die)
    assert course(after).moving is None
    assert course(after).losses.get("us", 0) == lost


@proves("LHY-16.1.1.4")
def test_16_1_1_each_vehicle_of_a_stack_throws_for_itself() -> None:
    other = "us.able-tank.1.2"
    state = activated_small(
        unit(TANK, "C5"), unit(other, "C5"), platoon="able-tank.1", markers=[Marker("mines", at("C4"))]
    )
    after = done(state, Maneuver("us", TANK, at("C4"), along=(other,)), 8, 9)
    assert [after.unit(name).has(SHOCKED) for name in (TANK, other)] == [False, True]


@proves("LHY-16.1.1b.1")
@pytest.mark.parametrize(("die", "shocked"), [(8, False), (9, True)])
def test_16_1_1b_mines_shock_afvs_on_9(die: int, shocked: bool) -> None:
    state = activated_small(unit(TANK, "C5"), platoon="able-tank.1", markers=[Marker("mines", at("C4"))])
    assert done(state, Maneuver("us", TANK, at("C4")), die).unit(TANK).has(SHOCKED) is shocked


@proves("LHY-16.1.2a.1", "LHY-16.1.0b.2")
@pytest.mark.parametrize(("die", "out"), [(5, True), (6, False)])
def test_16_1_2_a_unit_leaves_mines_toward_the_enemy_on_5(die: int, out: bool) -> None:
    state = activated_small(
        unit(SQUAD, "C4"), unit(LEADER, "A8"), unit(FOE, "C2"), markers=[Marker("mines", at("C4"))]
    )
    assert "in mines or wire" in refusal(state, FireSmallArms("us", SQUAD, (at("C2"),)))
    after = done(state, Maneuver("us", SQUAD, at("C3")), die)
    assert (after.unit(SQUAD).at == at("C3")) is out
    assert SQUAD in course(after).acted


@proves("LHY-16.1.2a.2", "LHY-16.1.2a.3")
@pytest.mark.parametrize(("condition", "to"), [((), "C5"), ((HEROIC,), "C3")])
def test_16_1_2_no_die_for_leaving_mines_away_from_the_enemy_edge_nor_for_a_hero(
    condition: tuple[str, ...], to: str
) -> None:
    state = activated_small(
        unit(SQUAD, "C4", *condition),
        unit(LEADER, "A8"),
        unit(FOE, "C1"),
        markers=[Marker("mines", at("C4"))],
    )
    assert done(state, Maneuver("us", SQUAD, at(to))).unit(SQUAD).at == at(to)
