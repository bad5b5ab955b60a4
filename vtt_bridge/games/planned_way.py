"""How far units would get if they were sent, and why no further; nothing is declared and no die thrown.

The orders are carried out on what their side knows, by the same code as real orders.
"""

from dataclasses import dataclass, replace
from itertools import pairwise

from rules.game.chance.dice import Dice, Throw, ThrownDice
from rules.game.engine.play import Action
from rules.game.engine.resolution import DependsOnHidden
from rules.game.units import Unit
from rules.ground.place import Place
from rules.ground.table.inches import Spot
from vtt_bridge.errors import Unforeseen
from vtt_bridge.games.going import Orders, go
from vtt_bridge.games.offers import places_in
from vtt_bridge.games.running_game import RunningGame


@dataclass(frozen=True, slots=True)
class UnitWay:
    """A unit's way with one action: its places from the start on, and the cost."""

    unit: str
    places: tuple[Place, ...]
    price: str

    @property
    def length_in(self) -> float | None:
        """How long it is on a table; None on hexes."""
        spots = [place for place in self.places if isinstance(place, Spot)]
        return sum(start.gap_in(end) for start, end in pairwise(spots)) if spots else None


@dataclass(frozen=True, slots=True)
class PlannedStep:
    """One action of a planned way: who goes where, what is left then, and how known enemies may answer."""

    action: Action
    text: str
    ways: tuple[UnitWay, ...]
    left: tuple[str, ...]
    answers: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PlannedWay:
    """The actions that would be declared, where everybody would be and why, and what would stop everybody."""

    steps: tuple[PlannedStep, ...]
    reports: tuple[str, ...]
    stopped: str


def planned_way(now: RunningGame, orders: Orders) -> PlannedWay:
    """The outcome of `go` with the same orders, as far as their side can know it without a die.

    Raises:
        NotOffered: if the book does not send units.
    """
    side = now.to_act or ""
    imagined = _PlannedSession(replace(now, state=now.game.ruleset.seen_by(now.state, side)))
    gone = go(imagined, orders)
    said = imagined.now.names("", gone.games[0].state).said
    steps = tuple(
        _step(before, after, said(before.game.book.sentence(before.state, after.turns[-1].action)))
        for before, after in pairwise(gone.games)
    )
    return PlannedWay(steps, gone.reports, gone.stopped)


def _step(before: RunningGame, after: RunningGame, text: str) -> PlannedStep:
    action, names = after.turns[-1].action, after.names("", before.state)
    via = places_in(action)
    ways = tuple(
        UnitWay(was.id, _places(was, to, via), _price(before, was, to))
        for was in before.state.units.values()
        if was.side == action.side and (to := _destination(was, after, via)) is not None
    )
    left = after.game.book.resources_left(after.state) if after.to_act == action.side else ()
    answers = (case.condition for case in before.chances(action).cases) if ways else ()
    return PlannedStep(action, text, ways, tuple(map(names.said, left)), tuple(map(names.said, answers)))


def _destination(was: Unit, after: RunningGame, via: tuple[Place, ...]) -> Place | None:
    """A unit's new place, or the end of its declared way while that waits for an enemy's decision; None if it does not go."""
    now = after.state.units.get(was.id)
    if now is None or now.at is None or now.at != was.at:
        return None if now is None else now.at
    waits = after.to_act != was.side and len(via) > 1 and via[0] == was.at
    return via[-1] if waits and via[-1] != was.at else None


def _places(was: Unit, to: Place, via: tuple[Place, ...]) -> tuple[Place, ...]:
    """The places a unit passes: along the declared way, if that leads to its new place."""
    way = via if via[-1:] == (to,) else (to,)
    start = () if was.at is None or way[0] == was.at else (was.at,)
    return (*start, *way)


def _price(before: RunningGame, unit: Unit, to: Place) -> str:
    """The cost of going there; empty for a unit that comes on the map."""
    if unit.at is None:
        return ""
    path = before.game.ruleset.path(before.state, unit, to).verdict
    return path.price if path.places else ""


class _PlannedSession:
    """A game played on in thought, without dice."""

    def __init__(self, now: RunningGame) -> None:
        self._now = now

    @property
    def now(self) -> RunningGame:
        return self._now

    def declare(
        self,
        action: Action,
        dice: Dice | None = None,  # noqa: ARG002
        *,
        same_order: bool = False,  # noqa: ARG002
    ) -> RunningGame:
        try:
            self._now = self._now.declare(action, _NoDice())
        except DependsOnHidden:
            raise Unforeseen(f"what comes of it depends on what is hidden: {action}") from None
        return self._now

    def undo(self) -> RunningGame:
        self._now = self._now.taken_back()
        return self._now


class _NoDice(ThrownDice):
    """Dice that nobody throws yet."""

    def throw(self, thrown: Throw) -> tuple[int, ...]:
        needed = f", needs {thrown.needed}" if thrown.needed else ""
        raise Unforeseen(f"a die falls: {thrown.what}{needed}")
