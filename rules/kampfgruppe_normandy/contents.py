"""The chapters of the book that are in play: a new one is a module and a line here."""

from rules.kampfgruppe_normandy import indirect_fire
from rules.kampfgruppe_normandy.chapters import Chapter

CHAPTERS: tuple[Chapter, ...] = (indirect_fire.CHAPTER,)
