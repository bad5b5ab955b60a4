"""Chapters 11 to 16, limits that are easily overlooked: leaders who come and help, advances, suppression, mines."""

import pytest

from rules.game.state import GameState
from rules.game.units import Marker, Unit
from rules.last_hundred_yards.book.conditions import (
    CONCEALED,
    DISRUPTED,
    ELITE,
    HEROIC,
    HIDDEN,
    IN_MOTION,
    REGROUPING,
    SHOCKED,
)
from rules.last_hundred_yards.declarations.assault.advance import Advance
from rules.last_hundred_yards.declarations.assault.declaration import Assault
from rules.last_hundred_yards.declarations.assault.resolution import ResolveAssault
from rules.last_hundred_yards.declarations.fire.anti_tank import FireAntiTank
from rules.last_hundred_yards.declarations.fire.small_arms import FireSmallArms
from rules.last_hundred_yards.declarations.maneuver.maneuver import Maneuver
from rules.last_hundred_yards.declarations.maneuver.vehicle_motion import EndManeuver
from rules.last_hundred_yards.declarations.mortars.mortar_adjustment import AdjustMortars
from rules.last_hundred_yards.declarations.recovery import Recover, recovery_modifiers
from rules.last_hundred_yards.declarations.turn.activation import CallForReaction
from rules.last_hundred_yards.declarations.turn.initiative import RollInitiative
from rules.last_hundred_yards.declarations.withdrawal import Withdraw
from rules.last_hundred_yards.play.play import PLAY
from rules.last_hundred_yards.state.events.marker_events import (
    ArrowPlaced,
    AssaultEntered,
    FirePlaced,
    GroundMarked,
    MortarChanged,
)
from rules.last_hundred_yards.state.events.order_events import DecisionDue, PhaseBegan
from rules.last_hundred_yards.state.mission.mission import MortarKind
from rules.last_hundred_yards.state.progress import (
    Arrow,
    Decision,
    DecisionKind,
    FireKind,
    FireMarker,
    MortarPlace,
    MortarState,
    Phase,
)
from tests.drawing import board
from tests.proving import proves
from tests.rules.last_hundred_yards.assault.assaulting import in_assault
from tests.rules.last_hundred_yards.playing import (
    FAR,
    FIELD,
    activated,
    at,
    course,
    done,
    legal,
    opened,
    refusal,
    seen,
    unit,
)

SQUAD, OTHER, LEADER, FOE = "us.able.1.squad.1", "us.able.1.squad.2", "us.able.1.leader", "ge.1kp.1.squad.1"


@proves("LHY-14.1.2a", "LHY-14.5b")
def test_14_1_2_a_leader_may_come_to_a_unit_and_help_it_in_one_action() -> None:
    state = activated(unit(SQUAD, "C8", DISRUPTED), unit(LEADER, "C9"), unit(OTHER, "C8", DISRUPTED))
    state = done(done(state, Maneuver("us", LEADER, at("C8"))), EndManeuver("us"))
    after = done(state, Recover("us", SQUAD, LEADER), 2)
    assert not after.unit(SQUAD).has(DISRUPTED)
    assert SQUAD not in course(after).acted, "a 2 with his 1 off rallies"
    assert LEADER in course(after).acted, "he used his action to come"
    assert "has already acted this turn" in refusal(after, Recover("us", OTHER, LEADER))


@proves("LHY-14.1.3")
def test_14_1_3_a_leader_who_recovered_in_the_turn_helps_nobody() -> None:
    state = activated(unit(SQUAD, "C8", DISRUPTED), unit(LEADER, "C8", DISRUPTED))
    state = done(state, Recover("us", LEADER), 1)
    assert LEADER not in course(state).acted
    assert "LHY 14.1.3" in refusal(state, Recover("us", SQUAD, LEADER))


@proves("LHY-14.1.1")
@pytest.mark.parametrize(("motion", "refused"), [((), False), ((IN_MOTION,), True)])
def test_14_1_1_passengers_recover_in_a_stationary_vehicle_only(
    motion: tuple[str, ...], refused: bool
) -> None:
    units = [unit(SQUAD, "C8", DISRUPTED), unit(LEADER, "A9"), unit("us.m3.2", "C8", *motion)]
    state = activated(*units, aboard={SQUAD: "us.m3.2"})
    assert ("stationary vehicle" in refusal(state, Recover("us", SQUAD))) is refused


@proves("LHY-14.6.0.1b", "LHY-14.4b")
def test_14_6_0_the_others_of_a_regrouping_hex_rally_as_one_turns_heroic() -> None:
    units = [
        unit(SQUAD, "C8", REGROUPING),
        unit(OTHER, "C8", REGROUPING),
        unit(LEADER, "A9"),
        unit(FOE, "C4"),
    ]
    state = done(activated(*units), Recover("us", SQUAD), 10, 1)
    hero, other = (SQUAD, OTHER) if state.unit(SQUAD).has(HEROIC) else (OTHER, SQUAD)
    assert state.unit(hero).has(HEROIC)
    assert not state.unit(other).has(REGROUPING)
    assert other not in course(state).acted


@proves("LHY-14.7", "LHY-14.2c")
def test_14_7_an_elite_neighbour_who_regroups_does_not_help_the_disrupted() -> None:
    for squad, net in ((unit(SQUAD, "C8", DISRUPTED), 0), (unit(SQUAD, "C8", REGROUPING), -1)):
        state = activated(squad, unit(OTHER, "C8", REGROUPING, ELITE), unit(LEADER, "A9"), unit(FOE, "C4"))
        assert recovery_modifiers(seen(state, "us"), squad, "").net == net


def advancing(who: str, *more: Unit, conditions: tuple[str, ...] = ()) -> GameState:
    """An American unit in C4 may advance after an assault."""
    state = PhaseBegan(Phase.ASSAULT).on(
        done(opened(FIELD, [unit(who, "C4", *conditions), *more, *FAR]), RollInitiative("us"), 9, 2)
    )
    return DecisionDue(Decision(DecisionKind.ADVANCE, "us", who, at("C4"))).on(state)


@proves("LHY-13.6.4", "LHY-13.1e")
@pytest.mark.parametrize(
    ("who", "there", "may"),
    [
        (SQUAD, (), True),
        ("us.mg.1", (), False),
        (LEADER, (), False),
        (LEADER, (unit(SQUAD, "C3"),), True),
        ("us.able-tank.1.1", (), True),
    ],
)
def test_13_6_4_only_who_may_assault_advances_upon_enemies(
    who: str, there: tuple[Unit, ...], may: bool
) -> None:
    state = advancing(who, unit(FOE, "C3"), *there)
    assert (Advance("us", who, at("C3")) in legal(state, Advance)) is may
    assert Advance("us", who, at("C5")) in legal(state, Advance)


@proves("LHY-13.6.4", "LHY-4.3.1.0.1", "LHY-16.1.1.3")
@pytest.mark.parametrize(("mined", "dice"), [(False, ()), (True, (9,))])
def test_13_6_4_who_advances_upon_enemies_assaults_them_in_the_same_phase(
    mined: bool, dice: tuple[int, ...]
) -> None:
    state = advancing(SQUAD, unit(FOE, "C3"), conditions=(CONCEALED,))
    if mined:
        state = GroundMarked("mines", at("C3"), 1).on(state)
    state = done(state, Advance("us", SQUAD, at("C3")), *dice)
    assert (state.unit(SQUAD).at, state.unit(SQUAD).has(CONCEALED)) == (at("C3"), False)
    assert legal(state, ResolveAssault) == [ResolveAssault("us", at("C3"))]


@proves("LHY-13.6.4")
@pytest.mark.parametrize(
    ("who", "conditions"), [(SQUAD, (DISRUPTED,)), ("us.gun57.1", ()), ("us.able-tank.1.1", (SHOCKED,))]
)
def test_13_6_4_neither_the_disrupted_nor_guns_nor_shocked_tanks_advance(
    who: str, conditions: tuple[str, ...]
) -> None:
    assert not legal(advancing(who, conditions=conditions), Advance)


@proves("LHY-17.9.2b.1", "LHY-13.6.4")
def test_13_6_4_who_advances_upon_hidden_enemies_is_put_back() -> None:
    state = done(advancing(SQUAD, unit("ge.mg.1", "C3", HIDDEN)), Advance("us", SQUAD, at("C3")))
    assert state.unit(SQUAD).at == at("C4")
    assert not state.unit("ge.mg.1").has(HIDDEN)


@proves("LHY-13.5.1e", "LHY-13.5.1a")
@pytest.mark.parametrize(("edition", "falls"), [("2019", True), ("series-3.1", False)])
def test_13_5_1e_by_the_series_rules_men_have_to_beat_a_shocked_tank(edition: str, falls: bool) -> None:
    state = in_assault(unit(SQUAD, "C4"), unit("ge.stug.1", "C4", SHOCKED), edition=edition)
    after = done(state, ResolveAssault("us", at("C4")), *(() if falls else (5,)))
    assert (after.unit("ge.stug.1").at is None) is falls


@proves("LHY-4.1.14b", "LHY-11.5.4b")
@pytest.mark.parametrize(("edition", "value"), [("2019", 4), ("series-3.1", 3)])
def test_4_1_14b_nothing_suppresses_a_fortified_position_in_2019(edition: str, value: int) -> None:
    """Its ATV of 5 at 10 of 24 hexes is -1; an anti-tank marker on it costs 1 more by the later rules."""
    long = board("\n".join([". . . ."] * 14))
    units = [Unit("ge.fp.1", "ge.fp.1", "ge", at("C3"), facing_deg=180.0), unit("us.able-tank.1.1", "C13")]
    leaders = (unit("ge.1kp.1.leader", "A1"), unit("us.able-tank.1.2", "A14"))
    state = activated(*units, platoon="able-tank.1", ground=long, far=leaders, edition=edition)
    state = done(state, FireAntiTank("us", "us.able-tank.1.1", ("ge.fp.1",)))
    state = done(done(state, FireAntiTank("us", "us.able-tank.1.2", ("ge.fp.1",))), CallForReaction("us"))
    after = done(state, FireAntiTank("ge", "ge.fp.1", ("us.able-tank.1.1",)))
    assert course(after).fires[-1].value == value


@proves("LHY-11.3.3c", "LHY-11.3.3c-2019")
def test_11_3_3c_a_tank_that_comes_near_makes_men_no_better_a_target() -> None:
    tank = "us.able-tank.1.1"
    units = [unit(SQUAD, "C5"), unit(LEADER, "A9"), unit(tank, "C6"), unit(FOE, "C3")]
    state = activated(*units, platoon="able-tank.1")
    state = done(done(state, Maneuver("us", tank, at("C5"))), EndManeuver("us"))
    fire = FireSmallArms("ge", FOE, (at("C5"),))
    reacting = done(state, CallForReaction("us"))
    assert "two hexes" not in str(PLAY.chances(reacting, fire))


@proves("LHY-11.3a", "LHY-4.1.14.7")
def test_11_3a_men_may_fire_into_an_assault_that_only_vehicles_of_theirs_are_in() -> None:
    tank = "us.able-tank.1.1"
    state = activated(unit(SQUAD, "C6"), unit(LEADER, "A9"), unit(tank, "C4"), unit(FOE, "C4"))
    state = AssaultEntered(tank, "us", at("C4"), at("C5")).on(state)
    assert not refusal(state, FireSmallArms("us", SQUAD, (at("C4"),)))
    men = activated(unit(SQUAD, "C6"), unit(LEADER, "A9"), unit(OTHER, "C4"), unit(FOE, "C4"))
    men = AssaultEntered(OTHER, "us", at("C4"), at("C5")).on(men)
    assert "11.3a" in refusal(men, FireSmallArms("us", SQUAD, (at("C4"),)))


@proves("LHY-11.4.10.4")
def test_11_4_10_4_extensions_go_by_turns() -> None:
    state = opened(FIELD, [unit(LEADER, "C8"), unit("ge.1kp.1.leader", "C2")])
    for side, where in (("us", "C8"), ("ge", "C2")):
        for number in (1, 2):
            mortar = MortarState(
                f"{side}{number}", side, MortarKind.MM81, "", MortarPlace.INITIAL, at(where), at("C5"), 1
            )
            state = MortarChanged(mortar).on(state)
    state = PhaseBegan(Phase.MORTARS).on(done(state, RollInitiative("us"), 9, 2))
    state = done(state, AdjustMortars("us"), 3, 7)
    assert [due.unit for due in course(state).decisions] == ["ge1", "us1", "ge2", "us2"]


@proves("LHY-16.1.0d")
def test_16_1_0_mines_harm_nobody_of_the_side_that_laid_them() -> None:
    mines = [Marker("mines", at("C7"))]
    units = [unit(SQUAD, "C8"), unit(LEADER, "A9")]
    own = activated(*units, markers=mines, sides={"us": {"setup_area": ["C7", "C8"]}})
    state = done(own, Maneuver("us", SQUAD, at("C7")))
    assert course(state).moving is not None
    theirs = activated(*units, markers=mines, sides={"ge": {"setup_area": ["C7"]}})
    state = done(theirs, Maneuver("us", SQUAD, at("C7")), 10, 1)
    assert state.unit(SQUAD).at is None


@proves("LHY-14.6.2.1a")
def test_14_6_2_1_a_hero_does_not_make_for_enemies_under_mortar_fire() -> None:
    # C4 is nearer than H7, but lies under a mortar marker.
    units = [unit(SQUAD, "C7", HEROIC), unit(LEADER, "A9"), unit(FOE, "C4"), unit("ge.1kp.1.squad.2", "H7")]
    state = activated(*units, far=())
    assert not refusal(state, Maneuver("us", SQUAD, at("C6")))
    shelled = FirePlaced(FireMarker(1, FireKind.MDRM, at("C4"), 0, tubes=0)).on(state)
    assert "Heroic" in refusal(shelled, Maneuver("us", SQUAD, at("C6")))
    assert not refusal(shelled, Maneuver("us", SQUAD, at("D7")))


@proves("LHY-14.6.2.2")
def test_14_6_2_2_a_hero_neither_fires_nor_withdraws_nor_stops_short_but_assaults() -> None:
    # Three hexes from the enemy as the turn begins: he goes on, hex by hex, and in.
    state = activated(unit(SQUAD, "C7", HEROIC), unit(LEADER, "A9"), unit(FOE, "C4"), far=())
    assert "Heroic" in refusal(state, FireSmallArms("us", SQUAD, (at("C4"),)))
    assert "Heroic" in refusal(state, Withdraw("us", (SQUAD,), at("C8")))
    for place in ("C6", "C5"):
        state = done(state, Maneuver("us", SQUAD, at(place)))
        assert "LHY 14.6.2" in refusal(state, EndManeuver("us"))
    state = done(state, Assault("us", (SQUAD,), at("C4")))
    assert [arrow.unit for arrow in course(state).arrows] == [SQUAD]


@proves("LHY-14.6.2.2")
def test_14_6_2_2_a_hero_who_begins_farther_off_comes_nearer_and_may_stop() -> None:
    state = activated(unit(SQUAD, "C9", HEROIC), unit(LEADER, "A9"), unit(FOE, "C4"), far=())
    assert not refusal(done(state, Maneuver("us", SQUAD, at("C8"))), EndManeuver("us"))


@proves("LHY-14.6.2a")
def test_14_6_2a_a_hero_under_assault_stays_and_may_fire() -> None:
    state = activated(unit(SQUAD, "C6", HEROIC), unit(LEADER, "A9"), unit(FOE, "C5"), far=())
    other = "ge.1kp.1.squad.2"
    elsewhere = ArrowPlaced(Arrow(FOE, "ge", at("C6"))).on(state.with_unit(unit(other, "D5")))
    elsewhere = ArrowPlaced(Arrow(other, "ge", at("E6"))).on(elsewhere)
    state = ArrowPlaced(Arrow(FOE, "ge", at("C6"))).on(state)
    assert not refusal(state, FireSmallArms("us", SQUAD, (at("C5"),)))
    assert "only at the attackers" in refusal(elsewhere, FireSmallArms("us", SQUAD, (at("D5"),)))
