"""Which of its models a unit loses: men on different ground, special weapons, and what their owner chooses."""

from dataclasses import replace

import pytest

from rules.errors import RulesError
from rules.game.state import GameState
from rules.ground.table.tabletop import Piece
from rules.ground.table.terrain import TableTerrain as T
from rules.kampfgruppe_normandy.book.action_kinds import ActionKind as K
from rules.kampfgruppe_normandy.declarations.casualties import LoseWeapon, TakeModels
from rules.kampfgruppe_normandy.effects.casualties import ModelsTaken, lose_men
from rules.kampfgruppe_normandy.effects.losses import lose_unit
from rules.kampfgruppe_normandy.questions.target import Losses
from rules.kampfgruppe_normandy.state.progress import Duty, Obligation, Status, progress_of, with_progress
from tests.proving import proves
from tests.rules.kampfgruppe_normandy.tables import (
    DE,
    GAME,
    UK,
    act,
    area,
    dice_of,
    firing,
    position,
    ready,
    refusal,
    resolving,
    status,
    table,
    unit,
    with_status,
)

FAR = unit("far", "de.hq", (70, 2))
HALF_IN = area(T.CROPS, 25, 10, 40, 40)
"""Its edge runs through the middle of a squad at (25, 24)."""


def squad(*pieces: Piece, men: int = 8, type: str = "de.squad") -> GameState:
    state = ready(table(*pieces), unit("a", "uk.vickers", (10, 24), 90), unit("b", type, (25, 24), 270), FAR)
    return with_status(state, "b", Status(men=men))


ONE_OF_MANY = (4, *[6] + [1] * 6, 1, 1)


@proves("KN-DFSA-54")
def test_casualties_among_men_alike_need_no_choice() -> None:
    state = firing(squad(), "a", "b", K.DIRECT_SMALL_ARMS, *ONE_OF_MANY)
    assert GAME.to_act(state) == UK
    assert status(state, "b") == Status(men=7)


@proves("KN-DFSA-54")
def test_the_owner_chooses_casualties_among_men_on_different_ground() -> None:
    state = firing(squad(HALF_IN), "a", "b", K.DIRECT_SMALL_ARMS, *ONE_OF_MANY)
    assert GAME.to_act(state) == DE
    assert progress_of(state).owed[0].duty is Duty.CHOOSE_CASUALTIES
    before = progress_of(state).owed[0].places
    assert len(before) == 8
    legal = GAME.legal_actions(state)
    assert TakeModels(DE, (7,)) in legal
    assert len(legal) > 1
    last = act(state, TakeModels(DE, (7,)))
    assert status(last, "b") == Status(men=7)
    first = act(state, TakeModels(DE, (0,)))
    assert status(first, "b").offsets == before[1:]
    assert GAME.to_act(first) == UK


@proves("KN-DFSA-54")
def test_the_owner_chooses_all_casualties_at_once_among_men_placed_one_by_one() -> None:
    places = tuple((0.0, 0.9 * k) for k in range(6))
    state = with_status(squad(), "b", Status(men=6, offsets=places))
    state = firing(state, "a", "b", K.DIRECT_SMALL_ARMS, 3, 6, 6, 1, 1, 1, 1, 1, 1, 1, 1, 5)
    taken = act(state, TakeModels(DE, (0, 3)))
    assert status(taken, "b").offsets == (places[1], places[2], places[4], places[5])
    events = GAME.events
    told = ModelsTaken("b", status(taken, "b").offsets)
    assert events.read(events.document(told)) == told


@proves("KN-DFSA-54")
@pytest.mark.parametrize(
    ("men", "why"),
    [
        ((0, 1), "1 of b fell"),
        ((), "1 of b fell"),
        ((8,), "numbered from 0 to 7"),
        ((-1,), "numbered from 0 to 7"),
    ],
)
def test_a_choice_of_the_wrong_number_or_models_of_casualties_is_refused(
    men: tuple[int, ...], why: str
) -> None:
    state = firing(squad(HALF_IN), "a", "b", K.DIRECT_SMALL_ARMS, *ONE_OF_MANY)
    assert why in refusal(state, TakeModels(DE, men))
    assert "KGN Infantry casualty removal" in refusal(state, TakeModels(DE, men))
    with pytest.raises(RulesError, match=r"fell|numbered"):
        act(state, TakeModels(DE, men))


@proves("KN-DFSA-54", "KN-DFSA-56")
def test_two_volleys_before_an_answer_come_to_one_question_and_a_unit_lost_to_none() -> None:
    first = firing(squad(HALF_IN), "a", "b", K.DIRECT_SMALL_ARMS, *ONE_OF_MANY)
    resolution = resolving(first, dice_of([1]))
    lose_men(resolution, resolution.state.unit("b"), Losses("b", men_lost=2))
    (owed,) = resolution.progress.owed
    assert (owed.count, len(owed.places)) == (3, 8)
    lose_unit(resolution, "b", "destroyed")
    assert resolution.progress.owed == ()


@proves("KN-DFSA-54", "KN-DFSA-56")
def test_the_weapon_is_chosen_before_the_men_and_one_unit_after_the_other() -> None:
    half_in = area(T.CROPS, 25, 10, 40, 40)
    squads = unit("b", "uk.squad_piat", (25, 24)), unit("c", "uk.squad_piat", (25, 34))
    resolution = resolving(ready(table(half_in), *squads, FAR), dice_of([]))
    for name in ("b", "c"):
        lose_men(resolution, resolution.state.unit(name), Losses(name, men_lost=2, special_lost=True))
    weapon, men = Duty.CHOOSE_WEAPON, Duty.CHOOSE_CASUALTIES
    owed = [(one.unit, one.duty) for one in resolution.progress.owed]
    assert owed == [("b", weapon), ("b", men), ("c", weapon), ("c", men)]


@proves("KN-DFSA-56")
def test_the_last_man_keeps_the_weapon_that_is_not_up_for_choice() -> None:
    """Six of eight fall and with them the Bren or the PIAT, as their owner will say; then one more."""
    state = ready(table(), unit("b", "uk.squad_piat", (25, 24)), unit("c", "uk.squad", (25, 34)), FAR)
    resolution = resolving(state, dice_of([]))
    lose_men(resolution, resolution.state.unit("b"), Losses("b", men_lost=6, special_lost=True))
    lose_men(resolution, resolution.state.unit("b"), Losses("b", men_lost=1))
    assert [(one.duty, one.count) for one in resolution.progress.owed] == [(Duty.CHOOSE_WEAPON, 1)]


@proves("KN-DFSA-56")
def test_men_enough_carry_on_with_the_weapons_that_are_left() -> None:
    state = squad(type="de.panzergrenadiers")
    owed = (Obligation(Duty.CHOOSE_WEAPON, DE, "b", count=1),)
    state = act(with_progress(state, replace(progress_of(state), owed=owed)), LoseWeapon(DE, "MG 34"))
    assert status(state, "b").lost_weapons == ("MG 34",)
    assert not progress_of(state).owed


@proves("KN-DFSA-56", "KN-WPN-08")
def test_a_panzerfaust_that_is_fired_cannot_be_given_up_for_the_machine_gun() -> None:
    """OUR 192: of MG 42, MG 34 and Panzerfaust the two machine guns are left to choose between."""
    fired = Status(men=8, used=(("Panzerfaust", 1),))
    state = with_status(squad(type="de.panzergrenadiers"), "b", fired)
    state = firing(state, "a", "b", K.DIRECT_SMALL_ARMS, *ONE_OF_MANY[:-1], 6)
    assert set(GAME.legal_actions(state)) == {LoseWeapon(DE, "MG 42"), LoseWeapon(DE, "MG 34")}
    assert "there is no Panzerfaust to lose" in refusal(state, LoseWeapon(DE, "Panzerfaust"))
    spent = with_status(squad(type="de.squad_faust"), "b", fired)
    spent = firing(spent, "a", "b", K.DIRECT_SMALL_ARMS, *ONE_OF_MANY[:-1], 6)
    assert not progress_of(spent).owed
    assert status(spent, "b").lost_weapons == ("MG 42",)


@proves("KN-DFSA-56")
def test_fewer_men_than_special_weapons_cannot_carry_them_all() -> None:
    state = with_status(squad(type="de.panzergrenadiers"), "b", Status(men=3))
    state = firing(state, "a", "b", K.DIRECT_SMALL_ARMS, 4, 6, 6, 1, 1, 1, 1, 1, 1, 1, 1, 5)
    assert progress_of(state).owed[0].duty is Duty.CHOOSE_WEAPON
    assert progress_of(state).owed[0].count == 2
    assert LoseWeapon(DE, "MG 34") in GAME.legal_actions(state)
    state = act(act(state, LoseWeapon(DE, "MG 34")), LoseWeapon(DE, "Panzerfaust"))
    assert status(state, "b").lost_weapons == ("MG 34", "Panzerfaust")
    assert "MG 42" in dict(position(state).weapons_left(state.unit("b")))
