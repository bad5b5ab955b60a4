"""A scene, its game and its chat as one seat may know them: whatever a seat is sent is read here and nowhere else.

Secrets are not removed from a full scene. A side's scene is made anew from the state that the book says the side
knows, and of the chat a seat reads the lines for everybody and for itself: so no field can be forgotten.
"""

import json
from dataclasses import replace
from typing import Self

from exporters.formats import png, svg
from rules.errors import BadInput, RulesError, Unknown
from rules.game.counter_names import CounterNames
from rules.game.engine.play import Goal
from rules.game.ruleset import Ruleset
from rules.game.ruling import Ruling
from rules.game.side_names import people, side_called
from rules.game.state import GameState
from rules.game.units import Unit
from vtt_bridge.errors import Refused
from vtt_bridge.games.record import Reader, RecordedTurn, recorded, ruling_on, units_after
from vtt_bridge.games.running_game import RunningGame
from vtt_bridge.local_table.documents import UMPIRE
from vtt_bridge.local_table.pieces import as_known
from vtt_bridge.local_table.scene_pictures import areas_picture, map_picture, map_svg, window_of
from vtt_bridge.local_table.scene_session import SceneSession, game_under_way, scene_and_game
from vtt_bridge.local_table.seats.seat import Seat
from vtt_bridge.local_table.storage.chat_store import Said
from vtt_bridge.local_table.storage.database import Change
from vtt_bridge.local_table.storage.game_store import EndedGame
from vtt_bridge.local_table.storage.revisions import PLAIN, Sent
from vtt_bridge.local_table.storage.store import Store
from vtt_bridge.port.scene_reader import sides_of
from vtt_bridge.port.virtual_table import Scene
from vtt_bridge.umpire.sights import SightsChanged, sights_changed
from vtt_bridge.umpire.umpire import Umpire


class SceneSeen:
    """A scene as read from one seat.

    Raises (all methods):
        Unknown: if there is no such scene.
    """

    def __init__(self, store: Store, umpire: Umpire, scene_id: str, seat: Seat) -> None:
        self._store, self._umpire = store, umpire
        self.scene_id, self.seat = scene_id, seat
        self._game: RunningGame | None = None

    def from_seat(self, seat: Seat) -> Self:
        """The same scene from another seat."""
        return type(self)(self._store, self._umpire, self.scene_id, seat)

    def played(self, words: str) -> str:
        """The side with that id or nationality, after checking that it is played from this seat.

        Raises:
            BadInput: if there is no such side.
            Refused: if another seat plays it.
        """
        sides = sides_of(self._store.scene(self.scene_id))
        side = side_called(words, sides)
        if side and side not in sides:
            raise BadInput("side", words, f"one of the sides: {', '.join(sides) or 'none'}")
        self.seat.check_plays(side)
        return side

    def scene(self) -> Scene:
        """The scene with the tokens, areas and overlays that the seat may see, and no options of its scenario."""
        if self.seat.sees_all:
            return self._store.scene(self.scene_id)
        scene = self.asked_about()
        return scene if scene.game is None else replace(scene, game=replace(scene.game, options={}))

    def asked_about(self) -> Scene:
        """The scene on which a question from this seat is answered: with the scenario's options, such as how far units see."""
        scene, game = scene_and_game(self._store, self.scene_id, self._umpire.ruleset)
        self._game = game
        if self.seat.sees_all:
            return scene
        state_and_game = self._state(scene, game)
        known = None if state_and_game is None else (state_and_game[0], self._known(*state_and_game))
        return replace(
            as_known(scene, self.seat.side, known, None if game is None else game.game.ruleset.roster),
            overlays=tuple(overlay for overlay in scene.overlays if self.seat.reads(overlay.to)),
        )

    def session(self, sent: Sent = PLAIN) -> SceneSession:
        """The game on the scene, to be played on from the seat."""
        return SceneSession(self._store, self.scene_id, self._umpire.ruleset, sent)

    def known(self) -> GameState | None:
        """The state of the game on the scene as the seat may know it; None if there is no game."""
        self._game = game_under_way(self._store, self.scene_id, self._umpire.ruleset)
        return self.known_then()

    def known_then(self) -> GameState | None:
        """The state as the seat may know it, of the moment when the scene was last read."""
        game = self._game
        return None if game is None else self._known(game.state, game.game.ruleset)

    def moment(self, game: RunningGame) -> str:
        """How far play has come, in words that name nothing the seat may not know."""
        return self._names(game).said(game.game.book.moment(self._known(game.state, game.game.ruleset)))

    def due(self, game: RunningGame) -> str:
        """What the side to act is to do now."""
        return self._names(game).said(game.game.book.due(self._known(game.state, game.game.ruleset)))

    def goals(self, game: RunningGame) -> tuple[Goal, ...]:
        """The places that the game is about, and who holds each as far as the seat can know it."""
        return game.game.book.goals(self._known(game.state, game.game.ruleset))

    def victory(self, game: RunningGame) -> tuple[str, ...]:
        """What each side must do to win."""
        return game.game.book.victory(self._known(game.state, game.game.ruleset))

    def _names(self, game: RunningGame) -> CounterNames:
        return game.game.names(self._known(game.state, game.game.ruleset))

    def lines(self, after: int) -> tuple[Said, ...]:
        """The last lines of the chat after this one that the seat may read, numbered among these lines, oldest first."""
        return self._store.chat.lines(
            self.scene_id, after, reader=None if self.seat.sees_all else self.seat.name
        )

    def last_report(self) -> str:
        """The umpire's last report to the seat, not a ruling, in one line; empty if there is none."""
        reports = (line.text for line in reversed(self.lines(0)) if line.author == UMPIRE and not line.rules)
        return next(reports, "").replace("\n- ", "; ")

    def overlay_png(self, tag: str, to: str) -> bytes:
        """The picture of an overlay that lies for everybody, or for the seat `to`."""
        if not self.seat.reads(to):
            raise Unknown("overlay", tag)
        return self._store.overlays.png(self.scene_id, tag, to)

    def given_map_png(self) -> bytes | None:
        """The map picture that the scene was given, if any."""
        return self._store.map_png(self.scene_id)

    def map_png(self) -> bytes:
        """The map, which shows the ground alone: the picture that the scene was given, else its board drawn.

        Raises:
            BadScene: if it has neither.
        """
        if (given := self.given_map_png()) is not None:
            return given
        scene = self._store.scene(self.scene_id)
        return png.render(map_picture(scene, self._umpire), window_of(scene))

    def map_svg(self) -> str:
        """The map as SVG.

        Raises:
            Unknown: if the scene was given a picture, which is a PNG.
            BadScene: if it has no board.
        """
        if self.given_map_png() is not None:
            raise Unknown("map drawn from the board", self.scene_id)
        return map_svg(self._store.scene(self.scene_id), self._umpire)

    def areas_svg(self) -> str:
        """The areas that the seat knows of, transparent where none lies."""
        scene = self.scene()
        return svg.render(areas_picture(scene, self._umpire), window_of(scene))

    def journal(self) -> tuple[str, ...]:
        """The lines of the journal: questions asked before everybody, or from this seat."""
        lines = self._store.recorded(self.scene_id)
        return tuple(line for line in lines if self.seat.reads(json.loads(line)["by"]))

    def log(self) -> str:
        """The log of the game, which holds every secret and lets all dice be predicted.

        Raises:
            Refused: if the seat may not see all.
        """
        self._check_sees_all()
        return self.session().now.log

    def record(
        self, game: RunningGame, after: int, most: int
    ) -> tuple[tuple[Unit, ...], tuple[RecordedTurn, ...]]:
        """The units before a turn and the turns from there on, as the seat knew them; as they were, once the game is over."""
        reader = self._reader(game)
        return units_after(game, after, reader), tuple(recorded(game, after, most, reader))

    def recorded_odds(self, game: RunningGame, number: int) -> Ruling[str]:
        """The factors of a turn already played, and its odds.

        Raises:
            Unknown: if the game has no such turn.
            Refused: if another side declared it, and play goes on.
        """
        if number > len(game.turns):
            raise Unknown("action of the record", str(number))
        side = game.turns[number - 1].action.side
        if not self._reader(game).sees_all and self.seat.side != side:
            raise Refused(f"record: what the {people(side)} knew of its odds is told once the game is over")
        return ruling_on(game, number)

    def sights_changed(self, game: RunningGame, number: int) -> SightsChanged:
        """The lines of sight that a turn opened and closed, between units that the seat knew of.

        Raises:
            Unknown: if the game has no such turn.
        """
        if number > len(game.turns):
            raise Unknown("action of the record", str(number))
        return sights_changed(game, number, self._reader(game))

    def _reader(self, game: RunningGame) -> Reader:
        return Reader(self.seat.side, self.seat.sees_all or game.result is not None)

    def ended(self) -> tuple[EndedGame, ...]:
        """The games that were played on the scene before, oldest first."""
        return self._store.games.ended(self.scene_id)

    def ended_log(self, game_id: int) -> str:
        """The log of one of these games.

        Raises:
            Refused: if the seat may not see all.
        """
        self._check_sees_all()
        return self._store.games.ended_log(self.scene_id, game_id)

    def hears(self, change: Change) -> Change | None:
        """A change in the form in which the seat may hear of it; None if it may not."""
        of_scene = change.scene == self.scene_id
        if self.seat.sees_all:
            return change if of_scene or change.kind in ("scene", "seat") else None
        is_told = of_scene and change.kind != "seat" and self.seat.reads(change.to)
        return replace(change, id="") if is_told else None

    def _check_sees_all(self) -> None:
        if not self.seat.sees_all:
            raise Refused("log: the record holds the secrets of all sides; the chat has what yours has heard")

    def _state(self, scene: Scene, game: RunningGame | None) -> tuple[GameState, Ruleset] | None:
        """The state of the game on a scene, or else the one that its tokens show; None if they cannot be read."""
        if game is not None:
            return game.state, game.game.ruleset
        try:
            return self._umpire.state(scene)
        except RulesError:
            return None

    def _known(self, state: GameState, ruleset: Ruleset) -> GameState:
        return state if self.seat.sees_all else ruleset.seen_by(state, self.seat.side)
