"""Which known enemies threaten a unit, here and wherever it can go, and which does it see?"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from math import ceil

from rules.errors import BadInput
from rules.game.ruleset import Ruleset
from rules.game.ruling import Reason, Ruling
from rules.game.state import GameState
from rules.game.units import Unit, Viewer
from rules.game.view import CONCEALED
from rules.ground.board import Board
from rules.ground.hex.board import HexBoard
from rules.ground.place import Place
from rules.ground.table.arcs import FULL_CIRCLE_DEG
from rules.ground.table.inches import Spot
from rules.planning.exposure import Exposure, enemies_of, rank, stands_at, viewer_of
from rules.planning.plan import Watched, Watcher, said
from rules.planning.text_tree import TextTree, deciding

NOW, AFTER_MOVES = "now", "after-moves"
_SEEING = {NOW: ("seen", "sees"), AFTER_MOVES: ("could be seen", "could see")}
TIMES = tuple(_SEEING)
"""The choices of time: enemies as they stand now, or wherever their next move may take them."""


EVERYWHERE = "everywhere"
"""The word in the mode of a question, besides the time, that asks about the whole board."""

EVERYWHERE_IN = 2.0
"""The distance between the spots on a table that a question about the whole board looks at."""


@dataclass(frozen=True, slots=True)
class Threat:
    """The enemies that see a unit where it stands, or could after their next move; those that it sees; and the danger elsewhere.

    `danger` has every place asked about (its own and those it can reach this turn, or places all over the board), in hundredths;
    `seen_by` is the number of known enemies that see each place of the board.
    """

    unit: str
    source: Place
    watched: Watched
    sees: tuple[str, ...]
    danger: Mapping[Place, int]
    seen_by: Mapping[Place, int]
    everywhere: bool = False
    time: str = NOW

    @property
    def text_tree(self) -> TextTree:
        """The number of enemies that see the unit; beneath it their names, those it sees, and how much of
        the ground no enemy sees."""
        seen, sees = _SEEING[self.time]
        count = len(self.watched.watchers)
        head = (
            f"{seen} by {count} known {'enemy' if count == 1 else 'enemies'}"
            if count
            else f"no known enemy {sees} it"
        )
        return TextTree(head, (*self.watched.watcher_trees, *map(TextTree, self._besides)))

    @property
    def _besides(self) -> tuple[str, str]:
        targets = f"it sees {', '.join(self.sees)}" if self.sees else "it sees no known enemy"
        unseen = sum(not self.danger[place] for place in self.danger)
        where = "of the board" if self.everywhere else "within its reach"
        places = f"{len(self.danger)} {'place' if len(self.danger) == 1 else 'places'} {where}"
        verbs = ("is", "are") if self.time == NOW else ("stays", "stay")
        return targets, f"{unseen} of {places} {verbs[unseen != 1]} out of sight of all known enemies"

    def __str__(self) -> str:
        seen, sees = _SEEING[self.time]
        watched = f"{seen} by {self.watched}" if self.watched.watchers else f"no known enemy {sees} it"
        return "; ".join([watched, *self._besides])


def threat_asked(book: Ruleset, state: GameState, unit: Unit, mode: str) -> Ruling[Threat]:
    """`threat` with the time and `everywhere` given as words, in any order: "after-moves everywhere".

    Raises:
        NotOnMap: if the unit stands nowhere.
        BadInput: if the words are none of these.
    """
    words = [word for word in mode.split() if word != EVERYWHERE]
    if words and " ".join(words) not in TIMES:
        raise BadInput("mode", mode, f"{', '.join(TIMES)} or {EVERYWHERE}")
    return threat(book, state, unit, " ".join(words), everywhere=EVERYWHERE in mode.split())


def threat(
    book: Ruleset, state: GameState, unit: Unit, time: str = NOW, *, everywhere: bool = False
) -> Ruling[Threat]:
    """The known enemies that see a unit, and the danger from them where it stands and wherever it can go this turn, or all over the
    board.

    After moves, each enemy counts by the worst it could do from any place its next move may take it to, with
    the others where they stand now. On a table this looks at every second inch of its reach, and the enemy is
    assumed to turn to its target.

    Raises:
        NotOnMap: if the unit stands nowhere, nor its carrier.
        BadInput: if the time is none of TIMES.
    """
    time = time or NOW
    known = book.seen_by(state, unit.side)
    if time not in TIMES:
        raise BadInput("time", time, " or ".join(TIMES))
    at = stands_at(book, known, unit)
    exposure = Exposure(book, known, unit)
    sees = tuple(
        str(enemy)
        for enemy in exposure.enemies
        if book.line_of_sight(known, unit, enemy).verdict.visibility.is_open
    )
    places = _everywhere(known.board) if everywhere else (at, *book.reach(known, unit).verdict.cost)
    if time == NOW:
        watched, danger, seen_by = exposure.at(at), exposure.dangers(places), _seen_by(book, known, exposure)
        reasons = [*_reasons(at, [(exposure, watcher) for watcher in watched.watchers])]
    else:
        danger, worst = _danger_after_moves(book, known, unit, at, places)
        watched = Watched(tuple(watcher for _, watcher in worst))
        seen_by, reasons = _seen_after_moves(book, known, exposure), [*_reasons(at, worst)]
    verdict = Threat(unit.id, at, watched, sees, danger, seen_by, everywhere, time)
    words = "threat to" if time == NOW else "threat after its enemies move to"
    return Ruling(f"{words} {unit} at {said(at)}", verdict, tuple(reasons))


def _places_seen(book: Ruleset, known: GameState, viewer: Viewer) -> Iterator[Place]:
    """The places of the board that a viewer sees."""
    field = book.sight_field(known, viewer).verdict
    return (place for place, seen in field.visibility.items() if seen.is_open)


def _seen_by(book: Ruleset, known: GameState, exposure: Exposure) -> dict[Place, int]:
    """How many known enemies see each place of the board."""
    counted: dict[Place, int] = {}
    for enemy in exposure.enemies:
        for place in _places_seen(book, known, viewer_of(enemy)):
            counted[place] = counted.get(place, 0) + 1
    return counted


def _seen_after_moves(book: Ruleset, known: GameState, exposure: Exposure) -> dict[Place, int]:
    """How many known enemies see each place of the board, from wherever their next move may take them."""
    counted: dict[Place, int] = {}
    places_seen = cache(lambda goal: tuple(_places_seen(book, known, goal)))
    for enemy in exposure.enemies:
        seen = set(_places_seen(book, known, viewer_of(enemy)))
        for goal in _goals(book, known, enemy):
            seen.update(places_seen(goal))
        for place in seen:
            counted[place] = counted.get(place, 0) + 1
    return counted


def _goals(book: Ruleset, known: GameState, enemy: Unit) -> tuple[Place, ...]:
    """The places that an enemy's next move may take it to, every second inch on a table; a concealed
    counter is assumed to stay."""
    if enemy.has(CONCEALED):
        return ()
    reached = book.reach(known, enemy).verdict.cost
    return tuple(place for place in reached if place != enemy.at and _is_asked_about(place))


def _is_asked_about(place: Place) -> bool:
    """Whether a place is looked at: any hex, and on a table the inch squares of every second column and row."""
    return not isinstance(place, Spot) or all(inch % EVERYWHERE_IN < 1.0 for inch in place)


def _everywhere(board: Board) -> tuple[Place, ...]:
    """Every hex of a map, or spots all over a table."""
    return tuple(board.grid) if isinstance(board, HexBoard) else tuple(board.lattice(EVERYWHERE_IN))


def _danger_after_moves(
    book: Ruleset, known: GameState, unit: Unit, at: Place, places: Iterable[Place]
) -> tuple[dict[Place, int], list[tuple[Exposure, Watcher]]]:
    """The danger of each place with every enemy where it is worst for that place; and each enemy where it is
    worst for the unit at its own place."""
    total = dict.fromkeys(places, 0)
    asked = dict.fromkeys((at, *total))
    watchers: list[tuple[Exposure, Watcher]] = []
    for enemy in enemies_of(known, unit):
        worst, worst_watchers = dict.fromkeys(asked, 0), []
        facings = _facings_needed(book, known, enemy)
        stances = [(enemy, tuple(asked))]
        for goal in _goals(book, known, enemy):
            stances += _by_facing(replace(enemy, at=goal), asked, facings)
        for there, aims in stances:
            exposure = Exposure(book, known.with_unit(there), unit, [there])
            dangers = exposure.dangers(aims)
            if dangers.get(at, 0) > worst[at]:
                (watcher,) = exposure.at(at).watchers
                worst_watchers = [(exposure, watcher if there is enemy else _watcher_after_move(watcher))]
            for place, danger in dangers.items():
                worst[place] = max(worst[place], danger)
        watchers += worst_watchers
        for place in total:
            total[place] += worst[place]
    return total, sorted(watchers, key=lambda worst: rank(worst[1]))


def _watcher_after_move(watcher: Watcher) -> Watcher:
    """An enemy at the place where it is worst after its move."""
    return replace(watcher, name=f"{watcher.name} from {said(watcher.at)}")


def _facings_needed(book: Ruleset, known: GameState, enemy: Unit) -> int:
    """How many evenly spaced facings let an enemy fire in every direction; 1 if it need not turn."""
    if enemy.has(CONCEALED) or enemy.facing_deg is None or not isinstance(enemy.at, Spot):
        return 1
    arcs = [weapon.arc.width_deg for weapon in book.weapon_ranges(known, enemy).verdict.weapons if weapon.arc]
    return 1 + ceil(FULL_CIRCLE_DEG / min(arcs)) if arcs else 1


def _by_facing(enemy: Unit, places: Iterable[Place], facings: int) -> list[tuple[Unit, tuple[Place, ...]]]:
    """An enemy in each of these facings, with the places nearest to that facing."""
    if facings == 1 or not isinstance(enemy.at, Spot):
        return [(enemy, tuple(places))]
    part_deg = FULL_CIRCLE_DEG / facings
    parts: dict[int, list[Place]] = {}
    for place in places:
        bearing_deg = enemy.at.bearing_deg(place) if isinstance(place, Spot) and place != enemy.at else 0.0
        parts.setdefault(round(bearing_deg / part_deg) % facings, []).append(place)
    return [(replace(enemy, facing_deg=part * part_deg), tuple(aims)) for part, aims in parts.items()]


def _reasons(at: Place, watched: Iterable[tuple[Exposure, Watcher]]) -> Iterator[Reason]:
    """The reasons for the danger from each enemy that sees the unit."""
    for exposure, watcher in watched:
        yield from deciding(exposure.why(at, watcher), watcher.name)
