"""Chapter 11.4.5: the forward observer of a mortar, and what the other side knows of him."""

import pytest

from rules.game.state import GameState
from rules.last_hundred_yards.book.conditions import CONCEALED, HIDDEN
from rules.last_hundred_yards.declarations.mortars.mortar_fire import CallMortar
from rules.last_hundred_yards.state.events.unit_events import UnitChanged, UnitGone
from rules.last_hundred_yards.state.progress import MortarPlace, MortarState
from tests.drawing import board
from tests.proving import proves
from tests.rules.last_hundred_yards.playing import activated, at, course, done, seen, unit

LEADER, SQUAD, FOE = "us.able.1.leader", "us.able.1.squad.1", "ge.1kp.1.squad.1"
MM60 = {"id": "60mm", "side": "us", "kind": "60mm", "company": "able"}
WOODS = board("\n".join([". . . . . . . ."] * 6 + [". . w w . . . ."] * 4))


def called_by(*conditions: str) -> GameState:
    """A leader in the woods of C7 has called fire on the Germans in C4."""
    units = [unit(LEADER, "C7", *conditions), unit(SQUAD, "D7"), unit(FOE, "C4")]
    state = activated(*units, ground=WOODS, mortars=[MM60])
    return done(state, CallMortar("us", "60mm", LEADER, at("C4")), 7)


def mortar(state: GameState, side: str) -> MortarState:
    return seen(state, side).course.mortars[0]


@proves("LHY-11.4.5.1b")
def test_11_4_5_the_observer_of_a_hidden_asker_waits_until_he_is_revealed() -> None:
    state = called_by(HIDDEN)
    own, other = mortar(state, "us"), mortar(state, "ge")
    assert (own.observer_at, own.asker) == (at("C7"), LEADER)
    assert (other.observer_at, other.asker) == (None, "")
    assert (other.place, other.impact) == (MortarPlace.INITIAL, at("C4")), "the impact hex lies open"
    revealed = UnitChanged(LEADER, gained=(CONCEALED,), lost=(HIDDEN,)).on(state)
    assert (mortar(revealed, "ge").observer_at, mortar(revealed, "ge").asker) == (at("C7"), "concealed@C7")


@proves("LHY-11.4.5.1", "LHY-11.4.5.1b")
@pytest.mark.parametrize("conditions", [(), (CONCEALED,)])
def test_11_4_5_the_observer_of_any_other_asker_lies_in_his_hex(conditions: tuple[str, ...]) -> None:
    assert mortar(called_by(*conditions), "ge").observer_at == at("C7")


@proves("LHY-11.4.5.1b")
def test_11_4_5_a_known_asker_is_known_however_others_of_his_side_are_concealed() -> None:
    other = mortar(UnitChanged(SQUAD, gained=(CONCEALED,)).on(called_by()), "ge")
    assert (other.observer_at, other.asker) == (at("C7"), LEADER)


@proves("LHY-11.4.5.1b")
def test_11_4_5_an_asker_who_is_lost_leaves_his_observer_where_he_was() -> None:
    assert mortar(UnitGone(LEADER, "is lost").on(called_by()), "ge").observer_at == at("C7")


@proves("LHY-11.4.5.1b")
def test_11_4_5_calling_does_not_reveal_who_asks() -> None:
    state = called_by(HIDDEN)
    assert state.unit(LEADER).has(HIDDEN)
    assert LEADER not in course(state).acted
    assert LEADER not in repr(seen(state, "ge").state), "nowhere in what the other side knows"
