"""A shot as a picture: its line of fire, and a card with the verdict, the modifiers and a bar of the odds."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from math import dist
from textwrap import wrap

from exporters.board_shapes import centre
from exporters.number_text import chance
from exporters.picture import ODDS, Area, Box, Label, Line, Mark, Picture, Point, Ring, Role
from exporters.pictures.label_layout import LETTER
from exporters.pictures.sight_picture import los_picture
from rules.game.chance.odds import Odds
from rules.game.ruling import Ruling
from rules.game.state import GameState
from rules.game.verdicts import Shot
from rules.ground.place import Place

_SIZE, _ROW, _RIM, _BAR = 0.24, 0.34, 0.16, 0.3
"""The height of letters, rows, rim and bar of a card, in hexes."""
_LETTERS = 42
"""The most letters in a row of a card."""
_MOST_REASONS = 6


def fire_picture(state: GameState, ruling: Ruling[Shot], viewer: Place, target: Place) -> Picture:
    """The line of a shot with its causes, and the card beside it, which gives the reasons if the shot is refused."""
    sight = Ruling(ruling.question, ruling.verdict.sight, ruling.reasons)
    picture = los_picture(state.board, sight, viewer, target)
    marks, legend = picture.marks, picture.legend
    if not ruling.verdict.worth:
        marks = tuple(
            replace(mark, role=Role.REFUSED_LINE) if isinstance(mark, Line) and mark.role in _SIGHT else mark
            for mark in marks
        )
        legend = ((Role.REFUSED_LINE, "no fire"), *(entry for entry in legend if entry[0] not in _SIGHT))
    card = _Card(picture.module, tuple(_rows(ruling)), ruling.odds)
    ends = centre(state.board, viewer), centre(state.board, target)
    others = [centre(state.board, unit.at) for unit in state.units.values() if unit.at is not None]
    corner = _corner(card, picture.box, ends, others)
    return replace(picture, marks=(*marks, *card.marks(corner)), legend=legend)


_SIGHT = frozenset({Role.SIGHT_CLEAR, Role.SIGHT_HINDERED, Role.SIGHT_BLOCKED})

_Row = tuple[Role, str]


def _rows(ruling: Ruling[Shot]) -> Iterator[_Row]:
    """The verdict, and each of the first reasons with its rule, then the number of the others."""
    is_refused = not ruling.verdict.worth
    yield (Role.REFUSAL if is_refused else Role.LEGEND_TEXT), str(ruling.verdict)
    decisive = [reason for reason in ruling.reasons if reason.decides]
    for reason in decisive[:_MOST_REASONS]:
        cited = str(reason.cite).partition(",")[0]
        for line in wrap(f"{reason.text} ({cited})", _LETTERS, subsequent_indent="  "):
            yield Role.LEGEND_TEXT, line
    if len(decisive) > _MOST_REASONS:
        yield Role.LEGEND_TEXT, f"and {len(decisive) - _MOST_REASONS} more"


class _Card:
    """A panel of words with a bar of odds, sized to fit them."""

    def __init__(self, unit: float, rows: Sequence[_Row], odds: Odds[str] | None) -> None:
        self.unit, self._rows = unit, rows
        self._odds = _shares(odds) if odds else []
        outcomes = [line for _, word, share in self._odds for line in _outcome_lines(word, share)]
        lines = len(rows) + len(outcomes) + (1 if self._odds else 0)
        longest = max([*(len(text) for _, text in rows), *(len(line) + 3 for line in outcomes)], default=0)
        self.width = (longest * LETTER * _SIZE + 2 * _RIM) * unit
        self.height = (lines * _ROW + 2 * _RIM) * unit

    def marks(self, corner: Point) -> Iterator[Mark]:
        """The card with its upper left corner at a point."""
        (left, top), unit = corner, self.unit
        yield Area(Role.LEGEND_PANEL, (_rectangle(left, top, self.width, self.height),))
        x, y = left + _RIM * unit, top + (_RIM + _ROW / 2) * unit
        for role, text in self._rows:
            yield Label(role, (x, y), text, _SIZE * unit, starts_at=True)
            y += _ROW * unit
        if not self._odds:
            return
        across, whole = x, self.width - 2 * _RIM * unit
        for role, word, share in self._odds:
            facts = {"outcome": word, "chance": f"{share.numerator}/{share.denominator}"}
            wide = whole * float(share)
            yield Area(role, (_rectangle(across, y - _BAR * unit / 2, wide, _BAR * unit),), facts)
            across += wide
        for role, word, share in self._odds:
            y += _ROW * unit
            yield Area(role, (_rectangle(x, y - 0.09 * unit, 0.28 * unit, 0.18 * unit),))
            for k, line in enumerate(_outcome_lines(word, share)):
                y += _ROW * unit * (k > 0)
                yield Label(Role.LEGEND_TEXT, (x + 0.38 * unit, y), line, _SIZE * unit, starts_at=True)


def _outcome_lines(word: str, share: Fraction) -> list[str]:
    return wrap(f"{word}: {chance(share).partition(' (')[0]}", _LETTERS, subsequent_indent="  ")


def _shares(odds: Odds[str]) -> list[tuple[Role, str, Fraction]]:
    """The outcomes with a shade each, no harm first; if there are more outcomes than shades, the rarest are combined."""
    outcomes = list(odds.chances.items())
    if not odds.is_ranked:
        outcomes.sort(key=lambda pair: (pair[0] != "no effect", -pair[1]))
    if len(outcomes) > len(ODDS):
        likely = sorted(outcomes, key=lambda pair: -pair[1])[: len(ODDS) - 1]
        kept = [pair for pair in outcomes if pair in likely]
        outcomes = [*kept, ("other outcomes", 1 - sum((share for _, share in kept), Fraction(0)))]
    return [(role, str(word), share) for role, (word, share) in zip(ODDS, outcomes, strict=False)]


def _corner(card: _Card, within: Box, ends: tuple[Point, Point], others: Sequence[Point]) -> Point:
    """The upper left corner at which the card covers least of the line, then the fewest units, and is nearest to the target."""
    rim = _RIM * card.unit
    across = [within.left + rim + (within.width - card.width - 2 * rim) * k / 12 for k in range(13)]
    down = [within.top + rim + (within.height - card.height - 2 * rim) * k / 12 for k in range(13)]
    (x1, y1), (x2, y2) = ends
    line = [(x1 + (x2 - x1) * k / 24, y1 + (y2 - y1) * k / 24) for k in range(25)]
    unit = card.width / 8

    def cost(corner: Point) -> tuple[int, int, float]:
        covered = [
            sum(
                corner[0] - unit < x < corner[0] + card.width + unit
                and corner[1] - unit < y < corner[1] + card.height + unit
                for x, y in points
            )
            for points in (line, others)
        ]
        middle = corner[0] + card.width / 2, corner[1] + card.height / 2
        return covered[0], covered[1], dist(middle, ends[1])

    return min(((x, y) for y in down for x in across), key=cost)


def _rectangle(left: float, top: float, width: float, height: float) -> Ring:
    return ((left, top), (left + width, top), (left + width, top + height), (left, top + height))
