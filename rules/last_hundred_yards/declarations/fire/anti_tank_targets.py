"""The targets of anti-tank fire: known units, or a class that lies concealed in a hex, named after an
inquiry. Chapters 4.3 and 11.5."""

from collections import Counter

from rules.game.engine.resolution import DependsOnHidden
from rules.game.rule_ids import implements
from rules.game.ruling import Reason
from rules.game.units import Unit
from rules.ground.hex.hexes import Hex
from rules.last_hundred_yards.book.conditions import CONCEALED, HIDDEN
from rules.last_hundred_yards.book.roster import ROSTER
from rules.last_hundred_yards.book.rulebook import cite, cite_later, our
from rules.last_hundred_yards.book.unit_types import CLASSES, UnitKind, class_in_words, kinds_of_class
from rules.last_hundred_yards.state.position import Position, row_of
from rules.last_hundred_yards.state.progress import Step


def known_targets(position: Position, side: str) -> list[str]:
    """Every hard target that a side may name: units that it knows, and classes that an inquiry has found in a hex."""
    known = [
        enemy.id for enemy in position.enemies_of(side)
        if row_of(enemy).is_hard and not enemy.has(HIDDEN) and row_of(enemy).kind is not UnitKind.UNKNOWN
    ]  # fmt: skip
    return known + [
        f"{kind}@{at}" for at, counts in position.course.inquired for kind, count in counts if count
    ]


def stands_for(position: Position, name: str) -> int:
    """How many units a name stands for: one, or as many as an inquiry found concealed of that class in that hex."""
    kind, _, label = name.partition("@")
    inquiries = (dict(counts) for at, counts in position.course.inquired if str(at) == label)
    return max((counts.get(kind, 1) for counts in inquiries), default=1) or 1


def target_in_words(name: str) -> str:
    """A target in words: a unit by its id, a concealed one by its class and hex."""
    kind, _, label = name.partition("@")
    return f"{class_in_words(kind)} concealed in {label}" if kind in CLASSES.values() else name


def aim_of(position: Position, side: str, name: str) -> tuple[Hex, frozenset[UnitKind]] | Reason:
    """The hex of a target and what kind it may be; concealed ones are named by class and hex."""
    kind, at_sign, label = name.partition("@")
    if at_sign and kind != "concealed":
        for at, counts in position.course.inquired:
            if str(at) != label or kind not in dict(counts):
                continue
            if dict(counts)[kind]:
                return at, kinds_of_class(kind)
            if position.course.step is Step.REACTION:
                words = f"no {class_in_words(kind)} that lies concealed in {label} has just acted"
                return Reason(words, our(197), (at,))
        return Reason(f"no {class_in_words(kind)} is known to lie concealed in {label}", cite("4.3"))
    unit = position.state.units.get(name)
    if unit is None or unit.side == side or not isinstance(unit.at, Hex) or unit.has(HIDDEN):
        return Reason(f"no enemy {name} is known", cite_later("11.0b"))
    return unit.at, frozenset({row_of(unit).kind})


def stand_in(position: Position, side: str, at: Hex, kinds: frozenset[UnitKind]) -> Unit:
    """A concealed unit of a class, as far as the firer knows it: any counter of that class."""
    enemy = position.mission.side(position.mission.enemy(side))
    row = next(row for row in ROSTER.values() if row.kind in kinds and row.nation is enemy.nation)
    return Unit(f"{row.kind}@{at}", row.id, enemy.id, at, conditions=frozenset({CONCEALED}))


def real_targets(position: Position, side: str, names: tuple[str, ...]) -> list[str]:
    """The units that are fired at, one for each name."""
    targets: list[str] = []
    for name in names:
        targets.append(_real_target(position, side, name, frozenset(targets)))
    return targets


@implements("LHY-4.3.0.5", "LHY-11.5.1d", "LHY-8.0b", "LHY-11.5.4c")
def _real_target(position: Position, side: str, name: str, but: frozenset[str]) -> str:
    """The unit that is fired at: the one named, or of a class that lies concealed in a hex the top one.

    In reaction it is one that has just acted, and among AFVs one with the fewest fires on it. It is never in `but`, which
    the other half of split fire is at.
    """
    if name in position.state.units:
        return name
    kind, _, label = name.partition("@")
    at = position.board.grid.named(label)
    candidates = [
        unit
        for unit in position.enemies_at(at, side)
        if unit.has(CONCEALED) and CLASSES.get(row_of(unit).kind) == kind and unit.id not in but
        and position.course.may_be_fired_at(unit.id)
    ]  # fmt: skip
    if not candidates:
        raise DependsOnHidden(f"the {kind} that lies concealed")
    on = Counter(fire.target for fire in position.course.fires_at(at))
    return (
        min(candidates, key=lambda unit: on[unit.id]).id
        if kind == CLASSES[UnitKind.AFV]
        else candidates[0].id
    )
