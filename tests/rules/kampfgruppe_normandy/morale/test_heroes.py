"""Heroic actions: which units may take one, what waits for it, and covering fire at heroes."""

from dataclasses import replace

import pytest

from rules.game.state import GameState
from rules.ground.table.inches import Spot
from rules.kampfgruppe_normandy.book.action_kinds import ActionKind as K
from rules.kampfgruppe_normandy.book.conditions import COVERING, SUPPRESSED
from rules.kampfgruppe_normandy.declarations.covering_fire import CoverFire, HoldFire
from rules.kampfgruppe_normandy.declarations.fire import Fire
from rules.kampfgruppe_normandy.declarations.movement import Move
from rules.kampfgruppe_normandy.declarations.turn.activation import Activate, EndActivations, Forgo
from rules.kampfgruppe_normandy.declarations.turn.suppression import RemoveSuppression
from rules.kampfgruppe_normandy.declarations.unit_morale import ActHeroically, LetPass
from rules.kampfgruppe_normandy.state.progress import (
    Duty,
    MoveUnderWay,
    Obligation,
    Status,
    progress_of,
    with_progress,
)
from tests.proving import proves
from tests.rules.kampfgruppe_normandy.tables import (
    DE,
    FAR,
    GAME,
    UK,
    act,
    activated,
    decisions_owed,
    firing,
    loaded,
    ready,
    record_of,
    refusal,
    status,
    table,
    unit,
    with_status,
)


@proves("KN-UMOR-21", "KN-UMOR-23")
@pytest.mark.parametrize(
    ("conditions", "second", "heroic"), [((), [6], True), ((), [5], False), ((SUPPRESSED,), [], False)]
)
def test_a_heroic_action_takes_a_second_6_and_a_unit_that_is_not_suppressed(
    conditions: tuple[str, ...], second: list[int], heroic: bool
) -> None:
    """For one that is suppressed no second die is thrown."""
    state = ready(
        table(),
        unit("a", "uk.sherman", (10, 24), 90),
        unit("b", "de.panther", (30, 24), 270, *conditions),
        FAR,
    )
    after = firing(state, "a", "b", K.DIRECT_AT, 2, 3, 1, 2, 6, *second, weapon="75mm")
    assert any(obligation.duty is Duty.HEROIC_ACTION for obligation in progress_of(after).owed) is heroic


@proves("KN-UMOR-22", "KN-UMOR-23", "KN-COV-01")
def test_a_heroic_action_may_be_covering_fire_or_a_withdrawal_and_no_request() -> None:
    for who, kinds, offered in (
        ("uk.squad", (K.COVERING,), True),
        ("uk.jeep", (K.WITHDRAW,), True),
        ("uk.observer", (K.REQUEST,), False),
    ):
        state = ready(
            table(), unit("one", who, (20, 20)), unit("guns", "uk.25pdr_battery", None), unit("foe", "de.squad", (20, 40))
        )  # fmt: skip
        owed = Obligation(Duty.HEROIC_ACTION, UK, "one")
        state = with_progress(state, replace(progress_of(state), owed=(owed,)))
        action = ActHeroically(UK, "one", kinds)
        assert (action in GAME.legal_actions(state)) is offered, who
        assert (refusal(state, action) == "") is offered, who


@proves("KN-UMOR-21", "KN-UMOR-22", "KN-UMOR-23", "KN-TURN-14")
def test_two_sixes_are_a_heroic_action_at_once_and_free() -> None:
    state = ready(table(), unit("a", "uk.sherman", (10, 24), 90), unit("b", "de.panther", (30, 24), 270), FAR)
    state = firing(state, "a", "b", K.DIRECT_AT, 2, 3, 1, 2, 6, 6, weapon="75mm")
    spent = progress_of(state).spent
    assert GAME.to_act(state) == DE
    assert "no request for artillery" in refusal(state, ActHeroically(DE, "b", (K.REQUEST,)))
    assert "far has no heroic action" in refusal(state, ActHeroically(DE, "far", (K.MOVE, K.MOVE)))
    state = act(state, ActHeroically(DE, "b", (K.DIRECT_AT, K.DIRECT_AT)))
    state = act(state, Fire(DE, "b", "a", K.DIRECT_AT, "75mm L/70"), 2)
    state = act(state, Fire(DE, "b", "a", K.DIRECT_AT, "75mm L/70"), 2)
    assert progress_of(state).spent == spent
    assert GAME.to_act(state) == UK


@proves("KN-UMOR-22", "KN-COV-02")
@pytest.mark.parametrize(("hero", "east_in"), [("a", 24.0), ("b", 22.0)])
def test_heroes_act_before_the_move_of_another_goes_on_and_after_their_own(hero: str, east_in: float) -> None:
    """A gun covers the march of one of two squads at half strength, each of which throws 6 and 6 for a man it loses (OUR 214)."""
    cover = unit("mg", "de.mg42", (22, 4), 180, COVERING)
    state = ready(
        table(), unit("a", "uk.squad", (20, 24), 90), unit("b", "uk.squad", (30, 24), 90), cover, FAR
    )
    state = with_status(with_status(state, "a", Status(men=5)), "b", Status(men=5))
    state = act(activated(state, "a", K.MOVE, K.MOVE), Move(UK, "a", (Spot(20, 24), Spot(24, 24))))
    observed, hits, save, special, morale, second = 6, (6, 1, 1, 1, 1), 1, 1, 6, 6
    fire = CoverFire(DE, "mg", hero, K.DIRECT_SMALL_ARMS, at_in=2.0)
    state = act(state, fire, observed, *hits, save, special, morale, second)
    assert (progress_of(state).due.duty, progress_of(state).due.unit) == (Duty.HEROIC_ACTION, hero)
    assert state.unit("a").at == Spot(east_in, 24)
    state = act(act(act(state, ActHeroically(UK, hero, (K.MOVE, K.MOVE))), Forgo(UK)), Forgo(UK))
    assert state.unit("a").at == Spot(24, 24)
    left = progress_of(state).activation
    assert left is not None
    assert (left.unit, left.done) == ("a", 1)


@proves("KN-UMOR-22")
def test_a_squad_that_goes_elsewhere_heroically_does_not_come_back_to_the_move_that_other_heroes_halted() -> (
    None
):
    """Both squads throw two sixes amid the move of one; it goes north as a hero, and stays there."""
    cover = (unit(name, "de.mg42", (x, 4), 180, COVERING) for name, x in (("mg", 22), ("mg2", 28)))
    state = ready(table(), unit("a", "uk.squad", (20, 24), 90), unit("b", "uk.squad", (30, 24), 90), *cover)
    for name in ("a", "b"):
        state = with_status(state, name, Status(men=5))
    state = act(activated(state, "a", K.MOVE, K.MOVE), Move(UK, "a", (Spot(20, 24), Spot(24, 24))))
    heroic = (6, 6, 1, 1, 1, 1, 1, 1, 6, 6)
    for gun, target, at_in in (("mg", "a", 2.0), ("mg2", "b", 3.0)):
        state = act(state, CoverFire(DE, gun, target, K.DIRECT_SMALL_ARMS, at_in=at_in), *heroic)
    for hero in ("b", "a"):
        state = act(state, ActHeroically(UK, hero, (K.MOVE, K.MOVE)))
    state = act(act(state, Move(UK, "a", (Spot(23, 24), Spot(23, 20)))), Forgo(UK))
    state = act(act(state, Forgo(UK)), Forgo(UK))
    assert state.unit("a").at == Spot(23, 20)
    assert (progress_of(state).halted, progress_of(state).move) == ((), None)


@proves("KN-UMOR-22", "KN-COV-02", "KN-COV-07")
@pytest.mark.parametrize("kinds", [(K.MOVE, K.MOVE), (K.SUPPRESS_SMALL_ARMS, K.SUPPRESS_SMALL_ARMS)])
def test_heroes_act_before_the_next_unit_on_covering_fire_may_suppress_them(kinds: tuple[K, K]) -> None:
    """Of two machine guns that cover another squad one has fired at the heroes; the other may fire when they
    have acted (OUR 63, 214)."""
    cover = (unit(name, "de.mg42", (x, 4), 180, COVERING) for name, x in (("mg", 22), ("mg2", 28)))
    state = ready(table(), unit("a", "uk.squad", (20, 24), 90), unit("b", "uk.squad", (30, 24), 90), *cover)
    state = activated(with_status(state, "b", Status(men=5)), "a", *kinds)
    if kinds[0] is K.MOVE:
        state = act(state, Move(UK, "a", (Spot(20, 24), Spot(24, 24))))
    observed, hits, save, special, morale, second = 6, (6, 1, 1, 1, 1), 1, 1, 6, 6
    fire = CoverFire(DE, "mg", "b", K.DIRECT_SMALL_ARMS)
    state = act(state, fire, observed, *hits, save, special, morale, second)
    assert (progress_of(state).due.duty, progress_of(state).due.unit) == (Duty.HEROIC_ACTION, "b")
    state = act(state, ActHeroically(UK, "b", (K.MOVE, K.MOVE)))
    assert not progress_of(state).owed
    state = act(act(state, Forgo(UK)), Forgo(UK))
    assert [(owed.duty, owed.other) for owed in progress_of(state).owed] == [(Duty.COVERING_FIRE, "a")]


def _met_beside_heroes(
    *kinds: K, guns: int = 2, half: tuple[str, ...] = ("b",), told: bool = True
) -> GameState:
    """Two squads before machine guns on covering fire; one has declared its actions, and the squads in
    `half` are at half strength."""
    cover = (unit(f"mg{n}", "de.mg42", (22 + 6 * n, 4), 180, COVERING) for n in range(guns))
    state = ready(table(), unit("a", "uk.squad", (20, 24), 90), unit("b", "uk.squad", (30, 24), 90), *cover)
    for name in half:
        state = with_status(state, name, Status(men=5))
    return activated(state, "a", *kinds) if told else state


def _made_heroes(state: GameState, hero: str, gun: str = "mg0", at_in: float = 0.0) -> GameState:
    """A gun fires at them, who lose a man, throw two sixes, and may act."""
    observed, hits, save, special, morale, second = 6, (6, 1, 1, 1, 1), 1, 1, 6, 6
    fire = CoverFire(DE, gun, hero, K.DIRECT_SMALL_ARMS, at_in=at_in)
    return act(state, fire, observed, *hits, save, special, morale, second)


@proves("KN-COV-02", "KN-UMOR-22")
def test_when_nobody_acts_any_more_covering_fire_has_its_last_chance_after_heroes_too() -> None:
    """OUR 62, 214."""
    state = act(_met_beside_heroes(told=False), EndActivations(UK))
    state = act(_made_heroes(state, "b"), ActHeroically(UK, "b", (K.MOVE, K.MOVE)))
    state = act(act(state, Forgo(UK)), Forgo(UK))
    assert decisions_owed(state) == [(Duty.COVERING_FIRE, "")]
    assert refusal(act(state, HoldFire(DE)), RemoveSuppression(UK, 0)) == ""


@proves("KN-UMOR-22", "KN-SPEC-23b", "KN-COV-02")
def test_of_two_moves_that_heroes_halted_the_later_goes_on_first() -> None:
    state = ready(
        table(), *(unit(name, "uk.squad", (x, 24), 90) for name, x in (("a", 20), ("b", 30), ("c", 42))),
        *(unit(f"mg{n}", "de.mg42", (22 + 6 * n, 4), 180, COVERING) for n in range(2)),
    )  # fmt: skip
    for name in "bc":
        state = with_status(state, name, Status(men=5))
    state = act(activated(state, "a", K.MOVE, K.MOVE), Move(UK, "a", (Spot(20, 24), Spot(24, 24))))
    state = act(_made_heroes(state, "b", at_in=2.0), ActHeroically(UK, "b", (K.MOVE, K.MOVE)))
    state = act(state, Move(UK, "b", (Spot(30, 24), Spot(34, 24))))
    state = act(_made_heroes(state, "c", "mg1", 2.0), ActHeroically(UK, "c", (K.MOVE, K.MOVE)))
    assert [(state.unit(name).at, hero) for name, hero in zip("ab", "bc", strict=True)] == [
        (Spot(22, 24), "b"), (Spot(32, 24), "c"),
    ]  # fmt: skip
    state = act(state, Forgo(UK))
    assert "b moves on" in record_of(state, Forgo(UK))
    state = act(state, Forgo(UK))
    assert (state.unit("a").at, state.unit("b").at) == (Spot(22, 24), Spot(34, 24))
    assert act(state, Forgo(UK)).unit("a").at == Spot(24, 24)


@proves("KN-COV-01", "KN-UMOR-22")
@pytest.mark.parametrize("acts", [True, False])
def test_a_unit_goes_on_covering_fire_once_heroes_have_silenced_the_enemies_that_could_meet_it(
    acts: bool,
) -> None:
    state = _made_heroes(_met_beside_heroes(K.COVERING), "b")
    if not acts:
        state = act(act(state, LetPass(UK)), HoldFire(DE))
    else:
        assert not state.unit("a").has(COVERING)
        shot = K.SUPPRESS_SMALL_ARMS
        state = act(act(state, ActHeroically(UK, "b", (shot, shot))), HoldFire(DE))
        state = act(act(state, Fire(UK, "b", "mg1", shot), 5, 6, 1), Forgo(UK))
    assert state.unit("a").has(COVERING)
    assert (progress_of(state).activation, progress_of(state).owed) == (None, ())


@proves("KN-COV-01", "KN-UMOR-22")
def test_a_unit_goes_on_covering_fire_after_heroes_have_done_so_too() -> None:
    state = act(_made_heroes(_met_beside_heroes(K.COVERING), "b"), ActHeroically(UK, "b", (K.COVERING,)))
    while progress_of(state).owed:
        state = act(state, HoldFire(DE))
    assert state.unit("a").has(COVERING)
    assert state.unit("b").has(COVERING)
    assert progress_of(state).activation is None


@proves("KN-COV-02", "KN-UMOR-22")
def test_heroes_amid_the_move_of_another_may_be_met_between_their_shots() -> None:
    """OUR 62."""
    shot = K.SUPPRESS_SMALL_ARMS
    state = act(_met_beside_heroes(K.MOVE, K.MOVE), Move(UK, "a", (Spot(20, 24), Spot(24, 24))))
    state = act(_made_heroes(state, "b", at_in=2.0), ActHeroically(UK, "b", (shot, shot)))
    state = act(act(state, HoldFire(DE)), Fire(UK, "b", "mg0", shot), 1)
    assert decisions_owed(state) == [(Duty.COVERING_FIRE, "b")]
    state = act(act(state, HoldFire(DE)), Fire(UK, "b", "mg0", shot), 1)
    assert (decisions_owed(state), state.unit("a").at) == ([(Duty.COVERING_FIRE, "a")], Spot(22, 24))


@proves("KN-COV-02", "KN-COV-07", "KN-UMOR-22")
def test_a_unit_interrupted_by_heroes_is_met_once_they_are_suppressed() -> None:
    """The second of three guns suppresses the heroes before they fire; the third may fire at the unit that
    goes on (OUR 62, 63, 77)."""
    shot = K.SUPPRESS_SMALL_ARMS
    state = _made_heroes(_met_beside_heroes(shot, shot, guns=3), "b")
    state = act(state, ActHeroically(UK, "b", (shot, shot)))
    state = act(state, CoverFire(DE, "mg1", "b", shot), 3, 6, 1)
    assert state.unit("b").has(SUPPRESSED)
    assert decisions_owed(state) == [(Duty.COVERING_FIRE, "a")]


@proves("KN-UMOR-22", "KN-COV-02")
def test_a_unit_that_moved_away_heroically_may_be_met_before_its_next_action() -> None:
    """His halted Move is over, and covering fire could not meet him at its last inch."""
    state = _met_beside_heroes(K.MOVE, K.SUPPRESS_SMALL_ARMS, guns=3, half=("a", "b"))
    state = act(state, Move(UK, "a", (Spot(20, 24), Spot(24, 24))))
    for gun, hero in (("mg0", "a"), ("mg1", "b")):
        state = _made_heroes(state, hero, gun, 2.0)
    for hero in ("b", "a"):
        state = act(state, ActHeroically(UK, hero, (K.MOVE, K.MOVE)))
    state = act(act(state, Move(UK, "a", (Spot(22, 24), Spot(22, 21)))), HoldFire(DE))
    state = act(act(act(state, Forgo(UK)), Forgo(UK)), Forgo(UK))
    assert (state.unit("a").at, progress_of(state).halted) == (Spot(22, 21), ())
    assert decisions_owed(state) == [(Duty.COVERING_FIRE, "a")]


@proves("KN-UMOR-22")
def test_a_halted_move_goes_on_from_wherever_its_mover_stood() -> None:
    """He stands at no round figure, and has not gone an inch."""
    state = _met_beside_heroes(K.MOVE, K.MOVE)
    there = Spot(20.123456, 24)
    state = state.with_unit(replace(state.unit("a"), at=there))
    state = act(act(state, Move(UK, "a", (there, Spot(24, 24)))), HoldFire(DE))
    move = MoveUnderWay("a", (there, Spot(24, 24)), None, reverse=False, marks=(0.0, 1.0))
    state = with_progress(
        state.with_unit(replace(state.unit("a"), at=there)),
        replace(progress_of(state), halted=(("b", move),), owed=(Obligation(Duty.HEROIC_ACTION, UK, "b"),)),
    )
    state = act(act(state, LetPass(UK)), HoldFire(DE))
    assert state.unit("a").at == Spot(24, 24)


@proves("KN-COV-02", "KN-UMOR-22")
@pytest.mark.parametrize("acting", [UK, DE])
@pytest.mark.parametrize("kinds", [(K.DIRECT_AT, K.MOVE), (K.MOVE, K.MOVE)])
def test_covering_fire_meets_heroes_in_the_enemys_turn_alone(acting: str, kinds: tuple[K, K]) -> None:
    """A Sherman acts heroically before a Panther on covering fire: in the British turn it is met, in the German one not."""
    state = ready(
        table(), unit("a", "uk.sherman", (10, 24), 90), unit("b", "de.panther", (60, 24), 270, COVERING)
    )
    owed = (Obligation(Duty.HEROIC_ACTION, UK, "a"),)
    state = with_progress(state, replace(progress_of(state), acting=acting, owed=owed))
    state = act(state, ActHeroically(UK, "a", kinds))
    if kinds[0] is K.MOVE:
        state = act(state, Move(UK, "a", (Spot(10, 24), Spot(14, 24))))
    assert [owed.duty for owed in progress_of(state).owed] == ([Duty.COVERING_FIRE] if acting == UK else [])
    assert (state.unit("a").at == Spot(14, 24)) is (acting == DE and kinds[0] is K.MOVE)


@proves("KN-COV-07", "KN-UMOR-22")
def test_other_heroes_act_before_those_who_act_already_are_met_by_covering_fire() -> None:
    """OUR 214."""
    state = ready(
        table(), unit("a", "uk.sherman", (10, 24), 90), unit("c", "uk.sherman", (10, 30), 90),
        unit("b", "de.panther", (60, 24), 270, COVERING),
    )  # fmt: skip
    owed = tuple(Obligation(Duty.HEROIC_ACTION, UK, name) for name in "ac")
    state = act(
        with_progress(state, replace(progress_of(state), owed=owed)),
        ActHeroically(UK, "a", (K.DIRECT_AT, K.MOVE)),
    )
    assert decisions_owed(state) == [(Duty.HEROIC_ACTION, "c"), (Duty.COVERING_FIRE, "a")]
    assert decisions_owed(act(state, LetPass(UK))) == [(Duty.COVERING_FIRE, "a")]


@proves("KN-UMOR-23", "KN-TURN-14")
@pytest.mark.parametrize("activated_first", [True, False])
def test_a_heroic_action_and_an_activation_in_one_turn_do_not_bar_each_other(activated_first: bool) -> None:
    """OUR 207."""
    state = ready(table(), unit("a", "uk.squad", (10, 24), 90), unit("b", "de.squad", (60, 24), 270))
    heroic = Obligation(Duty.HEROIC_ACTION, UK, "a")
    moves = (K.MOVE, K.MOVE)
    if activated_first:
        state = act(act(act(state, Activate(UK, "a", moves)), Forgo(UK)), Forgo(UK))
    state = with_progress(state, replace(progress_of(state), owed=(heroic,)))
    state = act(act(act(state, ActHeroically(UK, "a", moves)), Forgo(UK)), Forgo(UK))
    assert refusal(state, Activate(UK, "a", moves)) == (
        "a has been activated this turn (KGN Activation)" if activated_first else ""
    )


@proves("KN-UMOR-23", "KN-UMOR-22")
def test_men_aboard_do_not_act_heroically() -> None:
    """Five of ten aboard a half-track are fired at and one falls; a six makes no heroes, for passengers
    take no actions (OUR 50)."""
    state = loaded(
        unit("ht", "de.sdkfz251", (25, 24), 0), {"men": "de.squad"}, unit("a", "uk.vickers", (10, 24), 90)
    )
    state = with_status(state, "men", replace(status(state, "men"), men=4))
    state = firing(state, "a", "men", K.DIRECT_SMALL_ARMS, 6, 6, *[1] * 6, 1, 1, 6)
    assert status(state, "men").men == 3
    assert progress_of(state).owed == ()
    owed = (Obligation(Duty.HEROIC_ACTION, DE, "men"),)
    state = with_progress(state, replace(progress_of(state), owed=owed))
    assert "passenger" in refusal(state, ActHeroically(DE, "men", (K.MOVE, K.MOVE)))
    assert GAME.legal_actions(state) == (LetPass(DE),)
