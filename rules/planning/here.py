"""What does a place mean for a unit? Its ground, the way there, and the known enemies that would see the unit there and could
fire at it."""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from rules.game.ruleset import Ruleset
from rules.game.ruling import Reason, Ruling
from rules.game.state import GameState
from rules.game.units import Unit
from rules.game.verdicts import Ground, Path
from rules.ground.place import Place
from rules.planning.exposure import Exposure
from rules.planning.plan import Watched, said
from rules.planning.text_tree import TextTree


@dataclass(frozen=True, slots=True)
class Here:
    """The ground of a place; for a unit also the way there this turn, and the known enemies that would see it there.

    `way` is None if the unit stands in that place, or is not on the map. Without a unit there are no enemies.
    """

    ground: Ground
    unit: str = ""
    way: Path | None = None
    watched: Watched = field(default_factory=Watched)

    @property
    def text_tree(self) -> TextTree:
        """The ground, and beneath it the way there and the enemies that would see the unit."""
        parts = []
        if self.way is not None:
            way = f"{self.way.price} to get there" if self.way.places else "out of reach this turn"
            parts.append(TextTree(way))
        if self.unit and self.watched.watchers:
            parts.append(TextTree("seen there by", self.watched.watcher_trees))
        elif self.unit:
            parts.append(TextTree("no known enemy sees it there"))
        return TextTree(str(self.ground), tuple(parts))

    def __str__(self) -> str:
        return self.text_tree.in_a_row


def here(
    book: Ruleset, state: GameState, place: Place, unit: Unit | None = None, mode: str = ""
) -> Ruling[Here]:
    """What a place is by the book, and what it means for a unit, based on what its side knows.

    Raises:
        OffBoard: if the place is not on the board.
        BadInput: if it is no place of this board, or the unit does not move in that mode.
    """
    if unit is None:
        bare = book.ground(state, place)
        return Ruling(f"{said(place)}", Here(bare.verdict), bare.reasons)
    known = book.seen_by(state, unit.side)
    ground = book.ground(known, place, unit)
    way = book.path(known, unit, place, mode) if unit.at not in (None, place) else None
    exposure = Exposure(book, known, unit)
    watched = exposure.at(place)
    verdict = Here(ground.verdict, unit.id, None if way is None else way.verdict, watched)
    reasons = (*ground.reasons, *(way.reasons if way else ()), *_fire(exposure, place, watched))
    return Ruling(f"{said(place)} to {unit}", verdict, reasons)


def _fire(exposure: Exposure, place: Place, watched: Watched) -> Iterator[Reason]:
    """The reasons for the danger from the most dangerous enemy that sees the place."""
    for watcher in watched.watchers[:1]:
        for reason in exposure.why(place, watcher):
            yield replace(reason, text=f"{watcher.name}: {reason.text}")
