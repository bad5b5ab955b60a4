"""Reach equals the hexes that a unit can drive or walk to in the game, step by step, in both editions."""

from dataclasses import replace

import pytest

from rules.game.chance.dice import ScriptedDice
from rules.game.engine.carrying_out import carry_out
from rules.game.events import Event
from rules.game.state import GameState
from rules.game.units import Marker
from rules.ground.hex.board import HexBoard
from rules.ground.hex.hexes import Hex
from rules.ground.hex.terrain import Terrain
from rules.last_hundred_yards.book.conditions import (
    CONCEALED,
    DISRUPTED,
    ELITE,
    HEROIC,
    HIDDEN,
    IN_MOTION,
    REGROUPING,
    SHOCKED,
)
from rules.last_hundred_yards.declarations.maneuver.maneuver import Maneuver
from rules.last_hundred_yards.declarations.turn.activation import CallForReaction
from rules.last_hundred_yards.play.play import PLAY
from rules.last_hundred_yards.questions.movement.rivers import EITHER_BANK, LEFT_BANK, RIGHT_BANK, bank
from rules.last_hundred_yards.ruleset import RULESET
from rules.last_hundred_yards.state.events.assault_events import ArrowPlaced, AssaultEntered
from rules.last_hundred_yards.state.events.fire_events import FirePlaced
from rules.last_hundred_yards.state.events.unit_events import Mounted, UnitChanged
from rules.last_hundred_yards.state.markers import Arrow, FireKind, FireMarker
from rules.last_hundred_yards.state.progress import Moving, with_progress
from rules.planning.routes import plan
from tests.drawing import board, open_ground
from tests.proving import proves
from tests.rules.last_hundred_yards.playing import FAR, activated, at, course, legal, unit

LEADER, SQUAD, TANK, TRUCK = "us.able.1.leader", "us.able.1.squad.1", "us.able-tank.1.1", "us.truck.1"
OTHER, FOE, ENEMY_LEADER = "us.able.1.squad.2", "ge.1kp.1.squad.1", "ge.1kp.1.leader"
LATER = "series-3.1"
OPEN = "\n".join([". . . . . . . ."] * 8)
RIVER = board(OPEN, rivers="A4 B4 C5 D4 E5 F4 G5 H4")
BRIDGED = board(
    OPEN,
    rivers="A4 B4 C5 D4 E5 F4 G5 H4",
    roads="D7 D6 D5 D4 D3 D2",
    hexes={"D4": {Terrain.BRIDGE}, "F4": {Terrain.FORD}},
)
ROAD = board(OPEN, roads="C8 C7 C6 C5 C4 C3 C2 C1")
WOODS = board(
    """
    . . . . . . . .
    . . . . . . . .
    . . . . . . . .
    . . w f . . . .
    . . w f . . . .
    . . . . u u . .
    . . . . . . . .
    . . . . . . . .
    """,
    roads="C7 C6 C5 C4 C3 C2",
    tree_lines="C6-B6 C6-D5 E3-E4",
)


def entered(state: GameState, mover: str) -> set[Hex]:
    """Every hex that a unit can enter by declaring hex after hex, with every die a 1."""
    found: set[Hex] = set()
    open_states = [state]
    known: set[object] = set()
    while open_states:
        now = open_states.pop()
        for action in legal(now, Maneuver):
            if (
                action.unit != mover
                or action.to is None
                or action.along
                or action.mode not in ("", "forward")
            ):
                continue
            after = carry_out(PLAY, now, action, ScriptedDice([1] * 4))[1]
            place = after.unit(mover).at
            assert isinstance(place, Hex)
            found.add(place)
            moving = course(after).moving
            if (
                moving is not None
                and (key := (moving.path[-1], moving.way, moving.spent, len(moving.path), moving.all_road))
                not in known
            ):
                known.add(key)
                open_states.append(after)
    return found


def agree(state: GameState, mover: str) -> None:
    start = state.unit(mover).at
    asked = RULESET.reach(state, state.unit(mover)).verdict.cost
    free = {
        place
        for place in asked
        if not any(one.side == "ge" and not one.has(HIDDEN) for one in state.units_at(place))
    }
    assert {place.label for place in free - {start} if isinstance(place, Hex)} == {
        place.label for place in entered(state, mover) - {start}
    }


@proves("LHY-4.1.10.enter.1", "LHY-4.1.10.enter.2", "LHY-4.1.8.bonus", "LHY-21.1c")
@pytest.mark.parametrize("night", [False, True])
@pytest.mark.parametrize("edition", ["2019", LATER])
@pytest.mark.parametrize(
    ("ground", "start", "enemy"),
    [
        (RIVER, "C6", None),
        (RIVER, "C5", None),
        (RIVER, "D5", None),
        (RIVER, "E5", None),
        (BRIDGED, "D5", None),
        (BRIDGED, "C5", None),
        (BRIDGED, "E5", None),
        (ROAD, "C8", None),
        (ROAD, "C8", "C3"),
        (ROAD, "C8", "C2"),
        (ROAD, "C7", "E4"),
        (WOODS, "C6", None),
        (WOODS, "E5", None),
        (WOODS, "E4", "C2"),
    ],
)  # fmt: skip
def test_reach_of_men_is_where_the_game_lets_them_go(
    edition: str, night: bool, ground: HexBoard, start: str, enemy: str | None
) -> None:
    men = (unit(SQUAD, start), unit(LEADER, start))
    foes = () if enemy is None else (unit(FOE, enemy),)
    agree(activated(*men, *foes, ground=ground, far=(), edition=edition, night=night), SQUAD)


@proves(
    "LHY-10.0a", "LHY-10.0.1", "LHY-10.4.1.2", "LHY-10.1.1b.1", "LHY-10.1.2b.1", "LHY-4.1.9d.1", "LHY-21.1d.1"
)
@pytest.mark.parametrize("night", [False, True])
@pytest.mark.parametrize("edition", ["2019", LATER])
@pytest.mark.parametrize(
    ("mover", "ground", "start", "enemy"),
    [
        (TANK, ROAD, "C8", None),
        (TANK, ROAD, "C8", "D4"),
        (TRUCK, WOODS, "C6", None),
        (TRUCK, WOODS, "C5", None),
        (TANK, WOODS, "E4", None),
        (TRUCK, BRIDGED, "D6", None),
    ],
)
def test_reach_of_vehicles_is_where_the_game_lets_them_go(
    edition: str, night: bool, mover: str, ground: HexBoard, start: str, enemy: str | None
) -> None:
    foes = () if enemy is None else (unit(FOE, enemy),)
    platoon = "able-tank.1" if mover == TANK else "able.1"
    men = () if mover == TANK else (unit(SQUAD, start), unit(LEADER, start))
    state = activated(
        unit(mover, start, IN_MOTION),
        *men,
        *foes,
        ground=ground,
        far=(),
        platoon=platoon,
        edition=edition,
        night=night,
    )
    agree(state, mover)


@proves("LHY-16.2a", "LHY-16.2b.1", "LHY-16.2.0", "LHY-16.1.1.3", "LHY-11.4.8c")
@pytest.mark.parametrize(
    ("night", "lit"), [(False, False), (True, False), (True, True)], ids=["day", "night", "illuminated night"]
)
@pytest.mark.parametrize("mover", [SQUAD, TANK, TRUCK])
def test_wire_mines_and_mortar_fire_limit_reach_as_they_limit_the_game(
    mover: str, night: bool, lit: bool
) -> None:
    """Wire stops men and keeps trucks out, mines stop all, and into a primary impact hex AFVs alone go."""
    state = activated(
        unit(mover, "D5", *(() if mover == SQUAD else (IN_MOTION,))),
        *(() if mover == TANK else (unit(LEADER, "D5"), unit("us.able.1.squad.2", "D5"))),
        ground=board(OPEN),
        far=(unit(FOE, "A1"),),
        platoon="able-tank.1" if mover == TANK else "able.1",
        markers=(
            Marker("wire", at("D4")),
            Marker("mines", at("C5")),
            *([Marker("illumination", at("D5"))] if lit else []),
        ),
        fires=(FireMarker(1, FireKind.MDRM, at("E5"), 0, primary=True, tubes=0),),
        night=night,
    )
    agree(state, mover)
    verdict = RULESET.reach(state, state.unit(mover)).verdict
    assert (at("D4") in verdict.cost) is (mover != TRUCK)
    assert (at("E5") in verdict.cost) is (mover == TANK)
    assert verdict.provisos[at("C5")].startswith("mines, and wire on foot, end the move (LHY 16.1")
    assert ("end the move" in verdict.provisos.get(at("D4"), "")) is (mover == SQUAD)


@proves("LHY-16.1.1.3")
def test_16_1_mines_end_no_move_of_dummies() -> None:
    dummy = "us.dummy.1"
    state = activated(
        unit(dummy, "D5"), unit(LEADER, "D5"), ground=board(OPEN), markers=(Marker("mines", at("C5")),)
    )
    assert at("C5") not in RULESET.reach(state, state.unit(dummy)).verdict.provisos
    assert course(steps_on(state, dummy, "C5")).moving is not None


@proves("LHY-16.2a")
def test_16_2_wire_that_holds_men_this_turn_leaves_them_the_ways_back() -> None:
    """A unit that entered the wire in D4 may not go on north to the enemy's edge, but around by C5 and C4."""
    wire = (Marker("wire", at("D4")),)
    state = activated(unit(SQUAD, "D4"), unit(LEADER, "D5"), ground=board(OPEN), markers=wire)
    state = with_progress(state, came_into_wire=frozenset({SQUAD}))
    agree(state, SQUAD)
    found = RULESET.reach(state, state.unit(SQUAD)).verdict
    assert found.cost[at("D3")] == 3
    assert at("D4") not in found.provisos, "the wire ends no move that begins in it"


@proves("LHY-12.3.2.2b", "LHY-12.3.2.2c")
@pytest.mark.parametrize(("enemy", "refuges"), [("H8", "C5 D4 E6"), ("D3", "C5 E6")])
def test_12_3_2_a_disrupted_squad_has_the_cover_next_to_it_in_reach(enemy: str, refuges: str) -> None:
    """Next to D5 are woods in C5, forest in D4 and houses in E6; D4 is next to D3."""
    state = activated(
        unit(SQUAD, "D5", DISRUPTED), unit(LEADER, "H8"), unit(FOE, enemy), ground=WOODS, far=()
    )
    agree(state, SQUAD)
    found = RULESET.reach(state, state.unit(SQUAD))
    assert " ".join(sorted(str(place) for place in found.verdict.cost if place != at("D5"))) == refuges
    assert any("may only step into cover" in reason.text for reason in found.reasons)
    outside = replace(state, course=None)
    assert RULESET.reach(outside, state.unit(SQUAD)).verdict.cost == found.verdict.cost
    assert len(RULESET.path(state, state.unit(SQUAD), at("D7")).verdict.places) == 0


@proves("LHY-12.3.2.2b", "LHY-12.3.2.2c")
@pytest.mark.parametrize(("mover", "reached"), [(SQUAD, {"C5"}), (OTHER, {"C5", "D4", "D5", "E6"})])
def test_12_3_2_disrupted_units_enter_one_hex_and_none_while_others_maneuver(
    mover: str, reached: set[str]
) -> None:
    """A squad has moved from D5 to C5 and still maneuvers: the question is about it, or about another squad in D5."""
    men = unit(SQUAD, "C5"), unit(OTHER, "D5"), unit(LEADER, "H8")
    state = activated(*men, unit(FOE, "H1"), ground=WOODS, far=())
    state = with_progress(state, moving=Moving((SQUAD,), "forward", (at("C5"),)))
    state = UnitChanged(mover, gained=(DISRUPTED,)).on(state)
    assert {str(place) for place in RULESET.reach(state, state.unit(mover)).verdict.cost} == reached


@proves("LHY-16.1.2a.1", "LHY-16.1.2a.2", "LHY-16.2a.die")
@pytest.mark.parametrize("kind", ["wire", "mines"])
def test_16_hexes_reached_by_leaving_wire_or_mines_require_their_die(kind: str) -> None:
    """The enemy's edge is north of D4: D2 is reached only that way, D3 also by C5 and C4 without a die."""
    state = activated(
        unit(SQUAD, "D4"), unit(LEADER, "D4"), ground=board(OPEN), far=(), markers=(Marker(kind, at("D4")),)
    )
    agree(state, SQUAD)
    found = RULESET.reach(state, state.unit(SQUAD))
    assert found.verdict.provisos[at("D2")] == (
        "the way out of wire or mines takes a roll of 5 or less first (LHY 16.1, from Series Rules v2.1; LHY 16.2, from Series Rules v3.1)"
    )
    assert found.verdict.cost[at("D3")] == 3
    assert not {at("D3"), at("C5"), at("D6")} & found.verdict.provisos.keys()
    assert [str(place) for place in RULESET.path(state, state.unit(SQUAD), at("D2")).verdict.places] == [
        "D4",
        "D3",
        "D2",
    ]
    assert len(RULESET.path(state, state.unit(SQUAD), at("D3")).verdict.places) == 4
    hero = unit(SQUAD, "D4", HEROIC)
    assert not RULESET.reach(state.with_unit(hero), hero).verdict.provisos, "no hero throws a die"


@proves("LHY-16.2b.2")
def test_16_2_a_tank_that_leaves_wire_may_be_shocked_whichever_way_it_goes() -> None:
    state = activated(
        unit(TANK, "D4", IN_MOTION), ground=board(OPEN), far=(unit(FOE, "H1"),), platoon="able-tank.1",
        markers=(Marker("wire", at("D4")),),
    )  # fmt: skip
    found = RULESET.reach(state, state.unit(TANK)).verdict
    assert found.cost.keys() - found.provisos.keys() == {at("D4")}
    assert found.provisos[at("D6")].startswith("on a 10 the wire shocks it as it leaves (LHY 16.2")


@proves("LHY-16.1.2a.1", "LHY-16.2b.2")
def test_16_a_tank_that_leaves_mines_through_wire_needs_both_dice() -> None:
    """A lane one hex wide: mines in A5, wire in A4, the enemy's edge beyond A1."""
    state = activated(
        unit(TANK, "A5", IN_MOTION), unit(FOE, "A1"), ground=open_ground(1, 8), far=(), platoon="able-tank.1",
        markers=(Marker("mines", at("A5")), Marker("wire", at("A4"))),
    )  # fmt: skip
    agree(state, TANK)
    told = RULESET.reach(state, state.unit(TANK)).verdict.provisos
    way_out = "the way out of wire or mines takes a roll of 5 or less first"
    assert told[at("A4")].startswith(f"{way_out} (")
    assert told[at("A3")].startswith(f"{way_out}; on a 10 the wire shocks it as it leaves (")
    assert at("A6") not in told


@proves("LHY-11.4.8e", "LHY-11.4.8e.vehicles")
@pytest.mark.parametrize(
    ("mover", "tubes", "asks"), [(SQUAD, 0, True), (TANK, 2, True), (TANK, 1, False)]
)  # fmt: skip
def test_11_4_8e_hexes_reached_by_leaving_mortar_fire_require_that_it_does_no_harm(
    mover: str, tubes: int, asks: bool
) -> None:
    """A lane one hex wide, with a secondary impact hex in A6; with two tubes it may hit a vehicle too."""
    platoon, motion = ("able.1", ()) if mover == SQUAD else ("able-tank.1", (IN_MOTION,))
    state = activated(
        unit(mover, "A7", *motion), unit(LEADER, "A8"), unit(FOE, "A1"), ground=open_ground(1, 8), far=(),
        platoon=platoon, edition=LATER, fires=(FireMarker(1, FireKind.MDRM, at("A6"), 0, tubes=tubes),),
    )  # fmt: skip
    agree(state, mover)
    told = RULESET.reach(state, state.unit(mover)).verdict.provisos
    assert at("A6") not in told
    assert (
        "only if no mortar fire harms it as it leaves a hex (LHY 11.4.8e" in told.get(at("A5"), "")
    ) is asks


@proves("LHY-14.6.2.2", "LHY-14.6.2.1a", "LHY-14.6.2.1b", "LHY-14.6.2.1c")
@pytest.mark.parametrize(
    ("start", "enemies", "reached"),
    [
        ("D5", "D2", "D3 D4"),
        ("D5", "D4", ""),
        ("D8", "D3 H8", "E8 F7 F8 G8"),
        ("D5", "A5 G5", "B4 B5 C5 C6 E5 E6 F4 F5"),
    ],
)
def test_14_6_2_a_hero_has_the_hexes_toward_the_nearest_enemy_in_reach(
    start: str, enemies: str, reached: str
) -> None:
    foes = [unit(f"ge.1kp.1.squad.{k}", place) for k, place in enumerate(enemies.split(), 1)]
    state = activated(unit(SQUAD, start, HEROIC), unit(LEADER, "H8"), *foes, ground=board(OPEN), far=())
    agree(state, SQUAD)
    found = RULESET.reach(state, state.unit(SQUAD))
    held = {str(foe.at) for foe in foes}
    assert " ".join(sorted({str(place) for place in found.verdict.cost} - held - {start})) == reached
    in_no_game = replace(state, course=None)
    assert RULESET.reach(in_no_game, state.unit(SQUAD)).verdict == found.verdict
    assert any("is Heroic and must move toward the nearest enemy" in reason.text for reason in found.reasons)


@proves("LHY-14.6.2.1b", "LHY-14.6.2.1c")
def test_14_6_2_1_in_reach_a_hero_keeps_to_the_enemy_that_his_first_step_led_to() -> None:
    """E5 and H6 are equally near D8 and only E5 is in sight; from E8 only H6 would be, which is not his enemy."""
    woods = board(
        """
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . w . .
        . . . . . . . .
        . . w . . . . .
        . . . . w w . .
        """
    )
    foes = unit(FOE, "E5"), unit("ge.1kp.1.squad.2", "H6")
    state = activated(unit(SQUAD, "D8", HEROIC), unit(LEADER, "H8"), *foes, ground=woods, far=())
    agree(state, SQUAD)
    reached = RULESET.reach(state, state.unit(SQUAD)).verdict.cost.keys() - {at("D8")}
    assert " ".join(sorted(map(str, reached))) == "D5 D6 D7 E6 E7 E8"


@proves("LHY-14.6.2.1b", "LHY-14.6.2.1c")
def test_14_6_2_1_in_reach_each_path_of_a_hero_keeps_its_own_enemy() -> None:
    """E4 and D3 are equally near C7. In D6 he sees only D3 and is bound to it, so E5 is entered by way of C6."""
    woods = board(
        """
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . w . . .
        . . w . . . . .
        . . . . . w . .
        . . . . . . . .
        """
    )
    foes = unit(FOE, "E4"), unit("ge.1kp.1.squad.2", "D3")
    state = activated(unit(SQUAD, "C7", HEROIC), unit(LEADER, "A8"), *foes, ground=woods, far=())
    agree(state, SQUAD)
    found = RULESET.path(state, state.unit(SQUAD), at("E5")).verdict
    assert " ".join(map(str, found.places)) == "C7 C6 D5 E5"
    assert found.cost == 4
    assert RULESET.reach(state, state.unit(SQUAD)).verdict.cost[at("E5")] == 4


@proves("LHY-14.6.2.2", "LHY-4.1.8.bonus")
def test_14_6_2_a_hero_who_keeps_to_a_road_has_its_bonus_in_reach_toward_the_enemy() -> None:
    state = activated(
        unit(SQUAD, "C8", HEROIC), unit(LEADER, "H8"), unit(FOE, "C3"), ground=ROAD, far=(), edition="2019"
    )
    agree(state, SQUAD)
    assert RULESET.reach(state, state.unit(SQUAD)).verdict.cost[at("C4")] == 4


@proves("LHY-14.6.2a")
def test_14_6_2a_a_hero_under_assault_has_nothing_in_reach() -> None:
    state = activated(
        unit(SQUAD, "D5", HEROIC), unit(FOE, "D4"), unit(LEADER, "H8"), ground=board(OPEN), far=()
    )
    state = ArrowPlaced(Arrow(FOE, "ge", at("D5"))).on(state)
    found = RULESET.reach(state, state.unit(SQUAD))
    assert set(found.verdict.cost) == {at("D5")}
    assert "is Heroic and under assault: it must stay" in found.reasons[0].text


@proves("LHY-12.3.5a", "LHY-13.6.6.3", "LHY-11.4.8b.1", "LHY-10.4.6.0.1", "LHY-13.3.1d.1")
@pytest.mark.parametrize(
    ("mover", "condition", "event", "why"),
    [
        (TANK, SHOCKED, None, "is shocked and may only recover (LHY 12.3.5)"),
        (SQUAD, REGROUPING, None, "is regrouping: it may recover, withdraw or fire next to it (LHY 13.6.6)"),
        (SQUAD, ELITE, FirePlaced(FireMarker(1, FireKind.MDRM, at("D5"), 0, primary=True, tubes=0)), "is pinned"),
        (SQUAD, ELITE, Mounted(SQUAD, TRUCK), "is aboard a vehicle (LHY 10.4.6)"),
        (SQUAD, ELITE, AssaultEntered(FOE, "ge", at("D5"), at("D4")), "is in an assault (LHY 13.3.1)"),
    ],
)  # fmt: skip
def test_units_that_may_not_move_have_nothing_in_reach(
    mover: str, condition: str, event: Event | None, why: str
) -> None:
    state = activated(
        unit(mover, "D5", condition), unit(TRUCK, "D5"), unit(LEADER, "H8"), ground=WOODS, far=()
    )
    state = state if event is None else event.on(state)
    found = RULESET.reach(state, state.unit(mover))
    assert set(found.verdict.cost) == {at("D5")}
    assert why in str(found.reasons[0])
    assert bool(RULESET.movements(state, state.unit(mover)).verdict), "turn after turn it may recover"


def steps_on(state: GameState, mover: str, *labels: str) -> GameState:
    for label in labels:
        action = Maneuver("us", mover, at(label))
        state = carry_out(PLAY, state, action, ScriptedDice([1] * 4))[1]
    return state


@proves("LHY-10.0a", "LHY-10.1.1a", "LHY-10.1.1b.1", "LHY-4.1.8.bonus", "LHY-4.1.10.enter.1")
@pytest.mark.parametrize("edition", ["2019", LATER])
@pytest.mark.parametrize(
    ("mover", "ground", "way", "enemy"),
    [
        (SQUAD, WOODS, "B6 B5", None),
        (SQUAD, WOODS, "B5 C5 C4", None),
        (SQUAD, WOODS, "D5 E5", None),
        (SQUAD, ROAD, "C8 C7 C6", None),
        (SQUAD, ROAD, "C8 C7 C6 C5", None),
        (SQUAD, ROAD, "C8 D7 C7", None),
        (SQUAD, ROAD, "C8 C7", "C4"),
        (SQUAD, RIVER, "C6 C5", None),
        (SQUAD, BRIDGED, "D6 D5 D4", None),
        (TANK, ROAD, "C8 C7 C6", None),
        (TANK, ROAD, "D8 D7 C7", None),
        (TRUCK, WOODS, "C7 C6", None),
    ],
)
def test_10_0_during_a_maneuver_only_the_mp_left_count_for_reach(
    edition: str, mover: str, ground: HexBoard, way: str, enemy: str | None
) -> None:
    start, *labels = way.split()
    foes = () if enemy is None else (unit(FOE, enemy),)
    platoon = "able-tank.1" if mover == TANK else "able.1"
    men = {TANK: (), SQUAD: (unit(LEADER, "H8"),), TRUCK: (unit(SQUAD, start), unit(LEADER, "H8"))}[mover]
    state = activated(
        unit(mover, start), *men, *foes, ground=ground, far=(), platoon=platoon, edition=edition
    )
    state = steps_on(state, mover, *labels)
    if course(state).moving is not None:
        agree(state, mover)


@proves("LHY-10.1.1a")
def test_10_1_1a_after_one_hex_two_mp_or_one_hex_are_left() -> None:
    state = steps_on(activated(unit(SQUAD, "D8"), unit(LEADER, "D8"), ground=ROAD), SQUAD, "D7")
    found = RULESET.reach(state, state.unit(SQUAD))
    assert found.verdict.allowance == 2
    assert str(found.reasons[0]) == "2 MP left of 3 MP or 2 hexes in activation (LHY 10.1.1a)"
    assert at("D5") in found.verdict.cost
    assert at("D4") not in found.verdict.cost


@proves("LHY-9.0.1", "LHY-10.4.4.3")
def test_10_4_4_reach_in_reverse_during_a_forward_maneuver_is_that_of_a_new_maneuver() -> None:
    state = steps_on(activated(unit(TANK, "D8"), ground=ROAD, platoon="able-tank.1"), TANK, "D7")
    told = "this is another maneuver than the one under way, and a unit acts once a turn (LHY 9.0)"
    for mode, is_another in (("", False), ("reverse", True)):
        assert (told in map(str, RULESET.reach(state, state.unit(TANK), mode).reasons)) is is_another


@proves("LHY-10.0a", "LHY-4.1.8.3")
def test_4_1_8_past_the_road_bonus_no_mp_are_left() -> None:
    """A tank with 5 MP is six hexes down the road."""
    tank = "us.able-tank.1.1"
    ground = open_ground(4, 9, roads="C9 C8 C7 C6 C5 C4 C3 C2 C1")
    state = activated(
        unit(tank, "C9", "in_motion"), ground=ground, platoon="able-tank.1", far=(unit(FOE, "A1"),)
    )
    state = steps_on(state, tank, *(f"C{row}" for row in range(8, 2, -1)))
    assert RULESET.reach(state, state.unit(tank)).verdict.allowance == 0


@proves("LHY-10.1.2a", "LHY-10.1.0.2")
def test_10_1_2a_a_reacting_unit_has_the_mp_of_a_reaction() -> None:
    state = activated(unit(SQUAD, "D8"), unit(LEADER, "D8"), unit(FOE, "D3"), ground=ROAD)
    state = carry_out(PLAY, state, CallForReaction("us"), ScriptedDice([]))[1]
    assert RULESET.reach(state, state.unit(FOE)).verdict.allowance == 2
    assert RULESET.reach(state, state.unit(SQUAD)).verdict.allowance == 3


@proves("LHY-4.1.8.bonus")
@pytest.mark.parametrize(
    ("enemy", "conditions", "bonus"),
    [(FOE, (), False), (FOE, (HIDDEN,), True), (ENEMY_LEADER, (), True), (ENEMY_LEADER, (CONCEALED,), False)],
)
def test_4_1_8_no_bonus_in_reach_near_an_enemy_that_may_be_a_combat_unit(
    enemy: str, conditions: tuple[str, ...], bonus: bool
) -> None:
    """C4 is the fourth road hex from C8, and two hexes from C2."""
    state = activated(
        unit(SQUAD, "C8"), unit(LEADER, "A8"), unit(enemy, "C2", *conditions), ground=ROAD, edition=LATER
    )
    found = RULESET.reach(state, state.unit(SQUAD))
    assert (at("C4") in found.verdict.cost) is bonus
    assert (
        any("no road bonus within 2 hexes of the enemy" in reason.text for reason in found.reasons)
        is not bonus
    )
    way = RULESET.path(state, state.unit(SQUAD), at("C4")).verdict
    assert [place.label for place in way.places if isinstance(place, Hex)] == (
        ["C8", "C7", "C6", "C5", "C4"] if bonus else []
    )


@proves("LHY-10.0a", "LHY-10.0.1")
def test_10_0_the_ruling_says_that_an_enemy_hex_ends_the_move() -> None:
    state = activated(unit(SQUAD, "C6"), unit(LEADER, "A8"), unit(FOE, "C5"))
    told = RULESET.reach(state, state.unit(SQUAD)).verdict.provisos
    assert told[at("C5")] == "an enemy-occupied hex ends the move (LHY 10.0b)"
    assert at("D6") not in told


@proves("LHY-4.1.10.3", "LHY-4.1.10.7")
def test_4_1_10_a_river_of_one_hex_flows_from_north_to_south() -> None:
    pond = board(OPEN, rivers="C3")
    banks = {beside: bank(pond, at("C3"), at(beside)) for beside in ("C2", "D2", "D3", "C4", "B3", "B2")}
    assert banks == {
        "C2": EITHER_BANK, "D2": LEFT_BANK, "D3": LEFT_BANK, "C4": EITHER_BANK, "B3": RIGHT_BANK, "B2": RIGHT_BANK,
    }  # fmt: skip


@proves("LHY-4.1.10.enter.1")
def test_4_1_10_the_ruling_says_that_the_river_ends_the_move() -> None:
    state = activated(unit(SQUAD, "C6"), unit(LEADER, "A8"), ground=RIVER, edition=LATER)
    told = RULESET.reach(state, state.unit(SQUAD)).verdict.provisos
    assert told[at("C5")] == "entering a river hex ends the move on foot (LHY 4.1.10, from Series Rules v3.0)"
    assert at("C4") not in RULESET.reach(state, state.unit(SQUAD)).verdict.cost
    by_turns = RULESET.movements(state, state.unit(SQUAD)).verdict
    assert len(by_turns) == 2


@proves("LHY-4.1.10.enter.2")
@pytest.mark.parametrize(
    ("edition", "mode", "price"), [("2019", "", 1.5), (LATER, "", 3), (LATER, "reaction", 2)]
)
def test_4_1_10_from_river_hex_to_river_hex_takes_the_whole_allowance(
    edition: str, mode: str, price: float
) -> None:
    state = activated(unit(SQUAD, "C5"), unit(LEADER, "A8"), ground=RIVER, edition=edition)
    assert RULESET.reach(state, state.unit(SQUAD), mode).verdict.cost[at("D4")] == price


@proves("LHY-4.1.10.enter.1")
@pytest.mark.parametrize(("edition", "way"), [("2019", "C7 C6 C5 | C4 C3"), (LATER, "C7 C6 C5 | C4 C3")])
def test_a_plan_across_a_river_rests_in_it(edition: str, way: str) -> None:
    """The later editions stop a unit that wades in; in 2019 C5 also takes the last of the 3 MP."""
    state = activated(unit(SQUAD, "C7"), unit(LEADER, "C7"), ground=RIVER, far=FAR, edition=edition)
    route = plan(RULESET, state, state.unit(SQUAD), at("C3")).verdict.routes[0]
    assert (
        " | ".join(
            " ".join(str(place) for place in leg.places[leg is not route.legs[0] :]) for leg in route.legs
        )
        == way
    )
    from_the_bank = activated(unit(SQUAD, "C6"), unit(LEADER, "C6"), ground=RIVER, far=FAR, edition=edition)
    quickest = plan(RULESET, from_the_bank, from_the_bank.unit(SQUAD), at("C4")).verdict.routes[0]
    assert len(quickest.legs) == (1 if edition == "2019" else 2)
