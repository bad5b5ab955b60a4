"""blindhex show and units: what is on a board or in a scenario, and who fights."""

from collections.abc import Iterator

import click

from exporters.place_text import name
from maps.codec import board_summary
from maps.library import forces
from maps.scenario import Scenario
from rules.catalog import ruleset
from rules.game.engine.play import Goal
from rules.game.ruleset import Playable, Ruleset
from rules.game.side_names import people
from rules.game.state import GameState
from rules.game.units import Marker, Unit
from vtt_bridge.commands.options import completion
from vtt_bridge.commands.options.source_options import SourceOptions, read_source, source_options
from vtt_bridge.commands.output.delivery import print_document
from vtt_bridge.commands.output.drawn_file import DrawnFile, drawing_options
from vtt_bridge.commands.output.terminal import say, say_each, say_table
from vtt_bridge.games.game_file import resumed_from
from vtt_bridge.games.log_file import is_log_file, is_mail_file

_HEADINGS = ("unit", "name", "side", "where", "facing", "conditions")


@click.command("units")
@click.argument("source", shell_complete=completion.sources)
@source_options
@click.option("--json", "as_json", is_flag=True, help="Print the list as a document.")
def units(source: str, options: SourceOptions, as_json: bool) -> None:
    """The units of SOURCE by their ids: name, side, where they are and in what condition.

    SOURCE is a scenario (bundled name or file), the log of a game, or a table's URL. Other commands take the id, the name, or
    a part of either that fits one unit alone.

    \b
    Examples:
      blindhex units mill-crossing
      blindhex units mill-crossing --side us
    """
    state, _ = read_source(source, options)
    listed = [_unit_row(unit) for unit in state.units.values()]
    if as_json:
        print_document({"units": [dict(zip(_HEADINGS, row, strict=True)) for row in listed]})
    elif listed:
        say_table(_HEADINGS, listed)
    else:
        say(f"{state.board.name} is a board without units; blindhex list shows the scenarios.")


@click.command("show")
@click.argument("source", metavar="BOARD or SCENARIO", shell_complete=completion.sources)
@source_options
@drawing_options("Draw it with its units")
def show(source: str, options: SourceOptions, drawn: DrawnFile) -> None:
    """What is on a board or in a scenario: ground, sides, objectives, length; and its picture.

    SOURCE may also be the log of a game or a table's URL, shown as it is now.

    \b
    Examples:
      blindhex show mill-valley
      blindhex show mill-crossing -o mill.png
      blindhex show mill-crossing -o mill.pdf --hex-mm 25 --paper a3
    """
    state, book = read_source(source, options)
    is_kept_game = is_log_file(source) or is_mail_file(source)
    is_scenario = bool(state.units) and "://" not in source and not is_kept_game
    listed = forces(source) if is_scenario else None
    shown = listed if isinstance(listed, Scenario) else None
    if drawn.path:
        from vtt_bridge.commands.output.drawing import draw

        draw(_with_flags(state, shown), book.roster, None, drawn)
    say_each(_described(source, state, book, shown))
    if drawn.path:
        say(f"Drawn in {drawn.path}.")


def _with_flags(state: GameState, scenario: Scenario | None) -> GameState:
    """A scenario's state with a flag on each objective; a game has them already."""
    objectives = scenario.objectives if scenario else ()
    flags = (Marker(f"control_{goal.held_by or 'nobody'}", place) for goal in objectives for place in goal.at)
    return state.changed(markers=(*state.markers, *flags))


def _described(source: str, state: GameState, book: Ruleset, scenario: Scenario | None) -> Iterator[str]:
    game = book.as_game() if scenario and scenario.options and isinstance(book, Playable) else None
    if scenario:
        edition = (game and game.edition_of(state)) or book.rulebook.edition
        yield f"{scenario.name}: {book.rulebook.title}, {edition}, {scenario.length}"
        if scenario.description:
            yield scenario.description
    yield f"board: {board_summary(state.board)}"
    for side in state.sides:
        called = [unit.name for unit in state.units.values() if unit.side == side]
        yield f"{people(side)} ({side}): {'; '.join(called) or 'no units yet'}"
    goals = (
        [Goal(aim.name, aim.at, aim.points, aim.held_by) for aim in scenario.objectives] if scenario else []
    )
    if game:
        yield from game.setting(state)
        yield from game.victory(state)
        goals = [*game.goals(state)]
    yield from map(_goal_words, goals)
    if state.units:
        yield f"blindhex units {source} lists the units by their ids."


def _goal_words(goal: Goal) -> str:
    held = f", held by the {people(goal.held_by)}" if goal.held_by else ""
    return f"objective: {goal.name} in {', '.join(map(name, goal.places))}, worth {goal.worth}{held}"


@click.command("wins")
@click.argument("log", metavar="LOG", shell_complete=completion.files)
def wins(log: str) -> None:
    """What each side must do to win the game of LOG, how it stands, and who holds the objectives.

    \b
    Example:
      blindhex game wins farm.log
    """
    now = resumed_from(log, ruleset)
    known = now.game.ruleset.seen_by(now.state, now.one_person) if now.one_person else now.state
    say_each((*now.game.book.victory(known), *map(_goal_words, now.game.book.goals(known))))
    if now.result:
        say(now.result)


def _unit_row(unit: Unit) -> tuple[str, ...]:
    facing = "" if unit.facing_deg is None else f"{unit.facing_deg:g}°"
    where = "off the map" if unit.at is None else name(unit.at)
    conditions = ", ".join(condition.replace("_", " ") for condition in sorted(unit.conditions))
    return (unit.id, unit.name, people(unit.side), where, facing, conditions)
