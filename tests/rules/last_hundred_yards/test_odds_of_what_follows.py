"""0.6: declarations that look free of chance say which dice follow: mortars adjusted, vehicles that drive in, men who come on."""

from fractions import Fraction
from typing import Any

import pytest

from rules.game.engine.play import Action
from rules.game.state import GameState
from rules.game.units import Marker
from rules.last_hundred_yards.book.conditions import IN_MOTION
from rules.last_hundred_yards.declarations.maneuver.entry import EnterMap
from rules.last_hundred_yards.declarations.maneuver.overwatch import Overwatch
from rules.last_hundred_yards.declarations.mortars.mortar_adjustment import AdjustMortars
from rules.last_hundred_yards.declarations.mortars.mortar_fire import CallMortar
from rules.last_hundred_yards.declarations.turn.activation import Activate, CallForReaction, SelectCompany
from rules.last_hundred_yards.declarations.turn.initiative import RollInitiative
from rules.last_hundred_yards.declarations.turn.pending_decisions import Pass
from rules.last_hundred_yards.declarations.vehicles.bypass import Bypass
from rules.last_hundred_yards.declarations.vehicles.fire_within_hex import FireWithinHex
from rules.last_hundred_yards.declarations.vehicles.overrun import Overrun
from rules.last_hundred_yards.play.play import PLAY
from rules.last_hundred_yards.state.events.order_events import PhaseBegan
from rules.last_hundred_yards.state.progress import Phase
from tests.proving import proves
from tests.rules.last_hundred_yards.playing import FAR, FIELD, activated, at, done, opened, unit

SQUAD, LEADER, TANK, FOE = "us.able.1.squad.1", "us.able.1.leader", "us.able-tank.1.1", "ge.1kp.1.squad.1"
MM60: dict[str, Any] = {"id": "60mm", "side": "us", "kind": "60mm", "company": "able"}
CM8: dict[str, Any] = {"id": "8cm", "side": "ge", "kind": "8cm"}
MINES = Marker("mines", at("C5"))
NO_DIE = "no die roll"
AT_ONCE = "fire that answers from the hex is rolled for on the spot"


def verdict(state: GameState, action: Action) -> str:
    return str(PLAY.chances(state, action).verdict)


def tenths(state: GameState, action: Action) -> dict[str, Fraction]:
    odds = PLAY.chances(state, action).odds
    assert odds is not None
    return {words: chance * 10 for words, chance in odds.chances.items()}


def mortars(*tubes: dict[str, Any]) -> GameState:
    units = [unit(SQUAD, "C9"), unit(LEADER, "C9"), unit(FOE, "F6")]
    return activated(*units, mortars=list(tubes))


@proves("LHY-0.6", "LHY-11.4.9")
def test_0_6_pending_mortars_recover_on_4() -> None:
    fired = done(mortars(MM60), CallMortar("us", "60mm", LEADER, at("F6")), 7)
    first = PhaseBegan(Phase.MORTARS).on(fired)
    assert verdict(first, AdjustMortars("us")) == NO_DIE
    pending = PhaseBegan(Phase.MORTARS).on(done(first, AdjustMortars("us"), Pass("us")))
    assert tenths(pending, AdjustMortars("us")) == {"60mm recovers": 4, "no effect": 6}


@proves("LHY-0.6", "LHY-11.4.10.4")
def test_0_6_mortars_of_both_sides_roll_for_the_first_extension() -> None:
    state = done(mortars(MM60, CM8), CallMortar("us", "60mm", LEADER, at("F6")), 1, CallForReaction("us"))
    state = done(state, CallMortar("ge", "8cm", "ge.1kp.2.leader", at("C9")), 1)
    assert verdict(PhaseBegan(Phase.MORTARS).on(state), AdjustMortars("us")) == "the higher die extends first"


def driving(*marks: Marker, edition: str) -> GameState:
    units = [unit(TANK, "C6", IN_MOTION), unit("ge.mg.1", "C5")]
    return activated(*units, platoon="able-tank.1", edition=edition, markers=marks)


@proves("LHY-0.6", "LHY-16.1.1b.1", "LHY-16.1.1.1", "LHY-10.4.5P.1a")
def test_0_6_odds_of_a_tank_overrunning_or_bypassing_on_mines() -> None:
    overrun, bypass = Overrun("us", TANK, at("C5")), Bypass("us", TANK, at("C5"))
    shocked = f"{TANK} shocked"
    # Mines shock on 9 and 10, and stop it before it overruns or bypasses anybody (reading 208).
    for edition, drives in (("2019", overrun), ("series-3.1", overrun), ("series-3.1", bypass)):
        assert tenths(driving(MINES, edition=edition), drives) == {"no effect": 8, shocked: 2}
    # A marker of 1 against AV 10, thrown on its own: 9 equals it, 10 is above.
    (stand_up,) = PLAY.chances(driving(edition="2019"), overrun).cases
    assert stand_up.condition == f"if ge.mg.1 stands up to {TANK}"
    assert dict(stand_up.odds.chances) == {
        "no effect": Fraction(8, 10), shocked: Fraction(1, 10), f"{TANK} destroyed": Fraction(1, 10),
    }  # fmt: skip
    assert verdict(driving(edition="series-3.1"), bypass) == AT_ONCE


@proves("LHY-0.6", "LHY-10.4.5P.1b", "LHY-10.4.5P.1c")
def test_0_6_an_overrun_names_the_marker_that_it_places() -> None:
    ruling = PLAY.chances(driving(edition="2019"), Overrun("us", TANK, at("C5")))
    assert ruling.verdict.startswith(f"SADRM +2 of {TANK}; if ge.mg.1 stands up")


@proves("LHY-0.6", "LHY-16.1.1b.1", "LHY-10.4.1.ow")
def test_0_6_odds_of_a_tank_going_on_overwatch_on_mines() -> None:
    state = activated(
        unit(TANK, "C6", IN_MOTION), platoon="able-tank.1", edition="series-3.1", markers=[MINES]
    )
    assert tenths(state, Overwatch("us", TANK, at("C5"))) == {f"{TANK} on overwatch": 8, f"{TANK} shocked": 2}
    assert verdict(state, Overwatch("us", TANK)) == NO_DIE
    assert verdict(state, Overwatch("us", TANK, at("C7"))) == NO_DIE


@proves("LHY-0.6", "LHY-16.1.1a")
@pytest.mark.parametrize("mined", [True, False])
def test_0_6_odds_of_men_entering_on_mines(mined: bool) -> None:
    sides = {"us": {"entry_hexes": ["C10"], "entering": [SQUAD]}}
    marks = [Marker("mines", at("C10"))] if mined else []
    state = opened(FIELD, [unit(SQUAD, None), unit(LEADER, "A10"), *FAR], sides=sides, markers=marks)
    state = done(state, RollInitiative("us"), 9, 2, SelectCompany("us", "able"), Activate("us", ("able.1",)))
    entry = EnterMap("us", SQUAD, at("C10"))
    if mined:
        assert tenths(state, entry) == {
            f"{SQUAD} concealed; {SQUAD} in C10": 9, f"{SQUAD} loses a step": 1,
        }  # fmt: skip
    else:
        assert verdict(state, entry) == NO_DIE


@proves("LHY-0.6", "LHY-10.4.5L.7d")
def test_0_6_a_pass_before_the_fire_on_a_halftrack_is_resolved() -> None:
    # -2 for the ATV, -1 for the target in motion, -1 for the marker: 9 and 10 beat an armour of 4.
    units = [unit("us.m3.2", "C6", IN_MOTION), unit(SQUAD, "A10"), unit(LEADER, "A10"), unit("ge.mg.1", "C5")]
    state = activated(*units, unit(FOE, "C5"), edition="series-3.1")
    state = done(state, Overrun("us", "us.m3.2", at("C5")))
    assert verdict(state, Pass("ge")) == NO_DIE
    state = done(state, FireWithinHex("ge", FOE, ("us.m3.2",)))
    assert verdict(state, Pass("ge")) == "ATDRM -4 on us.m3.2"
    assert tenths(state, Pass("ge")) == {"no effect": 8, "us.m3.2 destroyed": 2}
    assert done(state, Pass("ge"), 3).unit("us.m3.2").at == at("C5")
