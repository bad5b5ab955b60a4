"""The hex moved with fire, chapters 10.4 and 11.5.2: mortar fire, mines, wire and rivers apply as in any maneuver."""

from dataclasses import replace
from fractions import Fraction

import pytest

from rules.game.state import GameState
from rules.game.units import Marker
from rules.last_hundred_yards.book.conditions import (
    DISRUPTED,
    HIDDEN,
    IN_MOTION,
    REGROUPING,
    SHOCKED,
    STOPPED,
)
from rules.last_hundred_yards.declarations.fire.anti_tank import FireAntiTank
from rules.last_hundred_yards.declarations.fire.small_arms import FireSmallArms
from rules.last_hundred_yards.declarations.maneuver.maneuver import Maneuver
from rules.last_hundred_yards.declarations.maneuver.vehicle_motion import EndManeuver
from rules.last_hundred_yards.declarations.turn.activation import CallForReaction
from rules.last_hundred_yards.declarations.withdrawal import Withdraw
from rules.last_hundred_yards.play.play import PLAY
from rules.last_hundred_yards.state.markers import FireKind, FireMarker
from tests.drawing import open_ground
from tests.proving import proves
from tests.rules.last_hundred_yards.playing import activated, at, course, done, legal, refusal, unit

SQUAD, LEADER, TANK, FOE = "us.able.1.squad.1", "us.able.1.leader", "us.able-tank.1.1", "ge.1kp.1.squad.1"
LATW, STUG, HIDDEN_FOE = "us.latw.1", "ge.stug.1", "ge.1kp.1.squad.2"
WOOD = open_ground(5, 12, {"C11": "w"})
BAZOOKA = FireAntiTank("us", LATW, (STUG,), to=at("C11"))
SHELLS = FireMarker(1, FireKind.MDRM, at("C12"), 0, tubes=0)


def bazooka(*marks: Marker, shelled: bool = False) -> GameState:
    """A bazooka team in C12, a wood before it, and a StuG two hexes behind the wood."""
    units = [unit(SQUAD, "B12"), unit(LEADER, "B12"), unit(LATW, "C12"), unit(STUG, "C9")]
    fires = [SHELLS] if shelled else []
    return activated(*units, ground=WOOD, far=(unit("ge.1kp.2.leader", "E1"),), fires=fires, markers=marks)


def tank(*marks: Marker, motion: bool) -> GameState:
    """A tank in C6, halted or in motion, and a German squad in C3."""
    sherman = unit(TANK, "C6", *([IN_MOTION] if motion else []))
    return activated(sherman, unit(FOE, "C3"), platoon="able-tank.1", markers=marks)


def fired_kinds(state: GameState) -> list[FireKind]:
    return [fire.kind for fire in course(state).fires if fire.kind is not FireKind.MDRM]


@proves("LHY-13.6.6.3", "LHY-11.5.2.1")
@pytest.mark.parametrize(("condition", "may"), [((), True), ((REGROUPING,), False)])
def test_13_6_6_a_regrouping_latw_does_not_move_to_fire(condition: tuple[str, ...], may: bool) -> None:
    units = [unit(SQUAD, "B12"), unit(LEADER, "B12"), unit(LATW, "C12", *condition), unit(STUG, "C10")]
    state = activated(*units, ground=WOOD, far=(unit("ge.1kp.2.leader", "E1"),))
    assert (BAZOOKA in legal(state, FireAntiTank)) is may
    assert may or "is regrouping: it may recover, withdraw or fire next to it" in refusal(state, BAZOOKA)


@proves("LHY-13.6.6.3.fire")
@pytest.mark.parametrize(("condition", "may"), [((), True), ((REGROUPING,), False)])
@pytest.mark.parametrize("who", [LATW, "us.gun57.1", SQUAD])
def test_13_6_6_regrouping_units_make_no_anti_tank_fire_even_at_an_adjacent_hex(
    who: str, condition: tuple[str, ...], may: bool
) -> None:
    carrier = "ge.spw251.1"
    state = activated(
        unit(who, "C6", *condition), unit(LEADER, "B6"), unit("us.able.1.squad.2", "C6"), unit(carrier, "C5")
    )
    fire = FireAntiTank("us", who, (carrier,))
    assert (fire in legal(state, FireAntiTank)) is may
    assert may or "is regrouping and may only fire small arms at adjacent hexes (LHY 13.6.6" in refusal(
        state, fire
    )


@proves("LHY-11.4.8e", "LHY-11.5.2.1")
def test_11_4_8e_a_latw_leaves_mortar_fire_and_fires_if_it_is_unharmed() -> None:
    state = done(bazooka(shelled=True), BAZOOKA, 1)
    assert (state.unit(LATW).at, fired_kinds(state)) == (at("C11"), [FireKind.ATDRM])


@proves("LHY-11.4.8e")
def test_11_4_8e_a_latw_disrupted_as_it_leaves_does_not_fire_and_withdraws() -> None:
    state = done(bazooka(shelled=True), BAZOOKA, 9)
    assert state.unit(LATW).has(DISRUPTED)
    assert (state.unit(LATW).at, fired_kinds(state)) == (at("C12"), [])
    assert LATW in course(state).acted
    assert {one.units for one in legal(state, Withdraw)} == {(LATW,)}


@proves("LHY-11.4.8e")
def test_11_4_8e_a_latw_lost_as_it_leaves_does_not_fire() -> None:
    state = done(bazooka(shelled=True), BAZOOKA, 10)
    assert (state.unit(LATW).at, fired_kinds(state), course(state).moving) == (None, [], None)


@proves("LHY-11.0.2", "LHY-11.5.2.1")
def test_11_5_2_a_latw_fires_at_targets_in_sight_of_the_hex_it_moves_to() -> None:
    units = [unit(SQUAD, "B12"), unit(LEADER, "B12"), unit(LATW, "C12"), unit(STUG, "C10")]
    state = activated(*units, ground=WOOD, far=(unit("ge.1kp.2.leader", "E1"),))
    assert "no LOS to C10" in refusal(state, replace(BAZOOKA, to=None)), "the wood of C11 lies between"
    assert fired_kinds(done(state, BAZOOKA)) == [FireKind.ATDRM]


@proves("LHY-11.3.3c", "LHY-11.3.3d", "LHY-8.3e")
@pytest.mark.parametrize(("start", "comes", "value"), [("C8", True, 2), ("C7", False, 1)])
def test_11_3_3c_a_latw_that_goes_a_hex_to_fire_has_maneuvered(start: str, comes: bool, value: int) -> None:
    """An adjacent squad reacts: SAV 1, and 1 more if its target came there."""
    units = unit(SQUAD, "C7"), unit(LEADER, "E10"), unit(LATW, start), unit(STUG, "C5"), unit(FOE, "D6")
    fire = FireAntiTank("us", LATW, (STUG,), to=at("C7") if comes else None)
    state = done(activated(*units), fire, CallForReaction("us"))
    after = done(state, FireSmallArms("ge", FOE, (at("C7"),)))
    assert course(after).fires[-1].value == value


@proves("LHY-16.1.2a.1")
@pytest.mark.parametrize(("die", "fires"), [(5, True), (6, False)])
def test_16_1_2_a_latw_comes_out_of_mines_to_fire_on_5(die: int, fires: bool) -> None:
    state = done(bazooka(Marker("mines", at("C12"))), BAZOOKA, die)
    assert bool(fired_kinds(state)) is fires
    assert (state.unit(LATW).at == at("C11")) is fires
    assert LATW in course(state).acted


@proves("LHY-11.4.8e", "LHY-16.1.2a.1")
def test_11_4_8e_a_latw_held_by_mines_withdraws_only_if_mortar_fire_disrupted_it() -> None:
    mined = bazooka(Marker("mines", at("C12")), shelled=True)
    held = done(mined, BAZOOKA, 1, 6)
    assert (held.unit(LATW).at, held.unit(LATW).has(DISRUPTED)) == (at("C12"), False)
    assert (LATW,) not in {one.units for one in legal(held, Withdraw)}
    assert {one.units for one in legal(done(mined, BAZOOKA, 9), Withdraw)} == {(LATW,)}


@proves("LHY-16.1.0b.2", "LHY-16.2a.2")
@pytest.mark.parametrize("kind", ["mines", "wire"])
def test_16_a_latw_does_not_move_into_mines_or_wire_to_fire_when_active(kind: str) -> None:
    assert "in mines or wire" in refusal(bazooka(Marker(kind, at("C11"))), BAZOOKA)


@proves("LHY-16.1.1.1", "LHY-16.2a")
@pytest.mark.parametrize(("kind", "dice"), [("mines", (9,)), ("wire", ())])
def test_16_a_latw_moves_into_mines_or_wire_and_fires_in_reaction(kind: str, dice: tuple[int, ...]) -> None:
    team = FireAntiTank("ge", "ge.latw.1", (TANK,), to=at("C2"))
    units = [unit(TANK, "C5", IN_MOTION), unit("ge.latw.1", "C1"), unit(FOE, "C2")]
    state = activated(*units, platoon="able-tank.1", markers=[Marker(kind, at("C2"))])
    state = done(state, Maneuver("us", TANK, at("C4")), EndManeuver("us"))
    after = done(state, CallForReaction("us"), team, *dice)
    assert (after.unit("ge.latw.1").at, fired_kinds(after)) == (at("C2"), [FireKind.ATDRM])


@proves("LHY-16.1.1b.1", "LHY-10.4.3")
@pytest.mark.parametrize(("die", "fires"), [(8, True), (9, False)])
def test_16_1_1b_a_tank_that_halts_among_mines_fires_unless_they_shock_it(die: int, fires: bool) -> None:
    action = FireSmallArms("us", TANK, (at("C3"),), "halt_and_fire", at("C5"))
    state = done(tank(Marker("mines", at("C5")), motion=True), action, die)
    assert state.unit(TANK).at == at("C5")
    assert (state.unit(TANK).has(STOPPED), bool(fired_kinds(state))) == (fires, fires)
    assert (state.unit(TANK).has(SHOCKED), state.unit(TANK).has(IN_MOTION)) == (not fires, False)


@proves("LHY-16.2b.2", "LHY-10.4.3")
def test_16_2b_a_tank_shocked_in_the_wire_neither_moves_nor_fires() -> None:
    action = FireSmallArms("us", TANK, (at("C3"),), "halt_and_fire", at("C5"))
    wired = tank(Marker("wire", at("C6")), motion=True)
    state = done(wired, action, 10)
    assert (state.unit(TANK).at, state.unit(TANK).has(SHOCKED), fired_kinds(state)) == (at("C6"), True, [])
    free = done(wired, action, 9)
    assert (free.unit(TANK).at, fired_kinds(free)) == (at("C5"), [FireKind.SADRM])
    assert not list(free.markers_at(at("C6"), "wire"))


@proves("LHY-10.4.3")
@pytest.mark.parametrize(
    ("motion", "to", "hexes"),
    [("shoot_and_scoot", "C7", ("C6", "C7")), ("halt_and_fire", "C5", ("C5", "C5"))],
)
def test_10_4_3_the_hex_moved_to_fire_counts_as_entered_for_reactions(
    motion: str, to: str, hexes: tuple[str, ...]
) -> None:
    state = tank(motion=motion == "halt_and_fire")
    state = done(state, FireSmallArms("us", TANK, (at("C3"),), motion, at(to)), CallForReaction("us"))
    assert [deed.hexes for deed in course(state).deeds] == [tuple(map(at, hexes))]


@proves("LHY-11.5.2.1", "LHY-10.4.3")
def test_10_4_3_a_hex_off_the_map_is_not_moved_to_with_fire() -> None:
    off = replace(BAZOOKA, to=at("C13"))
    assert refusal(bazooka(), off) == "C13 is not next to C12 (LHY 10.0)"
    shot = FireSmallArms("us", TANK, (at("C3"),), "halt_and_fire", at("C11"))
    assert refusal(tank(motion=True), shot) == "C11 is not next to C6 (LHY 10.0)"


@proves("LHY-16.1.1b.1", "LHY-10.4.2")
@pytest.mark.parametrize(("die", "shocked"), [(8, False), (9, True)])
def test_16_1_1b_shoot_and_scoot_into_mines_comes_after_the_fire(die: int, shocked: bool) -> None:
    action = FireSmallArms("us", TANK, (at("C3"),), "shoot_and_scoot", at("C7"))
    state = done(tank(Marker("mines", at("C7")), motion=False), action, die)
    assert (state.unit(TANK).at, fired_kinds(state)) == (at("C7"), [FireKind.SADRM])
    assert state.unit(TANK).has(SHOCKED) is shocked
    assert state.unit(TANK).has(IN_MOTION) is not shocked


@proves("LHY-16.2b.2", "LHY-10.4.2")
def test_16_2b_shoot_and_scoot_out_of_wire() -> None:
    action = FireSmallArms("us", TANK, (at("C3"),), "shoot_and_scoot", at("C7"))
    state = done(tank(Marker("wire", at("C6")), motion=False), action, 10)
    assert (state.unit(TANK).at, state.unit(TANK).has(SHOCKED)) == (at("C6"), True)
    assert fired_kinds(state) == [FireKind.SADRM]


@proves("LHY-0.6")
def test_0_6_the_odds_of_fire_include_the_dice_of_the_hex_moved_first() -> None:
    # A way out of the mines on 5 or less comes before the die of the fire.
    calm, mined = bazooka(), bazooka(Marker("mines", at("C12")))
    plain, odds = PLAY.chances(calm, BAZOOKA).odds, PLAY.chances(mined, BAZOOKA).odds
    assert plain is not None
    assert odds is not None
    assert odds.of("no effect") == Fraction(1, 2)
    came = "us.latw.1 in C11"
    for words, chance in plain.chances.items():
        assert odds.of(came if words == "no effect" else f"{came}; {words}") == chance / 2


@proves("LHY-0.6")
def test_0_6_the_dice_of_shoot_and_scoot_are_told_beside_its_fire() -> None:
    action = FireSmallArms("us", TANK, (at("C3"),), "shoot_and_scoot", at("C7"))
    calm = PLAY.chances(tank(motion=False), action)
    mined = PLAY.chances(tank(Marker("mines", at("C7")), motion=False), action)
    assert calm.odds is not None
    assert mined.odds is not None
    # The mines shock the tank on 9 and 10, whatever the result of its fire.
    for fate in ("disrupted", "loses a step"):
        struck = calm.odds.of(f"ge.1kp.1.squad.1 {fate}")
        assert struck > 0
        told = [chance for words, chance in mined.odds.chances.items() if f"ge.1kp.1.squad.1 {fate}" in words]
        both = [
            chance
            for words, chance in mined.odds.chances.items()
            if f"ge.1kp.1.squad.1 {fate}" in words and f"{TANK} shocked" in words
        ]
        assert (sum(told), sum(both)) == (struck, struck * Fraction(2, 10))
    assert "mines in C7 (LHY 16.1" in str(mined)


@proves("LHY-17.9.2b.2", "LHY-10.4.3")
def test_10_4_3_a_tank_put_back_by_hidden_enemies_as_it_halts_to_fire_waits_to_assault_them() -> None:
    sherman = unit(TANK, "C6", IN_MOTION)
    state = activated(sherman, unit(FOE, "C3"), unit(HIDDEN_FOE, "C5", HIDDEN), platoon="able-tank.1")
    state = done(state, FireSmallArms("us", TANK, (at("C3"),), "halt_and_fire", at("C5")))
    assert not fired_kinds(state), "it fires no more"
    assert [(arrow.unit, arrow.into) for arrow in course(state).arrows] == [(TANK, at("C5"))]
    assert state.unit(TANK).at == at("C6")
    assert state.unit(TANK).has(IN_MOTION)


@proves("LHY-17.9.2b.2", "LHY-17.9.2b.3", "LHY-T-VMM")
@pytest.mark.parametrize(
    ("fire", "waits"),
    [
        (FireAntiTank("us", TANK, (STUG,), "shoot_and_scoot", at("C5")), True),
        (FireSmallArms("us", TANK, (at("C3"),), "shoot_and_scoot", at("C5")), False),
    ],
)
def test_10_4_2_a_tank_that_scoots_into_hidden_enemies_waits_to_assault_them_after_anti_tank_fire(
    fire: FireAntiTank | FireSmallArms, waits: bool
) -> None:
    """A mortar marker elsewhere is not a marker of the tank's own fire."""
    units = (unit(TANK, "C6"), unit(FOE, "C3"), unit(STUG, "D3"), unit(HIDDEN_FOE, "C5", HIDDEN))
    elsewhere = [replace(SHELLS, at=at("H8"))]
    state = done(activated(*units, platoon="able-tank.1", fires=elsewhere), fire)
    assert len(fired_kinds(state)) == 1
    assert bool(course(state).arrows) is waits
