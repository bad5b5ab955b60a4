"""The umpire at a table: reads the scene, asks the book, lays the answer on the map and says why.

There are two ways to use him: `answer` turns a scene and a question into a ruling and operations that the
glue in a VTT applies; `ask` reads a table and applies them itself.
"""

import json
from collections import deque
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, replace
from functools import lru_cache
from hashlib import sha256
from types import MappingProxyType
from typing import Any

from exporters import ruling_text as words
from exporters.board_shapes import unit_word
from exporters.picture import Picture
from exporters.pictures.board_picture import board_picture
from exporters.pictures.legend import entries, with_legend
from exporters.pictures.profile_picture import NARROW, WIDE, profile_picture
from exporters.viewport import Viewport
from maps.codec import board_from
from maps.library import bundled_board
from maps.rosters import house_from
from rules.catalog import RULESETS
from rules.errors import BadInput, RulesError, Unknown
from rules.game.counter_names import CounterNames
from rules.game.ruleset import ReadsOptions, Ruleset
from rules.game.ruling import Ruling
from rules.game.state import GameState
from rules.game.units import Unit
from rules.game.view import HIDDEN
from rules.ground.board import Board
from vtt_bridge.errors import BadScene, Stale
from vtt_bridge.games.journal import Entry, entry_of
from vtt_bridge.port.calibration import place_px, viewport
from vtt_bridge.port.names import place_of, viewer_named
from vtt_bridge.port.scene_reader import state_of
from vtt_bridge.port.virtual_table import (
    FLAG,
    Capabilities,
    Game,
    Operation,
    Overlay,
    PointPx,
    PutOverlay,
    Say,
    Scene,
    Swatch,
    VirtualTable,
    carry_out,
)
from vtt_bridge.umpire.answers import answer_picture
from vtt_bridge.umpire.picture_cache import cached_png
from vtt_bridge.umpire.questions import Asks, Question
from vtt_bridge.umpire.rulings import ruled
from vtt_bridge.umpire.suppositions import supposed

TIMES_ASKED = 3
"""How many times a question is tried if the scene changes meanwhile."""


SHEET_HEX_PX = 40
"""The size of a hex in a whispered picture, which includes the board."""

SIDE_VIEW_PX = 56
"""The size of a unit in the side view of a line, which is 16 units long."""

_MOST_BROUGHT = 8
"""The most boards that are recognised by the identity of their document, without comparing its text."""

_MOST_SHOWN = 200
"""The most scenes whose state is remembered until something on them changes."""

ABLE = Capabilities()


@dataclass(frozen=True)
class Looked:
    """A ruling on a question for one revision of the scene, and its picture; nothing is on the table yet."""

    question: Question
    revision: str
    ruling: Ruling[Any]
    picture: Picture
    window: Viewport
    state: GameState

    @property
    def rules(self) -> tuple[str, ...]:
        """The rules on which the ruling rests, each once, in the order of its reasons."""
        return tuple(dict.fromkeys(str(reason.cite) for reason in self.ruling.reasons))

    @property
    def legend(self) -> tuple[Swatch, ...]:
        """What the colours of the picture mean."""
        return tuple(
            Swatch("#" + bytes(ink).hex(), sample, text) for ink, sample, text in entries(self.picture)
        )


@dataclass(frozen=True)
class Answer:
    """The umpire's ruling on a question for one revision of the scene, and the operations that lay it on the table.

    `ends_px` are the two ends of the line that was asked about, in pixels of the scene; `picture` is the answer without the board.
    """

    question: Question
    revision: str
    ruling: Ruling[Any]
    rules: tuple[str, ...]
    operations: tuple[Operation, ...]
    picture: Picture
    ends_px: tuple[PointPx, ...] = ()


class Umpire:
    """Answers the questions of a table by the book that its scene names; boards given by name are bundled ones."""

    def __init__(
        self, rulesets: Mapping[str, Ruleset] = RULESETS, board_named: Callable[[str], Board] = bundled_board
    ) -> None:
        self.rulesets = rulesets
        self._board_named = board_named
        self._brought: deque[tuple[Mapping[str, Any], Board]] = deque(maxlen=_MOST_BROUGHT)
        self._shown: deque[tuple[Scene, GameState]] = deque(maxlen=_MOST_SHOWN)

    def look(self, scene: Scene, question: Question, underway: GameState | None = None) -> Looked:
        """The ruling on a question about a scene, and its picture.

        With a game `underway` on the scene, its turn and what it knows of units count as well.

        Raises:
            BadScene: if the scene cannot be read.
            Unknown, BadInput: if the question names what is not there.
        """
        state, ruleset = self.state(scene, question.side, underway)
        state, ruling = ruled(_with_distinct_names(state, ruleset), ruleset, question)
        picture = answer_picture(state, question, ruling)
        window = viewport(scene.frame, scene.size_px)
        return Looked(question, scene.source.revision, ruling, picture, window, state)

    def look_from_the_side(
        self, scene: Scene, question: Question, underway: GameState | None, *, narrow: bool
    ) -> Looked:
        """The side view of the line that a question asks about, in a window of its own, which may be narrow.

        Raises:
            BadScene, Unknown, BadInput: as `look`.
        """
        state, ruleset = self.state(scene, question.side, underway)
        state = supposed(_with_distinct_names(state, ruleset), question.supposing)
        viewer, target = (viewer_named(state, words) for words in (question.who, question.target))
        ruling = ruleset.profile(state, viewer, target)
        picture = profile_picture(ruling, unit_word(state.board), NARROW if narrow else WIDE)
        window = Viewport.of(picture.box, SIDE_VIEW_PX)
        return Looked(question, scene.source.revision, ruling, picture, window, state)

    def answer(
        self, scene: Scene, question: Question, underway: GameState | None = None, able: Capabilities = ABLE
    ) -> Answer:
        """The ruling of `look`, with the operations that lay it on a table of these abilities."""
        looked = shown = self.look(scene, question, underway)
        if question.hears and not able.private_overlays:
            sheet = self.sheet(scene, looked.state, looked.picture)
            shown = replace(looked, picture=sheet, window=Viewport.of(sheet.box, SHEET_HEX_PX / sheet.module))
        ends_px = _ends_px(scene, looked.state, question)
        return Answer(
            question,
            looked.revision,
            looked.ruling,
            looked.rules,
            _operations(shown),
            looked.picture,
            ends_px,
        )

    def sheet(
        self, scene: Scene, state: GameState, answer: Picture | None, *, shows_board: bool = True
    ) -> Picture:
        """A picture of a scene's board with counters, an answer and a legend; with `shows_board` false,
        without ground and legend."""
        roster = self.ruleset(game_of(scene).ruleset).roster
        if not shows_board:
            return board_picture(state, answer, roster, shows_ground=False)
        return with_legend(board_picture(state, answer, roster), state.board)

    def ask(
        self,
        table: VirtualTable,
        question: Question,
        record: Callable[[Entry], None] = lambda _: None,
        underway: Callable[[], GameState | None] = lambda: None,
        at_once: Callable[[], AbstractContextManager[None]] = nullcontext,
    ) -> Answer:
        """Answer a question at a table: on its map, in its chat and in the record, together within `at_once`.
        Tried again if the scene changed.

        `underway` gives the game that belongs to the scene just read.

        Raises:
            TableError: if the table cannot be reached, or its scene changes at every try.
        """
        for time in range(1, TIMES_ASKED + 1):
            answer = self.answer(
                table.read_scene(),
                replace(question, id=f"{question.id}-{time}"),
                underway(),
                table.capabilities,
            )
            try:
                with at_once():
                    carry_out(table, answer.operations)
                    record(entry_of(answer.revision, question.side, answer.ruling))
            except Stale:
                if time == TIMES_ASKED:
                    raise
                continue
            break
        return answer

    def state(
        self, scene: Scene, seen_by: str = "", underway: GameState | None = None
    ) -> tuple[GameState, Ruleset]:
        """The state that a scene shows and its book; with `seen_by`, only what that side may know.

        A game `underway` adds what no token shows; places and facings are those of the tokens.

        Raises:
            BadScene: if the scene cannot be read.
            BadInput: if there is no such side.
        """
        game, ruleset = game_of(scene), self.book(scene)
        if underway is None and seen_by:
            state = state_of(scene, self.board(game), ruleset, seen_by)
        else:
            state = self._all_shown(scene, game, ruleset)
        if underway is not None:
            state = _in_game(state, underway)
        elif game.options and isinstance(ruleset, ReadsOptions):
            state = ruleset.under(state, game.options)
        if seen_by and seen_by not in state.sides:
            raise BadInput("side", seen_by, f"one of the sides: {', '.join(state.sides) or 'none'}")
        return ruleset.seen_by(state, seen_by) if seen_by else state, ruleset

    def _all_shown(self, scene: Scene, game: Game, ruleset: Ruleset) -> GameState:
        """The state that a scene shows, hidden units included."""
        for known, state in tuple(self._shown):
            if known.tokens is scene.tokens and known.areas is scene.areas and known.game is game:
                return state
        state = state_of(scene, self.board(game), ruleset)
        self._shown.appendleft((scene, state))
        return state

    def check_change(self, scene: Scene, changed: Scene) -> None:
        """Check that a change leaves the scene readable for questions, if it was so before.

        Raises:
            BadScene, BadInput: naming what could not be read.
        """
        if scene.game is None:
            return
        try:
            self.state(changed)
        except RulesError:
            if self._can_read(scene):
                raise

    def _can_read(self, scene: Scene) -> bool:
        try:
            self.state(scene)
        except RulesError:
            return False
        return True

    def ruleset(self, ruleset_id: str) -> Ruleset:
        """The book with that id.

        Raises:
            Unknown: if there is none.
        """
        try:
            return self.rulesets[ruleset_id]
        except KeyError:
            raise Unknown("ruleset", ruleset_id, self.rulesets) from None

    def book(self, scene: Scene) -> Ruleset:
        """The book of a scene, with the scene's house values.

        Raises:
            BadScene: if it names no game.
            Unknown, BadInput: if there is no such book, or its values cannot be read.
        """
        game = game_of(scene)
        ruleset = self.ruleset(game.ruleset)
        return ruleset.with_options((), _house_of(json.dumps(dict(game.house)))) if game.house else ruleset

    def board(self, game: Game) -> Board:
        """The board of a game: a bundled one by name, or its own document.

        Raises:
            BadInput, Unknown: if there is no such board, or its document cannot be read.
        """
        if isinstance(game.board, str):
            return self._board_named(game.board)
        for document, board in tuple(self._brought):
            if document is game.board:
                return board
        board = _board_of(json.dumps(dict(game.board)))
        self._brought.appendleft((game.board, board))
        return board


def _in_game(shown: GameState, underway: GameState) -> GameState:
    """The state of a game with places, facings and names as the scene shows them; markers that have an owner come from the game.
    If a unit of the game was taken off the table, the scene alone counts."""
    if any(unit.at is not None and unit.id not in shown.units for unit in underway.units.values()):
        return shown
    lying = {
        unit.id: replace(
            known,
            at=unit.at,
            facing_deg=unit.facing_deg,
            name=known.name or (unit.name if _has_name(unit) else ""),
            conditions=known.conditions | unit.conditions & {HIDDEN},
        )
        for unit in shown.units.values()
        for known in (underway.units.get(unit.id, unit),)
    }
    owned = {(marker.kind, marker.at): marker for marker in underway.markers if marker.side}
    others = (marker for marker in shown.markers if (marker.kind, marker.at) not in owned)
    markers = (*others, *owned.values())
    units = {**underway.units, **lying}
    return replace(shown, units=units, markers=markers, course=underway.course, agreed=underway.agreed)


def _with_distinct_names(state: GameState, ruleset: Ruleset) -> GameState:
    """The state with distinct names for units that are called alike.

    Units without a name, or called only "?", get none: a name made from their id would reveal them.
    """
    named = [unit for unit in state.units.values() if _has_name(unit)]
    if len({unit.name for unit in named}) == len(named):
        return state
    called = {unit.id: unit for unit in CounterNames(named, ruleset.roster).units_of("")}
    return state.changed(units=MappingProxyType({**state.units, **called}))


def _has_name(unit: Unit) -> bool:
    """Whether a unit has a name other than signs such as "?"."""
    return any(map(str.isalnum, unit.name))


def game_of(scene: Scene) -> Game:
    """The game that a scene names.

    Raises:
        BadScene: if it names none.
    """
    if scene.game is None:
        raise BadScene(
            f"scene {scene.source.scene}: it names no game; say which ruleset and which board it is"
        )
    return scene.game


@lru_cache(maxsize=16)
def _house_of(text: str) -> Mapping[str, Any]:
    return house_from(json.loads(text), "game.house")


@lru_cache(maxsize=16)
def _board_of(text: str) -> Board:
    return board_from(json.loads(text), "game.board")


def _ends_px(scene: Scene, state: GameState, question: Question) -> tuple[PointPx, ...]:
    if question.asks not in (Asks.LOS, Asks.FIRE):
        return ()
    ends = (place_of(viewer_named(state, words)) for words in (question.who, question.target))
    return tuple(place_px(scene.frame, state.board, end) for end in ends)


def answer_tag(asker: str) -> str:
    """The overlay tag of an asker's answer; his next answer replaces it."""
    named = asker.isascii() and asker.replace("-", "").isalnum() and len(asker) <= 60
    known_by = asker if named else sha256(asker.encode()).hexdigest()[:12]
    return f"{FLAG}-answer-{known_by}" if asker else f"{FLAG}-answer"


def _operations(looked: Looked) -> tuple[Operation, ...]:
    question, ruling, window, revision = looked.question, looked.ruling, looked.window, looked.revision
    overlay = Overlay(
        answer_tag(question.asker),
        ruling.question,
        (0.0, 0.0),
        (float(window.width_px), float(window.height_px)),
        revision=revision,
        legend=looked.legend,
        to=question.hears,
    )
    return (
        PutOverlay(f"{question.id}-lay", overlay, cached_png(looked.picture, window), revision),
        Say(f"{question.id}-say", words.chat(ruling), looked.rules, question.hears, revision),
    )
