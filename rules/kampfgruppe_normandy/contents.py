"""The chapters of the book that are in play: a new one is a module and a line here."""

from rules.kampfgruppe_normandy import (
    aircraft,
    anti_aircraft,
    buildings,
    casualties,
    covering,
    deploying,
    engineering,
    firing,
    indirect_fire,
    mines,
    moving,
    recovery,
    reserves,
    special_events,
    supply,
    turn,
    unit_morale,
    veterans,
)
from rules.kampfgruppe_normandy.chapters import Chapter

CHAPTERS: tuple[Chapter, ...] = (
    turn.CHAPTER,
    moving.CHAPTER,
    deploying.CHAPTER,
    firing.CHAPTER,
    covering.CHAPTER,
    casualties.CHAPTER,
    unit_morale.CHAPTER,
    veterans.CHAPTER,
    indirect_fire.CHAPTER,
    special_events.CHAPTER,
    supply.CHAPTER,
    mines.CHAPTER,
    engineering.CHAPTER,
    recovery.CHAPTER,
    reserves.CHAPTER,
    anti_aircraft.CHAPTER,
    aircraft.CHAPTER,
    buildings.CHAPTER,
)
