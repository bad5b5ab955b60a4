"""Covering fire: which units may use it, at which targets, and when."""

from fractions import Fraction
from typing import Any

import pytest

from rules.game.state import GameState
from rules.game.units import Unit
from rules.ground.table.inches import Spot
from rules.ground.table.terrain import TableTerrain as T
from rules.kampfgruppe_normandy.book.action_kinds import ActionKind as K
from rules.kampfgruppe_normandy.book.conditions import COVERING, FIRED, SUPPRESSED
from rules.kampfgruppe_normandy.declarations.aircraft.flying import Fly
from rules.kampfgruppe_normandy.declarations.anti_aircraft import CoverAgainstAircraft
from rules.kampfgruppe_normandy.declarations.covering_fire import CoverBuilding, CoverFire, HoldFire
from rules.kampfgruppe_normandy.declarations.deploying.boarding import Unload
from rules.kampfgruppe_normandy.declarations.fire import Fire
from rules.kampfgruppe_normandy.declarations.indirect_fire.fire_for_effect import (
    FireForEffect,
    FireIndirectly,
)
from rules.kampfgruppe_normandy.declarations.movement import Move
from rules.kampfgruppe_normandy.declarations.turn.activation import Activate, EndActivations, Forgo
from rules.kampfgruppe_normandy.declarations.turn.suppression import Rally, RemoveSuppression
from rules.kampfgruppe_normandy.declarations.unit_morale import RequestTest
from rules.kampfgruppe_normandy.effects.building_hits import DAMAGE
from rules.kampfgruppe_normandy.state.fire_missions import Mission
from rules.kampfgruppe_normandy.state.progress import Duty, Force, Status, progress_of, with_progress
from rules.kampfgruppe_normandy.state.support_events import MissionAsked
from tests.proving import proves
from tests.rules.kampfgruppe_normandy.tables import (
    DE,
    FAR,
    GAME,
    UK,
    act,
    activated,
    area,
    decisions_owed,
    game,
    legal,
    loaded,
    pot_die,
    ready,
    refusal,
    table,
    told_to,
    unit,
    with_status,
)


def sherman_covers(*enemies: Unit, **options: Any) -> GameState:
    """A Sherman on covering fire, and a German squad that has declared a move past it."""
    sherman = unit("tank", "uk.sherman", (30, 40), 0, COVERING)
    house = area(T.BRICK_BUILDING, 44, 20, 50, 26, name="house")
    state = ready(table(house), sherman, unit("u", "de.squad", (20, 30)), *enemies, attacker=DE, **options)
    state = act(state, Activate(DE, "u", (K.MOVE, K.MOVE)))
    return act(state, Move(DE, "u", (Spot(20, 30), Spot(24, 30))))


@proves("KN-COV-02", "KN-COV-03")
def test_covering_fire_may_be_used_on_another_enemy_than_the_one_that_acts() -> None:
    state = sherman_covers(unit("other", "de.squad", (36, 24)))
    fire = CoverFire(UK, "tank", "other", K.DIRECT_HE, "75mm")
    assert fire in GAME.legal_actions(state)
    after = act(state, fire, 3, 5, 6, 6, 6, 6, 6, 6, 6, 6)
    assert after.unit("u").at == Spot(24, 30)
    assert not after.unit("tank").has(COVERING)


def test_a_side_asked_for_covering_fire_does_not_see_the_enemys_remaining_actions() -> None:
    asked = sherman_covers()
    assert (progress_of(asked).owed[0].side, GAME.resources_left(asked)) == (UK, ())
    assert GAME.resources_left(act(asked, HoldFire(UK)))[-1] == "u has 1 of 2 actions left: move"


@proves("KN-COV-03", "KN-BLDG-02a", "KN-BLDG-05")
def test_covering_fire_may_be_used_on_a_building() -> None:
    state = sherman_covers(unit("held", "de.squad", (47, 23)), inside={"held": "house"})
    fire = CoverBuilding(UK, "tank", "house", K.DIRECT_HE, "75mm")
    assert fire in GAME.legal_actions(state)
    after = act(state, fire, 5, 4, 4, 4, 4)
    assert dict(DAMAGE.of(progress_of(after))) == {"house": 4}
    assert after.unit("u").at == Spot(24, 30)
    assert (after.unit("tank").has(COVERING), after.unit("tank").has(FIRED)) == (False, True)
    assert "u is not on covering fire" in refusal(state, CoverBuilding(UK, "u", "house", K.DIRECT_HE, "75mm"))
    smoke = CoverBuilding(UK, "tank", "house", K.SUPPRESS_HE, "75mm")
    assert "does nothing to a building" in refusal(state, smoke)


@proves("KN-COV-02", "KN-COV-03", "KN-AA-04b", "KN-AA-09")
def test_covering_fire_may_go_up_at_an_aircraft_while_another_unit_moves() -> None:
    state = sherman_covers(unit("plane", "de.bf109", (60, 10)), unit("mg", "us.m16", (40, 40), 0, COVERING))
    fire = CoverAgainstAircraft(UK, "mg", "plane")
    assert fire in GAME.legal_actions(state)
    after = act(state, fire, 1)
    assert progress_of(after).owed[0].duty is Duty.COVERING_FIRE
    assert act(after, HoldFire(UK)).unit("u").at == Spot(24, 30)


@proves("KN-COV-03", "KN-DFAT-34")
def test_no_two_choices_of_covering_fire_read_alike() -> None:
    choices = GAME.legal_actions(sherman_covers(unit("panzer", "de.pz4h", (36, 24), 180)))
    words = [str(choice) for choice in choices]
    assert len(words) == len(set(words))
    at_the_panzer = [word for word in words if "anti-tank at panzer" in word]
    assert at_the_panzer == [
        "covering fire: tank, direct fire - anti-tank at panzer with 75mm",
        "covering fire: tank, direct fire - anti-tank at panzer with 75mm, high explosive",
    ]


@proves("KN-COV-01", "KN-COV-02")
@pytest.mark.parametrize(
    ("dice", "covers"), [(None, True), ((1,), True), ((3, 6, 6), True), ((3, 6, 1), False)]
)
def test_a_unit_going_on_covering_fire_may_be_met_by_covering_fire_first(
    dice: tuple[int, ...] | None, covers: bool
) -> None:
    """OUR 62: if the enemy holds, misses or the unit saves, it goes on covering fire; if suppressed it does not."""
    state = ready(
        table(), unit("u", "uk.squad", (20, 24)), unit("x", "uk.squad", (4, 4)),
        unit("mg", "de.mg42", (20, 10), 180, COVERING),
    )  # fmt: skip
    met = act(state, Activate(UK, "u", (K.COVERING,)))
    assert [(owed.duty, owed.side, owed.other) for owed in progress_of(met).owed] == [
        (Duty.COVERING_FIRE, DE, "u")
    ]
    assert not met.unit("u").has(COVERING)
    if dice is None:
        after = act(met, HoldFire(DE))
    else:
        after = act(met, CoverFire(DE, "mg", "u", K.SUPPRESS_SMALL_ARMS), *dice)
    assert after.unit("u").has(COVERING) is covers
    assert after.unit("u").has(SUPPRESSED) is not covers
    assert (progress_of(after).activation, progress_of(after).owed, GAME.to_act(after)) == (None, (), UK)


@proves("KN-COV-02")
def test_a_unit_that_fires_twice_may_be_met_by_covering_fire_between_its_shots() -> None:
    """OUR 62: the squad has fired by then and is seen on a 2; suppressed, it fires no second time."""
    state = ready(
        table(), unit("u", "uk.squad", (20, 24)), unit("x", "uk.squad", (4, 4)),
        unit("mg", "de.mg42", (20, 10), 180, COVERING), unit("men", "de.squad", (20, 12), 180),
    )  # fmt: skip
    shot = Fire(UK, "u", "men", K.SUPPRESS_SMALL_ARMS)
    state = act(act(state, Activate(UK, "u", (shot.kind, shot.kind))), HoldFire(DE))
    state = act(state, shot, 1)
    assert [(owed.duty, owed.side, owed.other) for owed in progress_of(state).owed] == [
        (Duty.COVERING_FIRE, DE, "u")
    ]
    direct = CoverFire(DE, "mg", "u", K.DIRECT_SMALL_ARMS)
    assert "u is observed on 2+: in the open, has fired" in str(GAME.chances(state, direct))
    assert refusal(act(state, HoldFire(DE)), shot) == ""
    after = act(state, CoverFire(DE, "mg", "u", K.SUPPRESS_SMALL_ARMS), 3, 6, 1)
    assert after.unit("u").has(SUPPRESSED)
    assert (progress_of(after).activation, GAME.to_act(after)) == (None, UK)


@proves("KN-COV-02")
def test_the_first_squad_to_dismount_may_be_met_before_the_second_deploys() -> None:
    state = loaded(
        unit("truck", "uk.bedford", (20, 24)), {"men": "uk.squad", "hq": "uk.platoon_hq"},
        unit("mg", "de.mg42", (20, 10), 180, COVERING), unit("x", "uk.squad", (4, 4)),
    )  # fmt: skip
    state = act(act(state, Activate(UK, "truck", (K.DEPLOY, K.DEPLOY))), HoldFire(DE))
    state = act(state, Unload(UK, "truck", "men", Spot(22.5, 24)))
    fire = CoverFire(DE, "mg", "men", K.SUPPRESS_SMALL_ARMS)
    assert refusal(state, fire) == ""
    state = act(act(state, fire, 1), Unload(UK, "truck", "hq", Spot(17.5, 24)))
    assert not progress_of(state).owed


@proves("KN-COV-02")
def test_covering_fire_has_its_chance_when_no_more_units_act() -> None:
    """OUR 62: then suppression is removed; there is nothing to ask where nothing can be fired at."""
    for men, asked in ((20, True), (60, False)):
        state = ready(
            table(), unit("u", "uk.squad", (men, 30)), unit("mg", "de.mg42", (20, 10), 180, COVERING)
        )
        state = act(state, EndActivations(UK))
        assert bool(progress_of(state).owed) is asked
        if asked:
            state = act(state, CoverFire(DE, "mg", "u", K.SUPPRESS_SMALL_ARMS), 3, 6, 1)
            assert state.unit("u").has(SUPPRESSED)
        assert (GAME.to_act(state), refusal(state, RemoveSuppression(UK, 0))) == (UK, "")


@proves("KN-COV-02", "KN-TURN-20")
@pytest.mark.parametrize("all_rally", [True, False])
def test_covering_fire_has_its_last_chance_once_suppression_is_removed(all_rally: bool) -> None:
    """OUR 62: a unit that has just rallied is suppressed again; if none rallies, none is asked. Two of 96
    counters wait for heroes."""
    men = [unit("u", "uk.squad", (20, 30), 0, SUPPRESSED), unit("v", "uk.squad", (60, 30), 0, SUPPRESSED)]
    state = ready(
        table(),
        *men[: 1 if all_rally else 2],
        unit("x", "uk.squad", (80, 30)),
        unit("mg", "de.mg42", (20, 10), 180, COVERING),
    )
    forces = (Force(UK, 40, 400), Force(DE, 40, 400))
    state = with_progress(state, progress_of(state).changed(forces=forces))
    state = act(act(state, EndActivations(UK)), HoldFire(DE))
    assert progress_of(act(state, RemoveSuppression(UK, 0))).acting == DE
    odds = GAME.chances(state, RemoveSuppression(UK, 1)).odds
    assert odds is not None
    assert odds.where(lambda outcome: "the turn of de begins" in outcome) == (
        Fraction(94, 96) if all_rally else Fraction(94, 96) * Fraction(5, 6)
    )
    rallied = act(state, RemoveSuppression(UK, 1), pot_die(), 1)
    if not all_rally:
        assert progress_of(act(rallied, Rally(UK, ()))).acting == DE
        rallied = act(rallied, Rally(UK, ("u",)))
    assert (progress_of(rallied).acting, [owed.duty for owed in progress_of(rallied).owed]) == (
        UK,
        [Duty.COVERING_FIRE],
    )
    fired = act(rallied, CoverFire(DE, "mg", "u", K.SUPPRESS_SMALL_ARMS), 3, 6, 1)
    assert fired.unit("u").has(SUPPRESSED)
    assert (progress_of(fired).acting, GAME.to_act(fired)) == (DE, DE)
    assert progress_of(act(rallied, HoldFire(DE))).acting == DE


@proves("KN-COV-01")
def test_a_unit_goes_on_covering_fire_at_once_where_no_enemy_covers() -> None:
    state = ready(table(), unit("u", "uk.squad", (20, 24)), unit("mg", "de.mg42", (20, 10), 180))
    after = act(state, Activate(UK, "u", (K.COVERING,)))
    assert after.unit("u").has(COVERING)
    assert progress_of(after).activation is None


@proves("KN-COV-02", "KN-DFSA-03")
def test_covering_fire_that_sees_nobody_is_used_up_without_a_shot() -> None:
    state = ready(
        table(), unit("men", "uk.squad", (20, 20)), unit("foe", "de.squad", (20, 34), 0, COVERING)
    )  # fmt: skip
    state = act(state, Activate(UK, "men", (K.MOVE, K.MOVE)))
    state = act(state, Move(UK, "men", (Spot(20, 20), Spot(20, 24))))
    state = act(state, CoverFire(DE, "foe", "men", K.DIRECT_SMALL_ARMS, at_in=4.0), 1)
    assert not state.unit("foe").has(COVERING)
    assert not state.unit("foe").has(FIRED)


@proves("KN-COV-02")
def test_a_move_forgone_does_not_slip_past_covering_fire() -> None:
    tank = unit("b", "de.stug3", (34, 24), 270, COVERING)
    state = ready(table(), unit("a", "uk.sherman", (10, 24), 90), tank)
    state = act(state, Activate(UK, "a", (K.MOVE, K.DIRECT_HE)))
    assert not progress_of(state).owed
    state = act(state, Forgo(UK))
    assert (progress_of(state).owed[0].duty, progress_of(state).owed[0].side) == (Duty.COVERING_FIRE, DE)


@proves("KN-COV-03")
def test_covering_fire_is_fire_and_nothing_else() -> None:
    state = ready(
        table(), unit("x", "uk.squad", (10, 24), 90), unit("p", "de.squad", (30, 24), 270, COVERING), FAR
    )
    state = activated(state, "x", K.DIRECT_SMALL_ARMS, K.MOVE)
    assert GAME.to_act(state) == DE
    assert "cannot be used as covering fire" in refusal(state, CoverFire(DE, "p", "x", K.MOVE))
    assert "never indirect (KGN Covering fire, OUR 218" in refusal(
        state, CoverFire(DE, "p", "x", K.SUPPRESS_INDIRECT)
    )
    assert "aircraft is a declaration of its own" in refusal(
        state, CoverFire(DE, "p", "x", K.SUPPRESS_AIRCRAFT)
    )
    assert not refusal(state, CoverFire(DE, "p", "x", K.SUPPRESS_SMALL_ARMS))


@proves("KN-COV-02")
def test_covering_fire_at_an_aircraft_leaves_the_others_their_chance_at_the_squad_that_acts() -> None:
    state = game(
        unit("own", "uk.squad", (40, 40)), unit("tiffy", "uk.typhoon", (80, 60)),
        unit("flak", "de.flak38", (10, 10), 0, COVERING), unit("foe", "de.sniper", (40, 30), 0, COVERING),
    )  # fmt: skip
    state = told_to(state, "own", K.MOVE, K.MOVE)
    state = act(state, Move(UK, "own", (Spot(40, 40), Spot(40, 36))))
    missed = act(state, CoverAgainstAircraft(DE, "flak", "tiffy"), 1)
    assert any(isinstance(one, CoverFire) and one.unit == "foe" for one in legal(missed))


@proves("KN-COV-02", "KN-UMOR-01")
def test_covering_fire_is_not_asked_for_when_a_test_has_suppressed_the_covering_unit() -> None:
    """The gunners lose a man to the first of two shots and fail the test that their enemy asks for."""
    shot = K.DIRECT_SMALL_ARMS
    state = ready(
        table(), unit("a", "uk.vickers", (20, 24)), unit("x", "uk.squad", (4, 40)),
        unit("gun", "de.squad", (20, 10), 180, COVERING), ask_for_tests=True,
    )  # fmt: skip
    state = with_status(state, "gun", Status(men=5))
    state = act(act(state, Activate(UK, "a", (shot, shot))), HoldFire(DE))
    state = act(state, Fire(UK, "a", "gun", shot), 6, 6, *[1] * 6, 1, 1)
    assert decisions_owed(state) == [(Duty.MORALE_REQUEST, "gun"), (Duty.COVERING_FIRE, "a")]
    state = act(state, RequestTest(UK, "gun"), 3)
    assert state.unit("gun").has(SUPPRESSED)
    assert (decisions_owed(state), GAME.to_act(state)) == ([], UK)


@proves("KN-COV-02", "KN-DFHE-05")
@pytest.mark.parametrize(("kinds", "asked"), [((K.MOVE, K.SUPPRESS_SMALL_ARMS), True), ((K.SUPPRESS_SMALL_ARMS, K.MOVE), False), ((K.MOVE, K.MOVE), False)])  # fmt: skip
def test_a_unit_that_forgoes_its_move_may_be_met_by_covering_fire_before_it_fires(
    kinds: tuple[K, K], asked: bool
) -> None:
    """OUR 62: a Move brings its own chances; before any other action that comes first covering fire may be given."""
    state = ready(
        table(), unit("u", "uk.squad", (20, 24), 90), unit("p", "de.squad", (32, 24), 270, COVERING)
    )
    state = activated(state, "u", *kinds)
    if GAME.to_act(state) != UK:
        state = act(state, HoldFire("de"))
    after = act(state, Forgo(UK))
    assert (GAME.to_act(after) == "de") is asked
    if not asked:
        assert progress_of(act(after, Forgo(UK))).activation is None


@proves("KN-COV-02", "KN-AA-04b")
@pytest.mark.parametrize(("plane", "then"), [("de.storch", K.REQUEST), ("de.bf109", None)])
def test_covering_fire_may_meet_an_aircraft_that_does_not_attack(plane: str, then: K | None) -> None:
    state = game(
        unit("flak", "uk.bofors", (40, 60), 0, "covering_fire"), unit("own", "uk.squad", (40, 40)),
        unit("plane", plane, (40, 20)), unit("gun", "de.105mm_battery"), acting=DE,
    )  # fmt: skip
    state = act(state, Fly(DE, "plane", Spot(40, 27), 180.0, then))
    assert CoverAgainstAircraft(UK, "flak", "plane") in legal(state)
    hit = act(state, CoverAgainstAircraft(UK, "flak", "plane"), 3, 5)
    assert hit.unit("plane").has(SUPPRESSED)
    assert progress_of(hit).activation is None


@proves("KN-COV-02", "KN-IND-13", "KN-DFSA-11")
@pytest.mark.parametrize("covered", [False, True])
def test_a_mortar_told_to_fire_for_effect_may_be_met_by_covering_fire_before_it_fires(covered: bool) -> None:
    conditions = ("covering_fire",) if covered else ()
    state = game(
        unit("hq", "uk.hq", (40, 44)), unit("mortar", "uk.3in_mortar", (40, 40)),
        unit("foe", "de.mg42", (40, 20), 0, *conditions),
    )  # fmt: skip
    mission = Mission("mission 1", UK, "hq", ("mortar",), Spot(40, 20), is_on=True)
    state = GAME.apply(state, MissionAsked(mission, "the spotter round is complete"))
    fire = FireForEffect(UK, "mission 1", ("mortar",))
    if not covered:
        fired = act(state, fire, 1, 1)
        assert (progress_of(fired).activation, progress_of(fired).spent) == (
            None,
            progress_of(state).spent + 1,
        )
        return
    met = act(state, fire)
    shot = CoverFire(DE, "foe", "mortar", K.SUPPRESS_SMALL_ARMS)
    assert shot in legal(met)
    assert act(act(met, HoldFire(DE)), FireIndirectly(UK, "mortar"), 1, 1).unit("mortar").has("fired")
    silenced = act(met, shot, 3, 4, 1)
    assert silenced.unit("mortar").has(SUPPRESSED)
    assert (progress_of(silenced).activation, GAME.to_act(silenced)) == (None, UK)
