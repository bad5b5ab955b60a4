"""How a chapter of the book joins the game: procedures for its actions, its events, and what it does at set moments.

A procedure says when its action can be declared (`moments`: a step of the turn, a decision owed, or the kind of
action whose turn it is in an activation), what is worth offering, why one is forbidden, what comes of it, and,
where dice are thrown, what the chances are.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from rules.game.ruling import Reason, Ruling
from rules.game.state import GameState
from rules.kampfgruppe_normandy.book.action_kinds import ActionKind
from rules.kampfgruppe_normandy.state.position import Position
from rules.kampfgruppe_normandy.state.progress import Duty, MoveUnderWay, Step
from rules.kampfgruppe_normandy.state.resolution import Story

Moment = Step | Duty | ActionKind


@dataclass(frozen=True, slots=True)
class Procedure:
    """One kind of declaration. `offers` and `forbids` are asked of a position, `carry_out` tells a story."""

    moments: tuple[Moment, ...]
    offers: Callable[[Position, str], Iterator[Any]]
    forbids: Callable[[Position, Any], Iterator[Reason]]
    carry_out: Callable[[Story, Any], None]
    chances: Callable[[Position, Any], Ruling[Any]] | None = None


def just(declaration: Callable[[str], Any]) -> Callable[[Position, str], Iterator[Any]]:
    """Offers a declaration that says no more than whose it is."""

    def offers(_: Position, side: str) -> Iterator[Any]:
        yield declaration(side)

    return offers


def nothing_forbids(_: Position, __: object) -> Iterator[Reason]:
    """For what may always be declared at its moment."""
    return iter(())


@dataclass(frozen=True, slots=True)
class Chapter:
    """A chapter: its name, the declarations it knows, its events, and its part in what happens elsewhere.

    `begins` and `ends` are told as a player's turn begins and ends, `drawn` when a side has drawn a counter
    that is no number, `passes` when a unit has come so many inches along its way, `opens` when the game is set up; `may_declare`
    adds kinds of action that a unit of the position may declare.
    """

    name: str
    procedures: Mapping[type, Procedure] = field(default_factory=dict)
    events: tuple[type, ...] = ()
    begins: Callable[[Story, str], None] | None = None
    ends: Callable[[Story, str], None] | None = None
    drawn: Callable[[Story, str, str], None] | None = None
    passes: Callable[[Story, MoveUnderWay, float], None] | None = None
    opens: Callable[[GameState, Mapping[str, Any]], GameState] | None = None
    may_declare: Callable[[Position, str], Iterator[ActionKind]] | None = None
    hides: Callable[[GameState, str], GameState] | None = None
    """Takes out of a state what a side may not know of this chapter, in a game not opened yet as well."""
    options: tuple[str, ...] = ()
    """The options of a scenario that this chapter reads."""
