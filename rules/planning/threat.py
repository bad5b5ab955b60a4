"""Who threatens me, here and wherever I can go? Whom do I see? Known enemies alone are counted."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from rules.errors import BadInput, NotOnMap
from rules.game.ruleset import Ruleset
from rules.game.ruling import Reason, Ruling
from rules.game.state import GameState
from rules.game.units import Unit, Viewer
from rules.game.view import CONCEALED
from rules.ground.board import Board
from rules.ground.hex.board import HexBoard
from rules.ground.place import Place
from rules.planning.exposure import Exposure, enemies_of, eye
from rules.planning.plan import Watched, said

NOW, AFTER_MOVES = "now", "after-moves"
TIMES = (NOW, AFTER_MOVES)
"""What can be asked about: where known enemies see from where they stand, or from wherever their next move takes them."""


EVERYWHERE = "everywhere"
"""What a question says in its mode, besides the time, that asks about the whole board."""

EVERYWHERE_IN = 2.0
"""How far apart on a table the spots are that are asked about all over it."""


@dataclass(frozen=True, slots=True)
class Threat:
    """Who sees a unit where it stands, whom it sees, and what waits at other places.

    `danger` is that of every place asked about (its own, and those it can reach this turn), in hundredths; `seen_by` how many known enemies see each
    place of the board.
    """

    unit: str
    source: Place
    watched: Watched
    sees: tuple[str, ...]
    danger: Mapping[Place, int]
    seen_by: Mapping[Place, int]
    everywhere: bool = False

    def __str__(self) -> str:
        watched = f"seen by {self.watched}" if self.watched.watchers else "no known enemy sees it"
        sees = f"it sees {', '.join(self.sees)}" if self.sees else "it sees no known enemy"
        unseen = sum(not self.danger[place] for place in self.danger)
        where = "of the board" if self.everywhere else "within its reach"
        return f"{watched}; {sees}; of {len(self.danger)} places {where} {unseen} are seen by nobody known"


def threat_asked(book: Ruleset, state: GameState, unit: Unit, mode: str) -> Ruling[Threat]:
    """The same with the time and `everywhere` as words, in any order: "after-moves everywhere"."""
    words = [word for word in mode.split() if word != EVERYWHERE]
    return threat(book, state, unit, " ".join(words), everywhere=EVERYWHERE in mode.split())


def threat(
    book: Ruleset, state: GameState, unit: Unit, time: str = NOW, *, everywhere: bool = False
) -> Ruling[Threat]:
    """The known enemies who see a unit and could harm it, where it stands and wherever it can go this turn, or all over the board.

    After moves each enemy counts by the worst he could do from any place that his next move may take him to, the others as they stand.

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
    places = _everywhere(known.board) if everywhere else (unit.at, *book.reach(known, unit).verdict.cost)
    danger = exposure.dangers(places) if time == NOW else _danger_after_moves(book, known, unit, places)
    seen_by = _seen_by(book, known, exposure) if time == NOW else _seen_after_moves(book, known, exposure)
    verdict = Threat(unit.id, unit.at, watched, sees, danger, seen_by, everywhere)
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


def _everywhere(board: Board) -> tuple[Place, ...]:
    """Every hex of a map, or spots all over a table."""
    return tuple(board.grid) if isinstance(board, HexBoard) else tuple(board.lattice(EVERYWHERE_IN))


def _danger_after_moves(
    book: Ruleset, known: GameState, unit: Unit, places: Iterable[Place]
) -> dict[Place, int]:
    """The danger of each place if every enemy were where he is worst for it; a concealed counter is taken to stay."""
    total = dict.fromkeys(places, 0)
    for enemy in enemies_of(known, unit):
        worst = dict.fromkeys(total, 0)
        goals = {enemy.at} if enemy.has(CONCEALED) else {enemy.at, *book.reach(known, enemy).verdict.cost}
        for goal in goals:
            there = replace(enemy, at=goal)
            exposure = Exposure(book, known.with_unit(there), unit, [there])
            for place, danger in exposure.dangers(total).items():
                worst[place] = max(worst[place], danger)
        for place, danger in worst.items():
            total[place] += danger
    return total


def _reasons(exposure: Exposure, at: Place, watched: Watched) -> Iterator[Reason]:
    """Why each of those who see it now is as dangerous as he is."""
    for watcher in watched.watchers:
        for reason in exposure.why(at, watcher):
            if reason.decides:
                yield replace(reason, text=f"{watcher.name}: {reason.text}")
