"""Rulings on sight and weapon ranges: can he see me, what does he see, how far does it shoot?

Rule: KGN Line of sight, Movement, Shooting.
"""

from collections.abc import Iterator, Sequence
from math import inf

from rules.game.rule_ids import implements
from rules.game.ruling import Reason, Ruling
from rules.game.state import GameState
from rules.game.units import Unit, Viewer
from rules.game.verdicts import Arc, Sight, SightField, Visibility, Weapon, WeaponRanges
from rules.game.verdicts import Band as RangeBand
from rules.ground.place import Place
from rules.ground.table.arrays import Floats
from rules.ground.table.inches import Spot
from rules.kampfgruppe_normandy.book.book_data import BookData
from rules.kampfgruppe_normandy.book.rulebook import as_read, cite
from rules.kampfgruppe_normandy.book.unit_types import KgnType, Kind, WeaponKind
from rules.kampfgruppe_normandy.book.unit_types import Weapon as CarriedWeapon
from rules.kampfgruppe_normandy.book.weapons import (
    ALL_ROUND_DEG,
    AS_FAR_AS_IN,
    ATTACKS_FROM_IN,
    FIREPOWER,
    NIGHT_LIMIT_IN,
    ROCKET_HITS_ON,
    SHELL_TO_HIT,
    SMALL_ARMS_TO_HIT,
    Band,
    arc_deg,
)
from rules.kampfgruppe_normandy.questions.sight.observation import men_observed, observed, observed_if_there
from rules.kampfgruppe_normandy.state.position import Position


def line_of_sight(state: GameState, book: BookData, viewer: Viewer, target: Viewer) -> Ruling[Sight]:
    """Can he see me? From the model's eye, with how much is seen and what hides the rest.

    Rule: KGN Line of sight.
    """
    position = Position(state, book)
    ends = end_of(position, viewer), end_of(position, target)
    sight, reasons = observed(position, *ends)
    nothing = (Reason("nothing stands between", cite("Line of sight")),)
    return Ruling(f"LOS {viewer} to {target}", sight, reasons or nothing)


def sight_field(state: GameState, book: BookData, viewer: Viewer) -> Ruling[SightField]:
    """What does he see? A man in the middle of every inch square, as line_of_sight would rule it."""
    position = Position(state, book)
    end = end_of(position, viewer)
    here = end if isinstance(end, Spot) else position.standing(end)

    def at(places: Floats) -> tuple[Visibility, ...]:
        return tuple(men_observed(position, end, places))

    visibility: dict[Place, Visibility] = dict(
        zip(position.table.lattice(), at(position.table.squares), strict=True)
    )
    reasons = Reason("seen from the model's eye", cite("Line of sight"), (here,)), *_at_night(position)
    return Ruling(f"field of {viewer}", SightField(here, visibility, at=at), reasons)


def _at_night(position: Position) -> Iterator[Reason]:
    if position.progress.setting.is_night:
        yield Reason(f'nobody is seen beyond {NIGHT_LIMIT_IN:g}" at night', cite("Night fighting"))


def visibility_at_places(
    state: GameState, book: BookData, viewers: Sequence[Viewer], unit: Unit, places: Sequence[Place]
) -> list[list[Visibility]]:
    """How would each viewer see a unit if it stood in each of these places? A row for each viewer."""
    position = Position(state, book)
    spots = [spot for place in places if isinstance(spot := end_of(position, place), Spot)]
    return observed_if_there(position, [end_of(position, viewer) for viewer in viewers], unit, spots)


def weapon_ranges(state: GameState, book: BookData, unit: Unit) -> Ruling[WeaponRanges]:
    """How far does it shoot, and through which arc? The modifier of each band is 6 less the number to hit.

    Weapons that it has lost or used up are left out.
    """
    position = Position(state, book)
    kind, here = position.type(unit), _standing(position, unit)
    weapons, left = [], dict(position.weapons_left(unit))
    furthest_in = NIGHT_LIMIT_IN if position.progress.setting.is_night else inf
    bands_of = _bands_from_above if kind.kind is Kind.AIRCRAFT else _bands
    for weapon in kind.weapons:
        if weapon.name not in left or position.is_used_up(unit, weapon):
            continue
        bands = tuple(band for band in bands_of(weapon) if _is_indirect(weapon) or band.out_to <= furthest_in)
        if bands:
            width = arc_deg(weapon.mount)
            arc = None if width >= ALL_ROUND_DEG else Arc(unit.heading_deg, width)
            weapons.append(Weapon(weapon.name, bands, arc))
    reasons = (
        Reason(f"weapons of {kind.name}", cite("Weapons of World War II", kind.provenance)),
        Reason("arcs of 90 degrees, or all round", cite("Firing arcs")),
        *_at_night(position),
        *_from_above(kind),
    )
    return Ruling(f"ranges of {unit}", WeaponRanges(unit.id, here, tuple(weapons)), reasons)


def _from_above(kind: KgnType) -> Iterator[Reason]:
    if kind.kind is Kind.AIRCRAFT:
        yield Reason("long range, as always from the air", cite("Aircraft firing"))
        yield Reason(f'it attacks from about {ATTACKS_FROM_IN:g}"', as_read("Aircraft movement", 222))


@implements("KN-AIR-13", "KN-AIR-10")
def _bands_from_above(weapon: CarriedWeapon) -> Iterator[RangeBand]:
    """The one band of an aircraft's weapon: out to the distance of an attack, always long range; none for bombs."""
    needed = SMALL_ARMS_TO_HIT[weapon.kind][Band.LONG] if weapon.kind in FIREPOWER else None
    if weapon.kind is WeaponKind.AIR_ROCKET:
        needed = ROCKET_HITS_ON
    if needed is not None:
        yield RangeBand(AS_FAR_AS_IN, 6 - needed)


def _bands(weapon: CarriedWeapon) -> Iterator[RangeBand]:
    """The bands of a weapon; the modifier of each is 6 less the number to hit."""
    if weapon.kind in FIREPOWER:
        for band, needed in zip(Band, SMALL_ARMS_TO_HIT[weapon.kind], strict=True):
            if needed is not None and band.out_to_in <= FIREPOWER[weapon.kind].max_in:
                yield RangeBand(band.out_to_in, 6 - needed)
        return
    if _is_indirect(weapon):
        if weapon.max_in is not None:
            yield RangeBand(weapon.max_in, 0)
        return
    for band, needed in zip(Band, SHELL_TO_HIT, strict=True):
        if weapon.max_in is None or band.out_to_in <= weapon.max_in:
            yield RangeBand(band.out_to_in, 6 - needed)


def _is_indirect(weapon: CarriedWeapon) -> bool:
    """Whether a weapon fires at a marker, which may be farther off than one sees at night (OUR 151)."""
    return weapon.kind in (WeaponKind.MORTAR, WeaponKind.ROCKETS)


def _standing(position: Position, unit: Unit) -> Spot:
    return position.table.on_board(position.standing(unit))


def end_of(position: Position, end: Viewer) -> Unit | Spot:
    if isinstance(end, Unit):
        _standing(position, end)
        return end
    return position.table.on_board(end)
