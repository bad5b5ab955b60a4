"""A game played in the chat of any table: !turn, !do, !go, !odds, !undo. The tokens follow the record."""

from collections.abc import Callable, Iterator, Mapping
from itertools import pairwise

from exporters.place_text import name
from exporters.ruling_text import chat
from rules.game.side_names import player
from rules.game.state import GameState
from rules.game.units import Unit
from vtt_bridge.errors import NobodyHears, Refused
from vtt_bridge.games.computer import answers
from vtt_bridge.games.game_log import Turn
from vtt_bridge.games.going import go, orders_from_words
from vtt_bridge.games.offer_text import choice_lines
from vtt_bridge.games.running_game import RunningGame
from vtt_bridge.games.session import Session
from vtt_bridge.games.undo_consent import undo_needs_consent
from vtt_bridge.port.calibration import place_px
from vtt_bridge.port.scene_reader import unit_id
from vtt_bridge.port.virtual_table import Frame, MarkPiece, MovePiece, Operation, Say, VirtualTable, carry_out
from vtt_bridge.umpire.chat_commands import ALL, MARKS, Asker, Command

STEP_HELP: Mapping[str, str] = {
    "turn": "[UNIT | all]: whose turn it is, and what may be done",
    "do": "NUMBER: does what the list of !turn has under it",
    "go": "UNITS to PLACE: sends them there, until something happens",
    "odds": "NUMBER: what can come of it",
    "undo": "takes the last action back, or the whole way of a unit that was sent",
}
STEPS = tuple(STEP_HELP)
MOST_LINES = 40
"""The most lines said at once, so that a chat can show them."""

OFF_THE_MAP = "off_the_map"
"""The mark of a token whose unit has left the map; the token stays, since only its owner takes it away."""


class ChatGame:
    """A game in a chat; it may be played elsewhere as well, so its session is opened anew for each command."""

    def __init__(self, open_session: Callable[[], Session]) -> None:
        self._open_session = open_session
        self.now = open_session().now
        self._asked: tuple[str, tuple[Turn, ...]] | None = None
        """The side that has asked to take back the last of these turns, and waits for the other side."""
        self._unheard: set[str] = set()
        """The sides known to have no player in the chat, of which everybody was told once."""

    def handle(self, table: VirtualTable, command: Command, asker: Asker, op_id: str) -> str:
        """Carry out a command of STEPS at the table and in the record, and return what was said. An asker
        without a side may know all.

        Raises:
            RulesError: if it cannot be done; nothing is changed.
        """
        session = self._open_session()
        self.now = before = session.now
        step, rest, side = command.word, command.rest, asker.side
        if step == "turn":
            return _say_once(table, op_id, _turn(before, side, rest), asker.hears)
        if step != "undo" and side:
            before.check_turn(side)
        if step == "odds":
            odds = before.names(side).ruling(before.chances(before.allowed(rest)))
            return _say_once(table, op_id, chat(odds), asker.hears)
        if step == "undo" and not self._may_take_back(before, side):
            meant = f"to take {before.undo_words} back"
            asked = f"{player(side)} asks {meant}: {MARKS[0]}undo of the other side agrees"
            return _say_once(table, op_id, asked, "")
        scene = table.read_scene()
        tokens = {unit_id(token): token.id for token in scene.tokens}
        games, lines = _played(session, step, rest)
        if games:
            games = (*games, *(after for _, after in answers(session)))
        self.now = after = session.now
        operations = (
            *_token_operations(scene.frame, tokens, before.state, after.state, op_id),
            *(
                report
                for number, pair in enumerate(pairwise(games))
                for report in _reports(*pair, f"{op_id}-{number}")
            ),
            *([Say(f"{op_id}-where", "\n- ".join(lines), to=before.to_act or "")] if lines else ()),
            Say(f"{op_id}-go", after.status),
        )
        whispers = table.capabilities.whispers
        sides = {
            tokens[unit.id]: unit.side if whispers else ""
            for unit in after.state.units.values()
            if unit.id in tokens
        }
        for operation in operations if whispers else _for_all(operations):
            self._carry_out(table, operation, sides)
        return after.status

    def _carry_out(self, table: VirtualTable, operation: Operation, sides: Mapping[str, str]) -> None:
        """Carry out an operation; failures do not stop the rest. A token that cannot be moved or
        marked is reported to its side (from `sides`, by token); a side that nobody listens for is
        reported to everybody, once."""
        try:
            carry_out(table, (operation,))
        except NobodyHears as error:
            if error.side not in self._unheard:
                self._unheard.add(error.side)
                table.say(Say(f"{operation.op_id}-unheard", str(error)))
        except Refused as error:
            if not isinstance(operation, MovePiece | MarkPiece):
                raise
            refused = Say(f"{operation.op_id}-refused", str(error), to=sides[operation.piece])
            self._carry_out(table, refused, sides)

    def _may_take_back(self, now: RunningGame, side: str) -> bool:
        """Whether the last action is taken back at once; if it showed something, both sides have to ask for it."""
        if not side or not undo_needs_consent(now):
            return True
        if self._asked is not None and self._asked[0] != side and self._asked[1] == now.turns:
            return True
        self._asked = side, now.turns
        return False


def _played(session: Session, step: str, words: str) -> tuple[tuple[RunningGame, ...], tuple[str, ...]]:
    """The game before and after each action that the words declare; and for units sent somewhere, where they are and why."""
    before = session.now
    match step:
        case "undo":
            session.undo()
            return (), ()
        case "go":
            gone = go(session, orders_from_words(before, words))
            return gone.games, gone.lines
        case _:
            return (before, session.declare(before.action_said(words))), ()


def _turn(now: RunningGame, side: str, words: str) -> str:
    lines = [now.status]
    if side in ("", now.to_act):
        asked = words.split()
        named = " ".join(word for word in asked if word != ALL)
        unit = now.own_unit(named).id if named and now.to_act else ""
        choices = choice_lines(now, unit, everything=ALL in asked)
        lines += choices[:MOST_LINES]
        if len(choices) > MOST_LINES:
            lines.append(f"and {len(choices) - MOST_LINES} lines more: !turn UNIT says those of one unit")
    return "\n".join(lines)


def _reports(before: RunningGame, after: RunningGame, op_id: str) -> Iterator[Say]:
    """The report of an action, for each side that may hear it."""
    for number, (side, lines) in enumerate(after.report(before.state)):
        yield Say(f"{op_id}-told-{number}", "\n- ".join(lines), to=side)


def _for_all(operations: tuple[Operation, ...]) -> Iterator[Operation]:
    """The operations for a table without whispers: sentences for one side alone are left out."""
    return (operation for operation in operations if not isinstance(operation, Say) or not operation.to)


def _token_operations(
    frame: Frame, tokens: Mapping[str, str], before: GameState, after: GameState, op_id: str
) -> Iterator[Operation]:
    """The operations that move and mark tokens as the state changed; for a unit without a token, a request to put one."""
    for unit in after.units.values():
        was = before.units.get(unit.id)
        if was == unit:
            continue
        if unit.id not in tokens:
            if unit.at is not None:
                yield Say(
                    f"{op_id}-put-{unit.id}", f"put {unit} ({unit.id}) in {name(unit.at)}", to=unit.side
                )
            continue
        token = tokens[unit.id]
        if unit.at is not None:
            to_px = place_px(frame, after.board, unit.at)
            yield MovePiece(f"{op_id}-move-{unit.id}", token, to_px, unit.facing_deg)
        if marks := _marks(was, unit):
            yield MarkPiece(f"{op_id}-mark-{unit.id}", token, marks)


def _marks(was: Unit | None, unit: Unit) -> dict[str, bool | None]:
    old = was.conditions if was is not None else frozenset()
    marks: dict[str, bool | None] = dict.fromkeys(sorted(old - unit.conditions))
    marks |= dict.fromkeys(sorted(unit.conditions - old), True)
    if was is not None and (was.at is None) != (unit.at is None):
        marks[OFF_THE_MAP] = True if unit.at is None else None
    return marks


def _say_once(table: VirtualTable, op_id: str, text: str, to: str) -> str:
    table.say(Say(f"{op_id}-say", text, to=to))
    return text
