"""blindhex game play: a game played on at a prompt, where every command of a game and every question is a word.

Each line is carried out by the command of the same name, with the log filled in, so the prompt can do
exactly what the commands can.
"""

import shlex
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from functools import partial
from itertools import chain, takewhile
from pathlib import Path
from typing import TYPE_CHECKING

import click

from rules.catalog import ruleset
from rules.errors import BadInput, RulesError, Unknown
from rules.game.side_names import people
from rules.planning.where import Purpose
from vtt_bridge.commands.games.game import assigned_players, player_option, tell_answers, undone_in_words
from vtt_bridge.commands.options import completion
from vtt_bridge.commands.output.terminal import say, say_each, say_table
from vtt_bridge.commands.umpire_group import AT_PROMPT
from vtt_bridge.errors import NothingToRedo
from vtt_bridge.games.game_file import resumed_from, write_game
from vtt_bridge.games.log_file import read_log
from vtt_bridge.games.offer_text import choice_lines
from vtt_bridge.games.running_game import resumed
from vtt_bridge.games.session import LogSession
from vtt_bridge.port.names import one_of

if TYPE_CHECKING:
    from prompt_toolkit import PromptSession

HELP = {
    "turn": "whose turn it is and what may be done; a unit's name has its choices, all has all there are",
    "do": "declare a choice by its number or as it is listed, which alone will do, or an action by its words",
    "go": "send units somewhere: go 1st squad to F6",
    "odds": "what can come of a choice or an action",
    "undo": "take the last action back",
    "redo": "do again what was taken back here, with the dice it had, until something else is declared",
    "notes": "what a side has written down for itself",
    "wins": "what wins, and how it stands",
    "map": "draw the board as it stands, in a picture beside the log or in the FILE you name",
    "units": "the units by their ids, where they are and in what condition",
    "los": "whether one sees the other: los 1st squad to H6; also field, reach, range, fire, here, change and profile",
    "plan": "the safest ways: plan 1st squad to H6; also threat, who can fire at a unit, and where 1st squad hit stug 1",
    "rules": "what the rules say: rules covering fire",
    "help": "these words; help los says more of one of them",
    "quit": "leave; the game is kept in its log",
}
_OF_GAME = ("do", "go", "odds", "undo", "notes", "wins")
_THROWS = ("do", "go")
_CHANGES = (*_THROWS, "undo")
_ASKED = (
    "units",
    "los",
    "field",
    "reach",
    "range",
    "fire",
    "here",
    "change",
    "profile",
    "plan",
    "threat",
    "where",
)
_OF_ONE = ("field", "reach", "range", "threat")
"""Questions about a single unit or place, whose name needs no quotes even if it has several words."""

_LEAVE = ("quit", "exit")


@click.command("play")
@click.argument("log", metavar="LOG", shell_complete=completion.files)
@click.option("--ask-dice", is_flag=True, help="Throw your own dice and type in what they show.")
@player_option
@click.pass_context
def play_on(context: click.Context, log: str, ask_dice: bool, assigned: tuple[str, ...]) -> None:
    """Play the game of LOG at a prompt: a number declares a choice, undo takes it back, help lists the words.

    After each action you see the next choices. Tab completes words, units, places and choices. Lines can be
    piped in as well.

    With --player the computer plays a side from now on: careful is a fair opponent, search thinks longer, random does
    anything. Answers then tell what your side may know; --side asks for another.

    \b
    Examples:
      blindhex game play farm.log
      blindhex game play farm.log --player ge=careful
    """
    main = context.find_root().command
    side = _person_side(log, assigned)
    program = context.find_root().info_name
    taken_back = _TakenBack(log)
    for line in chain(("turn",), _lines(main, log)):
        try:
            words = _command_meant(line.strip(), log, ask_dice=ask_dice, side=side)
            if words == ["help"]:
                say_table(("word", "what it does"), HELP.items())
            elif words and taken_back.changes(words, partial(_status, main, words, program)):
                say_each(choice_lines(resumed_from(log, ruleset)))
        except RulesError as error:
            say(error)


class _TakenBack:
    """The undone actions of this prompt: the log before and after each undo, until something else is declared."""

    def __init__(self, log: str) -> None:
        self._log = log
        self._undone: list[tuple[str, str]] = []

    def changes(self, words: list[str], carry_out: Callable[[], int]) -> bool:
        """Carry out a command; returns whether it changed the game.

        Raises:
            NothingToRedo: as `redo`.
            RulesError: if the log cannot be read.
        """
        if words == ["redo"]:
            self.redo()
            return True
        is_undo = words[:2] == ["game", "undo"]
        before = read_log(self._log) if is_undo else ""
        if carry_out() != 0 or words[0] != "game" or words[1] not in _CHANGES:
            return False
        if is_undo and before != (now := read_log(self._log)):
            self._undone.append((before, now))
        return True

    def redo(self) -> None:
        """Do again what was taken back last, with the same dice.

        Raises:
            NothingToRedo: if nothing was taken back, or the game has gone on since.
        """
        if not self._undone or self._undone[-1][1] != read_log(self._log):
            raise NothingToRedo
        text, now = self._undone.pop()
        again = resumed(text, ruleset)
        write_game(self._log, again, was=now)
        say(f"Done again: {undone_in_words(again)}")
        say(again.status)


def _person_side(log: str, assigned: tuple[str, ...]) -> str:
    """Assign the players, let the computer act if it is its turn, and return the side of the only person who
    plays (empty if there are several)."""
    session = LogSession(log, ruleset)
    if assigned:
        session.played_by(assigned_players(session.now, assigned))
    if session.now.is_computers_turn:
        tell_answers(session)
    return session.now.one_person


def _command_meant(line: str, log: str, *, ask_dice: bool, side: str) -> list[str]:
    """The command that a line means: by its first word, or else the choices of a unit that it names, or a
    choice by its listed words.

    Raises:
        BadInput: if it names a unit of the other side.
        RulesError: if it is none of these.
    """
    try:
        return command_in_line(line, log, ask_dice=ask_dice, side=side)
    except Unknown as error:
        unknown = error
    now = resumed_from(log, ruleset)
    with suppress(Unknown):
        return ["game", "turn", log, "--unit", now.own_unit(line).id]
    with suppress(Unknown):
        if now.listed_as(line):
            return ["game", "do", log, *(["--ask-dice"] if ask_dice else []), line]
    with suppress(Unknown):
        one_of(now.names(now.to_act or "").units_of(""), line)
        raise BadInput("unit", line, f"one of the {people(now.to_act or '')}, whose turn it is")
    raise unknown


def _status(main: click.Command, words: list[str], program: str | None) -> int:
    """Carry out a command, and return its exit status."""
    try:
        main.main(words, program, obj=AT_PROMPT)
    except SystemExit as end:
        return int(end.code or 0)


def command_in_line(line: str, log: str, *, ask_dice: bool = False, side: str = "") -> list[str]:
    """The command that a line means, with the log filled in; just "help" for help, and nothing for an empty line.

    With a `side` questions are answered with what that side may know, unless the line names another.

    Raises:
        BadInput: if a quote is not closed.
        Unknown: if it does not begin with a word of the prompt.
    """
    words = _words_of(line)
    knows = ["--side", side] if side and "--side" not in words else []
    match words:
        case []:
            return []
        case ["help" | "?", *about]:
            return _help_on(about)
        case ["rules", *_] | ["redo"]:
            return words
        case ["all"] | ["turn", "all"]:
            return ["game", "turn", log, "--all"]
        case ["turn", *unit]:
            return ["game", "turn", log, *(["--unit", " ".join(unit)] if unit else [])]
        case ["map", *file]:
            return ["show", log, "-o", *(file or [str(Path(log).with_suffix(".png"))]), *knows]
        case [word, *rest] if word in _OF_GAME:
            return ["game", word, log, *(["--ask-dice"] if ask_dice and word in _THROWS else []), *rest]
        case [word, *rest] if word in _ASKED:
            return [word, log, *_asked_about(word, rest), *knows]
    raise Unknown("word of the prompt", words[0], dict.fromkeys((*HELP, *_ASKED)))


def _words_of(line: str) -> list[str]:
    """The words of a line; a number alone means to declare that choice."""
    try:
        words = shlex.split(line)
    except ValueError:
        raise BadInput("line", line, "one in which every quote is closed") from None
    is_choice = bool(words) and words[0].isdecimal() and all(word.startswith("-") for word in words[1:])
    return ["do", *words] if is_choice else words


def _help_on(about: list[str]) -> list[str]:
    """The command that shows help on one word, or else on all."""
    match about:
        case [word] if word in _OF_GAME:
            return ["game", word, "--help"]
        case [word] if word in _ASKED or word == "rules":
            return [word, "--help"]
        case _:
            return ["help"]


def _asked_about(word: str, rest: list[str]) -> list[str]:
    """The arguments of a question, with names of several words joined: "los 1st squad to H6", "reach Sherman
    Able", "where 1st squad hit stug 1"."""
    plain = list(takewhile(lambda said: not said.startswith("-"), rest))
    between = next((number for number, said in enumerate(plain) if said in ("to", "at")), 0)
    options = rest[len(plain) :]
    if word == "where":
        at = next((number for number, said in enumerate(plain) if said in list(Purpose)), len(plain))
        parts = (plain[:at], plain[at : at + 1], plain[at + 1 :])
        return [*(" ".join(part) for part in parts if part), *options]
    if between:
        goal = ["--to"] if word == "reach" else []
        return [" ".join(plain[:between]), *goal, " ".join(plain[between + 1 :]), *options]
    return [" ".join(plain), *options] if plain and word in _OF_ONE else rest


def _lines(main: click.Command, log: str) -> Iterator[str]:
    """The lines typed or piped in, until they end or somebody leaves."""
    typed = _typed(main, log) if sys.stdin.isatty() else sys.stdin
    for line in typed:
        if line.strip() in _LEAVE:
            return
        yield line


def _typed(main: click.Command, log: str) -> Iterator[str]:
    session = _session(main, log)
    while True:
        try:
            yield session.prompt(f"{Path(log).stem}> ")
        except KeyboardInterrupt:
            continue
        except EOFError:
            return


def _session(main: click.Command, log: str) -> "PromptSession[str]":
    from click.shell_completion import ShellComplete
    from prompt_toolkit import PromptSession
    from prompt_toolkit.completion import CompleteEvent, Completer, Completion
    from prompt_toolkit.document import Document

    shell = ShellComplete(main, {}, "", "")

    class Words(Completer):
        """Completes the words of the prompt, and what the shell would complete for the commands that they mean."""

        def get_completions(self, document: Document, __: CompleteEvent) -> Iterable[Completion]:
            before, _, begun = document.text_before_cursor.rpartition(" ")
            if not before.strip():
                for word in dict.fromkeys((*HELP, *_ASKED)):
                    if word.startswith(begun):
                        yield Completion(word, -len(begun), display_meta=HELP.get(word, ""))
                return
            with suppress(RulesError):
                for item in shell.get_completions(command_in_line(before, log), begun):
                    if item.type == "plain":
                        yield Completion(shlex.quote(item.value), -len(begun), display_meta=item.help or "")

    return PromptSession(completer=Words(), complete_while_typing=False)
