"""The output of an answer: as text, as a document, or drawn into a file."""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import wraps
from itertools import groupby
from typing import TYPE_CHECKING, Any

import click

from exporters.ruling_text import chat
from rules.game.ruleset import Ruleset
from rules.game.ruling import Ruling
from rules.game.state import GameState
from rules.game.verdicts import Reach, SightField, Visibility
from rules.ground.hex.hexes import Hex
from rules.ground.place import Place
from vtt_bridge.commands.output.drawn_file import DrawnFile, drawing_options
from vtt_bridge.commands.output.terminal import print_text, say
from vtt_bridge.commands.umpire_group import RULES_SAY_NO
from vtt_bridge.umpire.rulings import is_yes

if TYPE_CHECKING:
    from exporters.picture import Picture


@dataclass(frozen=True, slots=True)
class Delivery:
    """The wanted output: a document or text, a picture (bare or on the board), and whether a "no" is exit status 1."""

    as_json: bool
    drawn: DrawnFile
    bare: bool
    require: bool


def delivery_options(command: Callable[..., None]) -> Callable[..., None]:
    """Give a command the options of a Delivery, which it gets as `delivery`."""
    return _with_delivery(command, tells_places=False)


def place_delivery_options(command: Callable[..., None]) -> Callable[..., None]:
    """The same for an answer about places, which can also be written as a table."""
    return _with_delivery(command, tells_places=True)


def _with_delivery(command: Callable[..., None], *, tells_places: bool) -> Callable[..., None]:
    @click.option("--json", "as_json", is_flag=True, help="Print the answer as a document.")
    @drawing_options("Draw the answer", tells_places=tells_places)
    @click.option("--bare", is_flag=True, help="Draw the answer alone, without the board below it.")
    @click.option("--require", is_flag=True, help="Exit with status 1 if the rules say no.")
    @wraps(command)
    def wrapped(*, as_json: bool, drawn: DrawnFile, bare: bool, require: bool, **rest: Any) -> None:
        command(delivery=Delivery(as_json, drawn, bare, require), **rest)

    return wrapped


def deliver(
    state: GameState,
    book: Ruleset,
    ruling: Ruling[Any],
    picture: "Callable[[], Picture]",
    delivery: Delivery,
    *,
    came_from: Callable[[], Mapping[str, Any]] = dict,
    on_board: bool = True,
    thrown: str = "",
    tells_blocked: bool = False,
) -> None:
    """Print an answer as text or document, draw it if wanted, and exit with status 1 if the rules say no to a required yes.

    `came_from` gives the provenance of the answer, for a file with its places. `on_board` draws the picture on the board, else by itself. `thrown` is the result of a die, if one was thrown.
    `tells_blocked` lists the blocked hexes of a field, which are only counted otherwise.

    Raises:
        CannotWrite: if the file cannot be written; then nothing is printed either.
    """
    if delivery.drawn.is_table:
        from vtt_bridge.commands.output.place_file import write_places

        write_places(state.board, ruling, delivery.drawn.path, came_from())
    elif delivery.drawn.path:
        from vtt_bridge.commands.output.drawing import draw, draw_by_itself

        if on_board:
            draw(state, book.roster, picture(), delivery.drawn, bare=delivery.bare)
        else:
            draw_by_itself(picture(), delivery.drawn)
    if delivery.as_json:
        from exporters.documents import ruling_document

        print_document({**ruling_document(ruling), **({"thrown": thrown} if thrown else {})})
    else:
        say("\n".join((chat(ruling), *listing(ruling.verdict, tells_blocked=tells_blocked))))
        if thrown:
            say(f"Thrown: {thrown}")
    if delivery.require and not is_yes(ruling):
        click.get_current_context().exit(RULES_SAY_NO)


def listing(verdict: object, *, tells_blocked: bool) -> Iterator[str]:
    """Lines that list the hexes of a field by visibility, or of a reach by cost."""
    if isinstance(verdict, SightField):
        for kind in Visibility:
            if kind is Visibility.BLOCKED and not tells_blocked:
                continue
            by_hindrance: dict[int, list[Place]] = {}
            for place, seen in verdict.visibility.items():
                if seen is kind:
                    by_hindrance.setdefault(verdict.hindrance.get(place, 0), []).append(place)
            for hindrance, places in sorted(by_hindrance.items()):
                yield from _hexes(f"{kind} by {hindrance}" if hindrance else kind.value, places)
    if isinstance(verdict, Reach):
        for cost in sorted(set(verdict.cost.values())):
            at_cost = (place for place, asked in verdict.cost.items() if asked == cost)
            yield from _hexes(f"{float(cost):g} {verdict.measure}", at_cost)


def print_document(document: Mapping[str, Any]) -> None:
    """Print a document on standard output, in one line."""
    print_text(f"{json.dumps(document, ensure_ascii=False, allow_nan=False)}\n")


def _hexes(word: str, places: Iterable[Place]) -> Iterator[str]:
    if hexes := sorted(place for place in places if isinstance(place, Hex)):
        yield f"  {word}: {' '.join(_in_runs(hexes))}"


def _in_runs(hexes: Iterable[Hex]) -> Iterator[str]:
    """Labels of hexes in order, with runs of three or more in a column shortened: G6-G10."""
    for _, numbered in groupby(
        enumerate(hexes), lambda numbered_hex: (numbered_hex[1].column, numbered_hex[1].row - numbered_hex[0])
    ):
        run = [place.label for _, place in numbered]
        yield from run if len(run) < 3 else (f"{run[0]}-{run[-1]}",)
