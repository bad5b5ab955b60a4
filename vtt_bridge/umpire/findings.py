"""Findings of a checkup, and those about the scene that a table shows."""

from collections.abc import Iterator
from dataclasses import dataclass

from rules.errors import RulesError
from vtt_bridge.port.virtual_table import VirtualTable
from vtt_bridge.umpire.umpire import Umpire


@dataclass(frozen=True, slots=True)
class Finding:
    """One step: whether it is well, and the sentence that says so or what to do."""

    is_well: bool
    sentence: str


def scene_findings(table: VirtualTable, umpire: Umpire) -> Iterator[Finding]:
    """Whether the scene can be read, and whether the book knows every unit on it."""
    try:
        scene = table.read_scene()
        frame = scene.frame
        yield Finding(
            True,
            f"the scene {scene.name!r} can be read: {frame.kind.value}, {frame.cell_px:g} px, {len(scene.tokens)} units",
        )
        state, book = umpire.state(scene)
        yield Finding(True, f"every unit is known to {book.rulebook.title} and stands on {state.board.name}")
    except RulesError as error:
        yield Finding(False, str(error))
