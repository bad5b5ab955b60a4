"""Special events of the pot, ammunition of armoured vehicles, and the vehicles that bring more."""

from collections.abc import Iterable
from dataclasses import replace
from fractions import Fraction

import pytest

from rules.game.state import GameState
from rules.game.units import Unit
from rules.ground.table.inches import Spot
from rules.ground.table.tabletop import Piece
from rules.ground.table.terrain import TableTerrain as T
from rules.kampfgruppe_normandy.book.action_kinds import ActionKind
from rules.kampfgruppe_normandy.book.conditions import COVERING, IMMOBILISED, RESERVE, SUPPRESSED
from rules.kampfgruppe_normandy.book.morale_counters import Special
from rules.kampfgruppe_normandy.declarations.buildings import FireAtBuilding
from rules.kampfgruppe_normandy.declarations.covering_fire import CoverFire, HoldFire
from rules.kampfgruppe_normandy.declarations.fire import Fire
from rules.kampfgruppe_normandy.declarations.movement import Move
from rules.kampfgruppe_normandy.declarations.special_events import PassEvent, PlayEvent, mishap
from rules.kampfgruppe_normandy.declarations.supply import ReSupply, loads_of
from rules.kampfgruppe_normandy.declarations.turn.activation import Activate, Forgo
from rules.kampfgruppe_normandy.declarations.turn.suppression import GoOnRemoving, Rally, RemoveSuppression
from rules.kampfgruppe_normandy.declarations.unit_morale import ActHeroically, LetPass
from rules.kampfgruppe_normandy.effects.group_morale import draw_counter
from rules.kampfgruppe_normandy.questions.declarable import declarable
from rules.kampfgruppe_normandy.questions.gun_crew import counts_its_shells
from rules.kampfgruppe_normandy.questions.special_events import may_befall
from rules.kampfgruppe_normandy.questions.target import medics_beside
from rules.kampfgruppe_normandy.state.ammunition_events import LAST_SHOT, GunEmpty, LastShotLeft
from rules.kampfgruppe_normandy.state.progress import Duty, Status, Step, progress_of, with_progress
from tests.proving import proves
from tests.rules.kampfgruppe_normandy.support.support_tables import (
    BOOK,
    DE,
    UK,
    area,
    at,
    game,
    legal,
    play_on,
    resolving,
    told_to,
    unit,
    why_not,
)
from tests.rules.kampfgruppe_normandy.tables import GAME, dice_of

BREAKDOWN, HEROIC, NO_SHELLS = 90, 94, 92
"""Where the counters lie in the pot: 84 numbers and 6 aircraft come first."""


def _drawn(state: GameState, counter: int, side: str = UK) -> GameState:
    resolution = resolving(state, dice_of([counter + 1]))
    draw_counter(resolution, side, "a test")
    return resolution.state


@proves("KN-SPEC-21", "KN-SPEC-22a", "KN-SPEC-22b", "KN-BMOR-22a")
@pytest.mark.parametrize(
    ("die", "came_to"), [(1, "runs"), (2, "runs"), (3, "stuck"), (5, "stuck"), (6, "gone")]
)
def test_a_breakdown_befalls_an_enemy_vehicle_of_the_drawers_choice(die: int, came_to: str) -> None:
    state = _drawn(
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
    after = play_on(state, PlayEvent(UK, "pz"), *dice)
    assert ("pz" not in after.units) is (came_to == "gone")
    assert len(progress_of(after).counters_of(DE)) == (came_to == "gone")
    if came_to != "gone":
        assert after.unit("pz").has(IMMOBILISED) is (came_to == "stuck")


def _fired_at_on_its_way(
    event: int, *others: Unit, east_in: float = 46, pieces: Iterable[Piece] = ()
) -> GameState:
    """A tank on its way east has been met after 2 inches by a last man, who fell to the squad he fired at and drew this."""
    state = game(
        unit("tank", "uk.sherman", (40, 40), facing_deg=90),
        unit("men", "uk.squad", (40, 33)),
        unit("last", "de.squad", (40, 27), COVERING),
        unit("far", "de.squad", (80, 10)),
        *others,
        pieces=pieces,
        status={"last": Status(men=1)},
    )
    state = play_on(
        told_to(state, "tank", ActionKind.MOVE, ActionKind.MOVE),
        Move(UK, "tank", (Spot(40, 40), Spot(east_in, 40))),
    )
    observed, missed = 6, 1
    return play_on(
        state,
        CoverFire(DE, "last", "men", ActionKind.DIRECT_SMALL_ARMS, at_in=2.0),
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
    after = play_on(state, PlayEvent(DE, "tank"), die, *[1] * wrecks)
    assert len(progress_of(after).wrecks) == wrecks
    assert (progress_of(after).wrecks[0] if wrecks else after.unit("tank")).at == Spot(east_in, 40)
    assert progress_of(after).move is None


@proves("KN-SPEC-21", "KN-SPEC-23b", "KN-UMOR-22", "KN-COV-02")
def test_heroes_of_an_event_in_the_middle_of_a_move_act_before_it_goes_on() -> None:
    """The gun covers the tank on; when the heroes have acted it may still fire at it, and then the tank moves on."""
    state = _fired_at_on_its_way(HEROIC, unit("cover", "de.pak40", (70, 40), COVERING, facing_deg=270))
    state = play_on(state, PlayEvent(DE, "far"))
    assert (progress_of(state).due.duty, progress_of(state).due.unit) == (Duty.HEROIC_ACTION, "far")
    state = play_on(state, ActHeroically(DE, "far", (ActionKind.MOVE, ActionKind.MOVE)))
    assert not progress_of(state).owed
    state = play_on(state, Move(DE, "far", (Spot(80, 10), Spot(80, 14))))
    assert state.unit("tank").at == Spot(42, 40)
    state = play_on(state, Forgo(DE))
    assert (progress_of(state).due.duty, progress_of(state).due.other) == (Duty.COVERING_FIRE, "tank")
    assert "the move goes from 2" in why_not(
        state, CoverFire(DE, "cover", "tank", ActionKind.SUPPRESS_HE, "75mm PaK 40", at_in=1.0)
    )
    state = play_on(state, HoldFire(DE))
    assert state.unit("tank").at == Spot(46, 40)
    assert GAME.stage(state) is ActionKind.MOVE


@proves("KN-SPEC-23b", "KN-UMOR-22")
@pytest.mark.parametrize(("acts", "east_in"), [(True, 42), (False, 46)])
def test_a_tank_is_shot_at_by_heroes_where_it_has_come_to(acts: bool, east_in: float) -> None:
    state = _fired_at_on_its_way(HEROIC, unit("pak", "de.pak40", (42, 20), facing_deg=180))
    state = play_on(state, PlayEvent(DE, "pak"))
    if not acts:
        assert play_on(state, LetPass(DE)).unit("tank").at == Spot(east_in, 40)
        return
    state = play_on(state, ActHeroically(DE, "pak", (ActionKind.DIRECT_AT, ActionKind.DIRECT_AT)))
    observed, to_hit, pierced, counter = 6, 6, (6, 5), 1
    shot = Fire(DE, "pak", "tank", ActionKind.DIRECT_AT, "75mm PaK 40")
    state = play_on(state, shot, observed, to_hit, *pierced, counter)
    assert progress_of(state).wrecks[0].at == Spot(east_in, 40)
    state = play_on(state, Forgo(DE))
    assert (progress_of(state).move, progress_of(state).halted) == (None, ())
    assert GAME.to_act(state) == UK


@proves("KN-SPEC-23b", "KN-UMOR-22", "KN-MOVE-14")
@pytest.mark.parametrize(("hero", "way_in", "came_to_in"), [((45, 39), 9, 2.25), ((44.8, 39.5), 8.9, 2)])
def test_a_move_does_not_go_on_through_enemies_who_have_come_into_its_way_meanwhile(
    hero: tuple[float, float], way_in: float, came_to_in: float
) -> None:
    """OUR 54, 62: the squad stands across the middle of what is left of the way, and clear of its end; the tank is met where it stops."""
    units = unit("hero", "de.squad", (46, 37)), unit("cover", "de.pak40", (70, 40), COVERING, facing_deg=270)
    state = play_on(_fired_at_on_its_way(HEROIC, *units, east_in=40 + way_in), PlayEvent(DE, "hero"))
    state = play_on(state, ActHeroically(DE, "hero", (ActionKind.MOVE, ActionKind.MOVE)))
    state = play_on(state, Move(DE, "hero", (Spot(46, 37), Spot(*hero))))
    state = play_on(state, Forgo(DE))
    shots = [one for one in legal(state) if isinstance(one, CoverFire) and one.target == "tank"]
    assert {one.at_in for one in shots} == {2.0, came_to_in}
    assert play_on(state, HoldFire(DE)).unit("tank").at == Spot(40 + came_to_in, 40)


@proves("KN-SPEC-23b", "KN-UMOR-22", "KN-ENG-04")
def test_a_tank_that_is_lost_on_the_rest_of_its_move_does_no_more() -> None:
    """A mine ends it after the heroes have acted: its second action is not waited for."""
    mines = area(T.MINEFIELD, 50, 39, 52, 41)
    state = play_on(_fired_at_on_its_way(HEROIC, pieces=[mines]), PlayEvent(DE, "far"))
    state = play_on(state, ActHeroically(DE, "far", (ActionKind.MOVE, ActionKind.MOVE)))
    triggered, pierced, counter = 3, (6, 5), 1
    state = play_on(play_on(state, Forgo(DE)), Forgo(DE), triggered, *pierced, counter)
    assert "tank" not in state.units
    assert progress_of(state).activation is None


@proves("KN-SPEC-23a", "KN-SPEC-23b")
def test_a_heroic_action_is_owed_to_one_of_ones_own_units() -> None:
    state = game(
        unit("able", "uk.squad", (30, 30)),
        unit("baker", "uk.squad", (40, 30), SUPPRESSED),
        unit("foe", "de.squad", (9, 9)),
    )
    state = _drawn(state, HEROIC)
    assert set(legal(state)) == {PlayEvent(UK, "able")}
    after = play_on(state, PlayEvent(UK, "able"))
    assert (progress_of(after).owed[0].duty, progress_of(after).owed[0].unit) == (Duty.HEROIC_ACTION, "able")


TAKES_HEROIC, TAKES_A_ONE = HEROIC + 1, 1
"""What the pick of a full pot shows for these counters."""
A_FIT, B_LOW, C_LOW = (
    unit("a", "uk.squad", (30, 30)),
    unit("b", "uk.squad", (40, 30), SUPPRESSED),
    unit("c", "uk.squad", (50, 30), SUPPRESSED),
)
FOE = unit("foe", "de.squad", (9, 9))


@proves("KN-SPEC-21", "KN-SPEC-23a", "KN-SPEC-23b", "KN-TURN-19")
@pytest.mark.parametrize(("die", "left"), [(1, 1), (2, 0)])
def test_a_heroic_action_drawn_to_remove_suppression_comes_before_the_dice(die: int, left: int) -> None:
    """It is played when drawn, so not on a unit that the dice for that counter free afterwards."""
    state = game(A_FIT, B_LOW, C_LOW, FOE, step=Step.SUPPRESSION)
    state = play_on(state, RemoveSuppression(UK, 1), TAKES_HEROIC)
    assert set(legal(state)) == {PlayEvent(UK, "a")}
    assert "cannot befall b" in why_not(state, PlayEvent(UK, "b"))
    assert state.unit("b").has(SUPPRESSED)
    assert why_not(state, GoOnRemoving(UK))
    state = play_on(state, PlayEvent(UK, "a"))
    acting = play_on(state, ActHeroically(UK, "a", (ActionKind.MOVE, ActionKind.MOVE)))
    assert GAME.to_act(acting) == UK
    assert why_not(acting, GoOnRemoving(UK))
    for played in (play_on(play_on(acting, Forgo(UK)), Forgo(UK)), play_on(state, LetPass(UK))):
        assert legal(played) == (GoOnRemoving(UK),)
        assert GAME.due(played) == "British player: go on removing suppression"
        after = play_on(played, GoOnRemoving(UK), die)
        if left:
            assert (progress_of(after).owed[0].duty, progress_of(after).owed[0].count) == (
                Duty.CHOOSE_RALLIED,
                1,
            )
            after = play_on(after, Rally(UK, ("c",)))
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
    state = play_on(state, RemoveSuppression(UK, 2), TAKES_HEROIC)
    assert progress_of(state).counters_of(UK) == (Special.HEROIC_ACTION,)
    state = play_on(play_on(state, PlayEvent(UK, "a")), LetPass(UK))
    assert f"{len(dice)}D6 markers for 1 counter" in str(GAME.chances(state, GoOnRemoving(UK)))
    after = play_on(state, GoOnRemoving(UK), TAKES_A_ONE, *dice)
    assert progress_of(after).counters_of(UK) == (Special.HEROIC_ACTION, "1")
    assert not any(after.unit(name).has(SUPPRESSED) for name in "bc")


@proves("KN-SPEC-21", "KN-SPEC-22b", "KN-TURN-19")
def test_a_breakdown_drawn_to_remove_suppression_comes_before_the_dice() -> None:
    tank = unit("pz", "de.pz4h", (20, 9))
    state = play_on(
        game(A_FIT, B_LOW, FOE, tank, step=Step.SUPPRESSION), RemoveSuppression(UK, 1), BREAKDOWN + 1
    )
    assert state.unit("b").has(SUPPRESSED)
    state = play_on(state, PlayEvent(UK, "pz"), 3)
    assert state.unit("pz").has(IMMOBILISED)
    assert not play_on(state, GoOnRemoving(UK), 1).unit("b").has(SUPPRESSED)


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
    state = play_on(
        play_on(play_on(state, RemoveSuppression(UK, 1), TAKES_HEROIC), PlayEvent(UK, "a")), LetPass(UK)
    )
    rest = GAME.chances(state, GoOnRemoving(UK)).odds
    assert rest is not None
    assert rest.of(f"1 unit of {UK} rallies") == Fraction(1, 6)


@proves("KN-SPEC-21")
def test_a_game_recorded_when_the_event_came_after_the_dice_goes_on() -> None:
    """Earlier versions waited for it at the end of the turn, where covering fire may still bring one."""
    state = _drawn(game(A_FIT, FOE, step=Step.END), HEROIC)
    after = play_on(play_on(state, PlayEvent(UK, "a")), LetPass(UK))
    assert progress_of(after).acting == DE


@proves("KN-SPEC-24a.1", "KN-SPEC-24a.2", "KN-SPEC-24a.3", "KN-BMOR-22a")
def test_a_gun_out_of_ammunition_falls_silent_after_its_last_shot() -> None:
    state = game(
        unit("pak", "de.pak40", (30, 30)), unit("pz", "de.pz4h", (40, 30)), unit("own", "uk.squad", (9, 9))
    )
    state = _drawn(state, NO_SHELLS)
    assert set(legal(state)) == {PlayEvent(UK, "pak")}
    fine = play_on(state, PlayEvent(UK, "pak"), 2)
    assert LAST_SHOT.of(progress_of(fine)) == ()
    last = play_on(state, PlayEvent(UK, "pak"), 4)
    assert LAST_SHOT.of(progress_of(last)) == ("pak",)
    gone = play_on(state, PlayEvent(UK, "pak"), 6, 1)
    assert "pak" not in gone.units
    assert progress_of(gone).counters_of(DE) == ("1",)
    ready = replace(last, course=replace(progress_of(last), acting=DE))
    ready = told_to(ready, "pak", ActionKind.DIRECT_AT, ActionKind.DIRECT_AT)
    ready = ready.with_unit(unit("tank", "uk.sherman", (30, 10)))
    shot = Fire(DE, "pak", "tank", ActionKind.DIRECT_AT, "75mm PaK 40")
    after = play_on(ready, shot, 2, 1)
    assert "75mm PaK 40" not in dict(at(after).weapons_left(after.unit("pak")))
    assert "small arms" in dict(at(after).weapons_left(after.unit("pak")))
    spent = "pak is out of ammunition (KGN Special events, OUR 131, inferred)"
    assert why_not(after, shot) == spent
    assert why_not(after, replace(shot, weapon="88mm")) == "pak has no 88mm (KGN Weapons of World War II)"
    next_turn = with_progress(after, replace(progress_of(after), activation=None, activated=frozenset()))
    assert why_not(next_turn, Activate(DE, "pak", (ActionKind.DIRECT_AT, ActionKind.MOVE))) == spent


@proves("KN-SPEC-24a.3", "KN-BLDG-03", "KN-WPN-16", "KN-ACT-06")
def test_an_empty_gun_is_told_why_it_cannot_fire_at_men_houses_and_aircraft() -> None:
    state = game(
        unit("flak", "uk.bofors", (36, 34)), unit("foe", "de.squad", (30, 20)), unit("plane", "de.bf109", (30, 10)),
        pieces=[area(T.BRICK_BUILDING, 40, 18, 44, 22)], status={"flak": Status(men=4, is_empty=True)},
    )  # fmt: skip
    spent, gun = "flak is out of ammunition", "40mm Bofors"
    men = told_to(state, "flak", ActionKind.DIRECT_SMALL_ARMS, ActionKind.MOVE)
    assert spent in why_not(men, Fire(UK, "flak", "foe", ActionKind.DIRECT_SMALL_ARMS, gun))
    house = told_to(state, "flak", ActionKind.DIRECT_AT, ActionKind.MOVE)
    assert spent in why_not(house, FireAtBuilding(UK, "flak", "brick_building", ActionKind.DIRECT_AT, gun))
    assert spent in why_not(state, Activate(UK, "flak", (ActionKind.SUPPRESS_AIRCRAFT, ActionKind.MOVE)))
    assert spent in why_not(state, Activate(UK, "flak", (ActionKind.DIRECT_AT, ActionKind.MOVE)))


@proves("KN-SPEC-24a.2")
def test_the_odds_of_a_want_of_ammunition_tell_the_shot_that_is_left() -> None:
    state = _drawn(game(unit("pak", "de.pak40", (30, 30)), unit("own", "uk.squad", (9, 9))), NO_SHELLS)
    odds = GAME.chances(state, PlayEvent(UK, "pak")).odds
    assert odds is not None
    assert odds.of("pak: has one shot left") == Fraction(1, 2)


@proves("KN-SPEC-22a", "KN-SPEC-23a", "KN-SPEC-24a.1")
@pytest.mark.parametrize(
    ("event", "befallen"),
    [
        (Special.BREAKDOWN, "pz opel tow"),
        (Special.HEROIC_ACTION, "able tank crew typhoon"),
        (Special.OUT_OF_AMMUNITION, "pak mortar light"),
    ],
)
def test_whom_a_special_event_may_befall(event: Special, befallen: str) -> None:
    """Enemy vehicles; one's own that are not suppressed; enemy guns and mortar teams deployed with a shell left; none in reserve, and none breaks down in the air (OUR 130)."""
    state = game(
        unit("able", "uk.squad", (10, 60)), unit("tank", "uk.sherman", (20, 60)), unit("crew", "uk.6pdr", (30, 60)),
        unit("low", "uk.squad", (40, 60), SUPPRESSED), unit("late", "uk.squad", (50, 60), RESERVE),
        unit("typhoon", "uk.typhoon", (60, 60)), unit("pz", "de.pz4h", (10, 20)), unit("opel", "de.opel", (20, 20)),
        unit("tow", "de.sdkfz7", (30, 20)), unit("pak", "de.pak40", (40, 20)), unit("mortar", "de.80mm_mortar", (50, 20)),
        unit("empty", "de.pak40", (60, 20)), unit("towed", "de.pak40"), unit("foot", "de.squad", (70, 20)),
        unit("light", "de.mortar_50mm", (75, 20)), unit("spent", "de.mortar_50mm", (78, 20)), unit("platoon", "uk.platoon_hq", (66, 20), side=DE),
        unit("waits", "de.pz4h", (80, 20), RESERVE), unit("gun", "de.pak40", (85, 20), RESERVE),
        status={
            "towed": Status(men=3, aboard="tow"), "empty": Status(men=3, lost_weapons=("75mm PaK 40",)),
            "spent": Status(men=2, lost_weapons=("50mm mortar",)),
        },
    )  # fmt: skip
    assert {one.id for one in may_befall(at(state), event, UK)} == set(befallen.split())


@proves("KN-SPEC-22b", "KN-SPEC-24a.2", "KN-DFAT-43a")
@pytest.mark.parametrize("die", range(1, 7))
@pytest.mark.parametrize(("event", "target"), [(BREAKDOWN, "pz"), (NO_SHELLS, "pak")])
def test_a_mishap_does_nothing_half_its_harm_or_all(event: int, target: str, die: int) -> None:
    """1-2, 3-5 and 6; a vehicle stuck or a wreck, a gun with a shot left (OUR 130, 131)."""
    state = game(
        unit("pz", "de.pz4h", (30, 30)), unit("pak", "de.pak40", (40, 30)), unit("own", "uk.squad", (9, 9))
    )
    after = play_on(_drawn(state, event), PlayEvent(UK, target), die, *[1] * (die == 6))
    is_half = 3 <= die <= 5
    assert (target not in after.units) is (die == 6)
    assert {one.id for one in after.units.values() if one.has(IMMOBILISED)} == (
        {"pz"} if is_half and target == "pz" else set()
    )
    assert LAST_SHOT.of(progress_of(after)) == (("pak",) if is_half and target == "pak" else ())
    is_wreck = target == "pz" and die == 6
    assert [wreck.unit for wreck in progress_of(after).wrecks] == (["pz"] if is_wreck else [])


@proves("KN-SPEC-24a.3")
@pytest.mark.parametrize(
    ("firer", "last_shots", "kind", "dice", "empty"),
    [
        ("pak", ("pak",), ActionKind.DIRECT_AT, (6, 1), True),
        ("pak", ("pak",), ActionKind.DIRECT_AT, (1,), False),
        ("pak", (), ActionKind.DIRECT_AT, (6, 1), False),
        ("pak", ("other",), ActionKind.DIRECT_AT, (6, 1), False),
        ("pak", ("pak",), ActionKind.SUPPRESS_SMALL_ARMS, (1,), False),
    ],
)
def test_the_last_shot_is_that_of_the_gun_which_had_one_left_and_fired(
    firer: str, last_shots: tuple[str, ...], kind: ActionKind, dice: tuple[int, ...], empty: bool
) -> None:
    """Not one that was not fired for want of sight, another gun's, or a rifle's."""
    gun = "75mm PaK 40"
    foe = unit("foe", "uk.squad" if kind is ActionKind.SUPPRESS_SMALL_ARMS else "uk.sherman", (30, 10))
    wood = [area(T.CROPS, 20, 4, 40, 14)]
    state = game(
        unit("pak", "de.pak40", (30, 30)), unit("other", "de.pak40", (60, 30)), foe, acting=DE, pieces=wood
    )
    for one in last_shots:
        state = LastShotLeft(one).on(state)
    state = told_to(state, firer, kind, kind)
    weapon = "" if kind is ActionKind.SUPPRESS_SMALL_ARMS else gun
    after = play_on(state, Fire(DE, firer, "foe", kind, weapon), *dice)
    left = dict(at(after).weapons_left(after.unit(firer)))
    assert (gun not in left) is empty
    assert "small arms" in left
    assert LAST_SHOT.of(progress_of(after)) == (() if empty else last_shots)


@proves("KN-SPEC-16a", "KN-SPEC-16b")
def test_a_medic_beside_a_squad_keeps_one_man_once_a_turn() -> None:
    state = game(
        unit("mg", "de.mg42", (30, 20)),
        unit("squad", "uk.squad", (30, 30)),
        unit("medic", "uk.medic", (30, 32.2)),
        acting=DE,
    )
    state = told_to(state, "mg", ActionKind.DIRECT_SMALL_ARMS, ActionKind.DIRECT_SMALL_ARMS)
    shot = Fire(DE, "mg", "squad", ActionKind.DIRECT_SMALL_ARMS)
    once = play_on(state, shot, 6, 4, 4, 1, 1, 1, 2, 2, 4, 1)
    assert progress_of(once).of("squad").men == 7
    again = play_on(once, shot, 6, 4, 4, 1, 1, 1, 2, 2, 1)
    assert progress_of(again).of("squad").men == 5
    unlucky = play_on(state, shot, 6, 4, 4, 1, 1, 1, 2, 2, 3, 1)
    assert progress_of(unlucky).of("squad").men == 6
    assert medics_beside(at(state), state.unit("squad")) == ("medic",)
    assert not medics_beside(at(state), state.unit("medic")), "he helps a squad, not himself"
    far = state.with_unit(replace(state.unit("medic"), at=Spot(40, 40)))
    assert progress_of(play_on(far, shot, 6, 4, 4, 1, 1, 1, 2, 2, 1)).of("squad").men == 6


@proves("KN-SPEC-25")
def test_an_event_without_a_target_has_no_effect() -> None:
    state = _drawn(game(unit("own", "uk.squad", (9, 9)), unit("foe", "de.squad", (30, 30))), BREAKDOWN)
    assert progress_of(state).owed == ()
    assert progress_of(state).counters_of(UK) == ("mechanical breakdown",)


@proves("KN-SPEC-21", "KN-SPEC-25")
def test_events_are_played_in_the_order_in_which_they_were_drawn() -> None:
    units = (
        unit("own", "uk.squad", (9, 9)),
        unit("pz", "de.pz4h", (30, 30)),
        unit("pak", "de.pak40", (40, 30)),
    )
    state = _drawn(_drawn(game(*units), BREAKDOWN), NO_SHELLS - 1)
    assert set(legal(state)) == {PlayEvent(UK, "pz")}
    assert set(legal(play_on(state, PlayEvent(UK, "pz"), 1))) == {PlayEvent(UK, "pak")}


@proves("KN-SPEC-21")
def test_an_event_whose_last_target_is_gone_comes_to_nothing() -> None:
    state = _drawn(game(unit("own", "uk.squad", (9, 9)), unit("pz", "de.pz4h", (30, 30))), BREAKDOWN)
    left = replace(state, units={"own": state.unit("own")})
    assert set(legal(left)) == {PassEvent(UK)}
    assert progress_of(play_on(left, PassEvent(UK))).owed == ()


@proves("KN-SPEC-22b", "KN-SPEC-24a.2")
def test_mishaps_by_the_die() -> None:
    assert [mishap(die) for die in range(1, 7)] == ["nothing", "nothing", "half", "half", "half", "lost"]


def test_the_odds_of_a_breakdown() -> None:
    state = _drawn(game(unit("pz", "de.pz4h", (30, 30)), unit("own", "uk.squad", (9, 9))), BREAKDOWN)
    odds = GAME.chances(state, PlayEvent(UK, "pz")).odds
    assert odds is not None
    assert {words: str(chance) for words, chance in odds.chances.items()} == {
        "no effect": "1/3",
        "pz: immobilised": "1/2",
        "pz: abandoned": "1/6",
    }


def _supply(gap_in: float = 0.5, rounds: tuple[tuple[str, int], ...] = (("ap", 0), ("he", 1))) -> GameState:
    state = game(
        unit("truck", "uk.supply_truck", (30, 30)),
        unit("tank", "uk.sherman", (30 + 1.4 + gap_in, 30)),
        unit("foe", "de.squad", (60, 60)),
        status={"tank": Status(rounds=rounds)},
    )
    return told_to(state, "truck", ActionKind.RE_SUPPLY, ActionKind.MOVE)


@proves("KN-SPEC-05", "KN-SPEC-06", "KN-SPEC-15", "KN-ACT-14")
def test_a_supply_vehicle_in_contact_fills_one_vehicle_with_any_load() -> None:
    state = _supply()
    rating = BOOK.type("uk.sherman").ammunition
    offered = {(one.ap, one.he) for one in legal(state) if isinstance(one, ReSupply)}
    assert offered == {(ap, rating - ap) for ap in range(rating + 1)}
    after = play_on(state, ReSupply(UK, "truck", "tank", rating - 1, 1))
    assert progress_of(after).of("tank").left("ap") == rating - 1
    assert progress_of(after).of("tank").left("he") == 1
    activation = progress_of(after).activation
    assert activation is not None
    assert activation.next_kind is ActionKind.MOVE


@proves("KN-SPEC-06")
def test_supply_needs_contact_and_a_load_the_vehicle_takes() -> None:
    assert "not in contact" in why_not(_supply(gap_in=3), ReSupply(UK, "truck", "tank", 1, 8))
    assert "are no load" in why_not(_supply(), ReSupply(UK, "truck", "tank", 20, 20))


@proves("KN-SPEC-02", "KN-SPEC-04")
def test_a_gun_of_one_shell_takes_that_alone() -> None:
    assert set(loads_of(BOOK.type("uk.daimler"))) == {(10, 0)}
    assert set(loads_of(BOOK.type("us.m4_105"))) == {(0, 6)}


@proves("KN-SPEC-02", "KN-SPEC-04")
@pytest.mark.parametrize("kind", ["uk.jeep", "uk.m5_halftrack"])
def test_soft_skins_and_half_tracks_without_a_gun_take_no_shells(kind: str) -> None:
    state = game(
        unit("truck", "uk.supply_truck", (30, 30)),
        unit("other", kind, (32, 30)),
        unit("foe", "de.squad", (60, 60)),
    )
    state = told_to(state, "truck", ActionKind.RE_SUPPLY)
    assert "no rounds" in why_not(state, ReSupply(UK, "truck", "other"))


@proves("KN-SPEC-24a.1")
@pytest.mark.parametrize(("men", "counts"), [(2, True), (3, True), (4, False)])
def test_a_team_with_a_light_mortar_has_three_men_at_most(men: int, counts: bool) -> None:
    assert counts_its_shells(replace(BOOK.type("de.mortar_50mm"), men=men)) is counts


@proves("KN-SPEC-24a.1")
@pytest.mark.parametrize(
    ("type_id", "counts"), [("uk.vickers", False), ("uk.piat", False), ("uk.6pdr", True)]
)
def test_teams_without_a_mortar_never_run_short_of_shells(type_id: str, counts: bool) -> None:
    assert counts_its_shells(BOOK.type(type_id)) is counts


@proves("KN-SPEC-24b", "KN-SPEC-06")
def test_a_supply_vehicle_lets_an_empty_gun_fire_again() -> None:
    state = game(
        unit("truck", "uk.supply_truck", (30, 30)),
        unit("cart", "uk.supply_truck", (34, 30)),
        unit("gun", "uk.6pdr", (32, 30)),
        unit("foe", "de.squad", (60, 60)),
    )
    state = GunEmpty("gun").on(state)
    state = told_to(state, "truck", ActionKind.RE_SUPPLY)
    assert ReSupply(UK, "truck", "gun") in legal(state)
    after = play_on(state, ReSupply(UK, "truck", "gun"))
    assert "6 pdr" in dict(at(after).weapons_left(after.unit("gun")))
    again = told_to(after, "cart", ActionKind.RE_SUPPLY)
    assert "no rounds" in why_not(again, ReSupply(UK, "cart", "gun")), "it has its shells"


@proves("KN-SPEC-24a.1", "KN-SPEC-24a.3", "KN-SPEC-24b")
def test_a_light_mortar_team_fires_its_last_bomb_and_has_more_from_a_supply_vehicle() -> None:
    state = game(
        unit("team", "de.mortar_50mm", (30, 30)), unit("cart", "uk.supply_truck", (31.5, 30), side=DE),
        unit("foe", "uk.squad", (30, 14)), acting=DE,
    )  # fmt: skip
    state = told_to(LastShotLeft("team").on(state), "team", ActionKind.SUPPRESS_HE, ActionKind.SUPPRESS_HE)
    shot = Fire(DE, "team", "foe", ActionKind.SUPPRESS_HE, "50mm mortar")
    fired = play_on(state, shot, 1)
    assert "team is out of ammunition" in why_not(fired, shot)
    assert "small arms" in dict(at(fired).weapons_left(fired.unit("team")))
    supplied = play_on(told_to(fired, "cart", ActionKind.RE_SUPPLY), ReSupply(DE, "cart", "team"))
    assert "50mm mortar" in dict(at(supplied).weapons_left(supplied.unit("team")))


@proves("KN-SPEC-24b")
def test_a_mortar_that_fell_with_its_man_does_not_come_back_with_supplies() -> None:
    state = game(
        unit("team", "de.mortar_50mm", (30, 30)), unit("cart", "uk.supply_truck", (31.5, 30), side=DE),
        unit("foe", "uk.squad", (30, 14)), acting=DE,
        status={"team": Status(men=1, lost_weapons=("50mm mortar",))},
    )  # fmt: skip
    state = told_to(state, "cart", ActionKind.RE_SUPPLY)
    assert "no rounds" in why_not(state, ReSupply(DE, "cart", "team"))


@proves("KN-SPEC-24b", "KN-DFSA-56")
@pytest.mark.parametrize("ran_short", [LastShotLeft("team"), GunEmpty("team")])
def test_supplies_bring_shells_and_not_the_mortar_that_fell_with_its_man(
    ran_short: LastShotLeft | GunEmpty,
) -> None:
    state = game(
        unit("team", "de.mortar_50mm", (30, 30)), unit("cart", "uk.supply_truck", (31.5, 30), side=DE),
        unit("foe", "uk.squad", (30, 14)), acting=DE,
        status={"team": Status(men=1, lost_weapons=("50mm mortar",))},
    )  # fmt: skip
    state = told_to(ran_short.on(state), "cart", ActionKind.RE_SUPPLY)
    after = play_on(state, ReSupply(DE, "cart", "team"))
    assert set(dict(at(after).weapons_left(after.unit("team")))) == {"small arms"}


@proves("KN-SPEC-24b")
def test_a_gun_that_a_log_of_an_earlier_version_leaves_empty_keeps_its_weapon() -> None:
    state = game(unit("gun", "uk.bofors", (30, 30)), unit("foe", "de.squad", (30, 14)))
    empty = GAME.events.read({"is": "GunEmpty", "gun": "gun", "weapons": ["40mm Bofors"]})
    after = empty.on(LastShotLeft("gun").on(state))
    assert progress_of(after).of("gun").is_empty
    assert progress_of(after).of("gun").lost_weapons == ()
    assert LAST_SHOT.of(progress_of(after)) == ()


@proves("KN-SPEC-15")
def test_only_units_with_the_rule_may_re_supply() -> None:
    state = game(unit("truck", "uk.supply_truck", (30, 30)), unit("lorry", "uk.bedford", (32, 30)))
    assert ActionKind.RE_SUPPLY in declarable(at(state), state.unit("truck"))
    assert ActionKind.RE_SUPPLY not in declarable(at(state), state.unit("lorry"))


@proves("KN-SPEC-07")
def test_the_eleven_special_rules_of_units_and_veterans() -> None:
    named = {
        "supreme_command", "command", "signals", "messenger", "re_supply", "medic", "recce", "sniper",
        "engineers", "recovery", "bridging", "veteran",
    }  # fmt: skip
    held = {rule.value for row in BOOK.roster.values() for rule in row.rules}
    assert named <= held


@proves("KN-SPEC-24a.1")
@pytest.mark.parametrize(
    ("type_id", "counts"),
    [("uk.6pdr", True), ("uk.3in_mortar", True), ("de.mortar_50mm", True), ("uk.vickers", False), ("uk.squad", False), ("uk.sherman", False)],
)  # fmt: skip
def test_guns_and_mortar_teams_can_run_out_of_ammunition(type_id: str, counts: bool) -> None:
    assert counts_its_shells(BOOK.type(type_id)) is counts
