"""Fire for effect: which guns fire at a marker and when, batteries on and off the table."""

from dataclasses import replace

import pytest

from rules.game.chance.odds import odds_of
from rules.game.engine.carrying_out import carry_out
from rules.game.state import GameState
from rules.game.units import Marker
from rules.ground.table.inches import Spot
from rules.kampfgruppe_normandy.book.action_kinds import ActionKind as K
from rules.kampfgruppe_normandy.book.conditions import COVERING, FIRED, RESERVE, SUPPRESSED
from rules.kampfgruppe_normandy.book.unit_types import HighExplosive, ShellSize
from rules.kampfgruppe_normandy.declarations.covering_fire import CoverFire, HoldFire
from rules.kampfgruppe_normandy.declarations.indirect_fire.fire_for_effect import (
    FireForEffect,
    FireIndirectly,
)
from rules.kampfgruppe_normandy.declarations.indirect_fire.requesting import RequestMission
from rules.kampfgruppe_normandy.declarations.indirect_fire.target_markers import CancelMission, FireOnMarker
from rules.kampfgruppe_normandy.declarations.turn.command import KeepCommand, RollCommand
from rules.kampfgruppe_normandy.effects.indirect_fire.barrage import bombard
from rules.kampfgruppe_normandy.effects.indirect_fire.shellfire import barrage_at
from rules.kampfgruppe_normandy.questions.batteries import dedicated_batteries
from rules.kampfgruppe_normandy.ruleset import KampfgruppeNormandy
from rules.kampfgruppe_normandy.state.fire_missions import Mission
from rules.kampfgruppe_normandy.state.progress import Duty, progress_of, with_progress
from rules.kampfgruppe_normandy.state.support_events import MissionAsked, MissionOver
from tests.proving import proves
from tests.rules.kampfgruppe_normandy.support.shelling import (
    GUNS,
    HEAVY_5,
    MARK,
    battery,
    missions,
    with_mission_on_target,
)
from tests.rules.kampfgruppe_normandy.tables import (
    BOOK,
    DE,
    GAME,
    UK,
    act,
    activated,
    dice_of,
    game,
    legal,
    opened,
    position,
    refusal,
    status,
    table,
    told_to,
    unit,
    with_status,
)


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
    state = told_to(state, "hq", K.REQUEST)
    request = RequestMission(UK, "hq", GUNS, Spot(40.0, 20.0))
    state = act(state, request, 3, 4, 5, 5, 5, 1, 9)
    assert missions(state)[0].at == Spot(40.0, 22.0)
    assert state.markers == (Marker("target_marker", Spot(40.0, 22.0)),)
    state = act(state, FireOnMarker(UK))
    spent = progress_of(state).spent
    order = barrage_at(position(state), Spot(40.0, 22.0), HEAVY_5).order
    assert order == ("squad", "truck", "tank", "own")
    fall = (1, 2, 4, 4, 5, 6)
    damage = (3, 4, 6, 2, 1)
    saves, special = (5, 5, 5), (1,)
    suppressions = (3, 5, 2, 5, 3, 5)
    state = act(state, FireForEffect(UK, "mission 1", GUNS), *fall, *damage, *saves, *special, *suppressions)
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


@proves("KN-IND-15", "KN-TURN-22")
def test_a_marker_waits_for_guns_that_had_no_activation_left() -> None:
    state = with_mission_on_target(battery())
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
        K.REQUEST,
    )
    tight = act(tight, RequestMission(UK, "hq", ("m",), MARK), 3, 6, 6, 1, 1, 1)
    tight = act(tight, FireOnMarker(UK))
    assert not any(isinstance(one, FireForEffect) for one in legal(tight))
    assert len(missions(tight)) == 1
    assert from_one.allowance == 20


@proves("KN-IND-13")
def test_kn_21_a_battery_of_three_costs_three_activations() -> None:
    state = with_mission_on_target(battery())
    before = progress_of(state).spent
    after = act(state, FireForEffect(UK, "mission 1", GUNS), 1, 1, 1, 1, 1, 1)
    assert progress_of(after).spent - before == 3
    assert set(GUNS) <= progress_of(after).activated


@proves("KN-IND-14", "KN-ACT-06")
def test_a_gun_on_the_table_may_fire_one_of_its_actions_indirectly() -> None:
    state = game(
        unit("hq", "uk.hq", (40, 32)), unit("m", "uk.3in_mortar", (40, 50)), unit("foe", "de.squad", (40, 20))
    )
    state = with_mission_on_target(state, guns=("m",))
    once = told_to(state, "m", K.SUPPRESS_INDIRECT, K.MOVE)
    after = act(once, FireIndirectly(UK, "m"), 1)
    activation = progress_of(after).activation
    assert activation is not None
    assert activation.next_kind is K.MOVE
    twice = told_to(state, "m", K.SUPPRESS_INDIRECT, K.SUPPRESS_INDIRECT)
    assert progress_of(act(twice, FireIndirectly(UK, "m"), 1, 1)).activation is None


def _mortars(*conditions: str) -> GameState:
    """Two mortars side by side with a marker 20 inches off, and a machine gun team before it that may cover."""
    state = game(
        unit("hq", "uk.hq", (40, 32)),
        unit("m1", "uk.3in_mortar", (36, 40)),
        unit("m2", "uk.3in_mortar", (44, 40)),
        unit("foe", "de.mg42", (40, 22), 0, *conditions),
    )
    return with_mission_on_target(state, guns=("m1", "m2"))


BOTH = FireForEffect(UK, "mission 1", ("m1", "m2"))


@proves("KN-IND-13", "KN-IND-04", "KN-IND-16", "KN-IND-22")
def test_two_mortars_on_the_table_fire_as_a_battery() -> None:
    """OUR 193: two activations, and four shells thrown together: the first two that come close worry the one unit there."""
    state = _mortars()
    before = progress_of(state).spent
    again = told_to(state, "hq", K.REQUEST)
    assert RequestMission(UK, "hq", ("m1", "m2"), Spot(40.0, 22.0)) in legal(again)
    assert BOTH in legal(state)
    after = act(state, BOTH, 2, 2, 1, 1, 3, 3)
    assert (progress_of(after).spent - before, progress_of(after).activation) == (2, None)
    assert {"m1", "m2"} <= progress_of(after).activated
    assert all(after.unit(gun).has(FIRED) for gun in ("m1", "m2"))
    assert missions(after) == ()
    few = with_progress(state, replace(progress_of(state), allowance=before + 1))
    assert "fewer are left" in refusal(few, BOTH)
    assert FireForEffect(UK, "mission 1", ("m1",)) in legal(few)


@proves("KN-IND-13", "KN-COV-02")
def test_a_battery_on_the_table_met_by_covering_fire_fires_with_its_remaining_guns() -> None:
    state = _mortars(COVERING)
    met = act(state, BOTH)
    assert [owed.other for owed in progress_of(met).owed] == ["m1", "m2"]
    held = act(act(met, HoldFire(DE)), HoldFire(DE))
    assert FireIndirectly(UK, "m1") in legal(held)
    fired = act(held, FireIndirectly(UK, "m1"), 1, 1, 1, 1)
    assert progress_of(fired).activation is None
    for first, other in (("m1", "m2"), ("m2", "m1")):
        stopped = act(met, CoverFire(DE, "foe", first, K.SUPPRESS_SMALL_ARMS), 3, 6, 1)
        assert stopped.unit(first).has(SUPPRESSED)
        while progress_of(stopped).owed:
            stopped = act(stopped, HoldFire(DE))
        alone = act(stopped, FireIndirectly(UK, other), 1, 1)
        assert (alone.unit(first).has(FIRED), alone.unit(other).has(FIRED)) == (False, True)
        assert progress_of(alone).activation is None


@proves("KN-IND-13", "KN-IND-16")
@pytest.mark.parametrize("covered", [False, True])
def test_the_odds_of_a_battery_on_the_table_are_those_of_all_its_shells(covered: bool) -> None:
    state = _mortars(*([COVERING] if covered else []))
    told = GAME.chances(state, BOTH)
    assert "4 dice, medium 4 HE" in " ".join(map(str, told.reasons))
    assert told.odds is not None
    barrage = barrage_at(position(state), MARK, HighExplosive(ShellSize.MEDIUM, 4, 2))
    fallen = odds_of(lambda thrown: bombard(barrage, 4, thrown).target("foe"))
    assert told.odds.chances["no effect"] == fallen.chances[barrage.target("foe")]


@proves("KN-IND-04")
def test_guns_lent_for_one_mission_of_general_support_answer_no_other_request() -> None:
    units = unit("hq", "uk.hq", (40, 32)), unit("lent", "uk.25pdr_battery"), unit("foe", "de.squad", (40, 20))
    mission = Mission("mission 1", UK, "hq", ("lent",), MARK, is_general=True, is_on=True)
    state = told_to(GAME.apply(game(*units), MissionAsked(mission, "asked")), "hq", K.REQUEST)
    refused = refusal(state, RequestMission(UK, "hq", ("lent",), MARK))
    assert "lent fires a mission of general support" in refused


@proves("KN-IND-35", "KN-WPN-09")
def test_a_light_mortar_never_fires_indirectly() -> None:
    state = game(unit("hq", "de.hq", (40, 32), side=UK), unit("g", "de.mortar_50mm", (40, 40), side=UK))
    asked = told_to(state, "hq", K.REQUEST)
    assert "g has nothing that fires indirectly" in refusal(asked, RequestMission(UK, "hq", ("g",), MARK))


@proves("KN-IND-44", "KN-TURN-12b")
def test_guns_off_the_table_are_activated_without_a_place() -> None:
    state = with_mission_on_target(battery())
    assert all(state.unit(gun).at is None for gun in GUNS)
    assert FireForEffect(UK, "mission 1", GUNS) in legal(state)


@proves("KN-IND-12")
def test_the_observer_may_cancel_when_the_spotter_round_has_fallen() -> None:
    asked = told_to(battery(), "hq", K.REQUEST)
    marked = act(asked, RequestMission(UK, "hq", GUNS, MARK), 3, 6, 6, 1, 1, 1)
    assert set(legal(marked)) == {FireOnMarker(UK), CancelMission(UK)}
    over = act(marked, CancelMission(UK))
    assert missions(over) == ()
    assert progress_of(over).activation is None
    assert not any(isinstance(one, FireForEffect) for one in legal(over))


@proves("KN-COV-02")
@pytest.mark.parametrize("off_table", [True, False])
def test_covering_fire_may_come_as_guns_fire_whenever_their_marker_was_laid(
    off_table: bool,
) -> None:
    """OUR 62: also first thing in a later turn. The gunners beside the marker fire before they are shelled;
    guns off the table are met as one."""
    guns = [unit(name, "uk.25pdr_battery" if off_table else "uk.3in_mortar", None if off_table else (x, 66)) for name, x in (("g", 42), ("h", 46))]  # fmt: skip
    men = unit("foe", "de.squad", (40, 20), 0, COVERING)
    state = game(unit("hq", "uk.hq", (40, 60)), unit("near", "uk.squad", (40, 36)), *guns, men)
    state = with_mission_on_target(state, guns=("g", "h"))
    fires = act(state, FireForEffect(UK, "mission 1", ("g", "h")))
    asks = [owed.duty for owed in progress_of(fires).owed]
    assert asks == [Duty.COVERING_FIRE] * (1 if off_table else 2)
    covered = act(fires, CoverFire(DE, "foe", "near", K.SUPPRESS_SMALL_ARMS), 3, 6, 1)
    assert covered.unit("near").has(SUPPRESSED)
    assert FireIndirectly(UK, "g") in legal(covered)
    shelled = act(covered, FireIndirectly(UK, "g"), 1, 1, 1, 1)
    assert missions(shelled) == ()
    assert progress_of(shelled).activation is None
    assert (progress_of(shelled).spent, progress_of(shelled).activated >= {"g", "h"}) == (3, True)


@proves("KN-IND-44", "KN-IND-04", "KN-IND-43", "KN-ACT-12", "KN-SPEC-24a.3")
def test_guns_of_a_type_answer_together_on_or_off_the_table_and_singly_on_it() -> None:
    """OUR 193."""
    guns = {
        "m": "uk.3in_mortar", "n": "uk.3in_mortar", "g": "uk.25pdr", "b1": "uk.25pdr_battery", "b2": "uk.25pdr_battery", "c": "uk.55in_battery",
    }  # fmt: skip
    silent = {
        "waits": "uk.25pdr",
        "towed": "uk.25pdr",
        "pak": "uk.6pdr",
        "light": "uk.platoon_hq",
        "empty": "uk.25pdr",
    }
    at = {
        "m": (10, 10),
        "n": (10, 20),
        "g": (20, 10),
        "pak": (30, 10),
        "light": (40, 10),
        "empty": (50, 10),
        "waits": (60, 10),
    }
    units = [unit(name, type, at.get(name)) for name, type in {**guns, **silent}.items()]
    units += [
        unit("quad", "uk.quad", (10, 30)),
        unit("hq", "uk.hq", (4, 40)),
        unit("foe", "de.80mm_mortar", (60, 40)),
    ]
    state = opened(table(), *units, aboard={"towed": "quad"})
    state = state.with_unit(replace(state.unit("waits"), conditions=frozenset({RESERVE})))
    state = with_status(state, "empty", replace(status(state, "empty"), lost_weapons=("25 pdr",)))
    assert dedicated_batteries(position(state), UK) == (
        ("m",),
        ("n",),
        ("g",),
        ("m", "n"),
        ("b1", "b2"),
        ("c",),
    )
    refused = {
        ("g", "m"): "g, m are no battery",
        ("g", "b1"): "g, b1 are no battery",
        ("m", "m"): "names each gun once",
        ("pak",): "pak has nothing that fires indirectly",
        ("light",): "light has nothing that fires indirectly",
        ("towed",): "towed is not deployed on the table",
        ("waits",): "waits is not deployed on the table",
        ("empty",): "empty is out of ammunition",
        ("foe",): "uk has no gun foe",
        ("nobody",): "uk has no gun nobody",
        ("hq",): "hq has nothing that fires indirectly",
    }
    ready_state = act(act(state, RollCommand(UK), 6, 6, 6), KeepCommand(UK))
    asking = activated(ready_state, "hq", K.REQUEST)
    for names, said in refused.items():
        assert said in refusal(asking, RequestMission(UK, "hq", names, Spot(58, 38)))
    for names in (("m",), ("m", "n"), ("n", "m"), ("g",), ("b1", "b2"), ("b2",), ("c",)):
        assert refusal(asking, RequestMission(UK, "hq", names, Spot(58, 38))) == ""


@proves("KN-IND-15", "KN-IND-22")
def test_a_mission_whose_gun_is_lost_to_its_own_shells_ends_only_once() -> None:
    """A mortar of a player's own list, which has no least range."""
    row = BOOK.type("uk.3in_mortar")
    weapons = tuple(replace(weapon, min_in=0.0) for weapon in row.weapons)
    book = replace(BOOK, roster={**BOOK.roster, row.id: replace(row, weapons=weapons)})
    own_list = KampfgruppeNormandy(book).as_game()
    state = game(
        unit("hq", "uk.hq", (40, 60)), unit("m", row.id, (40, 40)), unit("foe", "de.squad", (40, 10))
    )
    mission = Mission("mission 1", UK, "hq", ("m",), Spot(40, 37), is_on=True)
    state = told_to(own_list.apply(state, MissionAsked(mission, "")), "m", K.SUPPRESS_INDIRECT, K.MOVE)
    dice = dice_of((6, 4, 4, 4, 1, 1, 1, 1, 15))
    events, _ = carry_out(own_list, state, FireIndirectly(UK, "m"), dice)
    assert [event.why for event in events if isinstance(event, MissionOver)] == ["none of its guns is left"]
