"""Engineering tasks: which units can do them, their die, and work that is begun and left."""

from dataclasses import replace
from fractions import Fraction

import pytest

from rules.ground.table.inches import Spot, gap_in
from rules.ground.table.terrain import TableTerrain as T
from rules.kampfgruppe_normandy.book.action_kinds import ActionKind
from rules.kampfgruppe_normandy.book.conditions import COVERING, IMMOBILISED
from rules.kampfgruppe_normandy.declarations.engineering import Work
from rules.kampfgruppe_normandy.declarations.recovery import Mend
from rules.kampfgruppe_normandy.declarations.turn.activation import Activate, Forgo
from rules.kampfgruppe_normandy.effects.engineering.works import JOBS, Job, is_done
from rules.kampfgruppe_normandy.effects.losses import lose_unit
from rules.kampfgruppe_normandy.questions.engineering import Task, cannot_work, targets_of
from rules.kampfgruppe_normandy.state.ground_events import PieceBecame
from rules.kampfgruppe_normandy.state.progress import Status, progress_of, with_progress
from tests.proving import proves
from tests.rules.kampfgruppe_normandy.engineering.sappers import (
    ENGINEER,
    MOVE,
    SIGN,
    bunker,
    terrains,
    with_minefield,
)
from tests.rules.kampfgruppe_normandy.tables import (
    BOOK,
    GAME,
    UK,
    act,
    area,
    dice_of,
    game,
    legal,
    line,
    position,
    refusal,
    resolving,
    told_to,
    unit,
)


@proves("KN-ENG-02")
def test_work_on_one_thing_does_not_count_for_another() -> None:
    wall = line(T.WALL, (28, 35.2), (34, 35.2), width_in=0.5)
    bunker = area(T.BUNKER, 27, 27, 33, 33)
    units = unit("sappers", "uk.sappers", (30, 34)), unit("foe", "de.squad", (80, 60))
    state = told_to(game(*units, pieces=[bunker, wall]), "sappers", MOVE, ENGINEER, done=1)
    state = told_to(act(state, Work(UK, "sappers", Task.DEMOLISH, "bunker"), 1), "sappers", ENGINEER, ENGINEER)  # fmt: skip
    for target, actions in (("bunker", 3), ("wall", 2)):
        told = str(GAME.chances(state, Work(UK, "sappers", Task.DEMOLISH, target)))
        assert f"D6 + {actions} actions" in told


@proves("KN-ENG-01", "KN-ENG-02")
def test_the_die_and_the_actions_must_come_to_seven() -> None:
    done = [[is_done(die, actions) for die in range(1, 7)].count(True) for actions in range(1, 7)]
    assert done == [1, 2, 3, 4, 5, 6]


@proves("KN-ENG-15b")
def test_the_odds_of_a_task() -> None:
    state = told_to(bunker(), "sappers", ENGINEER, ENGINEER)
    odds = GAME.chances(state, Work(UK, "sappers", Task.DEMOLISH, "bunker")).odds
    assert odds is not None
    assert odds.of("no effect") == Fraction(4, 6)


@proves("KN-ENG-02", "KN-COV-02")
def test_the_odds_of_two_actions_of_work_are_those_without_covering_fire_between_them() -> None:
    gunners = unit("gunners", "de.squad", (30, 50), 0, COVERING)
    covered = game(unit("sappers", "uk.sappers", (30, 34)), gunners, pieces=[area(T.BUNKER, 27, 27, 33, 33)])
    state = told_to(covered, "sappers", ENGINEER, ENGINEER)
    odds = GAME.chances(state, Work(UK, "sappers", Task.DEMOLISH, "bunker")).odds
    assert odds is not None
    assert odds.of("no effect") == Fraction(4, 6)


@proves("KN-ENG-03", "KN-ENG-06", "KN-ENG-12a", "KN-ENG-13", "KN-SPEC-20")
@pytest.mark.parametrize(
    ("type_id", "can"),
    [
        ("uk.sappers", {Task.CLEAR_MINES, Task.DEMOLISH}),
        ("uk.sherman_crab", {Task.CLEAR_MINES}),
        ("us.dozer", {Task.CLEAR_MINES}),
        ("uk.bridging", {Task.BRIDGE}),
        ("uk.churchill_bridge", {Task.BRIDGE}),
        ("uk.avre_fascine", {Task.BRIDGE}),
        ("uk.squad", set()),
        ("uk.sherman", set()),
    ],
)
def test_which_units_can_do_which_task(type_id: str, can: set[Task]) -> None:
    state = game(unit("one", type_id, (30, 30), side=UK))
    assert {task for task in Task if cannot_work(position(state), state.unit("one"), task) is None} == can


@proves("KN-ENG-01", "KN-ENG-02")
@pytest.mark.parametrize(("die", "done"), [(6, True), (5, False)])
def test_work_has_its_die_though_the_second_action_is_forgone(die: int, done: bool) -> None:
    """One action and a 6 come to 7: the minefield is cleared."""
    state = with_minefield(unit("sappers", "uk.sappers", (30, 35)))
    work = Work(UK, "sappers", Task.CLEAR_MINES, "minefield")
    state = act(told_to(state, "sappers", ENGINEER, ENGINEER), work)
    assert "D6 + 1 action, 7 or more (KGN Engineering tasks" in str(GAME.chances(state, Forgo(UK)))
    after = act(state, Forgo(UK), die)
    assert (terrains(after) == {}) is done
    assert progress_of(after).activation is None


@proves("KN-ENG-01", "KN-ENG-02")
@pytest.mark.parametrize(("unit_id", "kinds"), [
    ("sappers", (ENGINEER, ENGINEER)), ("sappers", (MOVE, ENGINEER)), ("sappers", (ENGINEER, MOVE)),
    ("arv", (ENGINEER, ENGINEER)),
])  # fmt: skip
def test_a_unit_that_does_not_work_throws_no_die_for_earlier_work(
    unit_id: str, kinds: tuple[ActionKind, ...]
) -> None:
    """The sappers began to clear the mines an activation ago; the recovery tank works on a track, and then on nothing."""
    state = with_minefield(
        unit("sappers", "uk.sappers", (30, 35)), unit("arv", "uk.sherman_arv", (50, 50)),
        unit("tank", "uk.sherman", (52, 50), 0, IMMOBILISED),
    )  # fmt: skip
    state = JOBS.put(state, (Job(UK, Task.CLEAR_MINES, "minefield", 5, "sappers"),))
    state = told_to(state, unit_id, *kinds)
    first = (Mend(UK, "arv", "tank"), 1) if unit_id == "arv" else (Forgo(UK),)
    assert act(act(state, *first), Forgo(UK)).board == state.board


@proves("KN-ENG-01", "KN-ENG-22")
@pytest.mark.parametrize("change", ["they run off", "the tank is gone"])
def test_engineers_no_longer_at_their_work_throw_no_die_for_it(change: str) -> None:
    """OUR 215: after one action on a charge at a tank they act heroically elsewhere, or an event takes the
    tank and others its wreck."""
    state = game(
        unit("sappers", "uk.sappers", (30, 33.4)), unit("tank", "de.tiger", (30, 30), 0, IMMOBILISED),
        unit("foe", "de.squad", (80, 60)),
    )  # fmt: skip
    work = Work(UK, "sappers", Task.DEMOLISH, "tank")
    state = act(told_to(state, "sappers", ENGINEER, ENGINEER), work)
    if change == "they run off":
        state = state.with_unit(replace(state.unit("sappers"), at=Spot(30, 44)))
    else:
        resolution = resolving(state, dice_of((14,)))
        lose_unit(resolution, "tank", "abandoned")
        state = with_progress(resolution.state, replace(resolution.progress, wrecks=()))
    after = act(state, Forgo(UK))
    assert JOBS.of(progress_of(after)) == (Job(UK, Task.DEMOLISH, "tank", 1, "sappers"),)
    assert after.units.keys() == state.units.keys()


@proves("KN-ENG-01", "KN-ENG-02", "KN-ENG-10")
def test_work_on_a_halted_tank_goes_on_at_its_wreck() -> None:
    """OUR 220: after one action at a tank it burns, and what was done counts: for the die they owe, and in a later activation."""
    state = game(
        unit("sappers", "uk.sappers", (30, 33.4)), unit("tank", "de.tiger", (30, 30), 0, IMMOBILISED),
        unit("foe", "de.squad", (80, 60)),
    )  # fmt: skip
    work = Work(UK, "sappers", Task.DEMOLISH, "tank")
    resolution = resolving(act(told_to(state, "sappers", ENGINEER, ENGINEER), work), dice_of((14,)))
    lose_unit(resolution, "tank", "destroyed")
    burnt = resolution.state
    assert progress_of(act(burnt, Forgo(UK), 6)).wrecks == ()
    failed = act(burnt, work, 4)
    assert [wreck.unit for wreck in progress_of(failed).wrecks] == ["tank"]
    later = told_to(failed, "sappers", ENGINEER, MOVE)
    assert progress_of(act(later, work, 4)).wrecks == ()


@proves("KN-ENG-01", "KN-ENG-09")
def test_work_on_a_house_goes_on_at_its_rubble() -> None:
    """OUR 220: others have blown it up after three actions at it."""
    house = area(T.BRICK_BUILDING, 28, 28, 32, 32)
    state = game(unit("sappers", "uk.sappers", (30, 33.4)), unit("foe", "de.squad", (80, 60)), pieces=[house])
    begun = JOBS.put(state, (Job(UK, Task.DEMOLISH, house.id, 3, "sappers"),))
    fallen = told_to(PieceBecame(house.id, T.RUBBLE).on(begun), "sappers", ENGINEER, MOVE)
    assert terrains(act(fallen, Work(UK, "sappers", Task.DEMOLISH, house.id), 3)) == {}


@proves("KN-ENG-03", "KN-ENG-21", "KN-ENG-22")
@pytest.mark.parametrize(("middle_in", "may"), [(35.8, True), (38.0, False)])
def test_a_minefield_is_cleared_from_its_edge_without_a_step_into_it(middle_in: float, may: bool) -> None:
    """OUR 133: the nearest man stands between 4 and 5 inches from the sign, or farther away."""
    state = with_minefield(
        unit("sappers", "uk.sappers", (30, middle_in)), unit("squad", "uk.squad", (36, 35))
    )
    assert gap_in(position(state).base(state.unit("sappers")), SIGN) > 4.0
    state = told_to(state, "sappers", ENGINEER, ENGINEER)
    work = Work(UK, "sappers", Task.CLEAR_MINES, "minefield")
    assert (work in legal(state)) is may
    if may:
        assert terrains(act(act(state, work), work, 5)) == {}


@proves("KN-ENG-14", "KN-ENG-15a", "KN-ACT-06")
@pytest.mark.parametrize(("kind", "status", "why"), [
    ("uk.avre_fascine", Status(used=(("fascine", 1),)), "one has laid what it carried (KGN Bridging, OUR 204, house value)"),
    ("uk.bridging", Status(men=3), "a light bridge takes 4 men (KGN Light bridging units)"),
    ("uk.sherman", Status(), "one cannot take the action engineer (KGN Actions, OUR 38, inferred)"),
])  # fmt: skip
def test_a_refused_engineering_action_says_what_the_unit_lacks(kind: str, status: Status, why: str) -> None:
    state = game(unit("one", kind, (30, 33)), unit("foe", "de.squad", (80, 60)), status={"one": status})
    assert refusal(state, Activate(UK, "one", (ENGINEER, MOVE))) == why


@proves("KN-ENG-01", "KN-ENG-02", "KN-ENG-21")
def test_sappers_at_two_tasks_throw_for_the_last_and_the_first_keeps_its_action() -> None:
    """OUR 208: two buildings in contact; in the next activation the first has had three actions, and a 4 is enough."""
    houses = [area(T.BRICK_BUILDING, 25, 30, 29, 34), area(T.WOODEN_BUILDING, 31, 30, 35, 34)]
    state = game(unit("sappers", "uk.sappers", (30, 32)), unit("foe", "de.squad", (80, 60)), pieces=houses)
    first, last = (Work(UK, "sappers", Task.DEMOLISH, house.id) for house in houses)
    state = act(told_to(state, "sappers", ENGINEER, ENGINEER), first)
    said = str(GAME.chances(state, last))
    assert f"set a charge, {houses[0].id}: no die in this activation" in said
    assert "no die" not in str(GAME.chances(state, first))
    state = act(state, last, 1)
    assert {job.target: job.actions for job in JOBS.of(progress_of(state))} == {
        house.id: 1 for house in houses
    }
    state = act(act(told_to(state, "sappers", ENGINEER, ENGINEER), first), first, 4)
    assert terrains(state)[houses[0].id] is T.RUBBLE


@proves(
    "KN-ENG-06", "KN-ENG-07b", "KN-ENG-07c", "KN-ENG-09", "KN-ENG-10", "KN-ENG-22", "KN-ENG-13",
    "KN-ENG-15a", "KN-ENG-03",
)  # fmt: skip
@pytest.mark.parametrize(
    ("type_id", "task", "terrain", "may"),
    [
        ("uk.sappers", Task.DEMOLISH, terrain, True)
        for terrain in (
            T.BUNKER, T.STONE_BUILDING, T.WOODEN_BUILDING, T.BRIDGE, T.BOCAGE, T.HEDGE, T.WALL, T.FENCE, T.DRAGONS_TEETH,
            T.ROAD_BLOCK, T.BARBED_WIRE, T.SANDBAGS, T.RUBBLE,
        )
    ]
    + [
        ("uk.sappers", Task.DEMOLISH, terrain, False)
        for terrain in (T.WOODS, T.RIVER, T.GOOD_ROAD, T.HILL, T.TRENCH, T.CROPS)
    ]
    + [("uk.bridging", Task.BRIDGE, terrain, True) for terrain in (T.RIVER, T.STREAM, T.DITCH, T.ANTI_TANK_DITCH)]
    + [("uk.bridging", Task.BRIDGE, terrain, False) for terrain in (T.LAKE, T.MARSH, T.WOODS, T.HEDGE)]
    + [("uk.avre_fascine", Task.BRIDGE, terrain, True) for terrain in (T.DITCH, T.ANTI_TANK_DITCH)]
    + [("uk.avre_fascine", Task.BRIDGE, terrain, False) for terrain in (T.RIVER, T.STREAM, T.LAKE)]
    + [("uk.sappers", Task.CLEAR_MINES, T.MINEFIELD, True), ("uk.sappers", Task.CLEAR_MINES, T.WOODS, False)],
)  # fmt: skip
def test_which_tasks_engineers_have_at_which_terrain(type_id: str, task: Task, terrain: T, may: bool) -> None:
    """A piece of ground four inches across, an inch before the engineers' men or their tank."""
    half = BOOK.type(type_id).length_in / 2 if BOOK.type(type_id).is_vehicle else 0.0
    state = game(
        unit("one", type_id, (40, 34.6 + half)), unit("foe", "de.squad", (80, 60)),
        pieces=[area(terrain, 30, 30, 50, 34)],
    )  # fmt: skip
    where = position(state)
    assert (terrain.value in targets_of(where, state.unit("one"), task)) is may
    far = state.with_unit(replace(state.unit("one"), at=Spot(40, 41 + half)))
    assert terrain.value not in targets_of(position(far), far.unit("one"), task)
