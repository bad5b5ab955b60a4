"""Blindhex in a notebook: positions to ask questions of, answers shown as pictures, and both as frames, arrays and Parquet.

    from vtt_bridge.notebook import read
    mill = read("mill-crossing")
    mill.ask("field", "ge.stug.1")

Every frame, array and file carries what is needed to reproduce it: the version, book, switches, digests and question, and the
seed of a game.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from exporters.board_shapes import unit_word
from exporters.formats import frames, svg
from exporters.picture import Picture
from exporters.pictures.atlas_picture import atlas_picture
from exporters.pictures.board_picture import board_picture
from exporters.pictures.legend import with_legend
from exporters.pictures.profile_picture import profile_picture
from exporters.ruling_text import html
from exporters.viewport import Viewport
from rules.catalog import ruleset
from rules.game.profile import Profile
from rules.game.ruleset import Ruleset
from rules.game.ruling import Ruling
from rules.game.state import GameState
from rules.game.verdicts import SightAtlas
from rules.ground.hex.board import HexBoard
from rules.ground.place import Place
from vtt_bridge.commands.options.house_values import house_values
from vtt_bridge.commands.options.provenance import provenance
from vtt_bridge.commands.options.source_options import SourceOptions, read_source
from vtt_bridge.games.game_file import resumed_from
from vtt_bridge.games.game_setup import this_version
from vtt_bridge.games.log_file import is_log_file
from vtt_bridge.games.running_game import RunningGame
from vtt_bridge.port.names import viewer_named
from vtt_bridge.studies.folder import StudyFolder
from vtt_bridge.studies.study import study_of
from vtt_bridge.studies.study_report import study_report, wins
from vtt_bridge.system.atlas_cache import cached_atlas
from vtt_bridge.system.atomic_write import write_atomic
from vtt_bridge.umpire.answers import answer_picture
from vtt_bridge.umpire.questions import question_of
from vtt_bridge.umpire.rulings import ruled
from vtt_bridge.umpire.suppositions import supposed

if TYPE_CHECKING:
    from geopandas import GeoDataFrame
    from pandas import DataFrame
    from xarray import Dataset

HEX_PX = 40


@dataclass(frozen=True, repr=False)
class Position:
    """A position and the book that rules it; a notebook shows its map."""

    state: GameState
    book: Ruleset
    provenance: Mapping[str, Any] = field(default_factory=dict)

    def ask(self, ask: str, who: str = "", target: str = "", mode: str = "", side: str = "") -> "Answer":
        """An answer to a question in the words of the command line: ask("los", "L4", "H6"), ask("threat",
        "us.mg.1", mode="everywhere").

        Raises:
            RulesError: if it names what is not there, or cannot be asked.
        """
        question = question_of({"ask": ask, "who": who, "target": target, "mode": mode, "side": side})
        known = self.book.seen_by(self.state, side) if side else self.state
        state, ruling = ruled(known, self.book, question)
        asked = {"asked": " ".join(word for word in (ask, who, target, mode) if word)}
        asked |= {"side": side} if side else {}
        there = replace(self, state=state, provenance={**self.provenance, **asked})
        return Answer(there, ruling, answer_picture(state, question, ruling))

    def suppose(self, *words: str) -> "Position":
        """The same position with changes supposed: suppose("smoke I5", "no us.mg.1").

        Raises:
            RulesError: if one of them cannot be supposed.
        """
        so = [*self.provenance.get("supposing", ()), *words]
        return replace(
            self, state=supposed(self.state, words), provenance={**self.provenance, "supposing": so}
        )

    def profile(self, viewer: str, target: str) -> "Answer":
        """A line of sight from the side."""
        ruling = self.book.profile(
            self.state, viewer_named(self.state, viewer), viewer_named(self.state, target)
        )
        there = replace(self, provenance={**self.provenance, "asked": f"profile {viewer} {target}"})
        return Answer(there, ruling, profile_picture(ruling, unit_word(self.state.board)))

    def atlas(self) -> "Answer":
        """Who sees whom, for every pair of hexes or inch squares of the bare map; kept in the user's cache."""
        ruling = cached_atlas(self.book, self.state)
        there = replace(self, provenance={**self.provenance, "asked": "atlas"})
        return Answer(there, ruling, atlas_picture(self.state.board, ruling))

    def places(self) -> "GeoDataFrame":
        """Every hex, or every inch square of a table, with its level, terrain and outline."""
        board = self.state.board
        everywhere: tuple[Place, ...] = (
            tuple(board.grid) if isinstance(board, HexBoard) else tuple(board.lattice())
        )
        grounds = {place: self.book.ground(self.state, place).verdict for place in everywhere}
        columns: dict[str, frames.Column] = {
            "level": {place: ground.level for place, ground in grounds.items()},
            "terrain": {place: ", ".join(ground.terrain) for place, ground in grounds.items()},
        }
        return self._signed(frames.frame_of(board, columns))

    def units(self) -> "DataFrame":
        """The units, a row each by their ids: name, type, side, place, facing and conditions."""
        from pandas import DataFrame

        rows = [
            {
                "unit": unit.id,
                "name": str(unit),
                "type": unit.type,
                "side": unit.side,
                "at": None if unit.at is None else str(unit.at),
                "facing_deg": unit.facing_deg,
                "conditions": ", ".join(sorted(unit.conditions)),
            }
            for unit in self.state.units.values()
        ]
        return self._signed(DataFrame(rows).set_index("unit"))

    def _signed(self, frame: Any) -> Any:
        frame.attrs.update(self.provenance)
        return frame

    def __repr__(self) -> str:
        return f"<{self.state.board.name} with {len(self.state.units)} units, by {self.book.rulebook.title}>"

    def _repr_svg_(self) -> str:
        return _drawn(with_legend(board_picture(self.state, None, self.book.roster), self.state.board))


@dataclass(frozen=True, repr=False)
class Answer:
    """A ruling on a position; shown in a notebook as its picture and its reasons."""

    position: Position
    ruling: Ruling[Any]
    picture: Picture

    @property
    def verdict(self) -> Any:
        """The answer itself."""
        return self.ruling.verdict

    @property
    def provenance(self) -> Mapping[str, Any]:
        """What it came from."""
        return self.position.provenance

    def frame(self) -> "GeoDataFrame":
        """A row for each place in the answer, with its outline."""
        frame = frames.answer_frame(self.position.state.board, self.verdict)
        frame.attrs.update(self.provenance)
        return frame

    def dataset(self) -> "Dataset":
        """The same as arrays with named coordinates; an atlas has who sees whom as well, as `sees_each`."""
        arrays = frames.answer_dataset(self.position.state.board, self.verdict)
        if isinstance(self.verdict, SightAtlas):
            arrays["sees_each"] = frames.sight_array(self.verdict)
        arrays.attrs.update({key: str(value) for key, value in self.provenance.items()})
        return arrays

    def save(self, path: str | Path) -> None:
        """Write the places of the answer to a GeoParquet file, with its provenance and the meaning of each column.

        Raises:
            CannotWrite: if the file cannot be written.
        """
        write_atomic(Path(path), frames.parquet(self.frame(), self.provenance))

    def __repr__(self) -> str:
        return f"<{self.ruling.question}: {self.verdict}>"

    def _repr_svg_(self) -> str:
        state, book = self.position.state, self.position.book
        if isinstance(self.verdict, Profile):
            return _drawn(with_legend(self.picture, None))
        return _drawn(with_legend(board_picture(state, self.picture, book.roster), state.board))

    def _repr_html_(self) -> str:
        return f"{html(self.ruling)}{self._repr_svg_()}"


@dataclass(frozen=True, repr=False)
class Game(Position):
    """A game read from its log, at its latest position."""

    running: RunningGame | None = None

    def after(self, actions: int) -> Position:
        """The position after this many actions."""
        assert self.running is not None
        then = self.running.up_to(actions)
        return Position(then.state, self.book, {**self.provenance, "actions": actions})

    def decisions(self) -> "DataFrame":
        """A row for each action: who declared what and when, what its dice showed, and what changed."""
        from pandas import DataFrame

        frame = DataFrame([*self._decided()]).set_index("number")
        frame.attrs["dictionary"] = dict(DECISIONS)
        return self._signed(frame)

    @cached_property
    def result(self) -> str:
        """How it ended; empty while it goes on."""
        assert self.running is not None
        return self.running.result or ""

    def _decided(self) -> Iterator[dict[str, Any]]:
        from vtt_bridge.games.record import Reader, recorded

        assert self.running is not None
        count = len(self.running.turns)
        for turn in recorded(self.running, 0, count, Reader(sees_all=True)):
            kind = type(self.running.turns[turn.number - 1].action).__name__
            yield {
                "number": turn.number,
                "side": turn.side,
                "moment": turn.moment,
                "kind": kind,
                "declared": turn.declared,
                "dice": "; ".join(map(str, turn.dice)),
                "changes": "; ".join(turn.changes),
            }


@dataclass(frozen=True, repr=False)
class Studied:
    """A study: many games of a scenario between players; a notebook shows its report."""

    folder: StudyFolder
    state: GameState

    @property
    def provenance(self) -> Mapping[str, Any]:
        """What it came from: the version, and the digest of scenario, variants, players and seeds."""
        study = self.folder.study
        return {"blindhex": this_version(), "study_digest": study.digest, "games": study.games}

    def games(self) -> "DataFrame":
        """A row for each game: its variant, seed, players, winner, lead and losses of each side."""
        return self._signed(self.folder.games)

    def decisions(self) -> "DataFrame":
        """A row for each decision that had a choice."""
        return self._signed(self.folder.decisions)

    def wins(self) -> "DataFrame":
        """How often each side won, and how often nobody did, by variant, with a 95% interval from `low` to `high`."""
        rows = self.folder.games
        shares = [
            (variant, side or "nobody", wins([row for row in rows if row["variant"] == variant], side))
            for variant in dict.fromkeys(row["variant"] for row in rows)
            for side in (*self.state.sides, "")
        ]
        table = [
            {
                "variant": variant,
                "winner": winner,
                "games": share.games,
                "wins": share.count,
                "low": share.interval[0],
                "high": share.interval[1],
            }
            for variant, winner, share in shares
        ]
        return self._signed(table).set_index(["variant", "winner"])

    def _signed(self, rows: Iterable[Mapping[str, Any]]) -> "DataFrame":
        from pandas import DataFrame

        frame = DataFrame([*rows])
        frame.attrs.update(self.provenance)
        return frame

    def __repr__(self) -> str:
        return f"<{len(self.folder.games)} games, study {self.folder.study.digest[:16]}>"

    def _repr_html_(self) -> str:
        return study_report(self.folder.study, self.state, self.folder.games, self.folder.decisions)


def study(
    scenario_name: str,
    games: int,
    *,
    players: str = "",
    sweeps: tuple[str, ...] = (),
    seed: int = 1,
    workers: int | None = None,
    out: str = "study",
) -> Studied:
    """Many games of a scenario, as `blindhex study` plays them: study("mill-crossing", 100, players="us=careful,ge=careful").

    The games are stored in the folder `out`; an interrupted study goes on from there.

    Raises:
        RulesError: if there is no such scenario, player or sweep, or another study lies in the folder.
    """
    asked, state = study_of(scenario_name, games, players.split(","), seed, sweeps)
    folder = StudyFolder(out, asked)
    folder.play(workers)
    return Studied(folder, state)


DECISIONS: Mapping[str, str] = {
    "number": "of the action in the game, the first being 1",
    "side": "whose action it is",
    "moment": "the turn and phase it was declared in",
    "kind": "the kind of action, by its name in the book's code",
    "declared": "the action in words",
    "dice": "what was thrown for it and what was shown",
    "changes": "what became of the units, in sum",
}
"""What each column of `Game.decisions` means; the frame has it among its attributes."""


def read(
    source: str, *, book: str = "", switches: tuple[str, ...] = (), house: str = "", side: str = ""
) -> Position:
    """A scenario or board (bundled name or file) or the log of a game, ruled by its own book or another. With
    `side`, only what that side knows.

    Raises:
        RulesError: if there is no such source, book, switch or house value, or it cannot be read.
    """
    state, asked = read_source(source, SourceOptions(book, switches, house, side))
    told = provenance(source, state, asked, switches, house_values(house), side)
    if not is_log_file(source):
        return Position(state, asked, told)
    return Game(state, asked, told, resumed_from(source, ruleset))


def _drawn(picture: Picture) -> str:
    drawn = svg.render(picture, Viewport.of(picture.box, HEX_PX / picture.module))
    return drawn if isinstance(drawn, str) else drawn.decode()
