"""The careful player: exact odds of what he declares, the fire he would stand under, and the way to the objectives.

He looks one declaration ahead, further where a declaration only opens what follows (a platoon is activated, a group named).
"""

from dataclasses import dataclass

from rules.players.player import Chosen, Moment, Rulings
from rules.players.weighing import Look


@dataclass
class CarefulPlayer:
    """Weighs exact odds, exposure and ground; what speaks for nothing is not done."""

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
