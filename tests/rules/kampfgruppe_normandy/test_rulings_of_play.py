"""Rulings of a turn and a set-up that are easily got wrong: who is left to act, and who may ride where."""

from dataclasses import replace

import pytest

from rules.errors import BadInput, RulesError
from rules.game.state import GameState
from rules.game.view import words_for
from rules.ground.table.inches import Spot
from rules.ground.table.terrain import TableTerrain as T
from rules.kampfgruppe_normandy.book.action_kinds import ActionKind as K
from rules.kampfgruppe_normandy.book.book_data import BookData
from rules.kampfgruppe_normandy.book.conditions import IMMOBILISED, SUPPRESSED, TREATED
from rules.kampfgruppe_normandy.book.morale_counters import Special
from rules.kampfgruppe_normandy.book.roster import HOUSE_ROSTER
from rules.kampfgruppe_normandy.book.support_kinds import Level, Priority
from rules.kampfgruppe_normandy.book.unit_types import HighExplosive, ShellSize, SpecialRule
from rules.kampfgruppe_normandy.declarations.aircraft.flying import Fly
from rules.kampfgruppe_normandy.declarations.aircraft.striking import Strike
from rules.kampfgruppe_normandy.declarations.anti_aircraft import CoverAgainstAircraft
from rules.kampfgruppe_normandy.declarations.covering_fire import CoverFire, HoldFire
from rules.kampfgruppe_normandy.declarations.engineering import Work
from rules.kampfgruppe_normandy.declarations.fire import Fire
from rules.kampfgruppe_normandy.declarations.indirect_fire.fire_for_effect import (
    FireForEffect,
    FireIndirectly,
)
from rules.kampfgruppe_normandy.declarations.indirect_fire.requesting import RequestMission
from rules.kampfgruppe_normandy.declarations.movement import Move
from rules.kampfgruppe_normandy.declarations.special_events import PlayEvent
from rules.kampfgruppe_normandy.declarations.turn.activation import Activate, EndActivations, Forgo
from rules.kampfgruppe_normandy.declarations.turn.command import RollCommand
from rules.kampfgruppe_normandy.declarations.turn.suppression import GoOnRemoving, RemoveSuppression
from rules.kampfgruppe_normandy.declarations.unit_morale import ActHeroically
from rules.kampfgruppe_normandy.effects.engineering.works import JOBS, Job
from rules.kampfgruppe_normandy.effects.indirect_fire.barrage import struck
from rules.kampfgruppe_normandy.effects.indirect_fire.shellfire import barrage_at
from rules.kampfgruppe_normandy.questions.engineering import Task, may_work
from rules.kampfgruppe_normandy.questions.marker_places import cannot_mark
from rules.kampfgruppe_normandy.questions.sight.line_of_sight import look, men_seen
from rules.kampfgruppe_normandy.questions.special_events import may_befall
from rules.kampfgruppe_normandy.questions.target import Fate, medics_beside
from rules.kampfgruppe_normandy.ruleset import KampfgruppeNormandy
from rules.kampfgruppe_normandy.state.fire_missions import Mission
from rules.kampfgruppe_normandy.state.ground_events import WayOpened
from rules.kampfgruppe_normandy.state.progress import Status, with_progress
from rules.kampfgruppe_normandy.state.support_events import MissionAsked
from rules.kampfgruppe_normandy.state.turn_events import TurnBegan
from tests.proving import proves
from tests.rules.kampfgruppe_normandy.tables import (
    BREAKDOWN,
    DE,
    GAME,
    HEROIC,
    RULESET,
    UK,
    act,
    area,
    counters,
    course,
    dice_of,
    firing,
    game,
    legal,
    loaded,
    opened,
    position,
    pot_die,
    ready,
    refusal,
    status,
    table,
    told_to,
    unit,
)


@proves("KN-BMOR-31")
@pytest.mark.parametrize(("condition", "is_lost"), [(SUPPRESSED, True), ("covering_fire", False)])
def test_men_inside_a_suppressed_vehicle_do_not_save_their_side(condition: str, is_lost: bool) -> None:
    state = loaded(unit("ht", "de.sdkfz251", (60, 4), 0, condition), {"foe": "de.squad"}, unit("men", "uk.squad", (60, 40)))  # fmt: skip
    state = act(act(state, EndActivations(UK)), RemoveSuppression(UK, 0))
    ended = course(state).ended
    assert (ended is not None) is is_lost
    if ended is not None:
        assert ended.winner == UK


@proves("KN-DEPL-13", "KN-DEPL-14", "KN-DEPL-15")
@pytest.mark.parametrize(
    ("carrier", "load", "wanted"),
    [
        ("uk.jeep", ["uk.squad"], "carries 3 models"),
        ("uk.sherman", ["us.squad", "uk.runner"], "carries 12 models"),
        ("uk.sherman", ["uk.6pdr"], "does not tow"),
        ("uk.m5_halftrack", ["uk.6pdr", "uk.6pdr"], "tows a gun already"),
        ("de.sdkfz251", ["uk.squad"], "a vehicle of its own side"),
        ("uk.m5_halftrack", ["uk.jeep"], "only infantry and guns are carried"),
    ],
)
def test_a_game_does_not_begin_with_more_aboard_than_can_ride(
    carrier: str, load: list[str], wanted: str
) -> None:
    units = [unit(f"load {k}", kind, None) for k, kind in enumerate(load)]
    with pytest.raises(BadInput, match=wanted):
        opened(
            table(), unit("v", carrier, (20, 20)), unit("foe", "de.squad", (20, 40)), unit("own", "uk.squad", (9, 9)),
            *units, aboard={one.id: "v" for one in units},
        )  # fmt: skip


@proves("KN-SPEC-21", "KN-SPEC-23b", "KN-TURN-02")
def test_a_heroic_action_drawn_to_remove_suppression_is_played_before_the_enemys_turn() -> None:
    state = ready(
        table(), unit("men", "uk.squad", (20, 30)), unit("low", "uk.squad", (60, 40), 0, SUPPRESSED),
        unit("foe", "de.squad", (20, 4)), unit("tank", "de.tiger", (50, 4)),
        objectives=[{"name": "farm", "spots": [[20, 25]]}, {"name": "mill", "spots": [[60, 9]]}],
    )  # fmt: skip
    state = act(act(state, EndActivations(UK)), RemoveSuppression(UK, 1), HEROIC)
    assert (course(state).acting, GAME.to_act(state)) == (UK, UK)
    state = act(act(state, PlayEvent(UK, "men")), ActHeroically(UK, "men", (K.MOVE, K.MOVE)))
    state = act(state, Move(UK, "men", (Spot(20, 30), Spot(20, 25))))
    assert course(state).acting == UK
    assert course(state).objectives[0].held_by is None
    state = act(act(state, Forgo(UK)), GoOnRemoving(UK), 3, pot_die())
    assert course(state).objectives[0].held_by == UK
    assert course(state).acting == DE


@proves("KN-SPEC-21", "KN-SPEC-22b", "KN-BMOR-13")
def test_a_breakdown_drawn_for_an_objective_taken_breaks_its_taker_that_same_turn() -> None:
    state = ready(
        table(), unit("men", "uk.squad", (20, 25)), unit("jeep", "uk.jeep", (60, 40)),
        unit("foe", "de.squad", (20, 4)), unit("tank", "de.pz4h", (50, 4)),
        objectives=[{"name": "farm", "spots": [[20, 25]]}, {"name": "mill", "spots": [[60, 9]]}],
    )  # fmt: skip
    state = act(act(state, EndActivations(UK)), RemoveSuppression(UK, 0), BREAKDOWN)
    assert (course(state).acting, GAME.to_act(state)) == (UK, DE)
    assert course(state).morale_left(UK) <= 4
    state = act(state, PlayEvent(DE, "jeep"), 6, pot_die(counter="4"))
    ended = course(state).ended
    assert ended is not None
    assert (ended.winner, course(state).turn) == (DE, 1)


@proves("KN-BMOR-19", "KN-BMOR-20", "KN-BMOR-27")
@pytest.mark.parametrize("comes_back", [False, True])
def test_an_objective_taken_from_its_holder_costs_him_again_at_the_end_of_his_turn_unless_he_is_back(
    comes_back: bool,
) -> None:
    state = ready(
        table(), unit("men", "us.squad", (20, 14.8), 0), unit("own", "uk.churchill", (9, 44)),
        unit("foe", "de.squad", (20, 4)), unit("cat", "de.tiger", (60, 5)),
        attacker=DE, objectives=[{"name": "farm", "spots": [[20, 4]], "held_by": UK}, {"name": "mill", "spots": [[60, 40]]}],
    )  # fmt: skip
    state = act(act(state, EndActivations(DE)), RemoveSuppression(DE, 0), pot_die())
    assert course(state).objectives[0].held_by == DE
    assert counters(state, UK) == 1
    state = act(act(state, RollCommand(UK), 6, 6, 6), Activate(UK, "men", (K.MOVE, K.MOVE)))
    for x, y in ((20, 11), (20, 8)) if comes_back else ((20, 18), (20, 22)):
        there = Spot(x, y)
        here = state.unit("men").at
        assert isinstance(here, Spot)
        state = act(state, Move(UK, "men", (here, there)))
    state = act(state, EndActivations(UK))
    state = act(state, RemoveSuppression(UK, 0), *([] if comes_back else [pot_die()]))
    assert counters(state, UK) == (1 if comes_back else 2)
    assert course(state).objectives[0].lost_by is None


@proves("KN-SPEC-14a", "KN-SUPP-27")
def test_a_messenger_that_is_suppressed_or_has_been_activated_does_not_run() -> None:
    def request(*conditions: str) -> tuple[GameState, RequestMission]:
        state = game(
            unit("fao", "uk.observer", (40, 40)), unit("runner", "uk.runner", (41, 41), 0, *conditions),
            unit("foe", "de.squad", (40, 20)), unit("gun", "uk.25pdr_battery"),
        )  # fmt: skip
        mark = Spot(40, 20)
        return told_to(state, "fao", K.REQUEST), RequestMission(UK, "fao", ("gun",), mark, messenger="runner")

    state, by_runner = request()
    assert by_runner in legal(state)
    busy = with_progress(state, replace(course(state), activated=frozenset({"runner"})))
    for stays in (request(SUPPRESSED)[0], busy):
        assert by_runner not in legal(stays)
        assert "not a messenger that can be activated" in refusal(stays, by_runner)


@proves("KN-ENG-07a", "KN-ENG-08a")
def test_engineers_inside_the_house_they_blow_up_are_out_of_it_first() -> None:
    state = game(
        unit("sappers", "uk.sappers", (30, 30)), unit("foe", "de.squad", (80, 60)),
        pieces=[area(T.BRICK_BUILDING, 27, 27, 33, 33)], status={"sappers": Status(men=8, inside="brick_building")},
    )  # fmt: skip
    state = JOBS.put(state, (Job(UK, Task.DEMOLISH, "brick_building", 6),))
    state = told_to(state, "sappers", K.ENGINEER, K.ENGINEER, done=1)
    after = act(state, Work(UK, "sappers", Task.DEMOLISH, "brick_building"), 1)
    assert (status(after, "sappers").men, status(after, "sappers").inside) == (8, None)
    assert after.unit("sappers").at != Spot(30, 30)


@proves("KN-DFAT-37", "KN-ENG-10")
@pytest.mark.parametrize(("carrier", "dice", "men"), [("de.sdkfz251", (5, 1, 1), 5), ("de.opel", (1,), 8)])
def test_men_inside_a_half_track_that_is_blown_up_lose_a_d3(
    carrier: str, dice: tuple[int, ...], men: int
) -> None:
    state = game(
        unit("sappers", "uk.sappers", (30, 30)), unit("ht", carrier, (30, 33), 0, IMMOBILISED),
        unit("foe", "de.squad"), status={"foe": Status(men=8, aboard="ht")},
    )  # fmt: skip
    state = JOBS.put(state, (Job(UK, Task.DEMOLISH, "ht", 6),))
    state = told_to(state, "sappers", K.ENGINEER, K.ENGINEER, done=1)
    after = act(state, Work(UK, "sappers", Task.DEMOLISH, "ht"), 1, *dice)
    assert "ht" not in after.units
    assert status(after, "foe").men == men
    assert after.unit("foe").has(SUPPRESSED)
    assert course(after).wrecks[0].unit == "ht"


@proves("KN-ENG-15a", "KN-ENG-15b")
def test_a_vehicle_with_a_bridge_and_a_fascine_works_for_a_bridge_over_water() -> None:
    both = replace(
        HOUSE_ROSTER["uk.avre_fascine"], rules=frozenset({SpecialRule.BRIDGING, SpecialRule.FASCINE})
    )
    book = BookData({**HOUSE_ROSTER, "uk.avre_fascine": both})
    for terrain, built in ((T.STREAM, False), (T.ANTI_TANK_DITCH, True)):
        state = game(
            unit("avre", "uk.avre_fascine", (30, 30)), unit("foe", "de.squad", (80, 60)),
            pieces=[area(terrain, 0, 32.2, 96, 35)],
        )  # fmt: skip
        state = told_to(state, "avre", K.ENGINEER, K.MOVE)
        dice = dice_of([] if built else [1])
        events, _ = (
            KampfgruppeNormandy(book)
            .as_game()
            .resolve(state, Work(UK, "avre", Task.BRIDGE, terrain.value), dice)
        )
        assert any(isinstance(event, WayOpened) for event in events) is built


@proves("KN-ENG-14", "KN-SUPP-27")
@pytest.mark.parametrize(("condition", "enough"), [(SUPPRESSED, False), ("fired", True)])
def test_suppressed_infantry_lends_no_hand_at_a_bridge(condition: str, enough: bool) -> None:
    state = game(
        unit("bridging", "uk.bridging", (30, 30)), unit("help", "uk.squad", (32.4, 30), 0, condition),
        unit("foe", "de.squad", (80, 60)), status={"bridging": Status(men=2)},
    )  # fmt: skip
    assert (may_work(position(state), state.unit("bridging"), Task.BRIDGE) is None) is enough


@proves("KN-COV-02", "KN-AA-04")
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
    assert course(hit).activation is None


@proves("KN-IND-31", "KN-IND-38")
def test_the_enemy_does_not_hear_the_name_of_a_registered_point_from_a_request_that_is_declined() -> None:
    state = game(
        unit("fao", "uk.observer", (40, 40)), unit("foe", "de.squad", (40, 20)),
        fire_support={UK: {"requests": ["high"], "registered_points": {"the mill": [60, 20]}}},
    )  # fmt: skip
    state = told_to(state, "fao", K.REQUEST)
    request = RequestMission(
        UK, "fao", point="the mill", priority=Priority.HIGH, level=Level.CORPS
    )  # fmt: skip
    events = [request, *GAME.resolve(state, request, dice_of([2]))[0]]
    assert not any("mill" in words_for(DE, event) for event in events)
    assert "fao requests corps support, high priority at a registered point" in words_for(DE, request)
    assert "at the mill" in words_for(UK, request)
    granted, _ = GAME.resolve(state, request, dice_of([3, 1]))
    assert any("the mill registered" in words_for(DE, one) for one in granted)


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
        assert (course(fired).activation, course(fired).spent) == (None, course(state).spent + 1)
        return
    met = act(state, fire)
    shot = CoverFire(DE, "foe", "mortar", K.SUPPRESS_SMALL_ARMS)
    assert shot in legal(met)
    assert act(act(met, HoldFire(DE)), FireIndirectly(UK, "mortar"), 1, 1).unit("mortar").has("fired")
    silenced = act(met, shot, 3, 4, 1)
    assert silenced.unit("mortar").has(SUPPRESSED)
    assert (course(silenced).activation, GAME.to_act(silenced)) == (None, UK)


@proves("KN-SUPP-28", "KN-SUPP-27")
def test_the_enemy_sees_the_suppression_marker_from_the_moment_a_unit_has_it() -> None:
    state = ready(table(), unit("men", "uk.vickers", (20, 20)), unit("foe", "de.squad", (20, 40)))
    after = firing(state, "men", "foe", K.SUPPRESS_SMALL_ARMS, 3, 6, 1)
    for side in (UK, DE):
        assert not RULESET.seen_by(state, side).unit("foe").has(SUPPRESSED)
        assert RULESET.seen_by(after, side).unit("foe").has(SUPPRESSED)


@proves("KN-DEPL-03", "KN-ENG-08a", "KN-ENG-08b")
@pytest.mark.parametrize(
    ("who", "where", "wanted"),
    [
        ("uk.squad", "woods", "a building of the table"),
        ("uk.sherman", "brick_building", "infantry or a gun"),
        ("uk.squad", "barn", "barn"),
    ],
)
def test_a_game_begins_with_men_and_guns_inside_buildings_alone(who: str, where: str, wanted: str) -> None:
    board = table(area(T.WOODS, 10, 10, 20, 20), area(T.BRICK_BUILDING, 30, 30, 36, 36))
    with pytest.raises(RulesError, match=wanted):
        opened(board, unit("one", who, (33, 33)), unit("foe", "de.squad", (60, 9)), inside={"one": where})


@proves("KN-AIR-31b", "KN-IND-06")
def test_an_observation_aircraft_marks_what_no_man_beside_it_could_see() -> None:
    hidden = (area(T.WOODS, 30, 35, 50, 50), area(T.BRICK_BUILDING, 36, 27, 44, 32))
    for who, sees in (("uk.auster", True), ("uk.observer", False)):
        state = game(unit("one", who, (40, 60)), unit("foe", "de.squad", (40, 20)), pieces=hidden)
        seen_from, one = position(state), state.unit("one")
        assert (cannot_mark(seen_from, one, Spot(40, 20)) is None) is sees
        assert look(seen_from, one, state.unit("foe")).is_open is sees
        assert all(seen.is_open for seen in men_seen(seen_from, one, seen_from.table.squares)) is sees
    too_far = cannot_mark(seen_from, replace(one, type="uk.auster", at=Spot(90, 71)), Spot(1, 1))
    assert too_far is not None
    assert 'beyond 72"' in too_far.text


@proves("KN-IND-06", "KN-IND-32")
@pytest.mark.parametrize(("x", "may"), [(82.75, True), (82.77, False)])
def test_a_marker_lies_at_most_72_inches_from_the_edge_of_its_observer(x: float, may: bool) -> None:
    """The aircraft is an inch and a half wide."""
    state = game(unit("one", "uk.auster", (10, 20)), unit("foe", "de.squad", (40, 60)))
    assert (cannot_mark(position(state), state.unit("one"), Spot(x, 20)) is None) is may


@proves("KN-SPEC-16b")
@pytest.mark.parametrize(("turn", "condition", "helps"), [
    (None, TREATED, False), (UK, TREATED, True), (DE, TREATED, True), (DE, SUPPRESSED, False),
])  # fmt: skip
def test_a_medic_is_used_once_in_each_players_turn_and_not_while_suppressed(
    turn: str | None, condition: str, helps: bool
) -> None:
    state = ready(
        table(), unit("men", "uk.squad", (20, 20)), unit("medic", "uk.medic", (22, 20), 0, condition),
        unit("foe", "de.squad", (20, 44)),
    )  # fmt: skip
    state = state if turn is None else GAME.apply(state, TurnBegan(turn, 2))
    assert medics_beside(position(state), state.unit("men")) == (("medic",) if helps else ())


@proves("KN-SPEC-16b")
def test_a_squad_between_two_medics_is_treated_by_one_of_them_in_a_turn() -> None:
    """Twice a shell kills men of the squad: a die is thrown for a medic the first time only. The next turn one may help again."""
    state = game(
        unit("men", "uk.squad", (40, 40)), unit("east", "uk.medic", (42.2, 40)), unit("west", "uk.medic", (37.8, 40)),
        unit("tank", "de.pz4h", (40, 26), facing_deg=180), acting=DE, status={"tank": Status(rounds=(("he", 4),))},
    )  # fmt: skip
    state = told_to(state, "tank", K.DIRECT_HE, K.DIRECT_HE)
    shot = Fire(DE, "tank", "men", K.DIRECT_HE, "75mm L/48")
    observed, to_hit, damage, save, saved_by_a_medic, special = 6, 6, (4, 1, 1, 1), 1, 4, 1
    once = act(state, shot, observed, to_hit, *damage, save, saved_by_a_medic)
    assert status(once, "men").men == 8
    twice = act(once, shot, observed, to_hit, *damage, save, special)
    assert status(twice, "men").men == 7
    assert not medics_beside(position(twice), twice.unit("men"))
    later = GAME.apply(twice, TurnBegan(UK, 2))
    assert medics_beside(position(later), later.unit("men"))


@proves("KN-AIR-12", "KN-AIR-13", "KN-AIR-18", "KN-AIR-20")
@pytest.mark.parametrize(
    ("foe", "weapon", "manner", "said"),
    [
        ("de.sdkfz251", "20mm cannon", K.DIRECT_AT, ["hits on 5+ at long range", "penetration 2, 1 of it for its speed"]),
        ("de.squad", "20mm cannon", K.SUPPRESS_HE, ["suppresses on 5+ with either of 2 dice", "saves on 6+"]),
        ("de.tiger", "rockets", K.DIRECT_AT, ["penetration 8 against rear armour", "pierced on"]),
        ("de.squad", "rockets", K.DIRECT_HE, ["heavy HE: 4 damage dice, each a hit on 3+", "saves on 6+"]),
        ("de.squad", "rockets", K.SUPPRESS_HE, ["one that falls close suppresses on 3+"]),
    ],
)  # fmt: skip
def test_the_odds_of_an_attack_run_say_every_number(
    foe: str, weapon: str, manner: K, said: list[str]
) -> None:
    state = game(unit("plane", "uk.typhoon", (40, 33.5)), unit("foe", foe, (40, 20)))
    state = told_to(state, "plane", K.MOVE, K.AIR_ATTACK, done=1)
    ruling = str(GAME.chances(state, Strike(UK, "plane", "foe", manner, weapon)))
    assert [one for one in said if one not in ruling] == []


@proves("KN-AIR-12", "KN-AIR-13", "KN-AIR-15", "KN-AIR-20")
def test_rockets_at_a_loaded_lorry_are_told_for_the_lorry() -> None:
    """It is suppressed on 2+ and has no save; the men aboard, on 3+, are told with what becomes of them."""
    state = game(
        unit("plane", "uk.typhoon", (40, 33.5)), unit("lorry", "de.opel", (40, 20)), unit("men", "de.squad"),
        status={"men": Status(men=8, aboard="lorry")},
    )  # fmt: skip
    state = told_to(state, "plane", K.MOVE, K.AIR_ATTACK, done=1)
    ruling = str(GAME.chances(state, Strike(UK, "plane", "lorry", K.SUPPRESS_HE, "rockets")))
    assert "one that falls close suppresses on 2+" in ruling
    assert "has no save" in ruling


@proves("KN-BMOR-24a", "KN-BMOR-24b", "KN-BMOR-26")
@pytest.mark.parametrize(
    ("own", "enemy", "holder"),
    [
        ("uk.typhoon", "de.tiger", None),
        ("uk.churchill", "de.bf109", UK),
        ("uk.churchill", "de.tiger", None),
    ],
)
def test_aircraft_neither_take_an_objective_nor_bar_it(own: str, enemy: str, holder: str | None) -> None:
    state = ready(
        table(), unit("own", own, (20, 20)), unit("enemy", enemy, (20, 25)), unit("men", "uk.squad", (60, 44)),
        unit("foe", "de.panther", (60, 5)), objectives=[{"name": "farm", "spots": [[20, 20]]}, {"name": "mill", "spots": [[40, 40]]}],
    )  # fmt: skip
    state = act(act(state, EndActivations(UK)), RemoveSuppression(UK, 0), *([pot_die()] if holder else []))
    assert course(state).objectives[0].held_by == holder


@proves("KN-SPEC-22a", "KN-SPEC-25")
def test_an_aircraft_does_not_break_down() -> None:
    state = game(
        unit("plane", "de.bf109", (40, 20)), unit("tank", "de.tiger", (60, 20)), unit("own", "uk.squad", (9, 9))
    )  # fmt: skip
    assert [one.id for one in may_befall(position(state), Special.BREAKDOWN, UK)] == ["tank"]


@proves("KN-IND-25", "KN-DFSA-40", "KN-NIGHT-03")
@pytest.mark.parametrize(("night", "save"), [(False, 6), (True, 5)])
def test_men_put_out_of_a_truck_by_a_shell_save_in_the_open_from_the_next(night: bool, save: int) -> None:
    state = game(
        unit("truck", "de.opel", (40, 20)), unit("men", "de.squad"), unit("own", "uk.squad", (9, 9)),
        status={"men": Status(men=8, aboard="truck")}, night=night,
    )  # fmt: skip
    before = barrage_at(position(state), Spot(40, 20), HighExplosive(ShellSize.HEAVY, 4, 3))
    assert (before.order, before.target("men").save) == (("truck", "men"), 5)
    dice = [3, 3, 1, 1, *([1, 1] if night else [])]
    after, blow = struck(before, "truck", True, dice_of(dice))
    assert blow.losses.fate is Fate.DESTROYED
    assert after.target("men").save == save
