"""The umpire as he is spoken to in the chat of any table: questions, and the turns of a game that is played there."""

from collections.abc import Callable

from vtt_bridge.game_at_table import GameAtTable, is_played
from vtt_bridge.journal import Entry
from vtt_bridge.spoken import is_asked, question_said
from vtt_bridge.umpire import Umpire
from vtt_bridge.virtual_table import VirtualTable


class ChatUmpire:
    """Answers on the map and in the chat; `record` keeps what was asked."""

    def __init__(
        self,
        umpire: Umpire,
        game: GameAtTable | None = None,
        record: Callable[[Entry], None] = lambda _: None,
    ) -> None:
        self._umpire = umpire
        self._game = game
        self._record = record

    def heeds(self, words: str) -> bool:
        """Whether these words are meant for him."""
        return is_asked(words) or (self._game is not None and is_played(words))

    def answer(self, table: VirtualTable, words: str, side: str, op_id: str) -> str:
        """Answer words that he heeds, as far as a side may know (empty: all may know all); what was said.

        Raises:
            RulesError: if they cannot be answered; the sentence says why.
        """
        if self._game is not None and is_played(words):
            return self._game.hear(table, words, side, op_id)
        underway = self._game.now.state if self._game is not None else None
        question = question_said(words, side, op_id)
        return str(self._umpire.ask(table, question, self._record, underway).ruling)
