"""No line of sight, as a reason: what hides the target, by the rule and by the reading that says so.

Rule: KGN Line of sight; OUR 30 to 35, 73.
"""

from rules.game.ruling import Reason
from rules.ground.place import Place
from rules.kampfgruppe_normandy.book.rulebook import cite
from rules.kampfgruppe_normandy.questions.sight.visibility import SightResult


def not_seen(viewer: object, target: object, seen: SightResult, *at: Place, rule: str = "") -> Reason:
    """Why a viewer has no line of sight to a target; `rule` is the chapter that asks for one."""
    why = "; ".join(reason.text for reason in seen.reasons)
    cites = [*([cite(rule)] if rule else []), *(reason.cite for reason in seen.reasons)]
    where = cites[0].together_with(*cites[1:]) if cites else cite("Line of sight")
    places = at or tuple(place for reason in seen.reasons for place in reason.at)
    return Reason(f"{viewer} does not see {target}{f': {why}' if why else ''}", where, places)
