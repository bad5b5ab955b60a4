"""Special events: breakdowns, heroic actions and want of ammunition, and when they are played."""

from collections.abc import Iterable
from dataclasses import replace
from fractions import Fraction

import pytest

from rules.game.state import GameState
from rules.game.units import Unit
from rules.ground.table.inches import Spot
from rules.ground.table.tabletop import Piece
from rules.ground.table.terrain import TableTerrain as T
from rules.kampfgruppe_normandy.book.action_kinds import ActionKind as K
from rules.kampfgruppe_normandy.book.conditions import COVERING, IMMOBILISED, RESERVE, SUPPRESSED
from rules.kampfgruppe_normandy.book.morale_counters import Special
from rules.kampfgruppe_normandy.declarations.covering_fire import CoverFire, HoldFire
from rules.kampfgruppe_normandy.declarations.fire import Fire
from rules.kampfgruppe_normandy.declarations.indirect_fire.fire_for_effect import FireForEffect
from rules.kampfgruppe_normandy.declarations.movement import Move
from rules.kampfgruppe_normandy.declarations.special_events import PassEvent, PlayEvent, mishap_by_die
from rules.kampfgruppe_normandy.declarations.turn.activation import EndActivations, Forgo
from rules.kampfgruppe_normandy.declarations.turn.suppression import GoOnRemoving, Rally, RemoveSuppression
from rules.kampfgruppe_normandy.declarations.unit_morale import ActHeroically, LetPass
from rules.kampfgruppe_normandy.effects.losses import lose_unit
from rules.kampfgruppe_normandy.questions.special_events import targets_of_event
from rules.kampfgruppe_normandy.state.ammunition_events import LAST_SHOT
from rules.kampfgruppe_normandy.state.progress import Duty, Status, Step, progress_of
from tests.proving import proves
from tests.rules.kampfgruppe_normandy.support.shelling import with_mission_on_target
from tests.rules.kampfgruppe_normandy.tables import (
    BREAKDOWN,
    DE,
    GAME,
    HEROIC,
    NO_SHELLS,
    UK,
    act,
    area,
    dice_of,
    game,
    legal,
    position,
    pot_die,
    ready,
    refusal,
    resolving,
    table,
    told_to,
    unit,
    with_counter,
)

BOTH = FireForEffect(UK, "mission 1", ("m1", "m2"))


@proves("KN-SPEC-21", "KN-COV-02")
def test_an_event_drawn_in_covering_fire_at_one_gun_is_played_before_the_next_gun_is_met() -> None:
    """The last man of a squad falls as he assaults a mortar, which draws that a gun is out of ammunition."""
    state = game(
        unit("hq", "uk.hq", (40, 32)),
        unit("m1", "uk.3in_mortar", (36, 40)),
        unit("m2", "uk.3in_mortar", (44, 40)),
        unit("last", "de.squad", (36, 33), 0, COVERING),
        unit("cover", "de.squad", (50, 32), 0, COVERING),
        status={"last": Status(men=1)},
    )
    met = act(with_mission_on_target(state, guns=("m1", "m2")), BOTH)
    assert [owed.duty for owed in progress_of(met).owed] == [Duty.COVERING_FIRE] * 2
    observed, missed, out_of_ammunition = 6, 1, 93
    assault = CoverFire(DE, "last", "m1", K.DIRECT_SMALL_ARMS)
    drawn = act(met, assault, observed, missed, out_of_ammunition)
    assert progress_of(drawn).due.duty is Duty.EVENT_TARGET
    played = act(drawn, PlayEvent(DE, "m2"), 3)
    assert progress_of(played).due.duty is Duty.COVERING_FIRE


@proves("KN-SPEC-22b", "KN-BMOR-16", "KN-UMOR-17a")
@pytest.mark.parametrize(("men", "stays"), [(8, True), (1, False)])
def test_passengers_of_a_truck_that_breaks_down_get_out_suppressed_and_the_last_man_runs(
    men: int, stays: bool
) -> None:
    state = game(
        unit("truck", "de.opel", (40, 20)),
        unit("men", "de.squad"),
        unit("own", "uk.squad", (40, 60)),
        status={"men": Status(men=men, aboard="truck")},
    )
    resolution = resolving(state, dice_of([1] if stays else [1, 1]))
    lose_unit(resolution, "truck", "abandoned")
    assert ("men" in resolution.state.units) is stays
    assert len(progress_of(resolution.state).counters_of(DE)) == (1 if stays else 2)
    if stays:
        assert resolution.state.unit("men").has(SUPPRESSED)
        assert progress_of(resolution.state).of("men").aboard is None


@proves("KN-SPEC-21", "KN-SPEC-22a", "KN-SPEC-22b", "KN-BMOR-22a")
@pytest.mark.parametrize(
    ("die", "came_to"), [(1, "runs"), (2, "runs"), (3, "stuck"), (5, "stuck"), (6, "gone")]
)
def test_a_breakdown_befalls_an_enemy_vehicle_of_the_drawers_choice(die: int, came_to: str) -> None:
    state = with_counter(
        game(
            unit("pz", "de.pz4h", (30, 30)),
            unit("foot", "de.squad", (40, 30)),
            unit("own", "uk.jeep", (9, 9)),
        ),
        BREAKDOWN,
    )
    assert progress_of(state).owed[0].duty is Duty.EVENT_TARGET
    assert set(legal(state)) == {PlayEvent(UK, "pz")}
    dice = (die, 1) if die == 6 else (die,)
    after = act(state, PlayEvent(UK, "pz"), *dice)
    assert ("pz" not in after.units) is (came_to == "gone")
    assert len(progress_of(after).counters_of(DE)) == (came_to == "gone")
    if came_to != "gone":
        assert after.unit("pz").has(IMMOBILISED) is (came_to == "stuck")


def _fired_at_on_its_way(
    event: int, *others: Unit, east_in: float = 46, pieces: Iterable[Piece] = ()
) -> GameState:
    """A tank moving east was met after 2 inches by a last man, who fell to the squad he fired at and drew this event."""
    state = game(
        unit("tank", "uk.sherman", (40, 40), facing_deg=90),
        unit("men", "uk.squad", (40, 33)),
        unit("last", "de.squad", (40, 27), 0, COVERING),
        unit("far", "de.squad", (80, 10)),
        *others,
        pieces=pieces,
        status={"last": Status(men=1)},
    )
    state = act(
        told_to(state, "tank", K.MOVE, K.MOVE),
        Move(UK, "tank", (Spot(40, 40), Spot(east_in, 40))),
    )
    observed, missed = 6, 1
    return act(
        state,
        CoverFire(DE, "last", "men", K.DIRECT_SMALL_ARMS, at_in=2.0),
        observed,
        missed,
        event + 1,
    )


@proves("KN-SPEC-21", "KN-SPEC-22b", "KN-COV-04")
@pytest.mark.parametrize(("die", "wrecks", "east_in"), [(2, 0, 46), (3, 0, 42), (6, 1, 42)])
def test_a_breakdown_drawn_in_the_middle_of_a_move_is_played_before_the_move_goes_on(
    die: int, wrecks: int, east_in: float
) -> None:
    state = _fired_at_on_its_way(BREAKDOWN)
    assert (GAME.to_act(state), state.unit("tank").at) == (DE, Spot(42, 40))
    after = act(state, PlayEvent(DE, "tank"), die, *[1] * wrecks)
    assert len(progress_of(after).wrecks) == wrecks
    assert (progress_of(after).wrecks[0] if wrecks else after.unit("tank")).at == Spot(east_in, 40)
    assert progress_of(after).move is None


@proves("KN-SPEC-21", "KN-SPEC-23b", "KN-UMOR-22", "KN-COV-02")
def test_heroes_of_an_event_in_the_middle_of_a_move_act_before_it_goes_on() -> None:
    """The gun still covers the tank; once the heroes have acted it may fire at it, and then the tank moves on."""
    state = _fired_at_on_its_way(HEROIC, unit("cover", "de.pak40", (70, 40), 270, COVERING))
    state = act(state, PlayEvent(DE, "far"))
    assert (progress_of(state).due.duty, progress_of(state).due.unit) == (Duty.HEROIC_ACTION, "far")
    state = act(state, ActHeroically(DE, "far", (K.MOVE, K.MOVE)))
    assert not progress_of(state).owed
    state = act(state, Move(DE, "far", (Spot(80, 10), Spot(80, 14))))
    assert state.unit("tank").at == Spot(42, 40)
    state = act(state, Forgo(DE))
    assert (progress_of(state).due.duty, progress_of(state).due.other) == (Duty.COVERING_FIRE, "tank")
    assert "the move goes from 2" in refusal(
        state, CoverFire(DE, "cover", "tank", K.SUPPRESS_HE, "75mm PaK 40", at_in=1.0)
    )
    state = act(state, HoldFire(DE))
    assert state.unit("tank").at == Spot(46, 40)
    assert GAME.stage(state) is K.MOVE


@proves("KN-SPEC-23b", "KN-UMOR-22")
@pytest.mark.parametrize(("acts", "east_in"), [(True, 42), (False, 46)])
def test_heroes_fire_at_a_halted_tank_where_it_has_come_to(acts: bool, east_in: float) -> None:
    state = _fired_at_on_its_way(HEROIC, unit("pak", "de.pak40", (42, 20), facing_deg=180))
    state = act(state, PlayEvent(DE, "pak"))
    if not acts:
        assert act(state, LetPass(DE)).unit("tank").at == Spot(east_in, 40)
        return
    state = act(state, ActHeroically(DE, "pak", (K.DIRECT_AT, K.DIRECT_AT)))
    observed, to_hit, pierced, counter = 6, 6, (6, 5), 1
    shot = Fire(DE, "pak", "tank", K.DIRECT_AT, "75mm PaK 40")
    state = act(state, shot, observed, to_hit, *pierced, counter)
    assert progress_of(state).wrecks[0].at == Spot(east_in, 40)
    state = act(state, Forgo(DE))
    assert (progress_of(state).move, progress_of(state).halted) == (None, ())
    assert GAME.to_act(state) == UK


@proves("KN-SPEC-23b", "KN-UMOR-22", "KN-MOVE-14")
@pytest.mark.parametrize(("hero", "way_in", "came_to_in"), [((45, 39), 9, 2.25), ((44.8, 39.5), 8.9, 2)])
def test_an_interrupted_move_stops_at_enemies_who_have_come_into_its_way(
    hero: tuple[float, float], way_in: float, came_to_in: float
) -> None:
    """OUR 54, 62: the squad stands across the middle of what is left of the way, and clear of its end; the
    tank is met where it stops."""
    units = unit("hero", "de.squad", (46, 37)), unit("cover", "de.pak40", (70, 40), 270, COVERING)
    state = act(_fired_at_on_its_way(HEROIC, *units, east_in=40 + way_in), PlayEvent(DE, "hero"))
    state = act(state, ActHeroically(DE, "hero", (K.MOVE, K.MOVE)))
    state = act(state, Move(DE, "hero", (Spot(46, 37), Spot(*hero))))
    state = act(state, Forgo(DE))
    shots = [one for one in legal(state) if isinstance(one, CoverFire) and one.target == "tank"]
    assert {one.at_in for one in shots} == {2.0, came_to_in}
    assert act(state, HoldFire(DE)).unit("tank").at == Spot(40 + came_to_in, 40)


@proves("KN-SPEC-23b", "KN-UMOR-22", "KN-ENG-04")
def test_a_tank_lost_on_the_rest_of_its_move_takes_no_second_action() -> None:
    """A mine ends it after the heroes have acted: its second action is not waited for."""
    mines = area(T.MINEFIELD, 50, 39, 52, 41)
    state = act(_fired_at_on_its_way(HEROIC, pieces=[mines]), PlayEvent(DE, "far"))
    state = act(state, ActHeroically(DE, "far", (K.MOVE, K.MOVE)))
    triggered, pierced, counter = 3, (6, 5), 1
    state = act(act(state, Forgo(DE)), Forgo(DE), triggered, *pierced, counter)
    assert "tank" not in state.units
    assert progress_of(state).activation is None


@proves("KN-SPEC-23a", "KN-SPEC-23b")
def test_a_heroic_action_is_owed_to_one_of_ones_own_units() -> None:
    state = game(
        unit("able", "uk.squad", (30, 30)),
        unit("baker", "uk.squad", (40, 30), 0, SUPPRESSED),
        unit("foe", "de.squad", (9, 9)),
    )
    state = with_counter(state, HEROIC)
    assert set(legal(state)) == {PlayEvent(UK, "able")}
    after = act(state, PlayEvent(UK, "able"))
    assert (progress_of(after).owed[0].duty, progress_of(after).owed[0].unit) == (Duty.HEROIC_ACTION, "able")


TAKES_A_ONE = 1
"""The pick of a full pot that draws each of these counters."""


A_FIT, B_LOW, C_LOW = (
    unit("a", "uk.squad", (30, 30)),
    unit("b", "uk.squad", (40, 30), 0, SUPPRESSED),
    unit("c", "uk.squad", (50, 30), 0, SUPPRESSED),
)
FOE = unit("foe", "de.squad", (9, 9))


@proves("KN-SPEC-21", "KN-SPEC-23a", "KN-SPEC-23b", "KN-TURN-19")
@pytest.mark.parametrize(("die", "left"), [(1, 1), (2, 0)])
def test_a_heroic_action_drawn_to_remove_suppression_comes_before_the_dice(die: int, left: int) -> None:
    """It is played when drawn, so not on a unit that the dice for that counter free afterwards."""
    state = game(A_FIT, B_LOW, C_LOW, FOE, step=Step.SUPPRESSION)
    state = act(state, RemoveSuppression(UK, 1), HEROIC)
    assert set(legal(state)) == {PlayEvent(UK, "a")}
    assert refusal(state, PlayEvent(UK, "b")) == (
        "heroic action cannot befall b: it is played on an unsuppressed unit of your own on the table (KGN Special events)"
    )
    assert state.unit("b").has(SUPPRESSED)
    assert refusal(state, GoOnRemoving(UK))
    state = act(state, PlayEvent(UK, "a"))
    acting = act(state, ActHeroically(UK, "a", (K.MOVE, K.MOVE)))
    assert GAME.to_act(acting) == UK
    assert refusal(acting, GoOnRemoving(UK))
    for played in (act(act(acting, Forgo(UK)), Forgo(UK)), act(state, LetPass(UK))):
        assert legal(played) == (GoOnRemoving(UK),)
        assert GAME.due(played) == "British player: go on removing suppression"
        after = act(played, GoOnRemoving(UK), die)
        if left:
            assert (progress_of(after).owed[0].duty, progress_of(after).owed[0].count) == (
                Duty.CHOOSE_RALLIED,
                1,
            )
            after = act(after, Rally(UK, ("c",)))
        assert [after.unit(name).has(SUPPRESSED) for name in "bc"].count(True) == left
        assert progress_of(after).acting == DE
        assert progress_of(after).removal is None


@proves("KN-SPEC-21", "KN-TURN-19", "KN-NIGHT-06")
@pytest.mark.parametrize(("night", "dice"), [(False, (1, 1)), (True, (2,))])
def test_counters_still_to_be_taken_wait_for_the_event_of_one_before(
    night: bool, dice: tuple[int, ...]
) -> None:
    """Two counters are stated; the second is drawn when the event of the first has been played. At night they buy one die."""
    state = game(A_FIT, B_LOW, C_LOW, FOE, step=Step.SUPPRESSION, night=night)
    state = act(state, RemoveSuppression(UK, 2), HEROIC)
    assert progress_of(state).counters_of(UK) == (Special.HEROIC_ACTION,)
    state = act(act(state, PlayEvent(UK, "a")), LetPass(UK))
    assert f"{len(dice)}D6 markers for 1 counter" in str(GAME.chances(state, GoOnRemoving(UK)))
    after = act(state, GoOnRemoving(UK), TAKES_A_ONE, *dice)
    assert progress_of(after).counters_of(UK) == (Special.HEROIC_ACTION, "1")
    assert not any(after.unit(name).has(SUPPRESSED) for name in "bc")


@proves("KN-SPEC-21", "KN-SPEC-22b", "KN-TURN-19")
def test_a_breakdown_drawn_to_remove_suppression_comes_before_the_dice() -> None:
    tank = unit("pz", "de.pz4h", (20, 9))
    state = act(game(A_FIT, B_LOW, FOE, tank, step=Step.SUPPRESSION), RemoveSuppression(UK, 1), BREAKDOWN)
    assert state.unit("b").has(SUPPRESSED)
    state = act(state, PlayEvent(UK, "pz"), 3)
    assert state.unit("pz").has(IMMOBILISED)
    assert not act(state, GoOnRemoving(UK), 1).unit("b").has(SUPPRESSED)


@proves("KN-SPEC-21", "KN-TURN-19", "KN-TURN-20")
def test_the_odds_of_a_removal_tell_of_an_event_before_it() -> None:
    """Two of 96 counters are heroic actions, and the enemy has neither vehicles nor guns; a 1 removes one of two markers."""
    state = game(A_FIT, B_LOW, C_LOW, FOE, step=Step.SUPPRESSION)
    odds = GAME.chances(state, RemoveSuppression(UK, 1)).odds
    event = Fraction(2, 96)
    assert odds is not None
    assert odds.chances == {
        f"1 unit of {UK} rallies": (1 - event) * Fraction(1, 6),
        f"b: no longer suppressed; c: no longer suppressed; the turn of {DE} begins": (1 - event)
        * Fraction(5, 6),
        f"{UK} plays a special event before suppression is removed": event,
    }
    state = act(act(act(state, RemoveSuppression(UK, 1), HEROIC), PlayEvent(UK, "a")), LetPass(UK))
    rest = GAME.chances(state, GoOnRemoving(UK)).odds
    assert rest is not None
    assert rest.of(f"1 unit of {UK} rallies") == Fraction(1, 6)


@proves("KN-SPEC-21")
def test_a_game_recorded_when_the_event_came_after_the_dice_goes_on() -> None:
    """Earlier versions waited for it at the end of the turn, where covering fire may still bring one."""
    state = with_counter(game(A_FIT, FOE, step=Step.END), HEROIC)
    after = act(act(state, PlayEvent(UK, "a")), LetPass(UK))
    assert progress_of(after).acting == DE


@proves("KN-SPEC-22a", "KN-SPEC-23a", "KN-SPEC-24a.1")
@pytest.mark.parametrize(
    ("event", "befallen"),
    [
        (Special.BREAKDOWN, "pz opel tow"),
        (Special.HEROIC_ACTION, "able tank crew typhoon"),
        (Special.OUT_OF_AMMUNITION, "pak mortar light"),
    ],
)
def test_units_that_a_special_event_may_be_played_on(event: Special, befallen: str) -> None:
    """Enemy vehicles; one's own that are not suppressed; enemy guns and mortar teams deployed with a shell
    left; none in reserve, and none breaks down in the air (OUR 130)."""
    state = game(
        unit("able", "uk.squad", (10, 60)), unit("tank", "uk.sherman", (20, 60)), unit("crew", "uk.6pdr", (30, 60)),
        unit("low", "uk.squad", (40, 60), 0, SUPPRESSED), unit("late", "uk.squad", (50, 60), 0, RESERVE),
        unit("typhoon", "uk.typhoon", (60, 60)), unit("pz", "de.pz4h", (10, 20)), unit("opel", "de.opel", (20, 20)),
        unit("tow", "de.sdkfz7", (30, 20)), unit("pak", "de.pak40", (40, 20)), unit("mortar", "de.80mm_mortar", (50, 20)),
        unit("empty", "de.pak40", (60, 20)), unit("towed", "de.pak40"), unit("foot", "de.squad", (70, 20)),
        unit("light", "de.mortar_50mm", (75, 20)), unit("spent", "de.mortar_50mm", (78, 20)), unit("platoon", "uk.platoon_hq", (66, 20), side=DE),
        unit("waits", "de.pz4h", (80, 20), 0, RESERVE), unit("gun", "de.pak40", (85, 20), 0, RESERVE),
        status={
            "towed": Status(men=3, aboard="tow"), "empty": Status(men=3, lost_weapons=("75mm PaK 40",)),
            "spent": Status(men=2, lost_weapons=("50mm mortar",)),
        },
    )  # fmt: skip
    assert {one.id for one in targets_of_event(position(state), event, UK)} == set(befallen.split())


@proves("KN-SPEC-22b", "KN-SPEC-24a.2", "KN-DFAT-43a")
@pytest.mark.parametrize("die", range(1, 7))
@pytest.mark.parametrize(("event", "target"), [(BREAKDOWN, "pz"), (NO_SHELLS, "pak")])
def test_a_mishap_does_nothing_half_its_harm_or_all(event: int, target: str, die: int) -> None:
    """1-2, 3-5 and 6; a vehicle stuck or a wreck, a gun with a shot left (OUR 130, 131)."""
    state = game(
        unit("pz", "de.pz4h", (30, 30)), unit("pak", "de.pak40", (40, 30)), unit("own", "uk.squad", (9, 9))
    )
    after = act(with_counter(state, event), PlayEvent(UK, target), die, *[1] * (die == 6))
    is_half = 3 <= die <= 5
    assert (target not in after.units) is (die == 6)
    assert {one.id for one in after.units.values() if one.has(IMMOBILISED)} == (
        {"pz"} if is_half and target == "pz" else set()
    )
    assert LAST_SHOT.of(progress_of(after)) == (("pak",) if is_half and target == "pak" else ())
    is_wreck = target == "pz" and die == 6
    assert [wreck.unit for wreck in progress_of(after).wrecks] == (["pz"] if is_wreck else [])


@proves("KN-SPEC-25")
def test_an_event_without_a_target_has_no_effect() -> None:
    state = with_counter(game(unit("own", "uk.squad", (9, 9)), unit("foe", "de.squad", (30, 30))), BREAKDOWN)
    assert progress_of(state).owed == ()
    assert progress_of(state).counters_of(UK) == ("mechanical breakdown",)


@proves("KN-SPEC-21", "KN-SPEC-25")
def test_events_are_played_in_the_order_in_which_they_were_drawn() -> None:
    units = (
        unit("own", "uk.squad", (9, 9)),
        unit("pz", "de.pz4h", (30, 30)),
        unit("pak", "de.pak40", (40, 30)),
    )
    state = with_counter(with_counter(game(*units), BREAKDOWN), NO_SHELLS - 1)
    assert set(legal(state)) == {PlayEvent(UK, "pz")}
    assert set(legal(act(state, PlayEvent(UK, "pz"), 1))) == {PlayEvent(UK, "pak")}


@proves("KN-SPEC-21")
def test_an_event_whose_last_target_is_gone_has_no_effect() -> None:
    state = with_counter(game(unit("own", "uk.squad", (9, 9)), unit("pz", "de.pz4h", (30, 30))), BREAKDOWN)
    left = replace(state, units={"own": state.unit("own")})
    assert set(legal(left)) == {PassEvent(UK)}
    assert progress_of(act(left, PassEvent(UK))).owed == ()


@proves("KN-SPEC-22b", "KN-SPEC-24a.2")
def test_mishaps_by_the_die() -> None:
    assert [mishap_by_die(die) for die in range(1, 7)] == [
        "nothing",
        "nothing",
        "half",
        "half",
        "half",
        "lost",
    ]


def test_the_odds_of_a_breakdown() -> None:
    state = with_counter(game(unit("pz", "de.pz4h", (30, 30)), unit("own", "uk.squad", (9, 9))), BREAKDOWN)
    odds = GAME.chances(state, PlayEvent(UK, "pz")).odds
    assert odds is not None
    assert {words: str(chance) for words, chance in odds.chances.items()} == {
        "no effect": "1/3",
        "pz: immobilised": "1/2",
        "pz: abandoned": "1/6",
    }


@proves("KN-SPEC-21", "KN-SPEC-23b", "KN-TURN-02")
def test_a_heroic_action_drawn_to_remove_suppression_is_played_before_the_enemys_turn() -> None:
    state = ready(
        table(), unit("men", "uk.squad", (20, 30)), unit("low", "uk.squad", (60, 40), 0, SUPPRESSED),
        unit("foe", "de.squad", (20, 4)), unit("tank", "de.tiger", (50, 4)),
        objectives=[{"name": "farm", "spots": [[20, 25]]}, {"name": "mill", "spots": [[60, 9]]}],
    )  # fmt: skip
    state = act(act(state, EndActivations(UK)), RemoveSuppression(UK, 1), HEROIC)
    assert (progress_of(state).acting, GAME.to_act(state)) == (UK, UK)
    state = act(act(state, PlayEvent(UK, "men")), ActHeroically(UK, "men", (K.MOVE, K.MOVE)))
    state = act(state, Move(UK, "men", (Spot(20, 30), Spot(20, 25))))
    assert progress_of(state).acting == UK
    assert progress_of(state).objectives[0].held_by is None
    state = act(act(state, Forgo(UK)), GoOnRemoving(UK), 3, pot_die())
    assert progress_of(state).objectives[0].held_by == UK
    assert progress_of(state).acting == DE


@proves("KN-SPEC-21", "KN-SPEC-22b", "KN-BMOR-13")
def test_a_breakdown_drawn_for_an_objective_taken_breaks_its_taker_that_same_turn() -> None:
    state = ready(
        table(), unit("men", "uk.squad", (20, 25)), unit("jeep", "uk.jeep", (60, 40)),
        unit("foe", "de.squad", (20, 4)), unit("tank", "de.pz4h", (50, 4)),
        objectives=[{"name": "farm", "spots": [[20, 25]]}, {"name": "mill", "spots": [[60, 9]]}],
    )  # fmt: skip
    state = act(act(state, EndActivations(UK)), RemoveSuppression(UK, 0), BREAKDOWN)
    assert (progress_of(state).acting, GAME.to_act(state)) == (UK, DE)
    assert progress_of(state).morale_left(UK) <= 4
    state = act(state, PlayEvent(DE, "jeep"), 6, pot_die(counter="4"))
    ended = progress_of(state).ended
    assert ended is not None
    assert (ended.winner, progress_of(state).turn) == (DE, 1)


@proves("KN-SPEC-22a", "KN-SPEC-25")
def test_an_aircraft_does_not_break_down() -> None:
    state = game(
        unit("plane", "de.bf109", (40, 20)), unit("tank", "de.tiger", (60, 20)), unit("own", "uk.squad", (9, 9))
    )  # fmt: skip
    assert [one.id for one in targets_of_event(position(state), Special.BREAKDOWN, UK)] == ["tank"]
