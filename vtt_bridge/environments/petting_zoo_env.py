"""The games for PettingZoo: an AEC environment in which sides declare by number, with a mask of what is legal.

from vtt_bridge.environments.petting_zoo_env import env
game = env("lhy-ridge-farm")
game.reset(seed=7)
"""

from typing import Any

import numpy as np
from gymnasium.spaces import Box, Dict, Discrete, Space
from pettingzoo import AECEnv

from maps.scenario import Scenario
from rules.game.chance.dice import SeededDice
from vtt_bridge.environments.stepwise import FEATURES, MOST_ACTIONS, MOST_UNITS, Opening, Stepwise


def env(scenario: str | Scenario = "lhy-ridge-farm") -> "BlindhexEnv":
    """The environment of a scenario: a bundled one, a file or a value.

    Raises:
        RulesError: if there is none, or its book cannot be played.
    """
    return BlindhexEnv(Opening.of(scenario))


class BlindhexEnv(AECEnv):  # type: ignore[misc]
    """A game in which the agents are the sides; the reward is 1 for the winner and -1 for the loser, at the end."""

    metadata = {"name": "blindhex_v0", "render_modes": ["ansi"], "is_parallelizable": False}  # noqa: RUF012
    render_mode = "ansi"

    def __init__(self, opening: Opening) -> None:
        super().__init__()
        self._opening = opening
        self.possible_agents = list(opening.state.sides)
        rows = Box(0.0, 64.0, (MOST_UNITS, len(FEATURES)), np.float32)
        mask = Box(0, 1, (MOST_ACTIONS,), np.int8)
        self.observation_spaces = {
            side: Dict({"observation": rows, "action_mask": mask}) for side in self.possible_agents
        }
        self.action_spaces: dict[str, Discrete[Any]] = {
            side: Discrete(MOST_ACTIONS) for side in self.possible_agents
        }
        self._seed = 0

    def observation_space(self, agent: str) -> Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Space[Any]:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:  # noqa: ARG002
        self._seed = self._seed + 1 if seed is None else seed
        self._dice = SeededDice(self._seed)
        self._game = Stepwise(self._opening)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {side: {} for side in self.agents}
        self.agent_selection = self._game.side or self.agents[0]
        self._mark()

    def observe(self, agent: str) -> dict[str, Any]:
        return {"observation": self._game.observed(agent), "action_mask": self._mask(agent)}

    def step(self, action: int | None) -> None:
        if self.terminations[self.agent_selection]:
            self._was_dead_step(action)
            return
        assert action is not None
        side = self.agent_selection
        self._cumulative_rewards[side] = 0.0
        self._game.declare(int(action))
        while (wanted := self._game.wanted) is not None:
            self._game.fall(self._dice.roll(wanted.what, wanted.sides))
        self.rewards = dict(self._game.returns())
        if self._game.is_over:
            self.terminations = dict.fromkeys(self.agents, True)
            self.agent_selection = next(agent for agent in self.agents if agent != side)
        else:
            self.agent_selection = self._game.side or side
        self._mark()
        self._accumulate_rewards()

    def render(self) -> str:
        return str(self._opening.play.moment(self._game.state))

    def close(self) -> None:
        """There is nothing to close."""

    def _mask(self, agent: str) -> Any:
        mask = np.zeros(MOST_ACTIONS, dtype=np.int8)
        if agent == self._game.side:
            mask[: len(self._game.legal)] = 1
        return mask

    def _mark(self) -> None:
        """Put the mask into `infos` as well, where PettingZoo's own players look for it."""
        for side in self.agents:
            self.infos[side] = {"action_mask": self._mask(side)}
