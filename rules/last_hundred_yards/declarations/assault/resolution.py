"""Resolving assaults: the units lost before the die, the die, and steps lost in town. Chapter 13.5."""

from collections.abc import Iterator
from dataclasses import dataclass

from rules.game.engine.procedure import Factors, Procedure
from rules.game.engine.resolution import DependsOnHidden
from rules.game.rule_ids import implements
from rules.game.ruling import Reason
from rules.game.units import Unit
from rules.ground.hex.hexes import Hex
from rules.ground.hex.terrain import Terrain
from rules.last_hundred_yards.book.conditions import HEROIC
from rules.last_hundred_yards.book.rulebook import cite, cite_later
from rules.last_hundred_yards.book.unit_types import UnitKind
from rules.last_hundred_yards.declarations.assault.aftermath import check_for_odds, reveal_participants
from rules.last_hundred_yards.effects.harm import Harm, destroy, inflict, lose_step
from rules.last_hundred_yards.effects.mortar_support import landed_mortars, lose_mortar
from rules.last_hundred_yards.effects.resolution import D10, Resolution
from rules.last_hundred_yards.questions.assault.before_the_die import (
    NoDie,
    falls_before_the_die,
    position_without,
    why_no_die,
)
from rules.last_hundred_yards.questions.assault.destruction import possible_attempts
from rules.last_hundred_yards.questions.assault.value import (
    ASSAULT_RESOLUTION,
    AssaultRow,
    assault_drm,
    participants,
)
from rules.last_hundred_yards.state.events.assault_events import AssaultDecided, AssaultOver
from rules.last_hundred_yards.state.events.order_events import DecisionDue
from rules.last_hundred_yards.state.events.unit_events import UnitChanged
from rules.last_hundred_yards.state.markers import AssaultHex
from rules.last_hundred_yards.state.position import Position, atv_of, cohesion_of, is_unknown, row_of
from rules.last_hundred_yards.state.progress import Decision, DecisionKind, Phase


@dataclass(frozen=True, slots=True)
class ResolveAssault:
    """Roll for the assault in one hex (13.5)."""

    side: str
    at: Hex

    def __str__(self) -> str:
        return f"resolve the assault on {self.at}"


def candidates(position: Position, side: str) -> Iterator[ResolveAssault]:
    """Every assault not yet resolved."""
    yield from (ResolveAssault(side, assault.at) for assault in position.course.assaults if not assault.row)


@implements("LHY-5.0.IV", "LHY-13.5.0b", "LHY-13.6.4")
def forbids(position: Position, action: ResolveAssault) -> Iterator[Reason]:
    """Why an assault is not resolved now."""
    standing = position.course.assault_at(action.at)
    if standing is None or standing.row:
        yield Reason(f"there is no assault to resolve in {action.at}", cite_later("13.5"), (action.at,))
    begun = tuple(assault.at for assault in position.course.assaults if _began_as_advance(position, assault))
    if begun and action.at not in begun:
        words = f"the assault on {begun[0]}, which an advance began, is resolved at once"
        yield Reason(words, cite_later("13.6.4"), begun)


@implements("LHY-13.6.4")
def _began_as_advance(position: Position, assault: AssaultHex) -> bool:
    """Whether an assault began with an advance after another assault; units that advanced may also have joined one."""
    came = {entry.unit for entry in assault.entries}
    return not assault.row and bool(came) and came <= position.course.advanced


@implements("LHY-13.5.3", "LHY-13.5.1a", "LHY-4.3.0.1", "LHY-22.1.4.3c")
def resolve(resolution: Resolution, action: ResolveAssault) -> None:
    """The die of an assault; what the table calls for is then put to the players in its order."""
    assault = resolution.course.assault_at(action.at)
    assert assault is not None
    if any(is_unknown(unit) for unit in resolution.position.at(action.at)):
        raise DependsOnHidden("who lies concealed in an assault")
    for unit in falls_before_the_die(resolution.position, assault):
        _lose_before_die(resolution, unit)
    match why_no_die(resolution.position, assault):
        case NoDie.NOBODY_LEFT:
            for side in resolution.state.sides:
                if resolution.position.enemies_at(assault.at, side):
                    _lose_landed_support(resolution, assault.at, side)
            reveal_participants(resolution, assault)
            resolution.happen(AssaultOver(assault.at))
        case NoDie.LIKE_AGAINST_LIKE:
            _retreat_the_weaker(resolution, assault)
        case None:
            _roll_assault_die(resolution, assault)


def _lose_before_die(resolution: Resolution, unit: Unit) -> None:
    """A unit is lost before the die: vehicles, guns and FPs are destroyed, a LATW is eliminated."""
    if row_of(unit).is_hard:
        destroy(resolution, unit)
    else:
        inflict(resolution, unit.id, Harm.STEP)


@implements("LHY-13.5.2", "LHY-13.5.3")
def _roll_assault_die(resolution: Resolution, assault: AssaultHex) -> None:
    """One die with the DRM as the assault stands, on the Assault Resolution Table."""
    _keep_one_hero(resolution, assault.at)
    position = resolution.position
    drm, _ = assault_drm(position, assault)

    def by(die: int) -> tuple[AssaultRow, tuple[str, ...]]:
        row = ASSAULT_RESOLUTION[die + drm]
        return row, _losers_in_town(position, assault, row, die)

    row, in_town = resolution.decide(f"assault on {assault.at}, {drm:+d}", D10, by)
    resolution.then(_decide, assault, row, in_town)


@implements("LHY-13.5.0d")
def _keep_one_hero(resolution: Resolution, place: Hex) -> None:
    """Of several heroes of a side one stays Heroic: of those who take part the one with the best Assault Value (reading 243)."""
    for side in resolution.state.sides:
        fighting = participants(resolution.position, place, side)
        heroes = [unit for unit in resolution.position.friends_at(place, side) if unit.has(HEROIC)]
        heroes.sort(key=lambda hero: (hero in fighting, row_of(hero).assault))
        for unit in heroes[:-1]:
            resolution.happen(UnitChanged(unit.id, lost=(HEROIC,)))


@implements("LHY-13.5.3", "LHY-13.6.1a", "LHY-13.6.1b", "LHY-14.6.4b")
def _decide(resolution: Resolution, assault: AssaultHex, row: AssaultRow, in_town: tuple[str, ...]) -> None:
    """Carry out the row: sides lose steps `in_town`, what the loser has landed there is lost, and the players
    are asked for attempts."""
    loser = resolution.position.mission.enemy(assault.side) if row.defender_loses else assault.side
    leaders = _fighting_leaders(resolution.position, assault.at)
    urban: list[str] = []
    for side in in_town:
        if best := best_fighters_in_town(resolution.position, assault.at, side):
            what = f"who of {side} loses a step among the houses of {assault.at}"
            unit = best[0] if len(best) == 1 else best[resolution.pick(what, len(best))]
            urban.append(unit.id)
            lose_step(resolution, unit, steady=True)
    _lose_landed_support(resolution, assault.at, loser)
    losers = tuple(unit.id for unit in resolution.position.friends_at(assault.at, loser))
    resolution.happen(AssaultDecided(assault.at, row.name, losers, tuple(urban), leaders))
    for unit in resolution.position.at(assault.at):
        if unit.has(HEROIC):
            resolution.happen(UnitChanged(unit.id, lost=(HEROIC,)))
    _offer_attempts(resolution, assault, row)


@implements("LHY-22.1.4.3c", "LHY-22.1.4.3f")
def _lose_landed_support(resolution: Resolution, place: Hex, loser: str) -> None:
    """Vehicles and mortars that landed among the enemy are destroyed if their side loses there."""
    for unit in resolution.position.friends_at(place, loser):
        if unit.id in resolution.course.landed_among_enemies:
            destroy(resolution, unit)
    for mortar in landed_mortars(resolution.position, place, loser):
        lose_mortar(resolution, mortar)


@implements("LHY-13.6.0", "LHY-13.5.1d", "LHY-13.5.1d.tie")
def _retreat_the_weaker(resolution: Resolution, assault: AssaultHex) -> None:
    """Like against like: the side with the lower best value retreats, of equals one at random; no row calls for more."""
    sides = (assault.side, resolution.position.mission.enemy(assault.side))
    one, other = (
        max(atv_of(unit) or 0 if row_of(unit).is_vehicle else cohesion_of(unit) for unit in units)
        for units in (resolution.position.friends_at(assault.at, side) for side in sides)
    )
    defender_loses = (
        one > other if one != other else resolution.pick(f"who loses the tie in {assault.at}", 2) == 0
    )
    loser = sides[1] if defender_loses else sides[0]
    _lose_landed_support(resolution, assault.at, loser)
    losers = tuple(unit.id for unit in resolution.position.friends_at(assault.at, loser))
    resolution.happen(AssaultDecided(assault.at, "no die", losers))


@implements("LHY-13.6.5", "LHY-13.5.0a")
def _fighting_leaders(position: Position, place: Hex) -> tuple[str, ...]:
    """The leaders who take part in an assault, one of each side at most."""
    fighting = (unit for side in position.state.sides for unit in participants(position, place, side))
    return tuple(sorted(unit.id for unit in fighting if row_of(unit).kind is UnitKind.LEADER))


@implements("LHY-13.6.1a", "LHY-13.6.1b", "LHY-13.6.1b.bt")
def _losers_in_town(position: Position, assault: AssaultHex, row: AssaultRow, die: int) -> tuple[str, ...]:
    """The sides that lose a step in an urban assault."""
    if not position.board.has(assault.at, Terrain.URBAN_BUILDING):
        return ()
    both = (assault.side, position.mission.enemy(assault.side))
    if row.name == "6-9" and die in (6, 7):
        return both
    if row.name == "2-5" and die in (4, 5):
        return both if position.mission.edition.urban_row_2_to_5_both else (assault.side,)
    return ()


@implements("LHY-13.6.1a", "LHY-13.6.1b")
def best_fighters_in_town(position: Position, place: Hex, side: str) -> tuple[Unit, ...]:
    """The combat units of a side with the best Cohesion, one of which loses the step at random; none aboard a
    vehicle (reading 167)."""
    fighters = [
        unit
        for unit in position.friends_at(place, side)
        if row_of(unit).is_combat and cohesion_of(unit) and not position.course.is_aboard(unit.id)
    ]
    best = max(map(cohesion_of, fighters), default=0)
    return tuple(unit for unit in fighters if cohesion_of(unit) == best)


@implements("LHY-13.6.2.1", "LHY-13.6.2.1.once")
def _offer_attempts(resolution: Resolution, assault: AssaultHex, row: AssaultRow) -> None:
    """Ask the sides that the row calls on to try to destroy vehicles, the attacker first; a side that cannot is not asked."""
    enemy = resolution.position.mission.enemy(assault.side)
    for side, called in ((assault.side, row.attacker_attempts), (enemy, row.defender_attempts)):
        if called and any(possible_attempts(resolution.position, assault.at, side)):
            resolution.happen(DecisionDue(Decision(DecisionKind.DESTROY_VEHICLE, side, at=assault.at)))


def resolve_for_odds(resolution: Resolution, side: str, place: Hex) -> None:
    """For odds: roll the assault on a hex as it stands, then the checks that follow it."""
    standing = resolution.course.assault_at(place)
    if standing is not None and not standing.row:
        resolution.then(check_for_odds, place)
        resolution.then(resolve, ResolveAssault(side, place))


def resolve_assault_for_odds(resolution: Resolution, action: ResolveAssault) -> None:
    """For odds: the checks that follow an assault."""
    check_for_odds(resolution, action.at)


_AS_IF_UNHARMED = Reason(
    "the odds assume that retreats still owed are made without harm", cite("13.6.3"), decides=False
)


@implements("LHY-13.5.1a", "LHY-13.5.1b", "LHY-13.5.1c", "LHY-13.5.1d", "LHY-13.5.1e", "LHY-13.5.2")
def resolve_factors(position: Position, action: ResolveAssault) -> Factors:
    """The units lost before the die, and the modifiers of the die then; or why no die is thrown."""
    assault = position.course.assault_at(action.at)
    assert assault is not None
    if any(is_unknown(unit) for unit in position.at(action.at)):
        return _die_factors(position, assault)
    falls = falls_before_the_die(position, assault)
    lost = tuple(
        Reason(f"{unit} is lost before the die", cite_later("13.5.1"), (action.at,)) for unit in falls
    )
    left = position_without(position, falls)
    match why_no_die(left, assault):
        case NoDie.NOBODY_LEFT:
            return Factors("no die", lost)
        case NoDie.LIKE_AGAINST_LIKE:
            words = "like against like: the lower best value retreats, ties at random"
            return Factors(
                "no die", (*lost, Reason(words, cite_later("13.5.1"), (action.at,)), _AS_IF_UNHARMED)
            )
        case None:
            thrown = _die_factors(left, assault)
            return Factors(thrown.summary, (*lost, *thrown.reasons))


def _die_factors(position: Position, assault: AssaultHex) -> Factors:
    drm, modifiers = assault_drm(position, assault)
    summary = f"die {drm:+d}"
    if any(map(is_unknown, position.at(assault.at))):
        summary += ", and what lies concealed there"
    return Factors(summary, (*modifiers.as_reasons, _AS_IF_UNHARMED))


RESOLVE = Procedure(
    ResolveAssault,
    (Phase.ASSAULT,),
    candidates,
    forbids,
    resolve,
    resolve_factors,
    resolve_assault_for_odds,
    throws_deferred_dice=True,
)
