"""Units sent to a place: the actions that take them there are declared one by one, until something happens.

Each action is an ordinary turn of the game; an undo takes back all those that sent one party.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import pairwise

from rules.errors import BadInput
from rules.game.chance.dice import Dice
from rules.game.chance.percent import percent
from rules.game.engine.play import Action
from rules.game.events import DiceThrown
from rules.game.going import Party, SendsUnits, Way
from rules.game.ruling import Reason
from rules.game.state import GameState
from rules.game.units import Unit
from rules.game.view import CONCEALED, HIDDEN, as_known_throughout
from rules.ground.hex.hexes import Hex
from rules.ground.place import Place
from rules.ground.table.inches import HAIR_IN, Spot
from rules.planning.whole_way import whole_way
from vtt_bridge.errors import DiceWanted, NotOffered, Unforeseen
from vtt_bridge.games.running_game import RunningGame
from vtt_bridge.games.session import Session
from vtt_bridge.port.names import place_named, units_of_pattern

MOST_DECLARATIONS = 60
"""The most actions that are declared for one party."""

_HALVINGS = 12
_LEAST_IN = 0.1
"""A stretch shorter than this is not worth a declaration."""


@dataclass(frozen=True, slots=True)
class Orders:
    """Who is sent where."""

    units: tuple[str, ...]
    goal: Place


@dataclass(frozen=True)
class Gone:
    """The outcome of orders: the game before the first declaration and after each, and where everybody is and why.

    `stopped` is the event on the way that stopped everybody; empty if there was none.
    """

    games: tuple[RunningGame, ...]
    reports: tuple[str, ...]
    stopped: str = ""

    @property
    def declared(self) -> tuple[Action, ...]:
        """What was declared, in order."""
        return tuple(game.turns[-1].action for game in self.games[1:])

    @property
    def lines(self) -> tuple[str, ...]:
        """Where everybody is and why they stopped there, a line each."""
        return (*self.reports, *([f"Stopped: {self.stopped}"] if self.stopped else []))


def orders_from_words(now: RunningGame, words: str) -> Orders:
    """The orders in words such as "us.able.2.* to F6" or "ge.stug.1, ge.stug.2 to 50,15".

    Raises:
        BadInput: if they are not units and a place.
        Unknown: if a name fits no unit of the side to act.
        OffBoard: if the place is not on the board.
    """
    named, to, place = words.partition(" to ")
    goal = place_named(now.state.board, place.strip()) if to else None
    if goal is None:
        raise BadInput("orders", words, "UNITS to PLACE, such as 1st squad to F6, or tank 1 to 50,15")
    return Orders(units_from_words(now, named), goal)


def units_from_words(now: RunningGame, words: str) -> tuple[str, ...]:
    """The units of the side to act that words mean: names such as "us.able.2.*, StuG 1", several ids with spaces between them.

    Names may contain commas: "1st Squad, Baker 2nd, Lt. Jackson" are two units.

    Raises:
        Unknown: if a name fits none.
        SeveralUnits: if one that is no pattern fits several.
    """
    own = now.own_units()
    ids = {unit.id for unit in own}
    called = [unit.name.casefold() for unit in own]
    parts, names = words.split(","), list[str]()
    while parts:
        joined = (",".join(parts[:count]).strip() for count in range(len(parts), 1, -1))
        name = next(
            (name for name in joined if any(name.casefold() in text for text in called)), parts[0].strip()
        )
        parts = parts[name.count(",") + 1 :]
        several = name.split()
        names += several if all(word in ids or "*" in word for word in several) else [name]
    return units_named(now, names)


def units_named(now: RunningGame, names: Iterable[str]) -> tuple[str, ...]:
    """The units of the side to act that each of these names means: an id, a pattern of ids, a name or a part of one.

    Raises:
        BadInput: if one is the id of a known unit of the other side.
        Unknown: if a name fits none.
        SeveralUnits: if one that is no pattern fits several.
    """
    own = now.own_units()
    unit_ids: dict[str, None] = {}
    for name in names:
        fitting = units_of_pattern(own, name) or (now.own_unit(name),)
        unit_ids.update(dict.fromkeys(unit.id for unit in fitting))
    return tuple(unit_ids)


def go(session: Session, orders: Orders, dice: Dice | None = None) -> Gone:
    """Send units to a place: one party after the other, each as far as it can go, until something happens.

    Raises:
        NotOffered: if the book does not send units.
    """
    book = session.now.game.book
    if not isinstance(book, SendsUnits):
        raise NotOffered(f"Units of {session.now.game.head.ruleset} are not sent to places.")
    return _Sending(session, book, orders, dice).gone()


class _Sending:
    """Orders under way."""

    def __init__(self, session: Session, book: SendsUnits, orders: Orders, dice: Dice | None) -> None:
        self._session, self._book, self._orders, self._dice = session, book, orders, dice
        self._side = session.now.to_act or ""
        self._games = [session.now]
        self._reports: list[str] = []
        self._stopped = ""

    def gone(self) -> Gone:
        parties = self._book.parties(self._now.state, self._orders.units, self._orders.goal)
        for number, party in enumerate(parties, 1):
            self._send(party)
            if self._stopped:
                left = [self._now.state.units.get(name) for party in parties[number:] for name in party.units]
                if names := ", ".join(str(unit) for unit in left if unit is not None):
                    self._reports.append(f"Not sent on: {names}.")
                break
        said = self._now.names(self._side, self._games[0].state).said
        return Gone(tuple(self._games), tuple(map(said, self._reports)), said(self._stopped))

    @property
    def _now(self) -> RunningGame:
        return self._session.now

    def _send(self, party: Party) -> None:
        """Send one party as far as it can go."""
        beyond: tuple[Reason, ...] = ()
        begun = len(self._games)
        for _ in range(MOST_DECLARATIONS):
            unit = self._now.state.units.get(party.units[0])
            if self._stopped or unit is None or _is_at(unit, party.goal):
                break
            if unit.at is None and party.start is None:
                self._reports.append(f"{unit} is not on the map.")
                return
            action, reasons = self._next(party)
            if action is None:
                beyond = () if self._stopped else reasons or beyond
                break
            beyond = reasons
            self._declare(action, same_order=len(self._games) > begun)
        self._reports.append(self._where(party, beyond or party.short))

    def _where(self, sent: Party, why: tuple[Reason, ...]) -> str:
        """Where a party is, how far short of its goal (on a table), and why it goes no further."""
        party = sent.units
        units = [self._now.state.units.get(name) for name in party]
        places = dict.fromkeys(unit.at for unit in units if unit is not None and unit.at is not None)
        names = " and ".join(str(unit or name) for unit, name in zip(units, party, strict=True))
        where = " and ".join(f"{'in' if isinstance(place, Hex) else 'at'} {place}" for place in places)
        verb = "is" if len(party) == 1 else "are"
        short = _distance_short(places, self._orders.goal if sent.short else sent.goal) if why else ""
        return f"{names} {verb} {where or 'off the map'}{short}{_because(why)}"

    def _next(self, party: Party) -> tuple[Action | None, tuple[Reason, ...]]:
        """The next declaration, if any, and the reasons that keep the party from going all the way."""
        state, now = self._now.state, self._now
        way = self._way(party)
        action = self._book.next_on_way(state, party.units, way)
        if isinstance(action, Reason):
            return None, (action,)
        first = self._book.before_it_goes(state, party.units, self._orders.units)
        reasons = now.why_not(first or action)
        if first is not None:
            return None if reasons else first, reasons
        wanted = self._shortened(party.units, way, action) if reasons else action
        if wanted is not None and self._games[1:] and (odds := now.chances(wanted).odds) is not None:
            likely, chance = max(odds.chances.items(), key=lambda one: one[1])
            needed = f"a die would fall as {wanted}, {percent(chance)} {likely}"
            self._stopped = f"{needed}: send them again to go all the same"
            return None, ()
        return wanted, reasons

    def _way(self, party: Party) -> Way:
        """A party's whole way, on what its side knows: to its own goal, or else to the goal of the orders."""
        known = self._now.game.ruleset.seen_by(self._now.state, self._side)
        unit = known.unit(party.units[0])
        if unit.at is None:
            unit = replace(unit, at=party.start)
            known = known.with_unit(unit)
        assert unit.at is not None
        for place in dict.fromkeys((party.goal, self._orders.goal)):
            if unit.at == place:
                return (place,)
            if way := whole_way(self._now.game.ruleset, known, unit, place):
                return way
        return (unit.at,)

    def _shortened(self, party: tuple[str, ...], way: Way, refused: Action) -> Action | None:
        """The declaration for the longest legal stretch of a way over a table; None if there is none."""
        spots = tuple(spot for spot in way if isinstance(spot, Spot))
        best, legal_in, barred_in = None, 0.0, sum(start.gap_in(end) for start, end in pairwise(spots))
        for _ in range(_HALVINGS if len(spots) > 1 else 0):
            tried_in = (legal_in + barred_in) / 2
            action = self._book.next_on_way(self._now.state, party, _cut(spots, tried_in))
            if action == refused:
                return None
            if isinstance(action, Reason) or self._now.why_not(action):
                barred_in = tried_in
            else:
                best, legal_in = action, tried_in
        return best if legal_in >= _LEAST_IN else None

    def _declare(self, action: Action, *, same_order: bool) -> None:
        """Declare one action; anything that happens with it ends the orders."""
        before = self._now
        risked = tuple(before.game.book.risked(before.state, action))
        try:
            after = self._session.declare(action, self._dice, same_order=same_order)
        except Unforeseen as end:
            if isinstance(end, DiceWanted) and not self._games[1:]:
                raise
            self._stopped = str(end)
            return
        self._games.append(after)
        self._reports += [risk for risk in risked if risk not in self._reports]
        self._stopped = "; ".join(self._interruptions(before, after))

    def _interruptions(self, before: RunningGame, after: RunningGame) -> Iterator[str]:
        """Whatever a player would stop for: a die, harm, units revealed, another side's decision, the end of the game."""
        if after.result is not None:
            yield after.result
            return
        seen = [game.game.ruleset.seen_by(game.state, self._side) for game in (before, after)]
        changes = self._book.changes(*as_known_throughout(self._side, *seen))
        yield from [change.text for change in changes if change.severity] or self._dice_heard(before, after)
        yield from _revelations(self._side, *seen)
        if after.to_act != self._side:
            yield f"{after.to_act} is to act"

    def _dice_heard(self, before: RunningGame, after: RunningGame) -> Iterator[str]:
        """The dice of the last action, as far as its side hears of them."""
        lines = after.heard_by(self._side, before.state)
        dice = (event for event in after.turns[-1].events if isinstance(event, DiceThrown))
        yield from (line for line in (die.told_to(self._side) for die in dice) if line in lines)


def _revelations(side: str, before: GameState, after: GameState) -> Iterator[str]:
    """Enemies that a side sees for the first time or newly identified, and its own units that are no longer concealed."""
    for unit in after.units.values():
        was = before.units.get(unit.id)
        if was is None and unit.side != side and unit.at is not None:
            yield f"{unit} is seen in {unit.at}"
        elif was is not None:
            lost = sorted((was.conditions - unit.conditions) & {CONCEALED, HIDDEN})
            yield from (f"{unit} is no longer {condition}" for condition in lost)


def _is_at(unit: Unit, goal: Place) -> bool:
    if isinstance(unit.at, Spot) and isinstance(goal, Spot):
        return unit.at.gap_in(goal) <= 2 * HAIR_IN
    return unit.at == goal


def _distance_short(places: Iterable[Place], goal: Place) -> str:
    """How far a unit on a table is from where it was sent."""
    gaps = [place.gap_in(goal) for place in places if isinstance(place, Spot) and isinstance(goal, Spot)]
    return f', {min(gaps):.1f}" short of {goal}' if gaps else ""


def _because(why: tuple[Reason, ...]) -> str:
    return f": {'; '.join(map(str, why))}" if why else "."


def _cut(spots: tuple[Spot, ...], inches: float) -> Way:
    """The first inches of a way, not rounded: a rounded end may lie off the road."""
    kept, left_in = [spots[0]], inches
    for start, end in pairwise(spots):
        leg_in = start.gap_in(end)
        if leg_in >= left_in:
            return (*kept, start.ahead(start.bearing_deg(end), left_in))
        kept.append(end)
        left_in -= leg_in
    return spots
