"""The set-piece attack and the night action: their set-up, hidden information, and whole games."""

from dataclasses import replace

import pytest

from maps.library import scenario
from rules.game.chance.dice import SeededDice
from rules.game.engine.carrying_out import carry_out, replay
from rules.game.engine.play import Action
from rules.game.events import Event
from rules.game.state import GameState
from rules.ground.table.inches import Spot
from rules.kampfgruppe_normandy.book.action_kinds import ActionKind
from rules.kampfgruppe_normandy.book.conditions import RESERVE, SUPPRESSED
from rules.kampfgruppe_normandy.book.roster import HOUSE_ROSTER
from rules.kampfgruppe_normandy.book.unit_types import Kind
from rules.kampfgruppe_normandy.declarations.engineering import Work
from rules.kampfgruppe_normandy.declarations.turn.activation import Activate
from rules.kampfgruppe_normandy.declarations.turn.command import RollCommand
from rules.kampfgruppe_normandy.effects.objectives import holds_all
from rules.kampfgruppe_normandy.effects.turn_end import begin_turn
from rules.kampfgruppe_normandy.questions.engineering import Task
from rules.kampfgruppe_normandy.state.buildings import CONCEALED
from rules.kampfgruppe_normandy.state.fire_missions import fire_support
from rules.kampfgruppe_normandy.state.position import Position
from rules.kampfgruppe_normandy.state.progress import Engagement, Loss, Size, Step, progress_of, with_progress
from tests.proving import proves
from tests.rules.kampfgruppe_normandy.tables import DE, GAME, RULESET, act, ready, resolving, table, unit

SET_PIECE, NIGHT = "kgn-sunken-crossroads", "kgn-night-at-two-orchards"


def _opened(name: str, **more: object) -> GameState:
    chosen = scenario(name)
    return RULESET.opening(chosen.state(), {**chosen.opening_options(), **more})


def _played(first: GameState, seed: int) -> tuple[GameState, list[Event]]:
    """A game of choices by chance, each kind of declaration as likely as the next."""
    state = first
    dice, choice = SeededDice(seed), SeededDice(seed + 10_000)
    events: list[Event] = []
    while GAME.to_act(state) is not None:
        kinds: dict[str, list[Action]] = {}
        for action in GAME.legal_actions(state):
            kinds.setdefault(type(action).__name__, []).append(action)
        assert kinds
        names = [name for name in kinds if name not in ("Forgo", "EndActivations")] or list(kinds)
        group = kinds[names[choice.pick("choice", len(names))]]
        told, state = carry_out(GAME, state, group[choice.pick("choice", len(group))], dice)
        events += told
        assert len(events) < 20_000
    return state, events


@pytest.mark.parametrize(("name", "turns"), [(SET_PIECE, 2), (NIGHT, 4)])
def test_a_game_is_played_to_a_result_and_its_log_plays_back(name: str, turns: int) -> None:
    first = _opened(name, turns=turns)
    last, events = _played(first, 7)
    assert GAME.result(last) is not None
    written = [GAME.events.document(event) for event in events]
    again = replay(GAME, first, [GAME.events.read(one) for one in written])
    assert (again.units, again.course, again.board) == (last.units, last.course, last.board)


@proves("KN-SETUP-03", "KN-SETUP-11", "KN-SETUP-12", "KN-GROUP-04", "KN-BMOR-30")
def test_the_set_piece_attack_sets_up_a_company_game_the_attacker_begins() -> None:
    state = _opened(SET_PIECE)
    course = progress_of(state)
    assert (course.setting.size, course.setting.engagement) == (Size.COMPANY, Engagement.SET_PIECE)
    assert GAME.legal_actions(state) == (RollCommand("uk"),)
    assert all(force.points <= 500 for force in course.forces)
    held = tuple(replace(objective, held_by="de") for objective in course.objectives)
    taken = replace(state, course=replace(course, objectives=held))
    assert not holds_all(Position(taken, RULESET.book), "de")
    ours = tuple(replace(objective, held_by="uk") for objective in course.objectives)
    assert holds_all(Position(replace(state, course=replace(course, objectives=ours)), RULESET.book), "uk")
    assert CONCEALED.of(course) == ("pillbox",)
    assert course.of("de.smg").inside == "pillbox"


@proves("KN-IND-30", "KN-IND-31", "KN-BMOR-12")
def test_registered_points_are_known_to_their_owner_alone() -> None:
    state = _opened(SET_PIECE)
    assert [point.name for point in fire_support(progress_of(RULESET.seen_by(state, "de"))).points] == [
        "Brook bridge"
    ]
    assert fire_support(progress_of(RULESET.seen_by(state, "uk"))).points == ()


@proves("KN-NIGHT-01", "KN-NIGHT-05", "KN-GROUP-03")
def test_the_night_action_is_a_platoon_game_without_aircraft() -> None:
    state = _opened(NIGHT)
    course = progress_of(state)
    assert course.setting.is_night
    assert all(force.points <= 250 for force in course.forces)
    assert not any(HOUSE_ROSTER[unit.type].kind is Kind.AIRCRAFT for unit in state.units.values())


@proves("KN-ACT-12", "KN-ACT-13", "KN-IND-43")
def test_which_units_may_request_fire_and_engineer() -> None:
    state = carry_out(GAME, _opened(SET_PIECE), RollCommand("uk"), SeededDice(1))[1]
    state = replace(state, course=replace(progress_of(state), owed=(), allowance=20))

    def told(unit: str, kind: ActionKind) -> bool:
        legal = [action for action in GAME.legal_actions(state) if isinstance(action, Activate)]
        return any(activate.unit == unit and kind in activate.kinds for activate in legal)

    able = {unit for unit in state.units if told(unit, ActionKind.REQUEST)}
    assert able == {"uk.hq", "uk.1", "uk.tank.hq", "uk.fao"}
    assert {unit for unit in state.units if told(unit, ActionKind.ENGINEER)} == {"uk.sappers", "uk.bridging"}
    assert {unit for unit in state.units if told(unit, ActionKind.RE_SUPPLY)} == {"uk.supply"}
    silent = state.with_unit(replace(state.unit("uk.fao"), conditions=frozenset({SUPPRESSED})))
    assert "suppressed" in str(GAME.why_not(silent, Activate("uk", "uk.fao", (ActionKind.REQUEST,))))
    both = Activate("uk", "uk.fao", (ActionKind.MOVE, ActionKind.REQUEST))
    assert "takes up both" in str(GAME.why_not(state, both))


def _in_own_turn_at(state: GameState, unit: str, x_in: float, y_in: float) -> GameState:
    """A turn of the unit's side in which it may activate all it has, the unit somewhere else already."""
    one = state.unit(unit)
    state = state.with_unit(replace(one, at=Spot(x_in, y_in)))
    course = replace(progress_of(state), acting=one.side, step=Step.ACTIVATION, allowance=20, owed=())
    return replace(state, course=course)


@proves("KN-ENG-01", "KN-ENG-03", "KN-ENG-06", "KN-ENG-13")
@pytest.mark.parametrize(
    ("unit", "at", "task", "target", "then", "mines"),
    [
        ("uk.sappers", (34, 25), Task.CLEAR_MINES, "road-mines", -1, ()),
        ("uk.bridging", (29.3, 10), Task.BRIDGE, "brook", 1, ()),
        ("de.pioneers", (34.5, 24.5), Task.DEMOLISH, "brook-bridge", -1, (2,)),
    ],
)
def test_the_set_piece_attack_has_work_for_engineers_of_both_sides(
    unit: str, at: tuple[float, float], task: Task, target: str, then: int, mines: tuple[int, ...]
) -> None:
    """The pioneers stand among the mines of the road as they move off, and roll for them."""
    state = _in_own_turn_at(_opened(SET_PIECE), unit, *at)
    work = Work(state.unit(unit).side, unit, task, target)
    state = act(state, Activate(work.side, unit, (ActionKind.ENGINEER, ActionKind.ENGINEER)))
    assert work in GAME.legal_actions(state)
    done = act(act(state, work), work, 5, *mines)
    pieces, left = (set(Position(one, RULESET.book).table.by_id) for one in (state, done))
    assert len(left) == len(pieces) + then
    assert (target in left) is (then > 0)


@proves("KN-TURN-24a", "KN-MOVE-13")
@pytest.mark.parametrize(("kind", "beside"), [("de.stug3", True), ("de.squad", False)])
def test_a_vehicle_in_reserve_enters_beside_a_wreck_at_its_place_and_men_enter_under_it(
    kind: str, beside: bool
) -> None:
    """OUR 161, 203: the hull of the wreck is 3.2 by 1.6 inches, so that of the StuG stands as wide from it at the least."""
    place = {"turn": 2, "at": [30, 24]}
    state = ready(table(), unit("a", "uk.squad", (10, 24)), unit("late", kind, None, 0, RESERVE), unit("b", "de.squad", (60, 24)), reserves={"late": place})  # fmt: skip
    wreck = Loss("old", "de.pz4h", DE, "destroyed", Spot(30, 24))
    resolution = resolving(with_progress(state, replace(progress_of(state), wrecks=(wreck,))), SeededDice(1))
    begin_turn(resolution, DE, 2)
    at = resolution.state.unit("late").at
    assert isinstance(at, Spot)
    assert (at.gap_in(Spot(30, 24)) > 1.5) is beside
    assert at.gap_in(Spot(30, 24)) < 4
    begin_turn(resolution, DE, 3)
    assert resolution.state.unit("late").at == at


@proves("KN-TURN-24a")
def test_the_reserves_of_the_set_piece_attack_come_in_the_third_turn() -> None:
    state = _opened(SET_PIECE)
    late = {"de.stug.2", "de.1.4"}
    assert not late & set(RULESET.seen_by(state, "uk").units)
    resolution = resolving(state, SeededDice(1))
    begin_turn(resolution, "de", 2)
    assert all(resolution.state.unit(name).at is None for name in late)
    begin_turn(resolution, "de", 3)
    assert all(resolution.state.unit(name).at is not None for name in late)
    assert late <= set(RULESET.seen_by(resolution.state, "uk").units)
