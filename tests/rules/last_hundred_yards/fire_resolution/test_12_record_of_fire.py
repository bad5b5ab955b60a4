"""Chapters 11 and 12 in the record: how a marker's value is made up, and the Cohesion that fire is compared with."""

import pytest

from rules.game.chance.dice import ScriptedDice
from rules.game.engine.carrying_out import carry_out
from rules.game.view import line_heard_by
from rules.last_hundred_yards.book.conditions import CONCEALED, DISRUPTED, ELITE, HIDDEN, SHOCKED
from rules.last_hundred_yards.declarations.fire.fire_phase import ResolveFire
from rules.last_hundred_yards.declarations.fire.small_arms import FireSmallArms
from rules.last_hundred_yards.effects.leaving import leaves_unharmed
from rules.last_hundred_yards.play.play import PLAY
from rules.last_hundred_yards.state.events.fire_events import FirePlaced
from rules.last_hundred_yards.state.events.order_events import PhaseBegan
from rules.last_hundred_yards.state.events.unit_events import Mounted
from rules.last_hundred_yards.state.markers import FireKind, FireMarker
from rules.last_hundred_yards.state.progress import Phase
from tests.drawing import board
from tests.proving import proves
from tests.rules.last_hundred_yards.playing import activated, at, course, done, recorded, unit

FIELD = board(
    """
    . . .
    . w .
    . . .
    . . .
    """
)
SQUAD, FOE = "us.able.1.squad.1", "ge.1kp.1.squad.1"
FIRE = FireSmallArms("us", SQUAD, (at("B2"),))


def test_11_3_only_the_firers_side_is_told_how_the_marker_value_is_made_up() -> None:
    state = activated(
        unit(SQUAD, "B4"), unit(FOE, "B2"), unit("us.able.1.leader", "A4"), ground=FIELD, platoon="able.1"
    )
    events, _ = carry_out(PLAY, state, FIRE, ScriptedDice([]))
    (placed,) = (event for event in events if isinstance(event, FirePlaced))
    assert line_heard_by("us", placed) == f"{SQUAD} puts SADRM +0 on B2: +1 SAV of {SQUAD}, -1 woods"
    assert line_heard_by("ge", placed) == f"{SQUAD} puts SADRM +0 on B2"


@proves("LHY-4.3.0.3")
@pytest.mark.parametrize(
    ("conditions", "said"),
    [((), "the fire on B2 comes to 5 against Cohesion 6"), ((CONCEALED,), "the fire on B2 comes to 4")],
)
def test_12_1_the_record_tells_the_result_of_fire_and_its_target_but_no_secret(
    conditions: tuple[str, ...], said: str
) -> None:
    state = activated(
        unit(SQUAD, "B4"),
        unit(FOE, "B2", *conditions),
        unit("us.able.1.leader", "A4"),
        ground=FIELD,
        platoon="able.1",
    )
    state = PhaseBegan(Phase.FIRE).on(done(state, FIRE))
    _, told = recorded(state, ResolveFire("us", at("B2")), 5)
    assert said in told


TANK, DUMMY, MG = "ge.pz4.2.1", "ge.dummy.1", "ge.mg.1"
COMES_TO = "the fire on B2 comes to"


@proves("LHY-4.3.0.3", "LHY-17.9.1.4")
@pytest.mark.parametrize(
    ("there", "said"),
    [
        ([(FOE, CONCEALED)], f"{COMES_TO} 4"),
        ([(DUMMY, CONCEALED)], f"{COMES_TO} 4"),
        ([(TANK, CONCEALED)], f"{COMES_TO} 4"),
        ([(FOE, DISRUPTED), (DUMMY, CONCEALED)], f"{COMES_TO} 4"),
        ([(FOE, DISRUPTED), (MG, CONCEALED)], f"{COMES_TO} 4"),
        ([(FOE, DISRUPTED), (MG, HIDDEN)], f"{COMES_TO} 4 against Cohesion 6"),
        ([(FOE, DISRUPTED)], f"{COMES_TO} 4 against Cohesion 6"),
        ([(FOE, ELITE), (DUMMY, CONCEALED)], f"{COMES_TO} 4 against Cohesion 6"),
        ([(MG, HIDDEN)], ""),
        ([(TANK, SHOCKED), (MG, HIDDEN)], ""),
        ([(TANK, SHOCKED)], ""),
        ([], ""),
    ],
)
def test_12_1_the_enemy_reads_the_same_of_fire_whichever_unit_is_concealed_or_hidden(
    there: list[tuple[str, str]], said: str
) -> None:
    """Mortar fire of 1, less 1 for the woods, and a die of 4."""
    men = unit(SQUAD, "B4"), unit("us.able.1.leader", "A4"), unit("ge.1kp.2.leader", "A1")
    state = activated(*men, *(unit(name, "B2", mark) for name, mark in there), ground=FIELD, far=())
    state = FirePlaced(FireMarker(1, FireKind.MDRM, at("B2"), 1, primary=True)).on(state)
    _, told = recorded(PhaseBegan(Phase.FIRE).on(state), ResolveFire("us", at("B2")), 4)
    assert [line for line in told if line.startswith(COMES_TO)] == ([said] if said else [])


@proves("LHY-4.3.0.3", "LHY-17.9.1.4", "LHY-12.1.3.2b")
@pytest.mark.parametrize(("mark", "is_secret"), [(HIDDEN, True), (CONCEALED, True), (DISRUPTED, False)])
def test_12_1_only_their_own_side_is_told_which_of_two_unseen_units_takes_the_fire(
    mark: str, is_secret: bool
) -> None:
    men = unit(SQUAD, "B4"), unit("us.able.1.leader", "A4"), unit("ge.1kp.2.leader", "A1")
    two = [unit(f"ge.1kp.1.squad.{number}", "B2", mark) for number in (1, 2)]
    state = activated(*men, *two, ground=FIELD, far=())
    state = FirePlaced(FireMarker(1, FireKind.MDRM, at("B2"), 1, primary=True)).on(state)
    dice = ScriptedDice([4, 2])
    events, _ = carry_out(PLAY, PhaseBegan(Phase.FIRE).on(state), ResolveFire("us", at("B2")), dice)
    for side, hears in (("ge", True), ("us", not is_secret)):
        told = [line_heard_by(side, event) for event in events]
        assert ("who meets the fire in B2: d2 shows 2" in told) is hears


@proves("LHY-4.3.1.1c", "LHY-12.1.7b")
def test_12_1_7b_riders_driven_off_by_a_10_count_with_their_cohesion_for_loss_of_concealment() -> None:
    """Of two tanks the second is hit; the squad dismounts the first."""
    other, men = (
        "ge.pz4.2.2",
        [unit(SQUAD, "B4"), unit("us.able.1.leader", "A4"), unit("ge.1kp.2.leader", "A1")],
    )
    men += [unit(name, "B2", CONCEALED) for name in (TANK, other, FOE)]
    state = Mounted(FOE, TANK).on(activated(*men, ground=FIELD, far=()))
    state = FirePlaced(FireMarker(1, FireKind.MDRM, at("B2"), 1, primary=True, tubes=3)).on(state)
    after = done(PhaseBegan(Phase.FIRE).on(state), ResolveFire("us", at("B2")), 10, 2)
    assert [after.unit(name).conditions for name in (TANK, other, FOE)] == [set(), {SHOCKED}, set()]
    assert not course(after).is_aboard(FOE)


@proves("LHY-11.4.8e", "LHY-4.3.0.3")
@pytest.mark.parametrize(
    ("leaves", "stays", "said"),
    [(DISRUPTED, CONCEALED, f"{COMES_TO} 5 against Cohesion 6"), (CONCEALED, DISRUPTED, f"{COMES_TO} 5")],
)
def test_11_4_8e_the_record_of_fire_on_a_leaving_unit_names_only_that_unit(
    leaves: str, stays: str, said: str
) -> None:
    """Mortar fire of 1 and a die of 4, without cover for the leaving unit; units that stay are not attacked."""
    men = unit(FOE, "B2", leaves), unit(MG, "B2", stays), unit("ge.1kp.2.leader", "A1")
    state = activated(unit(SQUAD, "B4"), unit("us.able.1.leader", "A4"), *men, ground=FIELD, far=())
    state = FirePlaced(FireMarker(1, FireKind.MDRM, at("B2"), 1, primary=True)).on(state)
    resolution = PLAY.resolution(state, ScriptedDice([4]))
    leaves_unharmed(resolution, FOE)
    assert [line for line in map(str, resolution.events) if line.startswith(COMES_TO)] == [said]


@proves("LHY-12.1.4", "LHY-4.3.0.3", "LHY-17.9.1.4")
@pytest.mark.parametrize(
    ("mark", "told"), [((), ", 1 less as a leader helps"), ((CONCEALED,), ""), ((HIDDEN,), "")]
)
def test_12_1_4_help_by_a_leader_for_an_unseen_unit_is_not_told(mark: tuple[str, ...], told: str) -> None:
    """Small arms of 0 and a 7 would disrupt the squad; with 1 off for the leader, 6 does not."""
    units = unit(SQUAD, "B4"), unit("us.able.1.leader", "A4"), unit(FOE, "B2")
    state = activated(*units, unit("ge.1kp.1.leader", "B2", *mark), ground=FIELD, platoon="able.1")
    state = PhaseBegan(Phase.FIRE).on(done(state, FIRE))
    after, lines = recorded(state, ResolveFire("us", at("B2")), 7)
    assert f"{COMES_TO} 7 against Cohesion 6{told}" in lines
    assert not after.unit(FOE).has(DISRUPTED)


@proves("LHY-12.1.4", "LHY-12.3.1a", "LHY-12.3.1c")
def test_12_1_the_record_tells_of_a_leaders_help_and_the_die_that_passes_his_own_check() -> None:
    """The leader of better Cohesion takes 1 off the 8; with a 7 he passes his own check."""
    leader = "ge.1kp.1.leader"
    units = unit(SQUAD, "B4"), unit("us.able.1.leader", "A4"), unit(FOE, "B2"), unit(leader, "B2")
    state = activated(*units, ground=FIELD, platoon="able.1")
    state = PhaseBegan(Phase.FIRE).on(done(state, FIRE))
    after, told = recorded(state, ResolveFire("us", at("B2")), 8, 7)
    assert "the fire on B2 comes to 8 against Cohesion 6, 1 less as a leader helps" in told
    assert f"Cohesion Check of {leader}: d10 shows 7, needs 7 or less" in told
    assert after.unit(FOE).has(DISRUPTED)
    assert not after.unit(leader).has(DISRUPTED)
