"""Special events of the pot, ammunition of armoured vehicles, and the vehicles that bring more."""

from dataclasses import replace

import pytest

from rules.game.state import GameState
from rules.ground.table.inches import Spot
from rules.kampfgruppe_normandy.book.action_kinds import ActionKind
from rules.kampfgruppe_normandy.book.conditions import IMMOBILISED, SUPPRESSED
from rules.kampfgruppe_normandy.declarations.fire import Fire
from rules.kampfgruppe_normandy.declarations.special_events import PassEvent, PlayEvent, mishap
from rules.kampfgruppe_normandy.declarations.supply import ReSupply, loads_of
from rules.kampfgruppe_normandy.effects.group_morale import draw_counter
from rules.kampfgruppe_normandy.questions.declarable import declarable
from rules.kampfgruppe_normandy.state.ammunition_events import LAST_SHOT
from rules.kampfgruppe_normandy.state.progress import Duty, Status, progress_of
from tests.proving import proves
from tests.rules.kampfgruppe_normandy.support.support_tables import (
    BOOK,
    DE,
    UK,
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


@proves("KN-SPEC-21", "KN-SPEC-22")
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


@proves("KN-SPEC-23")
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


@proves("KN-SPEC-24a")
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
    assert "has no 75mm PaK 40" in why_not(after, shot)


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
    far = state.with_unit(replace(state.unit("medic"), at=Spot(40, 40)))
    assert progress_of(play_on(far, shot, 6, 4, 4, 1, 1, 1, 2, 2, 1)).of("squad").men == 6


@proves("KN-SPEC-25")
def test_an_event_without_a_target_has_no_effect() -> None:
    state = _drawn(game(unit("own", "uk.squad", (9, 9)), unit("foe", "de.squad", (30, 30))), BREAKDOWN)
    assert progress_of(state).owed == ()
    assert progress_of(state).counters_of(UK) == ("mechanical breakdown",)


@proves("KN-SPEC-21")
def test_an_event_whose_last_target_is_gone_comes_to_nothing() -> None:
    state = _drawn(game(unit("own", "uk.squad", (9, 9)), unit("pz", "de.pz4h", (30, 30))), BREAKDOWN)
    left = replace(state, units={"own": state.unit("own")})
    assert set(legal(left)) == {PassEvent(UK)}
    assert progress_of(play_on(left, PassEvent(UK))).owed == ()


@proves("KN-SPEC-22", "KN-SPEC-24a")
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
def test_a_gun_of_one_shell_takes_that_alone_and_soft_skins_take_none() -> None:
    assert set(loads_of(BOOK.type("uk.daimler"))) == {(10, 0)}
    state = game(
        unit("truck", "uk.supply_truck", (30, 30)),
        unit("jeep", "uk.jeep", (32, 30)),
        unit("foe", "de.squad", (60, 60)),
    )
    state = told_to(state, "truck", ActionKind.RE_SUPPLY)
    assert "no rounds" in why_not(state, ReSupply(UK, "truck", "jeep"))


@proves("KN-SPEC-24b", "KN-SPEC-06")
def test_a_supply_vehicle_lets_an_empty_gun_fire_again() -> None:
    state = game(
        unit("truck", "uk.supply_truck", (30, 30)),
        unit("gun", "uk.6pdr", (32, 30)),
        unit("foe", "de.squad", (60, 60)),
        status={"gun": Status(men=3, lost_weapons=("6 pdr",))},
    )
    state = told_to(state, "truck", ActionKind.RE_SUPPLY)
    assert ReSupply(UK, "truck", "gun") in legal(state)
    after = play_on(state, ReSupply(UK, "truck", "gun"))
    assert "6 pdr" in dict(at(after).weapons_left(after.unit("gun")))


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
