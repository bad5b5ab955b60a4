"""The umpire in the chat of any table: questions, the turns of a game that is played there, and help."""

import re
from collections.abc import Callable
from dataclasses import dataclass, replace

from exporters.place_text import name
from rules.game.state import GameState
from vtt_bridge.games.journal import Entry
from vtt_bridge.port.calibration import snapped
from vtt_bridge.port.virtual_table import FLAG, ClearOverlay, Say, VirtualTable, carry_out
from vtt_bridge.umpire.chat_commands import (
    ALL,
    CLEAR,
    HELP,
    MARKS,
    QUESTION_HELP,
    Asker,
    Command,
    closest_word,
    command_in,
    question_in,
)
from vtt_bridge.umpire.chat_game import STEP_HELP, STEPS, ChatGame
from vtt_bridge.umpire.questions import Asks, Question
from vtt_bridge.umpire.umpire import Answer, Umpire, answer_tag, game_of

_CLICKED = re.compile(r"@(-?[0-9]{1,6}(?:\.[0-9]+)?),(-?[0-9]{1,6}(?:\.[0-9]+)?)")

WORDS = (*(ask.value for ask in Asks), *STEPS, CLEAR, HELP)
"""Every word that the umpire knows in a chat."""


@dataclass(frozen=True, slots=True)
class Reply:
    """What was said, and the answer if a question was asked."""

    text: str
    answer: Answer | None = None


class ChatUmpire:
    """Answers commands on the map and in the chat; `record` is called with each question.

    `alone` says that no other program listens in the chat, so that every command is meant for the umpire.
    """

    def __init__(
        self,
        umpire: Umpire,
        game: ChatGame | None = None,
        record: Callable[[Entry], None] = lambda _: None,
        *,
        alone: bool = False,
    ) -> None:
        self._umpire = umpire
        self._game = game
        self._record = record
        self._alone = alone

    def is_command(self, words: str) -> bool:
        """Whether these words are meant for the umpire, mistyped or not."""
        command = command_in(words)
        return command is not None and (self._alone or bool(closest_word(command.word, WORDS)))

    def answer(
        self,
        table: VirtualTable,
        words: str,
        asker: Asker,
        op_id: str,
        selected: tuple[str, ...] = (),
        underway: Callable[[], GameState | None] = lambda: None,
    ) -> Reply:
        """Answer a line at a table, on what the asker may know; lines not meant for the umpire get an empty reply.

        `underway` gives the state of the game at a table that plays games itself.

        Raises:
            RulesError: if they cannot be answered; the sentence says why.
        """
        if (command := command_in(words)) is None or not self.is_command(words):
            return Reply("")
        if command.word in STEPS:
            if self._game is None:
                reply = (
                    "the game is played in the panel beside the map"
                    if underway() is not None
                    else "no game is played here; blindhex game begin SCENARIO LOG begins one"
                )
                return _said(table, reply, asker, op_id)
            return Reply(self._game.handle(table, command, asker, op_id))
        if command.word in list(Asks):
            question = self._placed(question_in(command, asker, op_id, selected), table)
            known = underway if (game := self._game) is None else lambda: game.now.state
            answer = self._umpire.ask(table, question, self._record, known)
            return Reply(str(answer.ruling), answer)
        if command.word == CLEAR:
            return _cleared(table, command, asker, op_id)
        if command.word == HELP:
            return _said(table, self._help(), asker, op_id)
        near = closest_word(command.word, WORDS)
        meant = f" did you mean !{near}?" if near else ""
        reply = f"no command !{command.word};{meant} !{HELP} lists them all"
        return _said(table, reply, asker, op_id)

    def _placed(self, question: Question, table: VirtualTable) -> Question:
        """The question with a clicked target ("@812,440", pixels of the scene) replaced by the name of its place.

        Raises:
            OffBoard: if no place of the board lies there.
        """
        if (clicked := _CLICKED.fullmatch(question.target)) is None:
            return question
        scene = table.read_scene()
        place = snapped(
            scene.frame, self._umpire.board(game_of(scene)), (float(clicked[1]), float(clicked[2]))
        )
        return replace(question, target=name(place))

    def _help(self) -> str:
        lines = {**QUESTION_HELP, **(STEP_HELP if self._game is not None else {})}
        lines |= {CLEAR: f"your answer comes off the map; {CLEAR} {ALL}: every answer", HELP: "this list"}
        listed = (f"{MARKS[0]}{word} {description}" for word, description in lines.items())
        return "\n- ".join(("names with spaces stand in quotes, or > stands between two", *listed))


def _cleared(table: VirtualTable, command: Command, asker: Asker, op_id: str) -> Reply:
    own, everything = answer_tag(asker.name), command.rest.casefold() == ALL
    overlays = table.read_scene().overlays
    tags = {
        overlay.tag for overlay in overlays if overlay.owner == FLAG and (everything or overlay.tag == own)
    } | {own}
    carry_out(table, (ClearOverlay(f"{op_id}-{tag}", tag) for tag in sorted(tags)))
    return Reply("every answer was taken off" if everything else "your answer was taken off")


def _said(table: VirtualTable, text: str, asker: Asker, op_id: str) -> Reply:
    table.say(Say(f"{op_id}-say", text, to=asker.hears))
    return Reply(text)
