"""Each player chooses the squad or leader that represents him, in secret: an option. Chapter 19.2.1."""

from collections.abc import Iterator
from dataclasses import dataclass

from rules.game.engine.procedure import Procedure
from rules.game.rule_ids import implements
from rules.game.ruling import Reason
from rules.game.units import UnitId
from rules.last_hundred_yards.effects.resolution import Resolution
from rules.last_hundred_yards.effects.role_play import platoon_steps
from rules.last_hundred_yards.questions.mission.player_choice import choices_of_player, not_a_player
from rules.last_hundred_yards.state.events.order_events import DecisionTaken, PlayerNamed
from rules.last_hundred_yards.state.position import Position, row_of
from rules.last_hundred_yards.state.progress import DecisionKind, Player


@dataclass(frozen=True, slots=True)
class NamePlayer:
    """A player chooses the squad or leader that represents him; the other player learns it when the game is over (19.2.1)."""

    side: str
    unit: UnitId

    def __str__(self) -> str:
        return f"the player of {self.side} is {self.unit}"

    def told_to(self, side: str) -> str:
        """What a side is told: the unit only if the player is its own."""
        return str(self) if side == self.side else f"the player of {self.side} names himself"


def name_candidates(position: Position, side: str) -> Iterator[NamePlayer]:
    """The squads and leaders in play, each of which may represent the player."""
    yield from (NamePlayer(side, unit.id) for unit in choices_of_player(position.state, side))


@implements("LHY-19.2.1.1")
def forbids_name(position: Position, action: NamePlayer) -> Iterator[Reason]:
    """Why this unit may not represent a player."""
    if action not in list(name_candidates(position, action.side)):
        yield not_a_player(action.unit)


def name_player(resolution: Resolution, action: NamePlayer) -> None:
    """The unit represents the player for the rest of the game."""
    platoon = row_of(resolution.state.unit(action.unit)).platoon_key
    resolution.happen(DecisionTaken())
    resolution.happen(PlayerNamed(Player(action.side, action.unit, platoon_steps(resolution.state, platoon))))


NAME = Procedure(NamePlayer, (DecisionKind.NAME_PLAYER,), name_candidates, forbids_name, name_player)
