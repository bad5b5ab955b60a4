"""Aiming at a target, whatever the weapon: sight, distance, range band and cover.

Rule: KGN Shooting, Observing the enemy, Range bands.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from rules.game.engine.position import memoized
from rules.game.rule_ids import implements
from rules.game.ruling import Reason
from rules.game.units import Unit
from rules.ground.table.arcs import is_in_arc
from rules.ground.table.inches import is_close_call
from rules.kampfgruppe_normandy.book.action_kinds import ActionKind
from rules.kampfgruppe_normandy.book.concealment import Cover
from rules.kampfgruppe_normandy.book.conditions import FIRED
from rules.kampfgruppe_normandy.book.fire_tables import AUTOMATIC, FEW_MEN, observe_needed
from rules.kampfgruppe_normandy.book.rulebook import as_read, cite, ours
from rules.kampfgruppe_normandy.book.terrain_chart import STATIC_DEFENCES
from rules.kampfgruppe_normandy.book.unit_types import KgnType, Kind, Weapon, WeaponKind
from rules.kampfgruppe_normandy.book.weapons import FIREPOWER, MAX_DIRECT_IN, NIGHT_LIMIT_IN, arc_deg
from rules.kampfgruppe_normandy.questions.fire.fire_sheet import Order, Refused, refuse
from rules.kampfgruppe_normandy.questions.last_turn import (
    has_fired,
    has_moved,
    has_redeployed,
    only_this_turn,
)
from rules.kampfgruppe_normandy.questions.ranges import Range, band_at, inches_beside_limit, range_between
from rules.kampfgruppe_normandy.questions.sight.cover import Sheltered, cover_from
from rules.kampfgruppe_normandy.questions.sight.line_of_sight import look
from rules.kampfgruppe_normandy.questions.sight.observation import beyond_the_night
from rules.kampfgruppe_normandy.questions.sight.visibility import SightResult
from rules.kampfgruppe_normandy.state.position import Position


@dataclass(frozen=True)
class Aim:
    """A shot from one unit at another, whatever the weapon; sight and cover are worked out when first needed."""

    position: Position
    firer: Unit
    target: Unit
    range: Range
    moves: bool

    @cached_property
    def seen(self) -> SightResult:
        return look(self.position, self.firer, self.target)

    @cached_property
    def _around(self) -> Sheltered:
        return cover_from(self.position, self.target, self.seen)

    @cached_property
    def _shelter(self) -> Sheltered:
        return _cover_aboard(self.position, self.target) or self._around

    @property
    def cover(self) -> Cover:
        return self._shelter.cover

    @property
    def cover_from_suppression(self) -> Cover:
        """The target's cover against suppressing fire, which is less than against direct fire for men in a vehicle (OUR 2)."""
        return Cover.HARD if is_inside_a_vehicle(self.position, self.target) else self.cover

    @property
    def is_obscured(self) -> bool:
        """Whether the target is harder to see and to hit; for tank riders, whether their tank is."""
        rides = self.position.is_tank_rider(self.target)
        return (self._around if rides else self._shelter).cover.is_obscured

    @property
    def reasons(self) -> tuple[Reason, ...]:
        partly = self.seen.reasons if self.seen.is_partial else ()
        return (*_range_reasons(self.range), self._shelter.reason, *partly)

    @property
    def kind(self) -> Kind:
        return self.position.type(self.target).kind

    @property
    def bearer(self) -> Unit:
        """The target, or the vehicle that it rides in or on."""
        return carrier_of(self.position, self.target)


@implements(
    "KN-SUPP-01", "KN-SHOOT-04", "KN-SHOOT-09", "KN-DFSA-45", "KN-PRIN-29", "KN-NIGHT-04", "KN-DEPL-16a",
)  # fmt: skip
def take_aim(position: Position, order: Order, *, moves: bool) -> Aim | Refused:
    """The aim of an order to fire, whether or not the target is seen, or why it may not be fired."""
    units = position.state.units
    if order.unit not in units or order.target not in units:
        missing = order.unit if order.unit not in units else order.target
        return refuse(f"there is no unit {missing}", "Shooting")
    firer, target = units[order.unit], units[order.target]
    if target.side == firer.side:
        return refuse(f"{target} is on your own side", "Shooting")
    if (refusal := no_shot_from_there(position, firer, target)) is not None:
        return refusal
    if position.type(target).kind is Kind.AIRCRAFT:
        return refuse(f"{target} is an aircraft", "Suppressing fire - anti-aircraft")
    if (
        refusal := hidden_aboard(position, target, order.kind)
        or _too_far(position, firer, target, order.kind)
    ) is not None:
        return refusal
    return aim_at(position, firer, target, moves=moves)


def no_shot_from_there(position: Position, firer: Unit, target: Unit) -> Refused | None:
    """Why one unit cannot fire at another at any distance: either is off the table, or the firer is a passenger."""
    for unit in (firer, target):
        if position.spot(unit) is None:
            return refuse(f"{unit} is not on the table", "Shooting")
    if position.status(firer).aboard is not None:
        return Refused(Reason(f"{firer} is a passenger", ours(50)))
    return None


def _too_far(position: Position, firer: Unit, target: Unit, kind: ActionKind) -> Refused | None:
    if (too_dark := beyond_the_night(position, firer, target)) is not None:
        return Refused(too_dark)
    away = range_between(position, firer, target)
    if not away.is_within(MAX_DIRECT_IN):
        read = (55,) if kind is ActionKind.SUPPRESS_HE else ()
        most_in = _farthest_in(position.type(firer))
        near = inches_beside_limit(away.nearest_in, most_in)
        words = f'the nearest part of {target} is {near}" away, beyond {most_in:g}"'
        return refuse(words, "Range bands", read=read)
    return None


def _farthest_in(kind: KgnType) -> float:
    """The greatest range of direct fire among the weapons of a unit."""
    reaches = (
        FIREPOWER[weapon.kind].max_in if weapon.kind in FIREPOWER else weapon.max_in or MAX_DIRECT_IN
        for weapon in kind.weapons
    )
    return min(max(reaches, default=MAX_DIRECT_IN), MAX_DIRECT_IN)


@memoized
def aim_at(position: Position, firer: Unit, target: Unit, *, moves: bool) -> Aim:
    """The aim of one unit at another; at night it reaches no farther than one sees."""
    away = range_between(position, firer, target)
    if position.progress.setting.is_night:
        away = Range(away.most_in, away.nearest_in, NIGHT_LIMIT_IN)
    return Aim(position, firer, target, away, moves)


@implements("KN-DEPL-16a", "KN-DFSA-45")
def _cover_aboard(position: Position, target: Unit) -> Sheltered | None:
    """The cover of men on a tank or in an open-topped vehicle; None for a target that rides nothing."""
    if position.status(target).aboard is None:
        return None
    if not position.is_tank_rider(target):
        return Sheltered(
            Cover.REINFORCED, Reason("in reinforced cover inside an open-topped vehicle", ours(2))
        )
    if position.progress.setting.is_night:
        return Sheltered(Cover.VISUAL, Reason("everyone is obscured at night", ours(152)))
    return Sheltered(Cover.OPEN, Reason("tank riders are in the open", cite("Tank riders")))


def is_inside_a_vehicle(position: Position, unit: Unit) -> bool:
    """Whether a unit rides inside a vehicle, not on one."""
    return position.status(unit).aboard is not None and not position.is_tank_rider(unit)


def carrier_of(position: Position, unit: Unit) -> Unit:
    """The vehicle that a unit rides in or on, or the unit itself."""
    carrier = position.status(unit).aboard
    return unit if carrier is None else position.state.unit(carrier)


@implements("KN-PRIN-08", "KN-PRIN-09", "KN-PRIN-11", "KN-DFSA-26")
def _range_reasons(away: Range) -> Iterator[Reason]:
    """The range band and the readings that decide it, at the edge of two bands or where some men are nearer than most."""
    where = as_read(
        "Range bands",
        *([3] if is_close_call(away.most_in, away.band().out_to_in) else []),
        *([29] if away.most_in != away.nearest_in else []),
    )
    yield Reason(f'{away.most_in:.1f}", {away.band().words}', where)
    if band_at(away.nearest_in) is not band_at(away.most_in):
        yield Reason(f'its closest model is {away.nearest_in:.1f}" away', ours(29), decides=False)


_INTO_OPEN_TOPS = (ActionKind.SUPPRESS_SMALL_ARMS, ActionKind.DIRECT_SMALL_ARMS)


@implements("KN-DFSA-45", "KN-SUPP-01")
def hidden_aboard(position: Position, target: Unit, kind: ActionKind) -> Refused | None:
    """Why a unit aboard cannot be fired at: only small arms are fired into a vehicle, and only if it is open-topped.

    Rule: KGN Damage to armoured vehicles, Using suppressing fire; OUR 201.
    """
    if not is_inside_a_vehicle(position, target):
        return None
    vehicle = carrier_of(position, target)
    if position.type(vehicle).kind is Kind.OPEN_TOPPED and kind in _INTO_OPEN_TOPS:
        return None
    if position.type(target).kind is Kind.GUN:
        return refuse(f"{target} is on tow behind {vehicle}", "Unit types")
    return refuse(f"{target} is inside {vehicle}", "Transport vehicles")


@implements("KN-DFSA-51")
def is_in_a_static_defence(position: Position, target: Unit) -> bool:
    """Whether men or a gun are inside a building, or at least half of them in a trench, foxholes, sandbags, a ruin or rubble.

    Rule: KGN Flamethrowers; OUR 191.
    """
    status = position.status(target)
    if position.type(target).is_vehicle or status.aboard is not None:
        return False
    if status.inside is not None:
        return True
    men = position.table.at_each(position.models(target))
    sheltered = sum(any(piece.terrain in STATIC_DEFENCES for piece in under) for under in men)
    return 2 * sheltered >= len(men)


@implements("KN-DFSA-50b", "KN-DFSA-50c", "KN-DFSA-51", "KN-DFSA-52")
def is_not_stationary(position: Position, target: Unit) -> bool:
    """Whether a target is not stationary: it moved or, unless armoured, deployed last turn, and is in no static defence."""
    if is_in_a_static_defence(position, target):
        return False
    has_deployed = has_redeployed(target) and not position.type(target).kind.is_armoured
    return has_moved(carrier_of(position, target)) or has_deployed


@implements("KN-SHOOT-04", "KN-SHOOT-07", "KN-SHOOT-08", "KN-DFSA-53", "KN-WPN-08", "KN-WPN-09")
def cannot_bear(aim: Aim, weapon: Weapon) -> Refused | None:
    """Why a weapon cannot be fired at the target: out of arc, used up, or a flamethrower at a target that has moved."""
    position, firer = aim.position, aim.firer
    is_flame = weapon.kind is WeaponKind.FLAMETHROWER
    if not is_in_arc(position.base(firer), position.standing(aim.target), arc_deg(weapon.mount)):
        return refuse(f"{aim.target} is outside the arc of {weapon.name}", "Firing arcs")
    if position.is_used_up(firer, weapon):
        where = "Flamethrowers" if is_flame else "Weapons of World War II"
        return refuse(f"{weapon.name} is used up", where)
    if is_flame and is_not_stationary(position, aim.target):
        return refuse(f"{aim.target} is not stationary", "Flamethrowers")
    return None


@implements(
    "KN-DFSA-04", "KN-DFSA-05", "KN-DFSA-06", "KN-DFSA-07", "KN-DFSA-08", "KN-DFSA-09", "KN-DFSA-10",
    "KN-DEPL-16b",
)  # fmt: skip
def observation(aim: Aim) -> tuple[int, Reason]:
    """The number needed to observe the target, or AUTOMATIC, and why; a target that fired is seen more easily (OUR 51).

    Tank riders are observed as their tank is.
    """
    target, position = aim.target, aim.position
    rides = position.is_tank_rider(target)
    kind = position.type(aim.bearer).kind if rides else aim.kind
    shows_itself = aim.bearer if rides else target
    fired = has_fired(shows_itself)
    needed = observe_needed(kind, obscured=aim.is_obscured, fired=fired, men=position.men(target))
    words = "is seen without a die" if needed == AUTOMATIC else f"is observed on {needed}+"
    seen = ["obscured" if aim.is_obscured else "in the open", "has fired" if fired else "has not fired"]
    if kind is Kind.INFANTRY and position.men(target) <= FEW_MEN:
        seen.append(f"{FEW_MEN} men or fewer")
    read = (51, 185) if only_this_turn(position, shows_itself, FIRED) else (51,)
    where = as_read("Observing the enemy", *(read if fired else ()))
    return needed, Reason(f"{target} {words}: {', '.join(seen)}", where)
