"""The choices of a moment as intentions: which units, what they do, and where or at whom."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass

from rules.game.counter_names import CounterNames
from rules.game.engine.play import Action
from rules.game.engine.procedure import CALLED
from rules.game.record.record_forms import TAG, Plain
from rules.game.units import Symbol
from rules.ground.hex.hexes import Hex
from rules.ground.place import Place
from rules.ground.table.inches import Spot
from vtt_bridge.games.action_words import words_in
from vtt_bridge.games.running_game import Choice, RunningGame


@dataclass(frozen=True, slots=True)
class Offer:
    """One choice by the number it is declared by: in full, and in short beside the others of its kind.

    `places` are those on the board that it names, the last of them where it leads to, and `targets` the units it names
    beside those that act.
    """

    number: int
    action: Action
    text: str
    where: str
    places: tuple[Place, ...] = ()
    targets: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Intention:
    """What units may do, in a player's word, with each place or target for it; `passes` if it merely declines a chance."""

    what: str
    offers: tuple[Offer, ...]
    passes: bool = False


@dataclass(frozen=True, slots=True)
class OffersOfUnits:
    """What a unit, or several together, may do, and their names; without units, what the side itself does."""

    units: tuple[str, ...]
    names: tuple[str, ...]
    intentions: tuple[Intention, ...]

    @property
    def offers(self) -> tuple[Offer, ...]:
        """The offers of all intentions."""
        return tuple(offer for intention in self.intentions for offer in intention.offers)


@dataclass(frozen=True, slots=True)
class OfferTree:
    """What may be declared now: what is left, the offers of units, and how many more are listed on request."""

    left: tuple[str, ...] = ()
    of_units: tuple[OffersOfUnits, ...] = ()
    unlisted: int = 0


def offer_tree(now: RunningGame, unit: str = "", *, everything: bool = False) -> OfferTree:
    """What the side to act, or one of its units, may declare: what is worth listing, or everything.

    Numbers are those of the whole list.
    """
    if now.to_act is None:
        return OfferTree()
    book, every, names = now.game.book, now.choices(unit), now.names(now.to_act)
    worthwhile = None if everything else frozenset(book.worthwhile(now.state))
    listed = [choice for choice in every if worthwhile is None or choice.action in worthwhile]
    if unit and not listed:
        listed = list(every)
    waits = book.waiting(now.state, now.to_act)
    groups: dict[tuple[str, ...], dict[str, list[_OfferParts]]] = {}
    for choice in listed:
        said = _offer_parts(now, names, waits, choice)
        groups.setdefault(said.actors, {}).setdefault(book.called(choice.action), []).append(said)
    of_units = tuple(
        OffersOfUnits(
            units,
            tuple(names[unit_id] for unit_id in units),
            tuple(
                Intention(
                    deed if units else _with_common_fields(deed, same),
                    _offers(same),
                    book.passes(same[0].choice.action),
                )
                for deed, same in whats.items()
            ),
        )
        for units, whats in groups.items()
    )
    left = tuple(names.said(line) for line in book.resources_left(now.state))
    return OfferTree(left, of_units, len(every) - len(listed))


@dataclass(frozen=True, slots=True)
class Waiting:
    """A unit off the map, or a weapon such as a mortar, which has no type: its name, its symbol, and what it waits for."""

    id: str
    name: str
    type: str
    side: str
    symbol: Symbol
    waits: str


def waiting_units(now: RunningGame, side: str) -> tuple[Waiting, ...]:
    """The units of a side off the map, whoever is to act, then its weapons."""
    book, roster = now.game.book, now.game.ruleset.roster
    waits, names = book.waiting(now.state, side), now.names(side)
    units = (
        (unit.id, unit.type, roster[unit.type].symbol) for unit in names.units_of(side) if unit.id in waits
    )
    weapons = (
        (weapon.id, "", weapon.symbol) for weapon in book.off_map_weapons(now.state) if weapon.id in waits
    )
    return tuple(
        Waiting(counter_id, names[counter_id], kind, side, symbol, names.said(waits[counter_id]))
        for counter_id, kind, symbol in (*units, *weapons)
    )


@dataclass(frozen=True, slots=True)
class _OfferParts:
    """A choice, how it reads, who acts in it, and the rest of its document."""

    choice: Choice
    text: str
    actors: tuple[str, ...]
    rest: Mapping[str, Plain]
    places: tuple[Place, ...]
    targets: tuple[str, ...]


def _offer_parts(now: RunningGame, names: CounterNames, waits: Iterable[str], choice: Choice) -> _OfferParts:
    """A choice with its words and units. The units that act are those of its own side, on the map or off it,
    in the first field that names any."""
    book, action = now.game.book, choice.action
    document = {
        name: value for name, value in book.actions.document(action).items() if name not in (TAG, "side")
    }
    text, acting = names.said(book.sentence(now.state, action)), ""
    able = {unit.id for unit in now.state.units.values() if unit.side == action.side}.union(waits)
    own: tuple[str, ...] = ()
    for name, value in document.items():
        named = value if isinstance(value, list) else [value]
        if own := tuple(word for word in named if isinstance(word, str) and word in able):
            acting = name
            break
    called = _names_by_field(action)
    rest = {name: called.get(name, names.plain)(value) for name, value in document.items() if name != acting}
    said = dict.fromkeys(word for value in document.values() for word in words_in(value))
    targets = tuple(word for word in said if names.knows(word) and word not in own)
    return _OfferParts(choice, text, own, rest, places_in(action), targets)


def _names_by_field(action: object) -> Mapping[str, Callable[[Plain], Plain]]:
    """By field, the function that gives the players' name for its value, where the declaration declares one."""
    own = fields(action) if is_dataclass(action) else ()
    return {field.name: field.metadata[CALLED] for field in own if CALLED in field.metadata}


def places_in(action: object) -> tuple[Place, ...]:
    """The places that an action names, in the order of its fields."""
    return tuple(_places(action))


def _places(value: object) -> Iterator[Place]:
    match value:
        case Hex() | Spot():
            yield value
        case tuple():
            for item in value:
                yield from _places(item)
        case _ if is_dataclass(value):
            for field in fields(value):
                yield from _places(getattr(value, field.name))


def _with_common_fields(deed: str, alike: Sequence[_OfferParts]) -> str:
    """What a side does at one of several places, with the fields that all these choices have in common."""
    first = alike[0]
    if len(alike) == 1 or not all(said.places for said in alike):
        return deed
    common = [name for name in first.rest if all(said.rest[name] == first.rest[name] for said in alike)]
    words = ", ".join(filter(None, (_words(name, first.rest[name]) for name in common)))
    return f"{deed} ({words})" if words else deed


def _offers(alike: Sequence[_OfferParts]) -> tuple[Offer, ...]:
    """Choices of one kind and unit; their short text is what tells them apart, if anything does."""
    varying = [
        name for name in alike[0].rest if any(said.rest[name] != alike[0].rest[name] for said in alike)
    ]
    short = [", ".join(filter(None, (_words(name, said.rest[name]) for name in varying))) for said in alike]
    if len(set(short)) < len(short) or not all(short):
        short = [said.text for said in alike]
    return tuple(
        Offer(said.choice.number, said.choice.action, said.text, where, said.places, said.targets)
        for said, where in zip(alike, short, strict=True)
    )


def _words(name: str, value: Plain) -> str:
    """A field of a document in a few words; a way is given by its end."""
    match value:
        case bool():
            return name.replace("_", " ") if value else ""
        case [float() | int() as x_in, float() | int() as y_in]:
            return str(Spot(x_in, y_in))
        case [*_, [_, _] as end]:
            return _words(name, end)
        case list():
            return ", ".join(_words(name, item) for item in value)
        case int() | float():
            return f"{value:.0f}°" if name.endswith("_deg") else f"{name} {value:g}".replace("_", " ")
        case None:
            return ""
        case _:
            return str(value)
