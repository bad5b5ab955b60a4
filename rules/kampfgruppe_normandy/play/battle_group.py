"""Battle groups: points, morale value, and whether a battle group is allowed in a game of this size.

Rule: KGN The points system, Game size, Select your battle group, Battle group morale.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from rules.errors import BadInput
from rules.game.citation import Provenance
from rules.game.option_reader import OptionReader, whole
from rules.game.rule_ids import implements
from rules.game.ruling import Reason, Ruling
from rules.game.side_names import people
from rules.game.state import GameState
from rules.game.verdicts import ForceSizes
from rules.ground.table.tabletop import Tabletop
from rules.kampfgruppe_normandy.book.book_data import BookData
from rules.kampfgruppe_normandy.book.counted import counted
from rules.kampfgruppe_normandy.book.rulebook import because, cite, figure_source
from rules.kampfgruppe_normandy.book.unit_types import KgnType, SpecialRule
from rules.kampfgruppe_normandy.state.bought_support import bought_support
from rules.kampfgruppe_normandy.state.progress import COMMAND_DICE, Engagement, Size

POINTS = {Size.PLATOON: 250, Size.COMPANY: 500, Size.BATTALION: None}
"""The most points of a side; a battalion's 1000 may be exceeded."""

TABLES_FT = {
    Size.PLATOON: ((6, 4), (6, 6)),
    Size.COMPANY: ((6, 6), (8, 4)),
    Size.BATTALION: ((8, 6), (10, 6)),
}
"""The tables that suit a game, in feet; a battalion's may be larger."""

_INCHES_IN_FOOT = 12
_MOST_AGREED = 10_000
MOST_MORALE = 3
"""The highest morale value of a unit in the army lists (KGN Battle group morale)."""


@dataclass(frozen=True, slots=True)
class BattleGroup:
    """A side's battle group: the types of its units, the points spent on fire support, and the most it may cost."""

    side: str
    size: Size
    types: tuple[KgnType, ...]
    bought: int
    most: int | None

    @property
    @implements("KN-GROUP-01")
    def points(self) -> int:
        """The points that the battle group costs in all."""
        return sum(kind.points for kind in self.types) + self.bought

    @property
    @implements("KN-BMOR-01")
    def morale(self) -> int:
        """Its morale value: the sum of those of its units, at least 1."""
        return max(1, sum(kind.morale for kind in self.types))

    @property
    @implements("KN-KIT-01")
    def roster(self) -> tuple[tuple[str, int], ...]:
        """Its roster: how many units of each name, in the order of the names."""
        return tuple(sorted(Counter(kind.name for kind in self.types).items()))

    @property
    def over(self) -> int:
        """By how many points it exceeds its limit."""
        return 0 if self.most is None else max(0, self.points - self.most)


@implements("KN-GROUP-03", "KN-GROUP-04", "KN-GROUP-05", "KN-SETUP-05", "KN-SETUP-06")
def battle_group(state: GameState, side: str, options: Mapping[str, Any], book: BookData) -> BattleGroup:
    """The battle group of a side before play; a re-fight's force list has no limit.

    Raises:
        BadInput: if the side has no unit, or an option is wrong.
        Unknown: if a unit's type is not in the roster.
    """
    types = tuple(book.type(unit.type) for unit in state.units.values() if unit.side == side)
    if not types:
        raise BadInput("units", side, "a side with one unit or more")
    size = OptionReader("options", options).choice("game_size", Size, Size.PLATOON)
    ceiling = POINTS[size]
    agreed = options.get("points", ceiling)
    most = None if agreed is None else whole("options.points", agreed, 1, ceiling or _MOST_AGREED)
    if options.get("engagement") == Engagement.REFIGHT:
        most = None
    bought = bought_support(state, options).cost(book.support.costs, side)
    return BattleGroup(side, size, types, bought, most)


def force_sizes(state: GameState, options: Mapping[str, Any], book: BookData) -> Ruling[ForceSizes]:
    """The points of each side's battle group, and which sides exceed their limit.

    Raises:
        BadInput, Unknown: if a battle group cannot be added up.
    """
    groups = [battle_group(state, side, options, book) for side in state.sides]
    reasons = [reason for group in groups for reason in _reasons(group, book)]
    if len(groups) == 2:
        gap = abs(groups[0].points - groups[1].points)
        reasons.append(
            because(f"the two differ by {gap} points; a fair fight has equal points", "The points system")
        )
    reasons += _table_size(state, groups[0].size) if groups else ()
    points = tuple((group.side, Fraction(group.points)) for group in groups)
    refused = tuple(group.side for group in groups if group.over)
    return Ruling("battle groups", ForceSizes(points, refused), tuple(reasons))


@implements("KN-FIELD-03", "KN-FIELD-04", "KN-FIELD-05")
def _table_size(state: GameState, size: Size) -> Iterator[Reason]:
    """Whether the table is as large as the book advises for a game of this size, as a reason that decides nothing."""
    if not isinstance(state.board, Tabletop):
        return
    short_ft, long_ft = sorted(
        inches / _INCHES_IN_FOOT for inches in (state.board.width_in, state.board.depth_in)
    )
    suits = any(long_ft >= wide and short_ft >= deep for wide, deep in TABLES_FT[size])
    advised = " or ".join(f"{wide} by {deep}" for wide, deep in TABLES_FT[size])
    words = "suits" if suits else "is small for"
    text = f"a table of {long_ft:.3g} by {short_ft:.3g} feet {words} a {size} game: {advised} feet"
    yield Reason(text, cite("Table size"), decides=False)


def _reasons(group: BattleGroup, book: BookData) -> Iterator[Reason]:
    side, source = group.side, figure_source(Provenance.weakest(kind.provenance for kind in group.types), 70)
    points_from = cite("The points system").together_with(source)
    yield Reason(f"{people(side)}: {_units(group)} for {group.points - group.bought} points", points_from)
    if group.bought:
        yield Reason(f"{people(side)}: fire support for {group.bought} points", book.support.cite(160))
    if group.most is None:
        yield because(f"{people(side)}: no limit of points", "Game size")
    elif group.over:
        yield because(
            f"{people(side)}: {group.over} points over the {group.most} of this {group.size} game",
            "Game size",
        )
    else:
        yield because(
            f"{people(side)}: within the {group.most} points of this {group.size} game", "Game size"
        )
    morale_from = cite("Battle group morale").together_with(source)
    yield Reason(f"{people(side)}: morale value {group.morale}", morale_from)
    for kind in dict.fromkeys(kind for kind in group.types if kind.morale > MOST_MORALE):
        yield because(
            f"{people(side)}: {kind.name} has a morale value over {MOST_MORALE}", "Battle group morale"
        )
    yield because(
        f"{people(side)}: {COMMAND_DICE[group.size]}D6 + {counted(_commands(group), 'command unit')} a turn",
        "Command and control roll",
    )
    nations = tuple(dict.fromkeys(kind.nation for kind in group.types))
    if len(nations) > 1:
        text = f"{people(side)}: units of {' and '.join(nations)}, where a battle group is of one army list"
        yield Reason(text, cite("The army lists"), decides=False)


def _units(group: BattleGroup) -> str:
    return counted(len(group.types), "unit")


def _commands(group: BattleGroup) -> int:
    return sum(bool(kind.rules & {SpecialRule.COMMAND, SpecialRule.SUPREME_COMMAND}) for kind in group.types)


RULE_IDS = {"POINTS": ("KN-GROUP-03", "KN-GROUP-04", "KN-GROUP-05")}
