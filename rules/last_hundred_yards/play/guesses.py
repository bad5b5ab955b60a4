"""What a player takes a concealed counter for: a squad of its nation, as most are."""

from rules.game.state import GameState
from rules.game.units import Unit
from rules.last_hundred_yards.book.roster import ROSTER
from rules.last_hundred_yards.book.unit_types import UnitKind
from rules.last_hundred_yards.state.position import row_of


def squads_it_may_be(state: GameState, counter: Unit) -> tuple[str, ...]:
    """The squads of a platoon that its enemies know of, or else of the first of its nation."""
    nation = row_of(counter).nation
    known = {row_of(unit).platoon_key for unit in state.units.values() if unit.side == counter.side}
    squads = [row for row in ROSTER.values() if row.kind is UnitKind.SQUAD and row.nation is nation]
    platoons = [row.platoon_key for row in squads]
    platoon = next((each for each in platoons if each in known), platoons[0])
    return tuple(row.id for row in squads if row.platoon_key == platoon)
