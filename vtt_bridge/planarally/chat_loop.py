"""The umpire's loop in a PlanarAlly room: he answers questions from its chat there and on the map, until stopped."""

from collections.abc import Callable
from time import sleep
from uuid import uuid4

from rules.errors import RulesError
from vtt_bridge.errors import TableError
from vtt_bridge.planarally.chat_text import chat_words
from vtt_bridge.planarally.link import LEFT, RoomLink
from vtt_bridge.planarally.planarally_table import PlanarAllyTable
from vtt_bridge.port.virtual_table import Say, clear_older
from vtt_bridge.umpire.chat_commands import Asker
from vtt_bridge.umpire.chat_umpire import ChatUmpire


def run(
    table: PlanarAllyTable,
    link: RoomLink,
    umpire: ChatUmpire,
    *,
    tell: Callable[[str], None] = lambda _: None,
    is_over: Callable[[], bool] = lambda: False,
    poll_s: float = 5.0,
    retry_s: float = 2.0,
) -> None:
    """Answer what is asked in the room's chat, until `is_over`.

    If nothing was said for `poll_s` seconds, the location is read again, and an answer laid for an older
    state is taken off. A broken connection is retried for as long as it takes; `tell` reports it once.
    """
    is_away = False
    while not is_over():
        try:
            clear_older(table)
            if is_away:
                tell("Reconnected; the scene was reloaded.")
            is_away = False
            _listen(table, link, umpire, tell, is_over, poll_s)
            if not is_over():
                tell("The connection was lost; trying again.")
                is_away = True
        except TableError as error:
            if not is_away:
                tell(f"{error}; trying again")
            is_away = True
        if is_away and not is_over():
            link.leave()
            sleep(retry_s)


def _listen(
    table: PlanarAllyTable,
    link: RoomLink,
    umpire: ChatUmpire,
    tell: Callable[[str], None],
    is_over: Callable[[], bool],
    poll_s: float,
) -> None:
    """Answer until the connection ends."""
    for happened in link.events(poll_s):
        if is_over() or (happened is not None and happened[0] == LEFT):
            return
        if happened is None:
            clear_older(table)
        elif happened[0] == "Chat.Add" and umpire.is_command(words := chat_words(happened[1])):
            _answer(table, umpire, words, tell)


def _answer(table: PlanarAllyTable, umpire: ChatUmpire, words: str, tell: Callable[[str], None]) -> None:
    """Answer a line of chat; errors are said in the chat."""
    op_id = uuid4().hex
    try:
        tell(f"{words}: {umpire.answer(table, words, Asker(), op_id).text}")
    except RulesError as error:
        tell(f"{words}: {error}")
        table.say(Say(f"{op_id}-sorry", str(error)))
