"""blindhex study: many games of a scenario between players, as rows and as a report."""

import itertools
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import click

from rules.players.named import PLAYERS
from vtt_bridge.commands.options import completion
from vtt_bridge.commands.options.house_values import house_values
from vtt_bridge.commands.options.numbers import Whole
from vtt_bridge.commands.options.source_options import SourceOptions, book_options
from vtt_bridge.commands.output.terminal import say, say_each
from vtt_bridge.studies.folder import REPORT, StudyFolder
from vtt_bridge.studies.study import study_of
from vtt_bridge.studies.study_report import study_report, summary
from vtt_bridge.system.atomic_write import write_atomic

_FEW_GAMES = 20
"""Studies of fewer games show no progress where there is no terminal."""


@click.command("study")
@click.argument("scenario_name", metavar="SCENARIO", shell_complete=completion.scenarios)
@click.option(
    "--games", type=Whole(1), default=100, show_default=True, help="How many games of each variant."
)
@click.option(
    "--players",
    "assigned",
    default="",
    metavar="SIDE=PLAYER,…",
    help=f"Who plays which side: {', '.join(PLAYERS)}; by chance if nothing is said.",
)
@click.option(
    "--seed",
    type=Whole(0, 2**63),
    default=1,
    show_default=True,
    help="Of the first game; each next has one more.",
)
@click.option("--workers", type=Whole(1), help="How many processes play; all cores if nothing is said.")
@click.option(
    "--scheduler", default="", metavar="URL", help="A Dask cluster that plays, such as tcp://host:8786."
)
@click.option(
    "--sweep",
    "sweeps",
    multiple=True,
    metavar="WHAT=VALUES",
    help="Play variants: house.NAME=1,2 (house values), switch=NAME (without and with it), without=UNIT,UNIT (each left out).",
)
@click.option(
    "-o",
    "--out",
    default="study",
    show_default=True,
    metavar="FOLDER",
    help="Where rows and report are kept.",
)
@book_options
def study(
    scenario_name: str,
    games: int,
    assigned: str,
    seed: int,
    workers: int | None,
    scheduler: str,
    sweeps: tuple[str, ...],
    out: str,
    options: SourceOptions,
) -> None:
    """Many games of a scenario between players: who wins how often, what it costs, and what a variant is worth.

    One row a game and one a decision, as Parquet or CSV, and a report as HTML. An interrupted study goes on by the
    same command; the same study has the same rows on any number of workers.

    \b
    Examples:
      blindhex study market-fight --games 2 --workers 1 --players us=random,ge=random -o fight
      blindhex study market-fight --games 2 --workers 1 --sweep without=us.mg.3 -o guns
    """
    asked, state = study_of(
        scenario_name,
        games,
        assigned.split(","),
        seed,
        sweeps,
        book=options.book,
        switches=options.switches,
        house=house_values(options.house),
    )
    folder = StudyFolder(out, asked)
    count = len(folder.to_play)
    if done := games * len(asked.variants) - count:
        say(f"{'1 game is' if done == 1 else f'{done} games are'} done already.")
    with progress(count) as went_on:
        folder.play(workers, scheduler, went_on)
    tables = folder.write_tables()
    write_atomic(folder.path / REPORT, study_report(asked, state, folder.games, folder.decisions))
    say_each(summary(folder.games, state.sides))
    say(f"Written: {', '.join(map(str, (*tables, folder.path / REPORT)))}")


@contextmanager
def progress(count: int) -> Iterator[Callable[[], None]]:
    """A progress bar on a terminal; elsewhere, for many games, a line after each tenth."""
    if not sys.stderr.isatty():
        tenth, done = max(count // 10, _FEW_GAMES // 2), itertools.count(1)

        def went_on() -> None:
            if (number := next(done)) % tenth == 0 and count >= _FEW_GAMES:
                click.echo(f"{number} of {count} games are played.", err=True)

        yield went_on
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

    columns = ("games", BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True)) as bar:
        task = bar.add_task("games", total=count)
        yield lambda: bar.advance(task)
