"""The events of movement groups: named, orders rolled, tested, done."""

from dataclasses import dataclass, field, replace

from rules.game.rule_ids import implements
from rules.game.state import GameState
from rules.micro_armour.state.conditions import MOVEMENT
from rules.micro_armour.state.progress import Group, Move, progress_of, with_progress
from rules.micro_armour.state.stands import marked


@dataclass(frozen=True, slots=True)
class GroupNamed:
    """Stands were put in movement posture as one group."""

    side: str
    stands: tuple[str, ...]

    def __str__(self) -> str:
        takes = "takes" if len(self.stands) == 1 else "take"
        return f"{', '.join(self.stands)} {takes} up movement posture"

    @implements("MATG2-4.2.1")
    def on(self, state: GameState) -> GameState:
        progress = progress_of(state)
        group = Group(progress.next_group, self.side, self.stands)
        return with_progress(
            marked(state, self.stands, MOVEMENT),
            groups=(*progress.groups, group),
            next_group=progress.next_group + 1,
            acting=progress.next_after(self.side),
        )


@dataclass(frozen=True, slots=True)
class OrdersRolled:
    """The players rolled for movement orders, except a side without a GHQ."""

    sides: tuple[str, ...]
    totals: tuple[int, ...]
    orders: tuple[int, ...]
    without_ghq: tuple[str, ...] = field(default=(), compare=False)
    """The sides that did not roll; records of earlier versions do not say."""

    def __str__(self) -> str:
        rolls = zip(self.sides, self.totals, self.orders, strict=True)
        return "orders: " + ", ".join(
            f"{side} has no GHQ" if side in self.without_ghq else f"{side} {total} gives {n}"
            for side, total, n in rolls
        )

    def on(self, state: GameState) -> GameState:
        orders = tuple(zip(self.sides, self.orders, strict=True))
        return with_progress(state, orders=orders)


@dataclass(frozen=True, slots=True)
class GroupTested:
    """A group attempted to move: its roll, the stands that may move, and the stragglers."""

    side: str
    group: int
    ordered: bool
    natural: int
    modifier: int
    level: int
    moving: tuple[str, ...]
    stragglers: tuple[str, ...]

    def __str__(self) -> str:
        how = "ordered" if self.ordered else "independent"
        words = (
            f"{self.side}: group {self.group} ({how}) {self.natural}{self.modifier:+d} against {self.level}: "
        )
        words += f"{', '.join(self.moving)} may move" if self.moving else "nobody moves"
        return f"{words}; stragglers {', '.join(self.stragglers)}" if self.stragglers else words

    @implements("MATG2-8.1.3.2", "MATG2-8.2.7", "MATG2-8.2.8a")
    def on(self, state: GameState) -> GameState:
        progress, side = progress_of(state), self.side
        if self.ordered:
            spent = ((name, orders - (name == side)) for name, orders in progress.orders or ())
            state = with_progress(state, orders=tuple(spent))
        else:
            groups = (
                replace(group, tried_alone_as=self.group) if group.number == self.group else group
                for group in progress.groups
            )
            alone = progress.in_independent_movement | {side}
            state = with_progress(state, groups=tuple(groups), in_independent_movement=alone)
        move = Move(self.group, side, self.moving, self.stragglers) if self.moving else progress.move
        return with_progress(state, passed=frozenset(), move=move)


@dataclass(frozen=True, slots=True)
class GroupDone:
    """A group's attempt to move ended; its stragglers form groups of their own, which count as having made
    the same attempt (OUR 79)."""

    side: str
    group: int
    stragglers: tuple[tuple[str, ...], ...]

    def __str__(self) -> str:
        return f"{self.side}'s attempt with group {self.group} is over"

    @implements("MATG2-8.1.2.1")
    def on(self, state: GameState) -> GameState:
        progress = progress_of(state)
        left_behind = {name for group in self.stragglers for name in group}
        groups: list[Group] = []
        tried_alone_as = {group.number: group.tried_alone_as for group in progress.groups}
        for group in progress.groups:
            if group.number == self.group:
                left = (name for name in group.stands if name not in progress.moved | left_behind)
                group = replace(group, stands=tuple(left))
            if group.stands:
                groups.append(group)
        number = progress.next_group
        for names in self.stragglers:
            groups.append(Group(number, self.side, names, tried_alone_as[self.group]))
            number += 1
        acting = progress.next_after(self.side)
        return with_progress(state, move=None, groups=tuple(groups), next_group=number, acting=acting)
