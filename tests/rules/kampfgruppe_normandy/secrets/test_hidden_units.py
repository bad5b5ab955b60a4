"""Whole games with hidden units on both sides: no view, offer, record or answer of a side names a hidden enemy."""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import cache, partial
from typing import Any

import pytest

from exporters.ruling_text import chat
from rules.errors import RulesError
from rules.game.engine.play import Action
from rules.game.state import GameState
from rules.game.view import HIDDEN
from rules.ground.table.inches import Spot
from rules.ground.table.terrain import TableTerrain as T
from rules.kampfgruppe_normandy.book.action_kinds import ActionKind as K
from rules.kampfgruppe_normandy.book.conditions import SUPPRESSED
from rules.kampfgruppe_normandy.declarations.deploying.boarding import Unload
from rules.kampfgruppe_normandy.declarations.deploying.occupying import EnterBuilding, LeaveBuilding
from rules.kampfgruppe_normandy.declarations.movement import Move
from rules.kampfgruppe_normandy.declarations.recovery import MendFailed
from rules.kampfgruppe_normandy.effects.group_morale import draw_counter
from rules.kampfgruppe_normandy.effects.losses import suffer_losses
from rules.kampfgruppe_normandy.questions.target import Losses
from rules.kampfgruppe_normandy.state.ammunition_events import LastShotLeft
from rules.kampfgruppe_normandy.state.fire_missions import UNSEEN_GUN, GunsLaid, fire_support
from rules.kampfgruppe_normandy.state.progress import Duty, progress_of
from rules.kampfgruppe_normandy.state.support_events import Laid
from tests.playthroughs import Weigh, chance_steps
from tests.proving import proves
from tests.rules.kampfgruppe_normandy.battle_of_everything import battle, curious_weight
from tests.rules.kampfgruppe_normandy.playing import SCENARIOS, SELDOM, bold_weight, start_of
from tests.rules.kampfgruppe_normandy.tables import (
    DE,
    GAME,
    RULESET,
    UK,
    act,
    activated,
    area,
    dice_of,
    opened,
    ready,
    record_of,
    refusal,
    resolving,
    status,
    table,
    unit,
)
from tests.secrets import leaks, texts_in

Game = tuple[Callable[[], GameState], Weigh]
GAMES: Mapping[str, Game] = {
    "battle of everything": (battle, curious_weight),
    **{name: (partial(start_of, name), bold_weight) for name in SCENARIOS},
}
ASKED_EVERY = 25
"""The number of declarations between two moments at which the side to act asks."""

NOBODY = "nobody at all"


def _with_hidden(state: GameState, remainder: int) -> GameState:
    """The state with every third unit on the table hidden."""
    units = {
        name: replace(one, conditions=one.conditions | {HIDDEN})
        if number % 3 == remainder and one.at
        else one
        for number, (name, one) in enumerate(state.units.items())
    }
    return replace(state, units=units)


def _hidden_enemies(state: GameState, side: str) -> Iterator[str]:
    """The ids of hidden enemies and of their passengers."""
    for one in state.units.values():
        carrier = state.units.get(progress_of(state).of(one.id).aboard or one.id, one)
        if one.side != side and (one.has(HIDDEN) or carrier.has(HIDDEN)):
            yield one.id


def _words_of_moment(state: GameState, side: str) -> Iterator[str]:
    """The texts that a side sees at this moment without asking."""
    known = RULESET.seen_by(state, side)
    yield from (GAME.moment(known), *GAME.resources_left(known), *GAME.notes(state, side))


def _mentions(words: str, secret: str) -> bool:
    return re.search(rf"(?<![\w.]){re.escape(secret)}(?![\w.]*\w)", words) is not None


@cache
def _played(name: str, seed: int) -> tuple[GameState, ...]:
    start, weigh = GAMES[name]
    hidden = _with_hidden(start(), seed % 3)
    steps = chance_steps(GAME, hidden, seed, 600, seldom=SELDOM, weigh=weigh)
    return (hidden, *(state for _, _, state in steps))


games = pytest.mark.parametrize(
    ("name", "seed"), [(name, seed) for name in GAMES for seed in range(3 if name not in SCENARIOS else 1)]
)


@proves("KN-TURN-24a")
@games
def test_a_sides_view_names_no_hidden_enemy(name: str, seed: int) -> None:
    for state in _played(name, seed):
        for side in state.sides:
            secrets, known = set(_hidden_enemies(state, side)), RULESET.seen_by(state, side)
            assert secrets.isdisjoint(known.units)
            named = (leak for leak in leaks(state, known, side) if not leak.endswith(".type"))
            assert not list(named)  # roster types are open, and some units are named after their type
            for words in _words_of_moment(state, side):
                assert not [one for one in secrets if _mentions(words, one)], words


@proves("KN-TURN-24a")
@games
def test_questions_name_no_hidden_enemy_and_naming_one_is_answered_as_for_an_unknown_unit(
    name: str, seed: int
) -> None:
    for state in _played(name, seed)[::ASKED_EVERY]:
        side = GAME.to_act(state)
        if side is None:
            continue
        secrets = tuple(_hidden_enemies(state, side))
        for action in {type(one): one for one in GAME.legal_actions(state)}.values():
            answer = f"{action}; {chat(GAME.chances(state, action))}"
            assert not [one for one in secrets if _mentions(answer, one)], answer
            for key in _naming_fields(action):
                of_nobody = _refusal_with(state, action, key, NOBODY)
                for one in secrets[:3]:
                    assert _refusal_with(state, action, key, one).replace(one, NOBODY) == of_nobody


def _naming_fields(action: Action) -> Iterator[str]:
    """The fields of an action that name a unit or another thing."""
    document = GAME.actions.document(action)
    return (
        key for key, value in document.items() if key not in ("is", "kind", "side") and isinstance(value, str)
    )


def _refusal_with(state: GameState, action: Action, key: str, name: str) -> str:
    """Why a side may not declare an action with another name in this field."""
    try:
        other = GAME.actions.read({**GAME.actions.document(action), key: name})
        return "; ".join(map(str, GAME.why_not(state, other)))
    except RulesError as error:
        return str(error)


@proves("KN-TURN-24a")
@pytest.mark.parametrize(
    ("event", "slot"), [(MendFailed("de.gun"), "recovery"), (LastShotLeft("de.gun"), "last shot")]
)
def test_events_of_a_unit_now_hidden_are_known_to_its_owner_alone(event: Any, slot: str) -> None:
    gun = unit("de.gun", "de.pak40", (50, 20), 270, HIDDEN)
    state = GAME.apply(opened(table(), unit("uk.1", "uk.squad", (10, 20)), gun), event)
    assert "de.gun" in dict(texts_in(progress_of(RULESET.seen_by(state, DE)).support[slot]))
    assert progress_of(RULESET.seen_by(state, UK)).support[slot] == ()


@proves("KN-UMOR-01", "KN-TURN-24a")
@pytest.mark.parametrize(("conditions", "asked"), [((HIDDEN,), False), ((), True)])
@pytest.mark.parametrize("tested", ["de.track", "de.men"])
def test_nobody_asks_for_the_test_of_a_unit_he_does_not_know(
    conditions: tuple[str, ...], asked: bool, tested: str
) -> None:
    """Neither for a hidden unit nor for its passengers."""
    track = unit("de.track", "de.sdkfz251", (50, 20), 270, *conditions)
    state = opened(
        table(), unit("uk.1", "uk.squad", (10, 20)), track, unit("de.men", "de.squad", (50, 20)),
        ask_for_tests=True, aboard={"de.men": "de.track"},
    )  # fmt: skip
    resolution = resolving(state, dice_of([]))
    suffer_losses(resolution, Losses(tested, suppressed=True, owes_test=True))
    assert [owed.duty for owed in resolution.progress.owed] == [Duty.MORALE_REQUEST] * asked


@proves("KN-TURN-24a")
def test_the_enemy_sees_only_the_dice_of_guns_that_it_knows() -> None:
    guns = (unit("uk.1", "uk.25pdr_battery", None), unit("uk.2", "uk.25pdr_battery", None, 0.0, HIDDEN))
    state = opened(table(), *guns, unit("de.1", "de.squad", (50, 20)))
    state = GAME.apply(state, Laid(GunsLaid("mission 1", ("uk.1", "uk.2"), (4, 4))))
    laid = {side: fire_support(progress_of(RULESET.seen_by(state, side))).laid for side in (UK, DE)}
    assert laid == {
        UK: GunsLaid("mission 1", ("uk.1", "uk.2"), (4, 4)),
        DE: GunsLaid("mission 1", ("uk.1", UNSEEN_GUN), (4, 0)),
    }


@proves("KN-SPEC-25", "KN-SPEC-22a")
@pytest.mark.parametrize(("hides", "is_played"), [((HIDDEN,), False), ((), True)])
def test_a_breakdown_that_could_befall_hidden_vehicles_alone_is_not_asked_for(
    hides: tuple[str, ...], is_played: bool
) -> None:
    """Whoever draws it knows of no target; to be asked for one would tell him of the tank."""
    men, tank = unit("men", "uk.squad", (20, 30)), unit("tank", "de.tiger", (50, 4), 0, *hides)
    state = opened(table(), men, unit("foe", "de.squad", (20, 4)), tank)
    resolution = resolving(state, dice_of((91,)), RULESET.book)
    draw_counter(resolution, UK, "a loss")
    assert bool(progress_of(resolution.state).owed) is is_played


@proves("KN-DEPL-10", "KN-DEPL-11")
@pytest.mark.parametrize(("more", "gets_in"), [((), False), ((SUPPRESSED,), True)])
@pytest.mark.parametrize("comes_from", ["the ground", "a half-track", "the next house"])
def test_nobody_deploys_into_a_house_that_hidden_enemies_hold(
    comes_from: str, more: tuple[str, ...], gets_in: bool
) -> None:
    """OUR 216: the action is offered, and the squad stays where it was; suppressed enemies do not hold a house."""
    pieces = (
        area(T.BRICK_BUILDING, 30, 20, 34, 24, name="house"),
        area(T.WOODEN_BUILDING, 35, 20, 38, 24, name="shed"),
    )
    units = [unit("men", "uk.squad", (32, 26) if comes_from == "the ground" else None)]
    units += [unit("track", "uk.m5_halftrack", (32, 27), 0), unit("foe", "de.squad", None, 0, HIDDEN, *more)]
    inside, aboard = {"foe": "house"}, {"men": "track"} if comes_from == "a half-track" else {}
    if comes_from == "the next house":
        inside["men"] = "shed"
    state = ready(table(*pieces), *units, unit("other", "de.squad", (60, 40)), inside=inside, aboard=aboard)
    into: Action = EnterBuilding(UK, "men", "house")
    if comes_from == "the next house":
        into = LeaveBuilding(UK, "men", Spot(32, 22), "house")
    if comes_from == "a half-track":
        into = Unload(UK, "track", "men", Spot(32, 22), building="house")
    state = activated(state, "track" if comes_from == "a half-track" else "men", K.DEPLOY, K.MOVE)
    assert refusal(state, into) == ""
    before, after = status(state, "men"), act(state, into)
    assert ("men finds house held, and stays out" in record_of(state, into)) is not gets_in
    assert (status(after, "men").inside == "house") is gets_in
    assert gets_in or (status(after, "men"), after.unit("men").at) == (before, state.unit("men").at)
    activation = progress_of(after).activation
    assert activation is not None
    assert activation.done == 1


@proves("KN-DEPL-05a", "KN-DEPL-08a", "KN-MOVE-25")
@pytest.mark.parametrize(("foe_at", "gets_out"), [((32, 27), False), ((32, 31.5), True)])
@pytest.mark.parametrize("comes_from", ["a half-track", "the house"])
def test_nobody_gets_out_on_top_of_hidden_enemies(
    comes_from: str, foe_at: tuple[float, float], gets_out: bool
) -> None:
    """OUR 216: the place is offered, and the squad stays in; its action is taken."""
    house = area(T.BRICK_BUILDING, 30, 20, 34, 24, name="house")
    units = [unit("men", "uk.squad", None), unit("track", "uk.m5_halftrack", (36, 27), 0)]
    units += [unit("foe", "de.mg42", foe_at, 0, HIDDEN), unit("other", "de.squad", (60, 40))]
    rides = comes_from == "a half-track"
    state = ready(
        table(house), *units,
        inside={} if rides else {"men": "house"}, aboard={"men": "track"} if rides else {},
    )  # fmt: skip
    out: Action = (
        Unload(UK, "track", "men", Spot(32, 27)) if rides else LeaveBuilding(UK, "men", Spot(32, 27))
    )
    state = activated(state, "track" if rides else "men", K.DEPLOY, K.MOVE)
    assert refusal(state, out) == ""
    before, after = status(state, "men"), act(state, out)
    assert ("men finds enemies in its way" in record_of(state, out)) is not gets_out
    assert (status(after, "men") != before) is gets_out
    activation = progress_of(after).activation
    assert activation is not None
    assert activation.done == 1


@proves("KN-MOVE-25")
@pytest.mark.parametrize("hides", [(HIDDEN,), ()])
@pytest.mark.parametrize(("to", "is_held_up"), [((25, 20), True), ((24, 20), False)])
def test_a_unit_stopped_short_of_hidden_enemies_learns_that_they_are_there(
    hides: tuple[str, ...], to: tuple[float, float], is_held_up: bool
) -> None:
    """The unit would end on them; a move that ends on a known enemy is refused instead, and reveals nothing."""
    foe = unit("foe", "de.squad", (28, 20), 0, *hides)
    state = ready(table(), unit("men", "uk.squad", (20, 20)), foe, unit("other", "de.squad", (60, 40)))
    move = Move(UK, "men", (Spot(20, 20), Spot(*map(float, to))))
    state = activated(state, "men", K.MOVE, K.MOVE)
    if is_held_up and not hides:
        assert refusal(state, move)
    else:
        assert ("men finds enemies in its way" in record_of(state, move)) is is_held_up


@proves("KN-MOVE-14", "KN-MOVE-25")
@pytest.mark.parametrize(
    ("foe_at", "comes_to"), [((28, 20), 25.5), ((28, 26), 29.0)], ids=["on the way", "beside it"]
)
def test_a_vehicle_does_not_drive_through_hidden_enemies(
    foe_at: tuple[float, float], comes_to: float
) -> None:
    """OUR 54: the front of its hull of 3.2 inches stops short of a team of three, 2.1 inches round."""
    foe = unit("foe", "de.mg42", foe_at, 0, HIDDEN)
    state = ready(table(), unit("tank", "uk.sherman", (20, 20), 90), foe, unit("other", "de.squad", (60, 40)))
    move = Move(UK, "tank", (Spot(20, 20), Spot(29, 20)))
    state = activated(state, "tank", K.MOVE, K.MOVE)
    assert refusal(state, move) == ""
    spot = act(state, move).unit("tank").at
    assert isinstance(spot, Spot)
    assert abs(spot.x_in - comes_to) <= 0.5
    assert ("tank finds enemies in its way" in record_of(state, move)) is (comes_to < 29)
