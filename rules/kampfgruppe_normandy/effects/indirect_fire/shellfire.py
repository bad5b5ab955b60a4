"""Shells round a target marker: whom they can strike, what comes of it, and the odds.

Rule: KGN Fire for effect; OUR 107 to 110, 157.
"""

from dataclasses import replace

from rules.game.rule_ids import implements
from rules.game.ruling import Reason, Ruling
from rules.game.units import Unit
from rules.ground.table.inches import Spot, gap_in
from rules.kampfgruppe_normandy.book.concealment import PASSENGER_SAVE, save_needed
from rules.kampfgruppe_normandy.book.rulebook import cite, ours
from rules.kampfgruppe_normandy.book.unit_types import HighExplosive, Kind
from rules.kampfgruppe_normandy.effects.building_hits import batter, nearest_building
from rules.kampfgruppe_normandy.effects.harm import damage_hits
from rules.kampfgruppe_normandy.effects.indirect_fire.barrage import RADIUS_IN, Barrage, barrage_odds, bombard
from rules.kampfgruppe_normandy.effects.losses import tell_toll
from rules.kampfgruppe_normandy.effects.odds_text import likeliest
from rules.kampfgruppe_normandy.questions.sight.cover import cover_from
from rules.kampfgruppe_normandy.questions.sight.line_of_sight import look
from rules.kampfgruppe_normandy.questions.target import Prey, prey_of
from rules.kampfgruppe_normandy.state.position import Position
from rules.kampfgruppe_normandy.state.resolution import Story
from rules.kampfgruppe_normandy.state.support_events import ShellsFell


@implements("KN-IND-01", "KN-IND-21", "KN-IND-25", "KN-IND-26")
def shell(story: Story, marker: Spot, shot: HighExplosive, shots: int, side: str) -> None:
    """Shells fall round a marker: all are thrown, dealt out, and worked out one after another.

    Rule: KGN Fire for effect.
    """
    barrage = bombard(barrage_at(story.position, marker, shot), shots, story.dice)
    story.tell(ShellsFell(marker, shots, barrage.directs, barrage.suppressions))
    for blow in barrage.blows:
        if blow.thrown:
            tell_toll(story, blow.toll, side)
    if not barrage.preys and (piece := nearest_building(story.position, marker, RADIUS_IN)) is not None:
        batter(story, piece, sum(damage_hits(shot, story.dice) for _ in range(barrage.directs)))


@implements("KN-IND-19", "KN-IND-20", "KN-IND-23", "KN-PRIN-12", "KN-PRIN-13")
def barrage_at(position: Position, marker: Spot, shot: HighExplosive) -> Barrage:
    """The units that shells at a marker can strike, nearest first; passengers follow what carries them.

    A unit is within reach if any part of it is, hull to marker. Of units equally near the first by name comes first,
    and nobody under an armoured roof. Cover is judged from the marker, which needs nobody's sight.

    Rule: KGN Fire for effect, Measuring distances; OUR 108, 109, 154, 157.
    """
    near = [
        (gap, unit.id, unit)
        for unit in position.on_table()
        if position.type(unit).kind is not Kind.AIRCRAFT
        and (gap := gap_in(position.base(unit), marker)) <= RADIUS_IN
    ]
    preys: list[Prey] = []
    carried_by: list[str] = []
    for _, _, unit in sorted(near, key=lambda one: one[:2]):
        kind = position.type(unit)
        preys.append(_prey_near(position, unit, marker))
        carried_by.append("")
        for passenger in position.aboard(unit):
            if kind.kind is Kind.ENCLOSED and not position.is_tank_rider(passenger):
                continue
            preys.append(_passenger(position, passenger, unit))
            carried_by.append(unit.id)
    return Barrage(shot, tuple(preys), tuple(carried_by))


def _prey_near(position: Position, unit: Unit, marker: Spot) -> Prey:
    armour = position.type(unit).armour
    prey = prey_of(position, unit, 0 if armour is None else armour.side)
    shelter = cover_from(position, unit, replace(look(position, marker, unit), share=1.0))
    return replace(prey, save=save_needed(prey.kind, shelter.cover))


def _passenger(position: Position, unit: Unit, carrier: Unit) -> Prey:
    """A passenger under shellfire: behind the sides of a truck or half-track, or in the open on a tank (OUR 2)."""
    prey = prey_of(position, unit)
    if position.is_tank_rider(unit):
        return replace(prey, save=6)
    is_soft = position.type(carrier).kind is Kind.SOFT_SKIN
    return replace(prey, save=PASSENGER_SAVE if is_soft else PASSENGER_SAVE - 1)


def bombardment_ruling(
    position: Position, question: str, marker: Spot, shot: HighExplosive, shots: int
) -> Ruling[str]:
    """What shells at a marker can come to: each unit within reach in its turn, the odds of the nearest exactly."""
    barrage = barrage_at(position, marker, shot)
    if not barrage.preys:
        return Ruling(
            question, f'no unit is within {RADIUS_IN:g}"', (Reason("nobody is hit", cite("Fire for effect")),)
        )
    reasons = [
        Reason(f"{shots} dice, {shot} HE, penetration {shot.penetration}", cite("Fire for effect"), (marker,))
    ]
    for unit in barrage.order:
        save = barrage.prey(unit).save
        said = "no save" if save is None else f"saves on {save}+"
        reasons.append(Reason(f"{unit}: {said}", ours(157)))
    nearest = barrage.order[0]
    odds = barrage_odds(barrage, shots, nearest)
    return Ruling(question, f"{nearest}: {likeliest(odds)}", tuple(reasons), odds)
