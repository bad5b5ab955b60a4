"""A squad is replaced by two sections, in play or at set-up. Chapter 10.3.2."""

from dataclasses import replace

from rules.game.rule_ids import implements
from rules.game.units import Unit
from rules.last_hundred_yards.book.conditions import LAID_OUT
from rules.last_hundred_yards.book.unit_types import LhyUnitType
from rules.last_hundred_yards.effects.harm import sections_in_pool
from rules.last_hundred_yards.effects.resolution import Resolution
from rules.last_hundred_yards.state.events.maneuver_events import ManeuverWentOn, SectionWaits
from rules.last_hundred_yards.state.events.unit_events import (
    SquadDeployed,
    UnitGone,
    UnitPlaced,
    UnitReplaced,
)
from rules.last_hundred_yards.state.position import row_of
from rules.last_hundred_yards.state.progress import WITHDRAWAL, Moving, Phase


def split_squad(resolution: Resolution, squad: Unit) -> None:
    """Replace a squad with two sections in its conditions, which go on with the maneuver that it has begun."""
    place, row = resolution.position.place(squad), row_of(squad)
    moving, had_acted = resolution.course.moving, squad.id in resolution.course.acted
    drawn = draw_sections(resolution, squad)
    in_play = resolution.course.phase is not Phase.SETUP
    sections = tuple(section.id for section in drawn) if in_play else ()
    resolution.happen(SquadDeployed(row.platoon_key, squad.id, sections))
    resolution.happen(UnitGone(squad.id, "deploys"))
    for section in drawn:
        resolution.happen(
            UnitPlaced(
                section.id,
                section.id,
                squad.side,
                place,
                tuple(sorted(squad.conditions - LAID_OUT)),
                had_acted,
            )
        )
    resolution.happen(UnitReplaced(squad.id, tuple(section.id for section in drawn)))
    if moving is not None:
        _continue_maneuver(resolution, moving, squad.id, (drawn[0].id, drawn[1].id))


@implements("LHY-10.3.2.1", "LHY-10.3.2.2", "LHY-10.3.2.4")
def _continue_maneuver(resolution: Resolution, moving: Moving, squad: str, sections: tuple[str, str]) -> None:
    """Sections withdraw together, but maneuver one after the other, in either order, each with the MP that
    are left (reading 164)."""
    others = tuple(member for member in moving.units if member != squad)
    if moving.mode == WITHDRAWAL:
        resolution.happen(ManeuverWentOn(replace(moving, units=(*others, *sections))))
        return
    first, second = sections
    resolution.happen(ManeuverWentOn(replace(moving, units=(*others, first))))
    resolution.happen(SectionWaits(replace(moving, units=(second,), may_go_first=True)))


def draw_sections(resolution: Resolution, squad: Unit) -> tuple[LhyUnitType, LhyUnitType]:
    """The two sections that a squad becomes, drawn at random from its platoon; one of each kind where kinds differ."""

    def drawn(pool: list[LhyUnitType]) -> LhyUnitType:
        return pool[resolution.pick(f"a section that {squad} becomes", len(pool), only_for=squad.side)]

    pool = sections_in_pool(resolution.position, row_of(squad))
    kinds = sorted({section.sav or 0 for section in pool}, reverse=True)
    if len(kinds) > 1:
        first_kind, second_kind = (
            [section for section in pool if (section.sav or 0) == kind] for kind in kinds[:2]
        )
        return drawn(first_kind), drawn(second_kind)
    first = drawn(pool)
    pool.remove(first)
    return first, drawn(pool)
