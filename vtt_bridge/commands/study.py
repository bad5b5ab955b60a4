"""blindhex study: many games of a scenario between players, as rows and as a report."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from os import cpu_count

import click

from maps.library import lasting, scenario
from rules.catalog import ruleset
from rules.players.named import PLAYERS, names_by_side
from vtt_bridge.commands.options import completion
from vtt_bridge.commands.options.house_values import house_values
from vtt_bridge.commands.options.numbers import Whole
from vtt_bridge.commands.options.source_options import SourceOptions, book_options
from vtt_bridge.commands.output.terminal import say
from vtt_bridge.games.game_log import GameHead
from vtt_bridge.games.game_setup import opened, opened_anew
from vtt_bridge.studies.folder import REPORT, StudyFolder
from vtt_bridge.studies.study import Job, Study, variants
from vtt_bridge.studies.study_report import study_report, summary
from vtt_bridge.studies.workers import Played, played_by_cluster, played_by_processes, played_here
from vtt_bridge.system.atomic_write import write_atomic


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

    One row a game and one a decision, as Parquet or CSV, and a report as HTML. A study that was broken off goes on by the
    same command; the same study has the same rows on any number of workers.

    \b
    Examples:
      blindhex study market-fight --games 2 --workers 1 --players us=random,ge=random -o fight
      blindhex study market-fight --games 2 --workers 1 --sweep without=us.mg.3 -o guns
    """
    book = options.book or scenario(scenario_name).ruleset
    began = GameHead(book, lasting(scenario_name), None, options.switches, house_values(options.house))
    first = opened_anew(began, ruleset)
    players = names_by_side([words for words in assigned.split(",") if words], first.state.sides)
    asked = Study(variants(first.head, sweeps), players, games, seed)
    for variant in asked.variants:
        opened(variant.head, ruleset)
    folder = StudyFolder(out, asked)
    to_play = folder.to_play
    if len(to_play) < games * len(asked.variants):
        say(f"{games * len(asked.variants) - len(to_play)} games are done already.")
    with _progress(len(to_play)) as went_on:
        for job, rows in _played(to_play, workers or cpu_count() or 1, scheduler):
            folder.keep(job, rows)
            went_on()
    tables = folder.write_tables()
    write_atomic(folder.path / REPORT, study_report(asked, first.state, folder.games, folder.decisions))
    for line in summary(folder.games, first.state.sides):
        say(line)
    say(f"Written: {', '.join(map(str, (*tables, folder.path / REPORT)))}")


def _played(jobs: tuple[Job, ...], workers: int, scheduler: str) -> Iterator[Played]:
    if scheduler:
        return played_by_cluster(jobs, scheduler)
    if workers == 1 or len(jobs) == 1:
        return played_here(jobs)
    return played_by_processes(jobs, workers)


@contextmanager
def _progress(count: int) -> Iterator[Callable[[], None]]:
    """A bar on a terminal that goes on with every game."""
    if not sys.stderr.isatty():
        yield lambda: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

    columns = ("games", BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True)) as bar:
        task = bar.add_task("games", total=count)
        yield lambda: bar.advance(task)
