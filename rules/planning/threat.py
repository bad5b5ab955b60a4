"""Who threatens me, here and wherever I can go? Whom do I see? Known enemies alone are counted."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from rules.errors import BadInput, NotOnMap
from rules.game.ruleset import Ruleset
from rules.game.ruling import Reason, Ruling
from rules.game.state import GameState
from rules.game.units import Unit, Viewer
from rules.game.view import CONCEALED
from rules.ground.board import Place
from rules.ground.hex.board import HexBoard
from rules.planning.exposure import Exposure, eye
from rules.planning.plan import Watched, said

NOW, AFTER_MOVES = "now", "after-moves"
TIMES = (NOW, AFTER_MOVES)
"""What can be asked about: where known enemies see from where they stand, or from wherever their next move takes them."""


@dataclass(frozen=True, slots=True)
class Threat:
    """Who sees a unit where it stands, whom it sees, and what waits at other places.

    `danger` is that of every place it can reach this turn, its own included, in hundredths; `seen_by` how many known enemies see each
    place of the board.
    """

    unit: str
    source: Place
    watched: Watched
    sees: tuple[str, ...]
    danger: Mapping[Place, int]
    seen_by: Mapping[Place, int]

    def __str__(self) -> str:
        watched = f"seen by {self.watched}" if self.watched.watchers else "no known enemy sees it"
        sees = f"it sees {', '.join(self.sees)}" if self.sees else "it sees no known enemy"
        unseen = sum(not self.seen_by.get(place, self.danger[place]) for place in self.danger)
        return f"{watched}; {sees}; of {len(self.danger)} places within its reach {unseen} are seen by nobody known"


def threat(book: Ruleset, state: GameState, unit: Unit, time: str = NOW) -> Ruling[Threat]:
    """The known enemies who see a unit and could harm it, where it stands and wherever it can go this turn.

    Raises:
        NotOnMap: if the unit stands nowhere.
        BadInput: if the time is none of TIMES, or after moves is asked on a table.
    """
    time = time or NOW
    known = book.seen_by(state, unit.side)
    if time not in TIMES:
        raise BadInput("time", time, " or ".join(TIMES))
    if time == AFTER_MOVES and not isinstance(known.board, HexBoard):
        raise BadInput("time", time, "asked on hexes: on a table enemies are counted where they stand")
    if unit.at is None:
        raise NotOnMap(unit)
    exposure = Exposure(book, known, unit)
    watched = exposure.at(unit.at)
    sees = tuple(
        str(enemy)
        for enemy in exposure.enemies
        if book.line_of_sight(known, unit, enemy).verdict.visibility.is_open
    )
    within = book.reach(known, unit).verdict.cost
    exposure.over(within)
    for place in within:
        exposure.at(place)
    seen_by = _seen_by(book, known, exposure) if time == NOW else _seen_after_moves(book, known, exposure)
    verdict = Threat(unit.id, unit.at, watched, sees, exposure.danger, seen_by)
    words = "threat to" if time == NOW else "threat after its enemies move to"
    return Ruling(f"{words} {unit} at {said(unit.at)}", verdict, tuple(_reasons(exposure, unit.at, watched)))


def _places_seen(book: Ruleset, known: GameState, viewer: Viewer) -> Iterator[Place]:
    """The places of the board where one sees whoever stands there."""
    field = book.sight_field(known, viewer).verdict
    return (place for place, seen in field.visibility.items() if seen.is_open)


def _seen_by(book: Ruleset, known: GameState, exposure: Exposure) -> dict[Place, int]:
    """How many known enemies see each place of the board."""
    counted: dict[Place, int] = {}
    for enemy in exposure.enemies:
        for place in _places_seen(book, known, eye(enemy)):
            counted[place] = counted.get(place, 0) + 1
    return counted


def _seen_after_moves(book: Ruleset, known: GameState, exposure: Exposure) -> dict[Place, int]:
    """The same from wherever their next move may take them; a concealed counter is taken to stay."""
    counted: dict[Place, int] = {}
    for enemy in exposure.enemies:
        seen = set(_places_seen(book, known, eye(enemy)))
        if not enemy.has(CONCEALED):
            for place in book.reach(known, enemy).verdict.cost:
                seen.update(_places_seen(book, known, place))
        for place in seen:
            counted[place] = counted.get(place, 0) + 1
    return counted


def _reasons(exposure: Exposure, at: Place, watched: Watched) -> Iterator[Reason]:
    """Why each of those who see it now is as dangerous as he is."""
    for watcher in watched.watchers:
        for reason in exposure.why(at, watcher):
            if reason.decides:
                yield replace(reason, text=f"{watcher.name}: {reason.text}")
