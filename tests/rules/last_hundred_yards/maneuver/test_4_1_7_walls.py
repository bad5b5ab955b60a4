"""4.1.7: which side has cover from a wall between enemies, decided by the order of arrival."""

import pytest

from rules.game.chance.dice import SeededDice
from rules.game.state import GameState
from rules.game.units import Unit
from rules.ground.hex.hexes import Hex
from rules.last_hundred_yards.book.conditions import CONCEALED, HIDDEN
from rules.last_hundred_yards.declarations.fire.small_arms import FireSmallArms
from rules.last_hundred_yards.declarations.maneuver.deploy import Deploy
from rules.last_hundred_yards.declarations.maneuver.maneuver import Maneuver
from rules.last_hundred_yards.declarations.maneuver.vehicle_motion import EndManeuver
from rules.last_hundred_yards.declarations.turn.activation import CallForReaction
from rules.last_hundred_yards.effects.view import state_seen_by
from rules.last_hundred_yards.play.play import PLAY
from rules.last_hundred_yards.questions.terrain.cover import terrain_modifier
from rules.last_hundred_yards.ruleset import RULESET
from rules.last_hundred_yards.state.events.unit_events import UnitMoved
from tests.drawing import open_ground
from tests.proving import proves
from tests.rules.last_hundred_yards.playing import (
    activated,
    at,
    chance_steps,
    course,
    done,
    opened,
    position_seen_by,
    seeded,
    start_of,
    unit,
)

SQUAD, OTHER, LEADER, FOE = (
    "us.able.1.squad.1",
    "us.able.1.squad.2",
    "us.able.1.leader",
    "ge.1kp.1.squad.1",
)
WALLED = open_ground(8, 10, walls="C5-C6")
"""A wall between C5, where the Germans are, and C6, where the Americans are."""


def facing(*units: Unit) -> GameState:
    """Americans of the activated platoon in C7, south of C6."""
    return activated(unit(SQUAD, "C7"), unit(LEADER, "A10"), *units, ground=WALLED)


def cover(state: GameState, firer: str, target: str) -> tuple[int, str]:
    """The modifier of the wall against this fire by 4.1.7, and the reason given for it."""
    action = FireSmallArms(state.unit(firer).side, firer, (at(target),))
    reasons = [reason for reason in PLAY.chances(state, action).reasons if "wall" in reason.text]
    assert len(reasons) == 1, reasons
    assert "(LHY 4.1.7" in str(reasons[0])
    value, words = reasons[0].text.split(" ", 1)
    return int(value), words


def walking_up(state: GameState) -> GameState:
    """The American walks up to the wall, and the Germans may react."""
    return done(state, Maneuver("us", SQUAD, at("C6")), EndManeuver("us"), CallForReaction("us"))


@proves("LHY-4.1.7.2")
def test_4_1_7_the_side_that_comes_second_to_a_wall_has_no_cover_from_it() -> None:
    state = walking_up(facing(unit(FOE, "C5")))
    assert cover(state, FOE, "C6") == (0, "wall that ge came to first")
    state = activated(unit(OTHER, "C6"), unit(LEADER, "A10"), unit(FOE, "C5"), ground=WALLED)
    assert cover(state, OTHER, "C5") == (-1, "wall that ge came to first")


@proves("LHY-4.1.7.2")
def test_4_1_7_the_side_first_at_a_wall_keeps_its_cover_against_a_unit_walking_up() -> None:
    state = facing(unit(FOE, "C4"))
    state = UnitMoved(SQUAD, at("C7"), at("C6")).on(state)
    state = UnitMoved(FOE, at("C4"), at("C5")).on(state)
    assert cover(state, SQUAD, "C5") == (0, "wall that us came to first")
    assert course(done(state, FireSmallArms("us", SQUAD, (at("C5"),)))).fires[-1].value == 1


@proves("LHY-4.1.7.2")
def test_4_1_7_the_first_side_at_a_wall_has_its_cover_also_against_fire_from_farther_away() -> None:
    # The first American came before the German, the second after him; the firer is behind both walls.
    state = facing(unit(FOE, "C4"), unit(OTHER, "C8"), unit("ge.mg.1", "C3"))
    for mover, start, end in ((SQUAD, "C7", "C6"), (FOE, "C4", "C5"), (OTHER, "C8", "C6")):
        state = UnitMoved(mover, at(start), at(end)).on(state)
    assert cover(state, OTHER, "C5") == (0, "wall that us came to first")
    state = UnitMoved(SQUAD, at("C6"), at("C7")).on(state)
    assert cover(state, SQUAD, "C5") == (-1, "wall that ge came to first"), "the first of them has left"


@proves("LHY-4.1.7.2")
def test_4_1_7_a_wall_with_no_enemy_beyond_it_gives_cover() -> None:
    assert cover(facing(unit(FOE, "C5")), SQUAD, "C5") == (-1, "wall")


@proves("LHY-4.1.7.1")
@pytest.mark.parametrize(
    ("firer_at", "value"),
    [
        ("C8", -1),
        ("D8", -1),  # comes in over C5 as well, though D4 is as near
        ("E6", 0),  # comes in over D4
        ("D5", -1),  # by the vertex where both hexsides meet (OUR 185)
        ("E7", -1),
        ("A6", 0),  # over B4
        ("C1", 0),
    ],
)
def test_4_1_7_a_wall_covers_where_the_line_crosses_it_and_not_beside_it(firer_at: str, value: int) -> None:
    """A wall between C4 and C5; for the men in C4, and for a tank there that fire comes at."""
    ground = open_ground(8, 10, walls="C4-C5")
    state = opened(ground, [unit(FOE, "C4"), unit("ge.stug.1", "C4"), unit("us.gun57.1", firer_at)])
    found = terrain_modifier(
        position_seen_by(state, "us"), at("C4"), "ge", mortar=False, from_hex=at(firer_at)
    )
    assert found.value == value
    told = RULESET.fire(state, state.unit("us.gun57.1"), state.unit("ge.stug.1"))
    assert any("hull-down" in str(reason) for reason in told.reasons) is (value < 0)


@proves("LHY-4.1.7.2")
def test_4_1_7_the_sections_of_a_squad_take_its_place_in_the_order_of_arrival() -> None:
    state = facing(unit(FOE, "C4"))
    state = UnitMoved(SQUAD, at("C7"), at("C6")).on(state)
    state = UnitMoved(FOE, at("C4"), at("C5")).on(state)
    state = seeded(state, Deploy("us", SQUAD), SeededDice(1))
    in_order = [arrival.unit for arrival in course(state).arrivals if arrival.at in (at("C5"), at("C6"))]
    assert [name.split(".")[0] for name in in_order if state.unit(name).at is not None] == ["us", "us", "ge"]


@proves("LHY-4.1.7.2")
def test_4_1_7_a_hidden_enemy_beyond_the_wall_takes_no_cover_away_and_stays_secret() -> None:
    hidden = unit("ge.1kp.1.squad.2", "C5", HIDDEN)
    with_him = facing(hidden, unit("ge.mg.1", "C4"), unit(FOE, "E2", CONCEALED))
    without = facing(unit("ge.mg.1", "C4"), unit(FOE, "E2", CONCEALED))
    views = [
        state_seen_by(UnitMoved(SQUAD, at("C7"), at("C6")).on(state), "us") for state in (with_him, without)
    ]
    assert course(views[0]).arrivals == course(views[1]).arrivals
    assert "concealed@E2" in [arrival.unit for arrival in course(views[0]).arrivals]
    moved = position_seen_by(UnitMoved(SQUAD, at("C7"), at("C6")).on(with_him), "ge")
    assert terrain_modifier(moved, at("C6"), "us", mortar=False, from_hex=at("C4")).value == -1
    assert cover(walking_up(with_him), "ge.mg.1", "C6") == (0, "wall that ge came to first"), "revealed now"


@proves("LHY-4.1.7.2")
def test_4_1_7_a_hidden_friend_keeps_no_wall_for_the_others() -> None:
    """Hidden in C6 before the Germans came to C5; the squad that is known came after them."""
    state = facing(unit(OTHER, "C6", HIDDEN), unit(FOE, "C4"))
    state = UnitMoved(FOE, at("C4"), at("C5")).on(state)
    state = UnitMoved(SQUAD, at("C7"), at("C6")).on(state)
    position = PLAY.position(state)
    assert terrain_modifier(position, at("C6"), "us", mortar=False, from_hex=at("C5")).value == 0


@proves("LHY-4.1.7.2")
def test_4_1_7_a_question_without_a_game_says_which_side_it_assumes_was_first() -> None:
    us, ge = unit(SQUAD, "C6"), unit(FOE, "C5")
    ruling = RULESET.fire(GameState(WALLED, {SQUAD: us, FOE: ge}, sides=("us", "ge")), us, ge)
    assert "-1 wall, ge taken to have come to it first (LHY 4.1.7, OUR 70, inferred)" in map(
        str, ruling.reasons
    )


@proves("LHY-4.1.7.2")
@pytest.mark.parametrize("mission", ["lhy-mill-heights", "lhy-market-quarter"])
def test_the_order_of_arrival_holds_every_unit_in_its_hex(mission: str) -> None:
    for _, _, state in chance_steps(start_of(mission), 3, 400):
        places = {arrival.unit: arrival.at for arrival in course(state).arrivals}
        assert len(places) == len(course(state).arrivals)
        on_map = {each.id: each.at for each in state.units.values() if isinstance(each.at, Hex)}
        assert on_map.items() <= places.items()
