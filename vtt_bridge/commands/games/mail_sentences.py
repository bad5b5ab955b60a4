"""The sentences for a player of a game by mail: what is secret, what is new, how the game stands and who is to write."""

from collections.abc import Iterable, Iterator

from rules.game.side_names import people, player, with_players
from vtt_bridge.sealed.entry_fields import Kind
from vtt_bridge.sealed.record import Entry
from vtt_bridge.sealed.seat import Seat


def secrecy(seat: Seat) -> Iterator[str]:
    """What is secret in a game, and from whom."""
    head, now = seat.beginning.head, seat.standing
    if not seat.beginning.is_sealed:
        yield "Nothing is secret between the programs: each ruling is checked as it comes."
    else:
        yield f"The program of the {player(now.ruler)} rules; what it seals, nobody reads before it is opened at the end."
    if side := head["readable"]:
        yield (
            f"The secrets of the {player(side)} are kept from the screen of the {player(now.ruler)}, not from its program:"
            f" the {player(side)} trusts that player not to change it."
        )


def news(seat: Seat, since: int) -> Iterator[str]:
    """What has happened since an entry, as this side hears it."""
    rulings = {ruled.ruling.number: position for position, ruled in enumerate(seat.standing.ruled)}
    said = seat.known.names().said
    for entry in seat.entries[since:]:
        if entry.kind == Kind.RULE and not seat.rules:
            yield from _indented(map(said, entry.body["heard"]))
        elif entry.kind == Kind.RULE and entry.number in rulings:
            before = seat.truth.up_to(rulings[entry.number])
            after = seat.truth.up_to(rulings[entry.number] + 1)
            yield from _indented(map(said, after.heard_by(seat.side, before.state)))
        else:
            yield from map(with_players, _entry_sentences(entry, seat))


def how_it_stands(seat: Seat, record: str) -> Iterator[str]:
    """How the game stands, and who is to write."""
    now, due = seat.standing, seat.standing.due
    if now.resigned:
        yield f"The {player(now.resigned)} has resigned."
    elif due is not None and now.waiting and not seat.may_declare:
        declared = player(now.waiting[0].entry.by)
        yield f"The {declared} has declared; what comes of it is known once the {player(due)} has written."
    elif now.has_joined:
        yield now.last_shown.result or _moment(seat)
    if due is None:
        yield "The record is complete."
    elif due != seat.side:
        yield _waited_for(seat, record, due)
    elif now.offered is not None:
        yield "You are to answer: blindhex mail undo --agree, or --refuse."
    elif now.is_over:
        yield "You are to open what you sealed: blindhex mail open."


def _waited_for(seat: Seat, record: str, due: str) -> str:
    players = seat.standing.players
    name = players[due]["name"] if due in players else f"who plays the {people(due)}"
    if seat.entries[-1].by != seat.side:
        return f"The {player(due)} is to write: wait for mail from {name}."
    ahead = " You may declare on before." if seat.may_declare else ""
    return f"The {player(due)} is to write: send {record} to {name}.{ahead}"


def _entry_sentences(entry: Entry, seat: Seat) -> Iterator[str]:
    """An entry that is not a ruling, in words; nothing for entries that only carry the protocol on."""
    match entry.kind:
        case Kind.JOIN:
            yield f"{entry.body['player']['name']} plays the {people(entry.by)}."
        case Kind.DECLARE if entry.by == seat.side:
            yield f"Declared, and bound as {entry}."
        case Kind.DROP:
            yield f"What {seat.standing.other} had declared ahead falls away: it came otherwise than foreseen."
        case Kind.UNDO:
            turns = entry.body["turns"]
            yield f"{entry.by} asks to take back {turns} declaration{'' if turns == 1 else 's'}."
        case Kind.AGREE | Kind.REFUSE:
            yield f"{entry.by} {entry.kind}s."
        case Kind.TAKE_BACK:
            yield "Taken back."
        case Kind.RESIGN:
            yield f"{entry.by} resigns."
        case Kind.OPEN:
            yield f"{entry.by} has opened what it sealed: blindhex mail verify proves the game."


def _indented(lines: Iterable[str]) -> Iterator[str]:
    for position, line in enumerate(lines):
        yield f"  {line}" if position else line


def _moment(seat: Seat) -> str:
    """The moment of the game and what is due, as far as the side may know it."""
    known, to_act = seat.known, seat.standing.last_shown.to_act
    if to_act is None or to_act == seat.side:
        return known.status
    return known.names().said(f"{known.game.book.moment(known.state)}. {player(to_act)} to act.")
