"""The chapters of the book that are in play: a new one is a module and a line here."""

from rules.kampfgruppe_normandy.declarations import (
    anti_aircraft,
    buildings,
    casualties,
    covering_fire,
    fire,
    movement,
    recovery,
    reserves,
    special_events,
    supply,
    unit_morale,
    veteran_morale,
)
from rules.kampfgruppe_normandy.declarations.aircraft import flying
from rules.kampfgruppe_normandy.declarations.deploying import withdrawing
from rules.kampfgruppe_normandy.declarations.engineering import tasks
from rules.kampfgruppe_normandy.declarations.indirect_fire import chapter
from rules.kampfgruppe_normandy.declarations.turn import first_turn
from rules.kampfgruppe_normandy.effects import mines
from rules.kampfgruppe_normandy.state.chapter import Chapter

CHAPTERS: tuple[Chapter, ...] = (
    first_turn.CHAPTER,
    movement.CHAPTER,
    withdrawing.CHAPTER,
    fire.CHAPTER,
    covering_fire.CHAPTER,
    casualties.CHAPTER,
    unit_morale.CHAPTER,
    veteran_morale.CHAPTER,
    chapter.CHAPTER,
    special_events.CHAPTER,
    supply.CHAPTER,
    mines.CHAPTER,
    tasks.CHAPTER,
    recovery.CHAPTER,
    reserves.CHAPTER,
    anti_aircraft.CHAPTER,
    flying.CHAPTER,
    buildings.CHAPTER,
)
