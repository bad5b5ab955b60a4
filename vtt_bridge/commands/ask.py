"""blindhex los, field, reach, range and fire: one question to the book."""

from functools import partial
from typing import TYPE_CHECKING, Any

import click

from exporters.ruling_text import chat
from rules.game.chance.dice import SeededDice
from rules.game.ruleset import CountsForces
from rules.game.ruling import Ruling
from rules.game.state import GameState
from rules.game.verdicts import Path
from vtt_bridge.commands.options import completion
from vtt_bridge.commands.options.numbers import SEED
from vtt_bridge.commands.options.source_options import (
    SourceOptions,
    book_options,
    read_forces,
    read_source,
    source_options,
)
from vtt_bridge.commands.output.delivery import (
    Delivery,
    deliver,
    delivery_options,
    place_delivery_options,
    print_document,
)
from vtt_bridge.commands.output.terminal import say, working
from vtt_bridge.commands.umpire_group import RULES_SAY_NO
from vtt_bridge.errors import NotOffered
from vtt_bridge.port.names import place_of, unit_named, viewer_named
from vtt_bridge.umpire.questions import Asks, Question
from vtt_bridge.umpire.rulings import ruled

if TYPE_CHECKING:
    from exporters.picture import Picture

_LOOKS_UP = "The umpire looks it up …"


@click.command("los")
@click.argument("source", shell_complete=completion.sources)
@click.argument("viewer", metavar="FROM", shell_complete=completion.units_and_places)
@click.argument("target", metavar="TO", shell_complete=completion.units_and_places)
@source_options
@delivery_options
def los(source: str, viewer: str, target: str, options: SourceOptions, delivery: Delivery) -> None:
    """Whether FROM sees TO, and every hex or piece that blocks, blinds or hinders.

    SOURCE is a scenario or a board (bundled name or file) or a table's URL; FROM and TO are unit ids,
    unit names or places (C2, or 10.5,8 in inches).

    \b
    Examples:
      blindhex los mill-crossing L4 H6
      blindhex los mill-crossing ge.stug.1 "Bazooka 1" -o los.png
      blindhex los dolgoye-crossing g-1a 50,15
    """
    ask(source, options.question(Asks.LOS, viewer, target), options, delivery)


@click.command("field")
@click.argument("source", shell_complete=completion.sources)
@click.argument("viewer", metavar="FROM", shell_complete=completion.units_and_places)
@click.option("--blocked", "tells_blocked", is_flag=True, help="Of a hex map, list blocked hexes as well.")
@source_options
@place_delivery_options
def field(source: str, viewer: str, tells_blocked: bool, options: SourceOptions, delivery: Delivery) -> None:
    """Everything that FROM sees: each place is clear, hindered, blocked or blind.

    \b
    Examples:
      blindhex field mill-crossing ge.stug.1
      blindhex field mill-valley L4 --bare -o overlay.png
    """
    ask(source, options.question(Asks.FIELD, viewer), options, delivery, tells_blocked=tells_blocked)


@click.command("reach")
@click.argument("source", shell_complete=completion.sources)
@click.argument("unit", shell_complete=completion.units)
@click.option("--mode", default="", metavar="MODE", help="How it moves; the book's usual way if left out.")
@click.option(
    "--to",
    "goal",
    default="",
    metavar="PLACE",
    shell_complete=completion.units_and_places,
    help="The cheapest route to this place instead.",
)
@source_options
@place_delivery_options
def reach(source: str, unit: str, mode: str, goal: str, options: SourceOptions, delivery: Delivery) -> None:
    """The places UNIT can reach and their cost, or the cheapest route to one place.

    \b
    Examples:
      blindhex reach mill-crossing us.able.1.squad.2
      blindhex reach mill-crossing us.able.1.squad.2 --to H7
    """
    question = options.question(Asks.REACH, unit, mode=mode)
    if not goal:
        ask(source, question, options, delivery)
        return
    state, book = read_source(source, options)
    with working(_LOOKS_UP):
        state, reached = ruled(state, book, question)
        way = book.path(state, unit_named(state, unit), place_of(viewer_named(state, goal)), mode)
    deliver(state, book, way, lambda: _picture(state, question, reached, way=way), delivery)


@click.command("range")
@click.argument("source", shell_complete=completion.sources)
@click.argument("unit", shell_complete=completion.units)
@click.option(
    "--weapon", default="", metavar="NAME", help="Draw this weapon, not the one that reaches farthest."
)
@source_options
@delivery_options
def weapon_range(source: str, unit: str, weapon: str, options: SourceOptions, delivery: Delivery) -> None:
    """The range bands and firing arcs of UNIT's weapons.

    \b
    Example:
      blindhex range mill-crossing ge.pak40.3 -o range.png
    """
    ask(source, options.question(Asks.RANGE, unit), options, delivery, weapon)


@click.command("fire")
@click.argument("source", shell_complete=completion.sources)
@click.argument("firer", shell_complete=completion.units)
@click.argument("target", shell_complete=completion.units)
@click.option(
    "--action", default="", metavar="KIND", help="The kind of fire; what suits the target if left out."
)
@click.option("--roll", type=SEED, metavar="SEED", help="Throw it, with this seed.")
@source_options
@delivery_options
def fire(
    source: str,
    firer: str,
    target: str,
    action: str,
    roll: int | None,
    options: SourceOptions,
    delivery: Delivery,
) -> None:
    """FIRER's fire on TARGET: every modifier with its rule, and the exact odds.

    \b
    Examples:
      blindhex fire mill-crossing us.gun57.1 ge.stug.1
      blindhex fire mill-crossing us.gun57.1 ge.stug.1 --roll 7
    """
    question = options.question(Asks.FIRE, firer, target, action)
    state, book = read_source(source, options)
    state, ruling = ruled(state, book, question)
    thrown = "" if roll is None or ruling.odds is None else ruling.odds.draw(SeededDice(roll))
    deliver(state, book, ruling, lambda: _picture(state, question, ruling), delivery, thrown=thrown)


@click.command("forces")
@click.argument("source", shell_complete=completion.sources)
@book_options
@click.option("--json", "as_json", is_flag=True, help="Print the answer as a document.")
@click.option("--require", is_flag=True, help="Exit with status 1 if a force may not take the field.")
def forces(source: str, options: SourceOptions, as_json: bool, require: bool) -> None:
    """What each force is worth in points, why it may not take the field, and how far apart the two sides are.

    SOURCE is a scenario (bundled name or file) or a battle group of your own (a file, blindhex-battle-group/1).

    \b
    Example:
      blindhex forces kgn-two-orchards
    """
    state, settled, book = read_forces(source, options)
    if not isinstance(book, CountsForces):
        raise NotOffered(f"{book.rulebook.title} prices no units, so its forces cannot be counted.")
    ruling = book.force_sizes(state, settled)
    if as_json:
        from exporters.documents import ruling_document

        print_document(ruling_document(ruling))
    else:
        say(chat(ruling))
    if require and ruling.verdict.refused:
        click.get_current_context().exit(RULES_SAY_NO)


def ask(
    source: str,
    question: Question,
    options: SourceOptions,
    delivery: Delivery,
    weapon: str = "",
    meanwhile: str = _LOOKS_UP,
    *,
    tells_blocked: bool = False,
) -> None:
    """Put a question to the book and deliver the answer; `meanwhile` is shown on a terminal if it takes a while."""
    state, book = read_source(source, options)
    came_from = partial(options.provenance, source, state, book)
    with working(meanwhile):
        state, ruling = ruled(state, book, question)
    picture = partial(_picture, state, question, ruling, weapon)
    deliver(state, book, ruling, picture, delivery, came_from=came_from, tells_blocked=tells_blocked)


def _picture(
    state: GameState,
    question: Question,
    ruling: Ruling[Any],
    weapon: str = "",
    way: Ruling[Path] | None = None,
) -> "Picture":
    from vtt_bridge.umpire.answers import answer_picture, with_way

    picture = answer_picture(state, question, ruling, weapon)
    return picture if way is None else with_way(picture, state, way)
