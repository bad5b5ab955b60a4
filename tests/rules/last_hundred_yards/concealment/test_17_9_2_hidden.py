"""17.9.2: men and vehicles that move into hidden enemies."""

from collections.abc import Iterable
from typing import Any

import pytest

from rules.game.chance.dice import ScriptedDice
from rules.game.state import GameState
from rules.game.units import Unit
from rules.ground.hex.board import HexBoard
from rules.ground.hex.hexes import Hex
from rules.last_hundred_yards.book.conditions import CONCEALED, HIDDEN, IN_MOTION, REGROUPING
from rules.last_hundred_yards.declarations.assault.arrows import EnterAssault, Feint
from rules.last_hundred_yards.declarations.fire.anti_tank import FireAntiTank
from rules.last_hundred_yards.declarations.fire.small_arms import FireSmallArms
from rules.last_hundred_yards.declarations.maneuver.maneuver import Maneuver
from rules.last_hundred_yards.declarations.maneuver.vehicle_motion import EndManeuver
from rules.last_hundred_yards.declarations.recovery import Recover
from rules.last_hundred_yards.declarations.turn.activation import Activate, CallForReaction
from rules.last_hundred_yards.declarations.turn.initiative import RollInitiative
from rules.last_hundred_yards.declarations.withdrawal import Withdraw
from rules.last_hundred_yards.effects.concealment import reveal_hidden
from rules.last_hundred_yards.effects.view import state_seen_by
from rules.last_hundred_yards.play.play import PLAY
from rules.last_hundred_yards.state.events.assault_events import AssaultEntered
from rules.last_hundred_yards.state.events.fire_events import FirePlaced
from rules.last_hundred_yards.state.markers import FireKind, FireMarker
from rules.last_hundred_yards.state.progress import Phase
from tests.drawing import open_ground
from tests.proving import proves
from tests.rules.last_hundred_yards.concealment.unseen import FAR_FIELD, WOODS, activated_unseen
from tests.rules.last_hundred_yards.playing import (
    FIELD,
    activated,
    at,
    course,
    done,
    legal,
    opened,
    recorded,
    refusal,
    unit,
)

SQUAD, SECOND, LEADER, TANK, FOE = (
    "us.able.1.squad.1",
    "us.able.1.squad.2",
    "us.able.1.leader",
    "us.able-tank.1.1",
    "ge.1kp.1.squad.1",
)
OPEN = open_ground(8, 8)
ROAD = open_ground(8, 8, roads="C8 C7 C6 C5 C4 C3 C2")


def walked_into(
    mover: str,
    path: str,
    *others: Unit,
    ground: HexBoard = OPEN,
    platoon: str = "able.1",
    foe: str = FOE,
    **options: Any,
) -> GameState:
    """The state after a unit moved along a path into a hidden enemy in the last hex."""
    start, *steps = path.split()
    conditions = (IN_MOTION,) if mover == TANK else ()
    units = [unit(mover, start, *conditions), unit(foe, steps[-1], HIDDEN), *others]
    state = activated(
        *units,
        ground=ground,
        platoon=platoon,
        far=(unit("ge.2kp.1.leader", "H1"), unit("us.able.3.leader", "H8")),
        **options,
    )
    for step in steps:
        state = done(state, Maneuver("us", mover, at(step)))
    return state


def arrows(state: GameState) -> list[tuple[str, Hex]]:
    return [(arrow.unit, arrow.into) for arrow in course(state).arrows]


@proves("LHY-17.9.2b.1", "LHY-17.9.2b.2")
@pytest.mark.parametrize("edition", ["2019", "series-3.1"])
@pytest.mark.parametrize("path", ["C8 C7", "C8 C7 C6", "C8 D7 C7"])
def test_17_9_2b_a_unit_put_back_by_hidden_enemies_must_assault_them_or_feint(
    path: str, edition: str
) -> None:
    state = walked_into(SQUAD, path, unit(LEADER, "A8"), edition=edition)
    *_, before, last = path.split()
    assert state.unit(SQUAD).at == at(before)
    assert state.unit(FOE).has(CONCEALED)
    assert course(state).moving is None
    assert arrows(state) == [(SQUAD, at(last))]
    for side in ("us", "ge", "us"):
        state = done(state, CallForReaction(side))
    choices = {type(action) for kind in (EnterAssault, Feint) for action in legal(state, kind)}
    assert choices == {EnterAssault, Feint}


@proves("LHY-17.9.2b.3")
@pytest.mark.parametrize(
    ("mover", "others"),
    [("us.mg.1", (unit(SQUAD, "A8"), unit(LEADER, "C8"))), (LEADER, (unit(SQUAD, "A8"),))],
    ids=["an MG", "a leader alone"],
)
def test_17_9_2b_a_unit_unable_to_assault_ends_its_action(mover: str, others: Iterable[Unit]) -> None:
    state = walked_into(mover, "C8 C7", *others)
    assert state.unit(mover).at == at("C8")
    assert course(state).moving is None
    assert not arrows(state)
    assert mover in course(state).acted


@proves("LHY-17.9.2b.1", "LHY-17.9.2b.2")
def test_17_9_2b_riders_dismount_a_tank_that_is_put_back_and_the_tank_assaults() -> None:
    aboard = {SQUAD: TANK}
    state = walked_into(TANK, "C8 C7", unit(SQUAD, "C8"), unit(LEADER, "A8"), aboard=aboard)
    assert state.unit(TANK).at == at("C8")
    assert not course(state).loads_of(TANK)
    assert arrows(state) == [(TANK, at("C7"))]


@proves("LHY-17.9.2b.1", "LHY-17.9.2b.3")
def test_17_9_2b_passengers_dismount_a_halftrack_that_is_put_back_and_a_gun_stays_in_tow() -> None:
    halftrack, gun = "us.m3.2", "us.gun57.1"
    state = walked_into(halftrack, "C8 C7", unit(SQUAD, "C8"), unit(LEADER, "A8"), aboard={SQUAD: halftrack})
    assert state.unit(halftrack).at == state.unit(SQUAD).at == at("C8")
    assert not course(state).loads_of(halftrack)
    assert not arrows(state), "without infantry it is not able to assault"
    towed = walked_into(
        halftrack, "C8 C7", unit(gun, "C8"), unit(SQUAD, "A7"), unit(LEADER, "A8"), aboard={gun: halftrack}
    )
    assert course(towed).loads_of(halftrack) == (gun,)


@proves("LHY-17.9.2b.1", "LHY-17.9.2b.4", "LHY-8.0b")
def test_17_9_2b_passengers_who_dismounted_are_fired_at_by_the_hidden_units_they_met() -> None:
    """OUR 206: small arms could not answer the halftrack alone."""
    halftrack, near = "us.m3.2", [unit(SQUAD, "C8"), unit(LEADER, "A8")]
    state = walked_into(halftrack, "C8 C7", *near, aboard={SQUAD: halftrack})
    assert SQUAD in course(state).acted, "who is not able to assault"
    state = done(state, CallForReaction("us"))
    shot = FireSmallArms("ge", FOE, (at("C8"),))
    assert not refusal(state, shot)
    idle = done(walked_into(halftrack, "C8 C7", *near), CallForReaction("us"))
    assert "nobody in C8 whom small arms may harm has just acted" in refusal(idle, shot)


@proves("LHY-17.9.2b.4")
@pytest.mark.parametrize("came_upon", [True, False])
def test_17_9_2b_a_unit_found_by_an_entering_enemy_reacts_with_fire_and_stays_concealed(
    came_upon: bool,
) -> None:
    """Only in the next reaction; a concealed squad that no enemy walked into loses concealment as it fires."""
    other = "ge.1kp.1.squad.2"
    state = walked_into(SQUAD, "C8 C7", unit(LEADER, "A8"), unit(other, "D8", CONCEALED))
    state = done(state, CallForReaction("us"))
    firer = FOE if came_upon else other
    after = done(state, FireSmallArms("ge", firer, (at("C8"),)))
    assert after.unit(firer).has(CONCEALED) is came_upon
    assert not course(done(after, CallForReaction("ge"))).come_upon


@proves("LHY-17.9.2b.4")
def test_17_9_2b_a_unit_found_after_the_last_call_for_reaction_loses_concealment_reacting_to_others() -> None:
    """A squad feints and withdraws into the hidden unit; the next platoon did not move into any hidden unit."""
    other, second = "ge.1kp.1.squad.2", "us.able.2.squad.1"
    behind = [unit(other, "C8", HIDDEN), unit("us.able.2.leader", "A8"), unit(second, "H5")]
    state = walked_into(SQUAD, "C4 C3", unit(LEADER, "A8"), *behind)
    for side in ("us", "ge", "us"):
        state = done(state, CallForReaction(side))
    state = done(state, Feint("us", SQUAD))
    for label in ("C5", "C6", "C7", "C8"):
        state = done(state, Withdraw("us", (SQUAD,), at(label)), *((1,) if label == "C8" else ()))
    assert state.unit(other).has(CONCEALED)
    state = done(state, Activate("us", ("able.2",)), Maneuver("us", second, at("G6")))
    state = done(state, EndManeuver("us"), CallForReaction("us"))
    assert not done(state, FireSmallArms("ge", other, (at("G6"),))).unit(other).has(CONCEALED)


@proves("LHY-17.9.2b.4", "LHY-11.5.4l")
def test_17_9_2b_a_gun_found_by_an_entering_enemy_counts_as_just_revealed() -> None:
    gun = "ge.pak40.3"
    state = walked_into(
        TANK, "C8 C7", unit(LEADER, "A8"), platoon="able-tank.1", foe=gun, edition="series-3.1"
    )
    state = done(state, CallForReaction("us"))
    shot = FireAntiTank("ge", gun, (TANK,))
    assert "hidden gun" in str(PLAY.chances(state, shot))
    assert done(state, shot).unit(gun).has(CONCEALED)


@proves("LHY-17.9.2b.2")
def test_17_9_2b_of_a_stack_of_tanks_that_is_put_back_the_first_assaults() -> None:
    """OUR 138."""
    second = "us.able-tank.1.2"
    tanks = (unit(TANK, "C8", IN_MOTION), unit(second, "C8", IN_MOTION))
    state = activated(*tanks, unit(FOE, "C7", HIDDEN), platoon="able-tank.1")
    state = done(state, Maneuver("us", TANK, at("C7"), along=(second,)))
    assert {state.unit(one).at for one in (TANK, second)} == {at("C8")}
    assert arrows(state) == [(TANK, at("C7"))]


@proves("LHY-17.9.2b.2", "LHY-4.1.8.3")
@pytest.mark.parametrize(("path", "bound"), [("C8 C7 C6 C5", True), ("C8 C7 C6 C5 C4", False)])
def test_17_9_2b_a_unit_that_used_the_road_bonus_need_not_assault_found_enemies(
    path: str, bound: bool
) -> None:
    """The road bonus pays for the fourth hex along the road."""
    state = walked_into(SQUAD, path, unit(LEADER, "A8"), ground=ROAD)
    assert state.unit(SQUAD).at == at(path.split()[-2])
    assert bool(arrows(state)) is bound


@proves("LHY-17.9.2b.1", "LHY-17.8.2b")
def test_17_9_2b_a_dummy_puts_no_unit_back_but_ends_the_maneuver() -> None:
    state = walked_into(SQUAD, "C8 C7", unit(LEADER, "A8"), foe="ge.dummy.1")
    assert state.unit(SQUAD).at == at("C7")
    assert state.unit("ge.dummy.1").at is None
    assert not arrows(state)
    assert course(state).moving is None


@proves("LHY-17.9.2a.2")
@pytest.mark.parametrize(
    ("hidden", "enemy_at", "found"),
    [("ge.stug.1", "C11", True), ("ge.stug.1", "C12", False), (FOE, "C11", False)],
)
def test_17_9_2a_a_hidden_vehicle_in_the_open_is_found_from_ten_hexes(
    hidden: str, enemy_at: str, found: bool
) -> None:
    field = open_ground(5, 12)
    state = opened(field, [unit(hidden, "C1", HIDDEN), unit(SQUAD, enemy_at), unit(LEADER, "A12")])
    resolution = PLAY.resolution(state, ScriptedDice([]))
    reveal_hidden(resolution)
    assert resolution.state.unit(hidden).has(HIDDEN) is not found


@proves("LHY-17.9.2a.1")
@pytest.mark.parametrize(
    ("finder", "conditions", "found"),
    [(FOE, (), True), (FOE, (HIDDEN,), False), ("ge.dummy.1", (CONCEALED,), False)],
)
def test_17_9_2a_neither_dummies_nor_the_hidden_find_anybody(
    finder: str, conditions: tuple[str, ...], found: bool
) -> None:
    state = opened(
        FIELD, [unit("us.mg.1", "C9", HIDDEN), unit(finder, "C7", *conditions), unit(LEADER, "H10")]
    )
    resolution = PLAY.resolution(state, ScriptedDice([]))
    reveal_hidden(resolution)
    assert resolution.state.unit("us.mg.1").has(HIDDEN) is not found


@proves("LHY-17.9.2a.1", "LHY-11.4.8a")
@pytest.mark.parametrize(("primary", "found"), [(True, False), (False, True)])
def test_17_9_2a_men_in_a_primary_impact_hex_find_no_hidden_units(primary: bool, found: bool) -> None:
    state = FirePlaced(FireMarker(1, FireKind.MDRM, at("C5"), 0, primary=primary)).on(
        opened(FAR_FIELD, [unit(SQUAD, "C7", HIDDEN), unit(FOE, "C5")])
    )
    resolution = PLAY.resolution(state, ScriptedDice([]))
    reveal_hidden(resolution)
    assert resolution.state.unit(SQUAD).has(HIDDEN) is not found


@proves("LHY-17.9.2a.1", "LHY-6.0.II.3c")
@pytest.mark.parametrize(("hidden", "foe_at", "found"), [
    ("us.mg.1", "C7", True), ("us.mg.1", "C6", False), ("us.gun57.1", "C8", True), ("us.gun57.1", "C7", False),
])  # fmt: skip
def test_17_9_2a_hidden_units_are_found_within_3_hexes_guns_within_2(
    hidden: str, foe_at: str, found: bool
) -> None:
    state = opened(FAR_FIELD, [unit(hidden, "C10", HIDDEN), unit(FOE, foe_at), unit(LEADER, "A14")])
    resolution = PLAY.resolution(state, ScriptedDice([]))
    reveal_hidden(resolution)
    assert resolution.state.unit(hidden).has(HIDDEN) is not found
    assert resolution.state.unit(hidden).has(CONCEALED) is found


@proves("LHY-13.3.1a", "LHY-17.9.2a.1")
@pytest.mark.parametrize(("among_them", "found"), [(SQUAD, False), ("us.able-tank.1.1", True)])
def test_17_9_2a_men_with_enemy_infantry_in_their_hex_find_no_hidden_unit_outside_it(
    among_them: str, found: bool
) -> None:
    """Americans entered C7 and others hide in C10, three hexes away: men fighting infantry have no LOS out of their hex."""
    hidden = "us.mg.1"
    state = opened(
        FAR_FIELD, [unit(hidden, "C10", HIDDEN), unit(FOE, "C7"), unit(among_them, "C7"), unit(LEADER, "A14")]
    )
    state = AssaultEntered(among_them, "us", at("C7"), at("C8")).on(state)
    resolution = PLAY.resolution(state, ScriptedDice([]))
    reveal_hidden(resolution)
    assert resolution.state.unit(hidden).has(HIDDEN) is not found


@proves("LHY-17.9.3a", "LHY-17.9.2a.1")
@pytest.mark.parametrize(("to", "revealed"), [("C9", False), ("C8", True)])
def test_17_9_3_hidden_men_near_an_approaching_enemy_are_revealed_at_the_call_and_react(
    to: str, revealed: bool
) -> None:
    # The machine gun hides in C5: C8 is three hexes off, C9 four.
    state = activated_unseen(unit(SQUAD, "C10"), unit(LEADER, "A14"), unit("ge.mg.1", "C5", HIDDEN))
    state = done(state, Maneuver("us", SQUAD, at("C9")))
    if to == "C8":
        state = done(state, Maneuver("us", SQUAD, at("C8")))
    state = done(state, EndManeuver("us"), CallForReaction("us"))
    assert state.unit("ge.mg.1").has(HIDDEN) is not revealed
    assert state.unit("ge.mg.1").has(CONCEALED) is revealed
    assert not refusal(state, FireSmallArms("ge", "ge.mg.1", (at(to),)))
    assert ("concealed@C5" in state_seen_by(state, "us").units) is revealed


@proves("LHY-17.9.3b")
@pytest.mark.parametrize(("condition", "kept"), [(HIDDEN, False), (None, True)])
def test_17_9_3_revealed_units_remove_concealment_of_enemies_that_came_into_their_sight(
    condition: str | None, kept: bool
) -> None:
    # The squad crosses the open hex C11 and ends in woods, where only enemies within three hexes would see it.
    ground = open_ground(7, 14, {"B11": "w"})
    hidden = [unit("ge.mg.1", "C5", condition)] if condition else []
    units = [unit(SQUAD, "C12", CONCEALED), unit(LEADER, "A14"), unit(SECOND, "C8"), *hidden]
    state = activated_unseen(*units, ground=ground)
    state = done(state, Maneuver("us", SQUAD, at("C11")), Maneuver("us", SQUAD, at("B11")))
    assert state.unit(SQUAD).has(CONCEALED), "nobody on the map sees it"
    state = done(state, CallForReaction("us"))
    assert state.unit(SQUAD).has(CONCEALED) is kept


@proves("LHY-17.9.3b", "LHY-4.3.1b.later")
def test_17_9_3_revealed_units_leave_a_unit_that_fired_from_woods_three_hexes_away_concealed() -> None:
    # In the later edition fire from cover is seen at 2 hexes; a unit that moved there would be seen at 3.
    units = [
        unit(SQUAD, "C7", CONCEALED),
        unit(LEADER, "A14"),
        unit(FOE, "C1"),
        unit("ge.mg.1", "C4", HIDDEN),
    ]
    state = activated_unseen(*units, ground=WOODS, edition="series-3.1")
    state = done(state, FireSmallArms("us", SQUAD, (at("C1"),)), CallForReaction("us"))
    assert state.unit("ge.mg.1").has(CONCEALED)
    assert state.unit(SQUAD).has(CONCEALED)


@proves("LHY-17.9.3b")
def test_17_9_3_revealed_units_change_nothing_for_an_enemy_seen_before() -> None:
    state = activated_unseen(unit(SQUAD, "C9"), unit(LEADER, "A14"), unit("ge.mg.1", "C5", HIDDEN))
    state = done(state, Maneuver("us", SQUAD, at("C8")), EndManeuver("us"))
    state, lines = recorded(state, CallForReaction("us"))
    assert state.unit("ge.mg.1").has(CONCEALED)
    assert not [line for line in lines if SQUAD in line]


@proves("LHY-17.9.3b")
def test_17_9_3_a_unit_that_only_recovered_keeps_concealment() -> None:
    units = [unit(SQUAD, "C8", CONCEALED, REGROUPING), unit(LEADER, "C8"), unit("ge.mg.1", "C5", HIDDEN)]
    state = done(activated_unseen(*units), Recover("us", SQUAD), 9, CallForReaction("us"))
    assert state.unit("ge.mg.1").has(CONCEALED)
    assert state.unit(SQUAD).has(CONCEALED)


@proves("LHY-17.9.2b.1", "LHY-17.9.2b.3")
def test_17_9_2b_a_unit_that_walks_into_hidden_enemies_is_put_back() -> None:
    state = activated_unseen(unit(SQUAD, "C12"), unit(LEADER, "A14"), unit(FOE, "C11", HIDDEN))
    after = done(state, Maneuver("us", SQUAD, at("C11")))
    assert after.unit(SQUAD).at == at("C12")
    assert after.unit(FOE).has(CONCEALED)
    assert course(after).moving is None


@proves("LHY-17.9.2.0a", "LHY-17.9.2.0b")
def test_17_9_2_a_hidden_unit_that_acts_is_put_on_the_map() -> None:
    state = activated_unseen(unit(SQUAD, "C12", HIDDEN), unit(LEADER, "A14"), unit(FOE, "H1"))
    after = done(state, Maneuver("us", SQUAD, at("C11")))
    assert not after.unit(SQUAD).has(HIDDEN)
    assert after.unit(SQUAD).has(CONCEALED)


@proves("LHY-17.9.2c")
def test_17_9_2c_hidden_units_under_fire_are_revealed_before_it_is_resolved() -> None:
    fire = FireMarker(1, FireKind.MDRM, at("C6"), 0, primary=True, tubes=0)
    state = FirePlaced(fire).on(
        activated_unseen(unit(SQUAD, "C12"), unit(LEADER, "A14"), unit("ge.mg.1", "C6", HIDDEN))
    )
    for side in ("us", "ge", "us"):
        state = done(state, CallForReaction(side))
    assert course(state).phase is Phase.FIRE
    assert not state.unit("ge.mg.1").has(HIDDEN)


@proves("LHY-17.9.2c")
def test_17_9_2c_fire_reveals_hidden_units_also_in_a_turn_in_which_no_platoon_is_activated() -> None:
    """Neither side has a leader or a tank, and mortar fire extended in the turn before lies on the MG."""
    fire = FireMarker(1, FireKind.MDRM, at("C6"), 0, primary=True, tubes=0)
    units = [unit(SQUAD, "C9"), unit(FOE, "A1"), unit("ge.mg.1", "C6", HIDDEN)]
    state = done(FirePlaced(fire).on(opened(OPEN, units)), RollInitiative("us"), 9, 2)
    assert course(state).phase is Phase.FIRE
    assert state.unit("ge.mg.1").has(CONCEALED)


@proves("LHY-17.9.2c")
@pytest.mark.parametrize(
    ("fire", "is_revealed"),
    [
        (FireMarker(1, FireKind.SADRM, at("C6"), 0, against="ge"), True),
        (FireMarker(1, FireKind.SADRM, at("C6"), 0, against="us"), False),
        (FireMarker(1, FireKind.ATDRM, at("C6"), 0, against="ge", target="ge.stug.1"), False),
    ],
)
def test_17_9_2c_fire_that_does_not_attack_hidden_units_reveals_none(
    fire: FireMarker, is_revealed: bool
) -> None:
    men = unit(SQUAD, "C12"), unit(LEADER, "A14"), unit("ge.mg.1", "C6", HIDDEN), unit("ge.stug.1", "C6")
    state = FirePlaced(fire).on(activated_unseen(*men))
    for side in ("us", "ge", "us"):
        state = done(state, CallForReaction(side))
    assert course(state).phase is Phase.FIRE
    assert state.unit("ge.mg.1").has(HIDDEN) is not is_revealed
    assert not state.unit("ge.stug.1").has(CONCEALED), "who stands open is not hidden by it"
