"""Scenario options of a battle group: allowed values, refused ones, and defaults."""

import re
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from rules.errors import BadInput, RulesError, Unknown
from rules.game.state import GameState
from rules.game.units import Unit
from rules.ground.table.inches import Spot
from rules.ground.table.terrain import TableTerrain as T
from rules.kampfgruppe_normandy.declarations.turn.first_turn import RollForAttacker, RollForFirst
from rules.kampfgruppe_normandy.effects.objectives import judge_objectives
from rules.kampfgruppe_normandy.play.setting_up import OPTIONS
from rules.kampfgruppe_normandy.questions.loads import overloads
from rules.kampfgruppe_normandy.state.bought_support import OPTION, bought_support
from rules.kampfgruppe_normandy.state.progress import Engagement, Setting, Size, Step, progress_of
from tests.proving import proves
from tests.rules.kampfgruppe_normandy.all_arms import FOE, HQ
from tests.rules.kampfgruppe_normandy.tables import (
    DE,
    FAR,
    GAME,
    RULESET,
    SQUAD_A,
    SQUAD_B,
    UK,
    act,
    area,
    dice_of,
    game,
    opened,
    position,
    ready,
    record_of,
    refusal,
    status,
    table,
    unit,
)

HOUSE = area(T.BRICK_BUILDING, 40, 8, 46, 14, name="house")
UNITS = (
    unit("tank", "uk.sherman", (10, 24), 90),
    unit("lorry", "uk.bedford", (10, 30), 90),
    unit("men", "uk.squad", (10, 34)),
    unit("foe", "de.squad", (60, 24)),
    unit("truck", "de.opel", (60, 30)),
)


@proves(
    "KN-SETUP-01", "KN-SETUP-02", "KN-SETUP-03", "KN-SETUP-11", "KN-GROUP-12", "KN-DEPL-13", "KN-KIT-02",
    "KN-BMOR-23",
)  # fmt: skip
@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"weather": "rain"}, r"options\.weather"),
        ({"engagement": "siege"}, r"options\.engagement"),
        ({"game_size": "army"}, r"options\.game_size"),
        ({"attacker": "us"}, r"options\.attacker"),
        ({"turns": 0}, r"options\.turns"),
        ({"turns": 61}, r"options\.turns"),
        ({"aboard": {"nobody": "lorry"}}, "nobody"),
        ({"aboard": {"men": "nothing"}}, "nothing"),
        ({"aboard": {"men": "foe"}}, r"options\.aboard\.men: 'foe' is not a vehicle$"),
        (
            {"aboard": {"tank": "lorry"}},
            r"options\.aboard.*tank is a vehicle, and only infantry and guns are carried",
        ),
        ({"aboard": {"men": "truck"}}, r"options\.aboard\.men.*of its own side"),
        ({"inside": {"nobody": "house"}}, "nobody"),
        ({"inside": {"men": "castle"}}, "castle"),
        ({"inside": {"men": "wood"}}, r"options\.inside\.men.*a building"),
        ({"inside": {"tank": "house"}}, r"options\.inside\.tank.*infantry or a gun"),
        ({"inside": {"men": "house"}}, r"units\.men\.at.*a spot in"),
        ({"rounds": 9}, r"options\.rounds"),
        ({"rounds": {"tank": 9}}, r"options\.rounds\.tank"),
        ({"rounds": {"tank": {"smoke": 1}}}, r"options\.rounds\.tank\.smoke.*an option of rounds"),
        ({"rounds": {"tank": {"ap": 5, "he": 5}}}, r"options\.rounds\.tank.*at most 9"),
        ({"objectives": "bridge"}, r"options\.objectives"),
        (
            {"objectives": [{"name": "b", "spots": [[9, 9]], "held_by": "us"}]},
            r"options\.objectives\[1\]\.held_by",
        ),
    ],
)
def test_scenario_options_that_are_refused(options: dict[str, Any], said: str) -> None:
    """A Sherman V carries nine rounds."""
    with pytest.raises(RulesError, match=said):
        opened(table(HOUSE, area(T.WOODS, 20, 2, 26, 8, name="wood")), *UNITS, **options)


@proves("KN-SETUP-01")
def test_a_game_has_two_sides() -> None:
    units = {unit.id: unit for unit in UNITS}
    with pytest.raises(BadInput, match=r"sides: .* is not two sides"):
        RULESET.opening(GameState(table(HOUSE), units, (), ("uk", "de", "us")), {"game_size": "battalion"})


@proves("KN-SETUP-01")
def test_a_unit_and_a_piece_of_the_table_do_not_share_a_name() -> None:
    """A charge set at "house" would go off under the one or the other, and a hidden unit hides all that bears its name."""
    with pytest.raises(BadInput, match=r"units\.house: .* is not a name that no piece of the table has"):
        opened(table(HOUSE), *UNITS, unit("house", "uk.squad", (20, 40)))


@proves("KN-SETUP-11", "KN-SETUP-01")
@pytest.mark.parametrize(("where", "stands"), [((41, 9), Spot(41, 9)), (None, Spot(43, 11))])
def test_a_unit_that_begins_in_a_building_stands_at_its_given_spot_or_in_the_middle(
    where: tuple[float, float] | None, stands: Spot
) -> None:
    men = unit("men", "uk.squad", where)
    state = opened(table(HOUSE), *UNITS[:2], men, *UNITS[3:], inside={"men": "house"})
    assert state.unit("men").at == stands


@proves("KN-SETUP-11", "KN-SETUP-01", "KN-IND-44", "KN-AIR-07a", "KN-NIGHT-05")
@pytest.mark.parametrize(
    ("type_id", "where", "options", "may"),
    [
        ("uk.squad", None, {}, False),
        ("uk.25pdr", None, {}, False),
        ("uk.25pdr_battery", None, {}, True),
        ("uk.typhoon", None, {}, True),
        ("uk.typhoon", None, {"night": True}, False),
        ("uk.squad", None, {"aboard": {"one": "lorry"}}, True),
        ("uk.squad", None, {"inside": {"one": "house"}}, True),
        ("uk.squad", (43, 11), {"inside": {"one": "house"}}, True),
        ("uk.squad", (20, 20), {}, True),
    ],
)
def test_which_units_may_begin_without_a_place(
    type_id: str, where: tuple[float, float] | None, options: dict[str, Any], may: bool
) -> None:
    one = unit("one", type_id, where)
    if not may:
        with pytest.raises(RulesError, match=r"units\.one"):
            opened(table(HOUSE), one, *UNITS, **options)
        return
    state = opened(table(HOUSE), one, *UNITS, **options)
    assert status(state, "one").aboard == options.get("aboard", {}).get("one")
    assert status(state, "one").inside == options.get("inside", {}).get("one")
    assert (state.unit("one").at == Spot(43, 11)) is ("inside" in options)


@proves("KN-SETUP-01", "KN-SETUP-02", "KN-SETUP-03", "KN-SETUP-11", "KN-GROUP-02", "KN-GROUP-12")
def test_options_that_a_scenario_leaves_out_have_their_defaults() -> None:
    """A meeting of platoons by day that lasts twelve turns, with counters and events; from one turn to sixty."""
    state = RULESET.opening(GameState(table(), {one.id: one for one in UNITS}, (), (UK, DE)), {})
    assert progress_of(state).setting == Setting(Size.PLATOON, Engagement.MEETING, None, 12)
    assert [progress_of(opened(table(), *UNITS, turns=turns)).setting.turns for turns in (1, 60)] == [1, 60]


@proves("KN-SETUP-12", "KN-SETUP-03", "KN-SETUP-04", "KN-SETUP-13", "KN-SPEC-02")
@pytest.mark.parametrize(
    ("options", "step", "acting"),
    [
        ({"attacker": UK}, Step.COMMAND, UK),
        ({"attacker": DE}, Step.COMMAND, DE),
        ({"attacker": None}, Step.FIRST, UK),
        ({"engagement": "meeting_engagement", "attacker": None}, Step.FIRST, UK),
        ({"engagement": "historical_refight", "attacker": None}, Step.COMMAND, UK),
        ({"engagement": "historical_refight", "attacker": DE}, Step.COMMAND, DE),
    ],
)
def test_the_attacker_begins_or_dice_decide(options: dict[str, Any], step: Step, acting: str) -> None:
    state = opened(table(), *UNITS, **options)
    assert (progress_of(state).step, progress_of(state).acting) == (step, acting)
    assert progress_of(state).forces[0].side == acting
    assert dict(status(state, "tank").rounds) == {"ap": 5, "he": 4}


@proves("KN-SPEC-02", "KN-KIT-02")
@pytest.mark.parametrize(
    ("type_id", "ap", "he"),
    [
        ("uk.sherman", 5, 4),
        ("uk.churchill", 4, 4),
        ("uk.cromwell_cs", 0, 6),
        ("uk.daimler", 10, 0),
        ("uk.m5_halftrack", 0, 0),
    ],
)
def test_rounds_are_halved_unless_the_scenario_splits_them(type_id: str, ap: int, he: int) -> None:
    """OUR 125: of nine rounds five are AP; what fires but one kind has that alone."""
    state = opened(table(), unit("one", type_id, (20, 20)), *UNITS)
    assert dict(status(state, "one").rounds) == ({"ap": ap, "he": he} if ap + he else {})


@proves("KN-SPEC-02", "KN-KIT-02")
@pytest.mark.parametrize("split", [{"he": 3}, {"ap": 3}, {"ap": 2, "he": 1}])
def test_a_kind_of_round_that_the_scenario_leaves_out_is_zero(split: dict[str, int]) -> None:
    state = opened(table(), *UNITS, rounds={"tank": split})
    assert dict(status(state, "tank").rounds) == {"ap": 0, "he": 0, **split}


@proves("KN-DEPL-13", "KN-DEPL-14", "KN-DEPL-15", "KN-PRIN-29")
@pytest.mark.parametrize(
    ("vehicle", "load", "said"),
    [
        ("uk.bedford", ("uk.squad", "uk.squad"), ""), ("uk.bedford", ("uk.squad", "uk.squad", "uk.hq"), ""),
        ("uk.bedford", ("uk.squad", "uk.squad", "uk.small_squad"), "carries 20 models"), ("uk.bedford", ("uk.6pdr",), ""),
        ("uk.bedford", ("uk.6pdr", "uk.squad", "uk.squad"), ""), ("uk.bedford", ("uk.6pdr", "uk.17pdr"), "tows a gun already"),
        ("uk.sherman", ("uk.6pdr",), "does not tow"), ("uk.sherman", ("uk.squad",), ""),
        ("uk.sherman", ("uk.squad", "uk.hq"), ""), ("uk.sherman", ("uk.squad", "uk.squad"), "carries 12 models"),
        ("uk.jeep", ("uk.hq",), ""), ("uk.jeep", ("uk.squad",), "carries 3 models"), ("uk.m5_halftrack", ("uk.squad", "uk.hq"), ""),
        ("uk.m5_halftrack", ("uk.squad", "uk.small_squad"), "carries 12 models"), ("de.motorcycle", ("uk.6pdr",), "does not tow"),
        ("uk.daimler", ("uk.squad",), ""), ("uk.m5_halftrack", ("uk.squad", "uk.6pdr"), ""),
        ("uk.m5_halftrack", ("us.squad", "uk.6pdr"), "carries 12 models, the crew of a gun on tow among them"),
        ("uk.jeep", ("uk.6pdr",), ""), ("uk.jeep", ("uk.17pdr",), "carries 3 models"),
        ("uk.jeep", ("uk.hq", "uk.6pdr"), "carries 3 models"), ("uk.supply_truck", ("uk.6pdr",), "does not tow"),
        ("uk.supply_truck", ("uk.hq",), "carries 0 models"), ("uk.bren_carrier", ("uk.squad",), "carries 6 models"),
    ],
)  # fmt: skip
def test_what_vehicles_carry_and_tow(vehicle: str, load: tuple[str, ...], said: str) -> None:
    """As their rows say, twelve riders on armour without room inside, and one gun on tow.

    The crew of the gun ride too: three of a 6 pdr and four of a 17 pdr.
    """
    carrier = replace(unit("v", vehicle, (10, 10)), side=UK)
    units = [unit(f"u{k}", type_id, (20 + 4 * k, 20)) for k, type_id in enumerate(load)]
    state = opened(table(), carrier, *units, unit("foe", "de.squad", (60, 40)))
    reason = overloads(position(state), state.unit("v"), [state.unit(one.id) for one in units])
    assert said in str(reason or "")
    assert (reason is None) is (said == "")
    if said:
        with pytest.raises(RulesError, match=r"options\.aboard"):
            opened(
                table(),
                carrier,
                *units,
                unit("foe", "de.squad", (60, 40)),
                aboard=dict.fromkeys([one.id for one in units], "v"),
            )


@proves("KN-BMOR-19", "KN-BMOR-20", "KN-BMOR-24a", "KN-BMOR-25", "KN-BMOR-26", "KN-BMOR-27", "KN-BMOR-28")
@pytest.mark.parametrize(
    ("held_by", "own_in", "enemy_in", "holder", "counters"),
    [
        (None, 0.9, 8.1, UK, (0, 1)), (None, 1.1, 20, None, (0, 0)), (None, 0.9, 7.9, None, (0, 0)), (None, 20, 20, None, (0, 0)),
        (DE, 0.9, 8.1, UK, (0, 1)), (DE, 1.1, 20, DE, (0, 0)), (UK, 3.9, 20, UK, (0, 0)), (UK, 0.9, 20, UK, (0, 0)), (UK, 3.9, 2, UK, (0, 0)),
        (UK, 4.1, 20, None, (1, 0)), (UK, 20, 20, None, (1, 0)),
    ],
)  # fmt: skip
def test_an_objective_is_taken_within_an_inch_held_within_four_and_lost_without_a_unit(
    held_by: str | None, own_in: float, enemy_in: float, holder: str | None, counters: tuple[int, int]
) -> None:
    """At the end of the British turn: taken within an inch with no enemy within 8, held within 4; counters of both."""
    mark = {"name": "farm", "spots": [[30, 24]]} | ({} if held_by is None else {"held_by": held_by})
    state = ready(
        table(), unit("own", "uk.sniper", (30 - own_in - 0.3, 24)), unit("foe", "de.sniper", (30 + enemy_in + 0.3, 24)),
        objectives=[mark],
    )  # fmt: skip
    resolution = GAME.begin(position(state), dice_of([1] * 3), ())
    judge_objectives(resolution, UK)
    after = progress_of(resolution.state)
    assert [objective.held_by for objective in after.objectives] == [holder]
    assert tuple(len(after.counters_of(side)) for side in (UK, DE)) == counters


@proves("KN-BMOR-23", "KN-BMOR-28", "KN-SETUP-11", "KN-GROUP-12", "KN-SETUP-03", "KN-SETUP-01", "KN-SETUP-02")
def test_a_scenario_says_where_units_and_objectives_are() -> None:
    state = opened(
        table(),
        unit("a", "uk.squad", (10, 24)),
        FAR,
        objectives=[{"name": "farm", "spots": [[30, 20]], "held_by": DE}],
    )
    (farm,) = progress_of(state).objectives
    assert (farm.name, farm.at, farm.held_by) == ("farm", Spot(30, 20), DE)


@proves("KN-GROUP-02", "KN-SETUP-06")
def test_a_refight_may_pit_any_forces_against_each_other() -> None:
    tanks = [unit(f"t{k}", "de.king_tiger", (5 + 6 * k, 10), 90) for k in range(5)]
    state = opened(
        table(), unit("a", "uk.squad", (10, 40)), *tanks, game_size="platoon", engagement="historical_refight"
    )
    assert progress_of(state).force(DE).points > 250


@proves("KN-SETUP-13", "KN-SPEC-17")
def test_in_a_meeting_engagement_dice_and_scouts_say_who_goes_first() -> None:
    scouts = unit("s", "de.motorcycle", (66, 30), 270)
    state = opened(table(), SQUAD_A, SQUAD_B, scouts, engagement="meeting_engagement", attacker=None)
    assert progress_of(state).step is Step.FIRST
    assert progress_of(act(state, RollForFirst(UK), 4, 4)).acting == DE
    assert progress_of(act(state, RollForFirst(UK), 5, 3)).acting == UK
    assert progress_of(act(state, RollForFirst(UK), 5, 3)).turn == 1
    assert progress_of(act(state, RollForFirst(UK), 4, 4)).first == DE
    assert "with reconnaissance units uk 4, de 5: de has the first turn" in record_of(
        state, RollForFirst(UK), 4, 4
    )


@proves("KN-SETUP-14")
def test_a_tie_goes_to_more_scouts_and_else_is_thrown_again() -> None:
    scouts = unit("s", "de.motorcycle", (66, 30), 270)
    state = opened(table(), SQUAD_A, SQUAD_B, scouts, engagement="meeting_engagement", attacker=None)
    assert progress_of(act(state, RollForFirst(UK), 5, 4)).acting == DE
    even = opened(table(), SQUAD_A, SQUAD_B, engagement="meeting_engagement", attacker=None)
    assert progress_of(act(even, RollForFirst(UK), 3, 3, 6, 1)).acting == UK
    first = [line for line in record_of(even, RollForFirst(UK), 3, 3, 6, 1) if "has the first turn" in line]
    assert first == ["uk 6, de 1: uk has the first turn"]


@proves("KN-SETUP-04", "KN-SETUP-12")
def test_the_attacker_is_diced_for_if_not_agreed_and_ties_are_thrown_again() -> None:
    state = opened(table(), SQUAD_A, SQUAD_B, attacker=None)
    assert progress_of(state).step is Step.FIRST
    assert [type(action) for action in GAME.legal_actions(state)] == [RollForAttacker]
    assert "the attacker goes first" in refusal(state, RollForFirst(UK))
    after = act(state, RollForAttacker(UK), 3, 3, 2, 5)
    assert (progress_of(after).setting.attacker, progress_of(after).acting, progress_of(after).turn) == (
        DE,
        DE,
        1,
    )
    assert progress_of(after).step is Step.COMMAND
    assert "uk 2, de 5: de attacks and has the first turn" in record_of(state, RollForAttacker(UK), 2, 5)
    told_odds = GAME.chances(state, RollForAttacker(UK)).odds
    assert told_odds is not None
    assert set(told_odds.chances.values()) == {Fraction(1, 2)}
    meeting = opened(table(), SQUAD_A, SQUAD_B, engagement="meeting_engagement", attacker=None)
    assert "has no attacker" in refusal(meeting, RollForAttacker(UK))


@proves("KN-SETUP-05", "KN-GROUP-03", "KN-GROUP-04", "KN-GROUP-05", "KN-GROUP-01")
def test_a_battle_group_dearer_than_its_game_is_refused() -> None:
    tanks = [unit(f"t{k}", "uk.firefly", (5 + 5 * k, 10), 90) for k in range(6)]
    with pytest.raises(BadInput, match="at most 250 points in a platoon game"):
        opened(table(), *tanks, SQUAD_B, game_size="platoon")
    assert progress_of(opened(table(), *tanks, SQUAD_B, game_size="company")).force(UK).points > 250
    assert opened(table(), *tanks, SQUAD_B, game_size="platoon", engagement="historical_refight")


@proves("KN-SETUP-02", "KN-BMOR-01")
@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"game_size": "army"}, "options.game_size"),
        ({"attacker": "fr"}, "options.attacker"),
        ({"turns": 0}, "options.turns"),
        ({"weather": "rain"}, "options.weather"),
        ({"night": "yes"}, "options.night"),
        ({"aboard": {"a": "b"}}, "options.aboard.a"),
        ({"objectives": [{"name": "x"}]}, "options.objectives"),
        ({"rounds": {"t": {"ap": 99}}}, "options.rounds.t.ap"),
    ],
)
def test_a_wrong_option_is_named(options: dict[str, Any], said: str) -> None:
    tank = unit("t", "uk.sherman", (20, 10), 90)
    with pytest.raises(BadInput) as error:
        opened(table(), SQUAD_A, SQUAD_B, tank, **options)
    assert said in str(error.value)


@proves("KN-SETUP-02")
def test_an_unknown_type_is_named() -> None:
    with pytest.raises(Unknown, match="panjandrum"):
        opened(table(), unit("a", "uk.panjandrum", (5, 5)), SQUAD_B)


@proves("KN-GROUP-03", "KN-GROUP-04", "KN-GROUP-05", "KN-SETUP-05")
@pytest.mark.parametrize(("size", "most"), [("platoon", 250), ("company", 500), ("battalion", None)])
def test_a_battle_group_costs_at_most_what_the_size_of_the_game_allows(size: str, most: int | None) -> None:
    dear, cheap = RULESET.book.type("uk.crocodile").points, RULESET.book.type("uk.runner").points
    assert (dear, cheap) == (68, 2)

    def battle_group(points: int) -> GameState:
        tanks, runners = points // dear, points % dear // cheap
        bought = [unit(f"tank {k}", "uk.crocodile", (3 + 3 * k, 5)) for k in range(tanks)]
        bought += [unit(f"runner {k}", "uk.runner", (3 + k, 40)) for k in range(runners)]
        return opened(table(), *bought, SQUAD_B, game_size=size)

    assert progress_of(battle_group(most or 1200)).force(UK).points == (most or 1200)
    if most is not None:
        with pytest.raises(BadInput, match=f"at most {most} points"):
            battle_group(most + 2)


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


DOCS = Path(__file__).parents[4] / "docs" / "kampfgruppe_scenarios.md"


def test_the_documented_options_are_those_that_are_read() -> None:
    rows = re.findall(r"^\| `(\w+)` \|", DOCS.read_text("utf-8"), re.MULTILINE)
    assert set(rows) | {"turns", "objectives"} == set(OPTIONS)
    assert len(rows) == len(set(rows))


PLACES = [
    ([100, 20], "a spot on the table"), ([20, 72.5], "a spot on the table"), ([20, True], "a spot [x, y]"),
    ([20], "a spot [x, y]"), ("here", "a spot [x, y]"), ([20, "x"], "a spot [x, y]"), (5, "a spot [x, y]"),
    ([20, None], "a spot [x, y]"), ([float("nan"), 20], "a spot [x, y]"),
]  # fmt: skip


@proves("KN-IND-28", "KN-IND-30")
@pytest.mark.parametrize(("place", "wanted"), PLACES)
def test_registered_points_are_places_on_the_table(place: Any, wanted: str) -> None:
    options = {OPTION: {UK: {"registered_points": {"mill": place}}}}
    with pytest.raises(BadInput) as told:
        bought_support(game(HQ, FOE), options)
    assert told.value.field == f"options.{OPTION}.uk.registered_points.mill"
    assert wanted in told.value.wanted


@proves("KN-IND-30")
@pytest.mark.parametrize("name", ["", " "])
def test_fire_is_requested_on_a_registered_point_by_its_name(name: str) -> None:
    options = {OPTION: {UK: {"registered_points": {name: [20, 20]}}}}
    with pytest.raises(BadInput, match="a name for the point"):
        bought_support(game(HQ, FOE), options)


@proves("KN-SETUP-11", "KN-SETUP-02", "KN-BMOR-23")
@pytest.mark.parametrize(
    ("objectives", "field", "wanted"),
    [
        ("mill", "", "a list"),
        ([5], "[1]", "a table of names and values"),
        ([{"name": 5}], "[1].name", "a word"),
        ([{"name": "mill", "spots": [[5, 5]]}] * 2, "[2].name", "a name that no other objective has"),
        ([{"name": "mill"}], "[1].spots", "given"),
        ([{"name": "mill", "spots": [[5, 5], [6, 6]]}], "[1].spots", "one spot [x, y]"),
        ([{"name": "mill", "spots": [[5, 5]], "held_by": "french"}], "[1].held_by", "one of uk, de"),
        *(
            ([{"name": "mill", "spots": [place]}], "[1].spots", wanted.removeprefix("a spot [x, y]"))
            for place, wanted in PLACES
        ),
    ],
)
def test_objectives_have_a_name_of_their_own_and_one_spot_on_the_table(
    objectives: Any, field: str, wanted: str
) -> None:
    units = (Unit("a", "uk.hq", "uk", Spot(10.0, 10.0)), Unit("b", "de.hq", "de", Spot(40.0, 10.0)))
    with pytest.raises(BadInput) as told:
        opened(table(), *units, objectives=objectives)
    assert told.value.field == f"options.objectives{field}"
    assert wanted in told.value.wanted


@proves("KN-SETUP-02", "KN-SETUP-03", "KN-BMOR-33")
def test_a_whole_game_with_default_options() -> None:
    """A whole game by day, with counters and special events, in which every objective counts."""
    units = (Unit("a", "uk.hq", "uk", Spot(10.0, 10.0)), Unit("b", "de.hq", "de", Spot(40.0, 10.0)))
    setting = progress_of(opened(table(), *units)).setting
    assert (setting.is_night, setting.ask_for_tests, setting.short_game) == (False, False, False)
    assert (setting.counters, setting.events) == (True, True)
    assert setting.barred_from_all_objectives == frozenset()
