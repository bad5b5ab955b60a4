"""The state of a game by mail: who has joined, which declarations wait for a ruling, what is known, and who is to write.

The record is read entry by entry; each must be one that its writer was allowed to write at that moment.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from rules.errors import RulesError
from vtt_bridge.sealed.entry_fields import Kind, field_faults
from vtt_bridge.sealed.nonces import NONCES, hashes_to
from vtt_bridge.sealed.record import Entry, Wrong, chain_faults, the_player
from vtt_bridge.sealed.views import View, changed


@dataclass(slots=True)
class Declared:
    """A declaration that waits for its ruling; `nonce` is the one that the side that does not rule has shown
    for it, None until then."""

    entry: Entry
    number: int
    nonce: str | None


@dataclass(frozen=True, slots=True)
class Ruled:
    """A declaration and its ruling, and what the side that does not rule had been told before it."""

    declared: Entry
    number: int
    nonce: str | None
    ruling: Entry
    before: "LastShown"


@dataclass(frozen=True, slots=True)
class LastShown:
    """The view, side to act and result last told to the side that does not rule."""

    view: View
    to_act: str | None
    result: str | None


@dataclass
class Standing:
    """A game by mail after some entries of its record."""

    entries: list[Entry] = field(default_factory=list)
    ruler: str = ""
    other: str = ""
    players: dict[str, Mapping[str, Any]] = field(default_factory=dict)
    shown: dict[str, tuple[int, str]] = field(default_factory=dict)
    """For each side the number and value of the nonce that it showed last."""
    declared: int = 0
    waiting: list[Declared] = field(default_factory=list)
    ruled: list[Ruled] = field(default_factory=list)
    """The turns that stand, without those taken back."""
    last_shown: LastShown = LastShown({}, None, None)
    offered: Entry | None = None
    """An undo that was asked for and is not answered yet."""
    agreed: Entry | None = None
    """An undo that was agreed to and not carried out yet."""
    resigned: str = ""
    opened: Entry | None = None
    wrong: list[Wrong] = field(default_factory=list)

    @property
    def head(self) -> Mapping[str, Any]:
        """The contents of the first entry."""
        return self.entries[0].body

    @property
    def has_joined(self) -> bool:
        return self.other in self.players

    @property
    def is_over(self) -> bool:
        return bool(self.resigned) or (self.has_joined and self.last_shown.to_act is None)

    @property
    def due(self) -> str | None:
        """The side that is to write the next entry; None once the record is complete."""
        if not self.has_joined:
            return self.other
        if self.offered is not None:
            return self.rival(self.offered.by)
        if self.agreed is not None:
            return self.ruler
        if self.waiting:
            first = self.waiting[0]
            return self.other if first.nonce is None else self.ruler
        if self.is_over:
            return None if self.opened is not None else self.ruler
        return self.last_shown.to_act

    def rival(self, side: str) -> str:
        return self.other if side == self.ruler else self.ruler

    def after(self, entry: Entry) -> "Standing":
        """The game after one more entry, as a new value."""
        now = replace(
            self,
            entries=[*self.entries],
            players=dict(self.players),
            shown=dict(self.shown),
            waiting=[replace(declared) for declared in self.waiting],
            ruled=[*self.ruled],
            wrong=[*self.wrong],
        )
        now.take(entry)
        return now

    def take(self, entry: Entry) -> None:
        """Apply an entry to this game; its faults are noted, and as much of it is applied as possible."""
        self.entries.append(entry)
        said = list(field_faults(entry.kind, entry.body))
        if not said and not self.has_joined and entry.kind not in (Kind.NEW, Kind.JOIN):
            said = ["nobody has joined the game before it"]
        if not said:
            try:
                said = list(_TAKES[Kind(entry.kind)](self, entry))
            except RulesError as error:
                said = [str(error)]
        self.wrong += [Wrong(entry.number, entry.by, text) for text in said]


def standing_of(entries: Sequence[Entry]) -> Standing:
    """The state of the game after a record, with all its faults."""
    now = Standing()
    for entry in entries:
        now.take(entry)
        if not now.ruler:  # not the beginning of a game: nothing can follow, and no key is known
            return now
    keys = {side: str(player.get("key")) for side, player in now.players.items()}
    broken = list(chain_faults(entries, keys))
    now.wrong = broken or now.wrong
    return now


def _new(now: Standing, entry: Entry) -> Iterator[str]:
    body = entry.body
    if entry.number != 0 or now.ruler:
        yield "a game begins once"
        return
    if entry.by != body["ruler"] or len({*body["sides"]}) != 2 or entry.by not in body["sides"]:
        yield "the side whose program rules begins the game"
        return
    now.ruler = entry.by
    now.other = next(side for side in body["sides"] if side != entry.by)
    now.players[entry.by] = body["player"]
    now.shown[entry.by] = 0, body["nonce"]
    now.last_shown = LastShown(body["view"], body["to_act"], body["result"])


def _join(now: Standing, entry: Entry) -> Iterator[str]:
    if now.has_joined or entry.by != now.other:
        yield "nobody else can join this game"
        return
    now.players[entry.by] = entry.body["player"]
    now.shown[entry.by] = 0, entry.body["nonce"]
    if entry.body["nonce"] == now.shown[now.ruler][1]:
        yield f"it takes the nonce of {the_player(now.ruler)} for its own"


def _declare(now: Standing, entry: Entry) -> Iterator[str]:
    body = entry.body
    may = now.has_joined and not now.is_over and now.offered is None and now.agreed is None
    if not may or now.opened is not None:
        yield "nothing can be declared now"
    elif now.waiting:
        if entry.by != now.other or now.waiting[0].entry.by != now.other:
            yield f"it declares while entry {now.waiting[0].entry.number} is not ruled"
    elif entry.by != now.last_shown.to_act:
        yield f"it declares while {the_player(now.last_shown.to_act)} is to act"
    now.declared += 1
    number = body["number"]
    if number != now.declared:
        yield f"its declaration is number {now.declared}, not {number}"
    if number > NONCES:
        yield f"a game has at most {NONCES} declarations"
    shown = body["nonce"]
    if entry.by == now.other and "open" not in body["action"]:
        yield "the side that does not rule declares in the open"
    if (shown is not None) != (entry.by == now.other):
        yield "a nonce is shown with a declaration by the side that does not rule, and by it alone"
    if shown is not None:
        yield from _show(now, entry.by, now.declared, shown)
    now.waiting.append(Declared(entry, now.declared, shown))


def _answer(now: Standing, entry: Entry) -> Iterator[str]:
    first = now.waiting[0] if now.waiting else None
    if first is None or first.nonce is not None or first.entry.number != entry.body["of"]:
        yield "it shows a nonce that no declaration waits for, so that a die could be known before it is declared for"
        return
    if entry.by != now.other:
        yield "the side that rules cannot answer itself"
    yield from _show(now, entry.by, first.number, entry.body["nonce"])
    first.nonce = entry.body["nonce"]


def _rule(now: Standing, entry: Entry) -> Iterator[str]:
    body = entry.body
    if entry.by != now.ruler:
        yield f"{the_player(now.ruler)} rules in this game"
    of = [declared for declared in now.waiting if declared.entry.number == body["of"]]
    if not of:
        yield f"it rules what is not declared, or was ruled before (entry {body['of']})"
        return
    if of[0] is not now.waiting[0]:
        yield f"entry {now.waiting[0].entry.number} is to be ruled before it"
    nonce = body["nonce"]
    if nonce is not None:
        if of[0].nonce is None:
            yield f"it throws dice before {the_player(now.other)} has answered"
        yield from _show(now, now.ruler, of[0].number, nonce)
    elif of[0].nonce is not None:
        yield "it shows no nonce of its own, so that its dice cannot be told"
    now.waiting.remove(of[0])
    now.ruled.append(Ruled(of[0].entry, of[0].number, of[0].nonce, entry, now.last_shown))
    now.last_shown = LastShown(changed(now.last_shown.view, body["view"]), body["to_act"], body["result"])


def _drop(now: Standing, entry: Entry) -> Iterator[str]:
    """Declarations made ahead are dropped if a ruling was not as foreseen."""
    last = now.ruled[-1].ruling.number if now.ruled else -1
    ahead = [
        declared
        for declared in now.waiting
        if declared.entry.by == now.other and declared.entry.number < last
    ]
    if entry.by != now.ruler or not ahead or len(ahead) != len(now.waiting):
        yield "it drops a declaration that stands"
    now.waiting.clear()


def _undo(now: Standing, entry: Entry) -> Iterator[str]:
    if now.waiting or now.offered is not None or now.agreed is not None or now.opened is not None:
        yield "nothing can be taken back now"
    if not 0 < entry.body["turns"] <= len(now.ruled):
        yield f"it takes back {entry.body['turns']} of {len(now.ruled)} turns"
        return
    now.offered = entry


def _agree(now: Standing, entry: Entry) -> Iterator[str]:
    if not _is_answer_to_undo(now, entry):
        yield "it agrees to what nobody asked of it"
        return
    now.agreed, now.offered = now.offered, None


def _refuse(now: Standing, entry: Entry) -> Iterator[str]:
    if not _is_answer_to_undo(now, entry):
        yield "it refuses what nobody asked of it"
        return
    now.offered = None


def _is_answer_to_undo(now: Standing, entry: Entry) -> bool:
    offered = now.offered
    return offered is not None and entry.by != offered.by and entry.body["of"] == offered.number


def _take_back(now: Standing, entry: Entry) -> Iterator[str]:
    if entry.by != now.ruler or now.agreed is None or entry.body["of"] != now.agreed.number:
        yield "it takes back turns without the other side's word"
        return
    turns = now.agreed.body["turns"]
    now.last_shown = now.ruled[-turns].before
    del now.ruled[-turns:]
    now.agreed = None
    now.resigned = ""


def _resign(now: Standing, entry: Entry) -> Iterator[str]:
    if not now.has_joined or now.is_over:
        yield "there is no game to resign"
    now.resigned = entry.by
    now.waiting.clear()
    now.offered = now.agreed = None


def _open(now: Standing, entry: Entry) -> Iterator[str]:
    if entry.by != now.ruler or not now.is_over or now.opened is not None or now.waiting:
        yield "secrets are opened once, at the end of the game"
    now.opened = entry


def _show(now: Standing, side: str, number: int, nonce: str) -> Iterator[str]:
    last, known = now.shown[side]
    rival = now.rival(side)
    if rival in now.shown and nonce == now.shown[rival][1]:
        yield f"it shows the nonce of {the_player(rival)} as its own"
    elif nonce == known:
        yield "it shows a nonce a second time"
    elif not hashes_to(nonce, known, number - last):
        yield f"the nonce it shows is not the one {the_player(side)} was bound to"
    else:
        now.shown[side] = number, nonce


_TAKES: Mapping[Kind, Callable[[Standing, Entry], Iterator[str]]] = {
    Kind.NEW: _new,
    Kind.JOIN: _join,
    Kind.DECLARE: _declare,
    Kind.ANSWER: _answer,
    Kind.RULE: _rule,
    Kind.DROP: _drop,
    Kind.UNDO: _undo,
    Kind.AGREE: _agree,
    Kind.REFUSE: _refuse,
    Kind.TAKE_BACK: _take_back,
    Kind.RESIGN: _resign,
    Kind.OPEN: _open,
}
