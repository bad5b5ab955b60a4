"""The player who draws among all that may be declared, each as likely."""

from rules.players.player import Chosen, Moment


class RandomPlayer:
    """Draws among all actions of a moment."""

    def choose(self, moment: Moment) -> Chosen:
        return Chosen(moment.actions[moment.dice.pick("choice", len(moment.actions))])
