"""The folder of a study: its definition, the games done so far, and its tables.

`study.json` says what is played; `done.jsonl` gets a line for each game as soon as it is done, so that an interrupted study
can go on. `games` and `decisions` are its tables, in the order of the games: Parquet where pyarrow is installed, else CSV.
"""

import csv
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from io import StringIO
from os import cpu_count
from pathlib import Path
from typing import Any

from rules.errors import BadInput
from vtt_bridge.errors import CannotWrite
from vtt_bridge.studies.one_game import Row, Rows
from vtt_bridge.studies.study import Job, Study, study_document
from vtt_bridge.studies.workers import played_by_cluster, played_by_processes, played_here
from vtt_bridge.system.atomic_write import write_atomic

STUDY, DONE, REPORT = "study.json", "done.jsonl", "report.html"


class StudyFolder:
    """The folder of one study, created if it does not exist.

    Raises:
        BadInput: if another study lies there.
        CannotWrite: if it cannot be made or written.
    """

    def __init__(self, path: str, study: Study) -> None:
        self.path, self.study = Path(path), study
        try:
            self.path.mkdir(parents=True, exist_ok=True)
            self._check_is_of(study)
        except OSError as error:
            raise CannotWrite(path, error) from None
        write_atomic(self.path / STUDY, json.dumps(study_document(study), indent=1) + "\n")
        self._done = dict(self._read_done())

    def _check_is_of(self, study: Study) -> None:
        lies_there = self.path / STUDY
        if not lies_there.exists():
            return
        try:
            digest = json.loads(lies_there.read_text("utf-8"))["digest"]
        except (ValueError, KeyError, TypeError):
            raise BadInput(
                "-o", str(self.path), "a new folder, or that of the same study; its study.json cannot be read"
            ) from None
        if digest != study.digest:
            wanted = "a new folder, or that of the same study: another scenario, version, seed or players were studied there"
            raise BadInput("-o", str(self.path), wanted)

    def _read_done(self) -> Iterator[tuple[tuple[int, str], Rows]]:
        """The games done so far; an incomplete last line is cut off the file."""
        file = self.path / DONE
        if not file.exists():
            return
        whole = file.read_bytes()
        kept = whole[: whole.rfind(b"\n") + 1]
        if kept != whole:
            write_atomic(file, kept)
        for line in kept.splitlines():
            rows = json.loads(line)
            yield (rows["game"]["game"], rows["game"]["variant"]), rows

    @property
    def to_play(self) -> tuple[Job, ...]:
        """The games that are not done yet."""
        return tuple(job for job in self.study.jobs if job.key not in self._done)

    def play(
        self, workers: int | None, scheduler: str = "", went_on: Callable[[], None] = lambda: None
    ) -> None:
        """Play the games still to do, on `workers` processes (None: all cores) or a Dask cluster; each is
        stored as soon as it is done.

        Raises:
            WorkersDied: if workers die again and again.
            CannotWrite: if a game cannot be kept.
        """
        jobs, processes = self.to_play, workers or cpu_count() or 1
        if scheduler:
            played = played_by_cluster(jobs, scheduler)
        elif processes == 1 or len(jobs) == 1:
            played = played_here(jobs)
        else:
            played = played_by_processes(jobs, processes)
        for job, rows in played:
            self.keep(job, rows)
            went_on()

    def keep(self, job: Job, rows: Rows) -> None:
        """Store the rows of a game at once.

        Raises:
            CannotWrite: if it cannot be written.
        """
        try:
            with (self.path / DONE).open("a", encoding="utf-8") as file:
                file.write(json.dumps(rows) + "\n")
        except OSError as error:
            raise CannotWrite(self.path / DONE, error) from None
        self._done[job.key] = rows

    @property
    def games(self) -> tuple[Row, ...]:
        """The rows of the games that are done, in order."""
        return tuple(self._done[job.key]["game"] for job in self.study.jobs if job.key in self._done)

    @property
    def decisions(self) -> Iterator[Row]:
        """The rows of the decisions in these games, in order."""
        for job in self.study.jobs:
            if job.key in self._done:
                yield from self._done[job.key]["decisions"]

    def write_tables(self) -> tuple[Path, ...]:
        """Write the tables of games and decisions, and return their paths.

        Raises:
            CannotWrite: if they cannot be written.
        """
        return _written(self.path / "games", self.games), _written(
            self.path / "decisions", tuple(self.decisions)
        )


def _written(beside: Path, rows: Sequence[Mapping[str, Any]]) -> Path:
    try:
        import pyarrow as arrow
        from pyarrow import BufferOutputStream, parquet
    except ImportError:
        text = StringIO(newline="")
        writer = csv.DictWriter(text, list(rows[0]) if rows else [], lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)
        write_atomic(beside.with_suffix(".csv"), text.getvalue())
        return beside.with_suffix(".csv")
    packed = BufferOutputStream()
    parquet.write_table(arrow.Table.from_pylist(list(rows)), packed)
    write_atomic(beside.with_suffix(".parquet"), packed.getvalue().to_pybytes())
    return beside.with_suffix(".parquet")
