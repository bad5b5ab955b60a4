"""Chapter 13.6.3: where a retreat leads when the best ways back are barred: through mortar fire, through the enemy."""

import pytest

from rules.game.state import GameState
from rules.game.units import Marker, Unit
from rules.ground.hex.board import HexBoard
from rules.ground.hex.hexes import Top
from rules.last_hundred_yards.book.conditions import CONCEALED, DISRUPTED, HIDDEN, SHOCKED
from rules.last_hundred_yards.declarations.assault.retreat import Retreat
from rules.last_hundred_yards.declarations.turn.initiative import RollInitiative
from rules.last_hundred_yards.declarations.turn.pending_decisions import Pass
from rules.last_hundred_yards.play.play import PLAY
from rules.last_hundred_yards.questions.withdrawal.retreat_routes import is_stuck
from rules.last_hundred_yards.state.events.assault_events import AssaultDecided, AssaultEntered
from rules.last_hundred_yards.state.events.fire_events import FirePlaced
from rules.last_hundred_yards.state.events.order_events import DecisionDue, PhaseBegan
from rules.last_hundred_yards.state.markers import FireKind, FireMarker
from rules.last_hundred_yards.state.progress import Decision, DecisionKind, Phase
from tests.drawing import board, open_ground
from tests.proving import proves
from tests.rules.last_hundred_yards.playing import FAR, FIELD, at, course, done, legal, opened, refusal, unit

SQUAD, FOE = "us.able.1.squad.1", "ge.1kp.1.squad.1"
AROUND = ("C3", "D3", "D4", "C5", "B4", "B3")
"""The six neighbours of C4, the northern ones toward the German edge."""


def driven_back(
    *enemies_at: str,
    shelled: str = "",
    primary: bool = True,
    least: int = 2,
    more: tuple[Unit, ...] = (),
    ground: HexBoard = FIELD,
    retreats: Unit | None = None,
    start: str = "C4",
    path: str = "",
    night: bool = False,
    edition: str = "2019",
) -> GameState:
    """A German unit has to retreat from C4, or from `start`, with an American section in each of these hexes."""
    counters = [
        f"us.{company}.{n}.section.{x}" for company in ("able", "baker") for n in (1, 2, 3) for x in "abcd"
    ]
    enemies = [unit(counter, label) for counter, label in zip(counters, enemies_at, strict=False)]
    goes = retreats or unit(FOE, start)
    state = opened(ground, [goes, *enemies, *more, *FAR], night=night, edition=edition)
    for label in shelled.split():
        state = FirePlaced(FireMarker(1, FireKind.MDRM, at(label), 0, primary=primary, tubes=0)).on(state)
    state = PhaseBegan(Phase.ASSAULT).on(done(state, RollInitiative("us"), 9, 2))
    return DecisionDue(
        Decision(DecisionKind.RETREAT, "ge", goes.id, at(start), least, 4, tuple(map(at, path.split())))
    ).on(state)


def ways(state: GameState) -> set[str]:
    return {str(action.to) for action in legal(state, Retreat)}


@proves("LHY-13.6.3.4", "LHY-13.6.3.2")
@pytest.mark.parametrize("primary", [True, False])
@pytest.mark.parametrize(("who", "else_open"), [(FOE, "B3 D3"), ("ge.stug.1", "B3 B4 C5 D3 D4")])
def test_13_6_3_4_nobody_retreats_through_mortar_fire_while_another_way_is_open(
    who: str, else_open: str, primary: bool
) -> None:
    """Neither into the hex named for the fire nor into the one beside it; tanks do not either."""
    state = driven_back(shelled="C3", primary=primary, retreats=unit(who, "C4"))
    assert ways(state) == set(else_open.split())
    assert "C3 is not the best way back" in refusal(state, Retreat("ge", who, at("C3")))


@proves("LHY-13.6.3.4")
@pytest.mark.parametrize("who", [FOE, "ge.stug.1"])
@pytest.mark.parametrize("primary", [True, False])
def test_13_6_3_4_a_retreat_ends_in_no_kind_of_mortar_fire(who: str, primary: bool) -> None:
    state = driven_back(
        shelled="C3", primary=primary, retreats=unit(who, "C3"), start="C4", path="C3", least=1
    )
    assert "goes on" in refusal(state, Pass("ge"))


@proves("LHY-13.6.3.2", "LHY-13.6.3.6")
def test_13_6_3_2_if_enemies_bar_all_ways_back_men_break_out_and_do_not_retreat_sideways() -> None:
    """Hexsides run along the German edge: with Americans in B3, C3 and D3 the open hexes lead aside and to the rear."""
    assert ways(driven_back("B3", "C3", "D3")) == {"B3", "C3", "D3"}
    assert ways(driven_back("B3", "D3", "B4", shelled="C3")) == {"C3"}, "through mortar fire before that"


@proves("LHY-13.6.3.2", "LHY-13.6.3.1")
def test_13_6_3_2_along_the_edge_of_the_map_each_hex_is_farther_from_the_start() -> None:
    """On the edge no hex leads back; B1 and D1 are no farther from C4 than C1 is, but F1 is farther from C2 than E1."""
    assert ways(driven_back(least=4, retreats=unit(FOE, "C1"), path="C3 C2 C1")) == {"None"}
    along = driven_back(least=4, retreats=unit(FOE, "E1"), start="C2", path="D1 E1")
    assert ways(along) == {"F1", "None"}


@proves("LHY-13.6.3.2")
def test_13_6_3_2_where_terrain_bars_the_way_back_men_retreat_along_it() -> None:
    """No unit goes between houses without a gap: from C5 men go sideways along the houses to the north, not to the rear."""
    town = open_ground(8, 10, {"B4": "u", "C4": "u", "D4": "u", "C5": "u"})
    state = driven_back(ground=town, start="C5", edition="series-3.1")
    assert ways(state) == {"B5", "D5"}


IN_C4 = unit(SQUAD, "C4")
"""The American unit that has won the hex the Germans retreat from."""


@proves("LHY-13.6.3.2")
@pytest.mark.parametrize(
    ("enemies", "more", "shelled", "back"),
    [
        ("", (), "", "B3 C3 D3"),
        ("B2", (), "", "D3"),  # B3 and C3 are next to it
        ("B2 E3", (), "", "B3 C3 D3"),  # all three are next to one
        ("B2", (unit("ge.1kp.1.squad.2", "C3"),), "", "C3 D3"),  # a steady friend covers
        ("B2", (unit("ge.1kp.1.squad.2", "C3", DISRUPTED),), "", "D3"),
        ("B2", (unit("ge.stug.1", "C3"),), "", "C3 D3"),
        ("B2", (unit("ge.stug.1", "C3", SHOCKED),), "", "D3"),
        ("B2", (unit("ge.1kp.2.leader", "C3"),), "", "D3"),  # no combat unit
        ("B2", (), "B2", "B3 C3 D3"),  # the enemy lies under mortar fire
    ],
)
def test_13_6_3_2_hexes_back_that_are_next_to_no_other_enemy_come_first(
    enemies: str, more: tuple[Unit, ...], shelled: str, back: str
) -> None:
    """The enemy who won the assault hex is next to all of them and is ignored."""
    state = driven_back(*enemies.split(), more=(IN_C4, *more), shelled=shelled)
    assert ways(state) == set(back.split())


@proves("LHY-13.6.3.2")
@pytest.mark.parametrize(("along", "back"), [(True, {"D3"}), (False, {"C3", "D3"})])
def test_13_6_3_2_friends_who_retreat_from_the_same_assault_give_no_cover(
    along: bool, back: set[str]
) -> None:
    """Another squad has come to C3 before it (reading 203)."""
    other = "ge.1kp.1.squad.2"
    state = driven_back("B2", more=(IN_C4, unit(other, "C3")))
    state = AssaultEntered(SQUAD, "us", at("C4"), at("C5")).on(state)
    losers = (FOE, other) if along else (FOE,)
    assert ways(AssaultDecided(at("C4"), "4", losers).on(state)) == back


@proves("LHY-13.6.3.2")
def test_13_6_3_2_an_enemy_in_another_assault_does_not_affect_the_retreat() -> None:
    state = driven_back("B2", more=(IN_C4, unit("ge.1kp.1.squad.2", "B2")))
    state = AssaultEntered("us.able.1.section.a", "us", at("B2"), at("B1")).on(state)
    assert ways(state) == {"B3", "C3", "D3"}


@proves("LHY-13.6.3.2.lateral")
@pytest.mark.parametrize(
    ("enemies", "back"),
    [("", {"C3", "D3", "B4", "D4"}), ("C2", {"B4", "D4"}), ("C2 A4", {"D4"}), ("C2 A4 E4", {"C3", "D3", "B4", "D4"})],
)  # fmt: skip
def test_13_6_3_2_where_no_hexside_runs_along_the_edge_lateral_hexes_rank_with_those_toward_it(
    enemies: str, back: set[str]
) -> None:
    pointed = open_ground(8, 10, top=Top.POINTY)
    state = driven_back(*enemies.split(), more=(IN_C4,), ground=pointed)
    assert ways(state) == back
    if not enemies:
        assert ways(done(state, Retreat("ge", FOE, at("D4")))) == {"D3", "E3"}, (
            "never two lateral hexes in a row"
        )


@proves("LHY-13.6.3e")
@pytest.mark.parametrize(
    ("letter", "night", "left"), [(".", False, {"None"}), ("u", False, set()), (".", True, set())]
)
def test_13_6_3e_night_or_one_hex_of_town_on_the_way_makes_three_the_most(
    letter: str, night: bool, left: set[str]
) -> None:
    """From C4 through C3 to the edge at C1: three hexes, and off the map would be the fourth."""
    ground = open_ground(8, 10, {"C3": letter})
    state = driven_back(ground=ground, least=4, night=night)
    for label in ("C3", "C2", "C1"):
        state = done(state, Retreat("ge", FOE, at(label)))
    assert ways(state) & {"None"} == left


@proves("LHY-13.6.3.1", "LHY-13.6.3e")
def test_13_6_3_1_men_retreat_four_hexes_at_most() -> None:
    state = driven_back(least=4, start="C7")
    for label in ("C6", "C5", "C4", "C3"):
        assert at(label) in {action.to for action in legal(state, Retreat)}
        state = done(state, Retreat("ge", FOE, at(label)))
    assert ways(state) == set()


@proves("LHY-13.6.3e")
def test_13_6_3e_a_retreat_leads_into_town_no_later_than_with_its_third_hex() -> None:
    ground = open_ground(8, 10, {"C3": "u"})
    state = driven_back(ground=ground, least=4, start="C6")
    for label in ("C5", "C4"):
        state = done(state, Retreat("ge", FOE, at(label)))
    assert ways(state) == {"B3", "C3", "D3"}
    state = driven_back(ground=ground, least=4, start="C7")
    for label in ("C6", "C5", "C4"):
        state = done(state, Retreat("ge", FOE, at(label)))
    assert ways(state) == {"B3", "D3"}


@proves("LHY-13.6.3e")
@pytest.mark.parametrize(("letter", "goes_on"), [(".", True), ("u", False)])
def test_13_6_3e_a_vehicle_retreats_three_hexes_at_most_along_the_road_of_a_town(
    letter: str, goes_on: bool
) -> None:
    rows = [". . . . . . . ."] * 10
    rows[4] = f". . {letter} . . . . ."
    ground = board("\n".join(rows), roads="C7 C6 C5 C4 C3 C2")
    state = driven_back(retreats=unit("ge.stug.1", "C7"), start="C7", ground=ground)
    for label in ("C6", "C5", "C4"):
        state = done(state, Retreat("ge", "ge.stug.1", at(label)))
    assert bool(ways(state)) is goes_on


@proves("LHY-13.6.3.0c")
def test_13_6_3_the_owner_picks_the_order_of_retreats_and_each_is_completed_first() -> None:
    other = "ge.1kp.1.squad.2"
    state = driven_back(more=(unit(other, "C4"),))
    state = DecisionDue(Decision(DecisionKind.RETREAT, "ge", other, at("C4"), 2, 4)).on(state)
    assert {action.unit for action in legal(state, Retreat)} == {FOE, other}
    state = done(state, Retreat("ge", other, at("C3")))
    assert {action.unit for action in legal(state, Retreat)} == {other}
    assert f"{FOE} does not retreat now" in refusal(state, Retreat("ge", FOE, at("C3")))
    state = done(state, Retreat("ge", other, at("C2")), Pass("ge"))
    assert {action.unit for action in legal(state, Retreat)} == {FOE}


@proves("LHY-13.6.3e")
@pytest.mark.parametrize(("night", "goes_on"), [(False, True), (True, False)])
def test_13_6_3e_at_night_vehicles_too_retreat_three_hexes_at_most(night: bool, goes_on: bool) -> None:
    state = driven_back(retreats=unit("ge.stug.1", "C7"), start="C7", night=night)
    for label in ("C6", "C5", "C4"):
        state = done(state, Retreat("ge", "ge.stug.1", at(label)))
    assert bool(ways(state)) is goes_on


@proves("LHY-21.4.2b.action", "LHY-13.6.3e")
@pytest.mark.parametrize(
    ("lights", "goes_on"),
    [("C5", {"B3", "C3", "D3"}), ("C6", set()), ("C5 F9", {"B3", "C3", "D3"}), ("F9", set()), ("", set())],
)
def test_13_6_3e_at_night_a_retreat_only_through_lit_hexes_goes_as_far_as_by_day(
    lights: str, goes_on: set[str]
) -> None:
    """From C7 to C4, and on to row 3; a marker lights two hexes about it."""
    state = driven_back(least=4, start="C7", night=True)
    for label in ("C6", "C5", "C4"):
        state = done(state, Retreat("ge", FOE, at(label)))
    assert ways(state) == set()
    lit = state.changed(
        markers=(*state.markers, *(Marker("illumination", at(label)) for label in lights.split()))
    )
    assert ways(lit) == goes_on


@proves("LHY-10.2.2")
@pytest.mark.parametrize(("place", "leaves"), [("C1", True), ("C2", False), ("C10", False)])
def test_13_6_3_a_retreat_may_lead_off_the_own_edge_of_the_map(place: str, leaves: bool) -> None:
    state = opened(FIELD, [unit(FOE, place), *FAR])
    state = PhaseBegan(Phase.ASSAULT).on(done(state, RollInitiative("us"), 9, 2))
    state = DecisionDue(Decision(DecisionKind.RETREAT, "ge", FOE, at(place), 2, 4)).on(state)
    assert ("None" in ways(state)) is leaves


@proves("LHY-13.6.3.2", "LHY-10.2.2")
@pytest.mark.parametrize(
    ("who", "start", "enemies", "back"),
    [
        (FOE, "A5", "", "A4 B4"),
        (FOE, "A5", "A4", "B4"),
        (FOE, "A5", "A4 B4", "A6 None"),  # off the map or along its edge, and not through the enemy
        ("ge.stug.1", "A5", "", "A4 A6 B4 B5 None"),
        (FOE, "A1", "", "A2 B1 None"),  # on the own edge
    ],
)
def test_13_6_3_2_men_leave_over_the_side_of_the_map_only_where_no_hex_leads_back(
    who: str, start: str, enemies: str, back: str
) -> None:
    state = driven_back(*enemies.split(), retreats=unit(who, start), start=start)
    assert ways(state) == set(back.split())
    why = refusal(state, Retreat("ge", who, None))
    assert ("does not retreat off the map here: hexes lead back" in why) is ("None" not in back)


@proves("LHY-10.2.2")
def test_13_6_3_a_unit_that_retreats_off_the_map_owes_no_further_retreat() -> None:
    state = opened(FIELD, [unit(FOE, "C1"), *FAR])
    state = PhaseBegan(Phase.ASSAULT).on(done(state, RollInitiative("us"), 9, 2))
    state = DecisionDue(Decision(DecisionKind.RETREAT, "ge", FOE, at("C1"), 2, 4)).on(state)
    after = done(state, Retreat("ge", FOE, None))
    assert after.unit(FOE).at is None
    assert not course(after).decisions


@proves("LHY-13.6.3.4")
@pytest.mark.parametrize(("die", "disrupted"), [(6, False), (7, True)])
def test_13_6_3_4_without_another_way_units_retreat_through_mortar_fire_and_are_attacked(
    die: int, disrupted: bool
) -> None:
    # In woods: on leaving, the fire of 0 strikes without the TEM of -1.
    woods = open_ground(8, 10, {"C3": "w"})
    state = driven_back("B3", "D3", "B4", "D4", "C5", shelled="C3", ground=woods)
    assert ways(state) == {"C3"}
    state = done(state, Retreat("ge", FOE, at("C3")))
    assert "goes on" in refusal(state, Pass("ge")), "it is not the last hex, cover or not"
    state = done(state, Retreat("ge", FOE, at("C2")), die)
    assert state.unit(FOE).has(DISRUPTED) is disrupted
    assert not refusal(state, Pass("ge"))


@proves("LHY-13.6.3.4")
def test_13_6_3_4_a_squad_that_loses_a_step_to_mortar_fire_retreats_on_as_a_section_before_others() -> None:
    machine_gun = unit("ge.mg.1", "C4")
    state = driven_back("B3", "D3", "B4", "D4", "C5", shelled="C3", more=(machine_gun,))
    state = DecisionDue(Decision(DecisionKind.RETREAT, "ge", machine_gun.id, at("C4"), 2, 4)).on(state)
    state = done(state, Retreat("ge", FOE, at("C3")), Retreat("ge", FOE, at("C2")), 10, 1)
    due = course(state).decisions[0]
    assert (due.unit, due.path) == ("ge.1kp.1.section.a", (at("C3"),))
    assert "C2" in ways(state)


@proves("LHY-13.6.3.4b")
def test_13_6_3_4b_mortar_fire_on_the_assault_hex_does_not_attack_units_retreating_from_it() -> None:
    state = driven_back(shelled="C4")
    assert not PLAY.chances(state, Retreat("ge", FOE, at("C3"))).reasons
    assert done(state, Retreat("ge", FOE, at("C3"))).unit(FOE).at == at("C3"), "and no die is thrown"


@proves("LHY-13.6.3.4")
def test_13_6_3_4_no_retreat_enters_mortar_fire_with_its_last_hex() -> None:
    # A carrier between forests: behind the shelled hex there is nowhere to drive.
    forest = board("\n".join(["f f f f f"] * 2 + ["f f . f f", "f f . f f"] + ["f f f f f"] * 4))
    carrier = unit("ge.sdkfz10.1", "C4")
    state = driven_back(shelled="C3", ground=forest, retreats=carrier)
    assert not ways(state)
    assert done(state, Pass("ge")).unit(carrier.id).at is None, "no way out at all: it is lost"
    assert ways(driven_back(ground=forest, retreats=carrier)) == {"C3"}


@proves("LHY-13.6.3.4", "LHY-13.6.3.6")
@pytest.mark.parametrize(
    ("who", "stays"),
    [
        (unit("ge.pak40.3", "C4"), True), (unit("ge.fp.1", "C4"), True), (unit("ge.stug.1", "C4", SHOCKED), True),
        (unit("ge.stug.1", "C4"), False), (unit(FOE, "C4"), False),
    ],
)  # fmt: skip
def test_13_6_3_guns_fps_and_shocked_vehicles_do_not_retreat(who: Unit, stays: bool) -> None:
    assert is_stuck(who) is stays


@proves("LHY-13.6.3.6")
def test_13_6_3_6_with_enemies_all_round_they_break_out_and_check() -> None:
    state = driven_back(*AROUND)
    assert ways(state) == set(AROUND)
    state = done(state, Retreat("ge", FOE, at("C3")))
    assert "goes on" in refusal(state, Pass("ge")), "nobody stops among the enemy"
    assert ways(state) == {"B2", "C2", "D2"}
    state = done(state, Retreat("ge", FOE, at("C2")))
    # One die because it came next to steady enemies, one for the breakout.
    for dice, disrupted in (((1, 6), False), ((1, 7), True)):
        assert done(state, Pass("ge"), *dice).unit(FOE).has(DISRUPTED) is disrupted


@proves("LHY-13.6.3.6")
def test_13_6_3_6_a_disrupted_unit_checks_for_a_step_and_vehicles_do_not_check() -> None:
    shaken = driven_back(*AROUND, retreats=unit("ge.1kp.1.section.a", "C4", DISRUPTED))
    for label in ("C3", "C2"):
        shaken = done(shaken, Retreat("ge", "ge.1kp.1.section.a", at(label)))
    assert done(shaken, Pass("ge"), 10).unit("ge.1kp.1.section.a").at is None
    tank = driven_back(*AROUND, retreats=unit("ge.pz4.2.1", "C4"))
    for label in ("C3", "C2"):
        tank = done(tank, Retreat("ge", "ge.pz4.2.1", at(label)))
    assert done(tank, Pass("ge")).unit("ge.pz4.2.1").at == at("C2")


@proves("LHY-13.6.3.6", "LHY-13.6.3.4")
def test_13_6_3_6_men_retreat_through_mortar_fire_rather_than_enemies_and_through_neither_once_far_enough() -> (
    None
):
    assert ways(driven_back(*AROUND[1:], shelled="C3")) == {"C3"}
    ringed = driven_back("B3", "D3", "B4", "D4", "C5", "B2", "D2", "C2", least=1)
    ringed = done(ringed, Retreat("ge", FOE, at("C3")))
    assert not ways(ringed)
    assert not refusal(ringed, Pass("ge"))


@proves("LHY-13.6.3.1")
def test_13_6_3_1_one_hex_over_a_wall_is_enough() -> None:
    walled = open_ground(8, 10, walls="C3-C4")
    over = done(driven_back(ground=walled), Retreat("ge", FOE, at("C3")))
    assert not refusal(over, Pass("ge"))
    beside = done(driven_back(ground=walled), Retreat("ge", FOE, at("D3")))
    assert "goes on" in refusal(beside, Pass("ge"))
    far = done(driven_back(ground=walled, least=4), Retreat("ge", FOE, at("C3")))
    assert "goes on" in refusal(far, Pass("ge")), "four hexes are four"


@proves("LHY-17.9.2b.1")
def test_17_9_2b_a_retreat_into_hidden_enemies_reveals_them_and_goes_another_way() -> None:
    state = driven_back(more=(unit(SQUAD, "C3", HIDDEN),))
    state = done(state, Retreat("ge", FOE, at("C3")))
    assert state.unit(SQUAD).conditions == frozenset({CONCEALED})
    assert state.unit(FOE).at == at("C4")
    assert ways(state) == {"B3", "D3"}


@proves("LHY-17.8.2b", "LHY-17.9.2.0b")
@pytest.mark.parametrize("more", [(), (unit(SQUAD, "C3", HIDDEN),)])
def test_17_8_2b_hidden_dummies_that_a_retreat_meets_are_removed(more: tuple[Unit, ...]) -> None:
    """Dummies alone bar no way; with a squad in the hex the squad does."""
    dummy = unit("us.dummy.1", "C3", HIDDEN)
    state = done(driven_back(more=(dummy, *more)), Retreat("ge", FOE, at("C3")))
    assert state.unit(dummy.id).at is None
    assert state.unit(FOE).at == at("C4" if more else "C3")


@proves("LHY-13.6.3.3", "LHY-13.6.3.3.enemies")
def test_13_6_3_3_a_vehicle_retreats_in_any_direction_even_past_the_enemy() -> None:
    """Americans in C2 are next to C3, B3 and D3: men go there only if no hex is better, an assault gun goes anywhere."""
    assert ways(driven_back("C2", retreats=unit("ge.stug.1", "C4"))) == {*AROUND}
    assert ways(driven_back("C2")) < {*AROUND}
