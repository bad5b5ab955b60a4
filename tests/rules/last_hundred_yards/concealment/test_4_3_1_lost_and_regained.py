"""4.3.1 and 4.3.2: how concealment is lost, and regained."""

import pytest

from rules.game.chance.dice import ScriptedDice
from rules.game.state import GameState
from rules.game.units import Marker
from rules.last_hundred_yards.book.conditions import (
    CONCEALED,
    DISRUPTED,
    HEROIC,
    HIDDEN,
    IN_MOTION,
    REGROUPING,
    SHOCKED,
)
from rules.last_hundred_yards.declarations.fire.small_arms import FireSmallArms
from rules.last_hundred_yards.declarations.maneuver.maneuver import Maneuver
from rules.last_hundred_yards.declarations.turn.clean_up import LapseTime
from rules.last_hundred_yards.declarations.turn.initiative import RollInitiative
from rules.last_hundred_yards.effects.concealment import conceal_unseen
from rules.last_hundred_yards.play.play import PLAY
from rules.last_hundred_yards.questions.terrain.cover import is_open
from rules.last_hundred_yards.state.events.assault_events import AssaultEntered
from rules.last_hundred_yards.state.events.fire_events import FirePlaced
from rules.last_hundred_yards.state.events.order_events import PhaseBegan
from rules.last_hundred_yards.state.markers import FireKind, FireMarker
from rules.last_hundred_yards.state.progress import Phase
from tests.drawing import board, open_ground
from tests.proving import proves
from tests.rules.last_hundred_yards.concealment.unseen import FAR_FIELD, WOODS, activated_unseen
from tests.rules.last_hundred_yards.playing import activated, at, course, done, opened, position_seen_by, unit

SQUAD, LEADER, TANK, FOE = "us.able.1.squad.1", "us.able.1.leader", "us.able-tank.1.1", "ge.1kp.1.squad.1"


@proves("LHY-4.3.1.1b", "LHY-4.3.1.2c")
@pytest.mark.parametrize(("who", "platoon", "kept"), [(SQUAD, "able.1", False), (TANK, "able-tank.1", True)])
def test_4_3_1_hidden_enemies_remove_concealment_of_men_in_cover_but_of_no_vehicle(
    who: str, platoon: str, kept: bool
) -> None:
    """A hidden gun two hexes away over open ground; this does not reveal the gun."""
    belt = open_ground(5, 6, {"A3": "w", "B3": "w", "C3": "w", "D3": "w", "E3": "w"})
    leader = unit("us.able.1.leader", "A6")
    gun = unit("ge.pak40.3", "C1", HIDDEN)
    state = activated(unit(who, "C4", CONCEALED), leader, gun, ground=belt, platoon=platoon, far=())
    after = done(state, Maneuver("us", who, at("C3")))
    assert after.unit(who).has(CONCEALED) is kept


@proves("LHY-4.3.1.3")
@pytest.mark.parametrize(("shelled", "kept"), [(False, False), (True, True)])
def test_4_3_1_3_an_enemy_under_mortar_fire_removes_no_concealment(shelled: bool, kept: bool) -> None:
    fires = [FireMarker(1, FireKind.MDRM, at("C1"), 0, tubes=1)] if shelled else []
    units = [unit(SQUAD, "C7", CONCEALED), unit(LEADER, "A10"), unit(FOE, "C1")]
    state = activated(*units, fires=fires, far=(unit("us.able.3.leader", "H10"),))
    assert done(state, Maneuver("us", SQUAD, at("C6"))).unit(SQUAD).has(CONCEALED) is kept


def concealed_after(state: GameState, mover: str, to: str) -> bool:
    return done(state, Maneuver("us", mover, at(to))).unit(mover).has(CONCEALED)


@proves("LHY-4.3.1.0.2", "LHY-4.3.1.1a", "LHY-4.3.1.0.3")
@pytest.mark.parametrize(("foe_at", "kept"), [("C3", False), ("C2", True)])
def test_4_3_1_1a_men_in_the_open_lose_concealment_within_8_hexes(foe_at: str, kept: bool) -> None:
    state = activated_unseen(unit(SQUAD, "C12", CONCEALED), unit(LEADER, "A14"), unit(FOE, foe_at))
    assert concealed_after(state, SQUAD, "C11") is kept


@proves("LHY-4.3.1.1a")
@pytest.mark.parametrize("condition", [DISRUPTED, SHOCKED])
def test_4_3_1_1a_disrupted_and_shocked_enemies_remove_no_concealment(condition: str) -> None:
    state = activated_unseen(unit(SQUAD, "C12", CONCEALED), unit(LEADER, "A14"), unit(FOE, "C8", condition))
    assert concealed_after(state, SQUAD, "C11")


@proves("LHY-4.3.1.1b")
@pytest.mark.parametrize(("foe_at", "kept"), [("C4", False), ("C3", True)])
def test_4_3_1_1b_men_in_cover_lose_concealment_within_3_hexes(foe_at: str, kept: bool) -> None:
    state = activated_unseen(
        unit(SQUAD, "C8", CONCEALED), unit(LEADER, "A14"), unit(FOE, foe_at), ground=WOODS
    )
    assert concealed_after(state, SQUAD, "C7") is kept


@proves("LHY-4.3.1.1b", "LHY-4.3.1b.later")
@pytest.mark.parametrize(
    ("edition", "foe_at", "kept"),
    [("2019", "C5", False), ("2019", "C4", True), ("series-3.1", "C6", False), ("series-3.1", "C5", True)],
)
def test_4_3_1_1b_latws_in_cover_lose_concealment_within_2_hexes_in_2019_and_1_later(
    edition: str, foe_at: str, kept: bool
) -> None:
    units = [unit("us.latw.1", "C8", CONCEALED), unit(SQUAD, "C8"), unit(LEADER, "C8"), unit(FOE, foe_at)]
    assert concealed_after(activated_unseen(*units, ground=WOODS, edition=edition), "us.latw.1", "C7") is kept


@proves("LHY-4.3.1.1b")
def test_4_3_1_1b_even_a_hidden_enemy_removes_concealment_in_cover() -> None:
    state = activated_unseen(
        unit(SQUAD, "C8", CONCEALED), unit(LEADER, "A14"), unit(FOE, "C5", HIDDEN), ground=WOODS
    )
    assert not concealed_after(state, SQUAD, "C7")


@proves("LHY-4.3.1.2b", "LHY-4.3.1.2c", "LHY-4.0b.2b")
def test_4_3_1_2_vehicles_are_seen_at_any_range_in_the_open_and_at_8_in_cover() -> None:
    tank = "us.able-tank.1.1"
    in_open = activated_unseen(
        unit(tank, "C14", CONCEALED, IN_MOTION), unit(FOE, "C1"), platoon="able-tank.1"
    )
    assert not concealed_after(in_open, tank, "C13")


@proves("LHY-4.3.1.2a")
@pytest.mark.parametrize(("tank_at", "kept"), [("C1", False), ("E1", True)])
def test_4_3_1_2a_a_vehicle_in_the_open_is_seen_by_an_enemy_maneuvering_within_10_hexes(
    tank_at: str, kept: bool
) -> None:
    state = activated_unseen(unit(SQUAD, "C12"), unit(LEADER, "A14"), unit("ge.stug.1", tank_at, CONCEALED))
    assert done(state, Maneuver("us", SQUAD, at("C11"))).unit("ge.stug.1").has(CONCEALED) is kept


@proves("LHY-4.3.1.2a")
def test_4_3_1_2a_a_dummy_sees_no_vehicle() -> None:
    state = activated_unseen(
        unit("us.dummy.1", "C12", CONCEALED), unit(LEADER, "A14"), unit("ge.stug.1", "C1", CONCEALED)
    )
    after = done(state, Maneuver("us", "us.dummy.1", at("C11")))
    assert after.unit("us.dummy.1").at == at("C11")
    assert after.unit("ge.stug.1").has(CONCEALED)


@proves("LHY-4.3.1.3")
def test_4_3_1_3_smoke_on_the_line_prevents_loss_of_concealment() -> None:
    smoke = (Marker("smoke", at("C9")),)
    state = activated_unseen(
        unit(SQUAD, "C12", CONCEALED), unit(LEADER, "A14"), unit(FOE, "C6"), markers=smoke
    )
    assert concealed_after(state, SQUAD, "C11")


@proves("LHY-4.3.1.1a", "LHY-4.3.1b.later")
def test_4_3_1_1_firing_from_the_open_is_seen() -> None:
    state = activated_unseen(unit(SQUAD, "C12", CONCEALED), unit(LEADER, "A14"), unit(FOE, "C6"))
    assert not done(state, FireSmallArms("us", SQUAD, (at("C6"),))).unit(SQUAD).has(CONCEALED)


@proves("LHY-4.3.2", "LHY-5.0.VII.4")
def test_4_3_2_unseen_units_are_concealed_in_clean_up() -> None:
    hill = board("\n".join([". . . . . . ."] * 3 + ["h3 h3 h3 h3 h3 h3 h3"] + [". . . . . . ."] * 3))
    units = [unit(SQUAD, "B7"), unit("us.mg.1", "C7", DISRUPTED), unit("us.mg.2", "C7", REGROUPING)]
    units += [unit("us.able.1.squad.2", "C7", HEROIC), unit(FOE, "B1"), unit("us.mg.3", "D4")]
    state = opened(hill, units)
    resolution = PLAY.resolution(state, ScriptedDice([]))
    conceal_unseen(resolution)
    after = resolution.state
    assert [one.id for one in after.units.values() if one.has(CONCEALED)] == [SQUAD]


@proves("LHY-4.3.2", "LHY-11.4.8a")
@pytest.mark.parametrize(
    ("watcher", "primary", "concealed"),
    [(FOE, True, True), (FOE, False, False), ("ge.stug.1", True, False), ("ge.fp.1", True, False)],
)
def test_4_3_2_men_under_extended_mortar_fire_see_no_unit_in_clean_up(
    watcher: str, primary: bool, concealed: bool
) -> None:
    """The markers of the next turn are already there; AFVs and fortified positions see out of them."""
    state = FirePlaced(FireMarker(1, FireKind.MDRM, at("C5"), 0, primary=primary)).on(
        opened(FAR_FIELD, [unit(SQUAD, "C12"), unit(watcher, "C5")])
    )
    resolution = PLAY.resolution(state, ScriptedDice([]))
    conceal_unseen(resolution)
    assert resolution.state.unit(SQUAD).has(CONCEALED) is concealed


@proves("LHY-4.3.2", "LHY-5.0.VII.4")
@pytest.mark.parametrize(("letter", "concealed"), [("f", True), (".", False)])
def test_4_3_2_at_the_end_of_a_turn_unseen_units_become_concealed(letter: str, concealed: bool) -> None:
    """Two squads with a belt of forest between them, or none."""
    rows = [". . . ."] * 3 + [" ".join(letter * 4)] * 2 + [". . . ."] * 3
    state = opened(board("\n".join(rows)), [unit(SQUAD, "C8"), unit(FOE, "C1")])
    state = PhaseBegan(Phase.TIME).on(done(state, RollInitiative("us"), 9, 2))
    state = done(state, LapseTime("us"), 5)
    assert (course(state).turn, state.unit(SQUAD).has(CONCEALED)) == (2, concealed)


@proves("LHY-13.3.1a", "LHY-4.3.2")
def test_13_3_1a_men_without_los_out_of_their_hex_see_enemies_in_it() -> None:
    """So neither becomes concealed in Clean Up, if the assault continues."""
    men = [unit(FOE, "C7"), unit(SQUAD, "C7"), unit(LEADER, "A14")]
    state = AssaultEntered(SQUAD, "us", at("C7"), at("C8")).on(opened(FAR_FIELD, men))
    resolution = PLAY.resolution(state, ScriptedDice([]))
    conceal_unseen(resolution)
    assert [one.id for one in resolution.state.units.values() if one.has(CONCEALED)] == [LEADER]


@proves("LHY-4.3.1c.later", "LHY-11.4.8e")
@pytest.mark.parametrize(("die", "kept"), [(5, True), (6, False)])
def test_4_3_1c_a_unit_leaving_mortar_fire_loses_concealment_if_the_result_equals_its_cohesion(
    die: int, kept: bool
) -> None:
    fire = FireMarker(1, FireKind.MDRM, at("C13"), 0, tubes=0)
    state = activated_unseen(unit(SQUAD, "C13", CONCEALED), unit(LEADER, "A14"), fires=(fire,))
    after = done(state, Maneuver("us", SQUAD, at("C12")), die)
    assert after.unit(SQUAD).at == at("C12")
    assert after.unit(SQUAD).has(CONCEALED) is kept


@proves("LHY-4.3.1.2d")
def test_4_3_1_2d_a_vehicle_is_seen_by_an_enemy_next_to_it_even_in_cover() -> None:
    state = activated_unseen(
        unit(SQUAD, "C9"), unit(LEADER, "A14"), unit("ge.stug.1", "C7", CONCEALED), ground=WOODS
    )
    assert not done(state, Maneuver("us", SQUAD, at("C8"))).unit("ge.stug.1").has(CONCEALED)


@proves("LHY-4.3.1.2c", "LHY-4.0b.2b")
def test_4_3_1_2c_a_vehicle_that_fires_from_woods_is_seen_within_8_hexes() -> None:
    far = open_ground(7, 14, {"C12": "w"})
    for foe_at, kept in (("C4", False), ("C3", True)):
        state = activated_unseen(
            unit("us.able-tank.1.1", "C12", CONCEALED), unit(FOE, foe_at), ground=far, platoon="able-tank.1"
        )
        assert (
            done(state, FireSmallArms("us", "us.able-tank.1.1", (at(foe_at),)))
            .unit("us.able-tank.1.1")
            .has(CONCEALED)
            is kept
        )


@proves("LHY-4.0b.ip", "LHY-4.3.1.1b")
def test_4_0b_an_improved_position_is_cover_for_concealment() -> None:
    dug_in = (Marker("improved_position", at("C11")),)
    state = activated_unseen(
        unit(SQUAD, "C12", CONCEALED), unit(LEADER, "A14"), unit(FOE, "C6"), markers=dug_in
    )
    assert concealed_after(state, SQUAD, "C11")


@proves("LHY-4.3.1b.later")
@pytest.mark.parametrize(("edition", "kept"), [("2019", False), ("series-3.1", True)])
def test_4_3_1b_firing_from_cover_is_seen_at_3_hexes_in_2019_and_2_later(edition: str, kept: bool) -> None:
    state = activated_unseen(
        unit(SQUAD, "C7", CONCEALED), unit(LEADER, "A14"), unit(FOE, "C4"), ground=WOODS, edition=edition
    )
    assert done(state, FireSmallArms("us", SQUAD, (at("C4"),))).unit(SQUAD).has(CONCEALED) is kept


@proves("LHY-4.0a.later", "LHY-4.0a.1")
def test_4_0a_hills_walls_and_positions_do_not_make_a_hex_less_open() -> None:
    mixed = board(". h1 w s\n. . f u", walls="A1-A2")
    position = position_seen_by(opened(mixed, [unit(SQUAD, "A1"), unit(FOE, "B2")]), "us")
    assert [is_open(position, at(label)) for label in ("A1", "B1", "C1", "D1", "C2", "D2")] == [
        True,
        True,
        False,
        False,
        False,
        False,
    ]
