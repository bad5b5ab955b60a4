"""The umpire's loop at a Foundry table: he answers questions from its chat there and on the map, until stopped.

A question is answered with what the asker's side may know, and whispered to that side; a game master who plays no side may
know all, and alone hears the answer. An answer laid for an older scene is taken off the map as soon as the scene changes.
"""

from collections.abc import Callable

from rules.errors import RulesError
from vtt_bridge.errors import NoSide, Unreachable
from vtt_bridge.foundry.chat import Line
from vtt_bridge.foundry.foundry_table import FoundryTable, user_alone
from vtt_bridge.foundry.link import NotAllowed
from vtt_bridge.foundry.watch import Away, ChatLineSaid, Watch
from vtt_bridge.port.virtual_table import clear_older
from vtt_bridge.umpire.chat_commands import Asker
from vtt_bridge.umpire.chat_umpire import ChatUmpire

_CUT = "cut"
"""The one kind for all complaints about a broken connection."""


def run(
    table: FoundryTable,
    umpire: ChatUmpire,
    watch: Watch,
    *,
    is_open: bool = False,
    tell: Callable[[str], None] = lambda _: None,
) -> None:
    """Answer what is asked, until the watch is stopped. `is_open`: all may know all, and everybody hears it.

    `tell` gets what the operator should know: a broken connection, a reconnection, the questions. A trouble is told once until
    all is well again (both streams are there, and the scene can be read).
    An error in a question is told to whoever asked it.

    Raises:
        NotAllowed: if the relay's key may not listen.
    """
    is_cut, complaints = False, set[str]()
    for happened in watch.events():
        if isinstance(happened, ChatLineSaid):
            if umpire.is_command(happened.line.words):
                _answer(table, umpire, happened.line, is_open=is_open, tell=tell)
            continue
        trouble = happened.why if isinstance(happened, Away) else _trouble_clearing(table)
        if trouble is not None:
            cuts = isinstance(happened, Away) or isinstance(trouble, Unreachable)
            is_cut = is_cut or cuts
            kind = _CUT if isinstance(trouble, Unreachable) else str(trouble)
            if kind not in complaints:
                tell(f"{trouble}; trying again" if cuts else kind)
            complaints.add(kind)
        elif watch.is_listening:
            if is_cut:
                tell("Reconnected; the scene was reloaded.")
            is_cut = False
            complaints.clear()


def _trouble_clearing(table: FoundryTable) -> RulesError | None:
    try:
        clear_older(table)
    except RulesError as error:
        return error
    return None


def _answer(
    table: FoundryTable, umpire: ChatUmpire, line: Line, *, is_open: bool, tell: Callable[[str], None]
) -> None:
    try:
        asker = Asker(name=line.author) if is_open else _asker(table, line.author)
        answer = umpire.answer(table, line.words, asker, f"chat-{line.id}")
    except RulesError as error:
        tell(f"{line.words}: {error}")
        _whisper(table, line, str(error), tell)
    else:
        tell(answer.text)


def _whisper(table: FoundryTable, line: Line, words: str, tell: Callable[[str], None]) -> None:
    if not line.author:
        return
    try:
        table.whisper_to(line.author, f"chat-{line.id}-refused", words)
    except RulesError as error:
        tell(str(error))


def _asker(table: FoundryTable, user: str) -> Asker:
    """The asker of a line: the player of a side, or a game master, who may know all and alone hears the answer.

    Raises:
        NoSide: if the user is neither, as far as the relay's key shows.
    """
    sides = [side for side, users in table.players().items() if user in users]
    if len(sides) == 1:
        return Asker(sides[0], user)
    try:
        if not sides and table.is_game_master(user):
            return Asker("", user, user_alone(user))
    except NotAllowed:
        raise NoSide(user, "; a game master is known by a key with the scope user:read") from None
    raise NoSide(user)
