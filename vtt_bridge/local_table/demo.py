"""A demonstration from end to end, without a browser: three questions to a table over its HTTP API."""

from collections.abc import Callable
from pathlib import Path

from exporters.formats.png import render
from exporters.picture import Picture
from exporters.pictures.board_picture import board_picture
from exporters.pictures.legend import with_legend
from exporters.viewport import Viewport
from maps.scenario import Scenario
from rules.errors import BadInput
from rules.game.units import Unit
from rules.ground.board import Board
from vtt_bridge.errors import CannotWrite
from vtt_bridge.local_table.api.server import serving
from vtt_bridge.local_table.link import Link
from vtt_bridge.local_table.scenario_setup import open_scenario
from vtt_bridge.local_table.storage.store import Store
from vtt_bridge.local_table.table import LocalTable
from vtt_bridge.system.atomic_write import write_atomic
from vtt_bridge.umpire.answers import answer_picture
from vtt_bridge.umpire.questions import Asks, Question
from vtt_bridge.umpire.umpire import Umpire, answer_tag

_HEX_PX = 72
"""Pixels to a hex of the finished pictures."""


def run_demo(scenario: Scenario, umpire: Umpire, folder: Path, tell: Callable[[str], None]) -> None:
    """Start the local table with a scenario, ask three questions, write the pictures to a folder, and end.

    The umpire uses the table like any other: he reads its scene over HTTP, lays his answers
    on it as PNG overlays and says them in its chat, with the rule numbers.

    Raises:
        BadInput: if the scenario does not begin with two sides on the board.
        CannotWrite: if the folder or a picture cannot be written.
    """
    questions = _questions(scenario, umpire)
    _make(folder)
    store = Store(":memory:")
    try:
        scene_id = open_scenario(store, scenario)
        with serving(store, umpire) as url:
            tell(f"The local table is at {url} with {scenario.name}: {len(scenario.units)} units.")
            table = LocalTable(f"{url}/#{scene_id}")
            state, book = umpire.state(table.read_scene())
            for question in questions:
                answer = umpire.ask(table, question)
                picture, bare = (folder / f"{question.asks}{kind}.png" for kind in ("", "-overlay"))
                drawn = answer_picture(state, question, answer.ruling)
                write_atomic(picture, _finished(board_picture(state, drawn, book.roster), state.board))
                write_atomic(bare, table.overlay_png(answer_tag(question.asker)))
                tell(f"\n{answer.ruling}\n  picture: {picture}\n  bare overlay: {bare}")
            board = folder / "board.png"
            write_atomic(board, _finished(board_picture(state, roster=book.roster), state.board))
            tell(f"\nThe board with its units: {board}")
            tell(f"Said in the table's chat: {_said(url, scene_id)} rulings. The table is closed.")
    finally:
        store.close()


def _finished(picture: Picture, board: Board) -> bytes:
    """A picture with its legend, as a PNG."""
    whole = with_legend(picture, board)
    return render(whole, Viewport.of(whole.box, _HEX_PX / whole.module))


def _questions(scenario: Scenario, umpire: Umpire) -> tuple[Question, ...]:
    """The three questions: can he see me, what does he see, how far does it go?

    The line is the one between enemies whose ruling cites the most rules; the third question is about a
    vehicle, if there is one.
    """
    standing = [unit for unit in scenario.units if unit.at is not None]
    enemies = [(viewer, target) for viewer in standing for target in standing if viewer.side != target.side]
    if not enemies:
        raise BadInput("scenario", scenario.name, "one that begins with units of two sides on the board")
    state, book = scenario.state(), umpire.ruleset(scenario.ruleset)

    def rules_met(pair: tuple[Unit, Unit]) -> int:
        return len({reason.cite.section for reason in book.line_of_sight(state, *pair).reasons})

    viewer, target = max(enemies, key=rules_met)
    mover = next((unit for unit in standing if book.roster[unit.type].is_vehicle), viewer)
    return (
        Question(Asks.LOS, viewer.id, target.id, id="demo-los"),
        Question(Asks.FIELD, viewer.id, id="demo-field"),
        Question(Asks.REACH, mover.id, id="demo-reach"),
    )


def _said(url: str, scene_id: str) -> int:
    """The number of lines in the chat of the scene, by its API."""
    chat = Link(url, 10.0).get(f"/api/scenes/{scene_id}/chat")
    lines = chat.get("lines") if isinstance(chat, dict) else None
    return len(lines) if isinstance(lines, list) else 0


def _make(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise CannotWrite(folder, error) from None
