"""The careful player: weighs the exact odds of a declaration, the enemy fire at its units afterwards, and the way to objectives.

It looks one declaration ahead, and further if a declaration only opens others (a platoon is activated, a group named).
"""

from dataclasses import dataclass

from rules.players.player import Chosen, Moment, Rulings
from rules.players.weighing import Look


@dataclass
class CarefulPlayer:
    """Chooses by exact odds, exposure and ground; passes only if more speaks against every other declaration than for it."""

    _rulings: Rulings | None = None

    def choose(self, moment: Moment) -> Chosen:
        actions = moment.play.worthwhile(moment.state)
        if len(actions) == 1:
            return Chosen(actions[0])
        if self._rulings is None or not self._rulings.hold_for(moment):
            self._rulings = Rulings(moment)
        look = Look(moment, self._rulings)
        weighed = look.weigh(actions)
        best = max(weighed, key=lambda option: option.worth)
        alike = [option for option in weighed if option.worth >= best.worth - 1e-9]
        most = max(option.moves for option in alike)
        alike = [option for option in alike if option.moves == most]
        chosen = alike[moment.dice.pick("choice", len(alike))]
        others = sorted(
            (option for option in weighed if option is not chosen), key=lambda option: -option.worth
        )
        return Chosen(
            chosen.action, chosen.why, tuple((option.action, option.worth) for option in others[:2])
        )
