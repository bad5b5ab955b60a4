"""A player's own notes: the morale he has lost, his registered points and reserves, requests, missions and rounds left.

They include the enemy's roster, which is open to him: it lists units in reserve too, but not as such, nor when they come.

Rule: KGN What you'll need, Losing battle group morale; OUR 112, 161.
"""

from collections.abc import Iterator

from rules.game.rule_ids import implements
from rules.game.state import GameState
from rules.kampfgruppe_normandy.book.counted import counted
from rules.kampfgruppe_normandy.play.knowledge import known_to
from rules.kampfgruppe_normandy.state.fire_missions import fire_support
from rules.kampfgruppe_normandy.state.progress import Progress, progress_of
from rules.kampfgruppe_normandy.state.reserves import ARRIVALS


@implements("KN-KIT-02", "KN-BMOR-12", "KN-BMOR-34b")
def notes_of(side: str, state: GameState) -> tuple[str, ...]:
    """The notes of a side, line by line, with only what it may know.

    Raises:
        BadInput: if the game has not been opened.
    """
    known = known_to(side, state)
    progress = progress_of(known)
    return (
        *_morale(progress, side),
        *_roster(progress, side),
        *_support(progress, side),
        *_reserves(progress),
        *_rounds(known, side),
    )


def _morale(progress: Progress, side: str) -> Iterator[str]:
    counters = progress.counters_of(side)
    shown = f": {', '.join(counters)}" if counters else ""
    yield f"battle group morale: {progress.morale_lost(side)} of {progress.force(side).morale} lost{shown}"
    enemy = progress.other(side)
    drawn = progress.counters_of(enemy)
    shown = "" if progress.setting.counters or not drawn else f": {', '.join(drawn)}"
    yield f"{enemy} has drawn {counted(len(drawn), 'counter')}{shown}"


@implements("KN-KIT-01")
def _roster(progress: Progress, side: str) -> Iterator[str]:
    enemy = progress.other(side)
    if roster := progress.force(enemy).roster:
        yield f"{enemy} has on its roster: {', '.join(f'{count} {name}' for name, count in roster)}"


def _support(progress: Progress, side: str) -> Iterator[str]:
    support = fire_support(progress)
    for point in support.points:
        if point.side == side:
            yield f"registered point {point.name} at {point.at}{', which the enemy knows' if point.known else ''}"
    if requests := [priority.value for owner, priority in support.requests if owner == side]:
        yield f"requests for general support left: {', '.join(requests)}"
    if missions := support.counter_battery_of(side):
        yield f"counter-battery missions left: {missions}"


def _reserves(progress: Progress) -> Iterator[str]:
    for arrival in ARRIVALS.of(progress):
        yield f"{arrival.unit} comes on in turn {arrival.turn} at {arrival.at}"


def _rounds(known: GameState, side: str) -> Iterator[str]:
    progress = progress_of(known)
    for unit in known.units.values():
        if unit.side == side and (rounds := progress.of(unit.id).rounds):
            yield f"{unit}: {' and '.join(f'{left} {shell.upper()}' for shell, left in rounds)}"
