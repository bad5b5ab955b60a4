"""Chapter 7: the Fire Phase."""

from dataclasses import replace
from fractions import Fraction

import pytest

from rules.game.chance.odds import Odds
from rules.game.state import GameState
from rules.game.units import Unit
from rules.ground.table.inches import Spot
from rules.ground.table.tabletop import Piece
from rules.ground.table.terrain import TableTerrain as T
from rules.micro_armour.book.house_roster import HOUSE_ROSTER
from rules.micro_armour.declarations.fire import Fire
from rules.micro_armour.declarations.passing import Pass
from rules.micro_armour.ruleset import MicroArmour
from tests.proving import proves
from tests.rules.micro_armour.phases import to_fire
from tests.rules.micro_armour.tables import (
    BLUE,
    MATG1,
    MATG2,
    RED,
    area,
    opened,
    play,
    progress,
    record_of,
    refusal,
    stand,
    table,
)

T34 = stand("r1", RED, (10, 10), 180.0)
PZ4 = stand("b1", BLUE, (10, 18), 0.0, "pz4h")
PZ4_FLANK = replace(PZ4, facing_deg=90.0)
AT_PZ4 = Fire(RED, "b1", ("r1",))


def _duel(
    *others: Unit, target: Unit = PZ4, pieces: tuple[Piece, ...] = (), book: MicroArmour = MATG2
) -> GameState:
    return to_fire(opened(table(*pieces), T34, target, *others, book=book), book=book)


@proves("MATG2-12.F2", "MATG2-12.F4", "MATG2-12.F6", "MATG2-12.F7", "MATG2-7.0.3", "MATG2-4.3.2")
def test_fire_procedure_shot_for_shot() -> None:
    assert record_of(_duel(), AT_PZ4, [14, 2, 3]) == [
        "r1 at b1 with 76.2mm F-34 (fire): cohesion 14+0 against 14, fires; 2+3+1 = 6 at +0: (S)",
        "b1 is suppressed",
        "red's fire at b1 is over",
    ]


@proves("MATG2-12.F2", "MATG2-4.3.3", "MATG2-7.1.4b")
def test_fire_procedure_a_failed_cohesion_roll_uses_up_the_shot_and_throws_no_more() -> None:
    assert record_of(_duel(), AT_PZ4, [15])[0].endswith("cohesion 15+0 against 14, does not fire")
    state = play(_duel(), [AT_PZ4, Pass(BLUE)], [15])
    assert state.unit("r1").has("fired")
    assert "r1 has fired this turn (MATG2 7.1.4)" in refusal(state, AT_PZ4)


@proves("MATG2-12.F2", "MATG2-5.1.2")
@pytest.mark.parametrize(("level", "odds"), [(7, {"no effect": 1}), (8, {"no effect": Fraction(233, 240)})])
def test_fire_procedure_a_shot_whose_cohesion_roll_cannot_succeed_is_still_thrown(
    level: int, odds: dict[str, Fraction]
) -> None:
    """A T-34 that is suppressed and disorganized adds 7; the die is still thrown, and the shot is used up."""
    shaken = replace(T34, conditions=frozenset({"suppressed", "disorganized"}))
    state = to_fire(opened(table(), shaken, PZ4, cohesion={RED: level, BLUE: level}))
    ruling = MATG2.as_game().chances(state, AT_PZ4)
    assert ruling.odds is not None
    assert {words: ruling.odds.of(words) for words in odds} == odds
    assert record_of(state, AT_PZ4, [20])[0].endswith("does not fire")


@proves("MATG2-12.F3", "MATG2-7.3.1.2", "MATG2-7.3.1.3")
def test_fire_procedure_half_the_defence_off_the_front_rounded_up() -> None:
    assert "at +0:" in record_of(_duel(), AT_PZ4, [1, 1, 1])[0]
    assert "at +3:" in record_of(_duel(target=PZ4_FLANK), AT_PZ4, [1, 1, 1])[0]
    for target, rounded in ((PZ4, False), (PZ4_FLANK, True), (replace(PZ4_FLANK, type="t34"), False)):
        reasons = MATG2.as_game().chances(_duel(target=target), AT_PZ4).reasons
        assert any("rounded up" in str(reason) for reason in reasons) is rounded


@proves("MATG2-6.3.3.1", "MATG2-12.F2", "MATG2-12.F6")
def test_fire_procedure_the_targets_woods_make_both_rolls_harder() -> None:
    state = _duel(pieces=(area(T.WOODS, 5, 17.5, 15, 22),))
    assert record_of(state, AT_PZ4, [12, 2, 3])[0].endswith(
        "cohesion 12+2 against 14, fires; 2+3+3 = 8 at +0: S"
    )
    assert "does not fire" in record_of(state, AT_PZ4, [13])[0]


@proves("MATG2-6.3.3.2a")
def test_6_3_3_example_wait_until_he_has_fired_from_his_cover() -> None:
    state = _duel(pieces=(area(T.WOODS, 5, 17.5, 15, 22),))
    state = play(state, [Pass(RED), Fire(BLUE, "r1", ("b1",))], [20])
    assert record_of(state, AT_PZ4, [14, 2, 3])[0].endswith(
        "cohesion 14+0 against 14, fires; 2+3+3 = 8 at +0: S"
    )


@proves("MATG2-6.3.3.2b")
def test_6_3_3_another_enemy_may_fire_at_a_stand_deep_in_the_woods_once_it_has_fired() -> None:
    """The Pz IV stands an inch from the northern edge, toward its target, and six from the southern."""
    south = stand("r2", RED, (10, 28), 0.0)
    state = _duel(south, pieces=(area(T.WOODS, 5, 17.2, 15, 24),))
    from_south = Fire(RED, "b1", ("r2",))
    assert "woods woods blocks" in refusal(state, from_south).lower()
    state = play(state, [Pass(RED), Fire(BLUE, "r1", ("b1",))], [20])
    assert not refusal(state, from_south)


@proves("MATG2-7.2.1", "MATG2-5.1.2")
def test_7_2_the_firers_own_markers_make_him_miss() -> None:
    state = to_fire(opened(table(), replace(T34, conditions=frozenset({"suppressed", "disorganized"})), PZ4))
    assert "cohesion 8+7 against 14, does not fire" in record_of(state, AT_PZ4, [8])[0]
    assert "cohesion 7+7 against 14, fires" in record_of(state, AT_PZ4, [7, 6, 6])[0]


@proves("MATG2-7.2.4", "MATG2-9.2.1", "MATG2-3.2.4")
def test_7_2_an_eliminated_stand_leaves_a_wreck() -> None:
    state = play(_duel(target=PZ4_FLANK), [AT_PZ4], [1, 1, 1])
    assert "b1" not in state.units
    assert [(marker.kind, marker.at) for marker in state.markers] == [("wreck", Spot(10, 18))]
    assert progress(state).points_lost(BLUE) == 72


@proves("MATG2-7.1.1", "MATG2-4.3.1")
def test_7_1_1_attacks_alternate_until_both_pass_one_after_the_other() -> None:
    second = stand("r2", RED, (14, 10), 180.0)
    state = play(_duel(second), [AT_PZ4], [20])
    assert MATG2.as_game().to_act(state) == BLUE
    state = play(state, [Pass(BLUE)])
    assert "was attacked already" in refusal(state, Fire(RED, "b1", ("r2",)))
    state = play(state, [Pass(RED)])
    assert progress(state).phase == "movement"


@proves("MATG2-7.1.1")
def test_our_31_a_side_that_passed_may_attack_again_if_the_other_attacked() -> None:
    state = play(_duel(stand("b2", BLUE, (20, 18), 0.0)), [Pass(RED), Fire(BLUE, "r1", ("b1",))], [20])
    assert MATG2.as_game().to_act(state) == RED
    assert refusal(state, AT_PZ4) == ""


@proves("MATG2-7.1.1")
def test_7_1_1_an_attack_between_two_passes_keeps_the_phase_open() -> None:
    state = _duel(stand("b2", BLUE, (20, 18), 0.0))
    state = play(state, [Pass(RED), Fire(BLUE, "r1", ("b1",)), Pass(RED)], [20])
    assert (progress(state).phase, MATG2.as_game().to_act(state)) == ("fire", BLUE)
    assert progress(play(state, [Pass(BLUE)])).phase == "movement"


@proves("MATG2-7.1.2")
def test_7_1_2_a_stand_is_attacked_once_even_if_the_roll_failed() -> None:
    state = play(_duel(stand("r2", RED, (14, 10), 180.0)), [AT_PZ4, Pass(BLUE)], [20])
    assert refusal(state, Fire(RED, "b1", ("r2",))) == "b1 was attacked already this phase (MATG2 7.1.2)"


@proves("MATG2-7.0.1")
def test_7_0_second_edition_one_stand_attacks_one_stand() -> None:
    both = Fire(RED, "b1", ("r1", "r2"))
    assert (
        refusal(_duel(stand("r2", RED, (14, 10), 180.0)), both) == "one stand attacks one stand (MATG2 7.0)"
    )


@proves("MATG1-7.0.1", "MATG1-7.0.2", "MATG2-7.0.2")
def test_7_0_first_edition_several_stands_fire_one_after_the_other_and_results_add_up() -> None:
    second = stand("r2", RED, (13, 10), 180.0)
    both = Fire(RED, "b1", ("r1", "r2"))
    state = _duel(second, book=MATG1)
    lines = record_of(state, both, [5, 2, 3, 5, 2, 2], MATG1)
    assert [line.rpartition(": ")[2] for line in lines[:2]] == ["(S)", "(S)"]
    assert lines[2:] == ["b1 is disorganized, suppressed", "red's fire at b1 is over"]
    assert "names each firing stand once" in refusal(state, Fire(RED, "b1", ("r1", "r1")), MATG1)


@proves("MATG1-7.0.1", "MATG2-6.0.1")
def test_7_0_first_edition_a_refusal_names_the_stand_that_may_not_fire() -> None:
    woods = area(T.WOODS, 12, 12, 15, 15)
    state = _duel(
        stand("r2", RED, (16, 10), 180.0),
        stand("r3", RED, (9, 10), 180.0, "t34", "fired"),
        pieces=(woods,),
        book=MATG1,
    )
    several = Fire(RED, "b1", ("r1", "r2", "r3"))
    said = "r2: woods woods blocks (MATG1 6.1.1); r3 has fired this turn (MATG1 7.1.5)"
    assert refusal(state, several, MATG1) == said


@proves("MATG2-6.3.3.2a", "MATG2-6.3.3.2b", "MATG2-7.1.4b")
@pytest.mark.parametrize("book", [MATG1, MATG2])
def test_our_67_a_stand_that_failed_its_roll_to_fire_has_revealed_its_position(book: MicroArmour) -> None:
    """It stands so deep in the woods that one enemy sees it and another does not.

    Rule: MATG2 6.3.3; OUR 67.
    """
    deep = stand("b1", BLUE, (20.8, 10), 270.0, "pz4h")
    seen, unseen = stand("r1", RED, (10, 10), 90.0), stand("r2", RED, (26, 5), 180.0)
    state = opened(table(area(T.WOODS, 20, 8, 30, 12)), seen, unseen, deep, book=book)
    state = to_fire(state, book=book, first=BLUE)
    assert not book.line_of_sight(state, unseen, deep).verdict.visibility.is_open
    state = play(state, [Fire(BLUE, "r1", ("b1",))], [20], book)
    assert refusal(state, Fire(RED, "b1", ("r2",)), book) == ""
    assert (
        "cohesion 14+0 against 14, fires" in record_of(state, Fire(RED, "b1", ("r1",)), [14, 6, 6], book)[0]
    )


@proves("MATG1-7.0.2", "MATG2-7.0.2")
def test_our_51_once_the_target_is_gone_the_others_have_not_fired() -> None:
    state = _duel(stand("r2", RED, (13, 10), 180.0), target=PZ4_FLANK, book=MATG1)
    state = play(state, [Fire(RED, "b1", ("r1", "r2"))], [1, 1, 1], MATG1)
    assert state.unit("r1").has("fired")
    assert not state.unit("r2").has("fired")


@proves("MATG2-4.2.6", "MATG2-4.2.1")
def test_our_1_a_stand_in_movement_posture_does_not_fire_and_every_other_may() -> None:
    state = to_fire(opened(table(), T34, PZ4, stand("r2", RED, (14, 10), 180.0)), ("r1",))
    assert refusal(state, AT_PZ4) == "r1 is in movement posture (MATG2 4.2, OUR 1, inferred)"
    assert refusal(state, Fire(RED, "b1", ("r2",))) == ""


@proves("MATG2-6.0.1", "MATG2-12.F1")
def test_7_no_shot_without_line_of_sight() -> None:
    state = _duel(pieces=(area(T.WOODS, 5, 12, 15, 15),))
    assert refusal(state, AT_PZ4) == "woods woods blocks (MATG2 6.1.1)"


@proves("MATG2-7.3.5")
def test_7_3_5_no_shot_beyond_the_guns_range() -> None:
    state = to_fire(opened(table(), T34, replace(PZ4, at=Spot(10, 27.5))))
    assert refusal(state, AT_PZ4) == '17.5" is beyond the 17" of 76.2mm F-34 (MATG2 7.3.5)'
    assert refusal(to_fire(opened(table(), T34, replace(PZ4, at=Spot(10, 27)))), AT_PZ4) == ""


@proves("MATG2-7.3.5")
@pytest.mark.parametrize("book", [MATG1, MATG2])
def test_7_3_5_at_the_end_of_its_range_a_gun_fires_wherever_on_the_table(book: MicroArmour) -> None:
    """A T-34's gun reaches 17 inches; what is legal is offered."""
    for tenths in range(7, 250, 10):
        ours = replace(T34, at=Spot(tenths / 10, 5), facing_deg=90.0)
        theirs = replace(PZ4, at=Spot((tenths + 170) / 10, 5), facing_deg=270.0)
        state = to_fire(opened(table(), ours, theirs, book=book), book=book)
        assert refusal(state, Fire(RED, PZ4.id, (T34.id,)), book) == "", tenths
        assert any(isinstance(action, Fire) for action in book.as_game().legal_actions(state)), tenths


@proves("MATG2-7.3.4.2")
def test_7_3_4_engaged_stands_fire_at_each_other_alone() -> None:
    beside = stand("b2", BLUE, (16, 14), 0.0)
    state = to_fire(opened(table(), T34, replace(PZ4, at=Spot(10, 11)), beside))
    assert refusal(state, Fire(RED, "b2", ("r1",))) == "r1 is engaged with b1 (MATG2 7.3.4)"
    assert refusal(state, AT_PZ4) == ""
    apart = to_fire(opened(table(), T34, replace(PZ4, at=Spot(10, 11), facing_deg=180.0), beside))
    assert refusal(apart, Fire(RED, "b2", ("r1",))) == ""


@proves("MATG2-7.3.5")
@pytest.mark.parametrize(("away_in", "beyond"), [(17, False), (17.005, False), (17.02, True)])
def test_7_3_5_the_very_edge_of_a_guns_range_is_within_it(away_in: float, beyond: bool) -> None:
    state = _duel(target=replace(PZ4, at=Spot(10, 10 + away_in)))
    assert ('is beyond the 17" of 76.2mm F-34' in refusal(state, AT_PZ4)) is beyond


@proves("MATG2-10.2.1", "MATG2-12.A.arc", "MATG2-12.A.front")
@pytest.mark.parametrize(
    ("facing_deg", "bears"), [(-44.8, True), (44.8, True), (-45.3, False), (45.3, False)]
)
def test_10_2_the_firing_arc_is_ninety_degrees_wide(facing_deg: float, bears: bool) -> None:
    stug = replace(T34, type="stug3g", facing_deg=(T34.facing_deg or 0.0) + facing_deg)
    assert (refusal(to_fire(opened(table(), stug, PZ4)), AT_PZ4) == "") is bears


@proves("MATG2-10.2.1")
def test_10_2_assault_guns_fire_into_their_front_arc_alone() -> None:
    stug = replace(T34, type="stug3g")
    assert refusal(to_fire(opened(table(), stug, PZ4)), AT_PZ4) == ""
    turned = to_fire(opened(table(), replace(stug, facing_deg=90.0), PZ4))
    assert refusal(turned, AT_PZ4) == "b1 is outside the firing arc of 75mm KwK L/48 (MATG2 10.2)"


@pytest.mark.parametrize(
    ("type_id", "hull", "turret"),
    [
        ("charb", "75mm SA 35 hull", "47mm SA 35"),
        ("lee", "75mm M2 hull", "37mm M6"),
        ("m11", "37mm L/40 hull", "8mm Breda twin"),
    ],
)
@proves("MATG2-10.2.2", "MATG2-10.2.3", "MATG2-7.0.1")
def test_10_2_hull_guns_fire_ahead_turret_guns_all_round_and_one_of_them_a_turn(
    type_id: str, hull: str, turret: str
) -> None:
    near = replace(PZ4, at=Spot(10, 15))
    hull_tank = replace(T34, type=type_id, facing_deg=90.0)
    sideways = to_fire(opened(table(), hull_tank, near, stand("b2", BLUE, (15, 10))))
    assert "outside the firing arc" in refusal(sideways, Fire(RED, "b1", ("r1",), (hull,)))
    assert refusal(sideways, Fire(RED, "b1", ("r1",), (turret,))) == ""
    assert refusal(sideways, Fire(RED, "b2", ("r1",), (hull,))) == ""
    fired = play(sideways, [Fire(RED, "b1", ("r1",), (turret,)), Pass(BLUE)], [20])
    assert "r1 has fired this turn" in refusal(fired, Fire(RED, "b2", ("r1",), (hull,)))
    both = Fire(RED, "b2", ("r1",), (hull, turret))
    assert refusal(sideways, both) == "an attack names one gun for each firing stand (MATG2 10.2)"


@proves("MATG2-10.2.2")
@pytest.mark.parametrize(
    ("type_id", "first"), [("charb", "75mm SA 35 hull"), ("lee", "75mm M2 hull"), ("m11", "37mm L/40 hull")]
)
def test_10_2_the_first_gun_of_a_tank_fires_where_none_is_named(type_id: str, first: str) -> None:
    tank = HOUSE_ROSTER[type_id]
    assert tank.gun().name == first
    assert [tank.gun(gun.name) for gun in tank.guns] == list(tank.guns)


@proves("MATG2-10.2.2", "MATG2-10.2.3")
def test_10_2_a_gun_the_tank_has_not_is_named() -> None:
    assert (
        refusal(_duel(), Fire(RED, "b1", ("r1",), ("88mm",)))
        == "T-34 (1942) has no 88mm, but 76.2mm F-34 (MATG2 10.2)"
    )


@proves("MATG2-7.0.1", "MATG2-7.1.2")
def test_7_0_only_an_enemy_on_the_table_is_a_target() -> None:
    assert "r1 is not an enemy stand" in refusal(_duel(), Fire(RED, "r1", ("r1",)))
    assert "nobody is not an enemy stand" in refusal(_duel(), Fire(RED, "nobody", ("r1",)))
    assert "b1 is not a stand of red" in refusal(_duel(), Fire(RED, "b1", ("b1",)))


@proves("MATG2-7.1.7", "MATG2-7.1.8", "MATG1-7.0.3")
def test_chances_name_every_modifier_and_the_odds_are_exact() -> None:
    ruling = MATG2.as_game().chances(_duel(), AT_PZ4)
    said = [str(reason) for reason in ruling.reasons]
    assert "cohesion roll of 14 or less to fire (MATG2 5.1)" in said
    assert "firepower 7 less defence 7: differential +0 (MATG2 7.3.1)" in said
    assert '+1 range 8" (MATG2 7.3.2)' in said
    assert ruling.odds == Odds(
        {
            "no effect": Fraction(6, 20) + Fraction(14, 20) * Fraction(15, 36),
            "b1 suppressed": Fraction(14, 20) * Fraction(18, 36),
            "b1 disorganized": Fraction(14, 20) * Fraction(3, 36),
        },
        is_ranked=True,
    )


def test_the_switch_literal_crt_brings_back_the_printed_cells() -> None:
    strong = stand("r1", RED, (10, 10), 180.0, "is2")
    state = opened(table(), strong, stand("b1", BLUE, (10, 14), 0.0, "sherman75"))
    weaker = to_fire(state)
    assert "at +5" in record_of(weaker, AT_PZ4, [1, 4, 4])[0]
    board = table()
    for switches, result in (([], "D"), (["literal_crt"], "E")):
        game = to_fire(
            opened(
                board,
                stand("r1", RED, (10, 10), 180.0, "panther"),
                stand("b1", BLUE, (10, 14), 0.0, "t34"),
                switches=switches,
            )
        )
        assert record_of(game, AT_PZ4, [1, 4, 4])[0].endswith(f"8 at +4: {result}")


def _reasons_of(state: GameState, fire: Fire, book: MicroArmour = MATG2) -> list[str]:
    return [str(reason) for reason in book.as_game().chances(state, fire).reasons]


@proves("MATG2-6.3.3.1", "MATG2-12.N5")
def test_6_3_3_the_ruling_names_cover_that_does_not_count_for_the_roll_to_fire() -> None:
    woods = area(T.WOODS, 5, 17.5, 15, 22)
    said = "target in woods: not to fire, since it has fired (MATG2 6.3.3; MATG2 6.3.3, OUR 17, inferred)"
    assert said in _reasons_of(
        _duel(pieces=(woods,), target=replace(PZ4, conditions=frozenset({"fired"}))), AT_PZ4
    )
    assert not any("since it has fired" in reason for reason in _reasons_of(_duel(pieces=(woods,)), AT_PZ4))


@proves("MATG2-12.T3", "MATG2-12.T4", "MATG2-12.T1")
@pytest.mark.parametrize(
    ("book", "ours", "theirs", "switches", "said"),
    [
        (MATG2, "h39", "tiger2", [], "a differential below -3 has no effect (MATG2 CRT, OUR 27, inferred)"),
        (MATG2, "sherman76", "pz3h", [], "combat results of column +4, D at 9, 8, 7 (MATG2 CRT; MATG2 CRT, OUR 28, inferred)"),
        (MATG2, "sherman76", "pz3h", ["literal_crt"], "combat results of column +4 (MATG2 CRT)"),
        (MATG1, "is2", "pz3f", [], "combat results of column +9 (MATG1 CRT, from the 2nd edition)"),
    ],
)  # fmt: skip
def test_12_a_shot_names_the_column_of_the_results_that_it_reads(
    book: MicroArmour, ours: str, theirs: str, switches: list[str], said: str
) -> None:
    stands = replace(T34, type=ours), replace(PZ4, type=theirs)
    state = to_fire(opened(table(), *stands, book=book, switches=switches), book=book)
    assert said in _reasons_of(state, AT_PZ4, book)


@proves("MATG2-7.3.1.4", "MATG2-12.A.front", "MATG2-12.A.arc")
def test_our_13_the_ruling_says_that_a_line_on_the_edge_of_a_template_counts_as_front() -> None:
    said = (
        "the line is on the edge of the target's front, and counts as front (MATG2 7.3.1, OUR 13, inferred)"
    )
    for x_in, is_told in ((18.0, True), (17.0, False)):
        assert (
            said in _reasons_of(_duel(target=replace(PZ4, at=Spot(x_in, 18), facing_deg=0.0)), AT_PZ4)
        ) is is_told
    gun = replace(T34, type="su85")
    for x_in, cited in ((18.0, "(MATG2 10.2; MATG2 7.3.1, OUR 13, inferred)"), (19.0, "(MATG2 10.2)")):
        state = to_fire(opened(table(), gun, replace(PZ4, at=Spot(x_in, 18))))
        assert refusal(state, AT_PZ4) == f"b1 is outside the firing arc of 85mm ZIS-S-53 {cited}"


@proves("MATG2-7.1.7")
def test_7_1_7_a_shot_names_the_tanks_whose_figures_it_uses() -> None:
    figures = [reason for reason in _reasons_of(_duel(), AT_PZ4) if reason.startswith("figures of")]
    assert figures == [
        "figures of T-34 (1942) (MATG2 7.1.7, house value)",
        "figures of PzKpfw IV H (MATG2 7.1.7, house value)",
    ]


@proves("MATG1-7.0.1", "MATG1-7.0.2")
def test_7_0_with_several_firers_each_figure_names_its_stand() -> None:
    state = _duel(stand("r2", RED, (12, 10), 180.0, "su85", "suppressed"), book=MATG1)
    figures = _reasons_of(state, Fire(RED, "b1", ("r1", "r2")), MATG1)
    assert "r1: cohesion roll of 14 or less to fire (MATG1 4.0)" in figures
    assert "r2: cohesion roll of 10 or less to fire (MATG1 4.0)" in figures
    assert "r1: firepower 7 less defence 7: differential +0 (MATG1 7.3.1)" in figures
    assert "r2: firepower 10 less defence 7: differential +3 (MATG1 7.3.1)" in figures
    assert sum("templates" in figure for figure in figures) == 1


@proves("MATG1-7.0.1", "MATG2-7.3.1.4")
def test_7_0_with_several_firers_a_reason_about_one_of_them_names_it() -> None:
    """The line of r2 alone is on the edge of the target's front."""
    state = _duel(stand("r2", RED, (18, 10), 180.0), book=MATG1)
    told = _reasons_of(state, Fire(RED, "b1", ("r1", "r2")), MATG1)
    assert [line.partition(" (")[0] for line in told if "edge" in line] == [
        "r2: the line is on the edge of the target's front, and counts as front"
    ]
    assert sum("cohesion roll of 14 or less" in line for line in told) == 1


@proves("MATG2-7.3.5", "MATG2-6.4.1.1")
def test_7_3_5_a_distance_just_beyond_the_range_is_not_rounded_to_the_range() -> None:
    far = replace(PZ4, at=Spot(10, 27.02))
    assert '17.02" is beyond the 17" of 76.2mm F-34' in refusal(to_fire(opened(table(), T34, far)), AT_PZ4)
    state = to_fire(opened(table(), T34, far, sight_limit_in=17))
    assert '17.02" is beyond sight, 17" here' in str(MATG2.line_of_sight(state, T34, far))


@proves("MATG2-5.1.1")
@pytest.mark.parametrize(
    ("level", "said"),
    [(8, "cohesion roll of 1 or less to fire"), (7, "no cohesion roll is low enough to fire")],
)
def test_5_1_the_ruling_says_when_no_roll_is_low_enough(level: int, said: str) -> None:
    shaken = replace(T34, conditions=frozenset({"suppressed", "disorganized"}))
    state = to_fire(opened(table(), shaken, PZ4, cohesion={RED: level, BLUE: level}))
    assert f"{said} (MATG2 5.1)" in _reasons_of(state, AT_PZ4)
