"""The game on a scene: its record is the game, and the tokens of the scene follow it."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from weakref import WeakKeyDictionary

from maps.documents import parsed
from maps.scenario import Scenario
from maps.scenario_codec import scenario_document
from rules.errors import BadInput, RulesError, Unknown
from rules.game.chance.dice import Dice
from rules.game.engine.play import Action
from rules.game.record.corrections import Allowed, Correction
from rules.game.side_names import people, player
from rules.players.named import player_named
from vtt_bridge.errors import NothingAsked, NothingToRedo, Refused, Stale
from vtt_bridge.games.correcting import wish_in_words
from vtt_bridge.games.game_log import action_of, entry_of, head_from, turns_from
from vtt_bridge.games.game_setup import BookNamed, scenario_of, table_game
from vtt_bridge.games.running_game import RunningGame, resumed
from vtt_bridge.local_table.documents import UMPIRE
from vtt_bridge.local_table.pieces import as_in_game
from vtt_bridge.local_table.storage.game_store import KeptGame, Said
from vtt_bridge.local_table.storage.request_store import Request
from vtt_bridge.local_table.storage.revisions import PLAIN, Sent
from vtt_bridge.local_table.storage.store import Store
from vtt_bridge.port.scene_reader import unit_id
from vtt_bridge.port.virtual_table import Scene, Token
from vtt_bridge.system.clock import now_utc

UNDO = "undo"
"""The request to take an action back, as it is stored."""


class SceneSession:
    """The Session of one scene: its record is in the store, and each side is told in the chat what it may hear.

    A request repeated with the same op_id (in `sent`) changes nothing.

    Raises:
        Unknown: if there is no such scene, or no game is played on it.
        Stale: if the scene has moved on since the revision that was sent; in declare, undo and redo also if it has
            moved on since the session was opened.
        Refused: if the op_id that was sent was used for something else.
    """

    def __init__(self, store: Store, scene_id: str, book_named: BookNamed, sent: Sent = PLAIN) -> None:
        self._store, self._sent = store, sent
        self._scene, stored = _scene_and_stored_game(store, scene_id, book_named)
        if stored is None:
            raise Unknown("game on the scene", scene_id)
        self._kept, self._now = stored
        self.done_before = sent.op_id is not None and store.games.done_before(scene_id, sent)
        if not self.done_before and sent.revision not in (None, self.revision):
            raise Stale(sent.revision or "", self.revision)

    @property
    def now(self) -> RunningGame:
        return self._now

    @property
    def revision(self) -> str:
        """The revision of the scene at which the game was read."""
        return self._scene.source.revision

    @property
    def can_redo(self) -> bool:
        """Whether an action was taken back, and none declared since."""
        return bool(self._kept.taken_back)

    @property
    def asked(self) -> Request | None:
        """What one side asks the other for since the last action."""
        request = self._store.requests.standing(self._scene.source.scene)
        return request if request is not None and request.turn == self._last else None

    def ask(self, by: str, wish: str, text: str) -> None:
        """Ask the other side for something; repeating the request changes nothing."""
        request = Request(self._last, by, wish, f"{player(by)} asks {text}")
        if self.asked != request:
            self._request(request, f"{request.text}. Does the other side agree?")

    def ask_for(self, by: str, action: Correction | Allowed) -> None:
        """Ask the other side to agree to something past the rules."""
        entry = entry_of(action, self._now.game.book.actions)
        self.ask(by, json.dumps(entry), f"to agree: {wish_in_words(self._now, action)}")

    def agree(self) -> RunningGame:
        """Do what was asked for.

        Raises:
            NothingAsked: if nothing was, or the game has gone on since.
            BadInput: if it cannot be done.
        """
        request = self._standing()
        if request.what == UNDO:
            return self.undo()
        action = action_of(parsed(request.what), self._now.game.book.actions)
        try:
            then = self._now.declare(action)
        except RulesError:  # it may name what a side does not know
            raise BadInput(
                "asked", str(action), "something that can be done; ask for something else"
            ) from None
        return self._declared(then)

    def decline(self) -> None:
        """Decline what was asked for.

        Raises:
            NothingAsked: if nothing was, or the game has gone on since.
        """
        self._standing()
        self._request(None, "That is not agreed to: the game stands as it is.")

    def declare(self, action: Action, dice: Dice | None = None, *, same_order: bool = False) -> RunningGame:
        return self._declared(self._now.declare(action, dice, same_order=same_order))

    def _declared(self, then: RunningGame) -> RunningGame:
        reports = then.report(self._now.state)
        last = then.turns[-1]
        return self._keep(then, reports, add=then.lines_of(last), declared_by=last.action.side)

    def undo(self) -> RunningGame:
        report = f"{self._now.undo_words} is taken back.".capitalize()
        return self._keep(self._now.taken_back(), (("", (report,)),))

    def play_by(self, side: str, player_name: str) -> RunningGame:
        """Let a computer player of this name play a side from now on, or people (empty).

        Raises:
            BadInput: if the game has no such side.
            Unknown: if there is no such player.
        """
        self._now.check_side(side)
        if player_name:
            player_named(player_name)
        players = {**self._now.computers, side: player_name}
        then = self._now.played_by({side: name for side, name in players.items() if name})
        who = f"the computer ({player_name})" if player_name else "a person"
        says = Said(UMPIRE, f"{people(side)}: {who} plays them from now on.", "", now_utc())
        revision, self._kept = self._store.games.change_head(
            self._scene, self._kept, then.head, says, self._sent
        )
        self._moved_on(self._scene, revision, then)
        return then

    def redo(self) -> RunningGame:
        """Do again what was taken back last, with the same dice, including later actions of the same order and of the
        computer.

        Raises:
            NothingToRedo: if nothing was taken back, or something else was declared since.
        """
        taken_back = self._kept.taken_back
        if not taken_back:
            raise NothingToRedo
        lines = self._store.games.lines(taken_back)
        if len(lines) < len(taken_back):  # somebody else has declared something since
            raise Stale(self.revision, self._store.scene(self._scene.source.scene).source.revision)
        then = _played(self._now, lines[:1])
        again = 1
        while again < len(lines):
            further = _played(then, lines[again : again + 1])
            if not then.is_computers_turn and not further.turns[-1].same_order:
                break
            then = further
            again += 1
        return self._keep(then, (("", ("What was taken back is done again.",)),), again=again)

    @property
    def _last(self) -> int:
        return self._kept.turns[-1] if self._kept.turns else 0

    def _standing(self) -> Request:
        if (request := self.asked) is None:
            raise NothingAsked
        return request

    def _request(self, request: Request | None, says: str) -> None:
        self._store.requests.put(self._scene.source.scene, request, says, UMPIRE, self.revision)

    def _keep(
        self,
        then: RunningGame,
        reports: Iterable[tuple[str, tuple[str, ...]]],
        *,
        add: str = "",
        again: int = 0,
        declared_by: str = "",
    ) -> RunningGame:
        at = now_utc()
        scene = as_in_game(self._scene, self._now.state, then.state, then.game.ruleset.roster)
        revision, self._kept = self._store.games.play_on(
            scene,
            self._kept,
            keep=min(len(then.turns), len(self._kept.turns)),
            add=add,
            again=again,
            says=[Said(UMPIRE, "\n- ".join(lines), side, at, declared_by) for side, lines in reports],
            sent=self._sent,
        )
        self._moved_on(scene, revision, then)
        return then

    def _moved_on(self, scene: Scene, revision: int, then: RunningGame) -> None:
        self._scene = replace(scene, source=replace(scene.source, revision=str(revision)))
        self._sent, self._now = PLAIN, then
        _remember(self._store, scene.source.scene, _StoredGame(self.revision, (self._kept, then)))


def game_under_way(store: Store, scene_id: str, book_named: BookNamed) -> RunningGame | None:
    """The game on a scene; None if there is none."""
    return scene_and_game(store, scene_id, book_named)[1]


def computers_at(store: Store, book_named: BookNamed, scene_id: str) -> Mapping[str, str]:
    """The sides of the game on a scene that the computer plays, each with the name of its player."""
    game = game_under_way(store, scene_id, book_named)
    return {} if game is None else game.computers


def scene_and_game(store: Store, scene_id: str, book_named: BookNamed) -> tuple[Scene, RunningGame | None]:
    """A scene and its game (None if there is none), both of one moment."""
    scene, stored = _scene_and_stored_game(store, scene_id, book_named)
    return scene, None if stored is None else stored[1]


def is_set_up_otherwise(store: Store, scene_id: str, chosen: Scenario, book_named: BookNamed) -> bool:
    """Whether a scene was set up from another scenario than this one, such as its file before a change."""
    scene, game = scene_and_game(store, scene_id, book_named)
    if game is None:
        return scene.game != table_game(chosen)
    before, now = (scenario_document(one.written_out()) for one in (scenario_of(game.game.head), chosen))
    return before != now


def check_free(store: Store, book_named: BookNamed, scene: Scene, *tokens: Token) -> None:
    """Check that tokens are not units of the game on their scene, which only declared actions may move.

    Raises:
        Refused: naming a token that is such a unit.
    """
    game = game_under_way(store, scene.source.scene, book_named)
    for token in tokens:
        if game is not None and unit_id(token) in game.state.units:
            raise Refused(
                f"{unit_id(token)} is in the game on this scene: its actions move and change it; declare one,"
                " send it with go, or take the last action back"
            )


@dataclass(frozen=True, slots=True)
class _StoredGame:
    """The game on a scene at one revision of the scene, if there was one."""

    revision: str
    played: tuple[KeptGame, RunningGame] | None


_STORED_GAMES: WeakKeyDictionary[Store, dict[str, _StoredGame]] = WeakKeyDictionary()
"""The games of each store by scene, as last read or played, so that only later turns are read again."""

_MOST_STORED_GAMES = 200


def _scene_and_stored_game(
    store: Store, scene_id: str, book_named: BookNamed
) -> tuple[Scene, tuple[KeptGame, RunningGame] | None]:
    """A scene and its game at the same revision; both are read again if the scene changed in between."""
    while True:
        scene = store.scene(scene_id)
        before = _STORED_GAMES.get(store, {}).get(scene_id)
        if before is not None and before.revision == scene.source.revision:
            return scene, before.played
        known, game = (before and before.played) or (None, None)
        revision, kept, lines = store.games.under_way(scene_id, known.turns if known else ())
        if str(revision) != scene.source.revision:
            continue
        if kept is not None:
            if game is None or known is None or known.id != kept.id:
                game = resumed(kept.head, book_named)
            if known is not None and known.head != kept.head:
                game = game.played_by(head_from(kept.head).players)
            game = _played(game.up_to(len(kept.turns) - len(lines)), lines)
        stored = None if kept is None or game is None else (kept, game)
        _remember(store, scene_id, _StoredGame(scene.source.revision, stored))
        return scene, stored


def _remember(store: Store, scene_id: str, looked: _StoredGame) -> None:
    games = _STORED_GAMES.setdefault(store, {})
    games.pop(scene_id, None)
    games[scene_id] = looked
    if len(games) > _MOST_STORED_GAMES:
        games.pop(next(iter(games)), None)


def _played(game: RunningGame, lines: Iterable[str]) -> RunningGame:
    book = game.game.book
    return game.played(turns_from("".join(("\n", *lines)), book.actions, book.events))
