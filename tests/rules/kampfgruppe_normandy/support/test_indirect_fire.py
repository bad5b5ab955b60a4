"""Fire for effect: shells dealt out and worked out, counter-battery fire, ranges and rockets."""

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.game.chance.dice import Dice
from rules.game.chance.odds import odds_of
from rules.game.state import GameState
from rules.game.units import Marker
from rules.ground.table.inches import Spot
from rules.ground.table.terrain import TableTerrain as T
from rules.kampfgruppe_normandy.book.action_kinds import ActionKind
from rules.kampfgruppe_normandy.book.conditions import COVERING, FIRED, IMMOBILISED, SUPPRESSED
from rules.kampfgruppe_normandy.book.counted import counted
from rules.kampfgruppe_normandy.book.support_kinds import Level, Priority
from rules.kampfgruppe_normandy.book.unit_types import HighExplosive, ShellSize
from rules.kampfgruppe_normandy.declarations.covering_fire import CoverFire, HoldFire
from rules.kampfgruppe_normandy.declarations.indirect_fire.fire_for_effect import (
    CounterBattery,
    FireForEffect,
    FireIndirectly,
    HoldCounterBattery,
)
from rules.kampfgruppe_normandy.declarations.indirect_fire.radio import TryRadioAgain
from rules.kampfgruppe_normandy.declarations.indirect_fire.requesting import RequestMission
from rules.kampfgruppe_normandy.declarations.indirect_fire.target_markers import FireOnMarker
from rules.kampfgruppe_normandy.declarations.movement import Move
from rules.kampfgruppe_normandy.declarations.special_events import PlayEvent
from rules.kampfgruppe_normandy.declarations.turn.activation import Activate
from rules.kampfgruppe_normandy.effects.indirect_fire.barrage import Barrage, bombard, deal, struck
from rules.kampfgruppe_normandy.effects.indirect_fire.shellfire import barrage_at
from rules.kampfgruppe_normandy.effects.losses import lose
from rules.kampfgruppe_normandy.questions.batteries import indirect_weapon, is_empty
from rules.kampfgruppe_normandy.state.ammunition_events import LAST_SHOT, GunEmpty, GunRefilled
from rules.kampfgruppe_normandy.state.fire_missions import Mission, fire_support
from rules.kampfgruppe_normandy.state.progress import Duty, Status, progress_of, with_progress
from rules.kampfgruppe_normandy.state.support_events import Laid, MissionAsked
from tests.proving import proves
from tests.rules.kampfgruppe_normandy.support.shelling import GUNS, HEAVY_5, MARK, asked, battery, missions
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


@proves(
    "KN-IND-02", "KN-IND-03", "KN-IND-04", "KN-IND-07", "KN-IND-12", "KN-IND-13", "KN-IND-21", "KN-IND-25",
    "KN-IND-42", "KN-SHOOT-02",
)  # fmt: skip
def test_kn_23_three_guns_at_four_units() -> None:
    state = game(
        unit("hq", "uk.hq", (20, 20)),
        *[unit(name, "us.105mm_battery", side=UK) for name in GUNS],
        unit("squad", "de.squad", (40, 22)),
        unit("truck", "de.opel", (44, 22)),
        unit("tank", "de.pz4h", (40, 27.2)),
        unit("own", "uk.squad", (40, 14)),
    )
    state = told_to(state, "hq", ActionKind.REQUEST)
    request = RequestMission(UK, "hq", GUNS, Spot(40.0, 20.0))
    state = play_on(state, request, 3, 4, 5, 5, 5, 1, 9)
    assert missions(state)[0].at == Spot(40.0, 22.0)
    assert state.markers == (Marker("target_marker", Spot(40.0, 22.0)),)
    state = play_on(state, FireOnMarker(UK))
    spent = progress_of(state).spent
    order = barrage_at(at(state), Spot(40.0, 22.0), HEAVY_5).order
    assert order == ("squad", "truck", "tank", "own")
    fall = (1, 2, 4, 4, 5, 6)
    damage = (3, 4, 6, 2, 1)
    saves, special = (5, 5, 5), (1,)
    suppressions = (3, 5, 2, 5, 3, 5)
    state = play_on(
        state, FireForEffect(UK, "mission 1", GUNS), *fall, *damage, *saves, *special, *suppressions
    )
    assert progress_of(state).spent == spent + 3
    assert progress_of(state).of("squad").men == 8 - 3
    assert {one.id for one in state.units.values() if one.has(SUPPRESSED)} == {
        "squad",
        "truck",
        "tank",
        "own",
    }
    assert missions(state) == ()
    assert state.markers == ()


@proves(
    "KN-IND-05", "KN-IND-08", "KN-IND-09", "KN-IND-16", "KN-IND-23", "KN-IND-24", "KN-IND-41", "KN-SPEC-13",
)  # fmt: skip
def test_kn_22_corps_support_on_a_truck_with_a_squad_inside() -> None:
    state = game(
        unit("fao", "uk.observer", (40, 40)),
        unit("signals", "uk.signals", (30, 60)),
        unit("truck", "de.opel", (40, 20)),
        unit("squad", "de.squad"),
        status={"squad": Status(men=8, aboard="truck")},
        fire_support={UK: {"requests": ["high"]}},
    )
    state = told_to(state, "fao", ActionKind.REQUEST)
    request = RequestMission(UK, "fao", (), MARK, priority=Priority.HIGH, level=Level.CORPS)
    state = play_on(state, request, 4, 4, 6, 1)
    assert progress_of(state).owed[0].duty is Duty.SIGNALS
    state = play_on(state, TryRadioAgain(UK, "signals"), 3, 5, 5, 5, 1, 1, 5)
    mission = missions(state)[0]
    assert [state.unit(gun).type for gun in mission.guns] == ["uk.55in_battery"] * 3
    assert mission.at == MARK
    assert fire_support(progress_of(state)).requests == ()
    state = play_on(state, FireOnMarker(UK))
    assert deal(("truck", "squad"), 1, 3) == (
        ("truck", True),
        ("truck", False),
        ("squad", False),
        ("truck", False),
    )
    fall = (4, 6, 2, 3, 1, 1)
    damage = (3, 4, 5, 6, 1, 2)
    saves, special = (4, 2), (1,)
    counter = (14,)
    state = play_on(
        state, FireForEffect(UK, mission.id, mission.guns), *fall, *damage, *saves, *special, *counter
    )
    assert "truck" not in state.units
    squad = state.unit("squad")
    assert progress_of(state).of("squad").men == 6
    assert squad.has(SUPPRESSED)
    assert isinstance(squad.at, Spot)
    assert squad.at.gap_in(MARK) < 3
    assert not set(mission.guns) & set(state.units)


@proves("KN-IND-15", "KN-TURN-22")
def test_a_marker_waits_for_guns_that_had_no_activation_left() -> None:
    state = asked(battery())
    from_one = progress_of(state)
    assert missions(state)[0].is_on
    fired = [one for one in legal(state) if isinstance(one, FireForEffect)]
    assert fired == [FireForEffect(UK, "mission 1", GUNS)]
    tight = told_to(
        game(
            unit("hq", "uk.hq", (40, 32)),
            unit("m", "uk.3in_mortar", (40, 50)),
            unit("foe", "de.squad", MARK),
            allowance=1,
        ),
        "hq",
        ActionKind.REQUEST,
    )
    tight = play_on(tight, RequestMission(UK, "hq", ("m",), MARK), 3, 6, 6, 1, 1, 1)
    tight = play_on(tight, FireOnMarker(UK))
    assert not any(isinstance(one, FireForEffect) for one in legal(tight))
    assert len(missions(tight)) == 1
    assert from_one.allowance == 20


@proves("KN-IND-13")
def test_kn_21_a_battery_of_three_costs_three_activations() -> None:
    state = asked(battery())
    before = progress_of(state).spent
    after = play_on(state, FireForEffect(UK, "mission 1", GUNS), 1, 1, 1, 1, 1, 1)
    assert progress_of(after).spent - before == 3
    assert set(GUNS) <= progress_of(after).activated


@proves("KN-IND-22")
def test_the_marker_is_taken_up_when_all_have_fired() -> None:
    state = asked(battery())
    part = play_on(state, FireForEffect(UK, "mission 1", ("g1",)), 1, 1)
    assert len(missions(part)) == 1
    rest = play_on(part, FireForEffect(UK, "mission 1", ("g2", "g3")), 1, 1, 1, 1)
    assert missions(rest) == ()


@proves("KN-IND-22", "KN-IND-15")
def test_a_gun_that_had_no_activation_left_fires_at_the_marker_next_turn_and_those_that_fired_do_not() -> (
    None
):
    """OUR 104."""
    state = asked(battery())
    state = with_progress(state, replace(progress_of(state), allowance=3))
    part = play_on(state, FireForEffect(UK, "mission 1", ("g1", "g2")), 1, 1, 1, 1)
    later = with_progress(part, replace(progress_of(part), turn=2, activated=frozenset(), spent=0))
    assert [one for one in legal(later) if isinstance(one, FireForEffect)] == [
        FireForEffect(UK, "mission 1", ("g3",))
    ]
    assert "g1 has fired mission 1" in why_not(later, FireForEffect(UK, "mission 1", GUNS))
    assert missions(play_on(later, FireForEffect(UK, "mission 1", ("g3",)), 1, 1)) == ()


@proves("KN-IND-22")
@pytest.mark.parametrize("guns", [("m1",), ("m2",)])
def test_who_asks_for_a_new_mission_gives_up_his_old_one(guns: tuple[str, ...]) -> None:
    """OUR 104: whether he asks the same mortar or another, and even if the radio fails him."""
    state = asked(_two_mortars(), guns=("m1",))
    again = told_to(state, "hq", ActionKind.REQUEST)
    lost = play_on(again, RequestMission(UK, "hq", guns, Spot(50.0, 20.0)), 1)
    assert missions(lost) == ()
    found = play_on(again, RequestMission(UK, "hq", guns, Spot(50.0, 20.0)), 3, 6, 6, 1, 1, 1)
    assert [(mission.id, mission.guns) for mission in missions(found)] == [("mission 2", guns)]


@proves("KN-IND-22", "KN-IND-15")
@pytest.mark.parametrize(("fired", "lost", "stays"), [((), ("m1",), True), ((), ("m1", "m2"), False), (("m1",), ("m2",), False)])  # fmt: skip
def test_a_marker_is_taken_up_when_none_of_the_guns_that_have_still_to_fire_is_left(
    fired: tuple[str, ...], lost: tuple[str, ...], stays: bool
) -> None:
    """OUR 104."""
    state = asked(_two_mortars(), guns=("m1", "m2"))
    if fired:
        state = play_on(state, FireForEffect(UK, "mission 1", fired), 1, 1)
    resolution = resolving(state, dice_of([1] * len(lost)))
    for name in lost:
        lose(resolution, name, "destroyed")
    assert bool(missions(resolution.state)) is stays


@proves("KN-IND-22", "KN-SPEC-24a.3")
def test_a_marker_waits_for_a_mortar_that_is_out_of_ammunition() -> None:
    """OUR 104: it is silent, and fires at its marker when it has been supplied."""
    state = GAME.apply(asked(_two_mortars(), guns=("m1",)), GunEmpty("m1"))
    assert "out of ammunition" in why_not(state, FireForEffect(UK, "mission 1", ("m1",)))
    lost = resolving(state, dice_of([1]))
    lose(lost, "m2", "destroyed")
    assert FireForEffect(UK, "mission 1", ("m1",)) in legal(GAME.apply(lost.state, GunRefilled("m1")))


@proves("KN-IND-22", "KN-IND-04")
def test_a_gun_called_away_from_its_battery_leaves_the_marker_to_the_others() -> None:
    """OUR 105: the new mission of one mortar takes the place of the one before for it alone."""
    both = asked(_two_mortars(), guns=("m1", "m2"))
    called = told_to(both, "platoon", ActionKind.REQUEST)
    after = play_on(called, RequestMission(UK, "platoon", ("m1",), MARK), 3, 6, 6, 1, 1, 1)
    assert [(mission.observer, mission.guns) for mission in missions(after)] == [
        ("hq", ("m2",)),
        ("platoon", ("m1",)),
    ]


def _two_mortars() -> GameState:
    """Two mortars, and a headquarters and a platoon command that may ask for them."""
    return game(
        unit("hq", "uk.hq", (40, 32)), unit("platoon", "uk.platoon_hq", (50, 32)),
        unit("m1", "uk.3in_mortar", (36, 44)), unit("m2", "uk.3in_mortar", (44, 44)), unit("foe", "de.squad", MARK),
    )  # fmt: skip


@proves("KN-IND-14", "KN-ACT-06")
def test_a_gun_on_the_table_may_fire_one_of_its_actions_indirectly() -> None:
    state = game(
        unit("hq", "uk.hq", (40, 32)), unit("m", "uk.3in_mortar", (40, 50)), unit("foe", "de.squad", (40, 20))
    )
    state = asked(state, guns=("m",))
    once = told_to(state, "m", ActionKind.SUPPRESS_INDIRECT, ActionKind.MOVE)
    after = play_on(once, FireIndirectly(UK, "m"), 1)
    activation = progress_of(after).activation
    assert activation is not None
    assert activation.next_kind is ActionKind.MOVE
    twice = told_to(state, "m", ActionKind.SUPPRESS_INDIRECT, ActionKind.SUPPRESS_INDIRECT)
    assert progress_of(play_on(twice, FireIndirectly(UK, "m"), 1, 1)).activation is None


def _mortar(facing_deg: float, *, inside: bool = False) -> GameState:
    """A mortar 20 inches south of its marker, inside a house or not."""
    house = {"brick_building": area(T.BRICK_BUILDING, 38, 38, 42, 42)} if inside else {}
    state = game(
        unit("hq", "uk.hq", (60, 60)), unit("m", "uk.3in_mortar", (40, 40), facing_deg=facing_deg), unit("foe", "de.squad", MARK),
        pieces=house.values(), status={"m": Status(men=3, inside=next(iter(house), None))},
    )  # fmt: skip
    return GAME.apply(state, MissionAsked(Mission("mission 1", UK, "hq", ("m",), MARK, is_on=True), "asked"))


@proves("KN-SHOOT-06", "KN-PRIN-07", "KN-WPN-26")
@pytest.mark.parametrize("inside", [False, True])
def test_a_mortar_that_faces_away_from_its_marker_turns_to_it_with_a_move_and_fires(inside: bool) -> None:
    """OUR 197: in a house too, where nobody moves otherwise."""
    away = _mortar(180.0, inside=inside)
    assert "outside the arc" in why_not(away, FireForEffect(UK, "mission 1", ("m",)))
    assert Activate(UK, "m", (ActionKind.MOVE, ActionKind.SUPPRESS_INDIRECT)) in legal(away)
    told = told_to(away, "m", ActionKind.MOVE, ActionKind.SUPPRESS_INDIRECT)
    turn = Move(UK, "m", (Spot(40.0, 40.0),), 0.0)
    moves = [one for one in legal(told) if isinstance(one, Move)]
    assert turn in moves
    assert (moves == [turn]) is inside
    turned = play_on(told, turn)
    assert (turned.unit("m").at, turned.unit("m").facing_deg) == (Spot(40.0, 40.0), 0.0)
    assert progress_of(turned).of("m").inside == ("brick_building" if inside else None)
    assert progress_of(play_on(turned, FireIndirectly(UK, "m"), 1)).activation is None


@proves("KN-SHOOT-06", "KN-WPN-26")
def test_a_mortar_that_has_its_marker_in_its_arc_is_not_offered_to_turn() -> None:
    told = told_to(_mortar(40.0), "m", ActionKind.MOVE, ActionKind.SUPPRESS_INDIRECT)
    assert not [one for one in legal(told) if isinstance(one, Move) and len(one.path) == 1]


@proves("KN-SHOOT-05", "KN-SHOOT-06")
@pytest.mark.parametrize(("type_id", "faces"), [("uk.3in_mortar", 0.0), ("uk.squad", 180.0)])
def test_a_mortar_faces_the_way_it_goes_and_other_men_as_before(type_id: str, faces: float) -> None:
    """OUR 197: men fire all round, a mortar before it."""
    state = game(unit("men", type_id, (40, 40), facing_deg=180.0), unit("foe", "de.squad", (40, 10)))
    told = told_to(state, "men", ActionKind.MOVE, ActionKind.MOVE)
    walked = play_on(told, Move(UK, "men", (Spot(40.0, 40.0), Spot(40.0, 36.0))))
    assert walked.unit("men").facing_deg == faces


@proves("KN-DEPL-03", "KN-PRIN-19")
def test_men_in_a_house_neither_turn_nor_form_up_there() -> None:
    """Only a mortar or a gun turns in a building, and its men are placed in none."""
    squad = game(unit("men", "uk.squad", (40, 40)), unit("foe", "de.squad", (40, 10)),
        pieces=[area(T.BRICK_BUILDING, 38, 38, 42, 42)], status={"men": Status(men=8, inside="brick_building")})  # fmt: skip
    told = told_to(squad, "men", ActionKind.MOVE, ActionKind.MOVE)
    assert "must deploy out" in why_not(told, Move(UK, "men", (Spot(40.0, 40.0),), 0.0))
    mortar = told_to(_mortar(180.0, inside=True), "m", ActionKind.MOVE, ActionKind.MOVE)
    assert why_not(mortar, Move(UK, "m", (Spot(40.0, 40.0),), 0.0)) == ""
    outside = tuple(Spot(40.0 + k, 44.0) for k in range(3))
    assert "must deploy out" in why_not(mortar, Move(UK, "m", (Spot(40.0, 40.0),), 0.0, men=outside))


def _mortars(*conditions: str) -> GameState:
    """Two mortars side by side with a marker 20 inches off, and a machine gun team before it that may cover."""
    state = game(
        unit("hq", "uk.hq", (40, 32)),
        unit("m1", "uk.3in_mortar", (36, 40)),
        unit("m2", "uk.3in_mortar", (44, 40)),
        unit("foe", "de.mg42", (40, 22), *conditions),
    )
    return asked(state, guns=("m1", "m2"))


BOTH = FireForEffect(UK, "mission 1", ("m1", "m2"))


@proves("KN-IND-13", "KN-IND-04", "KN-IND-16", "KN-IND-22")
def test_two_mortars_on_the_table_fire_as_a_battery() -> None:
    """OUR 193: two activations, and four shells thrown together: the first two that come close worry the one unit there."""
    state = _mortars()
    before = progress_of(state).spent
    again = told_to(state, "hq", ActionKind.REQUEST)
    assert RequestMission(UK, "hq", ("m1", "m2"), Spot(40.0, 22.0)) in legal(again)
    assert BOTH in legal(state)
    after = play_on(state, BOTH, 2, 2, 1, 1, 3, 3)
    assert (progress_of(after).spent - before, progress_of(after).activation) == (2, None)
    assert {"m1", "m2"} <= progress_of(after).activated
    assert all(after.unit(gun).has(FIRED) for gun in ("m1", "m2"))
    assert missions(after) == ()
    few = with_progress(state, replace(progress_of(state), allowance=before + 1))
    assert "fewer are left" in why_not(few, BOTH)
    assert FireForEffect(UK, "mission 1", ("m1",)) in legal(few)


@proves("KN-IND-13", "KN-COV-02")
def test_a_battery_on_the_table_that_is_met_by_covering_fire_fires_with_what_is_left_of_it() -> None:
    state = _mortars(COVERING)
    met = play_on(state, BOTH)
    assert [owed.other for owed in progress_of(met).owed] == ["m1", "m2"]
    held = play_on(play_on(met, HoldFire(DE)), HoldFire(DE))
    assert FireIndirectly(UK, "m1") in legal(held)
    fired = play_on(held, FireIndirectly(UK, "m1"), 1, 1, 1, 1)
    assert progress_of(fired).activation is None
    for first, other in (("m1", "m2"), ("m2", "m1")):
        stopped = play_on(met, CoverFire(DE, "foe", first, ActionKind.SUPPRESS_SMALL_ARMS), 3, 6, 1)
        assert stopped.unit(first).has(SUPPRESSED)
        while progress_of(stopped).owed:
            stopped = play_on(stopped, HoldFire(DE))
        alone = play_on(stopped, FireIndirectly(UK, other), 1, 1)
        assert (alone.unit(first).has(FIRED), alone.unit(other).has(FIRED)) == (False, True)
        assert progress_of(alone).activation is None


@proves("KN-SPEC-21", "KN-COV-02")
def test_an_event_drawn_in_covering_fire_at_one_gun_is_played_before_the_next_gun_is_met() -> None:
    """The last man of a squad falls as he assaults a mortar, which draws that a gun is out of ammunition."""
    state = game(
        unit("hq", "uk.hq", (40, 32)),
        unit("m1", "uk.3in_mortar", (36, 40)),
        unit("m2", "uk.3in_mortar", (44, 40)),
        unit("last", "de.squad", (36, 33), COVERING),
        unit("cover", "de.squad", (50, 32), COVERING),
        status={"last": Status(men=1)},
    )
    met = play_on(asked(state, guns=("m1", "m2")), BOTH)
    assert [owed.duty for owed in progress_of(met).owed] == [Duty.COVERING_FIRE] * 2
    observed, missed, out_of_ammunition = 6, 1, 93
    assault = CoverFire(DE, "last", "m1", ActionKind.DIRECT_SMALL_ARMS)
    drawn = play_on(met, assault, observed, missed, out_of_ammunition)
    assert progress_of(drawn).due.duty is Duty.EVENT_TARGET
    played = play_on(drawn, PlayEvent(DE, "m2"), 3)
    assert progress_of(played).due.duty is Duty.COVERING_FIRE


@proves("KN-IND-13", "KN-IND-16")
@pytest.mark.parametrize("covered", [False, True])
def test_the_odds_of_a_battery_on_the_table_are_those_of_all_its_shells(covered: bool) -> None:
    state = _mortars(*([COVERING] if covered else []))
    told = GAME.chances(state, BOTH)
    assert "4 dice, medium 4 HE" in " ".join(map(str, told.reasons))
    assert told.odds is not None
    barrage = barrage_at(at(state), MARK, HighExplosive(ShellSize.MEDIUM, 4, 2))
    fallen = odds_of(lambda thrown: bombard(barrage, 4, thrown).target("foe"))
    assert told.odds.chances["no effect"] == fallen.chances[barrage.target("foe")]


@proves("KN-IND-17", "KN-IND-18", "KN-IND-20")
def test_hits_and_suppressions_start_at_the_nearest_and_go_round() -> None:
    assert deal(("a", "b"), 3, 1) == (("a", True), ("b", True), ("a", True), ("a", False))
    assert deal((), 2, 2) == ()


@proves("KN-IND-19", "KN-IND-20", "KN-PRIN-12", "KN-PRIN-13")
def test_only_what_is_within_eight_inches_is_struck_friend_or_foe() -> None:
    state = game(
        unit("foe", "de.squad", (40, 22)),
        unit("own", "uk.squad", (40, 16)),
        unit("hull", "uk.sherman", (40, 29.5)),
        unit("far", "de.squad", (40, 32)),
        unit("plane", "uk.typhoon", (40, 20)),
    )
    assert barrage_at(at(state), MARK, HEAVY_5).order == ("foe", "own", "hull")


@proves("KN-IND-20", "KN-PRIN-12")
def test_who_stands_on_the_marker_is_nearer_than_who_stands_half_an_inch_off_and_equals_go_by_name() -> None:
    state = game(
        unit("z", "de.runner", (40, 20)), unit("y", "de.runner", (40.8, 20)), unit("d", "uk.runner", (40, 25)),
        unit("c", "uk.runner", (40, 15)),
    )  # fmt: skip
    assert barrage_at(at(state), MARK, HEAVY_5).order == ("z", "y", "c", "d")


@proves("KN-IND-26")
def test_a_direct_hit_on_a_tank_strikes_its_side_and_gives_no_save() -> None:
    barrage = barrage_at(at(game(unit("tank", "uk.sherman", (40, 20)))), MARK, HEAVY_5)
    plates = BOOK.type("uk.sherman").armour
    assert plates is not None
    assert barrage.target("tank").armour == plates.side != plates.front
    after = bombard(barrage, 1, dice_of([6, 6, 5]))
    assert dict(after.gone) == {"tank": "destroyed"}


@proves("KN-IND-24")
def test_a_suppression_on_a_suppressed_unit_throws_no_dice() -> None:
    barrage = barrage_at(at(game(unit("foe", "de.squad", (40, 20), SUPPRESSED))), MARK, HEAVY_5)
    after = bombard(barrage, 1, dice_of([4]))
    assert not after.blows[0].thrown


@proves("KN-IND-21", "KN-IND-25")
def test_two_direct_hits_take_both_hits_of_a_truck() -> None:
    barrage = barrage_at(at(game(unit("truck", "uk.bedford", (40, 20)))), MARK, HEAVY_5)
    after = bombard(barrage, 2, dice_of([6, 6, *(3, 1, 1, 1, 1), *(3, 1, 1, 1, 1)]))
    assert dict(after.gone) == {"truck": "destroyed"}


@proves("KN-IND-25", "KN-SPEC-16b")
def test_a_medic_helps_at_the_first_direct_hit_and_at_no_later_one() -> None:
    """Each hit wounds one man, who fails his save; the medic saves the first."""
    barrage = barrage_at(at(game(unit("men", "uk.squad", (40, 20)))), MARK, HEAVY_5)
    (men,) = barrage.targets
    wound, saved = (3, 1, 1, 1, 1, 1), 4
    dice = dice_of([6, 6, *wound, saved, *wound, 1])
    after = bombard(replace(barrage, targets=(replace(men, medics=("medic",)),)), 2, dice)
    dice.assert_done()
    assert after.target("men").men == men.men - 1


SMALL = HighExplosive(ShellSize.HEAVY, 1, 3)
"""A shell that throws one damage die."""


def _medic_between_two_squads(about: str = "") -> Barrage:
    """Shells at two squads with their medic between them, who stands a little farther from the marker."""
    squads = unit("a", "uk.squad", (37.6, 21)), unit("b", "uk.squad", (42.7, 21))
    return barrage_at(at(game(*squads, unit("medic", "uk.medic", (40.6, 22)))), MARK, SMALL, about=about)


@proves("KN-SPEC-16b", "KN-IND-25")
def test_a_medic_between_two_squads_helps_one_of_them_in_a_salvo() -> None:
    """A hit falls on each and kills a man, but for the one whom the medic saves in the first squad."""
    barrage = _medic_between_two_squads()
    assert barrage.order == ("a", "b", "medic")
    assert [barrage.target(name).medics for name in barrage.order] == [("medic",), ("medic",), ()]
    wound, saved, special = (3, 1), 4, 1
    dice = dice_of([6, 6, *wound, saved, *wound, special])
    after = bombard(barrage, 2, dice)
    dice.assert_done()
    assert (after.target("a").men, after.target("b").men) == (8, 7)


@proves("KN-SPEC-16b", "KN-IND-25")
@pytest.mark.parametrize("name", ["a", "b"])
def test_the_odds_of_one_squad_know_whether_the_medic_is_still_there(name: str) -> None:
    """What is told of one unit is what all shells of the salvo do to it, whoever else the medic treats."""

    def men_left(barrage: Barrage) -> Mapping[int, Fraction]:
        return odds_of(lambda dice: bombard(barrage, 2, dice).target(name).men).chances

    assert men_left(_medic_between_two_squads(name)) == men_left(_medic_between_two_squads())


def _two_medics(about: str = "") -> Barrage:
    """A squad with one medic beside it, and another that has the same one and a second on its far side."""
    squads = unit("a", "uk.squad", (37.6, 21)), unit("b", "uk.squad", (42.7, 21))
    medics = unit("m1", "uk.medic", (40.6, 22)), unit("m2", "uk.medic", (45.6, 22))
    return barrage_at(at(game(*squads, *medics)), MARK, SMALL, about=about)


@proves("KN-SPEC-16b", "KN-IND-25")
def test_of_two_medics_beside_a_squad_the_second_helps_when_the_first_has_treated_another() -> None:
    """OUR 81: a hit falls on each squad and wounds a man, and each has a medic of its own to save him."""
    barrage = _two_medics()
    assert barrage.order[:2] == ("a", "b")
    assert [barrage.target(name).medics for name in ("a", "b")] == [("m1",), ("m1", "m2")]
    wound, saved = (3, 1), 4
    dice = dice_of([6, 6, *wound, saved, *wound, saved])
    after = bombard(barrage, 2, dice)
    dice.assert_done()
    assert (after.target("a").men, after.target("b").men) == (8, 8)


@proves("KN-SPEC-16b", "KN-IND-25")
@pytest.mark.parametrize("name", ["a", "b"])
def test_the_odds_of_a_squad_with_two_medics_know_which_of_them_is_left(name: str) -> None:
    def men_left(barrage: Barrage) -> Mapping[int, Fraction]:
        return odds_of(lambda dice: bombard(barrage, 2, dice).target(name).men).chances

    assert men_left(_two_medics(name)) == men_left(_two_medics())


@proves("KN-IND-24", "KN-IND-26")
def test_a_tank_that_cannot_move_still_cannot_when_a_shell_has_shaken_its_crew() -> None:
    barrage = barrage_at(at(game(unit("tank", "uk.sherman", (40, 20), IMMOBILISED))), MARK, HEAVY_5)
    after = bombard(barrage, 1, dice_of([4, 5])).target("tank")
    assert (after.suppressed, after.immobilised) == (True, True)


@proves("KN-IND-17", "KN-IND-20")
def test_of_units_close_to_the_marker_the_nearer_comes_first_and_of_two_as_near_the_first_by_name() -> None:
    """The men of a sniper stand on bases 0.6 inches across."""
    near = game(unit("a", "de.sniper", (40, 21.2)), unit("b", "uk.sniper", (40, 19.5)))
    assert barrage_at(at(near), MARK, HEAVY_5).order == ("b", "a")
    even = game(unit("b", "de.sniper", (40, 24)), unit("a", "de.sniper", (40, 16)), unit("c", "uk.squad", (90, 60)))  # fmt: skip
    assert barrage_at(at(even), MARK, HEAVY_5).order == ("a", "b")


@proves("KN-IND-20")
def test_shells_do_not_reach_aircraft() -> None:
    state = game(unit("plane", "uk.typhoon", (40, 20)), unit("foe", "de.squad", (40, 24)))
    assert barrage_at(at(state), MARK, HEAVY_5).order == ("foe",)


@proves("KN-SPEC-24a.3")
def test_a_mortar_that_fires_its_last_bomb_for_effect_is_empty() -> None:
    units = unit("hq", "uk.hq", (40, 32)), unit("m", "uk.3in_mortar", (40, 50)), unit("foe", "de.squad", (40, 20))  # fmt: skip
    state = LAST_SHOT.put(asked(game(*units), guns=("m",)), ("m",))
    fired = play_on(state, FireForEffect(UK, "mission 1", ("m",)), 1)
    assert is_empty(at(fired), fired.unit("m"))


@proves("KN-IND-43", "KN-ACT-12")
@pytest.mark.parametrize(("requests", "may"), [(["high"], True), ([], False)])
def test_who_has_no_guns_may_be_told_to_ask_for_general_support(requests: list[str], may: bool) -> None:
    state = game(unit("hq", "uk.hq", (40, 32)), unit("foe", "de.squad", (40, 20)), fire_support={UK: {"requests": requests}})  # fmt: skip
    refused = why_not(state, Activate(UK, "hq", (ActionKind.REQUEST,)))
    assert (refused == "", "there are no guns" in refused) == (may, not may)


@proves("KN-IND-04")
def test_guns_lent_for_one_mission_of_general_support_answer_no_other_request() -> None:
    units = unit("hq", "uk.hq", (40, 32)), unit("lent", "uk.25pdr_battery"), unit("foe", "de.squad", (40, 20))
    mission = Mission("mission 1", UK, "hq", ("lent",), MARK, is_general=True, is_on=True)
    state = told_to(GAME.apply(game(*units), MissionAsked(mission, "asked")), "hq", ActionKind.REQUEST)
    refused = why_not(state, RequestMission(UK, "hq", ("lent",), MARK))
    assert "lent fires a mission of general support" in refused


def _counter_battery(on_table: bool = False, bought: int = 2) -> GameState:
    gun = unit("g", "uk.25pdr", (40, 60)) if on_table else unit("g", "uk.25pdr_battery")
    state = game(
        unit("hq", "uk.hq", (40, 32)),
        gun,
        unit("foe", "de.squad", (40, 20)),
        fire_support={DE: {"counter_battery": bought}},
    )
    return asked(state, guns=("g",))


@proves("KN-IND-27a", "KN-IND-27b", "KN-IND-28")
def test_counter_battery_fire_silences_the_guns_on_a_five() -> None:
    state = _counter_battery()
    laid = play_on(state, FireForEffect(UK, "mission 1", ("g",)))
    assert progress_of(laid).owed[0].side == DE
    assert set(legal(laid)) == {CounterBattery(DE), HoldCounterBattery(DE)}
    silenced = play_on(laid, CounterBattery(DE), 5)
    assert progress_of(silenced).of("foe").men == 8
    assert fire_support(progress_of(silenced)).counter_battery_of(DE) == 1
    assert "g" in progress_of(silenced).activated
    assert len(missions(silenced)) == 1


@proves("KN-IND-27a")
def test_a_log_of_an_earlier_version_goes_on_while_the_guns_wait_for_their_answer() -> None:
    """It tells the four shots of two guns together: each throws two, and the four fall."""
    state = game(
        unit("hq", "uk.hq", (40, 32)), *[unit(name, "uk.25pdr_battery") for name in GUNS[:2]],
        unit("foe", "de.squad", (40, 20)), fire_support={DE: {"counter_battery": 2}},
    )  # fmt: skip
    told = {"is": "GunsLaid", "mission": "mission 1", "guns": ["g1", "g2"], "shots": 4}
    laid = GAME.events.read({"is": "Laid", "guns": told})
    assert isinstance(laid, Laid)
    assert laid.guns is not None
    assert laid.guns.dice_each == (2, 2)
    assert replace(laid.guns, shots=5).dice_each == (3, 2)
    fires = FireForEffect(UK, "mission 1", GUNS[:2])
    now = play_on(asked(state, guns=GUNS[:2]), fires)
    then = laid.on(now)
    assert fire_support(progress_of(then)).laid == laid.guns
    held = play_on(then, HoldCounterBattery(DE), 1, 1, 1, 1)
    assert held == play_on(now, HoldCounterBattery(DE), 1, 1, 1, 1)


@proves("KN-IND-27b")
@pytest.mark.parametrize(("die", "silent"), [(5, True), (4, False)])
def test_counter_battery_fire_silences_the_whole_battery_though_one_gun_was_about_to_fire(
    die: int, silent: bool
) -> None:
    state = game(
        unit("hq", "uk.hq", (40, 32)),
        *[unit(name, "us.105mm_battery", side=UK) for name in GUNS],
        unit("foe", "de.squad", (40, 20)),
        fire_support={DE: {"counter_battery": 1}},
    )
    laid = play_on(asked(state, guns=GUNS), FireForEffect(UK, "mission 1", GUNS[:1]))
    after = play_on(laid, CounterBattery(DE), die, *[] if silent else [1, 1])
    others = FireForEffect(UK, "mission 1", GUNS[1:])
    assert (others in legal(after)) is not silent
    assert ("activated this turn" in why_not(after, others)) is silent
    assert progress_of(after).spent == progress_of(laid).spent
    assert len(missions(after)) == 1


@proves("KN-IND-27a", "KN-IND-27b", "KN-IND-28")
def test_counter_battery_fire_that_misses_is_spent_and_the_guns_fire() -> None:
    laid = play_on(_counter_battery(), FireForEffect(UK, "mission 1", ("g",)))
    missed = play_on(laid, CounterBattery(DE), 4, 1, 1)
    assert fire_support(progress_of(missed)).counter_battery_of(DE) == 1
    assert missions(missed) == ()
    held = play_on(laid, HoldCounterBattery(DE), 1, 1)
    assert fire_support(progress_of(held)).counter_battery_of(DE) == 2
    assert (progress_of(held).owed, fire_support(progress_of(held)).laid) == ((), None)


@proves("KN-IND-21", "KN-IND-24", "KN-IND-26", "KN-DEPL-17b", "KN-DEPL-17c")
def test_riders_shaken_off_by_one_shell_are_not_aboard_when_the_next_strikes() -> None:
    """The first pierces nothing and its light shell hits none of them, but they are off the tank, suppressed."""
    units = unit("tank", "de.panther", (40, 20)), unit("men", "de.squad"), unit("own", "uk.squad", (80, 60))
    aimed = barrage_at(at(game(*units, status={"men": Status(men=8, aboard="tank")})), Spot(40, 24), HEAVY_5)
    assert [passenger.unit for passenger in aimed.target("tank").passengers] == ["men"]
    dice = dice_of([1, 1, 1, 1, 1])
    after, _ = struck(aimed, "tank", True, dice)
    dice.assert_done()
    assert after.target("tank").passengers == ()
    assert (after.target("men").suppressed, after.target("men").save) == (True, 6)


@proves("KN-IND-27a", "KN-IND-28", "KN-IND-29")
@pytest.mark.parametrize(("on_table", "bought"), [(True, 2), (False, 0)])
def test_no_counter_battery_fire_meets_a_gun_on_the_table_nor_comes_where_none_is_left(
    on_table: bool, bought: int
) -> None:
    state = _counter_battery(on_table=on_table, bought=bought)
    after = play_on(state, FireForEffect(UK, "mission 1", ("g",)), 1, 1)
    assert progress_of(after).owed == ()


@proves("KN-WPN-10a", "KN-WPN-11", "KN-WPN-21a", "KN-WPN-25", "KN-WPN-26")
@pytest.mark.parametrize(
    ("gun", "gap_in", "reaches"),
    [
        ("uk.3in_mortar", 11, False),
        ("uk.3in_mortar", 13, True),
        ("uk.42in_mortar", 11, False),
        ("uk.25pdr", 15, False),
        ("uk.25pdr", 17, True),
        ("de.nebelwerfer", 23, False),
        ("de.nebelwerfer", 25, True),
    ],
)
def test_least_ranges_of_indirect_fire(gun: str, gap_in: float, reaches: bool) -> None:
    state = game(
        unit("hq", "uk.hq", (40, 32)),
        unit("g", gun, (40, 21 + gap_in), side=UK),
        unit("foe", "de.squad", (40, 20)),
    )
    state = asked(state, guns=("g",))
    assert (why_not(state, FireForEffect(UK, "mission 1", ("g",))) == "") is reaches


@proves("KN-WPN-10a", "KN-WPN-26", "KN-PRIN-08")
@pytest.mark.parametrize(
    ("east_in", "south_in", "gap_in", "reaches"),
    [(39.24, 44.3, 12, True), (39.24, 44.3, 11.98, False), (20.1, 60.1, 12, True)],
)
def test_a_marker_at_the_very_least_range_of_a_mortar_is_within_it_wherever_the_mortar_stands(
    east_in: float, south_in: float, gap_in: float, reaches: bool
) -> None:
    """The gap is from the edge of its men's bases, 0.3 inches out; these stand close together."""
    close = Status(men=3, offsets=((0.0, 0.0),) * 3)
    units = unit("m", "uk.3in_mortar", (east_in, south_in)), unit("foe", "de.squad", (80, 10))
    state = game(*units, status={"m": close})
    marker = Spot(east_in, round(south_in - 0.3 - gap_in, 2))
    state = GAME.apply(state, MissionAsked(Mission("mission 1", UK, "hq", ("m",), marker, is_on=True), ""))
    assert (why_not(state, FireForEffect(UK, "mission 1", ("m",))) == "") is reaches


@proves("KN-WPN-21a", "KN-WPN-22", "KN-WPN-25", "KN-WPN-10a", "KN-WPN-11")
@pytest.mark.parametrize(
    ("gun", "least_in", "most_in"),
    [
        ("uk.3in_mortar", 12, 96),
        ("uk.42in_mortar", 12, 192),
        ("uk.25pdr", 16, None),
        ("uk.55in_battery", 24, None),
        ("de.nebelwerfer", 24, None),
    ],
)
def test_the_printed_ranges_of_indirect_fire(gun: str, least_in: float, most_in: float | None) -> None:
    weapon = indirect_weapon(BOOK.type(gun))
    assert weapon is not None
    assert (weapon.min_in, weapon.max_in) == (least_in, most_in)


@proves("KN-WPN-26")
def test_a_gun_on_the_table_fires_indirectly_in_its_arc_alone() -> None:
    state = game(
        unit("hq", "uk.hq", (40, 32)),
        unit("g", "uk.25pdr", (40, 50), facing_deg=90),
        unit("foe", "de.squad", (40, 20)),
    )
    assert "outside the arc" in why_not(asked(state, guns=("g",)), FireForEffect(UK, "mission 1", ("g",)))


@proves("KN-SHOOT-07", "KN-SHOOT-08", "KN-WPN-26")
@pytest.mark.parametrize("facing_deg", [0, 90, 180])
@pytest.mark.parametrize(("gun", "all_round"), [("us.m4_105", True), ("de.wespe", False)])
def test_a_turret_fires_indirectly_all_round_and_a_hull_through_its_arc(
    gun: str, all_round: bool, facing_deg: float
) -> None:
    """OUR 113: the howitzer of the M4(105) is in a turret, that of the Wespe in the hull; the marker lies due north."""
    state = game(
        unit("hq", "uk.hq", (40, 32)),
        unit("g", gun, (40, 50), facing_deg=facing_deg, side=UK),
        unit("foe", "de.squad", (40, 20)),
        status={"g": Status(rounds=(("ap", 0), ("he", 3)))},
    )
    refused = why_not(asked(state, guns=("g",)), FireForEffect(UK, "mission 1", ("g",)))
    assert ("outside the arc" in refused, refused == "") == (
        (False, True) if all_round or not facing_deg else (True, False)
    )


def _wespe(he: int) -> GameState:
    """A headquarters and a self-propelled howitzer with so many HE rounds, and a squad 20 inches off."""
    return game(
        unit("hq", "uk.hq", (40, 32)),
        unit("g", "de.wespe", (40, 50), side=UK),
        unit("foe", "de.squad", (40, 20)),
        status={"g": Status(rounds=(("ap", 0), ("he", he)))},
    )


@proves("KN-SPEC-03", "KN-IND-13")
@pytest.mark.parametrize(("he", "dice", "left"), [(3, 2, 1), (2, 2, 0), (1, 1, 0)])
def test_an_armoured_howitzer_spends_a_round_for_each_shot_of_indirect_fire(
    he: int, dice: int, left: int
) -> None:
    state = asked(_wespe(he), guns=("g",))
    fired = play_on(state, FireForEffect(UK, "mission 1", ("g",)), *[1] * dice)
    assert progress_of(fired).of("g").left("he") == left
    alone = told_to(state, "g", ActionKind.SUPPRESS_INDIRECT, ActionKind.SUPPRESS_INDIRECT)
    assert progress_of(play_on(alone, FireIndirectly(UK, "g"), *[1] * dice)).of("g").left("he") == left


@proves("KN-SPEC-03", "KN-IND-16")
@pytest.mark.parametrize(("he", "dice"), [(2, 2), (1, 1)])
def test_the_odds_of_an_armoured_howitzer_know_how_many_rounds_it_has(he: int, dice: int) -> None:
    state = asked(_wespe(he), guns=("g",))
    told = GAME.chances(state, FireForEffect(UK, "mission 1", ("g",)))
    assert f"{counted(dice, 'die')}, heavy" in " ".join(map(str, told.reasons))
    assert told.odds is not None
    barrage = barrage_at(at(state), MARK, HEAVY_5)
    fallen = odds_of(lambda thrown: bombard(barrage, dice, thrown).target("foe"))
    assert told.odds.chances["no effect"] == fallen.chances[barrage.target("foe")]


@proves("KN-SPEC-03", "KN-IND-04")
def test_an_armoured_howitzer_whose_rounds_nobody_has_noted_fires_without_counting() -> None:
    """So are those lent for one mission of general support."""
    state = asked(_wespe(3), guns=("g",))
    course = progress_of(state)
    noted = {name: held for name, held in course.status.items() if name != "g"}
    lent = with_progress(state, replace(course, status=noted))
    fired = play_on(lent, FireForEffect(UK, "mission 1", ("g",)), 1, 1)
    assert "g" not in progress_of(fired).status


@proves("KN-SPEC-03", "KN-IND-04")
def test_an_armoured_howitzer_without_a_round_of_high_explosive_is_silent() -> None:
    empty = _wespe(0)
    waiting = GAME.apply(empty, MissionAsked(Mission("mission 1", UK, "hq", ("g",), MARK, is_on=True), ""))
    assert "g has no HE rounds left" in why_not(waiting, FireForEffect(UK, "mission 1", ("g",)))
    assert not any(isinstance(one, FireForEffect) for one in legal(waiting))
    alone = why_not(waiting, Activate(UK, "g", (ActionKind.SUPPRESS_INDIRECT, ActionKind.SUPPRESS_INDIRECT)))
    assert "g has no HE rounds left" in alone
    asking = told_to(empty, "hq", ActionKind.REQUEST)
    assert "g has no HE rounds left" in why_not(asking, RequestMission(UK, "hq", ("g",), MARK))


@proves("KN-WPN-23", "KN-WPN-24")
def test_kn_26_a_rocket_launcher_throws_four_dice_and_reloads_next_turn() -> None:
    state = game(
        unit("hq", "uk.hq", (40, 32)),
        unit("g", "de.nebelwerfer", (40, 60), side=UK),
        unit("foe", "de.squad", (40, 20)),
    )
    fired = play_on(asked(state, guns=("g",)), FireForEffect(UK, "mission 1", ("g",)), 1, 1, 1, 1)
    for turn, may in ((2, False), (3, True)):
        later = _in_turn(fired, turn)
        assert (why_not(later, FireForEffect(UK, "mission 9", ("g",))) == "") is may


def _in_turn(state: GameState, turn: int) -> GameState:
    course = replace(progress_of(state), turn=turn, activated=frozenset(), spent=0)
    again = replace(state, course=course)
    return GAME.apply(again, MissionAsked(Mission("mission 9", UK, "hq", ("g",), MARK, is_on=True), "again"))


@proves("KN-WPN-24")
def test_a_howitzer_fires_every_turn() -> None:
    state = game(
        unit("hq", "uk.hq", (40, 32)), unit("g", "uk.25pdr", (40, 60)), unit("foe", "de.squad", (40, 20))
    )  # fmt: skip
    fired = play_on(asked(state, guns=("g",)), FireForEffect(UK, "mission 1", ("g",)), 1, 1)
    for turn in (2, 3):
        assert why_not(_in_turn(fired, turn), FireForEffect(UK, "mission 9", ("g",))) == ""


@proves("KN-IND-35", "KN-WPN-09")
def test_a_light_mortar_never_fires_indirectly() -> None:
    state = game(unit("hq", "de.hq", (40, 32), side=UK), unit("g", "de.mortar_50mm", (40, 40), side=UK))
    asked = told_to(state, "hq", ActionKind.REQUEST)
    assert "g has nothing that fires indirectly" in why_not(asked, RequestMission(UK, "hq", ("g",), MARK))


@proves("KN-IND-44", "KN-TURN-12b")
def test_guns_off_the_table_are_activated_without_a_place() -> None:
    state = asked(battery())
    assert all(state.unit(gun).at is None for gun in GUNS)
    assert FireForEffect(UK, "mission 1", GUNS) in legal(state)


@proves("KN-IND-16", "KN-IND-18")
def test_the_odds_of_a_bombardment_are_those_of_its_dice() -> None:
    state = asked(
        game(unit("hq", "uk.hq", (40, 32)), unit("g", "uk.25pdr_battery"), unit("foe", "uk.jeep", (40, 20))),
        guns=("g",),
    )
    ruling = GAME.chances(state, FireForEffect(UK, "mission 1", ("g",)))
    assert ruling.odds is not None
    shell = BOOK.type("uk.25pdr_battery").weapons[0].he
    assert shell is not None
    barrage = barrage_at(at(state), MARK, shell)

    def thrown(dice: Dice) -> str:
        after = bombard(barrage, 2, dice)
        gone = dict(after.gone)
        now = after.target("foe")
        if gone:
            return f"foe: {gone['foe']}"
        said = [
            word
            for word, holds in (("immobilised", now.immobilised), ("suppressed", now.suppressed))
            if holds
        ]
        ends = [f"foe: {', '.join(said)}"] if said else []
        heroic = not now.suppressed and any(heroic for _, _, heroic in after.owing)
        ends += ["foe may act heroically"] if heroic else []
        return "; ".join(ends) or "no effect"

    assert ruling.odds.chances == odds_of(thrown).chances


@given(st.integers(0, 9), st.integers(0, 9), st.integers(1, 6))
def test_every_result_is_dealt_and_as_evenly_as_can_be(directs: int, suppressions: int, count: int) -> None:
    order = tuple("abcdef"[:count])
    dealt = deal(order, directs, suppressions)
    assert len(dealt) == directs + suppressions
    shares = [sum(1 for name, direct in dealt if direct and name == one) for one in order]
    assert max(shares) - min(shares) <= 1
    assert shares == sorted(shares, reverse=True)


def test_an_empty_barrage_strikes_nobody() -> None:
    assert bombard(Barrage(HEAVY_5, (), ()), 3, dice_of([6, 6, 3])).blows == ()
