"""A game as a blindhex-log/1: what was declared and what came of it, an event a line, to play back and to undo.

The first line says which book and seed it is played by, and holds the whole setup, so that it plays back anywhere: the
scenario with its board, lists and house values, the version that rules it, and a digest of all that. Then
each action is a line with the position the dice had come to, {"declared": …, "position": …}, with
"same_order" if it goes on with the action before, and the events it led to follow it, {"happened": …}. The
events alone give every state; no dice are thrown again. What the umpire corrects stands there as
{"corrected": …}, and what the players agreed against him as {"agreed": …}.
"""

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from hashlib import sha256
from typing import Any

from maps.documents import Document, Missing, of_format, parsed
from rules.errors import BadInput, RulesError
from rules.game.engine.play import Action
from rules.game.events import Event
from rules.game.record.corrections import Allowed, Correction
from rules.game.record.records import Records
from vtt_bridge.games.log_file import LOG_FORMAT, BadLine

_CORRECTIONS: Records[Action] = Records("correction", [Correction])


@dataclass(frozen=True, slots=True)
class GameHead:
    """The setup of a game. `scenario` is its bundled name or its file; seed is None for dice of the table.

    `setup` is the scenario itself as a document, board and lists written out, and `version` the Blindhex that rules the
    game; both are empty in logs that were begun before they carried them.
    """

    ruleset: str
    scenario: str
    seed: int | None = None
    switches: tuple[str, ...] = ()
    house: Mapping[str, Any] = field(default_factory=dict)
    setup: Mapping[str, Any] = field(default_factory=dict)
    version: str = ""
    players: Mapping[str, str] = field(default_factory=dict)
    """The sides that the computer plays, each with the name of its player; people play the others."""

    @property
    def digest(self) -> str:
        """A hash of this setup; without seed and players, which change no ruling."""
        ruled = [self.ruleset, list(self.switches), dict(self.house), dict(self.setup), self.version]
        return sha256(json.dumps(ruled, sort_keys=True).encode()).hexdigest()


@dataclass(frozen=True, slots=True)
class Turn:
    """One action with the events it led to, and the position of seeded dice after it."""

    action: Action
    events: tuple[Event, ...]
    position: int | None = None
    same_order: bool = False
    """Whether it continues the order of the action before, as each hex of a move does: both are taken back together."""

    def lines(self, said: Callable[[object], str] = str) -> Iterator[str]:
        """The declaration and its events, a line each; events without words, or that only repeat the
        declaration, are left out."""
        declared = said(self.action)
        yield declared
        yield from (words for event in self.events if (words := said(event)) not in ("", declared))


def head_line(head: GameHead) -> str:
    """The first line of a log."""
    document = {
        "format": LOG_FORMAT,
        "ruleset": head.ruleset,
        "scenario": head.scenario,
        "seed": head.seed,
        "switches": list(head.switches),
        "house": dict(head.house),
    }
    if head.players:
        document["players"] = dict(head.players)
    if head.setup:
        document |= {"version": head.version, "digest": head.digest, "setup": dict(head.setup)}
    return _line(document)


def turn_lines(turn: Turn, actions: Records[Action], events: Records[Event]) -> Iterator[str]:
    """The lines of one action and its events, to be added to a log.

    Raises:
        Unknown, BadInput: if the book cannot write one of them down.
    """
    order = {"same_order": True} if turn.same_order else {}
    yield _line({**entry_of(turn.action, actions), "position": turn.position, **order})
    for event in turn.events:
        yield _line({"happened": events.document(event)})


def entry_of(action: Action, actions: Records[Action]) -> Document:
    """What was declared, corrected or agreed, as its entry of a log.

    Raises:
        Unknown, BadInput: if the book cannot write it down.
    """
    match action:
        case Correction():
            return {"agreed" if action.agreed else "corrected": _CORRECTIONS.document(action)}
        case Allowed():
            return {"agreed": {"declared": actions.document(action.action), "reason": action.reason}}
        case _:
            return {"declared": actions.document(action)}


def action_of(entry: Document, actions: Records[Action]) -> Action:
    """What was declared, corrected or agreed, from its entry.

    Raises:
        RulesError: naming what is wrong with it.
    """
    match entry:
        case {"declared": declared}:
            return actions.read(declared)
        case {"agreed": {"declared": declared, "reason": str(reason)}}:
            return Allowed(actions.read(declared), reason)
        case {"corrected": correction} | {"agreed": correction}:
            return _CORRECTIONS.read(correction)
        case _:
            raise BadInput("entry", sorted(entry), "what was declared, corrected or agreed")


def head_from(text: str) -> GameHead:
    """The setup of the game in a log.

    Raises:
        BadInput: naming the field that is missing or wrong.
    """
    return _head(parsed(text.partition("\n")[0]))


def turns_from(text: str, actions: Records[Action], events: Records[Event]) -> tuple[Turn, ...]:
    """The actions and events of a log. A last line that was cut off in writing is left out.

    Raises:
        RulesError: naming the line that is wrong, and what is wrong with it.
    """
    turns: list[Turn] = []
    for number, line in enumerate(text.split("\n")[1:-1], 2):
        try:
            _add(turns, parsed(line), actions, events)
        except RulesError as error:
            raise BadLine(number, error) from None
    return tuple(turns)


def log_parts(text: str) -> tuple[str, tuple[str, ...]]:
    """A log as its first line and the lines of each turn."""
    head, *lines = text.split("\n")[:-1]
    turns: list[str] = []
    for line in lines:
        if "happened" not in parsed(line):
            turns.append("")
        turns[-1] += f"{line}\n"
    return f"{head}\n", tuple(turns)


def _add(turns: list[Turn], entry: Document, actions: Records[Action], events: Records[Event]) -> None:
    match entry:
        case {"happened": happened} if turns:
            turns[-1] = replace(turns[-1], events=(*turns[-1].events, events.read(happened)))
        case {"happened": _}:
            raise BadInput("entry", sorted(entry), "what was declared, before all else")
        case _:
            position = entry.get("position")
            if position is not None and (type(position) is not int or position < 0):
                raise BadInput("position", position, "a whole number, 0 or more, or null")
            same_order = entry.get("same_order", False)
            if type(same_order) is not bool:
                raise BadInput("same_order", same_order, "true or false")
            turns.append(Turn(action_of(entry, actions), (), position, same_order))


def _head(given: Document) -> GameHead:
    known = of_format(given, LOG_FORMAT)
    seed, switches, house = known.get("seed"), known.get("switches", []), known.get("house", {})
    if seed is not None and type(seed) is not int:
        raise BadInput("seed", seed, "a whole number or null")
    if not isinstance(switches, list) or not all(isinstance(name, str) for name in switches):
        raise BadInput("switches", switches, "a list of names")
    if not isinstance(house, dict):
        raise BadInput("house", house, "an object of house values")
    players = known.get("players", {})
    if not isinstance(players, dict) or not all(isinstance(name, str) for name in players.values()):
        raise BadInput("players", players, "an object with the name of a player for each side that has one")
    setup = known.get("setup", {})
    if not isinstance(setup, dict):
        raise BadInput("setup", setup, "an object, the scenario that is played")
    version = _text(known, "version") if setup else ""
    ruleset, source = _text(known, "ruleset"), _text(known, "scenario")
    head = GameHead(ruleset, source, seed, tuple(switches), house, setup, version, players)
    if setup and known.get("digest") != head.digest:
        raise BadInput(
            "digest", known.get("digest"), f"{head.digest}; the setup is not the one the game was begun with"
        )
    return head


def _text(known: Document, name: str) -> str:
    if name not in known:
        raise Missing(name, f"the {name} the game is played by")
    if not isinstance(known[name], str):
        raise BadInput(name, known[name], "a text")
    return str(known[name])


def _line(document: Mapping[str, Any]) -> str:
    return json.dumps(document, ensure_ascii=False, allow_nan=False) + "\n"
