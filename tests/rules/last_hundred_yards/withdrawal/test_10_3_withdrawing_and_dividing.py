"""Chapter 10.3: withdrawal before the enemy and from an impact hex, deploying and recombining."""

from fractions import Fraction

import pytest

from rules.game.chance.dice import ScriptedDice
from rules.game.state import GameState
from rules.last_hundred_yards.book.conditions import CONCEALED, DISRUPTED, HIDDEN, REGROUPING
from rules.last_hundred_yards.declarations.fire.small_arms import FireSmallArms
from rules.last_hundred_yards.declarations.maneuver.deploy import Deploy, GoFirst
from rules.last_hundred_yards.declarations.maneuver.maneuver import Maneuver
from rules.last_hundred_yards.declarations.maneuver.vehicle_motion import EndManeuver
from rules.last_hundred_yards.declarations.recovery import Recover
from rules.last_hundred_yards.declarations.turn.activation import Activate, CallForReaction, SelectCompany
from rules.last_hundred_yards.declarations.turn.clean_up import Recombine, begin_clean_up
from rules.last_hundred_yards.declarations.turn.initiative import RollInitiative
from rules.last_hundred_yards.declarations.withdrawal import Withdraw
from rules.last_hundred_yards.effects.deployment import split_squad
from rules.last_hundred_yards.effects.harm import Harm, inflict
from rules.last_hundred_yards.play.outcomes import changes_between
from rules.last_hundred_yards.play.play import PLAY
from rules.last_hundred_yards.questions.withdrawal.withdrawal_routes import withdrawal_hexes
from rules.last_hundred_yards.state.events.landing_events import UnitAssembled
from rules.last_hundred_yards.state.events.unit_events import UnitPlaced
from rules.last_hundred_yards.state.markers import FireKind, FireMarker
from rules.last_hundred_yards.state.progress import DecisionKind, with_progress
from tests.drawing import board
from tests.proving import proves
from tests.rules.last_hundred_yards.maneuver.maneuvers import ENEMY, FIELD, LEADER, SQUAD
from tests.rules.last_hundred_yards.playing import (
    activated_small,
    at,
    course,
    done,
    legal,
    opened,
    position_seen_by,
    refusal,
    unit,
)


@proves("LHY-10.3.1.1a.1", "LHY-10.3.1.1a.2", "LHY-10.3.1.1.0", "LHY-10.3.1a")
def test_10_3_1_1a_toward_the_edge_first_away_from_the_enemy() -> None:
    squad = unit(SQUAD, "C4")
    calm = position_seen_by(activated_small(squad, unit(LEADER, "A8")), "us")
    assert {str(near) for near in withdrawal_hexes(calm, squad)} == {"B4", "C5", "D4"}
    near = position_seen_by(activated_small(squad, unit(LEADER, "A8"), unit("ge.mg.1", "E5")), "us")
    assert {str(hex_) for hex_ in withdrawal_hexes(near, squad)} == {"B4", "C5"}
    into = position_seen_by(
        activated_small(squad, unit(LEADER, "A8"), unit("ge.mg.1", "C6"), unit("ge.mg.2", "A5")), "us"
    )
    assert {str(hex_) for hex_ in withdrawal_hexes(into, squad)} == {"D4"}


@proves("LHY-10.3.1.1a.3")
@pytest.mark.parametrize(("place", "ways"), [("C8", {"B8", "D8"}), ("D8", {"C8", "E8"})])
def test_10_3_1_1a_hexes_along_the_edge_rank_third(place: str, ways: set[str]) -> None:
    squad = unit(SQUAD, place)
    position = position_seen_by(activated_small(squad, unit(LEADER, "H8")), "us")
    assert {str(near) for near in withdrawal_hexes(position, squad)} == ways


@proves("LHY-10.3.1.1b.1", "LHY-10.3.1.1b.2", "LHY-10.3.1.1b.3")
def test_10_3_1_1b_with_a_west_edge_lateral_hexes_come_before_hexes_next_to_the_enemy() -> None:
    squad = unit(SQUAD, "E4")
    sides = {"us": {"edge": "west"}, "ge": {"edge": "east"}}
    calm = position_seen_by(activated_small(squad, unit(LEADER, "A8"), sides=sides), "us")
    assert {str(near) for near in withdrawal_hexes(calm, squad)} == {"D3", "D4"}
    threatened = [unit("ge.mg.1", "C3"), unit("ge.mg.2", "C5")]
    aside = position_seen_by(activated_small(squad, unit(LEADER, "A8"), *threatened, sides=sides), "us")
    assert {str(near) for near in withdrawal_hexes(aside, squad)} == {"E3", "E5"}


@proves("LHY-10.3.1.1b.2", "LHY-10.3.1.1.0")
def test_10_3_1_1_a_withdrawal_enters_no_hex_twice() -> None:
    """OUR 159: from E4 sideways to E3, and then neither back to E4 nor, from E2, to E3."""
    sides = {"us": {"edge": "west"}, "ge": {"edge": "east"}}
    foes = [unit(name, label) for name, label in (("ge.mg.1", "C3"), ("ge.mg.2", "C5"), ("ge.mg.3", "C2"))]
    state = activated_small(unit(SQUAD, "E4"), unit(LEADER, "A8"), *foes, sides=sides)
    for to in ("E3", "E2"):
        state = done(state, Withdraw("us", (SQUAD,), at(to)))
        assert {
            str(near) for near in withdrawal_hexes(position_seen_by(state, "us"), state.unit(SQUAD))
        }.isdisjoint({"E4", "E3"})


@proves("LHY-10.3.1.0.2", "LHY-10.3.1.0.3", "LHY-10.3.1.0.1")
def test_10_3_1_a_withdrawal_is_of_four_hexes_at_most_alone_or_as_a_stack() -> None:
    state = activated_small(unit(SQUAD, "C2"), unit(LEADER, "C2"))
    for label in ("C3", "C4", "C5", "C6"):
        state = done(state, Withdraw("us", (LEADER, SQUAD), at(label)))
    assert course(state).moving is None
    assert {state.unit(one).at for one in (SQUAD, LEADER)} == {at("C6")}


@proves("LHY-10.3.1.2.1", "LHY-10.3.1.2.2", "LHY-10.3.1.2.3")
@pytest.mark.parametrize(("die", "disrupted"), [(7, False), (8, True)])
def test_10_3_1_2_next_to_the_enemy_the_stack_rolls_against_its_best_cohesion(
    die: int, disrupted: bool
) -> None:
    # The leader has Cohesion 7 and is the best of the stack; he cannot help himself.
    foes = [unit("ge.mg.1", "B5"), unit("ge.mg.2", "D5")]
    state = activated_small(unit(SQUAD, "C4"), unit(LEADER, "C4"), *foes)
    state = done(state, Withdraw("us", (LEADER, SQUAD), at("C5")))
    assert done(state, EndManeuver("us"), die).unit(SQUAD).has(DISRUPTED) is disrupted


@proves("LHY-10.3.1.2.3", "LHY-2.2.5.2")
@pytest.mark.parametrize("leader", [(LEADER, "C5"), (LEADER, "A8"), (LEADER, "C5", DISRUPTED)])
def test_10_3_1_2_a_leader_takes_1_off_for_the_support_units_of_his_platoon(leader: tuple[str, ...]) -> None:
    """Cohesion 6: a 7 passes if the leader is in the hex and not disrupted."""
    foes = [unit("ge.mg.1", "B5"), unit("ge.mg.2", "D5")]
    mg = "us.mg.1"
    state = activated_small(unit(mg, "C4"), unit(leader[0], leader[1], *leader[2:]), *foes)
    state = done(state, Withdraw("us", (mg,), at("C5")))
    assert done(state, EndManeuver("us"), 7).unit(mg).has(DISRUPTED) is (leader != (LEADER, "C5"))


@proves("LHY-10.3.1.2b")
def test_10_3_1_2b_no_roll_where_a_steady_friend_stands() -> None:
    foes = [unit("ge.mg.1", "B5"), unit("ge.mg.2", "D5")]
    friend = unit("us.able.1.squad.2", "C5")
    state = activated_small(unit(SQUAD, "C4"), unit(LEADER, "A8"), friend, *foes)
    state = done(state, Withdraw("us", (SQUAD,), at("C5")))
    assert not done(state, EndManeuver("us")).unit(SQUAD).has(DISRUPTED)


@proves("LHY-13.6.6.2")
def test_13_6_6_in_the_later_edition_units_withdrawing_next_to_the_enemy_regroup() -> None:
    foes = [unit("ge.mg.1", "B5"), unit("ge.mg.2", "D5")]
    state = activated_small(unit(SQUAD, "C4"), unit(LEADER, "A8"), *foes, edition="series-3.1")
    state = done(state, Withdraw("us", (SQUAD,), at("C5")))
    assert done(state, EndManeuver("us")).unit(SQUAD).has(REGROUPING)


@proves("LHY-10.3.1d", "LHY-10.3.1.0.3")
@pytest.mark.parametrize(
    ("edition", "night", "letters", "most"),
    [
        ("series-3.1", False, "....", 4),
        ("series-3.1", False, "u...", 3),
        ("series-3.1", False, "..~.", 3),
        ("series-3.1", False, "...u", 3),
        ("series-3.1", True, "....", 3),
        ("2019", True, "u...", 4),
    ],
)
def test_10_3_1d_through_towns_rivers_and_the_night_a_withdrawal_is_shorter(
    edition: str, night: bool, letters: str, most: int
) -> None:
    rows = [f"{letter} {letter}" for letter in f"....{letters.replace('~', '.')}."]
    ground = board("\n".join(rows), rivers="A7 B7" if "~" in letters else "")
    state = activated_small(
        unit(SQUAD, "A4"), unit(LEADER, "A1"), ground=ground, edition=edition, night=night
    )
    went = 0
    for row in range(5, 10):
        action = Withdraw("us", (SQUAD,), at(f"A{row}"))
        assert (action in legal(state, Withdraw)) is (not refusal(state, action))
        if refusal(state, action):
            break
        state, went = done(state, action), went + 1
    assert went == most


@proves("LHY-11.4.8e.2", "LHY-10.3.1b", "LHY-11.4.8e", "LHY-11.4.8b.1")
def test_10_3_1b_leaving_an_impact_hex_costs_its_attack_without_cover() -> None:
    fire = FireMarker(1, FireKind.MDRM, at("C4"), 0, primary=True, tubes=0)
    state = activated_small(unit(SQUAD, "C4"), unit(LEADER, "A8"), fires=(fire,))
    assert "pinned" in refusal(state, Maneuver("us", SQUAD, at("C5")))
    after = done(state, Withdraw("us", (SQUAD,), at("C5")), 7)
    assert after.unit(SQUAD).has(DISRUPTED)
    assert after.unit(SQUAD).at == at("C5")
    assert course(after).fires, "the marker stays for the others"


@proves("LHY-11.4.8e", "LHY-11.4.8b.2")
def test_10_3_1b_the_section_left_of_a_squad_continues_the_withdrawal() -> None:
    fire = FireMarker(1, FireKind.MDRM, at("C4"), 0, primary=True, tubes=0)
    state = activated_small(unit(SQUAD, "C4"), unit(LEADER, "A8"), fires=(fire,))
    after = done(state, Withdraw("us", (SQUAD,), at("C5")), 10, 1)
    section = after.unit("us.able.1.section.a")
    assert section.at == at("C5")
    assert section.has(DISRUPTED)
    moving = course(after).moving
    assert moving is not None
    assert moving.units == (section.id,)
    assert not refusal(after, Withdraw("us", (section.id,), at("C6")))


BESIDE = FireMarker(1, FireKind.MDRM, at("C4"), 0, tubes=0)
"""A secondary impact hex: who is in it may leave by maneuver."""


@proves("LHY-11.4.8e")
@pytest.mark.parametrize(("dice", "mover"), [((8,), SQUAD), ((10, 1), "us.able.1.section.a")])
def test_11_4_8e_a_unit_disrupted_leaving_an_impact_hex_must_withdraw_and_is_not_attacked_again(
    dice: tuple[int, ...], mover: str
) -> None:
    state = activated_small(unit(SQUAD, "C4"), unit(LEADER, "A8"), fires=(BESIDE,))
    state = done(state, Maneuver("us", SQUAD, at("C3")), *dice)
    assert state.unit(mover).at == at("C4")
    assert state.unit(mover).has(DISRUPTED)
    assert "driven out by mortar fire" in refusal(state, EndManeuver("us"))
    assert {action.to for action in legal(state, Withdraw)} == {at("B4"), at("C5"), at("D4")}
    assert PLAY.chances(state, Withdraw("us", (mover,), at("C5"))).verdict == "no die roll"
    after = done(state, Withdraw("us", (mover,), at("C5")))
    assert after.unit(mover).at == at("C5")
    assert not refusal(after, EndManeuver("us"))


@proves("LHY-11.4.8e")
def test_11_4_8e_unharmed_units_and_units_without_a_way_back_are_not_driven_out() -> None:
    state = activated_small(unit(SQUAD, "C4"), unit(LEADER, "A8"), fires=(BESIDE,))
    assert done(state, Maneuver("us", SQUAD, at("C3")), 6).unit(SQUAD).at == at("C3")
    foes = [unit(f"ge.mg.{number}", label) for number, label in enumerate(("B4", "C5", "D4"), 1)]
    shut_in = activated_small(unit(SQUAD, "C4"), unit(LEADER, "A8"), *foes, fires=(BESIDE,))
    after = done(shut_in, Maneuver("us", SQUAD, at("C3")), 8)
    assert course(after).moving is None
    assert after.unit(SQUAD).at == at("C4")


@proves("LHY-17.9.2b.1", "LHY-17.9.2b.3")
def test_10_3_1_a_stack_that_comes_upon_hidden_enemies_is_put_back_and_ends_its_withdrawal() -> None:
    units = unit(SQUAD, "C4"), unit(LEADER, "C4"), unit("ge.mg.1", "C5", HIDDEN)
    after = done(activated_small(*units), Withdraw("us", (LEADER, SQUAD), at("C5")))
    assert {after.unit(one).at for one in (SQUAD, LEADER)} == {at("C4")}
    assert after.unit("ge.mg.1").has(CONCEALED)
    assert course(after).moving is None
    assert {SQUAD, LEADER} <= course(after).acted


@proves("LHY-10.3.2.1", "LHY-10.3.2.2", "LHY-10.3.2.4", "LHY-10.3.2.3")
def test_10_3_2_a_squad_deploys_into_two_random_sections_once_a_platoon() -> None:
    state = activated_small(unit(SQUAD, "C7"), unit("us.able.1.squad.2", "C7"), unit(LEADER, "C7"))
    after = done(state, Deploy("us", SQUAD), 1, 3)
    sections = {one.id for one in after.units.values() if one.at == at("C7")} - {LEADER, "us.able.1.squad.2"}
    assert sections == {"us.able.1.section.a", "us.able.1.section.d"}
    assert "has already deployed a squad" in refusal(after, Deploy("us", "us.able.1.squad.2"))
    shaken = activated_small(unit(SQUAD, "C7", DISRUPTED), unit(LEADER, "C7"))
    assert "no condition to deploy" in refusal(shaken, Deploy("us", SQUAD))


A, B = "us.able.1.section.a", "us.able.1.section.b"


@proves("LHY-10.3.2c.later")
@pytest.mark.parametrize("edition", ["2019", "series-3.1"])
def test_10_3_2c_in_the_later_edition_one_of_the_two_sections_fires_and_both_may_react(edition: str) -> None:
    foe, later = unit("ge.1kp.1.squad.1", "C4"), edition != "2019"
    state = activated_small(unit(SQUAD, "C7"), unit(LEADER, "A8"), foe, edition=edition)
    state = done(state, Deploy("us", SQUAD), 1, 1)
    one, other = (FireSmallArms("us", name, (at("C4"),)) for name in (A, B))
    assert (refusal(state, one) == "") is later
    if not later:
        return
    fired = done(state, one)
    assert "or one of the two fires" in refusal(fired, other)
    assert not refusal(fired, Maneuver("us", B, at("C6")))
    fired = done(fired, CallForReaction("us"))
    fired = done(fired, FireSmallArms("ge", "ge.1kp.1.squad.1", (at("C7"),)), CallForReaction("ge"))
    assert not refusal(fired, other), "it did nothing as its squad deployed"


@proves("LHY-10.3.2c.later")
def test_10_3_2c_the_sections_of_a_squad_that_has_entered_a_hex_do_not_fire() -> None:
    state = activated_small(
        unit(SQUAD, "C7"), unit(LEADER, "A8"), unit("ge.1kp.1.squad.1", "C4"), edition="series-3.1"
    )
    state = done(state, Maneuver("us", SQUAD, at("C6")), Deploy("us", SQUAD), 1, 1)
    state = done(state, EndManeuver("us"), EndManeuver("us"))
    assert "has already acted" in refusal(state, FireSmallArms("us", A, (at("C4"),)))


def deployed_on_the_way() -> GameState:
    """A squad has gone one hex of its three and deploys in C6."""
    state = activated_small(unit(SQUAD, "C7"), unit(LEADER, "A8"), unit("us.able.1.squad.2", "A8"))
    return done(state, Maneuver("us", SQUAD, at("C6")), Deploy("us", SQUAD), 1, 1)


@proves("LHY-10.3.2.1", "LHY-10.3.2.2", "LHY-10.3.2.4")
def test_10_3_2_both_sections_of_a_squad_that_deploys_on_its_way_go_on_with_the_mp_it_had_left() -> None:
    state = deployed_on_the_way()
    assert {action.unit for action in legal(state, Maneuver)} == {A}
    state = done(state, Maneuver("us", A, at("C5")), Maneuver("us", A, at("C4")))
    assert {action.unit for action in legal(state, Maneuver)} == {B}, "the first has spent its MP"
    assert "cannot be declared now" in refusal(state, CallForReaction("us"))
    state = done(state, Maneuver("us", B, at("D6")), Maneuver("us", B, at("D5")))
    assert course(state).moving is None
    assert (state.unit(A).at, state.unit(B).at) == (at("C4"), at("D5"))
    assert "has already acted" in refusal(state, Maneuver("us", B, at("D4")))


@proves("LHY-10.3.2.1")
def test_10_3_2_either_section_goes_on_first() -> None:
    """The player chooses once, before either section has moved on (reading 164)."""
    state = deployed_on_the_way()
    assert legal(state, GoFirst) == [GoFirst("us", B)]
    assert PLAY.before_it_goes(state, (B,), (B,)) == GoFirst("us", B), "sent anywhere it goes first"
    assert "does not wait behind" in refusal(state, GoFirst("us", A))
    changed = done(state, GoFirst("us", B))
    assert {action.unit for action in legal(changed, Maneuver)} == {B}
    assert not legal(changed, GoFirst), "they change their turns once"
    changed = done(changed, Maneuver("us", B, at("C5")), EndManeuver("us"), Maneuver("us", A, at("D6")))
    assert (changed.unit(B).at, changed.unit(A).at) == (at("C5"), at("D6"))
    gone = done(state, Maneuver("us", A, at("C5")))
    assert "does not wait behind" in refusal(gone, GoFirst("us", B))


@proves("LHY-10.3.2.1")
def test_10_3_2_each_section_may_end_its_maneuver_where_the_squad_deployed() -> None:
    state = done(deployed_on_the_way(), EndManeuver("us"))
    assert course(state).moving is not None
    assert legal(state, EndManeuver) == [EndManeuver("us")]
    state = done(state, EndManeuver("us"))
    assert (course(state).moving, course(state).going_on) == (None, ())
    assert {A, B} <= course(state).acted


@proves("LHY-10.3.2.1", "LHY-10.3.2.2")
def test_10_3_2_sections_of_a_squad_that_deploys_as_it_withdraws_withdraw_together() -> None:
    state = activated_small(unit(SQUAD, "C4"), unit(LEADER, "C4"))
    state = done(state, Withdraw("us", (SQUAD,), at("C5")), Deploy("us", SQUAD), 1, 1)
    state = done(state, Withdraw("us", (A, B), at("C6")))
    assert {state.unit(section).at for section in (A, B)} == {at("C6")}


@proves("LHY-10.3.2.5")
def test_10_3_2_example_where_sections_differ_one_of_each_kind_is_drawn() -> None:
    # EX-LHY-10.3.2-1: sections of SAV 1, 1, 0, 0.
    state = opened(
        FIELD,
        [unit("ge.1kp.1.squad.1", "C2"), unit("ge.1kp.1.leader", "C2"), unit(LEADER, "A8")],
        attacker="ge",
    )
    state = done(state, RollInitiative("ge"), 2, 9, SelectCompany("ge", "1kp"), Activate("ge", ("1kp.1",)))
    drawn = set()
    for first in (1, 2):
        for second in (1, 2):
            after = done(state, Deploy("ge", "ge.1kp.1.squad.1"), first, second)
            drawn.add(frozenset(one.id[-1] for one in after.units.values() if "section" in one.id and one.at))
    assert drawn == {frozenset(pair) for pair in ("ab", "ac", "db", "dc")}


@proves("LHY-10.3.2.1")
def test_10_3_2_a_section_drawn_anew_has_not_deployed() -> None:
    """OUR 239: the section was lost as part of a deployed squad and is drawn again for another squad that lost a step."""
    second, section = "us.able.1.squad.2", "us.able.1.section.a"
    state = activated_small(unit(SQUAD, "C8"), unit(LEADER, "C8"), unit(second, "E8"), ENEMY)
    state = done(state, Deploy("us", SQUAD), 1, 1)
    assert section in course(state).deploying
    resolution = PLAY.resolution(state, ScriptedDice([1]))
    inflict(resolution, section, Harm.STEP)
    inflict(resolution, second, Harm.STEP)
    assert resolution.state.unit(section).at == at("E8")
    assert not refusal(resolution.state, Recover("us", section))


@proves("LHY-10.3.2.1", "LHY-12.3.3.1")
def test_10_3_2_a_squad_under_the_counter_of_one_that_had_deployed_loses_steps_as_any_other() -> None:
    """OUR 239: its sections have recombined into a squad of the same counter."""
    state = activated_small(unit(SQUAD, "C8"), unit(LEADER, "C8"), ENEMY)
    before = UnitPlaced(SQUAD, SQUAD, "us", at("E8")).on(done(state, Deploy("us", SQUAD), 1, 1))
    resolution = PLAY.resolution(before, ScriptedDice([1]))
    inflict(resolution, SQUAD, Harm.STEP)
    assert f"{SQUAD} loses a step" in [change.text for change in changes_between(before, resolution.state)]


@proves("LHY-10.3.3.1", "LHY-10.3.3.2", "LHY-10.3.3.3", "LHY-5.0.VII.3")
def test_10_3_3_two_sections_of_a_hex_recombine_into_a_random_squad() -> None:
    units = [
        unit("us.able.1.section.a", "C7", "concealed"),
        unit("us.able.1.section.b", "C7"),
        unit(LEADER, "C7"),
    ]
    resolution = PLAY.resolution(opened(FIELD, [*units, ENEMY]), ScriptedDice([]))
    begin_clean_up(resolution)
    assert [due.kind for due in resolution.course.decisions] == [DecisionKind.RECOMBINE]
    offered = legal(resolution.state, Recombine)
    assert offered == [Recombine("us", "us.able.1.section.a", "us.able.1.section.b")]
    odds = PLAY.chances(resolution.state, offered[0]).odds
    assert odds is not None
    assert all("recombines into" in outcome and "lost" not in outcome for outcome in odds.chances)
    assert any("Squad, Able 1st Plt" in outcome for outcome in odds.chances)


@proves("LHY-10.3.3.1", "LHY-13.6.6.3")
@pytest.mark.parametrize(
    ("one", "other", "regroups"),
    [((REGROUPING,), (), True), ((), (REGROUPING,), True), ((REGROUPING,),) * 2 + (True,), ((), (), False)],
)
def test_10_3_3_recombining_ends_no_regrouping(
    one: tuple[str, ...], other: tuple[str, ...], regroups: bool
) -> None:
    sections = unit("us.able.1.section.a", "C7", *one), unit("us.able.1.section.b", "C7", *other)
    resolution = PLAY.resolution(opened(FIELD, [*sections, unit(LEADER, "C7"), ENEMY]), ScriptedDice([]))
    begin_clean_up(resolution)
    after = done(resolution.state, Recombine("us", "us.able.1.section.a", "us.able.1.section.b"), 1)
    (squad,) = [found for found in after.units.values() if found.at == at("C7") and found.id != LEADER]
    assert squad.has(REGROUPING) is regroups
    assert not squad.has(DISRUPTED)


@proves("LHY-10.3.1.2a")
def test_10_3_1_2a_enemies_in_an_impact_hex_cause_no_withdrawal_roll() -> None:
    fires = tuple(
        FireMarker(n, FireKind.MDRM, at(label), 0, primary=True, tubes=0)
        for n, label in enumerate(("B5", "D5"))
    )
    state = activated_small(
        unit(SQUAD, "C4"), unit(LEADER, "A8"), unit("ge.mg.1", "B5"), unit("ge.mg.2", "D5"), fires=fires
    )
    state = done(state, Withdraw("us", (SQUAD,), at("C5")))
    assert not done(state, EndManeuver("us")).unit(SQUAD).has(DISRUPTED)


@proves("LHY-10.3.1.1b.4")
def test_10_3_1_1b_hexes_along_the_edge_rank_fourth() -> None:
    sides = {"us": {"edge": "west"}, "ge": {"edge": "east"}}
    squad = unit(SQUAD, "A4")
    position = position_seen_by(activated_small(squad, unit(LEADER, "A8"), sides=sides), "us")
    assert {str(near) for near in withdrawal_hexes(position, squad)} == {"A3", "A5"}
    threatened = (unit("ge.mg.1", "B2"), unit("ge.mg.2", "B5"))
    position = position_seen_by(activated_small(squad, unit(LEADER, "A8"), *threatened, sides=sides), "us")
    assert {str(near) for near in withdrawal_hexes(position, squad)} == {"A3", "A5"}, "next to the enemy"
    held = (unit("ge.mg.1", "A3"), unit("ge.mg.2", "B5"))
    position = position_seen_by(activated_small(squad, unit(LEADER, "A8"), *held, sides=sides), "us")
    assert {str(near) for near in withdrawal_hexes(position, squad)} == {"A5"}, "the enemy holds A3"


@proves("LHY-10.3.2.4", "LHY-0.6")
def test_10_3_2_any_two_of_the_four_sections_are_equally_likely() -> None:
    told = PLAY.chances(activated_small(unit(SQUAD, "C5"), unit(LEADER, "A8")), Deploy("us", SQUAD)).odds
    assert told is not None
    assert len(told.chances) == 6
    assert set(told.chances.values()) == {Fraction(1, 6)}
    sections = "Section a, Able 1st Plt and Section b, Able 1st Plt"
    assert f"{SQUAD} deploys into {sections}" in told.chances, "as players call them who see none of them yet"


@proves("LHY-10.2.2", "LHY-10.3.1.0.1")
def test_10_2_2_a_unit_withdrawing_off_the_map_is_out_of_the_game() -> None:
    names = ("us.able.1.squad.1", "us.able.1.squad.2")
    state = activated_small(*(unit(name, "C10") for name in names), unit("us.able.1.leader", "A8"))
    after = done(state, Withdraw("us", names, None))
    assert [after.unit(name).at for name in names] == [None, None]
    assert course(after).exited == {*names}


@proves("LHY-22.1.7.0", "LHY-10.3.3.2")
@pytest.mark.parametrize("unassembled", ["ab", "b", ""])
def test_10_3_3_a_recombined_squad_must_assemble_if_one_of_its_sections_had_to(unassembled: str) -> None:
    """Reading 238."""
    units = unit("us.able.1.section.a", "C7"), unit("us.able.1.section.b", "C7"), unit(LEADER, "C7")
    jumped = frozenset(f"us.able.1.section.{letter}" for letter in unassembled)
    state = with_progress(opened(FIELD, [*units, ENEMY]), unassembled=jumped)
    resolution = PLAY.resolution(state, ScriptedDice([]))
    begin_clean_up(resolution)
    after = done(resolution.state, Recombine("us", "us.able.1.section.a", "us.able.1.section.b"), 1)
    assert ("us.able.1.squad.1" in course(after).unassembled) is bool(unassembled)


@proves("LHY-22.1.7c", "LHY-10.3.3.2")
def test_10_3_3_a_squad_of_assembled_sections_need_not_assemble_though_its_counter_jumped() -> None:
    state = opened(FIELD, [unit("us.able.1.squad.1", "C7"), unit(LEADER, "C7"), ENEMY])
    state = with_progress(state, unassembled=frozenset({"us.able.1.squad.1"}))
    resolution = PLAY.resolution(state, ScriptedDice([1, 1]))
    split_squad(resolution, state.unit("us.able.1.squad.1"))
    sections = sorted(course(resolution.state).unassembled)
    assert sections == ["us.able.1.section.a", "us.able.1.section.b"]
    resolution.happen(*map(UnitAssembled, sections))
    begin_clean_up(resolution)
    after = done(resolution.state, Recombine("us", *sections), 1)
    assert after.unit("us.able.1.squad.1").at == at("C7")
    assert not course(after).unassembled
