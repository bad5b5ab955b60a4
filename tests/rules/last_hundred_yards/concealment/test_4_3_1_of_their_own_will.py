"""Chapter 4.3.1: units show themselves of their own will."""

from rules.game.chance.dice import ScriptedDice
from rules.last_hundred_yards.book.conditions import CONCEALED, HIDDEN
from rules.last_hundred_yards.declarations.fire.small_arms import FireSmallArms
from rules.last_hundred_yards.declarations.turn.activation import CallForReaction
from rules.last_hundred_yards.declarations.turn.showing import Show
from rules.last_hundred_yards.effects.concealment import conceal_unseen
from rules.last_hundred_yards.effects.view import state_seen_by
from rules.last_hundred_yards.play.play import PLAY
from tests.proving import proves
from tests.rules.last_hundred_yards.playing import FAR, activated, at, done, legal, refusal, unit

SQUAD, LEADER, DUMMY = "us.able.1.squad.1", "us.able.1.leader", "us.dummy.1"
FOE, GUN = "ge.1kp.1.squad.1", "ge.pak40.3"


@proves("LHY-4.3.1.will")
def test_4_3_1_who_is_concealed_in_a_hex_shows_himself_and_may_still_act() -> None:
    state = activated(*(unit(name, "C5", CONCEALED) for name in (SQUAD, LEADER, DUMMY)), unit(FOE, "C1"))
    assert SQUAD not in state_seen_by(state, "ge").units
    after = done(state, Show("us", at("C5")))
    assert {SQUAD, LEADER} <= state_seen_by(after, "ge").units.keys()
    assert after.unit(DUMMY).at is None
    assert any(SQUAD in str(action) for action in legal(after, FireSmallArms))
    assert "nobody concealed or hidden in C5" in refusal(after, Show("us", at("C5")))
    assert "nobody concealed or hidden in C1" in refusal(state, Show("us", at("C1")))


@proves("LHY-4.3.2.will")
def test_4_3_2_who_comes_out_of_hiding_keeps_an_enemy_in_sight_from_concealment() -> None:
    state = activated(unit(SQUAD, "C5"), unit(GUN, "C1", HIDDEN), far=FAR[1:])
    hidden = PLAY.resolution(state, ScriptedDice([]))
    conceal_unseen(hidden)
    assert hidden.state.unit(SQUAD).has(CONCEALED)
    state = done(done(state, CallForReaction("us")), Show("ge", at("C1")))
    assert state.unit(GUN).conditions >= {CONCEALED}
    assert not state.unit(GUN).has(HIDDEN)
    shown = PLAY.resolution(state, ScriptedDice([]))
    conceal_unseen(shown)
    assert not shown.state.unit(SQUAD).has(CONCEALED)
