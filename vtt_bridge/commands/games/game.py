"""blindhex game: a game that players play themselves, kept as its log."""

from itertools import pairwise

import click

from exporters.ruling_text import chat
from rules.catalog import ruleset
from rules.errors import BadInput
from rules.game.chance.dice import Dice, TypedDice
from rules.game.engine.play import Action
from rules.game.record.corrections import Allowed
from rules.game.side_names import side_called
from rules.players.named import PLAYERS, players_from_words
from vtt_bridge.commands.lazy_commands import LazyCommand
from vtt_bridge.commands.options import completion
from vtt_bridge.commands.options.game_option import head_asked
from vtt_bridge.commands.options.numbers import SEED
from vtt_bridge.commands.options.source_options import SourceOptions, book_options
from vtt_bridge.commands.output.terminal import say, say_each
from vtt_bridge.commands.umpire_group import RULES_SAY_NO
from vtt_bridge.games.computer import answers
from vtt_bridge.games.correcting import Wanted, correction, given_reason
from vtt_bridge.games.game_file import begin_log, resumed_from
from vtt_bridge.games.going import go, orders_from_words
from vtt_bridge.games.offer_text import choice_lines
from vtt_bridge.games.running_game import RunningGame, begun
from vtt_bridge.games.session import LogSession

PERSON = "person"
"""The name that gives a side of the computer back to a person."""

player_option = click.option(
    "--player",
    "assigned",
    multiple=True,
    metavar="SIDE=PLAYER",
    help=f"The computer plays a side: {', '.join(PLAYERS)}; ge={PERSON} takes it back.",
)


@click.group("game")
def game() -> None:
    """A game that you play yourselves: Blindhex keeps the turn and the record, and refuses what the rules forbid.

    LOG is the file the game is kept in (blindhex-log/1). It can be asked like a scenario (blindhex los LOG …) and
    played back (blindhex replay LOG).
    """


game.add_command(
    LazyCommand("play", "games.prompt:play_on", "Play at a prompt: choices by number, odds, undo, the map.")
)
game.add_command(LazyCommand("wins", "show:wins", "What wins, and how does it stand?"))


@game.command("begin", short_help="A new game of a scenario.")
@click.argument("scenario_name", metavar="SCENARIO", shell_complete=completion.scenarios)
@click.argument("log", metavar="LOG", shell_complete=completion.files)
@click.option("--seed", type=SEED, help="Dice that fall the same each time; unforeseeable if left out.")
@player_option
@book_options
def begin(
    scenario_name: str, log: str, seed: int | None, assigned: tuple[str, ...], options: SourceOptions
) -> None:
    """A new game of SCENARIO (bundled name or file), kept in LOG from now on.

    With --player the computer plays a side: it answers after each action of yours, on what its side knows.

    \b
    Examples:
      blindhex game begin lhy-ridge-farm new.log
      blindhex game begin lhy-ridge-farm new.log --player ge=careful
      blindhex game begin kgn-two-orchards new.log --seed 3
    """
    new = begun(head_asked(scenario_name, options, seed), ruleset)
    new = new.played_by(assigned_players(new, assigned))
    begin_log(log, new.log)
    if new.is_computers_turn:
        tell_answers(LogSession(log, ruleset))
    else:
        say(new.status)


@game.command("turn", short_help="Whose turn is it, and what may be done?")
@click.argument("log", metavar="LOG", shell_complete=completion.files)
@click.option(
    "--unit",
    default="",
    metavar="UNIT",
    shell_complete=completion.units,
    help="What this unit may do, choice by choice.",
)
@click.option(
    "--all", "everything", is_flag=True, help="Also choices that achieve nothing; each choice on a line."
)
def turn(log: str, unit: str, everything: bool) -> None:
    """Whose turn it is, what that side has left, and what its units may do; `game do` takes the numbers.

    \b
    Examples:
      blindhex game turn farm.log
      blindhex game turn farm.log --unit "2nd squad"
    """
    now = resumed_from(log, ruleset)
    named = now.own_unit(unit).id if unit and now.to_act else ""
    say(now.status)
    say_each(choice_lines(now, named, everything=everything))


@game.command("do", short_help="Declare an action.")
@click.argument("log", metavar="LOG", shell_complete=completion.files)
@click.argument("action", nargs=-1, required=True, shell_complete=completion.choices)
@click.option("--ask-dice", is_flag=True, help="Throw your own dice and type in what they show.")
def do(log: str, action: tuple[str, ...], ask_dice: bool) -> None:
    """Declare ACTION: a number from `game turn`, a kind with its fields (Maneuver unit=us.1 to=C2), or a JSON
    document.

    What the rules forbid is refused with its reasons and exit status 1, and the game stays as it was.

    \b
    Examples:
      blindhex game do farm.log 1
      blindhex game do farm.log Maneuver "unit=2nd squad" to=H6
    """
    session = LogSession(log, ruleset)
    _let_computer_act(session)
    wanted = session.now.action_said(words_of(action))
    check_allowed(session.now, wanted)
    before = session.now
    _tell_turn(before, session.declare(wanted, _asked_dice() if ask_dice else None))
    tell_answers(session)


@game.command("go", short_help="Send units to a place.")
@click.argument("log", metavar="LOG", shell_complete=completion.files)
@click.argument(
    "orders", nargs=-1, required=True, metavar="UNITS to PLACE", shell_complete=completion.units_and_places
)
@click.option("--ask-dice", is_flag=True, help="Throw your own dice and type in what they show.")
def send(log: str, orders: tuple[str, ...], ask_dice: bool) -> None:
    """Send UNITS (names, or patterns such as "us.able.2.*") to PLACE (F6, or 50,15 in inches), by the
    cheapest route.

    Actions are declared one by one, as you would yourself, until the units are there, can go no further, or
    something happens: a die falls, the enemy may act, somebody is hurt. `game undo` takes the whole way of a
    unit back. If nothing may be declared you are told why, and the exit status is 1.

    \b
    Example:
      blindhex game go farm.log "1st squad" to F6
    """
    session = LogSession(log, ruleset)
    _let_computer_act(session)
    gone = go(session, orders_from_words(session.now, " ".join(orders)), _asked_dice() if ask_dice else None)
    for before, after in pairwise(gone.games):
        _tell_turn(before, after)
    say_each(gone.lines)
    tell_answers(session)
    if not gone.declared:
        click.get_current_context().exit(RULES_SAY_NO)


@game.command("odds", short_help="What can come of an action?")
@click.argument("log", metavar="LOG", shell_complete=completion.files)
@click.argument("action", nargs=-1, required=True, shell_complete=completion.choices)
def odds(log: str, action: tuple[str, ...]) -> None:
    """The possible outcomes of ACTION: every modifier with its rule, and the exact odds; or why it may not be done.

    \b
    Example:
      blindhex game odds farm.log 68
    """
    now = resumed_from(log, ruleset)
    wanted = now.action_said(words_of(action))
    check_allowed(now, wanted)
    say(chat(now.names().ruling(now.chances(wanted))))


@game.command("notes", short_help="What has a side written down for itself?")
@click.argument("log", metavar="LOG", shell_complete=completion.files)
@click.argument("side", shell_complete=completion.sides)
def notes(log: str, side: str) -> None:
    """SIDE's secret notes: its counters, registered points, reserves, rounds left.

    \b
    Example:
      blindhex game notes farm.log us
    """
    now = resumed_from(log, ruleset)
    side = side_called(side, now.state.sides)
    for line in now.notes(side) or ("nothing",):
        say(now.names(side).said(line))


@game.command("correct", short_help="Set up or correct a unit past the rules.")
@click.argument("log", metavar="LOG", shell_complete=completion.files)
@click.argument("unit", shell_complete=completion.units)
@click.option("--at", default="", metavar="PLACE", help="Where it stands: F6, or 50,15 in inches.")
@click.option("--off", is_flag=True, help="It is out of play.")
@click.option(
    "--facing", "facing_deg", type=float, metavar="DEGREES", help="Where it faces, clockwise from north."
)
@click.option("--is", "gains", multiple=True, metavar="CONDITION", help="What it is now, such as disrupted.")
@click.option("--not", "loses", multiple=True, metavar="CONDITION", help="What it is no longer.")
@click.option("--type", "type_", default="", metavar="TYPE", help="Of a unit that was never there: its type.")
@click.option("--side", default="", metavar="SIDE", help="Of such a unit: its side.")
@click.option("--name", default="", metavar="NAME", help="Of such a unit: what it is called.")
@click.option("--agreed", is_flag=True, help="The players agreed to it: later rulings about the unit say so.")
@click.option("--reason", required=True, metavar="WORDS", help="Why; it stands in the record.")
def correct(
    log: str,
    unit: str,
    at: str,
    off: bool,
    facing_deg: float | None,
    gains: tuple[str, ...],
    loses: tuple[str, ...],
    type_: str,
    side: str,
    name: str,
    agreed: bool,
    reason: str,
) -> None:
    """Set UNIT up, take it out of play, put it back or correct it, whatever the rules say.

    The log keeps it with its reason, and `game undo` takes it back.

    \b
    Example:
      blindhex game correct farm.log ge.mg.2 --at H7 --reason "set up in the wrong hex"
    """
    session = LogSession(log, ruleset)
    wanted = Wanted(unit, at, off, facing_deg, gains, loses, type_, side, name)
    before = session.now
    _tell_turn(before, session.declare(correction(before, wanted, reason, agreed=agreed)))
    tell_answers(session)


@game.command("agree", short_help="Do what the umpire refuses, as the players agreed.")
@click.argument("log", metavar="LOG", shell_complete=completion.files)
@click.argument("action", nargs=-1, required=True, shell_complete=completion.choices)
@click.option("--reason", required=True, metavar="WORDS", help="Why; it stands in the record.")
@click.option("--ask-dice", is_flag=True, help="Throw your own dice and type in what they show.")
def agree(log: str, action: tuple[str, ...], reason: str, ask_dice: bool) -> None:
    """Carry out an ACTION that the umpire refuses, such as fire along a line he rules blocked: the players
    overrule him in this one case.

    The log keeps it with its reason, and later rulings about the units it changed say that they rest on it.

    \b
    Example:
      blindhex game agree farm.log FireSmallArms "unit=2nd squad" at=F9 --reason "we see it so"
    """
    session = LogSession(log, ruleset)
    before = session.now
    allowed = Allowed(before.action_said(words_of(action)), given_reason(reason))
    _tell_turn(before, session.declare(allowed, _asked_dice() if ask_dice else None))
    tell_answers(session)


@game.command("undo", short_help="Take the last action back.")
@click.argument("log", metavar="LOG", shell_complete=completion.files)
def undo(log: str) -> None:
    """Take the last action of the game back, with all that came of it, or the whole way of a unit that was sent somewhere;
    against the computer your last, and its answers.

    \b
    Example:
      blindhex game undo farm.log
    """
    session = LogSession(log, ruleset)
    undone = session.now
    before = session.undo()
    say(f"Taken back: {undone_in_words(undone)}")
    say(before.status)


def undone_in_words(now: RunningGame) -> str:
    """What an undo takes back: the actions of people, in words."""
    own = (str(turn.action) for turn in now.undone if turn.action.side not in now.computers)
    return now.names("", now.taken_back().state).said("; ".join(own))


def words_of(action: tuple[str, ...]) -> str:
    """An action as it was typed; an argument with spaces is quoted again, so that it stays one word."""
    if len(action) == 1:
        return action[0]
    return " ".join(f'"{word}"' if " " in word and '"' not in word else word for word in action)


def assigned_players(now: RunningGame, assigned: tuple[str, ...]) -> dict[str, str]:
    """The sides that the computer plays after these assignments: "ge=careful", "ge=person".

    Raises:
        RulesError: if there is no such side or player.
    """
    players = {**now.computers, **players_from_words(assigned, now.state.sides, (PERSON,))}
    return {side: name for side, name in players.items() if name != PERSON}


def tell_answers(session: LogSession) -> None:
    """Let the computer play until a person is to decide, and tell each of its declarations and how the game stands then."""
    for before, after in answers(session):
        _tell_turn(before, after)
    say(session.now.status)


def _let_computer_act(session: LogSession) -> None:
    """Let the computer act first if it was interrupted, and end the command with status 1, as the choices are others then."""
    if session.now.is_computers_turn:
        tell_answers(session)
        say("The computer was to act first, and has: choose again.")
        click.get_current_context().exit(RULES_SAY_NO)


def _tell_turn(before: RunningGame, after: RunningGame) -> None:
    """Tell the last action of a game and its effects; against the computer, what your side hears of them."""
    turn, side = after.turns[-1], after.one_person
    said = after.names(side, before.state).said
    heard = (
        after.heard_by(side, before.state)
        if side
        else (*turn.lines(), *map(str, after.rests_on(turn.action, before.state)))
    )
    for number, line in enumerate(heard):
        say(said(f"  {line}" if number else line))


def check_allowed(now: RunningGame, action: Action) -> None:
    """If the rules forbid an action, say why and end the command with status 1."""
    if reasons := now.why_not(action):
        refusal = "\n".join([f"{action}: not allowed.", *(f"- {reason}" for reason in reasons)])
        say(now.names().said(refusal))
        click.get_current_context().exit(RULES_SAY_NO)


def _asked_dice() -> Dice:
    return TypedDice(lambda question: _faces(click.prompt(question)))


def _faces(typed: str) -> tuple[int, ...]:
    words = typed.replace(",", " ").split()
    if not words or not all(word.isdecimal() for word in words):
        raise BadInput("dice thrown", typed, "the faces of the dice, such as 3 or 6 2 1")
    return tuple(map(int, words))
