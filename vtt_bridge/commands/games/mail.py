"""blindhex mail: a game by e-mail between two players who need not trust anybody, not even each other."""

import json
from collections.abc import Callable
from dataclasses import replace
from functools import wraps
from os import environ
from pathlib import Path
from typing import Any

import click

from exporters.ruling_text import chat
from maps.library import scenario
from maps.scenario_codec import scenario_document
from rules.catalog import ruleset
from rules.errors import BadInput, RulesError
from rules.game.side_names import people, player
from vtt_bridge.commands.games.game import check_allowed, words_of
from vtt_bridge.commands.games.mail_sentences import how_it_stands, news, secrecy
from vtt_bridge.commands.options.game_option import head_asked
from vtt_bridge.commands.options.numbers import Whole
from vtt_bridge.commands.options.option_checks import file_ending_in
from vtt_bridge.commands.options.source_options import SourceOptions, book_options
from vtt_bridge.commands.output.drawing import draw
from vtt_bridge.commands.output.drawn_file import DrawnFile
from vtt_bridge.commands.output.terminal import say, say_each
from vtt_bridge.commands.umpire_group import RULES_SAY_NO
from vtt_bridge.games.game_setup import this_version
from vtt_bridge.games.going import go, orders_from_words
from vtt_bridge.games.log_file import read_log
from vtt_bridge.games.offer_text import choice_lines
from vtt_bridge.sealed.beginning import join_entry, new_entry
from vtt_bridge.sealed.keys import PlayerKey, new_key, read_key, write_key
from vtt_bridge.sealed.mail_file import (
    begin_record,
    check_shown,
    difference_between,
    keep_record,
    read_record,
    seat_at,
    taken,
)
from vtt_bridge.sealed.record import entries_from
from vtt_bridge.sealed.seat import Seat
from vtt_bridge.sealed.seat_session import AwaitsOtherSide, SeatSession
from vtt_bridge.sealed.verifying import verified
from vtt_bridge.system.config import config_from
from vtt_bridge.system.rules_digest import rules_digest

_HEX_PX = 72


@click.group("mail")
def mail() -> None:
    """A game by e-mail between two players who need not trust each other, or anybody else.

    GAME is your own copy of the record. `take` adds what the other player sent; then send him the whole file.
    Both throw the dice, secrets are sealed, and `verify` proves everything at the end (blindhex docs
    by_mail).
    """


def _with_key(command: Callable[..., None]) -> Callable[..., None]:
    """Give a command the key of the player, which it gets as `key`."""

    @click.option("--key", "key_file", default="", metavar="FILE", help="Your key, if it lies elsewhere.")
    @wraps(command)
    def wrapped(*, key_file: str, **rest: Any) -> None:
        command(key=read_key(_key_file(key_file)), **rest)

    return wrapped


@mail.command("key", short_help="Make your key, once for all your games.")
@click.argument("name")
@click.option("--key", "key_file", default="", metavar="FILE", help="Where to keep it, if elsewhere.")
def make_key(name: str, key_file: str) -> None:
    """Make the key that you, NAME, sign with and that opens your secrets. Keep it safe, and send it to nobody.

    \b
    Example:
      blindhex mail key Ann --key ann.key
    """
    path, key = _key_file(key_file), new_key(name)
    write_key(path, key)
    say(f"{path} is your key. Others know you by {key.public}")


@mail.command("new", short_help="Begin a game.")
@click.argument("scenario_name", metavar="SCENARIO")
@click.argument("record", metavar="GAME")
@click.option("--side", default="", metavar="SIDE", help="The side you play, if neither has secrets.")
@click.option(
    "--open", "opens", multiple=True, metavar="SIDE", help="Let the other's program read its secrets."
)
@click.option("--option", "set_to", multiple=True, metavar="NAME=VALUE", help="An option of the scenario.")
@book_options
@_with_key
def new(
    scenario_name: str,
    record: str,
    side: str,
    opens: tuple[str, ...],
    set_to: tuple[str, ...],
    options: SourceOptions,
    key: PlayerKey,
) -> None:
    """Begin a game of SCENARIO (bundled name or file). You play the side with secrets, and your program rules the game.

    The other player is told no more of the scenario than his side may know. Hidden units of a bundled
    scenario are no secret, since everybody can read the file; write a scenario of your own to hide some.

    \b
    Example:
      blindhex mail new kgn-sunken-crossroads hers.mail --option morale=table --key ann.key
    """
    chosen = scenario(scenario_name)
    chosen = replace(chosen, options={**chosen.options, **dict(map(_option, set_to))})
    setup = scenario_document(chosen.written_out())
    head = replace(head_asked(scenario_name, options, None), setup=setup)
    entry = new_entry(head, ruleset, key, side, opens)
    begin_record(record, (entry,))
    seat = Seat.at((entry,), key, ruleset)
    say_each(secrecy(seat))
    say(f"Send {record} to the {player(seat.standing.other)}, who joins with blindhex mail join.")


@mail.command("join", short_help="Join the game that you were sent.")
@click.argument("came", metavar="FILE")
@click.argument("record", metavar="GAME")
@_with_key
def join(came: str, record: str, key: PlayerKey) -> None:
    """Join the game in FILE, which came by mail; GAME is your own copy from now on.

    \b
    Example:
      blindhex mail join hers.mail his.mail --key ben.key
    """
    entries = read_record(came)
    before = Seat.at(entries, key, ruleset)
    if before.standing.wrong:
        raise RulesError(str(before.standing.wrong[0]))
    if before.standing.has_joined:
        raise BadInput("FILE", came, "a game that nobody has joined yet")
    if before.standing.players[before.standing.ruler]["key"] == key.public:
        raise BadInput("--key", key.name, "another key than that of the player who began the game")
    seat = Seat.at((*entries, join_entry(entries, key, before.standing.other)), key, ruleset)
    proof = verified("".join(entry.line for entry in seat.entries), ruleset)
    if proof.wrong:
        raise RulesError(str(proof.wrong[0]))
    check_shown(seat.beginning, seat.standing)
    begin_record(record, seat.entries)
    say(f"You play the {people(seat.side)} in {before.beginning.head['scenario']}.")
    say_each(secrecy(seat))
    say_each(how_it_stands(seat, record))


@mail.command("take", short_help="Add what came by mail to your copy.")
@click.argument("record", metavar="GAME")
@click.argument("came", metavar="FILE")
@_with_key
def take(record: str, came: str, key: PlayerKey) -> None:
    """Add FILE, which came by mail, to your copy; your program answers and rules what it can without you. An
    entry that does not follow from your copy, or is wrong, is refused and named.

    \b
    Example:
      blindhex mail take hers.mail his.mail --key ann.key
    """
    own = seat_at(record, key, ruleset)
    entries = taken(own.entries, read_log(came), ruleset)
    if entries == own.entries:
        say(f"{came} holds nothing new.")
        say_each(how_it_stands(own, record))
        return
    seat = Seat.at(entries, key, ruleset).answered()
    _keep_and_tell(record, own, seat)


@mail.command("turn", short_help="Whose turn is it, and what may be done?")
@click.argument("record", metavar="GAME")
@click.option("--unit", default="", metavar="UNIT", help="What this unit may do, choice by choice.")
@click.option(
    "--all", "everything", is_flag=True, help="Also choices that achieve nothing; each choice on a line."
)
@_with_key
def turn(record: str, unit: str, everything: bool, key: PlayerKey) -> None:
    """Whose turn it is, who has to write, and what you may declare, by the number that `mail do` takes.

    \b
    Example:
      blindhex mail turn his.mail --key ben.key
    """
    seat = seat_at(record, key, ruleset)
    say_each(how_it_stands(seat, record))
    if seat.may_declare:
        named = seat.known.own_unit(unit).id if unit else ""
        say_each(choice_lines(seat.known, named, everything=everything))


@mail.command("do", short_help="Declare an action.")
@click.argument("record", metavar="GAME")
@click.argument("action", nargs=-1, required=True)
@_with_key
def do(record: str, action: tuple[str, ...], key: PlayerKey) -> None:
    """Declare ACTION, as in `blindhex game do`.

    It is binding at once and cannot be changed. You may go on declaring as long as no die falls and your
    program can foresee the outcome. What the rules forbid is refused with its reasons and exit status 1.

    \b
    Example:
      blindhex mail do his.mail 1 --key ben.key
    """
    own = seat_at(record, key, ruleset)
    own.check_may_declare()
    check_allowed(own.known, own.known.action_said(words_of(action)))
    seat = own.declared(words_of(action))
    _keep_and_tell(record, own, seat)


@mail.command("go", short_help="Send units to a place.")
@click.argument("record", metavar="GAME")
@click.argument("orders", nargs=-1, required=True, metavar="UNITS to PLACE")
@_with_key
def send(record: str, orders: tuple[str, ...], key: PlayerKey) -> None:
    """Send UNITS to PLACE by the cheapest route, as in `blindhex game go`: actions are declared, and binding,
    one by one until the units are there, can go no further, or something happens that cannot be foreseen.

    \b
    Example:
      blindhex mail go his.mail uk.tank.1 to 40,20 --key ben.key
    """
    own = seat_at(record, key, ruleset)
    own.check_may_declare()
    session = SeatSession(own)
    lines: tuple[str, ...] = ()
    try:
        lines = go(session, orders_from_words(own.known, " ".join(orders))).lines
    except AwaitsOtherSide as error:
        lines = (own.known.names().said(str(error)),)
    if session.seat.entries != own.entries:
        keep_record(record, session.seat, was=own.entries)
    say_each(news(session.seat, len(own.entries)))
    say_each(lines)
    say_each(how_it_stands(session.seat, record))


@mail.command("odds", short_help="What can come of an action?")
@click.argument("record", metavar="GAME")
@click.argument("action", nargs=-1, required=True)
@_with_key
def odds(record: str, action: tuple[str, ...], key: PlayerKey) -> None:
    """The possible outcomes of ACTION as far as you may know, and the exact odds.

    \b
    Example:
      blindhex mail odds his.mail 1 --key ben.key
    """
    known = seat_at(record, key, ruleset).known
    wanted = known.action_said(words_of(action))
    check_allowed(known, wanted)
    say(chat(known.names().ruling(known.chances(wanted))))


@mail.command("notes", short_help="What has your side written down for itself?")
@click.argument("record", metavar="GAME")
@_with_key
def notes(record: str, key: PlayerKey) -> None:
    """The secret notes of your side: its counters, registered points, reserves, rounds left.

    \b
    Example:
      blindhex mail notes his.mail --key ben.key
    """
    seat = seat_at(record, key, ruleset)
    say_each(seat.known.notes(seat.side) or ("nothing",))


@mail.command("picture", short_help="The board as you know it.")
@click.argument("record", metavar="GAME")
@click.option("-o", "--out", required=True, metavar="FILE", help="A .png or .svg file.")
@_with_key
def picture(record: str, out: str, key: PlayerKey) -> None:
    """Draw the board with all that your side knows of.

    \b
    Example:
      blindhex mail picture his.mail -o field.png --key ben.key
    """
    file_ending_in(out, ".png", ".svg")
    seat = seat_at(record, key, ruleset)
    state, roster = seat.known.state, seat.beginning.public_game.ruleset.roster
    draw(state, roster, None, DrawnFile(out, _HEX_PX))


@mail.command("undo", short_help="Take turns back, if both agree.")
@click.argument("record", metavar="GAME")
@click.option("--turns", type=Whole(1), default=1, show_default=True, help="How many declarations.")
@click.option("--agree", "answer", flag_value="agree", help="Agree to what the other has asked.")
@click.option("--refuse", "answer", flag_value="refuse", help="Refuse it.")
@_with_key
def undo(record: str, turns: int, answer: str | None, key: PlayerKey) -> None:
    """Ask to take the last declarations back, or answer the other who asks. What was taken back stays in the record.

    \b
    Example:
      blindhex mail undo his.mail --key ben.key
    """
    own = seat_at(record, key, ruleset)
    seat = own.answers_undo(agrees=answer == "agree") if answer else own.offers_undo(turns)
    _keep_and_tell(record, own, seat)


@mail.command("resign", short_help="Give the game up.")
@click.argument("record", metavar="GAME")
@_with_key
def resign(record: str, key: PlayerKey) -> None:
    """Give the game up, so that it can be opened and verified.

    \b
    Example:
      blindhex mail resign his.mail --key ben.key
    """
    own = seat_at(record, key, ruleset)
    seat = own.resigned()
    keep_record(record, seat, was=own.entries)
    say_each(how_it_stands(seat, record))


@mail.command("open", short_help="Open all secrets, once the game is over.")
@click.argument("record", metavar="GAME")
@_with_key
def open_secrets(record: str, key: PlayerKey) -> None:
    """Open all that your program sealed, once the game is over, so that the other can verify it.

    \b
    Example:
      blindhex mail open hers.mail --key ann.key
    """
    own = seat_at(record, key, ruleset)
    seat = own.opened()
    keep_record(record, seat, was=own.entries)
    say_each(how_it_stands(seat, record))


@mail.command("verify", short_help="Prove a record, or name what is wrong with it.")
@click.argument("record", metavar="GAME")
@click.option("--against", default="", metavar="FILE", help="The other's copy: does it tell the same game?")
def verify(record: str, against: str) -> None:
    """Verify every signature, nonce, die, ruling and word of a record; no key is needed.

    Exit status 0: all is proven. 1: something is wrong, and each entry is named; or the game is not over, or not opened.

    \b
    Example:
      blindhex mail verify his.mail --against hers.mail
    """
    proof = verified(read_log(record), ruleset)
    wrong = [*map(str, proof.wrong)]
    if against:
        difference = difference_between(proof.entries, entries_from(read_log(against))[0])
        wrong += [str(difference)] if difference else []
    say_each(wrong)
    if not wrong and not proof.lacking:
        say(f"Proven: entries {len(proof.entries)}, rulings {proof.rulings}, dice {proof.dice}.")
        return
    if not wrong:
        say(f"Entries in order: {len(proof.entries)}. Not proven yet. {proof.lacking}")
    elif proof.entries and (begun := proof.entries[0].body).get("rules", rules_digest()) != rules_digest():
        say(
            f"Begun by other rules, under Blindhex {begun.get('version')}, than those of {this_version()} here:"
            " what these rule or say differently is named as well."
        )
    click.get_current_context().exit(RULES_SAY_NO)


def _key_file(given: str) -> Path:
    return Path(given) if given else config_from(environ).player_key_file


def _option(given: str) -> tuple[str, Any]:
    name, equals, value = given.partition("=")
    if not equals:
        raise BadInput("--option", given, "an option and its value, as turns=8")
    try:
        return name, json.loads(value)
    except ValueError:
        return name, value


def _keep_and_tell(record: str, own: Seat, seat: Seat) -> None:
    """Write the changed record, and say what is new in it and who is to write next."""
    keep_record(record, seat, was=own.entries)
    say_each(news(seat, len(own.entries)))
    say_each(how_it_stands(seat, record))
