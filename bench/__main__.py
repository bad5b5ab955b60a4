"""`make bench`: measures every group in a process of its own and prints the table; exit status 1 if a limit is exceeded."""

import json
import sys
import traceback
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

import click

from bench.harness.groups import groups, rows_of
from bench.harness.report import document, exit_status, text
from bench.harness.rows import Row


@click.command()
@click.argument("only", nargs=-1)
@click.option("--json", "as_json", is_flag=True, help="The table as JSON.")
@click.option("--list", "listed", is_flag=True, help="Only name what can be chosen.")
def main(only: tuple[str, ...], as_json: bool, listed: bool) -> None:
    """Speed as ratios against named peers and C floors in one run; ONLY selects groups by words in their names.

    Each group is measured in a process of its own, so that no other's memory slows it.
    """
    chosen = groups(only)
    if not chosen:
        raise click.UsageError(f"no group has {' or '.join(only)} in its name; --list names them all")
    if listed:
        click.echo("\n".join(chosen))
        return
    table: dict[str, list[Row]] = {}
    broken = []
    for name in chosen:
        with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as alone:
            measured = alone.submit(rows_of, name)
        if error := measured.exception():
            traceback.print_exception(error)
            broken.append(name)
        else:
            table[name] = measured.result()
            click.echo(f"{name} is measured", err=True)
    click.echo(json.dumps(document(table, broken), indent=1) if as_json else text(table, broken))
    sys.exit(exit_status(table, broken))


if __name__ == "__main__":
    main()
