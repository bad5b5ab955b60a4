"""How long Kampfgruppe Normandy takes: a line of sight, exact odds of a squad's fire, legal actions, a whole turn."""

from collections.abc import Callable
from dataclasses import replace
from time import perf_counter

import click

from maps.library import scenario
from rules.game.actions import carry_out
from rules.game.dice import SeededDice
from rules.game.state import GameState
from rules.game.units import Unit
from rules.ground.inches import Spot
from rules.kampfgruppe_normandy import sight
from rules.kampfgruppe_normandy.action_kinds import ActionKind
from rules.kampfgruppe_normandy.course import course_of
from rules.kampfgruppe_normandy.declaring import EndActivations
from rules.kampfgruppe_normandy.fire_sheets import Order
from rules.kampfgruppe_normandy.firing import odds_ruling
from rules.kampfgruppe_normandy.position import Position
from rules.kampfgruppe_normandy.ruleset import RULESET
from rules.kampfgruppe_normandy.sight import look

SCENARIO = "kgn-two-orchards"


def milliseconds(work: Callable[[], object], times: int = 20) -> float:
    """The best of a few runs."""
    best = float("inf")
    for _ in range(times):
        began = perf_counter()
        work()
        best = min(best, perf_counter() - began)
    return best * 1000


def main() -> None:
    chosen = scenario(SCENARIO)
    state = RULESET.opening(chosen.state(), chosen.opening_options())
    position = Position(state, RULESET.book)
    units = list(position.on_table())
    pairs = [(one, other) for one in units for other in units if one.side != other.side]
    lines = milliseconds(lambda: looked_afresh(position, pairs), 3) / len(pairs)
    report("an explained LOS with seen fraction", lines, 2)
    report("exact odds of a squad's direct fire", milliseconds(lambda: squad_odds(state)), 20)
    dice = SeededDice(3)
    while course_of(state).step.value != "activation" or course_of(state).owed:
        state = carry_out(RULESET, state, RULESET.legal_actions(state)[0], dice)[1]
    report("the legal actions of a turn", milliseconds(lambda: RULESET.legal_actions(state)), 50)
    report("a whole automatic turn", milliseconds(lambda: whole_turn(state), 2), 2000)


def looked_afresh(position: Position, pairs: list[tuple[Unit, Unit]]) -> None:
    """Every line between two sides, none of them known before."""
    sight._looked.cache_clear()
    for one, other in pairs:
        look(position, one, other)


def squad_odds(state: GameState) -> object:
    """A grenadier squad with its machine gun at eight men 14 inches off in the open."""
    position = Position(near(state), RULESET.book)
    order = Order("de.1.1", "uk.1.1", ActionKind.DIRECT_SMALL_ARMS)
    return odds_ruling(position, order, moves=False)


def near(state: GameState) -> GameState:
    """The two squads set down 14 inches apart."""
    return state.with_unit(replace(state.unit("de.1.1"), at=Spot(24, 17))).with_unit(
        replace(state.unit("uk.1.1"), at=Spot(10, 17))
    )


def whole_turn(state: GameState) -> GameState:
    """Every activation of a turn used, by chance, and no line of sight known before."""
    sight._looked.cache_clear()
    dice, choice = SeededDice(4), SeededDice(5)
    began = course_of(state).acting, course_of(state).turn
    while RULESET.to_act(state) is not None and (course_of(state).acting, course_of(state).turn) == began:
        legal = RULESET.legal_actions(state)
        going_on = [action for action in legal if not isinstance(action, EndActivations)] or list(legal)
        state = carry_out(RULESET, state, going_on[choice.pick(len(going_on))], dice)[1]
    return state


def report(what: str, took_ms: float, wanted_ms: float) -> None:
    click.echo(f"{what}: {took_ms:.2f} ms (wanted {wanted_ms:g})")


if __name__ == "__main__":
    main()
