"""The umpire as he is spoken to in the chat of any table: questions, and the turns of a game that is played there."""

from collections.abc import Callable

from vtt_bridge.games.journal import Entry
from vtt_bridge.port.virtual_table import VirtualTable
from vtt_bridge.umpire.chat_commands import is_question, question_in
from vtt_bridge.umpire.chat_game import ChatGame, is_game_command
from vtt_bridge.umpire.umpire import Umpire


class ChatUmpire:
    """Answers on the map and in the chat; `record` keeps what was asked."""

    def __init__(
        self,
        umpire: Umpire,
        game: ChatGame | None = None,
        record: Callable[[Entry], None] = lambda _: None,
    ) -> None:
        self._umpire = umpire
        self._game = game
        self._record = record

    def is_command(self, words: str) -> bool:
        """Whether these words are meant for him."""
        return is_question(words) or (self._game is not None and is_game_command(words))

    def answer(self, table: VirtualTable, words: str, side: str, op_id: str) -> str:
        """Answer words that he is_command, as far as a side may know (empty: all may know all); what was said.

        Raises:
            RulesError: if they cannot be answered; the sentence says why.
        """
        if self._game is not None and is_game_command(words):
            return self._game.handle(table, words, side, op_id)
        underway = self._game.now.state if self._game is not None else None
        question = question_in(words, side, op_id)
        return str(self._umpire.ask(table, question, self._record, underway).ruling)
