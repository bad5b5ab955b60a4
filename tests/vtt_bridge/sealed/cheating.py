"""Ways to cheat at a game by mail: with a finished record, or by a program that lies as it plays.

Each has the words of the finding, and the entries at which it may be found.
"""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Any

from rules.game.chance.dice import Throw, ThrownDice
from rules.ground.hex.hexes import Hex
from tests.vtt_bridge.sealed.mailing import MailGame, finished, written_on
from vtt_bridge.sealed.entry_fields import Kind
from vtt_bridge.sealed.keys import PlayerKey, new_key
from vtt_bridge.sealed.mail_file import text_of
from vtt_bridge.sealed.nonces import nonce
from vtt_bridge.sealed.record import Entry
from vtt_bridge.sealed.seals import sealed, unsealed
from vtt_bridge.sealed.seat import Seat
from vtt_bridge.sealed.standing import Declared
from vtt_bridge.sealed.verifying import Verified


@dataclass(frozen=True)
class Cheat:
    """A record with a cheat in it: the entries where it may be found, and the words of the finding."""

    text: str
    number: int
    words: str


def signed_anew(entry: Entry, key: PlayerKey, **changes: Any) -> Entry:
    """An entry changed and signed again with this key."""
    plain = replace(entry, **changes)
    return replace(plain, signature=key.sign(plain.signed))


def _replaced(game: MailGame, number: int, entry: Entry) -> tuple[Entry, ...]:
    return (*game.entries[:number], entry, *game.entries[number + 1 :])


def _of_kind(game: MailGame, *kinds: Kind) -> list[Entry]:
    return [entry for entry in game.entries[:-1] if entry.kind in kinds]


# Cheats with a finished record: by anybody, or by a player with the own key.


def dropped(game: MailGame, chance: Random) -> Cheat:
    number = chance.randrange(2, len(game.entries) - 1)
    return Cheat(text_of(game.entries[:number] + game.entries[number + 1 :]), number, "missing")


def dropped_and_renumbered(game: MailGame, chance: Random) -> Cheat:
    number = chance.randrange(2, len(game.entries) - 1)
    rest = [replace(entry, number=entry.number - 1) for entry in game.entries[number + 1 :]]
    return Cheat(text_of((*game.entries[:number], *rest)), number, "altered or forged")


def reordered(game: MailGame, chance: Random) -> Cheat:
    number = chance.randrange(2, len(game.entries) - 2)
    entries = list(game.entries)
    entries[number], entries[number + 1] = entries[number + 1], entries[number]
    return Cheat(text_of(tuple(entries)), number, "order was changed")


def doubled(game: MailGame, chance: Random) -> Cheat:
    number = chance.randrange(2, len(game.entries) - 1)
    return Cheat(text_of((*game.entries[: number + 1], *game.entries[number:])), number, "twice")


def altered(game: MailGame, chance: Random) -> Cheat:
    entry = chance.choice(_of_kind(game, Kind.RULE, Kind.DECLARE))
    body = json.loads(json.dumps(entry.body)) | {"note": "never mind"}
    return Cheat(
        text_of(_replaced(game, entry.number, replace(entry, body=body))), entry.number, "altered or forged"
    )


def forged(game: MailGame, chance: Random) -> Cheat:
    entry = chance.choice(_of_kind(game, Kind.RULE, Kind.DECLARE, Kind.ANSWER))
    stranger = new_key("Eve")
    return Cheat(
        text_of(_replaced(game, entry.number, signed_anew(entry, stranger))),
        entry.number,
        "altered or forged",
    )


def cut_off(game: MailGame, chance: Random) -> Cheat:
    number = chance.randrange(2, len(game.entries) - 1)
    return Cheat(text_of(game.entries[:number]), number - 1, f"ends with entry {number - 1}")


def cut_in_the_middle(game: MailGame, chance: Random) -> Cheat:
    number = chance.randrange(2, len(game.entries))
    line = game.entries[number].line
    text = text_of(game.entries[:number]) + line[: chance.randrange(1, len(line) - 1)]
    return Cheat(text, number, "cut off")


def written_anew(game: MailGame, chance: Random) -> Cheat:
    """A player rewrites and signs an own entry after the other has continued from it."""
    found = [
        entry
        for entry, then in zip(game.entries[2:], game.entries[3:], strict=False)
        if entry.by != then.by and entry.kind in (Kind.RULE, Kind.DECLARE)
    ]
    entry = chance.choice(found)
    anew = signed_anew(entry, game.keys[entry.by], body={**entry.body, "note": "never mind"})
    return Cheat(text_of(_replaced(game, entry.number, anew)), entry.number, "written anew")


def other_setup(game: MailGame, _: Random) -> Cheat:
    """The player who sealed the setup seals it again with a unit elsewhere."""
    ruler = game.seat(game.ruler)
    setup = json.loads(json.dumps(unsealed(game.entries[0].body["setup"], ruler.kept.seal)))
    setup["units"] = setup["units"][1:]
    body = {**game.entries[0].body, "setup": sealed(setup, ruler.kept.seal)}
    first = signed_anew(game.entries[0], ruler.key, body=body)
    return Cheat(text_of(_replaced(game, 0, first)), 0, "written anew")


def wrong_seal_opened(game: MailGame, _: Random) -> Cheat:
    """The side that sealed opens with another key, so that nothing can be read."""
    last = game.entries[-1]
    entry = signed_anew(last, game.keys[last.by], body={**last.body, "seal": "11" * 32})
    return Cheat(text_of((*game.entries[:-1], entry)), 0, "not the one that was sealed")


def other_secret_opened(game: MailGame, _: Random) -> Cheat:
    """The side that rules opens another secret for its dice than the one it was bound to."""
    last = game.entries[-1]
    entry = signed_anew(last, game.keys[last.by], body={**last.body, "secret": "11" * 32})
    return Cheat(text_of((*game.entries[:-1], entry)), 0, "not the one it was bound to")


def opened_to_nobody(game: MailGame, _: Random) -> Cheat:
    """The side that sealed keeps its secrets to itself in the end."""
    return Cheat(text_of(game.entries[:-1]), len(game.entries) - 2, "has not opened")


# Cheats by a program that lies once during play; the rest of the game is honest.

Lie = Callable[[Seat, Kind, dict[str, Any]], dict[str, Any] | None]


class ThrownAgain(ThrownDice):
    """Dice with each face one higher, as if they had been thrown again until they pleased."""

    def __init__(self, dice: ThrownDice) -> None:
        self.dice = dice
        self.is_thrown = False

    def throw(self, thrown: Throw) -> tuple[int, ...]:
        self.is_thrown |= thrown.sides > 1
        return tuple(face % thrown.sides + 1 for face in self.dice.throw(thrown))


@dataclass(frozen=True)
class LyingSeat(Seat):
    """A seat whose program lies once: in what it writes, or by throwing dice again."""

    lie: Lie | None = None
    throws_again: bool = False
    lied_at: tuple[int, ...] = ()

    def _dice(self, first: Declared, own: str | None) -> ThrownDice:
        dice = super()._dice(first, own)
        if not self.throws_again or self.lied_at or own is None:
            return dice
        vars(self)["again"] = ThrownAgain(dice)
        again: ThrownDice = vars(self)["again"]
        return again

    def _with(self, kind: Kind, body: Mapping[str, Any], truth: Any = None) -> "LyingSeat":
        told = self.lie(self, kind, json.loads(json.dumps(body))) if self.lie and not self.lied_at else None
        again = vars(self).get("again")
        lies = told is not None or (again is not None and again.is_thrown)
        then = super()._with(kind, body if told is None else told, truth)
        assert isinstance(then, LyingSeat)
        return replace(then, lied_at=(len(self.entries),)) if lies else then


def lied(
    game: MailGame,
    side: str,
    most: int,
    seed: int,
    words: str,
    *,
    lie: Lie | None = None,
    throws_again: bool = False,
) -> Cheat | None:
    """The game continued by a program of one side that lies once; None if it found no occasion."""
    honest = game.seat(side)
    liar = LyingSeat(
        honest.entries, honest.key, honest.beginning, honest.standing, lie=lie, throws_again=throws_again
    )
    after, seats = written_on(game, most, seed, {side: liar})
    seat = seats[side]
    assert isinstance(seat, LyingSeat)
    return Cheat(finished(after).text, seat.lied_at[0], words) if seat.lied_at else None


def _changed_ruling(change: Callable[[Seat, dict[str, Any], list[Any]], bool]) -> Lie:
    """A lie in a ruling: `change` alters its body, or the events that are sealed in it, if it can."""

    def lie(seat: Seat, kind: Kind, body: dict[str, Any]) -> dict[str, Any] | None:
        if kind is not Kind.RULE or len(seat.entries) < 8:
            return None
        events = unsealed(body["turn"], seat.kept.seal)
        if not change(seat, body, events):
            return None
        return body | {"turn": sealed(events, seat.kept.seal)}

    return lie


def _other_face(_: Seat, __: dict[str, Any], events: list[Any]) -> bool:
    for event in events:
        if event["is"] == "DiceThrown":
            event["values"][0] = event["values"][0] % event["sides"] + 1
            return True
    return False


def _shows_elsewhere(_: Seat, body: dict[str, Any], __: list[Any]) -> bool:
    for unit in body["view"].get("units", {}).values():
        if unit["at"] is not None:
            unit["facing_deg"] = 17.0
            return True
    return False


def _hides_a_unit(_: Seat, body: dict[str, Any], __: list[Any]) -> bool:
    order = body["view"].get("order")
    return bool(order) and order.pop() is not None


def _other_words(_: Seat, body: dict[str, Any], __: list[Any]) -> bool:
    body["heard"] = [*body["heard"], "a flare goes up"]
    return True


def _other_result(_: Seat, body: dict[str, Any], __: list[Any]) -> bool:
    body["result"] = "Result: a great victory"
    return True


def _moved_in_secret(seat: Seat, _: dict[str, Any], events: list[Any]) -> bool:
    """Moves an own unit, which the other side does not see, to another place."""
    truth, other = seat.truth, seat.standing.other
    seen = truth.game.ruleset.seen_by(truth.state, other).units
    for unit in truth.state.units.values():
        if unit.side == seat.side and unit.id not in seen and isinstance(unit.at, Hex):
            elsewhere = min(
                str(other.at) for other in truth.state.units.values() if other.at not in (None, unit.at)
            )
            events.append({"is": "UnitMoved", "unit": unit.id, "start": str(unit.at), "end": elsewhere})
            return True
    return False


def _nonce(of: Callable[[Seat], str]) -> Lie:
    def lie(seat: Seat, _: Kind, body: dict[str, Any]) -> dict[str, Any] | None:
        return body | {"nonce": of(seat)} if body.get("nonce") and len(seat.entries) > 8 else None

    return lie


def _others_nonce(seat: Seat) -> str:
    return seat.standing.shown[seat.standing.rival(seat.side)][1]


def _same_nonce(seat: Seat) -> str:
    return seat.standing.shown[seat.side][1]


def _new_chain(seat: Seat) -> str:
    return nonce(b"1" * 32, seat.standing.declared)


FINISHED: Sequence[Callable[[MailGame, Random], Cheat]] = (
    dropped, dropped_and_renumbered, reordered, doubled, altered, forged, cut_off, cut_in_the_middle, written_anew,
    other_setup, wrong_seal_opened, other_secret_opened, opened_to_nobody,
)  # fmt: skip
"""Cheats with a record that is complete."""

RULING_LIES: Mapping[str, tuple[Lie, str]] = {
    "another face": (_changed_ruling(_other_face), "by the nonces of both"),
    "a unit shown otherwise": (_changed_ruling(_shows_elsewhere), "was shown what is not so"),
    "a unit not shown": (_changed_ruling(_hides_a_unit), "was shown what is not so"),
    "other words": (_changed_ruling(_other_words), "a flare goes up"),
    "another result": (_changed_ruling(_other_result), "result"),
    "a hidden unit moved": (_changed_ruling(_moved_in_secret), "by the rules and the dice of both"),
}
"""Lies of the side that rules, and the words of the finding."""

NONCE_LIES: Mapping[str, tuple[Lie, str]] = {
    "the other's nonce": (_nonce(_others_nonce), "shows the nonce of"),
    "a nonce twice": (_nonce(_same_nonce), "a second time"),
    "a nonce of another chain": (_nonce(_new_chain), "was bound to"),
}
"""Lies of either side with its nonces, and the words of the finding."""


def cheats_with(game: MailGame, chance: Random) -> Iterator[tuple[str, Cheat]]:
    """Each cheat with a complete record, by name."""
    for cheat in FINISHED if "box" in game.entries[0].body["setup"] else FINISHED[:-3]:
        yield cheat.__name__, cheat(game, chance)


def is_named(cheat: Cheat, proof: Verified) -> bool:
    """Whether a cheat is found at the right entry, in the right words."""
    said = any(wrong.number == cheat.number and cheat.words in str(wrong) for wrong in proof.wrong)
    return not proof.is_proven and (said or cheat.words in proof.lacking)


def lies(game: MailGame, most: int, seed: int) -> Iterator[tuple[str, Cheat | None]]:
    """For each lie, the game continued by a program that tells it; None if there was no occasion."""
    for name, (lie, words) in RULING_LIES.items():
        yield name, lied(game, game.ruler, most, seed, words, lie=lie)
    for side in (game.ruler, game.other):
        for name, (lie, words) in NONCE_LIES.items():
            yield f"{name}, by {side}", lied(game, side, most, seed, words, lie=lie)
    yield "dice thrown again", lied(game, game.ruler, most, seed, "by the", throws_again=True)
