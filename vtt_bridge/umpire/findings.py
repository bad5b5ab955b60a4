"""Findings of a checkup, and those about the scene that a table shows."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from maps.advice import board_advice, scenario_advice
from maps.codec import board_summary
from maps.scenario import Scenario, check_types, opening_of
from rules.errors import RulesError
from rules.game.ruleset import Playable
from rules.ground.board import Board
from vtt_bridge.games.game_setup import BookNamed, book_of
from vtt_bridge.port.virtual_table import VirtualTable
from vtt_bridge.umpire.umpire import Umpire


@dataclass(frozen=True, slots=True)
class Finding:
    """One step of a checkup: whether it is well, and a sentence that says so or what to do. Advice names a probable slip that
    does not stop play.
    """

    is_well: bool
    sentence: str
    is_advice: bool = False


def source_findings(read: Callable[[], Scenario | Board], book_named: BookNamed) -> Iterator[Finding]:
    """Whether a board or scenario can be read and its game opened, and the probable slips in it."""
    try:
        source = read()
        if isinstance(source, Scenario):
            yield Finding(True, f"the scenario can be read: {source.name}, {board_summary(source.board)}")
            book = book_of(source, book_named)
            check_types(source, book.roster)
            if isinstance(book, Playable) and source.options:
                opening_of(source, book)
                yield Finding(True, f"its game of {book.rulebook.title} can be opened")
            advice = [*scenario_advice(source, book)]
        else:
            yield Finding(True, f"the board can be read: {board_summary(source)}")
            advice = [*board_advice(source)]
    except RulesError as error:
        yield Finding(False, str(error))
        return
    for advised in advice:
        yield Finding(True, str(advised), is_advice=True)
    if not advice:
        yield Finding(True, "no slips found in it")


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
