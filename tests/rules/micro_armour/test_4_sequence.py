"""Section 4: initiative, postures and the order of things."""

from dataclasses import replace

import pytest

from rules.errors import Unknown
from rules.game.chance.dice import SeededDice
from rules.game.engine.carrying_out import IllegalAction, carry_out
from rules.ground.table.inches import Spot
from rules.micro_armour.declarations.fire import Fire
from rules.micro_armour.declarations.initiative import GoFirst, RollInitiative
from rules.micro_armour.declarations.marker_removal import RemoveMarkers
from rules.micro_armour.declarations.movement.orders import MoveGroup
from rules.micro_armour.declarations.passing import Pass
from rules.micro_armour.declarations.posture import NameGroup
from rules.micro_armour.ruleset import MicroArmour
from rules.micro_armour.state.progress import Group, with_progress
from rules.micro_armour.state.stands import contact_groups
from rules.micro_armour.state.turn_events import TurnBegan
from tests.proving import proves
from tests.rules.micro_armour.phases import RED_WINS, to_fire, to_movement, to_posture
from tests.rules.micro_armour.tables import (
    BLUE,
    MATG1,
    MATG2,
    RED,
    opened,
    play,
    progress,
    record_of,
    refusal,
    stand,
    table,
)

RED_ROW = [stand(f"r{k}", RED, (5 + k, 5), 180.0) for k in range(3)]
BLUE_ROW = [stand(f"b{k}", BLUE, (5 + k, 43), 0.0) for k in range(3)]
FAR = stand("r9", RED, (20, 5), 180.0)
OPENED = opened(table(), *RED_ROW, *BLUE_ROW, FAR, cohesion={RED: 13, BLUE: 15})


@proves("MATG2-4.1.1", "MATG2-4.1.2")
def test_4_1_each_side_adds_its_die_to_its_cohesion_level() -> None:
    assert (
        record_of(OPENED, RollInitiative(RED), [6, 5])[0]
        == "red has 19 with a 6, blue has 20 with a 5: blue has the initiative"
    )
    assert progress(play(OPENED, [RollInitiative(RED)], [6, 5])).initiative == BLUE


@proves("MATG2-4.1.2")
def test_4_1_a_tie_is_thrown_again() -> None:
    lines = record_of(OPENED, RollInitiative(RED), [4, 2, 6, 1])
    assert lines[0] == "red has 17 with a 4, blue has 17 with a 2: a tie"
    assert lines[1] == "red has 19 with a 6, blue has 16 with a 1: red has the initiative"


@proves("MATG2-2.0.3")
def test_4_0_phases_come_in_their_order() -> None:
    assert "play waits for the roll for initiative (MATG2 4.0)" in refusal(OPENED, Fire(RED, "b0", ("r0",)))
    state = to_fire(OPENED)
    assert progress(state).phase == "fire"
    state = play(state, [Pass(RED), Pass(BLUE)])
    assert progress(state).phase == "movement"
    assert "play waits for the roll for movement orders" in refusal(state, Fire(RED, "b0", ("r0",)))


@proves("MATG2-4.2.2", "MATG2-4.1.1")
def test_4_2_the_side_with_initiative_says_who_begins() -> None:
    state = play(OPENED, [RollInitiative(RED)], RED_WINS)
    assert MATG2.as_game().to_act(state) == RED
    assert "play waits for the side with initiative to say who goes first" in refusal(state, Pass(RED))
    assert "red decides now" in refusal(state, GoFirst(BLUE, BLUE))
    state = play(state, [GoFirst(RED, BLUE)])
    assert MATG2.as_game().to_act(state) == BLUE


@proves("MATG2-4.2.2", "MATG2-4.1.1")
@pytest.mark.parametrize(("dice", "winner"), [(RED_WINS, RED), ([1, 6], BLUE)])
def test_4_2_whoever_wins_the_initiative_says_who_begins_each_phase(dice: list[int], winner: str) -> None:
    other = BLUE if winner == RED else RED
    state = play(OPENED, [RollInitiative(RED)], dice)
    for _ in range(2):
        assert MATG2.as_game().to_act(state) == winner
        state = play(state, [GoFirst(winner, other), Pass(other), Pass(winner)])


@proves("MATG2-4.2.1", "MATG2-4.2.3", "MATG2-4.2.4", "MATG2-4.2.5", "MATG2-8.1.2.2")
def test_4_2_groups_are_named_by_turns_and_marked_stand_by_stand() -> None:
    state = play(to_posture(OPENED), [NameGroup(RED, ("r0", "r1"))])
    assert {name for name, unit in state.units.items() if unit.has("movement")} == {"r0", "r1"}
    assert MATG2.as_game().to_act(state) == BLUE
    assert "blue decides now" in refusal(state, NameGroup(RED, ("r2",)))
    state = play(state, [NameGroup(BLUE, ("b0",))])
    assert "r1 is in a movement group already" in refusal(state, NameGroup(RED, ("r1", "r2")))
    assert "b1 is not a stand of red" in refusal(state, NameGroup(RED, ("b1",)))
    assert "names each of its stands once" in refusal(state, NameGroup(RED, ("r2", "r2")))
    state = play(state, [NameGroup(RED, ("r2",))])
    assert [(group.number, group.stands) for group in progress(state).groups] == [
        (1, ("r0", "r1")),
        (2, ("b0",)),
        (3, ("r2",)),
    ]


@proves("MATG2-4.2.3")
def test_4_2_a_side_that_has_passed_names_no_more_groups_and_the_other_goes_on() -> None:
    state = play(to_posture(OPENED), [Pass(RED), NameGroup(BLUE, ("b0",))])
    assert MATG2.as_game().to_act(state) == BLUE
    assert "blue decides now" in refusal(state, NameGroup(RED, ("r0",)))


@proves("MATG2-4.2.8")
@pytest.mark.parametrize("book", [MATG1, MATG2], ids=["1st", "2nd"])
def test_4_2_groups_of_several_stands_come_before_single_stands(book: MicroArmour) -> None:
    state = play(to_posture(OPENED, book), [NameGroup(RED, ("r9",)), Pass(BLUE)], book=book)
    assert "before single stands" in refusal(state, NameGroup(RED, ("r0", "r1")), book)
    assert refusal(state, NameGroup(RED, ("r0",)), book) == ""


@proves("MATG2-8.1.1", "MATG2-4.2.3")
def test_8_1_1_a_group_is_in_base_contact() -> None:
    state = to_posture(OPENED)
    assert "in base contact (MATG2 8.1.1)" in refusal(state, NameGroup(RED, ("r0", "r9")))
    assert "in base contact" in refusal(state, NameGroup(RED, ("r0", "r2")))
    assert refusal(state, NameGroup(RED, ("r0", "r1", "r2"))) == ""


@proves("MATG2-4.2.7")
def test_4_2_designation_ends_when_both_have_passed_for_good() -> None:
    state = play(to_posture(OPENED), [Pass(RED), NameGroup(BLUE, ("b0", "b1"))])
    assert MATG2.as_game().to_act(state) == BLUE
    state = play(state, [NameGroup(BLUE, ("b2",)), Pass(BLUE)])
    assert progress(state).phase == "fire"


@proves("MATG2-4.0.1")
def test_4_0_a_side_may_use_none_of_its_stands() -> None:
    state = to_posture(OPENED)
    for phase in ("posture", "fire", "movement"):
        while progress(state).phase == phase:
            legal = MATG2.as_game().legal_actions(state)
            passing = [action for action in legal if isinstance(action, Pass)]
            state = play(state, passing[:1] or list(legal[:1]))
    assert progress(state).phase == "marker removal"
    assert all(unit.at == OPENED.units[name].at for name, unit in state.units.items())


@proves("MATG2-4.4.2")
def test_4_4_only_opportunity_and_covering_fire_in_the_movement_phase() -> None:
    state = to_movement(OPENED, ("r0", "r1", "r2"))
    assert "play waits for a group to move (MATG2 4.0)" in refusal(state, Fire(RED, "b0", ("r9",)))


@proves("MATG2-4.4.3")
def test_4_4_orders_are_rolled_before_anyone_moves() -> None:
    state = play(to_fire(OPENED, ("r0", "r1", "r2")), [Pass(RED), Pass(BLUE)])
    assert "play waits for the roll for movement orders" in refusal(state, MoveGroup(RED, 1, True))
    assert "play waits for the roll for movement orders" in refusal(state, GoFirst(RED, RED))


@proves("MATG2-4.5.6", "MATG2-4.1.1", "MATG2-8.2.6")
def test_4_5_the_next_turn_begins_with_a_new_initiative_roll() -> None:
    state = play(to_movement(OPENED), [Pass(RED), Pass(BLUE), RemoveMarkers(RED), RemoveMarkers(BLUE)])
    assert (progress(state).turn, progress(state).phase) == (2, "initiative")
    assert refusal(state, RollInitiative(RED)) == ""


def test_an_illegal_action_is_refused_and_nothing_changes() -> None:
    state = to_posture(OPENED)
    with pytest.raises(IllegalAction, match="in base contact"):
        carry_out(MATG2.as_game(), state, NameGroup(RED, ("r0", "r9")), SeededDice(1))
    assert state == to_posture(OPENED)


def test_a_strange_action_is_refused() -> None:
    class Charge:
        side = RED

    with pytest.raises(Unknown, match="no action named 'Charge'; there are RollInitiative"):
        MATG2.as_game().why_not(OPENED, Charge())


@proves("MATG2-8.1.1")
def test_8_1_1_a_group_that_losses_parted_is_three_by_number_when_movement_begins() -> None:
    row = [stand(f"r{k}", RED, (5 + k, 5), 180.0) for k in range(5)]
    state = opened(table(), *row, *BLUE_ROW)
    state = play(to_posture(state), [NameGroup(RED, tuple(unit.id for unit in row)), Pass(BLUE), Pass(RED)])
    apart = replace(state, units={**state.units, "r2": replace(state.unit("r2"), at=Spot(20, 20))})
    state = play(apart, [GoFirst(RED, RED), Pass(RED), Pass(BLUE)])
    assert [(group.number, group.stands) for group in progress(state).groups] == [
        (1, ("r0", "r1")),
        (2, ("r2",)),
        (3, ("r3", "r4")),
    ]


@proves("MATG2-8.1.1")
def test_8_1_1_stands_of_a_side_in_base_contact_form_one_group() -> None:
    """r1 touches r2 and r2 r3; b1 touches r3 and is an enemy, r4 stands apart; r5 and r6 wait off the table."""
    units = [stand(f"r{k}", RED, (5.0 + k, 5)) for k in (1, 2, 3)]
    units += [stand("b1", BLUE, (9, 5)), stand("r4", RED, (12, 5)), stand("r5", RED, None), stand("r6", RED, None)]  # fmt: skip
    groups = [{unit.id for unit in group} for group in contact_groups(units)]
    assert groups == [{"r1", "r2", "r3"}, {"b1"}, {"r4"}, {"r5", "r6"}]
    parted = contact_groups([units[0], units[2], stand("b5", BLUE, None), stand("r6", RED, None)])
    assert [len(group) for group in parted] == [1, 1, 1, 1]


@proves("MATG2-4.2.4")
def test_4_2_a_new_turn_begins_without_groups_and_numbers_them_anew() -> None:
    state = opened(table(), stand("r1", RED, (5, 5)))
    state = with_progress(state, groups=(Group(4, RED, ("r1",)),), next_group=5, orders=((RED, 1),))
    after = progress(TurnBegan(3).on(state))
    assert (after.turn, after.groups, after.next_group, after.orders) == (3, (), 1, None)


@proves("MATG2-4.2.8", "MATG2-8.1.2.2")
def test_4_2_single_stands_of_the_enemy_hold_no_group_back() -> None:
    pairs = (stand(f"r{k}", RED, (5.0 + k + k // 2, 5)) for k in range(4))
    singles = (stand(f"b{k}", BLUE, (30.0 + 3 * k, 30)) for k in range(2))
    state = opened(table(), *pairs, *singles)
    state = play(to_posture(state), [NameGroup(RED, ("r0", "r1")), NameGroup(BLUE, ("b0",))])
    assert refusal(state, NameGroup(RED, ("r2", "r3"))) == ""


@proves("MATG2-4.2.2", "MATG2-8.2.3.1")
def test_4_2_the_first_is_one_of_the_two_sides() -> None:
    state = play(opened(table(), stand("r1", RED, (5, 5))), [RollInitiative(RED)], [6, 1])
    assert "green is not a side (MATG2 4.0)" in refusal(state, GoFirst(RED, "green"))
    assert refusal(state, GoFirst(RED, BLUE)) == refusal(state, GoFirst(RED, RED)) == ""
