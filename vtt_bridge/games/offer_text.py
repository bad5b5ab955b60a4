"""The choices of a moment as lines: short for a whole side, and with every number for one unit."""

from collections.abc import Iterator

from vtt_bridge.games.offers import Intention, Offer, OffersOfUnits, OfferTree, offer_tree
from vtt_bridge.games.running_game import RunningGame

SHORT = 16
"""Choices of at most this many letters are listed several to a line."""

_LINE = 100
_UNLISTED = "{} more that achieve nothing, or nothing more, are not shown: ask for all to see them."


def choice_lines(now: RunningGame, unit: str = "", *, everything: bool = False) -> tuple[str, ...]:
    """The choices of the side to act, or of one of its units; all of them if everything is asked for."""
    tree = offer_tree(now, unit, everything=everything)
    if unit and not tree.of_units:
        return (*tree.left, now.names().said(f"{unit} can do nothing now."))
    return tuple(full_lines(tree) if unit or everything else short_lines(tree))


def short_lines(tree: OfferTree) -> Iterator[str]:
    """What is left, a line for each unit, and what the side itself may do, with its places several to a line."""
    yield from tree.left
    collapsed = False
    for of_units in sorted(tree.of_units, key=lambda of_units: not of_units.units):
        if not of_units.units or len(of_units.offers) == 1:
            for intention in of_units.intentions:
                is_of_places = all(offer.places for offer in intention.offers)
                yield from (
                    _offer_lines(of_units, intention) if is_of_places else map(_numbered, intention.offers)
                )
        else:
            collapsed = True
            yield f"      {_units_by_name(of_units)}: {', '.join(map(_counted, of_units.intentions))}"
    if collapsed:
        yield "Name a unit to see its choices by number."
    if tree.unlisted:
        yield _UNLISTED.format(tree.unlisted)


def full_lines(tree: OfferTree) -> Iterator[str]:
    """What is left, and every choice by its number."""
    yield from tree.left
    for of_units in tree.of_units:
        for intention in of_units.intentions:
            yield from _offer_lines(of_units, intention)
    if tree.unlisted:
        yield _UNLISTED.format(tree.unlisted)


def _counted(intention: Intention) -> str:
    offers = intention.offers
    return (
        f"{intention.what} (number {offers[0].number})"
        if len(offers) == 1
        else f"{intention.what} ({len(offers)} choices)"
    )


def _offer_lines(of_units: OffersOfUnits, intention: Intention) -> Iterator[str]:
    offers = intention.offers
    if len(offers) < 3 or max(len(offer.where) for offer in offers) > SHORT:
        yield from map(_numbered, offers)
        return
    yield f"      {_units_by_name(of_units) or 'all'}: {intention.what}"
    cells = [f"{offer.number:>4}  {offer.where}" for offer in offers]
    width = max(map(len, cells)) + 1
    across = max(1, _LINE // width)
    for first in range(0, len(cells), across):
        yield "".join(cell.ljust(width) for cell in cells[first : first + across]).rstrip()


def _units_by_name(of_units: OffersOfUnits) -> str:
    """The units by name, with the id to ask for them by."""
    called = zip(of_units.names, of_units.units, strict=True)
    return ", ".join(name if name == unit else f"{name} ({unit})" for name, unit in called)


def _numbered(offer: Offer) -> str:
    return f"{offer.number:>4}  {offer.text}"
