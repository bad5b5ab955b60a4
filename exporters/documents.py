"""Rulings as versioned JSON documents.

A new verdict adds one function with `_document`, and one definition to the schema.
"""

from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import singledispatch
from typing import TypeVar

from exporters.json_value import Json
from exporters.place_text import name
from rules.game.chance.odds import Odds
from rules.game.citation import Citation
from rules.game.profile import Profile
from rules.game.ruling import Reason, Ruling
from rules.game.verdicts import (
    ForceSizes,
    Ground,
    Path,
    Reach,
    Shot,
    Sight,
    SightAtlas,
    SightField,
    WeaponRanges,
)
from rules.ground.hex.hexes import Hex
from rules.ground.place import Place
from rules.planning.change import Changes, Stand
from rules.planning.here import Here
from rules.planning.plan import CERTAIN, Plan, Route, Watched, Watcher
from rules.planning.text_tree import HasTextTree, TextTree
from rules.planning.threat import Threat
from rules.planning.where import Posts

VerdictT = TypeVar("VerdictT")

RULING_FORMAT = "blindhex-ruling/1"
RULING_SCHEMA = "ruling.schema.json"
"""The JSON Schema of these documents, beside this module."""


def ruling_document(ruling: Ruling[object]) -> dict[str, Json]:
    """A ruling as a document: question, verdict with its kind, cited reasons, odds or null, odds by case and, if it has several
    parts, the answer line by line."""
    document: dict[str, Json] = {
        "format": RULING_FORMAT,
        "question": ruling.question,
        "verdict": verdict_document(ruling.verdict),
        **({} if ruling.provenance is None else {"provenance": ruling.provenance.value}),
        "reasons": [_reason_document(reason) for reason in ruling.reasons],
        "odds": None if ruling.odds is None else odds_document(ruling.odds),
    }
    if ruling.cases:
        document["cases"] = [
            {"condition": case.condition, "odds": odds_document(case.odds)} for case in ruling.cases
        ]
    if isinstance(ruling.verdict, HasTextTree):
        document["told"] = _tree_document(ruling.verdict.text_tree)
    return document


def _tree_document(tree: TextTree) -> dict[str, Json]:
    below: list[Json] = [_tree_document(line) for line in tree.below]
    return {"text": tree.text, **({"below": below} if below else {})}


@singledispatch
def verdict_document(verdict: object) -> dict[str, Json]:
    """A verdict as an object with its `kind`, and its answer in words as `text`.

    Raises:
        TypeError: if nothing is registered for verdicts of this type.
    """
    raise TypeError(f"no document is known for a {type(verdict).__name__}")


def _document(kind: str, of: type[VerdictT]) -> Callable[[Callable[[VerdictT], Mapping[str, Json]]], None]:
    """A decorator that registers how verdicts of a type are written: their kind, and their fields besides the words."""

    def register(fields: Callable[[VerdictT], Mapping[str, Json]]) -> None:
        verdict_document.register(of, lambda verdict: {"kind": kind, "text": str(verdict), **fields(verdict)})

    return register


@_document("answer", str)
def _(_verdict: str) -> dict[str, Json]:
    return {}


@_document("sight", Sight)
def _(verdict: Sight) -> dict[str, Json]:
    return {
        "visibility": verdict.visibility.value,
        "distance": verdict.distance,
        "hindrance": verdict.hindrance,
        **({} if verdict.share is None else {"share": verdict.share}),
    }


@_document("shot", Shot)
def _(verdict: Shot) -> dict[str, Json]:
    return {"allowed": bool(verdict.worth), "sight": verdict_document(verdict.sight)}


@_document("sight_field", SightField)
def _(verdict: SightField) -> dict[str, Json]:
    return {
        "from": place_document(verdict.source),
        "places": {name(place): seen.value for place, seen in verdict.visibility.items()},
        "hindrance": {name(place): count for place, count in verdict.hindrance.items() if count},
    }


@_document("sight_atlas", SightAtlas)
def _(verdict: SightAtlas) -> dict[str, Json]:
    return {"sees": {name(place): count for place, count in verdict.counts.items()}}


@_document("reach", Reach)
def _(verdict: Reach) -> dict[str, Json]:
    return {
        "unit": verdict.unit,
        "from": place_document(verdict.source),
        "measure": verdict.measure,
        "allowance": _number(verdict.allowance),
        "cost": {name(place): _number(cost) for place, cost in verdict.cost.items()},
        "provisos": {name(place): asked for place, asked in verdict.provisos.items()},
        "regions": [
            {
                "within": _number(region.within),
                "polygons": [[[list(at) for at in ring] for ring in rings] for rings in region.polygons],
            }
            for region in verdict.regions
        ],
    }


@_document("path", Path)
def _(verdict: Path) -> dict[str, Json]:
    places: list[Json] = [place_document(place) for place in verdict.places]
    return {"unit": verdict.unit, "places": places, "cost": _number(verdict.cost), "measure": verdict.measure}


@_document("weapon_ranges", WeaponRanges)
def _(verdict: WeaponRanges) -> dict[str, Json]:
    return {
        "unit": verdict.unit,
        "from": place_document(verdict.source),
        "weapons": [
            {
                "name": weapon.name,
                "bands": [{"out_to": band.out_to, "modifier": band.modifier} for band in weapon.bands],
                "arc": None
                if weapon.arc is None
                else {"bearing_deg": weapon.arc.bearing_deg, "width_deg": weapon.arc.width_deg},
            }
            for weapon in verdict.weapons
        ],
    }


@_document("force_sizes", ForceSizes)
def _(verdict: ForceSizes) -> dict[str, Json]:
    return {
        "points": {side: _number(points) for side, points in verdict.points},
        "refused": list(verdict.refused),
    }


@_document("plan", Plan)
def _(verdict: Plan) -> dict[str, Json]:
    return {
        "unit": verdict.unit,
        "from": place_document(verdict.source),
        "to": place_document(verdict.goal),
        "routes": [{"name": letter, **_route_document(route)} for letter, route in verdict.named],
        "danger": {name(place): danger / CERTAIN for place, danger in verdict.danger.items()},
    }


@_document("here", Here)
def _(verdict: Here) -> dict[str, Json]:
    return {
        "ground": _ground_document(verdict.ground),
        **({"unit": verdict.unit, **_watched_document(verdict.watched)} if verdict.unit else {}),
        **({} if verdict.way is None else {"way": verdict_document(verdict.way)}),
    }


@_document("threat", Threat)
def _(verdict: Threat) -> dict[str, Json]:
    return {
        "unit": verdict.unit,
        "from": place_document(verdict.source),
        **_watched_document(verdict.watched),
        "sees": list(verdict.sees),
        "danger": {name(place): danger / CERTAIN for place, danger in verdict.danger.items()},
        "seen_by": {name(place): count for place, count in verdict.seen_by.items()},
    }


@_document("posts", Posts)
def _(verdict: Posts) -> dict[str, Json]:
    return {
        "unit": verdict.unit,
        "from": place_document(verdict.source),
        "purpose": verdict.purpose.value,
        "measure": verdict.measure,
        "within_reach": verdict.within_reach,
        "posts": [
            {
                "at": place_document(post.place),
                "cost": _number(post.cost),
                "danger": post.danger / CERTAIN,
                "harm": _chance(post.harm),
                **({"hides": list(post.hides)} if post.hides else {}),
            }
            for post in verdict.posts
        ],
    }


@_document("changes", Changes)
def _(verdict: Changes) -> dict[str, Json]:
    return {
        "unit": verdict.unit,
        "from": place_document(verdict.source),
        "to": place_document(verdict.other_at),
        "sight": verdict_document(verdict.sight),
        "harm": _chance(verdict.harm),
        "measure": verdict.measure,
        "out_of_sight": None if verdict.out_of_sight is None else _stand_document(verdict.out_of_sight),
        "in_sight": None if verdict.in_sight is None else _stand_document(verdict.in_sight),
        "covers": [_stand_document(stand) for stand in verdict.covers],
        "smoke": [
            {
                "at": place_document(smoke.place),
                "sight": verdict_document(smoke.sight),
                "harm": _chance(smoke.harm),
            }
            for smoke in verdict.smoke
        ],
    }


@_document("profile", Profile)
def _(verdict: Profile) -> dict[str, Json]:
    return {
        "sight": verdict_document(verdict.sight),
        "length": round(verdict.length, 4),
        "measure": verdict.measure,
        "eye": round(verdict.eye, 4),
        "foot": round(verdict.foot, 4),
        "top": round(verdict.top, 4),
        "ground": [[round(each, 4) for each in stretch] for stretch in verdict.ground],
        "stretches": [
            {
                "name": stretch.name,
                "from": round(stretch.start, 4),
                "to": round(stretch.end, 4),
                "foot": round(stretch.foot, 4),
                "top": None if stretch.top is None else round(stretch.top, 4),
                "effect": stretch.effect.value,
                "over": None if stretch.over is None else round(stretch.over, 4),
            }
            for stretch in verdict.stretches
        ],
    }


def _stand_document(stand: Stand) -> dict[str, Json]:
    return {"at": place_document(stand.place), "cost": _number(stand.cost), "harm": _chance(stand.harm)}


def _ground_document(ground: Ground) -> dict[str, Json]:
    return {
        "at": place_document(ground.place),
        "terrain": list(ground.terrain),
        "level": ground.level,
        "cover": ground.cover,
    }


def _watched_document(watched: Watched) -> dict[str, Json]:
    return {
        "watchers": [_watcher_document(watcher) for watcher in watched.watchers],
        "blind_to": list(watched.blind_to),
    }


def _route_document(route: Route) -> dict[str, Json]:
    return {
        "turns": route.turns,
        "stage": route.stage,
        "activations": route.activations,
        "cost": _number(route.cost),
        "measure": route.measure,
        "exposure": route.exposure,
        "risk": _chance(route.risk),
        "asks": list(route.asks),
        "legs": [
            {
                "places": [place_document(place) for place in leg.places],
                "cost": _number(leg.cost),
                "facing_deg": leg.facing_deg,
            }
            for leg in route.legs
        ],
        "steps": [
            {
                "at": place_document(step.place),
                "turn": step.turn,
                "counts": round(step.counts, 4),
                "danger": step.watched.danger / CERTAIN,
                **_watched_document(step.watched),
            }
            for step in route.steps
        ],
        "worst": None if route.worst is None else route.steps.index(route.worst),
    }


def _watcher_document(watcher: Watcher) -> dict[str, Json]:
    return {
        "unit": watcher.unit,
        "name": watcher.name,
        "at": place_document(watcher.at),
        "distance": round(watcher.distance, 4),
        "band": None if watcher.band is None else watcher.band.out_to,
        "harm": _chance(watcher.harm),
    }


def odds_document(odds: Odds[str]) -> list[Json]:
    """Every outcome with its exact chance as "num/den"."""
    return [
        {"outcome": str(outcome), "p": f"{chance.numerator}/{chance.denominator}"}
        for outcome, chance in odds.chances.items()
    ]


def place_document(place: Place) -> Json:
    """A place as JSON: the label of a hex, or [x, y] in inches."""
    return place.label if isinstance(place, Hex) else [place.x_in, place.y_in]


def _reason_document(reason: Reason) -> Json:
    """A reason with all sources of its rule; its provenance is that of the least sure source."""
    cite = reason.cite
    at: list[Json] = [place_document(place) for place in reason.at]
    sources: list[Json] = [_source_document(citation) for citation in cite.each]
    return {
        "text": reason.text,
        **_source_document(cite),
        "provenance": cite.weakest.value,
        **({"sources": sources} if cite.also else {}),
        "at": at,
    }


def _source_document(cite: Citation) -> dict[str, Json]:
    return {"cite": cite.place, "edition": cite.edition, "provenance": cite.provenance.value}


def _chance(chance: Fraction | None) -> str | None:
    return None if chance is None else f"{chance.numerator}/{chance.denominator}"


def _number(number: Fraction) -> int | float:
    return number.numerator if number.denominator == 1 else float(number)
