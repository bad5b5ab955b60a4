"""Chapter 4.3.1: units that reveal themselves voluntarily."""

import pytest

from rules.game.chance.dice import ScriptedDice
from rules.game.engine.play import Action
from rules.game.state import GameState
from rules.last_hundred_yards.book.conditions import CONCEALED, HIDDEN, IN_MOTION
from rules.last_hundred_yards.declarations.fire.anti_tank import FireAntiTank
from rules.last_hundred_yards.declarations.fire.concealment_inquiry import Inquire
from rules.last_hundred_yards.declarations.fire.small_arms import FireSmallArms
from rules.last_hundred_yards.declarations.maneuver.maneuver import Maneuver
from rules.last_hundred_yards.declarations.maneuver.vehicle_motion import EndManeuver
from rules.last_hundred_yards.declarations.turn.activation import CallForReaction
from rules.last_hundred_yards.declarations.turn.showing import Show
from rules.last_hundred_yards.effects.concealment import conceal_unseen
from rules.last_hundred_yards.effects.view import state_seen_by
from rules.last_hundred_yards.play.play import PLAY
from tests.proving import proves
from tests.rules.last_hundred_yards.playing import (
    FAR,
    activated,
    at,
    course,
    done,
    legal,
    recorded,
    refusal,
    unit,
)

SQUAD, LEADER, DUMMY, OTHER_DUMMY = "us.able.1.squad.1", "us.able.1.leader", "us.dummy.1", "us.dummy.2"
TANK, FOE, GUN, MG = "us.able-tank.1.1", "ge.1kp.1.squad.1", "ge.pak40.3", "ge.mg.1"
OTHER_SQUAD = "us.able.1.squad.2"


@proves("LHY-4.3.1.will")
def test_4_3_1_concealed_units_of_a_hex_may_reveal_themselves_and_still_act() -> None:
    state = activated(*(unit(name, "C5", CONCEALED) for name in (SQUAD, LEADER, DUMMY)), unit(FOE, "C1"))
    assert SQUAD not in state_seen_by(state, "ge").units
    after = done(state, Show("us", at("C5")))
    assert {SQUAD, LEADER} <= state_seen_by(after, "ge").units.keys()
    assert after.unit(DUMMY).at is None
    assert any(SQUAD in str(action) for action in legal(after, FireSmallArms))
    assert "nobody concealed or hidden in C5" in refusal(after, Show("us", at("C5")))
    assert "nobody concealed or hidden in C1" in refusal(state, Show("us", at("C1")))


@proves("LHY-4.3.2.will")
def test_4_3_2_units_that_reveal_themselves_keep_an_enemy_in_sight_from_concealment() -> None:
    state = activated(unit(SQUAD, "C5"), unit(GUN, "C1", HIDDEN), far=FAR[1:])
    hidden = PLAY.resolution(state, ScriptedDice([]))
    conceal_unseen(hidden)
    assert hidden.state.unit(SQUAD).has(CONCEALED)
    state = done(state, CallForReaction("us"), Show("ge", at("C1")))
    assert state.unit(GUN).conditions >= {CONCEALED}
    assert not state.unit(GUN).has(HIDDEN)
    shown = PLAY.resolution(state, ScriptedDice([]))
    conceal_unseen(shown)
    assert not shown.state.unit(SQUAD).has(CONCEALED)


@proves("LHY-4.3.1.will")
def test_4_3_1_all_dummies_of_a_hex_are_removed_including_hidden_ones() -> None:
    """Two dummies are concealed and one is hidden with a squad; only the squad is put on the map."""
    hidden = "us.dummy.3"
    units = [unit(DUMMY, "C5", CONCEALED), unit(OTHER_DUMMY, "C5", CONCEALED), unit(hidden, "C5", HIDDEN)]
    state, lines = recorded(activated(*units, unit(SQUAD, "C5", HIDDEN)), Show("us", at("C5")))
    assert [state.unit(name).at for name in (DUMMY, OTHER_DUMMY, hidden)] == [None] * 3
    assert len(lines) == 4
    assert state.unit(SQUAD).has(CONCEALED)


@proves("LHY-17.9.3b", "LHY-4.3.2.will")
@pytest.mark.parametrize("deed", [Show("ge", at("C1")), FireSmallArms("ge", MG, (at("C5"),))])
def test_17_9_3_units_that_reveal_themselves_remove_concealment_of_enemies_that_acted_in_sight(
    deed: Action,
) -> None:
    """A squad moves over open ground four hexes from a hidden MG, too far away to find it."""
    state = activated(unit(SQUAD, "C6", CONCEALED), unit(LEADER, "H9"), unit(MG, "C1", HIDDEN), far=FAR[1:])
    state = done(state, Maneuver("us", SQUAD, at("C5")), EndManeuver("us"), CallForReaction("us"))
    assert state.unit(SQUAD).has(CONCEALED)
    assert state.unit(MG).has(HIDDEN)
    assert not done(state, deed).unit(SQUAD).has(CONCEALED)


@proves("LHY-17.9.2.0a", "LHY-17.9.3b")
def test_17_9_2_a_hidden_unit_that_reveals_itself_by_firing_fires_at_targets_no_longer_concealed() -> None:
    """OUR 237: a squad moved in sight of a hidden MG, and a tank in sight of a hidden gun, which keeps its own bonus."""
    squad = unit(SQUAD, "C6", CONCEALED)
    state = activated(squad, unit(LEADER, "H9"), unit(MG, "C1", HIDDEN), far=FAR[1:])
    for deed in (Maneuver("us", SQUAD, at("C5")), EndManeuver("us"), CallForReaction("us")):
        state = done(state, deed)
    shot = FireSmallArms("ge", MG, (at("C5"),))
    (fire,) = course(done(state, shot)).fires
    assert fire.value == 0, "SAV 1, -1 for the range"
    assert _told_of_coming_out(state, shot) == [
        "ge.mg.1 comes out first: who is concealed in C5 and acted in its sight is fired at without the -1 for it"
    ]

    tank = unit(TANK, "C8", CONCEALED, IN_MOTION)
    state = activated(tank, unit(GUN, "C1", HIDDEN), platoon="able-tank.1", far=FAR[1:], edition="series-3.1")
    for deed in (Maneuver("us", TANK, at("C7")), EndManeuver("us"), CallForReaction("us")):
        state = done(state, deed)
    state, shell = done(state, Inquire("ge", at("C7"))), FireAntiTank("ge", GUN, ("afv@C7",))
    (fire,) = course(done(state, shell)).fires
    assert (fire.target, fire.value) == (TANK, 5), "ATV 5, -1 in motion, +1 hidden gun"
    assert "who is concealed in C7 and acted" in " ".join(_told_of_coming_out(state, shell))


@proves("LHY-17.9.2.0a")
@pytest.mark.parametrize("conditions", [(), (CONCEALED,)])
def test_17_9_2_no_reason_about_lost_concealment_for_known_targets_or_targets_that_did_not_act(
    conditions: tuple[str, ...],
) -> None:
    """A known squad moves in sight of a hidden MG, which fires at another squad, known or concealed, that did not move."""
    state = activated(
        unit(SQUAD, "C6"),
        unit(OTHER_SQUAD, "D5", *conditions),
        unit(LEADER, "H9"),
        unit(MG, "C1", HIDDEN),
        far=FAR[1:],
    )
    for deed in (Maneuver("us", SQUAD, at("C5")), EndManeuver("us"), CallForReaction("us")):
        state = done(state, deed)
    for place in ("C5", "D5"):
        assert not _told_of_coming_out(state, FireSmallArms("ge", MG, (at(place),)))


def _told_of_coming_out(state: GameState, fire: Action) -> list[str]:
    return [reason.text for reason in PLAY.chances(state, fire).reasons if "comes out first" in reason.text]


@proves("LHY-17.9.2.0b")
def test_17_9_2_a_known_unit_does_not_become_concealed_by_firing() -> None:
    state = activated(unit(SQUAD, "C5"), unit(LEADER, "C5"), unit(FOE, "C1"))
    assert not done(state, FireSmallArms("us", SQUAD, (at("C1"),))).unit(SQUAD).has(CONCEALED)
