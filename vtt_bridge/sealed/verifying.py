"""Verifies a record: every signature and nonce, and once the secrets are open every die, ruling and sentence."""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from itertools import zip_longest
from typing import Any

from rules.errors import BadInput, RulesError
from rules.game.engine.carrying_out import OUT_OF_THE_RULES
from rules.game.events import DiceThrown, Event
from rules.game.side_names import player
from rules.game.state import GameState
from rules.game.units import Unit
from vtt_bridge.games.game_log import Turn
from vtt_bridge.games.game_setup import BookNamed
from vtt_bridge.games.running_game import RunningGame, unplayed
from vtt_bridge.sealed.beginning import Beginning, commitment_to
from vtt_bridge.sealed.entry_fields import Kind
from vtt_bridge.sealed.record import Entry, Wrong, entries_from, the_player
from vtt_bridge.sealed.seals import SealBroken, unsealed
from vtt_bridge.sealed.seat import foreseen, ruling_body
from vtt_bridge.sealed.shared_dice import DiceOfTwo
from vtt_bridge.sealed.standing import Declared, Standing, standing_of
from vtt_bridge.sealed.views import changed


@dataclass(frozen=True, slots=True)
class Verified:
    """The result of verifying a record: its faults, and what is still missing for a proof."""

    entries: tuple[Entry, ...]
    wrong: tuple[Wrong, ...]
    lacking: str
    rulings: int = 0
    dice: int = 0

    @property
    def is_proven(self) -> bool:
        """Whether every entry is proven right."""
        return not self.wrong and not self.lacking


def verified(text: str, book_named: BookNamed) -> Verified:
    """Verify the text of a record, entry by entry."""
    entries, unreadable = entries_from(text)
    if not entries:
        return Verified((), unreadable or (Wrong(0, "", "there is no entry"),), "")
    now = standing_of(entries)
    wrong = (*now.wrong, *unreadable)
    if wrong and not now.ruler:
        return Verified(entries, wrong, "")
    proof = _Proof(Beginning(entries[0].body, book_named), _keys_opened(now), wrong)
    try:
        proof.go_through(entries)
    except SealBroken as error:
        proof.add(now.opened or entries[0], f"what it opens does not fit the record: {error}")
    except RulesError as error:
        proof.add(proof.at, f"the game cannot be played on from here ({error})")
    except OUT_OF_THE_RULES:
        if not (proof.wrong or proof.strays):
            raise
        proof.add(
            proof.at, "the game cannot be played on from here: what is recorded could not come of the rules"
        )
    faults = tuple(dict.fromkeys(sorted(proof.wrong, key=lambda fault: fault.number)))
    return Verified(entries, faults, _lacking(now), proof.rulings, proof.dice)


@dataclass(frozen=True, slots=True)
class _Keys:
    """The keys to a record; both None where nothing is sealed."""

    seal: bytes | None
    secret: bytes | None


def _keys_opened(now: Standing) -> _Keys | None:
    """The keys opened at the end; None while something is sealed."""
    if "open" in now.head["setup"]:
        return _Keys(None, None)
    if now.opened is None:
        return None
    keys = now.opened.body
    try:
        return _Keys(bytes.fromhex(keys["seal"]), bytes.fromhex(keys["secret"]))
    except (KeyError, TypeError, ValueError):
        return None


def _lacking(now: Standing) -> str:
    due, last = now.due, now.entries[-1]
    if due is None:
        return ""
    if now.is_over:
        return f"The game is over after {last}, but the {player(due)} has not opened what it sealed."
    return f"The record ends with {last}, and the {player(due)} is to write the next: the game is not over."


class _Proof:
    """Plays the opened game again, and collects everything in which the record differs."""

    def __init__(self, beginning: Beginning, keys: _Keys | None, wrong: tuple[Wrong, ...]) -> None:
        self.beginning = beginning
        self.keys = keys
        self.wrong = list(wrong)
        self.strays = False
        """Whether the record has departed from the rules, so that it may hold states that they never lead to."""
        self.truth: list[RunningGame] = []
        self.rulings = self.dice = 0

    def add(self, entry: Entry, text: str) -> None:
        """Note a fault in an entry."""
        self.wrong.append(Wrong(entry.number, entry.by, text))

    def go_through(self, entries: tuple[Entry, ...]) -> None:
        """Prove entry after entry, as far as the record is in order and open."""
        broken = min((wrong.number for wrong in self.wrong), default=len(entries))
        self.at = entries[0]
        if self.keys is None:
            return
        now = Standing()
        for entry in entries[:broken] if self.wrong else entries:
            self.at = entry
            waiting, standing = list(now.waiting), now.after(entry)
            if entry.kind == Kind.NEW:
                self._begin(entry)
            elif entry.kind == Kind.RULE:
                self._rule(entry, waiting[0], now)
            elif entry.kind == Kind.DROP:
                self._drop(entry, waiting, now)
            elif entry.kind == Kind.TAKE_BACK and now.agreed is not None:
                del self.truth[-now.agreed.body["turns"] :]
            now = standing

    def _begin(self, entry: Entry) -> None:
        keys, head = self.keys, entry.body
        assert keys is not None
        if head["secret"] is not None and (
            keys.secret is None or commitment_to(keys.secret) != head["secret"]
        ):
            self.add(entry, "the secret of its dice that was opened is not the one it was bound to")
        try:
            game = self.beginning.whole(keys.seal)
        except SealBroken as error:
            self.add(entry, f"the setup that was opened is not the one that was sealed: {error}")
            raise
        start = unplayed(game)
        self.truth.append(start)
        other = next(side for side in head["sides"] if side != entry.by)
        known = game.ruleset.seen_by(game.state, other)
        if difference := _view_difference(self.beginning, head["view"], known):
            self.add(
                entry, f"{the_player(other)} was shown another start than the sealed setup has: {difference}"
            )
        if (head["to_act"], head["result"]) != (start.to_act, start.result):
            self.add(
                entry,
                f"it says that {the_player(head['to_act'])} is to act, the setup {the_player(start.to_act)}",
            )

    def _rule(self, entry: Entry, declared: Declared, now: Standing) -> None:
        keys, body, before = self.keys, entry.body, self.truth[-1]
        assert keys is not None
        self.rulings += 1
        book = before.game.book
        try:
            action = book.actions.read(unsealed(declared.entry.body["action"], keys.seal))
        except SealBroken as error:
            self.add(
                declared.entry, f"the declaration that was opened is not the one that was bound: {error}"
            )
            raise
        try:
            recorded_documents = unsealed(body["turn"], keys.seal)
        except SealBroken as error:
            self.add(entry, f"the ruling that was opened is not the one that was sealed: {error}")
            raise
        if not isinstance(recorded_documents, list):
            raise BadInput("turn", recorded_documents, "a list of events")
        recorded = tuple(map(book.events.read, recorded_documents))
        if action.side != declared.entry.by or action.side != before.to_act:
            self.add(
                declared.entry,
                f"it declares for {the_player(action.side)} while {the_player(before.to_act)} is to act",
            )
        elif reasons := before.why_not(action):
            self.add(declared.entry, f"{action} was not allowed: {'; '.join(map(str, reasons))}")
        else:
            dice = DiceOfTwo(now.ruler, body["nonce"], declared.nonce, keys.secret, declared.entry.digest)
            events, _ = book.resolve(before.state, action, dice)
            self.dice += len(dice.faces)
            self.strays |= recorded != events
            if difference := _event_difference(recorded, events):
                self.add(entry, f'ruling "{action}", {difference}')
        after = before.played((Turn(action, recorded),))
        self.truth.append(after)
        self._check_told(entry, before, after, now)

    def _check_told(self, entry: Entry, before: RunningGame, after: RunningGame, now: Standing) -> None:
        """Check that the side that does not rule was told the truth."""
        body, other = entry.body, now.other
        due = ruling_body(after, before, other, now.last_shown.view, self.beginning)
        known = after.game.ruleset.seen_by(after.state, other)
        if difference := _view_difference(self.beginning, changed(now.last_shown.view, body["view"]), known):
            self.add(entry, f"{the_player(other)} was shown what is not so: {difference}")
        if list(body["heard"]) != due["heard"]:
            odd = next(pair for pair in zip_longest(body["heard"], due["heard"]) if pair[0] != pair[1])
            claimed, true = (f'"{line}"' if line else "nothing" for line in odd)
            self.add(entry, f"{the_player(other)} was told {claimed}, and it was {true}")
        for name in ("to_act", "result"):
            if body[name] != due[name]:
                self.add(entry, f"it says {name.replace('_', ' ')} {body[name]}, the rules {due[name]}")

    def _drop(self, entry: Entry, waiting: list[Declared], now: Standing) -> None:
        """Check that declarations made ahead were dropped only because the last ruling was not as their side foresaw."""
        before, after = self.truth[-2], self.truth[-1]
        other = now.other
        known = before.game.ruleset.seen_by(before.state, other)
        expected = foreseen(self.beginning, known, after.turns[-1].action)
        if expected is not None and expected == after.game.ruleset.seen_by(after.state, other):
            self.add(
                entry,
                f"it drops {waiting[0].entry} of {the_player(other)}, which was foreseen rightly and stands",
            )


def _event_difference(recorded: tuple[Event, ...], ruled: tuple[Event, ...]) -> str:
    """The first difference between the recorded events and those by the rules and dice, in words; empty if there is none."""
    for claimed, true in zip_longest(recorded, ruled):
        if claimed == true:
            continue
        if isinstance(claimed, DiceThrown) and isinstance(true, DiceThrown) and claimed.what == true.what:
            showed, show = (", ".join(map(str, thrown.values)) for thrown in (claimed, true))
            return f"the record says the dice showed {showed} ({claimed.what}), and by the nonces of both they show {show}"
        said, was = (f'"{event}"' if event is not None else "nothing more" for event in (claimed, true))
        return f"the record says {said}, and by the rules and the dice of both it was {was}"
    return ""


def _view_difference(beginning: Beginning, view: Mapping[str, Any], known: GameState) -> str:
    """The difference between a view shown to a side and the state that it may know, in words; empty if there is none."""
    try:
        shown = beginning.known_of(view)
        return "" if shown == known else _state_difference(beginning, shown, known)
    except RulesError as error:
        return str(error)
    except OUT_OF_THE_RULES:
        return "it holds what no state of the game does"


def _state_difference(beginning: Beginning, shown: GameState, known: GameState) -> str:
    """The first difference between the state shown to a side and the state that it may know, in words."""
    for name in {**shown.units, **known.units}:
        claimed, true = shown.units.get(name), known.units.get(name)
        if claimed is None or true is None:
            return f"{name} {_place(claimed)}, and by what was sealed {_place(true)}"
        odd = [each.name for each in fields(Unit) if getattr(claimed, each.name) != getattr(true, each.name)]
        if odd:
            was, due = (
                ", ".join(f"{each} {getattr(unit, each)}" for each in odd) for unit in (claimed, true)
            )
            return f"{name} with {was}, and by what was sealed with {due}"
    if shown.markers != known.markers:
        markers = sorted(f"{marker.kind} at {marker.at}" for marker in {*shown.markers} ^ {*known.markers})
        return f"the markers differ ({', '.join(markers) or 'in order'})"
    course, right = (beginning.views.view_of(state)["course"] for state in (shown, known))
    parts = [name for name in right if course.get(name) != right[name]]
    return f"the course of play differs ({', '.join(parts) or 'board'})"


def _place(unit: Unit | None) -> str:
    if unit is None:
        return "was not to be seen"
    return "was off the board" if unit.at is None else f"stood at {unit.at}"
