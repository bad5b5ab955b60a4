"""A player's seat at a game by mail: his knowledge, his declarations, and the answers and rulings of his program."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from rules.errors import RulesError
from rules.game.chance.dice import ThrownDice
from rules.game.engine.carrying_out import IllegalAction
from rules.game.engine.play import Action
from rules.game.side_names import player
from rules.game.state import GameState
from vtt_bridge.errors import NothingToUndo, NotOffered, NotYourTurn
from vtt_bridge.games.game_log import Turn
from vtt_bridge.games.game_setup import BookNamed
from vtt_bridge.games.running_game import RunningGame, unplayed
from vtt_bridge.sealed.beginning import Beginning, OwnSecrets
from vtt_bridge.sealed.entry_fields import Kind
from vtt_bridge.sealed.keys import PlayerKey
from vtt_bridge.sealed.nonces import NONCES, nonce
from vtt_bridge.sealed.record import Entry, entry_after
from vtt_bridge.sealed.seals import sealed, unsealed
from vtt_bridge.sealed.shared_dice import DiceOfTwo, NeedsBoth
from vtt_bridge.sealed.standing import Declared, Standing, standing_of
from vtt_bridge.sealed.views import change_between


@dataclass(frozen=True)
class Seat:
    """A player's seat at a game by mail, with the record so far."""

    entries: tuple[Entry, ...]
    key: PlayerKey
    beginning: Beginning
    standing: Standing
    ruled_so_far: RunningGame | None = None
    """The whole game, if it was computed before."""

    @classmethod
    def at(cls, entries: Sequence[Entry], key: PlayerKey, book_named: BookNamed) -> "Seat":
        """The seat of a player at the game of a record."""
        return cls(tuple(entries), key, Beginning(entries[0].body, book_named), standing_of(entries))

    @cached_property
    def side(self) -> str:
        """The side that the key plays; empty if it is not a key of this game."""
        own_sides = (
            side for side, player in self.standing.players.items() if player["key"] == self.key.public
        )
        return next(own_sides, "")

    @property
    def rules(self) -> bool:
        """Whether this player's program rules the game."""
        return self.side == self.standing.ruler

    @cached_property
    def kept(self) -> OwnSecrets:
        """The secrets of this side, which only it can read."""
        first = (
            self.entries[0]
            if self.rules
            else next(entry for entry in self.entries if entry.kind == Kind.JOIN)
        )
        return OwnSecrets.unlocked(first.body["keep"], self.key)

    @cached_property
    def truth(self) -> RunningGame:
        """The whole game, secrets included; only the side that rules can open it."""
        if self.ruled_so_far is not None:
            return self.ruled_so_far
        game = self.beginning.whole(self.kept.seal)
        book = game.book
        turns = []
        for ruled in self.standing.ruled:
            action = book.actions.read(unsealed(ruled.declared.body["action"], self.kept.seal))
            events = unsealed(ruled.ruling.body["turn"], self.kept.seal)
            turns.append(Turn(action, tuple(map(book.events.read, events))))
        return unplayed(game).played(turns)

    @cached_property
    def known(self) -> RunningGame:
        """The game as this side knows it now, with its own waiting declarations carried out as it foresees."""
        if self.rules:
            return self.beginning.known_as(
                self.truth.game.ruleset.seen_by(self.truth.state, self.side), self.side
            )
        state = self.beginning.known_of(self.standing.last_shown.view)
        for declared in self.standing.waiting:
            if declared.entry.by == self.side:
                action = self.beginning.public_game.book.actions.read(declared.entry.body["action"]["open"])
                state = foreseen(self.beginning, state, action) or state
        return self.beginning.known_as(state, self.side)

    @property
    def may_declare(self) -> bool:
        """Whether this side can declare something now, possibly ahead of rulings that it waits for."""
        now = self.standing
        if not now.has_joined or now.is_over or now.offered is not None or now.agreed is not None:
            return False
        if now.declared >= NONCES:
            return False
        if not now.waiting:
            return now.last_shown.to_act == self.side
        return not self.rules and self._foresees_all

    @property
    def _foresees_all(self) -> bool:
        """Whether this side can foresee that it is still to act after all its waiting declarations."""
        state = self.beginning.known_of(self.standing.last_shown.view)
        for declared in self.standing.waiting:
            if declared.entry.by != self.side:
                return False
            action = self.beginning.public_game.book.actions.read(declared.entry.body["action"]["open"])
            after = foreseen(self.beginning, state, action)
            if after is None:
                return False
            state = after
        return True

    def declared(self, said: str | int | Mapping[str, Any]) -> "Seat":
        """The game after a declaration of this side, which is binding; it is ruled at once if it needs no die.

        Raises:
            NotYourTurn, NotOffered: if it cannot declare now.
            IllegalAction: with the cited reasons, if the rules forbid it.
        """
        self.check_may_declare()
        action = self.known.action_said(said)
        if reasons := self.known.why_not(action):
            raise self.known.refusal(action, reasons)
        number = self.standing.declared + 1
        action_document = self.beginning.public_game.book.actions.document(action)
        sealed_action = sealed(action_document, self.kept.seal if self.rules else None)
        shown = None if self.rules else nonce(self.kept.seed, number)
        return self._with(
            Kind.DECLARE, {"number": number, "action": sealed_action, "nonce": shown}
        ).answered()

    def answered(self) -> "Seat":
        """The game after everything that this player's program does by itself: nonces for the other's dice,
        rulings, agreed undos."""
        seat = self
        while (then := seat._next_answer()) is not None:
            seat = then
        return seat

    def offers_undo(self, turns: int) -> "Seat":
        """The game after this side has asked to take the last turns back.

        Raises:
            NothingToUndo: if nothing was ruled yet.
            NotOffered: if that cannot be asked now.
        """
        now = self.standing
        if not now.ruled:
            raise NothingToUndo
        if now.waiting or now.offered or now.agreed or now.opened or not 0 < turns <= len(now.ruled):
            raise NotOffered(f"{turns} of {len(now.ruled)} turns cannot be taken back now.")
        return self._with(Kind.UNDO, {"turns": turns})

    def answers_undo(self, *, agrees: bool) -> "Seat":
        """The game after this side has agreed or refused to take turns back.

        Raises:
            NotOffered: if the other side has not asked.
        """
        offered = self.standing.offered
        if offered is None or offered.by == self.side:
            raise NotOffered("The other side has not asked to take anything back.")
        return self._with(Kind.AGREE if agrees else Kind.REFUSE, {"of": offered.number}).answered()

    def resigned(self) -> "Seat":
        """The game after this side has given it up.

        Raises:
            NotOffered: if there is no game to resign.
        """
        if not self.standing.has_joined or self.standing.is_over:
            raise NotOffered("There is no game to resign.")
        return self._with(Kind.RESIGN, {})

    def opened(self) -> "Seat":
        """The game after the side that rules has opened its secrets, once it is over.

        Raises:
            NotOffered: if there is nothing to open, or it is too early.
        """
        now = self.standing
        if not self.rules:
            raise NotOffered(
                f"The {player(self.side)} has sealed nothing; the {player(now.ruler)} opens the game."
            )
        if not now.is_over or now.opened is not None:
            raise NotOffered("Secrets are opened once, when the game is over; resign it to end it before.")
        keys = {"seal": self.kept.seal, "secret": self.kept.secret}
        return self._with(Kind.OPEN, {name: value and value.hex() for name, value in keys.items()})

    def _next_answer(self) -> "Seat | None":
        now = self.standing
        if now.agreed is not None and self.rules:
            return self._with(Kind.TAKE_BACK, {"of": now.agreed.number})
        if not now.waiting:
            return None
        first = now.waiting[0]
        if self.rules:
            return self._ruling(first)
        if first.nonce is None:
            shown = nonce(self.kept.seed, first.number)
            return self._with(Kind.ANSWER, {"of": first.entry.number, "nonce": shown})
        return None

    def _ruling(self, first: Declared) -> "Seat | None":
        """The seat after the ruling of a declaration; None while its dice lack the other side's nonce."""
        before, other = self.truth, self.standing.other
        action = before.game.book.actions.read(unsealed(first.entry.body["action"], self.kept.seal))
        own = nonce(self.kept.seed, first.number) if first.nonce is not None else None
        try:
            after = before.declare(action, self._dice(first, own))
        except NeedsBoth:
            return None
        except IllegalAction as error:
            raise NotOffered(
                f"{first.entry} of the {player(first.entry.by)} declares what the rules forbid: {error}"
            ) from None
        body = ruling_body(after, before, other, self.standing.last_shown.view, self.beginning)
        events = [after.game.book.events.document(event) for event in after.turns[-1].events]
        body |= {"of": first.entry.number, "nonce": own, "turn": sealed(events, self.kept.seal)}
        then = self._with(Kind.RULE, body, after)
        if then.standing.waiting:
            known = before.game.ruleset.seen_by(before.state, other)
            if foreseen(self.beginning, known, action) != after.game.ruleset.seen_by(after.state, other):
                return then._with(Kind.DROP, {})
        return then

    def _dice(self, first: Declared, own: str | None) -> ThrownDice:
        return DiceOfTwo(self.side, own, first.nonce, self.kept.secret, first.entry.digest)

    def check_may_declare(self) -> None:
        """Check that this side can declare something now.

        Raises:
            NotYourTurn, NotOffered: if it cannot, with the reason.
        """
        if self.may_declare:
            return
        now = self.standing
        if not now.has_joined:
            raise NotOffered(f"The {player(now.other)} has not joined yet.")
        if now.is_over:
            raise NotYourTurn(self.side, None)
        if now.offered is not None:
            raise NotOffered(
                f"The {player(now.offered.by)} has asked to take turns back, which is to be answered first."
            )
        if (now.waiting or now.agreed is not None) and now.due is not None:
            raise NotOffered(f"The {player(now.due)} has to write first.")
        if now.declared >= NONCES:
            raise NotOffered(f"A game by mail has at most {NONCES} declarations; resign it to end it.")
        raise NotYourTurn(self.side, now.last_shown.to_act)

    def _with(self, kind: Kind, body: Mapping[str, Any], truth: RunningGame | None = None) -> "Seat":
        entry = entry_after(self.entries, self.key, self.side, kind, body)
        kept = truth or (None if kind is Kind.TAKE_BACK else self.__dict__.get("truth", self.ruled_so_far))
        return replace(
            self, entries=(*self.entries, entry), standing=self.standing.after(entry), ruled_so_far=kept
        )


def ruling_body(
    after: RunningGame, before: RunningGame, other: str, view: Mapping[str, Any], beginning: Beginning
) -> dict[str, Any]:
    """The part of a ruling for the side that does not rule: what it hears, the change of its view, and whose turn it is."""
    known = after.game.ruleset.seen_by(after.state, other)
    return {
        "heard": list(after.heard_by(other, before.state)),
        "view": change_between(dict(view), beginning.views.view_of(known)),
        "to_act": after.to_act,
        "result": after.result,
    }


def foreseen(beginning: Beginning, known: GameState, action: Action) -> GameState | None:
    """A side's knowledge after its action, if no die and no secret affects it and the side is still to act; else None."""
    book, side = beginning.public_game.book, action.side
    try:
        _, after = book.resolve(known, action, DiceOfTwo("", None, None, None, ""))
    except RulesError:
        return None
    return beginning.public_game.ruleset.seen_by(after, side) if book.to_act(after) == side else None
