"""A second umpire for Kampfgruppe Normandy: one unit fires at another, by the printed tables, in plain fractions.

It shares no code with the book; the figures of weapons and armour are given to it.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from math import comb

# The total of two dice that pierces: a row for each penetration from 1, a column for each armour from 1.
_PENETRATION = """
    8 11 12 12 12 - - - - - - - - - - - - - - -
    7 10 11 12 12 12 12 - - - - - - - - - - - - -
    5 8 9 10 11 12 12 12 12 - - - - - - - - - - -
    4 7 8 9 10 11 12 12 12 12 12 - - - - - - - - -
    3 6 7 8 9 10 11 12 12 12 12 12 12 - - - - - - -
    3 5 6 7 8 9 10 11 12 12 12 12 12 12 12 - - - - -
    3 4 5 6 7 8 9 10 11 12 12 12 12 12 12 12 12 - - -
    3 3 4 5 6 7 8 9 10 11 12 12 12 12 12 12 12 12 12 -
    3 3 3 4 5 6 7 8 9 10 11 12 12 12 12 12 12 12 12 12
    3 3 3 3 4 5 6 7 8 9 10 11 12 12 12 12 12 12 12 12
    3 3 3 3 3 4 5 6 7 8 9 10 11 12 12 12 12 12 12 12
    3 3 3 3 3 3 4 5 6 7 8 9 10 11 12 12 12 12 12 12
    3 3 3 3 3 3 3 4 5 6 7 8 9 10 11 12 12 12 12 12
    3 3 3 3 3 3 3 3 4 5 6 7 8 9 10 11 12 12 12 12
    3 3 3 3 3 3 3 3 3 4 5 6 7 8 9 10 11 12 12 12
    3 3 3 3 3 3 3 3 3 3 4 5 6 7 8 9 10 11 12 12
    3 3 3 3 3 3 3 3 3 3 3 4 5 6 7 8 9 10 11 12
    3 3 3 3 3 3 3 3 3 3 3 3 4 5 6 7 8 9 10 11
    3 3 3 3 3 3 3 3 3 3 3 3 3 4 5 6 7 8 9 10
    3 3 3 3 3 3 3 3 3 3 3 3 3 3 4 5 6 7 8 9
"""

_TO_HIT_SMALL_ARMS = (3, 4, 5)
_TO_HIT_SHELL = (2, 2, 3, 4, 5, 6)
_DAMAGE = {"light": 5, "medium": 4, "heavy": 3, "very heavy": 2}

# The die that suppresses: men and guns, soft-skins, open-topped armour, enclosed armour; 0 is never.
_KINDS = ("infantry", "gun", "soft", "open-topped", "enclosed")
_SUPPRESS_SMALL_ARMS = ((2, 2, 2, 4, 5), (3, 3, 2, 6, 0), (4, 4, 2, 6, 0))
_SUPPRESS_SHELL = {
    "light": (5, 5, 2, 5, 0),
    "medium": (4, 4, 2, 4, 6),
    "heavy": (3, 3, 2, 3, 5),
    "very heavy": (2, 2, 2, 2, 4),
}

# The die that observes: in the open and obscured, quiet and after fire; 1 needs no die.
_OBSERVE = {"infantry": ((3, 2), (4, 3)), "gun": ((2, 1), (4, 3)), "vehicle": ((2, 1), (3, 2))}

_MORALE = {
    "infantry": ("gone", "gone", "suppressed", "", "", ""),
    "gun": ("gone", "gone", "suppressed", "suppressed", "", ""),
    "vehicle": ("suppressed or gone", "suppressed", "", "", "", ""),
}


@dataclass(frozen=True)
class Aimed:
    """The unit that is fired at, and how it stands."""

    kind: str
    men: int = 0
    start: int = 0
    hits: int = 0
    armour: int = 0
    has_shield: bool = False
    is_covered: bool = False
    """In woods: visual cover for men, obscured for the rest."""
    is_suppressed: bool = False
    has_fired: bool = False
    has_moved: bool = False

    @property
    def is_armoured(self) -> bool:
        return self.kind in ("open-topped", "enclosed")

    @property
    def save(self) -> int:
        """The concealment save; 7 is none."""
        if self.kind in ("infantry", "gun"):
            return 5 if self.is_covered else 6
        return 5 if self.is_covered else 7


@dataclass(frozen=True)
class Shell:
    """What a gun fires: size, dice of damage and penetration of its high explosive; penetration of its shot."""

    size: str
    rating: int
    high_explosive: int
    shot: int


@dataclass(frozen=True)
class End:
    """The state of the target after an attack."""

    men: int = 0
    hits: int = 0
    suppressed: bool = False
    immobilised: bool = False
    gone: bool = False


Ends = dict[End, Fraction]
_Way = tuple[End, Fraction]


def small_arms(target: Aimed, firepower: int, band: int, *, suppressing: bool) -> Ends:
    """Bullets from a squad: observed, thrown, saved; or fire that only has to come close."""
    needed = _TO_HIT_SMALL_ARMS[band]
    save = 4 if target.has_shield and target.kind == "gun" else target.save

    def struck() -> Iterator[_Way]:
        if target.is_armoured:
            yield _untouched(target), Fraction(1)
            return
        for wounds, chance in _binomial(firepower, _at_least(needed) * (1 - _at_least(save))):
            yield from _scaled(_after_wounds(target, wounds), chance)

    if suppressing:
        effect = _SUPPRESS_SMALL_ARMS[band][_KINDS.index(target.kind)]
        return _combined(_suppressing(target, effect, list(struck())))
    return _combined(_observed(target, list(struck())))


def high_explosive(target: Aimed, shell: Shell, band: int, *, moves: bool, suppressing: bool) -> Ends:
    """A shell that bursts: observed and thrown to hit, or fire that only has to come close."""

    def burst() -> Iterator[_Way]:
        if target.is_armoured:
            yield from _after_penetration(target, shell.high_explosive)
            return
        for wounds, chance in _binomial(
            shell.rating, _at_least(_DAMAGE[shell.size]) * (1 - _at_least(target.save))
        ):
            yield from _scaled(_after_wounds(target, wounds, shells=1), chance)

    if suppressing:
        return _combined(
            _suppressing(target, _SUPPRESS_SHELL[shell.size][_KINDS.index(target.kind)], list(burst()))
        )
    return _combined(_observed(target, list(_after_die_to_hit(target, band, moves, list(burst())))))


def anti_tank(target: Aimed, shell: Shell, band: int, *, moves: bool) -> Ends:
    """Armour piercing shot."""

    def hit() -> Iterator[_Way]:
        if target.is_armoured:
            yield from _after_penetration(target, shell.shot)
        elif target.kind == "gun":
            for fate, chance in _fates(shell.shot, 2).items():
                yield replace(_untouched(target), gone=fate != ""), chance
        else:
            destroyed = Fraction(26, 36)
            yield replace(_untouched(target), gone=True), destroyed
            yield from _scaled(_after_morale_test(target, _untouched(target)), 1 - destroyed)

    return _combined(
        _observed(target, list(_after_die_to_hit(target, band, moves, list(hit()), is_shot=True)))
    )


def fire_for_effect(targets: Sequence[Aimed], shell: Shell, shots: int) -> list[Ends]:
    """Shells round a marker, the nearest target first: what becomes of each.

    A die a shot: 1 misses, 6 is a direct hit, between them it suppresses. Direct hits are dealt from the nearest
    outwards, and then the suppressions. A unit is tested once for all that the hits took of it.
    """
    ways: list[list[_Way]] = [[] for _ in targets]
    for hits, some in _binomial(shots, Fraction(1, 6)):
        for close, chance in _binomial(shots - hits, Fraction(4, 5)):
            for number, target in enumerate(targets):
                struck, near = (len(range(number, dealt, len(targets))) for dealt in (hits, close))
                ways[number] += _scaled(_shelled(target, shell, struck, near), some * chance)
    return [_combined(iter(of_one)) for of_one in ways]


def _shelled(target: Aimed, shell: Shell, struck: int, near: int) -> Iterator[_Way]:
    effect = _SUPPRESS_SHELL[shell.size][_KINDS.index(target.kind)]
    holds = 1 - (_at_least(effect) * (1 - _at_least(target.save)) if effect else Fraction(0))
    for end, chance in _after_direct_hits(target, shell, struck):
        if end.gone or end.suppressed:
            yield end, chance
        else:
            yield end, chance * holds**near
            yield _suppressed(target, end), chance * (1 - holds**near)


def _after_direct_hits(target: Aimed, shell: Shell, hits: int) -> Iterator[_Way]:
    """The ends of a target after this number of direct hits and the one test that they cause."""
    if target.is_armoured:
        through = _fates(shell.high_explosive, target.armour)
        whole, stuck, stood = (
            sum((through.get(fate, Fraction(0)) for fate in fates), Fraction(0)) ** hits
            for fates in (("", "immobilised"), ("",), ("destroyed", "", "immobilised"))
        )
        yield replace(_untouched(target), gone=True), stood - whole
        for immobilised, chance in ((True, whole - stuck), (False, stuck)):
            end = replace(_untouched(target), immobilised=immobilised)
            yield from _scaled(_after_morale_test(target, end), chance) if hits else [(end, chance)]
        return
    wound = _at_least(_DAMAGE[shell.size]) * (1 - _at_least(target.save))
    for wounds, chance in _binomial(hits * shell.rating, wound):
        yield from _scaled(_after_wounds(target, wounds, shells=hits), chance)


def _observed(target: Aimed, ways: list[_Way]) -> Iterator[_Way]:
    kind = target.kind if target.kind in _OBSERVE else "vehicle"
    needed = _OBSERVE[kind][target.is_covered][target.has_fired]
    needed += kind == "infantry" and target.men <= 3
    seen = _at_least(needed)
    yield _untouched(target), 1 - seen
    yield from _scaled(ways, seen)


def _after_die_to_hit(
    target: Aimed, band: int, moves: bool, ways: list[_Way], *, is_shot: bool = False
) -> Iterator[_Way]:
    """The die to hit: a 1 always misses, a 6 always hits."""
    needed = (
        _TO_HIT_SHELL[band]
        + moves
        + target.has_moved
        + target.is_covered
        + (is_shot and target.kind == "gun")
    )
    hits = _at_least(min(needed, 6))
    yield _untouched(target), 1 - hits
    yield from _scaled(ways, hits)


def _suppressing(target: Aimed, effect: int, struck: list[_Way]) -> Iterator[_Way]:
    """1 misses, 6 is a direct hit, between them the fire is close: effect, then save."""
    close = _at_least(effect) * (1 - _at_least(target.save)) if effect else Fraction(0)
    yield _untouched(target), Fraction(1, 6) + Fraction(4, 6) * (1 - close)
    yield _suppressed(target, _untouched(target)), Fraction(4, 6) * close
    yield from _scaled(struck, Fraction(1, 6))


def _after_wounds(target: Aimed, wounds: int, shells: int = 0) -> Iterator[_Way]:
    """Hits that were not saved: men fall, or a soft-skin takes them; then morale, of a soft-skin for every shell that hit."""
    end = _untouched(target)
    if not wounds and not (shells and target.kind == "soft"):
        yield end, Fraction(1)
    elif target.kind == "soft":
        if wounds >= target.hits:
            yield replace(end, gone=True), Fraction(1)
        else:
            yield from _after_morale_test(target, replace(end, hits=wounds))
    else:
        left = max(0, target.men - wounds)
        end = replace(end, men=left)
        if not left:
            yield replace(end, gone=True), Fraction(1)
        elif target.kind == "gun" or 2 * left <= target.start:
            yield from _after_morale_test(target, end)
        else:
            yield end, Fraction(1)


def _after_penetration(target: Aimed, penetration: int) -> Iterator[_Way]:
    for fate, chance in _fates(penetration, target.armour).items():
        end = _untouched(target)
        if fate == "destroyed":
            yield replace(end, gone=True), chance
        else:
            yield from _scaled(
                _after_morale_test(target, replace(end, immobilised=fate == "immobilised")), chance
            )


def _fates(penetration: int, armour: int) -> dict[str, Fraction]:
    """The chance of each result of two dice: double 1 glances off, double 6 immobilises, the table decides the rest."""
    cell = _PENETRATION.split("\n")[min(penetration, 20)].split()[armour - 1]
    found: defaultdict[str, Fraction] = defaultdict(Fraction)
    for first in range(1, 7):
        for second in range(1, 7):
            total = first + second
            fate = "destroyed" if cell != "-" and total >= int(cell) else ""
            if total == 2:
                fate = ""
            elif total == 12 and fate:
                fate = "immobilised"
            found[fate] += Fraction(1, 36)
    return dict(found)


def _after_morale_test(target: Aimed, end: End) -> Iterator[_Way]:
    """Unit morale, one die."""
    for result in _MORALE[target.kind if target.kind in _MORALE else "vehicle"]:
        if result == "suppressed or gone":
            gives_way = target.is_suppressed or end.immobilised or target.kind == "soft"
            result = "gone" if gives_way else "suppressed"
        after = replace(end, gone=True) if result == "gone" else _suppressed(target, end) if result else end
        yield after, Fraction(1, 6)


def _suppressed(target: Aimed, end: End) -> End:
    """The end with the target suppressed: the last man of a squad runs, and a target already suppressed ignores it."""
    if target.is_suppressed:
        return end
    if target.kind == "infantry" and end.men == 1:
        return replace(end, gone=True)
    return replace(end, suppressed=True)


def _untouched(target: Aimed) -> End:
    return End(target.men, 0, target.is_suppressed)


def _at_least(needed: int) -> Fraction:
    """The chance that a six-sided die shows this number or more."""
    return Fraction(min(max(7 - needed, 0), 6), 6)


def _binomial(dice: int, chance: Fraction) -> Iterator[tuple[int, Fraction]]:
    for hits in range(dice + 1):
        yield hits, comb(dice, hits) * chance**hits * (1 - chance) ** (dice - hits)


def _scaled(ways: Iterator[_Way] | list[_Way], chance: Fraction) -> Iterator[_Way]:
    yield from ((end, share * chance) for end, share in ways)


def _combined(ways: Iterator[_Way]) -> Ends:
    """The chance of each end, equal ends added up; a unit that is gone has only one end."""
    found: defaultdict[End, Fraction] = defaultdict(Fraction)
    for end, chance in ways:
        found[End(gone=True) if end.gone else end] += chance
    return {end: chance for end, chance in found.items() if chance}
