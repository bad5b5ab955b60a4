"""Chapters 10.2 to 10.4.6: leaving the map, withdrawal, deploying, vehicles in motion, overrun, transport."""

from fractions import Fraction
from functools import partial

import pytest

from rules.game.state import GameState
from rules.last_hundred_yards.clean_up import begin_clean_up
from rules.last_hundred_yards.conditions import CONCEALED, DISRUPTED, HIDDEN, IN_MOTION, REGROUPING, STOPPED
from rules.last_hundred_yards.course import DecisionKind, FireKind, FireMarker
from rules.last_hundred_yards.fire_actions import FireAntiTank, FireSmallArms
from rules.last_hundred_yards.maneuver_actions import (
    ChangeMotion,
    Deploy,
    EndManeuver,
    Load,
    Maneuver,
    Overrun,
    Recombine,
    ResistOverrun,
    Unload,
    Withdraw,
)
from rules.last_hundred_yards.marker_events import AssaultEntered
from rules.last_hundred_yards.overrun_resistance import resistance
from rules.last_hundred_yards.play import PLAY
from rules.last_hundred_yards.position import Position
from rules.last_hundred_yards.turn_actions import (
    Activate,
    CallForReaction,
    Pass,
    RollInitiative,
    SelectCompany,
)
from rules.last_hundred_yards.unit_events import HexOverrun, Mounted
from rules.last_hundred_yards.withdrawal import withdrawal_hexes
from tests.drawing import board
from tests.proving import proves
from tests.rules.last_hundred_yards import playing
from tests.rules.last_hundred_yards.playing import at, course, done, legal, opened, refusal, seen, unit

FIELD = board("\n".join([". . . . . . . ."] * 8))
LEADER, SQUAD, TANK = "us.able.1.leader", "us.able.1.squad.1", "us.able-tank.1.1"
ENEMY = unit("ge.1kp.1.leader", "H1")


activated = partial(playing.activated, ground=FIELD, far=(ENEMY,))


def moved(state: GameState, mover: str, *labels: str, dice: tuple[int, ...] = ()) -> GameState:
    for label in labels[:-1]:
        state = done(state, Maneuver("us", mover, at(label)))
    return done(state, Maneuver("us", mover, at(labels[-1])), *dice)


@proves("LHY-10.0.1", "LHY-10.1.1a", "LHY-10.0a", "LHY-10.1.0.1")
def test_10_1_three_hexes_of_open_ground_on_foot() -> None:
    state = moved(activated(unit(SQUAD, "C7"), unit(LEADER, "A8")), SQUAD, "C6", "C5", "C4")
    assert course(state).moving is None, "no MP are left"
    assert state.unit(SQUAD).at == at("C4")


@proves("LHY-10.1.1a")
def test_10_1_two_hexes_always_whatever_they_cost() -> None:
    woods = board("\n".join(["w w w w w w w w"] * 8))
    state = moved(activated(unit(SQUAD, "C7"), unit(LEADER, "A8"), ground=woods), SQUAD, "C6", "C5")
    assert course(state).moving is None


@proves("LHY-10.1.0.2", "LHY-10.1.2a")
def test_10_1_2_in_reaction_two_hexes() -> None:
    state = activated(unit(SQUAD, "C7"), unit(LEADER, "A8"))
    state = done(state, CallForReaction("us"))
    state = done(state, CallForReaction("ge"))
    state = done(state, Maneuver("us", LEADER, at("A7")))
    assert course(done(state, Maneuver("us", LEADER, at("A6")))).moving is None


@proves("LHY-10.0b")
def test_10_0b_an_enemy_hex_is_assaulted_not_walked_into() -> None:
    state = activated(unit(SQUAD, "C7"), unit(LEADER, "A8"), unit("ge.mg.1", "C6"))
    assert "assault or overrun" in refusal(state, Maneuver("us", SQUAD, at("C6")))


@proves("LHY-10.0c", "LHY-4.1.14.1")
def test_10_0c_guns_do_not_move_by_themselves() -> None:
    state = activated(unit(SQUAD, "C7"), unit(LEADER, "C7"), unit("us.gun57.1", "C7"))
    assert "towed guns" in refusal(state, Maneuver("us", "us.gun57.1", at("C6")))


@proves("LHY-10.2.2", "LHY-10.2.1", "LHY-10.2a.2")
def test_10_2_over_the_friendly_edge_without_a_die_and_never_over_the_enemys() -> None:
    state = activated(unit(SQUAD, "C8"), unit(LEADER, "C1"))
    after = done(state, Maneuver("us", SQUAD, None))
    assert after.unit(SQUAD).at is None
    assert not course(after).losses
    assert "no edge it may leave over" in refusal(state, Maneuver("us", LEADER, None))


@proves("LHY-10.2a.1")
@pytest.mark.parametrize(("die", "lost"), [(7, 0), (8, 1)])
def test_10_2a_over_a_side_edge_8_or_more_costs_a_step(die: int, lost: int) -> None:
    state = activated(unit(SQUAD, "A4"), unit(LEADER, "C7"))
    assert course(done(state, Maneuver("us", SQUAD, None), die)).losses.get("us", 0) == lost


@proves("LHY-10.2b")
def test_10_2b_the_fire_on_a_unit_that_leaves_is_suffered_at_once() -> None:
    fire = FireMarker(1, FireKind.SADRM, at("C8"), 3, against="us")
    state = activated(unit(SQUAD, "C8"), unit(LEADER, "A7"), fires=(fire,))
    after = done(state, Maneuver("us", SQUAD, None), 7, 1)
    assert course(after).losses == {"us": 1}


@proves("LHY-10.3.1.1a.1", "LHY-10.3.1.1a.2", "LHY-10.3.1.1.0", "LHY-10.3.1a")
def test_10_3_1_1a_toward_the_edge_first_away_from_the_enemy() -> None:
    squad = unit(SQUAD, "C4")
    calm = seen(activated(squad, unit(LEADER, "A8")), "us")
    assert {str(near) for near in withdrawal_hexes(calm, squad)} == {"B4", "C5", "D4"}
    near = seen(activated(squad, unit(LEADER, "A8"), unit("ge.mg.1", "E5")), "us")
    assert {str(one) for one in withdrawal_hexes(near, squad)} == {"B4", "C5"}
    into = seen(activated(squad, unit(LEADER, "A8"), unit("ge.mg.1", "C6"), unit("ge.mg.2", "A5")), "us")
    assert {str(one) for one in withdrawal_hexes(into, squad)} == {"D4"}


@proves("LHY-10.3.1.1a.3")
def test_10_3_1_1a_third_along_the_edge() -> None:
    squad = unit(SQUAD, "C8")
    position = seen(activated(squad, unit(LEADER, "H8")), "us")
    assert {str(near) for near in withdrawal_hexes(position, squad)} <= {"B8", "D8"}
    assert withdrawal_hexes(position, squad)


@proves("LHY-10.3.1.1b.1", "LHY-10.3.1.1b.2", "LHY-10.3.1.1b.3")
def test_10_3_1_1b_with_a_west_edge_aside_comes_before_the_enemys_neighbourhood() -> None:
    squad = unit(SQUAD, "E4")
    sides = {"us": {"edge": "west"}, "ge": {"edge": "east"}}
    calm = seen(activated(squad, unit(LEADER, "A8"), sides=sides), "us")
    assert {str(near) for near in withdrawal_hexes(calm, squad)} == {"D3", "D4"}
    threatened = [unit("ge.mg.1", "C3"), unit("ge.mg.2", "C5")]
    aside = seen(activated(squad, unit(LEADER, "A8"), *threatened, sides=sides), "us")
    assert {str(near) for near in withdrawal_hexes(aside, squad)} == {"E3", "E5"}


@proves("LHY-10.3.1.0.2", "LHY-10.3.1.0.3", "LHY-10.3.1.0.1")
def test_10_3_1_a_withdrawal_is_of_four_hexes_at_most_alone_or_as_a_stack() -> None:
    state = activated(unit(SQUAD, "C2"), unit(LEADER, "C2"))
    for label in ("C3", "C4", "C5", "C6"):
        state = done(state, Withdraw("us", (LEADER, SQUAD), at(label)))
    assert course(state).moving is None
    assert {state.unit(one).at for one in (SQUAD, LEADER)} == {at("C6")}


@proves("LHY-10.3.1.2.1", "LHY-10.3.1.2.2", "LHY-10.3.1.2.3")
@pytest.mark.parametrize(("die", "disrupted"), [(7, False), (8, True)])
def test_10_3_1_2_next_to_the_enemy_the_stack_rolls_against_its_best_cohesion(
    die: int, disrupted: bool
) -> None:
    # The leader has Cohesion 7 and is the best of the stack; he does not help himself.
    foes = [unit("ge.mg.1", "B5"), unit("ge.mg.2", "D5")]
    state = activated(unit(SQUAD, "C4"), unit(LEADER, "C4"), *foes)
    state = done(state, Withdraw("us", (LEADER, SQUAD), at("C5")))
    assert done(state, EndManeuver("us"), die).unit(SQUAD).has(DISRUPTED) is disrupted


@proves("LHY-10.3.1.2b")
def test_10_3_1_2b_no_roll_where_a_steady_friend_stands() -> None:
    foes = [unit("ge.mg.1", "B5"), unit("ge.mg.2", "D5")]
    friend = unit("us.able.1.squad.2", "C5")
    state = activated(unit(SQUAD, "C4"), unit(LEADER, "A8"), friend, *foes)
    state = done(state, Withdraw("us", (SQUAD,), at("C5")))
    assert not done(state, EndManeuver("us")).unit(SQUAD).has(DISRUPTED)


@proves("LHY-13.6.6.2")
def test_13_6_6_in_the_later_edition_who_withdraws_next_to_the_enemy_regroups() -> None:
    foes = [unit("ge.mg.1", "B5"), unit("ge.mg.2", "D5")]
    state = activated(unit(SQUAD, "C4"), unit(LEADER, "A8"), *foes, edition="series-3.1")
    state = done(state, Withdraw("us", (SQUAD,), at("C5")))
    assert done(state, EndManeuver("us")).unit(SQUAD).has(REGROUPING)


@proves("LHY-11.4.8e.2", "LHY-10.3.1b", "LHY-11.4.8e", "LHY-11.4.8b")
def test_10_3_1b_leaving_an_impact_hex_costs_its_attack_without_cover() -> None:
    fire = FireMarker(1, FireKind.MDRM, at("C4"), 0, primary=True, tubes=0)
    state = activated(unit(SQUAD, "C4"), unit(LEADER, "A8"), fires=(fire,))
    assert "pinned" in refusal(state, Maneuver("us", SQUAD, at("C5")))
    after = done(state, Withdraw("us", (SQUAD,), at("C5")), 7)
    assert after.unit(SQUAD).has(DISRUPTED)
    assert after.unit(SQUAD).at == at("C5")
    assert course(after).fires, "the marker stays for the others"


@proves("LHY-11.4.8e")
def test_10_3_1b_what_is_left_of_a_squad_goes_on_with_the_withdrawal() -> None:
    fire = FireMarker(1, FireKind.MDRM, at("C4"), 0, primary=True, tubes=0)
    state = activated(unit(SQUAD, "C4"), unit(LEADER, "A8"), fires=(fire,))
    after = done(state, Withdraw("us", (SQUAD,), at("C5")), 10, 1)
    section = after.unit("us.able.1.section.a")
    assert section.at == at("C5")
    assert section.has(DISRUPTED)
    moving = course(after).moving
    assert moving is not None
    assert moving.units == (section.id,)
    assert not refusal(after, Withdraw("us", (section.id,), at("C6")))


@proves("LHY-11.4.8c")
@pytest.mark.parametrize(("rides", "why"), [(False, ""), (True, "carries riders and keeps out")])
def test_11_4_8c_an_afv_enters_a_primary_impact_hex_without_riders(rides: bool, why: str) -> None:
    fire = FireMarker(1, FireKind.MDRM, at("C6"), 0, primary=True, tubes=0)
    state = activated(unit(TANK, "C7"), unit(SQUAD, "C7"), platoon="able-tank.1", fires=(fire,))
    refused = refusal(Mounted(SQUAD, TANK).on(state) if rides else state, Maneuver("us", TANK, at("C6")))
    assert (why in refused) if rides else not refused


BESIDE = FireMarker(1, FireKind.MDRM, at("C4"), 0, tubes=0)
"""A secondary impact hex: who is in it may leave by maneuver."""


@proves("LHY-11.4.8e")
@pytest.mark.parametrize(("dice", "mover"), [((8,), SQUAD), ((10, 1), "us.able.1.section.a")])
def test_11_4_8e_who_disrupts_on_leaving_an_impact_hex_must_withdraw_and_is_not_struck_again(
    dice: tuple[int, ...], mover: str
) -> None:
    state = activated(unit(SQUAD, "C4"), unit(LEADER, "A8"), fires=(BESIDE,))
    state = done(state, Maneuver("us", SQUAD, at("C3")), *dice)
    assert state.unit(mover).at == at("C4")
    assert state.unit(mover).has(DISRUPTED)
    assert "driven out by mortar fire" in refusal(state, EndManeuver("us"))
    assert {action.to for action in legal(state, Withdraw)} == {at("B4"), at("C5"), at("D4")}
    assert PLAY.chances(state, Withdraw("us", (mover,), at("C5"))).verdict == "no die decides this"
    after = done(state, Withdraw("us", (mover,), at("C5")))
    assert after.unit(mover).at == at("C5")
    assert not refusal(after, EndManeuver("us"))


@proves("LHY-11.4.8e")
def test_11_4_8e_the_unharmed_and_those_with_no_way_back_are_not_driven_out() -> None:
    state = activated(unit(SQUAD, "C4"), unit(LEADER, "A8"), fires=(BESIDE,))
    assert done(state, Maneuver("us", SQUAD, at("C3")), 6).unit(SQUAD).at == at("C3")
    foes = [unit(f"ge.mg.{number}", label) for number, label in enumerate(("B4", "C5", "D4"), 1)]
    shut_in = activated(unit(SQUAD, "C4"), unit(LEADER, "A8"), *foes, fires=(BESIDE,))
    after = done(shut_in, Maneuver("us", SQUAD, at("C3")), 8)
    assert course(after).moving is None
    assert after.unit(SQUAD).at == at("C4")


@proves("LHY-17.9.2b")
def test_10_3_1_a_stack_that_comes_upon_hidden_enemies_is_put_back_and_ends_its_withdrawal() -> None:
    units = unit(SQUAD, "C4"), unit(LEADER, "C4"), unit("ge.mg.1", "C5", HIDDEN)
    after = done(activated(*units), Withdraw("us", (LEADER, SQUAD), at("C5")))
    assert {after.unit(one).at for one in (SQUAD, LEADER)} == {at("C4")}
    assert after.unit("ge.mg.1").has(CONCEALED)
    assert course(after).moving is None
    assert {SQUAD, LEADER} <= course(after).acted


@proves("LHY-10.3.2.1", "LHY-10.3.2.2", "LHY-10.3.2.4", "LHY-10.3.2.3")
def test_10_3_2_a_squad_deploys_into_two_random_sections_once_a_platoon() -> None:
    state = activated(unit(SQUAD, "C7"), unit("us.able.1.squad.2", "C7"), unit(LEADER, "C7"))
    after = done(state, Deploy("us", SQUAD), 1, 3)
    sections = {one.id for one in after.units.values() if one.at == at("C7")} - {LEADER, "us.able.1.squad.2"}
    assert sections == {"us.able.1.section.a", "us.able.1.section.d"}
    assert "has deployed a squad" in refusal(after, Deploy("us", "us.able.1.squad.2"))
    shaken = activated(unit(SQUAD, "C7", DISRUPTED), unit(LEADER, "C7"))
    assert "no state to deploy" in refusal(shaken, Deploy("us", SQUAD))


@proves("LHY-10.3.2.5")
def test_10_3_2_example_where_sections_differ_one_of_each_kind_is_drawn() -> None:
    # EX-LHY-10.3.2-1: sections of SAV 1, 1, 0, 0.
    state = opened(
        FIELD,
        [unit("ge.1kp.1.squad.1", "C2"), unit("ge.1kp.1.leader", "C2"), unit(LEADER, "A8")],
        attacker="ge",
    )
    state = done(state, RollInitiative("ge"), 2, 9)
    state = done(done(state, SelectCompany("ge", "1kp")), Activate("ge", ("1kp.1",)))
    drawn = set()
    for first in (1, 2):
        for second in (1, 2):
            after = done(state, Deploy("ge", "ge.1kp.1.squad.1"), first, second)
            drawn.add(frozenset(one.id[-1] for one in after.units.values() if "section" in one.id and one.at))
    assert drawn == {frozenset(pair) for pair in ("ab", "ac", "db", "dc")}


@proves("LHY-10.3.3.1", "LHY-10.3.3.2", "LHY-10.3.3.3", "LHY-5.0.VII.3")
def test_10_3_3_two_sections_of_a_hex_recombine_into_a_random_squad() -> None:
    from rules.game.dice import ScriptedDice
    from rules.last_hundred_yards.telling import Telling

    units = [
        unit("us.able.1.section.a", "C7", "concealed"),
        unit("us.able.1.section.b", "C7"),
        unit(LEADER, "C7"),
    ]
    telling = Telling(
        opened(FIELD, [*units, ENEMY]), PLAY._ground_of(opened(FIELD, [*units, ENEMY])), ScriptedDice([])
    )
    begin_clean_up(telling)
    assert [due.kind for due in telling.course.decisions] == [DecisionKind.RECOMBINE]
    offered = legal(telling.state, Recombine)
    assert offered == [Recombine("us", "us.able.1.section.a", "us.able.1.section.b")]


@proves("LHY-10.4.1.2", "LHY-10.4.1a.1", "LHY-10.4.1.1", "LHY-10.1.1b.1", "LHY-10.4.1.0")
def test_10_4_1_starting_costs_1_mp_and_five_in_all() -> None:
    start = activated(unit(TANK, "C8"), platoon="able-tank.1")
    state = moved(start, TANK, "C7", "C6", "C5", "C4")
    assert course(state).moving is None
    assert state.unit(TANK).has(IN_MOTION)
    rolling = activated(unit(TANK, "C8", IN_MOTION), platoon="able-tank.1")
    assert moved(rolling, TANK, "C7", "C6", "C5", "C4", "C3").unit(TANK).at == at("C3")


@proves("LHY-10.4.1.3", "LHY-10.4.1b.2", "LHY-6.0.II.3a")
def test_10_4_1_no_vehicle_starts_and_stops_in_one_turn() -> None:
    start = activated(unit(TANK, "C8"), platoon="able-tank.1")
    assert "start and stop" in refusal(moved(start, TANK, "C7"), EndManeuver("us", stop=True))
    rolling = activated(unit(TANK, "C8", IN_MOTION), platoon="able-tank.1")
    state = done(moved(rolling, TANK, "C7"), EndManeuver("us", stop=True))
    assert state.unit(TANK).has(STOPPED)
    for side in ("us", "ge", "us"):
        state = done(state, CallForReaction(side))
    assert not state.unit(TANK).has(STOPPED), "red markers come off at the end of the cycle"


@proves("LHY-10.4.1b.1", "LHY-10.4.1b.0")
def test_10_4_1b_a_vehicle_in_motion_drives_on_or_stops() -> None:
    rolling = activated(unit(TANK, "C8", IN_MOTION), platoon="able-tank.1")
    assert done(moved(rolling, TANK, "C7"), EndManeuver("us")).unit(TANK).has(IN_MOTION)
    assert done(rolling, ChangeMotion("us", TANK, stop=True)).unit(TANK).has(STOPPED)


@proves("LHY-10.1.1b.2", "LHY-10.4.4.1", "LHY-10.4.4.2", "LHY-10.4.4.3")
def test_10_4_4_reverse_is_3_mp_and_never_mixed() -> None:
    state = activated(unit(TANK, "C4"), platoon="able-tank.1")
    state = done(state, Maneuver("us", TANK, at("C5"), "reverse"))
    assert "all forward or all in reverse" in refusal(state, Maneuver("us", TANK, at("C6")))
    state = done(state, Maneuver("us", TANK, at("C6"), "reverse"))
    assert course(state).moving is None
    assert course(state).trail[-1] == (TANK, at("C5"), True)


@proves("LHY-10.4.1b.3", "LHY-T-VMM", "LHY-10.4.1.4", "LHY-10.4.2", "LHY-10.4.3")
def test_10_4_2_and_3_firing_in_motion_is_shoot_and_scoot_or_halt_and_fire() -> None:
    foe = unit("ge.mg.1", "C4")
    still = activated(unit(TANK, "C8"), foe, platoon="able-tank.1")
    after = done(still, FireSmallArms("us", TANK, (at("C4"),), "shoot_and_scoot", at("C7")))
    assert after.unit(TANK).at == at("C7")
    assert after.unit(TANK).has(IN_MOTION)
    assert "begins in motion" in refusal(still, FireSmallArms("us", TANK, (at("C4"),), "halt_and_fire"))
    rolling = activated(unit(TANK, "C8", IN_MOTION), foe, platoon="able-tank.1")
    assert "is in motion" in refusal(rolling, FireSmallArms("us", TANK, (at("C4"),)))
    after = done(rolling, FireSmallArms("us", TANK, (at("C4"),), "halt_and_fire", at("C7")))
    assert after.unit(TANK).has(STOPPED)
    assert not after.unit(TANK).has(IN_MOTION)
    assert course(after).fires[0].value == 0, "SAV 2, range 3 of 12, -2 for the hex moved"


@proves(
    "LHY-10.4.5.0", "LHY-10.4.5P.1a", "LHY-10.4.5P.1b", "LHY-10.4.5P.4", "LHY-10.4.5c.1", "LHY-10.4.5P.3",
    "LHY-10.4.5P.3a",
)  # fmt: skip
def test_10_4_5_an_overrun_step_by_step() -> None:
    squad = unit("ge.1kp.1.squad.1", "C5")
    state = activated(unit(TANK, "C7", IN_MOTION), squad, platoon="able-tank.1")
    state = done(state, Maneuver("us", TANK, at("C6")))
    state = done(state, Overrun("us", TANK, at("C5")))
    assert [(fire.kind, fire.value) for fire in course(state).fires] == [(FireKind.SADRM, 2)]
    assert PLAY.to_act(state) == "ge"
    state = done(state, ResistOverrun("ge", squad.id, TANK))
    assert [(fire.kind, fire.value, fire.target) for fire in course(state).fires[1:]] == [
        (FireKind.ATDRM, 3, TANK)
    ]
    assert "does not end in the overrun hex" in refusal(state, EndManeuver("us"))
    state = done(state, Maneuver("us", TANK, at("C4")))
    assert "has overrun" in refusal(state, Overrun("us", TANK, at("C5"))) or course(state).moving is None


@proves("LHY-10.4.5P.3b", "LHY-10.4.5P.3", "LHY-0.0")
@pytest.mark.parametrize(
    ("men", "marker"),
    [
        ("ge.1kp.1.squad.1", 3),
        ("ge.1kp.1.section.a", 1),
        ("ge.mg.1", 1),
        ("us.able.1.squad.1", 1),
        ("us.able.1.section.a", None),
        ("us.mg.1", None),
    ],
)
def test_10_4_5p_3_what_men_can_do_to_an_overrunning_afv(men: str, marker: int | None) -> None:
    state = opened(FIELD, [unit(men, "C5"), unit("us.able.3.leader", "A8"), unit("ge.1kp.3.leader", "H1")])
    assert resistance(Position(state, PLAY._ground_of(state)), state.unit(men)) == marker


@proves("LHY-10.4.5P.5", "LHY-10.4.5L.6b", "LHY-10.4.5P.2a", "LHY-10.4.5P.5.open")
def test_10_4_5p_2_guns_of_the_hex_must_fire() -> None:
    state = activated(unit(TANK, "C6", IN_MOTION), unit("ge.pak40.3", "C5"), platoon="able-tank.1")
    fires = course(done(state, Overrun("us", TANK, at("C5")))).fires
    assert [(fire.kind, fire.target, fire.value) for fire in fires] == [
        (FireKind.SADRM, None, 2),
        (FireKind.ATDRM, "ge.pak40.3", 2),
        (FireKind.ATDRM, TANK, 3),
    ], "ATV 5, -1 for the tank in motion, -1 for the two markers that suppress the gun"


@proves("LHY-10.4.5a", "LHY-10.4.5b", "LHY-10.4.5d", "LHY-10.4.5e.2")
def test_10_4_5_what_cannot_be_overrun() -> None:
    woods = board("\n".join([". . . . ."] * 4 + [". . w . ."] + [". . . . ."] * 3))
    state = activated(unit(TANK, "C6", IN_MOTION), unit("ge.mg.1", "C5"), ground=woods, platoon="able-tank.1")
    assert "is not open" in refusal(state, Overrun("us", TANK, at("C5")))
    units = [
        unit(SQUAD, "C6"),
        unit(LEADER, "C6"),
        unit("us.m3.2", "C6", IN_MOTION),
        unit("ge.pak40.3", "C5"),
    ]
    assert "halftracks do not overrun towed guns" in refusal(
        activated(*units), Overrun("us", "us.m3.2", at("C5"))
    )
    tanks = activated(unit(TANK, "C6", IN_MOTION), unit("ge.stug.1", "C5"), platoon="able-tank.1")
    assert "an AFV or FP" in refusal(tanks, Overrun("us", TANK, at("C5")))


@proves("LHY-10.4.6.0.1", "LHY-10.4.6.2.0", "LHY-10.4.6.1a", "LHY-10.4.6.2a", "LHY-2.1.6.1")
def test_10_4_6_mounting_takes_the_whole_action_and_two_steps_fit() -> None:
    units = [unit(SQUAD, "C7"), unit("us.able.1.squad.2", "C7"), unit(LEADER, "C7"), unit("us.m3.2", "C7")]
    state = done(activated(*units), Load("us", SQUAD, "us.m3.2"))
    assert course(state).loads_of("us.m3.2") == (SQUAD,)
    assert "had its action" in refusal(state, Maneuver("us", SQUAD, at("C6")))
    assert "has no room" in refusal(state, Load("us", "us.able.1.squad.2", "us.m3.2"))
    assert not refusal(state, Load("us", LEADER, "us.m3.2"))
    state = done(state, Maneuver("us", "us.m3.2", at("C6")))
    assert state.unit(SQUAD).at == at("C6"), "the load goes along"


@proves("LHY-10.4.6.2b", "LHY-10.4.6.2d", "LHY-10.4.6.2.1.1", "LHY-2.1.6.2")
def test_10_4_6_2_who_cannot_mount() -> None:
    units = [unit(SQUAD, "C7", DISRUPTED), unit(LEADER, "C7"), unit("us.m3.2", "C7"), unit("us.m16.1", "C7")]
    state = activated(*units)
    assert "no state to mount" in refusal(state, Load("us", SQUAD, "us.m3.2"))
    assert "carries nobody" in refusal(state, Load("us", LEADER, "us.m16.1"))
    near = activated(*units, unit("ge.mg.1", "C6"))
    assert "known enemy" in refusal(near, Load("us", LEADER, "us.m3.2"))


@proves("LHY-10.4.6.3.1", "LHY-10.4.6.1d", "LHY-10.4.6.2.2.1")
def test_10_4_6_3_a_gun_and_its_carrier_act_together() -> None:
    units = [unit(SQUAD, "C7"), unit(LEADER, "C7"), unit("us.m3.2", "C7"), unit("us.gun57.1", "C7")]
    state = done(activated(*units), Load("us", "us.gun57.1", "us.m3.2"))
    assert "had its action" in refusal(state, Maneuver("us", "us.m3.2", at("C6")))
    assert "dismounts in one turn" in refusal(
        state, Unload("us", "us.gun57.1")
    ) or "had its action" in refusal(state, Unload("us", "us.gun57.1"))


@proves("LHY-10.4.5P.3")
def test_10_4_5p_3_the_men_may_let_it_pass() -> None:
    state = activated(unit(TANK, "C6", IN_MOTION), unit("ge.mg.1", "C5"), platoon="able-tank.1")
    state = done(done(state, Overrun("us", TANK, at("C5"))), Pass("ge"))
    assert PLAY.to_act(state) == "us"
    assert legal(state, FireAntiTank) == []


@proves("LHY-10.4.1a.2")
def test_10_4_1a_a_stationary_vehicle_drives_or_shoots_and_scoots_or_just_starts() -> None:
    state = activated(unit(TANK, "C8"), unit("ge.mg.1", "C4"), platoon="able-tank.1")
    assert not refusal(state, Maneuver("us", TANK, at("C7")))
    assert not refusal(state, FireSmallArms("us", TANK, (at("C4"),), "shoot_and_scoot"))
    assert done(state, ChangeMotion("us", TANK, stop=False)).unit(TANK).has(IN_MOTION)


@proves("LHY-10.4.5c.2")
def test_10_4_5c_one_hex_may_be_overrun_by_several_vehicles() -> None:
    units = [unit(TANK, "C6", IN_MOTION), unit("us.able-tank.1.2", "B6", IN_MOTION), unit("ge.mg.1", "C5")]
    state = done(activated(*units, platoon="able-tank.1"), Overrun("us", TANK, at("C5")))
    state = done(done(state, Pass("ge")), Maneuver("us", TANK, at("C4")))
    state = done(state, EndManeuver("us")) if course(state).moving else state
    state = done(state, Maneuver("us", "us.able-tank.1.2", at("B5")))
    assert not refusal(state, Overrun("us", "us.able-tank.1.2", at("C5")))


@proves("LHY-10.4.5L.2c", "LHY-10.4.5e.1", "LHY-10.4.5P.1c", "LHY-10.4.5e.2")
def test_10_4_5e_a_loaded_halftrack_overruns_with_2_and_loaded_tanks_do_not() -> None:
    units = [unit(SQUAD, "C6"), unit(LEADER, "C6"), unit("us.m3.2", "C6", IN_MOTION), unit("ge.mg.1", "C5")]
    state = Mounted(SQUAD, "us.m3.2").on(activated(*units))
    after = done(state, Overrun("us", "us.m3.2", at("C5")))
    assert [fire.value for fire in course(after).fires] == [2]
    tank = activated(
        unit(TANK, "C6", IN_MOTION), unit(SQUAD, "C6"), unit("ge.mg.1", "C5"), platoon="able-tank.1"
    )
    assert "carries riders" in refusal(Mounted(SQUAD, TANK).on(tank), Overrun("us", TANK, at("C5")))


@proves("LHY-10.4.5L.4")
def test_10_4_5_an_overrun_costs_the_hex_and_one_more_and_a_way_on() -> None:
    state = activated(unit(TANK, "C8", IN_MOTION), unit("ge.mg.1", "C5"), platoon="able-tank.1")
    state = moved(state, TANK, "C7", "C6")
    assert not refusal(state, Overrun("us", TANK, at("C5")))
    late = activated(unit(TANK, "C8"), unit("ge.mg.1", "C5"), platoon="able-tank.1")
    assert "too few MP" in refusal(moved(late, TANK, "C7", "C6"), Overrun("us", TANK, at("C5")))


@proves("LHY-10.4.5L.2d", "LHY-10.4.5L.2e")
def test_10_4_5_in_the_later_edition_a_hex_is_overrun_once_and_never_in_an_assault() -> None:
    units = [unit(TANK, "C6", IN_MOTION), unit("ge.mg.1", "C5"), unit(SQUAD, "A8"), unit(LEADER, "A8")]
    state = activated(*units, platoon="able-tank.1", edition="series-3.1")
    assert "was overrun in this turn" in refusal(
        HexOverrun("us.able-tank.1.2", at("C5")).on(state), Overrun("us", TANK, at("C5"))
    )
    marked = AssaultEntered(SQUAD, "us", at("C5"), at("C6")).on(state)
    assert "in an assault" in refusal(marked, Overrun("us", TANK, at("C5")))


@proves("LHY-10.4.6.1b")
def test_10_4_6_1b_a_truck_takes_four_steps() -> None:
    units = [unit(f"us.able.1.squad.{n}", "C7") for n in (1, 2, 3)] + [
        unit(LEADER, "C7"),
        unit("us.truck.1", "C7"),
    ]
    state = activated(*units)
    for n in (1, 2):
        state = done(state, Load("us", f"us.able.1.squad.{n}", "us.truck.1"))
    assert "has no room" in refusal(state, Load("us", "us.able.1.squad.3", "us.truck.1"))


@proves("LHY-8.3f", "LHY-10.4.6.2.1", "LHY-17.7f")
def test_8_3f_who_saw_nothing_may_still_dismount() -> None:
    hill = board("\n".join([". . . h3 . . . ."] * 5))
    units = [unit(SQUAD, "A4"), unit(LEADER, "A4"), unit("ge.spw251.1", "G4"), unit("ge.1kp.1.squad.1", "G4")]
    state = activated(*units, ground=hill, aboard={"ge.1kp.1.squad.1": "ge.spw251.1"})
    state = done(state, CallForReaction("us"))
    assert not refusal(state, Unload("ge", "ge.1kp.1.squad.1"))


@proves("LHY-10.4.6.2c", "LHY-12.3.7a", "LHY-10.4.6.0.3")
def test_10_4_6_2c_riders_get_off_when_their_tank_fires() -> None:
    units = [unit(SQUAD, "C7"), unit(TANK, "C7"), unit("ge.mg.1", "C4")]
    state = Mounted(SQUAD, TANK).on(activated(*units, platoon="able-tank.1"))
    assert not course(done(state, FireSmallArms("us", TANK, (at("C4"),)))).aboard


@proves("LHY-10.4.6.2d.bt")
@pytest.mark.parametrize(
    ("foe_at", "training", "disrupted"), [("C6", False, False), ("C6", True, True), ("C5", True, False)]
)
def test_10_4_6_2d_by_the_training_rules_men_forced_off_next_to_the_enemy_disrupt(
    foe_at: str, training: bool, disrupted: bool
) -> None:
    units = [unit(SQUAD, "C7"), unit(TANK, "C7"), unit("ge.mg.1", foe_at)]
    state = activated(*units, platoon="able-tank.1", switches={"forced_off_disrupts": training})
    after = done(Mounted(SQUAD, TANK).on(state), FireSmallArms("us", TANK, (at(foe_at),)))
    assert after.unit(SQUAD).has(DISRUPTED) is disrupted


@proves("LHY-10.3.1.2a")
def test_10_3_1_2a_enemies_in_an_impact_hex_do_not_trouble_a_withdrawal() -> None:
    fires = tuple(
        FireMarker(n, FireKind.MDRM, at(label), 0, primary=True, tubes=0)
        for n, label in enumerate(("B5", "D5"))
    )
    state = activated(
        unit(SQUAD, "C4"), unit(LEADER, "A8"), unit("ge.mg.1", "B5"), unit("ge.mg.2", "D5"), fires=fires
    )
    state = done(state, Withdraw("us", (SQUAD,), at("C5")))
    assert not done(state, EndManeuver("us")).unit(SQUAD).has(DISRUPTED)


@proves("LHY-10.3.1.1b.4")
def test_10_3_1_1b_fourth_along_the_edge() -> None:
    sides = {"us": {"edge": "west"}, "ge": {"edge": "east"}}
    squad = unit(SQUAD, "A4")
    position = seen(activated(squad, unit(LEADER, "A8"), sides=sides), "us")
    assert {str(near) for near in withdrawal_hexes(position, squad)} == {"A3", "A5"}


RIVER = board("\n".join([". . . . . . . ."] * 8), rivers="A4 B4 C5 D4 E5 F4 G5 H4")


@proves("LHY-4.1.10.3", "LHY-4.1.10.5", "LHY-4.1.10.6", "LHY-4.1.10.7")
@pytest.mark.parametrize(("die", "out"), [(6, True), (7, False)])
def test_4_1_10_leaving_the_river_asks_a_die_of_cohesion_or_less(die: int, out: bool) -> None:
    state = activated(unit(SQUAD, "C5"), unit(LEADER, "A8"), ground=RIVER)
    after = done(state, Maneuver("us", SQUAD, at("C4")), die)
    assert (after.unit(SQUAD).at == at("C4")) is out
    assert (course(after).moving is not None) is out, "on success it goes on with its maneuver"
    assert SQUAD in course(after).acted
    assert not refusal(state, Withdraw("us", (SQUAD,), at("C6"))), "no die in withdrawing"


@proves("LHY-4.1.10.4", "LHY-4.1.10.6")
@pytest.mark.parametrize(("die", "out"), [(7, True), (8, False)])
def test_4_1_10_the_leader_of_the_platoon_takes_1_off_and_stays_with_it(die: int, out: bool) -> None:
    state = activated(unit(SQUAD, "C5"), unit(LEADER, "C5"), ground=RIVER)
    after = done(state, Maneuver("us", SQUAD, at("C4")), die)
    assert (after.unit(SQUAD).at == at("C4")) is out
    assert (LEADER in course(after).acted) is not out


@proves("LHY-4.1.10.3", "LHY-4.1.10.4")
@pytest.mark.parametrize(("leader_at", "chance"), [("A8", Fraction(6, 10)), ("C5", Fraction(7, 10))])
def test_4_1_10_the_odds_of_leaving_the_river_counted_by_hand(leader_at: str, chance: Fraction) -> None:
    # Cohesion 6: dice 1 to 6; with the leader's 1 off, 7 too.
    state = activated(unit(SQUAD, "C5"), unit(LEADER, leader_at), ground=RIVER)
    odds = PLAY.chances(state, Maneuver("us", SQUAD, at("C4"))).odds
    assert odds is not None
    assert odds.of("out of the river") == chance
    assert sum(odds.chances.values()) == 1


@proves("LHY-4.1.10.exit")
def test_4_1_10_in_the_later_edition_6_or_less_without_a_leader() -> None:
    state = activated(unit(SQUAD, "C5"), unit(LEADER, "C5"), ground=RIVER, edition="series-3.1")
    assert done(state, Maneuver("us", SQUAD, at("C4")), 7).unit(SQUAD).at == at("C5")
    assert done(state, Maneuver("us", SQUAD, at("C4")), 6).unit(SQUAD).at == at("C4")


@proves("LHY-4.1.8.3")
def test_4_1_8_the_road_bonus_of_1_mp_from_road_to_road() -> None:
    road = board("\n".join([". . . . . . . ."] * 8), roads="C8 C7 C6 C5 C4 C3")
    state = moved(
        activated(unit(SQUAD, "C8"), unit(LEADER, "A8"), ground=road), SQUAD, "C7", "C6", "C5", "C4"
    )
    assert state.unit(SQUAD).at == at("C4")
    off = moved(activated(unit(SQUAD, "B8"), unit(LEADER, "A8"), ground=road), SQUAD, "C8", "C7", "C6")
    assert course(off).moving is None, "it did not begin on the road"
