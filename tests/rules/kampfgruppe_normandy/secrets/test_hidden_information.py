"""What one side keeps to itself makes no difference to what the other can learn: two games that differ in a
secret alone look alike, offer alike and answer alike to the side that does not know it."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import pytest

from exporters.pictures.board_picture import board_picture
from exporters.ruling_text import chat
from rules.errors import RulesError, Unknown
from rules.game.chance.dice import SeededDice
from rules.game.engine.carrying_out import carry_out
from rules.game.engine.play import Action
from rules.game.state import GameState
from rules.ground.table.terrain import TableTerrain as T
from rules.kampfgruppe_normandy.state.fire_missions import fire_support
from rules.kampfgruppe_normandy.state.progress import Force, progress_of, with_progress
from rules.kampfgruppe_normandy.state.reserves import ARRIVALS
from tests.proving import proves
from tests.rules.kampfgruppe_normandy.tables import DE, GAME, RULESET, UK, area, opened, table, unit

_RESERVE = {"at": [2, 20], "turn": 5}


def _game(*more: Any, drawn: str = "2", **options: Any) -> GameState:
    """A company game of a few units, the Germans first; the British have drawn a counter of this value."""
    state = opened(
        table(area(T.WOODS, 30, 20, 36, 28)),
        unit("uk.hq", "uk.hq", (10, 20), 90),
        unit("uk.1", "uk.squad", (24, 14), 90),
        unit("uk.gun", "uk.3in_mortar", (8, 30), 90),
        unit("de.hq", "de.hq", (60, 20), 270),
        unit("de.1", "de.squad_faust", (44, 16), 270),
        unit("de.tank", "de.pz4h", (50, 30), 270),
        unit("de.mortar", "de.80mm_mortar", (62, 26), 270),
        *more,
        attacker=DE,
        game_size="company",
        **options,
    )
    course = progress_of(state)
    forces = tuple(Force(force.side, 25, 300) for force in course.forces)
    return with_progress(state, replace(course, forces=forces, drawn=((UK, drawn),)))


def _with_points(**points: list[float]) -> GameState:
    return _game(fire_support={UK: {"registered_points": points}})


def _with_reserves(turn: int, at: list[float], carrier: str) -> GameState:
    return _game(
        unit("uk.late", carrier, None, 0.0, "reserve"),
        unit("uk.riders", "uk.small_squad", None),
        aboard={"uk.riders": "uk.late"},
        reserves={"uk.late": {"turn": turn, "at": at}},
    )


SECRETS: dict[str, tuple[Callable[[], GameState], Callable[[], GameState], tuple[str, ...]]] = {
    "counters": (lambda: _game(drawn="1"), lambda: _game(drawn="4"), ()),
    "points": (
        lambda: _with_points(Bridge=[44, 16]),
        lambda: _with_points(Church=[60, 20], Mill=[50, 30]),
        ("Bridge", "Church", "Mill"),
    ),
    "reserves": (
        lambda: _with_reserves(5, [2, 20], "uk.m5_halftrack"),
        _game,
        ("uk.late", "uk.riders"),
    ),
    "ambush": (
        lambda: _game(
            unit("uk.hid", "uk.m5_halftrack", (30, 40), 0.0, "hidden"),
            unit("uk.riders", "uk.small_squad", None),
            aboard={"uk.riders": "uk.hid"},
        ),
        _game,
        ("uk.hid", "uk.riders"),
    ),
}


def _answers(state: GameState, action: Action) -> tuple[str, str]:
    """A side's answers to "why not" and to the odds of an action; an error counts as an answer."""

    def heard(question: Callable[[], str]) -> str:
        try:
            return question()
        except RulesError as error:
            return str(error)

    return (
        heard(lambda: "; ".join(map(str, GAME.why_not(state, action)))),
        heard(lambda: chat(GAME.chances(state, action))),
    )


def _probes(action: Action, names: tuple[str, ...]) -> Iterator[Action]:
    """The action with each of its texts in turn replaced by a name that its side cannot know."""
    document = GAME.actions.document(action)
    for key, value in document.items():
        if key not in ("is", "kind", "side") and isinstance(value, str):
            for name in names:
                try:
                    yield GAME.actions.read({**document, key: name})
                except RulesError:
                    continue


def _sampled(legal: tuple[Action, ...]) -> list[Action]:
    """Some actions of each kind."""
    by_kind: dict[str, list[Action]] = {}
    for action in legal:
        by_kind.setdefault(type(action).__name__, []).append(action)
    return [action for kind in by_kind.values() for action in kind[:: max(1, len(kind) // 3)][:3]]


@proves("KN-BMOR-12", "KN-IND-30", "KN-IND-31", "KN-TURN-24a", "KN-KIT-02")
@pytest.mark.parametrize("secret", SECRETS)
@pytest.mark.parametrize("seed", range(3))
def test_two_games_that_differ_in_a_secret_are_one_game_to_the_enemy(secret: str, seed: int) -> None:
    make_one, make_other, names = SECRETS[secret]
    one, other = make_one(), make_other()
    assert one.course != other.course
    choice = SeededDice(seed)
    compared = 0
    for step in range(60):
        assert RULESET.seen_by(one, DE) == RULESET.seen_by(other, DE)
        assert GAME.moment(one) == GAME.moment(other)
        legal, legal_other = GAME.legal_actions(one), GAME.legal_actions(other)
        if GAME.to_act(one) == DE:
            assert legal == legal_other
            for action in _sampled(legal):
                assert _answers(one, action) == _answers(other, action)
                for probe in _probes(action, names):
                    assert _answers(one, probe) == _answers(other, probe)
                    compared += 1
        of_other = set(legal_other)
        common = [action for action in legal if action in of_other]
        if not common:
            break
        action = common[choice.pick("choice", len(common))]
        told, one = carry_out(GAME, one, action, SeededDice(1000 * seed + step))
        told_other, other = carry_out(GAME, other, action, SeededDice(1000 * seed + step))
        assert list(map(str, told)) == list(map(str, told_other))
        if GAME.to_act(one) is None or progress_of(one).turn > 2:
            break
    assert compared or not names


@pytest.mark.parametrize("secret", SECRETS)
def test_pictures_and_rulings_of_what_the_enemy_sees_are_the_same(secret: str) -> None:
    make_one, make_other, _ = SECRETS[secret]
    views = [RULESET.seen_by(make(), DE) for make in (make_one, make_other)]
    assert board_picture(views[0]) == board_picture(views[1])
    said = [
        [
            chat(RULESET.line_of_sight(view, view.unit("de.1"), view.unit("uk.1"))),
            chat(RULESET.fire(view, view.unit("de.tank"), view.unit("uk.1"))),
            chat(RULESET.reach(view, view.unit("de.tank"))),
        ]
        for view in views
    ]
    assert said[0] == said[1]


@pytest.mark.parametrize("secret", SECRETS)
def test_the_owner_knows_his_secret(secret: str) -> None:
    """The owner's own view tells the two games apart, so the test above compares something."""
    make_one, make_other, _ = SECRETS[secret]
    assert RULESET.seen_by(make_one(), UK) != RULESET.seen_by(make_other(), UK)


@proves("KN-TURN-24a")
def test_reserves_come_on_in_their_turn_with_all_they_carry() -> None:
    state = _with_reserves(1, [2, 20], "uk.m5_halftrack")
    late = state.unit("uk.late")
    assert late.at is None
    assert "reserve" in str(late.conditions)
    state = _until_turn_of(UK, state)
    late = state.unit("uk.late")
    assert (late.at, late.conditions) == ((2.0, 20.0), frozenset())
    assert progress_of(state).of("uk.riders").aboard == "uk.late"
    assert ARRIVALS.of(progress_of(state)) == ()
    assert {"uk.late", "uk.riders"} <= set(RULESET.seen_by(state, DE).units)


def test_reserves_are_unknown_before_the_game_is_opened_too() -> None:
    late = unit("uk.late", "uk.sherman", None, 0.0, "reserve")
    state = GameState(
        table(), {one.id: one for one in (late, unit("de.1", "de.squad", (9, 9)))}, (), (UK, DE)
    )
    assert set(RULESET.seen_by(state, DE).units) == {"de.1"}
    assert set(RULESET.seen_by(state, UK).units) == {"uk.late", "de.1"}


@proves("KN-TURN-24a")
def test_reserves_wait_where_somebody_stands() -> None:
    """The headquarters stands where the half-track is to come on."""
    state = _until_turn_of(UK, _with_reserves(1, [10, 20], "uk.m5_halftrack"))
    assert state.unit("uk.late").at is None
    assert len(ARRIVALS.of(progress_of(state))) == 1


def _until_turn_of(side: str, state: GameState) -> GameState:
    """The enemy ends his turn without doing anything."""
    dice = SeededDice(3)
    while progress_of(state).acting != side or progress_of(state).owed:
        legal = GAME.legal_actions(state)
        ends = [
            one
            for one in legal
            if type(one).__name__ in ("RemoveSuppression", "EndActivations", "KeepCommand")
        ]
        _, state = carry_out(GAME, state, (ends or list(legal))[0], dice)
    return state


@proves("KN-SETUP-11")
@pytest.mark.parametrize(
    ("reserves", "said"),
    [
        ([], "options.reserves: [] is not a table of names and values"),
        ({"uk.hq": _RESERVE}, "options.reserves: 'uk.hq' is not a unit with the condition"),
        ({"uk.late": {"turn": 3}}, "options.reserves.uk.late: {'turn': 3} is not an object with turn and at"),
        (
            {"uk.late": {**_RESERVE, "turn": 0}},
            "options.reserves.uk.late.turn: 0 is not a whole number from 1 to 60",
        ),
        ({"uk.late": {**_RESERVE, "at": [2]}}, "options.reserves.uk.late.at: [2] is not a spot [x, y]"),
        (
            {"uk.late": {**_RESERVE, "at": [2, 99]}},
            "options.reserves.uk.late.at: [2, 99] is not a spot on the table",
        ),
        (
            {"uk.late": {**_RESERVE, "facing_deg": 360}},
            "uk.late.facing_deg: 360 is not a bearing from 0 to below 360",
        ),
    ],
)
def test_reserves_that_cannot_come_are_refused(reserves: object, said: str) -> None:
    with pytest.raises(RulesError) as error:
        _game(unit("uk.late", "uk.sherman", None, 0.0, "reserve"), reserves=reserves)
    assert said in str(error.value)


@proves("KN-IND-30", "KN-TURN-24a")
def test_a_registered_point_with_the_name_of_an_unseen_enemy_stays_on_the_map() -> None:
    state = _game(
        unit("Mill", "uk.m5_halftrack", (30, 40), 0.0, "hidden"),
        fire_support={DE: {"registered_points": {"Mill": [50, 30]}}},
    )
    seen = RULESET.seen_by(state, DE)
    assert "Mill" not in seen.units
    assert [point.name for point in fire_support(progress_of(seen)).points] == ["Mill"]


def test_a_fire_mission_that_is_not_in_play_is_named_as_unknown() -> None:
    with pytest.raises(Unknown, match="no fire mission named 'm7'"):
        fire_support(progress_of(_game())).mission_in_play("m7")
