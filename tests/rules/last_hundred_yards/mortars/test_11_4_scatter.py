"""11.4.5: the scatter diagram of a sector, turned with the sector, and the choice between two where sectors meet."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import pytest

from rules.errors import BadInput
from rules.game.engine.outcomes import every_end
from rules.game.state import GameState
from rules.game.units import Unit
from rules.last_hundred_yards.declarations.mortars.mortar_adjustment import AdjustMortars, ExtendMortar
from rules.last_hundred_yards.declarations.mortars.mortar_fire import CallMortar, call
from rules.last_hundred_yards.play.play import PLAY
from rules.last_hundred_yards.state.events.order_events import PhaseBegan
from rules.last_hundred_yards.state.progress import MortarPlace, Phase
from tests.proving import proves
from tests.rules.last_hundred_yards.fire_field import FOE, LEADER, SQUAD
from tests.rules.last_hundred_yards.playing import (
    activated_wide,
    at,
    course,
    done,
    legal,
    position_seen_by,
    refusal,
    unit,
)

MM60 = {"id": "60mm", "side": "us", "kind": "60mm", "company": "able"}
SECTORS = {"4": ["A1", "L6"], "1": ["A6", "L12"]}
"""The north and the south of the field, which share row 6."""


def game(foe_at: str = "F6", *units: Unit, **options: Any) -> GameState:
    """A game on two sectors; sector 1, in the south, is turned upside down."""
    men = [unit(SQUAD, "C11"), unit(LEADER, "C11"), unit(FOE, foe_at), *units]
    return activated_wide(*men, mortars=[MM60], **{"sectors": SECTORS, "turned_sectors": ["1"], **options})


def scattered(state: GameState, action: CallMortar, die: int) -> str:
    """The hex in which the second marker falls."""
    return str(course(done(state, action, die)).fires[-1].at)


@proves("LHY-11.4.5.5d", "LHY-11.4.5.5c")
@pytest.mark.parametrize(
    ("die", "upright", "turned"),
    [(1, "F5", "F7"), (2, "G6", "E7"), (3, "G7", "E6"), (4, "F7", "F5"), (5, "E7", "G6"), (6, "E6", "G7")],
)
def test_11_4_5_5d_on_two_sectors_the_firer_picks_the_diagram(die: int, upright: str, turned: str) -> None:
    state = game()
    for sector, label in (("4", upright), ("1", turned)):
        assert scattered(state, CallMortar("us", "60mm", LEADER, at("F6"), sector=sector), die) == label


@proves("LHY-11.4.5.5d")
def test_11_4_5_5d_the_diagram_is_named_before_the_roll() -> None:
    state, silent = game(), CallMortar("us", "60mm", LEADER, at("F6"))
    assert refusal(state, silent) == (
        "F6 lies on sectors 4 and 1: say by whose diagram it scatters (LHY 11.4.5, from Series Rules v2.1)"
    )
    offered = {(action.sector, action.smoke) for action in legal(state, CallMortar) if action.at == at("F6")}
    assert offered == {("4", False), ("4", True), ("1", False), ("1", True)}
    assert str(CallMortar("us", "60mm", LEADER, at("F6"), sector="1")).endswith(
        "by the scatter diagram of sector 1"
    )
    assert "does not lie on sector 1" in refusal(
        game("F5"), CallMortar("us", "60mm", LEADER, at("F5"), sector="1")
    )


@proves("LHY-11.4.5.5d")
@pytest.mark.parametrize(
    ("foe_at", "turned", "label"),
    [("F5", ["1"], "F4"), ("F8", ["1"], "F9"), ("F6", ["4", "1"], "F7"), ("F6", [], "F5")],
)
def test_11_4_5_5c_with_one_diagram_no_choice_is_offered(foe_at: str, turned: list[str], label: str) -> None:
    state = game(foe_at, turned_sectors=turned)
    assert {action.sector for action in legal(state, CallMortar)} == {""}
    assert scattered(state, CallMortar("us", "60mm", LEADER, at(foe_at)), 1) == label


@proves("LHY-11.4.5.5d")
def test_11_4_5_5d_before_the_die_both_diagrams_give_the_same_odds() -> None:
    state = game("L6")
    fell = [_fell(state, CallMortar("us", "60mm", LEADER, at("L6"), sector=sector)) for sector in SECTORS]
    assert sum(chance for hexes, chance in fell[0].items() if len(hexes) == 1) == Fraction(2, 10), (
        "off the map"
    )
    assert fell[1] == fell[0]


def _fell(state: GameState, action: CallMortar) -> Mapping[tuple[str, ...], Fraction]:
    """The hexes in which the markers of a call may fall, with chances, before the roll."""
    ends = every_end(PLAY.begin, position_seen_by(state, action.side), ((call, (action,)),)).states
    return {tuple(str(fire.at) for fire in course(end).fires): chance for end, chance in ends.items()}


@proves("LHY-11.4.5.5d", "LHY-11.4.10.2")
def test_11_4_5_5d_an_extension_is_rolled_by_the_diagram_named_for_it() -> None:
    called = done(game("F5"), CallMortar("us", "60mm", LEADER, at("F5")), 8)
    state = done(PhaseBegan(Phase.MORTARS).on(called), AdjustMortars("us"))
    assert {action.sector for action in legal(state, ExtendMortar) if action.at == at("F6")} == {"1", "4"}
    assert "say by whose diagram" in refusal(state, ExtendMortar("us", "60mm", at("F6")))
    after = done(state, ExtendMortar("us", "60mm", at("F6"), "4"), 4, 1)
    assert course(after).mortars[0].place is MortarPlace.FINAL
    assert str(course(after).fires[-1].at) == "F5"
    odds = PLAY.chances(state, ExtendMortar("us", "60mm", at("F6"), "4")).odds
    assert odds is not None
    assert odds.where(lambda told: "F5" in told) == Fraction(4, 10) * Fraction(1, 10)


def test_a_sector_that_is_not_there_cannot_be_turned() -> None:
    with pytest.raises(BadInput, match=r"options\.turned_sectors: '2' is not one of 4, 1"):
        game(turned_sectors=["2"])
