"""Shortcuts that allow or offer actions agree with the rules that forbid them."""

from functools import cache

from rules.game.engine.procedure import Procedure
from rules.game.state import GameState
from rules.kampfgruppe_normandy.state.position import Position
from rules.kampfgruppe_normandy.state.resolution import Resolution
from tests.playthroughs import chance_steps
from tests.rules.kampfgruppe_normandy.battle_of_everything import battle, curious_weight
from tests.rules.kampfgruppe_normandy.playing import SELDOM
from tests.rules.kampfgruppe_normandy.tables import GAME

ONLY_LEGAL: list[Procedure[Position, Resolution]] = [
    procedure for procedure in GAME.declarations.procedures.values() if procedure.offers_only_legal
]
WITH_SHORTCUT = [
    procedure for procedure in GAME.declarations.procedures.values() if procedure.allows is not None
]


@cache
def moments() -> list[GameState]:
    """The states of a random game in which every kind of action is tried."""
    return [
        state for _, _, state in chance_steps(GAME, battle(), 5, 400, seldom=SELDOM, weigh=curious_weight)
    ]


def test_an_action_allowed_by_a_shortcut_is_forbidden_by_no_rule() -> None:
    answers = set()
    for state in moments():
        side = GAME.to_act(state)
        for procedure in WITH_SHORTCUT:
            if side is None or GAME.stage(state) not in procedure.stages:
                continue
            position = GAME.known(state, side)
            for action in procedure.offers(position, side):
                is_allowed = procedure.is_allowed(position, action)
                assert is_allowed is not any(procedure.forbids(position, action)), action
                answers.add((procedure.declaration, is_allowed))
    assert answers == {(procedure.declaration, told) for procedure in WITH_SHORTCUT for told in (True, False)}


def test_an_offered_action_is_forbidden_by_no_rule() -> None:
    asked = set()
    for state in moments():
        side = GAME.to_act(state)
        for procedure in ONLY_LEGAL:
            if side is None or GAME.stage(state) not in procedure.stages:
                continue
            position = GAME.known(state, side)
            for action in procedure.offers(position, side):
                assert not list(procedure.forbids(position, action)), action
                asked.add(procedure.declaration)
    assert asked == {procedure.declaration for procedure in ONLY_LEGAL}
