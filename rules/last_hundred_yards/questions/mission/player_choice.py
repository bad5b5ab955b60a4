"""Skin in the game, an option: the units that players may choose to be, and the sides that have yet to choose. Chapter 19.2.1."""

from collections.abc import Iterator

from rules.game.ruling import Reason
from rules.game.state import GameState
from rules.game.units import Unit
from rules.last_hundred_yards.book.rulebook import cite_later
from rules.last_hundred_yards.book.unit_types import UnitKind
from rules.last_hundred_yards.state.position import row_of
from rules.last_hundred_yards.state.progress import Decision, DecisionKind, progress_of


def may_be_player(unit: Unit) -> bool:
    """Whether a player may be this unit: a squad or a platoon leader."""
    return row_of(unit).kind in (UnitKind.SQUAD, UnitKind.LEADER)


def in_play(state: GameState, unit: Unit) -> bool:
    course = progress_of(state)
    return unit.at is not None or unit.id in course.off_map | course.in_the_air


def choices_of_player(state: GameState, side: str) -> Iterator[Unit]:
    """The squads and leaders of a side in play."""
    return (
        unit for unit in state.units.values()
        if unit.side == side and may_be_player(unit) and in_play(state, unit)
    )  # fmt: skip


def players_to_name(state: GameState) -> tuple[Decision, ...]:
    """The decisions of sides that have yet to choose their player's unit; none if the option is not played."""
    course = progress_of(state)
    if not course.mission.skin_in_the_game:
        return ()
    named = {player.side for player in course.players}
    return tuple(
        Decision(DecisionKind.NAME_PLAYER, side)
        for side in state.sides
        if side not in named and any(True for _ in choices_of_player(state, side))
    )


def not_a_player(unit: str) -> Reason:
    """The reason that a unit cannot be the player: it is no squad or leader of his side in play."""
    return Reason(f"{unit} is not a squad or leader of this side in play", cite_later("19.2.1"))
