"""The beginning of a game by mail: which side's program rules it, what is sealed, and what the other side is told."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from hashlib import sha256
from typing import Any

from nacl.utils import random

from maps.codec import board_document, board_from
from maps.rosters import house_from
from rules.errors import BadInput
from rules.game.side_names import player
from rules.game.state import GameState
from vtt_bridge.errors import NotOffered
from vtt_bridge.games.game_log import GameHead
from vtt_bridge.games.game_setup import BookNamed, OpenedGame, opened, opened_anew, playable
from vtt_bridge.games.log_file import MAIL_FORMAT
from vtt_bridge.games.running_game import RunningGame, unplayed
from vtt_bridge.sealed.entry_fields import Kind
from vtt_bridge.sealed.keys import PlayerKey
from vtt_bridge.sealed.nonces import nonce
from vtt_bridge.sealed.record import Entry, entry_after
from vtt_bridge.sealed.seals import sealed, unsealed
from vtt_bridge.sealed.views import Views, views_of
from vtt_bridge.system.rules_digest import rules_digest

SECRET_BYTES = 32


@dataclass(frozen=True, slots=True)
class OwnSecrets:
    """A side's secrets: the seed of its nonces and, if its part of the game is sealed, the key of the seals
    and the secret behind its secret dice."""

    seed: bytes
    seal: bytes | None = None
    secret: bytes | None = None

    @classmethod
    def anew(cls, *, with_secrets: bool) -> "OwnSecrets":
        """New random secrets."""
        if not with_secrets:
            return cls(random(SECRET_BYTES))
        return cls(random(SECRET_BYTES), random(SECRET_BYTES), random(SECRET_BYTES))

    @classmethod
    def unlocked(cls, locked: str, key: PlayerKey) -> "OwnSecrets":
        """The secrets in a record, opened with their owner's key.

        Raises:
            BadInput: if it is the key of somebody else.
        """
        stored = json.loads(key.unlock(locked))
        return cls(**{name: value and bytes.fromhex(value) for name, value in stored.items()})

    def locked(self, key: PlayerKey) -> str:
        """The same for a record: their owner's key alone opens them."""
        stored = {"seed": self.seed, "seal": self.seal, "secret": self.secret}
        return key.lock(json.dumps({name: value and value.hex() for name, value in stored.items()}).encode())


def commitment_to(secret: bytes) -> str:
    """The commitment to a secret: told at the start, so that the secret can be checked at the end."""
    return sha256(b"blindhex secret" + secret).hexdigest()


@dataclass(frozen=True)
class Beginning:
    """A game by mail as its first entry describes it."""

    head: Mapping[str, Any]
    book_named: BookNamed

    @property
    def is_sealed(self) -> bool:
        """Whether the side that rules has secrets."""
        return "open" not in self.head["setup"]

    @cached_property
    def start(self) -> GameState:
        """The board and the sides, with nothing on it."""
        return GameState(board_from(self.head["board"]), {}, (), tuple(self.head["sides"]))

    @cached_property
    def public_game(self) -> OpenedGame:
        """The game with only what both sides may know."""
        asked = self.book_named(self.head["ruleset"])
        switches, house = tuple(self.head["switches"]), house_from(self.head["house"], "house")
        book = asked.with_options(switches, house) if switches or house else asked
        return OpenedGame(self._log_head, playable(book).as_game(), self.start, book)

    def whole(self, seal: bytes | None) -> OpenedGame:
        """The whole game, with its sealed setup opened, before its first decision.

        Raises:
            SealBroken: if the key does not open the setup.
            RulesError: if it cannot be played.
        """
        head = replace(self._log_head, setup=unsealed(self.head["setup"], seal))
        return opened(head, self.book_named)

    def known_as(self, state: GameState, side: str) -> RunningGame:
        """The game for a side that knows only this state."""
        return RunningGame(self.public_game, (), self.public_game.book.as_known(state, side), (state,))

    def known_of(self, view: Mapping[str, Any]) -> GameState:
        """The state that a view describes."""
        return self.views.state_of(dict(view))

    @cached_property
    def views(self) -> Views:
        """The conversion between states and views of this game."""
        return views_of(self.public_game)

    @property
    def _log_head(self) -> GameHead:
        head = self.head
        return GameHead(
            head["ruleset"],
            head["scenario"],
            None,
            tuple(head["switches"]),
            head["house"],
            {},
            head["version"],
        )


def secrets_of(game: OpenedGame) -> Mapping[str, tuple[str, ...]]:
    """The secrets that each side may keep from the other, in words; sides without secrets are left out."""
    secrets_by_side = {side: game.book.secrets(game.state, side) for side in game.state.sides}
    return {side: kept for side, kept in secrets_by_side.items() if kept}


def ruling_side(game: OpenedGame, asked: str, open_to_it: Iterable[str]) -> tuple[str, bool]:
    """The side whose program rules a game, and whether anything is sealed.

    Raises:
        BadInput: if there is no such side.
        NotOffered: if there are not two sides; if both have secrets, and neither was opened to the other's program; or if `asked`
            is not the side that has secrets.
    """
    sides, kept, readable = game.state.sides, secrets_of(game), set(open_to_it)
    if len(sides) != 2:
        raise NotOffered(f"A game by mail is one of two sides, not of {len(sides)}.")
    for side in {asked, *readable} - {"", *sides}:
        raise BadInput("side", side, f"one of the sides: {', '.join(sides)}")
    closed = [side for side in kept if side not in readable]
    if len(closed) > 1:
        secrets_in_words = "; ".join(f"the {player(side)} has {', '.join(kept[side])}" for side in closed)
        raise NotOffered(
            f"Both sides have secrets here ({secrets_in_words}), and one ruling may rest on those of both, which no program can"
            f" give without reading them. Say --open {closed[1]} (or --open {closed[0]}) to let the other's program"
            " read that side's secrets: it keeps them from the screen, but not from a player who changes his program."
        )
    if closed and asked not in ("", closed[0]):
        raise NotOffered(f"{closed[0]} has secrets ({', '.join(kept[closed[0]])}), so its program rules.")
    return (closed[0] if closed else asked or sides[0]), bool(closed)


def new_entry(
    head: GameHead, book_named: BookNamed, key: PlayerKey, asked: str, open_to_it: Iterable[str]
) -> Entry:
    """The first entry of a game, written by the player whose program rules it.

    Raises:
        RulesError: if it cannot be played, or not by mail.
    """
    game = opened_anew(head, book_named)
    ruler, has_secrets = ruling_side(game, asked, open_to_it)
    other = next(side for side in game.state.sides if side != ruler)
    kept = OwnSecrets.anew(with_secrets=has_secrets)
    known = game.ruleset.seen_by(game.state, other)
    now = unplayed(game)
    body = {
        "format": MAIL_FORMAT,
        "ruleset": game.head.ruleset,
        "scenario": game.head.scenario,
        "switches": list(game.head.switches),
        "house": {**game.head.setup.get("house", {}), **dict(game.head.house)},
        "version": game.head.version,
        "rules": rules_digest(),
        "sides": list(game.state.sides),
        "ruler": ruler,
        "readable": other if other in secrets_of(game) else "",
        "player": {"name": key.name, "key": key.public},
        "nonce": nonce(kept.seed, 0),
        "secret": commitment_to(kept.secret) if kept.secret else None,
        "keep": kept.locked(key),
        "board": board_document(game.state.board),
        "setup": sealed(dict(game.head.setup), kept.seal),
        "view": views_of(game).view_of(known),
        "to_act": now.to_act,
        "result": now.result,
    }
    return entry_after((), key, ruler, Kind.NEW, json.loads(json.dumps(body)))


def join_entry(entries: tuple[Entry, ...], key: PlayerKey, side: str) -> Entry:
    """The entry by which the other player joins."""
    kept = OwnSecrets.anew(with_secrets=False)
    body = {
        "player": {"name": key.name, "key": key.public},
        "nonce": nonce(kept.seed, 0),
        "keep": kept.locked(key),
    }
    return entry_after(entries, key, side, Kind.JOIN, body)
