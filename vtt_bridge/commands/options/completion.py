"""Shell completion of scenarios and boards, of the units, places and sides of the source, and of books.

Click writes the script: eval "$(_BLINDHEX_COMPLETE=bash_source blindhex)", or zsh_source, or fish_source.
"""

from collections.abc import Iterable, Iterator

import click
from click.shell_completion import CompletionItem

from exporters.place_text import name
from maps.library import boards_named, scenarios_named
from rules.catalog import RULESETS, ruleset
from rules.errors import RulesError
from rules.game.state import GameState
from rules.ground.hex.board import HexBoard

_FILE = "file"
"""Lets the shell itself complete file names."""


def sources(_: click.Context, __: click.Parameter, begun: str) -> list[CompletionItem]:
    """Bundled scenarios and boards, or else files."""
    return _or_files((*scenarios_named(), *boards_named()), begun)


def scenarios(_: click.Context, __: click.Parameter, begun: str) -> list[CompletionItem]:
    """Bundled scenarios, or else files."""
    return _or_files(scenarios_named(), begun)


def files(_: click.Context, __: click.Parameter, begun: str) -> list[CompletionItem]:
    return [CompletionItem(begun, _FILE)]


def books(_: click.Context, __: click.Parameter, begun: str) -> list[CompletionItem]:
    """The books by their ids."""
    return [CompletionItem(book) for book in RULESETS if book.startswith(begun)]


def units(context: click.Context, _: click.Parameter, begun: str) -> list[CompletionItem]:
    """The units of the source, by id, or by name once its beginning is typed."""
    state = _asked_about(context)
    return [] if state is None else list(_units(state, begun))


def units_and_places(context: click.Context, _: click.Parameter, begun: str) -> list[CompletionItem]:
    """The units of the source, and the hexes of its board once their column is typed."""
    state = _asked_about(context)
    return [] if state is None else [*_units(state, begun), *_places(state, begun)]


def choices(context: click.Context, _: click.Parameter, begun: str) -> list[CompletionItem]:
    """The choices of the game by number, each with its text."""
    from vtt_bridge.games.game_file import resumed_from
    from vtt_bridge.games.offers import offer_tree

    try:
        now = resumed_from(context.params["log"], ruleset)
    except (RulesError, KeyError):
        return []
    offers = [offer for of_units in offer_tree(now).of_units for offer in of_units.offers]
    return [
        CompletionItem(str(offer.number), help=offer.text)
        for offer in offers
        if str(offer.number).startswith(begun)
    ]


def sides(context: click.Context, _: click.Parameter, begun: str) -> list[CompletionItem]:
    """The sides of the source."""
    state = _asked_about(context)
    return [CompletionItem(side) for side in (state.sides if state else ()) if side.startswith(begun)]


def _asked_about(context: click.Context) -> GameState | None:
    from vtt_bridge.commands.options.source_options import SourceOptions, read_source

    source = context.params.get("source") or context.params.get("log")
    if not source or "://" in source:
        return None
    try:
        return read_source(source, SourceOptions(side=context.params.get("side") or ""))[0]
    except RulesError:
        return None


def _units(state: GameState, begun: str) -> Iterator[CompletionItem]:
    for unit in state.units.values():
        if unit.id.startswith(begun):
            where = "off the map" if unit.at is None else name(unit.at)
            yield CompletionItem(unit.id, help=f"{unit}, {unit.side}, {where}")
        elif begun and unit.name.casefold().startswith(begun.casefold()):
            yield CompletionItem(unit.name, help=f"{unit.id}, {unit.side}")


def _places(state: GameState, begun: str) -> Iterator[CompletionItem]:
    if begun and isinstance(state.board, HexBoard):
        labels = (place.label for place in state.board.grid)
        yield from (CompletionItem(label) for label in labels if label.startswith(begun.upper()))


def _or_files(names: Iterable[str], begun: str) -> list[CompletionItem]:
    fitting = [CompletionItem(name) for name in names if name.startswith(begun)]
    return fitting or [CompletionItem(begun, _FILE)]
