"""The chances of harm by fire that a player asks the book for."""

from dataclasses import replace

from rules.errors import RulesError
from rules.game.state import GameState
from rules.game.units import Unit
from rules.game.verdicts import Shot
from rules.game.view import CONCEALED, HIDDEN
from rules.players.player import Moment

UNKNOWN = 0.2
"""The chance of harm from an enemy of whom nobody knows what he is. A figure of ours."""


class Rulings:
    """The chances of harm by fire that were asked for, while nothing but units changes on the map."""

    def __init__(self, moment: Moment) -> None:
        self._moment = moment
        self._harm: dict[tuple[Unit, Unit, bool], float] = {}

    def hold_for(self, moment: Moment) -> bool:
        """Whether what was ruled holds in a moment as well."""
        was = self._moment
        return (
            was.play is moment.play
            and was.side == moment.side
            and was.state.board == moment.state.board
            and was.state.markers == moment.state.markers
        )

    def harm(self, state: GameState, firer: Unit, target: Unit, in_time: bool) -> float:
        """The chance that a unit's fire harms another, by the ruling; `in_time` also once nothing keeps it from firing."""
        key = (firer, target, in_time)
        if key not in self._harm:
            self._harm[key] = self._ruled(state, firer, target, in_time)
        return self._harm[key]

    def _ruled(self, state: GameState, firer: Unit, target: Unit, in_time: bool) -> float:
        if firer.has(CONCEALED) and firer.side != self._moment.side:
            sight = (
                self._moment.book.line_of_sight(state, firer.at, target).verdict
                if firer.at is not None
                else None
            )
            return UNKNOWN if sight is not None and sight.visibility.is_open else 0.0
        shot = self._asked(state, firer, target)
        if in_time and firer.conditions and (shot is None or not shot.worth):
            # What keeps it from firing may be of this turn alone, such as suppression, or the posture of a stand that moves.
            fresh = replace(firer, conditions=frozenset())
            shot = self._asked(state, fresh, target)
        if shot is None or not shot.worth:
            return 0.0
        return UNKNOWN if shot.harm is None else float(shot.harm)

    def _asked(self, state: GameState, firer: Unit, target: Unit) -> Shot | None:
        """The ruling on fire at a unit that is taken to be seen."""
        seen = replace(target, conditions=target.conditions - {CONCEALED, HIDDEN})
        try:
            return self._moment.book.fire(state.with_unit(firer).with_unit(seen), firer, seen).verdict
        except RulesError:
            return None
