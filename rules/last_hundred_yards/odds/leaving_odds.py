"""The exact odds of the fire that men take as they leave an impact hex, or the map. Chapters 10.2 and 11.4.8."""

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

from rules.game.chance.odds import Odds, odds_of_steps
from rules.game.citation import Provenance
from rules.game.rule_ids import implements
from rules.game.ruling import Reason, Ruling
from rules.game.units import Unit
from rules.ground.hex.hexes import Hex
from rules.last_hundred_yards.book.conditions import CONCEALED, DISRUPTED, HIDDEN, REGROUPING
from rules.last_hundred_yards.book.rulebook import cite
from rules.last_hundred_yards.book.unit_types import UnitKind
from rules.last_hundred_yards.declarations.assault.arrows import EnterAssault
from rules.last_hundred_yards.declarations.assault.declaration import Assault, Reinforce
from rules.last_hundred_yards.effects.fire_resolution import FireOutcome, fire_steps, foot_fire_steps
from rules.last_hundred_yards.effects.harm import Harm, sections_in_pool
from rules.last_hundred_yards.effects.leaving import is_attacked_on_leaving, is_under_fire, position_at_edge
from rules.last_hundred_yards.state.position import Position, row_of

CALM = "unharmed"


def struck_on_leaving(place: Hex) -> Reason:
    """The rule by which mortar fire strikes those who leave."""
    return Reason("mortar fire on leaving", cite("11.4.8e", Provenance.LATER_EDITION), (place,))


@implements("LHY-0.6")
def assault_chances(position: Position, action: Assault | Reinforce | EnterAssault) -> Ruling[str]:
    """The ruling on men who leave for an assault: the mortar fire of their hex, which may drive them out."""
    names = action.units if isinstance(action, Assault) else (action.unit,)
    struck = [unit for unit in map(position.unit, names) if is_attacked_on_leaving(position, unit)]
    if not struck or position.course.moving is not None:
        return Ruling(str(action), "no die roll")
    odds = Odds[tuple[str, ...]]({(): Fraction(1)})
    for unit in struck:
        harmed = harm_on_leaving(position, unit)
        odds = Odds.weighted(
            ((*told, *([f"{unit} {harm.words}"] if harm.is_harm else [])), one * other)
            for told, one in odds.chances.items()
            for harm, other in harmed.chances.items()
        )
    reason = struck_on_leaving(position.place(struck[0]))
    return Ruling(str(action), reason.text, (reason,), odds.map(lambda told: "; ".join(told) or CALM))


def harm_on_leaving(position: Position, unit: Unit) -> Odds[Harm]:
    """What the mortar fire of its hex does to a unit that leaves it."""
    steps = foot_fire_steps(position, position.place(unit), only=unit)
    odds = odds_of_steps(FireOutcome(), (named.step for named in steps))
    return odds.map(lambda outcome: outcome.harm_to(unit.id))


def harm_at_the_edge(position: Position, unit: Unit) -> Odds[Harm]:
    """What the fire of its hex does to a unit that leaves the map; mortar fire has struck men before."""
    edge = position_at_edge(position, unit)
    if not is_under_fire(edge, unit):
        return Odds({Harm.NONE: Fraction(1)})
    odds = odds_of_steps(FireOutcome(), (named.step for named in fire_steps(edge, position.place(unit))))
    return odds.map(lambda outcome: outcome.harm_to(unit.id))


def harm_at_the_edge_after(position: Position, unit: Unit, harm: Harm) -> Odds[Harm]:
    """The same for what mortar fire left of a unit; each section that may take a squad's place is as likely."""
    left = tuple(_left_of(position, unit, harm))
    if not left:
        return Odds({Harm.NONE: Fraction(1)})
    gone = position.state.with_unit(replace(unit, at=None))
    each = [harm_at_the_edge(Position(gone.with_unit(one), position.ground), one) for one in left]
    return Odds.weighted((harm, chance / len(each)) for odds in each for harm, chance in odds.chances.items())


def _left_of(position: Position, unit: Unit, harm: Harm) -> Iterator[Unit]:
    """What may be left of a unit: itself, or one of the sections in the pool of its platoon."""
    if harm is Harm.DISRUPTED:
        lost = {CONCEALED, HIDDEN, REGROUPING}
        yield replace(unit, conditions=unit.conditions - lost | {DISRUPTED})
    elif not harm.is_harm:
        yield unit
    elif row_of(unit).kind is UnitKind.SQUAD:
        for section in sections_in_pool(position, row_of(unit)):
            yield Unit(section.id, section.id, unit.side, unit.at, conditions=frozenset({DISRUPTED}))
