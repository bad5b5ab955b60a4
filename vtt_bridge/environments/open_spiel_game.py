"""The games for OpenSpiel: decisions by number, every die a chance node, information states of what a side has seen.

import vtt_bridge.environments.open_spiel_game
game = pyspiel.load_game("python_blindhex", {"scenario": "lhy-ridge-farm"})
"""

from typing import Any

import numpy as np
import pyspiel

from vtt_bridge.environments.stepwise import FEATURES, MOST_ACTIONS, MOST_UNITS, Opening, Stepwise

NAME = "python_blindhex"

MOST_FACES = 128
"""The most ways one die, or a draw from a pot of counters, can fall."""

MOST_MOVES = 200_000
"""The most decisions and dice of a game."""

_GAME_TYPE = pyspiel.GameType(
    short_name=NAME,
    long_name="Blindhex: tabletop wargames by the book",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=2,
    min_num_players=2,
    provides_information_state_string=True,
    provides_information_state_tensor=False,
    provides_observation_string=True,
    provides_observation_tensor=True,
    parameter_specification={"scenario": "lhy-ridge-farm"},
)


class BlindhexGame(pyspiel.Game):  # type: ignore[misc]
    """A scenario as a game of OpenSpiel; the parameter `scenario` is a bundled one or a file."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        self.opening = Opening.of(str((params or {}).get("scenario", "lhy-ridge-farm")))
        info = pyspiel.GameInfo(
            num_distinct_actions=MOST_ACTIONS,
            max_chance_outcomes=MOST_FACES,
            num_players=2,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=MOST_MOVES,
        )
        super().__init__(_GAME_TYPE, info, params or {})

    def new_initial_state(self) -> "BlindhexState":
        return BlindhexState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> "BlindhexObserver":
        return BlindhexObserver(iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False), params)


class BlindhexState(pyspiel.State):  # type: ignore[misc]
    """A game under way; players are numbered in the order of the scenario's sides."""

    def __init__(self, game: BlindhexGame) -> None:
        super().__init__(game)
        self.stepwise = Stepwise(game.opening)

    @property
    def sides(self) -> tuple[str, ...]:
        return self.stepwise.state.sides

    def current_player(self) -> int:
        if self.stepwise.wanted is not None:
            return int(pyspiel.PlayerId.CHANCE)
        side = self.stepwise.side
        return int(pyspiel.PlayerId.TERMINAL) if side is None else self.sides.index(side)

    def _legal_actions(self, player: int) -> list[int]:
        return list(range(len(self.stepwise.legal))) if player == self.current_player() else []

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return [(face - 1, float(chance)) for face, chance in self.stepwise.chances().items()]

    def _apply_action(self, action: int) -> None:
        if self.stepwise.wanted is not None:
            self.stepwise.fall(action + 1)
        else:
            self.stepwise.declare(action)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            wanted = self.stepwise.wanted
            return f"{wanted.what if wanted else 'die'}: {action + 1}"
        return f"{action}: {self.stepwise.legal[action]}"

    def is_terminal(self) -> bool:
        return self.stepwise.is_over

    def returns(self) -> list[float]:
        return [self.stepwise.returns()[side] for side in self.sides]

    def __str__(self) -> str:
        wanted = self.stepwise.wanted
        moment = self.stepwise.opening.play.moment(self.stepwise.state)
        return f"{moment}; dice {self.stepwise.fallen}, {wanted.what} falls" if wanted else moment


class BlindhexObserver:
    """A player's observation: a row of figures for each unit he knows of, and the same in words."""

    def __init__(self, iig_obs_type: Any, params: Any) -> None:
        if params:
            raise ValueError(f"parameters of observations are not known: {params}")
        self._recalls = iig_obs_type.perfect_recall
        self.tensor = np.zeros(MOST_UNITS * len(FEATURES), np.float32)
        self.dict = {"units": self.tensor.reshape(MOST_UNITS, len(FEATURES))}

    def set_from(self, state: BlindhexState, player: int) -> None:
        self.dict["units"][:] = state.stepwise.observed(state.sides[player])

    def string_from(self, state: BlindhexState, player: int) -> str:
        side = state.sides[player]
        seen = state.stepwise.seen(side)
        return f"{state.stepwise.recalled[side]}\n{seen}" if self._recalls else seen


pyspiel.register_game(_GAME_TYPE, BlindhexGame)
