"""The worked examples of the turn with their dice: command, suppression removal, and a whole turn of twelve activations."""

import pytest

from rules.game.state import GameState
from rules.ground.table.inches import Spot
from rules.ground.table.terrain import TableTerrain as T
from rules.kampfgruppe_normandy.book.action_kinds import ActionKind as K
from rules.kampfgruppe_normandy.book.conditions import COVERING, MOVED, SUPPRESSED
from rules.kampfgruppe_normandy.book.unit_types import Kind
from rules.kampfgruppe_normandy.declarations.covering_fire import HoldFire
from rules.kampfgruppe_normandy.declarations.deploying.boarding import Unload
from rules.kampfgruppe_normandy.declarations.fire import Fire
from rules.kampfgruppe_normandy.declarations.indirect_fire.fire_for_effect import FireForEffect
from rules.kampfgruppe_normandy.declarations.indirect_fire.requesting import RequestMission
from rules.kampfgruppe_normandy.declarations.indirect_fire.target_markers import FireOnMarker
from rules.kampfgruppe_normandy.declarations.movement import Move
from rules.kampfgruppe_normandy.declarations.turn.activation import Activate, EndActivations
from rules.kampfgruppe_normandy.declarations.turn.command import KeepCommand, RerollCommand, RollCommand
from rules.kampfgruppe_normandy.declarations.turn.suppression import Rally, RemoveSuppression
from rules.kampfgruppe_normandy.effects.harm import strike_armour
from rules.kampfgruppe_normandy.questions.target import Target
from rules.kampfgruppe_normandy.state.progress import progress_of
from tests.proving import proves
from tests.rules.kampfgruppe_normandy.support.shelling import missions
from tests.rules.kampfgruppe_normandy.tables import (
    DE,
    GAME,
    UK,
    act,
    activated,
    area,
    counters,
    dice_of,
    opened,
    pot_die,
    ready,
    refusal,
    table,
    unit,
)


@proves("KN-KIT-04")
def test_example_02_a_2_and_a_5_on_2d6_are_7() -> None:
    state = opened(
        table(), unit("uk", "uk.squad", (5, 5)), unit("de", "de.squad", (60, 40)), game_size="company"
    )
    assert progress_of(act(state, RollCommand(UK), 2, 5)).allowance == 7


@proves("KN-KIT-05")
@pytest.mark.parametrize(("die", "d3"), [(1, 1), (2, 1), (3, 2), (4, 2), (5, 3), (6, 3)])
def test_example_03_a_d3_is_a_die_halved_and_rounded_up(die: int, d3: int) -> None:
    squad = Target("squad", Kind.INFANTRY, men=8, start=8)
    half_track = Target("track", Kind.OPEN_TOPPED, armour=2, passengers=(squad,))
    penetrates = (6, 5)
    losses = strike_armour(half_track, 10, dice_of([*penetrates, die]))
    assert [passenger.men_lost for passenger in losses.passengers] == [d3]


@proves("KN-KIT-04", "KN-TURN-05")
def test_example_04_a_platoon_game_throws_one_die_and_adds_command_units() -> None:
    state = opened(
        table(),
        *(unit(f"hq{k}", "uk.platoon_hq", (5 + 3 * k, 5)) for k in range(3)),
        unit("de", "de.squad", (60, 40)),
        game_size="platoon",
    )
    state = act(state, RollCommand(UK), 4)
    assert progress_of(state).allowance == 7


def company(commands: int) -> GameState:
    """A company game of a side with this number of command units, including its supreme commander."""
    hqs = [unit("hq", "uk.hq", (5, 5))]
    hqs += [unit(f"hq{k}", "uk.platoon_hq", (5 + 4 * k, 10)) for k in range(1, commands)]
    return opened(table(), *hqs, unit("de", "de.squad", (60, 40)), game_size="company")


@proves("KN-TURN-06", "KN-TURN-08", "KN-TURN-09", "KN-SPEC-08", "KN-KIT-07", "KN-KIT-08")
def test_example_05_the_supreme_commander_throws_a_2_again() -> None:
    state = act(company(6), RollCommand(UK), 5, 2)
    assert progress_of(state).allowance == 13
    state = act(state, RerollCommand(UK, 1), 4)
    assert progress_of(state).allowance == 15
    assert refusal(state, RerollCommand(UK, 0))


@proves("KN-TURN-06", "KN-TURN-08")
def test_example_06_four_command_units_and_a_1_thrown_again() -> None:
    state = act(act(company(4), RollCommand(UK), 4, 1), RerollCommand(UK, 1), 4)
    assert progress_of(state).allowance == 12


@proves("KN-TURN-08", "KN-KIT-07")
def test_a_command_die_need_not_be_thrown_again_and_a_worse_one_stands() -> None:
    state = act(company(4), RollCommand(UK), 4, 1)
    assert progress_of(act(state, KeepCommand(UK))).allowance == 9
    assert progress_of(act(state, RerollCommand(UK, 0), 1)).allowance == 6


@proves("KN-TURN-07")
def test_a_battalion_game_throws_three_dice() -> None:
    state = opened(table(), unit("uk", "uk.squad", (5, 5)), unit("de", "de.squad", (60, 40)))
    assert progress_of(act(state, RollCommand(UK), 1, 2, 3)).allowance == 6


@proves("KN-TURN-19", "KN-TURN-20", "KN-BMOR-21")
def test_example_08_one_counter_and_a_2_lift_two_of_four_suppressions() -> None:
    names = ["a", "b", "c", "d"]
    state = ready(
        table(),
        *(unit(name, "uk.squad", (5 + 8 * k, 5), 0, SUPPRESSED) for k, name in enumerate(names)),
        unit("fit", "uk.squad", (5, 20)),
        unit("de", "de.squad", (60, 40)),
    )
    state = act(act(state, EndActivations(UK)), RemoveSuppression(UK, 1), pot_die(), 2)
    assert counters(state, UK) == 1
    assert "2 suppression markers" in refusal(state, Rally(UK, ("a", "b", "c")))
    state = act(state, Rally(UK, ("a", "d")))
    assert [state.unit(name).has(SUPPRESSED) for name in names] == [False, True, True, False]


@proves("KN-BMOR-36", "KN-TURN-19")
def test_example_27_two_counters_are_two_dice() -> None:
    names = [f"u{k}" for k in range(7)]
    state = ready(
        table(),
        *(unit(name, "uk.squad", (5 + 8 * k, 5), 0, SUPPRESSED) for k, name in enumerate(names)),
        unit("fit", "uk.squad", (5, 20)),
        unit("de", "de.squad", (60, 40)),
    )
    state = act(act(state, EndActivations(UK)), RemoveSuppression(UK, 2), 1, 1, 3, 4)
    assert counters(state, UK) == 2
    assert not any(state.unit(name).has(SUPPRESSED) for name in names)


@proves("KN-NIGHT-06")
def test_example_32_at_night_the_first_counter_buys_nothing() -> None:
    state = ready(
        table(),
        *(unit(f"u{k}", "uk.squad", (5 + 8 * k, 5), 0, SUPPRESSED) for k in range(3)),
        unit("fit", "uk.squad", (5, 20)),
        unit("de", "de.squad", (60, 40)),
        night=True,
    )
    state = act(state, EndActivations(UK))
    assert "the first counter removes nothing" in refusal(state, RemoveSuppression(UK, 1))
    twice = act(state, RemoveSuppression(UK, 2), 1, 1, 3)
    assert counters(twice, UK) == 2
    assert not twice.unit("u0").has(SUPPRESSED)


def battle_group() -> GameState:
    """A British company with four command units; all that its turn will need, and Germans to fire at."""
    house = area(T.BRICK_BUILDING, 60, 30, 64, 34)
    return opened(
        table(house, depth_in=60),
        unit("hq", "uk.hq", (5, 55)),
        unit("second platoon hq", "uk.platoon_hq", (10, 55)),
        unit("third platoon hq", "uk.platoon_hq", (15, 55)),
        unit("platoon hq", "uk.platoon_hq", (30, 40)),
        unit("firefly", "uk.firefly", (10, 40), 0),
        unit("sherman", "uk.sherman", (20, 40), 0),
        unit("squad", "uk.squad", (26, 30), 0),
        unit("mmg", "us.cal30", (34, 26), 0),
        unit("m5", "uk.m5_halftrack", (44, 44), 0),
        unit("6pdr", "uk.6pdr", None),
        unit("carrier", "uk.bren_carrier", (62, 48), 0),
        unit("fao", "uk.observer", None),
        *(unit(f"25pdr {k}", "uk.25pdr_battery", None) for k in (1, 2, 3)),
        unit("mortar", "uk.3in_mortar", (35, 55), 0),
        *(unit(f"stuck {k}", "uk.recce", (45 + 8 * k, 56), 0, SUPPRESSED) for k in range(3)),
        unit("scout", "uk.humber_scout", (69, 52), 0, SUPPRESSED),
        unit("panzer", "de.pz4h", (20, 6), 180),
        unit("mg", "de.mg42", (26, 14), 180),
        unit("gun", "de.pak40", (34, 8), 180),
        unit("grenadiers", "de.squad", (40, 6), 180),
        game_size="company",
        engagement="historical_refight",
        aboard={"6pdr": "m5", "fao": "carrier"},
    )


def moved(state: GameState, name: str, to: Spot) -> GameState:
    here = state.unit(name).at
    assert isinstance(here, Spot)
    return act(state, Move(UK, name, (here, to)))


@proves(
    "KN-TURN-01", "KN-TURN-02", "KN-TURN-03", "KN-TURN-15", "KN-TURN-16", "KN-TURN-22", "KN-TURN-23",
    "KN-ACT-16", "KN-COV-01", "KN-IND-13", "KN-IND-15",
)  # fmt: skip
def test_example_07_twelve_activations() -> None:
    state = act(act(battle_group(), RollCommand(UK), 4, 1), RerollCommand(UK, 1), 4)
    assert progress_of(state).allowance == 12

    state = activated(state, "firefly", K.MOVE, K.MOVE)
    state = moved(moved(state, "firefly", Spot(10, 31)), "firefly", Spot(10, 22))

    state = activated(state, "sherman", K.MOVE, K.DIRECT_AT)
    state = moved(state, "sherman", Spot(20, 31))
    shot = Fire(UK, "sherman", "panzer", K.DIRECT_AT, "75mm")
    assert "-1 firer moved or will move" in str(GAME.chances(state, shot))
    state = act(state, shot, 2, 3)

    state = activated(state, "squad", K.SUPPRESS_SMALL_ARMS, K.MOVE)
    state = act(state, Fire(UK, "squad", "mg", K.SUPPRESS_SMALL_ARMS), 1)
    state = moved(state, "squad", Spot(26, 25))

    state = activated(state, "mmg", K.SUPPRESS_SMALL_ARMS, K.SUPPRESS_SMALL_ARMS)
    state = act(state, Fire(UK, "mmg", "gun", K.SUPPRESS_SMALL_ARMS), 1)
    state = act(state, Fire(UK, "mmg", "grenadiers", K.SUPPRESS_SMALL_ARMS), 1)
    assert progress_of(state).spent == 4

    state = activated(state, "m5", K.MOVE, K.DEPLOY)
    state = moved(state, "m5", Spot(44, 34))
    state = act(state, Unload(UK, "m5", "6pdr", Spot(44, 31), 0.0))
    state = activated(state, "6pdr", K.COVERING)
    assert state.unit("6pdr").has(COVERING)
    assert progress_of(state).activation is None

    state = activated(state, "carrier", K.MOVE, K.DEPLOY)
    state = moved(state, "carrier", Spot(62, 38))
    state = act(state, Unload(UK, "carrier", "fao", Spot(62, 32), building="brick_building"))
    state = activated(state, "fao", K.REQUEST)
    guns = ("25pdr 1", "25pdr 2", "25pdr 3")
    state = act(state, RequestMission(UK, "fao", guns, Spot(40, 6)), 3, 6, 6, 1, 1, 1)
    state = act(state, FireOnMarker(UK))
    assert progress_of(state).spent == 8

    state = act(state, FireForEffect(UK, "mission 1", guns), 1, 1, 1, 1, 1, 1)
    assert progress_of(state).spent == 11
    assert missions(state) == ()

    state = activated(state, "platoon hq", K.REQUEST)
    state = act(state, RequestMission(UK, "platoon hq", ("mortar",), Spot(34, 8)), 3, 6, 6, 1, 1, 1)
    state = act(state, FireOnMarker(UK))
    assert progress_of(state).spent == 12
    assert "activations are used" in refusal(state, Activate(UK, "hq", (K.MOVE, K.MOVE)))
    assert "fewer are left" in refusal(state, FireForEffect(UK, "mission 2", ("mortar",)))

    state = act(act(state, EndActivations(UK)), RemoveSuppression(UK, 1), pot_die(), 2)
    state = act(state, Rally(UK, ("stuck 0", "scout")))
    assert counters(state, UK) == 1
    assert progress_of(state).acting == DE

    state = act(act(state, RollCommand(DE), 1, 1), EndActivations(DE))
    state = act(state, HoldFire(UK))
    state = act(act(state, RemoveSuppression(DE, 0)), RollCommand(UK), 1, 1)
    state = act(state, KeepCommand(UK))
    assert [mission.guns for mission in missions(state)] == [("mortar",)]
    assert refusal(state, FireForEffect(UK, "mission 2", ("mortar",))) == ""


@proves("KN-TURN-03", "KN-TURN-15")
def test_example_09_four_units_that_move_together_are_four_activations() -> None:
    names = ("a", "b", "c", "d")
    state = ready(
        table(),
        *(unit(name, "uk.squad", (10 + 8 * k, 40)) for k, name in enumerate(names)),
        unit("de", "de.squad", (60, 4)),
    )
    before = progress_of(state).spent
    for k, name in enumerate(names):
        state = activated(state, name, K.MOVE, K.MOVE)
        state = moved(moved(state, name, Spot(10 + 8 * k, 35)), name, Spot(10 + 8 * k, 30))
    assert progress_of(state).spent - before == 4
    assert all(state.unit(name).has(MOVED) for name in names)
